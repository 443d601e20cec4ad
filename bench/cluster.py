"""What a Dask scheduler costs: `python -m bench.cluster [BATTLES [PLAYER]]`, with a scheduler and workers of its own.

Each chunk costs something however long it takes, so empty ones are sent, and the processors' time of all processes is
counted. Then the first so many battles of a million of The Wells are played, and the coordinator's memory is looked at.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path

from bench.memory import resident
from playsheet.sim.chunks import Chunks, work_text
from playsheet.sim.cluster import Cluster
from playsheet.sim.simulation import Stopped, prepared, simulate

SCENARIO = "the-wells"
CHUNKS = 400
PLANNED = 1_000_000
SCHEDULER = ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
WORKER = ["distributed.cli.dask_worker", "--no-nanny", "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1"]


class Empty(Chunks):
    """Chunks without a game."""

    def take(self) -> tuple[int, int] | None:
        if self.next >= self.n:
            return None
        self.next += 1
        return self.next, 0


def started(until: ExitStack, folder: str, command: list[str], ready: str) -> tuple[int, str]:
    process = subprocess.Popen([sys.executable, "-m", *command], stderr=subprocess.PIPE, cwd=folder)
    until.callback(process.communicate)
    until.callback(process.kill)
    assert process.stderr is not None
    for line in process.stderr:
        if ready in line.decode():
            return process.pid, line.decode().split()[-1]
    raise SystemExit(f"{command[0]} has ended.")


def spent(pid: int) -> float:
    """Seconds of the processor, of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(battles: int, player: str) -> None:
    with ExitStack() as until:
        folder = until.enter_context(tempfile.TemporaryDirectory())
        scheduler, address = started(until, folder, SCHEDULER, "Scheduler at:")
        workers = [started(until, folder, [*WORKER, address], "Registered to:")[0] for _ in range(2)]
        cluster = until.enter_context(Cluster(address))
        work = work_text([prepared(SCENARIO, 2, (player, player), 0, True, [], False).plan])
        for _ in cluster.map(work, Empty(8, 2, 1, 1)):  # the scenario is set up, and whatever is made at first
            pass
        everybody = [os.getpid(), scheduler, *workers]
        before = sum(spent(pid) for pid in everybody)
        for _ in cluster.map(work, Empty(CHUNKS, 2, 1, 1)):
            pass
        each = (sum(spent(pid) for pid in everybody) - before) / CHUNKS
        print(f"{1000 * each:.1f} ms of the processors a chunk, of all processes: {100 * each:.2f}% of one of a second")
        print(f"connected: the coordinator has {resident(os.getpid())[0]:.1f} MB")

        def look(done: int, of: int) -> None:
            if done >= battles:
                raise KeyboardInterrupt

        with suppress(Stopped):
            simulate(SCENARIO, PLANNED, (player, player), engine=cluster, progress=look)
        now, most = resident(os.getpid())
        print(f"{battles:,} of {PLANNED:,} played: {now:.1f} MB, at most {most:.1f} MB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, sys.argv[2] if len(sys.argv) > 2 else "doctrine")
