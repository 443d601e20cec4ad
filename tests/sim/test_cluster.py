"""A Dask scheduler and its workers, as processes on this machine: the bytes of one process, also after a loss."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import playsheet
from playsheet.cli.main import main
from playsheet.core.errors import Refused
from playsheet.sim import playing
from playsheet.sim.cluster import Cluster
from playsheet.sim.comparing import compare
from playsheet.sim.parts import part_text
from playsheet.sim.rows import rows_file
from playsheet.sim.simulation import Halted, simulate

QUICK = "the-telegraph-hut"
PLAYERS = ("random", "recruit")
GAMES = 8
SCHEDULER = ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
WORKER = ["distributed.cli.dask_worker", "--no-nanny", "--nthreads", "2", "--no-dashboard", "--host", "127.0.0.1"]

Process = subprocess.Popen[bytes]


class Machines:
    """A scheduler and its workers; `until` ends them."""

    def __init__(self, until: ExitStack, folder: Path) -> None:
        self.until = until
        self.folder = folder
        self.scheduler, said = self.start(SCHEDULER, "Scheduler at:")
        self.address = said.split()[-1]

    def worker(self) -> Process:
        command = [*WORKER, self.address, "--local-directory", str(self.folder)]
        return self.start(command, "Registered to:")[0]

    def start(self, command: list[str], ready: str) -> tuple[Process, str]:
        """Started, and what it said when it was ready. What it says later is little: a pipe has room for it."""
        whole = [sys.executable, "-m", *command]
        process = subprocess.Popen(whole, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=self.folder)
        self.until.callback(process.communicate)
        self.until.callback(process.kill)
        assert process.stderr is not None
        said = b""
        for line in process.stderr:
            said += line
            if ready in line.decode():
                return process, line.decode().strip()
        raise AssertionError(said.decode())


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    with ExitStack() as until:
        made = Machines(until, tmp_path_factory.mktemp("cluster"))
        made.worker()
        yield made


LOST = """
import os
import signal


def choose(question, seat):
    '''Whoever is asked first when somebody has armed it is killed, in the middle of a battle.'''
    try:
        os.rename({armed!r}, {killed!r})
    except FileNotFoundError:
        return question.any_answer()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_the_report_has_the_same_bytes_whoever_plays_and_whoever_is_killed(tmp_path: Path) -> None:
    """One process, two, two workers of a scheduler; and one of two killed in a battle, here and there."""
    armed, killed = tmp_path / "armed", tmp_path / "killed"
    bot = tmp_path / "lost.py"
    bot.write_text(LOST.format(armed=str(armed), killed=str(killed)), encoding="utf-8")

    def report(name: str, kill: bool = False, **how: Any) -> tuple[str, str, bytes]:
        def arm(done: int, of: int) -> None:
            if kill and 0 < done < of and not killed.exists():
                armed.touch()

        with rows_file(str(tmp_path / f"{name}.csv"), force=False) as rows:
            found = simulate(QUICK, 12, (f"{bot}:choose", "random"), 3, chunk=2, progress=arm, rows=rows, **how)
            rows.finish()
        assert killed.exists() is kill
        killed.unlink(missing_ok=True)
        assert not armed.exists()
        assert (found.games, found.failed) == (12, 0)
        return json.dumps(found.reproducible()), part_text(found), (tmp_path / f"{name}.csv").read_bytes()

    one = report("one process", workers=1)
    assert report("two processes", workers=2) == one
    assert report("two processes, one killed", kill=True, workers=2) == one
    with ExitStack() as until:
        machines = Machines(until, tmp_path)
        both = [machines.worker() for _ in range(2)]
        with Cluster(machines.address) as cluster:
            assert cluster.processes == 2
            assert report("a scheduler", engine=cluster) == one
            assert [worker.poll() for worker in both] == [None, None]
            assert report("a scheduler, one worker killed", kill=True, engine=cluster) == one
        assert {worker.poll() for worker in both} == {None, -signal.SIGKILL}


def test_a_player_that_raises_there_costs_nothing_that_was_played(machines: Machines, tmp_path: Path) -> None:
    bot = tmp_path / "raises.py"
    bot.write_text(
        "def choose(question, seat):\n    return 1 / 0 if seat.random.random() < 0.001 else question.any_answer()\n",
        encoding="utf-8",
    )
    found = []
    with Cluster(machines.address) as cluster:
        for how in ({"workers": 1}, {"engine": cluster}):
            with pytest.raises(Halted, match=r"raises\.py:choose raised ZeroDivisionError: division by zero") as halted:
                simulate(QUICK, 400, (f"{bot}:choose", "random"), 3, chunk=4, **how)  # type: ignore[arg-type]
            found.append((str(halted.value), halted.value.results.reproducible()))
    assert found[0] == found[1]
    assert halted.value.results.games > 0


def test_what_is_compared_there_is_what_is_compared_here(machines: Machines) -> None:
    with Cluster(machines.address) as cluster:
        there = compare("random", "recruit", 4, QUICK, against="random", engine=cluster)
    assert there.reproducible() == compare("random", "recruit", 4, QUICK, against="random", workers=1).reproducible()


def test_the_library_plays_there_too(machines: Machines) -> None:
    there = playsheet.simulate(QUICK, 2, PLAYERS, cluster=machines.address)
    assert there.data == playsheet.simulate(QUICK, 2, PLAYERS, workers=1).data
    with pytest.raises(Refused, match="is no address of a Dask scheduler"):
        playsheet.compare("random", "recruit", 2, scenario=QUICK, cluster="nowhere")


def test_workers_of_another_engine_are_refused(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "simulation_engine", lambda: "9.9.9 0123456789abcdef")
    said = r"by the engine 9\.9\.9 0123456789abcdef, and this is .*: both must be the same version of Playsheet"
    with Cluster(machines.address) as cluster, pytest.raises(Halted, match=said):
        simulate(QUICK, 2, PLAYERS, engine=cluster)


def test_without_workers_it_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    with ExitStack() as until:
        machines = Machines(until, tmp_path)
        with pytest.raises(Refused, match=r"has no workers: expected one or more\."), Cluster(machines.address):
            pass
        only = machines.worker()

        def kill(done: int, of: int) -> None:
            if done == 2:
                only.kill()
                only.wait()

        with Cluster(machines.address, alone=0.1) as cluster, pytest.raises(Halted) as halted:
            simulate(QUICK, GAMES, PLAYERS, engine=cluster, chunk=2, progress=kill)
    assert str(halted.value).endswith("is gone, or has no workers: the simulation is stopped.")
    played = halted.value.results.games
    assert 2 <= played < GAMES
    assert halted.value.results.reproducible()["played"] == played


def test_a_scheduler_that_goes_is_said(tmp_path: Path) -> None:
    with ExitStack() as until:
        machines = Machines(until, tmp_path)
        machines.worker()

        def kill(done: int, of: int) -> None:
            if done == 2:
                machines.scheduler.kill()
                machines.scheduler.wait()

        with Cluster(machines.address, alone=0.1) as cluster, pytest.raises(Halted, match="is gone, or has no workers"):
            simulate(QUICK, GAMES, PLAYERS, engine=cluster, chunk=2, progress=kill)


@pytest.mark.parametrize("address", ["", "here", "inproc://10.0.0.1/1/1", "tcp://a b:1", "x" * 5000 + ":1"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(
        Refused, match=r"is no address of a Dask scheduler: expected one such as tcp://192\.0\.2\.7:8786\.$"
    ):
        Cluster(address)


def test_a_scheduler_that_is_not_there_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playsheet.sim.cluster.CONNECTING", 0.5)
    with socket.socket() as taken:  # bound, and nobody listens
        taken.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        assert main(["simulate", QUICK, "-n", "2", "--cluster", address]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"There is no Dask scheduler at {address} (")
    assert said.err.count("\n") == 1
