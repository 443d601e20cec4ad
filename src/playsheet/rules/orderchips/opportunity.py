"""Fire windows (section 3, R27, R67): Stationary units fire in the middle of moves, once a turn each.

A window in a move is open to the enemies of whoever moves, at him; at the reveal and after random events everybody may
fire at anybody (R83). The player who moves opens his own between his moves.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Question
from playsheet.core.game import Game
from playsheet.core.geometry import spacing
from playsheet.rules.orderchips.events import InstructionLeft
from playsheet.rules.orderchips.fire import Shot, resolve, shots, shots_at
from playsheet.rules.orderchips.fog import all_but, seen_by
from playsheet.rules.orderchips.options import HOLD, WAIT, Commit
from playsheet.rules.orderchips.ready import ready
from playsheet.rules.orderchips.sheet import is_within
from playsheet.rules.orderchips.state import (
    AFTER_EVENTS,
    ASKS,
    AT_ANY,
    AT_CHARGERS,
    AT_UNIT,
    HOLDS,
    NOBODY,
    ON_TABLE,
    STATIONARY,
    ChipBattle,
    Unit,
)

DEPTH: Final = 8.0  # inches: no part of a unit is farther from its leader than this, so near counts as in range


def watchers(battle: ChipBattle) -> list[Unit]:
    """Stationary units that have not fired and are not told to hold."""
    return [
        unit
        for unit in battle.units
        if unit.chip == STATIONARY
        and not unit.fired
        and not unit.forced
        and unit.place == ON_TABLE
        and unit.seat >= 0
        and unit.instruction != HOLDS
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


def window(game: Game[ChipBattle], mover: int) -> None:
    """Everybody who may, commits himself in secret; then all fire at once. Again, until nobody fires (R84).

    There are none after the shooting phase has begun (R27).
    """
    while game.battle.phase <= AFTER_EVENTS:
        committed = commitments(game, mover)
        if not committed:
            return
        resolve(game, committed, True)
        if not any(game.battle.units[shot.unit].fired for shot in committed):
            return  # nothing came of it, and would not the next time


def commitments(game: Game[ChipBattle], mover: int) -> list[Shot]:
    """What all players together decide to fire, standing instructions among it (H2)."""
    battle = game.battle
    found: list[Shot] = []
    free: dict[int, list[list[Shot]]] = {}  # by seat, what each unit may do
    for unit in watchers(battle):
        if mover != NOBODY and not is_open_to(battle, unit, battle.units[mover]):
            continue
        legal = shots(battle, unit, True) if mover == NOBODY else shots_at(battle, unit, battle.units[mover], True)
        if not legal:
            continue
        if unit.instruction == ASKS:
            free.setdefault(unit.seat, []).append(legal)
        else:
            found += instructed(battle, unit, legal)
    seats = sorted(free)
    questions = [
        Question(seat, "window", mover, window_options(seen_by(battle, seat), seat, free[seat]), None, 0, 0)
        for seat in seats
    ]
    if not questions:
        return found
    for index, answer in enumerate(game.together(questions)):
        if isinstance(answer, Commit):
            found += answer.shots
        elif answer.key() == WAIT.key():
            hold_on(game, seats[index])
    return found


def is_open_to(battle: ChipBattle, unit: Unit, mover: Unit) -> bool:
    """In the middle of a move only the enemies of whoever moves are asked (R83)."""
    return mover.place == ON_TABLE and battle.hostile(unit, mover)


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
        if unit.instruction == AT_CHARGERS and not other.charging:
            continue
        if unit.instruction == AT_UNIT and target != unit.at_unit:
            continue
        far = spacing(x, y, *battle.middle(other))
        if is_within(far, unit.within) and (best < 0 or far < nearest):
            best = target
            nearest = far
    known = unit.instruction in (AT_ANY, AT_CHARGERS, AT_UNIT)
    return at_target(battle, legal, best) if best >= 0 and known else []


def hold_on(game: Game[ChipBattle], seat: int) -> None:
    """The seat fires no more before the shooting phase: all that were to be asked about now hold (R89)."""
    unseen = all_but(game.battle, seat)
    for unit in game.battle.units:
        if unit.seat == seat and unit.chip == STATIONARY and unit.instruction == ASKS:
            game.tell(InstructionLeft(unit.id, HOLDS, NOBODY, 0.0, unseen))


# ---------------------------------------------------------------- in one's own move


def own_fire(battle: ChipBattle, seat: int) -> list[Option]:
    """The volleys that a player may fire between his own moves (R67)."""
    options: list[Option] = []
    if not battle.rules.own_move_fire:
        return options
    seen = seen_by(battle, seat)
    kept = ready(battle) if seen is battle else None
    for unit in watchers(seen):
        if unit.seat == seat:
            legal = kept.shots(seen, unit) if kept is not None else shots(seen, unit, True)
            for target in targets_of(legal):
                options.append(Commit(seen, seat, at_target(seen, legal, target)))
    return options
