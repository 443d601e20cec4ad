"""Odds in play: the procedure that an option would set off, filled in from the table, is the one filled in by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rules.gaslight.situation import PIT, Yard, crew, extra, figures, machine, main, men, row, setup_of
from tabletop import ground

from playsheet.core.asking import Option, Question
from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.forms import AnyForm
from playsheet.odds import Odds, exact, in_play
from playsheet.players.random import RandomPlayer
from playsheet.rules.gaslight.calculator.forms import forms
from playsheet.rules.gaslight.calculator.what_if import what_if
from playsheet.rules.gaslight.options.choices import (
    AT,
    DONE,
    DRIVE,
    GRENADE,
    KEEP_GRENADE,
    LAUNCH,
    MOVE,
    START,
    USE_GRENADE,
    AtModel,
    AtUnit,
    BreakOff,
    Charge,
    ConeShot,
    GunFire,
    Shoot,
    Throw,
    WeaponFire,
)
from playsheet.rules.gaslight.sheet import GaslightRules


def odds(yard: Yard, kind: str, about: int, option: Option) -> Odds:
    found = in_play(yard.game, Question(0, kind, about, [], None, 0, 0), option)
    assert found is not None
    return found


def procedure(rules: GaslightRules, id: str) -> AnyForm:
    return next(known for known in forms(rules) if known.id == id)


def chances(found: Odds) -> dict[tuple[Any, ...], Fraction]:
    return {outcome.facts: outcome.chance for outcome in found.outcomes}


def same(found: Odds, yard: Yard, id: str, **inputs: Any) -> None:
    """The odds in play are the exact odds of these inputs; what is not named has its default."""
    by_hand = exact(procedure(yard.battle.rules, id), inputs)
    assert found.form.id == id
    assert found.inputs == by_hand.inputs
    assert chances(found) == chances(by_hand)


def order(yard: Yard, name: str, option: Option) -> Odds:
    """Of an order of the unit, whose card it is."""
    yard.activate(name)
    return odds(yard, "order", yard[name].id, option)


# ---------------------------------------------------------------- shooting


TEN = figures(extra(4), main("leader", 12, 12, 11), extra(4), main("veteran", 11, 11, 9))


def test_a_volley_at_a_unit_with_two_who_have_saves() -> None:
    yard = Yard(
        [men("gl-redcoats", "Redcoats", row(6, 30, 20), figures=figures(extra(6)))],
        [men("gl-volunteers", "Foe", row(10, 30, 32), 180, figures=TEN)],
        [ground("woods", "the wood", rect=[10, 29, 50, 35])],
    )
    found = order(yard, "Redcoats", Shoot(yard["Foe"].id, machine=False, some=False))
    same(
        found, yard, "shoot", weapon="breech-repeater-rifle", figures=6, shoot=9, range=12, cover="light", target=10,
        place1=5, save1=11, place2=10, save2=9,
    )  # fmt: skip


def test_shot_from_behind_a_character_has_half_his_save() -> None:
    spots = row(1, 30, 32)
    yard = Yard(
        [men("gl-redcoats", "Redcoats", row(2, 30, 22), figures=figures(extra(2)))],
        [men("gl-villain", "Villain", spots, 0)],
    )
    found = order(yard, "Redcoats", Shoot(yard["Villain"].id, machine=False, some=False))
    same(
        found, yard, "shoot", weapon="breech-repeater-rifle", figures=2, shoot=9, range=10, target=1,
        place1=1, save1=12, behind1=True,
    )  # fmt: skip


@pytest.mark.parametrize(("far", "need"), [(11.99, 8), (12.0, 4)])
def test_a_range_is_taken_as_it_is_measured(far: float, need: int) -> None:
    yard = Yard(
        [men("gl-redcoats", "Redcoats", [(30, 20)], figures=figures(extra(1)))],
        [men("gl-volunteers", "Foe", [(30, 20 + far)], 180, figures=figures(extra(1)))],
    )
    found = order(yard, "Redcoats", Shoot(yard["Foe"].id, machine=False, some=False))
    assert found.inputs["range"] == far
    assert chances(found) == chances(exact(procedure(yard.battle.rules, "shoot"), found.inputs))
    assert chances(found)[(1, 1, 0)] == Fraction(need, 20)


def test_a_character_at_a_named_model() -> None:
    yard = Yard([men("gl-hero", "Hero", [(30, 20)])], [men("gl-villain", "Villain", [(30, 25)], 180)])
    yard.activate("Hero")
    found = odds(yard, "model", yard["Hero"].first, AtModel("at", yard["Villain"].first))
    same(
        found, yard, "shoot", weapon="revolver", figures=1, shoot=16, range=5, target=1, place1=1, save1=12, named=True
    )


# ---------------------------------------------------------------- guns


def test_a_shell_among_ranks() -> None:
    spots = [(10.0 + x, 29.0) for x in range(5)] + [(10.0 + x, 30.0) for x in range(5)]
    yard = Yard(
        [men("gl-12-pounder", "Gun", crew(12, 9, 5), at=(12, 9))],
        [men("gl-volunteers", "Foe", spots, 180, figures=figures(extra(10)))],
    )
    found = order(yard, "Gun", GunFire(yard["Foe"].id, machine=False, grape=False))
    same(found, yard, "shell", weapon="medium", shoot=12, range=19.5, target=10, ranks=2, spacing=1)


def test_a_shell_may_catch_a_friend_but_by_the_switch_it_does_not() -> None:
    def losses(**rulings: object) -> set[int]:
        yard = Yard(
            [
                men("gl-12-pounder", "Gun", crew(12, 9, 5), at=(12, 9)),
                men("gl-redcoats", "Friend", [(12, 31.2)], figures=figures(extra(1))),
            ],
            [men("gl-volunteers", "Foe", [(12, 30)], 180, figures=figures(extra(1)))],
            **rulings,
        )
        found = order(yard, "Gun", GunFire(yard["Foe"].id, machine=False, grape=False))
        return {int(facts[1]) for facts in chances(found)}

    assert losses() == {0, 1, 2}
    assert losses(**{"blast-spill": "target-unit-only"}) == {0, 1}


def test_a_gun_at_a_gun() -> None:
    yard = Yard(
        [men("gl-mountain-gun", "Gun", crew(30, 10, 4), at=(30, 10))],
        [men("gl-12-pounder", "Foe", [(28 + k, 26.6) for k in (0, 1, 3, 4)], 180, (30, 25), figures=figures(extra(4)))],
    )
    found = order(yard, "Gun", GunFire(yard["Foe"].id, machine=False, grape=False))
    same(found, yard, "shoot-gun", weapon="small", figures=1, shoot=12, range=15.6, target=4)


def test_grapeshot_at_whoever_stands_in_the_cone() -> None:
    yard = Yard(
        [men("gl-12-pounder", "Gun", crew(30, 10, 5), at=(30, 10))],
        [men("gl-volunteers", "Foe", [(30, 15), (30, 16.2), (30.4, 17.4), (45, 16)], 180, figures=figures(extra(4)))],
    )
    yard.activate("Gun")
    found = odds(yard, "aim", yard["Gun"].id, AtModel("aim", yard["Foe"].first))
    same(found, yard, "shotgun", target=3)


def test_a_grenade_thrown_by_one_of_the_men() -> None:
    yard = Yard(
        [men("gl-sappers", "Sappers", row(6, 30, 20))],
        [men("gl-volunteers", "Foe", [(30.6, 22.9), (31.6, 22.9)], 180, figures=figures(extra(2)))],
    )
    yard.activate("Sappers")
    found = odds(yard, "aim_unit", yard["Sappers"].first + 3, AtUnit(GRENADE, yard["Foe"].id, machine=False))
    assert found.form.id == "shell"
    assert found.inputs["weapon"] == "grenades"
    hit = sum(chance for facts, chance in chances(found).items() if facts[0])
    assert hit == Fraction(8, 20)  # less than Shoot 9 at 2.9 inches


# ---------------------------------------------------------------- machines


def test_a_shell_at_a_machine_as_it_is_by_now() -> None:
    yard = Yard(
        [men("gl-12-pounder", "Gun", crew(30, 10, 5), at=(30, 10))],
        [machine("gl-steam-tank", "Tank", 30, 30, 180)],
    )

    def batter(held: Any) -> None:
        held.stats[0] = 7
        held.weapons[1] = 0

    option = GunFire(yard["Tank"].id, machine=True, grape=False)
    whole = order(yard, "Gun", option)
    inputs: dict[str, Any] = {"weapon": "medium-smoothbore", "figures": 1, "shoot": 12, "range": 16}
    crew_of: dict[str, Any] = {"crew_shoot": 12, "crew": 4, "commander_save": 9}
    by_hand = exact(procedure(yard.battle.rules, "shoot-vehicle"), {**inputs, **crew_of, "save": 12, "weapons": 2})
    assert whole.inputs == by_hand.inputs
    hit = sum(chance for facts, chance in chances(whole).items() if facts[0])
    assert hit == Fraction(11, 20)
    yard.change("Tank", batter)
    worse = order(yard, "Gun", option)
    assert worse.inputs["save"] == 7
    assert worse.inputs["weapons"] == 1
    unhurt = (1, "in play", "running", 0, 0)
    assert chances(worse)[unhurt] < chances(whole)[unhurt]


def test_many_rifles_at_a_machine_as_far_as_its_saves() -> None:
    yard = Yard(
        [men("gl-redcoats", "Redcoats", row(8, 30, 20), figures=figures(extra(8)))],
        [machine("gl-steam-car", "Car", 30, 33, 180)],
    )
    found = order(yard, "Redcoats", Shoot(yard["Car"].id, machine=True, some=False))
    same(found, yard, "vehicle-saves", weapon="breech-repeater-rifle", figures=8, shoot=9, range=11, save=8)


def test_a_weapon_of_a_machine() -> None:
    yard = Yard(
        [machine("gl-steam-tank", "Tank", 30, 10)],
        [men("gl-warband", "Band", row(5, 30, 26), 180, figures=figures(extra(5)))],
    )
    found = order(yard, "Tank", WeaponFire(1, yard["Band"].id, machine=False, grape=False))
    same(found, yard, "shoot", weapon="gatling-nordenfelt", figures=1, shoot=12, range=16, target=5)


def test_driving_and_starting() -> None:
    yard = Yard([machine("gl-steam-tank", "Tank", 30, 10)], [men("gl-hero", "Hero", [(30, 60)], 180)])
    same(order(yard, "Tank", DRIVE), yard, "drive", sustain=17, start=14)
    same(order(yard, "Tank", START), yard, "drive", sustain=17, start=14, stalled=True)


def test_a_grenade_against_the_iron() -> None:
    yard = Yard(
        [men("gl-sappers", "Sappers", [(30, 26.5), *row(5, 30, 20)])],
        [machine("gl-steam-tank", "Tank", 30, 30, 180)],
    )
    figure = yard["Sappers"].first
    with_it = odds(yard, "explosives", figure, USE_GRENADE)
    without = odds(yard, "explosives", figure, KEEP_GRENADE)
    assert (with_it.inputs["attackers"], without.inputs["attackers"]) == ("explosives", "foot")
    untouched = (1, "in play", "running", 0, 0)
    assert chances(with_it)[untouched] < chances(without)[untouched]


@pytest.mark.parametrize(("y", "says"), [(33.0, ["What a machine suffers that is caught is left out."]), (50.0, [])])
def test_a_shell_says_that_it_leaves_out_a_machine_beside_the_target(y: float, says: list[str]) -> None:
    yard = Yard(
        [men("gl-12-pounder", "Gun", crew(12, 9, 5), at=(12, 9))],
        [
            men("gl-volunteers", "Foe", [(12, 30)], 180, figures=figures(extra(1))),
            machine("gl-walker", "Walker", 12, y, 180),
        ],
    )
    assert order(yard, "Gun", GunFire(yard["Foe"].id, machine=False, grape=False)).assumed == says


@pytest.mark.parametrize(
    ("y", "says"), [(33.5, ["The free blows at a machine that drives off are left out."]), (40.0, [])]
)
def test_a_drive_says_that_it_leaves_out_the_blows_of_those_who_touch_it(y: float, says: list[str]) -> None:
    yard = Yard([machine("gl-steam-tank", "Tank", 30, 30)], [men("gl-hero", "Hero", [(30, y)], 180)])
    assert order(yard, "Tank", DRIVE).assumed == says


# ---------------------------------------------------------------- charge and close combat


def of_result(found: Odds, word: str) -> Fraction:
    return sum((chance for facts, chance in chances(found).items() if facts[0] == word), Fraction(0))


def test_the_whole_charge() -> None:
    """Of ten highlanders on five volunteers all can reach them with a bonus of 2: inputs and checks as by hand."""
    yard = Yard(
        [
            men(
                "gl-highlanders",
                "Highlanders",
                row(10, 30, 20),
                figures=figures(main("leader", 13, 11, 12), extra(9, 10, 11)),
            )
        ],
        [men("gl-volunteers", "Volunteers", row(5, 30.6, 29), 180, figures=figures(extra(5, 7, 8)))],
    )
    yard.battle.units[1].leader = -1
    found = order(yard, "Highlanders", Charge(yard["Volunteers"].id, machine=False))
    by_hand = procedure(yard.battle.rules, "charge").filled(
        {
            "move": 6, "gap": 8, "figures": 10, "quality": "crack", "scuffle": 11,
            "enemies": 5, "enemy_quality": "green", "enemy_scuffle": 8, "enemy_leader": False,
        }
    )  # fmt: skip
    assert found.inputs == by_hand.inputs
    assert of_result(found, "enemy fails its check") == Fraction(13, 20)  # 8 / 2 + 1 is not less than 5
    assert of_result(found, "falls short") == Fraction(7, 20) * Fraction(1, 6)
    assert found.assumed == [
        "If the enemy fails its check, no more is worked out.",
        "Opponents are allotted by the program.",
        "Whoever touches several strikes at the first of them.",
    ]


@pytest.mark.parametrize(("ours", "theirs", "allotted"), [(1, 1, False), (1, 2, False), (2, 1, False), (2, 2, True)])
def test_opponents_are_allotted_where_both_are_several(ours: int, theirs: int, *, allotted: bool) -> None:
    yard = Yard(
        [men("gl-highlanders", "Red", row(ours, 30, 20), figures=figures(extra(ours, 9, 11)))],
        [men("gl-volunteers", "Foe", row(theirs, 30, 24), 180, figures=figures(extra(theirs, 9, 11)))],
    )
    assumed = order(yard, "Red", Charge(yard["Foe"].id, machine=False)).assumed
    assert ("Opponents are allotted by the program." in assumed) == allotted
    assert ("Whoever touches several strikes at the first of them." in assumed) == (ours > 1 or theirs > 1)


def test_a_charge_is_worked_out_model_by_model() -> None:
    """A sure leader and a hopeless man charge two who stand apart: each fights with his own scores."""
    yard = Yard(
        [
            men(
                "gl-highlanders",
                "Red",
                [(20, 20), (30, 20)],
                figures=figures(main("leader", 9, 21, 11), extra(1, 9, 1)),
            )
        ],
        [men("gl-volunteers", "Foe", [(20, 24), (30, 24)], 180, figures=figures(extra(2, 9, 11)), quality="crack")],
        **{"lone-character-morale": "exempt"},
    )
    found = chances(order(yard, "Red", Charge(yard["Foe"].id, machine=False)))
    fought = {facts[3:]: chance for facts, chance in found.items() if facts[0] == "contact"}
    whole = sum(fought.values())
    hit = Fraction(10, 20)
    leader = hit * Fraction(10, 20)  # and he fails his save
    # the leader always kills his man, the other never does; each of the two may fall
    assert {key: chance / whole for key, chance in fought.items()} == {
        (0, 1): (1 - leader) * (1 - hit),
        (1, 1): leader * (1 - hit) + (1 - leader) * hit,
        (2, 1): leader * hit,
    }


def test_who_is_too_far_off_does_not_fight() -> None:
    """One of the two stands 11 inches behind: he is in the check and not in the round."""
    yard = Yard(
        [men("gl-highlanders", "Red", [(30, 20), (30, 9)], figures=figures(main("leader", 9, 1, 11), extra(1, 9, 21)))],
        [men("gl-hero", "Hero", [(30, 24)], 180)],
    )
    found = chances(order(yard, "Red", Charge(yard["Hero"].id, machine=False)))
    assert {facts[4] for facts in found if facts[0] == "contact"} == {0}


def test_the_gap_is_shown_and_counted_as_it_is_measured() -> None:
    """Eight and a quarter: a bonus of 2 does not close it, 3 does."""
    yard = Yard([men("gl-hero", "Hero", [(30, 20)])], [men("gl-villain", "Villain", [(30, 29.25)], 180)])
    found = order(yard, "Hero", Charge(yard["Villain"].id, machine=False))
    assert found.inputs["gap"] == 8.25
    assert of_result(found, "falls short") == Fraction(2, 6)
    assert of_result(exact(procedure(yard.battle.rules, "charge"), found.inputs), "falls short") == Fraction(2, 6)


@pytest.mark.parametrize(("switch", "short"), [("per-unit", Fraction(1, 2)), ("per-model", Fraction(1, 4))])
def test_where_each_throws_his_own_bonus_a_few_are_worked_out(switch: str, short: Fraction) -> None:
    """Two, each 9.3 inches off: a bonus of 4 or more brings one there."""
    yard = Yard(
        [men("gl-highlanders", "Red", [(20, 20), (30, 20)], figures=figures(main("leader", 9, 9, 11), extra(1)))],
        [men("gl-hero", "Hero", [(25, 29)], 180)],
        **{"charge-bonus": switch},
    )
    found = order(yard, "Red", Charge(yard["Hero"].id, machine=False))
    assert of_result(found, "falls short") == (1 - of_result(found, "charger fails its check")) * short


def test_where_many_throw_their_own_bonuses_only_the_check_is_told() -> None:
    yard = Yard(
        [men("gl-highlanders", "Red", row(10, 30, 20))], [men("gl-hero", "Hero", [(30, 29)], 180)],
        **{"charge-bonus": "per-model"},
    )  # fmt: skip
    assert order(yard, "Red", Charge(yard["Hero"].id, machine=False)).form.id == "morale"


def test_a_wood_and_a_wall_in_the_way_of_a_charge() -> None:
    yard = Yard(
        [men("gl-lancers", "Lancers", row(8, 30, 20, 1.6))],
        [men("gl-volunteers", "Volunteers", row(10, 30, 26, 1.6), 180)],
        [
            ground("woods", "the wood", rect=[10, 22, 50, 24]),
            ground("wall", "the wall", line=[[10, 24.5], [50, 24.5]]),
        ],
    )
    found = order(yard, "Lancers", Charge(yard["Volunteers"].id, machine=False))
    assert found.inputs["kind"] == "horse"
    assert found.inputs["rough"] is True
    assert found.inputs["obstacles"] == 1
    assert found.inputs["enemy_quality"] == "green"


def test_an_ape_charges_unchecked() -> None:
    yard = Yard(
        [men("gl-great-ape", "Ape", [(30, 20)])],
        [men("gl-volunteers", "Volunteers", row(5, 30, 34.25), 180, figures=figures(extra(5)))],
    )
    found = order(yard, "Ape", Charge(yard["Volunteers"].id, machine=False))
    assert found.inputs["lone"] is True
    assert found.inputs["gap"] == 13
    assert not any(facts[0] == "charger fails its check" for facts in chances(found))


def test_a_charge_at_a_machine_starts_with_a_check() -> None:
    yard = Yard(
        [men("gl-highlanders", "Highlanders", row(10, 30, 20))],
        [machine("gl-steam-tank", "Tank", 30, 30, 180)],
    )
    found = order(yard, "Highlanders", Charge(yard["Tank"].id, machine=True))
    assert found.form.id == "morale"
    assert found.inputs["charging"] is True
    passed = sum(chance for facts, chance in chances(found).items() if facts[0])
    assert passed == 1  # at worst 10 - 3 = 7 against 10


def test_a_check_in_play_throws_for_each_class_in_its_own_column() -> None:
    """A Hero never runs off the table, a Veteran does on 4 of 20."""
    rows = figures(main("hero", 16, 15, 14), main("veteran", 9, 9, 9))
    yard = Yard(
        [men("gl-volunteers", "Two", row(2, 30, 20), figures=rows)], [machine("gl-steam-tank", "Tank", 30, 30, 180)]
    )
    found = chances(order(yard, "Two", Charge(yard["Tank"].id, machine=True)))
    failed = sum((chance for facts, chance in found.items() if not facts[0]), Fraction(0))
    off = sum((chance for facts, chance in found.items() if facts[1]), Fraction(0))
    assert failed > 0
    assert off / failed == Fraction(4, 20)
    assert order(yard, "Two", Charge(yard["Tank"].id, machine=True)).assumed == [
        "What comes after the check is left out."
    ]


def test_more_figures_than_the_form_takes_are_shown_as_they_are() -> None:
    yard = Yard(
        [men("gl-volunteers", "Many", row(24, 30, 20), figures=figures(main("leader", 12, 12, 11), extra(23)))],
        [
            men("gl-warband", "Band", row(5, 30, 26), 180, figures=figures(extra(5))),
            machine("gl-steam-tank", "Tank", 30, 45, 180),
        ],
    )
    found = order(yard, "Many", Charge(yard["Band"].id, machine=False))
    assert found.inputs["figures"] == 24
    assert order(yard, "Many", Charge(yard["Tank"].id, machine=True)).inputs["figures"] == 24
    with pytest.raises(Refused, match="figures: expected a whole number from 1 to 20, got '24'"):
        exact(procedure(yard.battle.rules, "charge"), found.inputs)


def test_a_round_of_close_combat_when_no_more_is_done() -> None:
    yard = Yard(
        [men("gl-volunteers", "Three", [(29.0, 20), (30, 19.0), (31.0, 20)], figures=figures(extra(3, 9, 10)))],
        [men("gl-hero", "Hero", [(30, 20)], 180)],
    )
    found = order(yard, "Three", DONE)
    same(found, yard, "close-combat", figures=3, scuffle=10, enemies=1, enemy_scuffle=15, enemy_save=14)


def test_two_fights_apart_are_added_up() -> None:
    yard = Yard(
        [men("gl-volunteers", "Ours", [(20, 20), (30, 20)], figures=figures(extra(2, 9, 10)))],
        [men("gl-warband", "Theirs", [(20, 21), (30, 21)], 180, figures=figures(extra(2, 7, 11)))],
    )
    found = chances(order(yard, "Ours", DONE))
    both = Fraction(9, 20) * Fraction(10, 20)
    assert found[(2, 2)] == both * both


def test_the_free_blows_at_one_who_breaks_off() -> None:
    yard = Yard(
        [men("gl-villain", "Villain", [(30, 20)])],
        [men("gl-volunteers", "Two", [(29, 20), (31, 20)], 180, figures=figures(extra(2, 9, 11)))],
    )
    found = order(yard, "Villain", BreakOff(yard["Villain"].first))
    same(found, yard, "break-off", leaving=1, leaving_save=12, strikers=2, scuffle=11)


# ---------------------------------------------------------------- what throws no dice, and everything at once


def test_what_throws_no_dice() -> None:
    yard = Yard([men("gl-redcoats", "Redcoats", row(10, 30, 20))], [men("gl-hero", "Hero", [(30, 60)], 180)])
    yard.activate("Redcoats")
    about = yard["Redcoats"].id
    for option in (DONE, MOVE, Shoot(yard["Hero"].id, machine=False, some=True)):
        assert what_if(yard.battle, Question(0, "order", about, [], None, 0, 0), option) is None
    assert what_if(yard.battle, Question(0, "deploy", about, [], None, 0, 0), DONE) is None


def test_a_character_with_a_pistol_and_a_grenade_says_which() -> None:
    armed = figures(main("leader", 11, 12, 11, weapon="revolver", grenades=2), extra(2))
    yard = Yard(
        [men("gl-sappers", "Sappers", row(3, 30, 20), figures=armed)],
        [men("gl-hero", "Hero", [(30, 24)], 180)],
    )
    yard.activate("Sappers")
    found = [odds(yard, "model", yard["Sappers"].first, AtModel(word, yard["Hero"].first)) for word in (AT, GRENADE)]
    assert [each.form.id for each in found] == ["shoot", "shell"]
    assert [each.inputs["weapon"] for each in found] == ["revolver", "grenades"]


def test_a_man_with_a_launcher_and_grenades_says_which() -> None:
    armed = figures(main("leader", 11, 12, 11), extra(2, 9, 9, weapon="grenade-launcher-old", grenades=1))
    yard = Yard(
        [men("gl-sappers", "Sappers", row(3, 30, 20), figures=armed)],
        [men("gl-volunteers", "Foe", row(3, 30, 25), 180, figures=figures(extra(3)))],
    )
    yard.activate("Sappers")
    one = yard["Sappers"].first + 1
    keys = set()
    for order, word, weapon in (("throw", GRENADE, "grenades"), ("launch", LAUNCH, "grenade-launcher-old")):
        assert f"{order}:Sappers.1" in yard.offered("Sappers", True)
        option = AtUnit(word, yard["Foe"].id, machine=False)
        keys.add(option.key())
        assert odds(yard, "aim_unit", one, option).inputs["weapon"] == weapon
    assert len(keys) == 2


def test_who_has_one_thing_to_shoot_at_is_not_asked_and_his_order_has_the_odds() -> None:
    armed = figures(
        main("leader", 11, 12, 11, weapon="shotgun", grenades=1), extra(1, 9, 9, weapon="shotgun", grenades=1)
    )
    foe = men("gl-hero", "Hero", [(30, 24)], 180)
    yard = Yard([men("gl-sappers", "Sappers", row(2, 30, 20), figures=armed)], [foe])
    for place in (0, 1):
        figure = yard["Sappers"].first + place
        assert order(yard, "Sappers", ConeShot(figure)).form.id == "shotgun"
        assert order(yard, "Sappers", Throw(figure)).form.id == "shell"
    two = Yard(
        [men("gl-sappers", "Sappers", row(2, 30, 20), figures=armed)],
        [foe, men("gl-villain", "Villain", [(31, 24)], 180)],
    )
    two.activate("Sappers")
    question = Question(0, "order", two["Sappers"].id, [], None, 0, 0)
    assert what_if(two.battle, question, ConeShot(two["Sappers"].first)) is None


def test_a_characters_cone_leaves_out_those_who_are_fought() -> None:
    """R45: of two in his cone one is in contact with a friend."""
    armed = figures(main("leader", 11, 12, 11, weapon="shotgun"), extra(1))
    yard = Yard(
        [men("gl-sappers", "Sappers", [(30, 20), (40, 20)], figures=armed), men("gl-hero", "Hero", [(30, 25.2)])],
        [men("gl-volunteers", "Foe", [(30, 23), (30, 24.2)], 180, figures=figures(extra(2)))],
    )
    yard.activate("Sappers")
    about = yard["Sappers"].first
    assert odds(yard, "aim", about, AtModel("aim", yard["Foe"].first)).inputs["target"] == 1


class Weighing(RandomPlayer):
    """A random player who first weighs every option that it is offered."""

    def __init__(self, seed: int, seen: dict[str, int]) -> None:
        super().__init__(seed)
        self.seen = seen

    def choose(self, battle: Any, question: Question) -> Any:
        for option in question.options:
            case = what_if(battle, question, option)
            if case is not None:
                id = case.form.id
                self.seen[id] = self.seen.get(id, 0) + 1
                assert len(case.run(Seeded(self.seen[id]))) == len(case.form.results)
                assert list(case.inputs) == [field.name for field in case.form.with_rules(battle.rules).fields]
        return super().choose(battle, question)


@pytest.mark.parametrize("seed", range(3))
def test_every_option_in_a_game_can_be_weighed(seed: int) -> None:
    seen: dict[str, int] = {}
    players = [Weighing(seed * 2, seen), Weighing(seed * 2 + 1, seen)]
    setup_of(PIT).game_with(list(players), Seeded(seed), False, [False, False]).run()
    assert {"shoot", "shell", "shoot-vehicle", "drive", "charge"} <= set(seen)
