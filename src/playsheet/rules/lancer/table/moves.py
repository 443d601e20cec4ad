"""Moving on the table (4.1): the turn, the dice, the way, and whom a commander joins at its end."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import direction
from playsheet.core.asking import Option, Word
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, Rect, distance, gap, spacing
from playsheet.rules.lancer.battle.events import Attached, Detached, Moved, Turned
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit, radius_of
from playsheet.rules.lancer.ground.moving import TurnRegion, beside, move_rate, path
from playsheet.rules.lancer.sheet import Rate
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


def move(game: Game[LancerBattle], unit: Unit) -> None:
    """Turn, go straight as far as the dice say, turn again. The direction is fixed before the roll."""
    battle = game.battle
    turn = game.place(unit.seat, "turn", TurnRegion(battle, unit, battle.rules.turn), unit.id)[0]
    if unit.kind == Arm.COMMANDER and unit.attached_to >= 0:
        ux, uy = direction(turn)
        x, y = beside(battle, unit, battle.units[unit.attached_to], turn, ux, uy)
        game.tell(Detached(unit.id, x, y, turn))
    if abs(turn - unit.facing) > TOLERANCE:
        game.tell(Turned(unit.id, turn))
    start = unit.shape[0]
    rolled = throw_distance(game, unit, move_rate(battle, unit, start))
    went_on = advance(game, unit, rolled, "moves")
    gone = spacing(start.x, start.y, unit.x, unit.y)
    if went_on and not (unit.kind == Arm.COMMANDER and unit.attached_to >= 0):
        facing = game.place(unit.seat, "face", TurnRegion(battle, unit, battle.rules.turn), unit.id)[0]
        if abs(facing - unit.facing) > TOLERANCE:
            game.tell(Turned(unit.id, facing))
    take_in_commanders(game, unit, start, inches=gone)


def advance(game: Game[LancerBattle], unit: Unit, rolled: int, how: str) -> bool:
    """Go straight ahead; False if the move ended with the commander joining a unit."""
    battle = game.battle
    held = unit.shape[0]
    ux, uy = held.ux, held.uy
    left = float(rolled)
    past = 0.0
    while True:
        stop = path(battle, unit, held, ux, uy, left + past, charging=False, past=past)
        done = stop.inches
        if not (stop.what == Met.EDGE and battle.rules.may_pass_edge and done < left + past - TOLERANCE):
            break
        # the other reading of R17: the owner may go on, as far as the new ground's die allows
        options: list[Option] = [HALT, GO_ON]
        if game.choose(unit.seat, "edge", options, unit.id) is HALT:
            break
        there = held.moved(ux, uy, done)
        more = throw_distance(game, unit, move_rate(battle, unit, there))
        left = min(left + past - done, float(more))
        past = done
    there = held.moved(ux, uy, done)
    name = stop.name if done < rolled - TOLERANCE else ""
    ruling = (
        "R17" if past > 0.0 or (name and stop.what == Met.EDGE) else "R38" if name and stop.what == Met.ENEMY else ""
    )
    game.tell(Moved(unit.id, there.x, there.y, done, rolled, how, name, ruling))
    if unit.kind == Arm.COMMANDER and stop.what == Met.FRIEND:
        game.tell(Attached(unit.id, stop.unit))
        return False
    return True


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
