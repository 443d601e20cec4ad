"""The built-in commander. It weighs what an action is worth in figures, from cheap odds first and geometry second."""

from __future__ import annotations

from playsheet.core.asking import Option, Player, Question
from playsheet.core.events import Battle
from playsheet.core.geometry import FAR
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.doctrine.acts import act_worth, melee_worth
from playsheet.rules.lancer.doctrine.deployment import deploy_formation, deploy_place
from playsheet.rules.lancer.doctrine.moves import facing_after, march_bearing
from playsheet.rules.lancer.doctrine.outlook import Outlook, lonely
from playsheet.rules.lancer.doctrine.worth import JAM_WORTH, RALLY_WORTH, charge_worth, fire_worth, pair_worth
from playsheet.rules.lancer.options.choices import (
    AimRegion,
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
from playsheet.tabletop.weighing import Best


class Doctrine(Player):
    """Answers every question of the game from what is on the table."""

    def choose(self, battle: Battle, question: Question) -> Option:
        assert isinstance(battle, LancerBattle)
        kind = question.kind
        options = question.options
        if kind == "activated":
            return best_act(battle, battle.units[question.about], options)
        if kind == "commander":
            return command(battle, battle.units[question.about], options)
        if kind == "pair":
            return next_pair(battle, question)
        if kind == "close_up":
            return close_up_slot(battle, battle.units[question.about], options)
        if kind == "close_up_figure":
            return rearmost(battle, battle.units[question.about], options)
        if kind == "reaction":
            return reaction(battle, battle.units[question.about], options)
        if kind == "strike":
            return worthiest(battle, options)
        if kind == "deploy_formation":
            return deploy_formation(battle, battle.units[question.about], options)
        if kind == "edge":
            return options[1]
        if kind == "take_in":
            return options[1]
        return options[0]

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        assert isinstance(battle, LancerBattle)
        region = question.region
        assert region is not None
        if question.kind == "turn":
            return (march_bearing(battle, battle.units[question.about], region),)
        if question.kind == "face":
            return (facing_after(battle, battle.units[question.about], region),)
        if isinstance(region, AimRegion):
            return (best_aim(region.battle, region.unit, region.target, counter=region.counter),)
        if isinstance(region, DeployRegion):
            return deploy_place(battle, region)
        return region.samples()[0]


def best_act(battle: LancerBattle, unit: Unit, options: list[Option]) -> Option:
    """The action that is worth most."""
    best = Best(options[0], worth=0.0)
    outlook = Outlook(battle, unit)
    for option in options:
        if isinstance(option, Nothing):
            continue
        here = act_worth(battle, unit, option, outlook)
        best.weigh(option, here)
    return best.choice


def order_worth(battle: LancerBattle, unit: Unit) -> float:
    """What the unit would do best with one more activation; a cheap look before a dear one."""
    if unit.foes:
        return melee_worth(battle, unit)
    outlook = Outlook(battle, unit)
    far = outlook.far
    if unit.disrupted:
        return RALLY_WORTH * (0.6 + 0.6 * unit.figures / unit.start) + (0.6 if far < 14.0 else 0.0)
    reach = unit.card.weapon.reach if unit.card.weapon is not None else (18.0 if unit.mounted() else 12.0)
    if unit.jammed:
        return JAM_WORTH
    if far > reach + 3.0:
        return 0.6 + (0.2 if unit.card.weapon is None else 0.0)
    best = 0.0
    weapon = unit.card.weapon
    if weapon is not None:
        for target in targets(battle, unit, weapon):
            here = fire_worth(battle, unit, battle.units[target], weapon)
            if here > best:
                best = here
    if unit.kind != Arm.GUN and (weapon is None or best == 0.0):
        for target in charge_targets(battle, unit):
            here = charge_worth(battle, unit, battle.units[target])
            if here > best:
                best = here
    return best if best > 0.0 else 0.65


def command(battle: LancerBattle, commander: Unit, options: list[Option]) -> Option:
    """Give the order that is worth most; a disrupted general rallies himself, a lonely one rides to his men."""
    worth = 0.9 if lonely(battle, commander) else 0.05
    if commander.disrupted or commander.foes:
        worth = 3.0
    best = Best(options[0], worth=worth)
    for option in options:
        here = -1.0
        if isinstance(option, (Order, WithUnit)):
            here = order_worth(battle, battle.units[option.unit])
        elif isinstance(option, RallyOrder):
            here = RALLY_WORTH
        elif isinstance(option, Own):
            continue
        best.weigh(option, here)
    return best.choice


def next_pair(battle: LancerBattle, question: Question) -> Option:
    """The next fight: the best that is left; of equals each enemy is met before any is met twice."""
    best: Best[Option] = Best(question.options[0], worth=-FAR, by=1e-9)
    for option in question.options:
        if isinstance(option, NamePair):
            mine = battle.units[battle.owner[option.mine]]
            charging = mine.card.lancer and battle.active == mine.id
            here = pair_worth(battle, option.mine, option.theirs, charging=charging)
            best.weigh(option, here)
    return best.choice


def close_up_slot(battle: LancerBattle, unit: Unit, options: list[Option]) -> Option:
    """Close up while the fight is worth having: an enemy's back or side for choice."""
    if melee_worth(battle, unit) <= 0.0:
        return options[0]
    for option in options:
        if isinstance(option, CloseUp) and option.slot.face == 2:
            return option
    return options[1] if len(options) > 1 else options[0]


def rearmost(battle: LancerBattle, unit: Unit, options: list[Option]) -> Option:
    """Send the last man of the unit."""
    best = options[0]
    for option in options:
        if isinstance(option, Figure):
            best = option
    return best


def reaction(battle: LancerBattle, unit: Unit, options: list[Option]) -> Option:
    """Fire if there is a rifle, else ride at them if that is worth it."""
    charger = battle.units[battle.active]
    best = Best(options[0], worth=0.0)
    for option in options:
        here = 0.0
        if option.key() == "fire" and unit.card.weapon is not None:
            here = fire_worth(battle, unit, charger, unit.card.weapon)
        elif option.key() == "counter_charge":
            here = charge_worth(battle, unit, charger)
        best.weigh(option, here)
    return best.choice


def worthiest(battle: LancerBattle, options: list[Option]) -> Option:
    """Strike at a commander if he can be reached."""
    for option in options:
        if isinstance(option, Strike) and battle.units[battle.owner[option.figure]].kind == Arm.COMMANDER:
            return option
    return options[0]
