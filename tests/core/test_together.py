"""Secret questions: an answer that waits can be taken back unseen; one that was shown cannot without consent."""

from __future__ import annotations

import pytest
from toy import BIDS, RoundOver, Toy, ToyBattle, toy_game

from playsheet.core.asking import Option, Question, Word
from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.game import Game


def opened() -> Game[ToyBattle]:
    game = toy_game([None, None])
    game.run()
    assert [question.number() for question in game.questions] == ["0.0", "0.1"]
    return game


def test_a_waiting_answer_is_taken_back_without_a_trace() -> None:
    game = opened()
    game.answer(0, "0.0", "two")
    assert game.undo_is_free(0)
    assert [question.number() for question in game.questions] == ["0.1"]
    game.undo(0)
    assert [question.number() for question in game.questions] == ["0.0", "0.1"]
    assert not game.waiting
    assert not game.taken_back
    game.answer(0, "0.0", "three")
    game.answer(1, "0.1", "one")
    assert [held.text for held in game.inputs] == ["three", "one"]


def test_only_one_s_own_answer_is_taken_back() -> None:
    game = opened()
    game.answer(0, "0.0", "two")
    assert not game.undo_is_free(1)
    with pytest.raises(Refused, match="has answered nothing"):
        game.undo(1)
    assert game.waiting == {0: "two"}


def test_what_was_shown_is_not_free_to_take_back_though_no_dice_fell() -> None:
    game = opened()
    game.answer(1, "0.1", "one")
    game.answer(0, "0.0", "two")
    assert game.questions[0].kind == "where"
    assert not game.undo_is_free(0)
    assert not game.undo_is_free(1)
    game.undo(1)  # with the other's consent: his own answer waits again
    assert [question.number() for question in game.questions] == ["0.1"]
    assert game.waiting == {0: "two"}
    assert len(game.taken_back) == 1


def test_a_copy_keeps_whose_waiting_answers_are() -> None:
    game = opened()
    game.answer(0, "0.0", "two")
    twin = game.clone()
    twin.undo(0)
    assert not twin.waiting
    assert game.waiting == {0: "two"}


# ---------------------------------------------------------------- options that stand for several


class Any(Option):
    """Any number from 0 to 9; one of them is on offer."""

    def __init__(self, number: int) -> None:
        self.number = number

    def key(self) -> str:
        return f"n:{self.number}"

    def read(self, text: str) -> Option | None:
        if not text.startswith("n:"):
            return None
        if len(text) != 3 or not text[2].isdigit():
            raise Refused(f"expected n: and a digit, got {text!r}.")
        return Any(int(text[2]))


class Numbers(Toy):
    def step(self, game: Game[ToyBattle]) -> None:
        """Both name a number in secret; then one of them another, openly."""
        questions = [Question(seat, "number", -1, [Any(4), *BIDS], None, 0, 0) for seat in (0, 1)]
        self.chosen = [option.key() for option in game.together(questions)]
        options: list[Option] = [Any(5), Word("none")]
        self.chosen.append(game.choose(0, "again", options, -1).key())
        game.tell(RoundOver())


def test_an_answer_that_is_not_on_offer_is_read_by_an_option_that_knows_it() -> None:
    system = Numbers()
    game: Game[ToyBattle] = Game(system, ToyBattle(), [None, None], Seeded(1), keep=True, own_dice=[False, False])
    game.run()
    with pytest.raises(Refused, match="expected n: and a digit"):
        game.answer(0, "0.0", "n:x")
    with pytest.raises(Refused, match="'four' is not offered"):
        game.answer(0, "0.0", "four")
    game.answer(0, "0.0", "n:7")
    game.answer(1, "0.1", "two")
    game.answer(0, "0.2", "n:9")
    assert system.chosen == ["n:7", "two", "n:9"]
    assert [held.text for held in game.closed[0].inputs] == ["n:7", "two", "n:9"]
