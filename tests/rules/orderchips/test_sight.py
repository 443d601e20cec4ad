"""Arcs, lines of sight, cover and enfilade on the table (section 9, R31, R32, R61, R78); forced moves (4.13.3)."""

from __future__ import annotations

import pytest
from rules.orderchips.situation import Muster, unit
from tabletop import ground

from playsheet.core.geometry import spacing
from playsheet.rules.orderchips.ground.sight import (
    blocker,
    cover_of,
    enfiladed,
    in_front,
    model_cover,
    morale_cover,
    range_from,
    sees,
    weapon_bears,
)
from playsheet.rules.orderchips.table.retreat import forced
from playsheet.rules.orderchips.terms import Cover

RED = unit("line-rifles", "Red", 30, 10, 0, 5)
FOE = unit("militia", "Foe", 30, 40, 180, 6)


def between(*terrain: str, middle: list[object] | None = None) -> str:
    """What stands between two leaders thirty inches apart."""
    muster = Muster([RED, *(middle or [])], [FOE], terrain)  # type: ignore[list-item]
    x0, y0 = muster.at("Red")
    x1, y1 = muster.at("Foe")
    return blocker(muster.battle, x0, y0, x1, y1, muster["Red"], muster["Foe"])


# ---------------------------------------------------------------- arcs


def test_figures_and_guns_see_180_degrees_in_front() -> None:
    muster = Muster([RED], [FOE])
    battle = muster.battle
    assert in_front(battle, 0, 20, 10)  # exactly abeam
    assert not in_front(battle, 0, 20, 9.99)
    assert in_front(battle, 0, 30, 10)


@pytest.mark.parametrize(
    ("weapon", "x", "y", "bears"),
    [
        (0, 35, 25, True),  # front: exactly 45
        (0, 35.1, 25, False),
        (1, 25, 25, True),  # left
        (1, 24, 15, True),
        (1, 35, 20, False),
        (2, 40, 20, True),  # right
        (3, 30, 0, True),  # a turret
    ],
)
def test_weapons_of_a_machine_bear_45_degrees_to_either_side(weapon: int, x: float, y: float, bears: bool) -> None:
    muster = Muster([unit("land-ironclad", "Clad", 30, 20)], [FOE])
    card = muster["Clad"].card.machine
    assert card is not None
    hull = muster.battle.hull_of(muster["Clad"])
    assert weapon_bears(muster.battle, hull, card.weapons[weapon], x, y) == bears


# ---------------------------------------------------------------- sight


def test_ground_blocks_if_it_is_crossed_and_holds_neither_end() -> None:
    assert between() == ""
    assert between(ground("woods", "the wood", circle=[30, 25, 4])) == "the wood"
    assert between(ground("woods", "the wood", circle=[30, 10, 4])) == ""
    assert between(ground("rough", "the scree", circle=[30, 25, 4])) == ""
    assert between(ground("hill", "the hill", circle=[30, 25, 4])) == "the hill"
    assert between(ground("hill", "the hill", circle=[30, 10, 4])) == ""
    assert between(ground("wall", "the wall", line=[[20, 25], [40, 25]])) == ""


def test_machines_wrecks_and_close_order_of_others_block_and_loose_order_does_not() -> None:
    assert between(middle=[unit("steam-car", "Car", 30, 25)]) == "Car"
    assert between(middle=[unit("militia", "Wall", 30, 25, 0, 6)]) == "Wall"
    assert between(middle=[unit("militia", "Wall", 30, 25, 0, 6, "loose")]) == ""
    assert between(middle=[unit("hero", "Hero", 30, 25)]) == ""
    muster = Muster([RED, unit("steam-car", "Car", 30, 25)], [FOE])
    muster.battle.wreck(muster["Car"], True)
    assert not sees(muster.battle, 0, muster["Foe"].first)
    muster = Muster([RED, unit("steam-car", "Car", 30, 25)], [FOE])
    muster.battle.wreck(muster["Car"], False)  # it has exploded
    assert sees(muster.battle, 0, muster["Foe"].first)


def test_a_unit_never_hides_itself_or_its_target() -> None:
    muster = Muster([RED], [FOE])
    last = muster["Red"].first + 9
    assert sees(muster.battle, last, muster["Foe"].first + 11)  # from the second rank to the second rank


def test_range_is_from_centre_to_centre() -> None:
    muster = Muster([RED], [FOE])
    x, y = muster.battle.middle(muster["Red"])
    assert (x, y) == pytest.approx((30.0, 9.5))
    assert range_from(muster.battle, x, y, muster["Foe"]) == pytest.approx(spacing(30, 9.5, 29.5, 40.5))


# ---------------------------------------------------------------- cover


def test_cover_of_areas_lines_and_wrecks() -> None:
    wood = ground("woods", "the wood", circle=[30, 40, 8])
    hut = ground("building", "the hut", rect=[20, 38, 40, 44])
    wall = ground("wall", "the wall", line=[[20, 38.6], [40, 38.6]])
    fence = ground("fence", "the fence", line=[[20, 38.6], [40, 38.6]])
    for terrain, cover in ((wood, Cover.LIGHT), (hut, Cover.HEAVY), (wall, Cover.HEAVY), (fence, Cover.LIGHT)):
        muster = Muster([RED], [FOE], [terrain])
        assert model_cover(muster.battle, muster["Foe"].first, 30, 10) == cover
    muster = Muster([RED], [FOE], [wall])
    assert model_cover(muster.battle, muster["Foe"].first, 30, 60) == Cover.NONE  # from behind
    far = ground("wall", "the wall", line=[[20, 38.4], [40, 38.4]])
    muster = Muster([RED], [FOE], [far])
    assert model_cover(muster.battle, muster["Foe"].first, 30, 10) == Cover.NONE  # more than an inch away
    muster = Muster([RED, unit("steam-car", "Car", 30, 36.5)], [FOE])
    muster.battle.wreck(muster["Car"], True)
    assert model_cover(muster.battle, muster["Foe"].first, 30, 10) == Cover.LIGHT


@pytest.mark.parametrize(("y", "cover"), [(26.5, Cover.HEAVY), (26.4, Cover.NONE)])
def test_a_machine_has_the_cover_of_a_wall_within_an_inch_of_its_hull(y: float, cover: int) -> None:
    """The hull of a steam car is five inches deep."""
    wall = ground("wall", "the wall", line=[[20, y], [40, y]])
    muster = Muster([RED], [unit("steam-car", "Car", 30, 30, 180)], [wall])
    assert model_cover(muster.battle, muster["Car"].model, 30, 10) == cover
    assert model_cover(muster.battle, muster["Car"].model, 30, 60) == Cover.NONE  # from behind


def test_of_two_lines_before_a_machine_the_better_counts() -> None:
    wall = ground("wall", "the wall", line=[[20, 27], [40, 27]])
    hedge = ground("hedge", "the hedge", line=[[20, 26.8], [40, 26.8]])
    for lines in ([wall, hedge], [hedge, wall]):
        muster = Muster([RED], [unit("steam-car", "Car", 30, 30, 180)], lines)
        assert model_cover(muster.battle, muster["Car"].model, 30, 10) == Cover.HEAVY


def test_a_unit_has_the_cover_that_most_of_it_has() -> None:
    half = ground("building", "the hut", rect=[29, 38, 40, 44])  # eight of twelve stand in it
    muster = Muster([RED], [FOE], [half])
    foe = muster["Foe"]
    inside = [model for model in muster.battle.men(foe) if muster.battle.at(model)[0] >= 29.0]
    assert len(inside) == 8
    assert cover_of(muster.battle, foe, muster.battle.men(foe), 30, 10) == Cover.HEAVY
    assert (
        cover_of(muster.battle, foe, inside[:2] + [m for m in muster.battle.men(foe) if m not in inside][:2], 30, 10)
        == Cover.LIGHT
    )


def test_cover_when_testing_is_against_the_nearest_enemy() -> None:
    wall = ground("wall", "the wall", line=[[20, 38.6], [40, 38.6]])
    muster = Muster([RED], [unit("militia", "Foe", 30, 40, 180, 12)], [wall])
    assert morale_cover(muster.battle, muster["Foe"]) == Cover.HEAVY
    muster = Muster([RED, unit("hero", "Behind", 30, 50, 180)], [unit("militia", "Foe", 30, 40, 180, 12)], [wall])
    assert morale_cover(muster.battle, muster["Foe"]) == Cover.NONE


# ---------------------------------------------------------------- enfilade


def test_a_line_is_enfiladed_from_its_flank_and_a_column_from_ahead() -> None:
    muster = Muster([RED], [unit("militia", "Foe", 30, 40, 180, 6)])
    assert not enfiladed(muster.battle, muster["Foe"], 30, 10)
    assert enfiladed(muster.battle, muster["Foe"], 60, 40)
    muster = Muster([RED], [unit("militia", "Foe", 30, 40, 180, 2)])
    assert enfiladed(muster.battle, muster["Foe"], 30, 10)
    assert not enfiladed(muster.battle, muster["Foe"], 60, 37)
    guns = Muster([RED], [unit("field-gun", "Gun", 30, 40, 180)])
    assert not enfiladed(guns.battle, guns["Gun"], 60, 40)


# ---------------------------------------------------------------- forced moves


def back(muster: Muster, inches: float = 6.0) -> tuple[float, bool]:
    """How far south a unit gets that is driven that way, and whether it has left the table."""
    found = forced(muster.battle, muster["Red"], 180.0, inches, facing=0.0)
    return round(muster.at("Red")[1] - found.places.ys[0], 3), found.left


def test_a_forced_move_ignores_the_ground_and_passes_friends() -> None:
    rough = ground("rough", "the scree", rect=[0, 0, 72, 30])
    mates = unit("militia", "Mates", 30, 20, 0, 12, figures=12)
    muster = Muster([unit("line-rifles", "Red", 30, 25, 0, 5), mates], [FOE], [rough])
    assert back(muster, 10.0) == (10.0, False)


def test_it_stops_short_of_closed_ground_and_of_enemies() -> None:
    lake = ground("deep-water", "the lake", rect=[0, 10, 72, 20])
    muster = Muster([unit("line-rifles", "Red", 30, 25, 0, 10)], [FOE], [lake])
    assert back(muster) == (3.5, False)  # his base, and an inch
    muster = Muster([unit("line-rifles", "Red", 30, 25, 0, 10)], [FOE, unit("hero", "Rival", 30, 20)])
    assert back(muster) == (3.0, False)


def test_where_friends_fill_the_place_it_stops_at_the_last_free_one() -> None:
    mates = unit("militia", "Mates", 30, 20, 0, 12, figures=12)
    muster = Muster([unit("hero", "Red", 30, 25), mates], [FOE])
    assert back(muster, 5.0) == (4.0, False)  # just before them
    assert back(muster, 6.0) == (6.0, False)  # just behind


def test_over_the_edge_it_has_left() -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 5, 0, 5)], [FOE])
    assert back(muster, 5.1)[1]
    assert back(muster, 3.0) == (3.0, False)
    assert not back(muster, 5.0)[1]
