"""The table itself: what is measured from where, arcs and their limits, and that a turned table plays alike."""

from __future__ import annotations

import pytest
from rules.gaslight.situation import Field, Men, Spot, band, crew, machine, men, row, soldiers
from tabletop import ground, of, one

from playsheet.rules.gaslight.battle.events import LeftTable
from playsheet.rules.gaslight.battle.fight_events import Fired, GunFired, Struck, WeaponFired
from playsheet.rules.gaslight.ground.moving import MoveRegion
from playsheet.rules.gaslight.ground.sight import figure_cover, gun_muzzle, weapon_bears, weapon_muzzle
from playsheet.rules.gaslight.ground.slots import charger, corners_of, hull_slots
from playsheet.rules.gaslight.options.cannon import gun_halt
from playsheet.rules.gaslight.terms import Cover

LAKE = ground("lake", "the lake", rect=[20, 20, 40, 40])

SIZE = 72.0
MIRE = ground("mud", "the mire", rect=[30.1, 8, 40, 20])


def test_muzzles_stand_at_the_edge_of_their_side_and_a_turret_in_the_middle() -> None:
    field = Field([machine("gl-steam-tank", "Tank", 30, 20, 90.0)], [soldiers(1, "Foe", [(60, 20)], 270.0)])
    card = field["Tank"].card.machine
    assert card is not None
    hull = field.battle.hull_of(field["Tank"])
    front, turret = card.weapons
    assert weapon_muzzle(hull, front) == pytest.approx((33.0, 20.0))
    assert weapon_muzzle(hull, turret) == pytest.approx((30.0, 20.0))
    gun = men("gl-12-pounder", "Gun", crew(30, 9, 5), 0.0, (30, 9))
    other = Field([gun], [soldiers(1, "Foe", [(60, 20)], 270.0)])
    assert gun_muzzle(other.battle, other["Gun"]) == pytest.approx((30.0, 10.0))


def test_distances_from_muzzles_to_hulls_and_from_centre_to_centre() -> None:
    gun = men("gl-12-pounder", "Gun", crew(30, 9, 5), 0.0, (30, 9))
    field = Field([gun, soldiers(1, "Red", [(40, 10)])], [machine("gl-walker", "Walker", 30, 30, 180.0)])
    told = field.order("Gun", "gun_fire_machine:{Walker}", dice=[20])
    assert one(told, GunFired).distance == pytest.approx(18.5)
    told = field.order("Red", "shoot_machine:{Walker}", dice=[20])
    assert one(told, Fired).distance == pytest.approx((8.5 * 8.5 + 18.5 * 18.5) ** 0.5)
    tank = Field([machine("gl-steam-tank", "Tank", 30, 20)], [soldiers(1, "Foe", [(30, 40)], 180.0)])
    told = tank.order("Tank", "weapon:0:{Foe}", dice=[20])
    assert one(told, WeaponFired).distance == pytest.approx(17.0)


@pytest.mark.parametrize(("x", "bears"), [(47.0, True), (47.001, False), (13.0, True)])
def test_a_weapon_aboard_bears_forty_five_degrees_to_each_side_limits_included(x: float, bears: bool) -> None:
    field = Field([machine("gl-steam-tank", "Tank", 30, 20)], [soldiers(1, "Foe", [(60, 60)], 180.0)])
    card = field["Tank"].card.machine
    assert card is not None
    assert weapon_bears(field.battle, field.battle.hull_of(field["Tank"]), card.weapons[0], x, 40.0) is bears


def test_places_in_contact_with_a_hull_touch_it_and_no_more() -> None:
    field = Field([soldiers(1, "Red", [(30, 10)])], [machine("gl-steam-tank", "Tank", 30, 30, 180.0)])
    hull = field.battle.hull_of(field["Tank"])
    mover = charger(field.battle, field.figure("Red"), 6.0)
    for x, y in hull_slots(field.battle, mover, 30, 10, hull):
        assert max(abs(x - 30) - hull.half_w, abs(y - 30) - hull.half_d) == pytest.approx(mover.radius)


def test_a_gun_is_kept_by_nothing_in_the_open() -> None:
    gun = men("gl-gatling", "Gun", crew(30, 10, 4), 0.0, (30, 10))
    wood = ground("woods", "the wood", rect=[20, 14, 40, 17])
    field = Field([gun], [soldiers(1, "Foe", [(60, 60)], 180.0)], [wood, LAKE])
    assert gun_halt(field.battle, field["Gun"], 30, 12) == ""
    assert gun_halt(field.battle, field["Gun"], 30, 20 - field.battle.radius[field["Gun"].model]) == "at the lake"


def test_a_lake_is_closed_and_a_wood_is_not() -> None:
    wood = ground("woods", "the wood", rect=[50, 20, 60, 40])
    wall = ground("wall", "the wall", line=[[45, 20], [45, 40]])
    land = Field([soldiers(1, "Red", [(65, 10)])], [soldiers(1, "Foe", [(65, 60)])], [LAKE, wood, wall]).battle.land
    for x, said in ((30, "the lake"), (40.4, "the lake"), (40.5, ""), (45, ""), (55, "")):
        assert land.closed_at(x, 30, 0.5, mounted=False) == said


def test_the_way_round_a_lake_leads_past_its_corners() -> None:
    field = Field([soldiers(1, "Red", [(60, 10)])], [soldiers(1, "Foe", [(60, 60)], 180.0)], [LAKE])
    found = corners_of(field.battle.land.plots[0].piece, 1.0)
    far = 1.5 / 2**0.5
    corners = [(20 - far, 20 - far), (20 - far, 40 + far), (40 + far, 20 - far), (40 + far, 40 + far)]
    assert sorted(found) == [pytest.approx(corner) for corner in corners]


def test_within_half_an_inch_of_a_wall_and_the_line_must_cross_it() -> None:
    for y, at, cover in (
        (29.0, (30.0, 10.0), Cover.HARD),
        (28.99, (30.0, 10.0), Cover.NONE),
        (29.0, (30.0, 50.0), Cover.NONE),
    ):
        wall = ground("wall", "the wall", line=[[25, y], [35, y]])
        field = Field([soldiers(1, "Red", [(60, 10)])], [soldiers(1, "Foe", [(30, 30)], 180.0)], [wall])
        assert figure_cover(field.battle, field.figure("Foe"), *at) == cover


@pytest.mark.parametrize(("gap", "touch"), [(0.0, True), (0.0000009, True), (0.00001, False), (0.004, False)])
def test_r126_contact_is_to_touch(gap: float, touch: bool) -> None:
    field = Field([soldiers(1, "Red", [(30, 20)])], [soldiers(1, "Foe", [(30, 21 + gap)], 180.0)])
    assert field.battle.engaged(field.figure("Red")) is touch


def test_rough_ground_is_judged_by_the_path_of_the_centre() -> None:
    field = Field([soldiers(1, "Red", [(30, 10)])], [soldiers(1, "Foe", [(30, 66)], 180.0)], [MIRE])
    field.order("Red", "move", "move 30,16,30,16,0")  # his base goes over its corner, his centre does not
    assert field.at("Red", 0) == (30.0, 16.0)


def test_the_way_of_a_charge_is_measured_round_what_is_in_it() -> None:
    """A lake before them: 8 inches straight on would be enough, the way round is longer than 12."""
    lake = ground("lake", "the lake", rect=[20, 13, 40, 15])
    sides = [band(2, "Red", row(3, 30, 10), 0.0)], [soldiers(1, "Foe", [(30, 18)], 180.0)]
    assert "charge:Foe" in Field(*sides).offered("Red")
    assert "charge:Foe" not in Field(*sides, [lake]).offered("Red")


def test_the_edge_loses_who_is_forced_over_it_and_stops_who_walks() -> None:
    field = Field([soldiers(1, "Red", [(30, 5)])], [soldiers(1, "Foe", [(30, 20)], 180.0)])
    field.order("Red", "move", "move 30,0.5,30,0.5,0")
    assert field.places("Red") == [0]
    told = field.fails("Red", dice=[12])
    assert one(told, LeftTable).figure == field.figure("Red")


def test_a_horseman_may_stand_against_the_wall_of_a_building_and_not_in_it() -> None:
    hut = ground("building", "the hut", rect=[20, 20, 30, 30])
    field = Field([soldiers(1, "Red", [(5, 5)])], [soldiers(1, "Foe", [(60, 60)], 180.0)], [hut])
    land = field.battle.land
    for x, y in ((30.75, 25), (19.25, 25), (25, 30.75), (25, 19.25)):
        assert land.closed_at(x, y, 0.75, True) == ""
    for x, y in ((30.74, 25), (19.26, 25), (25, 30.74), (25, 19.26), (25, 25)):
        assert land.closed_at(x, y, 0.75, True) == "the hut"
        assert land.closed_at(x, y, 0.75, False) == ""


# ---------------------------------------------------------------- a turned table


def turned(spot: Spot) -> Spot:
    """The table turned a quarter to the right."""
    return spot[1], SIZE - spot[0]


def volley_and_shell(battle_of: int) -> tuple[list[float], list[int], list[str]]:
    """The same situation on a table turned so many quarters: distances, who falls, what is offered."""
    rifles: list[Spot] = [(28.8, 20), (30, 20.3), (31.2, 19.8)]
    foes: list[Spot] = [(29, 31), (30.4, 31.2), (31.7, 31), (29.2, 32.4), (30.9, 32.3)]
    guns = crew(40, 15, 5)
    at: Spot = (40, 15)
    corners: list[Spot] = [(20, 30.2), (30.2, 30.2)]
    for _ in range(battle_of):
        rifles = [turned(spot) for spot in rifles]
        foes = [turned(spot) for spot in foes]
        guns = [turned(spot) for spot in guns]
        at = turned(at)
        corners = [turned(spot) for spot in corners]
    facing = 90.0 * battle_of
    south: list[Men] = [soldiers(3, "Red", rifles, facing), men("gl-12-pounder", "Gun", guns, facing, at)]
    hedge = ground("hedge", "the hedge", line=[list(corner) for corner in corners])
    field = Field(south, [soldiers(5, "Foe", foes, (facing + 180.0) % 360.0)], [hedge], (SIZE, SIZE))
    offered = field.offered("Red") + field.offered("Gun")
    told = field.order("Red", "shoot:{Foe}", dice=[1, 3, 20, 5])
    shelled = field.order("Gun", "gun_fire:{Foe}", dice=[3, 6, 3])
    distances = [one(told, Fired).distance, float(one(told, Fired).cover), one(shelled, GunFired).distance]
    return distances, [event.figure for event in of([*told, *shelled], Struck)], offered


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_the_table_may_be_turned_round(quarters: int) -> None:
    here, there = volley_and_shell(0), volley_and_shell(quarters)
    assert there[0] == pytest.approx(here[0])
    assert there[1:] == here[1:]
    assert len(here[1]) == 4


def test_r126_chargers_and_those_who_join_stand_flush() -> None:
    field = Field([men("gl-hero", "Hero", [(30, 10)])], [soldiers(1, "Foe", [(33, 17)], 180.0)])
    field.order("Hero", "charge:{Foe}", dice=[20, 17, 6])
    x, y = field.battle.at(field.figure("Hero"))
    assert field.battle.gap(field.figure("Foe"), x, y) - 0.5 == pytest.approx(0.0, abs=1e-6)
    assert field.battle.engaged(field.figure("Foe"))


@pytest.mark.parametrize(("far", "legal"), [(6.0, True), (6.0000009, True), (6.001, False)])
def test_r126_a_way_is_no_longer_than_the_move(far: float, legal: bool) -> None:
    field = Field([soldiers(1, "Red", [(30, 10)])], [soldiers(1, "Foe", [(30, 66)], 180.0)])
    region = MoveRegion(field.battle, [field.figure("Red")])
    assert (region.refusal((30.0, 10.0 + far, 30.0, 10.0 + far, 0.0)) == "") is legal


@pytest.mark.parametrize(("room", "gets"), [(8.0, 7.0), (7.5, 6.5)])
def test_r126_a_move_halts_where_it_is_stopped(room: float, gets: float) -> None:
    """Half an inch short of an enemy, to the millionth."""
    hero = men("gl-great-ape", "Ape", [(30, 10)], radius=0.5)
    field = Field([hero], [soldiers(1, "Foe", [(30, 10 + room + 0.5)], 180.0)])
    field.order("Ape", "move", "move 30,19,30,19,0")
    assert field.battle.at(field.figure("Ape"))[1] == pytest.approx(10 + gets, abs=1e-6)
