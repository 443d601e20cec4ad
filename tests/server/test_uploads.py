"""What is sent is read where it can be killed; sums, files and bots keep nobody waiting; health is the truth."""

import asyncio
import sqlite3
import sys
import threading
import time
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from harness import Server, asked, begin, some_answer, until

from playsheet.client import sit
from playsheet.rules import scenario_files
from playsheet.server import worker_pools
from playsheet.server.jobs import Calculate, Job, Reply, Rules, Unknown, Weigh
from playsheet.server.rate_limits import TooMany
from playsheet.server.worker_pools import Busy, Pool, Worker

BAD = str(Path(__file__).parent / "bad_worker.py")
WELLS = scenario_files()["the-wells"].read_text(encoding="utf-8")
PARTS = "a" + ".a" * 120_000
DEAR = {"row": "bow-spear", "class": "hero", "hits": 24, "target": 42, "wounded": 27, "leaders": 5}
ODDS = "/api/systems/riskfactor/procedures/damage/odds"


def sent(text: str) -> dict[str, Any]:
    return {"scenario": {"file": "mine.toml", "text": text}}


def house(text: str) -> list[dict[str, str]]:
    return [{"file": "house.toml", "text": text}]


@contextmanager
def while_asking(server: Server, count: int, path: str, bodies: list[object]) -> Iterator[list[tuple[int, Any]]]:
    """So many requests under way; what they were answered."""
    answers: list[tuple[int, Any]] = []

    def ask(number: int) -> None:
        answers.append(server.call("POST", path, "", bodies[number % len(bodies)]))

    threads = [threading.Thread(target=ask, args=(number,), daemon=True) for number in range(count)]
    for thread in threads:
        thread.start()
    yield answers
    for thread in threads:
        thread.join(60)


def eventually(true: Any, seconds: float = 30.0) -> None:
    give_up = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < give_up, "it never came to that"
        time.sleep(0.01)


# ---------------------------------------------------------------------- files


@pytest.mark.parametrize(
    ("path", "body", "file"),
    [
        ("/api/scenarios/check", sent(PARTS + " = 1"), "mine.toml"),
        ("/api/games", sent(f"[{PARTS}]"), "mine.toml"),
        ("/api/games", {"scenario": {"id": "the-wells"}, "houses": house(PARTS)}, "house.toml"),
        ("/api/systems/lancer/procedures/shoot/odds", {"houses": house(PARTS)}, "house.toml"),
        ("/api/systems/lancer/procedures/shoot/resolve", {"houses": house(PARTS)}, "house.toml"),
    ],
    ids=["check", "game", "house rules", "odds", "resolve"],
)
def test_a_key_of_very_many_parts_is_refused(server: Server, path: str, body: object, file: str) -> None:
    status, code, says = server.refused(path, body)
    assert (status, code) == (422, "refused")
    assert says == f"{file}: line 1: expected a key of at most 8 parts, got one of more."


@pytest.mark.parametrize(
    ("path", "body", "file"),
    [
        ("/api/scenarios/check", sent("#" * (257 << 10)), "mine.toml"),
        ("/api/scenarios/check", sent("#" + "é" * (129 << 10)), "mine.toml"),
        ("/api/games", {"scenario": {"id": "the-wells"}, "houses": house("#" * (257 << 10))}, "house.toml"),
        ("/api/systems/lancer/procedures/shoot/odds", {"houses": house("#" * (257 << 10))}, "house.toml"),
    ],
)
def test_a_file_that_is_too_large_is_refused_unread(server: Server, path: str, body: object, file: str) -> None:
    status, code, says = server.refused(path, body)
    assert (status, code) == (413, "too_large")
    assert says == f"{file}: the file is too large, at most 262,144 bytes are taken."


def test_the_server_itself_parses_only_what_a_reader_has_passed(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[str] = []
    loads = tomllib.loads

    def noted(text: str) -> dict[str, Any]:
        parsed.append(text)
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", noted)
    wrong = WELLS.replace("turns = 6", "turns = -6")
    assert wrong != WELLS
    for path in ("/api/scenarios/check", "/api/games"):
        assert "turns: expected" in server.refused(path, sent(wrong))[2]
        assert "turns: expected" in server.refused(path, {**sent(wrong), "rulings": {"slash": "range"}})[2]
    body = {"scenario": {"id": "the-wells"}, "houses": house("nonsense = [")}
    assert "not valid TOML" in server.refused("/api/games", body)[2]
    assert wrong not in parsed
    assert "nonsense = [" not in parsed
    server.post("/api/scenarios/check", sent(WELLS))
    assert WELLS not in parsed  # to describe it, it is not needed here either
    made = server.post("/api/games", {**sent(WELLS), "rulings": {"slash": "range"}}, "", 201)
    assert WELLS in parsed
    state = server.get(f"/api/games/{made['game']}", made["seats"][0]["secret"])
    assert [(ruling["key"], ruling["value"]) for ruling in state["rulings"]] == [("slash", "range")]


def test_a_reader_that_never_comes_to_an_end_is_killed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pools, "COMMAND", [sys.executable, BAD, "reads for ever"])
    with Server(folder, reading=1.0) as server:
        made = server.two()
        with while_asking(server, 3, "/api/scenarios/check", [sent(WELLS)]) as answers:
            while not answers:
                assert server.get(f"/api/games/{made['game']}", made["seats"][0]["secret"])["status"] == "gathering"
                assert server.get("/healthz")["status"] == "ok"
        refused = [data["error"]["says"] for status, data in answers if status == 422]
        assert refused
        assert set(refused) == {"mine.toml: it takes too long to read this."}
        processes = [worker.process for worker in server.hub.pools.readers.workers]
        assert processes == [None]


@pytest.mark.skipif(sys.platform != "linux", reason="only here is memory known to be limited")
def test_a_reader_that_needs_too_much_memory_is_replaced(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pools, "COMMAND", [sys.executable, BAD, "hoards"])
    with Server(folder, worker_memory=400 << 20) as server:
        status, code, says = server.refused("/api/scenarios/check", sent(WELLS))
        assert (status, code) == (422, "refused")
        assert says == "mine.toml: it takes too long to read this: it needs too much memory."
        assert server.hub.pools.readers.workers[0].process is None
        monkeypatch.setattr(worker_pools, "COMMAND", [sys.executable, "-m", "playsheet.server.worker"])
        assert server.post("/api/scenarios/check", sent(WELLS))["id"] == "the-wells"
        assert server.hub.pools.readers.workers[0].generation == 2


def test_what_is_built_in_is_worked_out_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [
        "/api/systems",
        "/api/scenarios/the-wells",
        *(f"/api/systems/lancer/{which}" for which in ("sheet", "rulings", "procedures")),
    ]
    first = [server.raw("GET", path)[2] for path in paths]
    server.post("/api/systems/lancer/procedures/shoot/resolve", {})
    monkeypatch.setattr("playsheet.server.http.load_system", lambda id: pytest.fail("worked out again"))
    monkeypatch.setattr("playsheet.server.http.read_heading", lambda path: pytest.fail("worked out again"))
    monkeypatch.setattr("playsheet.server.http.scenario_data", lambda *_: pytest.fail("worked out again"))
    assert [server.raw("GET", path)[2] for path in paths] == first
    server.post("/api/systems/lancer/procedures/shoot/resolve", {})


# ---------------------------------------------------------------------- odds


def test_odds_that_would_take_too_long_are_sampled_and_say_so(folder: Path) -> None:
    with Server(folder, odds=60.0, paths=5000, runs=500) as server:
        found = server.post(ODDS, {"inputs": DEAR})
        assert (found["exact"], found["runs"]) == (False, 500)
        value = found["results"][0]["values"][0]
        assert 0.0 <= value["standard_error"] <= 0.5 / 500**0.5
        assert server.post(ODDS, {"inputs": DEAR}) == found
        exact = server.post(ODDS, {"inputs": {"hits": 3}})
        assert (exact["exact"], exact["runs"]) == (True, 0)
        assert "standard_error" not in exact["results"][0]["values"][0]


def test_odds_that_were_worked_out_are_known(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    path = "/api/systems/lancer/procedures/shoot/odds"
    found = server.post(path, {"inputs": {"figures": 7}})
    asked: list[Job] = []
    ask = Worker.ask

    async def noted(self: Worker, job: Job, limit: float) -> Reply:
        asked.append(job)
        return await ask(self, job, limit)

    monkeypatch.setattr(Worker, "ask", noted)
    assert server.post(path, {"inputs": {"figures": 7}}) == found
    assert asked == []
    other = server.post(path, {"inputs": {"figures": 7}, "rulings": {"slash": "range"}})
    assert other["inputs"] == found["inputs"]
    assert len(asked) == 1  # under other rulings it is another question


def test_the_odds_of_all_options_are_one_job_and_the_same_are_worked_out_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked_out: list[Job] = []
    ask = Worker.ask

    async def noted(self: Worker, job: Job, limit: float) -> Reply:
        if isinstance(job, Weigh):
            worked_out.append(job)
        return await ask(self, job, limit)

    monkeypatch.setattr(Worker, "ask", noted)
    near = WELLS.replace("[0, 34, 36, 48]", "[0, 15, 36, 29]")
    with Server(folder, address_jobs=1) as server, ExitStack() as stack:
        made = server.post("/api/games", {**sent(near), "seats": [{"player": "person"}] * 2}, "", 201)
        seats = [stack.enter_context(closing(sit(server.url + seat["link"]))) for seat in made["seats"]]
        begin(*seats)
        shots: list[str] = []
        while not shots:
            seat, question = asked(*seats)
            shots = [option.key for option in question.options if option.key.startswith("shoot:")]
            if not shots and question.kind == "deploy":
                closest = min(question.region.samples, key=lambda sample: abs(sample[1] - 14.5))
                seat.answer(question, f"@{closest[0]!r},{closest[1]!r}")
            elif not shots:
                seat.answer(question, question.any_answer())
        found = seat.odds(question)
        assert set(found) == {option.key for option in question.options}
        assert all(found[shot]["exact"] for shot in shots)
        assert worked_out
        weighed = [key for key, odds in found.items() if odds is not None]
        assert all(isinstance(job, Weigh) and job.options == weighed for job in worked_out)  # all in one job
        before = len(worked_out)
        assert seat.odds(question) == found
        assert len(worked_out) == before


def test_bots_do_not_wait_for_dear_questions(folder: Path) -> None:
    """58 of them, which no limit turns away: each is another one."""
    with Server(folder, address_jobs=100) as server:
        made = server.make()
        bodies: list[object] = [{"inputs": {**DEAR, "hits": 2 + number}} for number in range(58)]
        with sit(made["seats"][0]["link"], patience=20.0) as seat:
            with while_asking(server, 58, ODDS, bodies) as answers:
                eventually(lambda: len(server.hub.pools.calculators.places) > 0)
                seat.ready()
                done = 0
                while not seat.over and done < 12:
                    until(seat, lambda seat: bool(seat.questions) or seat.over)
                    if seat.questions:
                        seat.answer(seat.questions[0], some_answer(seat.questions[0]))
                        done += 1
                waiting = 58 - len(answers)
                server.do(server.hub.pools.calculators.stop())
            assert waiting > 20
            assert seat.state["seats"][1]["left"] == ""
            assert seat.state["seq"] > 20


def test_one_address_has_so_many_jobs_and_no_more(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pools, "COMMAND", [sys.executable, BAD, "reads for ever"])
    with Server(folder, reading=3.0, address_jobs=2) as server:
        with while_asking(server, 2, "/api/scenarios/check", [sent(WELLS)]) as answers:
            eventually(lambda: sum(server.hub.pools.readers.places.values()) == 2)
            assert server.refused("/api/scenarios/check", sent(WELLS))[:2] == (429, "too_many")
        assert {422} <= {status for status, _ in answers} <= {422, 503}


# ---------------------------------------------------------------------- the queue


class Still(Worker):
    """Notes what it is asked, and replies when it is told to."""

    def __init__(self) -> None:
        super().__init__(0)
        self.asked: list[str] = []
        self.go_on = asyncio.Semaphore(0)

    async def ask(self, job: Job, limit: float) -> Reply:
        assert isinstance(job, Calculate)
        self.asked.append(job.procedure)
        await self.go_on.acquire()
        return Unknown()


def job(name: str) -> Calculate:
    return Calculate(Rules("lancer", {}, []), name, {})


def line(each: int) -> tuple[Pool, Still]:
    still = Still()
    made = Pool(1, 0, each)
    made.workers[:] = [still]
    made.free[:] = [still]
    return made, still


def test_addresses_take_turns() -> None:
    async def play() -> list[str]:
        made, still = line(3)
        names = ["a1", "a2", "a3", "b1", "c1", "b2"]
        tasks = [asyncio.create_task(made.do(job(name), 60.0, name[0])) for name in names]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await made.do(job("a4"), 60.0, "a")
        for _ in names:
            still.go_on.release()
        await asyncio.gather(*tasks)
        assert made.places == {}
        assert made.free == [still]
        return still.asked

    assert asyncio.run(play()) == ["a1", "a2", "b1", "c1", "a3", "b2"]


def test_who_gives_up_is_passed_over_and_leaves_no_trace() -> None:
    async def play() -> list[str]:
        made, still = line(3)
        tasks = [asyncio.create_task(made.do(job(name), 60.0, name)) for name in ("a", "b", "c")]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.sleep(0)
        still.go_on.release()
        still.go_on.release()
        await asyncio.gather(tasks[0], tasks[2])
        assert made.places == {}
        assert made.free == [still]
        return still.asked

    assert asyncio.run(play()) == ["a", "c"]


def test_nobody_waits_longer_than_a_job_may_take_nor_for_a_server_that_stops() -> None:
    async def play() -> None:
        made, still = line(3)
        first = asyncio.create_task(made.do(job("a"), 60.0, "a"))
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="busy"):
            await made.do(job("b"), 0.0, "b")
        third = asyncio.create_task(made.do(job("c"), 60.0, "c"))
        await asyncio.sleep(0)
        await made.stop()
        with pytest.raises(Busy, match="stopping"):
            await third
        still.go_on.release()
        await first
        with pytest.raises(Busy, match="stopping"):
            await made.do(job("d"), 60.0, "d")

    asyncio.run(play())


# ---------------------------------------------------------------------- threads, health


@contextmanager
def blocked(server: Server, threads: Any, count: int) -> Iterator[None]:
    """Threads that are stuck in whatever they do."""
    free = threading.Event()
    stuck = threading.Semaphore(0)

    def wait() -> None:
        stuck.release()
        free.wait(60)

    for _ in range(count):
        asyncio.run_coroutine_threadsafe(threads.do(wait), server.loop)
    for _ in range(count):
        assert stuck.acquire(timeout=30)
    yield
    free.set()


def test_replaying_never_keeps_reading_waiting(server: Server) -> None:
    made = server.two()
    secret = made["seats"][0]["secret"]
    server.get(f"/api/games/{made['game']}", secret)
    with blocked(server, server.hub.replaying, server.hub.replaying.count):
        assert server.get(f"/api/games/{made['game']}", secret)["status"] == "gathering"
        assert server.get("/healthz")["status"] == "ok"


def test_health_says_when_nothing_can_be_read(server: Server) -> None:
    with blocked(server, server.hub.reading, server.hub.reading.count):
        status, said = server.call("GET", "/healthz")
        assert (status, said["status"]) == (503, "slow")
        assert said["says"] == "The store of games could not be read within 1 s."
    eventually(lambda: server.call("GET", "/healthz")[1]["status"] == "ok")


def test_however_many_ask_for_health_the_store_is_asked_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    pings: list[int] = []
    free = threading.Event()

    def ping() -> None:
        pings.append(1)
        free.wait(60)

    monkeypatch.setattr(server.hub.storage, "ping", ping)

    async def all_ask() -> list[str]:
        asking = [asyncio.ensure_future(server.hub.health()) for _ in range(50)]
        await asyncio.sleep(0)
        free.set()
        return [health.status for health in await asyncio.gather(*asking)]

    assert server.do(all_ask()) == ["ok"] * 50
    assert pings == [1]


def test_health_says_what_is_wrong(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = server.hub.storage
    well = server.get("/healthz")
    assert (well["status"], well["says"]) == ("ok", "All is well.")

    def broken() -> None:
        raise sqlite3.DatabaseError("database disk image is malformed")

    with monkeypatch.context() as patched:
        patched.setattr(storage, "ping", broken)
        status, said = server.call("GET", "/healthz")
        assert (status, said["status"], said["says"]) == (
            503,
            "damaged",
            "The store of games cannot be read; the log says why.",
        )
    with monkeypatch.context() as patched:
        patched.setattr(storage, "waiting", lambda: 7.2)
        status, said = server.call("GET", "/healthz")
        assert (status, said["status"], said["says"]) == (503, "slow", "Something has waited 7 s to be written.")
    with monkeypatch.context() as patched:
        patched.setattr(storage, "full", True)
        status, said = server.call("GET", "/healthz")
        assert (status, said["status"]) == (503, "full")
    assert server.get("/healthz")["status"] == "ok"


def test_how_long_a_write_has_waited_is_known(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    storage: Any = server.hub.storage
    free = threading.Event()
    commit = storage.commit

    def held(*args: Any) -> None:
        free.wait(60)
        commit(*args)

    async def held_there(*args: Any) -> Any:
        await asyncio.to_thread(free.wait, 60)
        return await commit(*args)

    monkeypatch.setattr(storage, "commit", held_there if asyncio.iscoroutinefunction(commit) else held)
    assert storage.waiting() == 0.0
    with while_asking(server, 1, "/api/games", [{"scenario": {"id": "the-wells"}}]) as answers:
        eventually(lambda: storage.waiting() > 0.05)
        free.set()
    assert answers[0][0] == 201
    eventually(lambda: storage.waiting() == 0.0)


def test_a_server_whose_threads_are_stuck_stops_all_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playsheet.server.hub.STOPPING", 0.5)
    with Server(folder) as server:
        made = server.two()
        server.get(f"/api/games/{made['game']}", made["seats"][0]["secret"])
        monkeypatch.setattr(server.hub.storage, "close", lambda: threading.Event().wait(60))
        held = blocked(server, server.hub.reading, server.hub.reading.count)
        held.__enter__()
        also = blocked(server, server.hub.replaying, server.hub.replaying.count)
        also.__enter__()
    assert not server.thread.is_alive()
    for thread in threading.enumerate():
        assert thread.daemon or thread is threading.main_thread() or "playsheet" not in thread.name
