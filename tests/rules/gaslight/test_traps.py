"""What is easily played wrong: a test for each trap that no other test walks into."""

from __future__ import annotations

import pytest
from rules.gaslight.situation import Field, band, crew, extra, machine, main, men, row, soldiers
from tabletop import of, one, rolls

from playsheet.rules.gaslight.battle.events import TurnEnded
from playsheet.rules.gaslight.battle.fight_events import Fired, Fought, GunFired, MoraleChecked, Struck
from playsheet.rules.gaslight.battle.machine_events import MachineSaved
from playsheet.rules.gaslight.terms import HitResult
from playsheet.tabletop.machines.machine import STALLED

FAR = soldiers(2, "Foe", row(2, 30, 66), 180.0)


@pytest.mark.parametrize(("die", "hits"), [(8, 1), (9, 0)])
def test_equal_fails_to_hit(die: int, hits: int) -> None:
    field = Field([soldiers(1, "Red", [(30, 10)])], [soldiers(9, "Foe", row(9, 30, 20), 180.0)])
    told = field.order("Red", "shoot:{Foe}", dice=[die, *([20] * hits)])
    assert one(told, Fired).hits == hits


def test_equal_fails_the_save_sustain_and_morale_and_means_something_for_a_vehicle() -> None:
    field = Field([soldiers(1, "Red", [(30, 10)])], [men("gl-villain", "Foe", [(30, 20)], 180.0)])
    assert not one(field.order("Red", "shoot:{Foe}", dice=[1, 20, 12]), Struck).saved
    field = Field([machine("gl-walker", "Walker", 30, 20)], [FAR])
    field.order("Walker", "drive", dice=[15])
    assert field.engine("Walker").engine == STALLED
    field = Field([soldiers(5, "Red", row(5, 30, 20))], [FAR])
    field.activate("Foe")
    assert not field.check("Red", "receive", dice=[10, *[13] * 5])  # 5 is not less than 5
    gun = men("gl-12-pounder", "Gun", crew(30, 9, 5), 0.0, (30, 9))
    for die, outcome, more in (
        (9, HitResult.BOUNCE, []),
        (10, HitResult.NON_PENETRATING, [1]),
        (11, HitResult.PENETRATING, [4]),
    ):
        field = Field([gun], [machine("gl-walker", "Walker", 30, 30, 180.0)])
        told = field.order("Gun", "gun_fire_machine:{Walker}", dice=[3, die, *more])
        assert one(told, MachineSaved).outcome == outcome


def test_at_long_range_a_shoot_of_nine_and_of_ten_are_the_same() -> None:
    for shoot in (9, 10):
        field = Field([soldiers(1, "Red", [(30, 10)], shoot=shoot)], [soldiers(9, "Foe", row(9, 30, 25), 180.0)])
        assert rolls(field.order("Red", "shoot:{Foe}", dice=[20]))[0].needed == "4 or less each"


def test_the_count_and_bursts_round_up_and_morale_down() -> None:
    field = Field([soldiers(1, "Red", [(30, 10)])], [soldiers(9, "Foe", row(9, 30, 20), 180.0)])
    field.order("Red", "shoot:{Foe}", dice=[1, 3])  # 3 / 2 up: the second
    assert field.places("Foe") == [0, 2, 3, 4, 5, 6, 7, 8]
    gun = men("gl-12-pounder", "Gun", crew(30, 9, 5), 0.0, (30, 9))
    field = Field([gun], [soldiers(9, "Foe", row(9, 30, 30), 180.0)])
    told = field.order("Gun", "gun_fire:{Foe}", dice=[1, 4, 9])  # 4 / 3 up: two models
    assert len(of(told, Struck)) == 2
    field = Field([soldiers(2, "Red", row(2, 30, 20))], [FAR])
    field.activate("Foe")
    assert field.check("Red", "receive", dice=[3])  # 3 / 2 down: 1 < 2


def test_morale_modifiers_go_on_the_divided_roll() -> None:
    """19 / 2 = 9, less one for the leader = 8 < 9; taken off the die first it would be 18 / 2 = 9."""
    field = Field([band(8, "Red", row(9, 30, 20), 0.0)], [FAR])
    field.activate("Foe")
    assert field.check("Red", "receive", dice=[19])


def test_a_frozen_man_still_strikes_back() -> None:
    field = Field([soldiers(1, "Red", [(30, 20)])], [soldiers(1, "Foe", [(30, 21.0)], 180.0)])
    field.activate("Foe")
    field.fails("Red", dice=[13])
    told = field.end(dice=[20, 1])
    assert one(told, Fought).strikers == [field.figure("Red")]


def test_the_column_goes_by_class_and_no_hero_leaves_the_table() -> None:
    hero = men("gl-redcoats", "Red", row(2, 30, 30), figures=[main("hero", 9, 9, 9), extra(1)])
    field = Field([hero], [FAR])
    field.activate("Red")
    field.fails("Red", dice=[1, 1])  # he runs, the Extra is off
    assert field.places("Red") == [0]


def test_a_takeover_costs_the_whole_turn_and_a_stand_in_never_steadies() -> None:
    field = Field([band(4, "Red", row(5, 30, 20), 0.0)], [FAR])
    field.lose("Red", 0)
    field.begin("Red", "leader lead:{Red.1}")
    field.end()
    field.game.tell(TurnEnded())
    field.activate("Foe")
    assert not field.check("Red", "receive", dice=[8, *[13] * 4])  # 4 is not less than 4, and nothing is taken off
    assert len(rolls(field.game.log, "Morale check")[-1].account) == 1  # the die halved, and nothing else


def test_the_shotguns_ring_is_who_stands_in_the_cone_whatever_their_cover() -> None:
    wall = '[[terrain]]\nkind = "wall"\nname = "the wall"\nline = [[25, 27.3], [35, 27.3]]'
    sappers = men("gl-sappers", "Sappers", [(20, 28), (30, 25), *row(4, 20, 26)])
    field = Field([sappers], [soldiers(4, "Foe", [(24, 28), (30, 28), (30, 29.1), (36, 28)], 180.0)], [wall])
    told = field.order("Sappers", "cone:{Sappers.1}", "aim aim:{Foe.1}", dice=[6, 1])
    assert one(told, Fired).hits == 2
    assert field.places("Foe") == [0, 3]


def test_a_gun_is_one_model_and_does_one_thing_a_card() -> None:
    gun = men("gl-12-pounder", "Gun", [(30, 7.45), *row(4, 40, 7.45)], 0.0, (30, 9))
    field = Field([gun], [soldiers(9, "Foe", row(9, 30, 30), 180.0)])
    told = field.order("Gun", "gun_fire:{Foe}", dice=[20])
    assert one(told, GunFired).crew == [field.figure("Gun")]  # one man served it
    field.order("Gun", "move", "move 40,7.45,35,7.45,0", again=True)
    assert not [key for key in field.offered("Gun", again=True) if key.startswith("gun")]


def test_the_target_checks_only_if_the_charger_has_passed() -> None:
    field = Field([band(2, "Red", row(3, 30, 10), 0.0)], [band(2, "Foe", row(3, 30, 16))])
    told = field.order("Red", "charge:{Foe}", dice=[20, 20, 13, 13])
    assert [event.unit for event in of(told, MoraleChecked)] == [field["Red"].id]
