"""Ways round what is in the way, for the built-in commanders."""

from __future__ import annotations

from playsheet.core.geometry import FAR, spacing
from playsheet.core.terrain import Ground, Piece, crossed


def way_round(
    ground: Ground, piece: Piece, x: float, y: float, *, to_x: float, to_y: float, keep: float
) -> tuple[float, float]:
    """The corner to make for first, on the shorter way round a piece of ground, keeping so far off it.

    It is where one wants to go anyhow if the piece is not in the way, if that lies in it, or if no corner can be
    reached straight away.
    """
    if not crossed(piece, x, y, to_x, to_y):
        return to_x, to_y
    if piece.min_x <= to_x <= piece.max_x and piece.min_y <= to_y <= piece.max_y:
        return to_x, to_y
    best_x, best_y = to_x, to_y
    least = FAR
    for corner_x in (piece.min_x - keep, piece.max_x + keep):
        for corner_y in (piece.min_y - keep, piece.max_y + keep):
            if not (keep <= corner_x <= ground.width - keep and keep <= corner_y <= ground.depth - keep):
                continue
            if crossed(piece, x, y, corner_x, corner_y):
                continue
            far = spacing(x, y, corner_x, corner_y) + spacing(corner_x, corner_y, to_x, to_y)
            if far < least:
                least = far
                best_x, best_y = corner_x, corner_y
    return best_x, best_y
