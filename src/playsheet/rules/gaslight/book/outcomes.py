"""What no row can say of what comes of the dice."""

from __future__ import annotations

from playsheet.core.book_rows import (
    NOBODY,
    BookState,
    Deed,
    Due,
)
from playsheet.rules.gaslight.book.losses import end_if_empty, is_stand_in, lose_extras, lose_person, set_free
from playsheet.rules.gaslight.book.machines import bail_out, fails_as_one, tick_steam
from playsheet.rules.gaslight.book.sources import Person, named, people, person_of, said_of
from playsheet.rules.gaslight.book.written import (
    ABOARD,
    ATTACHED,
    EXTRAS,
    NO_LEADER,
    REASONS,
    SLOTS,
    STAND_IN,
    TURN_OVER,
)
from playsheet.rules.gaslight.calculator.inputs import SAVERS
from playsheet.rules.gaslight.calculator.rosters import RAN_OFF
from playsheet.rules.gaslight.sheet import GaslightRules
from playsheet.rules.gaslight.terms import (
    CLASSES,
    PLACES,
    Where,
)


def after_volley(deed: Deed) -> None:
    """Whom the count found is gone, and killed."""
    leave_aboard(deed)
    found = people(deed.state, deed.target)
    stand_in = is_stand_in(deed, deed.other())
    for at in range(min(len(found), SAVERS)):
        if deed.flag(SLOTS[at]):
            lose_person(deed.rules, deed.state, found[at], killed=True)
    lose_extras(deed.rules, deed.state, deed.target, deed.number("lost"), stand_in=stand_in, killed=True)


def leave_aboard(deed: Deed) -> None:
    """So many of the Extras who fall were in their open machine (R89)."""
    if "were_aboard" in deed.values:
        target = deed.other()
        fallen = min(deed.number("were_aboard"), deed.number("lost"))
        target.values[ABOARD[0]] = max(0, target.number(ABOARD[0]) - fallen)


def after_snipe(deed: Deed) -> None:
    leave_aboard(deed)
    found = named(deed)
    if found is None:
        stand_in = is_stand_in(deed, deed.other())
        lose_extras(deed.rules, deed.state, deed.target, deed.number("lost"), stand_in=stand_in, killed=True)
    elif deed.flag(SLOTS[0]):
        lose_person(deed.rules, deed.state, found, killed=True)


def after_blows(deed: Deed) -> None:
    """All blows of a round are struck at once: who is struck down falls when it is over."""
    if deed.number("killed") == 0:
        return
    found = person_of(deed.state, deed.target, said_of(deed, "at", deed.target))
    if found is not None:
        found.unit.values[f"{found.slot}_struck"] = True
        return
    target = deed.other()
    target.values["extras_struck"] = min(target.number("extras_struck") + deed.number("killed"), target.number(EXTRAS))
    if is_stand_in(deed, target):
        target.values["stand_in_struck"] = True


def after_round(deed: Deed) -> None:
    """Whoever was struck down falls."""
    for unit in deed.state.units:
        for slot in SLOTS:
            if unit.flag(f"{slot}_struck"):
                unit.values[f"{slot}_struck"] = False
                if unit.flag(slot):
                    lose_person(deed.rules, deed.state, Person(unit, slot), killed=True)
    for unit in deed.state.units:
        n = unit.number("extras_struck")
        stand_in = unit.flag("stand_in_struck")
        unit.values["extras_struck"] = 0
        unit.values["stand_in_struck"] = False
        lose_extras(deed.rules, deed.state, unit.id, n, stand_in=stand_in, killed=True)


def after_check(deed: Deed) -> None:
    """A check on its own card clears every reason there was (R8)."""
    for reason in REASONS:
        deed.actor().values[reason] = False
    after_any_check(deed)


def after_any_check(deed: Deed) -> None:
    """Whoever fails throws on the chart, model by model, or by switch one die for a machine (R87)."""
    if deed.flag("passed"):
        return
    what = "machine-fails" if fails_as_one(deed) else "failures"
    why = "it has failed: each model throws on the chart" if what == "failures" else "it has failed: one die says how"
    deed.state.due.append(Due(what, deed.unit, NOBODY, why, must=True))


def after_failures(deed: Deed) -> None:
    """Who runs off the table is gone, but by switch, where he runs there card by card (R16)."""
    rules: GaslightRules = deed.rules
    bail_out(deed)
    if rules.runs_off_by_cards:
        return
    found = people(deed.state, deed.unit)
    stand_in = is_stand_in(deed, deed.actor())
    for at in range(min(len(found), SAVERS)):
        if deed.word(SLOTS[at]) == RAN_OFF:
            lose_person(rules, deed.state, found[at], killed=False)
    lose_extras(rules, deed.state, deed.unit, deed.number("run_off"), stand_in=stand_in, killed=False)


def after_leaving(deed: Deed) -> None:
    take_off(deed, killed=False)


def after_falling(deed: Deed) -> None:
    take_off(deed, killed=True)


def take_off(deed: Deed, *, killed: bool) -> None:
    found = person_of(deed.state, deed.unit, said_of(deed, "who", deed.unit))
    if found is not None:
        lose_person(deed.rules, deed.state, found, killed=killed)
        return
    stand_in = is_stand_in(deed, deed.actor())
    lose_extras(deed.rules, deed.state, deed.unit, 1, stand_in=stand_in, killed=killed)


def after_promotion(deed: Deed) -> None:
    """A character of the unit leads it from now on, or one of its Extras stands in (R30)."""
    unit = deed.actor()
    found = person_of(deed.state, deed.unit, said_of(deed, "who", deed.unit))
    unit.values["led_by"] = NOBODY
    unit.values["new_leader"] = True
    if found is None:
        unit.values["leader"] = STAND_IN
    elif found.unit.id != unit.id:
        unit.values["leader"] = ATTACHED
        unit.values["led_by"] = found.unit.id
    else:
        unit.values["leader"] = STAND_IN if found.word("class") == CLASSES[-1] else found.slot


def after_attaching(deed: Deed) -> None:
    """His cards leave the deck (R7); his reasons to check are the unit's now; a leaderless one he leads (R31)."""
    character = deed.actor()
    unit = deed.other()
    character.values["place"] = PLACES[Where.ATTACHED]
    character.values["with_unit"] = unit.id
    character.values["acts_on"] = NOBODY
    character.values["leader"] = NO_LEADER
    for reason in REASONS:
        if character.flag(reason):
            unit.values[reason] = True
            character.values[reason] = False
    deed.state.left = [card for card in deed.state.left if card != character.id]
    if unit.word("leader") == NO_LEADER:
        unit.values["leader"] = ATTACHED
        unit.values["led_by"] = character.id
        unit.values["new_leader"] = True


def after_detaching(deed: Deed) -> None:
    host = deed.state.units[deed.actor().number("with_unit")]
    if host.number("led_by") == deed.unit:
        host.values["leader"] = NO_LEADER
        host.values["led_by"] = NOBODY
    set_free(deed.actor())


def after_staying_away(deed: Deed) -> None:
    unit = deed.actor()
    unit.values[EXTRAS] = 0
    for slot in SLOTS:
        unit.values[slot] = False
    end_if_empty(deed.state, unit.id)


def after_deck(deed: Deed) -> None:
    end_turn(deed.state)
    deed.state.values[TURN_OVER] = True


def bars_deck(deed: Deed) -> str:
    return "the turn is over already" if deed.state.values[TURN_OVER] is True else ""


def end_turn(state: BookState) -> None:
    """The deck is empty: steam is a turn nearer to its end (R84), and leaders are no longer new."""
    tick_steam(state)
    for unit in state.units:
        unit.values["new_leader"] = False
