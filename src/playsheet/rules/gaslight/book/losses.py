"""Who is gone, and what that makes of units, leaders and reasons to check."""

from __future__ import annotations

from playsheet.core.book_rows import (
    NOBODY,
    BookState,
    BookUnit,
    Deed,
)
from playsheet.rules.gaslight.book.sources import Person, checks
from playsheet.rules.gaslight.book.written import (
    ABOARD,
    DESTROYED,
    EXTRAS,
    GONE,
    NO_GUN,
    NO_LEADER,
    ON_TABLE,
    REASONS,
    SLOTS,
    STAND_IN,
    WHOLE,
    nothing,
)
from playsheet.rules.gaslight.sheet import GaslightRules
from playsheet.tabletop.machines.machine import CREWLESS, FATES


def is_stand_in(deed: Deed, unit: BookUnit) -> bool:
    """Does the stand-in fall? If nobody was asked he is the last of them."""
    if unit.word("leader") != STAND_IN:
        return False
    return deed.flag("stand_in") if "stand_in" in deed.values else True


def lose_extras(rules: GaslightRules, state: BookState, id: int, n: int, *, stand_in: bool, killed: bool) -> None:
    """So many Extras are out of the game, the stand-in leader among them."""
    unit = state.units[id]
    n = min(n, unit.number(EXTRAS))
    if n == 0:
        return
    unit.values[EXTRAS] = unit.number(EXTRAS) - n
    unit.values[ABOARD[0]] = min(unit.number(ABOARD[0]), unit.number(EXTRAS))  # who is outside falls first
    note_loss(rules, unit, killed=killed)
    if stand_in or (unit.number(EXTRAS) == 0 and unit.word("leader") == STAND_IN):
        unit.values["leader"] = NO_LEADER
    end_if_empty(state, id)


def lose_person(rules: GaslightRules, state: BookState, person: Person, *, killed: bool) -> None:
    """A character is out of the game: his unit notes the loss, and an army the loss of its commander."""
    own = person.unit
    host = state.units[own.number("with_unit")] if own.number("with_unit") >= 0 else own
    own.values[person.slot] = False
    own.values[f"{person.slot}_aboard"] = False
    note_loss(rules, host, killed=killed)
    if host.id != own.id:
        own.values["place"] = GONE
        own.values["with_unit"] = NOBODY
        if host.number("led_by") == own.id:
            host.values["leader"] = NO_LEADER
            host.values["led_by"] = NOBODY
    elif host.word("leader") == person.slot:
        host.values["leader"] = NO_LEADER
    if own.word("commands") == person.slot:
        for other in state.units:
            if other.side == own.side and other.word("place") == ON_TABLE and checks(rules, other):
                other.values["commander_dead"] = True
    end_if_empty(state, host.id)


def note_loss(rules: GaslightRules, unit: BookUnit, *, killed: bool) -> None:
    if (killed or rules.fled_is_loss) and checks(rules, unit):
        unit.values["lost_figure"] = True


def end_if_empty(state: BookState, id: int) -> None:
    """Its last own figure is gone: whoever was with it is alone again, and acts on its cards this turn (R105)."""
    unit = state.units[id]
    if unit.number(EXTRAS) > 0 or unit.flag(SLOTS[0]) or unit.flag(SLOTS[1]) or unit.flag(SLOTS[2]):
        return
    unit.values["place"] = GONE
    if unit.word("gun") != NO_GUN:
        unit.values["gun"] = DESTROYED
        unit.values["gun_loaded"] = False
    if unit.word("machine") == WHOLE:
        nothing(unit.values)
        unit.values["machine"] = FATES[CREWLESS]
    unit.values["leader"] = NO_LEADER
    unit.values["led_by"] = NOBODY
    for reason in REASONS:
        unit.values[reason] = False
    for other in state.units:
        if other.number("with_unit") == id:
            set_free(other)
            other.values["acts_on"] = id


def set_free(character: BookUnit) -> None:
    character.values["place"] = ON_TABLE
    character.values["with_unit"] = NOBODY
    character.values["leader"] = SLOTS[0]
