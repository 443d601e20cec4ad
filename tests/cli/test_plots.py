"""Pictures: what is in them, the same bytes for the same input, and a sentence where they cannot be drawn."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from playsheet.cli.main import main
from playsheet.library.plots import MOST_ROWS, Panel, Row, drawn
from playsheet.sim.intervals import Estimate

QUICK = ["the-telegraph-hut", "-n", "2", "--players", "random,random", "--workers", "1"]
COMMANDS = {
    "simulate": ["simulate", *QUICK],
    "compare": ["compare", "random", "recruit", "--scenario", "the-telegraph-hut", "-n", "2", "--workers", "1"],
    "vary": ["vary", *QUICK, "--switches", "multi-card", "--turns", "2"],
    "odds": ["odds", "lancer", "shoot", "weapon=gatling", "figures=2"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_the_same_bytes_for_the_same_input(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / "one.svg", tmp_path / "two.svg"]
    for file in files:
        assert main([*COMMANDS[command], "--plot", str(file)]) == 0
    one, two = (file.read_text(encoding="utf-8") for file in files)
    assert one == two
    assert one.startswith("<?xml")
    assert not re.search(r"<dc:date>|\b20\d\d-\d\d-\d\d", one)
    assert main([*COMMANDS[command], "--plot", str(files[0])]) == 2
    assert capsys.readouterr().err.endswith("the file exists; --force overwrites it.\n")


def test_a_dollar_in_a_name_is_a_dollar_and_no_label_is_too_long() -> None:
    rows = [
        Row("$\\frac{" + "x" * 3000, Estimate(1.0, low=0.5, high=2.0)),
        Row("\u6f22", Estimate(None, low=None, high=None)),
    ]
    panel = Panel("$$", rows * (MOST_ROWS // 2), bars=False)
    assert drawn("$\\alpha" * 500, [panel], "png").startswith(b"\x89PNG")
    assert drawn("nothing", [], "svg").startswith(b"<?xml")


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("picture.gif", "--plot: expected a file's name that ends with .svg or .png, got 'picture.gif'."),
        ("no-folder/picture.svg", "there is no folder no-folder to write it in."),
    ],
)
def test_what_cannot_be_written_is_said_before_a_battle(
    file: str, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["simulate", "the-wells", "-n", "1000000", "--plot", file]) == 2
    assert said in capsys.readouterr().err


def test_without_matplotlib_it_is_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert main(["odds", "lancer", "shoot", "--plot", str(tmp_path / "picture.svg")]) == 2
    said = capsys.readouterr().err
    assert said == "--plot needs matplotlib, which is not installed: pip install 'playsheet[plot]'.\n"
    assert list(tmp_path.iterdir()) == []
