"""Which automata a scientist may repair, and whether he can get there (4.14.3)."""

from __future__ import annotations

from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.dice.repair import conditions
from playsheet.rules.orderchips.ground.contact import touches
from playsheet.rules.orderchips.options.charge import most_bonus, nearest_base
from playsheet.rules.orderchips.sheet.tables import is_within
from playsheet.rules.orderchips.terms import Arm, Bar, Chip, Haywire, Where
from playsheet.tabletop.machines.machine import RUNNING


def needs_repair(battle: ChipBattle, automaton: Unit) -> bool:
    """Is there anything that a scientist could mend?"""
    if automaton.kind != Arm.AUTOMATON or not automaton.has_machine():
        return False
    return len(conditions(battle.machine_of(automaton), controlled=automaton.seat != automaton.owner)) > 0


def may_try(unit: Unit, automaton: Unit) -> bool:
    """A scientist of the player who owned it first, on his own, who has not tried this turn."""
    return not why_not_try(unit, automaton)


def why_not_try(unit: Unit, automaton: Unit) -> str:
    """Why he may not, in a word."""
    if not unit.card.scientist or unit.place != Where.ON_TABLE or unit.seat != automaton.owner:
        return Bar.NEVER
    if unit.no_action:
        return Bar.NO_ACTION
    return Bar.TRIED if unit.tried_repair else ""


def is_at(battle: ChipBattle, unit: Unit, automaton: Unit) -> bool:
    return touches(battle, unit.first, automaton.model)


def can_reach(battle: ChipBattle, unit: Unit, automaton: Unit) -> bool:
    """A Moving scientist who has not moved, near enough for his move and the largest bonus."""
    return not why_out_of_reach(battle, unit, automaton)


def why_out_of_reach(battle: ChipBattle, unit: Unit, automaton: Unit) -> str:
    """Why he cannot get there, in a word."""
    if unit.chip != Chip.MOVING:
        return Bar.STANDS if unit.chip == Chip.STATIONARY else Bar.NO_CHIP
    if unit.moved:
        return Bar.MOVED
    if unit.is_locked():
        return Bar.LOCKED
    _, far = nearest_base(battle, unit.first, automaton)
    return "" if is_within(far, battle.move_of(unit) + most_bonus(unit)) else Bar.TOO_FAR


def patients(battle: ChipBattle, unit: Unit) -> list[int]:
    """The automata that a scientist may go to at his own place: those that will not move, or that he is at."""
    return [id for id in battle.machines if not why_no_repair(battle, unit, battle.units[id])]


def why_no_repair(battle: ChipBattle, unit: Unit, automaton: Unit) -> str:
    """Why he may not go to that one now, in a word."""
    why = why_not_try(unit, automaton)
    if why:
        return why
    if not needs_repair(battle, automaton):
        return Bar.IN_ORDER
    if is_at(battle, unit, automaton):
        return ""
    if not automaton.moved and will_move(battle, automaton):
        return Bar.WILL_MOVE
    return why_out_of_reach(battle, unit, automaton)


def will_move(battle: ChipBattle, automaton: Unit) -> bool:
    """Has it a move of some kind still to come this turn? Not if it is jammed or without power (R107)."""
    machine = battle.machine_of(automaton)
    if machine.haywire == Haywire.JAMS or machine.engine != RUNNING:
        return False
    return not automaton.moved and not automaton.no_action and automaton.chip != Chip.STATIONARY
