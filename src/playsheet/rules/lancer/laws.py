"""What must always hold: looked at after every step of a debug run."""

from __future__ import annotations

from playsheet.core.figures import IN_PLAY
from playsheet.core.geometry import TOLERANCE, Rect, distance, overlaps
from playsheet.core.terrain import on_table, rect_overlaps
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit, radius_of
from playsheet.rules.lancer.ground.contact import in_touch
from playsheet.rules.lancer.ground.moving import bars_horse, keeps_road
from playsheet.rules.lancer.terms import Arm, Where
from playsheet.tabletop.laws import cards_complete, figures_conserved, found_nowhere, found_there


def broken_laws(battle: LancerBattle) -> list[str]:
    """Each broken law in a sentence; empty in a sound battle."""
    found: list[str] = []
    standing = [unit for unit in battle.units if unit.on_table()]
    for unit in battle.units:
        found += figures_counted(battle, unit)
        if unit.on_table():
            found += found_there(unit.name, battle.near, unit.id, x=unit.x, y=unit.y, radius=radius_of(unit))
        else:
            found += found_nowhere(unit.name, battle.near, unit.id)
    for unit in standing:
        found += stands_right(battle, unit)
    for index in range(len(standing)):
        for other in standing[index + 1 :]:
            found += apart(battle, standing[index], other)
    if not battle.to_deploy:
        found += deck_complete(battle)
    return found


def figures_counted(battle: LancerBattle, unit: Unit) -> list[str]:
    """None has vanished, and the unit's own count agrees."""
    found = figures_conserved(unit.name, battle.figures, unit.first, unit.start)
    left = battle.figures.count(unit.first, unit.start, IN_PLAY)
    if unit.place in (Where.WAITING, Where.ON_TABLE) and (left != unit.figures or left == 0):
        found.append(f"{unit.name}: counts {unit.figures} figures, has {left}")
    if unit.place > Where.ON_TABLE and (left or unit.figures or unit.shape or unit.foes):
        found.append(f"{unit.name}: is gone but not all of it")
    if unit.attached_to >= 0 and unit.id not in battle.units[unit.attached_to].commanders:
        found.append(f"{unit.name}: is attached to a unit that does not know it")
    return found


def stands_right(battle: LancerBattle, unit: Unit) -> list[str]:
    """On the table, off ground closed to it, its figures inside its shape."""
    found: list[str] = []
    for part in unit.shape:
        if not on_table(battle.land.ground, part):
            found.append(f"{unit.name}: stands off the table at {part.x:.3f}, {part.y:.3f}")
        for plot in battle.land.plots:
            if plot.linear or plot.admits(bars_horse(battle, unit)):
                continue
            by_road = plot.by_road and keeps_road(unit) and battle.land.on_road(unit.x, unit.y)
            if rect_overlaps(plot.piece, shrunk(part)) and not by_road:
                found.append(f"{unit.name}: stands in {plot.name}, which is closed to it")
    if unit.formed and len(unit.shape) != 1:
        found.append(f"{unit.name}: is formed but has no one footprint")
    for foe in unit.foes:
        enemy = battle.units[foe]
        if not enemy.on_table() or unit.id not in enemy.foes:
            found.append(f"{unit.name}: is in contact with {enemy.name}, but not the other way round")
        elif not battle.rules.sticky_melee and not in_touch(battle, unit, enemy):
            found.append(f"{unit.name}: is in contact with {enemy.name}, but nothing touches")
    return found


def shrunk(part: Rect) -> Rect:
    """A hair smaller: standing on an edge is not standing beyond it."""
    return part.inflated(-TOLERANCE)


def apart(battle: LancerBattle, unit: Unit, other: Unit) -> list[str]:
    """No two units overlap; enemies in touch are in melee with each other."""
    for mine in unit.shape:
        for theirs in other.shape:
            if overlaps(shrunk(mine), shrunk(theirs)):
                return [f"{unit.name} and {other.name} overlap"]
    if unit.side != other.side and other.id not in unit.foes:
        if near_enough(unit, other) and in_touch(battle, unit, other):
            return [f"{unit.name} and {other.name} touch but are not in melee"]
    return []


def near_enough(unit: Unit, other: Unit) -> bool:
    return any(distance(mine, theirs) <= TOLERANCE for mine in unit.shape for theirs in other.shape)


def deck_complete(battle: LancerBattle) -> list[str]:
    """Every unit in play has its cards somewhere, drawn or not; one STOP."""
    found = cards_complete("the STOP card", battle.deck, -1, battle.rules.stop_cards)
    for unit in battle.units:
        if unit.place == Where.ON_TABLE and unit.id not in battle.stacked:
            found += cards_complete(unit.name, battle.deck, unit.id, battle.rules.cards_for(unit.kind))
    if any(unit.kind == Arm.COMMANDER and unit.start != 1 for unit in battle.units):
        found.append("a commander is one figure")
    return found
