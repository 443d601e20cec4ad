"""Who may declare a charge, on whom, and how far off they are (4.8)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.ground.marks import Mark, enemies_near, enemies_within, marks_of, spread
from playsheet.rules.gaslight.ground.moving import Floor
from playsheet.rules.gaslight.ground.sight import why_none_seen
from playsheet.rules.gaslight.ground.slots import Approach, Neighbours, Ring, charger, gap_to
from playsheet.rules.gaslight.options.choices import Charge
from playsheet.rules.gaslight.options.command import able_figures, why_unable
from playsheet.rules.gaslight.options.vehicles import why_no_ram
from playsheet.rules.gaslight.terms import Arm, Bar, Leadership, ModelMark

NOBODY: Final = -1


# ---------------------------------------------------------------- declaring


def why_not_declare(battle: GaslightBattle, unit: Unit) -> str:
    """Why it may declare no charge at all, in a word.

    It may if it is led by a character who can act and is not new, nobody is in contact, nobody has acted yet (4.8.1).
    """
    if unit.moves_only:
        return Bar.MOVES_ONLY
    if unit.no_charge:
        return Bar.DECLARED
    if unit.leader < 0:
        return Bar.LEADERLESS
    if unit.leaderless():
        return Bar.NEW_LEADER
    if unit.leadership != Leadership.LED and not unit.lone() and not battle.rules.standin_may_charge:
        return Bar.STAND_IN
    leader = why_unable(battle, unit.leader)
    if leader:
        return Bar.SOME_ACTED if leader == Bar.ACTED else Bar.LEADER_HELD
    if battle.in_melee(unit):
        return Bar.IN_MELEE
    return Bar.SOME_ACTED if has_acted(battle, unit) else ""


def has_acted(battle: GaslightBattle, unit: Unit) -> bool:
    """Has anybody of it done anything on this card?"""
    for figure in battle.members(unit):
        if battle.marked(figure, ModelMark.ACTED):
            return True
    return unit.model >= 0 and battle.marked(unit.model, ModelMark.ACTED)


def charge_options(battle: GaslightBattle, unit: Unit) -> list[Option]:
    """The units, or machines, that it may declare a charge on (R67)."""
    found: list[Option] = []
    if why_not_declare(battle, unit):
        return found
    onset = None if drives(battle, unit) else Onset(battle, unit)
    for id in charge_targets(battle, unit) if onset is None else onset.targets():
        for mark in marks_of(battle, battle.units[id]):
            models = charged(battle, mark)
            why = why_not_rammed(battle, unit, models) if onset is None else onset.why_not(models)
            if not why:
                found.append(Charge(mark.unit.id, machine=mark.machine))
    return found


def drives(battle: GaslightBattle, unit: Unit) -> bool:
    """Does it charge in a machine?"""
    return unit.kind == Arm.VEHICLE and len(battle.aboard(unit)) > 0


def why_not_charge(battle: GaslightBattle, unit: Unit, mark: Mark) -> str:
    """Why it may not declare a charge on that one, in a word."""
    models = charged(battle, mark)
    return why_not_rammed(battle, unit, models) if drives(battle, unit) else Onset(battle, unit).why_not(models)


def charged(battle: GaslightBattle, mark: Mark) -> list[int]:
    """The models of a mark that may be charged."""
    return [model for model in mark.models if model >= battle.men or standing(battle, model)]


def why_not_rammed(battle: GaslightBattle, unit: Unit, models: list[int]) -> str:
    """Why its machine may not charge them, in a word."""
    if not models:
        return Bar.NO_WAY
    return why_none_seen(battle, unit.leader, models) or why_no_ram(battle, unit, models)


def charge_targets(battle: GaslightBattle, unit: Unit) -> list[int]:
    """The enemy units near enough to be worth a closer look."""
    members = battle.members(unit)
    x, y = battle.centre(members)
    far = max([farthest(battle, figure) for figure in members])
    if unit.card.machine is not None:
        far = max(far, float(unit.card.machine.speed) + battle.radius[i64(unit.model)])
    return enemies_near(battle, unit.side, x, y, far + spread(battle, members, x, y))


def standing(battle: GaslightBattle, figure: int) -> bool:
    """On its own feet: nobody charges the crew in a machine apart from the machine."""
    return not battle.near.absent(figure)


class Onset:
    """Those of a unit who are able to charge, on foot or mounted, and how far they get with the highest bonus."""

    def __init__(self, battle: GaslightBattle, unit: Unit) -> None:
        self.battle: Final = battle
        self.unit: Final = unit
        self.figures: Final = [figure for figure in able_figures(battle, unit) if standing(battle, figure)]
        self.x, self.y = battle.centre(self.figures) if self.figures else (0.0, 0.0)
        far = 0.0
        for figure in self.figures:
            far = max(far, farthest(battle, figure))
        self.far: Final = far
        self.widest: Final[float] = battle.ranks[unit.side].widest
        # from their middle: a model that is farther off is out of everybody's reach
        self.reach: Final = far + spread(battle, self.figures, self.x, self.y) + self.widest + 1.0

    def targets(self) -> list[int]:
        """The enemy units of which anything may be in reach."""
        if not self.figures:
            return []
        return enemies_within(self.battle, self.unit.side, self.x, self.y, self.reach)

    def why_not(self, models: list[int]) -> str:
        """Why not even the highest bonus could bring anybody into contact, or the leader sees none; in a word."""
        if not models:
            return Bar.NO_WAY
        near = self.in_reach(models)
        if not near:
            return Bar.TOO_FAR
        unseen = why_none_seen(self.battle, self.unit.leader, models)
        if unseen:
            return unseen
        near.sort()
        return "" if self.has_way(near) else Bar.NO_WAY

    def in_reach(self, models: list[int]) -> list[tuple[float, int, int]]:
        """Who could reach whom over open ground: how far, which of the figures, and which model."""
        battle = self.battle
        found: list[tuple[float, int, int]] = []
        close = [model for model in models if battle.gap(model, self.x, self.y) <= self.reach] if self.figures else []
        for index in range(len(self.figures) if close else 0):
            for model in close:
                gap = gap_to(battle, self.figures[index], model)
                if gap <= self.far + TOLERANCE:
                    found.append((gap, index, model))
        return found

    def has_way(self, near: list[tuple[float, int, int]]) -> bool:
        """Does any of them find a place in contact, and a way to it?"""
        battle = self.battle
        bonus = float(battle.rules.charges[self.unit.kind].highest())
        movers = [charger(battle, figure, bonus) for figure in self.figures]
        neighbours = Neighbours(battle, self.unit.side, self.widest)
        floor = lifted(battle, self.figures)
        ring = Ring(battle, self.unit.side)
        for _, index, model in near:
            x, y = battle.at(self.figures[index])
            if Approach(battle, movers[index], x, y, model, neighbours).slot(ring, floor) is not None:
                return True
        return False


def farthest(battle: GaslightBattle, figure: int) -> float:
    """With the highest bonus, over open ground."""
    unit = battle.unit_of(figure)
    bonus = float(battle.rules.charges[unit.kind].highest())
    return battle.rules.allowance(battle.move_of(figure), bonus, False, unit.leaderless(), 0)


def lifted(battle: GaslightBattle, figures: list[int]) -> Floor:
    """The table without these figures, who are on the move."""
    floor = Floor(battle)
    for figure in figures:
        floor.lift(figure)
    return floor
