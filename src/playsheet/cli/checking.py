"""`check` and `verify`: is this file sound, and if not, what is wrong with it?"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Final

from playsheet.cli.output import console, print_json
from playsheet.core.errors import Refused
from playsheet.core.events import Event
from playsheet.core.files import file_bytes
from playsheet.core.reader import Reader, read_text, read_toml, shown
from playsheet.core.telling import as_roll

RECORD_MARK: Final = b"playsheet record"
BOOK_MARK: Final = b'"playsheet book"'
BAD_INPUT: Final = 2


class Found:
    """What a file turned out to be, and whether it is sound."""

    def __init__(self, file: str, kind: str, says: str, *, sound: bool) -> None:
        self.file: Final = file
        self.kind: Final = kind
        self.sound: Final = sound
        self.says: Final = says

    def data(self) -> dict[str, object]:
        return {"file": self.file, "kind": self.kind, "sound": self.sound, "says": self.says}


def check(given: argparse.Namespace) -> int:
    """Every file is looked at; exit code 2 if one is not sound."""
    found = [look(file) for file in given.files]
    if given.json:
        print_json({"files": [each.data() for each in found]})
    else:
        for each in found:
            if each.sound:
                console().print(f"{each.file}: {each.says}", soft_wrap=True)
        sys.stdout.flush()
        for each in found:
            if not each.sound:
                print(" ".join(each.says.split()), file=sys.stderr)
    return 0 if all(each.sound for each in found) else BAD_INPUT


def look(file: str) -> Found:
    kind = "unknown"
    try:
        from playsheet.core.records import LARGEST_RECORD

        content = file_bytes(file, LARGEST_RECORD)
        if content.startswith(RECORD_MARK):
            return look_at_record(file, content)
        if BOOK_MARK in content[:100]:
            return look_at_book(file, content)
        text = read_text(Path(file), file)
        reader = read_toml(text, file)
        kind = kind_of(reader)
        return Found(file, kind, CHECKS[kind](text, file, reader), sound=True)
    except Refused as refusal:
        says = str(refusal)
        return Found(file, kind, says if file in says else f"{file}: {says}", sound=False)


def look_at_book(file: str, content: bytes) -> Found:
    from playsheet.core.words import counted
    from playsheet.fieldbook.reading import read_book

    book = read_book(content, file)
    entries = counted(len(book.entries), "entry", "entries")
    return Found(file, "book", f"a field book of {book.head.title}, {entries}", sound=True)


def look_at_record(file: str, content: bytes) -> Found:
    from playsheet.core.records import read_record
    from playsheet.core.records import verify as verified
    from playsheet.rules import load_system

    verdict = verified(content, load_system, file)
    says = verdict.sentence
    if verdict.sound and read_record(content, file).comments:
        return Found(file, "lesson", lesson_said(content.decode(), file), sound=True)
    said = f"a record, {says}" if verdict.sound else named(file, says)
    return Found(file, "record", said, sound=verdict.sound)


def named(file: str, says: str) -> str:
    return says if says.startswith(file) else f"{file}: {says}"


def kind_of(reader: Reader) -> str:
    """By the keys that only one kind of file has."""
    keys = list(reader.data)
    if "steps" in keys or "scenario" in keys:
        return "lesson"
    if "sides" in keys or "turns" in keys or "table" in keys:
        return "scenario"
    if "system" in keys and "name" in keys and not isinstance(reader.data["name"], dict):
        return "house rules"
    tables = [value for key, value in reader.data.items() if key != "system"]
    if "system" in keys and tables and all(isinstance(value, dict) and "name" in value for value in tables):
        return "cards"
    raise Refused(
        f"{reader.name}: this is no scenario (it has no sides), no house rules (no name and system), "
        "no unit cards, no lesson (no steps) and no record."
    )


# ---------------------------------------------------------------------- each kind


def scenario_file(text: str, file: str, reader: Reader) -> str:
    from playsheet.players.setup import set_up_from

    setup = set_up_from(text, file, [])
    scenario = setup.scenario
    setup.system.check_room(scenario)
    units = sum(len(side.units) for side in scenario.sides)
    return f"a sound scenario for {scenario.system}: {scenario.title}, {units} units, {scenario.turns} turns."


def house_file(text: str, file: str, reader: Reader) -> str:
    from playsheet.core.house import read_house
    from playsheet.rules import load_system

    house = read_house(text, file)
    base = load_system(house.system)
    configured = base.configured({}, base.id, [house])
    cells = len(configured.sheet.patches)
    switches = len(house.settings)
    changes = f"{cells} {'cell' if cells == 1 else 'cells'} and {switches} {'switch' if switches == 1 else 'switches'}"
    return f"sound house rules for {house.system}: {house.name}, {changes} changed."


def cards_file(text: str, file: str, reader: Reader) -> str:
    from playsheet.cli.card_use import check_use
    from playsheet.rules import load_system

    system = reader.text("system", longest=40)
    base = load_system(system)
    count = base.read_cards(reader)
    for id in reader.data:
        if id != "system":
            check_use(base, id, reader)
    return f"sound unit cards for {system}: {count} {'card' if count == 1 else 'cards'}."


def lesson_file(text: str, file: str, reader: Reader) -> str:
    return lesson_said(text, file)


def lesson_said(text: str, file: str) -> str:
    """It is gone through by its own answers: each step must be come to."""
    from playsheet.lessons.pupil import Pupil
    from playsheet.lessons.reading import read_lesson

    lesson = read_lesson(text, file)
    pupil = Pupil(lesson)
    walk = pupil.walk()
    for index, step in enumerate(lesson.steps):
        if index not in walk.reached:
            raise Refused(f"{file}: steps[{index + 1}]: nobody comes to this step ({shown(step.say)}).")
    tables, rulings = cited(pupil.game.log)
    return (
        f"a sound lesson for {lesson.system}: {lesson.title}, {len(lesson.steps)} steps, {walk.answers} answers; "
        f"it touches {tables} tables and {rulings} rulings of the sheet."
    )


def cited(log: list[Event[Any]]) -> tuple[int, int]:
    """How many of the sheet's tables and rulings what was told rests on."""
    rolls = [roll for roll in [as_roll(event) for event in log] if roll is not None]
    rulings = [str(getattr(event, "ruling", "")) for event in log]
    return (
        len({roll.table for roll in rolls if roll.table}),
        len({id.strip() for text in rulings for id in text.split(",") if id.strip()}),
    )


CHECKS: Final = {"lesson": lesson_file, "scenario": scenario_file, "house rules": house_file, "cards": cards_file}


# ---------------------------------------------------------------------- verify


def verify(given: argparse.Namespace) -> int:
    from playsheet.core.records import LARGEST_RECORD
    from playsheet.core.records import verify as verified
    from playsheet.rules import load_system

    verdict = verified(file_bytes(given.record, LARGEST_RECORD), load_system, given.record)
    if given.json:
        found = {"file": given.record, "sound": verdict.sound, "step": verdict.step, "says": verdict.sentence}
        print_json({**found, "fingerprint": verdict.fingerprint or None})
        return 0 if verdict.sound else BAD_INPUT
    if not verdict.sound:
        raise Refused(named(given.record, verdict.sentence))
    console().print(f"{given.record}: {verdict.sentence}", style="green", soft_wrap=True)
    return 0
