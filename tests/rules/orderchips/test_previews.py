"""What stops a machine or a leader is named before he goes."""

from __future__ import annotations

import pytest
from rules.orderchips.situation import Muster, unit
from tabletop import ground

from playsheet.rules.orderchips.options.moves import MoveRegion
from playsheet.rules.orderchips.options.steering import DriveRegion
from playsheet.rules.orderchips.terms import Order

FAR = unit("line-rifles", "Foe", 30, 60, 180)


@pytest.mark.parametrize(
    ("foe", "terrain", "said"),
    [
        (unit("line-rifles", "Foe", 30, 26, 180), [], "stops before the Foe"),
        (FAR, [ground("building", "the hut", rect=[20, 25, 40, 40])], "stops at the hut"),
        (FAR, [], ""),
    ],
)
def test_what_stops_a_machine(foe: object, terrain: list[str], said: str) -> None:
    muster = Muster([unit("steam-tank", "Tank", 30, 20)], [foe], terrain)  # type: ignore[list-item]
    muster.chips(Tank="move:0", Foe="stay:hold")
    region = DriveRegion(muster.battle, muster["Tank"])
    most = region.reach(0.0, False)
    shown = region.outcome(muster.battle, (0.0, most))
    assert shown is not None
    assert shown.stops == said
    assert region.outcome(muster.battle, (0.0, 0.5 * most)).stops == ""  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("foe", "terrain", "said"),
    [
        (unit("line-rifles", "Foe", 30, 25, 180), [], "stops before the Foe"),
        (FAR, [ground("woods", "the wood", rect=[20, 21, 40, 40])], "stops, slowed by the wood"),
        (FAR, [ground("hill", "the hill", rect=[20, 21, 40, 40])], ""),  # an inch of it costs an inch
        (FAR, [], ""),
    ],
)
def test_what_stops_a_leader(foe: object, terrain: list[str], said: str) -> None:
    muster = Muster([unit("line-rifles", "Line", 30, 20)], [foe], terrain)  # type: ignore[list-item]
    muster.chips(Line="move:0", Foe="stay:hold")
    region = MoveRegion(muster.battle, muster["Line"], Order.CLOSE)
    ahead = [value for value in region.samples() if value[2] == 30.0 and value[4] == 0.0]
    shown = region.outcome(muster.battle, max(ahead, key=lambda value: value[3]))
    assert shown is not None
    assert shown.stops == said
