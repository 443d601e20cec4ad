"""Pictures of what was measured, by matplotlib, as SVG or PNG: for the same input the same bytes.

No date is in them, and SVG's identifiers hang on nothing but what is drawn. Another version of matplotlib may draw
otherwise.
"""

from __future__ import annotations

import argparse
import io
import warnings
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from playsheet.core.errors import Refused
from playsheet.core.files import NewFile
from playsheet.sim.comparing import PLAYERS, Comparison, Difference, is_there
from playsheet.sim.intervals import Estimate, bounds, wilson
from playsheet.sim.results import Results
from playsheet.sim.varying import Variation

if TYPE_CHECKING:
    from playsheet.odds import Odds

KINDS: Final = (".svg", ".png")
MOST_ROWS: Final = 40  # in one picture
LONGEST: Final = 60  # letters of a label
WIDE: Final = 8.0  # inches
SETTINGS: Final = {
    "svg.hashsalt": "playsheet",
    "text.parse_math": False,  # a dollar in a name is a dollar
    "font.family": "DejaVu Sans",  # matplotlib brings it along
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
}
INK: Final = "#1f4e79"
PALE: Final = "#9db4cb"


class Row(NamedTuple):
    """A number with its interval."""

    label: str
    found: Estimate
    strong: bool = True


class Panel(NamedTuple):
    """Rows on one scale; bars from 0, or points beside the line of no difference."""

    title: str
    rows: list[Row]
    bars: bool


def plot_of(given: argparse.Namespace, until: ExitStack) -> NewFile | None:
    """The file of --plot, which can be written, and matplotlib to draw it; without it, none."""
    if not given.plot:
        return None
    if not given.plot.endswith(KINDS):
        raise Refused(f"--plot: expected a file's name that ends with .svg or .png, got {given.plot[:60]!r}.")
    try:
        import matplotlib.figure  # noqa: F401
    except ModuleNotFoundError:
        raise Refused("--plot needs matplotlib, which is not installed: pip install 'playsheet[plot]'.") from None
    return until.enter_context(NewFile(given.plot, given.force))


def write(file: NewFile, title: str, panels: list[Panel]) -> None:
    file.write_bytes(drawn(title, [panel for panel in panels if panel.rows], file.path.suffix[1:]))


def drawn(title: str, panels: list[Panel], kind: str) -> bytes:
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    sizes = [len(panel.rows) + 2.0 for panel in panels] or [1.0]
    with rc_context(SETTINGS), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # letters that the font does not have are drawn as boxes
        figure = Figure(figsize=(WIDE, 0.8 + 0.27 * sum(sizes)), layout="constrained")
        figure.suptitle(cut(title, 100), fontsize=10)
        axes = figure.subplots(max(1, len(panels)), 1, squeeze=False, height_ratios=sizes)
        for panel, (axis,) in zip(panels, axes):
            draw(axis, panel)
        if not panels:
            axes[0][0].set_axis_off()
        out = io.BytesIO()
        nobody = {"Date": None, "Creator": "Playsheet"} if kind == "svg" else {"Software": None}
        figure.savefig(out, format=kind, dpi=150, metadata=nobody)
    return out.getvalue()


def draw(axis: Any, panel: Panel) -> None:
    axis.set_title(panel.title, loc="left", fontsize=9)
    places = range(len(panel.rows))
    for at, row in zip(places, panel.rows):
        value = row.found.value
        if value is None:
            continue
        colour = INK if row.strong else PALE
        if panel.bars:
            axis.barh(at, value, color=PALE, height=0.7)
        else:
            axis.plot([value], [at], marker="s", color=colour, markersize=5)
        if is_there(row.found):
            _, low, high = bounds(row.found)
            axis.plot([low, high], [at, at], color=INK if panel.bars else colour, linewidth=1.5)
    axis.set_yticks(list(places), [cut(row.label, LONGEST) for row in panel.rows])
    axis.set_ylim(len(panel.rows) - 0.4, -0.6)
    axis.grid(axis="x", color="#dddddd", linewidth=0.6)
    if not panel.bars:
        axis.axvline(0.0, color="#888888", linewidth=0.8)


def cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def percent(found: Estimate) -> Estimate:
    value, low, high = (None if number is None else 100 * number for number in (found.value, found.low, found.high))
    return Estimate(value, low=low, high=high)


# ---------------------------------------------------------------------- what is drawn


def of_simulation(results: Results) -> tuple[str, list[Panel]]:
    """How often each side wins, and each player where they change sides."""
    counts = results.counts
    sides = [
        *[Row(name, percent(wilson(counts.side_wins[side], counts.games))) for side, name in enumerate(results.sides)],
        Row("drawn", percent(wilson(counts.draws, counts.games))),
    ]
    players = [
        Row(f"{name} (player)", percent(wilson(counts.player_wins[at], counts.games)))
        for at, name in enumerate(results.players)
        if results.swapped
    ]
    title = f"{results.title}: {' against '.join(results.players)}, {counts.games} battles"
    return title, [Panel("won, of 100 battles, with 95% intervals", [*sides, *players], bars=True)]


def of_comparison(found: Comparison) -> tuple[str, list[Panel]]:
    where = "" if found.kind == "scenarios" else f"{found.setups[0].scenario.title}: "
    title = f"{where}{found.names[1]} less {found.names[0]}, {found.played} battles each"
    rows = found.differences()
    whats = list(dict.fromkeys(row.what for row in rows))
    panels = []
    for what in whats:
        these = [Row(row.who or "battle", scaled(row), row.seen) for row in rows if row.what == what]
        panels.append(Panel(in_words(what, found.kind == PLAYERS), these, bars=False))
    return title, panels


def of_variation(found: Variation) -> tuple[str, list[Panel]]:
    """The largest effect of each change, the largest first; dark where it is more than luck."""
    ranked = found.ranked()
    shown = [(one.change.name, one.largest(found.by)) for one in ranked[:MOST_ROWS]]
    rows = [
        Row(f"{name} ({effect.found.who})" if effect.found.who else name, scaled(effect.found), effect.seen)
        for name, effect in shown
    ]
    title = f"{found.setup.scenario.title}: what it hangs on, {found.played} battles with each change"
    more = f"; the first {MOST_ROWS} of {len(ranked)}" if len(ranked) > MOST_ROWS else ""
    said = "wins" if found.by == "wins" else found.by
    return title, [Panel(f"{in_words(said, False)}, dark: more than luck (Holm){more}", rows, bars=False)]


def of_odds(found: Odds) -> tuple[str, list[Panel]]:
    """The chances of each result by itself; the likeliest, where there are many."""
    panels = []
    for name in found.results:
        chances = found.marginal(name)
        likely = sorted(chances, key=lambda value: -chances[value])[:MOST_ROWS]
        rows = []
        for value in chances:
            if value in likely:
                chance, error = float(chances[value]), 2 * found.standard_error(chances[value])
                between = Estimate(chance, low=max(0.0, chance - error), high=min(1.0, chance + error))
                rows.append(Row(value_in_words(value), percent(between)))
        panels.append(Panel(f"{name.replace('_', ' ')}, in 100", rows, bars=True))
    inputs = ", ".join(f"{name}={value}" for name, value in found.inputs.items())
    return f"{found.form.title}: {inputs}", panels


def value_in_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def scaled(row: Difference) -> Estimate:
    return percent(row.found) if row.what == "wins" else row.found


def in_words(what: str, players: bool) -> str:
    if what == "wins":
        return "wins, of 100 battles" + (" (of the player)" if players else "")
    return f"{what.replace('_', ' ')}, of one battle"
