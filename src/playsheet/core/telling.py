"""Telling a battle: sentences with the rolls that explain them, and rolls with their arithmetic."""

from __future__ import annotations

from typing import Final, Generic

from mypy_extensions import mypyc_attr

from playsheet.core.events import B, Event, Rolled


class Told:
    """A sentence, and the rolls that explain it."""

    def __init__(self, text: str, rolls: list[Rolled], deployment: bool) -> None:
        self.text: Final = text
        self.rolls: Final = rolls
        self.deployment: Final = deployment  # many short ones, which may be run together
        self.rulings: Final[list[str]] = []  # those that what happened rests on, the rolls' own apart


@mypyc_attr(allow_interpreted_subclasses=True)
class Teller(Generic[B]):
    """Follows a battle by its events alone, on a battle of its own, and tells each step. A system tells it better."""

    def __init__(self, battle: B) -> None:
        self.battle: Final = battle  # as it stood before the first event; it is changed as the story goes on

    def tell(self, events: list[Event[B]]) -> list[Told]:
        """The events of one step: here just their names."""
        told: list[Told] = []
        rolls: list[Rolled] = []
        for event in events:
            roll = as_roll(event)
            if roll is not None:
                rolls.append(roll)
                continue
            event.apply(self.battle)
            told.append(Told(type(event).__name__ + ".", rolls, False))
            rolls = []
        return told


def as_roll(event: object) -> Rolled | None:
    return event if isinstance(event, Rolled) else None


def last_roll(rolls: list[Rolled], why: str) -> Rolled | None:
    """The last of the rolls whose cause starts so."""
    found: Rolled | None = None
    for roll in rolls:
        if roll.why.startswith(why):
            found = roll
    return found


def shown_faces(faces: list[int]) -> str:
    return " ".join([str(face) for face in faces])


def roll_in_words(roll: Rolled) -> str:
    """A roll with its arithmetic, and where it stands on the sheet.

    `Unit Morale Check: d6 = 4, -1 commander attached = 3, needs 4 or less: passed [morale-check, R15]`
    """
    n = len(roll.faces)
    several = n > 1
    said = f"{roll.why}: {n if several else ''}d{roll.sides} = {shown_faces(roll.faces)}"
    total = sum(roll.faces)
    for entry in roll.account:
        ruling = f" ({entry.ruling})" if entry.ruling and entry.ruling != roll.ruling else ""
        said += f", {entry.add:+d} {entry.cause[:1].lower() + entry.cause[1:]}{ruling}"
        total += entry.add
    each = roll.needed.endswith("each")
    summed_up = several and not roll.needed and roll.came == str(total)
    if summed_up or (roll.account and not (several and each)):
        said += f" = {total}"
    if roll.needed:
        fixed = " on " in roll.needed
        said += f", {'' if fixed else 'needs '}{roll.needed}: {roll.came}"
    elif roll.came not in (str(total), ""):
        said += f": {roll.came}"
    return said + cited(roll)


def cited(roll: Rolled) -> str:
    place = roll.table
    if roll.column:
        place += f" {roll.row} {roll.column}"
    parts = [part for part in (place, roll.ruling) if part]
    return f" [{', '.join(parts)}]" if parts else ""
