"""`simulate`: many battles and what came of them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from playsheet.cli.output import add_row, console, print_json, table
from playsheet.sim.results import Results
from playsheet.sim.simulation import TABLES, simulate


def run(given: argparse.Namespace) -> int:
    """Exit code 1 if a game failed: that is a fault of the rules' code, not of the input."""
    players = [name.strip() for name in given.players.split(",")]

    def play(progress: Callable[[int, int], None] | None) -> Results:
        return simulate(
            given.scenario,
            given.games,
            players,
            given.seed,
            given.workers,
            given.swap,
            given.house,
            given.check,
            progress,
            until_sure=given.until_sure,
        )

    if sys.stderr.isatty() and not given.json:
        results = with_bar(play)
    else:
        results = play(None)
    if given.json:
        print_json(results.data())
    else:
        show(results)
    return 1 if results.failed else 0


def with_bar(play: Callable[[Callable[[int, int], None]], Results]) -> Results:
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        return play(lambda done, of: bar.update(task, completed=done, total=of))


def show(results: Results) -> None:
    out = console()
    players = ["the tables" if name == TABLES else name for name in results.players]
    made = table(f"{results.title}: {' against '.join(players)}", ["", ""])
    for what, much in results.summary():
        add_row(made, [what, much], style="bold red" if what == "FAILED" else "")
    out.print(made)
    run = results.run()
    out.print(f"{run['seconds']} s on {run['workers']} processes, {run['games_per_second']} battles/s.", style="dim")
    for failure in results.failures:
        out.print(
            f"Game {failure.game} (seed {failure.seed}) failed in step {failure.step}: {failure.said}", style="red"
        )
