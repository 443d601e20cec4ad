"""The Gettysburg sheet's tables, rulings, cards and scenarios, typed out a second time."""

import re
from math import isclose

import pytest
from written import home_of, roster

from playsheet.core.errors import Refused
from playsheet.core.reader import Reader, read_toml
from playsheet.core.rulings import Rulings, read_rulings
from playsheet.core.scenario import Scenario, Vocabulary, read_scenario
from playsheet.core.sheet import Patch, Sheet, read_sheet
from playsheet.rules.gettysburg.sheet.tables import Card, GettysburgRules
from playsheet.rules.gettysburg.terms import (
    ARMS,
    CLASSES,
    COVERS,
    CROSSINGS,
    FORMATIONS,
    GRADES,
    GUNS,
    LIMITS,
    NATIONS,
    NO_PACE,
    OBSTACLES,
    ORDERS,
    QUALITIES,
    RATES,
    RESULTS,
    TESTS,
    WEAPONS,
    WOODS,
    Arm,
    Formation,
    Grade,
    GroundClass,
    RangeBand,
)

HERE = home_of("gettysburg")

TABLES = [
    "game-turn",
    "dice",
    "initiative-modifiers",
    "division-orders",
    "brigade-orders",
    "brigade-own-initiative",
    "loss-of-nerve",
    "order-charge-limits",
    "order-duties",
    "charge-procedure",
    "charge-distances",
    "movement",
    "formation-changes",
    "manoeuvres",
    "get-up",
    "detachments",
    "terrain",
    "terrain-classes",
    "crossing-defences",
    "recall-skirmishers",
    "skirmish-fire",
    "infantry-ranges",
    "artillery-ranges",
    "infantry-fire-modifiers",
    "artillery-fire-modifiers",
    "target-modifiers",
    "musketry-casualties",
    "artillery-casualties",
    "half-figures",
    "melee-modifiers",
    "melee-numbers",
    "melee-results",
    "melee-casualties",
    "pursuit-modifiers",
    "pursuit-results",
    "unit-morale-triggers",
    "unit-morale-modifiers",
    "unit-morale-results",
    "morale-states",
    "brigade-morale-triggers",
    "brigade-morale-modifiers",
    "brigade-morale-results",
    "double-six-effects",
    "double-six",
    "risk-to-general",
    "percentage-casualties",
    "emergency-limbering",
    "risk-of-fire",
    "tokens",
    "generals",
    "footprints",
    "formations",
    "distances",
]
HOUSE_TABLES = [
    "order-duties",
    "charge-distances",
    "detachments",
    "terrain-classes",
    "half-figures",
    "emergency-limbering",
    "risk-of-fire",
    "tokens",
    "generals",
    "footprints",
    "formations",
    "distances",
]

SWITCHES = {
    "initiative-tie": ("R3", ["reroll", "keep"]),
    "initiative-prize": ("R4", ["choose", "first", "per-phase"]),
    "alternate": ("R5", ["side", "brigade"]),
    "division-menu": ("R8", ["on", "off"]),
    "division-drunkard": ("R9", ["0", "-2"]),
    "order-dense-woods": ("R12", ["off", "on"]),
    "nerve": ("R14", ["2-panic", "2-nerve", "also-division"]),
    "nerve-na": ("R15", ["floor", "literal"]),
    "orders-hidden": ("R17", ["on", "off"]),
    "counter-test": ("R28", ["charged", "to-charge"]),
    "flight-timing": ("R29", ["split", "at-once"]),
    "uncontrolled-test": ("R30", ["on", "off"]),
    "opportunity": ("R31", ["on", "off"]),
    "terrain-cost": ("R36", ["per-inch", "whole"]),
    "cm-figures": ("R40", ["inch", "cm"]),
    "sharpshooter": ("R42", ["declare", "after"]),
    "arc": ("R49", ["half-angle", "total", "art-45"]),
    "pour-ammo": ("R51", ["on", "off"]),
    "falter-fire": ("R52", ["charged-only", "as-unformed"]),
    "target-choice": ("R55", ["free", "nearest"]),
    "hasty-fire": ("R57", ["cover", "works"]),
    "halves": ("R59", ["carry", "dice", "drop"]),
    "melee-elite": ("R63", ["plus1", "multiplier", "graded"]),
    "breech-melee": ("R64", ["x1.5", "literal"]),
    "outnumber": ("R65", ["per50", "first-plus"]),
    "melee-round": ("R69", ["floor", "halves"]),
    "attached": ("R76", ["excellent-only", "any-brigadier"]),
    "charge-loss": ("R79", ["both", "casualties-only"]),
    "dispersal": ("R83", ["retreat", "plain", "falter"]),
    "double-six": ("R89", ["gate", "parallel"]),
    "replacement": ("R93", ["on", "off"]),
    "resupply": ("R96", ["on", "off"]),
    "gtg-charged": ("R97", ["unformed", "down"]),
    "horse-holders": ("R102", ["off", "on"]),
    "charge-melee": ("R109", ["on", "off"]),
    "pursuit-meets": ("R120", ["stop", "fight"]),
}


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return read_sheet(HERE / "sheet.toml")


@pytest.fixture(scope="module")
def rulings() -> Rulings:
    return read_rulings(HERE / "rulings.toml")


@pytest.fixture(scope="module")
def rules(sheet: Sheet, rulings: Rulings) -> GettysburgRules:
    return GettysburgRules(sheet, rulings.defaults())


def cards(rules: GettysburgRules) -> dict[str, Card]:
    reader = read_toml(HERE / "cards.toml")
    assert reader.text("system") == "gettysburg"
    return {id: Card(id, reader.table(id), rules) for id in reader.data if id != "system"}


def rows_of(sheet: Sheet, table: str) -> dict[str, list[object]]:
    """Each row's cells in the columns' order."""
    found = sheet.table(table)
    return {row: [cells.get(column) for column in found.columns] for row, cells in found.rows.items()}


def words(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


# ---------------------------------------------------------------- the sheet


def test_every_table_is_there_in_printed_order(sheet: Sheet) -> None:
    assert list(sheet.tables) == TABLES
    assert (sheet.system, sheet.title, sheet.unit) == ("gettysburg", "Guns At Gettysburg", "inch")


def test_tables_that_are_not_printed_say_so(sheet: Sheet) -> None:
    assert [id for id, table in sheet.tables.items() if table.at == "House"] == HOUSE_TABLES


def test_the_game_turn(sheet: Sheet) -> None:
    alternate = {"2", "4", "5", "6"}
    rows = rows_of(sheet, "game-turn")
    assert list(rows) == ["1", "2", "3", "4", "5", "6", "7", "8"]
    assert {row for row, cells in rows.items() if cells[1] == "alternate"} == alternate
    assert [str(cells[0]) for cells in rows.values()] == [
        "Initiative",
        "Command",
        "Compulsory moves",
        "Charges",
        "Normal moves",
        "Firing",
        "Melees",
        "Morale and pursuit",
    ]


SINGLES = [
    ("dice", "sides 6"),
    ("initiative-modifiers", "excellent 1 poor -1 drunkard -2 confederate-east 1"),
    ("division-orders", "excellent 1 poor -1 drunkard 0 base-contact 2 stricter -2"),
    (
        "brigade-orders",
        "need 6 excellent 1 poor -1 drunkard -2 far-or-commanding -2 far-and-commanding -3 base-contact 2 "
        "dense-woods -2 far 24",
    ),
    (
        "brigade-own-initiative",
        "need 8 confederate-to-assault 1 excellent 1 poor -1 drunkard -2 nerve 3 panic 2",
    ),
    ("order-duties", "share 50 part 0.5 leash 24 area 12"),
    ("charge-distances", "turn 45 opportunity 10 support 12"),
    ("manoeuvres", "screen 0.5 regiment 1 occupy 1 limber 0.5 limber-20pdr 1 battery-reforms 1 step-back 6"),
    ("get-up", "regular 7 green-militia 6 near 12"),
    ("detachments", "screen 4 half 2 least 2 set-up 6 rejoin 12"),
    ("terrain-classes", "strip 1"),
    ("crossing-defences", "cost 0.5 charging-into-works 0 figures 1"),
    (
        "recall-skirmishers",
        "crack 6 elite 6 veteran 7 regular 8 green 10 militia 10 half-regiment 2 far-from-enemy 3 dense-woods -2 "
        "far 24 far-cm 40",
    ),
    ("skirmish-fire", "sharpshooter 3 first 4 second 5 left 2 arc 45"),
    ("infantry-ranges", "sniper 21 arc 30"),
    ("artillery-ranges", "arc 30 arc-45 45"),
    (
        "infantry-fire-modifiers",
        "crack-elite 1 veteran-regular-green 0 militia -2 firer-extended -1 firer-unformed -2 fired-last-turn -1 "
        "pour-breechloaders 1.5 pour-repeaters 2",
    ),
    (
        "artillery-fire-modifiers",
        "elite 1 green-militia -1 shot-20pdr 1 canister-6pdr 4 canister-12pdr 5 canister-mixed 4 canister-rifled 4 "
        "canister-20pdr 5 moved-or-unlimbered -2 battery-unformed -2 crew-a-gun 2",
    ),
    (
        "target-modifiers",
        "enfiladed 2 massed 1 target-column 1 target-extended -1 target-deployed-artillery -3 target-skirmishers -4 "
        "light-cover -1 gone-to-ground -1 cover -2 works -4 works-rifled -3 massed-within 2",
    ),
    (
        "melee-modifiers",
        "infantry 2 artillery 0 cavalry 2 shotguns 1 crack-elite 1 veteran-regular-green 0 militia -1 "
        "general-attached 1 charging 2 following-up 2 extended-line -1 column 1 smoothbores 1 supporting-lines 1 "
        "unformed -2 recoiled -2 retreating -6 flank-rear -4 half-casualties -4 cover-or-uphill 1 hasty-works 2 "
        "works 3 outnumber 1 outnumber-every 50 outnumber-most 6 supports-within 12 crack-graded 2",
    ),
    (
        "melee-numbers",
        "foot-v-cavalry 0.5 breechloaders 1.5 repeaters 2 breechloaders-literal 0.5 elite 1.5 crack 2",
    ),
    ("melee-results", "recoil 6"),
    (
        "melee-casualties",
        "cavalry-v-fleeing-foot 1 cavalry-v-cavalry 4 cavalry-v-recoiled 6 cavalry-losing-or-drawing 8 "
        "foot-winning 4 foot-v-recoiled 6 foot-losing-or-drawing 12",
    ),
    (
        "pursuit-modifiers",
        "general-near 1 crack-elite 1 veteran-regular 0 green-militia -1 rash -1 near 12 near-cm 15",
    ),
    ("pursuit-results", "arc 45 reach 20"),
    ("unit-morale-triggers", "loss 10 dispersal 50 near 12"),
    (
        "unit-morale-modifiers",
        "general-attached-excellent 2 general-near 1 crack-infantry 2 elite-veteran 1 green-militia -1 cover 1 "
        "hasty-works 1 uphill 1 works 2 casualties -1 casualties-most 3 charge-weak-target 1 cavalry-vs-formed -1 "
        "charge-casualties -1 charge-casualties-most 2 supporting-lines 1 charged-by-infantry-line -1 "
        "charged-by-infantry-column -2 charged-by-infantry-column-in-works -1 charged-by-cavalry -1 "
        "charged-flank-rear -4 charged-while-weak -1 weak -1 routing -1 routing-confederate-infantry -2 "
        "enemy-fleeing 1 friends-fleeing -1 near 12",
    ),
    ("morale-states", "recoil 6"),
    ("brigade-morale-triggers", "near 12"),
    (
        "brigade-morale-modifiers",
        "general-commanding 1 crack-elite 1 green-militia -1 enemy-fleeing 1 works-or-woods 1 quarter-lost -1 "
        "half-lost -2 most-lost -3 broken-before -2 near 12",
    ),
    ("brigade-morale-results", "retire 18"),
    ("double-six-effects", "trophy 1"),
    ("double-six", "figures 1 barrels 1 near 3"),
    ("risk-to-general", "frees 12"),
    ("emergency-limbering", "elite 1 green-militia -1 20pdr -2 by-cavalry -1 rout -1"),
    ("risk-of-fire", "figures 1"),
    ("tokens", "down-packs 4 rebel-yell 2 aim-low-boys 2"),
    ("generals", "reaches 18 replacement 2 supply 12"),
    ("footprints", "general 1.5 skirmisher 1.5 skirmish-depth 3"),
    ("formations", "line 2 extended 1 column 4 skirmish 2 fire-ranks 2 horse-holders 4"),
    ("distances", "contact 0.1 enemy-gap 1 behind 1 wood-into 4 wood-inside 8 fire-over 6 occupy 1"),
]


@pytest.mark.parametrize(("table", "typed"), SINGLES)
def test_single_figures(sheet: Sheet, table: str, typed: str) -> None:
    pairs = typed.split()
    expected = {pairs[at]: float(pairs[at + 1]) for at in range(0, len(pairs), 2)}
    found = {key: value for key, value in sheet.table(table).values.items() if isinstance(value, (int, float))}
    assert {key: float(str(value)) for key, value in found.items()} == expected


@pytest.mark.parametrize(
    ("table", "key", "expected"),
    [
        ("initiative-modifiers", "years", [1861, 1863]),
        ("pursuit-modifiers", "years", [1861, 1863]),
        ("skirmish-fire", "hits", [6]),
        ("half-figures", "hits", [4, 5, 6]),
        ("double-six-effects", "gate", [5, 6]),
        ("risk-of-fire", "burns", [5, 6]),
    ],
)
def test_lists(sheet: Sheet, table: str, key: str, expected: list[int]) -> None:
    assert sheet.cell(table, key) == expected


def test_division_orders(sheet: Sheet) -> None:
    assert rows_of(sheet, "division-orders") == {
        "attack": [10, ["assault", "engage", "support", "move", "hold", "retire"]],
        "defend": [9, ["engage", "support", "move", "hold", "retire"]],
        "reserve": [7, ["support", "move", "hold", "retire"]],
        "redeploy": [7, ["move", "hold", "retire"]],
    }


GRIDS = [
    (
        "loss-of-nerve",
        """
        assault none hold
        engage hold retire
        support hold retire
        move retire none
        hold retire none
        retire none none
        """,
    ),
    (
        "movement",
        """
        infantry-line 8 10 None 12
        infantry-extended 8 10 None 12
        infantry-column 10 12 None 12
        infantry-skirmish 10 12 12 12
        cavalry 14 20 20 20
        artillery-limbered 12 None 12 12
        artillery-20pdr 7 None 7 7
        artillery-prolonged 4 None None None
        general 18 None None None
        """,
    ),
    (
        "formation-changes",
        """
        column 0.5 1 1 1
        line-or-extended 1 0.5 0.5 1
        skirmish 1 1 1 1
        unformed 1 1 1 1
        mount 1 1 1 1
        """,
    ),
    (
        "crossing-defences",
        """
        abatis unformed unformed gone-to-ground-behind crosses crosses crosses
        wire unformed unformed unformed crosses crosses crosses
        palisade unformed-lose-1 unformed-lose-1 unformed-lose-1 gone-to-ground-behind gone-to-ground-behind crosses
        """,
    ),
    (
        "infantry-ranges",
        """
        smoothbore 6 12
        rifled-musket 8 16
        carbine 6 14
        repeater 6 14
        breech-carbine 6 14
        breech-rifle 8 16
        """,
    ),
    (
        "artillery-ranges",
        """
        6pdr 12 21 45
        12pdr 13 24 48
        mixed 12 27 54
        rifled 12 30 60
        20pdr 13 30 60
        """,
    ),
    (
        "musketry-casualties",
        """
        1-9 0.0 0.0 0.0 0.5 1.0 1.0 2.0 2.0 3.0 3.0
        10-15 0.0 0.0 0.5 1.0 2.0 3.0 3.0 4.0 4.0 5.0
        16-21 0.0 0.5 1.0 2.0 3.0 3.0 4.0 4.0 5.0 5.0
        22-27 0.5 1.0 2.0 3.0 3.0 4.0 4.0 5.0 5.0 6.0
        28-34 0.5 1.0 2.0 3.0 4.0 4.0 5.0 5.0 6.0 6.0
        35+ 1.0 2.0 3.0 4.0 4.0 5.0 5.0 6.0 6.0 7.0
        """,
    ),
    (
        "artillery-casualties",
        """
        1 0.0 0.0 0.0 0.5 0.5 1.0 1.0 2.0 3.0 4.5
        2 0.0 0.0 0.5 0.5 1.0 1.5 2.0 3.5 5.0 6.5
        3 0.0 0.0 0.5 1.0 1.5 2.0 3.0 4.5 6.0 7.5
        """,
    ),
    (
        "melee-results",
        """
        8+ rout rout pursuit-test pursuit-test
        3-7 retreat retreat pursuit-test pursuit-test
        1-2 recoil retreat must-follow-up may-follow-up
        0 draw draw own-lines fights-on
        """,
    ),
    (
        "risk-to-general",
        """
        2 disgraced True 0
        3-4 sniped True 0
        5 whiskey False 2
        6-8 light False 1
        9-10 bible False 0
        11-12 stonewall False 0
        """,
    ),
    (
        "double-six",
        """
        2 True none True
        3 False rally-once-again False
        4 False down-packs False
        5-8 True none False
        9 False yell-or-aim False
        10 True down-packs False
        11 True rally-once-again False
        12 True yell-or-aim False
        """,
    ),
    (
        "double-six-effects",
        """
        musketry-infantry True 0 0 0 0 False False False
        musketry-cavalry True 0 0 0 0 False False False
        musketry-artillery True 0 0 0 0 False False False
        musketry-skirmishers False 2 12 0 0 False False False
        artillery-infantry True 0 0 0 0 False False False
        artillery-cavalry True 0 0 0 0 False False False
        artillery-artillery True 0 0 1 2 False False False
        canister-skirmishers False 2 12 0 0 False False False
        shot-skirmishers False 1 0 0 0 False False False
        skirmish-fire False 1 0 0 0 False False True
        melee-infantry False 0 0 0 0 True False False
        melee-cavalry False 0 0 0 0 True False False
        melee-artillery False 0 0 0 0 False True False
        """,
    ),
    (
        "percentage-casualties",
        """
        12 2 3 4 5 6 8 9
        14 2 3 5 6 7 9 10
        16 2 4 5 7 8 10 12
        18 2 4 6 8 9 11 13
        20 2 4 6 8 10 12 14
        22 3 5 7 9 11 14 16
        24 3 5 8 10 12 15 17
        26 3 6 8 11 13 16 19
        28 3 6 9 12 14 17 20
        30 3 6 9 12 15 18 21
        32 4 7 10 13 16 20 23
        """,
    ),
    (
        "footprints",
        """
        infantry 0.75 0.75
        cavalry 1.0 1.5
        gun 2.0 2.0
        limber 2.0 4.0
        """,
    ),
]


@pytest.mark.parametrize(("table", "typed"), GRIDS, ids=[table for table, _ in GRIDS])
def test_grids(sheet: Sheet, table: str, typed: str) -> None:
    found = {row: [str(cell) for cell in cells] for row, cells in rows_of(sheet, table).items()}
    assert found == {line[0]: line[1:] for line in words(typed)}
    assert list(found) == [line[0] for line in words(typed)]


def test_77_cells_of_percentages(sheet: Sheet, rules: GettysburgRules) -> None:
    cells = [cell for row in sheet.table("percentage-casualties").rows.values() for cell in row.values()]
    assert len(cells) == 77
    for size in range(12, 33, 2):
        for tenth in range(1, 8):
            assert rules.thresholds(size)[tenth - 1] == -(-size * tenth // 10)


def test_unit_morale_results(sheet: Sheet) -> None:
    assert rows_of(sheet, "unit-morale-results") == {
        "7+": ["charge", "stand-or-counter", "obey", "rally", "rally"],
        "6": ["halt-volley", "falter", "obey", "rally", "rally"],
        "5": ["go-to-ground", "falter-recoil", "go-to-ground", "rally", "rally"],
        "3-4": ["falter", "retreat", "falter", "fail", "disperse"],
        "0-2": ["retreat", "retreat", "retreat", "rout", "disperse"],
        "-1 or less": ["rout", "rout", "rout", "disperse", "disperse"],
    }


def test_ladders_with_one_result(sheet: Sheet) -> None:
    assert {row: cells[0] for row, cells in rows_of(sheet, "pursuit-results").items()} == {
        "10+": "superb",
        "9": "unformed-choice",
        "7-8": "tuckered",
        "<= 6": "pursue",
    }
    assert rows_of(sheet, "brigade-morale-results") == {"6+": ["stands"], "1-5": ["breaks"], "<= 0": ["removed"]}
    assert rows_of(sheet, "emergency-limbering") == {
        "<= 4": ["battery-lost"],
        "5-7": ["one-gun-lost"],
        "8-9": ["one-crew-lost"],
        "10+": ["clean"],
    }


def test_order_charge_limits(sheet: Sheet, rules: GettysburgRules) -> None:
    printed = {
        "assault": "unlimited unlimited unlimited unlimited",
        "engage": "one unlimited unformed-targets unlimited",
        "support": "one unlimited unformed-targets unlimited",
        "move": "none unlimited none none",
        "hold": "none unlimited none none",
        "retire": "none unlimited none none",
    }
    assert {
        row: " ".join(map(str, cells[:4])) for row, cells in rows_of(sheet, "order-charge-limits").items()
    } == printed
    for order, limits in zip(ORDERS, rules.limits, strict=True):
        found = [
            limits.charge(Arm.CAVALRY),
            limits.counter(Arm.CAVALRY),
            limits.charge(Arm.INFANTRY),
            limits.counter(Arm.INFANTRY),
        ]
        assert " ".join(LIMITS[limit] for limit in found) == printed[order]
        assert (limits.charge(Arm.ARTILLERY), limits.counter(Arm.ARTILLERY)) == (0, 0)  # R33


def test_terrain(sheet: Sheet) -> None:
    assert rows_of(sheet, "terrain") == {
        "good": [[], [], [], []],
        "difficult": [
            ["half-speed", "unformed", "no-charge"],
            ["half-speed"],
            ["half-speed", "no-unlimbering"],
            [],
        ],
        "severe": [["no-entry"], ["half-speed", "unformed"], ["no-entry"], ["half-speed"]],
    }


GROUND = {
    "good": "open crops fire-pits road lane slope hill hasty-works works abatis wire palisade",
    "difficult": "steep-slope open-wood orchard ploughed-mud stream brook fence wall",
    "severe": "dense-wood marsh rocks bua",
    "impassable": "river cliff",
}
COVERED = {
    "light": "crops fire-pits fence",
    "cover": "open-wood orchard dense-wood rocks bua wall",
    "hasty-works": "hasty-works",
    "works": "works",
}


def test_what_the_ground_is(rules: GettysburgRules) -> None:
    for name, kinds in GROUND.items():
        assert {kind for kind, row in rules.ground.items() if CLASSES[row.ground] == name} == set(kinds.split())
    for name, kinds in COVERED.items():
        assert {kind for kind, row in rules.ground.items() if COVERS[row.cover] == name} == set(kinds.split())
    obstacles = {kind: OBSTACLES[row.obstacle] for kind, row in rules.ground.items() if row.obstacle}
    assert obstacles == {
        "hasty-works": "works",
        "works": "works",
        "abatis": "abatis",
        "wire": "wire",
        "palisade": "palisade",
    }
    assert {kind: WOODS[row.wood] for kind, row in rules.ground.items() if row.wood} == {
        "open-wood": "open",
        "orchard": "open",
        "dense-wood": "dense",
    }


# ---------------------------------------------------------------- as typed rows


@pytest.mark.parametrize(
    ("arm", "formation", "unformed", "heavy", "paces"),
    [
        (Arm.INFANTRY, Formation.LINE, False, False, (8, 10, NO_PACE, 12)),
        (Arm.INFANTRY, Formation.EXTENDED, False, False, (8, 10, NO_PACE, 12)),
        (Arm.INFANTRY, Formation.COLUMN, False, False, (10, 12, NO_PACE, 12)),
        (Arm.INFANTRY, Formation.SKIRMISH, False, False, (10, 12, 12, 12)),
        (Arm.INFANTRY, Formation.LINE, True, False, (10, 12, NO_PACE, 12)),  # unformed infantry is faster than a line
        (Arm.INFANTRY, Formation.MOB, False, False, (10, 12, NO_PACE, 12)),
        (Arm.CAVALRY, Formation.LINE, True, False, (14, 20, 20, 20)),
        (Arm.ARTILLERY, Formation.LIMBERED, False, False, (12, NO_PACE, 12, 12)),
        (Arm.ARTILLERY, Formation.LIMBERED, False, True, (7, NO_PACE, 7, 7)),
        (Arm.ARTILLERY, Formation.DEPLOYED, False, True, (4, NO_PACE, NO_PACE, NO_PACE)),
        (Arm.GENERAL, Formation.LINE, False, False, (18, NO_PACE, NO_PACE, NO_PACE)),
    ],
)
def test_paces(
    rules: GettysburgRules, arm: int, formation: int, unformed: bool, heavy: bool, paces: tuple[float, ...]
) -> None:
    pace = rules.pace(arm, formation, unformed, heavy)
    assert (pace.move, pace.charge, pace.evade, pace.flight) == paces


def test_costs_are_counted_in_halves_of_a_move(rules: GettysburgRules) -> None:
    assert rules.changes[Formation.LINE] == [1, 1, 2, 2]  # into line, extended, column, skirmish
    assert rules.changes[Formation.EXTENDED] == [1, 1, 2, 2]
    assert rules.changes[Formation.COLUMN] == [2, 2, 1, 2]
    assert rules.changes[Formation.SKIRMISH] == [2, 2, 2, 2]
    assert rules.reforming == rules.mounting == [2, 2, 2, 2]
    assert (rules.limber_cost, rules.limber_20pdr_cost, rules.screen_cost, rules.regiment_cost) == (1, 2, 1, 2)


@pytest.mark.parametrize(
    ("weapon", "distance", "band"),
    [
        ("smoothbore", 6.0, RangeBand.EFFECTIVE),
        ("smoothbore", 6.001, RangeBand.LONG),  # R45
        ("smoothbore", 12.001, RangeBand.BEYOND),
        ("rifled-musket", 8.0, RangeBand.EFFECTIVE),
        ("rifled-musket", 16.0, RangeBand.LONG),
        ("rifled-musket", 16.1, RangeBand.BEYOND),
        ("carbine", 14.0, RangeBand.LONG),
        ("breech-carbine", 6.5, RangeBand.LONG),
        ("breech-rifle", 8.0, RangeBand.EFFECTIVE),
        ("repeater", 14.1, RangeBand.BEYOND),
        ("none", 0.0, RangeBand.BEYOND),
    ],
)
def test_bands(rules: GettysburgRules, weapon: str, distance: float, band: int) -> None:
    assert rules.band(WEAPONS.index(weapon), distance) == band


def test_r46_21_inches_are_effective_for_6_pounders(rules: GettysburgRules) -> None:
    assert [rules.gun_band(GUNS.index("6pdr"), inches) for inches in (21.0, 21.1, 45.0, 45.1)] == [0, 1, 1, 2]
    assert rules.canister == [12, 13, 12, 12, 13]


def test_r48_sharpshooters_reach_as_far_as_snipers(rules: GettysburgRules) -> None:
    rifle = WEAPONS.index("breech-rifle")
    assert (rules.reach(rifle, True), rules.reach(rifle, False)) == (21, 16)


def test_going(rules: GettysburgRules) -> None:
    wood = rules.going(GroundClass.DIFFICULT, Arm.CAVALRY, Formation.LINE)
    assert (wood.half_speed, wood.unforms, wood.no_charge, wood.closed) == (True, True, True, False)
    assert not rules.going(GroundClass.DIFFICULT, Arm.INFANTRY, Formation.SKIRMISH).half_speed
    assert rules.going(GroundClass.SEVERE, Arm.ARTILLERY, Formation.LIMBERED).closed
    assert rules.going(GroundClass.SEVERE, Arm.INFANTRY, Formation.LINE).unforms
    assert not rules.going(GroundClass.SEVERE, Arm.INFANTRY, Formation.SKIRMISH).unforms


def test_files(rules: GettysburgRules) -> None:
    assert [
        rules.files(form, 21)
        for form in (Formation.LINE, Formation.EXTENDED, Formation.COLUMN, Formation.SKIRMISH, Formation.MOB)
    ] == [11, 21, 6, 11, 6]


def test_r99_sizes_off_the_table(rules: GettysburgRules) -> None:
    assert rules.thresholds(22) == [3, 5, 7, 9, 11, 14, 16, 18, 20]
    assert rules.thresholds(8) == [1, 2, 3, 4, 4, 5, 6, 7, 8]
    assert rules.thresholds(13)[0] == 2


def test_every_obstacle_by_every_face(rules: GettysburgRules) -> None:
    read = [[CROSSINGS[label] for label in row.faces] for row in rules.crossings]
    assert read == [line[1:] for line in words(dict(GRIDS)["crossing-defences"])]


def test_every_score_of_every_morale_column(rules: GettysburgRules) -> None:
    typed = {-3: 5, -1: 5, 0: 4, 2: 4, 3: 3, 4: 3, 5: 2, 6: 1, 7: 0, 15: 0}  # score -> printed row from above
    printed = [
        ["charge", "stand-or-counter", "obey", "rally", "rally"],
        ["halt-volley", "falter", "obey", "rally", "rally"],
        ["go-to-ground", "falter-recoil", "go-to-ground", "rally", "rally"],
        ["falter", "retreat", "falter", "fail", "disperse"],
        ["retreat", "retreat", "retreat", "rout", "disperse"],
        ["rout", "rout", "rout", "disperse", "disperse"],
    ]
    for score, row in typed.items():
        assert [RESULTS[rules.morale[test].at(score)] for test in range(len(TESTS))] == printed[row]


def test_column_0_is_score_0_only(rules: GettysburgRules) -> None:
    """Traps 2: 1 and 2 are the next column, 19 is 18, and what is below 0 is 0."""
    figures = 30
    assert [rules.musketry.halves(figures, score) for score in (-5, 0, 1, 2, 3, 17, 18, 19, 40)] == [
        1, 1, 2, 2, 4, 12, 12, 12, 12,
    ]  # fmt: skip
    assert rules.musketry.halves(0, 18) == 0
    for table in (rules.musketry, rules.artillery):
        assert [table.column(score) for score in range(-9, 60)] == [table.place(score) for score in range(-9, 60)]
    assert [rules.musketry.halves(n, 18) for n in (9, 10, 15, 16, 21, 22, 27, 28, 34, 35, 80)] == [
        6, 10, 10, 10, 10, 12, 12, 12, 12, 14, 14,
    ]  # fmt: skip


def test_cells_that_are_no_halves_are_refused(sheet: Sheet, rulings: Rulings) -> None:
    patch = Patch("musketry-casualties", "1-9", "0", 0.3, "house.toml", "sheet.musketry-casualties", "mine")
    with pytest.raises(Refused, match=r"house\.toml.*a whole number or a half, got 0\.3"):
        GettysburgRules(sheet.patched([patch]), rulings.defaults())


@pytest.mark.parametrize(
    ("table", "row", "column", "value"),
    [
        ("initiative-modifiers", "years", "", [1863, 1861]),
        ("skirmish-fire", "hits", "", [7]),
        ("loss-of-nerve", "assault", "nerve", "charge"),
        ("double-six", "3", "token", "whiskey"),
        ("terrain", "good", "cavalry", ["slow"]),
    ],
)
def test_house_rules_that_make_no_sense(
    sheet: Sheet, rulings: Rulings, table: str, row: str, column: str, value: object
) -> None:
    patched = sheet.patched([Patch(table, row, column, value, "house.toml", f"sheet.{table}.{row}", "mine")])
    with pytest.raises(Refused, match=r"house\.toml: sheet\..*expected"):
        GettysburgRules(patched, rulings.defaults())


def test_a_house_rule_changes_a_percentage(sheet: Sheet, rulings: Rulings) -> None:
    patch = Patch("percentage-casualties", "20", "10", 3, "house.toml", "sheet.percentage-casualties", "mine")
    assert GettysburgRules(sheet.patched([patch]), rulings.defaults()).thresholds(20)[0] == 3


# ---------------------------------------------------------------- rulings


def test_every_ruling_is_there(rulings: Rulings) -> None:
    numbers = [int(ruling.id[1:]) for ruling in rulings.all]
    assert numbers[:136] == list(range(1, 137))
    assert numbers == sorted(set(numbers))
    for ruling in rulings.all:
        assert all(text.strip() for text in (ruling.question, ruling.answer, ruling.why))


def test_every_switch_is_there_with_its_values(rulings: Rulings) -> None:
    assert {key: (switch.ruling, switch.values) for key, switch in rulings.switches.items()} == SWITCHES
    assert len(SWITCHES) == 36


def settings(rules: GettysburgRules) -> dict[str, object]:
    return {key: value for key, value in vars(rules).items() if isinstance(value, (bool, int, float, str))}


def test_every_value_of_every_switch_makes_other_rules(sheet: Sheet, rulings: Rulings) -> None:
    for key, (_, values) in SWITCHES.items():
        made = [settings(GettysburgRules(sheet, rulings.chosen({key: value}, "test"))) for value in values]
        for at in range(len(made)):
            assert made[at] not in made[:at], f"{key} = {values[at]}"


def test_what_is_borrowed_says_from_whom(rulings: Rulings) -> None:
    assert {ruling.id: ruling.lender for ruling in rulings.all if ruling.source == "borrowed"} == {
        "R17": "orderchips",
        "R60": "lancer",
        "R75": "riskfactor",
        "R93": "gaslight",
        "R100": "lancer",
        "R101": "riskfactor",
    }


def test_rulings_cited_exist(rulings: Rulings) -> None:
    known = {ruling.id for ruling in rulings.all}
    for name in ("sheet.toml", "rulings.toml"):
        assert set(re.findall(r"\bR\d+\b", (HERE / name).read_text())) <= known
    for path in HERE.rglob("*.py"):
        assert set(re.findall(r"\bR\d+\b", path.read_text())) <= known, path.name


def test_switched_figures(sheet: Sheet, rulings: Rulings, rules: GettysburgRules) -> None:
    """R40 and R49, which change figures and no flag of a procedure."""
    cm = GettysburgRules(sheet, rulings.chosen({"cm-figures": "cm"}, "test"))
    assert (rules.pursuit_near, rules.recall_far) == (12, 24)
    assert isclose(cm.pursuit_near, 15 / 2.54)
    assert isclose(cm.recall_far, 40 / 2.54)
    arcs = {value: GettysburgRules(sheet, rulings.chosen({"arc": value}, "test")) for value in SWITCHES["arc"][1]}
    found = {name: (arc.arc_infantry, arc.arc_skirmish, arc.arc_artillery) for name, arc in arcs.items()}
    assert found == {"half-angle": (30, 45, 30), "total": (15, 22.5, 15), "art-45": (30, 45, 45)}


def test_r8_the_menu_may_be_switched_off(sheet: Sheet, rulings: Rulings, rules: GettysburgRules) -> None:
    free = GettysburgRules(sheet, rulings.chosen({"division-menu": "off"}, "test"))
    assert [len(rules.may_send(order)) for order in range(4)] == [6, 5, 4, 3]
    assert [len(free.may_send(order)) for order in range(4)] == [6, 6, 6, 6]


# ---------------------------------------------------------------- cards

CARDS = """
    us-line union infantry regular 20 rifled-musket second
    us-vet union infantry veteran 22 rifled-musket first
    us-iron union infantry elite 18 rifled-musket first
    us-green union infantry green 30 rifled-musket second
    us-militia union infantry militia 28 smoothbore none
    us-sharps union infantry veteran 12 breech-rifle sharpshooter
    us-spencer union cavalry veteran 12 repeater second
    us-cav union cavalry regular 14 breech-carbine second
    us-napoleon union artillery regular 12 12pdr 3
    us-ordnance union artillery veteran 12 rifled 3
    us-parrott20 union artillery regular 8 20pdr 2
    cs-line confederate infantry regular 18 rifled-musket second
    cs-vet confederate infantry veteran 22 rifled-musket first
    cs-stonewall confederate infantry elite 20 rifled-musket first
    cs-buckball confederate infantry regular 18 smoothbore second
    cs-texas confederate infantry crack 18 rifled-musket first
    cs-cav confederate cavalry veteran 14 carbine second
    cs-mixed confederate artillery regular 8 mixed 2
    cs-6pdr confederate artillery green 8 6pdr 2
    gen-x either general excellent
    gen-n either general normal
    gen-p either general poor
    gen-d either general drunkard
"""


def in_short(card: Card) -> list[str]:
    start = [card.id, NATIONS[card.side], ARMS[card.arm]]
    if card.arm == Arm.GENERAL:
        return [*start, QUALITIES[card.quality]]
    armed = (
        [GUNS[card.gun_class], str(card.guns)]
        if card.arm == Arm.ARTILLERY
        else [WEAPONS[card.weapon], RATES[card.skirmish_rate]]
    )
    return [*start, GRADES[card.grade], str(card.size), *armed]


def test_every_card(rules: GettysburgRules) -> None:
    known = cards(rules)
    assert [in_short(card) for card in known.values()] == words(CARDS)
    assert {id for id, card in known.items() if card.may_dismount} == {"us-spencer", "us-cav", "cs-cav"}
    assert {id for id, card in known.items() if card.shotguns} == {"cs-cav"}
    assert {id for id, card in known.items() if card.heavy} == {"us-parrott20"}


BATTERY = {
    "name": "B",
    "side": "union",
    "arm": "artillery",
    "grade": "crack",
    "size": 8,
    "gun_class": "rifled",
    "guns": 2,
}
REGIMENT = {"name": "R", "side": "union", "arm": "infantry", "grade": "green", "size": 8, "weapon": "smoothbore"}


def test_r54_crack_artillery_is_elite(rules: GettysburgRules) -> None:
    assert GRADES[Card("b", Reader(BATTERY, "mine.toml"), rules).grade] == "elite"
    assert Card("r", Reader({**REGIMENT, "grade": "crack"}, "mine.toml"), rules).grade == Grade.CRACK


def test_r11_outstanding_is_excellent(rules: GettysburgRules) -> None:
    general = {"name": "G", "side": "either", "arm": "general", "quality": "outstanding"}
    assert QUALITIES[Card("g", Reader(general, "mine.toml"), rules).quality] == "excellent"


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ({**BATTERY, "guns": 4}, "guns: expected a whole number from 1 to 3, got 4"),
        ({**BATTERY, "weapon": "smoothbore"}, "weapon: unknown key"),
        ({**REGIMENT, "size": 41}, "size: expected a whole number from 1 to 40, got 41"),
        ({**REGIMENT, "side": "either"}, "side: expected union or confederate"),
        ({**REGIMENT, "weapon": "bow"}, "weapon: expected one of"),
        ({**REGIMENT, "shotguns": True}, "shotguns: unknown key"),
        ({**REGIMENT, "quality": "poor"}, "quality: unknown key"),
    ],
)
def test_cards_are_refused_in_a_sentence(rules: GettysburgRules, card: dict[str, object], said: str) -> None:
    with pytest.raises(Refused, match=said):
        Card("mine", Reader(card, "mine.toml"), rules)


# ---------------------------------------------------------------- scenarios


def scenario(rules: GettysburgRules, rulings: Rulings, name: str) -> Scenario:
    vocabulary = Vocabulary(
        "gettysburg",
        {id: card.name for id, card in cards(rules).items()},
        [id for id, row in rules.ground.items() if not row.linear],
        [id for id, row in rules.ground.items() if row.linear],
        FORMATIONS,
        rulings,
    )
    return read_scenario(HERE / "scenarios" / f"{name}.toml", vocabulary)


SCENARIOS = {
    "the-rail-fence": ("small", 48, 36, 6, 1862),
    "the-woodlot": ("middle", 72, 48, 10, 1863),
    "the-third-day": ("large", 144, 72, 12, 1863),
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenarios(rules: GettysburgRules, rulings: Rulings, name: str) -> None:
    found = scenario(rules, rulings, name)
    assert found.id == name
    ground = found.ground
    assert (found.size, ground.width, ground.depth, found.turns, found.extra.integer("year")) == SCENARIOS[name]
    assert found.extra.text("theatre") == "east"
    assert [side.extra.text("nation") for side in found.sides] == ["union", "confederate"]
    assert [side.extra.text("baseline") for side in found.sides] == ["north", "south"]


FORCES = {
    "the-rail-fence": (
        {"gen-n": 2, "us-line": 2, "us-napoleon": 1},
        {"gen-x": 1, "gen-n": 1, "cs-vet": 1, "cs-buckball": 1, "cs-line": 1},
    ),
    "the-woodlot": (
        {
            "gen-n": 2,
            "gen-p": 1,
            "us-vet": 2,
            "us-napoleon": 1,
            "us-line": 4,
            "us-sharps": 1,
            "us-green": 1,
        },
        {
            "gen-x": 2,
            "gen-n": 2,
            "cs-vet": 3,
            "cs-mixed": 2,
            "cs-stonewall": 1,
            "cs-line": 3,
            "cs-buckball": 1,
            "cs-cav": 1,
        },
    ),
    "the-third-day": (
        {
            "gen-n": 5,
            "gen-x": 3,
            "gen-p": 2,
            "us-line": 18,
            "us-vet": 6,
            "us-iron": 3,
            "us-green": 3,
            "us-ordnance": 2,
            "us-napoleon": 3,
            "us-parrott20": 1,
            "us-sharps": 1,
            "us-spencer": 1,
            "us-cav": 2,
        },
        {
            "gen-x": 5,
            "gen-n": 8,
            "cs-vet": 18,
            "cs-line": 3,
            "cs-stonewall": 9,
            "cs-texas": 3,
            "cs-buckball": 3,
            "cs-mixed": 6,
            "cs-6pdr": 2,
        },
    ),
}


@pytest.mark.parametrize("name", FORCES)
def test_forces(rules: GettysburgRules, rulings: Rulings, name: str) -> None:
    found = scenario(rules, rulings, name)
    assert (roster(found, 0), roster(found, 1)) == FORCES[name]


def test_the_third_day_is_as_large_as_it_should_be(rules: GettysburgRules, rulings: Rulings) -> None:
    known = cards(rules)
    found = scenario(rules, rulings, "the-third-day")
    troops = [[unit for unit in side.units if known[unit.card].arm != Arm.GENERAL] for side in found.sides]
    assert [len(side) for side in troops] == [40, 44]
    assert sum(known[unit.card].size for side in troops for unit in side) == 1558


BRIGADES = {
    "the-rail-fence": [
        "fence-brigade division hold 24 20.1 180",
        "column-brigade division assault 24 6.5 0",
    ],
    "the-woodlot": [
        "brigade-a division hold 18 32.1 180",
        "brigade-b division engage 56 36 180",
        "brigade-1 division assault 18 11 0",
        "brigade-2 division assault 52 11 0",
        "brigade-3 division support 66 11 0 brigade-2 right",
    ],
    "the-third-day": [
        "brigade-1 division-1 hold 20 50.1 180",
        "brigade-2 division-1 hold 46 50.1 180",
        "brigade-3 division-1 hold 72 50.1 180",
        "brigade-4 division-2 hold 98 50.1 180",
        "brigade-5 division-2 hold 124 50.1 180",
        "brigade-6 division-2 hold 72 63 180",
        "cavalry division-2 support 124 64 180 brigade-5 rear",
        "brigade-1 division-1 assault 16 14 0",
        "brigade-2 division-1 assault 30 14 0",
        "brigade-3 division-1 support 44 14 0 brigade-2 rear",
        "brigade-4 division-2 assault 58 14 0",
        "brigade-5 division-2 assault 72 14 0",
        "brigade-6 division-2 support 86 14 0 brigade-5 rear",
        "brigade-7 division-3 assault 100 14 0",
        "brigade-8 division-3 assault 114 14 0",
        "brigade-9 division-3 support 128 14 0 brigade-8 rear",
    ],
}


@pytest.mark.parametrize("name", BRIGADES)
def test_brigades(rules: GettysburgRules, rulings: Rulings, name: str) -> None:
    told: list[str] = []
    for side in scenario(rules, rulings, name).sides:
        for group in side.groups:
            extra = group.extra
            x, y = extra.numbers("anchor", count=2)
            parts = [
                group.id,
                extra.text("division"),
                extra.text("order"),
                f"{x:g}",
                f"{y:g}",
                f"{extra.number('facing'):g}",
            ]
            if extra.has("of"):
                parts += [extra.text("of"), extra.text("wing")]
            told.append(" ".join(parts))
    assert told == BRIGADES[name]


GENERALS = {
    "the-rail-fence": """
        gen-n cinc 20 26
        gen-n brigadier 24 24
        gen-x cinc 30 2
        gen-n brigadier 24 2
    """,
    "the-woodlot": """
        gen-n cinc 36 44
        gen-n brigadier 18 42
        gen-p brigadier 56 46
        gen-x cinc 36 3
        gen-n brigadier 30 4
        gen-x brigadier 42 4
        gen-n brigadier 66 4
    """,
    "the-third-day": """
        gen-n cinc 72 70
        gen-n divisional 46 66
        gen-x divisional 98 66
        gen-n brigadier 20 64.1
        gen-p brigadier 46 64.1
        gen-x brigadier 72 64.1
        gen-n brigadier 98 64.1
        gen-p brigadier 124 64.1
        gen-x brigadier 72 71
        gen-n brigadier 124 71
        gen-x cinc 72 2
        gen-x divisional 30 2
        gen-n divisional 75 2
        gen-n divisional 114 2
        gen-n brigadier 16 4
        gen-x brigadier 30 4
        gen-n brigadier 44 4
        gen-n brigadier 58 4
        gen-x brigadier 72 4
        gen-n brigadier 86 4
        gen-n brigadier 100 4
        gen-x brigadier 114 4
        gen-n brigadier 128 4
    """,
}


@pytest.mark.parametrize("name", GENERALS)
def test_generals(rules: GettysburgRules, rulings: Rulings, name: str) -> None:
    told: list[list[str]] = []
    for side in scenario(rules, rulings, name).sides:
        for unit in side.units:
            if unit.card.startswith("gen-"):
                assert unit.at is not None
                told.append([unit.card, unit.extra().text("level"), f"{unit.at[0]:g}", f"{unit.at[1]:g}"])
    assert told == words(GENERALS[name])


ALONE = {
    "the-woodlot": ["us-sharps brigade-a skirmish 18 27"],
    "the-third-day": [
        "us-ordnance brigade-1 deployed 7 51.1",
        "us-napoleon brigade-1 deployed 33 51.1",
        "us-ordnance brigade-2 deployed 59 51.1",
        "us-napoleon brigade-3 deployed 85 51.1",
        "us-sharps brigade-3 skirmish 72 46",
        "us-napoleon brigade-4 deployed 111 51.1",
        "us-parrott20 brigade-5 deployed 137 51.1",
        "cs-mixed brigade-1 deployed 23 19",
        "cs-mixed brigade-2 deployed 37 19",
        "cs-mixed brigade-3 deployed 51 19",
        "cs-mixed brigade-4 deployed 65 19",
        "cs-mixed brigade-5 deployed 79 19",
        "cs-mixed brigade-6 deployed 93 19",
        "cs-6pdr brigade-7 deployed 107 19",
        "cs-6pdr brigade-8 deployed 121 19",
    ],
}


@pytest.mark.parametrize("name", ALONE)
def test_units_that_stand_alone(rules: GettysburgRules, rulings: Rulings, name: str) -> None:
    told: list[str] = []
    for side in scenario(rules, rulings, name).sides:
        for unit in side.units:
            if unit.at is not None and not unit.card.startswith("gen-"):
                told.append(f"{unit.card} {unit.group} {unit.formation} {unit.at[0]:g} {unit.at[1]:g}")
    assert told == ALONE[name]


def lines_of(found: Scenario, side: int, group: str) -> list[list[str]]:
    """The cards of each line of a brigade, west to east."""
    lines: list[list[str]] = []
    for unit in found.sides[side].units:
        extra = unit.extra()
        if unit.group == group and extra.has("line"):
            while len(lines) < extra.integer("line"):
                lines.append([])
            lines[extra.integer("line") - 1].append(unit.card)
    return lines


@pytest.mark.parametrize(
    ("name", "side", "group", "lines"),
    [
        ("the-rail-fence", 0, "fence-brigade", ["us-line us-line us-napoleon"]),
        ("the-rail-fence", 1, "column-brigade", ["cs-vet cs-buckball cs-line"]),
        ("the-woodlot", 0, "brigade-a", ["us-vet us-vet", "us-line us-line"]),
        ("the-woodlot", 0, "brigade-b", ["us-line us-napoleon us-line", "us-green"]),
        ("the-woodlot", 1, "brigade-1", ["cs-vet cs-vet cs-mixed", "cs-vet cs-stonewall"]),
        ("the-woodlot", 1, "brigade-2", ["cs-line cs-line cs-mixed", "cs-line cs-buckball"]),
        ("the-woodlot", 1, "brigade-3", ["cs-cav"]),
        ("the-third-day", 0, "brigade-1", ["us-line us-vet", "us-line us-vet", "us-iron"]),
        ("the-third-day", 0, "brigade-4", ["us-line us-vet", "us-line us-vet", "us-green"]),
        ("the-third-day", 0, "brigade-6", ["us-line us-vet us-line", "us-vet us-green"]),
        ("the-third-day", 0, "cavalry", ["us-spencer us-cav us-cav"]),
        ("the-third-day", 1, "brigade-1", ["cs-vet cs-vet", "cs-line cs-stonewall"]),
        ("the-third-day", 1, "brigade-5", ["cs-vet cs-vet", "cs-line cs-texas"]),
        ("the-third-day", 1, "brigade-9", ["cs-vet cs-vet", "cs-line cs-buckball"]),
    ],
)
def test_lines(rules: GettysburgRules, rulings: Rulings, name: str, side: int, group: str, lines: list[str]) -> None:
    assert lines_of(scenario(rules, rulings, name), side, group) == [line.split() for line in lines]


def test_the_section_of_napoleons(rules: GettysburgRules, rulings: Rulings) -> None:
    found = scenario(rules, rulings, "the-rail-fence")
    battery = next(unit for unit in found.sides[0].units if unit.card == "us-napoleon")
    assert battery.overrides().data == {"guns": 3, "size": 12}


POINTS = {
    "the-rail-fence": ["most-infantry 3 24 20 6", "units-taken 1", "trophies 1"],
    "the-woodlot": [
        "last-held 3 22 20 3",
        "last-held 3 56 36 3",
        "last-held 3 18 32 3",
        "units-taken 1",
        "trophies 1",
    ],
    "the-third-day": [
        "last-held 10 72 50 6",
        "last-held 6 30 30 6",
        "last-held 5 112 30 6",
        "last-held 3 123 50 6",
        "brigades-broken 2",
        "units-taken 1",
        "trophies 1",
    ],
}


@pytest.mark.parametrize("name", POINTS)
def test_objectives(rules: GettysburgRules, rulings: Rulings, name: str) -> None:
    told: list[str] = []
    for goal in scenario(rules, rulings, name).objectives:
        parts = [goal.kind, str(goal.source.integer("points"))]
        if goal.source.has("at"):
            x, y = goal.source.numbers("at", count=2)
            parts += [f"{x:g}", f"{y:g}", f"{goal.source.number('within'):g}"]
        told.append(" ".join(parts))
    assert told == POINTS[name]


PIECES = {
    "the-rail-fence": ["open-wood", "fence"],
    "the-woodlot": ["hill", "dense-wood", "bua", "lane", "wall"],
    "the-third-day": ["hill", "dense-wood", "orchard", "bua", "bua", "fence", "wall", "works"],
}


@pytest.mark.parametrize("name", PIECES)
def test_ground(rules: GettysburgRules, rulings: Rulings, name: str) -> None:
    assert [piece.kind for piece in scenario(rules, rulings, name).ground.pieces] == PIECES[name]


def test_no_other_system_has_a_scenario_of_the_same_name() -> None:
    names = [path.stem for path in HERE.parent.glob("*/scenarios/*.toml")]
    assert len(names) == len(set(names))
