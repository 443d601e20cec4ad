"""Laws of the rows, for every sheet that the field book keeps: nothing is asked that is not listed."""

from __future__ import annotations

from typing import Any

import pytest

from playsheet.core.book_rows import (
    ADD,
    ASKED,
    BOOK,
    FIXED,
    FRIEND,
    SET,
    TAKE,
    TARGET,
    UNIT,
    WORKED,
    BookRows,
    Procedure,
)
from playsheet.core.errors import Refused
from playsheet.core.forms import AnyForm
from playsheet.core.system import System
from playsheet.fieldbook.book import Intent
from playsheet.fieldbook.making import new_book
from playsheet.rules import SYSTEMS, load_system, scenario_files

# Procedures that the book does not throw as one, and why.
NOT_THROWN = {
    "gaslight": {
        "shoot": "the book has the same volley with the characters who fall, one by one",
        "casualties": "the book counts them in the volley",
        "shell": "step by step: where it bursts, then whom it catches, as is seen on the table",
        "shoot-gun": "the book has the same with the characters who fall, one by one",
        "shotgun": "the same",
        "shoot-vehicle": "the book has the same to the last point of the machine as its roster has it",
        "vehicle-saves": "thrown with all that the hits do",
        "vehicle-hit": "the book has the same to the last point of the machine as its roster has it",
        "close-combat": "figure by figure: blows of figures that are alike, and all fall when the round is over",
        "assault": "step by step: the blows, and each hit when the round is over; the crew may check between two",
        "morale": "the check and the chart are an entry each, and the chart has every character's own class",
        "failure": "all models of a unit throw together",
        "charge": "step by step: both checks, the charge, the blows",
    },
    "gettysburg": {
        "charge": "step by step: fire, the tests, contact, and the melee in its phase",
    },
    "lancer": {
        "turn-length": "a question about the deck; the book draws its cards",
        "charge": "step by step: charge, melee on contact, the target's reaction",
    },
    "riskfactor": {
        "platoon": "its dice are several units': a squad's own die is an action die, the platoon's is told to each",
        "charge": "a melee is fought pair by pair, each an entry",
        "melee": "the same",
    },
    "orderchips": {
        "drive": "the book throws it for a machine of the roster, with all that it has lost",
        "charge": "step by step: declared, fire, both tests, how it ended",
        "native-band": "the book knows how many figures each player has, and whose friends they are",
        "shoot-and-test": "the test comes in the morale phase, when all have fired",
        "shell": "who stands under a template may be of several units: each is an entry",
        "shoot-machine": "the dice to hit are an entry, and each hit one with its save",
        "melee": "each unit's dice are an entry: more than two units may fight in one round",
        "assault": "the dice to hit are an entry, and each hit one with its save",
        "failure": "thrown with the test",
        "armor-saves": "each hit is an entry, with its save",
        "machine-hit": "the same, on a machine of the roster with all that it has lost",
        "explosion": "who stands under a template may be of several units: each is an entry",
        "haywire": "the book throws it for an automaton of the roster",
    },
}


def kept() -> list[System[Any]]:
    systems = [load_system(id) for id in SYSTEMS]
    return [system for system in systems if system.book_rows() is not None]


def rows_of(system: System[Any]) -> BookRows:
    rows = system.book_rows()
    assert rows is not None
    return rows


KEPT = kept()
EVERY = [(system, procedure) for system in KEPT for procedure in rows_of(system).procedures]
THROWN = [(system, procedure) for system, procedure in EVERY if procedure.form]


def form_of(system: System[Any], procedure: Procedure) -> AnyForm:
    return next(form for form in [*system.forms(), *rows_of(system).forms] if form.id == procedure.form)


def named(case: object) -> str:
    return case.id if isinstance(case, System | Procedure) else ""


def test_some_sheet_is_kept() -> None:
    assert "lancer" in [system.id for system in KEPT]


@pytest.mark.parametrize(("system", "procedure"), THROWN, ids=named)
def test_a_row_says_where_each_input_comes_from(system: System[Any], procedure: Procedure) -> None:
    form = form_of(system, procedure)
    assert sorted(each.name for each in procedure.inputs) == sorted(field.name for field in form.fields)


@pytest.mark.parametrize(("system", "procedure"), THROWN, ids=named)
def test_what_is_not_asked_has_its_source(system: System[Any], procedure: Procedure) -> None:
    attributes = [field.name for field in rows_of(system).attributes]
    for each in procedure.inputs:
        if each.source in (UNIT, TARGET):
            assert each.key in attributes, each.name
            assert each.source == UNIT or procedure.target, f"{each.name} is of a target, and there is none"
        elif each.source == WORKED:
            assert each.work is not None, each.name
        else:
            assert each.source in (ASKED, FIXED), each.name
        assert each.source == ASKED or not (each.after or each.only), f"{each.name} is not asked"


@pytest.mark.parametrize(("system", "procedure"), EVERY, ids=named)
def test_what_is_changed_is_there(system: System[Any], procedure: Procedure) -> None:
    rows = rows_of(system)
    known = [fact.field.name for fact in procedure.facts] + [each.name for each in procedure.inputs]
    if procedure.form:
        known += form_of(system, procedure).results
    for change in procedure.changes:
        own = [field.name for field in rows.own]
        assert change.attribute in (own if change.who == BOOK else rows.states)
        assert change.do in (SET, ADD, TAKE)
        assert change.by in ("", *known)
    for each in (*procedure.changes, *procedure.ties, *procedure.thens):
        assert each.when in ("", *known)
    for tie in procedure.ties:
        assert tie.relation in rows.relations
    for then in procedure.thens:
        assert rows.procedure(then.procedure) is not None, then.procedure


@pytest.mark.parametrize(("system", "procedure"), THROWN, ids=named)
def test_nobody_is_asked_for_anything_else(system: System[Any], procedure: Procedure) -> None:
    path = next(file for file in scenario_files().values() if file.parent.parent.name == system.id)
    book = new_book(system, system.read_scenario(path))
    listed = {each.name for each in procedure.inputs if each.source == ASKED}
    one = book.state.units[0]
    friend = procedure.target == FRIEND
    other = next(each for each in book.state.units[1:] if (each.side == one.side) == friend)
    for field in form_of(system, procedure).fields:
        if field.name not in listed | {fact.field.name for fact in procedure.facts}:
            intent = Intent(
                0,
                procedure.id,
                unit=-1 if procedure.free else one.id,
                target=other.id if procedure.target else -1,
                answers={field.name: field.default},
            )
            with pytest.raises(Refused, match=f"nobody is asked for '{field.name}' here: expected"):
                book.do(intent)


@pytest.mark.parametrize("system", KEPT, ids=named)
def test_every_procedure_of_the_sheet_can_be_written(system: System[Any]) -> None:
    used = {procedure.form for procedure in rows_of(system).procedures}
    missing = [form.id for form in system.forms() if form.id not in used]
    assert sorted(missing) == sorted(NOT_THROWN.get(system.id, {}))


@pytest.mark.parametrize("system", KEPT, ids=named)
def test_a_roster_has_every_attribute(system: System[Any]) -> None:
    path = next(file for file in scenario_files().values() if file.parent.parent.name == system.id)
    state = system.book_of(system.new_battle(system.read_scenario(path)))
    for unit in state.units:
        assert list(unit.values) == [field.name for field in rows_of(system).attributes]
        for field in rows_of(system).attributes:
            assert field.read(unit.values[field.name]) == unit.values[field.name]


@pytest.mark.parametrize("system", KEPT, ids=named)
def test_a_charge_says_what_follows(system: System[Any]) -> None:
    charge = rows_of(system).procedure("charge")
    assert charge is not None
    assert charge.thens
