"""Morale of units and brigades: the modifiers, the columns, what a result makes of a unit; skirmishers recalled."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import NOTHING, Dice
from playsheet.core.events import Entry, Throw
from playsheet.rules.gettysburg.sheet.rows import Tally
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import (
    GRADES,
    TESTS,
    Arm,
    BrigadeResult,
    ChargedBy,
    Formation,
    GeneralWorth,
    Grade,
    MoraleResult,
    MoraleTest,
    Nation,
    UnitState,
)

BRIGADE: Final = Throw("Brigade morale", "brigade-morale-results", "", "result", "R87")
BRIGADE_OTHER: Final = Throw("Brigade morale", "brigade-morale-results", "", "result", "R87", 1)


class Roll:
    """A brigade by its numbers: units of the original roster, in play, and of each kind."""

    def __init__(self, roster: int, in_play: int) -> None:
        self.roster: Final = roster
        self.in_play: Final = in_play
        self.lost = 0  # of the roster: retreating, routing or dispersed
        self.crack_elite = 0  # of those in play
        self.green_militia = 0
        self.sheltered = 0  # in works or woods
        self.commanded = False  # by a general who is no drunkard and not wounded
        self.enemy_fleeing = False
        self.broken_before = False
        self.game_master = 0

    def is_crack_or_elite(self) -> bool:
        """Over half of the units in play: exactly half is not."""
        return 2 * self.crack_elite > self.in_play


def brigade_morale_account(rules: GettysburgRules, roll: Roll) -> list[Entry]:
    tally = Tally(rules.brigade_morale_modifiers)
    if roll.commanded:
        tally.add("general-commanding")
    if roll.is_crack_or_elite():
        tally.add("crack-elite")
    if 2 * roll.green_militia > roll.in_play:
        tally.add("green-militia")
    if roll.enemy_fleeing:
        tally.add("enemy-fleeing")
    if 2 * roll.sheltered > roll.in_play:
        tally.add("works-or-woods")
    if 2 * roll.lost > roll.roster:  # one line only (R86)
        tally.add("most-lost")
    elif 2 * roll.lost == roll.roster:
        tally.add("half-lost")
    elif 4 * roll.lost >= roll.roster:
        tally.add("quarter-lost")
    if roll.broken_before:
        tally.add("broken-before")
    return [*tally.account, Entry(roll.game_master, "gm", "R106")] if roll.game_master else tally.account


def brigade_morale(dice: Dice, rules: GettysburgRules, roll: Roll, by: int) -> int:
    """STANDS, BREAKS or REMOVED; a crack or elite brigade breaks where others are removed."""
    account = brigade_morale_account(rules, roll)
    throw = BRIGADE if by == 0 else BRIGADE_OTHER
    score = dice.reach(2, rules.sides, rules.brigade_morale.marks, throw, account)
    result = rules.brigade_morale.at(score)
    return BrigadeResult.BREAKS if result == BrigadeResult.REMOVED and roll.is_crack_or_elite() else result


SAID: Final = ("To charge", "Being charged", "Morale", "Rally from retreat", "Rally from rout")
TEST: Final = [Throw(SAID[k], "unit-morale-results", "", TESTS[k], "R81") for k in range(len(TESTS))]
TEST_OTHER: Final = [Throw(SAID[k], "unit-morale-results", "", TESTS[k], "R81", 1) for k in range(len(TESTS))]
GENERALS: Final = ("none", "near", "attached-excellent")
CHARGERS: Final = ("nobody", "skirmishers", "line", "column", "cavalry")


class MoraleSituation:
    """A unit and its situation, as far as its test is concerned."""

    def __init__(self, arm: int, nation: int, grade: int, percent: list[int]) -> None:
        self.arm: Final = arm  # as it fights now: dismounted cavalry is infantry
        self.nation: Final = nation
        self.grade: Final = grade
        self.percent: Final = percent  # the losses of each 10 per cent: Card.percent
        self.lost = 0
        self.formation = Formation.LINE
        self.state = UnitState.OK
        self.unformed = False
        self.general = GeneralWorth.NONE
        self.in_cover = False  # not light cover, and no enemy in the same (R78)
        self.in_hasty_works = False
        self.in_works = False
        self.uphill = False
        self.under_fire = False
        self.enemies_fleeing = 0
        self.friends_fleeing = 0
        self.supports = 0  # lines of a brigade attack column behind it
        self.charge_casualties = 0  # figures lost in this charge
        self.weak_target = False  # see is_weak_target
        self.formed_target = False  # see is_formed_target
        self.rebel_yell = False  # the token
        self.charged_by = ChargedBy.NOBODY
        self.flank_or_rear = False
        self.dispersal = False  # an Other test at half strength (R83)
        self.game_master = 0

    def is_weak(self) -> bool:
        """Faltering, unformed or retreating; a routing unit has lines of its own (R136)."""
        return self.state in (UnitState.FALTERING, UnitState.RETREATING) or (
            self.unformed and self.state != UnitState.ROUTING
        )


def best_general(rules: GettysburgRules, *, attached: bool, excellent: bool, drunkard: bool, brigadier: bool) -> int:
    """What one general who is attached or near is worth; the best of several counts (R76)."""
    if attached and (excellent or (rules.any_attached and brigadier and not drunkard)):
        return GeneralWorth.INSPIRES
    return GeneralWorth.NONE if drunkard else GeneralWorth.NEAR


def is_weak_target(rules: GettysburgRules, formation: int, state: int, *, unformed: bool, flank_or_rear: bool) -> bool:
    """May a charger, unless skirmishers, count on it: flank, rear, unformed, skirmishers (R130 for gone to ground)."""
    caught = state == UnitState.GONE_TO_GROUND and not rules.ground_stays_down
    return flank_or_rear or unformed or caught or state >= UnitState.FALTERING or formation == Formation.SKIRMISH


def is_formed_target(arm: int, formation: int, state: int, *, unformed: bool) -> bool:
    """Formed infantry that is not skirmishing, or artillery: cavalry does not like it."""
    if arm == Arm.ARTILLERY:
        return True
    return arm == Arm.INFANTRY and formation != Formation.SKIRMISH and not unformed and state < UnitState.FALTERING


def charger_kind(arm: int, formation: int) -> int:
    """Which line of "charged by" such a charger is."""
    if arm == Arm.CAVALRY:
        return ChargedBy.CAVALRY
    if formation == Formation.SKIRMISH:
        return ChargedBy.SKIRMISHERS
    return ChargedBy.COLUMN if formation == Formation.COLUMN else ChargedBy.LINE


def worst_charger(rules: GettysburgRules, kinds: list[int], *, works: bool) -> int:
    """Of several chargers the one that frightens most."""
    worst = ChargedBy.NOBODY
    for kind in kinds:
        if worst == ChargedBy.NOBODY or charger_add(rules, kind, works) < charger_add(rules, worst, works):
            worst = kind
    return worst


def charger_row(kind: int, works: bool) -> str:
    """The modifier's id; empty for skirmishers."""
    if kind == ChargedBy.LINE:
        return "charged-by-infantry-line"
    if kind == ChargedBy.COLUMN:
        return "charged-by-infantry-column-in-works" if works else "charged-by-infantry-column"
    return "charged-by-cavalry" if kind == ChargedBy.CAVALRY else ""


def charger_add(rules: GettysburgRules, kind: int, works: bool) -> int:
    row = charger_row(kind, works)
    return rules.morale_modifiers.adds[row] if row else 0


# ---------------------------------------------------------------- the modifiers


def tenths(percent: list[int], lost: int) -> int:
    """How many full 10 per cent of its size a unit has lost."""
    found = 0
    for threshold in percent:
        if lost >= threshold:
            found += 1
    return found


def must_test_for_losses(rules: GettysburgRules, size: int, lost_this_turn: int) -> bool:
    """Has a unit lost so much of its original size in one turn that it tests?"""
    return lost_this_turn > 0 and 100 * lost_this_turn >= rules.loss_tests * size


def at_dispersal_point(rules: GettysburgRules, size: int, lost: int) -> bool:
    """Is it down to half its original size, or less?"""
    return 100 * lost >= rules.dispersal_at * size


def morale_account(rules: GettysburgRules, test: int, mood: MoraleSituation) -> list[Entry]:
    """All modifiers of a test, in the order of the sheet."""
    tally = Tally(rules.morale_modifiers)
    if mood.general == GeneralWorth.INSPIRES:
        tally.add("general-attached-excellent")
    elif mood.general == GeneralWorth.NEAR:
        tally.add("general-near")
    add_grade(tally, mood)
    add_shelter(tally, test, mood)
    add_casualties(rules, tally, test, mood)
    if test == MoraleTest.TO_CHARGE:
        add_charging(rules, tally, mood)
    tally.times("supporting-lines", mood.supports)
    if test == MoraleTest.BEING_CHARGED:
        add_charged(rules, tally, mood)
    add_trouble(rules, tally, test, mood)
    tally.times("enemy-fleeing", mood.enemies_fleeing)
    tally.times("friends-fleeing", mood.friends_fleeing)
    found = tally.account
    if test == MoraleTest.TO_CHARGE and mood.rebel_yell:
        token = Tally(rules.token_modifiers)
        token.add("rebel-yell")
        found = [*found, *token.account]
    return [*found, Entry(mood.game_master, "gm", "R106")] if mood.game_master else found


def add_grade(tally: Tally, mood: MoraleSituation) -> None:
    if mood.grade == Grade.CRACK and mood.arm == Arm.INFANTRY:
        tally.add("crack-infantry")
    elif mood.grade in (Grade.CRACK, Grade.ELITE, Grade.VETERAN):
        tally.add("elite-veteran")
    elif mood.grade in (Grade.GREEN, Grade.MILITIA):
        tally.add("green-militia")


def add_shelter(tally: Tally, test: int, mood: MoraleSituation) -> None:
    """Each kind by itself; a charger has left cover and works behind, but not the slope (R78)."""
    if test != MoraleTest.TO_CHARGE:
        if mood.in_cover:
            tally.add("cover")
        if mood.in_hasty_works:
            tally.add("hasty-works")
        if mood.in_works:
            tally.add("works")
    if mood.uphill:
        tally.add("uphill")


def add_casualties(rules: GettysburgRules, tally: Tally, test: int, mood: MoraleSituation) -> None:
    """Each 10 per cent of all losses; Confederate infantry stops counting."""
    lost = mood.lost
    if test == MoraleTest.TO_CHARGE and rules.charge_loss_once:
        lost -= mood.charge_casualties
    steps = tenths(mood.percent, lost)
    if mood.nation == Nation.CONFEDERATE and mood.arm == Arm.INFANTRY:
        steps = min(steps, rules.casualties_most)
    tally.times("casualties", steps)


def add_charging(rules: GettysburgRules, tally: Tally, mood: MoraleSituation) -> None:
    if mood.weak_target and mood.formation != Formation.SKIRMISH:
        tally.add("charge-weak-target")
    if mood.arm == Arm.CAVALRY and mood.formed_target:
        tally.add("cavalry-vs-formed")
    losses = mood.charge_casualties
    if mood.grade in (Grade.GREEN, Grade.MILITIA) and mood.formation == Formation.COLUMN:
        losses = min(losses, rules.charge_casualties_most)
    tally.times("charge-casualties", losses)


def add_charged(rules: GettysburgRules, tally: Tally, mood: MoraleSituation) -> None:
    row = charger_row(mood.charged_by, mood.in_works or mood.in_hasty_works)
    if row and mood.arm != Arm.CAVALRY:
        tally.add(row)
    if mood.flank_or_rear:
        tally.add("charged-flank-rear")
    if mood.formation == Formation.EXTENDED or mood.is_weak() or is_caught_down(rules, mood):
        tally.add("charged-while-weak")


def is_caught_down(rules: GettysburgRules, mood: MoraleSituation) -> bool:
    """Charged on the ground it counts as unformed (R97)."""
    return mood.state == UnitState.GONE_TO_GROUND and not rules.ground_stays_down


def add_trouble(rules: GettysburgRules, tally: Tally, test: int, mood: MoraleSituation) -> None:
    if mood.is_weak() or (test == MoraleTest.BEING_CHARGED and is_caught_down(rules, mood)):
        tally.add("weak")
    if mood.state == UnitState.ROUTING:
        rebels = mood.nation == Nation.CONFEDERATE and mood.arm == Arm.INFANTRY
        tally.add("routing-confederate-infantry" if rebels else "routing")


# ---------------------------------------------------------------- the test


def morale_test(dice: Dice, rules: GettysburgRules, test: int, mood: MoraleSituation, by: int) -> int:
    """The result: one of RESULTS. `by`: whose dice, as of a Throw."""
    account = morale_account(rules, test, mood)
    throw = TEST[test] if by == 0 else TEST_OTHER[test]
    return result_of(rules, test, mood, dice.reach(2, rules.sides, rules.morale[test].marks, throw, account))


def result_of(rules: GettysburgRules, test: int, mood: MoraleSituation, score: int) -> int:
    """The cell, as it is for this unit."""
    result = rules.morale[test].at(score)
    if test == MoraleTest.BEING_CHARGED and mood.state == UnitState.RETREATING:
        return charged_retreating(result)
    if result == MoraleResult.GO_TO_GROUND and not (mood.arm == Arm.INFANTRY and mood.under_fire):
        return MoraleResult.FALTER if test == MoraleTest.TO_CHARGE else MoraleResult.OBEY
    if mood.dispersal and test == MoraleTest.OTHER and not rules.dispersal_plain:
        if result in (MoraleResult.RETREAT, MoraleResult.ROUT) or (
            result == MoraleResult.FALTER and rules.dispersal_falter
        ):
            return MoraleResult.DISPERSE
    return result


def charged_retreating(result: int) -> int:
    """A retreating unit that is charged cannot improve (R81)."""
    if result == MoraleResult.STAND_OR_COUNTER:
        return MoraleResult.STAND_STILL_RETREATING
    return MoraleResult.ROUT if result == MoraleResult.ROUT else MoraleResult.RETREAT


def state_after(result: int, state: int) -> int:
    """The state a result leaves a unit in: never a better one, unless it rallies (R81)."""
    if result == MoraleResult.RALLY:
        return UnitState.OK
    return max(state, STATE_OF.get(result, UnitState.OK))


STATE_OF: Final = {
    MoraleResult.GO_TO_GROUND: UnitState.GONE_TO_GROUND,
    MoraleResult.FALTER: UnitState.FALTERING,
    MoraleResult.FALTER_RECOIL: UnitState.FALTERING,
    MoraleResult.RETREAT: UnitState.RETREATING,
    MoraleResult.STAND_STILL_RETREATING: UnitState.RETREATING,
    MoraleResult.ROUT: UnitState.ROUTING,
    MoraleResult.DISPERSE: UnitState.DISPERSED,
}


@mypyc_attr(allow_interpreted_subclasses=True)
class RallyWitness:
    """The one thing a rally asks of the table."""

    def once_again(self, result: int) -> bool:
        """Is a token spent to throw a failed test again (R90)?"""
        return False


def rally(dice: Dice, rules: GettysburgRules, mood: MoraleSituation, by: int, witness: RallyWitness) -> int:
    """From retreat or rout, by the unit's state; a token has both dice thrown again, and the second throw stands."""
    test = MoraleTest.RALLY_ROUT if mood.state == UnitState.ROUTING else MoraleTest.RALLY_RETREAT
    result = morale_test(dice, rules, test, mood, by)
    if result != MoraleResult.RALLY and witness.once_again(result):
        return morale_test(dice, rules, test, mood, by)
    return result


RECALL: Final = [Throw("Recall skirmishers", "recall-skirmishers", grade, "", "R39") for grade in GRADES]
GET_UP: Final = Throw("Get up!", "get-up", "regular")
GET_UP_GREEN: Final = Throw("Get up!", "get-up", "green-militia")


def recall_account(rules: GettysburgRules, *, half: bool, far: bool, dense: bool) -> list[Entry]:
    """`half`: a screen or half a regiment is out; `far`: no enemy near; `dense`: in dense woods."""
    tally = Tally(rules.recall_modifiers)
    if half:
        tally.add("half-regiment")
    if far:
        tally.add("far-from-enemy")
    if dense:
        tally.add("dense-woods")
    return tally.account


def recall(dice: Dice, rules: GettysburgRules, grade: int, account: list[Entry]) -> bool:
    """Do the skirmishers come back?"""
    need = rules.recall_need[grade]
    return dice.reach(2, rules.sides, [need], RECALL[grade], account) >= need


def get_up(dice: Dice, rules: GettysburgRules, grade: int) -> bool:
    """Does a unit on the ground get up? The greenest do so most readily."""
    raw = grade in (Grade.GREEN, Grade.MILITIA)
    need = rules.get_up_green if raw else rules.get_up_regular
    return dice.reach(2, rules.sides, [need], GET_UP_GREEN if raw else GET_UP, NOTHING) >= need
