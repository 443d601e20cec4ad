"""What must always hold: looked at after every step of a debug run."""

from __future__ import annotations

from playsheet.core.figures import FLED, IN_PLAY, LOST
from playsheet.core.geometry import Rect, distance, overlaps
from playsheet.core.terrain import on_table, rect_overlaps
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit, radius_of
from playsheet.rules.lancer.ground.contact import in_touch
from playsheet.rules.lancer.ground.moving import bars_horse, keeps_road
from playsheet.rules.lancer.terms import Arm, Where


def broken_laws(battle: LancerBattle) -> list[str]:
    """Each broken law in a sentence; empty in a sound battle."""
    found: list[str] = []
    standing = [unit for unit in battle.units if unit.on_table()]
    for unit in battle.units:
        found += figures_conserved(battle, unit)
        found += found_where_it_stands(battle, unit)
    for unit in standing:
        found += stands_right(battle, unit)
    for index in range(len(standing)):
        for other in standing[index + 1 :]:
            found += apart(battle, standing[index], other)
    if not battle.to_deploy:
        found += deck_complete(battle)
    return found


def figures_conserved(battle: LancerBattle, unit: Unit) -> list[str]:
    """start = in play + lost + fled, and the unit's own count agrees."""
    left = battle.figures.count(unit.first, unit.start, IN_PLAY)
    gone = battle.figures.count(unit.first, unit.start, LOST) + battle.figures.count(unit.first, unit.start, FLED)
    found: list[str] = []
    if left + gone != unit.start:
        found.append(f"{unit.name}: {left} figures in play and {gone} gone do not make {unit.start}")
    if unit.place in (Where.WAITING, Where.ON_TABLE) and (left != unit.figures or left == 0):
        found.append(f"{unit.name}: counts {unit.figures} figures, has {left}")
    if unit.place > Where.ON_TABLE and (left or unit.figures or unit.shape or unit.foes):
        found.append(f"{unit.name}: is gone but not all of it")
    if unit.attached_to >= 0 and unit.id not in battle.units[unit.attached_to].commanders:
        found.append(f"{unit.name}: is attached to a unit that does not know it")
    return found


def found_where_it_stands(battle: LancerBattle, unit: Unit) -> list[str]:
    """Whoever looks round a place finds the units that are there, and no others."""
    if unit.on_table():
        if not battle.near.holds(unit.id, unit.x, unit.y, radius_of(unit)):
            return [f"{unit.name}: is not found where it stands"]
    elif not battle.near.absent(unit.id):
        return [f"{unit.name}: is found on the table, where it is not"]
    return []


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
    return part.inflated(-0.001)


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
    return any(distance(mine, theirs) < 0.1 for mine in unit.shape for theirs in other.shape)


def deck_complete(battle: LancerBattle) -> list[str]:
    """Every unit in play has its cards somewhere, drawn or not; one STOP."""
    cards = battle.deck.left + battle.deck.drawn
    found: list[str] = []
    for unit in battle.units:
        if unit.place != Where.ON_TABLE or unit.id in battle.stacked:
            continue
        if cards.count(unit.id) != battle.rules.cards_for(unit.kind):
            found.append(f"{unit.name}: has {cards.count(unit.id)} cards in the deck")
    if cards.count(-1) != battle.rules.stop_cards:
        found.append(f"there are {cards.count(-1)} STOP cards")
    if any(unit.kind == Arm.COMMANDER and unit.start != 1 for unit in battle.units):
        found.append("a commander is one figure")
    return found
