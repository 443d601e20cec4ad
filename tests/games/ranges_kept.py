"""Odds at every range on record, by digests alone, in `odds/<system>-ranges.txt`: each weapon to its edges.

A line of `pairs_kept` ends after so many paths, and the edges of a weapon that reaches far lie beyond them. Here every
word meets every length from the least to the highest, halves too, in the same small situation, a line for each word,
until so many paths of the procedure have been walked.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from battles import Load, printed
from odds_kept import Walk, example_of, word_of
from pairs_kept import all_values, made_small, said

from playsheet.core.forms import AnyForm, Field, Value

MOST_OF_RANGES = 400_000  # paths of a procedure
MOST_OF_LINE = 60_000


def file_of(system: str) -> str:
    return f"{system}-ranges.txt"


def text_of(system: str, load: Load = printed) -> str:
    return "\n".join(
        "".join(f"{line}\n" for line in lines_of(procedure)) for procedure in measured(load(system).forms())
    )


def measured(procedures: list[AnyForm]) -> list[AnyForm]:
    """Those with a length and a word among their inputs."""
    return [one for one in procedures if lengths_of(one) and any(field.choices for field in one.fields)]


def lengths_of(procedure: AnyForm) -> list[Field]:
    return [field for field in procedure.fields if field.kind() == "length"]


def lines_of(procedure: AnyForm) -> Iterator[str]:
    small = made_small(procedure, example_of(procedure))
    yield f"== {procedure.id}"
    walk = Walk()
    for length in lengths_of(procedure):
        for field in procedure.fields:
            for word in field.choices:
                if walk.paths < MOST_OF_RANGES:
                    digest = digest_of(procedure, {**small, field.name: word}, length, walk)
                    yield f"{field.name}={word_of(word)} {length.name}: {digest}"


def digest_of(procedure: AnyForm, ground: dict[str, Value], length: Field, walk: Walk) -> str:
    """Of the situation at every value of the length, as many as take no more paths than those of a line may."""
    found = sha256()
    most = walk.paths + MOST_OF_LINE
    for value in all_values(length):
        if walk.paths < most:
            found.update(said(procedure, {**ground, length.name: value}, walk).encode())
    return found.hexdigest()[:8]
