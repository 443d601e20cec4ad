"""The sheets' words, explained: each once, briefly, and with its place on the sheet."""

from __future__ import annotations

import pytest

from playsheet.core.errors import Refused
from playsheet.core.glossary import read_glossary
from playsheet.rules import SYSTEMS, glossary_of, load_system

MOST_WORDS = 32  # of an explanation that is read while a battle waits


@pytest.mark.parametrize("id", SYSTEMS)
def test_every_term_is_explained_and_has_its_place(id: str) -> None:
    system = load_system(id)
    terms = glossary_of(id)
    assert len(terms) >= 20
    for term in terms:
        assert term.said.endswith("."), term.id
        assert len(term.said.split()) <= MOST_WORDS, term.id
        assert term.table or term.ruling, term.id
        if term.table:
            assert system.sheet.table(term.table).id == term.table
        if term.ruling:
            assert system.rulings.ruling(term.ruling).id == term.ruling


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[a]\nwords = ["rally"]\nsaid = "x."\n[b]\nwords = ["Rally"]\nsaid = "y."', "is explained under a already"),
        ('[a]\nwords = ["r"]\nsaid = "x."', "words of 2 to 40 letters"),
        ('[a]\nwords = ["rally"]', "said"),
        ('[a]\nwords = ["rally"]\nsaid = "x."\nmeans = "y."', "means"),
    ],
)
def test_what_is_refused(text: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        read_glossary(text, "glossary.toml")
