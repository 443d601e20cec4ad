"""What each unit is for: ground that must be held, an enemy to be shot at or ridden down, an automaton to be mended."""

from __future__ import annotations

from typing import Final

from playsheet.core.geometry import FAR, spacing
from playsheet.core.words import verb
from playsheet.rules.orderchips.battle.goals import CONTROL_GROUND, CONTROL_POINT, POINTS_LOST
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.battle.words import name_of
from playsheet.rules.orderchips.doctrine.outlook import Foe, Outlook
from playsheet.rules.orderchips.doctrine.worth import worth_of
from playsheet.rules.orderchips.options.repair import needs_repair
from playsheet.rules.orderchips.terms import Arm, Where
from playsheet.tabletop.weighing import UNASKED, Best, Weighings, amount
from playsheet.tabletop.wording import inches

USUAL_EVERY: Final = 10  # card points that a victory point is taken for where the scenario does not say
ON_GOAL: Final = 2.0  # points that an inch toward ground to be held is worth ...
NOT_YET: Final = 0.0  # ... to who outranges the enemy, and can be there in time ...
LATE: Final = 5.0  # ... when it will hardly be reached any more ...
ON_FOE: Final = 0.5  # ... and an inch toward an enemy
GOES_IN: Final = 16.0  # inches, within which who fights hand to hand minds the enemy more than ground
RIDERS_WAIT: Final = 25.0  # inches from the enemy at which horse waits until a charge pays
FAR_OFF: Final = 45.0  # inches from the enemy, beyond which a vehicle minds what is fought for
AMBUSH: Final = 8.0  # inches nearer than the enemy to ground, from which it may be left to him to come
TO_PLACE: Final = 1.0  # points that an inch toward its place is worth to a machine
LAST_TURNS: Final = 3  # in which everybody may be sent to hold ground
BEHIND: Final = 2.6  # inches that a scientist stands behind an automaton
SHORT_OF: Final = 0.8  # of its short range, at which a unit that shoots halts


class Aim:
    """Where a unit wants to be, how near is near enough, and what an inch toward it is worth."""

    def __init__(self, x: float, y: float, near: float, weight: float) -> None:
        self.x: Final = x
        self.y: Final = y
        self.near: Final = near
        self.weight: Final = weight
        self.held = False  # ground that counts at the end

    def short(self, x: float, y: float) -> float:
        """How much too far off a place is."""
        far = spacing(x, y, self.x, self.y) - self.near
        return far if far > 0.0 else 0.0


class Ground:
    """A place that is to be held at the end, and what it is worth to a side in card points."""

    def __init__(self, x: float, y: float, near: float, worth: float) -> None:
        self.x: Final = x
        self.y: Final = y
        self.near: Final = near
        self.worth: Final = worth


def grounds(battle: ChipBattle, side: int) -> list[Ground]:
    """All that counts for a side."""
    every = USUAL_EVERY
    for goal in battle.goals.all:
        if goal.kind == POINTS_LOST:
            every = goal.every
    found: list[Ground] = []
    if side >= battle.sides:
        return found
    for goal in battle.goals.all:
        worth = float(every * goal.points[side])
        if goal.kind == CONTROL_POINT:
            found.append(Ground(goal.x, goal.y, max(goal.within - 1.5, 0.5), worth))
        elif goal.kind == CONTROL_GROUND:
            for plot in goal.plots:
                piece = battle.land.plots[plot].piece
                x = 0.5 * (piece.min_x + piece.max_x)
                y = 0.5 * (piece.min_y + piece.max_y)
                near = max(0.5 * min(piece.max_x - piece.min_x, piece.max_y - piece.min_y) - 1.0, 0.5)
                found.append(Ground(x, y, near, worth))
    return found


def takes_ground(unit: Unit) -> bool:
    """Foot is what takes and holds ground."""
    return unit.kind == Arm.INFANTRY and unit.place == Where.ON_TABLE


def ground_of(battle: ChipBattle, unit: Unit) -> Ground | None:
    """The ground that a unit is to take: the nearest that not enough friends are nearer to."""
    places = grounds(battle, unit.side)
    if not places:
        return None
    friends = [other for other in battle.units if other.side == unit.side and takes_ground(other)]
    most = min(3, max(1, (len(friends) + len(places) - 1) // len(places)))
    x, y = battle.at(unit.first)
    best: Ground | None = None
    least = FAR
    for place in places:
        far = spacing(x, y, place.x, place.y)
        if far - 0.1 * place.worth >= least:
            continue
        rivals = 0
        for other in friends:
            if other is unit:
                continue
            theirs = spacing(*battle.at(other.first), place.x, place.y)
            if theirs < far or (theirs == far and other.id < unit.id):
                rivals += 1
                if rivals >= most:
                    break
        if rivals < most:
            least = far - 0.1 * place.worth
            best = place
    return best


def turns_left(battle: ChipBattle) -> int:
    """Turns in which it may still move, this one included."""
    return max(battle.goals.turns - battle.turn + 1, 1)


def shoots_better(unit: Unit) -> bool:
    """Is it better at range than hand to hand?"""
    weapon = unit.card.weapon
    return weapon is not None and weapon.short >= 9.0 and unit.card.shoot >= unit.card.melee


# ---------------------------------------------------------------- by kind


def own_aim(battle: ChipBattle, unit: Unit, look: Outlook, why: Weighings = UNASKED) -> Aim | None:
    """Where it wants to be if it is left to itself; None if it is best where it is."""
    if unit.kind == Arm.NOTABLE:
        return notable_aim(battle, unit, look, why)
    if unit.kind == Arm.GUN:
        return gun_aim(battle, unit, look, why)
    if unit.is_machine():
        return machine_aim(battle, unit, look, why)
    if unit.kind == Arm.INFANTRY and not minds_enemy(unit, look):
        place = ground_of(battle, unit)
        if place is not None:
            return ground_aim(battle, unit, place, why, waits=outranges(unit, look) or lies_in_wait(unit, place, look))
    last = last_ground(battle, unit, why)
    return last if last is not None else foe_aim(battle, unit, look, why)


def minds_enemy(unit: Unit, look: Outlook) -> bool:
    """Has it somebody to fight hand to hand, before it thinks of ground?"""
    return not shoots_better(unit) and look.distance() <= GOES_IN


def outranges(unit: Unit, look: Outlook) -> bool:
    """Can it shoot farther than anybody near? Then the ground can wait, and the enemy come into its fire."""
    weapon = unit.card.weapon
    if weapon is None or not shoots_better(unit) or not look.foes:
        return False
    for foe in look.foes:
        for arm in foe.theirs:
            if arm.long >= weapon.long:
                return False
    return True


def lies_in_wait(unit: Unit, place: Ground, look: Outlook) -> bool:
    """Who fights hand to hand stays out of sight as long as no enemy is nearer to the ground than he is himself."""
    if shoots_better(unit):
        return False
    own = spacing(look.x, look.y, place.x, place.y) + AMBUSH
    for foe in look.foes:
        if spacing(foe.x, foe.y, place.x, place.y) < own:
            return False
    return True


def ground_aim(battle: ChipBattle, unit: Unit, place: Ground, why: Weighings = UNASKED, *, waits: bool = False) -> Aim:
    """To be there before the end, in earnest when time runs short; who waits has time until then."""
    x, y = battle.at(battle.leader(unit))
    far = spacing(x, y, place.x, place.y) - place.near
    pace = 0.75 * max(battle.move_of(unit), 1.0)
    late = far > pace * (turns_left(battle) - 1.5)
    if why.asked:
        worth = f"Ground worth {amount(place.worth, 'points')} at the end is {inches(max(far, 0.0))} away"
        hurry = ", and time runs short" if late and far > 0.0 else ""
        why.say(
            f"{worth}{hurry}."
            if far > 0.0
            else f"It stands on ground worth {amount(place.worth, 'points')} at the end."
        )
    in_time = NOT_YET if waits else ON_GOAL
    aim = Aim(place.x, place.y, place.near, LATE if late and far > 0.0 else in_time)
    aim.held = True
    return aim


def foe_aim(battle: ChipBattle, unit: Unit, look: Outlook, why: Weighings = UNASKED) -> Aim | None:
    """The enemy it can do most against: to be shot at from short range, or gone for."""
    foe = prey(battle, unit, look)
    if foe is None:
        why.say("It has no enemy to go for.")
        return None
    if why.asked:
        name = name_of(battle, foe.unit.id)
        why.say(f"It is after {name}, {inches(foe.far)} away and worth {amount(worth_of(battle, foe.unit), 'points')}.")
    if shoots_better(unit) and unit.card.weapon is not None:
        return Aim(foe.x, foe.y, SHORT_OF * unit.card.weapon.short, ON_FOE)
    near = RIDERS_WAIT if unit.kind == Arm.CAVALRY else 2.0
    return Aim(foe.x, foe.y, near, ON_FOE)


def prey(battle: ChipBattle, unit: Unit, look: Outlook) -> Foe | None:
    """The nearest, a little farther for who is worth more; horse likes guns and the shot-up."""
    best: Foe | None = None
    least = FAR
    for foe in look.foes:
        far = foe.far - 0.15 * worth_of(battle, foe.unit)
        if unit.kind == Arm.CAVALRY and foe.unit.kind == Arm.GUN:
            far -= 10.0
        if unit.kind == Arm.CAVALRY and foe.unit.is_machine():
            far += 15.0
        if foe.unit.band:
            far += 6.0
        if far < least:
            least = far
            best = foe
    return best


def gun_aim(battle: ChipBattle, unit: Unit, look: Outlook, why: Weighings = UNASKED) -> Aim | None:
    """Guns come up only as long as there is nobody in range; a crew goes back to its gun."""
    if unit.has_gun() and not unit.manned:
        why.say("The crew goes back to its gun.")
        return Aim(*battle.at(unit.model), 1.5, 2.0)
    weapon = unit.card.weapon
    foe = look.nearest()
    if weapon is None or foe is None or foe.far < weapon.long:
        if why.asked and foe is not None:
            target = verb(name_of(battle, foe.unit.id), "is", "are")
            why.say(f"{target} in range, {inches(foe.far)} away: guns need not move.")
        return None
    if why.asked:
        why.say(f"The nearest enemy is {inches(foe.far)} away, out of range.")
    return Aim(foe.x, foe.y, 0.9 * weapon.long, 0.3)


def machine_aim(battle: ChipBattle, unit: Unit, look: Outlook, why: Weighings = UNASKED) -> Aim | None:
    """One that is armed goes to where it shoots well; one that is not goes in; near the end a vehicle takes ground."""
    card = unit.card.machine
    if unit.kind == Arm.VEHICLE:
        last = last_ground(battle, unit, why)
        if last is not None:
            return last
    foe = prey(battle, unit, look)
    if foe is None or card is None:
        why.say("It has no enemy to go for.")
        return None
    short = 0.0
    for weapon in card.weapons:
        short = max(short, weapon.short)
    if foe.far > (FAR_OFF if unit.kind == Arm.VEHICLE else GOES_IN):
        place = nearest_ground(battle, unit)
        if place is not None:
            return place_aim(look, place, SHORT_OF * short if short > 0.0 else place.near, why)
    if why.asked:
        why.say(f"It is after {name_of(battle, foe.unit.id)}, {inches(foe.far)} away.")
    return Aim(foe.x, foe.y, SHORT_OF * short if short > 0.0 else 1.0, ON_FOE)


def nearest_ground(battle: ChipBattle, unit: Unit) -> Ground | None:
    """What is fought for, where a machine is of most use: the nearest to it."""
    x, y = battle.at(unit.model)
    best: Best[Ground | None] = Best(None, worth=-2.0 * FAR)
    for place in grounds(battle, unit.side):
        best.weigh(place, -spacing(x, y, place.x, place.y))
    return best.choice


def place_aim(look: Outlook, place: Ground, near: float, why: Weighings) -> Aim:
    """With nobody near enough, a machine comes up to what is fought for, as near as its weapons like."""
    if why.asked:
        far = spacing(look.x, look.y, place.x, place.y)
        why.say(f"Nobody is near enough for it yet: its place is by the ground that counts, {inches(far)} away.")
    return Aim(place.x, place.y, near, TO_PLACE)


def last_ground(battle: ChipBattle, unit: Unit, why: Weighings = UNASKED) -> Aim | None:
    """In the last turns whoever can hold ground goes to what nobody holds and he can still reach: also to touch it."""
    left = turns_left(battle)
    if left > LAST_TURNS or unit.kind in (Arm.AUTOMATON, Arm.GUN):
        return None
    x, y = battle.at(battle.leader(unit))
    best: Aim | None = None
    least = FAR
    for place in grounds(battle, unit.side):
        far = spacing(x, y, place.x, place.y) - place.near - 1.0
        if far < least and far < left * battle.move_of(unit) and not is_held(battle, unit, place):
            least = far
            best = ground_aim(battle, unit, Ground(place.x, place.y, place.near + 0.5, place.worth))
    if best is not None:
        why.say("In these last turns ground that nobody holds counts most, and it can still be there.")
    return best


def is_held(battle: ChipBattle, unit: Unit, place: Ground) -> bool:
    """Is another friendly unit there, or nearer to it and meant for it?"""
    own = spacing(*battle.at(battle.leader(unit)), place.x, place.y)
    for model in battle.near.within(place.x, place.y, place.near + 8.0):
        other = battle.unit_of(model)
        if (
            other is unit
            or other.side != unit.side
            or other.kind in (Arm.AUTOMATON, Arm.GUN)
            or other.place != Where.ON_TABLE
        ):
            continue
        far = spacing(*battle.at(model), place.x, place.y)
        if far < place.near + 1.5 or (far < own and takes_ground(other)):
            return True
    return False


# ---------------------------------------------------------------- notable persons


def notable_aim(battle: ChipBattle, unit: Unit, look: Outlook, why: Weighings = UNASKED) -> Aim | None:
    """A scientist stays with his automata; everybody else who is alone looks for a unit to join."""
    last = last_ground(battle, unit, why)
    if last is not None:
        return last
    if unit.card.scientist:
        automaton = charge_of(battle, unit)
        if automaton is not None:
            if why.asked:
                name = name_of(battle, automaton.id)
                why.say(f"{name} needs mending." if needs_repair(battle, automaton) else f"He stays behind {name}.")
            return beside(battle, unit, automaton)
    best: Unit | None = None
    least = FAR
    for other in battle.units:
        if other.side == unit.side and other.place == Where.ON_TABLE and other.kind in (Arm.INFANTRY, Arm.CAVALRY):
            far = spacing(look.x, look.y, *battle.at(other.first)) - 0.5 * other.figures
            if far < least and not other.is_locked():
                least = far
                best = other
    if why.asked:
        why.say(
            f"Alone he looks for {name_of(battle, best.id)} to join." if best is not None else "He has nobody to join."
        )
    return Aim(*battle.at(best.first), 1.0, 1.0) if best is not None else None


def charge_of(battle: ChipBattle, scientist: Unit) -> Unit | None:
    """The automaton that a scientist looks after: one that needs him first, the nearest, not his colleague's."""
    best: Unit | None = None
    least = FAR
    x, y = battle.at(scientist.first)
    for id in battle.machines:
        automaton = battle.units[id]
        if automaton.kind != Arm.AUTOMATON or automaton.owner != scientist.seat or not automaton.has_machine():
            continue
        far = spacing(x, y, *battle.at(automaton.model))
        if needs_repair(battle, automaton):
            far -= 20.0
        if nearer_colleague(battle, scientist, automaton):
            far += 8.0
        if far < least:
            least = far
            best = automaton
    return best


def nearer_colleague(battle: ChipBattle, scientist: Unit, automaton: Unit) -> bool:
    """Is another scientist of the same player nearer to it?"""
    far = spacing(*battle.at(scientist.first), *battle.at(automaton.model))
    for other in battle.units:
        if (
            other.card.scientist
            and other.seat == scientist.seat
            and other.place == Where.ON_TABLE
            and other is not scientist
        ):
            if spacing(*battle.at(other.first), *battle.at(automaton.model)) < far:
                return True
    return False


def beside(battle: ChipBattle, scientist: Unit, automaton: Unit) -> Aim:
    """Behind it, away from the enemy; close up to one that is to be mended."""
    x, y = battle.at(automaton.model)
    if needs_repair(battle, automaton):
        return Aim(x, y, near=0.0, weight=3.0)
    enemy, far = battle.nearest_foe(scientist, x, y)
    if enemy >= 0 and far > 0.1:
        to_x, to_y = battle.at(enemy)
        x -= (to_x - x) / far * BEHIND
        y -= (to_y - y) / far * BEHIND
    return Aim(x, y, 1.5, 2.0)
