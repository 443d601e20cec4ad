"""Contact on the table: who comes to blows with whom, and melees in which one side has nobody left."""

from __future__ import annotations

from playsheet.core.game import Game
from playsheet.rules.gettysburg.battle.fight_events import Engaged, MeleeEnded
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.ground.footprints import zone_of
from playsheet.rules.gettysburg.terms import Zone


def engage(game: Game[GettysburgBattle], units: list[int], target: int, how: str) -> None:
    """Pursuers have reached a fugitive, or by switch the first enemy they met (R120): a melee in phase 7.

    They count as charging (4.7.2). Whoever runs turns its back or its face as its state says: what counts is where
    the pursuer stands.
    """
    battle = game.battle
    for id in units:
        unit = battle.units[id]
        flanked = zone_of(battle, battle.units[target], unit.x, unit.y) != Zone.FRONT
        game.tell(Engaged(id, target, [id], flanked, "R120"))


def settle(game: Game[GettysburgBattle]) -> None:
    """Melees in which one side has nobody left are over."""
    battle = game.battle
    for melee in battle.melees:
        sides = [battle.units[id].side for id in melee.fighters]
        if 0 not in sides or 1 not in sides:
            game.tell(MeleeEnded(melee.id))
