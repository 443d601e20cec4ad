"""What a seat may know: everything on the table, but of the other side no order that lies face down (R17)."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.events import Throw
from playsheet.core.game import GAME_MASTER
from playsheet.rules.gettysburg.battle.brigades import Brigade, Division
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import NOBODY, UNKNOWN, General, Unit
from playsheet.rules.gettysburg.terms import (
    ARMS,
    CAUSES,
    DIVISION_ORDERS,
    FORMATIONS,
    LEVELS,
    ORDERS,
    PLACES,
    QUALITIES,
    STATES,
    TOKENS,
    WINGS,
    Order,
    Phase,
    Where,
)
from playsheet.rules.gettysburg.turn import SEQUENCE
from playsheet.tabletop.roster import frame_view
from playsheet.tabletop.secrets import side_of_seat

_OTHERWISE: Final = Throw("Another order", "brigade-orders", "", "", "R17", 2)


def knows_all(battle: GettysburgBattle, seat: int) -> bool:
    """Everybody does when orders lie open, and once the battle is over."""
    return not battle.rules.orders_hidden or battle.finished or seat == GAME_MASTER


def seen_by(battle: GettysburgBattle, seat: int) -> GettysburgBattle:
    """The battle as the seat may know it: units and generals are the same objects, hidden orders are unknown."""
    if knows_all(battle, seat):
        return battle
    side = side_of_seat(battle.goals.seat_sides, seat)
    twin = GettysburgBattle(
        battle.rules,
        battle.land,
        battle.goals,
        battle.cards,
        battle.units,
        battle.generals,
        [masked_brigade(brigade, side) for brigade in battle.brigades],
        [masked_division(division, side) for division in battle.divisions],
        battle.armies,
        battle.near,
    )
    battle.copy_to(twin)
    twin.nearest = battle.nearest
    twin.memory = battle.memory
    return twin


def masked_brigade(brigade: Brigade, side: int) -> Brigade:
    """An enemy brigade without what its owner alone knows; the brigade itself if that is nothing."""
    if brigade.side == side or (brigade.shown and not brigade.area):
        return brigade
    twin = brigade.clone()
    twin.area = []
    if not brigade.shown:
        twin.order = UNKNOWN
        twin.target = NOBODY
        twin.wing = 0
    return twin


def masked_division(division: Division, side: int) -> Division:
    if division.side == side or division.shown:
        return division
    twin = division.clone()
    twin.order = UNKNOWN
    return twin


def guessed(battle: GettysburgBattle, seat: int, dice: Dice) -> GettysburgBattle:
    """A battle that could be the real one: each order that lies face down is guessed."""
    twin = seen_by(battle, seat).clone()
    for brigade in twin.brigades:
        if brigade.order == UNKNOWN:
            brigade.order = (Order.ASSAULT, Order.HOLD, ORDERS.index("engage"))[dice.pick([0, 1, 2], _OTHERWISE)]
        if brigade.order == Order.HOLD and not brigade.area:
            brigade.area = [(unit.x, unit.y) for unit in twin.units_of(brigade)]
    for division in twin.divisions:
        if division.order == UNKNOWN:
            division.order = dice.pick([0, 1], _OTHERWISE)
    return twin


def scrambled(battle: GettysburgBattle, seat: int, dice: Dice) -> GettysburgBattle | None:
    """A copy in which all enemy orders that lie face down are others; only while the seat's own side has the go.

    In the other side's go what it may do depends on them, and in a simultaneous phase what both do.
    """
    side = side_of_seat(battle.goals.seat_sides, seat)
    if (
        knows_all(battle, seat)
        or side < 0
        or battle.phase == Phase.DEPLOYING
        or not battle.begun
        or battle.side != side
    ):
        return None
    twin = battle.clone()
    changed = False
    for brigade in twin.brigades:
        if brigade.side != side and not brigade.shown and not brigade.gone:
            others = [order for order in range(len(ORDERS)) if order not in (brigade.order, Order.SUPPORT)]
            brigade.order = others[dice.pick(others, _OTHERWISE)]
            brigade.target = NOBODY
            brigade.area = [(unit.x, unit.y) for unit in twin.units_of(brigade)] if brigade.order == Order.HOLD else []
            changed = True
    for division in twin.divisions:
        if division.side != side and not division.shown:
            division.order = (division.order + 1) % len(DIVISION_ORDERS)
            changed = True
    return twin if changed else None


# ---------------------------------------------------------------- as plain data


def view(battle: GettysburgBattle, seat: int) -> dict[str, object]:
    """The table as plain data."""
    seen = seen_by(battle, seat)
    return {
        **frame_view(seen, seen.goals.turns),
        "sides": list(seen.goals.side_names),
        "phase": SEQUENCE[seen.phase].title,
        "first": seen.first_side,
        "go": {"side": seen.side, "brigade": seen.brigade} if seen.begun else None,
        "score": seen.score[:],
        "holders": seen.holders[:],
        "tokens": [dict(zip(TOKENS, army.tokens, strict=True)) for army in seen.armies],
        "trophies": [army.trophies for army in seen.armies],
        "burning": seen.burning[:],
        "brigades": [brigade_view(brigade) for brigade in seen.brigades],
        "divisions": [division_view(division) for division in seen.divisions],
        "generals": [general_view(general) for general in seen.generals],
        "units": [unit_view(unit) for unit in seen.units],
    }


def brigade_view(brigade: Brigade) -> dict[str, object]:
    known = brigade.order != UNKNOWN
    return {
        "id": brigade.id,
        "name": brigade.name,
        "side": brigade.side,
        "division": brigade.division,
        "brigadier": brigade.brigadier,
        "units": list(brigade.units),
        "order": ORDERS[brigade.order] if known else None,
        "target": brigade.target if known else None,
        "wing": WINGS[brigade.wing] if known and brigade.target >= 0 else None,
        "shown": brigade.shown,
        "broken": brigade.broken_count,
        "gone": brigade.gone,
    }


def division_view(division: Division) -> dict[str, object]:
    return {
        "id": division.id,
        "name": division.name,
        "side": division.side,
        "general": division.general,
        "order": DIVISION_ORDERS[division.order] if division.order != UNKNOWN else None,
        "shown": division.shown,
    }


def general_view(general: General) -> dict[str, object]:
    return {
        "id": general.id,
        "name": general.name,
        "side": general.side,
        "seat": general.seat,
        "level": LEVELS[general.level],
        "quality": QUALITIES[general.quality],
        "place": PLACES[general.place],
        "in_play": general.in_play,
        "x": round(general.x, 4),
        "y": round(general.y, 4),
        "attached_to": general.attached_to,
        "returns_on_turn": general.returns_on_turn,
    }


def unit_view(unit: Unit) -> dict[str, object]:
    plain: dict[str, object] = {
        "id": unit.id,
        "name": unit.name,
        "card": unit.card.id,
        "side": unit.side,
        "seat": unit.seat,
        "brigade": unit.brigade,
        "arm": ARMS[unit.arm],
        "place": PLACES[unit.place],
        "figures": unit.figures,
        "size": unit.size,
        "pending_half": unit.pending_half,
        "guns": unit.guns,
        "parent": unit.parent,
    }
    if unit.place != Where.ON_TABLE:
        return plain
    plain["x"] = round(unit.x, 4)
    plain["y"] = round(unit.y, 4)
    plain["facing"] = round(unit.facing, 3)
    plain["width"] = round(2.0 * unit.shape.half_w, 4)
    plain["depth"] = round(2.0 * unit.shape.half_d, 4)
    plain["formation"] = FORMATIONS[unit.formation]
    plain["state"] = STATES[unit.state]
    plain["unformed"] = CAUSES[unit.cause] if unit.cause else None
    plain["garrison"] = unit.garrison
    plain["melee"] = unit.melee
    plain["moved"] = unit.moved
    plain["charged"] = unit.charged
    plain["fired"] = unit.fired
    plain["fired_last_turn"] = unit.fired_last_turn
    plain["low_on_ammo"] = unit.low_on_ammo
    return plain
