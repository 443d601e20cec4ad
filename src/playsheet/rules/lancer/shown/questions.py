"""Questions in words, as one asks them across the table."""

from __future__ import annotations

from playsheet.core.asking import Question
from playsheet.core.words import dice_wanted, upper
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.words import men_words
from playsheet.rules.lancer.shown.narration import charge_question, is_or_are, yours
from playsheet.rules.lancer.terms import Arm
from playsheet.tabletop.wording import a


def question_in_words(battle: LancerBattle, question: Question) -> str:
    """What is asked, as one says it across the table."""
    if question.kind == "dice":
        return dice_wanted(question.dice, question.sides, question.why)
    unit = battle.units[question.about] if 0 <= question.about < len(battle.units) else None
    if unit is None:
        return f"Choose ({question.kind.replace('_', ' ')})."
    if question.kind in ("aim", "reaction"):
        return charge_question(battle, question, unit)
    name = yours(battle, unit)
    match question.kind:
        case "activated":
            if unit.kind == Arm.COMMANDER:
                return f"{upper(name)} acts for himself: choose."
            return f"{upper(name)} {is_or_are(unit)} activated: choose."
        case "commander":
            return f"The card of {name} is drawn: will he act, or give an order?"
        case "turn":
            return f"Which way will {name} go? The direction is fixed before the dice are thrown."
        case "face":
            return f"Which way will {name} face at the end of the move?"
        case "edge":
            return f"{upper(name)} {is_or_are(unit)} at an edge of the ground: halt, or go on?"
        case "take_in":
            return f"{upper(name)} has been reached by friends: will he join them?"
        case "pair":
            return f"Which pair of {name} fights next?"
        case "close_up":
            return f"Shall {a(men_words(unit)[0])} of {name} close up on the enemy, and where?"
        case "close_up_figure":
            return f"Which {men_words(unit)[0]} of {name} closes up?"
        case "strike":
            return f"The enemy turns away: whom does {a(men_words(unit)[0])} of {name} strike?"
        case "deploy":
            return f"Where does {name} stand at the start?"
        case "deploy_formation":
            return f"In which formation does {name} deploy?"
        case "deploy_commander":
            return f"Does {name} start by himself, or with a unit?"
    return f"{upper(name)}: {question.kind.replace('_', ' ')}?"
