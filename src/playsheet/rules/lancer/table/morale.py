"""Morale on the table (4.6): falling back, routs, and the checks of units locked in melee."""

from __future__ import annotations

from typing import Final

from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, overlaps
from playsheet.rules.lancer.battle.events import Disrupted, MoraleFailed, MoraleHeld, Moved, Routed
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.dice.morale import MoraleWitness, check_morale, fall_back_inches, unit_morale_check
from playsheet.rules.lancer.ground.contact import away_from_melee, fall_back_direction
from playsheet.rules.lancer.ground.moving import Retreat, retreat, same_melee
from playsheet.rules.lancer.table.contact import make_room, part_company, settle
from playsheet.rules.lancer.terms import Arm
from playsheet.tabletop.units import enemy_seat

# ---------------------------------------------------------------- fall back and rout (4.6)


def fall_back(game: Game[LancerBattle], unit: Unit, ux: float, uy: float, inches: int) -> bool:
    """Go back that far, facing kept, and be disrupted; or be routed on the way (R12 to R14). True if it stands."""
    battle = game.battle
    end = retreat(battle, unit, ux, uy, inches, [] if unit.formed else same_melee(battle, unit), [])
    fell_back(game, unit, end, inches)
    if end.routs:
        settle(game, -1)
    else:
        make_room(game)
    return not end.routs


def fell_back(game: Game[LancerBattle], unit: Unit, end: Retreat, inches: int) -> None:
    """Tell where a fall back ended."""
    takes_commander = game.battle.rules.rout_takes_commander
    if end.routs:
        if not takes_commander and unit.commanders:
            game.tell(Moved(unit.id, end.place.x, end.place.y, end.inches, inches, "falls back", end.met))
        ruling = end.ruling
        if unit.commanders:
            ruling = "R13, " + ruling if ruling else "R13"
        game.tell(Routed(unit.id, end.met, takes_commander, ruling))
        return
    stopped_by = end.met if end.inches < inches - TOLERANCE else ""
    game.tell(Moved(unit.id, end.place.x, end.place.y, end.inches, inches, "falls back", stopped_by, end.ruling))
    if not unit.disrupted:
        game.tell(Disrupted(unit.id))


class OnTable(MoraleWitness):
    """A check on the table: told, and the unit that failed goes back that way."""

    def __init__(self, game: Game[LancerBattle], unit: Unit, ux: float, uy: float) -> None:
        self.game: Final = game
        self.unit: Final = unit
        self.ux: Final = ux
        self.uy: Final = uy

    def checked(self, held: bool) -> None:
        told_check(self.game, self.unit, held=held)

    def falls_back(self, inches: int) -> bool:
        return not fall_back(self.game, self.unit, self.ux, self.uy, inches)


def told_check(game: Game[LancerBattle], unit: Unit, *, held: bool) -> None:
    if held:
        game.tell(MoraleHeld(unit.id))
    else:
        game.tell(MoraleFailed(unit.id))


def morale_check_now(game: Game[LancerBattle], unit: Unit) -> None:
    """A Unit Morale Check called by a game master: straight to the rear if it fails (R12)."""
    battle = game.battle
    game.dice.throwers(enemy_seat(battle.units, unit.side), unit.seat)
    ux, uy = fall_back_direction(battle, unit, unit.x, unit.y)
    check_morale(game.dice, battle.rules, unit.morale(), bool(unit.commanders), OnTable(game, unit, ux, uy))


# ---------------------------------------------------------------- STOP


def melee_morale(game: Game[LancerBattle]) -> None:
    """All locked units roll first, side 1 in roster order, then side 2, and those who failed how far; then they move.

    They move at one moment: nobody who leaves is in another's way where he stood or as he goes, only where he ends
    (R51).
    """
    battle = game.battle
    locked = [unit for side in (0, 1) for unit in battle.units if unit.side == side and unit.in_melee()]
    failed: list[Unit] = []
    for unit in locked:
        game.dice.throwers(enemy_seat(battle.units, unit.side), unit.seat)
        held = unit_morale_check(game.dice, battle.rules, unit.morale(), bool(unit.commanders))
        told_check(game, unit, held=held)
        if not held:
            failed.append(unit)
    far: list[int] = []
    for unit in failed:
        game.dice.throwers(enemy_seat(battle.units, unit.side), unit.seat)
        far.append(fall_back_inches(game.dice, battle.rules))
    ends = retreats(battle, failed, far)
    for unit in failed:
        part_company(game, unit)
    for index in range(len(failed)):
        fell_back(game, failed[index], ends[index], far[index])
    if locked:
        settle(game, -1)


def retreats(battle: LancerBattle, units: list[Unit], far: list[int]) -> list[Retreat]:
    """Where units end that fall back from their melees at one moment; two that end on each other both rout (R51)."""
    leaving = [unit.id for unit in units]
    ends: list[Retreat] = []
    for index in range(len(units)):
        ux, uy = away_from_melee(battle, units[index])
        melee = same_melee(battle, units[index])
        ends.append(retreat(battle, units[index], ux, uy, far[index], melee, leaving))
    found: list[Retreat] = []
    for index in range(len(units)):
        end = ends[index]
        for other in range(len(units)):
            if other != index and not end.routs and not ends[other].routs and collide(units, ends, index, other):
                end = Retreat(end.place, end.inches, units[other].name, "R51", routs=True)
        found.append(end)
    return found


def collide(units: list[Unit], ends: list[Retreat], one: int, other: int) -> bool:
    """Would they stand on each other? A loose commander steps aside for friends (R36)."""
    if units[one].side == units[other].side and Arm.COMMANDER in (units[one].kind, units[other].kind):
        return False
    return overlaps(ends[one].place, ends[other].place)
