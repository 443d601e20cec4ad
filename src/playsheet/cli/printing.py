"""`print`: a sheet as a PDF."""

from __future__ import annotations

import argparse

from rich.text import Text

from playsheet.cli.calculating import system_of
from playsheet.cli.output import console, print_json
from playsheet.core.files import NewFile
from playsheet.printing.reference import PARTS, reference_pdf
from playsheet.printing.typesetting import check_paper, check_parts


def print_out(given: argparse.Namespace) -> int:
    paper = check_paper(given.paper)
    parts = check_parts(given.part, PARTS)
    system = system_of(given.what, given.house)
    with NewFile(given.out or f"{system.id}.pdf", given.force) as file:
        pdf = reference_pdf(system, paper, parts)
        file.write_bytes(pdf)
    if given.json:
        print_json({"file": str(file.path), "bytes": len(pdf), "paper": paper, "parts": parts})
    else:
        console().print(Text(f"{system.sheet.title} is in {file.path}, ready to be printed."))
    return 0
