"""Books as files: written and read back, refused where something is wrong; begun with, and carried on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lancer_book import LancerAdapter
from table_is_book import play_both

from playsheet.cli.main import main
from playsheet.core.errors import Refused
from playsheet.core.records import record_of
from playsheet.fieldbook.book import Book, Intent
from playsheet.fieldbook.making import army_list, army_list_of, book_from_record, new_book
from playsheet.fieldbook.reading import book_text, entry_data, read_book, state_data
from playsheet.fieldbook.words import log, story
from playsheet.players.setup import set_up

ARMY = """
system = "lancer"
title = "A dispute"

[[sides]]
name = "The Redcoats"

[[sides.units]]
card = "line-company"
count = 2

[[sides]]
name = "The Hills"

[[sides.units]]
card = "levy-spearmen"
overrides = { figures = 7 }
"""


def begun() -> Book:
    setup = set_up("the-wells", [])
    book = new_book(setup.system, setup.scenario)
    book.do(Intent(0, "begin"))
    return book


def test_a_whole_battle_is_read_back() -> None:
    setup = set_up("the-wells", [])
    book = play_both(setup, LancerAdapter(), ["doctrine"] * 2, 2).book
    text = book_text(book)
    again = read_book(text)
    assert book_text(again) == text
    assert state_data(again) == state_data(book)
    assert [entry_data(entry) for entry in again.entries] == [entry_data(entry) for entry in book.entries]
    assert len(text.encode()) < 120 * len(book.entries) + 10_000


def test_what_was_taken_back_and_corrected_is_read_back() -> None:
    book = begun()
    book.do(Intent(1, "shoot", unit=0, target=4, dice=[6, 3, 3, 3, 3, 1, 6, 5]))
    book.do(Intent(2, "correct", entry=2, dice=[3] * 5))
    book.do(Intent(3, "undo", entry=3))
    book.do(Intent(4, "note", reason="tea"))
    book.do(Intent(5, "undo", entry=5))
    again = read_book(book_text(book))
    assert again.state.units[4].number("figures") == 9
    assert log(again) == log(book)
    assert log(again)[4].endswith("[taken back]")
    assert "tea" not in " ".join(sentence for turn in story(again) for sentence in turn)


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    book = begun()
    book.do(Intent(1, "shoot", unit=0, target=4, dice=[3] * 5))
    data = json.loads(book_text(book))
    change(data)
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "this is no field book"),
        ("[1]", "this is no field book"),
        ("[" * 100_000, "this is no field book"),
        ('{"playsheet book": NaN}', "this is no field book"),
        (
            changed(lambda data: data.update({"playsheet book": 2})),
            "of a newer version of Playsheet (2); this one reads 1",
        ),
        (changed(lambda data: data.update(sheet="0")), "by another text of the sheet"),
        (changed(lambda data: data.update(system="chess")), "There is no system 'chess'"),
        (changed(lambda data: data.update(extra=1)), "extra"),
        (changed(lambda data: data["units"][0]["values"].pop("figures")), "units[1].values.figures"),
        (changed(lambda data: data["units"][0]["values"].update(figures=-1)), "figures: expected a whole number"),
        (changed(lambda data: data["units"][0].update(side=3)), "units[1].side"),
        (changed(lambda data: data["start"].update(left=[99])), "start.left"),
        (changed(lambda data: data["start"].update(ties={"melee": [[0, 0]]})), "start.ties.melee"),
        (changed(lambda data: data["entries"][1].update(dice=[7] * 5)), "entry 2: Rifles fire is a throw of d6"),
        (changed(lambda data: data["entries"][1].update(dice=[])), "entry 2: Rifles fire: expected 5 more dice"),
        (changed(lambda data: data["entries"][1].update(do="fly")), "entry 2: there is no 'fly'"),
        (changed(lambda data: data["entries"][1].update(entry=9)), "entries[2].entry"),
        (changed(lambda data: data["entries"][1].update(do="undo", of=2)), "expected an earlier one"),
        (changed(lambda data: data["entries"][1].update(answers={"cover": [1]})), "entries[2].answers.cover"),
    ],
)
def test_a_bad_file_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        read_book(text, "my.book")
    assert str(refused.value).startswith(("my.book", "There is no system"))
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_army_list_is_enough() -> None:
    system, scenario = army_list(ARMY, "dispute.toml")
    book = new_book(system, scenario)
    assert [(unit.name, unit.number("figures")) for unit in book.state.units] == [
        ("1st Line Company", 10),
        ("2nd Line Company", 10),
        ("Levy Spearmen", 7),
    ]


def test_an_army_list_has_no_table() -> None:
    with pytest.raises(Refused, match=r"dispute\.toml: turns: an army list has none"):
        army_list("turns = 3\n" + ARMY, "dispute.toml")


def test_what_is_left_goes_on() -> None:
    book = begun()
    book.do(Intent(1, "overrule", unit=0, answers={"attribute": "figures", "value": 6}, reason="a hard day"))
    book.do(Intent(2, "gone", unit=1))
    system, scenario = army_list(army_list_of(book), "next.toml")
    names = {unit.name: unit.number("figures") for unit in new_book(system, scenario).state.units}
    assert names["Line Company"] == 6
    assert "Guard Company" not in names


def test_a_game_of_the_screen_goes_on_at_a_real_table() -> None:
    setup = set_up("the-wells", [])
    game = setup.game(["doctrine"] * 2, 3, keep=True)
    for _ in range(30):
        game.play_step()
    text = record_of(game, setup.scenario, ["doctrine"] * 2).text()
    book = book_from_record(text.encode(), "wells.record")
    table = setup.system.book_of(game.battle)
    assert [unit.values for unit in book.state.units] == [unit.values for unit in table.units]
    assert (book.state.turn, sorted(book.state.left)) == (table.turn, sorted(table.left))
    book.do(Intent(0, "draw", dice=[1]))
    assert read_book(book_text(book)).state.drawn == book.state.drawn


# ---------------------------------------------------------------- the command


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(["book", *words])
    out, fault = capsys.readouterr()
    return code, fault.strip() or out.strip()


def test_the_command_keeps_a_book(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "110")
    file = "wells.book"
    assert run(capsys, "new", "the-wells", file) == (0, f"{file}: The Wells, 9 units.")
    assert run(capsys, "new", "the-wells", file) == (2, f"{file}: the file exists; --force overwrites it.")
    assert run(capsys, "do", file, "begin") == (0, "1. The battle begins.")
    wanted = "Unit Morale Check: expected 1 more die, d6. The dice so far: 6,3,3,3,3."
    assert run(capsys, "do", file, "shoot", "Line Company", "1st Levy Spearmen", "--dice", "6,3,3,3,3") == (2, wanted)
    code, said = run(capsys, "do", file, "shoot", "line company", "4", "cover=open", "--dice", "6 3 3 3 3 1 6 5")
    assert (code, said.splitlines()[0]) == (
        0,
        "2. Line Company, Shooting at 1st Levy Spearmen: hits 1, morale held, lost 1, commanders lost 0.",
    )
    assert run(capsys, "do", file, "note", "--reason", "x", "--at", "1")[0] == 2
    assert run(capsys, "undo", file)[1].startswith("3. Entry 2 is taken back")
    code, said = run(capsys, "do", file, "draw", "--throw", "--json")
    assert json.loads(said)["entry"]["entry"] == 4
    assert run(capsys, "undo", file)[1].startswith("5. Entry 4 is taken back")  # it may have been any card
    assert run(capsys, "do", file, "draw", "card=STOP")[1].startswith("6. A card is drawn: STOP.")
    for what in ("show", "log", "story", "print", "roster"):
        assert run(capsys, what, file)[0] == 0
        assert json.loads(run(capsys, what, file, "--json")[1])
    code, said = run(capsys, "ask", file, "shoot", "0", "4", "cover=cover")
    assert "cover: where the target stands" in said
    assert "40.2 %  hits 0" in said
    assert [path.name for path in tmp_path.iterdir()] == ["wells.book"]


def test_a_book_can_be_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "wells.book"
    file.write_text(book_text(begun()), "utf-8")
    assert main(["check", "--json", str(file)]) == 0
    found = json.loads(capsys.readouterr().out)["files"][0]
    assert (found["kind"], found["says"]) == ("book", "a field book of The Wells, one entry")
    file.write_text(changed(lambda data: data["entries"][1].update(do="fly")), "utf-8")
    assert main(["check", str(file)]) == 2
    assert f"{file}: entry 2: there is no 'fly' in this book" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("shoot", "Nobody", "4"), "there is no unit 'Nobody'"),
        (("shoot", "0", "4", "5"), "expected a unit, a target and key=value, got '5' as well"),
        (("shoot", "0", "4", "--dice", "six"), "expected dice such as 3,6,1, got 'six'"),
        (("shoot", "0", "4", "cover=open", "cover=cover"), "cover is given twice"),
    ],
)
def test_the_command_refuses(
    words: tuple[str, ...], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wells.book"
    file.write_text(book_text(begun()), "utf-8")
    before = file.read_bytes()
    code, said = run(capsys, "do", str(file), *words)
    assert (code, sentence in said) == (2, True), said
    assert file.read_bytes() == before


def test_rosters_of_a_sheet_with_natives_are_an_army_list() -> None:
    """Who may come in a battle is no side of a list."""
    setup = set_up("the-ruined-wells", [])
    _, scenario = army_list(army_list_of(new_book(setup.system, setup.scenario)), "next.toml")
    assert [side.name for side in scenario.sides] == ["Blue", "Red"]
