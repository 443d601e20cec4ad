"""What has been learnt: a fact that was hidden from somebody and is shown to him now. Computed, never flagged."""

from __future__ import annotations

from typing import Final

from playsheet.core.events import B
from playsheet.core.game import GAME_MASTER
from playsheet.core.showing import Data, mark_data, standing_data
from playsheet.core.system import System
from playsheet.core.telling import Mark

ABSENT: Final = object()  # there is no such thing in this view
NAMES: Final = ("id", "sign", "name")  # by which the members of a list are told apart, wherever they stand in it


def anybody_learnt(system: System[B], seat: int, others: list[int], before: B, now: B) -> bool:
    """Has the seat learnt anything from one battle to the other, or has anybody else, as far as it can know?

    What others learn is looked for in the battle as the seat sees it: that somebody unseen has seen something must not
    be told by what the seat may do.
    """
    if has_learnt(system, seat, before, now):
        return True
    before = system.seen(before, seat)
    now = system.seen(now, seat)
    for other in others:
        if has_learnt(system, other, before, now):
            return True
    return False


def has_learnt(system: System[B], seat: int, before: B, now: B) -> bool:
    mine = known_to(system, before, seat)
    later = known_to(system, now, seat)
    return mine != later and is_shown(mine, known_to(system, before, GAME_MASTER), later)


def known_to(system: System[B], battle: B, seat: int) -> Data:
    """All that a seat is shown, in parts that are found again whatever comes and goes beside them."""
    look = system.look(battle, seat, None)
    seen = system.seen(battle, seat)
    track = system.track(seen)
    known: Data = {"view": look.view, "score": system.score(seen)}
    known["roster"] = {str(index): standing_data(unit) for index, unit in enumerate(look.roster)}
    known["marks"] = marks_by_figure(look.marks)
    known["fallen"] = marks_by_figure(look.fallen)
    known["track"] = None if track is None else [track.names, track.units, track.now, track.left, track.side]
    return known


def marks_by_figure(marks: list[Mark]) -> Data:
    """Figures without a number of their own are those of a unit in the order of the map."""
    found: Data = {}
    for mark in marks:
        name = f"{mark.unit} {mark.figure}"
        again = 0
        while f"{name} {again}" in found:
            again += 1
        found[f"{name} {again}"] = mark_data(mark)
    return found


def is_shown(mine: object, truth: object, later: object) -> bool:
    """Is there a place where `mine` was not the `truth`, and which is shown otherwise later?"""
    if mine in (later, truth) or later is ABSENT:
        return False
    if isinstance(mine, list) and isinstance(later, list):
        named, named_later = by_name(mine), by_name(later)
        if named is None or named_later is None:
            return True
        mine, later = named, named_later
        truth = by_name(truth) if isinstance(truth, list) else truth
    if not isinstance(mine, dict) or not isinstance(later, dict):
        return True
    known = truth if isinstance(truth, dict) else {}
    for key in [*mine, *[key for key in later if key not in mine]]:
        if is_shown(mine.get(key, ABSENT), known.get(key, ABSENT), later.get(key, ABSENT)):
            return True
    return False


def by_name(members: list[object]) -> Data | None:
    """The members of a list by what they are called; None if they are not called anything, or two the same."""
    found: Data = {}
    for member in members:
        name = name_of(member)
        if name is None or name in found:
            return None
        found[name] = member
    return found


def name_of(member: object) -> str | None:
    if isinstance(member, str):
        return member
    if isinstance(member, dict):
        for key in NAMES:
            if key in member:
                return f"{key} {member[key]}"
    return None
