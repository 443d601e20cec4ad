"""No empty region: a scenario in which somebody finds no room is refused, and in play everybody is put somewhere.

That each system does so, its own tests of the ruling "No room to deploy" show.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from room import checked, no_room_ruling, scenario

from playsheet.core.errors import Refused
from playsheet.players.setup import set_up_from
from playsheet.rules import SYSTEMS, load_system, scenario_files


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_ruling_is_there(system: str) -> None:
    assert load_system(system).rulings.ruling(no_room_ruling(system)).title == "No room to deploy"


@pytest.mark.parametrize("id", scenario_files())
def test_the_projects_own_scenarios_have_room(id: str) -> None:
    setup = set_up_from(Path(scenario_files()[id]), "", [])
    setup.system.check_room(setup.scenario)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_zone_off_the_table_is_refused(system: str) -> None:
    with pytest.raises(Refused, match=r"sides\[2\].zones\[1\]: expected a place on the table"):
        checked(scenario(system, [100, 100], [0, 0, 100, 30], [0, 70, 100, 101], 1))
