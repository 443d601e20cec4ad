"""Morale of units and brigades; getting up; recalling skirmishers."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.events import Entry
from playsheet.core.procedures import Field, Outcome, Prepared, Procedure, Values
from playsheet.rules.gettysburg.calculator.inputs import (
    MOST_FLEEING,
    MOST_SUPPORTS,
    SIDES,
    TROOP_ARMS,
    Facts,
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
    Mood,
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
    BRIGADE_RESULTS,
    FORMATIONS,
    GRADES,
    MOST_FIGURES,
    RESULTS,
    STATES,
    TESTS,
    Arm,
    Formation,
    MoraleTest,
    UnitState,
)

MOST_UNITS: Final = 20  # of a brigade


class UnitMorale(Procedure):
    """A test of a unit, in any of the five columns."""

    def __init__(self, rules: GettysburgRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("test", "which test", TESTS[MoraleTest.OTHER], choices=TESTS),
            arm_field("arm", "what it is", Arm.INFANTRY),
            nation_field("nation"),
            grade_field("grade"),
            figures_field("size", "its original figures, or crew", 20),
            Field("lost", "figures lost so far", 0, 0, MOST_FIGURES),
            Field("formation", "its formation", FORMATIONS[Formation.LINE], choices=FORMATIONS),
            Field("state", "its state", STATES[0], choices=STATES[: UnitState.DISPERSED]),
            Field("unformed", "it is unformed", False),
            general_field("general"),
            Field("in_cover", "it is in cover, not light, without an enemy in the same", False),
            Field("in_hasty_works", "it defends hasty works", False),
            Field("in_works", "it defends works", False),
            Field("uphill", "it is uphill of the enemy", False),
            Field("under_fire", "it was shot at this turn", False),
            Field("enemies_fleeing", "enemy units retreating or routing within 12 inches", 0, 0, MOST_FLEEING),
            Field("friends_fleeing", "friendly ones", 0, 0, MOST_FLEEING),
            Field("supports", "supporting lines of a brigade attack column", 0, 0, MOST_SUPPORTS),
            Field("charge_casualties", "to charge: figures lost in this charge", 0, 0, MOST_FIGURES),
            Field("weak_target", "to charge: into flank, rear, unformed or skirmishers", False),
            Field("formed_target", "to charge: at formed infantry or artillery", False),
            Field("rebel_yell", "to charge: a token, Rebel Yell", False),
            Field("charged_by", "being charged: by whom", CHARGERS[0], choices=CHARGERS),
            Field("flank_or_rear", "being charged: in flank or rear", False),
            Field("dispersal", "other: a dispersal test, at half strength or less", False),
        )
        super().__init__(
            "unit-morale",
            "Morale of a unit: to charge, being charged, other, rally",
            "unit-morale-results",
            fields,
            ("result", "state"),
            "test=to-charge nation=confederate grade=veteran size=22 lost=4 charge_casualties=4 general=near",
        )

    def prepare(self, values: Values) -> Prepared:
        test = place(values, "test", TESTS)
        mood = mood_from(self.rules, values)
        check_state(test, mood.state)
        return PreparedMorale(self, values, self.rules, test, mood)


def mood_from(rules: GettysburgRules, values: Values) -> Mood:
    size = values.number("size")
    lost = values.number("lost")
    if lost >= size:
        raise Refused(f"{lost} of {size} figures are lost: nobody is left to test.")
    if values.number("charge_casualties") > lost:
        raise Refused("figures lost in the charge are among those lost: expected lost to be at least as many.")
    arm = place(values, "arm", TROOP_ARMS)
    mood = Mood(arm, place(values, "nation", SIDES), place(values, "grade", GRADES), rules.thresholds(size))
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


class PreparedMorale(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: GettysburgRules, test: int, mood: Mood) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.test: Final = test
        self.mood: Final = mood

    def run(self, dice: Dice) -> Outcome:
        result = morale_test(dice, self.rules, self.test, self.mood, 0)
        return Facts((RESULTS[result], STATES[state_after(result, self.mood.state)]))


class BrigadeMorale(Procedure):
    """A test of a brigade."""

    def __init__(self, rules: GettysburgRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("roster", "units of its original roster", 4, 1, MOST_UNITS),
            Field("in_play", "units still in play", 4, 1, MOST_UNITS),
            Field("lost", "units retreating, routing or dispersed", 0, 0, MOST_UNITS),
            Field("crack_elite", "crack and elite units in play", 0, 0, MOST_UNITS),
            Field("green_militia", "green and militia units in play", 0, 0, MOST_UNITS),
            Field("sheltered", "units in works or woods", 0, 0, MOST_UNITS),
            Field("commanded", "a general commands it, no drunkard and not wounded", True),
            Field("enemy_fleeing", "an enemy is retreating or routing within 12 inches", False),
            Field("broken_before", "it has broken before", False),
        )
        super().__init__(
            "brigade-morale",
            "Morale of a brigade",
            "brigade-morale-results",
            fields,
            ("result",),
            "roster=4 in_play=4 lost=2 sheltered=2 commanded=no",
        )

    def prepare(self, values: Values) -> Prepared:
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
        return PreparedBrigade(self, values, self.rules, roll)


class PreparedBrigade(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: GettysburgRules, roll: Roll) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.roll: Final = roll

    def run(self, dice: Dice) -> Outcome:
        return Facts((BRIGADE_RESULTS[brigade_morale(dice, self.rules, self.roll, 0)],))


class Recall(Procedure):
    """Skirmishers are recalled."""

    def __init__(self, rules: GettysburgRules) -> None:
        self.rules: Final = rules
        fields = (
            grade_field("grade"),
            Field("half", "a brigade screen or half a regiment is out", False),
            Field("far", "no enemy within 24 inches", False),
            Field("dense_woods", "in dense woods", False),
        )
        super().__init__(
            "recall",
            "Recall skirmishers",
            "recall-skirmishers",
            fields,
            ("recalled",),
            "grade=veteran half=yes",
        )

    def prepare(self, values: Values) -> Prepared:
        account = recall_account(self.rules, values.flag("half"), values.flag("far"), values.flag("dense_woods"))
        return PreparedRecall(self, values, self.rules, account)


class PreparedRecall(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: GettysburgRules, account: list[Entry]) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.account: Final = account

    def run(self, dice: Dice) -> Outcome:
        return Facts((recall(dice, self.rules, place(self.values, "grade", GRADES), self.account),))


class GetUp(Procedure):
    """Men on the ground are told to get up."""

    def __init__(self, rules: GettysburgRules) -> None:
        self.rules: Final = rules
        super().__init__(
            "get-up", "Gone to ground: get up!", "get-up", (grade_field("grade"),), ("up",), "grade=regular"
        )

    def prepare(self, values: Values) -> Prepared:
        return PreparedGetUp(self, values, self.rules)


class PreparedGetUp(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: GettysburgRules) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules

    def run(self, dice: Dice) -> Outcome:
        return Facts((get_up(dice, self.rules, place(self.values, "grade", GRADES)),))
