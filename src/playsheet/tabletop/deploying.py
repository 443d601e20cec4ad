"""Deploying: the region where a unit may stand at the start, what its zones hold, and whether everybody has room.

Room is looked for flush with the edges of a zone and with whoever stands there, row by row from the side's own edge: so
units are packed as closely as their sheet allows. Looking is bounded by a number of places, never by a clock.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import direction
from playsheet.core.asking import Ghost, Region
from playsheet.core.errors import Refused
from playsheet.core.geometry import FAR, TOLERANCE, Rect
from playsheet.core.reader import figure
from playsheet.core.scenario import UnitEntry, Zone
from playsheet.core.terrain import Ground

NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3

MOST_LOOKS: Final = 6_000  # places tried for all units of a scenario together
LOOKS_IN_PLAY: Final = 2_000  # for one unit
ORDERS_TRIED: Final = 12  # in which the units of a scenario are packed
CELLS: Final = 24  # each way, where closed ground leaves no place flush with anything


class Stance:
    """One way of standing: the numbers of a choice after x and y, and the box about (0, 0) that it fills.

    All of it must be inside a zone, or of some sheets only what is in the box `inside`.
    """

    def __init__(self, rest: tuple[float, ...], box: Zone, inside: Zone | None = None) -> None:
        self.rest: Final = rest
        self.box: Final = box
        self.inside: Final = inside or box


class ZoneRegion(Region):
    """Where a unit may stand at the start: in the zones of its side, facing as the side does unless it is turned."""

    def __init__(self, zones: list[Zone], facing: float) -> None:
        self.zones: Final = zones
        self.facing: Final = facing

    def stances(self) -> list[Stance]:
        """The ways of standing that are tried, the usual one first."""
        raise NotImplementedError(type(self).__name__ + " knows no way of standing")

    def taken(self) -> list[Zone]:
        """A box about everybody who stands on the table and has to be kept clear of."""
        raise NotImplementedError(type(self).__name__ + " knows nobody")

    def closest(self) -> list[tuple[float, ...]]:
        """A place between all the others, if that is the only one left."""
        value = Search(LOOKS_IN_PLAY).place(self, home_edge(self.facing), -FAR)
        return [] if value is None else [value]

    def has_room(self) -> bool:
        """Is there any place for the unit?"""
        return bool(self.samples())

    def ghost_of(self, bodies: list[tuple[float, float, float, float, float]]) -> Ghost:
        """The unit, not on the table yet, and the zones it may be put in."""
        shown = Ghost(x=0.0, y=0.0, placed=False, facing=self.facing, reach=0.0)
        shown.bodies = bodies
        shown.zones = [(zone.x0, zone.y0, zone.x1, zone.y1) for zone in self.zones]
        return shown

    def add_legal(self, found: list[tuple[float, ...]], value: tuple[float, ...]) -> None:
        """One more sample, if it is legal and not among them."""
        if value not in found and not self.refusal(value):
            found.append(value)


def outside(name: str) -> str:
    return f"{name} must stand wholly inside its deployment zone."


# ---------------------------------------------------------------- what a zone holds


def holds_point(zone: Zone, x: float, y: float) -> bool:
    return zone.x0 - TOLERANCE <= x <= zone.x1 + TOLERANCE and zone.y0 - TOLERANCE <= y <= zone.y1 + TOLERANCE


def holds_disc(zone: Zone, x: float, y: float, r: float) -> bool:
    """All of a round base."""
    return holds_point(zone, x - r, y - r) and holds_point(zone, x + r, y + r)


def holds_rect(zone: Zone, there: Rect) -> bool:
    """All four corners."""
    corners = there.corners()
    for corner in range(4):
        if not holds_point(zone, corners[2 * corner], corners[2 * corner + 1]):
            return False
    return True


def zone_middle(zone: Zone) -> tuple[float, float]:
    return 0.5 * (zone.x0 + zone.x1), 0.5 * (zone.y0 + zone.y1)


# ---------------------------------------------------------------- places to try


def cell_middles(zone: Zone, columns: int, rows: int) -> list[tuple[float, float]]:
    """The middles of so many cells, row by row from the south-west."""
    return [
        (cell_middle(zone.x0, zone.x1, column, columns), cell_middle(zone.y0, zone.y1, row, rows))
        for row in range(rows)
        for column in range(columns)
    ]


def cell_middle(start: float, end: float, which: int, cells: int) -> float:
    """The middle of one of so many equal cells between two edges."""
    return start + (end - start) * (which + 0.5) / cells


def grid_points(x0: float, y0: float, wide: float, deep: float, columns: int, rows: int) -> list[tuple[float, float]]:
    """The corners of so many cells of a rectangle, edges included, row by row from the south-west."""
    return [
        (x0 + wide * column / columns, y0 + deep * row / rows)
        for row in range(rows + 1)
        for column in range(columns + 1)
    ]


def whole_table(ground: Ground) -> Zone:
    return Zone(0.0, 0.0, ground.width, ground.depth)


# ---------------------------------------------------------------- boxes


def box_about(there: Rect, gap: float = 0.0) -> Zone:
    """The box about a rectangle that may stand askew."""
    wide = abs(there.uy) * there.half_w + abs(there.ux) * there.half_d + gap
    deep = abs(there.ux) * there.half_w + abs(there.uy) * there.half_d + gap
    return Zone(there.x - wide, there.y - deep, there.x + wide, there.y + deep)


def box_of_discs(spots: list[tuple[float, float]], radius: float) -> Zone:
    """The box about round bases of one size."""
    return Zone(
        min([x for x, _ in spots]) - radius,
        min([y for _, y in spots]) - radius,
        max([x for x, _ in spots]) + radius,
        max([y for _, y in spots]) + radius,
    )


def box_of_both(one: Zone, other: Zone) -> Zone:
    return Zone(min(one.x0, other.x0), min(one.y0, other.y0), max(one.x1, other.x1), max(one.y1, other.y1))


def home_edge(facing: float) -> int:
    """The edge at the back of a side that faces so."""
    ux, uy = direction(facing)
    if abs(uy) >= abs(ux):
        return SOUTH if uy > 0.0 else NORTH
    return WEST if ux > 0.0 else EAST


def from_edge(x: float, y: float, edge: int) -> tuple[float, float]:
    """A place as it lies along an edge and inward from it; done twice, it is the place again."""
    if edge == SOUTH:
        return x, y
    if edge == NORTH:
        return x, -y
    return (y, x) if edge == WEST else (-y, -x)


def box_from_edge(box: Zone, edge: int) -> Zone:
    x0, y0 = from_edge(box.x0, box.y0, edge)
    x1, y1 = from_edge(box.x1, box.y1, edge)
    return Zone(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def overlap_boxes(one: Zone, other: Zone) -> bool:
    return (
        one.x0 < other.x1 - TOLERANCE
        and other.x0 < one.x1 - TOLERANCE
        and one.y0 < other.y1 - TOLERANCE
        and other.y0 < one.y1 - TOLERANCE
    )


def in_order(places: list[float], low: float, high: float) -> list[float]:
    """Those from low to high, each once."""
    found: list[float] = []
    for place in sorted(places):
        if low - TOLERANCE <= place <= high + TOLERANCE and (not found or place > found[-1] + TOLERANCE):
            found.append(place)
    return found


# ---------------------------------------------------------------- room for one


class Search:
    """A search for room that ends: so many places are looked at, and no more."""

    def __init__(self, looks: int) -> None:
        self.left = looks

    def allows(self, region: ZoneRegion, value: tuple[float, ...]) -> bool:
        if self.left <= 0:
            return False
        self.left -= 1
        return not region.refusal(value)

    def place(self, region: ZoneRegion, edge: int, toward: float) -> tuple[float, ...] | None:
        """The nearest to an edge, and of those the nearest to a point `toward` along it; None if there is no room."""
        taken = [box_from_edge(box, edge) for box in region.taken()]
        for stance in region.stances():
            for zone in region.zones:
                value = self.flush(region, stance, zone, edge, toward, taken)
                if value is not None:
                    return value
        for stance in region.stances():
            for zone in region.zones:
                value = self.between(region, stance, zone)
                if value is not None:
                    return value
        return None

    def flush(
        self, region: ZoneRegion, stance: Stance, zone: Zone, edge: int, toward: float, taken: list[Zone]
    ) -> tuple[float, ...] | None:
        """Flush with the zone's edges and with others, row by row."""
        box = box_from_edge(stance.box, edge)
        inside = box_from_edge(stance.inside, edge)
        within = box_from_edge(zone, edge)
        west, east = within.x0 - inside.x0, within.x1 - inside.x1
        south, north = within.y0 - inside.y0, within.y1 - inside.y1
        rows = in_order([south, within.y0 - box.y0, north, *[other.y1 - box.y0 for other in taken]], south, north)
        for row in rows:
            beside = [
                other for other in taken if other.y0 < row + box.y1 - TOLERANCE and other.y1 > row + box.y0 + TOLERANCE
            ]
            places = [west, within.x0 - box.x0, east, within.x1 - box.x1, min(max(toward, west), east)]
            for other in beside:
                places.append(other.x1 - box.x0)
                places.append(other.x0 - box.x1)
            keyed = [(abs(along - toward), along) for along in in_order(places, west, east)]
            keyed.sort()
            for _, along in keyed:
                there = Zone(along + box.x0, row + box.y0, along + box.x1, row + box.y1)
                if not any(overlap_boxes(there, other) for other in beside):
                    value = (*from_edge(along, row, edge), *stance.rest)
                    if self.allows(region, value):
                        return value
        return None

    def between(self, region: ZoneRegion, stance: Stance, zone: Zone) -> tuple[float, ...] | None:
        """On a grid: ground that is closed may leave places that are flush with nothing."""
        box = stance.inside
        wide = zone.x1 - zone.x0 - (box.x1 - box.x0)
        deep = zone.y1 - zone.y0 - (box.y1 - box.y0)
        if wide < -TOLERANCE or deep < -TOLERANCE:
            return None
        x0 = zone.x0 - box.x0
        y0 = zone.y0 - box.y0
        for x, y in grid_points(x0, y0, max(0.0, wide), max(0.0, deep), CELLS, CELLS):
            value = (x, y, *stance.rest)
            if self.allows(region, value):
                return value
        return None


class Found:
    """A place, and in which of the regions it is."""

    def __init__(self, which: int, value: tuple[float, ...]) -> None:
        self.which: Final = which
        self.value: Final = value


def at_the_edge(regions: list[ZoneRegion], edge: int, home: Zone) -> Found | None:
    """The nearest free place along the side's edge, seen from the zone where there was none.

    The regions are those of the whole table, one for each formation; None if there is no place on it at all.
    """
    x, y = zone_middle(home)
    toward, _ = from_edge(x, y, edge)
    for which in range(len(regions)):
        value = Search(LOOKS_IN_PLAY).place(regions[which], edge, toward)
        if value is not None:
            return Found(which, value)
    return None


# ---------------------------------------------------------------- room for all


class Trial:
    """Setting up on a copy of the table, to see whether everybody has room. Each sheet has its own."""

    def start(self) -> None:
        """A new copy, on which only those stand whom the scenario puts somewhere."""
        raise NotImplementedError(type(self).__name__ + " cannot start")

    def waiting(self) -> list[list[int]]:
        """Who needs a place; those who are put after the others, as they stand with them, apart."""
        raise NotImplementedError(type(self).__name__ + " knows nobody")

    def entry(self, unit: int) -> UnitEntry:
        raise NotImplementedError(type(self).__name__ + " knows nobody")

    def regions(self, unit: int) -> list[ZoneRegion]:
        """Where it may stand, in each formation in which it may start."""
        raise NotImplementedError(type(self).__name__ + " knows no region")

    def put(self, unit: int, region: ZoneRegion, value: tuple[float, ...]) -> None:
        raise NotImplementedError(type(self).__name__ + " puts nobody")

    def joins(self, unit: int) -> bool:
        """Can it start with another unit, without a place of its own?"""
        return False


def check_room(trial: Trial) -> None:
    """Refuse a scenario in which somebody finds no room, however the units are packed."""
    trial.start()
    tiers = [by_size(trial, tier) for tier in trial.waiting()]
    search = Search(MOST_LOOKS)
    unplaced = -1
    for attempt in range(ORDERS_TRIED):
        trial.start()
        unplaced = first_without_room(trial, tiers, search, backward=attempt % 2 == 1)
        if unplaced < 0:
            return
        if search.left <= 0:
            break
        for tier in tiers:
            if unplaced in tier:
                tier.remove(unplaced)
                tier.insert(0, unplaced)
    raise without_room(trial.entry(unplaced))


def by_size(trial: Trial, units: list[int]) -> list[int]:
    """Those first who fill most of their zones."""
    keyed: list[tuple[float, int]] = []
    for unit in units:
        least = FAR
        for region in trial.regions(unit):
            zones = sum([area(zone) for zone in region.zones])
            for stance in region.stances():
                least = min(least, area(stance.box) / zones)
        keyed.append((-least, unit))
    keyed.sort()
    return [unit for _, unit in keyed]


def area(box: Zone) -> float:
    return (box.x1 - box.x0) * (box.y1 - box.y0)


def first_without_room(trial: Trial, tiers: list[list[int]], search: Search, *, backward: bool) -> int:
    """Put one after the other; the first that finds no room, or -1."""
    for tier in tiers:
        for unit in tier:
            if not find_room(trial, unit, search, backward=backward):
                return unit
    return -1


def find_room(trial: Trial, unit: int, search: Search, *, backward: bool) -> bool:
    for region in trial.regions(unit):
        value = search.place(region, home_edge(region.facing), FAR if backward else -FAR)
        if value is not None:
            trial.put(unit, region, value)
            return True
    return trial.joins(unit)


def without_room(entry: UnitEntry) -> Refused:
    zones = " or ".join(
        [f"[{', '.join([figure(side) for side in (zone.x0, zone.y0, zone.x1, zone.y1)])}]" for zone in entry.zones]
    )
    return entry.source.refused(
        "", f"{entry.name} finds no room to deploy in {zones}: expected a larger zone, or fewer units in it."
    )
