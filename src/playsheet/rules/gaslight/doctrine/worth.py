"""What a situation is worth to the built-in commander, in figures: cheap closed odds of the sheet's own numbers."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.dice import summed
from playsheet.core.geometry import spacing
from playsheet.core.stances import NO_STANCES, Stances
from playsheet.core.terrain import holds
from playsheet.rules.gaslight.battle.goals import MOST_NEAR, SOLE_INSIDE, STORM, VEHICLES_LOST, Goal
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.dice.morale import case_of
from playsheet.rules.gaslight.sheet import GaslightRules, Weapon
from playsheet.rules.gaslight.table.morale import commander_near, leader_present
from playsheet.rules.gaslight.terms import Arm, Cover, RangeBand, WeaponType

COMMANDER_WORTH: Final = 2.5  # beside his points: the whole army checks when he falls ...
EACH_CHECKS: Final = 0.5  # ... and so much for each unit that does
LEADER_WORTH: Final = 1.0  # beside his points: without him a unit crawls and does not charge
ROUT_WORTH: Final = 0.4  # of what a unit has left, when it fails a check: some leave, most do nothing of use
CLOSE: Final = 14.0  # inches: from here an enemy on foot is upon us with one charge, horse sooner
RIFLE_RANGE: Final = 18.0  # a weapon that reaches so far is worth standing still for


# ---------------------------------------------------------------- odds, cheap and closed


def chance_below(number: int, sides: int) -> float:
    """That a die stays below a number."""
    return min(max(number - 1, 0), sides) / sides


def hit_chance(rules: GaslightRules, shoot: int, band: int, cover: int) -> float:
    """Of one shot (4.4.5)."""
    if band == RangeBand.BEYOND:
        return 0.0
    return chance_below(rules.shoot_number(shoot, band) - summed(rules.cover_accounts[cover]), rules.shoot_sides)


def fall_chance(rules: GaslightRules, save: int) -> float:
    """That a hit fells a figure with such a Save."""
    return 1.0 - chance_below(save, rules.save_sides)


def mean_divided(sides: int, divide: int) -> float:
    """What a die divided and rounded up comes to on average."""
    total = 0
    for face in range(1, sides + 1):
        total += (face + divide - 1) // divide
    return total / sides


# ---------------------------------------------------------------- figures and machines


def figure_worth(battle: GaslightBattle, figure: int) -> float:
    """What the loss of a figure is worth to its enemies."""
    rules = battle.rules
    if not battle.is_character(figure):
        return float(rules.figure_points)
    worth = float(rules.character_points)
    if figure in battle.commanders:
        worth += COMMANDER_WORTH + EACH_CHECKS * units_of(battle, battle.unit_of(figure).side)
    elif battle.unit_of(figure).leader == figure:
        worth += LEADER_WORTH
    return worth


def units_of(battle: GaslightBattle, side: int) -> int:
    """How many units a side has on the table, characters by themselves not counted."""
    count = 0
    for unit in battle.units:
        if unit.side == side and unit.kind != Arm.CHARACTER and unit.on_table():
            count += 1
    return count


def machine_worth(battle: GaslightBattle) -> float:
    worth = float(battle.rules.vehicle_points)
    for goal in battle.goals.all:
        if goal.kind == VEHICLES_LOST:
            worth += goal.points
    return worth


class Body:
    """Figures as a target: how many, and what an average hit on one of them does."""

    def __init__(self, battle: GaslightBattle, figures: list[int]) -> None:
        worth = 0.0
        falls = 0.0
        for figure in figures:
            fall = fall_chance(battle.rules, battle.cast[figure].save)
            falls += fall
            worth += fall * figure_worth(battle, figure)
        n = len(figures)
        self.figures: Final = figures
        self.n: Final = n
        self.harm: Final = worth / n if n else 0.0
        self.falls: Final = falls / n if n else 0.0


# ---------------------------------------------------------------- morale


def morale_add(battle: GaslightBattle, unit: Unit, cover: int, charging: bool) -> int:
    """What is added to the unit's divided die."""
    case = case_of(
        unit.card.quality, cover, leader=leader_present(unit), commander=commander_near(battle, unit), charging=charging
    )
    return sum([row.add for row in battle.rules.morale_modifiers if case & row.when])


def fail_chance(battle: GaslightBattle, unit: Unit, figures: float, cover: int, *, charging: bool) -> float:
    """That the unit fails a check with so many figures left (4.11.2)."""
    if not battle.checks(unit):
        return 0.0
    rules = battle.rules
    divide = rules.crew_divide if unit.card.crew else rules.unit_divide
    fails_from = int(divide * (figures - morale_add(battle, unit, cover, charging)))
    return 1.0 - chance_below(fails_from, rules.morale_sides)


def losses_worth(battle: GaslightBattle, unit: Unit, body: Body, hits: float, cover: int) -> float:
    """What so many hits on a unit are worth: men down, and the chance that the rest runs on its next card."""
    n = float(body.n)
    hits = min(hits, n)
    down = hits * body.falls
    left = n - down
    runs = 0.0
    if left >= 1.0:
        runs = min(down, 1.0) * fail_chance(battle, unit, float(int(left)), cover, charging=False) * ROUT_WORTH * left
    return hits * body.harm + runs


# ---------------------------------------------------------------- what is around


class Outlook:
    """A unit, where its middle is, and the enemy model nearest to that."""

    def __init__(self, battle: GaslightBattle, unit: Unit, stances: Stances = NO_STANCES) -> None:
        self.stances: Final = stances
        self.stance: Final = stances.of(unit.id)
        members = battle.members(unit)
        self.members: Final = members if members else [unit.first]  # a character who is about to leave his unit
        if unit.has_machine() or battle.gun_of(unit) >= 0:
            self.x, self.y = battle.at(unit.model)
        else:
            self.x, self.y = battle.centre(self.members)
        foe, far = battle.nearest_enemy(self.x, self.y, unit.side)
        self.foe: Final = foe  # -1: there is none
        self.far: Final = far
        self.foe_x = self.x
        self.foe_y = self.y
        if foe >= 0:
            self.foe_x, self.foe_y = battle.at(foe)


def nearest_to(battle: GaslightBattle, figures: list[int], x: float, y: float) -> int:
    best = figures[0]
    least = battle.away(best, x, y)
    for figure in figures[1:]:
        far = battle.away(figure, x, y)
        if far < least:
            least = far
            best = figure
    return best


def arm_of(unit: Unit) -> Weapon | None:
    """What most of the unit carry: the last figure of a card is one of many."""
    return unit.card.figures[-1].weapon


def is_shooter(unit: Unit) -> bool:
    """Riflemen and the like, who had rather shoot than charge; horse had rather charge."""
    weapon = arm_of(unit)
    return (
        weapon is not None
        and weapon.type == WeaponType.SMALL_ARM
        and weapon.long > RIFLE_RANGE
        and unit.kind != Arm.HORSE
    )


def pace_of(battle: GaslightBattle, unit: Unit) -> float:
    """How far it goes on a card over open ground."""
    if unit.has_machine():
        return float(battle.machine_of(unit).speed())
    gun = unit.card.gun
    base = gun.move if gun is not None and battle.gun_of(unit) >= 0 else unit.card.move
    return battle.rules.allowance(base, 0.0, False, unit.leaderless(), 0)


def turns_left(battle: GaslightBattle) -> int:
    """With the present one."""
    return battle.goals.turns - battle.turn + 1


# ---------------------------------------------------------------- what the scenario is about


def ground_goal(battle: GaslightBattle) -> Goal | None:
    """The ground that the battle is about, if it is about any."""
    for goal in battle.goals.all:
        if goal.kind != VEHICLES_LOST:
            return goal
    return None


def defends(battle: GaslightBattle, side: int) -> bool:
    """Has the side ground that the other has to storm?"""
    for goal in battle.goals.all:
        if goal.kind == STORM:
            return goal.side != side
    return False


def storms(battle: GaslightBattle, side: int) -> bool:
    """Has the side to storm ground that the other holds?"""
    for goal in battle.goals.all:
        if goal.kind == STORM:
            return goal.side == side
    return False


def on_goal(battle: GaslightBattle, goal: Goal, x: float, y: float) -> bool:
    if goal.kind == MOST_NEAR:
        return spacing(x, y, goal.x, goal.y) <= goal.within
    return holds(battle.land.plots[goal.plot].piece, x, y)


def stands_on_goal(battle: GaslightBattle, goal: Goal, figure: int) -> bool:
    i: i64 = figure
    return on_goal(battle, goal, battle.figures.x[i], battle.figures.y[i])


def goal_middle(battle: GaslightBattle, goal: Goal) -> tuple[float, float]:
    if goal.kind == MOST_NEAR:
        return goal.x, goal.y
    piece = battle.land.plots[goal.plot].piece
    return 0.5 * (piece.min_x + piece.max_x), 0.5 * (piece.min_y + piece.max_y)


def goal_reach(battle: GaslightBattle, goal: Goal) -> float:
    """How far from its middle one may stand and still be there."""
    if goal.kind == MOST_NEAR:
        return goal.within
    piece = battle.land.plots[goal.plot].piece
    return 0.5 * min(piece.max_x - piece.min_x, piece.max_y - piece.min_y)


def spot_worth(battle: GaslightBattle, x: float, y: float) -> float:
    """An enemy who stands where the battle is decided is worth more, most of all when the end is near."""
    goal = ground_goal(battle)
    if goal is None or not on_goal(battle, goal, x, y):
        return 1.0
    late = turns_left(battle) <= 3
    if goal.kind == SOLE_INSIDE:
        return 3.0 if late else 1.5
    return 1.5 if late else 1.2


# ---------------------------------------------------------------- threats


def threat_worth(battle: GaslightBattle, target: Unit, x: float, y: float) -> float:
    """How much an enemy at (x, y) is to be feared: near our men, and most of all near our guns."""
    side = 1 - target.side
    _, far = battle.nearest_enemy(x, y, target.side)
    worth = 1.0
    if far < CLOSE:
        worth += 0.3
    for id in battle.guns:
        if battle.units[id].side == side and battle.stands_within(battle.units[id].model, x, y, CLOSE):
            return worth + 0.4
    return worth


def open_cover(battle: GaslightBattle, unit: Unit) -> int:
    """The cover that a unit's middle stands in, for a quick look at its morale."""
    if unit.kind in (Arm.CREW, Arm.VEHICLE):
        return Cover.NONE
    members = battle.members(unit)
    at: i64 = members[len(members) // 2]
    return battle.land.area_cover(battle.figures.x[at], battle.figures.y[at])
