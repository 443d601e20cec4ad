"""Events: what happened, flat and complete. Only an event changes a battle."""

from __future__ import annotations

from typing import Final, Generic, TypeVar


class Battle:
    """All there is between two steps. A system adds its own fields and copies them by plain code."""

    def __init__(self) -> None:
        self.turn = 1
        self.finished = False
        self.winner = -1  # a side's index; -1 with `finished` is a draw
        self.verdict = ""  # why it ended, in a sentence
        self.decided_by = -1  # the line of the scenario that decided it; -1: the sheet's own, or points

    def copy_frame(self, other: Battle) -> None:
        """Copy what every battle has; each system's `clone` calls this."""
        self.turn = other.turn
        self.finished = other.finished
        self.winner = other.winner
        self.verdict = other.verdict
        self.decided_by = other.decided_by


B = TypeVar("B", bound=Battle)


class Event(Generic[B]):
    """Something that happened. `apply` is the only way a battle changes."""

    def apply(self, battle: B) -> None:
        """Change the battle; an event that only tells (a roll) changes nothing."""

    def data(self) -> dict[str, object]:
        """The event by its field names, for logs, records and clients."""
        plain: dict[str, object] = {"event": type(self).__name__}
        for name in attribute_names(self):
            plain[name] = plain_value(getattr(self, name))
        return plain


NOBODY: Final[tuple[int, ...]] = ()
OPEN: Final[dict[type, bool]] = {}  # classes whose events never name anybody as `unseen`


def unseen_by(event: object) -> tuple[int, ...]:
    """The seats that may not be told the event: those that it names as `unseen`."""
    if isinstance(event, Rolled):
        return event.unseen
    kind = type(event)
    if kind not in OPEN:
        OPEN[kind] = never_has(kind, "unseen")
    if OPEN[kind]:
        return NOBODY
    found: tuple[int, ...] = getattr(event, "unseen", NOBODY)
    return found


def never_has(kind: type, name: str) -> bool:
    """Has nothing of this class such a field? A compiled one says which it has; of a plain one nobody can tell.

    To ask an object for a field that it does not have takes long.
    """
    return "__mypyc_attrs__" in vars(kind) and not hasattr(kind, name)


COMPILED: Final[dict[type, list[str]]] = {}  # the fields of compiled classes


def attribute_names(thing: object) -> list[str]:
    """In order. A compiled class lists its fields in __mypyc_attrs__ (after its bases'), a plain one in __dict__."""
    known = COMPILED.get(type(thing))
    if known is not None:
        return known
    held: object = getattr(thing, "__dict__", None)
    if isinstance(held, dict) and held:
        return sorted([str(name) for name in held])
    names = sorted([str(name) for name in getattr(type(thing), "__mypyc_attrs__", ()) if name != "__dict__"])
    COMPILED[type(thing)] = names
    return names


def plain_value(value: object) -> object:
    """Numbers, words, lists: what JSON knows."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (list, tuple)):
        return [plain_value(part) for part in value]
    return {name: plain_value(getattr(value, name)) for name in attribute_names(value)}


class Entry:
    """One line of an account: what was added to a die or a number, and why."""

    def __init__(self, add: int, cause: str, ruling: str = "") -> None:
        self.add = add
        self.cause = cause
        self.ruling = ruling


class Throw:
    """What a throw is for: said once, where the table stands, and shown with every roll."""

    def __init__(
        self, why: str, table: str = "", row: str = "", column: str = "", ruling: str = "", by: int = 0
    ) -> None:
        self.why = why
        self.table = table
        self.row = row
        self.column = column
        self.ruling = ruling
        self.by = by  # 0: the acting side's dice, 1: the other side's


class Rolled(Event[Battle]):
    """Dice as they fell, what was needed, each modifier with its cause, and the place on the sheet.

    `unseen` names the seats that may not be told of them: an event of any system may have such a field.
    """

    def __init__(
        self,
        throw: Throw,
        seat: int,
        sides: int,
        faces: list[int],
        needed: str,
        came: str,
        account: list[Entry],
        unseen: tuple[int, ...] = (),
    ) -> None:
        self.why = throw.why
        self.table = throw.table
        self.row = throw.row
        self.column = throw.column
        self.ruling = throw.ruling
        self.seat = seat
        self.sides = sides
        self.faces = faces
        self.needed = needed
        self.came = came
        self.account = account
        self.unseen = unseen

    def apply(self, battle: Battle) -> None:
        """Dice change nothing by themselves."""

    def data(self) -> dict[str, object]:
        """Open dice name nobody who may not see them: so the records of games without secrets stand as they are."""
        plain = super().data()
        if not self.unseen:
            del plain["unseen"]
        return plain
