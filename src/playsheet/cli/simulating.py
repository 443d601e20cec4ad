"""`simulate`, `merge`: many battles and what came of them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import ExitStack
from typing import Final, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from playsheet.cli.output import add_row, console, print_json, table
from playsheet.cli.plots import plot_of, write
from playsheet.core.errors import Refused
from playsheet.core.files import NewFile, file_bytes
from playsheet.library.plots import of_simulation
from playsheet.players.own import ANSWER_SECONDS
from playsheet.sim.chunks import Engine
from playsheet.sim.results import Results
from playsheet.sim.rows import RowsFile, rows_file
from playsheet.sim.simulation import TABLES, Halted, Stopped, simulate

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130


def run(given: argparse.Namespace) -> int:
    """Exit code 1 if a game failed: that is a fault of the rules' code, not of the input."""
    players = [name.strip() for name in given.players.split(",")]
    seeds = seeds_of(given)
    if given.part and given.until_sure:
        raise Refused("--part writes a part of a whole, and --until-sure stops where it will: expected one of the two.")

    def play(progress: Callable[[int, int], None] | None) -> Results:
        return simulate(
            given.scenario,
            given.games or 0,
            players,
            given.seed,
            given.workers,
            given.swap,
            given.house,
            given.check,
            progress,
            until_sure=given.until_sure,
            seeds=seeds,
            rows=rows,
            deadline=given.deadline or ANSWER_SECONDS,
            engine=engine,
        )

    with ExitStack() as files:
        engine = cluster_of(given, files)
        part = files.enter_context(NewFile(given.part, given.force)) if given.part else None
        plot = plot_of(given, files)
        rows = files.enter_context(rows_file(given.rows, given.force)) if given.rows else None
        results, ended = played(play, bar=sys.stderr.isatty() and not given.json)
        if part is not None:
            write_part(part, results)
        end_rows(rows, whole=ended is None)
        if plot is not None:
            write(plot, *of_simulation(results))
    if given.json:
        print_json(results.data())
    else:
        show(results)
    if ended is not None:
        return told(ended, done(results), results.asked, rows)
    return 1 if results.failed else 0


def cluster_of(given: argparse.Namespace, until: ExitStack) -> Engine | None:
    """The machines of --cluster, connected until the end; without it, none."""
    if not given.cluster:
        return None
    from playsheet.sim.cluster import Cluster

    return until.enter_context(Cluster(given.cluster))


def end_rows(rows: RowsFile | None, *, whole: bool) -> None:
    if rows is not None and whole:
        rows.finish()
    elif rows is not None:
        rows.interrupt()


def told(ended: BaseException, done: int, asked: int, rows: RowsFile | None) -> int:
    """Why it ended before its time, in a sentence; the exit code."""
    interrupted = isinstance(ended, KeyboardInterrupt)
    said = "Interrupted: this" if interrupted else f"{' '.join(str(ended).split())} This"
    kept = f", with rows in {rows.partial}" if rows else ""
    print(f"{said} is what came of {done} of {asked} battles{kept}.", file=sys.stderr)
    return INTERRUPTED if interrupted else BAD_INPUT


def seeds_of(given: argparse.Namespace) -> tuple[int, int] | None:
    """`--seeds 0-499`, in place of -n."""
    if (given.seeds is None) == (given.games is None):
        raise Refused("expected either -n, how many battles, or --seeds FROM-TO, which sets of dice.")
    if given.seeds is None:
        return None
    first, dash, last = given.seeds.partition("-")
    if not dash or not all(word.isascii() and word.isdigit() and len(word) < 12 for word in (first, last)):
        raise Refused(f"--seeds: expected the first set of dice and the last, such as 0-499, got {given.seeds[:40]!r}.")
    return int(first), int(last)


def merge(given: argparse.Namespace) -> int:
    """One report of the parts that several machines have played."""
    from playsheet.sim.parts import LARGEST_PART, read_part
    from playsheet.sim.parts import merge as merged

    names = list(dict.fromkeys(given.files))
    with ExitStack() as files:
        part = files.enter_context(NewFile(given.part, given.force)) if given.part else None
        texts = [(file_bytes(name, LARGEST_PART).decode("utf-8", errors="replace"), name) for name in names]
        results = merged([read_part(text, name) for text, name in texts])
        if part is not None:
            write_part(part, results)
    if given.json:
        print_json({"results": results.reproducible()})
    else:
        show(results)
    return 1 if results.failed else 0


def write_part(file: NewFile, results: Results) -> None:
    from playsheet.sim.parts import part_text

    file.write(part_text(results))


def done(results: Results) -> int:
    return results.games + results.failed


def played(
    play: Callable[[Callable[[int, int], None] | None], Results], bar: bool
) -> tuple[Results, Stopped | Halted | None]:
    """What was played, and what ended it before its time."""
    try:
        return with_bar(play) if bar else play(None), None
    except (Stopped, Halted) as ended:
        if isinstance(ended, Halted) and not done(ended.results):
            raise
        return ended.results, ended


Found = TypeVar("Found")


def with_bar(play: Callable[[Callable[[int, int], None]], Found]) -> Found:
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
    show_by_turn(out, results)
    if results.workers:
        run = results.run()
        out.print(
            f"{run['seconds']} s on {run['workers']} processes, {run['games_per_second']} battles/s.", style="dim"
        )
    for failure in results.failures:
        out.print(
            f"Game {failure.game} (seed {failure.seed}) failed in step {failure.step}: {failure.said}", style="red"
        )


def show_by_turn(out: Console, results: Results) -> None:
    """What of each side is left when each turn ends."""
    by_turn = results.by_turn()
    if not by_turn:
        return
    headings = ["turn", "battles fought in it", *results.sides]
    made = table("Strength by turn: figures left, of 100", headings, right=range(len(headings)))
    for turn, (fought, left) in enumerate(by_turn, 1):
        shares = ["" if found.value is None else f"{100 * found.value:.1f}" for found in left]
        add_row(made, [str(turn), str(fought), *shares])
    out.print(made)
