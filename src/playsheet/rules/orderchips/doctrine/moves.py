"""Moves: a place is weighed by what it brings nearer, what can be shot at from there, and by whom one is shot at."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, direction, turn_between, wrapped
from playsheet.core.asking import Option
from playsheet.core.geometry import FAR, spacing
from playsheet.core.stances import Stances
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NO_ARROW, Unit
from playsheet.rules.orderchips.battle.words import name_of
from playsheet.rules.orderchips.doctrine.aims import Aim
from playsheet.rules.orderchips.doctrine.melee import best_charge, charge_worth, reach_chance
from playsheet.rules.orderchips.doctrine.outlook import Outlook
from playsheet.rules.orderchips.doctrine.wings import aim_of, charge_from
from playsheet.rules.orderchips.ground.moving import setting_out, walk
from playsheet.rules.orderchips.options.charge import cost_along, nearest_base
from playsheet.rules.orderchips.options.choices import Charge, Go, Repair
from playsheet.rules.orderchips.options.moves import FormRegion, MoveRegion, allowance, farthest, may_change_order
from playsheet.rules.orderchips.terms import Arm, Chip, Order, Where
from playsheet.tabletop.weighing import LITTLE, UNASKED, Best, Weighings, amount, there_is
from playsheet.tabletop.wording import inches

HARM: Final = 1.4  # fire upon it too
STANDING: Final = 1.5  # fire from a place counts now and next turn ...
ON_THE_MOVE: Final = 1.0  # ... by those who move less now
SIDEWAYS: Final = [0.0, 30.0, -30.0, 60.0, -60.0, 100.0, -100.0, 180.0]  # from the way to its aim
PARTS: Final = [0.0, 0.35, -0.35, 0.7, -0.7, 1.0, -1.0]  # of the arrow's wedge
SHARES: Final = [1.0, 0.65, 0.35]  # of the way that it could go
MOST_TRIES: Final = 16  # places that are tried for room, best first
FALLS_SHORT: Final = 1.5  # points that a charge costs which does not get there
ELBOW_ROOM: Final = 1.0  # inches, within which a place is a friend's who stands there
CLOSE_UP: Final = 13.0  # inches from the enemy at which foot goes into close order ...
RIDERS_CLOSE_UP: Final = 21.0  # ... and horse
TURNS_AT: Final = 50.0  # degrees off the enemy at which a standing unit turns


class Place:
    """Somewhere to go, and what it is worth to be there."""

    def __init__(self, x: float, y: float, heading: float, worth: float) -> None:
        self.x: Final = x
        self.y: Final = y
        self.heading: Final = heading
        self.worth: Final = worth


def place_worth(
    look: Outlook, aim: Aim | None, x: float, y: float, *, moving: bool, beyond: float = -2.0 * FAR
) -> float:
    """What it is worth for figures to be there at the end of the moves.

    Where that is no more than `beyond` it may come out as too much, but not as more than that.
    """
    fire = look.fire(x, y, False) * (ON_THE_MOVE if moving else STANDING)
    short = aim.weight * aim.short(x, y) if aim is not None else 0.0
    if fire - short <= beyond:
        return fire - short
    return fire - HARM * look.threat(x, y) - short


def worth_key(place: Place) -> float:
    return -place.worth


def ways_from(look: Outlook, aim: Aim | None) -> list[float]:
    """Bearings to think of when a chip is laid: toward the aim and to both sides of that."""
    if aim is None:
        foe = look.nearest()
        if foe is None:
            return []
        start = bearing(foe.x - look.x, foe.y - look.y)
    elif spacing(look.x, look.y, aim.x, aim.y) < 0.3:
        return []
    else:
        start = bearing(aim.x - look.x, aim.y - look.y)
    return [wrapped(start + aside) for aside in SIDEWAYS]


def best_place(battle: ChipBattle, unit: Unit, look: Outlook, aim: Aim | None) -> Place | None:
    """The best place within a move, as far as the ground allows, that is not a standing friend's."""
    best: Place | None = None
    most = allowance(battle, unit)
    for heading in ways_from(look, aim):
        ux, uy = direction(heading)
        on = setting_out(battle, look.x, look.y, most)
        far = walk(battle, battle.going(unit), on, ux, uy, most)
        for share in SHARES[:2]:
            reach = far * share
            if (
                aim is not None
                and share == 1.0
                and turn_between(heading, bearing(aim.x - look.x, aim.y - look.y)) < 1.0
            ):
                reach = min(reach, spacing(look.x, look.y, aim.x, aim.y))
            if reach < 0.3:
                continue
            x = look.x + ux * reach
            y = look.y + uy * reach
            beyond = best.worth if best is not None else -2.0 * FAR
            worth = place_worth(look, aim, x, y, moving=True, beyond=beyond)
            if (best is None or worth > best.worth) and not is_taken(battle, unit, x, y):
                best = Place(x, y, heading, worth)
    return best


def is_taken(battle: ChipBattle, unit: Unit, x: float, y: float) -> bool:
    """Does a friend stand there who will not have moved by then?"""
    for model in battle.near.within(x, y, ELBOW_ROOM):
        other = battle.unit_of(model)
        if other is not unit and other.side == unit.side and other.place == Where.ON_TABLE and stays_put(other):
            return True
    return False


def stays_put(unit: Unit) -> bool:
    """In a melee or at its gun; what chips friends have, nobody knows until all are laid."""
    return unit.is_locked() or unit.kind == Arm.GUN


# ---------------------------------------------------------------- what it does with its move


def charge_gain(battle: ChipBattle, unit: Unit, target: Unit, look: Outlook, why: Weighings = UNASKED) -> float:
    """What a charge promises, the way to it included."""
    if unit.kind == Arm.NOTABLE and (unit.card.scientist or unit.card.army_commander):
        return -FAR
    _, gap = nearest_base(battle, battle.leader(unit), target)
    reach = reach_chance(unit, battle.move_of(unit), gap)
    if reach > 0.0 and not unit.is_machine():
        reach = reach_chance(unit, battle.move_of(unit), cost_along(battle, unit, target))
    if reach <= 0.0:
        return -FAR
    if why.asked:
        why.say(f"It is {inches(gap)} to {name_of(battle, target.id)}: {there_is(reach)} to get there.")
    worth = charge_worth(battle, unit, target, look, why)
    return reach * worth - (1.0 - reach) * FALLS_SHORT if worth > 0.0 else worth


def act(battle: ChipBattle, unit: Unit, stances: Stances, options: list[Option], why: Weighings = UNASKED) -> Option:
    """Repair before all; a charge that pays; else it goes, in the order that suits."""
    for option in options:
        if isinstance(option, Repair):
            why.say("What can be mended is mended before all.")
            return option
    look = Outlook(battle, unit, stances)
    best, _ = best_charge(battle, unit, look, options)
    if isinstance(best, Charge):
        gain = charge_gain(battle, unit, battle.units[best.target], look)
        fire = look.fire(look.x, look.y, True)
        least = charge_from(look)
        if gain > least and gain > 0.5 * fire:
            if why.asked:
                why.weigh(f"a charge on {name_of(battle, best.target)}", gain)
                if 0.0 < fire < gain:
                    why.weigh("its fire", fire)
                charge_gain(battle, unit, battle.units[best.target], look, why)
            return best
        if why.asked:
            why.say(
                f"A charge on {name_of(battle, best.target)} promises "
                f"{'too little' if gain <= least else 'less than half as much as its fire'}."
            )
    return formed(battle, unit, look, options, why)


def formed(battle: ChipBattle, unit: Unit, look: Outlook, options: list[Option], why: Weighings = UNASKED) -> Option:
    """To move or to form up, in the order it wants."""
    wanted = wanted_order(battle, unit, look, why)
    plain = options[0]
    for option in options:
        if isinstance(option, Go):
            if option.order == wanted:
                return option
            if not option.changes:
                plain = option
    return plain


def wanted_order(battle: ChipBattle, unit: Unit, look: Outlook, why: Weighings = UNASKED) -> int:
    """Loose under fire from afar; close to meet a charge, to make one, to hold a house."""
    if not may_change_order(unit) or not look.foes:
        why.say("It keeps its order, and goes.")
        return unit.order
    far = look.distance()
    if unit.kind == Arm.CAVALRY:
        if why.asked:
            how = "close order, to charge" if far <= RIDERS_CLOSE_UP else "loose order, under fire from afar"
            why.say(f"The nearest enemy is {inches(far)} away: horse rides in {how}.")
        return Order.CLOSE if far <= RIDERS_CLOSE_UP else Order.LOOSE
    if battle.land.area_cover(look.x, look.y) > 0 and unit.order == Order.CLOSE:
        why.say("In cover it stays in close order.")
        return Order.CLOSE
    if far <= CLOSE_UP:
        if why.asked:
            why.say(f"The nearest enemy is {inches(far)} away: close order, to meet a charge or to make one.")
        return Order.CLOSE
    aim = aim_of(battle, unit, look)
    if aim is not None and aim.held and aim.short(look.x, look.y) < 1.5 * allowance(battle, unit):
        why.say("Close order, to hold the ground that it is coming to.")
        return Order.CLOSE
    for foe in look.foes:
        if foe.theirs:
            why.say("They can shoot, and are not near yet: loose order.")
            return Order.LOOSE
    why.say("It keeps its order, and goes.")
    return unit.order


# ---------------------------------------------------------------- where it goes


def facing_at(look: Outlook, x: float, y: float, heading: float) -> float:
    """Toward the nearest enemy, if there is one to be seen to."""
    best = heading
    least = 30.0
    for foe in look.foes:
        far = spacing(x, y, foe.x, foe.y)
        if 0.1 < far < least:
            least = far
            best = bearing(foe.x - x, foe.y - y)
    return wrapped(best)


def move_value(
    battle: ChipBattle, unit: Unit, stances: Stances, region: MoveRegion, why: Weighings = UNASKED
) -> tuple[float, ...]:
    """The best place within the arrow for which there is room."""
    look = Outlook(battle, unit, stances)
    if unit.is_locked():
        why.say("It breaks off, and goes as far from the enemy as it can.")
        return away_value(look, region)
    aim = aim_of(battle, unit, look, why)
    still = region.still()
    here = place_worth(look, aim, look.x, look.y, moving=True)
    places = places_of(battle, unit, region, look, aim, here)
    places.sort(key=worth_key)
    files = files_for(battle, unit)
    for place in places[:MOST_TRIES]:
        for facing in (facing_at(look, place.x, place.y, place.heading), place.heading):
            value = (place.x, place.y, place.x, place.y, facing, float(files))
            if not region.refusal(value):
                explain_place(look, aim, place.x, place.y, why)
                return value
    why.say("No place in the arrow's reach is better than where it stands, or there is no room.")
    return turned(unit, look, region, still)


def explain_place(look: Outlook, aim: Aim | None, x: float, y: float, why: Weighings) -> None:
    """What a place is worth, by its parts."""
    if not why.asked:
        return
    if aim is not None:
        nearer = aim.short(look.x, look.y) - aim.short(x, y)
        if nearer > 0.05:
            why.say(f"That is {inches(nearer)} nearer.")
    fire = look.fire(x, y, False)
    threat = look.threat(x, y)
    if fire >= LITTLE or threat >= LITTLE:
        why.say(f"From there its fire is worth {amount(fire, 'points')}, and theirs on it {amount(threat, 'points')}.")


def turned(unit: Unit, look: Outlook, region: MoveRegion, still: tuple[float, ...]) -> tuple[float, ...]:
    """In place, facing the enemy; else as it stands, or whatever there is room for."""
    facing = facing_at(look, look.x, look.y, unit.facing)
    for value in ((*still[:4], facing, still[5]), still):
        if not region.refusal(value):
            return value
    return region.samples()[0]


def files_for(battle: ChipBattle, unit: Unit) -> int:
    """Two ranks."""
    return max(1, (battle.strength(unit) + 1) // 2)


def places_of(
    battle: ChipBattle, unit: Unit, region: MoveRegion, look: Outlook, aim: Aim | None, beyond: float
) -> list[Place]:
    """Places worth more than that, along the arrow and to both sides of it, and the aim if it is within the wedge."""
    found: list[Place] = []
    arrow = unit.arrow
    if arrow == NO_ARROW:
        return found
    wedge = battle.rules.arrow
    ways = [wrapped(arrow + part * (wedge - 0.01)) for part in PARTS]
    if aim is not None and spacing(look.x, look.y, aim.x, aim.y) > 0.3:
        straight = bearing(aim.x - look.x, aim.y - look.y)
        if turn_between(straight, arrow) < wedge:
            ways.append(straight)
    for heading in ways:
        ux, uy = direction(heading)
        far = farthest(battle, unit, look.x, look.y, heading, region.manner)
        lengths = [far * share for share in SHARES]
        if aim is not None:
            along = (aim.x - look.x) * ux + (aim.y - look.y) * uy
            if 0.3 < along < far:
                lengths.append(along)
        for length in lengths:
            if length < 0.3:
                continue
            x = look.x + ux * length
            y = look.y + uy * length
            worth = place_worth(look, aim, x, y, moving=True, beyond=beyond)
            if worth > beyond:
                found.append(Place(x, y, heading, worth))
    return found


def away_value(look: Outlook, region: MoveRegion) -> tuple[float, ...]:
    """Who breaks off goes as far from the enemy as he can."""
    samples = region.samples()
    best = Best(samples[0], worth=-1.0)
    for value in samples:
        least = FAR
        for foe in look.foes:
            least = min(least, spacing(value[2], value[3], foe.x, foe.y))
        best.weigh(value, least)
    return best.choice


# ---------------------------------------------------------------- in place


def wants_to_form(battle: ChipBattle, unit: Unit) -> bool:
    """Does a standing unit face the wrong way, or stand in the wrong order?"""
    if unit.chip != Chip.STATIONARY or unit.is_machine():
        return False
    look = Outlook(battle, unit)
    if not look.foes:
        return False
    facing = facing_of_stand(battle, unit, look)
    if turn_between(facing, unit.facing) > TURNS_AT:
        return not FormRegion(battle, unit, unit.order).refusal((facing, float(files_for(battle, unit))))
    wanted = wanted_order(battle, unit, look)
    return wanted != unit.order and FormRegion(battle, unit, wanted).is_open()


def facing_of_stand(battle: ChipBattle, unit: Unit, look: Outlook) -> float:
    """Toward whom it can do most to; a gun takes no notice of who is out of range."""
    best = unit.facing
    most = 0.0
    for foe in look.foes:
        worth = look.fire_at(foe, look.x, look.y, False, foe.ours)
        if worth > most and not look.is_hidden(look.here, foe):
            most = worth
            best = bearing(foe.x - look.x, foe.y - look.y)
    foe_near = look.nearest()
    if foe_near is not None and foe_near.far > 0.1 and (most <= 0.0 or (foe_near.far < 12.0 and unit.kind != Arm.GUN)):
        best = bearing(foe_near.x - look.x, foe_near.y - look.y)
    return wrapped(best)


def form_value(battle: ChipBattle, unit: Unit, region: FormRegion, why: Weighings = UNASKED) -> tuple[float, ...]:
    """Facing whom it can shoot at, in two ranks if there is room."""
    look = Outlook(battle, unit)
    facing = facing_of_stand(battle, unit, look)
    why.say("It turns to whom it can do most to, or to whoever is nearest, in two ranks if there is room.")
    for files in (files_for(battle, unit), unit.files, battle.strength(unit)):
        value = (facing, float(max(1, min(files, battle.strength(unit)))))
        if not region.refusal(value):
            return value
    as_it_is = (unit.facing, float(max(1, min(unit.files, battle.strength(unit)))))
    return as_it_is if not region.refusal(as_it_is) else region.samples()[0]


def moves_last(battle: ChipBattle, seat: int, stances: Stances, why: Weighings = UNASKED) -> bool:
    """Better to see what they do, unless somebody is to be charged before he goes away."""
    for unit in battle.units:
        if unit.seat != seat or unit.chip != Chip.MOVING or unit.is_locked() or unit.kind == Arm.GUN:
            continue
        look = Outlook(battle, unit, stances)
        for foe in look.foes[:3]:
            if foe.far < 24.0 and charge_gain(battle, unit, foe.unit, look) > charge_from(look):
                if why.asked:
                    charger = name_of(battle, unit.id)
                    why.say(f"{charger} can charge {name_of(battle, foe.unit.id)} before that is gone.")
                return False
    why.say("Nobody is to be charged before he goes away: it is better to see first what they do.")
    return True
