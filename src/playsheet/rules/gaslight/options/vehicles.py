"""What a machine may do: drive, start, charge (4.10)."""

from __future__ import annotations

from playsheet.core.asking import Option
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.ground.driving import Course, Run, engine_card, run_at
from playsheet.rules.gaslight.ground.marks import Mark
from playsheet.rules.gaslight.options.choices import DRIVE, REVERSE, START
from playsheet.rules.gaslight.options.posts import able_crew, runs, weapon_options
from playsheet.tabletop.machines.machine import RUNNING, may_start

# ---------------------------------------------------------------- orders


def machine_options(battle: GaslightBattle, unit: Unit, marks: list[Mark]) -> list[Option]:
    """All that the crew aboard may do with its machine."""
    if not unit.has_machine():
        return []
    return [*drive_options(battle, unit), *weapon_options(battle, unit, marks)]


def drive_options(battle: GaslightBattle, unit: Unit) -> list[Option]:
    """Once a card it is driven, or started if there is something that Start mends."""
    found: list[Option] = []
    if not unit.has_machine() or unit.drove or not able_crew(battle, unit):
        return found
    machine = battle.machine_of(unit)
    if machine.engine == RUNNING:
        found += [DRIVE, REVERSE]
    if may_start(machine):
        found.append(START)
    return found


# ---------------------------------------------------------------- charging


def charge_run(battle: GaslightBattle, unit: Unit, models: list[int]) -> Run:
    """How it would charge these models: straight into contact with the first that it can touch, else as far as it gets.

    Up to Speed, no bonus; touching any model of the target is contact (R74).
    """
    hull = battle.hull_of(unit)
    keyed = [(battle.gap(model, hull.x, hull.y), model) for model in models]
    keyed.sort()
    course = Course(
        float(battle.machine_of(unit).speed()), battle.rules.stop_short, models, back=False, forced=False, slowed=True
    )
    nearest = run_at(battle, unit, keyed[0][1], course)
    if nearest.contact:
        return nearest
    reach = course.inches + hull.radius + TOLERANCE
    for gap, model in keyed[1:]:
        if gap <= reach:
            other = run_at(battle, unit, model, course)
            if other.contact:
                return other
    return nearest


def may_charge(battle: GaslightBattle, unit: Unit, models: list[int]) -> bool:
    """Has it Scuffle dice, a running engine and a driver, and could it touch any of these models (R67, R74)?"""
    if engine_card(unit).scuffle_dice == 0 or unit.drove or not runs(battle, unit) or not able_crew(battle, unit):
        return False
    return charge_run(battle, unit, models).contact
