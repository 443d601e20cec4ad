"""The lie of the land: height, cover of areas and lines, and where a way meets a boundary."""

from __future__ import annotations

import pytest

from playsheet.core.terrain import Ground, Piece
from playsheet.tabletop.land import Land, Plot, meetings

SQUARE = [(10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0)]
INNER = [(14.0, 14.0), (16.0, 14.0), (16.0, 16.0), (14.0, 16.0)]
WALL = [(30.0, 0.0), (30.0, 40.0)]
HILL = Piece(0, "Knoll", "hill", SQUARE, is_line=False, level=1)
TOP = Piece(1, "Crest", "hill", INNER, is_line=False, level=2)
FENCE = Piece(2, "Fence", "wall", WALL, is_line=True, level=0)


def land(*covers: int) -> Land:
    pieces = [HILL, TOP, FENCE]
    plots = [Plot(piece, piece.name, piece.level, cover) for piece, cover in zip(pieces, covers, strict=True)]
    return Land(Ground(60.0, 40.0, pieces), plots, 0.5)


@pytest.mark.parametrize(("x", "y", "level"), [(5, 5, 0), (12, 12, 1), (15, 15, 2), (21, 15, 0)])
def test_the_highest_ground_counts(x: float, y: float, level: int) -> None:
    assert land(0, 0, 0).level(x, y) == level


@pytest.mark.parametrize(("x", "y", "cover"), [(5, 5, 0), (12, 12, 1), (15, 15, 2), (30, 15, 0)])
def test_the_best_cover_of_areas_and_never_of_lines(x: float, y: float, cover: int) -> None:
    assert land(1, 2, 2).area_cover(x, y) == cover


@pytest.mark.parametrize(
    ("x0", "x", "cover"),
    [
        (40.0, 29.0, 2),  # behind it, half an inch from base to wall
        (40.0, 28.9, 0),  # too far from it
        (20.0, 29.0, 0),  # the shot does not cross it
        (20.0, 31.0, 2),
    ],
)
def test_a_line_covers_whoever_lines_it_from_what_crosses_it(x0: float, x: float, cover: int) -> None:
    assert land(0, 0, 2).line_cover(x0, 15.0, x, 15.0, 0.5) == cover
    assert land(0, 0, 0).line_cover(x0, 15.0, x, 15.0, 0.5) == 0


@pytest.mark.parametrize(("far", "met"), [(4.0, []), (5.0, [5.0]), (14.9, [5.0]), (15.0, [5.0, 15.0])])
def test_a_way_meets_a_boundary_its_end_included(far: float, met: list[float]) -> None:
    assert sorted(meetings(HILL, 5.0, 15.0, 1.0, far, uy=0.0)) == met


def test_a_way_that_starts_on_a_line_does_not_meet_it() -> None:
    assert meetings(FENCE, 30.0, 10.0, 1.0, 5.0, uy=0.0) == []
    assert meetings(FENCE, 29.0, 10.0, 1.0, 5.0, uy=0.0) == [1.0]
