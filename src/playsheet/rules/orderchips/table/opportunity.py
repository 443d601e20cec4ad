"""Fire windows (section 3, R27, R67): Stationary units fire in the middle of moves, once a turn each.

A window in a move is open to the enemies of whoever moves, at him; at the reveal and after random events everybody may
fire at anybody (R83). The player who moves opens his own between his moves.
"""

from __future__ import annotations

from playsheet.core.asking import Option, Question
from playsheet.core.game import Game
from playsheet.rules.orderchips.battle.events import InstructionLeft
from playsheet.rules.orderchips.battle.secrets import seen_by
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY
from playsheet.rules.orderchips.options.choices import WAIT, Commit
from playsheet.rules.orderchips.options.fire_cache import ready
from playsheet.rules.orderchips.options.opportunity import (
    at_target,
    instructed,
    is_open_to,
    targets_of,
    watchers,
    window_options,
)
from playsheet.rules.orderchips.options.shooting import Shot, shots, shots_at
from playsheet.rules.orderchips.table.shooting import resolve
from playsheet.rules.orderchips.terms import Chip, Instruction, Phase
from playsheet.tabletop.secrets import all_but_seat

# ---------------------------------------------------------------- the window


def window(game: Game[ChipBattle], mover: int) -> None:
    """Everybody who may, commits himself in secret; then all fire at once. Again, until nobody fires (R84).

    There are none after the shooting phase has begun (R27).
    """
    while game.battle.phase <= Phase.AFTER_EVENTS:
        committed = commitments(game, mover)
        if not committed:
            return
        resolve(game, committed, interrupt=True)
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
        legal = (
            shots(battle, unit, interrupt=True)
            if mover == NOBODY
            else shots_at(battle, unit, battle.units[mover], interrupt=True)
        )
        if not legal:
            continue
        if unit.instruction == Instruction.ASKS:
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


def hold_on(game: Game[ChipBattle], seat: int) -> None:
    """The seat fires no more before the shooting phase: all that were to be asked about now hold (R89)."""
    unseen = all_but_seat(game.battle.goals.seat_sides, seat)
    for unit in game.battle.units:
        if unit.seat == seat and unit.chip == Chip.STATIONARY and unit.instruction == Instruction.ASKS:
            game.tell(InstructionLeft(unit.id, Instruction.HOLDS, NOBODY, 0.0, unseen))


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
            legal = kept.shots(seen, unit) if kept is not None else shots(seen, unit, interrupt=True)
            for target in targets_of(legal):
                options.append(Commit(seen, seat, at_target(seen, legal, target)))
    return options
