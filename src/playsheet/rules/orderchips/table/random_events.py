"""Random events (4.15): the check, natives who appear and what they do, haze, bad cartridges."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, wrapped
from playsheet.core.game import Game
from playsheet.core.geometry import FAR, TOLERANCE, spacing
from playsheet.core.terrain import Piece
from playsheet.core.words import nth
from playsheet.rules.orderchips.battle.fight_events import (
    BandAppeared,
    BandStayedAway,
    CartridgesBad,
    EventChecked,
    HazeCame,
)
from playsheet.rules.orderchips.battle.state import EVENT_VETOED, ChipBattle, new_band
from playsheet.rules.orderchips.battle.units import NOBODY, Unit
from playsheet.rules.orderchips.dice.random_events import Band, bad_cartridges, event, is_event, native_band
from playsheet.rules.orderchips.ground.slots import Manner, Places, lay
from playsheet.rules.orderchips.options.charge import nearest_base, why_no_line
from playsheet.rules.orderchips.options.shooting import is_armed
from playsheet.rules.orderchips.sheet.tables import Card, EventRow, is_within, rounded_up
from playsheet.rules.orderchips.table.charge import charge, straight
from playsheet.rules.orderchips.terms import (
    FEATURE,
    Arm,
    Attitude,
    Chip,
    MoveKind,
    Order,
    RandomEvent,
    RangeBand,
    Where,
)

NO_EVENT: Final = -1
WILDS: Final = ("woods", "ruin")  # where natives may come from
MUSKETS: Final = "musket-warriors"  # those who stand and shoot
EDGES: Final = 4


# ---------------------------------------------------------------- the phase


def phase(game: Game[ChipBattle]) -> None:
    """Step 4: is there an event, and which (4.15.1, 4.15.2)? By switch none, or only a game master's (R46)."""
    battle = game.battle
    rules = battle.rules
    hand = battle.order[0] if battle.order else 0
    game.dice.throwers(hand, hand)
    if battle.event_said > 0:
        row = rules.events[battle.event_said - 1]
        game.tell(EventChecked(row.do, row.bands, "R60"))
        happen(game, row)
        return
    if battle.event_said == EVENT_VETOED or not battle.goals.events or rules.natives_off or rules.natives_by_gm:
        return
    if not is_event(game.dice, rules):
        game.tell(EventChecked(NO_EVENT, 0, "R46"))
        return
    row = event(game.dice, rules)
    game.tell(EventChecked(row.do, row.bands, "R46"))
    happen(game, row)


def happen(game: Game[ChipBattle], row: EventRow) -> None:
    """One row of `random-events`."""
    if row.do == RandomEvent.HAZE:
        game.tell(HazeCame("R46"))
    elif row.do == RandomEvent.BAD_CARTRIDGES:
        spoil_cartridges(game)
    for _ in range(row.bands):
        come(game, row.do == RandomEvent.ALLIES)


def spoil_cartridges(game: Game[ChipBattle]) -> None:
    """One random unit of all players' that is armed and has not fired."""
    battle = game.battle
    found = [
        unit.id for unit in battle.units if unit.place == Where.ON_TABLE and unit.seat >= 0 and could_fire(battle, unit)
    ]
    if found:
        game.tell(CartridgesBad(found[bad_cartridges(game.dice, len(found))], "R46"))


def could_fire(battle: ChipBattle, unit: Unit) -> bool:
    """Is it armed, and has not fired?"""
    if unit.fired:
        return False
    if unit.is_machine():
        return unit.has_machine() and len(battle.machine_of(unit).working()) > 0
    return is_armed(unit)


# ---------------------------------------------------------------- natives appear


def come(game: Game[ChipBattle], allies: bool) -> None:
    """The dice of one band, and where it stands (4.15.3, 4.15.4)."""
    battle = game.battle
    figures = [figures_of(battle, seat) for seat in range(battle.seats)]
    band = native_band(game.dice, battle.rules, figures, feature=feature(battle) is not None, allies=allies)
    appear(game, band)


def figures_of(battle: ChipBattle, seat: int) -> int:
    """How many figures a player has on the table."""
    n = 0
    for unit in battle.units:
        if unit.seat == seat and unit.place == Where.ON_TABLE and not unit.is_machine():
            n += battle.strength(unit)
    return n


def appear(game: Game[ChipBattle], band: Band) -> None:
    """They stand where they come in, or at the first free place clockwise from there; if there is none, nowhere."""
    battle = game.battle
    card = battle.cards[band.card]
    seat = band.player if band.attitude == Attitude.FRIENDLY else NOBODY
    foes = foes_of(battle, band)
    name = band_name(battle, card)
    for entry in entries(battle, band, card):
        places = coming_in(battle, card, name, band.figures, seat, foes, entry)
        if places is not None:
            ruling = "R46, R79, R100"
            files = places.files
            at = (places.facing, places.xs, places.ys)
            game.tell(BandAppeared(card.id, name, seat, foes, band.attitude, files, *at, ruling))
            return
    game.tell(BandStayedAway(card.id, band.figures, "R46"))


def foes_of(battle: ChipBattle, band: Band) -> int:
    """A bit for each side that they are enemies of (R79)."""
    if band.attitude == Attitude.FRIENDLY:
        return 0
    if band.attitude == Attitude.HOSTILE_TO_MOST:
        return 1 << battle.goals.seat_sides[band.player]
    return (1 << battle.sides) - 1


def band_name(battle: ChipBattle, card: Card) -> str:
    """`Native Spear Warriors`; the next of the kind `2nd Native Spear Warriors`."""
    name = card.name if card.name.startswith("Native") else f"Native {card.name}"
    alike = len([id for id in battle.bands if battle.units[id].card.id == card.id])
    return name if alike == 0 else f"{nth(alike + 1)} {name}"


def feature(battle: ChipBattle) -> Piece | None:
    """The wood or ruin whose centre is nearest to the table's; the first of several."""
    ground = battle.land.ground
    best: Piece | None = None
    least = FAR
    for piece in ground.pieces:
        if piece.kind in WILDS and not piece.is_line:
            far = spacing(*centre_of(piece), 0.5 * ground.width, 0.5 * ground.depth)
            if far < least - TOLERANCE:
                least = far
                best = piece
    return best


def centre_of(piece: Piece) -> tuple[float, float]:
    """The middle of the box about a piece of ground."""
    return 0.5 * (min(piece.xs) + max(piece.xs)), 0.5 * (min(piece.ys) + max(piece.ys))


class Entry:
    """A place where natives may come in, and which way is into the table; (0, 0) if they are in it already."""

    def __init__(self, x: float, y: float, *, in_x: float, in_y: float) -> None:
        self.x: Final = x
        self.y: Final = y
        self.in_x: Final = in_x
        self.in_y: Final = in_y


def entries(battle: ChipBattle, band: Band, card: Card) -> list[Entry]:
    """Where they might come in, best first: the place that was rolled, then every inch clockwise along the edges."""
    ground = battle.land.ground
    found: list[Entry] = []
    origin = feature(battle) if band.entry == FEATURE else None
    if origin is not None:
        x, y = centre_of(origin)
        found.append(Entry(x, y, in_x=0.0, in_y=0.0))
        start = edge_place(battle, x, y)
    else:
        start = rolled_place(battle, band)
    inside = max(battle.rules.native_inside, 0.5 * card.size.depth)
    round_about = 2.0 * (ground.width + ground.depth)
    step = 0.0
    while step < round_about:
        found.append(on_edge(battle, start + step, inside))
        step += battle.rules.native_step
    return found


def coming_in(
    battle: ChipBattle, card: Card, name: str, figures: int, seat: int, foes: int, entry: Entry
) -> Places | None:
    """The band at an entry: along the edge in one rank, or in as few as there is room for (R100)."""
    x, y = entry.x, entry.y
    if entry.in_x == 0.0 and entry.in_y == 0.0:
        return places_at(battle, card, name, figures, seat, foes, x, y)
    inward = bearing(entry.in_x, entry.in_y)
    down = card.size.depth + battle.rules.gaps[Order.LOOSE]
    files = figures + 1
    for ranks in range(1, figures + 1):
        if rounded_up(figures, ranks) == files:
            continue  # no fewer files, only more depth
        files = rounded_up(figures, ranks)
        far = (ranks - 1) * down
        to_x = x + far * entry.in_x
        to_y = y + far * entry.in_y
        places = formed_at(battle, card, name, figures, seat, foes, to_x, to_y, facing=inward, files=files)
        if places is not None:
            return places
    return None


def rolled_place(battle: ChipBattle, band: Band) -> float:
    """How far clockwise from the north-west corner they come in: part of an edge from the west or the south."""
    width = battle.land.ground.width
    depth = battle.land.ground.depth
    if band.entry == 0:
        return width * band.along
    if band.entry == 1:
        return width + depth * (1.0 - band.along)
    if band.entry == 2:
        return width + depth + width * (1.0 - band.along)
    return 2.0 * width + depth + depth * band.along


def edge_place(battle: ChipBattle, x: float, y: float) -> float:
    """The point of the edge nearest to a place, as far clockwise from the north-west corner."""
    width = battle.land.ground.width
    depth = battle.land.ground.depth
    gaps = [depth - y, width - x, y, x]
    nearest = gaps.index(min(gaps))
    return [x, width + depth - y, 2.0 * width + depth - x, 2.0 * width + depth + y][nearest]


def on_edge(battle: ChipBattle, along: float, inside: float) -> Entry:
    """The place so far clockwise round the table, so far inside its edge."""
    width = battle.land.ground.width
    depth = battle.land.ground.depth
    sides = [width, depth, width, depth]
    edge = 0
    while along >= sides[edge % EDGES]:
        along -= sides[edge % EDGES]
        edge += 1
    x, y = [(along, depth), (width, depth - along), (width - along, 0.0), (0.0, along)][edge % EDGES]
    in_x, in_y = [(0.0, -1.0), (-1.0, 0.0), (0.0, 1.0), (1.0, 0.0)][edge % EDGES]
    return Entry(min(max(x, inside), width - inside), min(max(y, inside), depth - inside), in_x=in_x, in_y=in_y)


def places_at(
    battle: ChipBattle, card: Card, name: str, figures: int, seat: int, foes: int, x: float, y: float
) -> Places | None:
    """The band about its leader there, loose and two deep, facing the nearest unit; None as below."""
    facing = toward_nearest(battle, x, y)
    return formed_at(battle, card, name, figures, seat, foes, x, y, facing=facing, files=(figures + 1) // 2)


def formed_at(
    battle: ChipBattle,
    card: Card,
    name: str,
    figures: int,
    seat: int,
    foes: int,
    x: float,
    y: float,
    *,
    facing: float,
    files: int,
) -> Places | None:
    """The band in loose order about its leader; None if a model is near him, or somebody finds no room."""
    if battle.near.within(x, y, battle.rules.native_apart):
        return None
    trial = battle.clone()
    band = new_band(trial, card, name, figures, seat, foes)
    trial.add_band(band)
    manner = Manner(apart=trial.rules.apart, through=False)
    places = lay(trial, band, x, y, facing, Order.LOOSE, files, manner)
    return in_slots(places, band) if places is not None else None


def in_slots(places: Places, band: Unit) -> Places:
    """The places by the figures' own numbers."""
    found = Places(places.order, places.files, places.facing)
    for model in range(band.first, band.first + band.start):
        at = places.models.index(model)
        found.add(model, places.xs[at], places.ys[at])
    return found


def toward_nearest(battle: ChipBattle, x: float, y: float) -> float:
    """The bearing to the nearest unit on the table; north if there is none."""
    least = FAR
    facing = 0.0
    for unit in battle.units:
        if unit.place != Where.ON_TABLE:
            continue
        for model in battle.fighters(unit):
            at_x, at_y = battle.at(model)
            far = spacing(x, y, at_x, at_y)
            if far < least - TOLERANCE and far > TOLERANCE:
                least = far
                facing = bearing(at_x - x, at_y - y)
    return wrapped(facing)


# ---------------------------------------------------------------- what natives do


def band_chip(battle: ChipBattle, band: Unit) -> int:
    """Stationary for musket men with a foe within short range, and in melee; else Moving without arrow (4.15.5)."""
    weapon = band.card.weapon
    if band.is_locked():
        return Chip.STATIONARY
    if band.card.id == MUSKETS and weapon is not None:
        x, y = battle.middle(band)
        for foe in battle.foes_of(band):
            if weapon.band(spacing(x, y, *battle.middle(foe))) == RangeBand.SHORT:
                return Chip.STATIONARY
    return Chip.MOVING


def conduct(game: Game[ChipBattle], band: Unit) -> None:
    """Straight at the nearest foe: a charge if he is near enough, else the full move (4.15.5)."""
    battle = game.battle
    if band.place != Where.ON_TABLE or band.chip != Chip.MOVING or band.is_locked() or band.no_action or band.moved:
        return
    x, y = battle.at(band.first)
    model, _ = battle.nearest_foe(band, x, y)
    if model < 0:
        return
    foe = battle.unit_of(model)
    reach = battle.move_of(band) + battle.rules.native_reach[1 if band.kind == Arm.CAVALRY else 0]
    if is_within(nearest_base(battle, band.first, foe)[1], reach) and band.kind in (Arm.INFANTRY, Arm.CAVALRY):
        if not why_no_line(battle, band, foe, reach):
            charge(game, band, foe)
            return
    straight(game, band, *battle.at(model), MoveKind.MOVES)
