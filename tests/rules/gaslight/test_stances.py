"""Stances: each changes what a unit does; without any the doctrine is as it was; wings are parts of the front."""

from __future__ import annotations

from rules.gaslight.situation import Yard, machine, men, row

from playsheet.core.asking import Option, Question
from playsheet.core.stances import NO_STANCES, Stance, Stances
from playsheet.rules.gaslight.doctrine.commander import Doctrine
from playsheet.rules.gaslight.doctrine.moves import Errand, errand
from playsheet.rules.gaslight.doctrine.vehicles import drive_errand
from playsheet.rules.gaslight.doctrine.wings import wings
from playsheet.rules.gaslight.doctrine.worth import Outlook
from playsheet.rules.gaslight.options.choices import Charge


def facing(far: float) -> Yard:
    """A warband to the south, redcoats so far to the north of it."""
    return Yard(
        [men("gl-warband", "Band", row(12, 30, 10))],
        [men("gl-redcoats", "Red", row(10, 30, 10 + far), 180.0), men("gl-redcoats", "Far", row(10, 30, 68), 180.0)],
    )


def stanced(yard: Yard, name: str, stance: int, easting: float = 0.0) -> Stances:
    stances = Stances()
    stances.put([yard[name].id], stance, easting)
    return stances


def aim(yard: Yard, stance: int, easting: float = 0.0) -> Errand:
    band = yard["Band"]
    return errand(yard.battle, band, Outlook(yard.battle, band, stanced(yard, "Band", stance, easting)))


def ordered(yard: Yard, stance: int) -> Option:
    band = yard["Band"]
    question = Question(0, "order", band.id, yard.options("Band", False), None, 0, 0)
    return Doctrine(stanced(yard, "Band", stance)).choose(yard.battle, question)


def test_who_holds_stays() -> None:
    assert aim(facing(30), Stance.OWN).y > 35.0
    assert aim(facing(30), Stance.HOLD).y < 11.0


def test_who_shoots_keeps_his_range() -> None:
    red = Yard([men("gl-redcoats", "Band", row(10, 30, 10))], [men("gl-warband", "Red", row(12, 30, 50), 180.0)])
    assert aim(red, Stance.SHOOT).near > 5.0
    assert aim(red, Stance.ASSAULT).near < 2.0


def test_who_masses_waits_out_of_reach_until_most_are_up() -> None:
    assert aim(facing(40), Stance.MASS).near > 20.0
    assert aim(facing(40), Stance.OWN).near < 2.0
    assert aim(facing(20), Stance.MASS).near < 2.0


def test_who_assaults_hurries() -> None:
    assert aim(facing(30), Stance.ASSAULT).urgent
    assert not aim(facing(30), Stance.OWN).urgent


def test_who_shifts_goes_aside_first() -> None:
    assert aim(facing(30), Stance.SHIFT, 50.0).x == 50.0
    assert abs(aim(facing(30), Stance.SHIFT, 31.0).x - 30.0) < 5.0  # it is there


def test_a_reserve_goes_behind_the_others() -> None:
    yard = Yard(
        [men("gl-warband", "Band", row(12, 30, 30)), men("gl-warband", "Other", row(12, 50, 30))],
        [men("gl-redcoats", "Red", row(10, 30, 68), 180.0)],
    )
    assert aim(yard, Stance.RESERVE).y < 20.0


def test_who_is_to_keep_off_does_not_charge_but_fights_whoever_is_upon_him() -> None:
    assert isinstance(ordered(facing(7), Stance.OWN), Charge)
    assert not isinstance(ordered(facing(7), Stance.HOLD), Charge)
    assert isinstance(ordered(facing(3), Stance.HOLD), Charge)


def test_a_machine_holds_too() -> None:
    yard = Yard([machine("gl-steam-tank", "Tank", 30, 10)], [men("gl-redcoats", "Red", row(10, 30, 60), 180.0)])
    tank = yard["Tank"]
    free = drive_errand(yard.battle, tank, Outlook(yard.battle, tank))
    held = drive_errand(yard.battle, tank, Outlook(yard.battle, tank, stanced(yard, "Tank", Stance.HOLD)))
    assert free.y > 50.0
    assert held.y == 10.0


def test_without_stances_it_is_the_same() -> None:
    yard = facing(30)
    plain = errand(yard.battle, yard["Band"], Outlook(yard.battle, yard["Band"], NO_STANCES))
    own = aim(yard, Stance.OWN)
    assert (plain.x, plain.y, plain.near, plain.urgent) == (own.x, own.y, own.near, own.urgent)


def test_wings_are_parts_of_the_front_from_its_left() -> None:
    xs = (52, 8, 38, 22)
    yard = Yard(
        [men("gl-redcoats", f"R{x}", row(10, x, 10)) for x in xs], [men("gl-warband", "B", row(12, 30, 60), 180.0)]
    )
    names = [[yard.battle.units[id].name for id in wing] for wing in wings(yard.battle, 0)]
    assert names == [["R8", "R22"], ["R38", "R52"]]
