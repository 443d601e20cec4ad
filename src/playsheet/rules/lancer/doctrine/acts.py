"""What an action is worth to the built-in commander."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, turn_between
from playsheet.core.asking import Option
from playsheet.core.geometry import spacing, spacing_squared
from playsheet.core.stances import Stance
from playsheet.core.words import number
from playsheet.rules.lancer.battle.goals import HOLD_POINT, POINTS_FOR_GROUND, UNITS_BEYOND
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.battle.words import name_of
from playsheet.rules.lancer.doctrine.outlook import Outlook, lonely
from playsheet.rules.lancer.doctrine.ways import OUT_OF_REACH, goal_point, waits_for_others
from playsheet.rules.lancer.doctrine.worth import (
    JAM_WORTH,
    MARCH_RANGE,
    RALLY_WORTH,
    charge_worth,
    fire_worth,
    pair_in_words,
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
from playsheet.rules.lancer.terms import FORMATIONS, Arm, Formation
from playsheet.tabletop.weighing import UNASKED, Weighings
from playsheet.tabletop.wording import inches, part_of

ACTS: Final[list[tuple[type[Option], str]]] = [
    (Move, "the move"),
    (Rally, "rallying"),
    (ClearJam, "clearing the jam"),
    (Melee, "fighting on"),
    (LeaveMelee, "leaving the melee"),
]
STANDING: Final = (Stance.HOLD, Stance.SHOOT, Stance.RESERVE)  # who have been told so charge nobody ...
AT_ONCE: Final = 8.0  # ... who is not so near that he will charge himself, inches
RELIEF: Final = 2.0  # what it is worth to foot that could shoot, to help friends in a melee
EAGER: Final = 1.5  # what a charge is worth beside itself to who is to go in
FORMED: Final = [
    "A line brings every rifle to bear.",
    "Extended, every trooper comes into the charge.",
    "A column marches faster.",
]  # by formation


def act_in_words(battle: LancerBattle, act: Option) -> str:
    """`a volley at the 2nd Levy`."""
    if isinstance(act, Shoot):
        return f"a volley at {name_of(battle, act.target)}"
    if isinstance(act, Charge):
        return f"a charge on {name_of(battle, act.target)}"
    if isinstance(act, ChangeFormation):
        return f"forming {FORMATIONS[act.formation]}"
    for kind, said in ACTS:
        if isinstance(act, kind):
            return said
    return "doing nothing"


def act_worth(battle: LancerBattle, unit: Unit, act: Option, outlook: Outlook, why: Weighings = UNASKED) -> float:
    """In figures of foot; doing nothing is worth nothing. A general does not charge: he rides to his men."""
    if unit.kind == Arm.COMMANDER and isinstance(act, (Charge, Move)):
        if isinstance(act, Move):
            why.say("Fewer than half of his units are within reach of his orders: he rides to his men.")
        return 0.5 if isinstance(act, Move) and lonely(battle, unit) else -1.0
    if isinstance(act, Shoot):
        weapon = unit.card.weapon
        target = battle.units[act.target]
        if weapon is None:
            return 0.0
        return fire_worth(battle, unit, target, weapon, why) * on_the_spot(battle, target, why)
    if isinstance(act, Charge):
        return charge_act_worth(battle, unit, battle.units[act.target], outlook, why)
    if isinstance(act, Move):
        return move_worth(battle, unit, outlook, why)
    if isinstance(act, Rally):
        if why.asked:
            why.say(f"Disrupted, it is good for nothing, and it still has {part_of(unit.figures, unit.start)} figures.")
        return RALLY_WORTH * (0.3 if unit.foes else 1.0) * (0.4 + 0.6 * unit.figures / unit.start)
    if isinstance(act, ClearJam):
        why.say("A jammed gun does not fire.")
        return JAM_WORTH
    if isinstance(act, Melee):
        return melee_worth(battle, unit, why)
    if isinstance(act, LeaveMelee):
        return leave_worth(battle, unit, why)
    if isinstance(act, ChangeFormation):
        return formation_worth(battle, unit, act.formation, outlook, why)
    return 0.0


def charge_act_worth(
    battle: LancerBattle, unit: Unit, target: Unit, outlook: Outlook, why: Weighings = UNASKED
) -> float:
    """What a charge is worth as things stand, and as the unit has been told to fight."""
    stance = outlook.stance
    if stance in STANDING and not target.foes and outlook.far > AT_ONCE:
        why.say("It is not to charge, and is not in danger.")
        return -1.0
    if waits_for_others(battle, unit, outlook):
        why.say("It waits until the others are up.")
        return -1.0
    worth = charge_worth(battle, unit, target, why)
    if worth <= -1.0:
        return worth  # the way is barred
    if target.foes and unit.card.weapon is not None and not unit.mounted():
        worth += RELIEF  # nobody may shoot into that melee: steel is all that helps
        why.say("They are at grips with friends of ours.")
    if stance in (Stance.ASSAULT, Stance.MASS):
        worth += EAGER
        why.say("It is to go in.")
    return worth * on_the_spot(battle, target, why)


def melee_worth(battle: LancerBattle, unit: Unit, why: Weighings = UNASKED) -> float:
    """Fighting on: how the pairs stand, and how many of ours can be brought to bear."""
    if unit.attached_to >= 0:
        host = battle.units[unit.attached_to]
        theirs = battle.first_of(battle.units[host.foes[0]])
        if why.asked:
            why.say(pair_in_words(battle, unit.first, theirs, charging=False))
        return pair_worth(battle, unit.first, theirs, charging=False)
    foe = battle.units[unit.foes[0]]
    if why.asked:
        why.say(pair_in_words(battle, battle.first_of(unit), battle.first_of(foe), charging=False))
        why.say(f"It has {number(unit.figures)} left, {name_of(battle, foe.id)} {number(foe.figures)}.")
    each = pair_worth(battle, battle.first_of(unit), battle.first_of(foe), charging=False)
    return each * min(unit.figures, 2 + foe.figures) + 0.05


def leave_worth(battle: LancerBattle, unit: Unit, why: Weighings = UNASKED) -> float:
    """Worth it only where the fight is bad and the unit is good for something else."""
    if unit.kind == Arm.COMMANDER or unit.card.weapon is None:
        return -1.0
    foe = battle.units[unit.foes[0]]
    each = pair_worth(battle, battle.first_of(unit), battle.first_of(foe), charging=False)
    if why.asked:
        why.say(pair_in_words(battle, battle.first_of(unit), battle.first_of(foe), charging=False))
        why.say("Away from them it could shoot.")
    return -each * 1.5 - 1.2


def formation_worth(
    battle: LancerBattle, unit: Unit, formation: int, outlook: Outlook, why: Weighings = UNASKED
) -> float:
    """Column to march, line to shoot, extended to bring every trooper into the charge."""
    far = outlook.far
    if why.asked:
        why.say(f"The nearest enemy is {inches(far)} away.")
        why.say(FORMED[formation])
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


def move_worth(battle: LancerBattle, unit: Unit, outlook: Outlook, why: Weighings = UNASKED) -> float:
    """Going nearer to where it wants to be."""
    if waits_for_others(battle, unit, outlook):
        if why.asked:
            why.say(f"It waits, {inches(OUT_OF_REACH)} off or as it stands, until most of the others are up.")
        return -0.1
    x, y, near = goal_point(battle, unit, outlook, why)
    left = spacing(unit.x, unit.y, x, y) - near
    if left <= 0.5:
        if outlook.enemy >= 0:
            foe = battle.units[outlook.enemy]
            if turn_between(unit.facing, bearing(foe.x - unit.x, foe.y - unit.y)) > 80.0:
                why.say("It is where it wants to be, but has its back or side to the enemy.")
                return 0.5  # face them at least
        return -0.1
    if unit.kind == Arm.GUN:
        return 0.35
    rate = move_rate(battle, unit, unit.shape[0])
    if rate.add + rate.dice * (rate.sides + 1) * 0.5 > 2.0 * (left + near):
        return -0.1  # the whole roll must be used: it would only overshoot
    pressed = 1.0 if outlook.stance == Stance.ASSAULT else urgency(battle, unit, left)
    if pressed > 0.0 and outlook.stance == Stance.ASSAULT:
        why.say("It is to go in.")
    elif pressed > 0.0:
        why.say("The clock presses: the ground that decides must be reached before the end.")
    return (0.9 if unit.card.weapon is None else 0.7) + pressed


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


def on_the_spot(battle: LancerBattle, target: Unit, why: Weighings = UNASKED) -> float:
    """An enemy on the ground that decides the battle is worth more."""
    if battle.goals.turns - battle.turn > 2:
        return 1.0
    for goal in battle.goals.all:
        if goal.kind == HOLD_POINT:
            if spacing_squared(goal.x, goal.y, target.x, target.y) < (goal.within + 2.0) * (goal.within + 2.0):
                if why.asked:
                    why.say(f"The target stands at {goal.name}, which decides the battle.")
                return 1.8
    return 1.0
