"""Who touches whom: figures in contact, squaring up to an enemy, free places beside a figure."""

from __future__ import annotations

from math import sqrt
from typing import Final

from playsheet.core.angles import bearing, direction
from playsheet.core.geometry import FAR, TOLERANCE, Rect, contact, distance, overlaps, rect, spacing_squared
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit, front_rank, radius_of
from playsheet.rules.lancer.ground.moving import Body, bars_horse, blocks, refuses_place, same_melee, slide_clear
from playsheet.rules.lancer.terms import Arm, Formation


class Pair:
    """Two figures in contact: one of the unit asked about, one of its enemies."""

    def __init__(self, mine: int, theirs: int) -> None:
        self.mine: Final = mine
        self.theirs: Final = theirs


class Touch:
    """Two bases in contact, with the faces that touch (a battery's block is one base)."""

    def __init__(
        self, unit: int, shared: float, mine: int, my_face: int, theirs: int, their_face: int, foe: int
    ) -> None:
        self.unit: Final = unit
        self.shared: Final = shared
        self.mine: Final = mine  # a figure, or -1 for the block of a battery
        self.my_face: Final = my_face
        self.theirs: Final = theirs
        self.their_face: Final = their_face
        self.foe: Final = foe


def bodies(battle: LancerBattle, unit: Unit) -> tuple[list[int], list[Rect]]:
    """What can be touched: each figure's base, or the block of a battery (R49), as (figures, bases)."""
    if unit.kind == Arm.GUN:
        return [-1], unit.shape
    members = battle.members(unit)
    if not unit.formed:
        return members, unit.shape  # which is just that
    return members, [battle.figure_base(unit, figure) for figure in members]


def touches(battle: LancerBattle, unit: Unit, foes: list[int]) -> list[Touch]:
    """Bases in contact; of several enemies at one face only the longest shared edge counts, then the lowest index."""
    found = bases_in_touch(battle, unit, foes)
    allies: list[int] = []  # friends who stand against the same faces
    for foe in foes:
        allies += [id for id in battle.units[foe].foes if id != unit.id and id not in allies]
    allies.sort()
    for id in allies:
        ally = battle.units[id]
        if ally.side == unit.side:
            found += bases_in_touch(battle, ally, [foe for foe in foes if foe in ally.foes])
    ranked(found)
    kept: list[Touch] = []
    for touch in found:
        free = True
        for other in kept:
            if touch.mine >= 0 and other.mine == touch.mine and other.my_face == touch.my_face:
                free = False
            if touch.theirs >= 0 and other.theirs == touch.theirs and other.their_face == touch.their_face:
                free = False
        if free:
            kept.append(touch)
    return [touch for touch in kept if touch.unit == unit.id]


def bases_in_touch(battle: LancerBattle, unit: Unit, foes: list[int]) -> list[Touch]:
    """Every two bases of the unit and these enemies that touch, however many to a face."""
    found: list[Touch] = []
    mine, my_bases = bodies(battle, unit)
    for foe in foes:
        enemy = battle.units[foe]
        theirs, their_bases = bodies(battle, enemy)
        for i in range(len(mine)):
            for j in range(len(theirs)):
                shared, my_face, their_face = contact(my_bases[i], their_bases[j], 0.0, battle.rules.touch_along)
                if my_face >= 0:
                    found.append(Touch(unit.id, shared, mine[i], my_face, theirs[j], their_face, foe))
    return found


def ranked(found: list[Touch]) -> None:
    """Puts them in order, in place: there are few, and most stand in it already."""
    for at in range(1, len(found)):
        touch = found[at]
        place = at
        while place > 0 and comes_before(touch, found[place - 1]):
            found[place] = found[place - 1]
            place -= 1
        found[place] = touch


def comes_before(one: Touch, other: Touch) -> bool:
    """The longer shared edge, to a millionth of an inch; then the lower figure."""
    longer = one.shared - other.shared
    if abs(longer) > 2.0 * TOLERANCE:
        return longer > 0.0
    if longer != 0.0:
        mine = round(one.shared, 6)
        theirs = round(other.shared, 6)
        if mine != theirs:
            return mine > theirs
    if one.mine != other.mine:
        return one.mine < other.mine
    return one.theirs < other.theirs


def pairs_in_contact(battle: LancerBattle, unit: Unit) -> list[Pair]:
    """Every (own figure, enemy figure) that may fight: a battery's crew all touch what its block touches (R49),
    an attached commander what the figure beside him touches (R52)."""
    pairs: list[Pair] = []
    for touch in touches(battle, unit, unit.foes):
        enemy = battle.units[touch.foe]
        mine = [touch.mine] if touch.mine >= 0 else battle.members(unit)
        theirs = [touch.theirs] if touch.theirs >= 0 else battle.members(enemy)
        mine += [battle.units[id].first for id in unit.commanders if touch.mine < 0 or touch.mine == unit.post]
        theirs += [battle.units[id].first for id in enemy.commanders if touch.theirs < 0 or touch.theirs == enemy.post]
        for figure in mine:
            for target in theirs:
                pairs.append(Pair(figure, target))
    pairs.sort(key=pair_rank)
    return pairs


def pairs_of(battle: LancerBattle, unit: Unit) -> list[Pair]:
    """The pairs of a unit; of an attached commander those in which he himself stands (R52)."""
    if unit.attached_to < 0:
        return pairs_in_contact(battle, unit)
    host = battle.units[unit.attached_to]
    return [pair for pair in pairs_in_contact(battle, host) if pair.mine == unit.first]


def pair_rank(pair: Pair) -> tuple[int, int]:
    return pair.mine, pair.theirs


def in_touch(battle: LancerBattle, unit: Unit, enemy: Unit) -> bool:
    """Do any two of their bases touch?"""
    if unit.formed and enemy.formed and unit.shape and enemy.shape:
        if distance(unit.shape[0], enemy.shape[0]) > TOLERANCE:
            return False
    mine, my_bases = bodies(battle, unit)
    theirs, their_bases = bodies(battle, enemy)
    for i in range(len(mine)):
        for j in range(len(theirs)):
            if contact(my_bases[i], their_bases[j], 0.0, battle.rules.touch_along)[1] >= 0:
                return True
    return False


# ---------------------------------------------------------------- squaring up


def struck_face(charger: Rect, enemy: Rect, ux: float, uy: float) -> int:
    """Which face of the enemy's base was struck: of those the charger now lies along, the one most against it."""
    best = -1
    best_against = 0.0
    fallback = 0
    most_against = FAR
    corners = charger.corners()
    for face in range(4):
        nx, ny, far = face_normal(enemy, face)
        against = nx * ux + ny * uy
        if against < most_against:
            most_against = against
            fallback = face
        if against >= -TOLERANCE:
            continue
        nearest = FAR
        for corner in range(4):
            out = (corners[2 * corner] - enemy.x) * nx + (corners[2 * corner + 1] - enemy.y) * ny - far
            if out < nearest:
                nearest = out
        if nearest >= -TOLERANCE and against < best_against:
            best = face
            best_against = against
    return best if best >= 0 else fallback


def face_normal(base: Rect, face: int) -> tuple[float, float, float]:
    """A face's outward normal, and how far it lies from the centre. Faces: front, right, back, left."""
    if face == 0:
        return base.ux, base.uy, base.half_d
    if face == 1:
        return base.uy, -base.ux, base.half_w
    if face == 2:
        return -base.ux, -base.uy, base.half_d
    return -base.uy, base.ux, base.half_w


def squared_up(battle: LancerBattle, unit: Unit, at: Rect, enemy: Unit, ux: float, uy: float) -> Rect | None:
    """The charger flush with the struck face, its first touching figure square to its man; None if it cannot be."""
    struck = enemy.shape[0]
    nearest = FAR
    for part in enemy.shape:
        far = distance(at, part)
        if far < nearest:
            nearest = far
            struck = part
    nx, ny, far = face_normal(struck, struck_face(at, struck, ux, uy))
    facing = bearing(-nx, -ny)
    # right of the charger's new facing; the face's middle
    tx = -ny
    ty = nx
    mx = struck.x + nx * far
    my = struck.y + ny * far
    offset, px, py = first_to_touch(battle, unit, at, struck)
    along = (px - mx) * tx + (py - my) * ty
    width, _ = battle.base_of(unit)
    most = width * battle.rules.slide
    slide = 0.0
    if enemy.kind != Arm.GUN:
        best = FAR
        for figure in battle.members(enemy):
            base = battle.figure_base(enemy, figure)
            out = (base.x - struck.x) * nx + (base.y - struck.y) * ny
            reach = abs(base.ux * nx + base.uy * ny) * base.half_d + abs(base.uy * nx - base.ux * ny) * base.half_w
            if abs(out + reach - far) > TOLERANCE:
                continue  # not a man of this face
            off = (base.x - mx) * tx + (base.y - my) * ty - along
            if abs(off) < abs(best):
                best = off
        if best < FAR:
            slide = max(-most, min(most, best))
    for shift in (slide, 0.0):
        cx = mx + tx * (along + shift - offset) + nx * at.half_d
        cy = my + ty * (along + shift - offset) + ny * at.half_d
        there = rect(cx, cy, facing, at.half_w * 2.0, at.half_d * 2.0)
        if not refuses_place(battle, unit, there, contact=True):
            return there
    return None


def first_to_touch(battle: LancerBattle, unit: Unit, at: Rect, struck: Rect) -> tuple[float, float, float]:
    """The lowest front-rank figure that touches: its offset from the middle of the unit, and where it stands."""
    width, depth = battle.base_of(unit)
    if unit.kind == Arm.COMMANDER:
        return 0.0, at.x, at.y
    files = front_rank(unit, unit.figures)
    best = 0
    nearest = FAR
    for file in range(files):
        right = (file - (files - 1) / 2.0) * width
        px, py = at.point(right, at.half_d - depth / 2.0)
        far = distance(rect(px, py, at.facing, width, depth), struck)
        if far < nearest - TOLERANCE:
            nearest = far
            best = file
    right = (best - (files - 1) / 2.0) * width
    px, py = at.point(right, at.half_d - depth / 2.0)
    return right, px, py


# ---------------------------------------------------------------- free places beside an enemy figure


class Slot:
    """A free place beside an enemy figure (or a battery's block): where a figure would stand, facing it.

    `only`: the one figure that it is free for, since it stands partly in it already; -1 if for any (R60).
    """

    def __init__(self, enemy: int, face: int, x: float, y: float, facing: float, only: int) -> None:
        self.enemy: Final = enemy  # a figure of the enemy (of a battery: its first)
        self.face: Final = face
        self.x: Final = x
        self.y: Final = y
        self.facing: Final = facing
        self.only: Final = only


TAKEN: Final = -2
WELL_INSIDE: Final = 0.01  # inches: far more than rounding


def free_slots(battle: LancerBattle, unit: Unit, idle: list[int]) -> list[Slot]:
    """Every place into which one of these figures of the unit could close up (4.5.1)."""
    width, depth = battle.base_of(unit)
    owners, crowd = bases_near(battle, unit)
    slots: list[Slot] = []
    for foe in unit.foes:
        enemy = battle.units[foe]
        figures, bases = bodies(battle, enemy)
        for index in range(len(bases)):
            base = bases[index]
            figure = figures[index] if figures[index] >= 0 else enemy.first
            for face in range(4):
                nx, ny, far = face_normal(base, face)
                across = base.half_w if face in (0, 2) else base.half_d
                places = max(1, int(across * 2.0 / width + TOLERANCE)) if enemy.kind == Arm.GUN else 1
                for place in range(places):
                    aside = (place - (places - 1) / 2.0) * width
                    x = base.x + nx * (far + depth / 2.0) - ny * aside
                    y = base.y + ny * (far + depth / 2.0) + nx * aside
                    if is_covered(owners, crowd, x, y, idle):
                        continue
                    facing = bearing(-nx, -ny)
                    there = rect(x, y, facing, width, depth)
                    only = free_for(owners, crowd, there, idle)
                    if only != TAKEN and not battle.land.refuses(there, bars_horse(battle, unit), False):
                        slots.append(Slot(figure, face, x, y, facing, only))
    return slots


def bases_near(battle: LancerBattle, unit: Unit) -> tuple[list[int], list[Rect]]:
    """All that could fill a place beside the unit's enemies: the bases of figures that fight, the footprints of others.

    Of the unit's own bases also whose they are; of others -1. A friendly loose commander fills none: he steps aside.
    """
    owners: list[int] = []
    crowd: list[Rect] = []
    near: list[int] = []
    for foe in unit.foes:
        enemy = battle.units[foe]
        near += [id for id in battle.near.within(enemy.x, enemy.y, radius_of(enemy) + 4.0) if id not in near]
    near.sort()
    for id in near:
        other = battle.units[id]
        if other.kind == Arm.COMMANDER and other.side == unit.side:
            continue
        crowd += other.shape
        owners += battle.members(unit) if other is unit and not unit.formed else [-1] * len(other.shape)
    return owners, crowd


def free_for(owners: list[int], crowd: list[Rect], there: Rect, idle: list[int]) -> int:
    """Who may stand there: anybody (-1), the one idle figure whose own base is in the way (R60), or nobody (TAKEN)."""
    only = -1
    for index in range(len(crowd)):
        if overlaps(there, crowd[index]):
            if only >= 0 or owners[index] not in idle:
                return TAKEN
            only = owners[index]
    return only


def is_covered(owners: list[int], crowd: list[Rect], x: float, y: float, idle: list[int]) -> bool:
    """A quick look: does somebody who will not move stand on the very place, so that it is surely taken?"""
    for index in range(len(crowd)):
        base = crowd[index]
        right, forward = base.local(x, y)
        if abs(right) < base.half_w - WELL_INSIDE and abs(forward) < base.half_d - WELL_INSIDE:
            if owners[index] not in idle:
                return True
    return False


def is_free(crowd: list[Rect], there: Rect) -> bool:
    for base in crowd:
        if overlaps(there, base):
            return False
    return True


# ---------------------------------------------------------------- after anything moved or fell


def near(unit: Unit, enemy: Unit) -> bool:
    """Could they touch at all?"""
    for mine in unit.shape:
        for theirs in enemy.shape:
            reach = mine.radius + theirs.radius + TOLERANCE
            if spacing_squared(theirs.x, theirs.y, mine.x, mine.y) <= reach * reach:
                return True
    return False


def formed_places(battle: LancerBattle, units: list[Unit]) -> list[Rect | None]:
    """Where units would stand that form up at one moment, each on the mean of its figures or the least slide from it
    that clears; None for who has no room (R50, R55).

    Nobody is first: each looks at where the others' figures have their mean. Of two who would then stand in each
    other's way neither forms up.
    """
    means = [battle.footprint(unit, unit.formation, unit.x, unit.y, unit.facing) for unit in units]
    ids = [unit.id for unit in units]
    places = [formed_place(battle, units[at], means[at], ids, means) for at in range(len(units))]
    again = len(units) > 1
    while again:
        again = False
        taken: list[list[Rect]] = []
        for at in range(len(units)):
            place = places[at]
            taken.append(units[at].shape if place is None else [place])
        for at in range(len(units)):
            place = places[at]
            if place is not None and in_the_way(battle, units, taken, at, place):
                places[at] = None
                again = True
    return places


def in_the_way(battle: LancerBattle, units: list[Unit], taken: list[list[Rect]], at: int, place: Rect) -> bool:
    """Would one of the others who form up stand on it, or too near to it?"""
    wide = place.inflated(battle.rules.stop_short)
    for index in range(len(units)):
        body = wide if units[index].side != units[at].side else place
        if index != at and not is_free(taken[index], body):
            return True
    return False


def formed_place(battle: LancerBattle, unit: Unit, footprint: Rect, ids: list[int], means: list[Rect]) -> Rect | None:
    """Where the unit would stand re-formed: there, else back, else aside or forward (R55).

    Of those who form up as well (`ids`) it looks at where their figures have their mean.
    """
    melee = same_melee(battle, unit)
    ground = battle.land.ground
    bodies = [
        Body(other.side, [means[ids.index(other.id)]] if other.id in ids else other.shape, passed=other.id in melee)
        for other in battle.around(footprint.x, footprint.y, ground.width + ground.depth)
        if blocks(unit, other)
    ]
    for wx, wy in (
        (-footprint.ux, -footprint.uy),
        (-footprint.uy, footprint.ux),
        (footprint.uy, -footprint.ux),
        (footprint.ux, footprint.uy),
    ):
        slide = slide_clear(battle, unit, footprint, wx, wy, battle.rules.stop_short, bodies)
        if slide < FAR:
            return footprint.moved(wx, wy, slide)
    return None


def stood_on(battle: LancerBattle, commander: Unit, mover: int) -> bool:
    here = commander.shape[0]
    if mover >= 0:
        return battle.units[mover].on_table() and not is_free(battle.units[mover].shape, here)
    for other in battle.around(here.x, here.y, here.radius):
        if other is not commander and not is_free(other.shape, here):
            return True
    return False


def enemy_mean(battle: LancerBattle, unit: Unit) -> tuple[float, float]:
    """The mean position of the enemy figures in contact; of the units locked with it where none touches (sticky)."""
    x = 0.0
    y = 0.0
    n = 0
    for touch in touches(battle, unit, unit.foes):
        enemy = battle.units[touch.foe]
        for figure in [touch.theirs] if touch.theirs >= 0 else battle.members(enemy):
            x += battle.figures.x[figure]
            y += battle.figures.y[figure]
            n += 1
    if n == 0:
        for foe in unit.foes:
            x += battle.units[foe].x
            y += battle.units[foe].y
            n += 1
    return x / max(n, 1), y / max(n, 1)


def away(x: float, y: float, from_x: float, from_y: float) -> tuple[float, float]:
    """The direction straight away from a point; (0, 0) if it is here."""
    dx = x - from_x
    dy = y - from_y
    far = sqrt(dx * dx + dy * dy)
    if far <= TOLERANCE:
        return 0.0, 0.0
    return dx / far, dy / far


def fall_back_direction(battle: LancerBattle, unit: Unit, from_x: float, from_y: float) -> tuple[float, float]:
    """Directly away from the cause, or straight to the own edge by the other reading of R12; else to the rear (R51)."""
    if battle.rules.to_own_edge:
        ux, uy = direction(battle.goals.facings[unit.side])
        return -ux, -uy
    ux, uy = away(unit.x, unit.y, from_x, from_y)
    if ux == 0.0 and uy == 0.0:
        fx, fy = direction(unit.facing)
        return -fx, -fy
    return ux, uy


def away_from_melee(battle: LancerBattle, unit: Unit) -> tuple[float, float]:
    """Directly away from the mean of the enemy figures in contact (R12, R51, R61)."""
    x, y = enemy_mean(battle, unit)
    return fall_back_direction(battle, unit, x, y)


def bearing_away(battle: LancerBattle, unit: Unit) -> float:
    """The same as a bearing; for an attached commander, from those who touch him."""
    if unit.attached_to < 0:
        ux, uy = away_from_melee(battle, unit)
        return bearing(ux, uy)
    x, y = battle.mean_of([pair.theirs for pair in pairs_of(battle, unit)])
    ux, uy = fall_back_direction(battle, unit, x, y)
    return bearing(ux, uy)


def default_formation(unit: Unit) -> int:
    return Formation.NONE if unit.kind in (Arm.GUN, Arm.COMMANDER) else Formation.LINE
