"""The risk-factor sheet's tables, rulings, cards and scenarios, typed out a second time."""

from math import isclose

import pytest
from written import check_rulings, check_switches, home_of, lenders, objectives, roster, terrain, zones

from playsheet.core.errors import Refused
from playsheet.core.reader import Reader, read_toml
from playsheet.core.rulings import Rulings, read_rulings
from playsheet.core.scenario import Scenario, Vocabulary, read_scenario
from playsheet.core.sheet import Sheet, read_sheet
from playsheet.rules.riskfactor.sheet import Card, RiskRules, standing_order
from playsheet.rules.riskfactor.terms import CLASSES, ROLES, TABLES, OrderKind

HERE = home_of("riskfactor")

PRINTED_TABLES = [
    "actions-firearms",
    "risk-factors",
    "visibility",
    "actions-melee",
    "movement",
    "uncommanded-fire",
    "loading-classes",
    "to-hit",
    "damage",
    "command-dice",
    "command-cost",
    "command-distance",
    "weapons",
    "proximity",
]
HOUSE_TABLES = [
    "terrain",
    "instructions",
    "riding",
    "wounds",
    "melee",
    "melee-outcome",
    "bases",
    "nearness",
    "arcs",
    "ending",
    "roll-off",
]

SWITCHES = {
    "rf0_binds_commanded": ("R1", ["true", "false"]),
    "action_die": ("R2", ["plain", "class"]),
    "enemy_in_range": ("R4", ["once", "per_group"]),
    "their_range": ("R5", ["enemy", "own"]),
    "blades_threaten": ("R5", ["no", "one_move"]),
    "lone_leader_percent": ("R6", ["ignore", "count"]),
    "front_arc": ("R7", ["180", "90"]),
    "charge_query": ("R10", ["owner", "always", "never_firearms"]),
    "platoon": ("R14", ["roll_then_split", "separate"]),
    "uncommanded_rounding": ("R17", ["down", "up"]),
    "start_loaded": ("R20", ["true", "false"]),
    "grazes": ("R25", ["nothing", "two_make_a_wound"]),
    "fired_seen": ("R28", ["always", "d6x10"]),
    "fog": ("R28", ["off", "on"]),
    "wounded_rider": ("R30", ["horse", "20"]),
    "nco_minus": ("R31", ["true", "false"]),
    "musician_dice": ("R32", ["one", "class"]),
    "melee": ("R37", ["contest", "lancer_like"]),
    "blank_factor": ("R38", ["merged", "0"]),
    "fire_into_melee": ("R42", ["no", "yes"]),
    "break_point": ("R44", ["none", "half"]),
    "fortified": ("R51", ["rf0_only", "all_results"]),
    "rf0_charge": ("R57", ["attackers", "never"]),
    "cover_toward": ("R67", ["nearest", "never_nearer"]),
}

CARDS = {  # name; role, figures, NCOs, class, table, ranged, load, close, and what else
    "regular-squad": ("Regular Squad", "man 10 1 veteran firearms rifle breech - bayonet formed volley"),
    "recruit-squad": ("Recruit Squad", "man 10 1 raw firearms rifle breech - bayonet formed volley"),
    "sepoy-squad": ("Sepoy Squad", "man 10 1 veteran firearms musket muzzle - bayonet formed volley"),
    "naval-landing-party": ("Naval Landing Party", "man 8 1 veteran firearms rifle magazine sword formed volley"),
    "lancer-section": ("Lancer Section", "man 6 1 veteran firearms carbine breech lance mounted volley"),
    "mounted-infantry": ("Mounted Infantry", "man 6 1 veteran firearms rifled-carbine breech - mounted volley"),
    "town-militia": ("Town Militia", "man 10 0 raw firearms musket muzzle - volley disloyal"),
    "warrior-band": ("Warrior Band", "man 20 0 veteran melee spear hurled spear native"),
    "young-warriors": ("Young Warriors", "man 20 0 raw melee spear hurled club native"),
    "tribal-musketmen": ("Tribal Musketmen", "man 12 0 raw firearms musket muzzle sword native"),
    "tribal-archers": ("Tribal Archers", "man 10 0 veteran firearms bow bow hatchet native"),
    "tribal-horse": ("Tribal Horse", "man 8 0 veteran melee spear hurled spear mounted native"),
    "civilians": ("Civilians", "man 5 0 raw melee rocks hurled - civilian petticoats"),
    "captain": ("Captain", "pc 1 0 hero firearms pistol magazine sword"),
    "lieutenant": ("Lieutenant", "pc 1 0 veteran firearms pistol magazine sword"),
    "subaltern": ("Subaltern", "pc 1 0 raw firearms pistol magazine sword"),
    "chief": ("Chief", "pc 1 0 hero melee spear hurled spear native"),
    "drummer": ("Drummer", "drummer 1 0 veteran melee - - -"),
    "bugler": ("Bugler", "bugler 1 0 veteran melee - - -"),
}


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return read_sheet(HERE / "sheet.toml")


@pytest.fixture(scope="module")
def rulings() -> Rulings:
    return read_rulings(HERE / "rulings.toml")


@pytest.fixture(scope="module")
def rules(sheet: Sheet, rulings: Rulings) -> RiskRules:
    return RiskRules(sheet, rulings.defaults())


def cards(rules: RiskRules) -> dict[str, Card]:
    entries = read_toml(HERE / "cards.toml")
    return {id: Card(id, entries.table(id), rules) for id in entries.data if id != "system"}


# ---------------------------------------------------------------- the sheet


def test_every_table_is_there_in_printed_order(sheet: Sheet) -> None:
    assert list(sheet.tables) == PRINTED_TABLES + HOUSE_TABLES
    assert (sheet.system, sheet.unit) == ("riskfactor", "cm")


def test_tables_of_ours_say_so(sheet: Sheet) -> None:
    house = [id for id, table in sheet.tables.items() if table.at.startswith("House: ")]
    assert house == HOUSE_TABLES


LETTERS = {
    "O": "continue_order",
    "N": "advance_to_nearest",
    "C": "continue",
    "A": "advance",
    "H": "halt",
    "T": "take_cover",
    "W": "withdraw",
    "R": "run",
}


@pytest.mark.parametrize(
    ("table", "row", "cells"),  # *: in italics, ?: (Charge?) is printed
    [
        ("actions-firearms", "<= 0", "O O O O O N"),
        ("actions-firearms", "1-2", "T *H *C? *C? *C? *A?"),
        ("actions-firearms", "3-5", "W *T *H *C? *C? *A?"),
        ("actions-firearms", "6-8", "R W T *T *H *C?"),
        ("actions-firearms", "9+", "R R W T *T *H"),
        ("actions-melee", "<= 0", "O O O O O N"),
        ("actions-melee", "1-2", "*H *C *C *C? *A? *A?"),
        ("actions-melee", "3-6", "T *H *H *C *C? *A?"),
        ("actions-melee", "7-8", "R T T *H *H *C?"),
        ("actions-melee", "9+", "R R T T T *H"),
    ],
)
def test_actions_tables_with_their_italics(sheet: Sheet, table: str, row: str, cells: str) -> None:
    expected = [
        {"do": LETTERS[cell.strip("*?")], "italic": "*" in cell, "charge": "?" in cell} for cell in cells.split()
    ]
    assert [sheet.cell(table, row, str(face)) for face in range(1, 7)] == expected


@pytest.mark.parametrize(
    ("table", "highest"),  # of each row
    [
        ("actions-firearms", {0: "<= 0", 2: "1-2", 5: "3-5", 8: "6-8", 30: "9+"}),
        ("actions-melee", {0: "<= 0", 2: "1-2", 6: "3-6", 8: "7-8", 30: "9+"}),
    ],
)
def test_rows_of_the_actions_tables(rules: RiskRules, table: str, highest: dict[int, str]) -> None:
    actions = next(known for known in rules.tables if known.id == table)
    for risk in range(-5, 31):
        assert actions.row(risk).id == highest[min(high for high in highest if high >= risk)]


def test_risk_factors(sheet: Sheet) -> None:
    rows = sheet.table("risk-factors").rows
    assert {id: (row["add"], row["when"]) for id, row in rows.items()} == {
        "hero": (-1, "hero"),
        "cover-or-advancing": (-1, "cover_or_advancing"),
        "enemy-in-range": (1, "enemy_in_range"),
        "raw-in-range": (1, "raw_in_range"),
        "losses": (1, "losses"),
        "flank-or-rear": (2, "flank_or_rear"),
        "natives-near-cavalry": (2, "natives_near_cavalry"),
        "ran-or-retreating": (3, "ran_or_retreating"),
    }


@pytest.mark.parametrize(
    ("table", "row", "column", "number"),
    [
        ("risk-factors", "percent", "", 10),
        ("visibility", "sides", "", 6),
        ("visibility", "times", "", 10),
        ("visibility", "edge", "", 10),
        ("visibility", "woods", "", 20),
        ("visibility", "fire", "", 10),
        ("movement", "foot", "", 25),
        ("movement", "wounded", "", 20),
        ("movement", "civilian", "", 20),
        ("movement", "petticoats_down", "", 15),
        ("movement", "mounted", "", 40),
        ("movement", "difficult", "", 2),
        ("movement", "barrier", "", 0.25),
        ("uncommanded-fire", "halted", "", 2),
        ("uncommanded-fire", "moving", "", 3),
        ("to-hit", "sides", "", 8),
        ("to-hit", "short", "open", 2),
        ("to-hit", "short", "soft", 4),
        ("to-hit", "short", "hard", 6),
        ("to-hit", "medium", "open", 4),
        ("to-hit", "medium", "soft", 6),
        ("to-hit", "medium", "hard", 7),
        ("to-hit", "long", "open", 6),
        ("to-hit", "long", "soft", 7),
        ("to-hit", "long", "hard", 8),
        ("damage", "hero", "", 1),
        ("damage", "raw", "", -1),
        ("command-dice", "hero", "", 4),
        ("command-dice", "veteran", "", 3),
        ("command-dice", "raw", "", 2),
        ("command-dice", "busy", "", -1),
        ("command-dice", "musician", "", 1),
        ("command-dice", "sides", "", 6),
        ("command-cost", "loyal", "", 1),
        ("command-cost", "disloyal", "", 2),
        ("command-cost", "router", "", 2),
        ("command-distance", "open", "", 50),
        ("command-distance", "enclosed", "", 25),
        ("proximity", "leader_in_group", "", 5),
        ("proximity", "platoon_gap", "", 5),
        ("proximity", "platoon_leader", "", 5),
        ("proximity", "cavalry", "", 25),
        ("proximity", "shooting_over", "", 2),
        ("weapons", "blank", "", 0),
        ("riding", "elsewhere", "", 25),
        ("riding", "wounded", "", 20),
        ("wounds", "kill", "", 2),
        ("wounds", "grazes", "", 2),
        ("melee", "sides", "", 6),
        ("melee", "hero", "", 1),
        ("melee", "raw", "", -1),
        ("melee", "wounded", "", -1),
        ("melee", "defending", "", 1),
        ("melee", "contacts", "", 4),
        ("bases", "across", "", 2),
        ("bases", "barrier", "", 2),
        ("nearness", "cohesion", "", 5),
        ("nearness", "hero", "", 5),
        ("nearness", "joining", "", 5),
        ("nearness", "stop_short", "", 1),
        ("nearness", "lining", "", 2),
        ("arcs", "front", "", 180),
        ("arcs", "narrow", "", 90),
        ("ending", "times", "", 2),
        ("roll-off", "sides", "", 6),
    ],
)
def test_figures(sheet: Sheet, table: str, row: str, column: str, number: float) -> None:
    assert isclose(sheet.number(table, row, column), number)


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("gunpowder", "graze graze wound wound kill kill"),
        ("bow-spear", "graze graze wound wound wound kill"),
        ("other", "graze graze graze wound wound kill"),
    ],
)
def test_damage(sheet: Sheet, row: str, cells: str) -> None:
    assert [sheet.text("damage", row, str(face)) for face in range(1, 7)] == cells.split()


@pytest.mark.parametrize(
    ("row", "loads", "part", "each"),
    [
        ("muzzle", True, 0.5, 1),
        ("breech", False, 0.5, 1),
        ("bow", False, 0.5, 1),
        ("magazine", False, 1, 1),
        ("hurled", False, 1, 3),
    ],
)
def test_loading_classes(rules: RiskRules, row: str, loads: bool, part: float, each: int) -> None:
    load = rules.loads[row]
    assert (load.loads, load.each) == (loads, each)
    assert isclose(load.part, part)
    assert list(rules.loads) == ["muzzle", "breech", "bow", "magazine", "hurled"]


WEAPONS = {  # ranges, melee factor, with bayonet, damage when shot, damage in melee, loading
    "rifle": ([30, 90, 180], 2, 4, "gunpowder", "other", "breech"),
    "rifled-carbine": ([25, 80, 140], 2, 4, "gunpowder", "other", "breech"),
    "musket": ([20, 40, 120], 2, 4, "gunpowder", "other", "muzzle"),
    "carbine": ([15, 30, 100], 2, 4, "gunpowder", "other", "breech"),
    "pistol": ([5, 10, 30], 3, 3, "gunpowder", "gunpowder", "magazine"),
    "bow": ([30, 60, 100], 1, 1, "bow-spear", "other", "bow"),
    "spear": ([8, 12, 24], 3, 3, "bow-spear", "bow-spear", "hurled"),
    "sword": ([], 3, 3, "", "other", ""),
    "lance": ([], 4, 4, "", "bow-spear", ""),
    "club": ([], 3, 3, "", "other", ""),
    "hatchet": ([5, 10, 20], 2, 2, "other", "other", "hurled"),
    "rocks": ([4, 8, 20], 1, 1, "other", "other", "hurled"),
    "unarmed": ([], 0, 0, "", "other", ""),
}


def test_weapons(rules: RiskRules) -> None:
    found = {}
    for id, weapon in rules.weapons.items():
        ranges = [weapon.short, weapon.medium, weapon.long] if weapon.shoots else []
        shot = weapon.damage.id if weapon.damage is not None else ""
        load = weapon.load.id if weapon.load is not None else ""
        found[id] = (ranges, weapon.melee, weapon.bayonet, shot, weapon.blow.id, load)
    assert found == WEAPONS


def test_blank_factors_are_blank_in_print(sheet: Sheet, rulings: Rulings) -> None:
    table = sheet.table("weapons")
    blank = [id for id in table.rows if not table.has(id, "melee")]
    assert blank == ["rifled-carbine", "musket", "carbine"]
    by_letter = RiskRules(sheet, rulings.chosen({"blank_factor": 0}, "test"))
    assert [by_letter.weapons[id].melee for id in blank] == [0, 0, 0]
    assert [by_letter.weapons[id].bayonet for id in blank] == [0, 0, 0]
    assert by_letter.weapons["rifle"].bayonet == 4


@pytest.mark.parametrize(("distance", "band"), [(0, 0), (30, 0), (30.5, 1), (90, 1), (91, 2), (180, 2), (180.1, 3)])
def test_bands_include_their_limits(rules: RiskRules, distance: float, band: int) -> None:
    assert rules.weapons["rifle"].band(distance) == band


def test_what_has_no_range_is_beyond_it(rules: RiskRules) -> None:
    assert rules.weapons["sword"].band(0) == 3


@pytest.mark.parametrize(
    ("ground", "cells"),  # going, horses, cover, conceals, enclosed, crest, strong, linear
    [
        ("open", "clear yes none no no no no no"),
        ("road", "clear yes none no no no no no"),
        ("hill", "clear yes none no no yes no no"),
        ("woods", "difficult yes soft yes yes no no no"),
        ("scrub", "difficult yes soft yes yes no no no"),
        ("crops", "clear yes soft yes no no no no"),
        ("rocks", "difficult yes hard yes no no no no"),
        ("building", "difficult no hard yes yes no yes no"),
        ("street", "clear yes none no yes no no no"),
        ("stream", "difficult yes none no no no no no"),
        ("marsh", "difficult yes none no no no no no"),
        ("fence", "barrier yes soft no no no no yes"),
        ("hedge", "barrier yes soft no no no no yes"),
        ("wall", "barrier yes hard no no no yes yes"),
        ("works", "barrier yes hard no no no yes yes"),
    ],
)
def test_terrain(sheet: Sheet, ground: str, cells: str) -> None:
    kinds = list(sheet.table("terrain").rows)
    assert len(kinds) == 15
    assert sheet.as_rows("terrain")[1][kinds.index(ground)][1:] == cells.split()


@pytest.mark.parametrize(
    ("id", "order", "enemy", "fires"),
    [
        ("continue_order", "same", False, True),
        ("advance_to_nearest", "advance", True, True),
        ("continue", "same", True, True),
        ("advance", "advance", True, True),
        ("halt", "hold", False, True),
        ("take_cover", "hold", False, True),
        ("withdraw", "hold", True, False),
        ("run", "hold", True, False),
    ],
)
def test_instructions(sheet: Sheet, id: str, order: str, enemy: bool, fires: bool) -> None:
    assert sheet.text("instructions", id, "order") == order
    assert (sheet.flag("instructions", id, "enemy"), sheet.flag("instructions", id, "fires")) == (enemy, fires)


def test_the_other_way_of_melee(sheet: Sheet) -> None:
    assert sheet.as_rows("melee-outcome")[1] == [
        ["Active side's figure succeeds", "locked", "other-killed"],
        ["It fails", "active-killed", "locked"],
    ]


@pytest.mark.parametrize(
    ("card", "wounded", "down", "clear", "cm"),
    [
        ("regular-squad", False, False, True, 25),
        ("regular-squad", True, False, True, 20),
        ("civilians", False, False, True, 20),
        ("civilians", True, True, True, 15),
        ("lancer-section", False, False, True, 40),
        ("lancer-section", False, False, False, 25),
        ("lancer-section", True, False, True, 40),
    ],
)
def test_allowances(rules: RiskRules, card: str, wounded: bool, down: bool, clear: bool, cm: float) -> None:
    assert isclose(rules.allowance(cards(rules)[card], wounded, down, clear), cm)


def test_a_wounded_rider_by_switch(sheet: Sheet, rulings: Rulings) -> None:
    slow = RiskRules(sheet, rulings.chosen({"wounded_rider": 20}, "test"))
    assert isclose(slow.allowance(cards(slow)["lancer-section"], True, False, True), 20)


def test_example_11_a_wounded_man_over_a_fence_and_through_marsh(rules: RiskRules) -> None:
    allowance = rules.allowance(cards(rules)["regular-squad"], True, False, True)
    assert isclose(allowance - rules.barrier_part * allowance - rules.difficult * 4, 7)


# ---------------------------------------------------------------- rulings


def test_every_ruling_is_there(rulings: Rulings) -> None:
    check_rulings("riskfactor", rulings, 68)


def test_every_switch_is_there_with_its_values(rulings: Rulings) -> None:
    check_switches(rulings, SWITCHES)


def test_every_value_of_every_switch_makes_rules(sheet: Sheet, rulings: Rulings) -> None:
    default = RiskRules(sheet, rulings.defaults())
    for key, (_, values) in SWITCHES.items():
        for value in values[1:]:
            changed = RiskRules(sheet, rulings.chosen({key: value}, "test"))
            plain = {name: value for name, value in plain_values(changed).items() if isinstance(value, bool)}
            assert plain != {name: plain_values(default)[name] for name in plain}, key


def plain_values(rules: RiskRules) -> dict[str, object]:
    return {name: getattr(rules, name) for name in dir(rules) if not name.startswith("__")}


def test_what_is_borrowed_says_from_whom(rulings: Rulings) -> None:
    assert lenders(rulings) == {"R7": "gaslight", "R23": "gaslight", "R37": "lancer", "R41": "lancer"}


# ---------------------------------------------------------------- cards


def test_every_card_is_there(rules: RiskRules) -> None:
    found = {}
    for id, card in cards(rules).items():
        flags = ["bayonet"] if card.bayonet else []
        flags += [word for word in ("civilian", "formed", "mounted", "native") if getattr(card, word)]
        flags += ["volley"] if card.volley else []
        flags += ["disloyal"] if not card.loyal("Captain") else []
        flags += ["petticoats"] if card.petticoats else []
        words = [
            ROLES[card.role],
            str(card.figures),
            str(card.ncos),
            CLASSES[card.cls],
            TABLES[card.table],
            card.ranged.id if card.ranged is not None else "-",
            card.load.id if card.load is not None else "-",
            card.close.id if card.close is not None else "-",
            *flags,
        ]
        found[id] = (card.name, " ".join(words))
    assert found == CARDS


@pytest.mark.parametrize(
    ("card", "arm", "factor"),
    [
        ("regular-squad", "rifle", 4),  # with bayonet
        ("sepoy-squad", "musket", 4),
        ("naval-landing-party", "sword", 3),
        ("lancer-section", "lance", 4),
        ("mounted-infantry", "rifled-carbine", 2),  # no close weapon: the ranged one's factor
        ("town-militia", "musket", 2),
        ("warrior-band", "spear", 3),
        ("young-warriors", "club", 3),
        ("tribal-archers", "hatchet", 2),
        ("civilians", "rocks", 1),
        ("captain", "sword", 3),
        ("drummer", "unarmed", 0),
    ],
)
def test_what_a_card_fights_with(rules: RiskRules, card: str, arm: str, factor: int) -> None:
    read = cards(rules)[card]
    assert (read.arm.id, read.factor[0].add) == (arm, factor)


def test_riders_have_no_use_for_bayonets(rules: RiskRules) -> None:
    entries = dict(read_toml(HERE / "cards.toml").table("mounted-infantry").data)
    mounted = Card("mounted-infantry", Reader({**entries, "bayonet": True}, "test"), rules)
    assert mounted.factor[0].add == 2  # R54
    afoot = Card("mounted-infantry", Reader({**entries, "bayonet": True, "mounted": False}, "test"), rules)
    assert afoot.factor[0].add == 4


def test_ncos_stand_first_and_may_have_a_class_of_their_own(rules: RiskRules) -> None:
    entries = dict(read_toml(HERE / "cards.toml").table("regular-squad").data)
    squad = Card("regular-squad", Reader({**entries, "nco_class": "raw"}, "test"), rules)
    assert [ROLES[squad.role_of(index)] for index in range(3)] == ["nco", "man", "man"]
    assert [CLASSES[squad.class_of(squad.role_of(index))] for index in range(2)] == ["raw", "veteran"]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"class": "green"}, "class: expected one of"),
        ({"ranged": "sword"}, "ranged: expected one of"),
        ({"ncos": 11}, "ncos: expected a whole number from 0 to 10"),
        ({"hat": "red"}, "hat: unknown key"),
        ({"ranged": "none"}, "load: unknown key"),
    ],
)
def test_bad_cards_are_refused(rules: RiskRules, changes: dict[str, object], says: str) -> None:
    entries = dict(read_toml(HERE / "cards.toml").table("regular-squad").data)
    del entries["bayonet"]
    with pytest.raises(Refused, match=says):
        Card("regular-squad", Reader({**entries, **changes}, "test"), rules)


# ---------------------------------------------------------------- scenarios


def scenario(id: str) -> Scenario:
    rulings = read_rulings(HERE / "rulings.toml")
    rules = RiskRules(read_sheet(HERE / "sheet.toml"), rulings.defaults())
    known = Vocabulary(
        "riskfactor",
        {id: card.name for id, card in cards(rules).items()},
        [id for id, row in rules.ground.items() if not row.linear],
        [id for id, row in rules.ground.items() if row.linear],
        [],
        rulings,
    )
    return read_scenario(HERE / "scenarios" / f"{id}.toml", known)


def orders(scenario: Scenario, side: int) -> set[tuple[int, float, float]]:
    read = [standing_order(unit.extra()) for unit in scenario.sides[side].units]
    return {(order.kind, order.x, order.y) for order in read}


@pytest.mark.parametrize(
    ("id", "size", "width", "depth", "turns", "figures"),
    [
        ("the-picket", "small", 120, 120, 11, [12, 60]),
        ("platoon-in-the-wood", "middle", 150, 120, 10, [31, 43]),
        ("the-mission-station", "large", 300, 180, 15, [114, 313]),
    ],
)
def test_scenarios(
    rules: RiskRules, id: str, size: str, width: float, depth: float, turns: int, figures: list[int]
) -> None:
    read = scenario(id)
    assert (read.id, read.system, read.size) == (id, "riskfactor", size)
    assert (read.ground.width, read.ground.depth, read.turns) == (width, depth, turns)
    assert [side.facing for side in read.sides] == [0, 180]
    known = cards(rules)
    assert [sum(known[unit.card].figures for unit in side.units) for side in read.sides] == figures


def test_there_are_three_scenarios() -> None:
    names = sorted(file.stem for file in (HERE / "scenarios").glob("*.toml"))
    assert names == ["platoon-in-the-wood", "the-mission-station", "the-picket"]


def test_the_picket() -> None:
    picket = scenario("the-picket")
    assert terrain(picket) == [("scrub", 45, 55, 75, 85, 0), ("wall", 40, 30, 80, 30, 0)]
    assert zones(picket) == [[(0, 0, 120, 30)], [(0, 85, 120, 120)]]
    assert roster(picket, 0) == {"lieutenant": 1, "drummer": 1, "regular-squad": 1}
    assert roster(picket, 1) == {"warrior-band": 2, "young-warriors": 1}
    assert orders(picket, 0) == {(OrderKind.HOLD, 0, 0)}
    assert orders(picket, 1) == {(OrderKind.ADVANCING, 60, 30)}
    assert picket.sides[1].extra.data == {"players": False}
    assert objectives(picket) == [
        {
            "kind": "figures-beyond",
            "side": 2,
            "beyond": "south",
            "y": 30,
            "name": "the wall",
            "figures": 5,
            "state": "unhurt",
        },
        {"kind": "no-enemy-left", "side": 2},
        {"kind": "otherwise", "side": 1},
    ]


def test_platoon_in_the_wood() -> None:
    wood = scenario("platoon-in-the-wood")
    assert terrain(wood) == [("woods", 40, 30, 110, 90, 0)]
    assert zones(wood) == [[(40, 30, 110, 60)], [(0, 100, 150, 120)]]
    assert roster(wood, 0) == {"lieutenant": 1, "regular-squad": 2, "recruit-squad": 1}
    assert roster(wood, 1) == {"chief": 1, "warrior-band": 1, "tribal-archers": 1, "tribal-musketmen": 1}
    assert {unit.group for unit in wood.sides[0].units} == {"platoon"}
    assert [(group.id, group.extra.data) for group in wood.sides[0].groups] == [("platoon", {"within": 40})]
    assert {kind for kind, _, _ in orders(wood, 0)} == {OrderKind.ADVANCING}
    assert all(y > 90 for _, _, y in orders(wood, 0))
    chiefs = {unit.card: standing_order(unit.extra()) for unit in wood.sides[1].units}
    assert {card for card, order in chiefs.items() if order.kind == OrderKind.HOLD} == {
        "chief",
        "tribal-archers",
        "tribal-musketmen",
    }
    band = chiefs["warrior-band"]
    assert (band.kind, band.to_point) == (OrderKind.ADVANCING, False)  # at the nearest enemy
    assert wood.extra.data == {"first": 1}
    assert objectives(wood) == [
        {
            "kind": "figures-beyond",
            "side": 1,
            "beyond": "north",
            "y": 90,
            "name": "the wood",
            "figures": 10,
            "state": "living",
        },
        {"kind": "otherwise", "side": 2},
    ]


def test_the_mission_station() -> None:
    station = scenario("the-mission-station")
    assert terrain(station) == [
        ("stream", 0, 118, 300, 122, 0),
        ("scrub", 40, 150, 220, 160, 0),
        ("scrub", 15, 30, 25, 140, 0),
        ("hill", 230, 120, 280, 170, 1),
        ("building", 130, 62, 142, 74, 0),
        ("building", 158, 62, 170, 74, 0),
        ("building", 130, 86, 142, 98, 0),
        ("building", 158, 86, 170, 98, 0),
        ("wall", 120, 52, 147, 108, 0),
        ("wall", 153, 52, 180, 108, 0),
    ]
    assert station.ground.pieces[3].level == 1
    assert zones(station) == [[(120, 52, 180, 108)], [(0, 165, 300, 180), (0, 0, 12, 180)]]
    assert roster(station, 0) == {
        "captain": 1,
        "lieutenant": 1,
        "subaltern": 1,
        "drummer": 1,
        "bugler": 1,
        "regular-squad": 2,
        "town-militia": 2,
        "recruit-squad": 2,
        "sepoy-squad": 2,
        "naval-landing-party": 1,
        "mounted-infantry": 1,
        "civilians": 3,
    }
    assert roster(station, 1) == {
        "chief": 3,
        "warrior-band": 8,
        "young-warriors": 5,
        "tribal-musketmen": 2,
        "tribal-archers": 1,
        "tribal-horse": 2,
    }
    for side in station.sides:
        assert len(side.players) == 3
        assert all(unit.owner for unit in side.units)
    assert station.extra.data == {"first": 2}
    houses = ["the school", "the store", "the chapel", "the infirmary"]
    assert objectives(station) == [
        {"kind": "hold-buildings", "side": 1, "terrain": houses, "hold": 3, "unhurt": 20, "per_civilian": 3},
        {"kind": "otherwise", "side": 2},
    ]
    assert [piece.name for piece in station.ground.pieces if piece.kind == "building"] == houses
