"""How the built-in commander sees the battle: whom he hunts, what he holds, where his ways lead."""

from __future__ import annotations

from typing import Final

from playsheet.core.geometry import FAR, spacing, spacing_squared
from playsheet.core.stances import NO_STANCES, Stances
from playsheet.core.terrain import holds
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.doctrine.worth import ENOUGH_TO_LEAD, ORDERS, TEMPTED
from playsheet.rules.lancer.terms import Arm

# ---------------------------------------------------------------- the lie of the battle


class Outlook:
    """What a unit sees first: its nearest enemy, how far off that is, and what it has been told to do."""

    def __init__(self, battle: LancerBattle, unit: Unit, stances: Stances = NO_STANCES) -> None:
        self.enemy, self.far = nearest_enemy(battle, unit)
        self.stances: Final = stances
        self.stance: Final = stances.of(unit.id)


def nearest_enemy(battle: LancerBattle, unit: Unit) -> tuple[int, float]:
    """The nearest enemy unit and how far its centre is."""
    return battle.near.nearest(unit.x, unit.y, 1 - unit.side)


def prey(battle: LancerBattle, unit: Unit, outlook: Outlook) -> int:
    """Whom a unit makes for: near, shaken, shot up, or a gun; shooters the nearest they can hurt."""
    best = outlook.enemy
    bold = unit.card.weapon is None
    if not bold or best < 0:
        return best
    lowest = FAR
    for other in battle.around(unit.x, unit.y, outlook.far + TEMPTED):
        if other.side == unit.side or other.kind == Arm.COMMANDER:
            continue
        far = spacing(unit.x, unit.y, other.x, other.y)
        if other.disrupted:
            far -= 5.0
        if other.kind == Arm.GUN:
            far -= 3.0
        far -= 4.0 * (1.0 - other.figures / other.start)
        if unit.mounted() and holds_ground(battle, other):
            far += 12.0  # horse cannot follow into woods and houses
        if far < lowest:
            lowest = far
            best = other.id
    return best


def holds_ground(battle: LancerBattle, unit: Unit) -> bool:
    """Does it stand where horse may not go?"""
    for index in battle.land.plan.at(unit.x, unit.y):
        plot = battle.land.plots[index]
        if not plot.mounted and not plot.linear and holds(plot.piece, unit.x, unit.y):
            return True
    return False


# ---------------------------------------------------------------- the player


def lonely(battle: LancerBattle, commander: Unit) -> bool:
    """Fewer than half of his side's units are within reach of his orders."""
    near = 0
    for unit in battle.around(commander.x, commander.y, ORDERS):
        if unit.side == commander.side and unit.kind != Arm.COMMANDER:
            if spacing_squared(commander.x, commander.y, unit.x, unit.y) <= ORDERS * ORDERS:
                near += 1
    if near >= ENOUGH_TO_LEAD:
        return False
    total = 0
    for unit in battle.units:
        if unit.side == commander.side and unit.kind != Arm.COMMANDER and unit.on_table():
            total += 1
            if total > near * 2:
                return True
    return False
