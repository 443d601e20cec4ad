"""The map in true size: what is measured on the sheets of paper is what is measured on the table."""

import functools
import io
import math
import re
from itertools import pairwise

import pytest
from drawn import Drawn, Point, drawn_pages
from printed_pages import pages_of, squeezed
from pypdf import PdfReader

from playsheet.core.errors import Refused
from playsheet.players.setup import Setup, set_up
from playsheet.printing.chart import letters
from playsheet.printing.full_map import MOST_SHEETS, STRIP
from playsheet.printing.kit import is_full, kit_pdf
from playsheet.printing.pieces import MILLIMETRES
from playsheet.rules import scenario_files

NAMED = re.compile(r"([A-Z]+)([0-9]+)\s+row ([A-Z]+), ([0-9]+) of ([0-9]+)")
NEAR = 0.01  # of a millimetre
EDGE = 4.0  # millimetres round a page that no printer has to reach
ON_BOTH = [(id, paper) for id in ("the-wells", "the-picket") for paper in ("a4", "letter")]


def in_full(setup: Setup, paper: str = "a4") -> bytes:
    return kit_pdf(setup.system, setup.scenario, paper, ["map"], backs=True, in_full=True)


def size_of(setup: Setup) -> tuple[float, float]:
    """Of the table, in millimetres."""
    unit = MILLIMETRES[setup.system.sheet.unit]
    return setup.scenario.ground.width * unit, setup.scenario.ground.depth * unit


class Sheet:
    """One sheet as it was read back: its name, its own part between the crop marks, and the table on it."""

    def __init__(self, drawn: Drawn, width: float, depth: float) -> None:
        found = NAMED.match(drawn.text)
        assert found is not None, drawn.text[:80]
        self.drawn = drawn
        self.row, self.column, self.columns = found[3], int(found[4]), int(found[5])
        assert (found[1], found[2]) == (found[3], found[4])
        table = [path for path in drawn.paths if extent(path) == pytest.approx((width, depth), abs=NEAR)]
        assert len(table) == 1  # in true size, and once
        self.corner = min(x for x, _ in table[0]), min(y for _, y in table[0])
        xs, ys = self.ticks(4.0)  # the crop marks
        (self.left, self.right), (self.south, self.north) = xs, ys
        (clip,) = drawn.clips
        self.seen = self.on_table(clip[0]), self.on_table(clip[1])
        assert min(*clip[0], drawn.width - clip[1][0], drawn.height - clip[1][1]) > EDGE

    def ticks(self, length: float) -> tuple[list[float], list[float]]:
        """Where lines of that length stand along the upper and the lower edge, and along the left and the right one."""
        lines = [
            (self.on_table(path[0]), self.on_table(path[1]))
            for path in self.drawn.paths
            if len(path) == 2 and math.dist(*path) == close(length)
        ]
        return (
            sorted({round(x0, 2) for (x0, _), (x1, _) in lines if x0 == close(x1)}),
            sorted({round(y0, 2) for (_, y0), (_, y1) in lines if y0 == close(y1)}),
        )

    def on_table(self, point: Point) -> Point:
        """In millimetres from the south-west corner of the table."""
        return point[0] - self.corner[0], point[1] - self.corner[1]

    def has(self, points: list[Point]) -> bool:
        """Is it drawn, at its place and as large as it is?"""
        paths = [[self.on_table(point) for point in path] for path in self.drawn.paths]
        return any(
            len(path) >= len(points) and all(math.dist(a, b) < NEAR for a, b in zip(path, points)) for path in paths
        )

    def sees(self, points: list[Point]) -> bool:
        """Is a part of its box among what is to be seen?"""
        (west, south), (east, north) = self.seen
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs) < east and max(xs) > west and min(ys) < north and max(ys) > south


def close(length: float) -> object:
    return pytest.approx(length, abs=NEAR)


def extent(path: list[Point]) -> tuple[float, float]:
    xs, ys = [x for x, _ in path], [y for _, y in path]
    return max(xs) - min(xs), max(ys) - min(ys)


@functools.cache
def sheets_of(id: str, paper: str) -> list[Sheet]:
    """Behind the map on one page, and the key."""
    setup = set_up(id, [])
    return [Sheet(page, *size_of(setup)) for page in drawn_pages(in_full(setup, paper))[2:]]


@pytest.mark.parametrize(("id", "paper"), ON_BOTH)
def test_the_sheets_together_are_the_table_and_no_more(id: str, paper: str) -> None:
    """Cut at their marks they lie edge to edge, from one edge of the table to the other."""
    width, depth = size_of(set_up(id, []))
    sheets = sheets_of(id, paper)
    rows = {row: [sheet for sheet in sheets if sheet.row == row] for row in dict.fromkeys(s.row for s in sheets)}
    assert list(rows) == [letters(number) for number in range(len(rows))]
    for row in rows.values():
        assert [sheet.column for sheet in row] == list(range(1, row[0].columns + 1))
        assert (row[0].left, row[-1].right) == (close(0), close(width))
        assert all(sheet.right == close(following.left) for sheet, following in pairwise(row))
        assert {(sheet.south, sheet.north) for sheet in row} == {(row[0].south, row[0].north)}
    first = [row[0] for row in rows.values()]
    assert (first[0].north, first[-1].south) == (close(depth), close(0))
    assert all(sheet.south == close(below.north) for sheet, below in pairwise(first))


@pytest.mark.parametrize(("id", "paper"), ON_BOTH)
def test_each_sheet_goes_on_under_its_neighbours_but_not_beyond_the_table(id: str, paper: str) -> None:
    width, _ = size_of(set_up(id, []))
    for sheet in sheets_of(id, paper):
        (west, south), (east, north) = sheet.seen
        assert (west, north) == (close(sheet.left), close(sheet.north))
        assert east == close(min(sheet.right + STRIP, width))
        assert south == close(max(sheet.south - STRIP, 0))


@pytest.mark.parametrize(("id", "paper"), ON_BOTH)
def test_all_ground_is_at_its_place_on_every_sheet_that_shows_it(id: str, paper: str) -> None:
    setup = set_up(id, [])
    unit = MILLIMETRES[setup.system.sheet.unit]
    sheets = sheets_of(id, paper)
    for piece in setup.scenario.ground.pieces:
        points = [(x * unit, y * unit) for x, y in zip(piece.xs, piece.ys)]
        shown = [sheet for sheet in sheets if sheet.sees(points)]
        assert shown != []
        assert [(sheet.row, sheet.column) for sheet in shown if not sheet.has(points)] == []


def with_ground(id: str, kind: str, corners: str) -> str:
    """The scenario with an only piece of ground."""
    text = scenario_files()[id].read_text(encoding="utf-8")
    text = re.sub(r"\[\[terrain\]\]\n(?:[^\[\n].*\n|\n)*", "", text)
    return f'{text}\n[[terrain]]\nname = "measured"\nkind = "{kind}"\nrect = {corners}\n'


@pytest.mark.parametrize(
    ("id", "kind", "corners", "wide", "deep"),
    [
        ("the-picket", "scrub", "[30, 40, 40, 60]", 100.0, 200.0),  # centimetres
        ("the-wells", "hill", "[10, 20, 11, 24]", 25.4, 101.6),  # inches
    ],
)
def test_100_mm_of_table_are_100_mm_of_paper(
    id: str, kind: str, corners: str, wide: float, deep: float, tmp_path
) -> None:
    file = tmp_path / "measured.toml"
    file.write_text(with_ground(id, kind, corners), encoding="utf-8")
    pages = drawn_pages(in_full(set_up(str(file), [])))[2:]
    found = [extent(path) for page in pages for path in page.paths if len(path) == 5]
    assert any(size == pytest.approx((wide, deep), abs=NEAR) for size in found)
    assert not any(size == pytest.approx((deep, wide), abs=NEAR) for size in found)


def test_the_figures_along_the_edges_count_from_the_corner_of_the_table() -> None:
    """On the second sheet of the last row: 7.2 inches from the west, and up to 9.6 from the south."""
    sheet = next(s for s in sheets_of("the-wells", "a4") if (s.row, s.column) == ("E", 2))
    assert (sheet.left, sheet.north) == (close(7.2 * 25.4), close(9.6 * 25.4))
    across, down = sheet.ticks(2.2)
    assert [x / 25.4 for x in across] == pytest.approx([8, 9, 10, 11, 12, 13, 14], abs=0.001)
    assert [y / 25.4 for y in down] == pytest.approx(list(range(10)), abs=0.001)
    assert "891011121314" in squeezed(sheet.drawn.text)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_key_says_how_many_sheets_and_how_they_lie(paper: str) -> None:
    setup = set_up("the-wells", [])
    pages = pages_of(in_full(setup, paper))
    sheets = pages[2:]
    assert f"Thetableis36by48inches:{len(sheets)}sheets,5rowsof5,eachwith7.2by9.6inchesofit." in pages[1]
    for row in "ABCDE":
        for column in range(1, 6):
            assert f"{row}{column}" in pages[1]
            assert f"{row}{column}row{row},{column}of5" in "".join(sheets)
    assert "(A1)" in pages[1]  # nothing stands there
    assert "(C1)" not in pages[1]  # the palms do
    ruler = [line for line in drawn_pages(in_full(setup, paper))[1].lines() if line[2] - line[0] == close(100)]
    assert len(ruler) == 1


def test_paper_lies_across_where_that_takes_fewer_sheets() -> None:
    for id, lies in (("the-wells", False), ("the-rail-fence", True)):
        setup = set_up(id, [])
        page = PdfReader(io.BytesIO(in_full(setup, "letter"))).pages[2]
        assert (page.mediabox.width > page.mediabox.height) == lies


def test_a_large_table_is_bounded_in_sheets_and_bytes() -> None:
    """Twelve feet by six."""
    setup = set_up("the-third-day", [])
    pdf = in_full(setup)
    assert len(PdfReader(io.BytesIO(pdf)).pages) == 2 + 140
    assert len(pdf) < 2_000_000


def test_a_table_of_too_many_sheets_is_refused_in_one_sentence(tmp_path) -> None:
    text = scenario_files()["the-wells"].read_text(encoding="utf-8")
    file = tmp_path / "huge.toml"
    file.write_text(re.sub(r"^table.*$", "table = [500, 500]", text, flags=re.M), encoding="utf-8")
    with pytest.raises(Refused) as refusal:
        in_full(set_up(str(file), []))
    assert str(refusal.value) == (
        "The map in full would take 3360 sheets of paper, for a table of 500 by 500 inches; "
        f"expected a table that takes at most {MOST_SHEETS}."
    )


def test_the_same_bytes_every_time_and_nothing_of_it_unless_it_is_wanted() -> None:
    setup = set_up("the-ruined-wells", [])
    assert in_full(setup) == in_full(set_up("the-ruined-wells", []))
    assert in_full(setup) != in_full(setup, "letter")
    assert len(pages_of(kit_pdf(setup.system, setup.scenario, "a4", ["map"], backs=True))) == 1


@pytest.mark.parametrize(
    ("given", "parts", "said"),
    [
        ("ful", [], 'There is no map \'ful\' (did you mean "full"?); expected one of "reduced" or "full".'),
        (
            "full",
            ["deck"],
            'A full map was asked for, but only other parts are to be printed; expected "map" among them.',
        ),
    ],
)
def test_a_map_that_is_none_is_refused(given: str, parts: list[str], said: str) -> None:
    with pytest.raises(Refused) as refusal:
        is_full(given, parts)
    assert str(refusal.value) == said
    assert [is_full("full", ["map"]), is_full("full", []), is_full("reduced", ["deck"])] == [True, True, False]


def test_rows_are_lettered_beyond_the_alphabet() -> None:
    assert [letters(row) for row in (0, 25, 26, 51, 52)] == ["A", "Z", "AA", "AZ", "BA"]
