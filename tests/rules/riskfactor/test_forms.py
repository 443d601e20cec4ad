"""The registered procedures: worked examples with scripted dice, odds against every throw counted, switches."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from playsheet.core import reader as reader_module
from playsheet.core.dice import Scripted, Seeded, scripted
from playsheet.core.errors import Refused
from playsheet.core.forms import AnyForm, Value
from playsheet.core.rulings import read_rulings
from playsheet.core.sheet import Patch, read_sheet
from playsheet.odds import Odds, exact
from playsheet.rules.riskfactor.calculator.forms import forms
from playsheet.rules.riskfactor.dice.command import OUT_OF_REACH, Member, command_distance, cost, group_cost
from playsheet.rules.riskfactor.dice.risk import Risk, charge_query, platoon_risk, risk_account
from playsheet.rules.riskfactor.dice.shooting import (
    Shot,
    Witness,
    class_of_fire,
    effect,
    is_killed,
    is_loaded_after,
    is_ready,
    is_wounded,
    shoot,
    shots,
    suffer,
)
from playsheet.rules.riskfactor.sheet import RiskRules
from playsheet.rules.riskfactor.terms import ActionsTable, ChargeAnswer, Condition, DamageDie, Fires

HERE = Path(reader_module.__file__).parent.parent / "rules" / "riskfactor"
SHEET = read_sheet(HERE / "sheet.toml")
RULINGS = read_rulings(HERE / "rulings.toml")
F = Fraction


def rules(**switches: str) -> RiskRules:
    return RiskRules(SHEET, RULINGS.chosen(switches, "test"))


RULES = rules()


def procedure(id: str, **switches: str) -> AnyForm:
    return next(known for known in forms(rules(**switches)) if known.id == id)


def resolve(id: str, dice: Scripted, **inputs: Value) -> tuple[Value, ...]:
    return by(procedure(id), dice, **inputs)


def by(known: AnyForm, dice: Scripted, **inputs: Value) -> tuple[Value, ...]:
    """The facts that these dice give; all of them must be used."""
    facts = known.filled(inputs).run(dice)
    assert dice.left() == 0
    return facts


def odds(id: str, **inputs: Value) -> Odds:
    return exact(procedure(id), inputs)


# ---------------------------------------------------------------- what is registered


def test_the_procedures_in_the_order_of_a_turn() -> None:
    assert [known.id for known in forms(RULES)] == [
        "visibility",
        "command",
        "reaction",
        "platoon",
        "shoot",
        "damage",
        "charge",
        "melee",
        "pair",
        "break-off",
    ]


@pytest.mark.parametrize("known", forms(RULES), ids=lambda known: known.id)
def test_each_has_a_table_defaults_and_an_example_that_runs(known: AnyForm) -> None:
    assert known.at in SHEET.tables
    assert known.title
    example: dict[str, object] = dict(part.split("=") for part in known.example.split())
    for given in ({}, example):
        assert len(known.filled(given).run(Seeded(1))) == len(known.results)
        total = exact(known, known.values(given).values)
        assert sum(each.chance for each in total.outcomes) == 1
    for field in known.fields:
        assert field.said
        assert field.read(field.default) == field.default


@pytest.mark.parametrize("known", forms(RULES), ids=lambda known: known.id)
def test_every_throw_cites_its_table_and_a_ruling(known: AnyForm) -> None:
    example: dict[str, object] = dict(part.split("=") for part in known.example.split())
    for seed in range(20):
        dice = Seeded(seed)
        dice.log = []
        known.filled(example).run(dice)
        for rolled in dice.log:
            table = SHEET.table(rolled.table)
            assert not rolled.row or rolled.row in table.rows or rolled.row in table.values
            assert RULINGS.ruling(rolled.ruling)


# ---------------------------------------------------------------- worked examples


def test_example_1_the_sheets_platoon() -> None:
    dice = scripted(6, 4, 2, 1, 3, 3, 5, 5)
    facts = resolve("command", dice, officer="veteran", nco1="veteran", nco2="raw", loyal=27)
    assert facts == (27, True, 0)


def test_example_2_drummer() -> None:
    assert resolve("command", scripted(2, 3, 1, 4), officer="veteran", musicians=1, loyal=10) == (9, False, 9)


RECRUITS: dict[str, Any] = {"class": "raw", "hurt": 3, "flank": True}


def test_example_3_risk() -> None:
    assert resolve("reaction", scripted(3), **RECRUITS) == (7, "take_cover", False, True, False)
    assert resolve("reaction", scripted(3), commanded=True, **RECRUITS) == (7, "take_cover", False, True, False)


def test_example_3_the_account() -> None:
    risk = Risk(
        1,
        10,
        3,
        hero=False,
        in_cover=False,
        advancing=False,
        raw_in_range=True,
        flank=True,
        near_cavalry=False,
        fled=False,
    )
    assert [(entry.add, entry.ruling) for entry in risk_account(RULES, risk)] == [
        (1, "R5"),
        (1, "R3"),
        (3, "R6"),
        (2, "R7"),
    ]


def test_example_4_the_same_with_a_five() -> None:
    assert resolve("reaction", scripted(5), **RECRUITS) == (7, "halt", True, True, False)
    assert resolve("reaction", scripted(5), commanded=True, **RECRUITS) == (7, "halt", True, False, False)
    assert shots(RULES, 9, Fires.UNCOMMANDED, RULES.loads["breech"], moved=False) == 4


def test_example_5_no_risk() -> None:
    facts = resolve("reaction", scripted(6), threats=0, fortified=True)
    assert facts == (0, "continue_order", False, True, False)
    assert resolve("reaction", scripted(6), threats=0)[1] == "advance_to_nearest"


def test_example_6_uncommanded_fire() -> None:
    dice = scripted(6, 7, 2, 5, 3, 6, 1, 3)
    fire: dict[str, Any] = {"weapon": "musket", "fire": "uncommanded", "class": "raw", "range": 40, "cover": "soft"}
    assert resolve("shoot", dice, figures=9, target=6, **fire) == (2, 1, 0, 0, 0)


def test_example_7_commanded_volley() -> None:
    dice = scripted(7, 1, 8, 6, 2, 4, 2, 3)
    assert resolve("shoot", dice, figures=4, range=90, cover="hard", target=3) == (2, 1, 0, 0, 0)


def test_example_8_loading() -> None:
    muzzle = RULES.loads["muzzle"]
    assert not is_loaded_after(muzzle, loaded=True, fired=True, busy=False)  # fired last turn
    assert not is_loaded_after(muzzle, loaded=False, fired=False, busy=True)  # marched
    assert is_loaded_after(muzzle, loaded=False, fired=False, busy=False)  # halted all turn
    assert is_loaded_after(muzzle, loaded=True, fired=False, busy=True)  # loaded men may march
    assert not is_ready(muzzle, Fires.COMMANDED, 0, 25, loaded=False, commanded=True)
    assert is_ready(muzzle, Fires.COMMANDED, 12.5, 25, loaded=True, commanded=True)
    assert not is_ready(muzzle, Fires.COMMANDED, 12.6, 25, loaded=True, commanded=True)
    assert is_ready(muzzle, Fires.UNCOMMANDED, 25, 25, loaded=False, commanded=True)
    assert is_ready(muzzle, Fires.ALONE, 25, 25, loaded=False, commanded=False)
    assert not is_ready(muzzle, Fires.ALONE, 25, 25, loaded=True, commanded=True)


def test_example_9_seen_or_not() -> None:
    assert resolve("visibility", scripted(4), depth="edge", distance=50) == (40, False)
    assert resolve("visibility", scripted(4), depth="edge", distance=50, fired=True) == (1000, True)


def test_example_10_the_heros_shot() -> None:
    shot: dict[str, Any] = {"weapon": "pistol", "fire": "alone", "class": "hero", "range": 10}
    assert resolve("shoot", scripted(5, 4), figures=1, target=1, **shot) == (1, 1, 0, 0, 0)
    command = resolve("command", scripted(1, 2, 3), officer="hero", busy=True, loyal=6)
    assert command == (6, True, 0)


def test_example_12_melee() -> None:
    dice = scripted(2, 5, 4, 6, 1, 3)
    facts = resolve("melee", dice, figures=2, bayonet=True, enemies=2, enemy_weapon="spear")
    assert facts == (1, 0, 0, 0, "active")


def test_example_13_breaking_off() -> None:
    facts = resolve(
        "break-off",
        scripted(3, 4),
        strikers=1,
        weapon="spear",
        leaving=1,
        leaving_bayonet=True,
        leaving_class="raw",
    )
    assert facts == (0, 0)


def test_example_14_platoon() -> None:
    dice = scripted(1, 2, 5, 1)
    assert resolve("platoon", dice, platoon=4, first=3, second=4, third=6) == (False, "take_cover", "continue", "run")
    assert resolve("platoon", scripted(3), platoon=4) == (True, "halt", "halt", "halt")


def test_example_15_natives_commanded() -> None:
    how = class_of_fire(commanded=True, volley=False, leader=False)
    assert how == Fires.UNCOMMANDED
    assert shots(RULES, 12, how, RULES.loads["muzzle"], moved=True) == 4


# ---------------------------------------------------------------- command


@pytest.mark.parametrize(
    ("loyal", "router", "points"), [(True, False, 1), (False, False, 2), (True, True, 2), (False, True, 2)]
)
def test_cost(loyal: bool, router: bool, points: int) -> None:
    assert cost(RULES, loyal=loyal, router=router) == points


def test_all_or_nothing() -> None:
    man = Member(in_reach=True, loyal=True, router=False, paid=False)
    assert (
        group_cost(RULES, [man] * 9 + [Member(in_reach=True, loyal=True, router=False, paid=True)]) == 9
    )  # his NCO is paid for (R33)
    assert (
        group_cost(RULES, [man] * 9 + [Member(in_reach=False, loyal=True, router=False, paid=False)]) == OUT_OF_REACH
    )  # R34
    assert group_cost(RULES, [man, Member(in_reach=True, loyal=False, router=True, paid=False)]) == 3


def test_command_distance() -> None:
    assert (command_distance(RULES, enclosed=False), command_distance(RULES, enclosed=True)) == (50, 25)


def test_only_one_extra_die_for_musicians() -> None:
    assert resolve("command", scripted(2, 3, 1, 4), musicians=2, loyal=8) == (8, True, 0)
    by_class = procedure("command", musician_dice="class")
    assert by(by_class, scripted(2, 3, 1, 4, 4, 4, 1, 1, 1), musicians=2, loyal=8) == (19, True, 11)


def test_busy_ncos() -> None:
    assert resolve("command", scripted(1, 1, 1, 2, 2), nco1="veteran", busy_ncos=1)[0] == 6
    free = procedure("command", nco_minus="false")
    assert by(free, scripted(1, 1, 1, 2, 2, 2), nco1="veteran", busy_ncos=1)[0] == 8


def test_an_nco_who_cannot_be_paid_gives_nothing() -> None:
    chain: dict[str, Any] = {"officer": "raw", "busy": True, "nco1": "veteran", "dear_links": True}
    assert resolve("command", scripted(1), **chain) == (1, False, 1)
    assert resolve("command", scripted(2, 1, 1, 1), **chain) == (3, False, 3)


def test_the_disloyal_cost_two() -> None:
    assert resolve("command", scripted(6, 6, 6), loyal=2, dear=8) == (18, True, 0)


def test_odds_of_a_chain_by_every_throw() -> None:
    """Veteran officer, raw NCO at 1 point, drummer at 1 point with his die first: 10 men."""
    enough = 0
    for faces in product(range(1, 7), repeat=6):
        enough += sum(faces) - 2 >= 10
    found = odds("command", musicians=1, nco1="raw", loyal=10)
    assert found.chance(commanded=True) == F(enough, 6**6)
    assert sum(each.chance for each in found.outcomes) == 1


def test_odds_of_a_dear_chain_by_every_throw() -> None:
    """One die, an NCO of two dice at 2 points, four men: with a 1 the NCO cannot be paid."""
    enough = 0
    for officer, one, other in product(range(1, 7), repeat=3):
        points = officer - 2 + one + other if officer >= 2 else officer
        enough += points >= 4
    found = odds("command", officer="raw", busy=True, nco1="raw", dear_links=True, loyal=4)
    assert found.chance(commanded=True) == F(enough, 6**3)


# ---------------------------------------------------------------- risk


CALM = {"threats": 0, "in_range": False}


@pytest.mark.parametrize(
    ("inputs", "risk"),
    [
        ({}, 0),
        ({"hero": True}, -1),
        ({"cover": True}, -1),
        ({"advancing": True}, -1),
        ({"cover": True, "advancing": True}, -1),  # one point even if both
        ({"threats": 1}, 1),
        ({"threats": 3}, 1),  # once, R4
        ({"class": "raw", "in_range": True}, 1),
        ({"class": "veteran", "in_range": True}, 0),
        ({"hurt": 1, "start": 12}, 0),  # full steps only, R6
        ({"hurt": 2, "start": 12}, 1),
        ({"hurt": 9}, 9),
        ({"hurt": 1, "start": 1, "lone": True}, 0),
        ({"flank": True}, 2),
        ({"cavalry": True}, 2),
        ({"fled": True}, 3),
        ({"hero": True, "cover": True, "threats": 1, "flank": True, "fled": True}, 4),
        ({"risk": -2}, -2),
    ],
)
def test_risk_lines(inputs: dict[str, Any], risk: int) -> None:
    assert resolve("reaction", scripted(4), **{**CALM, **inputs})[0] == risk


@pytest.mark.parametrize(
    ("switch", "inputs", "risk"),
    [
        ({"enemy_in_range": "per_group"}, {"threats": 3}, 3),
        ({"lone_leader_percent": "count"}, {"hurt": 1, "start": 1, "lone": True}, 10),
    ],
)
def test_risk_lines_by_switch(switch: dict[str, str], inputs: dict[str, Any], risk: int) -> None:
    assert by(procedure("reaction", **switch), scripted(4), **{**CALM, **inputs})[0] == risk


def test_a_platoons_risk() -> None:
    first = Risk(
        0,
        10,
        1,
        hero=False,
        in_cover=True,
        advancing=False,
        raw_in_range=False,
        flank=False,
        near_cavalry=False,
        fled=False,
    )
    second = Risk(
        2,
        10,
        1,
        hero=False,
        in_cover=False,
        advancing=False,
        raw_in_range=True,
        flank=False,
        near_cavalry=False,
        fled=False,
    )
    together = platoon_risk([first, second])
    assert (together.in_cover, together.threats, together.raw_in_range) == (False, 2, True)
    assert (together.start, together.hurt, together.steps(RULES)) == (20, 2, 1)


@pytest.mark.parametrize(
    ("face", "fortified", "result", "obeys"),
    [(3, False, "continue_order", False), (6, False, "advance_to_nearest", True), (6, True, "continue_order", False)],
)
def test_the_first_row_and_commanded_troops(face: int, fortified: bool, result: str, obeys: bool) -> None:
    facts = resolve("reaction", scripted(face), threats=0, commanded=True, fortified=fortified)
    assert (facts[1], facts[3]) == (result, obeys)


def test_the_first_row_by_switch_binds_nobody_commanded() -> None:
    loose = procedure("reaction", rf0_binds_commanded="false")
    assert by(loose, scripted(6), threats=0, commanded=True)[3] is False
    assert by(loose, scripted(6), threats=0)[3] is True


def test_italics_differ_between_the_tables() -> None:
    shaken: dict[str, Any] = {"hurt": 9, "threats": 0}
    assert resolve("reaction", scripted(5), table="firearms", **shaken)[1:3] == ("take_cover", True)
    assert resolve("reaction", scripted(5), table="melee", **shaken)[1:3] == ("take_cover", False)


@pytest.mark.parametrize(
    ("inputs", "face", "result", "charge"),
    [
        ({}, 4, "continue", True),
        ({"enemy": False}, 4, "continue_order", False),  # R11
        ({"enemy": False}, 2, "halt", False),
        ({"fled": True}, 4, "halt", False),  # RF 4: R12, and who halts does not charge
        ({"fled": True}, 6, "advance", True),
        ({"table": "melee"}, 2, "continue", False),  # no (Charge?) printed
        ({"threats": 0, "order": "advance"}, 1, "continue_order", True),  # R57
        ({"threats": 0, "order": "advance"}, 6, "advance_to_nearest", False),
        ({"threats": 0, "order": "hold"}, 1, "continue_order", False),
        ({"fortified": True}, 6, "advance", True),  # R51 by the letter
    ],
)
def test_what_a_result_comes_to(inputs: dict[str, Any], face: int, result: str, charge: bool) -> None:
    facts = resolve("reaction", scripted(face), **inputs)
    assert (facts[1], facts[4]) == (result, charge)


@pytest.mark.parametrize(
    ("switch", "inputs", "face", "result", "charge"),
    [
        ({"fortified": "all_results"}, {"fortified": True}, 6, "halt", False),
        ({"fortified": "all_results"}, {"fortified": True}, 4, "continue", False),
        ({"rf0_charge": "never"}, {"threats": 0, "order": "advance"}, 1, "continue_order", False),
        ({"action_die": "class"}, {"class": "hero"}, 5, "advance", True),
        ({"action_die": "class"}, {"class": "raw", "in_range": False}, 1, "take_cover", False),
    ],
)
def test_results_by_switch(
    switch: dict[str, str], inputs: dict[str, Any], face: int, result: str, charge: bool
) -> None:
    facts = by(procedure("reaction", **switch), scripted(face), **inputs)
    assert (facts[1], facts[4]) == (result, charge)


def test_a_game_master_may_modify_the_die() -> None:
    assert resolve("reaction", scripted(5), die=6)[1] == "advance"
    assert resolve("reaction", scripted(5), die=-6)[1] == "take_cover"


def test_who_answers_the_query() -> None:
    assert (
        charge_query(RULES, ActionsTable.MELEE, players=True)
        == charge_query(RULES, ActionsTable.FIREARMS, players=True)
        == ChargeAnswer.OWNER_DECIDES
    )
    assert charge_query(RULES, ActionsTable.MELEE, players=False) == ChargeAnswer.CHARGES
    assert charge_query(RULES, ActionsTable.FIREARMS, players=False) == ChargeAnswer.NO_CHARGE
    assert charge_query(rules(charge_query="always"), ActionsTable.FIREARMS, players=True) == ChargeAnswer.CHARGES
    assert (
        charge_query(rules(charge_query="never_firearms"), ActionsTable.FIREARMS, players=True)
        == ChargeAnswer.NO_CHARGE
    )
    assert (
        charge_query(rules(charge_query="never_firearms"), ActionsTable.MELEE, players=True)
        == ChargeAnswer.OWNER_DECIDES
    )


def test_odds_of_a_reaction() -> None:
    found = odds("reaction", **RECRUITS)
    assert found.chance(result="take_cover") == F(2, 6)
    assert found.chance(obeys=True) == 1
    assert odds("reaction", commanded=True, **RECRUITS).chance(obeys=True) == F(3, 6)
    assert found.chance(charge=True) == F(1, 6)


def test_odds_of_a_platoon_by_every_throw() -> None:
    """RF 4: only a 1 is plain; then the third squad, RF 6, runs on a 1."""
    found = odds("platoon", platoon=4, first=3, second=4, third=6)
    assert found.chance(together=True) == F(5, 6)
    assert found.chance(third="run") == F(1, 6) * F(1, 6)
    apart = exact(procedure("platoon", platoon="separate"), {"platoon": 4, "first": 3, "second": 4, "third": 6})
    assert apart.chance(together=False) == 1
    assert apart.chance(third="run") == F(1, 6)


# ---------------------------------------------------------------- visibility


@pytest.mark.parametrize(
    ("dice", "inputs", "facts"),
    [
        (scripted(), {"depth": "open", "distance": 200}, (1000, True)),
        (scripted(5), {"depth": "edge", "distance": 50}, (50, True)),
        (scripted(6), {"depth": "deep", "distance": 10}, (0, False)),
        (scripted(6), {"depth": "deep", "distance": 20, "same_piece": True, "viewer": "deep"}, (20, True)),
        (scripted(6), {"depth": "edge", "distance": 21, "same_piece": True, "viewer": "edge"}, (20, False)),
        (scripted(1), {"depth": "deep", "distance": 90, "fired": True}, (1000, True)),
        (scripted(), {"depth": "open", "distance": 5, "viewer": "deep"}, (0, False)),  # R60
        (scripted(5), {"depth": "edge", "distance": 50.001}, (50, False)),
        (scripted(5), {"depth": "edge", "distance": 50, "wood": 20}, (50, True)),
        (scripted(5), {"depth": "edge", "distance": 50, "wood": 20.5}, (50, False)),
        (
            scripted(6),
            {"depth": "edge", "distance": 21, "same_piece": True, "viewer": "edge", "fired": True},
            (20, False),
        ),
    ],
)
def test_visibility(dice: Scripted, inputs: dict[str, Any], facts: tuple[int, bool]) -> None:
    assert resolve("visibility", dice, **inputs) == facts


def test_visibility_of_those_who_fired_by_switch() -> None:
    known = procedure("visibility", fired_seen="d6x10")
    assert by(known, scripted(4), depth="edge", distance=50, fired=True) == (40, False)
    assert by(known, scripted(4), depth="deep", distance=40, fired=True) == (40, True)


def test_odds_of_being_seen() -> None:
    assert odds("visibility", depth="edge", distance=45).chance(seen=True) == F(2, 6)


def test_nobody_is_in_the_open_inside_a_piece() -> None:
    with pytest.raises(Refused, match="same piece"):
        odds("visibility", depth="open", same_piece=True)


# ---------------------------------------------------------------- shooting


@pytest.mark.parametrize(
    ("able", "how", "load", "moved", "n"),
    [
        (9, Fires.COMMANDED, "breech", False, 9),
        (9, Fires.UNCOMMANDED, "breech", False, 4),
        (9, Fires.UNCOMMANDED, "breech", True, 3),
        (1, Fires.UNCOMMANDED, "breech", False, 0),
        (20, Fires.COMMANDED, "hurled", False, 6),
        (20, Fires.UNCOMMANDED, "hurled", True, 6),  # not compounded
        (1, Fires.ALONE, "hurled", True, 1),
        (0, Fires.ALONE, "magazine", False, 0),
    ],
)
def test_shots(able: int, how: int, load: str, moved: bool, n: int) -> None:
    assert shots(RULES, able, how, RULES.loads[load], moved) == n


def test_shots_rounded_up_by_switch() -> None:
    up = rules(uncommanded_rounding="up")
    assert shots(up, 9, Fires.UNCOMMANDED, up.loads["breech"], moved=False) == 5
    assert shots(up, 20, Fires.UNCOMMANDED, up.loads["hurled"], moved=False) == 6


def test_classes_of_fire() -> None:
    assert class_of_fire(commanded=True, volley=True, leader=False) == Fires.COMMANDED
    assert class_of_fire(commanded=False, volley=True, leader=False) == Fires.UNCOMMANDED
    assert class_of_fire(commanded=False, volley=False, leader=True) == Fires.ALONE


@pytest.mark.parametrize(
    ("load", "spent", "ready"),
    [("breech", 12.5, True), ("breech", 13, False), ("magazine", 25, True), ("bow", 20, False)],
)
def test_moving_and_firing(load: str, spent: float, ready: bool) -> None:
    assert is_ready(RULES.loads[load], Fires.COMMANDED, spent, 25, loaded=True, commanded=True) is ready


def test_wounds_and_grazes() -> None:
    assert suffer(RULES, Condition.UNHURT, DamageDie.GRAZE) == Condition.UNHURT
    wounded = suffer(RULES, Condition.UNHURT, DamageDie.WOUND)
    assert is_wounded(wounded)
    assert is_killed(suffer(RULES, wounded, DamageDie.WOUND))
    assert is_killed(suffer(RULES, Condition.UNHURT, DamageDie.KILL))
    assert suffer(RULES, Condition.LEADER, DamageDie.WOUND) == Condition.LEADER | Condition.A_WOUND


def test_grazes_add_up_by_switch() -> None:
    two = rules(grazes="two_make_a_wound")
    grazed = suffer(two, Condition.UNHURT, DamageDie.GRAZE)
    assert not is_wounded(grazed)
    assert effect(two, grazed, DamageDie.GRAZE) == DamageDie.WOUND
    wounded = suffer(two, grazed, DamageDie.GRAZE)
    assert wounded == Condition.A_WOUND  # the grazes are used up
    assert is_killed(suffer(two, suffer(two, wounded, DamageDie.GRAZE), DamageDie.GRAZE))


@pytest.mark.parametrize(
    ("cls", "face", "facts"),
    [
        ("raw", 1, (0, 0, 0, 0)),
        ("raw", 5, (0, 1, 0, 0)),
        ("veteran", 5, (1, 0, 0, 0)),
        ("hero", 4, (1, 0, 0, 0)),
        ("hero", 6, (1, 0, 0, 0)),
    ],
)
def test_damage_die_is_modified_and_kept_within_the_table(cls: str, face: int, facts: tuple[int, ...]) -> None:
    assert resolve("damage", scripted(face), hits=1, target=1, **{"class": cls}) == facts


def test_hits_beyond_the_last_man_are_lost() -> None:
    assert resolve("damage", scripted(1, 6, 6), hits=3, target=2) == (2, 0, 0, 0)


def test_a_leader_may_be_hit_with_the_group() -> None:
    assert resolve("damage", scripted(4, 6), hits=1, target=3, leaders=1) == (0, 0, 1, 0)


class Seen(Witness):
    def __init__(self) -> None:
        self.told: list[tuple[int, int]] = []

    def struck(self, who: int, result: int) -> None:
        self.told.append((who, result))


def test_a_witness_is_told_hit_by_hit() -> None:
    shot = Shot(3, 0, 0, RULES.damages["gunpowder"], 1, (Condition.UNHURT, Condition.UNHURT, Condition.A_WOUND), RULES)
    seen = Seen()
    dice = scripted(2, 1, 8, 3, 3, 2, 6)
    shoot(dice, RULES, shot, seen)
    assert dice.left() == 0
    assert seen.told == [(2, DamageDie.WOUND), (1, DamageDie.KILL)]


def test_refusals() -> None:
    with pytest.raises(Refused, match="beyond long range: expected 180"):
        odds("shoot", range=181)
    with pytest.raises(Refused, match="too few"):
        odds("shoot", weapon="spear", figures=2, range=8)
    with pytest.raises(Refused, match="cannot be wounded"):
        odds("shoot", target=2, wounded=3)
    with pytest.raises(Refused, match="too many"):
        odds("melee", figures=5, enemies=1)
    with pytest.raises(Refused, match="cannot be hurt"):
        odds("reaction", start=5, hurt=6)


GUNPOWDER = (DamageDie.GRAZE, DamageDie.GRAZE, DamageDie.WOUND, DamageDie.WOUND, DamageDie.KILL, DamageDie.KILL)


def counted(men: tuple[int, ...], hits: int, add: int) -> dict[tuple[int, ...], Fraction]:
    """Every way that hits can fall on men (0 unhurt, 1 wounded, 2 dead), by brute force."""
    if hits == 0 or all(man == 2 for man in men):
        return {men: F(1)}
    living = [k for k, man in enumerate(men) if man < 2]
    found: dict[tuple[int, ...], Fraction] = {}
    for who, face in product(living, range(1, 7)):
        result = GUNPOWDER[min(max(face + add, 1), 6) - 1]
        man = 2 if result == DamageDie.KILL else min(men[who] + result, 2)
        after = (*men[:who], man, *men[who + 1 :])
        for end, chance in counted(after, hits - 1, add).items():
            found[end] = found.get(end, F(0)) + chance * F(1, 6 * len(living))
    return found


@pytest.mark.parametrize(("cls", "add"), [("raw", -1), ("veteran", 0), ("hero", 1)])
def test_odds_of_a_volley_by_every_throw(cls: str, add: int) -> None:
    """Three dice, medium range, soft cover: 6 or more of 8, at two men, one of them wounded."""
    expected: dict[tuple[int, int, int], Fraction] = {}
    for faces in product(range(1, 9), repeat=3):
        hits = sum(face >= 6 for face in faces)
        for end, chance in counted((0, 1), hits, add).items():
            key = (hits, end.count(2), 1 if end[0] == 1 else 0)  # who was wounded before is not wounded now
            expected[key] = expected.get(key, F(0)) + chance / 8**3
    found = odds("shoot", figures=3, range=31, cover="soft", target=2, wounded=1, **{"class": cls})
    for (hits, killed, wounded), chance in expected.items():
        assert found.chance(hits=hits, killed=killed, wounded=wounded) == chance
    assert sum(each.chance for each in found.outcomes) == 1


def test_a_big_volley_adds_up() -> None:
    found = odds("shoot", figures=20, range=30, target=20, leaders=1)
    assert sum(each.chance for each in found.outcomes) == 1
    assert found.mean("hits") == F(20 * 7, 8)


# ---------------------------------------------------------------- melee


def pair(mine: int, theirs: int) -> dict[str, Fraction]:
    """Who wins a contest, by every throw."""
    won = {"mine": 0, "theirs": 0, "none": 0}
    for one, other in product(range(1, 7), repeat=2):
        a, b = one + mine, other + theirs
        won["mine" if a > b else "theirs" if b > a else "none"] += 1
    return {word: F(n, 36) for word, n in won.items()}


def test_odds_of_a_pair() -> None:
    """Regular with bayonet 4 against Warrior with spear 3: a blow of his kills on 6, of theirs on 6 too."""
    found = odds("melee", figures=1, bayonet=True, enemies=1, enemy_weapon="spear")
    won = pair(4, 3)
    assert found.chance(enemies_killed=1) == won["mine"] * F(1, 6)
    assert found.chance(enemies_harmed=1) == won["mine"] * F(3, 6)  # other: wound on 4, 5
    assert found.chance(harmed=1) == won["theirs"] * F(4, 6)  # bow / spear: wound on 3, 4, 5
    assert found.chance(retreats="neither") == won["none"] + won["mine"] * F(3, 6) + won["theirs"] * F(2, 6)


def test_odds_of_two_on_one_by_every_throw() -> None:
    """Two swords 3 on one sword 3; wounded by the first, he fights the second at -1."""
    other = (DamageDie.GRAZE, DamageDie.GRAZE, DamageDie.GRAZE, DamageDie.WOUND, DamageDie.WOUND, DamageDie.KILL)
    killed = F(0)
    for one, two, blow in product(range(1, 7), repeat=3):
        man = 0
        if one > two:
            man = 2 if other[blow - 1] == DamageDie.KILL else other[blow - 1]
        if man == 2:
            killed += F(1, 216)
            continue
        wins = pair(3, 3 - man)["mine"]
        deadly = F(3, 6) if man == 1 else F(1, 6)
        killed += F(1, 216) * wins * deadly
    found = odds("melee", figures=2, weapon="sword", enemies=1, enemy_weapon="sword")
    assert found.chance(enemies_killed=1) == killed


@pytest.mark.parametrize(
    ("inputs", "dice", "facts"),
    [
        ({"class": "hero"}, scripted(3, 3, 3), (0, 0, 1, 0, "other")),  # 3 + 3 + 1 beats 3 + 3; 3 + 1 wounds
        ({"class": "raw"}, scripted(3, 3, 4), (1, 0, 0, 0, "active")),
        ({"wounded": True}, scripted(3, 3, 4), (1, 1, 0, 0, "active")),  # the second wound kills
        ({"enemy_defending": True}, scripted(3, 3, 6), (1, 1, 0, 0, "active")),
        ({}, scripted(3, 3), (0, 0, 0, 0, "neither")),  # equal: nothing
        ({}, scripted(4, 3, 3), (0, 0, 0, 0, "neither")),  # a graze decides nothing
    ],
)
def test_melee_modifiers(inputs: dict[str, Any], dice: Scripted, facts: tuple[Value, ...]) -> None:
    swords: dict[str, Any] = {"figures": 1, "weapon": "sword", "enemies": 1, "enemy_weapon": "sword"}
    assert resolve("melee", dice, **{**swords, **inputs}) == facts


def test_pistols_strike_with_gunpowder() -> None:
    one: dict[str, Any] = {"figures": 1, "enemies": 1, "enemy_weapon": "unarmed"}
    assert resolve("melee", scripted(6, 1, 5), weapon="pistol", **one)[3] == 1
    assert resolve("melee", scripted(6, 1, 5), weapon="sword", **one)[3] == 0


def test_a_killed_figure_fights_no_more() -> None:
    facts = resolve("melee", scripted(6, 1, 6), figures=3, weapon="sword", enemies=1, enemy_weapon="sword")
    assert facts == (0, 0, 1, 1, "other")


def test_melee_like_lancers() -> None:
    known = procedure("melee", melee="lancer_like")
    pairs: dict[str, Any] = {"figures": 1, "bayonet": True, "enemies": 1, "enemy_weapon": "spear"}
    assert by(known, scripted(4, 4), **pairs) == (0, 0, 1, 1, "other")
    assert by(known, scripted(4, 3), **pairs) == (0, 0, 0, 0, "neither")
    assert by(known, scripted(5, 4), **pairs) == (0, 0, 0, 0, "neither")
    assert by(known, scripted(5, 3), **pairs) == (1, 1, 0, 0, "active")
    assert by(known, scripted(5, 4), **pairs, **{"class": "hero"}) == (0, 0, 1, 1, "other")
    assert exact(known, pairs).chance(enemies_killed=1) == F(4, 6) * F(3, 6)


def test_parting_blows() -> None:
    blows: dict[str, Any] = {"strikers": 1, "weapon": "spear", "leaving": 1, "leaving_weapon": "spear"}
    assert resolve("break-off", scripted(4, 4), **blows) == (0, 0)  # ties escape
    assert resolve("break-off", scripted(3, 6), **blows) == (0, 0)  # and he cannot hurt
    assert resolve("break-off", scripted(5, 4, 6), **blows) == (0, 1)
    assert resolve("break-off", scripted(5, 4, 3), **blows) == (1, 0)
    lancers = procedure("break-off", melee="lancer_like")
    assert by(lancers, scripted(3), **blows) == (0, 1)
    assert odds("break-off", **blows).chance(killed=1) == pair(3, 3)["mine"] * F(1, 6)


def test_a_big_melee_adds_up() -> None:
    found = odds("melee", figures=12, enemies=5, enemy_weapon="spear")
    assert sum(each.chance for each in found.outcomes) == 1


# ---------------------------------------------------------------- house rules


def patched(table: str, row: str, column: str, value: object) -> list[AnyForm]:
    sheet = SHEET.patched([Patch(table, row, column, value, "house.toml", table, "test")])
    return forms(RiskRules(sheet, RULINGS.defaults()))


@pytest.mark.parametrize(
    ("patch", "id", "dice", "inputs", "at", "value"),
    [
        (("to-hit", "short", "open", 3), "shoot", scripted(2), {"figures": 1}, 0, 0),
        (("damage", "gunpowder", "2", "wound"), "damage", scripted(2), {"target": 1}, 1, 1),
        (("damage", "hero", "", 3), "damage", scripted(2), {"target": 1, "class": "hero"}, 0, 1),
        (("actions-firearms", "1-2", "1", {"do": "run"}), "reaction", scripted(1), {}, 1, "run"),
        (("actions-firearms", "1-2", "1", {"italic": True}), "reaction", scripted(1), {"commanded": True}, 3, False),
        (("risk-factors", "enemy-in-range", "add", 2), "reaction", scripted(1), {}, 0, 2),
        (("risk-factors", "percent", "", 20), "reaction", scripted(1), {"hurt": 3, "threats": 0}, 0, 1),
        (("command-dice", "raw", "", 1), "command", scripted(6), {"officer": "raw"}, 0, 6),
        (("command-cost", "disloyal", "", 3), "command", scripted(6, 6, 6), {"loyal": 0, "dear": 6}, 2, 0),
        (("visibility", "times", "", 5), "visibility", scripted(6), {}, 0, 30),
        (("weapons", "spear", "melee", 6), "melee", scripted(6, 1, 3), {"figures": 1, "weapon": "spear"}, 2, 1),
        (("uncommanded-fire", "halted", "", 5), "shoot", scripted(1, 1), {"fire": "uncommanded"}, 0, 0),
        (("wounds", "kill", "", 1), "damage", scripted(3), {"target": 1}, 0, 1),
    ],
    ids=lambda part: "",
)
def test_house_rules_take_effect(
    patch: tuple[str, str, str, object], id: str, dice: Scripted, inputs: dict[str, Any], at: int, value: Value
) -> None:
    known = next(each for each in patched(*patch) if each.id == id)
    assert by(known, dice, **inputs)[at] == value
