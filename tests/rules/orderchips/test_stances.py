"""Stances: each changes what a unit does; without any the doctrine is what it is; wings are parts of the front."""

from __future__ import annotations

from rules.orderchips.situation import Muster, unit

from playsheet.core.angles import turn_between
from playsheet.core.asking import Option, Question
from playsheet.core.stances import NO_STANCES, Stance, Stances
from playsheet.rules.orderchips.doctrine.commander import Doctrine
from playsheet.rules.orderchips.doctrine.wings import wings
from playsheet.rules.orderchips.options.chips import chip_options
from playsheet.rules.orderchips.options.choices import Arrow, Stay


def chip_of(muster: Muster, name: str, stance: int, easting: float = 0.0) -> Option:
    """The chip that it lays with this stance."""
    stances = Stances()
    stances.put([muster[name].id], stance, easting)
    held = muster[name]
    question = Question(held.seat, "chip", held.id, chip_options(muster.battle, held), None, 0, 0)
    return Doctrine(stances).choose(muster.battle, question)


def goes(chip: Option, bearing: float) -> bool:
    return isinstance(chip, Arrow) and turn_between(chip.bearing, bearing) <= 45.0


def spears(foe_y: float) -> Muster:
    return Muster(
        [unit("spear-warriors", "Men", 30, 20, order="close")],
        [unit("line-rifles", "Foe", 30, foe_y, 180, figures=4)],
    )


def test_who_holds_stays_where_it_would_charge() -> None:
    assert goes(chip_of(spears(29), "Men", Stance.OWN), 0.0)
    assert isinstance(chip_of(spears(29), "Men", Stance.HOLD), Stay)


def test_who_shoots_stays_at_its_range_where_it_would_go_on_to_the_ground() -> None:
    wells = '[[objectives]]\nkind = "control-point"\nname = "the wells"\nat = [36, 30]\nwithin = 3\npoints = 3'
    muster = Muster(
        [unit("guard-rifles", "Guard", 36, 20)], [unit("militia", "Foe", 36, 34, 180)], objectives=wells, turns=2
    )
    assert goes(chip_of(muster, "Guard", Stance.OWN), 0.0)
    assert isinstance(chip_of(muster, "Guard", Stance.SHOOT), Stay)


def test_who_masses_waits_out_of_reach_until_most_are_up() -> None:
    def two(second_y: float) -> Option:
        muster = Muster(
            [unit("spear-warriors", "First", 30, 38), unit("spear-warriors", "Second", 40, second_y)],
            [unit("line-rifles", "Foe", 30, 61, 180)],
        )
        stances = Stances()
        stances.put([muster["First"].id, muster["Second"].id], Stance.MASS)
        held = muster["First"]
        question = Question(0, "chip", held.id, chip_options(muster.battle, held), None, 0, 0)
        return Doctrine(stances).choose(muster.battle, question)

    assert not goes(two(4), 0.0)
    assert goes(two(38), 0.0)


def test_who_assaults_leaves_what_he_would_wait_for() -> None:
    muster = Muster([unit("line-rifles", "Men", 30, 20)], [unit("militia", "Foe", 30, 31, 180)])
    assert isinstance(chip_of(muster, "Men", Stance.OWN), Stay)
    assert goes(chip_of(muster, "Men", Stance.ASSAULT), 0.0)


def test_who_shifts_goes_aside_first() -> None:
    muster = Muster([unit("spear-warriors", "Men", 30, 20)], [unit("line-rifles", "Foe", 30, 68, 180)])
    assert goes(chip_of(muster, "Men", Stance.OWN), 0.0)
    aside = chip_of(muster, "Men", Stance.SHIFT, 55.0)
    assert isinstance(aside, Arrow)
    assert turn_between(aside.bearing, 90.0) <= 60.0


def test_a_reserve_goes_behind_the_others() -> None:
    muster = Muster(
        [unit("spear-warriors", "Men", 30, 30), unit("militia", "First", 16, 30), unit("militia", "Second", 44, 30)],
        [unit("line-rifles", "Foe", 30, 68, 180)],
    )
    assert goes(chip_of(muster, "Men", Stance.RESERVE), 180.0)


def test_without_stances_it_is_the_same() -> None:
    muster = spears(29)
    held = muster["Men"]
    question = Question(0, "chip", held.id, chip_options(muster.battle, held), None, 0, 0)
    assert Doctrine(NO_STANCES).choose(muster.battle, question).key() == chip_of(muster, "Men", Stance.OWN).key()


def test_wings_are_parts_of_the_front_from_its_left() -> None:
    places = (50, 10, 30, 20, 40, 60)
    muster = Muster(
        [unit("militia", f"M{x}", x, 20) for x in places], [unit("militia", f"F{x}", x, 60, 180) for x in places]
    )
    ours = wings(muster.battle, 0)
    assert [[muster.battle.units[id].name for id in wing] for wing in ours] == [
        ["M10", "M20"],
        ["M30", "M40"],
        ["M50", "M60"],
    ]
    assert [muster.battle.units[id].name for id in wings(muster.battle, 1)[0]] == ["F60", "F50"]
