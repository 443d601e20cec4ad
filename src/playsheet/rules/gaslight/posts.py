"""The posts of a machine's crew (4.10.1, R37, R88): who can do something, the weapons aboard, the engine."""

from __future__ import annotations

from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.rules.gaslight.bursts import (
    GunBarrel,
    Laid,
    cone_aims,
    fire_laid,
    gun_marks,
    lay_by_chance,
    lay_by_choice,
)
from playsheet.rules.gaslight.command import able
from playsheet.rules.gaslight.driving import engine_card
from playsheet.rules.gaslight.events import Acted, SustainRolled, WeaponFired, WeaponReloaded
from playsheet.rules.gaslight.fire import Mark, mark_at
from playsheet.rules.gaslight.options import WeaponFire, WeaponReload
from playsheet.rules.gaslight.state import FROZEN, HELD, NOBODY, GaslightBattle, Unit
from playsheet.rules.gaslight.vehicles import sustain
from playsheet.rules.machines.machine import RUNNING, STALLED


def able_crew(battle: GaslightBattle, unit: Unit) -> list[int]:
    """The men aboard who may still do something on this card; each of them one thing, at one post (R88)."""
    return [figure for figure in battle.aboard(unit) if able(battle, figure)]


def driver_of(battle: GaslightBattle, unit: Unit) -> int:
    """Who drives when the failure chart has the machine driven: the first man aboard whom nothing holds (4.11.5)."""
    for figure in battle.aboard(unit):
        if not battle.marked(figure, HELD | FROZEN):
            return figure
    return NOBODY


# ---------------------------------------------------------------- weapons


def weapon_barrel(battle: GaslightBattle, unit: Unit, weapon: int) -> GunBarrel:
    return GunBarrel(battle, unit, engine_card(unit).weapons[weapon], battle.hull_of(unit))


def is_loaded(unit: Unit, weapon: int) -> bool:
    return unit.weapons_loaded >> weapon & 1 == 1


def is_unused(battle: GaslightBattle, unit: Unit, weapon: int) -> bool:
    """Does it work, and has it done nothing yet on this card?"""
    return unit.weapons_fired >> weapon & 1 == 0 and battle.machine_of(unit).weapon_shoot(weapon) > 0


def weapon_options(battle: GaslightBattle, unit: Unit, marks: list[Mark]) -> list[Option]:
    """What the weapons aboard may fire at, within their arcs, and which are to be reloaded."""
    found: list[Option] = []
    if not able_crew(battle, unit) or (battle.rules.machine_locked and battle.engaged(unit.model)):
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
            found.append(WeaponFire(weapon, mark.unit.id, mark.machine, False))
        for mark in marks:
            if cone_aims(barrel, mark):
                found.append(WeaponFire(weapon, mark.unit.id, False, True))
    return found


def fire_weapon(game: Game[GaslightBattle], unit: Unit, option: WeaponFire) -> None:
    """The last of the able men serves it: the first drives."""
    battle = game.battle
    barrel = weapon_barrel(battle, unit, option.weapon)
    mark = mark_at(battle, battle.units[option.unit], option.machine)
    laid = lay_by_choice(game, unit, barrel, mark, option.grape)
    fire_with(game, unit, option.weapon, able_crew(battle, unit)[-1], barrel, laid)


def fire_with(game: Game[GaslightBattle], unit: Unit, weapon: int, figure: int, barrel: GunBarrel, laid: Laid) -> None:
    shot = WeaponFired(
        unit.id,
        weapon,
        figure,
        laid.how,
        laid.mark.unit.id,
        laid.mark.machine,
        laid.model,
        laid.distance,
        laid.cover,
        0,
        laid.forced,
        laid.ruling,
    )
    shoot = game.battle.machine_of(unit).weapon_shoot(weapon)
    fire_laid(game, unit, shot, barrel, shoot, laid)


def reload_weapon(game: Game[GaslightBattle], unit: Unit, weapon: int) -> None:
    game.tell(WeaponReloaded(unit.id, weapon, able_crew(game.battle, unit)[-1]))


def forced_weapon_shot(game: Game[GaslightBattle], unit: Unit, figure: int) -> None:
    """The failure chart has a man of the crew fire: the first weapon that works, is loaded and unused (4.11.4)."""
    battle = game.battle
    for weapon in range(len(engine_card(unit).weapons)):
        if is_loaded(unit, weapon) and is_unused(battle, unit, weapon):
            barrel = weapon_barrel(battle, unit, weapon)
            laid = lay_by_chance(game, unit, barrel)
            if laid is not None:
                fire_with(game, unit, weapon, figure, barrel, laid)
            return


# ---------------------------------------------------------------- the engine


def runs(battle: GaslightBattle, unit: Unit) -> bool:
    """Is it a machine whose engine runs?"""
    return unit.has_machine() and battle.machine_of(unit).engine == RUNNING


def keeps_running(game: Game[GaslightBattle], unit: Unit, driver: int) -> bool:
    """The Sustain roll of a drive; one that fails stalls the engine, or by switch costs this drive only (R75, R76).

    By switch it has been rolled already when its card began: then the driver only takes his post.
    """
    battle = game.battle
    rules = battle.rules
    if rules.sustain_every_card and unit.id == battle.active:
        game.tell(Acted([driver]))
        return True
    machine = battle.machine_of(unit)
    game.dice.throwers(unit.seat, unit.seat)
    held = sustain(game.dice, rules, machine.sustain())
    if not held and not rules.sustain_this_card:
        machine.engine = STALLED
    game.tell(SustainRolled(unit.id, driver, held, machine.state(), True, "R75" if held else "R76"))
    return held
