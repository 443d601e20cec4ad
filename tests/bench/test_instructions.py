"""Instructions a battle: what is made of what callgrind counts."""

import json
from pathlib import Path

import pytest
from bench import instructions
from bench.candidate import Failed
from bench.report import Report

from playsheet.rules import scenario_files

COUNTING = """#!/bin/sh
read task
case $task in
  *'"count": 3'*) collected=34000000 ;;
  *) collected=10000000 ;;
esac
echo '{"done": 1}'
echo "==1== Collected : $collected" >&2
"""


@pytest.fixture
def empty() -> Report:
    return Report("tiny", {})


def counting(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """A stand-in for valgrind, alone on the path."""
    made = folder / "valgrind"
    made.write_text(script, encoding="utf-8")
    made.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/bin:/usr/bin")


def test_three_battles_less_one_halved(empty: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counting(tmp_path, monkeypatch, COUNTING)
    instructions.instructions(empty, ["the-wells", "the-picket"])
    assert [(row.id, row.value) for row in empty.rows] == [
        ("instructions-the-wells", 12.0),
        ("instructions-the-picket", 12.0),
    ]
    before = json.loads(instructions.KEPT.read_text(encoding="utf-8"))["before"]
    wells, picket = empty.rows
    assert wells.must is not None
    assert picket.must is not None
    assert wells.must.value == pytest.approx(0.8 * before["the-wells"])
    assert picket.must.value == pytest.approx(0.6 * before["the-picket"])


def test_what_fails_under_it_is_one_line(empty: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counting(tmp_path, monkeypatch, "#!/bin/sh\necho no such tool >&2\n")
    with pytest.raises(Failed, match="the-wells under callgrind: no such tool"):
        instructions.instructions(empty, ["the-wells"])


def test_without_valgrind_it_is_left_out(empty: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    instructions.instructions(empty, ["the-wells"])
    assert empty.rows == []
    assert empty.skipped == ["instructions a battle: valgrind is not installed."]


def test_figures_on_file_are_of_scenarios_that_there_are() -> None:
    kept = json.loads(instructions.KEPT.read_text(encoding="utf-8"))
    every = instructions.of_size("small", "middle", "large")
    assert sorted(every) == sorted(scenario_files())
    assert set(kept) == {"before", "now"}
    assert set(every) >= set(kept["before"]) >= set(kept["now"]) >= {"the-wells", "the-picket"}
    assert all(figures > 0 for build in kept.values() for figures in build.values())
