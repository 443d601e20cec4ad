"""Odds in play: the procedure that an option would set off, filled in from the table, is the one filled in by hand."""

from __future__ import annotations

from typing import Any

import pytest
from rules.riskfactor.situation import Skirmish, block, chief, lieutenant, men, row
from tabletop import ground

from playsheet.core.asking import Option, Question
from playsheet.odds import exact, in_play
from playsheet.rules.riskfactor.calculator.forms import forms
from playsheet.rules.riskfactor.calculator.what_if import what_if
from playsheet.rules.riskfactor.options.choices import (
    BREAK_OFF,
    DONE,
    HOLD_FIRE,
    MARCH,
    STAY,
    WILL_FIRE,
    WILL_NOT_FIRE,
    Against,
    BuyGroup,
    BuyLink,
    Charge,
    ShootFigure,
    ShootGroup,
)
from playsheet.rules.riskfactor.terms import Gone

WALL = ground("wall", "the wall", line=[[30, 30], [90, 30]])


def question(table: Skirmish, kind: str, about: str) -> Question:
    return Question(0, kind, table[about].id, [], None, 0, 0)


def same(table: Skirmish, kind: str, about: str, option: Option, id: str, **inputs: Any) -> None:
    """The odds in play are the exact odds of these inputs; what is not named has its default."""
    found = in_play(table.game, question(table, kind, about), option)
    assert found is not None
    by_hand = exact(next(known for known in forms(table.battle.rules) if known.id == id), inputs)
    assert found.form.id == id
    assert found.inputs == by_hand.inputs
    assert {o.facts: o.chance for o in found.outcomes} == {o.facts: o.chance for o in by_hand.outcomes}


# ---------------------------------------------------------------- shooting


def test_a_volley_at_men_in_the_open() -> None:
    table = Skirmish(
        [lieutenant(60, 15), men("regular-squad", "Squad", row(10, 60, 20))],
        [men("warrior-band", "Band", row(6, 60, 60.5))],
    )
    table.commanded("Squad", "Lieutenant")
    table.wound("Band", 2)
    same(
        table, "fire", "Squad", ShootGroup(table["Band"].id), "shoot",
        weapon="rifle", figures=10, range=39, target=6, wounded=1,
    )  # fmt: skip


def test_a_volley_at_a_wall_with_a_leader_there_and_a_silent_nco() -> None:
    table = Skirmish(
        [lieutenant(60, 75), men("recruit-squad", "Squad", row(10, 60, 70), facing=180)],
        [men("tribal-musketmen", "Musketmen", row(6, 60, 28.8), facing=0), chief(71, 28.8)],
        terrain=[WALL],
    )
    table.commanded("Squad", "Lieutenant")
    table.battle.bought[table["Squad"].first] = 1  # the NCO commands, and did not declare to fire (R31)
    same(
        table, "fire", "Squad", ShootGroup(table["Musketmen"].id), "shoot",
        weapon="rifle", figures=9, range=40, cover="hard", target=6, leaders=1, **{"class": "raw"},
    )  # fmt: skip


def test_natives_shoot_by_the_ratio_even_commanded() -> None:
    table = Skirmish(
        [chief(60, 15), men("tribal-musketmen", "Musketmen", row(12, 60, 20))],
        [men("warrior-band", "Band", row(6, 60, 42))],
    )
    table.commanded("Musketmen", "Chief")
    for figure in table.battle.members(table["Musketmen"]):
        table.battle.went[figure] = Gone.HALF
    same(
        table, "fire", "Musketmen", ShootGroup(table["Band"].id), "shoot",
        weapon="musket", figures=12, fire="uncommanded", moved=True, range=20, target=6, **{"class": "raw"},
    )  # fmt: skip


def test_an_officer_picks_his_man() -> None:
    table = Skirmish(
        [men("captain", "Captain", [(60, 20)]), men("regular-squad", "Squad", row(10, 30, 10))],
        [chief(60, 32), men("warrior-band", "Band", row(6, 60, 40))],
    )
    table["Captain"].declared = True
    same(
        table, "fire", "Captain", ShootFigure(table["Chief"].first), "shoot",
        weapon="pistol", figures=1, fire="alone", range=10, target=1, **{"class": "hero"},
    )  # fmt: skip


def test_holding_fire_throws_no_dice() -> None:
    table = Skirmish([lieutenant(60, 15)], [men("warrior-band", "Band", row(6, 60, 60))])
    assert what_if(table.battle, question(table, "fire", "Lieutenant"), HOLD_FIRE) is None
    assert what_if(table.battle, question(table, "move", "Lieutenant"), MARCH) is None
    assert what_if(table.battle, question(table, "command", "Lieutenant"), DONE) is None
    assert what_if(table.battle, Question(0, "move_next", -1, [], None, 0, 0), DONE) is None


# ---------------------------------------------------------------- command and reaction


def test_the_command_roll_with_all_the_help_in_reach() -> None:
    table = Skirmish(
        [lieutenant(60, 15), men("drummer", "Drummer", [(64, 15)]), men("regular-squad", "Squad", row(10, 60, 20))],
        [men("warrior-band", "Band", row(6, 60, 90))],
    )
    for option, busy in ((WILL_NOT_FIRE, False), (WILL_FIRE, True)):
        same(
            table, "declare", "Lieutenant", option, "command",
            officer="veteran", busy=busy, musicians=1, nco1="veteran", loyal=9,
        )  # fmt: skip


def test_routers_are_dear_and_out_of_reach_there_is_nobody() -> None:
    table = Skirmish(
        [lieutenant(60, 15), men("recruit-squad", "Squad", row(10, 60, 20))],
        [men("warrior-band", "Band", row(6, 60, 90))],
    )
    table["Squad"].router = True
    same(
        table, "declare", "Lieutenant", WILL_NOT_FIRE, "command",
        officer="veteran", nco1="raw", dear_links=True, loyal=0, dear=9,
    )  # fmt: skip
    table["Squad"].router = False
    table.stand("Squad", row(10, 60, 80))
    same(table, "declare", "Lieutenant", WILL_NOT_FIRE, "command", officer="veteran", loyal=0)


def test_what_an_nco_throws() -> None:
    table = Skirmish(
        [lieutenant(60, 15), men("drummer", "Drummer", [(64, 15)]), men("recruit-squad", "Squad", row(10, 60, 20))],
        [men("warrior-band", "Band", row(6, 60, 90))],
    )
    nco = table["Squad"].first
    same(table, "command", "Lieutenant", BuyLink(nco, 1, fires=False), "command", officer="raw", loyal=0)
    same(table, "command", "Lieutenant", BuyLink(nco, 1, fires=True), "command", officer="raw", busy=True, loyal=0)
    drummer = BuyLink(table["Drummer"].first, 1, fires=False)
    assert what_if(table.battle, question(table, "command", "Lieutenant"), drummer) is None


def test_the_coming_reaction_of_a_group_that_is_bought() -> None:
    table = Skirmish(
        [lieutenant(60, 5), men("recruit-squad", "Squad", row(10, 60, 20))],
        [men("tribal-musketmen", "Musketmen", row(12, 60, 70)), men("tribal-horse", "Horse", row(8, 60, 2))],
    )
    table.wound("Squad", 0, 1)
    table.lose("Squad", 1)
    same(
        table, "command", "Lieutenant", BuyGroup(table["Squad"].id, 10), "reaction",
        commanded=True, hurt=3, threats=2, flank=True, **{"class": "raw"},
    )  # fmt: skip


def test_a_group_behind_its_wall_that_withdrew_last_turn() -> None:
    table = Skirmish(
        [lieutenant(60, 5), men("regular-squad", "Squad", row(10, 60, 28.8))],
        [men("warrior-band", "Band", row(6, 60, 90))],
        terrain=[WALL],
    )
    bought = BuyGroup(table["Squad"].id, 10)
    facts = {"commanded": True, "cover": True, "threats": 0, "in_range": False, "fortified": True}
    same(table, "command", "Lieutenant", bought, "reaction", **facts)
    table.do("Squad", "withdraw")
    table.stand("Squad", row(10, 60, 28.8))
    facts.pop("fortified")
    same(table, "command", "Lieutenant", bought, "reaction", **facts, fortified=True, fled=True, risk=-3)
    found = in_play(table.game, question(table, "command", "Lieutenant"), bought)
    assert found is not None
    assert set(found.marginal("risk")) == {-1}  # the same Risk Factor as on the table


# ---------------------------------------------------------------- melee


def test_a_charge_over_a_wall() -> None:
    table = Skirmish(
        [chief(60, 60), men("warrior-band", "Band", row(4, 60, 40), facing=180)],
        [men("regular-squad", "Squad", row(4, 60, 28.8), facing=0)],
        terrain=[WALL],
    )
    charge = Charge(table["Squad"].id)
    same(
        table, "charge", "Band", charge, "melee",
        figures=4, weapon="spear", enemies=4, enemy_weapon="rifle", enemy_bayonet=True, enemy_defending=True,
    )  # fmt: skip
    assert not table.battle.contacts()  # only thought of


def test_the_pairs_of_a_melee_and_leaving_it() -> None:
    table = Skirmish(
        [lieutenant(60, 5), men("recruit-squad", "Squad", row(4, 60, 20))],
        [men("warrior-band", "Band", row(2, 60, 22.02, pitch=3.0))],
    )
    table.stand("Band", [(58.5, 22.02), (61.5, 22.02)])
    table.wound("Band", 0, 1)
    table.commanded("Squad", "Lieutenant")
    squad = table.battle.members(table["Squad"])
    band = table.battle.members(table["Band"])
    same(
        table, "move", "Squad", STAY, "melee",
        figures=2, weapon="rifle", bayonet=True, enemies=2, enemy_weapon="spear", enemy_wounded=True,
        **{"class": "raw"},
    )  # fmt: skip
    same(
        table, "move", "Squad", BREAK_OFF, "break-off",
        strikers=2, weapon="spear", wounded=True, leaving=2, leaving_weapon="rifle", leaving_bayonet=True,
        leaving_class="raw",
    )  # fmt: skip
    same(
        table, "pair", "Squad", Against(squad[1], band[0]), "melee",
        figures=1, weapon="rifle", bayonet=True, enemies=1, enemy_weapon="spear", enemy_wounded=True,
        **{"class": "raw"},
    )  # fmt: skip
    same(
        table, "parting_blow", "Band", Against(band[0], squad[1]), "break-off",
        strikers=1, weapon="spear", wounded=True, leaving=1, leaving_weapon="rifle", leaving_bayonet=True,
        leaving_class="raw",
    )  # fmt: skip


@pytest.mark.parametrize("name", ["Squad", "Lieutenant"])
def test_staying_where_nobody_touches_throws_no_dice(name: str) -> None:
    table = Skirmish(
        [lieutenant(60, 5), men("regular-squad", "Squad", block(10, 60, 20, 5))],
        [men("warrior-band", "Band", row(6, 60, 60))],
    )
    assert what_if(table.battle, question(table, "move", name), STAY) is None
