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


def test_ground_is_not_moved_under_somebody_to_whom_it_is_closed() -> None:
    wood = ground("woods", rect=[10, 25, 20, 35])
    table = Table([unit("hussar-troop", "Hussars", 30, 20)], [unit(LEVY, "Levy", 50, 30)], [wood])
    with pytest.raises(Refused, match="Hussars would stand in"):
        table.overrule("move-terrain 0 15 -10")
    table.overrule("move-terrain 0 35 0")
    assert table.battle.land.refuses(table["Levy"].shape[0], True, False)


def test_no_check_is_called_in_melee_or_on_the_dead() -> None:
    table = Table([unit(LINE, "Line", 30, 30)], [unit(LEVY, "Levy", 30, 31.5), unit(LEVY, "Dead", 10, 50)])
    table.lose("Dead", 10)
    for name in ("Line", "Dead"):
        with pytest.raises(Refused, match="cannot be called to check"):
            table.overrule(f"check {{{name}}}")


@pytest.mark.parametrize(("side", "winner"), [("1", 0), ("2", 1), ("draw", -1)])
def test_the_game_may_be_awarded(side: str, winner: int) -> None:
    table = table_of_two()
    assert one(table.overrule(f"award {side}"), BattleEnded).winner == winner
    assert table.battle.finished


@pytest.mark.parametrize(
    "order",
    [
        "",
        "dance",
        "award 3",
        "check 99",
        "check 2",  # there are two: 0 and 1
        "add-card 3",
        "add-card x",
        "remove-card -1",
        "move-terrain 0 a 0",
        "move-terrain 9 1 1",
        "move-terrain 1 1 1",  # there is one: 0
        "move-terrain -1 1 1",
        "move-terrain 0 1000 0",
        "move-terrain 0 600 600",
        "move-terrain 0 -600 600",
    ],
)
def test_anything_else_is_refused_in_a_sentence(order: str) -> None:
    table = table_of_two()
    with pytest.raises(Refused, match=r"\.$"):
        table.overrule(order)
