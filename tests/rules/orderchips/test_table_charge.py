"""Charges, contact and breaking off on the table (4.3, R21, R34, R35, R70, R85)."""

from __future__ import annotations

from rules.orderchips.situation import Body, Muster, unit
from tabletop import cited, ground, of, one, rolls

from playsheet.rules.orderchips.battle.events import ChargeDeclared, ChargeOff, Locked, Moved, Unlocked
from playsheet.rules.orderchips.battle.fight_events import Fired, Fought, MoraleTested
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.ground.contact import assigned, strikers
from playsheet.rules.orderchips.options.acts import acts_of
from playsheet.rules.orderchips.options.charge import charge_targets, why_not_charge
from playsheet.rules.orderchips.options.moves import MoveRegion
from playsheet.rules.orderchips.options.steering import DriveRegion
from playsheet.rules.orderchips.terms import Bar, Order
from playsheet.tabletop.machines.machine import STALLED


def facing_off(gap: float = 7.0, arrow: str = "0", **rulings: object) -> Muster:
    """Ten rifles in two ranks, and twelve militia with their backs to nobody, base edges so far apart."""
    south = [unit("line-rifles", "Red", 30, 20, 0, 5)]
    north = [unit("militia", "Foe", 30, 21 + gap, 180, 6)]
    muster = Muster(south, north, rulings=dict(rulings))
    muster.chips(Red=f"move:{arrow}", Foe="stay:hold")
    return muster


# ---------------------------------------------------------------- 4.3.1: who may be charged


def test_a_charge_needs_sight_front_wedge_and_reach() -> None:
    near = facing_off()
    assert charge_targets(near.battle, near["Red"]) == [1]
    twelve = facing_off(12.0)
    assert charge_targets(twelve.battle, twelve["Red"]) == [1]  # six and a six
    far = facing_off(12.2)
    assert why_not_charge(far.battle, far["Red"], far["Foe"]) == Bar.TOO_FAR
    aside = facing_off(arrow="90")
    assert why_not_charge(aside.battle, aside["Red"], aside["Foe"]) == Bar.OFF_ARROW
    tower = ground("building", "the tower", rect=[28, 23, 32, 25])
    hidden = Muster([unit("line-rifles", "Red", 30, 20)], [unit("militia", "Foe", 30, 28, 180, 1, figures=1)], [tower])
    hidden.chips(Red="move:0")
    assert why_not_charge(hidden.battle, hidden["Red"], hidden["Foe"]) == Bar.HIDDEN
    stands = facing_off()
    stands.chips(Red="stay")
    assert not charge_targets(stands.battle, stands["Red"])


def test_the_line_must_be_clear_of_others_and_of_closed_ground() -> None:
    lake = ground("deep-water", "the pond", rect=[25, 23, 35, 25])
    wet = Muster([unit("line-rifles", "Red", 30, 20)], [unit("militia", "Foe", 30, 28, 180)], [lake])
    wet.chips(Red="move:0")
    assert why_not_charge(wet.battle, wet["Red"], wet["Foe"]) == Bar.TOO_FAR
    post = unit("hero", "Post", 30, 24, 180)
    held = Muster([unit("line-rifles", "Red", 30, 20)], [unit("militia", "Foe", 30, 28, 180), post])
    held.chips(Red="move:0")
    assert why_not_charge(held.battle, held["Red"], held["Foe"]) == Bar.NO_WAY
    assert not why_not_charge(held.battle, held["Red"], held["Post"])


def test_what_the_ground_costs_shortens_the_reach() -> None:
    wall = ground("wall", "the wall", line=[[20, 24], [40, 24]])
    muster = Muster([unit("line-rifles", "Red", 30, 20)], [unit("militia", "Foe", 30, 31, 180)], [wall])
    muster.chips(Red="move:0")
    assert not why_not_charge(muster.battle, muster["Red"], muster["Foe"])  # ten inches and two for the wall
    muster = Muster([unit("line-rifles", "Red", 30, 20)], [unit("militia", "Foe", 30, 31.2, 180)], [wall])
    muster.chips(Red="move:0")
    assert why_not_charge(muster.battle, muster["Red"], muster["Foe"]) == Bar.TOO_FAR


def test_guns_do_not_charge_and_nobody_who_is_locked() -> None:
    muster = Muster([unit("field-gun", "Gun", 30, 20)], [unit("militia", "Foe", 30, 27, 180)])
    muster.chips(Gun="move:0")
    assert not charge_targets(muster.battle, muster["Gun"])
    locked = facing_off(0.0)
    locked.lock("Red", "Foe")
    assert not charge_targets(locked.battle, locked["Red"])


# ---------------------------------------------------------------- 4.3.2 to 4.3.6: the charge itself


def test_a_charge_goes_home_and_locks_both() -> None:
    muster = facing_off()
    told = muster.act("Red", "act charge:{Foe}", dice=[3, 4, 2])  # test on 9, receive on 12, bonus 2
    assert [event.unit for event in of(told, MoraleTested)] == [0, 1]
    assert one(told, Locked).ruling == "R70"
    assert muster.at("Red") == (30, 27)  # the leader's base touches
    assert muster["Red"].locked == [1]
    assert muster["Foe"].moved  # it loses its move
    assert {"R34", "R63", "R70"} <= cited(told)
    assert not muster["Red"].charging


def test_the_bonus_is_rolled_after_the_tests_and_may_fall_short() -> None:
    muster = facing_off(12.0)
    told = muster.act("Red", "act charge:{Foe}", dice=[3, 4, 1])
    order = [event.why for event in rolls(told)]
    assert order == ["Morale test", "Morale test", "Charge bonus"]
    assert muster.at("Red") == (30, 27)  # six and one: the full distance along the line
    assert not muster["Red"].is_locked()
    assert muster["Red"].counts_as_moving()


def test_a_charger_who_fails_does_not_go() -> None:
    muster = facing_off()
    told = muster.act("Red", "act charge:{Foe}", dice=[10, 3])  # row 3: mills
    assert one(told, ChargeOff).ruling == "R21"
    assert [event.unit for event in of(told, MoraleTested)] == [0]
    assert muster.at("Red") == (30, 20)
    assert muster["Red"].next_no_action
    assert muster["Red"].moved


def test_standing_firm_is_as_good_as_passing() -> None:
    muster = facing_off()
    told = muster.act("Red", "act charge:{Foe}", dice=[10, 1, 4, 2])  # row 1
    assert not of(told, ChargeOff)
    assert muster["Red"].is_locked()


def test_a_receiver_who_runs_is_followed_as_far_as_it_goes() -> None:
    muster = facing_off()
    muster.lose("Foe", 6)
    told = muster.act("Red", "act charge:{Foe}", dice=[3, 9, 4, 2])  # row 4: back six inches
    assert muster.at("Foe") == (30, 34)
    assert not muster["Red"].is_locked()
    assert muster.at("Red") == (30, 28)  # six and two, straight on
    assert muster["Foe"].forced
    assert [event.how for event in of(told, Moved)] == ["backs", "charges"]


def test_a_fire_window_before_the_tests_lowers_the_head_count() -> None:
    muster = facing_off()
    muster.chips(Red="move:0", Foe="stay")
    muster.lose("Red", 4)
    dice = [1] * 5 + [9] * 7 + [1]  # volley 3 + 1: five of the six fall, and the last man tests on 1 - 1
    told = muster.act("Red", "act charge:{Foe}", "window fire:1>0", dice=[*dice, 3])
    fired = one(told, Fired)
    assert fired.charging
    assert fired.interrupt
    assert one(told, MoraleTested).unit == 0
    assert muster["Red"].figures == 1
    assert one(told, ChargeOff)


def test_by_switch_there_is_no_window_before_the_tests() -> None:
    muster = facing_off(3.0, **{"charge-fire": "during-only"})
    muster.chips(Red="move:0", Foe="stay")
    answers = ["act charge:{Foe}", "window hold", "window hold"]  # after each of two full inches, until contact
    told = muster.act("Red", *answers, dice=[3, 4, 2])
    names = [type(event).__name__ for event in told]
    assert names.index("ChargeDeclared") < names.index("MoraleTested") < names.index("Moved")
    assert muster["Red"].is_locked()


def test_windows_at_each_inch_until_contact_and_none_after_it() -> None:
    muster = facing_off(3.0)
    muster.chips(Red="move:0", Foe="stay")
    muster.act("Red", "act charge:{Foe}", *["window hold"] * 3, dice=[3, 4, 2])
    assert muster["Red"].is_locked()


# ---------------------------------------------------------------- 4.3.6: who is in contact


def lines_in_contact(second: bool = False) -> ChipBattle:
    """Six against six in two ranks, front to front."""
    rulings: dict[str, object] = {"melee-reach": "contact-plus-second-rank"} if second else {}
    south = [unit("line-rifles", "Red", 30, 20, 0, 3, figures=6)]
    muster = Muster(south, [unit("militia", "Foe", 30, 21, 180, 3, figures=6)], rulings=rulings)
    muster.lock("Red", "Foe")
    return muster.battle


def test_models_within_two_inches_of_a_locked_enemy_are_in_contact() -> None:
    battle = lines_in_contact()
    found = strikers(battle, battle.units[0], battle.units[1])
    assert [each.model for each in found] == [0, 1, 2, 3, 4, 5]  # the second rank stands an inch behind the first
    assert not strikers(battle, battle.units[0], battle.units[0])


def test_every_target_is_met_before_any_is_met_twice_and_three_are_the_most() -> None:
    battle = lines_in_contact()
    taken: dict[int, int] = {}
    chosen = assigned(battle, strikers(battle, battle.units[0], battle.units[1]), taken)
    assert all(model >= 0 for model in chosen)
    assert max(taken.values()) <= 2
    one_man = Muster([unit("line-rifles", "Red", 30, 20, 0, 5)], [unit("militia", "Foe", 30, 21, 180, 1, figures=1)])
    one_man.lock("Red", "Foe")
    battle = one_man.battle
    chosen = assigned(battle, strikers(battle, battle.units[0], battle.units[1]), {})
    assert [model for model in chosen if model >= 0] == [battle.units[1].first] * 3
    assert chosen[3:] == [-1] * (len(chosen) - 3)  # all full: they do not roll


def test_by_switch_the_man_behind_fights_too() -> None:
    deep = [unit("lancers", "Red", 30, 20, 0, 1, figures=3)]
    for second, n in ((False, 2), (True, 3)):  # the second man is just within a step
        rulings: dict[str, object] = {"melee-reach": "contact-plus-second-rank"} if second else {}
        muster = Muster(deep, [unit("militia", "Foe", 30, 21.5, 180, 1, figures=1)], rulings=rulings)
        muster.lock("Red", "Foe")
        found = strikers(muster.battle, muster["Red"], muster["Foe"])
        assert len(found) == n


def test_whoever_is_at_a_gun_is_at_its_crew() -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 20, 0, 5)], [unit("field-gun", "Gun", 30, 31, 180)])
    muster.chips(Red="move:0", Gun="stay:hold")
    muster.act("Red", "act charge:{Gun}", dice=[3, 4, 2])
    assert muster.at("Red") == (30, 27)  # at the muzzle, three inches from the crew
    assert muster["Red"].locked == [1]
    assert len(strikers(muster.battle, muster["Red"], muster["Gun"])) > 0
    assert len(strikers(muster.battle, muster["Gun"], muster["Red"])) == 4


# ---------------------------------------------------------------- 4.3.8: breaking off


def test_breaking_off_costs_free_blows_and_ends_the_lock() -> None:
    muster = facing_off(0.0, arrow="180")
    muster.lock("Red", "Foe")
    blows = [9] * 11 + [1]
    told = muster.act("Red", "act move", "move 30,14,30,14,180,5", dice=blows)
    fought = one(told, Fought)
    assert fought.hits == 1
    assert muster["Red"].figures == 9
    assert one(told, Unlocked)
    assert muster.at("Red") == (30, 14)
    assert {event.how for event in of(told, Moved)} == {"breaks-off"}


def test_one_inch_clear_is_enough_and_less_is_not_allowed() -> None:
    muster = facing_off(0.0, arrow="180")
    muster.lock("Red", "Foe")
    region = MoveRegion(muster.battle, muster["Red"], Order.CLOSE)
    assert "no room" in region.refusal((30, 19.5, 30, 19.5, 0, 5))
    told = muster.act("Red", "act move", "move 30,19,30,19,0,5", dice=[9] * 12)
    assert one(told, Unlocked).ruling == "R88"
    assert not muster["Red"].is_locked()


def test_who_is_to_break_off_and_does_not_get_away_stays_locked() -> None:
    muster = facing_off(0.0, arrow="0")
    muster.lock("Red", "Foe")
    told = muster.act("Red", "move 30,20,30,20,0,5", dice=[9] * 12)
    assert not of(told, Unlocked)
    assert muster["Red"].is_locked()


def test_whom_the_blows_leave_no_room_to_form_up_goes_as_he_stands() -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 20, 0, 9, order="loose")], [unit("militia", "Foe", 30, 21, 180, 6)])
    muster.chips(Red="move:90", Foe="stay:hold")
    muster.lock("Red", "Foe")
    assert MoveRegion(muster.battle, muster["Red"], Order.CLOSE).is_open()
    told = muster.act("Red", "act move:close", "move 30,20,30,20,0,8", dice=[1, 1] + [9] * 10)
    assert one(told, Fought).hits == 2
    assert not MoveRegion(muster.battle, muster["Red"], Order.CLOSE).is_open()
    assert muster["Red"].order == Order.LOOSE


def test_he_must_be_picked_before_his_player_is_done() -> None:
    muster = facing_off(0.0, arrow="180")
    muster.lock("Red", "Foe")
    muster.step("next unit:{Red}", "act move", "move 30,14,30,14,180,5", dice=[9] * 12)
    assert [option.key() for option in muster.script.asked[0].options] == ["unit:0"]


# ---------------------------------------------------------------- machines


def machine_charge(card: Body, gap: float) -> Muster:
    muster = Muster([card], [unit("militia", "Foe", 30, gap, 180, 6)])
    muster.chips(**{card.text.split('name = "')[1].split('"')[0]: "move:0"}, Foe="stay:hold")
    return muster


def test_a_machine_charges_what_its_hull_sweeps_straight_ahead() -> None:
    muster = machine_charge(unit("steam-car", "Car", 30, 20), 32.0)
    told = muster.act("Car", "act charge:{Foe}", dice=[5, 4, 3])  # SUSTAIN, its morale, theirs; the bonus is fixed
    assert muster["Car"].locked == [1]
    assert muster.at("Car") == (30, 29)  # half its length, and half a man
    names = [type(event).__name__ for event in told]
    assert names.index("Driven") < names.index("ChargeDeclared") < names.index("MoraleTested")


def test_a_machine_turns_toward_its_target_within_its_spin() -> None:
    muster = Muster([unit("steam-car", "Car", 30, 20)], [unit("militia", "Foe", 40, 30, 180, 6)])
    muster.chips(Car="move:45", Foe="stay:hold")
    muster.act("Car", "act charge:{Foe}", dice=[5, 4, 3])
    assert muster["Car"].locked == [1]
    assert 30.0 < muster["Car"].facing < 60.0
    ironclad = Muster([unit("land-ironclad", "Clad", 20, 20)], [unit("militia", "Foe", 40, 22, 270, 6)])
    ironclad.chips(Clad="move:90", Foe="stay:hold")
    assert not charge_targets(ironclad.battle, ironclad["Clad"])  # it turns by thirty degrees


def test_a_break_down_ends_the_matter_without_a_test() -> None:
    muster = machine_charge(unit("steam-car", "Car", 30, 20), 32.0)
    told = muster.act("Car", dice=[10])
    assert not of(told, ChargeDeclared)
    assert muster["Car"].moved
    assert muster.battle.machine_of(muster["Car"]).engine == STALLED


def test_foot_steps_aside_for_a_vehicle_that_breaks_off() -> None:
    muster = Muster([unit("steam-car", "Car", 30, 20)], [unit("militia", "Foe", 30, 23, 180, 3, figures=3)])
    muster.lock("Car", "Foe")
    muster.chips(Car="move:0")
    region = DriveRegion(muster.battle, muster["Car"])
    assert not region.refusal((0.0, 10.0))  # through them
    assert "would stop on somebody" in region.refusal((0.0, 1.0))
    told = muster.act("Car", "drive 0,10", dice=[5, 9, 9, 9])
    assert one(told, Unlocked)
    assert muster.at("Car") == (30, 30)
    assert muster.at("Foe") == (30, 23)


# ---------------------------------------------------------------- R106: one tolerance


def test_r106_horse_comes_up_to_whom_it_turns_to() -> None:
    """A rider's base is deeper than wide: what he runs is measured as he runs, not as he stood."""
    muster = Muster([unit("lancers", "Horse", 30, 20, 45, 1, figures=1)], [unit("militia", "Foe", 30, 27, 180, 6)])
    muster.chips(Horse="move:0", Foe="stay:hold")
    told = muster.act("Horse", "act charge:{Foe}", dice=[1, 1, 1, 1, 1])
    assert one(told, Locked).ruling == "R70"
    assert muster.battle.gap(muster["Horse"].first, muster["Foe"].first) < 1e-6
    assert muster.at("Horse") == (30, 25.5)


# ---------------------------------------------------------------- R110: formation and facing before a charge


def test_r110_it_forms_up_before_it_charges() -> None:
    muster = facing_off(4.0)
    answers = ["act charge:{Foe}:loose", "form 0,6"]
    told = muster.act("Red", *answers, dice=[1, 1, 1])
    formed = of(told, Moved)[0]
    assert (formed.how, formed.order, formed.files, formed.ruling) == ("forms", Order.LOOSE, 6, "R110")
    assert told.index(formed) < told.index(one(told, ChargeDeclared))
    assert (muster["Red"].order, muster["Red"].files) == (Order.LOOSE, 6)
    assert muster["Red"].locked == [muster["Foe"].id]


def test_r110_whichever_way_it_faced() -> None:
    behind = Muster([unit("line-rifles", "Red", 30, 20, 180, 5)], [unit("militia", "Foe", 30, 28, 180)])
    behind.chips(Red="move:0", Foe="stay:hold")
    assert why_not_charge(behind.battle, behind["Red"], behind["Foe"]) == ""
    behind.act("Red", "act charge:{Foe}", dice=[1, 1, 1])
    assert behind["Red"].locked == [behind["Foe"].id]
    assert behind["Red"].facing == 0.0


def test_r110_who_is_alone_has_nothing_to_form() -> None:
    muster = Muster([unit("hero", "Red", 30, 20)], [unit("militia", "Foe", 30, 28, 180)])
    muster.chips(Red="move:0", Foe="stay:hold")
    assert muster.offered(acts_of(muster.battle, muster["Red"])) == ["move", "charge:1"]
    many = facing_off()
    assert many.offered(acts_of(many.battle, many["Red"])) == [
        "move", "move:loose", "charge:1", "charge:1:close", "charge:1:loose",
    ]  # fmt: skip
