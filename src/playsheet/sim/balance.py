"""How even each built-in scenario is and how much it asks: measured in battles of the built-in commander with himself.

`python -m playsheet.sim.balance DIRECTORY` writes DIRECTORY/SYSTEM/balance.toml, a scenario as soon as it is played;
core/balance.py reads it.
"""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Seeded
from playsheet.core.events import Battle
from playsheet.players.setup import Setup, set_up
from playsheet.rules import scenario_files
from playsheet.sim.playing import game_seed
from playsheet.sim.workers import cores
from playsheet.version import __version__

GAMES: Final = 2_000  # a share is known to two in a hundred
CHUNK: Final = 20  # battles that a process plays at a time
HEADING: Final = (
    "# How even the scenarios are and how much they ask: battles of the built-in commander with himself.\n"
    "# Measured by `make balance`, and not to be changed by hand.\n"
)


class Counting(Player):
    """The doctrine, counting what it is asked."""

    def __init__(self, doctrine: Player) -> None:
        self.doctrine: Final = doctrine
        self.asked = 0

    def choose(self, battle: Battle, question: Question) -> Option:
        self.asked += 1
        return self.doctrine.choose(battle, question)

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        self.asked += 1
        return self.doctrine.place(battle, question)


class Measured:
    """What was counted in so many battles of a scenario."""

    def __init__(self, sides: int, seats: int) -> None:
        self.games = 0
        self.wins: Final = [0] * sides
        self.draws = 0
        self.turns = 0
        self.asked: Final = [0] * seats

    def add(self, other: Measured) -> None:
        self.games += other.games
        self.draws += other.draws
        self.turns += other.turns
        for side, wins in enumerate(other.wins):
            self.wins[side] += wins
        for seat, asked in enumerate(other.asked):
            self.asked[seat] += asked


def measure(setup: Setup, games: int, seed: int, first: int = 0) -> Measured:
    found = Measured(len(setup.scenario.sides), len(setup.seats))
    for number in range(first, first + games):
        players = [Counting(setup.system.doctrine(seat)) for seat in range(len(setup.seats))]
        dice = Seeded(game_seed(seed, number))
        game = setup.game_with([*players], dice, keep=False, own_dice=[False] * len(players))
        game.run()
        battle: Any = game.battle
        found.games += 1
        found.turns += battle.turn
        if battle.winner < 0:
            found.draws += 1
        else:
            found.wins[battle.winner] += 1
        for seat, player in enumerate(players):
            found.asked[seat] += player.asked
    return found


def measured_chunk(chunk: tuple[str, int, int, int]) -> Measured:
    id, games, seed, first = chunk
    return measure(set_up(id, []), games, seed, first)


def measured_by(processes: int, id: str, games: int, seed: int) -> Measured:
    """The same counts with any number of processes: each battle has dice of its own."""
    setup = set_up(id, [])
    found = Measured(len(setup.scenario.sides), len(setup.seats))
    chunks = [(id, min(CHUNK, games - first), seed, first) for first in range(0, games, CHUNK)]
    if processes == 1:
        for chunk in chunks:
            found.add(measured_chunk(chunk))
        return found
    with get_context("spawn").Pool(processes) as pool:
        for part in pool.imap_unordered(measured_chunk, chunks):
            found.add(part)
    return found


def row_of(id: str, found: Measured) -> str:
    """A scenario's part of balance.toml; questions and turns are means of one battle."""
    asked = ", ".join(str(whole(count, found.games)) for count in found.asked)
    return (
        f"[{id}]\n"
        f'version   = "{__version__}"\n'
        f"games     = {found.games}\n"
        f"wins      = [{', '.join(str(count) for count in found.wins)}] # of each side\n"
        f"draws     = {found.draws}\n"
        f"turns     = {whole(found.turns, found.games)}\n"
        f"questions = [{asked}] # to each seat\n"
    )


def whole(total: int, games: int) -> int:
    """A mean as a whole number, halves up."""
    return int(Fraction(total, games) + Fraction(1, 2))


def rows_in(path: Path) -> dict[str, str]:
    """The rows of a file as they stand, by scenario."""
    if not path.is_file():
        return {}
    parts = path.read_text(encoding="utf-8").split("\n[")[1:]
    return {part.partition("]")[0]: f"[{part.rstrip()}\n" for part in parts}


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m playsheet.sim.balance", description=__doc__)
    parser.add_argument("directory", type=Path, help="where the systems' directories are: src/playsheet/rules")
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help="all of them unless given")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--processes", type=int, default=cores())
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(words)
    for id in given.scenarios or scenario_files():
        found = measured_by(given.processes, id, given.games, given.seed)
        path: Path = given.directory / set_up(id, []).system.id / "balance.toml"
        rows = {**rows_in(path), id: row_of(id, found)}
        path.write_text("\n".join([HEADING, *[rows[one] for one in sorted(rows)]]), encoding="utf-8")
        print(f"{id}: {found.games} battles, wins {found.wins}, {found.draws} drawn, asked {found.asked}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
