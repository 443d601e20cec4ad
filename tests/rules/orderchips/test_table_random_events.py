"""Random events on the table (4.15): the check, every row, where natives come in, whose foes they are, what they do."""

from __future__ import annotations

import pytest
from rules.orderchips.situation import Parade, Post
from rules.orderchips.situation import posted as unit
from tabletop import cited, ground, of, one

from playsheet.core.geometry import spacing
from playsheet.rules.orderchips.battle.events import ChargeDeclared, EventSaid, Moved
from playsheet.rules.orderchips.battle.fight_events import (
    BandAppeared,
    BandStayedAway,
    CartridgesBad,
    EventChecked,
    Fired,
    HazeCame,
    MoraleTested,
)
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.master import offers
from playsheet.rules.orderchips.options.shooting import shots
from playsheet.rules.orderchips.table import random_events
from playsheet.rules.orderchips.terms import Attitude, Chip, Phase, RangeBand

BLUE = unit("line-rifles", "Blue", 36, 36, files=5)
RED = unit("line-rifles", "Red", 36, 60, 180, files=5)


def field(*more: Post, terrain: list[str] | None = None, **rulings: object) -> Parade:
    return Parade([BLUE, *more], [RED], terrain or [], events=True, **rulings)  # type: ignore[arg-type]


def came(dice: list[int], **more: object) -> tuple[Parade, BandAppeared]:
    parade = field(**more)  # type: ignore[arg-type]
    told = parade.events(dice=dice)
    return parade, one(told, BandAppeared)


# ---------------------------------------------------------------- 4.15.1, 4.15.2


@pytest.mark.parametrize(("die", "event"), [(1, -1), (8, -1)])
def test_no_event(die: int, event: int) -> None:
    assert one(field().events(dice=[die]), EventChecked).event == event


def test_no_events_in_a_scenario_without_or_by_switch() -> None:
    assert Parade([BLUE], [RED]).events() == []
    assert field(natives="off").events() == []
    assert field(natives="gm").events() == []


def test_row_8_is_haze() -> None:
    parade = field()
    told = parade.events(dice=[9, 8])
    assert one(told, HazeCame)
    assert parade.battle.haze
    parade.end()
    assert not parade.battle.haze


def test_row_9_spoils_the_cartridges_of_one_armed_unit_that_has_not_fired() -> None:
    parade = field(unit("steam-car", "Car", 50, 30), unit("drill-mole", "Mole", 20, 30))
    told = parade.events(dice=[9, 9, 2])  # Blue, Car, Red: the mole is unarmed
    assert one(told, CartridgesBad).unit == parade["Car"].id
    assert shots(parade.battle, parade["Car"], interrupt=False) == []
    parade = field()
    parade["Blue"].fired = True
    told = parade.events(dice=[9, 9])  # no die for a single one
    assert one(told, CartridgesBad).unit == parade["Red"].id


@pytest.mark.parametrize(("row", "bands"), [(1, 1), (5, 1), (6, 2), (7, 2)])
def test_rows_1_to_7_bring_bands(row: int, bands: int) -> None:
    parade = field()
    told = parade.events(dice=[9, row, *[1, 1, 1, 3, 1], *([1, 1, 7, 8, 1] if bands == 2 else [])])
    assert len(of(told, BandAppeared)) == bands
    assert len(parade.battle.bands) == bands


def test_row_10_brings_friends_of_the_weakest_without_an_attitude_die() -> None:
    parade = Parade([unit("line-rifles", "Blue", 36, 36, files=5, figures=4)], [RED], events=True)
    told = parade.events(dice=[9, 10, 1, 1, 1, 3])
    band = one(told, BandAppeared)
    assert (band.seat, band.attitude) == (0, Attitude.FRIENDLY)
    held = parade.battle.units[-1]
    assert (held.side, held.seat, held.card.points) == (0, 0, 15)


def test_a_game_master_says_what_happens() -> None:
    """R60: a row, or none."""
    parade = Parade([BLUE], [RED])
    parade.game.tell(EventSaid(8, "R60"))
    told = parade.events()
    assert one(told, HazeCame)
    assert "R60" in cited(told)
    parade = field()
    parade.game.tell(EventSaid(0, "R60"))
    assert parade.events() == []


def test_a_game_master_reads_what_each_row_brings() -> None:
    offer = next(each for each in offers(field().battle) if "ROW" in each.order.arguments())
    said = dict(offer.fields[0].choices)
    assert [said[row] for row in ("1", "6", "8")] == ["1: natives, 1 band", "6: natives, 2 bands", "8: haze"]


def test_a_game_master_counts_the_seats_from_one() -> None:
    found = [each for each in offers(field().battle) if {"FRIEND", "FOE"}.intersection(each.order.arguments())]
    assert found
    for offer in found:
        (seats,) = [held for held in offer.fields if held.name in ("FRIEND", "FOE")]
        assert [value for value, _ in seats.choices] == ["foes", "1", "2"]


# ---------------------------------------------------------------- 4.15.3: the dice of a band


@pytest.mark.parametrize(
    ("die", "size", "card", "figures"),
    [
        (1, 1, "spear-warriors", 7),
        (5, 6, "spear-warriors", 12),
        (6, 1, "musket-warriors", 5),
        (8, 6, "musket-warriors", 10),
        (9, 1, "native-raiders", 3),
        (10, 6, "native-raiders", 8),
    ],
)
def test_who_comes(die: int, size: int, card: str, figures: int) -> None:
    _, band = came([9, 1, die, size, 1, 5, 1])
    assert (band.card, len(band.xs)) == (card, figures)


@pytest.mark.parametrize(
    ("entry", "place", "x", "y"),
    [
        (1, 1, 3.6, "north"),
        (2, 10, 68.4, "north"),
        (3, 5, "east", 32.4),
        (6, 4, 25.2, "south"),
        (8, 2, "west", 10.8),
    ],
)
def test_where_along_the_edges(entry: int, place: int, x: object, y: object) -> None:
    _, band = came([9, 1, 1, 1, entry, place, 1])
    at = (band.xs[0], band.ys[0])
    if isinstance(x, float):
        assert round(at[0], 2) == x
        assert (at[1] < 5.0) if y == "south" else (at[1] > 67.0)
    else:
        assert isinstance(y, float)
        assert round(at[1], 2) == y
        assert (at[0] < 5.0) if x == "west" else (at[0] > 67.0)


@pytest.mark.parametrize(
    ("along", "x", "y", "inward"),
    [
        (71.0, 71.0, 71.5, (0.0, -1.0)),
        (72.0, 71.5, 71.5, (-1.0, 0.0)),
        (143.0, 71.5, 1.0, (-1.0, 0.0)),
        (144.0, 71.5, 0.5, (0.0, 1.0)),
        (216.0, 0.5, 0.5, (1.0, 0.0)),
        (288.0, 0.5, 71.5, (0.0, -1.0)),
    ],
)
def test_clockwise_a_corner_is_of_the_edge_that_begins_there(
    along: float, x: float, y: float, inward: tuple[float, float]
) -> None:
    entry = random_events.on_edge(field().battle, along, 0.5)
    assert (entry.x, entry.y, entry.in_x, entry.in_y) == (x, y, *inward)


def test_from_the_wood_or_ruin_nearest_to_the_middle() -> None:
    terrain = [
        ground("woods", "far", circle=[10, 10, 4]),
        ground("ruin", "near", rect=[12, 33, 20, 41]),
    ]
    _, band = came([9, 1, 1, 1, 9, 5, 1], terrain=terrain)
    assert (round(band.xs[0], 2), round(band.ys[0], 2)) == (16.0, 37.0)


def test_without_such_a_feature_the_entry_is_rolled_again() -> None:
    _, band = came([9, 1, 1, 1, 9, 1, 1, 1])
    assert band.ys[0] > 67.0


@pytest.mark.parametrize(
    ("die", "attitude", "foes", "seat"),
    [
        (1, Attitude.HOSTILE_TO_ALL, 3, -1),
        (7, Attitude.HOSTILE_TO_ALL, 3, -1),
        (8, Attitude.HOSTILE_TO_MOST, 2, -1),
        (10, Attitude.FRIENDLY, 0, 1),
    ],
)
def test_attitude(die: int, attitude: int, foes: int, seat: int) -> None:
    more = [2] if die in (8, 10) else []  # the two have as many figures, or one at random
    _, band = came([9, 1, 1, 1, 1, 1, die, *more])
    assert (band.attitude, band.foes, band.seat) == (attitude, foes, seat)


# ---------------------------------------------------------------- 4.15.4: how they stand


def test_they_stand_loose_along_the_edge_facing_into_the_table() -> None:
    parade, band = came([9, 1, 1, 1, 1, 5, 1])
    held = parade.battle.units[-1]
    assert (held.order, held.files, held.facing) == (1, 7, 180.0)
    assert min(band.ys) == 71.5


def test_out_of_a_feature_they_stand_loose_two_deep_facing_the_nearest_unit() -> None:
    terrain = [ground("ruin", "near", rect=[12, 33, 20, 41])]
    parade, _ = came([9, 1, 1, 1, 9, 5, 1], terrain=terrain)
    held = parade.battle.units[-1]
    assert (held.order, held.files) == (1, 4)
    assert 60.0 < held.facing < 120.0


def test_a_model_near_makes_them_shift_clockwise_by_whole_inches() -> None:
    """Somebody stands six inches from where they would come in: along the north edge that is eastward."""
    parade = Parade([BLUE], [RED, unit("hero", "Hero", 36, 70, 180)], events=True)
    band = one(parade.events(dice=[9, 1, 1, 1, 1, 5, 1]), BandAppeared)
    moved = band.xs[0] - 32.4
    assert moved > 0.0
    assert abs(moved - round(moved)) < 1e-6


def test_where_there_is_no_room_there_is_no_band() -> None:
    crowd = [unit("hero", f"Hero {n}", 4 + 5 * (n % 3), 4 + 5 * (n // 3)) for n in range(9)]
    parade = Parade(crowd[:5], crowd[5:], size=(18, 18), events=True)
    told = parade.events(dice=[9, 1, 1, 1, 1, 5, 1])
    assert one(told, BandStayedAway).figures == 7


def test_they_may_be_shot_at_this_turn_but_act_from_the_next() -> None:
    red = unit("line-rifles", "Red", 36, 10, 0, files=5)
    parade = Parade([unit("line-rifles", "Blue", 36, 60, 0, files=5)], [red], events=True)
    parade.events(dice=[9, 1, 6, 1, 1, 5, 1])
    band = parade.battle.units[-1]
    assert band.id in [shot.target for shot in shots(parade.battle, parade["Blue"], interrupt=False)]
    assert shots(parade.battle, band, interrupt=False) == []


@pytest.mark.parametrize(("turns", "moves"), [(0, False), (1, True)])
def test_they_move_from_the_turn_after_they_came(turns: int, moves: bool) -> None:
    parade = field()
    parade.overrule("natives spear-warriors 5 36 10 foes")
    for _ in range(turns):
        parade.end()
    parade.chips()
    parade.battle.units[-1].chip = Chip.MOVING
    for held in parade.battle.units:
        held.instruction = 1  # hold fire
    parade.in_phase(Phase.NATIVES_MOVE)
    assert bool(of(parade.step(), Moved)) == moves


# ---------------------------------------------------------------- 4.15.5: what they do


def natives(card: str, x: float, y: float, figures: int = 6, foes: int = 3, *more: Post) -> tuple[Parade, Unit]:
    """A band that has come last turn, and the rest as in `field`."""
    parade = field(*more)
    battle = parade.battle
    name = "Natives"
    places = random_events.places_at(battle, battle.cards[card], name, figures, -1, foes, x, y)
    assert places is not None
    parade.game.tell(
        BandAppeared(
            card, name, -1, foes, Attitude.HOSTILE_TO_ALL, places.files, places.facing, places.xs, places.ys, "R46"
        )
    )
    parade.end()
    band = parade["Natives"]
    parade.chips()
    band.chip = random_events.band_chip(battle, band)
    parade.in_phase(Phase.NATIVES_MOVE)
    return parade, band


def test_musket_men_with_a_foe_in_short_range_stand_and_others_move() -> None:
    assert natives("musket-warriors", 36, 26)[1].chip == Chip.STATIONARY
    assert natives("musket-warriors", 36, 15)[1].chip == Chip.MOVING
    assert natives("spear-warriors", 36, 26)[1].chip == Chip.MOVING


@pytest.mark.parametrize(("card", "y"), [("native-raiders", 27), ("spear-warriors", 31)])
def test_bows_and_spears_move_though_a_foe_is_in_their_short_range(card: str, y: float) -> None:
    parade, band = natives(card, 36, 20, 4)
    battle = parade.battle
    for man, model in enumerate(battle.men(band)):
        battle.put(model, 33.0 + 2 * man, y, 0.0)
    weapon = band.card.weapon
    assert weapon is not None
    assert weapon.band(spacing(*battle.middle(band), *battle.middle(parade["Blue"]))) == RangeBand.SHORT
    assert random_events.band_chip(battle, band) == Chip.MOVING


def test_they_go_straight_at_the_nearest_foe() -> None:
    parade, band = natives("spear-warriors", 36, 15)
    for held in parade.battle.units:
        held.instruction = 1  # hold fire
    told = parade.do(lambda: random_events.conduct(parade.game, band))
    assert {event.how for event in of(told, Moved)} == {"moves"}
    assert parade.at("Natives") == (36.0, 22.0)


@pytest.mark.parametrize(("y", "charges"), [(26.5, True), (23.0, False)])
def test_they_charge_who_is_within_their_move_and_three(y: float, charges: bool) -> None:
    parade, band = natives("spear-warriors", 36, y)
    for held in parade.battle.units:
        held.instruction = 1
    told = parade.do(lambda: random_events.conduct(parade.game, band), dice=[10, 3] if charges else [])
    assert bool(of(told, ChargeDeclared)) is charges
    if charges:
        assert of(told, MoraleTested)[0].unit == band.id


def test_in_the_shooting_step_they_shoot_at_the_nearest_foe_they_can() -> None:
    parade, _ = natives("musket-warriors", 36, 26, 4)
    told = parade.shooting(dice=[10, 10, 10, 10])  # Blue looks the other way, and is not asked
    assert one(told, Fired).target == parade["Blue"].id


@pytest.mark.parametrize("first", ["Near", "Far"])
def test_they_shoot_at_the_nearest_wherever_he_stands_in_the_roster(first: str) -> None:
    near = unit("line-rifles", "Near", 30, 31, 180, figures=3)
    far = unit("line-rifles", "Far", 40, 36, 180, figures=3)
    parade = Parade([unit("line-rifles", "Blue", 60, 60, 90)], [near, far] if first == "Near" else [far, near])
    parade.overrule("natives musket-warriors 4 30 20 foes")
    parade.end()
    parade.chips()
    told = parade.shooting("fire hold", "fire hold", dice=[10] * 4)
    assert one(told, Fired).target == parade["Near"].id


def test_a_band_hostile_to_one_side_leaves_the_other_alone_until_it_is_attacked() -> None:
    """R79."""
    parade, band = natives("musket-warriors", 36, 47, 4, 2)
    assert not parade.battle.hostile(band, parade["Blue"])
    assert not of(parade.shooting("fire hold", "fire hold"), Fired)  # they look at Blue, and let it be
    assert band.id in [shot.target for shot in shots(parade.battle, parade["Blue"], interrupt=False)]
    parade.fire("{Blue}>{Natives}", dice=[10] * 10)
    assert parade.battle.hostile(band, parade["Blue"])


def test_who_declares_a_charge_at_a_band_makes_an_enemy_of_it() -> None:
    """R79: before he is there, and of nobody else."""
    parade, band = natives("musket-warriors", 36, 47, 4, 2)
    parade.game.tell(ChargeDeclared(parade["Blue"].id, band.id, ""))
    assert parade.battle.hostile(band, parade["Blue"])
    assert not parade["Blue"].foes


def test_bands_never_fight_each_other() -> None:
    parade = field()
    parade.events(dice=[9, 6, *[1, 1, 1, 3, 1], *[1, 1, 7, 8, 1]])
    one_, two = parade.battle.units[-2:]
    assert not parade.battle.hostile(one_, two)


def test_names_of_bands_of_a_kind() -> None:
    parade = field()
    parade.events(dice=[9, 6, *[1, 1, 1, 3, 1], *[1, 1, 7, 8, 1]])
    assert [held.name for held in parade.battle.units[-2:]] == [
        "Native Spear Warriors",
        "2nd Native Spear Warriors",
    ]
