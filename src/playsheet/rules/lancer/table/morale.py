"""Morale on the table (4.6): falling back, routs, and the checks of units locked in melee."""

from __future__ import annotations

from playsheet.core.angles import direction
from playsheet.core.game import Game
from playsheet.rules.lancer.battle.events import Disrupted, MoraleFailed, MoraleHeld, Moved, Routed
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.dice.morale import fall_back_inches, unit_morale_check
from playsheet.rules.lancer.ground.contact import away, enemy_mean
from playsheet.rules.lancer.ground.moving import fall_back_collision, fall_back_footprint
from playsheet.rules.lancer.table.contact import form_up, make_room, part_company, settle
from playsheet.tabletop.units import enemy_seat

# ---------------------------------------------------------------- fall back and rout (4.6)


def fall_back_direction(battle: LancerBattle, unit: Unit, from_x: float, from_y: float) -> tuple[float, float]:
    """Directly away from the cause, or straight to the own edge by the other reading of R12; else to the rear (R51)."""
    if battle.rules.to_own_edge:
        ux, uy = direction(battle.goals.facings[unit.side])
        return -ux, -uy
    ux, uy = away(unit.x, unit.y, from_x, from_y)
    if ux == 0.0 and uy == 0.0:
        fx, fy = direction(unit.facing)
        return -fx, -fy
    return ux, uy


def fall_back(game: Game[LancerBattle], unit: Unit, ux: float, uy: float, inches: int) -> bool:
    """Go back that far, facing kept, and be disrupted; or be routed on the way (R12 to R14). True if it stands."""
    battle = game.battle
    if not unit.formed:
        form_up(game, unit, ux, uy)
    held = fall_back_footprint(battle, unit)
    far = float(inches)
    met = fall_back_collision(battle, unit, held, ux, uy, far)
    if met.name and not met.halts:
        if not battle.rules.rout_takes_commander and unit.commanders:
            there = held.moved(ux, uy, met.inches)
            game.tell(Moved(unit.id, there.x, there.y, met.inches, inches, "falls back", met.name))
        ruling = met.ruling
        if unit.commanders:
            ruling = "R13, " + ruling if ruling else "R13"
        game.tell(Routed(unit.id, met.name, battle.rules.rout_takes_commander, ruling))
        settle(game, -1)
        return False
    stopped_by = ""
    if met.name and met.inches < far:
        far = met.inches
        stopped_by = met.name
    there = held.moved(ux, uy, far)
    game.tell(Moved(unit.id, there.x, there.y, far, inches, "falls back", stopped_by, met.ruling))
    if not unit.disrupted:
        game.tell(Disrupted(unit.id))
    make_room(game)
    return True


def morale_check_now(game: Game[LancerBattle], unit: Unit) -> None:
    """A Unit Morale Check called by a game master: straight to the rear if it fails (R12)."""
    battle = game.battle
    game.dice.throwers(enemy_seat(battle.units, unit.side), unit.seat)
    if unit_morale_check(game.dice, battle.rules, unit.morale(), bool(unit.commanders)):
        game.tell(MoraleHeld(unit.id))
        return
    game.tell(MoraleFailed(unit.id))
    ux, uy = fall_back_direction(battle, unit, unit.x, unit.y)
    fall_back(game, unit, ux, uy, fall_back_inches(game.dice, battle.rules))


# ---------------------------------------------------------------- STOP


def melee_morale(game: Game[LancerBattle]) -> None:
    """All locked units roll first, side 1 in roster order, then side 2; only then do the failures move."""
    battle = game.battle
    locked = [unit for side in (0, 1) for unit in battle.units if unit.side == side and unit.in_melee()]
    ways = [away_from_melee(battle, unit) for unit in locked]
    failed: list[int] = []
    for index in range(len(locked)):
        unit = locked[index]
        game.dice.throwers(enemy_seat(battle.units, unit.side), unit.seat)
        if unit_morale_check(game.dice, battle.rules, unit.morale(), bool(unit.commanders)):
            game.tell(MoraleHeld(unit.id))
        else:
            game.tell(MoraleFailed(unit.id))
            failed.append(index)
    for index in failed:
        unit = locked[index]
        if not unit.on_table():
            continue
        game.dice.throwers(enemy_seat(battle.units, unit.side), unit.seat)
        inches = fall_back_inches(game.dice, battle.rules)
        part_company(game, unit)
        ux, uy = ways[index]
        form_up(game, unit, ux, uy)
        fall_back(game, unit, ux, uy, inches)
    if locked:
        settle(game, -1)


def away_from_melee(battle: LancerBattle, unit: Unit) -> tuple[float, float]:
    """Directly away from the mean of the enemy figures in contact, taken before anybody moves (R12, R51)."""
    x, y = enemy_mean(battle, unit)
    return fall_back_direction(battle, unit, x, y)
