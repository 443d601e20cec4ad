"""A tenth of the battles on record, uncompiled; that each has its file; and the command that makes them anew."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import drawn_battles
import make
import pairs_kept
import pytest
from battles import HERE, Battle, all_battles, battles_of, read_marks
from comparing import SAME, Remade, difference, kept, parted_at, replayed
from odds_kept import FOLDER, example_of, lines_of

from playsheet.core.asking import Ghost, Question, Region
from playsheet.core.events import Battle as Table
from playsheet.core.forms import Field
from playsheet.players.random import RandomPlayer
from playsheet.rules import SYSTEMS, load_system

SHORT = 12_000  # bytes of a record that is short enough to be replayed uncompiled
FEW = 5  # one procedure in so many
SAMPLE = [battle for battle in all_battles()[::7] if battle.file.stat().st_size < SHORT]
PROCEDURES = [(system, at) for system in SYSTEMS for at in range(0, len(load_system(system).forms()), FEW)]


def test_every_battle_has_its_record_and_every_record_its_battle() -> None:
    battles = all_battles()
    assert len(battles) >= 300
    assert sorted(battle.file for battle in battles) == sorted(HERE.glob("*/*.record"))
    assert [list(read_marks(system)) for system in SYSTEMS] == [
        [battle.name for battle in battles_of(system)] for system in SYSTEMS
    ]


@pytest.mark.parametrize("battle", SAMPLE, ids=str)
def test_a_record_is_replayed_uncompiled(battle: Battle) -> None:
    replayed(battle)


@pytest.mark.parametrize("battle", SAMPLE[::4], ids=str)
def test_a_battle_is_played_anew_uncompiled(battle: Battle) -> None:
    assert difference(kept(battle), read_marks(battle.system)[battle.name], Remade(battle)) == ""


@pytest.mark.parametrize(("system", "at"), PROCEDURES)
def test_odds_are_the_same_uncompiled(system: str, at: int) -> None:
    """Of these procedures, the situations that differ from the example by one input."""
    procedure = load_system(system).forms()[at]
    text = (FOLDER / f"{system}.txt").read_text(encoding="utf-8")
    assert "\n".join(lines_of(procedure, drawn_too=False)) in text


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_drawn_battle_is_the_same_uncompiled(system: str) -> None:
    first = (drawn_battles.FOLDER / drawn_battles.file_of(system)).read_text(encoding="utf-8").split("\n")[0]
    assert drawn_battles.line_of(*drawn_battles.drawn(system, 0)) == first


def test_a_drawn_battle_is_another_when_only_what_could_be_chosen_is() -> None:
    """A region that reaches farther, and a player who answers as he did."""
    question = Question(0, "move", 0, [], Reaching(6.0), 1, 1)
    farther = Question(0, "move", 0, [], Reaching(7.0), 1, 1)
    notes = []
    for asked in (question, farther, question):
        seen = sha256()
        player = drawn_battles.Noting(RandomPlayer(1), seen)
        assert player.place(Table(), asked) == (1.0, 2.0)
        notes.append(seen.hexdigest())
    assert notes[0] == notes[2] != notes[1]


class Reaching(Region):
    """One place, and so far could one get."""

    def __init__(self, reach: float) -> None:
        self.reach = reach

    def samples(self) -> list[tuple[float, ...]]:
        return [(1.0, 2.0)]

    def ghost(self) -> Ghost:
        return Ghost(0, 0, True, 0, self.reach)


def test_of_two_inputs_each_value_meets_each() -> None:
    """A length has its halves, a number every whole value; a word and a number come first."""
    flag, word = Field("woods", "", False), Field("kind", "", "foot", choices=("foot", "horse"))
    number, length = Field("figures", "", 2, 1, 4), Field("gap", "", 1, 0, 2, fractions=True)
    assert [pairs_kept.all_values(field) for field in (flag, word, number, length)] == [
        [False, True],
        ["foot", "horse"],
        [1, 2, 3, 4],
        [0, 0.5, 1, 1.5, 2],
    ]
    found = pairs_kept.pairs_of(load_system("lancer").forms()[2])  # shoot
    kinds = [(first.kind(), second.kind()) for first, second in found]
    assert len(kinds) == 36
    assert kinds[0] == ("word", "length")  # the room to run
    assert kinds.index(("word", "word")) < kinds.index(("number", "number")) < kinds.index(("word", "flag"))


def test_an_example_is_made_small_and_as_much_is_left_to_chance() -> None:
    for procedure in load_system("lancer").forms():
        small = pairs_kept.made_small(procedure, example_of(procedure))
        example = dict(procedure.values(example_of(procedure)).values)
        paths, open = pairs_kept.looked_at(procedure, example)
        fewer, still_open = pairs_kept.looked_at(procedure, small)
        assert fewer <= paths
        assert still_open >= open


# ---------------------------------------------------------------------- making them anew


def a_battle() -> Battle:
    return Battle("lancer", "the-wells-random-1", "the-wells", ("random",), 1)


def test_without_a_reason_nothing_is_made_anew() -> None:
    before = (HERE / "CHANGES.md").read_bytes()
    done = subprocess.run([sys.executable, HERE / "make.py", " "], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == 'Battles on record change for a reason: make games WHY="ruling R141".\n'
    assert (HERE / "CHANGES.md").read_bytes() == before


def test_a_battle_made_twice_is_the_same_byte_for_byte() -> None:
    made = Remade(a_battle()).record
    assert made.text() == Remade(a_battle()).record.text()
    made.engine = kept(a_battle()).engine  # the version that it was put on record with
    assert made.text() == a_battle().file.read_text("utf-8")


def test_what_parts_is_said_with_the_step_and_the_event_in_words() -> None:
    """The same battle with another die in the middle: the record before is the first one."""
    battle = a_battle()
    now = Remade(battle)
    marks = list(now.marks)
    record = kept(battle)
    assert parted_at(record, now.record) == SAME
    step = next(number for number, step in enumerate(marks) if len(step) > 4)
    marks[step] = marks[step][:2] + ("00" if marks[step][2:4] != "00" else "01") + marks[step][4:]
    changed = kept(battle)
    changed.steps[step] = type(changed.steps[step])(changed.steps[step].turn, "0" * 16, changed.steps[step].inputs)
    said = difference(changed, marks, now)
    assert said.startswith(f"step {step + 1} (turn {changed.steps[step].turn}), event 2 of it: now ")
    assert len(said) > 60


def test_another_answer_is_said_too() -> None:
    now = Remade(a_battle())
    record = kept(a_battle())
    at = next(number for number, step in enumerate(record.steps) if step.inputs)
    record.steps[at].inputs[0].text = "another"
    assert "the answers are others" in difference(record, now.marks, now)


def test_a_shorter_battle_is_said_to_be_over_before() -> None:
    record = kept(a_battle())
    now = Remade(a_battle())
    now.record.steps.pop()
    assert "it is over after step" in difference(record, now.marks, now)


def test_the_reason_stands_above_those_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make, "CHANGES", tmp_path / "CHANGES.md")
    make.note("the first", ["lancer/a: new."], [], 3)
    make.note("the second", [], ["odds/lancer.txt"], 3)
    text = (tmp_path / "CHANGES.md").read_text()
    assert text.index("## the second") < text.index("## the first")
    assert "1 of 3 records: lancer 1." in text
    assert text.count(make.TITLE) == 1


def test_texts_that_are_the_same_are_left_and_those_no_more_wanted_go(tmp_path: Path) -> None:
    folder = tmp_path / "shown"
    assert make.remake_texts(folder, {"a.txt": "one\n", "b.txt": "two\n"}) == ["shown/a.txt", "shown/b.txt"]
    assert make.remake_texts(folder, {"a.txt": "one\n"}) == ["shown/b.txt"]
    assert make.remake_texts(folder, {"a.txt": "one\n"}) == []
    assert [path.name for path in folder.iterdir()] == ["a.txt"]
