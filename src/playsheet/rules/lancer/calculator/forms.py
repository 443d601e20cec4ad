"""The procedures of this sheet as forms: for the calculator, the odds and the commander's estimates.

Each is made of the pure procedures of dice/; none of them has a rule of its own.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.decks import Deck
from playsheet.core.dice import Dice, Stage, State
from playsheet.core.forms import AnyForm, Facts, Field, Form, Values
from playsheet.rules.lancer.battle.state import STOP
from playsheet.rules.lancer.calculator.charge import CHARGE
from playsheet.rules.lancer.calculator.melee import MELEE, PARTING
from playsheet.rules.lancer.calculator.morale import CASUALTIES, MORALE, STOP_CHECK
from playsheet.rules.lancer.calculator.moves import MOVE
from playsheet.rules.lancer.calculator.shooting import SHOOT
from playsheet.rules.lancer.sheet import LancerRules
from playsheet.rules.lancer.turn import DRAW


def turn_length(dice: Dice, rules: LancerRules, cards: int) -> Facts:
    return (dice.through(cards, (0, 0), Drawing(cards, rules.stop_cards))[0],)


def cards_of(rules: LancerRules, values: Values) -> int:
    return values.number("cards")


class Drawing(Stage):
    """Draw a card, unless STOP has come up. The state: cards drawn, and 1 once STOP has."""

    def __init__(self, cards: int, stops: int) -> None:
        self.cards: Final = cards
        self.stops: Final = stops

    def step(self, dice: Dice, at: int, state: State) -> State:
        if state[1]:
            return state
        deck = Deck([0] * (self.cards - state[0]) + [STOP] * self.stops, [])
        if deck.pick(dice, DRAW) == STOP:
            return (state[0], 1)
        return (state[0] + 1, 0)


TURN_LENGTH: Final = Form(
    "turn-length",
    "Length of a turn: cards drawn before STOP",
    at="initiative-deck",
    example="cards=20",
    results=("cards_drawn",),
    fields=(Field("cards", "cards in the deck, STOP not counted", 20, 0, 200),),
    read=cards_of,
    run=turn_length,
)


def forms(rules: LancerRules) -> list[AnyForm]:
    """All of them, in the sheet's order, with the rules in force."""
    return [
        TURN_LENGTH.with_rules(rules),
        MOVE.with_rules(rules),
        SHOOT.with_rules(rules),
        CASUALTIES.with_rules(rules),
        MORALE.with_rules(rules),
        STOP_CHECK.with_rules(rules),
        CHARGE.with_rules(rules),
        MELEE.with_rules(rules),
        PARTING.with_rules(rules),
    ]
