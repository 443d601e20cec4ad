"""The library: rows, sheets, odds over ranges, scenarios built in code, battles, and what is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import playsheet
from playsheet.cli.main import main
from playsheet.core.errors import Refused
from playsheet.sim.simulation import simulate as simulated
from playsheet.sim.varying import vary as varied

HUT = "the-telegraph-hut"


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    script = "import sys, playsheet; print(sorted(name for name in sys.modules if name.startswith('playsheet')))"
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "['playsheet', 'playsheet.version']"


def test_the_library_needs_no_server() -> None:
    """Nor what the command shows itself with."""
    script = (
        "import sys, playsheet; playsheet.odds('lancer', 'shoot'); playsheet.battle('the-wells').step();"
        "print([name for name in ('fastapi', 'msgspec', 'uvicorn', 'websockets', 'rich') if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_odds_is_a_function_whatever_was_loaded_first() -> None:
    for first in ("import playsheet.odds", "import playsheet.library", "import playsheet; playsheet.battle"):
        script = f"{first}\nimport playsheet\nprint(playsheet.odds('lancer', 'shoot', figures=8).chance(lost=2))"
        found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
        assert found.stdout.strip() == "128/2187"


def test_there_is_no_other_name() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        playsheet.nothing  # noqa: B018
    assert set(playsheet.__all__) <= set(dir(playsheet))


# ---------------------------------------------------------------------- rows


def test_rows_show_themselves() -> None:
    rows = playsheet.Rows([{"a": "<b>", "n": Fraction(1, 3)}, {"a": "c", "n": None}], "Title & more")
    assert repr(rows) == "Title & more\na         n\n<b>  0.3333\nc"
    html = rows._repr_html_()
    assert "<td>&lt;b&gt;</td><td>0.3333</td>" in html
    assert "<caption>Title &amp; more</caption>" in html
    assert rows.column("a") == ["<b>", "c"]
    assert rows.where(a="c") == [{"a": "c", "n": None}]
    with pytest.raises(Refused, match="There is no column 'x': expected one of a, n"):
        rows.column("x")
    assert repr(playsheet.Rows([{"n": n} for n in range(50)])).endswith("... and 20 more rows")
    assert repr(playsheet.Rows()) == ""


def test_rows_become_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = playsheet.odds("lancer", "shoot", figures=[4, 8]).means().to_pandas()
    assert list(frame["mean_hits"]) == [2 / 3, 4 / 3]
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(Refused, match=r"There is no pandas here: install playsheet\[data\]"):
        playsheet.Rows().to_pandas()


# ---------------------------------------------------------------------- odds


def test_every_procedure_can_be_asked_for() -> None:
    """No input has the name of an argument."""
    for system in playsheet.systems().column("system"):
        sheet = playsheet.sheet(system)
        for procedure in sheet.procedures.column("procedure"):
            names = sheet.inputs(procedure).column("input") if sheet.inputs(procedure) else []
            assert {"system", "procedure", "house", "seconds", "thrown", "seed"}.isdisjoint(names)


def test_what_is_sampled_says_how_sure_it_is() -> None:
    found = playsheet.odds("gettysburg", dear_procedure(), seconds=0.001)
    assert not found[0]["exact"]
    assert found[0]["n"] > 0
    assert found[0]["low"] < found[0]["chance"] < found[0]["high"]


def dear_procedure() -> str:
    """One that takes more than a moment."""
    for procedure in playsheet.sheet("gettysburg").procedures.column("procedure"):
        if not playsheet.odds("gettysburg", procedure, seconds=0.001)[0]["exact"]:
            return str(procedure)
    pytest.fail("all procedures are quick")


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: playsheet.odds("lancer", "fly"), "lancer has no procedure 'fly'"),
        (lambda: playsheet.odds("lancer", "shoot", figures=1), "1 with rifles throws no dice: expected 2 or more."),
        (lambda: playsheet.odds("lancer", "shoot", figures=[]), "These are no situations: a range is empty."),
        (lambda: playsheet.odds("lancer", "shoot", wings=2), "shoot has no input 'wings'"),
        (lambda: playsheet.odds("lancer", "shoot", figures=range(10**9)), "expected 10,000 at most"),
        (lambda: playsheet.odds("lancer", "shoot").mean("fun"), "There is no result 'fun': expected one of hits"),
        (lambda: playsheet.odds("lancer", "shoot", figures=[4, 5]).chance(lost=1), "the odds of 2 situations"),
        (
            lambda: playsheet.resolve("lancer", "shoot", thrown=[1], seed=1),
            "or a seed, got both.",
        ),
        (
            lambda: playsheet.resolve("lancer", "shoot", figures=2, thrown=[1, 1]),
            "1 were needed, got 2.",
        ),
        (lambda: playsheet.scenario({"id": "x", "made": object()}), "lists and tables: got object"),
        (lambda: playsheet.scenario("nowhere"), "There is no scenario 'nowhere'"),
        (lambda: playsheet.scenarios("lancet"), "There is no system 'lancet'"),
        (lambda: playsheet.battle("the-wells", ["random"]), "expected one player a seat or a side, got 1"),
        (lambda: playsheet.battle("the-wells", ["napoleon", "random"]), "There is no player 'napoleon'"),
        (lambda: playsheet.battle("the-wells").view(2), "There is no seat 2: expected 0 to 1"),
        (lambda: playsheet.battle("the-wells").answer("fly"), "Nothing is asked now."),
        (lambda: playsheet.battle("the-wells").undo(), "There is no answer to be taken back."),
        (lambda: playsheet.battle("the-wells").clone(1, same_dice=True), "expected no seed and no seat"),
        (lambda: playsheet.battle("the-wells").clone(seat=0).record, "it has no past"),
        (lambda: playsheet.read_record("nowhere.record"), "there is no such file"),
    ],
)
def test_what_cannot_be_is_one_sentence(call: object, sentence: str) -> None:
    with pytest.raises(playsheet.Refused) as refused:
        call()  # type: ignore[operator]
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


# ---------------------------------------------------------------------- battles


def first(question: object, seat: object) -> object:
    return question.any_answer()  # type: ignore[attr-defined]


class Careful:
    """Remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def choose(self, question: object, seat: object) -> object:
        self.asked.append(question.kind)  # type: ignore[attr-defined]
        return question.any_answer()  # type: ignore[attr-defined]


def test_functions_and_classes_play() -> None:
    one = playsheet.battle(HUT, [first, Careful], seed=2).run()
    assert one.finished
    assert one.record == playsheet.battle(HUT, [first, Careful], seed=2).run().record
    assert playsheet.read_record(one.record).record == one.record


def test_a_battle_by_hand_is_the_battle_of_the_one_who_answers_so() -> None:
    by_hand = playsheet.battle(HUT, [None, first], seed=2).run()
    asked = by_hand.questions[0]
    assert by_hand.answer(asked.any_answer()).undo().questions[0].number == asked.number
    while not by_hand.finished:
        by_hand.answer(by_hand.questions[0].any_answer())
    assert by_hand.verdict == playsheet.battle(HUT, [first, first], seed=2).run().verdict
    assert by_hand.story[-1]
    assert by_hand.step() is False


def test_what_is_not_offered_is_refused_and_changes_nothing() -> None:
    battle = playsheet.battle("the-wells", [None, "doctrine"]).run()
    for given in ("fly", 7, [1.0]):
        with pytest.raises(playsheet.Refused):
            battle.answer(given)
    before = battle.questions[0].number
    assert battle.questions[0].number == before
    battle.answer(battle.questions[0].options[0])


def test_copies_have_other_dice_and_leave_the_battle_alone() -> None:
    battle = playsheet.battle("the-wells", ["random", "random"], seed=3)
    while battle.turn < 2 and battle.step():
        pass
    record = battle.record
    same = battle.clone(same_dice=True).run().record
    others = [battle.clone().run().record for _ in range(3)]
    assert battle.clone(seed=5).run().record == battle.clone(seed=5).run().record
    assert battle.record == record
    assert battle.run().record == same
    assert len({same, *others}) == 4


def test_a_copy_for_a_seat_is_what_it_may_know() -> None:
    """Where things are hidden, what it starts with fits what the seat sees."""
    battle = playsheet.battle("the-ruined-wells", seed=2)
    while battle.turn < 2 and battle.step():
        pass
    copy = battle.clone(seat=0)
    assert copy.view(0) == battle.view(0)
    assert copy.run().finished


def test_a_record_goes_on(tmp_path: Path) -> None:
    battle = playsheet.battle("the-wells", ["random", "random"], seed=3)
    for _ in range(20):
        battle.step()
    battle.save(tmp_path / "some.record")
    with pytest.raises(Refused, match="the file exists"):
        battle.save(tmp_path / "some.record")
    again = playsheet.read_record(tmp_path / "some.record")
    assert again.steps == 20
    assert again.seated(["random", "random"]).run().verdict == battle.run().verdict
    assert playsheet.read_record(tmp_path / "some.record", upto=7).steps == 7
    with pytest.raises(Refused, match="The record has 20 steps: expected one of them, got 21"):
        playsheet.read_record(tmp_path / "some.record", upto=21)


# ---------------------------------------------------------------------- many


def test_simulate_is_the_simulation() -> None:
    found = playsheet.simulate(HUT, 4, ["random", "recruit"], seed=3, workers=1, battles=True)
    assert found.data == simulated(HUT, 4, ("random", "recruit"), 3, 1).reproducible()
    assert [row["battle"] for row in found.battles] == [0, 1, 2, 3]
    assert found.column("wins") == [side["wins"] for side in found.data["sides"]]
    assert found.failures == []


def test_simulate_writes_rows(tmp_path: Path) -> None:
    found = playsheet.simulate(HUT, 2, ["random", "random"], workers=1, rows=tmp_path / "rows.csv")
    assert found.battles == []
    assert len((tmp_path / "rows.csv").read_text().splitlines()) == 3
    with pytest.raises(Refused, match="the file exists"):
        playsheet.simulate(HUT, 2, ["random", "random"], workers=1, rows=tmp_path / "rows.csv")
    assert os.listdir(tmp_path) == ["rows.csv"]


def test_a_scenario_built_in_code_is_the_one_from_its_file(tmp_path: Path) -> None:
    built = playsheet.scenario(playsheet.scenario(HUT).text)
    built.save(tmp_path / f"{HUT}.toml")
    one = playsheet.simulate(built, 2, ["random", "random"], workers=1)
    assert one.data == playsheet.simulate(tmp_path / f"{HUT}.toml", 2, ["random", "random"], workers=1).data


def test_house_rules_are_compared_as_a_text_and_called_by_their_name() -> None:
    better = 'name = "Better rifles"\nsystem = "lancer"\n[sheet.shooting.rifles]\nopen = [3, 4, 6]\n'
    found = playsheet.compare("printed", better, 2, scenario="the-wells", workers=1)
    assert found.title == "A printed, B Better rifles"
    assert (found.data["a"], found.data["b"]) == ("printed", "Better rifles")
    again = playsheet.compare("printed", better, 2, scenario="the-wells", workers=1)
    assert found.data == again.data
    assert playsheet.simulate("the-wells", 2, house=better, workers=1).data["played"] == 2


# ---------------------------------------------------------------------- what a battle hangs on, and pictures

VARIED = {"switches": "multi-card", "turns": [2], "seed": 3, "workers": 1}


def test_vary_is_the_variation() -> None:
    found = playsheet.vary(HUT, 4, ["random", "random"], **VARIED)  # type: ignore[arg-type]
    same = varied(HUT, 4, ("random", "random"), 3, 1, switches=["multi-card"], turns=[2])
    assert found.data == same.reproducible()
    assert sorted(found.column("change")) == ["2 turns", "multi-card = per-turn"]
    assert len(found.effects) == found.data["tests"]
    for row in found:
        effects = found.effects.where(change=row["change"], what="wins")
        assert abs(row["difference"]) == max(abs(effect["difference"]) for effect in effects)
    frame = found.effects.to_pandas()
    assert list(frame["what"]) == found.effects.column("what")
    assert found.left_out == []
    assert "<caption>The Telegraph Hut" in found._repr_html_()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"switches": "none"}, "There is nothing to vary: expected a switch, a cell, a unit or a number of turns."),
        ({"by": "weather"}, "Changes are ranked by one of wins, losses, turns: got 'weather'."),
        ({"turns": [0]}, "--turns: expected whole numbers from 1 to 999, such as 8,12, got 0."),
        ({"turns": [10**9]}, "--turns: expected whole numbers from 1 to 999, such as 8,12, got 1000000000."),
        ({"cells": "nowhere"}, "--cell: expected a cell and its values as in TOML"),
    ],
)
def test_what_cannot_be_varied_is_said(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        playsheet.vary(HUT, 1, workers=1, **given)
    assert str(refused.value).startswith(sentence)


def test_results_draw_themselves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As the command draws them."""
    players = ["random", "random"]
    file = tmp_path / "drawn.svg"
    simulated = playsheet.simulate(HUT, 2, players, seed=3, workers=1)
    compared = playsheet.compare("random", "recruit", 2, scenario=HUT, seed=3, workers=1)
    varied = playsheet.vary(HUT, 2, players, **VARIED)  # type: ignore[arg-type]
    chances = playsheet.odds("lancer", "shoot", weapon="gatling", figures=2)
    seeded = ["--seed", "3", "--workers", "1", "--plot", str(file), "--force"]
    commands = [
        (simulated, ["simulate", HUT, "-n", "2", "--players", "random,random", *seeded]),
        (compared, ["compare", "random", "recruit", "--scenario", HUT, "-n", "2", *seeded]),
        (
            varied,
            ["vary", HUT, "-n", "2", "--players", "random,random", "--switches", "multi-card", "--turns=2", *seeded],
        ),
        (chances, ["odds", "lancer", "shoot", "weapon=gatling", "figures=2", "--plot", str(file), "--force"]),
    ]
    for found, argv in commands:
        assert main(argv) == 0
        picture = found.plot()
        assert picture.svg == file.read_text(encoding="utf-8") == picture._repr_svg_()
        saved = tmp_path / "saved.png"
        found.plot(saved, force=True)
        assert saved.read_bytes().startswith(b"\x89PNG")
    capsys.readouterr()


def test_a_picture_of_several_situations_names_them() -> None:
    picture = playsheet.odds("lancer", "shoot", figures=range(4, 60), house={"as printed": None}).plot()
    assert picture.title.endswith(": 56 situations")
    assert "house=as printed, figures=4" in picture.svg
    assert "the first of many" in picture.svg
    assert "figures=59" not in picture.svg


def test_pictures_that_cannot_be_drawn_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chances = playsheet.odds("lancer", "shoot", figures=4)
    with pytest.raises(
        Refused, match=r"A picture: expected a file's name that ends with \.svg or \.png, got '.*gif'\."
    ):
        chances.plot(tmp_path / "picture.gif")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(Refused, match="A picture needs matplotlib, which is not installed: pip install"):
        chances.plot()
    assert os.listdir(tmp_path) == []
