"""Crews of machines that fail their check, bail out, and get in again (4.11.5, R87, R102)."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.angles import bearing, turned
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, Rect, point_distance
from playsheet.rules.gaslight.battle.events import LeftTable
from playsheet.rules.gaslight.battle.fight_events import Froze
from playsheet.rules.gaslight.battle.machine_events import Boarded, Drove, MachineFailed, MachineLeft
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.dice.morale import DESERTS, machine_failure
from playsheet.rules.gaslight.ground.driving import Course, Run, hull_facing, run, run_at
from playsheet.rules.gaslight.ground.marks import marks_of
from playsheet.rules.gaslight.options.posts import driver_of, runs
from playsheet.rules.gaslight.table.damage import get_out
from playsheet.rules.gaslight.table.posts import forced_weapon_shot, keeps_running
from playsheet.rules.gaslight.terms import MACHINE_RESULTS, Arm, FailureResult, MachineResult, ModelMark, MoveKind


def bail_out(game: Game[GaslightBattle], figure: int) -> None:
    """He stands beside the hull; if nobody is left in it the machine stands there empty, until he gets in again."""
    get_out(game, figure)


def board(game: Game[GaslightBattle], unit: Unit, figures: list[int]) -> None:
    """Those of its crew on foot who have ended a Move touching its hull are aboard again (R102)."""
    battle = game.battle
    if unit.kind != Arm.VEHICLE or not unit.has_machine():
        return
    hull = battle.hull_of(unit)
    for figure in figures:
        if battle.marked(figure, ModelMark.ABOARD) or battle.home[i64(figure)] != unit.id:
            continue
        x, y = battle.at(figure)
        if point_distance(hull, x, y) - battle.radius[i64(figure)] <= TOLERANCE:
            game.tell(Boarded(figure, "R102"))


# ---------------------------------------------------------------- the failure chart aboard


def forced_aboard(game: Game[GaslightBattle], figure: int, result: int) -> bool:
    """A result of the failure chart for a man in a machine (4.11.5).

    True: he is to carry it out like anybody else. So he is if he freezes, and if he runs, who has bailed out first.
    """
    battle = game.battle
    if result in (FailureResult.RUN_OFF, FailureResult.RUN, FailureResult.RANDOM):
        bail_out(game, figure)
        return battle.in_play(figure)
    if result not in (FailureResult.BACK, FailureResult.CHARGE, FailureResult.FIRE):
        return True
    unit = battle.unit_of(figure)
    if not unit.has_machine() or battle.marked(figure, ModelMark.HELD | ModelMark.FROZEN):
        return False
    if result == FailureResult.FIRE:
        if not battle.rules.machine_locked or not battle.engaged(unit.model):
            forced_weapon_shot(game, unit, figure)
    elif figure == driver_of(battle, unit) and runs(battle, unit):
        if result == FailureResult.BACK:
            back_up(game, unit, battle.rules.back_inches)
        else:
            drive_wildly(game, unit, figure)
    return False


def forced_course(battle: GaslightBattle, inches: float, *, back: bool) -> Course:
    """Driven by the failure chart: the ground does not slow it, the edge does not stop it, enemies do (R15, R97)."""
    return Course(inches, battle.rules.stop_short, [], back=back, forced=True, slowed=False)


def back_up(game: Game[GaslightBattle], unit: Unit, inches: float) -> None:
    """Straight back, whatever the ground."""
    battle = game.battle
    went(game, unit, run(battle, unit, battle.hull_of(unit), forced_course(battle, inches, back=True)), MoveKind.BACKS)


def drive_wildly(game: Game[GaslightBattle], unit: Unit, driver: int) -> None:
    """Full Speed straight at the nearest enemy, after a pivot up to Spin; Sustain is rolled, the ground counts.

    A machine that is engaged fights on instead (R97).
    """
    battle = game.battle
    hull = battle.hull_of(unit)
    enemy, _ = battle.nearest_enemy(hull.x, hull.y, unit.side)
    if enemy < 0 or battle.engaged(unit.model) or not keeps_running(game, unit, driver):
        return
    target = battle.unit_of(enemy)
    touch = [model for mark in marks_of(battle, target) for model in mark.models]
    speed = float(battle.machine_of(unit).speed())
    course = Course(speed, battle.rules.stop_short, touch, back=False, forced=True, slowed=True)
    went(game, unit, run_at(battle, unit, enemy, course), MoveKind.CHARGES_ALONE)


def went(game: Game[GaslightBattle], unit: Unit, way: Run, how: str) -> None:
    """Tell where a forced drive has led; over the edge the machine is gone, and everybody in it."""
    battle = game.battle
    if not way.off:
        game.tell(Drove(unit.id, how, way.hull.x, way.hull.y, way.hull.facing, "R87, R112"))
        return
    for figure in battle.aboard(unit):
        game.tell(LeftTable(figure, how, "R15, R122"))
    game.tell(MachineLeft(unit.id, how, "R112, R122"))


# ---------------------------------------------------------------- one result for the machine, by switch


def forced_machine(game: Game[GaslightBattle], unit: Unit) -> None:
    """The order-chip sheet's column instead of a die for each of the crew (R87).

    Forced moves break contact, need no Sustain roll and ignore Spin and the ground; what cannot move stays.
    """
    battle = game.battle
    own = unit.id == battle.active
    game.dice.throwers(unit.seat, unit.seat)
    result = machine_failure(game.dice, battle.rules)
    game.tell(MachineFailed(unit.id, result, own, "R87"))
    said = MACHINE_RESULTS[result]
    if said == MachineResult.NO_ACTION:
        for figure in battle.aboard(unit):
            game.tell(Froze(figure, "R87"))
    elif said in (
        MachineResult.REVERSES,
        MachineResult.REVERSES_FULL,
        MachineResult.TURNS_ABOUT,
        MachineResult.FLEES,
    ) and runs(battle, unit):
        forced_drive(game, unit, said)
    if said == MachineResult.FLEES:
        desert(game, unit)


def forced_drive(game: Game[GaslightBattle], unit: Unit, said: str) -> None:
    battle = game.battle
    hull = battle.hull_of(unit)
    speed = float(battle.machine_of(unit).speed())
    if said == MachineResult.REVERSES:
        back_up(game, unit, battle.rules.machine_back)
    elif said == MachineResult.REVERSES_FULL:
        back_up(game, unit, speed)
    else:
        facing = turned(hull.facing, 180.0) if said == MachineResult.TURNS_ABOUT else away(battle, unit, hull)
        went(
            game,
            unit,
            run(battle, unit, hull_facing(hull, facing), forced_course(battle, speed, back=False)),
            MoveKind.RUNS,
        )


def away(battle: GaslightBattle, unit: Unit, hull: Rect) -> float:
    """Straight away from the nearest enemy model."""
    enemy, _ = battle.nearest_enemy(hull.x, hull.y, unit.side)
    if enemy < 0:
        return turned(hull.facing, 180.0)
    x, y = battle.at(enemy)
    return bearing(hull.x - x, hull.y - y)


def desert(game: Game[GaslightBattle], unit: Unit) -> None:
    """One man of those aboard is gone."""
    crew = game.battle.aboard(unit)
    if crew:
        game.tell(LeftTable(crew[game.dice.pick(crew, DESERTS)], MoveKind.RUNS, "R87"))
