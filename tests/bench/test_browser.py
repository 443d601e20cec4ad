"""Measuring the pages: what a run found becomes rows, and what is missing one sentence. No browser is started here."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from bench import browser
from bench.report import Report, text

MOVES = {"middle": 16.7, "worst": 83.4, "frames": 120, "thread_ms": 9.1, "script_ms": 4.2}
FOUND: dict[str, Any] = {
    "fetched_kb_gzipped": {"first page": 90.5, "a battle": 301.0},
    "first_paint_ms": 420.0,
    "panning": {
        "figures": 500,
        "ms_a_frame": {
            "whole table": {"frames": 120, "middle": 16.7, "of_20_19_within": 33.4},
            "close": {"frames": 60, "middle": 33.4, "of_20_19_within": 50.0},
        },
    },
    "click_to_result_ms": {"middle": 48.0, "of_20_19_within": 90.0},
    "drag_to_places_ms": {"regiments": 12, "middle": 276.6, "of_20_19_within": 290.0},
    "largest": {
        "the-third-day": {
            "opening_ms": {"middle": 1480.0, "worst": 2100.0},
            "moves": {"panned, close": MOVES, "zoomed": {**MOVES, "middle": 33.4, "worst": 150.0}},
        },
        "the-great-redoubt": {"opening_ms": {"middle": 2200.0, "worst": 2300.0}, "moves": {"panned, close": MOVES}},
    },
    "browser": "130.0",
}


@pytest.fixture
def report() -> Report:
    machine = {"playsheet": "0", "python": "3", "compiled": False, "system": "S", "processor": "P", "cores": 1}
    return Report("quick", {**machine, "load_before": 0.0, "load_after": 0.0})


def test_what_was_found_becomes_rows(report: Report) -> None:
    browser.rows(report, FOUND)
    assert {row.id: (round(row.value, 4), row.unit, row.met()) for row in report.rows} == {
        "browser-fetched-first-page": (90.5, "KB", "must"),
        "browser-fetched-a-battle": (301.0, "KB", "no"),
        "browser-first-paint": (0.42, "s", ""),
        "browser-frame-whole-table": (0.0167, "s", "aim"),
        "browser-frame-close": (0.0334, "s", "no"),
        "browser-click": (0.048, "s", ""),
        "browser-drag": (0.2766, "s", "aim"),
        "browser-opening-the-third-day": (1.48, "s", "must"),
        "browser-the-third-day-panned-close": (0.0167, "s", "must"),
        "browser-the-third-day-panned-close-worst": (0.0834, "s", "aim"),
        "browser-the-third-day-zoomed": (0.0334, "s", "no"),
        "browser-the-third-day-zoomed-worst": (0.15, "s", "no"),
        "browser-opening-the-great-redoubt": (2.2, "s", "no"),
        "browser-the-great-redoubt-panned-close": (0.0167, "s", "must"),
        "browser-the-great-redoubt-panned-close-worst": (0.0834, "s", "aim"),
    }
    assert "The Third Day, 1,558 figures: panned, close: median frame" in text(report)
    assert "panning with 500 figures, close: median frame" in text(report)
    assert report.details["browser"] == FOUND


def test_without_npm_there_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(browser.shutil, "which", lambda _: None)
    file = tmp_path / "results.json"
    assert browser.main(["--quick", "--json", str(file)]) == 0
    assert json.loads(file.read_text(encoding="utf-8"))["skipped"][-1] == "the browser: there is no npm here."
    assert "Skipped: the browser: there is no npm here." in capsys.readouterr().out


def test_without_tools_or_chromium_there_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser.shutil, "which", lambda _: "/bin/npm")
    monkeypatch.setattr(browser, "WEB", tmp_path)
    assert "make web" in browser.what_is_missing()
    (tmp_path / "node_modules" / "@playwright").mkdir(parents=True)
    monkeypatch.setattr(browser, "PLAYWRIGHTS", tmp_path / "none")
    monkeypatch.setenv("CHROMIUM", str(tmp_path / "chromium"))
    assert "there is no Chromium" in browser.what_is_missing()
    (tmp_path / "chromium").touch()
    assert browser.what_is_missing() == ""


def test_a_run_that_fails_is_one_line(report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    said = "node:internal\n  throw\nError: the port is taken\n    at somewhere\n"
    fails = subprocess.CompletedProcess([], 1, "", said)
    monkeypatch.setattr(browser.subprocess, "run", lambda *_, **__: fails)
    browser.measure(report, True)
    assert report.failed == ["browser: Error: the port is taken"]
    assert report.rows == []
