"""Shooting and melee are one moment each: the same comes of it when the table is turned about and the others move
first, with the same dice for each unit.

`broken_at(game)` plays the moment that comes next twice, on copies, and says what differs; empty if nothing does, or if
neither shooting nor melee comes next.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from mypy_extensions import i64

from playsheet.core.angles import wrapped
from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Dice
from playsheet.core.events import Battle, Throw
from playsheet.core.game import Game
from playsheet.core.geometry import spacing
from playsheet.core.terrain import Ground, Piece
from playsheet.rules.orderchips.battle.fight_events import MachineSaved
from playsheet.rules.orderchips.battle.land import Land, Plot
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NO_ARROW
from playsheet.rules.orderchips.table import steps
from playsheet.rules.orderchips.terms import Phase

CLOSE = 1e-5  # ten times the tolerance: two sums of the same lengths in another order
TOLD = ("place", "fate", "figures", "order", "fired", "machine", "seat", "gun_lost", "locked", "attached", "was_hit")


def broken_at(game: Game[Any], seed: int = 0) -> list[str]:
    """What would come out otherwise if the table lay the other way round, and the others moved first."""
    battle = game.battle
    if battle.finished or battle.phase not in (Phase.SHOOTING, Phase.MELEE):
        return []
    here, own_hit = played(game, battle.clone(), seed)
    if own_hit:  # then two machines of one seat may be hit by shots of two, and its dice are not told apart
        return []
    there, _ = played(game, turned(battle), seed)
    return differences(here, there)


class OfEachSeat(Dice):
    """Each seat finds the same dice for the same throws, whoever throws first; its own units are taken by roster."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed
        self.met: Counter[tuple[object, ...]] = Counter()

    def faces(self, n: int, sides: int, throw: Throw) -> list[int]:
        hand = self.first if throw.by == 0 else self.second
        key = (hand, throw.why, throw.row, n, sides)
        self.met[key] += 1
        own = Random(f"{self.seed} {key} {self.met[key]}")
        return [own.randint(1, sides) for _ in range(n)]


class Decided(Player):
    """Chooses by what is offered alone, the same wherever it lies."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, battle: Battle, question: Question) -> Option:
        keys = sorted(option.key() for option in question.options)
        wanted = Random(f"{self.seed} {question.kind} {question.about} {keys}").choice(keys)
        return next(option for option in question.options if option.key() == wanted)

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        raise AssertionError(question.kind)  # nobody is placed at such a moment


def played(game: Game[Any], battle: ChipBattle, seed: int) -> tuple[ChipBattle, bool]:
    """The battle after the moment; and whether a machine was hit by its own side, by a stray shell."""
    players: list[Player | None] = [Decided(seed)] * battle.seats
    twin = Game(game.system, battle, players, OfEachSeat(seed), keep=True, own_dice=[False] * battle.seats)
    (steps.shooting if battle.phase == Phase.SHOOTING else steps.melee)(twin)
    side = [unit.side for unit in battle.units]
    return battle, any(isinstance(one, MachineSaved) and side[one.by] == side[one.unit] for one in twin.log)


def turned(battle: ChipBattle) -> ChipBattle:
    """The same battle on a table turned by 180 degrees; whoever moved last this turn has moved first."""
    twin = battle.clone()
    width, depth = battle.land.ground.width, battle.land.ground.depth
    twin.land = turned_land(battle.land, width, depth)
    for unit in twin.units:
        unit.facing = wrapped(unit.facing + 180.0)
        unit.arrow = unit.arrow if unit.arrow == NO_ARROW else wrapped(unit.arrow + 180.0)
    for model in range(len(twin.figures.x)):
        if not battle.near.absent(model):
            x, y = battle.at(model)
            twin.put(model, width - x, depth - y, battle.figures.facing[i64(model)] + 180.0)
    twin.order = battle.order[::-1]
    return twin


def turned_land(land: Land, width: float, depth: float) -> Land:
    plots = []
    for plot in land.plots:
        old = plot.piece
        points = [(width - old.xs[at], depth - old.ys[at]) for at in range(len(old.xs))]
        plots.append(Plot(Piece(old.id, old.name, old.kind, points, old.is_line, old.level), plot.row))
    return Land(Ground(width, depth, [plot.piece for plot in plots]), plots, land.on_foot, land.lining)


def differences(here: ChipBattle, there: ChipBattle) -> list[str]:
    """The units that are not the same, or not in the same places."""
    width, depth = here.land.ground.width, here.land.ground.depth
    found: list[str] = []
    for mine, theirs in zip(here.units, there.units, strict=True):
        for what in TOLD:
            if getattr(mine, what) != getattr(theirs, what):
                found.append(f"{mine.name}: {what} is {getattr(mine, what)}, and {getattr(theirs, what)} turned about")
    for model in range(len(here.figures.x)):
        if here.near.absent(model) != there.near.absent(model):
            found.append(f"model {model} of {here.owner_of(model).name} is there only one way round")
        elif not here.near.absent(model):
            x, y = there.at(model)
            if spacing(*here.at(model), width - x, depth - y) > CLOSE:
                found.append(f"model {model} of {here.owner_of(model).name} stands elsewhere")
    return found
