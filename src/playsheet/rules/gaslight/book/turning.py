"""The deck, the turn, and what is settled after every entry."""

from __future__ import annotations

from typing import Any

from playsheet.core.book_rows import (
    NOBODY,
    BookState,
    BookUnit,
    Due,
)
from playsheet.rules.gaslight.book.losses import end_if_empty, set_free
from playsheet.rules.gaslight.book.sources import checks, is_there, must_check
from playsheet.rules.gaslight.book.written import ATTACHED, NO_LEADER, ON_TABLE, SLOTS
from playsheet.rules.gaslight.calculator.rosters import NOBODY as NO_CLASS
from playsheet.rules.gaslight.terms import (
    KINDS,
    PLACES,
    Arm,
    Where,
)


def begin(rules: Any, state: BookState) -> None:
    """All who wait stand on the table, and the deck is shuffled."""
    for unit in state.units:
        if unit.word("place") == PLACES[Where.WAITING]:
            unit.values["place"] = ON_TABLE
    shuffle(state)


def comes_on(rules: Any, state: BookState, unit: BookUnit) -> None:
    """Who joins a battle that goes on stands on the table; his cards come with the next deck."""
    if state.begun:
        unit.values["place"] = ON_TABLE


def next_turn(rules: Any, state: BookState) -> None:
    """Leaders are no longer new, and a new deck is made of the cards of all who are left."""
    for unit in state.units:
        unit.values["new_leader"] = False
        unit.values["acts_on"] = NOBODY
    shuffle(state)


def shuffle(state: BookState) -> None:
    """The cards of every unit that is left; a character who is with a unit has none (R3)."""
    cards: list[int] = []
    for unit in state.units:
        if unit.word("place") == ON_TABLE:
            cards += [unit.id] * unit.number("cards")
    state.left = cards
    state.drawn = []


def who_acts(state: BookState, card: int) -> list[BookUnit]:
    """The card's unit; if that is gone, the characters who were with it and outlived it this turn (R105)."""
    if state.units[card].word("place") == ON_TABLE:
        return [state.units[card]]
    return [unit for unit in state.units if unit.number("acts_on") == card and unit.word("place") == ON_TABLE]


def passed_over(state: BookState, card: int) -> bool:
    return len(who_acts(state, card)) == 0


def comes_up(rules: Any, state: BookState, card: int) -> None:
    """Whoever has a reason checks before anybody acts; whoever has no leader gets one."""
    for unit in who_acts(state, card):
        if unit.word("leader") == NO_LEADER and not unit.flag("lone"):
            state.due.append(Due("lead", unit.id, NOBODY, "it has no leader", must=False))
        if must_check(unit) and checks(rules, unit):
            state.due.append(Due("check", unit.id, NOBODY, "it has reason to, and its card has come up", must=True))


def settle(rules: Any, state: BookState) -> None:
    """What a referee's hand may have left: nobody is there who is not on the card, nor with a unit that cannot have
    him, nor leads one that he is not with; and a unit without a figure is gone."""
    for unit in state.units:
        for slot in SLOTS:
            if unit.word(f"{slot}_class") == NO_CLASS:
                unit.values[slot] = False
        settle_place(state, unit)
    for unit in state.units:
        led_by = unit.number("led_by")
        if led_by >= len(state.units) or (led_by >= 0 and state.units[led_by].number("with_unit") != unit.id):
            unit.values["led_by"] = NOBODY
        if unit.word("leader") == ATTACHED and unit.number("led_by") < 0:
            unit.values["leader"] = NO_LEADER
        if is_there(unit):
            end_if_empty(state, unit.id)


def settle_place(state: BookState, unit: BookUnit) -> None:
    """With a unit is who is attached, and nobody else."""
    host = unit.number("with_unit")
    if not is_there(unit):
        unit.values["with_unit"] = NOBODY
    elif host >= 0 and can_be_with(state, unit, host):
        unit.values["place"] = PLACES[Where.ATTACHED]
    elif host >= 0 or unit.word("place") == PLACES[Where.ATTACHED]:
        set_free(unit)


def can_be_with(state: BookState, character: BookUnit, host: int) -> bool:
    if host >= len(state.units) or character.word("kind") != KINDS[Arm.CHARACTER]:
        return False
    unit = state.units[host]
    return is_there(unit) and unit.side == character.side and unit.word("kind") != KINDS[Arm.CHARACTER]
