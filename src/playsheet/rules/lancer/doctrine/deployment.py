"""Where the built-in commander sets up."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import direction
from playsheet.core.asking import Option
from playsheet.core.geometry import FAR
from playsheet.core.terrain import crossed
from playsheet.rules.lancer.battle.goals import UNITS_BEYOND
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.table.deployment import DeployRegion, Form
from playsheet.rules.lancer.terms import Arm, Formation
from playsheet.tabletop.weighing import UNASKED, Weighings

WANTED: Final = [
    "Rifles stand in line, where every one of them bears.",
    "Horse without rifles rides extended, so that every lance comes to bear.",
    "Spears go in column, to come to grips sooner.",
]  # by formation
FAR_TO_GO: Final = "Its side has a long way to go, and a column marches faster."
POSTS: Final = [
    "Foot and guns stand abreast in front.",
    "Horse stands on the flanks, behind the foot.",
    "A commander stands behind the middle of his men.",
]  # by role


def deploy_formation(battle: LancerBattle, unit: Unit, options: list[Option], why: Weighings = UNASKED) -> Option:
    """Rifles in line; spears in column, to come to grips sooner; horse extended, to bring every lance to bear."""
    wanted = Formation.LINE
    if unit.kind == Arm.HORSE and unit.card.weapon is None:
        wanted = Formation.EXTENDED
    elif unit.kind == Arm.FOOT and (unit.card.weapon is None or marches(battle, unit)):
        wanted = Formation.COLUMN
    why.say(WANTED[wanted] if wanted != Formation.COLUMN or unit.card.weapon is None else FAR_TO_GO)
    for option in options:
        if isinstance(option, Form) and option.formation == wanted:
            return option
    return options[0]


def marches(battle: LancerBattle, unit: Unit) -> bool:
    """Has this side a long way to go?"""
    for goal in battle.goals.all:
        if goal.kind == UNITS_BEYOND and goal.side == unit.side:
            return True
    return False


def deploy_place(battle: LancerBattle, region: DeployRegion, why: Weighings = UNASKED) -> tuple[float, ...]:
    """Foot and guns abreast in front, horse on the flanks behind them, commanders behind the middle."""
    unit = region.unit
    zone = region.zones[0]
    ux, uy = direction(region.facing)
    peers = [other for other in battle.units if other.side == unit.side and role(other) == role(unit)]
    index = [other.id for other in peers].index(unit.id)
    count = len(peers)
    width, depth = battle.extent(unit, region.formation)
    across = zone.x1 - zone.x0 if abs(uy) > 0.5 else zone.y1 - zone.y0
    deep = zone.y1 - zone.y0 if abs(uy) > 0.5 else zone.x1 - zone.x0
    room = across - width - 1.0
    step = min(room / max(count - 1, 1), 8.0)
    aside = (index - (count - 1) / 2.0) * step
    back = depth / 2.0 + 0.3
    if role(unit) == 1:
        flank = min(room / 2.0, 8.0 * 0.5 * foot_count(battle, unit.side) + 4.0)
        aside = flank * (1.0 if index % 2 else -1.0) * (1.0 - 0.25 * (index // 2))
        back += 2.0
    elif role(unit) == 2:
        aside = (index - (count - 1) / 2.0) * min(room / max(count, 1), 20.0)
        back += 4.0
    cx = (zone.x0 + zone.x1) / 2.0
    cy = (zone.y0 + zone.y1) / 2.0
    middle = open_middle(battle, unit, cx)
    aside += uy * (middle - cx)
    why.say(POSTS[role(unit)])
    if middle != cx:
        why.say("The widest open way to where it must go begins there.")
    for ring in range(40):
        for sign in (1.0, -1.0):
            shift = aside + sign * (ring % 8) * 1.0
            off = back + (ring // 8) * 2.0
            shift = min(max(shift, -across / 2.0 + width / 2.0), across / 2.0 - width / 2.0)
            # right of the facing is (uy, -ux); the front of the zone lies half its depth ahead of its middle
            x = cx + uy * shift + ux * (deep / 2.0 - off)
            y = cy - ux * shift + uy * (deep / 2.0 - off)
            if not region.refusal((x, y)):
                return x, y
    samples = region.samples()
    return samples[0]


def open_middle(battle: LancerBattle, unit: Unit, middle: float) -> float:
    """Where to draw up for a march to the far side: before the widest open way, else in the middle."""
    for goal in battle.goals.all:
        if goal.kind != UNITS_BEYOND or goal.side != unit.side:
            continue
        start = goal.y - 30.0 if goal.north else goal.y + 30.0
        costs: list[float] = []
        x = 2.0
        while x < battle.land.ground.width:
            cost = 0.0
            for plot in battle.land.plots:
                if plot.edge and not plot.linear and crossed(plot.piece, x, start, x, goal.y):
                    cost += 10.0 if not plot.foot else 6.0 if plot.slow else 1.0
            costs.append(cost)
            x += 4.0
        best = middle
        lowest = FAR
        for at in range(len(costs)):
            around = costs[max(0, at - 3) : at + 4]
            mean = sum(around) / len(around) + (2.0 if len(around) < 7 else 0.0)
            if mean < lowest:
                lowest = mean
                best = 2.0 + 4.0 * at
        return best
    return middle


def role(unit: Unit) -> int:
    """0 in the line, 1 on the flanks, 2 behind."""
    if unit.kind == Arm.COMMANDER:
        return 2
    return 1 if unit.kind == Arm.HORSE else 0


def foot_count(battle: LancerBattle, side: int) -> int:
    return len([unit for unit in battle.units if unit.side == side and role(unit) == 0])
