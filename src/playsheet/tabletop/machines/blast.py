"""Blasts on the table: whom a burst catches, by distance or round and round its first victim. Points in, places out."""

from __future__ import annotations

import math
from typing import Final

from playsheet.core.geometry import TOLERANCE

# the sides of a victim, as the shooter sees him
FRONT: Final = 0
REAR: Final = 1
LEFT: Final = 2
RIGHT: Final = 3
SECTORS: Final = ("front", "rear", "left", "right")


class Frame:
    """How a target is looked at: ahead is the direction of the look, right is right of it."""

    def __init__(self, ahead_y: float, right_x: float, *, ahead_x: float, right_y: float) -> None:
        self.ahead_x: Final = ahead_x
        self.ahead_y: Final = ahead_y
        self.right_x: Final = right_x
        self.right_y: Final = right_y


def frame(x0: float, y0: float, x1: float, y1: float) -> Frame:
    """The look from one point to another; north if they are the same."""
    dx = x1 - x0
    dy = y1 - y0
    far = math.sqrt(dx * dx + dy * dy)
    if far <= TOLERANCE:
        return Frame(1.0, 1.0, ahead_x=0.0, right_y=0.0)
    return Frame(dy / far, dy / far, ahead_x=dx / far, right_y=-dx / far)


def nearest_first(distances: list[float], radius: float) -> list[int]:
    """The places of those within the radius (the limit is inside), nearest first; equals in the order given."""
    within = [place for place in range(len(distances)) if distances[place] <= radius + TOLERANCE]
    within.sort(key=rounded(distances).__getitem__)
    return within


def rounded(numbers: list[float]) -> list[int]:
    """In steps of a hair: what differs by less is equal."""
    return [math.floor(number / (4.0 * TOLERANCE) + 0.5) for number in numbers]


def sector(look: Frame, dx: float, dy: float) -> int:
    """On which side of a victim something lies; exactly on a border is front or rear."""
    ahead = dx * look.ahead_x + dy * look.ahead_y
    right = dx * look.right_x + dy * look.right_y
    if abs(ahead) + TOLERANCE >= abs(right):
        return REAR if ahead > 0.0 else FRONT
    return RIGHT if right > 0.0 else LEFT


def round_the_first(
    look: Frame, xs: list[float], ys: list[float], radius: float, order: list[int], *, x: float, y: float
) -> list[int]:
    """The places of the others in the order in which a burst catches them.

    (x, y) is the first victim. Side after side in the order given, each time the closest of that side within the radius
    that has not been caught yet; of equals the leftmost; empty sides are passed over.
    """
    distances: list[float] = []
    lefts: list[float] = []
    for place in range(len(xs)):
        dx = xs[place] - x
        dy = ys[place] - y
        distances.append(math.sqrt(dx * dx + dy * dy))
        lefts.append(dx * look.right_x + dy * look.right_y)
    aside = rounded(lefts)
    ranked = nearest_first(distances, radius)
    ways = rounded(distances)
    ranked.sort(key=[(ways[place], aside[place], place) for place in range(len(xs))].__getitem__)
    queues: list[list[int]] = [[], [], [], []]
    for place in ranked:
        queues[sector(look, xs[place] - x, ys[place] - y)].append(place)
    caught: list[int] = []
    taken = [0, 0, 0, 0]
    while len(caught) < len(ranked):
        for side in order:
            if taken[side] < len(queues[side]):
                caught.append(queues[side][taken[side]])
                taken[side] += 1
    return caught
