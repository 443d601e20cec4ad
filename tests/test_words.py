"""What people read while a battle is played, for every sheet: figures by what they are, sentences that lead somewhere.

Battles are played by players who read every question and every option before they answer.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Seeded
from playsheet.core.events import Battle
from playsheet.core.glossary import Term
from playsheet.core.system import System
from playsheet.core.telling import SEQUENCE, Told
from playsheet.players.setup import set_up_from
from playsheet.rules import SYSTEMS, glossary_of, load_system, scenario_files
from playsheet.rules.gaslight import terms as gaslight_terms
from playsheet.rules.gaslight.options.choices import Only
from playsheet.rules.gaslight.shown import roster as gaslight_roster
from playsheet.rules.gettysburg import terms as gettysburg_terms
from playsheet.rules.lancer import terms as lancer_terms
from playsheet.rules.lancer.shown import view as lancer_view
from playsheet.rules.orderchips import terms as orderchips_terms
from playsheet.rules.orderchips.shown import roster as orderchips_roster
from playsheet.rules.riskfactor import terms as riskfactor_terms
from playsheet.rules.riskfactor.shown import view as riskfactor_view

FILES = scenario_files()
SMALL = ("the-wells", "the-picket", "the-telegraph-hut", "the-ruined-wells", "the-rail-fence")  # one of each sheet
WHO = (("random", 1), ("doctrine", 1), ("doctrine", 2))
NUMBERED = re.compile(r"\b(figures?|extras?|models?|units?|marks?) \d", re.IGNORECASE)  # a program's names


class Reader(Player):
    """A player who reads what he is asked, and what is wrong with it."""

    def __init__(self, system: System[Any], bot: Player) -> None:
        self.system = system
        self.bot = bot
        self.asked: list[str] = []
        self.faults: list[str] = []

    def choose(self, battle: Battle, question: Question) -> Option:
        self.read(battle, question)
        return self.bot.choose(battle, question)

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        self.read(battle, question)
        return self.bot.place(battle, question)

    def read(self, battle: Battle, question: Question) -> None:
        said = self.system.ask(battle, question)
        labels = [option.label(battle) for option in question.options]
        self.asked += [said, *labels]
        unit, figures = self.system.asked_about(battle, question)
        roster = self.system.roster(battle)
        marks = {mark.figure: mark for mark in self.system.marks(battle)}
        if not -1 <= unit < len(roster):
            self.faults.append(f"{question.kind} is about unit {unit}")
        for figure in figures:
            if figure not in marks or marks[figure].unit != unit:
                self.faults.append(f"{question.kind} is about {figure}, which is none of unit {unit}")
        for option in question.options:
            for figure in option.about()[1]:
                if figure not in marks:
                    self.faults.append(f"{option.key()} is about {figure}, which is not on the table")
        apart = {(option.label(battle), option.spot()) for option in question.options}  # a place is seen on the table
        if len(apart) < len(question.options):
            self.faults.append(f"{question.kind}: options that read alike: {sorted(labels)}")


class Played:
    """What was read and told in a battle."""

    def __init__(self, scenario: str, who: str, seed: int) -> None:
        setup = set_up_from(Path(FILES[scenario]), "", [])
        readers: list[Reader] = []
        for seat in range(len(setup.seats)):
            bot = setup.player(who, seat, seed)
            assert bot is not None
            readers.append(Reader(setup.system, bot))
        game = setup.game_with(list(readers), Seeded(seed), keep=True, own_dice=[False] * len(readers))
        teller = setup.system.teller(setup.system.new_battle(setup.scenario))
        self.system = setup.system
        self.told: list[Told] = []
        self.cards: set[str] = set()  # each line of each unit's card
        while not game.battle.finished:
            said = len(game.log)
            game.play_step()
            self.told += teller.tell(game.log[said:])
            for unit in setup.system.roster(game.battle):
                self.cards |= {unit.arm, unit.place, *unit.state, *[sign.said for sign in unit.signs]}
                self.cards |= {f"{fact.name}: {fact.value}" for fact in unit.facts}
        self.asked = [text for reader in readers for text in reader.asked]
        self.faults = [fault for reader in readers for fault in reader.faults]


@cache
def played(scenario: str, who: str, seed: int) -> Played:
    return Played(scenario, who, seed)


BATTLES = [(id, *who) for id in SMALL for who in WHO]
each_battle = pytest.mark.parametrize(("scenario", "who", "seed"), BATTLES)


# ---------------------------------------------------------------- figures


@each_battle
def test_nobody_is_called_by_a_programs_name(scenario: str, who: str, seed: int) -> None:
    battle = played(scenario, who, seed)
    assert [text for text in battle.asked if NUMBERED.search(text)] == []
    assert [told.text for told in battle.told if NUMBERED.search(told.text)] == []


@each_battle
def test_questions_and_choices_are_about_what_is_on_the_table_and_read_apart(
    scenario: str, who: str, seed: int
) -> None:
    assert played(scenario, who, seed).faults == []


@pytest.mark.parametrize("scenario", FILES)
def test_each_figure_has_a_name_of_its_own_in_its_unit(scenario: str) -> None:
    setup = set_up_from(Path(FILES[scenario]), "", [])
    named = 0
    for unit in setup.system.roster(setup.system.new_battle(setup.scenario)):
        assert len(set(unit.men)) == len(unit.men), unit.name
        assert len(unit.men) in (0, unit.start), unit.name
        assert unit.first >= 0 or not unit.men
        assert all(name and not name[0].isupper() for name in unit.men)
        named += len(unit.men)
    assert named or setup.system.id == "gettysburg"  # whose regiments stand on one base each


def test_a_figure_is_named_alike_on_the_table_and_in_a_choice() -> None:
    setup = set_up_from(Path(FILES["steam-at-kandar-ford"]), "", [])
    battle = setup.system.new_battle(setup.scenario)
    for unit in setup.system.roster(battle):
        for place, man in enumerate(unit.men):
            label = Only(unit.first + place).label(battle)
            assert man in label
            assert unit.name in label


# ---------------------------------------------------------------- the log


@each_battle
def test_every_roll_of_the_log_says_why_and_leads_to_the_sheet(scenario: str, who: str, seed: int) -> None:
    battle = played(scenario, who, seed)
    known = places_of(battle.system)
    rolls = [roll for told in battle.told for roll in told.rolls]
    assert rolls or who == "random"
    for roll in rolls:
        assert re.match(r"[A-Z]", roll.why), roll.data()  # in words, as a heading
        cited = [roll.table, *roll.ruling.split(", ")]
        assert any(cited), roll.data()
        assert all(place in known for place in cited if place), roll.data()


@each_battle
def test_every_line_of_the_log_opens_to_its_place_on_the_sheet(scenario: str, who: str, seed: int) -> None:
    battle = played(scenario, who, seed)
    known = places_of(battle.system)
    for told in battle.told:
        assert all(place in known for place in [*told.tables, *told.rulings]), told.text
        if not told.deployment:
            assert told.rolls or told.tables or told.rulings, told.text


def places_of(system: System[Any]) -> set[str]:
    """Whatever may be looked up: tables, rulings, the sequence of play."""
    tables = set(system.sheet.tables)
    rulings = {ruling.id for ruling in system.rulings.all}
    assert SEQUENCE not in tables
    return tables | rulings | ({SEQUENCE} if system.sequence() else set())


@pytest.mark.parametrize("id", SYSTEMS)
def test_what_happened_stands_under_tables_that_are_on_the_sheet(id: str) -> None:
    places: dict[type, str] = import_module(f"playsheet.rules.{id}.shown.places").PLACES
    assert set(places.values()) <= places_of(load_system(id))


# ---------------------------------------------------------------- the glossary


@pytest.mark.parametrize("id", SYSTEMS)
def test_whatever_a_units_card_can_show_has_a_word_that_is_explained(id: str) -> None:
    """Arms, places, states, signs and facts: each line of a card holds a term of the glossary."""
    shown = {line for scenario, who, seed in BATTLES for line in lines_of_cards(id, scenario, who, seed)}
    assert {line for line in shown if not terms_in(line, id)} == set()


def lines_of_cards(id: str, scenario: str, who: str, seed: int) -> set[str]:
    battle = played(scenario, who, seed)
    return battle.cards if battle.system.id == id else set()


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("lancer", [*lancer_terms.FORMATIONS, *lancer_view.PLACES, *lancer_view.ARMS]),
        ("riskfactor", [*riskfactor_view.PLACES, *riskfactor_terms.CLASSES]),
        ("gaslight", [*gaslight_terms.PLACES, *gaslight_terms.QUALITIES, *gaslight_roster.ARMS]),
        ("orderchips", [*orderchips_terms.PLACES, *orderchips_roster.ARMS]),
        (
            "gettysburg",
            [
                *gettysburg_terms.PLACES,
                *gettysburg_terms.FORMATIONS,
                *gettysburg_terms.WEAPONS[1:],
                *gettysburg_terms.STATES[1:],
                *gettysburg_terms.LEVELS,
                *gettysburg_terms.QUALITIES,
            ],
        ),
    ],
)
def test_each_word_of_the_sheets_own_lists_is_explained(id: str, words: list[str]) -> None:
    assert [word for word in words if not terms_in(word.replace("-", " "), id)] == []


@pytest.mark.parametrize("id", SYSTEMS)
def test_each_weapon_of_a_card_is_explained(id: str) -> None:
    facts = {
        f"{fact.name}: {fact.value}"
        for scenario in FILES
        for setup in [set_up_from(Path(FILES[scenario]), "", [])]
        if setup.system.id == id
        for unit in setup.system.roster(setup.system.new_battle(setup.scenario))
        for fact in unit.facts
    }
    assert facts
    assert [fact for fact in facts if not terms_in(fact, id)] == []


@cache
def glossary(id: str) -> list[Term]:
    return glossary_of(id)


def terms_in(text: str, id: str) -> list[str]:
    """As the browser finds them: whole words; those in capitals are meant so."""
    return [
        term.id
        for term in glossary(id)
        for word in term.words
        if re.search(rf"\b{re.escape(word)}\b", text, 0 if word == word.upper() else re.IGNORECASE)
    ]
