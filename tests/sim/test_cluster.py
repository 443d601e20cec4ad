"""A Dask scheduler and its workers, as processes on this machine: the bytes of one process, also after a loss."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import playsheet
from playsheet.cli.main import main
from playsheet.core.errors import Refused
from playsheet.sim import playing
from playsheet.sim.cluster import Cluster
from playsheet.sim.comparing import compare
from playsheet.sim.results import Results
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


@pytest.fixture(scope="module")
def here() -> Results:
    return simulate(QUICK, GAMES, PLAYERS, seed=3, workers=1)


def test_two_workers_and_one_that_is_killed_give_the_bytes_of_one_process(machines: Machines, here: Results) -> None:
    lost = machines.worker()
    with Cluster(machines.address) as cluster:
        assert cluster.processes == 2
        both = simulate(QUICK, GAMES, PLAYERS, seed=3, engine=cluster, chunk=2)
        assert both.reproducible() == here.reproducible()
        assert both.workers == 2

        def kill(done: int, of: int) -> None:
            if 0 < done < of and lost.poll() is None:  # it has a chunk just now, or the next
                lost.kill()
                lost.wait()

        after = simulate(QUICK, GAMES, PLAYERS, seed=3, engine=cluster, chunk=2, progress=kill)
        assert lost.poll() is not None
        assert after.reproducible() == here.reproducible()


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
