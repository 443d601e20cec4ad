"""What a battle needs on the table besides figures: chips, markers and templates, as each sheet's print.toml says.

[[chips]]                               # one of each for every unit, or for every body of units
term   = "moving"                       # a term of the glossary ...
rows   = "order-charge-limits"          # ... or each row of a table
arrow  = true                           # it points somewhere
level  = 0                              # for every brigade (1: division) instead of every unit

[[markers]]
term    = "disrupted"                   # of the glossary
arms    = ["foot", "horse"]             # of the units that may need one
one_for = 2                             # one for every two such units of both sides (1)

[[templates]]
shape  = "circle"                       # with the radius in a table's column, a circle for each row
radius = ["blast", "radius"]
shape  = "arc"                          # a cone is an arc that ends at its reach
angle  = ["arcs", "front"]              # degrees in all ...
either = true                           # ... or to either side
reach  = ["weapons", "shotgun", "long"] # of a cone

All figures are places on the sheet: they are what the rules in force make them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from playsheet.core.glossary import Term
from playsheet.core.reader import Reader, figure, read_toml
from playsheet.core.sheet import Sheet
from playsheet.core.system import System
from playsheet.core.telling import Standing
from playsheet.printing.typesetting import Data
from playsheet.rules import glossary_of

RULES: Final = Path(__file__).parent.parent / "rules"
MILLIMETRES: Final = {"inch": 25.4, "cm": 10.0}
ARMS: Final = ("foot", "horse", "gun", "vehicle", "automaton", "beast", "leader")
SHAPES: Final = ("circle", "arc", "cone")


class Pieces:
    """The chips, markers and templates of one battle."""

    def __init__(self, system: System[Any], roster: list[Standing]) -> None:
        path = RULES / system.id / "print.toml"
        reader = read_toml(path if path.is_file() else f'system = "{system.id}"', "print.toml")
        reader.choice("system", (system.id,))
        self.sheet: Final[Sheet] = system.sheet
        self.roster: Final = roster
        self.glossary: Final = {term.id: term for term in glossary_of(system.id)}
        self.chips: Final = [chip for entry in reader.tables("chips", []) for chip in self._chips(entry)]
        self.markers: Final = [self._marker(entry) for entry in reader.tables("markers", [])]
        self.templates: Final = [shape for entry in reader.tables("templates", []) for shape in self._shapes(entry)]
        reader.close()

    def _term(self, reader: Reader) -> Term:
        return self.glossary[reader.choice("term", list(self.glossary))]

    # ------------------------------------------------------------------ chips

    def _chips(self, reader: Reader) -> list[Data]:
        """A chip for each owner and face; the back says whose it is, and no more."""
        arrow = reader.flag("arrow", False)
        if reader.has("rows"):
            table = self.sheet.table(reader.text("rows"))
            faces = [capital(table.label(row)) for row in table.rows]
        else:
            faces = [capital(self._term(reader).words[0])]
        owners = self._bodies(reader.integer("level", 0, 5)) if reader.has("level") else self._units()
        reader.close()
        return [
            {"face": face, "arrow": arrow, "side": side, "owner": owner} for side, owner in owners for face in faces
        ]

    def _units(self) -> list[tuple[int, str]]:
        return [(unit.side, unit.name) for unit in self.roster]

    def _bodies(self, level: int) -> list[tuple[int, str]]:
        """Brigades, or divisions, in the order of the roster."""
        bodies = [
            (unit.side, unit.part_of[level])
            for unit in self.roster
            if unit.arm != "leader" and level < len(unit.part_of)
        ]
        return list(dict.fromkeys(bodies))

    # ------------------------------------------------------------------ markers

    def _marker(self, reader: Reader) -> Data:
        term = self._term(reader)
        arms = reader.choices("arms", ARMS)
        one_for = reader.integer("one_for", 1, 100, 1)
        reader.close()
        units = len([unit for unit in self.roster if unit.arm in arms])
        return {"name": capital(term.words[0]), "said": term.said, "arms": arms, "count": -(-units // one_for)}

    def words_for(self, arm: str) -> list[str]:
        """What may befall a unit of this arm: for the boxes of its card."""
        return [marker["name"] for marker in self.markers if arm in marker["arms"]]

    # ------------------------------------------------------------------ templates

    def _shapes(self, reader: Reader) -> list[Data]:
        shape = reader.choice("shape", SHAPES)
        if shape == "circle":
            table, column = reader.texts("radius")
            reader.close()
            rows = self.sheet.table(table).rows
            return [self._circle(table, row, column) for row in rows if self.sheet.table(table).has(row, column)]
        angle = self._cell(reader.texts("angle"))
        reach = self._cell(reader.texts("reach")) if shape == "cone" else (0.0, "")
        either = reader.flag("either", False)
        reader.close()
        said = f"{figure(angle[0])}°" + (" to either side" if either else "")
        said += f", {self.length(reach[0])}" if reach[0] else ""
        return [
            {
                "shape": shape,
                "name": f"{angle[1]}; {reach[1]}" if reach[1] else angle[1],
                "said": said,
                "degrees": min(360.0, angle[0] * 2 if either else angle[0]),
                "reach": self.millimetres(reach[0]),
            }
        ]

    def _circle(self, table: str, row: str, column: str) -> Data:
        radius = self.sheet.number(table, row, column)
        found = self.sheet.table(table)
        return {
            "shape": "circle",
            "name": f"{found.title}: {found.label(row)}",
            "said": f"radius {self.length(radius)}",
            "radius": self.millimetres(radius),
        }

    def _cell(self, place: list[str]) -> tuple[float, str]:
        """A number of the sheet, and what it is called there."""
        table = self.sheet.table(place[0])
        labels = [table.label(place[1]), *(table.columns[column] for column in place[2:])]
        return self.sheet.number(*place), f"{table.at}: {', '.join(labels)}"

    def length(self, units: float) -> str:
        return f"{figure(units)} {lengths(self.sheet.unit)}"

    def millimetres(self, units: float) -> float:
        return round(units * MILLIMETRES[self.sheet.unit], 4)


def capital(word: str) -> str:
    return word[:1].upper() + word[1:]


def lengths(unit: str) -> str:
    """The unit after a number."""
    return "inches" if unit == "inch" else unit
