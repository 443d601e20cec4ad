"""The GASLIGHT sheet's tables, rulings, cards and scenarios, typed out a second time."""

import re
from math import isclose
from pathlib import Path

import pytest
from rules.gaslight.situation import printed

from playsheet.core import reader as reader_module
from playsheet.core.errors import Refused
from playsheet.core.reader import Reader, read_toml
from playsheet.core.rulings import Rulings, read_rulings
from playsheet.core.scenario import Scenario, Vocabulary, read_scenario
from playsheet.core.sheet import Patch, Sheet, read_sheet
from playsheet.rules.gaslight.sheet import Card, GaslightRules
from playsheet.rules.gaslight.terms import BORES, CLASSES, KINDS, MOUNTS, QUALITIES, RESULTS, RangeBand

HERE = Path(reader_module.__file__).parent.parent / "rules" / "gaslight"

PRINTED_TABLES = [
    "actions",
    "movement-rates",
    "movement-modifiers",
    "command",
    "saving-throws",
    "weapons",
    "shooting",
    "shooting-modifiers",
    "cover-split",
    "vehicle-save-outcome",
    "casualty-count",
    "gun-hits",
    "shotgun-grape",
    "cannon-casualty-priority",
    "artillery-effects",
    "close-combat",
    "charge-allocation",
    "morale-test",
    "morale-triggers",
    "morale-modifiers",
    "morale-failure",
]
BORROWED_TABLES = [
    "vehicle-shooting-hits",
    "vehicle-minor-damage",
    "vehicle-melee-hits",
    "vehicle-melee-srm",
    "vehicle-morale-failure",
]
HOUSE_TABLES = [
    "pistols",
    "vehicle-effects",
    "driving",
    "deck",
    "points",
    "random-direction",
    "bases",
    "distances",
    "terrain",
]

SWITCHES = {
    "multi-card": ("R4", ["per-card", "per-turn"]),
    "lone-character-morale": ("R9", ["exempt", "unit-of-one"]),
    "bounce-is-hit-for-morale": ("R11", ["false", "true"]),
    "run-off-table": ("R16", ["removed-at-once", "runs-12-per-card"]),
    "freeze": ("R17", ["this-and-next", "next-only"]),
    "receive-failure-uses-action": ("R18", ["true", "false"]),
    "fled-counts-as-loss": ("R19", ["true", "false"]),
    "rough-terrain": ("R24", ["whole-move", "pro-rata"]),
    "command-check": ("R29", ["at-action", "start-of-card"]),
    "rear-save-rounding": ("R33", ["up", "down"]),
    "range-edge": ("R35", ["strict", "inclusive"]),
    "vehicle-arc": ("R37", ["45-each-side", "90-each-side"]),
    "figures-block-sight": ("R46", ["false", "true"]),
    "count-frame": ("R47", ["shooter", "target-facing"]),
    "count-major": ("R47", ["rank", "file"]),
    "casualty-count": ("R48", ["continue-skip-removed", "restart-at-front"]),
    "gun-long-range": ("R51", ["half-range", "single-band"]),
    "gun-range-edge": ("R52", ["inclusive", "strict"]),
    "cannon-reload": ("R54", ["by-card", "never"]),
    "blast-spill": ("R56", ["any-model", "target-unit-only"]),
    "heavy-machine-gun-is-heavy": ("R60", ["false", "true"]),
    "gun-hit": ("R61", ["destroyed", "repairable"]),
    "grapeshot-range": ("R65", ["canister", "ordnance"]),
    "swivel-gun": ("R66", ["aimed", "grape"]),
    "charge-all-models": ("R68", ["true", "false"]),
    "charge-bonus": ("R69", ["per-unit", "per-model"]),
    "sustain-when": ("R75", ["on-move", "every-card"]),
    "sustain-failure": ("R76", ["stall-until-start", "this-card-only"]),
    "minor-damage-7": ("R80", ["as-8-10", "no-effect", "reroll"]),
    "vehicle-damage-scale": ("R81", ["1", "2"]),
    "catastrophic": ("R82", ["modified-20-plus", "natural-20"]),
    "vehicle-morale-failure": ("R87", ["crew-chart", "orderchips-column"]),
    "standin-may-charge": ("R92", ["false", "true"]),
    "gun-die": ("R98", ["per-shot", "per-crew-hit"]),
    "machine-locked": ("R99", ["false", "true"]),
}


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return read_sheet(HERE / "sheet.toml")


@pytest.fixture(scope="module")
def rulings() -> Rulings:
    return read_rulings(HERE / "rulings.toml")


@pytest.fixture(scope="module")
def rules(sheet: Sheet, rulings: Rulings) -> GaslightRules:
    return GaslightRules(sheet, rulings.defaults())


def by_switch(sheet: Sheet, rulings: Rulings, **switches: object) -> GaslightRules:
    settings = {key.replace("_", "-"): value for key, value in switches.items()}
    return GaslightRules(sheet, rulings.chosen(settings, "test"))


def cards(rules: GaslightRules) -> dict[str, Card]:
    entries = read_toml(HERE / "cards.toml")
    return {id: Card(id, entries.table(id), rules) for id in entries.data if id != "system"}


# ---------------------------------------------------------------- the sheet


def test_every_table_is_there_in_printed_order(sheet: Sheet) -> None:
    assert list(sheet.tables) == PRINTED_TABLES + BORROWED_TABLES + HOUSE_TABLES
    assert (sheet.system, sheet.unit) == ("gaslight", "inch")


def test_tables_that_are_not_printed_say_so(sheet: Sheet) -> None:
    heads = {id: table.at.partition(":")[0] for id, table in sheet.tables.items()}
    assert [id for id, head in heads.items() if head == "House"] == HOUSE_TABLES
    assert [id for id, head in heads.items() if head == "Borrowed"] == BORROWED_TABLES


WEAPONS = """
    thrown-stuff 3 6 NA no 1 small
    bow 10 20 NA no 1 small
    crossbow 9 18 -10 yes 1 small
    spear 6 12 NA no 1 small
    small-catapult 12 24 -10 yes 1 heavy
    musket-carbine 12 24 -10 yes 1 small
    pistol 6 12 -10 either 1 small
    muzzle-loading-rifle 18 36 -9 yes 1 small
    breech-repeater-rifle 12 24 -9 no 1 small
    shotgun 3 6 NA yes 1 cone
    bolt-action-rifle 18 36 -8 no 1 small
    semi-auto-rifle 18 36 -8 no 2 small
    submachine-gun 6 12 -10 no 2 small
    gatling-nordenfelt 18 36 -9 no 2 small
    light-machine-gun 18 36 -9 no 2 small
    medium-machine-gun 24 48 -7 no 3 small
    heavy-machine-gun 24 48 -5 no 4 small
    swivel-gun 12 24 NA yes 1 heavy
    grenade-launcher-old 9 18 NA yes 1 launcher
    grenade-launcher-new 18 36 NA no 1 launcher
"""


def test_weapons_chart(sheet: Sheet) -> None:
    expected = [line.split() for line in WEAPONS.strip().splitlines()]
    rows = sheet.table("weapons").rows
    found = [[id, *[str(cell) for cell in rows[id].values()]] for id in rows]
    assert found[:-1] == expected
    assert found[-1] == ["grenade-blast", "2", "-10", "blast"]  # no long range, no reload
    assert len(found) == 21
    assert list(sheet.table("weapons").columns) == ["short", "long", "srm", "reload", "shots", "type"]


def test_artillery_effects(sheet: Sheet) -> None:
    assert [line[1:] for line in sheet.as_rows("artillery-effects")[1][:4]] == [
        ["2", "5", "6", "-10", ""],
        ["3", "4", "24", "-2", "0"],
        ["4", "3", "48", "0", "2"],
        ["5", "2", "60", "2", "4"],
    ]
    assert list(sheet.table("artillery-effects").rows) == ["grenades", "small", "medium", "large"]


def test_morale_failure_chart(sheet: Sheet) -> None:
    assert [line[1:] for line in sheet.as_rows("morale-failure")[1][:8]] == [
        ["----", "1-2", "1-2", "1-4", "1-4"],
        ["1-2", "3-4", "3-6", "5-8", "5-10"],
        ["3-4", "5-6", "7-8", "9-10", "11-12"],
        ["5-6", "7-8", "9-10", "11-12", "13-14"],
        ["7-8", "9-10", "11-12", "13-14", "15-16"],
        ["9-10", "11-12", "13-14", "15-16", "17-18"],
        ["11-12", "13-14", "15-16", "17-18", "19-20"],
        ["13-20", "15-20", "17-20", "19-20", "----"],
    ]
    assert list(sheet.table("morale-failure").rows) == [
        "run-off-table",
        "run-12-from-enemy",
        "back-6-from-enemy",
        "freeze",
        "run-12-random",
        "charge-nearest-enemy",
        "fire-random-enemy",
        "no-effect",
    ]
    assert tuple(sheet.table("morale-failure").columns) == CLASSES


@pytest.mark.parametrize(
    ("cls", "results"),  # by pairs of faces: off, run, back, freeze, random, charge, fire, no effect
    [
        ("hero", "RRBBFFrrCCffnnnnnnnn"),
        ("adventurer", "OORRBBFFrrCCffnnnnnn"),
        ("leader", "OORRRRBBFFrrCCffnnnn"),
        ("veteran", "OOOORRRRBBFFrrCCffnn"),
        ("extra", "OOOORRRRRRBBFFrrCCff"),
    ],
)
def test_every_face_of_the_failure_chart(rules: GaslightRules, cls: str, results: str) -> None:
    letters = "ORBFrCfn"
    column = rules.failure_columns[CLASSES.index(cls)]
    assert "".join(letters[result] for result in column.results) == results
    assert len(RESULTS) == len(letters)


def test_morale_modifiers(sheet: Sheet) -> None:
    rows = sheet.table("morale-modifiers").rows
    assert {id: (row["add"], row["when"]) for id, row in rows.items()} == {
        "army-commander": (-2, "army_commander"),
        "leader": (-1, "leader"),
        "light-cover": (-1, "light_cover"),
        "hard-cover": (-2, "hard_cover"),
        "charging": (-1, "charging"),
        "crack": (-1, "crack"),
        "green": (1, "green"),
    }


def test_morale_triggers(sheet: Sheet) -> None:
    at_once = [id for id, when in sheet.table("morale-triggers").values.items() if when == "at once"]
    assert at_once == ["charging", "receiving"]
    assert list(sheet.table("morale-triggers").values) == [
        "lost-figure",
        "charging",
        "receiving",
        "commander-dead",
        "vehicle-hit",
        "gm",
    ]


@pytest.mark.parametrize(
    ("table", "row", "column", "number"),
    [
        ("movement-rates", "foot", "move", 6),
        ("movement-rates", "horse", "move", 12),
        ("movement-modifiers", "rough", "", 0.5),
        ("movement-modifiers", "obstacle", "", -2),
        ("movement-modifiers", "leaderless", "", 0.5),
        ("movement-modifiers", "out_of_command", "", 0),
        ("command", "radius", "", 12),
        ("saving-throws", "sides", "", 20),
        ("saving-throws", "behind", "", 2),
        ("shooting", "sides", "", 20),
        ("shooting", "long_divide", "", 2),
        ("shooting", "arc", "", 180),
        ("shooting", "vehicle_arc", "", 90),
        ("shooting-modifiers", "light", "", 1),
        ("shooting-modifiers", "hard", "", 2),
        ("cover-split", "step", "", 1),
        ("vehicle-save-outcome", "sides", "", 20),
        ("vehicle-save-outcome", "catastrophic", "", 20),
        ("casualty-count", "sides", "", 20),
        ("casualty-count", "divide", "", 2),
        ("gun-hits", "sides", "", 20),
        ("shotgun-grape", "arc", "", 30),
        ("shotgun-grape", "hit_sides", "", 6),
        ("shotgun-grape", "hit_divide", "", 2),
        ("shotgun-grape", "count_sides", "", 6),
        ("shotgun-grape", "small", "", 12),
        ("shotgun-grape", "medium", "", 13),
        ("shotgun-grape", "large", "", 13),
        ("artillery-effects", "sides", "", 20),
        ("close-combat", "sides", "", 20),
        ("charge-allocation", "most", "", 3),
        ("morale-test", "sides", "", 20),
        ("morale-test", "unit", "", 2),
        ("morale-test", "crew", "", 5),
        ("morale-modifiers", "near", "", 3),
        ("morale-failure", "sides", "", 20),
        ("morale-failure", "run", "", 12),
        ("morale-failure", "back", "", 6),
        ("morale-failure", "random", "", 12),
        ("vehicle-melee-srm", "foot", "", -10),
        ("vehicle-melee-srm", "explosives", "", -4),
        ("vehicle-melee-srm", "machine", "", 0),
        ("vehicle-melee-srm", "special", "", 2),
        ("vehicle-morale-failure", "reverse", "", 6),
        ("driving", "sides", "", 20),
        ("driving", "reverse", "", 0.5),
        ("deck", "unit", "", 1),
        ("deck", "hero", "", 2),
        ("deck", "most", "", 3),
        ("points", "figure", "", 1),
        ("points", "character", "", 3),
        ("points", "gun", "", 5),
        ("points", "vehicle", "", 10),
        ("random-direction", "sides", "", 20),
        ("random-direction", "step", "", 18),
        ("bases", "foot", "", 0.5),
        ("bases", "horse", "", 0.75),
        ("bases", "beast", "", 0.75),
        ("bases", "gun", "", 1),
        ("distances", "rank", "", 1),
        ("distances", "crew", "", 1),
        ("distances", "stop_short", "", 0.5),
        ("distances", "lining", "", 0.5),
        ("distances", "neat", "", 0.5),
        ("distances", "neat_least", "", 5),
    ],
)
def test_figures(sheet: Sheet, table: str, row: str, column: str, number: float) -> None:
    assert isclose(sheet.number(table, row, column), number)


@pytest.mark.parametrize(("row", "bonus"), [("foot", "1d6"), ("horse", "2d6"), ("beast", "1d6")])
def test_charge_adds(sheet: Sheet, row: str, bonus: str) -> None:
    assert str(sheet.amount("movement-rates", row, "charge")) == bonus


@pytest.mark.parametrize(
    ("table", "values"),
    [
        ("actions", {"move": "Move/charge", "shoot": "Shoot/throw", "reload": "Reload"}),
        (
            "cannon-casualty-priority",
            {"first": "front", "second": "rear", "third": "left", "fourth": "right"},
        ),
    ],
)
def test_words(sheet: Sheet, table: str, values: dict[str, str]) -> None:
    assert sheet.table(table).values == values


def test_a_vehicles_saving_throw(sheet: Sheet) -> None:
    values = sheet.table("vehicle-save-outcome").values
    assert [values[id] for id in ("less", "equal", "greater")] == ["bounce", "non-penetrating", "penetrating"]
    assert sheet.text("gun-hits", "gun") == "even"


def test_vehicle_shooting_hits(sheet: Sheet) -> None:
    assert [line[1:] for line in sheet.as_rows("vehicle-shooting-hits")[1]] == [
        ["nothing", "extra-sustain", "sustain-d6, crew-killed"],
        ["nothing", "sustain-2, extra-sustain", "sustain-d6, crew-killed"],
        ["nothing", "sustain-2, extra-sustain", "stop-restartable"],
        ["nothing", "shoot-2", "weapon-destroyed"],
        ["nothing", "save-2", "save-d6-least-2"],
        ["extra-sustain", "steering", "explodes-large"],
        ["extra-sustain", "steam-repairable", "explodes-large"],
        ["roll-minor-damage", "stop-restartable", "stop-permanent"],
        ["roll-minor-damage", "crew-killed", "steam-for-good"],
        ["roll-penetrating", "roll-catastrophic", "abandon"],
    ]


def test_vehicle_minor_damage(sheet: Sheet) -> None:
    assert sheet.as_rows("vehicle-minor-damage")[1] == [
        ["1-2", "shoot-1"],
        ["3-4", "speed-1"],
        ["5-6", "save-1"],
        ["8-10", "sustain-1, extra-sustain"],
    ]


def test_vehicle_melee_hits(sheet: Sheet) -> None:
    assert [line[1:] for line in sheet.as_rows("vehicle-melee-hits")[1]] == [
        ["nothing", "extra-sustain"],
        ["nothing", "save-d6"],
        ["nothing", "weapon-shoot-d6"],
        ["nothing", "stop-permanent"],
        ["sustain-1", "sustain-d6"],
        ["speed-1", "steam-repairable"],
        ["extra-sustain", "sustain-3"],
        ["weapon-shoot-1", "crew-killed, crew-check"],
        ["save-1", "captured"],
        ["roll-crack", "captured"],
    ]


EFFECTS = """
    nothing nothing
    extra-sustain sustain
    sustain-1 lose sustain 1
    sustain-2 lose sustain 2
    sustain-3 lose sustain 3
    sustain-d6 lose sustain 1d6 1
    shoot-1 lose shoot 1
    shoot-2 lose shoot 2
    save-1 lose save 1
    save-2 lose save 2
    save-d6 lose save 1d6 1
    save-d6-least-2 lose save 1d6 2
    speed-1 lose speed 1
    weapon-shoot-1 weapon-shoot - 1
    weapon-shoot-d6 weapon-shoot - 1d6 1
    weapon-destroyed weapon
    steering steering
    steam-repairable steam repairable 1d6 1
    steam-for-good steam for-good 1d6 1
    stop-restartable stop
    stop-permanent dead
    crew-killed crew - 1
    crew-check check
    explodes-large explode large
    captured captured medium
    abandon abandon
    roll-penetrating column penetrating
    roll-catastrophic column catastrophic
    roll-crack column crack
    roll-minor-damage chart vehicle-minor-damage
"""


def test_vehicle_effects(sheet: Sheet) -> None:
    ids = list(sheet.table("vehicle-effects").rows)
    found = []
    for id, line in zip(ids, sheet.as_rows("vehicle-effects")[1], strict=True):
        words = [id, *[cell or "-" for cell in line[1:5]]]
        while words[-1] == "-":
            words.pop()
        found.append(" ".join(words))
    assert found == [line.strip() for line in EFFECTS.strip().splitlines()]


def test_a_machine_whose_crew_fails_by_switch(rules: GaslightRules) -> None:
    assert rules.machine_results == [0, 1, 2, 3, 3, 4, 4, 5, 5, 6]


@pytest.mark.parametrize(
    ("ground", "cells"),  # going, horse and machines, cover, sight, lies over, linear
    [
        ("open", "clear yes none clear no no"),
        ("road", "clear yes none clear yes no"),
        ("ford", "clear yes none clear yes no"),
        ("bridge", "clear yes none clear yes no"),
        ("hill", "clear yes none crest no no"),
        ("field", "clear yes light into no no"),
        ("woods", "rough yes light into no no"),
        ("rough", "rough yes none clear no no"),
        ("river", "rough yes none clear no no"),
        ("stream", "rough yes none clear no no"),
        ("mud", "rough yes none clear no no"),
        ("snow", "rough yes none clear no no"),
        ("building", "walled no hard into no no"),
        ("earthwork", "clear yes hard clear no no"),
        ("lake", "none no none clear no no"),
        ("cliff", "none no none into no no"),
        ("wreck", "none no light into no no"),
        ("wall", "obstacle yes hard clear no yes"),
        ("earth-wall", "obstacle yes hard clear no yes"),
        ("hedge", "obstacle yes light clear no yes"),
        ("fence", "obstacle yes light clear no yes"),
    ],
)
def test_terrain(sheet: Sheet, ground: str, cells: str) -> None:
    kinds = list(sheet.table("terrain").rows)
    assert len(kinds) == 21
    assert sheet.as_rows("terrain")[1][kinds.index(ground)][1:] == cells.split()


# ---------------------------------------------------------------- typed rows


@pytest.mark.parametrize(
    ("distance", "strict", "inclusive"),
    [
        (11.9, RangeBand.SHORT, RangeBand.SHORT),
        (12.0, RangeBand.LONG, RangeBand.SHORT),
        (23.9, RangeBand.LONG, RangeBand.LONG),
        (24.0, RangeBand.BEYOND, RangeBand.LONG),
        (24.1, RangeBand.BEYOND, RangeBand.BEYOND),
    ],
)
def test_bands_of_a_carbine(
    sheet: Sheet, rulings: Rulings, rules: GaslightRules, distance: float, strict: int, inclusive: int
) -> None:
    assert rules.weapons["musket-carbine"].band(distance) == strict
    other = by_switch(sheet, rulings, range_edge="inclusive")
    assert other.weapons["musket-carbine"].band(distance) == inclusive


@pytest.mark.parametrize(
    ("distance", "band", "edge", "single"),
    [
        (23.9, RangeBand.SHORT, RangeBand.SHORT, RangeBand.SHORT),
        (24.0, RangeBand.LONG, RangeBand.LONG, RangeBand.SHORT),
        (48.0, RangeBand.LONG, RangeBand.BEYOND, RangeBand.SHORT),
        (48.1, RangeBand.BEYOND, RangeBand.BEYOND, RangeBand.BEYOND),
    ],
)
def test_bands_of_a_medium_gun(
    sheet: Sheet, rulings: Rulings, rules: GaslightRules, distance: float, band: int, edge: int, single: int
) -> None:
    assert rules.cannons["medium"].band(distance) == band
    assert by_switch(sheet, rulings, gun_range_edge="strict").cannons["medium"].band(distance) == edge
    assert by_switch(sheet, rulings, gun_long_range="single-band").cannons["medium"].band(distance) == single


def test_the_two_pistols_share_a_row(rules: GaslightRules) -> None:
    revolver, single = rules.weapons["revolver"], rules.weapons["single-shot-pistol"]
    assert (revolver.row, revolver.reload, single.row, single.reload) == ("pistol", False, "pistol", True)
    assert "pistol" not in rules.weapons
    assert "grenade-blast" not in rules.weapons


def test_not_applicable_is_not_zero(rules: GaslightRules) -> None:
    without = [id for id, weapon in rules.weapons.items() if not weapon.has_srm]
    assert without == [
        "thrown-stuff",
        "bow",
        "spear",
        "shotgun",
        "swivel-gun",
        "grenade-launcher-old",
        "grenade-launcher-new",
    ]


def test_heavy_weapons(sheet: Sheet, rulings: Rulings, rules: GaslightRules) -> None:
    heavy = [id for id, weapon in rules.weapons.items() if weapon.heavy]
    assert heavy == ["small-catapult", "swivel-gun", "grenade-launcher-old", "grenade-launcher-new"]
    assert by_switch(sheet, rulings, heavy_machine_gun_is_heavy=True).weapons["heavy-machine-gun"].heavy


def test_a_swivel_gun_may_fire_grape(sheet: Sheet, rulings: Rulings, rules: GaslightRules) -> None:
    assert not rules.weapons["swivel-gun"].cone
    other = by_switch(sheet, rulings, swivel_gun="grape").weapons["swivel-gun"]
    assert other.cone
    assert isclose(other.long, 24)


def test_reach_of_grapeshot(sheet: Sheet, rulings: Rulings, rules: GaslightRules) -> None:
    assert [rules.cannons[size].grape for size in rules.sizes] == [12, 13, 13]
    other = by_switch(sheet, rulings, grapeshot_range="ordnance")
    assert [other.cannons[size].grape for size in other.sizes] == [24, 48, 60]
    assert rules.grenade.grape < 0


@pytest.mark.parametrize(
    ("shoot", "long"), [(1, 1), (2, 1), (7, 4), (8, 4), (9, 5), (10, 5), (11, 6), (12, 6), (16, 8), (21, 11)]
)
def test_half_the_shoot_is_rounded_up(rules: GaslightRules, shoot: int, long: int) -> None:
    assert rules.shoot_number(shoot, RangeBand.SHORT) == shoot
    assert rules.shoot_number(shoot, RangeBand.LONG) == long


@pytest.mark.parametrize(("save", "up", "down"), [(12, 6, 6), (9, 5, 4), (11, 6, 5), (14, 7, 7), (1, 1, 0)])
def test_half_the_save(sheet: Sheet, rulings: Rulings, rules: GaslightRules, save: int, up: int, down: int) -> None:
    assert rules.save_number(save, False) == save
    assert rules.save_number(save, True) == up
    assert by_switch(sheet, rulings, rear_save_rounding="down").save_number(save, True) == down


@pytest.mark.parametrize(
    ("base", "bonus", "rough", "leaderless", "obstacles", "inches"),
    [
        (6, 4, True, True, 1, 0.5),  # W5
        (6, 4, False, False, 0, 10),
        (6, 0, True, False, 0, 3),
        (6, 0, True, True, 0, 1.5),
        (12, 7, True, False, 2, 5.5),
        (6, 0, True, False, 2, 0),
        (8, 0, False, True, 1, 2),
    ],
)
def test_allowance(
    rules: GaslightRules, base: float, bonus: float, rough: bool, leaderless: bool, obstacles: int, inches: float
) -> None:
    assert isclose(rules.allowance(base, bonus, rough, leaderless, obstacles), inches)


def test_arcs(sheet: Sheet, rulings: Rulings, rules: GaslightRules) -> None:
    assert (rules.half_arc, rules.vehicle_half_arc, rules.cone_half_arc) == (90, 45, 15)
    assert isclose(by_switch(sheet, rulings, vehicle_arc="90-each-side").vehicle_half_arc, 90)


# ---------------------------------------------------------------- rulings


def test_every_ruling_is_there(rulings: Rulings) -> None:
    assert [ruling.id for ruling in rulings.all] == [f"R{n}" for n in range(1, 128)]
    for ruling in rulings.all:
        assert ruling.question.endswith(("?", ".")), ruling.id
        assert ruling.answer.endswith("."), ruling.id
        assert ruling.why.endswith("."), ruling.id


def test_every_switch_is_there_with_its_values(rulings: Rulings) -> None:
    assert {key: (switch.ruling, switch.values) for key, switch in rulings.switches.items()} == SWITCHES


def test_every_value_of_every_switch_makes_rules(sheet: Sheet, rulings: Rulings) -> None:
    default = GaslightRules(sheet, rulings.defaults())
    for key, (_, values) in SWITCHES.items():
        for value in values[1:]:
            changed = GaslightRules(sheet, rulings.chosen({key: value}, "test"))
            assert settings(changed) != settings(default), key


def settings(rules: GaslightRules) -> dict[str, object]:
    named = {name: getattr(rules, name) for name in dir(rules) if not name.startswith("__")}
    return {name: value for name, value in named.items() if isinstance(value, (bool, int, str))}


def test_what_is_borrowed_says_from_whom(rulings: Rulings) -> None:
    lenders: dict[str, list[str]] = {}
    for ruling in rulings.all:
        if ruling.source == "borrowed":
            lenders.setdefault(ruling.lender, []).append(ruling.id)
    assert lenders == {
        "lancer": ["R7", "R46", "R71", "R93"],
        "orderchips": ["R12", "R73", "R74", "R76", "R78", "R79", "R80", "R81", "R85", "R86", "R100", "R101"],
        "gettysburg": ["R54", "R65"],
    }


def test_rulings_cited_on_the_sheet_exist(rulings: Rulings) -> None:
    text = (HERE / "sheet.toml").read_text(encoding="utf-8")
    known = {ruling.id for ruling in rulings.all}
    assert set(re.findall(r"\bR\d+\b", text)) <= known


# ---------------------------------------------------------------- cards

CARDS = {  # kind, quality, drilled; cards, move, charge, radius; then class Shoot/Scuffle/Save (arms) x how many
    "gl-redcoats": "foot regular drilled 1 6 1d6 0.5 | leader 12/12/11 revolver, veteran 11/11/9 BL, 8 extra 9/9 BL",
    "gl-highlanders": "foot crack drilled 1 6 1d6 0.5 | "
    "leader 13/13/12 revolver, veteran 12/13/10 BL, 8 extra 10/11 BL",
    "gl-volunteers": "foot green drilled 1 6 1d6 0.5 | leader 10/10/9 single-shot-pistol, 9 extra 7/8 musket-carbine",
    "gl-warband": "foot regular undrilled 1 6 1d6 0.5 | adventurer 12/14/12 spear, 11 extra 7/10 spear",
    "gl-jezails": "foot regular undrilled 1 6 1d6 0.5 | veteran 12/10/9 rifle, 7 extra 10/7 rifle",
    "gl-sappers": "foot crack drilled 1 6 1d6 0.5 | leader 11/12/11 shotgun+2, 5 extra 9/10 shotgun+2",
    "gl-lancers": "horse regular drilled 1 12 2d6 0.75 | leader 11/14/11 musket-carbine, 7 extra 8/11 musket-carbine",
    "gl-gatling": "crew regular drilled 1 6 1d6 0.5 | veteran 12/9/9 -, 3 extra 11/8 -",
    "gl-mountain-gun": "crew regular drilled 1 6 1d6 0.5 | veteran 12/9/9 -, 3 extra 10/8 -",
    "gl-12-pounder": "crew regular drilled 1 6 1d6 0.5 | leader 12/9/10 -, 4 extra 10/8 -",
    "gl-siege-gun": "crew regular drilled 1 6 1d6 0.5 | leader 12/9/10 -, 5 extra 10/8 -",
    "gl-hero": "character regular undrilled 2 6 1d6 0.5 | hero 16/15/14 revolver",
    "gl-villain": "character regular undrilled 1 6 1d6 0.5 | adventurer 14/14/12 revolver",
    "gl-steam-tank": "vehicle regular undrilled 1 6 1d6 0.5 | veteran 12/10/9 -, 3 extra 10/8 -",
    "gl-steam-car": "vehicle regular undrilled 1 6 1d6 0.5 | veteran 11/9/9 -, 2 extra 9/8 -",
    "gl-walker": "vehicle regular undrilled 1 6 1d6 0.5 | veteran 11/10/9 -, extra 9/8 -",
    "gl-great-ape": "beast regular undrilled 1 9 1d6 0.75 | extra 1/13/11 -",
}
SHORT_NAMES = {"breech-repeater-rifle": "BL", "muzzle-loading-rifle": "rifle"}


def in_short(card: Card) -> str:
    lines: list[str] = []
    for figure in card.figures:
        save = f"/{figure.save}" if figure.save else ""
        arms = SHORT_NAMES.get(figure.weapon.id, figure.weapon.id) if figure.weapon is not None else "-"
        arms += f"+{figure.grenades}" if figure.grenades else ""
        lines.append(f"{CLASSES[figure.cls]} {figure.shoot}/{figure.scuffle}{save} {arms}")
    counted = {line: lines.count(line) for line in lines}
    figures = ", ".join(f"{n} {line}" if n > 1 else line for line, n in counted.items())
    drilled = "drilled" if card.drilled else "undrilled"
    head = f"{KINDS[card.kind]} {QUALITIES[card.quality]} {drilled}"
    return f"{head} {card.cards} {card.move:g} {card.charge} {card.radius:g} | {figures}"


def test_every_card_is_there(rules: GaslightRules) -> None:
    assert {id: in_short(card) for id, card in cards(rules).items()} == CARDS


@pytest.mark.parametrize(
    ("card", "gun", "reload", "move", "srm"),
    [
        ("gl-gatling", "gatling-nordenfelt", False, 4, -9),
        ("gl-mountain-gun", "small rifled", True, 4, 0),
        ("gl-12-pounder", "medium smoothbore", True, 4, 0),
        ("gl-siege-gun", "large rifled", True, 0, 4),
    ],
)
def test_guns(rules: GaslightRules, card: str, gun: str, reload: bool, move: float, srm: int) -> None:
    found = cards(rules)[card].gun
    assert found is not None
    what = found.weapon.id if found.weapon is not None else f"{found.cannon and found.cannon.id} {BORES[found.bore]}"
    assert (what, found.reload, found.move, found.srm) == (gun, reload, move, srm)


def test_guns_never_reload_by_switch(sheet: Sheet, rulings: Rulings) -> None:
    other = by_switch(sheet, rulings, cannon_reload="never")
    guns = [card.gun for card in cards(other).values() if card.gun is not None]
    assert [gun.reload for gun in guns] == [False] * 4


MACHINES = {  # speed spin sustain start save shoot, open, hull, scuffle and dice, special; weapons
    "gl-steam-tank": "8 60 17 14 12 12 closed 6x3 0x0 plain | medium rifled front reload, gatling-nordenfelt turret",
    "gl-steam-car": "14 90 16 15 8 11 open 4x2 0x0 plain | gatling-nordenfelt front",
    "gl-walker": "10 120 15 12 10 11 closed 3x3 11x2 special | small smoothbore turret reload",
}


def test_machines(rules: GaslightRules) -> None:
    found = {}
    for id, card in cards(rules).items():
        machine = card.machine
        if machine is None:
            continue
        weapons = []
        for gun in machine.weapons:
            what = gun.weapon.id if gun.weapon is not None else f"{gun.cannon and gun.cannon.id} {BORES[gun.bore]}"
            weapons.append(f"{what} {MOUNTS[gun.mount]}" + (" reload" if gun.reload else ""))
        numbers = f"{machine.speed} {machine.spin:g} {machine.sustain} {machine.start} {machine.save} {machine.shoot}"
        hull = f"{'open' if machine.open else 'closed'} {machine.length:g}x{machine.width:g}"
        melee = f"{machine.scuffle}x{machine.scuffle_dice} {'special' if machine.special else 'plain'}"
        found[id] = f"{numbers} {hull} {melee} | {', '.join(weapons)}"
    assert found == MACHINES


def test_a_machines_modifier_hand_to_hand(rules: GaslightRules) -> None:
    known = cards(rules)
    srms = {id: card.machine.melee_srm for id, card in known.items() if card.machine is not None}
    assert srms == {"gl-steam-tank": 0, "gl-steam-car": 0, "gl-walker": 2}


def test_who_is_lone_and_who_a_crew(rules: GaslightRules) -> None:
    known = cards(rules)
    assert [id for id, card in known.items() if card.lone] == ["gl-hero", "gl-villain", "gl-great-ape"]
    assert [id for id, card in known.items() if card.crew] == [
        "gl-gatling",
        "gl-mountain-gun",
        "gl-12-pounder",
        "gl-siege-gun",
        "gl-steam-tank",
        "gl-steam-car",
        "gl-walker",
    ]


FOOT = {"name": "Men", "kind": "foot", "weapon": "bow", "figures": [{"class": "extra", "shoot": 9, "scuffle": 9}]}
BARE = {key: value for key, value in FOOT.items() if key != "weapon"}
CREWED = {**BARE, "kind": "vehicle", "speed": 8, "spin": 60, "sustain": 17, "start": 14, "save": 12}
TANK = {**CREWED, "open": False, "hull": [6, 3]}
GUN = {**BARE, "kind": "crew", "gun": {"size": "small", "bore": "rifled", "move": 4}}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({**FOOT, "kind": "gnome"}, 'kind: expected one of "foot"'),
        ({**FOOT, "figures": []}, "expected from 1 to 60 figures, got 0"),
        ({**FOOT, "weapon": "blunderbuss"}, "weapon: expected one of"),
        ({**FOOT, "weapon": "pistol"}, "weapon: expected one of"),
        ({**FOOT, "figures": [{"class": "extra", "shoot": 9, "scuffle": 9, "save": 9}]}, "Extras have no Save"),
        ({**FOOT, "figures": [{"class": "leader", "shoot": 9, "scuffle": 9}]}, "save: expected a whole number from 1"),
        ({**FOOT, "figures": [{"class": "extra", "shoot": 22, "scuffle": 9}]}, "from 1 to 21, got 22"),
        ({**FOOT, "cards": 4}, "cards: expected a whole number from 1 to 3, got 4"),
        ({**FOOT, "colour": "red"}, "colour: unknown key"),
        ({**FOOT, "kind": "character"}, "not an extra"),
        ({**FOOT, "gun": {"size": "small"}}, "gun: unknown key"),
        ({**GUN, "weapon": "bow"}, "weapon: unknown key"),
        ({**GUN, "grenades": 2}, "grenades: unknown key"),
        ({**GUN, "gun": {"size": "small", "bore": "rifled"}}, "gun.move: expected a number"),
        ({**GUN, "gun": {"size": "huge", "bore": "rifled", "move": 4}}, 'size: expected one of "small"'),
        ({**GUN, "gun": {"size": "small", "weapon": "bow", "move": 4}}, "a weapon or a size"),
        ({**TANK, "shoot": 12}, "shoots as the best of its crew; expected 9"),
        ({**TANK, "scuffle": 12}, "both scuffle and scuffle_dice"),
        ({**TANK, "hull": [6]}, "hull: expected a list of 2 numbers"),
        ({**TANK, "weapons": [{"weapon": "bow"}]}, 'mount: expected one of "front"'),
        (CREWED, "open: expected true or false"),
        ({**BARE, "kind": "beast"}, "save: expected a whole number"),
    ],
)
def test_cards_are_refused_in_a_sentence(rules: GaslightRules, changes: dict[str, object], words: str) -> None:
    with pytest.raises(Refused) as refusal:
        Card("test", Reader(changes, "cards.toml"), rules)
    assert words in str(refusal.value)


def test_cards_of_ones_own_are_read(rules: GaslightRules) -> None:
    for card in (FOOT, TANK, GUN):
        assert Card("test", Reader(card, "test"), rules).figures[0].shoot == 9


def test_a_file_of_cards_is_read_card_by_card() -> None:
    assert printed().read_cards(Reader({"system": "gaslight", "foot": FOOT, "tank": TANK}, "test")) == 2


@pytest.mark.parametrize(
    ("table", "row", "column", "value", "words"),
    [
        ("cannon-casualty-priority", "second", "", "front", "front stands there twice"),
        ("cannon-casualty-priority", "first", "", "behind", "expected one of"),
        ("morale-failure", "freeze", "hero", "4-6", "4 stands in two rows"),
        ("morale-failure", "freeze", "hero", "6", "no row of this column has 5"),
        ("morale-failure", "freeze", "hero", "never", 'expected "----"'),
        ("weapons", "bow", "srm", "none", 'expected "NA"'),
        ("weapons", "bow", "reload", "maybe", "expected one of"),
        ("vehicle-shooting-hits", "1", "penetrating", ["explodes"], "expected one of"),
        ("vehicle-effects", "roll-crack", "on", "dent", "expected a column to the right"),
        ("vehicle-effects", "roll-minor-damage", "on", "vehicle-shooting-hits", "expected another chart"),
        ("vehicle-effects", "sustain-2", "on", "steam", "expected one of"),
        ("gun-hits", "gun", "", "prime", "expected one of"),
    ],
)
def test_house_rules_that_make_no_sense(
    sheet: Sheet, rulings: Rulings, table: str, row: str, column: str, value: object, words: str
) -> None:
    patched = sheet.patched([Patch(table, row, column, value, "house.toml", f"sheet.{table}.{row}", "mine")])
    with pytest.raises(Refused) as refusal:
        GaslightRules(patched, rulings.defaults())
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


# ---------------------------------------------------------------- scenarios


def scenario(rules: GaslightRules, rulings: Rulings, name: str) -> Scenario:
    ground = rules.ground
    known = Vocabulary(
        "gaslight",
        {id: card.name for id, card in cards(rules).items()},
        [id for id, row in ground.items() if not row.linear],
        [id for id, row in ground.items() if row.linear],
        [],
        rulings,
    )
    return read_scenario(HERE / "scenarios" / f"{name}.toml", known)


FORCES = {
    "the-telegraph-hut": ("small", 48, 48, 6, ["1 gl-redcoats, 1 gl-hero*", "1 gl-warband, 1 gl-villain*"]),
    "steam-at-kandar-ford": (
        "middle",
        72,
        48,
        8,
        [
            "2 gl-redcoats, 1 gl-highlanders, 1 gl-gatling, 1 gl-12-pounder, 1 gl-steam-tank, 1 gl-hero*",
            "2 gl-warband, 4 gl-jezails, 1 gl-lancers, 1 gl-mountain-gun, 1 gl-walker, 1 gl-villain*",
        ],
    ),
    "the-great-redoubt": (
        "large",
        96,
        72,
        10,
        [
            "4 gl-redcoats, 2 gl-highlanders, 2 gl-sappers, 2 gl-lancers, 2 gl-gatling, 1 gl-mountain-gun, "
            "2 gl-12-pounder, 1 gl-siege-gun, 2 gl-steam-tank, 1 gl-hero*, 1 gl-hero",
            "17 gl-warband, 4 gl-jezails, 4 gl-volunteers, 3 gl-lancers, 1 gl-mountain-gun, 1 gl-gatling, "
            "1 gl-siege-gun, 3 gl-walker, 2 gl-great-ape, 1 gl-villain*, 2 gl-villain",
        ],
    ),
}


@pytest.mark.parametrize("name", FORCES)
def test_forces(rules: GaslightRules, rulings: Rulings, name: str) -> None:
    found = scenario(rules, rulings, name)
    rosters = []
    for side in found.sides:
        counts: dict[str, int] = {}
        for unit in side.units:
            word = unit.card + ("*" if unit.extra().flag("army_commander", False) else "")
            counts[word] = counts.get(word, 0) + 1
        rosters.append(", ".join(f"{n} {card}" for card, n in counts.items()))
    ground = found.ground
    assert (found.size, ground.width, ground.depth, found.turns, rosters) == FORCES[name]


ZONES = {
    "the-telegraph-hut": [[(0, 0, 48, 8)], [(0, 40, 48, 48)]],
    "steam-at-kandar-ford": [[(0, 0, 12, 48)], [(60, 0, 72, 48)]],
    "the-great-redoubt": [[(40, 30, 56, 44), (0, 48, 96, 72)], [(0, 0, 96, 12)]],
}


@pytest.mark.parametrize("name", ZONES)
def test_zones(rules: GaslightRules, rulings: Rulings, name: str) -> None:
    sides = scenario(rules, rulings, name).sides
    assert [[(zone.x0, zone.y0, zone.x1, zone.y1) for zone in side.zones] for side in sides] == ZONES[name]


def test_warbands_may_come_from_the_flanks(rules: GaslightRules, rulings: Rulings) -> None:
    horde = scenario(rules, rulings, "the-great-redoubt").sides[1]
    for unit in horde.units:
        zones = [(zone.x0, zone.y0, zone.x1, zone.y1) for zone in unit.zones]
        flanks = [(0, 0, 6, 40), (90, 0, 96, 40)] if unit.card == "gl-warband" else []
        assert zones == [(0, 0, 96, 12), *flanks]


GROUND = {
    "the-telegraph-hut": """
        building 21,21,27,27
        woods 6,20,14,30
        wall 30,24 42,24""",
    "steam-at-kandar-ford": """
        river 33,0,39,48
        ford 33,20,39,28
        wall 14,18 22,18 22,30 14,30 14,18
        woods 48,6,60,14
        woods 48,34,60,42""",
    "the-great-redoubt": """
        open 40,30,56,44
        earth-wall 40,30 56,30 56,44 40,44 40,30
        building 20,50,26,56
        building 30,50,36,56
        building 62,50,68,56
        building 72,50,78,56
        building 20,14,26,20
        building 72,14,78,20
        woods 4,30,16,42
        woods 80,30,92,42
        stream 0,22,96,24
        bridge 30,22,34,24
        bridge 62,22,66,24""",
}


@pytest.mark.parametrize("name", GROUND)
def test_ground(rules: GaslightRules, rulings: Rulings, name: str) -> None:
    found = []
    for piece in scenario(rules, rulings, name).ground.pieces:
        if piece.is_line:
            points = [f"{x:g},{y:g}" for x, y in zip(piece.xs, piece.ys, strict=True)]
            found.append(" ".join([piece.kind, *points]))
        else:
            found.append(f"{piece.kind} {piece.min_x:g},{piece.min_y:g},{piece.max_x:g},{piece.max_y:g}")
    assert found == [line.strip() for line in GROUND[name].strip().splitlines()]


OBJECTIVES = {
    "the-telegraph-hut": [{"kind": "sole-inside", "terrain": "the hut", "points": 10}],
    "steam-at-kandar-ford": [
        {"kind": "most-near", "name": "the ford", "at": [36, 24], "within": 6, "points": 10},
        {"kind": "vehicles-lost", "points": 5},
    ],
    "the-great-redoubt": [
        {"kind": "storm", "side": 2, "terrain": "the redoubt", "figures": 20},
        {"kind": "most-inside", "terrain": "the redoubt", "points": 25},
    ],
}


@pytest.mark.parametrize("name", OBJECTIVES)
def test_objectives(rules: GaslightRules, rulings: Rulings, name: str) -> None:
    objectives = scenario(rules, rulings, name).objectives
    assert [dict(objective.source.data) for objective in objectives] == OBJECTIVES[name]


def test_the_large_one_has_451_figures_and_61_cards(rules: GaslightRules, rulings: Rulings) -> None:
    known = cards(rules)
    units = [unit for side in scenario(rules, rulings, "the-great-redoubt").sides for unit in side.units]
    assert sum(len(known[unit.card].figures) for unit in units) == 451
    assert sum(known[unit.card].cards for unit in units) == 61
