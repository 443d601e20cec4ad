"""Rows: a battle each, in the order of the battles, whole or under a name that says that they are not."""

from __future__ import annotations

import csv
import errno
from pathlib import Path

import pandas
import pytest
from pyarrow import parquet

from playsheet.core.errors import Refused
from playsheet.sim import rows as rows_module
from playsheet.sim.playing import Table
from playsheet.sim.rows import Csv, rows_file, text_of
from playsheet.sim.simulation import Halted, Stopped, simulate

QUICK = "the-telegraph-hut"
MIXED = ("random", "recruit")


def written(path: Path, n: int, workers: int = 1, chunk: int = 0) -> Path:
    with rows_file(str(path), force=False) as rows:
        simulate(QUICK, n, MIXED, seed=5, workers=workers, chunk=chunk, rows=rows)
        rows.finish()
    return path


def test_a_row_a_battle(tmp_path: Path) -> None:
    results = simulate(QUICK, 5, MIXED, seed=5, workers=1)
    with written(tmp_path / "rows.csv", 5).open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [(row["battle"], row["dice"]) for row in rows] == [
        ("0", "0"),
        ("1", "0"),
        ("2", "1"),
        ("3", "1"),
        ("4", "2"),
    ]
    assert [row["player_1"] for row in rows] == ["random", "recruit", "random", "recruit", "random"]
    assert rows[0]["seed"] == rows[1]["seed"] != rows[2]["seed"]
    assert [sum(row["winner"] == str(side) for row in rows) for side in (1, 2)] == results.counts.side_wins
    assert sum(int(row["turns"]) for row in rows) == results.counts.turns.total
    lost = [sum(int(row[f"figures_lost_{side}"]) for row in rows) for side in (1, 2)]
    assert lost == [found.total for found in results.counts.cost["figures_lost"]]
    assert {row["failed"] for row in rows} == {""}
    assert [file.name for file in tmp_path.iterdir()] == ["rows.csv"]


def test_the_bytes_do_not_depend_on_processes_or_chunks(tmp_path: Path) -> None:
    ways = [(1, 0), (1, 2), (2, 2)]
    found = [written(tmp_path / f"{n}.csv", 8, *way).read_bytes() for n, way in enumerate(ways)]
    assert found[0] == found[1] == found[2]


def test_parquet_has_the_same_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows_module, "GROUP", 2)
    found = parquet.read_table(written(tmp_path / "rows.parquet", 5, chunk=1)).to_pandas()
    assert found.equals(pandas.read_csv(written(tmp_path / "rows.csv", 5), keep_default_na=False).astype(found.dtypes))


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_what_is_interrupted_says_so(tmp_path: Path, kind: str) -> None:
    def interrupt(done: int, of: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    path = tmp_path / f"rows.{kind}"
    with rows_file(str(path), force=False) as rows:
        with pytest.raises(Stopped):
            simulate(QUICK, 8, MIXED, seed=5, workers=1, chunk=2, rows=rows, progress=interrupt)
        rows.interrupt()
    assert [file.name for file in tmp_path.iterdir()] == [f"rows.partial.{kind}"]
    partial = tmp_path / f"rows.partial.{kind}"
    found = pandas.read_csv(partial) if kind == "csv" else parquet.read_table(partial).to_pandas()
    assert list(found["battle"]) == [0, 1, 2, 3]


def test_what_is_given_up_leaves_nothing(tmp_path: Path) -> None:
    with rows_file(str(tmp_path / "rows.csv"), force=False) as rows:
        rows.begin([("battle", int)])
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_is_full_loses_nothing_that_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    append = Csv.append

    def full(rows: Csv, text: bytes) -> None:
        if rows.rows == 4:
            raise rows.fault(OSError(errno.ENOSPC, "No space left on device"))
        append(rows, text)

    monkeypatch.setattr(Csv, "append", full)
    path = tmp_path / "rows.csv"
    with rows_file(str(path), force=False) as rows, pytest.raises(Halted, match="No space left on device") as halted:
        simulate(QUICK, 8, MIXED, seed=5, workers=1, chunk=2, rows=rows)
    assert halted.value.results.games == 4


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nowhere/rows.csv", "there is no folder"),
        ("rows.txt", "expected a file whose name ends in .csv or .parquet"),
        ("there.csv", "the file exists; --force overwrites it"),
        ("x" * 300 + ".csv", "File name too long"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_a_battle(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "there.csv").write_text("something")
    with pytest.raises(Refused, match=sentence), rows_file(str(tmp_path / name), force=False):
        pytest.fail("it was entered")
    assert (tmp_path / "there.csv").read_text() == "something"


def test_parquet_without_pyarrow_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow.parquet", None)
    with pytest.raises(Refused, match=r"Parquet is written by pyarrow, which is not here: install playsheet\[data\]"):
        rows_file("rows.parquet", force=False)


def test_words_that_look_like_formulas_do_not_start_one() -> None:
    assert text_of([[1, "=1+1", "a, b", 'say "no"']]) == b'1,\'=1+1,"a, b","say ""no"""\n'


def test_a_failed_battle_has_its_row(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Table, "run", lambda table, game: ("law", "a figure too many"))
    with written(tmp_path / "rows.csv", 1).open(encoding="utf-8", newline="") as stream:
        (row,) = csv.DictReader(stream)
    assert (row["failed"], row["winner"], row["verdict"]) == ("law: a figure too many", "0", "")
