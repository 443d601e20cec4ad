"""Small situations on the table: a scenario made in code, dice and answers in the order in which they are asked for.

    table = Table([unit("line-company", "Line", 30, 20)], [unit("militia-company", "Militia", 30, 30)])
    told = table.activate("Line", "activated shoot:{Militia}", dice=[4, 2, 6, 5, 1, 1])

Every die and every answer given must be used, and nothing else may be asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Scripted
from playsheet.core.events import Battle, Event, Rolled
from playsheet.core.game import Game
from playsheet.core.system import System
from playsheet.players.setup import Setup
from playsheet.rules import load_system
from playsheet.rules.lancer.events import FigureLost
from playsheet.rules.lancer.options import Act, actions, commander_choices, own_actions
from playsheet.rules.lancer.state import STOP, LancerBattle, Unit
from playsheet.rules.lancer.turn import activate

E = TypeVar("E", bound=Event[Any])


class Script(Player):
    """Answers `kind answer` lines in their order, and fails loudly if anything else is asked."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.asked: list[Question] = []

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
            return question.options[1]
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
        return value


def unit(
    card: str,
    name: str,
    x: float | None = None,
    y: float | None = None,
    formation: str = "",
    facing: float | None = None,
    attached_to: str = "",
    **overrides: object,
) -> str:
    """One unit of a roster, in the words of a scenario file."""
    lines = ["[[sides.units]]", f'card = "{card}"', f'name = "{name}"']
    if x is not None and y is not None:
        lines.append(f"at = [{x!r}, {y!r}]")
    if x is not None and not formation and not card.endswith(("general", "battery")):
        formation = "line"
    if formation:
        lines.append(f'formation = "{formation}"')
    if facing is not None:
        lines.append(f"facing = {facing!r}")
    if attached_to:
        lines.append(f'attached_to = "{attached_to}"')
    if overrides:
        lines.append("[sides.units.overrides]")
        lines += [f"{key} = {toml(value)}" for key, value in overrides.items()]
    return "\n".join(lines)


def ground(kind: str, level: int = 0, name: str = "", **shape: object) -> str:
    """A piece of terrain: rect = [...], line = [...], ..."""
    lines = ["[[terrain]]", f'kind = "{kind}"']
    if name:
        lines.append(f'name = "{name}"')
    if level:
        lines.append(f"level = {level}")
    return "\n".join(lines + [f"{key} = {toml(value)}" for key, value in shape.items()])


def toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml(part) for part in value) + "]"
    return repr(value)


def scenario_text(
    side1: Sequence[str],
    side2: Sequence[str],
    terrain: Sequence[str] = (),
    size: tuple[float, float] = (60, 60),
    turns: int = 6,
    objectives: Sequence[str] = (),
    zones: Sequence[Sequence[float]] = (),
    **rulings: object,
) -> str:
    whole = [0, 0, *size]
    one, other = zones or (whole, whole)
    parts = [
        'id = "a-table"\nsystem = "lancer"\ntitle = "A table"\nblurb = "A test."\nsize = "small"',
        f"table = {toml(list(size))}\nturns = {turns}",
        "[rulings]",
        *[f"{key} = {toml(value)}" for key, value in rulings.items()],
        *terrain,
        f'[[sides]]\nname = "Red"\nfacing = 0\nzones = [{toml(list(one))}]',
        *side1,
        f'[[sides]]\nname = "Blue"\nfacing = 180\nzones = [{toml(list(other))}]',
        *side2,
        *objectives,
    ]
    return "\n\n".join(parts) + "\n"


@cache
def sheet_as_printed() -> System[Any]:
    return load_system("lancer")


def set_up(text: str) -> Setup:
    base = sheet_as_printed()
    scenario = base.read_scenario(text, "table")
    return Setup(base.configured(scenario.settings, scenario.file, []), scenario, [])


class Table:
    """A battle in the middle of it: both sides deployed, nobody has acted yet."""

    def __init__(
        self,
        side1: Sequence[str],
        side2: Sequence[str],
        terrain: Sequence[str] = (),
        deployment: Sequence[str] = (),
        **settings: Any,
    ) -> None:
        self.setup = set_up(scenario_text(side1, side2, terrain, **settings))
        self.script = Script()
        self.dice = Scripted([])
        self.game: Game[LancerBattle] = self.setup.game_with([self.script, self.script], self.dice, True, [False] * 2)
        self.script.lines = list(deployment)
        while self.battle.to_deploy:
            self.game.play_step()
        assert not self.script.lines
        self.lawful()

    @property
    def battle(self) -> LancerBattle:
        return self.game.battle

    def __getitem__(self, name: str) -> Unit:
        for held in self.battle.units:
            if held.name == name:
                return held
        raise KeyError(name)

    # -- doing something

    def lawful(self) -> None:
        broken = self.game.system.broken_laws(self.battle)
        assert not broken, broken

    def told(self, do: Any, answers: Sequence[str], dice: Sequence[int]) -> list[Event[Any]]:
        """What came of it; every die and every answer must have been used."""
        ids = {held.name: held.id for held in self.battle.units}
        self.script.lines += [line.format_map(ids) for line in answers]
        self.dice.known.extend(dice)
        before = len(self.game.log)
        do()
        self.game.inputs = []
        self.game.start = None
        assert not self.script.lines, f"not asked for: {self.script.lines}"
        assert not self.dice.left(), f"not thrown: {self.dice.known[self.dice.next :]}"
        self.lawful()
        return self.game.log[before:]

    def activate(self, name: str, *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """The unit is activated as if its card had come up."""
        return self.told(lambda: activate(self.game, self[name], -1), answers, dice)

    def card(self, name: str, *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """The next card is this unit's (or STOP)."""
        left = self.battle.deck.left
        drawn = left.index(STOP if name == "STOP" else self[name].id) + 1
        return self.told(self.game.play_step, answers, [*([drawn] if len(left) > 1 else []), *dice])

    def overrule(self, order: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """A game master's word (the next card is not played)."""
        ids = {held.name: held.id for held in self.battle.units}

        def do() -> None:
            self.game.system.overrule(self.game, order.format_map(ids))

        return self.told(do, (), dice)

    # -- setting the stage

    def lose(self, name: str, many: int, last: bool = True) -> None:
        """So many figures of the unit have fallen before."""
        for _ in range(many):
            members = self.battle.members(self[name])
            self.game.tell(FigureLost(self[name].id, members[-1 if last else 0], "before"))

    # -- looking

    def offered(self, name: str) -> list[str]:
        """The actions that are legal for a unit (or for a commander himself) now."""
        held = self[name]
        acts: list[Act] = own_actions(self.battle, held) if held.is_commander() else actions(self.battle, held)
        names = {str(other.id): other.name for other in self.battle.units}
        return [named(act.key(), names) for act in acts]

    def choices(self, name: str) -> list[str]:
        """What a commander's card may be used for."""
        names = {str(other.id): other.name for other in self.battle.units}
        return [named(option.key(), names) for option in commander_choices(self.battle, self[name])]


def named(key: str, names: dict[str, str]) -> str:
    """`shoot:3` as `shoot:Militia`."""
    word, colon, number = key.partition(":")
    return word + colon + names.get(number, number)


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
        found.update(ids(getattr(event, "ruling", "")))
        for entry in getattr(event, "account", []):
            found.update(ids(entry.ruling))
    return found


def ids(ruling: str) -> list[str]:
    return [id for id in ruling.replace(",", " ").split() if id]
