"""Moving on the table (4.1): the turn, the dice, the way, and whom a commander joins at its end."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Word
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, Rect, distance, gap, spacing
from playsheet.rules.lancer.battle.events import Attached, Detached, Moved, NotClear, Reformed, Turned
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit, radius_of
from playsheet.rules.lancer.ground.moving import (
    LeaveRegion,
    RideRegion,
    Stop,
    TurnRegion,
    move_rate,
    parts_at,
    path,
)
from playsheet.rules.lancer.sheet import Rate
from playsheet.rules.lancer.table.contact import part_company
from playsheet.rules.lancer.terms import Arm, Met
from playsheet.tabletop.units import enemy_seat

GO_ON: Final = Word("go_on", "Go on over the edge")
HALT: Final = Word("halt", "Halt at the edge")
TAKE_IN: Final = Word("attach", "Take the commander along")
LEAVE_BE: Final = Word("leave", "Leave him where he is")


def throw_distance(game: Game[LancerBattle], unit: Unit, rate: Rate) -> int:
    game.dice.throwers(unit.seat, enemy_seat(game.battle.units, unit.side))
    return rate.inches(game.dice, [])


# ---------------------------------------------------------------- move (4.1)


def move(game: Game[LancerBattle], unit: Unit, away: float = -1.0) -> None:
    """Turn, go straight as far as the dice say, turn again. The direction is fixed before the roll.

    A commander may ride out of his unit; out of its melee `away` is the bearing away from those who touch him (R61).
    """
    battle = game.battle
    if unit.kind == Arm.COMMANDER and unit.attached_to >= 0:
        region = RideRegion(battle, unit, away)
        turn = game.place(unit.seat, "turn", region, unit.id)[0]
        there = region.start(turn)
        game.tell(Detached(unit.id, there.x, there.y, turn))
    else:
        turn = game.place(unit.seat, "turn", TurnRegion(battle, unit, battle.rules.turn), unit.id)[0]
    if abs(turn - unit.facing) > TOLERANCE:
        game.tell(Turned(unit.id, turn))
    start = unit.shape[0]
    rolled = throw_distance(game, unit, move_rate(battle, unit, start))
    stop, ruling = way_ahead(game, unit, start, rolled, [])
    went(game, unit, start, stop, rolled, ruling)


def withdraw(game: Game[LancerBattle], unit: Unit, melee: list[int], away: float) -> None:
    """Leaving melee is falling back a Move: away from the enemy, counted from the mean of its figures (R61, R62).

    Those of its own melee are not in its way; if what it rolls does not carry it clear of them it stays.
    """
    battle = game.battle
    region = LeaveRegion(battle, unit, melee, away)
    if not region.is_open():
        return  # the blows have left it no way out
    turn = game.place(unit.seat, "turn", region, unit.id)[0]
    start = region.start(turn)
    rolled = throw_distance(game, unit, move_rate(battle, unit, start))
    stop, ruling = way_ahead(game, unit, start, rolled, melee)
    end = start.moved(start.ux, start.uy, stop.inches)
    if not parts_at(battle, unit, end, melee):
        game.tell(NotClear(unit.id, rolled, "R61"))
        return
    part_company(game, unit)
    game.tell(Reformed(unit.id, start.x, start.y))
    if abs(turn - unit.facing) > TOLERANCE:
        game.tell(Turned(unit.id, turn))
    went(game, unit, start, stop, rolled, ruling)


def way_ahead(game: Game[LancerBattle], unit: Unit, held: Rect, rolled: int, melee: list[int]) -> tuple[Stop, str]:
    """How far the way straight ahead is open, and the ruling that says so."""
    battle = game.battle
    left = float(rolled)
    past = 0.0
    while True:
        stop = path(battle, unit, held, held.ux, held.uy, left + past, charging=False, past=past, melee=melee)
        done = stop.inches
        if not (stop.what == Met.EDGE and battle.rules.may_pass_edge and done < left + past - TOLERANCE):
            break
        # the other reading of R17: the owner may go on, as far as the new ground's die allows
        options: list[Option] = [HALT, GO_ON]
        if game.choose(unit.seat, "edge", options, unit.id) is HALT:
            break
        more = throw_distance(game, unit, move_rate(battle, unit, held.moved(held.ux, held.uy, done)))
        left = min(left + past - done, float(more))
        past = done
    if past > 0.0 or (is_cut_short(stop, rolled) and stop.what == Met.EDGE):
        return stop, "R17"
    return stop, "R38" if is_cut_short(stop, rolled) and stop.what == Met.ENEMY else ""


def is_cut_short(stop: Stop, rolled: int) -> bool:
    return stop.name != "" and stop.inches < rolled - TOLERANCE


def went(game: Game[LancerBattle], unit: Unit, start: Rect, stop: Stop, rolled: int, ruling: str) -> None:
    """The move is made; a commander who comes to a unit joins it, anybody else may turn again at the end."""
    battle = game.battle
    there = start.moved(start.ux, start.uy, stop.inches)
    name = stop.name if is_cut_short(stop, rolled) else ""
    game.tell(Moved(unit.id, there.x, there.y, stop.inches, rolled, "moves", name, ruling))
    if unit.kind == Arm.COMMANDER and stop.what == Met.FRIEND:
        game.tell(Attached(unit.id, stop.unit))
    else:
        facing = game.place(unit.seat, "face", TurnRegion(battle, unit, battle.rules.turn, goes=False), unit.id)[0]
        if abs(facing - unit.facing) > TOLERANCE:
            game.tell(Turned(unit.id, facing))
    take_in_commanders(game, unit, start, inches=stop.inches)


def take_in_commanders(game: Game[LancerBattle], unit: Unit, start: Rect, *, inches: float) -> None:
    """A move or charge that touched a friendly loose commander, on the way or at its end, may take him along, as his
    owner likes (R35). It went straight ahead from `start` so many inches."""
    battle = game.battle
    if unit.kind == Arm.COMMANDER or not unit.on_table():
        return
    there = start.moved(start.ux, start.uy, inches)
    wide = max(start.radius, spacing(there.x, there.y, unit.x, unit.y) + radius_of(unit))  # it may have squared up
    for commander in battle.along(start.x, start.y, start.ux, start.uy, inches, wide):
        if commander.kind != Arm.COMMANDER or commander.side != unit.side or commander.foes or not commander.on_table():
            continue
        here = commander.shape[0]
        if distance(unit.shape[0], here) <= TOLERANCE or gap(start, start.ux, start.uy, here) <= inches + TOLERANCE:
            options: list[Option] = [TAKE_IN, LEAVE_BE]
            if game.choose(commander.seat, "take_in", options, commander.id) is TAKE_IN:
                game.tell(Attached(commander.id, unit.id))
