"""Field books written at random, and what the Python text makes of each entry: the translated text must do the same."""

from __future__ import annotations

import json
from typing import Any, Final

from cases import tried

from playsheet.core.book_rows import ASKED, ENEMY, FRIEND, NO_TARGET, Procedure
from playsheet.core.dice import Dice, Seeded
from playsheet.core.errors import Refused
from playsheet.core.events import Throw
from playsheet.core.forms import Field, Value
from playsheet.core.scenario import read_heading
from playsheet.core.system import System
from playsheet.fieldbook.book import Book, Intent
from playsheet.fieldbook.dice import DiceWanted, FactWanted
from playsheet.fieldbook.making import new_book
from playsheet.fieldbook.reading import book_text, entry_data
from playsheet.rules import scenario_files

STEP: Final = Throw("a step")
OTHERS: Final = (
    "draw",
    "draw",
    "turn",
    "phase",
    "score",
    "undo",
    "correct",
    "note",
    "waive",
    "overrule",
    "join",
    "join",
)


SIZES: Final = ("middle", "small")  # of the battles that are written, in turn: the middle ones have all arms
TRIES: Final = 12  # to find something that is not barred


def book_case(system: System[Any], steps: int, seed: int) -> dict[str, Any]:
    """A book of a battle of the sheet: so many intents, each with the entry that it made, or its refusal."""
    size = SIZES[seed % len(SIZES)]
    battles = [file for file in scenario_files().values() if file.parent.parent.name == system.id]
    fitting = [file for file in battles if read_heading(file).size == size]
    book = new_book(system, system.read_scenario((fitting or battles)[0]))
    begun = json.loads(book_text(book))
    dice = Seeded(seed)
    done = [step(book, Intent(0, "begin"))]
    done += [step(book, at_random(book, dice)) for _ in range(steps)]
    state = book.state
    return {
        "system": system.id,
        "book": begun,
        "steps": done,
        "units": [unit.values for unit in state.units],
        "state": {"turn": state.turn, "left": state.left, "drawn": state.drawn, "score": state.score},
        "ties": state.ties,
        "due": [[due.procedure, due.unit, due.target, due.must] for due in state.due],
    }


def step(book: Book, intent: Intent) -> dict[str, Any]:
    given: dict[str, Any] = {"do": intent.do, "unit": intent.unit, "target": intent.target, "of": intent.entry}
    given |= {"answers": intent.answers, "dice": intent.dice, "reason": intent.reason}
    try:
        return {"intent": given, "entry": entry_data(book.do(intent))}
    except DiceWanted as wanted:
        return {"intent": given, "dice": {"count": wanted.n, "sides": wanted.sides, "why": wanted.why}}
    except FactWanted as wanted:
        return {"intent": given, "fact": wanted.name, "why": wanted.why}
    except Refused as refusal:
        return {"intent": given, "refused": str(refusal)}


def at_random(book: Book, dice: Dice) -> Intent:
    """Mostly a procedure of the sheet by somebody at somebody, thrown to its end."""
    unit = somebody(book, dice, [unit.id for unit in book.state.units if book.rows.is_there(unit)])
    if dice.roll(4, STEP) == 1:
        return other(book, OTHERS[dice.roll(len(OTHERS), STEP) - 1], unit, dice)
    procedure = book.rows.procedures[dice.roll(len(book.rows.procedures), STEP) - 1]
    target = somebody(book, dice, whom(book, procedure, unit))
    for _ in range(TRIES):
        if not book.is_barred(book.state, procedure.id, unit, target):
            break
        unit = somebody(book, dice, [unit.id for unit in book.state.units if book.rows.is_there(unit)])
        procedure = book.rows.procedures[dice.roll(len(book.rows.procedures), STEP) - 1]
        target = somebody(book, dice, whom(book, procedure, unit))
    answers = {field.name: tried(field, dice) for field in asked_at_once(book, procedure)}
    thrown: list[int] = []
    while True:
        intent = Intent(
            len(book.entries),
            procedure.id,
            unit=-1 if procedure.free else unit,
            target=-1 if procedure.target == NO_TARGET else target,
            answers=dict(answers),
            dice=thrown[:],
        )
        try:
            book.carried_out(book.state.clone(), intent, 1)
        except DiceWanted as wanted:
            if dice.roll(40, STEP) == 1:
                return intent
            thrown += [dice.roll(wanted.sides, STEP) for _ in range(wanted.n)]
            continue
        except FactWanted as wanted:
            if dice.roll(40, STEP) == 1:
                return intent
            answers[wanted.name] = tried(field_of(book, procedure, wanted.name), dice)
            continue
        except Refused:
            return intent
        return intent


def whom(book: Book, procedure: Procedure, unit: int) -> list[int]:
    """Whom it could be done to."""
    found = [each.id for each in book.state.units if book.rows.is_there(each)]
    if procedure.target not in (ENEMY, FRIEND):
        return found
    side = book.state.units[unit].side
    return [id for id in found if (book.state.units[id].side == side) == (procedure.target == FRIEND)]


def somebody(book: Book, dice: Dice, fitting: list[int]) -> int:
    """Mostly one of those who could be meant."""
    if fitting and dice.roll(12, STEP) > 1:
        return fitting[dice.pick([0] * len(fitting), STEP)]
    return dice.roll(len(book.state.units), STEP) - 1


def other(book: Book, what: str, unit: int, dice: Dice) -> Intent:
    """What every book knows, said well or badly."""
    at = len(book.entries)
    entry = 1 + dice.pick([0] * (at + 1), STEP) if what in ("undo", "correct") else 0
    answers: dict[str, Value] = {}
    thrown: list[int] = []
    if what == "draw" and book.state.left:
        thrown = [dice.roll(len(book.state.left), STEP)] if len(book.state.left) > 1 else []
    if what == "score":
        answers = {"side": dice.roll(3, STEP), "points": dice.roll(6, STEP)}
    if what == "overrule":
        field = book.rows.attributes[dice.roll(len(book.rows.attributes), STEP) - 1]
        answers = {"attribute": field.name, "value": tried(field, dice)}
    if what == "join" and book.cards:
        asked = book.questions(Intent(at, "join", answers={"card": card_at_random(book, dice)}))
        answers = {each.field.name: tried(each.field, dice) for each in asked[1:]}
        answers["card"] = asked[0].default
        if dice.roll(4, STEP) == 1:  # a part of somebody goes out
            answers = {} if book.rows.joining is None else {book.rows.joining.count: dice.roll(6, STEP)}
            return Intent(at, what, unit=unit, answers=answers)
    if what == "correct" and entry <= at:
        thrown = [dice.roll(6, STEP) for _ in book.entries[entry - 1].intent.dice]
    named = unit if what in ("overrule", "waive") else -1
    return Intent(at, what, unit=named, entry=entry, answers=answers, dice=thrown, reason="at random")


def card_at_random(book: Book, dice: Dice) -> Value:
    return book.cards[dice.pick([0] * len(book.cards), STEP)].id


def asked_at_once(book: Book, procedure: Procedure) -> list[Field]:
    found = [fact.field for fact in procedure.facts if not fact.after and fact.only is None]
    found += [
        field_of(book, procedure, each.name)
        for each in procedure.inputs
        if each.source == ASKED and not each.after and each.only is None
    ]
    return found


def field_of(book: Book, procedure: Procedure, name: str) -> Field:
    for fact in procedure.facts:
        if fact.field.name == name:
            return fact.field
    return book.field(procedure, name)
