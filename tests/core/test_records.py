# ruff: noqa: E501 - a message that is expected stands on one line
"""Records: written, read, replayed to the same events, resumed, and found out when a byte is changed."""

from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import playsheet
from playsheet.core import records
from playsheet.core.asking import Player, Question, Region, Word
from playsheet.core.dice import Seeded, scripted
from playsheet.core.errors import Refused
from playsheet.core.events import Battle, Event, Throw
from playsheet.core.fair import Fair, commitment
from playsheet.core.game import Game, Input, TakenBack, line_of
from playsheet.core.house import House, apply_houses, read_house
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
from playsheet.core.rulings import read_rulings
from playsheet.core.scenario import Scenario, Vocabulary
from playsheet.core.sheet import read_sheet
from playsheet.core.system import System
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import Setup, set_up, set_up_from
from playsheet.rules import load_system, scenario_files

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

    def configured(self, settings: Mapping[str, object], name: str, houses: list[House]) -> System[ToyBattle]:
        switches = self.switches.changed_by(settings, name)
        sheet, switches = apply_houses(houses, self.sheet, switches)
        return Toys(self.id, sheet, self.rulings, switches, [*self.houses, *houses])

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
    return Game(system, system.new_battle(ford()), players, Seeded(7), True, own_dice)


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


# ---------------------------------------------------------------------- the first of our systems


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


def told(game: Game[Any]) -> str:
    return "".join(line_of(event) for event in game.log)


def resealed(text: str) -> str:
    """A forger's work: the checks and the checksum made to fit the text."""
    writer = records._Writer()
    for line in text.split("\n")[:-2]:
        step = records.STEP.fullmatch(line)
        if step is not None:
            writer.add_checked(step["before"], step["after"])
        elif line.startswith("check: "):
            writer.add_checked("check:", "")
        else:
            writer.add(line)
    content = "".join(writer.lines)
    return f"{content}checksum: {sha256(content.encode()).hexdigest()}\n"


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


def test_reads_what_it_writes() -> None:
    game = played(3)
    text = written(game, ["doctrine", 'Anna | "la générale"\n'])
    record = read_record(text, "x.record")
    assert record.text() == text
    assert read_record(text.encode()).text() == text
    assert [seat.player for seat in record.seats] == ["doctrine", 'Anna | "la générale"\n']
    assert record.scenario.text == wells().scenario.text
    assert [step.digest for step in record.steps] == [closed.digest for closed in game.closed]
    assert [step.turn for step in record.steps] == [closed.turn for closed in game.closed]
    assert [[(i.seat, i.text) for i in step.inputs] for step in record.steps] == [
        [(i.seat, i.text) for i in closed.inputs] for closed in game.closed
    ]
    assert (record.finished, record.winner, record.verdict) == (True, game.battle.winner, game.battle.verdict)


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
            "g: line 53: expected a step, a turn, inputs taken back, or the result, got",
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
    assert [closed.digest for closed in again.closed] == [closed.digest for closed in game.closed]
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
        assert part.digest == (game.closed[step - 1].digest if step else "")
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


def step_at(text: bytes, at: int) -> int:
    """The step that a byte belongs to: that of its line, or of the next line that is a step's."""
    lines = text.decode().split("\n")
    number = text.count(b"\n", 0, at)
    if number <= next(k for k, line in enumerate(lines) if line.startswith("check: ")):
        return 0
    steps = [int(found["number"]) for line in lines if (found := records.STEP.fullmatch(line))]
    for line in lines[number:]:
        found = records.STEP.fullmatch(line)
        if found is not None:
            return int(found["number"])
    return steps[-1]


def check_changed(text: bytes, changed: bytes, at: int, system: records.Load) -> None:
    if changed == text:
        return
    verdict = verify(changed, system)
    assert not verdict.sound
    where = step_at(text, at)
    # A lost line end belongs to two steps, and a change of the head shows in the step where it first matters.
    assert verdict.step in (where, where + 1) or where == 0, (verdict.step, where, verdict.sentence)
    assert f"step {verdict.step}" in verdict.sentence or verdict.sentence.startswith("cannot be read: ")
    with pytest.raises(Refused):
        read_record(changed)


CHANGES: dict[str, Callable[[bytes, int], bytes]] = {
    "flipped": lambda text, at: text[:at] + bytes([text[at] ^ 1 << at % 8]) + text[at + 1 :],
    "deleted": lambda text, at: text[:at] + text[at + 1 :],
    "inserted": lambda text, at: text[:at] + bytes([at * 37 % 256]) + text[at:],
    "doubled": lambda text, at: text[:at] + text[at : at + 1] + text[at:],
    "blanked": lambda text, at: text[:at] + b" " + text[at + 1 :],
    "counted": lambda text, at: text[:at] + (b"%d" % (at % 10)) + text[at + 1 :],
}


@pytest.mark.parametrize("kind", CHANGES)
def test_every_changed_byte_is_found_and_placed(kind: str) -> None:
    text = TEXT.encode()
    for at in range(len(text)):
        check_changed(text, CHANGES[kind](text, at), at, toys)
    check_changed(text, text + b"\n", len(text) - 1, toys)
    check_changed(text, text[:-1], len(text) - 1, toys)


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
