"""Every command, for people and with --json."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import playsheet
from playsheet.cli.main import main
from playsheet.core.lettered import SIGNS, covered
from playsheet.core.telling import Mark
from playsheet.rules import SYSTEMS, lesson_files, load_system
from playsheet.sim import workers
from playsheet.sim.chunks import Chunks, Part, chunk_text, play_chunk

Out = tuple[str, str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Run a command in this process; its output. It must succeed, and stderr must be empty."""
    monkeypatch.setenv("COLUMNS", "110")

    def running(*argv: str) -> str:
        code = main([str(word) for word in argv])
        shown = capsys.readouterr()
        assert (code, shown.err) == (0, ""), shown
        assert "\x1b" not in shown.out  # no colours where there is no terminal
        return shown.out

    return running


@pytest.fixture
def run_json(run):
    return lambda *argv: json.loads(run(*argv, "--json"))


@pytest.fixture
def record(run, tmp_path: Path) -> Path:
    path = tmp_path / "wells.record"
    run("watch", "the-wells", "--seed", 3, "--players", "random,random", "--record", path)
    return path


def test_version(run) -> None:
    assert run("--version").strip() == f"playsheet {playsheet.__version__}"


COMMANDS = [
    "watch", "simulate", "compare", "merge", "replay", "verify", "resolve", "odds", "procedures", "sheet", "rulings",
    "scenarios", "lessons", "print", "check", "command",
]  # fmt: skip


def test_help_lists_every_command(run) -> None:
    shown = run("--help")
    for command in COMMANDS:
        assert re.search(rf"^    {command}\b", shown, re.MULTILINE), command


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(run, command: str) -> None:
    shown = run(command, "--help")
    assert f"example: playsheet {command} " in shown
    assert "--json" in shown


# ---------------------------------------------------------------- watch, replay, verify


def test_watch(run) -> None:
    shown = run("watch", "the-wells", "--seed", 3, "--players", "random,random", "--map")
    assert "The Wells" in shown
    assert "seed 3" in shown
    assert "Turn 1 " in shown
    assert "STOP card" in shown
    assert "^^^^" in shown  # the hill on the map
    assert "Guard Company" in shown
    assert "figures lost" in shown
    assert not re.search(r"[ \t]+\n(?=\* )", shown.split("Turn 1")[0])


def test_watch_twice_with_one_seed_is_the_same(run) -> None:
    argv = ("watch", "the-wells", "--seed", 5, "--players", "random")
    assert run(*argv) == run(*argv)


def test_watch_without_a_seed_says_which_it_took(run) -> None:
    shown = run("watch", "the-wells", "--players", "random")
    found = re.search(r"watch it again with --seed\s+(\d+)", shown)
    assert found
    again = run("watch", "the-wells", "--players", "random", "--seed", found[1])
    assert again.split("Turn 1", 1)[1] == shown.split("Turn 1", 1)[1]


def test_watch_verbose_shows_dice_and_citations(run) -> None:
    shown = run("watch", "the-wells", "--seed", 3, "--players", "random", "--verbose")
    assert re.search(r"Move: d6 = \d \[movement \w+ move, R17\]|Move: 2d6 = \d \d = \d+ \[movement", shown)


def test_watch_with_reasons_has_them_indented_under_each_move(run) -> None:
    shown = run("watch", "the-wells", "--seed", 5, "--why")
    assert re.search(
        r"\n\* The Line Company drew up .*\n      Rifles stand in line, where every one of them bears\.\n", shown
    )
    assert re.search(
        r"\n      A volley at the 3rd Levy Spearmen is worth 2 figures; the next best, the move, only 0\.7\.", shown
    )
    assert "is worth" not in run("watch", "the-wells", "--seed", 5)


def test_watch_json_with_reasons(run_json) -> None:
    found = run_json("watch", "the-wells", "--seed", 7, "--players", "doctrine,random", "--why")
    given = [one for turn in found["turns"] for one in turn.get("why", [])]
    assert {one["seat"] for one in given} == {"The Garrison"}
    assert all(1 <= len(one["reasons"]) <= 3 for one in given)


def test_watch_json(run_json) -> None:
    found = run_json("watch", "the-wells", "--seed", 3, "--players", "random,random")
    assert list(found) == [
        *("scenario", "title", "system", "seed", "players", "houses", "sides", "seats", "turns", "result"),
        "record",
    ]
    assert found["seats"] == [{"name": side, "side": side} for side in ("The Garrison", "The Emir's Host")]
    assert (found["scenario"], found["seed"], found["players"]) == ("the-wells", 3, ["random", "random"])
    assert [turn["turn"] for turn in found["turns"]] == list(range(1, len(found["turns"]) + 1))
    for turn in found["turns"]:
        assert list(turn) == ["turn", "told", "roster", "aims", "now", "warning"]
        assert len(turn["roster"]) == 9
        for told in turn["told"]:
            assert list(told) == ["text", "rulings", "tables", "rolls"]
    assert list(turn["roster"][0]) == ["side", "unit", "figures", "start", "place", "state"]
    assert list(found["result"]) == ["winner", "verdict", "line", "turn", "tally"]
    assert found["record"] is None


def test_watch_json_verbose_has_the_events(run_json) -> None:
    found = run_json("watch", "the-wells", "--seed", 3, "--players", "random", "--verbose")
    kinds = {event["event"] for turn in found["turns"] for event in turn["events"]}
    assert {"Deployed", "CardDrawn", "Rolled", "Moved", "BattleEnded"} <= kinds


def test_watch_under_house_rules(run_json, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('name = "Long rifles"\nsystem = "lancer"\n[sheet.shooting.rifles]\nreach = 14\n')
    assert run_json("watch", "the-wells", "--seed", 3, "--players", "random", "--house", house)["houses"] == [
        "Long rifles"
    ]


def test_a_record_is_written_once(run, record: Path) -> None:
    assert record.read_text(encoding="utf-8").startswith("playsheet record 1\n")
    assert os.listdir(record.parent) == [record.name]
    run("watch", "the-wells", "--seed", 4, "--players", "random", "--record", record, "--force")
    assert "seed 4" in record.read_text(encoding="utf-8")
    assert os.listdir(record.parent) == [record.name]


def test_replay(run, record: Path) -> None:
    told = run("watch", "the-wells", "--seed", 3, "--players", "random,random").split("Turn 1", 1)[1]
    assert run("replay", record).split("Turn 1", 1)[1] == told


def test_replay_to_a_step(run, run_json, record: Path) -> None:
    whole = run_json("replay", record)
    part = run_json("replay", record, "--step", 12)
    assert (part["steps"], part["of"], part["result"]) == (12, whole["of"], None)
    first = [told["text"] for told in part["turns"][0]["told"]]
    assert first == [told["text"] for told in whole["turns"][0]["told"]][: len(first)]
    assert "Line Company" in run("replay", record, "--step", 12, "--verbose")


def test_replay_json(run_json, record: Path) -> None:
    found = run_json("replay", record)
    assert list(found) == [
        *("scenario", "title", "system", "seed", "players", "houses", "sides", "seats", "turns", "result"),
        *("steps", "of"),
    ]
    assert found["steps"] == found["of"]


def test_verify(run, run_json, record: Path) -> None:
    assert "sound" in run("verify", record)
    found = run_json("verify", record)
    assert list(found) == ["file", "sound", "step", "says", "fingerprint"]
    assert found["sound"] is True


# ---------------------------------------------------------------- simulate


def test_simulate_stops_when_it_is_sure(run, run_json) -> None:
    argv = ("simulate", "the-wells", "-n", 400, "--players", "regular,random", "--workers", 1, "--until-sure")
    said = " ".join(run(*argv).split())
    assert "regular is better than random: sure enough after" in said
    results = run_json(*argv)["results"]
    assert results["sure"]["better"] == "regular"
    assert results["played"] < results["asked"] == 400


def test_a_veteran_says_what_he_weighed(run) -> None:
    said = " ".join(run("watch", "the-wells", "--seed", 3, "--players", "veteran:7,recruit", "--why", "--fast").split())
    assert "The plan: " in said
    assert "Chances of winning, " in said


def test_parts_of_a_simulation_are_merged(run, run_json, tmp_path: Path) -> None:
    argv = ("simulate", "the-wells", "--players", "random,recruit", "--workers", 1)
    parts = [tmp_path / f"{seeds}.part" for seeds in ("0-0", "1-1")]
    for part in parts:
        run(*argv, "--seeds", part.stem, "--part", part)
    both = tmp_path / "both.part"
    merged = run_json("merge", *reversed(parts), "--part", both)
    whole = tmp_path / "whole.part"
    assert merged["results"] == run_json(*argv, "-n", 4, "--part", whole)["results"]
    assert both.read_bytes() == whole.read_bytes()
    assert "4 of 4, seed 0" in run("merge", both)


def test_compare(run, run_json, tmp_path: Path) -> None:
    rows = tmp_path / "rows.csv"
    argv = ("compare", "random", "recruit", "--scenario", "the-telegraph-hut", "--against", "random", "-n", 4)
    shown = run(*argv, "--workers", 1, "--rows", rows)
    assert "A random, B recruit against random; 4 of 4 battles each" in shown
    assert "figures lost, The Relief" in shown
    found = run_json(*argv, "--workers", 1)
    assert list(found["results"]) == [
        *("kind", "a", "b", "scenarios", "houses", "players", "seed", "asked", "played", "failed", "swapped", "alike"),
        *("differences", "failures", "digest", "sentence", "notes"),
    ]
    assert found["results"]["digest"] in shown
    assert list(found["results"]["differences"][0]) == [
        *("what", "who", "a", "b", "difference", "low", "high", "seen", "unpaired", "narrowed"),
    ]
    assert len(rows.read_text().splitlines()) == 9


def test_an_interrupted_simulation_shows_what_was_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stop_after(monkeypatch, 3)
    part = tmp_path / "some.part"
    rows = tmp_path / "rows.csv"
    argv = ["simulate", "the-wells", "-n", "9", "--players", "random,random", "--workers", "1", "--part", str(part)]
    assert main([*argv, "--rows", str(rows)]) == 130
    shown = capsys.readouterr()
    assert "3 of 9, seed 0" in shown.out
    partial = tmp_path / "rows.partial.csv"
    assert shown.err == f"Interrupted: this is what came of 3 of 9 battles, with rows in {partial}.\n"
    assert len(partial.read_text().splitlines()) == 4
    assert json.loads(part.read_text())["spans"] == [[0, 3]]


def stop_after(monkeypatch: pytest.MonkeyPatch, games: int) -> None:
    """Ctrl-C after so many games, in the middle of a chunk of one game."""

    def interrupted(engine: workers.Local, work: str, chunks: Chunks) -> Iterator[Part]:
        for first in range(games):
            yield Part(first, 1, play_chunk(chunk_text(work, first, 1)))
        raise KeyboardInterrupt

    monkeypatch.setattr(workers.Local, "map", interrupted)


def test_simulate(run, run_json) -> None:
    argv = ("simulate", "the-wells", "-n", 4, "--players", "random,random", "--workers", 1, "--seed", 1)
    assert "The Garrison wins" in run(*argv)
    found = run_json(*argv)
    assert list(found) == ["results", "run"]
    assert found["results"]["asked"] == found["results"]["played"] == 4
    assert [side["side"] for side in found["results"]["sides"]] == ["The Garrison", "The Emir's Host"]


# ---------------------------------------------------------------- resolve, odds, procedures


def test_resolve_with_given_dice(run) -> None:
    """The third worked example of the sheet's rules: two hits, a failed check, one man lost."""
    shown = run("resolve", "lancer", "shoot", "figures=9", "morale=3", "--dice", "4,2,6,5,4,2,3,4,7")
    assert "Rifles fire: 4d6 = 4 2 6 5, hit on 4, 6: 2 hit, 2 miss [shooting rifles open, R3]" in shown
    assert "Unit Morale Check: d6 = 4, needs 3 or less: failed [morale-check, R15]" in shown
    assert "morale falls back, lost 1" in shown


def test_resolve_shows_the_arithmetic(run) -> None:
    shown = run("resolve", "lancer", "morale", "morale=4", "commander=yes", "--dice", "5")
    assert "d6 = 5, -1 commander attached (R35) = 4, needs 4 or less: passed [morale-check, R15]" in shown


def test_resolve_json(run_json) -> None:
    found = run_json("resolve", "lancer", "shoot", "figures=9", "morale=3", "--seed", 4)
    assert list(found) == ["system", "procedure", "inputs", "dice", "rolls", "results"]
    assert (found["dice"]["given"], found["dice"]["seed"]) == (False, 4)
    assert list(found["results"]) == ["hits", "jammed", "morale", "lost", "commanders_lost"]
    again = ",".join(str(face) for face in found["dice"]["faces"])
    given = run_json("resolve", "lancer", "shoot", "figures=9", "morale=3", "--dice", again)
    assert given["results"] == found["results"]
    assert given["dice"] == {"given": True, "seed": None, "faces": found["dice"]["faces"]}
    assert {"why", "faces", "needed", "came", "account", "table", "ruling", "text"} <= set(found["rolls"][0])


def test_odds(run, run_json) -> None:
    assert "2/3" in run("odds", "lancer", "morale", "morale=4")
    found = run_json("odds", "lancer", "morale", "morale=4")
    assert list(found) == ["system", "procedure", "inputs", "assumed", "exact", "runs", "results", "outcomes"]
    held = [value for value in found["results"][0]["values"] if value["value"] == "held"]
    assert held[0]["chance"] == "2/3"


def test_odds_that_would_take_too_long_are_sampled_and_say_so(run, run_json, monkeypatch) -> None:
    monkeypatch.setattr("playsheet.odds.ask.PATHS_A_SECOND", 100)
    monkeypatch.setattr("playsheet.odds.ask.MOST_THROWS", 1000)
    asked = ("odds", "lancer", "shoot", "weapon=gatling", "figures=12", "--seconds")
    sampled = run_json(*asked, "1")
    assert (sampled["exact"], sampled["runs"] > 0) == (False, True)
    assert all("standard_error" in value for result in sampled["results"] for value in result["values"])
    printed = run(*asked, "1")
    assert "Sampled, by" in printed
    assert "±" in printed
    assert run_json(*asked, "100")["exact"] is True
    assert "Sampled" not in run(*asked, "100")


def test_procedures(run, run_json) -> None:
    assert "shoot" in run("procedures", "lancer")
    assert "a whole number from 2 to 5" in run("procedures", "lancer", "shoot")
    listed = run_json("procedures", "lancer")
    assert list(listed) == ["system", "procedures"]
    one = run_json("procedures", "lancer", "shoot")
    assert {"system": "lancer", **next(each for each in listed["procedures"] if each["id"] == "shoot")} == one
    assert list(one["inputs"][0]) == ["name", "kind", "said", "default", "low", "high", "choices"]


def test_every_example_of_a_procedure_works(run, run_json) -> None:
    for procedure in run_json("procedures", "lancer")["procedures"]:
        run("odds", "lancer", procedure["id"], *procedure["example"].split())
        run("resolve", "lancer", procedure["id"], *procedure["example"].split(), "--seed", 1)


# ---------------------------------------------------------------- sheet, rulings, scenarios


def test_sheet(run, run_json) -> None:
    assert "melee-outcome" in run("sheet", "lancer")
    assert "4, 6" in run("sheet", "lancer", "shooting")
    whole = run_json("sheet", "lancer")
    assert list(whole) == ["system", "title", "unit", "tables", "house", "sequence"]
    one = run_json("sheet", "lancer", "shooting")
    assert [table["id"] for table in one["tables"]] == ["shooting"]
    assert one["tables"][0]["rows"]["rifles"]["open"] == [4, 6]


def test_sheet_under_house_rules(run, run_json, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('name = "Long rifles"\nsystem = "lancer"\n[sheet.shooting.rifles]\nreach = 14\n')
    assert "14 *" in run("sheet", "lancer", "shooting", "--house", house)
    assert run_json("sheet", "lancer", "shooting", "--house", house)["house"][0]["rule"] == "Long rifles"


def test_rulings(run, run_json) -> None:
    assert "slash" in run("rulings", "lancer")
    assert "range" in run("rulings", "lancer", "R3")
    found = run_json("rulings", "lancer", "R3")["rulings"][0]
    assert list(found) == ["id", "title", "question", "answer", "why", "source", "from", "switches", "in_force"]
    assert found["in_force"] == {"slash": "list"}
    assert len(run_json("rulings", "lancer")["rulings"]) > 50


def test_scenarios(run, run_json) -> None:
    assert "the-frontier-road" in run("scenarios")
    assert "the stony hill" in run("scenarios", "the-wells")
    listed = run_json("scenarios")["scenarios"]
    assert list(listed[0]) == ["id", "system", "title", "size", "blurb", "shares"]
    one = run_json("scenarios", "the-wells")
    assert list(one)[:8] == ["id", "system", "title", "size", "blurb", "turns", "table", "rulings"]
    assert list(one)[8:] == ["sides", "terrain", "aims", "balance", "markers", "notes"]
    assert one["balance"]["evenness"] in " ".join(run("scenarios", "the-wells").split())
    assert one["balance"]["length"] in " ".join(run("scenarios", "the-wells").split())
    assert len(one["sides"][1]["units"]) == 5


# ---------------------------------------------------------------- print


def test_print_a_sheet(run, run_json, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("print", "lancer", "--part", "sheet") == "Lancer Rifle Gatling is in lancer.pdf, ready to be printed.\n"
    made = run_json("print", "lancer", "--part", "sheet", "--out", "mine.pdf")
    assert made == {"file": "mine.pdf", "bytes": made["bytes"], "paper": "a4", "parts": ["sheet"], "map_sheets": 0}
    assert (tmp_path / "mine.pdf").read_bytes() == (tmp_path / "lancer.pdf").read_bytes()
    assert (tmp_path / "mine.pdf").stat().st_size == made["bytes"]


def test_print_says_how_many_sheets_a_map_in_full_takes(run, run_json, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = run("print", "the-frontier-road", "--map", "full", "--part", "map")
    assert said.startswith("The Frontier Road is in the-frontier-road.pdf, ready to be printed.")
    assert said.endswith(" The map in full takes 49 sheets of paper.\n")
    made = run_json("print", "the-frontier-road", "--map", "full", "--paper", "letter", "--out", "kit.pdf")
    assert (made["paper"], made["map_sheets"]) == ("letter", 50)
    assert "map" in made["parts"]
    assert run_json("print", "the-frontier-road", "--map", "reduced", "--out", "small.pdf")["map_sheets"] == 0


# ---------------------------------------------------------------- check


def test_check_recognises_each_kind(run, run_json, record: Path) -> None:
    rules = Path(playsheet.__file__).parent / "rules" / "lancer"
    house = record.parent / "house.toml"
    house.write_text('name = "Long rifles"\nsystem = "lancer"\n[rulings]\nslash = "range"\n')
    files = [rules / "scenarios" / "the-wells.toml", rules / "cards.toml", house, record]
    assert run("check", *files).count("sound") == 4
    found = run_json("check", *files)["files"]
    assert [each["kind"] for each in found] == ["scenario", "cards", "house rules", "record"]
    assert all(list(each) == ["file", "kind", "sound", "says"] and each["sound"] for each in found)


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_systems_own_cards_are_recognised_and_of_use(run_json, system: str) -> None:
    cards = Path(playsheet.__file__).parent / "rules" / system / "cards.toml"
    found = run_json("check", cards)["files"][0]
    assert (found["kind"], found["sound"]) == ("cards", True)


# ---------------------------------------------------------------- the process itself


def process(*argv: str, **more: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "playsheet.cli.main", *argv]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, **more)  # type: ignore[call-overload, no-any-return]


def test_help_imports_nothing_of_the_engine() -> None:
    code = (
        "import sys; from playsheet.cli.main import main; main(['--help']); print(sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    for heavy in ("'rich'", "'tomllib'", "'playsheet.core.game'", "'playsheet.rules'", "'hashlib'", "'dataclasses'"):
        assert heavy not in done.stderr, heavy


def test_a_closed_pipe_is_quiet() -> None:
    command = f"{sys.executable} -m playsheet.cli.main sheet lancer --json | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, timeout=60)
    assert (done.stdout, done.stderr) == ("{\n", "")


def test_a_terminal_of_plain_letters_will_do() -> None:
    done = process("odds", "lancer", "morale", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, "")
    assert "###" in done.stdout


@pytest.mark.parametrize("id", SYSTEMS)
def test_the_map_has_a_sign_for_every_ground(id: str) -> None:
    assert [kind for kind in load_system(id).vocabulary().areas if kind not in SIGNS] == []


def test_a_base_with_many_on_it_is_drawn_all_over() -> None:
    mark = Mark(10.0, 10.0, 0, -1, 90.0, "foot", 6.0, 2.0)
    assert covered(mark, 1.0) == [(10.0, 10.0)]
    mark.count = 12
    found = covered(mark, 1.0)
    assert len(found) == 12
    assert {round(x, 6) for x, _ in found} == {9.5, 10.5}
    assert min(y for _, y in found) == pytest.approx(7.5)
    assert max(y for _, y in found) == pytest.approx(12.5)


# ---------------------------------------------------------------- lessons


def test_lessons_are_listed_and_checked(run) -> None:
    assert re.search(r"first-command +First Command +lancer", run("lessons"))
    listed = json.loads(run("lessons", "--json"))["lessons"]
    assert {lesson["id"] for lesson in listed} == set(lesson_files())
    said = run("check", lesson_files()["first-command"])
    assert "a sound lesson for lancer: First Command, 20 steps, 20 answers; it touches 6 tables and 16 rulings" in said


def test_a_step_that_nobody_comes_to_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = lesson_files()["first-command"].read_text(encoding="utf-8")
    path = tmp_path / "own.toml"
    path.write_text(text + '\n[[steps]]\nsay = "Never."\nwanted = { turn = 9 }\n', encoding="utf-8")
    assert main(["check", str(path)]) == 2
    assert 'steps[21]: nobody comes to this step ("Never.").' in capsys.readouterr().err
