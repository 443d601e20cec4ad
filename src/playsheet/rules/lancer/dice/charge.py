"""The charge: going in, the round of melee on contact, the answer to one that fell short.

One text for the table, the calculator and the odds: they differ in the course that it takes.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import Dice, State
from playsheet.rules.lancer.dice.melee import Round
from playsheet.rules.lancer.dice.shooting import Volley, Witness, volley
from playsheet.rules.lancer.sheet import LancerRules, Rate
from playsheet.rules.lancer.terms import Reaction


@mypyc_attr(allow_interpreted_subclasses=True)
class Course:
    """What only a table knows of a charge: where it leads, whom it meets, what is done about it.

    `counter` says whether it is the counter-charge that goes in. The course throws no dice.
    """

    def __init__(self) -> None:
        self.home = False

    def rate(self, *, counter: bool) -> Rate:
        """It is declared, and turns: the dice for the ground ahead of it."""
        raise NotImplementedError(type(self).__name__ + " leads nowhere")

    def marks(self, *, counter: bool) -> list[int]:
        """The distances that make a difference; none if every inch does."""
        return []

    def goes(self, inches: int, *, counter: bool) -> bool:
        """It goes straight on, so far at the most; True if it comes home."""
        raise NotImplementedError(type(self).__name__ + " leads nowhere")

    def round(self, *, counter: bool, reactor_attacks: bool) -> Round:
        """Who fights whom, now that they touch. The charger attacks, or by the other reading of R22 the reactor."""
        raise NotImplementedError(type(self).__name__ + " knows nobody who fights")

    def fought(self, lost: State, *, reactor_attacks: bool) -> None:
        """The round is over: attackers lost, defenders lost."""

    def reaction(self) -> int:
        """What the target does about a charge that fell short (R21)."""
        return Reaction.NOTHING

    def shot(self) -> Volley:
        """Its fire at the charger."""
        raise NotImplementedError(type(self).__name__ + " knows nobody who fires")

    def witness(self) -> Witness:
        """Who sees that fire."""
        raise NotImplementedError(type(self).__name__ + " knows nobody who fires")

    def fired(self) -> None:
        """The fire is over."""


def going_in(dice: Dice, rules: LancerRules, course: Course) -> None:
    """Turn, throw, go straight on: home if the distance comes up to the gap."""
    rate = course.rate(counter=False)
    course.home = course.goes(rate.inches(dice, course.marks(counter=False)), counter=False)


def first_round(dice: Dice, rules: LancerRules, course: Course) -> None:
    """Contact: a round of melee at once, and the active unit attacks."""
    if course.home:
        course.fought(course.round(counter=False, reactor_attacks=False).run(dice), reactor_attacks=False)


def reaction(dice: Dice, rules: LancerRules, course: Course) -> None:
    """Short: the target may fire or counter-charge. There is no reaction to that (R21)."""
    if course.home:
        return
    answer = course.reaction()
    if answer == Reaction.FIRE:
        volley(dice, rules, course.shot(), course.witness())
        course.fired()
    elif answer == Reaction.COUNTER_CHARGE:
        for step in COUNTER_CHARGE:
            step(dice, rules, course)


def counter_going_in(dice: Dice, rules: LancerRules, course: Course) -> None:
    """The target goes in likewise."""
    rate = course.rate(counter=True)
    course.home = course.goes(rate.inches(dice, course.marks(counter=True)), counter=True)


def counter_round(dice: Dice, rules: LancerRules, course: Course) -> None:
    """Contact: who charged first is still the active unit, and attacks, unless the switch says otherwise (R22)."""
    if course.home:
        lost = course.round(counter=True, reactor_attacks=rules.reactor_attacks).run(dice)
        course.fought(lost, reactor_attacks=rules.reactor_attacks)


COUNTER_CHARGE: Final = (counter_going_in, counter_round)
CHARGE: Final = (going_in, first_round, reaction)
