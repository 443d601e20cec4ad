"""`compare`: two ways to play, by the same dice, and what is different."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import ExitStack

from playsheet.cli.output import add_row, console, print_json, table
from playsheet.cli.plots import plot_of, write
from playsheet.cli.simulating import cluster_of, end_rows, told, with_bar
from playsheet.library.plots import of_comparison
from playsheet.players.own import ANSWER_SECONDS
from playsheet.sim.comparing import PLAYERS, Comparison, CutShort, Difference, Interrupted, compare, is_there
from playsheet.sim.intervals import bounds
from playsheet.sim.rows import rows_file


def run(given: argparse.Namespace) -> int:
    """Exit code 1 if a battle failed: that is a fault of the rules' code, not of the input."""

    def play(progress: Callable[[int, int], None] | None) -> Comparison:
        return compare(
            given.a,
            given.b,
            given.games,
            given.scenario or "",
            [name.strip() for name in given.players.split(",")],
            given.against,
            given.seed,
            given.workers,
            given.house,
            progress,
            until_sure=given.until_sure,
            rows=rows,
            deadline=given.deadline or ANSWER_SECONDS,
            engine=engine,
        )

    ended: BaseException | None = None
    with ExitStack() as files:
        engine = cluster_of(given, files)
        plot = plot_of(given, files)
        rows = files.enter_context(rows_file(given.rows, given.force)) if given.rows else None
        try:
            found = with_bar(play) if sys.stderr.isatty() and not given.json else play(None)
        except (Interrupted, CutShort) as cut:
            found, ended = cut.results, cut
            if isinstance(cut, CutShort) and not found.played:
                raise
        end_rows(rows, whole=ended is None)
        if plot is not None:
            write(plot, *of_comparison(found))
    if given.json:
        print_json(found.data())
    else:
        show(found)
    if ended is not None:
        return told(ended, found.played, found.asked, rows)
    return 1 if found.failed else 0


def show(found: Comparison) -> None:
    out = console()
    made = table(titled(found), ["", "A", "B", "B less A", "95 in 100"], right=[1, 2, 3, 4])
    for row in found.differences():
        add_row(made, [named(row), *cells(row)], style="bold" if row.seen else "")
    out.print(made)
    alike = f"{found.pairs.alike} of {found.played} battles went the same in both."
    for said in (found.sentence(), alike, *found.notes(), *([found.sure_sentence()] if found.until_sure else [])):
        out.print(said[0].upper() + said[1:])
    digest = found.reproducible()["digest"]
    out.print(f"{found.seconds:.1f} s on {found.workers} processes; digest {digest}.", style="dim")
    for way, counts in (("A", found.pairs.a), ("B", found.pairs.b)):
        for failure in counts.failures:
            out.print(f"{way}, game {failure.game} (seed {failure.seed}) failed: {failure.said}", style="red")


def titled(found: Comparison) -> str:
    where = "" if found.kind == "scenarios" else f"{found.setups[0].scenario.title}: "
    against = f" against {found.plans[0].players[-1 - found.seat]}" if found.kind == PLAYERS else ""
    return f"{where}A {found.names[0]}, B {found.names[1]}{against}; {found.played} of {found.asked} battles each"


def named(row: Difference) -> str:
    """`The Garrison wins`, `figures lost, The Garrison`."""
    if row.what == "wins":
        return f"{row.who}: wins"
    what = row.what.replace("_", " ")
    return f"{what}, {row.who}" if row.who else what


def cells(row: Difference) -> list[str]:
    many = 100 if row.what == "wins" else 1
    digits = 1 if row.what == "wins" else 2
    sign = "%" if row.what == "wins" else ""
    known = ["" if number is None else f"{many * number:.{digits}f}{sign}" for number in (row.a, row.b)]
    if row.found.value is None:
        return [*known, "", ""]
    difference = f"{many * row.found.value:+.{digits}f}"
    if not is_there(row.found):
        return [*known, difference, ""]
    _, low, high = bounds(row.found)
    return [*known, difference, f"{many * low:+.{digits}f} to {many * high:+.{digits}f}"]
