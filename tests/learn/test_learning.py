"""The environments keep the contracts of PettingZoo and Gymnasium, and show what a seat may know and nothing else."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from pettingzoo.test import api_test, max_cycles_test, seed_test
from pettingzoo.test import test_save_obs as save_obs_test
from pettingzoo.utils.conversions import parallel_to_aec

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.events import Battle
from playsheet.learn import Observation, PolicyPlayer, against, env, parallel_env, strength
from playsheet.learn.asking import Asked, Choice, thinned
from playsheet.learn.seeing import BATTLE, CHOICE, UNIT, Beside, Seer
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import Setup, set_up
from playsheet.rules import scenario_files

DOCS = Path(__file__).parents[2] / "docs"
SMALL_AND_MIDDLE = [id for id in scenario_files() if set_up(id, []).scenario.size != "large"]
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")


def first_legal(seen: Observation) -> int:
    assert seen["action_mask"][0] == 1
    return 0


# ---------------------------------------------------------------------------------------- the contracts


@pytest.mark.parametrize("scenario", SMALL_AND_MIDDLE)
def test_every_seat_is_an_agent(scenario: str) -> None:
    api_test(env(scenario), num_cycles=12)
    seed_test(lambda: env(scenario), num_cycles=6)


@pytest.mark.parametrize("scenario", SMALL_AND_MIDDLE)
def test_rounds_are_cut_short(scenario: str) -> None:
    def rounds(max_cycles: int) -> Any:
        return parallel_env(scenario, max_cycles=max_cycles, illegal="round")

    max_cycles_test(SimpleNamespace(parallel_env=rounds, env=lambda max_cycles: parallel_to_aec(rounds(max_cycles))))
    save_obs_test(env(scenario))


@pytest.mark.parametrize("scenario", SMALL_AND_MIDDLE)
def test_a_seat_against_a_player(scenario: str) -> None:
    check_env(against(scenario, "random", illegal="round"), skip_render_check=True, skip_close_check=True)


def test_battles_are_cut_short_when_an_agent_has_acted_so_often() -> None:
    battle = env(max_cycles=3)
    battle.reset(seed=1)
    acted = 0
    while not any(battle.truncations.values()):
        battle.step(0)
        acted += 1
    assert max(battle.acted.values()) == 3
    assert 3 <= acted <= 6
    assert all(battle.truncations.values())
    assert not any(battle.terminations.values())


def test_at_the_end_the_winner_has_1_and_the_loser_has_lost_1() -> None:
    ends = set()
    battle = env("the-telegraph-hut")
    random = np.random.default_rng(1)
    for seed in range(8):
        battle.reset(seed=seed)
        while battle.room.table.asked is not None:
            seen = battle.observe(battle.agent_selection)
            battle.step(int(random.integers(int(seen["action_mask"].sum()))))
        ends.add(tuple(battle.rewards.values()))
        winner = battle.room.table.battle.winner
        assert tuple(battle.rewards.values()) == (
            (0.0, 0.0) if winner < 0 else (1.0, -1.0) if winner == 0 else (-1.0, 1.0)
        )
    assert len(ends) > 1


def test_what_is_not_legal_loses() -> None:
    battle = env("the-wells")
    battle.reset(seed=1)
    agent = battle.agent_selection
    battle.step(63)
    assert battle.rewards[agent] == -1.0
    assert sum(battle.rewards.values()) == -1.0
    assert all(battle.terminations.values())
    mine = against("the-wells", "random")
    mine.reset(seed=1)
    _, reward, over, cut, _ = mine.step(63)
    assert (reward, over, cut) == (-1.0, True, False)
    rounds = parallel_env("the-wells")
    rounds.reset(seed=1)
    _, rewards, overs, _, _ = rounds.step({"seat_0": 63, "seat_1": 63})
    assert sorted(rewards.values()) == [-1.0, 0.0]
    assert all(overs.values())


def test_the_same_seed_gives_the_same_battle_however_it_is_played() -> None:
    one, other = env("the-telegraph-hut"), parallel_env("the-telegraph-hut")
    one.reset(seed=5)
    seen, _ = other.reset(seed=5)
    for _ in range(40):
        agent = one.agent_selection
        assert data_equivalence(one.observe(agent), seen[agent])
        one.step(0)
        seen, _, overs, _, _ = other.step({"seat_0": 0, "seat_1": 0})
        if any(overs.values()):
            break


# ---------------------------------------------------------------------------------------- what is seen


class Looking(Player):
    """Plays at random, and looks at each question twice: as it is, and with all that is hidden changed."""

    def __init__(self, seat: int, setup: Any) -> None:
        self.looks_ahead = False
        self.random = RandomPlayer(seat + 40)
        self.seat = seat
        self.setup = setup
        self.seer = Seer(setup, 64)
        self.game: Any = None
        self.compared = 0

    def look(self, battle: Battle, question: Question) -> None:
        asked = Asked(battle, question, 64)
        mine = self.seer.seen(battle, self.seat, asked)
        assert all(one in self.seer.space()[name] for name, one in mine.items())
        system = self.setup.system
        other = system.scrambled(self.game.battle, self.seat, Seeded(question.step))
        if other is not None:
            self.compared += 1
            again = self.seer.seen(system.seen(other, self.seat), self.seat, asked)
            assert data_equivalence(mine, again)

    def choose(self, battle: Battle, question: Question) -> Option:
        self.look(battle, question)
        return self.random.choose(battle, question)

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        self.look(battle, question)
        return self.random.place(battle, question)


@pytest.mark.parametrize(
    ("scenario", "hides"),
    [("the-wells", False), ("the-ruined-wells", True), ("the-rail-fence", True), ("platoon-in-the-wood", True)],
)
def test_no_number_tells_what_is_hidden(scenario: str, hides: bool) -> None:
    setup = set_up(scenario, [])
    if "fog" in setup.system.rulings.switches:
        setup = Setup(setup.system.configured({"fog": "on"}, "fog", []), setup.scenario, [])
    players = [Looking(seat, setup) for seat in range(len(setup.seats))]
    game = setup.game_with([*players], Seeded(3), keep=False, own_dice=[False] * len(players))
    for player in players:
        player.game = game
    for _ in range(60):
        if game.battle.finished:
            break
        game.play_step()
    assert any(player.compared for player in players) == hides


@pytest.mark.parametrize(
    ("place", "seen"),
    [
        ((0.5, 0.0), {"east": 0.5, "north": 0.0, "far": 0.5, "ahead": 0.0, "nearer_enemy": 1.0 - 1.25**0.5}),
        ((0.0, 0.25), {"east": 0.0, "north": 0.25, "far": 0.25, "ahead": 1.0, "nearer_enemy": 0.25}),
        ((0.0, -0.25), {"east": 0.0, "north": -0.25, "far": 0.25, "ahead": -1.0, "nearer_enemy": 0.05}),
        ((1e-9, -1e-9), {"east": 0.0, "north": 0.0, "far": 0.0, "ahead": 0.0, "nearer_enemy": 0.0}),  # where it stands
    ],
)
def test_a_place_is_seen_beside_the_unit_and_the_nearest_enemy(
    place: tuple[float, float], seen: dict[str, float]
) -> None:
    """The unit in the middle looks north; the enemies on the table are 1 before and 1.2 behind it."""
    mine, near, far, gone = ([0.0] * len(UNIT) for _ in range(4))
    for row, north in ((mine, 0.0), (near, 1.0), (far, -1.2), (gone, 0.1)):
        row[UNIT.index("y")], row[UNIT.index("facing_north")] = north, 1.0
        row[UNIT.index("enemy")] = float(row is not mine)
        row[UNIT.index("on_table")] = float(row is not gone)
    row = [0.0] * len(CHOICE)
    Beside([mine, near, far, gone], mine).compare(row, place)
    found = {name: row[CHOICE.index(name)] for name in seen}
    assert found == pytest.approx(seen, abs=1e-6)


def test_columns_have_names() -> None:
    seer = Seer(set_up("the-wells", []), 64)
    space = seer.space()
    assert space["units"].shape == (9, len(UNIT))
    assert space["battle"].shape == (len(BATTLE),)
    assert space["choices"].shape == (64, len(CHOICE))
    battle = against("the-wells", "random")
    seen, info = battle.reset(seed=2)
    assert seen["units"][:, UNIT.index("mine")].sum() == 4
    assert seen["units"][:, UNIT.index("enemy")].sum() == 5
    assert seen["action_mask"].sum() == min(info["legal"], 64)
    assert len(battle.words()) == seen["action_mask"].sum()


def test_a_long_list_is_thinned_evenly_and_keeps_its_ends() -> None:
    every: list[Choice] = [(float(number),) for number in range(573)]
    kept = thinned(every, 64)
    assert len(kept) == 64
    assert (kept[0], kept[-1]) == (every[0], every[-1])
    places = [one[0] for one in kept if isinstance(one, tuple)]
    assert {int(after - before) for before, after in pairwise(places)} == {9, 10}
    assert thinned(every[:64], 64) == every[:64]


def test_the_map_in_letters_and_as_a_picture() -> None:
    letters = env("the-wells", render_mode="ansi")
    letters.reset(seed=1)
    drawn = letters.render()
    assert isinstance(drawn, str)
    assert drawn.count("\n") > 8
    pixels = against("the-wells", "random", render_mode="rgb_array")
    pixels.reset(seed=1)
    before = pixels.render()
    assert isinstance(before, np.ndarray)
    assert before.shape[1:] == (480, 3)
    for _ in range(12):
        pixels.step(0)
    after = pixels.render()
    assert isinstance(after, np.ndarray)
    assert (before != after).any()


# ---------------------------------------------------------------------------------------- policies, refusals


def test_a_policy_sits_down_as_a_player() -> None:
    found = strength(first_legal, "the-wells", "random", pairs=3)
    assert found.battles == 6
    assert 0.0 <= found.low <= found.share <= found.high <= 1.0
    again = strength(first_legal, "the-wells", "random", pairs=3)
    assert repr(found) == repr(again)
    setup = set_up("the-wells", [])
    assert PolicyPlayer(setup, 0, first_legal).name() == "policyplayer"


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"scenario": "the-well"}, "no scenario 'the-well'"),
        ({"choices": 1}, "choices: expected 2 or more, got 1."),
        ({"illegal": "cry"}, "illegal: expected 'lose' or 'round', got 'cry'."),
        ({"render_mode": "human"}, "render_mode: expected one of ansi, rgb_array, got 'human'."),
    ],
)
def test_refusals_are_a_sentence(wrong: dict[str, Any], expected: str) -> None:
    with pytest.raises(Refused, match=expected.replace("(", "\\(")):
        env(**wrong)


def test_an_unknown_player_or_seat_is_refused() -> None:
    with pytest.raises(Refused, match="no player 'nobody'"):
        against("the-wells", "nobody")
    with pytest.raises(Refused, match="seat: expected a number from 0 to 1, got 2"):
        against("the-wells", seat=2)


def test_what_the_page_shows_runs() -> None:
    page = (DOCS / "learning.md").read_text(encoding="utf-8")
    shown = [block.partition("```")[0] for block in page.split("```python\n")[1:]]
    assert len(shown) == 3
    for block in shown:
        exec(block, {})


def test_the_example_runs() -> None:
    example = DOCS / "examples" / "learn_the_telegraph_hut.py"
    said = subprocess.run([sys.executable, str(example), "--quick"], capture_output=True, text=True, check=True).stdout
    assert [line.split(":")[0] for line in said.splitlines()] == [
        "generation 1",
        "generation 2",
        "against random",
        "against recruit",
        "against regular",
    ]


def test_without_the_extra_it_says_how_to_get_it() -> None:
    hide = (
        "import sys",
        "sys.modules['greenlet'] = None",
        "try: import playsheet.learn",
        "except Exception as e: print(e)",
    )
    said = subprocess.run([sys.executable, "-c", "\n".join(hide)], capture_output=True, text=True, check=True).stdout
    assert said == "There is no greenlet here: pip install 'playsheet[learn]' brings what learning wants.\n"
