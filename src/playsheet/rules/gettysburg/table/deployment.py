"""Deployment: the scenario's own places, or the owner's choice in his zone; brigades with an anchor in their lines."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import direction
from playsheet.core.asking import Ghost, Option, Outcome, Word
from playsheet.core.events import Battle
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, Rect, distance, overlaps, spacing
from playsheet.core.scenario import UnitEntry, Zone
from playsheet.core.words import the
from playsheet.rules.gettysburg.battle.events import BattleBegan, Deployed, GeneralDeployed, PlacesTaken
from playsheet.rules.gettysburg.battle.move_events import StayedAway
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import General, Unit
from playsheet.rules.gettysburg.ground.setup import formation_of, garrison_at
from playsheet.rules.gettysburg.options.regions import bodies, outcome_of
from playsheet.rules.gettysburg.sheet.rows import troops_of
from playsheet.rules.gettysburg.terms import FORMATIONS, Arm, Formation, SkirmishRate, Where
from playsheet.tabletop import deploying
from playsheet.tabletop.deploying import Stance, ZoneRegion, at_the_edge, box_about, cell_middles, whole_table
from playsheet.tabletop.events import FoundNoRoom
from playsheet.tabletop.placing import bad_facing

GRID: Final = 2.0  # inches between the places that are tried
MOST_SAMPLES: Final = 12
CENTRE: Final = Zone(0.0, 0.0, 0.0, 0.0)  # of a unit only this must be in its zone
NO_ROOM: Final = "R152"


def deploy(game: Game[GettysburgBattle]) -> None:
    """Whoever has a place of his own first, then unit by unit; last the generals who have none."""
    battle = game.battle
    if not battle.begun:
        put_in_place(game)
    if battle.to_deploy:
        unit = battle.units[battle.to_deploy[0]]
        place_unit(game, unit)
        if battle.to_deploy:
            return
    for general in battle.generals:
        if general.place == Where.WAITING:
            x, y = place_general(battle, general)
            game.tell(GeneralDeployed(general.id, x, y))
    game.tell(BattleBegan())


def put_in_place(game: Game[GettysburgBattle]) -> None:
    """All units and generals that the scenario puts somewhere."""
    battle = game.battle
    for id in battle.to_deploy[:]:
        spot = battle.goals.spots[id]
        if spot is not None:
            unit = battle.units[id]
            formation = formation_of(battle, unit)
            x, y, facing = spot
            there = battle.footprint(unit, formation, x, y, facing)
            game.tell(Deployed(id, formation, x, y, facing, garrison_at(battle, unit, there)))
    for general in battle.generals:
        place = battle.goals.posts[general.id]
        if place is not None:
            x, y = nudged(battle, general, place[0], place[1])
            game.tell(GeneralDeployed(general.id, x, y))
    game.tell(PlacesTaken())


# ---------------------------------------------------------------- the owner's choice


def place_unit(game: Game[GettysburgBattle], unit: Unit) -> None:
    """Formation, then place and facing in the zone."""
    battle = game.battle
    entry = battle.goals.entries[unit.id]
    formations = [each for each in formations_of(battle, unit) if DeployRegion(battle, unit, each).has_room()]
    if not formations:
        place_at_edge(game, unit)
        return
    formation = formations[0]
    if not entry.formation:
        options: list[Option] = []
        for other in formations:
            options.append(Word(FORMATIONS[other], FORMATIONS[other].capitalize()))
        chosen = game.choose(unit.seat, "formation", options, unit.id)
        formation = FORMATIONS.index(chosen.key())
    x, y, facing = game.place(unit.seat, "deploy", DeployRegion(battle, unit, formation), unit.id)
    tell_deployed(game, unit, formation, x=x, y=y, facing=facing)


def tell_deployed(
    game: Game[GettysburgBattle], unit: Unit, formation: int, *, x: float, y: float, facing: float
) -> None:
    battle = game.battle
    there = battle.footprint(unit, formation, x, y, facing)
    game.tell(Deployed(unit.id, formation, x, y, facing, garrison_at(battle, unit, there)))


def place_at_edge(game: Game[GettysburgBattle], unit: Unit) -> None:
    """The nearest free place along its side's baseline (R152); a unit for which the table has none stays away."""
    battle = game.battle
    formations = formations_of(battle, unit)
    table = [whole_table(battle.land.ground)]
    regions: list[ZoneRegion] = [DeployRegion(battle, unit, formation, table) for formation in formations]
    found = at_the_edge(regions, battle.armies[unit.side].baseline, battle.goals.entries[unit.id].zones[0])
    game.tell(FoundNoRoom(unit.id, NO_ROOM))
    if found is None:
        game.tell(StayedAway(unit.id, NO_ROOM))
    else:
        x, y, facing = found.value
        tell_deployed(game, unit, formations[found.which], x=x, y=y, facing=facing)


def formations_of(battle: GettysburgBattle, unit: Unit) -> list[int]:
    """As the scenario says, or whichever its owner likes."""
    return [formation_of(battle, unit)] if battle.goals.entries[unit.id].formation else deployable(unit)


def deployable(unit: Unit) -> list[int]:
    if unit.arm == Arm.ARTILLERY:
        return [Formation.DEPLOYED, Formation.LIMBERED]
    if unit.arm == Arm.CAVALRY:
        return [Formation.LINE, Formation.COLUMN]
    return [Formation.LINE, Formation.EXTENDED, Formation.COLUMN] + (
        [Formation.SKIRMISH] if unit.skirmish_rate() != SkirmishRate.NONE else []
    )


class DeployRegion(ZoneRegion):
    """Where a unit stands at the start: in its zone, on ground it may be on, clear of others."""

    def __init__(self, battle: GettysburgBattle, unit: Unit, formation: int, zones: list[Zone] | None = None) -> None:
        entry = battle.goals.entries[unit.id]
        super().__init__(zones or entry.zones, entry.facing)
        self.battle = battle
        self.unit = unit
        self.formation = formation
        self.known: list[tuple[float, ...]] | None = None

    def names(self) -> tuple[str, ...]:
        return ("x", "y", "facing")

    def refusal(self, value: tuple[float, ...]) -> str:
        x, y, facing = value
        if bad_facing(facing):
            return bad_facing(facing)
        if not any(zone.holds(x, y) for zone in self.zones):
            return f"{self.unit.name} must be deployed in its zone."
        return self.place_refusal(self.battle.footprint(self.unit, self.formation, x, y, facing))

    def place_refusal(self, there: Rect) -> str:
        battle = self.battle
        unit = self.unit
        why = battle.land.refuses(there, troops_of(unit.arm, self.formation), None)
        if why:
            return f"{unit.name} may not stand there: {why} is in the way."
        keep = battle.rules.enemy_gap
        post = garrison_at(battle, unit, there)
        held = battle.land.plots[post].box(there.facing) if post >= 0 and battle.land.plots[post].bua else there
        for other in battle.around(held.x, held.y, held.radius + keep):
            if overlaps(held, other.shape):
                return f"{unit.name} would stand on {other.name} there."
            if other.side != unit.side and distance(held, other.shape) < keep:
                return f"{unit.name} would stand within {keep:g} inch of {other.name}."
        return ""

    def samples(self) -> list[tuple[float, ...]]:
        """Spread over the zone; where it is full, any free place at all."""
        if self.known is None:
            self.known = self.spread(7.0, MOST_SAMPLES) or self.spread(GRID, 4) or self.spread(0.5, 1) or self.closest()
        return self.known

    def stances(self) -> list[Stance]:
        there = self.battle.footprint(self.unit, self.formation, 0.0, 0.0, self.facing)
        return [Stance((self.facing,), box_about(there), CENTRE)]

    def taken(self) -> list[Zone]:
        """Enemies with the distance that must be kept from them."""
        keep = self.battle.rules.enemy_gap
        return [
            box_about(other.shape, 0.0 if other.side == self.unit.side else keep)
            for other in self.battle.units
            if other.place == Where.ON_TABLE
        ]

    def spread(self, pitch: float, most: int) -> list[tuple[float, ...]]:
        found: list[tuple[float, ...]] = []
        for zone in self.zones:
            columns = int((zone.x1 - zone.x0) / pitch) + 1
            rows = int((zone.y1 - zone.y0) / pitch) + 1
            for x, y in cell_middles(zone, columns, rows):
                value = (x, y, self.facing)
                if not self.refusal(value):
                    found.append(value)
        if len(found) <= most:
            return found
        return [found[k * len(found) // most] for k in range(most)]

    def ghost(self) -> Ghost | None:
        return self.ghost_of(bodies(self.battle, self.unit, self.formation))

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        """A garrison of a BUA stands where that stands (R124)."""
        battle = self.battle
        x, y, facing = value
        there = battle.footprint(self.unit, self.formation, x, y, facing)
        post = garrison_at(battle, self.unit, there)
        if post >= 0 and battle.land.plots[post].bua:
            there = battle.land.plots[post].box(facing)
        found = outcome_of(there, bodies(battle, self.unit, self.formation))
        if post >= 0:
            found.stops = f"holds {the(battle.land.plots[post].name)}"
        return found


# ---------------------------------------------------------------- generals


def place_general(battle: GettysburgBattle, general: General) -> tuple[float, float]:
    """Behind the first unit of his command, or of his side."""
    for unit in battle.units:
        if unit.side == general.side and unit.place == Where.ON_TABLE:
            brigade = battle.brigades[unit.brigade]
            if brigade.brigadier == general.id or (brigade.brigadier != general.id and general.level > 0):
                x, y = unit.shape.point(0.0, -unit.shape.half_d - general.radius - 1.0)
                return nudged(battle, general, x, y)
    ground = battle.land.ground
    return nudged(battle, general, 0.5 * ground.width, 0.5 * ground.depth)


def nudged(battle: GettysburgBattle, general: General, x: float, y: float) -> tuple[float, float]:
    """Generals may stand anywhere, also over a footprint, but not on each other: a general is nudged, never a unit."""
    ground = battle.land.ground
    r = general.radius
    x = min(max(x, r), ground.width - r)
    y = min(max(y, r), ground.depth - r)
    ring = 0.0
    while ring < 20.0:
        for eighth in range(8):
            ux, uy = direction(45.0 * eighth)
            px = min(max(x + ux * ring, r), ground.width - r)
            py = min(max(y + uy * ring, r), ground.depth - r)
            if is_clear(battle, general, px, py):
                return px, py
            if ring == 0.0:
                break
        ring += 0.25
    return x, y


def is_clear(battle: GettysburgBattle, general: General, x: float, y: float) -> bool:
    for other in battle.generals:
        if other is not general and other.place == Where.ON_TABLE:
            if spacing(x, y, other.x, other.y) < general.radius + other.radius - TOLERANCE:
                return False
    return True


# ---------------------------------------------------------------- is there room for all?


class Trial(deploying.Trial):
    """Units one after the other; generals need no room (they are nudged)."""

    def __init__(self, battle: GettysburgBattle) -> None:
        self.before: Final = battle
        self.battle = battle

    def start(self) -> None:
        self.battle = self.before.clone()
        for id in self.battle.to_deploy[:]:
            spot = self.battle.goals.spots[id]
            if spot is not None:
                self.stand(id, formation_of(self.battle, self.battle.units[id]), *spot)

    def waiting(self) -> list[list[int]]:
        return [self.battle.to_deploy[:]]

    def entry(self, unit: int) -> UnitEntry:
        return self.battle.goals.entries[unit]

    def regions(self, unit: int) -> list[ZoneRegion]:
        held = self.battle.units[unit]
        return [DeployRegion(self.battle, held, formation) for formation in formations_of(self.battle, held)]

    def put(self, unit: int, region: ZoneRegion, value: tuple[float, ...]) -> None:
        assert isinstance(region, DeployRegion)
        x, y, facing = value
        self.stand(unit, region.formation, x, y, facing)

    def stand(self, unit: int, formation: int, x: float, y: float, facing: float) -> None:
        there = self.battle.footprint(self.battle.units[unit], formation, x, y, facing)
        garrison = garrison_at(self.battle, self.battle.units[unit], there)
        Deployed(unit, formation, x, y, facing, garrison).apply(self.battle)
