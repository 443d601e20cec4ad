"""The short form of the soak: a few kills; `python -m tests.server.soak` does as many as one likes."""

from pathlib import Path

import pytest
from soak import soaked
from soak_servers import soaked_servers


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Empty for a folder."""
    return request.getfixturevalue("cluster").of_folder(tmp_path) if request.param == "postgres" else ""


BOTH = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)


@BOTH
def test_killed_in_the_middle_nothing_acknowledged_is_lost(tmp_path: Path, database: str) -> None:
    soak = soaked(tmp_path / "games", 3, 1, players=3, longest=0.3, database=database)
    assert soak.faults == []
    assert soak.kills == 3
    assert soak.acknowledged() > 10


@BOTH
def test_nor_where_it_is_one_of_several_servers_that_is_killed_or_stopped(tmp_path: Path, database: str) -> None:
    soak = soaked_servers(tmp_path, 3, 4, 3, players=6, lease=2.0, asleep=3, database=database)
    assert soak.faults == []
    assert soak.kills == 3
    assert soak.acknowledged() > 30
