"""Lancer's tables, rulings, cards and scenarios, typed out a second time."""

from math import isclose

import pytest
from written import check_rulings, check_switches, home_of, lenders, objectives, roster, terrain, zones

from playsheet.core.reader import read_toml
from playsheet.core.rulings import Rulings, read_rulings
from playsheet.core.scenario import Scenario, Vocabulary, read_scenario
from playsheet.core.sheet import Sheet, read_sheet

LANCER = home_of("lancer")

TABLES = [
    "unit-sizes",
    "ratings",
    "half-strength",
    "initiative-deck",
    "actions",
    "movement",
    "shooting",
    "hit-sequence",
    "melee-outcome",
    "melee-modifiers",
    "melee-limits",
    "morale-check",
    "rally",
    "terrain",
]
HOUSE_TABLES = ["formations", "bases", "contact", "ending"]

SWITCHES = {
    "reshuffle": ("R1", ["all", "undrawn_first"]),
    "slash": ("R3", ["list", "range"]),
    "rifle_rounding": ("R6", ["down", "up"]),
    "casualty_checks": ("R9", ["batch", "sequential"]),
    "commander_helps_casualties": ("R10", ["true", "false"]),
    "fall_back": ("R12", ["away", "own_edge"]),
    "rout_takes_commander": ("R13", ["true", "false"]),
    "woods_rout_horse": ("R14", ["true", "false"]),
    "disrupted": ("R16", ["falter", "rally_only", "free"]),
    "terrain_edge": ("R17", ["stop", "may_stop"]),
    "woods_charge": ("R18", ["1d3", "1d3+6"]),
    "charge_edge": ("R20", ["stop", "through"]),
    "counter_charge": ("R22", ["active_attacks", "reactor_attacks"]),
    "range_from": ("R24", ["centre", "nearest"]),
    "units_block": ("R26", ["true", "false"]),
    "fire_into_melee": ("R27", ["no", "yes"]),
    "melee": ("R28", ["sequential", "simultaneous"]),
    "crew_is_infantry": ("R30", ["false", "true"]),
    "melee_lock": ("R32", ["contact", "sticky"]),
    "leave_disrupts": ("R33", ["if_hit", "always"]),
    "break_point": ("R41", ["half", "none"]),
    "attached_may_rally": ("R44", ["false", "true"]),
    "charge_reach": ("R47", ["possible", "any"]),
}

CARDS = {  # id: name, type, figures, morale, melee, weapon, lancer, mount
    "line-company": ("Line Company", "foot", 10, 4, 4, "rifles", False, ""),
    "guard-company": ("Guard Company", "foot", 10, 5, 5, "rifles", False, ""),
    "militia-company": ("Militia Company", "foot", 10, 3, 3, "rifles", False, ""),
    "armed-townsfolk": ("Armed Townsfolk", "foot", 10, 2, 2, "rifles", False, ""),
    "tribal-warriors": ("Tribal Warriors", "foot", 10, 4, 5, "none", False, ""),
    "levy-spearmen": ("Levy Spearmen", "foot", 10, 3, 4, "none", False, ""),
    "lancer-troop": ("Lancer Troop", "horse", 4, 4, 4, "none", True, ""),
    "guard-lancers": ("Guard Lancers", "horse", 4, 5, 5, "none", True, ""),
    "hussar-troop": ("Hussar Troop", "horse", 4, 4, 4, "none", False, ""),
    "mounted-rifles": ("Mounted Rifles", "horse", 4, 4, 3, "rifles", False, ""),
    "irregular-horse": ("Irregular Horse", "horse", 4, 3, 4, "none", False, ""),
    "field-battery": ("Field Battery", "gun", 3, 4, 3, "cannon", False, ""),
    "gatling-battery": ("Gatling Battery", "gun", 3, 4, 3, "gatling", False, ""),
    "general": ("General", "commander", 1, 5, 4, "none", False, "horse"),
    "dithering-general": ("Dithering General", "commander", 1, 3, 3, "none", False, "horse"),
}


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return read_sheet(LANCER / "sheet.toml")


@pytest.fixture(scope="module")
def rulings() -> Rulings:
    return read_rulings(LANCER / "rulings.toml")


def cards() -> dict[str, dict[str, object]]:
    entries = read_toml(LANCER / "cards.toml").data
    return {id: card for id, card in entries.items() if isinstance(card, dict)}


def scenario(id: str) -> Scenario:
    sheet = read_sheet(LANCER / "sheet.toml")
    terrain = sheet.table("terrain").rows
    known = Vocabulary(
        "lancer",
        {id: str(card["name"]) for id, card in cards().items()},
        [kind for kind, row in terrain.items() if not row["linear"]],
        [kind for kind, row in terrain.items() if row["linear"]],
        list(sheet.table("formations").rows),
        read_rulings(LANCER / "rulings.toml"),
    )
    return read_scenario(LANCER / "scenarios" / f"{id}.toml", known)


# ---------------------------------------------------------------- the sheet


def test_every_table_is_there_in_printed_order(sheet: Sheet) -> None:
    assert list(sheet.tables) == TABLES + HOUSE_TABLES
    assert (sheet.system, sheet.title, sheet.unit) == ("lancer", "Lancer Rifle Gatling", "inch")


@pytest.mark.parametrize(
    ("table", "at"),
    [
        ("unit-sizes", "Units"),
        ("ratings", "Units"),
        ("half-strength", "Units"),
        ("initiative-deck", "Initiative Deck"),
        ("actions", "Turn Sequence"),
        ("movement", "Movement"),
        ("shooting", "Shooting"),
        ("hit-sequence", "Casualties"),
        ("melee-outcome", "Melee"),
        ("melee-modifiers", "Melee"),
        ("melee-limits", "Melee"),
        ("morale-check", "Unit Morale Check"),
        ("rally", "Rallying"),
        ("terrain", "House: terrain"),
        ("bases", "House: geometry"),
        ("contact", "House: geometry"),
    ],
)
def test_tables_stand_under_their_headings(sheet: Sheet, table: str, at: str) -> None:
    assert sheet.table(table).at == at


@pytest.mark.parametrize(
    ("table", "row", "column", "printed"),
    [
        ("movement", "foot", "move", "1d6"),
        ("movement", "foot", "column", "1d6+3"),
        ("movement", "foot", "charge", "1d6+6"),
        ("movement", "foot", "woods", "1d3"),
        ("movement", "foot", "woods_charge", "1d3+6"),
        ("movement", "horse", "move", "2d6"),
        ("movement", "horse", "column", "2d6"),
        ("movement", "horse", "charge", "1d6+12"),
        ("movement", "gun", "move", "1d6"),
        ("morale-check", "fall_back", "", "1d6+6"),
    ],
)
def test_distances_and_dice(sheet: Sheet, table: str, row: str, column: str, printed: str) -> None:
    assert str(sheet.amount(table, row, column)) == printed


@pytest.mark.parametrize(
    ("table", "row", "column", "number"),
    [
        ("unit-sizes", "foot", "figures", 10),
        ("unit-sizes", "horse", "figures", 4),
        ("unit-sizes", "gun", "figures", 3),
        ("unit-sizes", "gun", "guns", 1),
        ("unit-sizes", "commander", "figures", 1),
        ("ratings", "poor", "", 2),
        ("ratings", "green", "", 3),
        ("ratings", "average", "", 4),
        ("ratings", "veteran", "", 5),
        ("ratings", "elite", "", 5),
        ("half-strength", "times", "", 2),
        ("half-strength", "morale", "", -1),
        ("initiative-deck", "unit", "", 2),
        ("initiative-deck", "commander", "", 3),
        ("initiative-deck", "stop", "", 1),
        ("actions", "order_range", "", 12),
        ("movement", "turn", "", 180),
        ("movement", "charge_turn", "", 45),
        ("movement", "stop_short", "", 0.5),
        ("shooting", "sides", "", 6),
        ("shooting", "firing_ranks", "", 2),
        ("shooting", "arc", "", 180),
        ("shooting", "rifles", "reach", 12),
        ("shooting", "gatling", "reach", 12),
        ("shooting", "cannon", "reach", 48),
        ("shooting", "rifles", "dice", 1),
        ("shooting", "rifles", "per", 2),
        ("shooting", "gatling", "dice", 2),
        ("shooting", "gatling", "per", 1),
        ("shooting", "cannon", "dice", 1),
        ("shooting", "cannon", "per", 1),
        ("shooting", "gatling", "jam_face", 1),
        ("shooting", "gatling", "jam_count", 2),
        ("morale-check", "sides", "", 6),
        ("hit-sequence", "sides", "", 6),
        ("hit-sequence", "commander", "", -1),
        ("melee-outcome", "sides", "", 6),
        ("melee-modifiers", "lancers-charging", "add", -1),
        ("melee-modifiers", "infantry-against-cavalry", "add", 1),
        ("melee-modifiers", "attacking-uphill", "add", 1),
        ("melee-limits", "contacts", "", 4),
        ("melee-limits", "attacker_fights", "", 1),
        ("morale-check", "commander", "", -1),
        ("rally", "order_range", "", 12),
        ("terrain", "wall_cover", "", 1),
        ("terrain", "lining", "", 0.5),
        ("formations", "line", "ranks", 2),
        ("formations", "extended", "ranks", 1),
        ("formations", "column", "files", 2),
        ("bases", "foot", "width", 0.75),
        ("bases", "foot", "depth", 0.75),
        ("bases", "horse", "width", 1),
        ("bases", "horse", "depth", 1.5),
        ("bases", "battery", "width", 2.25),
        ("bases", "battery", "depth", 2.25),
        ("bases", "gun", "width", 1.5),
        ("bases", "gun", "depth", 1.5),
        ("contact", "length", "", 0.05),
        ("contact", "slide", "", 0.5),
        ("ending", "times", "", 2),
    ],
)
def test_figures(sheet: Sheet, table: str, row: str, column: str, number: float) -> None:
    assert isclose(sheet.number(table, row, column), number)


@pytest.mark.parametrize(
    ("weapon", "open", "cover", "open_as_range"),
    [
        ("rifles", [4, 6], [6], [4, 5, 6]),
        ("gatling", [2, 4, 6], [4, 6], [2, 4, 6]),
        ("cannon", [4, 6], [6], [4, 5, 6]),
    ],
)
def test_faces_that_hit(sheet: Sheet, weapon: str, open: list[int], cover: list[int], open_as_range: list[int]) -> None:
    assert sheet.integers("shooting", weapon, "open") == open
    assert sheet.integers("shooting", weapon, "cover") == cover
    assert sheet.integers("shooting", weapon, "open_as_range") == open_as_range


def test_only_gatlings_jam(sheet: Sheet) -> None:
    shooting = sheet.table("shooting")
    assert [weapon for weapon in shooting.rows if shooting.has(weapon, "jam_face")] == ["gatling"]


def test_what_cannot_be_done(sheet: Sheet) -> None:
    assert sheet.text("movement", "gun", "charge") == "none"
    assert sheet.text("movement", "gun", "woods") == "by-road"
    assert sheet.text("movement", "horse", "woods") == "by-road"
    assert not sheet.table("movement").has("gun", "column")


def test_melee_outcome(sheet: Sheet) -> None:
    assert sheet.as_rows("melee-outcome")[1][:2] == [
        ["Attacker succeeds", "locked", "defender-removed"],
        ["Attacker fails", "attacker-removed", "locked"],
    ]


@pytest.mark.parametrize(
    ("row", "to", "when", "parting"),
    [
        ("lancers-charging", "lancers", "lancers_charging", False),
        ("infantry-against-cavalry", "infantry", "infantry_against_cavalry", True),
        ("attacking-uphill", "attacker", "attacking_uphill", True),
    ],
)
def test_melee_modifiers(sheet: Sheet, row: str, to: str, when: str, parting: bool) -> None:
    assert sheet.text("melee-modifiers", row, "to") == to
    assert sheet.text("melee-modifiers", row, "when") == when
    assert sheet.flag("melee-modifiers", row, "parting") is parting


def test_melee_slots(sheet: Sheet) -> None:
    assert sheet.texts("melee-limits", "slots") == ["front", "back", "left", "right"]


@pytest.mark.parametrize(
    ("action", "by", "free", "in_contact", "disrupted"),
    [
        ("nothing", "foot horse gun commander", True, True, True),
        ("move", "foot horse gun commander", True, False, False),
        ("change_formation", "foot horse", True, False, False),
        ("shoot", "foot horse gun", True, False, False),
        ("charge", "foot horse commander", True, False, False),
        ("melee", "foot horse gun commander", False, True, True),
        ("clear_jam", "gun", True, False, False),
        ("rally", "foot horse gun commander", True, True, True),
        ("leave_melee", "foot horse gun commander", False, True, True),
        ("own_action", "commander", True, True, True),
        ("activate_unit", "commander", True, True, True),
        ("give_order", "commander", True, True, False),
    ],
)
def test_actions(sheet: Sheet, action: str, by: str, free: bool, in_contact: bool, disrupted: bool) -> None:
    assert sheet.texts("actions", action, "by") == by.split()
    states = [sheet.flag("actions", action, column) for column in ("free", "in_contact", "disrupted")]
    assert states == [free, in_contact, disrupted]


@pytest.mark.parametrize(
    ("ground", "cells"),
    [
        ("open", "yes yes yes no clear no no"),
        ("road", "yes yes yes no clear no no"),
        ("woods", "woods by-road by-road yes into yes no"),
        ("field", "yes yes yes yes into yes no"),
        ("building", "yes no no yes into yes no"),
        ("wall", "yes yes yes between clear yes yes"),
        ("hedge", "yes yes yes between clear yes yes"),
        ("earthwork", "yes yes yes between clear yes yes"),
        ("hill", "yes yes yes no crest no no"),
        ("ford", "yes yes yes no clear yes no"),
        ("bridge", "yes yes yes no clear yes no"),
        ("river", "no no no no clear yes no"),
        ("mountain", "no no no no blocks yes no"),
        ("lake", "no no no no clear yes no"),
    ],
)
def test_terrain(sheet: Sheet, ground: str, cells: str) -> None:
    kinds = list(sheet.table("terrain").rows)
    assert sheet.as_rows("terrain")[1][kinds.index(ground)][1:] == cells.split()


# ---------------------------------------------------------------- rulings


def test_every_ruling_is_there(rulings: Rulings) -> None:
    check_rulings("lancer", rulings, 63)


def test_every_switch_is_there_with_its_values(rulings: Rulings) -> None:
    check_switches(rulings, SWITCHES)


def test_what_is_borrowed_says_from_whom(rulings: Rulings) -> None:
    assert lenders(rulings) == {
        "R12": "gettysburg",
        "R16": "gettysburg",
        "R24": "gaslight",
        "R25": "gaslight",
        "R47": "gaslight, orderchips",
    }


# ---------------------------------------------------------------- cards


def test_every_card_is_there() -> None:
    entries = read_toml(LANCER / "cards.toml")
    assert entries.text("system") == "lancer"
    found = {}
    for id in CARDS:
        card = entries.table(id)
        found[id] = (
            card.text("name"),
            card.text("type"),
            card.integer("figures"),
            card.integer("morale", 2, 5),
            card.integer("melee", 2, 5),
            card.text("weapon"),
            card.flag("lancer", False),
            card.text("mount", ""),
        )
        card.close()
    entries.close()
    assert found == CARDS


def test_cards_have_the_sizes_of_the_sheet(sheet: Sheet) -> None:
    for card in cards().values():
        assert card["figures"] == sheet.integer("unit-sizes", str(card["type"]), "figures")


# ---------------------------------------------------------------- scenarios


def deck(scenario: Scenario, sheet: Sheet) -> int:
    kinds = [str(cards()[unit.card]["type"]) for side in scenario.sides for unit in side.units]
    commanders = kinds.count("commander")
    units = len(kinds) - commanders
    return (
        units * sheet.integer("initiative-deck", "unit")
        + commanders * sheet.integer("initiative-deck", "commander")
        + sheet.integer("initiative-deck", "stop")
    )


@pytest.mark.parametrize(
    ("id", "size", "width", "depth", "turns", "cards_in_deck"),
    [
        ("the-wells", "small", 36, 48, 6, 21),
        ("the-frontier-road", "middle", 72, 48, 10, 31),
        ("grand-manoeuvres", "large", 120, 72, 12, 83),
    ],
)
def test_scenarios(
    sheet: Sheet, id: str, size: str, width: float, depth: float, turns: int, cards_in_deck: int
) -> None:
    read = scenario(id)
    assert (read.id, read.system, read.size) == (id, "lancer", size)
    assert (read.ground.width, read.ground.depth, read.turns) == (width, depth, turns)
    assert deck(read, sheet) == cards_in_deck
    assert [side.facing for side in read.sides] == [0, 180]
    assert read.settings == {"break_point": "half"}


def test_there_are_three_scenarios() -> None:
    names = sorted(file.stem for file in (LANCER / "scenarios").glob("*.toml"))
    assert names == ["grand-manoeuvres", "the-frontier-road", "the-wells"]


def test_the_wells() -> None:
    wells = scenario("the-wells")
    assert terrain(wells) == [("woods", 4, 20, 10, 28, 0), ("hill", 24, 20, 34, 28, 1)]
    assert wells.ground.pieces[0].name == "the palm wood"
    assert [(m.name, m.x, m.y, m.across) for m in wells.markers] == [("the well", 18, 28, 1)]
    assert zones(wells) == [[(0, 0, 36, 10)], [(0, 34, 36, 48)]]
    assert roster(wells, 0) == {"line-company": 1, "guard-company": 1, "gatling-battery": 1, "general": 1}
    assert roster(wells, 1) == {"levy-spearmen": 3, "irregular-horse": 1, "general": 1}
    assert objectives(wells) == [
        {"kind": "hold-point", "name": "the well", "x": 18, "y": 28, "within": 3},
        {"kind": "most-removed"},
    ]


def test_the_frontier_road() -> None:
    road = scenario("the-frontier-road")
    assert terrain(road) == [
        ("woods", 28, 20, 44, 28, 0),
        ("field", 48, 16, 60, 24, 0),
        ("building", 52, 24, 56, 28, 0),
        ("river", 0, 22, 12, 24, 0),
        ("ford", 12, 22, 15, 24, 0),
        ("river", 15, 22, 26, 24, 0),
        ("road", 35, 0, 37, 48, 0),
    ]
    assert zones(road) == [[(0, 0, 72, 12)], [(0, 34, 72, 48)]]
    assert roster(road, 0) == {
        "line-company": 3,
        "guard-company": 1,
        "lancer-troop": 1,
        "field-battery": 1,
        "general": 1,
    }
    assert roster(road, 1) == {
        "militia-company": 3,
        "line-company": 1,
        "hussar-troop": 1,
        "gatling-battery": 1,
        "dithering-general": 1,
    }
    assert objectives(road) == [
        {"kind": "units-beyond", "side": 1, "beyond": "north", "y": 34, "units": 2, "otherwise": 2}
    ]


def test_grand_manoeuvres() -> None:
    grand = scenario("grand-manoeuvres")
    assert terrain(grand) == [
        ("woods", 20, 30, 36, 44, 0),
        ("woods", 84, 28, 100, 42, 0),
        ("hill", 50, 48, 70, 60, 1),
        ("hill", 50, 12, 70, 24, 1),
        ("field", 38, 37, 50, 45, 0),
        ("field", 70, 27, 82, 35, 0),
        ("building", 52, 38, 56, 42, 0),
        ("building", 58, 34, 62, 38, 0),
        ("building", 64, 30, 68, 34, 0),
        ("road", 0, 35, 58, 37, 0),
        ("road", 62, 35, 120, 37, 0),
    ]
    assert zones(grand) == [[(0, 0, 120, 16)], [(0, 56, 120, 72)]]
    army = {
        "guard-company": 3,
        "line-company": 5,
        "militia-company": 2,
        "lancer-troop": 2,
        "hussar-troop": 1,
        "mounted-rifles": 1,
        "field-battery": 1,
        "gatling-battery": 1,
        "general": 3,
    }
    assert roster(grand, 0) == roster(grand, 1) == army
    assert objectives(grand) == [
        {"kind": "points-for-ground", "terrain": ["the church", "the smithy", "the inn"], "points": 3},
        {"kind": "points-for-ground", "terrain": ["the north hill", "the south hill"], "points": 3},
        {"kind": "points-for-removed", "units": 1, "commanders": 2},
    ]
    named = {piece.name for piece in grand.ground.pieces}
    for objective in grand.objectives[:2]:
        assert set(objective.source.texts("terrain")) <= named
