"""Recoil, retreat, rout, retirement, evasion and pursuit on the table (R100, R112, R113, R115, R120)."""

from __future__ import annotations

import pytest
from rules.gettysburg.situation import CONFEDERATE, UNION, Field, foot, ground
from tabletop import cited, of, one

from playsheet.rules.gettysburg.battle.fight_events import Engaged, LeftMelee
from playsheet.rules.gettysburg.battle.move_events import (
    CompulsoryDone,
    FirstFlight,
    Formed,
    LeftPost,
    Moved,
    PursuitDue,
    RetirementDue,
    StateChanged,
    Unformed,
    WasDispersed,
)
from playsheet.rules.gettysburg.table.compulsory import RetireRegion
from playsheet.rules.gettysburg.table.forced_moves import (
    BackRegion,
    can_reach,
    evade,
    fall_back,
    flee,
    follow_up,
    pursue,
    recoil,
    retire_from_fire,
)
from playsheet.rules.gettysburg.table.melee_contacts import settle
from playsheet.rules.gettysburg.terms import Formation, Retirement, UnformedBy, UnitState


def facing_off(*union: str, terrain: tuple[str, ...] = (), y: float = 50.0, **more: object) -> Field:
    """A Union line at (30, y) with its enemy five inches before it."""
    return Field(
        [foot("us-line", "A", 30, y, 180), *union],
        [foot("cs-line", "B", 30, y - 5, 0)],
        list(terrain),
        **more,  # type: ignore[arg-type]
    )


def beaten(field: Field, name: str = "A", state: int = UnitState.RETREATING, by: str = "B") -> None:
    field.game.tell(StateChanged(field[name].id, state, field[by].id, "beaten", ""))


# ---------------------------------------------------------------- recoil


def test_a_recoil_is_six_inches_straight_back_facing_as_before() -> None:
    field = facing_off()
    field.do(lambda: recoil(field.game, field["A"], field["B"].id, 6.0, ""))
    assert field.at("A") == (30.0, 56.0)
    assert field["A"].facing == 180.0


def test_friends_passed_through_are_unformed_and_the_move_ends_beyond_them() -> None:
    """R112: but not skirmishers."""
    field = facing_off(foot("us-line", "C", 30, 56, 180), foot("us-vet", "S", 30, 52.4, 180, "skirmish", size=4))
    told = field.do(lambda: recoil(field.game, field["A"], field["B"].id, 6.0, ""))
    assert [event.unit for event in of(told, Unformed)] == [field["C"].id]
    assert "R112" in cited(told)
    assert field.at("A")[1] == pytest.approx(57.5, abs=0.01)


def test_garrisons_passed_through_keep_their_order() -> None:
    """R112."""
    works = ground("works", "the works", line=[[20, 55], [40, 55]])
    field = facing_off(foot("us-line", "G", 30, 56, 180), terrain=(works,))
    assert field["G"].garrison == 0
    told = field.do(lambda: recoil(field.game, field["A"], field["B"].id, 6.0, ""))
    assert field.at("A")[1] > 56.0
    assert not of(told, Unformed)


def test_a_recoil_from_nobody_in_particular_is_from_the_nearest_enemy() -> None:
    """R112: whichever way the unit faces."""
    field = Field([foot("us-line", "A", 30, 52, 180)], [foot("cs-line", "B", 30, 45, 90)])
    field.do(lambda: recoil(field.game, field["B"], -1, 6.0, ""))
    assert field.at("B") == (30.0, 39.0)


def test_a_recoil_stops_at_the_table_edge_and_at_impassable_ground() -> None:
    """R112: only retreat and rout leave the table or disperse."""
    field = facing_off(y=68.0)
    field.do(lambda: recoil(field.game, field["A"], field["B"].id, 6.0, ""))
    assert field["A"].y == pytest.approx(71.25, abs=0.01)
    field = facing_off(terrain=(ground("river", "the river", rect=[0, 54, 72, 56]),))
    field.do(lambda: recoil(field.game, field["A"], field["B"].id, 6.0, ""))
    assert field["A"].y == pytest.approx(53.25, abs=0.01)


def test_forced_moves_pay_for_the_ground_and_cross_defences_free() -> None:
    field = facing_off(terrain=(ground("open-wood", "the wood", rect=[0, 52, 72, 70]),))
    field.do(lambda: recoil(field.game, field["A"], field["B"].id, 6.0, ""))
    assert field.at("A") == (30.0, 54.0)
    field = facing_off(terrain=(ground("wire", "the wire", line=[[0, 53], [72, 53]]),))
    field.do(lambda: recoil(field.game, field["A"], field["B"].id, 6.0, ""))
    assert field.at("A") == (30.0, 56.0)


def test_a_recoil_is_from_the_enemy_who_caused_it_be_he_the_first_of_the_roster() -> None:
    field = Field(
        [foot("us-line", "A", 30, 60, 180), foot("us-line", "C", 44, 45, 270)], [foot("cs-line", "B", 30, 45, 0)]
    )
    assert field["A"].id == 0
    field.do(lambda: recoil(field.game, field["B"], 0, 6.0, ""))
    assert field.at("B") == (30.0, 39.0)


def test_foot_threatened_by_cavalry_may_go_toward_cover() -> None:
    field = Field(
        [foot("us-line", "A", 30, 50, 180)],
        [foot("cs-cav", "B", 30, 44, 0)],
        [ground("open-wood", "the wood", rect=[33, 53, 50, 60])],
    )
    field.do(lambda: recoil(field.game, field["A"], field["B"].id, 6.0, ""), "recoil cover:0")
    assert field["A"].x > 30.5
    assert field["A"].y - 50 == pytest.approx(field["A"].x - 30)  # straight at the corner of the wood


def test_a_further_retirement_after_a_recoil_goes_straight_on() -> None:
    """R115: up to a column move."""
    field = facing_off()
    with pytest.raises(AssertionError, match="from 0 to 10"):
        field.do(lambda: fall_back(field.game, field["A"], field["B"].id), "fall_back_inches 10.5")
    field = facing_off()
    field.do(lambda: fall_back(field.game, field["A"], field["B"].id), "fall_back_inches 7")
    assert field.at("A") == (30.0, 57.0)
    assert field["A"].fell_back


def test_a_way_back_costs_what_each_part_of_it_costs() -> None:
    """R36: two inches in the open, two in the wood, one beyond it."""
    field = facing_off(terrain=(ground("open-wood", "the wood", rect=[0, 52, 72, 54]),))
    region = BackRegion(field.battle, field["A"], 0.0, 1.0, 10.0)
    assert [region.allowance(inches) for inches in (2.0, 3.0, 5.0)] == pytest.approx([2.0, 4.0, 7.0])


# ---------------------------------------------------------------- retreat and rout


def test_the_first_move_is_half_in_formation_through_friends_then_as_a_mob() -> None:
    field = facing_off(foot("us-line", "C", 30, 53, 180))
    beaten(field)
    told = field.do(lambda: flee(field.game, field["A"]), "flight away")
    assert of(told, FirstFlight)
    assert [event.unit for event in of(told, Unformed)] == [field["C"].id]
    assert field.at("A") == (30.0, 62.0)
    assert field["A"].formation == Formation.MOB
    assert field["A"].path[-1] == pytest.approx((30.0, 62.0))


def test_the_owner_chooses_the_way() -> None:
    field = Field([foot("us-line", "A", 30, 50, 180)], [foot("cs-line", "B", 24, 45, 0)])
    beaten(field)
    field.do(lambda: flee(field.game, field["A"]), "flight baseline")
    assert field.at("A") == (30.0, 62.0)
    field = Field([foot("us-line", "A", 30, 50, 180)], [foot("cs-line", "B", 24, 45, 0)])
    beaten(field)
    field.do(lambda: flee(field.game, field["A"]), "flight away")
    assert field["A"].x > 38.0


def test_a_mob_goes_round_by_the_least_bend_left_first() -> None:
    """R112: in the second half friends are gone round, not through."""
    field = facing_off(foot("us-line", "C", 30, 61, 180, "column"))
    beaten(field)
    field["A"].flown = True
    field["A"].formation = Formation.MOB
    field.battle.put(field["A"], 30.0, 50.0, 180.0)
    told = field.do(lambda: flee(field.game, field["A"]), "flight away")
    assert not of(told, Unformed)
    assert field["A"].x < 30.0  # to the left of its way north: west
    assert field["A"].y > 55.0


def test_off_the_table_is_dispersed() -> None:
    """R100."""
    field = facing_off(y=62.0)
    beaten(field)
    told = field.do(lambda: flee(field.game, field["A"]), "flight away")
    assert one(told, WasDispersed).why == "table-edge"
    assert not field["A"].on_table()


def test_without_a_way_it_disperses() -> None:
    river = ground(
        "river", "the river", polygon=[[23, 48], [25, 48], [25, 58], [35, 58], [35, 48], [37, 48], [37, 60], [23, 60]]
    )
    field = Field([foot("us-line", "A", 30, 50, 180)], [foot("cs-line", "B", 30, 45, 0)], [river])
    beaten(field)
    told = field.do(lambda: flee(field.game, field["A"]), "flight away")
    assert one(told, WasDispersed).why == "blocked"


def test_routers_turn_their_backs_and_guns_limber_free() -> None:
    """R88."""
    field = facing_off()
    beaten(field, state=UnitState.ROUTING)
    field.do(lambda: flee(field.game, field["A"]), "flight away")
    assert field["A"].facing == 0.0
    field = Field([foot("us-napoleon", "A", 30, 50, 180)], [foot("cs-line", "B", 30, 45, 0)])
    beaten(field)
    told = field.do(lambda: flee(field.game, field["A"]), "flight away")
    assert one(told, Formed).formation == Formation.LIMBERED
    assert field.at("A") == (30.0, 62.0)


def test_a_heavy_battery_runs_seven_inches_and_cavalry_twenty() -> None:
    """Trap 29."""
    field = Field([foot("us-parrott20", "A", 30, 50, 180)], [foot("cs-line", "B", 30, 45, 0)])
    beaten(field)
    field.do(lambda: flee(field.game, field["A"]), "flight away")
    assert field.at("A") == (30.0, 57.0)
    field = Field([foot("us-cav", "A", 30, 40, 180)], [foot("cs-line", "B", 30, 30, 0)])
    beaten(field)
    field.do(lambda: flee(field.game, field["A"]), "flight away")
    assert field.at("A") == (30.0, 60.0)


def test_a_garrison_leaves_a_bua_completely() -> None:
    field = Field(
        [foot("us-line", "A", 30, 46, 180)],
        [foot("cs-line", "B", 30, 40, 0)],
        [ground("bua", "the farm", rect=[28, 44, 32, 48])],
    )
    assert field["A"].garrison == 0
    told = field.do(lambda: recoil(field.game, field["A"], field["B"].id, 6.0, ""))
    assert of(told, LeftPost)
    assert field["A"].garrison == -1
    assert field["A"].y - field["A"].shape.half_d >= 48.0


# ---------------------------------------------------------------- evade, retire


def test_evaders_run_straight_away_and_end_formed_facing_the_charger() -> None:
    """R26, R111."""
    field = Field([foot("us-vet", "A", 30, 50, 90, "skirmish")], [foot("cs-line", "B", 30, 38, 0)])
    field.do(lambda: evade(field.game, field["A"], field["B"]))
    assert field.at("A") == (30.0, 62.0)
    assert field["A"].facing == 180.0
    assert field["A"].evaded
    assert field["A"].cause == UnformedBy.NOTHING


def test_skirmishers_driven_off_go_straight_from_the_firer() -> None:
    field = Field([foot("us-vet", "A", 30, 50, 180, "skirmish")], [foot("cs-line", "B", 30, 42, 0)])
    field.do(lambda: retire_from_fire(field.game, field["A"], field["B"], 12.0))
    assert field.at("A") == (30.0, 62.0)


# ---------------------------------------------------------------- phase 3


def test_compulsory_moves_class_by_class() -> None:
    """Routs, retreats, broken brigades, retirements, pursuits; in a class whoever is nearest home (R151)."""
    field = Field(
        [
            foot("us-line", "Retreats", 10, 40, 180),
            foot("us-line", "Routs", 25, 40, 180),
            foot("us-line", "Broken", 40, 40, 180),
        ],
        [foot("cs-line", "Also", 60, 20, 0), foot("cs-cav", "Home", 60, 30, 0)],
    )
    field.state("Retreats", "retreating")
    field.state("Routs", "routing")
    field.state("Also", "routing")
    field.game.tell(RetirementDue(field["Broken"].id, Retirement.BROKEN_AWAY, ""))
    field.game.tell(RetirementDue(field["Home"].id, Retirement.TO_OWN_LINES, ""))
    told = field.compulsory("flight baseline", "flight baseline", "flight baseline", f"retire 14,{0.0!r}", first=UNION)
    names = [field.battle.units[event.unit].name for event in of(told, CompulsoryDone)]
    assert names == ["Also", "Routs", "Retreats", "Broken", "Home"]
    assert field.at("Broken") == (40.0, 58.0)  # 18 inches whatever its rate
    assert field.at("Home") == (60.0, 16.0)


def test_a_retirement_is_up_to_a_normal_move_and_to_own_lines_the_full_one() -> None:
    """R113: foot at column rate."""
    field = facing_off()
    field.unform("A")
    field.game.tell(RetirementDue(field["A"].id, Retirement.MAY_RETIRE, ""))
    field.compulsory("retire 4,0")
    assert field.at("A") == (30.0, 54.0)
    assert field["A"].facing == 0.0
    assert field["A"].is_unformed()
    field = facing_off()
    field.game.tell(RetirementDue(field["A"].id, Retirement.TO_OWN_LINES, ""))
    with pytest.raises(AssertionError, match="must retire 10"):
        field.compulsory("retire 4,0")


def test_a_retirement_out_of_works_is_shown_as_one_and_one_out_of_a_closed_building_is_not() -> None:
    """R124: works are left where the unit stands."""
    for kind, piece, north, says in (
        ("works", {"line": [[20, 49], [40, 49]]}, 70.0, ""),
        ("bua", {"rect": [28, 48, 32, 52]}, 53.0, "has no way out of the post"),
    ):
        river = ground("river", "the river", rect=[0, north, 72, 72])
        field = facing_off(terrain=(ground(kind, "the post", **piece), river))
        assert field["A"].garrison == 0
        shown = RetireRegion(field.battle, field["A"], 10.0, False).outcome(field.battle, (4.0, 180.0))
        assert shown is not None
        assert shown.stops == says


def test_a_fugitive_leaves_its_melee_without_pursuit() -> None:
    """R118."""
    field = facing_off()
    field.lock("B", "A")
    beaten(field)
    told = field.compulsory("flight away")
    assert one(told, LeftMelee).unit == field["A"].id
    assert not field["B"].in_melee()
    assert field.battle.melees == []


def test_pursuers_go_after_the_fugitives_and_hit_those_they_reach() -> None:
    """4.7.2, E10: 12 inches after 12, being unformed; a melee with charging."""
    field = Field([foot("us-line", "A", 30, 30, 180)], [foot("cs-line", "B", 30, 24, 0)])
    field.lock("B", "A")
    beaten(field)
    field.unform("B")
    field.game.tell(LeftMelee(field["A"].id, ""))
    settle(field.game)
    field.game.tell(PursuitDue(field["B"].id, field["A"].id))
    told = field.compulsory("flight away")
    assert one(told, Engaged).charging == [field["B"].id]
    assert field["A"].in_melee()
    assert field["B"].pursuing


def test_a_pursuit_that_does_not_reach_halts() -> None:
    """R120."""
    field = Field([foot("us-cav", "A", 30, 30, 180)], [foot("cs-line", "B", 30, 24, 0)])
    beaten(field)
    field.unform("B")
    field.game.tell(PursuitDue(field["B"].id, field["A"].id))
    told = field.compulsory("flight away")
    assert not of(told, Engaged)
    assert field.at("B")[1] == pytest.approx(36.0)
    assert field["B"].compulsory_done


def test_each_leg_of_a_fugitives_path_is_paid_for() -> None:
    """4.7.2: 12 inches in all, 9 to the bend and 3 beyond it."""
    field = Field([foot("us-line", "A", 42, 45, 180)], [foot("cs-line", "B", 30, 24, 0)])
    beaten(field)
    field.unform("B")
    field["A"].path = [(30.0, 33.0), (42.0, 33.0)]
    field.do(lambda: pursue(field.game, field["B"], field["A"]))
    assert field.at("B") == (33.0, 33.0)


@pytest.mark.parametrize(("switch", "fights"), [("stop", False), ("fight", True)])
def test_another_enemy_in_the_way_of_a_pursuit(switch: str, fights: bool) -> None:
    field = Field(
        [foot("us-cav", "A", 30, 28, 180), foot("us-line", "C", 33, 34, 180)],
        [foot("cs-line", "B", 30, 22, 0)],
        **{"pursuit-meets": switch},
    )
    beaten(field)
    field["A"].from_unit = field["B"].id
    field.unform("B")
    field.game.tell(PursuitDue(field["B"].id, field["A"].id))
    field.compulsory("flight away")
    assert field["B"].in_melee() is fights
    if not fights:
        assert field["C"].shape.y - field["C"].shape.half_d - field["B"].y - field["B"].shape.half_d >= 0.99


def test_following_up_is_straight_into_contact() -> None:
    field = facing_off()
    field.do(lambda: follow_up(field.game, field["B"], field["A"]))
    assert field["B"].y + field["B"].shape.half_d == pytest.approx(field["A"].y - field["A"].shape.half_d)
    assert can_reach(field.battle, field["B"], field["A"])


def test_a_retreat_received_in_phase_4_moves_twice_before_its_first_rally() -> None:
    """Trap 28: at once, and in the next phase 3."""
    field = Field([foot("us-line", "A", 30, 30, 180)], [foot("cs-line", "B", 30, 25, 0)])
    beaten(field)
    field.do(lambda: flee(field.game, field["A"]), "flight away")
    assert field.at("A") == (30.0, 42.0)
    field.next_turn()
    field.compulsory("flight baseline", first=CONFEDERATE)
    assert field.at("A") == (30.0, 54.0)
    assert field["A"].formation == Formation.MOB != Formation.LINE
    assert [event.how for event in of(field.game.log, Moved)] == ["retreats", "retreats", "retreats"]
