"""Guns, grenades and cones on the table: what they may be laid on, whom they find, and what the crew does for it."""

from __future__ import annotations

from typing import Any

import pytest
from rules.gaslight.situation import Men, Yard, crew, extra, machine, main, men, row
from tabletop import cited, ground, of, one, rolls

from playsheet.core.figures import LOST
from playsheet.rules.gaslight.battle.events import Attached, Moved
from playsheet.rules.gaslight.battle.fight_events import (
    Burst,
    Fired,
    GunFired,
    GunHit,
    GunMoved,
    GunRepairTried,
    Struck,
)
from playsheet.rules.gaslight.battle.machine_events import MachineSaved
from playsheet.rules.gaslight.options.cannon import GunRegion, serving
from playsheet.rules.gaslight.table.cannon import forced_gun_shot
from playsheet.rules.gaslight.table.grenades import forced_cone, forced_launch
from playsheet.rules.gaslight.terms import Cover, HitResult, ModelMark, ShotKind


def twelve_pounder(x: float = 12.0, y: float = 9.0, name: str = "Gun", **more: object) -> Men:
    """A medium smoothbore whose muzzle is an inch north of (x, y)."""
    return men("gl-12-pounder", name, crew(x, y, 5), at=(x, y), **more)


def mountain_gun(x: float, y: float, name: str = "Gun", **more: object) -> Men:
    return men("gl-mountain-gun", name, crew(x, y, 4), at=(x, y), **more)


def foes(spots: list[tuple[float, float]], name: str = "Foe", facing: float = 180.0, **more: object) -> Men:
    """Redcoats who are Extras all, and lead themselves."""
    return men("gl-redcoats", name, spots, facing, figures=[extra(len(spots))], **more)


def two_ranks(x: float = 10.0, y: float = 30.0) -> list[tuple[float, float]]:
    """Five files a base wide, the front rank first."""
    return [(x + k % 5, y + k // 5) for k in range(10)]


def killed(yard: Yard, told: list[Any], name: str) -> list[int]:
    """Whom of a unit a shot has killed, by their places on the card, in the order in which they fell."""
    first = yard[name].first
    return [event.figure - first for event in of(told, Struck) if not event.saved]


# ---------------------------------------------------------------- shells


def test_w9_front_rear_left_right_of_the_first_casualty() -> None:
    yard = Yard([twelve_pounder()], [foes(two_ranks())])
    told = yard.order("Gun", "gun_fire:{Foe}", dice=[11, 10, 14])
    fired = one(told, GunFired)
    assert (fired.how, fired.distance, fired.hits, fired.cover) == (ShotKind.SHELL, 20.5, 1, Cover.NONE)
    assert (one(told, Burst).most, one(told, Burst).first) == (4, yard["Foe"].first + 6)
    assert killed(yard, told, "Foe") == [6, 1, 5, 7]
    assert yard.places("Foe") == [0, 2, 3, 4, 8, 9]
    assert {"R51", "R57", "R56", "R40"} <= cited(told)


def test_a_shell_that_misses_does_nothing_and_equal_misses() -> None:
    yard = Yard([twelve_pounder()], [foes(two_ranks())])
    told = yard.order("Gun", "gun_fire:{Foe}", dice=[12])
    assert one(told, GunFired).hits == 0
    assert not of(told, Struck)


@pytest.mark.parametrize(("die", "hits"), [(5, 1), (6, 0)])
def test_half_the_range_is_long_already(die: int, hits: int) -> None:
    yard = Yard([twelve_pounder()], [foes([(12, 34)])])
    told = yard.order("Gun", "gun_fire:{Foe}", dice=[die, 1, 1] if hits else [die])
    assert one(told, GunFired).distance == 24.0
    assert one(told, GunFired).hits == hits


def test_the_single_band_of_a_switch_has_no_long_range() -> None:
    yard = Yard([twelve_pounder()], [foes([(12, 34)])], **{"gun-long-range": "single-band"})
    assert one(yard.order("Gun", "gun_fire:{Foe}", dice=[11, 1, 1]), GunFired).hits == 1


def test_exactly_at_its_range_is_in_unless_the_switch_says_otherwise() -> None:
    sides = [twelve_pounder()], [foes([(12, 58)])]
    assert "gun_fire:Foe" in Yard(*sides).offered("Gun")
    assert "gun_fire:Foe" not in Yard(*sides, **{"gun-range-edge": "strict"}).offered("Gun")
    assert "gun_fire:Foe" not in Yard([twelve_pounder()], [foes([(12, 58.01)])]).offered("Gun")


def test_the_arc_is_the_frontal_180_from_the_muzzle() -> None:
    assert "gun_fire:Foe" in Yard([twelve_pounder()], [foes([(30, 10)])]).offered("Gun")
    assert "gun_fire:Foe" not in Yard([twelve_pounder()], [foes([(30, 9.9)])]).offered("Gun")
    partly = Yard([twelve_pounder()], [foes([(30, 9), (30, 10.2)])])
    assert "gun_fire:Foe" in partly.offered("Gun")  # one of them is enough (R38)


def test_a_wood_between_hides_and_a_wood_about_them_covers() -> None:
    hidden = Yard([twelve_pounder()], [foes([(12, 40)])], [ground("woods", rect=[6, 20, 18, 30])])
    assert "gun_fire:Foe" not in hidden.offered("Gun")
    covered = Yard([twelve_pounder()], [foes([(12, 28)])], [ground("woods", rect=[6, 20, 18, 30])])
    told = covered.order("Gun", "gun_fire:{Foe}", dice=[11])
    assert one(told, GunFired).hits == 0  # 11 + 1 is not below 12


def test_nobody_fires_at_enemies_in_contact_with_friends() -> None:
    yard = Yard([twelve_pounder(), men("gl-hero", "Hero", [(12, 30)])], [foes([(12, 31), (14, 31)])])
    assert "gun_fire:Foe" not in yard.offered("Gun")


def test_friends_and_machines_in_the_radius_are_caught_but_never_guns() -> None:
    yard = Yard(
        [twelve_pounder(), men("gl-hero", "Hero", [(12, 28)])],
        [foes([(12, 30)]), machine("gl-walker", "Walker", 12, 34.5), mountain_gun(15.4, 30, "Battery", facing=180)],
    )
    # most 20 / 3 = 7; front: the Hero, shot from behind (14 / 2 = 7); rear: the walker; right: three gunners in turn
    told = yard.order("Gun", "gun_fire:{Foe}", dice=[3, 20, 1, 6, 9, 1])
    gunners = yard["Battery"].first
    struck = [(event.figure, event.saved) for event in of(told, Struck)]
    assert struck[:2] == [(yard["Foe"].first, False), (yard["Hero"].first, True)]
    assert struck[2:] == [(gunners + 3, False), (gunners + 1, False), (gunners, True)]
    assert one(told, MachineSaved).outcome == HitResult.BOUNCE  # 9 + 0 is below 10
    assert not of(told, GunHit)
    assert yard.battle.gun_of(yard["Battery"]) >= 0


def test_by_switch_only_the_target_unit_is_caught() -> None:
    yard = Yard(
        [twelve_pounder(), men("gl-hero", "Hero", [(12, 28)])],
        [foes([(12, 30)])],
        **{"blast-spill": "target-unit-only"},
    )
    told = yard.order("Gun", "gun_fire:{Foe}", dice=[3, 20, 1])
    assert [event.figure for event in of(told, Struck)] == [yard["Foe"].first]


def test_w13_a_character_shot_from_behind_has_half_his_save() -> None:
    villain = men("gl-villain", "Villain", [(12, 30)], facing=0.0)
    yard = Yard([twelve_pounder()], [villain])
    told = yard.order("Gun", "gun_fire:{Villain}", dice=[3, 1, 1, 6])
    assert one(told, Struck).saved is False
    assert rolls(told, "Saving throw, shot from behind")
    front = Yard([twelve_pounder()], [men("gl-villain", "Villain", [(12, 30)], facing=180.0)])
    assert one(front.order("Gun", "gun_fire:{Villain}", dice=[3, 1, 1, 6]), Struck).saved is True


def test_a_shell_on_a_machine_is_one_hit_and_does_not_spread() -> None:
    yard = Yard([twelve_pounder()], [machine("gl-walker", "Walker", 12, 30, 180), foes([(12, 33)])])
    told = yard.order("Gun", "gun_fire_machine:{Walker}", dice=[3, 12, 4])
    assert one(told, GunFired).distance == 18.5  # to the nearest point of the hull
    assert one(told, MachineSaved).outcome == HitResult.PENETRATING
    assert not of(told, Burst)
    assert yard.engine("Walker").shoot() == 9


# ---------------------------------------------------------------- who serves a gun


def test_all_who_can_serve_it_spend_their_action_and_it_does_one_thing() -> None:
    yard = Yard([twelve_pounder()], [foes(two_ranks())])
    yard.order("Gun", "gun_fire:{Foe}", dice=[20])
    gun = yard["Gun"]
    assert all(yard.battle.marked(figure, ModelMark.ACTED) for figure in yard.battle.members(gun))
    assert not [key for key in yard.offered("Gun", again=True) if key.startswith("gun")]


def test_w17_fire_reload_fire() -> None:
    yard = Yard([twelve_pounder()], [foes(two_ranks())])
    yard.order("Gun", "gun_fire:{Foe}", dice=[20])
    offered = yard.offered("Gun")
    assert "gun_reload" in offered
    assert "gun_fire:Foe" not in offered
    yard.order("Gun", "gun_reload")
    assert yard.battle.marked(yard["Gun"].model, ModelMark.LOADED)
    assert not [key for key in yard.offered("Gun", again=True) if key.startswith("gun")]
    assert "gun_fire:Foe" in yard.offered("Gun")


def test_by_switch_guns_never_reload() -> None:
    yard = Yard([twelve_pounder()], [foes(two_ranks())], **{"cannon-reload": "never"})
    yard.order("Gun", "gun_fire:{Foe}", dice=[20])
    assert "gun_fire:Foe" in yard.offered("Gun")


def test_the_best_shoot_of_those_within_an_inch() -> None:
    away = [(20.0, 9.0), *crew(12, 9, 5)[1:]]
    yard = Yard([men("gl-12-pounder", "Gun", away, at=(12, 9))], [foes(two_ranks())])
    told = yard.order("Gun", "gun_fire:{Foe}", dice=[10])
    fired = one(told, GunFired)
    assert (fired.hits, len(fired.crew)) == (0, 4)  # 10 is not below 10
    assert not yard.battle.marked(yard["Gun"].first, ModelMark.ACTED)


def test_exactly_an_inch_from_edge_to_edge_serves_and_more_does_not() -> None:
    near = Yard([men("gl-12-pounder", "Gun", row(5, 12, 6.5, 30)[2:3] + row(4, 60, 9), at=(12, 9))], [foes([(12, 30)])])
    assert "gun_fire:Foe" in near.offered("Gun")
    far = Yard([men("gl-12-pounder", "Gun", [(12, 6.49), *row(4, 60, 9)], at=(12, 9))], [foes([(12, 30)])])
    assert not [key for key in far.offered("Gun") if key.startswith("gun")]


def test_a_crew_in_contact_does_not_serve() -> None:
    yard = Yard(
        [men("gl-12-pounder", "Gun", [(12, 7.45), *row(4, 60, 9)], at=(12, 9))],
        [foes([(12, 6.45)], "Close"), foes([(12, 30)])],
    )
    assert not [key for key in yard.offered("Gun") if key.startswith("gun")]


def test_only_its_own_crew_serves_a_gun_and_no_attached_character() -> None:
    yard = Yard(
        [men("gl-mountain-gun", "Gun", row(4, 20, 9), at=(12, 9)), men("gl-hero", "Hero", [(12, 7.45)])],
        [foes([(12, 30)])],
    )
    yard.game.tell(Attached(yard["Hero"].id, yard["Gun"].id, False, "R7"))
    assert yard["Hero"].first in yard.battle.members(yard["Gun"])
    assert not [key for key in yard.offered("Gun") if key.startswith("gun")]


# ---------------------------------------------------------------- weapons of the chart on a carriage


def test_a_gatling_fires_two_shots_and_its_hits_are_counted_off() -> None:
    yard = Yard([men("gl-gatling", "Gun", crew(12, 9, 4), at=(12, 9))], [foes(two_ranks(y=25.0))])
    told = yard.order("Gun", "gun_fire:{Foe}", dice=[11, 3, 9])
    assert (one(told, GunFired).how, one(told, GunFired).hits) == (ShotKind.AIMED, 2)
    assert killed(yard, told, "Foe") == [4, 9]  # n = 5, and five on
    assert "gun_fire:Foe" in yard.offered("Gun")  # it needs no reloading


def test_the_crew_of_an_open_machine_is_shot_at_in_hard_cover_and_no_shell_is_laid_on_it() -> None:
    yard = Yard(
        [men("gl-gatling", "Gatling", crew(12, 9, 4), at=(12, 9)), twelve_pounder(30, 9)],
        [machine("gl-steam-car", "Car", 20, 24, 180)],
    )
    assert {"gun_fire:Car", "gun_fire_machine:Car"} <= set(yard.offered("Gatling"))
    told = yard.order("Gatling", "gun_fire:{Car}", dice=[9, 10, 3])
    fired = one(told, GunFired)
    assert (fired.cover, fired.hits) == (Cover.HARD, 1)  # 9 + 2 is below 12, 10 + 2 is not
    assert killed(yard, told, "Car") == [1]
    assert yard.places("Car") == [0, 2]
    offered = yard.offered("Gun")
    assert "gun_fire_machine:Car" in offered
    assert "gun_fire:Car" not in offered
    closed = Yard([men("gl-gatling", "Gatling", crew(12, 9, 4), at=(12, 9))], [machine("gl-walker", "Walker", 12, 24)])
    assert "gun_fire:Walker" not in closed.offered("Gatling")


# ---------------------------------------------------------------- at a gun and its crew


def in_a_row() -> Men:
    """An enemy gun that faces south, its crew side by side behind it."""
    return men("gl-mountain-gun", "Battery", [(12 + (k - 1.5) * 1.05, 31.55) for k in range(4)], 180.0, (12, 30))


def test_w10_heavy_fire_hits_crew_and_gun() -> None:
    yard = Yard([mountain_gun(12, 9)], [in_a_row()])
    told = yard.order("Gun", "gun_fire:{Battery}", dice=[3, 6, 8, 3])
    assert killed(yard, told, "Battery") == [1, 3]
    assert one(told, GunHit).destroyed
    assert yard.battle.gun_of(yard["Battery"]) == -1
    assert yard.battle.figures.state[yard["Battery"].model] == LOST
    assert not of(told, Burst)
    assert {"R59", "R62", "R61", "R98"} <= cited(told)


def test_odd_is_the_crew_only() -> None:
    yard = Yard([mountain_gun(12, 9)], [in_a_row()])
    told = yard.order("Gun", "gun_fire:{Battery}", dice=[3, 6, 7, 3])
    assert not of(told, GunHit)
    assert yard.battle.gun_of(yard["Battery"]) >= 0


def test_small_arms_throw_no_such_die() -> None:
    yard = Yard([men("gl-gatling", "Gatling", crew(12, 15, 4), at=(12, 15))], [in_a_row()])
    told = yard.order("Gatling", "gun_fire:{Battery}", dice=[3, 20, 4])
    assert killed(yard, told, "Battery") == [1]
    assert not rolls(told, "Is the gun hit too?")


def test_by_switch_a_heavy_machine_gun_is_heavy() -> None:
    gun = men("gl-gatling", "Gun", crew(12, 15, 4), at=(12, 15), gun={"weapon": "heavy-machine-gun", "move": 4})
    yard = Yard([gun], [in_a_row()], **{"heavy-machine-gun-is-heavy": True})
    told = yard.order("Gun", "gun_fire:{Battery}", dice=[3, 4, 20, 20, 7, 8, 4])
    assert killed(yard, told, "Battery") == [1, 3]
    assert one(told, GunHit)


def test_by_switch_a_die_for_each_of_the_crew_hit() -> None:
    yard = Yard([mountain_gun(12, 9)], [in_a_row()], **{"gun-die": "per-crew-hit"})
    told = yard.order("Gun", "gun_fire:{Battery}", dice=[3, 6, 7, 8, 3])
    assert one(told, GunHit)


def test_by_switch_a_gun_is_only_broken_and_mended_below_the_best_shoot() -> None:
    yard = Yard([mountain_gun(12, 9)], [in_a_row()], **{"gun-hit": "repairable"})
    yard.order("Gun", "gun_fire:{Battery}", dice=[3, 4, 8, 5])
    gun = yard["Battery"].model
    assert yard.battle.marked(gun, ModelMark.BROKEN)
    offered = yard.offered("Battery")
    assert {"gun_repair", "gun_move"} <= set(offered)
    assert "gun_fire:Gun" not in offered
    assert not one(yard.order("Battery", "gun_repair", dice=[12]), GunRepairTried).mended
    assert one(yard.order("Battery", "gun_repair", dice=[11]), GunRepairTried).mended
    assert "gun_fire:Gun" in yard.offered("Battery")


def test_men_who_have_left_their_gun_are_figures_like_others() -> None:
    spots = [(30 + k * 1.2, 31) for k in range(4)]
    yard = Yard([mountain_gun(30, 9)], [men("gl-mountain-gun", "Battery", spots, 180.0, (12, 30))])
    told = yard.order("Gun", "gun_fire:{Battery}", dice=[3, 1, 3])
    assert one(told, Burst).most == 1
    assert killed(yard, told, "Battery") == [1]
    assert not rolls(told, "Is the gun hit too?")


# ---------------------------------------------------------------- at machines: W8 and W20


def hmg(y: float = 15.0) -> Men:
    return men("gl-gatling", "HMG", crew(12, y, 4), at=(12, y), gun={"weapon": "heavy-machine-gun", "move": 4})


def test_w8_a_heavy_machine_gun_at_a_machine() -> None:
    yard = Yard([hmg()], [machine("gl-walker", "Walker", 12, 30, 180)])
    # two hits; 15 - 5 = 10 is the Save: non-penetrating 8, minor damage 7: Sustain 14, extra Sustain held by 13;
    # 20 - 5 = 15 penetrates: 9 kills one of two, the second
    told = yard.order("HMG", "gun_fire_machine:{Walker}", dice=[3, 11, 12, 19, 15, 8, 7, 13, 20, 9, 2])
    assert one(told, GunFired).hits == 2
    assert [event.outcome for event in of(told, MachineSaved)] == [1, 2]
    walker = yard.engine("Walker")
    assert (walker.sustain(), walker.save()) == (14, 10)
    assert yard.places("Walker") == [0]
    assert yard["Walker"].pending


def test_w20_the_second_hit_meets_the_save_that_is_left() -> None:
    yard = Yard([hmg()], [machine("gl-walker", "Walker", 12, 30, 180)])
    told = yard.order("HMG", "gun_fire_machine:{Walker}", dice=[3, 3, 20, 20, 17, 5, 13, 1])
    assert [event.outcome for event in of(told, MachineSaved)] == [2, 1]
    assert yard.engine("Walker").save() == 8


# ---------------------------------------------------------------- grapeshot


def test_grapeshot_needs_no_roll_to_hit_and_takes_thirteen_inches_in() -> None:
    yard = Yard([twelve_pounder()], [foes([(12, 23), (13.2, 22.9), (20, 20)])])
    told = yard.order("Gun", "gun_grape:{Foe}", "aim aim:{Foe.0}", dice=[5, 2])
    fired = one(told, GunFired)
    assert (fired.how, fired.hits, fired.model, fired.cover) == (ShotKind.GRAPE, 2, yard["Foe"].first, Cover.NONE)
    assert killed(yard, told, "Foe") == [0, 1]  # 12.955 is nearer than 13; (20, 20) is outside the cone
    assert {"R64", "R65"} <= cited(told)
    too_far = Yard([twelve_pounder()], [foes([(12, 23.01)])])
    assert "gun_grape:Foe" not in too_far.offered("Gun")


def test_by_switch_grapeshot_reaches_as_far_as_the_gun() -> None:
    yard = Yard([twelve_pounder()], [foes([(12, 58)])], **{"grapeshot-range": "ordnance"})
    assert "gun_grape:Foe" in yard.offered("Gun")


def test_grapeshot_is_nothing_to_a_machine() -> None:
    yard = Yard([twelve_pounder()], [machine("gl-walker", "Walker", 12, 16)])
    assert not [key for key in yard.offered("Gun") if "grape" in key]


def test_by_switch_a_swivel_gun_is_all_cone_and_reaches_less_than_24() -> None:
    swivel = men(
        "gl-gatling", "Gun", crew(12, 9, 4), at=(12, 9), gun={"weapon": "swivel-gun", "reload": True, "move": 4}
    )
    aimed = Yard([swivel], [foes([(12, 33.99)])])
    assert [key for key in aimed.offered("Gun") if key.startswith("gun_")] == ["gun_fire:Foe", "gun_move"]
    cone = Yard([swivel], [foes([(12, 33.99)])], **{"swivel-gun": "grape"})
    assert [key for key in cone.offered("Gun") if key.startswith("gun_")] == ["gun_grape:Foe", "gun_move"]
    assert one(cone.order("Gun", "gun_grape:{Foe}", dice=[1, 1]), GunFired).how == ShotKind.CONE
    assert "gun_grape:Foe" not in Yard([swivel], [foes([(12, 34)])], **{"swivel-gun": "grape"}).offered("Gun")


# ---------------------------------------------------------------- moving guns


def test_a_gun_is_manhandled_four_inches_and_its_crew_keeps_near() -> None:
    yard = Yard([twelve_pounder(30, 20)], [foes([(30, 60)])])
    told = yard.order("Gun", "gun_move", "gun_move 30,24,45")
    moved = one(told, GunMoved)
    assert yard.at("Gun") == (30.0, 24.0)
    assert yard.battle.figures.facing[yard["Gun"].model] == 45.0
    assert len(moved.crew) == 5
    assert "gun_fire:Foe" in yard.offered("Gun")  # served as before


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ((30.0, 24.1, 0.0), "at most 4 inches"),
        ((30.0, 24.0, 360.0), "a facing from 0 to 360"),
    ],
)
def test_what_a_gun_cannot_be_moved_to(value: tuple[float, float, float], said: str) -> None:
    yard = Yard([twelve_pounder(30, 20)], [foes([(30, 60)])])
    with pytest.raises(AssertionError, match=said):
        yard.order("Gun", "gun_move", "gun_move {},{},{}".format(*value))


def test_rough_ground_walls_buildings_enemies_and_the_edge() -> None:
    woods = Yard([twelve_pounder(30, 20)], [foes([(30, 60)])], [ground("woods", rect=[20, 21, 40, 30])])
    with pytest.raises(AssertionError, match=r"at most 2\.00 inches"):
        woods.order("Gun", "gun_move", "gun_move 30,23,0")
    woods.script.lines.clear()
    woods.order("Gun", "gun_move", "gun_move 30,22,0")
    wall = Yard([twelve_pounder(30, 20)], [foes([(30, 60)])], [ground("wall", line=[[20, 21], [40, 21]])])
    with pytest.raises(AssertionError, match=r"at most 2\.00 inches"):
        wall.order("Gun", "gun_move", "gun_move 30,23,0")
    hut = Yard([twelve_pounder(30, 20)], [foes([(30, 60)])], [ground("building", rect=[25, 22, 35, 30])])
    with pytest.raises(AssertionError, match="something stands in the way"):
        hut.order("Gun", "gun_move", "gun_move 30,23,0")
    enemy = Yard([twelve_pounder(30, 20)], [foes([(30, 24)])])
    with pytest.raises(AssertionError, match="something stands in the way"):
        enemy.order("Gun", "gun_move", "gun_move 30,22.1,0")
    edge = Yard([twelve_pounder(30, 4)], [foes([(30, 60)])])
    with pytest.raises(AssertionError, match="leave the table"):
        edge.order("Gun", "gun_move", "gun_move 30,0.5,0")


def test_there_must_be_room_for_gun_and_crew() -> None:
    friends = men("gl-redcoats", "Friends", row(10, 30, 24, 1.0), 0.0)
    yard = Yard([twelve_pounder(30, 20), friends], [foes([(30, 60)])])
    with pytest.raises(AssertionError, match="no room for the gun"):
        yard.order("Gun", "gun_move", "gun_move 30,23,0")
    yard.script.lines.clear()
    yard.order("Gun", "gun_move", "gun_move 30,22.5,0")


def test_a_siege_gun_only_turns_and_that_is_its_move() -> None:
    yard = Yard([men("gl-siege-gun", "Gun", [*crew(30, 20, 6)[1:], (30, 17.5)], at=(30, 20))], [foes([(50, 20)])])
    before = [yard.at("Gun", place) for place in range(6)]
    told = yard.order("Gun", "gun_move", "gun_move 30,20,90")
    assert one(told, GunMoved).facing == 90.0
    assert [yard.at("Gun", place) for place in range(6)] == before
    assert not [key for key in yard.offered("Gun", again=True) if key.startswith("gun")]


def test_samples_of_a_gun_s_move_are_legal_and_never_none() -> None:
    for terrain in ([], [ground("building", rect=[25, 22, 35, 30]), ground("woods", rect=[10, 10, 29, 21])]):
        yard = Yard([twelve_pounder(30, 20)], [foes([(30, 60)])], terrain)
        yard.activate("Gun")
        region = GunRegion(yard.battle, yard["Gun"], serving(yard.battle, yard["Gun"]))
        samples = region.samples()
        assert len(samples) > 3
        assert not [value for value in samples if region.refusal(value)]


# ---------------------------------------------------------------- the failure chart


def test_a_crewman_fires_at_a_random_unit_with_his_own_shoot() -> None:
    yard = Yard([twelve_pounder()], [foes([(12, 30)], "One"), foes([(16, 30)], "Two"), foes([(12, 3)], "Behind")])
    gun = yard["Gun"]
    told = yard.do(lambda: forced_gun_shot(yard.game, gun, gun.first + 1), dice=[2, 9, 1, 1])
    fired = one(told, GunFired)
    assert (fired.target, fired.crew, fired.forced, fired.hits) == (yard["Two"].id, [gun.first + 1], True, 1)
    assert "R21" in cited(told)
    assert not yard.battle.marked(gun.model, ModelMark.LOADED)
    assert not yard.do(lambda: forced_gun_shot(yard.game, gun, gun.first + 2))  # empty now


def test_a_forced_shot_needs_a_target_and_somebody_at_the_gun() -> None:
    nobody = Yard([twelve_pounder()], [foes([(12, 3)])])
    assert not nobody.do(lambda: forced_gun_shot(nobody.game, nobody["Gun"], nobody["Gun"].first))
    away = Yard([men("gl-12-pounder", "Gun", [(30, 9), *crew(12, 9, 5)[1:]], at=(12, 9))], [foes([(12, 30)])])
    assert not away.do(lambda: forced_gun_shot(away.game, away["Gun"], away["Gun"].first))
    told = away.do(lambda: forced_gun_shot(away.game, away["Gun"], away["Gun"].first + 1), dice=[20])
    assert one(told, GunFired).target == away["Foe"].id  # no die for a single one


def fired_by_panic(mark: int, loaded: bool = True) -> bool:
    """Does the gun go off?"""
    gun = mountain_gun(30, 10)
    yard = Yard([gun], [foes([(30, 30)])])
    model = yard["Gun"].model
    if mark:
        yard.battle.mark(model, mark)
    if not loaded:
        yard.battle.unmark(model, ModelMark.LOADED)
    fires = not mark and loaded
    told = yard.do(lambda: forced_gun_shot(yard.game, yard["Gun"], yard["Gun"].first), dice=[20] if fires else [])
    return bool(of(told, GunFired))


def test_a_panicky_gunner_fires_no_gun_that_is_empty_broken_or_has_done_its_one_thing() -> None:
    assert fired_by_panic(0)
    assert not fired_by_panic(0, loaded=False)
    assert not fired_by_panic(ModelMark.BROKEN)
    assert not fired_by_panic(ModelMark.ACTED)


# ---------------------------------------------------------------- grenades


def sappers(spots: list[tuple[float, float]], name: str = "Sappers", **more: object) -> Men:
    return men("gl-sappers", name, spots, **more)


def test_w18_a_grenade_by_an_extra() -> None:
    spots = [(20.0, 28.0), (13.2, 27.1), *row(4, 20, 26)]
    yard = Yard([sappers(spots)], [foes([(12.0, 30.0), (13.2, 30.0), (14.4, 30.0)])])
    told = yard.order("Sappers", "throw:{Sappers.1}", dice=[8, 12, 3])
    fired = one(told, Fired)
    assert (fired.how, round(fired.distance, 3), fired.hits) == (ShotKind.GRENADE, 2.9, 1)
    assert killed(yard, told, "Foe") == [1, 0, 2]  # the second of the ring, then left and right within 2 inches
    assert yard.battle.grenades[yard["Sappers"].first + 1] == 1
    assert yard.battle.marked(yard["Sappers"].first + 1, ModelMark.ACTED)
    assert yard.battle.marked(yard["Sappers"].first + 1, ModelMark.LOADED)  # his shotgun is


def test_a_character_names_the_first_casualty_of_his_grenade() -> None:
    yard = Yard([sappers([(12.0, 27.1), *row(5, 20, 26)])], [foes([(12.0, 30.0), (13.2, 30.0), (15.0, 30.0)])])
    told = yard.order("Sappers", "throw:{Sappers.0}", "model grenade:{Foe.0}", dice=[10, 6])
    assert one(told, Fired).model == yard["Foe"].first
    assert killed(yard, told, "Foe") == [0, 1]
    assert "R104" in cited(told)


def test_a_grenade_at_a_machine_saves_with_its_own_srm() -> None:
    yard = Yard([sappers([(20.0, 28.0), (12, 26.5), *row(4, 20, 26)])], [machine("gl-walker", "Walker", 12, 30)])
    told = yard.order("Sappers", "throw:{Sappers.1}", dice=[3, 20, 1])
    assert round(one(told, Fired).distance, 3) == 2.0
    assert one(told, MachineSaved).outcome == 1  # 20 - 10 is the Save


def test_a_grenade_at_a_gun_goes_by_the_crew() -> None:
    yard = Yard([sappers([(20.0, 28.0), (12, 27.0), *row(4, 20, 26)])], [in_a_row()])
    told = yard.order("Sappers", "throw:{Sappers.1}", dice=[3, 6, 8, 3])
    assert killed(yard, told, "Battery") == [1, 3]
    assert one(told, GunHit)


def test_grenades_reach_less_than_six_inches_and_run_out() -> None:
    spots = [(20.0, 28.0), (12, 24.0), *row(4, 20, 26)]
    assert "throw:Sappers.1" not in Yard([sappers(spots)], [foes([(12, 30)])]).offered("Sappers")
    yard = Yard([sappers([(20.0, 28.0), (12, 24.1), *row(4, 20, 26)])], [foes([(12, 30)])])
    for _ in range(2):
        assert "throw:Sappers.1" in yard.offered("Sappers")
        yard.order("Sappers", "throw:{Sappers.1}", dice=[20])
    assert "throw:Sappers.1" not in yard.offered("Sappers")


def launchers(row_id: str = "grenade-launcher-old") -> Men:
    return men(
        "gl-volunteers",
        "Launchers",
        [(20.0, 20.0), (12, 20.0)],
        figures=[main("leader", 12, 10, 9), extra(1, 9, 9)],
        weapon=row_id,
    )


def test_a_launcher_has_its_own_ranges_and_reload() -> None:
    yard = Yard([launchers()], [foes([(12.0, 30.0), (13.2, 30.0)])])
    told = yard.order("Launchers", "launch:{Launchers.1}", dice=[4, 9, 1])
    fired = one(told, Fired)
    assert (fired.how, fired.hits) == (ShotKind.LAUNCHER, 1)  # long range: below 5
    assert killed(yard, told, "Foe") == [0, 1]
    assert "launch:Launchers.1" not in yard.offered("Launchers")
    assert "reload" in yard.offered("Launchers", again=True)
    new = Yard([launchers("grenade-launcher-new")], [foes([(12.0, 30.0)], name="A"), foes([(16.0, 30.0)], name="B")])
    new.order("Launchers", "launch:{Launchers.1}", "aim_unit launch_unit:{A}", dice=[9])
    assert "launch:Launchers.1" in new.offered("Launchers")


def test_by_house_rule_a_launcher_fires_twice_and_each_grenade_for_itself() -> None:
    house = "[sheet.weapons.grenade-launcher-new]\nshots = 2"
    yard = Yard([launchers("grenade-launcher-new")], [foes([(12.0, 30.0), (13.2, 30.0)])], house=house)
    told = yard.order("Launchers", "launch:{Launchers.1}", dice=[3, 1, 1, 3, 1, 3])
    assert one(told, Fired).how == ShotKind.LAUNCHER  # told once
    assert killed(yard, told, "Foe") == [0, 1]
    yard = Yard([launchers("grenade-launcher-new")], [foes([(12.0, 30.0)])], house=house)
    told = yard.order("Launchers", "launch:{Launchers.1}", dice=[3, 1, 1])
    assert killed(yard, told, "Foe") == [0]  # nobody is left for the second


def test_forced_launchers() -> None:
    yard = Yard([launchers()], [foes([(12.0, 30.0)], "One"), foes([(14.0, 30.0), (15.2, 30)], "Two")])
    unit = yard["Launchers"]
    told = yard.do(lambda: forced_launch(yard.game, unit, unit.first + 1), dice=[2, 20])
    assert (one(told, Fired).target, one(told, Fired).forced) == (yard["Two"].id, True)
    named = Yard(
        [
            men(
                "gl-volunteers",
                "Launchers",
                [(13.0, 20.0)],
                figures=[main("leader", 12, 10, 9)],
                weapon="grenade-launcher-old",
            )
        ],
        [foes([(12.0, 30.0)], "One"), foes([(14.0, 30.0), (15.2, 30)], "Two")],
    )
    unit = named["Launchers"]
    told = named.do(lambda: forced_launch(named.game, unit, unit.first), dice=[2, 1, 20])
    assert one(told, Fired).model == named["Two"].first


# ---------------------------------------------------------------- shotguns


def test_w11_a_shotgun() -> None:
    spots = [(20.0, 28.0), (12, 25.5), *row(4, 20, 26)]
    yard = Yard([sappers(spots)], [foes([(12, 27.0), (12, 28.05), (12, 29.1), (12, 30.15)])])
    told = yard.order("Sappers", "cone:{Sappers.1}", "aim aim:{Foe.0}", dice=[5, 3])
    assert (one(told, Fired).how, one(told, Fired).hits) == (ShotKind.CONE, 3)
    assert killed(yard, told, "Foe") == [2, 1, 3]
    assert yard.places("Foe") == [0]
    assert not yard.battle.marked(yard["Sappers"].first + 1, ModelMark.LOADED)
    assert "cone:Sappers.1" not in yard.offered("Sappers")


def test_a_cone_hits_no_more_than_stand_in_it_and_takes_one_unit() -> None:
    spots = [(20.0, 28.0), (12, 25.0), *row(4, 20, 26)]
    yard = Yard([sappers(spots)], [foes([(12, 28), (14, 28)], "One"), foes([(12, 29.5)], "Two")])
    told = yard.order("Sappers", "cone:{Sappers.1}", "aim aim:{One.0}", dice=[6, 1])
    assert one(told, Fired).hits == 1  # (14, 28) is 33 degrees off, Two is another unit
    assert killed(yard, told, "One") == [0]


def test_the_cone_lies_anywhere_in_the_frontal_180_and_below_six_inches() -> None:
    spots = [(20.0, 28.0), (12, 25.0), *row(4, 20, 26)]
    assert "cone:Sappers.1" in Yard([sappers(spots)], [foes([(17.9, 25.0)])]).offered("Sappers")
    assert "cone:Sappers.1" not in Yard([sappers(spots)], [foes([(17.9, 24.9)])]).offered("Sappers")
    assert "cone:Sappers.1" not in Yard([sappers(spots)], [foes([(12, 31.0)])]).offered("Sappers")
    inclusive = Yard([sappers(spots)], [foes([(12, 31.0)])], **{"range-edge": "inclusive"})
    assert "cone:Sappers.1" in inclusive.offered("Sappers")


def test_a_character_may_lay_it_on_a_free_man_of_a_unit_in_a_fight() -> None:
    friends = men("gl-hero", "Hero", [(14.0, 29.0)])
    band = foes([(14.0, 30.0), (12.0, 30.0)])
    yard = Yard([sappers([(12, 26.0), (13.1, 26.0), *row(4, 20, 26)]), friends], [band])
    offered = yard.offered("Sappers")
    assert "cone:Sappers.0" in offered
    assert "cone:Sappers.1" not in offered
    told = yard.order("Sappers", "cone:{Sappers.0}", dice=[6, 1])  # nobody else may be aimed at: he is not asked
    assert killed(yard, told, "Foe") == [1]


def test_forced_shotguns() -> None:
    spots = [(12.0, 25.0), (13.1, 25.0), *row(4, 20, 26)]
    yard = Yard([sappers(spots)], [foes([(12, 28.0), (13.2, 29)], "One"), foes([(15, 28)], "Two")])
    unit = yard["Sappers"]
    told = yard.do(lambda: forced_cone(yard.game, unit, unit.first + 1), dice=[1, 1, 1])
    assert (one(told, Fired).target, one(told, Fired).model) == (yard["One"].id, yard["One"].first)  # the nearest
    told = yard.do(lambda: forced_cone(yard.game, unit, unit.first), dice=[2, 1, 1])
    assert one(told, Fired).target == yard["Two"].id


def test_he_throws_once_a_card_and_not_with_an_enemy_upon_him_whoever_else_is_in_reach() -> None:
    spots = [(12.0, 26.0), (20.0, 26.0), *row(4, 16, 22)]
    yard = Yard([sappers(spots)], [foes([(12, 27.0)], "Close"), foes([(14, 29), (18, 29)])])
    throws = [key for key in yard.offered("Sappers") if key.startswith("throw")]
    assert throws == ["throw:Sappers.1"]
    yard.battle.mark(yard["Sappers"].first + 1, ModelMark.ACTED)
    assert not [key for key in yard.offered("Sappers", again=True) if key.startswith("throw")]


def test_an_engaged_man_neither_throws_nor_fires() -> None:
    yard = Yard([sappers([(20.0, 28.0), (12, 29.0), *row(4, 20, 26)])], [foes([(12, 30), (14, 30)])])
    assert not [key for key in yard.offered("Sappers") if key in ("cone:Sappers.1", "throw:Sappers.1")]


def test_a_move_does_not_move_the_gun() -> None:
    yard = Yard([twelve_pounder(30, 20)], [foes([(30, 60)])])
    told = yard.order("Gun", "move", "move 30,18.45,30,16,0")
    assert one(told, Moved)
    assert yard.at("Gun") == (30.0, 20.0)
    assert not [key for key in yard.offered("Gun") if key.startswith("gun")]


def test_a_character_s_grenade_at_a_gunner_goes_by_the_crew_too() -> None:
    yard = Yard([sappers([(12, 28.45), *row(5, 20, 26)])], [in_a_row()])
    told = yard.order("Sappers", "throw:{Sappers.0}", "model grenade:{Battery.2}", dice=[5, 6, 8, 3])
    assert killed(yard, told, "Battery") == [1, 3]
    assert one(told, GunHit)
    assert "R109" in cited(told)
