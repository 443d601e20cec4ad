"""What a unit may do in its normal move (4.3, 4.8): the one place that says which acts are legal."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, direction, wrapped
from playsheet.core.geometry import TOLERANCE, Rect, distance, overlaps, point_segment_distance, rect
from playsheet.core.terrain import rect_distance
from playsheet.core.words import the
from playsheet.rules.gettysburg.battle.land import Plot, side_of_line
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import NOBODY, Unit, extent
from playsheet.rules.gettysburg.ground.footprints import is_free
from playsheet.rules.gettysburg.ground.moving import HALF, is_prolonging, nearest_point
from playsheet.rules.gettysburg.options.choices import (
    DONE,
    GET_UP,
    LEAVE,
    PACKS,
    RECALL,
    STAND,
    Act,
    FaceAct,
    FormAct,
    MarchAct,
    OccupyAct,
    PlaceAct,
    StepBackAct,
)
from playsheet.rules.gettysburg.options.duties import end_refusal, is_needed, lack_of
from playsheet.rules.gettysburg.options.regions import (
    ABOUT,
    FacingRegion,
    InchesRegion,
    MarchRegion,
    PlaceRegion,
    SlideRegion,
)
from playsheet.rules.gettysburg.sheet.rows import troops_of
from playsheet.rules.gettysburg.terms import (
    FORMATIONS,
    Arm,
    Formation,
    GroundClass,
    SkirmishRate,
    Token,
    UnformedBy,
    UnitState,
    Where,
)

INSIDE: Final = 0.05  # inches between works and the front of their garrison


def may_act(unit: Unit) -> bool:
    """May it make a normal move at all (phase 5)? After a phase 3 move only to reform (R114)."""
    if unit.place != Where.ON_TABLE or unit.acted or unit.charged or unit.evaded or unit.halted or unit.in_melee():
        return False
    if unit.state >= UnitState.FALTERING:
        return False
    return not unit.compulsory_done or unit.cause != UnformedBy.NOTHING


def acts(battle: GettysburgBattle, unit: Unit, *, begun: bool) -> list[Act]:
    """All that it may do now. A unit without which its brigade cannot do its duty may not just stand (R128)."""
    found: list[Act] = []
    if unit.state == UnitState.GONE_TO_GROUND:
        if can_try_up(battle, unit):
            found.append(GET_UP)
        found.append(STAND)
        return found
    if unit.garrison >= 0:
        found += leaving(battle, unit)
        if not found or unit.garrison not in battle.burning:
            found.append(STAND)  # a burning building must be left (R92)
        return found
    if unit.cause != UnformedBy.NOTHING:
        found += reforms(battle, unit)
    if not unit.compulsory_done:
        found += marches(battle, unit)
        if unit.cause == UnformedBy.NOTHING:
            found += changes(battle, unit)
    if begun:
        found.append(DONE)
    elif not found or not is_needed(battle, unit):
        found.append(STAND)
    return found


def affords(unit: Unit, halves: int) -> bool:
    """Is so much of its move left?"""
    return unit.spent + HALF * halves <= 1.0 + TOLERANCE


# ---------------------------------------------------------------- marching


def marches(battle: GettysburgBattle, unit: Unit) -> list[Act]:
    found: list[Act] = []
    if affords(unit, 0) and unit.spent < 1.0 - TOLERANCE:
        region = MarchRegion(battle, unit)
        if region.is_open():
            found.append(MarchAct(region, is_prolonging(unit)))
            if may_drop_packs(battle, unit):
                found.append(PACKS)
    if unit.spent <= TOLERANCE and unit.arm != Arm.ARTILLERY:
        ux, uy = direction(unit.facing)
        back = InchesRegion(battle, unit, -ux, -uy, battle.rules.step_back)
        if back.samples():
            found.append(StepBackAct(back))
    return found


def may_drop_packs(battle: GettysburgBattle, unit: Unit) -> bool:
    """A Down Packs token: for infantry, declared with the move, one token a unit a turn (R90)."""
    return (
        unit.arm == Arm.INFANTRY
        and unit.spent <= TOLERANCE
        and unit.token_turn != battle.turn
        and battle.armies[unit.side].tokens[Token.DOWN_PACKS] > 0
    )


# ---------------------------------------------------------------- formations


def changes(battle: GettysburgBattle, unit: Unit) -> list[Act]:
    """Of a formed unit: formations, turns, limbering, mounting, posts, detachments."""
    found: list[Act] = []
    if unit.arm == Arm.ARTILLERY:
        found += battery_changes(battle, unit)
    else:
        found += formation_changes(battle, unit)
        found += horse_changes(battle, unit)
        found += detachments(battle, unit)
    found += turns(battle, unit)
    found += occupations(battle, unit)
    return found


def formations_of(unit: Unit) -> list[int]:
    """Those that it may take up; a detachment is skirmishers and nothing else (4.8.1)."""
    if unit.is_detachment():
        return [Formation.SKIRMISH]
    if unit.arm == Arm.CAVALRY:
        return [Formation.LINE, Formation.COLUMN]
    if unit.arm == Arm.ARTILLERY:
        return [unit.formation]
    found = [Formation.LINE] if unit.is_dismounted() else [Formation.LINE, Formation.EXTENDED, Formation.COLUMN]
    if unit.skirmish_rate() != SkirmishRate.NONE:
        found.append(Formation.SKIRMISH)
    return found


def formation_changes(battle: GettysburgBattle, unit: Unit) -> list[Act]:
    """From the row into the column of `formation-changes`; skirmishers are recalled first (4.8.3)."""
    found: list[Act] = []
    if unit.is_detachment():
        if unit.formation == Formation.SKIRMISH and can_be_recalled(battle, unit):
            found.append(RECALL)
        return found
    if unit.formation == Formation.SKIRMISH and unit.tried_recall:
        return found
    if unit.formation == Formation.SKIRMISH and unit.detachment >= 0:
        return found
    for formation in formations_of(unit):
        if formation == unit.formation:
            continue
        if formation == Formation.SKIRMISH and unit.detachment >= 0:
            continue
        halves = battle.rules.changes[unit.formation][formation]
        if affords(unit, halves):
            region = sliding(battle, unit, unit.arm, formation)
            if region.samples():
                found.append(FormAct(formation, "form", halves, region))
    return found


def sliding(battle: GettysburgBattle, unit: Unit, arm: int, formation: int) -> SlideRegion:
    """The new front on the line of the old one (R129)."""
    width, depth = extent(battle.rules, arm, formation, unit.figures, unit.guns)
    x, y = unit.front_middle()
    ux, uy = direction(unit.facing)
    new = rect(x - ux * 0.5 * depth, y - uy * 0.5 * depth, unit.facing, width, depth)
    return SlideRegion(battle, unit, formation, new)


def turns(battle: GettysburgBattle, unit: Unit) -> list[Act]:
    """Turns of 90 or 180 degrees about the centre (R34, R129); a deployed battery only about faces."""
    if unit.turns_freely():
        return []
    only = [wrapped(unit.facing + turn) for turn in (90.0, ABOUT, 270.0)]
    if unit.formation == Formation.DEPLOYED:
        only = [wrapped(unit.facing + ABOUT)]
        halves = battle.rules.battery_reforms
    elif unit.formation == Formation.LIMBERED:
        halves = battle.rules.changes[Formation.COLUMN][Formation.COLUMN]
    else:
        halves = battle.rules.changes[unit.formation][unit.formation]
    if not affords(unit, halves):
        return []
    region = facing_region(battle, unit, unit.formation, only)
    return [FaceAct("turn", "Turn", unit.formation, halves, region)] if region.samples() else []


def facing_region(battle: GettysburgBattle, unit: Unit, formation: int, only: list[float]) -> FacingRegion:
    width, depth = extent(battle.rules, unit.arm, formation, unit.figures, unit.guns)
    return FacingRegion(battle, unit, formation, width, depth, only)


def reforms(battle: GettysburgBattle, unit: Unit) -> list[Act]:
    """A whole move: after melee into the old formation and facing, else into any (4.9.1); outside bad ground (R37)."""
    found: list[Act] = []
    only = [unit.melee_facing] if unit.cause == UnformedBy.MELEE else []
    for formation in formations_of(unit):
        if (
            unit.cause == UnformedBy.MELEE
            and formation != unit.melee_formation
            and unit.melee_formation != Formation.MOB
        ):
            continue
        if unforms_here(battle, unit, formation):
            continue
        if unit.arm == Arm.ARTILLERY:
            halves = battle.rules.battery_reforms
        else:
            halves = battle.rules.reforming[formation]
        if not affords(unit, halves):
            continue
        region = facing_region(battle, unit, formation, only)
        if region.samples():
            key = f"reform:{FORMATIONS[formation]}"
            found.append(FaceAct(key, f"Reform: {FORMATIONS[formation]}", formation, halves, region))
    return found


def unforms_here(battle: GettysburgBattle, unit: Unit, formation: int) -> bool:
    """Would the ground under its centre unform it at once?"""
    ground = battle.land.class_at(unit.x, unit.y)
    return ground < GroundClass.IMPASSABLE and battle.rules.goings[ground][troops_of(unit.arm, formation)].unforms


def battery_changes(battle: GettysburgBattle, unit: Unit) -> list[Act]:
    """Limber to the front or the rear (R134); unlimber facing any way, but not in difficult ground."""
    rules = battle.rules
    halves = rules.limber_20pdr_cost if unit.card.heavy else rules.limber_cost
    if not affords(unit, halves):
        return []
    if unit.formation == Formation.DEPLOYED:
        region = facing_region(battle, unit, Formation.LIMBERED, [unit.facing, wrapped(unit.facing + ABOUT)])
        return [FaceAct("limber", "Limber", Formation.LIMBERED, halves, region)] if region.samples() else []
    ground = battle.land.class_at(unit.x, unit.y)
    if (
        ground < GroundClass.IMPASSABLE
        and rules.goings[ground][troops_of(Arm.ARTILLERY, Formation.DEPLOYED)].no_unlimbering
    ):
        return []
    region = facing_region(battle, unit, Formation.DEPLOYED, [])
    return [FaceAct("unlimber", "Unlimber", Formation.DEPLOYED, halves, region)] if region.samples() else []


def horse_changes(battle: GettysburgBattle, unit: Unit) -> list[Act]:
    """Mount, or dismount into line or skirmish order (R102)."""
    found: list[Act] = []
    if unit.card.arm != Arm.CAVALRY or not unit.card.may_dismount:
        return found
    mounted = unit.arm == Arm.CAVALRY
    for formation in (Formation.LINE, Formation.SKIRMISH) if mounted else (Formation.LINE, Formation.COLUMN):
        halves = battle.rules.mounting[formation]
        if affords(unit, halves):
            region = sliding(battle, unit, Arm.INFANTRY if mounted else Arm.CAVALRY, formation)
            if region.samples():
                found.append(FormAct(formation, "dismount" if mounted else "mount", halves, region))
    return found


# ---------------------------------------------------------------- posts


def occupations(battle: GettysburgBattle, unit: Unit) -> list[Act]:
    """Works and BUAs within an inch: a whole move (R124)."""
    found: list[Act] = []
    if not affords(unit, battle.rules.occupy_cost) or unit.arm == Arm.CAVALRY or unit.formation == Formation.LIMBERED:
        return found
    for plot in battle.land.posts:
        if rect_distance(plot.piece, unit.shape) > battle.rules.occupy_within + TOLERANCE:
            continue
        there = post_place(battle, unit, plot)
        if there is not None and not end_refusal(battle, unit, there):
            found.append(OccupyAct(plot.id, plot.name, there))
    return found


def post_place(battle: GettysburgBattle, unit: Unit, plot: Plot) -> Rect | None:
    """Where the garrison would stand; None if there is no room, or the post is not for it."""
    if plot.bua:
        return plot.box(unit.facing) if may_hold(battle, unit, plot) else None
    return works_place(battle, unit, plot)


def may_hold(battle: GettysburgBattle, unit: Unit, plot: Plot) -> bool:
    """A BUA holds one regiment, or two guns that are unlimbered (R104); not while it burns (R92)."""
    if plot.id in battle.burning:
        return False
    if unit.arm == Arm.ARTILLERY and unit.guns > 2:
        return False
    box = plot.box(unit.facing)
    for other in battle.around(box.x, box.y, box.radius):
        if other is not unit and (other.garrison == plot.id or overlaps(other.shape, box)):
            return False
    return True


def works_place(battle: GettysburgBattle, unit: Unit, plot: Plot) -> Rect | None:
    """Behind the works, its front along them, as near to where it stands as there is room (R124)."""
    px, py = nearest_point(plot.piece, unit.x, unit.y)
    facing = outward(plot, px, py)
    ux, uy = direction(facing)
    width, depth = 2.0 * unit.shape.half_w, 2.0 * unit.shape.half_d
    for slide in (0.0, -2.0, 2.0, -4.0, 4.0):
        x = px + uy * slide - ux * (0.5 * depth + INSIDE)
        y = py - ux * slide - uy * (0.5 * depth + INSIDE)
        there = rect(x, y, facing, width, depth)
        beside = rect_distance(plot.piece, there) <= battle.rules.behind + TOLERANCE
        if beside and side_of_line(plot.piece, x, y) > 0.0 and is_free(battle, unit, there):
            if distance(there, unit.shape) <= battle.rules.occupy_within + width:
                return there
    return None


def outward(plot: Plot, px: float, py: float) -> float:
    """The way in which works face at a place: to the right of the line as it is drawn."""
    best = 1e9
    facing = 0.0
    piece = plot.piece
    for k in range(1, len(piece.xs)):
        x0, y0, x1, y1 = piece.xs[k - 1], piece.ys[k - 1], piece.xs[k], piece.ys[k]
        far = point_segment_distance(px, py, x0, y0, x1, y1)
        if far < best:
            best = far
            facing = right_of(x1 - x0, y1 - y0)
    return facing


def right_of(dx: float, dy: float) -> float:
    """The bearing a quarter turn clockwise from a direction."""
    return wrapped(bearing(dx, dy) + 90.0)


def leaving(battle: GettysburgBattle, unit: Unit) -> list[Act]:
    """A whole move: works are left where one stands, a BUA to any side of it (R124)."""
    if not affords(unit, battle.rules.occupy_cost) or unit.spent > TOLERANCE:
        return []
    plot = battle.land.plots[unit.garrison]
    if not plot.bua:
        return [LEAVE]
    width, depth = extent(battle.rules, unit.arm, unit.formation, unit.figures, unit.guns)
    region = PlaceRegion(
        battle, unit, unit.formation, width, depth, plot.box(0.0), battle.rules.occupy_within, ahead=False
    )
    if not region.samples():
        return []
    return [PlaceAct("leave", "Leave the buildings", unit.figures, battle.rules.occupy_cost, region)]


# ---------------------------------------------------------------- on the ground, and skirmishers


def can_try_up(battle: GettysburgBattle, unit: Unit) -> bool:
    """A brigadier or C-in-C within 12 inches, once a turn, and not in the turn it went down (4.3.8)."""
    if unit.tried_up or unit.down_turn == battle.turn:
        return False
    near = [battle.brigadier_of(unit), battle.in_command(battle.armies[unit.side].cinc)]
    for general in near:
        if general is not None:
            if battle.general_gap(general, unit.shape) <= battle.rules.get_up_near + TOLERANCE:
                return True
    return False


def detachments(battle: GettysburgBattle, unit: Unit) -> list[Act]:
    """A brigade screen or half the regiment goes out in skirmish order (4.8.1, R125)."""
    found: list[Act] = []
    if unit.arm != Arm.INFANTRY or unit.is_detachment() or unit.formation == Formation.SKIRMISH or unit.detachment >= 0:
        return found
    if unit.skirmish_rate() == SkirmishRate.NONE:
        return found
    rules = battle.rules
    screens = unit.brigade >= 0 and battle.brigades[unit.brigade].detachment == NOBODY
    if screens and affords(unit, rules.screen_cost):
        found += going_out(
            battle, unit, "screen", "Send out a screen", unit.figures // rules.screen_part, rules.screen_cost
        )
    if affords(unit, rules.regiment_cost):
        said = "Send out half the regiment"
        found += going_out(battle, unit, "half", said, unit.figures // rules.half_part, rules.regiment_cost)
    return found


def going_out(battle: GettysburgBattle, unit: Unit, key: str, said: str, figures: int, halves: int) -> list[Act]:
    rules = battle.rules
    if figures < rules.detached_least or figures >= unit.figures:
        return []
    width, depth = extent(rules, Arm.INFANTRY, Formation.SKIRMISH, figures, 0)
    region = PlaceRegion(battle, unit, Formation.SKIRMISH, width, depth, unit.shape, rules.detached_set_up, ahead=True)
    return [PlaceAct(key, said, figures, halves, region)] if region.samples() else []


def can_be_recalled(battle: GettysburgBattle, unit: Unit) -> bool:
    """Within 12 inches of its parent, which must be fit to take it in and have so much of its move left, once a turn:
    half a move for a screen, a whole one for half a regiment (4.8.3, R125)."""
    parent = battle.units[unit.parent]
    if unit.tried_recall or unit.spent > TOLERANCE or parent.place != Where.ON_TABLE:
        return False
    if parent.in_melee() or parent.state != UnitState.OK or parent.compulsory_done or not may_act(parent):
        return False
    if parent.spent + battle.rules.detaching_share(screen=unit.screen) > 1.0 + TOLERANCE:
        return False
    if distance(unit.shape, parent.shape) > battle.rules.detached_rejoin + TOLERANCE:
        return False
    return rejoining_place(battle, unit, parent) is not None


def rejoining_place(battle: GettysburgBattle, unit: Unit, parent: Unit) -> Rect | None:
    """Where the parent stands with all its men, its front on the same line, slid aside if need be; None: nowhere."""
    if parent.garrison >= 0 and battle.land.plots[parent.garrison].bua:
        return parent.shape
    figures = unit.figures + parent.figures - (unit.pending_half + parent.pending_half) // 2
    width, depth = extent(battle.rules, parent.arm, parent.formation, max(figures, 1), parent.guns)
    x, y = parent.front_middle()
    ux, uy = direction(parent.facing)
    new = rect(x - ux * 0.5 * depth, y - uy * 0.5 * depth, parent.facing, width, depth)
    most = parent.shape.half_w + new.half_w
    for part in (0.0, 0.25, -0.25, 0.5, -0.5, 0.75, -0.75):
        there = new.moved(new.uy, -new.ux, part * most)
        if has_room(battle, parent, unit, there):
            return there
    return None


def has_room(battle: GettysburgBattle, unit: Unit, ignored: Unit, there: Rect) -> bool:
    """Free of everybody but the unit itself and the one that joins it."""
    if battle.land.refuses(there, troops_of(unit.arm, unit.formation), unit.shape):
        return False
    for other in battle.around(there.x, there.y, there.radius):
        if other is not unit and other is not ignored and overlaps(there, other.shape):
            return False
    return True


# ---------------------------------------------------------------- the phase


def unmet_by(battle: GettysburgBattle, seat: int) -> str:
    """The duty that this player has still to do and can (R128); empty if there is none. For him only."""
    for brigade in battle.brigades:
        if brigade.seat != seat or brigade.side != battle.side or brigade.gone:
            continue
        if battle.brigade >= 0 and brigade.id != battle.brigade:
            continue
        lack = lack_of(battle, brigade)
        if lack is not None:
            return lack.said
        for unit in battle.units_of(brigade) if battle.burning else []:
            if unit.garrison in battle.burning and may_act(unit) and leaving(battle, unit):
                return f"{unit.name} must leave {the(battle.land.plots[unit.garrison].name)}, which burns (R92)."
    return ""
