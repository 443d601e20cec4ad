"""One server for the tests of a file: most need no more than a game of their own on it.

What has to do with a store runs in both of them: the files in BOTH, each test with SQLite and with PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import harness
import pytest
from harness import Server

if TYPE_CHECKING:
    from cluster import Cluster

BOTH = {
    "test_clocks",
    "test_leases",
    "test_stores",
    "test_undo",
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__name__.rpartition(".")[2] in BOTH:
        metafunc.parametrize("store", ["sqlite", "postgres"], scope="module", indirect=True)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """PostgreSQL, started when the first test asks for it."""
    from cluster import Cluster

    made = Cluster()
    yield made
    made.remove()


@pytest.fixture(scope="module", autouse=True)
def store(request: pytest.FixtureRequest) -> Iterator[str]:
    """In which of the two stores games are kept."""
    kind = getattr(request, "param", "sqlite")
    if kind == "postgres":
        harness.database_of = request.getfixturevalue("cluster").of_folder
    yield kind
    harness.database_of = harness.no_database


@pytest.fixture(scope="module")
def server(store: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("games")) as running:
        yield running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder for games."""
    return tmp_path / "games"
