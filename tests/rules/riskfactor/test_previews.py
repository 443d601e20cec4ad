"""What stops a march is named before it is made."""

from __future__ import annotations

import pytest
from rules.riskfactor.situation import Skirmish, block, chief, lieutenant, men, row
from tabletop import ground

from playsheet.rules.riskfactor.ground.moving import MoveRegion


def marched(others: list[str], foes: list[str], terrain: list[str], y: float = 70.0) -> str:
    """What is said of a squad that goes north as far as it can."""
    table = Skirmish(
        [lieutenant(20, 20), men("regular-squad", "Squad", row(10, 100, y)), *others],
        [chief(180, 190), *foes],
        terrain,
    )
    region = MoveRegion(table.battle, table["Squad"], faces=0.0)
    value = (region.x, region.y + region.most, region.x, region.y + region.most, 0.0)
    assert not region.refusal(value)
    shown = region.outcome(table.battle, value)
    assert shown is not None
    return shown.stops


@pytest.mark.parametrize(
    ("terrain", "said"),
    [
        (ground("woods", name="the wood", rect=[60, 72, 140, 190]), ": slowed by the wood"),
        (ground("wall", name="the wall", line=[[60, 74], [140, 74]]), ": slowed by the wall"),
    ],
)
def test_ground_that_uses_the_move_up(terrain: str, said: str) -> None:
    stops = marched([], [], [terrain])
    assert stops.startswith("all of 10 stop short, by up to ")
    assert stops.endswith(said)


def test_in_the_open_nothing_stops_them() -> None:
    assert marched([], [], []) == ""


def test_enemies_stop_them() -> None:
    assert "before the Band" in marched([], [men("warrior-band", "Band", block(40, 100, 80, 20))], [])
