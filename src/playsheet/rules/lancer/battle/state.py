"""The state of a Lancer battle: units, figures, deck. Only events change it (events.py)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.decks import Deck
from playsheet.core.events import Battle
from playsheet.core.figures import IN_PLAY, Figures
from playsheet.core.formations import offsets
from playsheet.core.geometry import Rect, rect
from playsheet.core.near import Near
from playsheet.rules.lancer.battle.goals import Goals
from playsheet.rules.lancer.battle.land import Land
from playsheet.rules.lancer.battle.units import NOBODY, Unit, files_of, front_rank, radius_of
from playsheet.rules.lancer.sheet import LancerRules
from playsheet.rules.lancer.terms import Arm, Where

COMMANDERS: Final = 2  # the groups of `near` are the sides' units, and from here on the sides' commanders
STOP: Final = -1  # the STOP card


class LancerBattle(Battle):
    """Everything between two cards."""

    def __init__(
        self, rules: LancerRules, land: Land, units: list[Unit], figures: Figures, deck: Deck, goals: Goals, near: Near
    ) -> None:
        super().__init__()
        self.rules: Final = rules
        self.land = land
        self.units: Final = units
        self.figures: Final = figures
        self.deck: Final = deck
        self.goals: Final = goals
        self.near: Final = near  # the units that stand on the table in their own right
        self.owner = NOBODY  # a figure's unit; with `leaders` made once and shared by all copies
        self.leaders = NOBODY  # the commanders
        self.to_deploy: list[int] = []
        self.active = -1  # the unit that is activated now
        self.score = [0, 0]
        self.vetoes: list[tuple[int, int]] = []  # sight lines a game master has struck out
        self.stacked: list[int] = []  # cards that a game master has put in or taken out since the deck was whole

    def clone(self) -> LancerBattle:
        twin = LancerBattle(
            self.rules,
            self.land,
            [unit.clone() for unit in self.units],
            self.figures.clone(),
            self.deck.clone(),
            self.goals,
            self.near.clone(),
        )
        twin.copy_frame(self)
        twin.owner = self.owner
        twin.leaders = self.leaders
        if self.to_deploy:
            twin.to_deploy = self.to_deploy[:]
        twin.active = self.active
        twin.score = self.score[:]
        if self.vetoes:
            twin.vetoes = self.vetoes[:]
        if self.stacked:
            twin.stacked = self.stacked[:]
        return twin

    def around(self, x: float, y: float, far: float) -> list[Unit]:
        """The units on the table of which some part is that near to a point, in the order of the roster."""
        return [self.units[id] for id in self.near.within(x, y, far)]

    def along(self, x: float, y: float, ux: float, uy: float, length: float, wide: float) -> list[Unit]:
        """The units on the table of which some part is that near to a straight way, in the order of the roster."""
        return [self.units[id] for id in self.near.along(x, y, ux, uy, length, wide)]

    def first_of(self, unit: Unit) -> int:
        """The unit's first figure that is left."""
        at: i64 = unit.first
        while self.figures.state[at] != IN_PLAY:
            at += 1
        return int(at)

    def members(self, unit: Unit) -> list[int]:
        """The unit's figures that are left, in index order (commanders not among them)."""
        return self.figures.in_state(unit.first, unit.start, IN_PLAY)

    def base_of(self, unit: Unit) -> tuple[float, float]:
        """Width and depth of one figure's base."""
        return self.rules.base(unit.kind, unit.mounted())

    def figure_base(self, unit: Unit, figure: int) -> Rect:
        width, depth = self.base_of(unit)
        at: i64 = figure
        return rect(self.figures.x[at], self.figures.y[at], self.figures.facing[at], width, depth)

    def footprint(self, unit: Unit, formation: int, x: float, y: float, facing: float) -> Rect:
        """The rectangle the unit would cover, in that formation, there."""
        width, depth = self.extent(unit, formation)
        return rect(x, y, facing, width, depth)

    def extent(self, unit: Unit, formation: int) -> tuple[float, float]:
        """Width and depth of the formation with the figures that are left."""
        if unit.kind == Arm.GUN:
            return self.rules.block_width, self.rules.block_depth
        width, depth = self.base_of(unit)
        files = files_of(unit.figures, formation)
        ranks = (unit.figures + files - 1) // files
        return width * files, depth * ranks

    def bodies(self, unit: Unit, formation: int) -> list[tuple[float, float, float, float, float]]:
        """The unit in that formation, to be drawn: each base's place right and forward, its turn, width and depth."""
        width, depth = self.base_of(unit)
        if unit.kind == Arm.GUN:
            return [(0.0, 0.0, 0.0, self.rules.block_width, self.rules.block_depth)]
        right, forward = offsets(unit.figures, files_of(unit.figures, formation), width, depth)
        return [(right[place], forward[place], 0.0, width, depth) for place in range(unit.figures)]

    # ------------------------------------------------------------ changed by events only

    def set_formed(self, unit: Unit, x: float, y: float, facing: float) -> None:
        """Stand the unit in its formation round (x, y): its figures, its shape, its commander."""
        unit.x = x
        unit.y = y
        unit.facing = facing
        unit.formed = True
        unit.fought = NOBODY
        held = self.footprint(unit, unit.formation, x, y, facing)
        unit.shape = [held]
        self.find(unit)
        members = self.members(unit)
        if not members:
            return
        width, depth = self.base_of(unit)
        if unit.kind == Arm.GUN:
            rank = offsets(len(members), max(len(members), 1), width, depth)
            back = -self.rules.block_depth / 2.0 + depth / 2.0
            for index in range(len(members)):
                at: i64 = index
                px, py = held.point(rank[0][at], back)
                self.figures.put(members[index], px, py, facing)
        else:
            files = files_of(len(members), unit.formation)
            right, forward = offsets(len(members), files, width, depth)
            for index in range(len(members)):
                place: i64 = index
                px, py = held.point(right[place], forward[place])
                self.figures.put(members[index], px, py, facing)
        front = front_rank(unit, len(members))
        unit.post = members[(front - 1) // 2]
        self.carry_commanders(unit)

    def set_scattered(self, unit: Unit) -> None:
        """The unit's figures stand where they fight: its shape is their bases, its centre their mean."""
        if unit.kind == Arm.GUN or unit.kind == Arm.COMMANDER:
            self.set_formed(unit, unit.x, unit.y, unit.facing)
            return
        unit.formed = False
        members = self.members(unit)
        if not members:
            unit.shape = []
            self.find(unit)
            return
        unit.shape = [self.figure_base(unit, figure) for figure in members]
        unit.x, unit.y = self.mean_of(members)
        self.find(unit)
        if self.figures.state[unit.post] != IN_PLAY:
            later = [figure for figure in members if figure > unit.post]
            unit.post = later[0] if later else members[0]
        self.carry_commanders(unit)

    def find(self, unit: Unit) -> None:
        """Let the unit be found where it stands, if it does: called wherever its place or shape has changed."""
        if unit.shape and unit.place == Where.ON_TABLE and unit.attached_to < 0:
            self.near.put(unit.id, unit.x, unit.y, radius_of(unit))
        else:
            self.near.remove(unit.id)

    def mean_of(self, members: list[int]) -> tuple[float, float]:
        x = 0.0
        y = 0.0
        for figure in members:
            at: i64 = figure
            x += self.figures.x[at]
            y += self.figures.y[at]
        return x / len(members), y / len(members)

    def carry_commanders(self, unit: Unit) -> None:
        """An attached commander takes no room: he stands with the middle figure of the front rank (R52)."""
        post: i64 = unit.post
        for id in unit.commanders:
            commander = self.units[id]
            commander.x = self.figures.x[post]
            commander.y = self.figures.y[post]
            commander.facing = unit.facing
            commander.shape = []
            self.find(commander)
            self.figures.put(commander.first, commander.x, commander.y, commander.facing)
