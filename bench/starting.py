"""How long it takes to begin, and what a large battle holds in memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from bench.candidate import Candidate
from bench.report import Report, most

if TYPE_CHECKING:
    from bench.measures import Size

LARGE = ("the-third-day", "the-great-redoubt", "the-great-advance", "the-mission-station", "grand-manoeuvres")
LARGEST = "the-third-day"


def start_up(report: Report, size: Size) -> None:
    """`playsheet --help` and `import playsheet`, and the bare interpreter beside them."""
    script = Path(sys.executable).with_name("playsheet")
    if script.is_file():
        command = [str(script), "--help"]
    else:
        command = [sys.executable, "-c", "from playsheet.cli.main import main; main()", "--help"]
    bare = [sys.executable, "-c", "pass"]
    imported = [sys.executable, "-c", "import playsheet"]
    times: dict[str, list[float]] = {"help": [], "import": [], "bare": []}
    for _ in range(size.starts + 1):
        for what, run in (("help", command), ("import", imported), ("bare", bare)):
            began = perf_counter()
            subprocess.run(run, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            times[what].append(perf_counter() - began)
    middle = {what: median(took[1:]) for what, took in times.items()}  # the first filled the disk's cache
    note = f"by the clock; Python alone takes {1000 * middle['bare']:.0f} ms"
    report.add("help", "playsheet --help", middle["help"], "s", most(0.15), most(0.1), note)
    report.add("import", "import playsheet", middle["import"], "s", most(0.1), None, note)
    report.details["start-up"] = times


def setting_up(report: Report, size: Size) -> None:
    """From a scenario's text to the first question that a person is asked."""
    for scenario in LARGE:
        with Candidate("starting", sys.executable) as here:
            found = here.do("set_up", scenario=scenario, rounds=size.starts)
        report.details[f"set-up-{scenario}"] = found
        first = found["first"]
        note = f"for the first time, the sheet read too, {1000 * first:.3g} ms; reading and setting up alone "
        note += f"{1000 * median(found['reading']):.3g} ms"
        report.add(
            f"set-up-{scenario}",
            f"{scenario}: from the file to the first question",
            median(found["seconds"]),
            "s",
            most(0.05),
            None,
            note,
        )


def battle_memory(report: Report, size: Size) -> None:
    """What the largest battle takes beyond the library: a process before it is set up, and at most until its end."""
    if size.name == "tiny":
        return  # a minute, uncompiled
    with Candidate("playing", sys.executable) as here:
        found: dict[str, Any] = here.do("battle_memory", scenario=LARGEST, first=0)
    if not found["most"]:
        report.skip("memory of a battle: this system does not say what a process holds.")
        return
    report.details["battle-memory"] = found
    before, peak = found["before"], found["most"]
    note = f"{found['figures']:,} figures; {before:.1f} MB with the library loaded, at most {peak:.1f} MB"
    report.add("battle-memory", f"{LARGEST}: memory of a battle", peak - before, "MB", most(10), None, note)
