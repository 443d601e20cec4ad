"""The adjutant: between a seat and its person. He answers what the standing intents cover, and hands on the rest.

He is given what his seat may know and nothing else. His answers are ordinary answers: whoever replays the game needs no
adjutant. What an intent means in a sheet's questions, the sheet says (`System.meanings`); the rest is written here.
"""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.angles import bearing, turn_between
from playsheet.core.asking import Option, Player, Question, Suspended
from playsheet.core.errors import Refused
from playsheet.core.events import Battle
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
    STAND,
    SUGGESTED,
    SUPPORT,
    Intent,
    Place,
)
from playsheet.core.meanings import Acts, Faces, Goes, Leaves, Meaning, Picks, Points, Says, Suggests
from playsheet.core.measuring import Spot
from playsheet.core.system import System
from playsheet.core.telling import Standing
from playsheet.core.words import listed
from playsheet.players.ways import Way, best_on, placed_at, stayed_in, turned_to

ARRIVED: Final = 0.5  # whoever is so near has arrived
AS_NEAR: Final = 2.0  # whoever is so near and comes no nearer has arrived too
MOST_STANDING: Final = 400  # intents of one seat at a time


class Order:
    """An intent that stands, and how far it has come."""

    def __init__(self, number: int, intent: Intent, turn: int) -> None:
        self.number: Final = number
        self.intent: Final = intent
        self.turn: Final = turn  # in which it was given
        self.ways: Final[dict[int, list[Place]]] = {}  # what each unit still has before it
        self.acted: Final[dict[tuple[int, str], int]] = {}  # by unit and question: the turn in which it last acted
        self.through: Final[set[int]] = set()  # units for which it is over
        self.charged: Final[dict[int, int]] = {}  # the turn in which a unit has charged as it was told
        self.ended = ""  # why, in a sentence; empty while it stands

    def means(self, unit: int) -> bool:
        return (not self.intent.units or unit in self.intent.units) and unit not in self.through

    def has_acted(self, unit: int, asked: str, turn: int) -> bool:
        return self.acted.get((unit, asked), 0) == turn


class Adjutant(Player):
    """Answers for a seat what its intents cover; else the question stays open."""

    def __init__(self, system: System[Any], seat: int, doctrine: Player) -> None:
        self.system: Final = system
        self.seat: Final = seat
        self.doctrine: Final = doctrine
        self.orders: list[Order] = []  # the newest last
        self.given = 0
        self.by = 0  # the number of the order that the last answer is due to
        self.reports: list[str] = []  # what the person is to be told
        self.foes: dict[int, tuple[float, float]] = {}  # where enemies were seen last
        self.near: set[tuple[int, int]] = set()  # which of them could reach which unit then
        meanings: dict[str, list[Meaning]] = {}
        for meaning in system.meanings():
            meanings.setdefault(meaning.asked, []).append(meaning)
        self.meanings: Final = meanings

    def name(self) -> str:
        return "adjutant"

    # ------------------------------------------------------------ what the person says

    def give(self, seen: Battle, intent: Intent) -> Order:
        """Take an intent, or refuse it in a sentence. It replaces what its units were told before."""
        roster = self.system.roster(seen)
        for unit in intent.units:
            if unit >= len(roster):
                raise Refused(f"there is no unit {unit}: the roster has {len(roster)}.")
            if roster[unit].seat != self.seat:
                raise Refused(f"{roster[unit].name} is not yours to command.")
        if intent.target >= len(roster):
            raise Refused(f"there is no unit {intent.target}: the roster has {len(roster)}.")
        if intent.kind == CHARGE and roster[intent.target].side == roster[intent.units[0]].side:
            raise Refused(f"{roster[intent.target].name} is on your own side.")
        self.orders = [order for order in self.orders if not self.is_replaced(order, intent)]
        if len(self.orders) >= MOST_STANDING:
            raise Refused(f"at most {MOST_STANDING} intents can stand at once.")
        self.given += 1
        order = Order(self.given, intent, seen.turn)
        if intent.kind == MARCH:
            self.plot(seen, order)
        self.orders.append(order)
        self.note_foes(seen, roster)
        return order

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

    def plot(self, seen: Battle, order: Order) -> None:
        """Each unit's way: they keep their places to each other, unless all go to the very place."""
        intent = order.intent
        places = [self.place_of(seen, unit) for unit in intent.units]
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

    def place_of(self, seen: Battle, unit: int) -> Place | None:
        try:
            return self.system.spot(seen, Spot(0.0, 0.0, unit))
        except Refused:  # it is not on the table
            return None

    # ------------------------------------------------------------ what is asked

    def choose(self, battle: Battle, question: Question) -> Option:
        text = self.answer(battle, question)
        for option in question.options:
            read = option.read(text) if text else None
            if read is not None:
                return read
        raise Suspended([question])

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        value = self.value(battle, question)
        if value is None:
            raise Suspended([question])
        return value

    def answer(self, seen: Battle, question: Question) -> str:
        """The key that an intent wants; empty if none covers the question."""
        self.by = 0
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
        if isinstance(meaning, Suggests) and self.orders:
            self.by = self.orders[-1].number
            return question.options[0].key()
        if isinstance(meaning, Leaves) and self.orders:
            self.by = self.orders[-1].number
            return self.doctrine.choose(seen, question).key()
        if isinstance(meaning, Says):
            unit = self.unit_asked(seen, question)
            orders = self.orders_of(unit)
            for kind in meaning.keys:
                for order in orders:
                    text = ""
                    if order.intent.kind == kind:
                        text = self.first_offered(seen, question, order, unit, meaning.keys)
                    if text:
                        self.by = order.number
                        return text
        return ""

    def unit_asked(self, seen: Battle, question: Question) -> int:
        """The unit that the question is about; a figure's is the one that he is with."""
        unit, figures = self.system.asked_about(seen, question)
        return self.system.unit_of(seen, figures[0]) if figures else unit

    def acted(self, seen: Battle, question: Question, meaning: Acts) -> str:
        unit = question.about
        under_way = 0
        orders = self.orders_of(unit)
        acted = any(order.has_acted(unit, question.kind, seen.turn) for order in orders)
        for order in orders:
            if order.has_acted(unit, question.kind, seen.turn) and meaning.after and not meaning.on:
                under_way = order.number
                continue
            text = self.first_offered(seen, question, order, unit, meaning.keys)
            if text:
                order.acted[unit, question.kind] = seen.turn
                if order.intent.kind == CHARGE and text.startswith(CHARGE):
                    order.charged[unit] = seen.turn
                self.by = order.number
                return text
            if meaning.on and order.intent.kind in meaning.keys:
                under_way = under_way or order.number
            if order.intent.kind in (MARCH, CHARGE) and order.intent.kind in meaning.keys:
                if not (meaning.on and acted):
                    self.cannot(seen, question, order, unit)
        if under_way and is_offered(question, meaning.after):
            self.by = under_way
            return meaning.after
        return ""

    def picked(self, seen: Battle, question: Question, meaning: Picks) -> str:
        """Whoever has something to do; when all who are offered have been seen to, nobody."""
        free = False
        last = 0
        if meaning.first:
            text = self.picked_first(seen, question, meaning)
            if text:
                return text
        for option in question.options:
            unit = self.unit_named(seen, option)
            if unit < 0:
                continue
            orders = self.orders_of(unit)
            for order in orders:
                if order.intent.kind not in meaning.kinds or order.has_acted(unit, question.kind, seen.turn):
                    continue
                text = self.filled(seen, meaning.key, order, unit)
                if is_offered(question, text):
                    order.acted[unit, question.kind] = seen.turn
                    self.by = order.number
                    return key_offered(question, text)
            seen_to = [
                order.number
                for order in orders
                if order.intent.kind in meaning.kinds
                or (order.intent.kind in meaning.idle if meaning.idle else order.intent.kind != DEPLOY)
            ]
            if seen_to:
                last = seen_to[0]
            else:
                free = True
        for order in self.orders:
            if order.intent.kind == STAND and not order.intent.units:
                free, last = False, order.number
        if free or not last or not is_offered(question, meaning.done):
            return ""
        self.by = last
        return meaning.done

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
                        order.acted[unit, meaning.first] = seen.turn
                        self.by = order.number
                        return key
        return ""

    def unit_named(self, seen: Battle, option: Option) -> int:
        """The unit that an option is about, or that its first figure belongs to."""
        unit, figures = option.about()
        return self.system.unit_of(seen, figures[0]) if unit < 0 and figures else unit

    def orders_of(self, unit: int) -> list[Order]:
        """What was said to the unit, the newest first; then what was said to all."""
        mine = [order for order in reversed(self.orders) if order.intent.units and order.means(unit)]
        return mine + [order for order in reversed(self.orders) if not order.intent.units and order.means(unit)]

    def first_offered(
        self, seen: Battle, question: Question, order: Order, unit: int, keys: dict[str, tuple[str, ...]]
    ) -> str:
        intent = order.intent
        if intent.kind == MARCH and not order.ways.get(unit):
            return ""
        for pattern in keys.get(intent.kind, ()):
            if "{formation}" in pattern and not intent.formation:
                continue
            if intent.if_charged and ("{target}" in pattern or "*" in pattern):
                continue  # fire that is held is for reactions alone
            if "{bearing}" in pattern:
                text = self.nearest_bearing(seen, question, order, unit, pattern)
            else:
                text = self.filled(seen, pattern, order, unit)
            found = self.allowed(seen, question, order, unit, text)
            if found and self.system.is_meant(seen, unit, intent.kind, found):
                return found
        return ""

    def allowed(self, seen: Battle, question: Question, order: Order, unit: int, text: str) -> str:
        """The offered key that the text stands for, as far as the intent lets it: fire may be held."""
        intent = order.intent
        if intent.kind != FIRE or not text.endswith("*"):
            return key_offered(question, text)
        found = ""
        nearest = intent.within if intent.within > 0.0 else 1e9
        for head in text.split("|"):
            for option in question.options:
                if not option.key().startswith(head[:-1]):
                    continue
                target = self.unit_named(seen, option)
                if target >= 0 and target == intent.target:
                    return option.key()
                far = self.inches(seen, unit, target) if target >= 0 and target != unit else 0.0
                if target == unit and intent.within > 0.0:
                    continue  # one's own man shoots at somebody who is named later: too late to say how far
                if far <= nearest and not (found and far == nearest):
                    found, nearest = option.key(), far
        return found

    def inches(self, seen: Battle, unit: int, other: int) -> float:
        """As the sheet measures."""
        measured = self.system.measured(seen, Spot(0.0, 0.0, unit), Spot(0.0, 0.0, other))
        return spacing(measured.x0, measured.y0, measured.x1, measured.y1)

    def filled(self, seen: Battle, pattern: str, order: Order, unit: int) -> str:
        intent = order.intent
        if "{target}" in pattern and intent.target < 0:
            return ""
        return (
            pattern.replace("{unit}", str(unit))
            .replace("{target}", str(intent.target))
            .replace("{formation}", intent.formation)
        )

    def nearest_bearing(self, seen: Battle, question: Question, order: Order, unit: int, pattern: str) -> str:
        """Of the bearings offered the one that leads best to where the unit goes."""
        here, there = self.place_of(seen, unit), self.goal_of(seen, order, unit)
        if here is None or there is None:
            return ""
        way = bearing(there[0] - here[0], there[1] - here[1])
        head = pattern[: pattern.index("{bearing}")]
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
        self.tidy(seen)
        region = question.region
        assert region is not None
        unit = self.unit_asked(seen, question)
        for meaning in self.meanings.get(question.kind, []):
            if isinstance(meaning, Suggests) and self.orders:
                self.by = self.orders[-1].number
                return region.samples()[0]
            if isinstance(meaning, Leaves) and self.orders:
                self.by = self.orders[-1].number
                return self.doctrine.place(seen, question)
            for order in self.orders_of(unit):
                if isinstance(meaning, Faces):
                    if order.intent.kind in (MARCH, CHARGE, DEPLOY, HOLD, STAND):
                        self.by = order.number
                        ghost = region.ghost()
                        now = ghost.facing if ghost is not None else 0.0
                        return turned_to(region, order.intent.facing if order.intent.facing >= 0.0 else now)
                elif isinstance(meaning, Points):
                    there = self.goal_of(seen, order, unit)
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
        return self.doctrine.place(seen, question)

    def gone(self, seen: Battle, question: Question, order: Order) -> tuple[float, ...] | None:
        region, intent, unit = question.region, order.intent, question.about
        assert region is not None
        if intent.kind == DEPLOY:
            return self.deployed(seen, question, order)
        here = self.place_of(seen, unit)
        there = self.goal_of(seen, order, unit)
        if here is None or there is None:
            return None
        last = intent.kind != MARCH or len(order.ways[unit]) == 1
        way = Way(here, there, intent.facing if last else ANY_WAY)
        value = best_on(way, region, seen)
        if value is not None:
            return value
        if way.left <= AS_NEAR:
            order.through.add(unit)
            return stayed_in(region, intent.facing)
        self.end(order, unit, f"{self.named(seen, unit)} finds no way on.")
        return None

    def deployed(self, seen: Battle, question: Question, order: Order) -> tuple[float, ...] | None:
        region, intent, unit = question.region, order.intent, question.about
        assert region is not None
        if intent.how == PLANNED:
            return self.doctrine.place(seen, question)
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

    def zones_of(self, region: Any) -> list[tuple[float, float, float, float]]:
        ghost = region.ghost()
        return ghost.zones if ghost is not None else []

    def goal_of(self, seen: Battle, order: Order, unit: int) -> Place | None:
        if order.intent.kind in (CHARGE, SUPPORT):
            return self.place_of(seen, order.intent.target)
        way = order.ways.get(unit, [])
        return way[0] if way else None

    # ------------------------------------------------------------ as you think best

    def best_for(self, unit: int) -> Order | None:
        for order in self.orders_of(unit):
            if order.intent.kind == BEST:
                self.by = order.number
                return order
        return None

    def thought_best(self, seen: Battle, question: Question) -> str:
        """The doctrine's answer, if it is about whom it was left to."""
        everybody = [order for order in self.orders if order.intent.kind == BEST and not order.intent.units]
        if self.best_for(question.about) is not None or everybody:
            key = self.doctrine.choose(seen, question).key()
            self.by = self.by or everybody[-1].number
            return key
        if question.about >= 0 or all(order.intent.kind != BEST for order in self.orders):
            return ""
        chosen = self.doctrine.choose(seen, question)
        order = self.best_for(chosen.about()[0]) if chosen.about()[0] >= 0 else None
        return chosen.key() if order is not None else ""

    # ------------------------------------------------------------ when it is over

    def tidy(self, seen: Battle) -> None:
        """What has been reached, or was for one turn, is over."""
        for order in self.orders:
            if order.intent.kind in FOR_A_TURN and seen.turn > order.turn:
                order.ended = "the turn is over"
            for unit, way in order.ways.items():
                here = self.place_of(seen, unit)
                if here is None:
                    order.through.add(unit)
                    continue
                while way and spacing(here[0], here[1], way[0][0], way[0][1]) <= ARRIVED:
                    del way[0]
                if not way:
                    order.through.add(unit)
            for unit, turn in order.charged.items():
                if seen.turn > turn:
                    order.through.add(unit)
            if order.intent.units and order.through.issuperset(order.intent.units):
                order.ended = "carried out"
        self.orders = [order for order in self.orders if not order.ended]

    def cannot(self, seen: Battle, question: Question, order: Order, unit: int) -> None:
        """It is not offered: say why, as the rules do, and let the person decide."""
        wanted = {MARCH: "move", CHARGE: "charge"}[order.intent.kind]
        why = next((bar.reason for bar in self.system.barred(seen, question) if bar.kind.startswith(wanted)), "")
        self.end(order, unit, f"{self.named(seen, unit)} cannot {order.intent.kind}{': ' + why if why else ''}.")

    def end(self, order: Order, unit: int, said: str) -> None:
        order.through.add(unit)
        self.reports.append(said)

    def stop(self, unit: int, said: str, *, fire: bool) -> None:
        """Something unforeseen has happened to the unit: whatever it was part of waits for another word.

        Without `fire`, what was said about its fire stands: it was said for just that.
        """
        hit = [
            order
            for order in self.orders
            if order.intent.units and order.means(unit) and (fire or order.intent.kind != FIRE)
        ]
        if hit:
            self.reports.append(said)
            self.orders = [order for order in self.orders if order not in hit]

    def named(self, seen: Battle, unit: int) -> str:
        return self.system.roster(seen)[unit].name

    # ------------------------------------------------------------ what is seen and told

    def hear(self, game: Game[Any], since: int) -> int:
        """What his seat was told since: whoever was charged, broken or stopped waits for another word."""
        seen = self.system.seen(game.battle, self.seat)
        roster = self.system.roster(seen)
        alarms = self.system.alarms()
        for event in game.log[min(since, len(game.log)) :]:
            known = alarms.get(type(event).__name__)
            if known is None or not self.system.shown(game.battle, event, self.seat):
                continue
            unit = getattr(event, known[0], -1)
            if 0 <= unit < len(roster) and roster[unit].seat == self.seat:
                self.stop(unit, f"{roster[unit].name} {known[1]}.", fire=True)
        self.look_out(seen, roster)
        return len(game.log)

    def look_out(self, seen: Battle, roster: list[Standing]) -> None:
        """Enemies who have moved or come into sight, and could reach whoever they could not reach before."""
        before, was_near = self.foes, self.near
        self.note_foes(seen, roster)
        coming: dict[int, list[int]] = {}
        for unit, foe in sorted(self.near - was_near):
            if before.get(foe) != self.foes[foe]:
                coming.setdefault(unit, []).append(foe)
        for unit, foes in coming.items():
            self.stop(
                unit, f"{listed([roster[foe].name for foe in foes])} could reach {roster[unit].name}.", fire=False
            )

    def note_foes(self, seen: Battle, roster: list[Standing]) -> None:
        self.foes = {}
        self.near = set()
        mine = {unit for order in self.orders for unit in order.intent.units if order.intent.kind in (MARCH, HOLD)}
        sides = {standing.side for standing in roster if standing.seat == self.seat}
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


def is_offered(question: Question, text: str) -> bool:
    return bool(key_offered(question, text))


def key_offered(question: Question, text: str) -> str:
    """The key that the text names; with a star at its end, the first that begins so."""
    if not text:
        return ""
    for option in question.options:
        key = option.key()
        if key == text or (text.endswith("*") and key.startswith(text[:-1])):
            return key
    return ""
