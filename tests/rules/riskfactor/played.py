"""What the odds of this sheet speak of, read off the table (odds_on_table.py).

A charge is an ordinary move into contact: its odds are those of the melee that it brings about, later in the turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletop import of, one

from playsheet.core.asking import Question
from playsheet.core.events import Event
from playsheet.core.forms import Case, Facts
from playsheet.rules.riskfactor.battle.events import Passed
from playsheet.rules.riskfactor.battle.fight_events import Fired, Fought, Hurt, MeleeEnded
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.terms import MELEE_SIDES, MeleeSide

KINDS = {"charge": ("charge",), "volley": ("shoot",), "melee": ("melee", "break-off")}
STEPS = 80  # from a group's move to the melees of its side, group by group
# Nobody else joins the melee, or leaves it, and nobody else shoots.
HELD_BACK = {
    "move_next": "done",
    "fire_next": "done",
    "standing_order": "keep",
    "move": "stay",
    "fire": "hold_fire",
    "charge": "no",
}

Events = Sequence[Event[Any]]


def answer(case: Case, battle: RiskBattle, question: Question) -> str | None:
    if question.kind == "pair":
        offered = [option.key() for option in question.options]
        return next(key for key in (f"against:{mine}:{theirs}" for mine, theirs in named(case)) if key in offered)
    if question.kind == "parting_blow":
        return question.options[0].key()
    return HELD_BACK.get(question.kind)


def named(case: Case) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = case.situation.named
    return pairs


def is_over(case: Case, battle: RiskBattle, events: Events) -> bool:
    if case.form.id == "shoot":
        return bool(of(events, Fired))
    if case.form.id == "break-off":
        return bool(of(events, Passed))
    return bool(melee_of(case, battle, events))


def melee_of(case: Case, battle: RiskBattle, events: Events) -> list[MeleeEnded]:
    """Where the first of its pairs was fought."""
    group = battle.group_of(named(case)[0][0]).id
    return [event for event in of(events, MeleeEnded) if group in event.groups]


def facts(case: Case, before: RiskBattle, events: Events, after: RiskBattle) -> Facts:
    if case.form.id == "shoot":
        return (one(events, Fired).hits, *harm(before, of(events, Hurt)))
    if case.form.id == "break-off":
        struck = blows(case, events)
        counts = harm(before, struck)
        return counts[1] + counts[3], counts[0] + counts[2]
    return fought(case, before, events)


def harm(before: RiskBattle, hurts: Sequence[Hurt]) -> tuple[int, int, int, int]:
    """Men killed, men wounded who were not before; leaders likewise."""
    last = {hurt.figure: hurt for hurt in hurts}
    counts = [0, 0, 0, 0]
    for figure, hurt in last.items():
        place = 2 if before.group_of(figure).leader else 0
        if hurt.killed:
            counts[place] += 1
        elif hurt.wounds and not before.wounds[figure]:
            counts[place + 1] += 1
    return counts[0], counts[1], counts[2], counts[3]


def blows(case: Case, events: Events) -> list[Hurt]:
    """What those strikers did whom the odds are about."""
    found: list[Hurt] = []
    mine = False
    for event in events:
        if isinstance(event, Fought):
            mine = event.mine in case.situation.named
        elif isinstance(event, Hurt) and event.how == "parting blow" and mine:
            found.append(event)
    return found


def fought(case: Case, before: RiskBattle, events: Events) -> Facts:
    ended = melee_of(case, before, events)[0]
    side = before.side_of(named(case)[0][0])
    struck = [event for event in of(events, Hurt) if event.how == "melee"]
    own = [event for event in struck if before.group_of(event.figure).id in ended.groups]
    killed = [len([event for event in own if event.killed and before.side_of(event.figure) == held]) for held in (0, 1)]
    loser = MeleeSide.NEITHER if ended.loser < 0 else MeleeSide.ACTIVE if ended.loser == side else MeleeSide.OTHER
    return ended.suffered[side], killed[side], ended.suffered[1 - side], killed[1 - side], MELEE_SIDES[loser]
