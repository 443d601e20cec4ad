"""Formations (R28): undrilled troops in a neat line are flagged, and may be set anew."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction, turned
from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.rules.gaslight.battle.events import LeftNeat, Moved
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.ground.moving import Floor, mover_of, places, walk
from playsheet.rules.gaslight.options.choices import LEAVE_NEAT, SCATTER
from playsheet.rules.gaslight.terms import MoveKind, Where

STEPS_BACK: Final = [0.0, 1.3, 0.65]  # how far those step back who stood too neatly


def offer_scatter(game: Game[GaslightBattle], unit: Unit) -> None:
    """The owner of a unit that stands too neatly may have it scattered, once for each place; not while in contact."""
    battle = game.battle
    if unit.place != Where.ON_TABLE or unit.left_neat or not is_neat(battle, unit) or battle.in_melee(unit):
        return
    options: list[Option] = [LEAVE_NEAT, SCATTER]
    if game.choose(unit.seat, "scatter", options, unit.id) is SCATTER:
        scatter(game, unit)
    if is_neat(battle, unit):
        game.tell(LeftNeat(unit.id, "R28"))


def scatter(game: Game[GaslightBattle], unit: Unit) -> None:
    """They step back out of line, some more than others."""
    battle = game.battle
    figures = [figure for figure in battle.on_foot(unit) if not battle.engaged(figure)]
    floor = Floor(battle)
    for index in range(len(figures)):
        figure = figures[index]
        x, y = battle.at(figure)
        back = STEPS_BACK[index % len(STEPS_BACK)]
        ux, uy = direction(turned(battle.figures.facing[i64(figure)], 180.0))
        way = walk(floor, mover_of(battle, figure), x, y, [(ux * back, uy * back)])
        if way.found:
            floor.put(figure, way.x, way.y)
    spots = places(floor, figures)
    facings = [battle.figures.facing[i64(figure)] for figure in figures]
    game.tell(Moved(unit.id, MoveKind.SCATTERS, figures, spots.xs, spots.ys, facings, False, "R28"))


def is_neat(battle: GaslightBattle, unit: Unit) -> bool:
    """Undrilled, five or more, and all within half an inch of one line (R28)."""
    rules = battle.rules
    if unit.card.drilled or unit.lone():
        return False
    figures = battle.on_foot(unit)
    if len(figures) < rules.neat_least:
        return False
    for one in figures:
        for other in figures:
            if one < other and all_near_line(battle, figures, one, other, rules.neat):
                return True
    return False


def all_near_line(battle: GaslightBattle, figures: list[int], one: int, other: int, near: float) -> bool:
    """Are all centres that near to the line through two of them?"""
    x0, y0 = battle.at(one)
    x1, y1 = battle.at(other)
    far = spacing(x0, y0, x1, y1)
    if far <= TOLERANCE:
        return False
    ux = (x1 - x0) / far
    uy = (y1 - y0) / far
    for figure in figures:
        x, y = battle.at(figure)
        if abs((x - x0) * uy - (y - y0) * ux) > near + TOLERANCE:
            return False
    return True
