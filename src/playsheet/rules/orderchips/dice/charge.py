"""The charge: its bonus, and the list of its steps, from the declaration to contact and the first round.

The table and the calculator run the same list, each along a course of its own.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import NOTHING, Dice, Stage, State
from playsheet.core.events import Entry, Throw
from playsheet.core.sheet import Amount
from playsheet.rules.orderchips.dice.melee import Side, Strokes, fight, melee_case, melee_number
from playsheet.rules.orderchips.dice.morale import (
    UNSEEN,
    Failure,
    MoraleSituation,
    MoraleWitness,
    Tester,
    Troops,
    heads,
    morale_number,
    take_test,
)
from playsheet.rules.orderchips.dice.shooting import Aim, Losses, Ranks, to_hit
from playsheet.rules.orderchips.sheet.tables import ChipRules, is_within
from playsheet.rules.orderchips.terms import ChargeResult, Conduct, Cover, Order

BONUS: Final = Throw("Charge bonus", "charges", "move", "", "R63")


def charge_bonus(dice: Dice, bonus: Amount, marks: list[int]) -> int:
    """What charging adds to the move; with marks it only matters which of them it comes up to."""
    if not bonus.dice:
        return bonus.add  # a machine's is fixed
    account = [Entry(bonus.add, "on the card", "R63")] if bonus.add else NOTHING
    if not marks:
        return dice.total(bonus.dice, bonus.sides, BONUS, account)
    return dice.reach(bonus.dice, bonus.sides, marks, BONUS, account)


def least_bonus(bonus: Amount, move: float, gap: float) -> int:
    """The least bonus that closes the gap; one above the highest if none does."""
    for inches in range(bonus.lowest(), bonus.highest() + 1):
        if is_within(gap, move + inches):
            return inches
    return bonus.highest() + 1


def can_reach(bonus: Amount, move: float, gap: float) -> bool:
    """May the charge be declared: would the highest bonus close the gap?"""
    return least_bonus(bonus, move, gap) <= bonus.highest()


# ---------------------------------------------------------------- a charge, step by step

CHARGER: Final = 0
ENEMY: Final = 1

# the places of the state: what has come of the charge so far
RESULT_AT: Final = 0  # a ChargeResult, or PENDING
FALLEN_AT: Final = 1  # chargers who fell to fire when it was declared, notable persons apart
OUT_AT: Final = 2  # a bit for each notable person with them who did
FLED_AT: Final = 3
ENEMIES_FLED_AT: Final = 4
CONDUCT_AT: Final = 5  # of the chargers: what they did that failed, one of ACTIONS
ENEMY_CONDUCT_AT: Final = 6
LOST_AT: Final = 7  # in the first round of melee
ENEMIES_LOST_AT: Final = 8
PENDING: Final = -1
BEGINNING: Final = (PENDING, 0, 0, 0, 0, Conduct.STANDS, Conduct.STANDS, 0, 0)


def put(state: State, at: int, value: int) -> State:
    """The state with something else at that place."""
    return (*state[:at], value, *state[at + 1 :])


@mypyc_attr(allow_interpreted_subclasses=True)
class Course:
    """What only a table knows of a charge: who fires, who tests as things stand, where a failure leads, how far it is.

    The table asks, tells and moves; a sheet of paper answers from the situation and the state.
    """

    def fire(self, dice: Dice, state: State) -> State:
        """Whoever fires when the charge is declared, and what it costs the chargers; are they able to go on?"""
        return state

    def tester(self, who: int, state: State) -> Tester | None:
        """CHARGER or ENEMY as it would test now; None: it need not (R44)."""
        raise NotImplementedError(type(self).__name__ + " knows nobody who tests")

    def witness(self, who: int) -> MoraleWitness:
        return UNSEEN

    def give_way(self, who: int, failed: Failure) -> None:
        """A failed test is carried out."""

    def figures(self, who: int, state: State) -> int:
        """How many there are to flee."""
        raise NotImplementedError(type(self).__name__ + " counts nobody")

    def bonus(self) -> Amount:
        """On the card."""
        raise NotImplementedError(type(self).__name__ + " has no bonus")

    def marks(self, state: State) -> list[int]:
        """The bonus that brings them up to the enemy; empty if every inch of it counts."""
        return []

    def run(self, state: State, inches: int) -> int:
        """They run in with so much of a bonus: a ChargeResult."""
        raise NotImplementedError(type(self).__name__ + " leads nowhere")

    def assumes(self) -> list[str]:
        """What odds along this course take for granted, a sentence each."""
        return []

    def sides(self, state: State) -> tuple[Side, Side]:
        """Who strikes whom in the first round."""
        raise NotImplementedError(type(self).__name__ + " ends before the melee")


def fire_when_declared(dice: Dice, course: Course, state: State) -> State:
    """Fire comes before the tests: it may break a charge by lowering the number of heads (R34)."""
    return course.fire(dice, state)


def take_test_to_charge(dice: Dice, course: Course, state: State) -> State:
    """Standing firm is as good as passing, every other row calls the charge off (4.3.2, 4.3.3, R21)."""
    tester = course.tester(CHARGER, state)
    failed = take_test(dice, tester, course.witness(CHARGER), by=0) if tester is not None else None
    if failed is None:
        return state
    course.give_way(CHARGER, failed)
    if failed.stands():
        return put(state, CONDUCT_AT, failed.action)
    fled = min(failed.flee, course.figures(CHARGER, state))
    return put(put(state, FLED_AT, fled), RESULT_AT, ChargeResult.CALLED_OFF)


def take_test_to_receive(dice: Dice, course: Course, state: State) -> State:
    """Then the enemy's, which he acts on before anybody runs at him (4.3.4, R21)."""
    tester = course.tester(ENEMY, state)
    failed = take_test(dice, tester, course.witness(ENEMY), by=1) if tester is not None else None
    if failed is None:
        return state
    enemies = course.figures(ENEMY, state)
    course.give_way(ENEMY, failed)
    state = put(state, ENEMIES_FLED_AT, min(failed.flee, enemies))
    return put(state, ENEMY_CONDUCT_AT, failed.action)


def run_in(dice: Dice, course: Course, state: State) -> State:
    """The bonus, rolled after the tests (R63), and the run straight at the enemy, or at where he was (4.3.5)."""
    inches = charge_bonus(dice, course.bonus(), course.marks(state))
    return put(state, RESULT_AT, course.run(state, inches))


def first_round(dice: Dice, course: Course, rules: ChipRules, state: State) -> State:
    """The round of the melee step, if nobody else comes into it."""
    one, other = course.sides(state)
    clash = fight(dice, rules, one, other)
    return put(put(state, LOST_AT, lost_in(clash.own)), ENEMIES_LOST_AT, lost_in(clash.others))


def lost_in(losses: Losses) -> int:
    """Figures, and notable persons who are out."""
    return losses.figures + sum([1 for out in losses.out if out])


CHARGE: Final = (fire_when_declared, take_test_to_charge, take_test_to_receive, run_in)


class Charging(Stage):
    """A charge along its course: each step of the list on from what the last has left."""

    def __init__(self, course: Course) -> None:
        self.course: Final = course

    def step(self, dice: Dice, at: int, state: State) -> State:
        return CHARGE[at](dice, self.course, state) if state[RESULT_AT] == PENDING else state


class Meeting(Stage):
    """The first round of melee after a charge that came to contact."""

    def __init__(self, rules: ChipRules, course: Course) -> None:
        self.rules: Final = rules
        self.course: Final = course

    def step(self, dice: Dice, at: int, state: State) -> State:
        return first_round(dice, self.course, self.rules, state) if state[RESULT_AT] == ChargeResult.CONTACT else state


def charge(dice: Dice, course: Course) -> State:
    """From the declaration to contact, or to where it ends; the state is read by RESULT_AT and its fellows."""
    return dice.through(len(CHARGE), BEGINNING, Charging(course))


def charge_and_fight(dice: Dice, rules: ChipRules, course: Course) -> State:
    """The same, and the first round."""
    return dice.through(1, charge(dice, course), Meeting(rules, course))


# ---------------------------------------------------------------- on paper


class Body:
    """One side of a charge on paper, its figures alike."""

    def __init__(self, figures: int, mood: MoraleSituation, drill: int, order: int, melee: int, armoured: int) -> None:
        self.figures: Final = figures
        self.mood: Final = mood  # in which it tests; its cover is also that against the other side's blows
        self.drill: Final = drill
        self.order: Final = order
        self.melee: Final = melee
        self.armoured: Final = armoured
        self.tests = True  # lone notable persons do not (R44)
        self.fighting = 0  # of them in contact at most; 0: as many as can be

    def order_after(self, conduct: int) -> int:
        return Order.CLOSE if conduct == Conduct.CLOSES_UP else self.order

    def tester(self, rules: ChipRules, figures: int) -> Tester | None:
        """So many of them as they test."""
        if not self.tests:
            return None
        count = heads(rules, figures, min(self.armoured, figures))
        return Troops(rules, morale_number(rules, count, self.mood), self.drill, self.order)

    def strokes(self, rules: ChipRules, figures: int, enemies: int, conduct: int, cover: int) -> Strokes:
        """So many of them against so many in that cover: of each side as many fight as can."""
        dice = min(figures, rules.sizes["foot"].contact * enemies)
        if self.fighting:
            dice = min(dice, self.fighting)
        loose = self.order_after(conduct) == Order.LOOSE
        return Strokes(dice, melee_number(rules, self.melee, melee_case(cover, loose=loose)))


class OnPaper(Course):
    """A charge as somebody has filled it in. The ground is open behind the enemy."""

    def __init__(
        self, rules: ChipRules, charger: Body, enemy: Body, bonus: Amount, *, move: float, gap: float, fire: Aim | None
    ) -> None:
        self.rules: Final = rules
        self.charger: Final = charger
        self.enemy: Final = enemy
        self.amount: Final = bonus
        self.volley: Final = fire  # at the chargers, when the charge is declared
        away = [gap, gap + rules.back_inches, gap + rules.run_inches]
        self.least: Final = [least_bonus(bonus, move, inches) for inches in away]

    def fire(self, dice: Dice, state: State) -> State:
        if self.volley is None:
            return state
        fallen = min(to_hit(dice, self.rules, self.volley), self.charger.figures)
        state = put(state, FALLEN_AT, fallen)
        return put(state, RESULT_AT, ChargeResult.SHOT_DOWN) if fallen == self.charger.figures else state

    def assumes(self) -> list[str]:
        """Whoever fills in a form says himself who fires."""
        fire = "Nobody fires" if self.volley is None else "Nobody else fires"
        return [f"{fire} at the chargers.", "Nobody else comes into the melee."]

    def tester(self, who: int, state: State) -> Tester | None:
        body = self.charger if who == CHARGER else self.enemy
        return body.tester(self.rules, self.figures(who, state))

    def figures(self, who: int, state: State) -> int:
        return self.charger.figures - state[FALLEN_AT] if who == CHARGER else self.enemy.figures

    def bonus(self) -> Amount:
        return self.amount

    def marks(self, state: State) -> list[int]:
        conduct = state[ENEMY_CONDUCT_AT]
        return [self.least[1 if conduct == Conduct.BACKS else 2 if conduct == Conduct.RUNS else 0]]

    def run(self, state: State, inches: int) -> int:
        if state[ENEMIES_FLED_AT] == self.enemy.figures:
            return ChargeResult.NOBODY_LEFT
        return ChargeResult.CONTACT if inches >= self.marks(state)[0] else ChargeResult.FELL_SHORT

    def sides(self, state: State) -> tuple[Side, Side]:
        rules = self.rules
        figures = self.figures(CHARGER, state)
        enemies = self.enemy.figures - state[ENEMIES_FLED_AT]
        cover = self.enemy.mood.cover
        blows = self.charger.strokes(rules, figures, enemies, state[CONDUCT_AT], cover)
        back = self.enemy.strokes(rules, enemies, figures, state[ENEMY_CONDUCT_AT], Cover.NONE)
        return Side([blows], Ranks(figures, [])), Side([back], Ranks(enemies, []))
