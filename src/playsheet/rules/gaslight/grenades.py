"""Grenades, launchers and shotguns in the hands of figures (4.7.7, 4.7.9, R63, R64, R104): each shot for itself."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.core.geometry import spacing
from playsheet.rules.gaslight.bursts import (
    WHICH_MODEL,
    Barrel,
    burst_on,
    cone_aims,
    cone_on,
    in_cone_of,
    in_the_open,
    near_gun,
    nearest_aim,
    random_mark,
)
from playsheet.rules.gaslight.command import able
from playsheet.rules.gaslight.damage import shoot_machine
from playsheet.rules.gaslight.events import CONE, GRENADE, LAUNCHER, Fired
from playsheet.rules.gaslight.fire import (
    Mark,
    cover_at,
    distance_to,
    enemy_marks,
    mark_at,
    marks_of,
    model_distance,
    named_models,
    throwers,
    weapon_of,
)
from playsheet.rules.gaslight.options import AIM, LAUNCH, AtModel, AtUnit, ConeShot, Launch, Throw
from playsheet.rules.gaslight.options import GRENADE as BY_HAND
from playsheet.rules.gaslight.sheet import BEYOND, NO_COVER, Weapon
from playsheet.rules.gaslight.shooting import Aim, aim, grenade_aim
from playsheet.rules.gaslight.sight import figure_cover, sees_any
from playsheet.rules.gaslight.state import ABOARD, LOADED, GaslightBattle, Unit


def free_to_act(battle: GaslightBattle, figure: int) -> bool:
    """Able, on foot and not engaged."""
    return able(battle, figure) and not battle.marked(figure, ABOARD) and not battle.engaged(figure)


def armed_with(battle: GaslightBattle, figure: int, cone: bool) -> bool:
    """Has he a loaded shotgun, or else a loaded launcher?"""
    weapon = battle.cast[figure].weapon
    if weapon is None or not battle.marked(figure, LOADED):
        return False
    return weapon.cone if cone else weapon.launcher


# ---------------------------------------------------------------- shotguns


def cone_barrel(battle: GaslightBattle, figure: int) -> Barrel:
    x, y = battle.at(figure)
    return Barrel(battle, figure, x, y, weapon_of(battle, figure).long, battle.rules.range_edge_inclusive)


def cone_marks(battle: GaslightBattle, figure: int, marks: list[Mark]) -> list[Mark]:
    """The units of which he may lay his shotgun on somebody; a character also on those out of a fight (R45)."""
    if not battle.is_character(figure):
        legal = marks
    else:
        legal = [
            Mark(mark.unit, False, [model for model in mark.models if not battle.engaged(model)])
            for target in battle.targets_of(battle.side_of(figure))
            for mark in marks_of(battle, target)
            if not mark.machine
        ]
    barrel = cone_barrel(battle, figure)
    return [mark for mark in legal if cone_aims(barrel, mark)]


def cone_options(battle: GaslightBattle, unit: Unit, marks: list[Mark]) -> list[Option]:
    """Each of its shotguns that somebody stands before; `marks` are those of `enemy_marks`."""
    return [
        ConeShot(figure)
        for figure in battle.members(unit)
        if armed_with(battle, figure, True) and free_to_act(battle, figure) and cone_marks(battle, figure, marks)
    ]


def cone_order(game: Game[GaslightBattle], unit: Unit, figure: int) -> None:
    """The figure that the cone is laid on is named, then it is fired."""
    battle = game.battle
    marks = cone_marks(battle, figure, enemy_marks(battle, unit.side))
    barrel = cone_barrel(battle, figure)
    aims = [AtModel(AIM, model) for mark in marks for model in cone_aims(barrel, mark)]
    chosen = game.choose(unit.seat, "aim", aims, figure).model
    target = battle.unit_of(chosen)
    for mark in marks:
        if mark.unit is target:
            fire_shotgun(game, unit, figure, mark, chosen, False)
            return


def fire_shotgun(game: Game[GaslightBattle], unit: Unit, figure: int, mark: Mark, model: int, forced: bool) -> None:
    barrel = cone_barrel(game.battle, figure)
    throwers(game, unit, mark.unit)
    x, y = game.battle.at(model)
    distance = spacing(barrel.x, barrel.y, x, y)
    ruling = "R21, R110" if forced else "R64, R104" if game.battle.is_character(figure) else "R64"
    shot = Fired(unit.id, [figure], CONE, mark.unit.id, False, model, distance, NO_COVER, 0, forced, ruling)
    cone_on(game, shot, in_cone_of(barrel, mark, model), barrel.x, barrel.y)


def forced_cone(game: Game[GaslightBattle], unit: Unit, figure: int) -> None:
    """The failure chart has him fire his shotgun: at a random unit, a character at a random model of it (4.11.4)."""
    battle = game.battle
    mark = random_mark(game, unit, cone_marks(battle, figure, enemy_marks(battle, unit.side)))
    if mark is None:
        return
    barrel = cone_barrel(battle, figure)
    model = nearest_aim(barrel, mark)
    if battle.is_character(figure):
        aims = cone_aims(barrel, mark)
        model = aims[game.dice.pick(aims, WHICH_MODEL)]
    fire_shotgun(game, unit, figure, mark, model, True)


# ---------------------------------------------------------------- grenades, thrown or shot


def blast_models(battle: GaslightBattle, figure: int, weapon: Weapon) -> list[int]:
    """The models that a character may lay a grenade on: figures in the open, and machines."""
    return [
        model
        for model in named_models(battle, figure, weapon, False)
        if model >= battle.men or not battle.marked(model, ABOARD)
    ]


def blast_marks(battle: GaslightBattle, figure: int, weapon: Weapon, marks: list[Mark]) -> list[Mark]:
    """The units and machines that anybody else may lay a grenade on: range, arc, sight."""
    x, y = battle.at(figure)
    found: list[Mark] = []
    for mark in marks:
        held = in_the_open(battle, mark)
        if not held.models or weapon.band(distance_to(battle, held, x, y)) == BEYOND:
            continue
        if sees_any(battle, figure, held.models):
            found.append(held)
    return found


def has_blast_target(battle: GaslightBattle, figure: int, weapon: Weapon, marks: list[Mark]) -> bool:
    if battle.is_character(figure):
        return len(blast_models(battle, figure, weapon)) > 0
    return len(blast_marks(battle, figure, weapon, marks)) > 0


def throw_options(battle: GaslightBattle, unit: Unit, marks: list[Mark]) -> list[Option]:
    """Each of its figures that has a grenade left and somebody to throw it at."""
    thrown = battle.rules.thrown
    return [
        Throw(figure)
        for figure in battle.members(unit)
        if battle.grenades[i64(figure)] > 0
        and free_to_act(battle, figure)
        and has_blast_target(battle, figure, thrown, marks)
    ]


def launch_options(battle: GaslightBattle, unit: Unit, marks: list[Mark]) -> list[Option]:
    """Each of its launchers that is loaded and has a target."""
    return [
        Launch(figure)
        for figure in battle.members(unit)
        if armed_with(battle, figure, False)
        and free_to_act(battle, figure)
        and has_blast_target(battle, figure, weapon_of(battle, figure), marks)
    ]


def throw_order(game: Game[GaslightBattle], unit: Unit, figure: int) -> None:
    hurl(game, unit, figure, game.battle.rules.thrown, GRENADE)


def launch_order(game: Game[GaslightBattle], unit: Unit, figure: int) -> None:
    hurl(game, unit, figure, weapon_of(game.battle, figure), LAUNCHER)


def hurl(game: Game[GaslightBattle], unit: Unit, figure: int, weapon: Weapon, how: str) -> None:
    """A character names a model (R104), anybody else a unit or its machine; `weapon` gives the ranges."""
    battle = game.battle
    word = BY_HAND if how == GRENADE else LAUNCH
    if battle.is_character(figure):
        models = [AtModel(word, model) for model in blast_models(battle, figure, weapon)]
        chosen = game.choose(unit.seat, "model", models, figure)
        hurl_at_model(game, unit, figure, weapon, how, chosen.model, False)
        return
    marks = blast_marks(battle, figure, weapon, enemy_marks(battle, unit.side))
    picked = game.choose(unit.seat, "aim_unit", [AtUnit(word, mark.unit.id, mark.machine) for mark in marks], figure)
    mark = in_the_open(battle, mark_at(battle, battle.units[picked.unit], picked.machine))
    hurl_at_mark(game, unit, figure, weapon, how, mark, False)


def hurl_at_mark(
    game: Game[GaslightBattle], unit: Unit, figure: int, weapon: Weapon, how: str, mark: Mark, forced: bool
) -> None:
    battle = game.battle
    x, y = battle.at(figure)
    distance = distance_to(battle, mark, x, y)
    cover = cover_at(battle, mark, x, y)
    ruling = "R21, R110" if forced else "R63"
    shot = Fired(unit.id, [figure], how, mark.unit.id, mark.machine, -1, distance, cover, 0, forced, ruling)
    land(game, unit, shot, mark, weapon, -1)


def hurl_at_model(
    game: Game[GaslightBattle], unit: Unit, figure: int, weapon: Weapon, how: str, model: int, forced: bool
) -> None:
    battle = game.battle
    x, y = battle.at(figure)
    target = battle.unit_of(model)
    machine = battle.is_machine(model)
    mark = in_the_open(battle, mark_at(battle, target, machine))
    distance = model_distance(battle, model, x, y)
    cover = cover_at(battle, mark, x, y) if machine else figure_cover(battle, model, x, y)
    at_gun = not machine and len(near_gun(battle, target)) > 0
    ruling = f"{'R21' if forced else 'R63'}, {'R109' if at_gun else 'R104'}"
    shot = Fired(unit.id, [figure], how, target.id, machine, model, distance, cover, 0, forced, ruling)
    land(game, unit, shot, mark, weapon, -1 if machine else model)


def land(game: Game[GaslightBattle], unit: Unit, shot: Fired, mark: Mark, weapon: Weapon, named: int) -> None:
    """The die to hit, and what the grenade does: to a machine one hit, among figures its burst (4.7.6, 4.7.7)."""
    battle = game.battle
    figure = shot.figures[0]
    throwers(game, unit, mark.unit)
    dice = grenade_dice(battle, figure, weapon, shot)
    if mark.machine:
        shoot_machine(game, mark.unit, [dice], shot.cover, shot)
        return
    x, y = battle.at(figure)
    burst_on(game, shot, mark, dice, battle.rules.grenade, x, y, named)


def grenade_dice(battle: GaslightBattle, figure: int, weapon: Weapon, shot: Fired) -> Aim:
    shoot = battle.cast[figure].shoot
    band = weapon.band(shot.distance)
    if shot.how == GRENADE:
        return grenade_aim(battle.rules, shoot, band)
    return aim(battle.rules, weapon, shoot, band, 1)


def forced_launch(game: Game[GaslightBattle], unit: Unit, figure: int) -> None:
    """The failure chart has him fire his launcher: at a random unit, a character at a random model of it (4.11.4)."""
    battle = game.battle
    weapon = weapon_of(battle, figure)
    if not battle.is_character(figure):
        mark = random_mark(game, unit, blast_marks(battle, figure, weapon, enemy_marks(battle, unit.side)))
        if mark is not None:
            hurl_at_mark(game, unit, figure, weapon, LAUNCHER, mark, True)
        return
    models = blast_models(battle, figure, weapon)
    marks = [
        Mark(target, False, [model for model in models if battle.unit_of(model) is target])
        for target in battle.targets_of(unit.side)
    ]
    mark = random_mark(game, unit, [mark for mark in marks if mark.models])
    if mark is not None:
        model = mark.models[game.dice.pick(mark.models, WHICH_MODEL)]
        hurl_at_model(game, unit, figure, weapon, LAUNCHER, model, True)
