"""What is left of each side of the built-in scenarios, turn by turn: measured in battles of the commander with himself.

`python -m playsheet.sim.strength DIRECTORY` writes DIRECTORY/SYSTEM/strength.toml, a scenario each:

[the-wells]
scenario = "0b51d0e2f3b1c7aa" # which text of it; of another nothing is known
games    = 200
fought   = [200, 200, 190] # battles that were fought in each turn
side_1   = [98, 90, 81] # figures not lost when the turn ended, of 100; a battle that is over stays as it ended
side_2   = [92, 71, 58]
"""

from __future__ import annotations

import argparse
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from playsheet.core.reader import Reader, read_text, read_toml
from playsheet.core.scenario import Scenario, read_heading
from playsheet.rules import scenario_files
from playsheet.sim.balance import rows_in
from playsheet.sim.results import Results
from playsheet.sim.simulation import MOST_GAMES, simulate

GAMES: Final = {"small": 200, "middle": 100, "large": 40}  # how many battles, by the scenario's size
HEADING: Final = (
    "# What is left of each side turn by turn: battles of the built-in commander with himself.\n"
    "# Measured by `make balance`, and not to be changed by hand.\n"
)


class Strength(NamedTuple):
    """What was counted of a scenario; turns from the first."""

    games: int
    fought: list[int]
    sides: list[list[int]]  # of each side, figures left of 100


def strength_of(scenario: Scenario) -> Strength | None:
    """Of a built-in scenario as it was measured; of any other, and of one that was changed since, nothing is known."""
    built_in = scenario_files().get(scenario.id)
    path = None if built_in is None else built_in.parent.parent / "strength.toml"
    if built_in is None or path is None or not path.is_file() or read_text(built_in) != scenario.text:
        return None
    reader = read_toml(path)
    if not reader.has(scenario.id):
        return None
    row = reader.table(scenario.id)
    known = row.text("scenario") == digest_of(scenario.text)
    return read_strength(row, len(scenario.sides)) if known else None


def read_strength(row: Reader, sides: int) -> Strength:
    games = row.integer("games", 1, MOST_GAMES)
    fought = row.integers("fought", low=0, high=games)
    found = Strength(games, fought, [row.integers(f"side_{side + 1}", low=0, high=100) for side in range(sides)])
    if any(len(left) != len(fought) for left in found.sides):
        raise row.refused("fought", "expected as many turns as of each side.")
    return found


def digest_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def row_of(id: str, text: str, found: Results) -> str:
    """A scenario's part of strength.toml."""
    by_turn = found.counts.by_turn.of_all()
    lines = [
        f"[{id}]\n",
        f'scenario = "{digest_of(text)}"\n',
        f"games    = {found.games}\n",
        f"fought   = {[fought for fought, _ in by_turn]}\n",
    ]
    for side, start in enumerate(found.starting):
        left = [in_100(sums[side].total, sums[side].n * start) for _, sums in by_turn]
        lines.append(f"side_{side + 1}   = {left}\n")
    return "".join(lines)


def in_100(part: int, whole: int) -> int:
    """As a whole number, halves up; a side without figures has lost none."""
    return (200 * part + whole) // (2 * whole) if whole else 100


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m playsheet.sim.strength", description=__doc__)
    parser.add_argument("directory", type=Path, help="where the systems' directories are: src/playsheet/rules")
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help="all of them unless given")
    parser.add_argument("--games", type=int, default=0, help="by the scenario's size unless given")
    parser.add_argument("--workers", type=int, default=None)
    given = parser.parse_args(words)
    known = scenario_files()
    for id in given.scenarios or known:
        heading = read_heading(known[id])
        found = simulate(id, given.games or GAMES[heading.size], workers=given.workers)
        path: Path = given.directory / heading.system / "strength.toml"
        rows = {**rows_in(path), id: row_of(id, read_text(known[id]), found)}
        path.write_text("\n".join([HEADING, *[rows[one] for one in sorted(rows)]]), encoding="utf-8")
        print(f"{id}: {found.games} battles in {found.seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
