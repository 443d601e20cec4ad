"""One server for the tests of a file: most need no more than a game of their own on it.

Each test runs with SQLite and with PostgreSQL, except in files that name SQLite, and where no store matters.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import harness
import pytest
from harness import Server

if TYPE_CHECKING:
    from cluster import Cluster

# These run once: what is worked out and told in memory, whatever the store, and what has servers of its own.
ONCE = {
    "test_command",
    "test_leaks",
    "test_odds_in_play",
    "test_secret_answers",
    "test_fuzz",
    "test_garbage_collection",
    "test_lengths",
    "test_levels",
    "test_luck",
    "test_patching",
    "test_pictures",
    "test_postgres",
    "test_running",
    "test_schema",
    "test_settings",
    "test_silence",
    "test_soak",
    "test_story",
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    module = metafunc.module
    of_sqlite = hasattr(module, "SQLite") or hasattr(module, "FILE") or metafunc.definition.get_closest_marker("sqlite")
    if not of_sqlite and module.__name__.rpartition(".")[2] not in ONCE:
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


@pytest.fixture(autouse=True)
def dice() -> None:
    """Whatever has run before: a test's games have the same dice."""
    harness.COUNTED = itertools.count()
    harness.COUNTED_BITS = itertools.count()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder for games."""
    return tmp_path / "games"
