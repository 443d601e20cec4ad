"""Which figures do something together: all who can, one of them, or all but some."""

from __future__ import annotations

from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.rules.gaslight.options import GO, Only, Without
from playsheet.rules.gaslight.state import GaslightBattle, Unit


def chosen_figures(game: Game[GaslightBattle], unit: Unit, figures: list[int]) -> list[int]:
    """The owner leaves some out one by one, or takes a single one; at least one stays."""
    chosen = figures[:]
    while len(chosen) > 1:
        options: list[Option] = [GO]
        for figure in chosen:
            options.append(Only(figure))
            options.append(Without(figure))
        answer = game.choose(unit.seat, "who", options, unit.id)
        if isinstance(answer, Only):
            return [answer.figure]
        if not isinstance(answer, Without):
            return chosen
        chosen.remove(answer.figure)
    return chosen
