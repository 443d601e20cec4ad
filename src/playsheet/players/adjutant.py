"""The adjutant: between a seat and its person. He answers what the standing intents cover, and hands on the rest.

He is given what his seat may know and nothing else. His answers are ordinary answers: whoever replays the game needs no
adjutant. What an intent means in a sheet's questions, the sheet says (`System.meanings`); the rest is written here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from playsheet.core.angles import bearing, direction, turn_between
from playsheet.core.asking import Option, Player, Question, Region, Suspended
from playsheet.core.errors import Refused
from playsheet.core.events import Battle
from playsheet.core.forms import Case
from playsheet.core.game import Game
from playsheet.core.geometry import spacing
from playsheet.core.intents import (
    ANY_WAY,
    BEST,
    CHARGE,
    DEPLOY,
    FIRE,
    FOR_A_TURN,
    HOLD,
    MARCH,
    MIRRORED,
    PLANNED,
    RALLY,
    STAND,
    SUGGESTED,
    SUPPORT,
    Intent,
    Place,
    put,
    read_intent,
)
from playsheet.core.meanings import Acts, Faces, Goes, Keys, Leaves, Meaning, Picks, Points, Says, Suggests
from playsheet.core.measuring import Spot
from playsheet.core.stances import Stance, Stances
from playsheet.core.system import System
from playsheet.core.telling import Standing
from playsheet.core.words import listed
from playsheet.players.ways import Way, best_on, end_of, filled, least_on, placed_at, still_on, turned_to

GUN: Final = "gun"
FIELD: Final = 9.0  # so far ahead of a gun nobody of its side should stand
MUZZLE: Final = 1.5  # its own crew stands so near
ASIDE_INCHES: Final = tuple([sign * inches for inches in range(1, 19) for sign in (1.0, -1.0)])
LEADER: Final = "leader"  # nobody opens fire because a general has come near
ARRIVED: Final = 0.5  # whoever is so near has arrived ...
ABOUT: Final = 45.0  # degrees: whoever faces farther off than that turns when he has arrived
AS_NEAR_AS_CAN_BE: Final = 2.0  # ... or so near, if nothing brings him nearer, or his way leads on from there
MOST_STANDING: Final = 400  # intents of one seat at a time


class Order:
    """An intent that stands, and how far it has come."""

    def __init__(self, number: int, intent: Intent, turn: int) -> None:
        self.number: Final = number
        self.intent = intent
        self.turn: Final = turn  # in which it was given
        self.ways: Final[dict[int, list[Place]]] = {}  # what each unit still has before it
        self.acted: Final[dict[tuple[int, str], int]] = {}  # by unit and question: the turn in which it last acted ...
        self.taken: Final[dict[tuple[int, str], int]] = {}  # ... and how many of its keys it has come by in that turn
        self.turned: Final[dict[int, int]] = {}  # by unit: the turn in which it faced as is wished, having arrived
        self.through: Final[set[int]] = set()  # units for which it is over
        self.charged: Final[dict[int, int]] = {}  # the turn in which a unit has charged as it was told
        self.ended = ""  # why, in a sentence; empty while it stands

    def data(self) -> dict[str, object]:
        """As plain data, from which `read_order` makes it again."""
        return {
            "number": self.number,
            "intent": self.intent.text(),
            "turn": self.turn,
            "ways": [[unit, *[[x, y] for x, y in way]] for unit, way in self.ways.items()],
            "acted": [[unit, asked, turn] for (unit, asked), turn in self.acted.items()],
            "taken": [[unit, asked, count] for (unit, asked), count in self.taken.items()],
            "charged": [[unit, turn] for unit, turn in self.charged.items()],
            "turned": [[unit, turn] for unit, turn in self.turned.items()],
            "through": sorted(self.through),
        }

    def renumber(self, now: Callable[[int], int]) -> None:
        """Units have other numbers now; where one is gone that it rests on, it is over."""
        intent = self.intent.renumbered(now)
        if intent is None:
            self.ended = "somebody is gone"
            return
        self.intent = intent
        for by_unit in (self.ways, self.turned, self.charged):
            renumber_keys(by_unit, now)
        for by_question in (self.acted, self.taken):
            renumber_pairs(by_question, now)
        through = {now(unit) for unit in self.through}
        self.through.clear()
        self.through.update(through)

    def means(self, unit: int) -> bool:
        return (not self.intent.units or unit in self.intent.units) and unit not in self.through

    def has_acted(self, unit: int, asked: str, turn: int) -> bool:
        return self.acted.get((unit, asked), 0) == turn

    def keys_taken(self, unit: int, asked: str, turn: int) -> int:
        return self.taken.get((unit, asked), 0) if self.has_acted(unit, asked, turn) else 0

    def acts(self, unit: int, asked: str, turn: int, taken: int = 0) -> None:
        self.acted[unit, asked] = turn
        self.taken[unit, asked] = taken


def read_order(data: Any) -> Order:
    """From what `Order.data` has put."""
    order = Order(data["number"], read_intent(data["intent"]), data["turn"])
    for unit, *way in data["ways"]:
        order.ways[unit] = [(x, y) for x, y in way]
    for unit, asked, turn in data["acted"]:
        order.acted[unit, asked] = turn
    for unit, asked, count in data["taken"]:
        order.taken[unit, asked] = count
    for unit, turn in data["charged"]:
        order.charged[unit] = turn
    for unit, turn in data["turned"]:
        order.turned[unit] = turn
    order.through.update(data["through"])
    return order


class Adjutant(Player):
    """Answers for a seat what its intents cover; else the question stays open."""

    def __init__(self, system: System[Any], seat: int, doctrine: Player) -> None:
        self.system: Final = system
        self.seat: Final = seat
        self.doctrine: Final = doctrine
        self.in_stances: tuple[list[str], Player] = ([], doctrine)  # the same in stances, and those of which intents
        self.orders: list[Order] = []  # the newest last
        self.given = 0
        self.about = -1  # the unit that the last question was about
        self.by = 0  # the number of the order that the last answer is due to
        self.waits: dict[int, str] = {}  # units that were stopped, and the question in which their person hears of it
        self.reports: list[str] = []  # what the person is to be told
        self.refusals: dict[int, str] = {}  # by unit: which of that says why it does not do as it was told
        self.marks: list[int] = []  # the order that each of his answers was due to
        self.most = 100_000  # answers that he gives before he asks again
        self.weighs = False  # keeps the odds of what he chooses
        self.case: Case | None = None  # of the last choice that sets off dice
        self.game: Game[Any] | None = None  # where he listens
        self.heard = 0
        self.size = 0  # how many the roster had by which he knows units; 0: he knows none yet
        self.foes: dict[int, tuple[float, float]] = {}  # where enemies were seen last
        self.near: set[tuple[int, int]] = set()  # which of them could reach which unit then
        self.places: dict[int, Place] = {}  # the middle of each unit on the table, as last seen
        self.begun: dict[tuple[int, str], tuple[int, int]] = {}  # by unit and question: the turn, and by which order
        meanings: dict[str, list[Meaning]] = {}
        for meaning in system.meanings():
            meanings.setdefault(meaning.asked, []).append(meaning)
        self.meanings: Final = meanings
        acts = [meaning for meaning in system.meanings() if isinstance(meaning, Acts)]
        self.turns: Final = any("{facing}" in key for meaning in acts for key in meaning.keys.get(MARCH, ()))

    def name(self) -> str:
        return "adjutant"

    def data(self) -> dict[str, object]:
        """All that he remembers, as plain data for `restore`."""
        return {
            "given": self.given,
            "heard": self.heard,
            "size": self.size,
            "orders": [order.data() for order in self.orders],
            "waits": [[unit, asked] for unit, asked in self.waits.items()],
            "begun": [[unit, asked, turn, number] for (unit, asked), (turn, number) in self.begun.items()],
            "foes": [[foe, x, y] for foe, (x, y) in self.foes.items()],
            "near": [[unit, foe] for unit, foe in sorted(self.near)],
        }

    def restore(self, data: Any) -> None:
        self.given = data["given"]
        self.heard = data["heard"]
        self.size = data["size"]
        self.orders = [read_order(order) for order in data["orders"]]
        self.waits = dict(data["waits"])
        self.begun = {(unit, asked): (turn, number) for unit, asked, turn, number in data["begun"]}
        self.foes = {foe: (x, y) for foe, x, y in data["foes"]}
        self.near = {(unit, foe) for unit, foe in data["near"]}

    def go_over(self, game: Game[Any], other: Game[Any]) -> None:
        """Into another game that is the same in his eyes: he has heard what was told, and it may number otherwise."""
        self.heard = len(other.log)
        numbers = [
            next(question.number() for question in one.questions if question.seat == self.seat) for one in (game, other)
        ]
        for unit, asked in self.waits.items():
            if asked == numbers[0]:
                self.waits[unit] = numbers[1]

    # ------------------------------------------------------------ what the person says

    def give(self, seen: Battle, intent: Intent) -> Order:
        """Take an intent, or refuse it in a sentence. It replaces what its units were told before."""
        roster = self.system.roster(seen)
        self.follow(seen, len(roster))
        self.look(seen)
        for unit in intent.units:
            if not self.is_mine(seen, roster, named_in(roster, unit)):
                raise Refused(not_yours(roster, unit))
        if intent.target >= len(roster):
            raise Refused(f"there is no unit {intent.target}: the roster has {len(roster)}.")
        if intent.kind == CHARGE and roster[intent.target].side == roster[intent.units[0]].side:
            raise Refused(f"{roster[intent.target].name} is on your own side.")
        self.orders = [order for order in self.orders if not self.is_replaced(order, intent)]
        if len(self.orders) >= MOST_STANDING:
            raise Refused(f"at most {MOST_STANDING} intents can stand at once.")
        for unit in intent.units or list(self.waits):
            self.refusals.pop(unit, None)
            if intent.kind != FIRE:
                self.waits.pop(unit, None)
        self.given += 1
        order = Order(self.given, intent, seen.turn)
        if intent.kind == MARCH:
            self.plot(order)
        self.orders.append(order)
        self.note_foes(seen, roster)
        return order

    def possible(self, seen: Battle, intent: Intent) -> Intent | None:
        """The same without those who are not his to command, each refused in a sentence; None if nobody is left."""
        roster = self.system.roster(seen)
        others = [unit for unit in intent.units if not self.is_mine(seen, roster, named_in(roster, unit))]
        for unit in others:
            self.refusals[unit] = not_yours(roster, unit)
        left = [unit for unit in intent.units if unit not in others]
        return intent if not others else intent.of(left) if left else None

    def is_mine(self, seen: Battle, roster: list[Standing], unit: int) -> bool:
        """Is it the seat's to command? Whoever acts by the sheet's tables alone is nobody's."""
        return roster[unit].seat == self.seat and self.system.is_commanded(seen, unit)

    def is_replaced(self, order: Order, intent: Intent) -> bool:
        """One word for fire and one for feet may stand together; an army's word only replaces its like."""
        if not intent.units:
            return not order.intent.units and order.intent.kind == intent.kind
        if (order.intent.kind == FIRE) != (intent.kind == FIRE):
            return False
        for unit in intent.units:
            if unit in order.intent.units:
                order.through.add(unit)
        return bool(order.intent.units) and order.through.issuperset(order.intent.units)

    def cancel(self, number: int) -> None:
        if all(order.number != number for order in self.orders):
            raise Refused(f"no intent {number} stands.")
        self.orders = [order for order in self.orders if order.number != number]

    def plot(self, order: Order) -> None:
        """Each unit's way: they keep their places to each other, unless all go to the very place."""
        intent = order.intent
        places = [self.places.get(unit) for unit in intent.units]
        known = [place for place in places if place is not None]
        if not known:
            raise Refused("none of these units is on the table.")
        mean = sum(x for x, _ in known) / len(known), sum(y for _, y in known) / len(known)
        for unit, place in zip(intent.units, places, strict=True):
            if place is None:
                order.through.add(unit)
                continue
            off = (0.0, 0.0) if intent.apart else (place[0] - mean[0], place[1] - mean[1])
            order.ways[unit] = [(x + off[0], y + off[1]) for x, y in intent.way]

    def look(self, seen: Battle) -> None:
        self.places = middles(self.system, seen)

    # ------------------------------------------------------------ what is asked

    def choose(self, battle: Battle, question: Question) -> Option:
        self.attend(question)
        text = self.answer(battle, question)
        for option in question.options:
            read = option.read(text) if text else None
            if read is not None:
                self.marks.append(self.by)
                if self.weighs:
                    self.case = self.system.what_if(battle, question, read) or self.case
                return read
        raise Suspended([question])

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        self.attend(question)
        value = self.value(battle, question)
        if value is None:
            raise Suspended([question])
        self.marks.append(self.by)
        return value

    def attend(self, question: Question) -> None:
        """What was told since the last question may change everything."""
        if len(self.marks) >= self.most:
            raise Suspended([question])
        if self.game is not None and len(self.game.log) != self.heard:
            self.heard = self.hear(self.game, self.heard)

    def answer(self, seen: Battle, question: Question) -> str:
        """The key that an intent wants; empty if none covers the question."""
        self.by = 0
        self.about = self.unit_asked(seen, question)
        self.tidy(seen)
        for meaning in self.meanings.get(question.kind, []):
            text = self.meant(seen, question, meaning)
            if text:
                return text
        return self.thought_best(seen, question)

    def meant(self, seen: Battle, question: Question, meaning: Meaning) -> str:
        if isinstance(meaning, Picks):
            return self.picked(seen, question, meaning)
        if isinstance(meaning, Acts):
            return self.acted(seen, question, meaning)
        if isinstance(meaning, Says):
            return self.said(seen, question, meaning)
        if isinstance(meaning, Suggests) and not self.is_left(self.about) and self.has_orders(self.about):
            return question.options[0].key()
        if isinstance(meaning, Leaves) and self.has_orders(-1):
            return self.doctrine.choose(seen, question).key()
        return ""

    def unit_asked(self, seen: Battle, question: Question) -> int:
        """The unit that the question is about; a figure's is the one that he is with."""
        unit, figures = self.system.asked_about(seen, question)
        return self.system.unit_of(seen, figures[0]) if figures else unit

    def unit_named(self, seen: Battle, option: Option) -> int:
        """The unit that an option is about, or that its first figure is with."""
        unit, figures = option.about()
        return self.system.unit_of(seen, figures[0]) if unit < 0 and figures else unit

    def has_orders(self, unit: int) -> bool:
        """Has the unit been told anything, or anybody, where none is meant?"""
        orders = self.orders_of(unit) if unit >= 0 else self.orders
        if orders:
            self.by = orders[0].number
        return bool(orders)

    def said(self, seen: Battle, question: Question, meaning: Says) -> str:
        about = self.about
        for order in reversed(self.orders) if meaning.anyone else self.orders_of(about):
            intent = order.intent
            if intent.kind == DEPLOY and intent.how == PLANNED and DEPLOY in meaning.keys:
                self.by = order.number
                return self.doctrine.choose(seen, question).key()
            for unit in (intent.units or [about]) if meaning.anyone else [about]:
                text = self.first_offered(seen, question, order, unit, meaning, meaning.keys)[0]
                if text and order.means(unit):
                    self.by = order.number
                    return text
        return ""

    def waits_in(self, question: Question) -> bool:
        """Was the unit stopped? Then what it does next is asked once, whatever was said about its fire; not in secret,
        where several are asked together."""
        asked = self.waits.get(self.about)
        if asked is None or question.at_once:
            return False
        self.waits[self.about] = asked or question.number()
        if asked and asked != question.number():  # it has been answered by hand
            del self.waits[self.about]
            return False
        return True

    def acted(self, seen: Battle, question: Question, meaning: Acts) -> str:
        unit = self.about
        if self.waits_in(question):
            return ""
        covers = 0
        begun, number = self.begun.get((unit, question.kind), (0, 0))
        for order in self.orders_of(unit):
            since = order.keys_taken(unit, question.kind, seen.turn) if meaning.after and not meaning.on else 0
            text, at = self.first_offered(seen, question, order, unit, meaning, meaning.keys, since)
            if order.intent.kind == MARCH and not order.ways.get(unit):  # it has arrived, and turns if it can
                if text:
                    order.turned[unit] = seen.turn
                else:
                    order.through.add(unit)
            if text:
                order.acts(unit, question.kind, seen.turn, at + 1)
                self.begun[unit, question.kind] = seen.turn, order.number
                if order.intent.kind == CHARGE and text.startswith(CHARGE):
                    order.charged[unit] = seen.turn
                self.by = order.number
                return text
            if order.intent.kind not in meaning.keys or unit in order.through:
                continue
            if order.intent.kind in (MARCH, CHARGE) and not since and not (meaning.on and begun == seen.turn):
                self.cannot(seen, question, order, unit)
            else:
                covers = covers or order.number
        if meaning.on:
            number = covers
        elif begun != seen.turn:
            number = 0
        if number and is_offered(question, meaning.after):
            self.by = number
            return meaning.after
        return ""

    def picked(self, seen: Battle, question: Question, meaning: Picks) -> str:
        """Whoever has something to do; when all who are offered have been seen to, nobody, or whoever must."""
        before = self.picked_first(seen, question, meaning) if meaning.first else ""
        if before:
            return before
        head = meaning.key[: meaning.key.index(":") + 1]
        best: Order | None = None
        found, least = "", 0.0
        chosen = -1
        first = ""
        left = False
        last = 0
        for option in question.options:
            unit = option.about()[0]
            if unit < 0 or not option.key().startswith(head):
                continue
            orders = self.orders_of(unit)
            for order in orders:
                if self.is_due(seen, question, order, unit, meaning):
                    far = self.to_go(order, unit)
                    if is_like(self.filled(seen, question, meaning.key, order, unit), option.key()):
                        if best is None or far < least:
                            best, found, least, chosen = order, option.key(), far, unit
            first = first or option.key()
            passing = [order for order in orders if order.intent.kind in meaning.passes]
            if unit in self.waits and FIRE not in meaning.kinds:
                passing = [order for order in passing if order.intent.kind != FIRE]
            if passing:
                last = passing[0].number
            else:
                left = True
        if best is not None:
            best.acts(chosen, question.kind, seen.turn)
            self.by = best.number
            return found
        for order in self.orders:
            if order.intent.kind == STAND and not order.intent.units:
                left, last = False, order.number
        if left or not last:
            return ""
        self.by = last
        return meaning.done if is_offered(question, meaning.done) else first

    def picked_first(self, seen: Battle, question: Question, meaning: Picks) -> str:
        """What is done before anybody is picked, for those who will be."""
        for kind in meaning.kinds:
            for option in question.options:
                key = option.key()
                unit = self.unit_named(seen, option) if key.startswith(meaning.first) else -1
                if unit < 0 or not self.system.is_meant(seen, unit, kind, key):
                    continue
                for order in self.orders_of(unit):
                    if order.intent.kind == kind and not order.has_acted(unit, meaning.first, seen.turn):
                        order.acts(unit, meaning.first, seen.turn)
                        self.by = order.number
                        return key
        return ""

    def to_go(self, order: Order, unit: int) -> float:
        """Whoever is foremost goes first, out of the way of those behind him."""
        here = self.places.get(unit)
        there = self.places.get(order.intent.target) if order.intent.kind == CHARGE else None
        if order.intent.kind == MARCH:
            there = order.intent.way[-1]
        return spacing(here[0], here[1], there[0], there[1]) if here is not None and there is not None else 0.0

    def is_due(self, seen: Battle, question: Question, order: Order, unit: int, meaning: Picks) -> bool:
        """Is there something to do for the unit that it has not done this turn, and need not wait with?"""
        intent = order.intent
        if intent.kind not in meaning.kinds or order.has_acted(unit, question.kind, seen.turn):
            return False
        if intent.kind != FIRE or meaning.at_chargers:
            return True
        if intent.if_charged:
            return False
        return intent.within == 0.0 or self.is_within(seen, unit, intent.within)

    def is_within(self, seen: Battle, unit: int, most: float) -> bool:
        """Is an enemy so near, as the sheet measures?"""
        roster = self.system.roster(seen)
        for foe, standing in enumerate(roster):
            if (
                standing.side != roster[unit].side
                and standing.on_table
                and standing.arm != LEADER
                and foe in self.places
            ):
                if self.inches(seen, unit, foe) <= most:
                    return True
        return False

    def orders_of(self, unit: int) -> list[Order]:
        """What was said to the unit, the newest first; then what was said to all."""
        mine = [order for order in reversed(self.orders) if order.intent.units and order.means(unit)]
        return mine + [order for order in reversed(self.orders) if not order.intent.units and order.means(unit)]

    def first_offered(
        self,
        seen: Battle,
        question: Question,
        order: Order,
        unit: int,
        meaning: Meaning,
        keys: Keys,
        since: int = 0,
    ) -> tuple[str, int]:
        """Of what the intent wants the first that is offered, and its place in the list."""
        intent = order.intent
        patterns = keys.get(intent.kind, ())
        arrived = intent.kind == MARCH and not order.ways.get(unit)
        if arrived and not self.turns:
            return "", 0
        for at in range(since, len(patterns)):
            pattern = patterns[at]
            if isinstance(meaning, Acts) and arrived != ("{facing}" in pattern):
                continue
            if is_shot(pattern) and intent.kind == FIRE and intent.if_charged and not meaning.at_chargers:
                continue
            if "{bearing}" in pattern:
                text = self.nearest_bearing(question, order, unit, pattern)
            else:
                text = self.filled(seen, question, pattern, order, unit)
            found = self.allowed(seen, question, order, unit, text, meaning)
            if found and self.system.is_meant(seen, unit, intent.kind, found):
                if self.leads_on(seen, question, order, unit, found):
                    return found, at
        return "", 0

    def allowed(self, seen: Battle, question: Question, order: Order, unit: int, text: str, meaning: Meaning) -> str:
        """The offered key that the text stands for, as far as the intent lets it: fire may be held."""
        intent = order.intent
        if intent.kind != FIRE or "*" not in text:
            return key_offered(question, text)
        found = ""
        nearest = intent.within if intent.within > 0.0 and not meaning.at_chargers else 1e9
        for pattern in text.split("|"):
            for option in question.options:
                if not is_like(pattern, option.key()):
                    continue
                target = self.unit_named(seen, option)
                if target >= 0 and target == intent.target:
                    return option.key()
                if target == unit and nearest < 1e9:
                    continue  # one of his own men, and whom he shoots at is asked when it is too late to hold fire
                far = self.inches(seen, unit, target) if target >= 0 and target != unit else 0.0
                if far <= nearest and not (found and far == nearest):
                    found, nearest = option.key(), far
        return found

    def leads_on(self, seen: Battle, question: Question, order: Order, unit: int, text: str) -> bool:
        """Not if it only asks for a place, and none leads nearer."""
        for option in question.options if order.intent.kind in (MARCH, CHARGE) else []:
            region = option.asks_next() if option.key() == text else None
            way, value = self.on_the_way(seen, order, unit, region) if region is not None else (None, None)
            if way is not None and value is None:
                return False
        return True

    def inches(self, seen: Battle, unit: int, other: int) -> float:
        """As the sheet measures."""
        measured = self.system.measured(seen, Spot(0.0, 0.0, unit), Spot(0.0, 0.0, other))
        for fact in measured.facts:
            if fact.name == "range" and isinstance(fact.value, float):
                return fact.value
        return measured.distance

    def filled(self, seen: Battle, question: Question, pattern: str, order: Order, unit: int) -> str:
        """The key with what the intent says; empty if it does not say all of it."""
        intent = order.intent
        text = pattern.replace("{unit}", str(unit))
        if "{facing}" in text:
            text = text.replace("{facing}", "")
        if "{about}" in text:
            text = text.replace("{about}", "") if self.is_turned_from(seen, unit, intent.facing) else ""
        if "{charged}" in text:
            text = text.replace("{charged}", "") if intent.if_charged else ""
        if "{target}" in text:
            text = text.replace("{target}", str(intent.target)) if intent.target >= 0 else ""
        if "{formation}" in text:
            text = text.replace("{formation}", intent.formation) if intent.formation else ""
        if "{within}" in text:
            text = text.replace("{within}", put(intent.within)) if intent.within > 0.0 else ""
        if "{body}" in text:
            body = self.system.body(seen, intent.target) if intent.target >= 0 else -1
            text = text.replace("{body}", str(body)) if body >= 0 else ""
        if "{same}" in text:
            text = text.replace("{same}", self.system.last_time(seen, question))
        return text

    def is_turned_from(self, seen: Battle, unit: int, facing: float) -> bool:
        at = self.system.roster(seen)[unit].at
        return at is not None and facing >= 0.0 and turn_between(at[2], facing) > ABOUT

    def nearest_bearing(self, question: Question, order: Order, unit: int, pattern: str) -> str:
        """The bearing to where the unit goes, or of those offered the one that leads best there."""
        here, there = self.places.get(unit), self.goal_of(order, unit)
        if here is None or there is None:
            return ""
        way = bearing(there[0] - here[0], there[1] - here[1])
        head = pattern[: pattern.index("{bearing}")]
        exact = f"{head}{int(way + 0.5) % 360}"
        if is_offered(question, exact):
            return exact
        found, off = "", 361.0
        for option in question.options:
            key = option.key()
            number = key[len(head) :]
            if key.startswith(head) and number.isdigit() and turn_between(way, float(number)) < off:
                found, off = key, turn_between(way, float(number))
        return found

    # ------------------------------------------------------------ places

    def value(self, seen: Battle, question: Question) -> tuple[float, ...] | None:
        self.by = 0
        self.about = self.unit_asked(seen, question)
        self.tidy(seen)
        region = question.region
        assert region is not None
        unit = self.about
        for meaning in self.meanings.get(question.kind, []):
            if isinstance(meaning, Suggests) and not self.is_left(unit) and self.has_orders(unit):
                return region.samples()[0]
            if isinstance(meaning, Leaves) and self.has_orders(-1):
                return self.doctrine.place(seen, question)
            for order in self.orders_of(unit):
                if isinstance(meaning, Faces):
                    if order.intent.kind in (MARCH, CHARGE, DEPLOY, HOLD, RALLY, STAND):
                        self.by = order.number
                        return turned_to(region, self.looked_for(order, unit, region, meaning))
                elif isinstance(meaning, Points):
                    there = self.goal_of(order, unit)
                    if there is not None:
                        self.by = order.number
                        return placed_at(Way(there, there, ANY_WAY), region)
                elif isinstance(meaning, Goes):
                    value = self.gone(seen, question, order)
                    if value is not None:
                        self.by = order.number
                        return value
        if self.best_for(unit) is None:
            return None
        return self.thinking().place(seen, question)

    def looked_for(self, order: Order, unit: int, region: Region, meaning: Faces) -> float:
        """Where it is to face."""
        way = self.way_of(order, unit, region) if meaning.ahead and order.intent.kind in (MARCH, CHARGE) else None
        if way is not None and way.left > AS_NEAR_AS_CAN_BE:
            return way.toward
        ghost = region.ghost()
        now = ghost.facing if ghost is not None else 0.0
        return order.intent.facing if order.intent.facing >= 0.0 else now

    def gone(self, seen: Battle, question: Question, order: Order) -> tuple[float, ...] | None:
        region, intent, unit = question.region, order.intent, self.about
        assert region is not None
        if intent.kind == DEPLOY:
            return self.deployed(seen, question, order)
        if intent.kind == STAND:
            return least_on(region, seen)
        if intent.kind not in (MARCH, CHARGE, SUPPORT):
            return None
        way, value = self.on_the_way(seen, order, unit, region)
        if way is None:
            return None
        if value is None and intent.kind == MARCH:
            said = f"{self.named(seen, unit)} finds no way on." if way.left > AS_NEAR_AS_CAN_BE else ""
            self.end(order, unit, said)
        return value if value is not None else still_on(region, seen)

    def on_the_way(
        self, seen: Battle, order: Order, unit: int, region: Region
    ) -> tuple[Way | None, tuple[float, ...] | None]:
        """The choice that leads nearest to the next place. What nothing brings nearer is passed by, if not the last."""
        while True:
            way = self.way_of(order, unit, region)
            value = best_on(way, region, seen) if way is not None else None
            if value is not None or order.intent.kind != MARCH or len(order.ways.get(unit, [])) < 2:
                return way, value
            del order.ways[unit][0]

    def way_of(self, order: Order, unit: int, region: Region) -> Way | None:
        """From where it stands. What a region places may be another point than the middle: a leader."""
        here = self.places.get(unit)
        there = self.goal_of(order, unit)
        if here is None or there is None:
            return None
        ghost = region.ghost()
        if ghost is not None and ghost.placed:
            there = there[0] + ghost.x - here[0], there[1] + ghost.y - here[1]
            here = ghost.x, ghost.y
        last = order.intent.kind != MARCH or len(order.ways[unit]) == 1
        return Way(here, there, order.intent.facing if last else ANY_WAY)

    def deployed(self, seen: Battle, question: Question, order: Order) -> tuple[float, ...] | None:
        region, intent, unit = question.region, order.intent, self.about
        assert region is not None
        if intent.how == PLANNED:
            return self.planned(seen, question)
        if intent.how in (SUGGESTED, MIRRORED):
            value = self.doctrine.place(seen, question) if intent.how == MIRRORED else region.samples()[0]
            if intent.how == SUGGESTED or "x" not in region.names():
                return value
            zones = self.zones_of(region)
            middle = (min(zone[0] for zone in zones) + max(zone[2] for zone in zones)) / 2.0 if zones else 0.0
            at = region.names().index("x"), region.names().index("y")
            return placed_at(Way((0.0, 0.0), (2.0 * middle - value[at[0]], value[at[1]]), intent.facing), region)
        x, y = intent.way[0]
        place = intent.units.index(unit) - (len(intent.units) - 1) / 2.0
        ghost = region.ghost()
        wide = max([body[0] + body[3] / 2.0 for body in ghost.bodies], default=1.0) if ghost is not None else 1.0
        return placed_at(Way((0.0, 0.0), (x + place * 2.2 * wide, y), intent.facing), region)

    def planned(self, seen: Battle, question: Question) -> tuple[float, ...]:
        """As the doctrine would; but no gun behind friends, and nobody before a gun: then the nearest free place."""
        region, unit = question.region, self.about
        assert region is not None
        value = self.doctrine.place(seen, question)
        names = region.names()
        roster = self.system.roster(seen) if "x" in names and unit >= 0 else []
        if not roster or not self.masks(seen, roster, unit, region, value):
            return value
        x, y = end_of(names, value)
        samples = region.samples()
        free = self.unmasked(seen, roster, unit, region, beside(region, value) + samples)
        if not free:
            everywhere = [one for sample in samples for one in beside(region, sample)]
            free = self.unmasked(seen, roster, unit, region, everywhere)
        return min(free, key=lambda one: spacing(x, y, *end_of(names, one)), default=value)

    def unmasked(
        self, seen: Battle, roster: list[Standing], unit: int, region: Region, places: list[tuple[float, ...]]
    ) -> list[tuple[float, ...]]:
        return [one for one in places if not self.masks(seen, roster, unit, region, one)]

    def masks(self, seen: Battle, roster: list[Standing], unit: int, region: Region, value: tuple[float, ...]) -> bool:
        """Would the unit stand before a gun of its side, or, a gun itself, behind anybody but a leader?"""
        if roster[unit].arm == LEADER:
            return False
        side = roster[unit].side
        bases = bases_of_choice(seen, region, value)
        guns = [one.at for one in roster if one.arm == GUN and one.side == side and one.at is not None]
        if any(is_ahead(*gun, base[0], base[1], base[3] / 2.0) for gun in guns for base in bases):
            return True
        if roster[unit].arm != GUN:
            return False
        facing = facing_of_choice(region, value)
        marks = [mark for mark in self.system.marks(seen) if mark.unit >= 0 and mark.unit != unit]
        friends = [mark for mark in marks if roster[mark.unit].side == side and roster[mark.unit].arm != LEADER]
        return any(
            is_ahead(base[0], base[1], facing, mark.x, mark.y, mark.width / 2.0) for mark in friends for base in bases
        )

    def zones_of(self, region: Any) -> list[tuple[float, float, float, float]]:
        ghost = region.ghost()
        return ghost.zones if ghost is not None else []

    def goal_of(self, order: Order, unit: int) -> Place | None:
        if order.intent.kind in (CHARGE, SUPPORT):
            return self.places.get(order.intent.target)
        way = order.ways.get(unit, [])
        return way[0] if way else None

    # ------------------------------------------------------------ as you think best

    def best_for(self, unit: int) -> Order | None:
        for order in self.orders_of(unit):
            if order.intent.kind == BEST:
                self.by = order.number
                return order
        return None

    def is_left(self, unit: int) -> bool:
        """Is the last word about it that the doctrine may do as it likes? Then nothing else follows from it."""
        orders = self.orders_of(unit)
        return bool(orders) and orders[0].intent.kind == BEST

    def thinking(self) -> Player:
        """The doctrine, in the stances in which it was left to him."""
        orders = [order.intent for order in self.orders if order.intent.stance != Stance.OWN]
        told = [intent.text() for intent in orders]
        if told != self.in_stances[0]:
            stances = Stances()
            for intent in orders:
                stances.put(intent.units, intent.stance, intent.easting)
            self.in_stances = (told, self.system.doctrine(self.seat, stances) if told else self.doctrine)
        return self.in_stances[1]

    def thought_best(self, seen: Battle, question: Question) -> str:
        """The doctrine's answer, if it is about whom it was left to."""
        everybody = [order for order in self.orders if order.intent.kind == BEST and not order.intent.units]
        if self.best_for(self.about) is not None or everybody:
            key = self.thinking().choose(seen, question).key()
            self.by = self.by or everybody[-1].number
            return key
        if self.about >= 0 or all(order.intent.kind != BEST for order in self.orders):
            return ""
        chosen = self.thinking().choose(seen, question)
        order = self.best_for(chosen.about()[0]) if chosen.about()[0] >= 0 else None
        return chosen.key() if order is not None else ""

    # ------------------------------------------------------------ when it is over

    def tidy(self, seen: Battle) -> None:
        """What has been reached, was for one turn, or is about somebody who is gone, is over."""
        self.look(seen)
        for order in self.orders:
            if order.intent.kind in FOR_A_TURN and seen.turn > order.turn:
                order.ended = "the turn is over"
            if order.intent.kind == DEPLOY and not self.awaits(seen, order):
                order.ended = "deployed"
            if order.intent.kind in (CHARGE, SUPPORT) and order.intent.target not in self.places:
                order.ended = f"{self.named(seen, order.intent.target)} is gone"
                self.report(order.ended + ".", [unit for unit in order.intent.units if order.means(unit)])
            for unit, way in order.ways.items():
                here = self.places.get(unit)
                if here is None:
                    order.through.add(unit)
                    continue
                while way and spacing(*here, *way[0]) <= (ARRIVED if len(way) == 1 else AS_NEAR_AS_CAN_BE):
                    del way[0]
                turns = self.turns and order.intent.facing >= 0.0 and order.turned.get(unit, seen.turn) == seen.turn
                if not way and not turns:
                    order.through.add(unit)
            order.through.update([unit for unit, turn in order.charged.items() if seen.turn > turn])
            if order.intent.units and order.through.issuperset(order.intent.units):
                order.ended = "carried out"
        self.orders = [order for order in self.orders if not order.ended]

    def close(self, seen: Battle) -> None:
        """When he has done what he could."""
        if self.orders:
            self.follow(seen, len(self.system.roster(seen)))
        self.tidy(seen)

    def awaits(self, seen: Battle, order: Order) -> bool:
        """Is anybody of his seat whom it means not on the table yet?"""
        for unit, standing in enumerate(self.system.roster(seen)):
            if standing.seat == self.seat and order.means(unit) and not standing.on_table and standing.figures:
                return True
        return False

    def cannot(self, seen: Battle, question: Question, order: Order, unit: int) -> None:
        """It is not offered: say why, as the rules do, and let the person decide."""
        wanted = ("charge",) if order.intent.kind == CHARGE else ("move", "march", "drive")
        why = next((bar.reason for bar in self.system.barred(seen, question) if bar.kind.startswith(wanted)), "")
        self.end(order, unit, f"{self.named(seen, unit)} cannot {order.intent.kind}{': ' + why if why else ''}.")

    def end(self, order: Order, unit: int, said: str) -> None:
        order.through.add(unit)
        if said:
            self.report(said, [unit])

    def report(self, said: str, units: list[int]) -> None:
        """Say why these do not do as they were told."""
        self.reports.append(said)
        for unit in units:
            self.refusals.setdefault(unit, said)

    def stop(self, unit: int, said: str) -> None:
        """Something unforeseen has happened to the unit: whatever it was part of waits for another word.

        A word about fire stands: it says what is done then.
        """
        hit = [order for order in self.orders if order.intent.units and order.means(unit) and order.intent.kind != FIRE]
        if hit:
            stopped = [each for order in hit for each in order.intent.units if order.means(each)]
            self.report(said, stopped)
            self.orders = [order for order in self.orders if order not in hit]
            self.waits.update(dict.fromkeys(stopped, ""))

    def named(self, seen: Battle, unit: int) -> str:
        return self.system.roster(seen)[unit].name

    # ------------------------------------------------------------ what is seen and told

    def hear(self, game: Game[Any], since: int) -> int:
        """What his seat was told since: whoever was charged, broken or stopped waits for another word."""
        seen = self.system.seen(game.battle, self.seat)
        roster = self.system.roster(seen)
        self.follow(seen, len(roster))
        alarms = self.system.alarms()
        for event in game.log[min(since, len(game.log)) :]:
            known = alarms.get(type(event).__name__)
            if known is None or not self.system.shown(game.battle, event, self.seat):
                continue
            unit = getattr(event, known[0], -1)
            if 0 <= unit < len(roster) and self.is_mine(seen, roster, unit):
                self.stop(unit, f"{roster[unit].name} {known[1]}.")
        self.look_out(seen, roster)
        return len(game.log)

    def follow(self, seen: Battle, size: int) -> None:
        """Whoever joins the roster may stand before others, who then have other numbers."""
        was, self.size = self.size, size
        if was in (0, size):
            return

        def now(unit: int) -> int:
            return self.system.place_since(seen, was, unit)

        for order in self.orders:
            order.renumber(now)
        self.orders = [order for order in self.orders if not order.ended]
        for by_unit in (self.waits, self.refusals, self.foes):
            renumber_keys(by_unit, now)
        renumber_pairs(self.begun, now)
        self.near = {(now(unit), now(foe)) for unit, foe in self.near}

    def look_out(self, seen: Battle, roster: list[Standing]) -> None:
        """Enemies who have moved or come into sight, and could reach whoever they could not reach before."""
        before, was_near = self.foes, self.near
        self.note_foes(seen, roster)
        coming: dict[int, list[int]] = {}
        for unit, foe in sorted(self.near - was_near):
            if before.get(foe) != self.foes[foe]:
                coming.setdefault(unit, []).append(foe)
        for unit, foes in coming.items():
            self.stop(unit, f"{listed([roster[foe].name for foe in foes])} could reach {roster[unit].name}.")

    def note_foes(self, seen: Battle, roster: list[Standing]) -> None:
        self.foes = {}
        self.near = set()
        mine = {unit for order in self.orders for unit in order.intent.units if order.intent.kind in (MARCH, HOLD)}
        sides = {standing.side for unit, standing in enumerate(roster) if self.is_mine(seen, roster, unit)}
        for foe, standing in enumerate(roster):
            if standing.side in sides or standing.at is None or not standing.on_table:
                continue
            x, y, _ = standing.at
            self.foes[foe] = x, y
            reach = self.system.reach(seen, foe)
            for unit in mine:
                at = roster[unit].at
                if at is not None and spacing(at[0], at[1], x, y) <= reach:
                    self.near.add((unit, foe))


def is_ahead(x: float, y: float, facing: float, there_x: float, there_y: float, wide: float) -> bool:
    """Does somebody of that half width stand in a gun's field of fire?"""
    sine, cosine = direction(facing)
    ahead = (there_x - x) * sine + (there_y - y) * cosine
    aside = abs((there_x - x) * cosine - (there_y - y) * sine)
    return MUZZLE < ahead < FIELD and aside < wide + 1.0


def facing_of_choice(region: Region, value: tuple[float, ...]) -> float:
    """The facing that it names, or that its ghost has."""
    names = region.names()
    if "facing" in names:
        return value[names.index("facing")]
    ghost = region.ghost()
    return ghost.facing if ghost is not None else 0.0


def beside(region: Region, value: tuple[float, ...]) -> list[tuple[float, ...]]:
    """The legal choices some inches to the right and left."""
    names = region.names()
    x, y = end_of(names, value)
    places = [filled(names, value, (x + aside, y), ANY_WAY) for aside in ASIDE_INCHES]
    return [one for one in places if not region.refusal(one)]


def bases_of_choice(
    seen: Battle, region: Region, value: tuple[float, ...]
) -> list[tuple[float, float, float, float, float]]:
    """As its bases would stand: what a region places may be a leader at their edge, and no gun."""
    outcome = region.outcome(seen, value)
    if outcome is not None and outcome.bodies:
        return outcome.bodies
    x, y = end_of(region.names(), value)
    ghost = region.ghost()
    bodies = ghost.bodies if ghost is not None else []
    return [(x, y, 0.0, 2.0 * max([abs(body[0]) + body[3] / 2.0 for body in bodies], default=0.0), 0.0)]


def renumber_keys(held: dict[int, Any], now: Callable[[int], int]) -> None:
    """In a dictionary by unit."""
    found = {now(unit): value for unit, value in held.items() if now(unit) >= 0}
    held.clear()
    held.update(found)


def renumber_pairs(held: dict[tuple[int, str], Any], now: Callable[[int], int]) -> None:
    """In a dictionary by unit and question."""
    found = {(now(unit), asked): value for (unit, asked), value in held.items() if now(unit) >= 0}
    held.clear()
    held.update(found)


def middles(system: System[Any], seen: Battle) -> dict[int, Place]:
    """Where everybody is: the middle of a unit's figures."""
    sums: dict[int, tuple[float, float, int]] = {}
    for mark in system.marks(seen):
        x, y, count = sums.get(mark.unit, (0.0, 0.0, 0))
        sums[mark.unit] = x + mark.x, y + mark.y, count + 1
    return {unit: (x / count, y / count) for unit, (x, y, count) in sums.items() if unit >= 0}


def named_in(roster: list[Standing], unit: int) -> int:
    """The unit, if there is one of that number."""
    if unit >= len(roster):
        raise Refused(f"there is no unit {unit}: the roster has {len(roster)}.")
    return unit


def not_yours(roster: list[Standing], unit: int) -> str:
    return f"{roster[unit].name} is not yours to command."


def is_offered(question: Question, text: str) -> bool:
    return bool(key_offered(question, text))


def key_offered(question: Question, text: str) -> str:
    """The key that the text names; with a star in it, the first that is like it."""
    if not text:
        return ""
    for option in question.options:
        if "*" in text:
            if is_like(text, option.key()):
                return option.key()
        elif is_read(option, text):
            return text
    return ""


def is_read(option: Option, text: str) -> bool:
    """Is it the option's own key, or a choice that it stands for?"""
    try:
        return option.read(text) is not None
    except Refused:  # it would be, if it were legal
        return False


def is_like(text: str, key: str) -> bool:
    """Is it the key; a star stands for anything?"""
    head, star, tail = text.partition("*")
    if not star:
        return key == text
    if not key.startswith(head):
        return False
    return any(is_like(tail, key[at:]) for at in range(len(head), len(key) + 1))


def is_shot(pattern: str) -> bool:
    """Does it name somebody to fire at, other than whoever charges?"""
    return ("*" in pattern or "{target}" in pattern or "{within}" in pattern) and "{charged}" not in pattern
