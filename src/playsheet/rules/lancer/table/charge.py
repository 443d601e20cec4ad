"""The charge on the table (4.4): going in, and the reaction of one who was not reached."""

from __future__ import annotations

from playsheet.core.asking import Word
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.lancer.battle.events import Charged, ChargeEnded, Conformed, Detached, Moved, Turned
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.ground.contact import squared_up
from playsheet.rules.lancer.ground.moving import charge_rate, path, turned_footprint
from playsheet.rules.lancer.options import AimRegion, charge_gap, charge_start, reactions
from playsheet.rules.lancer.table.contact import settle
from playsheet.rules.lancer.table.melee import melee_round
from playsheet.rules.lancer.table.moves import take_in_commanders, throw_distance
from playsheet.rules.lancer.table.shooting import shoot
from playsheet.rules.lancer.terms import Arm, Met


def charge(game: Game[LancerBattle], unit: Unit, target: Unit) -> None:
    """Turn, roll, go in; contact brings one round of melee, a short charge the target's reaction."""
    battle = game.battle
    if unit.kind == Arm.COMMANDER and unit.attached_to >= 0:
        leave_for_charge(game, unit, target)
    aim = game.place(unit.seat, "aim", AimRegion(battle, unit, target), target.id)[0]
    met = go_in(game, unit, target, aim, counter=False)
    if met >= 0:
        settle(game, unit.id)
        melee_round(game, unit, -1, charging=True)
    else:
        react(game, unit, target)
    settle(game, unit.id)


def leave_for_charge(game: Game[LancerBattle], commander: Unit, target: Unit) -> None:
    """A commander who charges by himself starts at his unit's edge (R52)."""
    battle = game.battle
    x, y = charge_start(battle, commander, target)
    game.tell(Detached(commander.id, x, y, commander.facing))


def go_in(game: Game[LancerBattle], unit: Unit, target: Unit, aim: float, *, counter: bool) -> int:
    """The charge move itself; the enemy unit contacted, or -1."""
    battle = game.battle
    there = turned_footprint(battle, unit, aim)
    ruling = "R20, R47, R22, R53" if counter else "R20, R47"
    game.tell(Charged(unit.id, target.id, aim, charge_gap(there, target), counter, ruling))
    if abs(aim - unit.facing) > TOLERANCE:
        game.tell(Turned(unit.id, aim))
    held = unit.shape[0]
    rolled = throw_distance(game, unit, charge_rate(battle, unit, held))
    stop = path(battle, unit, held, held.ux, held.uy, float(rolled), charging=True, past=0.0)
    at = held.moved(held.ux, held.uy, stop.inches)
    home = stop.what == Met.ENEMY
    name = stop.name if stop.inches < rolled - TOLERANCE or home else ""
    how = "counter-charges" if counter else "charges"
    ruling = "R20" if name and stop.what == Met.EDGE else ""
    game.tell(Moved(unit.id, at.x, at.y, stop.inches, rolled, how, name, ruling))
    if not home:
        game.tell(ChargeEnded(unit.id, -1, "R16" if target.disrupted else ""))
        take_in_commanders(game, unit, held, inches=stop.inches)
        return -1
    game.tell(ChargeEnded(unit.id, stop.unit))
    square = squared_up(battle, unit, at, battle.units[stop.unit], held.ux, held.uy)
    if square is not None:
        game.tell(Conformed(unit.id, square.x, square.y, square.facing))
    take_in_commanders(game, unit, held, inches=stop.inches)
    return stop.unit


def react(game: Game[LancerBattle], unit: Unit, target: Unit) -> None:
    """The declared target of a charge that fell short may fire or counter-charge (R21, R53); it uses no card."""
    battle = game.battle
    options = reactions(battle, unit, target)
    if len(options) == 1:
        return
    match game.choose(target.seat, "reaction", options, target.id):
        case Word(name="fire"):
            shoot(game, target, unit, reaction=True)
        case Word(name="counter_charge"):
            aim = game.place(target.seat, "aim", AimRegion(battle, target, unit, counter=True), unit.id)[0]
            home = go_in(game, target, unit, aim, counter=True) >= 0
            settle(game, target.id)  # short or not, it may have come into touch with somebody on the way (R46)
            if home:
                melee_round(game, target if battle.rules.reactor_attacks else unit, -1, charging=True)
