"""How much memory a simulation's processes hold, looked at from the parent while it goes on."""

from __future__ import annotations

import os
import re
from multiprocessing import active_children
from pathlib import Path

LINE = re.compile(r"^Vm(RSS|HWM):\s+(\d+) kB$", re.MULTILINE)


class Memory:
    """Megabytes of the parent and its workers: at given numbers of games done, and at most."""

    def __init__(self, marks: list[int]) -> None:
        self.marks = sorted(marks)
        self.at: dict[int, float] = {}  # games done, at a mark or just after it -> megabytes then
        self.peaks: dict[int, float] = {}  # process -> the most it ever held

    def look(self, done: int, of: int) -> None:
        now = 0.0
        for pid in [os.getpid(), *(child.pid for child in active_children() if child.pid)]:
            held, most = resident(pid)
            now += held
            self.peaks[pid] = max(most, self.peaks.get(pid, 0.0))
        while self.marks and (done >= self.marks[0] or done == of):
            self.at[self.marks.pop(0)] = now

    def data(self) -> dict[str, object]:
        return {"peak": sum(self.peaks.values()), "at": {str(done): much for done, much in self.at.items()}}


def resident(pid: int) -> tuple[float, float]:
    """What a process holds, and the most that it ever held; 0.0 where the system does not say."""
    try:
        found = dict(LINE.findall(Path(f"/proc/{pid}/status").read_text(encoding="utf-8")))
    except OSError:
        return 0.0, 0.0  # not Linux, or a worker that has just ended
    return int(found.get("RSS", 0)) / 1024, int(found.get("HWM", 0)) / 1024
