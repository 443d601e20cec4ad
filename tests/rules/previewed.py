"""What was shown of a choice before it was made, beside what the events then tell: for the law and for every table."""

from __future__ import annotations

from math import hypot
from typing import Any

from playsheet.core.asking import Outcome
from playsheet.core.events import Rolled

NEAR = 0.02  # what is told is rounded
LATER = {"pivot"}  # a charge is carried out later, when others have had their say
INTERRUPTS = {"opportunity", "edge"}  # questions on the way: somebody fires at it, its owner goes on over an edge
NOBODY_MOVES = {"order_point"}  # what a standing order leads to


def is_of(event: Any, region: Any) -> bool:
    """Does the event tell a move of whoever the region is about?"""
    if isinstance(getattr(region, "figures", None), list):
        return sorted(getattr(event, "figures", [])) == sorted(region.figures)
    for name in ("unit", "group", "general"):
        if hasattr(region, name):
            about = getattr(region, name).id
            return about in (getattr(event, name, -1), getattr(event, "parent", -1) if name == "unit" else -1)
    return False


def ends(event: Any, region: Any) -> list[tuple[float, float, float]]:
    """Where it says that somebody stands now, and facing which way; -1: it does not say."""
    if type(event).__name__ in ("Reformed", "Detached", "Charged"):
        return []  # it sets out from there
    facing = getattr(event, "facing", -1.0)
    if hasattr(event, "way"):
        return [event.way[-1]]
    found: list[tuple[float, float, float]] = []
    if hasattr(event, "xs"):
        facings = getattr(event, "facings", [facing] * len(event.xs))
        found += list(zip(event.xs, event.ys, facings, strict=True))
    if hasattr(event, "x") and hasattr(event, "y"):
        found.append((event.x, event.y, facing))
    if hasattr(event, "model_x") and region.unit.model >= 0:  # a gun or a machine
        found.append((event.model_x, event.model_y, facing))
    return found


def is_near(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """The same place, and where both face some way, the same."""
    turn = abs((one[2] - other[2] + 180.0) % 360.0 - 180.0)
    return hypot(one[0] - other[0], one[1] - other[1]) <= NEAR and (-1.0 in (one[2], other[2]) or turn <= NEAR)


def apart(events: list[Any], region: Any, outcome: Outcome) -> str:
    """What came out otherwise than shown; `-` if nobody moved, or if dice fell in between that it said nothing of."""
    diced = any(isinstance(event, Rolled) for event in events)
    for event in reversed(events):
        came = difference(event, region, outcome)
        if came != "-":
            return "-" if came and diced and not outcome.chances else came
    return "-"


def difference(event: Any, region: Any, outcome: Outcome) -> str:
    """What an event tells otherwise; `-` if it tells nothing of whoever was to move."""
    facing = outcome.bodies[0][2] if outcome.bodies else -1.0
    name = type(event).__name__
    if not is_of(event, region):
        return "-"
    if name == "Conformed" or (name == "Turned" and not outcome.chances):
        same = is_near((0.0, 0.0, event.facing), (0.0, 0.0, facing))
        if same and name == "Conformed":
            return "-"  # after its charge, of which the next event tells
        return "" if same else f"faces {event.facing}: {facing}"
    spots = ends(event, region)
    if not spots:
        return "-"
    if outcome.chances:
        far = getattr(event, "inches", hypot(spots[0][0] - outcome.from_x, spots[0][1] - outcome.from_y))
        known = any(abs(far - each) <= NEAR for each, _ in outcome.chances)
        return "" if known else f"went {far}: {outcome.chances}"
    if len(spots) > 1 and len(spots) != len(outcome.bodies):
        return f"{name} of {len(spots)}: {len(outcome.bodies)}"
    shown = [(outcome.x, outcome.y, facing), *[body[:3] for body in outcome.bodies]]
    lost = [spot for spot in spots if not any(is_near(spot, each) for each in shown)]
    return f"{name} to {lost}, not among {shown}" if lost else ""
