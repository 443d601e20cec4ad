"""Brigade morale."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.events import Entry, Throw
from playsheet.rules.gettysburg.sheet import BREAKS, REMOVED, GettysburgRules, Tally

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
    return BREAKS if result == REMOVED and roll.is_crack_or_elite() else result
