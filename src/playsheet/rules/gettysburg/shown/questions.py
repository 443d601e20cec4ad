"""Questions in words, as one asks them across the table."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Question
from playsheet.core.words import dice_wanted, the, upper
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.options.moves import unmet_by
from playsheet.rules.gettysburg.terms import Phase

# A question is about a place in the roster: a unit, which may stand for its brigade or division, or a general.
OF_BRIGADES: Final = {
    "brigade_order": "What order for {}? What is wanted is written before the dice are thrown.",
    "support_brigade": "Which brigade does {} support, and where?",
}
OF_GENERALS: Final = {
    "general_to": "Where does {} go?",
    "ride": "Where does {} ride?",
    "return": "To which unit does {} come back?",
}
OF_UNITS: Final = {
    "act": "What does {} do in its normal move?",
    "march": "Where does {} march, and facing which way? Another facing is a wheel before the march.",
    "form": "Where does the new front of {} stand: how far to the right of the old one?",
    "face": "Which way does {} face?",
    "step_back": "How far does {} step back?",
    "leave": "Where does {} come out, and facing which way?",
    "screen": "Where does the screen of {} stand?",
    "half": "Where do the skirmishers of {} stand?",
    "target": "At whom does {} fire, and how?",
    "reaction": "{} is charged: what does it do?",
    "support": "Who gives {} support fire?",
    "pivot": "Along which bearing does {} charge?",
    "counter": "{} stands firm: does it counter-charge after all?",
    "yell": "Does {} give the Rebel Yell?",
    "rapid": "Does {} fight with rapid fire? Any double leaves it low on ammunition.",
    "rally_again": "{} has failed to rally: rally once again?",
    "pursue_or_hold": "{} has won: does it test for pursuit or hold its post?",
    "follow_up": "Does {} follow up?",
    "fall_back": "{} has recoiled: does it retire farther?",
    "fall_back_inches": "How far does {} retire?",
    "stand_or_retire": "Does {} stand, or retire to reform?",
    "sixes": "How many of the sixes of {} go at the general?",
    "token": "What does the token of {} mean?",
    "flight": "Which way does {} run?",
    "recoil": "Which way does {} recoil?",
    "retire": "How far does {} retire toward its baseline, and facing which way?",
    "formation": "In which formation does {} stand at the start?",
    "deploy": "Where does {} stand at the start, and facing which way?",
}
OF_NOBODY: Final = {
    "initiative": "You have the initiative: do you act first or second?",
    "generals": "Which general moves now? Each may move once a turn, before the charges or after them.",
    "next_brigade": "Which brigade goes next?",
    "normal": "Which unit moves now?",
    "declare": "Who charges whom? All charges are declared before any is resolved.",
    "resolve": "Which charge is resolved first?",
    "fire": "Which unit fires now?",
    "opportunity": "Does anybody make an opportunity charge at the chargers?",
    "lead": "Which unit leads in this melee?",
    "remainder": "Which unit loses the odd figure?",
    "stonewall": "Which unit does the general's example free?",
}


def question_in_words(battle: GettysburgBattle, question: Question) -> str:
    """What is asked; of duties that keep a phase open only the owner is told (R128)."""
    kind = question.kind
    about = question.about
    if kind == "dice":
        return dice_wanted(question.dice, question.sides, question.why)
    if kind == "normal" and battle.phase == Phase.NORMAL_MOVES:
        duty = unmet_by(battle, question.seat)
        return f"{OF_NOBODY[kind]} {duty}".strip()
    if kind in OF_NOBODY:
        return OF_NOBODY[kind]
    if kind in OF_GENERALS and 0 <= about - len(battle.units) < len(battle.generals):
        return OF_GENERALS[kind].format(the(battle.general_at(about).name))
    if kind == "division_order" and 0 <= about < len(battle.units):
        return f"Another order for {the(battle.divisions[battle.brigade_at(about).division].name)}?"
    if kind in OF_BRIGADES and 0 <= about < len(battle.units):
        return OF_BRIGADES[kind].format(the(battle.brigade_at(about).name))
    if kind in OF_UNITS and 0 <= about < len(battle.units):
        return upper(OF_UNITS[kind].format(the(battle.units[about].name)))
    name = f"{upper(the(battle.units[about].name))}: " if 0 <= about < len(battle.units) else ""
    return f"{name}{kind.replace('_', ' ')}?"
