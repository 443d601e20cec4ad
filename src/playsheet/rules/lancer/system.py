"""Lancer Rifle Gatling as a system that the rest of the program can play."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from playsheet.core.aims import Aim, Verdict
from playsheet.core.angles import direction
from playsheet.core.arrays import ints_of
from playsheet.core.asking import Barred, Option, Player, Question
from playsheet.core.book_rows import BookRows, BookState
from playsheet.core.decks import Deck
from playsheet.core.events import Event
from playsheet.core.figures import IN_PLAY, new_figures
from playsheet.core.forms import AnyForm, Case
from playsheet.core.game import Game
from playsheet.core.geometry import Rect, overlaps, rect
from playsheet.core.house import House
from playsheet.core.master import Offer
from playsheet.core.meanings import Meaning
from playsheet.core.measuring import Measured, Spot
from playsheet.core.near import Near, Squares
from playsheet.core.reader import Reader
from playsheet.core.rulings import Rulings, Switches, read_rulings
from playsheet.core.scenario import Scenario, UnitEntry, Vocabulary, card_tables
from playsheet.core.sequence import Part
from playsheet.core.sheet import Sheet, read_sheet, texts_in
from playsheet.core.stances import NO_STANCES, Stances
from playsheet.core.system import System
from playsheet.core.telling import Look, Mark, Standing, Teller, Track
from playsheet.core.terrain import Ground, on_table
from playsheet.rules.lancer.battle.events import whole_deck
from playsheet.rules.lancer.battle.goals import Goals
from playsheet.rules.lancer.battle.land import Land, Plot
from playsheet.rules.lancer.battle.state import COMMANDERS, LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.book import book_of, book_rows
from playsheet.rules.lancer.calculator.forms import forms
from playsheet.rules.lancer.calculator.what_if import what_if
from playsheet.rules.lancer.doctrine.commander import Doctrine
from playsheet.rules.lancer.ground.measuring import measured
from playsheet.rules.lancer.intents import ALARMS, MEANINGS, reach
from playsheet.rules.lancer.laws import broken_laws
from playsheet.rules.lancer.master import offers, overrule
from playsheet.rules.lancer.options.why_not import barred
from playsheet.rules.lancer.sheet import Card, LancerRules
from playsheet.rules.lancer.shown.narration import narrate
from playsheet.rules.lancer.shown.questions import question_in_words
from playsheet.rules.lancer.shown.story import LancerTeller
from playsheet.rules.lancer.shown.view import deck_track, fallen, look, marks, roster, track, view
from playsheet.rules.lancer.table.deployment import Trial
from playsheet.rules.lancer.terms import FORMATIONS, Arm, Formation
from playsheet.rules.lancer.turn import SEQUENCE, step
from playsheet.rules.lancer.victory import aims, counted_up, removed_commanders, removed_units, won_at_stop
from playsheet.tabletop.deploying import check_room
from playsheet.tabletop.wings import parts_of_front

HERE: Final = Path(__file__).parent
BLURB: Final = (
    "Colonial and imaginary armies of the late nineteenth century: companies of ten or so, a few guns, a general. "
    "Every unit has cards in the deck, and one card says STOP: nobody knows who will act next, or whether at all. "
    "Few tables, quick melees figure by figure, sudden routs. Half an hour for a small battle, an evening for a large "
    "one; the first game to try, alone or with a friend."
)


class Lancer(System[LancerBattle]):
    """The sheet, its rulings and its cards, with the house rules in force."""

    def __init__(self, sheet: Sheet, rulings: Rulings, switches: Switches, houses: list[House], cards: str) -> None:
        super().__init__("lancer", sheet, rulings, switches, houses)
        self.rules: Final = LancerRules(sheet, switches)
        self.cards_text: Final = cards  # the whole file
        self.card_readers: Final = card_tables(cards)
        self.cards: Final = {
            id: Card(id, reader, self.rules.weapons, self.rules.half_times, self.rules.half_drop)
            for id, reader in self.card_readers.items()
        }

    def remade(self, sheet: Sheet, switches: Switches, houses: list[House]) -> System[LancerBattle]:
        return Lancer(sheet, self.rulings, switches, houses, self.cards_text)

    def vocabulary(self) -> Vocabulary:
        ground = self.rules.ground
        return Vocabulary(
            "lancer",
            {id: card.name for id, card in self.cards.items()},
            [id for id, row in ground.items() if not row.linear],
            [id for id, row in ground.items() if row.linear],
            FORMATIONS[:3],
            self.rulings,
        )

    # ------------------------------------------------------------ a battle

    def new_battle(self, scenario: Scenario) -> LancerBattle:
        """Every unit waits to be deployed: side 2 first, then side 1, commanders last (R43)."""
        goals = Goals(scenario)
        plots = [Plot(piece, self.rules.ground[piece.kind]) for piece in scenario.ground.pieces]
        land = Land(scenario.ground, plots)
        units: list[Unit] = []
        first = 0
        seat = 0
        for side_index, side in enumerate(scenario.sides):
            players = side.players or [side.name]
            for entry in side.units:
                card = self.card_of(entry)
                owner = players.index(entry.owner) if entry.owner in players else 0
                units.append(Unit(len(units), card, entry.name, side_index, seat + owner, card.figures, first))
                first += card.figures
            seat += len(players)
        squares = Squares(scenario.ground.width, scenario.ground.depth, len(units))
        near = Near(squares, ints_of([unit.side + (COMMANDERS if unit.kind == Arm.COMMANDER else 0) for unit in units]))
        battle = LancerBattle(self.rules, land, units, new_figures(first), Deck([], []), goals, near)
        battle.owner = [unit.id for unit in units for _ in range(unit.start)]
        battle.leaders = [unit.id for unit in units if unit.kind == Arm.COMMANDER]
        battle.to_deploy = [
            unit.id
            for side_index in (1, 0)
            for leaders in (False, True)
            for unit in units
            if unit.side == side_index and (unit.kind == Arm.COMMANDER) == leaders
        ]
        battle.to_deploy.sort(key=lambda id: goals.entries[id].at is None)  # R63
        check_places(battle, scenario)
        return battle

    def check_room(self, scenario: Scenario) -> None:
        check_room(Trial(self.new_battle(scenario)))

    def card_of(self, entry: UnitEntry) -> Card:
        """The unit's card, with what the scenario changes of it."""
        changed = entry.changed(self.card_readers[entry.card])
        return (
            self.cards[entry.card]
            if changed is None
            else Card(entry.card, changed, self.rules.weapons, self.rules.half_times, self.rules.half_drop)
        )

    def step(self, game: Game[LancerBattle]) -> None:
        step(game)

    def sequence(self) -> list[Part[LancerBattle]]:
        return list(SEQUENCE)

    def overrule(self, game: Game[LancerBattle], order: str) -> None:
        overrule(game, order)

    def master_orders(self, battle: LancerBattle) -> list[Offer]:
        return offers(battle)

    def clone(self, battle: LancerBattle) -> LancerBattle:
        return battle.clone()

    def view(self, battle: LancerBattle, seat: int) -> dict[str, object]:
        return view(battle)

    # ------------------------------------------------------------ people and programs

    def doctrine(self, seat: int, stances: Stances = NO_STANCES) -> Player:
        return Doctrine(stances)

    def wings(self, battle: LancerBattle, seat: int) -> list[list[int]]:
        """Thirds of the front; generals lead, and are led by nobody."""
        led = [unit for unit in battle.units if unit.seat == seat and unit.on_table() and unit.kind != Arm.COMMANDER]
        along: list[float] = []
        for unit in led:
            ux, uy = direction(battle.goals.facings[unit.side])
            along.append(unit.x * uy - unit.y * ux)
        return parts_of_front([unit.id for unit in led], along)

    def meanings(self) -> list[Meaning]:
        return MEANINGS

    def alarms(self) -> dict[str, tuple[str, str]]:
        return ALARMS

    def reach(self, battle: LancerBattle, unit: int) -> float:
        return reach(battle, battle.units[unit])

    def ask(self, battle: LancerBattle, question: Question) -> str:
        return question_in_words(battle, question)

    def barred(self, battle: LancerBattle, question: Question) -> list[Barred]:
        return barred(battle, question)

    def narrate(self, event: Event[LancerBattle], battle: LancerBattle) -> str:
        return narrate(event, battle)

    def teller(self, battle: LancerBattle) -> Teller[LancerBattle]:
        return LancerTeller(battle)

    def roster(self, battle: LancerBattle) -> list[Standing]:
        return roster(battle)

    def marks(self, battle: LancerBattle) -> list[Mark]:
        return marks(battle)

    def fallen(self, battle: LancerBattle) -> list[Mark]:
        return fallen(battle)

    def look(self, battle: LancerBattle, seat: int, last: Look | None) -> Look:
        return look(battle, last)

    def track(self, battle: LancerBattle) -> Track | None:
        return track(battle)

    def whole_deck(self, battle: LancerBattle) -> Track | None:
        return deck_track(battle, whole_deck(battle), 0)

    def score(self, battle: LancerBattle) -> list[int]:
        return battle.score if battle.goals.counts_points() else []

    def blurb(self) -> str:
        return BLURB

    def ground(self, battle: LancerBattle) -> Ground | None:
        return battle.land.ground

    def measured(self, battle: LancerBattle, start: Spot, end: Spot) -> Measured:
        return measured(battle, self.unit_at(battle, start), self.unit_at(battle, end), start, end)

    def unit_at(self, battle: LancerBattle, spot: Spot) -> Unit | None:
        """The unit that is measured from or to, if it is one."""
        if spot.unit < 0:
            return None
        self.spot(battle, spot)  # refuses what is not on the table
        return battle.units[spot.unit]

    def read_cards(self, reader: Reader) -> int:
        ids = [id for id in reader.data if id != "system"]
        for id in ids:
            Card(id, reader.table(id), self.rules.weapons, self.rules.half_times, self.rules.half_drop)
        return len(ids)

    def forms(self) -> list[AnyForm]:
        return forms(self.rules)

    def book_rows(self) -> BookRows:
        return book_rows(self.rules)

    def book_of(self, battle: LancerBattle) -> BookState:
        return book_of(battle)

    def what_if(self, battle: LancerBattle, question: Question, option: Option) -> Case | None:
        return what_if(self, battle, question, option)

    def aims(self, battle: LancerBattle) -> list[Aim]:
        return aims(battle)

    def verdict_now(self, battle: LancerBattle) -> Verdict | None:
        return won_at_stop(battle) or counted_up(battle)

    def broken_laws(self, battle: LancerBattle) -> list[str]:
        return broken_laws(battle)

    def tally(self, battle: LancerBattle) -> dict[str, list[int]]:
        return tally(battle)


def load(texts: Mapping[str, str] | None = None) -> Lancer:
    """The sheet as printed, or as it stands in these texts (by the names of their files), with the default rulings."""
    texts = texts_in(HERE) if texts is None else texts
    sheet = read_sheet(texts["sheet.toml"], "sheet.toml")
    rulings = read_rulings(texts["rulings.toml"], "rulings.toml")
    return Lancer(sheet, rulings, rulings.defaults(), [], texts["cards.toml"])


def tally(battle: LancerBattle) -> dict[str, list[int]]:
    """Units and commanders removed, and figures that are no longer in play (killed, captured or fled)."""
    figures = [0, 0]
    for unit in battle.units:
        figures[unit.side] += unit.start - battle.figures.count(unit.first, unit.start, IN_PLAY)
    return {
        "units_lost": [removed_units(battle, side) for side in (0, 1)],
        "commanders_lost": [removed_commanders(battle, side) for side in (0, 1)],
        "figures_lost": figures,
    }


def check_places(battle: LancerBattle, scenario: Scenario) -> None:
    """Units that the scenario puts in a place of its own must fit there."""
    placed: list[tuple[str, Rect]] = []
    for unit in battle.units:
        entry = battle.goals.entries[unit.id]
        if len(scenario.sides) != 2:
            raise entry.source.refused("", "expected two sides for this sheet.")
        if entry.at is None:
            continue
        formation = Formation.NONE
        if unit.kind in (Arm.FOOT, Arm.HORSE):
            formation = FORMATIONS.index(entry.formation) if entry.formation else Formation.LINE
        width, depth = battle.extent(unit, formation)
        there = rect(entry.at[0], entry.at[1], entry.facing, width, depth)
        if not on_table(battle.land.ground, there):
            raise entry.source.refused(
                "at", f"{unit.name} would stand off the table: expected a place where all of it fits."
            )
        by_road = formation == Formation.COLUMN or unit.kind in (Arm.GUN, Arm.COMMANDER)
        closed = battle.land.refuses(there, unit.kind == Arm.GUN or unit.mounted(), by_road)
        if closed:
            raise entry.source.refused("at", f"{unit.name} may not enter {closed}: expected a place open to it.")
        for other, place in placed:
            if overlaps(there, place):
                raise entry.source.refused("at", f"{unit.name} would overlap {other}: expected a free place.")
        placed.append((unit.name, there))
