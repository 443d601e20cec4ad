"""GASLIGHT as a system that the rest of the program can play."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, cast

from mypy_extensions import i64

from playsheet.core.aims import Aim, Verdict
from playsheet.core.arrays import floats_of, ints_of
from playsheet.core.asking import Barred, Option, Player, Question
from playsheet.core.book_rows import BookRows, BookState
from playsheet.core.decks import Deck
from playsheet.core.events import Event
from playsheet.core.figures import IN_PLAY, new_figures
from playsheet.core.forms import AnyForm, Case
from playsheet.core.game import Game
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
from playsheet.core.telling import Mark, Standing, Teller, Track
from playsheet.core.terrain import Ground
from playsheet.rules.gaslight.battle.goals import Goals
from playsheet.rules.gaslight.battle.land import land_of
from playsheet.rules.gaslight.battle.state import GUNS, MACHINES, GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.book.procedures import book_rows
from playsheet.rules.gaslight.book.written import book_of
from playsheet.rules.gaslight.calculator.forms import forms
from playsheet.rules.gaslight.calculator.what_if import what_if
from playsheet.rules.gaslight.doctrine.commander import Doctrine
from playsheet.rules.gaslight.doctrine.wings import wings
from playsheet.rules.gaslight.ground.measuring import measured
from playsheet.rules.gaslight.intents import ALARMS, MEANINGS, is_meant, reach
from playsheet.rules.gaslight.laws import broken_laws
from playsheet.rules.gaslight.master import offers, overrule
from playsheet.rules.gaslight.options.why_not import barred
from playsheet.rules.gaslight.sheet import Card, Figure, GaslightRules
from playsheet.rules.gaslight.shown.narration import narrate
from playsheet.rules.gaslight.shown.questions import asked_about, question_in_words
from playsheet.rules.gaslight.shown.roster import BLURB, fallen, marks, roster, track
from playsheet.rules.gaslight.shown.story import GaslightTeller
from playsheet.rules.gaslight.shown.view import view
from playsheet.rules.gaslight.table.command import whole_deck
from playsheet.rules.gaslight.table.deployment import Trial, check_places, hull_at
from playsheet.rules.gaslight.terms import Arm, ModelMark
from playsheet.rules.gaslight.turn import SEQUENCE, step
from playsheet.rules.gaslight.victory import aims, counted_up, guns_lost, loss_points, machines_lost, stormed_now
from playsheet.tabletop.deploying import check_room

HERE: Final = Path(__file__).parent


class Gaslight(System[GaslightBattle]):
    """The sheet, its rulings and its cards, with the house rules in force."""

    def __init__(self, sheet: Sheet, rulings: Rulings, switches: Switches, houses: list[House], cards: str) -> None:
        super().__init__("gaslight", sheet, rulings, switches, houses)
        self.rules: Final = GaslightRules(sheet, switches)
        self.cards_text: Final = cards  # the whole file
        self.card_readers: Final = card_tables(cards)
        self.cards: Final = {id: Card(id, reader, self.rules) for id, reader in self.card_readers.items()}

    def remade(self, sheet: Sheet, switches: Switches, houses: list[House]) -> System[GaslightBattle]:
        return Gaslight(sheet, self.rulings, switches, houses, self.cards_text)

    def vocabulary(self) -> Vocabulary:
        ground = self.rules.ground
        return Vocabulary(
            "gaslight",
            {id: card.name for id, card in self.cards.items()},
            [id for id, row in ground.items() if not row.linear],
            [id for id, row in ground.items() if row.linear],
            [],
            self.rulings,
        )

    # ------------------------------------------------------------ a battle

    def new_battle(self, scenario: Scenario) -> GaslightBattle:
        """Every unit waits to be deployed: the second side first, characters last (R93)."""
        rules = self.rules
        goals = Goals(scenario)
        units = self.units_of(scenario)
        cast: list[Figure] = [figure for unit in units for figure in unit.card.figures]
        radii = [unit.card.radius for unit in units for _ in unit.card.figures]
        homes = [unit.id for unit in units for _ in unit.card.figures]
        groups = [unit.side for unit in units for _ in unit.card.figures]
        for unit in units:
            if unit.model >= 0:
                radii.append(model_radius(unit, rules))
                homes.append(unit.id)
                groups.append(unit.side + (GUNS if unit.kind == Arm.CREW else MACHINES))
        ground = scenario.ground
        near = Near(Squares(ground.width, ground.depth, len(radii)), ints_of(groups))
        ranks = [Near(Squares(ground.width, ground.depth, len(cast)), ints_of(groups[: len(cast)])) for _ in (0, 1)]
        battle = GaslightBattle(
            rules,
            land_of(ground, rules.ground, rules.lining),
            units,
            new_figures(len(radii)),
            Deck([], []),
            goals,
            near,
            ranks,
            cast,
            floats_of(radii),
            ints_of(homes),
        )
        equip(battle)
        battle.spans = [span_of(units, side) for side in (0, 1)]
        battle.commanders = [commander_of(battle, side) for side in (0, 1)]
        battle.to_deploy = [
            unit.id
            for side in (1, 0)
            for characters in (False, True)
            for unit in units
            if unit.side == side and (unit.kind == Arm.CHARACTER) == characters
        ]
        entries = goals.entries
        battle.to_deploy.sort(key=lambda id: entries[id].at is None or bool(entries[id].attached_to))  # R127
        check_places(battle, scenario)
        return battle

    def check_room(self, scenario: Scenario) -> None:
        check_room(Trial(self.new_battle(scenario)))

    def units_of(self, scenario: Scenario) -> list[Unit]:
        """The roster: figures are numbered unit by unit, then guns and machines."""
        cards = [self.card_of(entry) for side in scenario.sides for entry in side.units]
        model = sum([len(card.figures) for card in cards])
        units: list[Unit] = []
        first = 0
        seat = 0
        for side_index, side in enumerate(scenario.sides):
            players = side.players or [side.name]
            for entry in side.units:
                card = cards[len(units)]
                owner = players.index(entry.owner) if entry.owner in players else 0
                has_model = card.kind in (Arm.CREW, Arm.VEHICLE)
                held = model if has_model else -1
                units.append(Unit(len(units), card, entry.name, side_index, seat + owner, first, held))
                first += len(card.figures)
                model += 1 if has_model else 0
            seat += len(players)
        return units

    def card_of(self, entry: UnitEntry) -> Card:
        """The unit's card, with what the scenario changes of it."""
        changed = entry.changed(self.card_readers[entry.card])
        return self.cards[entry.card] if changed is None else Card(entry.card, changed, self.rules)

    def step(self, game: Game[GaslightBattle]) -> None:
        step(game)

    def sequence(self) -> list[Part[GaslightBattle]]:
        return list(SEQUENCE)

    def overrule(self, game: Game[GaslightBattle], order: str) -> None:
        overrule(game, order)

    def master_orders(self, battle: GaslightBattle) -> list[Offer]:
        return offers(battle)

    def clone(self, battle: GaslightBattle) -> GaslightBattle:
        return battle.clone()

    def view(self, battle: GaslightBattle, seat: int) -> dict[str, object]:
        return view(battle)

    # ------------------------------------------------------------ people and programs

    def told_field(self, name: str, value: object) -> object:
        if name == "state":
            return tuple(cast("list[int]", value))
        return super().told_field(name, value)

    def doctrine(self, seat: int, stances: Stances = NO_STANCES) -> Player:
        return Doctrine(stances)

    def wings(self, battle: GaslightBattle, seat: int) -> list[list[int]]:
        return wings(battle, seat)

    def meanings(self) -> list[Meaning]:
        return MEANINGS

    def alarms(self) -> dict[str, tuple[str, str]]:
        return ALARMS

    def reach(self, battle: GaslightBattle, unit: int) -> float:
        return reach(battle, battle.units[unit])

    def is_meant(self, battle: GaslightBattle, unit: int, kind: str, key: str) -> bool:
        return is_meant(battle, battle.units[unit], kind, key)

    def unit_of(self, battle: GaslightBattle, figure: int) -> int:
        return battle.unit_of(figure).id

    def ask(self, battle: GaslightBattle, question: Question) -> str:
        return question_in_words(battle, question)

    def barred(self, battle: GaslightBattle, question: Question) -> list[Barred]:
        return barred(battle, question)

    def asked_about(self, battle: GaslightBattle, question: Question) -> tuple[int, list[int]]:
        return asked_about(battle, question)

    def narrate(self, event: Event[GaslightBattle], battle: GaslightBattle) -> str:
        return narrate(event, battle)

    def teller(self, battle: GaslightBattle) -> Teller[GaslightBattle]:
        return GaslightTeller(battle)

    def roster(self, battle: GaslightBattle) -> list[Standing]:
        return roster(battle)

    def marks(self, battle: GaslightBattle) -> list[Mark]:
        return marks(battle)

    def fallen(self, battle: GaslightBattle) -> list[Mark]:
        return fallen(battle)

    def track(self, battle: GaslightBattle) -> Track | None:
        return track(battle)

    def blurb(self) -> str:
        return BLURB

    def measured(self, battle: GaslightBattle, start: Spot, end: Spot) -> Measured:
        return measured(battle, self.unit_at(battle, start), self.unit_at(battle, end), start, end)

    def unit_at(self, battle: GaslightBattle, spot: Spot) -> Unit | None:
        """The unit that is measured from or to, if it is one."""
        if spot.unit < 0:
            return None
        self.spot(battle, spot)  # refuses what is not on the table
        return battle.units[spot.unit]

    def what_if(self, battle: GaslightBattle, question: Question, option: Option) -> Case | None:
        return what_if(battle, question, option)

    def ground(self, battle: GaslightBattle) -> Ground | None:
        return battle.land.ground

    def read_cards(self, reader: Reader) -> int:
        ids = [id for id in reader.data if id != "system"]
        for id in ids:
            Card(id, reader.table(id), self.rules)
        return len(ids)

    def forms(self) -> list[AnyForm]:
        return forms(self.rules)

    def book_rows(self) -> BookRows:
        return book_rows(self.rules)

    def book_of(self, battle: GaslightBattle) -> BookState:
        return book_of(battle)

    def whole_deck(self, battle: GaslightBattle) -> Track | None:
        cards = whole_deck(battle)
        return Track("deck", [battle.units[card].name for card in cards], cards, len(cards) - 1, 0, -1)

    def score(self, battle: GaslightBattle) -> list[int]:
        return battle.score

    def aims(self, battle: GaslightBattle) -> list[Aim]:
        return aims(battle)

    def verdict_now(self, battle: GaslightBattle) -> Verdict | None:
        return stormed_now(battle) or counted_up(battle)

    def broken_laws(self, battle: GaslightBattle) -> list[str]:
        return broken_laws(battle)

    def tally(self, battle: GaslightBattle) -> dict[str, list[int]]:
        return tally(battle)


def load(texts: Mapping[str, str] | None = None) -> Gaslight:
    """The sheet as printed, or as it stands in these texts (by the names of their files), with the default rulings."""
    texts = texts_in(HERE) if texts is None else texts
    sheet = read_sheet(texts["sheet.toml"], "sheet.toml")
    rulings = read_rulings(texts["rulings.toml"], "rulings.toml")
    return Gaslight(sheet, rulings, rulings.defaults(), [], texts["cards.toml"])


def model_radius(unit: Unit, rules: GaslightRules) -> float:
    """Of a gun's base, or of the circle round a hull."""
    card = unit.card.machine
    if card is None:
        return rules.gun_radius
    return hull_at(unit, x=0.0, y=0.0, facing=0.0).radius


def span_of(units: list[Unit], side: int) -> tuple[int, int]:
    """The first of a side's figures, and the one after its last."""
    firsts = [unit.first for unit in units if unit.side == side]
    ends = [unit.first + unit.start for unit in units if unit.side == side]
    return min(firsts, default=0), max(ends, default=0)


def equip(battle: GaslightBattle) -> None:
    """Everything starts loaded, with its grenades, its engine running (R42, R93)."""
    for unit in battle.units:
        for index in range(unit.start):
            figure = unit.first + index
            battle.owner[i64(figure)] = unit.id
            battle.grenades[i64(figure)] = unit.card.figures[index].grenades
            battle.mark(figure, ModelMark.LOADED)
        if unit.model >= 0:
            battle.owner[i64(unit.model)] = unit.id
            battle.mark(unit.model, ModelMark.LOADED)
        if unit.kind == Arm.CREW:
            battle.guns.append(unit.id)
        card = unit.card.machine
        if card is not None:
            unit.machine = card.blueprint.whole(card.save, card.sustain, card.speed)
            unit.weapons_loaded = (1 << len(card.weapons)) - 1
            battle.machines.append(unit.id)


def commander_of(battle: GaslightBattle, side: int) -> int:
    """The figure that commands a side's army; one a side, and a main character."""
    found = -1
    for unit in battle.units:
        if unit.side != side or not battle.goals.commands[unit.id]:
            continue
        entry = battle.goals.entries[unit.id]
        if found >= 0:
            raise entry.source.refused("extra", f"{unit.name} would be a second army commander; expected one a side.")
        found = unit.first + unit.card.leader
        if not battle.is_character(found):
            raise entry.source.refused("extra", f"{unit.name} has no main character to command the army.")
    return found


def tally(battle: GaslightBattle) -> dict[str, list[int]]:
    """Figures, guns and machines that are no longer in play, and what that is worth to the enemy."""
    figures = [0, 0]
    for unit in battle.units:
        figures[unit.side] += unit.start - battle.figures.count(unit.first, unit.start, IN_PLAY)
    return {
        "figures_lost": figures,
        "guns_lost": [guns_lost(battle, side) for side in (0, 1)],
        "machines_lost": [machines_lost(battle, side) for side in (0, 1)],
        "points_given": [loss_points(battle, side) for side in (0, 1)],
    }
