"""Shooting on the table (4.4 to 4.6): who may shoot at what, groups and named models, the count, what is told."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import State
from playsheet.core.game import Game
from playsheet.rules.gaslight.battle.fight_events import Fired, GunHit, Struck
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.dice.cannon import gun_is_hit
from playsheet.rules.gaslight.dice.shooting import (
    START,
    Counting,
    Target,
    Volley,
    Witness,
    aim,
    count_of,
    hits_of,
    shoot,
    to_hit,
)
from playsheet.rules.gaslight.ground.marks import Mark, cover_at
from playsheet.rules.gaslight.ground.sight import figure_cover, machine_cover, target_of
from playsheet.rules.gaslight.options.shooting import (
    Group,
    aims_of,
    is_served,
    model_distance,
    model_options,
    ring,
    weapon_of,
)
from playsheet.rules.gaslight.table.damage import shoot_machine
from playsheet.rules.gaslight.terms import ShotKind

# ---------------------------------------------------------------- the count


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


def fire_group(game: Game[GaslightBattle], unit: Unit, group: Group, mark: Mark, *, forced: bool) -> None:
    """All dice to hit; then one count for the pool, or hit by hit against a machine."""
    battle = game.battle
    throwers(game, unit, mark.unit)
    cover = cover_at(battle, mark, group.x, group.y)
    ruling = "R21, R36" if forced else "R36, R40"
    fired = Fired(
        unit.id, group.figures, ShotKind.AIMED, mark.unit.id, mark.machine, -1, group.distance, cover, 0, forced, ruling
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
    shoot(game.dice, battle.rules, Volley(battle.rules, aims, cover, target, named=False), OnTable(game, fired, order))


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


def hit_gun(game: Game[GaslightBattle], unit: Unit) -> None:
    """Destroyed, or by switch broken (R61)."""
    if game.battle.gun_of(unit) >= 0:
        game.tell(GunHit(unit.id, not game.battle.rules.gun_repairable, "R61, R98"))


# ---------------------------------------------------------------- a character shoots


def fire_named(game: Game[GaslightBattle], unit: Unit, figure: int, model: int, *, forced: bool) -> None:
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
    fired = Fired(unit.id, [figure], ShotKind.NAMED, target.id, machine, model, distance, cover, 0, forced, ruling)
    if machine:
        shoot_machine(game, target, aims, cover, fired)
        return
    volley = Volley(rules, aims, cover, target_of(battle, [model], x, y), named=True)
    shoot(game.dice, rules, volley, OnTable(game, fired, [model]))


def snipe(game: Game[GaslightBattle], unit: Unit, figure: int) -> None:
    """The character names his model and shoots."""
    chosen = game.choose(unit.seat, "model", model_options(game.battle, figure), figure)
    fire_named(game, unit, figure, chosen.model, forced=False)
