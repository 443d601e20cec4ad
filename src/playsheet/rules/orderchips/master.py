"""A game master's word (R60): events, natives, tests, cover, no action, the end. All of it is told and recorded."""

from __future__ import annotations

from typing import Final

from playsheet.core.errors import Refused
from playsheet.core.game import Game
from playsheet.core.master import NUMBER, WORD, Field, MasterOrder, Offer, place_fields, use
from playsheet.rules.orderchips.battle.events import CoverSet, EventSaid, MindChanged, NoActionNext
from playsheet.rules.orderchips.battle.fight_events import BandAppeared
from playsheet.rules.orderchips.battle.state import EVENT_ROLLED, EVENT_VETOED, ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY, Unit
from playsheet.rules.orderchips.sheet.tables import EventRow
from playsheet.rules.orderchips.table import morale
from playsheet.rules.orderchips.table.contact import settle
from playsheet.rules.orderchips.table.random_events import band_name, places_at
from playsheet.rules.orderchips.terms import COVERS, EVENTS, Attitude, Phase, Where
from playsheet.tabletop.events import BattleEnded
from playsheet.tabletop.master import award as award_order
from playsheet.tabletop.master import award_field, awarded, number, units_field, words_field

MOST_BAND: Final = 60
FEW: Final = 6  # figures of a band that is an example
GRID: Final = 8  # places each way that are tried for an example
ORDERS: Final = (
    MasterOrder("event ROW", "Settles the next random event: a row of the table, none, or as the dice say.", "R60"),
    MasterOrder(
        "natives CARD FIGURES X Y FRIEND", "A band of natives appears, a player's friends or everybody's foes.", "R60"
    ),
    MasterOrder(
        "mind BAND FOE", "A band that nobody commands takes one player's side for its enemy, or everybody.", "R60"
    ),
    MasterOrder("test UNIT", "The unit tests morale at once, and what comes of it happens.", "R60"),
    MasterOrder("cover UNIT COVER", "Rules what cover the unit is in, until it is ruled otherwise.", "R60"),
    MasterOrder("no-action UNIT", "The unit does nothing when it would act next.", "R60"),
    award_order("R60"),
)


def offers(battle: ChipBattle) -> list[Offer]:
    """What could be ordered now."""
    found: list[Offer] = []
    for order in ORDERS:
        fields: list[Field] = []
        for name in order.arguments():
            if name == "X":
                x, y = room(battle)
                fields += place_fields(battle.land.ground.width, battle.land.ground.depth, "whole inches", x, y)
            elif name != "Y":
                fields.append(field_of(battle, order, name))
        found.append(Offer(order, fields))
    return found


def field_of(battle: ChipBattle, order: MasterOrder, name: str) -> Field:
    sides = battle.goals.side_names
    if name == "SIDE":
        return award_field(sides)
    if name == "ROW":
        rows = [(str(face), f"{face}: {event_said(row)}") for face, row in enumerate(battle.rules.events, 1)]
        return Field(name, WORD, "the event", [("none", "none at all"), ("rolled", "as the dice say"), *rows])
    if name == "CARD":
        cards = sorted({row.card for row in battle.rules.bands})
        return Field(name, WORD, "who comes", [(card, battle.cards[card].name) for card in cards])
    if name == "FIGURES":
        return Field(name, NUMBER, "how many figures", [], low=1, high=MOST_BAND, example=str(FEW))
    if name in ("FRIEND", "FOE"):
        seats = [(str(seat + 1), who) for seat, who in enumerate(battle.goals.seat_names)]
        said = "whom they befriend" if name == "FRIEND" else "whose enemies they are"
        return Field(name, WORD, said, [("foes", "nobody: foes of all" if name == "FRIEND" else "everybody's"), *seats])
    if name == "COVER":
        return words_field(name, [*COVERS, "table"], "the cover; table: as the ground has it")
    units = [unit for unit in battle.units if unit.place == Where.ON_TABLE]
    if name == "BAND":
        return units_field(name, [unit for unit in units if unit.side == battle.sides], sides, "the band")
    if order.form.startswith("test"):
        units = [unit for unit in units if morale.tests(unit)]
    return units_field(name, units, sides)


def event_said(row: EventRow) -> str:
    bands = f", {row.bands} {'band' if row.bands == 1 else 'bands'}" if row.bands else ""
    return EVENTS[row.do].replace("-", " ") + bands


def room(battle: ChipBattle) -> tuple[float, float]:
    """A point with room for a small band of the first kind; the middle of the table if none is found."""
    held = battle.cards[sorted({row.card for row in battle.rules.bands})[0]]
    width, depth = battle.land.ground.width, battle.land.ground.depth
    foes = (1 << battle.sides) - 1
    for row in range(1, GRID):
        for column in range(1, GRID):
            x, y = float(int(width * column / GRID)), float(int(depth * row / GRID))
            if places_at(battle, held, band_name(battle, held), FEW, NOBODY, foes, x, y) is not None:
                return x, y
    return float(int(width / 2)), float(int(depth / 2))


def overrule(game: Game[ChipBattle], order: str) -> None:
    """Carry out one word of a game master; units are named by their number in the roster, seats from 1."""
    battle = game.battle
    if battle.phase == Phase.DEPLOYING:
        raise Refused("a game master's word waits until all sides are deployed.")
    match order.split():
        case ["event", row]:
            game.tell(EventSaid(event_named(battle, row), "R60"))
        case ["natives", card, figures, x, y, mind]:
            call_natives(game, card, figures, x, y, mind)
        case ["mind", who, mind]:
            change_mind(game, on_table(battle, who), mind)
        case ["test", who]:
            called_test(game, on_table(battle, who))
        case ["cover", who, cover]:
            game.tell(CoverSet(on_table(battle, who).id, cover_named(cover), "R60"))
        case ["no-action", who]:
            game.tell(NoActionNext(on_table(battle, who).id, True, False, "R60"))
        case ["award", side]:
            award(game, side)
        case _:
            raise Refused(f"expected {use(ORDERS)}, got {order[:60]!r}.")


def on_table(battle: ChipBattle, word: str) -> Unit:
    unit = battle.units[number(word, 0, len(battle.units) - 1, "a unit's number")]
    if unit.place != Where.ON_TABLE:
        raise Refused(f"{unit.name} is not on the table in its own right.")
    return unit


def event_named(battle: ChipBattle, word: str) -> int:
    """A row of the table, none at all, or what the dice say."""
    if word == "none":
        return EVENT_VETOED
    if word == "rolled":
        return EVENT_ROLLED
    return number(word, 1, len(battle.rules.events), "none, rolled, or a row of the events")


def cover_named(word: str) -> int:
    if word == "table":
        return NOBODY
    if word in COVERS:
        return COVERS.index(word)
    raise Refused(f"expected none, light, heavy or table, got {word[:20]!r}.")


def called_test(game: Game[ChipBattle], unit: Unit) -> None:
    """A test at once, with its failure."""
    if not morale.tests(unit):
        raise Refused(f"{unit.name} never tests morale (R44).")
    morale.called(game, unit)
    settle(game)


def call_natives(game: Game[ChipBattle], card: str, figures: str, x: str, y: str, mind: str) -> None:
    """A band where he likes, everybody's foes or a player's friends."""
    battle = game.battle
    cards = sorted({row.card for row in battle.rules.bands})
    if card not in cards:
        raise Refused(f"expected one of {', '.join(cards)}, got {card[:20]!r}.")
    seat = NOBODY if mind == "foes" else number(mind, 1, battle.seats, "foes, or a seat") - 1
    count = number(figures, 1, MOST_BAND, "figures")
    at_x = number(x, 0, int(battle.land.ground.width), "x")
    at_y = number(y, 0, int(battle.land.ground.depth), "y")
    held = battle.cards[card]
    name = band_name(battle, held)
    foes = (1 << battle.sides) - 1 if seat < 0 else 0
    places = places_at(battle, held, name, count, seat, foes, float(at_x), float(at_y))
    if places is None:
        raise Refused("there is no room for them at that place.")
    attitude = Attitude.HOSTILE_TO_ALL if seat < 0 else Attitude.FRIENDLY
    game.tell(BandAppeared(card, name, seat, foes, attitude, places.files, places.facing, places.xs, places.ys, "R60"))


def change_mind(game: Game[ChipBattle], band: Unit, mind: str) -> None:
    """A band that nobody commands is from now on the enemy of one player's side, or of everybody."""
    battle = game.battle
    if band.side != battle.sides:
        raise Refused(f"{band.name} is no band of natives on its own.")
    if mind == "foes":
        game.tell(MindChanged(band.id, (1 << battle.sides) - 1, "R60"))
        return
    seat = number(mind, 1, battle.seats, "foes, or a seat") - 1
    game.tell(MindChanged(band.id, 1 << battle.goals.seat_sides[seat], "R60"))


def award(game: Game[ChipBattle], side: str) -> None:
    if side != "draw":
        number(side, 1, game.battle.sides, "draw, or a side")
    winner, verdict = awarded(side)
    game.tell(BattleEnded(winner, verdict, "R60"))
