"""Games that are ended from outside their rules, and games that go on elsewhere with dice of their own."""

from hashlib import sha256

import pytest
from toy import Fixed, toy_game

from playsheet.core.asking import Player
from playsheet.core.errors import Refused
from playsheet.core.events import Throw
from playsheet.core.fair import Continued, Fair, Overheard
from playsheet.core.game import Game, PlayEnded, line_of
from playsheet.core.records import continued, read_record, record_of, replay, verify
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import Setup, set_up
from playsheet.rules import load_system

KEY = sha256(b"a key").digest()
OTHER = sha256(b"another key").digest()
PEOPLE = ["person", "person"]


# ---------------------------------------------------------------------- ending


def test_a_game_ends_where_it_stands_in_the_middle_of_a_step() -> None:
    game = toy_game([Fixed(2), None])
    game.run()
    game.answer(1, "0.1", "two")
    assert game.step > 0
    game.answer(1, game.questions[0].number(), "one")
    before = [line_of(event) for event in game.log]
    game.end(1, "The first player resigned.")
    assert (game.battle.finished, game.battle.winner, game.battle.verdict) == (True, 1, "The first player resigned.")
    assert [line_of(event) for event in game.log[: len(before)]] == before
    assert isinstance(game.log[-1], PlayEnded)
    assert game.closed[-1].inputs[-1].text == "gm end 2 The first player resigned."
    with pytest.raises(Refused, match="over already"):
        game.end(0, "again.")


def test_answers_that_wait_in_secret_are_dropped_when_a_game_ends() -> None:
    game = toy_game([None, None])
    game.run()
    game.answer(0, "0.0", "three")
    game.end(-1, "Agreed to be a draw.")
    assert (game.battle.finished, game.battle.winner) == (True, -1)
    assert [held.text for held in game.closed[0].inputs] == ["gm end draw Agreed to be a draw."]


def test_an_ending_must_say_who_wins_and_why() -> None:
    game = toy_game([None, None])
    game.run()
    for winner, verdict in ((6, "x"), (0, ""), (0, " x")):
        with pytest.raises(Refused, match="expected end, the winning side"):
            game.end(winner, verdict)
    assert not game.battle.finished
    assert [question.number() for question in game.questions] == ["0.0", "0.1"]


def played(dice: Fair | Continued, answers: int, own: bool = False) -> tuple[Setup, Game]:
    """The Wells by random players, so many answers far, and nobody in the seats."""
    setup = set_up("the-wells", [])
    nobody: list[Player | None] = [None, None]
    game = setup.game_with(nobody, dice, True, [own, False])
    game.run()
    go_on(game, answers)
    return setup, game


def go_on(game: Game, answers: int) -> None:
    random = RandomPlayer(3)
    for _ in range(answers):
        if game.battle.finished:
            return
        question = game.questions[0]
        if question.dice:
            text = "dice " + ",".join(["4"] * question.dice)
        elif question.region is not None:
            text = "@" + ",".join(repr(part) for part in random.place(game.battle, question))
        else:
            text = random.choose(game.battle, question).key()
        game.answer(question.seat, question.number(), text)


@pytest.mark.parametrize("answers", [0, 3, 25, 60])
def test_the_record_of_a_game_that_was_given_up_is_verified(answers: int) -> None:
    setup, game = played(Fair(KEY, ("a", "b")), answers)
    game.end(0, "The Emir's Host resigned.")
    text = record_of(game, setup.scenario, PEOPLE, "", reveal=True).text()
    assert "gm> end 1 The Emir's Host resigned." in text
    assert "result: side 1 | The Emir's Host resigned." in text
    verdict = verify(text, load_system)
    assert verdict.sound, verdict.sentence
    again = replay(read_record(text), load_system)
    assert [line_of(event) for event in again.log] == [line_of(event) for event in game.log]
    forged = verify(text.replace("gm> end 1 The", "gm> end 2 The"), load_system)
    assert not forged.sound


# ---------------------------------------------------------------------- going on elsewhere


@pytest.mark.parametrize("own", [False, True])
def test_a_game_that_goes_on_elsewhere_keeps_its_dice_and_throws_new_ones(own: bool) -> None:
    setup, game = played(Fair(KEY, ("a", "b")), 70, own)
    steps = game.step - 3
    record = record_of(game, setup.scenario, PEOPLE)
    twin = continued(read_record(record.text()), load_system, steps, KEY, Fair(OTHER, ("c", "d")))
    assert twin.step == steps
    told = game.closed[steps - 1].told
    assert [line_of(event) for event in twin.log] == [line_of(event) for event in game.log[:told]]
    twin.run()
    game.run() if game.start is None else None
    go_on(twin, 5000)
    assert twin.battle.finished
    text = record_of(twin, setup.scenario, PEOPLE, "", reveal=True).text()
    assert f"begun elsewhere: {steps}\n" in text
    verdict = verify(text, load_system)
    assert verdict.sound, verdict.sentence
    third = continued(read_record(text), load_system, -1, b"", Fair(KEY, ()))  # once more, from the copy
    assert [line_of(event) for event in third.log] == [line_of(event) for event in twin.log]


def test_a_copy_cannot_be_used_to_look_at_the_dice_to_come() -> None:
    setup, game = played(Fair(KEY, ("a", "b")), 60)
    record = record_of(game, setup.scenario, PEOPLE)
    twin = continued(record, load_system, -1, KEY, Fair(OTHER, ("a", "b")))
    twin.run()
    other = continued(record, load_system, -1, KEY, Fair(KEY, ("a", "b")))
    other.run()
    go_on(twin, 60)
    go_on(other, 60)
    assert [line_of(event) for event in twin.log] != [line_of(event) for event in other.log]


def test_dice_that_are_known_are_thrown_again_as_they_fell() -> None:
    throw = Throw("Fire")
    heard = Overheard(Fair(KEY, ()))
    first: list[list[int]] = []
    for step in range(3):
        heard.at(step, 0)
        heard.faces(9, 6, throw)  # run again from its start: only the last run counts
        heard.at(step, 0)
        first.append(heard.faces(3, 6, throw) + heard.faces(2, 20, throw))
    assert heard.thrown_in == first
    dice = Continued(heard.thrown_in, Fair(OTHER, ()))
    for step in range(3):
        for _ in range(2):
            dice.at(step, 0)
            assert dice.faces(3, 6, throw) + dice.faces(2, 20, throw) == first[step]
        with pytest.raises(Refused, match="not 1 x d6"):
            dice.faces(1, 6, throw)
    dice.at(3, 0)
    plain = Fair(OTHER, ())
    plain.at(3, 0)
    assert dice.faces(8, 6, throw) == plain.faces(8, 6, throw)
    twin = dice.clone()
    assert twin.faces(5, 6, throw) == dice.faces(5, 6, throw)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("begun elsewhere: many", "a number of steps"),
        ("begun elsewhere: 9999999", "a number of steps"),
        ("thrown 99: 3", "a step that was begun elsewhere"),
        ("thrown 1:", "a step that was begun elsewhere"),
        ("thrown 1: 3 x", "a step that was begun elsewhere"),
    ],
)
def test_a_damaged_list_of_known_dice_is_refused(line: str, said: str) -> None:
    setup, game = played(Fair(KEY, ("a", "b")), 40)
    twin = continued(record_of(game, setup.scenario, PEOPLE), load_system, 12, KEY, Fair(OTHER, ()))
    text = record_of(twin, setup.scenario, PEOPLE).text()
    kind = line.split(":")[0].split(" ")[0]
    old = next(one for one in text.splitlines() if one.startswith(kind))
    with pytest.raises(Refused, match=said):
        read_record(text.replace(old, line, 1))
