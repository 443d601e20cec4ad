"""A soak of the rules: `python -m tests.battle_soak` plays battle after battle and looks at every law after every step.

Three parts, which can be asked for one by one:

- `battles`: 1,000 battles of each small scenario, 200 of each middle one, 20 of each large one, by random players; in
  every third one all switches of the rulings are set at random.
- `made`: 500 scenarios a system, made at random (tests/scenarios_made.py): each is refused in a sentence, or its battle
  plays to its end.
- `sound`: 200 battles of each scenario that `playsheet check` calls sound: those of the project, and a few made ones.

It says how far it has come, and of what went wrong the scenario, the seed and the step; exit code 1 then. A battle that
went wrong is played again by `--scenario the-wells --seed 17`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

HERE = Path(__file__).parent
for folder in (HERE, HERE / "rules"):  # the tests' shared helpers
    sys.path.insert(0, str(folder))

from played_through import Fault, checked, play_through, read_otherwise  # noqa: E402
from scenarios_made import WORDS, scenario_made  # noqa: E402

from playsheet.core.scenario import read_heading  # noqa: E402
from playsheet.players.setup import Setup, set_up_from  # noqa: E402
from playsheet.rules import scenario_files  # noqa: E402

BATTLES = {"small": 1000, "middle": 200, "large": 20}
MADE = 500
MADE_AND_SOUND = 3  # of each system
SOUND = 200
PARTS = ("battles", "made", "sound")
EVERY = 20.0  # seconds between two words of how far it has come
TOLD = 10  # faults that are told in full


@dataclass(frozen=True)
class Task:
    """One battle: a scenario of the project or a made one (`lancer:17`), and its seed."""

    scenario: str
    seed: int
    readings: bool = False  # with all switches at random

    def setup(self) -> Setup | None:
        if ":" in self.scenario:
            system, number = self.scenario.split(":")
            return checked(scenario_made(system, int(number)), f"{self.scenario}.toml")
        return set_up_from(scenario_files()[self.scenario], "", [])


@dataclass(frozen=True)
class Done:
    task: Task
    steps: int  # 0: the scenario was refused
    fault: str = ""


def run(task: Task) -> Done:
    try:
        setup = task.setup()
        if setup is None:
            return Done(task, 0)
        if task.readings:
            setup = read_otherwise(setup, task.seed)
        return Done(task, play_through(setup, task.seed))
    except Fault as fault:
        return Done(task, fault.step, str(fault))
    except Exception as fault:  # of the program: whatever it is, it is told with its scenario
        return Done(task, 0, f"{type(fault).__name__}: {fault}")


def tasks(parts: list[str], only: list[str], share: float, first: int) -> Iterator[Task]:
    """The small scenarios first, battle by battle of all in turn: what is wrong shows early."""
    sizes = {id: read_heading(path).size for id, path in scenario_files().items() if not only or id in only}
    if "battles" in parts:
        for seed in range(first, first + most(max(BATTLES.values()), share)):
            for id, size in sizes.items():
                if seed < first + most(BATTLES[size], share):
                    yield Task(id, seed, readings=seed % 3 == 0)
    systems = [system for system in WORDS if not only or system in only]
    if "made" in parts:
        for number in range(first, first + most(MADE, share)):
            for system in systems:
                yield Task(f"{system}:{number}", number)
    if "sound" in parts:
        for seed in range(first, first + most(SOUND, share)):
            for id, size in sizes.items():
                was_played = "battles" in parts and seed % 3 and seed < first + most(BATTLES[size], share)
                if not was_played and (size != "large" or seed < first + most(BATTLES[size], share)):
                    yield Task(id, seed)
            for system in systems:
                for number in range(1, MADE_AND_SOUND + 1):
                    yield Task(f"{system}:{number}", seed)


def most(number: int, share: float) -> int:
    return max(1, int(number * share))


def soak(todo: list[Task], processes: int) -> int:
    """How many went wrong."""
    began = told = time.monotonic()
    refused = wrong = steps = 0
    with get_context("spawn").Pool(processes) as pool:
        for number, done in enumerate(pool.imap_unordered(run, todo), 1):
            steps += done.steps
            refused += not done.steps and not done.fault
            if done.fault:
                wrong += 1
                if wrong <= TOLD:
                    print(f"WRONG: {done.task} {done.fault}", flush=True)
            if time.monotonic() - told > EVERY or number == len(todo):
                told = time.monotonic()
                print(
                    f"{number} of {len(todo)} battles, {steps} steps, {refused} scenarios refused, {wrong} wrong, "
                    f"{told - began:.0f} seconds",
                    flush=True,
                )
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description="Play very many battles and look at every law.")
    parser.add_argument("parts", nargs="*", help=f"any of {', '.join(PARTS)}; all if none is named")
    parser.add_argument("--scenario", action="append", default=[], help="only this one, or only this system's")
    parser.add_argument("--seed", type=int, default=1, help="the first")
    parser.add_argument("--share", type=float, default=1.0, help="so much of the whole")
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    unknown = [part for part in given.parts if part not in PARTS]
    if unknown:
        parser.error(f"there is no part {unknown[0]!r}")
    todo = list(tasks(given.parts or list(PARTS), given.scenario, given.share, given.seed))
    if any(":" in id for id in given.scenario):
        todo = [Task(id, given.seed) for id in given.scenario]
    return 1 if soak(todo, given.processes) else 0


if __name__ == "__main__":
    sys.exit(main())
