"""The best of what was weighed, and why."""

from __future__ import annotations

import pytest

from playsheet.core.asking import Option, Question, Word
from playsheet.core.events import Battle
from playsheet.core.geometry import FAR
from playsheet.tabletop.weighing import FORCED, UNASKED, Best, Commander, Weighings, chances, there_is


@pytest.mark.parametrize(
    ("floor", "by", "worths", "chosen"),
    [
        (0.0, 0.0, [1.0, 3.0, 2.0], "b"),
        (0.0, 0.0, [3.0, 3.0, 1.0], "a"),  # the first of equals
        (3.0, 0.0, [1.0, 3.0, 2.0], "none"),  # nothing is worth more
        (0.0, 0.5, [1.0, 1.4, 1.6], "c"),  # better by more than that
        (0.0, 0.5, [1.0, 1.4, 1.5], "a"),
        (-9.0, 0.0, [-4.0, -2.0, -3.0], "b"),  # the nearest, by distances below nothing
    ],
)
def test_the_best_is_kept(floor: float, by: float, worths: list[float], chosen: str) -> None:
    best = Best("none", worth=floor, by=by)
    for name, worth in zip("abc", worths, strict=True):
        best.weigh(name, worth)
    assert best.choice == chosen
    assert best.worth == (floor if chosen == "none" else worths["abc".index(chosen)])


@pytest.mark.parametrize(
    ("weighed", "said"),
    [
        ([("a volley", 1.44), ("a charge", 0.61)], "A volley is worth 1.4 figures; the next best, a charge, only 0.6."),
        ([("a charge", 0.61), ("a volley", 1.0)], "A volley is worth 1 figure; the next best, a charge, only 0.6."),
        ([("a volley", 1.4), ("rest", 0.0)], "A volley is worth 1.4 figures; nothing else is worth anything."),
        ([("a volley", 1.4), ("a charge", 1.4)], "A volley is worth 1.4 figures; a charge is worth as much."),
        ([("a volley", 1.42), ("a charge", 1.44)], "A charge is worth 1.4 figures; a volley is worth hardly less."),
        ([("rest", 0.0), ("a charge", -0.6)], "Rest costs nothing; the next best, a charge, would cost 0.6 figures."),
        ([("a volley", 0.01)], "A volley is worth next to nothing."),
        ([("retreat", -0.6)], "Retreat would cost 0.6 figures."),
        ([("retreat", -FAR)], "Retreat is out of the question."),
        ([("rest", 0.0), ("a charge", -FAR)], "Rest costs nothing; the next best, a charge, is out of the question."),
    ],
)
def test_what_was_best_is_said_beside_what_was_next_best(weighed: list[tuple[str, float]], said: str) -> None:
    why = Weighings("figures", asked=True)
    for what, worth in weighed:
        why.weigh(what, worth)
    assert why.sentences() == (said,)


def test_at_most_three_reasons_are_kept_and_none_unless_asked() -> None:
    why = Weighings("points", asked=True)
    why.weigh("a volley", 2.0)
    for said in ("one.", "", "two.", "three."):
        why.say(said)
    assert why.sentences() == ("A volley is worth 2 points.", "One.", "Two.")
    UNASKED.weigh("a volley", 2.0)
    UNASKED.say("one.")
    assert UNASKED.sentences() == ()


def test_where_several_decide_at_once_a_reason_names_whose_it_is() -> None:
    why = Weighings("points", asked=True)
    why.about = "the Guard"
    why.say("It stands well.")
    why.say("It has time.")
    assert why.sentences() == ("The Guard: it stands well.", "It has time.")


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0.0, "there is no chance"),
        (1.0, "it is certain"),
        (1 / 3, "there is one chance in three"),
        (2 / 3, "there are two chances in three"),
    ],
)
def test_there_is_a_chance(chance: float, said: str) -> None:
    assert there_is(chance) == said


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0.0, "no chance"),
        (1.0, "certainty"),
        (0.5, "an even chance"),
        (1 / 3, "one chance in three"),
        (0.66, "two chances in three"),
        (0.9, "nine chances in ten"),
        (0.03, "3 chances in 100"),
    ],
)
def test_chances_in_words(chance: float, said: str) -> None:
    assert chances(chance) == said


class Decisive(Commander):
    def decide(self, battle: Battle, question: Question, why: Weighings) -> Option:
        why.say("the last is the best.")
        return question.options[-1]


def test_a_commander_explains_only_when_asked_to() -> None:
    commander = Decisive()
    two: list[Option] = [Word("stand"), Word("run")]
    for explains, options, reasons in (
        (False, two, ()),
        (True, two, ("The last is the best.",)),
        (True, two[:1], (FORCED,)),
    ):
        commander.explains = explains
        chosen = commander.choose(Battle(), Question(0, "toy", -1, options, None, 0, 0))
        assert chosen is options[-1]
        assert commander.reasons == reasons
