"""On the way: which choice of a region brings a unit nearest to where it is to go. One for all sheets.

Regions say what their numbers are (`x`, `y`, `facing`, `via_x`, `bearing`, `inches`), where the unit stands (its
ghost) and what is refused; more is not needed.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, direction, turn_between
from playsheet.core.asking import Ghost, Region
from playsheet.core.events import Battle
from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.core.intents import ANY_WAY, Place

PARTS: Final = (1.0, 0.9, 0.8, 0.65, 0.5, 0.35, 0.2)  # of the way, if it cannot be gone whole
ASIDE: Final = (0.0, 10.0, -10.0, 20.0, -20.0, 35.0, -35.0, 50.0, -50.0)  # degrees round what is in the way
SHORT_STEP: Final = 0.5  # a part of what it could go
LITTLE: Final = 0.05  # it must come nearer by more than this
HALVINGS: Final = 4  # how often the rest of a way is halved to find out how far it is legal
TURNED: Final = 10.0  # degrees that count as having turned
ALIKE: Final = 1.0  # degrees between bearings that count as one


class Way:
    """From where it stands to a place, facing as is wished."""

    def __init__(self, here: Place, there: Place, facing: float) -> None:
        self.here: Final = here
        self.there: Final = there
        self.facing: Final = facing  # ANY_WAY: as it goes
        self.left: Final = spacing(here[0], here[1], there[0], there[1])
        self.toward: Final = bearing(there[0] - here[0], there[1] - here[1]) if self.left > TOLERANCE else 0.0


def best_on(way: Way, region: Region, seen: Battle) -> tuple[float, ...] | None:
    """The legal choice that leads nearest to the place; None if none leads nearer."""
    found: tuple[float, ...] | None = None
    nearest = way.left - LITTLE
    names = region.names()
    for value in wished(way, region):
        if "x" in names and spacing(*end_of(names, value), *way.there) >= nearest:
            continue  # nor could it if all went well
        if region.refusal(value):
            continue
        left = left_after(way, region, seen, value)
        if left < nearest:
            found, nearest = value, left
            if left <= LITTLE or is_straight(way, left, region):
                return found
    if found is not None:
        return stretched(way, region, seen, found)
    for value in region.samples():
        left = left_after(way, region, seen, value)
        if left < nearest:
            found, nearest = value, left
    return found if found is not None else turning_on(way, region)


def stretched(way: Way, region: Region, seen: Battle, found: tuple[float, ...]) -> tuple[float, ...]:
    """The same way, as far as it is legal: nobody stops short of it."""
    names = region.names()
    ghost = region.ghost()
    if "x" not in names or ghost is None or not ghost.placed or ghost.reach <= 0.0:
        return found
    x, y = end_of(names, found)
    gone = spacing(ghost.x, ghost.y, x, y)
    if gone <= LITTLE:
        return found
    more = min(ghost.reach, way.left)
    best, nearest = found, left_after(way, region, seen, found)
    for _ in range(HALVINGS):
        far = (gone + more) / 2.0
        part = far / spacing(ghost.x, ghost.y, x, y)
        there = ghost.x + (x - ghost.x) * part, ghost.y + (y - ghost.y) * part
        value = filled(names, found, there, ANY_WAY)
        if region.refusal(value) or left_after(way, region, seen, value) >= nearest:
            more = far
        else:
            best, nearest, gone = value, left_after(way, region, seen, value), far
    return best


def turning_on(way: Way, region: Region) -> tuple[float, ...] | None:
    """Where nothing leads nearer: to turn toward the place, of those who must turn before they go."""
    names = region.names()
    ghost = region.ghost()
    if "facing" not in names or len(names) == 1 or ghost is None or not ghost.placed or way.left <= LITTLE:
        return None
    at = names.index("facing")
    found: tuple[float, ...] | None = None
    least = turn_between(ghost.facing, way.toward) - TURNED
    for value in region.samples():
        if "inches" in names and value[names.index("inches")] > LITTLE:
            continue  # it would drive off as it turns
        if turn_between(value[at], way.toward) < least:
            found, least = value, turn_between(value[at], way.toward)
    return found


def is_straight(way: Way, left: float, region: Region) -> bool:
    """Does it get as far as it could at all? Then no other choice need be tried."""
    ghost = region.ghost()
    return ghost is not None and ghost.reach > 0.0 and left <= way.left - ghost.reach + LITTLE


def placed_at(way: Way, region: Region) -> tuple[float, ...] | None:
    """For a deployment: the legal choice at the place, or else the sample nearest to it."""
    names = region.names()
    base = region.samples()[0]
    facing = way.facing if way.facing >= 0.0 else facing_of(region, base)
    value = filled(names, base, way.there, facing)
    if not region.refusal(value):
        return value
    found: tuple[float, ...] | None = None
    nearest = 0.0
    for sample in region.samples():
        x, y = end_of(names, sample)
        far = spacing(x, y, way.there[0], way.there[1])
        if found is None or far < nearest:
            found, nearest = sample, far
    return found


def least_on(region: Region, seen: Battle) -> tuple[float, ...]:
    """As little as can be of what the region suggests first: there, but not so far."""
    samples = region.samples()
    ghost = region.ghost()
    if ghost is None or not ghost.placed:
        return samples[0]
    here = ghost.x, ghost.y
    ways = [Way(here, place_after(region, seen, value, here), ANY_WAY) for value in samples]
    found = 0
    for index, way in enumerate(ways):
        if turn_between(way.toward, ways[0].toward) < ALIKE and LITTLE < way.left < ways[found].left:
            found = index
    return samples[found]


def still_on(region: Region, seen: Battle) -> tuple[float, ...] | None:
    """To stay as it is, if the region suggests that."""
    ghost = region.ghost()
    value = region.samples()[0]
    if ghost is None or not ghost.placed:
        return None
    x, y = place_after(region, seen, value, (ghost.x, ghost.y))
    return value if spacing(ghost.x, ghost.y, x, y) <= TOLERANCE else None


def place_after(region: Region, seen: Battle, value: tuple[float, ...], here: Place) -> Place:
    """Where it would stand."""
    outcome = region.outcome(seen, value)
    if outcome is not None:
        return outcome.x, outcome.y
    return end_of(region.names(), value) if "x" in region.names() else here


def turned_to(region: Region, facing: float) -> tuple[float, ...]:
    """The legal choice that faces nearest to it; other numbers as the region suggests."""
    names = region.names()
    base = region.samples()[0]
    at = facing_at(names)
    if at < 0:
        return base
    value = (*base[:at], facing, *base[at + 1 :])
    if not region.refusal(value):
        return value
    return min(region.samples(), key=lambda sample: turn_between(sample[at], facing))


# ---------------------------------------------------------------------- single choices


def wished(way: Way, region: Region) -> list[tuple[float, ...]]:
    """What could be chosen, the best first."""
    names = region.names()
    samples = region.samples()
    ghost = region.ghost()
    if not samples:
        return []
    base = samples[0]
    if names == ("bearing",) or names == ("facing",):
        return [((way.toward + aside) % 360.0,) for aside in ASIDE]
    reach = ghost.reach if ghost is not None and ghost.reach > 0.0 else way.left
    far = min(reach, way.left)
    if "inches" in names:
        at, how_far = facing_at(names), names.index("inches")
        return [
            with_numbers(base, at, (way.toward + aside) % 360.0, how_far, far * part)
            for part in PARTS
            for aside in ASIDE
        ]
    if "x" not in names:
        return []
    start = start_of(ghost, way)
    stands = facing_of(region, base)
    step = way.left < SHORT_STEP * reach and stands >= 0.0  # it does not turn its back for a step
    found: list[tuple[float, ...]] = []
    for part in PARTS:
        for aside in ASIDE:
            sine, cosine = direction((way.toward + aside) % 360.0)
            there = start[0] + sine * far * part, start[1] + cosine * far * part
            along = (way.toward + aside) % 360.0
            if way.facing >= 0.0:
                found.append(filled(names, base, there, way.facing))
            found.append(filled(names, base, there, stands if step else along))
            found.append(filled(names, base, there, along if step else stands))
    return found


def start_of(ghost: Ghost | None, way: Way) -> Place:
    return (ghost.x, ghost.y) if ghost is not None and ghost.placed else way.here


def with_numbers(base: tuple[float, ...], at: int, first: float, other: int, second: float) -> tuple[float, ...]:
    return tuple([first if index == at else second if index == other else number for index, number in enumerate(base)])


def filled(names: tuple[str, ...], base: tuple[float, ...], there: Place, facing: float) -> tuple[float, ...]:
    """The numbers of a choice: at the place, straight, facing so; the rest as the region suggests."""
    numbers: list[float] = []
    for index, name in enumerate(names):
        if name in ("x", "via_x"):
            numbers.append(there[0])
        elif name in ("y", "via_y"):
            numbers.append(there[1])
        elif name == "facing" and facing >= 0.0:
            numbers.append(facing)
        else:
            numbers.append(base[index])
    return tuple(numbers)


def facing_at(names: tuple[str, ...]) -> int:
    for index, name in enumerate(names):
        if name in ("facing", "bearing"):
            return index
    return -1


def facing_of(region: Region, base: tuple[float, ...]) -> float:
    """As it stands, or as the region suggests."""
    ghost = region.ghost()
    if ghost is not None and ghost.placed:
        return ghost.facing
    at = facing_at(region.names())
    return base[at] if at >= 0 else ANY_WAY


def end_of(names: tuple[str, ...], value: tuple[float, ...]) -> Place:
    return value[names.index("x")], value[names.index("y")]


def is_middle(region: Region) -> bool:
    """Is the point that a choice names the middle of the bodies that go there?"""
    ghost = region.ghost()
    bodies = ghost.bodies if ghost is not None else []
    right = sum([body[0] for body in bodies])
    forward = sum([body[1] for body in bodies])
    return bool(bodies) and abs(right) + abs(forward) <= LITTLE * len(bodies)


def left_after(way: Way, region: Region, seen: Battle, value: tuple[float, ...]) -> float:
    """How far it would still have to go. Where dice decide, on the average."""
    outcome = region.outcome(seen, value)
    names = region.names()
    there_x, there_y = way.there
    if outcome is None:
        if "x" in names:
            x, y = end_of(names, value)
            return spacing(x, y, there_x, there_y)
        ghost = region.ghost()
        reach = ghost.reach if ghost is not None else 0.0
        if "inches" in names:
            reach = value[names.index("inches")]
        sine, cosine = direction(value[facing_at(names)] if facing_at(names) >= 0 else way.toward)
        return spacing(way.here[0] + sine * reach, way.here[1] + cosine * reach, there_x, there_y)
    if not outcome.chances and outcome.bodies and is_middle(region):  # they may stop short of where they were to go
        count = len(outcome.bodies)
        x = sum([body[0] for body in outcome.bodies]) / count
        y = sum([body[1] for body in outcome.bodies]) / count
        return spacing(x, y, there_x, there_y)
    if not outcome.chances:
        return spacing(outcome.x, outcome.y, there_x, there_y)
    most = max(inches for inches, _ in outcome.chances)
    throws = sum(count for _, count in outcome.chances)
    start_x, start_y = way.here
    total = 0.0
    for inches, count in outcome.chances:
        part = inches / most if most > 0.0 else 0.0
        x = start_x + (outcome.x - start_x) * part
        y = start_y + (outcome.y - start_y) * part
        total += count * spacing(x, y, there_x, there_y)
    return total / throws if throws else way.left
