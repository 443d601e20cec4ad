"""Machines on the table (4.10, R74 to R77, R84, R99): driving, starting, charging, how their cards and turns begin."""

from __future__ import annotations

from playsheet.core.angles import turn_between
from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.gaslight.battle.machine_events import Drove, StartRolled, SteamTicked, SustainRolled
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import NOBODY, Unit
from playsheet.rules.gaslight.dice.vehicles import start, sustain
from playsheet.rules.gaslight.ground.driving import DriveRegion, engine_card, gone, hull_facing
from playsheet.rules.gaslight.options.choices import DRIVE, REVERSE, START, WeaponFire, WeaponReload
from playsheet.rules.gaslight.options.posts import able_crew, runs
from playsheet.rules.gaslight.options.vehicles import charge_run
from playsheet.rules.gaslight.table.melee import free_blows
from playsheet.rules.gaslight.table.posts import fire_weapon, keeps_running, reload_weapon
from playsheet.rules.gaslight.terms import MoveKind
from playsheet.tabletop.machines.machine import BALKED, RUNNING, STALLED, started, tick

# ---------------------------------------------------------------- a card begins, a turn ends


def begin_card(game: Game[GaslightBattle], unit: Unit) -> None:
    """By switch: an engine that balked misses this card's drive, or Sustain is rolled on every card (R75, R76)."""
    battle = game.battle
    rules = battle.rules
    if not unit.has_machine():
        return
    machine = battle.machine_of(unit)
    if machine.engine == BALKED:
        machine.engine = RUNNING
        game.tell(SustainRolled(unit.id, NOBODY, False, machine.state(), True, "R76"))
    elif rules.sustain_every_card and machine.engine == RUNNING and battle.aboard(unit):
        game.dice.throwers(unit.seat, unit.seat)
        held = sustain(game.dice, rules, machine.sustain())
        if not held and not rules.sustain_this_card:
            machine.engine = STALLED
        game.tell(SustainRolled(unit.id, NOBODY, held, machine.state(), not held, "R75"))


def tick_steam(game: Game[GaslightBattle]) -> None:
    """The end of a turn: machines whose steam fails are a turn nearer to it (R84)."""
    battle = game.battle
    for id in battle.machines:
        unit = battle.units[id]
        if unit.has_machine():
            machine = battle.machine_of(unit)
            if machine.timer > 0:
                failed = tick(machine)
                game.tell(SteamTicked(unit.id, machine.state(), failed, "R84"))


# ---------------------------------------------------------------- orders


def machine_order(game: Game[GaslightBattle], unit: Unit, option: Option) -> None:
    """What its owner has chosen of the machine's options."""
    if isinstance(option, WeaponFire):
        fire_weapon(game, unit, option)
    elif isinstance(option, WeaponReload):
        reload_weapon(game, unit, option.weapon)
    elif option is START:
        start_engine(game, unit)
    elif option is DRIVE or option is REVERSE:
        drive(game, unit, option is REVERSE)


def start_engine(game: Game[GaslightBattle], unit: Unit) -> None:
    """Less than Start, and engine and steering work again; it uses the drive (R76)."""
    battle = game.battle
    machine = battle.machine_of(unit)
    game.dice.throwers(unit.seat, unit.seat)
    passed = start(game.dice, battle.rules, engine_card(unit).start)
    if passed:
        started(machine)
    game.tell(StartRolled(unit.id, able_crew(battle, unit)[0], passed, machine.state(), "R76"))


def drive(game: Game[GaslightBattle], unit: Unit, back: bool) -> None:
    """Sustain; then a pivot and a straight line, forward or back. Enemies that touch it strike as it leaves (R99)."""
    battle = game.battle
    if not keeps_running(game, unit, able_crew(battle, unit)[0]):
        return
    region = DriveRegion(battle, unit, back=back)
    facing, inches = game.place(unit.seat, "reverse" if back else "drive", region, unit.id)
    how = MoveKind.MOVES
    if battle.engaged(unit.model) and (inches > TOLERANCE or turn_between(region.hull.facing, facing) > TOLERANCE):
        how = MoveKind.BREAKS_OFF
        free_blows(game, unit.model)
        if not runs(battle, unit):
            return
        region = DriveRegion(battle, unit, back=back)  # the blows may have cost it Speed or steering
        inches = min(inches, region.course.inches)
        if region.refusal((facing, inches)):
            return
    hull = gone(hull_facing(region.hull, facing), region.course, inches)
    game.tell(
        Drove(
            unit.id, how, hull.x, hull.y, facing, "R99, R111" if how == MoveKind.BREAKS_OFF else "R77" if back else ""
        )
    )


# ---------------------------------------------------------------- charging


def machine_charge(game: Game[GaslightBattle], unit: Unit, models: list[int]) -> bool:
    """After both checks: Sustain, then the charge; True if it is in contact now."""
    battle = game.battle
    crew = able_crew(battle, unit)
    if not crew or not runs(battle, unit) or not keeps_running(game, unit, crew[0]):
        return False
    way = charge_run(battle, unit, models)
    game.tell(Drove(unit.id, MoveKind.CHARGES, way.hull.x, way.hull.y, way.hull.facing, "R74"))
    return way.contact
