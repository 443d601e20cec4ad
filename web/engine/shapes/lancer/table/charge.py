"""The same heading on the table."""

from __future__ import annotations

from shapes.gaslight.dice import charge as other
from shapes.lancer.dice import charge
from shapes.lancer.dice.charge import first_half

CHARGE = (first_half, charge.contact)


def contact(ran: int) -> list[str]:
    return [*[step(ran) for step in CHARGE], other.contact(ran), charge.contact(ran), str(charge.NEED + other.NEED)]


def first_halves(ran: int) -> list[str]:
    return [first_half(ran), other.first_half(ran), other.first_half(grade=1, ran=ran)]
