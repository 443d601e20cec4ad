"""Fire windows (section 3, R27, R67): Stationary units fire in the middle of moves, once a turn each.

When a move or charge is declared, at the reveal and after random events everybody may fire at anybody; in the midst of
a move the enemies of whoever moves, at him (R83). While others move units follow their standing instructions, and
nobody is asked who has not said that he wants to be (R89). The player who moves may also fire between his moves.
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
    Moment,
    at_target,
    instructed,
    is_asked,
    legal_shots,
    targets_of,
    watchers,
    window_options,
)
from playsheet.rules.orderchips.options.shooting import Shot, shots
from playsheet.rules.orderchips.table.shooting import resolve
from playsheet.rules.orderchips.terms import Chip, Instruction, Phase
from playsheet.tabletop.secrets import all_but_seat

# ---------------------------------------------------------------- the window


def window(game: Game[ChipBattle], mover: int, *, declared: bool = False) -> None:
    """Everybody who may, commits himself in secret; then all fire at once. Again, until nobody fires (R84).

    `declared`: the unit is about to move, and has not begun. There are none after the shooting phase has begun (R27).
    """
    moment = Moment(mover, declared=declared)
    while game.battle.phase <= Phase.AFTER_EVENTS:
        committed = commitments(game, moment)
        if not committed:
            return
        resolve(game, committed, interrupt=True)
        if not any(game.battle.units[shot.unit].fired for shot in committed):
            return  # nothing came of it, and would not the next time


def commitments(game: Game[ChipBattle], moment: Moment) -> list[Shot]:
    """What all players together decide to fire, standing instructions among it (H2)."""
    battle = game.battle
    found: list[Shot] = []
    free: dict[int, list[list[Shot]]] = {}  # by seat, what each unit may do
    for unit in watchers(battle):
        legal = legal_shots(battle, unit, moment)
        if not legal:
            continue
        if is_asked(unit, moment):
            free.setdefault(unit.seat, []).append(legal)
        else:
            found += instructed(battle, unit, legal)
    seats = sorted(free)
    questions = [
        Question(seat, "window", moment.mover, window_options(seen_by(battle, seat), seat, free[seat]), None, 0, 0)
        for seat in seats
    ]
    if not questions:
        return found
    for index, answer in enumerate(game.together(questions)):
        if isinstance(answer, Commit):
            found += answer.shots
        elif answer.key() == WAIT.key():
            hold_on(game, seats[index], moment)
    return found


def hold_on(game: Game[ChipBattle], seat: int, moment: Moment) -> None:
    """The seat fires no more before the shooting phase: all that were to be asked about now hold (R89)."""
    unseen = all_but_seat(game.battle.goals.seat_sides, seat)
    for unit in game.battle.units:
        if unit.seat == seat and unit.chip == Chip.STATIONARY and is_asked(unit, moment):
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
