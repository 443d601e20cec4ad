"""Machines on the table: driving within Spin and Speed, posts and arcs, every row of both hit charts, crews."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rules.gaslight.situation import Field, Men, Yard, crew, extra, machine, main, men, row
from tabletop import cited, ground, of, one, rolls

from playsheet.core.figures import FLED, IN_PLAY, LOST
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.gaslight.battle.events import LeftTable, Promoted
from playsheet.rules.gaslight.battle.fight_events import (
    Burst,
    FailureRolled,
    Fought,
    Froze,
    MoraleChecked,
    Struck,
    WeaponFired,
)
from playsheet.rules.gaslight.battle.machine_events import (
    Boarded,
    Drove,
    Exploded,
    GotOut,
    MachineFailed,
    MachineHarmed,
    MachineLeft,
    MachineLost,
    MachineSaved,
    StartRolled,
    SteamTicked,
    SustainRolled,
    WeaponReloaded,
)
from playsheet.rules.gaslight.ground.driving import DriveRegion, farthest, hull_refused, ordinary
from playsheet.rules.gaslight.ground.sight import machine_cover
from playsheet.rules.gaslight.options.choices import weapon_named
from playsheet.rules.gaslight.options.vehicles import why_no_ram
from playsheet.rules.gaslight.table.crews import board, forced_drive, forced_machine
from playsheet.rules.gaslight.table.damage import round_hull
from playsheet.rules.gaslight.table.melee import dice_of, fight
from playsheet.rules.gaslight.table.vehicles import begin_card, machine_charge, tick_steam
from playsheet.rules.gaslight.terms import Cover, FailureResult, MachineResult, ModelMark, MoveKind
from playsheet.tabletop.events import ChartRolled
from playsheet.tabletop.machines.machine import (
    ABANDONED,
    BALKED,
    CAPTURED_BY_FOE,
    CREW_AT,
    CREWLESS,
    DISABLED,
    ENGINE_DEAD,
    EXPLODED,
    NO_POWER,
    RUNNING,
    STALLED,
    Machine,
)


def tank(x: float = 36.0, y: float = 20.0, facing: float = 0.0, **more: object) -> Men:
    return machine("gl-steam-tank", "Tank", x, y, facing, **more)


def car(x: float = 36.0, y: float = 20.0, facing: float = 0.0, **more: object) -> Men:
    return machine("gl-steam-car", "Car", x, y, facing, **more)


def walker(x: float = 36.0, y: float = 20.0, facing: float = 0.0, **more: object) -> Men:
    return machine("gl-walker", "Walker", x, y, facing, **more)


def foes(spots: list[tuple[float, float]], name: str = "Foe", facing: float = 180.0, **more: object) -> Men:
    return men("gl-redcoats", name, spots, facing, figures=[extra(len(spots))], **more)


FAR = foes([(36, 68)])


def refused(yard: Yard, name: str, facing: float, inches: float, back: bool = False) -> str:
    return DriveRegion(yard.battle, yard[name], back=back).refusal((facing, inches))


# ---------------------------------------------------------------- Sustain and Start


def test_w7_stall_start_and_go() -> None:
    yard = Yard([tank()], [FAR])
    told = yard.order("Tank", "drive", dice=[17])
    assert not one(told, SustainRolled).held
    assert yard.engine("Tank").engine == STALLED
    assert yard.at("Tank") == (36.0, 20.0)
    offered = yard.offered("Tank")
    assert "start" in offered
    assert "drive" not in offered
    assert not one(yard.order("Tank", "start", dice=[14]), StartRolled).started
    told = yard.order("Tank", "start", dice=[13])
    assert one(told, StartRolled).started
    assert not of(told, Drove)
    assert "drive" not in yard.offered("Tank", again=True)  # the Start roll was its drive
    told = yard.order("Tank", "drive", "drive 60,8", dice=[16])
    assert one(told, Drove).facing == 60.0
    assert yard.at("Tank") == (42.928, 24.0)
    assert {"R75"} <= cited(told)


def test_by_switch_a_failed_sustain_roll_costs_this_card_only() -> None:
    yard = Yard([tank()], [FAR], **{"sustain-failure": "this-card-only"})
    yard.order("Tank", "drive", dice=[17])
    assert yard.engine("Tank").engine == RUNNING
    assert "drive" not in yard.offered("Tank", again=True)
    assert "drive" in yard.offered("Tank")


def test_by_switch_an_engine_that_balked_misses_its_next_drive() -> None:
    yard = Yard([tank()], [FAR], **{"sustain-failure": "this-card-only"})

    def balk(held: Machine) -> None:
        held.engine = BALKED

    yard.change("Tank", balk)
    yard.activate("Tank")
    yard.do(lambda: begin_card(yard.game, yard["Tank"]))
    assert "drive" not in yard.offered("Tank", again=True)
    assert yard.engine("Tank").engine == RUNNING


def test_by_switch_sustain_is_rolled_on_every_card_and_not_again_to_drive() -> None:
    yard = Yard([tank()], [FAR], **{"sustain-when": "every-card"})
    yard.activate("Tank")
    told = yard.do(lambda: begin_card(yard.game, yard["Tank"]), dice=[16])
    assert one(told, SustainRolled).held
    yard.order("Tank", "drive", "drive 0,4", again=True)
    yard.activate("Tank")
    told = yard.do(lambda: begin_card(yard.game, yard["Tank"]), dice=[17])
    assert not one(told, SustainRolled).held
    assert yard.engine("Tank").engine == STALLED
    assert not [key for key in yard.offered("Tank", again=True) if key in ("drive", "start")]


def test_nothing_begins_a_card_by_default() -> None:
    yard = Yard([tank()], [FAR])
    assert not yard.do(lambda: begin_card(yard.game, yard["Tank"]))


# ---------------------------------------------------------------- Spin and Speed


def test_a_pivot_up_to_spin_and_a_straight_line_up_to_speed() -> None:
    yard = Yard([tank()], [FAR])
    assert not refused(yard, "Tank", 60.0, 8.0)
    assert not refused(yard, "Tank", 300.0, 8.0)
    assert refused(yard, "Tank", 61.0, 8.0) == "Tank pivots at most 60 degrees, and this is 61.0."
    assert refused(yard, "Tank", 0.0, 8.1) == "Tank goes from 0 to 8 inches, and this is 8.10."
    assert "a facing from 0 to 360" in refused(yard, "Tank", 360.0, 1.0)
    assert refused(yard, "Tank", 0.0, -1.0)


def test_reverse_at_half_speed_after_the_pivot() -> None:
    yard = Yard([tank()], [FAR])
    told = yard.order("Tank", "reverse", "reverse 30,4", dice=[3])
    assert "R77" in cited(told)
    assert yard.at("Tank") == (34.0, 16.536)
    assert refused(yard, "Tank", 30.0, 4.1, back=True)


def test_rough_ground_halves_and_walls_cost_two_by_the_centre_s_path() -> None:
    woods = Yard([tank()], [FAR], [ground("woods", rect=[30, 24, 42, 60])])
    assert refused(woods, "Tank", 0.0, 4.01)
    assert not refused(woods, "Tank", 0.0, 4.0)
    assert not refused(woods, "Tank", 60.0, 8.0)
    wall = Yard([tank()], [FAR], [ground("wall", line=[[30, 22], [42, 22]])])
    assert not refused(wall, "Tank", 0.0, 6.0)
    assert refused(wall, "Tank", 0.0, 6.01)


def test_without_its_commander_it_goes_half_as_far() -> None:
    yard = Yard([tank()], [FAR])
    yard.game.tell(Struck(yard["Tank"].first, False, yard["Foe"].id, "aimed"))
    yard.game.tell(Promoted(yard["Tank"].id, yard["Tank"].first + 1, True, ""))
    assert not refused(yard, "Tank", 0.0, 4.0)
    assert refused(yard, "Tank", 0.0, 4.01)


def test_buildings_wrecks_enemies_and_the_edge_stop_it() -> None:
    hut = Yard([tank()], [FAR], [ground("building", rect=[34, 25, 40, 30])])
    assert not refused(hut, "Tank", 0.0, 2.0)
    assert refused(hut, "Tank", 0.0, 2.01)
    enemy = Yard([tank()], [foes([(36, 27)])])
    assert not refused(enemy, "Tank", 0.0, 3.0)  # half an inch short of his base
    assert refused(enemy, "Tank", 0.0, 3.01)
    beside = Yard([tank()], [foes([(38.01, 27)])])
    assert not refused(beside, "Tank", 0.0, 2.5)
    edge = Yard([tank(36, 66)], [foes([(36, 20)])])
    assert not refused(edge, "Tank", 0.0, 3.0)
    assert refused(edge, "Tank", 0.0, 3.01)
    other = Yard([tank()], [machine("gl-walker", "Walker", 36, 28, 180)])
    assert not refused(other, "Tank", 0.0, 3.0)
    assert refused(other, "Tank", 0.0, 3.01)


@pytest.mark.parametrize("facing", [0.0, 23.0])
def test_it_comes_no_nearer_to_an_enemy_by_driving_again(facing: float) -> None:
    yard = Yard([tank(facing=facing)], [foes([(36, 27)], "Foot"), walker(42, 27, 200)])
    for _ in range(4):
        most = farthest(
            yard.battle,
            yard["Tank"],
            yard.battle.hull_of(yard["Tank"]),
            ordinary(yard.battle, yard["Tank"], back=False),
        )
        yard.order("Tank", "drive", f"drive {facing},{most!r}", dice=[3])
        gaps = [
            yard.battle.gap_to_hull(model, yard.battle.hull_of(yard["Tank"]))
            for model in (yard["Foot"].first, yard["Walker"].model)
        ]
        assert min(gaps) >= 0.5 - 1e-6
        assert not refused(yard, "Tank", facing, 4.0, back=True)  # away from them it goes


def test_friends_are_passed_but_nobody_is_stood_on() -> None:
    friends = men("gl-redcoats", "Friends", row(10, 36, 25, 1.0), 0.0)
    yard = Yard([car(36, 20, 0), friends], [FAR])
    assert not refused(yard, "Car", 0.0, 10.0)
    assert "would stand on Friends" in refused(yard, "Car", 0.0, 4.0)


def test_a_pivot_sweeps_nobody_away() -> None:
    yard = Yard([tank()], [foes([(38.4, 21.5)])])
    assert "keeps Tank from turning" in refused(yard, "Tank", 60.0, 0.0)
    assert not refused(yard, "Tank", 300.0, 0.0)
    hut = Yard([tank()], [FAR], [ground("building", rect=[38, 20, 44, 30])])
    assert "keeps Tank from turning" in refused(hut, "Tank", 60.0, 0.0)


@pytest.mark.parametrize(
    ("hut", "facing"),
    [
        ([38, 20, 44, 30], 60.0),
        ([28, 20, 34, 30], 300.0),
        ([28, 10, 34, 20], 60.0),
        ([38, 10, 44, 20], 300.0),
    ],
)
def test_neither_its_nose_nor_its_tail_sweeps_through_a_building(hut: list[float], facing: float) -> None:
    yard = Yard([tank()], [FAR], [ground("building", "the hut", rect=hut)])
    region = DriveRegion(yard.battle, yard["Tank"], back=False)
    assert "the hut keeps Tank from turning" in region.refusal((facing, 0.0))
    assert not region.refusal((0.0, 8.0))


@pytest.mark.parametrize(
    "hut", [[37.4, 22.9, 44, 30], [28, 22.9, 34.6, 30], [28, 10, 34.6, 17.1], [37.4, 10, 44, 17.1]]
)
def test_a_hull_stands_in_no_building_by_any_of_its_corners(hut: list[float]) -> None:
    yard = Yard([tank(60)], [FAR], [ground("building", "the hut", rect=hut)])
    hull = yard.battle.hull_of(yard["Tank"])
    assert hull_refused(yard.battle, yard["Tank"], hull.moved(-1.0, 0.0, 24.0)) == "Tank may not enter the hut."
    assert hull_refused(yard.battle, yard["Tank"], hull) == ""


def test_samples_are_legal_and_to_stay_is_always_one() -> None:
    for terrain in ([], [ground("building", rect=[34, 25, 40, 30]), ground("woods", rect=[20, 10, 34, 30])]):
        yard = Yard([tank()], [foes([(33, 22), (39, 18)])], terrain)
        for back in (False, True):
            region = DriveRegion(yard.battle, yard["Tank"], back=back)
            samples = region.samples()
            assert samples[0] == (0.0, 0.0)
            assert not [value for value in samples if region.refusal(value)]


# ---------------------------------------------------------------- posts, arcs, weapons


def test_each_man_one_post_so_a_machine_drives_and_fires_on_one_card() -> None:
    yard = Yard([tank()], [foes([(36, 40)])])
    yard.order("Tank", "weapon:0:{Foe}", dice=[20])
    assert {"drive", "weapon:1:Foe"} <= set(yard.offered("Tank", again=True))
    yard.order("Tank", "drive", "drive 0,4", again=True, dice=[3])
    assert "drive" not in yard.offered("Tank", again=True)
    yard.order("Tank", "weapon:1:{Foe}", again=True, dice=[20, 20])
    assert yard.offered("Tank", again=True) == ["done"]
    crewmen = yard.battle.aboard(yard["Tank"])
    assert [yard.battle.marked(figure, ModelMark.ACTED) for figure in crewmen] == [True, False, True, True]


def test_a_short_crew_leaves_posts_empty() -> None:
    yard = Yard([walker()], [foes([(36, 40)])])
    yard.order("Walker", "drive", "drive 0,4", dice=[3])
    yard.order("Walker", "weapon:0:{Foe}", again=True, dice=[20])
    yard.game.tell(Struck(yard["Walker"].first + 1, False, yard["Foe"].id, "aimed"))
    yard.order("Walker", "drive", "drive 0,0", dice=[3])
    assert yard.offered("Walker", again=True) == ["done"]


def test_a_weapon_is_named_by_its_place_if_nobody_acts() -> None:
    yard = Yard([tank()], [foes([(36, 40)])])
    assert weapon_named(yard.battle, 1) == "weapon 2"


def test_a_gun_aboard_is_reloaded_by_one_man() -> None:
    yard = Yard([tank()], [foes([(36, 40)])])
    yard.order("Tank", "weapon:0:{Foe}", dice=[20])
    offered = yard.offered("Tank")
    assert "weapon_reload:0" in offered
    assert "weapon:0:Foe" not in offered
    assert one(yard.order("Tank", "weapon_reload:0", again=True), WeaponReloaded).weapon == 0
    assert "weapon:0:Foe" not in yard.offered("Tank", again=True)  # it has done its one thing
    assert "weapon:0:Foe" in yard.offered("Tank")


@pytest.mark.parametrize(
    ("mount", "spot", "bears"),
    [
        ("front", (46.9, 33.9), True),  # 45 degrees from the muzzle at (36, 23), limit included
        ("front", (47.1, 33.9), False),
        ("rear", (36, 6), True),
        ("rear", (36, 40), False),
        ("left", (20, 20), True),
        ("left", (50, 20), False),
        ("right", (50, 20), True),
        ("right", (36, 40), False),
        ("turret", (20, 8), True),
    ],
)
def test_arcs_of_the_mounts(mount: str, spot: tuple[float, float], bears: bool) -> None:
    gun = {"weapon": "gatling-nordenfelt", "mount": mount, "reload": False}
    yard = Yard([tank(weapons=[gun])], [foes([spot])])
    assert ("weapon:0:Foe" in yard.offered("Tank")) is bears


def test_by_switch_the_arc_is_ninety_to_each_side() -> None:
    gun = {"weapon": "gatling-nordenfelt", "mount": "front", "reload": False}
    yard = Yard([tank(weapons=[gun])], [foes([(50, 23)])], **{"vehicle-arc": "90-each-side"})
    assert "weapon:0:Foe" in yard.offered("Tank")


def test_range_is_from_the_muzzle_and_shoot_is_the_best_aboard_less_damage() -> None:
    gun = {"weapon": "gatling-nordenfelt", "mount": "front", "reload": False, "shoot_mod": -1}
    yard = Yard([tank(weapons=[gun])], [foes([(36, 40.9)])])
    told = yard.order("Tank", "weapon:0:{Foe}", dice=[10, 11, 1])
    fired = one(told, WeaponFired)
    assert (round(fired.distance, 3), fired.hits) == (17.9, 1)  # 12 - 1: below 11

    def worse(held: Machine) -> None:
        held.stats[1] = 2

    yard = Yard([tank(weapons=[gun])], [foes([(36, 40.9)])])
    yard.change("Tank", worse)
    assert one(yard.order("Tank", "weapon:0:{Foe}", dice=[8, 9, 1]), WeaponFired).hits == 1


def test_shells_and_grapeshot_from_a_machine() -> None:
    yard = Yard([tank()], [foes([(36, 30), (37.2, 30)])])
    told = yard.order("Tank", "weapon:0:{Foe}", dice=[11, 4, 2])
    assert one(told, Burst).most == 2
    assert len(of(told, Struck)) == 2
    yard = Yard([tank()], [foes([(36, 30), (37.2, 30)])])
    told = yard.order("Tank", "weapon_grape:0:{Foe}", "aim aim:{Foe.1}", dice=[4, 1])
    assert len(of(told, Struck)) == 2
    yard = Yard([tank()], [walker(36, 40, 180)])
    told = yard.order("Tank", "weapon_machine:0:{Walker}", dice=[11, 8, 1])
    assert one(told, MachineSaved).outcome == 1  # 8 + 2 is the Save


def test_a_machine_in_contact_shoots_at_what_does_not_touch_it() -> None:
    sides = [tank()], [foes([(36, 23.5)], "Close"), foes([(36, 40)])]
    offered = Yard(*sides).offered("Tank")
    assert "weapon:1:Foe" in offered
    assert "weapon:1:Close" not in offered
    locked = Yard(*sides, **{"machine-locked": True}).offered("Tank")
    assert not [key for key in locked if key.startswith("weapon")]
    assert "drive" in locked


@pytest.mark.parametrize(
    ("pieces", "cover"),
    [
        ([ground("wall", line=[[20, 26.6], [40, 26.6]])], Cover.HARD),  # 0.4 before its nose
        ([ground("hedge", line=[[20, 26.6], [40, 26.6]])], Cover.LIGHT),
        ([ground("wall", line=[[20, 26.5], [40, 26.5]])], Cover.HARD),  # half an inch is close
        ([ground("wall", line=[[20, 26.49], [40, 26.49]])], Cover.NONE),
        ([ground("wall", line=[[20, 33.4], [40, 33.4]])], Cover.NONE),  # behind it
        ([ground("woods", rect=[20, 20, 40, 26.9])], Cover.NONE),  # before it, and it is not in them
        ([ground("woods", rect=[20, 20, 40, 36])], Cover.LIGHT),
        ([ground("woods", rect=[20, 20, 40, 36]), ground("wall", line=[[20, 26.6], [40, 26.6]])], Cover.HARD),
    ],
)
def test_the_cover_of_a_machine_is_where_its_centre_stands_or_what_it_stands_close_behind(
    pieces: list[str], cover: int
) -> None:
    yard = Yard([foes([(30, 10)], "Red", 0.0)], [tank(30, 30, 180)], pieces)
    assert machine_cover(yard.battle, yard["Tank"], 30.0, 10.0) == cover


# ---------------------------------------------------------------- hits by fire: every row


GUN = men("gl-12-pounder", "Gun", crew(36, 9, 5), at=(36, 9))  # SRM 0

Look = Callable[[Machine], object]


def shelled(target: Men, name: str, *dice: int, **rulings: object) -> tuple[Yard, list[Any]]:
    """One hit by a medium smoothbore; the dice from the machine's saving throw on."""
    yard = Yard([GUN], [target], **rulings)
    return yard, yard.order("Gun", "gun_fire_machine:{" + name + "}", dice=[3, *dice])


@pytest.mark.parametrize(
    ("dice", "look", "expected"),
    [
        # non-penetrating: the throw is the Save
        ((10, 1), lambda m: m.state()[1:6], (10, 0, 15, 10, RUNNING)),
        ((10, 5), lambda m: m.state()[1:6], (10, 0, 15, 10, RUNNING)),
        ((10, 6, 14), lambda m: m.engine, RUNNING),
        ((10, 7, 15), lambda m: m.engine, STALLED),
        ((10, 8, 2), lambda m: m.shoot(), 10),
        ((10, 9, 4), lambda m: m.speed(), 9),
        ((10, 8, 6), lambda m: m.save(), 9),
        ((10, 8, 7, 14), lambda m: (m.sustain(), m.engine), (14, STALLED)),
        ((10, 8, 10, 13), lambda m: (m.sustain(), m.engine), (14, RUNNING)),
        ((10, 10, 4), lambda m: m.shoot(), 9),
        # penetrating
        ((11, 1, 14), lambda m: m.engine, RUNNING),
        ((11, 2, 13), lambda m: (m.sustain(), m.engine), (13, STALLED)),
        ((11, 3, 12), lambda m: (m.sustain(), m.engine), (13, RUNNING)),
        ((11, 4), lambda m: m.shoot(), 9),
        ((11, 5), lambda m: m.save(), 8),
        ((11, 6), lambda m: m.steers, False),
        ((11, 7, 4), lambda m: (m.timer, m.repairable, m.engine), (4, True, RUNNING)),
        ((11, 8), lambda m: m.engine, STALLED),
        ((11, 9, 2), lambda m: m.men(), [0]),
        ((11, 9, 1, 8), lambda m: m.men(), [0, 1]),  # the captain saves himself: 8 is below 9
        ((11, 9, 1, 9), lambda m: m.men(), [1]),
        ((11, 10, 3), lambda m: m.engine, STALLED),
        # catastrophic
        ((20, 1, 4, 2), lambda m: (m.sustain(), m.men()), (11, [0])),
        ((20, 2, 6, 2), lambda m: (m.sustain(), m.men()), (9, [0])),
        ((20, 3), lambda m: m.engine, STALLED),
        ((20, 4), lambda m: m.weapons, [0]),
        ((20, 5, 1), lambda m: m.save(), 8),
        ((20, 5, 6), lambda m: m.save(), 4),
        ((20, 8), lambda m: m.engine, ENGINE_DEAD),
        ((20, 9, 2), lambda m: (m.timer, m.repairable), (2, False)),
    ],
)
def test_the_shooting_chart(dice: tuple[int, ...], look: Look, expected: object) -> None:
    yard, told = shelled(walker(36, 30, 180), "Walker", *dice)
    assert look(yard.engine("Walker")) == expected
    assert yard["Walker"].has_machine()
    assert yard["Walker"].pending
    assert of(told, ChartRolled)


def test_a_bounce_is_no_hit_for_morale_unless_the_switch_says_so() -> None:
    yard, told = shelled(walker(36, 30, 180), "Walker", 9)
    assert not of(told, ChartRolled)
    assert not yard["Walker"].pending
    yard, _ = shelled(walker(36, 30, 180), "Walker", 9, **{"bounce-is-hit-for-morale": True})
    assert yard["Walker"].pending


def test_a_weapon_without_an_srm_bounces_without_a_roll() -> None:
    bows = men("gl-gatling", "Bows", crew(36, 20, 4), at=(36, 20), gun={"weapon": "bow", "move": 4})
    yard = Yard([bows], [walker(36, 30, 180)])
    told = yard.order("Bows", "gun_fire_machine:{Walker}", dice=[3])
    assert one(told, MachineSaved).outcome == 0
    assert not rolls(told, "Vehicle's saving throw")


def test_twenty_is_catastrophic_modified_or_by_switch_natural() -> None:
    yard, told = shelled(walker(36, 30, 180), "Walker", 19, 4)
    assert one(told, MachineSaved).outcome == 2
    small = men(
        "gl-mountain-gun", "Gun", crew(36, 18, 4), at=(36, 18), gun={"size": "small", "bore": "smoothbore", "move": 4}
    )
    yard = Yard([small], [walker(36, 30, 180)])
    assert one(yard.order("Gun", "gun_fire_machine:{Walker}", dice=[3, 20, 4]), MachineSaved).outcome == 2
    yard = Yard([small], [walker(36, 30, 180)], catastrophic="natural-20")
    assert one(yard.order("Gun", "gun_fire_machine:{Walker}", dice=[3, 20, 3]), MachineSaved).outcome == 3


def test_by_switch_losses_are_doubled() -> None:
    yard, _ = shelled(walker(36, 30, 180), "Walker", 11, 5, **{"vehicle-damage-scale": "2"})
    assert yard.engine("Walker").save() == 6


@pytest.mark.parametrize(
    ("value", "dice", "sustain"), [("no-effect", (), 15), ("reroll", (1,), 15), ("reroll", (7, 8, 3), 14)]
)
def test_by_switch_minor_damage_seven(value: str, dice: tuple[int, ...], sustain: int) -> None:
    yard, _ = shelled(walker(36, 30, 180), "Walker", 10, 8, 7, *dice, **{"minor-damage-7": value})
    assert yard.engine("Walker").sustain() == sustain


# ---------------------------------------------------------------- what the effects mean on the table


def test_no_turning_until_a_start_roll_frees_the_steering() -> None:
    yard, _ = shelled(walker(36, 30, 180), "Walker", 11, 6)
    assert refused(yard, "Walker", 170.0, 1.0) == "Walker pivots at most 0 degrees, and this is 10.0."
    assert not refused(yard, "Walker", 180.0, 5.0)
    yard.order("Walker", "start", dice=[11])
    assert not refused(yard, "Walker", 170.0, 1.0)


def test_steam_fails_turn_by_turn_and_is_repaired_only_if_it_can_be() -> None:
    yard, _ = shelled(walker(36, 30, 180), "Walker", 11, 7, 2)
    assert not one(yard.do(lambda: tick_steam(yard.game)), SteamTicked).failed
    assert yard.engine("Walker").engine == RUNNING
    assert one(yard.do(lambda: tick_steam(yard.game)), SteamTicked).failed
    assert yard.engine("Walker").engine == NO_POWER
    assert not yard.do(lambda: tick_steam(yard.game))
    offered = yard.offered("Walker")
    assert "drive" not in offered
    assert "weapon:0:Gun" in offered  # weapons still work
    yard.order("Walker", "start", dice=[11])
    assert "drive" in yard.offered("Walker")
    yard, _ = shelled(walker(36, 30, 180), "Walker", 20, 9, 1)
    yard.do(lambda: tick_steam(yard.game))
    assert not [key for key in yard.offered("Walker") if key in ("drive", "start")]


def test_a_dead_engine_leaves_the_weapons() -> None:
    yard, _ = shelled(walker(36, 30, 180), "Walker", 20, 8)
    offered = yard.offered("Walker")
    assert not [key for key in offered if key in ("drive", "reverse", "start")]
    assert "weapon:0:Gun" in offered


def test_a_destroyed_weapon_is_offered_no_more() -> None:
    yard, told = shelled(tank(36, 30, 180), "Tank", 20, 4, 1)  # the first of two
    assert one(told, MachineHarmed).which == 0
    offered = yard.offered("Tank")
    assert not [key for key in offered if key.startswith("weapon:0")]
    assert "weapon:1:Gun" in offered


def test_an_attribute_at_nothing_disables_it_and_its_crew_gets_out() -> None:
    yard, told = shelled(walker(36, 30, 180, save=2), "Walker", 11, 5)
    assert one(told, MachineLost).fate == DISABLED
    assert yard["Walker"].is_wreck()
    out = of(told, GotOut)
    assert len(out) == 2
    hull = yard.battle.hull_of(yard["Walker"])
    for event in out:
        assert abs(yard.battle.gap_to_hull(event.figure, hull)) <= TOLERANCE
    assert not yard.battle.aboard(yard["Walker"])
    assert yard.battle.figures.state[yard["Walker"].model] == LOST


def test_a_wreck_bars_the_way_and_the_view() -> None:
    yard = Yard([GUN], [walker(36, 30, 180, save=2), foes([(36, 40)])])
    assert "gun_fire:Foe" not in yard.offered("Gun")
    yard.order("Gun", "gun_fire_machine:{Walker}", dice=[3, 11, 5])
    offered = yard.offered("Gun")
    assert "gun_fire_machine:Walker" not in offered
    assert "gun_fire:Foe" not in offered
    tanks = Yard([tank(36, 20)], [walker(36, 28, 180, save=2)])
    tanks.order("Tank", "weapon_machine:0:{Walker}", dice=[3, 11, 5])
    assert refused(tanks, "Tank", 0.0, 4.0)


def test_no_crew_left_is_a_lost_machine() -> None:
    yard = Yard([GUN], [walker(36, 30, 180)])
    yard.game.tell(Struck(yard["Walker"].first, False, yard["Gun"].id, "aimed"))
    told = yard.order("Gun", "gun_fire_machine:{Walker}", dice=[3, 11, 9])
    assert one(told, MachineLost).fate == CREWLESS
    assert yard["Walker"].is_wreck()


def test_the_crew_abandons_and_stands_beside_it() -> None:
    yard, told = shelled(tank(36, 30, 180), "Tank", 20, 10)
    assert one(told, MachineLost).fate == ABANDONED
    assert len(of(told, GotOut)) == 4
    assert len(yard.battle.on_foot(yard["Tank"])) == 4
    assert "move" in yard.offered("Tank")  # on foot, on the same card
    assert not [key for key in yard.offered("Tank") if key.startswith(("drive", "weapon", "start"))]


# ---------------------------------------------------------------- explosions


def test_an_explosion_kills_the_crew_and_catches_the_nearest_first() -> None:
    near = foes([(36, 33.4), (36, 35), (36, 38.0), (31.5, 30)], "Near")
    yard = Yard([GUN], [walker(36, 30, 180), near])
    # large shell; the captain saves himself with 8, the other dies; D20 4 / 2 = 2 models
    told = yard.order("Gun", "gun_fire_machine:{Walker}", dice=[3, 20, 6, 8, 4])
    assert one(told, MachineLost).fate == EXPLODED
    assert one(told, Exploded).shell == "large"
    assert one(told, Burst).most == 2
    struck = [(event.figure, event.saved) for event in of(told, Struck)]
    crewmen = yard["Walker"].first
    # from the hull's edge: 1.9, 3.5, 6.5, 3.0
    assert struck == [
        (crewmen, True),
        (crewmen + 1, False),
        (yard["Near"].first, False),
        (yard["Near"].first + 3, False),
    ]
    assert yard["Walker"].hull is None
    assert yard.battle.near.absent(yard["Walker"].model)
    assert [event.figure for event in of(told, GotOut)] == [crewmen]
    assert yard.places("Walker") == [0]
    assert "R83" in cited(told)


def test_only_what_is_within_five_inches_of_the_hull() -> None:
    yard = Yard([GUN], [walker(36, 30, 180), foes([(36, 36.5), (36, 36.51 + 1)], "Near")])
    told = yard.order("Gun", "gun_fire_machine:{Walker}", dice=[3, 20, 7, 20, 20])
    assert [event.figure for event in of(told, Struck)][2:] == [yard["Near"].first]


def test_one_machine_may_set_off_another_after_the_last_hit() -> None:
    yard = Yard([GUN], [walker(36, 30, 180), machine("gl-walker", "Second", 36, 34.5, 180), foes([(36, 37)], "Near")])
    # the first explodes: captain dies 9, most 10; the Second is 1.5 off: 18 + 2 = 20, explodes: its dice come after
    # those of the figure, who is nearer to it than 5 and dies at once; then captain 9, most 1, nobody left
    told = yard.order("Gun", "gun_fire_machine:{Walker}", dice=[3, 20, 6, 9, 20, 18, 6, 9, 20])
    assert [event.unit for event in of(told, Exploded)] == [yard["Walker"].id, yard["Second"].id]
    assert len(of(told, Struck)) == 5
    assert not yard.battle.on_foot(yard["Walker"])


# ---------------------------------------------------------------- hand to hand: every row


def assaulted(*dice: int, spots: int = 1, **rulings: object) -> tuple[Yard, list[Any]]:
    """An Extra has hit the car; the dice from its saving throw on (SRM -10 against Save 8)."""
    yard = Yard([foes([(36, 22.5)][:spots], "Band", 180.0)], [car()], **rulings)
    yard.activate("Band")
    return yard, yard.do(lambda: fight(yard.game), dice=[3, *dice])


@pytest.mark.parametrize(
    ("dice", "look", "expected"),
    [
        ((17,), lambda m: m.state()[1:6], (8, 0, 16, 14, RUNNING)),
        ((18, 1), lambda m: m.state()[1:6], (8, 0, 16, 14, RUNNING)),
        ((18, 4), lambda m: m.state()[1:6], (8, 0, 16, 14, RUNNING)),
        ((18, 5), lambda m: m.sustain(), 15),
        ((18, 6), lambda m: m.speed(), 13),
        ((18, 7, 16), lambda m: m.engine, STALLED),
        ((18, 8), lambda m: m.weapon_shoot(0), 10),
        ((18, 9), lambda m: m.save(), 7),
        ((18, 10, 7), lambda m: m.sustain(), 13),
        ((19, 1, 15), lambda m: m.engine, RUNNING),
        ((19, 2, 3), lambda m: m.save(), 5),
        ((19, 3, 4), lambda m: m.weapon_shoot(0), 7),
        ((19, 4), lambda m: m.engine, ENGINE_DEAD),
        ((19, 5, 6), lambda m: m.sustain(), 10),
        ((19, 6, 3), lambda m: (m.timer, m.repairable), (3, True)),
        ((19, 7), lambda m: m.sustain(), 13),
    ],
)
def test_the_melee_chart(dice: tuple[int, ...], look: Look, expected: object) -> None:
    yard, told = assaulted(*dice)
    assert look(yard.engine("Car")) == expected
    assert one(told, MachineSaved).by_hand
    assert one(told, Fought).strikers == [yard["Band"].first]


def test_a_weapon_whose_shoot_comes_to_nothing_works_no_more() -> None:
    weak = [main("veteran", 4, 9, 9), extra(2, 4, 8)]
    yard = Yard([foes([(36, 22.5)], "Band")], [car(figures=weak, shoot=4)])
    yard.activate("Band")
    yard.do(lambda: fight(yard.game), dice=[3, 19, 3, 4])
    assert yard.engine("Car").weapons == [0]
    assert yard["Car"].has_machine()


def test_a_crewman_killed_and_the_crew_checks_at_once() -> None:
    # crack 8: the third of the crew dies; the check: 20 / 5 = 4, leader -1 = 3, not below 2; both freeze: 11, 13
    yard, told = assaulted(19, 8, 3, 20, 11, 13)
    assert yard.places("Car") == [0, 1]
    assert not one(told, MoraleChecked).passed
    assert one(told, FailureRolled).results == [FailureResult.FREEZE, FailureResult.FREEZE]
    assert all(yard.battle.marked(figure, ModelMark.FROZEN) for figure in yard.battle.aboard(yard["Car"]))


def test_on_foot_they_capture_it_and_its_crew_is_lost() -> None:
    yard, told = assaulted(19, 9)
    assert one(told, MachineLost).fate == CAPTURED_BY_FOE
    assert not yard.places("Car")
    assert yard["Car"].is_wreck()
    yard, told = assaulted(19, 10)
    assert one(told, MachineLost).fate == CAPTURED_BY_FOE


def test_a_machine_bursts_the_boiler_instead() -> None:
    yard = Yard([walker(36, 23.5, 180)], [car()])
    yard.activate("Walker")
    # two dice of the walker, 3 hits and 20 misses; +2: 7 + 2 = 9 cracks; 9: explodes as a medium shell;
    # captain 9 dies, and D20 3 / 3 = 1 model: the walker, 9 + 0 bounces
    told = yard.do(lambda: fight(yard.game), dice=[3, 20, 7, 9, 9, 3, 9])
    assert one(told, Exploded).shell == "medium"
    assert [event.outcome for event in of(told, MachineSaved)] == [2, 0]
    assert yard["Walker"].has_machine()


def test_explosives_and_special_weapons() -> None:
    sappers = men("gl-sappers", "Band", [(36, 22.5), *row(5, 50, 22)], 180.0)
    yard = Yard([sappers], [car()])
    yard.activate("Band")
    told = yard.do(lambda: fight(yard.game), "explosives use", dice=[3, 12, 5])
    assert one(told, MachineSaved).outcome == 1  # 12 - 4
    assert yard.battle.grenades[yard["Band"].first] == 1


def test_a_machine_fights_back_with_its_dice() -> None:
    yard = Yard([walker()], [foes([(36, 22.0), (37.1, 22.0)])])
    yard.activate("Walker")
    told = yard.do(lambda: fight(yard.game), "strike hit:{Foe.0}", "strike hit:{Foe.1}", dice=[10, 11, 20, 20])
    assert [event.figure for event in of(told, Struck)] == [yard["Foe"].first]


# ---------------------------------------------------------------- driving off, charging


def test_a_machine_has_its_dice_while_anybody_is_in_it() -> None:
    yard = Yard([walker(36, 20)], [foes([(36, 40)])])
    held = yard["Walker"]
    assert dice_of(yard.battle, held.model) == 2
    for place in (0, 1):
        yard.force("Walker", place, FailureResult.RUN)
    assert dice_of(yard.battle, held.model) == 0
    assert dice_of(yard.battle, yard["Foe"].first) == 1


def test_driving_off_under_a_free_blow() -> None:
    yard = Yard([car()], [foes([(36, 17.5)])])
    told = yard.order("Car", "drive", "drive 0,10", dice=[3, 3, 18, 9])
    assert one(told, Fought).free
    assert one(told, Drove).how == MoveKind.BREAKS_OFF
    assert yard.engine("Car").save() == 7
    assert yard.at("Car") == (36.0, 30.0)
    assert "R99" in cited(told)


def test_a_blow_that_stalls_it_keeps_it_there() -> None:
    yard = Yard([car()], [foes([(36, 17.5)])])
    told = yard.order("Car", "drive", "drive 0,10", dice=[3, 3, 18, 7, 16])
    assert not of(told, Drove)
    assert yard.at("Car") == (36.0, 20.0)


def test_a_blow_that_slows_it_shortens_its_drive() -> None:
    yard = Yard([car()], [foes([(36, 17.5)])])
    yard.order("Car", "drive", "drive 0,14", dice=[3, 3, 18, 6])
    assert yard.at("Car") == (36.0, 33.0)


def test_standing_still_in_contact_gives_no_blow() -> None:
    yard = Yard([car()], [foes([(36, 17.5)])])
    told = yard.order("Car", "drive", "drive 0,0", dice=[3])
    assert not of(told, Fought)


def test_a_walker_charges_straight_into_contact() -> None:
    yard = Yard([walker()], [foes([(36, 30), (37.2, 30)])])
    assert "charge:Foe" in yard.offered("Walker")
    # its check: 3 / 5 = 0, leader -1; theirs: 3 / 2 = 1; Sustain 14
    told = yard.order("Walker", "charge:{Foe}", dice=[3, 3, 14])
    drove = one(told, Drove)
    assert (drove.how, round(drove.y, 2)) == (MoveKind.CHARGES, 28.0)
    assert yard.battle.engaged(yard["Walker"].model)
    told = yard.do(lambda: fight(yard.game), "strike hit:{Foe.0}", "strike hit:{Foe.0}", dice=[10, 20, 20, 20])
    assert [event.figure for event in of(told, Struck)] == [yard["Foe"].first]


def test_a_charge_turns_no_more_than_spin_and_needs_scuffle_dice_and_an_engine() -> None:
    spots = [(36.0, 12.0), (37.2, 12.0)]
    yard = Yard([walker()], [foes(spots)])
    models = yard.battle.members(yard["Foe"])
    yard.activate("Walker")
    assert why_no_ram(yard.battle, yard["Walker"], models)
    assert "charge:Foe" not in Yard([car()], [foes([(36, 30)])]).offered("Car")
    stalled = Yard([walker()], [foes([(36, 30)])])

    def stall(held: Machine) -> None:
        held.engine = STALLED

    stalled.change("Walker", stall)
    assert "charge:Foe" not in stalled.offered("Walker")
    far = Yard([walker()], [foes([(36, 32.5)])])
    assert "charge:Foe" not in far.offered("Walker")


def test_a_charge_that_stalls_goes_nowhere() -> None:
    yard = Yard([walker()], [foes([(36, 30)])])
    yard.activate("Walker")
    models = yard.battle.members(yard["Foe"])
    came: list[bool] = []
    yard.do(lambda: came.append(machine_charge(yard.game, yard["Walker"], models)), dice=[15])
    assert came == [False]
    assert yard.at("Walker") == (36.0, 20.0)


# ---------------------------------------------------------------- crews aboard that fail


def test_those_who_run_bail_out_first() -> None:
    yard = Yard([tank()], [foes([(36, 40)])])
    for place, result in enumerate((FailureResult.RUN_OFF, FailureResult.RUN, FailureResult.RANDOM)):
        assert yard.force("Tank", place, result)
        figure = yard["Tank"].first + place
        assert not yard.battle.marked(figure, ModelMark.ABOARD)
        hull = yard.battle.hull_of(yard["Tank"])
        assert abs(yard.battle.gap_to_hull(figure, hull)) <= TOLERANCE
    assert yard["Tank"].has_machine()


def test_a_frozen_man_freezes_like_anybody() -> None:
    yard = Yard([tank()], [foes([(36, 40)])])
    assert yard.force("Tank", 1, FailureResult.FREEZE)
    assert yard.battle.marked(yard["Tank"].first + 1, ModelMark.ABOARD)


def test_the_driver_backs_six_inches_whatever_the_ground_and_nobody_else_does() -> None:
    yard = Yard([tank(36, 30)], [foes([(36, 60)])], [ground("woods", rect=[30, 10, 42, 31])])
    assert not yard.force("Tank", 1, FailureResult.BACK)
    assert yard.at("Tank") == (36.0, 30.0)
    assert not yard.force("Tank", 0, FailureResult.BACK)
    assert yard.at("Tank") == (36.0, 24.0)
    assert of(yard.game.log, Drove)[-1].how == MoveKind.BACKS
    assert not rolls(yard.game.log, "Sustain")


def test_the_first_man_aboard_whom_nothing_holds_is_the_driver() -> None:
    yard = Yard([tank(36, 30)], [foes([(36, 60)])])
    yard.battle.mark(yard["Tank"].first, ModelMark.HELD)
    yard.force("Tank", 0, FailureResult.BACK)
    assert yard.at("Tank") == (36.0, 30.0)
    yard.force("Tank", 1, FailureResult.BACK)
    assert yard.at("Tank") == (36.0, 24.0)


def test_a_stalled_machine_stays_and_one_stops_short_of_enemies() -> None:
    yard = Yard([tank(36, 30)], [foes([(36, 60)]), foes([(36, 24)], "Behind")])
    yard.force("Tank", 0, FailureResult.BACK)
    assert yard.at("Tank") == (36.0, 28.0)

    def stall(held: Machine) -> None:
        held.engine = STALLED

    yard.change("Tank", stall)
    yard.force("Tank", 0, FailureResult.BACK)
    assert yard.at("Tank") == (36.0, 28.0)


def test_backed_over_the_edge_machine_and_crew_are_gone() -> None:
    yard = Yard([tank(36, 5)], [foes([(36, 60)])])
    yard.force("Tank", 0, FailureResult.BACK)
    assert len(of(yard.game.log, LeftTable)) == 4
    assert of(yard.game.log, MachineLeft)
    assert yard["Tank"].hull is None
    assert yard.battle.figures.state[yard["Tank"].model] == FLED
    assert not yard.places("Tank")


def test_a_forced_charge_rolls_sustain_and_runs_at_the_nearest_enemy() -> None:
    yard = Yard([tank()], [foes([(36, 29), (37.2, 29)])])
    yard.force("Tank", 0, FailureResult.CHARGE, dice=[16])
    assert of(yard.game.log, Drove)[-1].how == MoveKind.CHARGES_ALONE
    assert yard.at("Tank") == (36.0, 25.5)
    assert yard.battle.engaged(yard["Tank"].model)
    stalls = Yard([tank()], [foes([(36, 29)])])
    stalls.force("Tank", 0, FailureResult.CHARGE, dice=[17])
    assert stalls.at("Tank") == (36.0, 20.0)
    assert stalls.engine("Tank").engine == STALLED
    wide = Yard([tank()], [foes([(50, 20)])])
    wide.force("Tank", 0, FailureResult.CHARGE, dice=[16])
    assert of(wide.game.log, Drove)[-1].facing == 60.0
    others = Yard([tank()], [foes([(36, 29)])])
    others.force("Tank", 1, FailureResult.CHARGE)
    assert others.at("Tank") == (36.0, 20.0)


def test_a_forced_shot_is_the_first_weapon_that_works_is_loaded_and_unused() -> None:
    yard = Yard([tank()], [foes([(36, 40)], "One"), foes([(38, 40)], "Two")])
    yard.force("Tank", 2, FailureResult.FIRE, dice=[2, 20])
    fired = of(yard.game.log, WeaponFired)[-1]
    assert (fired.weapon, fired.target, fired.forced) == (0, yard["Two"].id, True)
    yard.force("Tank", 3, FailureResult.FIRE, dice=[1, 20, 20])
    assert of(yard.game.log, WeaponFired)[-1].weapon == 1
    yard.force("Tank", 1, FailureResult.FIRE)
    assert len(of(yard.game.log, WeaponFired)) == 2
    blind = Yard([tank()], [foes([(36, 5)])])
    blind.force("Tank", 0, FailureResult.FIRE)  # the gun does not bear, and it is the first
    assert not of(blind.game.log, WeaponFired)


def test_all_bail_out_and_the_empty_machine_waits_for_them() -> None:
    yard = Yard([walker()], [foes([(36, 60)])])
    for place in (0, 1):
        yard.force("Walker", place, FailureResult.RUN)
    assert yard["Walker"].has_machine()
    assert not [key for key in yard.offered("Walker") if key.startswith(("drive", "weapon"))]
    figures = yard.battle.on_foot(yard["Walker"])
    told = yard.do(lambda: board(yard.game, yard["Walker"], figures))
    assert [event.figure for event in of(told, Boarded)] == figures
    assert "drive" in yard.offered("Walker")


def test_who_gets_out_changes_nothing_but_the_crew() -> None:
    yard = Yard([tank()], [foes([(36, 60)])])
    yard.change("Tank", lambda held: held.weapons.__setitem__(0, 0))
    before = yard.engine("Tank").state()
    yard.force("Tank", 1, FailureResult.RUN)
    after = yard.engine("Tank").state()
    assert len(before) == len(after)
    assert [at for at in range(len(before)) if before[at] != after[at]] == [CREW_AT]


def test_a_man_on_foot_gets_in_by_a_move_that_ends_at_the_hull() -> None:
    yard = Yard([walker()], [foes([(36, 60)])])
    yard.force("Walker", 1, FailureResult.RUN)
    x, y = yard.at("Walker", 1)
    told = yard.order("Walker", "move", f"move {x},{y - 3},{x},{y - 3},0")
    assert not of(told, Boarded)
    told = yard.order("Walker", "move", "move 36,20,36,20,0")
    assert [event.figure for event in of(told, Boarded)] == [yard["Walker"].first + 1]
    assert yard.battle.marked(yard["Walker"].first + 1, ModelMark.ABOARD)


def test_an_empty_machine_under_fire_is_not_lost_while_its_crew_lives() -> None:
    yard = Yard([GUN], [walker(36, 30, 180)])
    for place in (0, 1):
        yard.force("Walker", place, FailureResult.RUN)
    yard.order("Gun", "gun_fire_machine:{Walker}", dice=[3, 11, 4])
    assert yard["Walker"].has_machine()
    assert yard.battle.figures.state[yard["Walker"].model] == IN_PLAY


def test_a_crew_that_has_left_its_machine_charges_on_foot() -> None:
    """Their machine stands empty behind them: two checks and a charge bonus, and no Sustain roll."""
    field = Field([walker(30, 20)], [foes([(30, 30)])])
    for place in (0, 1):
        field.force("Walker", place, FailureResult.RUN)
        field.stand("Walker", place, 30 + 1.2 * place, 24)
    told = field.order("Walker", "charge:{Foe}", dice=[1, 1, 6])
    assert [event.passed for event in of(told, MoraleChecked)] == [True, True]
    assert len(rolls(told, "Charge bonus")) == 1
    assert not of(told, Drove)
    assert field.battle.engaged(field.figure("Walker", 0))


# ---------------------------------------------------------------- one result for the machine, by switch


def failed(face: int, *dice: int, own: bool = True, at: float = 40.0) -> tuple[Yard, list[Any]]:
    yard = Yard([tank(36, at)], [foes([(36, 60)])], **{"vehicle-morale-failure": "orderchips-column"})
    yard.activate("Tank" if own else "Foe")
    return yard, yard.do(lambda: forced_machine(yard.game, yard["Tank"]), dice=[face, *dice])


def test_the_machine_column_stands_firm_sits_still_or_has_no_action() -> None:
    yard, _ = failed(1)
    assert "drive" in yard.offered("Tank", again=True)
    yard, told = failed(2)
    assert yard.offered("Tank", again=True) == ["done"]
    assert not of(told, Froze)
    yard, told = failed(3)
    assert len(of(told, Froze)) == 4
    yard, _ = failed(2, own=False)
    assert all(yard.battle.marked(figure, ModelMark.SKIPS) for figure in yard.battle.aboard(yard["Tank"]))


@pytest.mark.parametrize(
    ("face", "dice", "at", "facing", "how"),
    [
        (4, (), (36.0, 34.0), 0.0, MoveKind.BACKS),
        (5, (), (36.0, 34.0), 0.0, MoveKind.BACKS),
        (6, (), (36.0, 32.0), 0.0, MoveKind.BACKS),
        (7, (), (36.0, 32.0), 0.0, MoveKind.BACKS),
        (8, (), (36.0, 32.0), 180.0, MoveKind.RUNS),
        (9, (), (36.0, 32.0), 180.0, MoveKind.RUNS),
        (10, (3,), (36.0, 32.0), 180.0, MoveKind.RUNS),
    ],
)
def test_the_machine_column_drives(
    face: int, dice: tuple[int, ...], at: tuple[float, float], facing: float, how: str
) -> None:
    yard, told = failed(face, *dice)
    assert yard.at("Tank") == at
    assert (one(told, Drove).how, one(told, Drove).facing) == (how, facing)
    assert one(told, MachineFailed).own_card
    assert len(of(told, LeftTable)) == len(dice)
    assert yard.places("Tank") == ([0, 1, 3] if dice else [0, 1, 2, 3])


@pytest.mark.parametrize(("said", "west"), [(MachineResult.TURNS_ABOUT, False), (MachineResult.FLEES, True)])
def test_a_machine_turns_about_whoever_is_near_and_flees_from_the_nearest_enemy(said: str, west: bool) -> None:
    """It faces north, and the enemy stands to the east of it."""
    yard = Yard([tank(36, 40)], [foes([(46, 40)])])
    yard.do(lambda: forced_drive(yard.game, yard["Tank"], said))
    x, y = yard.at("Tank")
    assert (x < 36.0, y < 40.0) == (west, not west)


def test_places_round_a_hull_are_all_off_its_edge() -> None:
    yard = Yard([tank(36, 40)], [foes([(36, 60)])])
    hull = yard.battle.hull_of(yard["Tank"])
    for x, y in round_hull(hull, 1.0, 1.0):
        assert max(abs(x - 36.0) - hull.half_w, abs(y - 40.0) - hull.half_d) == pytest.approx(1.0)
