"""Rules where a sign, a limit or a compass bearing could be wrong and the other tests would not see it."""

from __future__ import annotations

from math import dist
from typing import Any

import pytest
from rules.riskfactor.situation import Men, Skirmish, block, lieutenant, men, row, scenario_text
from tabletop import ground, of, one, set_up

from playsheet.core.errors import Refused
from playsheet.core.scenario import Zone
from playsheet.rules.riskfactor.battle.events import GroupAdded, PlatoonRolled
from playsheet.rules.riskfactor.battle.fight_events import Fired, Hurt, MeleeEnded
from playsheet.rules.riskfactor.calculator.what_if import chief_group
from playsheet.rules.riskfactor.ground.moving import free_places
from playsheet.rules.riskfactor.ground.sight import fortified, sight_proof, watch
from playsheet.rules.riskfactor.options.choices import BuyLink
from playsheet.rules.riskfactor.options.command import Chain, purchases
from playsheet.rules.riskfactor.options.shooting import condition_of
from playsheet.rules.riskfactor.table.deployment import DeployRegion
from playsheet.rules.riskfactor.table.melee import linked
from playsheet.rules.riskfactor.terms import Condition, Cover, DamageDie, Phase, RangeBand
from playsheet.rules.riskfactor.turn import seat_for

SQUAD, BAND = "regular-squad", "warrior-band"
COMPASS = [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)]
every_bearing = pytest.mark.parametrize(("east", "north"), COMPASS)


def near(value: float) -> Any:
    return pytest.approx(value, abs=2e-2)


def man(x: float, y: float, facing: float | None = None, name: str = "Squad", **more: Any) -> Men:
    return men(SQUAD, name, [(x, y)], facing=facing, **more)


def foe(x: float, y: float, name: str = "Foe", **more: Any) -> Men:
    return men(BAND, name, [(x, y)], **more)


# ---------------------------------------------------------------- bound moves, whatever the bearing (R55)


@every_bearing
@pytest.mark.parametrize("facing", [0.0, 90.0, 180.0, 270.0])
@pytest.mark.parametrize("result", ["take_cover", "withdraw", "run"])
def test_away_is_away_from_the_enemy_wherever_he_stands_and_they_face(
    result: str, facing: float, east: float, north: float
) -> None:
    table = Skirmish([man(100, 100, facing)], [foe(100 + 50 * east, 100 + 50 * north)])
    table.do("Squad", result)
    assert table.places("Squad") == [(near(100 - 25 * east), near(100 - 25 * north))]


@pytest.mark.parametrize(("facing", "x", "y"), [(0.0, 100, 75), (90.0, 75, 100), (180.0, 100, 125)])
def test_with_enemies_evenly_about_them_away_is_backwards(facing: float, x: float, y: float) -> None:
    """The mean of all enemies is where they stand themselves, so there is no bearing away from it."""
    around = [foe(100 + 50 * east, 100 + 50 * north, f"Foe {k}") for k, (east, north) in enumerate(COMPASS)]
    table = Skirmish([man(100, 100, facing)], around)
    table.do("Squad", "take_cover")
    assert table.places("Squad") == [(near(x), near(y))]


@every_bearing
@pytest.mark.parametrize(("far", "goes"), [(50.0, 25.0), (20.0, 17.0)])
def test_an_advance_goes_at_the_enemy_and_stops_a_cm_short(far: float, goes: float, east: float, north: float) -> None:
    table = Skirmish([man(100, 100)], [foe(100 + far * east, 100 + far * north)])
    table.do("Squad", "advance")
    assert table.places("Squad") == [(near(100 + goes * east), near(100 + goes * north))]


@every_bearing
def test_a_row_of_men_comes_level_before_the_enemy(east: float, north: float) -> None:
    """Each stops short of the line on which the enemy stands, not only the one who walks straight at him."""
    across = [(100 + 4 * k * north, 100 + 4 * k * east) for k in (-1, 0, 1)]
    table = Skirmish([men(SQUAD, "Squad", across)], [foe(100 + 20 * east, 100 + 20 * north)])
    table.do("Squad", "advance")
    gone = [dist(a, b) for a, b in zip(across, table.places("Squad"))]
    assert gone == [near(17)] * 3


@every_bearing
def test_an_order_to_a_point_leads_to_it_and_no_farther(east: float, north: float) -> None:
    goal = (100 + 10 * east, 100 + 10 * north)
    table = Skirmish([man(100, 100, order="advance", to=goal)], [foe(10, 10)], [ground("woods", rect=[20, 20, 60, 60])])
    table.do("Squad", "continue_order")
    assert table.places("Squad") == [(near(goal[0]), near(goal[1]))]


@pytest.mark.parametrize(("far", "goes"), [(0.0, 0.0), (0.25, 0.25), (1.0, 1.0)])
def test_at_the_point_an_order_is_carried_out(far: float, goes: float) -> None:
    """Then they stay, and look at the enemy."""
    table = Skirmish([man(100, 100, 0.0, order="advance", to=(100 - far, 100))], [foe(180, 100)])
    table.do("Squad", "continue_order")
    assert table.places("Squad") == [(near(100 - goes), near(100))]
    assert table.facing("Squad") == near(90)


# ---------------------------------------------------------------- cover (R55)


@pytest.mark.parametrize(("y", "reached"), [(76.0, True), (76.2, False)])
def test_cover_at_the_very_end_of_a_move_is_within_it(y: float, reached: bool) -> None:
    """From base to wall it is 25 cm, which is what he goes."""
    table = Skirmish([man(100, 50)], [foe(100, 150)], [ground("wall", line=[[60, y], [140, y]])])
    table.do("Squad", "take_cover")
    assert (table.places("Squad")[0][1] > 70) == reached
    assert (table.places("Squad")[0][1] == near(25)) != reached


@pytest.mark.parametrize(("line", "enemy", "behind"), [
    ([[120, 80], [120, 120]], (180, 100), "west"),
    ([[120, 120], [120, 80]], (180, 100), "west"),
    ([[80, 80], [80, 120]], (20, 100), "east"),
    ([[80, 120], [120, 120]], (100, 180), "south"),
    ([[120, 80], [80, 80]], (100, 20), "north"),
])  # fmt: skip
def test_behind_a_wall_is_away_from_the_enemy_whichever_way_it_runs(
    line: list[list[float]], enemy: tuple[float, float], behind: str
) -> None:
    table = Skirmish([men(SQUAD, "Squad", row(4, 100, 100))], [foe(*enemy)], [ground("wall", line=line)])
    table.do("Squad", "take_cover")
    lowest, highest = min(line), max(line)
    for x, y in table.places("Squad"):
        off = {"west": lowest[0] - x, "east": x - lowest[0], "south": lowest[1] - y, "north": y - lowest[1]}[behind]
        assert 1.0 <= off <= 3.0  # on this side of it, and within 2 cm of his base
        assert lowest[0] - 4 <= x <= highest[0] + 4
        assert lowest[1] - 4 <= y <= highest[1] + 4
    assert table.risk("Squad") == {"Entirely in cover, or advancing": -1}


# ---------------------------------------------------------------- barriers (R61)


@every_bearing
@pytest.mark.parametrize(("off", "touch"), [(1.2, True), (2.0, True), (2.3, True), (0.5, False), (3.0, False)])
def test_a_barrier_is_fought_across_if_it_lies_between_the_bases_and_not_under_one(
    off: float, touch: bool, east: float, north: float
) -> None:
    """The two are 1.5 cm apart; the wall runs so far before the middle of the first of them."""
    x, y = 100 + off * east, 100 + off * north
    wall = ground("wall", line=[[x - 40 * north, y - 40 * east], [x + 40 * north, y + 40 * east]])
    table = Skirmish([man(100, 100)], [foe(100 + 3.5 * east, 100 + 3.5 * north)], [wall])
    assert bool(table.battle.contacts()) == touch


def test_a_second_barrier_farther_off_takes_nothing_from_the_first() -> None:
    walls = [ground("wall", line=[[60, y], [140, y]]) for y in (102, 120)]
    for terrain in (walls, walls[::-1]):
        table = Skirmish([man(100, 100)], [foe(100, 103.8)], terrain)
        assert table.battle.contacts()


@pytest.mark.parametrize(("wall", "y"), [(98.0, 95.99), (120.0, 97.0)])
def test_a_wall_keeps_those_off_who_do_not_charge_and_only_from_those_who_line_it(wall: float, y: float) -> None:
    """Across it 2 cm would be touch, and an advance makes none; elsewhere they stop 1 cm short (R55)."""
    table = Skirmish([man(100, 85)], [foe(100, 100)], [ground("wall", line=[[60, wall], [140, wall]])])
    table.do("Squad", "advance")
    assert table.places("Squad") == [(near(100), near(y))]
    assert not table.battle.contacts()


@pytest.mark.parametrize(("x", "y", "on_it"), [(100, 100.9, True), (100, 102, False), (70, 130, False)])
def test_who_stands_on_a_slanting_wall(x: float, y: float, on_it: bool) -> None:
    """Being in the rectangle about it is not enough."""
    table = Skirmish([man(20, 20)], [foe(180, 180)], [ground("wall", line=[[60, 60], [140, 140]])])
    assert table.battle.land.on_barrier(x, y, 1.0) == on_it


@pytest.mark.parametrize(("y", "adds"), [(152.0, [1]), (152.1, [])])
def test_an_enemy_who_has_them_just_within_his_range_counts_and_no_farther(y: float, adds: list[int]) -> None:
    """A bow reaches 100 cm from base to base (R5)."""
    table = Skirmish([men(BAND, "Unit", [(100, 50)])], [men("tribal-archers", "Archers", [(100, y)])])
    assert list(table.risk("Unit").values()) == adds


@pytest.mark.parametrize(("y", "strong"), [(100.0, True), (99.9, False)])
def test_two_cm_from_a_wall_is_a_fortified_position_and_no_more(y: float, strong: bool) -> None:
    table = Skirmish([man(100, y)], [foe(100, 180)], [ground("wall", line=[[60, 103], [140, 103]])])
    assert fortified(table.battle, table["Squad"], table.battle.members(table["Squad"])) == strong


@pytest.mark.parametrize(("east", "north"), [(0.0, 3.0), (0.0, -3.0), (43.0, 0.0), (-43.0, 0.0)])
def test_two_cm_from_a_wall_is_close_to_it_on_every_side(east: float, north: float) -> None:
    land = Skirmish([man(20, 20)], [foe(180, 180)], [ground("wall", line=[[60, 100], [140, 100]])]).battle.land
    assert land.spot(100 + east, 100 + north, 1.0).lined
    assert not land.spot(100 + 1.01 * east, 100 + 1.01 * north, 1.0).lined


@every_bearing
def test_a_free_move_goes_both_its_legs(east: float, north: float) -> None:
    """Ten cm one way, then five to the right of it (R52)."""
    table = Skirmish([man(100, 100)], [foe(20, 180)])
    via = (100 + 10 * east, 100 + 10 * north)
    end = (via[0] + 5 * north, via[1] - 5 * east)
    places = free_places(table.battle, table["Squad"], (*via, *end, 0.0))
    assert [(place.x, place.y) for place in places] == [(near(end[0]), near(end[1]))]


# ---------------------------------------------------------------- sight (R28, R60)


def test_the_highest_of_two_hills_counts_in_whichever_order_they_are_given() -> None:
    top, foot = ground("hill", level=2, rect=[90, 90, 110, 110]), ground("hill", level=1, rect=[60, 60, 140, 140])
    for terrain in ([top, foot], [foot, top]):
        table = Skirmish([man(100, 100)], [foe(100, 180)], terrain)
        assert table.sees("Squad") == {"Foe"}
        table = Skirmish([man(100, 80)], [foe(100, 180)], terrain)
        assert table.sees("Squad") == set()


@pytest.mark.parametrize(("cm", "seen"), [(60, True), (40, False)])
def test_from_the_edge_of_one_wood_into_another_the_die_counts(cm: int, seen: bool) -> None:
    """And not the 20 cm inside one piece."""
    woods = [ground("woods", rect=[60, 60, 140, 104]), ground("woods", rect=[60, 150, 140, 190])]
    table = Skirmish([man(100, 100)], [foe(100, 155)], woods)
    table.seen_at("Foe", cm)
    assert (table.sees("Squad") == {"Foe"}) == seen


@pytest.mark.parametrize(("y", "seen"), [(88.0, True), (95.0, False)])
def test_inside_one_wood_the_die_of_those_who_have_not_fired_adds_nothing(y: float, seen: bool) -> None:
    table = Skirmish([man(70, 70)], [foe(70, y)], [ground("woods", rect=[65, 40, 140, 140])])
    table.seen_at("Foe", 60)
    assert (table.sees("Squad") == {"Foe"}) == seen


@pytest.mark.parametrize("first", [True, False])
def test_why_he_is_not_seen_names_the_wood_he_is_in(first: bool) -> None:
    wood, marsh = ground("woods", "the copse", rect=[60, 120, 140, 180]), ground("marsh", rect=[0, 0, 20, 20])
    table = Skirmish([man(100, 50)], [foe(100, 150)], [wood, marsh] if first else [marsh, wood])
    assert sight_proof(table.battle, table["Squad"].first, table["Foe"].first) == "the copse"
    assert sight_proof(table.battle, table["Foe"].first, table["Squad"].first) == "the copse"


@every_bearing
def test_if_the_nearest_man_does_not_see_him_another_is_measured_from(east: float, north: float) -> None:
    """A copse between the nearest and the enemy; his comrade, who sees past it, is 30 cm aside."""
    x, y = 100 + 20 * east, 100 + 20 * north
    copse = ground("woods", rect=[x - 4, y - 4, x + 4, y + 4])
    side = (100 + 30 * north, 100 + 30 * east)
    enemy = (100 + 40 * east, 100 + 40 * north)
    table = Skirmish([men(SQUAD, "Squad", [(100, 100), side])], [foe(*enemy)], [copse])
    seen = watch(table.battle, table.battle.members(table["Squad"]), 0)
    assert (seen.nearest, seen.gap) == (table["Foe"].first, near(48))


# ---------------------------------------------------------------- what the log cites (R10 to R12, R51, R57)


def cited(table: Skirmish, name: str, *dice: int) -> list[str]:
    return table.roll(name, *dice).ruling.split(", ")


def test_why_a_cell_came_to_something_else_does_not_depend_on_who_is_the_nearest() -> None:
    """The nearest enemy is the first figure of the whole roster."""
    wall = ground("wall", line=[[60, 148], [140, 148]])
    table = Skirmish([man(100, 50)], [foe(100, 150)], [wall], first=2)
    assert "R51" in cited(table, "Foe", 6)


@pytest.mark.parametrize(("hurt", "ruling"), [(0, "R57"), (1, "R10")])
def test_the_ruling_that_offers_a_charge(hurt: int, ruling: str) -> None:
    """In the first row it is R57 that does, for those who advance; below it the query is printed."""
    table = Skirmish([men(BAND, "Band", row(10, 100, 50), order="advance")], [foe(100, 150)])
    table.wound("Band", *range(hurt))
    came = table.roll("Band", 5)
    assert (came.risk, came.charge) == (hurt, True)
    assert [one for one in came.ruling.split(", ") if one in ("R10", "R57")] == [ruling]


# ---------------------------------------------------------------- command, platoons, melees (R14, R32, R40)


@pytest.mark.parametrize(("y", "dice", "together"), [(57.0, [4], True), (57.1, [3, 3, 4], False)])
def test_an_officer_five_cm_off_leads_the_platoon_and_no_farther(y: float, dice: list[int], together: bool) -> None:
    squads = [men(SQUAD, f"Squad {k}", block(10, 80 + 17 * k, 50, 5), platoon="p") for k in (0, 1)]
    table = Skirmish([*squads, lieutenant(80, y)], [foe(100, 150)])
    for k in (0, 1):  # their NCOs
        table.game.tell(Hurt(table[f"Squad {k}"].first, DamageDie.KILL, 0, 0, True, "before", ""))
    assert bool(of(table.phase(Phase.ACTIONS, dice=dice), PlatoonRolled)) == together


@pytest.mark.parametrize(("nco_minus", "nco"), [("true", ["link", "link:fires"]), ("false", ["link"])])
def test_an_nco_may_declare_and_a_musician_has_nothing_to_declare(nco_minus: str, nco: list[str]) -> None:
    table = Skirmish(
        [lieutenant(100, 100), men(SQUAD, "Squad", row(10, 100, 110)), men("drummer", "Drummer", [(100, 90)])],
        [foe(100, 190)],
        nco_minus=nco_minus,
    )
    chain = Chain(table["Lieutenant"])
    chain.points = 5
    keys = [option.key() for option in purchases(table.battle, chain)]
    first, drummer = table["Squad"].first, table["Drummer"].first
    assert keys == ["done", *[word.replace("link", f"link:{first}") for word in nco], f"link:{drummer}"]


def test_two_melees_that_nobody_links_are_fought_by_themselves() -> None:
    table = Skirmish(
        [men(SQUAD, "West", [(50, 50)]), men(SQUAD, "East", [(150, 50)])],
        [foe(50, 52, "West foe"), foe(150, 52, "East foe")],
    )
    told = table.phase(Phase.MELEES, dice=[6, 1, 1] * 2)
    groups = [[table.battle.groups[id].name for id in event.groups] for event in of(told, MeleeEnded)]
    assert groups == [["West", "West foe"], ["East", "East foe"]]


def test_a_melee_takes_in_whoever_is_linked_through_others() -> None:
    table = Skirmish(
        [men(SQUAD, "End", [(50, 50)]), men(SQUAD, "Middle", [(54, 50)])],
        [foe(52, 50, "Near"), foe(56, 50, "Far")],
    )
    for start in range(4):
        assert linked(table.battle, start) == [0, 1, 2, 3]


def test_the_player_whose_officer_commands_a_group_decides_for_it() -> None:
    """Also if that officer stands first in the roster; else its owner does."""
    table = Skirmish(
        [lieutenant(100, 100, owner="Ann"), men(SQUAD, "Squad", row(10, 100, 110), owner="Bob")],
        [foe(100, 190)],
        players=(["Ann", "Bob"], []),
    )
    assert seat_for(table.battle, table["Squad"]) == 1
    table.commanded("Squad", "Lieutenant")
    assert seat_for(table.battle, table["Squad"]) == 0


# ---------------------------------------------------------------- setting up (R59)


def region(n: int, zone: tuple[float, float, float, float], facing: float = 0.0) -> DeployRegion:
    """Where a squad may deploy in a zone, before anybody stands on the table."""
    table = Skirmish([men(SQUAD, "Squad", row(n, 20, 190)), lieutenant(190, 190)], [foe(180, 180)])
    return DeployRegion(table.battle, table["Squad"], [Zone(*zone)], facing, 0.0)


@pytest.mark.parametrize("facing", [0.0, 90.0])
def test_a_zone_just_as_large_as_the_block_has_one_place(facing: float) -> None:
    """Ten men five abreast are 14 cm wide and 5 deep."""
    wide, deep = (14.0, 5.0) if facing == 0.0 else (5.0, 14.0)
    found = region(10, (40, 60, 40 + wide, 60 + deep), facing).samples()
    assert {(round(x, 6), round(y, 6), files) for x, y, files in found} == {(40 + wide / 2, 60 + deep / 2, 5.0)}


def test_the_places_on_offer_reach_from_edge_to_edge_of_the_zone() -> None:
    found = [value for value in region(10, (40, 60, 140, 100)).samples() if value[2] == 5.0]
    assert (min(x for x, _, _ in found), max(x for x, _, _ in found)) == (near(47), near(133))
    assert (min(y for _, y, _ in found), max(y for _, y, _ in found)) == (near(62.5), near(97.5))


@pytest.mark.parametrize(("x", "y", "fits"), [(27, 15, False), (28.2, 15, True), (20, 18, False), (20, 18.6, True)])
def test_nobody_deploys_where_somebody_stands(x: float, y: float, fits: bool) -> None:
    table = Skirmish([men(SQUAD, "Squad", row(4, 180, 20)), men(SQUAD, "Other", row(4, 20, 15))], [foe(180, 180)])
    said = DeployRegion(table.battle, table["Squad"], [Zone(0, 0, 200, 200)], 0.0, 0.0).refusal((x, y, 2.0))
    assert said == ("" if fits else "Squad does not fit there: somebody is in the way.")


@pytest.mark.parametrize(("x", "y", "fits"), [(7.0, 20, True), (6.9, 20, False), (20, 2.5, True), (20, 2.4, False)])
def test_a_place_that_the_scenario_names_has_room_for_ten_men_five_abreast(x: float, y: float, fits: bool) -> None:
    text = scenario_text([men(SQUAD, "Squad", row(10, 20, 20)), lieutenant(100, 100)], [foe(180, 180)])
    text = text.replace('name = "Squad"', f'name = "Squad"\nat = [{x}, {y}]')
    if fits:
        set_up("riskfactor", text).game(["random"], 1, True)
    else:
        with pytest.raises(Refused, match="off the table"):
            set_up("riskfactor", text).game(["random"], 1, True)


@pytest.mark.parametrize(("n", "widths"), [(1, [1]), (4, [2, 1, 3, 4]), (10, [5, 4, 3, 2, 1, 6, 7, 8, 9, 10])])
def test_two_ranks_are_offered_first_then_fewer_files_then_more(n: int, widths: list[float]) -> None:
    assert [stance.rest for stance in region(n, (40, 60, 140, 100)).stances()] == [(width,) for width in widths]


def test_there_is_room_if_a_finer_grid_finds_it() -> None:
    """Somebody stands at both ends of the zone; four men two abreast are 5 cm wide, and fit in between."""
    others = [man(x, 62.5, name=f"Other {x}") for x in (41, 52)]
    table = Skirmish([men(SQUAD, "Squad", row(4, 180, 20)), *others], [foe(180, 180)])
    found = DeployRegion(table.battle, table["Squad"], [Zone(40, 60, 53, 65)], 0.0, 0.0)
    assert not found.on_grid([2], 1.0, 1)
    assert found.has_room()


@pytest.mark.parametrize(("x", "fits"), [(52.0, True), (51.9, False)])
def test_two_places_that_the_scenario_names_may_touch_and_not_overlap(x: float, fits: bool) -> None:
    text = scenario_text([man(20, 20), man(40, 20, name="Other"), lieutenant(100, 100)], [foe(180, 180)])
    text = text.replace('name = "Squad"', 'name = "Squad"\nat = [50, 50]')
    text = text.replace('name = "Other"', f'name = "Other"\nat = [{x}, 50]')
    if fits:
        set_up("riskfactor", text).game(["random"], 1, True)
    else:
        with pytest.raises(Refused, match="would overlap Squad"):
            set_up("riskfactor", text).game(["random"], 1, True)


# ---------------------------------------------------------------- the laws, and what is said


def test_of_two_groups_in_a_melee_with_as_many_men_the_first_is_taken_for_the_odds() -> None:
    table = Skirmish([man(20, 20)], [foe(50, 50, "One"), foe(100, 50, "Two")])
    figures = [table["One"].first, table["Two"].first]
    assert chief_group(table.battle, figures).name == "One"
    assert chief_group(table.battle, figures[::-1]).name == "Two"


def test_groups_that_a_game_master_adds_are_numbered() -> None:
    table = Skirmish([man(20, 20)], [foe(180, 180)])
    names = [one(table.overrule(f"add 2 tribal-archers {x} 150"), GroupAdded).name for x in (30, 70, 110)]
    assert [name[-len("reinforcement 1") :] for name in names] == [f"reinforcement {k}" for k in (1, 2, 3)]


@pytest.mark.parametrize("remembered", ["hides", "cover", "lined"])
def test_a_law_is_broken_if_the_ground_of_a_figure_is_remembered_wrongly(remembered: str) -> None:
    table = Skirmish([man(100, 100)], [foe(100, 180)])
    kept = getattr(table.battle, remembered)
    kept[0] += 1
    assert any("ground is wrong" in said for said in table.game.system.broken_laws(table.battle))


def test_a_law_is_broken_if_somebody_is_to_act_who_cannot() -> None:
    table = Skirmish([man(100, 100), man(50, 100, name="Gone")], [foe(100, 180)])
    table.lose("Gone", 1)
    for name, said in (
        ("Squad", []),
        ("Gone", ["Gone: is to act, but cannot"]),
        ("Foe", ["Foe: is to act, but cannot"]),
    ):
        table.battle.queue = [table[name].id]
        assert table.game.system.broken_laws(table.battle) == said


@pytest.mark.parametrize(("card", "loaded"), [("tribal-musketmen", False), ("tribal-archers", True)])
def test_only_what_must_be_loaded_is_empty_after_a_shot(card: str, loaded: bool) -> None:
    table = Skirmish([men(card, "Unit", row(4, 100, 100))], [foe(100, 120)])
    unit, target = table["Unit"], table["Foe"]
    table.game.tell(Fired(unit.id, target.id, -1, "", 18.0, RangeBand.SHORT, Cover.OPEN, 4, 0, False, "R20"))
    assert unit.loaded == loaded


def test_a_figures_condition_is_its_grazes_its_wounds_and_whether_it_leads() -> None:
    table = Skirmish([lieutenant(20, 20), man(100, 100)], [foe(100, 180)])
    for name, leads in (("Lieutenant", Condition.LEADER), ("Squad", 0)):
        figure = table[name].first
        assert condition_of(table.battle, figure) == leads
        table.game.tell(Hurt(figure, DamageDie.WOUND, 1, 2, False, "before", ""))
        assert condition_of(table.battle, figure) == 2 * Condition.A_GRAZE + Condition.A_WOUND + leads


def test_a_figure_is_named_by_what_it_is_and_by_its_place_in_its_group() -> None:
    table = Skirmish([lieutenant(20, 20), men(SQUAD, "Squad", row(4, 100, 100))], [foe(100, 180)])
    first = table["Squad"].first
    assert BuyLink(first, 1, fires=False).label(table.battle) == "Command the sergeant of the Squad: 1 point"
    assert BuyLink(first + 2, 2, fires=False).label(table.battle) == "Command rifleman 2 of the Squad: 2 points"
