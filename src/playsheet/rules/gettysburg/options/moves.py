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
    Bar,
    Formation,
    GroundClass,
    SkirmishRate,
    Token,
    UnformedBy,
    UnitState,
    Where,
)

INSIDE: Final = 0.05  # inches between works and the front of their garrison


def bar_to_acting(unit: Unit) -> int:
    """What keeps it from any normal move (phase 5); after a phase 3 move it may only reform (R114)."""
    if unit.place != Where.ON_TABLE:
        return Bar.OFF_TABLE
    if unit.acted:
        return Bar.ACTED
    if unit.charged:
        return Bar.CHARGED
    if unit.evaded:
        return Bar.EVADED
    if unit.halted:
        return Bar.HALTED
    if unit.in_melee():
        return Bar.IN_MELEE
    if unit.state >= UnitState.FALTERING:
        return Bar.FALTERING if unit.state == UnitState.FALTERING else Bar.FLEEING
    return Bar.COMPULSORY if unit.compulsory_done and unit.cause == UnformedBy.NOTHING else Bar.NONE


def bar_to_moving(unit: Unit) -> int:
    """What keeps it where it is: on the ground, in its post, or because it may only reform (R114)."""
    if unit.state == UnitState.GONE_TO_GROUND:
        return Bar.ON_THE_GROUND
    if unit.garrison >= 0:
        return Bar.GARRISON
    return Bar.COMPULSORY if unit.compulsory_done else Bar.NONE


def bar_to_changing(unit: Unit) -> int:
    """What keeps it from formations, turns, posts and detachments: the same, and disorder."""
    held = bar_to_moving(unit)
    if held == Bar.NONE and unit.cause != UnformedBy.NOTHING:
        return Bar.UNFORMED
    return held


def acts(battle: GettysburgBattle, unit: Unit, *, begun: bool) -> list[Act]:
    """All that it may do now. A unit without which its brigade cannot do its duty may not just stand (R128)."""
    found: list[Act] = []
    held = bar_to_moving(unit)
    if held == Bar.ON_THE_GROUND:
        if not bar_to_getting_up(battle, unit):
            found.append(GET_UP)
        found.append(STAND)
        return found
    if held == Bar.GARRISON:
        found += leaving(battle, unit)
        if not found or unit.garrison not in battle.burning:
            found.append(STAND)  # a burning building must be left (R92)
        return found
    if unit.cause != UnformedBy.NOTHING:
        found += reforms(battle, unit)
    if not held:
        found += marches(battle, unit)
    if not bar_to_changing(unit):
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
    if not bar_to_marching(unit):
        region = MarchRegion(battle, unit)
        if region.is_open():
            found.append(MarchAct(region, is_prolonging(unit)))
            if not bar_to_packs(battle, unit):
                found.append(PACKS)
    if not bar_to_stepping_back(unit):
        back = backward(battle, unit)
        if back.is_open():
            found.append(StepBackAct(back))
    return found


def bar_to_marching(unit: Unit) -> int:
    return Bar.SPENT if unit.spent >= 1.0 - TOLERANCE else Bar.NONE


def bar_to_stepping_back(unit: Unit) -> int:
    """The whole move, and no battery does it (4.3.7)."""
    if unit.arm == Arm.ARTILLERY:
        return Bar.NEVER
    return Bar.BEGUN if unit.spent > TOLERANCE else Bar.NONE


def backward(battle: GettysburgBattle, unit: Unit) -> InchesRegion:
    ux, uy = direction(unit.facing)
    return InchesRegion(battle, unit, -ux, -uy, battle.rules.step_back)


def bar_to_packs(battle: GettysburgBattle, unit: Unit) -> int:
    """A Down Packs token: for infantry, declared with the move, one token a unit a turn (R90)."""
    if unit.arm != Arm.INFANTRY:
        return Bar.NEVER
    if unit.spent > TOLERANCE:
        return Bar.BEGUN
    return bar_to_token(battle, unit)


def bar_to_token(battle: GettysburgBattle, unit: Unit) -> int:
    """Is there such a token, and has the unit used none this turn?"""
    if battle.armies[unit.side].tokens[Token.DOWN_PACKS] <= 0:
        return Bar.NO_TOKEN
    return Bar.ONE_TOKEN if unit.token_turn == battle.turn else Bar.NONE


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
        if not bar_to_recall(battle, unit):
            found.append(RECALL)
        return found
    for formation in formations_of(unit):
        if not bar_to_forming(battle, unit, formation):
            region = sliding(battle, unit, unit.arm, formation)
            if region.is_open():
                found.append(FormAct(formation, "form", battle.rules.changes[unit.formation][formation], region))
    return found


def bar_to_forming(battle: GettysburgBattle, unit: Unit, formation: int) -> int:
    """What keeps it from that formation, room apart."""
    if formation == unit.formation:
        return Bar.SAME
    if unit.formation == Formation.SKIRMISH and unit.tried_recall:
        return Bar.TRIED
    if unit.detachment >= 0 and (unit.formation == Formation.SKIRMISH or formation == Formation.SKIRMISH):
        return Bar.OUT
    return Bar.NONE if affords(unit, battle.rules.changes[unit.formation][formation]) else Bar.SPENT


def sliding(battle: GettysburgBattle, unit: Unit, arm: int, formation: int) -> SlideRegion:
    """The new front on the line of the old one (R129)."""
    width, depth = extent(battle.rules, arm, formation, unit.figures, unit.guns)
    x, y = unit.front_middle()
    ux, uy = direction(unit.facing)
    new = rect(x - ux * 0.5 * depth, y - uy * 0.5 * depth, unit.facing, width, depth)
    return SlideRegion(battle, unit, arm, formation, new)


def turns(battle: GettysburgBattle, unit: Unit) -> list[Act]:
    """Turns of 90 or 180 degrees about the centre (R34, R129); a deployed battery only about faces."""
    if bar_to_turning(battle, unit):
        return []
    only = [wrapped(unit.facing + turn) for turn in (90.0, ABOUT, 270.0)]
    if unit.formation == Formation.DEPLOYED:
        only = [wrapped(unit.facing + ABOUT)]
    region = facing_region(battle, unit, unit.formation, only)
    halves = turning_halves(battle, unit)
    return [FaceAct("turn", "Turn", unit.formation, halves, region)] if region.is_open() else []


def bar_to_turning(battle: GettysburgBattle, unit: Unit) -> int:
    """Who turns freely needs no such act."""
    if unit.turns_freely():
        return Bar.NEVER
    return Bar.NONE if affords(unit, turning_halves(battle, unit)) else Bar.SPENT


def turning_halves(battle: GettysburgBattle, unit: Unit) -> int:
    """What a turn costs, in half moves."""
    if unit.formation == Formation.DEPLOYED:
        return battle.rules.battery_reforms
    shape = Formation.COLUMN if unit.formation == Formation.LIMBERED else unit.formation
    return battle.rules.changes[shape][shape]


def facing_region(battle: GettysburgBattle, unit: Unit, formation: int, only: list[float]) -> FacingRegion:
    width, depth = extent(battle.rules, unit.arm, formation, unit.figures, unit.guns)
    return FacingRegion(battle, unit, formation, width, depth, only)


def reforms(battle: GettysburgBattle, unit: Unit) -> list[Act]:
    """A whole move: after melee into the old formation and facing, else into any (4.9.1); outside bad ground (R37)."""
    found: list[Act] = []
    only = [unit.melee_facing] if unit.cause == UnformedBy.MELEE else []
    for formation in formations_of(unit):
        if bar_to_reforming(battle, unit, formation):
            continue
        region = facing_region(battle, unit, formation, only)
        if region.is_open():
            key = f"reform:{FORMATIONS[formation]}"
            halves = reforming_halves(battle, unit, formation)
            found.append(FaceAct(key, f"Reform: {FORMATIONS[formation]}", formation, halves, region))
    return found


def bar_to_reforming(battle: GettysburgBattle, unit: Unit, formation: int) -> int:
    """What keeps an unformed unit from reforming so, room apart."""
    if unit.cause == UnformedBy.MELEE and formation != unit.melee_formation and unit.melee_formation != Formation.MOB:
        return Bar.OLD_FORMATION
    if unforms_here(battle, unit, formation):
        return Bar.GROUND
    return Bar.NONE if affords(unit, reforming_halves(battle, unit, formation)) else Bar.SPENT


def reforming_halves(battle: GettysburgBattle, unit: Unit, formation: int) -> int:
    """What it costs, in half moves."""
    return battle.rules.battery_reforms if unit.arm == Arm.ARTILLERY else battle.rules.reforming[formation]


def unforms_here(battle: GettysburgBattle, unit: Unit, formation: int) -> bool:
    """Would the ground under its centre unform it at once?"""
    ground = battle.land.class_at(unit.x, unit.y)
    return ground < GroundClass.IMPASSABLE and battle.rules.goings[ground][troops_of(unit.arm, formation)].unforms


def battery_changes(battle: GettysburgBattle, unit: Unit) -> list[Act]:
    """Limber to the front or the rear (R134); unlimber facing any way, but not in difficult ground."""
    if bar_to_limbering(battle, unit):
        return []
    halves = limbering_halves(battle, unit)
    if unit.formation == Formation.DEPLOYED:
        region = facing_region(battle, unit, Formation.LIMBERED, [unit.facing, wrapped(unit.facing + ABOUT)])
        return [FaceAct("limber", "Limber", Formation.LIMBERED, halves, region)] if region.is_open() else []
    region = facing_region(battle, unit, Formation.DEPLOYED, [])
    return [FaceAct("unlimber", "Unlimber", Formation.DEPLOYED, halves, region)] if region.is_open() else []


def bar_to_limbering(battle: GettysburgBattle, unit: Unit) -> int:
    """What keeps a battery from limbering, or from unlimbering, room apart."""
    if not affords(unit, limbering_halves(battle, unit)):
        return Bar.SPENT
    if unit.formation == Formation.DEPLOYED:
        return Bar.NONE
    ground = battle.land.class_at(unit.x, unit.y)
    troops = troops_of(Arm.ARTILLERY, Formation.DEPLOYED)
    bad = ground < GroundClass.IMPASSABLE and battle.rules.goings[ground][troops].no_unlimbering
    return Bar.GROUND if bad else Bar.NONE


def limbering_halves(battle: GettysburgBattle, unit: Unit) -> int:
    return battle.rules.limber_20pdr_cost if unit.card.heavy else battle.rules.limber_cost


def horse_changes(battle: GettysburgBattle, unit: Unit) -> list[Act]:
    """Mount, or dismount into line or skirmish order (R102)."""
    found: list[Act] = []
    if unit.card.arm != Arm.CAVALRY:
        return found
    mounted = unit.arm == Arm.CAVALRY
    for formation in mounts_of(unit):
        if not bar_to_mounting(battle, unit, formation):
            region = sliding(battle, unit, Arm.INFANTRY if mounted else Arm.CAVALRY, formation)
            if region.is_open():
                halves = battle.rules.mounting[formation]
                found.append(FormAct(formation, "dismount" if mounted else "mount", halves, region))
    return found


def mounts_of(unit: Unit) -> tuple[int, int]:
    """The formations in which it dismounts, or mounts."""
    return (Formation.LINE, Formation.SKIRMISH if unit.arm == Arm.CAVALRY else Formation.COLUMN)


def bar_to_mounting(battle: GettysburgBattle, unit: Unit, formation: int) -> int:
    """What keeps it from mounting, or from dismounting, into that formation, room apart."""
    if unit.card.arm != Arm.CAVALRY or not unit.card.may_dismount:
        return Bar.NEVER
    return Bar.NONE if affords(unit, battle.rules.mounting[formation]) else Bar.SPENT


# ---------------------------------------------------------------- posts


def occupations(battle: GettysburgBattle, unit: Unit) -> list[Act]:
    """Works and BUAs within an inch: a whole move (R124)."""
    found: list[Act] = []
    if bar_to_occupying(battle, unit):
        return found
    for plot in battle.land.posts:
        if not bar_to_post(battle, unit, plot):
            there = post_place(battle, unit, plot)
            if there is not None and not end_refusal(battle, unit, there):
                found.append(OccupyAct(plot.id, plot.name, there))
    return found


def bar_to_occupying(battle: GettysburgBattle, unit: Unit) -> int:
    """What keeps it from any post."""
    if unit.arm == Arm.CAVALRY:
        return Bar.NEVER
    if unit.formation == Formation.LIMBERED:
        return Bar.LIMBERED
    return Bar.NONE if affords(unit, battle.rules.occupy_cost) else Bar.SPENT


def bar_to_post(battle: GettysburgBattle, unit: Unit, plot: Plot) -> int:
    """What keeps it from that post: how far it is, and of a BUA who holds it; room apart.

    A BUA holds one regiment, or two guns that are unlimbered (R104); not while it burns (R92).
    """
    if rect_distance(plot.piece, unit.shape) > battle.rules.occupy_within + TOLERANCE:
        return Bar.RANGE
    if not plot.bua:
        return Bar.NONE
    if plot.id in battle.burning:
        return Bar.BURNING
    if unit.arm == Arm.ARTILLERY and unit.guns > 2:
        return Bar.NEVER
    box = plot.box(unit.facing)
    for other in battle.around(box.x, box.y, box.radius):
        if other is not unit and (other.garrison == plot.id or overlaps(other.shape, box)):
            return Bar.HELD
    return Bar.NONE


def post_place(battle: GettysburgBattle, unit: Unit, plot: Plot) -> Rect | None:
    """Where the garrison would stand; None if there is no room."""
    return plot.box(unit.facing) if plot.bua else works_place(battle, unit, plot)


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
    if bar_to_leaving(battle, unit):
        return []
    plot = battle.land.plots[unit.garrison]
    if not plot.bua:
        return [LEAVE]
    width, depth = extent(battle.rules, unit.arm, unit.formation, unit.figures, unit.guns)
    region = PlaceRegion(
        battle, unit, unit.formation, unit.figures, width, depth, plot.box(0.0), battle.rules.occupy_within, ahead=False
    )
    if not region.is_open():
        return []
    return [PlaceAct("leave", "Leave the buildings", unit.figures, battle.rules.occupy_cost, region)]


def bar_to_leaving(battle: GettysburgBattle, unit: Unit) -> int:
    """It takes a whole move."""
    whole = affords(unit, battle.rules.occupy_cost) and unit.spent <= TOLERANCE
    return Bar.NONE if whole else Bar.BEGUN


# ---------------------------------------------------------------- on the ground, and skirmishers


def bar_to_getting_up(battle: GettysburgBattle, unit: Unit) -> int:
    """A brigadier or C-in-C within 12 inches, once a turn, and not in the turn it went down (4.3.8)."""
    if unit.tried_up:
        return Bar.TRIED
    if unit.down_turn == battle.turn:
        return Bar.JUST_DOWN
    near = [battle.brigadier_of(unit), battle.in_command(battle.armies[unit.side].cinc)]
    for general in near:
        if general is not None:
            if battle.general_gap(general, unit.shape) <= battle.rules.get_up_near + TOLERANCE:
                return Bar.NONE
    return Bar.NO_GENERAL


def detachments(battle: GettysburgBattle, unit: Unit) -> list[Act]:
    """A brigade screen or half the regiment goes out in skirmish order (4.8.1, R125)."""
    found: list[Act] = []
    if not bar_to_detaching(battle, unit, screen=True):
        found += going_out(battle, unit, "screen", "Send out a screen", screen=True)
    if not bar_to_detaching(battle, unit, screen=False):
        found += going_out(battle, unit, "half", "Send out half the regiment", screen=False)
    return found


def bar_to_detaching(battle: GettysburgBattle, unit: Unit, *, screen: bool) -> int:
    """What keeps it from sending skirmishers out, room for them apart."""
    if unit.arm != Arm.INFANTRY or unit.is_detachment() or unit.skirmish_rate() == SkirmishRate.NONE:
        return Bar.NEVER
    if unit.formation == Formation.SKIRMISH:
        return Bar.SKIRMISHING
    if unit.detachment >= 0:
        return Bar.OUT
    if screen and (unit.brigade < 0 or battle.brigades[unit.brigade].detachment != NOBODY):
        return Bar.SCREENED
    rules = battle.rules
    if not affords(unit, rules.screen_cost if screen else rules.regiment_cost):
        return Bar.SPENT
    figures = detached_figures(battle, unit, screen=screen)
    return Bar.TOO_FEW if figures < rules.detached_least or figures >= unit.figures else Bar.NONE


def detached_figures(battle: GettysburgBattle, unit: Unit, *, screen: bool) -> int:
    return unit.figures // (battle.rules.screen_part if screen else battle.rules.half_part)


def going_out(battle: GettysburgBattle, unit: Unit, key: str, said: str, *, screen: bool) -> list[Act]:
    rules = battle.rules
    figures = detached_figures(battle, unit, screen=screen)
    halves = rules.screen_cost if screen else rules.regiment_cost
    width, depth = extent(rules, Arm.INFANTRY, Formation.SKIRMISH, figures, 0)
    near = rules.detached_set_up
    region = PlaceRegion(battle, unit, Formation.SKIRMISH, figures, width, depth, unit.shape, near, ahead=True)
    return [PlaceAct(key, said, figures, halves, region)] if region.is_open() else []


def bar_to_recall(battle: GettysburgBattle, unit: Unit) -> int:
    """Within 12 inches of its parent, which must be fit to take it in and have so much of its move left, once a turn:
    half a move for a screen, a whole one for half a regiment (4.8.3, R125)."""
    if unit.formation != Formation.SKIRMISH:
        return Bar.NEVER
    parent = battle.units[unit.parent]
    if unit.tried_recall:
        return Bar.TRIED
    if unit.spent > TOLERANCE:
        return Bar.BEGUN
    if parent.place != Where.ON_TABLE:
        return Bar.OFF_TABLE
    if parent.in_melee() or parent.state != UnitState.OK or parent.compulsory_done or bar_to_acting(parent):
        return Bar.PARENT
    if parent.spent + battle.rules.detaching_share(screen=unit.screen) > 1.0 + TOLERANCE:
        return Bar.SPENT
    if distance(unit.shape, parent.shape) > battle.rules.detached_rejoin + TOLERANCE:
        return Bar.RANGE
    return Bar.GROUND if rejoining_place(battle, unit, parent) is None else Bar.NONE


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
            if unit.garrison in battle.burning and not bar_to_acting(unit) and leaving(battle, unit):
                return f"{unit.name} must leave {the(battle.land.plots[unit.garrison].name)}, which burns (R92)."
    return ""
