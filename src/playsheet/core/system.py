"""A system: one play sheet, ready to be played. The rest of the program knows systems only through this."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Generic, cast

from mypy_extensions import mypyc_attr

from playsheet.core.aims import Aim, Verdict
from playsheet.core.asking import Barred, Option, Player, Question
from playsheet.core.book_rows import BookRows, BookState
from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.events import B, Entry, Event, unseen_by
from playsheet.core.forms import AnyForm, Case
from playsheet.core.house import House, apply_houses
from playsheet.core.master import Offer
from playsheet.core.meanings import Meaning
from playsheet.core.measuring import Measured, Spot
from playsheet.core.reader import Reader
from playsheet.core.rulings import Rulings, Switches
from playsheet.core.scenario import Scenario, Vocabulary, read_scenario
from playsheet.core.sequence import Part
from playsheet.core.sheet import Sheet
from playsheet.core.stances import NO_STANCES, Stances
from playsheet.core.telling import Look, Mark, Standing, Teller, Track
from playsheet.core.terrain import Ground

if TYPE_CHECKING:
    from playsheet.core.game import Game


@mypyc_attr(allow_interpreted_subclasses=True)
class System(Generic[B]):
    """One sheet with the house rules and rulings in force."""

    def __init__(self, id: str, sheet: Sheet, rulings: Rulings, switches: Switches, houses: list[House]) -> None:
        self.id = id
        self.sheet = sheet
        self.rulings = rulings
        self.switches = switches
        self.houses = houses

    # -- what it is made of

    def configured(self, settings: Mapping[str, object], name: str, houses: list[House]) -> System[B]:
        """The same sheet with a scenario's settings, then house rules, laid over it."""
        if not settings and not houses:
            return self
        switches = self.switches.changed_by(settings, name)
        sheet, switches = apply_houses(houses, self.sheet, switches)
        return self.remade(sheet, switches, [*self.houses, *houses])

    def remade(self, sheet: Sheet, switches: Switches, houses: list[House]) -> System[B]:
        """This system with a sheet and switches that the house rules have changed."""
        raise NotImplementedError(self.id + " cannot be changed")

    def vocabulary(self) -> Vocabulary:
        """The words a scenario of this system may use."""
        raise NotImplementedError(self.id + " has no words")

    def read_scenario(self, source: Path | str, name: str = "") -> Scenario:
        """A scenario from its file (a Path) or its text, checked down to the last unit."""
        scenario = read_scenario(source, self.vocabulary(), name)
        self.configured(scenario.settings, scenario.file, []).new_battle(scenario)
        return scenario

    def check_room(self, scenario: Scenario) -> None:
        """Refuse a scenario in which some unit finds no room to deploy, however closely they are packed."""

    # -- a battle

    def new_battle(self, scenario: Scenario) -> B:
        """The battle before anybody has deployed."""
        raise NotImplementedError(self.id + " starts no battle")

    def step(self, game: Game[B]) -> None:
        """Play the next step: a card, a unit's move, a phase. `battle` says which it is."""
        raise NotImplementedError(self.id + " plays no step")

    def sequence(self) -> list[Part[B]]:
        """The sequence of play, as it is printed and played."""
        return []

    def overrule(self, game: Game[B], order: str) -> None:
        """A game master's word, carried out as a step of its own."""
        raise Refused(f"{self.id} knows no game master.")

    def master_orders(self, battle: B) -> list[Offer]:
        """What a game master may order, with what may be named as the battle stands."""
        return []

    def clone(self, battle: B) -> B:
        raise NotImplementedError(self.id + " copies no battle")

    # -- what a seat may know (game.py has two more: GAME_MASTER may know all, ONLOOKER only what everybody may)

    def seats(self, scenario: Scenario) -> list[str]:
        """Who plays: one name a seat, the players of the first side first."""
        return [name for side in scenario.sides for name in (side.players or [side.name])]

    def sides_of_seats(self, scenario: Scenario) -> list[int]:
        """Each seat's side."""
        return [index for index, side in enumerate(scenario.sides) for _ in (side.players or [side.name])]

    def seen(self, battle: B, seat: int) -> B:
        """The battle as the seat may know it (the same object where nothing is hidden)."""
        return battle

    def guess(self, battle: B, seat: int, dice: Dice) -> B:
        """A battle that could be the real one, consistent with what the seat knows: for search."""
        return self.clone(self.seen(battle, seat))

    def view(self, battle: B, seat: int) -> dict[str, object]:
        """What the seat may know, as plain data."""
        raise NotImplementedError(self.id + " shows nothing")

    def shown(self, battle: B, event: Event[B], seat: int) -> bool:
        """May the seat be told this event, as the battle stands now? Whatever is sent to a seat is asked for here.

        Not if the event names the seat among those it is `unseen` by.
        """
        return seat not in unseen_by(event)

    def told_field(self, name: str, value: object) -> object:
        """A field of an event that was read from its line, as the event's class has it: JSON knows lists only."""
        if name == "unseen":
            return tuple(cast("list[int]", value))
        if name == "account":
            lines = cast("list[dict[str, object]]", value)
            return [Entry(cast("int", one["add"]), str(one["cause"]), str(one["ruling"])) for one in lines]
        return value

    def hides(self) -> bool:
        """Can anything be hidden from a seat in such a game? Then its inputs are nobody's to read before the end."""
        return False

    def scrambled(self, battle: B, seat: int, dice: Dice) -> B | None:
        """A copy in which all that is hidden from the seat, and nothing else, is different; None if nothing is hidden.

        What the seat is shown and asked must stay the same: a law that every system is tried by.
        """
        return None

    # -- people and programs

    def doctrine(self, seat: int, stances: Stances = NO_STANCES) -> Player:
        """The built-in commander for a seat, who takes these stances for some of his units."""
        raise NotImplementedError(self.id + " has no commander")

    def wings(self, battle: B, seat: int) -> list[list[int]]:
        """The seat's units, by number, as they are led together: bodies, or parts of the front from its left to its
        right. Of the battle as seen."""
        return []

    def meanings(self) -> list[Meaning]:
        """What intents mean in its questions; a question that is not named here is always the person's."""
        return []

    def alarms(self) -> dict[str, tuple[str, str]]:
        """Events that end the intents of whom they befall: the field that names the unit, and a clause for it."""
        return {}

    def reach(self, battle: B, unit: int) -> float:
        """How near an enemy must be for this unit to charge it, or fire at it to effect, within a turn; of the battle
        as seen."""
        return 0.0

    def is_meant(self, battle: B, unit: int, kind: str, key: str) -> bool:
        """May an intent of that kind give this answer for the unit? Not what is legal and nobody would mean by it."""
        return True

    def is_commanded(self, battle: B, unit: int) -> bool:
        """Is it its seat's to command? Not if it acts by the sheet's own tables, and the seat only throws its dice."""
        return True

    def unit_of(self, battle: B, figure: int) -> int:
        """The unit that a figure belongs to now; -1 where no option names figures."""
        return -1

    def last_time(self, battle: B, question: Question) -> str:
        """What was answered when the same was last asked about the unit, where the sheet asks it every turn."""
        return ""

    def body(self, battle: B, unit: int) -> int:
        """The number by which options call the body that a unit belongs to (its brigade); -1: there are none."""
        return -1

    def ask(self, battle: B, question: Question) -> str:
        """The question in words: 'the 2nd Gatling is activated: choose'."""
        return question.kind

    def barred(self, battle: B, question: Question) -> list[Barred]:
        """What the unit asked about could ever do and cannot do now, each with its reason; bots never ask.

        Give it the battle as the seat has `seen` it: no reason may tell what is hidden.
        """
        return []

    def asked_about(self, battle: B, question: Question) -> tuple[int, list[int]]:
        """Whom the question is about: a unit (-1: none) and, where single figures are meant, those who act."""
        return question.about, []

    def narrate(self, event: Event[B], battle: B) -> str:
        """The event as a sentence; empty if there is nothing to say."""
        return ""

    def teller(self, battle: B) -> Teller[B]:
        """Tells the story of a battle that starts like this one (which it keeps and changes)."""
        return Teller(battle)

    def roster(self, battle: B) -> list[Standing]:
        """Every unit, in the order of the scenario; for a seat, give it the battle as the seat has `seen` it."""
        return []

    def place_since(self, battle: B, size: int, unit: int) -> int:
        """Where in the roster whoever stood at this place stands now, if it had so many then; -1: he is in it no more.

        A roster only grows, mostly at its end.
        """
        return unit

    def marks(self, battle: B) -> list[Mark]:
        """Every figure on the table, in the order in which a map draws them: the last lies on top."""
        return []

    def look(self, battle: B, seat: int, last: Look | None) -> Look:
        """What a seat is shown, view, roster and marks in one; a system may keep what is as it was in the last look."""
        seen = self.seen(battle, seat)
        return Look(self.view(battle, seat), self.roster(seen), self.marks(seen), self.fallen(seen))

    def ground(self, battle: B) -> Ground | None:
        """The table as it lies now; None if it lies as the scenario says."""
        return None

    def measured(self, battle: B, start: Spot, end: Spot) -> Measured:
        """From here to there as the sheet measures; for a seat, give it the battle as the seat has `seen` it."""
        x0, y0 = self.spot(battle, start)
        x1, y1 = self.spot(battle, end)
        return Measured(x0, y0, x1, y1)

    def spot(self, battle: B, spot: Spot) -> tuple[float, float]:
        """The point itself, or the middle of a unit's figures."""
        if spot.unit < 0:
            return spot.x, spot.y
        count = 0
        x = 0.0
        y = 0.0
        for mark in self.marks(battle):
            if mark.unit == spot.unit:
                count += 1
                x += mark.x
                y += mark.y
        if not count:
            raise Refused(f"there is no unit {spot.unit} on the table to measure from or to.")
        return x / count, y / count

    def fallen(self, battle: B) -> list[Mark]:
        """Where figures fell: left on the table as marks."""
        return []

    def track(self, battle: B) -> Track | None:
        """How far the turn has come; None while armies deploy."""
        return None

    def whole_deck(self, battle: B) -> Track | None:
        """The deck with every unit in play, as if all of it had been drawn; None where the sheet has none."""
        return None

    def score(self, battle: B) -> list[int]:
        """Points so far, one number a side; empty where none are counted."""
        return []

    def aims(self, battle: B) -> list[Aim]:
        """Every line by which the battle may be decided, and how it stands; for a seat, of the battle it has `seen`."""
        return []

    def verdict_now(self, battle: B) -> Verdict | None:
        """How the battle would end if this were the end of its last turn; None if nothing can be said."""
        return None

    def blurb(self) -> str:
        """An honest paragraph: what the game is like, how long a battle takes, what it wants of its players."""
        return ""

    def read_cards(self, reader: Reader) -> int:
        """Check a file of unit cards; how many there are."""
        raise Refused(f"{self.id} has no unit cards of its own.")

    def forms(self) -> list[AnyForm]:
        """The sheet's procedures, in its order, with the rules in force."""
        return []

    def book_rows(self) -> BookRows | None:
        """What the field book does with this sheet; None if it keeps none of its battles."""
        return None

    def book_of(self, battle: B) -> BookState:
        """The battle without positions, as the field book begins with it; for a seat, of the battle it has `seen`."""
        raise Refused(f"the field book keeps no battles of {self.id}.")

    def what_if(self, battle: B, question: Question, option: Option) -> Case | None:
        """What choosing this option would set off, as the table has it: for odds in play."""
        return None

    def broken_laws(self, battle: B) -> list[str]:
        """What must always hold and does not: empty in a sound battle."""
        return []

    def tally(self, battle: B) -> dict[str, list[int]]:
        """What the battle has cost so far, one number a side: {"units_lost": [1, 3], ...}. For statistics."""
        return {}
