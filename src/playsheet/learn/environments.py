"""The environments: all seats agents, by turns or in rounds (PettingZoo), or one against players (Gymnasium).

An action is the number of a choice in the list of what is legal, which is padded to a fixed length; `action_mask` says
how many there are. At the end the side that won gets 1 and the others -1; a draw is 0 for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, Literal, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from playsheet.core.errors import Refused
from playsheet.learn.asking import Table
from playsheet.learn.drawing import Picture, picture_of, text_of
from playsheet.learn.seeing import Observation, Seer
from playsheet.players.setup import Setup, check_bot, set_up

Illegal = Literal["lose", "round"]
MOST: Final = 64  # choices of a question: a hundred in a few questions of large battles, which are then thinned out
MODES: Final = ("ansi", "rgb_array")
SEEDS: Final = 2**31


class Room:
    """What all environments have: a scenario, its seats as agents, and the battle that is played."""

    def __init__(
        self, scenario: str, houses: Sequence[str], named: dict[int, str], choices: int, illegal: Illegal
    ) -> None:
        if choices < 2:
            raise Refused(f"choices: expected 2 or more, got {choices}.")
        if illegal not in ("lose", "round"):
            raise Refused(f"illegal: expected 'lose' or 'round', got {illegal!r}.")
        self.setup: Final[Setup] = set_up(scenario, list(houses))
        self.table: Final = Table(self.setup, named, choices)
        self.seer: Final = Seer(self.setup, choices)
        self.choices: Final = choices
        self.illegal: Final[Illegal] = illegal
        self.random = np.random.default_rng()

    def begin(self, seed: int | None) -> None:
        if seed is not None:
            self.random = np.random.default_rng(seed)
        self.table.begin(int(self.random.integers(SEEDS)))

    def observation(self, seat: int) -> Observation:
        """What the seat sees now; what it may choose if it is asked."""
        asked = self.table.asked
        if asked is not None and asked.question.seat == seat:
            return self.seer.seen(asked.battle, seat, asked)
        return self.seer.seen(self.setup.system.seen(self.table.battle, seat), seat, None)

    def info(self, seat: int) -> dict[str, Any]:
        """Of whoever is asked: the kind of the question, and how much is legal (more than `choices`: thinned)."""
        asked = self.table.asked
        if asked is None or asked.question.seat != seat:
            return {}
        return {"question": asked.question.kind, "legal": asked.legal}

    def answer(self, action: int) -> bool:
        """Go on with that choice; False if there is none of that number and it `lose`s."""
        asked = self.table.asked
        assert asked is not None
        number = int(action)
        if not 0 <= number < len(asked.choices):
            if self.illegal == "lose":
                self.table.leave()
                return False
            number %= len(asked.choices)
        self.table.answer(number)
        return True

    def reward(self, seat: int) -> float:
        """When it is over."""
        winner = self.table.battle.winner
        return 0.0 if winner < 0 else 1.0 if winner == self.setup.sides[seat] else -1.0

    def drawn(self, mode: str | None, seat: int) -> str | Picture | None:
        if mode is None:
            return None
        seen = self.setup.system.seen(self.table.battle, seat)
        return text_of(self.setup, seen) if mode == "ansi" else picture_of(self.setup, seen)


def checked_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise Refused(f"render_mode: expected one of {', '.join(MODES)}, got {mode!r}.")
    return mode


class Battles(AECEnv[str, Observation, int]):
    """Every seat is an agent, and acts when its seat is asked.

    `max_cycles`: a battle is cut short when some agent has acted so often. `illegal`: an action that is not legal loses
    the battle ("lose"), or is counted round the list ("round").
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "playsheet_v0",
        "render_modes": list(MODES),
        "is_parallelizable": False,
    }

    def __init__(
        self,
        scenario: str = "the-wells",
        *,
        houses: Sequence[str] = (),
        max_cycles: int | None = None,
        choices: int = MOST,
        illegal: Illegal = "lose",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.room: Final = Room(scenario, houses, {}, choices, illegal)
        self.max_cycles: Final = max_cycles
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(len(self.room.setup.seats))]
        self.seat_of: Final = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self.room.seer.space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(choices) for agent in self.possible_agents}
        self.acted: dict[str, int] = {}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.room.begin(seed)
        self.agents = self.possible_agents[:]
        self.acted = dict.fromkeys(self.agents, 0)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self.look_round()

    def look_round(self) -> None:
        """Whose turn it is, or how it ended."""
        asked = self.room.table.asked
        if asked is not None:
            self.agent_selection = self.possible_agents[asked.question.seat]
        else:
            for agent in self.agents:
                self.terminations[agent] = True
                self.rewards[agent] = self.room.reward(self.seat_of[agent])
        self.infos = {agent: self.room.info(self.seat_of[agent]) for agent in self.agents}

    def observe(self, agent: str) -> Observation:
        return self.room.observation(self.seat_of[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.acted[agent] += 1
        if self.room.answer(action):
            self.look_round()
            if self.acted[agent] == self.max_cycles and self.room.table.asked is not None:
                self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards[agent] = -1.0
        self._accumulate_rewards()

    def words(self) -> list[str]:
        """The choices of the agent that is asked, as people read them."""
        asked = self.room.table.asked
        return [] if asked is None else asked.words()

    def render(self) -> str | Picture | None:
        """The map as whoever is asked sees it."""
        return self.room.drawn(self.render_mode, self.seat_of[self.agent_selection])

    def close(self) -> None:
        self.room.table.leave()


class Rounds(ParallelEnv[str, Observation, int]):
    """The same in rounds, in which every agent acts: what those do who are not asked is not used."""

    metadata: ClassVar[dict[str, Any]] = {"name": "playsheet_rounds_v0", "render_modes": list(MODES)}

    def __init__(
        self,
        scenario: str = "the-wells",
        *,
        houses: Sequence[str] = (),
        max_cycles: int | None = None,
        choices: int = MOST,
        illegal: Illegal = "lose",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.room: Final = Room(scenario, houses, {}, choices, illegal)
        self.max_cycles: Final = max_cycles
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(len(self.room.setup.seats))]
        self.observation_spaces = {agent: self.room.seer.space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(choices) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.rounds = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.room.begin(seed)
        self.agents = self.possible_agents[:]
        self.rounds = 0
        return self.seen()

    def seen(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        numbered = list(enumerate(self.possible_agents))
        return (
            {agent: self.room.observation(seat) for seat, agent in numbered},
            {agent: self.room.info(seat) for seat, agent in numbered},
        )

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        asked = self.room.table.asked
        assert asked is not None
        self.rounds += 1
        rewards = dict.fromkeys(self.agents, 0.0)
        actor = self.possible_agents[asked.question.seat]
        if not self.room.answer(actions[actor]):
            rewards[actor] = -1.0
        elif self.room.table.asked is None:
            rewards = {agent: self.room.reward(seat) for seat, agent in enumerate(self.possible_agents)}
        over = self.room.table.asked is None
        cut = not over and self.rounds == self.max_cycles
        observations, infos = self.seen()
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def render(self) -> str | Picture | None:
        """The map as whoever is asked sees it."""
        asked = self.room.table.asked
        return self.room.drawn(self.render_mode, 0 if asked is None else asked.question.seat)

    def close(self) -> None:
        self.room.table.leave()


class Against(gymnasium.Env[Observation, Any]):
    """One seat is yours; the others have players by name: recruit, regular (doctrine), veteran, marshal or random."""

    metadata = {"render_modes": list(MODES)}  # noqa: RUF012 (as the class says whose it is)

    def __init__(
        self,
        scenario: str = "the-wells",
        player: str = "doctrine",
        *,
        seat: int = 0,
        houses: Sequence[str] = (),
        choices: int = MOST,
        illegal: Illegal = "lose",
        render_mode: str | None = None,
    ) -> None:
        check_bot(player)
        named: dict[int, str] = {}
        self.room: Final = Room(scenario, houses, named, choices, illegal)
        seats = len(self.room.setup.seats)
        if not 0 <= seat < seats:
            raise Refused(f"seat: expected a number from 0 to {seats - 1}, got {seat}.")
        named.update({other: player for other in range(seats) if other != seat})
        self.seat: Final = seat
        self.render_mode = checked_mode(render_mode)
        self.observation_space = cast("spaces.Space[Observation]", self.room.seer.space())
        self.action_space = spaces.Discrete(choices)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.room.begin(seed)
        while self.room.table.asked is None:  # it was over before this seat was ever asked
            self.room.begin(None)
        return self.room.observation(self.seat), self.room.info(self.seat)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        legal = self.room.answer(action)
        over = self.room.table.asked is None
        reward = -1.0 if not legal else self.room.reward(self.seat) if over else 0.0
        return self.room.observation(self.seat), reward, over, False, self.room.info(self.seat)

    def words(self) -> list[str]:
        """What may be chosen, as people read it."""
        asked = self.room.table.asked
        return [] if asked is None else asked.words()

    def render(self) -> str | Picture | None:
        return self.room.drawn(self.render_mode, self.seat)

    def close(self) -> None:
        self.room.table.leave()


def env(scenario: str = "the-wells", **how: Any) -> Battles:
    """Every seat an agent, one after the other (PettingZoo, AEC)."""
    return Battles(scenario, **how)


def parallel_env(scenario: str = "the-wells", **how: Any) -> Rounds:
    """Every seat an agent, in rounds (PettingZoo, parallel)."""
    return Rounds(scenario, **how)


def against(scenario: str = "the-wells", player: str = "doctrine", **how: Any) -> Against:
    """One seat against a named player (Gymnasium)."""
    return Against(scenario, player, **how)
