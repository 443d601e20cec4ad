"""The compiled build plays the same games as the plain one, and the long runs that every system must stand.

Run on the compiled build: by `make compiled` a part of each run, by `make soak` (PLAYSHEET_SOAK=1) all of it. Each test
also passes, more slowly, uncompiled.
"""

from __future__ import annotations

import json
import os
import subprocess
from hashlib import sha256

import pytest

from playsheet.core import dice as dice_module
from playsheet.core.game import line_of
from playsheet.players.setup import set_up
from playsheet.rules import scenario_files
from playsheet.sim.simulation import simulate

COMPILED = dice_module.__file__.endswith((".so", ".pyd"))
PLAIN = os.environ.get("PLAYSHEET_PURE_PYTHON", "")
SOAK = os.environ.get("PLAYSHEET_SOAK", "") == "1"
SHARE = (1 if SOAK else 8) if COMPILED else 20  # uncompiled, a small part of each run shows that it works

GAMES = [
    ("the-wells", ("doctrine", "doctrine"), range(8)),
    ("the-wells", ("random", "random"), range(8)),
    ("the-frontier-road", ("doctrine", "random"), range(6)),
    ("grand-manoeuvres", ("doctrine", "doctrine"), range(2)),
    ("the-picket", ("doctrine",), range(4)),
    ("the-picket", ("random",), range(4)),
    ("platoon-in-the-wood", ("doctrine", "random"), range(4)),
    ("the-mission-station", ("random",) * 6, range(1)),
    ("the-telegraph-hut", ("doctrine", "doctrine"), range(6)),
    ("the-telegraph-hut", ("random", "random"), range(6)),
    ("steam-at-kandar-ford", ("doctrine", "random"), range(3)),
    ("the-great-redoubt", ("doctrine", "doctrine"), range(1)),
    ("the-ruined-wells", ("doctrine", "random"), range(6)),
    ("runaway-engines", ("doctrine", "doctrine"), range(3)),
    ("runaway-engines", ("random", "random"), range(3)),
    ("the-rail-fence", ("doctrine", "random"), range(6)),
    ("the-woodlot", ("doctrine", "doctrine"), range(2)),
    ("the-third-day", ("doctrine", "doctrine"), range(1)),
]
LONG = ("the-mission-station", "the-great-redoubt", "the-third-day")  # half a minute uncompiled: only in a soak
WIDE = ("grand-manoeuvres", "steam-at-kandar-ford", "runaway-engines", "the-woodlot")  # take ten times as long as most
LAWFUL = {  # how many random games of each are looked at after every step in a soak; a fifth as many with a doctrine
    "the-wells": 1000,
    "the-frontier-road": 400,
    "grand-manoeuvres": 200,
    "the-picket": 1000,
    "platoon-in-the-wood": 1000,
    "the-mission-station": 20,
    "the-telegraph-hut": 1000,
    "steam-at-kandar-ford": 200,
    "the-great-redoubt": 20,
    "the-ruined-wells": 1000,
    "runaway-engines": 200,
    "the-great-advance": 20,
    "the-rail-fence": 500,
    "the-woodlot": 200,
    "the-third-day": 10,
}


def told(scenario: str, players: tuple[str, ...], seeds: range) -> list[str]:
    """The digest of every event of each game, byte for byte; outside a soak of every other game."""
    setup = set_up(scenario, [])
    digests: list[str] = []
    for seed in seeds if SOAK else seeds[::2]:
        game = setup.game(list(players), seed, True)
        game.run()
        digests.append(sha256("".join(line_of(event) for event in game.log).encode()).hexdigest())
    return digests


@pytest.mark.skipif(
    not (COMPILED and PLAIN), reason="needs both builds: the compiled one runs this, and finds the plain one"
)
@pytest.mark.parametrize("row", [row for row, games in enumerate(GAMES) if SOAK or games[0] not in LONG])
def test_both_builds_play_the_same_games(row: int) -> None:
    code = (
        f"import sys; sys.path.insert(0, {os.path.dirname(__file__)!r}); import json, test_same_games as same; "
        f"assert not same.COMPILED; print(json.dumps(same.told(*same.GAMES[{row}])))"
    )
    plain = subprocess.run([PLAIN, "-c", code], capture_output=True, text=True, check=False)
    assert plain.returncode == 0, plain.stderr
    assert json.loads(plain.stdout) == told(*GAMES[row])


@pytest.mark.parametrize(
    ("scenario", "n"),
    [("the-wells", 2000), ("grand-manoeuvres", 400), ("the-picket", 400), ("the-telegraph-hut", 1000)],
)
def test_many_games_and_none_fails(scenario: str, n: int) -> None:
    """None fails, none runs past its turn limit; the simulation counts either as a failure."""
    results = simulate(scenario, n // SHARE, seed=1)
    assert [str(failure) for failure in results.failures] == []
    assert results.games == n // SHARE


def test_the_laws_are_looked_at_in_every_scenario() -> None:
    assert sorted(LAWFUL) == sorted(scenario_files())


@pytest.mark.parametrize("scenario", LAWFUL)
@pytest.mark.parametrize("players", [("doctrine", "doctrine"), ("random", "random"), ("doctrine", "random")])
def test_the_laws_hold_after_every_step(scenario: str, players: tuple[str, str]) -> None:
    n = LAWFUL[scenario] // (1 if SOAK else 25)
    if "doctrine" in players:
        n //= 5
    if not COMPILED:
        n //= 20
    if n == 0:
        pytest.skip("more of it is played in a soak")
    results = simulate(scenario, n, players=players, seed=2, check=True)
    assert [str(failure) for failure in results.failures] == []


@pytest.mark.parametrize(
    ("scenario", "share"),
    [
        ("the-wells", 0.95),
        ("the-frontier-road", 0.93),
        ("grand-manoeuvres", 0.95),
        ("platoon-in-the-wood", 0.9),
        ("the-telegraph-hut", 0.9),
        ("steam-at-kandar-ford", 0.9),
        ("the-ruined-wells", 0.9),
        ("runaway-engines", 0.9),
        ("the-rail-fence", 0.9),
        ("the-woodlot", 0.9),
    ],
)
def test_the_doctrine_beats_random_play(scenario: str, share: float) -> None:
    n = 400 if SOAK else 40 if scenario in WIDE else 100
    results = simulate(scenario, n if COMPILED else 20, players=("doctrine", "random"), seed=3)
    rate = results.player_rate(0)
    assert rate.value is not None
    assert rate.value >= (share if COMPILED else 0.8), f"{scenario}: {rate.value:.3f}"


def test_at_every_step_a_clone_plays_on_identically() -> None:
    setup = set_up("the-wells", [])
    for seed in range(20 // SHARE):
        game = setup.game(["doctrine", "random"], seed, True)
        game.run()
        whole = [line_of(event) for event in game.log]
        again = setup.game(["doctrine", "random"], seed, True)
        while not again.battle.finished:
            twin = again.clone()
            twin.run()
            assert [line_of(event) for event in twin.log] == whole
            again.play_step()


def test_one_seed_gives_one_result_whatever_the_number_of_workers() -> None:
    digests = {simulate("the-wells", 60 // SHARE, seed=4, workers=workers).digest() for workers in (1, 2, 3)}
    assert len(digests) == 1
