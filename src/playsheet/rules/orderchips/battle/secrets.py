"""What lies open and what does not: others' standing fire instructions (H2), and by switch where others deploy (R77).

Chips are never in a battle before they are turned: they wait with the game.
"""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.game import GAME_MASTER
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY, Unit
from playsheet.rules.orderchips.terms import Instruction, Where
from playsheet.tabletop.secrets import all_but_side, side_of_seat


def hidden_from(battle: ChipBattle, side: int) -> tuple[int, ...]:
    """By switch nobody else sees where a side stands before all do (R77)."""
    return all_but_side(battle.goals.seat_sides, side) if battle.rules.secret_deployment else ()


# ---------------------------------------------------------------- the battle as a seat may know it


def knows_all(battle: ChipBattle, seat: int) -> bool:
    """A game master does, and everybody when the battle is over."""
    return battle.finished or seat == GAME_MASTER


def is_secretive(battle: ChipBattle, seat: int) -> bool:
    """Is there anything in this battle that the seat may not know?"""
    if battle.secret:
        return True
    for unit in battle.units:
        if unit.seat != seat and (unit.instruction != Instruction.USUAL or unit.laid[2] != Instruction.USUAL):
            return True
    return False


def seen_by(battle: ChipBattle, seat: int) -> ChipBattle:
    """The battle as the seat may know it (the same object where nothing is hidden)."""
    if knows_all(battle, seat) or not is_secretive(battle, seat):
        return battle
    twin = battle.clone()
    side = side_of_seat(battle.goals.seat_sides, seat)
    for id in battle.secret:
        if battle.units[id].side != side:
            hide(twin, twin.units[id])
    twin.secret = [id for id in battle.secret if battle.units[id].side == side]
    for unit in twin.units:
        if unit.seat != seat:
            forget(unit)
    return twin


def forget(unit: Unit) -> None:
    """Its standing fire instruction is nobody else's to know, nor the one of last turn."""
    unit.instruction = Instruction.USUAL
    unit.at_unit = NOBODY
    unit.within = 0.0
    unit.laid = (unit.laid[0], unit.laid[1], Instruction.USUAL, NOBODY, 0.0)


def hide(battle: ChipBattle, unit: Unit) -> None:
    """As if it had not been deployed."""
    fresh = Unit(unit.id, unit.card, unit.name, unit.own_side, unit.owner, unit.first, unit.start, unit.model)
    unit.place = Where.WAITING
    unit.order = fresh.order
    unit.files = fresh.files
    unit.facing = fresh.facing
    unit.attached_to = NOBODY
    unit.attached = []
    unit.hull = None
    for model in [*range(unit.first, unit.first + unit.start), *([unit.model] if unit.model >= 0 else [])]:
        battle.lift(model)
        battle.figures.put(i64(model), 0.0, 0.0, 0.0)
