"""What the odds of this sheet speak of, read off the table (odds_on_table.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletop import of, one

from playsheet.core.asking import Question
from playsheet.core.events import Event
from playsheet.core.forms import Case, Facts, shown_length
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
from playsheet.rules.lancer.calculator.morale import FALLS_BACK, HELD, NOT_HIT, ROUTED, WAITS
from playsheet.rules.lancer.calculator.what_if import Usual
from playsheet.rules.lancer.terms import Arm

KINDS = {"charge": ("charge",), "volley": ("shoot",), "melee": ("melee",), "leaving": ("parting",)}
TAKEN_FOR_GRANTED = ("reaction", "take_in", "close_up", "close_up_figure", "pair", "strike")

Events = Sequence[Event[Any]]


def answer(case: Case, battle: LancerBattle, question: Question) -> str | None:
    """What the odds themselves take for granted; aims and ways out are the doctrine's, which aims as they do."""
    if question.kind in TAKEN_FOR_GRANTED:
        return Usual().choose(battle, question).key()
    return None


def is_over(case: Case, battle: LancerBattle, events: Events) -> bool:
    """All of them are over when the step is."""
    return False


def facts(case: Case, before: LancerBattle, events: Events, after: LancerBattle) -> Facts:
    if case.form.id == "shoot":
        return shot(before, events)
    if case.form.id == "charge":
        return charged(before, events)
    if case.form.id == "parting":
        return (len([event for event in of(events, FigureLost) if event.how == "parting blow"]),)
    side = before.units[of(events, Fought)[0].attacker].side
    return fallen(before, events, side), fallen(before, events, 1 - side)


def shot(before: LancerBattle, events: Events) -> Facts:
    fired = one(events, Fired)
    lost = [before.units[event.unit] for event in of(events, FigureLost)]
    commanders = len([unit for unit in lost if unit.kind == Arm.COMMANDER and unit.id != fired.target])
    routed = [event for event in of(events, Routed) if event.unit == fired.target and event.with_commander]
    if routed:
        commanders = len(before.units[fired.target].commanders)
    figures = len(lost) - (0 if routed else commanders)
    return fired.hits, bool(of(events, Jammed)), morale_of(events), figures, commanders


def morale_of(events: Events) -> str:
    """How whoever was shot at came through his check."""
    if of(events, MoraleHeld):
        return HELD
    if of(events, MoraleFailed):
        return ROUTED if of(events, Routed) else FALLS_BACK
    return WAITS if any(event.hits for event in of(events, Fired)) else NOT_HIT


def charged(before: LancerBattle, events: Events) -> Facts:
    """A charge and what was done about it, or a counter-charge, from the side of the one who made it."""
    ended = of(events, ChargeEnded)
    moved = next(event for event in of(events, Moved) if event.unit == ended[0].unit)
    side = before.units[ended[0].unit].side
    return (
        ended[0].enemy >= 0,
        shown_length(moved.inches),
        fallen(before, events, side),
        fallen(before, events, 1 - side),
        morale_of(events),
        len(ended) > 1 and ended[1].enemy >= 0,
    )


def fallen(before: LancerBattle, events: Events, side: int) -> int:
    return len([event for event in of(events, FigureLost) if before.units[event.unit].side == side])
