"""The benchmark's own pieces, in a tiny form. What they measure is nobody's business here: no time is asserted."""

import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bench import candidate, main, measures, peer_dice, report
from bench.armies import army, companies, contingents, platoons
from bench.candidate import Candidate, Failed
from bench.card_inputs import LARGE_INPUTS, MEN, largest
from bench.main import PURE
from bench.measures import TINY
from bench.memory import Memory
from bench.report import Report, Row, least, most, shown

from playsheet.players.setup import scenario_source, set_up_from
from playsheet.rules import SYSTEMS, load_system
from playsheet.tabletop.machines import tracks

pytestmark = pytest.mark.battles

MACHINE: dict[str, object] = {
    "playsheet": "0",
    "python": "3",
    "compiled": False,
    "system": "S",
    "processor": "P",
    "cores": 1,
    "load_before": 0.0,
    "load_after": 0.0,
}


@pytest.fixture
def empty() -> Report:
    return Report("tiny", dict(MACHINE))


@pytest.fixture(scope="module")
def here() -> Iterator[Candidate]:
    with Candidate("uncompiled", sys.executable) as made:
        yield made


# ---------------------------------------------------------------------- candidates


def test_the_same_battles_have_the_same_checksum_in_any_process(here: Candidate) -> None:
    task: dict[str, Any] = {"scenario": "the-wells", "first": 3, "count": 2}
    there = here.do("play", **task)
    again: Any = candidate.play(task)
    assert there["battles"] == 2
    assert there["decisions"] == again["decisions"] > 0
    assert there["checksum"] == again["checksum"]
    assert there["checksum"] != here.do("play", scenario="the-wells", first=4, count=2)["checksum"]


def test_a_battle_played_over_again_counts_once(here: Candidate) -> None:
    once = here.do("play", scenario="the-wells", first=0, count=1)
    often = here.do("play", scenario="the-wells", first=0, count=1, least=0.2)
    assert (once["battles"], once["decisions"]) == (often["battles"], often["decisions"])


def test_a_candidate_that_fails_says_why_and_lives_on(here: Candidate) -> None:
    with pytest.raises(Failed, match="no scenario 'nowhere'"):
        here.do("play", scenario="nowhere", first=0, count=1)
    assert here.do("about")["python"] == sys.version.split()[0]


def test_a_clone_is_of_a_battle_in_the_middle(here: Candidate) -> None:
    found = here.do("clone", scenario=companies(10), count=2, rounds=3)
    assert (found["units"], found["figures"], len(found["seconds"])) == (20, 200, 3)
    assert found["turn"] == 3
    assert 0 < found["in_play"] <= 200


# ---------------------------------------------------------------------- armies


@pytest.mark.parametrize("units", [4, 8, 40])
def test_armies_grow_and_their_density_does_not(units: int) -> None:
    scenario = set_up_from(army(units), "army", []).scenario
    for side in scenario.sides:
        assert len([unit for unit in side.units if unit.card != "general"]) == units
        assert len([unit for unit in side.units if unit.card == "general"]) == units // 4
    assert scenario.ground.width / units == 7
    assert len(scenario.ground.pieces) / units == 0.5


def test_growth_counts_what_was_played() -> None:
    found: Any = candidate.growth({"scenario": army(4, turns=2), "first": 0, "count": 2, "reach": 24.0, "guns": 24.0})
    assert found["units"] == 20
    assert found["turns"] >= 2
    assert found["decisions"] > 0
    assert found["activations"] >= found["looks"] > 0
    assert found["others"] >= found["enemies"] >= 0
    assert found["turns"] <= found["unit_turns"] <= 10 * found["turns"]  # five units a side, fewer and fewer


def test_guns_reach_farther() -> None:
    task: dict[str, Any] = {"scenario": contingents(4, turns=1), "first": 0, "count": 1, "reach": 12.0}
    near: Any = candidate.growth(task | {"guns": 12.0})
    far: Any = candidate.growth(task | {"guns": 60.0})
    assert far["enemies"] > near["enemies"]
    assert far["looks"] == near["looks"]


@pytest.mark.parametrize("squads", [2, 8])
def test_platoons_keep_their_density(squads: int) -> None:
    scenario = set_up_from(platoons(squads), "platoons", []).scenario
    assert sum(len(side.units) for side in scenario.sides) == 3 * squads
    assert scenario.ground.width / squads == 30
    assert len(scenario.ground.pieces) / squads == 0.5


@pytest.mark.parametrize("figures", measures.GASLIGHT)
def test_scenarios_are_as_large_as_is_said(figures: int) -> None:
    setup = set_up_from(scenario_source(measures.GASLIGHT[figures]).read_text(encoding="utf-8"), "it", [])
    assert sum(unit.start for unit in setup.system.new_battle(setup.scenario).units) == figures


def test_with_cards_an_activation_is_a_card() -> None:
    task: dict[str, Any] = {"scenario": "the-telegraph-hut", "first": 0, "count": 1, "reach": 36.0, "guns": 36.0}
    steps: Any = candidate.growth(task)
    cards: Any = candidate.growth(task | {"cards": True})
    assert steps["decisions"] == cards["decisions"] > 0
    assert 6 < cards["activations"] <= 6 * 5  # six turns, five cards at most
    assert steps["activations"] > 2 * cards["activations"]


def test_a_battle_is_timed_turn_by_turn() -> None:
    found: Any = candidate.turns({"scenario": "the-telegraph-hut", "first": 0})
    assert len(found["turns"]) == 6
    assert found["decisions"] > 0


@pytest.mark.parametrize("power", [-0.5, 0.0, 1.0, 2.0])
def test_the_slope_is_the_power(power: float) -> None:
    sizes = [4.0, 8.0, 40.0]
    assert math.isclose(measures.slope(sizes, [3 * n**power for n in sizes]), power, abs_tol=1e-9)


# ---------------------------------------------------------------------- odds


@pytest.mark.parametrize("system", SYSTEMS)
def test_large_inputs_are_accepted_and_no_larger_than_cards(system: str) -> None:
    known = {procedure.id: procedure for procedure in load_system(system).forms()}
    assert set(LARGE_INPUTS[system]) <= set(known)
    sizes: list[int] = []
    for id, inputs in LARGE_INPUTS[system].items():
        known[id].filled(inputs)
        sizes += [value for name, value in inputs.items() if name in MEN and isinstance(value, int)]
    assert max(sizes) == largest(system)


def test_odds_are_worked_out_anew_each_time() -> None:
    task: dict[str, Any] = {"system": "orderchips", "procedure": "shoot-machine", "inputs": {}, "rounds": 1}
    candidate.odds(task)
    assert tracks.KEPT
    peer_dice.forget()
    assert not tracks.KEPT


def test_playsheet_computes_the_volley_that_is_described() -> None:
    volley = peer_dice.with_playsheet()
    chances = volley.chances(volley.compute())
    assert sum(chances.values()) == 1
    no_hit = sum(chance for (hits, *_), chance in chances.items() if hits == 0)
    assert no_hit * 2**peer_dice.DICE == 1
    checked = sum(chance for (_, _, morale, *_), chance in chances.items() if morale == "held")
    assert checked == (1 - no_hit) * peer_dice.MORALE / 6


@pytest.mark.parametrize("name", ["icepool", "dyce"])
def test_a_peer_computes_the_same_volley(name: str) -> None:
    pytest.importorskip(name)
    mine = peer_dice.with_playsheet()
    theirs = {"icepool": peer_dice.with_icepool, "dyce": peer_dice.with_dyce}[name]()
    assert theirs.chances(theirs.compute()) == mine.chances(mine.compute())


def test_a_missing_peer_is_one_line(empty: Report) -> None:
    def make() -> None:
        raise ImportError

    assert measures.peer(empty, "chess", make) is None
    assert empty.skipped == ["chess is not installed here: pip install 'playsheet[bench]' brings the peers."]
    assert empty.failed == []


# ---------------------------------------------------------------------- memory


def test_memory_is_looked_at_when_a_mark_is_passed() -> None:
    memory = Memory([20, 100])
    for done in (0, 10, 25, 60, 100):
        memory.look(done, 100)
    assert set(memory.at) == {20, 100}
    if memory.at[20]:  # the system says what a process holds
        assert sum(memory.peaks.values()) >= max(memory.at.values())


def test_a_simulation_of_a_few_battles_reaches_all_its_marks(here: Candidate) -> None:
    found = here.do("simulate", scenario="the-wells", games=3, workers=1, marks=[1, 3])
    assert (found["games"], found["failed"], found["workers"]) == (3, 0, 1)
    assert set(found["memory"]["at"]) == {"1", "3"}


def test_a_battle_holds_something_beyond_the_library(here: Candidate) -> None:
    found = here.do("battle_memory", scenario="the-rail-fence", first=0)
    setup = set_up_from(scenario_source("the-rail-fence").read_text(encoding="utf-8"), "it", [])
    roster = setup.system.roster(setup.system.new_battle(setup.scenario))
    assert found["figures"] == sum(unit.start for unit in roster) > 60
    if found["most"]:  # the system says what a process holds
        assert found["most"] > found["before"]


def test_setting_up_ends_with_the_first_question(here: Candidate) -> None:
    found = here.do("set_up", scenario="the-rail-fence", rounds=2)
    assert len(found["seconds"]) == len(found["reading"]) == 2
    assert all(read <= all_ for read, all_ in zip(found["reading"], found["seconds"]))


# ---------------------------------------------------------------------- the report


@pytest.mark.parametrize(
    ("value", "must", "aim", "met"),
    [
        (5.0, None, None, ""),
        (5.0, least(10), least(30), "no"),
        (10.0, least(10), least(30), "must"),
        (30.0, least(10), least(30), "aim"),
        (5.0, most(4), None, "no"),
        (4.0, most(4), None, "must"),
        (3.0, None, most(2), "no"),
        (2.0, None, most(2), "aim"),
    ],
)
def test_what_is_met(value: float, must: report.Goal | None, aim: report.Goal | None, met: str) -> None:
    assert Row("id", "name", value, "x", must, aim).met() == met


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (12345.6, "/s", "12,346/s"),
        (10.0, "x", "10x"),
        (1.234, "x", "1.23x"),
        (0.15, "s", "150 ms"),
        (0.000064, "s", "64 µs"),
        (2.5, "s", "2.5 s"),
        (31.25, "MB", "31.2 MB"),
        (-0.125, "", "-0.12"),
        (0.0, "s", "0 µs"),
    ],
)
def test_how_a_value_is_shown(value: float, unit: str, words: str) -> None:
    assert shown(value, unit) == words


def test_a_report_comes_back_as_it_was_written(empty: Report) -> None:
    empty.add("a", "A", 3.0, "x", least(2), None, "a note")
    empty.add("b", "B", 0.5, "s", None, most(0.1))
    empty.skip("a peer is missing.")
    empty.fail("a battle failed.")
    empty.details["a"] = [1, 2]
    data = json.loads(json.dumps(empty.data()))
    assert report.read(data).data() == data
    lines = report.text(empty).splitlines()
    assert "A           3x  ≥ 2x            must" in lines
    assert lines[-2:] == ["Skipped: a peer is missing.", "FAILED: a battle failed."]
    assert "| A | 3x | ≥ 2x |  | must |" in report.markdown(empty).splitlines()


# ---------------------------------------------------------------------- the command


KEYS = ["format", "size", "machine", "rows", "skipped", "failed", "details"]
ROW = ["id", "name", "value", "unit", "must", "aim", "met", "note"]
OURS = [  # what is measured on any machine, with or without peers
    "the-wells-compiled-battles",
    "the-wells-compiled-decisions",
    "grand-manoeuvres-compiled-battles",
    "grand-manoeuvres-compiled-decisions",
    "volley",
    *(f"odds-{system}-{kind}" for system in SYSTEMS for kind in ("default", "large")),
    "clone-companies",
    "clone-grand-manoeuvres",
    "growth-decision",
    "growth-activation",
    "growth-units_in_reach",
    "growth-enemies_in_reach",
    "growth-deploying",
    "growth-riskfactor-decision",
    "growth-riskfactor-activation",
    "growth-riskfactor-units_in_reach",
    "growth-riskfactor-deploying",
    "growth-gaslight-decision",
    "growth-gaslight-activation",
    "growth-gaslight-units_in_reach",
    "growth-gaslight-deploying",
    "growth-orderchips-unit_turn",
    "growth-gettysburg-unit_turn",
    "two-processes",
    "long-seconds",
    "help",
    "import",
    "set-up-the-third-day",
]


def test_a_whole_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv(PURE, raising=False)
    file = tmp_path / "results.json"
    code = main.main(["--tiny", "--json", str(file)])
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["failed"] == []
    assert code == 0
    assert list(data) == KEYS
    assert set(data["machine"]) == set(MACHINE)
    assert all(list(row) == ROW for row in data["rows"])
    ids = [row["id"] for row in data["rows"]]
    assert len(set(ids)) == len(ids)
    assert [id for id in OURS if id not in ids] == []
    assert f"compiled against uncompiled: {PURE} names no interpreter." in data["skipped"]
    printed = capsys.readouterr().out
    assert all(row["name"] in printed for row in data["rows"])
    assert main.main(["--read", str(file)]) == 0
    assert capsys.readouterr().out == printed
    assert main.main(["--read", str(file), "--markdown"]) == 0
    assert "| what | measured | must | aim | met |" in capsys.readouterr().out


def test_compiled_and_uncompiled_play_the_same_games(here: Candidate, empty: Report) -> None:
    pure = Candidate("uncompiled", sys.executable)
    measures.battles(empty, TINY, here, pure)
    assert pure.process.returncode == 0
    assert empty.details["the-wells-same-games"] is True
    assert empty.details["grand-manoeuvres-same-games"] is True
    assert [row.must for row in empty.rows if row.id.endswith("-ratio")] == [least(10), least(10)]


@pytest.mark.parametrize("python", ["no-such-python", sys.executable + "-no"])
def test_an_interpreter_that_is_not_there_is_one_line(
    python: str, empty: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PURE, python)
    assert main.pure_candidate(empty) is None
    assert len(empty.skipped) == 1
    assert empty.failed == []


def test_a_part_that_fails_is_one_line_and_the_exit_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise Failed("it rained.")

    monkeypatch.setattr(measures, "clones", fails)
    file = tmp_path / "results.json"
    assert main.main(["--tiny", "--only", "clones", "--json", str(file)]) == 1
    assert json.loads(file.read_text(encoding="utf-8"))["failed"] == ["clones: it rained."]
