"""Brigades, divisions and armies."""

from __future__ import annotations

from typing import Final

from playsheet.rules.gettysburg.battle.units import NOBODY, UNKNOWN


class Brigade:
    """The unit of command."""

    def __init__(self, id: int, name: str, side: int, seat: int, division: int) -> None:
        self.id: Final = id
        self.name: Final = name
        self.side: Final = side
        self.seat: Final = seat
        self.division: Final = division  # -1: none
        self.units: list[int] = []  # the original roster; made once and shared
        self.brigadier = NOBODY  # a general; -1: it never had one
        self.order = UNKNOWN
        self.target = NOBODY  # the brigade that it supports
        self.wing = 0  # on which side of it (R22)
        self.shown = False  # the chip lies face up (R17)
        self.area: list[tuple[float, float]] = []  # where its units stood when Hold began (R23); replaced only
        self.broken_count = 0
        self.tried = False  # an order this turn (R13)
        self.gone = False  # removed, or no unit of it left on the table
        self.test_due = False  # a brigade test in phase 8
        self.tested = False  # in this phase 8
        self.all_fleeing = False  # all its units fled when last looked at (R117)
        self.cavalry_charges = 0  # this turn (R19)
        self.detachment = NOBODY  # its skirmish screen
        self.went = False  # it has had its go in this phase (switch `alternate`)

    def clone(self) -> Brigade:
        twin = Brigade(self.id, self.name, self.side, self.seat, self.division)
        twin.units = self.units
        twin.brigadier = self.brigadier
        twin.order = self.order
        twin.target = self.target
        twin.wing = self.wing
        twin.shown = self.shown
        twin.area = self.area
        twin.broken_count = self.broken_count
        twin.tried = self.tried
        twin.gone = self.gone
        twin.test_due = self.test_due
        twin.tested = self.tested
        twin.all_fleeing = self.all_fleeing
        twin.cavalry_charges = self.cavalry_charges
        twin.detachment = self.detachment
        twin.went = self.went
        return twin


class Division:
    """Brigades under one general."""

    def __init__(self, id: int, name: str, side: int, seat: int) -> None:
        self.id: Final = id
        self.name: Final = name
        self.side: Final = side
        self.seat: Final = seat
        self.brigades: list[int] = []  # made once and shared
        self.general = NOBODY
        self.order = UNKNOWN
        self.shown = False
        self.tried = False

    def clone(self) -> Division:
        twin = Division(self.id, self.name, self.side, self.seat)
        twin.brigades = self.brigades
        twin.general = self.general
        twin.order = self.order
        twin.shown = self.shown
        twin.tried = self.tried
        return twin


class Army:
    """What a side as a whole has."""

    def __init__(self, side: int, nation: int, baseline: int, seat: int) -> None:
        self.side: Final = side
        self.nation: Final = nation
        self.baseline: Final = baseline  # an edge of the table
        self.seat: Final = seat  # the C-in-C's owner
        self.cinc = NOBODY  # a general
        self.tokens = [0, 0, 0]
        self.yells = 0  # of its yell-or-aim tokens, where both armies are of one nation: Rebel Yells (R90)
        self.trophies = 0
        self.units_taken = 0  # enemy units dispersed or captured
        self.went = False  # it has had its go in this phase

    def clone(self) -> Army:
        twin = Army(self.side, self.nation, self.baseline, self.seat)
        twin.cinc = self.cinc
        twin.tokens = self.tokens[:]
        twin.yells = self.yells
        twin.trophies = self.trophies
        twin.units_taken = self.units_taken
        twin.went = self.went
        return twin
