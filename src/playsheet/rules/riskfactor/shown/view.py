"""What a seat may know: everything on the table. With fog (R28, R64) no enemy who is hidden, nor what he is told."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.dice import Dice
from playsheet.core.discs import on_table
from playsheet.core.events import Throw
from playsheet.core.figures import IN_PLAY
from playsheet.core.game import GAME_MASTER
from playsheet.core.geometry import spacing
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import NOBODY, Group
from playsheet.rules.riskfactor.ground.fog import hidden
from playsheet.rules.riskfactor.ground.moving import crowded
from playsheet.rules.riskfactor.sheet import ADVANCE_ORDER, HOLD_ORDER, StandingOrder
from playsheet.rules.riskfactor.terms import CLASSES, ORDERS, RESULTS, ROLES, OrderKind, Phase, Result, Where
from playsheet.rules.riskfactor.turn import SEQUENCE
from playsheet.tabletop.roster import frame_view
from playsheet.tabletop.secrets import side_of_seat

PLACES: Final = ("waiting", "on the table", "gone", "joined another group", "unseen")
PETTICOATS: Final = ("none", "hitched", "down")
UNSEEN: Final = 4  # a group's place, in a battle as the other side sees it
OUT_OF_VIEW: Final = 3  # a figure's state there
_SHIFT: Final = Throw("Elsewhere", "visibility", "", "", "R28", 2)
STUMBLE: Final = 60.0  # hidden troops farther off than this cannot be met, nor found, within a step


def knows_all(battle: RiskBattle, seat: int) -> bool:
    """Without fog everybody does, and everybody once the battle is over."""
    return not battle.rules.fog or battle.finished or seat == GAME_MASTER


def hidden_from(battle: RiskBattle, side: int) -> list[int]:
    """The figures that this side's players may not know of, with fog."""
    return [
        figure
        for group in battle.groups
        if group.side != side and group.place == Where.ON_TABLE
        for figure in battle.members(group)
        if hidden(battle, figure)
    ]


def seen_by(battle: RiskBattle, seat: int) -> RiskBattle:
    """The battle as the seat may know it: hidden figures are out of view, and nothing is known of where they stand."""
    if knows_all(battle, seat):
        return battle
    side = side_of_seat(battle.goals.seat_sides, seat)
    twin = battle.clone()
    for figure in hidden_from(battle, side):
        at: i64 = figure
        twin.put(figure, 0.0, 0.0, 0.0)
        twin.near.remove(figure)
        twin.figures.state[at] = OUT_OF_VIEW
        twin.went[at] = 0
        twin.group_of(figure).present_known = False
    for group in twin.groups:
        if group.side != side:
            forget_what_was_said(twin, group)
            if is_unseen(twin, group):
                forget_what_it_did(group)
    if twin.active != side:
        twin.queue = []
    return twin


def is_unseen(seen: RiskBattle, group: Group) -> bool:
    """Are all of it out of view, in a battle as the other side sees it? So they are if they joined others there."""
    if group.place == Where.ON_TABLE:
        return not seen.members(group)
    if group.place != Where.JOINED:
        return False
    left = [int(seen.figures.state[i64(group.first + index)]) for index in range(group.start)]
    return OUT_OF_VIEW in left and IN_PLAY not in left


def forget_what_was_said(battle: RiskBattle, group: Group) -> None:
    """Orders, commands and action dice of the others (R64)."""
    group.order = HOLD_ORDER
    group.action = -1
    group.last_action = -1
    group.obeys = True
    group.plain = False
    group.offered = False
    group.fled_before = False
    group.with_group = NOBODY
    group.commander = NOBODY
    group.declared = False
    group.risk_add = 0
    group.die_add = 0
    for index in range(group.start):
        battle.bought[i64(group.first + index)] = 0


def forget_what_it_did(group: Group) -> None:
    """Of a group that is out of view only its roster is known."""
    group.place = UNSEEN
    group.strength = group.start
    group.hurt_before = 0
    group.joined = []
    group.present_known = False
    group.advancing = False
    group.melee_retreat = False
    group.router = False
    group.loaded = True
    group.charged = False
    group.fought = False
    group.in_melee_phase = False


# ---------------------------------------------------------------- as plain data


def view(battle: RiskBattle, seat: int) -> dict[str, object]:
    """The table as plain data."""
    return view_of(seen_by(battle, seat), seat)


def view_of(seen: RiskBattle, seat: int) -> dict[str, object]:
    """The same, of the battle as the seat has seen it: with fog that takes the longest."""
    all_known = knows_all(seen, seat)
    side = side_of_seat(seen.goals.seat_sides, seat)
    return {
        **frame_view(seen, seen.goals.turns),
        "sides": list(seen.goals.side_names),
        "first": seen.first_side,
        "active": seen.active,
        "phase": SEQUENCE[seen.phase].title,
        "to_act": seen.queue[:],
        "groups": [group_view(seen, group, all_known or group.side == side) for group in seen.groups],
    }


def group_view(battle: RiskBattle, group: Group, told: bool) -> dict[str, object]:
    """A group; of one that is out of view only what its roster says. `told`: what it was told is known as well."""
    plain: dict[str, object] = {
        "id": group.id,
        "name": group.name,
        "card": group.card.id,
        "side": group.side,
        "seat": group.seat,
        "leader": group.leader,
        "class": CLASSES[group.card.cls],
        "start": group.start,
        "strength": group.strength,
        "place": PLACES[group.place],
    }
    if group.place == UNSEEN:
        return plain
    plain["order"] = order_view(group.order) if told else None
    plain["action"] = RESULTS[group.action] if group.action >= 0 else None
    plain["obeys"] = group.obeys if told else None
    plain["commander"] = group.commander if told else None
    plain["router"] = group.router
    plain["loaded"] = group.loaded
    plain["fired"] = group.fired
    plain["advancing"] = group.advancing
    plain["melee_retreat"] = group.melee_retreat
    plain["visibility"] = group.visibility
    plain["figures"] = [figure_view(battle, figure) for figure in battle.members(group)]
    return plain


def order_view(order: StandingOrder) -> dict[str, object]:
    return {"kind": ORDERS[order.kind], "to": [order.x, order.y] if order.to_point else None}


def figure_view(battle: RiskBattle, figure: int) -> dict[str, object]:
    at: i64 = figure
    return {
        "id": figure,
        "x": round(battle.figures.x[at], 4),
        "y": round(battle.figures.y[at], 4),
        "facing": round(battle.figures.facing[at], 3),
        "role": ROLES[battle.squads.role[at]],
        "class": CLASSES[battle.squads.rank[at]],
        "wounds": int(battle.wounds[at]),
        "petticoats": PETTICOATS[battle.petticoats[at]],
    }


# ---------------------------------------------------------------- for the law of hidden facts


def scrambled(battle: RiskBattle, seat: int, dice: Dice) -> RiskBattle | None:
    """A copy in which the enemies have other orders, and those who are hidden stand elsewhere in the same ground.

    Only in the seat's own side's turn, when the enemies do nothing themselves, and only those stand elsewhere who are
    so far off that nobody stumbles on them within a step.
    """
    side = side_of_seat(battle.goals.seat_sides, seat)
    if not battle.rules.fog or battle.phase == Phase.SETTING_UP or battle.active != side or battle.finished:
        return None
    twin = battle.clone()
    for group in twin.groups:
        if group.side == side or group.place != Where.ON_TABLE:
            continue
        group.order = ADVANCE_ORDER if group.order.kind == OrderKind.HOLD else HOLD_ORDER
        group.action = Result.HALT if group.action != Result.HALT else Result.CONTINUE
        group.last_action = group.action
        if far_and_hidden(twin, group, side) and shifted(twin, group, dice):
            group.loaded = not group.loaded
            group.advancing = not group.advancing
    return twin


def far_and_hidden(battle: RiskBattle, group: Group, side: int) -> bool:
    for figure in battle.members(group):
        if not hidden(battle, figure):
            return False
        at: i64 = figure
        for other in battle.groups:
            if other.side == side and other.place == Where.ON_TABLE:
                for enemy in battle.members(other):
                    e: i64 = enemy
                    far = spacing(battle.figures.x[at], battle.figures.y[at], battle.figures.x[e], battle.figures.y[e])
                    if far < STUMBLE:
                        return False
    return True


def shifted(battle: RiskBattle, group: Group, dice: Dice) -> bool:
    """Move the whole group a little, if it stays as hidden as it was."""
    members = battle.members(group)
    for _ in range(8):
        faces = [dice.pick([0] * 21, _SHIFT) for _ in range(2)]
        dx = 0.5 * (faces[0] - 10)
        dy = 0.5 * (faces[1] - 10)
        if not faces[0] - 10 and not faces[1] - 10:
            continue
        twin = battle.clone()
        fits = True
        for figure in members:
            at: i64 = figure
            twin.put(figure, battle.figures.x[at] + dx, battle.figures.y[at] + dy, battle.figures.facing[at])
        for figure in members:
            at = figure
            x = twin.figures.x[at]
            y = twin.figures.y[at]
            if (
                not on_table(twin.land.ground, x, y, twin.radius)
                or twin.hides[at] != battle.hides[at]
                or crowded(twin, x, y, figure)
                or not hidden(twin, figure)
            ):
                fits = False
        if fits and far_and_hidden(twin, group, 1 - group.side):
            for figure in members:
                at = figure
                battle.put(figure, twin.figures.x[at], twin.figures.y[at], twin.figures.facing[at])
            return True
    return False
