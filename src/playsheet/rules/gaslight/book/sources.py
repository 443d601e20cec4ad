"""What the book works out before the dice: who there is, with what scores, and whether somebody has to be asked."""

from __future__ import annotations

from typing import Final

from playsheet.core.book_rows import (
    BookState,
    BookUnit,
    Deed,
)
from playsheet.core.forms import Value
from playsheet.rules.gaslight.book.written import EXTRAS, GONE, NO_LEADER, NO_WEAPON, REASONS, SLOTS, STAND_IN, WHO
from playsheet.rules.gaslight.calculator.rosters import NOBODY as NO_CLASS
from playsheet.rules.gaslight.calculator.troops import WALKERS
from playsheet.rules.gaslight.sheet import LOWEST, GaslightRules
from playsheet.rules.gaslight.terms import (
    KINDS,
    Arm,
)


class Person:
    """A character (or a beast): the unit in whose roster he stands, and his line there."""

    def __init__(self, unit: BookUnit, slot: str) -> None:
        self.unit: Final = unit
        self.slot: Final = slot

    def number(self, what: str) -> int:
        return self.unit.number(f"{self.slot}_{what}")

    def word(self, what: str) -> str:
        return self.unit.word(f"{self.slot}_{what}")


def is_there(unit: BookUnit) -> bool:
    return unit.word("place") != GONE


def people(state: BookState, unit: int) -> list[Person]:
    """The characters with a unit who are left: its own, then those attached, in the order of the roster."""
    own = state.units[unit]
    found = [Person(own, slot) for slot in SLOTS if own.flag(slot)]
    for other in state.units:
        if other.number("with_unit") == unit:
            found += [Person(other, slot) for slot in SLOTS if other.flag(slot)]
    return found


def strength(state: BookState, unit: int) -> int:
    return state.units[unit].number(EXTRAS) + len(people(state, unit))


def checks(rules: GaslightRules, unit: BookUnit) -> bool:
    return not unit.flag("lone") or rules.lone_characters_check


def is_led(unit: BookUnit) -> bool:
    """A character leads it, and has not taken over this turn (R13)."""
    return unit.word("leader") not in (NO_LEADER, STAND_IN) and not unit.flag("new_leader")


def must_check(unit: BookUnit) -> bool:
    for reason in REASONS:
        if unit.flag(reason):
            return True
    return False


def mixed(state: BookState, unit: int) -> bool:
    """Has it to be said which of its figures: are there characters, and somebody else?"""
    return len(people(state, unit)) > 0 and strength(state, unit) > 1


def said_of(deed: Deed, name: str, unit: int) -> str:
    """Who of a unit does it, or to whom it is done: the answer, or the only one there can be."""
    if name in deed.values:
        return deed.word(name)
    return SLOTS[0] if people(deed.state, unit) else EXTRAS


def person_of(state: BookState, unit: int, who: str) -> Person | None:
    """That character of those who are left; nobody if Extras are meant, or if there is none such."""
    found = people(state, unit)
    at = WHO.index(who) - 1
    return found[at] if 0 <= at < len(found) else None


def first_of(state: BookState, unit: int) -> Value:
    """Whom of a unit one would mean: its Extras, while there are any."""
    return EXTRAS if state.units[unit].number(EXTRAS) > 0 else SLOTS[0]


def first_of_unit(deed: Deed) -> Value:
    return first_of(deed.state, deed.unit)


def first_of_target(deed: Deed) -> Value:
    return first_of(deed.state, deed.target)


def several_people(deed: Deed) -> bool:
    return len(people(deed.state, deed.unit)) > 1


def mixed_unit(deed: Deed) -> bool:
    return mixed(deed.state, deed.unit)


def mixed_target(deed: Deed) -> bool:
    return mixed(deed.state, deed.target)


def has_first(deed: Deed) -> bool:
    return len(people(deed.state, deed.target)) > 0


def has_second(deed: Deed) -> bool:
    return len(people(deed.state, deed.target)) > 1


def has_third(deed: Deed) -> bool:
    return len(people(deed.state, deed.target)) > 2


def save_at(deed: Deed, at: int) -> Value:
    found = people(deed.state, deed.target)
    return found[at].number("save") if at < len(found) else LOWEST


def first_save(deed: Deed) -> Value:
    return save_at(deed, 0)


def second_save(deed: Deed) -> Value:
    return save_at(deed, 1)


def third_save(deed: Deed) -> Value:
    return save_at(deed, 2)


def named(deed: Deed) -> Person | None:
    """The character who is shot at by name."""
    return person_of(deed.state, deed.target, said_of(deed, "at", deed.target))


def is_named(deed: Deed) -> bool:
    return named(deed) is not None


def named_place(deed: Deed) -> Value:
    return 1 if is_named(deed) else 0


def named_save(deed: Deed) -> Value:
    found = named(deed)
    return LOWEST if found is None else found.number("save")


def marksman(deed: Deed) -> Person | None:
    """The character who shoots."""
    return person_of(deed.state, deed.unit, said_of(deed, "by", deed.unit))


def his_weapon(deed: Deed) -> Value:
    found = marksman(deed)
    return NO_WEAPON if found is None else found.word("weapon")


def his_shoot(deed: Deed) -> Value:
    found = marksman(deed)
    return LOWEST if found is None else found.number("shoot")


def extras_of_unit(deed: Deed) -> Value:
    return deed.actor().number(EXTRAS)


def figures_of_unit(deed: Deed) -> Value:
    return strength(deed.state, deed.unit)


def figures_of_target(deed: Deed) -> Value:
    return strength(deed.state, deed.target)


def is_at_machine_crew(deed: Deed) -> bool:
    """Who of a machine's crew is out of it is seen on the table."""
    return deed.other().word("kind") == KINDS[Arm.VEHICLE]


def score(deed: Deed, name: str, unit: int, what: str) -> int:
    """A score of whoever of the unit is meant; Extras have no Save."""
    who = said_of(deed, name, unit)
    found = person_of(deed.state, unit, who)
    if found is not None:
        return found.number(what)
    return 0 if what == "save" else deed.state.units[unit].number(f"extras_{what}")


def scuffle_of_striker(deed: Deed) -> Value:
    return score(deed, "by", deed.unit, "scuffle")


def save_of_struck(deed: Deed) -> Value:
    return score(deed, "at", deed.target, "save")


def is_unit_led(deed: Deed) -> Value:
    return is_led(deed.actor())


def is_leaderless(deed: Deed) -> Value:
    unit = deed.actor()
    return not unit.flag("lone") and (unit.word("leader") == NO_LEADER or unit.flag("new_leader"))


def walks_as(deed: Deed) -> Value:
    kind = deed.actor().word("kind")
    return kind if kind in WALKERS else KINDS[Arm.FOOT]


def has_commander(deed: Deed) -> bool:
    """Is its army commander still there?"""
    for unit in deed.state.units:
        slot = unit.word("commands")
        if unit.side == deed.actor().side and slot != NO_CLASS and unit.flag(slot):
            return True
    return False


def class_at(deed: Deed, at: int) -> Value:
    found = people(deed.state, deed.unit)
    return found[at].word("class") if at < len(found) else NO_CLASS


def first_class(deed: Deed) -> Value:
    return class_at(deed, 0)


def second_class(deed: Deed) -> Value:
    return class_at(deed, 1)


def third_class(deed: Deed) -> Value:
    return class_at(deed, 2)


def unit_has_stand_in(deed: Deed) -> bool:
    return deed.actor().word("leader") == STAND_IN and deed.actor().number(EXTRAS) > 1


def target_has_stand_in(deed: Deed) -> bool:
    return deed.other().word("leader") == STAND_IN and deed.other().number(EXTRAS) > 1
