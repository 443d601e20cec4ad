"""The deck, the card, command: leaders lost and found, characters who come and go, marks that last."""

from __future__ import annotations

import pytest
from rules.gaslight.situation import Field, band, extra, main, men, row, soldiers
from tabletop import cited, of, one

from playsheet.rules.gaslight.battle.events import (
    Activated,
    Attached,
    CardDrawn,
    DeckShuffled,
    Detached,
    Moved,
    Promoted,
    TookOver,
    TurnEnded,
)
from playsheet.rules.gaslight.battle.fight_events import MoraleChecked
from playsheet.rules.gaslight.options.command import in_command
from playsheet.rules.gaslight.terms import Leadership, ModelMark, MustCheck, Where

FAR_FOE = soldiers(3, "Foe", row(3, 30, 65), 180.0)


def with_hero(x: float = 30.0, y: float = 14.0, **rulings: object) -> Field:
    """A band at the south, a hero near it, the enemy far off."""
    return Field([band(4, "Red", row(5, 30, 10), 0.0), men("gl-hero", "Hero", [(x, y)])], [FAR_FOE], **rulings)


# ---------------------------------------------------------------- cards


def test_every_unit_has_its_cards_and_an_unattached_hero_two() -> None:
    field = with_hero()
    assert sorted(field.battle.deck.left) == [0, 1, 1, 2]


def test_a_card_may_say_up_to_three() -> None:
    field = Field([soldiers(3, "Red", row(3, 30, 10), cards=3)], [FAR_FOE])
    assert field.battle.deck.left.count(0) == 3


def test_the_deck_is_shuffled_again_only_when_it_is_empty() -> None:
    field = Field([soldiers(3, "Red", row(3, 30, 10))], [FAR_FOE])
    told = field.draw(dice=[1])
    assert not of(told, DeckShuffled)
    field.end()
    field.draw()  # the last card needs no die
    field.end()
    told = field.draw()
    assert of(told, TurnEnded)
    assert one(told, DeckShuffled).turn == 2
    assert field.battle.turn == 2


def test_a_two_card_unit_acts_on_each_of_its_cards() -> None:
    field = Field([soldiers(2, "Red", row(2, 30, 10), cards=2)], [FAR_FOE])
    field.order("Red", "move", "move 30,16,30,16,0")
    field.end()
    field.begin("Red")
    assert "move" in field.offered("Red", again=True)


def test_by_switch_a_model_acts_on_one_card_a_turn() -> None:
    field = Field([soldiers(2, "Red", row(2, 30, 10), cards=2)], [FAR_FOE], **{"multi-card": "per-turn"})
    field.begin("Red")
    field.order("Red", "move_some", "who only:{Red.0}", "move 29.4,12,29.4,12,0", again=True)
    field.end()
    told = field.begin("Red")
    assert one(told, Activated).held == [field.figure("Red", 0)]
    field.order("Red", "move", "move 30.6,12,30.6,12,0", again=True)
    assert field.acted("Red") == [1]


def test_models_of_a_unit_do_different_things_and_each_only_one() -> None:
    field = Field([band(4, "Red", row(5, 30, 10), 0.0)], [soldiers(8, "Foe", row(8, 30, 30), 180.0)])
    field.order("Red", "move_some", "who only:{Red.1}", "move 28.8,12,28.8,12,0")
    field.order("Red", "shoot:{Foe}", dice=[20, 20, 20], again=True)
    assert field.acted("Red") == [1, 2, 3, 4]
    assert field.offered("Red", again=True) == ["done", "move", "snipe:Red.0"]  # the leader is left
    field.order("Red", "move", "move 27.6,16,27.6,16,0", again=True)
    assert field.offered("Red", again=True) == ["done"]


# ---------------------------------------------------------------- command radius


@pytest.mark.parametrize(("far", "commanded"), [(12.0, True), (12.01, False)])
def test_twelve_inches_are_in_command(far: float, commanded: bool) -> None:
    field = Field([band(1, "Red", [(30, 10), (30 + far, 10)], 0.0)], [FAR_FOE])
    field.activate("Red")
    assert in_command(field.battle, field.figure("Red", 1)) is commanded


def test_out_of_command_nothing_can_be_done_but_the_leader_may_walk_back_first() -> None:
    field = Field([band(1, "Red", [(30, 10), (44, 10)], 0.0)], [FAR_FOE])
    field.order("Red", "move", "move 33,10,33,10,0")
    assert field.at("Red", 1) == (44.0, 10.0)
    field.order("Red", "move", "move 44,16,44,16,0", again=True)
    assert field.at("Red", 1) == (44.0, 16.0)


def test_by_switch_command_is_tested_as_the_card_begins() -> None:
    field = Field([band(1, "Red", [(30, 10), (44, 10)], 0.0)], [FAR_FOE], **{"command-check": "start-of-card"})
    field.order("Red", "move", "move 33,10,33,10,0")
    assert field.offered("Red", again=True) == ["done"]


# ---------------------------------------------------------------- leaders


def test_the_next_character_is_promoted_when_the_card_comes() -> None:
    unit = men("gl-redcoats", "Red", row(10, 30, 10), 0.0)
    field = Field([unit], [FAR_FOE])
    field.lose("Red", 0)
    assert field["Red"].leader < 0
    promoted = one(field.begin("Red"), Promoted)
    assert (promoted.figure, promoted.stand_in) == (field.figure("Red", 1), False)
    assert field["Red"].leaderless()  # on the turn he takes over
    assert not [key for key in field.offered("Red", again=True) if key.startswith("charge")]
    x, _ = field.battle.centre(field.battle.members(field["Red"]))
    field.order("Red", "move", f"move {x},13,{x},13,0", again=True)
    assert field.at("Red", 9)[1] == pytest.approx(13, abs=0.01)  # half of six
    assert field.battle.units[0].leadership == Leadership.LED
    field.game.tell(TurnEnded())
    assert not field["Red"].leaderless()


def test_the_highest_class_leads_and_the_owner_chooses_among_equals() -> None:
    figures = [main("leader", 9, 9, 9), main("veteran", 9, 9, 9), main("veteran", 9, 9, 9), extra(2)]
    field = Field([men("gl-redcoats", "Red", row(5, 30, 10), figures=figures)], [FAR_FOE])
    field.lose("Red", 0)
    told = field.begin("Red", "leader lead:{Red.2}")
    assert one(told, Promoted).figure == field.figure("Red", 2)


def test_without_a_character_somebody_stands_in() -> None:
    field = Field([band(4, "Red", row(5, 30, 10), 0.0)], [soldiers(3, "Foe", row(3, 30, 17), 180.0)])
    field.lose("Red", 0)
    told = field.begin("Red", "leader lead:{Red.3}")
    assert one(told, Promoted).stand_in
    assert field["Red"].leadership == Leadership.STAND_IN
    field.end()
    field.game.tell(TurnEnded())
    field.begin("Red")
    assert not field["Red"].leaderless()  # he leads them well enough to move
    assert not [key for key in field.offered("Red", again=True) if key.startswith("charge")]


def test_by_switch_a_stand_in_may_charge() -> None:
    field = Field(
        [soldiers(5, "Red", row(5, 30, 10))],
        [soldiers(3, "Foe", row(3, 30, 17), 180.0)],
        **{"standin-may-charge": True},
    )
    assert "charge:Foe" in field.offered("Red")


def test_lost_in_mid_card_the_rest_stay_in_command_and_move_by_half() -> None:
    field = Field([band(2, "Red", [(30, 10), (31.2, 10), (41, 10)], 0.0)], [FAR_FOE])
    field.activate("Red")
    field.lose("Red", 0)
    field.order("Red", "move", "move 36.1,13,36.1,13,0", again=True)
    assert field.at("Red", 2) == (41.0, 13.0)
    assert field["Red"].leader < 0


def test_a_lone_character_and_a_single_beast_lead_themselves() -> None:
    field = Field([men("gl-hero", "Hero", [(20, 10)]), men("gl-great-ape", "Ape", [(40, 10)])], [FAR_FOE])
    for name in ("Hero", "Ape"):
        assert not field[name].leaderless()
        assert field["Hero"].leadership == Leadership.LED


# ---------------------------------------------------------------- characters who come and go


def test_a_character_near_a_leaderless_unit_may_take_over_between_cards() -> None:
    field = with_hero()
    field.lose("Red", 0)
    told = field.draw("takeover take:{Hero}", dice=[2])
    assert one(told, TookOver).character == field["Hero"].id
    assert field["Red"].leader == field.figure("Hero")
    assert field["Hero"].place == Where.ATTACHED
    assert field["Hero"].id not in field.battle.deck.left
    assert field["Red"].leaderless()
    assert {"R7", "R31", "R32"} <= cited(told)


@pytest.mark.parametrize(("y", "offered"), [(22.0, True), (22.1, False)])
def test_he_must_be_within_twelve_inches_of_one_of_them(y: float, offered: bool) -> None:
    field = with_hero(30.0, y)  # the nearest of them stands at (30, 10)
    field.lose("Red", 0)
    field.draw(*(["takeover wait"] if offered else []), dice=[4])


def test_it_is_offered_once_a_turn_and_again_on_the_units_own_card() -> None:
    field = with_hero()
    field.lose("Red", 0)
    field.draw("takeover wait", dice=[4])  # the enemy's card
    field.end()
    field.draw("takeover take:{Hero}", dice=[1])  # the unit's own: no question before it, but with it
    assert field["Red"].leader == field.figure("Hero")


def test_the_moment_a_check_is_called_he_may_take_over_too() -> None:
    field = with_hero()
    field.lose("Red", 0)
    field.activate("Foe")
    assert field.check("Red", "receive", "takeover take:{Hero}", dice=[9])  # 4 < 5, and no modifiers but numbers
    assert field.battle.strength(field["Red"]) == 5


def test_a_character_who_ends_a_move_in_touch_may_join_and_waits_if_he_has_acted() -> None:
    field = with_hero()
    told = field.order("Hero", "move", "move 30,11,30,11,0", "attach attach:{Red}")
    assert one(told, Attached).waits
    assert field["Red"].attached == [field["Hero"].id]
    assert field["Red"].leader == field.figure("Red")  # who led them leads them still
    assert field.is_marked("Hero", 0, ModelMark.WAITS)
    field.end()
    field.order("Red", "move", "move 30,14,30,14,0")
    assert field.at("Hero", 0) == (30.0, 11.0)
    field.game.tell(TurnEnded())
    assert not field.is_marked("Hero", 0, ModelMark.WAITS)


def test_he_may_stay_alone() -> None:
    field = with_hero()
    field.order("Hero", "move", "move 30,11,30,11,0", "attach alone")
    assert field["Hero"].place == Where.ON_TABLE


def test_an_attached_character_counts_acts_and_leaves_on_the_units_card() -> None:
    field = with_hero()
    field.order("Hero", "move", "move 30,11,30,11,0", "attach attach:{Red}")
    field.game.tell(TurnEnded())
    assert field.battle.members(field["Red"]) == [0, 5, 1, 2, 3, 4]  # own characters, attached ones, Extras
    told = field.order("Red", "detach:{Hero}", "move 30,17,30,17,0")
    assert one(told, Detached).unit == field["Red"].id
    assert field["Hero"].place == Where.ON_TABLE
    assert field.at("Hero", 0) == (30.0, 17.0)
    assert field["Hero"].id not in field.battle.deck.left  # before the next shuffle


def test_a_character_who_outlives_his_unit_acts_on_its_card() -> None:
    field = with_hero()
    field.order("Hero", "move", "move 30,11,30,11,0", "attach attach:{Red}")
    field.end()
    field.game.tell(TurnEnded())
    for place in range(5):
        field.lose("Red", place)
    assert field["Red"].place == Where.GONE
    assert field["Hero"].place == Where.ON_TABLE
    told = field.draw(dice=[1])
    drawn = one(told, CardDrawn)
    assert (drawn.card, drawn.queue, drawn.ruling) == (field["Red"].id, [field["Hero"].id], "R105")
    field.order("Hero", "move", "move 30,17,30,17,0", again=True)
    assert field.at("Hero", 0) == (30.0, 17.0)


# ---------------------------------------------------------------- what a unit must check for


def test_a_lost_figure_is_a_reason_to_check_on_the_next_card_and_one_check_clears_all() -> None:
    field = with_hero()
    field.battle.commanders[0] = field.figure("Hero")
    field.lose("Red", 4)
    field["Red"].pending = MustCheck.LOST_FIGURE
    field.lose("Hero", 0)
    assert field["Red"].pending == MustCheck.LOST_FIGURE | MustCheck.COMMANDER_DEAD
    told = field.begin("Red", dice=[1])
    assert one(told, MoraleChecked).pending == MustCheck.LOST_FIGURE | MustCheck.COMMANDER_DEAD
    assert field["Red"].pending == 0


def test_the_death_of_the_commander_flags_every_unit_of_his_side_and_no_other() -> None:
    field = Field(
        [soldiers(3, "A", row(3, 20, 10)), soldiers(3, "B", row(3, 40, 10)), men("gl-hero", "Hero", [(30, 10)])],
        [FAR_FOE],
    )
    field.battle.commanders[0] = field.figure("Hero")
    field.lose("Hero", 0)
    assert [unit.pending for unit in field.battle.units] == [MustCheck.COMMANDER_DEAD, MustCheck.COMMANDER_DEAD, 0, 0]


def test_charging_clears_nothing() -> None:
    field = Field([band(2, "Red", row(3, 30, 10), 0.0)], [band(2, "Foe", row(3, 30, 18))])
    field["Foe"].pending = MustCheck.LOST_FIGURE
    field.order("Red", "charge:{Foe}", "allocate auto", dice=[1, 1, 6])
    assert field["Foe"].pending == MustCheck.LOST_FIGURE


def test_moving_is_told_once_for_all_who_moved() -> None:
    field = with_hero()
    told = field.order("Red", "move", "move 30,13,30,15,90")
    moved = one(told, Moved)
    assert (len(moved.figures), moved.facings) == (5, [90.0] * 5)
