"""Setting up (R43): side 2 first, then side 1, each unit wholly inside its zone; commanders may start attached."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Ghost, Option, Outcome, Word
from playsheet.core.events import Battle
from playsheet.core.game import Game
from playsheet.core.geometry import Rect, overlaps
from playsheet.core.scenario import UnitEntry, Zone
from playsheet.core.words import upper
from playsheet.rules.lancer.battle.events import BattleBegan, Deployed, DeployedAttached, StayedAway
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.battle.words import FORMED
from playsheet.rules.lancer.ground.moving import TOUCH, refuses_place, standing
from playsheet.rules.lancer.options.choices import OfUnit
from playsheet.rules.lancer.table.contact import refresh_contacts
from playsheet.rules.lancer.terms import FORMATIONS, Arm, Formation, Where
from playsheet.tabletop import deploying
from playsheet.tabletop.deploying import (
    Stance,
    ZoneRegion,
    at_the_edge,
    box_about,
    cell_middle,
    holds_rect,
    home_edge,
    outside,
    whole_table,
)
from playsheet.tabletop.events import FoundNoRoom


class Form(Word):
    """The formation in which a unit deploys."""

    def __init__(self, formation: int) -> None:
        super().__init__(FORMATIONS[formation], upper(FORMED[formation]))
        self.formation: Final = formation


class StartWith(OfUnit):
    """A commander starts the battle attached to a unit."""

    def __init__(self, unit: int) -> None:
        super().__init__("with", unit, "With {}")


ALONE: Final = Word("alone", "By himself")
UNFORMED: Final = [Form(Formation.NONE)]  # of guns and commanders
NO_ROOM: Final = "R63"
MOST_SAMPLES: Final = 10_000  # of one grid
FORMS: Final = [Form(Formation.LINE), Form(Formation.EXTENDED), Form(Formation.COLUMN)]


class DeployRegion(ZoneRegion):
    """Where a unit may stand at the start: inside a zone of its side, clear of others and of closed ground."""

    def __init__(self, battle: LancerBattle, unit: Unit, formation: int, zones: list[Zone], *, facing: float) -> None:
        super().__init__(zones, facing)
        self.battle = battle
        self.unit = unit
        self.formation = formation

    def names(self) -> tuple[str, ...]:
        return ("x", "y")

    def refusal(self, value: tuple[float, ...]) -> str:
        there = self.battle.footprint(self.unit, self.formation, value[0], value[1], self.facing)
        if not self.is_inside(there):
            return outside(self.unit.name)
        why = refuses_deployment(self.battle, self.unit, there)
        return f"{self.unit.name} does not fit there: {why} is in the way." if why else ""

    def is_inside(self, there: Rect) -> bool:
        for zone in self.zones:
            if holds_rect(zone, there):
                return True
        return False

    def samples(self) -> list[tuple[float, ...]]:
        """A grid of free places; a finer one where the zone is crowded."""
        return self.grid(1.0, MOST_SAMPLES) or self.grid(8.0, MOST_SAMPLES) or self.closest()

    def has_room(self) -> bool:
        return bool(self.grid(1.0, 1)) or bool(self.grid(8.0, 1)) or bool(self.closest())

    def stances(self) -> list[Stance]:
        return [Stance((), box_about(self.battle.footprint(self.unit, self.formation, 0.0, 0.0, self.facing)))]

    def taken(self) -> list[Zone]:
        """Enemies with the distance that must be kept from them (R38)."""
        clear = 2.0 * TOUCH
        return [
            box_about(part, 0.0 if other.side == self.unit.side else clear)
            for other in self.battle.units
            if other.on_table() and other is not self.unit
            for part in other.shape
        ]

    def ghost(self) -> Ghost | None:
        return self.ghost_of(self.battle.bodies(self.unit, self.formation))

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        there = self.battle.footprint(self.unit, self.formation, value[0], value[1], self.facing)
        return standing(self.battle, self.unit, self.formation, there)

    def grid(self, fine: float, most: int) -> list[tuple[float, ...]]:
        """The first so many free places of a grid, row by row from the south-west."""
        width, depth = self.battle.extent(self.unit, self.formation)
        held = self.battle.footprint(self.unit, self.formation, 0.0, 0.0, self.facing)
        found: list[tuple[float, ...]] = []
        for zone in self.zones:
            columns = max(1, int((zone.x1 - zone.x0) * fine / (width + 0.5)))
            rows = max(1, int((zone.y1 - zone.y0) * fine / (depth + 0.5)))
            for row in range(rows):
                y = cell_middle(zone.y0, zone.y1, row, rows)
                for column in range(columns):
                    x = cell_middle(zone.x0, zone.x1, column, columns)
                    there = held.at(x, y)
                    if self.is_inside(there) and not refuses_deployment(self.battle, self.unit, there):
                        found.append((x, y))
                        if len(found) == most:
                            return found
        return found


def refuses_deployment(battle: LancerBattle, unit: Unit, there: Rect) -> str:
    """As in play, and loose commanders keep their place too."""
    why = refuses_place(battle, unit, there)
    if why:
        return why
    for other in battle.units:
        if other.kind == Arm.COMMANDER and other.on_table() and other is not unit:
            if overlaps(there, other.shape[0]):
                return other.name
    return ""


def deploy(game: Game[LancerBattle]) -> None:
    """The next unit that is due takes its place: where the scenario says, or where its owner likes."""
    battle = game.battle
    unit = battle.units[battle.to_deploy[0]]
    entry = battle.goals.entries[unit.id]
    if unit.kind == Arm.COMMANDER:
        host = host_of(game, unit, entry.attached_to)
        if host >= 0:
            game.tell(DeployedAttached(unit.id, host))
            begin_when_ready(game)
            return
    if entry.at is not None:
        x, y = entry.at
        game.tell(Deployed(unit.id, formations_of(unit, entry)[0].formation, x, y, entry.facing))
    else:
        place_unit(game, unit, entry)
    begin_when_ready(game)


def place_unit(game: Game[LancerBattle], unit: Unit, entry: UnitEntry) -> None:
    """As its owner likes, in a formation for which there is room; at the edge if there is room for none (R63)."""
    battle = game.battle
    forms = [form for form in formations_of(unit, entry) if region_of(battle, unit, form, entry.zones).has_room()]
    if not forms:
        place_at_edge(game, unit, entry)
        return
    form = forms[0]
    if unit.kind in (Arm.FOOT, Arm.HORSE) and not entry.formation:
        form = game.choose(unit.seat, "deploy_formation", forms, unit.id)
    value = game.place(unit.seat, "deploy", region_of(battle, unit, form, entry.zones), unit.id)
    game.tell(Deployed(unit.id, form.formation, value[0], value[1], entry.facing))


def place_at_edge(game: Game[LancerBattle], unit: Unit, entry: UnitEntry) -> None:
    """The nearest free place along its side's edge; a unit for which the whole table has none stays away."""
    battle = game.battle
    forms = formations_of(unit, entry)
    table = [whole_table(battle.land.ground)]
    regions: list[ZoneRegion] = [region_of(battle, unit, form, table) for form in forms]
    found = at_the_edge(regions, home_edge(battle.goals.facings[unit.side]), entry.zones[0])
    game.tell(FoundNoRoom(unit.id, NO_ROOM))
    if found is None:
        game.tell(StayedAway(unit.id, NO_ROOM))
    else:
        game.tell(Deployed(unit.id, forms[found.which].formation, found.value[0], found.value[1], entry.facing))


def formations_of(unit: Unit, entry: UnitEntry) -> list[Form]:
    """As the scenario says, or whichever its owner likes: first of all in line."""
    if unit.kind not in (Arm.FOOT, Arm.HORSE):
        return UNFORMED
    return [FORMS[FORMATIONS.index(entry.formation)]] if entry.formation else FORMS


def region_of(battle: LancerBattle, unit: Unit, form: Form, zones: list[Zone]) -> DeployRegion:
    return DeployRegion(battle, unit, form.formation, zones, facing=battle.goals.entries[unit.id].facing)


def host_of(game: Game[LancerBattle], commander: Unit, named_host: str) -> int:
    """The unit a commander starts with; -1 if he stands alone."""
    battle = game.battle
    hosts = [
        host.id
        for host in battle.units
        if host.side == commander.side and host.kind != Arm.COMMANDER and host.place == Where.ON_TABLE
    ]
    for host in hosts:
        if named_host and battle.units[host].name == named_host:
            return host
    if battle.goals.entries[commander.id].at is not None:
        return -1
    choices: list[Option] = [ALONE]
    for host in hosts:
        choices.append(StartWith(host))
    chosen = game.choose(commander.seat, "deploy_commander", choices, commander.id)
    return chosen.unit if isinstance(chosen, StartWith) else -1


def begin_when_ready(game: Game[LancerBattle]) -> None:
    """All are there: the deck is shuffled. Enemies that a scenario puts in touch are in melee from the start (R46)."""
    battle = game.battle
    if not battle.to_deploy:
        game.tell(BattleBegan(deck_size(battle)))
        for unit in battle.units:
            if unit.side == 0:
                refresh_contacts(game, unit.id)


def deck_size(battle: LancerBattle) -> int:
    """2 cards a unit, 3 a commander, and STOP."""
    return battle.rules.stop_cards + sum(battle.rules.cards_for(unit.kind) for unit in battle.units)


# ---------------------------------------------------------------- is there room for all?


class Trial(deploying.Trial):
    """Units one after the other; a commander who can join one of them needs no room."""

    def __init__(self, battle: LancerBattle) -> None:
        self.before: Final = battle
        self.battle = battle

    def start(self) -> None:
        self.battle = self.before.clone()
        for unit in self.battle.units:
            entry = self.entry(unit.id)
            if entry.at is not None:
                formation = formations_of(unit, entry)[0].formation
                Deployed(unit.id, formation, entry.at[0], entry.at[1], entry.facing).apply(self.battle)

    def waiting(self) -> list[list[int]]:
        leaders = [id for id in self.battle.to_deploy if self.battle.units[id].kind == Arm.COMMANDER]
        return [[id for id in self.battle.to_deploy if id not in leaders], leaders]

    def entry(self, unit: int) -> UnitEntry:
        return self.battle.goals.entries[unit]

    def regions(self, unit: int) -> list[ZoneRegion]:
        held = self.battle.units[unit]
        entry = self.entry(unit)
        return [region_of(self.battle, held, form, entry.zones) for form in formations_of(held, entry)]

    def put(self, unit: int, region: ZoneRegion, value: tuple[float, ...]) -> None:
        assert isinstance(region, DeployRegion)
        Deployed(unit, region.formation, value[0], value[1], region.facing).apply(self.battle)

    def joins(self, unit: int) -> bool:
        held = self.battle.units[unit]
        return held.kind == Arm.COMMANDER and any(
            other.side == held.side and other.kind != Arm.COMMANDER for other in self.battle.units
        )
