"""Small situations for command, movement and forced moves: a Ridge on which whole goes and phases are played.

field = Field([foot("us-line", "A", 20, 40)], [foot("cs-line", "B", 20, 10)])
field.move("A", "act march", "march 20,32,180", "act done")
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ridge import CONFEDERATE, UNION, Ridge, brigade, foot, general
from tabletop import ground

from playsheet.core.events import Event
from playsheet.rules.gettysburg.battle.brigades import Brigade
from playsheet.rules.gettysburg.battle.events import GoBegan, PhaseBegan, TurnEnded
from playsheet.rules.gettysburg.options.moves import acts
from playsheet.rules.gettysburg.options.regions import MarchRegion
from playsheet.rules.gettysburg.table import command, compulsory, normal_moves
from playsheet.rules.gettysburg.table.normal_moves import move_unit
from playsheet.rules.gettysburg.terms import ALTERNATE, Phase

__all__ = ["CONFEDERATE", "UNION", "Field", "brigade", "foot", "general", "ground"]


class Field(Ridge):
    """Goes of the command phase and of the normal moves, and the compulsory moves."""

    def go(self, phase: int, side: int = UNION) -> None:
        """That phase has begun, and it is the side's go."""
        self.battle.first_side = side
        self.game.tell(PhaseBegan(phase))
        if phase in ALTERNATE:
            self.game.tell(GoBegan(side, -1, ""))

    def next_turn(self, turn: int = 2) -> None:
        """The flags have rolled over."""
        self.game.tell(TurnEnded(turn))

    def command(self, *answers: str, dice: Sequence[int] = (), side: int = UNION) -> list[Event[Any]]:
        """The whole go of the command phase."""
        self.go(Phase.COMMAND, side)

        def play() -> None:
            while not self.battle.over:
                command.step(self.game)

        return self.do(play, *answers, dice=dice)

    def moves(self, *answers: str, dice: Sequence[int] = (), side: int = UNION) -> list[Event[Any]]:
        """The whole go of the normal moves."""
        if self.battle.phase != Phase.NORMAL_MOVES:
            self.go(Phase.NORMAL_MOVES, side)

        def play() -> None:
            while not self.battle.over:
                normal_moves.step(self.game)

        return self.do(play, *answers, dice=dice)

    def move(self, name: str, *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """The unit makes its normal move."""
        if self.battle.phase != Phase.NORMAL_MOVES:
            self.go(Phase.NORMAL_MOVES, self[name].side)
        return self.do(lambda: move_unit(self.game, self[name]), *answers, dice=dice)

    def compulsory(self, *answers: str, dice: Sequence[int] = (), first: int = UNION) -> list[Event[Any]]:
        """The whole of phase 3."""
        self.go(Phase.COMPULSORY, first)

        def play() -> None:
            while not self.battle.over:
                compulsory.step(self.game)

        return self.do(play, *answers, dice=dice)

    # -- looking

    def acts(self, name: str, begun: bool = False) -> list[str]:
        """What the unit may do in its normal move."""
        if self.battle.phase != Phase.NORMAL_MOVES:
            self.go(Phase.NORMAL_MOVES, self[name].side)
        return [act.key() for act in acts(self.battle, self[name], begun=begun)]

    def no_march(self, name: str, x: float, y: float, facing: float | None = None) -> str:
        """Why the unit may not march there; empty if it may."""
        if self.battle.phase != Phase.NORMAL_MOVES:
            self.go(Phase.NORMAL_MOVES, self[name].side)
        unit = self[name]
        region = MarchRegion(self.battle, unit)
        return region.refusal((x, y, unit.facing if facing is None else facing))

    def brigade(self, name: str) -> Brigade:
        for held in self.battle.brigades:
            if held.name == name:
                return held
        raise KeyError(name)

    def at(self, name: str) -> tuple[float, float]:
        return round(self[name].x, 3), round(self[name].y, 3)
