"""Arcs, lines of sight and cover (R46): from the table to the few facts that shooting needs."""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction
from playsheet.core.geometry import TOLERANCE, Rect, point_distance, point_segment_distance, segment_meets_rect, spacing
from playsheet.core.terrain import crossed, holds, rect_distance
from playsheet.core.words import the
from playsheet.rules.gaslight.battle.land import Plot
from playsheet.rules.gaslight.battle.state import Box, GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.dice.shooting import Target, shared_cover
from playsheet.rules.gaslight.sheet import Gun
from playsheet.rules.gaslight.terms import Bar, Cover, ModelMark, Mount

# ---------------------------------------------------------------- arcs


def in_arc(x: float, y: float, ux: float, uy: float, to_x: float, to_y: float, cosine: float) -> bool:
    """Does the point lie within the arc about (ux, uy), its limits included? What stands in the same place does."""
    dx = to_x - x
    dy = to_y - y
    return dx * ux + dy * uy >= cosine * sqrt(dx * dx + dy * dy) - TOLERANCE


def faces(battle: GaslightBattle, model: int, x: float, y: float) -> bool:
    """Is the point in the model's frontal 180?"""
    i: i64 = model
    figures = battle.figures
    ux, uy = direction(figures.facing[i])
    return in_arc(figures.x[i], figures.y[i], ux, uy, x, y, battle.rules.arc_cosine)


def behind(battle: GaslightBattle, figure: int, x: float, y: float) -> bool:
    """Is a character shot from outside his frontal 180? Never a beast (4.6.2); in a machine he faces as it does."""
    return battle.is_character(figure) and not faces(battle, figure, x, y)


def target_of(battle: GaslightBattle, models: list[int], x: float, y: float) -> Target:
    """The saves of these models against a shot from (x, y), in their order (R33); a machine has charts instead."""
    saves = [battle.cast[model].save if model < battle.men else 0 for model in models]
    return Target(battle.rules, saves, [model < battle.men and behind(battle, model, x, y) for model in models])


# ---------------------------------------------------------------- lines of sight


def sees(battle: GaslightBattle, x0: float, y0: float, x1: float, y1: float, one: int, other: int) -> bool:
    """Is nothing between the model `one` at (x0, y0) and the model `other` at (x1, y1)?"""
    return not blocker(battle, x0, y0, x1, y1, one, other)


def blocker(battle: GaslightBattle, x0: float, y0: float, x1: float, y1: float, one: int, other: int) -> str:
    """What blocks the line: an area that holds neither end, a crest above both, a machine, by switch a figure (R46)."""
    land = battle.land
    height = -1
    for index in land.plan.between(x0, y0, x1, y1):
        plot = land.plots[index]
        piece = plot.piece
        if plot.hides:
            if crossed(piece, x0, y0, x1, y1) and not holds(piece, x0, y0) and not holds(piece, x1, y1):
                return the(plot.name)
        elif plot.level > 0:
            if height < 0:
                height = max(land.level(x0, y0), land.level(x1, y1))
            if plot.level > height and crossed(piece, x0, y0, x1, y1):
                return the(plot.name)
    for id in battle.machines:
        unit = battle.units[id]
        hull = unit.hull
        if hull is None or stands_in(battle, one, unit) or stands_in(battle, other, unit):
            continue
        if segment_meets_rect(x0, y0, x1, y1, hull):
            return unit.name
    return figure_between(battle, x0, y0, x1, y1, one, other) if battle.rules.figures_block else ""


class Screen:
    """All that could stand between models in a box: many lines of sight are drawn there, and most meet nothing."""

    def __init__(self, battle: GaslightBattle, box: Box) -> None:
        self.battle: Final = battle
        self.plots: Final[list[Plot]] = []
        self.units: Final[list[Unit]] = []  # machines and wrecks
        land = battle.land
        for index in land.plan.in_box(box.x0, box.y0, box.x1, box.y1):
            if land.plots[index].hides or land.plots[index].level > 0:
                self.plots.append(land.plots[index])
        for id in battle.machines:
            hull = battle.units[id].hull
            if hull is not None and box.is_near(hull.x, hull.y, hull.radius):
                self.units.append(battle.units[id])

    def sees(self, x0: float, y0: float, x1: float, y1: float, one: int, other: int) -> bool:
        """What `sees` says of two models in the box."""
        battle = self.battle
        height = -1
        for plot in self.plots:
            if not crossed(plot.piece, x0, y0, x1, y1):
                continue
            if plot.hides:
                if not holds(plot.piece, x0, y0) and not holds(plot.piece, x1, y1):
                    return False
            else:
                if height < 0:
                    height = max(battle.land.level(x0, y0), battle.land.level(x1, y1))
                if plot.level > height:
                    return False
        for unit in self.units:
            hull = unit.hull
            if hull is not None and segment_meets_rect(x0, y0, x1, y1, hull):
                if not stands_in(battle, one, unit) and not stands_in(battle, other, unit):
                    return False
        return not battle.rules.figures_block or not figure_between(battle, x0, y0, x1, y1, one, other)

    def sees_any(self, model: int, others: list[int]) -> bool:
        """Does the model see any of these in its frontal 180 (R38)?"""
        i: i64 = model
        figures = self.battle.figures
        x = figures.x[i]
        y = figures.y[i]
        ux, uy = direction(figures.facing[i])
        cosine = self.battle.rules.arc_cosine
        for other in others:
            j: i64 = other
            x1 = figures.x[j]
            y1 = figures.y[j]
            if in_arc(x, y, ux, uy, x1, y1, cosine) and self.sees(x, y, x1, y1, model, other):
                return True
        return False


def screen_between(battle: GaslightBattle, models: list[int], others: list[int]) -> Screen:
    """All that could stand between one of these models and one of the others."""
    box = battle.box_of(models)
    for other in others:
        i: i64 = other
        box.add(battle.figures.x[i], battle.figures.y[i])
    return Screen(battle, box)


def screen_about(battle: GaslightBattle, x: float, y: float, far: float) -> Screen:
    """All that could stand between a point and a model of which some part is no farther off than that."""
    far += battle.near.widest + TOLERANCE
    box = Box()
    box.add(x - far, y - far)
    box.add(x + far, y + far)
    return Screen(battle, box)


def stands_in(battle: GaslightBattle, model: int, unit: Unit) -> bool:
    """Is it that machine, or one of the crew in it?"""
    if model < 0:
        return False
    if model == unit.model:
        return True
    return model < battle.men and battle.marked(model, ModelMark.ABOARD) and battle.unit_of(model) is unit


def figure_between(battle: GaslightBattle, x0: float, y0: float, x1: float, y1: float, one: int, other: int) -> str:
    """A base that the line passes over, neither of the two ends'."""
    far = spacing(x0, y0, x1, y1)
    if far <= TOLERANCE:
        return ""
    ux = (x1 - x0) / far
    uy = (y1 - y0) / far
    for model in battle.near.along(x0, y0, ux, uy, far, 0.0):
        if model >= battle.men or model in (one, other):
            continue
        i: i64 = model
        x = battle.figures.x[i]
        y = battle.figures.y[i]
        if point_segment_distance(x, y, x0, y0, x1, y1) < battle.radius[i] - TOLERANCE:
            return battle.unit_of(model).name
    return ""


def why_unseen(battle: GaslightBattle, model: int, other: int, screen: Screen) -> str:
    """Why one model does not see another, in a word: from centre to centre, in the frontal 180 of the first."""
    i: i64 = model
    j: i64 = other
    figures = battle.figures
    x1 = figures.x[j]
    y1 = figures.y[j]
    if not faces(battle, model, x1, y1):
        return Bar.OUT_OF_ARC
    return "" if screen.sees(figures.x[i], figures.y[i], x1, y1, model, other) else Bar.HIDDEN


def why_none_seen(battle: GaslightBattle, model: int, others: list[int]) -> str:
    """Why it sees none of them, in a word: none is in its arc, or something hides those that are."""
    i: i64 = model
    figures = battle.figures
    x = figures.x[i]
    y = figures.y[i]
    ux, uy = direction(figures.facing[i])
    cosine = battle.rules.arc_cosine
    why = Bar.OUT_OF_ARC
    for other in others:
        j: i64 = other
        x1 = figures.x[j]
        y1 = figures.y[j]
        if in_arc(x, y, ux, uy, x1, y1, cosine):
            if sees(battle, x, y, x1, y1, model, other):
                return ""
            why = Bar.HIDDEN
    return why


# ---------------------------------------------------------------- muzzles


def gun_muzzle(battle: GaslightBattle, unit: Unit) -> tuple[float, float]:
    """The front of the gun's base."""
    i: i64 = unit.model
    ux, uy = direction(battle.figures.facing[i])
    r = battle.radius[i]
    return battle.figures.x[i] + ux * r, battle.figures.y[i] + uy * r


def weapon_muzzle(hull: Rect, gun: Gun) -> tuple[float, float]:
    """The middle of the hull's edge on the side of the mount; a turret's is the hull's centre."""
    if gun.mount == Mount.FRONT:
        return hull.point(0.0, hull.half_d)
    if gun.mount == Mount.REAR:
        return hull.point(0.0, -hull.half_d)
    if gun.mount == Mount.LEFT:
        return hull.point(-hull.half_w, 0.0)
    if gun.mount == Mount.RIGHT:
        return hull.point(hull.half_w, 0.0)
    return hull.x, hull.y


def weapon_bears(battle: GaslightBattle, hull: Rect, gun: Gun, x: float, y: float) -> bool:
    """Does the arc of a machine's weapon hold the point? A turret points anywhere (R37)."""
    if gun.mount == Mount.TURRET:
        return True
    ux = hull.ux
    uy = hull.uy
    if gun.mount == Mount.REAR:
        ux, uy = -ux, -uy
    elif gun.mount == Mount.RIGHT:
        ux, uy = uy, -ux
    elif gun.mount == Mount.LEFT:
        ux, uy = -uy, ux
    from_x, from_y = weapon_muzzle(hull, gun)
    return in_arc(from_x, from_y, ux, uy, x, y, battle.rules.vehicle_cosine)


# ---------------------------------------------------------------- cover


def figure_cover(battle: GaslightBattle, figure: int, x: float, y: float) -> int:
    """The cover of one figure against somebody at (x, y); the crew of an open machine has hard cover (R89)."""
    if battle.marked(figure, ModelMark.ABOARD):
        return Cover.HARD
    i: i64 = figure
    at_x = battle.figures.x[i]
    at_y = battle.figures.y[i]
    best = battle.land.area_cover(at_x, at_y)
    line = battle.land.line_cover(x, y, at_x, at_y, battle.radius[i])
    if line > best:
        best = line
    wreck = wreck_cover(battle, x, y, at_x, at_y, battle.radius[i])
    return wreck if wreck > best else best


def wreck_cover(battle: GaslightBattle, x: float, y: float, at_x: float, at_y: float, radius: float) -> int:
    """Close behind a wreck (R101)."""
    for id in battle.machines:
        unit = battle.units[id]
        hull = unit.hull
        if hull is None or not unit.is_wreck():
            continue
        if point_distance(hull, at_x, at_y) - radius <= battle.rules.lining + TOLERANCE:
            if segment_meets_rect(x, y, at_x, at_y, hull):
                return battle.rules.ground["wreck"].cover
    return Cover.NONE


def machine_cover(battle: GaslightBattle, unit: Unit, x: float, y: float) -> int:
    """The cover of a machine: its centre in an area, or its hull close behind a linear feature."""
    hull = battle.hull_of(unit)
    best = battle.land.area_cover(hull.x, hull.y)
    far = hull.radius + battle.rules.lining
    for index in battle.land.plan.in_box(hull.x - far, hull.y - far, hull.x + far, hull.y + far):
        plot = battle.land.plots[index]
        if plot.linear and plot.cover > best and rect_distance(plot.piece, hull) <= battle.rules.lining + TOLERANCE:
            if crossed(plot.piece, x, y, hull.x, hull.y):
                best = plot.cover
    return best


def cover_of(battle: GaslightBattle, figures: list[int], x: float, y: float) -> int:
    """The cover of a body of figures: what most have (R44)."""
    if is_open(battle, figures):
        return shared_cover(battle.rules, len(figures), 0, 0)
    counts = [0, 0, 0]
    for figure in figures:
        counts[figure_cover(battle, figure, x, y)] += 1
    return shared_cover(battle.rules, counts[0], counts[1], counts[2])


def is_open(battle: GaslightBattle, figures: list[int]) -> bool:
    """Is there nothing about a body of figures that could cover any of them?"""
    box = battle.box_of(figures)
    far = max(battle.ranks[0].widest, battle.ranks[1].widest) + battle.rules.lining + TOLERANCE
    for index in battle.land.plan.in_box(box.x0 - far, box.y0 - far, box.x1 + far, box.y1 + far):
        if battle.land.plots[index].cover != Cover.NONE:
            return False
    for id in battle.machines:
        hull = battle.units[id].hull
        if hull is not None and box.is_near(hull.x, hull.y, hull.radius + far):
            return False
    return True


def morale_cover(battle: GaslightBattle, unit: Unit) -> int:
    """The cover that steadies a unit: against the enemy model nearest to its centre; aboard it is the machine's."""
    x, y = battle.centre(battle.members(unit))
    enemy, _ = battle.nearest_enemy(x, y, unit.side)
    if enemy >= 0:
        x, y = battle.at(enemy)
    counts = [0, 0, 0]
    for figure in battle.on_foot(unit):
        counts[figure_cover(battle, figure, x, y)] += 1
    inside = battle.aboard(unit)
    if inside:
        counts[machine_cover(battle, unit, x, y)] += len(inside)
    return shared_cover(battle.rules, counts[0], counts[1], counts[2])
