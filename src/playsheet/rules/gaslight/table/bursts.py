"""Guns, grenades and cones on the table (4.7): where a shot comes from, what it may be laid on, whom it finds."""

from __future__ import annotations

from typing import Final

from playsheet.core.game import Game
from playsheet.core.geometry import spacing
from playsheet.rules.gaslight.battle.fight_events import Shot
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.dice.cannon import Cone, Shell, fire_cone, fire_shell
from playsheet.rules.gaslight.dice.shooting import Aim, gun_aim, hits_of
from playsheet.rules.gaslight.ground.marks import Mark, cover_at, distance_to, enemy_marks
from playsheet.rules.gaslight.ground.sight import target_of
from playsheet.rules.gaslight.options.bursts import (
    WHICH_UNIT,
    GunBarrel,
    bursts,
    cone_aims,
    gun_marks,
    in_cone_of,
    in_the_open,
    is_heavy,
    near_gun,
    nearest_aim,
    round_about,
)
from playsheet.rules.gaslight.options.choices import AIM, AtModel
from playsheet.rules.gaslight.options.shooting import ring
from playsheet.rules.gaslight.sheet import Cannon
from playsheet.rules.gaslight.table.damage import BurstOnTable, Models, shoot_machine
from playsheet.rules.gaslight.table.shooting import fire_at_crew, hit_gun, strike_all, throwers
from playsheet.rules.gaslight.terms import Cover, ShotKind
from playsheet.tabletop.machines.blast import frame

# ---------------------------------------------------------------- what it may be laid on


def random_mark(game: Game[GaslightBattle], unit: Unit, legal: list[Mark]) -> Mark | None:
    """One of the enemy units that may be shot at, equal chances (R21); of its men and its machine the men (R110)."""
    one_each: list[Mark] = []
    for mark in legal:
        if not one_each or one_each[-1].unit is not mark.unit:
            one_each.append(mark)
    if not one_each:
        return None
    throwers(game, unit, one_each[0].unit)
    mark = one_each[game.dice.pick(list(range(len(one_each))), WHICH_UNIT)]
    throwers(game, unit, mark.unit)
    return mark


# ---------------------------------------------------------------- a gun fires


class Laid:
    """A gun laid: at what, how it will fire, from how far and through what cover."""

    def __init__(
        self, mark: Mark, how: str, model: int, distance: float, cover: int, forced: bool, ruling: str
    ) -> None:
        self.mark: Final = mark
        self.how: Final = how
        self.model: Final = model  # the figure that a cone is laid on; -1: it fires no cone
        self.distance: Final = distance
        self.cover: Final = cover
        self.forced: Final = forced  # by the failure chart
        self.ruling: Final = ruling


def lay(barrel: GunBarrel, mark: Mark, *, forced: bool) -> Laid:
    """With anything but a cone: range and cover are those from the muzzle."""
    battle = barrel.battle
    gun = barrel.gun
    how = ShotKind.AIMED
    ruling = "R40"
    if gun.cannon is not None:
        how = ShotKind.SHELL
        ruling = "R51"
    elif bursts(gun):
        how = ShotKind.LAUNCHER
        ruling = "R63"
    if bursts(gun):
        mark = in_the_open(battle, mark)
    distance = distance_to(battle, mark, barrel.x, barrel.y)
    cover = cover_at(battle, mark, barrel.x, barrel.y)
    return Laid(mark, how, -1, distance, cover, forced, "R21, R110" if forced else ruling)


def lay_cone(barrel: GunBarrel, mark: Mark, model: int, *, forced: bool) -> Laid:
    """With grapeshot, or with a gun that is all cone: cover does not count (4.7.9, R65)."""
    x, y = barrel.battle.at(model)
    distance = spacing(barrel.x, barrel.y, x, y)
    how = ShotKind.CONE if barrel.gun.cone else ShotKind.GRAPE
    return Laid(mark, how, model, distance, Cover.NONE, forced, "R21, R110" if forced else "R64, R65")


def lay_by_choice(game: Game[GaslightBattle], unit: Unit, barrel: GunBarrel, mark: Mark, cone: bool) -> Laid:
    """As its owner has chosen; on whom a cone is laid he says now."""
    if not cone:
        return lay(barrel, mark, forced=False)
    aims = [AtModel(AIM, figure) for figure in cone_aims(barrel, mark)]
    chosen = aims[0] if len(aims) == 1 else game.choose(unit.seat, "aim", aims, unit.id)
    return lay_cone(barrel, mark, chosen.model, forced=False)


def lay_by_chance(game: Game[GaslightBattle], unit: Unit, barrel: GunBarrel) -> Laid | None:
    """On a random enemy unit that it may be fired at (R21); None if there is none."""
    marks = enemy_marks(game.battle, unit.side)
    if not barrel.gun.cone:
        mark = random_mark(game, unit, gun_marks(barrel, marks))
        return lay(barrel, mark, forced=True) if mark is not None else None
    mark = random_mark(game, unit, [mark for mark in marks if cone_aims(barrel, mark)])
    return lay_cone(barrel, mark, nearest_aim(barrel, mark), forced=True) if mark is not None else None


def fire_laid(game: Game[GaslightBattle], unit: Unit, shot: Shot, barrel: GunBarrel, shoot: int, laid: Laid) -> None:
    """The gun fires as it is laid, with the Shoot of whoever serves it; `shot` is told when its dice are read."""
    battle = game.battle
    gun = barrel.gun
    mark = laid.mark
    throwers(game, unit, mark.unit)
    if laid.model >= 0:
        cone_on(game, shot, mark, in_cone_of(barrel, mark, laid.model), barrel.x, barrel.y, heavy=is_heavy(gun))
        return
    aim = gun_aim(battle.rules, gun, shoot, gun.band(laid.distance))
    if mark.machine:
        shoot_machine(game, mark.unit, [aim], laid.cover, shot)
    elif bursts(gun):
        cannon = gun.cannon if gun.cannon is not None else battle.rules.grenade
        burst_on(game, shot, mark, aim, cannon, barrel.x, barrel.y, -1)
    else:
        heavy = is_heavy(gun) and len(near_gun(battle, mark.unit)) > 0
        fire_at_crew(game, shot, mark, [aim], [heavy], None, barrel.x, barrel.y)


# ---------------------------------------------------------------- a shell or a grenade


def burst_on(
    game: Game[GaslightBattle], shot: Shot, mark: Mark, aim: Aim, cannon: Cannon, x: float, y: float, named: int
) -> None:
    """A shell or a grenade from (x, y) at figures: those who serve a gun by the count (R59), others by its burst.

    `named`: a character's; if it bursts, this model is its first casualty (R104, R109). -1: the count says who is.
    """
    if near_gun(game.battle, mark.unit):
        fire_at_crew(game, shot, mark, [aim], [True], cannon, x, y)
        return
    one = Aim(1, aim.number, aim.throw, aim.srm, has_srm=aim.has_srm)
    for at in range(aim.dice):
        burst_once(game, shot, at == 0, mark, one, cannon, x, y, named)


def burst_once(
    game: Game[GaslightBattle],
    shot: Shot,
    tells: bool,
    mark: Mark,
    aim: Aim,
    cannon: Cannon,
    x: float,
    y: float,
    named: int,
) -> None:
    """One shell: to hit, how many, whom first; then the others round him, friend and foe (R56)."""
    battle = game.battle
    rules = battle.rules
    left = [figure for figure in mark.models if battle.in_play(figure)]
    if not left or (named >= 0 and named not in left):
        return
    order = [named] if named >= 0 else ring(battle, left, x, y)
    models = left if rules.spill_target_only else round_about(battle, left, cannon.radius)
    to_x, to_y = battle.centre(left)
    crowd = Models(battle, frame(x, y, to_x, to_y), models, target_of(battle, models, x, y))
    places = [models.index(figure) for figure in order]
    witness = BurstOnTable(game, models, shot if tells else None, aim.srm, cannon.radius, shot.unit, shot.how)
    fire_shell(game.dice, rules, Shell(aim, shot.cover, cannon, places, crowd, named=named >= 0), witness)
    witness.done()


# ---------------------------------------------------------------- cones


def cone_on(
    game: Game[GaslightBattle], shot: Shot, mark: Mark, listed: list[int], x: float, y: float, *, heavy: bool
) -> None:
    """A shotgun or grapeshot from (x, y) at those in its cone, nearest first: no roll to hit, no cover (4.7.9).

    What is heavy, as all grapeshot is, may hit the gun that they serve (R125).
    """
    battle = game.battle
    cone = Cone(battle.rules, target_of(battle, listed, x, y), at_gun=heavy and len(near_gun(battle, mark.unit)) > 0)
    gun_hit, left = fire_cone(game.dice, battle.rules, cone)
    shot.hits = len(hits_of(left))
    game.tell(shot)
    if gun_hit:
        hit_gun(game, mark.unit)
    strike_all(game, listed, left, shot.unit, shot.how)
