"""Fits the value at which a play-out stops (players/valuing.py) to battles of the built-in commander with himself.

`python -m bench.fit_value [SYSTEM ...]` plays battles of the built-in scenarios, notes the eight numbers at the
beginning of each turn and who won, and writes the weights of a logistic regression into players/values.toml. Each
scenario has a constant of its own in the fit, which is not written: a side may be the stronger one from the start.
"""

from __future__ import annotations

import argparse
import sys
from math import exp, log
from pathlib import Path
from typing import Any, Final

import playsheet.players.valuing
from playsheet.core.reader import read_toml
from playsheet.players.setup import Setup, set_up
from playsheet.players.valuing import NUMBERS, numbers_of
from playsheet.rules import SYSTEMS, scenario_files
from playsheet.sim.playing import game_seed

GAMES: Final = {"small": 300, "middle": 120, "large": 24}
WEIGHT: Final = 0.5  # of every scenario in the end: its rows count as much as 1 / rows ** (1 - WEIGHT)
RIDGE: Final = 3.0  # pulls every weight to nothing, as so many rows would
ROUNDS: Final = 30
FILE: Final = Path(playsheet.players.valuing.__file__).with_name("values.toml")
HEADING: Final = (
    "# What a battle that is not over is worth: weights fitted by bench/fit_value.py. Not to be changed by hand.\n"
)


class Row:
    """The numbers at a turn's beginning, which scenario it was, and what the first side came to: 1, 0.5 or 0."""

    def __init__(self, numbers: list[float], scenario: int, result: float, weight: float) -> None:
        self.numbers: Final = numbers
        self.scenario: Final = scenario
        self.result: Final = result
        self.weight = weight


def rows_of(setup: Setup, scenario: int, games: int, seed: int) -> list[Row]:
    rows: list[Row] = []
    names = ["doctrine"] * len(setup.seats)
    for number in range(games):
        game = setup.game(names, game_seed(seed, number), keep=False)
        seen: list[list[float]] = []
        turn = 1
        while not game.battle.finished:
            game.play_step()
            if game.battle.turn > turn and not game.battle.finished:
                turn = game.battle.turn
                seen.append(numbers_of(setup.system, setup.scenario, game.battle, 0))
        result = 0.5 if game.battle.winner < 0 else 1.0 if game.battle.winner == 0 else 0.0
        rows += [Row(numbers, scenario, result, 1.0) for numbers in seen]
    for row in rows:
        row.weight = 1.0 / max(1, len(rows)) ** (1.0 - WEIGHT)
    return rows


def fitted(rows: list[Row], scenarios: int) -> list[float]:
    """The weights of the numbers, by Newton's method."""
    width = len(NUMBERS) + scenarios
    total = sum([row.weight for row in rows])
    scale = len(rows) / total
    weights = [0.0] * width
    for _ in range(ROUNDS):
        slope = [-RIDGE * weight for weight in weights]
        curve = [[RIDGE if i == j else 0.0 for j in range(width)] for i in range(width)]
        for row in rows:
            at = [*row.numbers, *[1.0 if row.scenario == one else 0.0 for one in range(scenarios)]]
            chance = likely(weights, at)
            off = scale * row.weight * (row.result - chance)
            bend = scale * row.weight * chance * (1.0 - chance)
            for i in range(width):
                if at[i]:
                    slope[i] += off * at[i]
                    for j in range(width):
                        curve[i][j] += bend * at[i] * at[j]
        step = solved(curve, slope)
        weights = [weight + part for weight, part in zip(weights, step)]
        if max(abs(part) for part in step) < 1e-6:
            break
    return weights


def likely(weights: list[float], at: list[float]) -> float:
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, sum([weight * number for weight, number in zip(weights, at)])))))


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss's elimination, with the largest pivot."""
    n = len(right)
    rows = [[*matrix[i], right[i]] for i in range(n)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda one: abs(rows[one][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(i + 1, n):
            factor = rows[k][i] / rows[i][i]
            for j in range(i, n + 1):
                rows[k][j] -= factor * rows[i][j]
    found = [0.0] * n
    for i in range(n - 1, -1, -1):
        found[i] = (rows[i][n] - sum([rows[i][j] * found[j] for j in range(i + 1, n)])) / rows[i][i]
    return found


def surprise(rows: list[Row], weights: list[float], scenarios: int) -> float:
    """The mean logarithmic loss of those rows, in bits: 1 is what a coin has."""
    loss = 0.0
    for row in rows:
        at = [*row.numbers, *[1.0 if row.scenario == one else 0.0 for one in range(scenarios)]]
        chance = min(0.9999, max(0.0001, likely(weights, at)))
        loss -= row.result * log(chance, 2.0) + (1.0 - row.result) * log(1.0 - chance, 2.0)
    return loss / max(1, len(rows))


def table_of(id: str, weights: list[float]) -> str:
    width = max(len(name) for name in NUMBERS)
    return f"[{id}]\n" + "".join(f"{name:<{width}} = {weight:.3f}\n" for name, weight in zip(NUMBERS, weights))


def known(path: Path) -> dict[str, list[float]]:
    reader = read_toml(path)
    return {id: [reader.table(id).number(name) for name in NUMBERS] for id in reader.data}


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.fit_value", description=__doc__)
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", help="all of them unless given")
    parser.add_argument("--games", type=float, default=1.0, help="so many times the usual number of battles (1)")
    parser.add_argument("--seed", type=int, default=77)
    given = parser.parse_args(words)
    for id in given.systems or SYSTEMS:
        fit(id, given.games, given.seed)
    return 0


def fit(id: str, games: float, seed: int) -> None:
    rows: list[Row] = []
    scenarios: list[Any] = [which for which, path in scenario_files().items() if path.parent.parent.name == id]
    for number, which in enumerate(scenarios):
        setup = set_up(which, [])
        found = rows_of(setup, number, max(4, int(games * GAMES[setup.scenario.size])), seed)
        print(f"{which}: {len(found)} rows", flush=True)
        rows += found
    held = [row for place, row in enumerate(rows) if place // 40 % 5 == 0]  # whole battles, nearly
    kept = [row for place, row in enumerate(rows) if place // 40 % 5]
    tried = fitted(kept, len(scenarios))
    print(f"{id}: {surprise(held, tried, len(scenarios)):.3f} bits on {len(held)} rows that were not fitted")
    weights = fitted(rows, len(scenarios))[: len(NUMBERS)]
    tables = {**known(FILE), id: weights}
    of_sheets = [tables[one] for one in SYSTEMS if one in tables]
    tables["all"] = [sum(column) / len(column) for column in zip(*of_sheets)]
    FILE.write_text("\n".join([HEADING, *[table_of(one, tables[one]) for one in sorted(tables)]]), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
