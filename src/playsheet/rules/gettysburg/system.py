"""Guns At Gettysburg as a system that the rest of the program can play."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, cast

from playsheet.core.aims import Aim, Verdict
from playsheet.core.asking import Barred, Option, Player, Question
from playsheet.core.book_rows import BookRows, BookState
from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.events import Event
from playsheet.core.forms import AnyForm, Case
from playsheet.core.game import Game
from playsheet.core.house import House
from playsheet.core.master import Offer
from playsheet.core.meanings import Meaning
from playsheet.core.measuring import Measured, Spot
from playsheet.core.reader import Reader
from playsheet.core.rulings import Rulings, Switches, read_rulings
from playsheet.core.scenario import Scenario, Vocabulary, card_tables
from playsheet.core.sequence import Part
from playsheet.core.sheet import Sheet, read_sheet, texts_in
from playsheet.core.stances import NO_STANCES, Stances
from playsheet.core.system import System
from playsheet.core.telling import Mark, Standing, Teller, Track
from playsheet.core.terrain import Ground, on_table
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.book.rows import book_rows
from playsheet.rules.gettysburg.book.written import book_of
from playsheet.rules.gettysburg.calculator.forms import forms
from playsheet.rules.gettysburg.calculator.what_if import what_if
from playsheet.rules.gettysburg.doctrine.commander import Doctrine
from playsheet.rules.gettysburg.ground.measuring import measured
from playsheet.rules.gettysburg.ground.setup import CardOf, Muster, formation_of, garrison_at
from playsheet.rules.gettysburg.intents import ALARMS, MEANINGS, reach
from playsheet.rules.gettysburg.laws import broken_laws
from playsheet.rules.gettysburg.master import offers, overrule
from playsheet.rules.gettysburg.options.why_not import why_not
from playsheet.rules.gettysburg.sheet.tables import Card, GettysburgRules
from playsheet.rules.gettysburg.shown.narration import narrate
from playsheet.rules.gettysburg.shown.questions import question_in_words
from playsheet.rules.gettysburg.shown.roster import BLURB, marks, roster, track
from playsheet.rules.gettysburg.shown.story import GettysburgTeller
from playsheet.rules.gettysburg.shown.view import guessed, scrambled, seen_by, view
from playsheet.rules.gettysburg.table.deployment import DeployRegion, Trial
from playsheet.rules.gettysburg.terms import FORMATIONS, Formation, Where
from playsheet.rules.gettysburg.turn import SEQUENCE, step
from playsheet.rules.gettysburg.victory import aims, by_points, figures_lost, is_spent, reason
from playsheet.tabletop.deploying import check_room

HERE: Final = Path(__file__).parent


class Gettysburg(System[GettysburgBattle]):
    """The sheet, its rulings and its cards, with the house rules in force."""

    def __init__(self, sheet: Sheet, rulings: Rulings, switches: Switches, houses: list[House], cards: str) -> None:
        super().__init__("gettysburg", sheet, rulings, switches, houses)
        self.rules: Final = GettysburgRules(sheet, switches)
        self.cards_text: Final = cards  # the whole file
        self.card_readers: Final = card_tables(cards)
        self.cards: Final = {id: Card(id, reader, self.rules) for id, reader in self.card_readers.items()}

    def remade(self, sheet: Sheet, switches: Switches, houses: list[House]) -> System[GettysburgBattle]:
        return Gettysburg(sheet, self.rulings, switches, houses, self.cards_text)

    def vocabulary(self) -> Vocabulary:
        ground = self.rules.ground
        return Vocabulary(
            "gettysburg",
            {id: card.name for id, card in self.cards.items()},
            [id for id, row in ground.items() if not row.linear],
            [id for id, row in ground.items() if row.linear],
            [name for name in FORMATIONS if name != FORMATIONS[Formation.MOB]],
            self.rulings,
        )

    # ------------------------------------------------------------ a battle

    def new_battle(self, scenario: Scenario) -> GettysburgBattle:
        """Every unit waits to be deployed; those that have a place of their own must fit there."""
        if len(scenario.sides) != 2:
            raise scenario.sides[2].units[0].source.refused("", "expected two sides for this sheet.")
        muster = Muster(scenario, self.rules, self.cards, self.sides_of_seats(scenario))
        battle = muster.battle(CardOf(self.rules, self.cards, self.card_readers))
        check_places(battle)
        return battle

    def check_room(self, scenario: Scenario) -> None:
        check_room(Trial(self.new_battle(scenario)))

    def step(self, game: Game[GettysburgBattle]) -> None:
        step(game)

    def sequence(self) -> list[Part[GettysburgBattle]]:
        return list(SEQUENCE)

    def overrule(self, game: Game[GettysburgBattle], order: str) -> None:
        overrule(game, order)

    def master_orders(self, battle: GettysburgBattle) -> list[Offer]:
        return offers(battle)

    def clone(self, battle: GettysburgBattle) -> GettysburgBattle:
        return battle.clone()

    # ------------------------------------------------------------ what a seat may know

    def told_field(self, name: str, value: object) -> object:
        if name in ("area", "way"):
            return [tuple(point) for point in cast("list[list[float]]", value)]
        return super().told_field(name, value)

    def seen(self, battle: GettysburgBattle, seat: int) -> GettysburgBattle:
        return seen_by(battle, seat)

    def guess(self, battle: GettysburgBattle, seat: int, dice: Dice) -> GettysburgBattle:
        return guessed(battle, seat, dice)

    def view(self, battle: GettysburgBattle, seat: int) -> dict[str, object]:
        return view(battle, seat)

    def shown(self, battle: GettysburgBattle, event: Event[GettysburgBattle], seat: int) -> bool:
        """When the battle is over all chips lie open."""
        return battle.finished or super().shown(battle, event, seat)

    def hides(self) -> bool:
        return self.rules.orders_hidden

    def scrambled(self, battle: GettysburgBattle, seat: int, dice: Dice) -> GettysburgBattle | None:
        return scrambled(battle, seat, dice)

    # ------------------------------------------------------------ people and programs

    def ask(self, battle: GettysburgBattle, question: Question) -> str:
        return question_in_words(battle, question)

    def barred(self, battle: GettysburgBattle, question: Question) -> list[Barred]:
        return why_not(battle, question)

    def narrate(self, event: Event[GettysburgBattle], battle: GettysburgBattle) -> str:
        return narrate(event, battle)

    def teller(self, battle: GettysburgBattle) -> Teller[GettysburgBattle]:
        return GettysburgTeller(battle)

    def place_since(self, battle: GettysburgBattle, size: int, unit: int) -> int:
        """A detachment or a reinforcement stands before the generals."""
        units = size - len(battle.generals)
        if unit >= units:
            return len(battle.units) + unit - units
        return unit if unit < len(battle.units) else -1

    def roster(self, battle: GettysburgBattle) -> list[Standing]:
        return roster(battle)

    def marks(self, battle: GettysburgBattle) -> list[Mark]:
        return marks(battle)

    def track(self, battle: GettysburgBattle) -> Track | None:
        return track(battle)

    def score(self, battle: GettysburgBattle) -> list[int]:
        return battle.score[:]

    def blurb(self) -> str:
        return BLURB

    def ground(self, battle: GettysburgBattle) -> Ground | None:
        return battle.land.ground

    def measured(self, battle: GettysburgBattle, start: Spot, end: Spot) -> Measured:
        return measured(battle, self.unit_at(battle, start), self.unit_at(battle, end), start, end)

    def unit_at(self, battle: GettysburgBattle, spot: Spot) -> Unit | None:
        """The unit that is measured from or to, if it is one; a general is a point."""
        if spot.unit < 0:
            return None
        if spot.unit >= len(battle.units) or battle.units[spot.unit].place != Where.ON_TABLE:
            raise Refused(f"there is no unit {spot.unit} on the table to measure from or to.")
        return battle.units[spot.unit]

    def read_cards(self, reader: Reader) -> int:
        ids = [id for id in reader.data if id != "system"]
        for id in ids:
            Card(id, reader.table(id), self.rules)
        return len(ids)

    def doctrine(self, seat: int, stances: Stances = NO_STANCES) -> Player:
        return Doctrine(stances)

    def wings(self, battle: GettysburgBattle, seat: int) -> list[list[int]]:
        """The brigades that have anybody on the table."""
        bodies = [battle.units_of(brigade) for brigade in battle.brigades if brigade.seat == seat]
        return [[unit.id for unit in units] for units in bodies if units]

    def meanings(self) -> list[Meaning]:
        return MEANINGS

    def alarms(self) -> dict[str, tuple[str, str]]:
        return ALARMS

    def reach(self, battle: GettysburgBattle, unit: int) -> float:
        return reach(battle, battle.units[unit]) if unit < len(battle.units) else 0.0

    def body(self, battle: GettysburgBattle, unit: int) -> int:
        return battle.units[unit].brigade if unit < len(battle.units) else -1

    def forms(self) -> list[AnyForm]:
        return forms(self.rules)

    def what_if(self, battle: GettysburgBattle, question: Question, option: Option) -> Case | None:
        return what_if(self, battle, question, option)

    def aims(self, battle: GettysburgBattle) -> list[Aim]:
        return aims(battle)

    def verdict_now(self, battle: GettysburgBattle) -> Verdict | None:
        return by_points(battle, reason(battle, last=True))

    def broken_laws(self, battle: GettysburgBattle) -> list[str]:
        return broken_laws(battle)

    def tally(self, battle: GettysburgBattle) -> dict[str, list[int]]:
        return tally(battle)

    # ------------------------------------------------------------ the field book

    def book_rows(self) -> BookRows:
        return book_rows(self.rules)

    def book_of(self, battle: GettysburgBattle) -> BookState:
        return book_of(battle)


def load(texts: Mapping[str, str] | None = None) -> Gettysburg:
    """The sheet as printed, or as it stands in these texts (by the names of their files), with the default rulings."""
    texts = texts_in(HERE) if texts is None else texts
    sheet = read_sheet(texts["sheet.toml"], "sheet.toml")
    rulings = read_rulings(texts["rulings.toml"], "rulings.toml")
    return Gettysburg(sheet, rulings, rulings.defaults(), [], texts["cards.toml"])


def tally(battle: GettysburgBattle) -> dict[str, list[int]]:
    """Units gone, brigades broken or gone, figures lost, generals lost."""
    units = [0, 0]
    brigades = [0, 0]
    generals = [0, 0]
    for unit in battle.units:
        if unit.place == Where.GONE and not unit.is_detachment():
            units[unit.side] += 1
    for brigade in battle.brigades:
        if is_spent(battle, brigade):
            brigades[brigade.side] += 1
    for general in battle.generals:
        if general.place == Where.GONE:
            generals[general.side] += 1
    return {
        "units_lost": units,
        "brigades_spent": brigades,
        "generals_lost": generals,
        "figures_lost": [figures_lost(battle, side) for side in (0, 1)],
    }


def check_places(battle: GettysburgBattle) -> None:
    """Units that the scenario puts in a place of its own must fit there: on the table, on open ground, on nobody."""
    trial = battle.clone()
    for unit in trial.units:
        spot = trial.goals.spots[unit.id]
        if spot is None:
            continue
        entry = trial.goals.entries[unit.id]
        formation = formation_of(trial, unit)
        x, y, facing = spot
        there = trial.footprint(unit, formation, x, y, facing)
        if not on_table(trial.land.ground, there):
            raise entry.source.refused("", f"{unit.name} would stand off the table: expected room for it.")
        why = DeployRegion(trial, unit, formation).place_refusal(there)
        if why:
            raise entry.source.refused("", why)
        unit.place = Where.ON_TABLE
        unit.formation = formation
        unit.garrison = garrison_at(trial, unit, there)
        trial.put(unit, x, y, facing)
