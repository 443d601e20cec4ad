"""Rulings R1 to R50: cards, command, morale, movement and shooting; every one has its own test, every switch too."""

from __future__ import annotations

import pytest
from room import packed_or_refused, put_at_the_edge, stays_away
from rules.gaslight.situation import Field, band, crew, extra, machine, main, men, printed, row, soldiers
from tabletop import cited, ground, of, one, rolls

from playsheet.core.errors import Refused
from playsheet.rules.gaslight.battle.events import (
    Activated,
    Attached,
    DeckShuffled,
    Detached,
    LeftTable,
    Moved,
    Promoted,
    TurnEnded,
)
from playsheet.rules.gaslight.battle.fight_events import ChargeDeclared, FailureRolled, Fired, MoraleChecked, Struck
from playsheet.rules.gaslight.dice.morale import account
from playsheet.rules.gaslight.ground.driving import DriveRegion
from playsheet.rules.gaslight.ground.sight import cover_of
from playsheet.rules.gaslight.options.command import eligible, in_command
from playsheet.rules.gaslight.options.shooting import named_models, ring, weapon_of
from playsheet.rules.gaslight.table.command import deck_of
from playsheet.rules.gaslight.table.damage import lose_machine
from playsheet.rules.gaslight.table.deployment import stand
from playsheet.rules.gaslight.table.morale import leader_present, morale_case
from playsheet.rules.gaslight.table.scatter import is_neat
from playsheet.rules.gaslight.terms import Cover, FailureResult, Leadership, ModelMark, MoveKind, MustCheck
from playsheet.rules.gaslight.victory import count_up, loss_points
from playsheet.tabletop.machines.machine import ABANDONED

FAR = soldiers(2, "Foe", row(2, 30, 66), 180.0)
RUN_OFF, RUN, BACK, FROZE, CHARGE, FIRE = 1, 6, 11, 13, 17, 19  # faces of an Extra's column
SHRUGS = 20  # of a main character's


def kept(field: Field, name: str, again: bool = True) -> set[str]:
    """The orders a unit is offered, without what they are given for."""
    return {key.split(":")[0] for key in field.offered(name, again)}


def next_turn(field: Field) -> None:
    field.game.tell(TurnEnded())
    field.game.tell(DeckShuffled(field.battle.turn + 1, deck_of(field.battle)))


# ---------------------------------------------------------------- the game, its cards


def test_r1_one_model_for_one_man_gun_or_machine_and_inches() -> None:
    gun = men("gl-gatling", "Gun", crew(50, 9, 4), 0.0, (50, 9))
    field = Field([soldiers(3, "Red", row(3, 20, 10)), gun, machine("gl-walker", "Walker", 30, 10)], [FAR])
    assert field.battle.men == 3 + 4 + 2 + 2
    assert len(field.battle.figures.x) == field.battle.men + 2
    assert printed().sheet.unit == "inch"


def test_r2_killed_and_fled_alike_characters_three_and_level_is_a_draw() -> None:
    field = Field([band(4, "Red", row(5, 30, 10), 0.0)], [band(4, "Foe", row(5, 30, 60))])
    field.lose("Red", 1)
    field.game.tell(LeftTable(field.figure("Red", 2), "runs", "R16"))
    field.lose("Foe", 1, 2)
    field.do(lambda: count_up(field.game, "It is over"))
    assert (field.battle.score, field.battle.winner) == ([2, 2], -1)
    field = Field([band(4, "Red", row(5, 30, 10), 0.0)], [band(4, "Foe", row(5, 30, 60))])
    field.lose("Foe", 0)
    assert loss_points(field.battle, 1) == 3


def test_r3_one_card_a_lone_hero_two_an_attached_one_none() -> None:
    sides = [soldiers(3, "Red", row(3, 30, 10)), men("gl-hero", "Hero", [(30, 11.2)])], [FAR]
    field = Field(*sides)
    assert [deck_of(field.battle).count(id) for id in range(3)] == [1, 2, 1]
    field.game.tell(Attached(field["Hero"].id, field["Red"].id, False, "R7"))
    assert [deck_of(field.battle).count(id) for id in range(3)] == [1, 0, 1]
    with pytest.raises(Refused, match="from 1 to 3"):
        Field([soldiers(3, "Red", row(3, 30, 10), cards=4)], [FAR])


@pytest.mark.parametrize(("value", "acts"), [("per-card", True), ("per-turn", False)])
def test_r4_switch_multi_card(value: str, acts: bool) -> None:
    red = soldiers(1, "Red", [(30, 10)], cards=2)
    field = Field([red], [soldiers(1, "Foe", [(30, 30)], 180.0)], **{"multi-card": value})
    field.begin("Red")
    field.order("Red", "shoot:{Foe}", dice=[20], again=True)
    field.end()
    field.begin("Red")
    assert ("shoot" in kept(field, "Red")) is acts


@pytest.mark.parametrize(("value", "again"), [("per-card", True), ("per-turn", False)])
def test_r4_a_machine_acts_as_a_whole_on_one_card_a_turn(value: str, again: bool) -> None:
    """One of its crew drives on the first card; on the second nobody else drives or fires it."""
    tank = machine("gl-steam-tank", "Tank", 30, 10, cards=2)
    field = Field([tank], [soldiers(1, "Foe", [(30, 30)], 180.0)], **{"multi-card": value})
    field.begin("Tank")
    field.order("Tank", "drive", "drive 0,2", dice=[1], again=True)
    field.end()
    field.begin("Tank")
    assert ({"drive", "weapon"} <= kept(field, "Tank")) is again
    assert (kept(field, "Tank") == {"done"}) is not again


@pytest.mark.parametrize(("value", "again"), [("per-card", True), ("per-turn", False)])
def test_r4_a_gun_acts_on_one_card_a_turn(value: str, again: bool) -> None:
    """One man serves it on the first card; another who has come up may not fire it on the second."""
    gun = men("gl-gatling", "Gun", [(30, 8.4), (31, 1.8), (32.2, 1.8), (33.4, 1.8)], 0.0, (30, 10), cards=2)
    field = Field([gun], [soldiers(1, "Foe", [(30, 30)], 180.0)], **{"multi-card": value})
    field.begin("Gun")
    field.order("Gun", "gun_fire:{Foe}", dice=[20, 20], again=True)
    field.end()
    field.stand("Gun", 1, 31.2, 8.6)
    field.begin("Gun")
    assert ("gun_fire" in kept(field, "Gun")) is again


def test_r5_nobody_moves_and_shoots_or_shoots_and_reloads_on_one_card() -> None:
    muskets = soldiers(1, "Red", [(30, 10)], weapon="musket-carbine")
    field = Field([muskets], [soldiers(1, "Foe", [(30, 30)], 180.0)])
    field.order("Red", "move", "move 30,11,30,11,0")
    assert field.offered("Red", again=True) == ["done"]
    field.order("Red", "shoot:{Foe}", dice=[20])
    assert field.offered("Red", again=True) == ["done"]


def test_r6_cards_of_the_dead_are_skipped_and_a_crew_on_foot_keeps_its_machines() -> None:
    field = Field([machine("gl-walker", "Walker", 30, 10), soldiers(1, "Red", [(50, 10)])], [FAR])
    lose_machine(field.game, field["Walker"], ABANDONED, field["Foe"].id)
    field.lose("Red", 0)
    told = field.draw(dice=[2, 2])  # the dead man's card, and the next
    field.end()
    assert "R6" in cited(told)
    next_turn(field)
    assert sorted(field.battle.deck.left) == [field["Walker"].id, field["Foe"].id]
    field.begin("Walker")
    assert "move" in kept(field, "Walker")


def test_r7_his_cards_leave_the_deck_and_come_back_a_turn_after_he_leaves() -> None:
    field = Field([band(4, "Red", row(5, 30, 10), 0.0), men("gl-hero", "Hero", [(30, 14)])], [FAR])
    hero = field["Hero"].id
    told = field.order("Hero", "move", "move 30,11,30,11,0", "attach attach:{Red}")
    assert hero not in field.battle.deck.left
    assert field.is_marked("Hero", 0, ModelMark.WAITS)
    assert "R7" in cited(told)
    field.end()
    next_turn(field)
    assert hero not in field.battle.deck.left
    told = field.order("Red", "detach:{Hero}", "move 30,16,30,16,0")
    assert "R7" in cited(of(told, Detached))
    assert hero not in field.battle.deck.left
    field.end()
    next_turn(field)
    assert field.battle.deck.left.count(hero) == 2


def test_r8_one_check_for_all_reasons_and_receiving_a_charge_is_extra() -> None:
    field = Field([band(5, "Red", row(6, 30, 10), 0.0)], [band(3, "Foe", row(4, 30, 18))])
    field.must_check("Red")
    field["Red"].pending |= MustCheck.LOST_FIGURE
    field.activate("Foe")
    assert field.check("Red", "receive", dice=[1])
    assert field["Red"].pending
    told = field.begin("Red", dice=[1])
    assert len(of(told, MoraleChecked)) == 1
    assert not field["Red"].pending


def test_r9_the_last_man_of_a_unit_checks_though_a_lone_character_does_not() -> None:
    field = Field([band(2, "Red", row(3, 30, 10), 0.0), men("gl-villain", "Alone", [(40, 10)])], [FAR])
    field.lose("Red", 1, 2)
    assert field.battle.checks(field["Red"])
    assert not field.battle.checks(field["Alone"])


def test_r10_crews_of_guns_and_machines_divide_by_five_on_foot_too() -> None:
    gun = men("gl-gatling", "Gun", crew(50, 9, 4), 0.0, (50, 9))
    tanks = machine("gl-steam-tank", "Tank", 30, 10)
    for name, left in (("Gun", False), ("Tank", False), ("Tank", True)):
        field = Field([gun, tanks], [FAR])
        if left:
            lose_machine(field.game, field["Tank"], ABANDONED, field["Foe"].id)
        field.activate("Foe")
        assert field.check(name, "receive", dice=[20])  # 4 less the leader; by two it would have been 9
        assert rolls(field.game.log, "Morale check of a crew")


@pytest.mark.parametrize(("value", "checks"), [(False, False), (True, True)])
def test_r11_switch_bounce_is_hit_for_morale(value: bool, checks: bool) -> None:
    foe = machine("gl-steam-tank", "Tank", 30, 20, 180.0)
    field = Field([soldiers(1, "Red", [(30, 10)])], [foe], **{"bounce-is-hit-for-morale": value})
    field.order("Red", "shoot_machine:{Tank}", dice=[1, 20])  # 20 - 9 = 11: below 12
    assert bool(field["Tank"].pending) is checks


def test_r12_all_that_apply_add_up_and_three_inches_count() -> None:
    wall = ground("wall", "the wall", line=[[20, 11], [40, 11]])
    sides = (
        [
            men("gl-highlanders", "Scots", row(10, 30, 10), 0.0),
            men("gl-hero", "Hero", [(24.6, 7.0)]),  # three inches behind the leader
        ],
        [FAR],
    )
    field = Field(*sides, terrain=[wall])
    field.battle.commanders[0] = field.figure("Hero")
    case = morale_case(field.battle, field["Scots"], charging=True)
    lines = account(field.battle.rules, case)
    assert sorted(entry.add for entry in lines) == [-2, -2, -1, -1, -1]  # commander, hard; leader, crack, charging


def test_r13_a_leader_is_present_at_any_distance_unless_he_is_new() -> None:
    field = Field([band(2, "Red", [(30, 50), (30, 10), (31.2, 10)], 0.0)], [FAR])
    assert leader_present(field["Red"])
    field["Red"].new_leader = True
    assert not leader_present(field["Red"])


def test_r14_a_promoted_veteran_stays_a_veteran_and_a_beast_has_the_extras_column() -> None:
    figures = [main("leader", 9, 9, 9), main("veteran", 9, 9, 9), extra(1)]
    field = Field([men("gl-redcoats", "Red", row(3, 30, 20), figures=figures)], [FAR])
    field.lose("Red", 0)
    field.begin("Red")
    told = field.fails("Red", dice=[11, 13])  # on 11 a Leader would run wild
    assert one(told, FailureRolled).results == [FailureResult.FREEZE, FailureResult.FREEZE]
    apes = Field([men("gl-great-ape", "Ape", [(30, 20)])], [FAR], **{"lone-character-morale": "unit-of-one"})
    apes.activate("Ape")
    assert one(apes.fails("Ape", dice=[14]), FailureRolled).results == [FailureResult.FREEZE]


def test_r15_straight_from_the_nearest_of_several_enemies() -> None:
    foes = [soldiers(1, "Near", [(38, 20)], 270.0), soldiers(1, "Far", [(30, 40)], 180.0)]
    field = Field([band(1, "Red", [(30, 28), (30, 20)], 0.0)], foes, [ground("mud", "mire", rect=[10, 10, 28, 30])])
    field.activate("Red")
    told = field.fails("Red", dice=[SHRUGS, RUN])
    assert field.at("Red", 1) == (18.0, 20.0)
    assert "R15" in cited(told)


@pytest.mark.parametrize(("value", "left"), [("removed-at-once", [0]), ("runs-12-per-card", [0, 1])])
def test_r16_switch_run_off_table(value: str, left: list[int]) -> None:
    field = Field([band(1, "Red", [(40, 30), (30, 30)], 0.0)], [FAR], **{"run-off-table": value})
    field.activate("Red")
    field.fails("Red", dice=[SHRUGS, RUN_OFF])
    assert field.places("Red") == left
    if len(left) == 2:
        assert field.at("Red", 1)[1] < 19  # twelve inches now, and twelve as his card comes again
        field.end()
        field.begin("Red")
        assert field.at("Red", 1)[1] < 7


@pytest.mark.parametrize(("value", "acts"), [("this-and-next", False), ("next-only", True)])
def test_r17_switch_freeze(value: str, acts: bool) -> None:
    field = Field([soldiers(2, "Red", row(2, 30, 20))], [FAR], freeze=value)
    field.must_check("Red")
    field.begin("Red", dice=[20, FROZE, FROZE])
    assert ("move" in kept(field, "Red")) is acts
    field.end()
    field.begin("Red")
    assert field.offered("Red", again=True) == ["done"]  # the next card is lost in either reading
    field.end()
    field.begin("Red")
    assert "move" in kept(field, "Red")


@pytest.mark.parametrize(("value", "acts"), [(True, False), (False, True)])
def test_r18_switch_receive_failure_uses_action(value: bool, acts: bool) -> None:
    field = Field([soldiers(2, "Red", row(2, 30, 20))], [FAR], **{"receive-failure-uses-action": value})
    field.activate("Foe")
    field.fails("Red", dice=[BACK, BACK])
    field.begin("Red")
    assert ("move" in kept(field, "Red")) is acts


def test_r18_by_the_next_turn_it_is_forgotten() -> None:
    field = Field([soldiers(2, "Red", row(2, 30, 20))], [FAR])
    field.activate("Foe")
    field.fails("Red", dice=[BACK, FROZE])
    next_turn(field)
    assert not field.is_marked("Red", 0, ModelMark.SKIPS)
    assert field.is_marked("Red", 1, ModelMark.FROZEN)  # a freeze lasts


@pytest.mark.parametrize(("value", "pending"), [(True, MustCheck.LOST_FIGURE), (False, 0)])
def test_r19_switch_fled_counts_as_loss(value: bool, pending: int) -> None:
    field = Field([soldiers(3, "Red", row(3, 30, 20))], [FAR], **{"fled-counts-as-loss": value})
    field.game.tell(LeftTable(field.figure("Red", 2), "runs", "R15"))
    assert field["Red"].pending == pending


def test_r21_a_panicky_charge_minds_no_facing_but_a_shot_does() -> None:
    behind = soldiers(1, "Foe", [(30, 12)])
    field = Field([soldiers(2, "Red", [(30, 20), (40, 20)])], [behind])
    field.activate("Red")
    told = field.fails("Red", dice=[CHARGE, FIRE, 6])
    assert one(told, Moved).how == MoveKind.CHARGES_ALONE
    assert field.battle.engaged(field.figure("Red"))  # he turned about and reached him
    assert not of(told, Fired)
    assert not of(told, MoraleChecked)
    assert "R21" in cited(told)


def test_r22_who_shrugs_a_failed_charge_off_may_do_anything_else() -> None:
    field = Field([band(2, "Red", row(3, 30, 10), 0.0)], [band(3, "Foe", row(4, 30, 16))])
    field.order("Red", "charge:{Foe}", dice=[20, SHRUGS, FROZE, FROZE])
    assert kept(field, "Red") == {"done", "move", "snipe"}
    assert one(field.game.log, ChargeDeclared)


# ---------------------------------------------------------------- movement


def test_r23_bonus_then_halves_then_obstacles_and_fractions_are_kept() -> None:
    rules = Field([soldiers(1, "Red", [(9, 9)])], [FAR]).battle.rules
    assert rules.allowance(6.0, 5.0, True, True, 1) == 0.75
    assert rules.allowance(6.0, 0.0, True, True, 1) == 0.0
    mud = ground("mud", "the mire", rect=[0, 8, 60, 30])
    wall = ground("wall", "the wall", line=[[0, 12], [60, 12]])
    field = Field([men("gl-lancers", "Red", row(8, 30, 11, 1.6))], [FAR], [mud, wall])
    field.order("Red", "move", "move 30,16,30,16,0")
    assert field.at("Red", 0)[1] == 15.0  # 12 / 2 - 2


@pytest.mark.parametrize(("value", "y"), [("whole-move", 22.0), ("pro-rata", 23.0)])
def test_r24_switch_rough_terrain(value: str, y: float) -> None:
    snow = ground("snow", "the drift", rect=[20, 20, 40, 22])
    field = Field([soldiers(1, "Red", [(30, 19)])], [FAR], [snow], **{"rough-terrain": value})
    field.order("Red", "move", "move 30,25,30,25,0")
    assert field.at("Red", 0)[1] == pytest.approx(y, abs=0.01)


def test_r25_rough_ground_and_walls_slow_a_machine() -> None:
    woods = ground("woods", rect=[30, 24, 42, 60])
    wall = ground("wall", line=[[30, 21], [42, 21]])
    field = Field([machine("gl-steam-tank", "Tank", 36, 20)], [FAR], [woods, wall])
    region = DriveRegion(field.battle, field["Tank"], back=False)
    assert not region.refusal((0.0, 3.9))
    assert "at most 4.00 inches" in region.refusal((0.0, 4.5))  # into the wood: 8 / 2 - 2 is less than it has come
    assert not region.refusal((60.0, 6.0))
    assert region.refusal((60.0, 6.1))  # round the wood, over the wall


def test_r26_nobody_turns_but_by_moving() -> None:
    field = Field([soldiers(1, "Red", [(30, 20)], 0.0)], [soldiers(1, "Foe", [(20, 20)], 180.0)])
    field.order("Red", "shoot:{Foe}", dice=[20])
    assert field.facing("Red") == 0.0
    field.order("Red", "move", "move 30,20,30,20,180")  # turning on the spot is a Move
    assert field.facing("Red") == 180.0
    assert field.offered("Red", again=True) == ["done"]


def test_r27_through_friends_never_through_enemies_and_never_into_contact() -> None:
    friends = soldiers(3, "Blue", row(3, 30, 12, 1.0))
    field = Field([soldiers(1, "Red", [(30, 10)]), friends], [soldiers(1, "Foe", [(30, 16.4)], 180.0)])
    field.order("Red", "move", "move 30,16,30,16,0")
    assert field.at("Red", 0)[1] == pytest.approx(14.9, abs=0.001)
    assert not field.battle.engaged(field.figure("Red"))


def test_r28_a_neat_mob_is_pointed_out_and_nothing_else() -> None:
    mob = men("gl-warband", "Mob", row(12, 30, 10, 1.3))
    field = Field([mob], [FAR])
    assert is_neat(field.battle, field["Mob"])
    field.begin("Mob")
    assert "move" in kept(field, "Mob")
    field.end("scatter leave")
    off = [(24 + 1.3 * k, 10 + 0.3 * (k % 2)) for k in range(12)]
    assert is_neat(Field([men("gl-warband", "Mob", off)], [FAR]).battle, field["Mob"])  # within half an inch
    wide = [(24 + 1.3 * k, 10 + 1.2 * (k % 2)) for k in range(12)]
    ragged = Field([men("gl-warband", "Mob", wide)], [FAR])
    assert not is_neat(ragged.battle, ragged["Mob"])


@pytest.mark.parametrize(("value", "acts"), [("at-action", True), ("start-of-card", False)])
def test_r29_switch_command_check(value: str, acts: bool) -> None:
    field = Field([band(1, "Red", [(30, 10), (47, 10)], 0.0)], [FAR], **{"command-check": value})
    field.begin("Red")
    assert not in_command(field.battle, field.figure("Red", 1))
    field.order("Red", "move", "move 36,10,36,10,0", again=True)
    assert ("move" in kept(field, "Red")) is acts


def test_r29_a_straggler_called_back_by_start_of_card_is_named_with_the_card() -> None:
    field = Field([band(1, "Red", [(30, 10), (42, 10)], 0.0)], [FAR], **{"command-check": "start-of-card"})
    assert one(field.begin("Red"), Activated).commanded == [0, 1]  # exactly twelve inches


# ---------------------------------------------------------------- leaders


def test_r30_the_highest_class_whatever_its_place_on_the_card() -> None:
    figures = [main("hero", 9, 9, 9), main("veteran", 9, 9, 9), main("adventurer", 9, 9, 9), extra(1)]
    field = Field([men("gl-redcoats", "Red", row(4, 30, 20), figures=figures)], [FAR])
    field.lose("Red", 0)
    promoted = one(field.begin("Red"), Promoted)
    assert promoted.figure == field.figure("Red", 2)
    assert "R30" in promoted.ruling


@pytest.mark.parametrize(("x", "near"), [(43.2, True), (43.3, False)])
def test_r31_twelve_inches_from_the_nearest_of_them(x: float, near: bool) -> None:
    field = Field([band(2, "Red", row(3, 30, 10), 0.0), men("gl-hero", "Hero", [(x, 10)])], [FAR])
    field.lose("Red", 0)
    assert bool(eligible(field.battle, field["Red"])) is near


def test_r32_on_every_card_of_the_turn_in_which_he_took_over() -> None:
    figures = [main("leader", 9, 9, 9), main("veteran", 9, 9, 9), extra(2)]
    red = men("gl-redcoats", "Red", row(4, 30, 10), figures=figures, cards=2)
    field = Field([red], [band(1, "Foe", row(2, 30, 18))])
    field.lose("Red", 0)
    for _ in range(2):
        field.begin("Red")
        assert field["Red"].leaderless()
        assert "charge" not in kept(field, "Red")
        field.end()
    next_turn(field)
    field.begin("Red")
    assert "charge" in kept(field, "Red")


# ---------------------------------------------------------------- shooting


def test_r34_a_hit_that_was_saved_is_not_passed_on() -> None:
    field = Field([soldiers(1, "Red", [(30, 10)])], [band(3, "Foe", row(4, 30, 20))])
    told = field.order("Red", "shoot:{Foe}", dice=[1, 1, 11])  # the leader, Save 12
    assert one(told, Struck).saved
    assert field.places("Foe") == [0, 1, 2, 3]


def test_r36_the_mean_of_those_who_fire_and_of_the_whole_target() -> None:
    field = Field(
        [soldiers(3, "Red", [(24, 10), (30, 10), (36, 10)])], [soldiers(2, "Foe", [(30, 20), (30, 30)], 180.0)]
    )
    told = field.order("Red", "shoot_some:{Foe}", "who without:{Red.2}", "who go", dice=[20, 20])
    assert one(told, Fired).distance == pytest.approx((9 + 15 * 15) ** 0.5)  # (27, 10) to (30, 25)


@pytest.mark.parametrize(("value", "bears"), [("45-each-side", False), ("90-each-side", True)])
def test_r37_switch_vehicle_arc(value: str, bears: bool) -> None:
    field = Field(
        [machine("gl-steam-car", "Car", 30, 20)], [soldiers(1, "Foe", [(42, 26)], 180.0)], **{"vehicle-arc": value}
    )
    assert ("weapon" in kept(field, "Car", False)) is bears


def test_r38_one_of_them_in_arc_and_sight_is_enough() -> None:
    field = Field([soldiers(1, "Red", [(30, 20)])], [soldiers(2, "Foe", [(40, 10), (40, 21)], 180.0)])
    assert "shoot:Foe" in field.offered("Red")
    hidden = Field(
        [soldiers(1, "Red", [(30, 20)])],
        [soldiers(2, "Foe", [(40, 10), (40, 21)], 180.0)],
        [ground("woods", rect=[34, 18, 37, 24])],
    )
    assert "shoot:Foe" not in hidden.offered("Red")  # the one in his arc is out of sight


def test_r39_his_target_and_its_own_cover_and_a_character_at_a_gun_is_crew() -> None:
    gun = men("gl-12-pounder", "Gun", crew(50, 9, 5), 0.0, (50, 9))
    wall = ground("wall", "the wall", line=[[29, 17.3], [30.6, 17.3]])
    field = Field([men("gl-hero", "Hero", [(30, 10)]), gun], [soldiers(3, "Foe", row(3, 30, 18, 1.5), 180.0)], [wall])
    covers = []
    for place in range(3):
        told = field.order("Hero", "snipe:{Hero.0}", f"model at:{{Foe.{place}}}", dice=[20])
        covers.append(one(told, Fired).cover)
    assert covers == [Cover.NONE, Cover.HARD, Cover.NONE]
    assert "snipe" not in kept(field, "Gun", False)
    assert "gun_fire" in kept(field, "Gun")


def test_r41_all_shots_of_one_weapon_go_at_one_target() -> None:
    foes = [soldiers(2, "A", row(2, 25, 20), 180.0), soldiers(2, "B", row(2, 35, 20), 180.0)]
    field = Field([soldiers(2, "Red", row(2, 30, 10), weapon="heavy-machine-gun")], foes)
    told = field.order("Red", "shoot_some:{A}", "who only:{Red.0}", dice=[20] * 4)
    assert len(rolls(told)[0].faces) == 4
    told = field.order("Red", "shoot:{B}", dice=[20] * 4, again=True)  # the other man's
    assert one(told, Fired).figures == [1]


def test_r42_revolvers_need_no_reloading_single_shots_do_and_all_start_loaded() -> None:
    for weapon, empty in (("revolver", []), ("single-shot-pistol", [0])):
        field = Field([soldiers(1, "Red", [(30, 10)], weapon=weapon)], [soldiers(1, "Foe", [(30, 18)], 180.0)])
        assert field.is_marked("Red", 0, ModelMark.LOADED)
        field.activate("Red")
        field.fails("Red", dice=[FIRE, 20])
        assert field.empty("Red") == empty


def test_r44_one_less_than_the_best_that_any_has() -> None:
    """Four in the open, four behind a hedge, one behind a wall: a tie for most, and hard is the best."""
    spots = row(9, 30, 30)
    left = spots[0][0] - 0.6
    lines = [
        ground("hedge", "the hedge", line=[[left, 29.3], [left + 4.8, 29.3]]),
        ground("wall", "the wall", line=[[left + 4.8, 29.3], [left + 6.0, 29.3]]),
    ]
    field = Field([soldiers(1, "Red", [(30, 10)])], [soldiers(9, "Foe", spots, 180.0)], lines)
    assert cover_of(field.battle, field.battle.members(field["Foe"]), 30.0, 10.0) == Cover.LIGHT
    field = Field([soldiers(1, "Red", [(30, 10)])], [soldiers(9, "Foe", spots, 180.0)], lines[:1])
    field.lose("Foe", 8)
    assert cover_of(field.battle, field.battle.members(field["Foe"]), 30.0, 10.0) == Cover.NONE


def test_r45_nobody_shoots_at_a_fight_but_a_character_may_name_a_free_man() -> None:
    south = [soldiers(1, "Red", [(30, 20)]), soldiers(1, "Blue", [(36, 14)]), men("gl-hero", "Hero", [(30, 14)])]
    field = Field(south, [soldiers(3, "Foe", [(30, 21.0), (32, 22), (33.2, 22)], 180.0)])
    assert "shoot" not in kept(field, "Blue", False)
    hero = field.figure("Hero")
    first = field.figure("Foe")
    assert named_models(field.battle, hero, weapon_of(field.battle, hero), one=False) == [first + 1, first + 2]


@pytest.mark.parametrize(("value", "seen"), [(False, True), (True, False)])
def test_r46_switch_figures_block_sight(value: bool, seen: bool) -> None:
    sides = [soldiers(1, "Red", [(30, 10)]), soldiers(1, "Blue", [(30, 14)])], [soldiers(1, "Foe", [(30, 20)], 180.0)]
    field = Field(*sides, **{"figures-block-sight": value})
    assert ("shoot" in kept(field, "Red", False)) is seen


def test_r46_into_woods_and_not_beyond_and_never_past_a_machine() -> None:
    red = soldiers(1, "Red", [(30, 10)])
    foe = soldiers(1, "Foe", [(30, 26)], 180.0)
    assert "shoot" not in kept(Field([red], [foe], [ground("woods", rect=[20, 14, 40, 24])]), "Red", False)
    assert "shoot" in kept(Field([red], [foe], [ground("woods", rect=[20, 14, 40, 28])]), "Red", False)
    assert "shoot" not in kept(Field([red, machine("gl-walker", "Walker", 30, 18)], [foe]), "Red", False)


def test_r50_those_out_of_sight_are_counted_in_the_ring() -> None:
    wood = ground("woods", rect=[20, 14, 29.5, 18])
    field = Field([soldiers(1, "Red", [(30, 10)])], [soldiers(3, "Foe", row(3, 28, 22, 2.0), 180.0)], [wood])
    order = ring(field.battle, field.battle.members(field["Foe"]), 30.0, 10.0)
    assert [figure - field.figure("Foe") for figure in order] == [0, 1, 2]
    field.order("Red", "shoot:{Foe}", dice=[1, 1])
    assert field.places("Foe") == [1, 2]  # the first of them stood behind the wood
    assert not field.is_marked("Foe", 1, ModelMark.ACTED)


@pytest.mark.parametrize(
    ("classes", "leads"),
    [
        (["leader", "veteran"], 0),
        (["veteran", "hero", "leader"], 1),
        (["extra", "veteran", "veteran"], 1),
        (["extra", "extra"], 0),
    ],
)
def test_r124_the_highest_class_leads_from_the_start(classes: list[str], leads: int) -> None:
    figures = [extra(1) if each == "extra" else main(each, 9, 9, 9) for each in classes]
    field = Field([men("gl-redcoats", "Red", row(len(classes), 30, 20), figures=figures)], [FAR])
    red = field["Red"]
    assert red.leader == field.figure("Red", leads)
    assert (red.leadership == Leadership.LED) is (classes[leads] != "extra")


def test_r124_he_commands_the_machine_and_stands_in_the_middle_of_the_front() -> None:
    crew = [extra(2, 9, 9), main("veteran", 12, 9, 9)]
    field = Field([machine("gl-steam-tank", "Tank", 30, 20, figures=crew, shoot=12)], [FAR])
    assert field["Tank"].leader == field.figure("Tank", 2)
    figures = [extra(4), main("leader", 9, 9, 9)]
    field = Field([men("gl-redcoats", "Red", row(5, 30, 20), figures=figures)], [FAR])
    held = stand(field.battle, field["Red"], (30.0, 20.0, 0.0, 3.0))
    assert held.spots[4] == (pytest.approx(30.0), pytest.approx(20.6))


def test_r127_units_are_packed_or_the_scenario_is_refused() -> None:
    packed_or_refused("gaslight")


def test_r127_who_finds_no_room_is_put_at_the_edge() -> None:
    put_at_the_edge("gaslight")


def test_r127_who_finds_no_room_on_the_whole_table_stays_away() -> None:
    stays_away("gaslight")
