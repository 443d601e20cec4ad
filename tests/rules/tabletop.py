"""Small situations on the table, for any system: a scenario made in code, dice and answers in the order asked for.

A system's own tests subclass `Tabletop`. Every die and every answer given must be used, nothing else may be asked, and
no law may be broken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from previewed import INTERRUPTS, LATER, NOBODY_MOVES, apart

from playsheet.core.asking import Option, Outcome, Player, Question
from playsheet.core.dice import Scripted
from playsheet.core.events import B, Battle, Event, Rolled
from playsheet.core.game import Game
from playsheet.core.system import System
from playsheet.players.setup import Setup
from playsheet.rules import load_system

E = TypeVar("E", bound=Event[Any])


class Shown:
    """What a player was shown of a choice in a region before he made it."""

    def __init__(self, question: Question, outcome: Outcome | None, told: int, asked: int) -> None:
        self.question = question
        self.outcome = outcome
        self.told = told  # events before it
        self.asked = asked  # questions up to it


class Script(Player):
    """Answers `kind answer` lines in their order, and fails loudly if anything else is asked."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.asked: list[Question] = []
        self.shown: list[Shown] = []
        self.log: list[Event[Any]] = []

    def answer(self, question: Question) -> str:
        self.asked.append(question)
        offered = ", ".join(option.key() for option in question.options) or "a place"
        assert self.lines, f"asked {question.kind!r} (offered: {offered}), but no answer is left"
        kind, answer = self.lines.pop(0).split(maxsplit=1)
        assert kind == question.kind, f"asked {question.kind!r} (offered: {offered}), but the script answers {kind!r}"
        return answer

    def choose(self, battle: Battle, question: Question) -> Option:
        answer = self.answer(question)
        if answer == "first":  # the first pair or place on offer, whatever its number
            return next(option for option in question.options if option.key() != "done")
        for option in question.options:
            if option.key() == answer:
                return option
        offered = ", ".join(option.key() for option in question.options)
        raise AssertionError(f"{answer!r} is not offered for {question.kind!r}; offered: {offered}")

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        value = tuple(float(part) for part in self.answer(question).split(","))
        assert question.region is not None
        refusal = question.region.refusal(value)
        assert not refusal, refusal
        self.shown.append(Shown(question, question.region.outcome(battle, value), len(self.log), len(self.asked)))
        return value


# ---------------------------------------------------------------- a scenario in words


def toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml(part) for part in value) + "]"
    return repr(value)


def ground(kind: str, name: str = "", level: int = 0, **shape: object) -> str:
    """A piece of terrain: rect = [...], line = [...], circle = [...]."""
    lines = ["[[terrain]]", f'kind = "{kind}"']
    if name:
        lines.append(f'name = "{name}"')
    if level:
        lines.append(f"level = {level}")
    return "\n".join(lines + [f"{key} = {toml(value)}" for key, value in shape.items()])


def overridden(overrides: dict[str, object]) -> list[str]:
    """What is different of a unit's card."""
    if not overrides:
        return []
    return ["[sides.units.overrides]", *[f"{key} = {toml(value)}" for key, value in overrides.items()]]


def head(system: str, size: Sequence[float], turns: int, rulings: dict[str, object]) -> list[str]:
    """A scenario as far as its rulings."""
    return [
        f'id = "a-table"\nsystem = "{system}"\ntitle = "A table"\nblurb = "A test."\nsize = "small"',
        f"table = {toml(list(size))}\nturns = {turns}",
        "[rulings]",
        *[f"{key} = {toml(value)}" for key, value in rulings.items()],
    ]


def side(name: str, facing: int, zone: Sequence[float]) -> str:
    return f'[[sides]]\nname = "{name}"\nfacing = {facing}\nzones = [{toml(list(zone))}]'


@cache
def sheet_as_printed(system: str) -> System[Any]:
    return load_system(system)


def set_up(system: str, text: str) -> Setup:
    base = sheet_as_printed(system)
    scenario = base.read_scenario(text, "table")
    return Setup(base.configured(scenario.settings, scenario.file, []), scenario, [])


# ---------------------------------------------------------------- the table


class Tabletop(Generic[B]):
    """A battle in which everything that is thrown and decided comes from the test."""

    def __init__(self, setup: Setup, script: Script | None = None, dice: Scripted | None = None) -> None:
        self.setup = setup
        self.script = script or Script()
        self.dice = dice or Scripted([])
        seats = len(setup.seats)
        self.game: Game[B] = setup.game_with([self.script] * seats, self.dice, True, [False] * seats)
        self.script.log = self.game.log

    @property
    def battle(self) -> B:
        return self.game.battle

    def numbers(self) -> dict[str, int]:
        """What stands for `{Name}` in an answer."""
        return {}

    def lawful(self) -> None:
        broken = self.game.system.broken_laws(self.battle)
        assert not broken, broken

    def told(self, do: Callable[[], object], answers: Sequence[str], dice: Sequence[int]) -> list[Event[Any]]:
        """What came of it; every die and every answer must have been used."""
        numbers = self.numbers()
        self.script.lines += [filled(line, numbers) for line in answers]
        self.dice.known.extend(dice)
        before = len(self.game.log)
        self.script.shown.clear()
        self.script.log = self.game.log
        do()
        self.previewed()
        self.game.inputs = []
        self.game.start = None
        assert not self.script.lines, f"not asked for: {self.script.lines}"
        assert not self.dice.left(), f"not thrown: {self.dice.known[self.dice.next :]}"
        self.lawful()
        return self.game.log[before:]

    def previewed(self) -> None:
        """Whatever was shown of a choice has come true."""
        log = self.game.log
        ends = [*[shown.told for shown in self.script.shown[1:]], len(log)]
        for shown, end in zip(self.script.shown, ends, strict=False):  # nothing may have been shown
            question = shown.question
            assert (shown.outcome is None) == (question.kind in NOBODY_MOVES), question.kind
            halfway = any(asked.kind in INTERRUPTS for asked in self.script.asked[shown.asked :])
            if shown.outcome is not None and question.kind not in LATER and not halfway:
                came = apart(log[shown.told : end], question.region, shown.outcome)
                assert came in ("", "-"), f"{question.kind}: {came}"

    def overrule(self, order: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """A game master's word; the next step is not played."""
        word = filled(order, self.numbers())
        return self.told(lambda: self.game.system.overrule(self.game, word), (), dice)

    def why_not(self, seat: int, kind: str, about: int, options: Sequence[Option]) -> dict[str, str]:
        """What is barred beside the options of such a question, each with its reason and ruling: `too far (R24)`."""
        question = Question(seat, kind, about, list(options), None, 0, 0)
        seen = self.game.system.seen(self.battle, seat)
        found: dict[str, str] = {}
        for one in self.game.system.barred(seen, question):
            assert not one.stands_in(question), one.data()
            key = one.kind if one.about < 0 else f"{one.kind}:{one.about}"
            found[key] = f"{one.reason} ({one.ruling})" if one.ruling else one.reason
        return found


def filled(line: str, numbers: dict[str, int]) -> str:
    """`fire shoot:{Band}` with the number of the band."""
    for name, number in numbers.items():
        line = line.replace("{" + name + "}", str(number))
    assert "{" not in line, line
    return line


# ---------------------------------------------------------------- what was told


def of(told: Sequence[Event[Any]], kind: type[E]) -> list[E]:
    return [event for event in told if isinstance(event, kind)]


def one(told: Sequence[Event[Any]], kind: type[E]) -> E:
    found = of(told, kind)
    assert len(found) == 1, f"{len(found)} x {kind.__name__} in {[type(event).__name__ for event in told]}"
    return found[0]


def rolls(told: Sequence[Event[Any]], why: str = "") -> list[Rolled]:
    return [event for event in of(told, Rolled) if event.why.startswith(why)]


def cited(told: Sequence[Event[Any]]) -> set[str]:
    """Every ruling that the log names: for dice, for a line of their account, or for what was done."""
    found: set[str] = set()
    for event in told:
        found.update(getattr(event, "ruling", "").replace(",", " ").split())
        for entry in getattr(event, "account", []):
            found.update(entry.ruling.replace(",", " ").split())
    return found
