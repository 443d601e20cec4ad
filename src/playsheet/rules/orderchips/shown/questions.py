"""Questions in words, as one asks them across the table."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Question
from playsheet.core.words import dice_wanted, upper
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.battle.words import does, figure_name, name_of, several
from playsheet.rules.orderchips.terms import Chip, Where
from playsheet.tabletop.wording import your

ABOUT_MODELS: Final = ("fight",)  # questions about a model, not a unit


def question_in_words(battle: ChipBattle, question: Question) -> str:
    """What is asked."""
    about = question.about
    if question.kind == "dice":
        return dice_wanted(question.dice, question.sides, question.why)
    if question.kind == "first":
        return "You threw highest: will you move first or last?"
    if question.kind == "next":
        return "Which of your units acts next?"
    if question.kind == "window":
        return window_question(battle, about)
    if question.kind in ABOUT_MODELS:
        if 0 <= about < len(battle.figures.x):
            return f"Whom does {figure_name(battle, about)} fight?"
    elif 0 <= about < len(battle.units):
        return unit_question(battle, question.kind, battle.units[about])
    return f"Choose ({question.kind.replace('_', ' ')})."


def window_question(battle: ChipBattle, mover: int) -> str:
    if 0 <= mover < len(battle.units):
        unit = battle.units[mover]
        goes = ("charge" if unit.charging else "move") + ("" if several(unit) else "s")
        return f"{upper(name_of(battle, unit.id))} {goes}: do any of your stationary units fire?"
    return "Do any of your stationary units fire now?"


def asked_about(battle: ChipBattle, question: Question) -> tuple[int, list[int]]:
    """The unit, and the model that acts where one is named."""
    about = question.about
    if question.kind in ABOUT_MODELS and 0 <= about < len(battle.figures.x):
        return battle.owner_of(about).id, [about]
    return about, []


def unit_question(battle: ChipBattle, kind: str, unit: Unit) -> str:
    name = your(name_of(battle, unit.id), unit.name)
    do = does(unit)
    match kind:
        case "deploy":
            if unit.is_machine() or unit.start == 1:
                return f"Where {do} {name} stand at the start, and facing which way?"
            return f"Where {do} {name} stand at the start, facing which way, in how many files, close or loose?"
        case "start_with":
            return f"Does {name} start with a unit, or on his own?"
        case "chip":
            if unit.place == Where.ATTACHED:
                return f"Does {name} stay with his unit, or get a chip of his own?"
            return f"Which chip for {name}: stationary, or moving and whither?"
        case "act":
            return f"What {do} {name} do?"
        case "move":
            return f"Where {do} {name} go, by what way, facing which way, and how many files wide?"
        case "form":
            return f"How {do} {name} form up: facing which way, and how many files wide?"
        case "drive":
            return f"How does {name} drive: facing which way after its turn, and how many inches?"
        case "repair":
            return f"Does {name} go after the automaton, to repair it?"
        case "attach":
            return f"{upper(name)} touches friends: does he join them?"
        case "fire":
            they = "they move" if several(unit) else "it moves"
            moving = f" (at a disadvantage, for {they})" if unit.chip == Chip.MOVING else ""
            return f"At whom {do} {name} fire{moving}?"
        case "get_in":
            return f"How many get into {name}?"
        case "mend":
            return f"What is mended of {name}?"
        case "confused":
            return f"The commander of {name} is confused: this turn or the next?"
    return f"{upper(name)}: choose ({kind.replace('_', ' ')})."
