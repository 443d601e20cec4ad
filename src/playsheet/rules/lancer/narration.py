"""placeholder, being written"""
from __future__ import annotations
from playsheet.core.asking import Question
from playsheet.core.events import Event
from playsheet.rules.lancer.state import LancerBattle

def narrate(event: Event[LancerBattle], battle: LancerBattle) -> str:
    return ""

def question_in_words(battle: LancerBattle, question: Question) -> str:
    return question.kind
