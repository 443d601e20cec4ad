"""What the active unit may do: the one place that says which orders are legal (step 5 of the turn)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.ground.marks import marks_near
from playsheet.rules.gaslight.options.cannon import gun_options, why_not_ready
from playsheet.rules.gaslight.options.charge import charge_options
from playsheet.rules.gaslight.options.choices import (
    DONE,
    FORM,
    FORM_SOME,
    MOVE,
    MOVE_SOME,
    RELOAD,
    RELOAD_SOME,
    BreakOff,
    Detach,
)
from playsheet.rules.gaslight.options.command import why_not_free
from playsheet.rules.gaslight.options.grenades import cone_options, launch_options, throw_options
from playsheet.rules.gaslight.options.melee import pile_options
from playsheet.rules.gaslight.options.shooting import shoot_options
from playsheet.rules.gaslight.options.vehicles import drive_options, machine_options
from playsheet.rules.gaslight.terms import Arm, Bar, ModelMark


class Hands:
    """Who of a unit could act now: able and on foot, in contact with the enemy or not."""

    def __init__(self, battle: GaslightBattle, unit: Unit) -> None:
        free: list[int] = []
        locked: list[int] = []
        for figure in battle.members(unit):
            why = why_not_free(battle, figure)
            if not why:
                free.append(figure)
            elif why == Bar.ENGAGED:
                locked.append(figure)
        self.free: Final = free
        self.locked: Final = locked


def orders(battle: GaslightBattle, unit: Unit) -> list[Option]:
    """All that the unit, or a part of it, may do now; to do no more is always among it."""
    found: list[Option] = [DONE]
    hands = Hands(battle, unit)
    found += charge_options(battle, unit)
    if hands.free:
        found.append(MOVE)
        if len(hands.free) > 1:
            found += [MOVE_SOME, FORM, FORM_SOME]
    found += pile_options(battle, unit, hands.free)
    found += [BreakOff(figure) for figure in hands.locked]
    if unit.moves_only:  # R121
        return [*found, *drive_options(battle, unit)] if unit.kind == Arm.VEHICLE else found
    marks = marks_near(battle, unit) if may_shoot(battle, unit, hands.free) else []
    found += shoot_options(battle, unit, hands.free, marks)
    found += cone_options(battle, hands.free, marks)
    found += throw_options(battle, hands.free, marks)
    found += launch_options(battle, hands.free, marks)
    empty = to_reload(battle, hands.free)
    if empty:
        found.append(RELOAD)
        if len(empty) > 1:
            found.append(RELOAD_SOME)
    if unit.kind == Arm.CREW:
        found += gun_options(battle, unit, marks)
    elif unit.kind == Arm.VEHICLE:
        found += machine_options(battle, unit, marks)
    for character in unit.attached:
        if battle.units[character].first in hands.free:
            found.append(Detach(character))
    return found


def may_shoot(battle: GaslightBattle, unit: Unit, free: list[int]) -> bool:
    """Has anybody something to shoot or to throw with, so that it matters what is in reach?"""
    if unit.kind == Arm.VEHICLE:
        return True
    if unit.kind == Arm.CREW and battle.gun_of(unit) >= 0 and not why_not_ready(battle, unit):
        return True
    for figure in free:
        if battle.marked(figure, ModelMark.LOADED) or battle.grenades[i64(figure)] > 0:
            return True
    return False


def to_reload(battle: GaslightBattle, free: list[int]) -> list[int]:
    """Those of the figures whose weapons are empty."""
    return [figure for figure in free if not why_not_reloaded(battle, figure)]


def why_not_reloaded(battle: GaslightBattle, figure: int) -> str:
    """Why there is nothing for him to reload, in a word."""
    if battle.cast[figure].weapon is None:
        return Bar.UNARMED
    return Bar.LOADED if battle.marked(figure, ModelMark.LOADED) else ""
