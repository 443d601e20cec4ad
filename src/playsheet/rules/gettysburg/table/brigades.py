"""Brigade tests on the table: the roll call, and what becomes of a brigade that breaks (R86, R87, R117, R119)."""

from __future__ import annotations

from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, distance, point_distance
from playsheet.rules.gettysburg.battle.brigades import Brigade
from playsheet.rules.gettysburg.battle.fight_events import (
    BrigadeBroke,
    BrigadeRemoved,
    BrigadeTested,
    FleeingNoted,
    SweptAway,
)
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.dice.morale import Roll, brigade_morale
from playsheet.rules.gettysburg.ground.sight import in_wood
from playsheet.rules.gettysburg.table.losses import remove
from playsheet.rules.gettysburg.table.melee_contacts import settle
from playsheet.rules.gettysburg.terms import (
    BRIGADE_RESULTS,
    BrigadeResult,
    Grade,
    LossCause,
    Quality,
    Retirement,
    Where,
)


def test_brigades(game: Game[GettysburgBattle]) -> None:
    """All that are due, at most one a brigade, from one snapshot; then what comes of them."""
    battle = game.battle
    due = [brigade for brigade in in_order(battle) if brigade.test_due and battle.units_of(brigade)]
    rolls = [roll_call(battle, brigade) for brigade in due]
    results: list[int] = []
    for place in range(len(due)):
        game.dice.throwers(due[place].seat, due[place].seat)
        result = brigade_morale(game.dice, battle.rules, rolls[place], 0)
        game.tell(BrigadeTested(due[place].id, BRIGADE_RESULTS[result], "R87"))
        results.append(result)
    for place in range(len(due)):
        if results[place] == BrigadeResult.BREAKS:
            break_up(game, due[place])
        elif results[place] == BrigadeResult.REMOVED:
            remove_brigade(game, due[place])
    settle(game)


def in_order(battle: GettysburgBattle) -> list[Brigade]:
    """The first side's by id, then the second's (4.11.5)."""
    sides = (battle.first_side, 1 - battle.first_side)
    return [brigade for side in sides for brigade in battle.brigades if brigade.side == side]


# ---------------------------------------------------------------- the roll call


def roll_call(battle: GettysburgBattle, brigade: Brigade) -> Roll:
    """Losses of the original roster; grade and ground of the units in play; detachments are no units here (R125)."""
    here = [battle.units[id] for id in brigade.units if battle.units[id].place == Where.ON_TABLE]
    roll = Roll(len(brigade.units), len(here))
    roll.lost = len(brigade.units) - len(here) + len([unit for unit in here if unit.flees()])
    roll.crack_elite = len([unit for unit in here if unit.grade in (Grade.CRACK, Grade.ELITE)])
    roll.green_militia = len([unit for unit in here if unit.grade in (Grade.GREEN, Grade.MILITIA)])
    roll.sheltered = len([unit for unit in here if is_sheltered(battle, unit)])
    roll.commanded = is_commanded(battle, brigade)
    roll.enemy_fleeing = any(enemy_flees_near(battle, unit) for unit in here)
    roll.broken_before = brigade.broken_count > 0
    return roll


def is_sheltered(battle: GettysburgBattle, unit: Unit) -> bool:
    """In works of any kind, or in woods."""
    if unit.garrison >= 0 and battle.land.plots[unit.garrison].works:
        return True
    return in_wood(battle, unit)


def is_commanded(battle: GettysburgBattle, brigade: Brigade) -> bool:
    """By its brigadier, or where it has none in play by a higher general who is with one of its units (R122)."""
    brigadier = battle.in_command(brigade.brigadier)
    if brigadier is not None:
        return brigadier.quality != Quality.DRUNKARD
    for unit in battle.units_of(brigade):
        for general in battle.commanders(unit):
            if general.attached_to == unit.id and general.quality != Quality.DRUNKARD:
                return True
    return False


def enemy_flees_near(battle: GettysburgBattle, unit: Unit) -> bool:
    """An enemy retreats or routs within 12 inches, or lost a battery there this turn (R147)."""
    near = battle.rules.brigade_fleeing_near
    for other in battle.around(unit.x, unit.y, unit.shape.radius + near):
        if other.side != unit.side and other.flees() and distance(unit.shape, other.shape) <= near + TOLERANCE:
            return True
    for side, x, y in battle.captured:
        if side != unit.side and point_distance(unit.shape, x, y) <= near + TOLERANCE:
            return True
    return False


# ---------------------------------------------------------------- results


def break_up(game: Game[GettysburgBattle], brigade: Brigade) -> None:
    """Who runs disperses, without a new test (R87); the rest is unformed and retires in the next phase 3 (R119)."""
    battle = game.battle
    game.tell(BrigadeBroke(brigade.id, "R87"))
    for unit in battle.units_of(brigade):
        if not unit.on_table():
            continue  # it went with its parent
        if unit.flees():
            remove(game, unit, LossCause.BRIGADE, "R87")
        else:
            game.tell(SweptAway(unit.id, Retirement.BROKEN_AWAY, "R113, R119"))
    if brigade.all_fleeing and battle.units_of(brigade):
        game.tell(FleeingNoted(brigade.id, False))


def remove_brigade(game: Game[GettysburgBattle], brigade: Brigade) -> None:
    """I have no brigade, Sir."""
    game.tell(BrigadeRemoved(brigade.id, "R87"))
    for unit in game.battle.units_of(brigade):
        if unit.on_table():
            remove(game, unit, LossCause.BRIGADE, "R87")
