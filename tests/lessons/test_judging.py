"""Where a pupil is, what leads on, and what is said to an answer that does not."""

from __future__ import annotations

import pytest

from playsheet.core.errors import Refused
from playsheet.lessons.judging import MOST_TRIES, NotYet
from playsheet.lessons.pupil import Pupil
from playsheet.lessons.reading import find_lesson, lesson_text, read_lesson

TEXT = lesson_text(find_lesson("first-command"))
HEAD = TEXT[: TEXT.index("[[steps]]")]
SHOOT = '[[steps]]\nsay = "Fire!"\nby = [{ asked = "activated", unit = "Line Company", key = "shoot:*" }]\n'
MOVE = (
    '[[steps]]\nsay = "Ride!"\nby = [{ asked = "activated", unit = "Lancer Troop", key = "move" },\n'
    '{ asked = "turn", toward = 350, turned = 15 }, { asked = "face" }]\n'
)


def pupil_of(*steps: str) -> Pupil:
    return Pupil(read_lesson(HEAD + "\n".join(steps), "own.toml"))


def at(pupil: Pupil) -> tuple[list[int], int, int]:
    standing = pupil.standing()
    return standing.cards, standing.step, standing.given


def test_what_leads_on_is_played_and_the_rest_is_answered() -> None:
    pupil = pupil_of(SHOOT + 'but = "Try the volley first."')
    told = len(pupil.game.log)
    with pytest.raises(NotYet, match=r"^Legal; but try the volley first\.$"):
        pupil.answer("move")
    assert len(pupil.game.log) == told
    with pytest.raises(Refused, match="is not offered") as refusal:
        pupil.answer("dance")
    assert not isinstance(refusal.value, NotYet)
    pupil.answer("shoot:3")
    assert pupil.standing().done


def test_without_words_of_its_own_a_step_names_what_leads_on() -> None:
    with pytest.raises(NotYet, match=r"^Legal; but the lesson waits for this: Shoot at Near Spearmen\.$"):
        pupil_of(SHOOT).answer("nothing")


def test_answers_of_a_step_come_in_their_order_and_roughly() -> None:
    pupil = pupil_of(SHOOT, MOVE)
    pupil.answer("shoot:3")
    pupil.answer("move")
    assert at(pupil) == ([], 1, 1)
    with pytest.raises(NotYet, match="Ride!"):
        pupil.answer("@20.0")
    pupil.answer("@5.0")  # 15 degrees from 350
    assert at(pupil) == ([], 1, 2)
    pupil.answer("@90.0")  # any facing will do
    assert pupil.standing().done


def test_a_step_that_cannot_be_answered_here_is_passed_over() -> None:
    rally = '[[steps]]\nsay = "Rally!"\nby = [{ asked = "activated", unit = "Line Company", key = "rally" }]\n'
    pupil = pupil_of(rally, SHOOT)
    assert at(pupil) == ([], 1, 0)


def test_where_no_step_fits_any_answer_is_played_and_the_step_waits() -> None:
    pupil = pupil_of(MOVE)
    assert at(pupil) == ([], -1, 0)
    assert not pupil.standing().done
    pupil.answer("nothing")
    assert at(pupil) == ([], 0, 0)


def test_a_card_is_read_before_the_step_after_it_and_one_with_a_wish_only_if_it_came_true() -> None:
    cards = (
        '[[steps]]\nsay = "Look."\n',
        '[[steps]]\nsay = "They ran!"\nwanted = { event = "MoraleFailed", unit = "%s" }\n',
    )
    pupil = pupil_of(cards[0], SHOOT, cards[1] % "Near Spearmen", cards[1] % "Far Spearmen", MOVE)
    assert at(pupil) == ([0], 1, 0)
    pupil.answer("shoot:3")
    assert at(pupil) == ([2], 4, 0)


def test_a_step_is_asked_for_again_until_its_wish_comes_true_but_not_for_ever() -> None:
    wait = '[[steps]]\nsay = "Wait."\nby = [{ asked = "*", key = "nothing" }]\nwanted = { turn = 9 }\n'
    pupil = pupil_of(wait)
    for _ in range(MOST_TRIES):
        assert pupil.standing().step == 0
        question = pupil.asked()
        assert question is not None
        if question.kind == "commander":
            pupil.answer("own_action")
        pupil.answer("nothing")
    assert pupil.standing().done


@pytest.mark.parametrize(
    ("wanted", "is_so"),
    [
        ("{ turn = 1 }", True),
        ("{ turn = 2 }", False),
        ('{ unit = "Line Company", near = "the ford", within = 8 }', True),
        ('{ unit = "Line Company", near = "the ford", within = 7 }', False),
        ('{ unit = "Line Company", near = "Near Spearmen", within = 10.5 }', True),
        ('{ unit = "Line Company", near = "14, 14", within = 0.5 }', True),
        ('{ unit = "Line Company", shown = "disrupted" }', False),
        ('{ event = "BattleBegan" }', True),
        ('{ event = "MoraleFailed" }', False),
        ("{ over = true }", False),
    ],
)
def test_wishes(wanted: str, is_so: bool) -> None:
    """What is so already is passed by."""
    pupil = pupil_of(f"{SHOOT}wanted = {wanted}", SHOOT)
    assert pupil.standing().step == (1 if is_so else 0)


def test_a_wish_names_whose_event_it_is_in_the_skirmish_too() -> None:
    text = lesson_text(find_lesson("the-captains-word"))
    assert 'event = "Fired", unit = "Recruit Squad"' in text
    reached = Pupil(read_lesson(text, "own.toml")).walk().reached
    assert {5, 6} <= set(reached)
    others = text.replace('event = "Fired", unit = "Recruit Squad"', 'event = "Fired", unit = "Captain"')
    assert 6 not in Pupil(read_lesson(others, "own.toml")).walk().reached


def test_a_state_is_read_off_the_units_card() -> None:
    card = '[[steps]]\nsay = "See?"\nwanted = { unit = "Lancer Troop", shown = "melee" }\n'
    home = '[[steps]]\nsay    = "Home!'
    assert home in TEXT
    assert 9 in Pupil(read_lesson(TEXT.replace(home, card + home), "own.toml")).walk().reached


def test_taking_back_leads_to_where_one_was() -> None:
    pupil = pupil_of(SHOOT, MOVE)
    places = []
    for answer in ("shoot:3", "move", "@0.0", "@0.0"):
        places.append(at(pupil))
        pupil.answer(answer)
    for place in reversed(places):
        pupil.game.undo(0)
        assert at(pupil) == place
    pupil.answer("shoot:3")
    assert at(pupil) == places[1]


def test_whoever_has_left_answers_as_he_likes() -> None:
    pupil = pupil_of(SHOOT)
    pupil.progress.left = True
    pupil.answer("nothing")


def test_the_others_are_not_judged() -> None:
    pupil = pupil_of(SHOOT)
    question = pupil.asked()
    assert question is not None
    question.seat = 1
    assert pupil.progress.judge(pupil.game, question, "nothing") is None
