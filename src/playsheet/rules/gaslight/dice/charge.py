"""The charge: its steps in their order, told once for the table and for the odds, and the bonus.

What only a table knows (who checks, what those who fail do, who reaches whom) the steps ask of a `Course`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import Dice, Stage, State
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.gaslight.sheet import GaslightRules, entries
from playsheet.rules.gaslight.terms import ChargeResult


def charge_bonus(dice: Dice, rules: GaslightRules, kind: int, marks: list[int]) -> int:
    """What charging adds to the move; with marks it only matters which of them it comes up to."""
    bonus = rules.charges[kind]
    account = entries(bonus.add, "printed", "R69")
    if not marks:
        return dice.total(bonus.dice, bonus.sides, rules.charge_throws[kind], account)
    return dice.reach(bonus.dice, bonus.sides, marks, rules.charge_throws[kind], account)


def charge_bonuses(dice: Dice, rules: GaslightRules, kind: int, figures: int) -> State:
    """One roll for the unit, or by switch one for each model (R69); always the dice of the unit's kind (R119)."""
    throws = figures if rules.bonus_per_model else 1
    return tuple([charge_bonus(dice, rules, kind, []) for _ in range(throws)])


class Way:
    """The ground between a charger and his enemy: the gap from edge to edge, and what lies in it."""

    def __init__(self, kind: int, move: float, gap: float, rough: bool, leaderless: bool, obstacles: int) -> None:
        self.kind: Final = kind
        self.move: Final = move
        self.gap: Final = gap
        self.rough: Final = rough
        self.leaderless: Final = leaderless
        self.obstacles: Final = obstacles

    def inches(self, rules: GaslightRules, bonus: int) -> float:
        return rules.allowance(self.move, float(bonus), self.rough, self.leaderless, self.obstacles)

    def least_bonus(self, rules: GaslightRules, beyond: float) -> int:
        """The least bonus that closes the gap and so much more; one above the highest if none does."""
        dice = rules.charges[self.kind]
        for bonus in range(dice.lowest(), dice.highest() + 1):
            if self.inches(rules, bonus) >= self.gap + beyond - TOLERANCE:
                return bonus
        return dice.highest() + 1


def can_reach(rules: GaslightRules, way: Way) -> bool:
    """May the charge be declared: would the highest dice close the gap (R67)?"""
    return way.least_bonus(rules, 0.0) <= rules.charges[way.kind].highest()


# ---------------------------------------------------------------- the steps of a charge

CHARGER: Final = 0  # the two sides of a charge
TARGET: Final = 1

# the places of the state
CAME_AT: Final = 0
FLED_AT: Final = 1  # chargers who ran off the table
FOES_FLED_AT: Final = 2
STAND_AT: Final = 3  # enemies who stayed put, or come to meet them ...
BACK_AT: Final = 4  # ... and who back away
LOST_AT: Final = 5
KILLED_AT: Final = 6
RAN_AT: Final = 7  # from here on: what the bonus came to, as the course says it
PENDING: Final = -1
BEGIN: Final = (PENDING, 0, 0, 0, 0, 0, 0)
OFF_TABLE: Final = 0  # what those who fail do: so many are gone, so many stay, so many back away
STAY: Final = 1
BACK: Final = 2


@mypyc_attr(allow_interpreted_subclasses=True)
class Course:
    """What only a table knows of a charge."""

    def holds(self, dice: Dice, side: int) -> bool:
        """Does the side pass its check? A lone character has none to make (R9)."""
        raise NotImplementedError

    def fails(self, dice: Dice, side: int) -> State:
        """What the models of a side that has failed do: how many are OFF_TABLE, STAY or go BACK."""
        raise NotImplementedError

    def stands(self) -> int:
        """How many models of the target there are if it has passed its check."""
        raise NotImplementedError

    def follows(self) -> bool:
        """Does it know where those go who have failed?"""
        return True

    def nobody_left(self) -> None:
        """All who were charged are gone (R106)."""

    def bonuses(self, dice: Dice, state: State) -> State:
        """The bonus, one throw for the unit or one for each model (R69)."""
        raise NotImplementedError

    def contacts(self, state: State) -> int:
        """They go in by that bonus: how many contacts are made; 0 if all fall short."""
        raise NotImplementedError

    def fight(self, dice: Dice, state: State) -> State:
        """The round of those in contact: (chargers killed, enemies killed)."""
        raise NotImplementedError


def ended(result: int, fled: int, foes_fled: int) -> State:
    return (result, fled, foes_fled, 0, 0, 0, 0)


def check_to_charge(dice: Dice, course: Course, state: State) -> State:
    """A unit must pass a check in order to charge; if it fails each of its models throws on the chart."""
    if course.holds(dice, CHARGER):
        return state
    return ended(ChargeResult.CHARGER_FAILED, course.fails(dice, CHARGER)[OFF_TABLE], 0)


def check_to_receive(dice: Dice, course: Course, state: State) -> State:
    """Then, at once, the target checks whether it holds its ground."""
    if course.holds(dice, TARGET):
        return (PENDING, 0, 0, course.stands(), 0, 0, 0)
    did = course.fails(dice, TARGET)
    if not course.follows():
        return ended(ChargeResult.TARGET_FAILED, 0, did[OFF_TABLE])
    if did[STAY] + did[BACK] == 0:
        course.nobody_left()
        return ended(ChargeResult.NOBODY_LEFT, 0, did[OFF_TABLE])
    return (PENDING, 0, did[OFF_TABLE], did[STAY], did[BACK], 0, 0)


def roll_bonus(dice: Dice, course: Course, state: State) -> State:
    """Once both have checked."""
    return (*state[:RAN_AT], *course.bonuses(dice, state))


def go_in(dice: Dice, course: Course, state: State) -> State:
    """All who are able move into contact, by the priorities of the allocation."""
    if course.contacts(state) == 0:
        return ended(ChargeResult.FELL_SHORT, 0, state[FOES_FLED_AT])
    return state


def first_round(dice: Dice, course: Course, state: State) -> State:
    """All in contact fight: on the table that is a part of the turn of its own, when the card ends."""
    killed = course.fight(dice, state)
    return (ChargeResult.CONTACT, 0, state[FOES_FLED_AT], 0, 0, killed[0], killed[1])


CHARGE: Final = (check_to_charge, check_to_receive, roll_bonus, go_in, first_round)
BEFORE_CONTACT: Final = (check_to_charge, check_to_receive, roll_bonus, go_in)  # all but the round


def charge_home(dice: Dice, course: Course) -> None:
    """A charge up to contact."""
    state: State = BEGIN
    for step in BEFORE_CONTACT:
        state = step(dice, course, state)
        if state[CAME_AT] != PENDING:
            return


class Charging(Stage):
    """A whole charge as a stage, step by step, so that odds take for one what is alike after a step."""

    def __init__(self, course: Course) -> None:
        self.course: Final = course

    def step(self, dice: Dice, at: int, state: State) -> State:
        return CHARGE[at](dice, self.course, state) if state[CAME_AT] == PENDING else state


def charge(dice: Dice, charging: Charging) -> State:
    """The whole charge; the state that comes back is read by CAME_AT and its fellows."""
    return dice.through(len(CHARGE), BEGIN, charging)
