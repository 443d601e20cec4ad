"""What a seat may know: everything on the table and, with fog (R28), no enemy who is hidden in ground that conceals."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.dice import Dice
from playsheet.core.discs import on_table
from playsheet.core.events import Throw
from playsheet.core.geometry import spacing
from playsheet.rules.riskfactor.movement import crowded
from playsheet.rules.riskfactor.sheet import CLASSES, ORDERS, RESULTS, ROLES
from playsheet.rules.riskfactor.sight import hidden
from playsheet.rules.riskfactor.state import ON_TABLE, PHASE_NAMES, SETTING_UP, Group, RiskBattle

PLACES: Final = ("waiting", "on the table", "gone", "joined another group", "unseen")
PETTICOATS: Final = ("none", "hitched", "down")
UNSEEN: Final = 4  # a group's place, in a battle as the other side sees it
OUT_OF_VIEW: Final = 3  # a figure's state there
_SHIFT: Final = Throw("Elsewhere", "visibility", "", "", "R28", 2)
STUMBLE: Final = 60.0  # hidden troops farther off than this cannot be met, nor found, within a step


def side_of_seat(battle: RiskBattle, seat: int) -> int:
    """-1 for somebody who only looks on."""
    return battle.goals.seat_sides[seat] if 0 <= seat < len(battle.goals.seat_sides) else -1


def hidden_from(battle: RiskBattle, side: int) -> list[int]:
    """The figures that this side's players may not know of."""
    if not battle.rules.fog or battle.finished:
        return []
    return [
        figure
        for group in battle.groups
        if group.side != side and group.place == ON_TABLE
        for figure in battle.members(group)
        if hidden(battle, figure)
    ]


def seen_by(battle: RiskBattle, seat: int) -> RiskBattle:
    """The battle as the seat may know it: hidden figures are out of view, and nothing is known of where they stand."""
    if not battle.rules.fog:
        return battle
    out = hidden_from(battle, side_of_seat(battle, seat))
    if not out:
        return battle
    twin = battle.clone()
    for figure in out:
        at: i64 = figure
        twin.put(figure, 0.0, 0.0, 0.0)
        twin.figures.state[at] = OUT_OF_VIEW
    for group in twin.groups:
        if group.place == ON_TABLE and not twin.members(group):
            group.place = UNSEEN
    twin.touching_known = False
    return twin


def view(battle: RiskBattle, seat: int) -> dict[str, object]:
    """The table as plain data."""
    out = hidden_from(battle, side_of_seat(battle, seat))
    return {
        "turn": battle.turn,
        "turns": battle.goals.turns,
        "finished": battle.finished,
        "winner": battle.winner,
        "verdict": battle.verdict,
        "sides": list(battle.goals.side_names),
        "first": battle.first_side,
        "active": battle.active,
        "phase": PHASE_NAMES[battle.phase],
        "to_act": [id for id in battle.queue if not all_out(battle, battle.groups[id], out)],
        "groups": [group_view(battle, group, out) for group in battle.groups],
    }


def all_out(battle: RiskBattle, group: Group, out: list[int]) -> bool:
    return bool(out) and all(figure in out for figure in battle.members(group))


def group_view(battle: RiskBattle, group: Group, out: list[int]) -> dict[str, object]:
    """A group; of one that is hidden only what its roster says."""
    members = [figure for figure in battle.members(group) if figure not in out]
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
    }
    if out and not members and group.place == ON_TABLE:
        plain["place"] = PLACES[UNSEEN]
        return plain
    plain["place"] = PLACES[group.place]
    plain["order"] = {
        "kind": ORDERS[group.order.kind],
        "to": [group.order.x, group.order.y] if group.order.to_point else None,
    }
    plain["action"] = RESULTS[group.action] if group.action >= 0 else None
    plain["obeys"] = group.obeys
    plain["commander"] = group.commander
    plain["router"] = group.router
    plain["loaded"] = group.loaded
    plain["fired"] = group.fired
    plain["advancing"] = group.advancing
    plain["melee_retreat"] = group.melee_retreat
    plain["visibility"] = group.visibility
    plain["figures"] = [figure_view(battle, figure) for figure in members]
    return plain


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
    """A copy in which hidden enemies stand elsewhere in the same piece of ground.

    Only in the seat's own side's turn, when hidden troops do nothing themselves, and only those so far off that nobody
    stumbles on them within a step.
    """
    side = side_of_seat(battle, seat)
    if not battle.rules.fog or battle.phase == SETTING_UP or battle.active != side or battle.finished:
        return None
    twin = battle.clone()
    changed = False
    for group in twin.groups:
        if group.side != side and group.place == ON_TABLE and far_and_hidden(twin, group, side):
            changed = shifted(twin, group, dice) or changed
    return twin if changed else None


def far_and_hidden(battle: RiskBattle, group: Group, side: int) -> bool:
    for figure in battle.members(group):
        if not hidden(battle, figure):
            return False
        at: i64 = figure
        for other in battle.groups:
            if other.side == side and other.place == ON_TABLE:
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
