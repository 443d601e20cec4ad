"""Grenades, launchers and shotguns: who may use them, and on whom (4.7.7, 4.7.9)."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.asking import Option
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.ground.marks import Mark, distance_to, enemy_marks, marks_of
from playsheet.rules.gaslight.ground.sight import why_none_seen
from playsheet.rules.gaslight.options.bursts import Barrel, cone_aims, in_the_open
from playsheet.rules.gaslight.options.choices import AIM, AtModel, AtUnit, ConeShot, Launch, Throw
from playsheet.rules.gaslight.options.shooting import named_models, weapon_of
from playsheet.rules.gaslight.sheet import Weapon
from playsheet.rules.gaslight.terms import Bar, ModelMark, RangeBand


def why_not_armed_with(battle: GaslightBattle, figure: int, *, cone: bool) -> str:
    """Why he has no loaded shotgun, or else no loaded launcher, in a word."""
    weapon = battle.cast[figure].weapon
    if weapon is None or not (weapon.cone if cone else weapon.launcher):
        return Bar.UNARMED
    return "" if battle.marked(figure, ModelMark.LOADED) else Bar.EMPTY


def why_no_blast(battle: GaslightBattle, figure: int) -> str:
    """Why he has nothing to throw, in a word."""
    return "" if battle.grenades[i64(figure)] > 0 else Bar.NO_GRENADES


# ---------------------------------------------------------------- shotguns


def cone_barrel(battle: GaslightBattle, figure: int) -> Barrel:
    x, y = battle.at(figure)
    return Barrel(battle, figure, x, y, weapon_of(battle, figure).long, battle.rules.range_edge_inclusive)


def cone_marks(battle: GaslightBattle, figure: int, marks: list[Mark]) -> list[Mark]:
    """The units of which he may lay his shotgun on somebody; a character also on those out of a fight (R45)."""
    legal = free_of_fights(battle, figure) if battle.is_character(figure) else marks
    barrel = cone_barrel(battle, figure)
    return [mark for mark in legal if cone_aims(barrel, mark)]


def free_of_fights(battle: GaslightBattle, figure: int) -> list[Mark]:
    """Of each enemy unit those who are not in a fight."""
    return [
        Mark(mark.unit, [model for model in mark.models if not battle.engaged(model)], machine=False)
        for target in battle.targets_of(battle.side_of(figure))
        for mark in marks_of(battle, target)
        if not mark.machine
    ]


def cone_options(battle: GaslightBattle, free: list[int], marks: list[Mark]) -> list[Option]:
    """Each shotgun of those who are free that somebody stands before; `marks` are those of `enemy_marks`."""
    return [
        ConeShot(figure)
        for figure in free
        if not why_not_armed_with(battle, figure, cone=True) and cone_marks(battle, figure, marks)
    ]


def cone_shots(battle: GaslightBattle, unit: Unit, figure: int) -> list[AtModel]:
    """Whom he may lay it on."""
    barrel = cone_barrel(battle, figure)
    marks = cone_marks(battle, figure, enemy_marks(battle, unit.side))
    return [AtModel(AIM, model) for mark in marks for model in cone_aims(barrel, mark)]


# ---------------------------------------------------------------- grenades, thrown or shot


def blast_models(battle: GaslightBattle, figure: int, weapon: Weapon) -> list[int]:
    """The models that a character may lay a grenade on: figures in the open, and machines."""
    return [
        model
        for model in named_models(battle, figure, weapon, one=False)
        if model >= battle.men or not battle.marked(model, ModelMark.ABOARD)
    ]


def blast_marks(battle: GaslightBattle, figure: int, weapon: Weapon, marks: list[Mark]) -> list[Mark]:
    """The units and machines that anybody else may lay a grenade on: range, arc, sight."""
    held = [in_the_open(battle, mark) for mark in marks]
    return [mark for mark in held if not why_not_blasted(battle, figure, weapon, mark)]


def why_not_blasted(battle: GaslightBattle, figure: int, weapon: Weapon, mark: Mark) -> str:
    """Why he cannot lay a grenade on what of a mark is in the open, in a word."""
    x, y = battle.at(figure)
    if not mark.models or weapon.band(distance_to(battle, mark, x, y)) == RangeBand.BEYOND:
        return Bar.TOO_FAR
    return why_none_seen(battle, figure, mark.models)


def blasts_at_models(battle: GaslightBattle, figure: int, word: str, weapon: Weapon) -> list[AtModel]:
    return [AtModel(word, model) for model in blast_models(battle, figure, weapon)]


def blasts_at_units(battle: GaslightBattle, unit: Unit, figure: int, word: str, weapon: Weapon) -> list[AtUnit]:
    marks = blast_marks(battle, figure, weapon, enemy_marks(battle, unit.side))
    return [AtUnit(word, mark.unit.id, machine=mark.machine) for mark in marks]


def has_blast_target(battle: GaslightBattle, figure: int, weapon: Weapon, marks: list[Mark]) -> bool:
    if battle.is_character(figure):
        return len(blast_models(battle, figure, weapon)) > 0
    return len(blast_marks(battle, figure, weapon, marks)) > 0


def throw_options(battle: GaslightBattle, free: list[int], marks: list[Mark]) -> list[Option]:
    """Each of those who are free that has a grenade left and somebody to throw it at."""
    thrown = battle.rules.thrown
    return [
        Throw(figure)
        for figure in free
        if not why_no_blast(battle, figure) and has_blast_target(battle, figure, thrown, marks)
    ]


def launch_options(battle: GaslightBattle, free: list[int], marks: list[Mark]) -> list[Option]:
    """Each launcher of those who are free that is loaded and has a target."""
    return [
        Launch(figure)
        for figure in free
        if not why_not_armed_with(battle, figure, cone=False)
        and has_blast_target(battle, figure, weapon_of(battle, figure), marks)
    ]
