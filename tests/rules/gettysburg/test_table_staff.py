"""Generals on the table: they ride, attach themselves, come back, are replaced, are driven off."""

from __future__ import annotations

import pytest
from rules.gettysburg.situation import CONFEDERATE, UNION, Field, brigade, foot, general, ground
from tabletop import cited, of, one

from playsheet.rules.gettysburg.battle.command_events import (
    GeneralDroveOff,
    GeneralLost,
    GeneralMoved,
    GeneralReplaced,
    GeneralReturned,
)
from playsheet.rules.gettysburg.battle.fight_events import BrigadeShaken
from playsheet.rules.gettysburg.options.command import commands_a_brigade
from playsheet.rules.gettysburg.options.generals import RideRegion, bar_to_riding, command_of
from playsheet.rules.gettysburg.table.generals import come_back, middle_of_baseline, offer_moves, settle_generals
from playsheet.rules.gettysburg.terms import Phase


def staff(*terrain: str, **more: object) -> Field:
    return Field(
        [
            foot("us-line", "A", 30, 50, 180),
            general("gen-n", "Chief", 60, 60, "cinc"),
            general("gen-x", "Brigadier", 30, 60),
        ],
        [foot("cs-line", "B", 30, 10, 0)],
        list(terrain),
        **more,  # type: ignore[arg-type]
    )


def ride(field: Field, *answers: str) -> list[object]:
    field.go(Phase.CHARGES, UNION)
    return list(field.do(lambda: offer_moves(field.game), *answers))


def test_a_general_rides_eighteen_inches_once_a_turn() -> None:
    """R32."""
    field = staff()
    brigadier = field.man("Brigadier")
    told = ride(field, "generals general:{Brigadier}", "general_to ride", "ride 30,42", "generals done")
    assert one(told, GeneralMoved).unit == -1  # type: ignore[arg-type]
    assert (brigadier.x, brigadier.y) == (30.0, 42.0)
    assert bar_to_riding(field.battle, brigadier)
    region = RideRegion(field.battle, field.man("Chief"))
    assert "18" in region.refusal((60.0, 41.9))
    assert all(not region.refusal(value) for value in region.samples())


def test_terrain_does_not_hinder_him_but_a_river_does() -> None:
    field = staff(ground("dense-wood", "the wood", rect=[20, 52, 40, 58]))
    assert RideRegion(field.battle, field.man("Brigadier")).refusal((30.0, 46.0)) == ""
    field = staff(ground("river", "the river", rect=[0, 54, 72, 56]))
    assert "the river" in RideRegion(field.battle, field.man("Brigadier")).refusal((30.0, 52.0))


def test_he_keeps_an_inch_from_the_enemy() -> None:
    field = Field(
        [foot("us-line", "A", 10, 50, 180), general("gen-n", "Brigadier", 30, 26)], [foot("cs-line", "B", 30, 20, 0)]
    )
    region = RideRegion(field.battle, field.man("Brigadier"))
    assert "within 1 inch" in region.refusal((30.0, 22.0))
    assert not region.refusal((30.0, 23.0))


def test_attached_he_shares_every_move_of_the_unit() -> None:
    """R123."""
    field = staff()
    ride(field, "generals general:{Brigadier}", "general_to attach:{A}", "generals done")
    brigadier = field.man("Brigadier")
    assert brigadier.attached_to == field["A"].id
    field.move("A", "act march", "march 30,42,180")
    assert (brigadier.x, brigadier.y) == pytest.approx((30.0, 42.0 + 0.75 + 0.75))
    field.overrule("state {A} dispersed")
    assert brigadier.attached_to == -1  # the unit is gone: he stays, alone
    assert brigadier.is_here()


def test_a_brigadier_attaches_himself_to_his_own_brigade_only() -> None:
    groups = [brigade("one"), brigade("two")]
    union = [
        foot("us-line", "A", 30, 50, 180, group="one"),
        foot("us-line", "C", 45, 50, 180, group="two"),
        general("gen-n", "One", 30, 60, group="one"),
        general("gen-n", "Two", 45, 60, group="two"),
        general("gen-n", "Chief", 60, 60, "cinc"),
    ]
    field = Field(union, [foot("cs-line", "B", 30, 10, 0)], brigades=(groups, ()))
    assert [unit.name for unit in command_of(field.battle, field.man("One"))] == ["A"]
    assert [unit.name for unit in command_of(field.battle, field.man("Chief"))] == ["A", "C"]


# ---------------------------------------------------------------- back again


def test_wounded_generals_return_in_their_turn_in_contact_but_not_attached() -> None:
    """R94, R137."""
    field = staff()
    field.game.tell(GeneralLost(field.man("Brigadier").id, "light", 2, "R94"))
    field.go(Phase.COMMAND)
    assert field.do(lambda: come_back(field.game)) == []
    field.next_turn()
    field.go(Phase.COMMAND)
    told = field.do(lambda: come_back(field.game))
    assert one(told, GeneralReturned).general == field.man("Brigadier").id
    brigadier = field.man("Brigadier")
    assert brigadier.in_play
    assert brigadier.attached_to == -1
    assert field.battle.general_gap(brigadier, field["A"].shape) <= field.battle.rules.contact


def test_the_owner_places_him_with_any_unit_of_his_command() -> None:
    field = Field(
        [foot("us-line", "A", 20, 50, 180), foot("us-line", "C", 40, 50, 180), general("gen-n", "Brigadier", 30, 60)],
        [foot("cs-line", "B", 30, 10, 0)],
    )
    field.game.tell(GeneralLost(field.man("Brigadier").id, "whiskey", 1, "R94"))
    field.go(Phase.COMMAND)
    field.do(lambda: come_back(field.game), "return attach:{C}")
    assert field.man("Brigadier").x == pytest.approx(40.0)


def test_without_a_unit_he_comes_to_the_middle_of_the_baseline() -> None:
    field = staff()
    assert middle_of_baseline(field.battle, UNION, 0.75) == (36.0, 71.25)
    assert middle_of_baseline(field.battle, CONFEDERATE, 0.75) == (36.0, 0.75)


def test_a_lost_brigadier_is_replaced_in_the_second_command_phase() -> None:
    """E19, R93: killed in turn 3, leaderless in turn 4, a colonel in turn 5."""
    field = staff()
    field.next_turn(3)
    field.game.tell(GeneralLost(field.man("Brigadier").id, "sniped", 0, "R93"))
    id = field.man("Brigadier").id
    field.next_turn(4)
    field.go(Phase.COMMAND)
    assert field.do(lambda: come_back(field.game)) == []
    field.next_turn(5)
    field.go(Phase.COMMAND)
    told = field.do(lambda: come_back(field.game))
    assert one(told, GeneralReplaced).general == id
    assert field.battle.generals[id].quality == 1  # normal, though he was excellent
    assert "Colonel" in field.battle.generals[id].name
    assert field.battle.brigadier_of(field["A"]) is field.battle.generals[id]


def test_nobody_replaces_the_chief_nor_anybody_by_switch() -> None:
    field = staff()
    field.game.tell(GeneralLost(field.man("Chief").id, "sniped", 0, "R93"))
    field.next_turn(5)
    field.go(Phase.COMMAND)
    assert field.do(lambda: come_back(field.game)) == []
    field = staff(replacement="off")
    field.game.tell(GeneralLost(field.man("Brigadier").id, "sniped", 0, "R93"))
    field.next_turn(5)
    field.go(Phase.COMMAND)
    assert field.do(lambda: come_back(field.game)) == []


def test_a_divisional_general_commands_a_brigade_without_a_brigadier() -> None:
    """R122."""
    field = Field(
        [
            foot("us-line", "A", 30, 50, 180),
            general("gen-n", "Division", 36, 60, "divisional"),
            general("gen-n", "Brigadier", 30, 60),
        ],
        [foot("cs-line", "B", 30, 10, 0)],
    )
    field.attach("Division", "A")
    assert not commands_a_brigade(field.battle, field.man("Division"))
    field.game.tell(GeneralLost(field.man("Brigadier").id, "sniped", 0, ""))
    assert commands_a_brigade(field.battle, field.man("Division"))


# ---------------------------------------------------------------- R105


def test_a_lone_general_whom_an_enemy_reaches_goes_to_his_own() -> None:
    field = Field(
        [foot("us-line", "A", 30, 50, 180), general("gen-n", "Brigadier", 30, 40)], [foot("cs-line", "B", 30, 36, 0)]
    )
    field.overrule("place {B} 30 39 0")
    told = field.do(lambda: settle_generals(field.game))
    assert one(told, GeneralDroveOff).unit == field["A"].id
    assert "R105" in cited(told)
    assert field.man("Brigadier").attached_to == field["A"].id


def test_too_far_from_his_own_he_is_captured_and_his_brigade_must_test() -> None:
    field = Field(
        [foot("us-line", "A", 30, 68, 180), general("gen-n", "Brigadier", 30, 30)], [foot("cs-line", "B", 30, 26, 0)]
    )
    field.overrule("place {B} 30 29 0")
    told = field.do(lambda: settle_generals(field.game))
    assert one(told, GeneralLost).why == "captured"
    assert of(told, BrigadeShaken)
