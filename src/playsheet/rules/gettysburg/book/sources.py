"""What the book works out by itself for a form."""

from __future__ import annotations

from playsheet.core.book_rows import NOBODY, BookState, Deed
from playsheet.core.forms import Value
from playsheet.rules.gettysburg.book.written import (
    BRIGADE,
    DIVISION,
    FACE_DOWN,
    SHELTERS,
    arm_of,
    attached,
    commander,
    flees,
    formation_of,
    generals_of,
    in_ranks,
    is_there,
    is_troops,
    is_unformed,
    lost_now,
    lost_of,
    parent_of,
    skirmish_rate,
    state_of,
    units_of,
)
from playsheet.rules.gettysburg.calculator.inputs import SIDES
from playsheet.rules.gettysburg.dice.fire import may_pour
from playsheet.rules.gettysburg.dice.morale import (
    CHARGERS,
    at_dispersal_point,
    charger_kind,
    is_formed_target,
    is_weak_target,
)
from playsheet.rules.gettysburg.terms import (
    ARMS,
    GRADES,
    LEVELS,
    ORDERS,
    QUALITIES,
    TESTS,
    TOKENS,
    WEAPONS,
    Arm,
    MoraleTest,
    Order,
    Quality,
    Token,
    UnitState,
)


def figures_in_ranks(deed: Deed) -> Value:
    return in_ranks(deed.rules, deed.actor())


def enemy_figures_in_ranks(deed: Deed) -> Value:
    return in_ranks(deed.rules, deed.other())


def rate_of_unit(deed: Deed) -> Value:
    return skirmish_rate(deed.actor())


def unformed_unit(deed: Deed) -> Value:
    return is_unformed(deed.actor())


def down_unit(deed: Deed) -> Value:
    return state_of(deed.actor()) == UnitState.GONE_TO_GROUND


def down_target(deed: Deed) -> Value:
    return state_of(deed.other()) == UnitState.GONE_TO_GROUND


def may_pour_it_on(deed: Deed) -> bool:
    unit = deed.actor()
    return unit.word("kind") == ARMS[Arm.INFANTRY] and may_pour(
        WEAPONS.index(unit.word("weapon")), low=unit.flag("low")
    )


def has_yell_or_aim(deed: Deed) -> bool:
    return int(deed.state.values[f"{TOKENS[Token.YELL_OR_AIM]}-{deed.actor().side + 1}"]) > 0


def target_has_general(deed: Deed) -> bool:
    return len(generals_of(deed.state, deed.other().side)) > 0


def general_of_target(deed: Deed) -> Value:
    """Who is with it, else the first of its side."""
    near = [*attached(deed.state, deed.target), *generals_of(deed.state, deed.other().side)]
    return near[0].id if near else NOBODY


def general_of_unit(deed: Deed) -> Value:
    near = [*attached(deed.state, deed.unit), *generals_of(deed.state, deed.actor().side)]
    return near[0].id if near else NOBODY


def size_of_both(deed: Deed) -> Value:
    return parent_of(deed.state, deed.actor()).number("size")


def lost_of_both(deed: Deed) -> Value:
    return lost_of(deed.state, deed.actor())


def in_cover(deed: Deed) -> Value:
    return deed.word("shelter") in (SHELTERS[1], SHELTERS[4], SHELTERS[5])


def in_hasty_works(deed: Deed) -> Value:
    return deed.word("shelter") in (SHELTERS[2], SHELTERS[4])


def in_works(deed: Deed) -> Value:
    return deed.word("shelter") in (SHELTERS[3], SHELTERS[5])


def has_general(deed: Deed) -> bool:
    return len(generals_of(deed.state, deed.actor().side)) > 0


def somebody_flees(deed: Deed, side: int) -> bool:
    """Or has: the tests of a wave count who ran before it, and may have rallied or be gone since.

    A battery that was captured this turn counts as running (R147).
    """
    for unit in deed.state.units:
        if unit.side == side and unit.id != deed.unit and is_troops(unit):
            if not is_there(unit) or flees(unit) or unit.flag("halted"):
                return True
    return False


def enemies_flee(deed: Deed) -> bool:
    return somebody_flees(deed, 1 - deed.actor().side)


def friends_flee(deed: Deed) -> bool:
    return somebody_flees(deed, deed.actor().side)


def may_be_supported(deed: Deed) -> bool:
    """By its brigade on Assault, if the chip does not say otherwise (R68)."""
    brigade = deed.actor().number(BRIGADE)
    if brigade < 0 or flees(deed.actor()) or roster_size(deed.state, brigade) < 2:
        return False
    return deed.state.units[brigade].word("order") in (FACE_DOWN, ORDERS[Order.ASSAULT])


def target_may_be_supported(deed: Deed) -> bool:
    return may_be_supported(Deed(deed.rules, deed.state, deed.target, deed.unit))


def flanks(deed: Deed) -> bool:
    return deed.flag("flank") if "flank" in deed.values else False


def weak_target(deed: Deed) -> Value:
    held = deed.other()
    return is_weak_target(
        deed.rules, formation_of(held), state_of(held), unformed=is_unformed(held), flank_or_rear=flanks(deed)
    )


def formed_target(deed: Deed) -> Value:
    held = deed.other()
    return is_formed_target(arm_of(held), formation_of(held), state_of(held), unformed=is_unformed(held))


def kind_of_charger(deed: Deed) -> Value:
    held = deed.other()
    return CHARGERS[charger_kind(arm_of(held), formation_of(held))]


def rally_test(deed: Deed) -> Value:
    routs = state_of(deed.actor()) == UnitState.ROUTING
    return TESTS[MoraleTest.RALLY_ROUT if routs else MoraleTest.RALLY_RETREAT]


def at_dispersal(deed: Deed) -> Value:
    """At half strength or less each loss is a dispersal test (R83)."""
    unit = deed.actor()
    size = parent_of(deed.state, unit).number("size")
    return lost_now(deed.state, unit) > 0 and at_dispersal_point(deed.rules, size, lost_of(deed.state, unit))


def routs(deed: Deed) -> Value:
    return state_of(deed.actor()) == UnitState.ROUTING


def by_cavalry(deed: Deed) -> Value:
    return arm_of(deed.other()) == Arm.CAVALRY


def is_out(deed: Deed) -> Value:
    return deed.actor().number("parent") >= 0


# ---------------------------------------------------------------- brigades, initiative, orders


def roster_size(state: BookState, brigade: int) -> int:
    """Whoever has gone since: supports count as they stood before a wave of tests."""
    return len([unit for unit in state.units if unit.number(BRIGADE) == brigade and unit.number("parent") < 0])


def roster_of(deed: Deed) -> Value:
    return roster_size(deed.state, deed.unit)


def in_play(deed: Deed) -> Value:
    return len(units_of(deed.state, deed.unit))


def lost_units(deed: Deed) -> Value:
    here = units_of(deed.state, deed.unit)
    return int(roster_of(deed)) - len(here) + len([unit for unit in here if flees(unit)])


def crack_elite(deed: Deed) -> Value:
    return len([unit for unit in units_of(deed.state, deed.unit) if unit.word("grade") in GRADES[:2]])


def green_militia(deed: Deed) -> Value:
    return len([unit for unit in units_of(deed.state, deed.unit) if unit.word("grade") in GRADES[4:]])


def is_commanded(deed: Deed) -> Value:
    """By its brigadier, or where he is not in play by a higher general who is with one of its units (R122)."""
    brigade = deed.actor()
    sober = QUALITIES[Quality.DRUNKARD]
    own_general = brigade.number("general")
    if own_general >= 0 and is_there(deed.state.units[own_general]):
        return deed.state.units[own_general].word("quality") != sober
    division = brigade.number(DIVISION)
    higher = deed.state.units[division].number("general") if division >= 0 else NOBODY
    for unit in deed.state.units:
        if is_there(unit) and unit.number(BRIGADE) == brigade.id:
            for general in attached(deed.state, unit.id):
                his = general.id == higher or general.word("level") in LEVELS[2:]
                if his and general.word("quality") != sober:
                    return True
    return False


def has_broken(deed: Deed) -> Value:
    return deed.actor().number("broken") > 0


def chief_quality(state: BookState, side: int) -> str:
    """The C-in-C's quality; normal if he is lost (R93)."""
    chief = commander(state, side)
    return QUALITIES[Quality.NORMAL] if chief is None else chief.word("quality")


def first_quality(deed: Deed) -> Value:
    return chief_quality(deed.state, 0)


def second_quality(deed: Deed) -> Value:
    return chief_quality(deed.state, 1)


def nation_of_side(state: BookState, side: int) -> str:
    for unit in state.units:
        if unit.side == side:
            return unit.word("nation")
    return SIDES[0]


def first_nation(deed: Deed) -> Value:
    return nation_of_side(deed.state, 0)


def second_nation(deed: Deed) -> Value:
    return nation_of_side(deed.state, 1)


def is_east(deed: Deed) -> Value:
    return deed.state.values["east"]


def year(deed: Deed) -> Value:
    return deed.state.values["year"]


def holder(deed: Deed) -> Value:
    return deed.state.values["initiative"]


def quality_of_chief(deed: Deed) -> Value:
    return chief_quality(deed.state, deed.actor().side)


def quality_of_brigadier(deed: Deed) -> Value:
    general = deed.actor().number("general")
    return QUALITIES[Quality.NORMAL] if general < 0 else deed.state.units[general].word("quality")


def order_now(deed: Deed) -> Value:
    """What lies face down is taken for Engage, which loses its nerve as most do."""
    order = deed.actor().word("order")
    return ORDERS[Order.ENGAGE] if order == FACE_DOWN else order


def order_wanted(deed: Deed) -> Value:
    """All that counts is whether it is to be Assault, and the dice show that to everybody."""
    if deed.flag("to_assault"):
        return ORDERS[Order.ASSAULT]
    return ORDERS[Order.HOLD if order_now(deed) != ORDERS[Order.HOLD] else Order.ENGAGE]
