"""Makes the companion's engine: the procedures of every sheet, from the Python text that plays them.

    python web/engine [FOLDER]

writes `engine.js` (the code), `sheets/SYSTEM.json` (for each sheet its forms, and its tables and rulings as the code
needs them), and `cases.json` (what the Python text makes of many inputs and dice, for the tests to compare with).
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "src")]

from cases import cases  # noqa: E402
from linking import Linked, Snapshot  # noqa: E402
from sources import symbol  # noqa: E402

from playsheet.core.procedures import Procedure  # noqa: E402
from playsheet.rules import SYSTEMS, load_system  # noqa: E402
from playsheet.server.saying import procedure_data  # noqa: E402

FOLDER: Final = HERE.parent / "src" / "companion" / "engine" / "made"
ROOTS: Final = (
    "playsheet.core.dice:Dice",
    "playsheet.core.dice:Scripted",
    "playsheet.core.errors:Refused",
    "playsheet.odds.ask:exact",
    "playsheet.server.saying:event_data",
    "playsheet.server.saying:odds_data",
)
CASES: Final = 12  # of each procedure
SEED: Final = 1
CALLED: Final = ("values", "prepare", "run", "facts", "faces", "log", "id", "results", "left", "known")


class Carried:
    """A sheet that the engine carries."""

    def __init__(self, id: str, title: str, procedures: list[Procedure]) -> None:
        self.id: Final = id
        self.title: Final = title
        self.procedures: Final = procedures


def carried() -> list[Carried]:
    systems = [load_system(id) for id in SYSTEMS]
    return [Carried(system.id, system.sheet.title, system.procedures()) for system in systems]


def made(sheets: list[Carried], linked: Linked) -> dict[str, str]:
    """The files, by name."""
    for path in ROOTS:
        linked.reach(symbol(path))
    linked.made.update(symbol(path).id for path in ROOTS if symbol(path).is_class())
    linked.attributes.update(CALLED)
    data: dict[str, Any] = {}
    before = (-1, 0, 0, 0)
    while before != linked.size():
        before = linked.size()
        linked.go_round()
        for sheet in sheets:
            snapshot = Snapshot(linked)
            roots = [snapshot.value(procedure) for procedure in sheet.procedures]
            data[f"sheets/{sheet.id}.json"] = {
                "system": sheet.id,
                "title": sheet.title,
                "forms": [procedure_data(procedure) for procedure in sheet.procedures],
                "data": {"system": sheet.id, "procedures": roots, "objects": snapshot.objects},
            }
    data["cases.json"] = cases({sheet.id: sheet.procedures for sheet in sheets}, CASES, SEED)
    files = {name: json.dumps(found, ensure_ascii=False, separators=(",", ":")) for name, found in data.items()}
    return {"engine.js": linked.written(), "engine.d.ts": "export const made: Record<string, unknown>;", **files}


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    linked = Linked()
    files = made(carried(), linked)
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "sheets").mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text + "\n", "utf-8")
        print(f"{name}: {len(text.encode()):,} bytes")
    for name, why in linked.left_out.items():
        print(f"left out: {name} ({why})")


if __name__ == "__main__":
    main()
