"""Machines on the table (4.4, 4.5, 4.9, 4.10, 4.14): every result of every chart, engines, haywire, repair, the end."""

from __future__ import annotations

import pytest
from rules.orderchips.situation import Parade, Post
from rules.orderchips.situation import posted as unit
from tabletop import of, one, rolls

from playsheet.rules.orderchips.battle.events import Controlled, Locked, Moved, MoveEnded, NoActionNext, Unlocked
from playsheet.rules.orderchips.battle.fight_events import (
    Burst,
    Driven,
    Exploded,
    Fired,
    Fought,
    HaywireActs,
    MachineHarmed,
    MachineSaved,
    MoraleTested,
    Repaired,
    RepairTried,
    WentHaywire,
)
from playsheet.rules.orderchips.dice.armour import Blow
from playsheet.rules.orderchips.options.acts import is_due
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.table import engines
from playsheet.rules.orderchips.terms import EngineResult, Haywire, HitBy, Mendable, Phase
from playsheet.tabletop.machines.machine import (
    ABANDONED,
    CAPTURED_BY_FOE,
    DISABLED,
    EXPLODED,
    FATE_AT,
    IN_PLAY,
    NO_POWER,
    RUNNING,
    STALLED,
)

Told = list
FOE = unit("militia", "Foe", 10, 66, 180, files=6)


def tank(**more: object) -> Parade:
    return Parade([unit("steam-tank", "Tank", 30, 30, arrow=0)], [FOE], **more)  # type: ignore[arg-type]


def soldier(*others: Post, arrow: float = 0.0, foes: list[Post] | None = None, **more: object) -> Parade:
    """A clockwork soldier that heads north."""
    blue = [unit("clockwork-soldier", "It", 30, 30, arrow=arrow), *others]
    return Parade(blue, foes or [FOE], **more)  # type: ignore[arg-type]


def changed(parade: Parade, name: str, **fields: object) -> None:
    def change(machine: SteamMachine) -> None:
        for key, value in fields.items():
            setattr(machine, key, value)

    parade.change(name, change)


def shot(parade: Parade, name: str, dice: list[int], n: int = 1) -> Told:
    """Hits of a medium gun: a save of 1 holds, one of 10 does not."""
    return parade.hit(name, "Foe", Blow(parade.battle.rules.saves["medium"], HitBy.SHOT), dice, n)


def struck(parade: Parade, name: str, dice: list[int], by_machine: bool = False) -> Told:
    rules = parade.battle.rules
    blow = (
        Blow(rules.saves["machine"], HitBy.BY_MACHINE)
        if by_machine
        else Blow(rules.saves["infantry"], HitBy.BY_FIGURES)
    )
    return parade.hit(name, "Foe", blow, dice)


def sums(machine: SteamMachine) -> tuple[int, int, int, int]:
    return machine.armor(), machine.sustain(), machine.speed(), machine.melee()


# ---------------------------------------------------------------- 4.9: saves


def test_every_hit_rolls_a_column_whether_the_save_holds_or_not() -> None:
    """Trap 2, and R52: all saves come first, at the ARMOR of the start."""
    parade = tank()
    told = shot(parade, "Tank", [7, 8, 9, 10, 5, 1, 5], 2)
    assert [event.held for event in of(told, MachineSaved)] == [True, False]
    kinds = [type(event).__name__ for event in told]
    assert kinds.index("ChartRolled") > max(at for at, kind in enumerate(kinds) if kind == "MachineSaved")


def test_a_hit_marks_it_for_the_morale_step_and_for_penetration() -> None:
    parade = tank()
    shot(parade, "Tank", [1, 1])
    assert parade["Tank"].was_hit
    assert not parade.engine("Tank").penetrated
    shot(parade, "Tank", [1, 10, 1, 1])  # non-penetrating 10 is a penetrating hit (trap 10)
    assert parade.engine("Tank").penetrated
    parade.end()
    assert not parade.engine("Tank").penetrated


# ---------------------------------------------------------------- vehicle-shooting-hits

WHOLE = (7, 8, 8, 5)


@pytest.mark.parametrize(
    ("dice", "after"),
    [
        ([1], WHOLE),
        ([2], WHOLE),
        ([3], WHOLE),
        ([4], WHOLE),
        ([5], WHOLE),
        ([6, 8], WHOLE),  # extra SUSTAIN holds
        ([7, 8], WHOLE),
        ([8, 3], (7, 8, 7, 5)),
        ([8, 5], (6, 8, 8, 5)),
        ([9, 8, 7], (7, 7, 8, 5)),
    ],
)
def test_non_penetrating(dice: list[int], after: tuple[int, int, int, int]) -> None:
    parade = tank()
    shot(parade, "Tank", [1, *dice])
    assert sums(parade.engine("Tank")) == after


def test_minor_damage_of_sights_takes_a_random_weapon() -> None:
    """Trap 12: a die for two weapons, none for one."""
    parade = tank()
    told = shot(parade, "Tank", [1, 8, 1, 2])
    assert rolls(told, "Which weapon is hit")
    assert parade.engine("Tank").weapon_shoot(1) == 4
    car = Parade([unit("steam-car", "Tank", 30, 30)], [FOE])
    told = shot(car, "Tank", [1, 8, 2])
    assert not rolls(told, "Which weapon is hit")
    assert car.engine("Tank").weapon_shoot(0) == 3


def test_sights_of_an_unarmed_vehicle_are_no_matter() -> None:
    parade = Parade([unit("drill-mole", "Tank", 30, 30)], [FOE])
    shot(parade, "Tank", [1, 8, 1])
    assert parade.engine("Tank").fate == IN_PLAY


def test_an_extra_sustain_that_fails_stops_the_engine() -> None:
    parade = tank()
    told = shot(parade, "Tank", [1, 6, 9])
    assert parade.engine("Tank").engine == STALLED
    assert not one(told, MachineHarmed).held
    told = shot(parade, "Tank", [1, 6])  # a stopped engine rolls none (4.0.1)
    assert not rolls(told, "Extra SUSTAIN")


@pytest.mark.parametrize(
    ("dice", "after"),
    [
        ([1, 8], WHOLE),
        ([2, 6], (7, 6, 8, 5)),  # trap 9: by the rating after the reduction
        ([3, 6], (7, 6, 8, 5)),
        ([4], WHOLE),
        ([5], (5, 8, 8, 5)),
    ],
)
def test_penetrating_points(dice: list[int], after: tuple[int, int, int, int]) -> None:
    parade = tank()
    shot(parade, "Tank", [10, *dice])
    assert sums(parade.engine("Tank")) == after
    assert parade.engine("Tank").engine == RUNNING


def test_penetrating_4_dims_every_weapon() -> None:
    parade = tank()
    shot(parade, "Tank", [10, 4])
    machine = parade.engine("Tank")
    assert [machine.weapon_shoot(0), machine.weapon_shoot(1)] == [3, 3]
    assert sum(machine.lost_points()) == 2


def test_penetrating_6_locks_the_steering_until_start() -> None:
    parade = tank()
    shot(parade, "Tank", [10, 6])
    assert not parade.engine("Tank").steers
    came: list[int] = []
    parade.do(lambda: came.append(engines.drive(parade.game, parade["Tank"])), dice=[7, 8])
    assert came == [EngineResult.MOVES]
    assert parade.engine("Tank").steers


@pytest.mark.parametrize(("face", "n"), [(1, 1), (3, 3)])
def test_penetrating_7_steam_lasts_so_many_turns_more(face: int, n: int) -> None:
    """R38: n full turns after this one; then it neither moves nor fights, and START mends it (R73)."""
    parade = tank()
    shot(parade, "Tank", [10, 7, face])
    for _ in range(n):
        parade.end()
        assert parade.engine("Tank").engine == RUNNING
    parade.end()
    assert parade.engine("Tank").engine == NO_POWER
    assert not parade.engine("Tank").fights()
    parade.chips(Tank="move:0")
    came: list[int] = []
    parade.do(lambda: came.append(engines.drive(parade.game, parade["Tank"])), dice=[7])
    assert came == [EngineResult.MOVES]


def test_by_switch_the_count_includes_this_turn() -> None:
    parade = tank(steam_count="includes-this-turn")
    shot(parade, "Tank", [10, 7, 1])
    parade.end()
    assert parade.engine("Tank").engine == NO_POWER


def test_a_second_leak_keeps_the_earlier_end() -> None:
    parade = tank()
    shot(parade, "Tank", [10, 7, 1])
    shot(parade, "Tank", [10, 7, 5])
    parade.end()
    parade.end()
    assert parade.engine("Tank").engine == NO_POWER


def test_penetrating_8_stops_and_9_kills_a_crewman() -> None:
    parade = tank()
    shot(parade, "Tank", [10, 8])
    assert parade.engine("Tank").engine == STALLED
    shot(parade, "Tank", [10, 9])
    assert (parade.engine("Tank").crew, parade.engine("Tank").crew_lost) == (3, 1)


@pytest.mark.parametrize("row", [1, 2])
def test_catastrophic_1_and_2(row: int) -> None:
    parade = tank()
    shot(parade, "Tank", [10, 10, row, 3])
    machine = parade.engine("Tank")
    assert (machine.sustain(), machine.crew) == (5, 3)


def test_catastrophic_3_stops_4_destroys_a_weapon_5_buckles() -> None:
    parade = tank()
    shot(parade, "Tank", [10, 10, 3])
    assert parade.engine("Tank").engine == STALLED
    shot(parade, "Tank", [10, 10, 4, 1])
    assert parade.engine("Tank").working() == [1]
    assert parade["Tank"].has_machine()
    shot(parade, "Tank", [10, 10, 5, 1])
    assert parade.engine("Tank").armor() == 5


@pytest.mark.parametrize("row", [6, 7])
def test_catastrophic_6_and_7_explode_like_a_heavy_shell(row: int) -> None:
    parade = Parade([unit("steam-tank", "Tank", 30, 30), unit("line-rifles", "Near", 30, 37, figures=3)], [FOE])
    told = shot(parade, "Tank", [10, 10, row, 7])
    assert one(told, Exploded).shell == "heavy"
    burst = one(told, Burst)
    assert (burst.radius, burst.most, burst.counts) == (5.0, 4, [3])
    assert parade["Tank"].machine[FATE_AT] == EXPLODED
    assert parade["Tank"].hull is None


def test_the_radius_of_an_explosion_is_measured_from_the_base_edge() -> None:
    """The tank is seven deep: its front edge is at 33.5, so 38.5 is under it and 38.52 is not."""
    for y, fell in ((38.5, 1), (38.52, 0)):
        parade = Parade([unit("steam-tank", "Tank", 30, 30), unit("line-rifles", "Near", 30, y, figures=1)], [FOE])
        told = shot(parade, "Tank", [10, 10, 6, 20])
        assert sum(one(told, Burst).counts) == fell


def test_explosions_set_off_others_one_after_another() -> None:
    parade = Parade([unit("steam-car", "One", 30, 30), unit("steam-car", "Two", 34, 30)], [FOE])
    told = shot(parade, "One", [10, 10, 6, 1, 10, 10, 7, 1])
    assert [event.unit for event in of(told, Exploded)] == [0, 1]


def test_catastrophic_8_immobilises_9_leaks_10_abandons() -> None:
    parade = tank()
    shot(parade, "Tank", [10, 10, 8])
    assert parade.engine("Tank").immobile
    assert parade.do(lambda: engines.drive(parade.game, parade["Tank"])) == []  # no dice, no move
    parade = tank()
    shot(parade, "Tank", [10, 10, 9, 1])
    assert not parade.engine("Tank").repairable
    parade.end()
    parade.end()
    parade.chips(Tank="move:0")
    assert parade.do(lambda: engines.drive(parade.game, parade["Tank"])) == []
    parade = tank()
    shot(parade, "Tank", [10, 10, 10])
    assert parade["Tank"].machine[FATE_AT] == ABANDONED
    assert parade["Tank"].is_wreck()


def test_a_rating_at_zero_disables_and_ends_the_damage_of_the_step() -> None:
    """4.10.2, 4.10.6: the second hit rolls no column."""
    parade = Parade([unit("steam-car", "Tank", 30, 30)], [FOE])
    changed(parade, "Tank", stats=[2, 0, 9, 14, 4])
    shot(parade, "Tank", [10, 10, 5], 2)
    assert parade["Tank"].machine[FATE_AT] == DISABLED
    assert parade["Tank"].is_wreck()


# ---------------------------------------------------------------- vehicle-melee-hits


@pytest.mark.parametrize(
    ("dice", "after"),
    [
        ([1], WHOLE),
        ([2], WHOLE),
        ([3], WHOLE),
        ([4], WHOLE),
        ([5], (7, 7, 8, 5)),  # no extra roll
        ([6], (7, 8, 7, 5)),
        ([7, 8], WHOLE),
        ([8, 1], WHOLE),
        ([9], (6, 8, 8, 5)),
        ([10, 7], (7, 5, 8, 5)),
    ],
)
def test_dents(dice: list[int], after: tuple[int, int, int, int]) -> None:
    parade = tank()
    struck(parade, "Tank", [1, *dice])
    assert sums(parade.engine("Tank")) == after


@pytest.mark.parametrize(
    ("dice", "after"),
    [([1, 8], WHOLE), ([2, 4], (3, 8, 8, 5)), ([3, 1, 2], WHOLE), ([5, 3], (7, 5, 8, 5)), ([7], (7, 5, 8, 5))],
)
def test_cracks(dice: list[int], after: tuple[int, int, int, int]) -> None:
    parade = tank()
    struck(parade, "Tank", [10, *dice], True)
    assert sums(parade.engine("Tank")) == after
    assert parade.engine("Tank").penetrated  # R51


def test_crack_4_immobilises_6_leaks_8_kills_and_tests() -> None:
    parade = tank()
    struck(parade, "Tank", [10, 4], True)
    assert parade.engine("Tank").immobile
    parade = tank()
    struck(parade, "Tank", [10, 6, 2], True)
    assert parade.engine("Tank").timer == 3
    parade = tank()
    told = struck(parade, "Tank", [10, 8, 1], True)
    assert one(told, MoraleTested).passed
    assert parade.engine("Tank").crew == 3


@pytest.mark.parametrize("row", [9, 10])
def test_crack_9_and_10_by_whoever_hit(row: int) -> None:
    """R15: natives or machines; by a machine it explodes as a medium shell."""
    parade = tank()
    told = struck(parade, "Tank", [10, row, 20], True)
    assert one(told, Exploded).shell == "medium"
    parade = tank()
    parade["Foe"].seat = -1  # nobody commands them: they cannot drive it off
    told = parade.hit("Tank", "Foe", Blow(parade.battle.rules.saves["heavy"], HitBy.BY_FIGURES), [10, row])
    assert CAPTURED_BY_FOE in [getattr(event, "fate", -1) for event in told]
    assert parade["Tank"].machine[FATE_AT] == ABANDONED


# ---------------------------------------------------------------- automata-hits

CLOCK = (5, 8, 6, 5)


@pytest.mark.parametrize(
    ("dice", "after"),
    [
        ([1], CLOCK),
        ([2], CLOCK),
        ([3], CLOCK),
        ([4], CLOCK),
        ([5], CLOCK),
        ([6, 8], CLOCK),
        ([7, 8], (4, 8, 6, 5)),
        ([8, 7], (5, 7, 6, 5)),
        ([9, 3], CLOCK),
        ([10, 1, 8], CLOCK),
    ],
)
def test_automata_save_held(dice: list[int], after: tuple[int, int, int, int]) -> None:
    parade = soldier()
    shot(parade, "It", [1, *dice])
    assert sums(parade.engine("It")) == after


@pytest.mark.parametrize(
    ("dice", "after"),
    [
        ([1, 8], CLOCK),
        ([2, 3], (5, 6, 6, 5)),
        ([3, 3], (5, 6, 6, 5)),
        ([4, 1], CLOCK),  # odd: its SHOOT
        ([4, 2], (5, 8, 6, 3)),
        ([5, 3], (3, 8, 6, 5)),
        ([9, 3], (5, 6, 6, 5)),
    ],
)
def test_automata_save_failed(dice: list[int], after: tuple[int, int, int, int]) -> None:
    parade = soldier()
    shot(parade, "It", [10, *dice])
    assert sums(parade.engine("It")) == after


def test_automata_rows_6_7_8_and_10() -> None:
    parade = soldier()
    shot(parade, "It", [10, 6])
    shot(parade, "It", [10, 7, 2])
    shot(parade, "It", [10, 8])
    machine = parade.engine("It")
    assert (machine.steers, machine.timer, machine.immobile) == (False, 3, True)
    told = shot(parade, "It", [10, 10, 20])
    assert one(told, Exploded).shell == "medium"


@pytest.mark.parametrize(("weapon", "melee", "after"), [(0, 5, 3), (1, 0, 0), (0, 0, 0)])
def test_automata_row_4_needs_no_die_for_the_only_thing_left(weapon: int, melee: int, after: int) -> None:
    """The arm is gone, or it does not fight, or neither is left."""
    parade = soldier()
    changed(parade, "It", weapons=[weapon], stats=[5, 0, 8, 6, melee])
    shot(parade, "It", [10, 4])
    assert parade.engine("It").melee() == after
    assert parade.engine("It").weapon_shoot(0) == (2 if weapon else 0)


def test_automata_have_the_same_chart_in_melee_and_never_test() -> None:
    """Trap 11."""
    parade = soldier()
    told = struck(parade, "It", [10, 1, 8], True)
    assert "automata-hits" in [event.chart for event in told if hasattr(event, "chart")]
    assert not of(parade.morale(), MoraleTested)


# ---------------------------------------------------------------- 4.4, 4.5: engines


def test_a_vehicle_breaks_down_and_starts_again() -> None:
    parade = tank()
    came: list[int] = []
    told = parade.do(lambda: came.append(engines.drive(parade.game, parade["Tank"])), dice=[9])
    assert came == [EngineResult.BREAKS_DOWN]
    assert one(told, Driven).result == EngineResult.BREAKS_DOWN
    assert parade.engine("Tank").engine == STALLED
    parade.do(lambda: came.append(engines.drive(parade.game, parade["Tank"])), dice=[8])
    assert came[-1] == EngineResult.STAYS


def test_by_switch_who_starts_moves_next_turn() -> None:
    parade = tank(start_then_move=False)
    changed(parade, "Tank", engine=STALLED)
    came: list[int] = []
    parade.do(lambda: came.append(engines.drive(parade.game, parade["Tank"])), dice=[1])
    assert came == [EngineResult.STARTS]


def test_an_immobilised_automaton_makes_no_roll() -> None:
    parade = soldier()
    changed(parade, "It", immobile=True)
    assert parade.do(lambda: engines.drive(parade.game, parade["It"])) == []


def test_stationary_machines_roll_only_by_switch() -> None:
    """R64."""
    for switch, dice in (("no", []), ("automata-only", []), ("all", [9])):
        parade = Parade([unit("steam-tank", "Tank", 30, 30)], [FOE], stationary_sustain=switch)
        parade.do(lambda parade=parade: engines.standing(parade.game, parade["Tank"]), dice=dice)
        assert (parade.engine("Tank").engine == STALLED) is (switch == "all")
    parade = Parade([unit("clockwork-soldier", "It", 30, 30)], [FOE], stationary_sustain="automata-only")
    told = parade.do(lambda: engines.standing(parade.game, parade["It"]), dice=[9, 3])
    assert one(told, WentHaywire).result == Haywire.JAMS


# ---------------------------------------------------------------- 4.14: haywire


def went(parade: Parade, dice: list[int]) -> Told:
    """Its SUSTAIN fails, and then these dice."""
    return parade.do(lambda: engines.drive(parade.game, parade["It"]), dice=[9, *dice])


@pytest.mark.parametrize("face", [1, 2])
def test_haywire_1_and_2_reset(face: int) -> None:
    """Nothing more this turn, no action next turn, then normal."""
    parade = soldier()
    told = went(parade, [face])
    assert one(told, NoActionNext).next
    assert parade["It"].no_action
    assert not parade.engine("It").fights()
    parade.end()
    assert parade["It"].no_action
    assert parade.engine("It").haywire == Haywire.RESETS
    parade.end()
    assert not parade["It"].no_action
    assert parade.engine("It").haywire == Haywire.OBEYS


@pytest.mark.parametrize("face", [3, 4])
def test_haywire_3_and_4_jam_until_repaired(face: int) -> None:
    parade = soldier()
    went(parade, [face])
    parade.end()
    parade.end()
    assert parade.engine("It").haywire == Haywire.JAMS
    assert not is_due(parade.battle, parade["It"])


@pytest.mark.parametrize(("face", "pips", "facing"), [(5, 10, 0.0), (6, 5, 180.0)])
def test_haywire_5_and_6_go_a_random_way_and_roll_again(face: int, pips: int, facing: float) -> None:
    parade = soldier()
    told = went(parade, [face, pips])
    assert parade.facing("It") == facing
    assert parade.at("It") == (30.0, 36.0 if facing == 0.0 else 24.0)
    assert one(told, MoveEnded)
    parade.end()
    assert is_due(parade.battle, parade["It"])
    told = parade.do(lambda: engines.haywire_turn(parade.game, parade["It"]), dice=[3])
    assert not rolls(told, "SUSTAIN")
    assert parade.engine("It").haywire == Haywire.JAMS


def test_haywire_7_goes_straight_ahead_and_stops_on_contact() -> None:
    parade = soldier(foes=[unit("militia", "Foe", 30, 34, 180, arrow=180, figures=1)])
    told = went(parade, [7])
    assert parade.at("It") == (30.0, 32.75)
    assert one(told, Locked).other == parade["Foe"].id


def test_a_friend_in_the_way_is_met_but_not_fought() -> None:
    parade = soldier(unit("line-rifles", "Friends", 30, 34, figures=1))
    told = went(parade, [7])
    assert parade.at("It") == (30.0, 32.75)
    assert not of(told, Locked)


@pytest.mark.parametrize("face", [8, 9])
def test_haywire_8_and_9_attack_the_nearest_friend_or_foe(face: int) -> None:
    """R76: it tests to receive, in the moves; a friend hits back; the lock lapses when it obeys again."""
    parade = soldier(unit("line-rifles", "Friends", 30, 35, figures=9), unit("scientist", "Professor", 50, 30))
    told = went(parade, [face, 1])
    assert one(told, HaywireActs).prey == parade["Friends"].id
    assert one(told, MoraleTested).unit == parade["Friends"].id
    assert one(told, Locked).unit == parade["It"].id
    told = parade.melee(dice=[9, 9, 9, 9, 9, 9])
    assert {event.unit for event in of(told, Fought)} == {0, 1}
    told = parade.do(lambda: engines.try_repair(parade.game, parade["Professor"], parade["It"]), dice=[1])
    assert one(told, Unlocked)


def test_a_friend_who_quails_goes_back_from_it() -> None:
    """R104."""
    parade = soldier(unit("line-rifles", "Friends", 30, 35, figures=9))
    went(parade, [8, 10, 4])
    assert parade.at("Friends") == (30.0, 41.0)


def test_what_it_cannot_reach_it_shoots_at_a_disadvantage() -> None:
    parade = soldier(foes=[unit("line-rifles", "Foe", 30, 45, 180, arrow=180, figures=1)])
    told = went(parade, [8])
    assert not of(told, MoraleTested)  # too far to be charged
    assert parade.at("It") == (30.0, 38.0)
    told = parade.shooting("fire hold", dice=[1, 2])
    volley = one(told, Fired)
    assert (volley.unit, volley.hits) == (0, 2)
    assert rolls(told)[0].needed.startswith("2 or less each (SHOOT 4, -2 firer is moving")


def test_haywire_10_obeys_an_enemy_from_next_turn_until_repaired() -> None:
    """R42."""
    parade = soldier(unit("scientist", "Professor", 50, 30))
    told = went(parade, [10])
    assert one(told, WentHaywire).seat == 1
    assert parade["It"].seat == 0
    told = parade.end()
    assert one(told, Controlled).seat == 1
    assert (parade["It"].seat, parade["It"].side, parade["It"].owner) == (1, 1, 0)
    assert parade.engine("It").haywire == Haywire.OBEYS
    told = parade.do(lambda: engines.try_repair(parade.game, parade["Professor"], parade["It"]), dice=[6])
    assert one(told, Controlled).seat == 0
    parade.end()
    assert parade["It"].seat == 0


def test_another_ten_means_nothing() -> None:
    parade = soldier()
    went(parade, [10])
    parade.end()
    parade.chips(It="move:0")
    told = parade.do(lambda: engines.drive(parade.game, parade["It"]), dice=[9, 10])
    assert one(told, WentHaywire).seat == -1
    assert parade["It"].seat == 1
    assert not parade.battle.fits


def test_which_enemy_is_a_die_among_enemies_only() -> None:
    """Trap 18: no die for a single one."""
    told = went(soldier(), [10])
    assert not rolls(told, "Which enemy player")


def test_haywire_from_damage_waits_for_the_end_of_the_step() -> None:
    """R41, R75: told at once, carried out later; a new result replaces it."""
    parade = soldier()
    told = shot(parade, "It", [1, 9, 7])
    assert one(told, WentHaywire).result == Haywire.FORWARD
    assert parade.at("It") == (30.0, 30.0)
    assert parade.battle.fits == [0]
    shot(parade, "It", [1, 9, 5, 5])
    told = parade.do(lambda: engines.pending(parade.game))
    assert one(told, HaywireActs).result == Haywire.RANDOM_MOVE
    assert parade.at("It") == (30.0, 24.0)
    assert one(told, MoveEnded)  # it replaces its own move
    assert parade.battle.fits == []


def test_haywire_at_the_end_of_the_shooting_step_opens_no_window_and_tests_nobody() -> None:
    parade = soldier(foes=[unit("line-rifles", "Foe", 30, 36, 180, figures=9)])
    parade.in_phase(Phase.SHOOTING)
    shot(parade, "It", [1, 9, 8])
    told = parade.do(lambda: engines.pending(parade.game))
    assert not of(told, MoraleTested)
    assert one(told, Locked)


@pytest.mark.parametrize(
    ("phase", "late"), [(Phase.MOVES, False), (Phase.AFTER_EVENTS, False), (Phase.SHOOTING, True), (Phase.MELEE, True)]
)
def test_from_the_shooting_step_on_it_is_said_that_there_are_no_windows(phase: int, late: bool) -> None:
    parade = soldier()
    parade.in_phase(phase)
    shot(parade, "It", [1, 9, 2])
    told = parade.do(lambda: engines.pending(parade.game))
    assert ("R103" in one(told, HaywireActs).ruling) == late


def test_one_that_is_immobilised_attacks_nobody() -> None:
    parade = soldier(foes=[unit("line-rifles", "Foe", 30, 36, 180, figures=9)])
    changed(parade, "It", immobile=True)
    told = shot(parade, "It", [1, 9, 8])
    assert one(told, WentHaywire).result == Haywire.ATTACK
    told = parade.do(lambda: engines.pending(parade.game))
    assert not of(told, MoraleTested)
    assert parade.at("It") == (30.0, 30.0)
    assert not parade["It"].is_locked()


def test_one_that_cannot_turn_goes_straight_ahead() -> None:
    """R97."""
    parade = soldier()
    changed(parade, "It", steers=False)
    went(parade, [5, 5])
    assert parade.at("It") == (30.0, 36.0)


# ---------------------------------------------------------------- 4.14.3: repair


def test_repair_clears_everything_but_points() -> None:
    parade = soldier(unit("scientist", "Professor", 31.5, 30))
    changed(parade, "It", haywire=Haywire.JAMS, steers=False, immobile=True, timer=2, stats=[3, 0, 8, 6, 5])
    told = parade.do(lambda: engines.try_repair(parade.game, parade["Professor"], parade["It"]), dice=[6])
    assert one(told, Repaired).conditions == [Mendable.MIND, Mendable.TURNING, Mendable.LEGWORK, Mendable.BOILER]
    machine = parade.engine("It")
    assert (machine.haywire, machine.steers, machine.immobile, machine.timer) == (Haywire.OBEYS, True, False, 0)
    assert machine.armor() == 3
    assert parade["It"].no_action  # normal from next turn
    assert parade["Professor"].tried_repair


def test_a_failed_repair_mends_nothing() -> None:
    parade = soldier(unit("scientist", "Professor", 31.5, 30))
    changed(parade, "It", haywire=Haywire.JAMS)
    told = parade.do(lambda: engines.try_repair(parade.game, parade["Professor"], parade["It"]), dice=[7])
    assert not one(told, RepairTried).mends
    assert parade.engine("It").haywire == Haywire.JAMS


def test_by_switch_one_condition_of_the_owner_s_choice() -> None:
    """R43."""
    parade = soldier(unit("scientist", "Professor", 31.5, 30), repair="one-condition")
    changed(parade, "It", haywire=Haywire.JAMS, immobile=True)
    parade.do(
        lambda: engines.try_repair(parade.game, parade["Professor"], parade["It"]),
        f"mend mend:{Mendable.LEGWORK}",
        dice=[1],
    )
    machine = parade.engine("It")
    assert (machine.haywire, machine.immobile) == (Haywire.JAMS, False)


def test_a_repaired_automaton_moves_on_next_turn() -> None:
    parade = soldier(unit("scientist", "Professor", 31.5, 30))
    went(parade, [7])
    parade.do(lambda: engines.try_repair(parade.game, parade["Professor"], parade["It"]), dice=[1])
    parade.end()
    assert not is_due(parade.battle, parade["It"])
    assert not parade["It"].no_action


def test_a_haywire_attacker_that_rolls_something_else_lets_its_friend_go() -> None:
    parade = soldier(unit("line-rifles", "Friends", 30, 33, figures=9))
    went(parade, [8, 1])
    assert parade["It"].is_locked()
    parade.end()
    told = parade.do(lambda: engines.haywire_turn(parade.game, parade["It"]), dice=[3])
    assert one(told, Unlocked)
    assert Haywire.ATTACK != Haywire.ENEMY_CONTROL
    assert not of(told, Moved)
