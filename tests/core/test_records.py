# ruff: noqa: E501 - a message that is expected stands on one line
"""Records: written, read, replayed to the same events, resumed, and found out when a byte is changed."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recording import CHANGES, check_changed, resealed, told

import playsheet
from playsheet.core import records
from playsheet.core.asking import Player, Question, Region, Word
from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.events import Battle, Event, Throw
from playsheet.core.game import Game, Input, TakenBack
from playsheet.core.house import House, read_house
from playsheet.core.records import (
    Parted,
    read_record,
    record_bytes,
    record_of,
    replay,
    resume,
    sheet_digest,
    verify,
)
from playsheet.core.rulings import Switches, read_rulings
from playsheet.core.scenario import Scenario, Vocabulary
from playsheet.core.sheet import Sheet, read_sheet
from playsheet.core.system import System
from playsheet.players.random import RandomPlayer

BOTS = ["random", "random"]
PEOPLE = ["person", "person"]
NOW = playsheet.__version__

# ---------------------------------------------------------------------- a sheet of our own, small and unchanging

SHEET = """
system = "toy"
title = "Toy Skirmish"
unit = "inch"

[fight]
at = "Fighting"
title = "Fighting"
sides = 6
"""

RULINGS = """
system = "toy"

[R1]
title = "Length"
question = "How long?"
answer = "Three turns."
why = "It is late."
source = "house"

[R1.switch.length]
3 = "Three turns."
2 = "Two turns."
"""

SCENARIO = """id     = "the-ford"
system = "toy"
title  = "The Ford"
blurb  = "Two bands, one ford."
size   = "small"
table  = [20, 20]
turns  = 3

[[sides]]
name  = "The North"
zones = [[0, 10, 20, 20]]
units = [{ card = "band" }]

[[sides]]
name  = "The South"
zones = [[0, 0, 20, 10]]
units = [{ card = "band" }]
"""

HOUSE = """name   = "Short evening"
system = "toy"

[rulings]
length = "2"

[sheet.fight]
sides = 8
"""

CHIPS = ["charge", "hold", 'hold | the "line"', "2> flee", ""]


class ToyBattle(Battle):
    def __init__(self, turns: int) -> None:
        super().__init__()
        self.phase = 0
        self.turns = turns
        self.score = [0.0, 0.0]


class Toy(Event[ToyBattle]):
    """A phase is over: somebody moved, chips were turned up, dice fell."""

    def __init__(self, what: str, seat: int, amount: float) -> None:
        self.what = what
        self.seat = seat
        self.amount = amount

    def apply(self, battle: ToyBattle) -> None:
        if self.seat >= 0:
            battle.score[self.seat] += self.amount
        battle.phase += self.what != "chips"
        if self.what == "fight":
            battle.phase = 0
            battle.turn += 1
        if battle.turn > battle.turns or self.what == "award":
            battle.finished = True
            battle.winner = 0 if battle.score[0] > battle.score[1] else 1
            battle.verdict = f"The score is {battle.score[0]} to {battle.score[1]}."


class Bearing(Region):
    def names(self) -> tuple[str, ...]:
        return ("bearing",)

    def refusal(self, value: tuple[float, ...]) -> str:
        return "" if 0 <= value[0] < 360 else "expected a bearing from 0 to 360."

    def samples(self) -> list[tuple[float, ...]]:
        return [(30.0 * k,) for k in range(12)]


class Toys(System[ToyBattle]):
    """Each seat moves; both lay a chip in secret; dice. Three turns of three phases."""

    def remade(self, sheet: Sheet, switches: Switches, houses: list[House]) -> System[ToyBattle]:
        return Toys(self.id, sheet, self.rulings, switches, houses)

    def vocabulary(self) -> Vocabulary:
        return Vocabulary("toy", {"band": "Band"}, [], [], [], self.rulings)

    def new_battle(self, scenario: Scenario) -> ToyBattle:
        return ToyBattle(int(self.switches.value("length")))

    def clone(self, battle: ToyBattle) -> ToyBattle:
        twin = ToyBattle(battle.turns)
        twin.copy_frame(battle)
        twin.phase = battle.phase
        twin.score = list(battle.score)
        return twin

    def step(self, game: Game[ToyBattle]) -> None:
        seat = game.battle.phase
        game.dice.throwers(seat % 2, 1 - seat % 2)
        if seat < 2:
            word = game.choose(seat, "order", [Word("move"), Word("stand")], seat)
            if word.key() == "move":
                game.tell(Toy("move", seat, game.place(seat, "bearing", Bearing(), seat)[0]))
            else:
                game.tell(Toy("stand", seat, game.dice.roll(6, Throw("standing firm"))))
            return
        asked = [Question(k, "chip", -1, [Word(chip) for chip in CHIPS], None, 0, 0) for k in (0, 1)]
        for k, chip in enumerate(game.together(asked)):
            game.tell(Toy("chips", k, CHIPS.index(chip.key())))
        sides = self.sheet.tables["fight"].values["sides"]
        assert isinstance(sides, int)
        game.tell(Toy("fight", 0, game.dice.roll(sides, Throw("fighting"))))

    def overrule(self, game: Game[ToyBattle], order: str) -> None:
        if order.split() not in (["award"], ["bonus"]):
            raise Refused("expected award or bonus.")
        game.tell(Toy("chips" if order.split() == ["bonus"] else "award", 0, 1000))


@cache
def toys(id: str) -> System[Any]:
    if id != "toy":
        raise Refused(f"There is no system {id!r}.")
    rulings = read_rulings(RULINGS, "rulings.toml")
    return Toys("toy", read_sheet(SHEET, "sheet.toml"), rulings, rulings.defaults(), [])


@cache
def ford() -> Scenario:
    return toys("toy").read_scenario(SCENARIO, "the-ford.toml")


def toy_game(players: list[Player | None], own_dice: list[bool], houses: list[House]) -> Game[Any]:
    system = toys("toy").configured(ford().settings, ford().file, houses)
    return Game(system, system.new_battle(ford()), players, Seeded(7), keep=True, own_dice=own_dice)


@cache
def toy_text() -> str:
    """Two people, house rules, own dice, something taken back, and a game master."""
    game = toy_game([None, None], [True, False], [read_house(HOUSE, "short.toml")])
    game.run()
    for seat, number, text in [
        (0, "0.0", "move"),
        (0, "0.1", "@90.0"),
        (1, "1.0", "stand"),
        (1, "2.1", "charge"),
        (0, "2.0", "2> flee"),
        (0, "2.2", "dice 5"),
        (0, "3.0", "stand"),
    ]:
        game.answer(seat, number, text)
    game.undo(0)
    game.overrule("bonus")
    for seat, number, text in [
        (0, "4.0", "move"),
        (0, "4.1", "@359.5"),
        (1, "5.0", "move"),
        (1, "5.1", "@0.1"),
        (0, "6.0", "hold"),
        (1, "6.1", ""),
        (0, "6.2", "dice 8"),
    ]:
        game.answer(seat, number, text)
    assert game.battle.finished
    return record_of(game, ford(), ["Anna", "person"]).text()


# ---------------------------------------------------------------------- writing and reading

GOLDEN = """\
playsheet record 1
title: The Ford
system: toy
engine: 0.1.0
sheet: a7e1bfcf9ecca24d
ruling: R1 | length | 2
seat 1: The North | Anna | own dice
seat 2: The South | person
dice: seed 7
house: short.toml
| name   = "Short evening"
| system = "toy"
|
| [rulings]
| length = "2"
|
| [sheet.fight]
| sides = 8
|
scenario: the-ford.toml
| id     = "the-ford"
| system = "toy"
| title  = "The Ford"
| blurb  = "Two bands, one ford."
| size   = "small"
| table  = [20, 20]
| turns  = 3
|
| [[sides]]
| name  = "The North"
| zones = [[0, 10, 20, 20]]
| units = [{ card = "band" }]
|
| [[sides]]
| name  = "The South"
| zones = [[0, 0, 20, 10]]
| units = [{ card = "band" }]
|
check: 0fbf

-- turn 1 --
   1  e97e573f42f4f3a2 641e  1> move | @90.0
   2  0acacac613cdc7d4 6ea4  2> stand
   3  b9eafd2271fc7e45 7220  1> "2> flee" | 2> charge | 1> dice 5

-- turn 2 --
taken back at 4: 1> stand
   4  d5e8fb79edc332c8 04bc  gm> bonus
   5  9bfbf8bb8ad63bdb 9df1  1> move | @359.5
   6  15ec6941b3588030 5002  2> move | @0.1
   7  36caf9d74469346f a50e  1> hold | 2> "" | 1> dice 8

result: side 1 | The score is 1466.5 to 8.1.
checksum: 958ed336443ca3181ec64f0ddba4858321e491c722c5b4444c335b853f25c00d
"""
TEXT = resealed(GOLDEN.replace("engine: 0.1.0", f"engine: {NOW}"))


def test_the_format_stands() -> None:
    """What was written in this format is read, and plays the same, for ever."""
    assert toy_text() == TEXT
    record = read_record(GOLDEN)
    assert record.engine == "0.1.0"
    assert record.text() == GOLDEN
    assert verify(GOLDEN, toys).sound
    assert verify(TEXT, toys).sentence == "sound: 7 steps replay to the same events."


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.integers(-1, 1), st.text(st.characters(), max_size=12)), max_size=5), st.text())
def test_any_text_is_kept(inputs: list[tuple[int, str]], title: str) -> None:
    """Whatever an input or a title holds, the record is text and gives it back."""
    record = read_record(TEXT)
    record.title = title
    record.taken_back = [TakenBack(2, [Input(s, "gm " + t if s < 0 else t) for s, t in inputs])]
    text = record.text()
    again = read_record(text.encode())
    assert again.title == title
    assert [(i.seat, i.text[3:] if i.seat < 0 else i.text) for i in again.taken_back[0].inputs] == inputs
    assert again.text() == text


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "playsheet record 1",
            "playsheet record 2",
            f"g: this record is written in format 2, and this version of Playsheet ({NOW}) reads format 1: it takes a newer Playsheet to open it.",
        ),
        (
            f"engine: {NOW}",
            "engine: 99.0.0",
            f"g: this record was made by Playsheet 99.0.0, and this is Playsheet {NOW}: it takes the newer one to open it.",
        ),
        (f"engine: {NOW}", "engine: new", 'g: line 4: expected a version such as 0.1.0, got "new".'),
        ("playsheet record 1", "[Event", 'g: line 1: expected playsheet record 1, got "[Event".'),
        ("title: The Ford", "titel: The Ford", 'g: line 2: expected title: and a word or more, got "titel: The Ford".'),
        ("title: The Ford", 'title: "The Ford', 'g: line 2: expected a quoted text with its end, got "\\"The Ford".'),
        ("title: The Ford", "title: The\tFord", "g: line 2: expected plain text, got the control character U+0009."),
        ("sheet: ", "sheet: 0", 'g: line 5: expected 16 hexadecimal digits, got "0'),
        (
            "ruling: R1 | length | 2",
            "ruling: R1 | length",
            "g: line 6: expected a ruling's number, its switch and its value, got",
        ),
        (
            "seat 2: The South | person",
            "seat 2: The South",
            'g: line 8: expected the seat\'s name, who played, and perhaps: own dice, got "The South".',
        ),
        (
            "seat 1: The North | Anna | own dice",
            "seat 1: The North | Anna | my dice",
            'g: line 7: expected own dice, got "my dice".',
        ),
        (
            "seat 2: ",
            "seat 3: ",
            "g: line 8: expected seat 2: and the seat's name, who played, and perhaps: own dice, got",
        ),
        ("dice: seed 7", "dice: seed seven", 'g: line 9: expected dice: fair, or seed and a number, got "seed seven".'),
        (
            "dice: seed 7",
            "dice: fair",
            'g: line 10: expected commitment: and 64 hexadecimal digits, got "house: short.toml".',
        ),
        (
            '| id     = "the-ford"',
            '|id     = "the-ford"',
            'g: line 21: expected | and a line of the scenario, got "|id     = \\"the-ford\\"".',
        ),
        ("-- turn 1 --\n", "", 'g: line 41: expected a turn before the first step, got "   1  '),
        ("   3  ", "   4  ", 'g: line 44: expected step 3, got "   4  '),
        (
            "   3  ",
            "taken back at 2: 1> move\n   3  ",
            'g: line 44: expected what was taken back at step 3 or later, got "at 2".',
        ),
        (
            "   3  ",
            "taken back at 4: 1> move\n   3  ",
            'g: line 45: expected step 4 after what was taken back at it, got "   3  ',
        ),
        ("  2> stand", "  3> stand", 'g: line 43: expected a seat from 1 to 2, got "3".'),
        ("  2> stand", "  stand", 'g: line 43: expected a seat and > before the first input, got "stand".'),
        (
            "  2> stand",
            "  2> stand || 2> move",
            'g: line 43: expected a text that needs no quotes, or a quoted one, got "stand || 2> move".',
        ),
        ("  2> stand", '  2> "stand" 2> move', 'g: line 43: expected | between two texts, got " 2> move".'),
        ("result: side 1", "result: side one", "g: line 53: expected the result: a side, draw or unfinished, got"),
        (
            "result: side 1 | The score",
            "result: draw\nThe score",
            'g: line 53: expected the result and why, with | between them, got "result: draw".',
        ),
        (
            "\nresult: side 1 | The score",
            "\nThe score",
            "g: line 53: expected a step, a turn, inputs taken back, a comment, or the result, got",
        ),
        ("checksum: ", "checksum: 0", "g: line 54: expected checksum: and 64 hexadecimal digits, got"),
    ],
)
def test_malformed(old: str, new: str, sentence: str) -> None:
    assert old in TEXT
    text = TEXT.replace(old, new, 1)
    with pytest.raises(Refused) as refused:
        read_record(text, "g")
    assert str(refused.value).startswith(sentence)
    assert not verify(text, toys).sound


@pytest.mark.parametrize("text", ["", "\n", "playsheet record 1", "playsheet record 1\n", "\x00", "é", "a" * 1000])
def test_no_record_at_all(text: str) -> None:
    with pytest.raises(Refused, match=r"^g: line \d: expected "):
        read_record(text, "g")
    assert verify(text, toys).step == 0
    assert not verify(text, toys).sound


def test_too_large() -> None:
    with pytest.raises(Refused, match="g: the record is too large, at most 16,777,216 bytes are read"):
        read_record("x" * (records.LARGEST_RECORD + 1), "g")
    assert not verify("x" * (records.LARGEST_RECORD + 1), toys).sound


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    with pytest.raises(Refused, match=r"^game.record: there is no such file"):
        record_bytes(path)
    with pytest.raises(Refused, match="this is a folder"):
        record_bytes(tmp_path)
    path.write_text(TEXT)
    assert verify(record_bytes(path), toys).sound
    path.write_bytes(b"x" * (records.LARGEST_RECORD + 1))
    with pytest.raises(Refused, match="too large"):
        record_bytes(path)


# ---------------------------------------------------------------------- save and resume


@pytest.mark.parametrize(
    ("forged", "sentence"),
    [
        ("1> fly", "parts at step 1: 'fly' is not offered here; offered: move, stand."),
        ("2> move", "parts at step 1: 'move' is an answer of seat 2, but seat 1 is asked."),
        ("1> stand", "parts at step 1: the step comes to its end, and the record says that it waits for an answer."),
        ("1> move | @0.0 | @9.0", "parts at step 1: step 1 ends before the answer '@9.0' is used."),
    ],
)
def test_an_open_step_is_verified_too(forged: str, sentence: str) -> None:
    game = toy_game([None, None], [False, False], [])
    game.run()
    game.answer(0, "0.0", "move")
    text = record_of(game, ford(), PEOPLE).text()
    assert verify(text, toys).sentence == "sound: 0 steps replay to the same events, and the game is unfinished."
    verdict = verify(resealed(text.replace("1> move", forged)), toys)
    assert (verdict.sound, verdict.step, verdict.sentence) == (False, 1, sentence)


def test_secret_answers_are_saved() -> None:
    """A chip that is laid and not yet turned up."""
    for chip in CHIPS:
        twin = toy_game([None, None], [False, False], [])
        twin.run()
        for seat in (0, 1):
            twin.answer(seat, f"{seat}.0", "stand")
        twin.answer(1, "2.1", chip)
        text = record_of(twin, ford(), PEOPLE).text()
        assert f"secret 1: {records._word(chip)}\n" in text
        assert verify(text, toys).sound
        again = resume(read_record(text), toys, [None, None])
        assert [(asked.seat, asked.number()) for asked in again.questions] == [(0, "2.0")]
        again.answer(0, "2.0", "hold")
        twin.answer(0, "2.0", "hold")
        assert told(again) == told(twin)
        assert again.step == 3


# ---------------------------------------------------------------------- taken back, overruled


def test_what_was_taken_back_is_kept_and_not_played() -> None:
    assert "\ntaken back at 4: 1> stand\n   4  " in TEXT
    game = replay(read_record(TEXT), toys)
    assert [(gone.step, [(i.seat, i.text) for i in gone.inputs]) for gone in game.taken_back] == [(3, [(0, "stand")])]
    assert [(i.seat, i.text) for i in game.closed[3].inputs] == [(-1, "gm bonus")]
    assert record_of(game, ford(), ["Anna", "person"]).text() == TEXT
    without = read_record(TEXT)
    without.taken_back = []
    assert told(replay(without, toys)) == told(game)


# ---------------------------------------------------------------------- verifying


@pytest.mark.parametrize("kind", CHANGES)
def test_every_changed_byte_is_found_and_placed(kind: str) -> None:
    text = TEXT.encode()
    for at in range(len(text)):
        check_changed(text, CHANGES[kind](text, at), at, toys)
    check_changed(text, text + b"\n", len(text) - 1, toys)
    check_changed(text, text[:-1], len(text) - 1, toys)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, len(TEXT.encode()) - 1), st.binary(max_size=3))
def test_any_bytes_for_any_other(at: int, put: bytes) -> None:
    text = TEXT.encode()
    check_changed(text, text[:at] + put + text[at + 1 :], at, toys)


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(), st.binary(), st.text().map(lambda rest: TEXT[: TEXT.index("   1  ")] + rest)))
def test_rubbish_is_refused_in_words(source: str | bytes) -> None:
    with pytest.raises(Refused):
        read_record(source)
    assert not verify(source, toys).sound


@pytest.mark.parametrize(
    ("old", "new", "step", "sentence"),
    [
        (
            "title: The Ford",
            "title: The Fort",
            0,
            "parts at step 0 (the head): the text was changed there after it was written, though every step replays to the same events.",
        ),
        ("dice: seed 7", "dice: seed 9", 2, "The file was changed after it was written, first in its head."),
        ("1> move | @90.0", "1> move | @90.00", 1, "every step replays to the same events."),
        ("1> move | @90.0", "1> move | @91.0", 1, "The file was changed after it was written, first at step 1."),
        ("   2  ", "   3  ", 2, "parts at step 2: line 43: expected step 2, got"),
        ("-- turn 2 --", "-- turn 3 --", 4, "parts at step 4: it is played in turn 2, the record says turn 3."),
        ("taken back at 4: 1> stand", "taken back at 4: 1> move", 4, "every step replays to the same events."),
        ("result: side 1", "result: side 2", 7, "the record says otherwise."),
        ("system: toy", "system: tox", 0, "parts at step 0 (the head): There is no system 'tox'."),
        ("\n", "\r\n", 0, "cannot be read: line 1: expected a plain line end (LF), got another kind (CR LF)."),
        (
            "record 1",
            "record 9",
            0,
            f"cannot be read: this record is written in format 9, and this version of Playsheet ({NOW}) reads format 1: it takes a newer Playsheet to open it.",
        ),
    ],
)
def test_where_it_parts(old: str, new: str, step: int, sentence: str) -> None:
    assert old in TEXT
    verdict = verify(TEXT.replace(old, new), toys)
    assert (verdict.sound, verdict.step) == (False, step)
    assert sentence in verdict.sentence


@pytest.mark.parametrize(
    ("old", "new", "step", "sentence"),
    [
        ("  2> stand", "  1> stand", 2, "parts at step 2: 'stand' is an answer of seat 1, but seat 2 is asked."),
        ("  2> stand", "  2> hide", 2, "parts at step 2: 'hide' is not offered here; offered: move, stand."),
        ("  2> stand", "", 2, "parts at step 2: seat 2 is asked (order), and the record has no answer."),
        ("  2> stand", "  2> stand | stand", 2, "parts at step 2: step 2 ends before the answer 'stand' is used."),
        (
            "  2> stand",
            "  2> move | @9.0",
            2,
            "parts at step 2: what happens there is not what the record says (digest ",
        ),
        (
            "1> dice 5",
            "1> dice 9",
            3,
            "parts at step 3: fighting: expected 1 face from 1 to 8, written like 'dice 3,5', got 'dice 9'.",
        ),
        ("gm> bonus", "gm> malus", 4, "parts at step 4: expected award or bonus."),
        ("gm> bonus", "gm> award", 4, "parts at step 4: what happens there is not what the record says"),
        (
            "result: side 1 | The score",
            "result: side 2 | The score",
            7,
            "parts at step 7: the result is side 1 (The score is ",
        ),
        (
            "seat 1: The North",
            "seat 1: The Norse",
            0,
            "parts at step 0 (the head): the scenario's seats are The North, The South, which is not what the record says.",
        ),
        (
            "ruling: R1 | length | 2",
            "ruling: R1 | length | 3",
            0,
            'parts at step 0 (the head): the record was played with length = 3 (R1), here it is "2".',
        ),
        ("| turns  = 3", "| turns  = 0", 0, "parts at step 0 (the head): the-ford.toml: turns: expected "),
        ('| length = "2"', '| length = "9"', 0, "parts at step 0 (the head): short.toml: rulings.length: expected "),
        ("| sides = 8", "| sides = 6", 3, "parts at step 3: "),
    ],
)
def test_a_forger_is_found_by_the_rules(old: str, new: str, step: int, sentence: str) -> None:
    """Whoever mends the checksum too has still to play by the rules."""
    assert old in TEXT
    verdict = verify(resealed(TEXT.replace(old, new)), toys)
    assert (verdict.sound, verdict.step) == (False, step), verdict.sentence
    assert verdict.sentence.startswith(sentence)


def test_a_battle_that_goes_on_or_stops_short() -> None:
    lines = TEXT.split("\n")
    last = next(k for k, line in enumerate(lines) if line.startswith("   7  "))
    longer = [*lines[: last + 1], f"   8  {'0' * 16} 0000  1> move", *lines[last + 1 :]]
    verdict = verify(resealed("\n".join(longer)), toys)
    assert verdict.sentence == "parts at step 8: the battle is over before it, and the record goes on."
    shorter = [*lines[:last], *lines[last + 1 :]]
    verdict = verify(resealed("\n".join(shorter)), toys)
    assert verdict.sentence == "parts at step 6: the battle is not over after it, the record says otherwise."


def test_an_older_engine_and_another_sheet_are_named() -> None:
    """Opening an old record with newer rules says where it parts."""
    here = sheet_digest(toys("toy").configured({}, "", [read_house(HOUSE, "short.toml")]))
    old = TEXT.replace(f"engine: {NOW}", "engine: 0.0.9").replace(here, "0123456789abcdef")
    elsewhere = (
        f" The record was made by Playsheet 0.0.9, this is {NOW}. "
        f"It was made under another sheet or other rulings of toy (0123456789abcdef, here {here})."
    )
    verdict = verify(resealed(old), toys)
    assert verdict.sound
    assert verdict.sentence == "sound: 7 steps replay to the same events." + elsewhere
    digest = read_record(TEXT).steps[4].digest
    parting = resealed(old.replace(digest, "0" * 16))
    parted = verify(parting, toys)
    assert (parted.sound, parted.step) == (False, 5)
    assert parted.sentence.endswith("recorded 0000000000000000)." + elsewhere)
    with pytest.raises(Parted, match=r"^parts at step 5: .*It was made under another sheet") as refused:
        replay(read_record(parting), toys)
    assert refused.value.step == 5


def test_a_sheet_that_changed() -> None:
    """The same record by a newer sheet: it parts, and the sentence says that the sheet is another."""
    game = toy_game([RandomPlayer(1), RandomPlayer(2)], [False, False], [])
    game.run()
    text = record_of(game, ford(), BOTS).text()
    assert verify(text, toys).sound
    rulings = read_rulings(RULINGS, "rulings.toml")
    newer = Toys("toy", read_sheet(SHEET.replace("= 6", "= 20"), "s"), rulings, rulings.defaults(), [])
    verdict = verify(text, lambda id: newer)
    assert (verdict.sound, verdict.step) == (False, 3)
    assert "It was made under another sheet or other rulings of toy (" in verdict.sentence
