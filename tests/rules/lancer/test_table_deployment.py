"""Setting up: places the scenario gives, zones, and that everybody always has somewhere to stand."""

from __future__ import annotations

import pytest
from rules.lancer.situation import Table, scenario_text, unit
from tabletop import ground, of, set_up

from playsheet.core.errors import Refused
from playsheet.rules.lancer.battle.events import BattleBegan, ContactMade
from playsheet.rules.lancer.table.deployment import DeployRegion
from playsheet.rules.lancer.terms import Formation

LINE, LEVY, HUSSARS = "line-company", "levy-spearmen", "hussar-troop"
LEVY_FAR_OFF = unit(LEVY, "Levy", 30, 57)
WOOD = ground("woods", name="the wood", rect=[20, 20, 40, 40])
LAKE = ground("lake", name="the lake", rect=[20, 20, 40, 40])
ROAD = ground("road", rect=[29, 0, 31, 60])


@pytest.mark.parametrize(
    ("units", "terrain", "says"),
    [
        ([unit(LINE, "Line", 1, 5)], [], "off the table"),
        ([unit(LINE, "Line", 30, 10), unit(LINE, "Other", 31, 10)], [], "would overlap Line"),
        ([unit(HUSSARS, "Hussars", 30, 30)], [WOOD], "may not enter the wood"),
        ([unit("field-battery", "Gun", 30, 30)], [WOOD], "may not enter the wood"),
        ([unit(HUSSARS, "Hussars", 30, 30, "line")], [WOOD, ROAD], "may not enter the wood"),
        (
            [unit(LINE, "Line", 30, 30)],
            [ground("lake", name="the lake", rect=[20, 20, 40, 40])],
            "may not enter the lake",
        ),
    ],
)
def test_a_place_that_does_not_fit_is_refused(units: list[str], terrain: list[str], says: str) -> None:
    with pytest.raises(Refused, match=says):
        set_up("lancer", scenario_text(units, [LEVY_FAR_OFF], terrain))


def test_horse_in_column_may_start_on_a_road_through_a_wood() -> None:
    Table([unit(HUSSARS, "Hussars", 30, 30, "column")], [LEVY_FAR_OFF], [WOOD, ROAD])


def test_the_deck_is_counted_and_enemies_in_touch_are_told() -> None:
    table = Table([unit(LINE, "Line", 30, 30)], [unit(LEVY, "Levy", 30, 31.5)])
    assert [event.cards for event in of(table.game.log, BattleBegan)] == [5]
    assert len(of(table.game.log, ContactMade)) == 1


def test_a_given_place_without_a_formation_means_line() -> None:
    text = unit(LINE, "Line", 30, 30).replace('\nformation = "line"', "")
    assert Table([text], [LEVY_FAR_OFF])["Line"].formation == Formation.LINE


def test_only_formations_that_fit_the_zone_are_offered() -> None:
    table = Table(
        [unit(LINE, "Line")],
        [LEVY_FAR_OFF],
        deployment=["deploy_formation line", "deploy 3,3"],
        zones=[[0, 0, 6, 6], [0, 40, 60, 60]],
    )
    offered = [option.key() for option in table.script.asked[0].options]
    assert offered == ["line", "column"]


def test_the_places_offered_lie_half_an_inch_apart() -> None:
    """A line is 3.75 inches by 1.5: three by two of them in a zone of 13 by 4."""
    table = Table(
        [unit(LINE, "Line", formation="line")],
        [LEVY_FAR_OFF],
        deployment=["deploy 8,5"],
        zones=[[2, 3, 15, 7], [0, 40, 60, 60]],
    )
    region = table.script.asked[-1].region
    assert isinstance(region, DeployRegion)
    table.battle.set_formed(table["Line"], 30, 20, 0)  # out of its own way
    places = region.samples()
    assert sorted({y for _, y in places}) == [4.0, 6.0]
    assert len(places) == 6


def test_a_crowded_zone_still_offers_a_place() -> None:
    """Three lines side by side in a zone that a coarse grid would call full."""
    line = [unit(LINE, f"L{n}", formation="line") for n in range(3)]
    table = Table(
        line,
        [LEVY_FAR_OFF],
        deployment=["deploy 2,1", "deploy 6.5,1", "deploy 10.375,1"],
        zones=[[0, 0, 12.5, 2], [0, 40, 60, 60]],
    )
    region = table.script.asked[-1].region
    assert isinstance(region, DeployRegion)
    assert not region.grid(1.0, 100)
    assert all(not region.refusal(place) for place in region.samples())
    assert region.samples()


@pytest.mark.parametrize(
    ("zone", "offered"),
    [
        ([0, 0, 3.75, 1.5], ["line"]),  # just
        ([0, 0, 60, 1.4], ["extended"]),  # wide, and too shallow for two ranks
        ([0, 0, 3.5, 20], ["column"]),  # deep, and too narrow for five files
        ([0, 0, 1.5, 3.75], ["column"]),
    ],
)
def test_a_formation_has_to_fit_both_ways(zone: list[float], offered: list[str]) -> None:
    x, y = (zone[0] + zone[2]) / 2, (zone[1] + zone[3]) / 2
    table = Table(
        [unit(LINE, "Line")],
        [LEVY_FAR_OFF],
        deployment=[f"deploy_formation {offered[0]}", f"deploy {x},{y}"],
        zones=[zone, [0, 40, 60, 60]],
    )
    assert [option.key() for option in table.script.asked[0].options] == offered


def test_a_commander_may_start_with_units_of_his_own_side_that_stand_already() -> None:
    table = Table(
        [unit(LINE, "Line", 30, 20), unit("general", "One", 10, 10), unit("general", "Two")],
        [LEVY_FAR_OFF],
        deployment=["deploy_commander alone", "deploy 50,10"],
    )
    assert [option.key() for option in table.script.asked[0].options] == ["alone", f"with:{table['Line'].id}"]


def test_a_loose_commander_keeps_his_place() -> None:
    table = Table(
        [unit(LINE, "Line", 30, 20), unit("general", "One", 10, 10), unit("general", "Two")],
        [LEVY_FAR_OFF],
        deployment=["deploy_commander alone", "deploy 50,10"],
    )
    region = table.script.asked[-1].region
    assert region is not None
    assert "One is in the way" in region.refusal((10.0, 10.0))
    assert "Line is in the way" in region.refusal((30.0, 20.0))
    assert not region.refusal((12.0, 10.0))


@pytest.mark.parametrize("at", [(23.9, 30), (36.1, 30), (30, 23.9), (30, 36.1)])
def test_the_least_part_of_a_unit_in_closed_ground_is_refused(at: tuple[float, float]) -> None:
    """A small lake in the middle, on a table with much else, and a line whose end reaches into it."""
    x, y = at
    facing = 0 if y == 30 else 90
    lake = ground("lake", name="the lake", rect=[27, 27, 33, 33])
    fields = [ground("field", rect=[2 * n, 0, 2 * n + 1, 1]) for n in range(30)]
    far = unit(HUSSARS, "Hussars", 30 + (x - 30) * 1.02, 30 + (y - 30) * 1.02, "line", facing=facing, figures=6)
    near = unit(HUSSARS, "Hussars", 30 + (x - 30) * 0.7, 30 + (y - 30) * 0.7, "line", facing=facing, figures=6)
    set_up("lancer", scenario_text([far], [LEVY_FAR_OFF], [lake, *fields]))
    with pytest.raises(Refused, match="may not enter the lake"):
        set_up("lancer", scenario_text([near], [LEVY_FAR_OFF], [lake, *fields]))
