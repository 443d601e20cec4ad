"""A scenario is read whole or refused with file, key and what was expected."""

from pathlib import Path

import pytest

from playsheet.core.errors import Refused
from playsheet.core.rulings import read_rulings
from playsheet.core.scenario import Scenario, Vocabulary, ordinal, read_heading, read_scenario
from playsheet.core.terrain import holds

RULINGS = """
system = "toy"
[R1]
title = "Break"
question = "When?"
answer = "At half."
why = "Enough."
source = "house"
[R1.switch.break_point]
half = "At half."
none = "Never."
"""

KNOWN = Vocabulary(
    "toy",
    {"line": "Line Company", "guard": "Guard Company", "general": "General"},
    ["woods", "hill", "field"],
    ["wall"],
    ["line", "column"],
    read_rulings(RULINGS, "rulings.toml"),
)

HEAD = """
id = "the-ford"
system = "toy"
title = "The Ford"
blurb = "Two columns, one ford."
size = "small"
table = [36, 48]
turns = 6
"""

GOOD = (
    HEAD
    + """
notes = ["Bring water."]

[rulings]
break_point = "none"

[[terrain]]
kind = "woods"
name = "the palm wood"
rect = [4, 20, 10, 28]

[[terrain]]
kind = "hill"
circle = [24, 24, 4]
level = 1

[[terrain]]
kind = "field"
polygon = [[0, 0], [4, 0], [2, 3]]

[[terrain]]
kind = "wall"
line = [[1, 10], [5, 10], [5, 14]]

[[markers]]
name = "the well"
at = [18, 24]

[[sides]]
name = "Red"
facing = 0
zones = [[0, 0, 36, 14], [0, 14, 4, 20]]
players = ["Ann", "Bob"]

[[sides.groups]]
id = "first"
name = "First Brigade"
extra = { order = "assault" }

[[sides.units]]
card = "line"
count = 2
group = "first"

[[sides.units]]
card = "line"
owner = "Bob"
formation = "column"
overrides = { figures = 11 }

[[sides.units]]
card = "guard"
zones = [[10, 10, 20, 20]]

[[sides.units]]
card = "general"
name = "General Ash"
attached_to = "2nd Line Company"
at = [3, 3]
facing = 90

[[sides]]
name = "Blue"
facing = 180
zones = [[0, 34, 36, 48]]
extra = { baseline = "north" }

[[sides.units]]
card = "guard"
names = ["Old Guard", "Young Guard"]

[[objectives]]
kind = "hold-point"
x = 18
"""
)


def read(toml: str) -> Scenario:
    return read_scenario(toml, KNOWN, "ford.toml")


def test_a_scenario_is_read() -> None:
    scenario = read(GOOD)
    assert (scenario.id, scenario.title, scenario.size, scenario.turns) == (
        "the-ford",
        "The Ford",
        "small",
        6,
    )
    assert (scenario.ground.width, scenario.ground.depth) == (36, 48)
    assert scenario.settings == {"break_point": "none"}
    assert scenario.notes == ["Bring water."]
    assert (scenario.file, scenario.text) == ("ford.toml", GOOD)
    assert [(marker.name, marker.x, marker.y, marker.across) for marker in scenario.markers] == [
        ("the well", 18, 24, 1)
    ]
    objective = scenario.objectives[0]
    assert objective.kind == "hold-point"
    assert objective.source.number("x") == 18
    objective.source.close()


def test_its_terrain_is_built() -> None:
    pieces = read(GOOD).ground.pieces
    assert [(p.id, p.kind, p.name, p.is_line, p.level) for p in pieces] == [
        (0, "woods", "the palm wood", False, 0),
        (1, "hill", "the hill", False, 1),
        (2, "field", "the field", False, 0),
        (3, "wall", "the wall", True, 0),
    ]
    assert holds(pieces[0], 4, 20)
    assert not holds(pieces[0], 3.9, 20)
    assert holds(pieces[1], 24, 28)


def test_its_rosters_are_named_and_placed() -> None:
    red, blue = read(GOOD).sides
    assert [unit.name for unit in red.units] == [
        "1st Line Company",
        "2nd Line Company",
        "3rd Line Company",
        "Guard Company",
        "General Ash",
    ]
    assert [unit.name for unit in blue.units] == ["Old Guard", "Young Guard"]
    assert [unit.group for unit in red.units] == ["first", "first", "", "", ""]
    assert [group.name for group in red.groups] == ["First Brigade"]
    assert red.groups[0].extra.text("order") == "assault"
    third, guard, general = red.units[2], red.units[3], red.units[4]
    assert (third.owner, third.formation) == ("Bob", "column")
    assert third.overrides().integer("figures") == 11
    assert red.units[0].overrides().keys() == []
    assert len(third.zones) == 2
    assert [(zone.x0, zone.y1) for zone in guard.zones] == [(10, 20)]
    assert (general.at, general.facing, general.attached_to) == ((3, 3), 90, "2nd Line Company")
    assert (third.at, third.facing, blue.units[0].facing) == (None, 0, 180)
    assert blue.extra.text("baseline") == "north"
    assert red.zones[1].holds(4, 20)
    assert not red.zones[1].holds(4.1, 20)


def test_a_heading_is_read_without_a_system(tmp_path: Path) -> None:
    file = tmp_path / "ford.toml"
    file.write_text(GOOD, encoding="utf-8")
    heading = read_heading(file)
    assert (heading.id, heading.system, heading.size) == ("the-ford", "toy", "small")
    assert read_scenario(file, KNOWN).file == "ford.toml"


def test_a_number_already_given_as_a_name_is_not_given_again() -> None:
    text = GOOD.replace(
        'card = "guard"\nnames = ["Old Guard", "Young Guard"]',
        'card = "guard"\nname = "1st Guard Company"\n[[sides.units]]\ncard = "guard"\ncount = 2',
    )
    assert [unit.name for unit in read(text).sides[1].units] == [
        "1st Guard Company",
        "2nd Guard Company",
        "3rd Guard Company",
    ]


@pytest.mark.parametrize(
    ("number", "word"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (112, "112th"),
    ],
)
def test_ordinals(number: int, word: str) -> None:
    assert ordinal(number) == word


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'id = "the-ford"',
            'id = "The Ford"',
            'id: expected small letters, digits and dashes, such as "the-wells", got "The Ford".',
        ),
        ('system = "toy"', 'system = "lancer"', 'system: expected "toy", got "lancer".'),
        ('title = "The Ford"', "", "title: expected text, but the key is missing."),
        (
            'size = "small"',
            'size = "tiny"',
            'size: expected one of "small", "middle" or "large", got "tiny".',
        ),
        ("turns = 6", "turns = 0", "turns: expected a whole number from 1 to 1000, got 0."),
        ("turns = 6", "turns = 6\ntunrs = 6", 'tunrs: unknown key (did you mean "turns"?).'),
        ("turns = 6", "turns = six", "line 8, column 9: not valid TOML: invalid value."),
        ("table = [36, 48]", "table = [36]", "table: expected a list of 2 numbers, got 1."),
        ("table = [36, 48]", "table = [-36, 48]", "table[1]: expected a number from 1 to 500, got -36."),
        ("table = [36, 48]", "table = [36, 501]", "table[2]: expected a number from 1 to 500, got 501."),
        (
            "table = [36, 48]",
            "table = [36, 30]",
            "sides[2].zones[1]: expected a place on the table (36 by 30), but 0, 34 lies off it.",
        ),
        (
            'break_point = "none"',
            'break_point = "third"',
            'rulings.break_point: expected one of "half" or "none", got "third".',
        ),
        ('break_point = "none"', "brake = 1", "rulings.brake: toy has no such switch."),
        (
            'kind = "woods"',
            'kind = "swamp"',
            'terrain[1].kind: expected one of "woods", "hill" or "field", got "swamp".',
        ),
        (
            'kind = "woods"',
            'kind = "wall"',
            'terrain[1].kind: expected one of "woods", "hill" or "field", got "wall".',
        ),
        ('kind = "wall"', 'kind = "woods"', 'terrain[4].kind: expected "wall", got "woods".'),
        (
            "rect = [4, 20, 10, 28]",
            "",
            "terrain[1]: expected one of rect, circle, polygon or line, got none of them.",
        ),
        (
            "rect = [4, 20, 10, 28]",
            "rect = [4, 20, 10, 28]\ncircle = [1, 1, 1]",
            "terrain[1]: expected one of rect, circle, polygon or line, got rect and circle.",
        ),
        (
            "rect = [4, 20, 10, 28]",
            "rect = [10, 20, 4, 28]",
            "terrain[1].rect: expected [x0, y0, x1, y1] with x0 less than x1 and y0 less than y1, got [10, 20, 4, 28].",
        ),
        (
            "rect = [4, 20, 10, 28]",
            "rect = [4, 20, 40, 28]",
            "terrain[1].rect: expected a place on the table (36 by 48), but 40, 28 lies off it.",
        ),
        (
            "rect = [4, 20, 10, 28]",
            "rect = [4, 20, 10]",
            "terrain[1].rect: expected a list of 4 numbers, got 3.",
        ),
        (
            "circle = [24, 24, 4]",
            "circle = [24, 24, -4]",
            "terrain[2].circle: expected a radius greater than 0, got -4.",
        ),
        (
            "circle = [24, 24, 4]",
            "circle = [34, 24, 4]",
            "terrain[2].circle: expected a place on the table (36 by 48), but 38, 28 lies off it.",
        ),
        ("level = 1", "level = -1", "terrain[2].level: expected a whole number from 0 to 10, got -1."),
        (
            "polygon = [[0, 0], [4, 0], [2, 3]]",
            "polygon = [[0, 0], [4, 0]]",
            "terrain[3].polygon: expected a list of at least 3 points [x, y], got 2.",
        ),
        (
            "polygon = [[0, 0], [4, 0], [2, 3]]",
            "polygon = [[0, 0], [4, 4], [4, 0], [0, 4]]",
            "terrain[3].polygon: this is no shape on the table: the outline of terrain 'the field' crosses itself.",
        ),
        (
            "line = [[1, 10], [5, 10], [5, 14]]",
            "line = [[1, 10]]",
            "terrain[4].line: expected a list of at least 2 points [x, y], got 1.",
        ),
        (
            "line = [[1, 10], [5, 10], [5, 14]]",
            "line = [[1, 10], [5, 10]]\nlevel = 1",
            "terrain[4].level: unknown key.",
        ),
        (
            "at = [18, 24]",
            "at = [18, 49]",
            "markers[1].at: expected a place on the table (36 by 48), but 18, 49 lies off it.",
        ),
        ('name = "Blue"', 'name = "Red"', 'sides[2].name: another side is called "Red" too.'),
        (
            "facing = 180",
            'facing = "south"',
            'sides[2].facing: expected a number from 0 to 360, got "south".',
        ),
        (
            "zones = [[0, 34, 36, 48]]",
            "",
            "sides[2].zones: expected a list of at least one rectangle [x0, y0, x1, y1], but the key is missing.",
        ),
        (
            "zones = [[0, 34, 36, 48]]",
            "zones = [[0, 34, 36, 50]]",
            "sides[2].zones[1]: expected a place on the table (36 by 48), but 36, 50 lies off it.",
        ),
        (
            "zones = [[0, 34, 36, 48]]",
            "zones = [[0, 34, 36]]",
            "sides[2].zones[1]: expected a list of 4 numbers, got 3.",
        ),
        (
            "zones = [[0, 34, 36, 48]]",
            "zones = 3",
            "sides[2].zones: expected a list of rectangles [x0, y0, x1, y1], got 3.",
        ),
        (
            'id = "first"',
            'id = "First!"',
            'sides[1].groups[1].id: expected small letters, digits and dashes, such as "the-wells", got "First!".',
        ),
        (
            'name = "First Brigade"',
            'nmae = "First"',
            'sides[1].groups[1].nmae: unknown key (did you mean "name"?).',
        ),
        ('group = "first"', 'group = "second"', 'sides[1].units[1].group: expected "first", got "second".'),
        (
            'card = "line"\ncount = 2',
            'card = "lyne"\ncount = 2',
            'sides[1].units[1].card: there is no card "lyne" (did you mean "line"?).',
        ),
        ("count = 2", "count = 0", "sides[1].units[1].count: expected a whole number from 1 to 200, got 0."),
        (
            "count = 2",
            "count = -2",
            "sides[1].units[1].count: expected a whole number from 1 to 200, got -2.",
        ),
        ("count = 2", "count = 200", "sides[1].units[2]: expected at most 200 units a side."),
        (
            "count = 2",
            'count = 2\nname = "X"',
            "sides[1].units[1].name: expected only one of count, name and names, got count and name.",
        ),
        ("count = 2", "cuont = 2", 'sides[1].units[1].cuont: unknown key (did you mean "count"?).'),
        (
            'owner = "Bob"',
            'owner = "Cid"',
            'sides[1].units[2].owner: expected one of "Ann" or "Bob", got "Cid".',
        ),
        (
            'formation = "column"',
            'formation = "square"',
            'sides[1].units[2].formation: expected one of "line" or "column", got "square".',
        ),
        (
            "overrides = { figures = 11 }",
            "overrides = 11",
            "sides[1].units[2].overrides: expected a table, got 11.",
        ),
        (
            'attached_to = "2nd Line Company"',
            'attached_to = "2nd Line"',
            'sides[1].units[4].attached_to: the side has no unit "2nd Line" (did you mean "2nd Line Company"?).',
        ),
        (
            'attached_to = "2nd Line Company"',
            'attached_to = "General Ash"',
            "sides[1].units[4].attached_to: General Ash is attached itself, expected a unit that is not.",
        ),
        (
            'names = ["Old Guard", "Young Guard"]',
            'names = ["Old Guard", "Old Guard"]',
            'sides[2].units[1]: another unit of the side is called "Old Guard" too.',
        ),
        (
            'names = ["Old Guard", "Young Guard"]',
            "names = []",
            "sides[2].units[1].names: expected at least one name.",
        ),
        (
            'names = ["Old Guard", "Young Guard"]',
            "count = 2\nat = [3, 40]",
            "sides[2].units[1].at: 2 units cannot stand in one place.",
        ),
        ('kind = "hold-point"', "kynd = 1", "objectives[1].kind: expected text, but the key is missing."),
    ],
)
def test_bad_scenarios_are_refused(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(Refused) as caught:
        read(GOOD.replace(old, new, 1))
    assert str(caught.value) == f"ford.toml: {message}"


def test_sides_must_be_there() -> None:
    with pytest.raises(Refused, match=r"^ford\.toml: sides: expected a list of tables, but the key is missing\.$"):
        read(HEAD)
    side = '[[sides]]\nname = "Red"\nzones = [[0, 0, 36, 14]]\n'
    with pytest.raises(Refused, match=r"^ford\.toml: sides: expected from 2 to 6 sides, got 1\.$"):
        read(HEAD + side)
    with pytest.raises(Refused, match=r"^ford\.toml: sides\[1\]\.units: expected at least one unit\.$"):
        read(HEAD + (side + "units = []\n") * 2)
