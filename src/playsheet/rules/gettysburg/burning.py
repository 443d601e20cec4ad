"""Burning buildings (R92)."""

from __future__ import annotations

from playsheet.core.game import Game
from playsheet.rules.gettysburg.events_fight import FLAMES
from playsheet.rules.gettysburg.losses import lose_whole
from playsheet.rules.gettysburg.state import GettysburgBattle


def burn_garrisons(game: Game[GettysburgBattle]) -> None:
    """In phase 3 a burning building costs its garrison a figure."""
    battle = game.battle
    for unit in battle.units:
        if unit.on_table() and unit.garrison >= 0 and unit.garrison in battle.burning:
            lose_whole(game, unit, battle.rules.burning_figures, FLAMES, "R92")
