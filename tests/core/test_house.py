"""House rules patch the sheet and turn switches; several are laid over each other in order."""

from pathlib import Path

import pytest

from playsheet.core.errors import Refused
from playsheet.core.house import apply_houses, read_house
from playsheet.core.rulings import Rulings, read_rulings
from playsheet.core.sheet import Sheet, read_sheet
from playsheet.rules import SYSTEMS, load_system

SHEET = """
system = "toy"
title = "Toy Battle"
unit = "inch"

[shooting]
at = "Shooting"
title = "Weapons"
columns = { reach = "Range", open = "In the open" }
arc = 180

[shooting.rifles]
reach = 12
open = [4, 6]

[check]
at = "Morale"
title = "Morale check"
fall_back = { dice = 1, sides = 6, add = 6 }
"""

RULINGS = """
system = "toy"

[R1]
title = "Slash"
question = "List or range?"
answer = "A list."
why = "It fits."
source = "sheet"

[R1.switch.slash]
list = "A list."
range = "A range."
"""

HOUSE = """
name = "Better rifles"
system = "toy"

[rulings]
slash = "range"

[sheet.shooting]
arc = 90

[sheet.shooting.rifles]
reach = 14

[sheet.check.fall_back]
add = 3
"""


@pytest.fixture
def sheet() -> Sheet:
    return read_sheet(SHEET, "sheet.toml")


@pytest.fixture
def rulings() -> Rulings:
    return read_rulings(RULINGS, "rulings.toml")


def test_a_house_rule_is_applied(sheet: Sheet, rulings: Rulings, tmp_path: Path) -> None:
    file = tmp_path / "better.toml"
    file.write_text(HOUSE, encoding="utf-8")
    house = read_house(file)
    assert (house.name, house.system, house.file, house.text) == (
        "Better rifles",
        "toy",
        "better.toml",
        HOUSE,
    )
    changed, switches = apply_houses([house], sheet, rulings.defaults())
    assert changed.integer("shooting", "rifles", "reach") == 14
    assert changed.integer("shooting", "arc") == 90
    assert str(changed.amount("check", "fall_back")) == "1d6+3"
    assert switches.value("slash") == "range"
    assert switches.changed()[0].by == "better.toml"
    assert changed.cite("shooting", "rifles", "reach").endswith("(house rule: Better rifles)")


def test_several_are_applied_in_order(sheet: Sheet, rulings: Rulings) -> None:
    first = read_house(HOUSE, "a.toml")
    second = read_house(
        'name = "Back"\nsystem = "toy"\n[rulings]\nslash = "list"\n[sheet.shooting]\narc = 120', "b.toml"
    )
    changed, switches = apply_houses([first, second], sheet, rulings.defaults())
    assert changed.integer("shooting", "arc") == 120
    assert changed.integer("shooting", "rifles", "reach") == 14
    assert switches.value("slash") == "list"
    assert changed.cite("shooting", "arc").endswith("(house rule: Back)")


HEAD = 'name = "N"\nsystem = "toy"\n'


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ('system = "toy"', "h.toml: name: expected text, but the key is missing."),
        ('name = "N"', "h.toml: system: expected text, but the key is missing."),
        (HEAD + "rulings = 3", "h.toml: rulings: expected a table, got 3."),
        (HEAD + "[sheets.shooting]", 'h.toml: sheets: unknown key (did you mean "sheet"?).'),
        (
            HEAD + "[shooting.rifles]\nreach = 1",
            "h.toml: shooting: unknown key (a table of the sheet is written [sheet.shooting]).",
        ),
        (HEAD + "[sheet]\nshooting = 3", "h.toml: sheet.shooting: expected a table, got 3."),
        (
            HEAD + "[sheet.shooting.rifles]\nreach = 14 inches",
            "h.toml: line 4, column 12: not valid TOML: expected newline or end of document after a statement.",
        ),
        (
            HEAD + '[sheet.shooting.rifles]\nreach = "twelve"',
            'h.toml: sheet.shooting.rifles.reach: expected a whole number, got "twelve".',
        ),
        (
            HEAD + "[sheet.shooting.rifles]\nreach = nan",
            "h.toml: sheet.shooting.rifles.reach: expected a number, got nan.",
        ),
        (
            HEAD + "[sheet.shooting.carbines]\nreach = 9",
            'h.toml: sheet.shooting.carbines: the table shooting has no row or value "carbines".',
        ),
        (
            HEAD + '[rulings]\nslash = "both"',
            'h.toml: rulings.slash: expected one of "list" or "range", got "both".',
        ),
        (
            HEAD + "[rulings]\nslush = 1",
            'h.toml: rulings.slush: toy has no such switch (did you mean "slash"?).',
        ),
        (
            'name = "N"\nsystem = "other"',
            'h.toml: system: these house rules are for "other", the game is "toy".',
        ),
    ],
)
def test_bad_house_rules_are_refused(sheet: Sheet, rulings: Rulings, toml: str, message: str) -> None:
    with pytest.raises(Refused) as caught:
        apply_houses([read_house(toml, "h.toml")], sheet, rulings.defaults())
    assert str(caught.value) == message


def test_a_cell_that_only_tells_cannot_be_changed() -> None:
    house = read_house('name = "x"\nsystem = "lancer"\n[sheet.ratings]\nelite = 6\n', "x.toml")
    with pytest.raises(Refused, match=r"x\.toml: sheet\.ratings\.elite: this cell only tells what the rules do"):
        load_system("lancer").configured({}, "", [house])


def dice_cells(system: str) -> list[str]:
    """Each cell that says how many sides a die has, as a house rule would begin to change it."""
    found: list[str] = []
    for id, table in load_system(system).sheet.tables.items():
        cells = [(f"sheet.{id}", key, value) for key, value in table.values.items()]
        cells += [(f"sheet.{id}.{row}", key, value) for row, held in table.rows.items() for key, value in held.items()]
        for heading, key, value in cells:
            if key in table.words or heading.rpartition(".")[2] in table.words:
                continue
            if isinstance(value, dict) and "sides" in value:
                found.append(f"[{heading}.{key}]\nsides")
            elif key == "sides" or key.endswith("_sides"):
                found.append(f"[{heading}]\n{key}")
    return found


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_sheet_takes_a_die_of_one_side(system: str) -> None:
    found = dice_cells(system)
    assert found
    for text in found:
        for sides in (1, 0, -6, 1_000_000):
            house = read_house(f'name = "x"\nsystem = "{system}"\n{text} = {sides}\n', "x.toml")
            with pytest.raises(Refused, match=r"x\.toml: sheet\..*sides: expected .* from 2 to [0-9]+, got"):
                load_system(system).configured({}, "", [house])
