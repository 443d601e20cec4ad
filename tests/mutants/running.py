"""Tests run in this process: those that are wanted, the quickest first, until one fails."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Sequence
from pathlib import Path

import pytest
from children import at_most
from sources import CHECKS, ROOT

COLLECTING = 120.0  # seconds that reading the tests may take
SLOWER = 10.0  # times: a test that takes so much longer than it did, and LEEWAY more, does not end
LEEWAY = 5.0


class Wanted:
    """A plugin that picks tests, watches their time, and remembers the first that fails."""

    def __init__(self, seconds: dict[str, float]) -> None:
        self.seconds = seconds  # that each test takes, by its id
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        at_most(0)
        chosen = [item for item in items if item.nodeid in self.seconds]
        items[:] = sorted(chosen, key=lambda item: self.seconds[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        at_most(LEEWAY + SLOWER * self.seconds[item.nodeid])
        try:
            return (yield)
        finally:
            at_most(0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.failed:
            self.failed = f"{report.nodeid}, which cannot be read"


def first_failure(seconds: dict[str, float], systems: Sequence[str]) -> str:
    """Of these tests, the id of the first that fails; empty if none does."""
    wanted = Wanted(seconds)
    at_most(COLLECTING)
    run_tests(sorted({ROOT / id.partition("::")[0] for id in seconds}), systems, wanted, "--exitfirst")
    return wanted.failed


def run_tests(files: Sequence[Path], systems: Sequence[str], plugin: object, *options: str) -> None:
    """In a process that is not needed for anything else."""
    os.chdir(ROOT)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # which say nothing about rules, and take a second to load
    os.environ["PLAYSHEET_MUTANTS"] = ",".join(systems) if CHECKS in files else ""
    names = [str(path.relative_to(ROOT)) for path in files]
    options = ("--quiet", "--quiet", "--no-header", "--tb=no", "-pno:cacheprovider", "-pno:faulthandler", *options)
    pytest.main([*options, f"--rootdir={ROOT}", *names], plugins=[plugin])
    signal.setitimer(signal.ITIMER_PROF, 0)
