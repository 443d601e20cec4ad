"""The charge on the table (4.4): where it leads, whom it meets, and the reaction of one who was not reached."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Word
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.lancer.battle.events import Charged, ChargeEnded, Conformed, Detached, Moved, Turned
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.dice.charge import CHARGE, Course
from playsheet.rules.lancer.dice.melee import Bout, Round, in_order
from playsheet.rules.lancer.dice.shooting import Volley, Witness
from playsheet.rules.lancer.ground.contact import squared_up
from playsheet.rules.lancer.ground.moving import Stop, charge_rate, path, turned_footprint
from playsheet.rules.lancer.options.choices import AimRegion, charge_gap, charge_start, reactions
from playsheet.rules.lancer.sheet import Rate
from playsheet.rules.lancer.table import melee, shooting
from playsheet.rules.lancer.table.contact import settle
from playsheet.rules.lancer.table.moves import take_in_commanders
from playsheet.rules.lancer.terms import REACTIONS, Arm, Met, Reaction
from playsheet.tabletop.units import enemy_seat


def charge(game: Game[LancerBattle], unit: Unit, target: Unit) -> None:
    """Turn, roll, go in; contact brings one round of melee, a short charge the target's reaction."""
    course = OnTable(game, unit, target)
    for step in CHARGE:
        step(game.dice, game.battle.rules, course)
    settle(game, unit.id)


class OnTable(Course):
    """A charge on the table: it asks, tells and moves."""

    def __init__(self, game: Game[LancerBattle], unit: Unit, target: Unit) -> None:
        super().__init__()
        self.game: Final = game
        self.unit: Final = unit
        self.target: Final = target
        self.stop = Stop(0.0, Met.NOTHING, -1, "")  # where the last move ended, and why
        self.volley: Volley | None = None

    def rate(self, *, counter: bool) -> Rate:
        mover, other = (self.target, self.unit) if counter else (self.unit, self.target)
        return declared(self.game, mover, other, counter=counter)

    def goes(self, inches: int, *, counter: bool) -> bool:
        mover, other = (self.target, self.unit) if counter else (self.unit, self.target)
        self.stop = went_in(self.game, mover, other, inches, counter=counter)
        home = self.stop.what == Met.ENEMY
        if home or counter:
            settle(self.game, mover.id)  # short or not, it may have come into touch with somebody on the way (R46)
        return home

    def round(self, *, counter: bool, reactor_attacks: bool) -> Round:
        bouts = self.bouts(reactor_attacks=reactor_attacks)
        return in_order(self.game.battle.rules, bouts, melee.OnTable(self.game), charging=True)

    def bouts(self, *, reactor_attacks: bool) -> list[Bout]:
        return melee.name_bouts(self.game, self.target if reactor_attacks else self.unit, -1)

    def reaction(self) -> int:
        """Only the declared target may react (R21, R53); it uses no card."""
        options = reactions(self.game.battle, self.unit, self.target)
        if len(options) == 1:
            return Reaction.NOTHING
        chosen: Word = self.game.choose(self.target.seat, "reaction", options, self.target.id)
        return REACTIONS.index(chosen.name)

    def shot(self) -> Volley:
        self.volley = shooting.take_aim(self.game, self.target, self.unit)
        return self.volley

    def witness(self) -> Witness:
        assert self.volley is not None, "it takes aim before it fires"
        return shooting.OnTable(self.game, self.target, self.unit, self.volley, reaction=True)

    def fired(self) -> None:
        shooting.after_fire(self.game, self.target, self.unit)


def declared(game: Game[LancerBattle], unit: Unit, target: Unit, *, counter: bool) -> Rate:
    """The charge is declared along a bearing, and the unit turns: the dice for the ground ahead."""
    battle = game.battle
    if unit.kind == Arm.COMMANDER and unit.attached_to >= 0:
        leave_for_charge(game, unit, target)
    aim = game.place(unit.seat, "aim", AimRegion(battle, unit, target, counter=counter), target.id)[0]
    ruling = "R20, R47, R22, R53" if counter else "R20, R47"
    gap = charge_gap(turned_footprint(battle, unit, aim), target)
    game.tell(Charged(unit.id, target.id, aim, gap, counter, ruling))
    if abs(aim - unit.facing) > TOLERANCE:
        game.tell(Turned(unit.id, aim))
    game.dice.throwers(unit.seat, enemy_seat(battle.units, unit.side))
    return charge_rate(battle, unit, unit.shape[0])


def leave_for_charge(game: Game[LancerBattle], commander: Unit, target: Unit) -> None:
    """A commander who charges by himself starts at his unit's edge (R52)."""
    battle = game.battle
    there = charge_start(battle, commander, target)
    game.tell(Detached(commander.id, there.x, there.y, commander.facing))


def went_in(game: Game[LancerBattle], unit: Unit, target: Unit, rolled: int, *, counter: bool) -> Stop:
    """The charge move itself: where it ends, and at whom."""
    battle = game.battle
    held = unit.shape[0]
    stop = path(battle, unit, held, held.ux, held.uy, float(rolled), charging=True, past=0.0)
    at = held.moved(held.ux, held.uy, stop.inches)
    home = stop.what == Met.ENEMY
    name = stop.name if stop.inches < rolled - TOLERANCE or home else ""
    how = "counter-charges" if counter else "charges"
    ruling = "R20" if name and stop.what == Met.EDGE else ""
    game.tell(Moved(unit.id, at.x, at.y, stop.inches, rolled, how, name, ruling))
    if home:
        game.tell(ChargeEnded(unit.id, stop.unit))
        square = squared_up(battle, unit, at, battle.units[stop.unit], held.ux, held.uy)
        if square is not None:
            game.tell(Conformed(unit.id, square.x, square.y, square.facing))
    else:
        game.tell(ChargeEnded(unit.id, -1, "R16" if target.disrupted else ""))
    take_in_commanders(game, unit, held, inches=stop.inches)
    return stop
