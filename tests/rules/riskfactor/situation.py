"""Small situations on the table: groups stand where the test says, dice and answers come in the order they are asked.

    table = Skirmish([men("regular-squad", "Squad", row(10, 60, 20))], [men("warrior-band", "Band", row(20, 60, 60))])
    told = table.phase(ACTIONS, dice=[3])

Every die and every answer given must be used, nothing else may be asked, and no law may be broken. A side without a
Player Character is run by its tables; `lieutenant` and `chief` give it a player.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from tabletop import Tabletop, head, of, overridden, set_up, side, toml

from playsheet.core.events import Event
from playsheet.rules.riskfactor.battle.events import (
    ActionSet,
    Deployed,
    FirstSideSet,
    GroupCommanded,
    Moved,
    OrderSet,
    PhaseBegan,
    SideBegan,
    VisibilitySet,
)
from playsheet.rules.riskfactor.battle.fight_events import Hurt
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.dice.risk import risk_account
from playsheet.rules.riskfactor.ground.sight import watch
from playsheet.rules.riskfactor.options.choices import free_actions
from playsheet.rules.riskfactor.options.shooting import fire_options
from playsheet.rules.riskfactor.sheet import Card
from playsheet.rules.riskfactor.system import load
from playsheet.rules.riskfactor.table.risk import risk_of
from playsheet.rules.riskfactor.terms import ORDERS, RESULTS, DamageDie, Gone, Phase, Result
from playsheet.rules.riskfactor.turn import queue_of

Spot = tuple[float, float]
ACTED = (
    Phase.COMMAND,
    Phase.MOVES,
    Phase.FREE_MOVES,
    Phase.COMMANDED_FIRE,
    Phase.UNCOMMANDED_FIRE,
    Phase.MELEES,
)  # phases that groups act in, one by one


# ---------------------------------------------------------------- a situation in words


@cache
def cards() -> dict[str, Card]:
    return load().cards


class Men:
    """A group or leader of the roster, with the places of its figures."""

    def __init__(self, text: str, spots: list[Spot], facing: float | None) -> None:
        self.text = text
        self.spots = spots
        self.facing = facing


def men(
    card: str,
    name: str,
    spots: Sequence[Spot],
    facing: float | None = None,
    order: str = "hold",
    to: Spot | None = None,
    platoon: str = "",
    owner: str = "",
    **overrides: object,
) -> Men:
    """So many figures of a card as there are spots, with a standing order."""
    whole = cards()[card].figures
    if len(spots) != whole:
        overrides["figures"] = len(spots)
    lines = ["[[sides.units]]", f'card = "{card}"', f'name = "{name}"']
    if platoon:
        lines.append(f'group = "{platoon}"')
    if owner:
        lines.append(f'owner = "{owner}"')
    goal = f", to = {toml(to)}" if to else ""
    lines.append(f'extra = {{ order = "{order}"{goal} }}')
    return Men("\n".join(lines + overridden(overrides)), list(spots), facing)


def row(n: int, x: float, y: float, pitch: float = 3.0) -> list[Spot]:
    """So many figures side by side, west to east, about (x, y)."""
    return [(x + (k - (n - 1) / 2) * pitch, y) for k in range(n)]


def block(n: int, x: float, y: float, files: int, pitch: float = 3.0) -> list[Spot]:
    """Ranks of so many files, the northern rank first, the northern rank's middle at (x, y)."""
    return [(x + (k % files - (files - 1) / 2) * pitch, y - (k // files) * pitch) for k in range(n)]


def lieutenant(x: float, y: float, name: str = "Lieutenant", **overrides: object) -> Men:
    return men("lieutenant", name, [(x, y)], **overrides)  # type: ignore[arg-type]


def chief(x: float, y: float, name: str = "Chief", **overrides: object) -> Men:
    return men("chief", name, [(x, y)], **overrides)  # type: ignore[arg-type]


def scenario_text(
    side1: Sequence[Men],
    side2: Sequence[Men],
    terrain: Sequence[str] = (),
    size: tuple[float, float] = (200, 200),
    turns: int = 8,
    objectives: Sequence[str] = (),
    first: int | None = None,
    zones: Sequence[Sequence[float]] = (),
    players: Sequence[Sequence[str]] = ((), ()),
    **rulings: object,
) -> str:
    whole = [0, 0, *size]
    one, other = zones or (whole, whole)
    sides = [
        side(name, facing, zone)
        + (f"\nplayers = {toml(list(seats))}" if seats else "")
        + "".join(f'\n[[sides.groups]]\nid = "{id}"' for id in platoons(held))
        for name, facing, zone, held, seats in (
            ("Red", 0, one, side1, players[0]),
            ("Blue", 180, other, side2, players[1]),
        )
    ]
    parts = [
        *head("riskfactor", size, turns, rulings),
        *terrain,
        sides[0],
        *[held.text for held in side1],
        sides[1],
        *[held.text for held in side2],
        *objectives,
        *([f"[extra]\nfirst = {first}"] if first else []),
    ]
    return "\n\n".join(parts) + "\n"


def platoons(side: Sequence[Men]) -> list[str]:
    found = [line.split('"')[1] for held in side for line in held.text.splitlines() if line.startswith("group = ")]
    return sorted(set(found))


# ---------------------------------------------------------------- the table


class Skirmish(Tabletop[RiskBattle]):
    """A battle in the middle of it: everybody stands where the test says, and the first side's turn begins.

    `first`: the side (1 or 2) whose turn it is, whatever R43 says; setting up itself has tests of its own.
    """

    def __init__(
        self,
        side1: Sequence[Men],
        side2: Sequence[Men],
        terrain: Sequence[str] = (),
        first: int = 1,
        **settings: Any,
    ) -> None:
        super().__init__(set_up("riskfactor", scenario_text(side1, side2, terrain, **settings)))
        self.game.tell(FirstSideSet(first - 1, "R43"))
        for group, held in zip(self.battle.groups, [*side1, *side2]):
            facing = held.facing if held.facing is not None else 0.0 if group.side == 0 else 180.0
            xs, ys = [x for x, _ in held.spots], [y for _, y in held.spots]
            self.game.tell(Deployed(group.id, xs, ys, facing, ()))
        self.game.tell(SideBegan(first - 1, 1))
        self.lawful()

    def __getitem__(self, name: str) -> Group:
        for held in self.battle.groups:
            if held.name == name:
                return held
        raise KeyError(name)

    # -- doing something

    def numbers(self) -> dict[str, int]:
        """`{Band}` is a group's number, `{Band.first}` that of its first figure."""
        groups = self.battle.groups
        return {held.name: held.id for held in groups} | {f"{held.name}.first": held.first for held in groups}

    def begin(self, side: int, turn: int | None = None) -> list[Event[Any]]:
        """That side's turn begins (1 or 2); what is left of the one before is not played."""
        return self.told(
            lambda: self.game.tell(SideBegan(side - 1, self.battle.turn if turn is None else turn)), (), ()
        )

    def phase(self, phase: int, *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """This phase of the active side's turn, from the position as it stands, until the next begins."""

        def play() -> None:
            battle = self.battle
            self.game.tell(PhaseBegan(phase, queue_of(battle, phase)))
            turn, side = battle.turn, battle.active
            if not battle.queue and phase in ACTED:
                return
            while battle.phase == phase and (battle.turn, battle.active) == (turn, side) and not battle.finished:
                self.game.play_step()

        return self.told(play, answers, dice)

    def until(self, phase: int, *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """Play on until this phase begins."""

        def play() -> None:
            while self.battle.phase != phase and not self.battle.finished:
                self.game.play_step()

        return self.told(play, answers, dice)

    def turn(self, *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """Play the rest of the active side's turn."""

        def play() -> None:
            turn, side = self.battle.turn, self.battle.active
            while (self.battle.turn, self.battle.active) == (turn, side) and not self.battle.finished:
                self.game.play_step()

        return self.told(play, answers, dice)

    def roll(self, name: str, *dice: int) -> ActionSet:
        """The action dice of the side, and what came of them for this group."""
        told = self.phase(Phase.ACTIONS, dice=dice)
        return next(event for event in of(told, ActionSet) if event.group == self[name].id)

    def do(self, name: str, result: str, *answers: str, charge: bool = False, dice: Sequence[int] = ()) -> Any:
        """The group is told to do this by a plain cell, or (with `charge`) by one with "(Charge?)", and does it."""
        group = self[name]

        def play() -> None:
            self.game.tell(ActionSet(group.id, 0, [], 1, RESULTS.index(result), charge, charge, True, -1, "", ()))
            self.game.tell(PhaseBegan(Phase.MOVES, [group.id]))
            self.game.play_step()

        return self.told(play, answers, dice)

    # -- setting the stage

    def stand(self, name: str, spots: Sequence[Spot], facing: float | None = None, went: int = Gone.STOOD) -> None:
        """The group's living figures stand there."""
        group = self[name]
        members = self.battle.members(group)
        assert len(members) == len(spots)
        faces = self.battle.facing(members) if facing is None else facing
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        self.game.tell(Moved(group.id, "stands", members, xs, ys, faces, [went] * len(members), "", ()))
        self.lawful()

    def moved(self, name: str) -> None:
        """The group has gone its whole move this turn."""
        members = self.battle.members(self[name])
        self.stand(name, [self.at(figure) for figure in members], went=Gone.WHOLE)

    def commanded(self, name: str, by: str) -> None:
        """The group is commanded this turn, and its result leaves it to its player."""
        group = self[name]
        self.game.tell(ActionSet(group.id, 0, [], 1, Result.CONTINUE_ORDER, False, False, False, -1, "", ()))
        self.game.tell(GroupCommanded(self[by].id, group.id, 0, 0, "R34"))

    def order(self, name: str, kind: str, to: Spot | None = None) -> None:
        x, y = to or (0.0, 0.0)
        self.game.tell(OrderSet(self[name].id, ORDERS.index(kind), x, y, to is not None, "R56", ()))

    def seen_at(self, name: str, cm: int) -> None:
        """What the visibility die gave for the group."""
        self.game.tell(VisibilitySet(self[name].id, cm))

    def lose(self, name: str, many: int) -> None:
        """So many of the group, the last of it, were killed before."""
        for figure in self.battle.members(self[name])[len(self.battle.members(self[name])) - many :]:
            self.game.tell(Hurt(figure, DamageDie.KILL, 0, 0, True, "before", ""))

    def wound(self, name: str, *places: int) -> None:
        """The figures at these places among the living were wounded before."""
        members = self.battle.members(self[name])
        for place in places:
            self.game.tell(Hurt(members[place], DamageDie.WOUND, 1, 0, False, "before", ""))

    # -- looking

    def at(self, figure: int) -> Spot:
        return self.battle.figures.x[figure], self.battle.figures.y[figure]

    def places(self, name: str) -> list[Spot]:
        return [self.at(figure) for figure in self.battle.members(self[name])]

    def facing(self, name: str) -> float:
        return self.battle.facing(self.battle.members(self[name]))

    def strength(self, name: str) -> int:
        return len(self.battle.members(self[name]))

    def risk(self, name: str) -> dict[str, int]:
        """The risk lines that apply now, by ruling and cause."""
        group = self[name]
        members = self.battle.members(group)
        seen = watch(self.battle, members, group.side)
        account = risk_account(self.battle.rules, risk_of(self.battle, group, members, seen))
        return {entry.cause: entry.add for entry in account}

    def sees(self, name: str) -> set[str]:
        """The enemy groups of which it has somebody in sight."""
        group = self[name]
        seen = watch(self.battle, self.battle.members(group), group.side)
        return {self.battle.group_of(figure).name for figure in seen.figures}

    def targets(self, name: str) -> list[str]:
        """What a commanded group, or a PC, may shoot at now."""
        return [self.said(option.key()) for option in fire_options(self.battle, self[name])]

    def may(self, name: str) -> list[str]:
        """What a free group may do."""
        group = self[name]
        seen = watch(self.battle, self.battle.members(group), group.side)
        return [self.said(option.key()) for option in free_actions(self.battle, group, seen)]

    def said(self, key: str) -> str:
        """`shoot:3` as `shoot:Band`."""
        word, colon, number = key.partition(":")
        if word in ("shoot", "charge", "join", "next", "group") and number.isdigit():
            return word + colon + self.battle.groups[int(number)].name
        return key
