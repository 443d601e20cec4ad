"""Which automata a scientist may repair, and whether he can get there (4.14.3)."""

from __future__ import annotations

from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.dice.repair import conditions
from playsheet.rules.orderchips.ground.contact import touches
from playsheet.rules.orderchips.options.charge import most_bonus, nearest_base
from playsheet.rules.orderchips.sheet.tables import is_within
from playsheet.rules.orderchips.terms import Arm, Chip, Haywire, Where
from playsheet.tabletop.machines.machine import RUNNING


def needs_repair(battle: ChipBattle, automaton: Unit) -> bool:
    """Is there anything that a scientist could mend?"""
    if automaton.kind != Arm.AUTOMATON or not automaton.has_machine():
        return False
    return len(conditions(battle.machine_of(automaton), controlled=automaton.seat != automaton.owner)) > 0


def may_try(unit: Unit, automaton: Unit) -> bool:
    """A scientist of the player who owned it first, on his own, who has not tried this turn."""
    return (
        unit.card.scientist
        and unit.place == Where.ON_TABLE
        and unit.seat == automaton.owner
        and not unit.tried_repair
        and not unit.no_action
    )


def is_at(battle: ChipBattle, unit: Unit, automaton: Unit) -> bool:
    return touches(battle, unit.first, automaton.model)


def can_reach(battle: ChipBattle, unit: Unit, automaton: Unit) -> bool:
    """A Moving scientist who has not moved, near enough for his move and the largest bonus."""
    if unit.chip != Chip.MOVING or unit.moved or unit.is_locked():
        return False
    _, far = nearest_base(battle, unit.first, automaton)
    return is_within(far, battle.move_of(unit) + most_bonus(unit))


def patients(battle: ChipBattle, unit: Unit) -> list[int]:
    """The automata that a scientist may go to at his own place: those that will not move, or that he is at."""
    found: list[int] = []
    for id in battle.machines:
        automaton = battle.units[id]
        if not may_try(unit, automaton) or not needs_repair(battle, automaton):
            continue
        waits = automaton.moved or not will_move(battle, automaton)
        if is_at(battle, unit, automaton) or (waits and can_reach(battle, unit, automaton)):
            found.append(id)
    return found


def will_move(battle: ChipBattle, automaton: Unit) -> bool:
    """Has it a move of some kind still to come this turn? Not if it is jammed or without power (R107)."""
    machine = battle.machine_of(automaton)
    if machine.haywire == Haywire.JAMS or machine.engine != RUNNING:
        return False
    return not automaton.moved and not automaton.no_action and automaton.chip != Chip.STATIONARY
