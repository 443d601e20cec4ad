"""Morale on the table (4.9, 4.7): triggers, waves, states, rallies, brigades, pursuit, recovery."""

from __future__ import annotations

import pytest
from rules.gettysburg.situation import CONFEDERATE, UNION, Ridge, brigade, foot, general
from tabletop import cited, ground, of, one, rolls

from playsheet.core.dice import summed
from playsheet.rules.gettysburg.battle.events import PhaseBegan, TokenSpent
from playsheet.rules.gettysburg.battle.fight_events import (
    BrigadeBroke,
    BrigadeRemoved,
    BrigadeShaken,
    BrigadeTested,
    MoraleTested,
    PursuitDropped,
    PursuitTested,
    Rallied,
    SweptAway,
    WonMelee,
)
from playsheet.rules.gettysburg.battle.move_events import (
    AmmoChanged,
    CaughtFire,
    PursuitDue,
    Recovered,
    RetirementDue,
    StateChanged,
    UncontrolledChargeDue,
    WasDispersed,
    WentOut,
)
from playsheet.rules.gettysburg.table.brigades import enemy_flees_near
from playsheet.rules.gettysburg.table.compulsory import burn_garrisons
from playsheet.rules.gettysburg.table.losses import begin_flight, disperse, general_lost
from playsheet.rules.gettysburg.table.morale import at_rest
from playsheet.rules.gettysburg.table.morale_phase import reasons
from playsheet.rules.gettysburg.terms import Phase, Retirement, Token, UnitState


def alone(card: str = "us-line", **more: object) -> Ridge:
    """One regiment to be looked at, and a fellow far off."""
    return Ridge(
        [foot(card, "A", 36, 50, **more), foot("us-line", "Far", 8, 68)],  # type: ignore[arg-type]
        [foot("cs-line", "B", 36, 10), foot("cs-line", "Reserve", 8, 4)],
    )


def account(told: list[object], why: str = "") -> dict[str, int]:
    return {entry.cause: entry.add for entry in rolls(told, why)[0].account}  # type: ignore[arg-type]


# ---------------------------------------------------------------- 4.9.3: who tests


def test_ten_per_cent_of_the_original_size_in_one_turn() -> None:
    """Trap 5: whole figures of this turn."""
    for before, now, tests in ((0, 1, False), (0, 2, True), (5, 1, False)):
        ridge = alone()
        ridge.lose("A", before)
        ridge.lose("A", now, now=True)
        assert (reasons(ridge.battle, ridge["A"]) == ["losses"]) is tests


def test_a_batterys_size_is_its_crew() -> None:
    """Trap 23: two of twelve gunners, not two of three guns."""
    ridge = alone("us-napoleon")
    ridge.lose("A", 2, now=True)
    assert reasons(ridge.battle, ridge["A"]) == ["losses"]
    assert account(ridge.wave(dice=[5, 5]))["casualties"] == -1


def test_a_detachment_is_counted_with_its_parent() -> None:
    """4.8.2: two lost of twenty, one in each."""
    ridge = alone()
    ridge.game.tell(WentOut(ridge["A"].id, "Screen", 5, True, 36.0, 44.0, 180.0, 0.5))
    ridge.lose("A", 1, now=True)
    assert reasons(ridge.battle, ridge["A"]) == []
    ridge.lose("Screen", 1, now=True)
    assert reasons(ridge.battle, ridge["A"]) == ["losses"]
    told = ridge.do(lambda: disperse(ridge.game, ridge["A"], "test", "R83"))
    assert not ridge["Screen"].on_table()  # R125
    assert one(told, WasDispersed).unit == ridge["A"].id
    assert ridge.battle.armies[CONFEDERATE].units_taken == 1


def test_the_dispersal_point() -> None:
    """4.9.4: when it is first reached, and with any later loss."""
    ridge = alone()
    ridge.lose("A", 10)
    assert reasons(ridge.battle, ridge["A"]) == ["dispersal"]
    ridge["A"].dispersal_reached = True
    assert reasons(ridge.battle, ridge["A"]) == []
    ridge.lose("A", 1, now=True)
    assert reasons(ridge.battle, ridge["A"]) == ["dispersal"]


@pytest.mark.parametrize(
    ("switch", "dice", "result"),
    [
        ("retreat", [4, 4], "falter"),
        ("retreat", [3, 4], "disperse"),
        ("plain", [3, 4], "retreat"),
        ("falter", [4, 4], "disperse"),
    ],
)
def test_dispersal_by_switch(switch: str, dice: list[int], result: str) -> None:
    """R83: half lost, -5."""
    ridge = Ridge(
        [foot("us-line", "A", 36, 50), foot("us-line", "Far", 8, 68)], [foot("cs-line", "B", 36, 10)], dispersal=switch
    )
    ridge.lose("A", 10)
    assert one(ridge.wave(dice=dice), MoraleTested).result == result


def test_routing_friends_within_twelve_inches_since_whenever() -> None:
    ridge = Ridge(
        [foot("us-line", "A", 30, 50), foot("us-line", "Router", 45, 50), foot("us-line", "Far", 8, 68)],
        [foot("cs-line", "B", 36, 10)],
    )
    ridge.state("Router", "retreating")
    assert reasons(ridge.battle, ridge["A"]) == []
    ridge.state("Router", "routing")
    assert reasons(ridge.battle, ridge["A"]) == ["routers"]


def test_a_captured_battery_counts_from_its_place() -> None:
    """R116."""
    ridge = alone()
    ridge.battle.captured = [(UNION, 36.0, 60.0)]
    assert reasons(ridge.battle, ridge["A"]) == ["routers"]
    ridge.battle.captured = [(UNION, 36.0, 64.0)]
    assert reasons(ridge.battle, ridge["A"]) == []
    ridge.battle.captured = [(CONFEDERATE, 36.0, 60.0)]
    assert reasons(ridge.battle, ridge["A"]) == []


def test_shot_in_the_rear() -> None:
    ridge = alone()
    ridge["A"].rear_fire = True
    told = ridge.wave(dice=[3, 4])
    assert one(told, MoraleTested).why == ["rear"]


# ---------------------------------------------------------------- the modifiers of the table


def test_generals_near_and_attached() -> None:
    """R76, R77: +1 within 12 inches, +2 for an excellent one who is attached, nothing for a drunkard."""
    for quality, attached, worth in (("gen-n", False, 1), ("gen-x", False, 1), ("gen-x", True, 2), ("gen-d", False, 0)):
        ridge = Ridge(
            [foot("us-line", "A", 36, 50), foot("us-line", "Far", 8, 68), general(quality, "Hays", 36, 58)],
            [foot("cs-line", "B", 36, 10)],
        )
        if attached:
            ridge.attach("Hays", "A")
        ridge.lose("A", 2, now=True)
        found = account(ridge.wave(dice=[5, 5]))
        assert found.get("general-near", 0) + found.get("general-attached-excellent", 0) == worth


def test_another_brigades_general_does_not_count() -> None:
    ridge = Ridge(
        [
            foot("us-line", "A", 36, 50),
            foot("us-line", "Other", 8, 68, group="other"),
            general("gen-n", "Hays", 36, 58, group="other"),
        ],
        [foot("cs-line", "B", 36, 10)],
        brigades=((brigade("brigade"), brigade("other")), ()),
    )
    ridge.lose("A", 2, now=True)
    assert "general-near" not in account(ridge.wave(dice=[5, 5]))


def test_cover_counts_unless_an_enemy_shares_it() -> None:
    """R78: light cover never does."""
    wood = ground("open-wood", "the wood", rect=[20, 40, 60, 60])
    fence = ground("fence", "the fence", line=[[20, 49], [60, 49]])
    for terrain, enemy_y, expected in ((wood, 10.0, 1), (wood, 42.0, 0), (fence, 10.0, 0)):
        ridge = Ridge(
            [foot("us-line", "A", 36, 50), foot("us-line", "Far", 8, 68)],
            [foot("cs-line", "B", 36, enemy_y)],
            [terrain],
        )
        ridge.lose("A", 2, now=True)
        assert account(ridge.wave(dice=[5, 5])).get("cover", 0) == expected


@pytest.mark.parametrize(("works", "wood"), [(False, False), (True, False), (False, True), (True, True)])
def test_works_and_the_wood_they_are_in_count_each(works: bool, wood: bool) -> None:
    """R78: each category by itself."""
    terrain = [ground("works", "the works", line=[[20, 49], [60, 49]])] if works else []
    terrain += [ground("open-wood", "the wood", rect=[20, 40, 60, 60])] if wood else []
    ridge = Ridge([foot("us-line", "A", 36, 50, 180)], [foot("cs-line", "B", 36, 10)], terrain)
    mood = at_rest(ridge.battle, ridge["A"])
    assert (mood.in_works, mood.in_cover) == (works, wood)


def test_confederate_infantry_stops_counting_at_thirty_per_cent() -> None:
    """Trap 6: not cavalry, not guns, not the Union."""
    for side, card, worth in ((1, "cs-line", -3), (0, "us-line", -4), (1, "cs-cav", -4)):
        mine = [foot(card, "A", 36, 30, size=20), foot("cs-line" if side else "us-line", "Far", 8, 30)]
        other = [foot("us-line" if side else "cs-line", "B", 60, 66 if side else 4)]
        ridge = Ridge(other if side else mine, mine if side else other)
        ridge.lose("A", 6)
        ridge.lose("A", 2, now=True)
        assert account(ridge.wave(dice=[6, 6]))["casualties"] == worth


def test_under_fire_infantry_goes_to_ground_on_a_five() -> None:
    """R82: hit or not; everybody else obeys."""
    for shot, result in ((True, "go-to-ground"), (False, "obey")):
        ridge = alone()
        ridge.lose("A", 2, now=True)
        if shot:
            ridge["A"].fired_at_by = [ridge["B"].id]
        assert one(ridge.wave(dice=[3, 3]), MoraleTested).result == result
    ridge = alone("us-cav")
    ridge.lose("A", 2, now=True)
    ridge["A"].fired_at_by = [ridge["B"].id]
    assert one(ridge.wave(dice=[3, 3]), MoraleTested).result == "obey"


# ---------------------------------------------------------------- 4.9.1, 4.9.2: states


@pytest.mark.parametrize(
    ("state", "after"), [("gone-to-ground", "faltering"), ("faltering", "faltering"), ("retreating", "retreating")]
)
def test_a_test_never_improves_a_state(state: str, after: str) -> None:
    """R81: each falters by its dice."""
    ridge = alone()
    ridge.state("A", state)
    ridge.lose("A", 2, now=True)
    dice = [2, 3] if state == "gone-to-ground" else [3, 3]
    assert one(ridge.wave(dice=dice), MoraleTested).result == "falter"
    assert ridge.is_in("A", after)


def test_rally_is_not_for_the_turn_in_which_it_broke() -> None:
    """R85; routing units take no other test, retreating ones do."""
    ridge = alone()
    ridge.state("A", "routing", 1)
    ridge.lose("A", 2, now=True)
    assert reasons(ridge.battle, ridge["A"]) == []
    ridge.state("A", "retreating", 1)
    assert reasons(ridge.battle, ridge["A"]) == ["losses"]
    ridge.battle.turn = 2
    assert reasons(ridge.battle, ridge["A"]) == ["rally"]


@pytest.mark.parametrize(
    ("state", "dice", "result", "after"),
    [
        ("retreating", [3, 3], "rally", "ok"),
        ("retreating", [2, 3], "fail", "retreating"),
        ("retreating", [1, 2], "rout", "routing"),
        ("routing", [3, 3], "rally", "ok"),
        ("routing", [2, 3], "disperse", "dispersed"),
    ],
)
def test_rallies(state: str, dice: list[int], result: str, after: str) -> None:
    """Weak or routing: -1."""
    ridge = alone()
    ridge.battle.turn = 2
    ridge.state("A", state, 1)
    told = ridge.wave(dice=dice)
    assert one(told, MoraleTested).result == result
    assert ridge.is_in("A", after)
    if result == "rout":
        assert ridge["A"].fell_turn == 2  # a new state: it may rally next turn
    if result == "rally":
        assert ridge["A"].halted
        assert ridge["A"].is_unformed()


def test_rally_once_again() -> None:
    """R90: both dice again, and the second throw stands."""
    for choice, rallies in (("again", True), ("leave", False)):
        ridge = alone()
        ridge.token(UNION, "rally-once-again")
        ridge.battle.turn = 2
        ridge.state("A", "retreating", 1)
        told = ridge.wave(f"rally_again {choice}", dice=[2, 2, 5, 4] if rallies else [2, 2])
        assert bool(of(told, Rallied)) is rallies
        assert bool(of(told, TokenSpent)) is rallies
        assert ridge.battle.armies[UNION].tokens[Token.RALLY_ONCE_AGAIN] == (0 if rallies else 1)


# ---------------------------------------------------------------- R84: waves


def test_new_routs_make_a_second_wave_and_nobody_tests_twice() -> None:
    ridge = Ridge(
        [
            foot("us-line", "A", 20, 50),
            foot("us-line", "Near", 32, 50),
            foot("us-line", "Next", 50, 50),
            foot("us-line", "Far", 8, 68),
        ],
        [foot("cs-line", "B", 36, 10)],
    )
    ridge.lose("A", 4, now=True)
    ridge.lose("Next", 2, now=True)
    told = ridge.wave(dice=[1, 1, 4, 4])  # a fifth lost: 2 - 2
    assert [test.result for test in of(told, MoraleTested)] == ["retreat", "obey"]
    ridge = Ridge(
        [foot("us-militia", "A", 20, 50), foot("us-line", "Near", 38, 50), foot("us-line", "Far", 8, 68)],
        [foot("cs-line", "B", 36, 10)],
    )
    ridge.lose("A", 6, now=True)
    told = ridge.wave(dice=[1, 1])  # 2 - 1 - 2
    assert [test.result for test in of(told, MoraleTested)] == ["rout"]
    told = ridge.wave(dice=[5, 4])
    assert [(test.unit, test.why) for test in of(told, MoraleTested)] == [(ridge["Near"].id, ["routers"])]
    assert ridge.wave(dice=[]) == []


def test_a_wave_does_not_see_its_own_results() -> None:
    """Trap 20: both test on one snapshot; the second does not count the first as fleeing."""
    ridge = Ridge(
        [foot("us-line", "A", 20, 50), foot("us-line", "C", 32, 50), foot("us-line", "Far", 8, 68)],
        [foot("cs-line", "B", 36, 10)],
    )
    ridge.lose("A", 2, now=True)
    ridge.lose("C", 2, now=True)
    told = ridge.wave(dice=[1, 2, 4, 4])
    assert [test.result for test in of(told, MoraleTested)] == ["retreat", "obey"]
    assert "friends-fleeing" not in {entry.cause for entry in rolls(told)[1].account}


def test_first_side_first_by_id() -> None:
    ridge = alone()
    ridge.lose("A", 2, now=True)
    ridge.lose("B", 2, now=True)
    told = ridge.wave(dice=[5, 5, 5, 5], first=CONFEDERATE)
    assert [test.unit for test in of(told, MoraleTested)] == [ridge["B"].id, ridge["A"].id]


# ---------------------------------------------------------------- R118: locked in melee


def test_in_melee_go_to_ground_is_obey_and_a_retreat_waits() -> None:
    ridge = Ridge(
        [foot("us-line", "A", 36, 50.75), foot("us-line", "Far", 8, 68)],
        [foot("cs-line", "B", 36, 44), foot("cs-line", "Reserve", 8, 4)],
    )
    ridge.lock("B", "A")
    ridge.lose("A", 2, now=True)
    ridge["A"].fired_at_by = [ridge["B"].id]
    told = ridge.wave(dice=[3, 3])
    assert one(told, MoraleTested).result == "go-to-ground"
    assert ridge.is_in("A", "ok")
    ridge["A"].tested = False
    ridge.wave(dice=[1, 2])
    assert ridge.is_in("A", "retreating")
    assert ridge["A"].in_melee()


# ---------------------------------------------------------------- flight


def test_flight_timing() -> None:
    """R29, trap 28: received in phase 8 it waits for phase 3, by switch it does not."""
    for switch, runs in (("split", False), ("at-once", True)):
        ridge = Ridge(
            [foot("us-line", "A", 36, 40), foot("us-line", "Far", 8, 68)],
            [foot("cs-line", "B", 36, 10)],
            **{"flight-timing": switch},  # type: ignore[arg-type]
        )
        ridge.lose("A", 2, now=True)
        told = ridge.wave(*(["flight away"] if runs else []), dice=[1, 2])
        assert one(told, StateChanged).state == 3
        assert (ridge["A"].y > 45.0) is runs


# ---------------------------------------------------------------- brigades


@pytest.mark.parametrize(("x", "due"), [(48.0, True), (66.0, False)])
def test_a_rout_near_a_fellow_makes_the_brigade_test(x: float, due: bool) -> None:
    """R117: within 12 inches of the place; not far from everybody."""
    ridge = Ridge([foot("us-line", "A", 36, 50), foot("us-line", "C", x, 50)], [foot("cs-line", "B", 36, 10)])
    told = ridge.do(lambda: begin_flight(ridge.game, ridge["A"], UnitState.ROUTING, -1, "test", ""))
    assert ridge.battle.brigades[0].test_due is due
    assert bool(of(told, BrigadeShaken)) is due


def test_all_fleeing_tests_when_it_becomes_true_and_not_again() -> None:
    ridge = Ridge([foot("us-line", "A", 20, 50), foot("us-line", "C", 50, 50)], [foot("cs-line", "B", 36, 10)])
    told = ridge.do(lambda: begin_flight(ridge.game, ridge["A"], 3, -1, "test", ""))
    assert not of(told, BrigadeShaken)
    told = ridge.do(lambda: begin_flight(ridge.game, ridge["C"], 3, -1, "test", ""))
    assert one(told, BrigadeShaken).why == "all-fleeing"
    ridge.battle.brigades[0].test_due = False
    told = ridge.do(lambda: disperse(ridge.game, ridge["A"], "edge", ""))
    assert not of(told, BrigadeShaken)


def shaken(*units: str) -> Ridge:
    """A brigade that must test."""
    ridge = Ridge([*units], [foot("cs-line", "B", 36, 4)])
    ridge.game.tell(BrigadeShaken(0, "routs", "R117"))
    return ridge


@pytest.mark.parametrize(
    ("side", "y", "near"), [(CONFEDERATE, 62.0, True), (CONFEDERATE, 64.0, False), (UNION, 60.0, False)]
)
def test_a_battery_lost_near_by_encourages_the_other_side(side: int, y: float, near: bool) -> None:
    """R147: within 12 inches of the unit, whose rear is at 50.75, and an enemy's."""
    ridge = alone()
    ridge.battle.captured = [(side, 36.0, y)]
    assert enemy_flees_near(ridge.battle, ridge["A"]) is near


@pytest.mark.parametrize(("name", "near"), [("Friend", False), ("Foe", True)])
def test_an_enemy_who_runs_encourages_and_a_friend_does_not(name: str, near: bool) -> None:
    ridge = Ridge(
        [foot("us-line", "A", 36, 50), foot("us-line", "Friend", 36, 55)],
        [foot("cs-line", "Foe", 36, 40), foot("cs-line", "B", 36, 10)],
    )
    ridge.state(name, "routing")
    assert enemy_flees_near(ridge.battle, ridge["A"]) is near


@pytest.mark.parametrize(("who", "shaken"), [("Chief", [0, 1]), ("Hays", [1])])
def test_for_the_chief_every_brigade_tests_and_for_a_brigadier_his_own(who: str, shaken: list[int]) -> None:
    """R117."""
    ridge = Ridge(
        [
            foot("us-line", "A", 36, 50),
            foot("us-line", "Other", 8, 60, group="other"),
            general("gen-n", "Chief", 60, 60, "cinc"),
            general("gen-n", "Webb", 50, 60),
            general("gen-n", "Hays", 20, 60, group="other"),
        ],
        [foot("cs-line", "B", 36, 10)],
        brigades=((brigade("brigade"), brigade("other")), ()),
    )
    told = ridge.do(lambda: general_lost(ridge.game, ridge.man(who)))
    assert [event.brigade for event in of(told, BrigadeShaken)] == shaken


def test_brigade_modifiers() -> None:
    """R86, R87: over half means over half; a quarter of the roster lost."""
    ridge = shaken(
        foot("us-iron", "A", 20, 60),
        foot("us-iron", "C", 32, 60),
        foot("us-line", "D", 44, 60),
        foot("us-line", "E", 58, 60),
    )
    ridge.state("A", "retreating", 2)
    told = ridge.morale(dice=[4, 4])
    assert account(told, "Brigade") == {"general-commanding": 1, "quarter-lost": -1}
    assert one(told, BrigadeTested).result == "stands"


def test_a_broken_brigade_is_swept_away() -> None:
    """R119: up from the ground, unformed, and no new test for those who disperse (trap 21)."""
    ridge = shaken(
        foot("us-line", "A", 20, 60),
        foot("us-line", "C", 32, 60),
        foot("us-line", "D", 44, 60),
        foot("us-line", "E", 58, 60),
    )
    ridge.state("A", "routing", 1)
    ridge.state("C", "gone-to-ground")
    ridge.state("D", "faltering")
    for name in "CDE":
        ridge[name].tested = True
    told = ridge.morale(dice=[1, 3])
    assert one(told, BrigadeBroke).brigade == 0
    assert one(told, WasDispersed).unit == ridge["A"].id
    assert len(of(told, SweptAway)) == 3
    assert ridge.is_in("C", "ok")
    assert ridge["D"].is_unformed()
    assert not ridge.battle.brigades[0].test_due
    assert ridge.battle.brigades[0].broken_count == 1


def test_no_brigade_any_more_but_not_of_the_best() -> None:
    for card, gone in (("us-green", True), ("us-iron", False)):
        ridge = shaken(foot(card, "A", 20, 60), foot(card, "C", 40, 60))
        ridge.battle.brigades[0].broken_count = 1
        for general_ in ridge.battle.generals:
            general_.in_play = False
        told = ridge.morale(dice=[1, 1])
        assert bool(of(told, BrigadeRemoved)) is gone
        assert ridge["A"].on_table() is not gone


def test_a_broken_winner_does_not_pursue() -> None:
    ridge = shaken(foot("us-line", "A", 20, 60), foot("us-line", "C", 40, 60))
    ridge.game.tell(WonMelee(ridge["A"].id, ridge["B"].id, ""))
    told = ridge.morale(dice=[1, 1])
    assert of(told, BrigadeBroke)
    assert not of(told, PursuitTested)


# ---------------------------------------------------------------- 4.7: pursuit


def winner(card: str = "us-line", year: int = 1863, rebel: bool = False, loser_y: float = 40.0) -> Ridge:
    """W has beaten L, which retreats just before it."""
    mine = [foot(card, "W", 36, 45), foot("cs-line" if rebel else "us-line", "Far", 8, 4 if rebel else 68)]
    theirs = [foot("us-line" if rebel else "cs-line", "L", 36, loser_y, 0.0 if rebel else 180.0)]
    theirs.append(foot("us-line" if rebel else "cs-line", "Reserve", 8, 68 if rebel else 4))
    ridge = Ridge(theirs if rebel else mine, mine if rebel else theirs, year=year)
    if rebel:
        ridge.battle.put(ridge["W"], 36, 45, 180.0)
    ridge.state("L", "retreating", 2)
    ridge.battle.turn = 2
    ridge.game.tell(WonMelee(ridge["W"].id, ridge["L"].id, ""))
    return ridge


@pytest.mark.parametrize(
    ("dice", "result"), [([5, 5], "superb"), ([4, 5], "unformed-choice"), ([4, 4], "tuckered"), ([3, 3], "pursue")]
)
def test_results_of_pursuit(dice: list[int], result: str) -> None:
    ridge = winner()
    answers = ["stand_or_retire retire"] if result in ("unformed-choice", "tuckered") else []
    told = ridge.morale(*answers, dice=dice)
    assert one(told, PursuitTested).result == result
    assert ridge["W"].is_unformed() is (result != "superb")
    if answers:
        assert one(told, RetirementDue).kind == Retirement.MAY_RETIRE
    if result == "pursue":
        assert one(told, PursuitDue).fugitive == ridge["L"].id
        assert ridge["W"].pursues == ridge["L"].id


def test_superb_is_not_for_the_unformed_or_who_pursued_last_turn() -> None:
    """Trap 15."""
    for spoil in ("unform", "pursued"):
        ridge = winner()
        if spoil == "unform":
            ridge.unform("W")
        else:
            ridge["W"].pursued_last_turn = True
        told = ridge.morale("stand_or_retire stand", dice=[5, 6])
        assert one(told, PursuitTested).result == "unformed-choice"


def test_rash_once() -> None:
    """Confederate infantry to 1863 and all cavalry."""
    for card, rebel, year, rash in (
        ("cs-line", True, 1863, True),
        ("cs-line", True, 1864, False),
        ("us-cav", False, 1864, True),
        ("us-line", False, 1862, False),
    ):
        told = winner(card, year, rebel).morale(dice=[6, 6])
        assert ("rash" in account(told, "Pursuit")) is rash


def test_cavalry_that_is_tuckered_out_goes_home() -> None:
    told = winner("us-cav").morale(dice=[4, 4])
    assert one(told, RetirementDue).kind == Retirement.TO_OWN_LINES


def test_who_cannot_pursue() -> None:
    """The beaten unit is gone: infantry is tuckered out, cavalry with an enemy before it charges out of hand."""
    ridge = winner()
    ridge.game.tell(WasDispersed(ridge["L"].id, "test", False, ""))
    told = ridge.morale("stand_or_retire stand", dice=[1, 2])
    assert one(told, PursuitTested).result == "tuckered"
    for enemy, expected in ((True, "uncontrolled-charge"), (False, "tuckered")):
        ridge = Ridge(
            [foot("us-cav", "W", 36, 45), foot("us-line", "Far", 8, 68)],
            [foot("cs-line", "L", 60, 40), foot("cs-line", "Next", 36, 34 if enemy else 10)],
        )
        ridge.game.tell(WasDispersed(ridge["L"].id, "test", False, ""))
        ridge.game.tell(WonMelee(ridge["W"].id, ridge["L"].id, ""))
        told = ridge.morale(dice=[1, 2])
        assert one(told, PursuitTested).result == expected
        assert bool(of(told, UncontrolledChargeDue)) is enemy


def test_who_has_failed_its_own_test_does_not_pursue() -> None:
    ridge = winner()
    ridge.lose("W", 2, now=True)
    told = ridge.morale(dice=[1, 3])
    assert of(told, PursuitDropped)
    assert not of(told, PursuitTested)


# ---------------------------------------------------------------- the end of the turn


def test_recovery_from_faltering() -> None:
    """4.9.1: faltering when phase 5 began, and nothing done since."""
    for spoil, recovers in (("", True), ("fired", False), ("moved", False), ("fought", False), ("charged", False)):
        ridge = alone()
        ridge.state("A", "faltering")
        ridge.game.tell(PhaseBegan(Phase.NORMAL_MOVES))
        if spoil:
            setattr(ridge["A"], spoil, True)
        told = ridge.morale()
        assert bool(of(told, Recovered)) is recovers
        assert ridge["A"].is_unformed() is not recovers


def test_a_falter_in_phase_4_may_be_over_by_the_end_of_the_turn_a_later_one_not() -> None:
    ridge = alone()
    ridge.game.tell(PhaseBegan(Phase.NORMAL_MOVES))
    ridge.game.tell(StateChanged(ridge["A"].id, 2, -1, "double-six", ""))
    assert not of(ridge.morale(), Recovered)
    ridge = alone()
    ridge.game.tell(StateChanged(ridge["A"].id, 2, -1, "charged", ""))
    ridge.game.tell(PhaseBegan(Phase.NORMAL_MOVES))
    assert of(ridge.morale(), Recovered)


def test_resupply() -> None:
    """R96: a quiet turn, no enemy within 12 inches; by switch never."""
    for enemy_y, fired, switch, cured in (
        (10, False, True, True),
        (38, False, True, False),
        (10, True, True, False),
        (10, False, False, False),
    ):
        ridge = Ridge(
            [foot("us-sharps", "A", 36, 50), foot("us-line", "Far", 8, 68)],
            [foot("cs-line", "B", 36, enemy_y)],
            resupply=switch,
        )
        ridge.game.tell(AmmoChanged(ridge["A"].id, True, "R51"))
        ridge["A"].fired = fired
        told = ridge.morale()
        assert bool(of(told, AmmoChanged)) is cured
        assert ridge["A"].low_on_ammo is not cured


def test_the_dispersal_point_is_remembered() -> None:
    ridge = alone()
    ridge.lose("A", 10)
    told = ridge.morale(dice=[6, 6])
    assert summed(rolls(told)[0].account) == -5
    assert ridge["A"].dispersal_reached
    assert "R83" in cited(told)


# ---------------------------------------------------------------- R92


def test_flames_cost_the_garrison_a_figure() -> None:
    ridge = Ridge(
        [foot("us-line", "A", 36, 50, size=12), foot("us-line", "Far", 8, 68)],
        [foot("cs-line", "B", 36, 10)],
        [ground("bua", "the farm", rect=[34, 48, 38, 52])],
    )
    ridge.game.tell(CaughtFire(ridge["A"].garrison, "R92"))
    ridge.do(lambda: burn_garrisons(ridge.game))
    assert ridge.figures("A") == (11, 0)
