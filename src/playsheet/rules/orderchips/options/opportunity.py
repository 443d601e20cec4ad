"""Fire windows (section 3, R27, R67): who may fire in the middle of a move, and at whom."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.geometry import spacing
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY, Unit
from playsheet.rules.orderchips.options.choices import HOLD, WAIT, Commit
from playsheet.rules.orderchips.options.shooting import Shot
from playsheet.rules.orderchips.sheet.tables import is_within
from playsheet.rules.orderchips.terms import Chip, Instruction, Where

DEPTH: Final = 8.0  # inches: no part of a unit is farther from its leader than this, so near counts as in range


def watchers(battle: ChipBattle) -> list[Unit]:
    """Stationary units that have not fired and are not told to hold."""
    return [
        unit
        for unit in battle.units
        if unit.chip == Chip.STATIONARY
        and not unit.fired
        and not unit.forced
        and unit.place == Where.ON_TABLE
        and unit.seat >= 0
        and unit.instruction != Instruction.HOLDS
    ]


def longest(unit: Unit) -> float:
    """The longest range of its weapons; 0 if it has none."""
    machine = unit.card.machine
    if machine is not None:
        return max([weapon.long for weapon in machine.weapons], default=0.0)
    return unit.card.weapon.long if unit.card.weapon is not None else 0.0


def is_watched(battle: ChipBattle, mover: Unit, x: float, y: float) -> bool:
    """Could anybody fire at a unit whose leader is at (x, y)? A quick look: who watches, and how far he shoots."""
    for unit in watchers(battle):
        if battle.hostile(unit, mover):
            reach = longest(unit)
            if reach > 0.0 and spacing(x, y, *battle.middle(unit)) <= reach + DEPTH:
                return True
    return False


# ---------------------------------------------------------------- the window


def is_open_to(battle: ChipBattle, unit: Unit, mover: Unit) -> bool:
    """In the middle of a move only the enemies of whoever moves are asked (R83)."""
    return mover.place == Where.ON_TABLE and battle.hostile(unit, mover)


def window_options(battle: ChipBattle, seat: int, units: list[list[Shot]]) -> list[Option]:
    """Hold; hold for the rest of the moves; each unit at each target; all who can at one target."""
    options: list[Option] = [HOLD, WAIT]
    targets: dict[int, list[Shot]] = {}
    for legal in units:
        for target in targets_of(legal):
            volley = at_target(battle, legal, target)
            options.append(Commit(battle, seat, volley))
            targets.setdefault(target, []).extend(volley)
    for target in sorted(targets):
        volley = targets[target]
        if len({shot.unit for shot in volley}) > 1:
            options.append(Commit(battle, seat, volley))
    return options


def targets_of(legal: list[Shot]) -> list[int]:
    """The units that these shots are at, in their order."""
    found: list[int] = []
    for shot in legal:
        if shot.target not in found:
            found.append(shot.target)
    return found


def at_target(battle: ChipBattle, legal: list[Shot], target: int) -> list[Shot]:
    """All weapons of a unit that bear on a target, as many as its crew can serve (R40)."""
    volley = [shot for shot in legal if shot.target == target]
    unit = battle.units[volley[0].unit]
    if unit.card.machine is not None and not unit.card.machine.automaton:
        return volley[: battle.machine_of(unit).crew]
    return volley


def instructed(battle: ChipBattle, unit: Unit, legal: list[Shot]) -> list[Shot]:
    """What a standing instruction makes of the legal shots: at the nearest whom it names, once within reach (R89)."""
    best = NOBODY
    nearest = 0.0
    x, y = battle.middle(unit)
    for target in targets_of(legal):
        other = battle.units[target]
        if unit.instruction == Instruction.AT_CHARGERS and not other.charging:
            continue
        if unit.instruction == Instruction.AT_UNIT and target != unit.at_unit:
            continue
        far = spacing(x, y, *battle.middle(other))
        if is_within(far, unit.within) and (best < 0 or far < nearest):
            best = target
            nearest = far
    known = unit.instruction in (Instruction.AT_ANY, Instruction.AT_CHARGERS, Instruction.AT_UNIT)
    return at_target(battle, legal, best) if best >= 0 and known else []
