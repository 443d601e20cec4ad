"""Bad input: exit code 2, exactly one sentence on stderr, nothing on stdout, nothing written, never a traceback."""

import json
import os
from pathlib import Path

import pytest

import playsheet
from playsheet.cli.main import main

RULES = Path(playsheet.__file__).parent / "rules" / "lancer"
WELLS = (RULES / "scenarios" / "the-wells.toml").read_text(encoding="utf-8")


# Sixty horsemen cannot all be within command of their leader.
HORDE = """kind = "horse"
quality = "regular"
drilled = false
weapon = "musket-carbine"
figures = [
    { class = "leader", shoot = 9, scuffle = 9, save = 9 },
    { class = "extra", shoot = 9, scuffle = 9, count = 59 },
]
"""


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Run in an empty folder; the one sentence that refuses it."""
    monkeypatch.chdir(tmp_path)

    def running(*argv: object) -> str:
        before = sorted(os.listdir(tmp_path))
        code = main([str(word) for word in argv])
        shown = capsys.readouterr()
        assert code == 2, shown
        assert shown.out == ""
        assert sorted(os.listdir(tmp_path)) == before
        sentence = shown.err
        assert sentence.endswith(".\n")
        assert sentence.count("\n") == 1
        assert "Traceback" not in sentence
        return sentence.rstrip("\n")

    return running


@pytest.fixture
def record(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Path:
    path = tmp_path / "wells.record"
    assert main(["watch", "the-wells", "--seed", "3", "--players", "random", "--record", str(path)]) == 0
    capsys.readouterr()
    return path


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


# ---------------------------------------------------------------- files that a parser would never finish


@pytest.mark.parametrize("words", [["check"], ["play", "--no-browser"], ["odds", "lancer", "shoot", "--house"]])
def test_a_key_of_half_a_million_parts_is_refused_at_once(words, refused, tmp_path: Path) -> None:
    file = tmp_path / "long.toml"
    file.write_text('name = "Long"\n' + "a." * 500_000 + "a = 1\n", encoding="utf-8")
    said = refused(*words, file)
    assert said.endswith("long.toml: line 2: expected a key of at most 8 parts, got one of more.")


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["sheet", "lancerr"], "There is no system 'lancerr'"),
        (["odds", "lancerr", "shoot"], "There is no system"),
        (["rulings", ""], "There is no system"),
        (["print", "lancerr"], "There is no sheet and no scenario 'lancerr' (did you mean \"lancer\"?)"),
        (["print", "the-well"], "There is no sheet and no scenario 'the-well' (did you mean \"the-wells\"?)"),
        (["print", "the-wells", "--part", "chips"], "Lancer Rifle Gatling needs no chips: there is nothing to print."),
        (["print", "the-wells", "--part", "sheet"], "There is no part 'sheet'; expected one of briefing, map,"),
        (["print", "the-wells", "--house", "nowhere.toml"], "nowhere.toml"),
        (
            ["print", "the-wells", "--map", "ful"],
            'There is no map \'ful\' (did you mean "full"?); expected one of "reduced" or',
        ),
        (["print", "the-wells", "--map", "full", "--part", "deck"], "A full map was asked for, but only other parts"),
        (["print", "lancer", "--map", "full"], "lancer is a sheet, which has no map; expected a scenario with --map."),
        (["print", "lancer", "--paper", "a5"], "There is no paper 'a5'"),
        (["print", "lancer", "--part", "card"], "There is no part 'card'"),
        (["print", "lancer", "--house", "nowhere.toml"], "nowhere.toml"),
        (["print", "lancer", "--out", "nowhere/a.pdf"], "there is no folder nowhere to write it in"),
        (["sheet", "lancer", "shootin"], "shooting"),
        (["rulings", "lancer", "R999"], "There is no ruling"),
        (["watch", "the-welts"], "the-wells"),
        (["simulate", "nowhere", "-n", "1"], "There is no scenario 'nowhere'"),
        (["scenarios", "nowhere"], "There is no scenario"),
        (["procedures", "lancer", "shot"], "lancer has no procedure 'shot'"),
        (["resolve", "lancer", "shot"], "lancer has no procedure 'shot'"),
        (["odds", "lancer", "shoot", "wapon=rifles"], "has no input 'wapon'"),
        (["odds", "lancer", "shoot", "weapon=bow"], "one of rifles, gatling, cannon"),
        (["odds", "lancer", "shoot", "figures=-3"], "figures: expected a whole number from 1 to 60"),
        (["odds", "lancer", "shoot", "figures=0"], "figures: expected"),
        (["odds", "lancer", "shoot", "figures"], "expected key=value"),
        (["odds", "lancer", "shoot", "--seconds", "0"], "expected a whole number of seconds from 1 to 9999, got '0'"),
        (
            ["odds", "lancer", "shoot", "--seconds", "1e3"],
            "expected a whole number of seconds from 1 to 9999, got '1e3'",
        ),
        (["odds", "lancer", "shoot", "figures=3", "figures=4"], "figures is given twice"),
        (["watch", "the-wells", "--players", "napoleon,random"], "There is no player 'napoleon'"),
        (["watch", "the-wells", "--players", "person,random"], "'person' cannot play here"),
        (["watch", "the-wells", "--players", "random,random,random"], "2 sides"),
        (["watch", "the-wells", "--seed", "-1"], "a whole number from 0"),
        (["watch", "the-wells", "--seed", "many"], "a whole number from 0"),
        (["watch", "the-wells", "--pause", "nan"], "expected seconds"),
        (["watch", "the-wells", "--fast", "--pause", "1"], "not allowed with"),
        (["simulate", "the-wells"], "expected either -n, how many battles, or --seeds FROM-TO"),
        (["simulate", "the-wells", "-n", "1", "--seeds", "0-1"], "expected either -n, how many battles, or --seeds"),
        (["simulate", "the-wells", "--seeds", "7"], "--seeds: expected the first set of dice and the last, such as"),
        (["simulate", "the-wells", "--seeds", "7-3"], "The sets of dice are 7 to 3: expected the first and the last"),
        (["simulate", "the-wells", "-n", "1", "--part", "nowhere/a.part"], "there is no folder nowhere"),
        (["simulate", "the-wells", "-n", "9", "--until-sure", "--part", "a.part"], "expected one of the two"),
        (["simulate", "the-wells", "-n", "1", "--rows", "nowhere/a.csv"], "there is no folder nowhere"),
        (["simulate", "the-wells", "-n", "1", "--rows", "rows.txt"], "a file whose name ends in .csv or .parquet"),
        (["compare", "random", "the-wells"], "are of two kinds (players and scenarios): expected two scenarios"),
        (["compare", "random", "recruit"], "expected the battle to compare them in, such as --scenario the-wells"),
        (["compare", "the-wells", "the-wells", "--rows", "nowhere/a.csv"], "there is no folder nowhere"),
        (["merge", "nowhere.part"], "nowhere.part: there is no such file."),
        (["simulate", "the-wells", "-n", "ten"], "a whole number"),
        (["simulate", "the-wells", "-n", "1", "--players", "doctrine"], "got 1"),
        (["simulate", "the-wells", "-n", "1", "--players", "veteran:none,regular"], "a number of play-outs"),
        (["simulate", "the-wells", "-n", "20", "--until-sure"], "two different players who change sides"),
        (["watch"], "required: SCENARIO"),
        (["fight"], "invalid choice: 'fight'"),
        ([], "required: COMMAND"),
        (["watch", "the-wells", "--lots"], "unrecognized arguments: --lots"),
    ],
)
def test_names_and_numbers(refused, argv: list[str], said: str) -> None:
    assert said in refused(*argv)


# ---------------------------------------------------------------- dice


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ("4,2,6", "too few dice: Rifles fire needs 4 x d6"),
        ("", "too few dice"),
        ("4,2,6,5", "too few dice: Unit Morale Check"),
        ("4,2,6,5,4,2,3,4,7,1", "too many dice: 9 were needed, got 10"),
        ("4,2,7,5", "expected a face from 1 to 6, got 7"),
        ("4,2,0,5", "expected a face from 1 to 6, got 0"),
        ("4,2,6,5,4,2,3,4,11", "expected a face from 1 to 10, got 11"),
        ("4,-2,6,5", "--dice: expected faces with commas between them"),
        ("4;2", "--dice: expected"),
        ("1,,1", "--dice: expected"),
        ("99999999999999", "--dice: expected"),
    ],
)
def test_dice(refused, dice: str, said: str) -> None:
    assert said in refused("resolve", "lancer", "shoot", "figures=9", "morale=3", f"--dice={dice}")


def test_dice_and_a_seed(refused) -> None:
    assert "got both" in refused("resolve", "lancer", "morale", "--dice", "3", "--seed", 1)


# ---------------------------------------------------------------- files


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('id     = "the-wells"', "id     = the-wells", "line 1"),
        ("[[sides]]", "[[sides", "my.toml"),
        ("table = [36, 48]", "table = [-36, 48]", "table"),
        ("turns = 6", "turns = -6", "turns"),
        ("rect = [4, 20, 10, 28]", "rect = [4, 20, 10, 280]", "terrain[1].rect"),
        ('card = "line-company"', 'card = "line-company"\ncount = -1', "sides[1].units[1].count"),
        ('card = "line-company"', 'card = "line-company"\nat = [18, 60]', "lies off it"),
        ('card = "line-company"', 'card = "line-company"\nat = [0.5, 5]', "off the table"),
        ('card = "guard-company"', 'card = "guard-company"\nat = [18, 5.5]', "would overlap"),
        ('card = "line-company"', 'card = "line-compny"', "line-company"),
        ('card = "line-company"', 'card = "line-company"\noverrides = { figures = -2 }', "figures"),
        ("break_point", "braek_point", "break_point"),
        ('system = "lancer"', 'system = "lance"', "There is no system"),
        ("[[objectives]]", '[[objectives]]\nkind = "glory"\n[[objectives]]', "kind"),
        (
            "y      = 28",
            "y      = 48.5",
            "objectives[1].y: expected a place on the table (36 by 48), but 18, 48.5 lies off",
        ),
        (
            "x      = 18",
            "x      = 36.5",
            "objectives[1].y: expected a place on the table (36 by 48), but 36.5, 28 lies off",
        ),
        ("zones  = [[0, 0, 36, 10]]", "zones  = [[0, 0, 36, 54]]", "sides[1].zones[1]: expected a place on the table"),
        ("zones  = [[0, 0, 36, 10]]", "zones  = [[0, 0, 4, 3]]", "finds no room to deploy in [0, 0, 4, 3]"),
    ],
)
@pytest.mark.parametrize("command", [("check",), ("watch",), ("scenarios",), ("simulate", "-n", "2")])
def test_a_scenario_that_is_wrong(
    refused, tmp_path: Path, command: tuple[str, ...], old: str, new: str, said: str
) -> None:
    text = changed(WELLS, old, new)
    if "would overlap" in said:
        text = changed(text, 'card = "line-company"', 'card = "line-company"\nat = [18, 5]')
    (tmp_path / "my.toml").write_text(text, encoding="utf-8")
    assert said in refused(*command, "my.toml")


@pytest.mark.parametrize(
    "argv",
    [
        ("check",),
        ("watch",),
        ("scenarios",),
        ("replay",),
        ("verify",),
        ("watch", "the-wells", "--house"),
        ("sheet", "lancer", "--house"),
    ],
)
def test_files_that_cannot_be_read(refused, tmp_path: Path, argv: tuple[str, ...]) -> None:
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "binary.toml").write_bytes(bytes(range(256)) * 8)
    (tmp_path / "empty.toml").write_bytes(b"")
    assert "no such file" in refused(*argv, "missing.toml")
    assert "folder" in refused(*argv, "folder.toml")
    assert "binary.toml" in refused(*argv, "binary.toml")
    assert "empty.toml" in refused(*argv, "empty.toml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('name = "x"\nsystem = "lancer"\n[sheet.shooting.rifles]\nreach = "far"\n', "expected a whole number"),
        ('name = "x"\nsystem = "lancer"\n[sheet.shooting.bows]\nreach = 3\n', "no row or value"),
        ('name = "x"\nsystem = "lancer"\n[sheet.shoting.rifles]\nreach = 3\n', "no table"),
        ('name = "x"\nsystem = "lancer"\n[rulings]\nslash = "both"\n', "rulings.slash"),
        ('name = "x"\nsystem = "nothing"\n', "There is no system"),
        ('name = "x"\nsystem = "lancer"\nspeed = 3\n', "speed"),
        ("name = \n", "line 1"),
        ('title = "nothing in particular"\n', "this is no scenario"),
        ('system = "lancer"\n[x]\nname = "X"\ntype = "foot"\nfigures = -1\nmorale = 4\nmelee = 4\n', "figures"),
        ('system = "gaslight"\n[x]\nname = "Horde"\n' + HORDE, "Horde finds no room to deploy in [0, 0, 500, 500]"),
        ('system = "gettysburg"\n[x]\nname = "X"\nside = "union"\narm = "balloon"\n', "arm"),
    ],
)
def test_house_rules_and_cards_that_are_wrong(refused, tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "my.toml").write_text(text, encoding="utf-8")
    sentence = refused("check", "my.toml")
    assert said in sentence
    assert "my.toml" in sentence


def test_check_looks_at_every_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("x = \n")
    good = str(RULES / "scenarios" / "the-wells.toml")
    assert main(["check", str(tmp_path / "bad.toml"), good]) == 2
    shown = capsys.readouterr()
    assert shown.out.count("\n") == shown.err.count("\n") == 1
    assert main(["check", "--json", str(tmp_path / "bad.toml"), good]) == 2
    shown = capsys.readouterr()
    assert [each["sound"] for each in json.loads(shown.out)["files"]] == [False, True]
    assert shown.err == ""


# ---------------------------------------------------------------- records


@pytest.mark.parametrize("command", ["verify", "replay", "check"])
def test_a_record_of_a_newer_version(refused, record: Path, command: str) -> None:
    text = record.read_text(encoding="utf-8")
    record.write_text(changed(text, "playsheet record 1", "playsheet record 2"), encoding="utf-8")
    assert "newer" in refused(command, record)
    record.write_text(changed(text, f"engine: {playsheet.__version__}", "engine: 99.0.0"), encoding="utf-8")
    refused(command, record)


@pytest.mark.parametrize("command", ["verify", "replay", "check"])
def test_a_record_that_was_changed(refused, record: Path, command: str) -> None:
    text = record.read_text(encoding="utf-8")
    place = text.index("1> ", len(text) // 2)
    for new in (
        text[:place] + "2" + text[place + 1 :],
        text[: len(text) // 2],
        text + "more\n",
        text.replace("dice: seed 3", "dice: seed 4"),
    ):
        record.write_text(new, encoding="utf-8")
        refused(command, record)


def test_verify_names_the_step(refused, record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    step = next(line for line in text.splitlines() if line.startswith("  20  "))
    record.write_text(changed(text, step, step.replace(step[6], "0" if step[6] != "0" else "1", 1)), encoding="utf-8")
    assert "step 20" in refused("verify", record)


def test_a_step_that_is_not_there(refused, record: Path) -> None:
    assert "there is no step 9999" in refused("replay", record, "--step", 9999)


def test_verify_json_of_an_unsound_record(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    record.write_text(changed(record.read_text(encoding="utf-8"), "dice: seed 3", "dice: seed 4"), encoding="utf-8")
    assert main(["verify", "--json", str(record)]) == 2
    shown = capsys.readouterr()
    assert json.loads(shown.out)["sound"] is False
    assert shown.err == ""


# ---------------------------------------------------------------- where a record cannot be written


def test_nothing_is_overwritten(refused, record: Path) -> None:
    before = record.read_bytes()
    assert "--force" in refused("watch", "the-wells", "--record", record)
    assert record.read_bytes() == before


def test_places_that_cannot_be_written(refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playsheet.players.setup.Setup.game", lambda *_: pytest.fail("the battle was played first"))
    assert "folder" in refused("watch", "the-wells", "--record", tmp_path)
    assert "no folder" in refused("watch", "the-wells", "--record", tmp_path / "nowhere" / "x.record")
    assert "cannot be written" in refused("watch", "the-wells", "--record", tmp_path / ("x" * 300) / ".." / "y")
    assert "cannot be written" in refused("watch", "the-wells", "--record", tmp_path / ("x" * 300))
    assert "cannot be written" in refused("watch", "the-wells", "--record", "a\0b")
    assert "folder" in refused("watch", "the-wells", "--record", ".")


def test_a_battle_that_fails_leaves_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("playsheet.players.setup.Setup.game", broken)
    assert main(["watch", "the-wells", "--record", str(tmp_path / "x.record")]) == 1
    shown = capsys.readouterr()
    assert "a fault of the program" in shown.err
    assert shown.err.count("\n") == 1
    assert os.listdir(tmp_path) == []


def test_an_interrupted_battle_leaves_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("playsheet.players.setup.Setup.game", interrupted)
    assert main(["watch", "the-wells", "--record", str(tmp_path / "x.record")]) == 130
    assert capsys.readouterr() == ("", "")
    assert os.listdir(tmp_path) == []
