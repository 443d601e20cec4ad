"""The built-in commander. It weighs what an action is worth in figures, from cheap odds first and geometry second."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Question
from playsheet.core.events import Battle
from playsheet.core.geometry import FAR
from playsheet.core.stances import NO_STANCES, Stances
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.battle.words import name_of
from playsheet.rules.lancer.doctrine.acts import act_in_words, act_worth, charge_act_worth, melee_worth, move_worth
from playsheet.rules.lancer.doctrine.deployment import deploy_formation, deploy_place
from playsheet.rules.lancer.doctrine.moves import facing_after, is_stuck, march_bearing
from playsheet.rules.lancer.doctrine.outlook import Outlook, lonely
from playsheet.rules.lancer.doctrine.worth import (
    FIGURE_WORTH,
    JAM_WORTH,
    RALLY_WORTH,
    charge_worth,
    fire_worth,
    pair_in_words,
    pair_worth,
)
from playsheet.rules.lancer.options.choices import (
    AimRegion,
    Move,
    Nothing,
    Order,
    Own,
    RallyOrder,
    WithUnit,
    best_aim,
    charge_targets,
    targets,
)
from playsheet.rules.lancer.table.deployment import DeployRegion
from playsheet.rules.lancer.table.melee import CloseUp, Figure, NamePair, Strike
from playsheet.rules.lancer.terms import Arm
from playsheet.tabletop.weighing import AS_GOOD, UNASKED, Best, Commander, Weighings, figures
from playsheet.tabletop.wording import inches, part_of

RIDES: Final = 0.45  # what it is worth to a lonely general to ride to his men: less than any order worth giving


class Doctrine(Commander):
    """Answers every question of the game from what is on the table."""

    def decide(self, battle: Battle, question: Question, why: Weighings) -> Option:
        assert isinstance(battle, LancerBattle)
        kind = question.kind
        options = question.options
        if kind == "activated":
            return best_act(battle, battle.units[question.about], options, why, self.stances)
        if kind == "commander":
            return command(battle, battle.units[question.about], options, why, self.stances)
        if kind == "pair":
            return next_pair(battle, question, why)
        if kind == "close_up":
            return close_up_slot(battle, battle.units[question.about], options, why)
        if kind == "close_up_figure":
            return rearmost(battle, battle.units[question.about], options, why)
        if kind == "reaction":
            return reaction(battle, battle.units[question.about], options, why)
        if kind == "strike":
            return worthiest(battle, options, why)
        if kind == "deploy_formation":
            return deploy_formation(battle, battle.units[question.about], options, why)
        if kind == "edge":
            why.say("What is left of the move is better used than lost.")
            return options[1]
        if kind == "take_in":
            why.say("By himself he may give orders to any unit within reach.")
            return options[1]
        why.say("By himself he may give orders to any unit within reach.")
        return options[0]

    def settle(self, battle: Battle, question: Question, why: Weighings) -> tuple[float, ...]:
        assert isinstance(battle, LancerBattle)
        region = question.region
        assert region is not None
        if question.kind == "turn":
            return (march_bearing(battle, battle.units[question.about], region, why, self.stances),)
        if question.kind == "face":
            return (facing_after(battle, battle.units[question.about], region, why),)
        if isinstance(region, AimRegion):
            why.say("That way it meets them squarely, and nothing stands between.")
            return (best_aim(region.battle, region.unit, region.target, counter=region.counter),)
        if isinstance(region, DeployRegion):
            return deploy_place(battle, region, why)
        why.say(AS_GOOD)
        return region.samples()[0]


def best_act(
    battle: LancerBattle,
    unit: Unit,
    options: list[Option],
    why: Weighings = UNASKED,
    stances: Stances = NO_STANCES,
) -> Option:
    """The action that is worth most; no move that leads nowhere."""
    outlook = Outlook(battle, unit, stances)
    best = weighed_acts(battle, unit, options, outlook, why)
    if isinstance(best, Move) and unit.kind != Arm.COMMANDER and is_stuck(battle, unit, outlook):
        why.weighed.clear()
        best = weighed_acts(battle, unit, [act for act in options if not isinstance(act, Move)], outlook, why)
        why.say("It would move, but its way is barred.")
    if why.asked:
        act_worth(battle, unit, best, outlook, why)  # the same once more, in words
    return best


def weighed_acts(battle: LancerBattle, unit: Unit, options: list[Option], outlook: Outlook, why: Weighings) -> Option:
    """The best of these, the first of them being to do nothing."""
    best = Best(options[0], worth=0.0)
    if why.asked:
        why.weigh(act_in_words(battle, options[0]), 0.0)
    for option in options:
        if isinstance(option, Nothing):
            continue
        here = act_worth(battle, unit, option, outlook)
        best.weigh(option, here)
        if why.asked:
            why.weigh(act_in_words(battle, option), here)
    return best.choice


def order_worth(battle: LancerBattle, unit: Unit, why: Weighings = UNASKED, stances: Stances = NO_STANCES) -> float:
    """What the unit would do best with one more activation; a cheap look before a dear one."""
    if unit.foes:
        return melee_worth(battle, unit, why)
    outlook = Outlook(battle, unit, stances)
    far = outlook.far
    if unit.disrupted:
        if why.asked:
            why.say(f"It is disrupted, and has {part_of(unit.figures, unit.start)} figures left to rally.")
        return RALLY_WORTH * (0.6 + 0.6 * unit.figures / unit.start) + (0.6 if far < 14.0 else 0.0)
    reach = unit.card.weapon.reach if unit.card.weapon is not None else (18.0 if unit.mounted() else 12.0)
    if unit.jammed:
        why.say("A jammed gun does not fire.")
        return JAM_WORTH
    if far > reach + 3.0:
        if why.asked:
            why.say(f"The nearest enemy is {inches(far)} away: it can march.")
        return march_worth(battle, unit, outlook)
    best = 0.0
    whom = -1
    weapon = unit.card.weapon
    if weapon is not None:
        for target in targets(battle, unit, weapon):
            here = fire_worth(battle, unit, battle.units[target], weapon)
            if here > best:
                best = here
                whom = target
    if unit.kind != Arm.GUN and (weapon is None or best == 0.0):
        for target in charge_targets(battle, unit):
            here = charge_act_worth(battle, unit, battle.units[target], outlook)
            if here > best:
                best = here
                whom = target
    if why.asked:
        why.say(
            f"It has {name_of(battle, whom)} to shoot at or to charge."
            if whom >= 0
            else f"The nearest enemy is {inches(far)} away: it can close with him."
        )
    return best if best > 0.0 else march_worth(battle, unit, outlook)


def march_worth(battle: LancerBattle, unit: Unit, outlook: Outlook) -> float:
    """A move is worth nothing to who has no way to go."""
    worth = move_worth(battle, unit, outlook)
    return worth if worth <= 0.0 or not is_stuck(battle, unit, outlook) else 0.0


def command(
    battle: LancerBattle,
    commander: Unit,
    options: list[Option],
    why: Weighings = UNASKED,
    stances: Stances = NO_STANCES,
) -> Option:
    """Give the order that is worth most; a disrupted general rallies himself, a lonely one rides to his men."""
    alone = lonely(battle, commander)
    worth = RIDES if alone else 0.05
    if commander.disrupted or commander.foes:
        worth = 3.0
    best = Best(options[0], worth=worth)
    if why.asked:
        why.weigh("acting himself", worth)
    for option in options:
        here = -1.0
        if isinstance(option, (Order, WithUnit)):
            here = order_worth(battle, battle.units[option.unit], UNASKED, stances)
        elif isinstance(option, RallyOrder):
            here = RALLY_WORTH
        elif isinstance(option, Own):
            continue
        best.weigh(option, here)
        if why.asked:
            why.weigh(order_in_words(battle, option), here)
    chosen = best.choice
    if why.asked and isinstance(chosen, (Order, WithUnit)):
        order_worth(battle, battle.units[chosen.unit], why, stances)
    elif why.asked and isinstance(chosen, Own):
        why.say(
            "He must see to himself first."
            if commander.disrupted or commander.foes
            else "Fewer than half of his units are within reach of his orders: he rides to his men."
            if alone
            else "No order of his would gain anything."
        )
    return chosen


def order_in_words(battle: LancerBattle, option: Option) -> str:
    """`an order to the 2nd Levy`."""
    if isinstance(option, Order):
        return f"an order to {name_of(battle, option.unit)}"
    if isinstance(option, WithUnit):
        return f"acting with {name_of(battle, option.unit)}"
    return f"rallying {name_of(battle, option.unit)}" if isinstance(option, RallyOrder) else "that"


def next_pair(battle: LancerBattle, question: Question, why: Weighings = UNASKED) -> Option:
    """The next fight: the best that is left; of equals each enemy is met before any is met twice."""
    best: Best[Option] = Best(question.options[0], worth=-FAR, by=1e-9)
    for option in question.options:
        if isinstance(option, NamePair):
            mine = battle.units[battle.owner[option.mine]]
            charging = mine.card.lancer and battle.active == mine.id
            here = pair_worth(battle, option.mine, option.theirs, charging=charging)
            best.weigh(option, here)
    chosen = best.choice
    if why.asked and isinstance(chosen, NamePair):
        mine = battle.units[battle.owner[chosen.mine]]
        charging = mine.card.lancer and battle.active == mine.id
        why.say(f"No fight that is left is worth more: {figures(best.worth)}.")
        why.say(pair_in_words(battle, chosen.mine, chosen.theirs, charging=charging))
    return chosen


def close_up_slot(battle: LancerBattle, unit: Unit, options: list[Option], why: Weighings = UNASKED) -> Option:
    """Close up while the fight is worth having: an enemy's back or side for choice."""
    worth = melee_worth(battle, unit)
    if worth <= 0.0:
        if why.asked:
            melee_worth(battle, unit, why)
        why.say("The fight is not worth sending more men into.")
        return options[0]
    if why.asked:
        why.say(f"The fight is worth {figures(worth)}: every man counts.")
    for option in options:
        if isinstance(option, CloseUp) and option.slot.face == 2:
            why.say("An enemy's back is open.")
            return option
    return options[1] if len(options) > 1 else options[0]


def rearmost(battle: LancerBattle, unit: Unit, options: list[Option], why: Weighings = UNASKED) -> Option:
    """Send the last man of the unit."""
    why.say("The rearmost man can best be spared.")
    best = options[0]
    for option in options:
        if isinstance(option, Figure):
            best = option
    return best


def reaction(battle: LancerBattle, unit: Unit, options: list[Option], why: Weighings = UNASKED) -> Option:
    """Fire if there is a rifle, else ride at them if that is worth it."""
    charger = battle.units[battle.active]
    best = Best(options[0], worth=0.0)
    why.weigh("standing still", 0.0)
    for option in options:
        here = 0.0
        if option.key() == "fire" and unit.card.weapon is not None:
            here = fire_worth(battle, unit, charger, unit.card.weapon)
            why.weigh("a volley at the chargers", here)
        elif option.key() == "counter_charge":
            here = charge_worth(battle, unit, charger)
            why.weigh("a counter-charge", here)
        best.weigh(option, here)
    if why.asked and best.choice.key() == "fire" and unit.card.weapon is not None:
        fire_worth(battle, unit, charger, unit.card.weapon, why)
    elif why.asked and best.choice.key() == "counter_charge":
        charge_worth(battle, unit, charger, why)
    return best.choice


def worthiest(battle: LancerBattle, options: list[Option], why: Weighings = UNASKED) -> Option:
    """Strike at a commander if he can be reached."""
    for option in options:
        if isinstance(option, Strike) and battle.units[battle.owner[option.figure]].kind == Arm.COMMANDER:
            if why.asked:
                why.say(f"A commander can be reached, and he is worth {FIGURE_WORTH[Arm.COMMANDER]:g} of foot.")
            return option
    why.say("No commander can be reached, and the others are worth the same.")
    return options[0]
