"""Rulings R51 to R112: guns, charges, close combat, machines and setting up; every one has its own test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rules.gaslight.situation import Field, Men, band, crew, extra, machine, main, men, printed, row, soldiers
from tabletop import cited, ground, of, one, rolls

from playsheet.core.angles import direction
from playsheet.core.figures import FLED
from playsheet.rules.gaslight import system
from playsheet.rules.gaslight.battle.events import Attached, CardDrawn, Deployed, LeftTable, Moved, TurnEnded
from playsheet.rules.gaslight.battle.fight_events import (
    Burst,
    Fired,
    Fought,
    Froze,
    GrenadeSpent,
    GunFired,
    GunHit,
    MoraleChecked,
    Struck,
    TargetsGone,
)
from playsheet.rules.gaslight.battle.machine_events import (
    Boarded,
    Drove,
    MachineFailed,
    MachineLeft,
    MachineLost,
    MachineSaved,
    SustainRolled,
)
from playsheet.rules.gaslight.dice.morale import account
from playsheet.rules.gaslight.ground.driving import DriveRegion
from playsheet.rules.gaslight.ground.sight import figure_cover
from playsheet.rules.gaslight.options.cannon import GunRegion, serving, walks_to
from playsheet.rules.gaslight.options.command import able_figures, in_command
from playsheet.rules.gaslight.table.cannon import forced_gun_shot
from playsheet.rules.gaslight.table.crews import forced_aboard
from playsheet.rules.gaslight.table.damage import explosion, lose_machine
from playsheet.rules.gaslight.table.morale import morale_case
from playsheet.rules.gaslight.terms import FailureResult, Leadership, ModelMark, MoveKind, MustCheck, Where
from playsheet.rules.gaslight.victory import guns_lost, machines_lost
from playsheet.tabletop.machines.machine import (
    ABANDONED,
    CAPTURED_BY_FOE,
    DISABLED,
    EXPLODED,
    RUNNING,
    STALLED,
)

FAR = soldiers(2, "Foe", row(2, 30, 66), 180.0)
FROZE = 13  # on an Extra's column


def keys(field: Field, name: str, again: bool = False) -> set[str]:
    """The orders a unit is offered, without what they are given for."""
    return {key.split(":")[0] for key in field.offered(name, again)}


def gun(card: str, x: float, y: float, n: int, name: str = "Gun", **more: object) -> Men:
    """A gun that faces north, its crew about it."""
    return men(card, name, crew(x, y, n), 0.0, (x, y), **more)


def twelve_pounder(x: float = 30.0, y: float = 9.0, **more: object) -> Men:
    return gun("gl-12-pounder", x, y, 5, **more)


def battery(x: float = 30.0, y: float = 30.0) -> Men:
    """An enemy gun that faces south, four men in a row behind it."""
    return men("gl-mountain-gun", "Battery", row(4, x, y + 1.55, 1.05), 180.0, (x, y))


def lost(field: Field, name: str) -> list[int]:
    """The places on the card of those who are gone."""
    return [place for place in range(field[name].start) if place not in field.places(name)]


# ---------------------------------------------------------------- guns


@pytest.mark.parametrize(("value", "hits"), [("half-range", 0), ("single-band", 1)])
def test_r51_switch_gun_long_range_on_the_table(value: str, hits: int) -> None:
    field = Field([twelve_pounder()], [soldiers(1, "Foe", [(30, 40)], 180.0)], **{"gun-long-range": value})
    told = field.order("Gun", "gun_fire:{Foe}", dice=[11, 1, 1] if hits else [11])  # Shoot 12, 30 of 48 inches
    assert one(told, GunFired).hits == hits


@pytest.mark.parametrize(("value", "in_range"), [("inclusive", True), ("strict", False)])
def test_r52_switch_gun_range_edge(value: str, in_range: bool) -> None:
    small = gun("gl-mountain-gun", 30, 9, 4)
    field = Field([small], [soldiers(1, "Foe", [(30, 34)], 180.0)], **{"gun-range-edge": value})
    assert ("gun_fire" in keys(field, "Gun")) is in_range


def test_r53_a_field_gun_fires_all_over_its_front() -> None:
    for x, y, bears in ((50, 10, True), (10, 10, True), (50, 9.5, False)):
        field = Field([twelve_pounder()], [soldiers(1, "Foe", [(x, y)], 180.0)])
        assert ("gun_fire" in keys(field, "Gun")) is bears


@pytest.mark.parametrize(("value", "loaded"), [("by-card", False), ("never", True)])
def test_r54_switch_cannon_reload(value: str, loaded: bool) -> None:
    field = Field([twelve_pounder()], [soldiers(1, "Foe", [(30, 40)], 180.0)], **{"cannon-reload": value})
    field.order("Gun", "gun_fire:{Foe}", dice=[20])
    assert ("gun_fire" in keys(field, "Gun")) is loaded
    assert ("gun_reload" in keys(field, "Gun", True)) is not loaded


@pytest.mark.parametrize(("value", "caught"), [("any-model", [0]), ("target-unit-only", [])])
def test_r56_switch_blast_spill(value: str, caught: list[int]) -> None:
    friend = soldiers(2, "Friend", [(30, 28.5), (20, 9)])
    sides = [twelve_pounder(), friend], [soldiers(2, "Foe", [(30, 30), (31.2, 30)], 180.0)]
    field = Field(*sides, **{"blast-spill": value})
    field.order("Gun", "gun_fire:{Foe}", dice=[3, 20, 1])
    assert lost(field, "Foe") == [0, 1]
    assert lost(field, "Friend") == caught


def test_r58_a_shell_at_a_machine_spreads_to_nobody() -> None:
    close = soldiers(3, "Close", row(3, 30, 32.5), 180.0)
    field = Field([twelve_pounder()], [machine("gl-walker", "Walker", 30, 30, 180.0), close])
    told = field.order("Gun", "gun_fire_machine:{Walker}", dice=[3, 5])
    assert len(of(told, MachineSaved)) == 1
    assert not of(told, Burst)
    assert lost(field, "Close") == []


def test_r59_a_shell_on_a_gun_goes_round_its_crew_however_far_they_stand() -> None:
    spots = [(30, 31.55), (36, 33), (37.2, 33), (38.4, 33)]  # one at the gun, three out of the radius
    field = Field([twelve_pounder()], [men("gl-mountain-gun", "Battery", spots, 180.0, (30, 30))])
    told = field.order("Gun", "gun_fire:{Battery}", dice=[3, 12, 1, 3, 20])  # four hits, n = 2; the veteran's save
    assert not of(told, Burst)
    assert [event.figure - field.figure("Battery") for event in of(told, Struck)] == [1, 3, 2, 0]
    assert "R59" in cited(told)


@pytest.mark.parametrize("value", ["destroyed", "repairable"])
def test_r61_switch_gun_hit(value: str) -> None:
    field = Field([gun("gl-mountain-gun", 30, 15, 4)], [battery()], **{"gun-hit": value})
    told = field.order("Gun", "gun_fire:{Battery}", dice=[3, 1, 2, 8])
    assert one(told, GunHit).destroyed is (value == "destroyed")
    assert field.battle.marked(field["Battery"].model, ModelMark.BROKEN) is (value == "repairable")
    assert ("gun_repair" in keys(field, "Battery")) is (value == "repairable")


@pytest.mark.parametrize(("die", "hit"), [(19, False), (20, True), (1, False), (2, True)])
def test_r62_a_d20_and_even_hits_the_gun(die: int, hit: bool) -> None:
    field = Field([gun("gl-mountain-gun", 30, 15, 4)], [battery()])
    told = field.order("Gun", "gun_fire:{Battery}", dice=[3, 1, die, 8])
    assert bool(of(told, GunHit)) is hit
    assert rolls(told, "Is the gun hit too?")[0].sides == 20


def test_r63_less_than_six_to_throw_and_two_inches_included_to_burst() -> None:
    sappers = men("gl-sappers", "Sappers", [(20, 28), (30, 24), *row(4, 20, 26)])
    for y, may in ((30.0, False), (29.99, True)):
        field = Field([sappers], [soldiers(1, "Foe", [(30, y)], 180.0)])
        assert ("throw:Sappers.1" in field.offered("Sappers")) is may
    field = Field([sappers], [soldiers(3, "Foe", [(30, 26), (32, 26), (32.01, 27.05)], 180.0)])
    field.order("Sappers", "throw:{Sappers.1}", dice=[3, 20, 1])
    assert lost(field, "Foe") == [0, 1]


@pytest.mark.parametrize(
    ("value", "y", "may"), [("canister", 23, True), ("canister", 23.1, False), ("ordnance", 40, True)]
)
def test_r65_switch_grapeshot_range(value: str, y: float, may: bool) -> None:
    field = Field([twelve_pounder()], [soldiers(1, "Foe", [(30, y)], 180.0)], **{"grapeshot-range": value})
    assert ("gun_grape" in keys(field, "Gun")) is may
    assert "gun_fire" in keys(field, "Gun", True)  # ball as he likes


@pytest.mark.parametrize(("value", "order"), [("aimed", "shoot"), ("grape", "cone")])
def test_r66_switch_swivel_gun(value: str, order: str) -> None:
    red = soldiers(1, "Red", [(30, 10)], weapon="swivel-gun")
    field = Field([red], [soldiers(1, "Foe", [(30, 33)], 180.0)], **{"swivel-gun": value})
    assert keys(field, "Red") == {"done", "move", order}


# ---------------------------------------------------------------- charges and close combat


@pytest.mark.parametrize(("value", "asked"), [(True, []), (False, ["who only:{Red.0}"])])
def test_r68_switch_charge_all_models(value: bool, asked: list[str]) -> None:
    foe = men("gl-hero", "Foe", [(30, 16)], 180.0)
    field = Field([band(2, "Red", row(3, 30, 10), 0.0)], [foe], **{"charge-all-models": value})
    told = field.order("Red", "charge:{Foe}", *asked, dice=[1, 6])
    assert len(one(told, Moved).figures) == (3 if value else 1)
    assert ("move" in keys(field, "Red", True)) is not value


def test_r70_all_who_stood_are_contacted_and_runners_may_be_caught_after() -> None:
    """Of three one backs off six inches and is out of reach; one charger each for the others, then a double."""
    field = Field([band(3, "Red", row(4, 30, 10), 0.0)], [soldiers(3, "Foe", row(3, 30, 16, 2.0), 180.0)])
    told = field.order("Red", "charge:{Foe}", "allocate auto", dice=[1, 20, FROZE, 11, FROZE, 2])
    contacts = [len(field.battle.foes(field.figure("Foe", place))) for place in range(3)]
    assert contacts[0] >= 1
    assert contacts[2] >= 1
    assert max(contacts) <= 3
    assert "R70" in cited(told)


def test_r72_one_die_named_before_and_a_second_hit_on_the_dead_is_lost() -> None:
    foe = band(1, "Foe", [(30, 21.0), (31.0, 20)])
    field = Field([soldiers(1, "Red", [(30, 20)]), soldiers(1, "Blue", [(29.2, 21.604)])], [foe])
    field.activate("Red")
    told = field.end("strike hit:{Foe.0}", dice=[1, 20, 20, 12])  # the leader named fails his save
    assert [event.figure for event in of(told, Struck)] == [field.figure("Foe", 0)]
    assert field.places("Foe") == [1]
    assert "R72" in cited(told)


def test_r73_minus_ten_on_foot_minus_four_with_explosives_plus_two_special() -> None:
    field = Field([machine("gl-walker", "Walker", 30, 20)], [FAR])
    assert (field.battle.rules.foot_srm, field.battle.rules.explosives_srm) == (-10, -4)
    walker = field["Walker"].card.machine
    assert walker is not None
    assert walker.melee_srm == 2


def test_r74_only_machines_with_scuffle_dice_and_after_both_checks_sustain() -> None:
    foe = soldiers(3, "Foe", row(3, 30, 28), 180.0)
    assert "charge" not in keys(Field([machine("gl-steam-tank", "Tank", 30, 20)], [foe]), "Tank")
    field = Field([machine("gl-walker", "Walker", 30, 20)], [foe])
    told = field.order("Walker", "charge:{Foe}", dice=[1, 1, 14])
    assert [type(event) for event in told if isinstance(event, (MoraleChecked, SustainRolled, Drove))] == [
        MoraleChecked,
        MoraleChecked,
        SustainRolled,
        Drove,
    ]
    assert one(told, Drove).how == MoveKind.CHARGES
    assert not rolls(told, "Charge bonus")


# ---------------------------------------------------------------- engines


@pytest.mark.parametrize(("value", "rolled"), [("on-move", 0), ("every-card", 1)])
def test_r75_switch_sustain_when(value: str, rolled: int) -> None:
    field = Field([machine("gl-walker", "Walker", 30, 20)], [FAR], **{"sustain-when": value})
    told = field.begin("Walker", dice=[14] * rolled)
    assert len(of(told, SustainRolled)) == rolled
    told = field.order("Walker", "drive", "drive 0,1", dice=[14] * (1 - rolled), again=True)
    assert len(rolls(told, "Sustain")) == 1 - rolled


@pytest.mark.parametrize(("die", "engine"), [(14, RUNNING), (15, STALLED)])
def test_r75_equal_stalls(die: int, engine: int) -> None:
    field = Field([machine("gl-walker", "Walker", 30, 20)], [FAR])
    field.order("Walker", "drive", *(["drive 0,1"] if engine == RUNNING else []), dice=[die])
    assert field.engine("Walker").engine == engine


@pytest.mark.parametrize(("value", "engine"), [("stall-until-start", STALLED), ("this-card-only", RUNNING)])
def test_r76_switch_sustain_failure_on_the_table(value: str, engine: int) -> None:
    field = Field([machine("gl-walker", "Walker", 30, 20)], [FAR], **{"sustain-failure": value})
    field.order("Walker", "drive", dice=[20])
    assert field.engine("Walker").engine == engine
    assert ("start" in keys(field, "Walker")) is (engine == STALLED)


def test_r77_back_at_half_speed_and_the_pivot_comes_first() -> None:
    field = Field([machine("gl-walker", "Walker", 30, 20)], [FAR])
    region = DriveRegion(field.battle, field["Walker"], back=True)
    assert not region.refusal((90.0, 5.0))
    assert region.refusal((90.0, 5.1))
    told = field.order("Walker", "reverse", "reverse 90,5", dice=[1])
    assert field.at("Walker") == (25.0, 20.0)
    assert "R77" in cited(told)


def test_r78_a_d10_in_the_column_of_the_hit_on_the_borrowed_chart() -> None:
    for save, column in ((10, "non-penetrating"), (11, "penetrating"), (20, "catastrophic")):
        field = Field([twelve_pounder()], [machine("gl-walker", "Walker", 30, 30, 180.0)])
        told = field.order("Gun", "gun_fire_machine:{Walker}", dice=[3, save, 3, *([15] if save == 11 else [])])
        roll = next(each for each in rolls(told) if each.table == "vehicle-shooting-hits")
        assert (roll.sides, roll.column) == (10, column)


@pytest.mark.parametrize(
    ("table", "column", "one_", "other"),
    [
        ("vehicle-shooting-hits", "penetrating", "2", "3"),
        ("vehicle-shooting-hits", "catastrophic", "1", "2"),
        ("vehicle-shooting-hits", "catastrophic", "6", "7"),
        ("vehicle-shooting-hits", "non-penetrating", "6", "7"),
        ("vehicle-shooting-hits", "non-penetrating", "8", "9"),
        ("vehicle-melee-hits", "crack", "9", "10"),
    ],
)
def test_r79_merged_cells(table: str, column: str, one_: str, other: str) -> None:
    sheet = printed().sheet
    assert sheet.cell(table, one_, column) == sheet.cell(table, other, column)


def test_r85_a_die_of_as_many_faces_as_there_are_crewmen_and_a_check_at_once() -> None:
    field = Field([soldiers(1, "Red", [(36, 22.5)], 180.0)], [machine("gl-steam-car", "Car", 36, 20)])
    field.activate("Red")
    told = field.end(dice=[1, 19, 8, 2, 1])  # the second of three falls; the check of the two holds
    pick = next(each for each in rolls(told) if each.sides == 3)
    assert pick.faces == [2]
    assert one(told, MoraleChecked).passed
    assert "R85" in cited(told)


# ---------------------------------------------------------------- crews


def test_r88_each_of_the_crew_one_thing_in_any_order() -> None:
    field = Field([machine("gl-walker", "Walker", 30, 20)], [soldiers(1, "Foe", [(30, 36)], 180.0)])
    field.order("Walker", "weapon:0:{Foe}", dice=[20])
    field.order("Walker", "drive", "drive 0,3", dice=[1], again=True)
    assert field.acted("Walker") == [0, 1]
    assert field.offered("Walker", again=True) == ["done"]


def test_r89_the_crew_of_an_open_machine_is_behind_hard_cover() -> None:
    red = soldiers(1, "Red", [(30, 10)])
    field = Field([red], [machine("gl-steam-car", "Car", 30, 18, 180.0)])
    told = field.order("Red", "shoot:{Car}", dice=[7])  # 7 + 2 is not below 9
    assert one(told, Fired).hits == 0
    assert "shoot" not in keys(Field([red], [machine("gl-walker", "Car", 30, 18, 180.0)]), "Red")


def test_r90_the_names_are_spelt_as_meant() -> None:
    sheet = printed().sheet
    assert {"breech-repeater-rifle", "gatling-nordenfelt"} <= set(sheet.table("weapons").rows)
    text = (Path(system.__file__).parent / "sheet.toml").read_text(encoding="utf-8")
    assert not re.search(r"breach|gattling|nordenfeldt|nordenfelte|liner obst", text, re.IGNORECASE)


def test_r91_nobody_rides_along_mounts_or_flies() -> None:
    horse = men("gl-lancers", "Horse", row(8, 40, 10, 1.6))
    field = Field([machine("gl-steam-car", "Car", 30, 20), horse, men("gl-hero", "Hero", [(30, 16)])], [FAR])
    plain = {"done", "move", "move_some", "form", "form_some"}
    assert keys(field, "Horse") == plain
    assert keys(field, "Hero") == {"done", "move"}
    field.order("Hero", "move", "move 30,18,30,18,0")  # at the hull: he is offered no place in it
    assert not field.is_marked("Hero", 0, ModelMark.ABOARD)
    assert keys(field, "Car") == {"done", "drive", "reverse"}


@pytest.mark.parametrize("value", [False, True])
def test_r92_switch_standin_may_charge(value: bool) -> None:
    field = Field(
        [band(3, "Red", row(4, 30, 10), 0.0)], [band(2, "Foe", row(3, 30, 16))], **{"standin-may-charge": value}
    )
    field.lose("Red", 0)
    field.begin("Red", "leader lead:{Red.1}")
    assert field["Red"].leadership == Leadership.STAND_IN
    assert "charge" not in keys(field, "Red", True)  # new this turn
    field.game.tell(TurnEnded())
    field.begin("Red")
    assert ("charge" in keys(field, "Red", True)) is value
    assert account(field.battle.rules, morale_case(field.battle, field["Red"], charging=False)) == []


# ---------------------------------------------------------------- setting up, buildings, leaders


def test_r93_the_second_side_first_and_engines_running() -> None:
    field = Field([soldiers(1, "Red", [(30, 10)])], [machine("gl-walker", "Walker", 30, 60, 180.0)])
    battle = field.setup.system.new_battle(field.setup.scenario)
    assert battle.to_deploy == [1, 0]
    assert battle.machine_of(battle.units[1]).engine == RUNNING
    assert of(field.game.log, Deployed)


def test_r94_foot_and_beasts_pay_for_each_wall_and_sit_in_hard_cover() -> None:
    hut = ground("building", "the hut", rect=[25, 12, 35, 14])
    field = Field([men("gl-great-ape", "Ape", [(30, 10)]), soldiers(1, "Red", [(30, 13)])], [FAR], [hut])
    field.order("Ape", "move", "move 30,19,30,19,0")
    assert field.at("Ape", 0) == (30.0, 15.0)  # 9 less two walls
    assert figure_cover(field.battle, field.figure("Red"), 30.0, 40.0) == 2
    beyond = Field([soldiers(1, "Red", [(30, 8)])], [soldiers(1, "Foe", [(30, 20)], 180.0)], [hut])
    assert "shoot" not in keys(beyond, "Red")


def test_r94_horse_guns_and_machines_stay_outside() -> None:
    hut = ground("building", "the hut", rect=[25, 24, 35, 30])
    rider = men("gl-hero", "Rider", [(27, 20)], kind="horse")
    field = Field([rider, machine("gl-walker", "Walker", 31, 20)], [FAR], [hut])
    field.order("Rider", "move", "move 27,26,27,26,0")
    assert field.at("Rider", 0)[1] == pytest.approx(24 - 0.75, abs=0.001)
    assert DriveRegion(field.battle, field["Walker"], back=False).refusal((0.0, 3.0))
    pieces = Field([twelve_pounder(30, 21)], [FAR], [hut])
    pieces.activate("Gun")
    assert GunRegion(pieces.battle, pieces["Gun"], serving(pieces.battle, pieces["Gun"])).refusal((30.0, 24.5, 0.0))


def test_r95_a_leader_lost_in_mid_card_leaves_them_in_command_and_slow() -> None:
    field = Field([band(2, "Red", [(30, 10), (31.2, 10), (45, 10)], 0.0)], [band(1, "Foe", row(2, 30, 16))])
    field.activate("Red")
    assert not in_command(field.battle, field.figure("Red", 2))
    field.lose("Red", 0)
    assert in_command(field.battle, field.figure("Red", 2))
    assert field["Red"].leaderless()
    assert "charge" not in keys(field, "Red", True)


def test_r96_an_ape_leads_itself_and_charges_and_a_crew_aboard_is_in_command() -> None:
    ape = men("gl-great-ape", "Ape", [(30, 10)])
    field = Field([ape, machine("gl-steam-tank", "Tank", 50, 10)], [soldiers(1, "Foe", [(30, 18)], 180.0)])
    assert "charge" in keys(field, "Ape")
    assert (field["Ape"].leadership, field["Ape"].leaderless()) == (Leadership.LED, False)
    assert len(able_figures(field.battle, field["Tank"])) == 4


def test_r97_everybody_runs_and_stops_at_the_last_free_spot_of_his_line() -> None:
    spots = [(40, 30), (30, 30), (30, 18.2)]
    field = Field([band(2, "Red", spots, 0.0)], [soldiers(1, "Foe", [(30, 31.0)], 180.0)])
    field.activate("Red")
    told = field.fails("Red", dice=[20, 6, FROZE])
    assert not of(told, Fought)  # contact is broken without a blow
    assert field.at("Red", 1)[1] == pytest.approx(19.2, abs=0.001)


@pytest.mark.parametrize(("value", "hit"), [("per-shot", False), ("per-crew-hit", True)])
def test_r98_switch_gun_die_on_the_table(value: str, hit: bool) -> None:
    field = Field([gun("gl-mountain-gun", 30, 15, 4)], [battery()], **{"gun-die": value})
    told = field.order("Gun", "gun_fire:{Battery}", dice=[3, 6, 7, *([8] if hit else []), 3])
    assert bool(of(told, GunHit)) is hit


@pytest.mark.parametrize(("value", "shoots"), [(False, True), (True, False)])
def test_r99_switch_machine_locked(value: bool, shoots: bool) -> None:
    foes = [soldiers(1, "Close", [(30, 16.5)]), soldiers(1, "Foe", [(30, 40)], 180.0)]
    field = Field([machine("gl-steam-tank", "Tank", 30, 20)], foes, **{"machine-locked": value})
    assert ("weapon" in keys(field, "Tank")) is shoots


def test_r100_horse_and_heroes_strike_a_machine_as_foot_and_a_grenade_is_spent_before_the_roll() -> None:
    for card, radius in (("gl-hero", 0.5), ("gl-great-ape", 0.75)):
        field = Field([men(card, "Red", [(36, 22 + radius)], 180.0)], [machine("gl-steam-car", "Car", 36, 20)])
        field.activate("Red")
        told = field.end(dice=[1, 1])
        assert rolls(told, "Vehicle's saving")[0].account[0].add == -10
    sappers = men("gl-sappers", "Red", [(36, 22.5), *row(5, 50, 22)], 180.0)
    field = Field([sappers], [machine("gl-steam-car", "Car", 36, 20)])
    field.activate("Red")
    told = field.end("explosives use", dice=[20])  # he misses, and the grenade is gone all the same
    assert of(told, GrenadeSpent)
    assert not of(told, MachineSaved)


def test_r101_when_a_machine_is_lost_and_what_is_left_of_it() -> None:
    for fate, wreck, crewmen in ((DISABLED, True, 2), (ABANDONED, True, 2), (CAPTURED_BY_FOE, True, 0)):
        field = Field([machine("gl-walker", "Walker", 30, 20), soldiers(1, "Red", [(50, 10)])], [FAR])
        lose_machine(field.game, field["Walker"], fate, field["Foe"].id)
        assert machines_lost(field.battle, 0) == 1
        assert field["Walker"].is_wreck() is wreck
        assert len(field.places("Walker")) == crewmen
    field = Field([machine("gl-walker", "Walker", 30, 20), soldiers(1, "Red", [(50, 10)])], [FAR])
    lose_machine(field.game, field["Walker"], EXPLODED, field["Foe"].id)
    field.do(lambda: explosion(field.game, field["Walker"], "large", field["Foe"].id), dice=[20, 2])
    assert field["Walker"].hull is None


def test_r102_a_crew_on_foot_is_unarmed_serves_no_other_gun_and_gets_in_again() -> None:
    field = Field(
        [machine("gl-walker", "Walker", 30, 20), twelve_pounder(40, 20)], [soldiers(1, "Foe", [(30, 40)], 180.0)]
    )
    field.do(lambda: forced_aboard(field.game, field.figure("Walker", 1), 1))
    assert not field.is_marked("Walker", 1, ModelMark.ABOARD)
    assert "shoot" not in keys(field, "Walker")
    told = field.order("Walker", "move", "move 30,20,30,20,0", again=True)
    assert one(told, Boarded).figure == field.figure("Walker", 1)
    field.lose("Gun", *range(5))
    assert guns_lost(field.battle, 0) == 1


def test_r103_to_turn_is_the_guns_move_and_the_crew_keeps_within_an_inch() -> None:
    field = Field([twelve_pounder(30, 20)], [FAR])
    field.order("Gun", "gun_move", "gun_move 30,20,90")
    assert not [key for key in field.offered("Gun", again=True) if key.startswith("gun")]
    gun_at = field.at("Gun")
    for place in field.places("Gun"):
        x, y = field.at("Gun", place)
        assert ((x - gun_at[0]) ** 2 + (y - gun_at[1]) ** 2) ** 0.5 <= 2.5 + 0.01


def test_r104_his_cone_is_laid_on_the_model_he_names() -> None:
    spots = [(30, 25), *row(5, 20, 26)]
    field = Field([men("gl-sappers", "Sappers", spots)], [soldiers(2, "Foe", [(28, 29), (32, 29)], 180.0)])
    field.order("Sappers", "cone:{Sappers.0}", "aim aim:{Foe.1}", dice=[6, 1])
    assert lost(field, "Foe") == [1]


def test_r105_he_acts_on_the_cards_of_his_dead_unit_until_the_next_shuffle() -> None:
    field = Field([soldiers(1, "Red", [(30, 10)]), men("gl-hero", "Hero", [(30, 11.2)])], [FAR])
    field.game.tell(Attached(field["Hero"].id, field["Red"].id, False, "R7"))
    field.lose("Red", 0)
    assert field["Hero"].place == Where.ON_TABLE
    told = field.draw(dice=[1])
    assert one(told, CardDrawn).queue == [field["Hero"].id]
    assert "R105" in cited(told)


def test_r106_with_nobody_left_to_charge_they_move_without_the_bonus() -> None:
    field = Field(
        [band(3, "Red", row(4, 30, 10), 0.0)],
        [soldiers(1, "Foe", [(30, 16)], 180.0), soldiers(1, "B", [(30, 66)], 180.0)],
    )
    told = field.order("Red", "charge:{Foe}", dice=[1, 20, 1])
    assert "R106" in cited(of(told, TargetsGone))
    assert keys(field, "Red", True) == {"done", "move", "move_some", "form", "form_some"}


def test_r107_a_commander_who_leaves_the_table_is_lost_like_one_who_is_killed() -> None:
    field = Field([soldiers(3, "Red", row(3, 30, 10)), men("gl-hero", "Hero", [(40, 10)])], [FAR])
    field.battle.commanders[0] = field.figure("Hero")
    field.game.tell(LeftTable(field.figure("Hero"), "runs", "R15"))
    assert field["Red"].pending == MustCheck.COMMANDER_DEAD
    assert field["Foe"].pending == 0


def test_r108_a_beast_stands_on_the_base_of_a_horse_unless_its_card_says() -> None:
    field = Field([men("gl-great-ape", "Ape", [(30, 10)]), men("gl-great-ape", "Big", [(40, 10)], radius=1.5)], [FAR])
    assert [field.battle.radius[field.figure(name)] for name in ("Ape", "Big")] == [0.75, 1.5]


def test_r109_a_characters_grenade_at_a_gunner_is_counted_off_and_may_hit_the_gun() -> None:
    sappers = men("gl-sappers", "Sappers", [(30, 28.4), *row(5, 20, 26)])
    field = Field([sappers], [battery()])
    told = field.order("Sappers", "throw:{Sappers.0}", "model grenade:{Battery.1}", dice=[3, 1, 2, 8])
    assert [event.figure - field.figure("Battery") for event in of(told, Struck)] == [3]
    assert of(told, GunHit)
    assert "R109" in cited(told)


def test_r110_a_panicky_gunner_fires_with_the_best_shoot_of_the_crew_and_no_grape() -> None:
    """His own Shoot is 10, that of the leader beside him 12."""
    field = Field([twelve_pounder()], [soldiers(2, "Foe", row(2, 30, 18), 180.0)])
    told = field.do(lambda: forced_gun_shot(field.game, field["Gun"], field.figure("Gun", 2)), dice=[11, 1, 1])
    fired = one(told, GunFired)
    assert (fired.how, fired.hits, fired.crew) == ("shell", 1, [field.figure("Gun", 2)])
    field = Field([twelve_pounder()], [soldiers(2, "Foe", row(2, 30, 18), 180.0)])
    field.lose("Gun", 0)
    told = field.do(lambda: forced_gun_shot(field.game, field["Gun"], field.figure("Gun", 2)), dice=[11])
    assert one(told, GunFired).hits == 0


@pytest.mark.parametrize(("die", "gun_hit"), [(2, True), (3, False)])
def test_r125_grapeshot_at_a_served_gun_throws_for_the_gun(die: int, gun_hit: bool) -> None:
    field = Field([twelve_pounder()], [battery(30.0, 18.0)])
    told = field.order("Gun", "gun_grape:{Battery}", "aim aim:{Battery.1}", dice=[1, die, 6])
    assert bool(of(told, GunHit)) is gun_hit
    assert len(of(told, Struck)) == 1


def test_r125_a_shotgun_does_not() -> None:
    sappers = men("gl-sappers", "Sappers", [(30, 28.4), *row(5, 20, 26)])
    field = Field([sappers], [battery()])
    told = field.order("Sappers", "cone:{Sappers.0}", "aim aim:{Battery.1}", dice=[1, 1])
    assert not of(told, GunHit)


def test_r109_a_characters_other_heavy_weapon_too() -> None:
    """A leader with a small catapult: one hit, an even die, and the count among the crew."""
    armed = [main("leader", 12, 9, 9, weapon="small-catapult"), extra(1)]
    field = Field([men("gl-sappers", "Sappers", row(2, 30, 20), figures=armed)], [battery()])
    told = field.order("Sappers", "snipe:{Sappers.0}", "model at:{Battery.1}", dice=[1, 2, 8])
    assert of(told, GunHit)
    assert [event.figure - field.figure("Battery") for event in of(told, Struck)] != []


def test_heavy_and_small_arms_of_one_group_at_a_gun() -> None:
    """One catapult among three rifles: each hit is one of the crew, the catapult's may be on the gun too."""
    armed = [extra(1, 9, 9, weapon="small-catapult"), extra(2)]
    field = Field([men("gl-redcoats", "Red", row(3, 30, 20), figures=armed)], [battery()])
    told = field.order("Red", "shoot:{Battery}", dice=[1, 1, 20, 4, 2, 20])
    assert one(told, Fired).hits == 2
    assert of(told, GunHit)
    assert len(of(told, Struck)) == 2


@pytest.mark.parametrize(("y", "lives"), [(30.0, False), (60.0, True)])
def test_r33_a_character_in_an_open_machine_shot_from_behind_has_half_his_save(y: float, lives: bool) -> None:
    """The car faces north: Save 9, a die of 5. Its commander is the first of the count."""
    red = soldiers(1, "Red", [(45, y)], 0.0 if y < 45 else 180.0)
    field = Field([red], [machine("gl-steam-car", "Car", 45, 45, 0.0)])
    told = field.order("Red", "shoot:{Car}", dice=[1, 1, 5])
    assert one(told, Struck).saved is lives


def test_r111_sustain_the_way_and_then_the_blows() -> None:
    field = Field([machine("gl-steam-car", "Car", 36, 20)], [soldiers(1, "Foe", [(36, 17.5)])])
    told = field.order("Car", "drive", "drive 0,8", dice=[1, 20])
    assert [type(event) for event in told if isinstance(event, (SustainRolled, Fought, Drove))] == [
        SustainRolled,
        Fought,
        Drove,
    ]
    stalled = Field([machine("gl-steam-car", "Car", 36, 20)], [soldiers(1, "Foe", [(36, 17.5)])])
    assert not of(stalled.order("Car", "drive", dice=[16]), Fought)  # it does not leave


def test_r112_backing_needs_no_roll_and_over_the_edge_all_are_lost() -> None:
    field = Field([machine("gl-walker", "Walker", 30, 20)], [FAR])
    told = field.do(lambda: forced_aboard(field.game, field.figure("Walker"), FailureResult.BACK))
    assert one(told, Drove).how == MoveKind.BACKS
    assert not rolls(told)
    field = Field([machine("gl-walker", "Walker", 30, 4), soldiers(1, "Red", [(50, 10)])], [FAR])
    told = field.do(lambda: forced_aboard(field.game, field.figure("Walker"), FailureResult.BACK))
    assert "R112" in cited(of(told, MachineLeft))
    assert field.battle.figures.state[field["Walker"].model] == FLED
    assert field.places("Walker") == []


@pytest.mark.parametrize("value", ["crew-chart", "orderchips-column"])
def test_r87_switch_vehicle_morale_failure(value: str) -> None:
    field = Field([machine("gl-walker", "Walker", 30, 30)], [FAR], **{"vehicle-morale-failure": value})
    field.activate("Walker")
    by_column = value == "orderchips-column"
    told = field.fails("Walker", dice=[3] if by_column else [11, FROZE])
    assert len(of(told, MachineFailed)) == by_column
    assert len(of(told, Froze)) == 2


def test_r86_everything_in_a_cell_is_done_before_the_machine_is_out() -> None:
    """Catastrophic, a 1: Sustain is gone, and a man of the crew is killed all the same."""
    tank = machine("gl-steam-tank", "Tank", 30, 30, 180, sustain=3)
    field = Field([twelve_pounder()], [tank])
    told = field.order("Gun", "gun_fire_machine:{Tank}", dice=[1, 20, 1, 6, 2])
    assert field.places("Tank") == [0, 2, 3]
    assert one(told, MachineLost).fate == DISABLED


def test_r45_the_crew_of_an_open_machine_is_not_shot_at_while_it_is_fought() -> None:
    shooters = soldiers(2, "Red", row(2, 30, 10))
    for near, may in (([(30, 26.5)], False), ([(30, 26.4)], True)):
        field = Field([shooters, soldiers(1, "Blue", near)], [machine("gl-steam-car", "Car", 30, 29, 180.0)])
        assert ("shoot" in keys(field, "Red")) is may
        assert ("shoot_machine" in keys(field, "Red", True)) is may


def test_r113_a_pivot_keeps_off_at_every_degree() -> None:
    """Its corner points at the man when it has turned by 15 degrees, and is 0.494 off; at 10 and 20 it is farther.

    So it does not turn by 30, though there it would be clear of him.
    """
    far = 3.354102 + 1.0 - 0.006
    ux, uy = direction(15.0 + 26.565051)
    foe = soldiers(1, "Foe", [(30 + far * ux, 30 + far * uy)], 180.0)
    field = Field([machine("gl-steam-tank", "Tank", 30, 30, 0.0)], [foe])
    region = DriveRegion(field.battle, field["Tank"], back=False)
    assert region.refusal((30.0, 0.0)) == "Foe keeps Tank from turning so far."
    assert region.refusal((10.0, 0.0)) == ""


def test_r97_a_machine_stops_at_the_last_free_spot_of_its_line() -> None:
    """It backs six inches over a friend who stands 3.2 behind it, and halts in touch with him."""
    field = Field([machine("gl-walker", "Walker", 30, 30), soldiers(1, "Red", [(30, 23.8)])], [FAR])
    field.do(lambda: forced_aboard(field.game, field.figure("Walker"), FailureResult.BACK))
    assert field.at("Walker") == (30.0, 25.8)


def test_r103_the_crew_of_a_gun_walks_to_its_new_place() -> None:
    field = Field([twelve_pounder()], [soldiers(1, "Foe", [(45, 20)], 180.0)])
    field.stand("Gun", 4, 42.0, 20.0)
    figure = field.figure("Gun", 4)
    assert walks_to(field.battle, field["Gun"], figure, 42.0, 25.9)
    assert not walks_to(field.battle, field["Gun"], figure, 42.0, 26.1)  # farther than he goes
    assert not walks_to(field.battle, field["Gun"], figure, 47.5, 20.0)  # an enemy stands between


# ---------------------------------------------------------------- nothing is left out


def test_every_ruling_has_a_test_and_every_switch_one_of_its_own() -> None:
    names: set[str] = set()
    for file in Path(__file__).parent.glob("test_*.py"):
        names |= set(re.findall(r"^def (test_r\d+_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE))
    rulings = printed().rulings
    shown = {name.split("_")[1] for name in names}
    assert {ruling.id.lower() for ruling in rulings.all} - shown == set()
    for key, switch in rulings.switches.items():
        wanted = f"test_{switch.ruling.lower()}_switch_{key.replace('-', '_')}"
        assert [name for name in names if name.startswith(wanted)], wanted
