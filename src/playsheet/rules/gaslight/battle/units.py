"""A unit of a battle: what its card says, who leads it, how it has fared."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import State
from playsheet.core.geometry import Rect
from playsheet.core.terrain import Piece
from playsheet.rules.gaslight.sheet import Card
from playsheet.rules.gaslight.terms import Arm, Leadership, Where
from playsheet.tabletop import units as tabletop
from playsheet.tabletop.machines.machine import FATE_AT
from playsheet.tabletop.machines.machine import IN_PLAY as WHOLE

NOBODY: Final = -1


class Unit(tabletop.Unit):
    """Anything with a card: foot, horse, a gun with its crew, a machine with its crew, a character, beasts."""

    def __init__(self, id: int, card: Card, name: str, side: int, seat: int, first: int, model: int) -> None:
        super().__init__(id, name, side, seat)
        self.card: Final = card
        self.kind: Final[int] = card.kind
        self.first: Final = first  # its figures are first ... first + start - 1
        self.start: Final[int] = len(card.figures)
        self.model: Final = model  # the number of its gun or machine; -1: it has none
        self.leader = NOBODY  # a figure
        self.leadership = Leadership.NONE
        self.new_leader = False  # he has taken over this turn: the unit still counts as leaderless
        self.pending = 0  # reasons to check on its next card
        self.attached_to = NOBODY  # of a character: the unit he is with
        self.attached: list[int] = []  # character units that are with it, in roster order
        self.roll: list[int] | None = (
            None  # its figures, while nobody has fallen, joined or left since they were listed
        )
        self.left_neat = False  # its owner was asked whether to scatter it, and it has not moved since (R28)
        self.acts_on = NOBODY  # of a character who outlived his unit: the unit on whose cards he acts this turn (R105)
        # what a machine is like
        self.machine: State = ()
        self.hull: Rect | None = None  # on the table, as a machine or as a wreck
        self.shape: Piece | None = None  # the hull as a polygon
        self.weapons_loaded = 0  # a bit for each weapon
        # what happened on this card
        self.weapons_fired = 0  # a bit for each weapon of a machine
        self.drove = False  # or tried to
        self.targets: list[int] = []  # what groups of it have shot at: a unit's number, its machine's as -1 - number
        self.no_charge = False  # it has declared a charge (R22)
        self.moves_only = False  # the enemy whom it charged is gone (R106)

    def clone(self) -> Unit:
        twin = Unit(self.id, self.card, self.name, self.side, self.seat, self.first, self.model)
        twin.place = self.place
        twin.leader = self.leader
        twin.leadership = self.leadership
        twin.new_leader = self.new_leader
        twin.pending = self.pending
        twin.attached_to = self.attached_to
        twin.attached = self.attached  # this and the other lists are replaced, never changed
        twin.roll = self.roll
        twin.left_neat = self.left_neat
        twin.acts_on = self.acts_on
        twin.machine = self.machine
        twin.hull = self.hull
        twin.shape = self.shape
        twin.weapons_loaded = self.weapons_loaded
        twin.weapons_fired = self.weapons_fired
        twin.drove = self.drove
        twin.targets = self.targets
        twin.no_charge = self.no_charge
        twin.moves_only = self.moves_only
        return twin

    def lone(self) -> bool:
        """A character or a single beast, who leads himself (R9, R96)."""
        return self.card.lone

    def leaderless(self) -> bool:
        """Does it suffer for want of a leader? Also on the turn a new one takes over (4.2.3)."""
        return not self.card.lone and (self.leader < 0 or self.new_leader)

    def has_machine(self) -> bool:
        """A machine that is not lost."""
        return (
            self.kind == Arm.VEHICLE
            and self.place in (Where.WAITING, Where.ON_TABLE)
            and self.machine[FATE_AT] == WHOLE
        )

    def is_wreck(self) -> bool:
        return self.hull is not None and self.machine[FATE_AT] != WHOLE
