"""Many games: the same results whatever the processes, sides swapped, nothing swallowed."""

from __future__ import annotations

import json
import multiprocessing.context
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from playsheet.core.asking import Option, Question, Word
from playsheet.core.errors import Refused
from playsheet.core.game import Game
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import set_up
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.system import Lancer
from playsheet.rules.lancer.turn import AT_STOP
from playsheet.sim import chunks as chunks_of_games
from playsheet.sim import playing, workers
from playsheet.sim.chunks import Chunks, work_text
from playsheet.sim.counts import Counts
from playsheet.sim.playing import game_seed, kind_of
from playsheet.sim.results import Results
from playsheet.sim.simulation import Stopped, lineups_of, simulate, teams_of

SKIRMISH = """
id = "a-skirmish"
system = "lancer"
title = "A Skirmish"
blurb = "Quickly over."
size = "small"
table = [24, 24]
turns = 2

[[sides]]
name = "The North"
facing = 180
zones = [[0, 13, 24, 24]]
{north}

[[sides.units]]
card = "line-company"

[[sides]]
name = "The South"
facing = 0
zones = [[0, 0, 24, 11]]

[[sides.units]]
card = "irregular-horse"

[[objectives]]
kind = "most-removed"
"""

HOUSE = """
name = "Slow rifles"
system = "lancer"

[sheet.shooting.rifles]
reach = 1
"""

RANDOM = ("random", "random")
MIXED = ("random", "doctrine")


@pytest.fixture(scope="module")
def skirmish(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("scenarios") / "a-skirmish.toml"
    file.write_text(SKIRMISH.format(north=""))
    return str(file)


@pytest.fixture
def three_seats(tmp_path: Path) -> str:
    """Two players for the north, one for the south."""
    file = tmp_path / "three-seats.toml"
    file.write_text(SKIRMISH.format(north='players = ["Ann", "Bob"]'))
    return str(file)


def results_of(found: Results) -> str:
    return json.dumps(found.data()["results"])


# ---------------------------------------------------------------------- one seed, one result


def test_results_do_not_depend_on_workers_or_chunks(skirmish: str) -> None:
    ways = [(0, 0), (1, 7), (1, 100), (2, 1), (3, 0)]
    found = [simulate(skirmish, 25, RANDOM, seed=9, workers=crew, chunk=chunk) for crew, chunk in ways]
    assert len({results_of(one) for one in found}) == 1
    assert found[0].games == 25
    assert [one.workers for one in found] == [1, 1, 1, 2, 3]


def test_results_do_not_depend_on_workers_when_sides_are_swapped(skirmish: str) -> None:
    found = [
        simulate(skirmish, 9, MIXED, seed=3, workers=crew, chunk=chunk) for crew, chunk in [(1, 1), (1, 9), (2, 3)]
    ]
    assert len({results_of(one) for one in found}) == 1
    assert found[0].counts.lead.n == 4  # whole pairs: the ninth game has no partner


def test_another_seed_gives_other_games(skirmish: str) -> None:
    assert simulate(skirmish, 4, RANDOM, 1, 1).digest() != simulate(skirmish, 4, RANDOM, 2, 1).digest()


def test_more_games_begin_with_the_same_games(skirmish: str) -> None:
    """Game i depends on the seed and i alone."""
    few, more = Counts(2), Counts(2)
    table = table_of(skirmish, RANDOM, 5)
    few.merge(table.play(0, 10))
    for first in (6, 0, 3, 9):
        more.merge(table.play(first, 3 if first < 9 else 1))
    assert few == more


def table_of(which: str, players: tuple[str, str], seed: int, check: bool = False) -> playing.Table:
    setup = set_up(which, [])
    lineups = lineups_of(setup, teams_of(setup, players), swap=True)
    return playing.Table(playing.Plan(setup.scenario.text, setup.scenario.file, (), tuple(lineups), seed, check))


def test_the_mixing_is_written_down() -> None:
    """Old results stay reproducible only while these numbers stand: from 0 they are SplitMix64's published words."""
    assert [game_seed(0, 0), game_seed(0, 1)] == [0xE220A8397B1DCDAF >> 11, 0x6E789E6AA1B965F4 >> 11]
    assert game_seed(1, 0) == 6753131800803418
    seeds = {game_seed(seed, number) for seed in range(40) for number in range(500)}
    assert len(seeds) == 20_000
    assert max(seeds) <= playing.LARGEST_SEED


def test_a_simulated_game_is_the_game_of_its_seed() -> None:
    """A failure's seed and seats are enough to look at the game with its events."""
    table = table_of("the-wells", RANDOM, 4)
    outcome = table.play_game(3)
    again = table.setup.game(["random", "random"], game_seed(4, 3), keep=True)
    again.run()
    assert isinstance(outcome, playing.Outcome)
    assert (outcome.winner, outcome.turns, outcome.verdict) == (
        again.battle.winner,
        again.battle.turn,
        again.battle.verdict,
    )
    assert (outcome.steps, outcome.decisions) == (again.step, again.decisions)
    assert outcome.tally == table.setup.system.tally(again.battle)


# ---------------------------------------------------------------------- swapping


def seats_played(
    monkeypatch: pytest.MonkeyPatch, which: str, n: int, players: tuple[str, ...], swap: bool
) -> list[object]:
    """(seats, seed) of every game, which the North wins at once."""
    seen: list[object] = []

    def run(table: playing.Table, game: Game[LancerBattle]) -> tuple[str, str]:
        seen.append((tuple(player.name() for player in game.players if player), game.source.seed))  # type: ignore[attr-defined]
        game.battle.winner = 0
        game.battle.finished = True
        return "", ""

    monkeypatch.setattr(playing.Table, "run", run)
    found = simulate(which, n, players, seed=8, workers=1, swap=swap)
    seen.append(found.counts.player_wins)
    return seen


def test_players_change_sides_with_the_same_dice(monkeypatch: pytest.MonkeyPatch, skirmish: str) -> None:
    a, b = ("random", "doctrine"), ("doctrine", "random")
    one, two, three = (game_seed(8, number) for number in range(3))
    assert seats_played(monkeypatch, skirmish, 5, a, True) == [
        (a, one),
        (b, one),
        (a, two),
        (b, two),
        (a, three),
        [3, 2],
    ]


def test_players_keep_their_sides_without_swap(monkeypatch: pytest.MonkeyPatch, skirmish: str) -> None:
    a = ("random", "doctrine")
    seeds = [game_seed(8, number) for number in range(3)]
    assert seats_played(monkeypatch, skirmish, 3, a, False) == [*((a, seed) for seed in seeds), [3, 0]]


def test_the_same_players_are_not_swapped(monkeypatch: pytest.MonkeyPatch, skirmish: str) -> None:
    """Both games of a pair would be the same game: half the sample, counted twice."""
    seeds = [game_seed(8, number) for number in range(3)]
    assert seats_played(monkeypatch, skirmish, 3, RANDOM, True) == [*((RANDOM, seed) for seed in seeds), [3, 0]]


def test_one_name_a_side_fills_its_seats(monkeypatch: pytest.MonkeyPatch, three_seats: str) -> None:
    seen = seats_played(monkeypatch, three_seats, 2, ("random", "doctrine"), True)
    assert [seats for seats, _ in seen[:2]] == [  # type: ignore[misc]
        ("random", "random", "doctrine"),
        ("doctrine", "doctrine", "random"),
    ]


def test_one_name_a_seat(monkeypatch: pytest.MonkeyPatch, three_seats: str) -> None:
    team = ("random", "doctrine", "random")
    seen = seats_played(monkeypatch, three_seats, 1, team, False)
    assert seen[0] == (team, game_seed(8, 0))
    with pytest.raises(Refused, match="random and doctrine cannot play The South, which has 1 seats: name one player"):
        simulate(three_seats, 2, team, workers=1)
    same = seats_played(monkeypatch, three_seats, 2, ("random", "random", "doctrine"), True)
    assert same[1] == (("doctrine", "doctrine", "random"), game_seed(8, 0))


# ---------------------------------------------------------------------- few games


@pytest.mark.parametrize("n", [0, 1, 2, 3])
@pytest.mark.parametrize("players", [RANDOM, MIXED])
def test_few_games(skirmish: str, n: int, players: tuple[str, str]) -> None:
    seen: list[tuple[int, int]] = []
    found = simulate(skirmish, n, players, workers=4 if n < 2 else 1, progress=lambda done, of: seen.append((done, of)))
    assert (found.games, found.failed) == (n, 0)
    assert seen[0] == (0, n)
    assert seen[-1] == (n, n)
    for part in ("sides", "by_player"):
        for row in found.reproducible()[part]:  # type: ignore[attr-defined]
            assert row["wins"] + row["draws"] + row["losses"] == n
    json.dumps(found.data(), allow_nan=False)
    assert dict(found.summary())["games"].startswith(f"{n} of {n}")


def test_the_shape_of_the_data(skirmish: str) -> None:
    found = simulate(skirmish, 4, MIXED, workers=1)
    plain = found.data()
    assert list(plain) == ["results", "run"]
    results = plain["results"]
    assert isinstance(results, dict)
    assert list(results) == [
        *("scenario", "title", "system", "houses", "players", "seed", "asked", "played", "failed", "swapped"),
        *("checked", "sides", "by_player", "first_side_advantage", "turns", "decisions", "steps", "verdicts"),
        *("failures", "digest", "by_turn", "notes"),
    ]
    assert sorted(results["sides"][0]) == ["cost", "draws", "losses", "side", "win_rate", "wins"]
    assert sorted(results["sides"][0]["cost"]) == ["commanders_lost", "figures_lost", "units_lost"]
    assert sorted(results["by_player"][1]) == ["draws", "losses", "player", "win_rate", "wins"]
    assert sorted(results["turns"]) == ["high", "least", "low", "mean", "most", "spread"]
    assert sorted(results["sides"][0]["win_rate"]) == ["high", "low", "rate"]
    assert sorted(plain["run"]) == ["decisions_per_second", "games_per_second", "seconds", "workers"]  # type: ignore[call-overload]
    assert sum(row["games"] for row in results["verdicts"]) == 4


def test_verdicts_that_differ_in_numbers_are_one_kind() -> None:
    assert kind_of("Red Corps wins by 12 points to 8.") == "Red Corps wins by N points to N."
    assert kind_of("Red Corps wins by 1 point to 0.") == "Red Corps wins by N points to N."
    assert kind_of("The 2nd Foot holds the well.") == "The 2nd Foot holds the well."


# ---------------------------------------------------------------------- nothing is swallowed


def test_a_broken_law_is_reported(monkeypatch: pytest.MonkeyPatch, skirmish: str) -> None:
    def broken(system: Lancer, battle: LancerBattle) -> list[str]:
        return ["a figure too many"] if battle.turn == 2 else []

    monkeypatch.setattr(Lancer, "broken_laws", broken)
    found = simulate(skirmish, 3, RANDOM, seed=6, workers=1, check=True)
    assert (found.games, found.failed) == (0, 3)
    failure = found.failures[1]
    assert (failure.scenario, failure.game, failure.seed) == ("a-skirmish", 1, game_seed(6, 1))
    assert (failure.kind, failure.said, failure.turn) == ("law", "a figure too many", 2)
    assert failure.step > 2
    assert (
        f"a-skirmish, game 1 (seed {failure.seed}; random, random), turn 2, step {failure.step}" in failure.sentence()
    )
    assert dict(found.summary())["FAILED"] == "3 games"
    assert json.loads(results_of(found))["failures"][1]["said"] == "a figure too many"


def test_laws_are_looked_at_only_when_asked(monkeypatch: pytest.MonkeyPatch, skirmish: str) -> None:
    monkeypatch.setattr(Lancer, "broken_laws", lambda system, battle: ["never"])
    assert simulate(skirmish, 2, RANDOM, workers=1).failed == 0


def test_an_error_is_reported_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch, skirmish: str) -> None:
    step = Lancer.step
    bad = game_seed(6, 2)

    def stumble(system: Lancer, game: Game[LancerBattle]) -> None:
        if game.source.seed == bad and game.step == 3:  # type: ignore[attr-defined]
            raise KeyError("no such\nunit")
        step(system, game)

    monkeypatch.setattr(Lancer, "step", stumble)
    found = simulate(skirmish, 5, RANDOM, seed=6, workers=1)
    assert (found.games, found.failed) == (4, 1)
    failure = found.failures[0]
    assert (failure.game, failure.seed, failure.step, failure.kind) == (2, bad, 4, "error")
    assert failure.said.startswith("KeyError: ")
    assert failure.where.startswith("test_simulation.py:")


def test_an_answer_that_is_not_offered_is_found_in_debug(monkeypatch: pytest.MonkeyPatch, skirmish: str) -> None:
    def invented(player: RandomPlayer, battle: LancerBattle, question: Question) -> Option:
        return Word("cheat")

    monkeypatch.setattr(RandomPlayer, "choose", invented)
    found = simulate(skirmish, 1, RANDOM, workers=1, check=True)
    assert found.failures[0].kind == "error"
    assert "random chose 'cheat', which is not offered" in found.failures[0].said


def test_a_game_past_its_turn_limit_is_a_failure(monkeypatch: pytest.MonkeyPatch, skirmish: str) -> None:
    monkeypatch.setattr(
        "playsheet.rules.lancer.turn.AT_STOP", [part for part in AT_STOP if "victory" not in part.title]
    )
    found = simulate(skirmish, 2, RANDOM, workers=1)
    assert [(failure.kind, failure.said) for failure in found.failures] == [
        ("turn limit", "turn 3 was reached, the scenario has 2.")
    ] * 2


def test_a_game_without_end_is_a_failure(monkeypatch: pytest.MonkeyPatch, skirmish: str) -> None:
    monkeypatch.setattr(Lancer, "step", lambda system, game: None)
    found = simulate(skirmish, 1, RANDOM, workers=1)
    assert [(failure.kind, failure.said) for failure in found.failures] == [
        ("no end", "900 steps were played and the battle is not over.")
    ]


def test_a_step_that_asks_for_ever_is_a_failure(monkeypatch: pytest.MonkeyPatch, skirmish: str) -> None:
    def nag(system: Lancer, game: Game[LancerBattle]) -> None:
        while True:
            game.choose(0, "again", [Word("yes"), Word("no")], 0)

    monkeypatch.setattr(Lancer, "step", nag)
    found = simulate(skirmish, 1, RANDOM, workers=1)
    assert (found.failures[0].kind, found.failures[0].step) == ("no end", 1)
    assert found.failures[0].said == "the step has asked for 601 answers and goes on asking."


def test_only_the_first_failures_are_told_but_all_are_counted(monkeypatch: pytest.MonkeyPatch, skirmish: str) -> None:
    monkeypatch.setattr(playing.Table, "run", lambda table, game: ("law", "broken"))
    digests = set()
    for chunk in (7, 150):
        found = simulate(skirmish, 150, RANDOM, workers=1, chunk=chunk)
        assert found.failed == 150
        assert [failure.game for failure in found.failures] == list(range(100))
        digests.add(found.digest())
    assert len(digests) == 1


# ---------------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"n": -1}, "The number of games is -1: expected 0 or more."),
        ({"workers": -2}, "The number of workers is -2: expected 0 or more."),
        ({"seed": -1}, "The seed is -1: expected a whole number from 0 to"),
        ({"seed": 2**53}, "The seed is 9007199254740992: expected"),
        ({"chunk": -1}, "The size of a chunk is -1: expected 0 or more."),
        ({"players": ("random", "napoleon")}, "There is no player 'napoleon'"),
        ({"players": ("random", "person")}, "A simulation does not wait for a person: expected one of doctrine"),
        ({"players": ("random",)}, "A Skirmish has 2 sides and 2 seats: expected one player a side or a seat, got 1."),
        ({"which": "nowhere"}, "There is no scenario 'nowhere'"),
        ({"houses": ["no-such-house.toml"]}, "no-such-house.toml"),
    ],
)
def test_bad_input_is_refused(skirmish: str, given: dict[str, object], sentence: str) -> None:
    asked: dict[str, object] = {"which": skirmish, "n": 2, "players": RANDOM, "workers": 1, **given}
    with pytest.raises(Refused) as refused:
        simulate(**asked)  # type: ignore[arg-type]
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


# ---------------------------------------------------------------------- processes


def test_chunks_hold_every_game_once_and_keep_pairs_together() -> None:
    for n, crew, size, chunk in [(101, 2, 2, 0), (101, 3, 2, 7), (12, 4, 1, 0), (1, 2, 2, 0), (0, 2, 1, 0)]:
        chunks = Chunks(n, crew, size, chunk)
        games: list[int] = []
        while (taken := chunks.take()) is not None:
            assert taken[0] % size == 0
            games += range(taken[0], taken[0] + taken[1])
            chunks.took(taken[1], 0.001 * taken[1])
        assert games == list(range(n))


def test_slow_games_come_in_small_chunks() -> None:
    """So that the progress moves: no chunk takes much more than a quarter of a second, or than its worker's share."""
    chunks = Chunks(10_000, 2, 2, 0)
    first = chunks.take()
    assert first == (0, 4)
    chunks.took(4, 0.4)
    assert chunks.take() == (4, 2)
    chunks.took(2, 0.0)
    chunks.seconds = 0.0001
    assert chunks.take() == (6, chunks_of_games.LARGEST_CHUNK)


def test_a_worker_holds_a_chunk_more_only_in_the_thick_of_it() -> None:
    chunks = Chunks(100, 2, 2, 0)
    assert not chunks.plenty()  # nobody knows yet how long games take
    chunks.take()
    chunks.took(4, 0.1)
    assert chunks.plenty()
    chunks.next = 86
    assert not chunks.plenty()  # what one holds at the end, the other cannot play


def work_of(which: str) -> str:
    setup = set_up(which, [])
    return work_text([playing.Plan(setup.scenario.text, setup.scenario.file, (), (RANDOM,), 0, False)])


def test_few_games_are_shared_out_and_no_worker_is_started_for_none(skirmish: str) -> None:
    assert Chunks(4, 2, 1, 0).take() == (0, 2)
    played = workers.played_by_workers(work_of(skirmish), Chunks(2, 5, 1, 0), 5)
    next(played)
    assert len(workers_of_this_process()) == 2
    assert sum(part.games for part in played) == 1


def test_this_process_plays_beside_its_workers(skirmish: str) -> None:
    played = workers.played_by_workers(work_of(skirmish), Chunks(30, 3, 1, 1), 3)
    games = next(played).games
    assert len(workers_of_this_process()) == 2
    assert games + sum(part.games for part in played) == 30
    assert workers_of_this_process() == []


def test_a_worker_that_dies_costs_nothing(skirmish: str) -> None:
    """What it was given is played by the one that takes its place: the results are the same."""
    killed: list[int] = []

    def kill(done: int, of: int) -> None:
        children = workers_of_this_process()
        if children and not killed:
            killed.append(children[0])
            os.kill(children[0], signal.SIGKILL)

    found = simulate(skirmish, 60, RANDOM, 2, workers=2, chunk=1, progress=kill)
    assert len(killed) == 1
    assert results_of(found) == results_of(simulate(skirmish, 60, RANDOM, 2, workers=1))
    assert workers_of_this_process() == []


def test_a_chunk_that_ends_its_process_again_is_not_tried_for_ever(
    monkeypatch: pytest.MonkeyPatch, skirmish: str
) -> None:
    start = workers.start_deaf

    def start_and_kill(process: multiprocessing.context.SpawnProcess) -> None:
        start(process)
        process.kill()

    monkeypatch.setattr(workers, "start_deaf", start_and_kill)
    monkeypatch.setattr(workers, "played_one", lambda work, chunks: None)  # this process plays nothing
    said = "^A worker process was killed by SIGKILL while it played games 0 to 49, as the one before it did: the"
    with pytest.raises(Refused, match=said) as refused:
        list(workers.played_by_workers(work_of(skirmish), Chunks(1000, 2, 1, 50), 2))
    assert "\n" not in str(refused.value)
    assert workers_of_this_process() == []


def test_a_worker_that_fails_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """For instance because the program was changed under a running simulation."""
    monkeypatch.setattr(workers, "played_one", lambda work, chunks: None)  # it would fail too
    work = work_text([playing.Plan("not a scenario", "a.toml", (), (RANDOM,), 0, False)])
    with pytest.raises(Refused, match=r"^A worker process failed: Refused: a\.toml: .* the simulation is stopped\.$"):
        list(workers.played_by_workers(work, Chunks(4, 2, 1, 2), 2))
    assert workers_of_this_process() == []


def workers_of_this_process() -> list[int]:
    return [child.pid for child in multiprocessing.active_children() if child.pid]


def test_stopping_half_way_leaves_no_worker(skirmish: str) -> None:
    def interrupt(done: int, of: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        simulate(skirmish, 10**6, RANDOM, workers=2, progress=interrupt)
    assert workers_of_this_process() == []
    so_far = stopped.value.results
    assert so_far.games > 0
    assert so_far.counts == simulate(skirmish, so_far.games, RANDOM, workers=1).counts


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent to a group of processes differently there")
def test_ctrl_c_stops_quietly(tmp_path: Path, skirmish: str) -> None:
    """The signal goes to the whole group, as a terminal sends it: workers say nothing, the caller is interrupted."""
    script = tmp_path / "script.py"
    script.write_text(
        "import signal, sys\n"
        "from playsheet.sim.simulation import simulate\n"
        "if __name__ == '__main__':\n"
        "    signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it\n"
        "    try:\n"
        "        simulate(sys.argv[1], 10**6, ('random', 'random'), workers=2,\n"
        "                 progress=lambda done, of: print(done, flush=True))\n"
        "    except KeyboardInterrupt:\n"
        "        print('stopped', flush=True)\n"
    )
    source = str(Path(playing.__file__).parents[2])
    running = subprocess.Popen(
        [sys.executable, str(script), skirmish],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": source},
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "0\n"
    running.stdout.readline()  # the first chunk is done: the workers are at work
    os.killpg(running.pid, signal.SIGINT)
    said, complained = running.communicate(timeout=60)
    assert said.splitlines()[-1] == "stopped"
    assert complained == ""


def test_house_rules_reach_the_workers(tmp_path: Path, skirmish: str) -> None:
    house = tmp_path / "house.toml"
    house.write_text(HOUSE)
    plain = simulate(skirmish, 12, RANDOM, workers=1)
    here = simulate(skirmish, 12, RANDOM, workers=1, houses=[str(house)])
    there = simulate(skirmish, 12, RANDOM, workers=2, houses=[str(house)])
    assert here.houses == ("Slow rifles",)
    assert results_of(here) == results_of(there)
    assert here.counts.fingerprint != plain.counts.fingerprint
