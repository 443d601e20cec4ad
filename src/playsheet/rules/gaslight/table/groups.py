"""Which figures do something together: all who can, one of them, or all but some."""

from __future__ import annotations

from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.ground.marks import Mark
from playsheet.rules.gaslight.options.choices import GO, Only, Without
from playsheet.rules.gaslight.options.shooting import Group, group_at


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


def chosen_group(game: Game[GaslightBattle], unit: Unit, group: Group, mark: Mark) -> Group:
    """The same for those who shoot: nobody is left out without whom the others would be out of range."""
    battle = game.battle
    while len(group.figures) > 1:
        options: list[Option] = [GO]
        for figure in group.figures:
            if group_at(battle, [figure], mark) is not None:
                options.append(Only(figure))
            rest = group_at(battle, but(group.figures, figure), mark)
            if rest is not None and len(rest.figures) == len(group.figures) - 1:
                options.append(Without(figure))
        answer = game.choose(unit.seat, "who", options, unit.id) if len(options) > 1 else GO
        if isinstance(answer, Only):
            return group_at(battle, [answer.figure], mark) or group
        if not isinstance(answer, Without):
            return group
        group = group_at(battle, but(group.figures, answer.figure), mark) or group
    return group


def but(figures: list[int], one: int) -> list[int]:
    return [figure for figure in figures if figure != one]
