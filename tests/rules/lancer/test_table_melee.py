"""Melee on the table: who fights, who closes up."""

from __future__ import annotations

from rules.lancer.situation import LOCKED, Table, unit
from tabletop import of, one

from playsheet.rules.lancer.battle.events import ClosedUp, Fought
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.ground.contact import Slot, free_slots, pairs_in_contact

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


def touching(battle: LancerBattle, held: Unit) -> set[int]:
    return {pair.mine for pair in pairs_in_contact(battle, held)}


def number_of(battle: LancerBattle, held: Unit, idle: list[int], slot: Slot) -> int:
    return [(other.x, other.y) for other in free_slots(battle, held, idle)].index((slot.x, slot.y))
