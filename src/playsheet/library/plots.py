"""Pictures of what was measured, by matplotlib, as SVG or PNG: for the same input the same bytes.

No date is in them, and SVG's identifiers hang on nothing but what is drawn. Another version of matplotlib may draw
otherwise.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple

from playsheet.core.errors import Refused
from playsheet.core.files import NewFile
from playsheet.odds import Odds
from playsheet.sim.comparing import PLAYERS, Comparison, Difference, is_there
from playsheet.sim.intervals import Estimate, bounds, wilson
from playsheet.sim.results import Results
from playsheet.sim.varying import Variation

KINDS: Final = (".svg", ".png")
MOST_ROWS: Final = 40  # in one picture
LONGEST: Final = 60  # letters of a label
STRENGTH: Final = "figures left, and battles fought, of 100"
WIDE: Final = 8.0  # inches
ON_A_PAGE: Final = 4.8  # beside other things, where letters are to be as large as theirs
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
LINES: Final = ((INK, "-"), ("#b5541c", "--"), ("#5b7a32", "-."))  # told apart without colours too
QUIET: Final = ("#888888", ":")
WHOLE: Final = Estimate(100.0, low=100.0, high=100.0)
TALL: Final = 13.0  # of lines by turns, in rows
MOST_TICKS: Final = 30


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


class Line(NamedTuple):
    """A number turn by turn, from the first."""

    label: str
    found: list[Estimate]
    quiet: bool = False


class Turns(NamedTuple):
    """Lines by turns, in 100."""

    title: str
    rows: list[Line]


class Picture:
    """A picture of results, as SVG: `.svg` is its text, `.save` writes it. A notebook shows it."""

    def __init__(self, title: str, panels: Sequence[Panel | Turns]) -> None:
        check_matplotlib("A picture")
        self.title: Final = title
        self._panels: Final = panels

    @property
    def svg(self) -> str:
        """The picture as the text of an SVG file."""
        return drawn(self.title, self._panels, "svg").decode()

    def save(self, path: str | Path, force: bool = False) -> None:
        """Write it, as .svg or .png; a file that is there is overwritten only with `force`."""
        kind = kind_of(str(path), "A picture")
        with NewFile(str(path), force) as file:
            file.write_bytes(drawn(self.title, self._panels, kind))

    def __repr__(self) -> str:
        return f"<Picture {self.title}>"

    def _repr_svg_(self) -> str:
        return self.svg


def picture(title: str, panels: Sequence[Panel | Turns], path: str | Path | None, force: bool) -> Picture:
    """What `plot` of any results gives; with a path it is saved there."""
    made = Picture(title, panels)
    if path is not None:
        made.save(path, force)
    return made


def kind_of(path: str, who: str) -> str:
    """Which kind of picture a file of this name is: svg or png."""
    if not path.endswith(KINDS):
        raise Refused(f"{who}: expected a file's name that ends with .svg or .png, got {path[-60:]!r}.")
    return path[-3:]


def check_matplotlib(who: str) -> None:
    try:
        import matplotlib.figure  # noqa: F401
    except ModuleNotFoundError:
        raise Refused(f"{who} needs matplotlib, which is not installed: pip install 'playsheet[plot]'.") from None


def drawn(title: str, panels: Sequence[Panel | Turns], kind: str, wide: float = WIDE) -> bytes:
    """The bytes of a picture, `svg` or `png`, so many inches wide; panels without rows are left out."""
    panels = [panel for panel in panels if panel.rows]
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    sizes = [TALL if isinstance(panel, Turns) else len(panel.rows) + 2.0 for panel in panels] or [1.0]
    with rc_context(SETTINGS), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # letters that the font does not have are drawn as boxes
        figure = Figure(figsize=(wide, (0.8 if title else 0.3) + 0.27 * sum(sizes)), layout="constrained")
        if title:
            figure.suptitle(cut(title, 100), fontsize=10)
        axes = figure.subplots(max(1, len(panels)), 1, squeeze=False, height_ratios=sizes)
        for panel, (axis,) in zip(panels, axes):
            if isinstance(panel, Turns):
                draw_turns(axis, panel)
            else:
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
    if panel.bars:
        axis.set_xlim(left=0.0)
    else:
        axis.axvline(0.0, color="#888888", linewidth=0.8)


def draw_turns(axis: Any, panel: Turns) -> None:
    """A line each with its interval; the beginning, when all is there, is turn 0."""
    axis.set_title(panel.title, loc="left", fontsize=9)
    last = 0
    for at, line in enumerate(panel.rows):
        colour, style = QUIET if line.quiet else LINES[at % len(LINES)]
        known = [(turn, found) for turn, found in enumerate([WHOLE, *line.found]) if found.value is not None]
        turns = [turn for turn, _ in known]
        last = max(last, *turns)
        label = cut(line.label, LONGEST)
        axis.plot(turns, [found.value for _, found in known], color=colour, linestyle=style, label=label)
        sure = [(turn, found) for turn, found in known if is_there(found)]
        lows, highs = ([bounds(found)[end] for _, found in sure] for end in (1, 2))
        axis.fill_between([turn for turn, _ in sure], lows, highs, color=colour, alpha=0.15, linewidth=0)
    axis.set_ylim(0.0, 103.0)
    axis.set_xlim(0.0, max(1, last))
    axis.set_xticks(range(0, last + 1, max(1, -(-last // MOST_TICKS))))
    axis.set_xlabel("end of turn")
    axis.grid(color="#dddddd", linewidth=0.6)
    axis.legend(loc="upper left", bbox_to_anchor=(0.0, -0.18), frameon=False)


def cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def percent(found: Estimate) -> Estimate:
    value, low, high = (None if number is None else 100 * number for number in (found.value, found.low, found.high))
    return Estimate(value, low=low, high=high)


# ---------------------------------------------------------------------- what is drawn


def of_simulation(results: Results) -> tuple[str, list[Panel | Turns]]:
    """How often each side wins, and each player where they change sides; and what is left of each side turn by turn."""
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
    won = Panel("won, of 100 battles, with 95% intervals", [*sides, *players], bars=True)
    return title, [won, Turns(STRENGTH, strength(results))]


def of_balance(
    sides: Sequence[str], wins: Sequence[int], draws: int, fought: Sequence[float], left: Sequence[Sequence[float]]
) -> bytes:
    """How a scenario was measured: an SVG for a page that says the rest.

    fought, left  in 100: the battles that were fought in each turn, and the figures of each side that are left; or none
    """
    games = sum(wins) + draws
    rows = [Row(name, percent(wilson(won, games))) for name, won in zip(sides, wins)]
    rows.append(Row("drawn", percent(wilson(draws, games))))
    lines = [Line(name, known(numbers)) for name, numbers in zip(sides, left)]
    if lines:
        lines.append(Line("battles fought", known(fought), quiet=True))
    won = Panel("won, of 100 battles, with 95% intervals", rows, bars=True)
    return drawn("", [won, Turns(STRENGTH, lines)], "svg", ON_A_PAGE)


def known(numbers: Sequence[float]) -> list[Estimate]:
    """Without intervals."""
    return [Estimate(number, low=None, high=None) for number in numbers]


def strength(results: Results) -> list[Line]:
    by_turn = results.by_turn()
    lines = [
        Line(name, [percent(left[side]) for _, left in by_turn])
        for side, name in enumerate(results.sides)
        if by_turn and results.starting[side]
    ]
    fought = known([100 * fought / results.games for fought, _ in by_turn])
    return [*lines, Line("battles fought", fought, quiet=True)] if lines else []


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
        rows = [Row(value_in_words(value), of_chance(found, chances[value])) for value in chances if value in likely]
        panels.append(Panel(f"{in_plain(name)}, in 100", rows, bars=True))
    inputs = ", ".join(f"{name}={value}" for name, value in found.inputs.items())
    return f"{found.form.title}: {inputs}", panels


def of_situations(found: list[tuple[dict[str, Any], Odds]]) -> tuple[str, list[Panel]]:
    """Several situations beside each other: means of what is a number, chances of what is a yes or a word."""
    shown = found[:MOST_ROWS]
    panels = []
    for name in found[0][1].results:
        rows = []
        for varied, odds in shown:
            label = ", ".join(f"{key}={value}" for key, value in varied.items())
            mean = odds.mean(name)
            if mean is not None:
                rows.append(Row(label, Estimate(float(mean), low=None, high=None)))
                continue
            rows += [
                Row(f"{label}: {value_in_words(value)}", of_chance(odds, chance))
                for value, chance in odds.marginal(name).items()
                if value is not False
            ]
        numbers = all(odds.mean(name) is not None for _, odds in shown)
        title = f"{in_plain(name)}, {'mean' if numbers else 'in 100'}"
        more = len(found) > MOST_ROWS or len(rows) > MOST_ROWS
        panels.append(Panel(title + "; the first of many" * more, rows[:MOST_ROWS], bars=True))
    return f"{found[0][1].form.title}: {len(found)} situations", panels


def of_chance(found: Odds, exact: Fraction) -> Estimate:
    """In 100, with twice its standard error where it was sampled."""
    chance, error = float(exact), 2 * found.standard_error(exact)
    return percent(Estimate(chance, low=max(0.0, chance - error), high=min(1.0, chance + error)))


def in_plain(name: str) -> str:
    return name.replace("_", " ")


def value_in_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def scaled(row: Difference) -> Estimate:
    return percent(row.found) if row.what == "wins" else row.found


def in_words(what: str, players: bool) -> str:
    if what == "wins":
        return "wins, of 100 battles" + (" (of the player)" if players else "")
    return f"{in_plain(what)}, of one battle"
