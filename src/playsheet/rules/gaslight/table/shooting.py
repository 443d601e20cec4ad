"""Shooting on the table (4.4 to 4.6): who may shoot at what, groups and named models, the count, what is told."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import State
from playsheet.core.game import Game
from playsheet.rules.gaslight.battle.fight_events import Fired, GunHit, Shot, Struck
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.dice.cannon import AtGun, GunWitness, fire_at_gun
from playsheet.rules.gaslight.dice.shooting import Aim, Volley, Witness, aim, hits_of, shoot
from playsheet.rules.gaslight.ground.marks import Mark, cover_at, mark_at
from playsheet.rules.gaslight.ground.sight import figure_cover, machine_cover, target_of
from playsheet.rules.gaslight.options.bursts import near_gun
from playsheet.rules.gaslight.options.shooting import (
    Group,
    aims_of,
    heavy_of,
    model_distance,
    model_options,
    ring,
    weapon_of,
)
from playsheet.rules.gaslight.sheet import Cannon
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
    heavy = heavy_of(battle, group.figures)
    if True in heavy and near_gun(battle, mark.unit):
        fire_at_crew(game, fired, mark, aims, heavy, None, group.x, group.y)
        return
    order = ring(battle, mark.models, group.x, group.y)
    target = target_of(battle, order, group.x, group.y)
    shoot(game.dice, battle.rules, Volley(battle.rules, aims, cover, target, named=False), OnTable(game, fired, order))


# ---------------------------------------------------------------- at a gun and its crew


class CountOnTable(GunWitness):
    """Tells what fire does to a gun and its crew."""

    def __init__(self, game: Game[GaslightBattle], event: Shot, target: Unit, order: list[int]) -> None:
        self.game: Final = game
        self.event: Final = event
        self.target: Final = target
        self.order: Final = order
        self.gun_hit = False

    def fired(self, hits: int) -> None:
        self.event.hits = hits
        self.game.tell(self.event)

    def shot(self, crew_hits: int, gun_hit: bool) -> None:
        if gun_hit and not self.gun_hit:
            hit_gun(self.game, self.target)
            self.gun_hit = True

    def struck(self, which: int, saved: bool) -> None:
        self.game.tell(Struck(self.order[which], saved, self.event.unit, self.event.how))


def fire_at_crew(
    game: Game[GaslightBattle],
    shot: Shot,
    mark: Mark,
    aims: list[Aim],
    heavy: list[bool],
    cannon: Cannon | None,
    x: float,
    y: float,
) -> None:
    """Fire from (x, y) whose hits are counted off; what of it is heavy may hit the gun that they serve (4.7.8)."""
    battle = game.battle
    order = ring(battle, mark.models, x, y)
    situation = AtGun(battle.rules, aims, shot.cover, cannon, target_of(battle, order, x, y), heavy=heavy)
    fire_at_gun(game.dice, battle.rules, situation, CountOnTable(game, shot, mark.unit, order))


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
    if weapon.heavy and near_gun(battle, target):  # R109
        fire_at_crew(game, fired, mark_at(battle, target, machine=False), aims, [True], None, x, y)
        return
    volley = Volley(rules, aims, cover, target_of(battle, [model], x, y), named=True)
    shoot(game.dice, rules, volley, OnTable(game, fired, [model]))


def snipe(game: Game[GaslightBattle], unit: Unit, figure: int) -> None:
    """The character names his model, if there are several, and shoots."""
    models = model_options(game.battle, figure)
    chosen = models[0] if len(models) == 1 else game.choose(unit.seat, "model", models, figure)
    fire_named(game, unit, figure, chosen.model, forced=False)
