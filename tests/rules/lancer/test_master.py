"""What a game master may do, on the table: cards, checks, sight, ground, the verdict."""

from __future__ import annotations

import pytest
from rules.lancer.situation import Table, unit
from tabletop import ground, of, one, rolls

from playsheet.core.errors import Refused
from playsheet.rules.lancer.battle.events import Moved
from playsheet.tabletop.events import BattleEnded

LINE, LEVY = "line-company", "levy-spearmen"


def table_of_two() -> Table:
    wood = ground("woods", rect=[10, 25, 20, 35])
    return Table([unit(LINE, "Line", 30, 20)], [unit(LEVY, "Levy", 30, 30)], [wood])


def test_cards_come_in_and_go_out_until_the_next_shuffle() -> None:
    table = table_of_two()
    table.overrule("add-card {Line}")
    table.overrule("remove-card {Levy}")
    assert sorted(table.battle.deck.left) == [-1, 0, 0, 0, 1]
    table.card("STOP")
    assert sorted(table.battle.deck.left) == [-1, 0, 0, 1, 1]


def test_a_check_may_be_called() -> None:
    table = table_of_two()
    assert not of(table.overrule("check {Line}", dice=[4]), Moved)
    told = table.overrule("check {Line}", dice=[5, 1])
    assert [roll.came for roll in rolls(told, "Unit Morale Check")] == ["failed"]
    assert table["Line"].disrupted
    assert table["Line"].y == pytest.approx(13)


def test_a_sight_may_be_struck_out() -> None:
    table = table_of_two()
    assert "shoot:Levy" in table.offered("Line")
    table.overrule("veto-sight {Levy} {Line}")
    assert "shoot:Levy" not in table.offered("Line")


def test_ground_may_be_moved() -> None:
    table = table_of_two()
    table.overrule("move-terrain 0 15 0")
    told = table.activate("Line", "activated shoot:{Levy}", dice=[4] * 5)
    assert "cover" in rolls(told)[0].why


@pytest.mark.parametrize(("side", "winner"), [("1", 0), ("2", 1), ("draw", -1)])
def test_the_game_may_be_awarded(side: str, winner: int) -> None:
    table = table_of_two()
    assert one(table.overrule(f"award {side}"), BattleEnded).winner == winner
    assert table.battle.finished


@pytest.mark.parametrize(
    "order",
    ["", "dance", "award 3", "check 99", "add-card x", "remove-card -1", "move-terrain 0 a 0", "move-terrain 9 1 1"],
)
def test_anything_else_is_refused_in_a_sentence(order: str) -> None:
    table = table_of_two()
    with pytest.raises(Refused, match=r"\.$"):
        table.overrule(order)
