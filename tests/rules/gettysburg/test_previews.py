"""What a choice is shown to come to before it is made, where random battles do not get to."""

from __future__ import annotations

import pytest
from rules.gettysburg.situation import Field, Ridge, foot
from tabletop import ground, one

from playsheet.rules.gettysburg.battle.fight_events import ChargeEnded
from playsheet.rules.gettysburg.options.regions import InchesRegion, MarchRegion
from playsheet.rules.gettysburg.table.deployment import DeployRegion
from playsheet.rules.gettysburg.terms import Formation

HIGH = [6, 5]


@pytest.mark.parametrize(("x", "pivot"), [(36.0, 0.0), (36.0, 10.0), (30.0, 20.0)])
def test_a_charge_that_comes_home_ends_as_its_pivot_showed(x: float, pivot: float) -> None:
    ridge = Ridge(
        [foot("us-line", "A", 36, 50.75)],
        [foot("cs-vet", "B", x, 40.5, formation="column"), foot("cs-line", "Reserve", 8, 5)],
        orders=("hold", "assault"),
    )
    ridge.declare("B", "A", pivot)
    shown = ridge.script.shown[0].outcome
    assert shown is not None
    assert shown.stops == "meets the A"
    told = ridge.resolve("A", "reaction hold", dice=[*HIGH, *HIGH])
    assert one(told, ChargeEnded).how == "contact"
    unit = ridge["B"]
    assert (unit.x, unit.y, unit.facing) == pytest.approx((shown.x, shown.y, shown.bodies[0][2]))
    assert len(shown.bodies) == unit.figures


@pytest.mark.parametrize(("kind", "behind"), [("abatis", 1), ("palisade", 2), ("wire", 0)])
def test_a_march_over_a_defence_shows_how_likely_it_stays_behind(kind: str, behind: int) -> None:
    """R38: of six faces."""
    defence = ground(kind, "the defence", line=[[20, 47], [40, 47]])
    field = Field([foot("us-line", "A", 30, 50, 180)], [foot("cs-line", "B", 30, 3, 0)], [defence])
    shown = MarchRegion(field.battle, field["A"]).outcome(field.battle, (30.0, 46.5, 180.0))
    assert shown is not None
    assert [ways for _, ways in shown.chances] == ([behind, 6 - behind] if behind else [])
    if behind:
        assert shown.chances[0][0] < shown.chances[1][0] == pytest.approx(3.5)


def test_what_stops_a_march_and_a_step_back_is_named() -> None:
    field = Field(
        [foot("us-line", "A", 30, 50, 180), foot("us-line", "Behind", 30, 54, 180)],
        [foot("cs-line", "B", 30, 46, 0)],
    )
    far = 50.0 - 46.0 - 1.5 - 1.0
    shown = MarchRegion(field.battle, field["A"]).outcome(field.battle, (30.0, 50.0 - far, 180.0))
    assert shown is not None
    assert shown.stops == "stops one inch short of the B"
    back = InchesRegion(field.battle, field["A"], 0.0, 1.0, 6.0)
    shown = back.outcome(field.battle, (back.most,))
    assert shown is not None
    assert shown.stops == "stops at the Behind"
    assert back.outcome(field.battle, (0.5 * back.most,)).stops == ""  # type: ignore[union-attr]


def test_a_deployment_shows_the_unit_as_it_will_stand_and_what_it_holds() -> None:
    farm = ground("bua", "the farm", rect=[28, 44.5, 32, 48.5])
    field = Field([foot("us-line", "A", 60, 60, 180)], [foot("cs-line", "B", 30, 3, 0)], [farm])
    region = DeployRegion(field.battle, field["A"], Formation.COLUMN)
    open_ground = region.outcome(field.battle, (20.0, 60.0, 90.0))
    assert open_ground is not None
    assert (open_ground.x, open_ground.y, open_ground.stops) == (20.0, 60.0, "")
    assert len({round(body[1], 3) for body in open_ground.bodies}) == field.battle.rules.files(
        Formation.COLUMN, field["A"].figures
    )
    inside = region.outcome(field.battle, (30.2, 46.2, 180.0))
    assert inside is not None
    assert (inside.x, inside.y, inside.stops) == (30.0, 46.5, "holds the farm")
