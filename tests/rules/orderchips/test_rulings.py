"""Rulings, each by a small situation of its own; those with dice or a switch are in the files of their headings."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from room import packed_or_refused, put_at_the_edge, stays_away
from rules.orderchips.situation import Muster, Parade, Post, goes_in, printed
from rules.orderchips.situation import posted as unit
from rules.orderchips.situation import unit as body
from tabletop import ground, of, one, rolls

from playsheet.core.dice import scripted
from playsheet.core.errors import Refused
from playsheet.rules.orderchips import turn
from playsheet.rules.orderchips.battle.events import (
    Attached,
    Captured,
    Deserted,
    EventSaid,
    FiguresLost,
    GunParted,
    Locked,
    MoveEnded,
    NoActionNext,
    Unlocked,
)
from playsheet.rules.orderchips.battle.fight_events import (
    BandAppeared,
    Confused,
    Fired,
    HaywireActs,
    MachineSaved,
    MoraleTested,
    WentHaywire,
)
from playsheet.rules.orderchips.battle.state import ChipBattle, new_band
from playsheet.rules.orderchips.battle.units import NOBODY
from playsheet.rules.orderchips.dice.armour import Blow
from playsheet.rules.orderchips.dice.melee import blow_of
from playsheet.rules.orderchips.dice.morale import vehicle_number
from playsheet.rules.orderchips.dice.shooting import mark_of, shoot_number, target_case
from playsheet.rules.orderchips.ground.contact import reached, strikers, within_step
from playsheet.rules.orderchips.ground.moving import setting_out
from playsheet.rules.orderchips.ground.sight import morale_cover, sees, wreck_cover
from playsheet.rules.orderchips.ground.slots import Manner, as_it_stands
from playsheet.rules.orderchips.options import acts
from playsheet.rules.orderchips.options.charge import charge_targets
from playsheet.rules.orderchips.options.choices import DONE
from playsheet.rules.orderchips.options.moves import Way
from playsheet.rules.orderchips.options.opportunity import Moment, instructed, is_open_to
from playsheet.rules.orderchips.options.shooting import Shot, is_armed, refusal, shots
from playsheet.rules.orderchips.options.steering import DriveRegion, can_go_on
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.system import HERE
from playsheet.rules.orderchips.table import engines, morale
from playsheet.rules.orderchips.table.charge import thrower
from playsheet.rules.orderchips.table.deployment import DeployRegion
from playsheet.rules.orderchips.table.losses import hand_of, under_template
from playsheet.rules.orderchips.table.moves import come_to_rest
from playsheet.rules.orderchips.table.opportunity import own_fire, window
from playsheet.rules.orderchips.table.steps import is_wild, served
from playsheet.rules.orderchips.terms import (
    CLASSES,
    ORDERS,
    Cover,
    Haywire,
    HitBy,
    Instruction,
    Order,
    Phase,
    ShootingCase,
    Where,
)
from playsheet.rules.orderchips.victory import is_lost
from playsheet.tabletop.machines.machine import STALLED

BLUE = unit("line-rifles", "Blue", 30, 20, files=5)
FOE = unit("militia", "Foe", 30, 40, 180, files=6)


def wells() -> ChipBattle:
    system = printed()
    held = system.read_scenario(HERE / "scenarios" / "the-ruined-wells.toml")
    return system.configured(held.settings, held.file, []).new_battle(held)


def tank_hit(dice: list[int], row: str = "rifle-gatling") -> tuple[Parade, SteamMachine, list[object]]:
    """A hit on a steam tank, without dice to hit."""
    parade = Parade([unit("steam-tank", "Tank", 30, 20)], [FOE])
    told = parade.hit("Tank", "Foe", Blow(parade.battle.rules.saves[row], HitBy.SHOT), dice)
    return parade, parade.engine("Tank"), list(told)


# ---------------------------------------------------------------- dice and numbers


def test_r1_every_die_that_is_not_named_is_a_d10() -> None:
    rules = wells().rules
    assert {rules.shoot_sides, rules.melee_sides, rules.morale_sides, rules.vehicle_sides, rules.repair_sides} == {10}
    assert rules.blasts["medium"].sides == 20


def test_r2_modifiers_go_on_the_number_but_on_the_die_of_a_save() -> None:
    rules = wells().rules
    assert shoot_number(rules, 5, ShootingCase.FIRER_MOVING).value == 3
    _, _, told = tank_hit([10, 1])  # 10 - 6 is within ARMOR 7
    assert one(told, MachineSaved).held


def test_r5_modifiers_lower_a_vehicles_number() -> None:
    assert vehicle_number(wells().rules, 2, [3], penetrated=True).value == 9 - 2 - 1 - 2


def test_r7_a_crew_counts_its_gun_only_while_it_is_whole_and_near() -> None:
    parade = Parade([unit("gatling", "Gun", 30, 20)], [FOE])
    assert morale.by_its_gun(parade.battle, parade["Gun"])
    parade["Gun"].gun_lost = True
    assert not morale.by_its_gun(parade.battle, parade["Gun"])


def test_r10_a_vehicles_save_is_its_armour() -> None:
    _, tank, _ = tank_hit([10, 5], "heavy")  # 12 does not hold; penetrating 5
    assert (tank.armor(), tank.sustain()) == (5, 8)


def test_r11_the_rating_is_lowered_and_not_the_die() -> None:
    _, tank, _ = tank_hit([1, 8, 7, 7])  # minor damage 7: SUSTAIN 7, and a 7 still holds
    assert tank.sustain() == 7
    assert tank.moves()


def test_r17_large_is_heavy_and_small_is_light() -> None:
    rules = wells().rules
    assert [id for id in rules.blasts if id in ("small", "large")] == []
    assert (rules.blasts["light"].radius, rules.blasts["heavy"].radius) == (3, 5)
    assert rules.blasts["heavy"].save is rules.saves["heavy"]


def test_r24_loose_is_skirmish_order() -> None:
    assert ORDERS == ("close", "loose")
    card = wells().cards["line-rifles"]
    assert target_case(mark_of(card, Order.LOOSE, Cover.NONE)) & ShootingCase.SKIRMISH_OR_GUN_CREW


def test_r54_whatever_is_not_listed_saves_as_what_is_like_it() -> None:
    battle = wells()
    rules = battle.rules
    assert rules.save_against(CLASSES.index("small-arm")) is rules.save_against(CLASSES.index("rifle"))
    for id in ("lancers", "gatling", "hero"):
        blow = blow_of(rules, battle.cards[id])
        assert (blow.how, blow.row.add) == (HitBy.BY_FIGURES, -5)
    assert blow_of(rules, battle.cards["clockwork-soldier"]).row.add == 0


def test_r81_dice_of_a_haywire_result_are_thrown_with_it() -> None:
    machine = wells().cards["clockwork-soldier"].machine
    assert machine is not None
    fit = machine.plan.brain.fit(scripted(5, 3), 1, in_detail=True)
    assert (fit.result, fit.pips) == (Haywire.RANDOM_MOVE, 3)
    assert machine.plan.brain.degrees(3) == 108.0


# ---------------------------------------------------------------- morale


def test_r20_confused_by_the_phase_of_the_test() -> None:
    parade, _, _ = tank_hit([1, 1])
    assert one(parade.morale(dice=[10, 2]), NoActionNext).next
    parade = Parade([unit("steam-tank", "Tank", 30, 20, arrow=0)], [FOE])
    parade.phase(Phase.MOVES)
    told = parade.do(lambda: goes_in(parade, parade["Tank"], parade["Foe"]), dice=[10, 2])
    assert one(told, Confused)


@pytest.mark.parametrize(("row", "passed"), [(1, True), (3, False)])
def test_r21_standing_firm_is_passing_and_nothing_else_is(row: int, passed: bool) -> None:
    parade = Parade([unit("line-rifles", "Blue", 30, 30, figures=5, arrow=0)], [FOE])
    found: list[bool] = []
    parade.do(lambda: found.append(goes_in(parade, parade["Blue"], parade["Foe"])), dice=[10, row])
    assert found == [passed]


def test_r23_away_from_the_nearest_enemy_model() -> None:
    near = unit("militia", "Near", 40, 20, 270, figures=1)
    parade = Parade([unit("hero", "Hero", 30, 20)], [FOE, near])
    assert morale.away_from_enemy(parade.battle, parade["Hero"], None) == pytest.approx(270.0)


def test_r44_automata_and_lone_notable_persons_do_not_test() -> None:
    parade = Parade([BLUE, unit("clockwork-soldier", "It", 50, 20), unit("hero", "Hero", 60, 20)], [FOE])
    assert [morale.tests(parade[name]) for name in ("Blue", "It", "Hero")] == [True, False, False]


def test_r49_one_test_a_turn_for_losses_however_many() -> None:
    parade = Parade([BLUE], [FOE])
    for _ in range(2):
        parade.game.tell(FiguresLost(parade["Blue"].id, 1, True, "R68"))
    assert morale.must_test(parade.battle, parade["Blue"])
    assert len(of(parade.morale(dice=[1]), MoraleTested)) == 1


def test_r62_deserters_are_gone_and_cause_no_test() -> None:
    parade = Parade([BLUE], [FOE])
    parade.game.tell(Deserted(parade["Blue"].id, 2, "R62"))
    assert parade["Blue"].figures == 8
    assert not morale.must_test(parade.battle, parade["Blue"])


def test_r78_cover_when_testing_is_toward_the_nearest_enemy() -> None:
    hedge = ground("hedge", line=[[20, 21], [40, 21]])
    for y, cover in ((40, Cover.LIGHT), (4, Cover.NONE)):
        parade = Parade(
            [unit("line-rifles", "Blue", 30, 20, files=10)],
            [unit("militia", "Foe", 30, y, 180 if y > 20 else 0, files=12)],
            [hedge],
        )
        assert morale_cover(parade.battle, parade["Blue"]) == cover


def test_r99_with_nobody_to_run_from_it_goes_to_its_own_rear() -> None:
    parade = Parade([BLUE], [FOE])
    parade.game.tell(FiguresLost(parade["Foe"].id, 12, False, "R68"))
    assert morale.away_from_enemy(parade.battle, parade["Blue"], None) == pytest.approx(180.0)


# ---------------------------------------------------------------- fire


def test_r27_windows_until_the_shooting_step_and_not_after() -> None:
    parade = Parade([BLUE], [FOE])
    for phase in (Phase.SHOOTING, Phase.MELEE):
        parade.phase(phase)
        assert not parade.do(lambda: window(parade.game, NOBODY))
    parade.phase(Phase.AFTER_EVENTS)
    parade.do(lambda: window(parade.game, NOBODY), "window hold", "window hold")


def test_r28_by_switch_fire_is_declared_in_order() -> None:
    foe = unit("line-rifles", "Foe", 30, 38, 180, files=10)
    parade = Parade([BLUE], [foe], fire_declaration="open-in-order")
    told = parade.shooting("fire fire:{Blue}>{Foe}", "fire hold", dice=[10] * 10)
    assert one(told, Fired).unit == parade["Blue"].id
    assert [question.seat for question in parade.script.asked] == [0, 1]


def test_r30_the_chip_counts_and_not_the_distance() -> None:
    parade = Parade([unit("line-rifles", "Blue", 30, 20, files=5, arrow=0)], [FOE])
    assert parade["Blue"].counts_as_moving()
    assert not parade["Foe"].counts_as_moving()
    parade["Foe"].forced = True
    assert parade["Foe"].counts_as_moving()


def test_r40_no_more_weapons_fire_than_there_is_crew() -> None:
    parade = Parade([unit("steam-tank", "Tank", 30, 20)], [FOE])

    def thin(machine: SteamMachine) -> None:
        machine.crew = 1

    found = shots(parade.battle, parade["Tank"], interrupt=False)
    assert refusal(parade.battle, found, interrupt=False) == ""
    parade.change("Tank", thin)
    assert "crew for 1" in refusal(parade.battle, found, interrupt=False)


def test_r56_figures_have_one_target_and_weapons_one_each() -> None:
    other = unit("militia", "Other", 45, 40, 180, files=6)
    parade = Parade([BLUE, unit("steam-tank", "Tank", 37, 14)], [FOE, other])
    parade_ids = parade.numbers()
    foe, second = parade_ids["Foe"], parade_ids["Other"]
    two = [Shot(parade_ids["Blue"], -1, foe, -1), Shot(parade_ids["Blue"], -1, second, -1)]
    assert "one target only" in refusal(parade.battle, two, interrupt=False)
    found = {(shot.weapon, shot.target): shot for shot in shots(parade.battle, parade["Tank"], interrupt=False)}
    assert not refusal(parade.battle, [found[(0, foe)], found[(1, second)]], interrupt=False)


def test_r67_a_player_may_fire_between_his_moves_but_by_switch() -> None:
    foe = unit("line-rifles", "Foe", 30, 38, 180, files=10)
    assert [option.key() for option in own_fire(Parade([BLUE], [foe]).battle, 0)] == ["fire:0>1"]
    assert own_fire(Parade([BLUE], [foe], own_move_fire="no").battle, 0) == []


def test_r83_in_the_midst_of_a_move_only_the_movers_enemies_may_fire() -> None:
    parade = Parade([BLUE, unit("line-rifles", "Mates", 45, 20, files=5)], [FOE])
    blue, mates, foe = parade["Blue"], parade["Mates"], parade["Foe"]
    for declared in (True, False):
        moment = Moment(blue.id, declared=declared)
        assert is_open_to(parade.battle, foe, moment)
        assert is_open_to(parade.battle, mates, moment) == declared


def test_r89_an_instruction_fires_at_the_nearest_whom_it_names() -> None:
    near = unit("militia", "Near", 30, 30, 180, files=12)
    parade = Parade([BLUE], [unit("militia", "Far", 45, 36, 180, files=6), near])
    blue = parade["Blue"]
    blue.instruction = Instruction.AT_ANY
    blue.within = 30.0
    legal = shots(parade.battle, blue, interrupt=True)
    assert len(legal) == 2
    assert [shot.target for shot in instructed(parade.battle, blue, legal)] == [parade["Near"].id]
    blue.within = 5.0
    assert instructed(parade.battle, blue, legal) == []


def test_r96_the_first_weapons_of_the_card_are_served() -> None:
    parade = Parade([unit("steam-tank", "Tank", 30, 20)], [FOE])

    def thin(machine: SteamMachine) -> None:
        machine.crew = 1

    parade.change("Tank", thin)
    found = shots(parade.battle, parade["Tank"], interrupt=False)
    assert [shot.weapon for shot in served(parade.battle, found[::-1])] == [0]


# ---------------------------------------------------------------- moves and contact


def test_r64_standing_machines_roll_only_by_switch() -> None:
    for value, said in (("no", [False, False]), ("automata-only", [True, False]), ("all", [True, True])):
        pair = [unit("clockwork-soldier", "It", 30, 20), unit("steam-tank", "Tank", 45, 20)]
        parade = Parade(pair, [FOE], stationary_sustain=value)
        assert [acts.stands_and_rolls(parade.battle, parade[name]) for name in ("It", "Tank")] == said


def test_r65_no_reverse_gear_but_by_switch() -> None:
    tank = unit("steam-tank", "Tank", 30, 20, arrow=0)
    parade = Parade([tank], [FOE])
    assert "reverse" in DriveRegion(parade.battle, parade["Tank"]).refusal((0.0, -3.0))
    parade = Parade([tank], [FOE], voluntary_reverse="half-speed")
    assert DriveRegion(parade.battle, parade["Tank"]).refusal((0.0, -3.0)) == ""
    assert DriveRegion(parade.battle, parade["Tank"]).refusal((0.0, -5.0)) != ""


def test_r68_losses_empty_the_highest_slots() -> None:
    parade = Parade([BLUE], [FOE])
    blue = parade["Blue"]
    parade.game.tell(FiguresLost(blue.id, 3, True, "R68"))
    assert parade.battle.men(blue) == list(range(blue.first, blue.first + 7))
    assert parade.battle.leader(blue) == blue.first


def test_r70_within_two_inches_counts_as_stepped_in() -> None:
    for y, met in ((23.0, True), (23.2, False)):
        parade = Parade([unit("hero", "Hero", 30, 20)], [unit("hero", "Foe", 30, y, 180)])
        found = within_step(parade.battle, parade["Hero"].first, [parade["Foe"].first])
        assert bool(found) is met


def test_r71_a_moving_machine_must_make_its_rolls() -> None:
    parade = Parade([unit("steam-tank", "Tank", 30, 20, arrow=0), unit("lancers", "Horse", 45, 20, arrow=0)], [FOE])
    assert acts.must_act(parade.battle, parade["Tank"])
    assert not acts.must_act(parade.battle, parade["Horse"])


def test_r74_a_crew_without_its_gun_is_unarmed_foot() -> None:
    parade = Parade([unit("field-gun", "Gun", 30, 20)], [FOE])
    gun = parade["Gun"]
    assert (parade.battle.move_of(gun), is_armed(gun)) == (3.0, True)
    parade.game.tell(GunParted(gun.id, "R74"))
    assert (parade.battle.move_of(gun), is_armed(gun)) == (6.0, False)


def test_r85_whoever_is_at_a_gun_reaches_all_its_crew() -> None:
    parade = Parade([unit("hero", "Hero", 30, 26.9)], [unit("field-gun", "Gun", 30, 31, 180)])
    found = reached(parade.battle, parade["Hero"].first, parade["Gun"])
    assert found == parade.battle.members(parade["Gun"])


def test_r86_a_lost_gun_hides_nobody() -> None:
    parade = Parade(
        [unit("hero", "Hero", 30, 20), unit("field-gun", "Gun", 30, 28, 0)], [unit("hero", "Foe", 30, 34, 180)]
    )
    parade.game.tell(FiguresLost(parade["Gun"].id, 4, False, "R68"))
    assert sees(parade.battle, parade["Hero"].first, parade["Foe"].first)


def test_r91_who_must_be_picked_is_picked_before_his_player_is_done() -> None:
    parade = Parade([unit("steam-tank", "Tank", 30, 20, arrow=0), unit("lancers", "Horse", 45, 20, arrow=0)], [FOE])
    assert DONE not in acts.next_units(parade.battle, 0)
    parade.game.tell(MoveEnded(parade["Tank"].id))
    assert DONE in acts.next_units(parade.battle, 0)


def test_r92_who_stands_on_the_very_edge_has_not_entered() -> None:
    parade = Parade([BLUE], [FOE], [ground("building", "the house", rect=[50, 50, 60, 60])])
    assert setting_out(parade.battle, 50.0, 55.0, 6.0).inside == []
    assert len(setting_out(parade.battle, 51.0, 55.0, 6.0).inside) == 1


# ---------------------------------------------------------------- wrecks, prizes, natives, the start


def test_r46_natives_off_or_the_game_masters() -> None:
    for value in ("off", "gm"):
        assert Parade([BLUE], [FOE], events=True, natives=value).events() == []


def test_r58_what_counts_as_lost() -> None:
    parade = Parade([unit("steam-car", "Car", 45, 20), unit("gatling", "Gun", 15, 20), BLUE], [FOE])
    names = ("Car", "Gun", "Blue")
    assert [is_lost(parade.battle, parade[name]) for name in names] == [False] * 3
    parade.game.tell(Captured(parade["Car"].id, parade["Foe"].id, 1, [], 1, "R59"))
    parade["Gun"].gun_lost = True
    parade.game.tell(FiguresLost(parade["Blue"].id, 10, True, "R68"))
    assert [is_lost(parade.battle, parade[name]) for name in names] == [True] * 3


def test_r59_a_captured_machine_is_its_captors_and_keeps_its_ratings() -> None:
    parade = Parade([unit("steam-car", "Car", 45, 20)], [FOE])
    before = parade.engine("Car").armor()
    parade.game.tell(Captured(parade["Car"].id, parade["Foe"].id, 2, [], 1, "R59"))
    assert (parade["Car"].side, parade["Car"].own_side, parade["Foe"].figures) == (1, 0, 10)
    assert parade.engine("Car").armor() == before


def test_r61_a_wreck_is_light_cover_and_hides() -> None:
    hero = unit("hero", "Hero", 30, 16)
    parade = Parade([hero, unit("steam-car", "Car", 30, 20)], [unit("hero", "Foe", 30, 40, 180)])
    parade.battle.wreck(parade["Car"], True)
    assert wreck_cover(parade.battle, parade["Hero"].first, 30.0, 40.0) == Cover.LIGHT
    assert not sees(parade.battle, parade["Foe"].first, parade["Hero"].first)
    parade.battle.lift(parade["Car"].model)
    assert wreck_cover(parade.battle, parade["Hero"].first, 30.0, 40.0) == Cover.NONE


def test_r72_he_joins_after_the_moves() -> None:
    parade = Parade([BLUE, unit("hero", "Hero", 33, 20)], [FOE])
    told = parade.do(lambda: turn.join_units(parade.game), "attach attach:{Blue}")
    assert one(told, Attached).unit == parade["Blue"].id
    assert parade["Hero"].place == Where.ATTACHED


def test_r77_sides_in_the_order_named_and_every_base_in_its_zone() -> None:
    battle = wells()
    assert [battle.units[id].side for id in battle.to_deploy] == [0, 0, 1, 1]
    region = DeployRegion(battle.units[0], battle.goals.entries[0], battle)
    assert region.refusal((18.0, 4.0, 0.0, 5.0, 0.0)) == ""
    assert "zone" in region.refusal((18.0, 6.0, 0.0, 5.0, 0.0))


def test_r79_a_band_may_be_the_enemy_of_one_side_only() -> None:
    parade = Parade([BLUE], [FOE])
    battle = parade.battle
    band = new_band(battle, battle.cards["spear-warriors"], "Band", 6, -1, 0b10)
    other = new_band(battle, battle.cards["spear-warriors"], "Others", 6, -1, 0b11)
    assert not battle.hostile(band, parade["Blue"])
    assert battle.hostile(band, parade["Foe"])
    assert not battle.hostile(band, other)


def test_r90_secret_armies_need_zones_apart() -> None:
    with pytest.raises(Refused, match="zones"):
        Muster(
            [body("line-rifles", "Blue", 30, 20)],
            [body("militia", "Foe", 30, 40, 180)],
            rulings={"deployment": "secret"},
        )


def test_r94_notable_persons_are_set_up_after_the_others() -> None:
    battle = wells()
    assert [battle.units[id].card.id for id in battle.to_deploy][:2] == ["line-rifles", "commander"]


def test_r95_who_was_driven_back_has_had_his_move() -> None:
    parade = Parade([BLUE], [unit("line-rifles", "Foe", 30, 26, 180, files=5, figures=5, arrow=180)])
    parade.phase(Phase.MOVES)
    parade.do(lambda: morale.to_receive(parade.game, parade["Foe"], parade["Blue"]), dice=[10, 4])
    assert parade["Foe"].moved
    assert parade["Foe"].counts_as_moving()


def test_r66_a_machine_that_breaks_down_makes_no_charge_test() -> None:
    parade = Parade([unit("steam-tank", "Tank", 30, 20, arrow=0)], [unit("hero", "Foe", 30, 30, 180)])
    assert charge_targets(parade.battle, parade["Tank"]) == [parade["Foe"].id]
    told = parade.act("Tank", dice=[10])
    assert not of(told, MoraleTested)
    assert parade["Tank"].moved


def test_r76_an_attacking_automaton_takes_the_nearest_unit_of_any_side() -> None:
    parade = Parade([unit("clockwork-soldier", "It", 30, 20), unit("hero", "Friend", 30, 24)], [FOE])
    assert engines.nearest_unit(parade.battle, parade["It"]) == parade["Friend"].id


# ---------------------------------------------------------------- charges and what comes of them


def charging(gap: float, **rulings: object) -> Parade:
    """Ten rifles with a Moving chip, and militia that hold their fire, so many inches before them."""
    foe = unit("militia", "Foe", 30, 21 + gap, 180, files=6, figures=6)
    parade = Parade([unit("line-rifles", "Blue", 30, 20, files=5, arrow=0)], [foe], **rulings)  # type: ignore[arg-type]
    parade.phase(Phase.MOVES)
    return parade


@pytest.mark.parametrize(("value", "windows"), [("before-and-during", 3), ("during-only", 2)])
def test_r34_a_window_before_the_tests_but_by_switch(value: str, windows: int) -> None:
    parade = charging(3.0, charge_fire=value)
    told = parade.act("Blue", "act charge:{Foe}", *["window hold"] * windows, dice=[3, 4, 2])
    assert len(of(told, MoraleTested)) == 2
    assert parade["Blue"].is_locked()


@pytest.mark.parametrize(("reach", "n"), [("contact", 2), ("contact-plus-second-rank", 3)])
def test_r35_who_fights_and_by_switch_the_man_behind_him(reach: str, n: int) -> None:
    deep = unit("lancers", "Red", 30, 20, 0, 1, figures=3)
    parade = Parade([deep], [unit("militia", "Foe", 30, 21.5, 180, 1, figures=1)], melee_reach=reach)
    parade.lock("Red", "Foe")
    assert len(strikers(parade.battle, parade["Red"], parade["Foe"])) == n


def test_r63_the_bonus_is_rolled_after_both_tests() -> None:
    parade = charging(12.0)
    parade["Foe"].fired = True
    told = parade.act("Blue", "act charge:{Foe}", dice=[3, 4, 1])
    assert [event.why for event in rolls(told)] == ["Morale test", "Morale test", "Charge bonus"]
    assert parade.at("Blue") == (30.0, 27.0)


def test_r69_losses_do_not_shorten_a_move_that_has_begun() -> None:
    spears = unit("spear-warriors", "Foe", 30, 40, 180, 5, figures=5, arrow=180)
    parade = Parade([BLUE], [spears])
    parade.phase(Phase.MOVES)
    dice = [1, 1, 1, 9, 9, 9, 9, 9, 9, 9]
    parade.act("Foe", "act move", "move 30,37,30,37,180,5", "window hold", "window fire:{Blue}>{Foe}", dice=dice)
    assert (parade["Foe"].figures, parade.at("Foe")) == (2, (30.0, 37.0))


def test_r84_a_window_opens_again_until_nobody_fires() -> None:
    south = [unit("line-rifles", "Red", 30, 20, figures=2), unit("line-rifles", "Mates", 40, 20, figures=2)]
    parade = Parade(south, [unit("line-rifles", "Foe", 35, 40, 180, figures=2)])
    parade.phase(Phase.REVEALED)
    answers = ["window fire:{Red}>{Foe}", "window hold", "window hold", "window fire:{Foe}>{Mates}", "window hold"]
    told = parade.do(lambda: window(parade.game, NOBODY), *answers, dice=[9] * 4)
    assert [event.unit for event in of(told, Fired)] == [parade["Red"].id, parade["Foe"].id]


def test_r87_others_whom_a_charge_touches_are_locked_too() -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 28, 20, files=10, arrow=0)],
        [
            unit("militia", "Foe", 28, 24, 180, files=3, figures=3),
            unit("militia", "Next", 32, 24, 180, files=3, figures=3),
        ],
    )
    parade.phase(Phase.MOVES)
    for name in ("Foe", "Next"):
        parade[name].fired = True
    parade.act("Blue", "act charge:{Foe}", dice=[1, 1, 6])
    assert parade["Blue"].locked == [parade["Foe"].id, parade["Next"].id]


def test_r88_an_inch_clear_is_enough_to_break_off() -> None:
    parade = Parade([unit("line-rifles", "Blue", 30, 20, files=5, arrow=180)], [unit("hero", "Foe", 30, 21, 180)])
    parade.phase(Phase.MOVES)
    parade.lock("Blue", "Foe")
    told = parade.act("Blue", "act move", "move 30,19,30,19,0,5", dice=[10])
    assert one(told, Unlocked).ruling == "R88"


def test_r93_when_the_place_is_taken_it_stops_at_the_last_free_one() -> None:
    parade = Parade([unit("hero", "Hero", 30, 20, arrow=0), unit("hero", "Post", 30, 24)], [FOE])
    hero = parade["Hero"]
    way = Way([(30.0, 20.0), (30.0, 24.2)], hero.order, 1, facing=0.0)
    held = as_it_stands(parade.battle, hero)
    manner = Manner(apart=1.0, through=False)
    parade.do(lambda: come_to_rest(parade.game, hero, way, way.length(), "moves", manner, held, "R93"))
    assert parade.at("Hero") == (30.0, 22.95)


# ---------------------------------------------------------------- automata that run wild


def wild(*friends: Post, foes: Sequence[Post] = (FOE,)) -> Parade:
    parade = Parade([unit("clockwork-soldier", "It", 30, 30, arrow=0), *friends], foes)
    parade.phase(Phase.MOVES)
    return parade


def shot_at(parade: Parade, dice: list[int]) -> list[object]:
    return list(
        parade.hit(
            "It", parade.battle.units[-1].name, Blow(parade.battle.rules.saves["rifle-gatling"], HitBy.SHOT), dice
        )
    )


def test_r41_haywire_from_damage_acts_at_the_end_of_the_step() -> None:
    parade = wild(foes=[unit("militia", "Foe", 30, 60, 180, files=6)])
    assert one(shot_at(parade, [1, 9, 7]), WentHaywire).result == Haywire.FORWARD
    assert parade.at("It") == (30.0, 30.0)
    parade.do(lambda: engines.pending(parade.game))
    assert parade.at("It") == (30.0, 36.0)


@pytest.mark.parametrize(
    ("haywire", "prey", "locked", "shoots"),
    [
        (Haywire.ATTACK, True, False, True),
        (Haywire.ATTACK, True, True, False),
        (Haywire.ATTACK, False, False, False),
        (Haywire.OBEYS, True, False, False),
    ],
)
def test_r76_it_shoots_at_whom_it_attacks_and_did_not_reach(
    haywire: int, prey: bool, locked: bool, shoots: bool
) -> None:
    parade = wild()
    it = parade["It"]
    foe = parade.battle.units[-1].id
    parade.machine("It", haywire=haywire)
    it.prey = foe if prey else NOBODY
    it.locked = [foe] if locked else []
    assert is_wild(parade.battle, it) is shoots


@pytest.mark.parametrize(("change", "goes"), [({}, True), ({"engine": STALLED}, False), ({"immobile": True}, False)])
def test_r69_a_machine_halts_where_it_can_go_no_farther(change: dict[str, object], goes: bool) -> None:
    parade = wild()
    parade.machine("It", **change)
    assert can_go_on(parade.battle, parade["It"]) is goes
    parade["It"].place = Where.GONE
    assert not can_go_on(parade.battle, parade["It"])


def test_results_of_two_automata_wait_for_each_other() -> None:
    parade = wild(unit("clockwork-soldier", "Another", 50, 30))
    for name in ("Another", "It", "Another"):
        held = parade[name]
        parade.game.tell(WentHaywire(held.id, Haywire.FORWARD, 3, -1, held.machine, ""))
    assert parade.battle.fits == [parade["It"].id, parade["Another"].id]


def test_r75_a_new_result_replaces_one_that_waits() -> None:
    parade = wild(foes=[unit("militia", "Foe", 30, 60, 180, files=6)])
    shot_at(parade, [1, 9, 7])
    shot_at(parade, [1, 9, 5, 5])
    told = parade.do(lambda: engines.pending(parade.game))
    assert one(told, HaywireActs).result == Haywire.RANDOM_MOVE
    assert parade["It"].moved


def test_r97_with_its_turning_locked_it_goes_straight_ahead() -> None:
    parade = wild(foes=[unit("militia", "Foe", 30, 60, 180, files=6)])
    parade.machine("It", steers=False)
    parade.do(lambda: engines.drive(parade.game, parade["It"]), dice=[9, 5, 5])
    assert parade.at("It") == (30.0, 36.0)


def test_r103_after_the_moves_nobody_tests_to_receive_it() -> None:
    parade = wild(foes=[unit("line-rifles", "Foe", 30, 36, 180, figures=9)])
    parade.phase(Phase.SHOOTING)
    shot_at(parade, [1, 9, 8])
    told = parade.do(lambda: engines.pending(parade.game))
    assert not of(told, MoraleTested)
    assert one(told, Locked)


def test_r104_who_quails_before_a_friend_goes_away_from_it() -> None:
    parade = wild(
        unit("line-rifles", "Friends", 30, 35, figures=9), foes=[unit("militia", "Foe", 60, 36, 270, files=6)]
    )
    assert morale.away_from_enemy(parade.battle, parade["Friends"], parade["It"]) == pytest.approx(0.0)
    assert morale.away_from_enemy(parade.battle, parade["Friends"], None) == pytest.approx(272.0, abs=3.0)


# ---------------------------------------------------------------- guns, prizes, natives, the game master


def test_r60_a_game_master_overrules() -> None:
    muster = Muster([body("line-rifles", "Blue", 30, 20)], [body("militia", "Foe", 30, 40, 180)])
    muster.chips()
    assert one(muster.overrule("no-action {Blue}"), NoActionNext).next
    assert one(muster.overrule("event 8"), EventSaid).row == 8


@pytest.mark.parametrize(("y", "hit"), [(36.0, True), (35.9, False)])
def test_r98_a_gun_is_under_the_template_by_its_centre(y: float, hit: bool) -> None:
    parade = Parade([BLUE], [unit("field-gun", "Gun", 30, 42, 180)])
    x, gun_y = parade.battle.at(parade["Gun"].model)
    assert (x, gun_y) == (30.0, 40.0)
    assert (parade["Gun"].id in under_template(parade.battle, 30.0, y, 4.0, NOBODY).guns) is hit


@pytest.mark.parametrize(("kind", "depth"), [(1, 0.5), (9, 1.0)])
def test_r100_natives_stand_along_the_edge_in_one_rank(kind: int, depth: float) -> None:
    """Seven men on foot, or three riders: half an inch inside the edge, riders as near as their bases allow."""
    parade = Parade([BLUE], [unit("line-rifles", "Foe", 36, 50, 180, files=5)], events=True)
    band = one(parade.events(dice=[9, 1, kind, 1, 1, 5, 1]), BandAppeared)
    assert [72.0 - y for y in band.ys] == pytest.approx([depth] * len(band.ys))
    assert (band.files, band.facing) == (len(band.ys), pytest.approx(180.0))


def test_r100_where_one_rank_has_no_room_they_are_no_deeper_than_their_ranks() -> None:
    """3.6 inches from the corner seven men have room for two to the west: three ranks, each two inches deep."""
    parade = Parade([BLUE], [unit("line-rifles", "Foe", 36, 50, 180, files=5)], events=True)
    band = one(parade.events(dice=[9, 1, 1, 1, 1, 1, 1]), BandAppeared)
    assert sorted({round(72.0 - y, 6) for y in band.ys}) == [0.5, 2.5, 4.5]
    assert band.files == 3


def test_r101_who_has_taken_a_prize_does_not_test_for_his_own_hits() -> None:
    parade = Parade([unit("hero", "Hero", 30, 26.95)], [unit("steam-car", "Car", 30, 30, 180)])
    parade.lock("Hero", "Car")
    assert one(parade.melee(dice=[1, 9, 9, 10, 9]), Captured).notables == [0]
    assert not of(parade.morale(), MoraleTested)


def test_r102_whoever_they_fight_throws_for_natives() -> None:
    parade = Parade([BLUE], [FOE])
    battle = parade.battle
    band = new_band(battle, battle.cards["spear-warriors"], "Band", 6, -1, 0b11)
    assert hand_of(battle, band, parade["Foe"]) == 1
    assert thrower(battle, band) == battle.order[0]
    band.target = parade["Foe"].id
    assert thrower(battle, band) == 1


def test_r112_units_are_packed_or_the_scenario_is_refused() -> None:
    packed_or_refused("orderchips")


def test_r112_who_finds_no_room_is_put_at_the_edge() -> None:
    put_at_the_edge("orderchips")


def test_r112_who_finds_no_room_on_the_whole_table_stays_away() -> None:
    stays_away("orderchips")
