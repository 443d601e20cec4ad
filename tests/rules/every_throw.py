"""Brute force: every face of every die in turn, which knows nothing of counts, marks and readings."""

from fractions import Fraction

from playsheet.core.dice import Dice
from playsheet.core.events import Throw
from playsheet.core.forms import Case, Value


class Every(Dice):
    """Every face of every die in turn, told apart."""

    def __init__(self) -> None:
        super().__init__()
        self.path: list[int] = []
        self.sides: list[int] = []
        self.at_die = 0

    def faces(self, n: int, sides: int, throw: Throw) -> list[int]:
        shown = []
        for _ in range(n):
            if self.at_die == len(self.path):
                self.path.append(1)
                self.sides.append(sides)
            shown.append(self.path[self.at_die])
            self.at_die += 1
        return shown

    def weight(self) -> Fraction:
        result = 1
        for sides in self.sides:
            result *= sides
        return Fraction(1, result)

    def again(self) -> bool:
        self.at_die = 0
        while self.path:
            if self.path[-1] < self.sides[-1]:
                self.path[-1] += 1
                return True
            self.path.pop()
            self.sides.pop()
        return False


def counted(case: Case) -> dict[tuple[Value, ...], Fraction]:
    """The chance of each outcome, every throw run and counted."""
    dice = Every()
    found: dict[tuple[Value, ...], Fraction] = {}
    going = True
    while going:
        facts = case.run(dice)
        found[facts] = found.get(facts, Fraction(0)) + dice.weight()
        going = dice.again()
    return found
