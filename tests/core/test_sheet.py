"""Tables keep their printed order, name their places, and take house rules only where they fit."""

import json

import pytest

from playsheet.core.errors import Refused
from playsheet.core.sheet import Amount, Patch, Sheet, amount, band, printed, read_sheet

TOML = """
system = "toy"
title = "Toy Battle"
unit = "inch"

[shooting]
at = "Shooting"
title = "Weapons"
notes = ["Faces are a list."]
columns = { reach = "Range", open = "In the open", jam = "Jams on" }
labels = { rifles = "Rifles", arc = "Arc" }
arc = 180
lining = 0.5

[shooting.rifles]
open = [4, 6]
reach = 12

[shooting.gatling]
reach = 12
open = [2, 4, 6]
jam = 1

[movement]
at = "Movement"
title = "Moves"
columns = { move = "Move", charge = "Charge" }

[movement.foot]
move = { dice = 1, sides = 6, add = 3 }
charge = { dice = 1, sides = 6, add = 6 }

[movement.gun]
move = { dice = 1, sides = 6, add = 0 }
charge = "none"

[check]
at = "Morale"
title = "Morale check"
die = { dice = 1, sides = 6, add = 0 }
commander = -1
automatic = false
steps = ["throw the die", "compare"]

[actions]
at = "Actions"
title = "Risk"
columns = { "1" = "1", "2-6" = "2 to 6" }

[actions."<= 0"]
"1" = { do = "orders", italic = false }
"2-6" = { do = "nearest", italic = true }

[actions."1-2"]
"1" = { do = "cover", italic = false }

[actions."3+"]
"1" = { do = "run", italic = false }
"""


@pytest.fixture
def sheet() -> Sheet:
    return read_sheet(TOML, "toy.toml")


def patch(table: str, row: str, value: object, column: str = "") -> Patch:
    key = ".".join(["sheet", table, row, *([column] if column else [])])
    return Patch(table, row, column, value, "house.toml", key, "Better toys")


def test_cells_are_looked_up(sheet: Sheet) -> None:
    assert sheet.integer("shooting", "rifles", "reach") == 12
    assert sheet.integers("shooting", "gatling", "open") == [2, 4, 6]
    assert sheet.integer("shooting", "arc") == 180
    assert sheet.number("shooting", "lining") == 0.5
    assert sheet.text("movement", "gun", "charge") == "none"
    assert sheet.flag("check", "automatic") is False
    assert sheet.texts("check", "steps") == ["throw the die", "compare"]
    assert str(sheet.amount("movement", "foot", "move")) == "1d6+3"
    assert str(sheet.amount("check", "die")) == "1d6"
    assert list(sheet.tables) == ["shooting", "movement", "check", "actions"]


def test_a_row_is_read_strictly(sheet: Sheet) -> None:
    row = sheet.row("shooting", "gatling")
    assert row.integer("reach", 1) == 12
    assert row.optional_integer("jam", 1, 6) == 1
    with pytest.raises(Refused, match=r"toy\.toml: shooting\.gatling\.open: unknown key\."):
        row.close()
    assert sheet.values("check").integer("commander") == -1
    assert amount(sheet.values("check"), "die").highest() == 6


@pytest.mark.parametrize(
    ("table", "row", "column", "message"),
    [
        ("shoting", "rifles", "open", 'The sheet toy has no table "shoting" (did you mean "shooting"?).'),
        ("shooting", "rifle", "open", 'The table shooting has no row "rifle" (did you mean "rifles"?).'),
        ("shooting", "rifles", "opn", 'The table shooting has no column "opn" (did you mean "open"?).'),
        ("shooting", "rifles", "jam", "The table shooting is blank at rifles, jam."),
        ("check", "dye", "", 'The table check has no value "dye" (did you mean "die"?).'),
    ],
)
def test_a_place_that_is_not_there_is_refused(sheet: Sheet, table: str, row: str, column: str, message: str) -> None:
    with pytest.raises(Refused) as caught:
        sheet.integer(table, row, column)
    assert str(caught.value) == message


def test_cells_are_cited(sheet: Sheet) -> None:
    assert sheet.cite("shooting", "rifles", "open") == "Shooting: shooting, rifles, open"
    assert sheet.cite("check", "die") == "Morale: check, die"
    assert sheet.cite("check") == "Morale: check"


def test_tables_are_printed_in_their_order(sheet: Sheet) -> None:
    headings, rows = sheet.as_rows("shooting")
    assert headings == ["", "Range", "In the open", "Jams on"]
    assert rows == [
        ["Rifles", "12", "4, 6", ""],
        ["gatling", "12", "2, 4, 6", "1"],
        ["Arc", "180", "", ""],
        ["lining", "0.5", "", ""],
    ]
    assert sheet.as_rows("check")[1] == [
        ["die", "1d6"],
        ["commander", "-1"],
        ["automatic", "no"],
        ["steps", "throw the die"],
        ["", "compare"],
    ]
    assert sheet.as_rows("actions")[1][0] == ["<= 0", "orders", "nearest, italic"]


def test_rows_and_columns_are_found_by_their_bands(sheet: Sheet) -> None:
    actions = sheet.table("actions")
    assert [actions.row_for(risk) for risk in (-4, 0, 1, 2, 3, 11)] == [
        "<= 0",
        "<= 0",
        "1-2",
        "1-2",
        "3+",
        "3+",
    ]
    assert [actions.column_for(face) for face in (1, 2, 6, 7)] == ["1", "2-6", "2-6", ""]


@pytest.mark.parametrize(
    ("text", "holds", "not_held"),
    [
        ("3", [3], [2, 4]),
        ("1-2", [1, 2], [0, 3]),
        ("35+", [35, 900], [34]),
        ("<= 0", [0, -9], [1]),
        ("-1 or less", [-1, -9], [0]),
        ("10 or more", [10, 99], [9]),
        ("-2-3", [-2, 3], [-3, 4]),
    ],
)
def test_bands(text: str, holds: list[int], not_held: list[int]) -> None:
    read = band(text)
    assert read is not None
    assert all(read.holds(number) for number in holds)
    assert not any(read.holds(number) for number in not_held)


@pytest.mark.parametrize("text", ["----", "", "foot", "3-1", "+", "<=", "1-x"])
def test_what_is_no_band(text: str) -> None:
    assert band(text) is None


def test_amounts() -> None:
    assert (Amount(2, 6, 3).lowest(), Amount(2, 6, 3).highest()) == (5, 15)
    assert str(Amount(1, 10, -1)) == "1d10-1"
    assert printed(1.0) == "1"


def test_the_sheet_is_plain_data(sheet: Sheet) -> None:
    data = json.loads(json.dumps(sheet.patched([patch("shooting", "arc", 90)]).data()))
    assert (data["system"], data["unit"]) == ("toy", "inch")
    shooting = data["tables"][0]
    assert shooting["at"] == "Shooting"
    assert list(shooting["rows"]["rifles"]) == ["reach", "open"]
    assert shooting["values"]["arc"] == 90
    assert data["house"] == [
        {
            "table": "shooting",
            "row": "arc",
            "column": "",
            "value": 90,
            "rule": "Better toys",
            "file": "house.toml",
        }
    ]


# ---------------------------------------------------------------- house rules


def test_a_patched_cell_is_changed_shown_and_cited(sheet: Sheet) -> None:
    house = sheet.patched([patch("shooting", "rifles", [3, 4, 5, 6], "open"), patch("shooting", "lining", 1)])
    assert house.integers("shooting", "rifles", "open") == [3, 4, 5, 6]
    assert house.cite("shooting", "rifles", "open") == "Shooting: shooting, rifles, open (house rule: Better toys)"
    assert house.cite("shooting", "rifles", "reach") == "Shooting: shooting, rifles, reach"
    assert house.as_rows("shooting")[1][0] == ["Rifles", "12", "3, 4, 5, 6 *", ""]
    assert house.as_rows("shooting")[1][3] == ["lining", "1 *", "", ""]
    assert sheet.integers("shooting", "rifles", "open") == [4, 6]  # the printed sheet stays as it is


def test_a_whole_row_is_patched_at_once(sheet: Sheet) -> None:
    house = sheet.patched([patch("shooting", "rifles", {"reach": 14, "open": [6]})])
    assert (house.integer("shooting", "rifles", "reach"), house.integers("shooting", "rifles", "open")) == (
        14,
        [6],
    )


def test_a_small_table_is_patched_in_part(sheet: Sheet) -> None:
    house = sheet.patched([patch("movement", "foot", {"add": 4}, "move"), patch("check", "die", {"sides": 8})])
    assert str(house.amount("movement", "foot", "move")) == "1d6+4"
    assert str(house.amount("check", "die")) == "1d8"


def test_a_cell_may_take_the_shape_of_its_column(sheet: Sheet) -> None:
    charge = {"dice": 1, "sides": 6, "add": 2}
    assert (
        str(sheet.patched([patch("movement", "gun", charge, "charge")]).amount("movement", "gun", "charge")) == "1d6+2"
    )


def test_the_later_patch_wins(sheet: Sheet) -> None:
    house = sheet.patched([patch("shooting", "arc", 90)]).patched([patch("shooting", "arc", 45)])
    assert house.integer("shooting", "arc") == 45
    assert [entry.value for entry in house.patches] == [90, 45]


def test_a_patched_value_that_a_system_cannot_use_is_blamed_on_the_house_rule(sheet: Sheet) -> None:
    house = sheet.patched([patch("shooting", "rifles", -3, "reach"), patch("check", "die", {"sides": 0})])
    with pytest.raises(Refused, match=r"^house\.toml: sheet\.shooting\.rifles\.reach: expected .* at least 1, got -3"):
        house.row("shooting", "rifles").integer("reach", 1)
    with pytest.raises(Refused, match=r"^house\.toml: sheet\.check\.die\.sides: expected .*, got 0\.$"):
        house.amount("check", "die")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            patch("shoting", "rifles", 1, "reach"),
            'sheet.shoting.rifles.reach: the sheet toy has no table "shoting" (did you mean "shooting"?).',
        ),
        (
            patch("shooting", "rifle", 1, "reach"),
            'sheet.shooting.rifle.reach: the table shooting has no row or value "rifle" (did you mean "rifles"?).',
        ),
        (
            patch("shooting", "rifles", 1, "reech"),
            'sheet.shooting.rifles.reech: the table shooting has no column "reech" (did you mean "reach"?).',
        ),
        (
            patch("shooting", "rifles", 1, "jam"),
            "sheet.shooting.rifles.jam: this cell is blank on the sheet, a house rule cannot fill it.",
        ),
        (
            patch("shooting", "rifles", 3),
            "sheet.shooting.rifles: rifles is a row, expected a table of its columns.",
        ),
        (
            patch("shooting", "rifles", "far", "reach"),
            'sheet.shooting.rifles.reach: expected a whole number, got "far".',
        ),
        (
            patch("shooting", "rifles", 1.5, "reach"),
            "sheet.shooting.rifles.reach: expected a whole number, got 1.5.",
        ),
        (
            patch("shooting", "rifles", True, "reach"),
            "sheet.shooting.rifles.reach: expected a whole number, got true.",
        ),
        (
            patch("shooting", "rifles", 6, "open"),
            "sheet.shooting.rifles.open: expected a list (each a whole number), got 6.",
        ),
        (
            patch("shooting", "rifles", [4, "six"], "open"),
            "sheet.shooting.rifles.open: expected a list (each a whole number), got a list of 2.",
        ),
        (patch("shooting", "lining", float("nan")), "sheet.shooting.lining: expected a number, got nan."),
        (patch("check", "automatic", 0), "sheet.check.automatic: expected true or false, got 0."),
        (
            patch("check", "die", {"faces": 6}),
            "sheet.check.die.faces: unknown key, expected a table of dice, sides, add.",
        ),
        (
            patch("check", "die", {"sides": "six"}),
            'sheet.check.die.sides: expected a whole number, got "six".',
        ),
        (
            patch("movement", "gun", 3, "charge"),
            "sheet.movement.gun.charge: expected text or a table of dice, sides, add, got 3.",
        ),
    ],
)
def test_a_patch_that_does_not_fit_is_refused(sheet: Sheet, change: Patch, message: str) -> None:
    with pytest.raises(Refused) as caught:
        sheet.patched([change])
    assert str(caught.value) == f"house.toml: {message}"


# ---------------------------------------------------------------- bad sheets

HEAD = 'system = "toy"\ntitle = "Toy"\nunit = "inch"\n'


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ('system = "toy"', "title: expected text, but the key is missing."),
        ('system = "toy"\ntitle = "Toy"\nunit = "mile"', 'unit: expected one of "inch" or "cm", got "mile".'),
        (HEAD + "extra = 1", "extra: expected a table, got 1."),
        (HEAD + '[t]\ntitle = "T"\nn = 1', "t.at: expected text, but the key is missing."),
        (HEAD + '[t]\nat = "A"\ntitle = "T"', "t: expected at least one row or value."),
        (HEAD + '[t]\nat = "A"\ntitle = "T"\nn = nan', "t.n: expected a number, got nan."),
        (
            HEAD + '[t]\nat = "A"\ntitle = "T"\nn = 1979-05-27',
            "t.n: expected a number, a word, true or false, a list or a table, got a date or time.",
        ),
        (HEAD + '[t]\nat = "A"\ntitle = "T"\nn = [1, inf]', "t.n[2]: expected a number, got inf."),
        (
            HEAD + '[t]\nat = "A"\ntitle = "T"\ncolumns = { reach = "R" }\n[t.row]\nreech = 1',
            't.row.reech: unknown key (did you mean "reach"?).',
        ),
        (
            HEAD + '[t]\nat = "A"\ntitle = "T"\nlabels = { m = "M" }\nn = 1',
            "t.labels.m: the table has no such row or value.",
        ),
    ],
)
def test_a_bad_sheet_is_refused(toml: str, message: str) -> None:
    with pytest.raises(Refused) as caught:
        read_sheet(toml, "toy.toml")
    assert str(caught.value) == f"toy.toml: {message}"
