"""Learns a small battle by the cross-entropy method, and measures what it has learned.

    python learn_the_telegraph_hut.py            # some minutes
    python learn_the_telegraph_hut.py --quick    # to see that it runs

What is learned is how much each number of a choice's row counts, by itself and together with what is asked: a linear
policy, a few hundred weights. A generation tries variants of them in battles against a player, and keeps the best.
"""

from __future__ import annotations

import argparse

import numpy as np

from playsheet.learn import Against, Observation, against, strength
from playsheet.learn.seeing import BATTLE, CHOICE

SCENARIO = "the-telegraph-hut"
ASKED = slice(BATTLE.index("question_0"), len(BATTLE))  # what kind of question it is
PLAIN = CHOICE.index("kind_0")  # the numbers before it say where a choice leads
WEIGHTS = len(CHOICE) + PLAIN * (ASKED.stop - ASKED.start)


def policy_of(weights: np.ndarray):
    alone, together = weights[: len(CHOICE)], weights[len(CHOICE) :].reshape(PLAIN, -1)

    def policy(seen: Observation) -> int:
        rows = seen["choices"][: int(seen["action_mask"].sum())]
        return int(np.argmax(rows @ alone + rows[:, :PLAIN] @ (together @ seen["battle"][ASKED])))

    return policy


def worth(rooms: list[Against], weights: np.ndarray, seeds: range) -> float:
    """The mean of what it wins, and a little of what it has left and the enemy has lost."""
    policy, total = policy_of(weights), 0.0
    for seed in seeds:
        room = rooms[seed % len(rooms)]
        seen, _ = room.reset(seed=seed)
        over = False
        while not over:
            seen, reward, over, _, _ = room.step(policy(seen))
        mine, theirs = seen["battle"][BATTLE.index("my_strength")], seen["battle"][BATTLE.index("their_strength")]
        total += reward + 0.5 * float(mine - theirs)
    return total / len(seeds)


def learn(generations: int, tried: int, battles: int, player: str) -> np.ndarray:
    random = np.random.default_rng(1)
    rooms = [against(SCENARIO, player, seat=seat) for seat in (0, 1)]
    middle, spread = np.zeros(WEIGHTS), np.ones(WEIGHTS)
    for generation in range(generations):
        variants = middle + spread * random.standard_normal((tried, WEIGHTS))
        seeds = range(generation * battles, (generation + 1) * battles)  # the same dice for all of them
        worths = np.array([worth(rooms, one, seeds) for one in variants])
        best = variants[np.argsort(worths)[-max(2, tried // 6) :]]
        middle, spread = best.mean(axis=0), best.std(axis=0) + 0.3 / (1 + generation)
        print(
            f"generation {generation + 1}: {worths.mean():+.2f} on the average, {worths.max():+.2f} at best", flush=True
        )
    return middle


if __name__ == "__main__":
    given = argparse.ArgumentParser()
    given.add_argument("--quick", action="store_true")
    given.add_argument("--against", default="random")
    quick = given.parse_args().quick
    player = given.parse_args().against
    weights = learn(2, 4, 4, player) if quick else learn(30, 48, 24, player)
    pairs = 4 if quick else 200
    for other in ("random", "recruit", "regular"):
        print(f"against {other}: {strength(policy_of(weights), SCENARIO, other, pairs=pairs)}")
