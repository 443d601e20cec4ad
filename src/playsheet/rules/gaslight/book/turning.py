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
from playsheet.rules.gaslight.book.machines import begin_card, end_burst
from playsheet.rules.gaslight.book.outcomes import end_turn
from playsheet.rules.gaslight.book.sources import checks, is_there, must_check
from playsheet.rules.gaslight.book.written import (
    ABOARD,
    ATTACHED,
    BURST,
    BURST_LEFT,
    EXTRAS,
    NO_BURST,
    NO_GUN,
    NO_LEADER,
    NO_MACHINE,
    NO_WEAPON,
    ON_TABLE,
    SLOTS,
    TURN_OVER,
    WEAPONS,
    WHOLE,
    nothing,
)
from playsheet.rules.gaslight.calculator.rosters import NOBODY as NO_CLASS
from playsheet.rules.gaslight.terms import (
    KINDS,
    PLACES,
    Arm,
    Where,
)
from playsheet.tabletop.machines.machine import CREWLESS, EXPLODED, FATES


def begin(rules: Any, state: BookState) -> None:
    """All who wait stand on the table, and the deck is shuffled."""
    for unit in state.units:
        if unit.word("place") == PLACES[Where.WAITING]:
            unit.values["place"] = ON_TABLE
    shuffle(state)


def comes_on(rules: Any, state: BookState, unit: BookUnit) -> None:
    """Who joins a battle that goes on stands on the table; his cards come with the next deck. A part that goes out is
    Extras: characters, guns and machines stay with those whose they are."""
    if unit.word("place") != PLACES[Where.WAITING]:
        for slot in SLOTS:
            unit.values[slot] = False
        unit.values["leader"] = NO_LEADER
        unit.values["led_by"] = NOBODY
        unit.values["gun"] = NO_GUN
        unit.values["gun_loaded"] = False
        nothing(unit.values)
    if state.begun:
        unit.values["place"] = ON_TABLE


def next_turn(rules: Any, state: BookState) -> None:
    """Leaders are no longer new, and a new deck is made of the cards of all who are left."""
    if state.values[TURN_OVER] is not True:
        end_turn(state)
    state.values[TURN_OVER] = False
    for unit in state.units:
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
        begin_card(rules, state, unit)
        if unit.word("leader") == NO_LEADER and not unit.flag("lone"):
            state.due.append(Due("lead", unit.id, NOBODY, "it has no leader", must=False))
        if must_check(unit) and checks(rules, unit):
            state.due.append(Due("check", unit.id, NOBODY, "it has reason to, and its card has come up", must=True))


def settle(rules: Any, state: BookState) -> None:
    """What a referee's hand may have left: nobody is there who is not on the card, nor with a unit that cannot have
    him, nor leads one that he is not with; and a unit without a figure is gone."""
    if state.finished:
        state.values[TURN_OVER] = False
    if state.values[BURST] == NO_BURST or state.values[BURST_LEFT] == 0:
        end_burst(state)
    for unit in state.units:
        for slot in SLOTS:
            if unit.word(f"{slot}_class") == NO_CLASS:
                unit.values[slot] = False
        settle_place(state, unit)
        settle_machine(unit)
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


def settle_machine(unit: BookUnit) -> None:
    """Nobody is aboard who is not there; and there is nothing where there is no machine any more."""
    if unit.word("kind") != KINDS[Arm.VEHICLE]:
        nothing(unit.values)
        return
    if unit.word("machine") == NO_MACHINE:
        unit.values["machine"] = FATES[CREWLESS]
    if unit.word("machine") != FATES[EXPLODED]:
        unit.values["exploding"] = NO_BURST
    if unit.word("machine") != WHOLE and unit.word("exploding") == NO_BURST:
        lost = unit.values["machine"]
        nothing(unit.values)
        unit.values["machine"] = lost
    unit.values[ABOARD[0]] = min(unit.number(ABOARD[0]), unit.number(EXTRAS))
    for at in range(len(SLOTS)):
        if not unit.flag(SLOTS[at]):
            unit.values[ABOARD[at + 1]] = False
    for at in range(len(WEAPONS)):
        if unit.word(f"{WEAPONS[at]}_kind") == NO_WEAPON:
            unit.values[WEAPONS[at]] = 0
            unit.values[f"{WEAPONS[at]}_loaded"] = False


def can_be_with(state: BookState, character: BookUnit, host: int) -> bool:
    if host >= len(state.units) or character.word("kind") != KINDS[Arm.CHARACTER]:
        return False
    unit = state.units[host]
    return is_there(unit) and unit.side == character.side and unit.word("kind") != KINDS[Arm.CHARACTER]
