"""The charge (4.3): declared, fired on, tested by both, run straight at the nearest model; who is locked after it."""

from __future__ import annotations

from playsheet.core.angles import bearing, direction
from playsheet.core.game import Game
from playsheet.core.geometry import FAR, TOLERANCE, spacing
from playsheet.rules.orderchips.battle.events import ChargeDeclared, ChargeOff, Locked, MoveEnded
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.dice.charge import charge_bonus
from playsheet.rules.orderchips.ground.bases import run_to
from playsheet.rules.orderchips.ground.contact import is_touched
from playsheet.rules.orderchips.ground.moving import free_run
from playsheet.rules.orderchips.ground.slots import Manner, Places, as_it_stands
from playsheet.rules.orderchips.options.charge import (
    bases_of,
    line_to,
    nearest_base,
    reach_along,
    strip_heading,
    touches_gun,
)
from playsheet.rules.orderchips.options.moves import Way
from playsheet.rules.orderchips.options.steering import can_go_on, straight_run
from playsheet.rules.orderchips.sheet.tables import is_within
from playsheet.rules.orderchips.table.contact import lock_all, settle
from playsheet.rules.orderchips.table.morale import to_charge, to_receive
from playsheet.rules.orderchips.table.moves import come_to_rest, go, march
from playsheet.rules.orderchips.table.opportunity import window
from playsheet.rules.orderchips.table.steering import roll, turn_to
from playsheet.rules.orderchips.terms import MoveKind, Where

# ---------------------------------------------------------------- the charge itself


def charge(game: Game[ChipBattle], unit: Unit, target: Unit) -> None:
    """Declared, fired on, tested by both sides; then it goes in. Machines have made their rolls already."""
    battle = game.battle
    game.tell(ChargeDeclared(unit.id, target.id, "R34"))
    if unit.is_machine():
        heading = strip_heading(battle, unit, target)
        if heading is not None:
            turn_to(game, unit, heading, MoveKind.CHARGES, "R66")
    if not battle.rules.fire_during_only:
        window(game, unit.id)
    if goes_in(game, unit, target):
        run_in(game, unit, target)
    if unit.place == Where.ON_TABLE:
        game.tell(MoveEnded(unit.id))
    settle(game)


def goes_in(game: Game[ChipBattle], unit: Unit, target: Unit) -> bool:
    """Is the charger still there, able, and willing (4.3.2)? Then the target tests to receive, and acts on it."""
    battle = game.battle
    if unit.place != Where.ON_TABLE:
        return False
    if unit.is_machine() and not can_go_on(battle, unit):
        game.tell(ChargeOff(unit.id, "R69"))
        return False
    if target.place == Where.ON_TABLE:
        if not to_charge(game, unit, target):
            if unit.place == Where.ON_TABLE:
                game.tell(ChargeOff(unit.id, "R21"))
            return False
        to_receive(game, target, unit)
    return unit.place == Where.ON_TABLE


def bonus_of(game: Game[ChipBattle], unit: Unit) -> float:
    """Rolled after the tests (R63); a machine's is fixed."""
    if unit.card.machine is not None:
        return float(unit.card.machine.charge)
    if unit.card.charge is None:
        return 0.0
    seat = thrower(game.battle, unit)
    game.dice.throwers(seat, seat)
    return float(charge_bonus(game.dice, unit.card.charge, []))


def thrower(battle: ChipBattle, unit: Unit) -> int:
    """Who throws for a charger: its player; for natives whoever they charge, or who moves first (R102)."""
    if unit.seat >= 0:
        return unit.seat
    if unit.target >= 0 and battle.units[unit.target].seat >= 0:
        return battle.units[unit.target].seat
    return battle.order[0] if battle.order else 0


def run_in(game: Game[ChipBattle], unit: Unit, target: Unit) -> None:
    """Straight at the nearest model, with windows at each inch until contact; out of reach, the full distance."""
    battle = game.battle
    aim = battle.at(battle.leader(target)) if target.place != Where.ON_TABLE else (0.0, 0.0)
    purse = battle.move_of(unit) + bonus_of(game, unit)
    if unit.is_machine():
        ram(game, unit, target, purse)
        return
    leader = unit.first
    model, far = nearest_base(battle, leader, target) if target.place == Where.ON_TABLE else (-1, FAR)
    x, y = battle.at(leader)
    heading = line_to(battle, leader, model) if model >= 0 else bearing(aim[0] - x, aim[1] - y)
    manner = Manner(target.id, apart=0.0, through=False)
    most = min(far, purse)
    most = min(most, reach_along(battle, unit, heading, most, purse))
    most = free_run(battle, unit, x, y, heading, most, manner, heading)
    ux, uy = direction(heading)
    way = Way([(x, y), (x + ux * most, y + uy * most)], unit.order, unit.files, facing=heading)
    held = as_it_stands(battle, unit)
    if not march(game, unit, way, MoveKind.CHARGES, most):
        return
    contact = is_within(far, most)
    end_charge(game, unit, target, way, most, held, contact)


def end_charge(
    game: Game[ChipBattle], unit: Unit, target: Unit, way: Way, far: float, held: Places, contact: bool
) -> None:
    """The slots are laid facing the line of charge; whoever touches is locked."""
    apart = 0.0 if contact else game.battle.rules.apart
    come_to_rest(game, unit, way, far, MoveKind.CHARGES, Manner(target.id, apart=apart, through=False), held, "R70")
    meet(game, unit, target)
    if not unit.is_locked():
        window(game, unit.id)


def meet(game: Game[ChipBattle], unit: Unit, target: Unit) -> None:
    """On contact both are locked, and so is whoever else is touched."""
    battle = game.battle
    if unit.place != Where.ON_TABLE:
        return
    if (
        target.place == Where.ON_TABLE
        and target.id not in unit.locked
        and (is_touched(battle, unit, target) or touches_gun(battle, unit, target))
    ):
        game.tell(Locked(unit.id, target.id, "R70"))
    lock_all(game, unit)


def ram(game: Game[ChipBattle], unit: Unit, target: Unit, purse: float) -> None:
    """A machine goes straight ahead at its target, or as far as it gets."""
    battle = game.battle
    manner = Manner(target.id, apart=0.0, through=False)
    far = purse
    if target.place == Where.ON_TABLE:
        x, y = battle.at(unit.model)
        ux, uy = direction(unit.facing)
        for model in bases_of(battle, target):
            far = min(far, run_to(battle, unit.model, x, y, unit.facing, ux, uy, model, short=0.0))
    far = straight_run(battle, unit, unit.facing, unit.facing, far, purse, manner)
    roll(game, unit, unit.facing, far, MoveKind.CHARGES, manner, "R66")
    if unit.place == Where.ON_TABLE:
        meet(game, unit, target)


# ---------------------------------------------------------------- straight at somebody without a charge


def straight(game: Game[ChipBattle], unit: Unit, x: float, y: float, how: str) -> None:
    """A unit of figures goes its full move straight at a point, an inch from enemies: natives do (4.15.5)."""
    battle = game.battle
    start = battle.at(unit.first)
    manner = Manner(apart=battle.rules.apart, through=False)
    heading = bearing(x - start[0], y - start[1])
    most = min(battle.move_of(unit), spacing(*start, x, y))
    most = min(most, reach_along(battle, unit, heading, most, battle.move_of(unit)))
    most = free_run(battle, unit, *start, heading, most, manner, heading)
    ux, uy = direction(heading)
    points = [start, (start[0] + ux * most, start[1] + uy * most)] if most > TOLERANCE else [start]
    go(game, unit, Way(points, unit.order, unit.files, facing=heading), how, manner)
