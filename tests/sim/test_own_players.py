"""Players of one's own: what they may do, and what becomes of those that cannot go on."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path

import pytest

from playsheet.cli.main import main
from playsheet.core.errors import Refused
from playsheet.core.records import read_record
from playsheet.players.own import is_own
from playsheet.players.setup import check_bot
from playsheet.sim.comparing import CutShort, compare
from playsheet.sim.parts import merge, part_text, read_part
from playsheet.sim.simulation import Halted, simulate
from playsheet.sim.varying import Ended, vary

HUT = "the-telegraph-hut"
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "mybot.py"
BOTS = '''
from dataclasses import dataclass


def first(question, seat):
    return question.any_answer()


@dataclass
class Any:
    asked: int = 0

    def choose(self, question, seat):
        """A new one for every battle, with chance of its own."""
        self.asked += 1
        if question.region is not None:
            assert all(not question.region.refusal(value) for value in question.region.samples)
            return list(seat.random.choice(question.region.samples))
        assert question.text and question.options[0].label
        assert seat.view["turn"] == seat.battle.turn
        assert len(seat.roster) >= 4
        return seat.random.choice(question.options)


def raises(question, seat):
    if seat.random.random() < 0.001:
        return 1 / 0
    return question.any_answer()


def leaves(question, seat):
    raise SystemExit("enough")


def illegal(question, seat):
    return question.any_answer() if question.region else "fly"


def illegal_later(question, seat):
    if question.region is None and seat.random.random() < 0.001:
        return "fly"
    return question.any_answer()


def nowhere(question, seat):
    return [1000.0] * len(question.region.names) if question.region else question.any_answer()


def never(question, seat):
    while seat.random.random() < 0.002:
        seat.random = type("Stuck", (), {"random": lambda self: 0.0})()
    return question.any_answer()


class Nothing:
    pass
'''


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("bots") / "bots.py"
    file.write_text(BOTS)
    return str(file)


def played_with(bot: str, n: int = 2, deadline: float = 60.0, seed: int = 1, workers: int = 1):
    return simulate(HUT, n, (bot, "random"), seed, workers, deadline=deadline)


def test_a_function_or_a_class_plays(bots: str) -> None:
    found = played_with(f"{bots}:Any", 4)
    assert (found.games, found.failed) == (4, 0)
    assert found.players == ("bots.py:Any", "random")
    again = played_with(f"{bots}:Any", 4, workers=2)
    assert again.reproducible() == found.reproducible()
    assert played_with(f"{bots}:first").games == 2


def test_where_the_file_lies_does_not_matter(bots: str, tmp_path: Path) -> None:
    elsewhere = tmp_path / "bots.py"
    elsewhere.write_text(BOTS)
    parts = [
        part_text(simulate(HUT, 0, (f"{file}:first", "random"), seeds=(number, number), workers=1))
        for number, file in enumerate((bots, elsewhere))
    ]
    assert str(tmp_path) not in parts[1]
    assert merge([read_part(text, name) for text, name in zip(parts, "ab")]).games == 4
    elsewhere.write_text(BOTS + "# another\n")
    other = part_text(simulate(HUT, 0, (f"{elsewhere}:first", "random"), seeds=(2, 2), workers=1))
    with pytest.raises(Refused, match="this is a part of other files of players than a"):
        merge([read_part(parts[0], "a"), read_part(other, "b")])


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("leaves", "bots.py:leaves raised SystemExit: enough (line 32, when it was asked 'deploy')."),
        ("nowhere", "bots.py:nowhere answered [1000.0, 1000.0, 1000.0, 1000.0] when it was asked 'deploy': "),
        ("illegal", "bots.py:illegal answered 'fly' when it was asked 'order': expected the key of an option ("),
        ("Nothing", "bots.py:Nothing has no method choose(question, seat) in bots.py."),
        ("frist", "bots.py:frist is not there: bots.py has no 'frist' (did you mean \"first\"?)."),
    ],
)
def test_one_that_cannot_play_is_one_sentence(bots: str, bot: str, sentence: str) -> None:
    with pytest.raises(Halted) as halted:
        played_with(f"{bots}:{bot}")
    assert sentence in str(halted.value)
    assert str(halted.value).startswith("Battle 0 (seed ")
    assert "\n" not in str(halted.value)


def test_nothing_is_lost_of_what_was_played(bots: str) -> None:
    """One process or two: all battles before the one in which it raised, and none after."""
    found = []
    for workers in (1, 2):
        with pytest.raises(
            Halted, match=r"bots.py:raises raised ZeroDivisionError: division by zero \(line 27, "
        ) as halted:
            played_with(f"{bots}:raises", 1000, workers=workers)
        found.append(halted.value.results)
    assert found[0].reproducible() == found[1].reproducible()
    assert found[0].games > 0
    assert f"Battle {found[0].games} (seed" in str(halted.value)


def test_one_that_never_answers_is_given_up(bots: str) -> None:
    found = []
    for workers in (1, 2):
        with pytest.raises(Halted, match=r"has not answered within 0\.5 seconds") as halted:
            played_with(f"{bots}:never", 1000, deadline=0.5, workers=workers)
        found.append(halted.value.results)
    assert found[0].reproducible() == found[1].reproducible()
    assert str(halted.value).startswith(f"Battle {found[0].games}: a player of your own")
    assert multiprocessing.active_children() == []


def test_in_a_comparison_whole_pairs_are_kept(bots: str) -> None:
    with pytest.raises(CutShort, match=r"bots\.py:raises raised ZeroDivisionError") as cut:
        compare(f"{bots}:first", f"{bots}:raises", 1000, HUT, against="random", seed=1, workers=1)
    found = cut.value.results
    assert found.pairs.a.games == found.pairs.b.games
    assert found.pairs.a.games % 2 == 0


def test_in_a_variation_whole_sets_are_kept(bots: str) -> None:
    with pytest.raises(Ended, match=r"bots\.py:raises raised ZeroDivisionError") as ended:
        vary(HUT, 1000, (f"{bots}:raises", "random"), 1, 1, switches=["none"], turns=[3])
    found = ended.value.results
    assert found.played > 0
    assert found.played % 2 == 0
    assert [pair.b.games for pair in found.pairs] == [found.played]


@pytest.mark.parametrize("bot", ["raises", "illegal_later", "never"])
def test_the_command_shows_and_writes_what_was_played(
    bots: str, bot: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence, exit code 2; the report, the rows and the part are those of the battles before."""
    rows, part = tmp_path / "rows.csv", tmp_path / "some.part"
    given = [
        "simulate",
        HUT,
        "-n",
        "1000",
        "--players",
        f"{bots}:{bot},random",
        "--seed",
        "1",
        "--workers",
        "1",
        "--json",
    ]
    assert main([*given, "--deadline", "1", "--rows", str(rows), "--part", str(part)]) == 2
    shown = capsys.readouterr()
    results = json.loads(shown.out)["results"]
    assert 0 < results["played"] < 1000
    assert shown.err.count("\n") == 1
    assert f"Battle {results['played']}" in shown.err
    kept = f"This is what came of {results['played']} of 1000 battles, with rows in {tmp_path / 'rows.partial.csv'}."
    assert shown.err.strip().endswith(kept)
    assert len((tmp_path / "rows.partial.csv").read_text().splitlines()) == 1 + results["played"]
    assert not rows.exists()
    assert read_part(part.read_text(), "some.part").counts.games == results["played"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("def choose(:\n", "bots.py, line 1: this is not Python ("), (None, "bots.py"), ("\0", "bots.py")],
)
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, text: str | None, sentence: str) -> None:
    if text is not None:
        (tmp_path / "bots.py").write_text(text)
    with pytest.raises(Refused) as refused:
        played_with(f"{tmp_path / 'bots.py'}:choose")
    assert sentence in str(refused.value)


def test_two_files_of_one_name_are_refused(bots: str, tmp_path: Path) -> None:
    other = tmp_path / "bots.py"
    other.write_text("def first(question, seat): ...\n")
    with pytest.raises(Refused, match=r"Two different files of players are called bots\.py"):
        simulate(HUT, 1, (f"{bots}:first", f"{other}:first"))


def test_who_was_not_brought_does_not_play(bots: str) -> None:
    """A server never brings one: no name that is sent runs a file."""
    assert is_own(f"{bots}:first")
    with pytest.raises(Refused, match="There is no player"):
        check_bot(f"{bots}:first")


def test_watch_keeps_what_was_played(bots: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "game.record"
    for seed in range(1, 9):
        argv = ["watch", HUT, "--seed", str(seed), "--players", f"{bots}:raises,random", "--record", str(record)]
        if main([*argv, "--force", "--json"]) == 2:
            break
    else:
        pytest.fail("it never raised")
    shown = capsys.readouterr()
    assert shown.err.startswith("bots.py:raises raised ZeroDivisionError: division by zero (line 27, ")
    told = json.loads(shown.out[shown.out.rindex('\n{\n  "scenario"') if '\n{\n  "scenario"' in shown.out else 0 :])
    assert told["result"] is None
    assert main(["verify", str(record)]) == 0
    assert [seat.player for seat in read_record(record.read_bytes(), "x").seats] == ["bots.py:raises", "random"]


def test_the_example_beats_random() -> None:
    """docs/your-own-bot.md says by how much, over 200 battles."""
    found = simulate(HUT, 24, (f"{EXAMPLE}:choose", "random"), workers=2)
    ours, random = found.counts.player_wins
    assert ours > random


def test_the_guide_shows_the_example() -> None:
    assert EXAMPLE.read_text() in (EXAMPLE.parents[1] / "your-own-bot.md").read_text()
