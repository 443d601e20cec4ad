"""Small situations on the table: a scenario made in code, dice and answers in the order in which they are asked for.

    table = Table([unit("line-company", "Line", 30, 20)], [unit("militia-company", "Militia", 30, 30)])
    told = table.activate("Line", "activated shoot:{Militia}", dice=[4, 2, 6, 5, 1, 1])

Every die and every answer given must be used, and nothing else may be asked; but pairs are fought as they are offered,
unless an answer says otherwise, and after the answer `pairs locked` all that have no dice are locked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tabletop import Script, Tabletop, head, overridden, set_up, side

from playsheet.core.asking import Option, Question
from playsheet.core.dice import Scripted
from playsheet.core.events import Battle, Event, Throw
from playsheet.rules.lancer.battle.events import FigureLost
from playsheet.rules.lancer.battle.state import STOP, LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.options.choices import actions, commander_choices, own_actions
from playsheet.rules.lancer.turn import activate


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
    return "\n".join(lines + overridden(overrides))


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
    one_zone, other_zone = zones or (whole, whole)
    parts = [
        *head("lancer", size, turns, rulings),
        *terrain,
        side("Red", 0, one_zone),
        *side1,
        side("Blue", 180, other_zone),
        *side2,
        *objectives,
    ]
    return "\n\n".join(parts) + "\n"


LOCKED = "pairs locked"


class Pairing(Script):
    """Names pairs in the order in which they are offered, unless it is told otherwise."""

    def choose(self, battle: Battle, question: Question) -> Option:
        if question.kind == "pair" and not (self.lines and self.lines[0].startswith("pair ")):
            self.asked.append(question)
            return question.options[0]
        return super().choose(battle, question)


class Locking(Scripted):
    """Melee dice that nobody has given keep the pair locked, if so wished: both sides throw the highest face."""

    locked = False

    def faces(self, n: int, sides: int, throw: Throw) -> list[int]:
        if self.locked and not self.left() and throw.why.startswith("Melee: "):
            return [sides] * n
        return super().faces(n, sides, throw)


class Table(Tabletop[LancerBattle]):
    """A battle in the middle of it: both sides deployed, nobody has acted yet."""

    def __init__(
        self,
        side1: Sequence[str],
        side2: Sequence[str],
        terrain: Sequence[str] = (),
        deployment: Sequence[str] = (),
        **settings: Any,
    ) -> None:
        self.locking = Locking([])
        super().__init__(set_up("lancer", scenario_text(side1, side2, terrain, **settings)), Pairing(), self.locking)
        self.script.lines = list(deployment)
        while self.battle.to_deploy:
            self.game.play_step()
        assert not self.script.lines
        self.lawful()

    def __getitem__(self, name: str) -> Unit:
        for held in self.battle.units:
            if held.name == name:
                return held
        raise KeyError(name)

    # -- doing something

    def numbers(self) -> dict[str, int]:
        return {held.name: held.id for held in self.battle.units}

    def told(self, do: Callable[[], object], answers: Sequence[str], dice: Sequence[int]) -> list[Event[Any]]:
        self.locking.locked = LOCKED in answers
        return super().told(do, [answer for answer in answers if answer != LOCKED], dice)

    def activate(self, name: str, *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """The unit is activated as if its card had come up."""
        return self.told(lambda: activate(self.game, self[name], -1), answers, dice)

    def card(self, name: str, *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """The next card is this unit's (or STOP)."""
        left = self.battle.deck.left
        drawn = left.index(STOP if name == "STOP" else self[name].id) + 1
        return self.told(self.game.play_step, answers, [*([drawn] if len(left) > 1 else []), *dice])

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
        acts = own_actions(self.battle, held) if held.is_commander() else actions(self.battle, held)
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
