"""Which test comes to which line of the rules, found out once and kept in build/mutants.

It is found out file by file of tests, and anew only for a file that has changed; a changed rule changes it for all.
"""

from __future__ import annotations

import ast
import pickle
import signal
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType, ModuleType

import pytest
from blocks import MARKS, Blocks
from children import Died, in_children
from importing import import_otherwise
from running import run_tests
from sources import CHECKS, CHOICES, ROOT, TABLETOP, all_modules, digest_of, files_of_tests

from playsheet.rules import SYSTEMS, load_system

KEPT = ROOT / "build" / "mutants"
TOO_LONG = 10.0  # seconds of a test that is left out
Marks = dict[str, bytes]  # of a file, one a block: was it reached?


@dataclass
class Reach:
    """By the tests of a file."""

    every: Marks  # reached before the first of them, when the system is loaded and tests are collected: and so by all
    tests: dict[str, Marks]
    seconds: dict[str, float]  # that each test takes
    left_out: list[str]  # tests that fail, or take too long

    def reaching(self, file: str, block: int) -> dict[str, float]:
        """The tests that come to this block, and how long each takes."""
        everyone = is_in(self.every, file, block)
        return {id: self.seconds[id] for id, marks in self.tests.items() if everyone or is_in(marks, file, block)}


def is_in(marks: Marks, file: str, block: int) -> bool:
    return file in marks and marks[file][block] == 1


class Marking:
    """A plugin that finds out what each test comes to."""

    def __init__(self) -> None:
        self.marks: dict[str, bytearray] = {}  # of each file that is imported
        self.reach = Reach({}, {}, {}, [])

    def marked(self, module: ModuleType, source: str) -> ast.Module:
        blocks = Blocks(source)
        marks = bytearray(blocks.count)
        setattr(module, MARKS, marks)
        self.marks[name_of(Path(str(module.__file__)))] = marks
        return blocks.tree

    def taken(self) -> Marks:
        """What has been reached since this was asked before."""
        found = {file: bytes(marks) for file, marks in self.marks.items() if 1 in marks}
        for marks in self.marks.values():
            marks[:] = bytes(len(marks))
        return found

    def pytest_collection_finish(self) -> None:
        self.reach.every = self.taken()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        signal.signal(signal.SIGVTALRM, too_long)
        signal.setitimer(signal.ITIMER_VIRTUAL, TOO_LONG)
        start = time.process_time()
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            marks = self.taken()
            if item.nodeid not in self.reach.left_out:
                self.reach.seconds[item.nodeid] = time.process_time() - start
                self.reach.tests[item.nodeid] = marks

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed and report.nodeid not in self.reach.left_out:
            self.reach.left_out.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.reach.left_out.append(report.nodeid)


def too_long(number: int, frame: FrameType | None) -> None:
    pytest.fail("it takes too long")


def found_out(system: str, tests: Path) -> Reach:
    """Run them all, in a process that has not imported the system."""
    plugin = Marking()
    import_otherwise(all_modules(system), plugin.marked)
    if system in SYSTEMS:
        load_system(system)
    run_tests([tests], [system], plugin)
    return plugin.reach


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


# ---------------------------------------------------------------------- kept


def reach_of(system: str, jobs: int, say: Callable[[str], None]) -> tuple[list[Reach], bool]:
    """Of every file of tests that a change of the system's rules is held against; was any of it found out anew?"""
    wanted = [(one, tests) for one in (CHOICES if system == TABLETOP else [system]) for tests in files_of_tests(one)]
    found = {pair: read(*pair) for pair in wanted}
    missing = sorted((pair for pair in wanted if found[pair] is None), key=lambda pair: pair[1] != CHECKS)
    if missing:
        say(f"Finding out which test comes to which line ({len(missing)} of {len(wanted)} files of tests) ...")
    tasks = [partial(found_out, *pair) for pair in missing]
    for number, answer in in_children(tasks, jobs):
        of, tests = missing[number]
        if isinstance(answer, Died):
            raise SystemExit(f"{tests.relative_to(ROOT)}, as it is: {answer}.")
        for id in answer.left_out:
            say(f"  left out, since it fails or takes too long as things are: {id}")
        found[missing[number]] = answer
        write(of, tests, answer)
    return [reach for reach in found.values() if reach is not None], bool(missing)


def kept_at(system: str, tests: Path) -> Path:
    inside = tests.relative_to(ROOT / "tests")
    return KEPT / system / ("-".join(inside.with_suffix("").parts) + ".pickle")


def read(system: str, tests: Path) -> Reach | None:
    """As it was found out before, if nothing has changed since."""
    path = kept_at(system, tests)
    if not path.is_file():
        return None
    digest, _, rest = path.read_bytes().partition(b"\n")
    return pickle.loads(rest) if digest.decode() == digest_of(system, tests) else None


def write(system: str, tests: Path, reach: Reach) -> None:
    path = kept_at(system, tests)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(digest_of(system, tests).encode() + b"\n" + pickle.dumps(reach))


def reaching(all_reach: Sequence[Reach], path: Path, line: int, most: float) -> dict[str, float]:
    """The tests that come to the line, the quickest first, as many as take so many seconds together."""
    block = Blocks(path.read_text(encoding="utf-8")).at[line]
    found: dict[str, float] = {}
    for reach in all_reach:
        found.update(reach.reaching(name_of(path), block))
    return dict(affordable(found, most))


def affordable(seconds: dict[str, float], most: float) -> Iterator[tuple[str, float]]:
    left = most
    for id, takes in sorted(seconds.items(), key=lambda item: item[1]):
        left -= takes
        if left < 0:
            return
        yield id, takes
