"""The examples of docs/api.md, and whether they show what comes."""

from __future__ import annotations

import doctest
import re
import tempfile
from contextlib import chdir
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def examples() -> list[doctest.Example]:
    """All of them, in the order of the page; later ones use the names of earlier ones."""
    text = PAGE.read_text(encoding="utf-8")
    return [one for block in BLOCK.findall(text) for one in doctest.DocTestParser().get_examples(block)]


def failures() -> str:
    """What comes out otherwise than the page shows; empty: nothing. What it writes is nobody else's."""
    found = examples()
    test = doctest.DocTest(found, {}, PAGE.name, str(PAGE), 0, None)
    said: list[str] = []
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    return "".join(said)
