"""The dice of a charge. The other sheet has a module of the same last names, with functions of the same names."""

from __future__ import annotations

from shapes.terms import Grade

NEED: int = 4


def first_half(ran: int, *, grade: int = Grade.RAW) -> str:
    return f"lancers run {ran + grade}, needing {NEED}"


def contact(ran: int) -> str:
    return f"lancers meet after {ran}"
