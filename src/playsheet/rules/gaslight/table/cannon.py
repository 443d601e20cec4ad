"""Guns on the table (4.7.1, 4.7.2, R54, R61, R103): who serves them, firing, reloading, moving and mending them."""

from __future__ import annotations

from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.rules.gaslight.battle.fight_events import GunFired, GunMoved, GunReloaded, GunRepairTried
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.dice.cannon import mends
from playsheet.rules.gaslight.ground.marks import mark_at
from playsheet.rules.gaslight.options.bursts import GunBarrel, near_gun
from playsheet.rules.gaslight.options.cannon import (
    GunRegion,
    best_shoot,
    gun_barrel,
    gun_is_used,
    gun_places,
    serving,
    why_not_ready,
)
from playsheet.rules.gaslight.options.choices import GUN_MOVE, GUN_RELOAD, GUN_REPAIR, GunFire
from playsheet.rules.gaslight.table.bursts import Laid, fire_laid, lay_by_chance, lay_by_choice

# ---------------------------------------------------------------- what it may do


def gun_order(game: Game[GaslightBattle], unit: Unit, option: Option) -> None:
    """What its owner has chosen of the gun's options."""
    crew = serving(game.battle, unit)
    if isinstance(option, GunFire):
        fire_gun(game, unit, crew, option)
    elif option is GUN_RELOAD:
        game.tell(GunReloaded(unit.id, crew))
    elif option is GUN_REPAIR:
        mend_gun(game, unit, crew)
    elif option is GUN_MOVE:
        move_gun(game, unit, crew)


# ---------------------------------------------------------------- firing


def fire_gun(game: Game[GaslightBattle], unit: Unit, crew: list[int], option: GunFire) -> None:
    battle = game.battle
    barrel = gun_barrel(battle, unit)
    mark = mark_at(battle, battle.units[option.unit], machine=option.machine)
    fire_with(game, unit, crew, barrel, lay_by_choice(game, unit, barrel, mark, option.grape))


def fire_with(game: Game[GaslightBattle], unit: Unit, crew: list[int], barrel: GunBarrel, laid: Laid) -> None:
    """The Shoot is the best at the gun, whoever pulls the lanyard (4.7.2, R110)."""
    shoot = best_shoot(game.battle, unit, crew if not laid.forced else near_gun(game.battle, unit))
    target = laid.mark
    shot = GunFired(
        unit.id,
        crew,
        laid.how,
        target.unit.id,
        target.machine,
        laid.model,
        laid.distance,
        laid.cover,
        0,
        laid.forced,
        laid.ruling,
    )
    fire_laid(game, unit, shot, barrel, shoot, laid)


def forced_gun_shot(game: Game[GaslightBattle], unit: Unit, figure: int) -> None:
    """The failure chart has a crewman fire his gun at a random enemy unit that it may be fired at.

    Nothing comes of it if he is not at the gun, or it is empty, broken or has done something on this card.
    """
    battle = game.battle
    if figure not in near_gun(battle, unit) or battle.engaged(figure):
        return
    if gun_is_used(battle, unit.model) or why_not_ready(battle, unit):
        return
    barrel = gun_barrel(battle, unit)
    laid = lay_by_chance(game, unit, barrel)
    if laid is not None:
        fire_with(game, unit, [figure], barrel, laid)


# ---------------------------------------------------------------- mending


def mend_gun(game: Game[GaslightBattle], unit: Unit, crew: list[int]) -> None:
    battle = game.battle
    game.dice.throwers(unit.seat, unit.seat)
    mended = mends(game.dice, battle.rules, best_shoot(battle, unit, crew))
    game.tell(GunRepairTried(unit.id, crew, mended))


# ---------------------------------------------------------------- moving


def move_gun(game: Game[GaslightBattle], unit: Unit, crew: list[int]) -> None:
    battle = game.battle
    value = game.place(unit.seat, "gun_move", GunRegion(battle, unit, crew), unit.id)
    places = gun_places(battle, unit, crew, value)
    game.tell(GunMoved(unit.id, value[0], value[1], value[2], crew, places.xs, places.ys))
