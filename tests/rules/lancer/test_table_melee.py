"""Melee on the table: who fights, who closes up, who leaves and which way."""

from __future__ import annotations

import pytest
from rules.lancer.situation import LOCKED, Table, unit
from tabletop import cited, of, one

from playsheet.rules.lancer.battle.events import ClosedUp, Fought, Moved, NotClear
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.ground.contact import Slot, bearing_away, free_slots, pairs_in_contact
from playsheet.rules.lancer.ground.moving import LeaveRegion, RideRegion, same_melee
from playsheet.rules.lancer.table.contact import settle
from playsheet.rules.lancer.table.melee import idle_figures

LINE, LEVY = "line-company", "levy-spearmen"


def test_r59_every_figure_in_contact_fights_and_is_asked_only_whom() -> None:
    """Five pairs front to front: nothing to choose, nobody is asked, and all fight."""
    table = Table([unit(LEVY, "Levy", 30, 30)], [unit(LINE, "Line", 30, 31.5)])
    told = table.activate("Levy", "activated melee", "close_up done", dice=[6, 6] * 5)
    assert len(of(told, Fought)) == 5
    assert not [question for question in table.script.asked if question.kind == "pair"]


def test_r59_there_is_no_holding_back_where_there_is_a_choice() -> None:
    """Two touch a battery of three: each is asked whom it fights, and neither may stand by."""
    table = Table([unit(LEVY, "Levy", 30, 19.125, figures=4)], [unit("field-battery", "Gun", 30, 21)])
    told = table.activate("Levy", "activated melee", "close_up done", dice=[6, 6] * 2)
    asked = [question for question in table.script.asked if question.kind == "pair"]
    assert asked
    assert all(option.key() != "done" for question in asked for option in question.options)
    assert len({pair.attacking for pair in of(told, Fought)}) == 2
    assert len({pair.defending for pair in of(told, Fought)}) == 2  # on offer first: who has nobody against him yet


def test_r60_a_figures_own_base_closes_no_place_for_it() -> None:
    table = Table([unit(LEVY, "Levy", 30, 30.25, figures=4)], [unit(LINE, "Line", 30, 31.375, figures=1)])
    battle = table.battle
    levy = table["Levy"]
    line = battle.figure_base(table["Line"], table["Line"].first)
    idle = [figure for figure in battle.members(levy) if figure not in touching(battle, levy)]
    # one of them stands partly where it would close up, on the enemy's left; the others may not go there
    battle.figures.put(idle[-1], line.x + 0.9, line.y - 0.4, 0.0)
    battle.set_scattered(levy)
    slots = [slot for slot in free_slots(battle, levy, idle) if slot.x > line.x + 0.5]
    assert [slot.only for slot in slots] == [idle[-1]]
    there = f"close_up slot:{number_of(battle, levy, idle, slots[0])}"
    told = table.activate("Levy", "activated melee", there, "close_up done", LOCKED)
    assert one(told, ClosedUp).figure == idle[-1]


def test_r32_no_place_is_filled_twice_in_one_closing_up() -> None:
    """A general touches the enemy's back: whoever steps in there, where the general will make room, is idle still.

    The place is free for him who stands in it, however often he is sent there.
    """
    general = unit("general", "General", 30, 32.25, facing=180.0)
    table = Table([general, unit(LEVY, "Levy", 30, 30, figures=4)], [unit(LINE, "Line", 30, 31.125, figures=1)])
    battle = table.battle
    levy = table["Levy"]
    settle(table.game, levy.id)
    idle = idle_figures(battle, levy)
    behind = next(slot for slot in free_slots(battle, levy, idle) if slot.y > table["Line"].y)
    there = f"close_up slot:{number_of(battle, levy, idle, behind)}"
    answers = [there, f"close_up_figure figure:{idle[-1]}", "close_up done"]
    told = table.activate("Levy", "activated melee", *answers, LOCKED)
    assert one(told, ClosedUp).figure == idle[-1]
    first, again = (question for question in table.script.asked if question.kind == "close_up")
    assert [(behind.x, behind.y) in [option.spot() for option in asked.options] for asked in (first, again)] == [
        True,
        False,
    ]


def touching(battle: LancerBattle, held: Unit) -> set[int]:
    return {pair.mine for pair in pairs_in_contact(battle, held)}


def number_of(battle: LancerBattle, held: Unit, idle: list[int], slot: Slot) -> int:
    return [(other.x, other.y) for other in free_slots(battle, held, idle)].index((slot.x, slot.y))


# ---------------------------------------------------------------- leaving is falling back (R61)


def leaving(table: Table, name: str) -> LeaveRegion:
    held = table[name]
    return LeaveRegion(table.battle, held, same_melee(table.battle, held), bearing_away(table.battle, held))


@pytest.mark.parametrize(
    ("bearing", "refused"), [(180.0, False), (90.0, False), (270.0, False), (89.0, True), (0.0, True), (300.0, True)]
)
def test_r61_whoever_leaves_goes_away_from_the_enemy(bearing: float, refused: bool) -> None:
    table = Table([unit(LINE, "Line", 30, 30)], [unit(LEVY, "Levy", 30, 31.5)])
    assert bool(leaving(table, "Line").refusal((bearing,))) == refused


def test_r61_without_such_a_direction_it_goes_to_its_rear() -> None:
    """One enemy in front and one behind: their mean is its own middle."""
    table = Table([unit(LINE, "Line", 30, 30)], [unit(LEVY, "Front", 30, 31.5), unit(LEVY, "Back", 30, 28.5, facing=0)])
    assert bearing_away(table.battle, table["Line"]) == pytest.approx(180.0)


def test_r61_it_is_counted_from_the_mean_of_its_figures() -> None:
    table = Table([unit(LINE, "Line", 30, 30)], [unit(LEVY, "Levy", 30, 31.5)])
    told = table.activate("Line", "activated leave_melee", "turn 180", "face 180", dice=[*[6] * 5, 1])
    assert one(told, Moved).inches == 1.0
    assert table["Line"].y == pytest.approx(29.0)
    assert not table["Line"].in_melee()


def test_r61_a_move_that_is_too_short_leaves_it_in_melee() -> None:
    """Sideways along the enemy's front: an inch does not carry it clear of him, six do."""
    for die, clear in ((1, False), (6, True)):
        table = Table([unit(LINE, "Line", 30, 30)], [unit(LEVY, "Levy", 30, 31.5)])
        answers = ["activated leave_melee", "turn 90", *(["face 90"] if clear else [])]
        told = table.activate("Line", *answers, dice=[*[6] * 5, die])
        assert bool(of(told, NotClear)) != clear
        assert table["Line"].in_melee() != clear
        assert "R61" in cited(told) or clear


@pytest.mark.parametrize(("y", "refused"), [(27.5, True), (20.0, False)])
def test_r61_nor_does_it_end_on_a_friend_who_is_in_no_melee(y: float, refused: bool) -> None:
    """Turned to its right it would stand on the company behind it, which it cannot walk through."""
    table = Table([unit(LINE, "Line", 30, 30), unit(LINE, "Friend", 30, y)], [unit(LEVY, "Levy", 30, 31.5)])
    assert bool(leaving(table, "Line").refusal((90.0,))) == refused


def test_r61_a_commander_rides_away_from_those_who_touch_him() -> None:
    table = Table(
        [unit(LINE, "Line", 30, 30), unit("general", "General", attached_to="Line")], [unit(LEVY, "Levy", 30, 31.5)]
    )
    general = table["General"]
    away = bearing_away(table.battle, general)
    assert away == pytest.approx(180.0, abs=45.0)
    region = RideRegion(table.battle, general, away)
    assert region.refusal(((away + 91.0) % 360.0,))
    assert not region.refusal(((away + 89.0) % 360.0,))
