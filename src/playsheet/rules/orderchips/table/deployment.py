"""Setting up (R77): sides in the order named, every base in its zone, nobody on another; by switch all in secret."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction, wrapped
from playsheet.core.asking import Ghost, Option, Outcome
from playsheet.core.errors import Refused
from playsheet.core.events import Battle
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE
from playsheet.core.scenario import Scenario, UnitEntry, Zone
from playsheet.rules.orderchips.battle.events import Attached, Deployed, Moved, StayedAway, TurnBegan, UnitShown
from playsheet.rules.orderchips.battle.secrets import hidden_from, seen_by
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.ground.slots import Manner, Places, gun_spot, lay, may_stand, slot
from playsheet.rules.orderchips.options.choices import ALONE, Attach
from playsheet.rules.orderchips.options.moves import outcome_of
from playsheet.rules.orderchips.terms import ORDERS, Arm, MoveKind, Order, Where
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
from playsheet.tabletop.placing import bad_facing, bad_files
from playsheet.tabletop.secrets import seats_of_side

MOST_SAMPLES: Final = 40
NO_ROOM: Final = "R112"
TRIES: Final = 8  # places at which another shape is tried
TURNS: Final = [0.0, 315.0, 45.0, 90.0, 270.0, 180.0]  # facings tried, from the way the side faces
RANKS: Final = 2  # of a unit that a bot sets up
FREELY: Final = Manner(apart=0.0, through=False)


class DeployRegion(ZoneRegion):
    """Where a unit may stand at the start: its leader or hull, facing which way, in how many files and which order."""

    def __init__(self, unit: Unit, entry: UnitEntry, seen: ChipBattle, zones: list[Zone] | None = None) -> None:
        super().__init__(zones or entry.zones, entry.facing)
        self.battle: Final = seen  # the table as its player sees it
        self.unit: Final[Unit] = seen.units[unit.id]
        self.order: Final[int] = ORDERS.index(entry.formation) if entry.formation else self.unit.card.starts
        self.fixed: Final = bool(entry.formation) or self.unit.kind not in (0, 1)

    def names(self) -> tuple[str, ...]:
        return ("x", "y", "facing", "files", "loose")

    def refusal(self, value: tuple[float, ...]) -> str:
        unit = self.unit
        why = bad_facing(value[2]) or bad_files(value[3], max(unit.start, 1))
        if why:
            return why
        if value[4] not in (0.0, 1.0) or (self.fixed and int(value[4]) != self.order):
            return f"{unit.name} stands in {ORDERS[self.order]} order at the start." if self.fixed else bad_order()
        places = self.places(value)
        if places is None:
            return f"{unit.name} does not fit there: somebody is in the way, or ground that is closed to it."
        if not any(zone_holds(self.battle, zone, places) for zone in self.zones):
            return outside(unit.name)
        return ""

    def places(self, value: tuple[float, ...]) -> Places | None:
        x, y, facing, files, loose = value
        unit = self.unit
        if unit.is_machine():
            if not may_stand(self.battle, unit, unit.model, x, y, facing, [unit.model], FREELY):
                return None
        return lay(self.battle, unit, x, y, facing, int(loose), int(files), FREELY)

    def samples(self) -> list[tuple[float, ...]]:
        """Places on a grid in two ranks; if there are none, a finer grid, other widths and facings."""
        n = max(self.unit.start, 1)
        found = self.on_grid([(n + RANKS - 1) // RANKS], 7, 3, TURNS[:1], MOST_SAMPLES)
        found = found or self.on_grid([n, (n + 1) // 2, (n + 2) // 3, 1], 40, 16, TURNS, MOST_SAMPLES)
        return [*found, *self.reshaped(found, n)] or self.closest()

    def has_room(self) -> bool:
        """One place will do."""
        files = (max(self.unit.start, 1) + RANKS - 1) // RANKS
        return bool(self.on_grid([files], 7, 3, TURNS[:1], 1)) or bool(self.samples())

    def stances(self) -> list[Stance]:
        """In two ranks or any other number, first as the side faces, then turned."""
        n = max(self.unit.start, 1)
        widths: list[int] = []
        for files in ((n + RANKS - 1) // RANKS, n, (n + 2) // 3, (n + 3) // 4, 1):
            if files not in widths:
                widths.append(files)
        found: list[Stance] = []
        for turn in TURNS:
            facing = wrapped(self.facing + turn)
            for files in widths:
                west, east, north, south = self.extent(files, facing)
                found.append(Stance((facing, float(files), float(self.order)), Zone(-west, -south, east, north)))
        return found

    def taken(self) -> list[Zone]:
        battle = self.battle
        return [
            box_of_models(battle, battle.models(other))
            for other in battle.units
            if other.place == Where.ON_TABLE and other is not self.unit
        ]

    def reshaped(self, found: list[tuple[float, ...]], n: int) -> list[tuple[float, ...]]:
        """Other shapes at some of these places: as wide and as deep as may be, and in the other order."""
        orders = [self.order] if self.fixed else [Order.CLOSE, Order.LOOSE]
        shapes: list[tuple[float, ...]] = []
        for files in (n, (n + RANKS - 1) // RANKS, 1):
            for order in orders:
                for value in found[:: max(1, len(found) // TRIES)]:
                    other = (*value[:3], float(files), float(order))
                    if other not in found and other not in shapes and not self.refusal(other):
                        shapes.append(other)
                        break
        return shapes

    def on_grid(
        self, widths: list[int], columns: int, rows: int, turns: list[float], most: int
    ) -> list[tuple[float, ...]]:
        found: list[tuple[float, ...]] = []
        for turn in turns:
            facing = wrapped(self.facing + turn)
            for files in widths:
                left, right, front, back = self.extent(files, facing)
                for zone in self.zones:
                    x0, x1, y0, y1 = zone.x0 + left, zone.x1 - right, zone.y0 + back, zone.y1 - front
                    if x1 < x0 - TOLERANCE or y1 < y0 - TOLERANCE:
                        continue
                    for x, y in grid_points(x0, y0, x1 - x0, y1 - y0, columns, rows):
                        self.add_legal(found, (x, y, facing, float(files), float(self.order)))
                        if len(found) >= most:
                            return found
        return found

    def extent(self, files: int, facing: float) -> tuple[float, float, float, float]:
        """How far the unit reaches west, east, north and south of its leader or hull centre."""
        battle = self.battle
        unit = self.unit
        ux, uy = direction(facing)
        reach = [0.0, 0.0, 0.0, 0.0]
        for model, right, forward in outline(battle, unit, files, self.order):
            x = right * uy + forward * ux
            y = -right * ux + forward * uy
            i: i64 = model
            if battle.round[i] == 1:
                wide = deep = 0.5 * battle.wide[i]
            else:
                wide = 0.5 * (abs(uy) * battle.wide[i] + abs(ux) * battle.deep[i])
                deep = 0.5 * (abs(ux) * battle.wide[i] + abs(uy) * battle.deep[i])
            reach[0] = max(reach[0], wide - x)
            reach[1] = max(reach[1], wide + x)
            reach[2] = max(reach[2], deep + y)
            reach[3] = max(reach[3], deep - y)
        return reach[0], reach[1], reach[2], reach[3]

    def ghost(self) -> Ghost | None:
        battle = self.battle
        unit = self.unit
        bodies: list[tuple[float, float, float, float, float]] = []
        files = (max(unit.start, 1) + RANKS - 1) // RANKS
        for model, right, forward in outline(battle, unit, files, self.order):
            i: i64 = model
            deep = 0.0 if battle.round[i] == 1 else battle.deep[i]
            bodies.append((right, forward, 0.0, battle.wide[i], deep))
        return self.ghost_of(bodies)

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        return outcome_of(self.battle, self.places(value), value[0], value[1], facing=value[2])


def box_of_models(battle: ChipBattle, models: list[int]) -> Zone:
    found: list[Zone] = []
    for model in models:
        i: i64 = model
        x, y = battle.at(model)
        if battle.round[i] == 1:
            found.append(box_of_discs([(x, y)], 0.5 * battle.wide[i]))
        else:
            found.append(box_about(battle.box_at(model, x, y, battle.figures.facing[i])))
    box = found[0]
    for other in found[1:]:
        box = box_of_both(box, other)
    return box


def bad_order() -> str:
    return "expected 0 for close order or 1 for loose."


def outline(battle: ChipBattle, unit: Unit, files: int, order: int) -> list[tuple[int, float, float]]:
    """Each model with its place right and forward of the leader, were nothing in the way."""
    if unit.is_machine():
        return [(unit.model, 0.0, 0.0)]
    size = unit.card.size
    gap = battle.rules.gaps[order]
    found: list[tuple[int, float, float]] = []
    if unit.serves():
        files = unit.start
        _, forward = gun_spot(battle, unit, x=0.0, y=0.0, facing=0.0)
        found.append((unit.model, 0.0, forward))
    for place in range(unit.start):
        file, rank = slot(place, files)
        found.append((unit.first + place, file * (size.width + gap), -rank * (size.depth + gap)))
    return found


def zone_holds(battle: ChipBattle, zone: Zone, places: Places) -> bool:
    """Is every base wholly in the zone?"""
    for index in range(len(places.models)):
        i: i64 = places.models[index]
        x = places.xs[index]
        y = places.ys[index]
        if battle.round[i] == 1:
            inside = holds_disc(zone, x, y, 0.5 * battle.wide[i])
        else:
            inside = holds_rect(zone, battle.box_at(places.models[index], x, y, places.facing))
        if not inside:
            return False
    return True


# ---------------------------------------------------------------- deploying


def deploy(game: Game[ChipBattle]) -> None:
    """The next unit takes its place: where the scenario says, with a unit that it joins, or where its owner likes."""
    battle = game.battle
    if not battle.to_deploy:
        begin(game)
        return
    unit = battle.units[battle.to_deploy[0]]
    entry = battle.goals.entries[unit.id]
    if unit.kind == Arm.NOTABLE and entry.at is None:
        host = chosen_host(game, unit, entry)
        if host is not None:
            join(game, unit, host)
            return
    region = DeployRegion(unit, entry, seen_by(battle, unit.seat))
    if entry.at is None and not region.has_room():
        place_at_edge(game, unit, entry)
        return
    value = fixed_place(region, entry) if entry.at is not None else game.place(unit.seat, "deploy", region, unit.id)
    places = region.places(value)
    if places is None:
        raise Refused(f"{unit.name} does not fit where the scenario puts it.")
    tell_deployed(game, unit, places)


def place_at_edge(game: Game[ChipBattle], unit: Unit, entry: UnitEntry) -> None:
    """The nearest free place along its side's edge (R112); a unit for which the table has none stays away."""
    battle = game.battle
    region = DeployRegion(unit, entry, battle, [whole_table(battle.land.ground)])
    regions: list[ZoneRegion] = [region]
    found = at_the_edge(regions, home_edge(battle.goals.facings[unit.side]), entry.zones[0])
    hidden = hidden_from(battle, unit.side)
    game.tell(FoundNoRoom(unit.id, NO_ROOM, hidden))
    places = None if found is None else region.places(found.value)
    if places is None:
        game.tell(StayedAway(unit.id, NO_ROOM, hidden))
    else:
        tell_deployed(game, unit, places)


def tell_deployed(game: Game[ChipBattle], unit: Unit, places: Places) -> None:
    game.tell(deployed(game.battle, unit, places, Deployed))


def deployed(battle: ChipBattle, unit: Unit, places: Places, kind: type[Deployed]) -> Deployed:
    xs = [0.0] * unit.start
    ys = [0.0] * unit.start
    model_x = 0.0
    model_y = 0.0
    for index in range(len(places.models)):
        model = places.models[index]
        if model == unit.model:
            model_x = places.xs[index]
            model_y = places.ys[index]
        else:
            xs[model - unit.first] = places.xs[index]
            ys[model - unit.first] = places.ys[index]
    unseen = hidden_from(battle, unit.side) if kind is Deployed else seats_of_side(battle.goals.seat_sides, unit.side)
    return kind(unit.id, places.order, places.files, places.facing, xs, ys, model_x, model_y, "R77", unseen)


def begin(game: Game[ChipBattle]) -> None:
    """All stand: what was secret is shown, and the first turn begins."""
    battle = game.battle
    for id in battle.secret[:]:
        show(game, battle.units[id])
    game.tell(TurnBegan(1))


def show(game: Game[ChipBattle], unit: Unit) -> None:
    battle = game.battle
    places = Places(unit.order, unit.files, unit.facing)
    for model in [*battle.men(unit), *([unit.model] if unit.model >= 0 else [])]:
        places.add(model, *battle.at(model))
    host = unit.attached_to
    game.tell(deployed(battle, unit, places, UnitShown))
    if host >= 0:
        game.tell(Attached(unit.id, host, "R77", seats_of_side(battle.goals.seat_sides, unit.side)))


# ---------------------------------------------------------------- notable persons


def chosen_host(game: Game[ChipBattle], notable: Unit, entry: UnitEntry) -> Unit | None:
    """The unit that he starts with: as the scenario says, or as his owner likes (4.2.4, R94)."""
    battle = game.battle
    hosts = [unit for unit in battle.units if may_start_with(battle, unit, notable)]
    if entry.attached_to:
        for host in hosts:
            if host.name == entry.attached_to:
                return host
        return None
    if not hosts:
        return None
    options: list[Option] = [ALONE, *[Attach(host.id) for host in hosts]]
    chosen = game.choose(notable.seat, "start_with", options, notable.id)
    return battle.units[chosen.unit] if isinstance(chosen, Attach) else None


def may_start_with(battle: ChipBattle, unit: Unit, notable: Unit) -> bool:
    """A unit of figures of his player that stands on the table and has room for him beside its leader."""
    if unit.seat != notable.seat or unit.place != Where.ON_TABLE or unit.is_machine() or unit.kind == Arm.NOTABLE:
        return False
    return with_him(battle, notable, unit) is not None


def with_him(battle: ChipBattle, notable: Unit, host: Unit) -> Places | None:
    """The host formed anew with him next to its leader, inside its zone."""
    twin = battle.clone()
    own = twin.units[host.id]
    twin.units[notable.id].place = Where.ATTACHED
    twin.units[notable.id].attached_to = host.id
    own.attached = [*own.attached, notable.id]
    x, y = twin.at(own.first)
    places = lay(twin, own, x, y, own.facing, own.order, own.files, FREELY)
    if places is None:
        return None
    zones = battle.goals.entries[host.id].zones
    return places if any(zone_holds(twin, zone, places) for zone in zones) else None


def join(game: Game[ChipBattle], notable: Unit, host: Unit) -> None:
    """He stands beside the leader, and the others make room."""
    battle = game.battle
    places = with_him(battle, notable, host)
    if places is None:
        raise Refused(f"{host.name} has no room for {notable.name}.")
    at = places.models.index(notable.first)
    alone = Places(Order.LOOSE, 1, places.facing)
    alone.add(notable.first, places.xs[at], places.ys[at])
    hidden = hidden_from(battle, host.side)
    game.tell(deployed(battle, notable, alone, Deployed))
    game.tell(Attached(notable.id, host.id, "R77", hidden))
    told = Moved(
        host.id,
        MoveKind.FORMS,
        places.order,
        places.files,
        places.facing,
        places.models,
        places.xs,
        places.ys,
        places.facings(),
        "R77",
    )
    told.unseen = hidden
    game.tell(told)


# ---------------------------------------------------------------- the scenario


def fixed_place(region: DeployRegion, entry: UnitEntry) -> tuple[float, ...]:
    """Where the scenario says; in two ranks."""
    at = entry.at or (0.0, 0.0)
    files = (max(region.unit.start, 1) + RANKS - 1) // RANKS
    return (at[0], at[1], entry.facing, float(files), float(region.order))


def check_places(battle: ChipBattle, scenario: Scenario) -> None:
    """Units that the scenario puts in a place of their own must fit there; secret armies need zones of their own."""
    if len(scenario.sides) < 2:
        raise scenario.extra.refused("", "expected at least two sides.")
    trial = battle.clone()
    for unit in trial.units:
        entry = trial.goals.entries[unit.id]
        if entry.at is None:
            continue
        region = DeployRegion(unit, entry, trial)
        places = region.places(fixed_place(region, entry))
        if places is None:
            raise entry.source.refused("at", f"{unit.name} does not fit there. Expected a place where all of it fits.")
        deployed(trial, unit, places, Deployed).apply(trial)
    if battle.rules.secret_deployment and zones_meet(scenario):
        raise scenario.extra.refused("", "the zones of two sides overlap: expected zones apart for secret deployment.")


def zones_meet(scenario: Scenario) -> bool:
    """Do zones of different sides share any ground (R90)?"""
    for one in range(len(scenario.sides)):
        for other in range(one + 1, len(scenario.sides)):
            for zone in [zone for entry in scenario.sides[one].units for zone in entry.zones]:
                for second in [zone for entry in scenario.sides[other].units for zone in entry.zones]:
                    if zone.x0 < second.x1 and second.x0 < zone.x1 and zone.y0 < second.y1 and second.y0 < zone.y1:
                        return True
    return False


# ---------------------------------------------------------------- is there room for all?


class Trial(deploying.Trial):
    """Units one after the other, then notable persons, who may stand with one of them."""

    def __init__(self, battle: ChipBattle) -> None:
        self.before: Final = battle
        self.battle = battle

    def start(self) -> None:
        self.battle = self.before.clone()
        for unit in self.battle.units:
            entry = self.entry(unit.id)
            if entry.at is not None:
                region = DeployRegion(unit, entry, self.battle)
                self.put(unit.id, region, fixed_place(region, entry))

    def waiting(self) -> list[list[int]]:
        notables = [id for id in self.battle.to_deploy if self.battle.units[id].kind == Arm.NOTABLE]
        return [[id for id in self.battle.to_deploy if id not in notables], notables]

    def entry(self, unit: int) -> UnitEntry:
        return self.battle.goals.entries[unit]

    def regions(self, unit: int) -> list[ZoneRegion]:
        entry = self.entry(unit)
        return [DeployRegion(self.battle.units[unit], entry, self.battle)]

    def put(self, unit: int, region: ZoneRegion, value: tuple[float, ...]) -> None:
        assert isinstance(region, DeployRegion)
        places = region.places(value)
        assert places is not None
        deployed(self.battle, self.battle.units[unit], places, Deployed).apply(self.battle)

    def joins(self, unit: int) -> bool:
        notable = self.battle.units[unit]
        return notable.kind == Arm.NOTABLE and any(
            may_start_with(self.battle, host, notable) for host in self.battle.units
        )
