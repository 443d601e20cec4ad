"""Questions in words, as one asks them across the table."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Question
from playsheet.core.words import dice_wanted
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.terms import Chip, Where

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
            return f"Whom does {man_of(battle, about)} fight?"
    elif 0 <= about < len(battle.units):
        return unit_question(question.kind, battle.units[about])
    return f"Choose ({question.kind.replace('_', ' ')})."


def window_question(battle: ChipBattle, mover: int) -> str:
    if 0 <= mover < len(battle.units):
        unit = battle.units[mover]
        does = "charges" if unit.charging else "moves"
        return f"{unit.name} {does}: do any of your stationary units fire?"
    return "Do any of your stationary units fire now?"


def man_of(battle: ChipBattle, model: int) -> str:
    unit = battle.owner_of(model)
    return unit.name if unit.is_machine() or unit.start == 1 else f"figure {model - unit.first + 1} of {unit.name}"


def unit_question(kind: str, unit: Unit) -> str:
    name = unit.name
    match kind:
        case "deploy":
            if unit.is_machine() or unit.start == 1:
                return f"Where does {name} stand at the start, and facing which way?"
            return f"Where does {name} stand at the start, facing which way, in how many files, close or loose?"
        case "start_with":
            return f"Does {name} start with a unit, or on his own?"
        case "chip":
            if unit.place == Where.ATTACHED:
                return f"Does {name} stay with his unit, or get a chip of his own?"
            return f"Which chip for {name}: stationary, or moving and whither?"
        case "act":
            return f"What does {name} do?"
        case "move":
            return f"Where does {name} go, by what way, facing which way, and how many files wide?"
        case "form":
            return f"How does {name} form up: facing which way, and how many files wide?"
        case "drive":
            return f"How does {name} drive: facing which way after its turn, and how many inches?"
        case "repair":
            return f"Does {name} go after the automaton, to repair it?"
        case "attach":
            return f"{name} touches friends: does he join them?"
        case "fire":
            moving = " (at a disadvantage, for it moves)" if unit.chip == Chip.MOVING else ""
            return f"At whom does {name} fire{moving}?"
        case "get_in":
            return f"How many get into {name}?"
        case "mend":
            return f"What is mended of {name}?"
        case "confused":
            return f"The commander of {name} is confused: this turn or the next?"
    return f"{name}: choose ({kind.replace('_', ' ')})."
