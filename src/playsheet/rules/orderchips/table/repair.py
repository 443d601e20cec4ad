"""Scientists and automata (4.14.3): one charges an automaton as soon as it has moved, and tries to repair it."""

from __future__ import annotations

from playsheet.core.angles import bearing, direction
from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.rules.orderchips.battle.events import GoesToRepair, MoveEnded
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.dice.charge import charge_bonus
from playsheet.rules.orderchips.ground.moving import free_run
from playsheet.rules.orderchips.ground.slots import Manner, as_it_stands
from playsheet.rules.orderchips.options.charge import reach_along
from playsheet.rules.orderchips.options.choices import NO, Repair
from playsheet.rules.orderchips.options.moves import Way
from playsheet.rules.orderchips.options.repair import can_reach, is_at, may_try, needs_repair
from playsheet.rules.orderchips.table.charge import bonus_of
from playsheet.rules.orderchips.table.contact import lock_all, settle
from playsheet.rules.orderchips.table.engines import try_repair
from playsheet.rules.orderchips.table.moves import come_to_rest, march
from playsheet.rules.orderchips.table.opportunity import window
from playsheet.rules.orderchips.terms import Chip, MoveKind, Where


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
        window(game, unit.id, declared=True)
        if unit.place == Where.ON_TABLE:
            walk_up(game, unit, automaton)
    if unit.place != Where.ON_TABLE:
        return
    if automaton.place == Where.ON_TABLE and is_at(battle, unit, automaton):
        try_repair(game, unit, automaton)
    if unit.place == Where.ON_TABLE and (unit.chip == Chip.MOVING or unit.moved):
        game.tell(MoveEnded(unit.id))
    settle(game)


def walk_up(game: Game[ChipBattle], unit: Unit, automaton: Unit) -> None:
    battle = game.battle
    purse = battle.move_of(unit) + charge_bonus(game.dice, bonus_of(game, unit), [])
    x, y = battle.at(unit.first)
    to_x, to_y = battle.at(automaton.model)
    heading = bearing(to_x - x, to_y - y)
    manner = Manner(automaton.id, apart=battle.rules.apart, through=False)
    far = min(purse, battle.gap(unit.first, automaton.model))
    far = min(far, reach_along(battle, unit, heading, far, purse))
    far = free_run(battle, unit, x, y, heading, far, manner, heading)
    ux, uy = direction(heading)
    way = Way([(x, y), (x + ux * far, y + uy * far)], unit.order, unit.files, facing=heading)
    held = as_it_stands(battle, unit)
    if not march(game, unit, way, MoveKind.REPAIRS, far):
        return
    come_to_rest(game, unit, way, far, MoveKind.REPAIRS, manner, held, "R43")
    lock_all(game, unit)
