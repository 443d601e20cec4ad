"""Phase 8, morale and pursuit: unit tests in waves, brigades, pursuers, and the end of the turn (4.9, 4.7)."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, distance
from playsheet.rules.gettysburg.battle.events import PhaseEnded, StageSet, TokenSpent
from playsheet.rules.gettysburg.battle.fight_events import DispersalReached, MoraleTested, Rallied
from playsheet.rules.gettysburg.battle.move_events import AmmoChanged, Recovered
from playsheet.rules.gettysburg.battle.seats import throws_alone
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import NOBODY, Unit
from playsheet.rules.gettysburg.dice.morale import MoraleSituation, RallyWitness, morale_test, rally
from playsheet.rules.gettysburg.ground.homeward import in_home_order
from playsheet.rules.gettysburg.options.fight_choices import AGAIN, LEAVE_IT
from playsheet.rules.gettysburg.table.brigades import test_brigades
from playsheet.rules.gettysburg.table.command import show_order
from playsheet.rules.gettysburg.table.losses import begin_flight, disperse, note_fleeing
from playsheet.rules.gettysburg.table.melee_contacts import settle
from playsheet.rules.gettysburg.table.morale import at_rest, captured_near
from playsheet.rules.gettysburg.table.pursuit import test_next_pursuer
from playsheet.rules.gettysburg.table.results import falter, go_to_ground, run_at_once
from playsheet.rules.gettysburg.terms import (
    RESULTS,
    TESTS,
    Formation,
    GroundClass,
    LossCause,
    MoraleResult,
    MoraleTest,
    Token,
    UnitState,
)

# the stages of the phase
WAVES: Final = 0
BRIGADES: Final = 1
PURSUITS: Final = 2
END: Final = 3

# why a unit tests
LOSSES: Final = "losses"
DISPERSAL: Final = "dispersal"
REAR: Final = "rear"
ROUTERS: Final = "routers"
TO_RALLY: Final = "rally"


def step(game: Game[GettysburgBattle]) -> None:
    """One wave of unit tests, all brigade tests, one pursuit test, or the end of the turn."""
    battle = game.battle
    if battle.stage == WAVES:
        if not wave(game):
            game.tell(StageSet(BRIGADES, []))
    elif battle.stage == BRIGADES:
        test_brigades(game)
        game.tell(StageSet(PURSUITS, []))
    elif battle.stage == PURSUITS:
        if not test_next_pursuer(game):
            game.tell(StageSet(END, []))
    else:
        recover(game)
        game.tell(PhaseEnded())


# ---------------------------------------------------------------- who tests


def reasons(battle: GettysburgBattle, unit: Unit) -> list[str]:
    """What calls for a test now (`unit-morale-triggers`); a rally that is due replaces all others (R116)."""
    if not unit.on_table() or unit.tested:
        return []
    if unit.flees() and unit.fell_turn < battle.turn:
        return [TO_RALLY]
    if unit.state == UnitState.ROUTING:
        return []
    rules = battle.rules
    found: list[str] = []
    size = battle.losses(unit)[1]
    now = battle.lost_this_turn(unit)
    if now > 0 and 100 * now >= rules.loss_tests * size:
        found.append(LOSSES)
    if at_half(battle, unit) and (now > 0 or not unit.dispersal_reached):
        found.append(DISPERSAL)
    if unit.rear_fire:
        found.append(REAR)
    if routers_near(battle, unit):
        found.append(ROUTERS)
    return found


def at_half(battle: GettysburgBattle, unit: Unit) -> bool:
    """The dispersal point: half strength or less (4.9.4)."""
    lost, size = battle.losses(unit)
    return 100 * lost >= battle.rules.dispersal_at * size


def routers_near(battle: GettysburgBattle, unit: Unit) -> bool:
    """A friend routs within 12 inches, since whenever; or a battery was captured there this turn (R116)."""
    near = battle.rules.rout_near
    for other in battle.around(unit.x, unit.y, unit.shape.radius + near):
        if other is not unit and other.side == unit.side and other.state == UnitState.ROUTING:
            if distance(unit.shape, other.shape) <= near + TOLERANCE:
                return True
    return captured_near(battle, unit, unit.side) > 0


# ---------------------------------------------------------------- a wave


class Test:
    """A test that is due, with the situation as it is when the wave begins (R84)."""

    def __init__(self, unit: Unit, why: list[str], mood: MoraleSituation) -> None:
        self.unit: Final = unit
        self.why: Final = why
        self.mood: Final = mood
        self.column: Final = column_of(unit, why)


def column_of(unit: Unit, why: list[str]) -> int:
    if TO_RALLY not in why:
        return MoraleTest.OTHER
    return MoraleTest.RALLY_ROUT if unit.state == UnitState.ROUTING else MoraleTest.RALLY_RETREAT


def wave(game: Game[GettysburgBattle]) -> bool:
    """All tests that are due, from one snapshot; only then what comes of them. False if nobody has to test."""
    battle = game.battle
    due: list[Test] = []
    for unit in in_order(battle):
        why = reasons(battle, unit)
        if why:
            due.append(Test(unit, why, mood_for(battle, unit, why)))
    results = {test.unit.id: throw(game, test) for test in due}
    tested = in_home_order(battle, [test.unit for test in due])
    # Rallies first, so that a brigade of which one rallies and the last one runs is never all fleeing (R151).
    for unit in tested:
        if results[unit.id] == MoraleResult.RALLY:
            carry_out(game, unit, MoraleResult.RALLY)
    for unit in tested:
        if unit.on_table() and results[unit.id] != MoraleResult.RALLY:  # a detachment may have gone with its parent
            carry_out(game, unit, results[unit.id])
    settle(game)
    return bool(due)


def in_order(battle: GettysburgBattle) -> list[Unit]:
    """The first side's units by id, then the second's (4.11.5)."""
    return [unit for side in (battle.first_side, 1 - battle.first_side) for unit in battle.units if unit.side == side]


def mood_for(battle: GettysburgBattle, unit: Unit, why: list[str]) -> MoraleSituation:
    mood = at_rest(battle, unit)
    mood.dispersal = DISPERSAL in why
    return mood


def throw(game: Game[GettysburgBattle], test: Test) -> int:
    """The dice of one test, and a token for a rally that failed (R90)."""
    battle = game.battle
    unit = test.unit
    if test.mood.supports:
        show_order(game, battle.brigades[unit.brigade], "supports", "R127")
    throws_alone(game, unit)
    if test.column == MoraleTest.OTHER:
        result = morale_test(game.dice, battle.rules, MoraleTest.OTHER, test.mood, 0)
    else:
        result = rally(game.dice, battle.rules, test.mood, 0, Again(game, unit))
    ruling = "R83" if DISPERSAL in test.why else "R85" if test.column != MoraleTest.OTHER else "R84"
    game.tell(MoraleTested(unit.id, TESTS[test.column], test.why, RESULTS[result], ruling))
    return result


class Again(RallyWitness):
    """Asks for the token Rally once again."""

    def __init__(self, game: Game[GettysburgBattle], unit: Unit) -> None:
        self.game: Final = game
        self.unit: Final = unit

    def once_again(self, result: int) -> bool:
        game = self.game
        unit = self.unit
        if game.battle.armies[unit.side].tokens[Token.RALLY_ONCE_AGAIN] == 0 or unit.token_turn == game.battle.turn:
            return False
        options: list[Option] = [LEAVE_IT, AGAIN]
        if game.choose(unit.seat, "rally_again", options, unit.id) is not AGAIN:
            return False
        game.tell(TokenSpent(unit.side, Token.RALLY_ONCE_AGAIN, unit.id, unit.packs))
        return True


def carry_out(game: Game[GettysburgBattle], unit: Unit, result: int) -> None:
    """What a result makes of the unit: never better than it was, unless it rallies (R81)."""
    by = unit.fired_at_by[-1] if unit.fired_at_by else NOBODY  # R112: who shot it, else the nearest
    if result == MoraleResult.RALLY:
        game.tell(Rallied(unit.id, "R85"))
        note_fleeing(game, unit)
    elif result == MoraleResult.DISPERSE:
        disperse(game, unit, LossCause.TEST, "R83")
    elif result == MoraleResult.GO_TO_GROUND:
        if not unit.in_melee():  # locked in melee it obeys (R118)
            go_to_ground(game, unit, LossCause.TEST)
    elif result == MoraleResult.FALTER:
        falter(game, unit, by, LossCause.TEST, "R81")
    elif result == MoraleResult.RETREAT and unit.state < UnitState.RETREATING:
        run(game, unit, UnitState.RETREATING, by)
    elif result == MoraleResult.ROUT and unit.state < UnitState.ROUTING:
        run(game, unit, UnitState.ROUTING, by)


def run(game: Game[GettysburgBattle], unit: Unit, state: int, by: int) -> None:
    """First move in the next phase 3, by switch at once (R29)."""
    begin_flight(game, unit, state, by, LossCause.TEST, "R29")
    if game.battle.rules.flight_at_once:
        run_at_once(game, unit)


# ---------------------------------------------------------------- the end of the turn


def recover(game: Game[GettysburgBattle]) -> None:
    """Faltering units that had their quiet turn are formed again; others fill their cartridge boxes (4.9.1, R96)."""
    battle = game.battle
    for unit in in_order(battle):
        if not unit.on_table():
            continue
        if at_half(battle, unit) and not unit.dispersal_reached:
            game.tell(DispersalReached(unit.id))
        if unit.state == UnitState.FALTERING and unit.faltering_at_5 and not unit.falters_anew and was_quiet(unit):
            game.tell(Recovered(unit.id, may_form(battle, unit), "recovered", ""))
        if unit.low_on_ammo and battle.rules.resupply and was_quiet(unit) and not enemy_within(battle, unit):
            game.tell(AmmoChanged(unit.id, False, "R96"))


def was_quiet(unit: Unit) -> bool:
    """It did not charge, move, fire or fight this turn."""
    return not (unit.charged or unit.moved or unit.fired or unit.fought or unit.evaded or unit.fell_back)


def may_form(battle: GettysburgBattle, unit: Unit) -> bool:
    """Not on ground that unforms it (R37), and not as a mob, which has to reform first."""
    if unit.formation == Formation.MOB:
        return False
    ground = battle.land.class_at(unit.x, unit.y)
    if unit.garrison >= 0 or ground >= GroundClass.IMPASSABLE:
        return True
    return not battle.rules.going(ground, unit.arm, unit.formation).unforms


def enemy_within(battle: GettysburgBattle, unit: Unit) -> bool:
    return battle.nearest_enemy(unit)[1] <= battle.rules.supply_near + TOLERANCE
