"""At whom the built-in commander shoots: volleys, named models, cones, grenades, shells."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option
from playsheet.core.geometry import FAR, spacing
from playsheet.core.words import counted
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.battle.words import man_of, model_name, name_of
from playsheet.rules.gaslight.doctrine.worth import (
    Body,
    Outlook,
    fall_chance,
    figure_worth,
    hit_chance,
    losses_worth,
    machine_worth,
    mean_divided,
    nearest_to,
    spot_worth,
    threat_worth,
)
from playsheet.rules.gaslight.ground.marks import Mark, cover_at, distance_to, mark_at
from playsheet.rules.gaslight.ground.sight import behind, figure_cover, in_arc, machine_cover
from playsheet.rules.gaslight.options.bursts import GunBarrel, bursts, cone_aims, near_gun
from playsheet.rules.gaslight.options.choices import (
    GRENADE,
    AtModel,
    AtUnit,
    ConeShot,
    GunFire,
    Launch,
    Shoot,
    Snipe,
    Throw,
    WeaponFire,
)
from playsheet.rules.gaslight.options.shooting import group_at, is_rank_and_file, model_distance, weapon_of
from playsheet.rules.gaslight.sheet import Cannon, GaslightRules
from playsheet.rules.gaslight.terms import ModelMark, RangeBand
from playsheet.tabletop.weighing import LITTLE, UNASKED, Best, Weighings, amount, chances, figures
from playsheet.tabletop.wording import inches, to_a_tenth

# what a hit does to a machine, as a part of its worth
SCRATCHED: Final = 0.02
HOLED: Final = 0.18
WRECKED: Final = 0.45
SPARED: Final = 1.5  # what it costs to have a friend in a burst, in figures
LOOKED_AT: Final = 4  # targets of a volley that are looked at closely
THROUGH: Final = ("", ", through light cover", ", through hard cover")  # by cover
HELPLESS: Final = 0.9  # an enemy who cannot act on his next card can wait


# ---------------------------------------------------------------- machines


def machine_hit_worth(battle: GaslightBattle, target: Unit, srm: int, *, has_srm: bool) -> float:
    """What one hit on a machine is worth, by its Save as it is now (4.10.3)."""
    if not has_srm:
        return 0.0
    rules = battle.rules
    save = battle.machine_of(target).save()
    total = 0.0
    for face in range(1, rules.vehicle_sides + 1):
        came = face + srm
        if came >= rules.catastrophic_from:
            total += WRECKED
        elif came == save:
            total += SCRATCHED
        elif came > save:
            total += HOLED
    return total / rules.vehicle_sides * machine_worth(battle)


# ---------------------------------------------------------------- volleys of a group


def volley_worth(battle: GaslightBattle, figures: list[int], mark: Mark, why: Weighings = UNASKED) -> float:
    """A group of these shoots at a unit or its machine, as if each of them saw it."""
    x, y = battle.centre(figures)
    distance = distance_to(battle, mark, x, y)
    cover = cover_at(battle, mark, x, y)
    hits = 0.0
    worth = 0.0
    for figure in figures:
        weapon = weapon_of(battle, figure)
        chance = weapon.shots * hit_chance(battle.rules, battle.cast[figure].shoot, weapon.band(distance), cover)
        hits += chance
        if mark.machine and chance > 0.0:
            worth += chance * machine_hit_worth(battle, mark.unit, weapon.srm, has_srm=weapon.has_srm)
    if not mark.machine:
        worth = losses_worth(battle, mark.unit, Body(battle, mark.models), hits, cover)
    if why.asked:
        why.say(
            f"At {inches(distance)} {counted(len(figures), 'man makes', 'men make')} {amount(hits, 'hits')} "
            f"on the average{THROUGH[cover]}."
        )
        weigh_place(battle, mark, why)
    return worth * weight(battle, mark)


def weigh_place(battle: GaslightBattle, mark: Mark, why: Weighings) -> None:
    """What `weight` adds, in words."""
    x, y = battle.at(mark.models[len(mark.models) // 2])
    if spot_worth(battle, x, y) > 1.0:
        why.say("They stand where the battle is decided.")
    elif threat_worth(battle, mark.unit, x, y) > 1.0:
        why.say("They are near enough to be dangerous.")


def shot_in_words(battle: GaslightBattle, option: Option) -> str:
    """`a volley at the Redcoats`."""
    if isinstance(option, Shoot):
        return f"a volley at {name_of(battle, option.unit)}"
    if isinstance(option, GunFire):
        return f"{'grape' if option.grape else 'a shot'} at {name_of(battle, option.unit)}"
    if isinstance(option, WeaponFire):
        return f"a shot at {name_of(battle, option.unit)}"
    if isinstance(option, Snipe):
        return f"a shot by {man_of(battle, option.figure)}"
    if isinstance(option, ConeShot):
        return f"the shotgun of {man_of(battle, option.figure)}"
    if isinstance(option, (Throw, Launch)):
        return f"a grenade of {man_of(battle, option.figure)}"
    return "shooting"


def best_volley(battle: GaslightBattle, free: list[int], options: list[Option]) -> tuple[Option | None, float]:
    """The best target of a group: those that look best at a glance, by how many really see them."""
    figures = [figure for figure in free if is_rank_and_file(battle, figure)]
    keyed: list[tuple[float, int]] = []
    for k in range(len(options)):
        option = options[k]
        if isinstance(option, Shoot) and not option.some:
            mark = mark_at(battle, battle.units[option.unit], machine=option.machine)
            keyed.append((-volley_worth(battle, figures, mark), k))
    keyed.sort()
    best: Option | None = None
    most = 0.0
    for glance, k in keyed[:LOOKED_AT]:
        option = options[k]
        if isinstance(option, Shoot) and -glance > most:
            mark = mark_at(battle, battle.units[option.unit], machine=option.machine)
            group = group_at(battle, figures, mark)
            worth = volley_worth(battle, group.figures, mark) if group is not None else 0.0
            if worth > most:
                most = worth
                best = option
    return best, most


def weight(battle: GaslightBattle, mark: Mark) -> float:
    """What it adds that the enemy stands where he does, and whether he can do anything at all."""
    x, y = battle.at(mark.models[len(mark.models) // 2])
    worth = threat_worth(battle, mark.unit, x, y) * spot_worth(battle, x, y)
    if not mark.machine and battle.marked(mark.models[-1], ModelMark.FROZEN | ModelMark.SKIPS):
        worth *= HELPLESS
    return worth


# ---------------------------------------------------------------- named models


def model_worth(battle: GaslightBattle, figure: int, model: int, thrown: bool) -> float:
    """What a character's shot at that model is worth, or his grenade by hand."""
    weapon = battle.rules.thrown if thrown else weapon_of(battle, figure)
    x, y = battle.at(figure)
    band = weapon.band(model_distance(battle, model, x, y))
    shoot = battle.cast[figure].shoot
    if battle.is_machine(model):
        target = battle.unit_of(model)
        chance = hit_chance(battle.rules, shoot, band, machine_cover(battle, target, x, y))
        return chance * weapon.shots * machine_hit_worth(battle, target, weapon.srm, has_srm=weapon.has_srm)
    chance = hit_chance(battle.rules, shoot, band, figure_cover(battle, model, x, y))
    save = battle.rules.save_number(battle.cast[model].save, behind(battle, model, x, y))
    to_x, to_y = battle.at(model)
    return chance * fall_chance(battle.rules, save) * figure_worth(battle, model) * spot_worth(battle, to_x, to_y)


def best_model(battle: GaslightBattle, figure: int, options: list[Option], why: Weighings = UNASKED) -> Option:
    """The model that it is best to shoot at; of equals the nearest."""
    best = Best(options[0], worth=-FAR)
    x, y = battle.at(figure)
    for option in options:
        if isinstance(option, AtModel):
            worth = model_worth(battle, figure, option.model, option.word == GRENADE)
            worth -= 0.0001 * model_distance(battle, option.model, x, y)
            best.weigh(option, worth)
            if why.asked:
                why.weigh(f"a shot at {model_name(battle, option.model)}", worth)
    if why.asked and isinstance(best.choice, AtModel):
        why.say(f"The distance is {inches(model_distance(battle, best.choice.model, x, y))}.")
    return best.choice


def snipe_worth(battle: GaslightBattle, figure: int) -> float:
    """About what a character's shot is worth, going by the enemy nearest to him."""
    weapon = weapon_of(battle, figure)
    x, y = battle.at(figure)
    foe, far = battle.nearest_enemy(x, y, battle.side_of(figure))
    if foe < 0:
        return 0.0
    band = weapon.band(far)
    chance = hit_chance(
        battle.rules, battle.cast[figure].shoot, RangeBand.LONG if band == RangeBand.BEYOND else band, 0
    )
    if battle.is_machine(foe):
        return chance * machine_hit_worth(battle, battle.unit_of(foe), weapon.srm, has_srm=weapon.has_srm)
    return 0.9 * chance


# ---------------------------------------------------------------- cones and grenades


def cone_hits(rules: GaslightRules) -> float:
    return mean_divided(rules.cone_hit_sides, rules.cone_hit_divide)


def cone_worth(battle: GaslightBattle, unit: Unit) -> float:
    """A shotgun at somebody near by: two down as a rule."""
    look = Outlook(battle, unit)
    if look.foe < 0 or battle.is_machine(look.foe):
        return 1.0
    target = battle.unit_of(look.foe)
    body = Body(battle, battle.on_foot(target))
    return losses_worth(battle, target, body, cone_hits(battle.rules), 0)


def best_cone(
    battle: GaslightBattle, about: int, is_unit: bool, options: list[Option], why: Weighings = UNASKED
) -> Option:
    """Laid where it sweeps most of the target, the worthiest among them."""
    x, y = battle.at(battle.units[about].model if is_unit else about)
    best = Best(options[0], worth=-FAR)
    for option in options:
        if not isinstance(option, AtModel):
            continue
        to_x, to_y = battle.at(option.model)
        far = spacing(x, y, to_x, to_y)
        owner = battle.owner[i64(option.model)]
        worth = 0.0
        for other in options:
            if isinstance(other, AtModel) and battle.owner[i64(other.model)] == owner and far > 0.0:
                ox, oy = battle.at(other.model)
                if in_arc(x, y, (to_x - x) / far, (to_y - y) / far, ox, oy, battle.rules.cone_cosine):
                    worth += figure_worth(battle, other.model)
        worth -= 0.001 * far
        best.weigh(option, worth)
    if why.asked:
        why.say(f"Laid so, it sweeps what is worth {figures(best.worth)}, and no other way more.")
    return best.choice


def burst_worth(battle: GaslightBattle, mark: Mark, cannon: Cannon, chance: float, cover: int, side: int) -> float:
    """A shell or grenade among figures: how many stand close enough together, friends of ours among them."""
    x, y = battle.centre(mark.models)
    middle = nearest_to(battle, mark.models, x, y)
    x, y = battle.at(middle)
    enemies = 0
    friends = 0
    for model in battle.near.within(x, y, cannon.radius):
        if model < battle.men:
            if battle.side_of(model) == side:
                friends += 1
            else:
                enemies += 1
    number = mean_divided(cannon.sides, cannon.divide)
    if near_gun(battle, mark.unit):
        enemies = len(mark.models)
        friends = 0
    hits = chance * min(number, float(enemies))
    worth = losses_worth(battle, mark.unit, Body(battle, mark.models), hits, cover)
    if near_gun(battle, mark.unit):
        worth += 0.5 * chance * battle.rules.gun_points
    return worth * weight(battle, mark) - SPARED * chance * min(number, float(friends))


def grenade_worth(battle: GaslightBattle, figure: int, target: Unit, machine: bool, thrown: bool) -> float:
    weapon = battle.rules.thrown if thrown else weapon_of(battle, figure)
    mark = mark_at(battle, target, machine=machine)
    x, y = battle.at(figure)
    cover = cover_at(battle, mark, x, y)
    band = weapon.band(distance_to(battle, mark, x, y))
    chance = hit_chance(battle.rules, battle.cast[figure].shoot, band, cover)
    grenade = battle.rules.grenade
    if machine:
        return chance * machine_hit_worth(battle, target, grenade.srms[0], has_srm=True)
    return burst_worth(battle, mark, grenade, chance, cover, battle.side_of(figure))


def best_unit(battle: GaslightBattle, figure: int, options: list[Option], why: Weighings = UNASKED) -> Option:
    """What a grenade is sent at."""
    best = Best(options[0], worth=-FAR)
    for option in options:
        if isinstance(option, AtUnit):
            target = battle.units[option.unit]
            worth = grenade_worth(battle, figure, target, option.machine, option.word == GRENADE)
            best.weigh(option, worth)
            if why.asked:
                why.weigh(f"a grenade at {name_of(battle, option.unit)}", worth)
    return best.choice


def throw_worth(battle: GaslightBattle, figure: int, *, thrown: bool) -> float:
    """About what a grenade is worth, going by the enemy nearest to him."""
    x, y = battle.at(figure)
    foe, _ = battle.nearest_enemy(x, y, battle.side_of(figure))
    if foe < 0:
        return 0.0
    return grenade_worth(battle, figure, battle.unit_of(foe), battle.is_machine(foe), thrown)


# ---------------------------------------------------------------- guns


def gun_worth(
    battle: GaslightBattle,
    barrel: GunBarrel,
    shoot: int,
    target: Unit,
    machine: bool,
    grape: bool,
    why: Weighings = UNASKED,
) -> float:
    """What a shot of a gun, or of a machine's weapon, is worth."""
    mark = mark_at(battle, target, machine=machine)
    gun = barrel.gun
    rules = battle.rules
    if grape:
        hits = min(cone_hits(rules), float(len(cone_aims(barrel, mark))))
        if why.asked:
            why.say(f"Grape makes {amount(hits, 'hits')} among them on the average.")
            weigh_place(battle, mark, why)
        return losses_worth(battle, target, Body(battle, mark.models), hits, 0) * weight(battle, mark)
    band = gun.band(distance_to(battle, mark, barrel.x, barrel.y))
    cover = cover_at(battle, mark, barrel.x, barrel.y)
    chance = gun.shots * hit_chance(rules, shoot, band, cover)
    if why.asked:
        far = inches(distance_to(battle, mark, barrel.x, barrel.y))
        each = f"makes {to_a_tenth(chance)} hits" if gun.shots > 1 else f"hits with {chances(chance)}"
        why.say(f"At {far} it {each}{THROUGH[cover]}.")
        weigh_place(battle, mark, why)
    if machine:
        return chance * machine_hit_worth(battle, target, gun.srm, has_srm=gun.has_srm) * weight(battle, mark)
    if bursts(gun):
        cannon = gun.cannon if gun.cannon is not None else rules.grenade
        return burst_worth(battle, mark, cannon, chance, cover, 1 - target.side)
    return losses_worth(battle, target, Body(battle, mark.models), chance, cover) * weight(battle, mark)


# ---------------------------------------------------------------- all shots of a unit


class Shots:
    """What a unit's figures could shoot at now: the best order, and what all that they could do is worth."""

    def __init__(self, battle: GaslightBattle, unit: Unit, free: list[int], options: list[Option]) -> None:
        best, most = best_volley(battle, free, options)
        total = most
        cone = -1.0
        for option in options:
            worth = 0.0
            if isinstance(option, Snipe):
                worth = snipe_worth(battle, option.figure)
                total += worth
            elif isinstance(option, ConeShot):
                if cone < 0.0:
                    cone = cone_worth(battle, unit)
                worth = cone
                total += worth
            elif isinstance(option, Throw):
                worth = throw_worth(battle, option.figure, thrown=True)
            elif isinstance(option, Launch):
                worth = throw_worth(battle, option.figure, thrown=False)
                total += worth
            if worth > most:
                most = worth
                best = option
        self.best: Final = best  # what to begin with
        self.most: Final = most  # what that is worth by itself
        self.worth: Final = total

    def explain(self, battle: GaslightBattle, free: list[int], why: Weighings) -> None:
        """What it begins with, in words."""
        best = self.best
        if best is None or not why.asked:
            return
        if isinstance(best, Shoot):
            figures = [figure for figure in free if is_rank_and_file(battle, figure)]
            mark = mark_at(battle, battle.units[best.unit], machine=best.machine)
            group = group_at(battle, figures, mark)
            if group is not None:
                volley_worth(battle, group.figures, mark, why)

    def in_words(self, battle: GaslightBattle, best: Option) -> str:
        """`a volley at the Warband`; `its shooting, first a volley at the Warband,` where others can shoot as well."""
        shot = shot_in_words(battle, best)
        return f"its shooting, first {shot}," if self.worth > self.most + LITTLE else shot


def best_gun_shot(
    battle: GaslightBattle, barrel: GunBarrel, shoot: int, options: list[Option], why: Weighings = UNASKED
) -> tuple[Option | None, float]:
    """What a field gun fires at."""
    best: Best[Option | None] = Best(None, worth=0.0)
    for option in options:
        if isinstance(option, GunFire):
            worth = gun_worth(battle, barrel, shoot, battle.units[option.unit], option.machine, option.grape)
            best.weigh(option, worth)
            if why.asked:
                why.weigh(shot_in_words(battle, option), worth)
    shot = best.choice
    if why.asked and isinstance(shot, GunFire):
        gun_worth(battle, barrel, shoot, battle.units[shot.unit], shot.machine, shot.grape, why)
    return shot, best.worth


def best_weapon_shot(
    battle: GaslightBattle, barrels: list[GunBarrel], shoots: list[int], options: list[Option], why: Weighings = UNASKED
) -> tuple[Option | None, float]:
    """Which weapon of a machine fires at what."""
    best: Best[Option | None] = Best(None, worth=0.0)
    for option in options:
        if isinstance(option, WeaponFire):
            worth = gun_worth(
                battle,
                barrels[option.weapon],
                shoots[option.weapon],
                battle.units[option.unit],
                option.machine,
                option.grape,
            )
            best.weigh(option, worth)
            if why.asked:
                why.weigh(shot_in_words(battle, option), worth)
    shot = best.choice
    if why.asked and isinstance(shot, WeaponFire):
        at = battle.units[shot.unit]
        gun_worth(battle, barrels[shot.weapon], shoots[shot.weapon], at, shot.machine, shot.grape, why)
    return shot, best.worth
