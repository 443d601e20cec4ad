"""The mistakes easily made with this sheet, tried on the table; others stand with the ruling that settles them."""

from __future__ import annotations

import pytest
from rules.lancer.situation import Table, unit
from tabletop import ground, of, one, rolls

from playsheet.rules.lancer.battle.events import (
    Activated,
    ChargeEnded,
    FigureLost,
    Fired,
    Fought,
    Jammed,
    MoraleFailed,
    MoraleHeld,
    Moved,
    Routed,
)

LINE, LEVY, LANCERS, HUSSARS = "line-company", "levy-spearmen", "lancer-troop", "hussar-troop"


def test_a_five_never_hits() -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [unit(LEVY, "Levy", 30, 30)])
    assert one(table.activate("Line", "activated shoot:{Levy}", dice=[5] * 5), Fired).hits == 0


def test_one_morale_check_whatever_the_number_of_hits() -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [unit(LINE, "Target", 30, 30)])
    told = table.activate("Line", "activated shoot:{Target}", dice=[6] * 5 + [4] + [1] * 5)
    assert one(told, Fired).hits == 5
    assert len(rolls(told, "Unit Morale Check")) == 1
    assert len(rolls(told, "Casualty")[0].faces) == 5


def test_nobody_stops_of_his_own_will() -> None:
    """Between the direction and the end of the move nothing is asked."""
    table = Table([unit(LINE, "Line", 30, 20)], [unit(LEVY, "Levy", 30, 57)])
    table.activate("Line", "activated move", "turn 0", "face 0", dice=[6])
    assert [question.kind for question in table.script.asked] == ["activated", "turn", "face"]
    assert table["Line"].y == pytest.approx(26)


def test_a_plus_on_the_die_is_bad() -> None:
    """Melee 4, foot against horse: a 4 becomes a 5 and fails."""
    table = Table(
        [unit(LINE, "Line", 30, 30, "extended", figures=1)], [unit(HUSSARS, "Horse", 30, 31.125, "extended", figures=1)]
    )
    told = table.activate("Line", "activated melee", dice=[4, 4])
    assert one(told, Fought).result == "attacker removed"


def test_lances_count_in_the_round_of_the_charge_only() -> None:
    table = Table(
        [unit(LANCERS, "Lancers", 30, 20, "extended", figures=1)],
        [unit(HUSSARS, "Horse", 30, 35, "extended", figures=1)],
    )
    told = table.activate("Lancers", "activated charge:{Horse}", "aim 0", dice=[6, 1, 1])
    told += table.activate("Lancers", "activated melee", dice=[1, 1])
    told += table.activate("Horse", "activated melee", dice=[1, 1])
    accounts = [[entry.add for entry in roll.account] for roll in rolls(told, "Melee")]
    assert accounts == [[-1], [], [], [], [], []]


def test_lances_do_not_count_in_parting_blows() -> None:
    table = Table(
        [unit(LANCERS, "Lancers", 30, 30, "extended", figures=1)],
        [unit(HUSSARS, "Horse", 30, 31.5, "extended", figures=1)],
    )
    told = table.activate("Horse", "activated leave_melee", "turn 0", "face 0", dice=[5, 1, 1])
    assert [(roll.came, roll.account) for roll in rolls(told, "Parting")] == [("failed", [])]


def test_a_jam_is_read_over_the_whole_roll_and_its_hits_stand() -> None:
    """One 1 from each of two crewmen."""
    table = Table([unit("gatling-battery", "Gun", 30, 20)], [unit("guard-company", "Guard", 30, 30)])
    told = table.activate("Gun", "activated shoot:{Guard}", dice=[1, 6, 6, 1, 3, 3, 1, 1, 1])
    assert one(told, Fired).hits == 2
    assert of(told, Jammed)
    table = Table([unit("gatling-battery", "Gun", 30, 20)], [unit("guard-company", "Guard", 30, 30)])
    assert not of(table.activate("Gun", "activated shoot:{Guard}", dice=[1, 3, 3, 3, 3, 3]), Jammed)


def test_stop_is_no_activation_and_a_dead_units_card_is_drawn_over_in_one_go() -> None:
    table = Table([unit(LINE, "Line", 10, 10)], [unit(LEVY, "Levy", 10, 50), unit(LEVY, "Dead", 30, 50)])
    table.lose("Dead", 10)
    told = table.told(table.game.play_step, [], [5, 5, 5])  # both cards of the dead, then STOP
    assert not of(told, Activated)
    assert table.battle.turn == 2


def test_a_unit_struck_in_melee_does_not_check_before_stop() -> None:
    table = Table([unit(LEVY, "Levy", 30, 20)], [unit(LINE, "Line", 30, 28)])
    told = table.activate("Levy", "activated charge:{Line}", "aim 0", dice=[6, *[1, 6] * 5])
    assert len(of(told, FigureLost)) == 5
    assert not of(told, MoraleHeld)
    assert not of(told, MoraleFailed)


def test_a_unit_whose_foe_has_run_still_checks() -> None:
    """Both are thrown for before the first of them moves."""
    table = Table([unit(LINE, "Line", 30, 30)], [unit(LEVY, "Levy", 30, 31.5)])
    told = table.card("STOP", dice=[6, 3, 1])
    assert [roll.came for roll in rolls(told, "Unit Morale Check")] == ["failed", "passed"]


def test_a_reaction_uses_no_card() -> None:
    table = Table([unit(LEVY, "Levy", 30, 20)], [unit(LINE, "Line", 30, 31.5)])
    told = table.card("Levy", "activated charge:{Line}", "aim 0", "reaction fire", dice=[1] + [1] * 5)
    assert [act.unit for act in of(told, Activated)] == [table["Levy"].id]
    assert table.battle.deck.left.count(table["Line"].id) == 2


def test_reactions_do_not_chain() -> None:
    """A counter-charge that falls short is not answered by the rifles it was aimed at."""
    table = Table([unit(LINE, "Line", 30, 20)], [unit(LEVY, "Levy", 30, 33.5)])
    told = table.activate(
        "Line", "activated charge:{Levy}", "aim 0", "reaction counter_charge", "aim 180", "pairs locked", dice=[1, 1]
    )
    assert [end.enemy for end in of(told, ChargeEnded)] == [-1, table["Line"].id]
    wood = ground("ford", rect=[20, 29, 40, 30])
    table = Table([unit(LINE, "Line", 30, 20)], [unit(LEVY, "Levy", 30, 32)], [wood])
    told = table.activate("Line", "activated charge:{Levy}", "aim 0", "reaction counter_charge", "aim 180", dice=[1, 1])
    assert [end.enemy for end in of(told, ChargeEnded)] == [-1, -1]
    assert not of(told, Fired)


def test_leaving_a_melee_routs_nobody() -> None:
    """A friend behind merely stops the move."""
    table = Table(
        [unit(LINE, "Line", 30, 30), unit(LINE, "Friend", 30, 27)],
        [unit("tribal-warriors", "Warrior", 30, 31.125, "extended", figures=1)],
    )
    told = table.activate("Line", "activated leave_melee", "turn 180", "face 180", dice=[6, 6])
    assert not of(told, Routed)
    assert one(told, Moved).stopped_by == "Friend"
    assert not table["Line"].in_melee()


def test_a_commander_is_never_half_strength_and_has_no_formation() -> None:
    table = Table([unit("general", "General", 30, 30)], [unit(LEVY, "Levy", 30, 50)])
    assert table["General"].morale() == 5
    assert not [act for act in table.offered("General") if act.startswith("form")]
    assert table["General"].start == 1


@pytest.mark.parametrize("name", ["Attached"])
def test_an_attached_commander_orders_no_other_unit(name: str) -> None:
    table = Table(
        [unit(LINE, "Line", 30, 30), unit(LINE, "Other", 36, 30), unit("general", name, attached_to="Line")],
        [unit(LEVY, "Levy", 30, 57)],
    )
    assert table.choices(name) == ["own_action", "activate_unit"]


def test_order_range_is_not_measured_to_the_centre() -> None:
    """A long thin line: its centre is more than twelve inches off, its nearest man is not."""
    table = Table(
        [unit(LINE, "Line", 30, 30, "extended"), unit("general", "General", 15.5, 30)], [unit(LEVY, "Levy", 30, 57)]
    )
    assert "give_order:Line" in table.choices("General")


def test_a_battery_can_be_charged_from_in_front_of_its_barrel() -> None:
    table = Table([unit(LEVY, "Levy", 30, 20)], [unit("field-battery", "Gun", 30, 29)])
    told = table.activate("Levy", "activated charge:{Gun}", "aim 0", "pairs locked", dice=[6, 1, 6])
    assert of(told, Fought)[0].result == "defender removed"
    assert table["Gun"].figures == 2
