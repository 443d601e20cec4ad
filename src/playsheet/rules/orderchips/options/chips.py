"""Which chips may be laid for a unit, and by whom (3.1, 4.1)."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, direction, turn_between
from playsheet.core.asking import Option
from playsheet.core.geometry import spacing
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY, Unit
from playsheet.rules.orderchips.options.choices import Arrow, Stay, With
from playsheet.rules.orderchips.options.opportunity import longest
from playsheet.rules.orderchips.terms import Arm, Bar, Haywire, Instruction, Where
from playsheet.tabletop.machines.machine import NO_POWER, RUNNING

COARSE: Final = 45  # degrees between the arrows that are offered ...
FINE: Final = 15  # ... and if a move must keep nearer to its arrow than that
SAME: Final = 10.0  # degrees: one that differs less from another is not offered
NEAREST: Final = 3  # enemy units that an arrow is offered toward
ROUND_IT: Final = 24.0  # inches within which they are looked for first
PICK_AT: Final = 3.0  # inches from the leader: where an arrow is picked on the table


def seat_then_roster(unit: Unit) -> tuple[int, int]:
    return unit.seat, unit.id


def gets_chip(battle: ChipBattle, unit: Unit) -> bool:
    """Is its player asked? Not for units without action and haywire automata, which have a public blank chip."""
    if unit.seat < 0 or unit.place not in (Where.ON_TABLE, Where.ATTACHED):
        return False
    if unit.place == Where.ATTACHED:
        return not battle.units[unit.attached_to].is_locked() and not battle.units[unit.attached_to].no_action
    return not is_blank(battle, unit)


def is_blank(battle: ChipBattle, unit: Unit) -> bool:
    """No action this turn, or an automaton that goes its own way, is jammed, resets or has no power."""
    return why_blank(battle, unit) != ""


def why_blank(battle: ChipBattle, unit: Unit) -> str:
    """Why its chip is blank, in a word."""
    if unit.no_action:
        return Bar.NO_ACTION
    if unit.kind != Arm.AUTOMATON:
        return ""
    machine = battle.machine_of(unit)
    if machine.haywire not in (Haywire.OBEYS, Haywire.ENEMY_CONTROL):
        return Bar.HAYWIRE
    return Bar.NO_POWER if machine.engine == NO_POWER else ""


# ---------------------------------------------------------------- what may be chosen


def chip_options(battle: ChipBattle, unit: Unit) -> list[Option]:
    """Stationary, with a standing instruction if it is armed; Moving, with arrows round the compass and at enemies."""
    return chips_against(battle, unit, [other.id for other in battle.foes_of(unit)])


def chips_against(battle: ChipBattle, unit: Unit, foes: list[int]) -> list[Option]:
    """The same, its enemies on the table being known."""
    options: list[Option] = []
    if unit.place == Where.ATTACHED:
        options.append(With(unit.attached_to))
    short = shortest(unit)
    shoots = not why_no_instruction(unit)
    options.append(Stay(Instruction.USUAL, NOBODY, 0, [], armed=shoots))
    if shoots:
        options.append(Stay(Instruction.ASKS, NOBODY, 0, []))
        options.append(Stay(Instruction.HOLDS, NOBODY, 0, []))
        options.append(Stay(Instruction.AT_ANY, NOBODY, short, foes))
        options.append(Stay(Instruction.AT_CHARGERS, NOBODY, short, foes))
    return [*options, *arrows(battle, unit, foes)]


def why_no_instruction(unit: Unit) -> str:
    """Why it is told nothing about fire, in a word."""
    if shortest(unit) <= 0:
        return Bar.UNARMED
    return Bar.LOCKED if unit.is_locked() else ""


def shortest(unit: Unit) -> int:
    """The short range of its weapon, in whole inches: how near an instruction lets them come by default."""
    if longest(unit) <= 0.0:
        return 0
    machine = unit.card.machine
    if machine is not None:
        return int(max([weapon.short for weapon in machine.weapons]))
    return int(unit.card.weapon.short) if unit.card.weapon is not None else 0


def arrows(battle: ChipBattle, unit: Unit, foes: list[int]) -> list[Option]:
    """Round the compass, and straight at the nearest enemies; none for a vehicle that will never move again."""
    if why_never_moves(battle, unit):
        return []
    x, y = battle.at(battle.leader(unit))
    step = COARSE if 2.0 * battle.rules.arrow >= COARSE else FINE
    bearings = list(range(0, 360, step))
    apart = min(SAME, battle.rules.arrow)
    for _, id in nearest_of(battle, unit, x, y, foes):
        to_x, to_y = battle.middle(battle.units[id])
        at = int(bearing(to_x - x, to_y - y) + 0.5) % 360
        if all(turn_between(float(at), float(known)) > apart for known in bearings):
            bearings.append(at)
    found: list[Option] = []
    for at in bearings:
        ux, uy = direction(float(at))
        found.append(Arrow(at, x + PICK_AT * ux, y + PICK_AT * uy))
    return found


def nearest_of(battle: ChipBattle, unit: Unit, x: float, y: float, foes: list[int]) -> list[tuple[float, int]]:
    """The few enemies whose middles are nearest to the point, the nearest first: round it if there are enough."""
    near: list[tuple[float, int]] = []
    for id in battle.around(x, y, ROUND_IT):
        other = battle.units[id]
        if other.place == Where.ON_TABLE and battle.hostile(unit, other):
            far = middle_off(battle, other, x, y)
            if far <= ROUND_IT:
                near.append((far, id))
    if len(near) < NEAREST:
        near = [(middle_off(battle, battle.units[id], x, y), id) for id in foes]
    near.sort()
    return near[:NEAREST]


def middle_off(battle: ChipBattle, unit: Unit, x: float, y: float) -> float:
    """How far the middle of a unit is from the point."""
    to_x, to_y = battle.middle(unit)
    return spacing(x, y, to_x, to_y)


def why_never_moves(battle: ChipBattle, unit: Unit) -> str:
    """Why a machine will not move again, in a word: a vehicle; an automaton until somebody repairs it."""
    if not unit.is_machine():
        return ""
    machine = battle.machine_of(unit)
    if machine.immobile:
        return Bar.IMMOBILE
    return Bar.NO_POWER if machine.engine != RUNNING and not machine.repairable else ""
