"""Who may shoot at what, groups and named models (4.4 to 4.6)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option
from playsheet.core.geometry import TOLERANCE, point_distance, spacing
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.dice.shooting import Aim, aim, count_frame, count_order
from playsheet.rules.gaslight.ground.marks import Mark, distance_to, is_engaged, spread
from playsheet.rules.gaslight.ground.sight import Screen, screen_about, screen_between, why_none_seen, why_unseen
from playsheet.rules.gaslight.options.choices import AT, AtModel, Shoot, Snipe
from playsheet.rules.gaslight.options.command import why_not_free
from playsheet.rules.gaslight.sheet import Weapon
from playsheet.rules.gaslight.terms import Bar, ModelMark, RangeBand, WeaponType

# ---------------------------------------------------------------- who may shoot


def armed(battle: GaslightBattle, figure: int) -> bool:
    """Has he a loaded weapon that is aimed, and stands on his own feet?"""
    return not why_not_armed(battle, figure)


def why_not_armed(battle: GaslightBattle, figure: int) -> str:
    """Why he has no such weapon to shoot with, in a word."""
    weapon = battle.cast[figure].weapon
    if weapon is None or weapon.type not in (WeaponType.SMALL_ARM, WeaponType.HEAVY):
        return Bar.UNARMED
    if not battle.marked(figure, ModelMark.LOADED):
        return Bar.EMPTY
    return Bar.ABOARD if battle.marked(figure, ModelMark.ABOARD) else ""


class Group:
    """Figures that shoot together at one mark, from their common centre."""

    def __init__(self, figures: list[int], x: float, y: float, distance: float) -> None:
        self.figures: Final = figures  # in roster order
        self.x: Final = x
        self.y: Final = y
        self.distance: Final = distance


def group_at(battle: GaslightBattle, figures: list[int], mark: Mark) -> Group | None:
    """Those of the figures who see the mark and, from the group's centre, are in range (4.4.2 to 4.4.4)."""
    screen = screen_between(battle, figures, mark.models)
    return in_range(battle, [figure for figure in figures if screen.sees_any(figure, mark.models)], mark)


def in_range(battle: GaslightBattle, group: list[int], mark: Mark) -> Group | None:
    """Those who are in range of the mark from their common centre, whoever of them sees it."""
    while group:
        x, y = battle.centre(group)
        distance = distance_to(battle, mark, x, y)
        near = [figure for figure in group if weapon_of(battle, figure).band(distance) != RangeBand.BEYOND]
        if len(near) == len(group):
            return Group(group, x, y, distance)
        group = near
    return None


def weapon_of(battle: GaslightBattle, figure: int) -> Weapon:
    weapon = battle.cast[figure].weapon
    if weapon is None:
        raise AttributeError("an unarmed figure shoots")
    return weapon


def shooters(battle: GaslightBattle, unit: Unit) -> list[int]:
    """Its figures that may shoot together: no characters, who shoot for themselves (R39)."""
    return [
        figure
        for figure in battle.members(unit)
        if is_rank_and_file(battle, figure) and not why_not_free(battle, figure)
    ]


def is_rank_and_file(battle: GaslightBattle, figure: int) -> bool:
    return not battle.is_character(figure) and armed(battle, figure)


def shoot_options(battle: GaslightBattle, unit: Unit, free: list[int], marks: list[Mark]) -> list[Option]:
    """What the unit may shoot at: groups of Extras, one for each target and card (R40); then each character.

    `free` are its able figures that are not engaged.
    """
    found: list[Option] = []
    figures = [figure for figure in free if is_rank_and_file(battle, figure)]
    if figures:
        x, y = battle.centre(figures)
        far = longest(battle, figures) + spread(battle, figures, x, y)
        for mark in marks:
            if was_shot_at(unit, mark) or distance_to(battle, mark, x, y) > far:
                continue
            group = group_at(battle, figures, mark)
            if group is not None:
                found.append(Shoot(mark.unit.id, machine=mark.machine, some=False))
                if len(group.figures) > 1:
                    found.append(Shoot(mark.unit.id, machine=mark.machine, some=True))
    for figure in free:
        if battle.is_character(figure) and armed(battle, figure):
            if named_models(battle, figure, weapon_of(battle, figure), one=True):
                found.append(Snipe(figure))
    return found


def was_shot_at(unit: Unit, mark: Mark) -> bool:
    """Has a group of the unit shot at it on this card (R40)?"""
    return mark.code in unit.targets


def why_no_group(battle: GaslightBattle, unit: Unit, figures: list[int], mark: Mark) -> str:
    """Why these figures, armed and free, may not shoot at a mark together, in a word."""
    fires = group_at(battle, figures, mark) is not None
    if not fires and in_range(battle, figures, mark) is None:
        return Bar.TOO_FAR
    if is_engaged(battle, mark):
        return Bar.IN_CONTACT
    if was_shot_at(unit, mark):
        return Bar.SHOT_AT
    if fires:
        return ""
    whys = [why_none_seen(battle, figure, mark.models) for figure in figures]
    return Bar.TOO_FAR if "" in whys else Bar.HIDDEN if Bar.HIDDEN in whys else Bar.OUT_OF_ARC


def longest(battle: GaslightBattle, figures: list[int]) -> float:
    """The longest range among them."""
    return max([weapon_of(battle, figure).long for figure in figures])


def named_models(battle: GaslightBattle, figure: int, weapon: Weapon, *, one: bool) -> list[int]:
    """The models that a character may name (R39, R45): in arc, sight and range, and not in contact with his friends.

    With `one` a single one is enough.
    """
    x, y = battle.at(figure)
    side = battle.side_of(figure)
    found: list[int] = []
    screen = screen_about(battle, x, y, weapon.long)
    for model in fighters_within(battle, side, x, y, weapon.long + TOLERANCE):
        if why_not_named(battle, figure, weapon, model, screen):
            continue
        found.append(model)
        for crewman in open_crew(battle, model):
            if weapon.band(model_distance(battle, crewman, x, y)) != RangeBand.BEYOND:
                found.append(crewman)
        if one and found:
            return found
    found.sort()
    return found


def fighters_within(battle: GaslightBattle, side: int, x: float, y: float, far: float) -> list[int]:
    """The figures and working machines of the other side of which some part is that near to a point."""
    found = battle.ranks[1 - side].within(x, y, far)
    for id in battle.machines:
        unit = battle.units[id]
        if unit.side != side and unit.has_machine() and battle.stands_within(unit.model, x, y, far):
            found.append(unit.model)
    return found


def why_not_named(battle: GaslightBattle, figure: int, weapon: Weapon, model: int, screen: Screen) -> str:
    """Why a character may not name an enemy model for his shot, in a word."""
    x, y = battle.at(figure)
    if weapon.band(model_distance(battle, model, x, y)) == RangeBand.BEYOND:
        return Bar.TOO_FAR
    return why_unseen(battle, figure, model, screen) or (Bar.IN_CONTACT if battle.engaged(model) else "")


def open_crew(battle: GaslightBattle, model: int) -> list[int]:
    """The men in an open machine, who may be shot at in it (R89)."""
    if model < battle.men:
        return []
    unit = battle.units[battle.home[i64(model)]]
    card = unit.card.machine
    return battle.aboard(unit) if card is not None and card.open and not battle.engaged(model) else []


def model_distance(battle: GaslightBattle, model: int, x: float, y: float) -> float:
    """From a point to a model's centre, or to the nearest point of a hull."""
    if battle.is_machine(model):
        return point_distance(battle.hull_of(battle.units[battle.home[i64(model)]]), x, y)
    to_x, to_y = battle.at(model)
    return spacing(x, y, to_x, to_y)


# ---------------------------------------------------------------- the count


def ring(battle: GaslightBattle, figures: list[int], x: float, y: float) -> list[int]:
    """The figures in the order of the count, as they are seen from (x, y) (R47); ties in roster order."""
    to_x, to_y = battle.centre(figures)
    leader = battle.unit_of(figures[0]).leader
    facing = battle.figures.facing[i64(leader if leader in figures else figures[0])]
    look = count_frame(battle.rules, to_y, x=x, y=y, to_x=to_x, facing=facing)
    xs = [battle.figures.x[i64(figure)] for figure in figures]
    ys = [battle.figures.y[i64(figure)] for figure in figures]
    return [figures[place] for place in count_order(battle.rules, look, xs, ys)]


# ---------------------------------------------------------------- a group shoots


def alike(battle: GaslightBattle, figures: list[int]) -> list[list[int]]:
    """A group in roster order, those together who follow each other with the same weapon and the same Shoot."""
    found: list[list[int]] = []
    for figure in figures:
        if found and same_shot(battle, figure, found[-1][0]):
            found[-1].append(figure)
        else:
            found.append([figure])
    return found


def same_shot(battle: GaslightBattle, figure: int, other: int) -> bool:
    one = battle.cast[figure]
    return one.weapon is battle.cast[other].weapon and one.shoot == battle.cast[other].shoot


def aims_of(battle: GaslightBattle, figures: list[int], distance: float) -> list[Aim]:
    """The dice of a group, those alike thrown together."""
    found: list[Aim] = []
    for group in alike(battle, figures):
        weapon = weapon_of(battle, group[0])
        found.append(aim(battle.rules, weapon, battle.cast[group[0]].shoot, weapon.band(distance), len(group)))
    return found


def heavy_of(battle: GaslightBattle, figures: list[int]) -> list[bool]:
    """Of each of the dice of `aims_of`: are they thrown for heavy weapons?"""
    return [weapon_of(battle, group[0]).heavy for group in alike(battle, figures)]


# ---------------------------------------------------------------- a character shoots


def model_options(battle: GaslightBattle, figure: int) -> list[AtModel]:
    return [AtModel(AT, model) for model in named_models(battle, figure, weapon_of(battle, figure), one=False)]
