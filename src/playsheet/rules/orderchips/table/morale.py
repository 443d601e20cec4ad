"""Morale on the table (4.11 to 4.13): who tests when, and both columns of the failure table carried out."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, wrapped
from playsheet.core.asking import Option, Word
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.rules.orderchips.battle.events import (
    Deserted,
    GunParted,
    LeftTable,
    Moved,
    MoveEnded,
    NoActionNext,
    Unlocked,
)
from playsheet.rules.orderchips.battle.fight_events import (
    Confused,
    FailureRolled,
    MachineLost,
    MachineSet,
    MoraleTested,
)
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY, Unit
from playsheet.rules.orderchips.dice.morale import (
    Failure,
    MoraleSituation,
    failure,
    heads,
    morale_number,
    morale_test,
    number_of,
    vehicle_failure,
    vehicle_test,
)
from playsheet.rules.orderchips.dice.rolls import Number
from playsheet.rules.orderchips.ground.sight import morale_cover
from playsheet.rules.orderchips.ground.slots import Manner, lay
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.sheet.tables import is_within
from playsheet.rules.orderchips.table.losses import hand_of
from playsheet.rules.orderchips.table.retreat import forced
from playsheet.rules.orderchips.terms import (
    Arm,
    Conduct,
    FigureFailure,
    MoveKind,
    Order,
    Phase,
    TestReason,
    VehicleFailure,
    Where,
)
from playsheet.tabletop.machines.machine import ABANDONED

THIS_TURN: Final = Word("this_turn", "sit still for the rest of this turn")
NEXT_TURN: Final = Word("next_turn", "take no action next turn")


# ---------------------------------------------------------------- the number


def commander_near(battle: ChipBattle, unit: Unit) -> bool:
    """Is its own army commander near the unit's leader, centre to centre (R4)?"""
    x, y = battle.at(unit.first)
    for model in battle.army_commander(unit.side):
        if is_within(spacing(x, y, *battle.at(model)), battle.rules.commander_near):
            return True
    return False


def by_its_gun(battle: ChipBattle, unit: Unit) -> bool:
    """Does a crewman stand near an unwrecked gun of the unit (R7)?"""
    if not unit.has_gun() or battle.near.absent(unit.model):
        return False
    for figure in battle.men(unit):
        if is_within(battle.gap(figure, unit.model), battle.rules.serve):
            return True
    return False


def mood_of(battle: ChipBattle, unit: Unit, why: str, target: Unit | None) -> MoraleSituation:
    """The situation in which a unit of figures tests."""
    mood = MoraleSituation(morale_cover(battle, unit))
    mood.charging = why == TestReason.TO_CHARGE
    mood.at_vehicle = target is not None and unit.kind == Arm.INFANTRY and target.kind == Arm.VEHICLE
    mood.receiving = why == TestReason.TO_RECEIVE
    mood.loose = unit.order == Order.LOOSE
    mood.commander = commander_near(battle, unit)
    mood.gun = by_its_gun(battle, unit)
    return mood


def figure_number(battle: ChipBattle, unit: Unit, why: str, target: Unit | None) -> Number:
    """What a unit of figures must roll or less."""
    armoured = unit.figures if unit.card.power_armour else 0
    count = heads(battle.rules, battle.strength(unit), armoured)
    return morale_number(battle.rules, count, mood_of(battle, unit, why, target))


def tests(unit: Unit) -> bool:
    """Automata and lone notable persons do not (R44); nor does who is not there."""
    if unit.place != Where.ON_TABLE or unit.kind in (Arm.AUTOMATON, Arm.NOTABLE):
        return False
    return unit.has_machine() if unit.kind == Arm.VEHICLE else unit.figures > 0


# ---------------------------------------------------------------- the dice


class Result:
    """A test that failed, and what is to be carried out; the way out was looked for before anybody moved (4.13)."""

    def __init__(self, unit: int, away: float, why: str) -> None:
        self.unit: Final = unit
        self.away: Final = away  # the bearing from the nearest enemy model, or to its own rear
        self.why: Final = why
        self.failure: Failure | None = None
        self.row = FigureFailure.STAND  # of a vehicle


def roll(game: Game[ChipBattle], unit: Unit, why: str, target: Unit | None) -> Result | None:
    """The test, and on failure its row and the deserters' die; None if it has passed."""
    battle = game.battle
    rules = battle.rules
    hand = hand_of(battle, unit, target if target is not None else unit)
    game.dice.throwers(hand, hand)
    if unit.kind == Arm.VEHICLE:
        return roll_vehicle(game, unit, battle.machine_of(unit), why, target)
    passed = morale_test(game.dice, rules, figure_number(battle, unit, why, target), by=0)
    game.tell(MoraleTested(unit.id, why, passed, False, "R78"))
    if passed:
        return None
    found = Result(unit.id, away_from_enemy(battle, unit, target), why)
    failed = failure(game.dice, rules, unit.card.drill, unit.order, by=0)
    found.failure = failed
    game.tell(FailureRolled(unit.id, failed.action, False, failed.inches, min(failed.flee, unit.figures), "R21"))
    return found


def roll_vehicle(
    game: Game[ChipBattle], unit: Unit, machine: SteamMachine, why: str, other: Unit | None
) -> Result | None:
    """The same for a vehicle as it is by now."""
    battle = game.battle
    rules = battle.rules
    passed = vehicle_test(game.dice, rules, number_of(rules, machine), by=0)
    counts = why == TestReason.HITS or (why == TestReason.CREW_TEST and not rules.crew_test_extra)
    game.tell(MoraleTested(unit.id, why, passed, counts, "R14" if why == TestReason.CREW_TEST else "R5"))
    if passed:
        return None
    found = Result(unit.id, away_from_enemy(battle, unit, other), why)
    found.row = vehicle_failure(game.dice, rules, by=0)
    flee = rules.bail if found.row == VehicleFailure.FLEE else 0
    game.tell(FailureRolled(unit.id, found.row, True, way_of(battle, machine, found.row), flee, "R20"))
    return found


def way_of(battle: ChipBattle, machine: SteamMachine, row: int) -> float:
    """How far a row sends a vehicle."""
    if row == VehicleFailure.REVERSE:
        return battle.rules.reverse_inches
    return (
        float(machine.speed())
        if row in (VehicleFailure.REVERSE_FULL, VehicleFailure.TURN_ABOUT, VehicleFailure.FLEE)
        else 0.0
    )


def away_from_enemy(battle: ChipBattle, unit: Unit, attacker: Unit | None) -> float:
    """The bearing straight away from the nearest enemy model (R23); where there is none, to its own rear (R99).

    A friend that attacks is an enemy for once (R104).
    """
    x, y = battle.at(battle.leader(unit))
    enemy, far = battle.nearest_foe(unit, x, y)
    if attacker is not None and attacker.place == Where.ON_TABLE and not battle.hostile(unit, attacker):
        for model in battle.fighters(attacker):
            if spacing(x, y, *battle.at(model)) < far:
                enemy = model
                far = spacing(x, y, *battle.at(model))
    if enemy < 0 or far < TOLERANCE:
        return wrapped(unit.facing + 180.0)
    to_x, to_y = battle.at(enemy)
    return bearing(x - to_x, y - to_y)


# ---------------------------------------------------------------- charges


def to_charge(game: Game[ChipBattle], unit: Unit, target: Unit) -> bool:
    """The charger's test (4.3.2); whatever row but standing firm cancels the charge, and is carried out now (R21)."""
    return test_now(game, unit, TestReason.TO_CHARGE, target)


def to_receive(game: Game[ChipBattle], unit: Unit, charger: Unit) -> bool:
    """The test of a unit that is charged (4.3.4): does it stand as if nothing had happened?"""
    return test_now(game, unit, TestReason.TO_RECEIVE, charger)


def called(game: Game[ChipBattle], unit: Unit) -> bool:
    """A test that a game master calls for (R60)."""
    return test_now(game, unit, TestReason.CALLED, None)


def test_now(game: Game[ChipBattle], unit: Unit, why: str, other: Unit | None) -> bool:
    if not tests(unit):
        return True
    result = roll(game, unit, why, other)
    if result is None:
        return True
    carry_out(game, result)
    return stands(result)


def stands(result: Result) -> bool:
    """Is it as if the test had been passed?"""
    return result.failure.stands() if result.failure is not None else result.row == FigureFailure.STAND


# ---------------------------------------------------------------- the morale phase


def phase(game: Game[ChipBattle]) -> None:
    """Step 7: all tests with their dice in movement order; then the results in that order (trap 15)."""
    battle = game.battle
    results: list[Result] = []
    for id in battle.movement_order([unit.id for unit in battle.units if must_test(battle, unit)]):
        unit = battle.units[id]
        result = roll(game, unit, TestReason.HITS if unit.kind == Arm.VEHICLE else TestReason.LOSSES, None)
        if result is not None:
            results.append(result)
    for result in results:
        carry_out(game, result)


def must_test(battle: ChipBattle, unit: Unit) -> bool:
    """Has it lost figures this turn, or is it a vehicle that was hit and has not tested for it (R14, R49)?"""
    if not tests(unit):
        return False
    if unit.kind == Arm.VEHICLE:
        return unit.was_hit and not unit.hit_test_used
    return unit.lost_figures


# ---------------------------------------------------------------- carried out


def carry_out(game: Game[ChipBattle], result: Result) -> None:
    """One row of the failure table, for whoever is still there."""
    unit = game.battle.units[result.unit]
    if not tests(unit):
        return
    failed = result.failure
    if failed is None:
        carry_out_vehicle(game, unit, result)
    elif failed.action == Conduct.CLOSES_UP:
        close_up(game, unit)
    elif failed.action == Conduct.MILLS:
        game.tell(NoActionNext(unit.id, True, False, "R47"))
    elif failed.action == Conduct.BACKS:
        retreat(
            game,
            unit,
            result.away,
            failed.inches,
            wrapped(result.away + 180.0),
            MoveKind.BACKS,
            way_out(game.battle, unit),
        )
    elif failed.action == Conduct.RUNS:
        desert(game, unit, failed.flee)
        if tests(unit):
            retreat(game, unit, result.away, failed.inches, result.away, MoveKind.RUNS, way_out(game.battle, unit))


def way_out(battle: ChipBattle, unit: Unit) -> str:
    """The ruling that says which way it goes: from the nearest enemy, or to its rear if there is none."""
    return "R23" if battle.nearest_foe(unit, *battle.at(battle.leader(unit)))[0] >= 0 else "R99"


def desert(game: Game[ChipBattle], unit: Unit, flee: int) -> None:
    """Figures that flee are lost for good; nobody tests for them (R62)."""
    count = min(flee, unit.figures)
    if count:
        game.tell(Deserted(unit.id, count, "R22, R62"))


def close_up(game: Game[ChipBattle], unit: Unit) -> None:
    """Regulars in loose order close up about their leader, where they stand (row 2)."""
    battle = game.battle
    x, y = battle.at(unit.first)
    touch = unit.locked[0] if unit.locked else NOBODY
    places = lay(battle, unit, x, y, unit.facing, Order.CLOSE, unit.files, Manner(touch, apart=0.0, through=False))
    if places is not None:
        game.tell(
            Moved(
                unit.id, MoveKind.CLOSES_UP, Order.CLOSE, places.files, places.facing,
                places.models, places.xs, places.ys, places.facings(), "R24",
            )
        )  # fmt: skip
    still_touching(game, unit)


def retreat(
    game: Game[ChipBattle], unit: Unit, way: float, inches: float, facing: float, how: str, ruling: str
) -> None:
    """A forced move (4.13.3): it breaks contact without free dice, and is all the moving that it does this turn."""
    battle = game.battle
    if unit.serves():
        game.tell(GunParted(unit.id, "R74"))
    found = forced(battle, unit, way, inches, facing=facing)
    if found.left:
        game.tell(LeftTable(unit.id, ruling))
        return
    places = found.places
    game.tell(
        Moved(
            unit.id, how, places.order, places.files, places.facing,
            places.models, places.xs, places.ys, places.facings(), ruling,
        )
    )  # fmt: skip
    for id in unit.locked:
        game.tell(Unlocked(unit.id, id, "R70"))
    if battle.phase in (Phase.MOVES, Phase.NATIVES_MOVE) and not unit.moved and not unit.charging:
        game.tell(MoveEnded(unit.id, "R95"))


def still_touching(game: Game[ChipBattle], unit: Unit) -> None:
    """Closing up may have taken it out of reach of an enemy."""
    battle = game.battle
    for id in unit.locked:
        other = battle.units[id]
        near = False
        for model in battle.fighters(unit):
            for theirs in battle.fighters(other):
                near = near or is_within(battle.gap(model, theirs), battle.rules.step_in)
        if not near:
            game.tell(Unlocked(unit.id, id, "R70"))


# ---------------------------------------------------------------- vehicles


def carry_out_vehicle(game: Game[ChipBattle], unit: Unit, result: Result) -> None:
    row = result.row
    battle = game.battle
    if row == FigureFailure.STAND:
        return
    if row == VehicleFailure.CONFUSED:
        confuse(game, unit)
    elif row == VehicleFailure.NO_ACTION:
        game.tell(NoActionNext(unit.id, True, False, "R47"))
    else:
        if row == VehicleFailure.FLEE:
            bail_out(game, unit)
            if not unit.has_machine():
                return
        machine = battle.machine_of(unit)
        if not machine.moves():
            return  # it cannot move, and stays (4.13.3)
        inches = way_of(battle, machine, row)
        if row in (VehicleFailure.REVERSE, VehicleFailure.REVERSE_FULL):
            retreat(game, unit, wrapped(unit.facing + 180.0), inches, unit.facing, MoveKind.REVERSES, "R65")
        else:
            way = wrapped(unit.facing + 180.0) if row == VehicleFailure.TURN_ABOUT else result.away
            retreat(game, unit, way, inches, way, MoveKind.TURNS_ABOUT, "R23")


def confuse(game: Game[ChipBattle], unit: Unit) -> None:
    """In the moves it sits still this turn, later it does nothing next turn; by switch as its owner says (R20)."""
    battle = game.battle
    now = battle.phase in (Phase.MOVES, Phase.NATIVES_MOVE)
    if battle.rules.owner_confused and unit.seat >= 0:
        options: list[Option] = [THIS_TURN, NEXT_TURN]
        now = game.choose(unit.seat, "confused", options, unit.id) is THIS_TURN
    if now:
        game.tell(Confused(unit.id, "R20"))
    else:
        game.tell(NoActionNext(unit.id, True, False, "R20"))


def bail_out(game: Game[ChipBattle], unit: Unit) -> None:
    """A crewman leaves for good, and counts as lost for morale (R40); the last one leaves it abandoned."""
    machine = game.battle.machine_of(unit)
    gone = min(game.battle.rules.bail, machine.crew)
    machine.crew -= gone
    machine.crew_lost += gone
    if machine.crew > 0:
        game.tell(MachineSet(unit.id, "bails-out", machine.state(), "R40"))
        return
    machine.fate = ABANDONED
    game.tell(MachineLost(unit.id, ABANDONED, NOBODY, machine.state(), "R40"))
