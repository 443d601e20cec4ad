"""Measures the pages in a real Chromium: `python bench/browser.py`. The table and the JSON are bench's.

python bench/browser.py --quick           each thing fewer times
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.candidate import Candidate
from bench.main import load, machine
from bench.report import Report, markdown, most, text

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "browser-results.json"
WEB = ROOT / "web"
CHROMIUM = "/usr/bin/chromium"
PLAYWRIGHTS = Path.home() / ".cache" / "ms-playwright"  # where Playwright puts its own browsers
MOST_FETCHED = 300  # KB, gzipped
FRAME = 1 / 60  # seconds, of a screen
DRAG = 0.3  # seconds
OPENING = 2.0  # seconds until the first question stands
WORST = 0.1  # seconds, of a frame
LARGEST = {"the-third-day": "The Third Day, 1,558 figures", "the-great-redoubt": "The Great Redoubt, 451 figures"}


def main(given: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python bench/browser.py", description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="each thing fewer times, and less to be relied on")
    parser.add_argument("--json", type=Path, default=RESULTS, metavar="PATH", help="where to write it all as JSON")
    parser.add_argument("--markdown", action="store_true", help="print the table for docs/performance.md")
    asked = parser.parse_args(given)
    with Candidate("compiled", sys.executable) as here:
        report = Report("quick" if asked.quick else "full", machine(here.do("about")))
    missing = what_is_missing()
    if missing:
        report.skip(missing)
    else:
        measure(report, asked.quick)
    report.machine["load_after"] = load()
    asked.json.write_text(json.dumps(report.data(), indent=1) + "\n", encoding="utf-8")
    print(markdown(report) if asked.markdown else text(report))
    return 1 if report.failed else 0


def what_is_missing() -> str:
    """Why the pages cannot be measured here, in a sentence; empty if they can."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return "the browser: there is no npm here."
    if not (WEB / "node_modules" / "@playwright").is_dir():
        return "the browser: the tools of the pages are not installed; make web installs them and builds the pages."
    if not Path(os.environ.get("CHROMIUM", CHROMIUM)).exists() and not any(PLAYWRIGHTS.glob("chromium*")):
        return "the browser: there is no Chromium here; make chromium installs it, or CHROMIUM names one."
    return ""


def measure(report: Report, quick: bool) -> None:
    """By `web/bench.mjs`, which starts a server of its own with this interpreter's Playsheet."""
    command = f"{sys.executable} -m bench.command"
    environment = {**os.environ, "PLAYSHEET": os.environ.get("PLAYSHEET", command), "PYTHONPATH": python_path()}
    node = ["node", "bench.mjs", *(["--quick"] if quick else [])]
    done = subprocess.run(node, cwd=WEB, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        report.fail(f"browser: {last_line(done.stderr)}")
        return
    rows(report, json.loads(done.stdout))


def python_path() -> str:
    """What this interpreter was told, and this folder's parent, so that the server's process finds `bench.command`."""
    return os.pathsep.join(part for part in (str(ROOT), os.environ.get("PYTHONPATH", "")) if part)


def last_line(said: str) -> str:
    """What went wrong, of all that a program says about it."""
    lines = [line.strip() for line in said.splitlines() if "Error" in line] or said.strip().splitlines()
    return lines[0].strip() if lines else "it ended without a word."


def rows(report: Report, found: dict[str, Any]) -> None:
    """What `web/bench.mjs` found, as rows of the table."""
    report.details["browser"] = found
    for page, size in found["fetched_kb_gzipped"].items():
        id = f"browser-fetched-{page.replace(' ', '-')}"
        report.add(id, f"fetched for {page}", size, "KB", most(MOST_FETCHED), note="gzipped, with the typeface")
    report.add("browser-first-paint", "first page: first contentful paint", found["first_paint_ms"] / 1000, "s")
    panning = found["panning"]
    for view, frame in panning["ms_a_frame"].items():
        report.add(
            f"browser-frame-{view.replace(' ', '-')}",
            f"panning with {panning['figures']} figures, {view}: median frame",
            frame["middle"] / 1000,
            "s",
            None,
            most(FRAME * 1.05),
            f"{frame['frames']} frames, 19 of 20 within {frame['of_20_19_within']} ms",
        )
    click = found["click_to_result_ms"]
    report.add(
        "browser-click",
        "from click to the result drawn: median",
        click["middle"] / 1000,
        "s",
        None,
        None,
        f"19 of 20 within {click['of_20_19_within']} ms; Chromium {found['browser']}",
    )
    drag = found["drag_to_places_ms"]
    report.add(
        "browser-drag",
        f"from the end of a drag of {drag['regiments']} regiments to all in their places: median",
        drag["middle"] / 1000,
        "s",
        None,
        most(DRAG),
    )
    for id, title in LARGEST.items():
        largest(report, id, title, found["largest"][id])


def largest(report: Report, id: str, title: str, found: dict[str, Any]) -> None:
    """A battle too large to be drawn figure by figure: until it asks, and how it is moved."""
    opening = found["opening_ms"]
    said = f"{title}: from the click that begins it to the first question: median"
    note = f"the longest {opening['worst']} ms"
    report.add(f"browser-opening-{id}", said, opening["middle"] / 1000, "s", most(OPENING), note=note)
    for way, frame in found["moves"].items():
        row = f"browser-{id}-{way.replace(', ', '-').replace(' ', '-')}"
        note = (
            f"{frame['frames']} frames; the page's own thread is at work for {frame['thread_ms']} ms of each, "
            f"{frame['script_ms']} ms of it in scripts"
        )
        report.add(row, f"{title}: {way}: median frame", frame["middle"] / 1000, "s", most(FRAME * 1.05), note=note)
        report.add(f"{row}-worst", f"{title}: {way}: worst frame", frame["worst"] / 1000, "s", None, most(WORST))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
