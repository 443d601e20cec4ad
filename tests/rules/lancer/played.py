"""What the odds of this sheet speak of, read off the table (odds_on_table.py)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil
from typing import Any

from tabletop import of, one

from playsheet.core.asking import Question
from playsheet.core.events import Event
from playsheet.core.forms import Case, Facts
from playsheet.rules.lancer.battle.events import (
    ChargeEnded,
    FigureLost,
    Fired,
    Fought,
    Jammed,
    MoraleFailed,
    MoraleHeld,
    Moved,
    Routed,
)
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.calculator.forms import FALLS_BACK, HELD, NOT_HIT, ROUTED, WAITS
from playsheet.rules.lancer.ground.contact import Pair, pairs_in_contact
from playsheet.rules.lancer.table.melee import NamePair
from playsheet.rules.lancer.terms import Arm

KINDS = {"charge": ("charge",), "volley": ("shoot",), "melee": ("melee",)}

Events = Sequence[Event[Any]]


def answer(case: Case, battle: LancerBattle, question: Question) -> str | None:
    """Whoever can closes up, and the attackers are dealt round among the defenders."""
    offered = [option.key() for option in question.options]
    if question.kind == "close_up":
        return offered[1]
    if question.kind == "pair":
        return next(pair for pair in dealt_round(battle, battle.units[question.about]) if pair in offered)
    return None


def dealt_round(battle: LancerBattle, unit: Unit) -> list[str]:
    """Each figure against the enemy in touch who has the fewest on him, those with the least choice first."""
    by_figure: dict[int, list[Pair]] = {}
    for pair in pairs_in_contact(battle, unit):
        by_figure.setdefault(pair.mine, []).append(pair)
    upon: Counter[int] = Counter()
    named: list[str] = []
    for mine in sorted(by_figure.values(), key=len):
        pair = min(mine, key=lambda pair: upon[pair.theirs])
        upon[pair.theirs] += 1
        named.append(NamePair(pair).key())
    return named


def is_over(case: Case, battle: LancerBattle, events: Events) -> bool:
    """A charge that fell short is over before its target reacts."""
    return case.form.id == "charge" and bool(of(events, ChargeEnded)) and one(events, ChargeEnded).enemy < 0


def facts(case: Case, before: LancerBattle, events: Events, after: LancerBattle) -> Facts:
    if case.form.id == "shoot":
        return shot(case, before, events)
    if case.form.id == "charge":
        return charged(before, events)
    first = of(events, Fought)[0]
    side = before.units[first.attacker].side
    return fallen(before, events, side), fallen(before, events, 1 - side)


def shot(case: Case, before: LancerBattle, events: Events) -> Facts:
    fired = one(events, Fired)
    morale = NOT_HIT
    if of(events, MoraleHeld):
        morale = HELD
    elif of(events, MoraleFailed):
        morale = ROUTED if of(events, Routed) else FALLS_BACK
    elif fired.hits:
        morale = WAITS
    lost = [before.units[event.unit] for event in of(events, FigureLost)]
    commanders = len([unit for unit in lost if unit.kind == Arm.COMMANDER and unit.id != fired.target])
    routed = [event for event in of(events, Routed) if event.unit == fired.target and event.with_commander]
    if routed:
        commanders = len(before.units[fired.target].commanders)
    return fired.hits, bool(of(events, Jammed)), morale, len(lost) - (0 if routed else commanders), commanders


def charged(before: LancerBattle, events: Events) -> Facts:
    ended = of(events, ChargeEnded)[0]
    moved = next(event for event in of(events, Moved) if event.unit == ended.unit)
    side = before.units[ended.unit].side
    home = ended.enemy >= 0
    return (
        home,
        ceil(moved.inches) if home else moved.rolled,
        fallen(before, events, side),
        fallen(before, events, 1 - side),
    )


def fallen(before: LancerBattle, events: Events, side: int) -> int:
    return len([event for event in of(events, FigureLost) if before.units[event.unit].side == side])
