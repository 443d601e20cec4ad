"""The pure procedures one by one: numbers, who is hit, every cell of the charts, what is told of a roll."""

from __future__ import annotations

from math import isclose
from pathlib import Path

import pytest

from playsheet.core import reader as reader_module
from playsheet.core.dice import Seeded, scripted
from playsheet.core.events import Throw
from playsheet.core.exact import MOST_PATHS, Effort, layers
from playsheet.core.reader import read_toml
from playsheet.core.rulings import read_rulings
from playsheet.core.sheet import Amount, read_sheet
from playsheet.rules.orderchips.dice.armour import ArmourWitness, Battering, Blow, damage, holds, strike
from playsheet.rules.orderchips.dice.blast import BlastWitness, Shell, Under, burst, explode, fire_shell
from playsheet.rules.orderchips.dice.charge import can_reach, charge_bonus
from playsheet.rules.orderchips.dice.engines import drive, drive_automaton, may_be_started
from playsheet.rules.orderchips.dice.melee import (
    FIGHTS,
    FREE,
    Side,
    Strokes,
    blow_of,
    blows,
    fight,
    free_dice,
    melee_case,
    melee_number,
    recoil,
)
from playsheet.rules.orderchips.dice.morale import (
    MoraleSituation,
    failure,
    heads,
    morale_number,
    morale_test,
    number_of,
    vehicle_failure,
    vehicle_number,
    vehicle_test,
)
from playsheet.rules.orderchips.dice.random_events import bad_cartridges, event, is_event, native_band, roll_off
from playsheet.rules.orderchips.dice.repair import conditions, mend
from playsheet.rules.orderchips.dice.rolls import Number
from playsheet.rules.orderchips.dice.shooting import (
    Aim,
    Losses,
    Mark,
    Ranks,
    Volley,
    casualties,
    fire_case,
    is_enfiladed,
    mark_of,
    shared_cover,
    shoot,
    shoot_number,
    to_hit,
)
from playsheet.rules.orderchips.dice.shooting import Witness as FireWitness
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.sheet.tables import Card, ChipRules
from playsheet.rules.orderchips.terms import (
    ATTITUDES,
    CONDITIONS,
    ENTRIES,
    EVENTS,
    VEHICLE_ROWS,
    Arm,
    Conduct,
    Cover,
    Drill,
    EngineResult,
    Grade,
    Haywire,
    HitBy,
    Mendable,
    Order,
    RandomEvent,
    RangeBand,
    Size,
)
from playsheet.tabletop.machines.blast import nearest_first
from playsheet.tabletop.machines.charts import (
    CREW,
    HAYWIRE,
    LOSE,
    MELEE,
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
from playsheet.tabletop.machines.machine import (
    ABANDONED,
    CAPTURED_BY_FOE,
    DISABLED,
    EXPLODED,
    FATE_AT,
    FATES,
    IN_PLAY,
    NO_POWER,
    RUNNING,
    STALLED,
    Harm,
    Machine,
    Witness,
    tick,
)
from playsheet.tabletop.machines.tracks import Counting

HERE = Path(reader_module.__file__).parent.parent / "rules" / "orderchips"
SHEET = read_sheet(HERE / "sheet.toml")
RULINGS = read_rulings(HERE / "rulings.toml")
ENTRIES_OF_CARDS = read_toml(HERE / "cards.toml")
FIRE = Throw("Fire")


def rules(**switches: object) -> ChipRules:
    settings = {key.replace("_", "-"): value for key, value in switches.items()}
    return ChipRules(SHEET, RULINGS.chosen(settings, "test"))


RULES = rules()


def card(id: str, known: ChipRules = RULES) -> Card:
    return Card(id, ENTRIES_OF_CARDS.table(id), known)


def machine(id: str, known: ChipRules = RULES) -> SteamMachine:
    found = card(id, known).machine
    assert found is not None
    return SteamMachine(found.plan, found.plan.fresh())


# ---------------------------------------------------------------- the number to hit


def number(mark: Mark, moving: bool = False, band: int = RangeBand.SHORT, close_infantry: bool = False) -> int:
    return shoot_number(RULES, 5, fire_case(mark, band, moving=moving, close_infantry=close_infantry)).value - 5


def marked(kind: int, order: int = Order.CLOSE, cover: int = Cover.NONE, grade: int = Grade.AVERAGE) -> Mark:
    mark = Mark(kind, order, cover)
    mark.grade = grade
    return mark


@pytest.mark.parametrize(
    ("mark", "adds"),
    [
        (marked(Arm.INFANTRY), 0),
        (marked(Arm.INFANTRY, Order.LOOSE), -1),
        (marked(Arm.CAVALRY), 1),
        (marked(Arm.CAVALRY, Order.LOOSE), 0),  # no skirmish order for horse
        (marked(Arm.GUN), -1),
        (marked(Arm.GUN, Order.LOOSE), -1),  # once, even if both
        (marked(Arm.NOTABLE, Order.LOOSE), -1),
        (marked(Arm.VEHICLE, Order.LOOSE), 0),
        (marked(Arm.AUTOMATON, Order.LOOSE), 0),
        (marked(Arm.INFANTRY, Order.CLOSE, Cover.LIGHT), -1),
        (marked(Arm.INFANTRY, Order.CLOSE, Cover.HEAVY), -2),  # never both
        (marked(Arm.INFANTRY, Order.CLOSE, Cover.NONE, Grade.ELITE), -1),
        (marked(Arm.INFANTRY, Order.CLOSE, Cover.NONE, Grade.GREEN), 1),
        (marked(Arm.INFANTRY, Order.LOOSE, Cover.HEAVY, Grade.GREEN), -2),
    ],
)
def test_rows_of_the_target(mark: Mark, adds: int) -> None:
    assert number(mark) == adds


def test_elite_or_protected_counts_once() -> None:
    mark = marked(Arm.INFANTRY, Order.CLOSE, Cover.NONE, Grade.ELITE)
    mark.protected = True
    assert number(mark) == -1
    mark = marked(Arm.INFANTRY)
    mark.protected = True
    assert number(mark) == -1


@pytest.mark.parametrize(("size", "adds"), [(Size.LARGE, 1), (Size.ENORMOUS, 3)])
def test_large_and_enormous_do_not_stack(size: int, adds: int) -> None:
    mark = marked(Arm.VEHICLE)
    mark.size = size
    assert number(mark) == adds


def test_r57_a_card_may_have_an_elite_machine() -> None:
    assert number(mark_of(card("land-ironclad"), Order.CLOSE, Cover.NONE)) == 3
    assert number(mark_of(card("power-armour"), Order.CLOSE, Cover.NONE)) == -1
    assert number(mark_of(card("militia"), Order.LOOSE, Cover.LIGHT)) == -1


@pytest.mark.parametrize(
    ("kind", "order", "adds"),
    [
        (Arm.INFANTRY, Order.CLOSE, 1),
        (Arm.CAVALRY, Order.CLOSE, 2),
        (Arm.INFANTRY, Order.LOOSE, -1),
        (Arm.GUN, Order.CLOSE, -1),
        (Arm.VEHICLE, Order.CLOSE, 0),
    ],
)
def test_only_close_order_is_enfiladed(kind: int, order: int, adds: int) -> None:
    mark = marked(kind, order)
    mark.enfiladed = True
    assert number(mark) == adds


def test_r29_volley_fire() -> None:
    mark = marked(Arm.INFANTRY)
    assert number(mark, close_infantry=True) == 0
    mark.charging = True
    assert number(mark, close_infantry=True) == 1
    assert number(mark) == 0


def test_the_firer() -> None:
    assert number(marked(Arm.INFANTRY), moving=True, band=RangeBand.LONG) == -3


def test_modifiers_are_told_each_with_its_cause() -> None:
    mark = marked(Arm.INFANTRY, Order.LOOSE, Cover.LIGHT)
    told = shoot_number(RULES, 5, fire_case(mark, RangeBand.LONG, moving=True, close_infantry=False))
    assert [(entry.add, entry.cause, entry.ruling) for entry in told.account] == [
        (-2, "firer is moving", "R30"),
        (-1, "target at long range", "R55"),
        (-1, "target in light cover", "R32"),
        (-1, "target infantry in skirmish order or gun crew", "R24"),
    ]
    dice = scripted(1, 3)
    dice.log = []
    assert to_hit(dice, RULES, Aim(2, told, FIRE)) == 0
    assert dice.log[0].needed.startswith("0 or less each (SHOOT 5, -2 firer is moving [R30], -1 target at long range")
    assert (dice.log[0].account, dice.log[0].came) == ([], "0 hits")


def test_a_single_die_is_told_too() -> None:
    dice = scripted(5)
    dice.log = []
    assert to_hit(dice, RULES, Aim(1, shoot_number(RULES, 5, 0), FIRE)) == 1
    assert (dice.log[0].needed, dice.log[0].came) == ("5 or less (SHOOT 5)", "1 hit")


@pytest.mark.parametrize(
    ("none", "light", "heavy", "cover"),
    [
        (5, 0, 5, Cover.LIGHT),
        (4, 4, 2, Cover.LIGHT),
        (5, 5, 0, Cover.NONE),
        (0, 5, 5, Cover.LIGHT),
        (4, 0, 6, Cover.HEAVY),
        (3, 4, 2, Cover.LIGHT),
        (1, 0, 0, Cover.NONE),
    ],
)
def test_r32_mixed_cover(none: int, light: int, heavy: int, cover: int) -> None:
    assert shared_cover(RULES, none, light, heavy) == cover


@pytest.mark.parametrize(
    ("files", "ranks", "bearing", "raked"),
    [
        (5, 2, 0.0, False),
        (5, 2, 45.0, False),  # exactly 45 is not
        (5, 2, 45.1, True),
        (5, 2, 90.0, True),
        (5, 2, 134.9, True),
        (5, 2, 135.0, False),
        (5, 2, 180.0, False),
        (5, 2, 270.0, True),
        (2, 5, 0.0, True),
        (2, 5, 44.9, True),
        (2, 5, 45.0, False),
        (2, 5, 90.0, False),
        (2, 5, 180.0, True),
        (3, 3, 0.0, False),
        (3, 3, 90.0, False),
    ],
)
def test_r31_enfilade(files: int, ranks: int, bearing: float, raked: bool) -> None:
    assert is_enfiladed(RULES, files, ranks, facing=0.0, bearing=bearing) is raked
    assert is_enfiladed(RULES, files, ranks, 200.0, (bearing + 200.0) % 360.0) is raked  # wherever it faces


@pytest.mark.parametrize(("bearing", "raked"), [(0.0, False), (45.0, False), (46.0, True), (180.0, True)])
def test_r31_switch_enfilade(bearing: float, raked: bool) -> None:
    other = rules(enfilade="flank-or-rear")
    for shape in ((5, 2), (2, 5), (3, 3)):
        assert is_enfiladed(other, *shape, 0.0, bearing) is raked


# ---------------------------------------------------------------- whom hits find


def told(lost: Losses) -> tuple[int, list[int], list[bool]]:
    return lost.figures, lost.hits, lost.out


def test_notable_persons_of_a_unit_are_counted_from_one() -> None:
    reading = Ranks(2, [7, 4]).reading
    assert reading is not None
    assert reading.labels == ("figures", "notable person 1", "notable person 2")
    assert Ranks(1, []).reading is None


def test_each_hit_takes_a_figure_and_the_rest_is_wasted() -> None:
    assert told(casualties(scripted(), RULES, Ranks(10, []), 4)) == (4, [], [])
    assert told(casualties(scripted(), RULES, Ranks(2, []), 4)) == (2, [], [])


def test_r45_notable_persons_are_diced_for_and_then_all_save() -> None:
    """Three hits among eight figures and two notable persons: a figure, the second, the first; saves in their order."""
    dice = scripted(3, 10, 9, 8, 4)
    assert told(casualties(dice, RULES, Ranks(8, [7, 4]), 3)) == (1, [1, 1], [True, False])
    assert dice.left() == 0


def test_every_hit_on_him_is_saved_by_itself() -> None:
    dice = scripted(9, 9, 9, 7, 7, 8)
    assert told(casualties(dice, RULES, Ranks(8, [7]), 3)) == (0, [3], [True])


def test_a_lone_notable_person_throws_no_die_for_who() -> None:
    assert told(casualties(scripted(7, 7), RULES, Ranks(0, [7]), 2)) == (0, [2], [False])


def test_no_hits_no_dice() -> None:
    assert told(casualties(scripted(), RULES, Ranks(8, [7]), 0)) == (0, [0], [False])


def test_hits_are_diced_over_those_there_at_the_start() -> None:
    """Five hits on two figures and a notable person, all on figures: three are wasted, he is unharmed."""
    assert told(casualties(scripted(1, 2, 1, 2, 1), RULES, Ranks(2, [7]), 5)) == (2, [0], [False])


def test_r48_the_count_goes_round() -> None:
    """Number 2 among two figures and a notable person: second, first (round by him), and then him alone."""
    count = rules(casualties="gaslight-count")
    dice = scripted(3, 9)
    assert told(casualties(dice, count, Ranks(2, [7]), 3)) == (2, [1], [True])
    assert dice.left() == 0
    assert told(casualties(scripted(3, 7, 8), count, Ranks(2, [7]), 4)) == (2, [2], [True])


class Firing(FireWitness):
    def __init__(self) -> None:
        self.hits = -1
        self.lost = -1

    def fired(self, hits: int) -> None:
        self.hits = hits

    def suffered(self, losses: Losses) -> None:
        self.lost = losses.figures


def test_a_volley_of_two_weapons() -> None:
    aims = [Aim(2, shoot_number(RULES, 5, 0), FIRE), Aim(1, shoot_number(RULES, 7, 0), FIRE)]
    seen = Firing()
    shoot(scripted(5, 6, 7), RULES, Volley(aims, Ranks(6, [])), seen)
    assert (seen.hits, seen.lost) == (2, 2)
    seen = Firing()
    shoot(scripted(6, 6, 8), RULES, Volley(aims, Ranks(6, [])), seen)
    assert (seen.hits, seen.lost) == (0, -1)


# ---------------------------------------------------------------- blasts


class Bursting(BlastWitness):
    def __init__(self) -> None:
        self.hit = False
        self.most = 0
        self.fallen: list[int] = []
        self.saved: list[int] = []
        self.guns: list[bool] = []

    def fired(self, hit: bool) -> None:
        self.hit = hit

    def bursts(self, most: int) -> None:
        self.most = most

    def struck(self, place: int, saved: bool) -> None:
        (self.saved if saved else self.fallen).append(place)

    def gun(self, place: int, wrecked: bool) -> None:
        self.guns.append(wrecked)


SURE = Number(10, "SHOOT", [])


@pytest.mark.parametrize(
    ("shell", "die", "most"),
    [
        ("grenade", 1, 1),
        ("grenade", 20, 4),
        ("light", 4, 1),
        ("light", 5, 2),
        ("light", 20, 5),
        ("medium", 13, 5),
        ("medium", 20, 7),
        ("heavy", 1, 1),
        ("heavy", 3, 2),
        ("heavy", 20, 10),
    ],
)
def test_r18_the_die_divided_rounded_up(shell: str, die: int, most: int) -> None:
    seen = Bursting()
    burst(scripted(die), RULES, RULES.blasts[shell], Under([0] * 20, [0] * 20), SURE, seen)
    assert (seen.most, seen.fallen) == (most, list(range(most)))


def test_who_saves_himself_has_used_up_his_place() -> None:
    seen = Bursting()
    burst(scripted(6, 7), RULES, RULES.blasts["medium"], Under([0, 0, 1], [7, 0, 0]), SURE, seen)
    assert (seen.saved, seen.fallen) == ([0], [1])


def test_no_more_fall_than_are_under_it() -> None:
    seen = Bursting()
    burst(scripted(20), RULES, RULES.blasts["heavy"], Under([0], [0]), SURE, seen)
    assert (seen.most, seen.fallen) == (10, [0])


def test_nearest_first_and_of_equals_the_target_unit() -> None:
    assert nearest_first([2.0, 1.0, 4.0, 1.0, 4.01], 4.0) == [1, 3, 0, 2]


def test_r19_guns_under_the_template() -> None:
    seen = Bursting()
    aim = Aim(1, shoot_number(RULES, 6, 0), FIRE)
    fire_shell(scripted(6, 1, 2, 7), RULES, Shell(aim, RULES.blasts["medium"], Under([0], [0]), 2), seen)
    assert (seen.hit, seen.guns) == (True, [True, False])
    seen = Bursting()
    fire_shell(scripted(7), RULES, Shell(aim, RULES.blasts["medium"], Under([0], [0]), 2), seen)
    assert (seen.hit, seen.guns) == (False, [])


def test_figures_of_one_unit_are_thrown_for_together_by_switch() -> None:
    other = rules(blast="roll-SHOOT-per-figure")
    dice = scripted(6, 7, 6, 6, 8, 7)
    dice.log = []
    seen = Bursting()
    number = shoot_number(other, 6, 0)
    burst(dice, other, other.blasts["medium"], Under([0, 0, 1, 0, 1], [0, 0, 0, 7, 0]), number, seen)
    assert [len(rolled.faces) for rolled in dice.log] == [2, 1, 1, 1, 1]
    assert (seen.fallen, seen.saved) == ([0, 2, 3], [])


def test_r80_an_explosion_goes_by_the_chart() -> None:
    for value in ("chart", "roll-SHOOT-per-figure"):
        known = rules(blast=value)
        seen = Bursting()
        explode(scripted(10), known, known.blasts["medium"], Under([0] * 9, [0] * 9), seen)
        assert (seen.most, seen.fallen) == (4, [0, 1, 2, 3])
    seen = Bursting()
    every = rules(blast="all-under")
    explode(scripted(), every, every.blasts["medium"], Under([0] * 9, [0] * 9), seen)
    assert len(seen.fallen) == 9


# ---------------------------------------------------------------- armour saves


@pytest.mark.parametrize(
    ("row", "die", "armor", "held"),
    [
        ("rifle-gatling", 10, 4, True),
        ("rifle-gatling", 10, 3, False),
        ("light", 8, 7, True),
        ("light", 9, 7, False),
        ("medium", 7, 7, True),
        ("medium", 8, 7, False),
        ("heavy", 5, 7, True),
        ("heavy", 6, 7, False),
        ("infantry", 9, 4, True),
        ("infantry", 10, 4, False),
        ("explosives", 6, 4, True),
        ("explosives", 7, 4, False),
        ("machine", 4, 4, True),
        ("special", 6, 7, True),
        ("special", 7, 7, False),
    ],
)
def test_saves(row: str, die: int, armor: int, held: bool) -> None:
    assert holds(scripted(die), RULES, armor, RULES.saves[row]) is held


def test_the_modifier_of_a_save_goes_on_the_die_and_is_told() -> None:
    dice = scripted(10)
    dice.log = []
    holds(dice, RULES, 7, RULES.saves["rifle-gatling"])
    assert [(entry.add, entry.cause) for entry in dice.log[0].account] == [(-6, "rifle, Gatling")]
    assert (dice.log[0].needed, dice.log[0].came) == ("7 or less", "passed")


class Watching(ArmourWitness):
    def __init__(self) -> None:
        self.saves: list[bool] = []
        self.columns: list[str] = []
        self.harms: list[Harm] = []
        self.checks = 0

    def saved(self, machine: SteamMachine, which: int, held: bool) -> None:
        assert which == len(self.saves)
        self.saves.append(held)

    def rolled(self, machine: Machine, column: Column, face: int) -> None:
        self.columns.append(f"{column.id} {face}")

    def harmed(self, machine: Machine, harm: Harm) -> None:
        self.harms.append(harm)

    def check(self, machine: Machine) -> None:
        self.checks += 1


def hit(target: SteamMachine, held: bool, *dice: int, how: int = HitBy.SHOT, known: ChipRules = RULES) -> Watching:
    """One hit whose save is known; all dice must be used."""
    seen = Watching()
    faces = scripted(*dice)
    damage(faces, known, target, how, held, seen)
    assert faces.left() == 0
    return seen


def test_example_4_to_the_last_point() -> None:
    tank = machine("steam-tank")
    seen = Watching()
    strike(scripted(10, 2, 8, 7, 7, 10, 5), RULES, tank, [Blow(RULES.saves["rifle-gatling"], HitBy.SHOT)] * 2, seen)
    assert (seen.saves, seen.columns) == (
        [True, True],
        ["non-penetrating 8", "effect 7", "non-penetrating 10", "penetrating 5"],
    )
    assert (tank.armor(), tank.sustain(), sum(tank.lost_points()), tank.penetrated) == (5, 7, 3, True)
    assert number_of(RULES, tank).value == 6


def test_all_saves_of_a_step_come_first_and_damage_in_order() -> None:
    tank = machine("steam-tank")
    blows = [Blow(RULES.saves["medium"], HitBy.SHOT), Blow(RULES.saves["rifle-gatling"], HitBy.SHOT)]
    seen = Watching()
    strike(scripted(8, 10, 5, 1), RULES, tank, blows, seen)
    assert (seen.saves, seen.columns) == ([False, True], ["penetrating 5", "non-penetrating 1"])


def test_a_machine_that_is_out_takes_no_more_damage() -> None:
    tank = machine("steam-tank")
    seen = Watching()
    dice = scripted(10, 10, 10, 10, 6)
    strike(dice, RULES, tank, [Blow(RULES.saves["medium"], HitBy.SHOT)] * 3, seen)
    assert (tank.fate, tank.shell, dice.left(), len(seen.saves)) == (EXPLODED, "heavy", 0, 3)


def test_r52_by_switch_each_save_meets_what_is_left() -> None:
    other = rules(multi_hit_armour="running")
    tank = machine("steam-tank", other)
    seen = Watching()
    strike(scripted(8, 5, 6, 6), other, tank, [Blow(other.saves["medium"], HitBy.SHOT)] * 2, seen)
    assert (seen.saves, tank.armor()) == ([False, False], 5)


# ---------------------------------------------------------------- vehicles hit by shooting, cell by cell


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
def test_a_clank(face: int) -> None:
    tank = machine("steam-tank")
    before = tank.state()
    assert hit(tank, True, face).harms == []
    assert tank.state() == before


@pytest.mark.parametrize("face", [6, 7])
def test_non_penetrating_extra_sustain(face: int) -> None:
    tank = machine("steam-tank")
    assert [(harm.do, harm.held) for harm in hit(tank, True, face, 8).harms] == [(SUSTAIN, True)]
    assert tank.engine == RUNNING
    hit(tank, True, face, 9)
    assert tank.engine == STALLED
    hit(tank, True, face)  # stopped: nothing is rolled


@pytest.mark.parametrize("face", [8, 9])
@pytest.mark.parametrize(
    ("dice", "lost"),  # ARMOR, SHOOT, SUSTAIN, SPEED, MELEE
    [
        ((1, 2), [0, 1, 0, 0, 0]),
        ((2, 1), [0, 1, 0, 0, 0]),
        ((3,), [0, 0, 0, 1, 0]),
        ((4,), [0, 0, 0, 1, 0]),
        ((5,), [1, 0, 0, 0, 0]),
        ((6,), [1, 0, 0, 0, 0]),
        ((7, 7), [0, 0, 1, 0, 0]),
        ((8, 7), [0, 0, 1, 0, 0]),
        ((9, 7), [0, 0, 1, 0, 0]),
        ((10, 7), [0, 0, 1, 0, 0]),
    ],
)
def test_minor_damage(face: int, dice: tuple[int, ...], lost: list[int]) -> None:
    tank = machine("steam-tank")
    hit(tank, True, face, *dice)
    assert (tank.lost_points(), tank.engine, tank.penetrated) == (lost, RUNNING, False)


def test_minor_damage_stops_the_engine_by_what_is_left() -> None:
    tank = machine("steam-tank")
    hit(tank, True, 8, 10, 8)
    assert (tank.sustain(), tank.engine) == (7, STALLED)


def test_ten_rolls_in_the_next_column_and_in_the_next() -> None:
    tank = machine("steam-tank")
    seen = hit(tank, True, 10, 10, 3)
    assert seen.columns == ["non-penetrating 10", "penetrating 10", "catastrophic 3"]
    assert (tank.engine, tank.penetrated) == (STALLED, True)


def test_penetrating_hits_one_by_one() -> None:
    tank = machine("steam-tank")
    hit(tank, False, 1, 8)
    assert (tank.engine, tank.penetrated) == (RUNNING, True)
    hit(tank, False, 2, 6)
    assert (tank.sustain(), tank.engine) == (6, RUNNING)
    hit(tank, False, 3, 5)
    assert (tank.sustain(), tank.engine) == (4, STALLED)
    hit(tank, False, 4)
    assert [tank.weapon_shoot(0), tank.weapon_shoot(1), tank.lost_points()[SHOOT]] == [3, 3, 2]
    hit(tank, False, 5)
    assert tank.armor() == 5
    hit(tank, False, 6)
    assert not tank.steers
    assert [(harm.do, harm.by, harm.held) for harm in hit(tank, False, 7, 4).harms] == [(STEAM, 5, True)]
    hit(tank, False, 8)
    assert tank.engine == STALLED
    assert [(harm.do, harm.by) for harm in hit(tank, False, 9).harms] == [(CREW, 1)]
    assert (tank.crew, tank.crew_lost) == (3, 1)
    assert (sum(tank.lost_points()), tank.fate) == (8, IN_PLAY)


def test_penetrating_8_stops_a_running_engine() -> None:
    tank = machine("steam-tank")
    hit(tank, False, 8)
    assert (tank.engine, may_be_started(tank)) == (STALLED, True)


@pytest.mark.parametrize("face", [1, 2])
def test_catastrophic_internal_damage(face: int) -> None:
    tank = machine("steam-tank")
    hit(tank, False, 10, face, 3)
    assert (tank.sustain(), tank.crew) == (5, 3)
    hit(tank, False, 10, face, 6)  # SUSTAIN has only 5 left; the crewman is killed all the same (R108)
    assert (tank.fate, tank.crew, tank.lost_points()[SUSTAINS]) == (DISABLED, 2, 8)


def test_catastrophic_hits_one_by_one() -> None:
    tank = machine("steam-tank")
    hit(tank, False, 10, 3)
    assert tank.engine == STALLED
    assert [(harm.do, harm.which) for harm in hit(tank, False, 10, 4, 2).harms] == [(WEAPON, 1)]
    assert (tank.working(), tank.lost_points()[SHOOT]) == ([0], 0)
    hit(tank, False, 10, 4)  # the only one that works: no die, and not disabled, for it was not reduced
    assert (tank.working(), tank.fate) == ([], IN_PLAY)
    assert hit(tank, False, 10, 4).harms == []
    hit(tank, False, 10, 5, 1)
    assert tank.armor() == 5  # a 1 counts as 2
    hit(tank, False, 10, 5, 4)
    assert tank.armor() == 1
    hit(tank, False, 10, 8)
    assert (tank.immobile, tank.moves()) == (True, False)
    hit(tank, False, 10, 9, 3)
    assert (tank.timer, tank.repairable) == (4, False)


@pytest.mark.parametrize(("face", "fate"), [(6, EXPLODED), (7, EXPLODED), (10, ABANDONED)])
def test_catastrophes(face: int, fate: int) -> None:
    tank = machine("steam-tank")
    hit(tank, False, 10, face)
    assert (tank.fate, tank.shell) == (fate, "heavy" if fate == EXPLODED else "")


def test_an_immobilised_vehicle_rolls_no_sustain_and_cannot_be_started() -> None:
    tank = machine("steam-tank")
    hit(tank, False, 10, 8)
    hit(tank, True, 6)
    assert not may_be_started(tank)
    assert drive(scripted(), RULES, tank, 7) == EngineResult.STAYS


def test_the_last_of_the_crew() -> None:
    car = machine("steam-car")
    hit(car, False, 9)
    hit(car, False, 9)
    assert (FATES[car.fate], car.crew_lost) == ("abandoned", 2)


def test_r13_a_stat_at_zero() -> None:
    tank = machine("steam-tank")
    tank.stats[SAVE] = 2
    hit(tank, False, 5)
    assert (FATES[tank.fate], tank.armor()) == ("disabled", 0)
    tank = machine("steam-tank")
    tank.stats[SUSTAINS] = 2
    hit(tank, False, 2, 1)  # the extra SUSTAIN roll belongs to the cell (R108), and fails
    assert (FATES[tank.fate], tank.sustain()) == ("disabled", 0)
    tank = machine("steam-tank")
    tank.stats[SPEED] = 1
    hit(tank, True, 8, 3)
    assert (FATES[tank.fate], tank.speed()) == ("disabled", 0)


def test_r13_the_last_weapon_at_zero_disables() -> None:
    tank = machine("steam-tank")
    hit(tank, False, 4)
    hit(tank, False, 4)
    assert (tank.weapon_shoot(0), tank.fate) == (1, IN_PLAY)
    hit(tank, True, 8, 1, 1)  # the first comes to 0
    assert (tank.working(), tank.fate, tank.lost_points()[SHOOT]) == ([1], IN_PLAY, 5)
    hit(tank, True, 8, 1)  # no die for the only one
    assert (tank.working(), tank.fate) == ([], DISABLED)


def test_r13_optics_count_the_largest_loss() -> None:
    tank = machine("steam-tank")
    tank.weapons[0] = 5  # SHOOT 1 is left
    hit(tank, False, 4)
    assert (tank.weapon_shoot(0), tank.weapon_shoot(1), tank.lost_points()[SHOOT]) == (0, 3, 2)


def test_r13_a_vehicle_without_weapons_is_not_disabled_by_optics() -> None:
    mole = machine("drill-mole")
    hit(mole, False, 4)
    hit(mole, True, 8, 1)
    hit(mole, False, 10, 4)
    assert (mole.fate, sum(mole.lost_points())) == (IN_PLAY, 0)


# ---------------------------------------------------------------- vehicles hit in melee


@pytest.mark.parametrize("face", [1, 2, 3, 4])
def test_a_dent_that_does_nothing(face: int) -> None:
    assert hit(machine("steam-tank"), True, face, how=HitBy.BY_FIGURES).harms == []


@pytest.mark.parametrize(
    ("dice", "lost", "engine"),
    [
        ((5,), [0, 0, 1, 0, 0], RUNNING),  # no extra roll
        ((6,), [0, 0, 0, 1, 0], RUNNING),
        ((7, 9), [0, 0, 0, 0, 0], STALLED),
        ((8, 2), [0, 1, 0, 0, 0], RUNNING),
        ((9,), [1, 0, 0, 0, 0], RUNNING),
    ],
)
def test_dents(dice: tuple[int, ...], lost: list[int], engine: int) -> None:
    tank = machine("steam-tank")
    hit(tank, True, *dice, how=HitBy.BY_FIGURES)
    assert (tank.lost_points(), tank.engine, tank.penetrated) == (lost, engine, False)


def test_cracks_one_by_one() -> None:
    tank = machine("steam-tank")
    hit(tank, False, 1, 8, how=HitBy.BY_MACHINE)
    assert tank.penetrated
    hit(tank, False, 2, 5, how=HitBy.BY_FIGURES)
    assert tank.armor() == 2
    seen = hit(tank, False, 3, 1, 6, how=HitBy.BY_FIGURES)  # the weapon's die precedes the d6
    assert [(harm.do, harm.which, harm.by) for harm in seen.harms] == [(WEAPON_SHOOT, 0, 5), (WEAPON, 0, 0)]
    hit(tank, False, 5, 2, how=HitBy.BY_FIGURES)
    assert tank.sustain() == 6
    hit(tank, False, 6, 2, how=HitBy.BY_FIGURES)
    assert (tank.timer, tank.repairable) == (3, True)
    hit(tank, False, 7, how=HitBy.BY_FIGURES)
    assert tank.sustain() == 3
    seen = hit(tank, False, 8, how=HitBy.BY_FIGURES)
    assert (tank.crew, seen.checks) == (3, 1)
    hit(tank, False, 4, how=HitBy.BY_FIGURES)
    assert tank.immobile


def test_r14_no_test_of_manhood_without_a_crew() -> None:
    car = machine("steam-car")
    car.crew = 1
    seen = hit(car, False, 8, how=HitBy.BY_FIGURES)
    assert (car.fate, seen.checks) == (ABANDONED, 0)


@pytest.mark.parametrize("dice", [(9,), (10,)])
def test_r15_figures_capture_and_machines_burst(dice: tuple[int, ...]) -> None:
    tank = machine("steam-tank")
    hit(tank, False, *dice, how=HitBy.BY_FIGURES)
    assert tank.fate == CAPTURED_BY_FOE
    tank = machine("steam-tank")
    hit(tank, False, *dice, how=HitBy.BY_MACHINE)
    assert (tank.fate, tank.shell) == (EXPLODED, "medium")


def test_a_dent_may_be_a_crack() -> None:
    tank = machine("steam-tank")
    seen = hit(tank, True, 10, 1, 8, how=HitBy.BY_FIGURES)
    assert (seen.columns, tank.penetrated) == (["dent 10", "crack 1"], True)


# ---------------------------------------------------------------- automata


@pytest.mark.parametrize("how", [HitBy.SHOT, HitBy.BY_FIGURES, HitBy.BY_MACHINE])
def test_automata_have_one_chart_for_all_hits(how: int) -> None:
    assert hit(machine("clockwork-soldier"), True, 3, how=how).columns == ["non-penetrating 3"]
    robot = machine("clockwork-soldier")
    hit(robot, False, 10, how=how)
    assert (robot.fate, robot.shell) == (EXPLODED, "medium")


def test_an_automatons_extra_sustain_is_haywire_if_it_fails() -> None:
    robot = machine("clockwork-soldier")
    hit(robot, True, 6, 8)
    assert robot.haywire == Haywire.OBEYS
    seen = hit(robot, True, 6, 9, 7)
    assert (robot.haywire, robot.engine) == (Haywire.FORWARD, RUNNING)
    assert [(harm.do, harm.held) for harm in seen.harms] == [(SUSTAIN, False), (HAYWIRE, False)]


def test_automata_hits_that_hold_one_by_one() -> None:
    robot = machine("clockwork-soldier")
    hit(robot, True, 7, 8)
    assert robot.armor() == 4
    hit(robot, True, 8, 7)
    assert robot.sustain() == 7
    hit(robot, True, 9, 8)
    assert robot.haywire == Haywire.ATTACK
    seen = hit(robot, True, 10, 6)
    assert (seen.columns, robot.steers) == (["non-penetrating 10", "penetrating 6"], False)


def test_automata_hits_that_do_not_hold_one_by_one() -> None:
    robot = machine("clockwork-soldier")
    hit(robot, False, 1, 8)
    hit(robot, False, 2, 1)
    assert (robot.sustain(), robot.haywire) == (6, Haywire.RESETS)
    hit(robot, False, 3, 7)
    assert (robot.sustain(), robot.haywire) == (4, Haywire.FORWARD)  # a new result replaces the last
    seen = hit(robot, False, 4, 1)
    assert [(harm.do, harm.by) for harm in seen.harms] == [(WEAPON_SHOOT, 2)]
    assert (robot.weapon_shoot(0), robot.melee()) == (2, 5)
    assert [(harm.do, harm.which, harm.by) for harm in hit(robot, False, 4, 2).harms] == [(LOSE, MELEE, 2)]
    assert (robot.weapon_shoot(0), robot.melee()) == (2, 3)
    hit(robot, False, 5, 5, 10)
    assert (robot.armor(), robot.haywire) == (3, Haywire.RANDOM_MOVE)
    hit(robot, False, 6)
    assert not robot.steers
    hit(robot, False, 7, 1)
    assert (robot.timer, robot.repairable) == (2, True)
    hit(robot, False, 8)
    assert robot.immobile
    hit(robot, False, 9, 10)
    assert (robot.sustain(), robot.haywire) == (2, Haywire.ENEMY_CONTROL)
    seen = hit(robot, False, 9, 3)  # SUSTAIN is gone, and then comes the haywire die of the same cell
    assert robot.fate == DISABLED
    assert [harm.do for harm in seen.harms] == [LOSE, HAYWIRE]


def test_r108_all_effects_of_a_cell_are_applied() -> None:
    robot = machine("clockwork-soldier")
    robot.stats[SAVE] = 2
    assert [harm.do for harm in hit(robot, False, 5, 4).harms] == [LOSE, HAYWIRE]  # ARMOR at zero, and a jam
    assert (robot.fate, robot.haywire) == (DISABLED, Haywire.JAMS)
    tank = machine("steam-tank")
    tank.stats[SUSTAINS] = 1
    assert [harm.do for harm in hit(tank, True, 8, 8, 5).harms] == [LOSE, SUSTAIN]  # minor damage
    assert (tank.fate, tank.engine) == (DISABLED, STALLED)


def test_an_immobilised_automaton_still_rolls() -> None:
    robot = machine("clockwork-soldier")
    hit(robot, False, 8)
    hit(robot, True, 6, 9, 1)
    assert robot.haywire == Haywire.RESETS


def test_a_jammed_or_powerless_automaton_rolls_nothing() -> None:
    robot = machine("clockwork-soldier")
    hit(robot, True, 9, 3)
    assert robot.haywire == Haywire.JAMS
    hit(robot, True, 9)
    hit(robot, True, 6)
    hit(robot, False, 2)
    assert (robot.haywire, robot.sustain()) == (Haywire.JAMS, 6)
    robot = machine("clockwork-soldier")
    robot.engine = NO_POWER
    hit(robot, True, 9)
    hit(robot, True, 6)
    assert (robot.haywire, robot.fights()) == (Haywire.OBEYS, False)


def test_the_only_one_it_has_is_hit_without_a_die() -> None:
    robot = machine("clockwork-soldier")
    robot.weapons[0] = 0
    hit(robot, False, 4)
    assert robot.melee() == 3
    hit(robot, False, 4)
    hit(robot, False, 4)
    assert FATES[robot.fate] == "disabled"


def test_the_only_weapon_at_zero_disables_an_automaton() -> None:
    robot = machine("clockwork-soldier")
    hit(robot, False, 4, 1)
    hit(robot, False, 4, 3)
    assert (robot.fate, robot.working()) == (DISABLED, [])


def test_r82_a_weapon_of_several() -> None:
    plan = RULES.plan([5, 0, 8, 6, 5], 0, [4, 3], True)
    robot = SteamMachine(plan, plan.fresh())
    hit(robot, False, 4, 9, 2)
    assert (robot.weapon_shoot(0), robot.weapon_shoot(1)) == (4, 1)


# ---------------------------------------------------------------- haywire and repair


class Seen(Witness):
    def __init__(self) -> None:
        self.harms: list[Harm] = []

    def harmed(self, machine: Machine, harm: Harm) -> None:
        self.harms.append(harm)


@pytest.mark.parametrize(
    ("dice", "result", "by"),
    [
        ((1,), Haywire.RESETS, -1),
        ((2,), Haywire.RESETS, -1),
        ((3,), Haywire.JAMS, -1),
        ((4,), Haywire.JAMS, -1),
        ((5, 10), Haywire.RANDOM_MOVE, 10),
        ((6, 3), Haywire.RANDOM_MOVE, 3),
        ((7,), Haywire.FORWARD, -1),
        ((8,), Haywire.ATTACK, -1),
        ((9,), Haywire.ATTACK, -1),
        ((10, 2), Haywire.ENEMY_CONTROL, 1),
    ],
)
def test_every_row_of_haywire(dice: tuple[int, ...], result: int, by: int) -> None:
    robot = machine("clockwork-soldier")
    robot.enemies = 3
    seen = Seen()
    faces = scripted(*dice)
    robot.go_haywire(faces, seen)
    assert (robot.haywire, faces.left()) == (result, 0)
    assert [(harm.do, harm.which, harm.by) for harm in seen.harms] == [(HAYWIRE, result, by)]


def test_a_random_direction() -> None:
    assert [RULES.brain.degrees(pips) for pips in (3, 10)] == [108, 360]


def test_r42_another_10_under_control_does_nothing() -> None:
    robot = machine("clockwork-soldier")
    robot.enemies = 0
    robot.haywire = Haywire.ATTACK
    robot.go_haywire(scripted(10), Seen())
    assert robot.haywire == Haywire.ATTACK


def test_r43_what_a_scientist_mends() -> None:
    robot = machine("clockwork-soldier")
    assert conditions(robot, controlled=False) == []
    assert conditions(robot, controlled=True) == [Mendable.MIND]
    for dice in ((6,), (7, 3), (8,), (9, 4)):
        hit(robot, False, *dice)
    found = conditions(robot, controlled=False)
    assert [CONDITIONS[each] for each in found] == ["haywire", "cannot turn", "immobilised", "steam"]
    assert found == [Mendable.MIND, Mendable.TURNING, Mendable.LEGWORK, Mendable.BOILER]
    for each in found:
        mend(robot, each)
    assert conditions(robot, controlled=False) == []
    assert (robot.steers, robot.immobile, robot.timer, robot.haywire) == (True, False, 0, Haywire.OBEYS)
    assert robot.sustain() == 6  # points stay lost


def test_power_that_is_gone_is_mended() -> None:
    robot = machine("clockwork-soldier")
    robot.engine = NO_POWER
    assert conditions(robot, controlled=False) == [Mendable.BOILER]
    mend(robot, Mendable.BOILER)
    assert robot.engine == RUNNING


@pytest.mark.parametrize(
    ("state", "strikes"),
    [(Haywire.OBEYS, True), (Haywire.RESETS, False), (Haywire.JAMS, False), (Haywire.ATTACK, True)],
)
def test_r47_who_rolls_melee_dice(state: int, strikes: bool) -> None:
    robot = machine("clockwork-soldier")
    robot.haywire = state
    assert robot.fights() is strikes


# ---------------------------------------------------------------- driving and steam


def test_a_vehicle_sustains_or_breaks_down() -> None:
    tank = machine("steam-tank")
    assert drive(scripted(8), RULES, tank, 7) == EngineResult.MOVES
    assert drive(scripted(9), RULES, tank, 7) == EngineResult.BREAKS_DOWN
    assert tank.engine == STALLED


def test_example_13_a_start_that_moves_without_sustain() -> None:
    tank = machine("steam-tank")
    tank.engine = STALLED
    assert drive(scripted(8), RULES, tank, 7) == EngineResult.STAYS
    assert drive(scripted(7), RULES, tank, 7) == EngineResult.MOVES
    assert tank.engine == RUNNING


def test_locked_steering_is_started_and_sustain_is_rolled_either_way() -> None:
    tank = machine("steam-tank")
    tank.steers = False
    assert drive(scripted(8, 8), RULES, tank, 7) == EngineResult.MOVES
    assert not tank.steers
    assert drive(scripted(7, 9), RULES, tank, 7) == EngineResult.BREAKS_DOWN
    assert tank.steers


def test_r39_one_start_clears_all() -> None:
    tank = machine("steam-tank")
    tank.steers = False
    tank.engine = NO_POWER
    assert drive(scripted(7), RULES, tank, 7) == EngineResult.MOVES
    assert (tank.steers, tank.engine) == (True, RUNNING)


def test_power_that_is_gone_for_good() -> None:
    tank = machine("steam-tank")
    tank.engine = NO_POWER
    tank.repairable = False
    tank.steers = False
    assert drive(scripted(), RULES, tank, 7) == EngineResult.STAYS


def test_r73_a_running_timer_is_not_repaired_by_start() -> None:
    tank = machine("steam-tank")
    hit(tank, False, 7, 1)
    hit(tank, False, 6)
    assert drive(scripted(7, 8), RULES, tank, 7) == EngineResult.MOVES
    assert (tank.steers, tank.timer) == (True, 2)


@pytest.mark.parametrize(("count", "ends"), [("after-this-turn", 3), ("includes-this-turn", 2)])
def test_r38_how_long_steam_lasts(count: str, ends: int) -> None:
    known = rules(steam_count=count)
    tank = machine("steam-tank", known)
    hit(tank, False, 7, 2, known=known)
    gone = [tick(tank) for _ in range(ends)]
    assert gone == [*[False] * (ends - 1), True]
    assert (tank.engine, tank.fights()) == (NO_POWER, False)


def test_of_two_leaks_the_earlier_end_and_the_worse_kind_hold() -> None:
    tank = machine("steam-tank")
    hit(tank, False, 7, 2)
    hit(tank, False, 10, 9, 5)
    assert (tank.timer, tank.repairable) == (3, False)


def test_automata_before_their_move() -> None:
    robot = machine("clockwork-soldier")
    assert drive_automaton(scripted(8), RULES, robot, Seen()) == EngineResult.MOVES
    assert drive_automaton(scripted(9, 6, 3), RULES, robot, Seen()) == EngineResult.GOES_HAYWIRE
    robot.immobile = True
    assert drive_automaton(scripted(), RULES, robot, Seen()) == EngineResult.STAYS


def test_a_state_is_a_machine_and_a_machine_is_a_state() -> None:
    robot = machine("clockwork-soldier")
    for dice in ((4, 1), (5, 8), (6,), (7, 3), (8,)):
        hit(robot, False, *dice)
    again = SteamMachine(robot.plan, robot.state())
    assert again.state() == robot.state()
    assert (again.weapon_shoot(0), again.haywire, again.immobile, again.timer) == (2, Haywire.ATTACK, True, 4)


# ---------------------------------------------------------------- many hits at once


@pytest.mark.parametrize(
    ("id", "row", "how"),
    [
        ("steam-tank", "rifle-gatling", HitBy.SHOT),
        ("steam-car", "medium", HitBy.SHOT),
        ("land-ironclad", "heavy", HitBy.SHOT),
        ("drill-mole", "infantry", HitBy.BY_FIGURES),
        ("steam-tank", "special", HitBy.BY_MACHINE),
        ("clockwork-soldier", "light", HitBy.SHOT),
    ],
)
def test_tracks_come_to_the_same_as_following_the_whole_machine(id: str, row: str, how: int) -> None:
    """Two hits, once with every state followed and once track by track."""
    target = machine(id)
    battering = Battering(RULES, target.plan, target.armor(), Blow(RULES.saves[row], how))
    effort = Effort(MOST_PATHS)
    whole = layers(2, target.state(), battering, effort)
    apart = Counting(2, target.state(), battering, effort).spreads()
    for n in range(3):
        sums: list[dict[tuple[int, ...], int]] = [{}, {}]
        for which, spread in enumerate((whole[n], apart[n])):
            for state, weight in zip(spread.states, spread.weights, strict=True):
                told = [state[place] for place in battering.told()]
                key = (state[FATE_AT],) if state[FATE_AT] else (0, *told)
                sums[which][key] = sums[which].get(key, 0) + weight
        scaled = {key: weight * apart[n].total for key, weight in sums[0].items()}
        assert scaled == {key: weight * whole[n].total for key, weight in sums[1].items()}


# ---------------------------------------------------------------- melee


def test_melee_numbers() -> None:
    assert melee_number(RULES, 6, melee_case(Cover.HEAVY, loose=True)).value == 3
    assert melee_number(RULES, 6, melee_case(Cover.LIGHT, loose=False)).value == 5
    assert melee_number(RULES, 6, melee_case(Cover.NONE, loose=False)).said("") == "6 or less (MELEE 6)"


def test_all_strike_before_anybody_falls() -> None:
    one = Side([Strokes(2, melee_number(RULES, 5, 0))], Ranks(2, []))
    other = Side([Strokes(2, melee_number(RULES, 4, 0)), Strokes(1, melee_number(RULES, 8, 0))], Ranks(2, [8]))
    clash = fight(scripted(5, 1, 4, 5, 8, 3, 1, 9), RULES, one, other)
    assert (clash.own.figures, clash.others.figures, clash.others.out) == (2, 1, [True])


def test_r36_free_dice() -> None:
    dice = scripted(5, 6)
    dice.log = []
    lost = free_dice(dice, RULES, [Strokes(2, melee_number(RULES, 5, 0))], Ranks(6, []))
    assert (lost.figures, dice.log[0].ruling, dice.log[0].why) == (1, "R36", FREE.why)


def test_what_a_blow_is_to_a_machine() -> None:
    found = {id: blow_of(RULES, card(id)) for id in ("line-rifles", "sappers", "lancers", "steam-tank", "drill-mole")}
    assert {id: (blow.row.id, blow.how) for id, blow in found.items()} == {
        "line-rifles": ("infantry", HitBy.BY_FIGURES),
        "sappers": ("explosives", HitBy.BY_FIGURES),
        "lancers": ("infantry", HitBy.BY_FIGURES),
        "steam-tank": ("machine", HitBy.BY_MACHINE),
        "drill-mole": ("special", HitBy.BY_MACHINE),
    }
    assert blow_of(RULES, card("clockwork-soldier")).row.id == "machine"


def test_r16_switch_ram() -> None:
    assert recoil(RULES, 2) == []
    back = recoil(rules(ram="both-save"), 2)
    assert [(blow.row.id, blow.how) for blow in back] == [("machine", HitBy.BY_MACHINE)] * 2


def test_melee_dice_are_told() -> None:
    dice = scripted(4, 5)
    dice.log = []
    assert blows(dice, RULES, 2, melee_number(RULES, 5, melee_case(Cover.LIGHT, loose=False)), FIGHTS) == 1
    assert dice.log[0].needed == "4 or less each (MELEE 5, -1 target in light cover [R32])"


# ---------------------------------------------------------------- morale


def test_r6_power_armour_is_doubled_first() -> None:
    assert heads(RULES, 4, 4) == 8
    assert heads(RULES, 5, 4) == 9  # with a notable person
    mood = MoraleSituation(Cover.NONE)
    mood.charging = True
    assert morale_number(RULES, heads(RULES, 4, 4), mood).value == 7


def test_morale_modifiers_each_with_its_cause() -> None:
    mood = MoraleSituation(Cover.HEAVY)
    mood.charging = True
    mood.at_vehicle = True
    mood.commander = True
    found = morale_number(RULES, 6, mood)
    assert [(entry.add, entry.cause, entry.ruling) for entry in found.account] == [
        (-1, "attempting to charge", "R33"),
        (-2, "infantry attempting to charge a vehicle", "R33"),
        (2, "in heavy cover", "R32"),
        (1, "army commander near the unit leader", "R4"),
    ]
    assert found.value == 6


def test_a_crew_by_its_gun_that_receives_in_light_cover() -> None:
    mood = MoraleSituation(Cover.LIGHT)
    mood.receiving = True
    mood.gun = True
    assert morale_number(RULES, 2, mood).value == 9


def test_whose_dice_a_test_is() -> None:
    for by, seat in ((0, 3), (1, 4)):
        dice = scripted(5, 1)
        dice.throwers(3, 4)
        dice.log = []
        assert not morale_test(dice, RULES, Number(4, "figures", []), by=by)
        failure(dice, RULES, Drill.REGULAR, Order.CLOSE, by=by)
        assert [rolled.seat for rolled in dice.log] == [seat, seat]
        assert (dice.log[0].needed, dice.log[0].came) == ("4 or less (figures 4)", "failed")


ROWS = {  # face: (regular close, regular loose, irregular), each with what it does and how many flee
    (1,): [(Conduct.STANDS, 0), (Conduct.STANDS, 0), (Conduct.STANDS, 0)],
    (2,): [(Conduct.STANDS, 0), (Conduct.CLOSES_UP, 0), (Conduct.MILLS, 0)],
    (3,): [(Conduct.MILLS, 0), (Conduct.MILLS, 0), (Conduct.MILLS, 0)],
    (4,): [(Conduct.BACKS, 0), (Conduct.BACKS, 0), (Conduct.BACKS, 0)],
    (5,): [(Conduct.BACKS, 0), (Conduct.BACKS, 0), (Conduct.BACKS, 0)],
    (6,): [(Conduct.BACKS, 0), (Conduct.RUNS, 0), (Conduct.RUNS, 0)],
    (7,): [(Conduct.BACKS, 0), (Conduct.RUNS, 0), (Conduct.RUNS, 0)],
    (8,): [(Conduct.RUNS, 1), (Conduct.RUNS, 1), (Conduct.RUNS, 1)],
    (9,): [(Conduct.RUNS, 1), (Conduct.RUNS, 1), (Conduct.RUNS, 1)],
    (10, 1): [(Conduct.RUNS, 1), (Conduct.RUNS, 1), (Conduct.RUNS, 1)],
    (10, 5): [(Conduct.RUNS, 3), (Conduct.RUNS, 3), (Conduct.RUNS, 3)],
    (10, 10): [(Conduct.RUNS, 5), (Conduct.RUNS, 5), (Conduct.RUNS, 5)],
}


@pytest.mark.parametrize("dice", ROWS)
def test_every_row_of_the_failure_table(dice: tuple[int, ...]) -> None:
    units = ((Drill.REGULAR, Order.CLOSE), (Drill.REGULAR, Order.LOOSE), (Drill.IRREGULAR, Order.CLOSE))
    for place, (drill, order) in enumerate(units):
        faces = scripted(*dice)
        found = failure(faces, RULES, drill, order, by=0)
        assert ((found.action, found.flee), faces.left()) == (ROWS[dice][place], 0)
        assert found.stands() == (found.action in (Conduct.STANDS, Conduct.CLOSES_UP))
        inches = {Conduct.BACKS: 6, Conduct.RUNS: 12}.get(found.action, 0)
        assert isclose(found.inches, inches)


def test_every_row_of_the_vehicles_column() -> None:
    words = [VEHICLE_ROWS[vehicle_failure(scripted(die), RULES, by=0)] for die in range(1, 11)]
    assert words == [
        "stand",
        "confused",
        "no-action",
        "reverse",
        "reverse",
        "reverse-full",
        "reverse-full",
        "turn-about",
        "turn-about",
        "flee",
    ]


def test_a_vehicles_number_with_its_causes() -> None:
    found = vehicle_number(RULES, 2, [2, 1, 1, 0, 0], penetrated=True)
    assert [(entry.add, entry.cause, entry.ruling) for entry in found.account] == [
        (-2, "crew casualties", "R40"),
        (-1, "attribute reduction", "R50"),
        (-2, "penetrating hit this turn", "R51"),
    ]
    assert found.value == 4


def test_a_10_always_fails_and_natural_extremes_do_not_touch_vehicles() -> None:
    for known in (RULES, rules(natural_extremes=True)):
        assert not vehicle_test(scripted(10), known, vehicle_number(known, 0, [0] * 5, penetrated=False), by=0)
        assert not vehicle_test(scripted(1), known, vehicle_number(known, 9, [0] * 5, penetrated=False), by=0)


def test_a_penetrated_machine_tests_worse() -> None:
    tank = machine("steam-tank")
    assert number_of(RULES, tank).value == 9
    hit(tank, False, 9)
    assert number_of(RULES, tank).value == 6


# ---------------------------------------------------------------- charges


def test_bonus_dice() -> None:
    assert charge_bonus(scripted(4), Amount(1, 6, 0), []) == 4
    assert charge_bonus(scripted(4, 6), Amount(2, 6, 0), []) == 10
    assert charge_bonus(scripted(2), Amount(1, 6, 1), []) == 3


@pytest.mark.parametrize(
    ("dice", "move", "gap", "reached"),
    [(1, 6.0, 12.0, True), (1, 6.0, 12.01, False), (2, 12.0, 24.0, True), (1, 5.0, 11.0, True), (1, 5.0, 11.5, False)],
)
def test_how_far_a_charge_may_be_declared(dice: int, move: float, gap: float, reached: bool) -> None:
    assert can_reach(Amount(dice, 6, 0), move, gap) is reached


# ---------------------------------------------------------------- random events, and who moves first


def test_the_event_check() -> None:
    assert [is_event(scripted(die), RULES) for die in (8, 9, 10)] == [False, True, True]


def test_every_event() -> None:
    found = [event(scripted(die), RULES) for die in range(1, 11)]
    assert [(EVENTS[row.do], row.bands) for row in found] == [
        *[("natives", 1)] * 5,
        *[("natives", 2)] * 2,
        ("haze", 0),
        ("bad-cartridges", 0),
        ("allies", 1),
    ]
    assert [row.do for row in found[7:]] == [RandomEvent.HAZE, RandomEvent.BAD_CARTRIDGES, RandomEvent.ALLIES]


def test_example_14_a_band() -> None:
    band = native_band(scripted(7, 4, 5, 4, 9), RULES, [30, 44], feature=True, allies=False)
    assert (band.card, band.figures, ENTRIES[band.entry]) == ("musket-warriors", 8, "south")
    assert isclose(band.along, 0.35)
    assert (ATTITUDES[band.attitude], band.player) == ("hostile-to-most", 1)


@pytest.mark.parametrize(
    ("die", "card", "figures"),
    [(1, "spear-warriors", 9), (5, "spear-warriors", 9), (6, "musket-warriors", 7), (8, "musket-warriors", 7),
     (9, "native-raiders", 5), (10, "native-raiders", 5)],
)  # fmt: skip
def test_bands(die: int, card: str, figures: int) -> None:
    band = native_band(scripted(die, 3, 1, 1, 1), RULES, [1, 1], feature=True, allies=False)
    assert (band.card, band.figures, band.player) == (card, figures, -1)


def test_without_a_feature_the_entry_is_rolled_again() -> None:
    assert ENTRIES[native_band(scripted(1, 1, 9, 1, 1), RULES, [1], feature=True, allies=False).entry] == "feature"
    assert ENTRIES[native_band(scripted(1, 1, 9, 10, 4, 1, 1), RULES, [1], feature=False, allies=False).entry] == "east"


def test_ties_among_players_are_diced_for() -> None:
    assert native_band(scripted(1, 1, 1, 1, 8, 2), RULES, [5, 9, 9], feature=True, allies=False).player == 2
    assert native_band(scripted(1, 1, 1, 1, 8), RULES, [5, 9, 8], feature=True, allies=False).player == 1
    assert native_band(scripted(1, 1, 1, 1, 10, 1), RULES, [5, 9, 9], feature=True, allies=False).player == 0
    allies = native_band(scripted(1, 1, 1, 1, 2), RULES, [4, 9, 4], feature=True, allies=True)
    assert (ATTITUDES[allies.attitude], allies.player) == ("friendly", 2)


def test_bad_cartridges() -> None:
    assert bad_cartridges(scripted(3), 5) == 2
    assert bad_cartridges(scripted(), 1) == 0


def test_r26_the_roll_off() -> None:
    assert roll_off(scripted(3, 8), RULES, 2) == [1, 0]
    assert roll_off(scripted(5, 5, 2, 9), RULES, 2) == [1, 0]
    assert roll_off(scripted(7, 2, 7, 4, 4, 6, 1), RULES, 3) == [0, 2, 1]
    assert roll_off(scripted(), RULES, 1) == [0]


def test_seeded_machines_are_hit_to_the_end_without_a_fault() -> None:
    """Every machine under every kind of blow, hit until it is out: ratings stay within bounds all the way."""
    ways = [(RULES.saves[row], how) for row in RULES.saves for how in (HitBy.SHOT, HitBy.BY_FIGURES, HitBy.BY_MACHINE)]
    for seed, (row, how) in enumerate(ways):
        for id in ("steam-tank", "steam-car", "drill-mole", "land-ironclad", "clockwork-soldier"):
            target = machine(id)
            dice = Seeded(seed)
            for _ in range(400):
                strike(dice, RULES, target, [Blow(row, how)], ArmourWitness())
                assert min(*target.stats, target.crew) >= 0
                assert target.lost_points()[SPEED] >= 0
                if target.fate != IN_PLAY:
                    break
            assert target.fate != IN_PLAY
