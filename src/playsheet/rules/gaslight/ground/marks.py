"""What can be shot at: marks on the table, how far off they are, what covers them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.geometry import point_distance, spacing
from playsheet.rules.gaslight.battle.fight_events import target_code
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.ground.sight import cover_of, machine_cover
from playsheet.rules.gaslight.terms import Arm, ModelMark, Where

# ---------------------------------------------------------------- a machine is lost


def near_enemy(battle: GaslightBattle, figure: int, x: float, y: float, side: int) -> bool:
    """Would he be in touch with an enemy there?"""
    return len(battle.touching(side, x, y, battle.radius[i64(figure)])) > 0


# ---------------------------------------------------------------- bursts


def catchable(battle: GaslightBattle, x: float, y: float, far: float, but: int) -> list[int]:
    """The models near a point that a burst may catch: never guns, nor crews aboard, nor wrecks; not the model `but`."""
    found: list[int] = []
    for model in battle.near.within(x, y, far):
        if model == but:
            continue
        if model < battle.men or (battle.is_machine(model) and battle.units[battle.home[i64(model)]].has_machine()):
            found.append(model)
    return found


# ---------------------------------------------------------------- what may be shot at


class Mark:
    """Something to shoot at: a unit's figures, or its machine; `models` are those that a shooter must see."""

    def __init__(self, unit: Unit, models: list[int], *, machine: bool) -> None:
        self.unit: Final = unit
        self.machine: Final = machine
        self.models: Final = models
        self.code: Final = target_code(unit.id, machine)


def marks_of(battle: GaslightBattle, unit: Unit) -> list[Mark]:
    """The men of a unit, and its machine; the crew of an open machine may be shot at in it (R89)."""
    card = unit.card.machine
    figures = battle.members(unit) if card is None or card.open else battle.on_foot(unit)
    found: list[Mark] = []
    if figures:
        found.append(Mark(unit, figures, machine=False))
    if unit.kind == Arm.VEHICLE and unit.has_machine():
        found.append(Mark(unit, [unit.model], machine=True))
    return found


def enemy_marks(battle: GaslightBattle, side: int) -> list[Mark]:
    """All that a side may shoot at: what is not in contact with it (R45)."""
    return out_of_contact(battle, [unit.id for unit in battle.targets_of(side)])


def in_contact(battle: GaslightBattle, model: int) -> bool:
    """Is it engaged, or a man aboard a machine that is?"""
    if model < battle.men and battle.marked(model, ModelMark.ABOARD):
        return battle.engaged(battle.unit_of(model).model)
    return battle.engaged(model)


def is_engaged(battle: GaslightBattle, mark: Mark) -> bool:
    """Is anything of it in contact with the side that would shoot (R45)?"""
    if mark.unit.kind != Arm.VEHICLE:
        return battle.any_engaged(mark.unit.side, mark.models)
    for model in mark.models:
        if in_contact(battle, model):
            return True
    return False


def out_of_contact(battle: GaslightBattle, units: list[int]) -> list[Mark]:
    """The marks of these units, all of one side, that are not in contact with the enemy."""
    found: list[Mark] = []
    at_hulls = battle.at_hulls(battle.units[units[0]].side) if units else []
    for id in units:
        unit = battle.units[id]
        for mark in marks_of(battle, unit):
            if unit.kind == Arm.VEHICLE:
                engaged = is_engaged(battle, mark)
            else:
                engaged = battle.any_touched(mark.models)
                for figure in at_hulls:
                    engaged = engaged or figure in mark.models
            if not engaged:
                found.append(mark)
    return found


def marks_near(battle: GaslightBattle, unit: Unit) -> list[Mark]:
    """What of that the unit could reach at all with anything it has, loaded or not; nothing in range is left out."""
    members = battle.members(unit)
    far = farthest_shot(battle, unit, members)
    if far <= 0.0:
        return []
    x, y = battle.centre(members)
    return out_of_contact(battle, enemies_near(battle, unit.side, x, y, far + spread(battle, members, x, y)))


def farthest_shot(battle: GaslightBattle, unit: Unit, members: list[int]) -> float:
    """The longest range in the unit: of what its figures carry and throw, of its gun, of its machine's weapons."""
    far = 0.0
    for figure in members:
        weapon = battle.cast[figure].weapon
        if weapon is not None and weapon.long > far:
            far = weapon.long
        if battle.grenades[i64(figure)] > 0 and battle.rules.thrown.long > far:
            far = battle.rules.thrown.long
    guns = [unit.card.gun] if unit.card.gun is not None else []
    if unit.card.machine is not None:
        guns += unit.card.machine.weapons
    for gun in guns:
        own = gun.weapon.long if gun.weapon is not None else gun.cannon.range if gun.cannon is not None else 0.0
        if own > far:
            far = own
    return far


def spread(battle: GaslightBattle, members: list[int], x: float, y: float) -> float:
    """How far from the point the farthest of them stands."""
    wide = 0.0
    for figure in members:
        far = battle.away(figure, x, y)
        if far > wide:
            wide = far
    return wide


def enemies_near(battle: GaslightBattle, side: int, x: float, y: float, far: float) -> list[int]:
    """The enemy units of which some model, or the middle, may be that near to a point, in roster order.

    The middle of a unit may be nearer than all of its figures, but by no more than its leader can hold together.
    """
    return enemies_within(battle, side, x, y, far + battle.rules.command_radius)


def enemies_within(battle: GaslightBattle, side: int, x: float, y: float, far: float) -> list[int]:
    """The enemy units of which some model is that near to a point, in roster order."""
    found: list[int] = []
    for unit in battle.units:
        if unit.side != side and unit.place == Where.ON_TABLE and battle.comes_within(unit, x, y, far):
            found.append(unit.id)
    return found


def mark_at(battle: GaslightBattle, unit: Unit, *, machine: bool) -> Mark:
    for mark in marks_of(battle, unit):
        if mark.machine == machine:
            return mark
    raise AttributeError(f"there is nothing of {unit.name} to shoot at")


def distance_to(battle: GaslightBattle, mark: Mark, x: float, y: float) -> float:
    """To the centre of a unit, or to the nearest point of a hull."""
    if mark.machine:
        return point_distance(battle.hull_of(mark.unit), x, y)
    to_x, to_y = battle.centre(mark.models)
    return spacing(x, y, to_x, to_y)


def cover_at(battle: GaslightBattle, mark: Mark, x: float, y: float) -> int:
    if mark.machine:
        return machine_cover(battle, mark.unit, x, y)
    return cover_of(battle, mark.models, x, y)
