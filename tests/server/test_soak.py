"""The short form of the soak: a few kills; `python -m tests.server.soak` does as many as one likes."""

from pathlib import Path

from soak import soaked
from soak_servers import soaked_servers


def test_killed_in_the_middle_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    soak = soaked(tmp_path / "games", 3, 1, players=3, longest=0.3)
    assert soak.faults == []
    assert soak.kills == 3
    assert soak.acknowledged() > 10


def test_nor_where_it_is_one_of_several_servers_that_is_killed_or_stopped(tmp_path: Path) -> None:
    soak = soaked_servers(tmp_path, 3, 4, 3, players=6, lease=2.0, asleep=3)
    assert soak.faults == []
    assert soak.kills == 3
    assert soak.acknowledged() > 30
