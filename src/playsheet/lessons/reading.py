"""Reading a lesson: TOML as docs/lessons.md describes it, or a record with comments. What is wrong is refused in a
sentence that names file and key."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from playsheet.core.errors import Refused
from playsheet.core.events import Event
from playsheet.core.fair import Fair
from playsheet.core.reader import Reader, nearest, one_of, read_text, read_toml, shown
from playsheet.core.scenario import KEBAB
from playsheet.core.system import System
from playsheet.lessons.lesson import ANY, PANELS, Aimed, Heading, Lead, Lesson, Lit, Step, Wanted
from playsheet.players.setup import Setup, scenario_source, set_up_from
from playsheet.rules import SYSTEMS, lesson_files

MOST_STEPS: Final = 60
MOST_WORDS: Final = 30
MOST_ANSWERS: Final = 40  # of one step
LONGEST_SAID: Final = 300  # characters
LONGEST_KEY: Final = 200
OPPONENTS: Final = ("doctrine", "random")
NAMED: Final = re.compile(r"\{([^{}]+)\}")  # a unit within a key: shoot:{Levy Spearmen}
POINT: Final = re.compile(r"(\d{1,4}(?:\.\d{1,4})?), ?(\d{1,4}(?:\.\d{1,4})?)")


def read_lesson(source: Path | str, name: str = "") -> Lesson:
    """A lesson from its file (a Path) or its text, checked down to the last name."""
    if isinstance(source, Path):
        return read_lesson(lesson_text(source), name or source.name)
    file = name or "lesson"
    if source.startswith("playsheet record"):
        from playsheet.lessons.from_record import lesson_from_record

        return lesson_from_record(source, file)
    return lesson_of(read_toml(source, file))


@lru_cache(maxsize=32)
def read_once(text: str, name: str) -> Lesson:
    """The same for whoever opens many games of one lesson: nothing in it ever changes."""
    return read_lesson(text, name)


def lesson_text(path: Path) -> str:
    """A lesson's file, be it TOML or a record."""
    from playsheet.core.records import record_bytes

    return record_bytes(path).decode() if path.suffix == ".record" else read_text(path)


def find_lesson(id: str) -> Path:
    """The file of a built-in lesson."""
    known = lesson_files()
    if id not in known:
        raise Refused(f"There is no lesson {id[:60]!r}{nearest(id, known)}; expected one of {', '.join(known)}.")
    return known[id]


def read_heading(source: Path | str, name: str = "") -> Heading:
    """Only what a list shows."""
    lesson = read_lesson(source, name)
    return Heading(lesson.id, lesson.system, lesson.title, lesson.blurb, lesson.minutes)


def lesson_of(reader: Reader) -> Lesson:
    """A lesson from what has been read of it."""
    heading = heading_of(reader)
    setup = setup_of(reader, heading.system)
    seat = reader.integer("seat", 1, len(setup.seats)) - 1
    opponent = reader.choice("opponent", OPPONENTS, "doctrine")
    key = key_of(reader.integer("dice", 0, 2**53 - 1))
    names = Names(setup)
    tables = reader.tables("steps")
    if not 1 <= len(tables) <= MOST_STEPS:
        raise reader.refused("steps", f"expected from 1 to {MOST_STEPS} steps, got {len(tables)}.")
    steps = [step_of(table, names) for table in tables]
    reader.close()
    return Lesson(heading, setup, seat, opponent, Fair(key, ("",) * len(setup.seats)), key, steps, [])


def key_of(seed: int) -> bytes:
    """The key of a lesson's dice: fair dice like any game's, but known to all from the start."""
    return sha256(f"playsheet lesson {seed}".encode()).digest()


def heading_of(reader: Reader) -> Heading:
    id = reader.text("id", longest=60)
    if KEBAB.fullmatch(id) is None:
        raise reader.wrong("id", 'small letters, digits and dashes, such as "first-command"', id)
    return Heading(
        id,
        reader.choice("system", SYSTEMS),
        reader.text("title", longest=100),
        " ".join(reader.text("blurb", longest=1000).split()),
        reader.integer("minutes", 1, 60),
    )


def setup_of(reader: Reader, system: str) -> Setup:
    """Its own scenario, as a text, or a built-in one by its id."""
    given = reader.text("scenario")
    where = reader.where("scenario")
    if KEBAB.fullmatch(given) is not None:
        setup = set_up_from(scenario_source(given), "", [])
    else:
        setup = set_up_from(given, where, [])
        setup.system.check_room(setup.scenario)
    if setup.system.id != system:
        raise reader.refused("scenario", f"expected a scenario of {system}, got one of {setup.system.id}.")
    return setup


class Names:
    """What a lesson may name of its battle: units, places, events, tables and rulings."""

    def __init__(self, setup: Setup) -> None:
        self.system: Final[System[Any]] = setup.system
        self.units: Final[dict[str, int]] = {}
        self.spots: Final[dict[str, tuple[float, float]]] = {}
        battle = setup.system.new_battle(setup.scenario)
        roster = setup.system.roster(battle)
        called = [unit.name for unit in roster]
        for index, unit in enumerate(roster):
            if called.count(unit.name) == 1:
                self.units[unit.name] = index
            self.units[f"{setup.scenario.sides[unit.side].name}/{unit.name}"] = index
        for piece in setup.scenario.ground.pieces:
            self.spots[piece.name] = (0.5 * (piece.min_x + piece.max_x), 0.5 * (piece.min_y + piece.max_y))
        for marker in setup.scenario.markers:
            self.spots[marker.name] = (marker.x, marker.y)
        for aim in setup.system.aims(battle):
            for place in aim.places:
                if place.within:
                    self.spots[place.name] = (place.x, place.y)
        self.events: Final = event_names(setup.system.id)
        self.lines: Final = [*setup.system.sheet.tables, *[ruling.id for ruling in setup.system.rulings.all]]

    def unit(self, reader: Reader, key: str, name: str) -> int:
        if name not in self.units:
            raise unknown(reader, key, "a unit of the scenario (SIDE/NAME where two have one name)", name, self.units)
        return self.units[name]

    def spot(self, reader: Reader, key: str, name: str) -> tuple[float, float]:
        point = POINT.fullmatch(name)
        if point is not None:
            return float(point[1]), float(point[2])
        if name not in self.spots:
            raise unknown(reader, key, "a place of the scenario, or x,y", name, self.spots)
        return self.spots[name]

    def keyed(self, reader: Reader, key: str, text: str) -> str:
        """`shoot:{Levy Spearmen}` as the game has it: `shoot:4`."""
        return NAMED.sub(lambda found: str(self.unit(reader, key, found[1])), text)


def unknown(reader: Reader, key: str, expected: str, got: str, known: Any) -> Refused:
    return Refused(f"{reader.where(key)}: expected {expected}, got {shown(got)}{nearest(got, known)}.")


def event_names(system: str) -> list[str]:
    """The names of all events that a battle of this sheet can tell."""
    found: set[str] = set()
    waiting: list[type[object]] = [Event]
    while waiting:
        kinds: list[type[object]] = waiting.pop().__subclasses__()
        for kind in kinds:
            waiting.append(kind)
            if not kind.__module__.startswith("playsheet.rules.") or kind.__module__.split(".")[2] == system:
                found.add(kind.__name__)
    return sorted(found)


# ---------------------------------------------------------------------- steps


def step_of(reader: Reader, names: Names) -> Step:
    say = said(reader, "say")
    by = [lead_of(table, names) for table in reader.tables("by", [])]
    if len(by) > MOST_ANSWERS:
        raise reader.refused("by", f"expected at most {MOST_ANSWERS} answers, got {len(by)}.")
    wanted = wanted_of(reader.table("wanted"), names) if reader.has("wanted") else None
    lit = lit_of(reader, names, reader.texts("lit", []))
    but, hint = said(reader, "but", ""), said(reader, "hint", "")
    if but and not by:
        raise reader.refused("but", "a card to be read asks for nothing, so there is nothing else to be done.")
    line = reader.text("line", "", longest=60)
    if line and line not in names.lines:
        raise unknown(reader, "line", "a table or a ruling of the sheet", line, names.lines)
    reader.close()
    return Step(say, by, wanted, lit, but, hint, line)


def said(reader: Reader, key: str, default: str | None = None) -> str:
    """A sentence or two: thirty words are read before somebody wants to do something."""
    text = " ".join(reader.text(key, default, longest=LONGEST_SAID).split())
    words = len(text.split())
    if words > MOST_WORDS:
        raise reader.refused(key, f"expected at most {MOST_WORDS} words, got {words}.")
    return text


def lead_of(reader: Reader, names: Names) -> Lead:
    asked = reader.text("asked", longest=60)
    unit = names.unit(reader, "unit", reader.text("unit")) if reader.has("unit") else -1
    keys = [ANY]
    if reader.has("key"):
        several = isinstance(reader.data["key"], list)
        given = reader.texts("key") if several else [reader.text("key", longest=LONGEST_KEY)]
        if len(given) > MOST_ANSWERS:
            raise reader.refused("key", f"expected at most {MOST_ANSWERS} choices, got {len(given)}.")
        keys = [names.keyed(reader, "key", key) for key in given]
    aimed = aimed_of(reader, names)
    if aimed is not None and reader.has("key"):
        raise reader.refused("key", "a choice is one of some keys, or a place or bearing, not both.")
    reader.close()
    return Lead(asked, unit, keys, aimed)


def aimed_of(reader: Reader, names: Names) -> Aimed | None:
    at: tuple[float, float] | None = None
    if reader.has("at"):
        given = reader.data["at"]
        if isinstance(given, str):
            at = names.spot(reader, "at", given)
        else:
            x, y = reader.numbers("at", -1000, 1000, 2)
            at = (x, y)
    toward = reader.optional_number("toward", 0, 360)
    far = reader.optional_number("far", 0, 1000)
    within = reader.number("within", 0.01, 1000, 3.0)
    turned = reader.number("turned", 0.01, 180, 20.0)
    return Aimed(at, toward, far, within, turned) if at is not None or toward is not None or far is not None else None


def wanted_of(reader: Reader, names: Names) -> Wanted:
    turn = reader.integer("turn", 1, 1000, 0)
    event = reader.text("event", "", longest=60)
    if event and event not in names.events:
        raise unknown(reader, "event", "an event of this sheet", event, names.events)
    unit = names.unit(reader, "unit", reader.text("unit")) if reader.has("unit") else -1
    word = reader.text("shown", "", longest=60)
    near: tuple[float, float] | None = None
    near_unit = -1
    if reader.has("near"):
        name = reader.text("near", longest=100)
        if name in names.units:
            near_unit = names.units[name]
        else:
            near = names.spot(reader, "near", name)
    within = reader.number("within", 0.01, 1000) if reader.has("near") else 0.0
    over = reader.flag("over", False)
    if unit < 0 and (word or within):
        raise reader.missing("unit", "a unit of the scenario")
    if not (turn or event or word or within or over):
        raise reader.refused("", "expected turn, event, unit with shown or near, or over.")
    reader.close()
    return Wanted(
        turn=turn, event=event, unit=unit, shown=word, near=near, near_unit=near_unit, within=within, over=over
    )


def lit_of(reader: Reader, names: Names, given: list[str]) -> Lit:
    """`unit:NAME`, `option:KEY`, `place:NAME`, `panel:NAME`."""
    lit = Lit([], [], [], [])
    for text in given:
        kind, _, name = text.partition(":")
        match kind:
            case "unit":
                lit.units.append(names.unit(reader, "lit", name))
            case "option":
                lit.keys.append(names.keyed(reader, "lit", name))
            case "place":
                lit.spots.append(names.spot(reader, "lit", name))
            case "panel":
                if name not in PANELS:
                    raise unknown(reader, "lit", one_of(PANELS), name, PANELS)
                lit.panels.append(name)
            case _:
                raise reader.refused("lit", f"expected unit:, option:, place: or panel:, got {shown(text)}.")
    return lit
