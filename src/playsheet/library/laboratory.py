"""`simulate`, `compare` and `vary`: many battles, and what came of them, as rows and as pictures."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from playsheet.core.errors import Refused
from playsheet.library.plots import Picture, of_comparison, of_simulation, of_variation, picture
from playsheet.library.rows import Rows
from playsheet.library.sheets import Scenario
from playsheet.players.own import ANSWER_SECONDS
from playsheet.sim import comparing, simulation, varying
from playsheet.sim.chunks import Engine
from playsheet.sim.cluster import Cluster
from playsheet.sim.comparing import Comparison
from playsheet.sim.results import Results
from playsheet.sim.rows import Columns, Row, RowsFile, rows_file
from playsheet.sim.varying import Effect, Variation
from playsheet.sim.varying import Varied as Change

Which = str | Path | Scenario
Progress = Callable[[int, int], None]


class Simulated(Rows):
    """What came of many battles: a row a side, with its wins, `n` and the 95% interval of its share of them."""

    def __init__(self, results: Results, battles: Rows) -> None:
        data: Any = results.reproducible()
        self.data: Final[dict[str, Any]] = data  # all of it, as `playsheet simulate --json` prints it
        self.battles: Final = battles  # a row a battle, if they were asked for
        self._results: Final = results
        rows = [
            {
                "side": side["side"],
                "wins": side["wins"],
                "draws": side["draws"],
                "n": data["played"],
                "share": side["win_rate"]["rate"],
                "low": side["win_rate"]["low"],
                "high": side["win_rate"]["high"],
            }
            for side in data["sides"]
        ]
        super().__init__(rows, f"{results.title}: {' against '.join(results.players)}")

    @property
    def players(self) -> Rows:
        """The same by players, who change sides where they are different."""
        rows = [
            {
                "player": one["player"],
                "wins": one["wins"],
                "n": self.data["played"],
                "share": one["win_rate"]["rate"],
                "low": one["win_rate"]["low"],
                "high": one["win_rate"]["high"],
            }
            for one in self.data["by_player"]
        ]
        return Rows(rows, self.title)

    @property
    def numbers(self) -> Rows:
        """Turns, decisions and losses: a row each, with its mean of a battle, the interval of it, least and most."""
        rows = [{"what": what, "side": None, **self.data[what]} for what in ("turns", "decisions", "steps")]
        for side in self.data["sides"]:
            rows += [{"what": what, "side": side["side"], **found} for what, found in side["cost"].items()]
        return Rows(rows, self.title)

    @property
    def strength(self) -> Rows:
        """What of each side is left when each turn ends: the mean share of its figures, and how many were fought.

        Of all battles: one that is over stays as it ended.
        """
        rows = [
            {
                "turn": turn["turn"],
                "fought": turn["fought"],
                "side": side["side"],
                "strength": side["strength"],
                "low": side["low"],
                "high": side["high"],
                "n": self.data["played"],
            }
            for turn in self.data["by_turn"]
            for side in turn["sides"]
        ]
        return Rows(rows, f"{self.title}: strength by turn")

    @property
    def failures(self) -> Rows:
        """Battles that went wrong: none, or there is a fault in the rules' code."""
        return Rows(self.data["failures"], "Failures")

    def plot(self, path: str | Path | None = None, *, force: bool = False) -> Picture:
        """How often each side has won, and its strength by turn; `path` writes it, as .svg or .png."""
        return picture(*of_simulation(self._results), path, force)


class Compared(Rows):
    """What is different between two ways to play: a row a number, with A, B, B less A and the 95% interval of it."""

    def __init__(self, found: Comparison) -> None:
        data: Any = found.reproducible()
        self.data: Final[dict[str, Any]] = data  # all of it, as `playsheet compare --json` prints it
        self.sentence: Final[str] = data["sentence"]  # what the same dice have narrowed
        names = ("what", "who", "a", "b", "difference", "low", "high", "seen")
        rows = [{**{name: row[name] for name in names}, "n": data["played"]} for row in data["differences"]]
        self._found: Final = found
        super().__init__(rows, f"A {found.names[0]}, B {found.names[1]}")

    def plot(self, path: str | Path | None = None, *, force: bool = False) -> Picture:
        """The differences with their intervals, beside the line of none; `path` writes it, as .svg or .png."""
        return picture(*of_comparison(self._found), path, force)


class Varied(Rows):
    """What a battle hangs on: a row a change, the largest effect first.

    Of each change the largest difference there is in what they are ranked by, its interval, how likely one so large is
    if the change does nothing (`p`, corrected for all that was looked at), and whether it is more than luck (`seen`).
    """

    def __init__(self, found: Variation) -> None:
        data: Any = found.reproducible()
        self.data: Final[dict[str, Any]] = data  # all of it, as `playsheet vary --json` prints it
        self._found: Final = found
        title = f"{data['title']}: {data['played']} battles as they stand, and with each change"
        super().__init__([self._row(one, one.largest(found.by)) for one in found.ranked()], title)

    def _row(self, one: Change, effect: Effect) -> dict[str, Any]:
        found = effect.data()
        shown = {name: found[name] for name in ("what", "who", "a", "b", "difference", "low", "high")}
        played = {"alike": one.pairs.alike, "n": self.data["played"]}
        return {"change": one.change.name, **shown, "p": found["p_corrected"], "seen": effect.seen, **played}

    @property
    def effects(self) -> Rows:
        """Every number of every change: a row each, in the same order."""
        return Rows([self._row(one, effect) for one in self._found.ranked() for effect in one.effects], self.title)

    @property
    def left_out(self) -> Rows:
        """Changes that do not go together with what is in force, with the reason."""
        return Rows(self.data["left_out"], "Left out")

    def plot(self, path: str | Path | None = None, *, force: bool = False) -> Picture:
        """The changes with their intervals, dark where they are more than luck; `path` writes it, as .svg or .png."""
        return picture(*of_variation(self._found), path, force)


def simulate(
    which: Which,
    n: int,
    players: Sequence[str] = ("doctrine", "doctrine"),
    *,
    seed: int = 0,
    house: str | Path | Sequence[str | Path] | None = None,
    swap: bool = True,
    until_sure: bool = False,
    battles: bool = False,
    rows: str | Path | None = None,
    force: bool = False,
    workers: int | None = None,
    cluster: str = "",
    deadline: float = ANSWER_SECONDS,
    progress: Progress | None = None,
) -> Simulated:
    """Play n battles, and say what came of them. The same arguments come to the same, whatever the machine.

    which     a scenario: its id, its file, or a Scenario
    players   one name a side (or one a seat): recruit, regular, veteran, marshal, random, or `mybot.py:Bot`
    house     house rules: files, or texts
    swap      different players change sides every second battle, with the same dice
    until_sure  stop as soon as it is known who is the better of two players
    battles   keep a row a battle, in `.battles`; `rows` writes them to a file, .csv or .parquet
    workers   processes; as many as there are cores unless given. In a script, call it under
              `if __name__ == "__main__":` where there are several
    cluster   the address of a Dask scheduler, whose workers play instead of this machine
    deadline  seconds for one answer of a player of your own
    progress  called with (battles done, n)
    """
    with (
        sink_of(battles, rows, force) as sink,
        as_named(which) as name,
        house_files(house) as houses,
        machines(cluster) as engine,
    ):
        found = simulation.simulate(
            name,
            n,
            list(players),
            seed,
            workers,
            swap,
            houses,
            progress=progress,
            until_sure=until_sure,
            rows=sink,
            deadline=deadline,
            engine=engine,
        )
        return Simulated(found, finished(sink))


def compare(
    a: Which,
    b: Which,
    n: int = 1000,
    *,
    scenario: Which | None = None,
    players: Sequence[str] = ("doctrine", "doctrine"),
    against: str = "doctrine",
    seed: int = 0,
    house: str | Path | Sequence[str | Path] | None = None,
    until_sure: bool = False,
    workers: int | None = None,
    cluster: str = "",
    deadline: float = ANSWER_SECONDS,
    progress: Progress | None = None,
) -> Compared:
    """Play n battles in each of two ways, by the same dice, and say what is different.

    a, b      two scenarios, two house rules (a file, a text, or "printed": none), or two players
    scenario  for house rules and players: the battle
    players   for scenarios and house rules: one name a side
    against   for players: whom both of them play, changing sides
    cluster   the address of a Dask scheduler, whose workers play instead of this machine
    """
    with (
        as_named(a) as first,
        as_named(b) as second,
        as_named(scenario or "") as where,
        house_files(house) as houses,
        machines(cluster) as engine,
    ):
        found = comparing.compare(
            first,
            second,
            n,
            where,
            list(players),
            against,
            seed,
            workers,
            houses,
            progress,
            until_sure=until_sure,
            deadline=deadline,
            engine=engine,
        )
    names = tuple(called(which, found, at) for at, which in enumerate((a, b)))
    return Compared(replace(found, names=(names[0], names[1])))


def vary(
    which: Which,
    n: int = 100,
    players: Sequence[str] = ("doctrine", "doctrine"),
    *,
    switches: str | Sequence[str] = varying.ALL,
    cells: str | Sequence[str] = (),
    units: str | Sequence[str] = (),
    turns: Sequence[int] = (),
    by: str = "wins",
    seed: int = 0,
    house: str | Path | Sequence[str | Path] | None = None,
    workers: int | None = None,
    cluster: str = "",
    deadline: float = ANSWER_SECONDS,
    progress: Progress | None = None,
) -> Varied:
    """Play n battles as they stand, and n with one thing changed at a time, by the same dice; rank what that does.

    switches  names of switches, each at every value that it does not have; "all" of them, or "none"
    cells     cells of the sheet at other values, as in TOML: "shooting.rifles.reach=10,14"
    units     a field of the card of the units of a name, or a card, at other values: "line-rifles:figures=8,12"
    turns     other lengths
    by        what the changes are ranked by: wins, losses or turns
    """
    with as_named(which) as name, house_files(house) as houses, machines(cluster) as engine:
        found = varying.vary(
            name,
            n,
            list(players),
            seed,
            workers,
            houses,
            several(switches),
            several(cells),
            several(units),
            list(turns),
            by,
            progress,
            engine,
            deadline=deadline,
        )
    return Varied(found)


def several(given: str | Sequence[str]) -> list[str]:
    return [given] if isinstance(given, str) else list(given)


def called(which: Which, found: Comparison, at: int) -> str:
    """What one of the two ways is called: a text by its own name, and not by the file that it was put into."""
    if not isinstance(which, Scenario) and not is_text(which):
        return str(which)
    setup = found.setups[at]
    return setup.houses[-1].name if found.kind == comparing.HOUSES else setup.scenario.id


# ---------------------------------------------------------------------- to and fro


class Kept(RowsFile):
    """Rows in memory, in place of a file."""

    def __init__(self) -> None:
        super().__init__("", force=False)
        self.kept: Final[list[Row]] = []
        self.names: list[str] = []

    def __enter__(self) -> Kept:
        return self

    def begin(self, columns: Columns) -> None:
        self.names = [name for name, _ in columns]

    def add(self, rows: list[Row]) -> None:
        self.kept.extend(rows)

    def close(self) -> None:
        """There is nothing to close."""

    def give_up(self) -> None:
        """There is nothing to give up."""


@contextmanager
def sink_of(battles: bool, rows: str | Path | None, force: bool) -> Iterator[RowsFile | None]:
    if battles and rows is not None:
        raise Refused("Expected either battles=True, rows in memory, or rows, a file for them: got both.")
    if rows is not None:
        with rows_file(str(rows), force) as file:
            yield file
    else:
        yield Kept() if battles else None


def finished(sink: RowsFile | None) -> Rows:
    if isinstance(sink, Kept):
        return Rows([dict(zip(sink.names, row)) for row in sink.kept], "Battles")
    if sink is not None:
        sink.finish()
    return Rows()


@contextmanager
def machines(cluster: str) -> Iterator[Engine | None]:
    if not cluster:
        yield None
        return
    with Cluster(cluster) as engine:
        yield engine


@contextmanager
def as_named(which: Which) -> Iterator[str]:
    """What a simulation calls it: an id, or a file; a scenario built in code, or a text, is written to one."""
    if not isinstance(which, Scenario) and not is_text(which):
        yield str(which)
        return
    text, name = (which.text, which.id) if isinstance(which, Scenario) else (str(which), "given")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, f"{name}.toml")
        file.write_text(text, encoding="utf-8", newline="\n")
        yield str(file)


def is_text(which: object) -> bool:
    return isinstance(which, str) and "\n" in which


@contextmanager
def house_files(house: str | Path | Sequence[str | Path] | None) -> Iterator[list[str]]:
    """Files of house rules; texts are written to some."""
    given = [] if house is None else [house] if isinstance(house, (str, Path)) else list(house)
    with ExitStack() as stack:
        yield [stack.enter_context(as_named(one)) for one in given]
