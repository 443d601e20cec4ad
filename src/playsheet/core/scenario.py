"""Scenario files: what every system's scenarios have in common.

    id = "the-wells"
    system = "lancer"
    title = "The Wells"
    blurb = "..."
    size = "small"                       # small, middle, large
    table = [36, 48]                     # width (east), depth (north), in the sheet's unit
    turns = 6

    [rulings]                            # switches
    break_point = "half"

    [[terrain]]                          # later pieces lie on top of earlier ones
    kind = "woods"
    name = "the palm wood"
    rect = [4, 20, 10, 28]               # or circle = [x, y, r], polygon or line = [[x, y], ...]

    [[markers]]                          # something to be seen and spoken of, without effect
    name = "the well"
    at = [18, 24]
    across = 1

    [[sides]]
    name = "The Garrison"
    colour = "red"                       # red, blue, gold, green, violet, grey; else in this order
    facing = 0                           # degrees, 0 is north, clockwise
    zones = [[0, 0, 36, 14]]             # rectangles to deploy in

    [[sides.units]]
    card = "line-company"
    count = 2                            # or name = "...", or names = [...]

    [[objectives]]                       # read by the system
    kind = "hold-point"

What only a system understands stands under `extra` (of the scenario, a side, a group or a unit) or
`overrides` (of a unit: fields of its card), and is handed on as a Reader for the system to read and close.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playsheet.core.reader import Reader, figure, nearest, one_of, read_text, read_toml, shown
from playsheet.core.rulings import Rulings
from playsheet.core.terrain import Ground, Piece, circle, polygon, polyline, rectangle

SIZES: Final = ("small", "middle", "large")
LARGEST_TABLE: Final = 500.0
MOST_UNITS: Final = 200  # a side
MOST_SIDES: Final = 6
MOST_PIECES: Final = 200
MOST_CORNERS: Final = 100  # of one piece
COLOURS: Final = ("red", "blue", "gold", "green", "violet", "grey")  # of sides that do not choose, in this order
SHAPES: Final = ("rect", "circle", "polygon", "line")
KEBAB: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Vocabulary:
    """The words a system lets a scenario use."""

    def __init__(
        self,
        system: str,
        cards: dict[str, str],
        areas: Sequence[str],
        lines: Sequence[str],
        formations: Sequence[str],
        rulings: Rulings,
    ) -> None:
        self.system: Final = system
        self.cards: Final = cards  # id -> name
        self.areas: Final[list[str]] = list(areas)  # kinds of ground that are areas
        self.lines: Final[list[str]] = list(lines)  # kinds that are lines
        self.formations: Final[list[str]] = list(formations)
        self.rulings: Final = rulings


class Zone:
    """A rectangle to deploy in."""

    def __init__(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self.x0: Final = x0
        self.y0: Final = y0
        self.x1: Final = x1
        self.y1: Final = y1

    def holds(self, x: float, y: float) -> bool:
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1


class Marker:
    """Something on the table to be seen and spoken of, without effect on the game."""

    def __init__(self, name: str, x: float, y: float, across: float) -> None:
        self.name: Final = name
        self.x: Final = x
        self.y: Final = y
        self.across: Final = across


class Group:
    """Units that belong together: a brigade, a platoon. What that means is the system's."""

    def __init__(self, id: str, name: str, extra: Reader) -> None:
        self.id: Final = id
        self.name: Final = name
        self.extra: Final = extra


class UnitEntry:
    """One unit of a roster."""

    def __init__(
        self,
        name: str,
        card: str,
        owner: str,
        formation: str,
        attached_to: str,
        group: str,
        zones: list[Zone],
        at: tuple[float, float] | None,
        facing: float,
        source: Reader,
    ) -> None:
        self.name: Final = name  # unique within the side
        self.card: Final = card
        self.owner: Final = owner  # one of the side's players, or empty: any of them
        self.formation: Final = formation  # or empty: the owner's choice
        self.attached_to: Final = attached_to  # a unit's name, or empty
        self.group: Final = group  # a group's id, or empty
        self.zones: Final = zones  # where it may deploy
        self.at: Final = at  # where it must stand, if the scenario says
        self.facing: Final = facing
        self.source: Final = source

    def overrides(self) -> Reader:
        """Fields of the card that are different for this unit."""
        return self.source.optional_table("overrides")

    def changed(self, card: Reader) -> Reader | None:
        """The card with what this unit has otherwise; None if it is as printed."""
        overrides = self.overrides()
        if not overrides.keys():
            return None
        merged = dict(card.data)
        for key in overrides.data:
            merged[key] = overrides.raw(key)
        return Reader(merged, overrides.name, overrides.path_of("")[:-1] or "overrides")

    def extra(self) -> Reader:
        return self.source.optional_table("extra")


def card_tables(text: str) -> dict[str, Reader]:
    """The unit cards that go with a sheet, by id."""
    reader = read_toml(text, "cards.toml")
    return {id: reader.table(id) for id in reader.data if id != "system"}


class Side:
    """One side: its name, where it stands, its roster in order."""

    def __init__(
        self,
        name: str,
        colour: str,
        facing: float,
        zones: list[Zone],
        players: list[str],
        groups: list[Group],
        units: list[UnitEntry],
        extra: Reader,
    ) -> None:
        self.name: Final = name
        self.colour: Final = colour
        self.facing: Final = facing
        self.zones: Final = zones
        self.players: Final = players
        self.groups: Final = groups
        self.units: Final = units
        self.extra: Final = extra


class Objective:
    """One line of how the battle is decided; the system knows the kinds and reads the rest."""

    def __init__(self, kind: str, source: Reader) -> None:
        self.kind: Final = kind
        self.source: Final = source


class Heading:
    """What a list of scenarios shows."""

    def __init__(self, id: str, system: str, title: str, blurb: str, size: str) -> None:
        self.id: Final = id
        self.system: Final = system
        self.title: Final = title
        self.blurb: Final = blurb
        self.size: Final = size


class Scenario:
    """A battle to be played."""

    def __init__(
        self,
        heading: Heading,
        turns: int,
        ground: Ground,
        markers: list[Marker],
        sides: list[Side],
        settings: dict[str, object],
        objectives: list[Objective],
        notes: list[str],
        extra: Reader,
        file: str,
        text: str,
    ) -> None:
        self.id: Final = heading.id
        self.system: Final = heading.system
        self.title: Final = heading.title
        self.blurb: Final = heading.blurb
        self.size: Final = heading.size
        self.turns: Final = turns
        self.ground: Final = ground
        self.markers: Final = markers
        self.sides: Final = sides
        self.settings: Final = settings  # switch -> value, checked
        self.objectives: Final = objectives
        self.notes: Final = notes
        self.extra: Final = extra
        self.file: Final = file
        self.text: Final = text  # the whole file, for the record


# ---------------------------------------------------------------------- reading


def read_heading(source: Path | str, name: str = "") -> Heading:
    """Only what a list shows: no system is needed to read it."""
    return _heading(read_toml(source, name))


def read_scenario(source: Path | str, known: Vocabulary, name: str = "") -> Scenario:
    """A scenario from its file (a Path) or its text, checked against the words of its system."""
    if isinstance(source, Path):
        return read_scenario(read_text(source, name), known, name or source.name)
    return scenario_of(read_toml(source, name or "scenario"), known, source)


def scenario_of(reader: Reader, known: Vocabulary, text: str) -> Scenario:
    """A scenario from what has been read of it."""
    heading = _heading(reader)
    if heading.system != known.system:
        raise reader.wrong("system", one_of([known.system]), heading.system)
    turns = reader.integer("turns", 1, 1000)
    size = reader.numbers("table", 1, LARGEST_TABLE, 2)
    ground = Ground(size[0], size[1], [])
    pieces = reader.tables("terrain", [])
    if len(pieces) > MOST_PIECES:
        raise reader.refused("terrain", f"expected at most {MOST_PIECES} pieces, got {len(pieces)}.")
    for piece in pieces:
        ground.pieces.append(_piece(piece, len(ground.pieces), ground, known))
    markers = [_marker(marker, ground) for marker in reader.tables("markers", [])]
    settings = _settings(reader, known)
    sides = _sides(reader, ground, known)
    objectives = [_objective(entry, ground) for entry in reader.tables("objectives", [])]
    notes = reader.texts("notes", [])
    extra = reader.optional_table("extra")
    reader.close()
    return Scenario(heading, turns, ground, markers, sides, settings, objectives, notes, extra, reader.name, text)


def _heading(reader: Reader) -> Heading:
    return Heading(
        _id(reader, "id"),
        reader.text("system", longest=40),
        reader.text("title", longest=100),
        reader.text("blurb", longest=4000),
        reader.choice("size", SIZES),
    )


def _settings(reader: Reader, known: Vocabulary) -> dict[str, object]:
    switches = reader.optional_table("rulings")
    chosen = known.rulings.chosen(switches.data, reader.name)
    return {key: chosen.value(key) for key in switches.data}


def _id(reader: Reader, key: str) -> str:
    text = reader.text(key, longest=60)
    if KEBAB.fullmatch(text) is None:
        raise reader.wrong(key, 'small letters, digits and dashes, such as "the-wells"', text)
    return text


# ---------------------------------------------------------------------- the table


def _piece(reader: Reader, id: int, ground: Ground, known: Vocabulary) -> Piece:
    shapes = [shape for shape in SHAPES if reader.has(shape)]
    if len(shapes) != 1:
        got = "none of them" if not shapes else " and ".join(shapes)
        raise reader.refused("", f"expected one of rect, circle, polygon or line, got {got}.")
    shape = shapes[0]
    kind = reader.choice("kind", known.lines if shape == "line" else known.areas)
    name = reader.text("name", f"the {kind}", longest=100)
    level = reader.integer("level", 0, 10, 0) if shape != "line" else 0
    try:
        piece = _shaped(reader, id, name, kind, shape, level, ground)
    except ValueError as fault:
        raise reader.refused(shape, f"this is no shape on the table: {fault}.") from None
    reader.close()
    return piece


def _shaped(reader: Reader, id: int, name: str, kind: str, shape: str, level: int, ground: Ground) -> Piece:
    if shape == "rect":
        zone = _rect(reader, "rect", reader.numbers("rect", count=4), ground)
        return rectangle(id, name, kind, zone.x0, zone.y0, zone.x1, zone.y1, level)
    if shape == "circle":
        x, y, radius = reader.numbers("circle", count=3)
        if radius <= 0:
            raise reader.refused("circle", f"expected a radius greater than 0, got {figure(radius)}.")
        on_table(reader, "circle", ground, x - radius, y - radius)
        on_table(reader, "circle", ground, x + radius, y + radius)
        return circle(id, name, kind, x, y, radius, level)
    least = 2 if shape == "line" else 3
    corners = reader.points(shape, least=least)
    if len(corners) > MOST_CORNERS:
        raise reader.refused(shape, f"expected at most {MOST_CORNERS} points, got {len(corners)}.")
    for x, y in corners:
        on_table(reader, shape, ground, x, y)
    if shape == "line":
        return polyline(id, name, kind, corners)
    return polygon(id, name, kind, corners, level)


def _rect(reader: Reader, key: str, corners: list[float], ground: Ground) -> Zone:
    x0, y0, x1, y1 = corners
    if not (x0 < x1 and y0 < y1):
        raise reader.refused(
            key,
            "expected [x0, y0, x1, y1] with x0 less than x1 and y0 less than y1, "
            f"got [{', '.join(figure(corner) for corner in corners)}].",
        )
    on_table(reader, key, ground, x0, y0)
    on_table(reader, key, ground, x1, y1)
    return Zone(x0, y0, x1, y1)


def on_table(reader: Reader, key: str, ground: Ground, x: float, y: float) -> None:
    """Refuse a place that is none."""
    if not (0 <= x <= ground.width and 0 <= y <= ground.depth):
        raise reader.refused(
            key,
            f"expected a place on the table ({figure(ground.width)} by {figure(ground.depth)}), "
            f"but {figure(x)}, {figure(y)} lies off it.",
        )


def _objective(reader: Reader, ground: Ground) -> Objective:
    """Wherever a system has an objective at a place, it says so by `at` or by `x` and `y`."""
    at = reader.data.get("at")
    places = at if isinstance(at, list) and len(at) == 2 else [reader.data.get("x", 0), reader.data.get("y", 0)]
    x, y = [float(place) if isinstance(place, (int, float)) else 0.0 for place in places]
    on_table(reader, "at" if places is at else "y" if "y" in reader.data else "x", ground, x, y)
    return Objective(reader.text("kind", longest=60), reader)


def _marker(reader: Reader, ground: Ground) -> Marker:
    x, y = reader.numbers("at", count=2)
    on_table(reader, "at", ground, x, y)
    marker = Marker(reader.text("name", longest=100), x, y, reader.number("across", 0.1, 50, 1.0))
    reader.close()
    return marker


# ---------------------------------------------------------------------- the sides


def _sides(reader: Reader, ground: Ground, known: Vocabulary) -> list[Side]:
    entries = reader.tables("sides")
    if not 2 <= len(entries) <= MOST_SIDES:
        raise reader.refused("sides", f"expected from 2 to {MOST_SIDES} sides, got {len(entries)}.")
    sides: list[Side] = []
    chosen = [entry.choice("colour", COLOURS, "") for entry in entries]
    for colour, entry in zip(chosen, entries):
        if colour and chosen.count(colour) > 1:
            raise entry.refused("colour", f"another side is {colour} too.")
    left = [colour for colour in COLOURS if colour not in chosen]
    for colour, entry in zip(chosen, entries):
        side = _side(entry, colour or left.pop(0), ground, known)
        if any(side.name == other.name for other in sides):
            raise entry.refused("name", f"another side is called {shown(side.name)} too.")
        sides.append(side)
    return sides


def _side(reader: Reader, colour: str, ground: Ground, known: Vocabulary) -> Side:
    name = reader.text("name", longest=60)
    facing = _facing(reader, 0.0 if not reader.has("facing") else None)
    zones = _zones(reader, ground)
    if not zones:
        raise reader.missing("zones", "a list of at least one rectangle [x0, y0, x1, y1]")
    players = reader.texts("players", [])
    groups = [
        Group(_id(entry, "id"), entry.text("name", entry.text("id"), 60), entry.optional_table("extra"))
        for entry in _closed(reader.tables("groups", []), ("id", "name", "extra"))
    ]
    roster = _Roster(known, zones, facing, players, [group.id for group in groups])
    for entry in reader.tables("units"):
        roster.read(entry, ground)
    units = roster.named()
    if not units:
        raise reader.refused("units", "expected at least one unit.")
    side = Side(name, colour, facing, zones, players, groups, units, reader.optional_table("extra"))
    reader.close()
    return side


def _closed(readers: list[Reader], known: Sequence[str]) -> list[Reader]:
    for reader in readers:
        for key in known:
            reader.has(key)
        reader.close()
    return readers


def _facing(reader: Reader, default: float | None) -> float:
    facing = reader.number("facing", 0, 360, default)
    return 0.0 if facing == 360 else facing


def _zones(reader: Reader, ground: Ground) -> list[Zone]:
    if not reader.has("zones"):
        return []
    zones: list[Zone] = []
    for i, item in enumerate(reader.items("zones", "a list of rectangles [x0, y0, x1, y1]"), 1):
        key = f"zones[{i}]"
        one = Reader({key: item}, reader.name, reader.path)
        zones.append(_rect(one, key, one.numbers(key, count=4), ground))
    return zones


class _Draft:
    """A unit read but not yet named."""

    def __init__(self, reader: Reader, card: str, name: str, zones: list[Zone], at: tuple[float, float] | None) -> None:
        self.reader: Final = reader
        self.card: Final = card
        self.name = name
        self.zones: Final = zones
        self.at: Final = at


class _Roster:
    """The units of a side while they are being read and named."""

    def __init__(
        self, known: Vocabulary, zones: list[Zone], facing: float, players: list[str], groups: list[str]
    ) -> None:
        self.known: Final = known
        self.zones: Final = zones
        self.facing: Final = facing
        self.players: Final = players
        self.groups: Final = groups
        self.drafts: Final[list[_Draft]] = []

    def read(self, reader: Reader, ground: Ground) -> None:
        """One entry, which may stand for several units."""
        card = reader.text("card", longest=60)
        if card not in self.known.cards:
            raise reader.refused("card", f"there is no card {shown(card)}{nearest(card, self.known.cards)}.")
        zones = _zones(reader, ground) or self.zones
        at = self._at(reader, ground)
        names = self._names(reader)
        if at is not None and len(names) > 1:
            raise reader.refused("at", f"{len(names)} units cannot stand in one place.")
        for name in names:
            self.drafts.append(_Draft(reader, card, name, zones, at))
        if len(self.drafts) > MOST_UNITS:
            raise reader.refused("", f"expected at most {MOST_UNITS} units a side.")

    def _at(self, reader: Reader, ground: Ground) -> tuple[float, float] | None:
        if not reader.has("at"):
            return None
        x, y = reader.numbers("at", count=2)
        on_table(reader, "at", ground, x, y)
        return (x, y)

    def _names(self, reader: Reader) -> list[str]:
        """The names given, or as many blanks as there are units; one of count, name and names."""
        given = [key for key in ("count", "name", "names") if reader.has(key)]
        if len(given) > 1:
            raise reader.refused(given[1], f"expected only one of count, name and names, got {' and '.join(given)}.")
        if reader.has("name"):
            return [reader.text("name", longest=60)]
        if reader.has("names"):
            names = reader.texts("names")
            if not names:
                raise reader.refused("names", "expected at least one name.")
            return names
        return [""] * reader.integer("count", 1, MOST_UNITS, 1)

    def named(self) -> list[UnitEntry]:
        """The units, each with a name of its own."""
        self._number()
        taken: dict[str, bool] = {}
        for draft in self.drafts:
            if draft.name in taken:
                raise draft.reader.refused("", f"another unit of the side is called {shown(draft.name)} too.")
            taken[draft.name] = True
        units = [self._entry(draft) for draft in self.drafts]
        self._check_attached(units)
        return units

    def _number(self) -> None:
        """Unnamed units of one card are numbered through the side; a single one bears the card's name."""
        unnamed: dict[str, int] = {}
        given: dict[str, bool] = {}
        for draft in self.drafts:
            if draft.name:
                given[draft.name] = True
            else:
                unnamed[draft.card] = unnamed.get(draft.card, 0) + 1
        counted: dict[str, int] = {}
        for draft in self.drafts:
            if draft.name:
                continue
            name = self.known.cards[draft.card]
            draft.name = name
            while draft.name in given or (draft.name == name and unnamed[draft.card] > 1):
                counted[draft.card] = counted.get(draft.card, 0) + 1
                draft.name = f"{ordinal(counted[draft.card])} {name}"
            given[draft.name] = True

    def _entry(self, draft: _Draft) -> UnitEntry:
        reader = draft.reader
        owner = reader.choice("owner", self.players, "") if self.players else ""
        group = reader.choice("group", self.groups, "") if self.groups else ""
        formation = reader.choice("formation", self.known.formations, "") if self.known.formations else ""
        attached = reader.text("attached_to", "", 60)
        facing = _facing(reader, self.facing)
        reader.has("overrides")
        reader.has("extra")
        reader.close()
        unit = UnitEntry(
            draft.name, draft.card, owner, formation, attached, group, draft.zones, draft.at, facing, reader
        )
        unit.overrides()
        unit.extra()
        return unit

    def _check_attached(self, units: list[UnitEntry]) -> None:
        by_name = {unit.name: unit for unit in units}
        for unit in units:
            if not unit.attached_to:
                continue
            if unit.attached_to not in by_name:
                hint = nearest(unit.attached_to, by_name)
                raise unit.source.refused("attached_to", f"the side has no unit {shown(unit.attached_to)}{hint}.")
            if by_name[unit.attached_to].attached_to or unit.attached_to == unit.name:
                raise unit.source.refused(
                    "attached_to", f"{unit.attached_to} is attached itself, expected a unit that is not."
                )


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 22nd."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{('th', 'st', 'nd', 'rd')[number % 10] if number % 10 < 4 else 'th'}"
