"""A game master's word (R106): states, ammunition, orders, tests, modifiers, fire, ground, new units, switches."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import wrapped
from playsheet.core.errors import Refused
from playsheet.core.game import Game
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
    ORDERS,
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
from playsheet.tabletop.events import BattleEnded
from playsheet.tabletop.master import awarded, number, signed

USE: Final = (
    "state UNIT STATE, form UNIT, unform UNIT, ammo UNIT low/full, order BRIGADE ORDER [of BRIGADE WING], "
    "division DIVISION ORDER, test UNIT, test-brigade BRIGADE, modifier UNIT NUMBER, place UNIT X Y FACING, "
    "fire PIECE, douse PIECE, area KIND X0 Y0 X1 Y1, line KIND X0 Y0 X1 Y1, add SIDE CARD BRIGADE X Y, "
    "switch NAME VALUE (between turns), or award SIDE (1, 2 or draw)"
)


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
            game.tell(ModifierSet(on_table(battle, who).id, signed(add, 2)))
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
            raise Refused(f"expected {USE}, got {order[:60]!r}.")


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
    if word not in ORDERS:
        raise Refused(f"expected one of {', '.join(ORDERS)}, got {word[:20]!r}.")
    order = ORDERS.index(word)
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
    held = battle.cards[card]
    formation = Formation.DEPLOYED if held.arm == Arm.ARTILLERY else Formation.LINE
    name = f"{held.name} reinforcement {len(battle.units) + 1}"
    first = max([unit.first + unit.size for unit in battle.units])
    unit = Unit(len(battle.units), held, name, index, to.seat, to.id, first, held.size, NOBODY)
    facing = battle.goals.facings[index]
    there = battle.footprint(unit, formation, x, y, facing)
    why = place_refusal(battle, unit, there)
    if why:
        raise Refused(why)
    game.tell(UnitAdded(card, name, to.id, first, formation, x, y, facing, garrison_at(battle, unit, there)))


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
