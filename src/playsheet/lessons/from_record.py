"""A record with comments is a lesson: what was done on record leads on, and the comments are what is said.

    # title: At the wells                 before the first step: what a list of lessons shows
    # minutes: 6
    # seat: 1
    # Your company is activated. Fire a volley at the spearmen.
    # hint: They are within reach.
    # line: shooting
      12  1f0c33aa90b1e2d4 0b77  1> shoot:4

Lines that follow each other are one step; a bare # begins another. The last one before the pupil's answers has them, up
to the next comment; those before it are cards to be read.
"""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import PurePath
from typing import Any, Final

from playsheet.core.asking import Option, Player, Question
from playsheet.core.errors import Refused
from playsheet.core.events import Battle
from playsheet.core.fair import Continued, Fair
from playsheet.core.game import GAME_MASTER, Game, Input, numbers, option_of
from playsheet.core.house import read_house
from playsheet.core.reader import Reader
from playsheet.core.records import PERSON, Record, Sealed, read_record, replay, thrown_again
from playsheet.lessons.lesson import Heading, Lead, Lesson, Step
from playsheet.lessons.reading import MOST_ANSWERS, MOST_STEPS, OPPONENTS, Names, lit_of, said, unknown
from playsheet.players.setup import Setup, set_up_from
from playsheet.rules import load_system

OF_LESSON: Final = ("id", "title", "blurb", "minutes", "seat", "opponent")
OF_STEP: Final = ("hint", "but", "line", "lit")
FIELD: Final = re.compile(r"([a-z]+): (.+)")
NOT_IN_ID: Final = re.compile(r"[^a-z0-9]+")
AS_ON_RECORD: Final = "First, do what was done on record: what leads on is lit."


def lesson_from_record(text: str, name: str) -> Lesson:
    """The lesson that the record's comments make of it; one that does not play out any more is refused."""
    record = read_record(text, name)
    if not record.comments:
        raise Refused(f"{name}: this is a record without comments (# ...), so there is no lesson in it.")
    if any(seat.own_dice for seat in record.seats):
        raise Refused(f"{name}: somebody threw dice of his own, which nobody has in a lesson.")
    dice = thrown_again(record)
    if isinstance(dice, Sealed):
        raise Refused(f"{name}: the key of its dice is not revealed yet, so they cannot fall again.")
    replay(record, load_system)
    houses = [read_house(page.text, page.file) for page in record.houses]
    setup = set_up_from(record.scenario.text, record.scenario.file, houses)
    paragraphs = paragraphs_of(record)
    head = Reader({key: value for part in paragraphs for key, value in part.of_lesson.items()}, name)
    heading = heading_of(head, record, name)
    seat = seat_of(head, record)
    opponent = head.choice("opponent", OPPONENTS, "doctrine")
    replies = [step.inputs for step in record.steps]
    asked = asked_on_record(setup, dice.clone(), replies, name)
    steps = steps_of([part for part in paragraphs if part.words], Names(setup), asked, seat, name)
    fair = dice.then if isinstance(dice, Continued) else dice
    key = fair.key if isinstance(fair, Fair) else sha256(f"playsheet seed {record.dice.seed}".encode()).digest()
    return Lesson(heading, setup, seat, opponent, dice, key, steps, replies)


class Paragraph:
    """Comments that belong together."""

    def __init__(self, step: int) -> None:
        self.step: Final = step
        self.words: list[str] = []
        self.of_step: Final[dict[str, object]] = {}
        self.of_lesson: Final[dict[str, object]] = {}


def paragraphs_of(record: Record) -> list[Paragraph]:
    found: list[Paragraph] = []
    fresh = True
    for comment in record.comments:
        if fresh or found[-1].step != comment.step:
            found.append(Paragraph(comment.step))
        fresh = not comment.text
        field = FIELD.fullmatch(comment.text)
        if field is not None and field[1] in OF_LESSON:
            found[-1].of_lesson[field[1]] = int(field[2]) if field[2].isdigit() else field[2]
        elif field is not None and field[1] in OF_STEP:
            found[-1].of_step[field[1]] = field[2]
        elif comment.text:
            found[-1].words.append(comment.text)
    return found


def heading_of(reader: Reader, record: Record, name: str) -> Heading:
    title = reader.text("title", record.title, longest=100)
    id = NOT_IN_ID.sub("-", PurePath(name).stem.lower()).strip("-") or "lesson"
    return Heading(
        reader.text("id", id, longest=60),
        record.system,
        title,
        reader.text("blurb", title, longest=1000),
        reader.integer("minutes", 1, 60, 8),
    )


def seat_of(reader: Reader, record: Record) -> int:
    """The pupil's: as the comments say, or the first person's."""
    persons = [index for index, seat in enumerate(record.seats) if seat.player == PERSON]
    return reader.integer("seat", 1, len(record.seats), persons[0] + 1 if persons else 1) - 1


# ---------------------------------------------------------------------- what was asked


class Asked:
    """An answer on record, and the question that it was given to."""

    def __init__(self, step: int, seat: int, kind: str, about: int, text: str) -> None:
        self.step: Final = step
        self.seat: Final = seat
        self.kind: Final = kind
        self.about: Final = about
        self.text: Final = text


class Noting(Player):
    """Answers as on record, and notes what was asked."""

    def __init__(self, replies: list[list[Input]]) -> None:
        self.replies: Final = replies
        self.asked: Final[list[Asked]] = []

    def text(self, question: Question) -> str:
        text = self.replies[question.step][question.place].text
        self.asked.append(Asked(question.step, question.seat, question.kind, question.about, text))
        return text

    def choose(self, battle: Battle, question: Question) -> Option:
        return option_of(question, self.text(question))

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        assert question.region is not None
        return numbers(self.text(question), question.region)


def asked_on_record(setup: Setup, dice: Any, replies: list[list[Input]], name: str) -> list[Asked]:
    """Every question that was answered, in order, up to the record's end."""
    if any(held.seat == GAME_MASTER for inputs in replies for held in inputs):
        raise Refused(f"{name}: a game master had a word in this game, and there is none in a lesson.")
    noting = Noting(replies)
    seats = len(setup.seats)
    game: Game[Any] = setup.game_with([noting] * seats, dice, keep=True, own_dice=[False] * seats)
    for _ in replies:
        game.play_step()
    return noting.asked


# ---------------------------------------------------------------------- steps


def steps_of(paragraphs: list[Paragraph], names: Names, asked: list[Asked], seat: int, name: str) -> list[Step]:
    steps: list[Step] = []
    first = paragraphs[0].step if paragraphs else 0
    before = leads_between(asked, seat, 0, first)
    if before:
        steps += parts_of(Paragraph(0), before, names, name)
    for index, part in enumerate(paragraphs):
        last = index + 1 == len(paragraphs)
        end = max([one.step for one in asked], default=0) + 1 if last else paragraphs[index + 1].step
        steps += parts_of(part, leads_between(asked, seat, part.step, end), names, name)
    if not 1 <= len(steps) <= MOST_STEPS:
        raise Refused(f"{name}: expected from 1 to {MOST_STEPS} comments, got {len(steps)}.")
    return steps


def leads_between(asked: list[Asked], seat: int, start: int, end: int) -> list[Lead]:
    """The pupil's answers from one step of the game to another."""
    return [
        Lead(one.kind, one.about, [], None, exact=one.text)
        for one in asked
        if one.seat == seat and start <= one.step < end
    ]


def parts_of(part: Paragraph, by: list[Lead], names: Names, name: str) -> list[Step]:
    """A step of the lesson; refused with the number of the step of the game beside which it stands."""
    say = " ".join(part.words) or AS_ON_RECORD
    reader = Reader({**part.of_step, "say": say}, name, f"step {part.step + 1}")
    if len(by) > MOST_ANSWERS:
        raise reader.refused("", f"expected at most {MOST_ANSWERS} answers before the next comment, got {len(by)}.")
    line = reader.text("line", "", longest=60)
    if line and line not in names.lines:
        raise unknown(reader, "line", "a table or a ruling of the sheet", line, names.lines)
    lit = lit_of(reader, names, [text.strip() for text in reader.text("lit", "").split(",") if text.strip()])
    return [Step(said(reader, "say"), by, None, lit, said(reader, "but", ""), said(reader, "hint", ""), line)]
