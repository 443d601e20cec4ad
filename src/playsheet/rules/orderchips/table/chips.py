"""Chips (section 3.1, 4.1): every player lays one for each of his units, all at once and in secret; then the reveal.

Nobody's chip is written down before all are there: they wait in `Game.together`, and are told at the moment they turn.
"""

from __future__ import annotations

from playsheet.core.asking import Option, Question
from playsheet.core.game import Game
from playsheet.rules.orderchips.battle.events import ChipsRevealed, Detached, InstructionLeft
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NO_ARROW, Unit
from playsheet.rules.orderchips.options.chips import chips_against, gets_chip, seat_then_roster
from playsheet.rules.orderchips.options.choices import Arrow, Stay
from playsheet.rules.orderchips.table.random_events import band_chip
from playsheet.rules.orderchips.terms import Chip, Instruction, Where
from playsheet.tabletop.secrets import all_but_seat


def place_chips(game: Game[ChipBattle]) -> None:
    """Each player for all his units, at once (D1, H1); then every chip is turned, and cannot be changed."""
    battle = game.battle
    asked = [unit for unit in battle.units if gets_chip(battle, unit)]
    asked.sort(key=seat_then_roster)
    foes: dict[int, list[int]] = {}  # by side: all of it have the same enemies
    questions: list[Question] = []
    for unit in asked:
        if unit.side not in foes:
            foes[unit.side] = [other.id for other in battle.foes_of(unit)]
        options = chips_against(battle, unit, foes[unit.side])
        questions.append(Question(unit.seat, "chip", unit.id, options, None, 0, 0))
    answers = game.together(questions) if questions else []
    reveal(game, asked, answers)


def reveal(game: Game[ChipBattle], asked: list[Unit], answers: list[Option]) -> None:
    """All chips at once, natives' and blank ones among them; what is told to one player only follows."""
    battle = game.battle
    chips: dict[int, tuple[int, float]] = {}
    for index, unit in enumerate(asked):
        answer = answers[index]
        if isinstance(answer, Arrow):
            chips[unit.id] = (Chip.MOVING, float(answer.bearing))
        elif isinstance(answer, Stay):
            chips[unit.id] = (Chip.STATIONARY, NO_ARROW)
    for unit in battle.units:
        if unit.place == Where.ON_TABLE and unit.id not in chips:
            if unit.seat < 0:
                chips[unit.id] = (band_chip(battle, unit) if not unit.no_action else Chip.BLANK, NO_ARROW)
            else:
                chips[unit.id] = (Chip.BLANK, NO_ARROW)
    units = sorted(chips)
    game.tell(ChipsRevealed(units, [chips[id][0] for id in units], [chips[id][1] for id in units], "R25"))
    for index, unit in enumerate(asked):
        answer = answers[index]
        if unit.place == Where.ATTACHED and unit.id in chips:
            game.tell(Detached(unit.id, unit.attached_to, "R72"))
        if isinstance(answer, Stay) and answer.instruction != Instruction.USUAL:
            told = InstructionLeft(
                unit.id,
                answer.instruction,
                answer.at_unit,
                float(answer.within),
                all_but_seat(battle.goals.seat_sides, unit.seat),
            )
            game.tell(told)
