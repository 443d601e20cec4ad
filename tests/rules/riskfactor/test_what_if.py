"""Odds in play: the procedure that an option would set off, filled in from the table, is the one filled in by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rules.riskfactor.situation import Skirmish, block, chief, lieutenant, men, row
from tabletop import ground, one

from playsheet.core.asking import Option, Question
from playsheet.core.forms import Value
from playsheet.odds import exact, in_play
from playsheet.rules.riskfactor.battle.events import Moved, PhaseBegan
from playsheet.rules.riskfactor.battle.fight_events import Hurt
from playsheet.rules.riskfactor.calculator.forms import HELP_FIRST, forms
from playsheet.rules.riskfactor.calculator.what_if import EACH_AS_HE_IS, NOBODY_ELSE, what_if
from playsheet.rules.riskfactor.dice.melee import retreating
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
from playsheet.rules.riskfactor.system import load
from playsheet.rules.riskfactor.terms import MELEE_SIDES, DamageDie, Gone, Phase, Result

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
        weapon="rifle", figures=10, range=38.5, target=6, wounded=1,
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
        weapon="rifle", figures=9, range=39.2, cover="hard", target=6, leaders=1, **{"class": "raw"},
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
        weapon="pistol", figures=1, fire="alone", range=10, target=0, leaders=1, **{"class": "hero"},
    )  # fmt: skip


def test_the_card_says_how_its_weapon_is_loaded() -> None:
    """Six bows that are hurled are two dice, as on the table; a bow's own load would be six."""
    table = Skirmish(
        [chief(60, 15), men("tribal-archers", "Archers", row(6, 60, 20), load="hurled", volley=True)],
        [men("warrior-band", "Band", row(6, 60, 42))],
    )
    table.commanded("Archers", "Chief")
    option = ShootGroup(table["Band"].id)
    same(table, "fire", "Archers", option, "shoot", weapon="bow", load="hurled", figures=6, range=20, target=6)
    found = in_play(table.game, question(table, "fire", "Archers"), option)
    assert found is not None
    assert max(found.marginal("hits")) == 2


def test_wounded_leaders_are_leaders() -> None:
    table = Skirmish(
        [lieutenant(60, 15), men("regular-squad", "Squad", row(10, 60, 20))],
        [men("warrior-band", "Band", row(6, 60, 60)), chief(70.5, 60)],
    )
    table.commanded("Squad", "Lieutenant")
    table.wound("Chief", 0)
    option = ShootGroup(table["Band"].id)
    same(
        table, "fire", "Squad", option, "shoot",
        weapon="rifle", figures=10, range=38, target=6, leaders=1, leaders_wounded=1,
    )  # fmt: skip
    found = in_play(table.game, question(table, "fire", "Squad"), option)
    assert found is not None
    assert set(found.marginal("leaders_wounded")) == {0}  # another wound kills him


@pytest.mark.parametrize(("grazes", "wounds"), [("nothing", False), ("two_make_a_wound", True)])
def test_a_graze_that_a_man_has_counts_if_grazes_do(grazes: str, wounds: bool) -> None:
    table = Skirmish(
        [lieutenant(60, 15), men("regular-squad", "Squad", [(60, 20)])],
        [men("warrior-band", "Band", [(60, 42)]), men("warrior-band", "Others", row(6, 60, 180))],
        grazes=grazes,
    )
    table.commanded("Squad", "Lieutenant")
    band = table["Band"].first
    table.game.tell(Hurt(band, DamageDie.GRAZE, 0, 1, False, "before", ""))
    option = ShootGroup(table["Band"].id)
    found = in_play(table.game, question(table, "fire", "Squad"), option)
    assert found is not None
    unharmed = found.chance(hits=1, killed=0, wounded=0)
    assert (unharmed == 0) == wounds
    more = {"grazed": 1} if wounds else {}
    same(table, "fire", "Squad", option, "shoot", weapon="rifle", figures=1, range=20, target=1, **more)


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
    same(table, "command", "Lieutenant", bought, "reaction", **facts, fortified=True, withdrew=True)
    found = in_play(table.game, question(table, "command", "Lieutenant"), bought)
    assert found is not None
    assert set(found.marginal("risk")) == {-1}  # the same Risk Factor as on the table


def test_what_a_musician_throws_by_switch() -> None:
    table = Skirmish(
        [lieutenant(60, 15), men("drummer", "Drummer", [(64, 15)]), men("recruit-squad", "Squad", row(10, 60, 20))],
        [men("warrior-band", "Band", row(6, 60, 90))],
        musician_dice="class",
    )
    drummer = BuyLink(table["Drummer"].first, 1, fires=False)
    same(table, "command", "Lieutenant", drummer, "command", officer="veteran", loyal=0)


def test_men_who_are_loyal_to_their_nco_cost_one_when_he_is_commanded() -> None:
    """The militia finds the lieutenant wanting, but not its own NCO (R50)."""
    squad = men("regular-squad", "Squad", row(10, 60, 20), loyal_to=["Colonel"])
    table = Skirmish([lieutenant(60, 15), squad], [men("warrior-band", "Band", row(6, 60, 90))])
    found = in_play(table.game, question(table, "declare", "Lieutenant"), WILL_NOT_FIRE)
    assert found is not None
    assert (found.inputs["dear_links"], found.inputs["loyal"], found.inputs["dear"]) == (True, 9, 0)
    assert found.assumed == [HELP_FIRST]


def test_a_leader_with_a_group_shares_its_die_unless_it_is_a_platoons() -> None:
    """One die for all squads of the platoon, which nobody knows before it is thrown (R14)."""
    squads = [men("regular-squad", name, row(6, x, 20), platoon="first") for name, x in (("One", 50), ("Two", 70))]
    for together in ([squads[0]], squads):
        table = Skirmish(
            [lieutenant(60, 5), men("bugler", "Bugler", [(50, 23)]), *together],
            [men("warrior-band", "Band", row(6, 60, 90))],
        )
        asked = question(table, "command", "Lieutenant")
        found = in_play(table.game, asked, BuyGroup(table["Bugler"].id, 1))
        if len(together) > 1:
            assert found is None
        else:
            own = in_play(table.game, asked, BuyGroup(table["One"].id, 6))
            assert found is not None
            assert own is not None
            assert found.inputs == own.inputs


def test_raw_men_are_in_range_of_the_enemys_weapons_whatever_their_range_means() -> None:
    """By the switch the first line looks at their own range: muskets at 150 cm have rifles in theirs, not the other."""
    table = Skirmish(
        [lieutenant(60, 5), men("recruit-squad", "Squad", row(10, 60, 20))],
        [men("tribal-musketmen", "Musketmen", row(12, 60, 170))],
        their_range="own",
    )
    same(
        table, "command", "Lieutenant", BuyGroup(table["Squad"].id, 10), "reaction",
        commanded=True, threats=1, in_range=False, **{"class": "raw"},
    )  # fmt: skip


# ---------------------------------------------------------------- melee


def test_a_charge_over_a_wall() -> None:
    table = Skirmish(
        [chief(60, 60), men("warrior-band", "Band", row(4, 60, 40), facing=180)],
        [men("regular-squad", "Squad", row(4, 60, 28.8), facing=0)],
        terrain=[WALL],
    )
    charge = Charge(table["Squad"].id)
    same(
        table, "charge", "Band", charge, "charge",
        figures=4, weapon="spear", enemies=4, enemy_weapon="rifle", enemy_bayonet=True, enemy_defending=True,
    )  # fmt: skip
    assert not table.battle.contacts()  # only thought of


def test_the_pairs_of_a_melee_and_leaving_it() -> None:
    table = Skirmish(
        [lieutenant(60, 5), men("recruit-squad", "Squad", row(4, 60, 20))],
        [men("warrior-band", "Band", row(2, 60, 22, pitch=3.0))],
    )
    table.stand("Band", [(58.5, 22), (61.5, 22)])
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
        table, "pair", "Squad", Against(squad[1], band[0]), "pair",
        weapon="rifle", bayonet=True, enemy_weapon="spear", enemy_wounded=True,
        **{"class": "raw"},
    )  # fmt: skip
    same(
        table, "parting_blow", "Band", Against(band[0], squad[1]), "break-off",
        strikers=1, weapon="spear", wounded=True, leaving=1, leaving_weapon="rifle", leaving_bayonet=True,
        leaving_class="raw",
    )  # fmt: skip


def pair_by_pair(*pairs: dict[str, Any]) -> dict[tuple[Value, ...], Fraction]:
    """The odds of pairs that have nothing to do with each other, added up."""
    rules = load().rules
    form = next(known for known in forms(rules) if known.id == "pair")
    total: dict[tuple[int, ...], Fraction] = {(0, 0, 0, 0): Fraction(1)}
    for pair in pairs:
        following: dict[tuple[int, ...], Fraction] = {}
        for each in exact(form, pair).outcomes:
            for counts, chance in total.items():
                there = tuple(count + int(fact) for count, fact in zip(counts, each.facts))
                following[there] = following.get(there, Fraction(0)) + chance * each.chance
        total = following
    return {(*counts, MELEE_SIDES[retreating(counts[0], counts[2])]): chance for counts, chance in total.items()}


def test_each_figure_of_a_melee_counts_as_he_is() -> None:
    """A veteran squad with a raw NCO, of whom one is wounded, against a spear and a wounded chief."""
    table = Skirmish(
        [lieutenant(60, 5), men("regular-squad", "Squad", [(50, 20), (60, 20), (70, 20)], nco_class="raw")],
        [men("warrior-band", "Band", [(50, 22), (60, 22)]), chief(70, 22)],
    )
    table.wound("Squad", 1)
    table.wound("Chief", 0)
    table.commanded("Squad", "Lieutenant")
    found = in_play(table.game, question(table, "move", "Squad"), STAY)
    assert found is not None
    arms: dict[str, Any] = {"bayonet": True, "enemy_weapon": "spear"}
    by_hand = pair_by_pair(
        {**arms, "class": "raw"}, {**arms, "wounded": True}, {**arms, "enemy_class": "hero", "enemy_wounded": True}
    )
    assert {each.facts: each.chance for each in found.outcomes} == by_hand
    assert found.assumed == [NOBODY_ELSE, EACH_AS_HE_IS]


def test_a_melee_is_all_who_are_linked_by_contact() -> None:
    """Two squads on one band: the odds of either are those of the melee, for it decides who retreats."""
    table = Skirmish(
        [lieutenant(60, 5), men("regular-squad", "Squad", [(50, 20)]), men("regular-squad", "Others", [(60, 20)])],
        [men("warrior-band", "Band", [(50, 22), (60, 22)])],
    )
    table.commanded("Squad", "Lieutenant")
    same(table, "move", "Squad", STAY, "melee", bayonet=True, enemy_weapon="spear")


def test_leaders_charge_with_the_group_whose_result_they_share() -> None:
    table = Skirmish(
        [men("warrior-band", "Band", row(2, 60, 40), facing=180), men("drummer", "Drummer", [(63, 42)]), chief(9, 9)],
        [men("regular-squad", "Squad", row(3, 60, 30), facing=0)],
    )
    told = table.do("Band", "advance", "charge charge:{Squad}", charge=True)
    assert len(one(told, Moved).figures) == 2
    table.stand("Band", row(2, 60, 40))
    table["Drummer"].with_group = table["Band"].id
    table["Drummer"].obeys = True
    table.game.tell(PhaseBegan(Phase.MOVES, [table["Band"].id]))
    found = in_play(table.game, question(table, "charge", "Band"), Charge(table["Squad"].id))
    assert found is not None
    assert found.inputs["figures"] == 3


def test_odds_wait_for_those_who_are_yet_to_leave() -> None:
    """Another group of the melee will break off before it is fought: nothing can be told of it."""
    table = Skirmish(
        [men("warrior-band", "Band", row(2, 60, 40)), men("warrior-band", "Others", [(80, 28)]), chief(9, 9)],
        [men("regular-squad", "Squad", [(60, 30), (80, 30)])],
    )
    charge = Charge(table["Squad"].id)
    table.game.tell(PhaseBegan(Phase.MOVES, [table["Band"].id, table["Others"].id]))
    assert what_if(table.battle, question(table, "charge", "Band"), charge) is not None
    table["Others"].action = Result.RUN
    table["Others"].plain = True
    assert what_if(table.battle, question(table, "charge", "Band"), charge) is None


@pytest.mark.parametrize("name", ["Squad", "Lieutenant"])
def test_staying_where_nobody_touches_throws_no_dice(name: str) -> None:
    table = Skirmish(
        [lieutenant(60, 5), men("regular-squad", "Squad", block(10, 60, 20, 5))],
        [men("warrior-band", "Band", row(6, 60, 60))],
    )
    assert what_if(table.battle, question(table, "move", name), STAY) is None
