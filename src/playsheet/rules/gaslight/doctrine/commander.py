"""The built-in commander. It weighs what a choice is worth in figures, by cheap closed odds of the sheet's own numbers.

It goes for what the scenario is about, keeps its riflemen behind walls and in houses and its units together, shoots
before it charges, charges what is shaken, covers its guns with foot, drives its machines so that what is loaded bears,
and keeps its heroes close behind those who need them.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Question
from playsheet.core.events import Battle
from playsheet.core.stances import NO_STANCES, Stances
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.doctrine.command import attachment, leader, takeover
from playsheet.rules.gaslight.doctrine.deployment import deploy_value
from playsheet.rules.gaslight.doctrine.melee import best_strike, worth_a_grenade
from playsheet.rules.gaslight.doctrine.moves import NO_PLAN, Plan, break_off_value, form_value, move_value
from playsheet.rules.gaslight.doctrine.orders import order
from playsheet.rules.gaslight.doctrine.shooting import best_cone, best_model, best_unit
from playsheet.rules.gaslight.doctrine.vehicles import back_to_post, drive_value, gun_value, post_of, reverse_value
from playsheet.rules.gaslight.ground.driving import DriveRegion
from playsheet.rules.gaslight.ground.moving import FormRegion, MoveRegion
from playsheet.rules.gaslight.options.cannon import GunRegion
from playsheet.rules.gaslight.options.choices import AUTO, GO, KEEP_GRENADE, SCATTER, USE_GRENADE
from playsheet.rules.gaslight.table.deployment import DeployRegion
from playsheet.tabletop.weighing import AS_GOOD, Commander, Weighings

USUAL: Final = "That is the usual thing, and nothing speaks against it here."


class Doctrine(Commander):
    """Answers every question of the game from what is on the table."""

    def __init__(self, stances: Stances = NO_STANCES) -> None:
        super().__init__(stances)
        self.plan = NO_PLAN  # of the order that was given last ...
        self.battle: Battle | None = None  # ... and the question that it answers
        self.answered: Question | None = None

    def plan_for(self, battle: Battle, question: Question) -> Plan:
        """What was worked out for the order that this question follows upon."""
        last = self.answered
        if last is None or battle is not self.battle or question.about != last.about:
            return NO_PLAN
        return self.plan if question.step == last.step and question.place == last.place + 1 else NO_PLAN

    def ordered(self, battle: GaslightBattle, question: Question, why: Weighings) -> Option:
        """An order; if it is a move, where to will be asked next."""
        self.plan = Plan()
        self.battle = battle
        self.answered = question
        return order(battle, battle.units[question.about], question.options, why, self.plan, self.stances)

    def decide(self, battle: Battle, question: Question, why: Weighings) -> Option:
        assert isinstance(battle, GaslightBattle)
        kind = question.kind
        about = question.about
        options = question.options
        if kind == "order":
            return self.ordered(battle, question, why)
        if kind == "model":
            return best_model(battle, about, options, why)
        if kind in ("strike", "against"):
            return best_strike(battle, about, options, why)
        if kind == "aim":
            # A figure lays its shotgun, or the active unit its gun.
            return best_cone(battle, about, is_gun_laid(battle, about), options, why)
        if kind == "aim_unit":
            return best_unit(battle, about, options, why)
        if kind == "attach":
            return attachment(battle, battle.units[about], options, why)
        if kind == "takeover":
            return takeover(battle, battle.units[about], options, why)
        if kind == "leader":
            return leader(battle, battle.units[about], options, why)
        if kind == "explosives":
            return USE_GRENADE if worth_a_grenade(battle, about, why) else KEEP_GRENADE
        for usual in (GO, AUTO, SCATTER):
            if usual in options:
                why.say(USUAL)
                return usual
        why.say(AS_GOOD)
        return options[0]

    def settle(self, battle: Battle, question: Question, why: Weighings) -> tuple[float, ...]:
        assert isinstance(battle, GaslightBattle)
        region = question.region
        assert region is not None
        if question.kind == "break_off":
            return break_off_value(battle, question.about, region, why)
        unit = battle.units[question.about]
        if isinstance(region, DeployRegion):
            return deploy_value(battle, region, why)
        if isinstance(region, MoveRegion) and post_of(battle, unit) >= 0:
            why.say("Its men go back to their posts, as far as they get.")
            return back_to_post(battle, unit, region)
        if isinstance(region, MoveRegion):
            return move_value(battle, unit, region, why, self.plan_for(battle, question), self.stances)
        if isinstance(region, FormRegion):
            return form_value(battle, unit, region, why, self.plan_for(battle, question), self.stances)
        if isinstance(region, GunRegion):
            return gun_value(battle, unit, region, why, self.stances)
        if isinstance(region, DriveRegion):
            if question.kind == "reverse":
                why.say("Nobody reverses but to get away: straight back, as far as it goes.")
                return reverse_value(battle, unit, region)
            return drive_value(battle, unit, region, why, self.stances)
        why.say(AS_GOOD)
        return region.samples()[0]


def is_gun_laid(battle: GaslightBattle, about: int) -> bool:
    """Is it a gun that lays a cone, and not a figure? A gun's question is about the active unit."""
    return about == battle.active and battle.units[about].model >= 0
