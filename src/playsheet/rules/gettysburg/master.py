"""A game master's word (R106): states, ammunition, orders, tests, modifiers, fire, ground, new units, switches."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import wrapped
from playsheet.core.errors import Refused
from playsheet.core.game import Game
from playsheet.core.master import LENGTH, NUMBER, WORD, Field, MasterOrder, Offer, place_fields, use
from playsheet.core.reader import figure
from playsheet.rules.gettysburg.battle.brigades import Brigade
from playsheet.rules.gettysburg.battle.command_events import DivisionOrdered
from playsheet.rules.gettysburg.battle.events import FireOut, GroundAdded, ModifierSet, SwitchTurned, UnitAdded
from playsheet.rules.gettysburg.battle.fight_events import BrigadeShaken
from playsheet.rules.gettysburg.battle.move_events import (
    AmmoChanged,
    CaughtFire,
    Moved,
    Recovered,
    StateChanged,
    Unformed,
)
from playsheet.rules.gettysburg.battle.secrets import others
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import NOBODY, Unit
from playsheet.rules.gettysburg.ground.moving import place_refusal
from playsheet.rules.gettysburg.ground.setup import garrison_at
from playsheet.rules.gettysburg.options.command import partners_of
from playsheet.rules.gettysburg.table.command import set_order
from playsheet.rules.gettysburg.table.losses import begin_flight, disperse
from playsheet.rules.gettysburg.table.morale import at_rest, test
from playsheet.rules.gettysburg.terms import (
    DIVISION_ORDERS,
    STATES,
    WINGS,
    Arm,
    Formation,
    MoraleTest,
    MoveKind,
    Order,
    Phase,
    UnformedBy,
    UnitState,
    Where,
)
from playsheet.rules.gettysburg.terms import ORDERS as ORDERS_OF_A_BRIGADE
from playsheet.tabletop.events import BattleEnded
from playsheet.tabletop.master import (
    award,
    award_field,
    awarded,
    number,
    side_choices,
    signed,
    units_field,
    words_field,
)

DIGITS: Final = 2  # of a modifier
MOST_MODIFIER: Final = 99
GRID: Final = 12  # places each way that are tried for an example
DEGREES: Final = 360.0
ORDERS: Final = (
    MasterOrder("state UNIT STATE", "Puts the unit into a state of morale, with all that comes of it.", "R106"),
    MasterOrder("form UNIT", "The unit is formed again.", "R106"),
    MasterOrder("unform UNIT", "The unit is unformed.", "R106"),
    MasterOrder("ammo UNIT LEVEL", "The unit is low on ammunition, or has enough again.", "R106"),
    MasterOrder("order BRIGADE ORDER", "Gives the brigade another order, without a messenger.", "R106"),
    MasterOrder(
        "order BRIGADE support of OTHER WING", "The brigade supports another one of its side, on that wing.", "R106"
    ),
    MasterOrder("division DIVISION ORDER", "Gives the division another order.", "R106"),
    MasterOrder("test UNIT", "The unit tests morale at once, as if at rest.", "R106"),
    MasterOrder("test-brigade BRIGADE", "The brigade makes its test in phase 8 of this turn.", "R106"),
    MasterOrder("modifier UNIT NUMBER", "Adds so much to the unit's tests, or takes it off.", "R106"),
    MasterOrder("place UNIT X Y FACING", "Puts the unit anywhere that it may stand.", "R106"),
    MasterOrder("fire PIECE", "A built up area catches fire.", "R106"),
    MasterOrder("douse PIECE", "A built up area burns no more.", "R106"),
    MasterOrder("area KIND WEST SOUTH EAST NORTH", "Adds a rectangle of ground to the table.", "R106"),
    MasterOrder("line KIND X0 Y0 X1 Y1", "Adds a wall, a fence or another line to the table.", "R106"),
    MasterOrder(
        "add SIDE CARD BRIGADE X Y", "A new unit joins a brigade of its side, at a place with room for it.", "R106"
    ),
    MasterOrder("switch NAME VALUE", "Settles a ruling otherwise from now on; between turns only.", "R106"),
    award("R106"),
)


def offers(battle: GettysburgBattle) -> list[Offer]:
    """What could be ordered now."""
    return [Offer(order, fields_of(battle, order)) for order in ORDERS]


def fields_of(battle: GettysburgBattle, order: MasterOrder) -> list[Field]:
    """Arguments that hang on each other have examples that fit together."""
    words = order.form.split()
    if words[0] == "place":
        return place_order(battle)
    if words[0] == "area":
        return area_order(battle)
    if words[0] == "line":
        return line_order(battle)
    if words[0] == "add":
        return add_order(battle)
    if words[0] == "switch":
        return switch_order(battle)
    if "of" in words:
        return support_order(battle)
    return [field_of(battle, order, name) for name in order.arguments()]


def field_of(battle: GettysburgBattle, order: MasterOrder, name: str) -> Field:
    word = order.form.split()[0]
    if name == "SIDE":
        return award_field(battle.goals.side_names)
    if name == "STATE":
        return words_field(name, STATES, "the state")
    if name == "LEVEL":
        return Field(name, WORD, "how much", [("low", "low on ammunition"), ("full", "enough")])
    if name == "ORDER":
        known = DIVISION_ORDERS if word == "division" else [one for one in ORDERS_OF_A_BRIGADE if one != "support"]
        return words_field(name, known, "the order")
    if name == "BRIGADE":
        return brigades_field(battle, name, battle.brigades, "the brigade")
    if name == "DIVISION":
        return Field(name, WORD, "the division", [(str(one.id), one.name) for one in battle.divisions])
    if name == "NUMBER":
        return Field(name, NUMBER, "how much", [], low=-MOST_MODIFIER, high=MOST_MODIFIER, example="+1")
    if name == "PIECE":
        burning = word == "douse"
        plots = [plot for plot in battle.land.plots if plot.bua and (plot.id in battle.burning) == burning]
        return Field(name, WORD, "the built up area", [(str(plot.id), plot.name) for plot in plots])
    return units_field(name, present(battle), battle.goals.side_names)


def present(battle: GettysburgBattle) -> list[Unit]:
    return [unit for unit in battle.units if unit.place == Where.ON_TABLE]


def brigades_field(battle: GettysburgBattle, name: str, brigades: list[Brigade], said: str, example: str = "") -> Field:
    sides = battle.goals.side_names
    known = [(str(one.id), f"{one.name} ({sides[one.side]})") for one in brigades if not one.gone]
    return Field(name, WORD, said, known, example=example)


def support_order(battle: GettysburgBattle) -> list[Field]:
    pairs = [(one, other) for one in battle.brigades if not one.gone for other in partners_of(battle, one)]
    first, other = (str(pairs[0][0].id), str(pairs[0][1].id)) if pairs else ("", "")
    supporting = list({pair[0].id: pair[0] for pair in pairs}.values())
    supported = list({pair[1].id: pair[1] for pair in pairs}.values())
    return [
        brigades_field(battle, "BRIGADE", supporting, "the brigade", first),
        brigades_field(battle, "OTHER", supported, "the brigade of its side that it supports", other),
        words_field("WING", WINGS, "where it stands to it"),
    ]


def place_order(battle: GettysburgBattle) -> list[Field]:
    """The example leaves the first of them where it is."""
    units = [unit for unit in present(battle) if not unit.in_melee()]
    x, y, facing = (units[0].x, units[0].y, units[0].facing) if units else (0.0, 0.0, 0.0)
    return [
        units_field("UNIT", units, battle.goals.side_names),
        *place_fields(battle.land.ground.width, battle.land.ground.depth, "inches", x, y),
        Field("FACING", LENGTH, "degrees, 0 being north and 90 east", [], high=DEGREES, example=figure(facing)),
    ]


def kinds_field(battle: GettysburgBattle, *, linear: bool, first: str) -> Field:
    kinds = [id for id, row in battle.rules.ground.items() if row.linear == linear]
    kinds.sort(key=lambda kind: kind != first)
    return words_field("KIND", kinds, "what kind of ground")


def corner_fields(battle: GettysburgBattle, names: tuple[str, str, str, str], at: list[float]) -> list[Field]:
    width, depth = battle.land.ground.width, battle.land.ground.depth
    edges = ("western", "southern", "western", "southern")
    return [
        Field(
            names[k],
            LENGTH,
            f"inches from the {edges[k]} edge, the {'first' if k < 2 else 'other'} corner",
            [],
            high=width if k % 2 == 0 else depth,
            example=figure(at[k]),
        )
        for k in range(4)
    ]


def area_order(battle: GettysburgBattle) -> list[Field]:
    """The example is a square inch where nobody stands."""
    ground = battle.land.ground
    at = [0.0, 0.0, 1.0, 1.0]
    for column in range(int(ground.width)):
        if all(not (column < unit.x < column + 1 and 0.0 < unit.y < 1.0) for unit in battle.units):
            at = [float(column), 0.0, column + 1.0, 1.0]
            break
    corners = corner_fields(battle, ("WEST", "SOUTH", "EAST", "NORTH"), at)
    return [kinds_field(battle, linear=False, first=""), *corners]


def line_order(battle: GettysburgBattle) -> list[Field]:
    corners = corner_fields(battle, ("X0", "Y0", "X1", "Y1"), [0.0, 0.0, 1.0, 0.0])
    return [kinds_field(battle, linear=True, first=""), *corners]


def add_order(battle: GettysburgBattle) -> list[Field]:
    """The example joins the first brigade that is still there, with the first card of its side that finds room."""
    sides = battle.goals.side_names
    cards = [(id, card.name) for id, card in battle.cards.items() if card.arm != Arm.GENERAL]
    brigades = [brigade for brigade in battle.brigades if not brigade.gone]
    side, card, brigade, x, y = "", "", "", 0.0, 0.0
    for to in brigades:
        own = [id for id, _ in cards if battle.cards[id].side == battle.armies[to.side].nation]
        spot = room(battle, own[0], to) if own else None
        if spot is not None:
            side, card, brigade, x, y = str(to.side + 1), own[0], str(to.id), spot[0], spot[1]
            break
    return [
        Field("SIDE", WORD, "whose it is", side_choices(sides) if side else [], example=side),
        Field("CARD", WORD, "what kind of unit", cards, example=card),
        brigades_field(battle, "BRIGADE", brigades, "the brigade of that side that it joins", brigade),
        *place_fields(battle.land.ground.width, battle.land.ground.depth, "inches", x, y),
    ]


def room(battle: GettysburgBattle, card: str, to: Brigade) -> tuple[float, float] | None:
    """A place where such a reinforcement may stand."""
    unit, formation = reinforcement(battle, card, to)
    for row in range(1, GRID):
        for column in range(1, GRID):
            x = float(int(battle.land.ground.width * column / GRID))
            y = float(int(battle.land.ground.depth * row / GRID))
            if not place_refusal(battle, unit, battle.footprint(unit, formation, x, y, battle.goals.facings[to.side])):
                return x, y
    return None


def switch_order(battle: GettysburgBattle) -> list[Field]:
    """The example leaves the first of them as it is."""
    held = battle.rules.switches
    known = held.rulings.switches if battle.phase == Phase.INITIATIVE else {}
    names = [(key, f"{key} ({held.value(key)} now)") for key in known]
    values = sorted({value for switch in known.values() for value in switch.values})
    now = held.value(names[0][0]) if names else ""
    return [
        Field("NAME", WORD, "the switch", names),
        Field("VALUE", WORD, "its value; the rulings say which it has", [(one, one) for one in values], example=now),
    ]


def overrule(game: Game[GettysburgBattle], order: str) -> None:
    """Carry out one word of a game master; units, brigades and pieces are named by their numbers."""
    battle = game.battle
    if battle.phase == Phase.DEPLOYING:
        raise Refused("a game master's word waits until both sides are deployed.")
    match order.split():
        case ["state", who, word]:
            rule_state(game, on_table(battle, who), word)
        case ["form", who]:
            game.tell(Recovered(on_table(battle, who).id, True, "gm", "R106"))
        case ["unform", who]:
            game.tell(Unformed(on_table(battle, who).id, UnformedBy.OTHER, "R106"))
        case ["ammo", who, ("low" | "full") as word]:
            game.tell(AmmoChanged(on_table(battle, who).id, word == "low", "R106"))
        case ["order", who, word]:
            rule_order(game, brigade_named(battle, who), word, "", "")
        case ["order", who, word, "of", target, wing]:
            rule_order(game, brigade_named(battle, who), word, target, wing)
        case ["division", who, word]:
            rule_division(game, who, word)
        case ["test", who]:
            unit = on_table(battle, who)
            test(game, unit, MoraleTest.OTHER, at_rest(battle, unit), "R106")
        case ["test-brigade", who]:
            game.tell(BrigadeShaken(brigade_named(battle, who).id, "gm", "R106"))
        case ["modifier", who, add]:
            game.tell(ModifierSet(on_table(battle, who).id, signed(add, DIGITS)))
        case ["place", who, east, north, facing]:
            place(game, on_table(battle, who), number_of(east), number_of(north), number_of(facing))
        case ["fire", piece]:
            game.tell(CaughtFire(building(battle, piece, burning=False), "R106"))
        case ["douse", piece]:
            game.tell(FireOut(building(battle, piece, burning=True)))
        case [("area" | "line") as shape, kind, x0, y0, x1, y1]:
            add_ground(game, shape == "line", kind, [number_of(word) for word in (x0, y0, x1, y1)])
        case ["add", side, card, brigade, east, north]:
            add_unit(game, side, card, brigade, number_of(east), number_of(north))
        case ["switch", name, value]:
            turn_switch(game, name, value)
        case ["award", ("1" | "2" | "draw") as side]:
            winner, verdict = awarded(side)
            game.tell(BattleEnded(winner, verdict))
        case _:
            raise Refused(f"expected {use(ORDERS)}, got {order[:60]!r}.")


def rule_state(game: Game[GettysburgBattle], unit: Unit, word: str) -> None:
    if word not in STATES:
        raise Refused(f"expected one of {', '.join(STATES)}, got {word[:20]!r}.")
    state = STATES.index(word)
    if state == UnitState.OK:
        game.tell(Recovered(unit.id, False, "gm", "R106"))
    elif state == UnitState.DISPERSED:
        disperse(game, unit, "gm", "R106")
    elif state >= UnitState.RETREATING:
        begin_flight(game, unit, state, NOBODY, "gm", "R106")
    elif unit.arm == Arm.ARTILLERY and state == UnitState.GONE_TO_GROUND:
        raise Refused(f"{unit.name} is a battery: guns do not go to ground.")
    else:
        game.tell(StateChanged(unit.id, state, NOBODY, "gm", "R106"))


def rule_order(game: Game[GettysburgBattle], brigade: Brigade, word: str, target: str, wing: str) -> None:
    if word not in ORDERS_OF_A_BRIGADE:
        raise Refused(f"expected one of {', '.join(ORDERS_OF_A_BRIGADE)}, got {word[:20]!r}.")
    order = ORDERS_OF_A_BRIGADE.index(word)
    if (order == Order.SUPPORT) != bool(target):
        raise Refused("expected support with the brigade that is supported, and no other order with one.")
    if not target:
        set_order(game, brigade, order, NOBODY, 0, "gm", "R106", shown=brigade.shown)
        return
    other = brigade_named(game.battle, target)
    if other not in partners_of(game.battle, brigade) or wing not in WINGS:
        raise Refused(f"expected a brigade of the same side that is there, and one of {', '.join(WINGS)}.")
    set_order(game, brigade, order, other.id, WINGS.index(wing), "gm", "R106", shown=brigade.shown)


def rule_division(game: Game[GettysburgBattle], who: str, word: str) -> None:
    battle = game.battle
    if not is_number(who) or int(who) >= len(battle.divisions) or word not in DIVISION_ORDERS:
        last = len(battle.divisions) - 1
        raise Refused(f"expected a division from 0 to {last} and one of {', '.join(DIVISION_ORDERS)}.")
    division = battle.divisions[int(who)]
    game.tell(DivisionOrdered(division.id, DIVISION_ORDERS.index(word), others(battle, division.side)))


def place(game: Game[GettysburgBattle], unit: Unit, x: float, y: float, facing: float) -> None:
    """Anywhere that it may stand; a unit in melee stays where it is."""
    battle = game.battle
    if unit.in_melee():
        raise Refused(f"{unit.name} is in melee and stays where it is.")
    there = battle.footprint(unit, unit.formation, x, y, wrapped(facing))
    why = place_refusal(battle, unit, there)
    if why:
        raise Refused(why)
    game.tell(Moved(unit.id, MoveKind.PLACED, [(x, y, wrapped(facing))], 0.0, False, "R106"))


def building(battle: GettysburgBattle, word: str, *, burning: bool) -> int:
    if is_number(word) and int(word) < len(battle.land.plots):
        plot = battle.land.plots[int(word)]
        if plot.bua and (plot.id in battle.burning) == burning:
            return plot.id
    raise Refused(f"expected the number of a built up area that {'burns' if burning else 'does not burn'}.")


def add_ground(game: Game[GettysburgBattle], is_line: bool, kind: str, at: list[float]) -> None:
    battle = game.battle
    known = [id for id, row in battle.rules.ground.items() if row.linear == is_line]
    if kind not in known:
        raise Refused(f"there is no ground {kind[:30]!r}; expected one of {', '.join(known)}.")
    ground = battle.land.ground
    if not all(0.0 <= at[k] <= (ground.width if k % 2 == 0 else ground.depth) for k in range(4)):
        raise Refused("expected two corners on the table.")
    if not is_line and not (at[0] < at[2] and at[1] < at[3]):
        raise Refused("expected the south-western corner, then the north-eastern one.")
    if is_line and at[0] == at[2] and at[1] == at[3]:
        raise Refused("expected the two ends of a line.")
    if not is_line and battle.rules.ground[kind].ground > 0:
        for unit in battle.around(0.5 * (at[0] + at[2]), 0.5 * (at[1] + at[3]), at[2] - at[0] + at[3] - at[1]):
            if at[0] < unit.x < at[2] and at[1] < unit.y < at[3]:
                raise Refused(f"{unit.name} stands there: expected ground that is free.")
    game.tell(GroundAdded(kind, is_line, at))


def add_unit(game: Game[GettysburgBattle], side: str, card: str, brigade: str, x: float, y: float) -> None:
    """A reinforcement, in line or deployed, facing as its side does."""
    battle = game.battle
    if side not in ("1", "2"):
        raise Refused(f"expected side 1 or 2, got {side[:20]!r}.")
    if card not in battle.cards or battle.cards[card].arm == Arm.GENERAL:
        known = ", ".join(id for id, each in battle.cards.items() if each.arm != Arm.GENERAL)
        raise Refused(f"there is no unit card {card[:40]!r}; known: {known}.")
    index = int(side) - 1
    to = brigade_named(battle, brigade)
    if to.side != index or battle.cards[card].side != battle.armies[index].nation:
        raise Refused("expected a card and a brigade of that side.")
    unit, formation = reinforcement(battle, card, to)
    facing = battle.goals.facings[index]
    there = battle.footprint(unit, formation, x, y, facing)
    why = place_refusal(battle, unit, there)
    if why:
        raise Refused(why)
    game.tell(UnitAdded(card, unit.name, to.id, unit.first, formation, x, y, facing, garrison_at(battle, unit, there)))


def reinforcement(battle: GettysburgBattle, card: str, to: Brigade) -> tuple[Unit, int]:
    """A unit that is not there yet, and its formation."""
    held = battle.cards[card]
    name = f"{held.name} reinforcement {len(battle.units) + 1}"
    first = max([unit.first + unit.size for unit in battle.units])
    unit = Unit(len(battle.units), held, name, to.side, to.seat, to.id, first, held.size, NOBODY)
    return unit, Formation.DEPLOYED if held.arm == Arm.ARTILLERY else Formation.LINE


def turn_switch(game: Game[GettysburgBattle], name: str, value: str) -> None:
    """Between turns only."""
    battle = game.battle
    if battle.phase != Phase.INITIATIVE:
        raise Refused("a switch is turned between turns only: before the initiative is thrown.")
    battle.rules.switches.changed_by({name: value}, "gm")  # refuses what is not known
    game.tell(SwitchTurned(name, value))


# ---------------------------------------------------------------- reading


def is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 6


def on_table(battle: GettysburgBattle, word: str) -> Unit:
    unit = battle.units[number(word, 0, len(battle.units) - 1, "a unit's number")]
    if unit.place != Where.ON_TABLE:
        raise Refused(f"{unit.name} is not on the table.")
    return unit


def brigade_named(battle: GettysburgBattle, word: str) -> Brigade:
    return battle.brigades[number(word, 0, len(battle.brigades) - 1, "a brigade's number")]


def number_of(word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        raise Refused(f"expected a number, got {word[:20]!r}.") from None
    if not -1000.0 < value < 1000.0:
        raise Refused(f"expected a number of inches or degrees, got {word[:20]!r}.")
    return value
