"""The charge as dice: its bonus, and the whole of it on paper, from the charger's test to the first round."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import NOTHING, Dice, Stage, State
from playsheet.core.events import Entry, Throw
from playsheet.core.sheet import Amount
from playsheet.rules.orderchips.dice.melee import Side, Strokes, fight, melee_case, melee_number
from playsheet.rules.orderchips.dice.morale import failure, morale_test
from playsheet.rules.orderchips.dice.rolls import Number
from playsheet.rules.orderchips.dice.shooting import Ranks
from playsheet.rules.orderchips.sheet.tables import ChipRules, hundredths
from playsheet.rules.orderchips.terms import ChargeResult, Conduct, Order

BONUS: Final = Throw("Charge bonus", "charges", "move", "", "R63")


def charge_bonus(dice: Dice, bonus: Amount, marks: list[int]) -> int:
    """What charging adds to the move; with marks it only matters which of them it comes up to."""
    account = [Entry(bonus.add, "on the card", "R63")] if bonus.add else NOTHING
    if not marks:
        return dice.total(bonus.dice, bonus.sides, BONUS, account)
    return dice.reach(bonus.dice, bonus.sides, marks, BONUS, account)


def least_bonus(bonus: Amount, move: float, gap: float) -> int:
    """The least bonus that closes the gap; one above the highest if none does."""
    for inches in range(bonus.lowest(), bonus.highest() + 1):
        if hundredths(move + inches) >= hundredths(gap):
            return inches
    return bonus.highest() + 1


def can_reach(bonus: Amount, move: float, gap: float) -> bool:
    """May the charge be declared: would the highest bonus close the gap?"""
    return least_bonus(bonus, move, gap) <= bonus.highest()


# ---------------------------------------------------------------- the whole charge on paper


class Body:
    """One side of a charge, its figures alike."""

    def __init__(self, figures: int, number: Number, drill: int, order: int, melee: int, cover: int) -> None:
        self.figures: Final = figures
        self.number: Final = number  # of its morale test
        self.drill: Final = drill
        self.order: Final = order
        self.melee: Final = melee
        self.cover: Final = cover  # against the other side's blows
        self.tests = True  # lone notable persons do not (R44)


STEPS: Final = 3  # the tests, the bonus, the round of melee

# the places of the state
CAME_AT: Final = 0
FLED_AT: Final = 1
ENEMIES_FLED_AT: Final = 2
ORDER_AT: Final = 3  # either side may have closed up
ENEMY_ORDER_AT: Final = 4
AWAY_AT: Final = 5  # 0: the enemy stays, 1: he backs, 2: he runs
LOST_AT: Final = 6
ENEMIES_LOST_AT: Final = 7
PENDING: Final = -1


class Charging(Stage):
    """A whole charge: both tests with their failures, the bonus, the round. Each is one step of the stage.

    On paper the ground is open behind the enemy, and of each side as many fight as can.
    """

    def __init__(self, rules: ChipRules, charger: Body, enemy: Body, bonus: Amount, move: float, gap: float) -> None:
        self.rules: Final = rules
        self.charger: Final = charger
        self.enemy: Final = enemy
        self.bonus: Final = bonus
        away = [0.0, rules.back_inches, rules.run_inches]
        self.least: Final = [least_bonus(bonus, move, gap + inches) for inches in away]

    def begin(self) -> State:
        return (PENDING, 0, 0, self.charger.order, self.enemy.order, 0, 0, 0)

    def step(self, dice: Dice, at: int, state: State) -> State:
        if state[CAME_AT] != PENDING:
            return state
        if at == 0:
            return self.tests(dice)
        return self.closes(dice, state) if at == 1 else self.fights(dice, state)

    def tests(self, dice: Dice) -> State:
        """The charger's test, then the enemy's; standing firm is as good as passing (R21)."""
        rules = self.rules
        charger = self.charger
        enemy = self.enemy
        order = charger.order
        if charger.tests and not morale_test(dice, rules, charger.number, by=0):
            failed = failure(dice, rules, charger.drill, order, by=0)
            if not failed.stands():
                return (ChargeResult.CALLED_OFF, min(failed.flee, charger.figures), 0, order, enemy.order, 0, 0, 0)
            order = Order.CLOSE if failed.action == Conduct.CLOSES_UP else order
        if not enemy.tests or morale_test(dice, rules, enemy.number, by=1):
            return (PENDING, 0, 0, order, enemy.order, 0, 0, 0)
        failed = failure(dice, rules, enemy.drill, enemy.order, by=1)
        fled = min(failed.flee, enemy.figures)
        away = 1 if failed.action == Conduct.BACKS else 2 if failed.action == Conduct.RUNS else 0
        enemy_order = Order.CLOSE if failed.action == Conduct.CLOSES_UP else enemy.order
        came = PENDING if fled < enemy.figures else ChargeResult.NOBODY_LEFT
        return (came, 0, fled, order, enemy_order, away, 0, 0)

    def closes(self, dice: Dice, state: State) -> State:
        """How far they come."""
        least = self.least[state[AWAY_AT]]
        if charge_bonus(dice, self.bonus, [least]) >= least:
            return state
        return (ChargeResult.FELL_SHORT, *state[FLED_AT:])

    def fights(self, dice: Dice, state: State) -> State:
        enemies = self.enemy.figures - state[ENEMIES_FLED_AT]
        start = (self.charger.figures, enemies, state[ORDER_AT], state[ENEMY_ORDER_AT])
        lost = dice.through(1, start, Round(self.rules, self.charger, self.enemy))
        return (ChargeResult.CONTACT, 0, state[ENEMIES_FLED_AT], 0, 0, 0, lost[0], lost[1])


class Round(Stage):
    """A round of melee. The state: chargers, enemies, the orders of both; then how many of each are lost."""

    def __init__(self, rules: ChipRules, charger: Body, enemy: Body) -> None:
        self.rules: Final = rules
        self.charger: Final = charger
        self.enemy: Final = enemy

    def step(self, dice: Dice, at: int, state: State) -> State:
        rules = self.rules
        figures = state[0]
        enemies = state[1]
        most = rules.sizes["foot"].contact
        number = melee_number(rules, self.charger.melee, melee_case(self.enemy.cover, loose=state[2] == Order.LOOSE))
        back = melee_number(rules, self.enemy.melee, melee_case(self.charger.cover, loose=state[3] == Order.LOOSE))
        one = Side([Strokes(min(figures, most * enemies), number)], Ranks(figures, []))
        other = Side([Strokes(min(enemies, most * figures), back)], Ranks(enemies, []))
        clash = fight(dice, rules, one, other)
        return (clash.own.figures, clash.others.figures)


def charge(dice: Dice, charging: Charging) -> State:
    """The whole charge; the state that comes back is read by CAME_AT and its fellows."""
    return dice.through(STEPS, charging.begin(), charging)
