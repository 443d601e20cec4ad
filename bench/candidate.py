"""A candidate: an interpreter with Playsheet in it, that does as it is told, line by line.

The compiled and the uncompiled package run in a process of their own each, started once; the benchmark gives them the
same task by turns, so that whatever else the machine does falls on both. Times are seconds of the processor, not of the
clock, and only of what the task says: importing and setting up are done before.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from math import hypot
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

HERE = Path(__file__).resolve().parent
Task = dict[str, Any]


class Failed(Exception):
    """A candidate could not do what it was told: the sentence says why."""


class Candidate:
    """This end of the pipe."""

    def __init__(self, name: str, python: str) -> None:
        self.name = name
        self.process = subprocess.Popen(
            [python, str(HERE), "--candidate"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def do(self, what: str, **how: object) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"what": what, **how}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise Failed(f"the {self.name} package ended in the middle of {what!r}.")
        answer = json.loads(line)
        if "failed" in answer:
            raise Failed(f"the {self.name} package: {answer['failed']}")
        return answer["done"]

    def close(self) -> None:
        if self.process.stdin is not None:
            self.process.stdin.close()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def __enter__(self) -> Candidate:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def serve() -> int:
    """The other end: one task a line, one answer a line, until there are no more."""
    for line in sys.stdin:
        task = json.loads(line)
        try:
            answer = {"done": TASKS[task["what"]](task)}
        except Exception as error:  # whatever it is: the report says it in one line, and goes on
            answer = {"failed": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)
    return 0


# ---------------------------------------------------------------------- what it can be told to do


def about(task: Task) -> object:
    from playsheet.core import game

    return {"python": sys.version.split()[0], "compiled": not str(game.__file__).endswith(".py")}


TABLES: dict[str, Any] = {}


def table(task: Task) -> Any:
    """The scenario (an id, or a whole text), set up once."""
    from playsheet.players.setup import scenario_source, set_up_from
    from playsheet.sim.playing import Plan, Table

    which = str(task["scenario"])
    if which not in TABLES:
        text = which if "\n" in which else scenario_source(which).read_text(encoding="utf-8")
        lineup = ("doctrine",) * len(set_up_from(text, "bench", []).seats)
        TABLES[which] = Table(Plan(text, "bench", (), (lineup,), 0, False))
    return TABLES[which]


def play(task: Task) -> object:
    """Some battles, doctrine against doctrine; so often over, if they take too little time to be measured."""
    ready = table(task)
    times = 0
    began = process_time()
    while True:
        counts = ready.play(task["first"], task["count"])
        times += 1
        seconds = process_time() - began
        if seconds >= task.get("least", 0.0):
            break
    if counts.failed:
        raise RuntimeError(counts.failures[0].sentence())
    return {
        "seconds": seconds / times,
        "battles": counts.games,
        "decisions": counts.decisions.total,
        "checksum": f"{counts.fingerprint:016x}",
    }


NOBODY = -1  # no card is open
SAMPLE = 8  # how many steps from one look at the table to the next


def growth(task: Task) -> object:
    """Battles step by step: what deploying costs, what play costs, and how many enemies are in reach meanwhile.

    A step is an activation; with `cards` only one in which another unit's card comes up.
    """
    ready = table(task)
    what = (
        "deploying",
        "playing",
        "activations",
        "ending",
        "turns",
        "decisions",
        "units",
        "unit_turns",
        "looks",
        "enemies",
        "others",
    )
    found = dict.fromkeys(what, 0.0)
    for number in range(task["first"], task["first"] + task["count"]):
        game = ready.new_game(ready.plan.lineups[0], number)
        while game.battle.to_deploy:
            found["deploying"] += one_step(game)
        turn = 0
        while not game.battle.finished:
            if game.battle.turn != turn:
                found["unit_turns"] += sum(unit.on_table for unit in game.system.roster(game.battle))
            turn, decisions, active = game.battle.turn, game.decisions, active_unit(game)
            cost = one_step(game)
            if game.battle.turn != turn or game.battle.finished:
                found["ending"] += cost  # the STOP card: each unit in melee fights, which is no activation
                continue
            found["playing"] += cost
            if not task.get("cards") or active_unit(game) not in (active, NOBODY):
                found["activations"] += 1
            found["decisions"] += game.decisions - decisions
            if game.step % SAMPLE == 0:
                found["looks"] += 1
                enemies, others = in_reach(game, task["reach"], task["guns"])
                found["enemies"] += enemies
                found["others"] += others
        found["turns"] += game.battle.turn
        found["units"] += len(game.system.roster(game.battle))
    return found


def active_unit(game: Any) -> int:
    """Whose card is open, where a sheet has cards."""
    found: int = getattr(game.battle, "active", NOBODY)
    return found


def one_step(game: Any) -> float:
    began = process_time()
    game.play_step()
    return process_time() - began


def in_reach(game: Any, reach: float, guns: float) -> tuple[float, float]:
    """How many enemies, and how many units of either side, a unit has in reach, on average; guns reach farther."""
    standing = [unit for unit in game.system.roster(game.battle) if unit.at is not None]
    there = [(unit.side, unit.at[0], unit.at[1], guns if unit.arm == "gun" else reach) for unit in standing]
    near = [other == side for side, x, y, far in there for other, u, v, _ in there if hypot(u - x, v - y) <= far]
    n = max(len(there), 1)
    return near.count(False) / n, (len(near) - len(there)) / n


def turns(task: Task) -> object:
    """One whole battle: its seconds turn by turn, setting up apart, and what it came to."""
    game = table(task).new_game(table(task).plan.lineups[0], task["first"])
    deploying = 0.0
    while game.battle.to_deploy:
        deploying += one_step(game)
    seconds = [0.0]
    while not game.battle.finished:
        turn = game.battle.turn
        seconds[-1] += one_step(game)
        if game.battle.turn != turn and not game.battle.finished:
            seconds.append(0.0)
    return {"deploying": deploying, "turns": seconds, "decisions": game.decisions, "score": game.battle.score}


def clone(task: Task) -> object:
    """A battle in the middle, cloned many times."""
    ready = table(task)
    game = ready.new_game(ready.plan.lineups[0], 1)
    half = max(1, ready.setup.scenario.turns // 2)
    while not game.battle.finished and game.battle.turn < half:
        game.play_step()
    battle = game.battle
    copy = ready.setup.system.clone
    rounds: list[float] = []
    for _ in range(task["rounds"]):
        began = process_time()
        for _ in range(task["count"]):
            copy(battle)
        rounds.append((process_time() - began) / task["count"])
    return {
        "seconds": rounds,
        "units": len(battle.units),
        "figures": sum(unit.start for unit in battle.units),
        "in_play": sum(unit.figures for unit in battle.units if unit.place == 1),
        "turn": battle.turn,
    }


def odds(task: Task) -> object:
    """Exact odds of one procedure, as if asked for the first time."""
    from bench.peer_dice import forget
    from playsheet.odds import exact
    from playsheet.rules import load_system

    known = next(one for one in load_system(task["system"]).forms() if one.id == task["procedure"])
    rounds: list[float] = []
    for _ in range(task["rounds"]):
        forget()
        began = process_time()
        found = exact(known, task["inputs"])
        rounds.append(process_time() - began)
    began = process_time()
    exact(known, task["inputs"])
    return {"seconds": rounds, "again": process_time() - began, "outcomes": len(found.outcomes)}


def procedures(task: Task) -> object:
    from playsheet.rules import load_system

    return [one.id for one in load_system(task["system"]).forms()]


def set_up(task: Task) -> object:
    """From a scenario's text to the first question, everybody a person."""
    from playsheet.players.setup import PERSON, scenario_source, set_up_from

    seconds: list[float] = []
    reading: list[float] = []
    for _ in range(task["rounds"] + 1):
        began = process_time()
        made = set_up_from(scenario_source(task["scenario"]).read_text(encoding="utf-8"), "bench", [])
        made.system.new_battle(made.scenario)
        reading.append(process_time() - began)
        game = made.game([PERSON] * len(made.seats), 0, keep=True)
        asked = not game.run()
        seconds.append(process_time() - began)
        assert asked, "persons sit there"
    return {"first": seconds[0], "seconds": seconds[1:], "reading": reading[1:]}


def battle_memory(task: Task) -> object:
    """Megabytes of this process with the system loaded, and the most after a battle was played to its end."""
    from bench.memory import resident
    from playsheet.core.scenario import read_heading
    from playsheet.rules import load_system, scenario_files
    from playsheet.sim import simulation

    assert simulation
    load_system(read_heading(scenario_files()[task["scenario"]]).system)
    before, _ = resident(os.getpid())
    game = table(task).new_game(table(task).plan.lineups[0], task["first"])
    figures = sum(unit.start for unit in game.system.roster(game.battle))
    while not game.battle.finished:
        game.play_step()
    _, most = resident(os.getpid())
    return {"before": before, "most": most, "figures": figures}


def simulate(task: Task) -> object:
    """`playsheet simulate`: seconds by the clock, and the memory of all its processes as it goes on."""
    from bench.memory import Memory
    from playsheet.sim.simulation import simulate

    memory = Memory(task.get("marks", []))
    began = perf_counter()
    results = simulate(task["scenario"], task["games"], workers=task["workers"], progress=memory.look)
    return {
        "seconds": perf_counter() - began,
        "games": results.games,
        "failed": results.failed,
        "workers": results.workers,
        "checksum": f"{results.counts.fingerprint:016x}",
        "memory": memory.data(),
    }


TASKS: dict[str, Callable[[Task], object]] = {
    "about": about,
    "play": play,
    "growth": growth,
    "turns": turns,
    "clone": clone,
    "odds": odds,
    "procedures": procedures,
    "set_up": set_up,
    "battle_memory": battle_memory,
    "simulate": simulate,
}
