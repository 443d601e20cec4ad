"""The short form of the soak: a few kills; `python -m tests.server.soak` does as many as one likes."""

from pathlib import Path

from soak import soaked


def test_killed_in_the_middle_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    soak = soaked(tmp_path / "games", 3, 1, players=3, longest=0.3)
    assert soak.faults == []
    assert soak.kills == 3
    assert soak.acknowledged() > 10


def test_nor_where_it_is_one_of_several_processes_or_all_of_them(tmp_path: Path) -> None:
    soak = soaked(tmp_path / "games", 3, 4, players=3, longest=0.3, processes=2)
    assert soak.faults == []
    assert soak.kills == 3
    assert soak.acknowledged() > 10
