"""Normal moves: which unit, what it does, and where it goes.

Every place is weighed by what it brings nearer, what can be shot at from there and by whom it is shot at. Foot comes on
in column and stands in line, guns stay where they see, and whoever is shaken reforms first.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, turn_between
from playsheet.core.asking import Option, Region
from playsheet.core.geometry import FAR, TOLERANCE, Rect, distance, spacing, spacing_squared
from playsheet.core.stances import NO_STANCES, Stance, Stances
from playsheet.core.words import verb
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.battle.words import name_of
from playsheet.rules.gettysburg.doctrine.assault import OUT_OF_REACH, goes_in, waits_for_others
from playsheet.rules.gettysburg.doctrine.march_cache import last_weighed
from playsheet.rules.gettysburg.doctrine.ways import aim_of, attacks
from playsheet.rules.gettysburg.doctrine.worth import worth_of
from playsheet.rules.gettysburg.ground.footprints import clearly_beyond, fire_distance, in_arc, tangent
from playsheet.rules.gettysburg.ground.moving import inches_left
from playsheet.rules.gettysburg.ground.sight import arc_of, cover_of
from playsheet.rules.gettysburg.options.choices import (
    DONE,
    GET_UP,
    STAND,
    FaceAct,
    FormAct,
    MarchAct,
    OccupyAct,
    TakeUnit,
)
from playsheet.rules.gettysburg.options.duties import CLOSE
from playsheet.rules.gettysburg.options.fire import farthest, firing_strength
from playsheet.rules.gettysburg.options.fire_cache import lookout_of
from playsheet.rules.gettysburg.options.regions import FacingRegion, MarchRegion
from playsheet.rules.gettysburg.terms import Arm, Cover, Formation, UnformedBy, UnitState
from playsheet.tabletop.weighing import LITTLE, UNASKED, Best, Weighings, figures
from playsheet.tabletop.wording import inches

ON_AIM: Final = 0.35  # figures that an inch toward its aim is worth
ENEMY_NEAR: Final = 18.0  # inches at which foot in column goes into line to shoot, unless it is about to charge
STAND_OFF: Final = 5.5  # inches between two lines that shoot at each other
CROWDED: Final = 0.6  # figures that an inch nearer costs
SCREEN: Final = 24.0  # enemies within this count for fire and threat
CHANGES: Final = (
    "a line brings its muskets to bear.",
    "it changes its formation.",
    "guns fire unlimbered, and move limbered.",
)  # by arm
WORTHWHILE: Final = 0.4  # a march must be better than to stand by so much
UNKNOWN: Final = 0
NO: Final = 1
YES: Final = 2
MUSKETS: Final = 0.1  # figures that fall to each musket at effective range, about
CANISTER: Final = 1.0  # ... to each gun
SHOT: Final = 0.3
ATTACKER_FEARS: Final = 1.5  # times that, who walks into it: in the open, and again in the turns after
HOLDER_FEARS: Final = 0.25  # ... and who holds: he has his ground, and gains little by stepping back from fire
GUNS: Final = 0.7  # ... and what a gun's own field of fire is worth
IN_COVER: Final = 1.2  # figures that good cover is worth
THREATENED: Final = tangent(30.0)  # whoever stands so far before a front


# ---------------------------------------------------------------- which unit


def next_unit(battle: GettysburgBattle, options: list[Option], why: Weighings = UNASKED) -> Option:
    """Those nearest the enemy first, so that they are out of the way of the others."""
    best = options[0]
    least = FAR * 2.0
    for option in options:
        if isinstance(option, TakeUnit):
            unit = battle.units[option.unit]
            far = battle.nearest_enemy(unit)[1]
            if far < least:
                least = far
                best = option
    if isinstance(best, TakeUnit):
        if why.asked:
            near = f": {inches(least)}" if least < FAR else ""
            first = verb(name_of(battle, best.unit), "is", "are")
            why.say(f"{first} the nearest to the enemy of those who have still to move{near}.")
        return best
    why.say("Nobody is left who has to move.")
    return CLOSE if CLOSE in options else best


# ---------------------------------------------------------------- what it does


def act(
    battle: GettysburgBattle,
    unit: Unit,
    options: list[Option],
    why: Weighings = UNASKED,
    stances: Stances = NO_STANCES,
) -> Option:
    """Up, into order, then on, or into a better formation; else it stands."""
    if GET_UP in options:
        why.say("On the ground it can do nothing.")
        return GET_UP
    reform = reforming(unit, options)
    if reform is not None:
        why.say("Unformed it is an easy prey: it reforms first.")
        return reform
    if unit.garrison >= 0:
        why.say("It holds a post, and stays there.")
        return STAND if STAND in options else options[0]
    far = battle.nearest_enemy(unit)[1]
    change = changing(battle, unit, options, far, stances)
    if change is not None:
        if why.asked:
            away = f"The nearest enemy is {inches(far)} away" if far < FAR else "No enemy is in sight"
            why.say(f"{away}: {CHANGES[unit.arm]}")
        return change
    post = occupying(battle, unit, options, far)
    if post is not None:
        why.say("Cover that is there is taken, beside what is fought for or before an enemy who is near.")
        return post
    for option in options:
        if isinstance(option, MarchAct):
            stay = DONE if DONE in options else STAND
            if stay not in options:
                why.say("It may not stand: its order, or its flight, has it move.")
                return option
            if marches(battle, unit, option.region, why, stances):
                return option
            break
    if why.asked and not why.said:
        aim_of(battle, unit, stances, why)
        why.say("Where it stands is as good as any place that it can reach.")
    for rest in (DONE, STAND):
        if rest in options:
            return rest
    return options[0]


def reforming(unit: Unit, options: list[Option]) -> Option | None:
    """Foot reforms in line, or as it stood before the melee; skirmishers do not."""
    best: Option | None = None
    for option in options:
        if isinstance(option, FaceAct) and option.key().startswith("reform"):
            if best is None or option.formation == Formation.LINE:
                best = option
    return best


def changing(
    battle: GettysburgBattle, unit: Unit, options: list[Option], far: float, stances: Stances = NO_STANCES
) -> Option | None:
    """Into line within musket range, into column for a long way; guns limber only where they see nobody."""
    if unit.arm == Arm.ARTILLERY:
        return gun_change(battle, unit, options)
    if unit.arm == Arm.CAVALRY or unit.formation == Formation.SKIRMISH:
        return None
    wanted = unit.formation
    if unit.formation == Formation.EXTENDED:
        wanted = Formation.LINE
    if unit.formation == Formation.COLUMN and far <= ENEMY_NEAR and not goes_in(battle, unit, stances):
        wanted = Formation.LINE
    if unit.formation == Formation.COLUMN and not attacks(battle, unit) and far <= 24.0:
        wanted = Formation.LINE
    if wanted == unit.formation:
        return None
    for option in options:
        if isinstance(option, FormAct) and option.how == "form" and option.formation == wanted:
            return option
    return None


def gun_change(battle: GettysburgBattle, unit: Unit, options: list[Option]) -> Option | None:
    reach = farthest(battle, unit)
    if unit.formation == Formation.DEPLOYED:
        if unit.spent > 0.0 or lookout_of(battle).marks_of(battle, unit):
            return None
        if battle.nearest_enemy(unit)[1] < 12.0:
            return None
        for option in options:
            if isinstance(option, FaceAct) and option.key() == "limber":
                return option if not attacked_here(battle, unit, reach) else None
        return None
    if battle.nearest_enemy(unit)[1] <= 0.6 * reach:
        for option in options:
            if isinstance(option, FaceAct) and option.key() == "unlimber":
                return option
    return None


def attacked_here(battle: GettysburgBattle, unit: Unit, reach: float) -> bool:
    """Does any enemy stand before the guns, though unseen? Then they wait for him."""
    slope = tangent(arc_of(battle, unit))
    for enemy in battle.around(unit.x, unit.y, unit.shape.radius + 0.7 * reach):
        if enemy.side != unit.side and in_arc(unit.shape, enemy.shape, slope):
            return True
    return False


def occupying(battle: GettysburgBattle, unit: Unit, options: list[Option], far: float) -> Option | None:
    """Works and houses are taken by who is to hold, or stands beside an objective."""
    if unit.arm != Arm.INFANTRY:
        return None
    for option in options:
        if isinstance(option, OccupyAct):
            there = option.there
            near = False
            for goal in battle.goals.all:
                if goal.within > 0.0 and spacing(there.x, there.y, goal.x, goal.y) <= goal.within + 4.0:
                    near = True
            if near or (not attacks(battle, unit) and far <= SCREEN):
                return option
    return None


# ---------------------------------------------------------------- where it goes


def marches(
    battle: GettysburgBattle,
    unit: Unit,
    region: Region,
    why: Weighings = UNASKED,
    stances: Stances = NO_STANCES,
) -> bool:
    """Is some place better than the one it has?"""
    if unit.arm == Arm.ARTILLERY and unit.formation == Formation.DEPLOYED and lookout_of(battle).marks_of(battle, unit):
        why.say("The guns have somebody to fire at where they stand.")
        return False
    if stances.is_of(unit.id, Stance.HOLD) and unit.cause == UnformedBy.NOTHING:
        why.say("It is to hold its ground, and stays.")
        return False
    here = Places(battle, unit, [unit.shape], stances).worth(unit.shape)
    _, most = best_march(battle, unit, region, here + WORTHWHILE, stances)
    goes = most > here + WORTHWHILE
    if why.asked:
        aim_of(battle, unit, stances, why)
        why.say(
            f"The best place within reach is worth {figures(most - here)} more than where it stands."
            if goes
            else "No place within reach is worth the march."
        )
    return goes


def march(
    battle: GettysburgBattle,
    unit: Unit,
    region: Region,
    why: Weighings = UNASKED,
    stances: Stances = NO_STANCES,
) -> tuple[float, ...]:
    value, _ = best_march(battle, unit, region, -FAR, stances)
    if why.asked:
        explain_place(
            battle, unit, region.look(value).end if isinstance(region, MarchRegion) else unit.shape, why, stances
        )
    return value


def explain_place(battle: GettysburgBattle, unit: Unit, there: Rect, why: Weighings, stances: Stances) -> None:
    """The parts of a place's worth that weigh most."""
    places = Places(battle, unit, [there], stances)
    aim = places.aim
    parts: list[tuple[float, str]] = []
    if aim is not None:
        nearer = aim.short(unit.x, unit.y) - aim.short(there.x, there.y)
        if nearer > 0.0:
            parts.append((ON_AIM * nearer, f"It comes {inches(nearer)} nearer to where it wants to be."))
    fire = places.fire(there)
    if fire >= LITTLE:
        parts.append((fire, f"Its fire from there is worth {figures(fire)} more than what it suffers."))
    elif fire <= -LITTLE:
        parts.append((-fire, f"It will suffer {figures(-fire)} there from their fire."))
    enemy, far = battle.nearest_of(there, 1 - unit.side)
    cover = places.cover(there, enemy, far)
    if cover > 0.0:
        parts.append((cover, "There is cover."))
    crowd = places.crowding(enemy, far)
    if crowd > 0.0:
        parts.append((crowd, "It cannot keep farther off from their line."))
    parts.sort(key=heaviest)
    for _, said in parts:
        why.say(said)
    if not parts:
        why.say("Nothing that it can reach is any better.")


def heaviest(part: tuple[float, str]) -> float:
    return -part[0]


def best_march(
    battle: GettysburgBattle, unit: Unit, region: Region, least: float, stances: Stances
) -> tuple[tuple[float, ...], float]:
    """The best of the places that are tried, and what it is worth; any, if none is worth more than `least`."""
    kept = last_weighed(battle)
    if kept.samples is not region.samples():
        best = weighed_march(battle, unit, region, least, stances)
        if best.worth <= least:
            return best.choice, best.worth
        kept.samples = region.samples()
        kept.choice = best.choice
        kept.worth = best.worth
    return kept.choice, kept.worth


def weighed_march(
    battle: GettysburgBattle, unit: Unit, region: Region, least: float, stances: Stances
) -> Best[tuple[float, ...]]:
    """The same, weighed anew."""
    tried = region.samples()[:]
    ends: list[Rect] = []
    if isinstance(region, MarchRegion):
        aim = aim_of(battle, unit, stances)
        if aim is not None:
            region.toward(tried, aim.x, aim.y, inches_left(battle, unit))
        ends = [region.look(value).end for value in tried]
    else:
        ends = [unit.shape for _ in tried]
    places = Places(battle, unit, ends, stances)
    best = Best(tried[0], worth=least)
    for k in range(len(tried)):
        best.weigh(tried[k], places.worth(ends[k], best.worth))
    return best


# ---------------------------------------------------------------- what a place is worth


class Places:
    """Weighs some places for a unit: nearer its aim, a good field of fire, not in a cross-fire, not with its flank to
    the enemy.

    What is the same in all of them is found once.
    """

    def __init__(self, battle: GettysburgBattle, unit: Unit, places: list[Rect], stances: Stances) -> None:
        self.battle: Final = battle
        self.unit: Final = unit
        self.stances: Final = stances
        self.aim: Final = aim_of(battle, unit, stances)
        self.fears: Final = ATTACKER_FEARS if attacks(battle, unit) else HOLDER_FEARS
        self.waits: Final = waits_for_others(battle, unit, stances)
        self.charging = UNKNOWN  # whether it is about to charge, once that is asked
        self.slope: Final = tangent(arc_of(battle, unit))
        strength, effective, reach = field_of_fire(battle, unit)
        self.strength: Final = strength
        self.effective: Final = effective
        self.reach: Final = reach
        self.screen: Final = max(reach, SCREEN)
        self.likes_cover: Final = unit.cause == UnformedBy.NOTHING and unit.arm == Arm.INFANTRY
        self.enemies: Final = self.enemies_of(places)

    def enemies_of(self, places: list[Rect]) -> list[Unit]:
        """All who may count in any of the places."""
        unit = self.unit
        far = 0.0
        for there in places:
            far = max(far, spacing(unit.x, unit.y, there.x, there.y) + there.radius)
        near = self.battle.around(unit.x, unit.y, far + self.screen + TOLERANCE)
        return [enemy for enemy in near if enemy.side != unit.side]

    def worth(self, there: Rect, least: float = -FAR) -> float:
        """What the place is worth; if that is no more than `least`, anything that is no more either."""
        aimed = 0.0
        if self.aim is not None:
            aimed -= ON_AIM * self.aim.short(there.x, there.y)
        if aimed + self.strength + (IN_COVER if self.likes_cover else 0.0) <= least:
            return least
        enemy, far = self.battle.nearest_of(there, 1 - self.unit.side)
        cover = self.cover(there, enemy, far)
        if aimed + self.strength + cover <= least:
            return least
        worth = aimed + self.fire(there) + cover - self.crowding(enemy, far)
        if self.waits and far < OUT_OF_REACH:
            worth -= CROWDED * (OUT_OF_REACH - far)
        if self.unit.arm == Arm.CAVALRY:
            worth -= horse_care(self.battle, self.unit, there)
        return worth

    def fire(self, there: Rect) -> float:
        """What can be shot at from there, less what shoots back, and what would charge."""
        best = 0.0
        threat = 0.0
        far = there.radius + self.screen
        for enemy in self.enemies:
            shape = enemy.shape
            near = far + shape.radius + TOLERANCE
            if spacing_squared(there.x, there.y, shape.x, shape.y) <= near * near:
                best = max(best, self.shot_at(there, shape, best))
                threat += threat_of(self.battle, enemy, there)
        return best - threat * self.fears

    def shot_at(self, there: Rect, target: Rect, least: float) -> float:
        """What a shot at the target is worth from there; if that is no more than `least`, anything that is no more."""
        if self.strength <= least or clearly_beyond(there, target, self.reach):
            return 0.0
        far = fire_distance(there, target)
        worth = self.strength * (1.0 if far <= self.effective else 0.5)
        if worth <= least or far > self.reach or not in_arc(there, target, self.slope):
            return 0.0
        return worth

    def cover(self, there: Rect, enemy: int, far: float) -> float:
        """Woods, walls and fences between it and the nearest enemy; its front toward him."""
        if enemy < 0 or far > 2.0 * SCREEN:
            return 0.0
        battle = self.battle
        unit = self.unit
        foe = battle.units[enemy]
        worth = 0.0
        turn = turn_between(there.facing, bearing(foe.x - there.x, foe.y - there.y))
        if unit.formation != Formation.SKIRMISH and far <= SCREEN:
            worth -= turn / 60.0
        if not self.likes_cover:
            return worth
        land = battle.land
        cover = land.area_cover(there.x, there.y)
        if spacing(unit.x, unit.y, there.x, there.y) < 0.1:
            cover = max(cover, cover_of(battle, unit, foe.x, foe.y))
        else:
            for plot in land.lines_at(there, cover):
                if plot.cover > cover and not plot.works:
                    cover = plot.cover
        return worth + (IN_COVER if cover >= Cover.COVER else 0.5 if cover >= Cover.LIGHT else 0.0)

    def crowding(self, enemy: int, far: float) -> float:
        """Muskets tell at six inches as at one: nobody goes nearer to a formed line than he must."""
        battle = self.battle
        if self.unit.arm != Arm.INFANTRY or enemy < 0 or far >= STAND_OFF:
            return 0.0
        if battle.units[enemy].is_unformed() or self.about_to_charge():
            return 0.0
        return CROWDED * (STAND_OFF - far)

    def about_to_charge(self) -> bool:
        if self.charging == UNKNOWN:
            self.charging = YES if goes_in(self.battle, self.unit, self.stances) else NO
        return self.charging == YES


def field_of_fire(battle: GettysburgBattle, unit: Unit) -> tuple[float, float, float]:
    """What its fire is worth at effective range, and how far that and all of its range is."""
    rules = battle.rules
    strength = float(firing_strength(battle, unit))
    if unit.arm == Arm.INFANTRY and unit.formation != Formation.SKIRMISH:
        return MUSKETS * strength, rules.effective[unit.card.weapon], rules.long[unit.card.weapon]
    if unit.arm == Arm.ARTILLERY:
        gun = unit.card.gun_class
        return GUNS * unit.guns, rules.gun_effective[gun], rules.gun_long[gun]
    return strength / 6.0, 14.0, 14.0


def threat_of(battle: GettysburgBattle, enemy: Unit, there: Rect) -> float:
    """What an enemy could do to whoever stands there."""
    if enemy.state != UnitState.OK or enemy.in_melee() or enemy.arm == Arm.CAVALRY:
        return 0.0
    if enemy.arm == Arm.ARTILLERY:
        if enemy.formation == Formation.LIMBERED or not in_arc(enemy.shape, there, THREATENED):
            return 0.0
        canister = battle.rules.canister[enemy.card.gun_class]
        close = not clearly_beyond(enemy.shape, there, canister) and distance(enemy.shape, there) <= canister
        return (CANISTER if close else SHOT) * enemy.guns
    reach = battle.rules.long[enemy.card.weapon]
    if clearly_beyond(enemy.shape, there, reach) or not in_arc(enemy.shape, there, THREATENED):
        return 0.0
    far = distance(enemy.shape, there)
    if far > reach:
        return 0.0
    return MUSKETS * enemy.figures * (1.0 if far <= battle.rules.effective[enemy.card.weapon] else 0.5)


def horse_care(battle: GettysburgBattle, unit: Unit, there: Rect) -> float:
    """Cavalry keeps out of musket range until somebody is worth a charge."""
    cost = 0.0
    for enemy in battle.around(there.x, there.y, there.radius + 14.0):
        if (
            enemy.side != unit.side
            and enemy.state == UnitState.OK
            and not enemy.is_unformed()
            and enemy.arm != Arm.CAVALRY
        ):
            if distance(enemy.shape, there) <= 12.0:
                cost += 0.1 * worth_of(enemy)
    return cost


# ---------------------------------------------------------------- facings and slides


def facing(
    battle: GettysburgBattle,
    unit: Unit,
    region: Region,
    why: Weighings = UNASKED,
    stances: Stances = NO_STANCES,
) -> tuple[float, ...]:
    """Toward the nearest enemy, as nearly as it may; limbered guns toward where they are to go."""
    enemy, _ = battle.nearest_enemy(unit)
    wanted = unit.facing
    if enemy >= 0:
        foe = battle.units[enemy]
        wanted = bearing(foe.x - unit.x, foe.y - unit.y)
    aim = aim_of(battle, unit, stances)
    if isinstance(region, FacingRegion) and region.formation == Formation.LIMBERED and aim is not None:
        wanted = bearing(aim.x - unit.x, aim.y - unit.y)
        why.say("Limbered, it faces where it is to go.")
    elif why.asked:
        why.say(
            f"It faces {name_of(battle, enemy)}, the nearest enemy." if enemy >= 0 else "There is no enemy to face."
        )
    best = Best(region.samples()[0], worth=-FAR)
    for value in region.samples():
        turn = turn_between(value[0], wanted)
        best.weigh(value, -turn)
    return best.choice
