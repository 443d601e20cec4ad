"""Groups as a roster lists them, and figures as a map draws them."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.telling import Mark, Standing
from playsheet.rules.riskfactor.sheet import ADVANCING, HOLD
from playsheet.rules.riskfactor.state import ON_TABLE, Group, RiskBattle
from playsheet.rules.riskfactor.view import PLACES


def roster(battle: RiskBattle) -> list[Standing]:
    return [
        Standing(
            group.side,
            group.name,
            len(battle.members(group)) if group.place == ON_TABLE else 0,
            group.strength,
            PLACES[group.place],
            group.place == ON_TABLE,
            state_of(battle, group),
            group.place == ON_TABLE and (group.router or group.melee_retreat),
        )
        for group in battle.groups
    ]


def state_of(battle: RiskBattle, group: Group) -> list[str]:
    """What is to be known of a group besides its numbers."""
    if group.place != ON_TABLE:
        return [PLACES[group.place]]
    found: list[str] = []
    if group.router:
        found.append("running")
    elif group.melee_retreat:
        found.append("beaten back")
    foes = foes_of(battle, group)
    if foes:
        found.append("in melee with " + ", ".join(foes))
    wounded = 0
    for figure in battle.members(group):
        if battle.wounds[i64(figure)] > 0:
            wounded += 1
    if wounded:
        found.append("wounded" if group.leader else f"{wounded} wounded")
    if group.card.load is not None and group.card.load.loads and not group.loaded:
        found.append("unloaded")
    if not found and not group.leader:
        kind = group.order.kind
        found.append("holding" if kind == HOLD else "advancing" if kind == ADVANCING else "withdrawing")
    return found


def foes_of(battle: RiskBattle, group: Group) -> list[str]:
    found: list[str] = []
    for one, other in battle.contacts():
        a = battle.group_of(one)
        b = battle.group_of(other)
        foe = b if a is group else a if b is group else None
        if foe is not None and foe.name not in found:
            found.append(foe.name)
    return found


def marks(battle: RiskBattle) -> list[Mark]:
    """Leaders last, on top."""
    return [
        Mark(battle.figures.x[i64(figure)], battle.figures.y[i64(figure)], group.id)
        for leaders in (False, True)
        for group in battle.groups
        if group.place == ON_TABLE and group.leader == leaders
        for figure in battle.members(group)
    ]
