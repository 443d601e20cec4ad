"""The command: what to measure, and how to show it."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CalledProcessError, run
from typing import Any

from bench import measures, starting
from bench.candidate import Candidate, Failed, serve
from bench.instructions import instructions, of_size
from bench.measures import FULL, SIZES, Size
from bench.report import Report, markdown, read, text

PURE = "PLAYSHEET_PURE_PYTHON"
RESULTS = Path(__file__).resolve().parent / "results.json"
PARTS = (
    "battles",
    "other_scenarios",
    "large_battles",
    "odds",
    "clones",
    "growth",
    "simulation",
    "start_up",
    "setting_up",
    "battle_memory",
    "instructions",
)


def main(given: list[str]) -> int:
    if given == ["--candidate"]:
        return serve()
    asked = arguments(given)
    if asked.read is not None:
        report = read(json.loads(asked.read.read_text(encoding="utf-8")))
    else:
        report = measure(SIZES[asked.size], asked.only or list(PARTS))
        asked.json.write_text(json.dumps(report.data(), indent=1) + "\n", encoding="utf-8")
    print(markdown(report) if asked.markdown else text(report))
    return 1 if report.failed else 0


def arguments(given: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python bench",
        description="Measures Playsheet beside its peers and beside itself uncompiled, in one run.",
        epilog=f"{PURE} names an interpreter that has the uncompiled package. Example: python bench --quick",
    )
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument(
        "--full", dest="size", action="store_const", const="full", help="about five minutes (the default)"
    )
    sizes.add_argument("--quick", dest="size", action="store_const", const="quick", help="about one minute")
    sizes.add_argument(
        "--tiny", dest="size", action="store_const", const="tiny", help="shows only that everything runs"
    )
    parser.set_defaults(size=FULL.name)
    parser.add_argument("--only", action="append", choices=PARTS, help="this part (may be given several times)")
    parser.add_argument("--json", type=Path, default=RESULTS, metavar="PATH", help="where to write it all as JSON")
    parser.add_argument("--markdown", action="store_true", help="print the table for docs/performance.md")
    parser.add_argument("--read", type=Path, metavar="PATH", help="measure nothing: show what an earlier run wrote")
    return parser.parse_args(given)


def measure(size: Size, parts: list[str]) -> Report:
    with Candidate("compiled", sys.executable) as here:
        report = Report(size.name, machine(here.do("about")))
        if not report.machine["compiled"]:
            report.skip("Playsheet is not compiled here: what stands as compiled is the uncompiled package.")
        measured: dict[str, Callable[[], None]] = {
            "battles": lambda: measures.battles(report, size, here, pure_candidate(report)),
            "other_scenarios": lambda: measures.other_scenarios(report, size, here),
            "large_battles": lambda: measures.large_battles(report, size, here),
            "odds": lambda: measures.odds(report, size, here),
            "clones": lambda: measures.clones(report, size, here),
            "growth": lambda: measures.growth(report, size, here),
            "simulation": lambda: measures.simulation(report, size),
            "start_up": lambda: starting.start_up(report, size),
            "setting_up": lambda: starting.setting_up(report, size),
            "battle_memory": lambda: starting.battle_memory(report, size),
            "instructions": lambda: instructions(report, of_size(*size.counted_sizes)),
        }
        for part in parts:
            if sys.stderr.isatty():
                print(f"Measuring {part.replace('_', '-')} ...", file=sys.stderr)
            try:
                measured[part]()
            except Failed as error:
                report.fail(f"{part}: {error}")
    report.machine["load_after"] = load()
    return report


def pure_candidate(report: Report) -> Candidate | None:
    """The uncompiled package, or None and one line about it."""
    python = os.environ.get(PURE, "")
    if not python:
        report.skip(f"compiled against uncompiled: {PURE} names no interpreter.")
        return None
    try:
        run([python, "-c", "import playsheet.sim.simulation"], capture_output=True, check=True)
    except (OSError, CalledProcessError):
        report.skip(f"compiled against uncompiled: the interpreter that {PURE} names has no Playsheet.")
        return None
    pure = Candidate("uncompiled", python)
    if pure.do("about")["compiled"]:
        pure.close()
        report.skip(f"compiled against uncompiled: the package of the interpreter that {PURE} names is compiled.")
        return None
    return pure


def machine(candidate: dict[str, Any]) -> dict[str, object]:
    import playsheet

    return {
        "playsheet": playsheet.__version__,
        "python": candidate["python"],
        "compiled": candidate["compiled"],
        "system": platform.system(),
        "processor": processor(),
        "cores": os.cpu_count() or 1,
        "load_before": load(),
        "load_after": load(),
    }


def processor() -> str:
    """The name that Linux gives it, or else the kind."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.machine()


def load() -> float:
    """Of the last minute: how many processes wanted a core. A quiet machine has about none before."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else 0.0
