"""What has been learnt: a fact that was hidden from somebody and is shown to him now. Computed, never flagged."""

from __future__ import annotations

from typing import Final, Generic

from playsheet.core.events import B
from playsheet.core.game import GAME_MASTER
from playsheet.core.showing import Data, mark_data, standing_data
from playsheet.core.system import System
from playsheet.core.telling import Mark

ABSENT: Final = object()  # there is no such thing in this view
NAMES: Final = ("id", "sign", "name")  # by which the members of a list are told apart, wherever they stand in it


class Knowledge(Generic[B]):
    """A battle as a seat knows it, and as the others do in its eyes: worked out when it is asked for, and once.

    What others know is looked for in the battle as the seat sees it. That somebody unseen has seen something must not
    be told by what the seat may do; and what a seat cannot know, it cannot use.
    """

    def __init__(self, system: System[B], seat: int, battle: B) -> None:
        self.system: Final = system
        self.seat: Final = seat
        self.battle = battle
        self.seen: B | None = None
        self.known: Final[dict[int, Data]] = {}
        self.truth: Data | None = None
        self.truth_seen: Data | None = None

    def keep(self, battle: B) -> None:
        """The battle itself goes on: this copy of it stays as it is."""
        self.battle = battle
        self.seen = None

    def in_its_eyes(self) -> B:
        if self.seen is None:
            self.seen = self.system.seen(self.battle, self.seat)
        return self.seen

    def of(self, other: int) -> Data:
        """What the seat itself, or another, is shown."""
        found = self.known.get(other)
        if found is None:
            battle = self.battle if other == self.seat else self.in_its_eyes()
            found = self.known[other] = known_to(self.system, battle, other)
        return found

    def whole(self, other: int) -> Data:
        """What there is to be shown."""
        if other == self.seat:
            if self.truth is None:
                self.truth = known_to(self.system, self.battle, GAME_MASTER)
            return self.truth
        if self.truth_seen is None:
            self.truth_seen = known_to(self.system, self.in_its_eyes(), GAME_MASTER)
        return self.truth_seen


def has_learnt(before: Knowledge[B], now: Knowledge[B], other: int) -> bool:
    """Is anything shown to the seat, or to another in its eyes, that was hidden from it before?"""
    mine, later = before.of(other), now.of(other)
    return mine != later and is_shown(mine, before.whole(other), later)


def known_to(system: System[B], battle: B, seat: int) -> Data:
    """All that a seat is shown, in parts that are found again whatever comes and goes beside them."""
    look = system.look(battle, seat, None)
    known: Data = {"view": look.view}
    known["roster"] = {str(index): standing_data(unit) for index, unit in enumerate(look.roster)}
    known["marks"] = marks_by_figure(look.marks)
    known["fallen"] = marks_by_figure(look.fallen)
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
