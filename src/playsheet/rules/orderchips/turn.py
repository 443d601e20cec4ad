"""The turn: chips, reveal, moves and charges, random events, shooting, melee, morale, end. The sheet's own list."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.core.sequence import Part
from playsheet.rules.orderchips.battle.events import (
    Attached,
    MoveEnded,
    MoveOrderSet,
    PhaseBegan,
    SeatFinished,
    SeatMoves,
    TurnBegan,
)
from playsheet.rules.orderchips.battle.secrets import seen_by
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY, Unit
from playsheet.rules.orderchips.dice.random_events import ROLL_OFF
from playsheet.rules.orderchips.ground.contact import is_touched
from playsheet.rules.orderchips.ground.slots import Manner
from playsheet.rules.orderchips.options.acts import acts_of, is_due, next_units
from playsheet.rules.orderchips.options.charge import charge_targets
from playsheet.rules.orderchips.options.chips import is_blank
from playsheet.rules.orderchips.options.choices import (
    ALONE,
    AS_IT_STANDS,
    FIRST,
    LAST,
    Attach,
    Charge,
    Commit,
    Drive,
    Go,
    Pick,
    Repair,
)
from playsheet.rules.orderchips.options.moves import FormRegion, MoveRegion, way_of
from playsheet.rules.orderchips.options.steering import DriveRegion
from playsheet.rules.orderchips.table import engines, melee, morale, random_events, steps
from playsheet.rules.orderchips.table.charge import charge
from playsheet.rules.orderchips.table.chips import place_chips
from playsheet.rules.orderchips.table.contact import break_off, settle
from playsheet.rules.orderchips.table.deployment import deploy
from playsheet.rules.orderchips.table.moves import form, form_up, go
from playsheet.rules.orderchips.table.opportunity import own_fire, window
from playsheet.rules.orderchips.table.repair import go_to, offer
from playsheet.rules.orderchips.table.shooting import resolve
from playsheet.rules.orderchips.table.steering import drive_on
from playsheet.rules.orderchips.terms import Arm, Chip, EngineResult, MoveKind, Phase, Where
from playsheet.rules.orderchips.victory import end_of_turn


def step(game: Game[ChipBattle]) -> None:
    """The next thing that happens: a unit deploys, chips are laid, a unit moves, a phase is played."""
    SEQUENCE[game.battle.phase].play(game)


def open_window(game: Game[ChipBattle]) -> None:
    """Everybody may fire at anybody; nobody is moving, so whoever goes haywire by it moves at once (R75)."""
    window(game, NOBODY)
    engines.pending(game)
    settle(game)


# ---------------------------------------------------------------- who moves first


def move_order(game: Game[ChipBattle]) -> None:
    """A roll-off, the highest chooses first or last (D2); by switch the seats in order (R26)."""
    battle = game.battle
    seats = list(range(battle.seats))
    if not battle.rules.fixed_order and len(seats) > 1:
        seats = thrown_for(game, seats)
        if game.choose(seats[0], "first", [FIRST, LAST], NOBODY) is LAST:
            seats.reverse()
    game.tell(MoveOrderSet(seats, "R26"))


def thrown_for(game: Game[ChipBattle], seats: list[int]) -> list[int]:
    """The seats from the highest die to the lowest, each by its own die; those who tie roll again."""
    if len(seats) < 2:
        return seats
    faces: list[int] = []
    for seat in seats:
        game.dice.throwers(seat, seat)
        faces.append(game.dice.roll(game.battle.rules.roll_off_sides, ROLL_OFF))
    found: list[int] = []
    for face in sorted(set(faces), reverse=True):
        found += thrown_for(game, [seat for at, seat in enumerate(seats) if faces[at] == face])
    return found


# ---------------------------------------------------------------- moves and charges


def move_somebody(game: Game[ChipBattle]) -> None:
    """The player whose turn it is picks a unit and moves it; when all have moved the natives do (D3)."""
    battle = game.battle
    seat = battle.order[battle.mover]
    options = next_units(battle, seat)
    if not options:
        pass_on(game, seat, finished=True)
        return
    chosen = game.choose(seat, "next", [*options, *own_fire(battle, seat)], NOBODY)
    if isinstance(chosen, Commit):
        resolve(game, chosen.shots, interrupt=True)
        engines.pending(game)
    elif isinstance(chosen, Pick):
        act(game, battle.units[chosen.unit])
        engines.pending(game)
        pass_on(game, seat, finished=False)
    else:
        pass_on(game, seat, finished=True)


def pass_on(game: Game[ChipBattle], seat: int, *, finished: bool) -> None:
    """The same player goes on until he is done; by switch the players take turns, a unit each."""
    battle = game.battle
    if finished:
        game.tell(SeatFinished(seat))
    if len(battle.finished_seats) >= len(battle.order):
        game.tell(PhaseBegan(Phase.NATIVES_MOVE))
        return
    if not finished and not battle.rules.alternate_units:
        return
    mover = battle.mover
    while True:
        mover = (mover + 1) % len(battle.order)
        if battle.order[mover] not in battle.finished_seats:
            break
    game.tell(SeatMoves(mover))


def act(game: Game[ChipBattle], unit: Unit) -> None:
    """What the unit does with its move."""
    battle = game.battle
    if unit.is_machine():
        machine_acts(game, unit)
        if unit.kind == Arm.AUTOMATON and unit.place == Where.ON_TABLE:
            offer(game, unit)
        return
    chosen = chosen_act(game, unit, acts_of(battle, unit))
    if isinstance(chosen, Repair):
        go_to(game, unit, battle.units[chosen.unit])
    elif isinstance(chosen, Charge):
        if chosen.order != AS_IT_STANDS:
            form_before_charge(game, unit, chosen.order)
        charge(game, unit, battle.units[chosen.target])
    elif isinstance(chosen, Go):
        moves(game, unit, chosen)


def chosen_act(game: Game[ChipBattle], unit: Unit, options: list[Option]) -> Option:
    """What its player says; nobody is asked who can only move."""
    return game.choose(unit.seat, "act", options, unit.id) if len(options) > 1 else options[0]


def form_before_charge(game: Game[ChipBattle], unit: Unit, order: int) -> None:
    """As before any move: in place, and before the charge is declared (R110)."""
    seen = seen_by(game.battle, unit.seat)
    region = FormRegion(seen, seen.units[unit.id], order)
    form_up(game, unit, region.way(game.place(unit.seat, "form", region, unit.id)), "R110")


def moves(game: Game[ChipBattle], unit: Unit, chosen: Go) -> None:
    """An ordinary move, a new formation, or breaking off from melee (4.3.8)."""
    battle = game.battle
    if chosen.stands:
        seen = seen_by(battle, unit.seat)
        formed = FormRegion(seen, seen.units[unit.id], chosen.order)
        form(game, unit, formed.way(game.place(unit.seat, "form", formed, unit.id)))
        return
    was_locked = unit.is_locked()
    if was_locked:
        melee.free_blows(game, unit)
        if unit.place != Where.ON_TABLE:
            settle(game)
            return
    how = MoveKind.BREAKS_OFF if unit.is_locked() else MoveKind.MOVES
    seen = seen_by(battle, unit.seat)
    region = MoveRegion(seen, seen.units[unit.id], chosen.order)
    if was_locked and not region.is_open():  # blows may take those who had room to form up
        region = MoveRegion(seen, seen.units[unit.id], unit.order)
    value = game.place(unit.seat, "move", region, unit.id)
    go(game, unit, way_of(battle, unit, value, region.order), how, Manner(apart=battle.rules.apart, through=False))
    break_off(game, unit)


def machine_acts(game: Game[ChipBattle], unit: Unit) -> None:
    """A machine makes its rolls first; then, if it can, it turns and goes, or charges (4.3.1, 4.4, 4.5)."""
    battle = game.battle
    if unit.kind == Arm.AUTOMATON and is_due(battle, unit):
        engines.haywire_turn(game, unit)
        return
    if unit.chip == Chip.STATIONARY:
        engines.standing(game, unit)
        if unit.place == Where.ON_TABLE and not unit.moved:
            game.tell(MoveEnded(unit.id, "R64"))
        return
    if engines.drive(game, unit) != EngineResult.MOVES or unit.moved or unit.place != Where.ON_TABLE:
        if unit.place == Where.ON_TABLE and not unit.moved:
            game.tell(MoveEnded(unit.id, "R71"))
        settle(game)
        return
    if unit.is_locked():
        melee.free_blows(game, unit)
        if unit.place != Where.ON_TABLE or not battle.machine_of(unit).moves():
            if unit.place == Where.ON_TABLE:
                game.tell(MoveEnded(unit.id, "R36"))
            settle(game)
            return
    options: list[Option] = [Drive(), *[Charge(target) for target in charge_targets(battle, unit)]]
    chosen = chosen_act(game, unit, options)
    if isinstance(chosen, Charge):
        charge(game, unit, battle.units[chosen.target])
        return
    seen = seen_by(battle, unit.seat)
    facing, inches = game.place(unit.seat, "drive", DriveRegion(seen, seen.units[unit.id]), unit.id)
    drive_on(game, unit, facing, inches, MoveKind.BREAKS_OFF if unit.is_locked() else MoveKind.MOVES)
    break_off(game, unit)


def natives_move(game: Game[ChipBattle]) -> None:
    """After all players, band by band, one a step (4.15.5)."""
    battle = game.battle
    for id in battle.bands:
        band = battle.units[id]
        if band.seat < 0 and band.place == Where.ON_TABLE and not band.moved and not is_blank(battle, band):
            if band.arrived < battle.turn:
                random_events.conduct(game, band)
                if band.place == Where.ON_TABLE and not band.moved:
                    game.tell(MoveEnded(band.id))
                engines.pending(game)
                return
    settle(game)
    game.tell(PhaseBegan(Phase.ATTACHING))


# ---------------------------------------------------------------- notable persons


def join_units(game: Game[ChipBattle]) -> None:
    """A notable person who touches friends at the end of the moves may join them (D10, R72)."""
    battle = game.battle
    for unit in battle.units:
        if not unit.lone() or unit.seat < 0 or unit.is_locked():
            continue
        hosts = [other.id for other in hosts_of(battle, unit)]
        if hosts:
            options: list[Option] = [ALONE, *[Attach(id) for id in hosts]]
            chosen = game.choose(unit.seat, "attach", options, unit.id)
            if isinstance(chosen, Attach):
                game.tell(Attached(unit.id, chosen.unit, "R72"))
    game.tell(PhaseBegan(Phase.EVENTS))


def hosts_of(battle: ChipBattle, notable: Unit) -> list[Unit]:
    """The friendly units of figures that he touches; nobody in melee."""
    return [
        battle.units[id]
        for id in battle.units_near(notable, battle.rules.step_in)
        if may_host(battle.units[id], notable) and is_touched(battle, notable, battle.units[id])
    ]


def may_host(unit: Unit, notable: Unit) -> bool:
    return unit.side == notable.side and not unit.is_machine() and not unit.lone() and not unit.is_locked()


# ---------------------------------------------------------------- the end of the turn


def end(game: Game[ChipBattle]) -> None:
    """Steam, marks that run out, who has won; then the next turn."""
    battle = game.battle
    engines.tick(game)
    settle(game)
    if not end_of_turn(game):
        game.tell(TurnBegan(battle.turn + 1))


# ---------------------------------------------------------------- the sheet's own list


def after_reveal(game: Game[ChipBattle]) -> None:
    open_window(game)
    game.tell(PhaseBegan(Phase.MOVE_ORDER))


def events_phase(game: Game[ChipBattle]) -> None:
    random_events.phase(game)
    game.tell(PhaseBegan(Phase.AFTER_EVENTS))


def after_events(game: Game[ChipBattle]) -> None:
    open_window(game)
    game.tell(PhaseBegan(Phase.SHOOTING))


def shooting_phase(game: Game[ChipBattle]) -> None:
    steps.shooting(game)
    game.tell(PhaseBegan(Phase.MELEE))


def melee_phase(game: Game[ChipBattle]) -> None:
    steps.melee(game)
    game.tell(PhaseBegan(Phase.MORALE))


def morale_phase(game: Game[ChipBattle]) -> None:
    morale.phase(game)
    game.tell(PhaseBegan(Phase.END))


SEQUENCE: Final = (
    Part("setting up", "Sides deploy in the order named, or all in secret by a switch.", deploy, "R77"),
    Part("placing chips", "Every player lays a chip for each of his units, all at once and in secret.", place_chips),
    Part("revealing chips", "All chips are turned; stationary units may fire at once.", after_reveal, "R27"),
    Part("who moves first", "A roll-off; the highest chooses to move first or last.", move_order, "R26"),
    Part(
        "moves and charges",
        "Units with a moving chip go their way; stationary ones may fire in the midst of it.",
        move_somebody,
        "R27",
    ),
    Part("natives move", "Bands that nobody commands do what their row says.", natives_move),
    Part("joining units", "Notable persons join units or leave them.", join_units),
    Part("random events", "A die says whether there is one, and which.", events_phase),
    Part("fire after events", "Stationary units may fire at what has come.", after_events, "R27"),
    Part("shooting", "All who have not fired fire at once; losses come after all dice.", shooting_phase),
    Part("melee", "All blows at once, then all losses.", melee_phase),
    Part("morale tests", "Whoever has a reason tests, and fails at once.", morale_phase, "R44"),
    Part("end of the turn", "Machines run down, points are counted, the next turn begins.", end, "R58"),
)
