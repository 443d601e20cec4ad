"""The reference sheet: what stands on paper is what the engine plays by."""

import re
import sys

import pytest
from printed_pages import pages_of, squeezed

from playsheet.core.errors import Refused
from playsheet.core.house import read_house
from playsheet.core.sheet import Sheet
from playsheet.core.system import System
from playsheet.printing.reference import PARTS, columns_of, on_paper, reference_pdf, upper
from playsheet.rules import SYSTEMS, load_system

HOUSES = {  # cells of a grid, a single value, a switch: and how the changed cells are printed
    "lancer": (
        "[rulings]\nslash = 'range'\n[sheet.shooting]\nfiring_ranks = 3\n[sheet.shooting.rifles]\nreach = 13\n"
        "[sheet.movement.foot]\nmove = { add = 2 }\n",
        ["Rifles13*", "Foot1d6+2*", "Ranksthatfire:3*", "slash=range(R3)"],
    ),
    "riskfactor": (
        "[rulings]\nfront_arc = 90\n[sheet.actions-firearms.1-2]\n2 = { do = 'run' }\n",
        ["RF1-2takecoverrun*", "front_arc=90(R7)"],
    ),
    "gaslight": (
        "[sheet.artillery-effects.small]\nradius = 4\n[sheet.shotgun-grape]\narc = 45\n",
        ["Small4*", "Arc,degrees45*"],
    ),
    "orderchips": (
        "[sheet.armor-save.heavy]\nadd = 3\n[sheet.driving]\nsides = 12\n",
        ["Heavygun3*", "Sidesofthedie:12*"],
    ),
    "gettysburg": (
        "[sheet.movement.cavalry]\ncharge = 22\n[sheet.melee-modifiers]\nrecoiled = -3\n",
        ["Cavalry1422*2020", "Recoiledinmelee-3*"],
    ),
}


def house_of(id: str) -> System:
    rules = read_house(f'name = "The Club"\nsystem = "{id}"\n{HOUSES[id][0]}')
    return load_system(id).configured({}, id, [rules])


def row_said(sheet: Sheet, table: str, row: str) -> str:
    """A row as it is read from left to right; what a house rule has changed has a star."""
    found = sheet.table(table)
    columns = columns_of(found) if row in found.rows else [""]
    said = upper(found.label(row))
    for column in columns:
        if found.has(row, column):
            said += on_paper(found.cell(row, column)) + ("*" if sheet.patch_of(table, row, column) else "")
    return plain(squeezed(said))


def plain(text: str) -> str:
    """Without the colons of labels and the hyphens within words, at which a line may end."""
    return re.sub(r"(?<=[A-Za-z])-(?=[a-z])", "", text.replace(":", ""))


def check_rows(sheet: Sheet, text: str) -> None:
    for table in sheet.tables.values():
        for row in [*table.rows, *table.values]:
            assert row_said(sheet, table.id, row) in plain(text), (table.id, row)


@pytest.mark.parametrize("id", SYSTEMS)
def test_every_row_of_every_table_is_on_paper(id: str) -> None:
    system = load_system(id)
    text = "".join(pages_of(reference_pdf(system, "a4", ["sheet", "tables"])))
    check_rows(system.sheet, text)
    assert "*" not in text
    assert "Houserules" not in text


@pytest.mark.parametrize("id", SYSTEMS)
def test_what_a_house_rule_changes_is_on_paper_with_a_star(id: str) -> None:
    system = house_of(id)
    pages = pages_of(reference_pdf(system, "letter", ["sheet", "tables"]))
    check_rows(system.sheet, "".join(pages))
    assert "Houserulesinforce:TheClub" in pages[0]
    for changed in HOUSES[id][1]:
        assert changed in pages[0] + pages[1]  # the sheet itself has two pages at most


@pytest.mark.parametrize("id", SYSTEMS)
def test_every_ruling_is_on_paper_with_the_switches_in_force(id: str) -> None:
    system = house_of(id)
    text = "".join(pages_of(reference_pdf(system, "letter", ["rulings"])))
    for ruling in system.rulings.all:
        assert squeezed(f"{ruling.id} {ruling.title}.") in text
    for key, value in system.switches.values.items():
        changed = value != system.rulings.switch(key).default
        assert squeezed(f"Switch {key} = {value}{'*' if changed else ''}:") in text


def test_the_same_bytes_every_time() -> None:
    first, second = (reference_pdf(load_system("lancer"), "a4", list(PARTS)) for _ in range(2))
    assert first == second
    assert first != reference_pdf(load_system("lancer"), "letter", list(PARTS))


@pytest.mark.parametrize(
    ("paper", "part", "said"),
    [
        ("a5", "sheet", 'There is no paper \'a5\'; expected one of "a4" or "letter".'),
        ("a4", "table", "There is no part 'table' (did you mean \"tables\"?); expected one of sheet, tables, rulings."),
    ],
)
def test_a_paper_or_a_part_that_is_none_is_refused(paper: str, part: str, said: str) -> None:
    with pytest.raises(Refused) as refusal:
        reference_pdf(load_system("lancer"), paper, [part])
    assert str(refusal.value) == said


def test_without_the_package_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(Refused) as refusal:
        reference_pdf(load_system("lancer"), "a4", [])
    assert str(refusal.value) == (
        "Printing needs the package typst, which is not installed: pip install 'playsheet[print]' gets it."
    )
