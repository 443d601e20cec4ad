"""The order-chip sheet as a system that the rest of the program can play."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, cast

from playsheet.core.aims import Aim, Verdict
from playsheet.core.arrays import floats_of, ints, ints_of
from playsheet.core.asking import Barred, Option, Player, Question
from playsheet.core.book_rows import BookRows, BookState
from playsheet.core.dice import Dice
from playsheet.core.events import Event
from playsheet.core.figures import new_figures
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
from playsheet.rules.orderchips.battle.goals import Goals
from playsheet.rules.orderchips.battle.land import land_of
from playsheet.rules.orderchips.battle.secrets import seen_by
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY, Unit, size_of_model
from playsheet.rules.orderchips.book.procedures import book_rows
from playsheet.rules.orderchips.book.written import book_of
from playsheet.rules.orderchips.calculator.forms import forms
from playsheet.rules.orderchips.calculator.what_if import what_if
from playsheet.rules.orderchips.doctrine.commander import Doctrine
from playsheet.rules.orderchips.doctrine.wings import wings
from playsheet.rules.orderchips.ground.measuring import measured
from playsheet.rules.orderchips.intents import ALARMS, MEANINGS, last_time, reach
from playsheet.rules.orderchips.laws import broken_laws
from playsheet.rules.orderchips.master import offers, overrule
from playsheet.rules.orderchips.options.why_not import barred
from playsheet.rules.orderchips.sheet.tables import Card, ChipRules
from playsheet.rules.orderchips.shown.narration import narrate
from playsheet.rules.orderchips.shown.questions import asked_about, question_in_words
from playsheet.rules.orderchips.shown.roster import BLURB, fallen, marks, roster, track
from playsheet.rules.orderchips.shown.story import ChipTeller
from playsheet.rules.orderchips.shown.view import guessed, scrambled, view
from playsheet.rules.orderchips.table.deployment import Trial, check_places
from playsheet.rules.orderchips.terms import ORDERS, Arm, ModelKind
from playsheet.rules.orderchips.turn import SEQUENCE, step
from playsheet.rules.orderchips.victory import LAST_TURN, aims, counted_up, is_lost, why_over
from playsheet.tabletop.deploying import check_room

HERE: Final = Path(__file__).parent


class OrderChips(System[ChipBattle]):
    """The sheet, its rulings and its cards, with the house rules in force."""

    def __init__(self, sheet: Sheet, rulings: Rulings, switches: Switches, houses: list[House], cards: str) -> None:
        super().__init__("orderchips", sheet, rulings, switches, houses)
        self.rules: Final = ChipRules(sheet, switches)
        self.cards_text: Final = cards  # the whole file
        self.card_readers: Final = card_tables(cards)
        self.cards: Final = {id: Card(id, reader, self.rules) for id, reader in self.card_readers.items()}

    def remade(self, sheet: Sheet, switches: Switches, houses: list[House]) -> System[ChipBattle]:
        return OrderChips(sheet, self.rulings, switches, houses, self.cards_text)

    def vocabulary(self) -> Vocabulary:
        ground = self.rules.ground
        return Vocabulary(
            "orderchips",
            {id: card.name for id, card in self.cards.items()},
            [id for id, row in ground.items() if not row.linear],
            [id for id, row in ground.items() if row.linear],
            list(ORDERS),
            self.rulings,
        )

    # ------------------------------------------------------------ a battle

    def new_battle(self, scenario: Scenario) -> ChipBattle:
        """Every unit waits to be deployed: side by side, player by player, notable persons last (R77)."""
        rules = self.rules
        units = self.units_of(scenario)
        homes: list[int] = []
        parts: list[int] = []
        for unit in units:
            for model_part in [ModelKind.FIGURE] * unit.start + model_parts(unit.card):
                homes.append(unit.id)
                parts.append(model_part)
        sizes = [size_of_model(rules, units[homes[model]], parts[model]) for model in range(len(homes))]
        ground = scenario.ground
        groups = ints_of([units[home].side for home in homes])
        near = Near(Squares(ground.width, ground.depth, len(homes)), groups)
        land = land_of(ground, rules.ground, rules.lining)
        crowd = Near(Squares(ground.width, ground.depth, len(units)), ints(len(units)))
        battle = ChipBattle(
            rules, land, Goals(scenario, rules.control), self.cards, units, new_figures(len(homes)), near, crowd
        )
        battle.home = ints_of(homes)
        battle.part = ints_of(parts)
        battle.round = ints_of([1 if size.round else 0 for size in sizes])
        battle.wide = floats_of([size.width for size in sizes])
        battle.deep = floats_of([size.depth for size in sizes])
        battle.machines = [unit.id for unit in units if unit.is_machine()]
        battle.guns = [unit.id for unit in units if unit.kind == Arm.GUN]
        battle.commanders = [unit.id for unit in units if unit.card.army_commander]
        for unit in units:
            if unit.card.machine is not None:
                unit.machine = unit.card.machine.plan.fresh()
        battle.regroup()
        battle.to_deploy = [unit.id for unit in sorted(units, key=deploys)]
        battle.to_deploy.sort(key=lambda id: battle.goals.entries[id].at is None)  # R112
        check_places(battle, scenario)
        return battle

    def check_room(self, scenario: Scenario) -> None:
        check_room(Trial(self.new_battle(scenario)))

    def units_of(self, scenario: Scenario) -> list[Unit]:
        """The roster; players of one side take it in turn where the scenario does not say whose a unit is (R77)."""
        units: list[Unit] = []
        first = 0
        seat = 0
        for side_index, side in enumerate(scenario.sides):
            players = side.players or [side.name]
            turn = 0
            for entry in side.units:
                card = self.card_of(entry)
                if entry.owner in players:
                    owner = players.index(entry.owner)
                else:
                    owner = turn % len(players)
                    turn += 1
                has_model = len(model_parts(card)) > 0
                model = first + card.figures if has_model else NOBODY
                units.append(Unit(len(units), card, entry.name, side_index, seat + owner, first, card.figures, model))
                first += card.figures + (1 if has_model else 0)
            seat += len(players)
        return units

    def card_of(self, entry: UnitEntry) -> Card:
        """The unit's card, with what the scenario changes of it."""
        changed = entry.changed(self.card_readers[entry.card])
        return self.cards[entry.card] if changed is None else Card(entry.card, changed, self.rules)

    def step(self, game: Game[ChipBattle]) -> None:
        step(game)

    def sequence(self) -> list[Part[ChipBattle]]:
        return list(SEQUENCE)

    def overrule(self, game: Game[ChipBattle], order: str) -> None:
        overrule(game, order)

    def master_orders(self, battle: ChipBattle) -> list[Offer]:
        return offers(battle)

    def clone(self, battle: ChipBattle) -> ChipBattle:
        return battle.clone()

    # ------------------------------------------------------------ what a seat may know

    def told_field(self, name: str, value: object) -> object:
        if name == "state":
            return tuple(cast("list[int]", value))
        return super().told_field(name, value)

    def seen(self, battle: ChipBattle, seat: int) -> ChipBattle:
        return seen_by(battle, seat)

    def guess(self, battle: ChipBattle, seat: int, dice: Dice) -> ChipBattle:
        return guessed(battle, seat)

    def view(self, battle: ChipBattle, seat: int) -> dict[str, object]:
        return view(battle, seat)

    def hides(self) -> bool:
        return True

    def scrambled(self, battle: ChipBattle, seat: int, dice: Dice) -> ChipBattle | None:
        return scrambled(battle, seat, dice)

    # ------------------------------------------------------------ people and programs

    def barred(self, battle: ChipBattle, question: Question) -> list[Barred]:
        return barred(battle, question)

    def asked_about(self, battle: ChipBattle, question: Question) -> tuple[int, list[int]]:
        return asked_about(battle, question)

    def narrate(self, event: Event[ChipBattle], battle: ChipBattle) -> str:
        return narrate(event, battle)

    def teller(self, battle: ChipBattle) -> Teller[ChipBattle]:
        return ChipTeller(battle)

    def book_rows(self) -> BookRows:
        return book_rows(self.rules)

    def book_of(self, battle: ChipBattle) -> BookState:
        return book_of(battle)

    def what_if(self, battle: ChipBattle, question: Question, option: Option) -> Case | None:
        return what_if(self, battle, question, option)

    def doctrine(self, seat: int, stances: Stances = NO_STANCES) -> Player:
        return Doctrine(stances)

    def wings(self, battle: ChipBattle, seat: int) -> list[list[int]]:
        return wings(battle, seat)

    def meanings(self) -> list[Meaning]:
        return MEANINGS

    def alarms(self) -> dict[str, tuple[str, str]]:
        return ALARMS

    def reach(self, battle: ChipBattle, unit: int) -> float:
        return reach(battle, battle.units[unit])

    def last_time(self, battle: ChipBattle, question: Question) -> str:
        return last_time(battle, question)

    def ask(self, battle: ChipBattle, question: Question) -> str:
        return question_in_words(battle, question)

    def roster(self, battle: ChipBattle) -> list[Standing]:
        return roster(battle)

    def marks(self, battle: ChipBattle) -> list[Mark]:
        return marks(battle)

    def fallen(self, battle: ChipBattle) -> list[Mark]:
        return fallen(battle)

    def track(self, battle: ChipBattle) -> Track | None:
        return track(battle)

    def blurb(self) -> str:
        return BLURB

    def measured(self, battle: ChipBattle, start: Spot, end: Spot) -> Measured:
        return measured(battle, self.unit_at(battle, start), self.unit_at(battle, end), start, end)

    def unit_at(self, battle: ChipBattle, spot: Spot) -> Unit | None:
        """The unit that is measured from or to, if it is one."""
        if spot.unit < 0:
            return None
        self.spot(battle, spot)  # refuses what is not on the table
        return battle.units[spot.unit]

    def ground(self, battle: ChipBattle) -> Ground | None:
        return battle.land.ground

    def read_cards(self, reader: Reader) -> int:
        ids = [id for id in reader.data if id != "system"]
        for id in ids:
            Card(id, reader.table(id), self.rules)
        return len(ids)

    def forms(self) -> list[AnyForm]:
        return forms(self.rules)

    def score(self, battle: ChipBattle) -> list[int]:
        return battle.score

    def aims(self, battle: ChipBattle) -> list[Aim]:
        return aims(battle)

    def verdict_now(self, battle: ChipBattle) -> Verdict | None:
        return counted_up(battle, why_over(battle) or LAST_TURN)

    def broken_laws(self, battle: ChipBattle) -> list[str]:
        return broken_laws(battle)

    def tally(self, battle: ChipBattle) -> dict[str, list[int]]:
        return tally(battle)


def load(texts: Mapping[str, str] | None = None) -> OrderChips:
    """The sheet as printed, or as it stands in these texts (by the names of their files), with the default rulings."""
    texts = texts_in(HERE) if texts is None else texts
    sheet = read_sheet(texts["sheet.toml"], "sheet.toml")
    rulings = read_rulings(texts["rulings.toml"], "rulings.toml")
    return OrderChips(sheet, rulings, rulings.defaults(), [], texts["cards.toml"])


def model_parts(card: Card) -> list[int]:
    """The model that a unit has beside its figures: a gun, a hull, or none."""
    if card.kind in (Arm.VEHICLE, Arm.AUTOMATON):
        return [ModelKind.HULL]
    return [ModelKind.GUN] if card.kind == Arm.GUN else []


def deploys(unit: Unit) -> tuple[int, int, bool, int]:
    """Who deploys before whom: by side, by player, notable persons after those whom they may join."""
    return unit.side, unit.seat, unit.kind == Arm.NOTABLE, unit.id


def tally(battle: ChipBattle) -> dict[str, list[int]]:
    """Figures, units and card points that are no longer in play; natives do not count."""
    figures = [0] * battle.sides
    lost = [0] * battle.sides
    points = [0] * battle.sides
    for unit in battle.units:
        if unit.band:
            continue
        figures[unit.own_side] += unit.start - unit.figures
        if is_lost(battle, unit):
            lost[unit.own_side] += 1
            points[unit.own_side] += unit.card.points
    return {"figures_lost": figures, "units_lost": lost, "points_lost": points}
