"""The risk-factor skirmish as a system that the rest of the program can play."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from playsheet.core.aims import Aim, Verdict
from playsheet.core.asking import Barred, Option, Player, Question
from playsheet.core.book_rows import BookRows, BookState
from playsheet.core.dice import Dice
from playsheet.core.discs import on_table
from playsheet.core.events import Event
from playsheet.core.forms import AnyForm, Case
from playsheet.core.game import Game
from playsheet.core.house import House
from playsheet.core.master import Offer
from playsheet.core.meanings import Meaning
from playsheet.core.measuring import Measured, Spot
from playsheet.core.reader import Reader
from playsheet.core.rulings import Rulings, Switches, read_rulings
from playsheet.core.scenario import Scenario, Side, UnitEntry, Vocabulary, card_tables
from playsheet.core.sequence import Part
from playsheet.core.sheet import Sheet, read_sheet, texts_in
from playsheet.core.stances import NO_STANCES, Stances
from playsheet.core.system import System
from playsheet.core.telling import Look, Mark, Standing, Teller, Track
from playsheet.core.terrain import Ground
from playsheet.rules.riskfactor.battle.goals import Goals, wants_players
from playsheet.rules.riskfactor.battle.land import land_of
from playsheet.rules.riskfactor.battle.state import RiskBattle, dress, near_of, new_store
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.book import book_of, book_rows
from playsheet.rules.riskfactor.calculator.forms import forms
from playsheet.rules.riskfactor.calculator.what_if import what_if
from playsheet.rules.riskfactor.doctrine.commander import Doctrine
from playsheet.rules.riskfactor.doctrine.wings import wings
from playsheet.rules.riskfactor.ground.measuring import measured
from playsheet.rules.riskfactor.intents import ALARMS, MEANINGS, is_meant, reach
from playsheet.rules.riskfactor.laws import broken_laws
from playsheet.rules.riskfactor.master import offers, overrule
from playsheet.rules.riskfactor.options.why_not import barred
from playsheet.rules.riskfactor.sheet import Card, RiskRules
from playsheet.rules.riskfactor.shown.narration import narrate
from playsheet.rules.riskfactor.shown.questions import question_in_words
from playsheet.rules.riskfactor.shown.roster import fallen, marks, roster, track
from playsheet.rules.riskfactor.shown.story import RiskTeller
from playsheet.rules.riskfactor.shown.view import guessed, scrambled, seen_by, view, view_of
from playsheet.rules.riskfactor.table.deployment import Trial, block
from playsheet.rules.riskfactor.terms import Role, Where
from playsheet.rules.riskfactor.turn import SEQUENCE, step
from playsheet.rules.riskfactor.victory import aims, decided, figures_lost
from playsheet.tabletop.deploying import check_room

HERE: Final = Path(__file__).parent
BLURB: Final = (
    "A skirmish man by man, in centimetres. Men do as they are told only while an officer spends command points on "
    "them; left alone, they look at the risk they run and do as their Actions Table says: stand, advance, take cover, "
    "run. Made for one player against a side that its own tables run, for an umpire, or for two. An hour or so for a "
    "platoon, an evening for the mission station."
)


class RiskFactor(System[RiskBattle]):
    """The sheet, its rulings and its cards, with the house rules in force."""

    def __init__(self, sheet: Sheet, rulings: Rulings, switches: Switches, houses: list[House], cards: str) -> None:
        super().__init__("riskfactor", sheet, rulings, switches, houses)
        self.rules: Final = RiskRules(sheet, switches)
        self.cards_text: Final = cards  # the whole file
        self.card_readers: Final = card_tables(cards)
        self.cards: Final = {id: Card(id, reader, self.rules) for id, reader in self.card_readers.items()}

    def remade(self, sheet: Sheet, switches: Switches, houses: list[House]) -> System[RiskBattle]:
        return RiskFactor(sheet, self.rulings, switches, houses, self.cards_text)

    def vocabulary(self) -> Vocabulary:
        ground = self.rules.ground
        return Vocabulary(
            "riskfactor",
            {id: card.name for id, card in self.cards.items()},
            [id for id, row in ground.items() if not row.linear],
            [id for id, row in ground.items() if row.linear],
            [],
            self.rulings,
        )

    # ------------------------------------------------------------ who plays

    def is_played(self, side: Side) -> bool:
        """A side without a Player Character, or that the scenario leaves to them, is run by its own tables (R58)."""
        return wants_players(side) and any(self.card_of(entry).role == Role.PC for entry in side.units)

    def seats(self, scenario: Scenario) -> list[str]:
        return [name for side in scenario.sides if self.is_played(side) for name in (side.players or [side.name])]

    def sides_of_seats(self, scenario: Scenario) -> list[int]:
        return [
            index
            for index, side in enumerate(scenario.sides)
            if self.is_played(side)
            for _ in (side.players or [side.name])
        ]

    # ------------------------------------------------------------ a battle

    def new_battle(self, scenario: Scenario) -> RiskBattle:
        """Every group waits to be deployed."""
        if len(scenario.sides) != 2:
            raise scenario.sides[2].units[0].source.refused("", "expected two sides for this sheet.")
        goals = Goals(scenario, self.sides_of_seats(scenario))
        land = land_of(scenario.ground, self.rules.ground, self.rules.lining)
        groups: list[Group] = []
        played = [self.is_played(side) for side in scenario.sides]
        first = 0
        seat = 0
        for index, side in enumerate(scenario.sides):
            players = (side.players or [side.name]) if played[index] else []
            platoons = [platoon.id for platoon in side.groups]
            for entry in side.units:
                card = self.card_of(entry)
                owner = players.index(entry.owner) if entry.owner in players else 0
                platoon = platoons.index(entry.group) if entry.group else -1
                thrower = seat + owner if played[index] else 0  # nobody's dice are thrown by whoever is there
                groups.append(Group(len(groups), card, entry.name, index, thrower, platoon, first))
                first += card.figures
            seat += len(players)
        figures, squads = new_store(groups)
        battle = RiskBattle(self.rules, land, groups, figures, squads, goals, self.cards, played, near_of(land, groups))
        for group in groups:
            dress(battle, group)
        check_characters(battle, self.seats(scenario))
        check_places(battle)
        return battle

    def card_of(self, entry: UnitEntry) -> Card:
        """The unit's card, with what the scenario changes of it."""
        changed = entry.changed(self.card_readers[entry.card])
        return self.cards[entry.card] if changed is None else Card(entry.card, changed, self.rules)

    def check_room(self, scenario: Scenario) -> None:
        check_room(Trial(self.new_battle(scenario)))

    def step(self, game: Game[RiskBattle]) -> None:
        step(game)

    def sequence(self) -> list[Part[RiskBattle]]:
        return list(SEQUENCE)

    def overrule(self, game: Game[RiskBattle], order: str) -> None:
        overrule(game, order)

    def master_orders(self, battle: RiskBattle) -> list[Offer]:
        return offers(battle)

    def clone(self, battle: RiskBattle) -> RiskBattle:
        return battle.clone()

    # ------------------------------------------------------------ what a seat may know

    def seen(self, battle: RiskBattle, seat: int) -> RiskBattle:
        return seen_by(battle, seat)

    def guess(self, battle: RiskBattle, seat: int, dice: Dice) -> RiskBattle:
        return guessed(battle, seat, dice)

    def view(self, battle: RiskBattle, seat: int) -> dict[str, object]:
        return view(battle, seat)

    def shown(self, battle: RiskBattle, event: Event[RiskBattle], seat: int) -> bool:
        """When the battle is over the fog has lifted (R64)."""
        return battle.finished or super().shown(battle, event, seat)

    def hides(self) -> bool:
        return self.rules.fog

    def scrambled(self, battle: RiskBattle, seat: int, dice: Dice) -> RiskBattle | None:
        return scrambled(battle, seat, dice)

    # ------------------------------------------------------------ people and programs

    def meanings(self) -> list[Meaning]:
        return MEANINGS

    def alarms(self) -> dict[str, tuple[str, str]]:
        return ALARMS

    def reach(self, battle: RiskBattle, unit: int) -> float:
        return reach(battle, battle.groups[unit])

    def is_meant(self, battle: RiskBattle, unit: int, kind: str, key: str) -> bool:
        return is_meant(battle, battle.groups[unit], kind, key)

    def is_commanded(self, battle: RiskBattle, unit: int) -> bool:
        return battle.played[battle.groups[unit].side]

    def unit_of(self, battle: RiskBattle, figure: int) -> int:
        return battle.group_of(figure).id

    def ask(self, battle: RiskBattle, question: Question) -> str:
        return question_in_words(battle, question)

    def barred(self, battle: RiskBattle, question: Question) -> list[Barred]:
        return barred(battle, question)

    def narrate(self, event: Event[RiskBattle], battle: RiskBattle) -> str:
        return narrate(event, battle)

    def teller(self, battle: RiskBattle) -> Teller[RiskBattle]:
        return RiskTeller(battle)

    def roster(self, battle: RiskBattle) -> list[Standing]:
        return roster(battle)

    def marks(self, battle: RiskBattle) -> list[Mark]:
        return marks(battle)

    def look(self, battle: RiskBattle, seat: int, last: Look | None) -> Look:
        """What is seen is found out once."""
        seen = seen_by(battle, seat)
        return Look(view_of(seen, seat), roster(seen), marks(seen), fallen(seen))

    def fallen(self, battle: RiskBattle) -> list[Mark]:
        return fallen(battle)

    def track(self, battle: RiskBattle) -> Track | None:
        return track(battle)

    def blurb(self) -> str:
        return BLURB

    def ground(self, battle: RiskBattle) -> Ground | None:
        return battle.land.ground

    def measured(self, battle: RiskBattle, start: Spot, end: Spot) -> Measured:
        return measured(battle, self.group_at(battle, start), self.group_at(battle, end), start, end)

    def group_at(self, battle: RiskBattle, spot: Spot) -> Group | None:
        """The group that is measured from or to, if it is one."""
        if spot.unit < 0:
            return None
        self.spot(battle, spot)  # refuses what is not on the table
        return battle.groups[spot.unit]

    def read_cards(self, reader: Reader) -> int:
        ids = [id for id in reader.data if id != "system"]
        for id in ids:
            Card(id, reader.table(id), self.rules)
        return len(ids)

    def doctrine(self, seat: int, stances: Stances = NO_STANCES) -> Player:
        return Doctrine(stances)

    def wings(self, battle: RiskBattle, seat: int) -> list[list[int]]:
        return wings(battle, seat)

    def forms(self) -> list[AnyForm]:
        return forms(self.rules)

    def what_if(self, battle: RiskBattle, question: Question, option: Option) -> Case | None:
        return what_if(battle, question, option)

    def aims(self, battle: RiskBattle) -> list[Aim]:
        return aims(battle)

    def verdict_now(self, battle: RiskBattle) -> Verdict | None:
        return decided(battle, last=True)

    def broken_laws(self, battle: RiskBattle) -> list[str]:
        return broken_laws(battle)

    def tally(self, battle: RiskBattle) -> dict[str, list[int]]:
        return tally(battle)

    def book_rows(self) -> BookRows:
        return book_rows(self.rules)

    def book_of(self, battle: RiskBattle) -> BookState:
        return book_of(battle)


def load(texts: Mapping[str, str] | None = None) -> RiskFactor:
    """The sheet as printed, or as it stands in these texts (by the names of their files), with the default rulings."""
    texts = texts_in(HERE) if texts is None else texts
    sheet = read_sheet(texts["sheet.toml"], "sheet.toml")
    rulings = read_rulings(texts["rulings.toml"], "rulings.toml")
    return RiskFactor(sheet, rulings, rulings.defaults(), [], texts["cards.toml"])


def tally(battle: RiskBattle) -> dict[str, list[int]]:
    """Groups and leaders gone, and figures killed or off the table."""
    gone = [[0, 0], [0, 0]]
    for group in battle.groups:
        if group.place > Where.ON_TABLE:
            gone[1 if group.leader else 0][group.side] += 1
    return {
        "groups_lost": gone[0],
        "leaders_lost": gone[1],
        "figures_lost": [figures_lost(battle, side) for side in (0, 1)],
    }


def check_characters(battle: RiskBattle, seats: list[str]) -> None:
    """A player has one Player Character at most (R65)."""
    characters: dict[int, str] = {}
    for group in battle.groups:
        if group.is_pc() and battle.played[group.side]:
            if group.seat in characters:
                said = f"{group.name} would be a second Player Character of {seats[group.seat]}, besides "
                said += f"{characters[group.seat]}: expected one for each player."
                raise battle.goals.entries[group.id].source.refused("card", said)
            characters[group.seat] = group.name


def check_places(battle: RiskBattle) -> None:
    """Groups that the scenario puts in a place of its own must fit there."""
    placed: list[tuple[str, list[tuple[float, float]]]] = []
    for group in battle.groups:
        entry = battle.goals.entries[group.id]
        if entry.at is None:
            continue
        spots = block(battle, group, entry.at[0], entry.at[1], entry.facing, (group.start + 1) // 2)
        for x, y in spots:
            if not on_table(battle.land.ground, x, y, battle.radius):
                raise entry.source.refused("at", f"{group.name} would stand off the table: expected room for it.")
            for name, others in placed:
                for ox, oy in others:
                    if (ox - x) * (ox - x) + (oy - y) * (oy - y) < battle.rules.base * battle.rules.base:
                        raise entry.source.refused("at", f"{group.name} would overlap {name}: expected a free place.")
        placed.append((group.name, spots))
