"""Grenades, launchers and shotguns in the hands of figures (4.7.7, 4.7.9, R63, R64, R104): each shot for itself."""

from __future__ import annotations

from playsheet.core.game import Game
from playsheet.core.geometry import spacing
from playsheet.rules.gaslight.battle.fight_events import Fired
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.dice.shooting import Aim, aim, grenade_aim
from playsheet.rules.gaslight.ground.marks import Mark, cover_at, distance_to, enemy_marks, mark_at
from playsheet.rules.gaslight.ground.sight import figure_cover
from playsheet.rules.gaslight.options.bursts import (
    WHICH_MODEL,
    cone_aims,
    in_cone_of,
    in_the_open,
    near_gun,
    nearest_aim,
)
from playsheet.rules.gaslight.options.choices import GRENADE as BY_HAND
from playsheet.rules.gaslight.options.choices import LAUNCH
from playsheet.rules.gaslight.options.grenades import (
    blast_marks,
    blast_models,
    blasts_at_models,
    blasts_at_units,
    cone_barrel,
    cone_marks,
    cone_shots,
)
from playsheet.rules.gaslight.options.shooting import model_distance, weapon_of
from playsheet.rules.gaslight.sheet import Weapon
from playsheet.rules.gaslight.table.bursts import burst_on, cone_on, random_mark
from playsheet.rules.gaslight.table.damage import shoot_machine
from playsheet.rules.gaslight.table.shooting import throwers
from playsheet.rules.gaslight.terms import Cover, ShotKind

# ---------------------------------------------------------------- shotguns


def cone_order(game: Game[GaslightBattle], unit: Unit, figure: int) -> None:
    """The figure that the cone is laid on is named, if there are several; then it is fired."""
    battle = game.battle
    aims = cone_shots(battle, unit, figure)
    chosen = (aims[0] if len(aims) == 1 else game.choose(unit.seat, "aim", aims, figure)).model
    target = battle.unit_of(chosen)
    for mark in cone_marks(battle, figure, enemy_marks(battle, unit.side)):
        if mark.unit is target:
            fire_shotgun(game, unit, figure, mark, chosen, forced=False)
            return


def fire_shotgun(game: Game[GaslightBattle], unit: Unit, figure: int, mark: Mark, model: int, *, forced: bool) -> None:
    barrel = cone_barrel(game.battle, figure)
    throwers(game, unit, mark.unit)
    x, y = game.battle.at(model)
    distance = spacing(barrel.x, barrel.y, x, y)
    ruling = "R21, R110" if forced else "R64, R104" if game.battle.is_character(figure) else "R64"
    shot = Fired(unit.id, [figure], ShotKind.CONE, mark.unit.id, False, model, distance, Cover.NONE, 0, forced, ruling)
    heavy = weapon_of(game.battle, figure).heavy
    cone_on(game, shot, mark, in_cone_of(barrel, mark, model), barrel.x, barrel.y, heavy=heavy)


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
    fire_shotgun(game, unit, figure, mark, model, forced=True)


# ---------------------------------------------------------------- grenades, thrown or shot


def throw_order(game: Game[GaslightBattle], unit: Unit, figure: int) -> None:
    hurl(game, unit, figure, game.battle.rules.thrown, ShotKind.GRENADE)


def launch_order(game: Game[GaslightBattle], unit: Unit, figure: int) -> None:
    hurl(game, unit, figure, weapon_of(game.battle, figure), ShotKind.LAUNCHER)


def hurl(game: Game[GaslightBattle], unit: Unit, figure: int, weapon: Weapon, how: str) -> None:
    """A character names a model (R104), anybody else a unit or its machine; `weapon` gives the ranges."""
    battle = game.battle
    word = BY_HAND if how == ShotKind.GRENADE else LAUNCH
    if battle.is_character(figure):
        models = blasts_at_models(battle, figure, word, weapon)
        chosen = models[0] if len(models) == 1 else game.choose(unit.seat, "model", models, figure)
        hurl_at_model(game, unit, figure, weapon, how, chosen.model, forced=False)
        return
    units = blasts_at_units(battle, unit, figure, word, weapon)
    picked = units[0] if len(units) == 1 else game.choose(unit.seat, "aim_unit", units, figure)
    mark = in_the_open(battle, mark_at(battle, battle.units[picked.unit], machine=picked.machine))
    hurl_at_mark(game, unit, figure, weapon, how, mark, forced=False)


def hurl_at_mark(
    game: Game[GaslightBattle], unit: Unit, figure: int, weapon: Weapon, how: str, mark: Mark, *, forced: bool
) -> None:
    battle = game.battle
    x, y = battle.at(figure)
    distance = distance_to(battle, mark, x, y)
    cover = cover_at(battle, mark, x, y)
    ruling = "R21, R110" if forced else "R63"
    shot = Fired(unit.id, [figure], how, mark.unit.id, mark.machine, -1, distance, cover, 0, forced, ruling)
    land(game, unit, shot, mark, weapon, -1)


def hurl_at_model(
    game: Game[GaslightBattle], unit: Unit, figure: int, weapon: Weapon, how: str, model: int, *, forced: bool
) -> None:
    battle = game.battle
    x, y = battle.at(figure)
    target = battle.unit_of(model)
    machine = battle.is_machine(model)
    mark = in_the_open(battle, mark_at(battle, target, machine=machine))
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
    if shot.how == ShotKind.GRENADE:
        return grenade_aim(battle.rules, shoot, band)
    return aim(battle.rules, weapon, shoot, band, 1)


def forced_launch(game: Game[GaslightBattle], unit: Unit, figure: int) -> None:
    """The failure chart has him fire his launcher: at a random unit, a character at a random model of it (4.11.4)."""
    battle = game.battle
    weapon = weapon_of(battle, figure)
    if not battle.is_character(figure):
        mark = random_mark(game, unit, blast_marks(battle, figure, weapon, enemy_marks(battle, unit.side)))
        if mark is not None:
            hurl_at_mark(game, unit, figure, weapon, ShotKind.LAUNCHER, mark, forced=True)
        return
    models = blast_models(battle, figure, weapon)
    marks = [
        Mark(target, [model for model in models if battle.unit_of(model) is target], machine=False)
        for target in battle.targets_of(unit.side)
    ]
    mark = random_mark(game, unit, [mark for mark in marks if mark.models])
    if mark is not None:
        model = mark.models[game.dice.pick(mark.models, WHICH_MODEL)]
        hurl_at_model(game, unit, figure, weapon, ShotKind.LAUNCHER, model, forced=True)
