"""How chargers move and where they end, and how a target takes it (4.5.5, 4.5.7, 4.5.8, R110)."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, direction
from playsheet.core.game import Game
from playsheet.core.geometry import FAR, TOLERANCE, Rect, gap, overlaps, spacing
from playsheet.core.terrain import rect_gap, rect_to_edge
from playsheet.rules.gettysburg.battle.fight_events import ChargeEnded, Engaged, HaltedToVolley
from playsheet.rules.gettysburg.battle.move_events import CrossingTried, Moved, Unformed
from playsheet.rules.gettysburg.battle.seats import throws_alone
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.dice.charge import contact, cross
from playsheet.rules.gettysburg.ground.footprints import flush_place, is_free
from playsheet.rules.gettysburg.ground.moving import HAIR, troops
from playsheet.rules.gettysburg.options.charge import Charger, passes_through, pivoted
from playsheet.rules.gettysburg.table.forced_moves import recoil
from playsheet.rules.gettysburg.table.losses import lose_whole
from playsheet.rules.gettysburg.table.results import drive_off, falter, go_to_ground, run_at_once
from playsheet.rules.gettysburg.terms import CrossingResult, MoraleResult, MoveKind, Obstacle, UnformedBy

TO_CHARGE_TEST: Final = "to-charge"
CHARGED: Final = "charged"
AT_A_DEFENCE: Final = "crossing"

# how a charge comes home
IN_CONTACT: Final = "contact"
FALLS_SHORT: Final = "short"
TAKES_GROUND: Final = "ground"
STOPPED: Final = "stopped"


# ---------------------------------------------------------------- moves of a charger


def clear_inches(battle: GettysburgBattle, unit: Unit, held: Rect, inches: float, past: list[int]) -> float:
    """How far it can go straight ahead: whatever it would meet stops it an inch short (R110); `past` does not."""
    ux, uy = held.ux, held.uy
    keep = battle.rules.enemy_gap
    best = inches
    edge = rect_to_edge(battle.land.ground, held, ux, uy)
    if edge < best:
        best = edge
    closed, _ = battle.land.closed_ahead(held, ux, uy, troops(unit), best, True)
    if closed < best:
        best = closed - keep
    for other in battle.along(held.x, held.y, ux, uy, inches, held.radius):
        if other is unit or other.id in past or passes_through(unit, other):
            continue
        far = gap(held, ux, uy, other.shape)
        if far < inches - TOLERANCE and far - keep < best:
            best = far - keep
    return last_free(battle, unit, held, best if best > 0.0 else 0.0)


def last_free(battle: GettysburgBattle, unit: Unit, held: Rect, inches: float) -> float:
    """Not on top of friends whom it passes through: just short of them."""
    short = True
    while short and inches > 0.0:
        short = False
        there = held.moved(held.ux, held.uy, inches)
        for other in battle.around(there.x, there.y, there.radius):
            if other is not unit and overlaps(there, other.shape):
                far = gap(held, held.ux, held.uy, other.shape)
                inches = far - HAIR if far - HAIR > 0.0 else 0.0
                short = True
                break
    return inches


def advance(game: Game[GettysburgBattle], unit: Unit, held: Rect, ruling: str, *, inches: float) -> None:
    """Straight ahead from that footprint."""
    there = held.moved(held.ux, held.uy, inches)
    game.tell(Moved(unit.id, MoveKind.CHARGES_ON, [(there.x, there.y, there.facing)], 0.0, False, ruling))


def go_halfway(game: Game[GettysburgBattle], charger: Charger, target: Unit) -> None:
    """Half the gap, straight at the target (R25); where others have come in its way it stays where it is."""
    battle = game.battle
    unit = charger.unit
    held = pivoted(unit, charger.charge.facing)
    inches = clear_inches(battle, unit, held, 0.5 * charger.charge.gap, [target.id])
    if is_free(battle, unit, held.moved(held.ux, held.uy, inches)):
        advance(game, unit, held, "R25", inches=inches)
    charger.x = unit.x
    charger.y = unit.y


def go_on(game: Game[GettysburgBattle], charger: Charger, target: Unit, inches: float, how: str, ruling: str) -> None:
    """Straight on, so many inches from where it declared, an inch short of what it would meet (R110, R144)."""
    battle = game.battle
    unit = charger.unit
    held = unit.shape
    left = inches - charger.inches_gone()
    far = 0.0
    if left > 0.0:
        clear = clear_inches(battle, unit, held, left + battle.rules.enemy_gap, [])
        far = last_free(battle, unit, held, min(left, clear))
    far = crosses(game, unit, held, far)
    if unit.on_table():
        if far > TOLERANCE:
            advance(game, unit, held, ruling, inches=far)
        game.tell(ChargeEnded(unit.id, target.id, how, ruling))


def crosses(game: Game[GettysburgBattle], unit: Unit, held: Rect, inches: float) -> float:
    """The defences on the way in are diced for, one die each (4.5.8, R38); how far it gets."""
    battle = game.battle
    x, y = held.point(0.0, held.half_d)
    for plot in battle.land.crossed_obstacles(x, y, x + held.ux * inches, y + held.uy * inches):
        if plot.obstacle == Obstacle.WORKS:
            continue
        throws_alone(game, unit)
        result = cross(game.dice, battle.rules, plot.obstacle)
        game.tell(CrossingTried(unit.id, plot.id, result))
        if result == CrossingResult.STAYS_BEHIND:
            go_to_ground(game, unit, AT_A_DEFENCE)
            far = rect_gap(plot.piece, held, held.ux, held.uy)
            return max(0.0, far - HAIR) if far < inches else inches
        if result in (CrossingResult.CROSSES_UNFORMED, CrossingResult.CROSSES_UNFORMED_LOSES):
            game.tell(Unformed(unit.id, UnformedBy.TERRAIN, "R38"))
        if result == CrossingResult.CROSSES_UNFORMED_LOSES:
            lose_whole(game, unit, battle.rules.crossing_figures, AT_A_DEFENCE, "R38")
            if not unit.on_table():
                return 0.0
    return inches


def come_into_contact(
    game: Game[GettysburgBattle], charger: Charger, target: Unit, fellows: list[int], charging: list[int], flanked: bool
) -> bool:
    """Flush on the target, if there is room and nothing else in the way (R110); else an inch short of what there is."""
    battle = game.battle
    unit = charger.unit
    held = unit.shape
    ux, uy = toward(unit, target)
    touch = gap(held, ux, uy, target.shape)
    there = held.moved(ux, uy, touch) if touch < FAR else held
    place = flush_place(battle, unit, there, target)
    blocked = way_blocked(battle, unit, held, place, target, fellows)
    if blocked or not is_free(battle, unit, place):
        go_on(game, charger, target, charger.charge.allowance, STOPPED, "R110")
        return False
    far = crosses(game, unit, held, spacing(held.x, held.y, place.x, place.y))
    if not unit.on_table():
        return False
    if unit.state > 0:
        advance(game, unit, held, "R38", inches=last_free(battle, unit, held, far))
        game.tell(ChargeEnded(unit.id, target.id, STOPPED, "R38"))
        return False
    game.tell(Moved(unit.id, MoveKind.CHARGES_ON, [(place.x, place.y, place.facing)], 0.0, False, "R110"))
    game.tell(ChargeEnded(unit.id, target.id, IN_CONTACT, "R110"))
    game.tell(Engaged(unit.id, target.id, charging, flanked, "R71"))
    return True


def go_home(
    game: Game[GettysburgBattle],
    charger: Charger,
    target: Unit,
    ran: float,
    fellows: list[int],
    charging: list[int],
    flanked: bool,
) -> None:
    """In contact if C >= D + the distance the target ran; else short of it, or onto ground that is free now (R110)."""
    charge = charger.charge
    if not target.on_table():
        go_on(game, charger, target, charge.gap, TAKES_GROUND, "R110")
    elif contact(charge.allowance, charge.gap, ran):
        come_into_contact(game, charger, target, fellows, charging, flanked)
    else:
        go_on(game, charger, target, charge.allowance, FALLS_SHORT, "R110, R144")


def toward(unit: Unit, target: Unit) -> tuple[float, float]:
    """The direction from one centre to the other."""
    return direction(bearing(target.x - unit.x, target.y - unit.y))


def way_blocked(
    battle: GettysburgBattle, unit: Unit, held: Rect, place: Rect, target: Unit, fellows: list[int]
) -> bool:
    """Does anything else stand between it and its place? Those who charge with it do not (R108)."""
    far = spacing(held.x, held.y, place.x, place.y)
    if far <= TOLERANCE:
        return False
    ux = (place.x - held.x) / far
    uy = (place.y - held.y) / far
    for other in battle.along(held.x, held.y, ux, uy, far, held.radius):
        if other is unit or other is target or other.id in fellows or passes_through(unit, other):
            continue
        if gap(held, ux, uy, other.shape) < far - HAIR and not overlaps(place, other.shape):
            return True
    return False


# ---------------------------------------------------------------- results of tests


def fails(game: Game[GettysburgBattle], unit: Unit, target: Unit, result: int) -> None:
    """Anything but Charge! leaves a charger where it is, or sends it back at once (4.5.5)."""
    if result == MoraleResult.HALT_VOLLEY:
        game.tell(HaltedToVolley(unit.id, ""))
    elif result == MoraleResult.GO_TO_GROUND:
        go_to_ground(game, unit, TO_CHARGE_TEST)
    elif result == MoraleResult.FALTER:
        falter(game, unit, target.id, TO_CHARGE_TEST, "R81")
    elif result in (MoraleResult.RETREAT, MoraleResult.ROUT) and drive_off(
        game, unit, result == MoraleResult.ROUT, target, TO_CHARGE_TEST
    ):
        run_at_once(game, unit)


def receives(game: Game[GettysburgBattle], unit: Unit, result: int, by: Unit) -> float:
    """What a target does that is charged home, unless it stands (4.5.7, 4.5.10): how far it ran."""
    if result == MoraleResult.FALTER:
        falter(game, unit, by.id, CHARGED, "R81")
    elif result == MoraleResult.FALTER_RECOIL:
        falter(game, unit, by.id, CHARGED, "R81")
        return recoil(game, unit, by.id, game.battle.rules.falter_recoil, "R115")
    elif result in (MoraleResult.RETREAT, MoraleResult.ROUT) and drive_off(
        game, unit, result == MoraleResult.ROUT, by, CHARGED
    ):
        return run_at_once(game, unit)
    return 0.0
