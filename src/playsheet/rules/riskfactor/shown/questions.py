"""Questions in words, as one asks them across the table."""

from __future__ import annotations

from playsheet.core.asking import Question
from playsheet.core.words import dice_wanted, upper
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.battle.words import name_of, one_of, several
from playsheet.tabletop.wording import your


def question_in_words(battle: RiskBattle, question: Question) -> str:
    """What is asked, as one says it across the table."""
    if question.kind == "dice":
        return dice_wanted(question.dice, question.sides, question.why)
    if question.kind == "move_next":
        return "Whom will you move next?"
    if question.kind == "fire_next":
        return "Who fires next?"
    group = battle.groups[question.about] if 0 <= question.about < len(battle.groups) else None
    if group is None:
        return f"Choose ({question.kind.replace('_', ' ')})."
    name = yours(battle, group)
    match question.kind:
        case "declare":
            return f"Will {name} load or fire this turn? It costs him a command die, and he must say so now."
        case "command":
            return f"Whom does {name} command?"
        case "charge":
            return f"{upper(name)} may charge: shall {'he' if group.leader else 'they'}?"
        case "standing_order":
            return f"What are the orders of {name} from now on?"
        case "order_point":
            return f"Which place are the orders of {name} about?"
        case "move":
            if group.leader:
                return f"What does {name} do?"
            return f"{upper(name)} {'are' if several(group) else 'is'} under command: what now?"
        case "march":
            return f"Where does {name} go?" if not several(group) else f"Where do {name} go?"
        case "fire":
            return f"At whom {'do' if several(group) else 'does'} {name} fire?"
        case "pair":
            return f"Whom does {name if group.leader else f'{one_of(group)} of {name}'} fight?"
        case "parting_blow":
            who = name if group.leader else f"{one_of(group)} of {name}"
            return f"The enemy turns away: whom does {who} strike at?"
        case "deploy":
            return f"Where {'do' if several(group) else 'does'} {name} stand at the start?"
    return f"{upper(name)}: {question.kind.replace('_', ' ')}?"


def yours(battle: RiskBattle, group: Group) -> str:
    """`your 2nd Regular Squad`, `the First Chief`."""
    return your(name_of(battle, group.id), group.name)
