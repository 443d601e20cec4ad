"""What the system says of this process, under the names that Prometheus' own clients use."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final

from playsheet.rules.engine import engine
from playsheet.version import __version__

STARTED: Final = time.time()
OF_PROCESS: Final = Path("/proc/self")


def process_text() -> str:
    """As Prometheus reads it; what this system does not tell is left out."""
    lines = [
        "# HELP playsheet_info The program's version, and the engine by which games are played.",
        "# TYPE playsheet_info gauge",
        f'playsheet_info{{version="{__version__}",engine="{engine()}"}} 1',
    ]
    for name, kind, help, value in numbers():
        lines += [f"# HELP {name} {help}", f"# TYPE {name} {kind}", f"{name} {value:.15g}"]
    return "\n".join(lines) + "\n"


def numbers() -> list[tuple[str, str, str, float]]:
    used = os.times()
    found: list[tuple[str, str, str, float]] = [
        ("process_start_time_seconds", "gauge", "When the server was started, in seconds since 1970.", STARTED),
        ("process_cpu_seconds_total", "counter", "Processor time of the server itself.", used.user + used.system),
        (
            "playsheet_workers_cpu_seconds_total",
            "counter",
            "Processor time of worker processes that have ended.",
            used.children_user + used.children_system,
        ),
    ]
    if OF_PROCESS.is_dir():
        pages = int((OF_PROCESS / "statm").read_text(encoding="ascii").split()[1])
        size = float(pages * os.sysconf("SC_PAGE_SIZE"))
        files = len(os.listdir(OF_PROCESS / "fd"))
        found.append(("process_resident_memory_bytes", "gauge", "Memory of the server itself.", size))
        found.append(("process_open_fds", "gauge", "Files and connections that are open.", files))
    most = most_files()
    if most is not None:
        found.append(("process_max_fds", "gauge", "How many there may be.", most))
    return found


def most_files() -> float | None:
    try:
        import resource
    except ImportError:  # not on every system
        return None
    return float(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
