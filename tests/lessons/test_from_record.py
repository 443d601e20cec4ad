"""A record with comments is a lesson: it plays as on record, on both sides."""

from __future__ import annotations

import pytest

from playsheet.core.errors import Refused
from playsheet.core.fair import Fair
from playsheet.core.records import read_record, record_of, verify
from playsheet.lessons.judging import NotYet
from playsheet.lessons.pupil import Pupil
from playsheet.lessons.reading import read_lesson
from playsheet.players.setup import set_up
from playsheet.rules import load_system

COMMENTS = {
    0: ["title: At the wells", "minutes: 5", "seat: 1", "Two columns, one well.", "", "The enemy sets up first."],
    5: ["Set up your own men.", "hint: As it is lit.", "but: set them up as on record.", "line: R43"],
    9: ["Now the cards decide.", "lit: unit:General, panel:goals"],
}


def recorded() -> str:
    """A battle of the computer against itself, some steps of it with comments."""
    setup = set_up("the-wells", [])
    game = setup.game(["doctrine", "doctrine"], 4, keep=True)
    for _ in range(40):
        game.play_step()
    text = record_of(game, setup.scenario, ["doctrine", "doctrine"]).text()
    return with_comments(text)


def with_comments(text: str) -> str:
    lines: list[str] = []
    for line in text.split("\n"):
        number = line[:4].strip()
        if number.isdigit() and line[4:6] == "  " and int(number) - 1 in COMMENTS:
            lines += [f"# {said}".rstrip() for said in COMMENTS[int(number) - 1]]
        lines.append(line)
    return "\n".join(lines)


def test_a_record_with_comments_is_as_sound_as_without() -> None:
    text = recorded()
    assert verify(text, load_system).sound
    read = read_record(text)
    assert [comment.text for comment in read.comments if comment.step == 5] == COMMENTS[5]
    assert read.text() == text
    plain = "\n".join(line for line in text.split("\n") if not line.startswith("#"))
    assert read_record(plain).comments == []
    assert plain.rstrip("\n").split("\n")[-1] == text.rstrip("\n").split("\n")[-1]


def test_a_changed_step_is_still_found() -> None:
    text = recorded()
    assert "2> column" in text
    assert not verify(text.replace("2> column", "2> line", 1), load_system).sound


def test_it_is_gone_through_as_on_record() -> None:
    text = recorded()
    lesson = read_lesson(text, "wells.record")
    assert (lesson.id, lesson.title, lesson.minutes, lesson.seat) == ("wells", "At the wells", 5, 0)
    assert [step.say for step in lesson.steps] == [
        "Two columns, one well.",
        "The enemy sets up first.",
        "Set up your own men.",
        "Now the cards decide.",
    ]
    assert [step.is_card() for step in lesson.steps] == [True, True, False, False]
    pupil = Pupil(lesson)
    assert pupil.standing().cards == [0, 1]
    with pytest.raises(NotYet, match="set them up as on record"):
        pupil.answer("column")
    walk = pupil.walk()
    assert walk.reached == {0, 1, 2, 3}
    kept = [step.digest for step in read_record(text).steps]
    here = [closed.digest for closed in pupil.game.sealed()]
    assert here[: len(kept)] == kept[: len(here)]


def test_the_others_go_their_own_way_once_the_pupil_does() -> None:
    lesson = read_lesson(recorded(), "wells.record")
    pupil = Pupil(lesson)
    pupil.progress.left = True
    pupil.answer("column")
    while pupil.game.step <= 12:
        question = pupil.asked()
        assert question is not None
        pupil.answer(pupil.by(lesson.setup.system.doctrine(0), question))
    question = pupil.asked()
    assert question is not None
    assert lesson.reply(pupil.game, question) == ""


def test_dice_may_be_fair() -> None:
    setup = set_up("the-wells", [])
    players = [setup.system.doctrine(seat) for seat in (0, 1)]
    game = setup.game_with(players, Fair(bytes(32), ("a", "b")), keep=True, own_dice=[False, False])
    for _ in range(14):
        game.play_step()
    record = record_of(game, setup.scenario, ["doctrine", "doctrine"])
    with pytest.raises(Refused, match="the key of its dice is not revealed"):
        read_lesson(with_comments(record.text()), "fair.record")
    shown = record_of(game, setup.scenario, ["doctrine", "doctrine"], reveal=True)
    lesson = read_lesson(with_comments(shown.text()), "fair.record")
    assert lesson.key == bytes(32)
    assert Pupil(lesson).walk().reached == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("# line: R43", "# line: R430", 'expected a table or a ruling of the sheet, got "R430"'),
        ("# seat: 1", "# seat: 3", "seat: expected a whole number from 1 to 2, got 3."),
        ("# Set up your own men.", "# " + "word " * 31, "step 6.say: expected at most 30 words, got 31."),
        ("unit:General", "unit:Generl", 'did you mean "General"?'),
    ],
)
def test_refusals(old: str, new: str, says: str) -> None:
    text = recorded()
    assert old in text
    with pytest.raises(Refused) as refusal:
        read_lesson(text.replace(old, new), "wells.record")
    assert says in str(refusal.value)


def test_without_comments_there_is_no_lesson() -> None:
    plain = "\n".join(line for line in recorded().split("\n") if not line.startswith("#"))
    with pytest.raises(Refused, match="a record without comments"):
        read_lesson(plain, "wells.record")
