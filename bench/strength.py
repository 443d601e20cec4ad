"""How strong one player is against another: pairs of battles, sides swapped, with the same dice.

`python -m bench.strength FILE --players veteran:64,regular --pairs 50 [SCENARIO ...]` appends a row for each pair to
FILE and goes on where it stopped; several processes may share a FILE. Without --pairs it says what is in FILE.
With --keep what is in FILE of levels against the regular is written down for players to read (players/strength.toml).
Scenarios are ids of built-in ones or files; without any, the small ones and, as The Picket has one player, Platoon in
the Wood.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Seeded
from playsheet.core.events import Battle
from playsheet.players.levels import LEVELS, REGULAR
from playsheet.players.search import Searcher
from playsheet.players.setup import Setup, check_bot, set_up
from playsheet.players.strength import FILE, strengths
from playsheet.sim.intervals import Estimate, mean
from playsheet.sim.playing import game_seed

SMALL: Final = ("the-wells", "the-telegraph-hut", "the-ruined-wells", "the-rail-fence", "platoon-in-the-wood")
A_PAIR: Final = 4  # half points that two battles are worth
Row = dict[str, Any]


class Timed(Player):
    """A player, and how long it took over each plan; of one that makes none, over each answer."""

    def __init__(self, player: Player) -> None:
        self.looks_ahead = True
        self.player: Final = player
        self.seconds: Final[list[float]] = []

    def begin(self, battle: Battle, step: int) -> None:
        self.player.begin(battle, step)

    def choose(self, battle: Battle, question: Question) -> Option:
        before, began = self.plans(), perf_counter()
        chosen = self.player.choose(battle, question)
        self.note(before, perf_counter() - began)
        return chosen

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        before, began = self.plans(), perf_counter()
        value = self.player.place(battle, question)
        self.note(before, perf_counter() - began)
        return value

    def plans(self) -> int:
        return len(self.player.made) if isinstance(self.player, Searcher) else -1

    def note(self, before: int, seconds: float) -> None:
        if self.plans() != before:
            self.seconds.append(seconds)

    def changed(self) -> int:
        """In how many turns it did not leave it to the doctrine."""
        made = self.player.made.values() if isinstance(self.player, Searcher) else ()
        return sum([not one.advice.taken.plan.is_own() for one in made])


def play_pair(setup: Setup, players: list[str], pair: int, seed: int) -> Row:
    """The first player has the first side, then the second."""
    wins: list[int] = []
    plans: list[float] = []
    changed = 0
    began = perf_counter()
    for turn in (0, 1):
        dice = game_seed(seed, pair)
        timed: list[Player | None] = []
        mine: list[Timed] = []
        for seat, side in enumerate(setup.sides):
            player = setup.player(players[0 if side == turn else 1], seat, dice)
            assert player is not None
            timed.append(player)
            if side == turn and isinstance(player, Searcher):
                mine.append(Timed(player))
                timed[-1] = mine[-1]
        game = setup.game_with(timed, Seeded(dice), keep=False, own_dice=[False] * len(timed))
        game.run()
        wins.append(0 if game.battle.winner < 0 else 1 if game.battle.winner == turn else -1)
        plans += [seconds for one in mine for seconds in one.seconds]
        changed += sum([one.changed() for one in mine])
    return {
        "scenario": setup.scenario.id,
        "players": players,
        "seed": seed,
        "pair": pair,
        "wins": wins,  # of the first player: as the first side, as the second
        "plans": [round(seconds, 3) for seconds in plans],
        "changed": changed,
        "seconds": round(perf_counter() - began, 3),
    }


# ---------------------------------------------------------------------- what is in a file


def rows_in(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.is_file() else []


def share(rows: Iterable[Row]) -> str:
    """`61.3% (55.0 to 67.5) of 80 pairs`: draws are half; the interval is over pairs."""
    points = points_of(rows)
    found = estimate(points)
    if found.value is None:
        return "no pairs"
    said = f"{100 * found.value / A_PAIR:.1f}%"
    if found.low is not None and found.high is not None:
        said += f" ({100 * found.low / A_PAIR:.1f} to {100 * found.high / A_PAIR:.1f})"
    return f"{said} of {len(points)} pairs"


def points_of(rows: Iterable[Row]) -> list[int]:
    return [2 + row["wins"][0] + row["wins"][1] for row in rows]


def estimate(points: list[int]) -> Estimate:
    return mean(len(points), sum(points), sum([point * point for point in points]))


def kept(rows: list[Row]) -> str:
    """The text of players/strength.toml: of each level by itself against the regular, over all scenarios."""
    said = [FILE.read_text(encoding="utf-8").splitlines()[0]]
    for level in LEVELS:
        points = points_of(row for row in rows if row["players"] == [level, REGULAR])
        found = estimate(points)
        if found.value is not None and found.low is not None and found.high is not None:
            wins, low, high = (of_100(share) for share in (found.value, found.low, found.high))
            said += ["", f"[{level}]", f"wins = {wins}", f"low = {low}", f"high = {high}", f"pairs = {len(points)}"]
    return "\n".join(said) + "\n"


def of_100(points: float) -> int:
    return min(100, max(0, int(100 * points / A_PAIR + 0.5)))


def at(seconds: list[float], part: float) -> float:
    return sorted(seconds)[min(len(seconds) - 1, int(part * len(seconds)))] if seconds else 0.0


def said_of(rows: list[Row]) -> str:
    plans = [seconds for row in rows for seconds in row["plans"]]
    said = share(rows)
    for side in (0, 1):
        won = [sum([row["wins"][side] == result for row in rows]) for result in (1, 0, -1)]
        said += f"; as side {side + 1} won {won[0]}, drawn {won[1]}, lost {won[2]}"
    if plans:
        said += f"; {len(plans)} plans, p50 {at(plans, 0.5):.2f} s, p99 {at(plans, 0.99):.2f} s"
        said += f", {100 * sum([row['changed'] for row in rows]) / len(plans):.0f}% not the doctrine's own"
    return said


def show(rows: list[Row]) -> None:
    """By players and scenario, then over all scenarios, each pair counting alike."""
    for names in dict.fromkeys(tuple(row["players"]) for row in rows):
        mine = [row for row in rows if tuple(row["players"]) == names]
        print(f"{names[0]} against {names[1]}")
        for scenario in dict.fromkeys(row["scenario"] for row in mine):
            print(f"  {scenario}: {said_of([row for row in mine if row['scenario'] == scenario])}")
        print(f"  all: {said_of(mine)}", flush=True)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("file", type=Path, help="a row for each pair")
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO")
    parser.add_argument("--players", default="veteran,regular", metavar="A,B")
    parser.add_argument("--pairs", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the number of the first pair")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--keep", action="store_true", help="write down how strong the levels are")
    given = parser.parse_intermixed_args(words)
    players = given.players.split(",")
    for name in players:
        check_bot(name)
    setups = [set_up(which, []) for which in given.scenarios or list(SMALL)] if given.pairs else []
    played = {(row["scenario"], tuple(row["players"]), row["seed"], row["pair"]) for row in rows_in(given.file)}
    for pair in range(given.first, given.first + given.pairs):  # all scenarios together: it may be stopped any time
        for setup in setups:
            if (setup.scenario.id, tuple(players), given.seed, pair) not in played:
                row = play_pair(setup, players, pair, given.seed)
                with given.file.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
    rows = rows_in(given.file)
    show(rows)
    if given.keep:
        text = kept(rows)
        strengths(text)  # it can be read
        FILE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
