"""The registered procedures: worked examples with scripted dice, odds against every throw counted, switches."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from every_throw import counted

from playsheet.core import reader as reader_module
from playsheet.core.dice import Scripted, Seeded, scripted
from playsheet.core.errors import Refused
from playsheet.core.forms import AnyForm, Value
from playsheet.core.rulings import read_rulings
from playsheet.core.sheet import Patch, read_sheet
from playsheet.odds import Odds, exact, sampled
from playsheet.rules.orderchips.calculator.forms import form as of_rules
from playsheet.rules.orderchips.calculator.forms import forms
from playsheet.rules.orderchips.sheet.tables import ChipRules

HERE = Path(reader_module.__file__).parent.parent / "rules" / "orderchips"
SHEET = read_sheet(HERE / "sheet.toml")
RULINGS = read_rulings(HERE / "rulings.toml")
F = Fraction
Inputs = dict[str, Value]


def rules(**switches: object) -> ChipRules:
    settings = {key.replace("_", "-"): value for key, value in switches.items()}
    return ChipRules(SHEET, RULINGS.chosen(settings, "test"))


RULES = rules()


def procedure(id: str, **switches: object) -> AnyForm:
    return of_rules(rules(**switches) if switches else RULES, id)


def by(known: AnyForm, dice: Scripted, inputs: Inputs) -> tuple[Value, ...]:
    """The facts that these dice give; all of them must be used."""
    facts = known.filled(inputs).run(dice)
    assert dice.left() == 0
    return facts


def resolve(id: str, throw: Scripted, **inputs: Value) -> tuple[Value, ...]:
    return by(procedure(id), throw, inputs)


def odds(id: str, **inputs: Value) -> Odds:
    return exact(procedure(id), inputs)


def as_counted(known: AnyForm, inputs: Inputs) -> bool:
    """Are the odds those of every throw?"""
    found = {each.facts: each.chance for each in exact(known, inputs).outcomes}
    return found == counted(known.filled(inputs))


def chance(found: Odds, *facts: Value) -> Fraction:
    """The chance of exactly these first facts."""
    return sum((each.chance for each in found.outcomes if each.facts[: len(facts)] == facts), F(0))


def given(known: AnyForm) -> dict[str, object]:
    return dict(part.split("=") for part in known.example.split())


# ---------------------------------------------------------------- what is registered


def test_the_procedures_in_the_sheets_order() -> None:
    assert [known.id for known in forms(RULES)] == [
        "drive",
        "charge",
        "random-event",
        "native-band",
        "shoot",
        "shoot-and-test",
        "shell",
        "shoot-machine",
        "melee",
        "break-off",
        "assault",
        "morale",
        "vehicle-morale",
        "failure",
        "armor-saves",
        "machine-hit",
        "explosion",
        "haywire",
        "repair",
    ]


@pytest.mark.parametrize("known", forms(RULES), ids=lambda known: known.id)
def test_each_has_a_table_defaults_and_an_example_that_runs(known: AnyForm) -> None:
    assert known.at in SHEET.tables
    assert known.title
    for inputs in ({}, given(known)):
        facts = known.filled(inputs).run(Seeded(1))
        assert len(facts) == len(known.results)
        total = exact(known, known.values(inputs).values)
        assert sum(each.chance for each in total.outcomes) == 1
    for field in known.fields:
        assert field.said
        assert field.read(field.default) == field.default


@pytest.mark.parametrize("known", forms(RULES), ids=lambda known: known.id)
def test_every_throw_cites_its_table_and_a_ruling(known: AnyForm) -> None:
    for seed in range(40):
        dice = Seeded(seed)
        dice.log = []
        known.filled(given(known)).run(dice)
        for rolled in dice.log:
            table = SHEET.table(rolled.table)
            assert not rolled.row or rolled.row in table.rows or rolled.row in table.values
            assert not rolled.column or rolled.column in table.columns
            assert RULINGS.ruling(rolled.ruling)
            for entry in rolled.account:
                assert RULINGS.ruling(entry.ruling)


@pytest.mark.parametrize("known", forms(RULES), ids=lambda known: known.id)
def test_telling_changes_no_dice(known: AnyForm) -> None:
    case = known.filled(given(known))
    for seed in range(30):
        told = Seeded(seed)
        told.log = []
        assert case.run(told) == case.run(Seeded(seed))


@pytest.mark.parametrize(
    ("id", "inputs", "words"),
    [
        ("shoot", {"figures": 31, "rof": 2}, "62 dice are too many at once: expected 60 or fewer"),
        ("shoot", {"kind": "notable"}, "a lone notable person has one SAVE"),
        ("shoot", {"kind": "notable", "save1": 5, "save2": 5}, "a lone notable person has one SAVE"),
        ("shoot", {"kind": "vehicle"}, "kind: expected one of infantry, cavalry, gun, notable"),
        ("shoot", {"range": 12}, "range: expected one of short, long"),
        ("shell", {"weapon": "rifle"}, "weapon: expected one of grenade, light, medium, heavy"),
        ("shell", {"under": 4, "place1": 5}, "place1: expected a place from 0 to 4, got 5"),
        ("explosion", {"shell": "grenade"}, "shell: expected one of light, medium, heavy"),
        ("shoot-machine", {"figures": 40, "rof": 6}, "240 dice are too many"),
        ("morale", {"at_vehicle": True}, "expected charging=yes"),
        ("charge", {"gap": 13}, "13 inches cannot be reached"),
        ("machine-hit", {"by": "rifle"}, "by: expected one of rifle-gatling, light"),
        ("melee", {"figures": 0}, "figures: expected a whole number from 1 to 40"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(id: str, inputs: dict[str, object], words: str) -> None:
    known = procedure(id)
    with pytest.raises(Refused) as refusal:
        known.filled(inputs)
    assert words in str(refusal.value)


def test_an_unknown_procedure() -> None:
    with pytest.raises(Refused, match="orderchips has no procedure 'parley'"):
        procedure("parley")


# ---------------------------------------------------------------- worked examples, as far as they are dice


def test_example_1_moving_skirmish_fire() -> None:
    inputs: Inputs = {"figures": 10, "shoot": 5, "range": "long", "moving": True, "order": "loose", "cover": "light"}
    assert resolve("shoot", scripted(*[1] * 10), target=12, **inputs) == (0, 0, 0)
    assert chance(odds("shoot", target=12, **inputs), 0, 0, 0) == 1


def test_example_2_volley_and_enfilade() -> None:
    inputs: Inputs = {"figures": 6, "shoot": 6, "kind": "cavalry", "enfiladed": True, "volley": True, "target": 6}
    assert resolve("shoot", scripted(9, 9, 10, 2, 5, 7), **inputs) == (5, 5, 0)


def test_example_3_charge_test_after_fire() -> None:
    assert resolve("morale", scripted(3, 6), figures=1, charging=True) == ("backs away", 0)
    assert chance(odds("morale", figures=1, charging=True), "passed") == 0


TANK: Inputs = {"armor": 7, "sustain": 8, "speed": 8, "crew": 4, "weapons": 2, "weapon_shoot": 5, "machine_melee": 5}
MOLE: Inputs = {"armor": 6, "sustain": 8, "speed": 6, "crew": 3, "weapons": 0, "machine_melee": 6}
CAR: Inputs = {"armor": 4, "sustain": 9, "speed": 14, "crew": 2, "weapons": 1, "weapon_shoot": 4, "machine_melee": 4}


def test_example_4_save_and_nested_roll() -> None:
    inputs: Inputs = {"weapon": "gatling", "figures": 1, "rof": 6, "shoot": 5, "size": "large", **TANK}
    dice = scripted(6, 7, 8, 9, 10, 3, 10, 2, 8, 7, 7, 10, 5)
    assert resolve("shoot-machine", dice, **inputs) == (2, "in play", "running")
    dice = scripted(6, 7, 8, 9, 10, 3, 10, 2, 8, 7, 8, 10, 5)  # the extra SUSTAIN is above 7
    assert resolve("shoot-machine", dice, **inputs) == (2, "in play", "stopped")


def test_example_5_its_morale() -> None:
    inputs: Inputs = {"armor_lost": 2, "sustain_lost": 1, "penetrated": True}
    assert resolve("vehicle-morale", scripted(7, 7), **inputs) == ("reverse-full",)
    assert resolve("vehicle-morale", scripted(6), **inputs) == ("passed",)


def test_example_6_chain_to_catastrophe() -> None:
    found = resolve("machine-hit", scripted(7, 10, 5, 1), by="medium", **MOLE)
    assert found[:6] == (False, "in play", "running", True, 2, 2)


def test_example_7_shell() -> None:
    inputs: Inputs = {"weapon": "medium", "shoot": 6, "range": "long", "cover": "heavy", "grade": "green", "under": 9}
    assert resolve("shell", scripted(4, 13), **inputs) == (True, 5, 0, 0)
    assert resolve("shell", scripted(5), **inputs) == (False, 0, 0, 0)
    assert resolve("morale", scripted(10, 2), figures=7, cover="heavy") == ("stands firm", 0)
    assert resolve("morale", scripted(9), figures=7, cover="heavy") == ("passed", 0)


def test_example_8_commander() -> None:
    assert resolve("morale", scripted(7, 10, 5), figures=5, commander=True) == ("runs", 3)
    assert resolve("morale", scripted(6), figures=5, commander=True) == ("passed", 0)


def test_example_9_assault_and_capture() -> None:
    inputs: Inputs = {"attackers": "explosives", "dice": 4, "melee": 4, "melee_dice": 2, **CAR}
    dice = scripted(4, 1, 9, 5, 2, 4, 6, 7, 10, 1, 9, 10)
    assert resolve("assault", dice, **inputs) == (2, "captured", "gone", 2)
    assert chance(odds("morale", figures=1), "passed") == F(1, 10)


def test_example_10_ram() -> None:
    inputs: Inputs = {"attackers": "special", "dice": 4, "melee": 6, "melee_dice": 3, **TANK}
    dice = scripted(6, 7, 1, 8, 6, 9, 10, 6, 7, 6, 9)
    assert resolve("assault", dice, **inputs) == (2, "exploded", "gone", 0)
    assert resolve("explosion", scripted(10), shell="medium", under=6) == (4, 0)
    assert resolve("machine-hit", scripted(6, 4), by="medium", **MOLE)[:5] == (True, "in play", "running", False, 0)


def test_example_11_haywire() -> None:
    assert resolve("haywire", scripted(9, 6, 3), sustain=8) == ("random-move", "108", 0)
    assert resolve("repair", scripted(6), save=6) == (True,)
    assert resolve("repair", scripted(7), save=6) == (False,)


def test_example_12_simultaneous() -> None:
    assert resolve("shoot", scripted(5, 9), figures=2, shoot=5, target=5) == (1, 1, 0)
    assert resolve("shoot", scripted(1, 2, 3, 8, 9), figures=5, shoot=3, target=2) == (3, 2, 0)
    assert chance(odds("morale", figures=4), "passed") == F(4, 10)


def test_example_13_start() -> None:
    assert resolve("drive", scripted(8), engine="stopped", start=7) == ("stays", True)
    assert resolve("drive", scripted(7), engine="stopped", start=7) == ("moves", True)


def test_example_14_natives() -> None:
    assert resolve("random-event", scripted(10, 2)) == ("natives", 1)
    assert resolve("native-band", scripted(7, 4, 5, 4, 9)) == ("musket-warriors", 8, "south", "hostile-to-most")


# ---------------------------------------------------------------- odds by hand


def test_odds_of_a_volley() -> None:
    """SHOOT 5 at long range in light cover: 3 of 10 hit."""
    found = odds("shoot", figures=2, shoot=5, range="long", cover="light", target=1)
    assert chance(found, 0, 0, 0) == F(7, 10) ** 2
    assert chance(found, 2, 1, 0) == F(3, 10) ** 2  # the second hit is wasted


def test_odds_of_a_hit_on_a_unit_with_a_notable_person() -> None:
    """Nine men and one notable person: he is hit once in ten, and saves on 7."""
    found = odds("shoot", figures=1, shoot=10, target=9, save1=7)
    assert chance(found, 1, 1, 0) == F(9, 10)
    assert chance(found, 1, 0, 1) == F(1, 10) * F(3, 10)
    assert chance(found, 1, 0, 0) == F(1, 10) * F(7, 10)


def test_odds_of_a_lone_notable_person() -> None:
    """A notable person is as hard to hit as skirmishers: 4 of 10; he saves both hits or is out."""
    found = odds("shoot", figures=2, shoot=5, kind="notable", save1=7)
    assert chance(found, 2, 0, 0) == F(4, 10) ** 2 * F(7, 10) ** 2
    assert chance(found, 0) == F(6, 10) ** 2


def test_odds_of_a_shell() -> None:
    """A medium shell: each three faces of the d20 one man more, 19 and 20 the seventh."""
    found = odds("shell", weapon="medium", shoot=10, under=40)
    assert [chance(found, True, lost) for lost in range(1, 8)] == [*[F(3, 20)] * 6, F(2, 20)]
    few = odds("shell", weapon="medium", shoot=10, under=2)
    assert chance(few, True, 2) == F(17, 20)
    with_gun = odds("shell", weapon="medium", shoot=5, kind="gun", under=1, guns=1)
    assert chance(with_gun, True, 1, 0, 1) == F(4, 10) * F(1, 2)  # -1 for the crew of a gun


def test_odds_of_a_vehicle_hit() -> None:
    """A medium gun, no modifier, at ARMOR 7."""
    found = odds("machine-hit", by="medium", **TANK)
    assert chance(found, True) == F(7, 10)
    cat = F(7, 10) * F(1, 10) * F(1, 10) + F(3, 10) * F(1, 10)  # 10 and 10, or not held and 10
    assert sum(each.chance for each in found.outcomes if each.facts[1] == "exploded") == cat * F(2, 10)
    assert sum(each.chance for each in found.outcomes if each.facts[1] == "abandoned") == cat * F(1, 10)
    pen = F(3, 10) + F(7, 10) * F(1, 10)
    assert sum(each.chance for each in found.outcomes if each.facts[3]) == pen - cat * F(3, 10)


def test_odds_of_rifles_against_heavy_armour() -> None:
    """A save that is sure still rolls on the chart: ten rifles can wreck anything."""
    found = odds("shoot-machine", weapon="rifle", figures=1, shoot=10, armor=12, crew=1, weapons=0)
    # 10, 10, and then 6, 7 explode; 10, 9 is the last of the crew, 10, 10, 1-2 too unless SUSTAIN goes first.
    assert chance(found, 1, "exploded") == F(1, 10) * F(1, 10) * F(2, 10)
    assert chance(found, 1, "abandoned") == F(1, 100) + F(1, 100) * (F(1, 10) + F(2, 10))


def test_odds_of_a_crack() -> None:
    """Figures capture on 9 and 10 of the crack column; a dent leads there on 10."""
    inputs: Inputs = {**CAR, "armor": 5}
    found = odds("machine-hit", by="infantry", **inputs)  # -5: sure to hold
    assert chance(found, True, "captured") == F(1, 10) * F(2, 10)
    machine = odds("machine-hit", by="machine", **inputs)
    assert chance(machine, False, "exploded") == F(5, 10) * F(2, 10)


def test_odds_of_an_automaton_hit() -> None:
    """Rifles at ARMOR 5 always find it held: 6 extra SUSTAIN, 9 haywire."""
    inputs: Inputs = {"machine": "automaton", "armor": 5, "sustain": 8, "weapons": 1, "weapon_shoot": 4}
    found = odds("machine-hit", by="rifle-gatling", **inputs)
    jammed = sum(each.chance for each in found.outcomes if each.facts[-1] == "jams")
    held = F(1, 10) * F(2, 10) + F(1, 10) * F(2, 10) + F(1, 10) * F(3, 10) + F(1, 10)  # 6, 7, 8 (SUSTAIN 7), 9
    failed = F(1, 10) * (F(1, 10) * F(2, 10) + F(4, 10))  # 10: then 1, or 2, 3, 5, 9
    assert jammed == (held + failed) * F(2, 10)
    assert chance(found, True, "exploded") == F(1, 100)


def test_odds_of_a_pair_in_melee() -> None:
    found = odds("melee", figures=1, melee=6, enemies=1, enemy_melee=4, enemy_cover="light", loose=True)
    assert chance(found, 1, 0, 1, 0) == F(4, 10) * F(4, 10)  # 6 - 1 - 1, and 4
    assert chance(found, 0, 0, 0, 0) == F(6, 10) * F(6, 10)


def test_odds_of_breaking_off() -> None:
    assert chance(odds("break-off", strikers=2, melee=5, leaving=6), 0) == F(1, 2) ** 2


@pytest.mark.parametrize(
    ("drill", "order", "chances"),  # in tenths: stands, closes up, mills, backs, runs
    [
        ("regular", "close", [2, 0, 1, 4, 3]),
        ("regular", "loose", [1, 1, 1, 2, 5]),
        ("irregular", "close", [1, 0, 2, 2, 5]),
        ("irregular", "loose", [1, 0, 2, 2, 5]),
    ],
)
def test_odds_of_the_failure_table(drill: str, order: str, chances: list[int]) -> None:
    found = odds("failure", drill=drill, order=order)
    words = ("stands firm", "closes up", "mills around", "backs away", "runs")
    assert [chance(found, word) for word in words] == [F(each, 10) for each in chances]
    assert chance(found, "runs", 1) == F(2, 10) + F(1, 10) * F(2, 10)
    assert chance(found, "runs", 5) == F(1, 10) * F(2, 10)


def test_odds_of_the_vehicles_column() -> None:
    found = odds("failure", column="vehicles")
    words = ("stand", "confused", "no-action", "reverse", "reverse-full", "turn-about", "flee")
    assert [chance(found, word) for word in words] == [F(each, 10) for each in (1, 1, 1, 2, 2, 2, 1)]


@pytest.mark.parametrize(
    ("inputs", "tenths"),
    [
        ({"figures": 12}, 10),
        ({"figures": 5}, 5),
        ({"figures": 5, "charging": True}, 4),
        ({"figures": 5, "charging": True, "at_vehicle": True}, 2),
        ({"figures": 5, "receiving": True}, 5),
        ({"figures": 5, "receiving": True, "order": "loose"}, 4),
        ({"figures": 5, "order": "loose"}, 5),
        ({"figures": 5, "cover": "light"}, 6),
        ({"figures": 5, "cover": "heavy", "commander": True}, 8),
        ({"figures": 2, "gun": True}, 8),
        ({"figures": 3, "armoured": 3}, 6),
        ({"figures": 3, "armoured": 3, "charging": True}, 5),
        ({"figures": 5, "armoured": 2}, 7),
    ],
)
def test_odds_of_a_test(inputs: Inputs, tenths: int) -> None:
    assert chance(odds("morale", **inputs), "passed") == F(tenths, 10)


@pytest.mark.parametrize(
    ("inputs", "tenths"),
    [
        ({}, 9),
        ({"crew_lost": 2}, 7),
        ({"armor_lost": 2}, 9),
        ({"armor_lost": 2, "shoot_lost": 2, "speed_lost": 1}, 8),
        ({"armor_lost": 2, "sustain_lost": 2, "melee_lost": 2}, 7),
        ({"penetrated": True}, 7),
        ({"crew_lost": 9, "penetrated": True}, 0),
    ],
)
def test_odds_of_a_vehicles_test(inputs: Inputs, tenths: int) -> None:
    assert chance(odds("vehicle-morale", **inputs), "passed") == F(tenths, 10)


def test_odds_of_a_volley_and_its_test() -> None:
    found = odds("shoot-and-test", figures=1, shoot=5, target=5)
    assert chance(found, 0, "no test") == F(1, 2)
    assert chance(found, 1, "passed") == F(1, 2) * F(4, 10)
    assert chance(found, 1, "mills around") == F(1, 2) * F(6, 10) * F(1, 10)
    assert chance(odds("shoot-and-test", figures=1, shoot=5, target=1), 1, "wiped out") == F(1, 2)


def test_odds_of_a_charge() -> None:
    """Units of twelve cannot fail; 9 inches with a move of 6 want a bonus of 3."""
    inputs: Inputs = {"figures": 12, "enemies": 12, "gap": 9}
    found = odds("charge", **inputs)
    assert chance(found, "contact") == F(4, 6)
    assert chance(found, "falls short") == F(2, 6)
    assert chance(found, "contact", 0, 0, 0, 0) == F(4, 6) * F(6, 10) ** 24


def test_odds_of_a_charge_that_is_not_made_or_not_met() -> None:
    """Five chargers pass on 4 or stand on two rows of ten; one enemy passes on 1."""
    found = odds("charge", figures=5, enemies=1, gap=1)
    goes = F(4, 10) + F(6, 10) * F(2, 10)
    assert chance(found, "called off") == 1 - goes
    assert chance(found, "called off", 1) == F(6, 10) * (F(2, 10) + F(1, 10) * F(2, 10))
    assert chance(found, "nobody left to charge") == goes * F(9, 10) * F(3, 10)  # rows 8 to 10: he is the one who flees
    assert chance(found, "falls short") == 0  # who backs is 7 inches off, and 7 are sure


def test_odds_of_a_charge_on_one_who_runs() -> None:
    """Irregulars in a line of three run on 6 and 7, 12 inches farther than can be reached."""
    found = odds("charge", figures=12, enemies=3, gap=2, enemy_drill="irregular")
    assert chance(found, "falls short", 0, 0) == F(7, 10) * (F(2, 10) + F(2, 10) * F(1, 6))  # or back, and a bonus of 1
    assert chance(found, "falls short", 0, 1) == F(7, 10) * (F(2, 10) + F(1, 10) * F(2, 10))


def test_whoever_closes_up_fights_in_close_order() -> None:
    """A 2 for regulars in skirmish order: MELEE 4 hits on 4, and no longer only on 3."""
    inputs: Inputs = {"figures": 1, "enemies": 1, "gap": 1, "order": "loose", "enemy_order": "loose"}
    assert resolve("charge", scripted(10, 2, 10, 2, 1, 4, 4), **inputs) == ("contact", 0, 0, 1, 1, 0)
    assert resolve("charge", scripted(10, 1, 10, 1, 1, 4, 4), **inputs) == ("contact", 0, 0, 0, 0, 0)


def test_fire_when_a_charge_is_declared_lowers_the_heads_that_test() -> None:
    """Two dice that hit on 10: of five chargers three are left, and go in on 2 or less."""
    inputs: Inputs = {"figures": 5, "enemies": 12, "gap": 1, "fire": 2, "fire_number": 10}
    found = odds("charge", **inputs)
    goes = F(2, 10) + F(8, 10) * F(2, 10)  # or they stand firm
    assert chance(found, "contact") == goes
    assert {outcome.facts[5] for outcome in found.outcomes} == {2}
    assert chance(odds("charge", figures=2, enemies=12, gap=1, fire=3, fire_number=10), "shot down") == 1
    assert found.assumed == ["Nobody else fires at the chargers.", "Nobody else comes into the melee."]


def test_a_gap_is_taken_as_it_is_measured() -> None:
    """A hair more than 7 inches wants a bonus of 2 and not of 1."""
    for gap, chances in ((7.0, F(1)), (7.001, F(5, 6)), (7.2, F(5, 6)), (8.5, F(4, 6))):
        assert chance(odds("charge", figures=12, enemies=12, gap=gap), "contact") == chances


def test_no_more_fight_than_are_in_contact() -> None:
    inputs: Inputs = {"figures": 12, "enemies": 12, "gap": 1, "fighting": 1, "enemy_fighting": 2}
    found = odds("charge", **inputs)
    assert chance(found, "contact", 0, 0, 2, 1) == F(4, 10) ** 2 * F(4, 10)


def test_odds_of_haywire() -> None:
    found = odds("haywire")
    words = ("resets", "jams", "random-move", "forward", "attack", "enemy-control")
    assert [chance(found, word) for word in words] == [F(each, 10) for each in (2, 2, 2, 1, 2, 1)]
    assert chance(found, "random-move", "360") == F(2, 100)
    many = odds("haywire", enemies=3, sustain=8)
    assert chance(many, "obeys") == F(8, 10)
    assert chance(many, "enemy-control", "0", 3) == F(2, 10) * F(1, 10) * F(1, 3)


def test_odds_of_driving() -> None:
    assert chance(odds("drive", sustain=8), "moves") == F(8, 10)
    assert chance(odds("drive", sustain=8), "breaks down") == F(2, 10)
    locked = odds("drive", sustain=8, start=7, locked=True)
    assert chance(locked, "moves", True) == F(8, 10) * F(7, 10)
    assert chance(locked, "moves", False) == F(8, 10) * F(3, 10)
    assert chance(odds("drive", machine="automaton", sustain=8), "jams") == F(2, 10) * F(2, 10)
    assert chance(odds("drive", machine="automaton", engine="without power"), "stays") == 1


def test_odds_of_random_events() -> None:
    found = odds("random-event")
    assert chance(found, "none") == F(8, 10)
    assert chance(found, "natives", 2) == F(2, 10) * F(2, 10)
    band = odds("native-band")
    assert chance(band, "spear-warriors", 12, "feature", "friendly") == F(5, 10) * F(1, 6) * F(2, 10) * F(1, 10)
    assert chance(odds("native-band", allies=True), "native-raiders", 3, "east", "friendly") == F(2, 10) * F(1, 6) / 5


# ---------------------------------------------------------------- odds against every throw

SMALL: list[tuple[str, Inputs]] = [
    ("drive", {"engine": "stopped", "locked": True, "start": 4}),
    ("drive", {"machine": "automaton", "sustain": 6}),
    ("charge", {"figures": 1, "enemies": 1, "gap": 9, "lone": True, "enemy_order": "loose"}),
    ("charge", {"figures": 1, "enemies": 1, "gap": 9, "melee": 6, "enemy_lone": True, "enemy_cover": "heavy"}),
    ("random-event", {}),
    ("native-band", {}),
    ("shoot", {"figures": 3, "shoot": 6, "cover": "light", "grade": "green", "target": 2}),
    ("shoot", {"figures": 2, "shoot": 6, "target": 3, "save1": 4, "save2": 8}),
    ("shoot", {"figures": 2, "shoot": 8, "kind": "notable", "save1": 6}),
    ("shoot-and-test", {"figures": 2, "shoot": 6, "target": 3, "order": "loose"}),
    ("shell", {"weapon": "light", "shoot": 4, "under": 3, "place1": 2, "save1": 6, "guns": 1}),
    ("shell", {"weapon": "grenade", "shoot": 7, "kind": "cavalry", "under": 5}),
    ("shoot-machine", {"weapon": "heavy", "figures": 1, "shoot": 6, "size": "enormous", **TANK}),
    ("shoot-machine", {"weapon": "light", "figures": 1, "shoot": 6, **MOLE, "speed": 1, "crew": 1, "sustain": 2}),
    ("shoot-machine", {"machine": "automaton", "weapon": "medium", "figures": 1, "armor": 2, "weapons": 1}),
    ("melee", {"figures": 1, "melee": 6, "enemies": 1, "enemy_melee": 7, "save": 5}),
    ("break-off", {"strikers": 2, "melee": 5, "leaving": 1, "leaving_save": 6}),
    ("assault", {"dice": 1, "attackers": "explosives", "melee_dice": 1, **CAR}),
    ("assault", {"dice": 1, "attackers": "special", "melee_dice": 0, **TANK, "weapon_shoot": 1}),
    ("morale", {"figures": 3, "drill": "irregular"}),
    ("vehicle-morale", {"crew_lost": 3}),
    ("failure", {"order": "loose"}),
    ("armor-saves", {"figures": 2, "weapon": "light", "armor": 5}),
    ("machine-hit", {"by": "heavy", **TANK, "weapons": 1, "weapon_shoot": 1}),
    ("machine-hit", {"by": "special", **CAR}),
    ("machine-hit", {"by": "explosives", **MOLE, "crew": 1}),
    ("machine-hit", {"by": "medium", "machine": "automaton", "armor": 5, "weapons": 2, "weapon_shoot": 2}),
    ("explosion", {"shell": "light", "under": 3, "place1": 1}),
    ("haywire", {"sustain": 7, "enemies": 2}),
    ("repair", {}),
]


@pytest.mark.parametrize(("id", "inputs"), SMALL)
def test_odds_are_those_of_every_throw(id: str, inputs: Inputs) -> None:
    assert as_counted(procedure(id), inputs)


LARGE: list[tuple[str, Inputs]] = [
    ("shoot", {"figures": 20, "rof": 2, "shoot": 6, "target": 24, "save1": 7, "save2": 5}),
    ("shoot-and-test", {"figures": 20, "shoot": 6, "target": 16, "drill": "irregular", "order": "loose"}),
    ("shoot-machine", {"figures": 12, "shoot": 7, "size": "large", **TANK}),
    ("shoot-machine", {"figures": 6, "shoot": 7, "weapon": "heavy", **TANK, "armor": 9, "weapons": 4}),
    ("shoot-machine", {"machine": "automaton", "figures": 6, "shoot": 8, "weapons": 1, "armor": 5}),
    ("assault", {"dice": 8, "attackers": "explosives", "melee": 5, **TANK}),
    ("melee", {"figures": 12, "enemies": 10, "melee": 6, "save": 7, "enemy_save": 5}),
    ("charge", {"figures": 12, "enemies": 8, "gap": 9, "enemy_order": "loose"}),
]


@pytest.mark.parametrize(("id", "inputs"), LARGE)
def test_odds_agree_with_many_runs(id: str, inputs: Inputs) -> None:
    """The mean of each number, and the chance of each word, within five standard errors of 3,000 runs."""
    known = procedure(id)
    n = 3000
    runs = sampled(known, inputs, n, 20)
    found = exact(known, inputs)
    for place, name in enumerate(known.results):
        for word in {each.facts[place] for each in found.outcomes}:
            true = sum(each.chance for each in found.outcomes if each.facts[place] == word)
            seen = sum(each.chance for each in runs.outcomes if each.facts[place] == word)
            assert (seen - true) ** 2 <= 25 * true * (1 - true) / n + F(1, n) ** 2, (name, word)


# ---------------------------------------------------------------- switches


def test_r3_switch_natural_extremes() -> None:
    on = {"natural_extremes": "on"}
    inputs: Inputs = {"figures": 1, "shoot": 1, "moving": True, "target": 1}
    assert chance(odds("shoot", **inputs), 1) == 0
    assert chance(exact(procedure("shoot", **on), inputs), 1) == F(1, 10)
    sure: Inputs = {"figures": 1, "shoot": 10, "grade": "green", "target": 1}
    assert chance(odds("shoot", **sure), 1) == 1
    assert chance(exact(procedure("shoot", **on), sure), 1) == F(9, 10)
    assert chance(exact(procedure("morale", **on), {"figures": 12}), "passed") == F(9, 10)
    assert chance(exact(procedure("morale", **on), {"figures": 1, "charging": True}), "passed") == F(1, 10)
    assert chance(exact(procedure("melee", **on), {"figures": 1, "melee": 1, "loose": True}), 0, 0, 1) > 0


def test_r4_switch_commander_sign() -> None:
    printed = procedure("morale", commander_sign="printed")
    assert chance(exact(printed, {"figures": 5, "commander": True}), "passed") == F(4, 10)


def test_r8_switch_nonpen_7() -> None:
    assert resolve("machine-hit", scripted(1, 7, 3), by="medium", **TANK)[4] == 0  # a SUSTAIN roll, which holds
    other = procedure("machine-hit", nonpen_7="as-8")
    assert by(other, scripted(1, 7, 3), {"by": "medium", **TANK})[6:8] == (0, 1)  # minor damage: SPEED


def test_r9_switch_minor_damage_7() -> None:
    inputs: Inputs = {"by": "medium", **TANK}
    assert resolve("machine-hit", scripted(1, 8, 7, 3), **inputs)[6] == 1  # SUSTAIN
    assert by(procedure("machine-hit", minor_damage_7="armour"), scripted(1, 8, 7), inputs)[5] == 1
    assert by(procedure("machine-hit", minor_damage_7="nothing"), scripted(1, 8, 7), inputs)[4] == 0
    again = procedure("machine-hit", minor_damage_7="reroll")
    assert by(again, scripted(1, 8, 7, 4), inputs)[7] == 1  # SPEED
    assert by(again, scripted(1, 8, 7, 7, 7, 4), inputs)[7] == 1  # until it is no 7
    found = exact(again, {"by": "rifle-gatling", **TANK})  # all saves hold: two faces, then two of nine
    assert sum(each.chance for each in found.outcomes if each.facts[5] == 1) == F(2, 10) * F(2, 9)


def test_r12_switch_sights() -> None:
    inputs: Inputs = {"by": "medium", **TANK, "weapon_shoot": 1}
    assert resolve("machine-hit", scripted(1, 8, 1, 2), **inputs)[8:11] == (1, 0, 1)  # one of two weapons is gone
    every = procedure("machine-hit", sights="all")
    assert by(every, scripted(1, 8, 1), inputs)[1] == "disabled"
    dent: Inputs = {**inputs, "by": "infantry"}
    assert by(every, scripted(1, 8, 2), dent)[10] == 1  # the dent is random as printed


def test_r13_switch_zero_shoot() -> None:
    inputs: Inputs = {"by": "medium", **TANK, "weapon_shoot": 1}
    any_weapon = procedure("machine-hit", zero_shoot="any-weapon")
    assert by(any_weapon, scripted(1, 8, 1, 2), inputs)[1] == "disabled"
    destroyed = by(any_weapon, scripted(10, 10, 4, 1), inputs)  # destroyed outright is not reduced
    assert (destroyed[1], destroyed[8], destroyed[10]) == ("in play", 0, 1)


def test_r18_switch_blast() -> None:
    inputs: Inputs = {"weapon": "medium", "shoot": 6, "under": 3, "place1": 2, "save1": 7}
    assert resolve("shell", scripted(6, 6, 7), **inputs) == (True, 1, 0, 0)
    assert by(procedure("shell", blast="all-under"), scripted(6, 8), inputs) == (True, 2, 1, 0)
    dice = procedure("shell", blast="roll-SHOOT-per-figure")
    assert by(dice, scripted(6, 6, 6, 7, 7), inputs) == (True, 1, 0, 0)  # one man, the notable person saved, a miss
    assert by(dice, scripted(6, 7, 1, 8, 1), inputs) == (True, 1, 1, 0)
    alike: Inputs = {"weapon": "medium", "shoot": 6, "under": 3}
    assert chance(exact(dice, alike), True, 3) == F(6, 10) * F(6, 10) ** 3
    assert by(procedure("explosion", blast="roll-SHOOT-per-figure"), scripted(9), {"shell": "medium"}) == (3, 0)  # R80


def test_r19_switch_gun_wreck() -> None:
    inputs: Inputs = {"weapon": "medium", "shoot": 6, "kind": "gun", "under": 1, "guns": 1}
    assert resolve("shell", scripted(1, 1, 4), **inputs) == (True, 1, 0, 1)
    assert resolve("shell", scripted(1, 1, 5), **inputs) == (True, 1, 0, 0)
    assert by(procedure("shell", gun_wreck="never"), scripted(1, 1), inputs) == (True, 1, 0, 0)


def test_r22_switch_desert_rounding() -> None:
    down = procedure("morale", desert_rounding="down")
    assert resolve("morale", scripted(10, 10, 1), figures=6) == ("runs", 1)
    assert by(down, scripted(10, 10, 1), {"figures": 6}) == ("runs", 0)
    found = exact(procedure("failure", desert_rounding="down"), {})
    assert chance(found, "runs", 5) == F(1, 10) * F(1, 10)
    assert {each.facts: each.chance for each in found.outcomes} == counted(found.form.filled({}))


def test_r33_switch_charge_vehicle() -> None:
    inputs: Inputs = {"figures": 5, "charging": True, "at_vehicle": True}
    assert chance(exact(procedure("morale", charge_vehicle="replaces"), inputs), "passed") == F(3, 10)


def test_r37_switch_start_then_move() -> None:
    assert by(procedure("drive", start_then_move="no"), scripted(7), {"engine": "stopped"}) == ("starts", True)


def test_r38_switch_steam_count() -> None:
    inputs: Inputs = {"by": "medium", **TANK}
    assert resolve("machine-hit", scripted(10, 7, 2), **inputs)[13] == 3  # the End of this turn, and of two more
    assert by(procedure("machine-hit", steam_count="includes-this-turn"), scripted(10, 7, 2), inputs)[13] == 2


def test_r48_switch_casualties() -> None:
    """A 5 is halved to 3: third slot, then the sixth, who is the notable person."""
    count = procedure("shoot", casualties="gaslight-count")
    inputs: Inputs = {"figures": 2, "shoot": 10, "target": 5, "save1": 7}
    assert by(count, scripted(1, 1, 5, 8), inputs) == (2, 1, 1)
    assert by(count, scripted(1, 1, 5, 7), inputs) == (2, 1, 0)
    assert as_counted(count, inputs)


def test_r50_switch_points_third() -> None:
    inputs: Inputs = {"armor_lost": 2, "sustain_lost": 2, "speed_lost": 5}
    assert chance(odds("vehicle-morale", **inputs), "passed") == F(6, 10)
    each = procedure("vehicle-morale", points_third="per-attribute")
    assert chance(exact(each, inputs), "passed") == F(8, 10)


def test_r51_switch_pen_includes_cracks() -> None:
    inputs: Inputs = {"by": "machine", **TANK}
    assert resolve("machine-hit", scripted(10, 1, 1), **inputs)[3] is True
    shots_only = procedure("machine-hit", pen_includes_cracks="no")
    assert by(shots_only, scripted(10, 1, 1), inputs)[3] is False
    assert by(shots_only, scripted(10, 1, 1), {**inputs, "by": "medium"})[3] is True


def test_r52_switch_multi_hit_armour() -> None:
    """Two hits at ARMOR 3: the first takes 2 off. All saves first, or the second meets what is left."""
    inputs: Inputs = {"weapon": "medium", "figures": 2, "shoot": 6, **TANK, "armor": 3}
    assert resolve("shoot-machine", scripted(1, 1, 4, 2, 5, 1), **inputs) == (2, "in play", "running")
    running = procedure("shoot-machine", multi_hit_armour="running")
    assert by(running, scripted(1, 1, 4, 5, 2, 6), inputs) == (2, "in play", "running")  # not held: steering
    found = exact(running, {**inputs, "weapons": 0, "speed": 40})
    whole = counted(running.filled({**inputs, "figures": 1, "weapons": 0}))
    assert sum(each.chance for each in found.outcomes) == 1
    assert {
        each.facts: each.chance for each in exact(running, {**inputs, "figures": 1, "weapons": 0}).outcomes
    } == whole


def test_r53_switch_charger_cover() -> None:
    inputs: Inputs = {"figures": 5, "charging": True, "cover": "heavy"}
    assert chance(odds("morale", **inputs), "passed") == F(6, 10)
    assert chance(exact(procedure("morale", charger_cover="ignored"), inputs), "passed") == F(4, 10)
    assert chance(exact(procedure("morale", charger_cover="ignored"), {"figures": 5, "cover": "heavy"}), "passed") == F(
        7, 10
    )


# ---------------------------------------------------------------- house rules


def patched(table: str, row: str, column: str, value: object) -> ChipRules:
    patch = Patch(table, row, column, value, "house.toml", f"sheet.{table}.{row}", "mine")
    return ChipRules(SHEET.patched([patch]), RULINGS.defaults())


def test_a_house_rule_changes_a_cell_and_the_odds_follow() -> None:
    harder = of_rules(patched("shooting-modifiers", "light-cover", "add", -3), "shoot")
    inputs: Inputs = {"figures": 1, "shoot": 5, "target": 1, "cover": "light"}
    assert chance(exact(harder, inputs), 1) == F(2, 10)


def test_a_house_rule_changes_a_chart_and_the_odds_follow() -> None:
    """Odds of many hits are kept: another chart must not find them."""
    inputs: Inputs = {"figures": 3, **TANK}
    before = chance(odds("shoot-machine", **inputs), 2, "abandoned")
    softer = of_rules(patched("vehicle-shooting-hits", "10", "catastrophic", ["nothing"]), "shoot-machine")
    after = chance(exact(softer, inputs), 2, "abandoned")
    assert before > after


def test_a_house_rule_may_join_what_was_apart() -> None:
    """A cell that hurts armour and engine at once: the odds must follow both together."""
    joined = of_rules(
        patched("vehicle-shooting-hits", "1", "non-penetrating", ["armor-2", "sustain-2"]), "shoot-machine"
    )
    inputs: Inputs = {"weapon": "heavy", "figures": 1, "shoot": 8, **MOLE, "armor": 2, "sustain": 3}
    found = {each.facts: each.chance for each in exact(joined, inputs).outcomes}
    assert found == counted(joined.filled(inputs))


def test_the_commander_of_a_house_rule_keeps_his_sign() -> None:
    stronger = of_rules(patched("morale-figures", "army-commander", "add", -3), "morale")
    assert chance(exact(stronger, {"figures": 5, "commander": True}), "passed") == F(8, 10)


def test_sixty_dice_at_once_are_not_too_many() -> None:
    assert odds("shoot", figures=30, rof=2).inputs["figures"] == 30
