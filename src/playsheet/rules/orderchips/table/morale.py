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
    Crew,
    Failure,
    MoraleSituation,
    MoraleWitness,
    Tester,
    Troops,
    heads,
    morale_number,
    number_of,
    take_test,
    vehicle_way,
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
    count = heads(battle.rules, battle.strength(unit), armoured_of(battle, unit))
    return morale_number(battle.rules, count, mood_of(battle, unit, why, target))


def armoured_of(battle: ChipBattle, unit: Unit) -> int:
    """Who of them wears power armour, notable persons too; of figures those without it fall and flee first (R109)."""
    count = min(unit.card.armoured, unit.figures)
    for id in unit.attached:
        count += battle.units[id].card.armoured
    return count


def tests(unit: Unit) -> bool:
    """Automata and lone notable persons do not (R44); nor does who is not there."""
    if unit.place != Where.ON_TABLE or unit.kind in (Arm.AUTOMATON, Arm.NOTABLE):
        return False
    return unit.has_machine() if unit.kind == Arm.VEHICLE else unit.figures > 0


# ---------------------------------------------------------------- the dice


class Result:
    """A test that failed, and what is to be carried out; the way out was looked for before anybody moved (4.13)."""

    def __init__(self, unit: int, failure: Failure, *, away: float) -> None:
        self.unit: Final = unit
        self.failure: Final = failure
        self.away: Final = away  # the bearing from the nearest enemy model, or to its own rear


class OnTable(MoraleWitness):
    """Tells a test."""

    def __init__(self, game: Game[ChipBattle], unit: Unit, why: str) -> None:
        self.game: Final = game
        self.unit: Final = unit
        self.why: Final = why

    def tested(self, passed: bool) -> None:
        unit = self.unit
        why = self.why
        if unit.kind != Arm.VEHICLE:
            self.game.tell(MoraleTested(unit.id, why, passed, False, "R78"))
            return
        crew_test = why == TestReason.CREW_TEST
        counts = why == TestReason.HITS or (crew_test and not self.game.battle.rules.crew_test_extra)
        self.game.tell(MoraleTested(unit.id, why, passed, counts, "R14" if crew_test else "R5"))

    def failed(self, failure: Failure) -> None:
        unit = self.unit
        flee = failure.flee if failure.vehicle else min(failure.flee, unit.figures)
        ruling = "R20" if failure.vehicle else "R21"
        self.game.tell(FailureRolled(unit.id, failure.action, failure.vehicle, failure.inches, flee, ruling))


def tester_of(battle: ChipBattle, unit: Unit, why: str, target: Unit | None) -> Tester:
    """A unit as it would test now."""
    if unit.kind == Arm.VEHICLE:
        return crew_of(battle, battle.machine_of(unit))
    return Troops(battle.rules, figure_number(battle, unit, why, target), unit.card.drill, unit.order)


def crew_of(battle: ChipBattle, machine: SteamMachine) -> Crew:
    """A vehicle as it is by now."""
    return Crew(battle.rules, number_of(battle.rules, machine), machine.speed())


def throw_test(game: Game[ChipBattle], unit: Unit, other: Unit | None) -> None:
    """The dice that follow are those of whoever commands it."""
    hand = hand_of(game.battle, unit, other if other is not None else unit)
    game.dice.throwers(hand, hand)


def roll(game: Game[ChipBattle], unit: Unit, why: str, target: Unit | None) -> Result | None:
    """The test, and on failure its row and the deserters' die; None if it has passed."""
    throw_test(game, unit, target)
    return roll_as(game, unit, tester_of(game.battle, unit, why, target), why, target)


def roll_as(game: Game[ChipBattle], unit: Unit, tester: Tester, why: str, other: Unit | None) -> Result | None:
    """The same, for one who tests as he is by now."""
    failed = take_test(game.dice, tester, OnTable(game, unit, why), by=0)
    if failed is None:
        return None
    return Result(unit.id, failed, away=away_from_enemy(game.battle, unit, other))


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


# ---------------------------------------------------------------- tests at once


def to_receive(game: Game[ChipBattle], unit: Unit, charger: Unit) -> None:
    """A unit that is attacked without a charge tests all the same, and acts on it (4.3.4, R76)."""
    test_now(game, unit, TestReason.TO_RECEIVE, charger)


def called(game: Game[ChipBattle], unit: Unit) -> None:
    """A test that a game master calls for (R60)."""
    test_now(game, unit, TestReason.CALLED, None)


def test_now(game: Game[ChipBattle], unit: Unit, why: str, other: Unit | None) -> None:
    """The test, carried out at once."""
    if tests(unit):
        result = roll(game, unit, why, other)
        if result is not None:
            carry_out(game, result)


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
    if failed.vehicle:
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
    row = result.failure.action
    battle = game.battle
    if result.failure.stands():
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
        inches = vehicle_way(battle.rules, row, machine.speed())
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
    machine = game.battle.machine_copy(unit)
    gone = min(game.battle.rules.bail, machine.crew)
    machine.crew -= gone
    machine.crew_lost += gone
    if machine.crew > 0:
        game.tell(MachineSet(unit.id, "bails-out", machine.state(), "R40"))
        return
    machine.fate = ABANDONED
    game.tell(MachineLost(unit.id, ABANDONED, NOBODY, machine.state(), "R40"))
