"""The duties of orders (4.2.1, R128): where a normal move may end, what must be done before the phase is closed."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Word
from playsheet.core.geometry import FAR, TOLERANCE, Rect, distance, spacing
from playsheet.core.words import the, upper
from playsheet.rules.gettysburg.battle.brigades import Brigade
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.ground.moving import charge_allowance
from playsheet.rules.gettysburg.options.advance_cache import advances_of
from playsheet.rules.gettysburg.terms import Order, UnitState

# ---------------------------------------------------------------- where a move may end


def end_refusal(battle: GettysburgBattle, unit: Unit, there: Rect) -> str:
    """Why the brigade's order does not let a normal move end there; empty if it does. For the unit's owner only."""
    if unit.brigade < 0:
        return ""
    brigade = battle.brigades[unit.brigade]
    if brigade.order == Order.HOLD:
        return hold_refusal(battle, unit, brigade, there)
    if brigade.order == Order.SUPPORT:
        return support_refusal(battle, unit, brigade, there)
    if brigade.order == Order.RETIRE and unit.near_before < FAR:
        if battle.nearest_of(there, 1 - unit.side)[1] <= unit.near_before + TOLERANCE:
            return f"{upper(the(brigade.name))} retires: {unit.name} must end farther from the nearest enemy."
    return ""


def hold_refusal(battle: GettysburgBattle, unit: Unit, brigade: Brigade, there: Rect) -> str:
    """Within 12 inches of a place held when Hold began (R23); who is outside already may come nearer (R133)."""
    far = from_area(brigade, there.x, there.y)
    if far <= battle.rules.hold_area + TOLERANCE or far < from_area(brigade, unit.x, unit.y) - TOLERANCE:
        return ""
    name = upper(the(brigade.name))
    return f"{name} holds: {unit.name} must end within {battle.rules.hold_area:g} inches of its ground."


def from_area(brigade: Brigade, x: float, y: float) -> float:
    """How far a place is from the nearest of those that the brigade holds."""
    best = FAR
    for px, py in brigade.area:
        far = spacing(px, py, x, y)
        if far < best:
            best = far
    return best


def support_refusal(battle: GettysburgBattle, unit: Unit, brigade: Brigade, there: Rect) -> str:
    """Not more than 24 inches from the supported brigade, unless it began farther and ends nearer (R22)."""
    if brigade.target < 0:
        return ""
    far = from_brigade(battle, brigade.target, there)
    leash = battle.rules.support_leash
    if far <= leash + TOLERANCE or far >= FAR:
        return ""
    before = from_brigade(battle, brigade.target, unit.shape)
    if before > leash and far < before - TOLERANCE:
        return ""
    other = the(battle.brigades[brigade.target].name)
    return f"{upper(the(brigade.name))} supports {other}: {unit.name} must end within {leash:g} inches of it."


def from_brigade(battle: GettysburgBattle, brigade: int, there: Rect) -> float:
    """To the nearest unit of a brigade; FAR if it has none."""
    best = FAR
    for unit in battle.units_of(battle.brigades[brigade]):
        far = distance(there, unit.shape)
        if far < best:
            best = far
    return best


# ---------------------------------------------------------------- what must be done


class Lack:
    """A duty that is unmet and can be met: how many units are still needed, and which could do it.

    If more could than are needed, only one more is named: then nobody in particular is needed.
    """

    def __init__(self, needed: int, able: list[int], said: str) -> None:
        self.needed: Final = needed
        self.able: Final = able
        self.said: Final = said


def lack_of(battle: GettysburgBattle, brigade: Brigade) -> Lack | None:
    """None: the duty is met, or cannot be met any more (R20, R21, R128)."""
    if brigade.order == Order.ASSAULT:
        return assault_lack(battle, brigade)
    if brigade.order == Order.ENGAGE:
        return engage_lack(battle, brigade)
    return None


def assault_lack(battle: GettysburgBattle, brigade: Brigade) -> Lack | None:
    """At least half of the able units must have charged, be in melee, or have advanced half a move (R20)."""
    able = [unit for unit in battle.units_of(brigade) if unit.able]
    share = battle.rules.assault_share
    wanted = (len(able) * share + 99) // 100
    needed = wanted - len([unit for unit in able if presses_on(battle, unit)])
    if needed <= 0:
        return None
    if len([unit for unit in able if may_still_move(unit)]) < needed:
        return None
    could = could_advance(battle, able, needed + 1)
    if len(could) < needed:
        return None
    name = upper(the(brigade.name))
    said = f"{name} is to assault: {wanted} of its {len(able)} able units must advance half a move or more."
    return Lack(needed, could, said)


def presses_on(battle: GettysburgBattle, unit: Unit) -> bool:
    return unit.charged or unit.in_melee() or has_advanced(battle, unit)


def has_advanced(battle: GettysburgBattle, unit: Unit) -> bool:
    """Half of its move, the ground counted, so that it ends nearer the nearest enemy?"""
    if unit.marched < battle.rules.advance_part - TOLERANCE:
        return False
    return battle.nearest_enemy(unit)[1] < unit.near_before - TOLERANCE


def could_advance(battle: GettysburgBattle, units: list[Unit], most: int) -> list[int]:
    """Those that have not acted and have a clear march of half a move ahead (R128); no more than so many are sought."""
    advances = advances_of(battle)
    found: list[int] = []
    for unit in units:
        if len(found) < most and may_still_move(unit) and advances.can_advance(battle, unit):
            found.append(unit.id)
    return found


def may_still_move(unit: Unit) -> bool:
    return (
        not unit.acted
        and unit.spent <= TOLERANCE
        and unit.state == UnitState.OK
        and not unit.charged
        and not unit.evaded
        and not unit.halted
        and not unit.compulsory_done
        and not unit.in_melee()
        and unit.garrison < 0
    )


def engage_lack(battle: GettysburgBattle, brigade: Brigade) -> Lack | None:
    """One able unit within its charge move or long range of an enemy, or half a move toward the nearest (R21)."""
    able = [unit for unit in battle.units_of(brigade) if unit.able]
    for unit in able:
        if is_engaged(battle, unit):
            return None
    could = could_advance(battle, able, 2)
    if not could:
        return None
    return Lack(1, could, f"{upper(the(brigade.name))} is to engage: one unit must come within reach of the enemy.")


def is_engaged(battle: GettysburgBattle, unit: Unit) -> bool:
    if presses_on(battle, unit):
        return True
    reach = charge_allowance(battle, unit)
    reach = max(reach, battle.rules.long[unit.card.weapon])
    return battle.nearest_enemy(unit)[1] <= reach + TOLERANCE


def is_needed(battle: GettysburgBattle, unit: Unit) -> bool:
    """Can its brigade not do its duty without it? Then it may not just stand."""
    if unit.brigade < 0:
        return False
    lack = lack_of(battle, battle.brigades[unit.brigade])
    return lack is not None and unit.id in lack.able and len(lack.able) <= lack.needed


CLOSE: Final = Word("close", "All moves are made")
