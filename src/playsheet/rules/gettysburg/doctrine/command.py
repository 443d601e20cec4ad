"""Orders, and where the generals ride: a division that attacks has its brigades assault, a spent one holds."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Region
from playsheet.core.geometry import FAR, spacing
from playsheet.core.stances import NO_STANCES, Stance, Stances
from playsheet.core.words import verb
from playsheet.rules.gettysburg.battle.brigades import Brigade
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import General, Unit
from playsheet.rules.gettysburg.battle.words import brigade_name, general_name, name_of
from playsheet.rules.gettysburg.doctrine.assault import brigade_stance
from playsheet.rules.gettysburg.options.choices import AttachTo, ChangeOrder, SupportOf, TakeGeneral
from playsheet.rules.gettysburg.options.command import KEEP
from playsheet.rules.gettysburg.options.generals import command_of, pace_of
from playsheet.rules.gettysburg.table.forced_moves import to_own_lines
from playsheet.rules.gettysburg.terms import WINGS, DivisionOrder, Level, Order, UnitState
from playsheet.rules.gettysburg.victory import holds
from playsheet.tabletop.weighing import UNASKED, Best, Weighings
from playsheet.tabletop.wording import inches

SPENT: Final = 0.55  # of its figures that a brigade has left when it goes over to the defence
WORN: Final = 0.75  # ... and when a brigade in support takes over from the one before it
ENGAGED: Final = 12.0  # inches from an enemy at which a brigade needs those who support it
TOLD: Final = (  # by stance
    "",
    "to hold its ground",
    "to shoot",
    "to gather, and then to go in",
    "to go in",
    "",
    "to stay in reserve",
)
BEHIND: Final = 5.0  # inches behind its units at which a general likes to be
CLOSE: Final = 11.0  # inches within which he counts
RIDES_FROM: Final = 2.0  # he does not stir for less


# ---------------------------------------------------------------- orders


def strength(battle: GettysburgBattle, brigade: Brigade) -> float:
    """The share of its figures that a brigade still has in hand: fugitives do not count."""
    left = 0
    size = 0
    for id in brigade.units:
        unit = battle.units[id]
        size += unit.size
        if unit.on_table() and not unit.flees():
            left += unit.figures
            if unit.detachment >= 0 and battle.units[unit.detachment].on_table():
                left += battle.units[unit.detachment].figures
    return left / size if size else 0.0


ORDER_OF: Final = {  # by stance
    Stance.HOLD: Order.HOLD,
    Stance.SHOOT: Order.ENGAGE,
    Stance.MASS: Order.ASSAULT,
    Stance.ASSAULT: Order.ASSAULT,
    Stance.RESERVE: Order.SUPPORT,
}


def wanted_order(
    battle: GettysburgBattle, brigade: Brigade, why: Weighings = UNASKED, stances: Stances = NO_STANCES
) -> int:
    """The order that the brigade should have."""
    stance = brigade_stance(brigade, stances)
    if stance in ORDER_OF:
        if why.asked:
            why.say(f"{brigade_name(battle, brigade.id)} is {TOLD[stance]}.")
        return ORDER_OF[stance]
    left = strength(battle, brigade)
    attacks = brigade.division >= 0 and battle.divisions[brigade.division].order == DivisionOrder.ATTACK
    if why.asked:
        why.say(f"{brigade_name(battle, brigade.id)} has {percent(left)} of its figures in hand.")
    if brigade.broken_count or left < (WORN if brigade.order == Order.HOLD else SPENT):
        why.say("That is too few to attack with, or it has not rallied yet: it should hold.")
        return Order.HOLD  # and it does not go over to the attack again before it has rallied
    if not attacks:
        why.say("Its division does not attack.")
        return Order.HOLD if is_at_post(battle, brigade) or brigade.order != Order.MOVE else brigade.order
    if brigade.order == Order.SUPPORT:
        target = battle.brigades[brigade.target] if brigade.target >= 0 else None
        if target is not None and not target.gone and not is_wanted(battle, target, why):
            return Order.SUPPORT
    why.say("Its division attacks: it should assault.")
    return Order.ASSAULT


def is_wanted(battle: GettysburgBattle, target: Brigade, why: Weighings) -> bool:
    """Does the brigade that is supported need those behind it: worn, broken, or at grips with the enemy?"""
    if strength(battle, target) < WORN or target.broken_count:
        return True
    for unit in battle.units_of(target):
        if battle.nearest_enemy(unit)[1] <= ENGAGED:
            why.say("The brigade that it supports is at grips with the enemy.")
            return True
    why.say("The brigade that it supports is still strong, and not engaged.")
    return False


def percent(part: float) -> str:
    return f"{int(100.0 * part + 0.5)}%"


def is_at_post(battle: GettysburgBattle, brigade: Brigade) -> bool:
    """Does it hold something, or has it nothing to go to?"""
    for goal in battle.goals.all:
        if goal.within > 0.0 and not holds(battle, goal, brigade.side):
            for unit in battle.units_of(brigade):
                if spacing(unit.x, unit.y, goal.x, goal.y) <= goal.within + CLOSE:
                    return False
    return True


def brigade_order(
    battle: GettysburgBattle,
    brigade: Brigade,
    options: list[Option],
    why: Weighings = UNASKED,
    stances: Stances = NO_STANCES,
) -> Option:
    """A change sent by the divisional general if he can; on own initiative only out of an order that does harm."""
    wanted = wanted_order(battle, brigade, why, stances)
    if wanted == brigade.order:
        why.say("It has the order that it should have.")
        return KEEP
    if wanted == Order.HOLD and brigade.order not in (Order.ASSAULT, Order.ENGAGE, Order.MOVE, Order.RETIRE):
        return KEEP
    sent = [option for option in options if isinstance(option, ChangeOrder) and not option.own]
    for order in (wanted, Order.ENGAGE if wanted == Order.ASSAULT else Order.HOLD):
        for option in sent:
            if option.order == order and order != brigade.order:
                why.say("Its divisional general can send the change.")
                return option
    own = [option for option in options if isinstance(option, ChangeOrder) and option.own]
    if brigade.order in (Order.MOVE, Order.RETIRE) or (
        wanted == Order.ASSAULT and brigade.order in (Order.HOLD, Order.SUPPORT)
    ):
        for option in own:
            if option.order == wanted:
                why.say("Nobody can send the change: it acts on its own initiative, out of an order that does harm.")
                return option
    why.say("Nobody can send the change.")
    return KEEP


def support_of(battle: GettysburgBattle, brigade: Brigade, options: list[Option], why: Weighings = UNASKED) -> Option:
    """The nearest brigade, in its rear."""
    best = Best(options[0], worth=-FAR)
    for option in options:
        if isinstance(option, SupportOf) and WINGS[option.wing] == "rear":
            far = apart(battle, brigade, battle.brigades[option.brigade])
            best.weigh(option, -far)
    if why.asked and isinstance(best.choice, SupportOf):
        why.say(f"{brigade_name(battle, best.choice.brigade)} is the nearest; behind it, it can take over.")
    return best.choice


def apart(battle: GettysburgBattle, one: Brigade, other: Brigade) -> float:
    ax, ay = middle_of(battle.units_of(one))
    bx, by = middle_of(battle.units_of(other))
    return spacing(ax, ay, bx, by)


def middle_of(units: list[Unit]) -> tuple[float, float]:
    x = 0.0
    y = 0.0
    for unit in units:
        x += unit.x
        y += unit.y
    n = max(len(units), 1)
    return x / n, y / n


# ---------------------------------------------------------------- generals


def general_moves(battle: GettysburgBattle, options: list[Option], why: Weighings = UNASKED) -> Option:
    """The first general who would do better elsewhere."""
    for option in options:
        if isinstance(option, TakeGeneral):
            general = battle.generals[option.general]
            x, y = post_of(battle, general)
            if spacing(general.x, general.y, x, y) > RIDES_FROM and general.attached_to < 0:
                if why.asked:
                    far = inches(spacing(general.x, general.y, x, y))
                    why.say(f"{general_name(battle, general.id)} is {far} from where his command needs him.")
                return option
    why.say("Every general is where his command needs him, or with a unit.")
    return options[0]


def general_to(options: list[Option], why: Weighings = UNASKED) -> Option:
    """He rides; with a unit he would share its fate and leave the others alone."""
    why.say("With a unit he would share its fate, and leave the others alone.")
    for option in options:
        if not isinstance(option, AttachTo):
            return option
    return options[0]


def post_of(battle: GettysburgBattle, general: General, why: Weighings = UNASKED) -> tuple[float, float]:
    """Behind the units that need him: those in trouble first, then the middle of his command."""
    units = command_of(battle, general)
    if not units:
        why.say("He has nobody left to command.")
        return general.x, general.y
    troubled = [unit for unit in units if needs_him(unit)]
    if troubled and general.level == Level.BRIGADIER:
        near = troubled[0]
        for unit in troubled:
            if spacing(general.x, general.y, unit.x, unit.y) < spacing(general.x, general.y, near.x, near.y):
                near = unit
        others = [unit for unit in units if spacing(unit.x, unit.y, near.x, near.y) <= 2.0 * CLOSE]
        x, y = middle_of([near, near, *others])
        if why.asked:
            why.say(f"{verb(name_of(battle, near.id), 'needs', 'need')} him most, and others of his are near it.")
    else:
        x, y = middle_of(units)
        why.say("His place is behind the middle of his command.")
    ux, uy = to_own_lines(battle, general.side)
    ground = battle.land.ground
    r = general.radius
    x = min(max(x + ux * BEHIND, r), ground.width - r)
    y = min(max(y + uy * BEHIND, r), ground.depth - r)
    return x, y


def needs_him(unit: Unit) -> bool:
    return (
        unit.flees()
        or unit.state in (UnitState.GONE_TO_GROUND, UnitState.FALTERING)
        or (unit.state == UnitState.OK and unit.in_melee())
    )


def ride(battle: GettysburgBattle, general: General, region: Region, why: Weighings = UNASKED) -> tuple[float, ...]:
    """To his post, or as far on the way as he comes; else where he may."""
    x, y = post_of(battle, general, why)
    pace = pace_of(battle) - 0.01
    far = spacing(general.x, general.y, x, y)
    for part in (1.0, 0.75, 0.5):
        reach = min(far, pace) * part
        if far > 0.0:
            spot = (general.x + (x - general.x) * reach / far, general.y + (y - general.y) * reach / far)
            if not region.refusal(spot):
                return spot
    return region.samples()[0]
