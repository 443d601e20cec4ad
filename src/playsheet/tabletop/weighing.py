"""Weighing: what the built-in commanders share when they choose, and when they say why."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from playsheet.core.asking import Option, Player, Question
from playsheet.core.events import Battle
from playsheet.core.stances import NO_STANCES, Stances
from playsheet.core.words import number, upper
from playsheet.tabletop.wording import to_a_tenth

T = TypeVar("T")

MOST_REASONS: Final = 3
WHOLES: Final = (2, 3, 4, 5, 6, 8, 10, 12)  # chances are said as so many in so many ...
EXACTLY: Final = 0.002
CLOSE_ENOUGH: Final = 0.02  # ... that come as near as this
LITTLE: Final = 0.05  # what is worth less is worth next to nothing
BARRED: Final = -1e6  # what is worth less is out of the question
CERTAIN: Final = "certainty"
FORCED: Final = "There was nothing else to choose."
AS_GOOD: Final = "It sees no difference: the first is as good as any."


class Best(Generic[T]):
    """The choice that is worth most of those weighed so far, the first of equals.

    It begins with what is chosen where nothing is worth more than `worth`. What should be near or cheap is weighed by
    the distance or price below nothing. One that is better by no more than `by` is taken for an equal.
    """

    def __init__(self, choice: T, *, worth: float, by: float = 0.0) -> None:
        self.choice = choice
        self.worth = worth
        self.by: Final = by

    def weigh(self, choice: T, worth: float) -> None:
        if worth > self.worth + self.by:
            self.choice = choice
            self.worth = worth


# ---------------------------------------------------------------- why


class Weighings:
    """What decided an answer, in words, for whoever asks why.

    Where nobody does (`asked` is False), nothing is kept; whoever chooses puts nothing into words then.
    """

    def __init__(self, measure: str, *, asked: bool) -> None:
        self.measure: Final = measure  # in what things are weighed: figures, points
        self.asked: Final = asked
        self.about = ""  # whose the decision is, where several are made at once
        self.weighed: Final[list[tuple[str, float]]] = []
        self.said: Final[list[str]] = []

    def weigh(self, what: str, worth: float) -> None:
        """`a volley at the 2nd Levy`, and what it is worth. What is chosen is worth most, the first of equals."""
        if self.asked:
            self.weighed.append((what, worth))

    def say(self, sentence: str) -> None:
        """What else decided it, what decided most first."""
        if self.asked and sentence:
            self.said.append(upper(sentence))

    def sentences(self) -> tuple[str, ...]:
        """The two or three that decided."""
        compared = self.compared()
        found = (([compared] if compared else []) + self.said)[:MOST_REASONS]
        if self.about and found:
            found[0] = f"{upper(self.about)}: {found[0][:1].lower()}{found[0][1:]}"
        return tuple(found)

    def compared(self) -> str:
        """What was best, beside what was next best."""
        if not self.weighed:
            return ""
        first = 0
        second = -1
        for place in range(1, len(self.weighed)):
            if self.weighed[place][1] > self.weighed[first][1]:
                second = first
                first = place
            elif second < 0 or self.weighed[place][1] > self.weighed[second][1]:
                second = place
        what, worth = self.weighed[first]
        said = f"{upper(what)} {worth_in_words(worth, self.measure)}"
        if second < 0:
            return said + "."
        other, less = self.weighed[second]
        if other == what:
            return said + "; nothing else is worth more."
        return f"{said}; {next_in_words(other, less, worth, self.measure)}."


UNASKED: Final = Weighings("figures", asked=False)


@mypyc_attr(allow_interpreted_subclasses=True)
class Commander(Player):
    """A built-in commander: it decides the same whether it explains or not.

    Whoever plans above it gives it `stances` for some of its units.
    """

    def __init__(self, stances: Stances = NO_STANCES) -> None:
        super().__init__()
        self.stances: Final = stances

    def measure(self) -> str:
        """In what it weighs things."""
        return "figures"

    def decide(self, battle: Battle, question: Question, why: Weighings) -> Option:
        """One of the question's options, and why."""
        raise NotImplementedError(type(self).__name__ + " decides nothing")

    def settle(self, battle: Battle, question: Question, why: Weighings) -> tuple[float, ...]:
        """A choice inside the question's region, and why."""
        raise NotImplementedError(type(self).__name__ + " settles nothing")

    def choose(self, battle: Battle, question: Question) -> Option:
        if not self.explains:
            return self.decide(battle, question, UNASKED)
        why = Weighings(self.measure(), asked=True)
        chosen = self.decide(battle, question, why)
        self.reasons = why.sentences() if len(question.options) > 1 else (FORCED,)
        return chosen

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        if not self.explains:
            return self.settle(battle, question, UNASKED)
        why = Weighings(self.measure(), asked=True)
        value = self.settle(battle, question, why)
        self.reasons = why.sentences()
        return value


# ---------------------------------------------------------------- words


def worth_in_words(worth: float, measure: str) -> str:
    """`is worth 1.4 figures`, `costs nothing`, `would cost 0.6 figures`, `is out of the question`."""
    if worth >= LITTLE:
        return f"is worth {amount(worth, measure)}"
    if worth > 0.0:
        return "is worth next to nothing"
    if worth <= BARRED:
        return "is out of the question"
    return f"would cost {amount(-worth, measure)}" if worth <= -LITTLE else "costs nothing"


def next_in_words(what: str, worth: float, best: float, measure: str) -> str:
    """The same of what was next best."""
    if to_a_tenth(worth) == to_a_tenth(best):
        return f"{what} is worth {'as much' if worth == best else 'hardly less'}"
    if worth >= LITTLE:
        return f"the next best, {what}, only {to_a_tenth(worth)}"
    if best >= LITTLE:
        return "nothing else is worth anything"
    return f"the next best, {what}, {worth_in_words(worth, measure)}"


def amount(worth: float, measure: str) -> str:
    """`1.4 figures`, `1 figure`."""
    said = to_a_tenth(worth)
    return f"{said} {measure.removesuffix('s') if said == '1' else measure}"


def figures(worth: float) -> str:
    """`1.4 figures`, `1 figure`."""
    return amount(worth, "figures")


def there_is(chance: float) -> str:
    """`there is one chance in three`, `there are two chances in three`, `it is certain`."""
    said = chances(chance)
    if said == CERTAIN:
        return "it is certain"
    return f"there {'are' if ' chances ' in said else 'is'} {said}"


def chances(chance: float) -> str:
    """`one chance in three`, `an even chance`, `no chance`, `certainty`."""
    if chance <= 0.005:
        return "no chance"
    if chance >= 0.995:
        return CERTAIN
    for off in (EXACTLY, CLOSE_ENOUGH):
        for whole in WHOLES:
            part = int(chance * whole + 0.5)
            if 0 < part < whole and abs(part / whole - chance) <= off:
                if whole == 2:
                    return "an even chance"
                return f"{number(part)} {'chance' if part == 1 else 'chances'} in {number(whole)}"
    return f"{int(chance * 100.0 + 0.5)} chances in 100"
