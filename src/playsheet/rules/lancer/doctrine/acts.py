"""What an action is worth to the built-in commander."""

from __future__ import annotations

from playsheet.core.angles import bearing, turn_between
from playsheet.core.asking import Option
from playsheet.core.geometry import spacing, spacing_squared
from playsheet.rules.lancer.battle.goals import HOLD_POINT, POINTS_FOR_GROUND, UNITS_BEYOND
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.doctrine.outlook import Outlook, goal_point, lonely
from playsheet.rules.lancer.doctrine.worth import (
    JAM_WORTH,
    MARCH_RANGE,
    RALLY_WORTH,
    charge_worth,
    fire_worth,
    pair_worth,
)
from playsheet.rules.lancer.ground.moving import move_rate
from playsheet.rules.lancer.options.choices import (
    ChangeFormation,
    Charge,
    ClearJam,
    LeaveMelee,
    Melee,
    Move,
    Rally,
    Shoot,
)
from playsheet.rules.lancer.terms import Arm, Formation


def act_worth(battle: LancerBattle, unit: Unit, act: Option, outlook: Outlook) -> float:
    """In figures of foot; doing nothing is worth nothing. A general does not charge: he rides to his men."""
    if unit.kind == Arm.COMMANDER and isinstance(act, (Charge, Move)):
        return 0.5 if isinstance(act, Move) and lonely(battle, unit) else -1.0
    if isinstance(act, Shoot):
        weapon = unit.card.weapon
        target = battle.units[act.target]
        return fire_worth(battle, unit, target, weapon) * on_the_spot(battle, target) if weapon is not None else 0.0
    if isinstance(act, Charge):
        target = battle.units[act.target]
        return charge_worth(battle, unit, target) * on_the_spot(battle, target)
    if isinstance(act, Move):
        return move_worth(battle, unit, outlook)
    if isinstance(act, Rally):
        return RALLY_WORTH * (0.3 if unit.foes else 1.0) * (0.4 + 0.6 * unit.figures / unit.start)
    if isinstance(act, ClearJam):
        return JAM_WORTH
    if isinstance(act, Melee):
        return melee_worth(battle, unit)
    if isinstance(act, LeaveMelee):
        return leave_worth(battle, unit)
    if isinstance(act, ChangeFormation):
        return formation_worth(battle, unit, act.formation, outlook)
    return 0.0


def melee_worth(battle: LancerBattle, unit: Unit) -> float:
    """Fighting on: how the pairs stand, and how many of ours can be brought to bear."""
    if unit.attached_to >= 0:
        host = battle.units[unit.attached_to]
        return pair_worth(battle, unit.first, battle.first_of(battle.units[host.foes[0]]), charging=False)
    foe = battle.units[unit.foes[0]]
    each = pair_worth(battle, battle.first_of(unit), battle.first_of(foe), charging=False)
    return each * min(unit.figures, 2 + foe.figures) + 0.05


def leave_worth(battle: LancerBattle, unit: Unit) -> float:
    """Worth it only where the fight is bad and the unit is good for something else."""
    if unit.kind == Arm.COMMANDER or unit.card.weapon is None:
        return -1.0
    foe = battle.units[unit.foes[0]]
    each = pair_worth(battle, battle.first_of(unit), battle.first_of(foe), charging=False)
    return -each * 1.5 - 1.2


def formation_worth(battle: LancerBattle, unit: Unit, formation: int, outlook: Outlook) -> float:
    """Column to march, line to shoot, extended to bring every trooper into the charge."""
    far = outlook.far
    if unit.kind == Arm.HORSE and unit.card.weapon is None:
        return 1.1 if formation == Formation.EXTENDED and far < 24.0 and unit.figures > 2 else -1.0
    if formation == Formation.COLUMN:
        if unit.formation != Formation.LINE or unit.kind != Arm.FOOT or far <= MARCH_RANGE + 6.0:
            return -1.0
        x, y, near = goal_point(battle, unit, outlook)
        return 0.75 if spacing(unit.x, unit.y, x, y) - near > 14.0 else -1.0
    if formation == Formation.LINE and unit.formation == Formation.COLUMN:
        return 1.3 if far < MARCH_RANGE - 5.0 and unit.kind == Arm.FOOT and unit.card.weapon is not None else -1.0
    return -1.0


def move_worth(battle: LancerBattle, unit: Unit, outlook: Outlook) -> float:
    """Going nearer to where it wants to be."""
    x, y, near = goal_point(battle, unit, outlook)
    left = spacing(unit.x, unit.y, x, y) - near
    if left <= 0.5:
        if outlook.enemy >= 0:
            foe = battle.units[outlook.enemy]
            if turn_between(unit.facing, bearing(foe.x - unit.x, foe.y - unit.y)) > 80.0:
                return 0.5  # face them at least
        return -0.1
    if unit.kind == Arm.GUN:
        return 0.35
    rate = move_rate(battle, unit, unit.shape[0])
    if rate.add + rate.dice * (rate.sides + 1) * 0.5 > 2.0 * (left + near):
        return -0.1  # the whole roll must be used: it would only overshoot
    return (0.9 if unit.card.weapon is None else 0.7) + urgency(battle, unit, left)


def urgency(battle: LancerBattle, unit: Unit, left: float) -> float:
    """How much the clock presses: ground that decides the battle must be reached before it ends."""
    late = battle.goals.turns - battle.turn
    for goal in battle.goals.all:
        if goal.kind == HOLD_POINT and late <= 1:
            return 1.5
        if goal.kind == UNITS_BEYOND and goal.side == unit.side:
            return min(2.5, 1.2 * left / (5.0 * (late + 0.5)))
        if goal.kind == POINTS_FOR_GROUND and late <= 2 and unit.kind == Arm.FOOT and left < 12.0:
            return 0.8
    return 0.0


def on_the_spot(battle: LancerBattle, target: Unit) -> float:
    """An enemy on the ground that decides the battle is worth more."""
    if battle.goals.turns - battle.turn > 2:
        return 1.0
    for goal in battle.goals.all:
        if goal.kind == HOLD_POINT:
            if spacing_squared(goal.x, goal.y, target.x, target.y) < (goal.within + 2.0) * (goal.within + 2.0):
                return 1.8
    return 1.0
