"""What a situation is worth to the built-in commander, in figures: cheap closed odds of the sheet's own tables."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.dice import summed
from playsheet.core.geometry import FAR, spacing
from playsheet.rules.riskfactor.battle.goals import FIGURES_BEYOND, HOLD_BUILDINGS, NO_ENEMY_LEFT, Goal
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.dice.melee import Fighter
from playsheet.rules.riskfactor.dice.risk import Risk, risk_account
from playsheet.rules.riskfactor.dice.shooting import shots
from playsheet.rules.riskfactor.doctrine.outlook_cache import outlook_of
from playsheet.rules.riskfactor.ground.sight import figure_cover
from playsheet.rules.riskfactor.sheet import HIT, Cell, DamageRow, RiskRules, Weapon
from playsheet.rules.riskfactor.terms import (
    ActionsTable,
    DamageDie,
    Fires,
    OrderKind,
    RangeBand,
    Result,
    TroopClass,
    Where,
)
from playsheet.tabletop.weighing import UNASKED, Weighings, figures

# what a side is out for
DEFEND: Final = 0  # ground to be kept from the enemy
ATTACK: Final = 1  # ground to be taken
DESTROY: Final = 2  # nothing but the enemy

# what it is worth that a group does by itself what its table says, by result; 1 is what its player would have done
DEFENDING: Final = [1.0, 0.3, 0.9, 0.2, 1.0, 0.8, 0.0, -0.5]
ATTACKING: Final = [1.0, 0.9, 0.8, 1.0, 0.1, 0.0, -0.3, -0.6]
WOUND_WORTH: Final = 0.7  # of a kill
AT_STAKE: Final = 0.1  # of its figures, while a group does what its table says


# ---------------------------------------------------------------- odds, cheap and closed


def hit_chance(rules: RiskRules, band: int, cover: int) -> float:
    reading = rules.fire_readings[band][cover]
    return reading.weights[HIT] / reading.sides


def harm_of(rules: RiskRules, row: DamageRow, cls: int, *, wound: float = WOUND_WORTH) -> float:
    """What a hit is worth, in figures: kills, and wounds for a part."""
    add = summed(rules.damage_accounts[cls])
    worth = 0.0
    for face in range(1, row.sides + 1):
        result = row.result(face + add)
        if result == DamageDie.KILL:
            worth += 1.0
        elif result == DamageDie.WOUND:
            worth += wound
    return worth / row.sides


def beats(lead: int, sides: int) -> float:
    """The chance that a die and `lead` come to more than another die."""
    count = 0
    for face in range(1, sides + 1):
        count += min(max(face + lead - 1, 0), sides)
    return count / (sides * sides)


def exchange(rules: RiskRules, mine: Fighter, theirs: Fighter) -> tuple[float, float]:
    """A pair: what it does to them and to us, in figures."""
    if rules.lancer_like:
        ours = chance_of(mine.need, summed(mine.turned), rules.melee_sides)
        other = chance_of(theirs.need, summed(theirs.turned), rules.melee_sides)
        return ours * (1.0 - other), other * (1.0 - ours)
    lead = summed(mine.account) - summed(theirs.account)
    return (
        beats(lead, rules.melee_sides) * harm_of(rules, mine.blow, mine.cls),
        beats(-lead, rules.melee_sides) * harm_of(rules, theirs.blow, theirs.cls),
    )


def chance_of(need: int, add: int, sides: int) -> float:
    """Of one die and a modifier coming to `need` or less."""
    return min(max(need - add, 0), sides) / sides


def chance_of_points(dice: int, sides: int, needed: int) -> float:
    """That so many dice come to so many points or more."""
    if needed <= dice:
        return 1.0
    ways = [1.0]
    for _ in range(dice):
        longer = [0.0] * (len(ways) + sides)
        for total in range(len(ways)):
            for face in range(1, sides + 1):
                longer[total + face] += ways[total] / sides
        ways = longer
    return sum(ways[needed:]) if needed < len(ways) else 0.0


# ---------------------------------------------------------------- what is around


def posture(battle: RiskBattle, side: int) -> int:
    """By the scenario's objectives, the first that says."""
    for goal in battle.goals.all:
        if goal.kind == FIGURES_BEYOND:
            return ATTACK if goal.side == side else DEFEND
        if goal.kind == HOLD_BUILDINGS:
            return DEFEND if goal.side == side else ATTACK
        if goal.kind == NO_ENEMY_LEFT and goal.side == side:
            return DESTROY
    return DESTROY


def line_goal(battle: RiskBattle, side: int) -> Goal | None:
    """The line that this side has to cross."""
    for goal in battle.goals.all:
        if goal.kind == FIGURES_BEYOND and goal.side == side:
            return goal
    return None


def building_goal(battle: RiskBattle) -> Goal | None:
    for goal in battle.goals.all:
        if goal.kind == HOLD_BUILDINGS:
            return goal
    return None


def turns_left(battle: RiskBattle) -> int:
    return battle.goals.turns - battle.turn


def nearest_of(battle: RiskBattle, figures: list[int], x: float, y: float) -> int:
    best = figures[0]
    least = FAR
    for figure in figures:
        far = spacing(x, y, battle.figures.x[i64(figure)], battle.figures.y[i64(figure)])
        if far < least:
            least = far
            best = figure
    return best


def strength_of(battle: RiskBattle, side: int) -> int:
    return sum([len(battle.members(group)) for group in battle.groups if group.side == side and group.on_table()])


def sheltered(battle: RiskBattle, members: list[int]) -> bool:
    """Do nearly all stand in cover or close to a line of it?"""
    count = 0
    for figure in members:
        at: i64 = figure
        if battle.cover[at] > 0 or (
            battle.lined[at] > 0
            and battle.land.lines_near(battle.figures.x[at], battle.figures.y[at], battle.radius) > 0
        ):
            count += 1
    return 5 * count >= 4 * len(members)


def is_shooter(group: Group) -> bool:
    return group.card.table == ActionsTable.FIREARMS and group.card.ranged is not None


# ---------------------------------------------------------------- risk


def guessed_risk(battle: RiskBattle, group: Group, members: list[int], *, more_hurt: float) -> int:
    """The Risk Factor as it looks from afar; so many more hurt than now."""
    threatened = in_reach_of_enemies(battle, group, members)
    risk = Risk(
        1 if threatened else 0,
        group.strength,
        min(group.strength, battle.hurt(group) + int(more_hurt)),
        group.leader,
        group.risk_add,
        hero=False,
        in_cover=sheltered(battle, members),
        advancing=group.advancing,
        raw_in_range=threatened and group.card.cls == TroopClass.RAW,
        flank=False,
        near_cavalry=False,
        fled=group.action == Result.RUN or group.melee_retreat,
    )
    return summed(risk_account(battle.rules, risk))


def in_reach_of_enemies(battle: RiskBattle, group: Group, members: list[int]) -> bool:
    x, y = battle.centre(members)
    for other in battle.groups:
        if other.side == group.side or other.place != Where.ON_TABLE or other.card.reach < 0.0:
            continue
        ox, oy = battle.centre(battle.members(other))
        if spacing(x, y, ox, oy) <= other.card.reach + 2.0 * battle.rules.base:
            return True
    return False


def own_way(cell: Cell, values: list[float], order: int, stay_put: bool) -> float:
    """What a result is worth that the group carries out by itself."""
    if stay_put and cell.do in (Result.ADVANCE_TO_NEAREST, Result.TAKE_COVER):
        return 1.0
    if cell.do in (Result.CONTINUE_ORDER, Result.CONTINUE) and values is ATTACKING and order == OrderKind.HOLD:
        return 0.0
    return values[cell.do]


def command_worth(battle: RiskBattle, group: Group, why: Weighings = UNASKED) -> float:
    """What it is worth, in figures, that this group is commanded this turn: by its table and by its fire."""
    members = battle.members(group)
    rules = battle.rules
    attacks = posture(battle, group.side) != DEFEND
    values = ATTACKING if attacks else DEFENDING
    stay_put = not attacks and sheltered(battle, members)
    row = rules.tables[group.card.table].row(guessed_risk(battle, group, members, more_hurt=0.0))
    gain = 0.0
    for cell in row.cells:
        if cell.italic or cell.do == Result.CONTINUE_ORDER:
            gain += 1.0 - own_way(cell, values, group.order.kind, stay_put)
    stake = AT_STAKE * len(members)
    if group.card.civilian:
        stake *= 0.3
    worth = stake * gain / len(row.cells)
    if group.router:
        worth += 0.5 * stake
    volley = volley_worth(battle, group, members)
    if why.asked:
        if group.router:
            why.say("Commanded, it may be brought to stand.")
        if worth > 0.0:
            why.say("Left to its table, it may do something else than what is wanted.")
        if volley > 0.0:
            why.say(f"Its volley does {figures(volley)} more than its men firing at will.")
    return worth + volley


def volley_worth(battle: RiskBattle, group: Group, members: list[int]) -> float:
    """What its volley would do more than its men firing at will."""
    load = group.card.load
    weapon = group.card.ranged
    if weapon is None or load is None or not group.card.volley or (load.loads and not group.loaded):
        return 0.0
    if battle.in_contact(group):
        return 0.0
    look = outlook_of(battle, group)
    if look.foe < 0:
        return 0.0
    band = weapon.band(look.gap)
    if band == RangeBand.BEYOND:
        return 0.0
    n = len(members)
    more = shots(battle.rules, n, Fires.COMMANDED, load, moved=False) - shots(
        battle.rules, n, Fires.UNCOMMANDED, load, moved=False
    )
    cover = figure_cover(battle, look.figure, look.x, look.y)
    return more * hit_chance(battle.rules, band, cover) * shot_harm(battle.rules, weapon, group.card.cls)


def shot_harm(rules: RiskRules, weapon: Weapon, cls: int) -> float:
    return harm_of(rules, weapon.damage, cls) if weapon.damage is not None else 0.0
