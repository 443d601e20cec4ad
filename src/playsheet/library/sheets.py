"""Sheets and scenarios: what can be played, and by what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from playsheet.core.errors import Refused
from playsheet.core.files import NewFile
from playsheet.core.forms import AnyForm
from playsheet.core.house import House, read_house
from playsheet.core.reader import nearest
from playsheet.core.scenario import Scenario as Read
from playsheet.core.system import System
from playsheet.core.toml_text import toml_of
from playsheet.library.rows import Rows
from playsheet.players.setup import Setup, scenario_source, set_up_from
from playsheet.rules import SYSTEMS, load_system, scenario_files

HouseRule = str | Path  # a file of house rules, or its text
HouseRules = HouseRule | Sequence[HouseRule] | None  # some of them, one on top of the other


def houses_of(house: HouseRules) -> list[House]:
    """House rules from files, or from texts (whatever has a line break in it)."""
    if house is None:
        return []
    given = [house] if isinstance(house, (str, Path)) else list(house)
    return [
        read_house(one, "house rule") if isinstance(one, str) and "\n" in one else read_house(Path(one))
        for one in given
    ]


# ---------------------------------------------------------------------- sheets


def systems() -> Rows:
    """The sheets that can be played: a row each, with its id and title."""
    return Rows([{"system": id, "title": load_system(id).sheet.title} for id in SYSTEMS], "Sheets")


def sheet(system: str, house: HouseRules = None) -> Sheet:
    """A sheet by its id, with house rules laid over it."""
    base = load_system(system)
    read = houses_of(house)
    return Sheet(base.configured({}, base.id, read) if read else base)


class Sheet:
    """A printed sheet: its tables, its rulings with their switches, and its procedures."""

    def __init__(self, system: System[Any]) -> None:
        self._system: Final = system

    @property
    def id(self) -> str:
        return self._system.id

    @property
    def title(self) -> str:
        return str(self._system.sheet.title)

    @property
    def unit(self) -> str:
        """What it measures in: inch, or a unit of its own."""
        return str(self._system.sheet.unit)

    @property
    def tables(self) -> Rows:
        """The printed tables: a row each."""
        found: Any = self._system.sheet.data()
        return Rows(
            [{"table": one["id"], "title": one["title"], "at": one["at"]} for one in found["tables"]], self.title
        )

    def table(self, id: str) -> Rows:
        """A printed table as it is printed, row by row."""
        title = self._system.sheet.table(id).title
        headings, rows = self._system.sheet.as_rows(id)
        return Rows([dict(zip(headings, row)) for row in rows], title)

    def cell(self, table: str, row: str, column: str = "") -> Any:
        """One cell of a table, as data."""
        return self._system.sheet.cell(table, row, column)

    @property
    def rulings(self) -> Rows:
        """What the sheet leaves open and how it is settled: a row each."""
        rows = []
        for ruling in self._system.rulings.all:
            data: Any = ruling.data()
            rows.append({key: data[key] for key in ("id", "title", "question", "answer")})
        return Rows(rows, f"Rulings of {self.title}")

    @property
    def switches(self) -> Rows:
        """The switches that settle rulings otherwise: a row each, with its values and the one in force."""
        values = self._system.switches.values
        rows = []
        for ruling in self._system.rulings.all:
            data: Any = ruling.data()
            for switch in data["switches"]:
                rows.append(
                    {
                        "switch": switch["key"],
                        "ruling": ruling.id,
                        "values": list(switch["values"]),
                        "default": switch["default"],
                        "in_force": values[switch["key"]],
                    }
                )
        return Rows(rows, f"Switches of {self.title}")

    @property
    def procedures(self) -> Rows:
        """What can be worked out and resolved: a row each."""
        rows = [{"procedure": form.id, "title": form.title, "table": form.at} for form in self._system.forms()]
        return Rows(rows, f"Procedures of {self.title}")

    def inputs(self, procedure: str) -> Rows:
        """The inputs of a procedure: a row each, with what is expected and the default."""
        form = form_of(self._system, procedure)
        rows = [
            {"input": field.name, "what": field.said, "expected": field.expected(), "default": field.default}
            for field in form.fields
        ]
        return Rows(rows, form.title)

    def __repr__(self) -> str:
        changed = "".join(f", {house.name}" for house in self._system.houses)
        return f"<Sheet {self.id}: {self.title}{changed}>"


def form_of(system: System[Any], id: str) -> AnyForm:
    forms = system.forms()
    for form in forms:
        if form.id == id:
            return form
    ids = [form.id for form in forms]
    raise Refused(f"{system.id} has no procedure {id!r}{nearest(id, ids)}; expected one of {', '.join(ids)}.")


# ---------------------------------------------------------------------- scenarios


def scenarios(system: str = "") -> Rows:
    """The built-in battles (of one sheet): a row each."""
    rows = []
    for id, path in scenario_files().items():
        of = path.parent.parent.name
        if system in ("", of):
            read = load_system(of).read_scenario(path)
            rows.append({"scenario": id, "system": of, "title": read.title, "size": read.size, "turns": read.turns})
    if system and system not in SYSTEMS:
        raise Refused(f"There is no system {system!r}{nearest(system, SYSTEMS)}; expected one of {', '.join(SYSTEMS)}.")
    return Rows(rows, "Battles")


def scenario(which: str | Path | Mapping[str, Any]) -> Scenario:
    """A battle: a built-in one by its id, one from a file, from its text, or built in code with the keys of the file.

    One of your own is checked down to the last unit, and all units must have room to deploy.
    """
    if isinstance(which, Mapping):
        return Scenario(toml_of(which), "scenario")
    if isinstance(which, str) and "\n" in which:
        return Scenario(which, "scenario")
    path = scenario_source(str(which))
    return Scenario(path, "")


class Scenario:
    """A battle that can be played."""

    def __init__(self, source: Path | str, name: str) -> None:
        setup = set_up_from(source, name, [])
        if source not in scenario_files().values():
            setup.system.check_room(setup.scenario)
        self._read: Final[Read] = setup.scenario

    @property
    def id(self) -> str:
        return self._read.id

    @property
    def system(self) -> str:
        """The sheet's id."""
        return self._read.system

    @property
    def title(self) -> str:
        return self._read.title

    @property
    def turns(self) -> int:
        return self._read.turns

    @property
    def sides(self) -> list[str]:
        return [side.name for side in self._read.sides]

    @property
    def units(self) -> Rows:
        """The rosters: a row a unit."""
        rows = [
            {"side": side.name, "unit": unit.name, "card": unit.card}
            for side in self._read.sides
            for unit in side.units
        ]
        return Rows(rows, self.title)

    @property
    def text(self) -> str:
        """The whole file, as TOML."""
        return self._read.text

    def _set_up(self, house: HouseRules = None) -> Setup:
        return set_up_from(self._read.text, self._read.file, houses_of(house))

    def save(self, path: str | Path, force: bool = False) -> None:
        """Write the file; one that is there is overwritten only with `force`."""
        with NewFile(str(path), force) as file:
            file.write(self.text)

    def __repr__(self) -> str:
        return f"<Scenario {self.id}: {self.title} ({self.system}, {self.turns} turns)>"


def as_scenario(which: str | Path | Mapping[str, Any] | Scenario) -> Scenario:
    return which if isinstance(which, Scenario) else scenario(which)
