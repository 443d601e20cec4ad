"""The dice of a charge, on another sheet."""

from __future__ import annotations

from ...terms import Grade

NEED: int = 7


def first_half(ran: int, *, grade: int = Grade.CRACK) -> str:
    return f"men run {ran - grade}, needing {NEED}"


def contact(ran: int) -> str:
    return f"men meet after {ran}"
