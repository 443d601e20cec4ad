"""What throws no dice and is only told."""

from __future__ import annotations

from playsheet.core.book_rows import BookState, BookUnit, Deed
from playsheet.core.forms import Value
from playsheet.rules.gettysburg.book.outcomes import after_round, disperse, gain, lose, lose_general, spend
from playsheet.rules.gettysburg.book.written import (
    BRIGADE,
    GONE,
    MELEE,
    ON_TABLE,
    REJOINED,
    STATIC,
    all_in_melee,
    arm_of,
    attributes,
    formation_of,
    state_of,
    tie_all,
)
from playsheet.rules.gettysburg.dice.melee import Fighter, Side, cut_down
from playsheet.rules.gettysburg.terms import (
    ARMS,
    FORMATIONS,
    GRADES,
    QUALITIES,
    STATES,
    Arm,
    Formation,
    Quality,
    UnitState,
)


def begin_charge(deed: Deed) -> None:
    deed.actor().values["charge_losses"] = 0


def meet(deed: Deed) -> None:
    """A new melee, or one more unit in one (R71, R109)."""
    unit = deed.actor()
    target = deed.other()
    for each in (unit, target):
        if not deed.state.tied(MELEE, each.id):
            each.values["fresh"] = True
    fighters = all_in_melee(deed.state, target.id)
    for id in all_in_melee(deed.state, unit.id):
        if id not in fighters:
            fighters.append(id)
    tie_all(deed.state, fighters)
    unit.values["charging"] = True
    if deed.flag("countered"):
        target.values["charging"] = True
    if deed.flag("flank"):
        target.values["flanked"] = True


def leave(deed: Deed) -> None:
    deed.state.loosen(MELEE, deed.unit)


def first_flight(deed: Deed) -> None:
    """Foot is a mob from here on, guns are limbered (4.9.1)."""
    unit = deed.actor()
    if unit.word("kind") == ARMS[Arm.INFANTRY]:
        unit.values["formation"] = FORMATIONS[Formation.MOB]
    elif formation_of(unit) == Formation.DEPLOYED:
        unit.values["formation"] = FORMATIONS[Formation.LIMBERED]


def mounted(deed: Deed) -> None:
    unit = deed.actor()
    arm = Arm.INFANTRY if unit.word("kind") == ARMS[Arm.CAVALRY] else Arm.CAVALRY
    unit.values["kind"] = ARMS[arm]
    unit.values["formation"] = deed.values["formation"]


def dispersed(deed: Deed) -> None:
    disperse(deed.state, deed.actor())


def go_out(deed: Deed) -> None:
    """A screen or half a regiment, as a unit of its own (4.8.2)."""
    state = deed.state
    parent = deed.actor()
    name = f"{parent.name} {'screen' if deed.flag('screen') else 'skirmishers'}"
    taken = [unit.name for unit in state.units if unit.side == parent.side]
    found = name
    number = 1
    while found in taken:
        number += 1
        found = f"{name} {number}"
    values: dict[str, Value] = {}
    for field in attributes():
        values[field.name] = parent.values[field.name] if field.name in STATIC else field.default
    for kept in ("kind", "fired", "fired_last_turn", "low"):
        values[kept] = parent.values[kept]
    if parent.flag("horses"):
        values["kind"] = ARMS[Arm.CAVALRY]
    figures = deed.number("figures_out")
    values["size"] = figures
    values["figures"] = figures
    values["parent"] = parent.id
    values["formation"] = FORMATIONS[Formation.SKIRMISH]
    parent.values["figures"] = parent.number("figures") - figures
    state.join(found, parent.side, parent.card, values)


def rejoin(deed: Deed) -> None:
    """Figures and halves are the parent's again (R125)."""
    unit = deed.actor()
    parent = deed.state.units[unit.number("parent")]
    halves = (1 if unit.flag("half") else 0) + (1 if parent.flag("half") else 0)
    parent.values["lost_this_turn"] = parent.number("lost_this_turn") + unit.number("lost_this_turn")
    parent.values["fired"] = parent.flag("fired") or unit.flag("fired")
    parent.values["low"] = parent.flag("low") or unit.flag("low")
    parent.values["figures"] = parent.number("figures") + unit.number("figures")
    parent.values["half"] = halves % 2 == 1
    lose(parent, halves // 2)
    unit.values["place"] = REJOINED


def fallen(deed: Deed) -> None:
    lose(deed.actor(), deed.number("lost"))


def general_back(deed: Deed) -> None:
    """Well again, or another takes his place (R93, R94)."""
    state = deed.state
    who = deed.number("who")
    old = state.units[who]
    another = old.word("place") == GONE
    name = successor(state, old) if another else old.name
    back = BookUnit(old.id, name, old.side, old.card, old.values)
    back.values["place"] = ON_TABLE
    back.values["returns_on"] = 0
    if another:
        back.values["quality"] = QUALITIES[Quality.NORMAL]
    state.units[who] = back


def successor(state: BookState, general: BookUnit) -> str:
    for unit in state.units:
        if unit.number("general") == general.id:
            if unit.word("kind") == BRIGADE:
                return f"the Colonel commanding {with_article(unit.name)}"
            return f"the Brigadier commanding {with_article(unit.name[: unit.name.rindex(' of ')])}"
    return "the Colonel commanding"


def with_article(name: str) -> str:
    return name if name[:1].isupper() or name.startswith("the ") else f"the {name}"


def general_lost(deed: Deed) -> None:
    lose_general(deed.actor(), 0)


def joins(deed: Deed) -> None:
    deed.actor().values["with_unit"] = deed.target


def steadied(deed: Deed) -> None:
    """Freed from the ground, from faltering or from disorder; a mob stays one."""
    unit = deed.other()
    if state_of(unit) <= UnitState.FALTERING:
        unit.values["state"] = STATES[UnitState.OK]
        if formation_of(unit) != Formation.MOB:
            unit.values["unformed"] = False


def token_gained(deed: Deed) -> None:
    gain(deed.state, deed.actor().side, deed.word("token"))


def token_spent(deed: Deed) -> None:
    spend(deed.state, deed.actor().side, deed.word("token"))


def recovered(deed: Deed) -> None:
    deed.actor().values["state"] = STATES[UnitState.OK]
    if deed.flag("formed"):
        deed.actor().values["unformed"] = False


def followed(deed: Deed) -> None:
    deed.actor().values["following_up"] = True


def ridden_down(deed: Deed) -> None:
    """Routing units that are reached throw nothing (R72)."""
    unit = deed.actor()
    target = deed.other()
    side = Side([Fighter(arm_of(unit), GRADES.index(unit.word("grade")), unit.number("figures"))], lead=0)
    routers = Fighter(arm_of(target), GRADES.index(target.word("grade")), target.number("figures"))
    halves = cut_down(deed.rules, side, routers)
    lose(target, halves // 2)
    for id in all_in_melee(deed.state, unit.id):
        after_round(deed.state.units[id])
