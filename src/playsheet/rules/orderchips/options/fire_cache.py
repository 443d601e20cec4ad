"""Shots that are kept from one look to the next: who may fire between moves is asked again after every move.

A unit's shots at a target hang on the two of them and on whoever stands between them, or near enough to the target to
be under its template. Only what a change on the table can have touched is laid anew; the rest is as it was.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import State
from playsheet.core.geometry import point_segment_distance, spacing
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Kept, Unit
from playsheet.rules.orderchips.options.shooting import Reach, Shot, in_range, laid_at, may_be_shot, may_fire

ASIDE: Final = 0.1  # inches: so much nearer than it need be counts as in between


class Known:
    """A unit as it was when it was last looked at: all of it that fire hangs on, and the circle that it stands in."""

    def __init__(self, battle: ChipBattle, unit: Unit) -> None:
        self.stamp: Final[int] = unit.stamp
        self.place: Final[int] = unit.place
        self.side: Final[int] = unit.side
        self.seat: Final[int] = unit.seat
        self.figures: Final[int] = unit.figures
        self.order: Final[int] = unit.order
        self.foes: Final[int] = unit.foes
        self.fit: Final[int] = unit.fit
        self.manned: Final[bool] = unit.manned
        self.gun_lost: Final[bool] = unit.gun_lost
        self.locked: Final[list[int]] = unit.locked  # lists of a unit are replaced, never changed
        self.attached: Final[list[int]] = unit.attached
        self.machine: Final[State] = unit.machine
        self.guests: Final[list[int]] = guests_of(battle, unit)
        circle = battle.circle(unit) if battle.models(unit) else None
        self.there: Final = circle is not None
        self.x: Final[float] = circle.x if circle is not None else 0.0
        self.y: Final[float] = circle.y if circle is not None else 0.0
        self.radius: Final[float] = circle.radius if circle is not None else 0.0

    def is_like(self, battle: ChipBattle, unit: Unit) -> bool:
        """Has nothing of it changed?"""
        return (
            self.stamp == unit.stamp
            and self.place == unit.place
            and self.figures == unit.figures
            and self.order == unit.order
            and self.locked is unit.locked
            and self.attached is unit.attached
            and self.machine is unit.machine
            and self.side == unit.side
            and self.seat == unit.seat
            and self.foes == unit.foes
            and self.fit == unit.fit
            and self.manned == unit.manned
            and self.gun_lost == unit.gun_lost
            and (not unit.attached or self.guests == guests_of(battle, unit))
        )


def guests_of(battle: ChipBattle, unit: Unit) -> list[int]:
    """Of each notable person with it where he has been put, and whether he has fired."""
    found: list[int] = []
    for id in unit.attached:
        found.append(battle.units[id].stamp)
        found.append(1 if battle.units[id].fired else 0)
    return found


class Watch:
    """A unit that could fire: from where, how far, and its shots at each unit that is near enough."""

    def __init__(self, battle: ChipBattle, unit: Unit) -> None:
        self.reach: Final = Reach(battle, unit)
        self.blast: Final = widest_blast(unit)
        self.shots: Final[dict[int, list[Shot]]] = {
            id: laid_at(battle, unit, battle.units[id]) for id in in_range(battle, unit)
        }
        self.doubtful: list[int] = []  # targets whose shots are to be laid anew

    def doubt(self, target: int) -> None:
        if target not in self.doubtful:
            self.doubtful.append(target)

    def settle(self, battle: ChipBattle, unit: Unit) -> None:
        """What has become doubtful is laid anew."""
        for id in self.doubtful:
            target = battle.units[id]
            if may_be_shot(battle, unit, target) and self.reach.holds(battle, target):
                self.shots[id] = laid_at(battle, unit, target)
            elif id in self.shots:
                del self.shots[id]
        self.doubtful = []


def widest_blast(unit: Unit) -> float:
    """The radius of the largest template that it may lay; 0 if its weapons do not burst."""
    card = unit.card.machine
    weapons = list(card.weapons) if card is not None else []
    if unit.card.weapon is not None:
        weapons.append(unit.card.weapon)
    widest = 0.0
    for weapon in weapons:
        if weapon.blast is not None:
            widest = max(widest, weapon.blast.radius)
    return widest


class Ready(Kept):
    """All that is kept of one battle."""

    def __init__(self, haze: bool) -> None:
        self.haze: Final = haze
        self.known: Final[list[Known]] = []
        self.watches: Final[dict[int, Watch]] = {}
        self.widest = 0.0  # no unit ever stood in a larger circle

    def look(self, battle: ChipBattle) -> None:
        """See what has changed since the last look."""
        for unit in battle.units:
            if unit.id >= len(self.known):
                self.known.append(Known(battle, unit))
            elif self.known[unit.id].is_like(battle, unit):
                continue
            else:
                self.touched_by(unit.id, self.known[unit.id])
                self.known[unit.id] = Known(battle, unit)
                if unit.id in self.watches:
                    del self.watches[unit.id]
            self.widest = max(self.widest, self.known[unit.id].radius)
            self.touched_by(unit.id, self.known[unit.id])

    def touched_by(self, changed: int, there: Known) -> None:
        """A unit that changed stands, or stood, there: shots at it are in doubt, and those that pass it."""
        for id, watch in self.watches.items():
            if changed in watch.shots:
                watch.doubt(changed)
            if not there.there:
                continue
            far = watch.reach.far + self.widest + watch.blast + there.radius + ASIDE
            if spacing(there.x, there.y, watch.reach.x, watch.reach.y) > far:
                continue
            own = self.known[id]
            if there.side != own.side:
                watch.doubt(changed)
            for target in watch.shots:
                at = self.known[target]
                wide = max(own.radius, at.radius + watch.blast) + there.radius + ASIDE
                if point_segment_distance(there.x, there.y, own.x, own.y, at.x, at.y) <= wide:
                    watch.doubt(target)

    def shots(self, battle: ChipBattle, unit: Unit) -> list[Shot]:
        """The same as `fire.shots` in a window."""
        if not may_fire(battle, unit, interrupt=True):
            return []
        if unit.id not in self.watches:
            self.watches[unit.id] = Watch(battle, unit)
        watch = self.watches[unit.id]
        watch.settle(battle, unit)
        found: list[Shot] = []
        for target in sorted(watch.shots):
            found += watch.shots[target]
        return found


def ready(battle: ChipBattle) -> Ready:
    """What is kept of the battle, as it is now."""
    held = battle.kept
    if not isinstance(held, Ready) or held.haze != battle.haze:
        held = Ready(battle.haze)
        battle.kept = held
    held.look(battle)
    return held
