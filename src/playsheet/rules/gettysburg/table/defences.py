"""Crossing defences on the table (4.3.5, R38): one text for marches and for charges; dice/charge.py has the dice."""

from __future__ import annotations

from typing import Final

from playsheet.core.game import Game
from playsheet.rules.gettysburg.battle.land import Plot
from playsheet.rules.gettysburg.battle.move_events import CrossingTried, Unformed
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.dice.charge import is_unformed_by, lost_crossing, stays_behind
from playsheet.rules.gettysburg.table.losses import lose_whole
from playsheet.rules.gettysburg.table.results import go_to_ground
from playsheet.rules.gettysburg.terms import Obstacle, UnformedBy

AT_A_DEFENCE: Final = "crossing"  # the cause of what it costs


def tell_tries(game: Game[GettysburgBattle], unit: Unit, plots: list[Plot], crossed: list[int]) -> None:
    """What the dice said; works are crossed without a die."""
    for place in range(len(crossed)):
        if plots[place].obstacle != Obstacle.WORKS:
            game.tell(CrossingTried(unit.id, plots[place].id, crossed[place]))


def suffer_defences(game: Game[GettysburgBattle], unit: Unit, crossed: list[int]) -> None:
    """What they have cost a unit that has come as far as they let it: order, figures, the will to go on."""
    rules = game.battle.rules
    if is_unformed_by(crossed) and unit.cause == UnformedBy.NOTHING:
        game.tell(Unformed(unit.id, UnformedBy.TERRAIN, "R38"))
    lost = lost_crossing(rules, crossed)
    if lost:
        lose_whole(game, unit, lost, AT_A_DEFENCE, "R38")
    if stays_behind(crossed) and unit.on_table():
        go_to_ground(game, unit, AT_A_DEFENCE)
