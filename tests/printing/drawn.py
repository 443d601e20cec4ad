"""Reading back what was drawn: the strokes and the clips of a page, in millimetres from its lower left corner."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from itertools import pairwise

from pypdf import PageObject, PdfReader

POINTS = 72 / 25.4  # a millimetre of a PDF
Point = tuple[float, float]


@dataclass
class Drawn:
    """A page: what was drawn by straight lines, path by path, and the boxes beyond which nothing of it is seen."""

    width: float
    height: float
    text: str
    paths: list[list[Point]] = field(default_factory=list)
    clips: list[tuple[Point, Point]] = field(default_factory=list)

    def lines(self) -> list[tuple[float, float, float, float]]:
        """The straight strokes, each from where to where."""
        return [(*start, *end) for path in self.paths for start, end in pairwise(path)]


def drawn_pages(pdf: bytes) -> list[Drawn]:
    return [drawn_page(page) for page in PdfReader(io.BytesIO(pdf)).pages]


def drawn_page(page: PageObject) -> Drawn:
    drawn = Drawn(float(page.mediabox.width) / POINTS, float(page.mediabox.height) / POINTS, "")
    path: list[Point] = []

    def visit(operator: bytes, operands: list, matrix: list, _text: list) -> None:
        nonlocal path
        a, b, c, d, e, f = matrix

        def point(x: float, y: float) -> Point:
            return (a * x + c * y + e) / POINTS, (b * x + d * y + f) / POINTS

        if operator == b"m":
            path = [point(*map(float, operands))]
            drawn.paths.append(path)
        elif operator == b"l":
            path.append(point(*map(float, operands)))
        elif operator == b"h" and path:
            path.append(path[0])
        elif operator == b"re":
            x, y, width, height = map(float, operands)
            path = [point(x, y), point(x + width, y), point(x + width, y + height), point(x, y + height), point(x, y)]
            drawn.paths.append(path)
        elif operator in (b"W", b"W*"):
            xs, ys = zip(*path)
            drawn.clips.append(((min(xs), min(ys)), (max(xs), max(ys))))

    drawn.text = page.extract_text(visitor_operand_before=visit)
    return drawn
