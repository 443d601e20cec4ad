"""What must always hold: looked at after every step of a debug run."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.figures import IN_PLAY
from playsheet.core.geometry import TOLERANCE, overlaps, point_distance, spacing
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import INSIDE, Unit
from playsheet.rules.orderchips.terms import Arm, Chip, ModelKind, Phase, Where
from playsheet.tabletop.laws import centre_on_table, figures_conserved, found_nowhere, found_there
from playsheet.tabletop.machines.machine import FATE_AT
from playsheet.tabletop.machines.machine import IN_PLAY as WHOLE

SLACK: Final = 2.0 * TOLERANCE  # who was put within it of two neighbours is not upon either


def broken_laws(battle: ChipBattle) -> list[str]:
    """Each broken law in a sentence; empty in a sound battle."""
    found: list[str] = []
    for unit in battle.units:
        found += figures_counted(battle, unit)
        found += attached_rightly(battle, unit)
        found += locked_rightly(battle, unit)
        found += machine_rightly(battle, unit)
        found += chip_rightly(battle, unit)
        found += found_in_crowd(battle, unit)
    for model in range(len(battle.figures.x)):
        found += stands_right(battle, model)
    return found


def name(battle: ChipBattle, model: int) -> str:
    return f"{battle.owner_of(model).name}, model {model}"


def figures_counted(battle: ChipBattle, unit: Unit) -> list[str]:
    """None has vanished, but into a prize; those in play are the first; a unit is gone when they are."""
    if unit.is_machine():
        return []
    figures = battle.figures
    aboard = figures.count(unit.first, unit.start, INSIDE)
    found = figures_conserved(unit.name, figures, unit.first, unit.start, aboard)
    left = figures.count(unit.first, unit.start, IN_PLAY)
    if left != unit.figures:
        found.append(f"{unit.name}: counts {unit.figures} figures, has {left}")
    for index in range(unit.start):
        if (figures.state[i64(unit.first + index)] == IN_PLAY) != (index < unit.figures):
            found.append(f"{unit.name}: figure {index} is in play or not, depending on whom one asks")
    if (left == 0) != (unit.place == Where.GONE):
        found.append(f"{unit.name}: has {left} figures in play but is in place {unit.place}")
    return found


def found_in_crowd(battle: ChipBattle, unit: Unit) -> list[str]:
    """Whoever is looked for where he stands is found."""
    for model in battle.models(unit) if unit.place == Where.ON_TABLE else []:
        if unit.id not in battle.around(*battle.at(model), 0.0):
            return [f"{unit.name}: is not found where its model {model} stands"]
    return []


def attached_rightly(battle: ChipBattle, unit: Unit) -> list[str]:
    """A notable person is with a unit that knows him, or with none."""
    if unit.place == Where.ATTACHED:
        host = battle.units[unit.attached_to]
        if host.place != Where.ON_TABLE or unit.id not in host.attached or unit.locked or host.side != unit.side:
            return [f"{unit.name}: is attached to a unit that does not have him"]
    elif unit.attached_to >= 0:
        return [f"{unit.name}: is alone, but somebody else's"]
    if unit.attached and unit.place != Where.ON_TABLE:
        return [f"{unit.name}: is not on the table, but has somebody with it"]
    return []


def locked_rightly(battle: ChipBattle, unit: Unit) -> list[str]:
    """Who is locked with another, that one is locked with him; both are on the table."""
    found: list[str] = []
    for id in unit.locked:
        other = battle.units[id]
        if unit.id not in other.locked or other.place != Where.ON_TABLE or unit.place != Where.ON_TABLE:
            found.append(f"{unit.name}: is locked with {other.name}, or is not")
    return found


def machine_rightly(battle: ChipBattle, unit: Unit) -> list[str]:
    """A machine on the table has a hull and is whole; one that is out is gone."""
    if not unit.is_machine() or unit.place == Where.WAITING:
        return []
    whole = unit.machine[FATE_AT] == WHOLE
    if unit.place == Where.ON_TABLE and not whole:
        return [f"{unit.name}: is out and still on the table"]
    if unit.place == Where.ON_TABLE and unit.hull is None:
        return [f"{unit.name}: has no hull on the table"]
    return []


def chip_rightly(battle: ChipBattle, unit: Unit) -> list[str]:
    """From the reveal to the end of the moves whoever stands on the table has a chip; the attached have none."""
    laid = Phase.MOVE_ORDER <= battle.phase <= Phase.MOVES and unit.place == Where.ON_TABLE
    if laid and unit.chip == Chip.NONE and unit.arrived != battle.turn:
        return [f"{unit.name}: has no chip"]
    if unit.place == Where.ATTACHED and unit.chip != Chip.NONE:
        return [f"{unit.name}: is attached and has a chip"]
    if (
        unit.chip == Chip.BLANK and unit.fired and unit.kind != Arm.AUTOMATON
    ):  # those may fire when they have gone mad (R76)
        return [f"{unit.name}: has fired without orders"]
    return []


# ---------------------------------------------------------------- where models stand


def on_the_table(battle: ChipBattle, model: int) -> bool:
    """Does the model take room on the table now?"""
    unit = battle.owner_of(model)
    i: i64 = model
    if unit.place == Where.WAITING:
        return False
    if battle.part[i] == ModelKind.FIGURE:
        return unit.place != Where.GONE and battle.figures.state[i] == IN_PLAY
    if battle.part[i] == ModelKind.GUN:
        return not unit.gun_lost
    return unit.hull is not None


def stands_right(battle: ChipBattle, model: int) -> list[str]:
    """Found where it stands, on the table, on open ground, on nobody else."""
    called = name(battle, model)
    if not on_the_table(battle, model):
        return found_nowhere(called, battle.near, model)
    i: i64 = model
    x = battle.figures.x[i]
    y = battle.figures.y[i]
    found = found_there(called, battle.near, model, x=x, y=y, radius=battle.radius(model))
    found += centre_on_table(called, battle.land.ground, x, y)
    found += in_closed_ground(battle, model, x, y)
    for other in battle.near.within(x, y, battle.radius(model)):
        if other > model and run_into(battle, model, other):
            found.append(f"{called} stands on {name(battle, other)}")
    return found


def in_closed_ground(battle: ChipBattle, model: int, x: float, y: float) -> list[str]:
    i: i64 = model
    owner = battle.owner_of(model)
    host = battle.unit_of(model)
    if owner.kind == Arm.GUN and battle.part[i] == ModelKind.FIGURE:
        going = battle.land.on_foot
    else:
        going = host.card.ground if owner is not host else owner.card.ground
    if battle.round[i] == 1:
        closed = battle.land.closed_at(going, x, y, 0.5 * battle.wide[i] - SLACK)
    else:
        closed = battle.land.closed_under(going, battle.box(model).inflated(-SLACK))
    if closed and owner is host:
        return [f"{name(battle, model)}: stands in {closed}, which is closed to it"]
    return []


def run_into(battle: ChipBattle, model: int, other: int) -> bool:
    """Do two bases overlap by more than rounding?"""
    i: i64 = model
    j: i64 = other
    x0, y0 = battle.at(model)
    x1, y1 = battle.at(other)
    if battle.round[i] == 1 and battle.round[j] == 1:
        return spacing(x0, y0, x1, y1) < 0.5 * (battle.wide[i] + battle.wide[j]) - SLACK
    if battle.round[i] == 1:
        return point_distance(battle.box(other), x0, y0) < 0.5 * battle.wide[i] - SLACK
    if battle.round[j] == 1:
        return point_distance(battle.box(model), x1, y1) < 0.5 * battle.wide[j] - SLACK
    return overlaps(battle.box(model).inflated(-SLACK), battle.box(other).inflated(-SLACK))
