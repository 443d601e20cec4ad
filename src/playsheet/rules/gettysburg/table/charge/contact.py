"""How chargers move and where they end, and how a target takes it (4.5.5, 4.5.7, 4.5.8, R110)."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, direction
from playsheet.core.game import Game
from playsheet.core.geometry import FAR, TOLERANCE, Rect, gap, overlaps, spacing
from playsheet.core.terrain import rect_to_edge
from playsheet.rules.gettysburg.battle.fight_events import HaltedToVolley
from playsheet.rules.gettysburg.battle.land import Plot
from playsheet.rules.gettysburg.battle.move_events import Moved
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.dice.charge import contact, stays_behind
from playsheet.rules.gettysburg.ground.footprints import is_free
from playsheet.rules.gettysburg.ground.moving import inches_over, troops
from playsheet.rules.gettysburg.options.charge import Charger, passes_through, pivoted, place_home
from playsheet.rules.gettysburg.table.forced_moves import recoil
from playsheet.rules.gettysburg.table.results import drive_off, falter, go_to_ground, run_at_once
from playsheet.rules.gettysburg.terms import MoraleResult, MoveKind

TO_CHARGE_TEST: Final = "to-charge"
CHARGED: Final = "charged"

# how a charge comes home
IN_CONTACT: Final = "contact"
FALLS_SHORT: Final = "short"
TAKES_GROUND: Final = "ground"
STOPPED: Final = "stopped"
HALFWAY: Final = ""  # not yet


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
                inches = far if far < inches - TOLERANCE else 0.0
                short = True
                break
    return inches


def advance(game: Game[GettysburgBattle], unit: Unit, held: Rect, ruling: str, *, inches: float) -> None:
    """Straight ahead from that footprint."""
    there = held.moved(held.ux, held.uy, inches)
    game.tell(Moved(unit.id, MoveKind.CHARGES_ON, [(there.x, there.y, there.facing)], 0.0, False, ruling))


# ---------------------------------------------------------------- the way in


class Way:
    """One half of a charger's way: from where to where, what it crosses, and how its charge would end there."""

    def __init__(self, held: Rect, there: Rect, how: str, ruling: str) -> None:
        self.held: Final = held
        self.there: Final = there
        self.how: Final = how  # empty at the halfway point
        self.ruling: Final = ruling
        self.plots: list[Plot] = []

    def inches(self) -> float:
        return spacing(self.held.x, self.held.y, self.there.x, self.there.y)

    def end(self, crossed: list[int]) -> Rect:
        """Where it comes to stand: short of a defence that it does not get over."""
        if not stays_behind(crossed):
            return self.there
        far = self.inches()
        ux, uy = self.held.ux, self.held.uy
        if far > TOLERANCE:
            ux = (self.there.x - self.held.x) / far
            uy = (self.there.y - self.held.y) / far
        return self.held.moved(ux, uy, inches_over(self.plots, crossed, self.held, ux, uy, far))


def halfway(battle: GettysburgBattle, charger: Charger, target: Unit) -> Way:
    """Half the gap, straight at the target (R25); where others have come in its way it stays where it is.

    A defence is before it until its centre is over it, as in a march.
    """
    unit = charger.unit
    held = pivoted(unit, charger.charge.facing)
    inches = clear_inches(battle, unit, held, 0.5 * charger.charge.gap, [target.id])
    there = held.moved(held.ux, held.uy, inches)
    if not is_free(battle, unit, there):
        return Way(unit.shape, unit.shape, HALFWAY, "R25")
    way = Way(held, there, HALFWAY, "R25")
    x, y = there.point(0.0, there.half_d)
    way.plots = battle.land.crossed_obstacles(held.x, held.y, x, y)
    return way


def way_on(battle: GettysburgBattle, charger: Charger, inches: float, how: str, ruling: str) -> Way:
    """Straight on, so many inches from where it declared, an inch short of what it would meet (R110, R144)."""
    unit = charger.unit
    held = unit.shape
    left = inches - charger.inches_gone()
    far = 0.0
    if left > 0.0:
        clear = clear_inches(battle, unit, held, left + battle.rules.enemy_gap, [])
        far = last_free(battle, unit, held, min(left, clear))
    return over_defences(battle, Way(held, held.moved(held.ux, held.uy, far), how, ruling))


def way_into_contact(battle: GettysburgBattle, unit: Unit, target: Unit, fellows: list[int]) -> Way | None:
    """Straight on along its line until it touches the target, then flush, slid if need be (R107, R131).

    What has run off that line is followed. None: something else is met first, or its fellows leave no room.
    """
    held = unit.shape
    for ux, uy in ((held.ux, held.uy), toward(unit, target)):
        touch = gap(held, ux, uy, target.shape)
        if touch < FAR:
            if is_barred(battle, unit, held, ux, uy, touch, [target.id, *fellows]):
                return None
            place = place_home(battle, unit, held, ux, uy, touch, target)
            if not is_free(battle, unit, place):
                return None
            return over_defences(battle, Way(held, place, IN_CONTACT, "R110"))
    return None


def over_defences(battle: GettysburgBattle, way: Way) -> Way:
    """With what its front crosses."""
    x0, y0 = way.held.point(0.0, way.held.half_d)
    x1, y1 = way.there.point(0.0, way.there.half_d)
    way.plots = battle.land.crossed_obstacles(x0, y0, x1, y1)
    return way


def is_barred(
    battle: GettysburgBattle, unit: Unit, held: Rect, ux: float, uy: float, far: float, past: list[int]
) -> bool:
    """Does its footprint touch anybody or anything else on so many inches? Those who charge with it do not bar it."""
    closed, _ = battle.land.closed_ahead(held, ux, uy, troops(unit), far, True)
    if closed < far - TOLERANCE:
        return True
    for other in battle.along(held.x, held.y, ux, uy, far, held.radius):
        if other is unit or other.id in past or passes_through(unit, other):
            continue
        if gap(held, ux, uy, other.shape) < far - TOLERANCE:
            return True
    return False


def way_home(battle: GettysburgBattle, charger: Charger, target: Unit, ran: float, fellows: list[int]) -> Way:
    """In contact if C >= D + the distance the target ran; else short of it, or onto ground that is free now (R110)."""
    charge = charger.charge
    if not target.on_table():
        return way_on(battle, charger, charge.gap, TAKES_GROUND, "R110")
    if not contact(charge.allowance, charge.gap, ran):
        return way_on(battle, charger, charge.allowance, FALLS_SHORT, "R110, R144")
    way = way_into_contact(battle, charger.unit, target, fellows)
    return way if way is not None else way_on(battle, charger, charge.allowance, STOPPED, "R110")


def toward(unit: Unit, target: Unit) -> tuple[float, float]:
    """The direction from one centre to the other."""
    return direction(bearing(target.x - unit.x, target.y - unit.y))


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
