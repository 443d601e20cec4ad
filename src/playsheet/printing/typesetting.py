"""Data and a template in, a PDF out: by Typst, with the fonts that it carries, and so the same bytes anywhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from playsheet.core.errors import Refused
from playsheet.core.reader import nearest, one_of

TEMPLATES: Final = Path(__file__).parent / "templates"
PAPERS: Final = {"a4": "a4", "letter": "us-letter"}  # as we call them, and as Typst does
MISSING: Final = "Printing needs the package typst, which is not installed: pip install 'playsheet[print]' gets it."

Data = dict[str, Any]


def check_paper(paper: str) -> str:
    if paper not in PAPERS:
        raise Refused(f"There is no paper {paper[:60]!r}{nearest(paper, PAPERS)}; expected {one_of(list(PAPERS))}.")
    return paper


def check_parts(given: list[str], known: tuple[str, ...]) -> list[str]:
    """The parts that are wanted, in their own order; none given: all of them."""
    for part in given:
        if part not in known:
            raise Refused(f"There is no part {part[:60]!r}{nearest(part, known)}; expected one of {', '.join(known)}.")
    return [part for part in known if part in given or not given]


def can_print() -> bool:
    """Is the package here that sets the pages?"""
    try:
        import typst  # noqa: F401
    except ImportError:
        return False
    return True


class Typesetter:
    """One document: a template and what is to be set by it. No date, no system font and no network comes into it."""

    def __init__(self, template: str, data: Data, paper: str) -> None:
        try:
            import typst
        except ImportError:
            raise Refused(MISSING) from None
        self.data: Final = {**data, "paper": PAPERS[check_paper(paper)]}
        self.compiler: Final = typst.Compiler(
            str(TEMPLATES / template),
            root=str(TEMPLATES),
            font_paths=typst.Fonts(include_system_fonts=False),
            sys_inputs={"data": self.as_json()},
        )

    def as_json(self) -> str:
        return json.dumps(self.data, ensure_ascii=False, separators=(",", ":"))

    def pdf(self) -> bytes:
        made = self.compiler.compile(format="pdf", sys_inputs={"data": self.as_json()})
        assert isinstance(made, bytes)
        return made

    def fit(self, key: str, sizes: list[float], label: str, pages: int) -> None:
        """Set `key` to the first of these sizes, large to small, by which the label stands on that page or before it.

        If none is small enough it is the last: whoever has lengthened the texts gets a page more.
        """
        low, high = 0, len(sizes) - 1
        while low < high:
            middle = (low + high) // 2
            if self.fits(key, sizes[middle], label, pages):
                high = middle
            else:
                low = middle + 1
        self.data[key] = sizes[low]

    def fits(self, key: str, size: float, label: str, pages: int) -> bool:
        """With `key` so large, is the label on that page or before it?"""
        self.data[key] = size
        return self.page_of(label) <= pages

    def page_of(self, label: str) -> int:
        """The page on which the label of the document stands."""
        self.compiler.compile(format="pdf", sys_inputs={"data": self.as_json()})
        return int(json.loads(self.compiler.query(f"<{label}>", field="value", one=True)))
