"""Telling a battle: sentences with the rolls that explain them, rolls with their arithmetic, and how units stand."""

from __future__ import annotations

from typing import Final, Generic

from mypy_extensions import mypyc_attr

from playsheet.core.events import B, Event, Rolled, never_has
from playsheet.core.words import upper

SEQUENCE: Final = "sequence"  # the place of what stands in the sequence of play, and in no table


class Told:
    """A sentence, and the rolls that explain it."""

    def __init__(self, text: str, rolls: list[Rolled], deployment: bool) -> None:
        self.text: Final = text
        self.rolls: Final = rolls
        self.deployment: Final = deployment  # many short ones, which may be run together
        self.rulings: Final[list[str]] = []  # those that what happened rests on, the rolls' own apart
        self.tables: Final[list[str]] = []  # the places on the sheet that what happened stands under, or SEQUENCE


class Sign:
    """A state that the table shows as a small sign beside a unit or a figure: a stable word and a sentence.

    One that points somewhere, such as an order to move, says `toward` what bearing: it is drawn as an arrow.
    """

    def __init__(self, sign: str, said: str, toward: float = -1.0) -> None:
        self.sign: Final = sign
        self.said: Final = said
        self.toward: Final = toward  # in degrees; -1: nowhere


class Fact:
    """A line of a unit's card: `Morale`, `4`."""

    def __init__(self, name: str, value: str) -> None:
        self.name: Final = name
        self.value: Final = value


NO_MEN: Final[list[str]] = []  # shared: nobody puts a name in here


class Standing:
    """A unit as a roster lists it: whose it is, how strong, in what state."""

    def __init__(
        self, side: int, name: str, figures: int, start: int, place: str, on_table: bool, state: list[str], shaken: bool
    ) -> None:
        self.seat = -1  # who answers for it; -1: nobody
        self.arm = ""  # foot, horse, gun, vehicle, automaton, beast, leader
        self.first = -1  # the number of its first figure, from which on `men` are called; -1: they have none
        self.men = NO_MEN  # what each of its figures is called; empty where they go by the unit's name
        self.at: tuple[float, float, float] | None = None  # its middle and facing, where it has one on the table
        self.signs: list[Sign] = []
        self.facts: list[Fact] = []
        self.part_of: list[str] = []  # its brigade, its division: the smallest first; of a leader, whom he leads
        self.side: Final = side
        self.name: Final = name
        self.figures: Final = figures
        self.start: Final = start
        self.place: Final = place
        self.on_table: Final = on_table
        self.state: Final = state  # what is to be known besides the numbers
        self.shaken: Final = shaken  # worth a glance


class Mark:
    """A figure or model as a map draws it, and which unit of the roster it belongs to.

    `shape` is a word that a client knows how to draw: foot, horse, gun, gatling, crew, vehicle, walker, automaton,
    beast, leader, mounted-leader, musician, civilian, limber, wagon, wreck. A base with a whole unit on it is one mark
    with their `count`: so many of that shape are drawn in ranks on it, `loose` if they stand apart.
    """

    def __init__(
        self,
        x: float,
        y: float,
        unit: int,
        figure: int = -1,
        facing: float = 0.0,
        shape: str = "foot",
        width: float = 0.0,
        depth: float = 0.0,
    ) -> None:
        self.x: Final = x
        self.y: Final = y
        self.unit: Final = unit
        self.figure: Final = figure  # its number in events and options; -1: it has none
        self.facing: Final = facing
        self.shape: Final = shape
        self.width: Final = width  # of its base, in the sheet's unit
        self.depth: Final = depth  # 0: a disc of that width
        self.role = ""  # what is particular about it: "NCO", "hero"
        self.count = 1  # how many stand on the base
        self.loose = False  # they stand apart, as skirmishers do
        self.signs: list[Sign] = []


class Look:
    """All that a seat is shown of the units at one moment; what is as it was the last time is the very same objects."""

    def __init__(self, view: dict[str, object], roster: list[Standing], marks: list[Mark], fallen: list[Mark]) -> None:
        self.view: Final = view
        self.roster: Final = roster
        self.marks: Final = marks
        self.fallen: Final = fallen


class Track:
    """How far the turn has come: the cards of a deck that were drawn, or the phases with the one that is on now."""

    def __init__(self, kind: str, names: list[str], units: list[int], now: int, left: int, side: int) -> None:
        self.kind: Final = kind  # deck or phases
        self.names: Final = names  # of the cards drawn this turn, or of all phases
        self.units: Final = units  # the cards' units; -1: a card that is nobody's; empty for phases
        self.now: Final = now  # the place in `names` of what is going on; -1: nothing yet
        self.left: Final = left  # cards still in the deck
        self.side: Final = side  # whose turn it is; -1: nobody's in particular


@mypyc_attr(allow_interpreted_subclasses=True)
class Teller(Generic[B]):
    """Follows a battle by its events alone, on a battle of its own, and tells each step. A system tells it better."""

    def __init__(self, battle: B) -> None:
        self.battle: Final = battle  # as it stood before the first event; it is changed as the story goes on

    def early(self, events: list[Event[B]]) -> int:
        """How many of these, the first events of a step, may be told before it is known what follows them.

        With `tell` for those and `tell_on` for the rest the step is told as it would have been in one. Only a teller
        that carries nothing from one step into the next may say so: another may have to tell the rest of the step.
        """
        return 0

    def tell_on(self, events: list[Event[B]]) -> list[Told]:
        """More events of the step that was told last."""
        return self.tell(events)

    def take_over(self, other: Teller[B]) -> None:
        """Know of the story so far what the other knows; the battle is where the other's is already."""

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
            told.append(Told(type(event).__name__ + ".", rolls, deployment=False))
            rolls = []
        return told


@mypyc_attr(allow_interpreted_subclasses=True)
class Storyteller(Teller[B]):
    """Goes through the events of a step and says what belongs together in one sentence, with the rolls before it.

    A system says how (`tell_one`) and what its units are called.
    """

    def __init__(self, battle: B) -> None:
        super().__init__(battle)
        self.events: list[Event[B]] = []
        self.at = 0
        self.rolls: list[Rolled] = []  # since the last sentence
        self.told: list[Told] = []
        self.named: list[int] = []  # units that the step has named: the next time they may be called for short
        self.cited: list[str] = []  # rulings since the last sentence
        self.tables: list[str] = []  # and places on the sheet
        self.subject = -1  # the unit that the last sentence began with

    # ------------------------------------------------------------ what a system says

    def tell_one(self, event: Event[B]) -> None:
        """Tell the next event, and those that belong to it, and go past them."""
        self.go_on()

    def place(self, event: Event[B]) -> str:
        """The table of the sheet that it stands under, or SEQUENCE; empty if neither has a word of it."""
        return ""

    def before_each(self, event: Event[B] | None) -> None:
        """A last word before the next event, or the end of the step."""

    def units(self) -> int:
        return 0

    def name(self, id: int) -> str:
        """The unit within a sentence."""
        return ""

    def unit_names(self) -> list[str]:
        """Of all units; a system whose units' names do not change makes them once."""
        return [self.name(id) for id in range(self.units())]

    def short(self, id: int) -> str:
        """The unit when it has been named: `the spearmen`, `he`."""
        return ""

    # ------------------------------------------------------------ going through the events

    def tell(self, events: list[Event[B]]) -> list[Told]:
        """The events of one step."""
        self.rolls = []
        self.named = []
        self.cited = []
        self.tables = []
        self.subject = -1
        return self.tell_on(events)

    def take_over(self, other: Teller[B]) -> None:
        if isinstance(other, Storyteller):
            self.rolls = other.rolls[:]
            self.named = other.named[:]
            self.cited = other.cited[:]
            self.tables = other.tables[:]
            self.subject = other.subject

    def tell_on(self, events: list[Event[B]]) -> list[Told]:
        self.events = events
        self.at = 0
        self.told = []
        while True:
            event = self.next()
            self.take_rolls()
            self.before_each(event)
            if event is None:
                return self.told
            first = len(self.told)
            self.tell_one(event)
            self.cite(first)

    def next(self) -> Event[B] | None:
        """The next event that is not a roll."""
        for index in range(self.at, len(self.events)):
            if as_roll(self.events[index]) is None:
                return self.events[index]
        return None

    def after_next(self) -> Event[B] | None:
        """The event after the next one, rolls not counted."""
        seen = 0
        for index in range(self.at, len(self.events)):
            if as_roll(self.events[index]) is None:
                seen += 1
                if seen == 2:
                    return self.events[index]
        return None

    def take_rolls(self) -> None:
        """The rolls before the next event belong to the sentence about it."""
        while self.at < len(self.events):
            roll = as_roll(self.events[self.at])
            if roll is None:
                return
            self.rolls.append(roll)
            self.at += 1

    def go_on(self) -> None:
        """Past the next event, which now has happened."""
        self.take_rolls()
        event = self.events[self.at]
        for ruling in rulings_of(event):
            if ruling not in self.cited:
                self.cited.append(ruling)
        table = self.place(event)
        if table and table not in self.tables:
            self.tables.append(table)
        event.apply(self.battle)
        self.at += 1

    def cite(self, first: int) -> None:
        """The rulings of what happened go with the first sentence about it; if none was said, with the next one.

        Its places on the sheet go with every sentence about it.
        """
        if first < len(self.told):
            self.told[first].rulings.extend(self.cited)
            self.cited = []
        for told in self.told[first:]:
            told.tables.extend(self.tables)
        self.tables = []

    # ------------------------------------------------------------ saying

    def say(self, text: str) -> None:
        """A sentence, with the rolls since the last."""
        if text:
            self.told.append(Told(self.shortened(text), self.rolls, deployment=False))
            self.rolls = []

    def shortened(self, text: str) -> str:
        """A unit that the step has named already begins the next sentence as `The spearmen`, a commander as `He`."""
        subject = -1
        long = ""
        names = self.unit_names()
        for id, name in enumerate(names):
            if len(name) > len(long) and text.startswith(upper(name)):
                subject = id
                long = name
        short = self.short_name(subject) if subject in self.named else ""
        if short == "he" and subject != self.subject:
            short = ""  # only where the sentence before was about him too
        self.subject = subject
        whole = long + text[len(long) :]
        for id, name in enumerate(names):
            if name in whole and id not in self.named:
                self.named.append(id)
        return upper(short) + text[len(long) :] if short else text

    def short_name(self, unit: int) -> str:
        """Empty if it could mean another unit of this step."""
        short = self.short(unit)
        for id in self.named:
            if id != unit and self.short(id) == short:
                return ""
        return short


UNRULED: Final[dict[type, bool]] = {}  # classes whose events rest on no ruling of their own
NO_RULINGS: Final[list[str]] = []


def rulings_of(event: object) -> list[str]:
    """Those that what happened rests on."""
    kind = type(event)
    if kind not in UNRULED:
        UNRULED[kind] = never_has(kind, "ruling")
    if UNRULED[kind]:
        return NO_RULINGS
    return [ruling for ruling in str(getattr(event, "ruling", "")).split(", ") if ruling]


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
        place += f" {roll.row} {roll.column}" if roll.row else f" {roll.column}"
    parts = [part for part in (place, roll.ruling) if part]
    return f" [{', '.join(parts)}]" if parts else ""
