"""Setting up (R93): the second-named side first, whole bases in its zone, in command, nobody on top of another."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction, wrapped
from playsheet.core.asking import Ghost, Outcome
from playsheet.core.events import Battle
from playsheet.core.formations import files_ranks
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, Rect, rect, spacing
from playsheet.core.scenario import Scenario, UnitEntry, Zone
from playsheet.rules.gaslight.battle.events import DeckShuffled, Deployed, StayedAway
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.ground.driving import hull_refused
from playsheet.rules.gaslight.ground.moving import MOST_RAGGED, ROOM, Floor, block, bodies
from playsheet.rules.gaslight.ground.places import CREW_GAP, round_gun
from playsheet.rules.gaslight.table.command import attach, deck_of, offer_attachment
from playsheet.rules.gaslight.terms import Arm, Where
from playsheet.tabletop import deploying
from playsheet.tabletop.deploying import (
    Stance,
    ZoneRegion,
    at_the_edge,
    box_about,
    box_of_both,
    box_of_discs,
    grid_points,
    holds_disc,
    holds_rect,
    home_edge,
    outside,
    whole_table,
)
from playsheet.tabletop.events import FoundNoRoom
from playsheet.tabletop.placing import bad_facing, bad_files, bases_at

MOST_SAMPLES: Final = 60
NO_ROOM: Final = "R127"
TURNS: Final = [0.0, 315.0, 45.0, 180.0]  # facings tried, from the way the side faces


class Stand:
    """Where a unit would stand: its figures one by one, and its gun or hull."""

    def __init__(self, spots: list[tuple[float, float]], facing: float, x: float, y: float) -> None:
        self.spots: Final = spots
        self.facing: Final = facing
        self.x: Final = x
        self.y: Final = y


def stand(battle: GaslightBattle, unit: Unit, value: tuple[float, ...]) -> Stand:
    x, y, facing, files = value
    if unit.kind == Arm.VEHICLE:
        return Stand([], facing, x, y)
    figures = [unit.first + k for k in range(unit.start)]
    if unit.kind == Arm.CREW:
        return Stand(round_gun(battle, unit, figures, x, y, facing), facing, x, y)
    spots = block(battle, figures, x, y, int(files), facing=facing)
    spots[0], spots[unit.card.leader] = spots[unit.card.leader], spots[0]  # the leader in the middle of the front
    return Stand(spots, facing, x, y)


def hull_at(unit: Unit, *, x: float, y: float, facing: float) -> Rect:
    card = unit.card.machine
    if card is None:
        raise AttributeError(unit.name + " has no machine")
    return rect(x, y, facing, card.width, card.length)


# ---------------------------------------------------------------- where it may stand


class DeployRegion(ZoneRegion):
    """Where a unit may stand at the start: its centre, its facing, and how many files wide."""

    def __init__(
        self, battle: GaslightBattle, unit: Unit, zones: list[Zone], facing: float, *, hosted: bool = True
    ) -> None:
        super().__init__(zones, facing)
        self.battle: Final = battle
        self.unit: Final = unit
        self.hosted: Final = hosted  # must it stand in command of the unit that it starts with?

    def names(self) -> tuple[str, ...]:
        return ("x", "y", "facing", "files")

    def refusal(self, value: tuple[float, ...]) -> str:
        unit = self.unit
        why = bad_facing(value[2]) or bad_files(value[3], unit.start if unit.model < 0 else 1)
        if why:
            return why
        held = stand(self.battle, unit, value)
        host = host_of(self.battle, unit)
        if host is not None and self.hosted:
            x, y = self.battle.at(host.leader)
            if spacing(x, y, value[0], value[1]) > self.battle.rules.command_radius + TOLERANCE:
                return f"{unit.name} starts with {host.name} and must stand in command of it."
        if not any(zone_holds(self.battle, unit, zone, held) for zone in self.zones):
            return outside(unit.name)
        return no_room(self.battle, unit, held)

    def ghost(self) -> Ghost | None:
        n = self.unit.start if self.unit.model < 0 else 1
        return self.ghost_of(self.bodies((0.0, 0.0, self.facing, float((n + 1) // 2))))

    def bodies(self, value: tuple[float, ...]) -> list[tuple[float, float, float, float, float]]:
        """How it would stand, about the place chosen."""
        x, y, facing, _ = value
        unit = self.unit
        if unit.kind == Arm.VEHICLE:
            hull = hull_at(unit, x=x, y=y, facing=facing)
            return [(0.0, 0.0, 0.0, 2.0 * hull.half_w, 2.0 * hull.half_d)]
        models = [unit.first + k for k in range(unit.start)]
        spots = stand(self.battle, unit, value).spots
        if unit.kind == Arm.CREW:
            models = [unit.model, *models]
            spots = [(x, y), *spots]
        return bodies(self.battle, models, spots, facing, x=x, y=y)

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        found = Outcome(value[0], value[1])
        found.bodies = bases_at(value[0], value[1], value[2], self.bodies(value))
        return found

    def samples(self) -> list[tuple[float, ...]]:
        """Places on a grid, in two or three ranks; if there are none, a finer grid and every width."""
        n = self.unit.start if self.unit.model < 0 else 1
        widths = [(n + 1) // 2]
        if (n + 2) // 3 not in widths:
            widths.append((n + 2) // 3)
        found = self.on_grid(widths, 6, 3, False, MOST_SAMPLES)
        return found or self.on_grid(list(range(1, n + 1)), 48, 24, True, MOST_SAMPLES) or self.closest()

    def has_room(self) -> bool:
        """One place will do."""
        files = (self.unit.start + 1) // 2 if self.unit.model < 0 else 1
        return bool(self.on_grid([files], 6, 3, False, 1)) or bool(self.samples())

    def stances(self) -> list[Stance]:
        """In two ranks or fewer files, first as the side faces, then turned."""
        n = self.unit.start if self.unit.model < 0 else 1
        widths = [(n + 1) // 2]
        for files in [*range((n + 1) // 2 - 1, 0, -1), *range((n + 1) // 2 + 1, n + 1)]:
            if files_ranks(n, files) not in [files_ranks(n, width) for width in widths]:
                widths.append(files)
        return [
            Stance((facing, float(files)), self.box((0.0, 0.0, facing, float(files))))
            for facing in [wrapped(self.facing + turn) for turn in TURNS]
            for files in widths
        ]

    def box(self, value: tuple[float, ...]) -> Zone:
        """The box about the unit as it would stand there."""
        battle = self.battle
        unit = self.unit
        held = stand(battle, unit, value)
        if unit.kind == Arm.VEHICLE:
            return box_about(hull_at(unit, x=held.x, y=held.y, facing=held.facing))
        found = box_of_discs(held.spots, battle.radius[i64(unit.first)])
        if unit.kind == Arm.CREW:
            found = box_of_both(found, box_of_discs([(held.x, held.y)], battle.radius[i64(unit.model)]))
        return found

    def taken(self) -> list[Zone]:
        battle = self.battle
        found: list[Zone] = []
        for other in battle.units:
            if other.place == Where.ON_TABLE and other.hull is not None:
                found.append(box_about(other.hull))
            elif other.place == Where.ON_TABLE:
                models = [*battle.members(other), *([other.model] if other.model >= 0 else [])]
                found.append(box_of_discs([battle.at(m) for m in models], max([battle.radius[i64(m)] for m in models])))
        return found

    def on_grid(self, widths: list[int], columns: int, rows: int, turning: bool, most: int) -> list[tuple[float, ...]]:
        found: list[tuple[float, ...]] = []
        for files in widths:
            for turn in TURNS if turning else TURNS[:1]:
                facing = wrapped(self.facing + turn)
                wide, deep = self.extent(files, facing)
                for zone in self.zones:
                    across = zone.x1 - zone.x0 - wide
                    down = zone.y1 - zone.y0 - deep
                    if across < 0.0 or down < 0.0:
                        continue
                    x0 = zone.x0 + 0.5 * wide
                    y0 = zone.y0 + 0.5 * deep
                    for x, y in grid_points(x0, y0, across, down, columns, rows):
                        self.add_legal(found, (x, y, facing, float(files)))
                        if len(found) >= most:
                            return found
        return found

    def extent(self, files: int, facing: float) -> tuple[float, float]:
        """About how wide and deep the unit stands, east and north."""
        unit = self.unit
        battle = self.battle
        ux, uy = direction(facing)
        if unit.kind == Arm.VEHICLE:
            hull = hull_at(unit, x=0.0, y=0.0, facing=facing)
            return (
                2.0 * (abs(uy) * hull.half_w + abs(ux) * hull.half_d),
                2.0 * (abs(ux) * hull.half_w + abs(uy) * hull.half_d),
            )
        r = battle.radius[i64(unit.first)]
        if unit.kind == Arm.CREW:
            wide = 2.0 * (battle.radius[i64(unit.model)] + CREW_GAP + 2.0 * r)
            return wide, wide
        across, ranks = files_ranks(unit.start, files)
        pitch = 2.0 * r + ROOM
        depth = pitch if unit.card.drilled else pitch + 2.0 * MOST_RAGGED
        wide = across * pitch - ROOM
        deep = ranks * depth - ROOM
        return abs(uy) * wide + abs(ux) * deep, abs(ux) * wide + abs(uy) * deep


def zone_holds(battle: GaslightBattle, unit: Unit, zone: Zone, held: Stand) -> bool:
    """Is every base, and the hull or gun, wholly in the zone?"""
    if unit.kind == Arm.VEHICLE:
        return holds_rect(zone, hull_at(unit, x=held.x, y=held.y, facing=held.facing))
    if unit.kind == Arm.CREW and not holds_disc(zone, held.x, held.y, battle.radius[i64(unit.model)]):
        return False
    for k in range(len(held.spots)):
        if not holds_disc(zone, held.spots[k][0], held.spots[k][1], battle.radius[i64(unit.first + k)]):
            return False
    return True


def no_room(battle: GaslightBattle, unit: Unit, held: Stand) -> str:
    """Why the unit cannot stand so; empty if it can."""
    if unit.kind == Arm.VEHICLE:
        return hull_refused(battle, unit, hull_at(unit, x=held.x, y=held.y, facing=held.facing))
    floor = Floor(battle)
    if unit.kind == Arm.CREW:
        r = battle.radius[i64(unit.model)]
        if not floor.free(unit.model, r, held.x, held.y, True):
            return f"the gun of {unit.name} does not fit there."
        floor.put(unit.model, held.x, held.y)
    for k in range(len(held.spots)):
        figure = unit.first + k
        x, y = held.spots[k]
        if not floor.free(figure, battle.radius[i64(figure)], x, y, battle.mounted(figure)):
            return f"{unit.name} does not fit there: somebody is in the way, or ground that is closed to it."
        floor.put(figure, x, y)
        if spacing(x, y, *held.spots[unit.card.leader]) > battle.rules.command_radius + TOLERANCE:
            return f"{unit.name} must be in command: all within {battle.rules.command_radius:g} inches of its leader."
    return ""


# ---------------------------------------------------------------- deploying


def deploy(game: Game[GaslightBattle]) -> None:
    """The next unit takes its place: where the scenario says, or where its owner likes."""
    battle = game.battle
    unit = battle.units[battle.to_deploy[0]]
    entry = battle.goals.entries[unit.id]
    region = DeployRegion(battle, unit, entry.zones, entry.facing)
    if entry.at is not None:
        tell_deployed(game, unit, fixed_place(unit, entry))
    elif region.has_room():
        tell_deployed(game, unit, game.place(unit.seat, "deploy", region, unit.id))
    else:
        place_at_edge(game, unit, entry)
    if unit.kind == Arm.CHARACTER and unit.place == Where.ON_TABLE:
        join_at_start(game, unit)
    if not battle.to_deploy:
        game.tell(DeckShuffled(1, deck_of(battle)))


def tell_deployed(game: Game[GaslightBattle], unit: Unit, value: tuple[float, ...]) -> None:
    game.tell(deployed(game.battle, unit, value))


def deployed(battle: GaslightBattle, unit: Unit, value: tuple[float, ...]) -> Deployed:
    held = stand(battle, unit, value)
    return Deployed(unit.id, [x for x, _ in held.spots], [y for _, y in held.spots], held.facing, held.x, held.y)


def place_at_edge(game: Game[GaslightBattle], unit: Unit, entry: UnitEntry) -> None:
    """The nearest free place along its side's edge (R127); a unit for which the table has none stays away."""
    battle = game.battle
    table = [whole_table(battle.land.ground)]
    regions: list[ZoneRegion] = [DeployRegion(battle, unit, table, entry.facing, hosted=False)]
    found = at_the_edge(regions, home_edge(battle.goals.facings[unit.side]), entry.zones[0])
    game.tell(FoundNoRoom(unit.id, NO_ROOM))
    if found is None:
        game.tell(StayedAway(unit.id, NO_ROOM))
    else:
        tell_deployed(game, unit, found.value)


def join_at_start(game: Game[GaslightBattle], character: Unit) -> None:
    """A character may start attached: as the scenario says, or to a unit that he touches."""
    battle = game.battle
    host = host_of(battle, character)
    if host is None or not in_command_of(battle, character, host):
        offer_attachment(game, character)
    else:
        attach(game, character, host)


def in_command_of(battle: GaslightBattle, character: Unit, host: Unit) -> bool:
    """He is, unless there was no room for him near the unit that he starts with."""
    x, y = battle.at(host.leader)
    far = spacing(x, y, *battle.at(character.first))
    return battle.goals.entries[character.id].at is not None or far <= battle.rules.command_radius + TOLERANCE


def host_of(battle: GaslightBattle, character: Unit) -> Unit | None:
    """The unit that the scenario attaches him to."""
    name = battle.goals.entries[character.id].attached_to
    if not name:
        return None
    for unit in battle.units:
        if unit.side == character.side and unit.name == name and unit.place == Where.ON_TABLE:
            return unit
    return None


def check_places(battle: GaslightBattle, scenario: Scenario) -> None:
    """Two sides; and units that the scenario puts in a place of its own must fit there, one beside the other."""
    trial = battle.clone()
    for unit in trial.units:
        entry = trial.goals.entries[unit.id]
        if len(scenario.sides) != 2:
            raise entry.source.refused("", "expected two sides for this sheet.")
        if entry.at is None:
            continue
        held = stand(trial, unit, fixed_place(unit, entry))
        why = no_room(trial, unit, held)
        if not why and not zone_holds(trial, unit, whole_table(trial.land.ground), held):
            why = f"{unit.name} would stand off the table."
        if why:
            raise entry.source.refused("at", f"{why} Expected a place where all of it fits.")
        deployed(trial, unit, fixed_place(unit, entry)).apply(trial)


def fixed_place(unit: Unit, entry: UnitEntry) -> tuple[float, ...]:
    """Where the scenario says; in two ranks."""
    at = entry.at or (0.0, 0.0)
    files = (unit.start + 1) // 2 if unit.model < 0 else 1
    return (at[0], at[1], entry.facing, float(files))


# ---------------------------------------------------------------- is there room for all?


class Trial(deploying.Trial):
    """Units one after the other, then the characters, some of whom stand with them."""

    def __init__(self, battle: GaslightBattle) -> None:
        self.before: Final = battle
        self.battle = battle

    def start(self) -> None:
        self.battle = self.before.clone()
        for unit in self.battle.units:
            entry = self.entry(unit.id)
            if entry.at is not None:
                deployed(self.battle, unit, fixed_place(unit, entry)).apply(self.battle)

    def waiting(self) -> list[list[int]]:
        characters = [id for id in self.battle.to_deploy if self.battle.units[id].kind == Arm.CHARACTER]
        return [[id for id in self.battle.to_deploy if id not in characters], characters]

    def entry(self, unit: int) -> UnitEntry:
        return self.battle.goals.entries[unit]

    def regions(self, unit: int) -> list[ZoneRegion]:
        entry = self.entry(unit)
        return [DeployRegion(self.battle, self.battle.units[unit], entry.zones, entry.facing)]

    def put(self, unit: int, region: ZoneRegion, value: tuple[float, ...]) -> None:
        deployed(self.battle, self.battle.units[unit], value).apply(self.battle)
