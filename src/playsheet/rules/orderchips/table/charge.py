"""The charge (4.3): declared, fired on, tested by both, run straight at the nearest model; who is locked after it."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, direction
from playsheet.core.dice import Dice, State
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.core.sheet import Amount
from playsheet.rules.orderchips.battle.events import ChargeDeclared, ChargeOff, Locked, MoveEnded
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.dice.charge import CHARGER, RESULT_AT, Course, put
from playsheet.rules.orderchips.dice.charge import charge as run_course
from playsheet.rules.orderchips.dice.morale import Failure, MoraleWitness, Tester
from playsheet.rules.orderchips.ground.contact import is_touched
from playsheet.rules.orderchips.ground.moving import free_run
from playsheet.rules.orderchips.ground.slots import Manner, Places, as_it_stands
from playsheet.rules.orderchips.options.charge import (
    Run,
    gap_ahead,
    reach_along,
    run_at,
    strip_heading,
    touches_gun,
)
from playsheet.rules.orderchips.options.moves import Way
from playsheet.rules.orderchips.options.steering import can_go_on, straight_run
from playsheet.rules.orderchips.table.contact import lock_all, settle
from playsheet.rules.orderchips.table.morale import OnTable as TestOnTable
from playsheet.rules.orderchips.table.morale import (
    Result,
    away_from_enemy,
    carry_out,
    tester_of,
    tests,
    throw_test,
)
from playsheet.rules.orderchips.table.moves import come_to_rest, go, march
from playsheet.rules.orderchips.table.opportunity import window
from playsheet.rules.orderchips.table.steering import roll, turn_to
from playsheet.rules.orderchips.terms import ChargeResult, MoveKind, TestReason, Where

REASONS: Final = (TestReason.TO_CHARGE, TestReason.TO_RECEIVE)  # of the charger, of whom it charges

# ---------------------------------------------------------------- the charge itself


def charge(game: Game[ChipBattle], unit: Unit, target: Unit) -> None:
    """Declared, fired on, tested by both sides; then it goes in. Machines have made their rolls already."""
    battle = game.battle
    game.tell(ChargeDeclared(unit.id, target.id, "R34"))
    if unit.is_machine():
        heading = strip_heading(battle, unit, target)
        if heading is not None:
            turn_to(game, unit, heading, MoveKind.CHARGES, "R66")
    run_course(game.dice, OnTable(game, unit, target))
    if unit.place == Where.ON_TABLE:
        game.tell(MoveEnded(unit.id))
    settle(game)


class OnTable(Course):
    """A charge on the table: it opens windows, tells what comes of tests, and moves."""

    def __init__(self, game: Game[ChipBattle], unit: Unit, target: Unit) -> None:
        self.game: Final = game
        self.unit: Final = unit
        self.target: Final = target

    def fire(self, dice: Dice, state: State) -> State:
        """The window at the declaration; by switch there is none (R34)."""
        game = self.game
        unit = self.unit
        if not game.battle.rules.fire_during_only:
            window(game, unit.id, declared=True)
        if unit.place != Where.ON_TABLE:
            return put(state, RESULT_AT, ChargeResult.SHOT_DOWN)
        if unit.is_machine() and not can_go_on(game.battle, unit):
            game.tell(ChargeOff(unit.id, "R69"))
            return put(state, RESULT_AT, ChargeResult.CALLED_OFF)
        return state

    def tester(self, who: int, state: State) -> Tester | None:
        """Nobody tests for a target that is gone."""
        own, other = self.pair(who)
        if self.target.place != Where.ON_TABLE or not tests(own):
            return None
        throw_test(self.game, own, other)
        return tester_of(self.game.battle, own, REASONS[who], other)

    def witness(self, who: int) -> MoraleWitness:
        return TestOnTable(self.game, self.pair(who)[0], REASONS[who])

    def give_way(self, who: int, failed: Failure) -> None:
        own, other = self.pair(who)
        away = away_from_enemy(self.game.battle, own, other)
        carry_out(self.game, Result(own.id, failed, away=away))
        if who == CHARGER and not failed.stands() and own.place == Where.ON_TABLE:
            self.game.tell(ChargeOff(own.id, "R21"))

    def pair(self, who: int) -> tuple[Unit, Unit]:
        return (self.unit, self.target) if who == CHARGER else (self.target, self.unit)

    def figures(self, who: int, state: State) -> int:
        return self.pair(who)[0].figures

    def bonus(self) -> Amount:
        return bonus_of(self.game, self.unit)

    def run(self, state: State, inches: int) -> int:
        run_in(self.game, self.unit, self.target, inches)
        if self.target.id in self.unit.locked:
            return ChargeResult.CONTACT
        return ChargeResult.FELL_SHORT if self.target.place == Where.ON_TABLE else ChargeResult.NOBODY_LEFT


def bonus_of(game: Game[ChipBattle], unit: Unit) -> Amount:
    """What its card says, thrown by its own player; a machine's is fixed."""
    if unit.card.machine is not None:
        return Amount(0, 6, unit.card.machine.charge)
    if unit.card.charge is None:
        return Amount(0, 6, 0)
    seat = thrower(game.battle, unit)
    game.dice.throwers(seat, seat)
    return unit.card.charge


def thrower(battle: ChipBattle, unit: Unit) -> int:
    """Who throws for a charger: its player; for natives whoever they charge, or who moves first (R102)."""
    if unit.seat >= 0:
        return unit.seat
    if unit.target >= 0 and battle.units[unit.target].seat >= 0:
        return battle.units[unit.target].seat
    return battle.order[0] if battle.order else 0


def run_in(game: Game[ChipBattle], unit: Unit, target: Unit, bonus: int) -> None:
    """Straight at the nearest model, with windows at each inch until contact; out of reach, the full distance."""
    battle = game.battle
    purse = battle.move_of(unit) + bonus
    if unit.is_machine():
        ram(game, unit, target, purse)
        return
    run = run_at(battle, unit, target, purse)
    held = as_it_stands(battle, unit)
    if march(game, unit, run.way, MoveKind.CHARGES, run.far):
        end_charge(game, unit, target, run, held)
        if not unit.is_locked():
            window(game, unit.id)


def end_charge(game: Game[ChipBattle], unit: Unit, target: Unit, run: Run, held: Places) -> None:
    """The slots are laid facing the line of charge; whoever touches is locked."""
    apart = 0.0 if run.contact else game.battle.rules.apart
    manner = Manner(target.id, apart=apart, through=False)
    come_to_rest(game, unit, run.way, run.far, MoveKind.CHARGES, manner, held, "R70")
    meet(game, unit, target)


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
        far = min(far, gap_ahead(battle, unit.model, unit.facing, target))
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
