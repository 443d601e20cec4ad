"""A tenth of the battles on record, uncompiled; that each has its file; and the command that makes them anew."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import make
import pytest
from battles import HERE, Battle, all_battles, battles_of, read_marks
from comparing import SAME, Remade, difference, kept, parted_at, replayed
from odds_kept import FOLDER, lines_of

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
    assert Remade(a_battle()).record.text() == Remade(a_battle()).record.text() == a_battle().file.read_text("utf-8")


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
