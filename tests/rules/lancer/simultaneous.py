"""STOP is one moment: the same comes of it when the table is turned about, the sides are swapped and the roster is read
from its end, with the same dice for each unit.

`broken_at(game)` plays the moment twice on copies, wherever a battle stands, and says what differs; empty if nothing
does, or if nobody is in melee.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from playsheet.core.angles import wrapped
from playsheet.core.arrays import ints_of
from playsheet.core.dice import Dice
from playsheet.core.events import Throw
from playsheet.core.figures import IN_PLAY
from playsheet.core.game import Game
from playsheet.core.geometry import spacing
from playsheet.core.near import Near, Squares
from playsheet.core.terrain import Ground, Piece
from playsheet.rules.lancer.battle.events import MoraleFailed
from playsheet.rules.lancer.battle.land import Land, Plot
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.table.morale import melee_morale
from playsheet.rules.lancer.terms import Arm

CLOSE = 1e-5  # ten times the tolerance: two sums of the same lengths in another order


def broken_at(game: Game[Any], seed: int = 0) -> list[str]:
    """What would come out otherwise if STOP appeared now and the table lay the other way round."""
    battle = game.battle
    if battle.to_deploy or not any(unit.foes for unit in battle.units):
        return []
    here = stopped(game, battle.clone(), seed)
    with other_way_round(battle):
        there = stopped(game, turned(battle), seed)
    return differences(here, there)


class OfEachUnit(Dice):
    """Dice that are the units' own: whoever is thrown for first, each finds the same."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed
        self.game: Game[LancerBattle] | None = None
        self.locked: list[Unit] = []
        self.fallen_back = 0

    def faces(self, n: int, sides: int, throw: Throw) -> list[int]:
        assert self.game is not None
        if throw.why == "Fall back":
            failed = [event.unit for event in self.game.log if isinstance(event, MoraleFailed)]
            name = self.game.battle.units[failed[self.fallen_back]].name
            self.fallen_back += 1
        else:
            name = self.locked.pop(0).name
        own = Random(f"{self.seed} {name} {throw.why}")
        # most fail: it is those who move that the law is about
        return [own.randint(1 if throw.why == "Fall back" else 3, sides) for _ in range(n)]


def stopped(game: Game[Any], battle: LancerBattle, seed: int) -> LancerBattle:
    """The battle after the checks of a STOP card."""
    dice = OfEachUnit(seed)
    dice.locked = [unit for side in (0, 1) for unit in battle.units if unit.side == side and unit.foes]
    seats = 1 + max(unit.seat for unit in battle.units)
    dice.game = Game(game.system, battle, [None] * seats, dice, keep=True, own_dice=[False] * seats)
    melee_morale(dice.game)
    return battle


@contextmanager
def other_way_round(battle: LancerBattle) -> Iterator[None]:
    """The sides' own edges are swapped as well."""
    facings = battle.goals.facings
    before = facings[:]
    facings[:] = [wrapped(facing + 180.0) for facing in reversed(before)]
    try:
        yield
    finally:
        facings[:] = before


def turned(battle: LancerBattle) -> LancerBattle:
    """The same battle on a table turned by 180 degrees, each unit on the other side, the last of the roster first."""
    width, depth = battle.land.ground.width, battle.land.ground.depth
    last = len(battle.units) - 1
    units: list[Unit] = []
    for old in reversed(battle.units):
        unit = Unit(last - old.id, old.card, old.name, 1 - old.side, old.seat, old.start, old.first)
        unit.figures = old.figures
        unit.x, unit.y, unit.facing = width - old.x, depth - old.y, wrapped(old.facing + 180.0)
        unit.formation, unit.formed, unit.place, unit.post = old.formation, old.formed, old.place, old.post
        unit.disrupted, unit.jammed = old.disrupted, old.jammed
        unit.attached_to = last - old.attached_to if old.attached_to >= 0 else -1
        unit.commanders = [last - id for id in old.commanders]
        unit.foes = [last - id for id in old.foes]
        unit.fought = [last - id for id in old.fought]
        units.append(unit)
    figures = battle.figures.clone()
    for at in range(len(battle.owner)):
        figures.x[at], figures.y[at] = width - figures.x[at], depth - figures.y[at]
        figures.facing[at] = wrapped(figures.facing[at] + 180.0)
    groups = ints_of([unit.side + (2 if unit.kind == Arm.COMMANDER else 0) for unit in units])
    near = Near(Squares(width, depth, len(units)), groups)
    land = turned_land(battle.land, width, depth)
    twin = LancerBattle(battle.rules, land, units, figures, battle.deck.clone(), battle.goals, near)
    twin.copy_frame(battle)
    twin.owner = [last - id for id in battle.owner]
    twin.leaders = [last - id for id in reversed(battle.leaders)]
    twin.active = last - battle.active if battle.active >= 0 else -1
    for unit in units:
        if battle.units[last - unit.id].shape:
            if unit.formed:
                unit.shape = [twin.footprint(unit, unit.formation, unit.x, unit.y, unit.facing)]
            else:
                unit.shape = [twin.figure_base(unit, figure) for figure in twin.members(unit)]
        twin.find(unit)
    return twin


def turned_land(land: Land, width: float, depth: float) -> Land:
    plots = []
    for plot in land.plots:
        old = plot.piece
        points = [(width - old.xs[at], depth - old.ys[at]) for at in range(len(old.xs))]
        plots.append(Plot(Piece(old.id, old.name, old.kind, points, old.is_line, old.level), plot.row))
    return Land(Ground(width, depth, [plot.piece for plot in plots]), plots)


def differences(here: LancerBattle, there: LancerBattle) -> list[str]:
    """The units that are not the same, or not in the same places."""
    width, depth = here.land.ground.width, here.land.ground.depth
    found: list[str] = []
    for mine, theirs in zip(here.units, reversed(there.units), strict=True):
        for what in ("place", "figures", "formed", "disrupted"):
            if getattr(mine, what) != getattr(theirs, what):
                found.append(f"{mine.name}: {what} is {getattr(mine, what)}, and {getattr(theirs, what)} turned about")
        if len(mine.foes) != len(theirs.foes):
            found.append(f"{mine.name}: fights {len(mine.foes)}, and {len(theirs.foes)} turned about")
        for at in range(mine.first, mine.first + mine.start):
            if here.figures.state[at] == there.figures.state[at] == IN_PLAY:
                x, y = width - there.figures.x[at], depth - there.figures.y[at]
                if spacing(here.figures.x[at], here.figures.y[at], x, y) > CLOSE:
                    found.append(
                        f"{mine.name}: stands at {here.figures.x[at]:.4f}, {here.figures.y[at]:.4f}, "
                        f"and at {x:.4f}, {y:.4f} turned about"
                    )
                    break
    return found
