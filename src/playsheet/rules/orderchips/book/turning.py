"""The turn, and who is gone."""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.book_rows import NOBODY, BookState, BookUnit, Due, Phase
from playsheet.rules.orderchips.book.bars import is_in_play
from playsheet.rules.orderchips.book.machines import BANDS, HITS, NO_BANDS, drop_hits, waiting
from playsheet.rules.orderchips.book.outcomes import owed, set_free
from playsheet.rules.orderchips.book.written import (
    CHARGE,
    MELEE,
    NO_FIT,
    NO_SHELL,
    STANDS,
    is_machine,
    is_notable,
    is_there,
    machine_of,
    machine_values,
    notables,
)
from playsheet.rules.orderchips.terms import CHIPS, KINDS, PLACES, Arm, Chip, Haywire, Where
from playsheet.tabletop.machines.machine import tick

# what is marked on a unit for one turn
MARKS: Final = (
    "fired",
    "forced",
    "charging",
    "bad_cartridges",
    "lost_figures",
    "was_hit",
    "hit_tested",
    "tried_repair",
)


def end_of_turn(rules: Any, state: BookState) -> None:
    """Steam; automata that obey again, or obey somebody else from next turn on."""
    for unit in state.units:
        if is_machine(unit) and unit.word("place") == PLACES[Where.ON_TABLE] and is_in_play(unit):
            machine = machine_of(rules, unit.values)
            tick(machine)
            machine.penetrated = False
            resets = machine.haywire == Haywire.RESETS and unit.flag("no_action") and not unit.flag("next_no_action")
            if resets or machine.haywire == Haywire.ENEMY_CONTROL:
                machine.haywire = Haywire.OBEYS
            unit.values.update(machine_values(machine))
            if unit.number("next_side"):
                unit.side = unit.number("next_side") - 1


PHASES: Final = (
    Phase("chips", "Placing and revealing chips"),
    Phase("moves", "Moves and charges"),
    Phase("events", "Random events"),
    Phase("shooting", "Shooting"),
    Phase("melee", "Melee"),
    Phase("morale", "Morale tests"),
    Phase("end", "End of the turn", begins=end_of_turn),
)


def begin(rules: Any, state: BookState) -> None:
    for unit in state.units:
        if unit.word("place") == PLACES[Where.WAITING]:
            unit.values["place"] = PLACES[Where.ON_TABLE]


def next_turn(rules: Any, state: BookState) -> None:
    """What was marked for this turn only is gone, and who must not act next turn does not act now."""
    state.values["haze"] = False
    state.waiting.clear()
    state.ties[CHARGE] = []
    for unit in state.units:
        unit.values["chip"] = CHIPS[Chip.NONE]
        for name in MARKS:
            unit.values[name] = False
        unit.values["no_action"] = unit.values["next_no_action"]
        unit.values["next_no_action"] = False


def settle(rules: Any, state: BookState) -> None:
    """A unit without figures is gone: it fights nobody, and notable persons who were with it are alone (4.7.2)."""
    for unit in state.units:
        if is_there(unit) and not is_machine(unit) and unit.number("figures") == 0:
            unit.values["place"] = PLACES[Where.GONE]
            if not is_notable(unit):
                for notable in notables(state, unit.id):
                    set_free(state, notable)
                    notable.values["chip"] = unit.values["chip"]
    for unit in state.units:
        if not is_there(unit):
            over(unit)
            state.loosen(CHARGE, unit.id)
            state.loosen(MELEE, unit.id)
    note_dues(state)


def over(unit: BookUnit) -> None:
    """Of who is gone: nothing is still to come of him, and a gun stays behind."""
    unit.values["with_unit"] = NOBODY
    for name in ("charging", "lost_figures", "was_hit"):
        unit.values[name] = False
    unit.values["falling"] = 0
    unit.values["captor"] = NOBODY
    unit.values["crew_does"] = STANDS
    unit.values["fit"] = NO_FIT
    if unit.word("kind") == KINDS[Arm.GUN]:
        unit.values["unmanned"] = True
        unit.values["gun_lost"] = True
        unit.values["gun_falls"] = False


# what is due because of what stands in the roster, or waits beside it
DERIVED: Final = ("losses", "hit", "explosion", "capture", "crew-acts", "haywire-acts", "vehicle-morale", "native-band")


def note_dues(state: BookState) -> None:
    """What waits until all have rolled must be done, unit by unit."""
    state.due = [due for due in state.due if due.procedure not in DERIVED]
    for unit in state.units:
        if is_machine(unit) and is_there(unit):
            note_machine(state, unit)
    for unit in state.units:
        if (unit.number("falling") or unit.flag("gun_falls")) and not owed(state, "losses", NOBODY):
            must(state, "losses", NOBODY, "all have rolled")
    if state.waiting.get(BANDS, NO_BANDS)[0]:
        must(state, "native-band", NOBODY, "the random event")


def note_machine(state: BookState, unit: BookUnit) -> None:
    if waiting(state, HITS, unit.id):
        must(state, "hit", unit.id, "it has been hit")
    if unit.word("explodes") != NO_SHELL:
        must(state, "explosion", unit.id, "all have rolled")
    if unit.number("captor") >= 0:
        must(state, "capture", unit.id, "all have rolled")
    if unit.word("crew_does") != STANDS:
        must(state, "crew-acts", unit.id, "its crew has failed its test")
    if unit.word("fit") != NO_FIT:
        must(state, "haywire-acts", unit.id, "it is haywire")
    if unit.word("kind") == KINDS[Arm.VEHICLE] and is_in_play(unit):
        if unit.flag("was_hit") and not unit.flag("hit_tested"):
            must(state, "vehicle-morale", unit.id, "it was hit this turn")


def must(state: BookState, procedure: str, unit: int, why: str) -> None:
    state.due.append(Due(procedure, unit, NOBODY, why, must=True))


def lets_go(rules: Any, state: BookState, due: Due) -> None:
    """It was due because of something, and that is let go with it."""
    if due.procedure == "native-band":
        state.waiting[BANDS] = NO_BANDS
    if due.procedure == "losses":
        for each in state.units:
            each.values["falling"] = 0
            each.values["gun_falls"] = False
    if due.unit < 0:
        return
    unit = state.units[due.unit]
    if due.procedure == "hit":
        drop_hits(state, due.unit)
    elif due.procedure == "explosion":
        unit.values["explodes"] = NO_SHELL
        unit.values["place"] = PLACES[Where.GONE]
    elif due.procedure == "capture":
        unit.values["captor"] = NOBODY
        unit.values["place"] = PLACES[Where.GONE]
    elif due.procedure == "crew-acts":
        unit.values["crew_does"] = STANDS
    elif due.procedure == "haywire-acts":
        unit.values["fit"] = NO_FIT
    elif due.procedure == "vehicle-morale":
        unit.values["hit_tested"] = True


def comes_on(rules: Any, state: BookState, unit: BookUnit) -> None:
    """Who joins stands on the table, and is the first player's of his side; natives are nobody's."""
    if state.begun:
        unit.values["place"] = PLACES[Where.ON_TABLE]
    unit.values["own_side"] = unit.side + 1
    unit.values["player"] = 0
    for other in state.units:
        if other.number("own_side") == unit.side + 1 and other.number("player") and other.id != unit.id:
            unit.values["player"] = other.number("player")
            return
