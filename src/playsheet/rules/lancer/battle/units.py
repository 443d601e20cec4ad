"""A unit of a battle: what its card says, where it stands, how it has fared."""

from __future__ import annotations

from typing import Final

from playsheet.core.geometry import Rect, spacing
from playsheet.rules.lancer.sheet import Card
from playsheet.rules.lancer.terms import Arm, Formation, Where
from playsheet.tabletop import units as tabletop

NOBODY: Final[list[int]] = []  # shared by all who have nobody there: who comes is put in a new list, not into this
NOWHERE: Final[list[Rect]] = []


class Unit(tabletop.Unit):
    """A company, troop, battery or commander. Its figures are figures.x[first : first + start]."""

    def __init__(self, id: int, card: Card, name: str, side: int, seat: int, start: int, first: int) -> None:
        super().__init__(id, name, side, seat)
        self.card: Final = card
        self.kind: Final[int] = card.kind
        self.start: Final = start
        self.first: Final = first
        self.figures = start
        self.x = 0.0
        self.y = 0.0
        self.facing = 0.0
        self.formation = Formation.NONE
        self.formed = True  # False: its figures stand where they fight (R50)
        self.disrupted = False
        self.jammed = False
        self.attached_to = -1  # a commander's unit
        self.commanders = NOBODY  # attached to this unit
        self.post = first  # the figure beside which an attached commander stands (R52)
        self.foes = NOBODY  # enemy units in contact
        self.fought = NOBODY  # enemy units that it has been in contact with since it last stood in formation
        self.shape = NOWHERE  # what it covers: its formation, or the bases of its figures

    def clone(self) -> Unit:
        twin = Unit(self.id, self.card, self.name, self.side, self.seat, self.start, self.first)
        twin.figures = self.figures
        twin.x = self.x
        twin.y = self.y
        twin.facing = self.facing
        twin.formation = self.formation
        twin.formed = self.formed
        twin.place = self.place
        twin.disrupted = self.disrupted
        twin.jammed = self.jammed
        twin.attached_to = self.attached_to
        if self.commanders:
            twin.commanders = self.commanders[:]
        twin.post = self.post
        if self.foes:
            twin.foes = self.foes[:]
        if self.fought:
            twin.fought = self.fought[:]
        twin.shape = self.shape  # replaced, never changed
        return twin

    def on_table(self) -> bool:
        """Stands on the table in its own right: an attached commander does not."""
        return self.place == Where.ON_TABLE and self.attached_to < 0

    def in_melee(self) -> bool:
        return len(self.foes) > 0

    def is_commander(self) -> bool:
        return self.kind == Arm.COMMANDER

    def mounted(self) -> bool:
        return self.kind == Arm.HORSE or (self.kind == Arm.COMMANDER and self.card.mounted)

    def morale(self) -> int:
        """Effective Morale: one less at half strength or below (a commander is never 'half')."""
        card = self.card
        if card.half_drop and card.half_times * self.figures <= self.start and self.kind != Arm.COMMANDER:
            return card.morale - card.half_drop
        return self.card.morale


def radius_of(unit: Unit) -> float:
    """Round its centre, nothing of the unit lies farther off."""
    if unit.formed:
        return unit.shape[0].radius
    widest = 0.0
    for part in unit.shape:
        far = spacing(unit.x, unit.y, part.x, part.y) + part.radius
        if far > widest:
            widest = far
    return widest


def files_of(n: int, formation: int) -> int:
    """How many files wide: line two ranks, extended one, column two files."""
    if formation == Formation.LINE:
        return max(1, (n + 1) // 2)
    if formation == Formation.COLUMN:
        return min(2, max(1, n))
    return max(1, n)


def front_rank(unit: Unit, n: int) -> int:
    """How many figures stand in the front rank."""
    return min(n, files_of(n, unit.formation)) if unit.kind != Arm.GUN else n
