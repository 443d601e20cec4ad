"""The order-chip sheet's tables, rulings, cards and scenarios, typed out a second time."""

import re
from math import isclose
from pathlib import Path

import pytest

from playsheet.core import reader as reader_module
from playsheet.core.errors import Refused
from playsheet.core.geometry import TOLERANCE
from playsheet.core.reader import Reader, read_toml
from playsheet.core.rulings import Rulings, read_rulings
from playsheet.core.scenario import Scenario, Vocabulary, read_scenario
from playsheet.core.sheet import Patch, Sheet, read_sheet
from playsheet.rules.orderchips.sheet.tables import Card, ChipRules, Weapon, is_within
from playsheet.rules.orderchips.terms import ARCS, CLASSES, DRILLS, DRIVES, GRADES, KINDS, ORDERS, SIZES, RangeBand
from playsheet.tabletop.machines.charts import Column

HERE = Path(reader_module.__file__).parent.parent / "rules" / "orderchips"

PRINTED_TABLES = [
    "turn-sequence",
    "shooting",
    "shooting-modifiers",
    "effect-of-hits",
    "formations",
    "charges",
    "driving",
    "melee",
    "melee-modifiers",
    "morale-triggers",
    "morale-figures",
    "morale-vehicles",
    "morale-failure",
    "armor-save",
    "vehicle-shooting-hits",
    "vehicle-minor-damage",
    "vehicle-melee-hits",
    "haywire",
    "repair",
    "automata-hits",
]
BORROWED_TABLES = ["blast", "gun-wreck", "casualty-count", "cover-split", "roll-off"]
HOUSE_TABLES = [
    "notables",
    "failure-results",
    "machine-effects",
    "weapon-or-melee",
    "random-event-check",
    "random-events",
    "native-band",
    "native-entry",
    "native-attitude",
    "native-conduct",
    "sizes",
    "arcs",
    "distances",
    "terrain",
]

SWITCHES = {
    "natural-extremes": ("R3", ["off", "on"]),
    "commander-sign": ("R4", ["bonus", "printed"]),
    "nonpen-7": ("R8", ["as-6", "as-8"]),
    "minor-damage-7": ("R9", ["sustain", "armour", "reroll", "nothing"]),
    "sights": ("R12", ["random", "all"]),
    "zero-shoot": ("R13", ["last-weapon", "any-weapon"]),
    "crew-test": ("R14", ["replaces", "extra"]),
    "ram": ("R16", ["target-only", "both-save"]),
    "blast": ("R18", ["chart", "all-under", "roll-SHOOT-per-figure"]),
    "gun-wreck": ("R19", ["even", "never"]),
    "vehicle-confused": ("R20", ["by-phase", "owner-choice"]),
    "desert-rounding": ("R22", ["up", "down"]),
    "arrow-tolerance": ("R25", ["45", "0", "15", "30", "60", "75", "90"]),
    "move-order": ("R26", ["roll-off", "alternate-units", "fixed"]),
    "fire-declaration": ("R28", ["secret", "open-in-order"]),
    "enfilade": ("R31", ["long-axis", "flank-or-rear"]),
    "charge-vehicle": ("R33", ["cumulative", "replaces"]),
    "charge-fire": ("R34", ["before-and-during", "during-only"]),
    "melee-reach": ("R35", ["contact", "contact-plus-second-rank"]),
    "start-then-move": ("R37", ["yes", "no"]),
    "steam-count": ("R38", ["after-this-turn", "includes-this-turn"]),
    "repair": ("R43", ["everything", "one-condition"]),
    "natives": ("R46", ["table", "off", "gm"]),
    "casualties": ("R48", ["owner", "gaslight-count"]),
    "points-third": ("R50", ["total", "per-attribute"]),
    "pen-includes-cracks": ("R51", ["yes", "no"]),
    "multi-hit-armour": ("R52", ["start-of-step", "running"]),
    "charger-cover": ("R53", ["counts", "ignored"]),
    "split-fire": ("R56", ["no", "by-figure"]),
    "stationary-sustain": ("R64", ["no", "automata-only", "all"]),
    "voluntary-reverse": ("R65", ["no", "half-speed"]),
    "own-move-fire": ("R67", ["yes", "no"]),
    "deployment": ("R77", ["open", "secret"]),
}


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return read_sheet(HERE / "sheet.toml")


@pytest.fixture(scope="module")
def rulings() -> Rulings:
    return read_rulings(HERE / "rulings.toml")


@pytest.fixture(scope="module")
def rules(sheet: Sheet, rulings: Rulings) -> ChipRules:
    return ChipRules(sheet, rulings.defaults())


def cards(rules: ChipRules) -> dict[str, Card]:
    entries = read_toml(HERE / "cards.toml")
    return {id: Card(id, entries.table(id), rules) for id in entries.data if id != "system"}


# ---------------------------------------------------------------- the sheet


def test_every_table_is_there_in_printed_order(sheet: Sheet) -> None:
    assert list(sheet.tables) == PRINTED_TABLES + BORROWED_TABLES + HOUSE_TABLES
    assert (sheet.system, sheet.unit) == ("orderchips", "inch")


def test_tables_that_are_not_printed_say_so(sheet: Sheet) -> None:
    heads = {id: table.at.partition(":")[0] for id, table in sheet.tables.items()}
    assert [id for id, head in heads.items() if head == "House"] == HOUSE_TABLES
    assert [id for id, head in heads.items() if head == "Borrowed"] == BORROWED_TABLES


def test_printed_headings(sheet: Sheet) -> None:
    heads: list[str] = []
    for id in PRINTED_TABLES:
        if sheet.table(id).at not in heads:
            heads.append(sheet.table(id).at)
    assert heads == [
        "Turn Sequence",
        "Shooting",
        "Move",
        "Melee",
        "Morale",
        "Morale Failure Results",
        "Armor Saves",
        "Vehicle Shooting Hits",
        "Vehicle Melee Hits",
        "Haywire Automata",
        "Automata Hits",
    ]


def test_turn_sequence(sheet: Sheet) -> None:
    phases = [str(phase) for phase in sheet.table("turn-sequence").values.values()]
    assert [phase.split()[0] for phase in phases] == [
        "Place",
        "Reveal",
        "Moves",
        "Random",
        "Shooting,",
        "Melee,",
        "Morale",
    ]


def modifiers(sheet: Sheet, table: str) -> dict[str, tuple[object, object]]:
    return {id: (row.get("add"), row["when"]) for id, row in sheet.table(table).rows.items()}


def test_shooting_modifiers(sheet: Sheet) -> None:
    assert modifiers(sheet, "shooting-modifiers") == {
        "firer-moving": (-2, "firer_moving"),
        "long-range": (-1, "long_range"),
        "light-cover": (-1, "light_cover"),
        "heavy-cover": (-2, "heavy_cover"),
        "infantry-skirmish-or-gun-crew": (-1, "skirmish_or_gun_crew"),
        "cavalry-close-order": (1, "close_cavalry"),
        "enfiladed-close-order": (1, "enfiladed"),
        "volley-fire": (1, "volley_fire"),
        "elite-or-protected": (-1, "elite_or_protected"),
        "green": (1, "green"),
        "large-vehicle": (1, "large"),
        "enormous-vehicle": (3, "enormous"),
    }


def test_melee_modifiers(sheet: Sheet) -> None:
    assert modifiers(sheet, "melee-modifiers") == {
        "light-cover": (-1, "light_cover"),
        "heavy-cover": (-2, "heavy_cover"),
        "skirmish": (-1, "skirmish"),
    }


def test_morale_of_figures(sheet: Sheet) -> None:
    assert modifiers(sheet, "morale-figures") == {
        "charging": (-1, "charging"),
        "charging-vehicle": (-2, "charging_vehicle"),
        "skirmish-receiving": (-1, "skirmish_receiving"),
        "light-cover": (1, "light_cover"),
        "heavy-cover": (2, "heavy_cover"),
        "army-commander": (-1, "army_commander"),  # as printed; R4 turns it round
        "gun": (6, "gun"),
        "power-armour": (None, "power_armour"),
    }
    assert sheet.integer("morale-figures", "power-armour", "times") == 2


def test_morale_of_vehicles(sheet: Sheet) -> None:
    assert sheet.table("morale-vehicles").rows == {
        "crew": {"add": -1, "every": 1},
        "points": {"add": -1, "every": 3},
        "penetrating": {"add": -2},
    }


def test_morale_failure(sheet: Sheet) -> None:
    assert sheet.as_rows("morale-failure")[1][:8] == [
        ["1", "stand", "stand"],
        ["2", "irregulars-mill", "confused"],
        ["3", "mill", "no-action"],
        ["4", "back", "reverse"],
        ["5", "back", "reverse"],
        ["6-7", "close-regulars-back", "reverse-full"],
        ["8-9", "run-and-flee", "turn-about"],
        ["10", "run-and-many-flee", "flee"],
    ]
    words = {str(word) for row in sheet.table("morale-failure").rows.values() for word in row.values()}
    assert words == set(sheet.table("failure-results").rows)


def test_armor_saves(sheet: Sheet) -> None:
    assert {id: row["add"] for id, row in sheet.table("armor-save").rows.items()} == {
        "rifle-gatling": -6,
        "light": -1,
        "medium": 0,
        "heavy": 2,
        "infantry": -5,
        "explosives": -2,
        "machine": 0,  # R16
        "special": 1,
    }


def test_vehicle_shooting_hits(sheet: Sheet) -> None:
    assert [line[1:] for line in sheet.as_rows("vehicle-shooting-hits")[1]] == [
        ["nothing", "extra-sustain", "sustain-d6, crew-killed"],
        ["nothing", "sustain-2, extra-sustain", "sustain-d6, crew-killed"],
        ["nothing", "sustain-2, extra-sustain", "stops"],
        ["nothing", "optics-2", "weapon-destroyed"],
        ["nothing", "armor-2", "armor-d6-least-2"],
        ["extra-sustain", "steering", "explodes-heavy"],
        ["extra-sustain", "steam-repairable", "explodes-heavy"],
        ["roll-minor-damage", "stops", "immobilised"],
        ["roll-minor-damage", "crew-killed", "steam-for-good"],
        ["roll-penetrating", "roll-catastrophic", "abandon"],
    ]


def test_vehicle_minor_damage(sheet: Sheet) -> None:
    assert sheet.as_rows("vehicle-minor-damage")[1] == [
        ["1-2", "sights-1"],
        ["3-4", "speed-1"],
        ["5-6", "armor-1"],
        ["8-10", "sustain-1, extra-sustain"],
    ]


def test_vehicle_melee_hits(sheet: Sheet) -> None:
    assert [line[1:] for line in sheet.as_rows("vehicle-melee-hits")[1]] == [
        ["nothing", "extra-sustain"],
        ["nothing", "armor-d6"],
        ["nothing", "weapon-d6"],
        ["nothing", "immobilised"],
        ["sustain-1", "sustain-d6"],
        ["speed-1", "steam-repairable"],
        ["extra-sustain", "sustain-3"],
        ["weapon-1", "crew-killed, crew-test"],
        ["armor-1", "captured"],
        ["roll-crack", "captured"],
    ]


def test_automata_hits(sheet: Sheet) -> None:
    assert [line[1:] for line in sheet.as_rows("automata-hits")[1]] == [
        ["nothing", "extra-sustain"],
        ["nothing", "sustain-2, haywire"],
        ["nothing", "sustain-2, haywire"],
        ["nothing", "shoot-or-melee-2"],
        ["nothing", "armor-2, haywire"],
        ["extra-sustain", "navigation"],
        ["armor-1, extra-sustain", "steam-repairable"],
        ["sustain-1, extra-sustain", "immobilised"],
        ["haywire", "sustain-2, haywire"],
        ["roll-penetrating", "explodes-medium"],
    ]


def test_haywire(sheet: Sheet) -> None:
    assert sheet.as_rows("haywire")[1][:6] == [
        ["1-2", "resets"],
        ["3-4", "jams"],
        ["5-6", "random-move"],
        ["7", "forward"],
        ["8-9", "attack"],
        ["10", "enemy-control"],
    ]


EFFECTS = """
    nothing nothing
    extra-sustain sustain
    sustain-1 lose sustain 1
    sustain-2 lose sustain 2
    sustain-3 lose sustain 3
    sustain-d6 lose sustain 1d6 1
    armor-1 lose save 1
    armor-2 lose save 2
    armor-d6 lose save 1d6 1
    armor-d6-least-2 lose save 1d6 2
    speed-1 lose speed 1
    optics-2 lose shoot 2
    sights-1 weapon-shoot - 1
    all-sights-1 lose shoot 1
    weapon-1 weapon-shoot - 1
    weapon-d6 weapon-shoot - 1d6 1
    weapon-destroyed weapon
    shoot-or-melee-2 weapon-or-melee - 2
    steering steering
    navigation steering
    steam-repairable steam repairable 1d6 1
    steam-for-good steam for-good 1d6 1
    stops stop
    immobilised dead
    crew-killed crew - 1
    crew-test check
    explodes-heavy explode heavy
    explodes-medium explode medium
    captured captured medium
    abandon abandon
    haywire haywire
    roll-penetrating column penetrating
    roll-catastrophic column catastrophic
    roll-crack column crack
    roll-minor-damage chart vehicle-minor-damage
"""


def test_machine_effects(sheet: Sheet) -> None:
    ids = list(sheet.table("machine-effects").rows)
    found = []
    for id, line in zip(ids, sheet.as_rows("machine-effects")[1], strict=True):
        words = [id, *[cell or "-" for cell in line[1:5]]]
        while words[-1] == "-":
            words.pop()
        found.append(" ".join(words))
    assert found == [line.strip() for line in EFFECTS.strip().splitlines()]


def test_every_effect_is_used_by_a_chart_or_a_switch(sheet: Sheet) -> None:
    used = {"all-sights-1"}
    for table in ("vehicle-shooting-hits", "vehicle-minor-damage", "vehicle-melee-hits", "automata-hits"):
        for row in sheet.table(table).rows:
            for column in sheet.table(table).columns:
                used.update(sheet.texts(table, row, column))
    assert used == set(sheet.table("machine-effects").rows)


def test_blast(sheet: Sheet) -> None:
    assert [line[1:] for line in sheet.as_rows("blast")[1][:4]] == [
        ["2", "5", "rifle-gatling"],
        ["3", "4", "light"],
        ["4", "3", "medium"],
        ["5", "2", "heavy"],
    ]
    assert list(sheet.table("blast").rows) == ["grenade", "light", "medium", "heavy"]


@pytest.mark.parametrize(
    ("table", "rows"),
    [
        (
            "random-events",
            [["1-5", "natives", "1"], ["6-7", "natives", "2"], ["8", "haze", "0"], ["9", "bad-cartridges", "0"],
             ["10", "allies", "1"]],
        ),
        (
            "native-band",
            [["1-5", "spear-warriors", "1d6+6"], ["6-8", "musket-warriors", "1d6+4"],
             ["9-10", "native-raiders", "1d6+2"]],
        ),
        ("native-attitude", [["1-7", "hostile-to-all"], ["8-9", "hostile-to-most"], ["10", "friendly"]]),
        (
            "native-entry",
            [["1-2", "north"], ["3-4", "east"], ["5-6", "south"], ["7-8", "west"], ["9-10", "feature"],
             ["Place along the edge: sides of the die", "10"]],
        ),
        (
            "sizes",
            [["Figure on foot", "1", "", "3"], ["Cavalry", "1", "2", "3"], ["Gun model", "2", "3", "3"],
             ["Automaton", "1.5", "", "4"], ["Vehicle", "3", "5", "6"], ["Large vehicle", "4", "7", "10"],
             ["Enormous vehicle", "6", "12", "14"]],
        ),
    ],
)  # fmt: skip
def test_tables_of_ours(sheet: Sheet, table: str, rows: list[list[str]]) -> None:
    assert sheet.as_rows(table)[1] == rows


@pytest.mark.parametrize(
    ("table", "row", "number"),
    [
        ("shooting", "sides", 10),
        ("formations", "close", 0),
        ("formations", "loose", 1),
        ("driving", "sides", 10),
        ("driving", "reverse", 0.5),
        ("melee", "sides", 10),
        ("morale-figures", "sides", 10),
        ("morale-figures", "near", 3),
        ("morale-vehicles", "sides", 10),
        ("morale-vehicles", "fail", 10),
        ("morale-failure", "back", 6),
        ("morale-failure", "run", 12),
        ("morale-failure", "flee", 1),
        ("morale-failure", "flee_sides", 10),
        ("morale-failure", "flee_by", 2),
        ("morale-failure", "reverse", 6),
        ("morale-failure", "bail", 1),
        ("armor-save", "sides", 10),
        ("haywire", "step", 36),
        ("repair", "sides", 10),
        ("blast", "sides", 20),
        ("gun-wreck", "sides", 10),
        ("casualty-count", "sides", 20),
        ("casualty-count", "divide", 2),
        ("cover-split", "step", 1),
        ("roll-off", "sides", 10),
        ("notables", "sides", 10),
        ("weapon-or-melee", "sides", 10),
        ("random-event-check", "sides", 10),
        ("random-event-check", "from", 9),
        ("native-conduct", "inside", 0.5),
        ("native-conduct", "apart", 6),
        ("native-conduct", "step", 1),
        ("native-conduct", "foot", 3),
        ("native-conduct", "mounted", 7),
        ("arcs", "arrow", 45),
        ("arcs", "front", 180),
        ("arcs", "mounted", 90),
        ("arcs", "enfilade", 45),
        ("distances", "apart", 1),
        ("distances", "stray", 1.5),
        ("distances", "step_in", 2),
        ("distances", "lining", 1),
        ("distances", "serve", 2),
        ("distances", "crew_move", 6),
        ("distances", "free", 1),
        ("distances", "halt", 1),
        ("distances", "control", 3),
    ],
)
def test_figures(sheet: Sheet, table: str, row: str, number: float) -> None:
    assert isclose(sheet.number(table, row), number)


def test_odd_and_even(sheet: Sheet) -> None:
    assert (sheet.text("gun-wreck", "wrecked"), sheet.text("weapon-or-melee", "shoot")) == ("even", "odd")


@pytest.mark.parametrize(
    ("ground", "cells"),  # an inch costs, entering or crossing adds, closed to, sight, cover, lies over, linear
    [
        ("open", "1 0 - clear none no no"),
        ("road", "1 0 - clear none yes no"),
        ("ford", "1 0 - clear none yes no"),
        ("bridge", "1 0 - clear none yes no"),
        ("hill", "1 0 - crest none no no"),
        ("rough", "2 0 - clear none no no"),
        ("mud", "2 0 - clear none no no"),
        ("shallow-water", "2 0 - clear none no no"),
        ("scrub", "2 0 - clear light no no"),
        ("crops", "1 0 - not-through light no no"),
        ("woods", "2 0 gun+wheels not-through light no no"),
        ("building", "1 2 cavalry+gun+vehicle not-through heavy no no"),
        ("ruin", "1 2 cavalry+gun+vehicle not-through heavy no no"),
        ("trench", "1 2 cavalry+gun+vehicle clear heavy no no"),
        ("deep-water", "1 0 all clear none no no"),
        ("cliff", "1 0 all clear none no no"),
        ("wreck", "1 0 all blocks light no no"),
        ("hedge", "1 2 - clear light no yes"),
        ("fence", "1 2 - clear light no yes"),
        ("wall", "1 2 - clear heavy no yes"),
        ("earthwork", "1 2 - clear heavy no yes"),
    ],
)
def test_terrain(sheet: Sheet, ground: str, cells: str) -> None:
    kinds = list(sheet.table("terrain").rows)
    assert len(kinds) == 21
    line = sheet.as_rows("terrain")[1][kinds.index(ground)][1:]
    assert [cell.replace(", ", "+") or "-" for cell in line] == cells.split()


# ---------------------------------------------------------------- typed rows


def cells(column: Column) -> list[str]:
    return [" ".join(effect.id for effect in cell) for cell in column.cells]


def test_every_face_of_minor_damage(sheet: Sheet, rulings: Rulings, rules: ChipRules) -> None:
    sights, speed, armor, sustain = "sights-1", "speed-1", "armor-1", "sustain-1 extra-sustain"
    rest = [sights, sights, speed, speed, armor, armor]
    for value, seventh in (("sustain", sustain), ("armour", armor), ("nothing", ""), ("reroll", sustain)):
        other = ChipRules(sheet, rulings.chosen({"minor-damage-7": value}, "test"))
        column = other.works.charts["vehicle-minor-damage"].columns["effect"]
        assert cells(column) == [*rest, seventh, sustain, sustain, sustain]
        assert column.again == ([7] if value == "reroll" else [])


def test_the_one_blank_that_could_be_argued(sheet: Sheet, rulings: Rulings, rules: ChipRules) -> None:
    assert cells(rules.shot_columns[0])[5:8] == ["extra-sustain", "extra-sustain", "roll-minor-damage"]
    other = ChipRules(sheet, rulings.chosen({"nonpen-7": "as-8"}, "test"))
    assert cells(other.shot_columns[0])[5:8] == ["extra-sustain", "roll-minor-damage", "roll-minor-damage"]


def test_sights_of_one_weapon_or_of_all(sheet: Sheet, rulings: Rulings) -> None:
    other = ChipRules(sheet, rulings.chosen({"sights": "all"}, "test"))
    assert cells(other.works.charts["vehicle-minor-damage"].columns["effect"])[0] == "all-sights-1"
    assert cells(other.melee_columns[0])[7] == "weapon-1"  # the dent says random in print


def test_every_face_of_the_failure_table(rules: ChipRules) -> None:
    assert rules.figure_failures == [0, 1, 2, 3, 3, 4, 4, 5, 5, 6]
    assert rules.vehicle_failures == [0, 1, 2, 3, 3, 4, 4, 5, 5, 6]
    assert rules.figure_failure_marks == [2, 3, 4, 6, 8, 10]


def test_every_face_of_the_haywire_table(rules: ChipRules) -> None:
    assert rules.brain.results == [1, 1, 2, 2, 3, 3, 4, 5, 5, 6]


def test_what_saves_against_a_weapon(rules: ChipRules) -> None:
    adds = [rules.save_against(cls).add for cls in range(len(CLASSES))]
    assert dict(zip(CLASSES, adds, strict=True)) == {
        "rifle": -6,
        "gatling": -6,
        "small-arm": -6,
        "grenade": -6,
        "light": -1,
        "medium": 0,
        "heavy": 2,
    }
    assert [cls for cls in CLASSES if rules.blast_of(CLASSES.index(cls)) is None] == ["rifle", "gatling", "small-arm"]


@pytest.mark.parametrize(
    ("distance", "band"),
    [
        (12.0, RangeBand.SHORT),
        (12.0000009, RangeBand.SHORT),
        (12.004, RangeBand.LONG),
        (24.0, RangeBand.LONG),
        (24.01, RangeBand.BEYOND),
    ],
)
def test_r55_limits_of_range_are_inside(rules: ChipRules, distance: float, band: int) -> None:
    rifle = cards(rules)["line-rifles"].weapon
    assert rifle is not None
    assert rifle.band(distance) == band


def test_r106_one_tolerance_for_all_distances() -> None:
    assert is_within(3.0 + 0.9 * TOLERANCE, 3.0)
    assert not is_within(3.0 + 1.1 * TOLERANCE, 3.0)
    assert not is_within(3.0049, 3.0)


def test_r25_the_arrow(sheet: Sheet, rulings: Rulings, rules: ChipRules) -> None:
    assert isclose(rules.arrow, 45)
    assert isclose(ChipRules(sheet, rulings.chosen({"arrow-tolerance": 0}, "test")).arrow, 0)
    patched = sheet.patched([Patch("arcs", "arrow", "", 50, "house.toml", "sheet.arcs.arrow", "mine")])
    assert isclose(ChipRules(patched, rulings.defaults()).arrow, 50)


# ---------------------------------------------------------------- rulings


def test_every_ruling_is_there(rulings: Rulings) -> None:
    assert [ruling.id for ruling in rulings.all] == [f"R{n}" for n in range(1, 113)]
    for ruling in rulings.all:
        assert ruling.question.endswith(("?", ".")), ruling.id
        assert ruling.answer.endswith("."), ruling.id
        assert ruling.why.endswith("."), ruling.id


def test_every_switch_is_there_with_its_values(rulings: Rulings) -> None:
    assert {key: (switch.ruling, switch.values) for key, switch in rulings.switches.items()} == SWITCHES


def test_every_value_of_every_switch_makes_other_rules(sheet: Sheet, rulings: Rulings) -> None:
    for key, (_, values) in SWITCHES.items():
        known = [settings(ChipRules(sheet, rulings.chosen({key: value}, "test"))) for value in values]
        for place in range(1, len(known)):
            assert known[place] not in known[:place], (key, values[place])


def settings(rules: ChipRules) -> dict[str, object]:
    named = {name: getattr(rules, name) for name in dir(rules) if not name.startswith("__")}
    return {name: value for name, value in named.items() if isinstance(value, (bool, int, str))}


def test_what_is_borrowed_says_from_whom(rulings: Rulings) -> None:
    lenders: dict[str, list[str]] = {}
    for ruling in rulings.all:
        if ruling.source == "borrowed":
            lenders.setdefault(ruling.lender, []).append(ruling.id)
    assert lenders == {
        "gaslight": ["R17", "R18", "R19", "R32", "R35", "R45", "R47"],
        "lancer": ["R25", "R36", "R56"],
        "gettysburg": ["R26"],
    }


def test_rulings_cited_on_the_sheet_exist(rulings: Rulings) -> None:
    text = (HERE / "sheet.toml").read_text(encoding="utf-8")
    known = {ruling.id for ruling in rulings.all}
    assert set(re.findall(r"\bR\d+\b", text)) <= known


# ---------------------------------------------------------------- cards

FIGURES = """
    line-rifles infantry 10 5 4 breech-rifle:rifle,1,12/24 6+1d6 regular average close 20
    guard-rifles infantry 8 6 6 bolt-rifle:rifle,1,18/36 6+1d6 regular elite close 28
    militia infantry 12 3 3 musket:small-arm,1,12/24 6+1d6 regular green close 14
    sappers infantry 8 4 4 carbine:rifle,1,10/20 6+1d6 regular average close 20 explosives
    power-armour infantry 4 5 7 repeater:rifle,2,12/24 5+1d6 regular average close 30 armour protected explosives
    spear-warriors infantry 12 3 5 thrown-spear:small-arm,1,6/12 7+1d6 irregular average loose 15
    musket-warriors infantry 10 3 4 musket:small-arm,1,12/24 6+1d6 irregular average loose 14
    lancers cavalry 6 3 6 carbine:rifle,1,10/20 12+2d6 regular average close 22
    native-raiders cavalry 6 2 5 bow:small-arm,1,10/20 12+2d6 irregular average loose 16
    field-gun gun 4 6 3 field-gun:medium,1,24/48 3 regular average close 25 least2
    gatling gun 3 5 3 Gatling-gun:gatling,2,18/36 4 regular average close 22 per-crew3
    commander notable 1 6 6 revolver:small-arm,2,6/12 6+1d6 regular average loose 15 save7 commander
    hero notable 1 7 8 revolver:small-arm,2,6/12 6+1d6 regular average loose 15 save8
    scientist notable 1 3 3 pistol:small-arm,1,6/12 6+1d6 regular average loose 12 save6 scientist
"""


def armed(weapon: Weapon) -> str:
    return f"{CLASSES[weapon.cls]},{weapon.rof},{weapon.short:g}/{weapon.long:g}"


def in_short(card: Card) -> str:
    weapon = card.weapon
    assert weapon is not None
    words = [card.id, KINDS[card.kind], str(card.figures), str(card.shoot), str(card.melee)]
    words.append(f"{weapon.name.replace(' ', '-')}:{armed(weapon)}")
    words.append(f"{card.move:g}" + (f"+{card.charge}" if card.charge is not None else ""))
    words += [DRILLS[card.drill], GRADES[card.grade], ORDERS[card.starts], str(card.points)]
    flags = {
        "armour": card.armoured == card.figures,
        "protected": card.protected,
        "explosives": card.explosives,
        f"least{card.least}": card.least > 1,
        f"per-crew{card.per_crew}": card.per_crew > 0,
        f"save{card.save}": card.save > 0,
        "commander": card.army_commander,
        "scientist": card.scientist,
    }
    return " ".join([*words, *[word for word, true in flags.items() if true]])


def test_every_card_of_figures(rules: ChipRules) -> None:
    found = [in_short(card) for card in cards(rules).values() if card.machine is None]
    assert found == [line.strip() for line in FIGURES.strip().splitlines()]


MACHINES = """
    steam-tank vehicle large tracks 7 8 7 60 8+2 5x3 4 60 | 5:medium,1,24/48,front 5:gatling,6,18/36,turret
    steam-car vehicle normal wheels 4 9 8 90 14+4 4x2 2 30 | 4:gatling,6,18/36,front
    drill-mole vehicle normal tracks 6 8 6 90 6+3 6x4s 3 40 |
    land-ironclad vehicle enormous tracks 9 9 6 30 6+0 5x6 8 120 | 6:heavy,1,30/60,front 5:medium,1,24/48,left \
5:medium,1,24/48,right 5:gatling,6,18/36,turret
    clockwork-soldier automaton normal legs 5 8 0 90 6+2 5x2 0 25 | 4:gatling,2,12/24,front
"""


def test_every_card_of_machines(rules: ChipRules) -> None:
    found = []
    for id, card in cards(rules).items():
        machine = card.machine
        if machine is None:
            continue
        ratings = f"{machine.armor} {machine.sustain} {machine.start} {machine.spin:g} {machine.speed}+{machine.charge}"
        fight = f"{machine.melee}x{machine.melee_dice}{'s' if machine.special else ''} {machine.crew} {card.points}"
        weapons = [f"{weapon.shoot}:{armed(weapon)},{ARCS[weapon.arc]}" for weapon in machine.weapons]
        make = f"{KINDS[card.kind]} {SIZES[machine.size]} {DRIVES[machine.drive]}"
        found.append(f"{id} {make} {ratings} {fight} | {' '.join(weapons)}".strip())
    assert found == [line.strip() for line in MACHINES.strip().splitlines()]


def test_bases_and_contact(rules: ChipRules) -> None:
    known = cards(rules)
    found = {
        id: (known[id].size.width, known[id].size.depth, known[id].size.round, known[id].contact)
        for id in ("line-rifles", "lancers", "field-gun", "hero", "clockwork-soldier", "steam-car", "land-ironclad")
    }
    assert found == {
        "line-rifles": (1, 1, True, 3),
        "lancers": (1, 2, False, 3),
        "field-gun": (1, 1, True, 3),  # its crew; the gun model has a row of its own
        "hero": (1, 1, True, 3),
        "clockwork-soldier": (1.5, 1.5, True, 4),
        "steam-car": (3, 5, False, 6),
        "land-ironclad": (6, 12, False, 14),
    }


@pytest.mark.parametrize(
    ("card", "serving", "dice"),
    [
        ("line-rifles", 7, 7),
        ("power-armour", 4, 8),
        ("field-gun", 4, 1),
        ("field-gun", 2, 1),
        ("field-gun", 1, 0),
        ("gatling", 3, 6),
        ("gatling", 1, 2),
        ("gatling", 5, 6),
        ("hero", 1, 2),
    ],
)
def test_dice_to_hit(rules: ChipRules, card: str, serving: int, dice: int) -> None:
    assert cards(rules)[card].shots(serving) == dice


@pytest.mark.parametrize(
    ("card", "ground", "inch", "enter", "closed"),
    [
        ("line-rifles", "woods", 2, 0, False),
        ("field-gun", "woods", 2, 0, True),
        ("steam-car", "woods", 2, 0, True),
        ("steam-tank", "woods", 2, 0, False),
        ("lancers", "building", 1, 2, True),
        ("hero", "building", 1, 2, False),
        ("clockwork-soldier", "building", 1, 2, False),
        ("drill-mole", "trench", 1, 2, True),
        ("line-rifles", "wall", 1, 2, False),
        ("clockwork-soldier", "wall", 1, 0, False),
        ("line-rifles", "deep-water", 1, 0, True),
        ("lancers", "road", 1, 0, False),
    ],
)
def test_ground_by_card(rules: ChipRules, card: str, ground: str, inch: float, enter: float, closed: bool) -> None:
    going = cards(rules)[card].ground[ground]
    assert (going.inch, going.enter, going.closed) == (inch, enter, closed)


FOOT = {
    "name": "Men",
    "kind": "infantry",
    "figures": 6,
    "drill": "regular",
    "shoot": 4,
    "melee": 4,
    "weapon": {"name": "bow", "class": "small-arm", "rof": 1, "short": 6, "long": 12},
    "move": 6,
    "charge": {"dice": 1, "sides": 6, "add": 0},
}
GUN = {**{key: value for key, value in FOOT.items() if key != "charge"}, "kind": "gun"}
HERO = {**{key: value for key, value in FOOT.items() if key != "figures"}, "kind": "notable", "save": 7}
TANK = {
    "name": "Tank",
    "kind": "vehicle",
    "drive": "tracks",
    "armor": 5,
    "sustain": 8,
    "start": 7,
    "spin": 60,
    "speed": 8,
    "charge": 2,
    "crew": 3,
}
ROBOT = {**{key: value for key, value in TANK.items() if key not in ("start", "crew")}, "kind": "automaton"}
ARM = {"name": "gun", "shoot": 5, "class": "light", "rof": 1, "short": 10, "long": 20, "arc": "front"}


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ({**FOOT, "kind": "gnomes"}, 'kind: expected one of "infantry"'),
        ({**FOOT, "figures": 0}, "figures: expected a whole number from 1 to 60, got 0"),
        ({**FOOT, "shoot": 11}, "shoot: expected a whole number from 1 to 10, got 11"),
        ({**FOOT, "drill": "wild"}, 'drill: expected one of "regular" or "irregular"'),
        ({**FOOT, "starts": "column"}, 'starts: expected one of "close" or "loose"'),
        ({**FOOT, "save": 5}, "save: unknown key"),
        ({**FOOT, "crew": 5}, "crew: unknown key"),
        ({**FOOT, "weapon": {"name": "bow", "class": "bow"}}, 'weapon.class: expected one of "rifle"'),
        ({**FOOT, "weapon": {**FOOT["weapon"], "long": 5}}, "weapon.long: expected a number from 6"),  # type: ignore[dict-item]
        ({**FOOT, "terrain": {"swamp": 2}}, "terrain.swamp: unknown key"),
        ({**FOOT, "terrain": {"woods": "shut"}}, "terrain.woods: expected a number"),
        ({**GUN, "charge": {"dice": 1, "sides": 6}}, "charge: unknown key"),
        ({key: value for key, value in GUN.items() if key not in ("weapon", "shoot")}, "weapon: expected a table"),
        ({**GUN, "starts": "loose"}, "starts: unknown key"),
        ({**HERO, "figures": 2}, "figures: unknown key"),
        ({key: value for key, value in HERO.items() if key != "save"}, "save: expected a whole number"),
        ({**TANK, "armor": 13}, "armor: expected a whole number from 1 to 12, got 13"),
        ({**TANK, "melee": 5}, "has both melee and melee_dice"),
        ({**TANK, "spin": 200}, "spin: expected a number from 0 to 180"),
        ({**TANK, "weapons": [{**ARM, "arc": "rear"}]}, 'arc: expected one of "front"'),
        ({**TANK, "drill": "regular"}, "drill: unknown key"),
        ({**ROBOT, "start": 5}, "start: unknown key"),
        ({**ROBOT, "crew": 2}, "crew: unknown key"),
        ({**ROBOT, "size": "large"}, "size: unknown key"),
    ],
)
def test_cards_are_refused_in_a_sentence(rules: ChipRules, card: dict[str, object], words: str) -> None:
    with pytest.raises(Refused) as refusal:
        Card("test", Reader(card, "cards.toml"), rules)
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_cards_of_ones_own_are_read(rules: ChipRules) -> None:
    for card in (FOOT, GUN, HERO, {**TANK, "weapons": [ARM]}, ROBOT):
        assert Card("test", Reader(card, "test"), rules).name in ("Men", "Tank")


def test_a_card_may_mind_ground_otherwise(rules: ChipRules) -> None:
    own = {**FOOT, "terrain": {"woods": 1, "wall": 0, "rough": "closed", "deep-water": 3}}
    ground = Card("test", Reader(own, "test"), rules).ground
    assert (ground["woods"].inch, ground["wall"].enter, ground["rough"].closed) == (1, 0, True)
    assert (ground["deep-water"].inch, ground["deep-water"].closed) == (3, False)


def test_power_armour_is_protected(rules: ChipRules) -> None:
    card = Card("test", Reader({**FOOT, "power_armour": True}, "test"), rules)
    assert (card.protected, card.armoured) == (True, card.figures)


def test_r109_power_armour_is_a_figures(rules: ChipRules) -> None:
    card = Card("test", Reader({**FOOT, "power_armour": 2}, "test"), rules)
    assert (card.protected, card.armoured) == (False, 2)
    assert Card("test", Reader({**FOOT, "power_armour": False}, "test"), rules).armoured == 0
    with pytest.raises(Refused, match="power_armour"):
        Card("test", Reader({**FOOT, "power_armour": 99}, "test"), rules)


@pytest.mark.parametrize(
    ("table", "row", "column", "value", "words"),
    [
        ("vehicle-shooting-hits", "1", "penetrating", ["explodes"], "expected one of"),
        ("machine-effects", "roll-crack", "on", "dent", "expected a column to the right"),
        ("machine-effects", "roll-minor-damage", "on", "vehicle-shooting-hits", "expected another chart"),
        ("machine-effects", "sustain-2", "on", "steam", "expected one of"),
        ("machine-effects", "explodes-heavy", "on", "huge", "expected one of"),
        ("morale-failure", "4", "figures", "dance", "expected one of"),
        ("haywire", "7", "do", "sings", "expected one of"),
        ("gun-wreck", "wrecked", "", "prime", "expected one of"),
        ("native-attitude", "10", "to", "bored", "expected one of"),
        ("terrain", "woods", "closed", ["elephants"], "expected one of"),
        ("shooting-modifiers", "green", "when", "blue", "expected one of"),
        ("blast", "light", "save", "pistol", "expected one of"),
    ],
)
def test_house_rules_that_make_no_sense(
    sheet: Sheet, rulings: Rulings, table: str, row: str, column: str, value: object, words: str
) -> None:
    patched = sheet.patched([Patch(table, row, column, value, "house.toml", f"sheet.{table}.{row}", "mine")])
    with pytest.raises(Refused) as refusal:
        ChipRules(patched, rulings.defaults())
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


# ---------------------------------------------------------------- scenarios


def scenario(rules: ChipRules, rulings: Rulings, name: str) -> Scenario:
    ground = rules.ground
    known = Vocabulary(
        "orderchips",
        {id: card.name for id, card in cards(rules).items()},
        [id for id, row in ground.items() if not row.linear],
        [id for id, row in ground.items() if row.linear],
        ORDERS,
        rulings,
    )
    return read_scenario(HERE / "scenarios" / f"{name}.toml", known)


FORCES = {
    "the-ruined-wells": ("small", 36, 36, 6, False, ["1 line-rifles, 1 commander", "2 spear-warriors of 11"]),
    "runaway-engines": (
        "middle",
        60,
        48,
        8,
        True,
        [
            "2 line-rifles, 1 sappers, 1 lancers, 1 field-gun, 1 gatling, 1 steam-tank, 1 commander",
            "3 guard-rifles, 4 clockwork-soldier, 2 scientist, 1 drill-mole, 1 commander",
        ],
    ),
    "the-great-advance": (
        "large",
        120,
        72,
        12,
        True,
        [
            "3 line-rifles, 5 militia, 2 guard-rifles, 2 sappers, 3 lancers, 3 field-gun, 2 gatling, 2 steam-tank, "
            "1 steam-car, 1 land-ironclad, 1 commander, 2 hero",
            "4 militia, 6 line-rifles, 2 power-armour, 6 spear-warriors, 2 native-raiders, 3 field-gun, 2 gatling, "
            "2 steam-tank, 2 drill-mole, 4 clockwork-soldier, 2 scientist, 1 commander",
        ],
    ),
}


@pytest.mark.parametrize("name", FORCES)
def test_forces(rules: ChipRules, rulings: Rulings, name: str) -> None:
    found = scenario(rules, rulings, name)
    rosters = []
    for side in found.sides:
        counts: dict[str, int] = {}
        for unit in side.units:
            own = unit.overrides()
            word = unit.card + (f" of {own.integer('figures')}" if own.has("figures") else "")
            counts[word] = counts.get(word, 0) + 1
        rosters.append(", ".join(f"{n} {card}" for card, n in counts.items()))
    ground = found.ground
    events = found.extra.flag("events")
    assert (found.size, ground.width, ground.depth, found.turns, events, rosters) == FORCES[name]


ZONES = {
    "the-ruined-wells": [[(0, 0, 36, 6)], [(0, 30, 36, 36)]],
    "runaway-engines": [[(0, 0, 60, 8)], [(0, 40, 60, 48)]],
    "the-great-advance": [[(0, 0, 120, 18)], [(0, 54, 120, 72)]],
}


@pytest.mark.parametrize("name", ZONES)
def test_zones(rules: ChipRules, rulings: Rulings, name: str) -> None:
    sides = scenario(rules, rulings, name).sides
    assert [[(zone.x0, zone.y0, zone.x1, zone.y1) for zone in side.zones] for side in sides] == ZONES[name]
    assert [side.facing for side in sides] == [0, 180]


GROUND = {
    "the-ruined-wells": """
        ruin 15,15,21,21
        woods 5,20,13,28
        woods 23,8,31,16
        wall 12,10 24,10""",
    "runaway-engines": """
        building 26,19,34,25
        hedge 10,18 25,18
        hedge 35,18 50,18
        rough 7,26,17,34
        woods 45,27,55,37""",
    "the-great-advance": """
        shallow-water 0,22,120,26
        ford 22,22,28,26
        ford 57,22,63,26
        ford 92,22,98,26
        building 47,34,53,40
        building 57,34,63,40
        building 67,34,73,40
        building 47,43,53,49
        building 57,43,63,49
        building 67,43,73,49
        earthwork 40,51 80,51
        woods 14,30,26,42
        woods 94,30,106,42
        woods 24,54,36,66""",
}


@pytest.mark.parametrize("name", GROUND)
def test_ground(rules: ChipRules, rulings: Rulings, name: str) -> None:
    found = []
    for piece in scenario(rules, rulings, name).ground.pieces:
        if piece.is_line:
            points = [f"{x:g},{y:g}" for x, y in zip(piece.xs, piece.ys, strict=True)]
            found.append(" ".join([piece.kind, *points]))
        else:
            found.append(f"{piece.kind} {piece.min_x:g},{piece.min_y:g},{piece.max_x:g},{piece.max_y:g}")
    assert found == [line.strip() for line in GROUND[name].strip().splitlines()]


TOWN = ["the mill", "the inn", "the smithy", "the school", "the church", "the brewery"]
OBJECTIVES = {
    "the-ruined-wells": [
        {"kind": "control-point", "name": "the wells", "at": [18, 18], "within": 3, "points": 3},
        {"kind": "units-lost", "points": 2, "below_half": 1},
    ],
    "runaway-engines": [
        {"kind": "control-ground", "terrain": ["the factory"], "points": [5, 5]},
        {"kind": "points-lost", "every": 10},
        {"kind": "automata-turned", "points": 2},
    ],
    "the-great-advance": [
        {"kind": "control-ground", "terrain": TOWN, "points": [6, 3]},
        {"kind": "points-lost", "every": 10},
        {"kind": "army-lost", "part": 0.5},
    ],
}


@pytest.mark.parametrize("name", OBJECTIVES)
def test_objectives(rules: ChipRules, rulings: Rulings, name: str) -> None:
    objectives = scenario(rules, rulings, name).objectives
    assert [dict(objective.source.data) for objective in objectives] == OBJECTIVES[name]


def test_no_other_system_has_a_scenario_of_the_same_name() -> None:
    names = [path.stem for path in HERE.parent.glob("*/scenarios/*.toml")]
    assert len(names) == len(set(names))
