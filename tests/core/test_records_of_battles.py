# ruff: noqa: E501 - a message that is expected stands on one line
"""Records of battles: replayed byte for byte, saved and resumed anywhere, and found out when a byte is changed."""

import re
from functools import cache
from typing import Any

import pytest
from recording import CHANGES, check_changed, resealed, told

from playsheet.core.asking import Player
from playsheet.core.dice import Seeded, scripted
from playsheet.core.errors import Refused
from playsheet.core.fair import Fair, commitment, fingerprint, seal_of
from playsheet.core.game import Game, Input
from playsheet.core.records import Parted, read_record, record_of, replay, resume, verify
from playsheet.core.system import System
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import Setup, set_up, set_up_from
from playsheet.rules import load_system, scenario_files

pytestmark = pytest.mark.battles

BOTS = ["random", "random"]


@cache
def wells() -> Setup:
    return set_up("the-wells", [])


@cache
def load(id: str) -> System[Any]:
    return load_system(id)


def played(seed: int) -> Game[Any]:
    game = wells().game(BOTS, seed, True)
    game.run()
    return game


def written(game: Game[Any], players: list[str] | None = None) -> str:
    return record_of(game, wells().scenario, players or BOTS).text()


def person_answers(game: Game[Any], seat: int, player: Player) -> None:
    """A person who decides as this player would, and throws threes."""
    question = next(asked for asked in game.questions if asked.seat == seat)
    if question.dice:
        text = "dice " + ",".join(["3"] * question.dice)
    elif question.region is not None:
        text = "@" + ",".join(repr(part) for part in player.place(game.battle, question))
    else:
        text = player.choose(game.battle, question).key()
    game.answer(seat, question.number(), text)


def test_reads_what_it_writes() -> None:
    game = played(3)
    text = written(game, ["doctrine", 'Anna | "la générale"\n'])
    record = read_record(text, "x.record")
    assert record.text() == text
    assert read_record(text.encode()).text() == text
    assert [seat.player for seat in record.seats] == ["doctrine", 'Anna | "la générale"\n']
    assert record.scenario.text == wells().scenario.text
    assert [step.digest for step in record.steps] == [closed.digest for closed in game.sealed()]
    assert [step.turn for step in record.steps] == [closed.turn for closed in game.closed]
    assert [[(i.seat, i.text) for i in step.inputs] for step in record.steps] == [
        [(i.seat, i.text) for i in closed.inputs] for closed in game.closed
    ]
    assert (record.finished, record.winner, record.verdict) == (True, game.battle.winner, game.battle.verdict)


def test_line_ends_of_a_scenario() -> None:
    """A scenario from another system's editor is kept with plain line ends, and plays the same."""
    text = wells().scenario.text.replace("\n", "\r\n")
    setup = set_up_from(text, "crlf.toml", [])
    game = setup.game(BOTS, 1, True)
    game.run()
    kept = record_of(game, setup.scenario, BOTS).text()
    assert "\r" not in kept
    assert verify(kept, load).sound
    assert told(replay(read_record(kept), load)) == told(game)


def test_what_has_no_record() -> None:
    with pytest.raises(Refused, match="remembers nothing"):
        record_of(wells().game(BOTS, 1, False), wells().scenario, BOTS)
    with pytest.raises(Refused, match="has 2 seats"):
        record_of(wells().game(BOTS, 1, True), wells().scenario, ["random"])
    game = wells().game_with([None, None], scripted(1, 2, 3), True, [False, False])
    with pytest.raises(Refused, match="seeded or fair dice, these are scripted"):
        record_of(game, wells().scenario, BOTS)


# ---------------------------------------------------------------------- replaying


def check_replay(seed: int) -> None:
    game = played(seed)
    text = written(game)
    again = replay(read_record(text), load)
    assert told(again) == told(game)
    assert [closed.digest for closed in again.sealed()] == [closed.digest for closed in game.sealed()]
    assert again.battle.verdict == game.battle.verdict
    assert written(again) == text


@pytest.mark.parametrize("first", range(0, 100, 10))
def test_a_hundred_games_replay_byte_for_byte(first: int) -> None:
    for seed in range(first, first + 10):
        check_replay(seed)


@pytest.mark.parametrize("id", sorted(scenario_files()))
def test_every_scenario(id: str) -> None:
    setup = set_up(id, [])
    players = ["random"] * len(setup.seats)
    game = setup.game(players, 5, True)
    while game.step < 60 and not game.battle.finished:
        game.play_step()
    text = record_of(game, setup.scenario, players).text()
    verdict = verify(text, load)
    assert verdict.sound, verdict.sentence
    assert told(replay(read_record(text), load)) == told(game)


def test_upto_a_step() -> None:
    game = played(4)
    record = read_record(written(game))
    for step in (0, 1, 20, len(record.steps)):
        part = replay(record, load, step)
        assert part.step == step
        assert told(game).startswith(told(part))
        assert part.digest == (game.sealed()[step - 1].digest if step else "")
    assert replay(record, load, 10_000).step == len(record.steps)


# ---------------------------------------------------------------------- fair dice, own dice


def fair_game(seats: list[bool]) -> Game[Any]:
    players: list[Player | None] = [RandomPlayer(1), RandomPlayer(2)]
    return wells().game_with(players, Fair(bytes(range(32)), ("salt of one", "> | salt")), True, seats)


def test_fair_dice_are_checked_once_revealed() -> None:
    game = fair_game([False, False])
    game.run()
    text = record_of(game, wells().scenario, BOTS, reveal=True).text()
    assert (
        f'dice: fair\ncommitment: {commitment(bytes(range(32)))}\nsalt: salt of one\nsalt: "> | salt"\nkey: 0001'
        in text
    )
    verdict = verify(text, load)
    assert verdict.sound
    assert verdict.sentence.endswith("; the dice are those that were committed to.")
    assert told(replay(read_record(text), load)) == told(game)
    forged = verify(resealed(text.replace("key: 0001", "key: 0002")), load)
    assert forged.sentence.startswith(
        "parts at step 0 (the head): the key of the dice is not the one that was committed to"
    )
    salted = verify(resealed(text.replace("salt of one", "salt of two")), load)
    assert not salted.sound
    assert salted.step > 0


WORDS = ("Ann's words 0123456789abcdef", "Ben's > | words 0123456789")


def sealed_text() -> str:
    """A game between two persons who had sealed their words, as its record."""
    dice = Fair(bytes(range(32)), WORDS, tuple(seal_of(words) for words in WORDS), 2)
    game = wells().game_with([RandomPlayer(1), RandomPlayer(2)], dice, True, [False, False])
    game.run()
    return record_of(game, wells().scenario, ["person", "person"], reveal=True).text()


def test_seals_stand_in_the_record_and_change_no_die() -> None:
    text = sealed_text()
    first, second = (seal_of(words) for words in WORDS)
    promised = commitment(bytes(range(32)))
    assert f"dice: fair\ncommitment: {promised}\nround: 2\nseal 1: {first}\nseal 2: {second}\nsalt: Ann's" in text
    assert read_record(text).text() == text
    verdict = verify(text, load)
    assert verdict.sound, verdict.sentence
    assert verdict.fingerprint == fingerprint(promised, [first, second])
    assert "the players' words are those that were sealed (round 2)" in verdict.sentence
    assert verdict.sentence.endswith(f"here it is {verdict.fingerprint}.")
    clear = verify(resealed(re.sub(r"(?m)^(round|seal \d): .*\n", "", text)), load)  # the same dice, and less to say
    assert clear.sound, clear.sentence
    assert clear.fingerprint == ""
    assert clear.sentence.endswith("not sealed: whoever knew the key and spoke last could choose.")


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("salt: Ann's words 0", "salt: Ann's words 1", "the words of seat 1 are not those that it had sealed"),
        (f"seal 2: {seal_of(WORDS[1])}", f"seal 2: {seal_of(WORDS[0])}", "the words of seat 2 are not those that"),
        (f"seal 1: {seal_of(WORDS[0])}\n", "", "seat 1 is a person's, and the record has no seal of its words"),
        ("key: 0001", "salt: one more\nkey: 0001", "there are 2 seats, and the words of 3 in the dice"),
    ],
)
def test_words_that_do_not_fit_their_seal_part_at_the_head(old: str, new: str, what: str) -> None:
    text = sealed_text()
    assert old in text
    forged = text.replace(old, new)
    for each in (forged, re.sub(r"(?m)^key: .*\n", "", forged)):  # also while the key is not revealed
        verdict = verify(resealed(each), load)
        assert (verdict.sound, verdict.step) == (False, 0)
        assert what in verdict.sentence
        with pytest.raises(Parted):
            replay(read_record(resealed(each)), load)


def test_nobody_puts_words_into_the_dice_under_a_bot_s_name() -> None:
    text = sealed_text().replace("seat 2: The Emir's Host | person", "seat 2: The Emir's Host | doctrine")
    forged = resealed(text.replace(f"seal 2: {seal_of(WORDS[1])}\n", ""))
    verdict = verify(forged, load)
    assert (verdict.sound, verdict.step) == (False, 0)
    assert "seat 2 has words in the dice that nobody had sealed" in verdict.sentence


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("round: 2", "round: 0", "a number from 1 on"),
        ("round: 2", "round: two", "a number from 1 on"),
        ("seal 2: ", "seal 1: ", "seal, a seat that has none yet"),
        ("seal 2: ", "seal 3: ", "seal, a seat that has none yet"),
        ("seal 2: ", "seal 2: x", "seal, a seat that has none yet"),
    ],
)
def test_a_malformed_seal_is_refused(old: str, new: str, expected: str) -> None:
    text = resealed(sealed_text().replace(old, new))
    with pytest.raises(Refused, match=f"expected {expected}"):
        read_record(text)
    assert verify(text, load).step == 0


def test_a_key_is_kept_back_until_it_is_revealed() -> None:
    game = fair_game([False, False])
    game.run()
    text = record_of(game, wells().scenario, BOTS).text()
    assert "key:" not in text
    assert bytes(range(32)).hex() not in text
    verdict = verify(text, load)
    assert not verdict.sound
    assert (
        verdict.sentence == f"cannot be verified from step {verdict.step} on: the key of its dice is not revealed yet."
    )
    assert verify(text, load, key=bytes(range(32))).sound
    assert not verify(text, load, key=bytes(32)).sound
    with pytest.raises(Parted):
        replay(read_record(text), load)


def test_own_dice() -> None:
    """Dice thrown at the table are inputs like any other."""
    bots: list[Player | None] = [RandomPlayer(1), RandomPlayer(2)]
    game = wells().game_with(bots, Seeded(9), True, [True, False])
    game.run()
    while not game.battle.finished:
        person_answers(game, 0, RandomPlayer(1))
    text = written(game)
    assert "seat 1: The Garrison | random | own dice\nseat 2: The Emir's Host | random\n" in text
    assert "dice 3" in text
    again = replay(read_record(text), load)
    assert told(again) == told(game)
    assert written(again) == text
    line = next(line for line in text.split("\n") if "dice 3" in line and line[:4].strip().isdigit())
    forged = verify(resealed(text.replace(line, line.replace("dice 3", "dice 7", 1))), load)
    assert (forged.sound, forged.step) == (False, int(line[:4]))
    assert "from 1 to 6" in forged.sentence


# ---------------------------------------------------------------------- save and resume


def test_saved_between_any_two_steps() -> None:
    whole = played(6)
    game = wells().game(BOTS, 6, True)
    while not game.battle.finished:
        game.play_step()
        if game.step % 7 and not game.battle.finished:
            continue
        text = written(game)
        assert verify(text, load).sound
        assert told(replay(read_record(text), load)) == told(game)
        on = resume(read_record(text), load, [RandomPlayer(6 * 16), RandomPlayer(6 * 16 + 1)])
        assert on.battle.finished
        assert told(on) == told(whole)
        assert written(on) == written(whole)


@pytest.mark.parametrize("own_dice", [False, True])
def test_saved_while_a_person_thinks(own_dice: bool) -> None:
    """Also in mid step, with some of its answers given and some dice thrown."""
    person = RandomPlayer(77)
    bot = RandomPlayer(78)
    game = wells().game_with([None, bot], Seeded(8), True, [own_dice, False])
    game.run()
    saved: list[tuple[str, int]] = []
    in_mid_step = 0
    while not game.battle.finished:
        if len(saved) % 5 == 0 or game.inputs:
            in_mid_step += bool(game.inputs)
            text = written(game, ["person", "random"])
            assert "\nopen " in text
            assert text.split("\n")[-3] == "result: unfinished"
            assert verify(text, load).sound
            again = replay(read_record(text), load)
            assert told(again) == told(game)
            assert [asked.number() for asked in again.questions] == [asked.number() for asked in game.questions]
            saved.append((text, len(game.log)))
        else:
            saved.append(("", 0))
        person_answers(game, 0, person)
    assert in_mid_step > 5
    texts = [text for text, _ in saved if text]
    for text in texts[:: len(texts) // 6]:
        on = resume(read_record(text), load, [None, bot])
        while not on.battle.finished:
            person_answers(on, 0, person)
        assert told(on) == told(game)
        assert written(on) == written(game)


def test_a_bot_takes_over() -> None:
    """A person's seat may be played on by anybody."""
    game = wells().game_with([None, RandomPlayer(2)], Seeded(8), True, [False, False])
    game.run()
    record = read_record(written(game))
    assert resume(record, load, [RandomPlayer(1), RandomPlayer(2)]).battle.finished
    with pytest.raises(Refused, match="this game has 2 seats, got 1 players"):
        resume(record, load, [None])


# ---------------------------------------------------------------------- taken back, overruled


def test_taken_back_inputs_stay_visible_and_are_not_played() -> None:
    person = RandomPlayer(77)
    game = wells().game_with([None, RandomPlayer(2)], Seeded(8), True, [False, False])
    game.run()
    while game.step < 12:
        person_answers(game, 0, person)
    for _ in range(3):
        game.undo(0)
        text = written(game)
        assert verify(text, load).sound
    gone = [(lost.step, [(i.seat, i.text) for i in lost.inputs]) for lost in game.taken_back]
    assert len(gone) == 3
    assert text.count("taken back at ") == 3
    person_answers(game, 0, RandomPlayer(5))
    game.undo(0)
    while not game.battle.finished:
        person_answers(game, 0, RandomPlayer(5))
    text = written(game)
    at = game.taken_back[-1].step + 1
    lines = text.split("\n")
    here = [number for number, line in enumerate(lines) if line.startswith(f"taken back at {at}: 1> ")]
    assert here
    assert lines[here[-1] + 1].startswith(f"{at:>4}  ")
    record = read_record(text)
    assert sorted((lost.step, [(i.seat, i.text) for i in lost.inputs]) for lost in game.taken_back) == sorted(
        (lost.step, [(i.seat, i.text) for i in lost.inputs]) for lost in record.taken_back
    )
    again = replay(record, load)
    assert told(again) == told(game)
    assert written(again) == text
    changed = text.replace(f"taken back at {at}: 1> ", f"taken back at {at}: 2> ", 1)
    verdict = verify(changed, load)
    assert (verdict.sound, verdict.step) == (False, at)
    assert (
        verdict.sentence
        == f"parts at step {at}: the text was changed there after it was written, though every step replays to the same events."
    )


def test_a_game_masters_words_are_replayed() -> None:
    game = wells().game(BOTS, 11, True)
    while game.step < 15:
        game.play_step()
    for order in ("add-card 0", "check 1", "veto-sight 0 5", "remove-card 0"):
        game.inputs = [Input(-1, "gm " + order)]
        assert game.play_step()
    game.run()
    text = written(game)
    assert "  gm> veto-sight 0 5\n" in text
    again = replay(read_record(text), load)
    assert told(again) == told(game)
    assert written(again) == text


# ---------------------------------------------------------------------- verifying


@pytest.mark.parametrize("kind", CHANGES)
def test_a_changed_byte_of_a_battle(kind: str) -> None:
    game = wells().game(BOTS, 7, True)
    while game.step < 25:
        game.play_step()
    text = written(game).encode()
    body = text.index(b"\ncheck: ")
    offset = len(kind) * 5
    for at in [*range(offset, body, 211), *range(body + offset, len(text), 41)]:
        check_changed(text, CHANGES[kind](text, at), at, load)
