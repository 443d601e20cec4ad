"""Morale of units and brigades; getting up; recalling skirmishers."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.events import Entry
from playsheet.core.forms import Facts, Field, Form, Value, Values
from playsheet.rules.gettysburg.calculator.inputs import (
    MOST_FLEEING,
    MOST_SUPPORTS,
    SIDES,
    TROOP_ARMS,
    arm_field,
    check_formation,
    figures_field,
    general_field,
    grade_field,
    nation_field,
    place,
)
from playsheet.rules.gettysburg.dice.morale import (
    CHARGERS,
    GENERALS,
    MoraleSituation,
    Roll,
    brigade_morale,
    get_up,
    morale_test,
    recall,
    recall_account,
    state_after,
)
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import (
    ARMS,
    BRIGADE_RESULTS,
    FORMATIONS,
    GRADES,
    MOST_FIGURES,
    NATIONS,
    RESULTS,
    STATES,
    TESTS,
    Arm,
    ChargedBy,
    Formation,
    MoraleTest,
    UnitState,
)

MOST_UNITS: Final = 20  # of a brigade


# ---------------------------------------------------------------- units


class Tested:
    """A unit that is tested, in one of the five columns."""

    def __init__(self, test: int, mood: MoraleSituation, size: int) -> None:
        self.test: Final = test
        self.mood: Final = mood
        self.size: Final = size


def tested_from(rules: GettysburgRules, values: Values) -> Tested:
    test = place(values, "test", TESTS)
    mood = mood_from(rules, values)
    check_state(test, mood.state)
    return Tested(test, mood, values.number("size"))


def mood_from(rules: GettysburgRules, values: Values) -> MoraleSituation:
    size = values.number("size")
    lost = values.number("lost")
    if lost >= size:
        raise Refused(f"{lost} of {size} figures are lost: nobody is left to test.")
    if values.number("charge_casualties") > lost:
        raise Refused("figures lost in the charge are among those lost: expected lost to be at least as many.")
    arm = place(values, "arm", TROOP_ARMS)
    mood = MoraleSituation(arm, place(values, "nation", SIDES), place(values, "grade", GRADES), rules.thresholds(size))
    mood.lost = lost
    mood.formation = place(values, "formation", FORMATIONS)
    check_formation(arm, mood.formation)
    mood.state = place(values, "state", STATES)
    mood.unformed = values.flag("unformed")
    mood.general = place(values, "general", GENERALS)
    mood.in_cover = values.flag("in_cover")
    mood.in_hasty_works = values.flag("in_hasty_works")
    mood.in_works = values.flag("in_works")
    mood.uphill = values.flag("uphill")
    mood.under_fire = values.flag("under_fire")
    mood.enemies_fleeing = values.number("enemies_fleeing")
    mood.friends_fleeing = values.number("friends_fleeing")
    mood.supports = values.number("supports")
    mood.charge_casualties = values.number("charge_casualties")
    mood.weak_target = values.flag("weak_target")
    mood.formed_target = values.flag("formed_target")
    mood.rebel_yell = values.flag("rebel_yell")
    mood.charged_by = place(values, "charged_by", CHARGERS)
    mood.flank_or_rear = values.flag("flank_or_rear")
    mood.dispersal = values.flag("dispersal")
    return mood


def check_state(test: int, state: int) -> None:
    """Who rallies is retreating or routing; who routs takes no other test."""
    if test == MoraleTest.RALLY_RETREAT and state != UnitState.RETREATING:
        raise Refused("only a retreating unit rallies from retreat: expected state=retreating.")
    if test == MoraleTest.RALLY_ROUT and state != UnitState.ROUTING:
        raise Refused("only a routing unit rallies from rout: expected state=routing.")
    if state == UnitState.ROUTING and test != MoraleTest.RALLY_ROUT:
        raise Refused("a routing unit takes no test but to rally: expected test=rally-rout.")
    if test == MoraleTest.TO_CHARGE and state != UnitState.OK:
        raise Refused("only a unit in good order charges: expected state=ok.")


def tested_inputs(rules: GettysburgRules, tested: Tested) -> dict[str, Value]:
    mood = tested.mood
    return {
        "test": TESTS[tested.test],
        "arm": ARMS[mood.arm],
        "nation": NATIONS[mood.nation],
        "grade": GRADES[mood.grade],
        "size": tested.size,
        "lost": mood.lost,
        "formation": FORMATIONS[mood.formation],
        "state": STATES[mood.state],
        "unformed": mood.unformed,
        "general": GENERALS[mood.general],
        "in_cover": mood.in_cover,
        "in_hasty_works": mood.in_hasty_works,
        "in_works": mood.in_works,
        "uphill": mood.uphill,
        "under_fire": mood.under_fire,
        "enemies_fleeing": mood.enemies_fleeing,
        "friends_fleeing": mood.friends_fleeing,
        "supports": mood.supports,
        "charge_casualties": mood.charge_casualties,
        "weak_target": mood.weak_target,
        "formed_target": mood.formed_target,
        "rebel_yell": mood.rebel_yell,
        "charged_by": CHARGERS[mood.charged_by],
        "flank_or_rear": mood.flank_or_rear,
        "dispersal": mood.dispersal,
    }


def test_unit(dice: Dice, rules: GettysburgRules, tested: Tested) -> Facts:
    result = morale_test(dice, rules, tested.test, tested.mood, by=0)
    return (RESULTS[result], STATES[state_after(result, tested.mood.state)])


UNIT_MORALE: Final = Form(
    "unit-morale",
    "Morale of a unit: to charge, being charged, other, rally",
    at="unit-morale-results",
    example="test=to-charge nation=confederate grade=veteran size=22 lost=4 charge_casualties=4 general=near",
    results=("result", "state"),
    fields=(
        Field("test", "which test", TESTS[MoraleTest.OTHER], choices=TESTS),
        arm_field("arm", "what it is", Arm.INFANTRY),
        nation_field("nation"),
        grade_field("grade"),
        figures_field("size", "its original figures, or crew", 20),
        Field("lost", "figures lost so far", 0, 0, MOST_FIGURES),
        Field("formation", "its formation", FORMATIONS[Formation.LINE], choices=FORMATIONS),
        Field("state", "its state", STATES[UnitState.OK], choices=STATES[: UnitState.DISPERSED]),
        Field("unformed", "it is unformed", default=False),
        general_field("general"),
        Field("in_cover", "it is in cover, not light, without an enemy in the same", default=False),
        Field("in_hasty_works", "it defends hasty works", default=False),
        Field("in_works", "it defends works", default=False),
        Field("uphill", "it is uphill of the enemy", default=False),
        Field("under_fire", "it was shot at this turn", default=False),
        Field("enemies_fleeing", "enemy units retreating or routing within 12 inches", 0, 0, MOST_FLEEING),
        Field("friends_fleeing", "friendly ones", 0, 0, MOST_FLEEING),
        Field("supports", "supporting lines of a brigade attack column", 0, 0, MOST_SUPPORTS),
        Field("charge_casualties", "to charge: figures lost in this charge", 0, 0, MOST_FIGURES),
        Field("weak_target", "to charge: into flank, rear, unformed or skirmishers", default=False),
        Field("formed_target", "to charge: at formed infantry or artillery", default=False),
        Field("rebel_yell", "to charge: a token, Rebel Yell", default=False),
        Field("charged_by", "being charged: by whom", CHARGERS[ChargedBy.NOBODY], choices=CHARGERS),
        Field("flank_or_rear", "being charged: in flank or rear", default=False),
        Field("dispersal", "other: a dispersal test, at half strength or less", default=False),
    ),
    read=tested_from,
    run=test_unit,
    write=tested_inputs,
)


# ---------------------------------------------------------------- brigades


def roll_from(rules: GettysburgRules, values: Values) -> Roll:
    roll = Roll(values.number("roster"), values.number("in_play"))
    roll.lost = values.number("lost")
    roll.crack_elite = values.number("crack_elite")
    roll.green_militia = values.number("green_militia")
    roll.sheltered = values.number("sheltered")
    if roll.in_play > roll.roster or roll.lost > roll.roster or roll.lost < roll.roster - roll.in_play:
        raise Refused("expected in_play and lost within the roster, and units not in play among the lost.")
    if max(roll.crack_elite + roll.green_militia, roll.sheltered) > roll.in_play:
        raise Refused(f"only {roll.in_play} units are in play: expected no more of any kind.")
    roll.commanded = values.flag("commanded")
    roll.enemy_fleeing = values.flag("enemy_fleeing")
    roll.broken_before = values.flag("broken_before")
    return roll


def test_brigade(dice: Dice, rules: GettysburgRules, roll: Roll) -> Facts:
    return (BRIGADE_RESULTS[brigade_morale(dice, rules, roll, by=0)],)


BRIGADE_MORALE: Final = Form(
    "brigade-morale",
    "Morale of a brigade",
    at="brigade-morale-results",
    example="roster=4 in_play=4 lost=2 sheltered=2 commanded=no",
    results=("result",),
    fields=(
        Field("roster", "units of its original roster", 4, 1, MOST_UNITS),
        Field("in_play", "units still in play", 4, 1, MOST_UNITS),
        Field("lost", "units retreating, routing or dispersed", 0, 0, MOST_UNITS),
        Field("crack_elite", "crack and elite units in play", 0, 0, MOST_UNITS),
        Field("green_militia", "green and militia units in play", 0, 0, MOST_UNITS),
        Field("sheltered", "units in works or woods", 0, 0, MOST_UNITS),
        Field("commanded", "a general commands it, no drunkard and not wounded", default=True),
        Field("enemy_fleeing", "an enemy is retreating or routing within 12 inches", default=False),
        Field("broken_before", "it has broken before", default=False),
    ),
    read=roll_from,
    run=test_brigade,
)


# ---------------------------------------------------------------- skirmishers recalled, men told to get up


class Screen:
    """Skirmishers that are recalled: their grade, and what counts for and against it."""

    def __init__(self, grade: int, account: list[Entry]) -> None:
        self.grade: Final = grade
        self.account: Final = account


def screen_from(rules: GettysburgRules, values: Values) -> Screen:
    account = recall_account(rules, half=values.flag("half"), far=values.flag("far"), dense=values.flag("dense_woods"))
    return Screen(grade_from(rules, values), account)


def recall_skirmishers(dice: Dice, rules: GettysburgRules, screen: Screen) -> Facts:
    return (recall(dice, rules, screen.grade, screen.account),)


RECALL: Final = Form(
    "recall",
    "Recall skirmishers",
    at="recall-skirmishers",
    example="grade=veteran half=yes",
    results=("recalled",),
    fields=(
        grade_field("grade"),
        Field("half", "a brigade screen or half a regiment is out", default=False),
        Field("far", "no enemy within 24 inches", default=False),
        Field("dense_woods", "in dense woods", default=False),
    ),
    read=screen_from,
    run=recall_skirmishers,
)


def grade_from(rules: GettysburgRules, values: Values) -> int:
    return place(values, "grade", GRADES)


def try_to_get_up(dice: Dice, rules: GettysburgRules, grade: int) -> Facts:
    return (get_up(dice, rules, grade),)


GET_UP: Final = Form(
    "get-up",
    "Gone to ground: get up!",
    at="get-up",
    example="grade=regular",
    results=("up",),
    fields=(grade_field("grade"),),
    read=grade_from,
    run=try_to_get_up,
)
