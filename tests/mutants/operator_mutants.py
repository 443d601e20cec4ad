"""Do the tests notice a changed rule? `make mutants SYSTEM=lancer` changes one operator at a time (operators.py).

A change is held against the system's own tests, its battles on record, its odds and the laws in its smallest scenario:
those that come to the changed line, the quickest first, until one fails.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

from children import Died, in_children
from importing import import_otherwise
from operators import EXTRA, KINDS, Operator, changed, operators_of
from reach import Reach, affordable, reach_of, reaching
from running import first_failure
from sources import CHOICES, ROOT, rules_of

from playsheet.rules import SYSTEMS

UNREACHED = "no test comes to it"


@dataclass(frozen=True)
class Mutant:
    """A module with one operator changed."""

    path: Path
    operator: Operator

    @property
    def file(self) -> str:
        return str(self.path.relative_to(ROOT))

    def __str__(self) -> str:
        return f"{self.file}:{self.operator.line}  {self.operator.old} -> {self.operator.new or '(nothing)'}"

    def source_line(self) -> str:
        return self.path.read_text(encoding="utf-8").splitlines()[self.operator.line - 1].strip()


def mutants_of(system: str, kinds: tuple[str, ...]) -> list[Mutant]:
    return [
        Mutant(path, operator)
        for path in rules_of(system)
        for operator in operators_of(path.read_text(encoding="utf-8"), kinds)
    ]


def chosen(mutants: list[Mutant], options: argparse.Namespace) -> list[Mutant]:
    """Those that are asked for: all of a line, or so many by chance."""
    if options.at:
        file, _, line = options.at.rpartition(":")
        return [one for one in mutants if one.file.endswith(file) and one.operator.line == int(line)]
    if options.only:
        mutants = [one for one in mutants if options.only in one.file]
    return random.Random(options.seed).sample(mutants, min(options.number, len(mutants)))


# ---------------------------------------------------------------------- trying one


def tried(mutant: Mutant, tests: dict[str, float], systems: Sequence[str]) -> str:
    """The first test that fails; empty if none does. To be called in a process that has not imported the module."""
    if not tests:
        return UNREACHED
    import_otherwise([mutant.path], lambda _, source: changed(source, mutant.operator.number))
    return first_failure(tests, systems)


def import_what_stays() -> None:
    """All that is not changed is imported once, before the children part."""
    for name in ("playsheet.core", "playsheet.players", "playsheet.odds", "playsheet.sim"):
        package: Any = importlib.import_module(name)
        for module in pkgutil.iter_modules(package.__path__, f"{name}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    assert not [name for name in SYSTEMS if f"playsheet.rules.{name}" in sys.modules]


# ---------------------------------------------------------------------- all of them


def try_unchanged(reaches: list[Reach], options: argparse.Namespace) -> None:
    """Picked and ordered as here, the tests pass as long as nothing is changed."""
    seconds = {id: takes for reach in reaches for id, takes in reach.seconds.items()}
    tests = dict(affordable(seconds, options.seconds))
    for _, answer in in_children([partial(first_failure, tests, systems_of(options.system))], 1):
        if answer:
            raise SystemExit(f"Nothing is changed, and yet it fails: {answer}.")


def systems_of(system: str) -> list[str]:
    """Whose tests a change is held against."""
    return [system] if system in SYSTEMS else list(SYSTEMS)


def try_all(mutants: list[Mutant], reaches: list[Reach], options: argparse.Namespace) -> dict[Mutant, str]:
    """What catches each; UNREACHED or empty for those that survive."""
    systems = systems_of(options.system)
    found: dict[Mutant, str] = {}
    every = [reaching(reaches, one.path, one.operator.line, inf) for one in mutants]
    tests = [dict(affordable(seconds, options.seconds)) for seconds in every]
    tasks = [partial(tried, mutant, wanted, systems) for mutant, wanted in zip(mutants, tests)]
    started = time.monotonic()
    for number, answer in in_children(tasks, options.jobs):
        caught = f"{answer}" if isinstance(answer, Died) else answer
        found[mutants[number]] = caught
        said = f"caught    {mutants[number]}  by {caught}"
        if caught in ("", UNREACHED):
            passed = f"{len(tests[number])} tests passed, of {len(every[number])} that come to it"
            said = f"SURVIVED  {mutants[number]}  {caught or passed}"
        print(f"{len(found):4}/{len(mutants)} {time.monotonic() - started:5.0f} s  {said}", flush=True)
    return found


def report(found: dict[Mutant, str]) -> None:
    survivors = sorted((one for one in found if found[one] in ("", UNREACHED)), key=str)
    print()
    for mutant in survivors:
        note = f"  ({UNREACHED})" if found[mutant] else ""
        print(f"SURVIVED  {mutant}{note}\n          {mutant.source_line()}")
    tried_of, left_of = (Counter(one.operator.kind for one in some) for some in (found, survivors))
    for kind in (*KINDS, *EXTRA):
        if tried_of[kind]:
            print(f"{kind:>12}: {tried_of[kind] - left_of[kind]} of {tried_of[kind]} caught")
    caught = len(found) - len(survivors)
    print(f"{caught} of {len(found)} changes caught ({caught / max(1, len(found)):.0%}).")


def read_options(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants", description="Do the tests notice a changed rule?")
    parser.add_argument("system", choices=CHOICES)
    parser.add_argument("-n", "--number", type=int, default=100, help="how many changes (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the choice (%(default)s)")
    parser.add_argument("--only", default="", metavar="PATH", help="only in files whose path has this in it")
    parser.add_argument("--at", default="", metavar="FILE:LINE", help="every change of this line")
    parser.add_argument("--extra", action="store_true", help=f"more kinds of changes: {', '.join(EXTRA)}")
    parser.add_argument("--list", action="store_true", help="say which changes are chosen, and try none")
    parser.add_argument("--jobs", type=int, default=1, help="at the same time (%(default)s)")
    parser.add_argument("--seconds", type=float, default=30.0, help="that the tests of a change may take (%(default)s)")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    options = read_options(words)
    every = mutants_of(options.system, KINDS + EXTRA if options.extra else KINDS)
    mutants = chosen(every, options)
    print(f"{options.system}: {len(mutants)} of {len(every)} changes, seed {options.seed}.")
    if options.list:
        for mutant in mutants:
            print(f"{mutant}\n          {mutant.source_line()}")
        return 0
    import_what_stays()
    reaches, anew = reach_of(options.system, options.jobs, lambda said: print(said, flush=True))
    if anew:
        try_unchanged(reaches, options)
    report(try_all(mutants, reaches, options))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
