"""How many steps a second the environments take, at random: `python -m bench.learning [SCENARIO ...]`."""

from __future__ import annotations

import sys
from time import process_time
from typing import Final

import numpy as np

from playsheet.learn import env
from playsheet.players.setup import set_up
from playsheet.rules import scenario_files

SECONDS: Final = 3.0  # of the processor, for each scenario


def steps_a_second(scenario: str) -> float:
    battle = env(scenario)
    random = np.random.default_rng(1)
    steps, seed, began = 0, 0, process_time()
    while process_time() - began < SECONDS:
        battle.reset(seed=seed)
        seed += 1
        for _ in battle.agent_iter():
            seen, _, over, cut, _ = battle.last()
            if over or cut:
                break
            steps += 1
            battle.step(int(random.integers(int(seen["action_mask"].sum()))))
    return steps / (process_time() - began)


if __name__ == "__main__":
    small_and_middle = [one for one in scenario_files() if set_up(one, []).scenario.size != "large"]
    for one in sys.argv[1:] or small_and_middle:
        print(f"{one:<24} {steps_a_second(one):>8,.0f} steps a second")
