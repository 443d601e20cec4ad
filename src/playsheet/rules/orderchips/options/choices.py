"""What can be chosen in the chip and move phases: each option with its key for records and its words for people."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Word
from playsheet.core.errors import Refused
from playsheet.core.events import Battle
from playsheet.core.words import listed
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY
from playsheet.rules.orderchips.options.shooting import Shot, read_shot, refusal
from playsheet.rules.orderchips.terms import INSTRUCTIONS, ORDERS, Instruction
from playsheet.tabletop import options as tabletop

POINTS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
FARTHEST: Final = 100.0  # inches of a standing instruction
HOLD: Final = Word("hold", "Hold fire")
WAIT: Final = Word("wait", "Hold all fire until the shooting phase")
DONE: Final = Word("done", "Move nobody else")
FIRST: Final = Word("move_first", "Move first")
LAST: Final = Word("move_last", "Move last")
ALONE: Final = Word("alone", "Stay on his own")
NO: Final = Word("no", "No")


def named(battle: Battle, unit: int) -> str:
    return battle.units[unit].name if isinstance(battle, ChipBattle) and 0 <= unit < len(battle.units) else str(unit)


def heading_words(bearing: int) -> str:
    """`north-east`, or `bearing 37`."""
    return POINTS[bearing // 45] if bearing % 45 == 0 else f"bearing {bearing}"


def whole(text: str, most: int) -> int:
    """A whole number from 0 to `most`; -1 if the text is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= most else -1


# ---------------------------------------------------------------- chips


class Stay(Option):
    """A Stationary chip, with the usual fire instruction or another (H2, R89)."""

    def __init__(self, instruction: int, at_unit: int, within: int, foes: list[int], *, armed: bool = True) -> None:
        self.instruction: Final = instruction
        self.at_unit: Final = at_unit
        self.within: Final = within  # inches
        self.foes: Final = foes  # units that may be named
        self.armed: Final = armed

    def key(self) -> str:
        if self.instruction == Instruction.USUAL:
            return "stay"
        if self.instruction in (Instruction.HOLDS, Instruction.ASKS):
            return f"stay:{INSTRUCTIONS[self.instruction]}"
        at = f"{self.at_unit}:" if self.instruction == Instruction.AT_UNIT else ""
        return f"stay:{INSTRUCTIONS[self.instruction]}:{at}{self.within}"

    def read(self, text: str) -> Option | None:
        """An instruction may name any distance, and any enemy on the table."""
        if text == self.key():
            return self
        parts = text.split(":")
        if self.instruction != Instruction.AT_ANY or parts[0] != "stay" or len(parts) < 3:
            return None
        if parts[1] not in INSTRUCTIONS[Instruction.AT_ANY : Instruction.ASKS]:
            return None
        instruction = INSTRUCTIONS.index(parts[1])
        within = whole(parts[-1], int(FARTHEST))
        if within < 1 or len(parts) != (4 if instruction == Instruction.AT_UNIT else 3):
            raise Refused(
                f"expected stay:any, stay:charger or stay:unit:NUMBER with from 1 to 100 inches, got {text!r}."
            )
        at_unit = whole(parts[2], 9999) if instruction == Instruction.AT_UNIT else NOBODY
        if instruction == Instruction.AT_UNIT and at_unit not in self.foes:
            raise Refused(f"there is no enemy unit {parts[2]!r} on the table to fire at.")
        return Stay(instruction, at_unit, within, self.foes)

    def about(self) -> tuple[int, list[int]]:
        return self.at_unit, []

    def label(self, battle: Battle) -> str:
        if self.instruction == Instruction.USUAL:
            return "Stationary, fire at chargers" if self.armed else "Stationary"
        if self.instruction == Instruction.ASKS:
            return "Stationary, ask me whenever it may fire"
        if self.instruction == Instruction.HOLDS:
            return "Stationary, hold fire until the shooting phase"
        if self.instruction == Instruction.AT_UNIT:
            return f"Stationary, fire at {named(battle, self.at_unit)} within {self.within} inches"
        whom = "any charger" if self.instruction == Instruction.AT_CHARGERS else "any enemy"
        return f"Stationary, fire at {whom} within {self.within} inches"


class Arrow(Option):
    """A Moving chip with its arrow: any whole bearing, whichever are offered."""

    def __init__(self, bearing: int, x: float, y: float) -> None:
        self.bearing: Final = bearing
        self.x: Final = x  # where the arrow points, to be picked on the table
        self.y: Final = y

    def key(self) -> str:
        return f"move:{self.bearing}"

    def read(self, text: str) -> Option | None:
        if not text.startswith("move:"):
            return None
        bearing = whole(text[5:], 359)
        if bearing < 0:
            raise Refused(f"expected move: and a whole bearing from 0 to 359, got {text!r}.")
        return self if bearing == self.bearing else Arrow(bearing, self.x, self.y)

    def spot(self) -> tuple[float, float] | None:
        return self.x, self.y

    def label(self, battle: Battle) -> str:
        return f"Moving, {heading_words(self.bearing)}"


class OfUnit(tabletop.OfUnit):
    """Something about one unit."""

    def named(self, battle: Battle) -> str:
        return named(battle, self.unit)


class With(OfUnit):
    """An attached notable person gets no chip: he stays with his unit."""

    def __init__(self, unit: int) -> None:
        super().__init__("with", unit, "No chip: stay with {}")

    def key(self) -> str:
        return self.word


# ---------------------------------------------------------------- moves


class Pick(OfUnit):
    """The unit that moves next."""

    def __init__(self, unit: int, why: str) -> None:
        super().__init__("unit", unit)
        self.why: Final = why

    def label(self, battle: Battle) -> str:
        return self.named(battle) + self.why


class Go(Option):
    """A move or a new formation, in which order."""

    def __init__(self, order: int, *, changes: bool, stands: bool) -> None:
        self.order: Final = order
        self.changes: Final = changes
        self.stands: Final = stands  # a stationary unit: it only forms anew

    def key(self) -> str:
        return ("form" if self.stands else "move") + (f":{ORDERS[self.order]}" if self.changes else "")

    def label(self, battle: Battle) -> str:
        what = "Form up" if self.stands else "Move"
        return f"{what} in {ORDERS[self.order]} order" if self.changes else what


class Drive(Word):
    """A machine turns and goes straight."""

    def __init__(self) -> None:
        super().__init__("drive", "Drive")


AS_IT_STANDS: Final = -1


class Charge(OfUnit):
    """A charge, as the unit stands or formed anew in that order before it (R110)."""

    def __init__(self, target: int, order: int = AS_IT_STANDS) -> None:
        super().__init__("charge", target, "Charge {}")
        self.target: Final = target
        self.order: Final = order

    def key(self) -> str:
        return super().key() + (f":{ORDERS[self.order]}" if self.order != AS_IT_STANDS else "")

    def label(self, battle: Battle) -> str:
        said = super().label(battle)
        return (
            said
            if self.order == AS_IT_STANDS
            else f"Form up in {ORDERS[self.order]} order, then {said.lower()[:1]}{said[1:]}"
        )


class Repair(OfUnit):
    """A scientist goes to an automaton and tries to repair it."""

    def __init__(self, automaton: int) -> None:
        super().__init__("repair", automaton, "Repair {}")


class Attach(OfUnit):
    """A notable person joins a unit."""

    def __init__(self, unit: int) -> None:
        super().__init__("attach", unit, "Join {}")


# ---------------------------------------------------------------- fire windows


class Commit(Option):
    """What a seat fires in one window: a volley of one unit, or any legal set of shots of several."""

    def __init__(self, battle: ChipBattle, seat: int, shots: list[Shot]) -> None:
        self.battle: Final = battle
        self.seat: Final = seat
        self.shots: Final = shots

    def key(self) -> str:
        return "fire:" + "+".join([shot.text() for shot in self.shots])

    def read(self, text: str) -> Option | None:
        if text == self.key():
            return self
        if not text.startswith("fire:"):
            return None
        found: list[Shot] = []
        for part in text[5:].split("+"):
            shot = read_shot(part)
            if shot is None:
                raise Refused(f"expected fire: and shots such as 3>7 or 3.1>7, joined by +, got {text[:80]!r}.")
            if not 0 <= shot.unit < len(self.battle.units) or self.battle.units[shot.unit].seat != self.seat:
                raise Refused(f"unit {shot.unit} is not this seat's to fire with.")
            found.append(shot)
        why = refusal(self.battle, found, interrupt=True)
        if why:
            raise Refused(why)
        return Commit(self.battle, self.seat, found)

    def about(self) -> tuple[int, list[int]]:
        return self.shots[0].target, []

    def label(self, battle: Battle) -> str:
        units: list[str] = []
        targets: list[str] = []
        for shot in self.shots:
            if named(battle, shot.unit) not in units:
                units.append(named(battle, shot.unit))
            if named(battle, shot.target) not in targets:
                targets.append(named(battle, shot.target))
        return f"Fire {listed(units)} at {listed(targets)}"
