"""Melees on the table (4.6): numbers, modifiers, results, follow up, recoil, guns, several units, routers."""

from __future__ import annotations

import pytest
from rules.gettysburg.situation import CONFEDERATE, UNION, Ridge, foot, general
from tabletop import cited, ground, of, one, rolls

from playsheet.core.events import Rolled
from playsheet.rules.gettysburg.battle.command_events import GeneralLost, OrderShown
from playsheet.rules.gettysburg.battle.events import TrophyTaken
from playsheet.rules.gettysburg.battle.fight_events import (
    DoubleSixRolled,
    FollowedUp,
    GunsLimbered,
    MeleeFought,
    Rallied,
    WonMelee,
)
from playsheet.rules.gettysburg.battle.move_events import (
    AmmoChanged,
    FiguresLost,
    GunsLost,
    Moved,
    RetirementDue,
    WasDispersed,
)
from playsheet.rules.gettysburg.table.melee import spread
from playsheet.rules.gettysburg.terms import Phase, Retirement, Token


def accounts(told: list[object]) -> list[dict[str, int]]:
    found: list[Rolled] = rolls(told, "Melee")  # type: ignore[arg-type]
    return [{entry.cause: entry.add for entry in roll.account} for roll in found]


def locked(
    mine: str = "us-line",
    theirs: str = "cs-line",
    charging: tuple[str, ...] = ("B",),
    terrain: tuple[str, ...] = (),
    flanked: bool = False,
    mine_more: dict[str, object] | None = None,
    theirs_more: dict[str, object] | None = None,
    **settings: object,
) -> Ridge:
    """B has come into contact with A; both have friends far off, so that no brigade is all in one unit."""
    ridge = Ridge(
        [foot(mine, "A", 36, 50.75, **(mine_more or {})), foot("us-line", "Far", 8, 68)],  # type: ignore[arg-type]
        [foot(theirs, "B", 36, 44, **(theirs_more or {})), foot("cs-line", "Far away", 8, 4)],  # type: ignore[arg-type]
        terrain,
        **settings,  # type: ignore[arg-type]
    )
    ridge.lock("B", "A", charging, flanked)
    return ridge


def test_a_law_is_broken_if_a_fighter_does_not_know_of_his_melee() -> None:
    ridge = locked()
    broken = ridge.game.system.broken_laws
    assert not [said for said in broken(ridge.battle) if "melee" in said]
    ridge["A"].melee = -1
    assert "A is listed in melee 0 but not in it" in broken(ridge.battle)


def test_losses_are_shared_and_nobody_is_asked_whose_turn_it_is_if_all_lose_one_more() -> None:
    """Five among three, of whom the first has but one: two are left for the other two."""
    ridge = Ridge(
        [foot("us-line", name, x, 60) for name, x in (("A", 10), ("C", 30), ("D", 50))], [foot("cs-line", "B", 36, 10)]
    )
    ridge["A"].figures = 1
    assert spread(ridge.game, [ridge[name] for name in ("A", "C", "D")], 5) == [1, 2, 2]


# ---------------------------------------------------------------- 4.6.1, 4.6.2: numbers and modifiers


def test_both_accounts_of_a_plain_charge() -> None:
    ridge = locked()
    told = ridge.melees(dice=[3, 3, 4, 4])
    assert accounts(told) == [{"infantry": 2, "charging": 2}, {"infantry": 2}]


def test_foot_count_half_against_horse_unless_in_rough_ground() -> None:
    """20 foot against 14 horse: 10 v 14 is no full half more; 12 v 20 in a wood."""
    told = locked(theirs="cs-cav", mine_more={"size": 14}).melees(dice=[3, 4, 3, 4])
    assert accounts(told)[0]["outnumber"] == 2  # 14 against 7
    wood = (ground("open-wood", "the wood", rect=[30, 49.9, 42, 55]),)
    told = locked(theirs="cs-cav", mine_more={"size": 14}, terrain=wood).melees(dice=[3, 4, 3, 4])
    assert "outnumber" not in accounts(told)[0]


def test_grade_general_formation_state_and_arms() -> None:
    ridge = Ridge(
        [foot("us-iron", "A", 36, 50.75, formation="extended"), general("gen-n", "Hays", 20, 60)],
        [foot("cs-buckball", "B", 36, 44, formation="column"), foot("cs-line", "Far", 8, 4)],
    )
    ridge.attach("Hays", "A")
    ridge.unform("A")
    ridge.lose("A", 9)
    ridge.lock("B", "A", ["B"], True)
    told = ridge.melees(dice=[3, 4, 3, 4])
    assert accounts(told)[1] == {
        "infantry": 2, "crack-elite": 1, "general-attached": 1, "extended-line": -1, "unformed": -2, "flank-rear": -4,
        "half-casualties": -4,
    }  # fmt: skip
    assert accounts(told)[0] == {"infantry": 2, "charging": 2, "column": 1, "smoothbores": 1, "outnumber": 2}


def test_works_spoil_columns_and_shelter_only_the_defender() -> None:
    works = (ground("works", "the works", line=[[20, 49.7], [50, 49.7]]),)
    ridge = locked(terrain=works, theirs_more={"formation": "column"})
    assert ridge["A"].garrison >= 0
    told = ridge.melees(dice=[3, 4, 3, 3])
    assert accounts(told) == [{"infantry": 2, "charging": 2}, {"infantry": 2, "works": 3}]


def test_a_wall_shelters_who_stood_behind_it() -> None:
    """R142."""
    wall = (ground("wall", "the wall", line=[[20, 49.7], [50, 49.7]]),)
    told = locked(terrain=wall).melees(dice=[3, 3, 3, 4])
    assert accounts(told) == [{"infantry": 2, "charging": 2}, {"infantry": 2, "cover-or-uphill": 1}]


def test_uphill() -> None:
    hill = (ground("hill", "the hill", level=1, rect=[20, 49.9, 50, 60]),)
    told = locked(terrain=hill).melees(dice=[3, 3, 3, 4])
    assert accounts(told)[1] == {"infantry": 2, "cover-or-uphill": 1}


def test_supporting_lines_show_the_order() -> None:
    ridge = Ridge(
        [foot("us-line", "A", 36, 50.75)],
        [foot("cs-vet", "B", 36, 44, formation="column"), foot("cs-line", "Second", 36, 39.5, formation="column")],
        (),
        ("hold", "assault"),
    )
    ridge.lock("B", "A", ["B"])
    told = ridge.melees(dice=[3, 4, 3, 4], first=UNION)
    assert accounts(told)[0]["supporting-lines"] == 1
    assert one(told, OrderShown).brigade == 1


def test_rapid_fire_is_the_owners_choice_and_any_double_runs_low() -> None:
    """R64: 12 breechloaders count 18."""
    for choice, low in (("rapid", True), ("spare", False)):
        ridge = locked(mine="us-sharps", theirs_more={"size": 12})
        told = ridge.melees(f"rapid {choice}", dice=[3, 4, 2, 2])
        assert ("outnumber" in accounts(told)[1]) is (choice == "rapid")
        assert bool(of(told, AmmoChanged)) is low


def test_shotguns_and_the_flank_count_in_the_first_round_only() -> None:
    ridge = locked("us-cav", "cs-cav", flanked=True)
    told = ridge.melees(dice=[3, 3, 4, 4])
    assert "shotguns" in accounts(told)[0]
    assert accounts(told)[1]["flank-rear"] == -4
    ridge = locked("us-cav", "cs-cav", charging=())
    told = ridge.melees(dice=[3, 4, 3, 3])  # a draw of horse against horse stays locked
    assert one(told, MeleeFought).result == "draw"
    assert ridge["A"].in_melee()
    told = ridge.melees(dice=[3, 4, 3, 4])
    assert accounts(told) == [{"cavalry": 2}, {"cavalry": 2}]


# ---------------------------------------------------------------- who throws first (4.11.4)


def test_the_charger_throws_first_else_the_first_side() -> None:
    told = locked().melees(dice=[1, 2, 6, 5])
    assert one(told, MeleeFought).leads[0] == 2
    ridge = locked(charging=())
    assert one(ridge.melees(dice=[3, 4, 3, 4]), MeleeFought).leads[0] == ridge["A"].id
    ridge = locked(charging=())
    told = ridge.melees(dice=[3, 4, 3, 4], first=CONFEDERATE)
    assert one(told, MeleeFought).leads[0] == ridge["B"].id


# ---------------------------------------------------------------- 4.6.3, 4.6.4: results and casualties


@pytest.mark.parametrize(
    ("dice", "result", "loss", "own"),
    [
        ([6, 5, 1, 4], "rout", 4, 1),  # 15 v 7
        ([6, 3, 3, 3], "retreat", 4, 1),  # 13 v 8, 18 figures: 18 / 4, 20 / 12
        ([3, 3, 3, 3], "recoil", 3, 1),  # 10 v 8: one in six
    ],
)
def test_by_difference(dice: list[int], result: str, loss: int, own: int) -> None:
    ridge = locked()
    answers = ["follow_up stand"] if result == "recoil" else []
    told = ridge.melees(*answers, dice=dice)
    assert one(told, MeleeFought).result == result
    assert ridge.figures("A") == (20 - loss, 0)
    assert ridge.figures("B") == (18 - own, 0)


def test_a_draw_of_foot_goes_on_without_the_bonus() -> None:
    ridge = locked()
    told = ridge.melees(dice=[3, 3, 4, 4])
    assert one(told, MeleeFought).result == "draw"
    assert (ridge.figures("A"), ridge.figures("B")) == ((19, 0), (17, 0))
    assert ridge["A"].in_melee()
    told = ridge.melees(dice=[3, 4, 4, 3], first=CONFEDERATE)
    assert accounts(told)[0] == {"infantry": 2}


def test_a_draw_sends_cavalry_home_from_infantry_but_not_from_guns() -> None:
    """4.6.7, R73."""
    ridge = locked("us-line", "cs-cav")
    told = ridge.melees(dice=[3, 4, 5, 5])
    assert one(told, MeleeFought).result == "draw"
    assert one(told, RetirementDue).kind == Retirement.TO_OWN_LINES
    assert not ridge["A"].in_melee()
    ridge = locked("us-napoleon", "cs-cav", charging=(), mine_more={"size": 14})
    told = ridge.melees(dice=[6, 2, 1, 2])
    assert one(told, MeleeFought).result == "draw"
    assert not of(told, RetirementDue)
    assert ridge["B"].in_melee()


def test_horse_that_beats_foot_by_a_little_rides_it_down() -> None:
    """Trap 11: retreat, not recoil, and one casualty a horseman; a pursuit test follows."""
    ridge = locked("us-line", "cs-cav")
    told = ridge.melees(dice=[4, 4, 5, 4])  # 8 + 5 against 9 + 2: by two; horse count 14 against 10
    assert one(told, MeleeFought).result == "retreat"
    assert ridge.figures("A") == (6, 0)
    assert one(told, WonMelee).unit == ridge["B"].id


def test_melee_remainders_by_switch() -> None:
    """R69: 20 at one in twelve is one and a half and something."""
    ridge = locked(**{"melee-round": "halves"})
    ridge.melees(dice=[6, 3, 3, 3])
    assert ridge.figures("B") == (17, 1)


# ---------------------------------------------------------------- 4.6.6: recoil, follow up, retreat


def test_recoil_and_following_up() -> None:
    """Six inches back, unformed by the melee; who follows is locked with it, +2 against -2 next round only."""
    ridge = locked()
    y = ridge["A"].y
    told = ridge.melees("follow_up follow", dice=[3, 3, 3, 3])
    assert ridge["A"].y == pytest.approx(y + 6.0)
    assert one(told, FollowedUp).unit == ridge["B"].id
    assert ridge["A"].in_melee()
    told = ridge.melees("follow_up stand", dice=[2, 2, 4, 3])
    assert accounts(told) == [{"infantry": 2, "following-up": 2}, {"infantry": 2, "recoiled": -2}]
    assert not ridge["A"].following_up


def test_standing_ends_the_melee() -> None:
    ridge = locked()
    ridge.melees("follow_up stand", dice=[3, 3, 3, 3])
    assert not ridge["A"].in_melee()
    assert not ridge["B"].in_melee()
    assert not ridge.battle.melees
    assert ridge["A"].is_unformed()


def test_cavalry_must_follow_a_recoil() -> None:
    ridge = locked("us-cav", "cs-cav")
    told = ridge.melees(dice=[3, 3, 4, 4])  # 11 against 10
    assert one(told, MeleeFought).result == "recoil"
    assert one(told, FollowedUp).unit == ridge["B"].id


def test_retreat_waits_for_phase_3_unless_a_switch_says_at_once() -> None:
    """R29."""
    ridge = locked()
    y = ridge["A"].y
    told = ridge.melees(dice=[6, 3, 3, 3])
    assert ridge.is_in("A", "retreating")
    assert ridge["A"].y == y
    assert {"R29", "R62", "R69"} <= cited(told)
    ridge = locked(**{"flight-timing": "at-once"})
    told = ridge.melees("flight away", dice=[6, 3, 3, 3])
    assert ridge["A"].y > y + 10.0


def test_a_garrison_that_wins_may_hold_its_post() -> None:
    """R75."""
    works = (ground("works", "the works", line=[[20, 49.7], [50, 49.7]]),)
    for choice, tests in (("hold", False), ("test", True)):
        ridge = locked(terrain=works)
        told = ridge.melees(f"pursue_or_hold {choice}", dice=[1, 2, 6, 5])
        assert bool(of(told, WonMelee)) is tests


# ---------------------------------------------------------------- 4.6.5: double six


def test_double_six_takes_colours_and_doubles_the_casualties() -> None:
    ridge = locked()
    told = ridge.melees(dice=[6, 6, 3, 3, 1, 2])
    assert ridge.figures("A") == (20 - 8, 0)
    assert one(told, TrophyTaken).side == CONFEDERATE
    assert ridge.battle.armies[CONFEDERATE].trophies == 1


def test_a_double_six_captures_guns_whoever_has_won() -> None:
    """Captured and gone; counts as routed for who stands near (R116)."""
    ridge = locked("us-line", "cs-mixed", charging=("A",))
    told = ridge.melees(dice=[6, 6, 6, 5, 1, 2])
    assert one(told, DoubleSixRolled).effect == "melee-artillery"
    assert one(told, WasDispersed).captured
    assert not of(told, TrophyTaken)
    assert ridge.battle.captured[0][0] == CONFEDERATE


def test_a_general_with_the_beaten_unit_is_at_risk() -> None:
    ridge = Ridge(
        [foot("us-line", "A", 36, 50.75), foot("us-line", "Far", 8, 68), general("gen-n", "Hays", 20, 60)],
        [foot("cs-line", "B", 36, 44), foot("cs-line", "Far away", 8, 4)],
    )
    ridge.attach("Hays", "A")
    ridge.lock("B", "A", ["B"])
    told = ridge.melees(dice=[6, 6, 3, 3, 6, 6, 1, 1])
    assert one(told, GeneralLost).why == "disgraced"
    assert ridge.battle.armies[CONFEDERATE].tokens[Token.YELL_OR_AIM] == 1
    assert ridge.battle.brigades[0].test_due


def test_both_chains_come_before_limbering() -> None:
    ridge = locked("us-napoleon", "cs-line")
    told = ridge.melees(dice=[6, 5, 1, 2, 3, 3])
    assert one(told, GunsLimbered)
    assert one(told, GunsLost).guns == 1


# ---------------------------------------------------------------- 4.6.8, 4.6.9: who runs already


def test_a_retreating_winner_rallies() -> None:
    ridge = locked()
    ridge.state("A", "retreating")
    told = ridge.melees(dice=[1, 1, 6, 5])
    assert accounts(told)[1] == {"infantry": 2, "retreating": -6}
    assert one(told, Rallied).unit == ridge["A"].id
    assert ridge.is_in("A", "ok")
    assert ridge["A"].is_unformed()
    assert not of(told, WonMelee)


def test_routers_throw_nothing() -> None:
    """R72: they lose at the winner's rate and run on; the winner tests."""
    ridge = locked()
    ridge.state("A", "routing")
    told = ridge.melees(dice=[])
    assert one(told, MeleeFought).result == "ridden-down"
    assert ridge.figures("A") == (16, 0)
    assert one(told, WonMelee).unit == ridge["B"].id
    assert not ridge["A"].in_melee()


def test_a_battery_that_wins_stands() -> None:
    ridge = locked("us-napoleon", "cs-line")
    told = ridge.melees(dice=[1, 1, 6, 5])
    assert one(told, MeleeFought).winner == 1
    assert not of(told, WonMelee)
    assert not of(told, Moved)


# ---------------------------------------------------------------- 4.6.10: several units


def two_on_one(**more: object) -> Ridge:
    ridge = Ridge(
        [foot("us-line", "A", 36, 50.75, size=30), foot("us-line", "Far", 8, 68)],
        [foot("cs-line", "B", 32, 44), foot("cs-line", "C", 41, 44), foot("cs-line", "Far away", 8, 4)],
        **more,  # type: ignore[arg-type]
    )
    ridge.lock("B", "A", ["B"])
    ridge.lock("C", "A", ["C"])
    return ridge


def test_the_owner_names_the_leader_of_equals_and_places_the_remainder() -> None:
    """R71: 36 against 30; 30 at one in four is seven figures over two units."""
    ridge = two_on_one()
    told = ridge.melees("lead lead:{C}", "remainder loss:{B}", dice=[1, 2, 5, 5])
    assert one(told, MeleeFought).leads == [ridge["C"].id, ridge["A"].id]
    assert (ridge.figures("B"), ridge.figures("C")) == ((14, 0), (15, 0))
    assert ridge.is_in("B", "retreating")
    assert ridge.is_in("C", "retreating")


def test_numbers_of_equal_rate_are_added_before_dividing() -> None:
    ridge = two_on_one()
    ridge.melees("lead lead:{B}", dice=[6, 5, 2, 3])
    assert ridge.figures("A") == (30 - 9, 0)  # 36 / 4, not 4 + 4


def test_all_melees_start_from_one_situation() -> None:
    """R6: a supporting line that the first melee's losers run through still counts in the second."""
    ridge = Ridge(
        [foot("us-line", "A", 29, 50.75), foot("us-line", "C", 38.5, 50.75)],
        [
            foot("cs-vet", "B", 30, 46, formation="column"),
            foot("cs-vet", "D", 38, 46, formation="column"),
            foot("cs-line", "Behind", 37, 42.5, size=30),
        ],
        (),
        ("hold", "assault"),
    )
    ridge.lock("B", "A", ["B"])
    ridge.lock("D", "C", ["D"])
    told = ridge.melees("follow_up stand", dice=[2, 2, 4, 4, 2, 3, 5, 4])
    assert [fought.result for fought in of(told, MeleeFought)] == ["recoil", "draw"]
    assert ridge["Behind"].is_unformed()
    assert accounts(told)[2]["supporting-lines"] == 1


def test_the_phase_is_one_step() -> None:
    ridge = locked()
    ridge.melees(dice=[6, 3, 3, 3])
    assert ridge.battle.over
    assert ridge.battle.phase == Phase.MELEES
    assert of(ridge.game.log, FiguresLost)
