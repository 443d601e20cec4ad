"""The engine's heart: steps that suspend and run again, secrets, own dice, undo, clones."""

from __future__ import annotations

import pytest
from toy import ROLL, Fixed, RoundOver, Scored, Toy, ToyBattle, toy_game

from playsheet.core.dice import Scripted, Seeded
from playsheet.core.errors import Refused
from playsheet.core.events import Rolled
from playsheet.core.game import GAME_MASTER, ONLOOKER, Game, line_of


def lines(game: Game[ToyBattle]) -> list[str]:
    return [line_of(event) for event in game.log]


def answered(game: Game[ToyBattle], kinds: dict[str, str]) -> None:
    """Answer every open question by its kind until the game is over."""
    game.run()
    while game.questions:
        asked = game.questions[0]
        game.answer(asked.seat, asked.number(), kinds[asked.kind])


def test_a_person_who_answers_as_the_bot_did_gets_the_same_game() -> None:
    bots = toy_game([Fixed(2), Fixed(1)])
    bots.run()
    people = toy_game([None, Fixed(1)])
    answered(people, {"bid": "three", "where": "@2.5", "again": "yes"})
    assert people.battle.finished
    assert lines(people) == lines(bots)
    assert [closed.digest for closed in people.sealed()] == [closed.digest for closed in bots.sealed()]


def test_keeping_nothing_plays_the_same_battle() -> None:
    kept = toy_game([Fixed(2), Fixed(1)])
    kept.run()
    quick = Game(Toy(), ToyBattle(), [Fixed(2), Fixed(1)], Seeded(7), keep=False, own_dice=[False, False])
    quick.run()
    assert quick.battle.score == kept.battle.score
    assert quick.log == []


def test_secret_answers_are_not_used_before_all_are_there() -> None:
    game = toy_game([None, None])
    game.run()
    assert [question.seat for question in game.questions] == [0, 1]
    first, second = game.questions
    game.answer(1, second.number(), "two")
    assert [question.seat for question in game.questions] == [0]
    assert game.log == []  # nothing is told of a bid that the other has not met
    with pytest.raises(Refused):
        game.answer(1, second.number(), "three")  # a bid is given once
    game.answer(0, first.number(), "one")
    assert game.questions[0].kind == "where"
    assert game.questions[0].seat == 1


@pytest.mark.parametrize(
    ("seat", "number", "text", "says"),
    [
        (1, "0.2", "@1.0", "not this seat"),
        (0, "0.1", "@1.0", "is not open"),
        (0, "0.2", "@11.0", "from 0 to 10"),
        (0, "0.2", "@nan", "numbers x"),
        (0, "0.2", "@1.0,2.0", "numbers x"),
        (0, "0.2", "left", "numbers x"),
    ],
)
def test_a_wrong_answer_is_refused_and_changes_nothing(seat: int, number: str, text: str, says: str) -> None:
    game = toy_game([None, Fixed(0)])
    game.run()
    game.answer(0, "0.0", "three")
    before = lines(game)
    with pytest.raises(Refused, match=says):
        game.answer(seat, number, text)
    assert lines(game) == before
    assert game.questions[0].number() == "0.2"


def test_own_dice_are_asked_for_and_checked() -> None:
    game = toy_game([None, Fixed(0)], own=(True, False))
    game.run()
    game.answer(0, "0.0", "three")
    game.answer(0, "0.2", "@1.0")
    game.answer(0, "0.3", "yes")
    asked = game.questions[0]
    assert (asked.dice, asked.sides, asked.why) == (2, 6, "Score")
    for wrong in ("dice 7,1", "dice 1", "dice 1,2,3", "1,2", "dice 1,x"):
        with pytest.raises(Refused, match="expected 2 faces from 1 to 6"):
            game.answer(0, asked.number(), wrong)
    game.answer(0, asked.number(), "dice 3,5")
    assert game.battle.score == [9, 0]  # 3 + 5 and 1 for luck


class Secretive(Toy):
    """The other seat may not look at the dice of the higher bidder."""

    def step(self, game: Game[ToyBattle]) -> None:
        game.dice.throwers(0, 1, (1, ONLOOKER))
        game.tell(Scored(0, game.dice.roll(6, ROLL)))
        game.dice.throwers(1, 0, (1, ONLOOKER))
        game.tell(Scored(1, game.dice.roll(6, ROLL)))
        game.dice.throwers(1, 0)
        game.tell(Scored(1, game.dice.roll(6, ROLL)))
        game.tell(RoundOver())


def test_a_seat_is_not_told_of_dice_that_it_may_not_see() -> None:
    game = Game(Secretive(), ToyBattle(), [Fixed(0), Fixed(0)], Seeded(7), keep=True, own_dice=[False, False])
    game.play_step()
    dice = [event for event in game.log if isinstance(event, Rolled)]
    shown = [[game.system.shown(game.battle, event, seat) for event in dice] for seat in (0, 1, ONLOOKER, GAME_MASTER)]
    assert shown == [[True] * 3, [False, False, True], [False, False, True], [True] * 3]
    assert all(game.system.shown(game.battle, event, 1) for event in game.log if not isinstance(event, Rolled))
    assert [event.data().get("unseen") for event in dice] == [[1, ONLOOKER], [1, ONLOOKER], None]


def test_nobody_throws_dice_that_he_may_not_see() -> None:
    """Of the three throws of the step the second seat, with dice of its own, is asked for the open one only."""
    game = Game(Secretive(), ToyBattle(), [Fixed(0), Fixed(0)], Scripted([2, 3]), keep=True, own_dice=[False, True])
    game.run()
    assert [question.dice for question in game.questions] == [1]
    faces = [event.faces for event in game.log if isinstance(event, Rolled)]
    assert faces == [[2], [3]]
    assert game.battle.score == [2, 3]
    asked = game.questions[0]
    assert (asked.seat, asked.number()) == (1, "0.0")


def test_undo_is_free_until_something_is_rolled() -> None:
    game = toy_game([None, Fixed(0)])
    game.run()
    game.answer(0, "0.0", "three")
    game.answer(0, "0.2", "@1.0")
    assert game.undo_is_free(0)
    game.undo(0)
    assert game.questions[0].kind == "where"
    game.answer(0, "0.2", "@4.0")
    assert game.battle.spot == 4.0
    game.answer(0, "0.3", "yes")  # this rolls, and the next step begins
    assert not game.undo_is_free(0)


def test_taking_back_and_doing_it_again_gives_the_same_dice() -> None:
    game = toy_game([None, Fixed(0)])
    game.run()
    for _ in range(3):
        for text in ("three", "@1.0", "yes"):
            game.answer(0, game.questions[0].number(), text)
    told = lines(game)
    game.undo(0)
    assert lines(game) != told
    game.answer(0, game.questions[0].number(), "yes")
    assert lines(game) == told
    assert [held.text for held in game.taken_back[0].inputs] == ["yes"]


def test_undo_reaches_back_over_steps_and_snapshots() -> None:
    game = toy_game([None, None])
    game.run()
    texts = ["three", "one", "@1.0", "no"]
    while not game.battle.finished:
        asked = game.questions[0]
        game.answer(asked.seat, asked.number(), texts[asked.place % 4])
    told = lines(game)
    game.undo(1)
    assert game.step == 4
    asked = game.questions[0]
    assert asked.seat == 1
    assert told[: len(game.log)] == lines(game)


def test_a_clone_plays_on_identically() -> None:
    game = toy_game([Fixed(2), Fixed(1)])
    while not game.battle.finished:
        twin = game.clone()
        game.play_step()
        twin.play_step()
        assert lines(twin) == lines(game)
        assert twin.digest == game.digest


def test_a_game_masters_word_is_told_and_counted() -> None:
    game = toy_game([None, Fixed(0)])
    game.run()
    game.overrule("1")
    assert game.battle.score == [0, 100]
    assert game.closed[0].inputs[0].text == "gm 1"
    game.answer(0, game.questions[0].number(), "three")
    with pytest.raises(Refused, match="under way"):
        game.overrule("0")


def test_scripted_dice_that_run_out_say_so() -> None:
    game = toy_game([Fixed(2), Fixed(1)], Scripted([1, 2]))
    with pytest.raises(Refused, match="too few dice: Score needs 2 x d6"):
        game.run()
