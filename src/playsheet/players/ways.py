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
    for value in wished(way, region):
        if region.refusal(value):
            continue
        left = left_after(way, region, seen, value)
        if left < nearest:
            found, nearest = value, left
            if left <= LITTLE or is_straight(way, left, region):
                return found
    if found is not None:
        return found
    for value in region.samples():
        left = left_after(way, region, seen, value)
        if left < nearest:
            found, nearest = value, left
    return found if found is not None else turned_toward(way, region)


def turned_toward(way: Way, region: Region) -> tuple[float, ...] | None:
    """Whatever goes only as it faces turns toward the place first; None if it faces there, or cannot turn."""
    names = region.names()
    ghost = region.ghost()
    if "inches" not in names or ghost is None or not ghost.placed:
        return None
    at, how_far = facing_at(names), names.index("inches")
    found: tuple[float, ...] | None = None
    least = turn_between(ghost.facing, way.toward) - 1.0
    samples = region.samples()
    for sample in [with_numbers(samples[0], at, way.toward, how_far, 0.0), *samples]:
        turn = turn_between(sample[at], way.toward)
        if turn < least and sample[how_far] <= LITTLE and not region.refusal(sample):
            found, least = sample, turn
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


def stayed_in(region: Region, facing: float) -> tuple[float, ...] | None:
    """The legal choice that leaves it where it stands, turned so if that is wished; None if there is none."""
    names = region.names()
    ghost = region.ghost()
    if ghost is None or not ghost.placed:
        return None
    base = region.samples()[0]
    for wanted in (facing if facing >= 0.0 else ghost.facing, ghost.facing):
        value = filled(names, base, (ghost.x, ghost.y), wanted)
        if "inches" in names:
            value = with_numbers(base, facing_at(names), wanted, names.index("inches"), 0.0)
        if not region.refusal(value):
            return value
    return None


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
            facing = way.facing if way.facing >= 0.0 else stands if step else along
            found.append(filled(names, base, there, facing))
            if way.facing < 0.0:
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
    if not outcome.chances and outcome.bodies:  # they may stop short of where they were to go
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
