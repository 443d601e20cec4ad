"""Fire windows (section 3, R27, R67): who may fire in the middle of a move, and at whom."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.geometry import spacing
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY, Unit
from playsheet.rules.orderchips.options.choices import HOLD, WAIT, Commit
from playsheet.rules.orderchips.options.fire_cache import ready
from playsheet.rules.orderchips.options.shooting import Shot, shots, shots_at
from playsheet.rules.orderchips.sheet.tables import is_within
from playsheet.rules.orderchips.terms import Chip, Instruction, Where

DEPTH: Final = 8.0  # inches: no part of a unit is farther from its leader than this, so near counts as in range


def standing(battle: ChipBattle) -> list[Unit]:
    """Stationary units that have not fired: for all to see, whatever they are told."""
    return [
        unit
        for unit in battle.units
        if unit.chip == Chip.STATIONARY
        and not unit.fired
        and not unit.forced
        and unit.place == Where.ON_TABLE
        and unit.seat >= 0
    ]


def watchers(battle: ChipBattle) -> list[Unit]:
    """Those of them that are not told to hold."""
    return [unit for unit in standing(battle) if unit.instruction != Instruction.HOLDS]


def longest(unit: Unit) -> float:
    """The longest range of its weapons; 0 if it has none."""
    machine = unit.card.machine
    if machine is not None:
        return max([weapon.long for weapon in machine.weapons], default=0.0)
    return unit.card.weapon.long if unit.card.weapon is not None else 0.0


def is_watched(battle: ChipBattle, mover: Unit, x: float, y: float) -> bool:
    """Could anybody fire at a unit whose leader is at (x, y)? A quick look: who stands, and how far he shoots.

    Who is told to hold is looked at too: from how a unit is moved nobody learns what others are told.
    """
    for unit in standing(battle):
        if battle.hostile(unit, mover):
            reach = longest(unit)
            at_x, at_y = battle.middle(unit)
            if reach > 0.0 and spacing(x, y, at_x, at_y) <= reach + DEPTH:
                return True
    return False


# ---------------------------------------------------------------- the window


class Moment:
    """When a window opens: nobody moves, somebody has declared a move, or is in the middle of it."""

    def __init__(self, mover: int, *, declared: bool) -> None:
        self.mover: Final = mover  # a unit, or NOBODY
        self.declared: Final = declared  # its move has not begun: at any legal target, by whomever (R83)


def is_open_to(battle: ChipBattle, unit: Unit, moment: Moment) -> bool:
    """When a move is declared everybody may fire, in the midst of it the enemies of whoever moves (R83, R67)."""
    if moment.mover == NOBODY:
        return True
    mover = battle.units[moment.mover]
    if mover.place != Where.ON_TABLE:
        return False
    if battle.hostile(unit, mover):
        return True
    return moment.declared and (battle.rules.own_move_fire or unit.seat != mover.seat)


def is_asked(unit: Unit, moment: Moment) -> bool:
    """Is its player asked? While somebody moves only if he wants to be; instructions are for moves (R89)."""
    if unit.instruction == Instruction.ASKS:
        return True
    return moment.mover == NOBODY and unit.instruction == Instruction.USUAL


def legal_shots(battle: ChipBattle, unit: Unit, moment: Moment) -> list[Shot]:
    """What it may fire at that moment, as far as it would: by instruction chargers are all that some look for."""
    if not is_open_to(battle, unit, moment):
        return []
    mover = moment.mover
    if mover == NOBODY:
        return shots(battle, unit, interrupt=True)
    if unit.instruction in (Instruction.USUAL, Instruction.AT_CHARGERS) and not battle.units[mover].charging:
        return []
    if moment.declared and unit.instruction not in (Instruction.USUAL, Instruction.AT_CHARGERS):
        return ready(battle).shots(battle, unit)
    return shots_at(battle, unit, battle.units[mover], interrupt=True)


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
        if unit.instruction in (Instruction.USUAL, Instruction.AT_CHARGERS) and not other.charging:
            continue
        if unit.instruction == Instruction.AT_UNIT and target != unit.at_unit:
            continue
        to_x, to_y = battle.middle(other)
        far = spacing(x, y, to_x, to_y)
        near = unit.instruction == Instruction.USUAL or is_within(far, unit.within)
        if near and (best < 0 or far < nearest):
            best = target
            nearest = far
    return at_target(battle, legal, best) if best >= 0 else []
