"""placeholder, being written"""
from __future__ import annotations
from playsheet.core.asking import Option, Question
from playsheet.core.procedures import Prepared, Procedure
from playsheet.rules.lancer.sheet import LancerRules
from playsheet.rules.lancer.state import LancerBattle

def procedures(rules: LancerRules) -> list[Procedure]:
    return []

def what_if(battle: LancerBattle, question: Question, option: Option) -> Prepared | None:
    return None
