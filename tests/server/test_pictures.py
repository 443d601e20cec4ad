"""Pictures of how even a scenario is: drawn by a worker, within its bounds, and kept."""

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from harness import Server

from playsheet.library.plots import of_balance
from playsheet.players.setup import set_up
from playsheet.rules import balance_of, scenario_files
from playsheet.server import http
from playsheet.server.jobs import Draw, Refusal
from playsheet.server.worker import Worker
from playsheet.server.worker_pools import Pool
from playsheet.sim.strength import strength_of

WELLS = "/api/scenarios/the-wells/plot"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that has time: what draws is loaded with the first picture."""
    with Server(tmp_path_factory.mktemp("pictures"), odds=300.0) as server:
        yield server


def fetched(server: Server, path: str) -> bytes:
    status, headers, svg = server.raw("GET", path)
    assert (status, headers["content-type"]) == (200, "image/svg+xml"), svg[:200]
    assert headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'"
    assert headers["cache-control"] == "max-age=3600"
    return svg


def test_it_shows_what_was_measured(server: Server) -> None:
    scenario = set_up("the-wells", []).scenario
    found = balance_of(scenario)
    assert found is not None
    sides = [side.name for side in scenario.sides]
    by_turn = strength_of(scenario)
    fought = [] if by_turn is None else [100 * battles / by_turn.games for battles in by_turn.fought]
    left = [] if by_turn is None else by_turn.sides
    svg = fetched(server, WELLS)
    assert svg == of_balance(sides, found.wins, found.draws, fought, left)
    assert (b"end of turn" in svg) is (by_turn is not None)
    assert server.get("/api/scenarios/the-wells")["plot"] is True


def test_what_was_drawn_is_kept(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    first = fetched(server, WELLS)

    async def nobody(self: Pool, *given: object) -> None:
        raise AssertionError("nothing is to be drawn a second time")

    monkeypatch.setattr(Pool, "do", nobody)
    assert fetched(server, WELLS) == first


def test_there_is_one_of_every_scenario_that_was_measured_and_of_no_other(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert server.refused("/api/scenarios/nowhere/plot", None, method="GET")[:2] == (404, "unknown")
    shown = [server.get(f"/api/scenarios/{id}") for id in scenario_files()]
    assert all(scenario["plot"] is (scenario["balance"] is not None) for scenario in shown)
    monkeypatch.setattr(http, "balance_of", lambda scenario: None)
    status, code, says = server.refused("/api/scenarios/the-picket/plot", None, method="GET")
    assert (status, code, says) == (404, "unknown", "There is no picture of the-picket: it was not measured.")


def test_it_may_take_only_so_long(folder: Path) -> None:
    with Server(folder, odds=0.001) as server:
        status, code, says = server.refused(WELLS, None, method="GET")
        assert (status, code) == (503, "busy")
        assert "this takes too long to be drawn" in says


def test_an_address_may_ask_only_so_often(folder: Path) -> None:
    with Server(folder, odds=300.0, heavy_rate=0.001, heavy_burst=2.0) as server:
        for _ in range(2):
            fetched(server, WELLS)
        assert server.refused(WELLS, None, method="GET")[:2] == (429, "too_many")


def test_without_matplotlib_pages_ask_for_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "find_spec", lambda name: None)
    with Server(folder) as server:
        assert server.get("/api/scenarios/the-wells")["plot"] is False
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    job = Draw(["The Garrison", "The Emir's Host"], [6, 3], 1, [], [])
    says = "A picture needs matplotlib, which is not installed: pip install 'playsheet[plot]'."
    assert Worker().done(msgspec.json.encode(job)) == Refusal(says)
