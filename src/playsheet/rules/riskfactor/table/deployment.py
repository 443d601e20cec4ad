"""Setting up (R43, R59): who goes first; the side that moves second deploys first, each group as a body in its zone."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Ghost, Outcome
from playsheet.core.discs import overlaps_piece
from playsheet.core.events import Battle, Throw
from playsheet.core.formations import files_ranks, place
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.core.scenario import UnitEntry, Zone
from playsheet.rules.riskfactor.battle.events import Deployed, FirstSideSet, Moved, StayedAway
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.ground.moving import crowded
from playsheet.rules.riskfactor.terms import Gone, Where
from playsheet.tabletop import deploying
from playsheet.tabletop.deploying import (
    Stance,
    ZoneRegion,
    at_the_edge,
    box_of_discs,
    grid_points,
    holds_disc,
    home_edge,
    outside,
    whole_table,
)
from playsheet.tabletop.events import FoundNoRoom
from playsheet.tabletop.placing import bad_files, bases_about
from playsheet.tabletop.secrets import all_but_side
from playsheet.tabletop.weighing import Best

ROLL_OFF: Final = [Throw("Who goes first", "roll-off", "sides", "", "R43", by) for by in (0, 1)]
ROOM: Final = 1.0  # between the bases of a group that deploys: well within cohesion, and room to pass
MOST_SAMPLES: Final = 240
NO_ROOM: Final = "R68"


def first_side(game: Game[RiskBattle]) -> None:
    """The side with PCs; with PCs on both sides or neither as the scenario says, else a roll-off (R43)."""
    battle = game.battle
    have = [False, False]
    for group in battle.groups:
        if group.is_pc():
            have[group.side] = True
    if have[0] != have[1]:
        game.tell(FirstSideSet(0 if have[0] else 1, "R43"))
    elif battle.goals.first >= 0:
        game.tell(FirstSideSet(battle.goals.first, "R43"))
    else:
        seats = [group.seat for side in (0, 1) for group in battle.groups if group.side == side]
        game.dice.throwers(seats[0], seats[-1])
        one = 0
        other = 0
        while one == other:
            one = game.dice.roll(battle.rules.roll_off_sides, ROLL_OFF[0])
            other = game.dice.roll(battle.rules.roll_off_sides, ROLL_OFF[1])
        game.tell(FirstSideSet(0 if one > other else 1, "R43"))


def block(battle: RiskBattle, group: Group, x: float, y: float, facing: float, files: int) -> list[tuple[float, float]]:
    """Where the figures stand, in ranks and files about (x, y)."""
    pitch = battle.rules.base + ROOM
    xs, ys = place(x, y, facing, group.start, files, pitch, pitch)
    return [(xs[i64(k)], ys[i64(k)]) for k in range(group.start)]


def extent(battle: RiskBattle, group: Group, files: int) -> tuple[float, float]:
    """Width and depth of the block, bases included."""
    across, ranks = files_ranks(group.start, files)
    pitch = battle.rules.base + ROOM
    return across * pitch - ROOM, ranks * pitch - ROOM


class DeployRegion(ZoneRegion):
    """Where a group may stand at the start: its centre and how many files wide, every base inside one of its zones."""

    def __init__(self, battle: RiskBattle, group: Group, zones: list[Zone], facing: float, within: float) -> None:
        super().__init__(zones, facing)
        self.battle = battle
        self.group = group
        self.within = within

    def names(self) -> tuple[str, ...]:
        return ("x", "y", "files")

    def refusal(self, value: tuple[float, ...]) -> str:
        battle = self.battle
        group = self.group
        files = int(value[2])
        if bad_files(value[2], group.start):
            return bad_files(value[2], group.start)
        spots = block(battle, group, value[0], value[1], self.facing, files)
        if not any(all(holds_disc(zone, x, y, battle.radius) for x, y in spots) for zone in self.zones):
            return outside(group.name)
        for x, y in spots:
            if crowded(battle, x, y, -1):
                return f"{group.name} does not fit there: somebody is in the way."
            if group.card.mounted:
                for piece in battle.land.closed_to_horse:
                    if overlaps_piece(piece, x, y, battle.radius):
                        return f"{group.name} cannot ride into {piece.name}."
        if self.within > 0.0 and not self.near_platoon(spots):
            return f"{group.name} must stand within {self.within:g} cm of the rest of its platoon."
        return ""

    def ghost(self) -> Ghost | None:
        """In two ranks, or where it stands and how wide as the numbers say: `outcome`."""
        return self.ghost_of(bases_about(0.0, 0.0, self.facing, self.bases(0.0, 0.0, (self.group.start + 1) // 2)))

    def bases(self, x: float, y: float, files: int) -> list[tuple[float, float, float, float]]:
        base = self.battle.rules.base
        return [(*spot, base, 0.0) for spot in block(self.battle, self.group, x, y, self.facing, files)]

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        found = Outcome(value[0], value[1])
        for x, y, wide, deep in self.bases(value[0], value[1], int(value[2])):
            found.bodies.append((x, y, self.facing, wide, deep))
        return found

    def near_platoon(self, spots: list[tuple[float, float]]) -> bool:
        """Within reach of each unit of the platoon that is deployed already."""
        battle = self.battle
        for other in battle.groups:
            if other.side != self.group.side or other.platoon != self.group.platoon or other.place != Where.ON_TABLE:
                continue
            near = False
            for figure in battle.members(other):
                at: i64 = figure
                for x, y in spots:
                    far = spacing(x, y, battle.figures.x[at], battle.figures.y[at]) - battle.rules.base
                    if far <= self.within + TOLERANCE:
                        near = True
                        break
                if near:
                    break
            if not near:
                return False
        return True

    def samples(self) -> list[tuple[float, ...]]:
        """Places on a grid, for a few widths of the block; a finer grid and every width if there are none."""
        n = self.group.start
        widths = [(n + 1) // 2]
        for share in (3, 4):
            if (n + share - 1) // share not in widths:
                widths.append((n + share - 1) // share)
        found = self.on_grid(widths, 1.0, MOST_SAMPLES)
        if not found:
            found = self.on_grid(list(range(1, n + 1)), 0.25, MOST_SAMPLES)
        return found or self.closest()

    def has_room(self) -> bool:
        """One place will do."""
        return bool(self.on_grid([(self.group.start + 1) // 2], 1.0, 1)) or bool(self.samples())

    def stances(self) -> list[Stance]:
        """In two ranks, or as few files or as many as it takes."""
        n = self.group.start
        widths = [(n + 1) // 2]
        for files in [*range((n + 1) // 2 - 1, 0, -1), *range((n + 1) // 2 + 1, n + 1)]:
            if files_ranks(n, files) not in [files_ranks(n, width) for width in widths]:
                widths.append(files)
        spots = [block(self.battle, self.group, 0.0, 0.0, self.facing, files) for files in widths]
        return [Stance((float(files),), box_of_discs(spots[k], self.battle.radius)) for k, files in enumerate(widths)]

    def taken(self) -> list[Zone]:
        battle = self.battle
        return [
            box_of_discs([(battle.figures.x[i64(k)], battle.figures.y[i64(k)]) for k in members], battle.radius)
            for members in [battle.members(other) for other in battle.groups if other.place == Where.ON_TABLE]
        ]

    def on_grid(self, widths: list[int], finer: float, most: int) -> list[tuple[float, ...]]:
        found: list[tuple[float, ...]] = []
        for files in widths:
            width, depth = extent(self.battle, self.group, files)
            if 45.0 < self.facing < 135.0 or 225.0 < self.facing < 315.0:
                width, depth = depth, width
            for zone in self.zones:
                wide = zone.x1 - zone.x0 - width
                deep = zone.y1 - zone.y0 - depth
                if wide < -TOLERANCE or deep < -TOLERANCE:
                    continue
                columns = min(
                    8 if finer == 1.0 else 40,
                    max(1, int(wide / (finer * (self.battle.rules.base + max(ROOM, width / 2.0))))),
                )
                rows = min(
                    4 if finer == 1.0 else 20, max(1, int(deep / (finer * (self.battle.rules.base + max(ROOM, depth)))))
                )
                x0 = zone.x0 + width / 2.0
                y0 = zone.y0 + depth / 2.0
                for x, y in grid_points(x0, y0, max(0.0, wide), max(0.0, deep), columns, rows):
                    self.add_legal(found, (x, y, float(files)))
                    if len(found) >= most:
                        return found
        return found


def deploy(game: Game[RiskBattle]) -> None:
    """The next group takes its place: where the scenario says, where its owner likes, or spread along the front."""
    battle = game.battle
    group = battle.groups[battle.to_deploy[0]]
    entry = battle.goals.entries[group.id]
    region = region_of(battle, group, entry)
    if entry.at is not None:
        value: tuple[float, ...] = fixed_place(group, entry)
    elif not region.has_room():
        place_at_edge(game, group, entry)
        return
    elif battle.played[group.side]:
        value = game.place(group.seat, "deploy", region, group.id)
    else:
        value = spread(battle, group, region)
    spots = block(battle, group, value[0], value[1], entry.facing, int(value[2]))
    tell_deployed(game, group, spots, entry.facing)


def region_of(battle: RiskBattle, group: Group, entry: UnitEntry) -> DeployRegion:
    within = battle.goals.within.get(f"{group.side}:{entry.group}", 0.0) if entry.group else 0.0
    return DeployRegion(battle, group, entry.zones, entry.facing, within)


def fixed_place(group: Group, entry: UnitEntry) -> tuple[float, ...]:
    """Where the scenario says; in two ranks."""
    at = entry.at or (0.0, 0.0)
    return at[0], at[1], float((group.start + 1) // 2)


def place_at_edge(game: Game[RiskBattle], group: Group, entry: UnitEntry) -> None:
    """The nearest free place along its side's edge (R68); a group for which the table has none stays away."""
    battle = game.battle
    regions: list[ZoneRegion] = [DeployRegion(battle, group, [whole_table(battle.land.ground)], entry.facing, 0.0)]
    found = at_the_edge(regions, home_edge(battle.goals.facings[group.side]), entry.zones[0])
    hidden = all_but_side(battle.goals.seat_sides, group.side) if battle.rules.fog else ()
    game.tell(FoundNoRoom(group.id, NO_ROOM, hidden))
    if found is None:
        game.tell(StayedAway(group.id, NO_ROOM))
    else:
        x, y, files = found.value
        tell_deployed(game, group, block(battle, group, x, y, entry.facing, int(files)), entry.facing)


def tell_deployed(game: Game[RiskBattle], group: Group, spots: list[tuple[float, float]], facing: float) -> None:
    """With fog the other side is told only of those who do not stand in ground that conceals."""
    battle = game.battle
    xs = [x for x, _ in spots]
    ys = [y for _, y in spots]
    hidden = [battle.rules.fog and battle.land.spot(x, y, battle.radius).hides >= 0 for x, y in spots]
    game.tell(
        Deployed(group.id, xs, ys, facing, all_but_side(battle.goals.seat_sides, group.side) if any(hidden) else ())
    )
    if any(hidden):
        open_spots = [k for k in range(len(spots)) if not hidden[k]]
        if open_spots:
            figures = [group.first + k for k in open_spots]
            nowhere = [Gone.STOOD] * len(figures)
            game.tell(
                Moved(
                    group.id,
                    "deploys",
                    figures,
                    [xs[k] for k in open_spots],
                    [ys[k] for k in open_spots],
                    facing,
                    nowhere,
                    "R28",
                    (),
                )
            )


def spread(battle: RiskBattle, group: Group, region: DeployRegion) -> tuple[float, ...]:
    """A side run by its tables stands in a row, in the front of its zone."""
    mates = [other.id for other in battle.groups if other.side == group.side and other.leader == group.leader]
    share = (mates.index(group.id) + 0.5) / len(mates)
    zone = region.zones[0]
    x = zone.x0 + (zone.x1 - zone.x0) * share
    y = zone.y1 if region.facing < 90.0 or region.facing > 270.0 else zone.y0
    places = region.samples()
    best = Best(places[0], worth=-1e9)
    for value in places:
        far = spacing(value[0], value[1], x, y)
        best.weigh(value, -far)
    return best.choice


# ---------------------------------------------------------------- is there room for all?


class Trial(deploying.Trial):
    """Groups one after the other; those of a platoon that must stay together in a row."""

    def __init__(self, battle: RiskBattle) -> None:
        self.before: Final = battle
        self.battle = battle
        self.left: list[int] = []

    def start(self) -> None:
        self.battle = self.before.clone()
        self.left = []
        for group in self.battle.groups:
            entry = self.entry(group.id)
            if entry.at is None:
                self.left.append(group.id)
            else:
                self.stand(group, fixed_place(group, entry), entry.facing)

    def waiting(self) -> list[list[int]]:
        return [self.left]

    def entry(self, unit: int) -> UnitEntry:
        return self.battle.goals.entries[unit]

    def regions(self, unit: int) -> list[ZoneRegion]:
        group = self.battle.groups[unit]
        return [region_of(self.battle, group, self.entry(unit))]

    def put(self, unit: int, region: ZoneRegion, value: tuple[float, ...]) -> None:
        self.stand(self.battle.groups[unit], value, region.facing)

    def stand(self, group: Group, value: tuple[float, ...], facing: float) -> None:
        spots = block(self.battle, group, value[0], value[1], facing, int(value[2]))
        Deployed(group.id, [x for x, _ in spots], [y for _, y in spots], facing, ()).apply(self.battle)
