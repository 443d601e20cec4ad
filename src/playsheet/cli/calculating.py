"""`resolve`, `odds`, `procedures`: the sheet's own procedures as a calculator."""

from __future__ import annotations

import argparse
import secrets
import sys
from contextlib import ExitStack
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from playsheet.cli.output import add_row, console, paragraph, print_json, table
from playsheet.core.dice import Dice, Scripted, Seeded
from playsheet.core.errors import Refused
from playsheet.core.events import Rolled
from playsheet.core.forms import AnyForm, Value, procedure_data
from playsheet.core.house import read_house
from playsheet.core.reader import nearest
from playsheet.core.system import System
from playsheet.core.telling import roll_in_words
from playsheet.rules import load_system

if TYPE_CHECKING:
    from playsheet.odds import Odds

BAR: Final = 24  # letters of the longest bar
MOST_OUTCOMES: Final = 20  # shown to people; JSON has them all
MOST_DICE: Final = 2000


def system_of(id: str, houses: list[str]) -> System[Any]:
    """The sheet with house rules laid over it."""
    from pathlib import Path

    base = load_system(id)
    read = [read_house(Path(file)) for file in houses]
    return base.configured({}, base.id, read) if read else base


def procedure_of(system: System[Any], id: str) -> AnyForm:
    known = system.forms()
    for procedure in known:
        if procedure.id == id:
            return procedure
    ids = [procedure.id for procedure in known]
    raise Refused(f"{system.id} has no procedure {id!r}{nearest(id, ids)}; expected one of {', '.join(ids)}.")


def inputs_of(given: list[str]) -> dict[str, object]:
    found: dict[str, object] = {}
    for word in given:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise Refused(f"expected key=value, got {word[:60]!r}.")
        if key in found:
            raise Refused(f"{key} is given twice.")
        found[key] = value
    return found


def in_words(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def named(name: str) -> str:
    return name.replace("_", " ")


# ---------------------------------------------------------------------- resolve


def resolve(given: argparse.Namespace) -> int:
    """Throw the dice, or take those that were thrown, and say what came of them."""
    system = system_of(given.system, given.house)
    procedure = procedure_of(system, given.procedure)
    case = procedure.filled(inputs_of(given.inputs))
    if given.dice is not None and given.seed is not None:
        raise Refused("expected either --dice or --seed, got both.")
    rolls: list[Rolled] = []
    seed = given.seed if given.seed is not None else secrets.randbelow(1_000_000)
    dice: Dice = Seeded(seed) if given.dice is None else Scripted(faces_of(given.dice))
    dice.log = rolls
    facts = case.run(dice)
    if isinstance(dice, Scripted) and dice.left():
        used = len(dice.known) - dice.left()
        raise Refused(f"too many dice: {used} {'was' if used == 1 else 'were'} needed, got {len(dice.known)}.")
    results = dict(zip(procedure.results, facts))
    if given.json:
        print_json(
            {
                "system": system.id,
                "procedure": procedure.id,
                "inputs": case.inputs,
                "dice": {
                    "given": given.dice is not None,
                    "seed": None if given.dice is not None else seed,
                    "faces": [face for roll in rolls for face in roll.faces],
                },
                "rolls": [{**roll.data(), "text": roll_in_words(roll)} for roll in rolls],
                "results": results,
            }
        )
        return 0
    out = console()
    out.print(Text(procedure.title, style="bold"))
    paragraph(
        out,
        Text(", ".join(f"{name}={in_words(value)}" for name, value in case.inputs.items()), style="dim"),
        "  ",
        "  ",
    )
    for roll in rolls:
        paragraph(out, Text(roll_in_words(roll)), "  ", "    ")
    if not rolls:
        out.print(Text("  No dice are thrown."))
    out.print(Text("Result: ", style="bold") + Text(", ".join(f"{named(n)} {in_words(v)}" for n, v in results.items())))
    if given.dice is None and given.seed is None:
        out.print(Text(f"Rolled with seed {seed}.", style="dim"))
    return 0


def faces_of(text: str) -> list[int]:
    """`3,5,1`; an empty list is what a procedure without dice needs."""
    if not text.strip():
        return []
    words = [word.strip() for word in text.split(",")]
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) < 5):
            raise Refused(f"--dice: expected faces with commas between them, such as 3,5,1, got {word[:40]!r}.")
    if len(words) > MOST_DICE:
        raise Refused(f"--dice: expected at most {MOST_DICE} dice, got {len(words)}.")
    return [int(word) for word in words]


# ---------------------------------------------------------------------- odds


def odds(given: argparse.Namespace) -> int:
    from playsheet.odds import PATIENCE, in_time

    system = system_of(given.system, given.house)
    procedure = procedure_of(system, given.procedure)
    patience = given.seconds or PATIENCE
    case = procedure.filled(inputs_of(given.inputs))
    with ExitStack() as files:
        plot = None
        if given.plot:
            from playsheet.cli.plots import plot_of

            plot = plot_of(given, files)
        found = in_time(case, patience)
        if plot is not None:
            from playsheet.cli.plots import write
            from playsheet.library.plots import of_odds

            write(plot, *of_odds(found))
    if given.json:
        print_json({"system": system.id, **found.data()})
        return 0
    out = console()
    out.print(Text(procedure.title, style="bold"))
    paragraph(
        out,
        Text(", ".join(f"{name}={in_words(value)}" for name, value in found.inputs.items()), style="dim"),
        "  ",
        "  ",
    )
    for sentence in found.assumed:
        paragraph(out, Text(sentence, style="dim"), "  Assumed: ", "    ")
    if found.runs:
        paragraph(out, Text(how_sampled(found.runs, patience)), "  ", "  ")
    for name in procedure.results:
        marginal = found.marginal(name)
        if len(marginal) == 1:
            out.print(Text(f"{named(name)}: always {in_words(next(iter(marginal)))}"))
            continue
        mean = found.mean(name)
        least = found.at_least(name)
        headings = [named(name), "chance", "", ""] + (["or more"] if least else [])
        made = table("", headings, right=[0, 1, 2, 4])
        most = max(marginal.values())
        for value, chance in marginal.items():
            cells = [in_words(value), percent(chance), beside(found, chance), bar(chance, most)]
            add_row(made, cells + ([percent(least[value])] if least else []))
        out.print(made)
        if mean is not None:
            exactly = "about" if found.runs else fraction(mean)
            out.print(Text(f"  mean {float(mean):.3f} ({exactly})", style="dim"))
    if len(procedure.results) > 1:
        made = table("All together", [*(named(name) for name in procedure.results), "chance", "", ""])
        most = found.outcomes[0].chance
        for outcome in found.outcomes[:MOST_OUTCOMES]:
            chance = outcome.chance
            facts = [in_words(fact) for fact in outcome.facts]
            add_row(made, [*facts, percent(chance), beside(found, chance), bar(chance, most)])
        out.print(made)
        if len(found.outcomes) > MOST_OUTCOMES:
            rest = found.outcomes[MOST_OUTCOMES:]
            share = sum((outcome.chance for outcome in rest), Fraction(0))
            out.print(Text(f"  and {len(rest)} rarer outcomes, {percent(share)} together", style="dim"))
    return 0


def how_sampled(runs: int, seconds: float) -> str:
    return (
        f"Sampled, by {runs:,} runs: to work them out exactly would take longer than {seconds:g} s. "
        "Give or take so much is two standard errors; --seconds allows longer."
    )


def beside(odds: Odds, chance: Fraction) -> str:
    """Beside the percentage: the fraction, or how far off a sampled chance may well be."""
    return f"± {200 * odds.standard_error(chance):.2f}%" if odds.runs else fraction(chance)


def percent(chance: Fraction) -> str:
    """`12.5%`; what is not quite never or always does not look like it."""
    shown = 100 * float(chance)
    if 0 < shown < 0.01:
        return "<0.01%"
    if shown > 99.99 and chance < 1:
        return ">99.99%"
    return f"{shown:.2f}%"


def fraction(chance: Fraction) -> str:
    """As a fraction while that can be read."""
    text = str(chance)
    return text if len(text) <= 15 else ""


def bar(chance: Fraction, most: Fraction) -> str:
    sign = "█" if (sys.stdout.encoding or "").lower().startswith("utf") else "#"
    return sign * max(1 if chance else 0, round(BAR * float(chance / most)))


# ---------------------------------------------------------------------- procedures


def procedures(given: argparse.Namespace) -> int:
    system = load_system(given.system)
    if given.procedure is None:
        listed = system.forms()
        if given.json:
            print_json({"system": system.id, "procedures": [procedure_data(procedure) for procedure in listed]})
            return 0
        made = table(f"Procedures of {system.sheet.title}", ["procedure", "what it is", "table"])
        for procedure in listed:
            add_row(made, [procedure.id, procedure.title, procedure.at])
        console().print(made)
        return 0
    procedure = procedure_of(system, given.procedure)
    if given.json:
        print_json({"system": system.id, **procedure_data(procedure)})
        return 0
    out = console()
    made = table(procedure.title, ["input", "what it is", "expected", "default"])
    for field in procedure.fields:
        add_row(made, [field.name, field.said, field.expected(), in_words(field.default)])
    out.print(made)
    out.print(Text(f"Results: {', '.join(named(name) for name in procedure.results)}."))
    out.print(Text(f"Table: {system.sheet.cite(procedure.at)}.") if procedure.at else Text(""))
    out.print(Text(f"Example: playsheet odds {system.id} {procedure.id} {procedure.example}", style="dim"))
    return 0
