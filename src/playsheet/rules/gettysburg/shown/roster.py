"""Units and generals as a roster lists them, models as a map draws them, and how far the turn has come."""

from __future__ import annotations

from typing import Final

from playsheet.core.sequence import titles
from playsheet.core.telling import Fact, Mark, Sign, Standing, Track
from playsheet.core.words import listed
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import UNKNOWN, General, Unit
from playsheet.rules.gettysburg.terms import (
    FORMATIONS,
    GRADES,
    GUNS,
    LEVELS,
    ORDERS,
    PLACES,
    QUALITIES,
    RATES,
    STATES,
    WEAPONS,
    Arm,
    Formation,
    Phase,
    UnformedBy,
    UnitState,
    Where,
)
from playsheet.rules.gettysburg.turn import SEQUENCE
from playsheet.tabletop.roster import engaged, in_fight_with

BLURB: Final = (
    "The American Civil War with regiments and batteries, brigade by brigade. Orders are chips that lie face down, "
    "generals ride where they are needed and may be shot for it, a charge is a slow business of fire, nerve and more "
    "fire, and most battles are decided by who runs first. Two dice decide nearly everything. Half an hour for the "
    "smallest battle, an afternoon for the third day."
)
ARMS_SHOWN: Final = ("foot", "horse", "gun")


def roster(battle: GettysburgBattle) -> list[Standing]:
    """The units, then the generals."""
    found = [unit_standing(battle, unit) for unit in battle.units]
    found += [general_standing(battle, general) for general in battle.generals]
    return found


def unit_standing(battle: GettysburgBattle, unit: Unit) -> Standing:
    here = unit.place == Where.ON_TABLE
    standing = Standing(
        unit.side,
        unit.name,
        unit.figures if here or unit.place == Where.WAITING else 0,
        unit.size,
        PLACES[unit.place],
        here,
        state_of(battle, unit),
        here and (unit.state != UnitState.OK or unit.is_unformed()),
    )
    standing.seat = unit.seat
    standing.arm = ARMS_SHOWN[unit.arm]
    standing.facts = facts_of(battle, unit)
    standing.part_of = part_of(battle, unit)
    if here:
        standing.at = (unit.x, unit.y, unit.facing)
        standing.signs = signs_of(battle, unit)
    return standing


def part_of(battle: GettysburgBattle, unit: Unit) -> list[str]:
    """Its brigade, and the division of that."""
    if unit.brigade < 0:
        return []
    brigade = battle.brigades[unit.brigade]
    return [brigade.name] if brigade.division < 0 else [brigade.name, battle.divisions[brigade.division].name]


def state_of(battle: GettysburgBattle, unit: Unit) -> list[str]:
    """What is to be known of a unit besides its numbers."""
    if unit.place != Where.ON_TABLE:
        return [PLACES[unit.place]]
    found = [FORMATIONS[unit.formation]]
    if unit.state != UnitState.OK:
        found.append(STATES[unit.state].replace("-", " "))
    elif unit.cause != UnformedBy.NOTHING:
        found.append("unformed")
    if unit.garrison >= 0:
        found.append(f"in {battle.land.plots[unit.garrison].name}")
    foes = foes_of(battle, unit)
    if foes:
        found.append(in_fight_with(foes))
    if unit.low_on_ammo:
        found.append("low on ammunition")
    if unit.arm == Arm.ARTILLERY:
        found.append(f"{unit.guns} {'gun' if unit.guns == 1 else 'guns'}")
    if unit.pending_half:
        found.append("half a figure pending")
    return found


def foes_of(battle: GettysburgBattle, unit: Unit) -> list[str]:
    """The enemies in its melee."""
    for melee in battle.melees:
        if melee.id == unit.melee:
            return [battle.units[id].name for id in melee.fighters if battle.units[id].side != unit.side]
    return []


def signs_of(battle: GettysburgBattle, unit: Unit) -> list[Sign]:
    """States that the table shows."""
    found: list[Sign] = []
    if unit.state == UnitState.ROUTING:
        found.append(Sign("routing", "Routing."))
    elif unit.state == UnitState.RETREATING:
        found.append(Sign("retreating", "Retreating."))
    elif unit.state == UnitState.FALTERING:
        found.append(Sign("faltering", "Faltering: it may not move, and fires only at chargers."))
    elif unit.state == UnitState.GONE_TO_GROUND:
        found.append(Sign("down", "Gone to ground: it may not move until it gets up, and fires at half."))
    elif unit.cause != UnformedBy.NOTHING:
        found.append(Sign("disrupted", "Unformed."))
    foes = foes_of(battle, unit)
    if foes:
        found.append(engaged(in_fight_with(foes)))
    if unit.low_on_ammo:
        found.append(Sign("unloaded", "Low on ammunition: it fires at half."))
    return found


def facts_of(battle: GettysburgBattle, unit: Unit) -> list[Fact]:
    """The unit's card and its brigade; an order only as far as it is known here."""
    card = unit.card
    found = [Fact("Grade", GRADES[unit.grade])]
    if card.arm == Arm.ARTILLERY:
        found.append(Fact("Guns", f"{unit.guns} x {GUNS[card.gun_class]}"))
    else:
        found.append(Fact("Weapon", WEAPONS[card.weapon].replace("-", " ") + (", shotguns" if card.shotguns else "")))
        if unit.skirmish_rate():
            found.append(Fact("Skirmishers", RATES[unit.skirmish_rate()]))
    if unit.brigade >= 0:
        brigade = battle.brigades[unit.brigade]
        found.append(Fact("Brigade", brigade.name))
        found.append(Fact("Order", "face down" if brigade.order == UNKNOWN else ORDERS[brigade.order]))
    return found


def led_by(battle: GettysburgBattle, general: General) -> list[str]:
    """His brigade or his division."""
    found = [brigade.name for brigade in battle.brigades if brigade.brigadier == general.id]
    return found + [division.name for division in battle.divisions if division.general == general.id]


def general_standing(battle: GettysburgBattle, general: General) -> Standing:
    here = general.is_here()
    state = [f"with {battle.units[general.attached_to].name}"] if general.attached_to >= 0 else []
    if general.place == Where.ON_TABLE and not general.in_play:
        state = [f"out of action until turn {general.returns_on_turn}"]
    left = 1 if here or general.place == Where.WAITING else 0
    standing = Standing(general.side, general.name, left, 1, PLACES[general.place], here, state, not general.in_play)
    standing.seat = general.seat
    standing.arm = "leader"
    standing.facts = [Fact("Level", LEVELS[general.level]), Fact("Quality", QUALITIES[general.quality])]
    standing.part_of = led_by(battle, general)
    if standing.part_of:
        standing.facts.append(Fact("Leads", listed(standing.part_of)))
    if here:
        standing.at = (general.x, general.y, 0.0)
    return standing


# ---------------------------------------------------------------- marks


def marks(battle: GettysburgBattle) -> list[Mark]:
    """Units in the order of the roster, a base each, of batteries every gun; generals last, on top."""
    found: list[Mark] = []
    for unit in battle.units:
        if unit.place == Where.ON_TABLE:
            found += gun_marks(unit) if unit.arm == Arm.ARTILLERY else [body_mark(unit)]
    for general in battle.generals:
        if general.is_here():
            mark = Mark(
                general.x,
                general.y,
                len(battle.units) + general.id,
                -1,
                facing=0.0,
                shape="mounted-leader",
                width=2.0 * general.radius,
            )
            mark.role = LEVELS[general.level]
            found.append(mark)
    return found


def gun_marks(unit: Unit) -> list[Mark]:
    """Each gun, or gun and limber."""
    held = unit.shape
    width = 2.0 * held.half_w / unit.guns
    found: list[Mark] = []
    shape = "gun" if unit.formation == Formation.DEPLOYED else "limber"
    for k in range(unit.guns):
        x, y = held.point((k - 0.5 * (unit.guns - 1)) * width, 0.0)
        found.append(Mark(x, y, unit.id, unit.first + k, unit.facing, shape, width, 2.0 * held.half_d))
    return found


def body_mark(unit: Unit) -> Mark:
    """The whole regiment on its base, as it stands: in ranks, or spread out as skirmishers and garrisons are."""
    held = unit.shape
    shape = "horse" if unit.arm == Arm.CAVALRY else "foot"
    mark = Mark(held.x, held.y, unit.id, -1, unit.facing, shape, 2.0 * held.half_w, 2.0 * held.half_d)
    mark.count = unit.figures
    mark.loose = unit.formation == Formation.SKIRMISH
    return mark


# ---------------------------------------------------------------- the turn


def track(battle: GettysburgBattle) -> Track | None:
    """The eight phases."""
    if battle.phase == Phase.DEPLOYING:
        return None
    side = battle.side if battle.begun else -1
    return Track("phases", titles(SEQUENCE[1:]), [], battle.phase - 1, 0, side)
