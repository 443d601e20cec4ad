"""What is told of stores by turns: medians, and ratios that are each round's own."""

import pytest
from bench.report import Report
from bench.server_stores import Round, Turn, key_of, name_of, tell

MACHINE: dict[str, object] = {"cores": 1}


def turns(rate: float, p99: float) -> dict[str, Turn]:
    """Three servers hold twice as much, PostgreSQL three quarters."""
    found: dict[str, Turn] = {}
    for servers, times in ((1, 1.0), (3, 2.0)):
        found[name_of("SQLite", servers)] = Turn(times * rate, 0.0003, p99, 2000.0)
        found[name_of("PostgreSQL", servers)] = Turn(0.75 * times * rate, 0.0003, 2.0 * p99, 1000.0)
    return found


def test_ratios_are_those_of_each_round() -> None:
    """A machine that gives twice as much in one of the rounds gives it to all of them."""
    report = Report("tiny", dict(MACHINE))
    peer = Turn(1000.0, 0.0002, 0.010, 2000.0)
    quicker = Turn(2000.0, 0.0002, 0.005, 2000.0)
    tell(report, [Round(turns(900.0, 0.004), peer), Round(turns(1800.0, 0.002), quicker)])
    rows = {row.id: row for row in report.rows}
    assert rows["server.sqlite.inputs"].value == 1350.0
    assert rows["server.sqlite.against"].value == pytest.approx(0.9)
    assert rows["server.sqlite.3servers.against"].value == pytest.approx(1.8)
    assert rows["server.postgresql.against"].value == pytest.approx(0.675)
    assert rows["server.sqlite.p99.against"].value == pytest.approx(0.4)
    assert rows["server.stores"].value == pytest.approx(0.75)
    assert rows["server.stores"].met() == "must"
    assert rows["server.sqlite.p99.2000"].met() == "aim"
    assert rows["server.postgresql.p99.2000"].met() == ""  # so many could not be given
    assert rows["server.peer.turns"].value == 1500.0


def test_without_the_peer_there_is_nothing_beside() -> None:
    report = Report("tiny", dict(MACHINE))
    tell(report, [Round(turns(900.0, 0.004), None)])
    assert not [row for row in report.rows if "against" in row.id or "peer" in row.id]
    assert {key_of(name) for name in turns(1.0, 1.0)} == {
        "sqlite",
        "postgresql",
        "sqlite.3servers",
        "postgresql.3servers",
    }
