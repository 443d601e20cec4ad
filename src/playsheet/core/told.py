# pure: it looks into classes and builds events by the names of their fields
"""Events read back from their lines, so that a game's past can be opened without running any rule."""

from __future__ import annotations

import json
from inspect import signature
from typing import Any, Final

from playsheet.core.errors import Refused
from playsheet.core.events import Battle, Event, Rolled, Throw
from playsheet.core.game import line_of
from playsheet.core.system import System

ROOMS: Final = ("playsheet.core.", "playsheet.tabletop.")  # whose events any system may tell
Fields = dict[str, Any]


class Unread(Event[Battle]):
    """An event that today's classes do not know, or cannot apply: shown as it was written; it changes nothing."""

    def __init__(self, line: str, fields: Fields, unseen: tuple[int, ...]) -> None:
        self.line: Final = line
        self.fields: Final = fields
        self.unseen: Final = unseen

    def apply(self, battle: Battle) -> None:
        """Nobody knows what it would change."""

    def data(self) -> dict[str, object]:
        return dict(self.fields)

    def words(self) -> str:
        """Its fields one by one: no sheet has a sentence for it."""
        hidden = ("event", "unseen")
        said = [f"{name} {json.dumps(value)}" for name, value in self.fields.items() if name not in hidden]
        return f"{self.fields['event']} ({', '.join(said)})."


class Reading:
    """Reads the lines of one system's events."""

    def __init__(self, system: System[Any]) -> None:
        self.system: Final = system
        rooms = (*ROOMS, f"playsheet.rules.{system.id}.")
        self.kinds: Final = {
            kind.__name__: kind
            for kind in kinds_below(Event)
            if kind is not Unread and f"{kind.__module__}.".startswith(rooms)
        }
        self.wanted: Final[dict[str, list[str]]] = {}  # what each class is made with
        # a field called `event` stands where the class's name would
        self.nameless: Final = [kind for kind in self.kinds.values() if "event" in parameters(kind)]

    def event(self, line: str) -> Event[Any]:
        """The event of a line; refused if it is no such line, or none of today's classes makes the same of it."""
        fields = fields_of(line)
        if not isinstance(fields["event"], str):
            return self.of_the_nameless(line, fields)
        name = str(fields["event"])
        kind = self.kinds.get(name)
        if kind is None:
            raise Refused(f"nothing that can happen here is called {name[:60]!r}.")
        given = {key: self.system.told_field(key, value) for key, value in fields.items() if key != "event"}
        try:
            event = self.rolled(given) if kind is Rolled else self.made(kind, given)
            same = line_of(event) == line
        except (AttributeError, KeyError, TypeError, ValueError) as fault:
            raise Refused(f"{name} has other fields than it had ({fault}).") from None
        if not same:
            raise Refused(f"{name} says something else than it did.")
        return event

    def of_the_nameless(self, line: str, fields: Fields) -> Event[Any]:
        """By its fields alone: one class must make the same line of them."""
        given = {key: self.system.told_field(key, value) for key, value in fields.items()}
        for kind in self.nameless:
            if {*parameters(kind)} == {*given}:
                event = self.made(kind, given)
                if line_of(event) == line:
                    return event
        raise Refused(f"this is no event: {line[:60]!r}.")

    def rolled(self, given: Fields) -> Event[Any]:
        """Dice: what they were thrown for is given as one thing."""
        throw = Throw(*[given.pop(name) for name in ("why", "table", "row", "column", "ruling")])
        return Rolled(throw, **given)

    def made(self, kind: type[Event[Any]], given: Fields) -> Event[Any]:
        """As its class makes it; what that has no words for is set."""
        wanted = self.wanted.get(kind.__name__)
        if wanted is None:
            wanted = self.wanted[kind.__name__] = parameters(kind)
        event = kind(**{name: given[name] for name in wanted})
        for name, value in given.items():
            if name not in wanted:
                setattr(event, name, value)
        return event


def parameters(kind: type[Event[Any]]) -> list[str]:
    """The names of what a class is made with."""
    if kind.__init__ is object.__init__ or kind.__init__ is Event.__init__:
        return []
    return list(signature(kind).parameters)


def kinds_below(kind: type[Any]) -> list[type[Any]]:
    """All classes that build on one."""
    found: list[type[Any]] = []
    for below in kind.__subclasses__():
        found += [below, *kinds_below(below)]
    return found


def fields_of(line: str) -> Fields:
    """A line's fields; refused if it is no event's."""
    try:
        fields = json.loads(line)
    except ValueError:
        fields = None
    if not isinstance(fields, dict) or "event" not in fields:
        raise Refused(f"this is no event: {line[:60]!r}.")
    return fields
