"""Melee on the table (4.16, 4.3.6 to 4.3.8): who fights, numbers, caps, simultaneity, machines, capture, free dice."""

from __future__ import annotations

import pytest
from rules.orderchips.situation import Parade
from rules.orderchips.situation import posted as unit
from tabletop import cited, ground, of, one, rolls

from playsheet.rules.orderchips.battle.events import Captured, FiguresLost, Moved, MoveEnded
from playsheet.rules.orderchips.battle.fight_events import (
    Burst,
    Exploded,
    Fought,
    MachineLost,
    MachineSaved,
    MoraleTested,
    NotableHit,
)
from playsheet.rules.orderchips.battle.units import INSIDE
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.table.melee import free_blows
from playsheet.rules.orderchips.terms import Haywire, TestReason, Where
from playsheet.rules.orderchips.victory import is_lost
from playsheet.tabletop.machines.machine import ABANDONED, FATE_AT, NO_POWER


def needed(told: list, unit_id: int) -> int:
    """The number that a unit's own dice needed."""
    at = next(index for index, event in enumerate(told) if isinstance(event, Fought) and event.unit == unit_id)
    roll = [event for event in told[:at] if event in rolls(told)][-1]
    return int(roll.needed.split(" ")[0])


def dice_of(told: list) -> dict[int, int]:
    return {event.unit: event.dice for event in of(told, Fought)}


def foot_against_foot(gap: float = 0.0, terrain: list[str] | None = None, **more: object) -> Parade:
    """Three rifles and three warriors face to face."""
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 30, figures=3)],
        [unit("spear-warriors", "Red", 30, 31 + gap, 180, order="close", figures=3)],
        terrain or [],
        **more,  # type: ignore[arg-type]
    )
    parade.lock("Blue", "Red")
    return parade


# ---------------------------------------------------------------- 4.16: the round


def test_each_figure_in_contact_rolls_one_die_and_all_fall_at_once() -> None:
    parade = foot_against_foot()
    told = parade.melee(dice=[1, 1, 1, 1, 1, 9])
    assert dice_of(told) == {0: 3, 1: 3}
    assert [event.hits for event in of(told, Fought)] == [3, 2]
    assert parade.left("Blue", "Red") == [1, 0]  # trap 5: the dead have struck


def test_a_model_within_two_inches_has_stepped_in_and_one_beyond_has_not() -> None:
    """R70."""
    told = foot_against_foot(2.0).melee(dice=[9] * 6)
    assert dice_of(told) == {0: 3, 1: 3}
    parade = foot_against_foot(2.3)
    assert not of(parade.melee(), Fought)
    assert not parade["Blue"].is_locked()  # the lock has lapsed


def test_skirmishers_have_one_less() -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 30, figures=3)],
        [unit("spear-warriors", "Red", 30, 31.5, 180, files=3, figures=3)],
    )
    parade.lock("Blue", "Red")
    told = parade.melee(dice=[9] * 6)
    assert needed(told, 0) == 4
    assert needed(told, 1) == 5 - 1


@pytest.mark.parametrize(("kind", "less"), [("hedge", 1), ("wall", 2)])
def test_an_obstacle_between_covers_both(kind: str, less: int) -> None:
    parade = foot_against_foot(0.4, [ground(kind, "the line", line=[[20, 30.7], [40, 30.7]])])
    told = parade.melee(dice=[9] * 6)
    assert needed(told, 0) == 4 - less
    assert needed(told, 1) == 5 - less


def test_a_wood_covers_only_against_who_stands_outside() -> None:
    told = foot_against_foot(0.4, [ground("woods", "the wood", rect=[20, 30.6, 40, 40])]).melee(dice=[9] * 6)
    assert (needed(told, 0), needed(told, 1)) == (3, 5)
    told = foot_against_foot(0.4, [ground("woods", "the wood", rect=[20, 20, 40, 40])]).melee(dice=[9] * 6)
    assert (needed(told, 0), needed(told, 1)) == (4, 5)


def test_no_more_than_three_fight_one_figure() -> None:
    """The contact cap: of seven round a hero three strike."""
    parade = Parade([unit("line-rifles", "Blue", 30, 30, files=7, figures=7)], [unit("hero", "Hero", 30, 31, 180)])
    parade.lock("Blue", "Hero")
    told = parade.melee(dice=[9, 9, 9, 9])
    assert dice_of(told) == {0: 3, 1: 1}


def test_every_target_is_met_before_any_is_met_twice() -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 30, files=4, figures=4)],
        [unit("line-rifles", "Red", 30, 31, 180, figures=2)],
    )
    parade.lock("Blue", "Red")
    told = parade.melee(dice=[9] * 6)
    assert dice_of(told) == {0: 4, 1: 2}


def test_a_crew_strikes_whom_it_reaches_away_from_its_gun() -> None:
    """R70, R85: three of four are within two inches of a hero behind them, and the gun is not."""
    parade = Parade([unit("field-gun", "Gun", 30, 30)], [unit("hero", "Hero", 30, 27.5)])
    parade.lock("Gun", "Hero")
    assert dice_of(parade.melee(dice=[9, 9, 9, 9])) == {0: 3, 1: 1}


def test_by_switch_the_second_rank_fights_too() -> None:
    def round_of(**switches: object) -> dict[int, int]:
        parade = Parade(
            [unit("line-rifles", "Blue", 30, 30, files=3, figures=6)],
            [unit("line-rifles", "Red", 30, 32.9, 180, files=3, figures=3)],
            **switches,  # type: ignore[arg-type]
        )
        parade.lock("Blue", "Red")
        return dice_of(parade.melee(dice=[9] * (9 if switches else 6)))

    assert round_of() == {0: 3, 1: 3}
    assert round_of(melee_reach="contact-plus-second-rank") == {0: 6, 1: 3}


def test_a_notable_person_strikes_by_his_own_melee_and_may_be_hit() -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 30, figures=1), unit("hero", "Hero", 31, 30, host="Blue")],
        [unit("militia", "Red", 30, 31, 180, figures=2)],
    )
    parade.lock("Blue", "Red")
    told = parade.melee(dice=[5, 8, 1, 9, 2, 8])
    blue = of(told, Fought)[0]
    assert (blue.dice, blue.notables, blue.hits) == (1, [1], 1)
    assert one(told, NotableHit).out is False
    assert parade.left("Blue", "Red") == [1, 1]


def test_who_touches_two_enemies_chooses() -> None:
    """D8: a hero between two units, and each die of a machine."""
    parade = Parade(
        [unit("hero", "Hero", 30, 30)],
        [unit("militia", "One", 30, 31, 180, figures=1), unit("militia", "Two", 30, 29, 0, figures=1)],
    )
    parade.lock("Hero", "One")
    parade.lock("Hero", "Two")
    told = parade.melee("fight fight:{Two}", dice=[1, 9, 9])
    assert of(told, Fought)[0].target == parade["Two"].id
    assert parade.left("One", "Two") == [1, 0]


def test_each_die_of_a_machine_chooses() -> None:
    parade = Parade(
        [unit("steam-car", "Car", 30, 30)],
        [unit("militia", "One", 30, 33, 180, figures=1), unit("militia", "Two", 30, 27, 0, figures=1)],
    )
    parade.lock("Car", "One")
    parade.lock("Car", "Two")
    told = parade.melee("fight fight:{One}", "fight fight:{Two}", dice=[1, 1, 9, 9])
    assert [(event.target, event.dice) for event in of(told, Fought)][:2] == [(1, 1), (2, 1)]
    assert parade.left("One", "Two") == [0, 0]


# ---------------------------------------------------------------- machines


def car_and_sappers(figures: int = 4, **more: object) -> Parade:
    parade = Parade(
        [unit("sappers", "Sappers", 30, 26.95, figures=figures)],
        [unit("steam-car", "Car", 30, 30, 180)],
        **more,  # type: ignore[arg-type]
    )
    parade.lock("Sappers", "Car")
    return parade


@pytest.mark.parametrize(("card", "add"), [("sappers", "-2"), ("line-rifles", "-5")])
def test_figures_at_a_machine_with_explosives_and_without(card: str, add: str) -> None:
    parade = Parade([unit(card, "Foot", 30, 26.95, figures=1)], [unit("steam-car", "Car", 30, 30, 180)])
    parade.lock("Foot", "Car")
    told = parade.melee(dice=[1, 9, 9, 1, 1])
    save = rolls(told, "Armour save")[0]
    assert f"{save.account[0].add:+d}" == add


@pytest.mark.parametrize(("card", "y"), [("steam-car", 26.95), ("clockwork-soldier", 28.7)])
def test_a_machine_without_power_or_wits_rolls_no_dice(card: str, y: float) -> None:
    parade = Parade([unit("line-rifles", "Foot", 30, y, figures=1)], [unit(card, "It", 30, 30, 180)])

    def spoil(machine: SteamMachine) -> None:
        if card == "steam-car":
            machine.engine = NO_POWER
        else:
            machine.haywire = Haywire.JAMS

    parade.lock("Foot", "It")
    parade.change("It", spoil)
    assert dice_of(parade.melee(dice=[9])) == {0: 1}


def test_captured_by_figures_and_nobody_left_to_get_in() -> None:
    """Trap 17: the one sapper falls in the same melee, so the car is abandoned."""
    parade = car_and_sappers(1)
    told = parade.melee(dice=[1, 1, 9, 10, 9])
    assert not of(told, Captured)
    assert of(told, MachineLost)[-1].fate == ABANDONED
    assert parade["Car"].machine[FATE_AT] == ABANDONED
    assert parade["Car"].is_wreck()


def test_who_gets_in_leaves_his_unit_and_up_to_the_crew_may() -> None:
    parade = car_and_sappers(4)
    told = parade.melee("get_in get_in:2", dice=[1, 9, 9, 9, 9, 9, 10, 9])
    assert one(told, Captured).own == 2
    assert parade.left("Sappers") == [2]
    sappers = parade["Sappers"]
    assert [int(parade.battle.figures.state[sappers.first + man]) for man in range(4)][2:] == [INSIDE, INSIDE]
    assert parade.engine("Car").crew == 2
    assert not parade["Car"].is_locked()
    assert "R59" in cited(told)


def test_a_captured_machine_does_not_test_for_the_hits_that_won_it() -> None:
    parade = car_and_sappers(4)
    parade.melee("get_in get_in:1", dice=[1, 9, 9, 9, 9, 9, 10, 9])
    assert not of(parade.morale(), MoraleTested)


def test_a_lone_notable_person_goes_in_himself() -> None:
    parade = Parade([unit("hero", "Hero", 30, 26.95)], [unit("steam-car", "Car", 30, 30, 180)])
    parade.lock("Hero", "Car")
    told = parade.melee(dice=[1, 9, 9, 10, 9])
    assert one(told, Captured).notables == [0]
    assert parade["Hero"].place == Where.GONE
    assert parade.engine("Car").crew == 1


def test_who_is_in_a_captured_machine_is_not_lost() -> None:
    """R58: the machine is."""
    parade = Parade([unit("hero", "Hero", 30, 26.95)], [unit("steam-car", "Car", 30, 30, 180)])
    parade.lock("Hero", "Car")
    parade.melee(dice=[1, 9, 9, 10, 9])
    assert [is_lost(parade.battle, parade[name]) for name in ("Hero", "Car")] == [False, True]


def test_a_machine_s_crack_nine_is_an_explosion_after_the_losses() -> None:
    """R15, trap 17: the template comes when the melee's dead are gone."""
    parade = Parade(
        [unit("drill-mole", "Mole", 30, 24.99), unit("line-rifles", "Blue", 33, 29, files=2, figures=2)],
        [unit("steam-car", "Car", 30, 30, 180)],
    )
    parade.lock("Mole", "Car")
    told = parade.melee(dice=[1, 9, 9, 9, 9, 9, 10, 9, 20, 1, 1])
    assert one(told, Exploded).unit == parade["Car"].id
    assert one(told, Burst).counts == [2]
    assert parade.left("Blue") == [0]


def test_crack_eight_is_tested_at_once_and_uses_up_the_hit_test() -> None:
    """R14: the effect comes at the end of the step."""
    parade = car_and_sappers(1)
    told = parade.melee(dice=[1, 9, 9, 10, 8, 10, 4])
    test = one(told, MoraleTested)
    assert (test.why, test.passed) == (TestReason.CREW_TEST, False)
    assert one(told, Moved).how == "reverses"
    assert parade.at("Car") == (30.0, 36.0)
    assert not of(parade.morale(), MoraleTested)


def test_by_switch_the_crew_test_is_an_extra_one() -> None:
    parade = car_and_sappers(1, crew_test="extra")
    parade.melee(dice=[1, 9, 9, 10, 8, 1])
    told = parade.morale(dice=[1])
    assert one(told, MoraleTested).unit == parade["Car"].id


def test_by_switch_the_rammer_saves_too() -> None:
    """R16."""
    parade = Parade([unit("drill-mole", "Mole", 30, 24.99)], [unit("steam-car", "Car", 30, 30, 180)], ram="both-save")
    parade.lock("Mole", "Car")
    told = parade.melee(dice=[1, 9, 9, 9, 9, 9, 1, 1, 1, 1])
    assert [event.unit for event in of(told, MachineSaved)] == [1, 0]


# ---------------------------------------------------------------- 4.3.8: breaking off


def test_free_dice_at_who_breaks_off_are_taken_off_at_once() -> None:
    parade = foot_against_foot()
    told = parade.do(lambda: free_blows(parade.game, parade["Blue"]), dice=[1, 1, 9])
    assert one(told, Fought).free
    assert one(told, FiguresLost).count == 2
    assert parade.left("Blue", "Red") == [1, 3]
    assert rolls(told)[0].seat == 1


def test_machines_have_their_free_dice_too() -> None:
    parade = car_and_sappers(4)
    told = parade.do(lambda: free_blows(parade.game, parade["Sappers"]), dice=[1, 9])
    assert one(told, Fought).dice == 2
    assert parade.left("Sappers") == [3]


def car_breaks_off(armor: int, dice: list[int]) -> tuple[Parade, list]:
    """A car that heads away from a sapper, and what his free die does to it."""
    car = unit("steam-car", "Car", 30, 30, 180, arrow=180)
    parade = Parade([car], [unit("sappers", "Sappers", 30, 26.95, figures=1)])
    parade.lock("Car", "Sappers")

    def batter(machine: SteamMachine) -> None:
        machine.stats[0] = armor

    parade.change("Car", batter)
    return parade, parade.act("Car", dice=dice)


def test_a_vehicle_that_free_dice_immobilise_has_made_its_move() -> None:
    """R36."""
    parade, told = car_breaks_off(4, [3, 1, 10, 4])
    assert parade.engine("Car").immobile
    assert one(told, MoveEnded).ruling == "R36"
    assert parade.at("Car") == (30.0, 30.0)


def test_a_vehicle_that_free_dice_destroy_makes_none() -> None:
    parade, told = car_breaks_off(1, [3, 1, 10, 2, 4])
    assert not parade["Car"].on_table()
    assert not of(told, MoveEnded)
