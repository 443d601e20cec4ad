"""Garbage collection: play leaves no reference cycles, and those that something else leaves are collected while nobody
waits."""

import asyncio
import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_leaks import Ear, answer_somehow, begun, hub_on

from playsheet.core.errors import Refused
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import set_up
from playsheet.rules import SYSTEMS, scenario_files
from playsheet.server import garbage_collection
from playsheet.server.garbage_collection import FULL_INTERVAL, IDLE, LITTLE_WORK, MOST_FREEZES, GarbageCollector
from playsheet.server.hub import Who
from playsheet.server.keys import SEAT

pytestmark = pytest.mark.battles

ANSWERS = 50


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    yield
    gc.unfreeze()
    gc.enable()


# ---------------------------------------------------------------------- play


def smallest() -> dict[str, str]:
    """The first scenario of each system in which somebody plays."""
    found: dict[str, str] = {}
    for id in scenario_files():
        setup = set_up(id, [])
        if setup.seats:
            found.setdefault(setup.system.id, id)
    return found


SMALLEST = smallest()


@pytest.mark.parametrize("system", SYSTEMS)
def test_play_leaves_no_cycles_behind_nor_does_a_game_that_is_put_away(system: str, tmp_path: Path) -> None:
    assert asyncio.run(cycles(SMALLEST[system], tmp_path / "games")) == ([], [])


async def cycles(scenario: str, folder: Path) -> tuple[list[str], list[str]]:
    """What is found after some answers, one of ten refused; and when the game has left memory."""
    async with hub_on(folder) as hub:
        id = await begun(hub, scenario)
        one = await hub.table(id)
        ears = [Ear(Who(SEAT, seat)) for seat in range(len(one.table.seats))]
        for ear in ears:
            hub.listen(one, ear)
        random = RandomPlayer(3)
        await answer_somehow(hub, one, random)
        gc.collect()  # what others have left behind
        for count in range(ANSWERS):
            if one.table.is_over():
                break
            await answer_somehow(hub, one, random)
            if count % 10 == 0 and not one.table.is_over():
                with pytest.raises(Refused):
                    await hub.answer(one, Who(SEAT, 0), "0.0", "nonsense")
        in_play = found()
        for ear in ears:
            hub.leave(one, ear)
        del hub.open[id], one
        return in_play, found()


def found() -> list[str]:
    """The rules' and the server's own objects among those that only reference cycles keep alive."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        gc.collect()
        return [repr(type(one)) for one in gc.garbage if type(one).__module__.startswith("playsheet")]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.collect()


# ---------------------------------------------------------------------- collecting


class Cycle:
    """Points at itself."""

    alive = 0

    def __init__(self) -> None:
        self.itself = self
        Cycle.alive += 1

    def __del__(self) -> None:
        Cycle.alive -= 1


class Day:
    """A server's day, as the garbage collector sees it: how much is done, and what time it is."""

    def __init__(self) -> None:
        self.work = 0
        self.time = 1000.0
        self.collector = GarbageCollector(lambda: self.work, lambda: self.time)

    def pass_by(self, work: int, seconds: float = 1.0) -> None:
        self.work += work
        self.time += seconds
        self.collector.collect_if_idle()


@pytest.fixture
def day() -> Day:
    gc.collect()
    Cycle.alive = 0
    return Day()


def test_python_does_not_collect_by_itself(day: Day) -> None:
    assert not gc.isenabled()


def test_what_is_new_is_collected_as_soon_as_there_is_little_to_do(day: Day) -> None:
    Cycle()
    day.pass_by(100)
    assert Cycle.alive == 1
    day.pass_by(LITTLE_WORK)  # somebody asks whether it is well
    assert Cycle.alive == 0


def test_where_nothing_was_done_nothing_is_collected(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "collect", lambda generation=2: pytest.fail("nobody has done anything"))
    for _ in range(10):
        day.pass_by(0)


def test_much_that_is_new_is_frozen_until_it_has_been_quiet(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage_collection, "MANY_OBJECTS", -1)
    Cycle()
    day.pass_by(100)
    assert gc.get_freeze_count() > 0
    day.pass_by(0)
    day.pass_by(1, IDLE - 5)
    assert Cycle.alive == 1
    day.pass_by(0, 5)
    assert Cycle.alive == 0
    assert gc.get_freeze_count() == 0


def test_but_not_for_ever(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage_collection, "MANY_OBJECTS", -1)
    Cycle()
    for _ in range(MOST_FREEZES):
        day.pass_by(100)
    assert Cycle.alive == 1
    day.pass_by(100)
    assert Cycle.alive == 0


def test_what_is_old_is_collected_seldom_and_when_it_is_quiet(day: Day) -> None:
    cycle = Cycle()
    gc.collect()  # it is old now
    del cycle
    day.pass_by(100)
    for _ in range(3):
        day.pass_by(0, IDLE)
    assert Cycle.alive == 1
    day.pass_by(100, FULL_INTERVAL)
    assert Cycle.alive == 1  # somebody plays
    day.pass_by(0, IDLE + 1)
    assert Cycle.alive == 0
