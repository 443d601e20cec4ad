"""Why something cannot be done, in a sentence without its full stop."""

from __future__ import annotations

from playsheet.core.book_rows import (
    Deed,
)
from playsheet.rules.gaslight.book.sources import checks, marksman, person_of, said_of
from playsheet.rules.gaslight.book.written import EXTRAS, NO_WEAPON
from playsheet.rules.gaslight.terms import (
    KINDS,
    Arm,
)


def bars_volley(deed: Deed) -> str:
    unit = deed.actor()
    if unit.number(EXTRAS) == 0:
        return f"{unit.name} has no Extras left"
    return f"the Extras of {unit.name} have nothing to shoot with" if unit.word("extras_weapon") == NO_WEAPON else ""


def bars_snipe(deed: Deed) -> str:
    found = marksman(deed)
    if found is None:
        return f"{deed.actor().name} has no such character"
    if found.word("weapon") == NO_WEAPON:
        return f"the character of {deed.actor().name} has nothing to shoot with"
    return bars_whom(deed, "at", deed.target)


def bars_blows(deed: Deed) -> str:
    return bars_whom(deed, "by", deed.unit) or bars_whom(deed, "at", deed.target)


def bars_who(deed: Deed) -> str:
    return bars_whom(deed, "who", deed.unit)


def bars_whom(deed: Deed, name: str, unit: int) -> str:
    """Nobody can be meant who is not there."""
    who = said_of(deed, name, unit)
    if who == EXTRAS:
        return "" if deed.state.units[unit].number(EXTRAS) else f"{deed.state.units[unit].name} has no Extras left"
    return (
        "" if person_of(deed.state, unit, who) is not None else f"{deed.state.units[unit].name} has no {who} character"
    )


def bars_check(deed: Deed) -> str:
    if checks(deed.rules, deed.actor()):
        return ""
    return f"{deed.actor().name} is alone, and checks no morale (R9)"


def bars_attaching(deed: Deed) -> str:
    if deed.actor().word("kind") != KINDS[Arm.CHARACTER]:
        return f"{deed.actor().name} is no character"
    if deed.actor().number("with_unit") >= 0:
        return f"{deed.actor().name} is with a unit already"
    return f"{deed.other().name} is a character himself" if deed.other().word("kind") == KINDS[Arm.CHARACTER] else ""


def bars_detaching(deed: Deed) -> str:
    return "" if deed.actor().number("with_unit") >= 0 else f"{deed.actor().name} is with no unit"
