"""Shooting on the table (4.6 to 4.8): who may fire at what, numbers from the ground, simultaneity, templates, guns."""

from __future__ import annotations

import pytest
from rules.orderchips.situation import Parade
from rules.orderchips.situation import posted as unit
from tabletop import cited, ground, of, one, rolls

from playsheet.core.asking import Suspended
from playsheet.rules.orderchips.battle.events import FiguresLost, GunLost, GunParted, NoActionNext, NotableLost
from playsheet.rules.orderchips.battle.fight_events import Burst, CartridgesBad, Fired, GunHit, HazeCame, NotableHit
from playsheet.rules.orderchips.options.shooting import (
    Shot,
    aims,
    harvest,
    lay_volley,
    may_fire,
    read_shot,
    refusal,
    shots,
    shots_at,
)
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.table import steps
from playsheet.rules.orderchips.terms import Haywire, Phase, Where
from playsheet.tabletop.machines.machine import NO_POWER


def needs(told: list, which: int = 0) -> str:
    """`3 or less each`: what the dice to hit of a volley needed."""
    return rolls(told)[which].needed.split(" (")[0]


def value(parade: Parade, text: str) -> int:
    """The number of a shot as it would be laid."""
    shot = read_shot(text.format(**{held.name: held.id for held in parade.battle.units}))
    assert shot is not None
    volley = lay_volley(parade.battle, shot, wild=False)
    assert volley is not None
    return volley.numbers[0].value


def targets(parade: Parade, name: str, interrupt: bool = False) -> list[str]:
    return [parade.battle.units[shot.target].name for shot in shots(parade.battle, parade[name], interrupt=interrupt)]


# ---------------------------------------------------------------- 4.6.1: who fires


def test_one_firing_a_turn_whatever_happens() -> None:
    """Trap 4: who has interrupted is not offered in the Shooting step."""
    parade = Parade([unit("line-rifles", "Blue", 30, 20)], [unit("militia", "Red", 30, 32, 180, files=6)])
    assert targets(parade, "Blue", True) == ["Red"]
    parade.fire("{Blue}>{Red}", dice=[10] * 10, interrupt=True)
    assert not may_fire(parade.battle, parade["Blue"], interrupt=True)
    assert not may_fire(parade.battle, parade["Blue"], interrupt=False)
    told = parade.shooting("fire hold")  # only Red is asked
    assert not of(told, Fired)


def test_a_moving_unit_fires_in_the_shooting_step_only_and_at_a_disadvantage() -> None:
    parade = Parade([unit("line-rifles", "Blue", 30, 20, arrow=0)], [unit("militia", "Red", 30, 31, 180, files=6)])
    assert targets(parade, "Blue", True) == []
    assert targets(parade, "Blue", False) == ["Red"]
    assert value(parade, "{Blue}>{Red}") == 5 - 2 + 1  # moving, green


@pytest.mark.parametrize("why", ["no action", "ran", "cartridges", "locked"])
def test_who_may_not_fire_at_all(why: str) -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 20)],
        [unit("militia", "Red", 30, 31, 180, files=6), unit("lancers", "Horse", 30, 21.5, 180, files=3)],
    )
    blue = parade["Blue"]
    if why == "no action":
        parade.game.tell(NoActionNext(blue.id, False, True, "R47"))
    elif why == "ran":
        blue.ran = True
    elif why == "cartridges":
        parade.game.tell(CartridgesBad(blue.id, "R46"))
    else:
        parade.lock("Blue", "Horse")
    assert shots(parade.battle, blue, interrupt=False) == []


def test_figures_in_melee_are_not_shot_at_but_machines_are() -> None:
    """4.3.7: and a machine in contact shoots at others than those it touches."""
    parade = Parade(
        [unit("steam-tank", "Tank", 30, 30), unit("line-rifles", "Blue", 45, 20, files=5)],
        [unit("sappers", "Sappers", 30, 34.5, 180, files=4), unit("militia", "Red", 43, 46, 180, files=6)],
    )
    parade.lock("Tank", "Sappers")
    assert "Sappers" not in targets(parade, "Blue")
    assert "Sappers" not in targets(parade, "Tank")
    assert "Red" in targets(parade, "Tank")
    assert "Tank" in targets(parade, "Red")


def test_an_automaton_without_wits_or_power_does_not_shoot() -> None:
    parade = Parade([unit("clockwork-soldier", "Automaton", 30, 30)], [unit("militia", "Red", 30, 40, 180, files=6)])
    assert targets(parade, "Automaton") == ["Red"]

    def jam(machine: SteamMachine) -> None:
        machine.haywire = Haywire.JAMS

    def cool(machine: SteamMachine) -> None:
        machine.haywire = 0
        machine.engine = NO_POWER

    parade.change("Automaton", jam)
    assert targets(parade, "Automaton") == []
    parade.change("Automaton", cool)
    assert targets(parade, "Automaton") == []


def test_a_vehicle_without_power_still_shoots() -> None:
    parade = Parade([unit("steam-car", "Car", 30, 30)], [unit("militia", "Red", 30, 45, 180, files=6)])

    def cool(machine: SteamMachine) -> None:
        machine.engine = NO_POWER

    parade.change("Car", cool)
    assert targets(parade, "Car") == ["Red"]


def test_a_unit_fires_at_one_target_but_each_weapon_of_a_machine_has_its_own() -> None:
    """R56."""
    parade = Parade(
        [unit("steam-tank", "Tank", 30, 20), unit("line-rifles", "Blue", 40, 20, files=5)],
        [unit("militia", "One", 30, 40, 180, files=6), unit("militia", "Two", 40, 40, 180, files=6)],
    )
    one_, two = parade["One"].id, parade["Two"].id
    tank, blue = parade["Tank"].id, parade["Blue"].id
    front = next(shot for shot in shots(parade.battle, parade["Tank"], interrupt=False) if shot.weapon == 0)
    turret = Shot(tank, 1, two, -1)
    assert not refusal(parade.battle, [front, turret], interrupt=False)
    both = [Shot(blue, -1, one_, -1), Shot(blue, -1, two, -1)]
    assert "one target only" in refusal(parade.battle, both, interrupt=False)


def test_no_more_weapons_than_crew() -> None:
    """R40: one man left serves one weapon, the first of the card (R96)."""
    parade = Parade([unit("steam-tank", "Tank", 30, 20)], [unit("militia", "Red", 30, 40, 180, files=6)])

    def thin(machine: SteamMachine) -> None:
        machine.crew = 1

    parade.change("Tank", thin)
    found = shots(parade.battle, parade["Tank"], interrupt=False)
    assert [shot.weapon for shot in found] == [0, 1]
    assert "crew for 1" in refusal(parade.battle, found, interrupt=False)
    aim = found[0].aim
    told = parade.shooting(f"fire fire:{{Tank}}.0>{{Red}}@{aim}", "fire fire:{Tank}.1>{Red}", "fire hold", dice=[10])
    assert [event.weapon for event in of(told, Fired)] == [0]


def test_by_switch_each_figure_has_its_own_target() -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 20, figures=2)],
        [
            unit("militia", "One", 25, 30, 180, files=3, figures=3),
            unit("militia", "Two", 36, 30, 180, files=3, figures=3),
        ],
        split_fire="by-figure",
    )
    first = parade["Blue"].first
    told = parade.shooting(
        f"fire fire:{{Blue}}:{first}>{{One}}",
        f"fire fire:{{Blue}}:{first + 1}>{{Two}}",
        *["fire hold"] * 6,
        dice=[1, 10],
    )
    assert [(event.target, event.hits) for event in of(told, Fired)] == [(parade["One"].id, 1), (parade["Two"].id, 0)]
    assert parade.left("One", "Two") == [2, 3]


# ---------------------------------------------------------------- 4.6.2: range, arc, sight


@pytest.mark.parametrize(("far", "number"), [(12.0, 5), (12.02, 4), (24.0, 4), (24.02, None)])
def test_ranges_are_inclusive_and_run_from_centre_to_centre(far: float, number: int | None) -> None:
    """R55; nine in a row have their centre in the leader."""
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 20, figures=9)],
        [unit("line-rifles", "Red", 30, 20 + far, 180, figures=9)],
    )
    found = shots_at(parade.battle, parade["Blue"], parade["Red"], interrupt=False)
    assert [value(parade, "{Blue}>{Red}")] == [number] if number is not None else found == []


@pytest.mark.parametrize(("far", "found"), [(12.0, 1), (12.0000009, 1), (12.004, 0)])
def test_a_target_at_the_limit_of_range_is_offered(far: float, found: int) -> None:
    """R55: a revolver reaches twelve inches, the limit included."""
    parade = Parade([unit("hero", "Hero", 30, 20)], [unit("hero", "Rival", 30, 20 + far, 180)])
    assert len(shots(parade.battle, parade["Hero"], interrupt=False)) == found
    assert len(shots_at(parade.battle, parade["Hero"], parade["Rival"], interrupt=False)) == found


@pytest.mark.parametrize(
    ("facing", "wood", "at"),
    [(0, [25, 30.1, 45, 30.9], (35, 54)), (90, [34.1, 25, 34.9, 45], (58, 31)), (180, [25, 31.1, 45, 31.9], (35, 8))],
)
def test_one_who_sees_in_front_of_a_deep_column_fires_from_where_he_stands(
    facing: int, wood: list[float], at: tuple[float, float]
) -> None:
    """The wood is right behind him; from the centre of all ten the range would be too long."""
    parade = Parade(
        [unit("line-rifles", "Blue", 35, 31, facing, files=1)],
        [unit("hero", "Hero", *at, facing + 180)],
        [ground("woods", "the wood", rect=wood)],
    )
    found = shots(parade.battle, parade["Blue"], interrupt=False)
    assert [shot.target for shot in found] == [parade["Hero"].id]
    volley = lay_volley(parade.battle, found[0], wild=False)
    assert volley is not None
    assert (volley.firing, round(volley.distance, 2)) == (1, 23.0)


def test_only_those_with_a_target_in_arc_and_sight_fire() -> None:
    """A wood between hides half of the line; one who faces away fires at nobody."""
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 20), unit("line-rifles", "Back", 50, 20, 180, files=5)],
        [unit("militia", "Red", 30, 32, 180, files=1, figures=1)],
        [ground("woods", "the wood", rect=[30.6, 25, 40, 27])],
    )
    shot = Shot(parade["Blue"].id, -1, parade["Red"].id, -1)
    volley = lay_volley(parade.battle, shot, wild=False)
    assert volley is not None
    assert 1 < volley.firing < 10
    assert volley.aims[0].dice == volley.firing
    assert targets(parade, "Back") == []


def test_close_order_figures_block_and_loose_ones_do_not() -> None:
    for order, seen in (("close", []), ("loose", ["Red"])):
        parade = Parade(
            [unit("hero", "Hero", 30, 20), unit("line-rifles", "Screen", 30, 25, files=10, order=order)],
            [unit("hero", "Red", 30, 31, 180)],
        )
        if order == "loose":
            assert "Red" in targets(parade, "Hero")
        else:
            assert targets(parade, "Hero") == seen


def test_a_machine_s_arcs() -> None:
    parade = Parade(
        [unit("land-ironclad", "Ironclad", 36, 36)],
        [
            unit("militia", "Ahead", 36, 60, 180, files=6),
            unit("militia", "Left", 8, 36, 90, files=6),
            unit("militia", "Behind", 36, 12, 0, files=6),
        ],
    )
    found = {
        (shot.weapon, parade.battle.units[shot.target].name)
        for shot in shots(parade.battle, parade["Ironclad"], interrupt=False)
    }
    assert (0, "Ahead") in found
    assert (0, "Left") not in found
    assert (1, "Left") in found
    assert (2, "Left") not in found
    assert {weapon for weapon, name in found if name == "Behind"} == {3}


def test_haze_ends_long_range_fire() -> None:
    parade = Parade([unit("line-rifles", "Blue", 30, 20)], [unit("militia", "Red", 30, 40, 180, files=6)])
    assert targets(parade, "Blue") == ["Red"]
    parade.game.tell(HazeCame("R46"))
    assert targets(parade, "Blue") == []


# ---------------------------------------------------------------- 4.6.4: the number


@pytest.mark.parametrize(
    ("target", "number"),
    [
        (unit("militia", "Red", 30, 30, 180, files=6), 6),  # green
        (unit("guard-rifles", "Red", 30, 30, 180, files=4), 4),  # elite
        (unit("power-armour", "Red", 30, 30, 180, files=4), 4),  # protected
        (unit("spear-warriors", "Red", 30, 30, 180, files=6), 4),  # loose infantry
        (unit("lancers", "Red", 30, 30, 180, files=6), 6),  # close cavalry
        (unit("lancers", "Red", 30, 30, 180, files=3, order="loose"), 5),  # trap 7: no skirmish -1 for cavalry
        (unit("field-gun", "Red", 30, 30, 180), 4),  # a crew
        (unit("hero", "Red", 30, 30, 180), 4),  # a lone notable person counts
        (unit("steam-tank", "Red", 30, 30, 180), 6),  # large
        (unit("land-ironclad", "Red", 30, 30, 180), 8),  # enormous, and not large as well
    ],
)
def test_what_the_target_is(target: object, number: int) -> None:
    parade = Parade([unit("line-rifles", "Blue", 30, 20)], [target])  # type: ignore[list-item]
    assert value(parade, "{Blue}>{Red}") == number


@pytest.mark.parametrize(
    ("terrain", "number"),
    [
        ([ground("woods", "the wood", rect=[20, 28, 40, 36])], 4),
        ([ground("trench", "the trench", rect=[20, 28, 40, 36])], 3),
        ([ground("hedge", "the hedge", line=[[20, 29], [40, 29]])], 4),
        ([ground("wall", "the wall", line=[[20, 29], [40, 29]])], 3),
        ([ground("wall", "the wall", line=[[20, 26], [40, 26]])], 5),  # too far from it
        (
            [ground("woods", "w", rect=[20, 28, 40, 36]), ground("wall", "x", line=[[20, 29], [40, 29]])],
            3,
        ),  # never both
    ],
)
def test_cover_of_the_target(terrain: list[str], number: int) -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 20, figures=9)], [unit("line-rifles", "Red", 30, 30, 180, figures=9)], terrain
    )
    assert value(parade, "{Blue}>{Red}") == number


def test_mixed_cover_goes_by_most() -> None:
    """R32: six of ten in the wood have it, five of ten are a tie, one below the best."""
    for edge, number in ((30.5, 4), (29.5, 5)):
        parade = Parade(
            [unit("line-rifles", "Blue", 30, 20, figures=9)],
            [unit("line-rifles", "Red", 30, 30, 180, figures=10)],
            [ground("woods", "the wood", rect=[20, 28, edge, 36])],
        )
        assert value(parade, "{Blue}>{Red}") == number


def test_enfilade_along_the_long_axis() -> None:
    """R31: a line from the flank, a column from ahead, never a square; only close order."""
    line = Parade([unit("hero", "Blue", 20, 30, 90)], [unit("line-rifles", "Red", 30, 30, 0, files=10)])
    assert value(line, "{Blue}>{Red}") == 7 + 1 - 1  # long range of a revolver
    column = Parade([unit("hero", "Blue", 30, 24, 0)], [unit("line-rifles", "Red", 30, 30, 180, files=1)])
    assert value(column, "{Blue}>{Red}") == 7 + 1 - 1
    square = Parade([unit("hero", "Blue", 30, 25, 0)], [unit("line-rifles", "Red", 30, 30, 180, files=3, figures=9)])
    assert value(square, "{Blue}>{Red}") in (7, 6)
    front = Parade([unit("hero", "Blue", 30, 25, 0)], [unit("line-rifles", "Red", 30, 30, 180, files=10)])
    assert value(front, "{Blue}>{Red}") == 7


@pytest.mark.parametrize(
    ("firer", "bonus"),
    [
        (unit("line-rifles", "Blue", 30, 20), 1),
        (unit("line-rifles", "Blue", 30, 20, order="loose", files=5), 0),  # trap 8
        (unit("lancers", "Blue", 30, 20, files=6), 0),
        (unit("gatling", "Blue", 30, 20), 0),
    ],
)
def test_volley_fire_is_for_close_infantry_at_a_charger(firer: object, bonus: int) -> None:
    parade = Parade([firer], [unit("line-rifles", "Red", 30, 29, 180, files=10, arrow=180)])  # type: ignore[list-item]
    before = value(parade, "{Blue}>{Red}")
    parade["Red"].charging = True
    assert value(parade, "{Blue}>{Red}") == before + bonus


def test_a_notable_person_fires_with_his_unit_by_his_own_shoot_and_last() -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 20, figures=3), unit("hero", "Hero", 30, 21, host="Blue")],
        [unit("line-rifles", "Red", 30, 25.5, 180, files=10)],
    )
    told = parade.fire("{Blue}>{Red}", dice=[10, 10, 10, 7, 8])
    assert [roll.why for roll in rolls(told)] == ["Breech rifle at short range", "Revolver at short range"]
    assert one(told, Fired).hits == 1
    assert one(told, Fired).notables == [parade["Hero"].id]
    assert parade["Hero"].fired


def test_a_notable_person_whose_weapon_does_not_reach_lets_his_unit_fire_alone() -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 20, figures=3), unit("hero", "Hero", 30, 21, host="Blue")],
        [unit("line-rifles", "Red", 30, 40, 180, files=10)],
    )
    told = parade.fire("{Blue}>{Red}", dice=[10, 10, 10])
    assert one(told, Fired).notables == []
    assert not parade["Hero"].fired


def test_who_has_fired_on_his_own_does_not_fire_again_with_a_unit() -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 20, figures=3), unit("hero", "Hero", 30, 21, host="Blue")],
        [unit("line-rifles", "Red", 30, 26, 180, files=10)],
    )
    parade["Hero"].fired = True
    told = parade.fire("{Blue}>{Red}", dice=[10, 10, 10])
    assert one(told, Fired).notables == []


# ---------------------------------------------------------------- 4.6.5: at one moment


def test_losses_come_off_only_when_all_is_rolled() -> None:
    """Trap 5: the second volley counts its dice before the first has killed anybody."""
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 20, figures=3)],
        [unit("line-rifles", "Red", 30, 30, 180, figures=3)],
    )
    told = parade.fire("{Blue}>{Red}", "{Red}>{Blue}", dice=[1, 1, 1, 1, 1, 10])
    kinds = [type(event).__name__ for event in told]
    assert kinds.index("FiguresLost") > max(at for at, kind in enumerate(kinds) if kind == "Fired")
    assert parade.left("Blue", "Red") == [1, 0]


def test_extra_hits_are_wasted() -> None:
    parade = Parade([unit("gatling", "Blue", 30, 20)], [unit("line-rifles", "Red", 30, 30, 180, figures=2)])
    told = parade.fire("{Blue}>{Red}", dice=[1] * 6)
    assert one(told, FiguresLost).count == 2
    assert parade["Red"].place == Where.GONE


def test_in_the_shooting_step_everybody_commits_himself_before_dice_fall() -> None:
    parade = Parade([unit("line-rifles", "Blue", 30, 20)], [unit("line-rifles", "Red", 30, 30, 180, files=10)])
    told = parade.shooting("fire fire:{Blue}>{Red}", "fire fire:{Red}>{Blue}", dice=[10] * 20)
    assert "R28" in cited(told)
    assert [event.unit for event in of(told, Fired)] == [0, 1]


def test_by_switch_fire_is_declared_openly_in_order() -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 20)],
        [unit("line-rifles", "Red", 30, 30, 180, files=10)],
        fire_declaration="open-in-order",
    )
    told = parade.shooting("fire hold", "fire fire:{Red}>{Blue}", dice=[10] * 10)
    assert [event.unit for event in of(told, Fired)] == [1]
    assert [question.seat for question in parade.script.asked] == [0, 1]


# ---------------------------------------------------------------- 4.7: whom hits find


def test_hits_are_diced_over_figures_and_notable_persons() -> None:
    """Three figures and the commander: a 4 is his; he saves himself on 7 or less."""
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 20, figures=2)],
        [unit("line-rifles", "Red", 30, 30, 180, figures=3), unit("commander", "General", 30, 29, 180, host="Red")],
    )
    told = parade.fire("{Blue}>{Red}", dice=[1, 1, 2, 4, 7])
    assert one(told, NotableHit).out is False
    assert parade.left("Red") == [2]
    assert "R45" in cited(told)


def test_a_unit_that_is_gone_leaves_its_notable_person_alone() -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 20, figures=3)],
        [unit("line-rifles", "Red", 30, 30, 180, figures=2), unit("commander", "General", 30, 29, 180, host="Red")],
    )
    parade.fire("{Blue}>{Red}", dice=[1, 1, 1, 1, 2, 3, 1])
    assert parade["Red"].place == Where.GONE
    assert parade["General"].place == Where.ON_TABLE
    assert parade["General"].fired is False


def test_a_lone_notable_person_saves_himself_hit_by_hit() -> None:
    parade = Parade([unit("line-rifles", "Blue", 30, 20, figures=3)], [unit("hero", "Hero", 30, 30, 180)])
    told = parade.fire("{Blue}>{Hero}", dice=[1, 1, 10, 8, 9])
    assert one(told, NotableHit).hits == 2
    assert one(told, NotableLost)
    assert parade["Hero"].place == Where.GONE


def test_small_arms_on_a_gun_hit_crew_only() -> None:
    parade = Parade([unit("line-rifles", "Blue", 30, 20)], [unit("field-gun", "Gun", 30, 31, 180)])
    told = parade.fire("{Blue}>{Gun}", dice=[1, 1, *[10] * 8])
    assert parade.left("Gun") == [2]
    assert not of(told, GunHit)


# ---------------------------------------------------------------- 4.8: templates


def test_a_template_takes_the_nearest_whoever_they_are() -> None:
    parade = Parade(
        [unit("field-gun", "Gun", 30, 20), unit("line-rifles", "Friends", 30, 42, 0, figures=3)],
        [unit("militia", "Red", 30, 40, 180, files=3, figures=3)],
    )
    aim = parade["Red"].first
    told = parade.fire(f"{{Gun}}>{{Red}}@{aim}", dice=[1, 20])
    burst = one(told, Burst)
    assert burst.most == 7
    assert sum(burst.counts) == 6
    assert parade.left("Red", "Friends") == [0, 0]


def test_notable_persons_under_it_save_themselves_and_use_up_their_place() -> None:
    parade = Parade(
        [unit("field-gun", "Gun", 30, 20)],
        [unit("militia", "Red", 30, 40, 180, figures=3, order="loose"), unit("commander", "General", 30, 39, 180)],
    )
    aim = parade["Red"].first
    told = parade.fire(f"{{Gun}}>{{Red}}@{aim}", dice=[1, 6, 7])
    assert one(told, Burst).most == 2
    assert one(told, NotableHit).out is False
    assert parade.left("Red") == [2]


@pytest.mark.parametrize(("die", "wrecked"), [(2, True), (3, False)])
def test_a_gun_under_it_is_wrecked_by_an_even_die(die: int, wrecked: bool) -> None:
    """R19."""
    parade = Parade([unit("field-gun", "Gun", 30, 20)], [unit("field-gun", "Red", 30, 40, 180)])
    aim = parade["Red"].first
    told = parade.fire(f"{{Gun}}>{{Red}}@{aim}", dice=[1, 3, die])
    assert one(told, GunHit).wrecked is wrecked
    assert len(of(told, GunLost)) == int(wrecked)
    assert parade["Red"].has_gun() is not wrecked


def test_by_switch_guns_are_never_wrecked() -> None:
    parade = Parade([unit("field-gun", "Gun", 30, 20)], [unit("field-gun", "Red", 30, 40, 180)], gun_wreck="never")
    told = parade.fire(f"{{Gun}}>{{Red}}@{parade['Red'].first}", dice=[1, 3])
    assert not of(told, GunHit)


def test_a_machine_touched_saves_but_does_not_use_up_the_cap() -> None:
    parade = Parade(
        [unit("field-gun", "Gun", 30, 20)],
        [unit("militia", "Red", 30, 40, 180, figures=3), unit("steam-car", "Car", 30, 45, 180)],
    )
    told = parade.fire(f"{{Gun}}>{{Red}}@{parade['Red'].first}", dice=[1, 9, 4, 1])
    assert one(told, Burst).counts == [3]
    assert rolls(told, "Armour save")


def test_a_direct_hit_on_a_machine_places_no_template() -> None:
    parade = Parade(
        [unit("field-gun", "Gun", 30, 20)],
        [unit("steam-car", "Car", 30, 40, 180), unit("militia", "Red", 33, 40, 180, figures=3)],
    )
    told = parade.fire("{Gun}>{Car}", dice=[1, 4, 1])
    assert not of(told, Burst)


def test_by_switch_everybody_under_it_falls() -> None:
    parade = Parade(
        [unit("field-gun", "Gun", 30, 20)],
        [unit("militia", "Red", 30, 40, 180, files=5, figures=10)],
        blast="all-under",
    )
    parade.fire(f"{{Gun}}>{{Red}}@{parade['Red'].first}", dice=[1])
    assert parade.left("Red") == [0]


def test_a_shell_is_laid_on_a_figure_in_sight() -> None:
    parade = Parade([unit("field-gun", "Gun", 30, 20)], [unit("militia", "Red", 30, 40, 180, files=6)])
    shot = shots(parade.battle, parade["Gun"], interrupt=False)[0]
    assert shot.aim in aims(parade.battle, shot)
    wrong = Shot(shot.unit, -1, shot.target, parade["Gun"].first)
    assert "must lay its shell" in refusal(parade.battle, [wrong], interrupt=False)


def test_a_shell_may_be_laid_on_every_figure_in_sight() -> None:
    """4.8.1: of places as good as each other the first is proposed, though it is the first figure of all."""
    parade = Parade([unit("militia", "Red", 30, 20, files=3, figures=3)], [unit("field-gun", "Gun", 30, 50, 180)])
    assert [shot.aim for shot in shots(parade.battle, parade["Gun"], interrupt=False)] == [0]
    parade.shooting("fire hold")
    keys = parade.offered(parade.last_question().options)
    assert keys == ["hold", "fire:1>0@0", "fire:1>0@1", "fire:1>0@2"]


@pytest.mark.parametrize(("away", "worth"), [(4.0, 2), (4.01, 1)])
def test_who_is_just_under_the_template_counts_where_it_is_laid(away: float, worth: int) -> None:
    """A field gun's has a radius of four inches; a friend under it counts twice against it."""
    parade = Parade(
        [unit("field-gun", "Gun", 30, 20), unit("hero", "Friend", 10, 46)],
        [unit("hero", "One", 30, 50, 180), unit("hero", "Two", 30 + away, 50, 180), unit("hero", "Three", 10, 50, 180)],
    )
    assert harvest(parade.battle, parade["Gun"], parade["One"].first, 4.0) == worth
    assert harvest(parade.battle, parade["Gun"], parade["Three"].first, 4.0) == -1


# ---------------------------------------------------------------- guns and crews


def test_a_field_gun_needs_two_and_a_gatling_has_two_dice_a_man() -> None:
    parade = Parade(
        [unit("field-gun", "Gun", 30, 20, figures=1), unit("gatling", "Gatling", 40, 20, figures=2)],
        [unit("militia", "Red", 35, 34, 180, files=6)],
    )
    assert targets(parade, "Gun") == []
    shot = Shot(parade["Gatling"].id, -1, parade["Red"].id, -1)
    volley = lay_volley(parade.battle, shot, wild=False)
    assert volley is not None
    assert volley.aims[0].dice == 4


def test_a_crew_without_its_gun_is_unarmed() -> None:
    """R74."""
    parade = Parade([unit("field-gun", "Gun", 30, 20)], [unit("militia", "Red", 30, 40, 180, files=6)])
    parade.game.tell(GunParted(parade["Gun"].id, "R74"))
    assert targets(parade, "Gun") == []


# ---------------------------------------------------------------- shots as text


@pytest.mark.parametrize("text", ["12>7", "0>0", "12.1>7", "12.0>7", "12>7@133", "12>7@0", "12:40,41>7"])
def test_a_shot_is_read_as_it_is_written(text: str) -> None:
    shot = read_shot(text)
    assert shot is not None
    assert shot.text() == text


@pytest.mark.parametrize("text", ["", "12", ">7", "12>", "a>7", "12>7@", "12.>7", "12:>7", "1234567>7", "-1>7"])
def test_what_says_no_shot(text: str) -> None:
    assert read_shot(text) is None


@pytest.mark.parametrize("text", ["99>1", "0>99", "0.0>1", "1>0"])
def test_a_shot_that_cannot_be_is_refused_in_a_sentence(text: str) -> None:
    parade = Parade([unit("line-rifles", "Blue", 30, 20)], [unit("militia", "Red", 30, 70, 180, files=6)])
    shot = read_shot(text)
    assert shot is not None
    assert refusal(parade.battle, [shot], interrupt=False).endswith(".")


def test_the_first_unit_of_the_roster_may_be_shot_at() -> None:
    parade = Parade([unit("line-rifles", "Blue", 30, 20)], [unit("militia", "Red", 30, 30, 180, files=6)])
    assert not refusal(parade.battle, [Shot(1, -1, 0, -1)], interrupt=False)


# ---------------------------------------------------------------- 4.0.3, and who may know


def test_the_order_of_dice() -> None:
    """To hit for all; then volley by volley who is hit, SAVEs, blasts and guns; machines last."""
    parade = Parade(
        [
            unit("line-rifles", "Rifles", 20, 20, figures=1),
            unit("field-gun", "Gun", 35, 20),
            unit("gatling", "Gatling", 50, 20, figures=1),
        ],
        [
            unit("line-rifles", "Red", 20, 30, 180, figures=3),
            unit("commander", "General", 20, 29, 180, host="Red"),
            unit("field-gun", "Battery", 35, 40, 180),
            unit("steam-car", "Car", 50, 34, 180),
        ],
    )
    aim = parade["Battery"].first
    told = parade.fire(
        "{Gatling}>{Car}", f"{{Gun}}>{{Battery}}@{aim}", "{Rifles}>{Red}", dice=[1, 1, 1, 10, 4, 7, 3, 3, 1, 1]
    )
    assert [roll.why.split(" at ")[0] for roll in rolls(told)] == [
        "Breech rifle",
        "Field gun",
        "Gatling gun",
        "Who is hit",
        "A notable person's SAVE",
        "Most figures that fall",
        "Is the gun wrecked?",
        "Armour save",
        "Vehicle hit by shooting: Non-penetrating hit",
    ]


def test_everybody_is_asked_at_once_and_nobody_sees_what_others_answer() -> None:
    """H3: the step waits for all, and nothing has happened until then."""
    parade = Parade([unit("line-rifles", "Blue", 30, 20)], [unit("line-rifles", "Red", 30, 30, 180, files=10)])
    parade.in_phase(Phase.SHOOTING)
    parade.game.players = [None, parade.script]
    parade.script.lines = ["fire fire:1>0"]
    before = len(parade.game.log)
    parade.game.used = 0
    with pytest.raises(Suspended) as pause:
        steps.shooting(parade.game)
    assert [question.seat for question in pause.value.questions] == [0]
    assert len(parade.game.log) == before
