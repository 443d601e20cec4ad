"""Instructions a battle, counted by callgrind: they repeat to a thousandth where time repeats to a fifth.

Doctrine against doctrine, seeds from 1000: three battles less one, halved, so that setting up is left out.
`instructions.json` keeps the figures of two builds: `before`, by which the goals are set, and `now`, of this one.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from bench.candidate import Failed
from bench.report import Report, most
from playsheet.core.scenario import read_heading
from playsheet.rules import scenario_files

HERE = Path(__file__).resolve().parent
KEPT = HERE / "instructions.json"
FIRST = 1000  # seed
MUST = {"lancer": 0.8}  # of what a battle took before; in all other systems:
MUST_ELSEWHERE = 0.6
AIM = {"lancer": 0.5}
AIM_ELSEWHERE = 0.3


def instructions(report: Report, scenarios: list[str]) -> None:
    """A row for each scenario, beside the figures on file."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        report.skip("instructions a battle: valgrind is not installed.")
        return
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    for scenario in scenarios:
        value = (collected(valgrind, scenario, 3) - collected(valgrind, scenario, 1)) / 2e6
        system = scenario_files()[scenario].parent.parent.name
        before = kept["before"].get(scenario)
        now = kept["now"].get(scenario)
        report.add(
            f"instructions-{scenario}",
            f"{scenario}: million instructions a battle",
            value,
            "",
            most(MUST.get(system, MUST_ELSEWHERE) * before) if before else None,
            most(AIM.get(system, AIM_ELSEWHERE) * before) if before else None,
            beside(value, before, now),
        )


def beside(value: float, before: float | None, now: float | None) -> str:
    """The figures on file, as far as there are any."""
    known = []
    if before is not None:
        known.append(f"{value / before:.2f} of the {before:,} before")
    if now is not None:
        known.append(f"on file {now:,}")
    return "; ".join(known)


def collected(valgrind: str, scenario: str, battles: int) -> int:
    """By a process of its own that plays so many battles."""
    task = {"what": "play", "scenario": scenario, "first": FIRST, "count": battles}
    ran = subprocess.run(
        [valgrind, "--tool=callgrind", f"--callgrind-out-file={os.devnull}", sys.executable, str(HERE), "--candidate"],
        input=json.dumps(task) + "\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONHASHSEED": "0"},
    )
    counted = re.search(r"Collected : (\d+)", ran.stderr)
    if counted is None or '"done"' not in ran.stdout:
        raise Failed(f"{scenario} under callgrind: {(ran.stdout or ran.stderr).strip()[-200:]}")
    return int(counted[1])


def of_size(*sizes: str) -> list[str]:
    """The built-in scenarios of these sizes, a system after the other."""
    return [scenario for scenario, file in scenario_files().items() if read_heading(file).size in sizes]
