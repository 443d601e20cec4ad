"""`print`: a sheet, or all that a scenario needs on a real table, as a PDF."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.text import Text

from playsheet.cli.calculating import system_of
from playsheet.cli.output import console, print_json
from playsheet.core.errors import Refused
from playsheet.core.files import NewFile
from playsheet.core.reader import nearest
from playsheet.printing import kit, reference
from playsheet.printing.full_map import grid_of
from playsheet.printing.typesetting import check_paper, check_parts
from playsheet.rules import SYSTEMS, scenario_files


def print_out(given: argparse.Namespace) -> int:
    paper = check_paper(given.paper)
    is_sheet = given.what in SYSTEMS
    parts = check_parts(given.part, reference.PARTS if is_sheet else kit.PARTS)
    title, id, pdf, sheets = sheet_of(given, paper) if is_sheet else kit_of(given, paper)
    with NewFile(given.out or f"{id}.pdf", given.force) as file:
        file.write_bytes(pdf)
    if given.json:
        print_json({"file": str(file.path), "bytes": len(pdf), "paper": paper, "parts": parts, "map_sheets": sheets})
    else:
        many = f" The map in full takes {sheets} {'sheet' if sheets == 1 else 'sheets'} of paper." if sheets else ""
        console().print(Text(f"{title} is in {file.path}, ready to be printed.{many}"))
    return 0


Made = tuple[str, str, bytes, int]  # its title, its id, the file, and how many sheets the map in full takes


def sheet_of(given: argparse.Namespace, paper: str) -> Made:
    if given.map is not None:
        raise Refused(f"{given.what} is a sheet, which has no map; expected a scenario with --map.")
    system = system_of(given.what, given.house)
    return system.sheet.title, system.id, reference.reference_pdf(system, paper, given.part), 0


def kit_of(given: argparse.Namespace, paper: str) -> Made:
    from playsheet.players.setup import set_up

    check_known(given.what)
    in_full = kit.is_full(given.map or kit.REDUCED, given.part)
    setup = set_up(given.what, given.house)
    system, scenario = setup.system, setup.scenario
    pdf = kit.kit_pdf(system, scenario, paper, given.part, backs=not given.one_sided, in_full=in_full)
    sheets = grid_of(scenario, system.sheet.unit, paper).count if in_full else 0
    return scenario.title, scenario.id, pdf, sheets


def check_known(what: str) -> None:
    """A word that is neither a sheet nor a scenario may be meant as either."""
    known = [*SYSTEMS, *scenario_files()]
    if what not in known and not what.endswith(".toml") and not Path(what).is_file():
        raise Refused(
            f"There is no sheet and no scenario {what[:60]!r}{nearest(what, known)}; "
            f"expected a scenario's file, or one of {', '.join(known)}."
        )
