"""What tests of records share: a battle told in lines, a forger's work, and bytes that are changed."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest

from playsheet.core import records
from playsheet.core.errors import Refused
from playsheet.core.game import Game, line_of
from playsheet.core.records import read_record, verify


def told(game: Game[Any]) -> str:
    return "".join(line_of(event) for event in game.log)


def resealed(text: str) -> str:
    """A forger's work: the checks and the checksum made to fit the text."""
    writer = records._Writer()
    for line in text.split("\n")[:-2]:
        step = records.STEP.fullmatch(line)
        if step is not None:
            writer.add_checked(step["before"], step["after"])
        elif line.startswith("check: "):
            writer.add_checked("check:", "")
        else:
            writer.add(line)
    content = "".join(writer.lines)
    return f"{content}checksum: {sha256(content.encode()).hexdigest()}\n"


def step_at(text: bytes, at: int) -> int:
    """The step that a byte belongs to: that of its line, or of the next line that is a step's."""
    lines = text.decode().split("\n")
    number = text.count(b"\n", 0, at)
    if number <= next(k for k, line in enumerate(lines) if line.startswith("check: ")):
        return 0
    steps = [int(found["number"]) for line in lines if (found := records.STEP.fullmatch(line))]
    for line in lines[number:]:
        found = records.STEP.fullmatch(line)
        if found is not None:
            return int(found["number"])
    return steps[-1]


def check_changed(text: bytes, changed: bytes, at: int, system: records.Load) -> None:
    if changed == text:
        return
    verdict = verify(changed, system)
    assert not verdict.sound
    where = step_at(text, at)
    # A lost line end belongs to two steps, and a change of the head shows in the step where it first matters.
    assert verdict.step in (where, where + 1) or where == 0, (verdict.step, where, verdict.sentence)
    assert f"step {verdict.step}" in verdict.sentence or verdict.sentence.startswith("cannot be read: ")
    with pytest.raises(Refused):
        read_record(changed)


CHANGES: dict[str, Callable[[bytes, int], bytes]] = {
    "flipped": lambda text, at: text[:at] + bytes([text[at] ^ 1 << at % 8]) + text[at + 1 :],
    "deleted": lambda text, at: text[:at] + text[at + 1 :],
    "inserted": lambda text, at: text[:at] + bytes([at * 37 % 256]) + text[at:],
    "doubled": lambda text, at: text[:at] + text[at : at + 1] + text[at:],
    "blanked": lambda text, at: text[:at] + b" " + text[at + 1 :],
    "counted": lambda text, at: text[:at] + (b"%d" % (at % 10)) + text[at + 1 :],
}
