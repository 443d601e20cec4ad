"""A sheet's words explained: glossary.toml, a term each.

[disrupted]                          # the term's id
words  = ["disrupted"]               # as they stand in sentences, longest first where one holds another
said   = "..."                       # what it means, in a sentence or two
table  = "morale-check"              # where it stands on the sheet, if it does
ruling = "R16"                       # or what settles it, if anything does
card   = true                        # a plain word, which only a unit's card explains: it would be in every sentence
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playsheet.core.reader import Reader, read_toml

LONGEST_WORD: Final = 40
LONGEST_SAID: Final = 300


class Term:
    """A word of the sheet, and what it means."""

    def __init__(self, id: str, words: list[str], said: str, table: str, ruling: str, *, card: bool) -> None:
        self.id: Final = id
        self.words: Final = words
        self.said: Final = said
        self.table: Final = table  # or empty
        self.ruling: Final = ruling  # or empty
        self.card: Final = card  # explained on a unit's card only

    def data(self) -> dict[str, object]:
        return {
            "id": self.id,
            "words": self.words,
            "said": self.said,
            "table": self.table,
            "ruling": self.ruling,
            "card": self.card,
        }


def read_glossary(source: Path | str, name: str = "") -> list[Term]:
    reader = read_toml(source, name)
    found: list[Term] = []
    known: dict[str, str] = {}
    for id in list(reader.data):
        term = _term(reader.table(id), id)
        for word in term.words:
            if word.lower() in known:
                raise reader.refused(id, f"{word!r} is explained under {known[word.lower()]} already.")
            known[word.lower()] = id
        found.append(term)
    return found


def _term(reader: Reader, id: str) -> Term:
    words = reader.texts("words", [id.replace("-", " ")])
    said = " ".join(reader.text("said", longest=LONGEST_SAID).split())
    term = Term(id, words, said, reader.text("table", ""), reader.text("ruling", ""), card=reader.flag("card", False))
    for word in words:
        if not 2 <= len(word) <= LONGEST_WORD:
            raise reader.refused("words", f"expected words of 2 to {LONGEST_WORD} letters, got {word!r}.")
    reader.close()
    return term
