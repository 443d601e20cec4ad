"""What a machine may do: drive, start, charge (4.10)."""

from __future__ import annotations

from playsheet.core.asking import Option
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.ground.driving import Course, Run, engine_card, run_at
from playsheet.rules.gaslight.ground.marks import Mark
from playsheet.rules.gaslight.options.choices import DRIVE, REVERSE, START
from playsheet.rules.gaslight.options.posts import able_crew, weapon_options, why_not_running
from playsheet.rules.gaslight.terms import Bar
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
    if not unit.has_machine() or why_not_driven(battle, unit):
        return found
    machine = battle.machine_of(unit)
    if machine.engine == RUNNING:
        found += [DRIVE, REVERSE]
    if may_start(machine):
        found.append(START)
    return found


def why_not_driven(battle: GaslightBattle, unit: Unit) -> str:
    """Why nobody may take the wheel now, in a word."""
    if unit.drove:
        return Bar.DROVE
    return "" if able_crew(battle, unit) else Bar.NO_HANDS


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


def may_ram(unit: Unit) -> bool:
    """Has it Scuffle dice (R74)?"""
    return engine_card(unit).scuffle_dice > 0


def why_no_ram(battle: GaslightBattle, unit: Unit, models: list[int]) -> str:
    """Why it cannot charge these models, in a word: Scuffle dice, a driver, a running engine, contact (R67, R74)."""
    if not may_ram(unit):
        return Bar.UNARMED
    why = why_not_driven(battle, unit) or why_not_running(battle, unit)
    return why or ("" if charge_run(battle, unit, models).contact else Bar.TOO_FAR)
