"""What a seat may know: everything on the table. With fog (R28, R64) no enemy who is hidden, nor what he is told."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing
from playsheet.core.dice import Dice
from playsheet.core.discs import on_table, overlaps_piece
from playsheet.core.events import Throw
from playsheet.core.figures import IN_PLAY
from playsheet.core.game import GAME_MASTER
from playsheet.core.geometry import spacing
from playsheet.core.terrain import holds
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import NOBODY, Group
from playsheet.rules.riskfactor.ground.fog import hidden
from playsheet.rules.riskfactor.ground.moving import APART, crowded
from playsheet.rules.riskfactor.sheet import ADVANCE_ORDER, HOLD_ORDER, StandingOrder
from playsheet.rules.riskfactor.terms import CLASSES, ORDERS, RESULTS, ROLES, OrderKind, Phase, Result, Where
from playsheet.rules.riskfactor.turn import SEQUENCE, WHOLE_SIDE, queue_of
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


# ---------------------------------------------------------------- what it could be


def guessed(battle: RiskBattle, seat: int, dice: Dice) -> RiskBattle:
    """A battle that could be the real one: whoever is out of view stands somewhere where he is not seen, on hold.

    The dice say where: ones take the places that are farthest from the seat's own men.
    """
    twin = seen_by(battle, seat).clone()
    if knows_all(battle, seat):
        return twin
    side = side_of_seat(battle.goals.seat_sides, seat)
    for group in twin.groups:
        if group.side == side:
            continue
        unseen = out_of_view(twin, group)
        if group.place == UNSEEN:
            bring_back(group, unseen)
        if group.router:
            group.action = Result.RUN
        if unseen:
            stand_unseen(twin, group, unseen, dice)
    if twin.active >= 0 and twin.active != side and twin.phase not in WHOLE_SIDE:
        guess_who_acts(twin)
    return twin


def out_of_view(seen: RiskBattle, group: Group) -> list[int]:
    """Its figures whom the other side does not see."""
    found: list[int] = []
    figure: i64 = 0
    while figure < len(seen.owner):
        if seen.owner[figure] == group.id and seen.figures.state[figure] == OUT_OF_VIEW:
            found.append(int(figure))
        figure += 1
    return found


def bring_back(group: Group, unseen: list[int]) -> None:
    """Onto the table, with those who have joined it; if it has no figure itself, it has joined another."""
    group.place = Where.ON_TABLE if unseen else Where.JOINED
    group.joined = [figure for figure in unseen if not group.first <= figure < group.first + group.start]
    group.strength = group.start + len(group.joined)


def stand_unseen(battle: RiskBattle, group: Group, unseen: list[int], dice: Dice) -> None:
    """Near those of the group who are seen; else about any place that hides them."""
    enemies = [figure for other in battle.groups if other.side != group.side for figure in battle.members(other)]
    middle = battle.centre(enemies) if enemies else (0.0, 0.0)
    seen = battle.members(group)
    for part in (1.0, 2.0, 4.0):  # where they are crowded, places between the places
        spots = hiding_places(battle, battle.rules.base / part + APART)
        x, y = battle.centre(seen) if seen else any_of(battle, spots, enemies, dice)
        spots.sort(key=lambda spot: spacing(x, y, spot[0], spot[1]))
        left: list[int] = []
        for figure in unseen:
            spot = next((spot for spot in spots if fits(battle, figure, spot, middle)), None)
            if spot is None:
                left.append(figure)
            else:
                spots.remove(spot)
        unseen = left
        group.present_known = False
        if not unseen:
            return
    if not battle.members(group):
        group.place = UNSEEN


def any_of(battle: RiskBattle, spots: list[tuple[float, float]], enemies: list[int], dice: Dice) -> tuple[float, float]:
    """One of the places, the first being the farthest from the enemies."""
    if not spots:
        return 0.0, 0.0
    fars = sorted([(-from_figures(battle, enemies, spot), spot) for spot in spots])
    return fars[dice.pick([0] * len(fars), _SHIFT)][1]


def hiding_places(battle: RiskBattle, apart: float) -> list[tuple[float, float]]:
    """Points so far from each other in all ground that conceals."""
    found: list[tuple[float, float]] = []
    for index in battle.land.concealing:
        piece = battle.land.plots[index].piece
        for row in range(int((piece.max_y - piece.min_y) / apart) + 1):
            y = piece.min_y + (row + 0.5) * apart
            for column in range(int((piece.max_x - piece.min_x) / apart) + 1):
                x = piece.min_x + (column + 0.5) * apart
                if holds(piece, x, y):
                    found.append((x, y))
    return found


def from_figures(battle: RiskBattle, figures: list[int], spot: tuple[float, float]) -> float:
    """How far it is to the nearest of them."""
    xs = battle.figures.x
    ys = battle.figures.y
    return min([spacing(xs[i64(k)], ys[i64(k)], spot[0], spot[1]) for k in figures], default=0.0)


def fits(battle: RiskBattle, figure: int, spot: tuple[float, float], toward: tuple[float, float]) -> bool:
    """Stand the figure there, if he may stand there and nobody sees him."""
    x, y = spot
    at: i64 = figure
    if crowded(battle, x, y, figure):
        return False
    if battle.group_of(figure).card.mounted:
        for piece in battle.land.closed_to_horse:
            if overlaps_piece(piece, x, y, battle.radius):
                return False
    battle.put(figure, x, y, bearing(toward[0] - x, toward[1] - y))
    if hidden(battle, figure):
        battle.figures.state[at] = IN_PLAY
        return True
    battle.put(figure, 0.0, 0.0, 0.0)
    battle.near.remove(figure)
    return False


def guess_who_acts(battle: RiskBattle) -> None:
    """In the others' turn: everybody who could act in the phase still has to."""
    theirs = [group for group in battle.groups if group.side == battle.active and group.place == Where.ON_TABLE]
    for group in theirs:
        group.action = Result.RUN if group.router else Result.CONTINUE
        group.obeys = battle.phase != Phase.FREE_MOVES
    battle.queue = queue_of(battle, battle.phase) or [group.id for group in theirs[:1]]


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
