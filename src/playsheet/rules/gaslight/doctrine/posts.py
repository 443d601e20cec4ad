"""Posts: places where a body of men stands well, behind a wall, in a wood or a house, on ground that must be held."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing, direction
from playsheet.core.formations import files_ranks
from playsheet.core.geometry import spacing
from playsheet.rules.gaslight.battle.land import Plot
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.doctrine.ways import unit_vector
from playsheet.rules.gaslight.ground.moving import MOST_RAGGED, ROOM
from playsheet.rules.gaslight.terms import Cover

OFF: Final = 0.25  # inches from the first rank's bases to the wall they line
CROWDED: Final = 3  # so many friends in a place leave no room for a unit


class Post:
    """Where a body may stand: its middle, facing, files, and the cover of most of it there."""

    def __init__(self, x: float, y: float, facing: float, files: int, cover: float) -> None:
        self.x: Final = x
        self.y: Final = y
        self.facing: Final = facing
        self.files: Final = files
        self.cover: Final = cover


class Shape:
    """How much room so many figures of a unit take."""

    def __init__(self, battle: GaslightBattle, unit: Unit, n: int) -> None:
        self.n: Final = n
        self.radius: Final[float] = battle.radius[i64(unit.first)]
        self.pitch: Final[float] = 2.0 * self.radius + ROOM
        self.depth: Final[float] = self.pitch if unit.card.drilled else self.pitch + 2.0 * MOST_RAGGED

    def wide(self, files: int) -> float:
        return files_ranks(self.n, files)[0] * self.pitch - ROOM

    def deep(self, files: int) -> float:
        return files_ranks(self.n, files)[1] * self.depth - ROOM


def line_posts(shape: Shape, plot: Plot, x: float, y: float) -> list[Post]:
    """Close behind each stretch of a line that lies between them and (x, y): one deep where that fits, else two."""
    found: list[Post] = []
    piece = plot.piece
    for k in range(1, len(piece.xs)):
        x0 = piece.xs[i64(k - 1)]
        y0 = piece.ys[i64(k - 1)]
        vx, vy, long = unit_vector(x0, y0, piece.xs[i64(k)], piece.ys[i64(k)])
        side = 1.0 if (x - x0) * vy - (y - y0) * vx > 0.0 else -1.0
        nx = vy * side  # across the line, toward (x, y)
        ny = -vx * side
        ahead = (x - x0) * nx + (y - y0) * ny
        aside = spacing(x, y, x0 + 0.5 * long * vx, y0 + 0.5 * long * vy)
        if ahead < 0.5 * aside:
            continue  # they would be shot at along the line
        for ranks in (1, 2):
            files = (shape.n + ranks - 1) // ranks
            wide = shape.wide(files)
            if wide > long:
                continue
            back = shape.radius + OFF + 0.5 * (ranks - 1) * shape.depth
            for part in (0.5, 0.0, 1.0):
                at = 0.5 * wide + (long - wide) * part
                px = x0 + vx * at - nx * back
                py = y0 + vy * at - ny * back
                found.append(Post(px, py, bearing(nx, ny), files, plot.cover / ranks))
            break
    return found


def area_posts(shape: Shape, plot: Plot, x: float, y: float, files: int) -> list[Post]:
    """Inside an area: in its middle, or toward one side of it; facing (x, y)."""
    piece = plot.piece
    found: list[Post] = []
    mx = 0.5 * (piece.min_x + piece.max_x)
    my = 0.5 * (piece.min_y + piece.max_y)
    facing = bearing(x - mx, y - my) if abs(x - mx) + abs(y - my) > 0.1 else 0.0
    facing = 90.0 * float(int(facing / 90.0 + 0.5) % 4)  # square to the table, as areas mostly are
    ux, uy = direction(facing)
    across = (piece.max_x - piece.min_x) * abs(uy) + (piece.max_y - piece.min_y) * abs(ux)
    along = (piece.max_y - piece.min_y) * abs(uy) + (piece.max_x - piece.min_x) * abs(ux)
    while files > 1 and shape.wide(files) > across - 0.2:
        files -= 1
    while files < shape.n and shape.deep(files) > along - 0.2 and shape.wide(files + 1) <= across - 0.2:
        files += 1
    slack = max(0.0, 0.5 * (along - shape.deep(files)) - 0.1)
    room = max(0.0, 0.5 * (across - shape.wide(files)) - 0.1)
    for onward in (1.0, 0.0, -1.0):
        for aside in (0.0, 1.0, -1.0):
            if (onward == 0.0 or slack > 0.5) and (aside == 0.0 or room > 0.5):
                px = mx + ux * slack * onward + uy * room * aside
                py = my + uy * slack * onward - ux * room * aside
                found.append(Post(px, py, facing, files, float(plot.cover)))
    return found


def cover_posts(battle: GaslightBattle, unit: Unit, shape: Shape, x: float, y: float) -> list[Post]:
    """Every post behind or in cover against an enemy at (x, y)."""
    found: list[Post] = []
    for plot in battle.land.plots:
        if plot.cover == Cover.NONE or plot.closed(battle.mounted(unit.first)):
            continue
        if plot.linear:
            found += line_posts(shape, plot, x, y)
        else:
            found += area_posts(shape, plot, x, y, (shape.n + 1) // 2)
    return found


def taken(battle: GaslightBattle, unit: Unit, post: Post, shape: Shape) -> bool:
    """Do friends or enemies stand there already?"""
    half = 0.5 * shape.wide(post.files)
    ux, uy = direction(post.facing)
    count = 0
    for at in (-0.7, 0.0, 0.7):
        count += battle.others_within(unit, post.x + uy * half * at, post.y - ux * half * at, 0.7)
    return count >= CROWDED
