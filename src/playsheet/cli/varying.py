"""`vary`: one thing changed at a time, by the same dice, ranked by what it does."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import ExitStack

from playsheet.cli.comparing import cells, named
from playsheet.cli.output import add_row, console, print_json, table
from playsheet.cli.plots import plot_of, write
from playsheet.cli.simulating import cluster_of, end_rows, told, with_bar
from playsheet.core.errors import Refused
from playsheet.library.plots import of_variation
from playsheet.players.own import ANSWER_SECONDS
from playsheet.sim.rows import rows_file
from playsheet.sim.simulation import notes_of
from playsheet.sim.varying import BY, Broken, Effect, Ended, Variation, vary


def run(given: argparse.Namespace) -> int:
    """Exit code 1 if a battle failed: that is a fault of the rules' code, not of the input."""
    turns = [turns_of(word) for word in words(given.turns)]

    def play(progress: Callable[[int, int], None] | None) -> Variation:
        return vary(
            given.scenario,
            given.games,
            words(given.players),
            given.seed,
            given.workers,
            given.house,
            words(given.switches),
            given.cell,
            given.unit,
            turns,
            given.by,
            progress,
            engine,
            rows,
            given.deadline or ANSWER_SECONDS,
        )

    ended: BaseException | None = None
    with ExitStack() as files:
        engine = cluster_of(given, files)
        plot = plot_of(given, files)
        rows = files.enter_context(rows_file(given.rows, given.force)) if given.rows else None
        try:
            found = with_bar(play) if sys.stderr.isatty() and not given.json else play(None)
        except (Broken, Ended) as cut:
            found, ended = cut.results, cut
            if isinstance(cut, Ended) and not found.played:
                raise
        end_rows(rows, whole=ended is None)
        if plot is not None:
            write(plot, *of_variation(found))
    if given.json:
        print_json(found.data())
    else:
        show(found)
    if ended is not None:
        return told(ended, found.played, found.asked, rows)
    return 1 if found.failed else 0


def words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def turns_of(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 4 and int(word)):
        raise Refused(f"--turns: expected whole numbers from 1 to 999, such as 8,12, got {word[:40]!r}.")
    return int(word)


def show(found: Variation) -> None:
    """The largest effect of each change on each of the three; an asterisk where it is more than luck."""
    out = console()
    title = f"{found.setup.scenario.title}: {found.played} of {found.asked} battles as they stand, and with each change"
    order = [found.by, *[by for by in BY if by != found.by]]
    made = table(title, ["change", *order, "95 in 100", "alike"], right=[4, 5])
    for one in found.ranked():
        largest = [one.largest(by) for by in order]
        between = cells(largest[0].found)[3]
        shown = [said(effect) for effect in largest]
        add_row(made, [one.change.name, *shown, between, str(one.pairs.alike)], style="bold" if one.seen else "")
    out.print(made)
    tests = sum(len(one.effects) for one in found.ranked())
    out.print(f"* more than luck, after Holm's correction for {tests} numbers looked at (5% risk of any error in all).")
    out.print(f"The interval is that of {found.by} by itself. Alike: battles that went the same.")
    for name, why in found.left_out:
        out.print(f"Left out: {name} ({why})")
    for note in notes_of(found.setup):
        out.print(note[0].upper() + note[1:])
    digest = found.reproducible()["digest"]
    out.print(f"{found.seconds:.1f} s on {found.workers} processes; digest {digest}.", style="dim")
    for change, pair in zip(found.changes, found.pairs):
        for failure in pair.b.failures:
            out.print(f"{change.name}: game {failure.game} (seed {failure.seed}) failed: {failure.said}", style="red")


def said(effect: Effect) -> str:
    """`+12.0 The Union *`."""
    number = cells(effect.found)[2] or "0"
    if not effect.size:
        return "0"
    who = named(effect.found) if effect.found.what != "wins" else effect.found.who
    return f"{number} {who}{' *' if effect.seen else ''}"
