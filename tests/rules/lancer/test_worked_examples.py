"""The fifteen worked examples, played on the table with the dice in the order given."""

from __future__ import annotations

import pytest
from rules.lancer.situation import Table, unit
from tabletop import ground, of, one, rolls

from playsheet.rules.lancer.battle.events import (
    Activated,
    ChargeEnded,
    Disrupted,
    FigureLost,
    Fired,
    Fought,
    Moved,
    Rallied,
    Reshuffled,
    Routed,
)


def test_example_1_the_deck() -> None:
    table = Table(
        [
            unit("line-company", "L1", 10, 10),
            unit("line-company", "L2", 20, 10),
            unit("gatling-battery", "Gun", 30, 10),
            unit("general", "General", 40, 10),
        ],
        [
            *[unit("levy-spearmen", f"S{n}", 10 * n, 50) for n in (1, 2, 3)],
            unit("irregular-horse", "Horse", 40, 50),
            unit("general", "Emir", 50, 50),
        ],
    )
    assert len(table.battle.deck.left) == 21
    told = table.card("L1", "activated nothing")
    told += table.card("Emir", "commander own_action", "activated nothing")
    told += table.card("S2", "activated nothing")
    told += table.card("STOP")
    assert len(of(told, Activated)) == 3
    assert one(told, Reshuffled).turn == 2
    assert table.battle.turn == 2
    assert len(table.battle.deck.left) == 21
    assert not table.battle.deck.drawn


def test_example_2_column_and_wood() -> None:
    front = 10 + 5 * 0.75 / 2
    table = Table(
        [unit("line-company", "Line", 30, 10, "column")],
        [unit("levy-spearmen", "Levy", 30, 55)],
        [ground("woods", rect=[20, front + 6.5, 40, 40])],
    )
    first = one(table.activate("Line", "activated move", "turn 0", "face 0", dice=[5]), Moved)
    assert (first.rolled, first.inches) == (8, pytest.approx(6.5))
    second = one(table.activate("Line", "activated move", "turn 0", "face 0", dice=[1]), Moved)
    assert (second.rolled, second.inches) == (1, pytest.approx(1.0))
    assert table["Line"].y == pytest.approx(10 + 7.5)


def test_example_3_a_volley() -> None:
    table = Table([unit("line-company", "Line", 30, 20)], [unit("militia-company", "Militia", 30, 30)])
    table.lose("Line", 1)
    told = table.activate("Line", "activated shoot:{Militia}", dice=[4, 2, 6, 5, 4, 2, 3, 4, 7])
    militia = table["Militia"]
    fired = one(told, Fired)
    assert (fired.dice, fired.hits, fired.range) == (4, 2, pytest.approx(10.0))
    assert one(told, Moved).inches == pytest.approx(8.0)
    assert (militia.x, militia.y, militia.facing) == (pytest.approx(30), pytest.approx(38), 180)
    assert one(told, FigureLost).figure == militia.first + 6
    assert militia.figures == 9
    assert militia.disrupted


def test_example_4_a_gatling_jams() -> None:
    muzzle = 20 + 2.25 / 2
    table = Table(
        [unit("gatling-battery", "Gun", 30, 20)],
        [unit("line-company", "Line", 30, muzzle + 12)],
        [ground("woods", rect=[20, muzzle + 5, 40, 50])],
    )
    table.lose("Gun", 1)
    told = table.activate("Gun", "activated shoot:{Line}", dice=[1, 6, 1, 2, 3, 5, 2])
    fired = one(told, Fired)
    assert (fired.dice, fired.hits, fired.cover, fired.range) == (4, 1, True, pytest.approx(12.0))
    assert table["Gun"].jammed
    assert table["Line"].figures == 9
    assert one(told, FigureLost).figure == table["Line"].first + 1
    assert not table["Line"].disrupted
    assert table.offered("Gun") == ["nothing", "move", "clear_jam"]


def test_example_5_a_cannon_on_a_general() -> None:
    table = Table(
        [unit("field-battery", "Gun", 30, 10)],
        [unit("guard-company", "Guard", 30, 40), unit("general", "General", attached_to="Guard")],
    )
    table.lose("Guard", 5)
    assert table["Guard"].morale() == 4
    told = table.activate("Gun", "activated shoot:{Guard}", dice=[4, 6, 3, 5, 6, 5, 6])
    assert one(told, Fired).hits == 2
    assert not of(told, Moved)
    assert one(told, FigureLost).unit == table["General"].id
    assert table["General"].figures == 0
    assert table["Guard"].figures == 5
    assert not table["Guard"].commanders


def test_example_6_a_rout() -> None:
    table = Table(
        [unit("line-company", "Line", 30, 10)],
        [unit("hussar-troop", "Hussars", 30, 20)],
        [ground("woods", rect=[20, 20 + 1.5 + 9, 40, 50])],
    )
    told = table.activate("Line", "activated shoot:{Hussars}", dice=[4, 1, 1, 1, 1, 5, 5])
    assert one(told, Fired).hits == 1
    assert one(told, Routed).unit == table["Hussars"].id
    assert not rolls(told, "Casualty")
    assert table["Hussars"].figures == 0


def test_example_7_lancers_home() -> None:
    south = 10 + 0.75
    table = Table(
        [unit("lancer-troop", "Lancers", 30, 10, "extended")],
        [unit("militia-company", "Militia", 28.6, south + 16 + 0.75)],
    )
    told = table.activate(
        "Lancers",
        "activated charge:{Militia}",
        "aim 0",
        dice=[4, 6, 3, 5, 2, 3, 4],
    )
    moved = one(told, Moved)
    assert (moved.rolled, moved.inches) == (16, pytest.approx(16.0))
    assert one(told, ChargeEnded).enemy == table["Militia"].id
    assert [pair.result for pair in of(told, Fought)] == ["locked", "locked", "defender removed"]
    assert one(told, FigureLost).unit == table["Militia"].id
    assert table["Militia"].figures == 9
    assert [[entry.add for entry in roll.account] for roll in rolls(told, "Melee")] == [[-1], [1]] * 3


def test_example_8_a_short_charge_and_fire() -> None:
    table = Table([unit("levy-spearmen", "Levy", 30, 20)], [unit("line-company", "Line", 30, 31.5)])
    told = table.activate(
        "Levy",
        "activated charge:{Line}",
        "aim 0",
        "reaction fire",
        dice=[2, 6, 4, 3, 5, 1, 2, 4, 1, 10],
    )
    assert one(told, Moved).inches == pytest.approx(8.0)
    fired = one(told, Fired)
    assert (fired.hits, fired.reaction, fired.dice) == (2, True, 5)
    assert one(told, FigureLost).figure == table["Levy"].first + 9
    assert table["Levy"].figures == 9
    assert table["Levy"].y == pytest.approx(28.0)
    assert not table["Levy"].disrupted


def test_example_9_a_counter_charge() -> None:
    table = Table([unit("hussar-troop", "Hussars", 30, 10)], [unit("lancer-troop", "Lancers", 30, 30)])
    told = table.activate(
        "Hussars",
        "activated charge:{Lancers}",
        "aim 0",
        "reaction counter_charge",
        "aim 180",
        dice=[2, 1, 4, 5, 5, 4],
    )
    assert [moved.inches for moved in of(told, Moved)] == [pytest.approx(14.0), pytest.approx(3.0)]
    assert [moved.rolled for moved in of(told, Moved)] == [14, 13]
    assert [pair.result for pair in of(told, Fought)] == ["defender removed", "attacker removed"]
    assert all(not roll.account for roll in rolls(told, "Melee"))
    assert (table["Hussars"].figures, table["Lancers"].figures) == (3, 3)


def test_example_10_leaving() -> None:
    table = Table(
        [unit("line-company", "Line", 30, 30)],
        [unit("tribal-warriors", "Warriors", 30, 31.125, "extended", figures=2)],
    )
    assert table["Line"].in_melee()
    told = table.activate(
        "Line",
        "activated leave_melee",
        "turn 180",
        "face 180",
        dice=[6, 5, 4],
    )
    assert [roll.came for roll in rolls(told, "Parting")] == ["failed", "passed"]
    assert table["Line"].figures == 9
    assert one(told, Moved).inches == pytest.approx(4.0)
    assert one(told, Disrupted).unit == table["Line"].id
    assert not table["Line"].in_melee()


def test_example_11_stop() -> None:
    table = Table(
        [unit("line-company", "Line", 30, 30, figures=10), unit("general", "General", attached_to="Line")],
        [unit("tribal-warriors", "Warriors", 30, 31.5)],
    )
    table.lose("Line", 4)
    table.lose("Warriors", 5)
    assert table["Line"].in_melee()
    told = table.card("STOP", dice=[5, 4, 6])
    assert [roll.came for roll in rolls(told, "Unit Morale Check")] == ["passed", "failed"]
    assert one(told, Moved).inches == pytest.approx(12.0)
    assert table["Warriors"].disrupted
    assert not table["Line"].disrupted
    assert not table["Line"].in_melee()


def test_example_12_an_order() -> None:
    table = Table(
        [unit("militia-company", "Militia", 30, 30), unit("general", "General", 30, 30 - 0.375 - 12.0)],
        [unit("levy-spearmen", "Levy", 30, 55)],
    )
    table["Militia"].disrupted = True
    told = table.card("General", "commander give_order:{Militia}", "activated rally")
    assert one(told, Activated).by == table["General"].id
    assert one(told, Rallied).unit == table["Militia"].id
    assert not table["Militia"].disrupted
    assert len(rolls(told)) == 1  # the card


def test_example_13_three_on_one() -> None:
    table = Table(
        [unit("line-company", "Line", 30, 30, "extended", figures=3)],
        [unit("guard-company", "Guard", 30, 30.75, "extended", figures=1)],
    )
    told = table.activate(
        "Line",
        "activated melee",
        "close_up first",
        "close_up_figure figure:0",
        "close_up first",
        dice=[5, 2, 4, 6],
    )
    assert [pair.result for pair in of(told, Fought)] == ["attacker removed", "defender removed"]
    assert table["Line"].figures == 2
    assert table["Guard"].figures == 0


def test_example_14_half_strength_at_once() -> None:
    table = Table(
        [unit("line-company", "Line", 30, 30)],
        [unit("field-battery", "Gun", 30, 55), unit("levy-spearmen", "Levy", 20, 30, facing=90)],
    )
    table.lose("Line", 4)
    assert table["Line"].morale() == 4
    table.activate("Gun", "activated shoot:{Line}", dice=[4, 1, 1, 4, 5, 1])
    assert table["Line"].figures == 5
    assert table["Line"].morale() == 3
    table.activate("Levy", "activated charge:{Line}", "aim 90", "pairs locked", dice=[6])
    told = table.card("STOP", dice=[4, 1, 1])
    assert [roll.came for roll in rolls(told, "Unit Morale Check")] == ["failed", "passed"]
    assert table["Line"].disrupted


def test_example_15_uphill_foot_against_horse() -> None:
    table = Table(
        [unit("line-company", "Line", 30, 30, "extended", figures=1)],
        [unit("hussar-troop", "Hussar", 30, 31.125, "extended", figures=1)],
        [ground("hill", level=1, rect=[20, 30.5, 40, 50])],
    )
    told = table.activate("Line", "activated melee", dice=[2, 3])
    attack, defence = rolls(told, "Melee")
    assert [entry.add for entry in attack.account] == [1, 1]
    assert not defence.account
    assert (attack.came, defence.came) == ("passed", "passed")
    assert one(told, Fought).result == "locked"
