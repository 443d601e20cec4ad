"""The table as a picture: ground in dim colours, every figure in its side's."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from playsheet.core.events import Battle
from playsheet.core.lettered import lettered
from playsheet.core.terrain import Ground
from playsheet.players.setup import Setup

Picture = NDArray[np.uint8]

WIDE: Final = 480  # pixels
GRASS: Final = (226, 222, 200)
GROUND: Final = (176, 178, 146)  # whatever is not open
LINE: Final = (110, 104, 92)
COLOURS: Final = {
    "red": (176, 40, 36),
    "blue": (38, 74, 148),
    "gold": (186, 138, 20),
    "green": (44, 110, 58),
    "violet": (112, 60, 140),
    "grey": (84, 88, 96),
}


def ground_of(setup: Setup, battle: Battle) -> Ground:
    return setup.system.ground(battle) or setup.scenario.ground


def text_of(setup: Setup, battle: Battle) -> str:
    """The map in letters, of the battle as a seat sees it."""
    system: Any = setup.system
    drawn = lettered(system.roster(battle), system.marks(battle), setup.scenario, ground_of(setup, battle))
    return drawn.text()


def picture_of(setup: Setup, battle: Battle) -> Picture:
    """The map as pixels, north on top, of the battle as a seat sees it."""
    ground = ground_of(setup, battle)
    scale = WIDE / ground.width
    high = max(1, round(ground.depth * scale))
    picture = np.empty((high, WIDE, 3), np.uint8)
    picture[:] = GRASS
    across = (np.arange(WIDE) + 0.5) / scale
    up = ground.depth - (np.arange(high) + 0.5) / scale
    for piece in ground.pieces:
        if not piece.is_line:
            picture[within(list(zip(piece.xs, piece.ys)), across, up)] = GROUND
            continue
        for x0, y0, x1, y1 in zip(piece.xs, piece.ys, piece.xs[1:], piece.ys[1:]):
            for step in range(WIDE):
                share = step / (WIDE - 1)
                dot(
                    picture,
                    (x0 + (x1 - x0) * share) * scale,
                    (ground.depth - y0 - (y1 - y0) * share) * scale,
                    1.0,
                    GROUND,
                )
    system: Any = setup.system
    roster = system.roster(battle)
    for mark in system.marks(battle):
        side = roster[mark.unit].side
        colour = COLOURS[setup.scenario.sides[side].colour] if side >= 0 else COLOURS["grey"]
        wide = max(2.0, mark.width * scale / 2)
        dot(picture, mark.x * scale, (ground.depth - mark.y) * scale, wide, colour)
    return picture


def within(corners: list[tuple[float, float]], across: NDArray[Any], up: NDArray[Any]) -> NDArray[np.bool_]:
    """Which pixels lie inside a shape: the rays to the east of them cross its outline an odd number of times."""
    x, y = np.meshgrid(across, up)
    inside = np.zeros(x.shape, np.bool_)
    for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]]):
        if y0 != y1:
            inside ^= ((y0 > y) != (y1 > y)) & (x < (x1 - x0) * (y - y0) / (y1 - y0) + x0)
    return inside


def dot(picture: Picture, x: float, y: float, radius: float, colour: tuple[int, int, int]) -> None:
    high, wide, _ = picture.shape
    left, right = max(0, int(x - radius)), min(wide, int(x + radius) + 1)
    top, bottom = max(0, int(y - radius)), min(high, int(y + radius) + 1)
    if left < right and top < bottom:
        dx = np.arange(left, right) + 0.5 - x
        dy = np.arange(top, bottom)[:, None] + 0.5 - y
        picture[top:bottom, left:right][dx * dx + dy * dy <= radius * radius] = colour
