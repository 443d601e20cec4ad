"""The posts of a machine's crew (4.10.1, R37, R88): who can do something, the weapons aboard, the engine."""

from __future__ import annotations

from playsheet.core.game import Game
from playsheet.rules.gaslight.battle.events import Acted
from playsheet.rules.gaslight.battle.fight_events import WeaponFired
from playsheet.rules.gaslight.battle.machine_events import SustainRolled, WeaponReloaded
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.dice.vehicles import sustain
from playsheet.rules.gaslight.ground.driving import engine_card
from playsheet.rules.gaslight.ground.marks import mark_at
from playsheet.rules.gaslight.options.bursts import GunBarrel
from playsheet.rules.gaslight.options.choices import WeaponFire
from playsheet.rules.gaslight.options.posts import able_crew, is_loaded, is_unused, weapon_barrel
from playsheet.rules.gaslight.table.bursts import Laid, fire_laid, lay_by_chance, lay_by_choice
from playsheet.tabletop.machines.machine import STALLED

# ---------------------------------------------------------------- weapons


def fire_weapon(game: Game[GaslightBattle], unit: Unit, option: WeaponFire) -> None:
    """The last of the able men serves it: the first drives."""
    battle = game.battle
    barrel = weapon_barrel(battle, unit, option.weapon)
    mark = mark_at(battle, battle.units[option.unit], machine=option.machine)
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
