"""The registered procedures: worked examples with scripted dice, odds against every throw counted, switches."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from every_throw import counted

from playsheet.cli.calculating import procedure_of
from playsheet.core import reader as reader_module
from playsheet.core.dice import Scripted, Seeded, scripted
from playsheet.core.errors import Refused
from playsheet.core.forms import AnyForm, Value
from playsheet.core.rulings import read_rulings
from playsheet.core.sheet import Patch, read_sheet
from playsheet.odds import Odds, exact, sampled
from playsheet.rules.gaslight.calculator.charge import charging_of
from playsheet.rules.gaslight.calculator.forms import forms
from playsheet.rules.gaslight.sheet import GaslightRules
from playsheet.rules.gaslight.system import load

pytestmark = pytest.mark.battles

HERE = Path(reader_module.__file__).parent.parent / "rules" / "gaslight"
SHEET = read_sheet(HERE / "sheet.toml")
RULINGS = read_rulings(HERE / "rulings.toml")
F = Fraction


def rules(**switches: object) -> GaslightRules:
    settings = {key.replace("_", "-"): value for key, value in switches.items()}
    return GaslightRules(SHEET, RULINGS.chosen(settings, "test"))


RULES = rules()


def procedure(id: str, **switches: object) -> AnyForm:
    return of_rules(rules(**switches) if switches else RULES, id)


def of_rules(rules: GaslightRules, id: str) -> AnyForm:
    return next(known for known in forms(rules) if known.id == id)


def resolve(id: str, dice: Scripted, **inputs: Value) -> tuple[Value, ...]:
    return by(procedure(id), dice, **inputs)


def by(known: AnyForm, dice: Scripted, **inputs: Value) -> tuple[Value, ...]:
    """The facts that these dice give; all of them must be used."""
    facts = known.filled(inputs).run(dice)
    assert dice.left() == 0
    return facts


def odds(id: str, **inputs: Value) -> Odds:
    return exact(procedure(id), inputs)


def chance(found: Odds, *facts: Value) -> Fraction:
    """The chance of exactly these first facts."""
    return sum((each.chance for each in found.outcomes if each.facts[: len(facts)] == facts), F(0))


# ---------------------------------------------------------------- what is registered


def test_the_procedures_in_the_sheets_order() -> None:
    assert [known.id for known in forms(RULES)] == [
        "move",
        "drive",
        "shoot",
        "casualties",
        "shell",
        "shoot-gun",
        "shotgun",
        "shoot-vehicle",
        "vehicle-saves",
        "vehicle-hit",
        "close-combat",
        "break-off",
        "assault",
        "morale",
        "failure",
        "charge",
    ]


@pytest.mark.parametrize("known", forms(RULES), ids=lambda known: known.id)
def test_each_has_a_table_defaults_and_an_example_that_runs(known: AnyForm) -> None:
    assert known.at in SHEET.tables
    assert known.title
    example: dict[str, object] = dict(part.split("=") for part in known.example.split())
    for given in ({}, example):
        assert len(known.filled(given).run(Seeded(1))) == len(known.results)
        total = exact(known, known.values(given).values)
        assert sum(each.chance for each in total.outcomes) == 1
    for field in known.fields:
        assert field.said
        assert field.read(field.default) == field.default


@pytest.mark.parametrize("known", forms(RULES), ids=lambda known: known.id)
def test_every_throw_cites_its_table_and_a_ruling(known: AnyForm) -> None:
    example: dict[str, object] = dict(part.split("=") for part in known.example.split())
    for seed in range(20):
        dice = Seeded(seed)
        dice.log = []
        known.filled(example).run(dice)
        for rolled in dice.log:
            table = SHEET.table(rolled.table)
            assert not rolled.row or rolled.row in table.rows or rolled.row in table.values
            assert not rolled.column or rolled.column in table.columns
            assert RULINGS.ruling(rolled.ruling)


@pytest.mark.parametrize("known", forms(RULES), ids=lambda known: known.id)
def test_telling_changes_no_dice(known: AnyForm) -> None:
    case = known.filled(dict(part.split("=") for part in known.example.split()))
    for seed in range(30):
        told = Seeded(seed)
        told.log = []
        assert case.run(told) == case.run(Seeded(seed))


@pytest.mark.parametrize(
    ("id", "inputs"),
    [
        ("drive", {"sustain": 9, "start": 12, "stalled": True}),
        ("assault", {"dice": 2, "scuffle": 12, "attackers": "special", "save": 9, "crew": 3, "weapons": 1}),
        ("morale", {"figures": 7, "crew": True, "quality": "crack", "cover": "hard", "leader": False}),
        ("morale", {"quality": "green", "cover": "light", "commander": True, "charging": True, "characters": 2}),
        ("charge", {"kind": "beast", "move": 7, "gap": 2, "rough": True, "obstacles": 1, "lone": True, "save": 8}),
        ("charge", {"kind": "beast", "quality": "green", "enemy_cover": "light", "enemy_class": "veteran"}),
    ],
)
def test_what_is_read_is_written_again(id: str, inputs: dict[str, object]) -> None:
    known = procedure(id)
    case = known.filled(inputs)
    assert known.as_played(RULES, case.situation).inputs == case.inputs


@pytest.mark.parametrize(
    ("id", "inputs", "words"),
    [
        ("shoot", {"range": 24}, "24 inches is out of range with breech-repeater-rifle"),
        ("shoot", {"target": 3, "place1": 4}, "place1: expected a place from 0 to 3, got 4"),
        ("shoot", {"place1": 4, "place2": 4}, "somebody else stands there"),
        ("shoot", {"named": True}, "expected target=1"),
        ("shoot", {"weapon": "shotgun"}, "weapon: expected one of"),
        ("shell", {"weapon": "grenades", "range": 6}, "6 inches is out of range"),
        ("shell", {"weapon": "bow"}, "weapon: expected one of"),
        ("shoot-gun", {"weapon": "small", "figures": 2}, "one by one"),
        ("shoot-vehicle", {"weapon": "heavy-machine-gun", "figures": 2}, "8 shots are too many"),
        ("vehicle-saves", {"weapon": "bow", "figures": 13}, "13 shots are too many"),
        ("close-combat", {"figures": 4, "enemies": 1}, "at most 3 can attack one model"),
        ("close-combat", {"figures": 1, "enemies": 4}, "at most 3 can attack one model"),
        ("break-off", {"strikers": 4}, "at most 3 can attack one model"),
        ("morale", {"characters": 11}, "more characters than figures"),
        ("charge", {"gap": 13}, "13 inches cannot be reached"),
        ("charge", {"gap": 7, "rough": True}, "7 inches cannot be reached"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(id: str, inputs: dict[str, object], words: str) -> None:
    known = procedure(id)
    with pytest.raises(Refused) as refusal:
        known.filled(inputs)
    assert words in str(refusal.value)


def test_an_unknown_procedure() -> None:
    with pytest.raises(Refused, match="gaslight has no procedure 'parley'"):
        procedure_of(load(), "parley")


# ---------------------------------------------------------------- worked examples, as far as they are dice


def test_w1_long_range_and_light_cover() -> None:
    shot: dict[str, Any] = {"figures": 6, "shoot": 9, "range": 12, "cover": "light"}
    assert resolve("shoot", scripted(1, 3, 4, 5, 12, 20, 9), target=10, **shot) == (2, 2, 0)
    assert chance(odds("shoot", target=10, **shot), 0) == F(17, 20) ** 6  # less than 5 with 1 added: 1, 2 and 3


def test_w2_the_count() -> None:
    inputs: dict[str, Value] = {"hits": 4, "target": 10, "place1": 5, "save1": 11, "place2": 10, "save2": 9}
    assert resolve("casualties", scripted(9, 10, 9, 14), **inputs) == (1, 2)


def test_w3_a_check() -> None:
    inputs: dict[str, Value] = {"figures": 7, "cover": "light", "leader": False}
    assert resolve("morale", scripted(15), **inputs)[0] is True
    assert resolve("morale", scripted(16, *[1] * 7), **inputs) == (False, 7, 0, 0, 0)


def test_w4_what_failing_extras_do() -> None:
    words = [str(resolve("failure", scripted(die))[0]) for die in (4, 5, 11, 13, 16, 17, 19)]
    assert words == [
        "run-off-table",
        "run-12-from-enemy",
        "back-6-from-enemy",
        "freeze",
        "run-12-random",
        "charge-nearest-enemy",
        "fire-random-enemy",
    ]


def test_w5_moves() -> None:
    forced: dict[str, Value] = {"charging": True, "rough": True, "leaderless": True, "obstacles": 1}
    assert resolve("move", scripted(4), **forced) == ("0.5",)
    assert resolve("move", scripted(4), charging=True) == ("10",)


HIGHLANDERS: dict[str, Any] = {
    "gap": 8,
    "figures": 10,
    "quality": "crack",
    "scuffle": 11,
    "enemies": 5,
    "enemy_quality": "green",
    "enemy_leader": False,
    "enemy_scuffle": 8,
}


def test_w6_a_charge() -> None:
    # 20 and 9, the volunteers freeze, back, fire, run off and charge; the bonus is 3. Three are reached: the one who
    # backs away is 14 inches off. Nine fight them, three each, and strike home six times.
    fight = [*([1, 1, 20], [19], [1, 20, 1], [20], [20, 20, 20], [1])]
    dice = scripted(20, 9, 14, 12, 20, 2, 18, 3, *[die for part in fight for die in part])
    assert resolve("charge", dice, **HIGHLANDERS) == ("contact", 0, 1, 1, 2)


def test_w7_sustain_and_start() -> None:
    assert resolve("drive", scripted(17)) == ("stalls",)
    assert resolve("drive", scripted(13), stalled=True) == ("starts",)
    assert resolve("drive", scripted(14), stalled=True) == ("does not start",)
    assert resolve("drive", scripted(16)) == ("drives",)


def test_w8_a_heavy_machine_gun() -> None:
    inputs: dict[str, Value] = {"weapon": "heavy-machine-gun", "shoot": 12, "range": 10, "save": 10}
    dice = scripted(3, 11, 12, 19, 15, 8, 7, 15, 20, 9, 2)
    assert resolve("shoot-vehicle", dice, **inputs) == (2, "in play", "running", 0, 1)
    dice = scripted(3, 11, 12, 19, 15, 8, 7, 16, 20, 9, 1, 8)  # Sustain is 16 now; the commander saves himself
    assert resolve("shoot-vehicle", dice, **inputs) == (2, "in play", "stalled", 0, 0)


def test_w9_a_shell() -> None:
    dice = scripted(11, 10, 14)
    assert resolve("shell", dice, weapon="medium", shoot=12, range=20, target=10, ranks=2) == (True, 4, 0)


def test_w10_a_shell_on_a_gun() -> None:
    assert resolve("shoot-gun", scripted(11, 6, 8, 3), weapon="small", shoot=12, range=10, target=4) == (1, True, 2, 0)


def test_w11_a_shotgun() -> None:
    assert resolve("shotgun", scripted(5, 3), target=4) == (3, 0, False)
    assert resolve("shotgun", scripted(5, 4, 3), target=4, at_gun=True) == (3, 0, True)  # R125


def test_w12_three_on_a_hero() -> None:
    inputs: dict[str, Value] = {"figures": 3, "scuffle": 10, "enemies": 1, "enemy_scuffle": 15, "enemy_save": 14}
    assert resolve("close-combat", scripted(4, 9, 10, 14, 13, 14), **inputs) == (1, 1)
    assert resolve("close-combat", scripted(4, 9, 10, 15, 13, 13), **inputs) == (0, 0)


def test_w13_shot_from_behind() -> None:
    inputs: dict[str, Value] = {"target": 1, "place1": 1, "save1": 12, "named": True}
    assert resolve("shoot", scripted(1, 6), behind1=True, **inputs) == (1, 0, 1)
    assert resolve("shoot", scripted(1, 5), behind1=True, **inputs) == (1, 0, 0)
    assert resolve("shoot", scripted(1, 6), **inputs) == (1, 0, 0)


def test_w18_a_grenade() -> None:
    inputs: dict[str, Value] = {"weapon": "grenades", "shoot": 9, "range": 2, "target": 8}
    assert resolve("shell", scripted(8, 12, 3), **inputs) == (True, 3, 0)
    assert resolve("shell", scripted(9), **inputs) == (False, 0, 0)


def test_w19_an_ape_charges_unchecked() -> None:
    inputs: dict[str, Value] = {"kind": "beast", "move": 9, "gap": 13, "figures": 1, "lone": True, "scuffle": 13}
    inputs |= {"save": 11, "enemies": 6, "enemy_leader": False}
    dice = scripted(12, 3, 9, 12, 13, 17, 20, 4, 1, 9)  # they fail; 13 inches; it kills the first, who misses
    assert resolve("charge", dice, **inputs) == ("contact", 0, 1, 0, 1)
    dice = scripted(12, 3, 9, 12, 13, 17, 20, 3)
    assert resolve("charge", dice, **inputs) == ("falls short", 0, 1, 0, 0)


def test_w20_the_save_it_has_by_then() -> None:
    inputs: dict[str, Value] = {"weapon": "heavy-machine-gun", "shoot": 12, "range": 10, "save": 10}
    dice = scripted(1, 2, 20, 20, 17, 5, 13, 1)
    assert resolve("shoot-vehicle", dice, **inputs) == (2, "in play", "running", 2, 0)


# ---------------------------------------------------------------- odds by hand


def test_odds_of_a_single_shot() -> None:
    found = odds("shoot", figures=1, shoot=9, range=10, target=1)
    assert chance(found, 1, 1, 0) == F(8, 20)
    assert chance(odds("shoot", figures=1, shoot=9, range=12, cover="hard", target=1), 1) == F(2, 20)
    assert chance(odds("shoot", figures=1, shoot=1, target=1), 1) == 0
    assert chance(odds("shoot", figures=1, shoot=21, target=1), 1) == 1


def test_odds_of_one_hit_on_two() -> None:
    """Odd numbers find the first, who saves himself on less than 11."""
    found = odds("casualties", hits=1, target=2, place1=1, save1=11)
    assert (chance(found, 1, 0), chance(found, 0, 1), chance(found, 0, 0)) == (F(1, 2), F(1, 4), F(1, 4))


def test_odds_of_a_shotgun() -> None:
    """One, two or three hits, each on two faces, and never more than stand there."""
    found = odds("shotgun", target=10)
    assert [chance(found, lost, 0) for lost in (1, 2, 3)] == [F(1, 3)] * 3
    assert chance(odds("shotgun", target=2), 2, 0) == F(2, 3)
    assert chance(odds("shotgun", target=1), 1, 0) == 1


def test_odds_of_a_vehicle_hit() -> None:
    """A medium rifled shell, +2, at Save 12: 18 and more is catastrophic, 10 is equal, 11 to 17 penetrate."""
    found = odds("vehicle-hit", srm=2, save=12)
    assert chance(found, "bounce") == F(9, 20)
    assert chance(found, "non-penetrating") == F(1, 20)
    assert chance(found, "penetrating") == F(7, 20)
    assert chance(found, "catastrophic") == F(3, 20)
    exploded = chance(found, "catastrophic", "exploded")
    assert exploded == F(3, 20) * F(2, 10)
    assert chance(found, "penetrating", "exploded") == F(7, 20) * F(1, 10) * F(2, 10)
    assert chance(found, "non-penetrating", "exploded") == F(1, 20) * F(1, 10) * F(1, 10) * F(2, 10)


def test_odds_of_a_pair() -> None:
    """9/20 against 8/20, both at once."""
    found = odds("close-combat", figures=1, scuffle=10, enemies=1, enemy_scuffle=9)
    assert chance(found, 1, 1) == F(9, 20) * F(8, 20)
    assert chance(found, 0, 1) == F(9, 20) * F(12, 20)


def test_odds_of_three_on_a_hero() -> None:
    """He falls unless every hit is saved, 13 in 20."""
    found = odds("close-combat", figures=3, scuffle=10, enemies=1, enemy_scuffle=15, enemy_save=14)
    assert chance(found, 0, 0) + chance(found, 1, 0) == (F(11, 20) + F(9, 20) * F(13, 20)) ** 3
    assert chance(found, 1) == F(14, 20)


def test_odds_of_breaking_off() -> None:
    assert chance(odds("break-off", leaving=1, strikers=2, scuffle=11), 0) == F(1, 2) ** 2


def test_odds_of_a_check() -> None:
    found = odds("morale", figures=7, cover="light", leader=False)
    assert chance(found, True) == F(15, 20)
    assert chance(found, False, 7) == F(5, 20) * F(4, 20) ** 7
    crew = odds("morale", figures=3, crew=True, leader=False)
    assert chance(crew, True) == F(14, 20)  # 15 divided by 5 is 3
    assert chance(odds("morale", figures=11, leader=False), True) == 1


@pytest.mark.parametrize(
    ("cls", "chances"),  # in twentieths: off, run, back, freeze, random, charge, fire, none
    [
        ("hero", [0, 2, 2, 2, 2, 2, 2, 8]),
        ("adventurer", [2, 2, 2, 2, 2, 2, 2, 6]),
        ("leader", [2, 4, 2, 2, 2, 2, 2, 4]),
        ("veteran", [4, 4, 2, 2, 2, 2, 2, 2]),
        ("extra", [4, 6, 2, 2, 2, 2, 2, 0]),
    ],
)
def test_odds_of_the_failure_chart(cls: str, chances: list[int]) -> None:
    found = odds("failure", **{"class": cls})
    words = list(SHEET.table("morale-failure").rows)
    assert [chance(found, word) for word in words] == [F(each, 20) for each in chances]


def test_odds_of_a_charge() -> None:
    """Two sure to pass charge two who are sure to pass, 8 inches off: the bonus must be 2 or more."""
    inputs: dict[str, Value] = {"figures": 12, "enemies": 12, "gap": 8, "scuffle": 1, "enemy_scuffle": 1}
    found = odds("charge", **inputs)
    assert chance(found, "contact") == F(5, 6)
    assert chance(found, "falls short") == F(1, 6)


def test_odds_of_a_charge_that_is_not_made() -> None:
    found = odds("charge", figures=1, enemies=1, gap=1, enemy_leader=False)
    # One man: the die halved, -1 for the leader and -1 for charging, below 1: 5 and less passes.
    assert chance(found, "charger fails its check") == F(15, 20)
    assert chance(found, "charger fails its check", 1) == F(15, 20) * F(4, 20)
    # The enemy passes on 1; of the other 19, 4 of 20 run off, 8 of 20 run about, 2 of 20 back away.
    assert chance(found, "nobody left to charge") == F(5, 20) * F(19, 20) * F(12, 20)
    assert chance(found, "falls short") == F(0)  # 7 inches are sure, and so is a gap of 1 and 6 more


# ---------------------------------------------------------------- odds against every throw

SMALL: list[tuple[str, dict[str, Value]]] = [
    ("move", {"kind": "horse", "charging": True, "rough": True}),
    ("drive", {"sustain": 13}),
    ("shoot", {"figures": 2, "shoot": 12, "cover": "light", "target": 3, "place1": 2, "save1": 8}),
    (
        "casualties",
        {"hits": 2, "target": 3, "place1": 1, "save1": 9, "place2": 3, "save2": 14, "behind1": True, "behind2": True},
    ),
    ("shell", {"weapon": "small", "shoot": 15, "range": 5, "target": 5, "ranks": 2, "place1": 2}),
    ("shell", {"weapon": "grenades", "shoot": 9, "range": 4, "target": 7, "ranks": 3, "spacing": 1.2}),
    ("shoot-gun", {"weapon": "large", "shoot": 10, "range": 40, "target": 4}),
    ("shoot-gun", {"weapon": "small-catapult", "shoot": 9, "target": 3, "place1": 1}),
    ("shotgun", {"target": 4, "place1": 2, "save1": 12}),
    ("shoot-vehicle", {"weapon": "medium-rifled", "shoot": 12, "range": 20, "crew": 2, "weapons": 2}),
    ("vehicle-saves", {"weapon": "crossbow", "figures": 2, "shoot": 9, "range": 4, "save": 9}),
    ("vehicle-hit", {"srm": 4, "save": 10, "sustain": 5, "speed": 1, "crew": 2}),
    ("vehicle-hit", {"srm": 2, "save": 8, "by": "figures", "weapons": 3, "crew": 1}),
    ("vehicle-hit", {"srm": -4, "save": 8, "by": "machine", "crew_shoot": 3}),
    ("close-combat", {"figures": 1, "scuffle": 10, "enemies": 1, "enemy_scuffle": 13, "enemy_save": 9}),
    ("close-combat", {"figures": 1, "scuffle": 12, "enemies": 2}),
    ("break-off", {"leaving": 1, "leaving_save": 11, "strikers": 2}),
    ("assault", {"dice": 1, "scuffle": 12, "attackers": "special", "save": 9, "crew": 1, "weapons": 1}),
    ("morale", {"figures": 2, "leader": False, "characters": 1, "class": "leader"}),
    ("failure", {"class": "leader"}),
    ("charge", {"figures": 1, "enemies": 1, "gap": 9, "save": 9, "lone": True, "enemy_lone": True}),
]


@pytest.mark.parametrize(("id", "inputs"), SMALL)
def test_odds_are_those_of_every_throw(id: str, inputs: dict[str, Value]) -> None:
    known = procedure(id)
    found = {each.facts: each.chance for each in exact(known, inputs).outcomes}
    assert found == counted(known.filled(inputs))


LARGE: list[tuple[str, dict[str, Value]]] = [
    ("shoot", {"figures": 20, "shoot": 13, "target": 24, "place1": 3, "place2": 17, "cover": "hard"}),
    ("casualties", {"hits": 12, "target": 16, "place1": 3, "save1": 14, "place2": 4, "save2": 12}),
    ("shell", {"weapon": "large", "shoot": 14, "range": 50, "target": 24, "ranks": 3, "place1": 9}),
    ("shoot-vehicle", {"weapon": "gatling-nordenfelt", "shoot": 16, "range": 10, "save": 6}),
    ("assault", {"dice": 2, "scuffle": 14, "attackers": "machine", "save": 9}),
    ("vehicle-saves", {"weapon": "breech-repeater-rifle", "figures": 8, "save": 8}),
    ("close-combat", {"figures": 12, "scuffle": 11, "enemies": 7, "enemy_save": 9}),
    ("morale", {"figures": 6, "characters": 2, "leader": False}),
    ("charge", {"figures": 8, "enemies": 6, "gap": 9, "enemy_leader": False}),
]


@pytest.mark.parametrize(("id", "inputs"), LARGE)
def test_odds_agree_with_many_runs(id: str, inputs: dict[str, Value]) -> None:
    """The mean of each number, within five standard errors of 3,000 runs."""
    known = procedure(id)
    n = 3000
    runs = sampled(known, inputs, n, 20)
    found = exact(known, inputs)
    for place, name in enumerate(known.results):
        values = [each.facts[place] for each in found.outcomes]
        if isinstance(values[0], str):
            continue
        mean = sum(int(each.facts[place]) * each.chance for each in found.outcomes)
        spread = sum(int(each.facts[place]) ** 2 * each.chance for each in found.outcomes) - mean * mean
        seen = sum(int(each.facts[place]) * each.chance for each in runs.outcomes)
        assert (seen - mean) ** 2 <= 25 * spread / n, name


# ---------------------------------------------------------------- switches


def test_r48_switch_casualty_count() -> None:
    """Two hits, number 3, on four: the third and then the second of the rest, or the third of those left."""
    known = procedure("casualties", casualty_count="restart-at-front")
    inputs: dict[str, Value] = {"hits": 2, "target": 4, "place1": 2, "save1": 1}
    assert resolve("casualties", scripted(5, 20), **inputs) == (1, 1)  # 3, then 4 1 2
    assert by(known, scripted(5), **inputs) == (2, 0)  # 3, then 1 2 4


def test_r33_switch_rear_save_rounding() -> None:
    inputs: dict[str, Value] = {"target": 1, "place1": 1, "save1": 9, "named": True, "behind1": True}
    assert resolve("shoot", scripted(1, 4), **inputs) == (1, 0, 0)
    assert by(procedure("shoot", rear_save_rounding="down"), scripted(1, 4), **inputs) == (1, 0, 1)


def test_r33_a_save_halved_to_nothing_is_still_rolled() -> None:
    inputs: dict[str, Value] = {"target": 1, "place1": 1, "save1": 1, "named": True, "behind1": True}
    assert by(procedure("shoot", rear_save_rounding="down"), scripted(1, 1), **inputs) == (1, 0, 1)


def test_r60_switch_heavy_machine_gun_is_heavy() -> None:
    inputs: dict[str, Value] = {"weapon": "heavy-machine-gun", "shoot": 12, "range": 5, "target": 4}
    assert resolve("shoot-gun", scripted(1, 20, 20, 20, 1), **inputs) == (1, False, 1, 0)
    heavy = procedure("shoot-gun", heavy_machine_gun_is_heavy=True)
    assert by(heavy, scripted(1, 20, 20, 20, 2, 1), **inputs) == (1, True, 1, 0)


def test_r98_switch_gun_die() -> None:
    inputs: dict[str, Value] = {"weapon": "small", "shoot": 12, "range": 5, "target": 4}
    assert resolve("shoot-gun", scripted(1, 6, 7, 1), **inputs) == (1, False, 2, 0)
    assert by(procedure("shoot-gun", gun_die="per-crew-hit"), scripted(1, 6, 7, 8, 1), **inputs) == (1, True, 2, 0)


def test_r51_switch_gun_long_range() -> None:
    inputs: dict[str, Value] = {"weapon": "small", "shoot": 12, "range": 12, "target": 1}
    assert chance(odds("shell", **inputs), True) == F(5, 20)
    assert chance(exact(procedure("shell", gun_long_range="single-band"), inputs), True) == F(11, 20)


def test_r69_switch_charge_bonus() -> None:
    """Two who charge, two who stand: each comes up by himself, or both together."""
    inputs: dict[str, Value] = {"figures": 12, "enemies": 12, "gap": 8, "scuffle": 1, "enemy_scuffle": 1}
    own = exact(procedure("charge", charge_bonus="per-model"), inputs)
    assert chance(own, "falls short") == F(1, 6) ** 12


def test_r9_switch_lone_character_morale() -> None:
    inputs: dict[str, Value] = {"figures": 1, "lone": True, "gap": 1, "leader": False}
    assert chance(odds("charge", **inputs), "charger fails its check") == 0
    other = exact(procedure("charge", lone_character_morale="unit-of-one"), inputs)
    assert chance(other, "charger fails its check") == F(17, 20)  # halved and -1, below 1: 3 and less


def test_r80_switch_minor_damage_7() -> None:
    """Equal to the Save, an 8 on the chart, and a 7 for minor damage."""
    hit: dict[str, Value] = {"srm": 0, "save": 10}
    assert resolve("vehicle-hit", scripted(10, 8, 7, 5), **hit)[8] == 1  # Sustain
    nothing = procedure("vehicle-hit", minor_damage_7="no-effect")
    assert by(nothing, scripted(10, 8, 7), **hit)[2:] == ("running", 0, 0, True, 0, 0, 0, 0, 0)
    again = procedure("vehicle-hit", minor_damage_7="reroll")
    assert by(again, scripted(10, 8, 7, 3), **hit)[9] == 1  # Speed
    assert by(again, scripted(10, 8, 7, 7, 5), **hit)[3] == 1  # as often as it is a 7: then Save


def test_r80_the_odds_of_each_way() -> None:
    inputs: dict[str, Value] = {"srm": -4, "save": 10}
    for value in ("as-8-10", "no-effect"):
        known = procedure("vehicle-hit", minor_damage_7=value)
        found = {each.facts: each.chance for each in exact(known, inputs).outcomes}
        assert found == counted(known.filled(inputs))
    again = exact(procedure("vehicle-hit", minor_damage_7="reroll"), inputs).outcomes
    slower = sum(each.chance for each in again if each.facts[9] == 1)  # Speed: 2 of the 9 faces that are no 7
    assert slower == F(1, 20) * F(2, 10) * F(2, 9)  # a 14 equals the Save, an 8 or 9, a 3 or 4


def test_r81_switch_vehicle_damage_scale() -> None:
    hit: dict[str, Value] = {"srm": 0, "save": 10}
    double = procedure("vehicle-hit", vehicle_damage_scale=2)
    assert resolve("vehicle-hit", scripted(15, 5), **hit)[3] == 2
    assert by(double, scripted(15, 5), **hit)[3] == 4
    assert by(double, scripted(15, 9, 1, 20), **hit)[4] == 1  # crew are not points


def test_r82_switch_catastrophic() -> None:
    natural = procedure("vehicle-hit", catastrophic="natural-20")
    assert resolve("vehicle-hit", scripted(16, 3), srm=4)[0] == "catastrophic"
    assert by(natural, scripted(16, 6), srm=4)[0] == "penetrating"
    assert resolve("vehicle-hit", scripted(20, 6), srm=-8, save=5)[0] == "penetrating"
    assert by(natural, scripted(20, 3), srm=-8)[0] == "catastrophic"


def test_r76_switch_sustain_failure() -> None:
    other = procedure("drive", sustain_failure="this-card-only")
    assert by(other, scripted(17)) == ("stays where it is",)
    balked = procedure("vehicle-hit", sustain_failure="this-card-only")
    assert by(balked, scripted(15, 1, 20), srm=0, save=10)[2] == "balked"
    assert resolve("vehicle-hit", scripted(15, 1, 20), srm=0, save=10)[2] == "stalled"


def test_r35_switch_range_edge() -> None:
    inputs: dict[str, Value] = {"figures": 1, "shoot": 9, "range": 12, "target": 1}
    assert chance(odds("shoot", **inputs), 1) == F(4, 20)
    assert chance(exact(procedure("shoot", range_edge="inclusive"), inputs), 1) == F(8, 20)


# ---------------------------------------------------------------- house rules


def patched(table: str, row: str, column: str, value: object) -> GaslightRules:
    patch = Patch(table, row, column, value, "house.toml", f"sheet.{table}.{row}", "mine")
    return GaslightRules(SHEET.patched([patch]), RULINGS.defaults())


def test_a_house_rule_changes_a_cell_and_the_odds_follow() -> None:
    harder = of_rules(patched("shooting-modifiers", "light", "", 3), "shoot")
    inputs: dict[str, Value] = {"figures": 1, "shoot": 9, "target": 1, "cover": "light"}
    assert chance(exact(harder, inputs), 1) == F(5, 20)


def test_a_house_rule_changes_a_chart_and_the_odds_follow() -> None:
    """Odds of many hits are kept: another chart must not find them."""
    inputs: dict[str, Value] = {"weapon": "gatling-nordenfelt", "shoot": 12, "range": 5, "save": 8}
    before = chance(odds("shoot-vehicle", **inputs), 2, "abandoned")
    softer = of_rules(patched("vehicle-shooting-hits", "10", "catastrophic", ["nothing"]), "shoot-vehicle")
    assert before > 0
    assert chance(exact(softer, inputs), 2, "abandoned") == 0


def test_a_house_rule_changes_an_effect_and_the_odds_follow() -> None:
    """Save 8 less 2 or less a die is something; less 8 the machine is done for."""
    inputs: dict[str, Value] = {"weapon": "gatling-nordenfelt", "shoot": 12, "range": 5, "save": 8}
    assert chance(odds("shoot-vehicle", **inputs), 1, "disabled") == 0
    worse = of_rules(patched("vehicle-effects", "save-2", "by", 8), "shoot-vehicle")
    assert chance(exact(worse, inputs), 1, "disabled") > 0


@pytest.mark.parametrize(
    ("stand", "back", "near", "far", "contacts"),
    [(2, 3, 3, 3, 3), (2, 3, 2, 2, 2), (3, 2, 2, 2, 2), (0, 3, 5, 2, 2), (2, 1, 5, 5, 3), (2, 3, 5, 1, 3)],
)
def test_those_who_stay_are_contacted_first_and_who_is_left_over_goes_for_those_who_back_away(
    stand: int, back: int, near: int, far: int, contacts: int
) -> None:
    """Of the chargers so many reach those who stay, and so many those who back away."""
    course: Any = charging_of(RULES, procedure("charge").values({})).course
    assert course.contacts((0, 0, 0, stand, back, 0, 0, near, far)) == contacts
