"""Contact on the table: who is locked with whom after anything moved or fell, and who gets away."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.orderchips.battle.events import GunLost, GunManned, Locked, Unlocked
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.ground.contact import still_locked, touches, touching
from playsheet.rules.orderchips.sheet.tables import is_within
from playsheet.rules.orderchips.terms import ModelKind, Where


def lock_all(game: Game[ChipBattle], unit: Unit) -> None:
    """Whoever touches an enemy after a charge is locked with it (4.3.6, R87)."""
    for other in touching(game.battle, unit):
        if other.id not in unit.locked:
            game.tell(Locked(unit.id, other.id, "R87"))


def settle(game: Game[ChipBattle]) -> None:
    """At the end of a move or step: locks that have lapsed (R70), guns that are served again (R74) or taken (R59)."""
    battle = game.battle
    for unit in battle.units:
        for id in unit.locked:
            if id > unit.id and not still_locked(battle, unit, battle.units[id]):
                game.tell(Unlocked(unit.id, id, "R70"))
    for id in battle.guns:
        settle_gun(game, battle.units[id])


def break_off(game: Game[ChipBattle], unit: Unit) -> None:
    """Whoever has broken off and stands clear of an enemy is locked with it no more (4.3.8, R88)."""
    battle = game.battle
    for id in unit.locked:
        if is_clear(battle, unit, battle.units[id]):
            game.tell(Unlocked(unit.id, id, "R88"))


def is_clear(battle: ChipBattle, unit: Unit, other: Unit) -> bool:
    """Is every base of the one so far from the other as who breaks off must be?"""
    for model in battle.fighters(unit):
        for theirs in battle.models(other):
            if not is_within(battle.rules.free, battle.gap(model, theirs)):
                return False
    return True


def settle_gun(game: Game[ChipBattle], unit: Unit) -> None:
    """A crewman near his gun serves it again; one that nobody serves is lost to an enemy who touches it."""
    battle = game.battle
    if unit.gun_lost or battle.near.absent(unit.model) or unit.serves():
        return
    for figure in battle.men(unit) if unit.place == Where.ON_TABLE else []:
        if is_within(battle.gap(figure, unit.model), battle.rules.serve):
            game.tell(GunManned(unit.id, "R74"))
            return
    x, y = battle.at(unit.model)
    for model in battle.near.within(x, y, battle.radius(unit.model) + TOLERANCE):
        enemy = battle.unit_of(model)
        if (
            battle.part[i64(model)] == ModelKind.FIGURE
            and battle.hostile(unit, enemy)
            and touches(battle, model, unit.model)
        ):
            game.tell(GunLost(unit.id, enemy.id, "R59"))
            return
