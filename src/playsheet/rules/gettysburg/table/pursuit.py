"""Pursuit tests on the table (4.7): who takes one, and what its owner makes of the result."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.gettysburg.battle.fight_events import PursuitDropped, PursuitTested
from playsheet.rules.gettysburg.battle.move_events import PursuitDue, RetirementDue, UncontrolledChargeDue, Unformed
from playsheet.rules.gettysburg.battle.seats import throws_alone
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.dice.pursuit import Winner, pursuit_test
from playsheet.rules.gettysburg.options.charge import uncontrolled_target
from playsheet.rules.gettysburg.options.fight_choices import RETIRE, STAND_FAST
from playsheet.rules.gettysburg.table.forced_moves import can_reach
from playsheet.rules.gettysburg.terms import PURSUITS, Arm, PursuitResult, Retirement, UnformedBy, UnitState

RULING: Final = "R74"


def test_next_pursuer(game: Game[GettysburgBattle]) -> bool:
    """The first winner that still has its test to take; False if there is none."""
    battle = game.battle
    for side in (battle.first_side, 1 - battle.first_side):
        for unit in battle.units:
            if unit.side == side and unit.on_table() and unit.beat >= 0:
                test_pursuer(game, unit)
                return True
    return False


def test_pursuer(game: Game[GettysburgBattle], unit: Unit) -> None:
    """Not who has failed a test of its own this phase, or is in no state to (4.7.1)."""
    battle = game.battle
    if unit.state != UnitState.OK:
        game.tell(PursuitDropped(unit.id, RULING))
        return
    loser = battle.units[unit.beat]
    throws_alone(game, unit)
    result = pursuit_test(game.dice, battle.rules, winner_of(battle, unit, loser), 0)
    game.tell(PursuitTested(unit.id, loser.id, PURSUITS[result], RULING))
    if result != PursuitResult.SUPERB:
        game.tell(Unformed(unit.id, UnformedBy.PURSUIT, RULING))
        does(game, unit, loser, result)


def winner_of(battle: GettysburgBattle, unit: Unit, loser: Unit) -> Winner:
    winner = Winner(unit.arm, battle.armies[unit.side].nation, unit.grade, battle.goals.year)
    winner.general_near = general_near(battle, unit)
    winner.unformed = unit.is_unformed()
    winner.pursued_last_turn = unit.pursued_last_turn or unit.pursuing  # R149
    winner.can_pursue = loser.on_table() and loser.flees() and can_reach(battle, unit, loser)
    winner.enemy_ahead = uncontrolled_target(battle, unit) is not None
    winner.game_master = unit.gm_add
    return winner


def general_near(battle: GettysburgBattle, unit: Unit) -> bool:
    """One of its own generals is with it or within 12 inches (R77)."""
    near = battle.rules.pursuit_near + TOLERANCE
    return any(
        general.attached_to == unit.id or battle.general_gap(general, unit.shape) <= near
        for general in battle.commanders(unit)
    )


def does(game: Game[GettysburgBattle], unit: Unit, loser: Unit, result: int) -> None:
    """After it, a charge out of hand, to its own lines, or as the owner likes (R113)."""
    if result == PursuitResult.PURSUE:
        game.tell(PursuitDue(unit.id, loser.id))
    elif result == PursuitResult.UNCONTROLLED_CHARGE:
        game.tell(UncontrolledChargeDue(unit.id))
    elif result == PursuitResult.TUCKERED and unit.arm == Arm.CAVALRY:
        game.tell(RetirementDue(unit.id, Retirement.TO_OWN_LINES, "R113"))
    else:
        options: list[Option] = [STAND_FAST, RETIRE]
        if game.choose(unit.seat, "stand_or_retire", options, unit.id) is RETIRE:
            game.tell(RetirementDue(unit.id, Retirement.MAY_RETIRE, "R113"))
