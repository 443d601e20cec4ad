"""One server for the tests of a file: most need no more than a game of their own on it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from harness import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("games")) as running:
        yield running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder for games."""
    return tmp_path / "games"
