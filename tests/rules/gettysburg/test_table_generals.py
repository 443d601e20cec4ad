"""Generals at risk on the table (4.10): who, the chain, sharpshooters, loss and return, stone walls, switches."""

from __future__ import annotations

import pytest
from rules.gettysburg.situation import CONFEDERATE, UNION, Ridge, foot, general
from tabletop import of, one, rolls

from playsheet.core.geometry import spacing
from playsheet.rules.gettysburg.battle.command_events import GeneralLost
from playsheet.rules.gettysburg.battle.events import TokenGained
from playsheet.rules.gettysburg.battle.fight_events import BrigadeShaken, GeneralRisked, Steadied
from playsheet.rules.gettysburg.options.generals import RideRegion
from playsheet.rules.gettysburg.table.double_six import general_near, troubled_near
from playsheet.rules.gettysburg.table.generals import come_back
from playsheet.rules.gettysburg.terms import Phase, Token


def under_fire(*more: str, **settings: object) -> Ridge:
    """A fires at B; Pender is with B."""
    ridge = Ridge(
        [foot("us-line", "A", 36, 46.75)],
        [foot("cs-line", "B", 36, 39.25), foot("cs-line", "C", 36, 30), general("gen-n", "Pender", 20, 20), *more],
        **settings,  # type: ignore[arg-type]
    )
    ridge.attach("Pender", "B")
    return ridge


@pytest.mark.parametrize(
    ("dice", "token", "risk"),
    [
        ([1, 2], Token.RALLY_ONCE_AGAIN, False),
        ([1, 3], Token.DOWN_PACKS, False),
        ([2, 3], None, True),
        ([4, 4], None, True),
        ([4, 5], Token.YELL_OR_AIM, False),
        ([5, 5], Token.DOWN_PACKS, True),
        ([5, 6], Token.RALLY_ONCE_AGAIN, True),
        ([6, 6], Token.YELL_OR_AIM, True),
    ],
)
def test_the_double_six_table(dice: list[int], token: int | None, risk: bool) -> None:
    ridge = under_fire()
    told = ridge.fire("A", "target shoot:{B}", dice=[6, 6, *dice, *([5, 4] if risk else [])])
    assert [event.token for event in of(told, TokenGained)] == ([] if token is None else [token])
    assert bool(of(told, GeneralRisked)) is risk


def test_no_general_near_no_roll() -> None:
    ridge = Ridge([foot("us-line", "A", 36, 46.75)], [foot("cs-line", "B", 36, 39.25)])
    told = ridge.fire("A", "target shoot:{B}", dice=[6, 6, 2, 3])
    assert not of(told, GeneralRisked)


def test_who_is_at_risk() -> None:
    """R89: attached or within 3 inches of the unit hit, the nearest, then the first; only of its own side."""
    ridge = Ridge(
        [foot("us-line", "A", 36, 46.75), general("gen-n", "Hays", 36, 43)],
        [
            foot("cs-line", "B", 36, 39.25),
            general("gen-n", "Far", 36, 34.0),
            general("gen-n", "Near", 36, 35.5, "cinc"),
        ],
    )
    found = general_near(ridge.battle, [ridge["B"]])
    assert found is ridge.man("Near")
    ridge.attach("Far", "B")
    assert general_near(ridge.battle, [ridge["B"]]) is ridge.man("Far")


@pytest.mark.parametrize(
    ("dice", "why", "back"),
    [([1, 1], "disgraced", 0), ([1, 2], "sniped", 0), ([2, 3], "whiskey", 5), ([3, 3], "light", 4)],
)
def test_lost_for_good_or_for_a_while(dice: list[int], why: str, back: int) -> None:
    """R94: in turn 3, back in the command phase of turn 5 or 4."""
    ridge = under_fire()
    ridge.battle.turn = 3
    told = ridge.fire("A", "target shoot:{B}", dice=[6, 6, 3, 3, *dice])
    lost = one(told, GeneralLost)
    assert (lost.why, lost.returns_on_turn) == (why, back)
    assert not ridge.man("Pender").is_here()
    assert bool(of(told, BrigadeShaken)) is (back == 0)


def test_the_bible_saves_him() -> None:
    ridge = under_fire()
    told = ridge.fire("A", "target shoot:{B}", dice=[6, 6, 3, 3, 5, 4])
    assert one(told, GeneralRisked).result == "bible"
    assert ridge.man("Pender").is_here()


def test_like_a_stone_wall() -> None:
    """His owner picks one unit within 12 inches that is on the ground, faltering or unformed."""
    ridge = under_fire()
    ridge.unform("C")
    told = ridge.fire("A", "target shoot:{B}", "stonewall unit:{C}", dice=[6, 6, 3, 3, 6, 5])
    assert one(told, Steadied).unit == ridge["C"].id
    assert not ridge["C"].is_unformed()
    assert ridge.is_in("B", "faltering")
    ridge = under_fire()
    told = ridge.fire("A", "target shoot:{B}", dice=[6, 6, 3, 3, 6, 5])  # the unit hit is the only one in trouble
    assert one(told, Steadied).unit == ridge["B"].id
    assert ridge.is_in("B", "ok")


@pytest.mark.parametrize(("far", "frees"), [(12.0, True), (12.01, False)])
def test_a_stone_wall_is_seen_twelve_inches_off(far: float, frees: bool) -> None:
    ridge = under_fire()
    ridge.unform("C")
    him = ridge.man("Pender")
    him.x, him.y = 36.0, 30.0 - 0.75 - him.radius - far
    assert ridge.battle.general_gap(him, ridge["C"].shape) == pytest.approx(far)
    assert (ridge["C"] in troubled_near(ridge.battle, him)) is frees


def test_by_switch_the_risk_comes_first_and_the_table_is_for_tokens() -> None:
    """R89."""
    ridge = under_fire(**{"double-six": "parallel"})
    told = ridge.fire("A", "target shoot:{B}", dice=[6, 6, 5, 4, 2, 3])
    assert [roll.why for roll in rolls(told)[1:]] == ["Risk to general", "Double six"]


def test_where_he_may_ride_is_shown_as_far_as_his_move_and_no_farther() -> None:
    ridge = under_fire()
    him = ridge.man("the Union brigadier")
    here, there = RideRegion(ridge.battle, him).samples()
    assert here == (him.x, him.y)
    far = spacing(*here, *there)
    assert far <= 18.0
    assert far == pytest.approx(18.0)


def test_the_loss_of_the_chief_shakes_every_brigade() -> None:
    ridge = Ridge(
        [foot("us-line", "A", 36, 46.75)],
        [foot("cs-line", "B", 36, 39.25), general("gen-x", "Lee", 20, 20, "cinc")],
    )
    ridge.attach("Lee", "B")
    told = ridge.fire("A", "target shoot:{B}", dice=[6, 6, 3, 3, 1, 1])
    assert [event.brigade for event in of(told, BrigadeShaken)] == [1]
    assert ridge.battle.brigades[1].test_due
    assert not ridge.battle.brigades[0].test_due


def test_a_lost_general_does_not_count_until_he_is_back() -> None:
    ridge = under_fire()
    ridge.fire("A", "target shoot:{B}", dice=[6, 6, 3, 3, 3, 3])
    assert ridge.battle.brigadier_of(ridge["B"]) is None
    ridge.battle.turn = 2
    ridge.phase(Phase.COMMAND, CONFEDERATE)
    ridge.do(lambda: come_back(ridge.game), "return attach:{C}")
    assert ridge.battle.brigadier_of(ridge["B"]) is ridge.man("Pender")
    assert ridge.battle.general_gap(ridge.man("Pender"), ridge["C"].shape) < 0.1


def test_tokens_are_the_throwers() -> None:
    ridge = under_fire()
    ridge.fire("A", "target shoot:{B}", dice=[6, 6, 1, 3])
    assert ridge.battle.armies[UNION].tokens == [0, 1, 0]
    assert ridge.battle.armies[CONFEDERATE].tokens == [0, 0, 0]
