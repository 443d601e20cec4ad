"""Shooting on the table (4.4 to 4.6): who may shoot at what, groups and named models, the count, what is told."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option
from playsheet.core.dice import State
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, point_distance, spacing
from playsheet.rules.gaslight.cannon import gun_is_hit
from playsheet.rules.gaslight.command import able
from playsheet.rules.gaslight.damage import shoot_machine
from playsheet.rules.gaslight.events import AIMED, NAMED, Fired, GunHit, Struck, target_code
from playsheet.rules.gaslight.options import AT, AtModel, Shoot, Snipe
from playsheet.rules.gaslight.sheet import BEYOND, HEAVY, SMALL_ARM, VEHICLE, Weapon
from playsheet.rules.gaslight.shooting import (
    START,
    Aim,
    Counting,
    Target,
    Volley,
    Witness,
    aim,
    count_frame,
    count_of,
    count_order,
    hits_of,
    shoot,
    to_hit,
)
from playsheet.rules.gaslight.sight import cover_of, figure_cover, machine_cover, sees_any, sees_model, target_of
from playsheet.rules.gaslight.state import ABOARD, LOADED, ON_TABLE, GaslightBattle, Unit

# ---------------------------------------------------------------- what may be shot at


class Mark:
    """Something to shoot at: a unit's figures, or its machine; `models` are those that a shooter must see."""

    def __init__(self, unit: Unit, machine: bool, models: list[int]) -> None:
        self.unit: Final = unit
        self.machine: Final = machine
        self.models: Final = models
        self.code: Final = target_code(unit.id, machine)


def marks_of(battle: GaslightBattle, unit: Unit) -> list[Mark]:
    """The men of a unit, and its machine; the crew of an open machine may be shot at in it (R89)."""
    figures = battle.on_foot(unit)
    found: list[Mark] = []
    if unit.kind == VEHICLE:
        card = unit.card.machine
        if card is not None and card.open:
            figures = battle.members(unit)
        if unit.has_machine():
            found.append(Mark(unit, True, [unit.model]))
    if figures:
        found.insert(0, Mark(unit, False, figures))
    return found


def enemy_marks(battle: GaslightBattle, side: int) -> list[Mark]:
    """All that a side may shoot at: what is not in contact with it (R45)."""
    return out_of_contact(battle, [unit.id for unit in battle.targets_of(side)])


def out_of_contact(battle: GaslightBattle, units: list[int]) -> list[Mark]:
    found: list[Mark] = []
    for id in units:
        for mark in marks_of(battle, battle.units[id]):
            if not any(battle.engaged(model) for model in mark.models):
                found.append(mark)
    return found


def marks_near(battle: GaslightBattle, unit: Unit) -> list[Mark]:
    """What of that the unit could reach at all with anything it has, loaded or not; nothing in range is left out."""
    members = battle.members(unit)
    far = farthest_shot(battle, unit, members)
    if far <= 0.0:
        return []
    x, y = battle.centre(members)
    return out_of_contact(battle, enemies_near(battle, unit.side, x, y, far + spread(battle, members, x, y)))


def farthest_shot(battle: GaslightBattle, unit: Unit, members: list[int]) -> float:
    """The longest range in the unit: of what its figures carry and throw, of its gun, of its machine's weapons."""
    far = 0.0
    for figure in members:
        weapon = battle.cast[figure].weapon
        if weapon is not None and weapon.long > far:
            far = weapon.long
        if battle.grenades[i64(figure)] > 0 and battle.rules.thrown.long > far:
            far = battle.rules.thrown.long
    guns = [unit.card.gun] if unit.card.gun is not None else []
    if unit.card.machine is not None:
        guns += unit.card.machine.weapons
    for gun in guns:
        own = gun.weapon.long if gun.weapon is not None else gun.cannon.range if gun.cannon is not None else 0.0
        if own > far:
            far = own
    return far


def spread(battle: GaslightBattle, members: list[int], x: float, y: float) -> float:
    """How far from the point the farthest of them stands."""
    wide = 0.0
    for figure in members:
        far = spacing(x, y, *battle.at(figure))
        if far > wide:
            wide = far
    return wide


def enemies_near(battle: GaslightBattle, side: int, x: float, y: float, far: float) -> list[int]:
    """The enemy units of which some model, or the middle, may be that near to a point, in roster order.

    The middle of a unit may be nearer than all of its figures, but by no more than its leader can hold together.
    """
    units: list[int] = []
    for model in battle.near.within(x, y, far + battle.rules.command_radius):
        unit = battle.units[battle.owner[i64(model)]]
        if unit.side != side and unit.place == ON_TABLE and unit.id not in units:
            units.append(unit.id)
    units.sort()
    return units


def mark_at(battle: GaslightBattle, unit: Unit, machine: bool) -> Mark:
    for mark in marks_of(battle, unit):
        if mark.machine == machine:
            return mark
    raise AttributeError(f"there is nothing of {unit.name} to shoot at")


def distance_to(battle: GaslightBattle, mark: Mark, x: float, y: float) -> float:
    """To the centre of a unit, or to the nearest point of a hull."""
    if mark.machine:
        return point_distance(battle.hull_of(mark.unit), x, y)
    to_x, to_y = battle.centre(mark.models)
    return spacing(x, y, to_x, to_y)


def cover_at(battle: GaslightBattle, mark: Mark, x: float, y: float) -> int:
    if mark.machine:
        return machine_cover(battle, mark.unit, x, y)
    return cover_of(battle, mark.models, x, y)


# ---------------------------------------------------------------- who may shoot


def armed(battle: GaslightBattle, figure: int) -> bool:
    """Has he a loaded weapon that is aimed, and stands on his own feet?"""
    weapon = battle.cast[figure].weapon
    if weapon is None or not battle.marked(figure, LOADED) or battle.marked(figure, ABOARD):
        return False
    return weapon.type in (SMALL_ARM, HEAVY)


class Group:
    """Figures that shoot together at one mark, from their common centre."""

    def __init__(self, figures: list[int], x: float, y: float, distance: float) -> None:
        self.figures: Final = figures  # in roster order
        self.x: Final = x
        self.y: Final = y
        self.distance: Final = distance


def group_at(battle: GaslightBattle, figures: list[int], mark: Mark) -> Group | None:
    """Those of the figures who see the mark and, from the group's centre, are in range (4.4.2 to 4.4.4)."""
    group = [figure for figure in figures if sees_any(battle, figure, mark.models)]
    while group:
        x, y = battle.centre(group)
        distance = distance_to(battle, mark, x, y)
        near = [figure for figure in group if weapon_of(battle, figure).band(distance) != BEYOND]
        if len(near) == len(group):
            return Group(group, x, y, distance)
        group = near
    return None


def weapon_of(battle: GaslightBattle, figure: int) -> Weapon:
    weapon = battle.cast[figure].weapon
    if weapon is None:
        raise AttributeError("an unarmed figure shoots")
    return weapon


def shooters(battle: GaslightBattle, unit: Unit) -> list[int]:
    """Its figures that may shoot together: no characters, who shoot for themselves (R39)."""
    return [
        figure
        for figure in battle.members(unit)
        if is_rank_and_file(battle, figure) and able(battle, figure) and not battle.engaged(figure)
    ]


def is_rank_and_file(battle: GaslightBattle, figure: int) -> bool:
    return not battle.is_character(figure) and armed(battle, figure)


def shoot_options(battle: GaslightBattle, unit: Unit, free: list[int], marks: list[Mark]) -> list[Option]:
    """What the unit may shoot at: groups of Extras, one for each target and card (R40); then each character.

    `free` are its able figures that are not engaged.
    """
    found: list[Option] = []
    figures = [figure for figure in free if is_rank_and_file(battle, figure)]
    if figures:
        x, y = battle.centre(figures)
        far = longest(battle, figures) + spread(battle, figures, x, y)
        for mark in marks:
            if mark.code in unit.targets or distance_to(battle, mark, x, y) > far:
                continue
            group = group_at(battle, figures, mark)
            if group is not None:
                found.append(Shoot(mark.unit.id, mark.machine, False))
                if len(group.figures) > 1:
                    found.append(Shoot(mark.unit.id, mark.machine, True))
    for figure in free:
        if battle.is_character(figure) and armed(battle, figure):
            if named_models(battle, figure, weapon_of(battle, figure), True):
                found.append(Snipe(figure))
    return found


def longest(battle: GaslightBattle, figures: list[int]) -> float:
    """The longest range among them."""
    return max([weapon_of(battle, figure).long for figure in figures])


def named_models(battle: GaslightBattle, figure: int, weapon: Weapon, one: bool) -> list[int]:
    """The models that a character may name (R39, R45): in arc, sight and range, and not in contact with his friends.

    With `one` a single one is enough.
    """
    x, y = battle.at(figure)
    side = battle.side_of(figure)
    found: list[int] = []
    for model in battle.near.within(x, y, weapon.long + TOLERANCE):
        if not battle.fights_against(model, side):
            continue
        if weapon.band(model_distance(battle, model, x, y)) == BEYOND or not sees_model(battle, figure, model):
            continue
        if not battle.engaged(model):
            found.append(model)
        for crewman in open_crew(battle, model):
            if weapon.band(model_distance(battle, crewman, x, y)) != BEYOND:
                found.append(crewman)
        if one and found:
            return found
    found.sort()
    return found


def open_crew(battle: GaslightBattle, model: int) -> list[int]:
    """The men in an open machine, who may be shot at in it (R89)."""
    if model < battle.men:
        return []
    unit = battle.units[battle.home[i64(model)]]
    card = unit.card.machine
    return battle.aboard(unit) if card is not None and card.open and not battle.engaged(model) else []


def model_distance(battle: GaslightBattle, model: int, x: float, y: float) -> float:
    """From a point to a model's centre, or to the nearest point of a hull."""
    if battle.is_machine(model):
        return point_distance(battle.hull_of(battle.units[battle.home[i64(model)]]), x, y)
    to_x, to_y = battle.at(model)
    return spacing(x, y, to_x, to_y)


# ---------------------------------------------------------------- the count


def ring(battle: GaslightBattle, figures: list[int], x: float, y: float) -> list[int]:
    """The figures in the order of the count, as they are seen from (x, y) (R47); ties in roster order."""
    to_x, to_y = battle.centre(figures)
    leader = battle.unit_of(figures[0]).leader
    facing = battle.figures.facing[i64(leader if leader in figures else figures[0])]
    look = count_frame(battle.rules, x, y, to_x, to_y, facing)
    xs = [battle.figures.x[i64(figure)] for figure in figures]
    ys = [battle.figures.y[i64(figure)] for figure in figures]
    return [figures[place] for place in count_order(battle.rules, look, xs, ys)]


def strike_all(game: Game[GaslightBattle], order: list[int], left: State, by: int, how: str) -> None:
    """Tell every hit of a count."""
    for hit in hits_of(left):
        game.tell(Struck(order[hit.which], hit.saved, by, how))


class OnTable(Witness):
    """Tells what a volley does, as it happens."""

    def __init__(self, game: Game[GaslightBattle], fired: Fired, order: list[int]) -> None:
        self.game: Final = game
        self.shot: Final = fired
        self.order: Final = order

    def fired(self, hits: int) -> None:
        self.shot.hits = hits
        self.game.tell(self.shot)

    def struck(self, which: int, saved: bool) -> None:
        self.game.tell(Struck(self.order[which], saved, self.shot.unit, self.shot.how))


# ---------------------------------------------------------------- a group shoots


def throwers(game: Game[GaslightBattle], unit: Unit, other: Unit) -> None:
    """Whose dice: the shooter's side, and the owner of what is shot at."""
    game.dice.throwers(unit.seat, other.seat)


def aims_of(battle: GaslightBattle, figures: list[int], distance: float) -> list[Aim]:
    """The dice of a group in roster order, those alike thrown together."""
    found: list[Aim] = []
    at = 0
    while at < len(figures):
        weapon = weapon_of(battle, figures[at])
        shoot_at = battle.cast[figures[at]].shoot
        end = at + 1
        while end < len(figures) and same_shot(battle, figures[end], weapon, shoot_at):
            end += 1
        found.append(aim(battle.rules, weapon, shoot_at, weapon.band(distance), end - at))
        at = end
    return found


def same_shot(battle: GaslightBattle, figure: int, weapon: Weapon, shoot_at: int) -> bool:
    return battle.cast[figure].weapon is weapon and battle.cast[figure].shoot == shoot_at


def fire_group(game: Game[GaslightBattle], unit: Unit, group: Group, mark: Mark, forced: bool) -> None:
    """All dice to hit; then one count for the pool, or hit by hit against a machine."""
    battle = game.battle
    throwers(game, unit, mark.unit)
    cover = cover_at(battle, mark, group.x, group.y)
    ruling = "R21, R36" if forced else "R36, R40"
    fired = Fired(
        unit.id, group.figures, AIMED, mark.unit.id, mark.machine, -1, group.distance, cover, 0, forced, ruling
    )
    aims = aims_of(battle, group.figures, group.distance)
    if mark.machine:
        shoot_machine(game, mark.unit, aims, cover, fired)
        return
    order = ring(battle, mark.models, group.x, group.y)
    target = target_of(battle, order, group.x, group.y)
    heavy = [weapon_of(battle, figure).heavy for figure in group.figures]
    if is_served(battle, mark.unit) and True in heavy:
        fire_heavy_group(game, group, mark, fired, order, target, heavy)
        return
    shoot(game.dice, battle.rules, Volley(battle.rules, aims, cover, target, False), OnTable(game, fired, order))


def fire_heavy_group(
    game: Game[GaslightBattle],
    group: Group,
    mark: Mark,
    fired: Fired,
    order: list[int],
    target: Target,
    heavy: list[bool],
) -> None:
    """At a gun, with heavy weapons among the group's: each of their hits may be one on the gun too (4.7.8)."""
    battle = game.battle
    rules = battle.rules
    hits = 0
    heavy_hits = 0
    for index in range(len(group.figures)):
        figure = group.figures[index]
        scored = to_hit(game.dice, rules, aims_of(battle, [figure], group.distance), fired.cover)
        hits += scored
        heavy_hits += scored if heavy[index] else 0
    gun_hit = False
    for _ in range(heavy_hits):
        gun_hit = gun_is_hit(game.dice, rules, 1) or gun_hit
    fired.hits = hits
    game.tell(fired)
    if gun_hit:
        hit_gun(game, mark.unit)
    if hits:
        left = game.dice.through(hits, START, Counting(rules, target, count_of(rules)))
        strike_all(game, order, left, fired.unit, fired.how)


def is_served(battle: GaslightBattle, unit: Unit) -> bool:
    """Is it a gun with somebody at it? Else its men are figures like any others."""
    gun = battle.gun_of(unit)
    if gun < 0:
        return False
    for figure in battle.members(unit):
        x, y = battle.at(figure)
        if battle.gap(gun, x, y) - battle.radius[i64(figure)] <= battle.rules.crew_near + TOLERANCE:
            return True
    return False


def hit_gun(game: Game[GaslightBattle], unit: Unit) -> None:
    """Destroyed, or by switch broken (R61)."""
    if game.battle.gun_of(unit) >= 0:
        game.tell(GunHit(unit.id, not game.battle.rules.gun_repairable, "R61, R98"))


# ---------------------------------------------------------------- a character shoots


def fire_named(game: Game[GaslightBattle], unit: Unit, figure: int, model: int, forced: bool) -> None:
    """At one model, from his own base; hits land on it (4.4.1, 4.4.7)."""
    battle = game.battle
    rules = battle.rules
    weapon = weapon_of(battle, figure)
    x, y = battle.at(figure)
    distance = model_distance(battle, model, x, y)
    target = battle.unit_of(model)
    throwers(game, unit, target)
    machine = battle.is_machine(model)
    cover = machine_cover(battle, target, x, y) if machine else figure_cover(battle, model, x, y)
    aims = [aim(rules, weapon, battle.cast[figure].shoot, weapon.band(distance), 1)]
    ruling = "R21, R39" if forced else "R39"
    fired = Fired(unit.id, [figure], NAMED, target.id, machine, model, distance, cover, 0, forced, ruling)
    if machine:
        shoot_machine(game, target, aims, cover, fired)
        return
    volley = Volley(rules, aims, cover, target_of(battle, [model], x, y), True)
    shoot(game.dice, rules, volley, OnTable(game, fired, [model]))


def model_options(battle: GaslightBattle, figure: int) -> list[AtModel]:
    return [AtModel(AT, model) for model in named_models(battle, figure, weapon_of(battle, figure), False)]


def snipe(game: Game[GaslightBattle], unit: Unit, figure: int) -> None:
    """The character names his model and shoots."""
    chosen = game.choose(unit.seat, "model", model_options(game.battle, figure), figure)
    fire_named(game, unit, figure, chosen.model, False)
