"""The built-in commander. It weighs what a choice is worth in figures, by cheap closed odds of the sheet's own tables.

It pays for the group whose table would fail it or whose volley counts most, lets NCOs and musicians throw before it
goes without, keeps shooters behind walls and in houses, brings spears to where they may charge, and keeps its officers
close behind the men they lead.
"""

from __future__ import annotations

from playsheet.core.asking import Option, Question
from playsheet.core.events import Battle
from playsheet.core.stances import Stances
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.battle.words import name_of
from playsheet.rules.riskfactor.doctrine.command import declaration, spend
from playsheet.rules.riskfactor.doctrine.deployment import deploy_place
from playsheet.rules.riskfactor.doctrine.melee import best_pair, best_target, charge_worth
from playsheet.rules.riskfactor.doctrine.moves import best_move, legal_march, next_group, order_point, standing_order
from playsheet.rules.riskfactor.doctrine.outlook_cache import outlook_of
from playsheet.rules.riskfactor.doctrine.wings import eagerness
from playsheet.rules.riskfactor.options.choices import NO_CHARGE, Charge
from playsheet.rules.riskfactor.table.deployment import DeployRegion
from playsheet.tabletop.weighing import AS_GOOD, UNASKED, Commander, Weighings


class Doctrine(Commander):
    """Answers every question of the game from what is on the table."""

    def decide(self, battle: Battle, question: Question, why: Weighings) -> Option:
        assert isinstance(battle, RiskBattle)
        kind = question.kind
        options = question.options
        if kind == "declare":
            return declaration(battle, battle.groups[question.about], why)
        if kind == "command":
            return spend(battle, battle.groups[question.about], options, why)
        if kind in ("move_next", "fire_next"):
            return next_group(battle, options, kind, why)
        if kind == "standing_order":
            return standing_order(battle, battle.groups[question.about], self.stances, why)
        if kind == "move":
            return best_move(battle, battle.groups[question.about], self.stances, options, why)
        if kind == "fire":
            return best_target(battle, battle.groups[question.about], options, why)
        if kind == "charge":
            return charge_or_not(battle, battle.groups[question.about], self.stances, options, why)
        if kind in ("pair", "parting_blow"):
            return best_pair(battle, options, why)
        why.say(AS_GOOD)
        return options[0]

    def settle(self, battle: Battle, question: Question, why: Weighings) -> tuple[float, ...]:
        assert isinstance(battle, RiskBattle)
        region = question.region
        assert region is not None
        if isinstance(region, DeployRegion):
            return deploy_place(battle, region, why)
        if question.kind == "march":
            return legal_march(battle, battle.groups[question.about], self.stances, region, why)
        if question.kind == "order_point":
            return order_point(battle, battle.groups[question.about], self.stances, region, why)
        why.say(AS_GOOD)
        return region.samples()[0]


def charge_or_not(
    battle: RiskBattle, group: Group, stances: Stances, options: list[Option], why: Weighings = UNASKED
) -> Option:
    """ "(Charge?)" of a group that acts by itself."""
    for option in options:
        if isinstance(option, Charge):
            look = outlook_of(battle, group)
            worth = charge_worth(battle, group, look, battle.groups[option.target]) + eagerness(group, look, stances)
            if why.asked:
                why.weigh(f"a charge on {name_of(battle, option.target)}", worth)
            if worth > 0.0:
                if why.asked:
                    charge_worth(battle, group, look, battle.groups[option.target], why)
                return option
    why.say("No charge would gain anything.")
    return NO_CHARGE
