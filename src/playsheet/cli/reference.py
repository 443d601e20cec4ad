"""`sheet`, `rulings`, `scenarios`, `lessons`: to look things up."""

from __future__ import annotations

import argparse
from typing import Any

from rich.text import Text

from playsheet.cli.calculating import system_of
from playsheet.cli.output import STYLES, add_row, console, paragraph, print_json, table
from playsheet.core.balance import Balance
from playsheet.core.reader import figure
from playsheet.core.rulings import Ruling
from playsheet.core.scenario import Scenario, read_heading
from playsheet.core.sheet import HOUSE_MARK
from playsheet.core.system import System

# ---------------------------------------------------------------------- sheet


def sheet(given: argparse.Namespace) -> int:
    system = system_of(given.system, given.house)
    printed = system.sheet
    if given.table is not None:
        printed.table(given.table)  # refuses an unknown one, with the nearest known
    if given.json:
        data: dict[str, Any] = printed.data()
        data["sequence"] = [part.data() for part in system.sequence()]
        if given.table is not None:
            data["tables"] = [found for found in data["tables"] if found["id"] == given.table]
            data["house"] = [found for found in data["house"] if found["table"] == given.table]
        print_json(data)
        return 0
    out = console()
    if given.table is None:
        made = table(
            f"{printed.title} ({'inches' if printed.unit == 'inch' else printed.unit})",
            ["table", "what it is", "under"],
        )
        for found in printed.tables.values():
            add_row(made, [found.id, found.title, found.at])
        out.print(made)
        sequence(system)
    else:
        one_table(system, given.table)
    return 0


def sequence(system: System[Any]) -> None:
    """The sequence of play as a numbered list."""
    out = console()
    out.print(Text("Sequence of play", style="bold"))
    for number, part in enumerate(system.sequence(), 1):
        cited = f" ({part.rulings})" if part.rulings else ""
        paragraph(out, Text(f"{part.title}: {part.said}{cited}"), f"{number:>2}. ", "    ")


def one_table(system: System[Any], id: str) -> None:
    out = console()
    found = system.sheet.table(id)
    headings, rows = system.sheet.as_rows(id)
    made = table(f"{found.at}: {found.title} [{found.id}]", headings)
    for row in rows:
        add_row(made, row)
    out.print(made)
    for note in found.notes:
        paragraph(out, Text(note), "  ", "    ")
    patches = [patch for patch in system.sheet.patches if patch.table == id]
    for rule in dict.fromkeys(patch.rule for patch in patches):
        out.print(Text(f" {HOUSE_MARK} changed by the house rule {rule}.", style="yellow"))


# ---------------------------------------------------------------------- rulings


def rulings(given: argparse.Namespace) -> int:
    system = system_of(given.system, given.house)
    all_of_them = system.rulings.all if given.id is None else [system.rulings.ruling(given.id)]
    values = system.switches.values
    if given.json:
        listed: list[object] = []
        for ruling in all_of_them:
            in_force = {switch.key: values[switch.key] for switch in ruling.switches}
            listed.append({**ruling.data(), "in_force": in_force})
        print_json({"system": system.id, "rulings": listed})
        return 0
    out = console()
    if given.id is not None:
        one_ruling(all_of_them[0], values)
        return 0
    made = table(f"Rulings of {system.sheet.title}", ["", "ruling", "switch", "in force", "or"])
    for ruling in all_of_them:
        first = True
        for switch in ruling.switches:
            value = values[switch.key]
            others = ", ".join(other for other in switch.values if other != value)
            changed = "" if value == switch.default else "yellow"
            add_row(
                made,
                [ruling.id, ruling.title, switch.key, value, others] if first else ["", "", switch.key, value, others],
                changed,
            )
            first = False
        if not ruling.switches:
            add_row(made, [ruling.id, ruling.title, "", "", ""])
    out.print(made)
    return 0


def one_ruling(ruling: Ruling, values: dict[str, str]) -> None:
    out = console()
    where = {"sheet": "from the sheet", "house": "our own", "borrowed": f"borrowed from {ruling.lender}"}[ruling.source]
    out.print(Text(f"{ruling.id} {ruling.title}", style="bold") + Text(f" ({where})", style="dim"))
    for head, said in (("Question", ruling.question), ("Ruling", ruling.answer), ("Why", ruling.why)):
        paragraph(out, Text(f"{head}: ", style="bold") + Text(" ".join(said.split())), "", "  ")
    for switch in ruling.switches:
        out.print(Text(f"Switch {switch.key}:", style="bold"))
        for value, meaning in switch.meanings.items():
            now = " (in force)" if values[switch.key] == value else ""
            paragraph(out, Text(f"{value}{now}: {' '.join(meaning.split())}"), "  ", "    ")


# ---------------------------------------------------------------------- scenarios


def scenarios(given: argparse.Namespace) -> int:
    from playsheet.rules import balances_of, scenario_files

    if given.id is not None:
        from playsheet.players.setup import set_up

        setup = set_up(given.id, [])
        if given.json:
            print_json(data_of(setup.system, setup.scenario))
        else:
            one_scenario(setup.system, setup.scenario)
        return 0
    headings = [read_heading(path) for path in scenario_files().values()]
    balances = {system: balances_of(system) for system in sorted({one.system for one in headings})}
    shares = {one.id: shares_of(balances[one.system].get(one.id)) for one in headings}
    if given.json:
        listed = [
            {
                "id": heading.id,
                "system": heading.system,
                "title": heading.title,
                "size": heading.size,
                "blurb": " ".join(heading.blurb.split()),
                "shares": shares[heading.id],
            }
            for heading in headings
        ]
        print_json({"scenarios": listed})
        return 0
    made = table("Scenarios", ["scenario", "", "sheet", "size", "chances"])
    for heading in headings:
        add_row(made, [heading.id, heading.title, heading.system, heading.size, shares[heading.id]])
    console().print(made)
    return 0


def shares_of(balance: Balance | None) -> str:
    return "" if balance is None else balance.shares_said()


def lessons(given: argparse.Namespace) -> int:
    from playsheet.lessons.reading import read_lesson
    from playsheet.rules import lesson_files

    found = [read_lesson(path) for path in lesson_files().values()]
    if given.json:
        listed = [
            {
                "id": lesson.id,
                "system": lesson.system,
                "title": lesson.title,
                "blurb": lesson.blurb,
                "minutes": lesson.minutes,
                "steps": len(lesson.steps),
            }
            for lesson in found
        ]
        print_json({"lessons": listed})
        return 0
    made = table("Lessons", ["lesson", "", "sheet", "steps", "minutes"])
    for lesson in found:
        add_row(made, [lesson.id, lesson.title, lesson.system, str(len(lesson.steps)), str(lesson.minutes)])
    console().print(made)
    return 0


def one_scenario(system: System[Any], scenario: Scenario) -> None:
    from playsheet.rules import balance_of

    out = console()
    ground = scenario.ground
    out.print(Text(f"{scenario.title} [{scenario.id}]", style="bold"))
    paragraph(out, Text(" ".join(scenario.blurb.split()), style="italic"))
    lengths = "inches" if system.sheet.unit == "inch" else system.sheet.unit
    size = f"{figure(ground.width)} by {figure(ground.depth)} {lengths}"
    out.print(Text(f"{system.sheet.title}, {scenario.size}; table {size}; {scenario.turns} turns."))
    cards = system.vocabulary().cards
    for side in scenario.sides:
        made = table("", [side.name, "card"])
        made.columns[0].header_style = STYLES[side.colour]
        for unit in side.units:
            add_row(made, [unit.name, cards[unit.card]])
        out.print(made)
    if ground.pieces:
        made = table("", ["terrain", "kind", "from", "to"])
        for piece in ground.pieces:
            low = f"{figure(piece.min_x)}, {figure(piece.min_y)}"
            add_row(made, [piece.name, piece.kind, low, f"{figure(piece.max_x)}, {figure(piece.max_y)}"])
        out.print(made)
    made = table("", ["what decides it", "when"])
    for aim in system.aims(system.new_battle(scenario)):
        add_row(made, [aim.said, aim.when])
    out.print(made)
    balance = balance_of(scenario)
    if balance is not None:
        paragraph(out, Text(balance.length_said(system.seats(scenario))), "How long: ", "  ")
        paragraph(out, Text(balance.evenness_said([side.name for side in scenario.sides])), "How even: ", "  ")
    for marker in scenario.markers:
        out.print(Text(f"Marker: {marker.name} at {figure(marker.x)}, {figure(marker.y)}."))
    for key, value in scenario.settings.items():
        out.print(Text(f"Ruling: {key} = {value}."))
    for note in scenario.notes:
        paragraph(out, Text(note), "Note: ", "      ")


def data_of(system: System[Any], scenario: Scenario) -> dict[str, object]:
    from playsheet.rules import balance_of

    sides: list[object] = []
    for side in scenario.sides:
        sides.append(
            {
                "name": side.name,
                "colour": side.colour,
                "facing": side.facing,
                "players": list(side.players),
                "zones": [[zone.x0, zone.y0, zone.x1, zone.y1] for zone in side.zones],
                "units": [{"name": unit.name, "card": unit.card} for unit in side.units],
            }
        )
    terrain: list[object] = []
    for piece in scenario.ground.pieces:
        terrain.append(
            {
                "name": piece.name,
                "kind": piece.kind,
                "line": piece.is_line,
                "level": piece.level,
                "points": [[x, y] for x, y in zip(piece.xs, piece.ys)],
            }
        )
    balance = balance_of(scenario)
    return {
        "id": scenario.id,
        "system": system.id,
        "title": scenario.title,
        "size": scenario.size,
        "blurb": " ".join(scenario.blurb.split()),
        "turns": scenario.turns,
        "table": [scenario.ground.width, scenario.ground.depth],
        "rulings": dict(scenario.settings),
        "sides": sides,
        "terrain": terrain,
        "aims": [aim.data() for aim in system.aims(system.new_battle(scenario))],
        "balance": None
        if balance is None
        else balance.data([side.name for side in scenario.sides], system.seats(scenario)),
        "markers": [{"name": marker.name, "at": [marker.x, marker.y]} for marker in scenario.markers],
        "notes": list(scenario.notes),
    }
