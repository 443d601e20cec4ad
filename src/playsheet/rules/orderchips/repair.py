"""Scientists and automata (4.14.3): one charges an automaton as soon as it has moved, and tries to repair it."""

from __future__ import annotations

from playsheet.core.angles import bearing, direction
from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.rules.orderchips.charge import bonus_of, most_bonus, nearest_base, reach_along
from playsheet.rules.orderchips.contact import lock_all, settle, touches
from playsheet.rules.orderchips.engines import try_repair
from playsheet.rules.orderchips.events import REPAIRS, GoesToRepair, MoveEnded
from playsheet.rules.orderchips.haywire import conditions
from playsheet.rules.orderchips.movement import Way, come_to_rest, march
from playsheet.rules.orderchips.opportunity import window
from playsheet.rules.orderchips.options import NO, Repair
from playsheet.rules.orderchips.sheet import AUTOMATON, is_within
from playsheet.rules.orderchips.slots import Manner, as_it_stands
from playsheet.rules.orderchips.state import MOVING, ON_TABLE, STATIONARY, ChipBattle, Unit
from playsheet.rules.orderchips.ways import free_run


def needs_repair(battle: ChipBattle, automaton: Unit) -> bool:
    """Is there anything that a scientist could mend?"""
    if automaton.kind != AUTOMATON or not automaton.has_machine():
        return False
    return len(conditions(battle.machine_of(automaton), automaton.seat != automaton.owner)) > 0


def may_try(unit: Unit, automaton: Unit) -> bool:
    """A scientist of the player who owned it first, on his own, who has not tried this turn."""
    return (
        unit.card.scientist
        and unit.place == ON_TABLE
        and unit.seat == automaton.owner
        and not unit.tried_repair
        and not unit.no_action
    )


def is_at(battle: ChipBattle, unit: Unit, automaton: Unit) -> bool:
    return touches(battle, unit.first, automaton.model)


def can_reach(battle: ChipBattle, unit: Unit, automaton: Unit) -> bool:
    """A Moving scientist who has not moved, near enough for his move and the largest bonus."""
    if unit.chip != MOVING or unit.moved or unit.is_locked():
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
        waits = automaton.moved or not will_move(automaton)
        if is_at(battle, unit, automaton) or (waits and can_reach(battle, unit, automaton)):
            found.append(id)
    return found


def will_move(automaton: Unit) -> bool:
    """Has it a move of some kind still to come this turn?"""
    return not automaton.moved and not automaton.no_action and automaton.chip != STATIONARY


def offer(game: Game[ChipBattle], automaton: Unit) -> None:
    """The automaton has moved: each scientist who can may go to it at once, whoever's turn it is (D11)."""
    battle = game.battle
    for unit in battle.units:
        if not may_try(unit, automaton) or not needs_repair(battle, automaton):
            continue
        if is_at(battle, unit, automaton) or not can_reach(battle, unit, automaton):
            continue
        options: list[Option] = [Repair(automaton.id), NO]
        if game.choose(unit.seat, "repair", options, unit.id).key() != NO.key():
            go_to(game, unit, automaton)


def go_to(game: Game[ChipBattle], unit: Unit, automaton: Unit) -> None:
    """He goes straight there, his move and his bonus, not bound by his arrow; in contact he tries."""
    battle = game.battle
    if not is_at(battle, unit, automaton):
        game.tell(GoesToRepair(unit.id, automaton.id, "R43"))
        window(game, unit.id)
        if unit.place == ON_TABLE:
            walk_up(game, unit, automaton)
    if unit.place != ON_TABLE:
        return
    if automaton.place == ON_TABLE and is_at(battle, unit, automaton):
        try_repair(game, unit, automaton)
    if unit.place == ON_TABLE and (unit.chip == MOVING or unit.moved):
        game.tell(MoveEnded(unit.id))
    settle(game)


def walk_up(game: Game[ChipBattle], unit: Unit, automaton: Unit) -> None:
    battle = game.battle
    purse = battle.move_of(unit) + bonus_of(game, unit)
    x, y = battle.at(unit.first)
    to_x, to_y = battle.at(automaton.model)
    heading = bearing(to_x - x, to_y - y)
    manner = Manner(battle.rules.apart, False, automaton.id)
    far = min(purse, battle.gap(unit.first, automaton.model))
    far = min(far, reach_along(battle, unit, heading, far, purse))
    far = free_run(battle, unit, x, y, heading, far, manner, heading)
    ux, uy = direction(heading)
    way = Way([(x, y), (x + ux * far, y + uy * far)], heading, unit.order, unit.files)
    held = as_it_stands(battle, unit)
    if not march(game, unit, way, REPAIRS, far):
        return
    come_to_rest(game, unit, way, far, REPAIRS, manner, held, "R43")
    lock_all(game, unit)
