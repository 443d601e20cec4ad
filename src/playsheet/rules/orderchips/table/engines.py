"""Machines on the table (4.4, 4.5, 4.10, 4.14): START and SUSTAIN, haywire carried out, repair, the end of a turn."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, direction, wrapped
from playsheet.core.asking import Option
from playsheet.core.events import Battle
from playsheet.core.game import Game
from playsheet.core.geometry import FAR, TOLERANCE, spacing
from playsheet.rules.orderchips.battle.events import Controlled, Locked, MoveEnded, NoActionNext
from playsheet.rules.orderchips.battle.fight_events import Driven, HaywireActs, MachineSet, Repaired, RepairTried
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY, Unit
from playsheet.rules.orderchips.dice.engines import drive as drive_vehicle
from playsheet.rules.orderchips.dice.engines import drive_automaton, may_be_started, stand
from playsheet.rules.orderchips.dice.repair import conditions, mend, repairs
from playsheet.rules.orderchips.ground.bases import run_to
from playsheet.rules.orderchips.ground.contact import is_touched
from playsheet.rules.orderchips.sheet.tables import is_within
from playsheet.rules.orderchips.table.contact import lock_all, settle
from playsheet.rules.orderchips.table.damage import tell_haywire, working_copy
from playsheet.rules.orderchips.table.losses import hand_of
from playsheet.rules.orderchips.table.morale import to_receive
from playsheet.rules.orderchips.table.steering import run
from playsheet.rules.orderchips.terms import CONDITIONS, Arm, EngineResult, Haywire, Mendable, MoveKind, Phase, Where
from playsheet.tabletop.machines.charts import HAYWIRE
from playsheet.tabletop.machines.machine import Harm, Machine, Witness
from playsheet.tabletop.machines.machine import tick as tick_steam


class OnTable(Witness):
    """Tells a haywire result of an automaton that was not hit."""

    def __init__(self, game: Game[ChipBattle], unit: Unit) -> None:
        self.game: Final = game
        self.unit: Final = unit

    def harmed(self, machine: Machine, harm: Harm) -> None:
        if harm.do == HAYWIRE:
            tell_haywire(self.game, self.unit, machine, harm, "R42" if harm.which == Haywire.ENEMY_CONTROL else "R81")


def throw_own(game: Game[ChipBattle], unit: Unit) -> None:
    """All dice that follow are those of whoever commands the machine."""
    hand = hand_of(game.battle, unit, unit)
    game.dice.throwers(hand, hand)


# ---------------------------------------------------------------- before a move


def drive(game: Game[ChipBattle], unit: Unit) -> int:
    """START or SUSTAIN of a machine with a Moving chip: one of DRIVES. Haywire is carried out at once (4.14.1)."""
    battle = game.battle
    card = unit.card.machine
    if card is None:
        return EngineResult.STAYS
    throw_own(game, unit)
    machine = working_copy(battle, unit)
    if unit.kind == Arm.AUTOMATON:
        result = drive_automaton(game.dice, battle.rules, machine, OnTable(game, unit))
        if result == EngineResult.GOES_HAYWIRE:
            carry_out(game, unit)
            return result
        rolled = result == EngineResult.MOVES
    else:
        rolled = may_be_started(machine)
        result = drive_vehicle(game.dice, battle.rules, machine, card.start)
    if rolled or result != EngineResult.STAYS:
        game.tell(Driven(unit.id, result, machine.state(), "R37"))
    return result


def standing(game: Game[ChipBattle], unit: Unit) -> None:
    """By switch Stationary machines roll SUSTAIN too, at their place in the moves (R64)."""
    battle = game.battle
    rules = battle.rules
    machine = working_copy(battle, unit)
    if not rules.sustains_standing(automaton=unit.kind == Arm.AUTOMATON) or not machine.rolls_sustain():
        return
    throw_own(game, unit)
    result = stand(game.dice, rules, machine, OnTable(game, unit))
    if result == EngineResult.GOES_HAYWIRE:
        carry_out(game, unit)
    else:
        game.tell(Driven(unit.id, result, machine.state(), "R64"))


# ---------------------------------------------------------------- haywire


def haywire_turn(game: Game[ChipBattle], unit: Unit) -> None:
    """An automaton that is due a haywire roll, at its place in the moves; the last result is over (R41)."""
    machine = working_copy(game.battle, unit)
    throw_own(game, unit)
    machine.haywire = Haywire.OBEYS
    machine.go_haywire(game.dice, OnTable(game, unit))
    if not unit.fit:  # no power for a roll, or a 10 that means nothing (R42)
        game.tell(MachineSet(unit.id, "clears", machine.state(), "R42"))
        game.tell(MoveEnded(unit.id, "R42"))
        return
    carry_out(game, unit)


def pending(game: Game[ChipBattle]) -> None:
    """Haywire that damage has called for, by roster: when a move has ended, or a step (R41, R75, R111)."""
    battle = game.battle
    while battle.fits:
        carry_out(game, battle.units[min(battle.fits)])


def carry_out(game: Game[ChipBattle], unit: Unit) -> None:
    """What an automaton does that went haywire; it is all that it does this turn."""
    battle = game.battle
    result = unit.fit
    if not result:
        return
    prey = nearest_unit(battle, unit) if result == Haywire.ATTACK else NOBODY
    ruling = "R76" if result == Haywire.ATTACK else "R75"
    if battle.phase >= Phase.SHOOTING:
        ruling += ", R103"  # no windows, and nobody tests to receive it
    game.tell(HaywireActs(unit.id, result, prey, ruling))
    if result == Haywire.RESETS:
        game.tell(NoActionNext(unit.id, True, True, "R41"))
    elif result in (Haywire.RANDOM_MOVE, Haywire.FORWARD):
        run_wild(game, unit, result)
    elif prey != NOBODY:
        attack(game, unit, battle.units[prey])
    if unit.place != Where.ON_TABLE:
        return
    if battle.phase < Phase.EVENTS and not unit.moved:
        game.tell(MoveEnded(unit.id, "R75"))
    settle(game)


def run_wild(game: Game[ChipBattle], unit: Unit, result: int) -> None:
    """Full SPEED a random way or straight ahead; it stops on contact, and is locked with enemies only (4.14.2)."""
    machine = game.battle.machine_of(unit)
    facing = unit.facing
    if result == Haywire.RANDOM_MOVE and machine.steers:
        facing = wrapped(facing + machine.plan.brain.degrees(unit.fit_pips))
    if machine.moves():
        far = contact_ahead(game.battle, unit, facing, float(machine.speed()))
        run(game, unit, facing, far, MoveKind.GOES_WILD, "R97", stop_at_contact=True)
        if unit.place == Where.ON_TABLE:
            lock_all(game, unit)


def contact_ahead(battle: ChipBattle, unit: Unit, facing: float, inches: float) -> float:
    """How far it gets before it touches anybody at all, friends among them."""
    x, y = battle.at(unit.model)
    ux, uy = direction(facing)
    best = inches
    for other in battle.near.along(x, y, ux, uy, inches, battle.radius(unit.model)):
        if other != unit.model:
            best = min(best, run_to(battle, unit.model, x, y, facing, ux, uy, other, short=0.0))
    return max(best, 0.0)


def nearest_unit(battle: ChipBattle, unit: Unit) -> int:
    """The nearest unit of any side by base edges; ties in movement order (R76)."""
    best = NOBODY
    least = FAR
    others = [other.id for other in battle.units if other.place == Where.ON_TABLE and other is not unit]
    x, y = battle.at(unit.model)
    for id in battle.movement_order(others):
        circle = battle.circle(battle.units[id])
        if spacing(x, y, circle.x, circle.y) - circle.radius - battle.radius(unit.model) - TOLERANCE > least:
            continue  # no base of it can be nearer
        for model in battle.fighters(battle.units[id]):
            far = battle.gap(unit.model, model)
            if far < least - TOLERANCE:
                least = far
                best = id
    return best


def attack(game: Game[ChipBattle], unit: Unit, prey: Unit) -> None:
    """At the nearest unit, friend or foe, with SPEED and bonus; in the moves that unit tests to receive it (R76)."""
    battle = game.battle
    machine = battle.machine_of(unit)
    card = unit.card.machine
    if card is None or not machine.moves():
        return
    far = float(machine.speed() + card.charge)
    x, y = battle.at(unit.model)
    aim = nearest_model(battle, unit, prey)
    spot = battle.at(aim)
    if battle.phase <= Phase.NATIVES_MOVE and is_within(battle.gap(unit.model, aim), far):
        to_receive(game, prey, unit)
    if prey.place == Where.ON_TABLE:
        spot = battle.at(nearest_model(battle, unit, prey))
    facing = unit.facing
    if machine.steers and spacing(x, y, *spot) > TOLERANCE:
        facing = bearing(spot[0] - x, spot[1] - y)
    run(
        game,
        unit,
        facing,
        contact_ahead(battle, unit, facing, far),
        MoveKind.GOES_WILD,
        "R76",
        prey.id,
        stop_at_contact=True,
    )
    if unit.place == Where.ON_TABLE and prey.place == Where.ON_TABLE and prey.id not in unit.locked:
        if is_touched(battle, unit, prey):
            game.tell(Locked(unit.id, prey.id, "R76"))


def nearest_model(battle: ChipBattle, unit: Unit, prey: Unit) -> int:
    """The model of a unit whose base is nearest to the machine's."""
    best = battle.leader(prey)
    least = FAR
    for model in battle.fighters(prey):
        far = battle.gap(unit.model, model)
        if far < least - TOLERANCE:
            least = far
            best = model
    return best


# ---------------------------------------------------------------- repair


class Mend(Option):
    """What a scientist repairs, where by switch he repairs one thing only (R43)."""

    def __init__(self, automaton: int, condition: int) -> None:
        self.automaton: Final = automaton
        self.condition: Final = condition

    def key(self) -> str:
        return f"mend:{self.condition}"

    def label(self, battle: Battle) -> str:
        return f"Repair: {CONDITIONS[self.condition]}"

    def about(self) -> tuple[int, list[int]]:
        return self.automaton, []


def is_controlled(unit: Unit) -> bool:
    """Does an enemy player command the automaton, or will he next turn?"""
    return unit.seat != unit.owner or unit.next_seat != NOBODY


def try_repair(game: Game[ChipBattle], scientist: Unit, automaton: Unit) -> None:
    """His SAVE or less, and it is mended: of everything, or by switch of one thing as he chooses (4.14.3, R43)."""
    battle = game.battle
    game.dice.throwers(scientist.seat, scientist.seat)
    mends = repairs(game.dice, battle.rules, scientist.card.save)
    game.tell(RepairTried(scientist.id, automaton.id, mends, "R43"))
    if not mends:
        return
    machine = battle.machine_copy(automaton)
    found = conditions(machine, controlled=is_controlled(automaton))
    if battle.rules.repairs_one and len(found) > 1:
        options = [Mend(automaton.id, condition) for condition in found]
        found = [game.choose(scientist.seat, "mend", options, automaton.id).condition]
    for condition in found:
        mend(machine, condition)
    game.tell(Repaired(automaton.id, found, machine.state(), "R43"))
    if Mendable.MIND in found and automaton.seat != automaton.owner:
        game.tell(Controlled(automaton.id, automaton.owner, "R42"))
    settle(game)


# ---------------------------------------------------------------- the end of a turn


def tick(game: Game[ChipBattle]) -> None:
    """Steam timers; what was of this turn only; automata that obey again, or obey somebody else from next turn."""
    battle = game.battle
    for id in battle.movement_order(battle.machines):
        unit = battle.units[id]
        if unit.has_machine():
            tick_machine(game, unit)
    settle(game)


def tick_machine(game: Game[ChipBattle], unit: Unit) -> None:
    machine = game.battle.machine_copy(unit)
    before = machine.state()
    had = machine.timer
    tick_steam(machine)
    machine.penetrated = False
    if machine.haywire == Haywire.RESETS and unit.no_action and not unit.next_no_action:
        machine.haywire = Haywire.OBEYS
    if machine.haywire == Haywire.ENEMY_CONTROL:
        machine.haywire = Haywire.OBEYS
    if machine.state() != before:
        game.tell(MachineSet(unit.id, "steam" if had else "clears", machine.state(), "R38" if had else "R41"))
    if unit.next_seat != NOBODY and unit.seat != unit.next_seat:
        game.tell(Controlled(unit.id, unit.next_seat, "R42"))
