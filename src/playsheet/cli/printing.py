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
from playsheet.printing.typesetting import check_paper, check_parts
from playsheet.rules import SYSTEMS, scenario_files


def print_out(given: argparse.Namespace) -> int:
    paper = check_paper(given.paper)
    is_sheet = given.what in SYSTEMS
    parts = check_parts(given.part, reference.PARTS if is_sheet else kit.PARTS)
    title, id, pdf = sheet_of(given, paper) if is_sheet else kit_of(given, paper)
    with NewFile(given.out or f"{id}.pdf", given.force) as file:
        file.write_bytes(pdf)
    if given.json:
        print_json({"file": str(file.path), "bytes": len(pdf), "paper": paper, "parts": parts})
    else:
        console().print(Text(f"{title} is in {file.path}, ready to be printed."))
    return 0


def sheet_of(given: argparse.Namespace, paper: str) -> tuple[str, str, bytes]:
    system = system_of(given.what, given.house)
    return system.sheet.title, system.id, reference.reference_pdf(system, paper, given.part)


def kit_of(given: argparse.Namespace, paper: str) -> tuple[str, str, bytes]:
    from playsheet.players.setup import set_up

    check_known(given.what)
    setup = set_up(given.what, given.house)
    pdf = kit.kit_pdf(setup.system, setup.scenario, paper, given.part, backs=not given.one_sided)
    return setup.scenario.title, setup.scenario.id, pdf


def check_known(what: str) -> None:
    """A word that is neither a sheet nor a scenario may be meant as either."""
    known = [*SYSTEMS, *scenario_files()]
    if what not in known and not what.endswith(".toml") and not Path(what).is_file():
        raise Refused(
            f"There is no sheet and no scenario {what[:60]!r}{nearest(what, known)}; "
            f"expected a scenario's file, or one of {', '.join(known)}."
        )
