"""Rulings: what a sheet leaves open, how it is settled, and the switches that settle it otherwise.

A ruling of rulings.toml:

    [R1]
    title    = "Reshuffle"
    question = "..."            # what the sheet leaves open
    answer   = "..."
    why      = "..."
    source   = "house"          # or "sheet" (it follows from the print) or "borrowed" (then also `from`)

    [R1.switch.reshuffle]       # a ruling may have none, one or several; the first value is the default
    all           = "..."       # value = what it means
    undrawn_first = "..."
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from playsheet.core.errors import Refused
from playsheet.core.reader import Reader, joined, nearest, one_of, read_toml, shown

SOURCES: Final = ("sheet", "borrowed", "house")
YES: Final = ("true", "yes", "on")  # what a TOML true may stand for
NO: Final = ("false", "no", "off")


class Switch:
    """A ruling that can be settled otherwise: its values, default first, and what each means."""

    def __init__(self, key: str, meanings: dict[str, str], ruling: str) -> None:
        self.key: Final = key
        self.values: Final[list[str]] = list(meanings)
        self.meanings: Final = meanings
        self.ruling: Final = ruling  # its id
        self.default: Final = self.values[0]

    def read(self, given: object) -> str:
        """The value meant, or empty. true and false, and numbers, may stand unquoted in TOML."""
        if isinstance(given, bool):
            words = YES if given else NO
            return next((word for word in words if word in self.values), "")
        text = str(given) if isinstance(given, (int, str)) else ""
        return text if text in self.values else ""


class Ruling:
    """One ruling."""

    def __init__(
        self,
        id: str,
        title: str,
        question: str,
        answer: str,
        why: str,
        source: str,
        lender: str,
        switches: list[Switch],
    ) -> None:
        self.id: Final = id
        self.title: Final = title
        self.question: Final = question
        self.answer: Final = answer
        self.why: Final = why
        self.source: Final = source
        self.lender: Final = lender  # the system it is borrowed from, or empty
        self.switches: Final = switches

    def data(self) -> dict[str, object]:
        switches: list[object] = [
            {"key": switch.key, "values": dict(switch.meanings), "default": switch.default} for switch in self.switches
        ]
        return {
            "id": self.id,
            "title": self.title,
            "question": self.question,
            "answer": self.answer,
            "why": self.why,
            "source": self.source,
            "from": self.lender,
            "switches": switches,
        }


class Change:
    """A switch that does not stand at its default."""

    def __init__(self, key: str, value: str, default: str, ruling: str, by: str) -> None:
        self.key: Final = key
        self.value: Final = value
        self.default: Final = default
        self.ruling: Final = ruling
        self.by: Final = by  # the file that set it


class Rulings:
    """All rulings of a system, in order."""

    def __init__(self, system: str, name: str, rulings: list[Ruling]) -> None:
        self.system: Final = system
        self.name: Final = name  # the file
        self.all: Final = rulings
        self._by_id: Final[dict[str, Ruling]] = {ruling.id: ruling for ruling in rulings}
        self.switches: Final[dict[str, Switch]] = {
            switch.key: switch for ruling in rulings for switch in ruling.switches
        }

    def ruling(self, id: str) -> Ruling:
        if id not in self._by_id:
            raise Refused(f"There is no ruling {shown(id)} in {self.system}{nearest(id, self._by_id)}.")
        return self._by_id[id]

    def switch(self, key: str) -> Switch:
        if key not in self.switches:
            raise Refused(f"There is no switch {shown(key)} in {self.system}{nearest(key, self.switches)}.")
        return self.switches[key]

    def by_switch(self, key: str) -> Ruling:
        """The ruling that a switch belongs to."""
        return self.ruling(self.switch(key).ruling)

    def defaults(self) -> Switches:
        return Switches(self, {key: switch.default for key, switch in self.switches.items()}, {})

    def chosen(self, settings: Mapping[str, object], name: str, path: str = "rulings") -> Switches:
        """The defaults with these settings, as they stand in the file `name` under `path`."""
        return self.defaults().changed_by(settings, name, path)


class Switches:
    """The value in force for every switch."""

    def __init__(self, rulings: Rulings, values: dict[str, str], by: dict[str, str]) -> None:
        self.rulings: Final = rulings
        self.values: Final = values
        self._by: Final = by  # key -> the file that set it last

    def value(self, key: str) -> str:
        if key not in self.values:
            self.rulings.switch(key)  # refuses, with the nearest known
        return self.values[key]

    def stands(self, key: str, value: str) -> bool:
        """Does the switch stand at this value? A value it does not have is a mistake of the rules' author."""
        switch = self.rulings.switch(key)
        if value not in switch.meanings:
            raise Refused(f"The switch {key} has no value {shown(value)}; expected {one_of(switch.values)}.")
        return self.values[key] == value

    def flag(self, key: str) -> bool:
        """A switch of true and false (or yes and no, on and off) as a bool."""
        switch = self.rulings.switch(key)
        if not all(value in YES or value in NO for value in switch.values):
            raise Refused(f"The switch {key} is not one of true and false: it has {one_of(switch.values)}.")
        return self.values[key] in YES

    def changed_by(self, settings: Mapping[str, object], name: str, path: str = "rulings") -> Switches:
        """These switches with further settings; names and values are checked."""
        values = dict(self.values)
        by = dict(self._by)
        for key, given in settings.items():
            where = f"{name}: {joined(path, key)}"
            if key not in self.rulings.switches:
                hint = nearest(key, self.rulings.switches)
                raise Refused(f"{where}: {self.rulings.system} has no such switch{hint}.")
            switch = self.rulings.switches[key]
            value = switch.read(given)
            if not value:
                raise Refused(f"{where}: expected {one_of(switch.values)}, got {shown(given)}.")
            values[key] = value
            by[key] = name
        return Switches(self.rulings, values, by)

    def changed(self) -> list[Change]:
        """The switches that differ from their defaults, in the rulings' order."""
        changes: list[Change] = []
        for key, switch in self.rulings.switches.items():
            if self.values[key] != switch.default:
                by = self._by.get(key, "")
                changes.append(Change(key, self.values[key], switch.default, switch.ruling, by))
        return changes


def read_rulings(source: Path | str, name: str = "") -> Rulings:
    """A system's rulings from their file (a Path) or their text."""
    reader = read_toml(source, name)
    system = reader.text("system", longest=40)
    rulings: list[Ruling] = []
    keys: dict[str, str] = {}
    for id in reader.data:
        if id == "system":
            continue
        ruling = _ruling(id, reader.table(id))
        for switch in ruling.switches:
            if switch.key in keys:
                raise reader.refused(id, f"the switch {switch.key} already belongs to {keys[switch.key]}.")
            keys[switch.key] = id
        rulings.append(ruling)
    reader.close()
    return Rulings(system, reader.name, rulings)


def _ruling(id: str, reader: Reader) -> Ruling:
    if not (id.startswith("R") and id[1:].isdecimal()):
        raise reader.refused("", 'expected an id such as "R3".')
    source = reader.choice("source", SOURCES)
    lender = reader.text("from") if source == "borrowed" else ""
    switches = reader.optional_table("switch")
    ruling = Ruling(
        id,
        reader.text("title"),
        reader.text("question"),
        reader.text("answer"),
        reader.text("why"),
        source,
        lender,
        [_switch(key, switches.table(key), id) for key in switches.data],
    )
    reader.close()
    return ruling


def _switch(key: str, reader: Reader, ruling: str) -> Switch:
    meanings = {value: reader.text(value) for value in reader.data}
    if len(meanings) < 2:
        raise reader.refused("", "expected at least two values, the default first.")
    return Switch(key, meanings, ruling)
