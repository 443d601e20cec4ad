"""A group or leader of a battle: what its card says, where it stands, how it has fared."""

from __future__ import annotations

from typing import Final

from playsheet.rules.riskfactor.sheet import HOLD_ORDER, Card, StandingOrder
from playsheet.rules.riskfactor.terms import Role
from playsheet.tabletop.units import Unit

NOBODY: Final = -1


class Group(Unit):
    """A squad, a band, or a leader alone. Its figures are those that it owns in the store."""

    def __init__(self, id: int, card: Card, name: str, side: int, seat: int, platoon: int, first: int) -> None:
        super().__init__(id, name, side, seat)  # its seat, on a side that its tables run: whoever throws its dice
        self.card: Final = card
        self.platoon: Final = platoon  # -1: none
        self.first: Final = first
        self.start: Final[int] = card.figures
        self.leader: Final[bool] = card.leader
        self.strength: int = card.figures  # what losses are counted against: grows when others join (R53)
        self.hurt_before = 0  # wounded or killed among those who joined, and not among its own figures
        self.joined: list[int] = []  # figures that came over from another group
        # current actions (R56)
        self.order: StandingOrder = HOLD_ORDER
        self.action = -1  # this turn's result, an index of rules.instructions
        self.last_action = -1  # the result of its side's turn before
        self.obeys = True  # False: commanded, and the result is its player's to ignore
        self.plain = False  # its result is not in italics
        self.offered = False  # "(Charge?)" stands in its result
        self.fled_before = False  # ran, withdrew or lost a melee before this turn's roll (R12)
        self.with_group = NOBODY  # the group whose result a leader shares this turn (R13)
        # what it has done
        self.commander = NOBODY  # the PC who commands it this turn
        self.declared = False  # a PC who loads or fires this turn (R31)
        self.advancing = False
        self.melee_retreat = False
        self.router = False
        self.loaded = True
        self.fired = False  # since its own last turn began
        self.fought = False
        self.charged = False  # this turn
        self.in_melee_phase = False  # it has fought in this melee phase
        self.visibility = 0  # the last visibility die thrown for it
        # a game master's word for its next roll
        self.risk_add = 0
        self.die_add = 0
        # its figures that are left, found once; battle.members() asks for them
        self.present: list[int] = []
        self.present_known = False
        self.shifts = 0  # how often one of its figures has come, gone or moved: not cloned, since memory is not

    def clone(self) -> Group:
        twin = Group(self.id, self.card, self.name, self.side, self.seat, self.platoon, self.first)
        twin.place = self.place
        twin.strength = self.strength
        twin.hurt_before = self.hurt_before
        twin.joined = self.joined  # replaced, never changed
        twin.present = self.present  # the same
        twin.present_known = self.present_known
        twin.order = self.order
        twin.action = self.action
        twin.last_action = self.last_action
        twin.obeys = self.obeys
        twin.plain = self.plain
        twin.offered = self.offered
        twin.fled_before = self.fled_before
        twin.with_group = self.with_group
        twin.commander = self.commander
        twin.declared = self.declared
        twin.advancing = self.advancing
        twin.melee_retreat = self.melee_retreat
        twin.router = self.router
        twin.loaded = self.loaded
        twin.fired = self.fired
        twin.fought = self.fought
        twin.charged = self.charged
        twin.in_melee_phase = self.in_melee_phase
        twin.visibility = self.visibility
        twin.risk_add = self.risk_add
        twin.die_add = self.die_add
        return twin

    def is_pc(self) -> bool:
        return self.leader and self.card.role == Role.PC

    def is_musician(self) -> bool:
        return self.card.musician

    def commanded(self) -> bool:
        return self.commander >= 0
