"""Fog (R28, R64): which figures the other side's players do not know of, and who may not be told what."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.ground.sight import sees
from playsheet.rules.riskfactor.terms import Where
from playsheet.tabletop.secrets import all_but_side


def hidden(battle: RiskBattle, figure: int) -> bool:
    """With fog: does the other side's player not know that he stands there? Only those in concealing ground are."""
    at: i64 = figure
    if battle.hides[at] < 0:
        return False
    side = battle.groups[battle.owner[at]].side
    for group in battle.groups:
        if group.side != side and group.place == Where.ON_TABLE:
            for enemy in battle.members(group):
                if sees(battle, enemy, figure):
                    return False
    return True


def unheard(battle: RiskBattle, side: int) -> tuple[int, ...]:
    """The seats that may not be told what this side says to its own: with fog, all others."""
    return all_but_side(battle.goals.seat_sides, side) if battle.rules.fog else ()


def unseen(battle: RiskBattle, members: list[int], side: int) -> tuple[int, ...]:
    """The seats that may not be told what these figures do: with fog, all others, while every one of them is hidden."""
    if not battle.rules.fog or not members:
        return ()
    for figure in members:
        if not hidden(battle, figure):
            return ()
    return all_but_side(battle.goals.seat_sides, side)
