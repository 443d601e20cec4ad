"""Morale on the table: who checks, with what modifiers, and every result of the failure chart carried out."""

from __future__ import annotations

import pytest
from rules.gaslight.situation import Field, band, extra, main, men, row, soldiers
from tabletop import cited, ground, of, one, rolls

from playsheet.rules.gaslight.battle.events import LeftTable, Moved
from playsheet.rules.gaslight.battle.fight_events import FailureRolled, Fired, Froze, MoraleChecked, RunsOff, Struck
from playsheet.rules.gaslight.dice.morale import account
from playsheet.rules.gaslight.ground.moving import enemy_bearing
from playsheet.rules.gaslight.table.morale import commander_near, leader_present, morale_case
from playsheet.rules.gaslight.terms import ModelMark, MoveKind, MustCheck

FOE = soldiers(3, "Foe", row(3, 30, 65), 180.0)
OFF, RUN, BACK, FREEZE, WILD, CHARGE, FIRE = 2, 7, 12, 14, 16, 18, 20  # faces of an Extra's column


def modifiers(field: Field, name: str, charging: bool = False) -> int:
    return sum(
        entry.add for entry in account(field.battle.rules, morale_case(field.battle, field[name], charging=charging))
    )


# ---------------------------------------------------------------- the check


def test_a_leader_steadies_them_and_a_stand_in_or_a_new_one_does_not() -> None:
    field = Field([band(4, "Red", row(5, 30, 10), 0.0)], [FOE])
    assert modifiers(field, "Red") == -1
    assert modifiers(field, "Red", True) == -2
    field["Red"].new_leader = True
    assert not leader_present(field["Red"])
    assert modifiers(field, "Red") == 0
    assert modifiers(Field([soldiers(5, "Red", row(5, 30, 10))], [FOE]), "Red") == 0


@pytest.mark.parametrize(("quality", "add"), [("crack", -1), ("regular", 0), ("green", 1)])
def test_quality(quality: str, add: int) -> None:
    assert modifiers(Field([soldiers(5, "Red", row(5, 30, 10), quality=quality)], [FOE]), "Red") == add


def test_cover_is_looked_at_from_the_nearest_enemy() -> None:
    wall = ground("wall", "the wall", line=[[20, 10.8], [40, 10.8]])
    assert modifiers(Field([soldiers(5, "Red", row(5, 30, 10))], [FOE], [wall]), "Red") == -2
    south = soldiers(1, "Foe", [(30, 2)])
    assert modifiers(Field([soldiers(5, "Red", row(5, 30, 10))], [south], [wall]), "Red") == 0


@pytest.mark.parametrize(("y", "near"), [(13.0, True), (13.01, False)])
def test_the_army_commander_within_three_inches_of_the_leader(y: float, near: bool) -> None:
    field = Field(
        [band(4, "Red", [(30, 10), *row(4, 30, 12, 1.5)], 0.0), men("gl-hero", "Hero", [(30, y + 0.0)])], [FOE]
    )
    field.battle.commanders[0] = field.figure("Hero")
    assert commander_near(field.battle, field["Red"]) is near
    field.lose("Red", 0)
    assert commander_near(field.battle, field["Red"])  # without a leader anybody will do


def test_a_commander_who_leads_the_unit_gives_both() -> None:
    field = Field([band(4, "Red", row(5, 30, 10), 0.0)], [FOE])
    field.battle.commanders[0] = field.figure("Red")
    assert modifiers(field, "Red") == -3


@pytest.mark.parametrize(("die", "passed"), [(19, True), (20, False)])
def test_units_divide_by_two_and_must_stay_below_their_number(die: int, passed: bool) -> None:
    field = Field([soldiers(10, "Red", row(10, 30, 10))], [FOE])
    field.activate("Foe")
    assert field.check("Red", "receive", dice=[die] if passed else [die, *[FREEZE] * 10]) is passed


@pytest.mark.parametrize(("die", "passed"), [(19, True), (20, False)])
def test_crews_divide_by_five(die: int, passed: bool) -> None:
    crew = men("gl-gatling", "Red", [(28, 10), (29.1, 8.4), (30.3, 8.4), (31.4, 8.4)], 0.0, (30, 10))
    field = Field([crew], [FOE])
    field["Red"].new_leader = True
    field.activate("Foe")
    assert field.check("Red", "receive", dice=[die] if passed else [die, 12, *[FREEZE] * 3]) is passed


def test_lone_characters_and_single_beasts_never_check_but_by_switch() -> None:
    for card in ("gl-hero", "gl-great-ape"):
        field = Field([men(card, "Red", [(30, 10)])], [band(2, "Foe", row(3, 30, 18))])
        told = field.order("Foe", "charge:{Red}", dice=[1, 6])
        assert [event.unit for event in of(told, MoraleChecked)] == [field["Foe"].id]
    field = Field(
        [men("gl-hero", "Red", [(30, 10)])],
        [band(2, "Foe", row(3, 30, 18))],
        **{"lone-character-morale": "unit-of-one"},
    )
    told = field.order("Foe", "charge:{Red}", dice=[1, 2, 6])  # 1 - 1 = 0 < 1
    assert [event.passed for event in of(told, MoraleChecked)] == [True, True]


# ---------------------------------------------------------------- one model, one result


def lone_extra(face: int, *dice: int, start: tuple[float, float] = (30, 20), own: bool = True, **more: object) -> Field:
    """The second man of a band of two rolls this; the first, its leader, shrugs it off."""
    field = Field([band(1, "Red", [(40, 20), start], 0.0)], [soldiers(1, "Foe", [(30, 30)], 180.0)], **more)
    field.activate("Red" if own else "Foe")
    field.told_last = field.fails("Red", dice=[20, face, *dice])  # type: ignore[attr-defined]
    return field


def last(field: Field) -> list[object]:
    told: list[object] = field.told_last  # type: ignore[attr-defined]
    return told


def test_run_off_the_table_at_once() -> None:
    field = lone_extra(OFF)
    assert field.places("Red") == [0]
    assert one(last(field), LeftTable).how == "run-off-table"  # type: ignore[arg-type]
    assert field["Red"].pending == MustCheck.LOST_FIGURE


def test_fled_figures_count_as_lost_but_by_switch() -> None:
    assert lone_extra(OFF, **{"fled-counts-as-loss": False})["Red"].pending == 0


def test_by_switch_he_runs_for_the_edge_card_by_card() -> None:
    field = lone_extra(OFF, **{"run-off-table": "runs-12-per-card"})
    assert of(last(field), RunsOff)  # type: ignore[arg-type]
    assert field.at("Red", 1) == (30.0, 8.0)
    assert field.is_marked("Red", 1, ModelMark.RUNNING_OFF)
    field.end()
    told = field.begin("Red")
    assert one(told, LeftTable).how == MoveKind.RUNS
    assert field["Red"].pending == MustCheck.LOST_FIGURE  # for the next card


@pytest.mark.parametrize(
    ("face", "how", "y", "facing"), [(RUN, MoveKind.RUNS, 8.0, 180.0), (BACK, MoveKind.BACKS, 14.0, 0.0)]
)
def test_run_and_back_straight_from_the_nearest_enemy(face: int, how: str, y: float, facing: float) -> None:
    field = lone_extra(face)
    assert one(last(field), Moved).how == how  # type: ignore[arg-type]
    assert field.at("Red", 1) == (30.0, y)
    assert field.facing("Red", 1) == facing


def test_who_crosses_the_edge_is_gone_and_who_stops_at_it_is_not() -> None:
    assert lone_extra(RUN, start=(30, 11.9)).places("Red") == [0]
    assert lone_extra(BACK, start=(30, 6.0)).at("Red", 1) == (30.0, 0.0)
    assert lone_extra(BACK, start=(30, 5.9)).places("Red") == [0]


def test_ground_and_friends_do_not_stop_a_run_but_a_lake_and_enemies_do() -> None:
    mud = ground("mud", "the mire", rect=[20, 8, 40, 18])
    wall = ground("wall", "the wall", line=[[20, 17], [40, 17]])
    lake = ground("lake", "the lake", rect=[20, 8, 40, 14])
    assert lone_extra(RUN, terrain=[mud, wall]).at("Red", 1) == (30.0, 8.0)
    assert lone_extra(RUN, terrain=[lake]).at("Red", 1)[1] == pytest.approx(14.5, abs=0.001)
    field = Field(
        [band(2, "Red", [(40, 20), (30, 20), (30, 8.5)], 0.0)],
        [soldiers(1, "Foe", [(30, 30)], 180.0), soldiers(1, "Other", [(20, 4)])],
    )
    field.activate("Red")
    field.fails("Red", dice=[20, RUN, FREEZE])
    assert field.at("Red", 1)[1] == pytest.approx(9.5, abs=0.001)  # the last free spot before his friend
    field = Field(
        [band(1, "Red", [(40, 20), (30, 20)], 0.0)],
        [soldiers(1, "Foe", [(30, 30)], 180.0), soldiers(1, "Other", [(30, 8)])],
    )
    field.activate("Red")
    field.fails("Red", dice=[20, RUN])
    assert field.at("Red", 1)[1] == pytest.approx(9.5, abs=0.001)  # half an inch short of the enemy


def test_freeze_on_ones_own_card_and_by_switch_only_the_next() -> None:
    field = lone_extra(FREEZE)
    assert of(last(field), Froze)  # type: ignore[arg-type]
    assert (field.is_marked("Red", 1, ModelMark.FROZEN), field.is_marked("Red", 1, ModelMark.ACTED)) == (True, True)
    field = lone_extra(FREEZE, freeze="next-only")
    assert (field.is_marked("Red", 1, ModelMark.FROZEN), field.is_marked("Red", 1, ModelMark.ACTED)) == (True, False)
    field.order("Red", "move_some", "who only:{Red.1}", "move 30,22,30,22,0", again=True)


@pytest.mark.parametrize(("die", "x", "y"), [(5, 42.0, 20.0), (10, 30.0, 8.0), (20, 30.0, 28.5)])
def test_run_in_a_random_direction_clockwise_from_his_facing(die: int, x: float, y: float) -> None:
    field = lone_extra(WILD, die)
    assert one(last(field), Moved).how == MoveKind.RUNS_WILD  # type: ignore[arg-type]
    assert field.at("Red", 1) == (x, pytest.approx(y, abs=0.001))  # straight on the enemy stops him
    assert field.facing("Red", 1) == pytest.approx(die * 18 % 360)


def test_charge_alone_with_his_own_bonus_and_fight_if_he_touches() -> None:
    field = lone_extra(CHARGE, 1)
    assert one(last(field), Moved).how == MoveKind.CHARGES_ALONE  # type: ignore[arg-type]
    assert field.at("Red", 1) == (30.0, 27.0)
    field = lone_extra(CHARGE, 3)
    assert field.battle.engaged(field.figure("Red", 1))
    told = field.end(dice=[1, 20])  # the leader fights nobody; both men roll
    assert one(told, Struck).figure == field.figure("Foe")


def test_fire_at_random_without_a_command() -> None:
    field = lone_extra(FIRE, 3, 2)
    fired = one(last(field), Fired)  # type: ignore[arg-type]
    assert (fired.forced, fired.target) == (True, field["Foe"].id)
    assert field.places("Foe") == []


def test_fire_at_one_of_several_takes_a_die_and_needs_arc_and_range() -> None:
    foes = [soldiers(1, "A", [(28, 40)], 180.0), soldiers(1, "B", [(32, 40)], 180.0), soldiers(1, "C", [(30, 5)])]
    field = Field([soldiers(1, "Red", [(30, 20)])], [*foes, soldiers(1, "D", [(30, 60)], 180.0)])
    field.activate("Red")
    told = field.fails("Red", dice=[FIRE, 2, 20])
    assert one(told, Fired).target == field["B"].id
    assert rolls(told, "Which enemy")[0].sides == 2


def test_an_empty_weapon_or_nobody_to_shoot_at_is_nothing() -> None:
    field = Field([soldiers(1, "Red", [(30, 20)])], [FOE])
    field.activate("Red")
    assert not of(field.fails("Red", dice=[FIRE]), Fired)
    muskets = men("gl-volunteers", "Red", [(30, 20)], 0.0, figures=[extra(1)])
    field = Field([muskets], [soldiers(1, "Foe", [(30, 30)], 180.0)])
    field.order("Red", "shoot:{Foe}", dice=[20])
    assert not of(field.fails("Red", dice=[FIRE]), Fired)


def test_forced_fire_empties_the_weapon() -> None:
    muskets = men("gl-volunteers", "Red", [(30, 20)], 0.0, figures=[extra(1)])
    field = Field([muskets], [soldiers(1, "Foe", [(30, 30)], 180.0)])
    field.activate("Red")
    field.fails("Red", dice=[FIRE, 20])
    assert field.empty("Red") == [0]


def test_a_character_fires_at_a_random_model_of_a_random_unit() -> None:
    hero = men("gl-redcoats", "Red", [(30, 20)], figures=[main("hero", 16, 15, 14)])
    field = Field([hero], [soldiers(3, "Foe", row(3, 30, 28), 180.0)])
    field.activate("Red")
    told = field.fails("Red", dice=[11, 3, 20])
    assert one(told, Fired).model == field.figure("Foe", 2)


def test_all_dice_first_then_the_results_one_by_one() -> None:
    field = Field([soldiers(3, "Red", row(3, 30, 20))], [soldiers(2, "Foe", row(2, 30, 30), 180.0)])
    field.activate("Red")
    told = field.fails("Red", dice=[FIRE, WILD, CHARGE, 20, 5, 2])
    assert [roll.why.split(",")[0].split(" at")[0] for roll in rolls(told)] == [
        "Morale failure",
        "Morale failure",
        "Morale failure",
        "Repeater / breech-loading rifle",
        "Which way",
        "Charge bonus",
    ]


# ---------------------------------------------------------------- on whose card, and who obeys


def test_on_an_enemys_card_it_is_carried_out_at_once_and_costs_the_next_card_this_turn() -> None:
    field = lone_extra(BACK, own=False)
    assert field.is_marked("Red", 1, ModelMark.SKIPS)
    assert not field.is_marked("Red", 0, ModelMark.SKIPS)  # he shrugged it off
    field.begin("Red")
    assert field.offered("Red", again=True)[:2] == ["done", "move"]
    field.order("Red", "move", "move 40,18,40,18,0", again=True)
    assert field.offered("Red", again=True) == ["done"]
    field.end()
    field.begin("Red")
    assert "move_some" in field.offered("Red", again=True)


def test_by_switch_it_costs_nothing() -> None:
    field = lone_extra(BACK, own=False, **{"receive-failure-uses-action": False})
    assert not field.is_marked("Red", 1, ModelMark.SKIPS)


def test_frozen_or_out_of_command_he_neither_charges_nor_fires_but_runs() -> None:
    for face, moves in ((CHARGE, False), (FIRE, False), (RUN, True)):
        field = Field([band(1, "Red", [(50, 20), (30, 20)], 0.0)], [soldiers(1, "Foe", [(30, 30)], 180.0)])
        field.activate("Red")
        told = field.fails("Red", dice=[20, face])
        assert bool(of(told, Moved)) is moves
        assert not of(told, Fired)


@pytest.mark.parametrize("face", [CHARGE, FIRE])
def test_a_frozen_man_in_command_neither_charges_nor_fires(face: int) -> None:
    field = Field([band(1, "Red", [(32, 20), (30, 20)], 0.0)], [soldiers(1, "Foe", [(30, 30)], 180.0)])
    field.activate("Foe")
    field.game.tell(Froze(field.figure("Red", 1), "R17"))
    told = field.fails("Red", dice=[20, face])
    assert not of(told, Moved)
    assert not of(told, Fired)


def first_man_south(face: int, *dice: int) -> Field:
    """One enemy, the first of the roster; an Extra north of him, who looks east, rolls this."""
    field = Field([soldiers(1, "Red", [(30, 20)])], [band(1, "Foe", [(34, 26), (30, 26)], 90.0)])
    field.activate("Foe")
    field.fails("Foe", dice=[20, face, *dice])
    return field


def test_the_nearest_enemy_may_be_the_first_of_the_roster() -> None:
    assert first_man_south(RUN).at("Foe", 1) == (30.0, 38.0)  # away from him, not straight back
    charged = first_man_south(CHARGE, 3)
    assert charged.battle.foes(charged.figure("Foe", 1)) == [0]
    assert enemy_bearing(charged.battle, 30.0, 26.0, 1) == 180.0


def test_the_engaged_fight_on_or_break_away_without_a_blow() -> None:
    for face, moves in ((CHARGE, False), (FIRE, False), (BACK, True)):
        field = Field([band(1, "Red", [(40, 20), (30, 20)], 0.0)], [soldiers(1, "Foe", [(30, 21.0)], 180.0)])
        field.activate("Red")
        told = field.fails("Red", dice=[20, face])
        assert bool(of(told, Moved)) is moves
        assert field.battle.engaged(field.figure("Foe")) is not moves


def test_each_class_has_its_column() -> None:
    figures = [main("hero", 9, 9, 9), main("adventurer", 9, 9, 9), main("leader", 9, 9, 9), main("veteran", 9, 9, 9)]
    red = men("gl-redcoats", "Red", row(5, 30, 20), figures=[*figures, extra(1)])
    field = Field([red], [FOE])
    field.activate("Red")
    told = field.fails("Red", dice=[5, 7, 9, 11, 13])
    assert one(told, FailureRolled).results == [3] * 5  # all of them freeze
    assert field.frozen("Red") == [0, 1, 2, 3, 4]
    assert {"R14", "R17"} <= cited(told)
