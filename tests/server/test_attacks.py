"""Every attack, until a bystander has been answered in its midst; `python -m tests.server.siege` goes on longer."""

from pathlib import Path

import pytest
from siege import attacks, besieged


@pytest.mark.parametrize("name", attacks())
def test_nobody_can_stop_the_server(name: str, tmp_path: Path) -> None:
    siege = besieged(tmp_path / "games", attacks()[name])
    assert siege.faults == []
