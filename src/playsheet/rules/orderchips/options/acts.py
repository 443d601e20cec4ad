"""What a unit may do in the moves (4.1 to 4.5): who of a player may act next, and what he does then."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.options.charge import charge_targets
from playsheet.rules.orderchips.options.chips import why_blank
from playsheet.rules.orderchips.options.choices import DONE, Charge, Go, Pick, Repair
from playsheet.rules.orderchips.options.moves import FormRegion, MoveRegion, may_change_order
from playsheet.rules.orderchips.options.repair import patients
from playsheet.rules.orderchips.sheet.machine import HAYWIRE_AT
from playsheet.rules.orderchips.terms import Arm, Bar, Chip, Haywire, Order, Where

AGAIN: Final = (Haywire.RANDOM_MOVE, Haywire.FORWARD, Haywire.ATTACK)  # after these haywire is rolled again next turn


# ---------------------------------------------------------------- who acts next


def next_units(battle: ChipBattle, seat: int) -> list[Option]:
    """The units of a seat that may or must still act; nobody else, once those that must have acted (R71, R91)."""
    found: list[Option] = []
    due = False
    for unit in battle.units:
        if unit.seat != seat or unit.place != Where.ON_TABLE or why_not_picked(battle, unit):
            continue
        if must_act(battle, unit):
            due = True
            found.append(Pick(unit.id, ""))
        else:
            found.append(Pick(unit.id, "" if unit.chip == Chip.MOVING else ", which is stationary"))
    if found and not due:
        found.append(DONE)
    return found


def why_not_picked(battle: ChipBattle, unit: Unit) -> str:
    """Why a unit on the table is not its player's to act with now, in a word."""
    if unit.moved:
        return Bar.MOVED
    if unit.chip == Chip.MOVING or must_act(battle, unit):
        return ""
    why = why_not_form(battle, unit)
    return "" if why and unit.card.scientist and patients(battle, unit) else why


def must_act(battle: ChipBattle, unit: Unit) -> bool:
    """Machines make their rolls (R71), by switch standing ones too (R64); who is to break off breaks off (4.3.8)."""
    if not unit.is_machine():
        return unit.chip == Chip.MOVING and unit.is_locked()
    if unit.kind == Arm.AUTOMATON and is_due(battle, unit):
        return True
    if unit.chip == Chip.MOVING:
        return True
    return unit.chip == Chip.STATIONARY and stands_and_rolls(battle, unit)


def stands_and_rolls(battle: ChipBattle, unit: Unit) -> bool:
    return battle.rules.sustains_standing(automaton=unit.kind == Arm.AUTOMATON)


def is_due(battle: ChipBattle, unit: Unit) -> bool:
    """Does it roll haywire again this turn instead of moving (4.14.2)?"""
    return unit.kind == Arm.AUTOMATON and unit.has_machine() and not unit.moved and unit.machine[HAYWIRE_AT] in AGAIN


def may_form(battle: ChipBattle, unit: Unit) -> bool:
    """A stationary unit of figures that is not locked may form anew or turn in place."""
    return not why_not_form(battle, unit)


def why_not_form(battle: ChipBattle, unit: Unit) -> str:
    """Why it may not, in a word."""
    if unit.chip != Chip.STATIONARY:
        return Bar.MOVES if unit.chip == Chip.MOVING else why_blank(battle, unit) or Bar.NO_CHIP
    if unit.is_machine():
        return Bar.STANDS
    if unit.is_locked():
        return Bar.LOCKED
    return Bar.FORCED if unit.forced else ""


# ---------------------------------------------------------------- what it does


def acts_of(battle: ChipBattle, unit: Unit) -> list[Option]:
    """Move, in either order; charge whom it can; repair; a stationary unit only forms anew."""
    stands = unit.chip != Chip.MOVING
    options: list[Option] = []
    if not stands or may_form(battle, unit):
        options.append(Go(unit.order, changes=False, stands=stands))
        if may_change_order(unit):
            other = Order.LOOSE if unit.order == Order.CLOSE else Order.CLOSE
            region = FormRegion(battle, unit, other) if stands else MoveRegion(battle, unit, other)
            if region.is_open():
                options.append(Go(other, changes=True, stands=stands))
    if not stands:
        targets = charge_targets(battle, unit)
        options += [Charge(target) for target in targets]
        for order in orders_to_charge_in(battle, unit) if targets else []:
            options += [Charge(target, order) for target in targets]
    if unit.card.scientist:
        options += [Repair(id) for id in patients(battle, unit)]
    return options


def orders_to_charge_in(battle: ChipBattle, unit: Unit) -> list[int]:
    """The orders in which a unit may form up before it charges, its own among them (R110)."""
    if not may_change_order(unit) or battle.strength(unit) < 2:
        return []
    return [order for order in (Order.CLOSE, Order.LOOSE) if FormRegion(battle, unit, order).is_open()]
