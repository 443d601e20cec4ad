"""The pure procedures one by one: who is hit in what order, what a chart does, what is told of a roll."""

from __future__ import annotations

from fractions import Fraction
from math import isclose
from pathlib import Path

import pytest

from playsheet.core import reader as reader_module
from playsheet.core.dice import State, scripted
from playsheet.core.events import Throw
from playsheet.core.exact import LAYERS, MOST_PATHS, Effort, layers
from playsheet.core.reader import read_toml
from playsheet.core.rulings import read_rulings
from playsheet.core.sheet import read_sheet
from playsheet.core.telling import roll_in_words
from playsheet.rules.gaslight.dice.cannon import (
    AtGun,
    BurstWitness,
    Cone,
    Crowd,
    GunWitness,
    Shell,
    explode,
    fire_at_gun,
    fire_cone,
    fire_shell,
    in_cone,
)
from playsheet.rules.gaslight.dice.charge import Way, can_reach, charge_bonus
from playsheet.rules.gaslight.dice.melee import Fighter, break_off, close_combat
from playsheet.rules.gaslight.dice.morale import account, case_of, check, failures, machine_failure, random_direction
from playsheet.rules.gaslight.dice.shooting import (
    Aim,
    Target,
    Volley,
    Witness,
    aim,
    count_frame,
    count_off,
    count_order,
    grenade_aim,
    gun_aim,
    hits_of,
    seen_from_front,
    shared_cover,
    shoot,
    to_hit,
)
from playsheet.rules.gaslight.dice.vehicles import (
    Battering,
    Hacking,
    VehicleWitness,
    crew_in_explosion,
    fire_at_machine,
    struck_by_hand,
    struck_by_shot,
)
from playsheet.rules.gaslight.sheet import Card, GaslightRules
from playsheet.rules.gaslight.terms import (
    MACHINE_RESULTS,
    OUTCOMES,
    Arm,
    Cover,
    FailureResult,
    Quality,
    RangeBand,
    TroopClass,
)
from playsheet.tabletop.machines.blast import FRONT, LEFT, REAR, RIGHT, frame, nearest_first, round_the_first, sector
from playsheet.tabletop.machines.charts import (
    CREW,
    LOSE,
    SAVE,
    SHOOT,
    SPEED,
    STEAM,
    SUSTAIN,
    SUSTAINS,
    WEAPON,
    WEAPON_SHOOT,
    Column,
)
from playsheet.tabletop.machines.hits import spreads
from playsheet.tabletop.machines.machine import (
    ABANDONED,
    CAPTURED_BY_FOE,
    CREWLESS,
    DISABLED,
    ENGINE_DEAD,
    EXPLODED,
    IN_PLAY,
    NO_POWER,
    RUNNING,
    STALLED,
    Harm,
    Machine,
    may_start,
    ones,
    started,
    tick,
)

HERE = Path(reader_module.__file__).parent.parent / "rules" / "gaslight"
SHEET = read_sheet(HERE / "sheet.toml")
RULINGS = read_rulings(HERE / "rulings.toml")
ENTRIES = read_toml(HERE / "cards.toml")
SURE = Throw("sure to hit")


def rules(**switches: object) -> GaslightRules:
    settings = {key.replace("_", "-"): value for key, value in switches.items()}
    return GaslightRules(SHEET, RULINGS.chosen(settings, "test"))


RULES = rules()


def card(id: str) -> Card:
    return Card(id, ENTRIES.table(id), RULES)


def certain(shots: int) -> Aim:
    return Aim(shots, 21, SURE, 0, has_srm=True)


# ---------------------------------------------------------------- to hit


def test_an_aim_counts_every_shot() -> None:
    gatling = card("gl-gatling").gun
    assert gatling is not None
    short = gun_aim(RULES, gatling, 12, RangeBand.SHORT)
    assert (short.dice, short.number, short.srm) == (2, 12, -9)
    rifles = aim(RULES, RULES.weapons["semi-auto-rifle"], 9, RangeBand.LONG, 4)
    assert (rifles.dice, rifles.number, rifles.srm) == (8, 5, -8)


def test_a_launcher_has_the_srm_of_its_grenade() -> None:
    old = aim(RULES, RULES.weapons["grenade-launcher-old"], 9, RangeBand.SHORT, 1)
    assert (old.has_srm, old.srm) == (True, -10)
    thrown = grenade_aim(RULES, 9, RangeBand.LONG)
    assert (thrown.has_srm, thrown.srm, thrown.number, thrown.throw.row) == (True, -10, 5, "thrown-stuff")
    bow = aim(RULES, RULES.weapons["bow"], 9, RangeBand.SHORT, 1)
    assert not bow.has_srm


def test_a_siege_gun() -> None:
    gun = card("gl-siege-gun").gun
    assert gun is not None
    found = gun_aim(RULES, gun, 12, RangeBand.LONG)
    assert (found.dice, found.number, found.srm) == (1, 6, 4)


def test_cover_goes_on_the_die_and_is_accounted_for() -> None:
    dice = scripted(4, 5)
    dice.log = []
    assert to_hit(dice, RULES, [aim(RULES, RULES.weapons["bow"], 7, RangeBand.SHORT, 2)], Cover.HARD) == 1
    rolled = dice.log[0]
    assert (rolled.table, rolled.row, rolled.column, rolled.needed) == ("weapons", "bow", "short", "6 or less each")
    assert [(entry.add, entry.cause) for entry in rolled.account] == [(2, "hard cover")]


@pytest.mark.parametrize(
    ("none", "light", "hard", "cover"),
    [
        (5, 0, 5, Cover.LIGHT),  # W14
        (4, 4, 2, Cover.LIGHT),  # W14: the best any model has, tied or not
        (5, 5, 0, Cover.NONE),
        (0, 5, 5, Cover.LIGHT),
        (4, 0, 6, Cover.HARD),
        (3, 4, 2, Cover.LIGHT),
        (1, 0, 0, Cover.NONE),
        (3, 3, 3, Cover.LIGHT),
    ],
)
def test_w14_mixed_cover(none: int, light: int, hard: int, cover: int) -> None:
    assert shared_cover(RULES, none, light, hard) == cover


# ---------------------------------------------------------------- the order of the count

RANKS_X = [0.0, 1.0, 2.0, 3.0, 4.0] * 2
RANKS_Y = [20.0] * 5 + [21.0] * 5


def test_rank_by_rank_from_the_left() -> None:
    look = count_frame(RULES, 20.5, x=2.0, y=0.0, to_x=2.0, facing=180.0)
    assert count_order(RULES, look, RANKS_X, RANKS_Y) == list(range(10))


def test_from_the_other_side_all_is_turned_round() -> None:
    look = count_frame(RULES, 20.5, x=2.0, y=40.0, to_x=2.0, facing=180.0)
    assert count_order(RULES, look, RANKS_X, RANKS_Y) == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]


def test_the_order_does_not_mind_how_the_table_lies() -> None:
    turned_x = [-y for y in RANKS_Y]
    look = count_frame(RULES, 2.0, x=0.0, y=2.0, to_x=-20.5, facing=0.0)
    assert count_order(RULES, look, turned_x, RANKS_X) == list(range(10))


def test_an_uneven_mob_falls_into_ranks_of_an_inch() -> None:
    xs = [3.0, 1.0, 2.0, 0.0]
    ys = [10.0, 10.9, 11.0, 10.4]
    look = count_frame(RULES, 10.0, x=1.5, y=0.0, to_x=1.5, facing=0.0)
    assert count_order(RULES, look, xs, ys) == [3, 1, 0, 2]


def test_r47_switch_count_major() -> None:
    look = count_frame(RULES, 20.5, x=2.0, y=0.0, to_x=2.0, facing=180.0)
    by_file = rules(count_major="file")
    assert count_order(by_file, look, RANKS_X, RANKS_Y) == [0, 5, 1, 6, 2, 7, 3, 8, 4, 9]


def test_r47_switch_count_frame() -> None:
    """They face north, so the rear rank of the shooter's view is their front, from their own left."""
    other = rules(count_frame="target-facing")
    look = count_frame(other, 20.5, x=2.0, y=0.0, to_x=2.0, facing=0.0)
    assert count_order(other, look, RANKS_X, RANKS_Y) == [5, 6, 7, 8, 9, 0, 1, 2, 3, 4]


def test_those_who_stand_on_one_spot_stay_in_roster_order() -> None:
    look = count_frame(RULES, 5.0, x=0.0, y=0.0, to_x=0.0, facing=0.0)
    assert count_order(RULES, look, [0.0, 0.0, 0.0], [5.0, 5.0, 5.0]) == [0, 1, 2]


# ---------------------------------------------------------------- the count


class Told(Witness, GunWitness, BurstWitness):
    """Whatever is told, in order."""

    def __init__(self) -> None:
        self.hits: int | bool = 0
        self.gun_hits: list[bool] = []
        self.burst: tuple[int, int] = (-1, 0)
        self.fallen: list[int] = []
        self.saved: list[int] = []
        self.machines: list[int] = []

    def fired(self, hits: int) -> None:
        self.hits = hits

    def suffered(self, left: State) -> None:
        for hit in hits_of(left):
            self.struck(hit.which, hit.saved)

    def struck(self, which: int, saved: bool) -> None:
        (self.saved if saved else self.fallen).append(which)

    def shot(self, crew_hits: int, gun_hit: bool) -> None:
        self.gun_hits.append(gun_hit)

    def bursts(self, first: int, most: int) -> None:
        self.burst = (first, most)

    def machine(self, place: int) -> None:
        self.machines.append(place)


def test_w2_who_is_left() -> None:
    target = seen_from_front(RULES, [0, 0, 0, 0, 11, 0, 0, 0, 0, 9])
    hits = hits_of(count_off(scripted(9, 10, 9, 14), RULES, target, 4))
    assert [(hit.which + 1, hit.saved) for hit in hits] == [(5, True), (10, False), (5, False), (1, False)]


def test_r49_a_number_above_the_units_size_wraps() -> None:
    hits = hits_of(count_off(scripted(19), RULES, seen_from_front(RULES, [0, 0, 0]), 2))
    assert [hit.which for hit in hits] == [0, 2]  # ten is 1 of three; then ten round two men ends on the second


def test_hits_beyond_the_last_figure_are_lost() -> None:
    dice = scripted(1)
    hits = hits_of(count_off(dice, RULES, seen_from_front(RULES, [0, 0]), 5))
    assert len(hits) == 2
    assert dice.left() == 0


def test_no_hits_no_count_die() -> None:
    told = Told()
    dice = scripted(20)
    volley = Volley(
        RULES, [aim(RULES, RULES.weapons["bow"], 7, RangeBand.SHORT, 1)], 0, seen_from_front(RULES, [0]), named=False
    )
    shoot(dice, RULES, volley, told)
    assert (dice.left(), told.fallen) == (0, [])


def test_r40_all_weapons_of_a_group_share_one_count() -> None:
    told = Told()
    dice = scripted(1, 1, 3)
    aims = [
        aim(RULES, RULES.weapons["bow"], 7, RangeBand.SHORT, 1),
        aim(RULES, RULES.weapons["spear"], 7, RangeBand.LONG, 1),
    ]
    shoot(dice, RULES, Volley(RULES, aims, 0, seen_from_front(RULES, [0] * 4), named=False), told)
    assert (told.hits, told.fallen, dice.left()) == (2, [1, 3], 0)


def test_a_named_model_takes_every_hit_without_a_count() -> None:
    told = Told()
    dice = scripted(1, 1, 5, 15)
    aims = [aim(RULES, RULES.weapons["semi-auto-rifle"], 12, RangeBand.SHORT, 1)]
    shoot(dice, RULES, Volley(RULES, aims, 0, seen_from_front(RULES, [14]), named=True), told)
    assert (told.saved, told.fallen, dice.left()) == ([0], [0], 0)


def test_r33_only_those_shot_from_behind_have_half_a_save() -> None:
    target = Target(RULES, [12, 12], [True, False])
    dice = scripted(1, 6, 6)
    dice.log = []
    hits = hits_of(count_off(dice, RULES, target, 2))
    assert [hit.saved for hit in hits] == [False, True]
    assert [rolled.needed for rolled in dice.log[1:]] == ["5 or less", "11 or less"]
    assert [rolled.ruling for rolled in dice.log[1:]] == ["R33", "R34"]


# ---------------------------------------------------------------- bursts


def ranks(machines: tuple[int, ...] = ()) -> Crowd:
    look = frame(2.0, y0=0.0, x1=2.0, y1=20.5)
    target = seen_from_front(RULES, [0] * 10)
    return Crowd(look, RANKS_X, RANKS_Y, target, [place in machines for place in range(10)])


def test_w9_front_rear_left_right() -> None:
    told = Told()
    shell = Shell(certain(1), 0, RULES.cannons["medium"], list(range(10)), ranks(), named=False)
    fire_shell(scripted(11, 10, 14), RULES, shell, told)
    assert told.burst == (6, 4)
    assert told.fallen == [6, 1, 5, 7]  # r2, f2, r1, r3


def test_the_cycle_goes_on_until_the_radius_is_empty() -> None:
    told = Told()
    shell = Shell(certain(1), 0, RULES.grenade, list(range(10)), ranks(), named=False)
    fire_shell(scripted(11, 20, 1), RULES, shell, told)
    assert told.fallen == [0, 5, 1, 6]  # the first, rear, right, and the rear again: exactly 45 degrees is rear
    assert told.burst == (0, 4)
    wide = Shell(certain(1), 0, RULES.cannons["large"], list(range(10)), ranks(), named=False)
    told = Told()
    fire_shell(scripted(11, 20, 1), RULES, wide, told)
    assert told.fallen == [0, 5, 1, 6, 2, 7, 3, 8, 4, 9]


def test_r104_a_named_model_is_the_first_casualty() -> None:
    told = Told()
    dice = scripted(11, 1)
    fire_shell(dice, RULES, Shell(certain(1), 0, RULES.grenade, [7], ranks(), named=True), told)
    assert (told.fallen, dice.left()) == ([7], 0)


def test_r57_the_first_is_one_of_the_number_and_saves_are_not_passed_on() -> None:
    crowd = Crowd(frame(0, 0, 0, 9), [0.0, 0.0], [9.0, 10.0], seen_from_front(RULES, [11, 0]), [False, False])
    told = Told()
    fire_shell(
        scripted(1, 3, 1, 10), RULES, Shell(certain(1), 0, RULES.cannons["medium"], [0, 1], crowd, named=False), told
    )
    assert (told.saved, told.fallen) == ([0], [])


class WithHull(Crowd):
    """A machine that reaches as far as x = 3 on the right."""

    def point(self, place: int, x: float, y: float) -> tuple[float, float]:
        return (3.0, 9.0) if self.machines[place] else super().point(place, x, y)


def test_r56_machines_are_caught_by_the_nearest_point_of_the_hull() -> None:
    look = frame(x0=0.0, y0=0.0, x1=0.0, y1=9.0)
    target = seen_from_front(RULES, [0, 0])
    for crowd, machines in (
        (WithHull(look, [0.0, 6.0], [9.0, 9.0], target, [False, True]), [1]),
        (Crowd(look, [0.0, 6.0], [9.0, 9.0], target, [False, True]), []),
    ):
        told = Told()
        fire_shell(
            scripted(1, 20, 1), RULES, Shell(certain(1), 0, RULES.cannons["small"], [0], crowd, named=False), told
        )
        assert (told.fallen, told.machines) == ([0], machines)


@pytest.mark.parametrize(
    ("dx", "dy", "side"),
    [
        (0, -1, FRONT),
        (0, 1, REAR),
        (-1, 0, LEFT),
        (1, 0, RIGHT),
        (1, 1, REAR),  # exactly 45 degrees
        (-1, -1, FRONT),
        (1, -1, FRONT),
        (1.01, 1, RIGHT),
        (-1.01, -1, LEFT),
    ],
)
def test_r55_sectors(dx: float, dy: float, side: int) -> None:
    assert sector(frame(0, -10, 0, 0), dx, dy) == side


def test_r55_of_equals_the_leftmost() -> None:
    look = frame(0, -10, 0, 0)
    xs = [0.5, -0.5, 0.0]
    ys = [1.0, 1.0, -3.0]
    assert round_the_first(look, xs, ys, 3.0, RULES.blast_order, x=0.0, y=0.0) == [2, 1, 0]
    assert round_the_first(look, xs, ys, 2.9, RULES.blast_order, x=0.0, y=0.0) == [1, 0]  # 3 inches are inside, 2.9 not


def test_another_cycle_is_another_order() -> None:
    look = frame(0, -10, 0, 0)
    assert round_the_first(look, [1.0, -1.0], [0.0, 0.0], 2.0, [RIGHT, LEFT, FRONT, REAR], x=0, y=0) == [0, 1]
    assert round_the_first(look, [1.0, -1.0], [0.0, 0.0], 2.0, RULES.blast_order, x=0, y=0) == [1, 0]


def test_nearest_first() -> None:
    assert nearest_first([3.0, 1.0, 5.01, 5.0, 1.0], 5.0) == [1, 4, 0, 3]


def test_r83_an_explosion_takes_the_nearest_to_the_hull() -> None:
    told = Told()
    explode(scripted(9), RULES, RULES.cannons["large"], ranks((4,)), [6.0, 1.0, 2.0, 5.0, 0.5, 3.0, 4.0, 9, 9, 9], told)
    assert (told.machines, told.fallen) == ([4], [1, 2, 5, 6])
    told = Told()
    explode(scripted(9), RULES, RULES.cannons["medium"], ranks(), [0.0] * 10, told)
    assert told.fallen == [0, 1, 2]


# ---------------------------------------------------------------- at guns, and cones


def test_w10_who_of_the_crew_falls() -> None:
    told = Told()
    shot = AtGun(RULES, [certain(1)], 0, RULES.cannons["small"], seen_from_front(RULES, [0] * 4), heavy=[True])
    fire_at_gun(scripted(1, 6, 8, 3), RULES, shot, told)
    assert (told.gun_hits, told.fallen) == ([True], [1, 3])


def test_small_arms_hit_the_crew_only() -> None:
    told = Told()
    shot = AtGun(RULES, [certain(2)], 0, None, seen_from_front(RULES, [0] * 4), heavy=[False])
    fire_at_gun(scripted(1, 1, 1), RULES, shot, told)
    assert (told.gun_hits, told.fallen) == ([], [0, 1])


def test_w11_who_is_left_by_a_shotgun() -> None:
    gun_hit, left = fire_cone(scripted(5, 3), RULES, Cone(RULES, seen_from_front(RULES, [0] * 4), at_gun=False))
    assert [hit.which + 1 for hit in hits_of(left)] == [3, 2, 4]
    assert not gun_hit


@pytest.mark.parametrize(("die", "gun_hit"), [(8, True), (7, False)])
def test_r125_grapeshot_throws_for_the_gun_before_the_count(die: int, gun_hit: bool) -> None:
    """Two hits, the gun's die, and the count."""
    dice = scripted(3, die, 3)
    hit, left = fire_cone(dice, RULES, Cone(RULES, seen_from_front(RULES, [0] * 4), at_gun=True))
    assert hit is gun_hit
    assert len(hits_of(left)) == 2
    assert dice.left() == 0


def test_r64_no_more_hits_than_figures() -> None:
    _, left = fire_cone(scripted(6, 1, 10), RULES, Cone(RULES, seen_from_front(RULES, [11]), at_gun=False))
    assert [hit.saved for hit in hits_of(left)] == [True]


def test_who_stands_in_a_cone() -> None:
    xs = [0.0, 1.0, 1.3, 0.0, 0.0, -1.0]
    ys = [5.0, 4.0, 4.0, 6.0, 5.9, 4.0]
    assert in_cone(RULES, 0, 0, 0, 5, 6.0, xs, ys, inclusive=False) == [1, 5, 0, 4]
    assert in_cone(RULES, 0, 0, 0, 5, 6.0, xs, ys, inclusive=True) == [1, 5, 0, 4, 3]
    assert in_cone(RULES, 0, 0, 1.3, 4, 6.0, xs, ys, inclusive=False) == [1, 2]


# ---------------------------------------------------------------- close combat


def test_w12_all_at_once() -> None:
    fighters = [Fighter(10, 0, [3], active=True, machine=False) for _ in range(3)] + [
        Fighter(15, 14, [1], active=False, machine=False)
    ]
    clash = close_combat(scripted(4, 9, 10, 14, 13, 14), RULES, fighters)
    assert clash.killed == [False, True, False, True]
    assert [(blow.by, blow.at) for blow in clash.blows] == [(0, 3), (1, 3), (3, 1)]


def test_an_attribute_of_1_never_hits_and_21_always_does() -> None:
    fighters = [Fighter(1, 0, [1], active=True, machine=False), Fighter(21, 0, [0], active=False, machine=False)]
    assert close_combat(scripted(1, 20), RULES, fighters).killed == [True, False]


def test_every_save_of_a_model_is_rolled() -> None:
    fighters = [
        Fighter(21, 0, [2], active=True, machine=False),
        Fighter(21, 0, [2], active=True, machine=False),
        Fighter(1, 9, [0], active=False, machine=False),
    ]
    dice = scripted(1, 1, 20, 9, 1)
    assert close_combat(dice, RULES, fighters).killed == [False, False, True]
    assert dice.left() == 0


def test_machines_throw_all_their_dice_and_save_by_their_chart() -> None:
    walker = Fighter(11, 0, [1, 2], active=True, machine=True)
    men = [Fighter(10, 0, [0], active=False, machine=False), Fighter(10, 0, [0], active=False, machine=False)]
    clash = close_combat(scripted(10, 11, 9, 10), RULES, [walker, *men])
    assert clash.killed == [False, True, False]
    assert [(blow.by, blow.at) for blow in clash.on_machines] == [(1, 0)]


def test_r71_free_blows() -> None:
    fighters = [
        Fighter(15, 14, [], active=True, machine=False),
        Fighter(10, 0, [0], active=False, machine=False),
        Fighter(10, 0, [0], active=False, machine=False),
    ]
    dice = scripted(9, 10, 14)
    dice.log = []
    assert break_off(dice, RULES, fighters).killed == [True, False, False]
    assert [rolled.ruling for rolled in dice.log] == ["R71", "R71", "R72"]


# ---------------------------------------------------------------- morale


def test_modifiers_each_with_its_cause() -> None:
    crack = account(RULES, case_of(Quality.CRACK, Cover.HARD, leader=True, commander=True, charging=True))
    assert [(entry.add, entry.cause, entry.ruling) for entry in crack] == [
        (-2, "Army commander near", "R12"),
        (-1, "Unit leader present", "R13"),
        (-2, "Behind hard cover", "R12"),
        (-1, "Charging", "R12"),
        (-1, "Crack", "R12"),
    ]
    green = account(RULES, case_of(Quality.GREEN, Cover.LIGHT, leader=False, commander=False, charging=False))
    assert [(entry.add, entry.cause) for entry in green] == [(-1, "Behind light cover"), (1, "Green")]
    assert account(RULES, case_of(Quality.REGULAR, Cover.NONE, leader=False, commander=False, charging=False)) == []


@pytest.mark.parametrize(
    ("die", "figures", "crew", "case", "passed"),
    [
        (
            15,
            7,
            False,
            case_of(Quality.REGULAR, Cover.LIGHT, leader=False, commander=False, charging=False),
            True,
        ),  # W3
        (16, 7, False, case_of(Quality.REGULAR, Cover.LIGHT, leader=False, commander=False, charging=False), False),
        (20, 10, False, case_of(Quality.CRACK, Cover.NONE, leader=True, commander=False, charging=True), True),  # W6
        (9, 5, False, case_of(Quality.GREEN, Cover.NONE, leader=False, commander=False, charging=False), False),
        (7, 5, False, case_of(Quality.GREEN, Cover.NONE, leader=False, commander=False, charging=False), True),
        (12, 6, False, 0, False),  # W19
        (1, 1, False, 0, True),  # a 1 halved is 0
        (2, 1, False, 0, False),
        (4, 1, True, 0, True),  # a crew of one
        (5, 1, True, 0, False),
        (20, 5, True, 0, True),
        (20, 4, True, 0, False),
        (1, 1, False, case_of(Quality.GREEN, Cover.NONE, leader=False, commander=False, charging=False), False),
    ],
)
def test_checks(die: int, figures: int, crew: bool, case: int, passed: bool) -> None:
    quiet = scripted(die)
    assert check(quiet, RULES, figures, account(RULES, case), 0, crew=crew) is passed
    told = scripted(die)
    told.log = []
    assert check(told, RULES, figures, account(RULES, case), 0, crew=crew) is passed
    assert (quiet.left(), told.left()) == (0, 0)


def test_a_check_tells_the_divided_roll_and_its_account() -> None:
    dice = scripted(15)
    dice.throwers(3, 4)
    dice.log = []
    check(
        dice,
        RULES,
        7,
        account(RULES, case_of(Quality.REGULAR, Cover.LIGHT, leader=False, commander=False, charging=False)),
        1,
        crew=False,
    )
    rolled = dice.log[0]
    assert (rolled.seat, rolled.faces, rolled.needed, rolled.came) == (4, [15], "less than 7", "passed")
    assert [entry.add for entry in rolled.account] == [-8, -1]
    assert roll_in_words(rolled) == (
        "Morale check: d20 = 15, -8 divided by 2, rounded down, -1 behind light cover (R12) = 6, "
        "needs less than 7: passed [morale-test, R8]"
    )


def test_failures_in_roster_order_each_by_its_class() -> None:
    found = failures(
        scripted(1, 1, 12, 14, 20),
        RULES,
        [TroopClass.EXTRA, TroopClass.HERO, TroopClass.EXTRA, TroopClass.EXTRA, TroopClass.HERO],
        0,
    )
    assert found == [FailureResult.RUN_OFF, 1, FailureResult.BACK, FailureResult.FREEZE, FailureResult.NO_RESULT]


def test_r20_a_random_direction() -> None:
    assert isclose(random_direction(scripted(20), RULES), 360)
    assert isclose(random_direction(scripted(5), RULES), 90)


def test_r87_the_column_for_machines() -> None:
    words = [MACHINE_RESULTS[machine_failure(scripted(die), RULES)] for die in range(1, 11)]
    assert words == [
        "stands-firm",
        "sits-still",
        "no-action",
        "reverse-6",
        "reverse-6",
        "reverse-full",
        "reverse-full",
        "turn-about",
        "turn-about",
        "flee",
    ]


# ---------------------------------------------------------------- machines


class Watching(VehicleWitness):
    def __init__(self) -> None:
        self.harms: list[Harm] = []
        self.outcomes: list[str] = []
        self.columns: list[str] = []
        self.checks = 0
        self.shell = ""

    def rolled(self, machine: Machine, column: Column, face: int) -> None:
        self.columns.append(f"{column.id} {face}")

    def saved(self, machine: Machine, outcome: int) -> None:
        self.outcomes.append(OUTCOMES[outcome])

    def harmed(self, machine: Machine, harm: Harm) -> None:
        self.harms.append(harm)

    def lost(self, machine: Machine) -> None:
        self.shell = machine.shell

    def check(self, machine: Machine) -> None:
        self.checks += 1


def tank() -> Machine:
    """Save 12, Sustain 17, Speed 8; a Veteran with Save 9 and three Extras; two weapons."""
    machine = card("gl-steam-tank").machine
    assert machine is not None
    return Machine(machine.blueprint, machine.blueprint.whole(machine.save, machine.sustain, machine.speed))


def shot(machine: Machine, *dice: int, srm: int = 0, with_srm: bool = True) -> Watching:
    seen = Watching()
    faces = scripted(*dice)
    struck_by_shot(faces, RULES, machine, srm, seen, has_srm=with_srm)
    assert faces.left() == 0
    return seen


def hacked(machine: Machine, *dice: int, by_machine: bool = False) -> Watching:
    seen = Watching()
    faces = scripted(*dice)
    struck_by_hand(faces, RULES, machine, 0, by_machine, seen)
    assert faces.left() == 0
    return seen


@pytest.mark.parametrize(
    ("die", "srm", "outcome"),
    [
        (11, 0, "bounce"),
        (12, 0, "non-penetrating"),
        (13, 0, "penetrating"),
        (19, 0, "penetrating"),
        (20, 0, "catastrophic"),
        (16, 4, "catastrophic"),
        (20, -8, "non-penetrating"),
        (20, -9, "bounce"),
    ],
)
def test_saving_throws_of_a_tank(die: int, srm: int, outcome: str) -> None:
    seen = Watching()
    faces = scripted(die) if outcome == "bounce" else scripted(die, 4)
    if outcome == "catastrophic":
        faces = scripted(die, 3)
    struck_by_shot(faces, RULES, tank(), srm, seen, has_srm=True)
    assert seen.outcomes == [outcome]


def test_r43_without_an_srm_it_bounces_unrolled() -> None:
    seen = shot(tank(), with_srm=False)
    assert (seen.outcomes, seen.columns) == (["bounce"], [])


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
def test_a_non_penetrating_hit_may_do_nothing(face: int) -> None:
    machine = tank()
    before = machine.state()
    seen = shot(machine, 12, face)
    assert (seen.harms, machine.state()) == ([], before)


@pytest.mark.parametrize("face", [6, 7])
def test_an_extra_sustain_roll(face: int) -> None:
    machine = tank()
    assert shot(machine, 12, face, 16).harms[0].held
    assert machine.engine == RUNNING
    shot(machine, 12, face, 17)
    assert machine.engine == STALLED
    shot(machine, 12, face)  # nothing to be rolled for
    assert machine.engine == STALLED


@pytest.mark.parametrize(
    ("face", "shoot", "speed", "save", "sustain"),
    [(1, 1, 8, 12, 17), (2, 1, 8, 12, 17), (3, 0, 7, 12, 17), (4, 0, 7, 12, 17), (5, 0, 8, 11, 17), (6, 0, 8, 11, 17)],
)
def test_minor_damage(face: int, shoot: int, speed: int, save: int, sustain: int) -> None:
    machine = tank()
    shot(machine, 12, 8, face)
    assert (12 - machine.shoot(), machine.speed(), machine.save(), machine.sustain()) == (shoot, speed, save, sustain)


@pytest.mark.parametrize("face", [7, 8, 9, 10])
def test_minor_damage_to_the_engine(face: int) -> None:
    machine = tank()
    seen = shot(machine, 12, 9, face, 16)  # Sustain is 16 now
    assert (machine.sustain(), machine.engine) == (16, STALLED)
    assert seen.columns == ["non-penetrating 9", f"effect {face}"]


def test_ten_rolls_in_the_next_column_and_in_the_next() -> None:
    machine = tank()
    seen = shot(machine, 12, 10, 10, 3)
    assert seen.columns == ["non-penetrating 10", "penetrating 10", "catastrophic 3"]
    assert machine.engine == STALLED


@pytest.mark.parametrize("face", [2, 3])
def test_the_sustain_it_has_after_the_loss(face: int) -> None:
    machine = tank()
    shot(machine, 13, face, 15)
    assert (machine.sustain(), machine.engine) == (15, STALLED)


def test_penetrating_hits_one_by_one() -> None:
    machine = tank()
    shot(machine, 13, 4)
    assert machine.shoot() == 10
    shot(machine, 13, 5)
    assert machine.save() == 10
    shot(machine, 13, 6)
    assert not machine.steers
    assert [harm.by for harm in shot(machine, 13, 7, 4).harms] == [4]
    assert (machine.timer, machine.repairable) == (4, True)
    shot(machine, 13, 8)
    assert machine.engine == STALLED
    shot(machine, 13, 9, 3)
    assert machine.men() == [0, 1, 3]
    assert machine.fate == IN_PLAY


def test_a_crewman_with_a_save() -> None:
    machine = tank()
    saved = shot(machine, 13, 9, 1, 8)
    assert [(harm.do, harm.which, harm.held) for harm in saved.harms] == [(CREW, 0, True)]
    shot(machine, 13, 9, 1, 9)
    assert machine.men() == [1, 2, 3]
    assert machine.shoot() == 10  # the best of those who are left


@pytest.mark.parametrize(
    ("dice", "fate", "shell"),
    [
        ((6,), EXPLODED, "large"),
        ((7,), EXPLODED, "large"),
        ((10,), ABANDONED, ""),
    ],
)
def test_catastrophes(dice: tuple[int, ...], fate: int, shell: str) -> None:
    machine = tank()
    seen = shot(machine, 20, *dice)
    assert (machine.fate, seen.shell) == (fate, shell)


def test_catastrophic_hits_one_by_one() -> None:
    machine = tank()
    shot(machine, 20, 1, 4, 2)
    assert (machine.sustain(), machine.men()) == (13, [0, 2, 3])
    shot(machine, 20, 3)
    assert machine.engine == STALLED
    assert [harm.which for harm in shot(machine, 20, 4, 2).harms] == [1]
    assert machine.working() == [0]
    shot(machine, 20, 5, 1)
    assert machine.save() == 10  # a 1 counts as 2
    shot(machine, 20, 9, 3)
    assert (machine.timer, machine.repairable) == (3, False)
    shot(machine, 20, 8)
    assert machine.engine == ENGINE_DEAD


def test_r86_an_attribute_at_0_disables() -> None:
    machine = tank()
    machine.stats[SAVE] = 2
    shot(machine, 13, 5)
    assert machine.fate == DISABLED
    machine = tank()
    machine.stats[2] = 2  # Sustain: the extra roll is made all the same, and cannot be passed
    shot(machine, 13, 2, 1)
    assert machine.fate == DISABLED


def test_no_crew_left() -> None:
    machine = tank()
    machine.crew = 2
    shot(machine, 13, 9)  # a single man: no die for the pick
    assert machine.fate == CREWLESS


@pytest.mark.parametrize(
    ("face", "dice", "changed"),
    [
        (5, (), "sustain 16"),
        (6, (), "speed 7"),
        (7, (17,), "stalled"),
        (8, (2,), "weapon 1 worse by 1"),
        (9, (), "save 11"),
    ],
)
def test_dents(face: int, dice: tuple[int, ...], changed: str) -> None:
    machine = tank()
    seen = hacked(machine, 12, face, *dice)
    words = {
        "sustain 16": machine.sustain() == 16,
        "speed 7": machine.speed() == 7,
        "stalled": machine.engine == STALLED,
        "weapon 1 worse by 1": [(harm.do, harm.which, harm.by) for harm in seen.harms] == [(WEAPON_SHOOT, 1, 1)],
        "save 11": machine.save() == 11,
    }
    assert [word for word, true in words.items() if true] == [changed]


def test_cracks_one_by_one() -> None:
    machine = tank()
    hacked(machine, 13, 2, 5)
    assert machine.save() == 7
    hacked(machine, 13, 3, 1, 6)
    assert (machine.weapon_shoot(0), machine.weapon_shoot(1)) == (6, 12)
    hacked(machine, 13, 5, 3)
    assert machine.sustain() == 14
    hacked(machine, 13, 7)
    assert machine.sustain() == 11
    hacked(machine, 13, 6, 2)
    assert (machine.timer, machine.repairable) == (2, True)
    seen = hacked(machine, 13, 8, 4)
    assert (machine.men(), seen.checks) == ([0, 1, 2], 1)
    hacked(machine, 13, 4)
    assert machine.engine == ENGINE_DEAD


def test_twenty_is_a_crack_and_a_dent_may_be() -> None:
    assert hacked(tank(), 20, 1, 5).columns == ["crack 1"]
    assert hacked(tank(), 12, 10, 1, 5).columns == ["dent 10", "crack 1"]


@pytest.mark.parametrize("face", [9, 10])
def test_captured_or_burst(face: int) -> None:
    machine = tank()
    hacked(machine, 13, face)
    assert machine.fate == CAPTURED_BY_FOE
    machine = tank()
    seen = hacked(machine, 13, face, by_machine=True)
    assert (machine.fate, seen.shell) == (EXPLODED, "medium")


def test_r86_a_weapon_whose_shoot_comes_to_0_is_gone() -> None:
    machine = tank()
    machine.stats[1] = 7  # Shoot 5
    seen = hacked(machine, 13, 3, 2, 5)
    assert [harm.do for harm in seen.harms] == [WEAPON_SHOOT, WEAPON]
    assert machine.working() == [0]
    assert machine.fate == IN_PLAY


def test_weapons_of_a_machine_without_any() -> None:
    car = card("gl-steam-car").machine
    assert car is not None
    machine = Machine(car.blueprint, car.blueprint.whole(car.save, car.sustain, car.speed))
    shot(machine, 20, 4)  # the only one: no die
    assert machine.working() == []
    assert shot(machine, 20, 4).harms == []


def test_w8_and_w20_hit_by_hit() -> None:
    aims = [Aim(4, 12, SURE, -5, has_srm=True)]
    machine = tank()
    machine.stats[SAVE] = 10
    seen = Watching()
    state = fire_at_machine(scripted(3, 11, 12, 19, 17, 5, 13, 1), RULES, aims, 0, machine, seen)
    assert seen.outcomes == ["penetrating", "non-penetrating"]
    after = Machine(machine.blueprint, state)
    assert (after.save(), [(harm.do, harm.which, harm.by) for harm in seen.harms]) == (8, [(LOSE, SAVE, 2)])


@pytest.mark.parametrize(
    ("id", "srm", "worn"),
    [
        ("gl-steam-tank", 0, ()),
        ("gl-steam-tank", -5, ((SAVE, 2), (SHOOT, 9))),  # the best shot's death may end it
        ("gl-steam-car", 3, ((SUSTAINS, 3), (SPEED, 1))),
        ("gl-steam-car", 0, ((SHOOT, 8),)),
    ],
)
@pytest.mark.parametrize("hacked_at", [False, True])
def test_hits_by_what_they_touch_come_to_the_same_as_every_path(
    id: str, srm: int, worn: tuple[tuple[int, int], ...], hacked_at: bool
) -> None:
    """Three hits, each against the Save that the last has left; and as many paths are counted."""
    vehicle = card(id).machine
    assert vehicle is not None
    machine = Machine(vehicle.blueprint, vehicle.blueprint.whole(vehicle.save, vehicle.sustain, vehicle.speed))
    for stat, points in worn:
        machine.stats[stat] = points
    for n in (1, 2, 3):
        found: list[dict[State, Fraction]] = []
        spent: list[int] = []
        for way in (layers, spreads):
            shooting = Battering(RULES, machine, n, True, srm, Watching())
            hacking = Hacking(RULES, machine, n, srm, True, Watching())
            LAYERS.clear()
            effort = Effort(MOST_PATHS)
            last = way(n, machine.state(), hacking if hacked_at else shooting, effort)[n]
            chances: dict[State, Fraction] = {}
            for state, weight in zip(last.states, last.weights, strict=True):
                told = (0, state[1], state[5], ones(state[9])) if state[0] == IN_PLAY else (state[0],)
                chances[told] = chances.get(told, Fraction(0)) + Fraction(weight, last.total)
            found.append(chances)
            spent.append(effort.spent)
        assert found[0] == found[1]
        assert sum(found[0].values()) == 1
        assert spent[0] == spent[1]


def test_a_lost_machine_takes_no_more_hits() -> None:
    seen = Watching()
    dice = scripted(1, 1, 1, 20, 6)
    fire_at_machine(dice, RULES, [Aim(3, 21, SURE, 0, has_srm=True)], 0, tank(), seen)
    assert (seen.outcomes, dice.left()) == (["catastrophic"], 0)


def test_each_weapon_of_a_group_has_its_own_srm() -> None:
    seen = Watching()
    aims = [Aim(1, 21, SURE, -10, has_srm=True), Aim(1, 21, SURE, 0, has_srm=False), Aim(1, 21, SURE, 2, has_srm=True)]
    dice = scripted(1, 1, 1, 20, 11, 1, 5)
    fire_at_machine(dice, RULES, aims, 0, tank(), seen)
    assert (seen.outcomes, dice.left()) == (["bounce", "bounce", "penetrating"], 0)


def test_r83_the_crew_in_an_explosion() -> None:
    assert crew_in_explosion(scripted(8, 9), RULES, [9, 0, 9, 0]) == [True, False, False, False]


# ---------------------------------------------------------------- steam


def test_r84_the_timer_runs_out_at_the_end_of_a_turn() -> None:
    machine = tank()
    assert not tick(machine)
    shot(machine, 13, 7, 2)
    assert [tick(machine), machine.engine] == [False, RUNNING]
    assert [tick(machine), machine.engine] == [True, NO_POWER]
    assert may_start(machine)
    started(machine)
    assert (machine.engine, machine.timer) == (RUNNING, 0)
    assert not tick(machine)


@pytest.mark.parametrize(
    ("first", "second", "timer", "repairable"),
    [
        ((13, 7, 5), (13, 7, 2), 2, True),
        ((13, 7, 2), (13, 7, 5), 2, True),
        ((13, 7, 2), (20, 9, 5), 2, False),
        ((20, 9, 5), (13, 7, 2), 2, False),
    ],
)
def test_of_two_such_hits_the_shorter_and_the_worse(
    first: tuple[int, ...], second: tuple[int, ...], timer: int, repairable: bool
) -> None:
    machine = tank()
    shot(machine, *first)
    seen = shot(machine, *second)
    assert (machine.timer, machine.repairable) == (timer, repairable)
    assert [(harm.do, harm.by, harm.held) for harm in seen.harms] == [(STEAM, timer, repairable)]


def test_steam_that_is_gone_for_good() -> None:
    machine = tank()
    shot(machine, 20, 9, 1)
    assert tick(machine)
    assert (machine.engine, may_start(machine)) == (NO_POWER, False)
    shot(machine, 13, 8)  # it has no power: stopping it makes no difference
    assert machine.engine == NO_POWER


def test_once_mended_a_new_leak_is_repairable_again() -> None:
    machine = tank()
    shot(machine, 13, 7, 1)
    tick(machine)
    started(machine)
    shot(machine, 13, 7, 3)
    assert (machine.timer, machine.repairable) == (3, True)


def test_what_a_start_roll_mends() -> None:
    machine = tank()
    assert not may_start(machine)
    shot(machine, 13, 6)
    assert may_start(machine)
    started(machine)
    assert machine.steers
    shot(machine, 20, 8)
    assert not may_start(machine)


def test_a_state_is_a_machine_and_a_machine_is_a_state() -> None:
    machine = tank()
    shot(machine, 20, 1, 4, 2)
    shot(machine, 13, 6)
    shot(machine, 13, 7, 3)
    again = Machine(machine.blueprint, machine.state())
    assert again.state() == machine.state()
    assert (again.steers, again.timer, again.men()) == (False, 3, [0, 2, 3])


def test_an_extra_sustain_is_told() -> None:
    seen = shot(tank(), 12, 6, 3)
    assert [(harm.do, harm.held) for harm in seen.harms] == [(SUSTAIN, True)]


# ---------------------------------------------------------------- charges


def test_bonus_dice_by_kind() -> None:
    assert charge_bonus(scripted(4), RULES, Arm.FOOT, []) == 4
    assert charge_bonus(scripted(4, 6), RULES, Arm.HORSE, []) == 10
    assert charge_bonus(scripted(5), RULES, Arm.BEAST, []) == 5


@pytest.mark.parametrize(
    ("kind", "move", "gap", "rough", "leaderless", "obstacles", "reached"),
    [
        (Arm.FOOT, 6.0, 12.0, False, False, 0, True),
        (Arm.FOOT, 6.0, 12.1, False, False, 0, False),
        (Arm.HORSE, 12.0, 24.0, False, False, 0, True),
        (Arm.FOOT, 6.0, 6.0, True, False, 0, True),
        (Arm.FOOT, 6.0, 5.0, True, False, 1, False),
        (Arm.FOOT, 6.0, 4.0, True, False, 1, True),
        (Arm.BEAST, 9.0, 15.0, False, False, 0, True),
        (Arm.FOOT, 6.0, 4.0, True, True, 0, False),
    ],
)
def test_r67_reach(
    kind: int, move: float, gap: float, rough: bool, leaderless: bool, obstacles: int, reached: bool
) -> None:
    assert can_reach(RULES, Way(kind, move, gap, rough, leaderless, obstacles)) is reached
