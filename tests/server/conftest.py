"""One server for the tests of a file: most need no more than a game of their own on it.

Each test runs on SQLite and on PostgreSQL, except those that have a reason not to: a file in ONE_STORE or NO_STORE, or
a test's own mark `once`.
"""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import harness
import pytest
from harness import Server

if TYPE_CHECKING:
    from cluster import Cluster

# Files that are about one store, name the store of each test themselves, or have a server on which nothing is stored.
ONE_STORE = {
    "test_damage": "SQLite files that are damaged, or of an older form",
    "test_storage": "how SQLite writes and is backed up; test_stores has what both have to do",
    "test_pictures": "pictures of scenarios; nobody plays",
    "test_postgres": "a PostgreSQL that goes away and comes back",
    "test_moving": "from SQLite to PostgreSQL",
    "test_running": "the unit, the container and the page say where games are; see there for PostgreSQL",
    "test_soak": "each test names the store on which servers are killed",
}
# Files in which no store is opened; see `without_a_store`.
NO_STORE = {
    "test_barred": "reasons, as data",
    "test_lengths": "what a worker answers",
    "test_luck": "sums of dice",
    "test_patching": "views in memory",
    "test_settings": "a file of settings",
    "test_story": "battles in memory",
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    name = metafunc.module.__name__.rpartition(".")[2]
    once = metafunc.definition.get_closest_marker("once") is not None
    if not once and name not in ONE_STORE and name not in NO_STORE:
        metafunc.parametrize("store", ["sqlite", "postgres"], scope="module", indirect=True)


@pytest.fixture(autouse=True)
def without_a_store(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What says that it has no store opens none."""
    if request.module.__name__.rpartition(".")[2] in NO_STORE:
        monkeypatch.delattr(sqlite3, "connect")


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
    with pytest.MonkeyPatch.context() as patch:
        if kind == "postgres":
            from cluster import PASSWORD

            patch.setattr(harness, "database_of", request.getfixturevalue("cluster").of_folder)
            patch.setenv("PGPASSWORD", PASSWORD)  # for commands, whose words everybody may read
        yield kind


@pytest.fixture(scope="module")
def server(store: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("games")) as running:
        yield running


@pytest.fixture(autouse=True)
def dice() -> None:
    """Whatever has run before: a test's games have the same dice."""
    harness.COUNTED = itertools.count()
    harness.COUNTED_BITS = itertools.count()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder for games."""
    return tmp_path / "games"
