"""The pursuit test of those who have won a melee."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.events import Entry, Throw
from playsheet.rules.gettysburg.sheet.rows import Tally
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import Arm, Grade, Nation, PursuitResult

PURSUIT: Final = Throw("Pursuit test", "pursuit-results", "", "result", "R74")
PURSUIT_OTHER: Final = Throw("Pursuit test", "pursuit-results", "", "result", "R74", 1)


class Winner:
    """A unit that has won, as far as its pursuit is concerned."""

    def __init__(self, arm: int, nation: int, grade: int, year: int) -> None:
        self.arm: Final = arm
        self.nation: Final = nation
        self.grade: Final = grade
        self.year: Final = year
        self.general_near = False
        self.unformed = False
        self.pursued_last_turn = False
        self.can_pursue = True  # the beaten unit is there, and the way to it
        self.enemy_ahead = False  # for an uncontrolled charge of cavalry
        self.game_master = 0


def is_rash(rules: GettysburgRules, winner: Winner) -> bool:
    """All cavalry, and Confederate infantry in the first years; once, whichever it is."""
    if winner.arm == Arm.CAVALRY:
        return True
    young = rules.rash_years[0] <= winner.year <= rules.rash_years[1]
    return winner.arm == Arm.INFANTRY and winner.nation == Nation.CONFEDERATE and young


def pursuit_account(rules: GettysburgRules, winner: Winner) -> list[Entry]:
    tally = Tally(rules.pursuit_modifiers)
    if winner.general_near:
        tally.add("general-near")
    if winner.grade in (Grade.CRACK, Grade.ELITE):
        tally.add("crack-elite")
    elif winner.grade in (Grade.GREEN, Grade.MILITIA):
        tally.add("green-militia")
    else:
        tally.add("veteran-regular")
    if is_rash(rules, winner):
        tally.add("rash")
    return [*tally.account, Entry(winner.game_master, "gm", "R106")] if winner.game_master else tally.account


def pursuit_test(dice: Dice, rules: GettysburgRules, winner: Winner, by: int) -> int:
    """One of PURSUITS."""
    account = pursuit_account(rules, winner)
    throw = PURSUIT if by == 0 else PURSUIT_OTHER
    result = rules.pursuits.at(dice.reach(2, rules.sides, rules.pursuits.marks, throw, account))
    if result == PursuitResult.SUPERB and (winner.unformed or winner.pursued_last_turn):
        return PursuitResult.UNFORMED_CHOICE
    if result == PursuitResult.PURSUE and not winner.can_pursue:
        return (
            PursuitResult.UNCONTROLLED_CHARGE
            if winner.arm == Arm.CAVALRY and winner.enemy_ahead
            else PursuitResult.TUCKERED
        )
    return result
