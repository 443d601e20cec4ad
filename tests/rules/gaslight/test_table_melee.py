"""Close combat on the table: who fights when, all at once; locked models, piling in, breaking off."""

from __future__ import annotations

import pytest
from rules.gaslight.situation import Field, band, machine, main, men, row, soldiers
from tabletop import of, one, rolls

from playsheet.rules.gaslight.battle.events import Moved
from playsheet.rules.gaslight.battle.fight_events import Fought, GrenadeSpent, Struck
from playsheet.rules.gaslight.battle.machine_events import MachineSaved
from playsheet.rules.gaslight.terms import FailureResult, MoveKind

SOUTH = [(29.0, 20.0), (31.2, 20.0), (33.4, 20.0)]
NORTH = [(29.0, 21.0), (31.2, 21.0), (33.4, 21.0)]


def locked(**more: object) -> Field:
    """Three pairs in contact."""
    return Field([soldiers(3, "Red", SOUTH)], [soldiers(3, "Foe", NORTH, 180.0)], **more)  # type: ignore[arg-type]


def test_each_rolls_one_die_and_less_than_scuffle_hits() -> None:
    field = locked()
    field.activate("Red")
    told = field.end(dice=[8, 9, 20, 1, 20, 20])
    assert [event.figure for event in of(told, Struck)] == [0, field.figure("Foe", 0)]
    assert field.places("Red") == [1, 2]
    assert field.places("Foe") == [1, 2]
    assert [roll.seat for roll in rolls(told, "Scuffle")] == [0, 0, 0, 1, 1, 1]


def test_the_active_sides_dice_fall_first_whichever_side_that_is() -> None:
    field = locked()
    field.activate("Foe")
    told = field.end(dice=[1, 20, 20, 20, 20, 20])
    assert one(told, Struck).figure == 0
    assert one(told, Fought).models[:3] == [3, 4, 5]


def test_contacts_of_others_are_not_fought_on_this_card() -> None:
    field = Field([soldiers(3, "Red", SOUTH), soldiers(2, "Blue", row(2, 30, 5))], [soldiers(3, "Foe", NORTH, 180.0)])
    field.activate("Blue")
    assert not of(field.end(), Fought)


def test_survivors_stay_locked_cannot_shoot_or_reload_and_fight_on_on_either_card() -> None:
    field = locked()
    field.activate("Red")
    assert field.offered("Red", True) == ["done", "break_off:Red.0", "break_off:Red.1", "break_off:Red.2"]
    for name in ("Foe", "Red"):
        field.activate(name)
        assert of(field.end(dice=[20] * 6), Fought)


def test_who_touches_several_names_one_first() -> None:
    hero = men("gl-hero", "Hero", [(30, 20)])
    foe = band(2, "Foe", [(30, 21.0), (31.0, 20), (29.0, 20)])
    field = Field([hero], [foe])
    field.activate("Hero")
    told = field.end("strike hit:{Foe.2}", dice=[1, 1, 20, 20, 13])  # the leader hits, the hero saves with 13
    assert [(event.figure, event.saved) for event in of(told, Struck)] == [
        (field.figure("Hero"), True),
        (field.figure("Foe", 2), False),
    ]


def test_one_save_for_each_hit_and_any_failure_kills_without_halving() -> None:
    veteran = men("gl-redcoats", "Red", [(30, 20)], 180.0, figures=[main("veteran", 9, 9, 10)])
    foe = soldiers(2, "Foe", [(30, 21.0), (31.0, 20)], 180.0)
    field = Field([veteran], [foe])
    field.activate("Foe")
    told = field.end("strike hit:{Foe.0}", dice=[1, 1, 20, 9, 10])
    assert not one(told, Struck).saved
    assert [roll.faces for roll in rolls(told, "Saving")] == [[9], [10]]


def test_the_dead_strike_back_in_the_round_they_die() -> None:
    field = Field([soldiers(1, "Red", [(30, 20)])], [soldiers(1, "Foe", [(30, 21.0)], 180.0)])
    field.activate("Red")
    field.end(dice=[1, 1])
    assert (field.places("Red"), field.places("Foe")) == ([], [])
    assert field.battle.finished


# ---------------------------------------------------------------- piling in


def test_unengaged_men_pile_in_without_a_check() -> None:
    field = Field(
        [soldiers(3, "Red", [(30, 20), (33, 18), (30, 12)])], [soldiers(2, "Foe", [(30, 21.0), (34, 22)], 180.0)]
    )
    field.activate("Red")
    assert "pile_in" in field.offered("Red", True)
    assert "pile_in:Red.2" not in field.offered("Red", True)  # too far
    told = field.order("Red", "pile_in:{Red.1}", "against hit:{Foe.1}", again=True)
    assert one(told, Moved).how == MoveKind.PILES_IN
    assert field.battle.foes(field.figure("Red", 1)) == [field.figure("Foe", 1)]
    assert of(field.end(dice=[20] * 4), Fought)[0].models == [0, 1, 3, 4]


def test_all_who_can_pile_in_three_at_most_on_one() -> None:
    field = Field(
        [soldiers(5, "Red", [(30, 20), (28, 17.5), (29.5, 17.5), (31, 17.5), (32.5, 17.5)])],
        [men("gl-hero", "Foe", [(30, 21.0)], 180.0)],
    )
    field.order("Red", "pile_in")
    assert len(field.battle.foes(field.figure("Foe"))) == 3
    assert len(field.acted("Red")) == 2


def test_nobody_piles_in_where_his_unit_does_not_fight() -> None:
    field = Field(
        [soldiers(1, "Red", [(30, 20)]), soldiers(2, "Blue", row(2, 30, 17))],
        [soldiers(1, "Foe", [(30, 21.0)], 180.0)],
    )
    assert [key for key in field.offered("Blue") if key.startswith("pile")] == []


# ---------------------------------------------------------------- breaking off


def test_breaking_off_costs_a_free_blow_of_each_who_touches_him() -> None:
    field = Field([soldiers(1, "Red", [(30, 20)])], [soldiers(2, "Foe", [(30, 21.0), (31.0, 20)], 180.0)])
    told = field.order("Red", "break_off:{Red.0}", "break_off 30,14,30,14,180", dice=[9, 20])
    assert one(told, Fought).free
    assert one(told, Moved).how == MoveKind.BREAKS_OFF
    assert field.at("Red", 0) == (30.0, 14.0)
    assert field.facing("Red") == 180.0


def test_who_falls_to_it_goes_nowhere() -> None:
    field = locked()
    told = field.order("Red", "break_off:{Red.1}", "break_off 31.2,14,31.2,14,180", dice=[8])
    assert one(told, Struck).figure == 1
    assert not of(told, Moved)
    assert field.places("Red") == [0, 2]


def test_he_has_then_acted_and_the_others_fight_on() -> None:
    field = locked()
    field.order("Red", "break_off:{Red.1}", "break_off 31.2,14,31.2,14,180", dice=[20])
    assert field.offered("Red", True) == ["done", "break_off:Red.0", "break_off:Red.2"]
    assert len(of(field.end(dice=[20] * 4), Fought)[0].models) == 4


# ---------------------------------------------------------------- machines


def test_men_hack_at_a_machine_which_strikes_back_with_its_own_dice() -> None:
    walker = machine("gl-walker", "Walker", 30, 22)  # three inches square
    field = Field([soldiers(2, "Red", [(29.4, 20.0), (30.6, 20.0)])], [walker])
    field.activate("Red")
    told = field.end(
        "strike hit:{Red.0}", "strike hit:{Red.1}", dice=[1, 20, 10, 20, 20, 1]
    )  # one hit on it; it hits the first; its save against foot: 20 - 10 is its Save of 10, a dent
    assert field.places("Red") == [1]
    assert len(of(told, MachineSaved)) == 1


def test_a_grenade_may_be_spent_against_a_machine() -> None:
    sappers = men("gl-sappers", "Red", [(29, 19.5), *row(5, 30, 10)])
    field = Field([sappers], [machine("gl-steam-tank", "Tank", 30, 23.0)])  # six by three, facing north
    field.activate("Red")
    told = field.end("explosives use", dice=[1, 1])
    assert of(told, GrenadeSpent)
    assert rolls(told, "Vehicle's saving")[0].account[0].add == -4
    assert field.battle.grenades[field.figure("Red")] == 1
    field.activate("Red")
    told = field.end("explosives keep", dice=[1, 1])
    assert rolls(told, "Vehicle's saving")[0].account[0].add == -10


def test_a_machine_without_dice_or_without_a_crew_strikes_nobody_who_breaks_off() -> None:
    car = Field([machine("gl-steam-car", "It", 30, 20, 90.0)], [soldiers(1, "Foe", [(30, 21.5)], 180.0)])
    told = car.order("Foe", "break_off:{Foe.0}", "break_off 30,26,30,26,0")
    assert not of(told, Fought)
    assert car.at("Foe", 0) == (30.0, 26.0)
    walker = Field([machine("gl-walker", "It", 30, 20)], [soldiers(1, "Foe", [(30, 22.0)], 180.0)])
    told = walker.order("Foe", "break_off:{Foe.0}", "break_off 30,26,30,26,0", dice=[20])
    assert one(told, Fought).free
    walker = Field([machine("gl-walker", "It", 30, 20)], [soldiers(1, "Foe", [(30, 22.0)], 180.0)])
    for place in (0, 1):
        walker.force("It", place, FailureResult.RUN)
    told = walker.order("Foe", "break_off:{Foe.0}", "break_off 30,26,30,26,0")
    assert not of(told, Fought)


@pytest.mark.parametrize("name", ["Red", "Foe"])
def test_nothing_is_fought_where_nobody_touches(name: str) -> None:
    field = Field([soldiers(1, "Red", [(30, 20)])], [soldiers(1, "Foe", [(30, 21.02)], 180.0)])
    field.activate(name)
    assert not of(field.end(), Fought)
