"""The posts of a machine's crew (4.10.1, R37, R88): who can do something, and what."""

from __future__ import annotations

from playsheet.core.asking import Option
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import NOBODY, Unit
from playsheet.rules.gaslight.ground.driving import engine_card
from playsheet.rules.gaslight.ground.marks import Mark
from playsheet.rules.gaslight.options.bursts import GunBarrel, cone_aims, gun_marks
from playsheet.rules.gaslight.options.choices import WeaponFire, WeaponReload
from playsheet.rules.gaslight.options.command import able
from playsheet.rules.gaslight.terms import Bar, ModelMark
from playsheet.tabletop.machines.machine import NOT_RUNNING, RUNNING


def able_crew(battle: GaslightBattle, unit: Unit) -> list[int]:
    """The men aboard who may still do something on this card; each of them one thing, at one post (R88)."""
    return [figure for figure in battle.aboard(unit) if able(battle, figure)]


def driver_of(battle: GaslightBattle, unit: Unit) -> int:
    """Who drives when the failure chart has the machine driven: the first man aboard whom nothing holds (4.11.5)."""
    for figure in battle.aboard(unit):
        if not battle.marked(figure, ModelMark.HELD | ModelMark.FROZEN):
            return figure
    return NOBODY


# ---------------------------------------------------------------- weapons


def weapon_barrel(battle: GaslightBattle, unit: Unit, weapon: int) -> GunBarrel:
    return GunBarrel(battle, unit, engine_card(unit).weapons[weapon], battle.hull_of(unit))


def is_loaded(unit: Unit, weapon: int) -> bool:
    return unit.weapons_loaded >> weapon & 1 == 1


def is_unused(battle: GaslightBattle, unit: Unit, weapon: int) -> bool:
    """Does it work, and has it done nothing yet on this card?"""
    return not why_not_used(battle, unit, weapon)


def why_not_used(battle: GaslightBattle, unit: Unit, weapon: int) -> str:
    """Why it may do nothing more on this card, in a word."""
    if unit.weapons_fired >> weapon & 1:
        return Bar.USED
    return "" if battle.machine_of(unit).weapon_shoot(weapon) > 0 else Bar.BROKEN


def why_not_manned(battle: GaslightBattle, unit: Unit) -> str:
    """Why none of the weapons aboard may be served now, in a word; one in contact only by switch (R99)."""
    if not able_crew(battle, unit):
        return Bar.NO_HANDS
    return Bar.LOCKED if battle.rules.machine_locked and battle.engaged(unit.model) else ""


def weapon_options(battle: GaslightBattle, unit: Unit, marks: list[Mark]) -> list[Option]:
    """What the weapons aboard may fire at, within their arcs, and which are to be reloaded."""
    found: list[Option] = []
    if why_not_manned(battle, unit):
        return found
    card = engine_card(unit)
    for weapon in range(len(card.weapons)):
        if not is_unused(battle, unit, weapon):
            continue
        if not is_loaded(unit, weapon):
            found.append(WeaponReload(weapon))
            continue
        barrel = weapon_barrel(battle, unit, weapon)
        for mark in gun_marks(barrel, marks):
            found.append(WeaponFire(weapon, mark.unit.id, machine=mark.machine, grape=False))
        for mark in marks:
            if cone_aims(barrel, mark):
                found.append(WeaponFire(weapon, mark.unit.id, machine=False, grape=True))
    return found


# ---------------------------------------------------------------- the engine


def why_not_running(battle: GaslightBattle, unit: Unit) -> str:
    """Why the engine of its machine does not run, in a word."""
    return NOT_RUNNING[battle.machine_of(unit).engine]


def runs(battle: GaslightBattle, unit: Unit) -> bool:
    """Is it a machine whose engine runs?"""
    return unit.has_machine() and battle.machine_of(unit).engine == RUNNING
