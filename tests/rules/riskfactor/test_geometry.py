"""The geometry of section 9: round bases, edges, arcs, contact, going, sliding."""

from __future__ import annotations

from math import dist
from typing import Any

import pytest
from rules.riskfactor.situation import Skirmish, block, lieutenant, men, row
from tabletop import ground

from playsheet.core.geometry import TOLERANCE
from playsheet.rules.riskfactor.ground.leading import group_gap
from playsheet.rules.riskfactor.ground.sight import gap, shot_blocked
from playsheet.rules.riskfactor.terms import Phase

BAND, SQUAD = "warrior-band", "regular-squad"


def near(value: float) -> Any:
    return pytest.approx(value, abs=1e-2)


def test_bases_are_two_cm_round_and_distances_go_from_edge_to_edge() -> None:
    table = Skirmish([men(SQUAD, "Squad", [(100, 50), (60, 50)])], [men(BAND, "Foe", [(100, 60), (20, 50)])])
    assert gap(table.battle, table["Squad"].first, table["Foe"].first) == near(8)
    members = [table.battle.members(table[name]) for name in ("Squad", "Foe")]
    assert group_gap(table.battle, members[0], members[1]) == near(8)  # the nearest pair


@pytest.mark.parametrize(("far", "touch"), [(2.0, True), (2.0 + TOLERANCE / 2, True), (2.00001, False), (2.1, False)])
def test_contact_is_touching(far: float, touch: bool) -> None:
    table = Skirmish([men(SQUAD, "Squad", [(100, 50)])], [men(BAND, "Foe", [(100, 50 + far)])])
    assert bool(table.battle.contacts()) == touch


def test_a_groups_facing_is_the_mean_of_its_figures() -> None:
    table = Skirmish([men(SQUAD, "Squad", row(3, 100, 50))], [men(BAND, "Foe", [(100, 150)])])
    for figure, facing in enumerate((350.0, 10.0, 30.0)):
        table.battle.figures.facing[figure] = facing
    assert table.facing("Squad") == near(10)


def test_depth_is_from_the_figures_edge_to_the_nearest_boundary() -> None:
    table = Skirmish(
        [men(SQUAD, "Squad", [(100, 50), (131, 50), (139.5, 50)])],
        [men(BAND, "Foe", [(100, 150)])],
        [ground("woods", rect=[60, 30, 140, 70])],
    )
    assert [table.battle.deep[figure] for figure in range(3)] == [near(19), near(8), near(0)]


def test_all_of_the_base_must_be_seen_along_three_lines() -> None:
    """A wall's end hides the left side of the target, and that is enough."""
    for end, blocked in ((99.0, False), (99.6, True)):
        table = Skirmish(
            [men(SQUAD, "Squad", [(100, 50)])],
            [men(BAND, "Foe", [(100, 90)])],
            [ground("wall", line=[[60, 70], [end, 70]])],
        )
        assert bool(shot_blocked(table.battle, 0, 1)) == blocked


def test_difficult_going_counts_by_the_length_inside() -> None:
    """Twenty-five cm of allowance: 5 clear, 8 of marsh for 16, 4 clear."""
    table = Skirmish(
        [men(SQUAD, "Squad", [(100, 50)]), lieutenant(20, 20)],
        [men(BAND, "Foe", [(100, 150)])],
        [ground("marsh", rect=[60, 55, 140, 63])],
    )
    table.commanded("Squad", "Lieutenant")
    table.phase(Phase.FREE_MOVES, "standing_order keep", "move march", "march 100,75,100,75,0")
    assert table.places("Squad")[0] == (near(100), near(67))


def test_straight_away_moves_slide_round_friends() -> None:
    """Behind the runners a line of friends: they get past or stop, and nobody stands on anybody."""
    table = Skirmish(
        [men(SQUAD, "Squad", row(5, 100, 50)), men(SQUAD, "Friends", row(3, 100, 40))],
        [men(BAND, "Foe", block(9, 100, 80, 9))],
    )
    table.do("Squad", "run")
    assert sum(y < 38 for _, y in table.places("Squad")) >= 3
    assert all(dist(one, other) >= 2 - 1e-6 for one in table.places("Squad") for other in table.places("Friends"))


def test_the_table_may_be_turned_round() -> None:
    """The same situation seen from the north: the same distances, the same move."""
    found = []
    for flip in (False, True):
        spots = [(100.0, 50.0), (103.0, 48.0)]
        foe = [(110.0, 90.0)]
        if flip:
            spots, foe = [(200 - x, 200 - y) for x, y in spots], [(200 - x, 200 - y) for x, y in foe]
        table = Skirmish([men(SQUAD, "Squad", spots, facing=180.0 if flip else 0.0)], [men(BAND, "Foe", foe)])
        table.do("Squad", "run")
        places = table.places("Squad")
        found.append([(200 - x, 200 - y) for x, y in places] if flip else places)
    assert found[0] == [(near(x), near(y)) for x, y in found[1]]
