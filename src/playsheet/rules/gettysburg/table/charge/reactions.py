"""What the target of a charge and its friends do about it (4.5.3, 4.5.4): the reaction, support fire."""

from __future__ import annotations

from playsheet.core.angles import bearing
from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.rules.gettysburg.battle.fight_events import Reacted
from playsheet.rules.gettysburg.battle.move_events import Moved
from playsheet.rules.gettysburg.battle.seats import seats_of
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.ground.footprints import is_free
from playsheet.rules.gettysburg.options.charge import (
    Charger,
    nearest_of,
    pivoted,
    reactions,
    supporters,
)
from playsheet.rules.gettysburg.options.fight_choices import (
    DONE,
    EVADE,
    FIRE,
    PREPARE,
    STAND,
    OfUnit,
    Shoot,
)
from playsheet.rules.gettysburg.options.fire import charging_marks, shots
from playsheet.rules.gettysburg.table.command import show_order
from playsheet.rules.gettysburg.table.fire import mark_at, shoot
from playsheet.rules.gettysburg.table.forced_moves import evade
from playsheet.rules.gettysburg.terms import (
    Arm,
    FireMoment,
    Formation,
    MoveKind,
    Reply,
    UnitState,
)

# ---------------------------------------------------------------- the reaction of the target


def face_chargers(game: Game[GettysburgBattle], target: Unit, chargers: list[Unit]) -> None:
    """Skirmishers, and only they, face about for free (4.5.3)."""
    if target.formation != Formation.SKIRMISH or target.flees() or not chargers:
        return
    enemy = nearest_of(target, chargers)
    there = pivoted(target, bearing(enemy.x - target.x, enemy.y - target.y))
    if is_free(game.battle, target, there):
        game.tell(Moved(target.id, MoveKind.TURNS, [(there.x, there.y, there.facing)], 0.0, False, "R26"))


class Reaction:
    """What the target did about it: whether it is ready to counter-charge, or how far it has run already."""

    def __init__(self) -> None:
        self.prepared = False
        self.evaded = False
        self.ran = 0.0


def react(game: Game[GettysburgBattle], target: Unit, chargers: list[Unit]) -> Reaction:
    """One choice, carried out at once (4.5.3); a unit in melee, or running, has none (R109)."""
    battle = game.battle
    reaction = Reaction()
    if target.in_melee() or target.state in (UnitState.RETREATING, UnitState.ROUTING):
        return reaction
    face_chargers(game, target, chargers)
    options = reactions(battle, target, chargers)
    chosen: Option = STAND
    if len(options) > 1:
        chosen = game.choose(target.seat, "reaction", options, target.id)
    if chosen is FIRE:
        game.tell(Reacted(target.id, Reply.FIRES, "R26"))
        fire_at_chargers(game, target, chargers, FireMoment.REACTION)
    elif chosen is PREPARE:
        if target.arm == Arm.INFANTRY:  # cavalry may on any order
            show_order(game, battle.brigades[target.brigade], "counter", "R17")
        game.tell(Reacted(target.id, Reply.PREPARES, "R26"))
        reaction.prepared = True
    elif chosen is EVADE:
        game.tell(Reacted(target.id, Reply.EVADES, "R111"))
        reaction.evaded = True
        reaction.ran = evade(game, target, nearest_of(target, chargers))
    elif len(options) > 1:
        game.tell(Reacted(target.id, Reply.HOLDS_FIRE, "R26"))
    return reaction


# ---------------------------------------------------------------- fire at chargers


def fire_at_chargers(game: Game[GettysburgBattle], unit: Unit, chargers: list[Unit], when: str) -> None:
    """At one of them, as the owner likes."""
    battle = game.battle
    found = charging_marks(battle, unit, [charger.id for charger in chargers])
    options: list[Option] = []
    for mark in found:
        options += shots(battle, unit, mark)
    chosen = options[0]
    if len(options) > 1:
        chosen = game.choose(unit.seat, "target", options, unit.id)
    if isinstance(chosen, Shoot):
        shoot(game, unit, mark_at(found, chosen.target), chosen, when)


def support(game: Game[GettysburgBattle], target: Unit, chargers: list[Charger]) -> None:
    """Formed friends within 12 inches of the target fire at the chargers, one after another (R27)."""
    battle = game.battle
    for seat in seats_of([unit for unit in battle.units if unit.side == target.side and unit.on_table()]):
        while target.on_table():
            coming = [charger.unit for charger in chargers if charger.goes_on()]
            options = supporters(battle, target, coming, seat)
            if not options:
                break
            chosen = game.choose(seat, "support", [DONE, *options], target.id)
            if not isinstance(chosen, OfUnit):
                break
            fire_at_chargers(game, battle.units[chosen.unit], coming, FireMoment.SUPPORT)
