"""What every unit has, and whose it is."""

from __future__ import annotations

from importlib import import_module

import pytest

from playsheet.rules import SYSTEMS
from playsheet.tabletop.units import ON_TABLE, WAITING, Unit, enemy_seat


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_sheet_counts_its_places_from_these_two(system: str) -> None:
    places = import_module(f"playsheet.rules.{system}.terms").Where
    assert (places.WAITING, places.ON_TABLE) == (WAITING, ON_TABLE)


def test_a_unit_waits_until_it_is_put_on_the_table() -> None:
    unit = Unit(3, "Levy", 1, 2)
    assert (unit.id, unit.name, unit.side, unit.seat, unit.place) == (3, "Levy", 1, 2, WAITING)
    assert not unit.on_table()
    unit.place = ON_TABLE
    assert unit.on_table()
    unit.place = ON_TABLE + 1
    assert not unit.on_table()


@pytest.mark.parametrize(("side", "seat"), [(0, 3), (1, 1)])
def test_the_owner_of_the_first_unit_throws_for_the_other_side(side: int, seat: int) -> None:
    units = [Unit(0, "Line", 0, 1), Unit(1, "Guard", 0, 0), Unit(2, "Levy", 1, 3), Unit(3, "Horse", 1, 2)]
    assert enemy_seat(units, side) == seat
