"""Phase 4, the charges (4.5): all are declared before any is resolved; generals move before or after (R32)."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.rules.gettysburg.battle.events import GoEnded, StageSet, TokenSpent
from playsheet.rules.gettysburg.battle.fight_events import ChargeDeclared, ChargeLapsed
from playsheet.rules.gettysburg.battle.seats import seats_of
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import NOBODY, Unit
from playsheet.rules.gettysburg.ground.footprints import zone_of
from playsheet.rules.gettysburg.options.charge import (
    LineFinder,
    PivotRegion,
    declarations,
    inches_of,
    uncontrolled_target,
)
from playsheet.rules.gettysburg.options.fight_choices import DONE, Declare, OfUnit
from playsheet.rules.gettysburg.table.charge.resolving import resolve
from playsheet.rules.gettysburg.table.command import attacked, show_order
from playsheet.rules.gettysburg.table.generals import offer_moves
from playsheet.rules.gettysburg.terms import Token

# the stages of a go
GENERALS_FIRST: Final = 0
DECLARING: Final = 1
RESOLVING: Final = 2
GENERALS_LAST: Final = 3


def step(game: Game[GettysburgBattle]) -> None:
    """The next thing in this go: a general's move, a declaration, or a charge with all that belongs to it."""
    battle = game.battle
    if battle.stage == GENERALS_FIRST:
        offer_moves(game)
        game.tell(StageSet(DECLARING, seats_of(battle.goers())))
    elif battle.stage == DECLARING:
        declare(game)
    elif battle.stage == RESOLVING:
        resolve_next(game)
    else:
        offer_moves(game)
        game.tell(GoEnded())


# ---------------------------------------------------------------- declaring


def declare(game: Game[GettysburgBattle]) -> None:
    """Uncontrolled charges first, which nobody can help; then each player as he likes, one charge a step."""
    battle = game.battle
    for unit in battle.goers():
        if unit.uncontrolled:
            declare_uncontrolled(game, unit)
            return
    if not battle.queue:
        game.tell(StageSet(RESOLVING, []))
        return
    seat = battle.queue[0]
    options = declarations(battle, [unit for unit in battle.goers() if unit.seat == seat])
    chosen: Option = DONE
    if options:
        chosen = game.choose(seat, "declare", [DONE, *options], NOBODY)
    if isinstance(chosen, Declare):
        unit = battle.units[chosen.unit]
        if chosen.packs:
            game.tell(TokenSpent(unit.side, Token.DOWN_PACKS, unit.id, battle.rules.down_packs))
        show_order(game, battle.brigades[unit.brigade], "charge", "R17")
        declare_charge(game, unit, battle.units[chosen.target], uncontrolled=False)
    else:
        game.tell(StageSet(DECLARING, battle.queue[1:]))


def declare_uncontrolled(game: Game[GettysburgBattle], unit: Unit) -> None:
    """At the nearest enemy; no order holds it back, and it may be unformed (4.7.3)."""
    target = uncontrolled_target(game.battle, unit)
    if target is None or unit.state > 0 or unit.in_melee():
        game.tell(ChargeLapsed(unit.id, NOBODY, "R30"))
    else:
        declare_charge(game, unit, target, uncontrolled=True)


def declare_charge(game: Game[GettysburgBattle], unit: Unit, target: Unit, *, uncontrolled: bool) -> None:
    """The owner fixes the line (R107); whoever is charged on Move goes over to Hold at once (R24)."""
    battle = game.battle
    finder = LineFinder(battle, unit, target, inches_of(battle, unit, packs=False))
    facing = game.place(unit.seat, "pivot", PivotRegion(finder), unit.id)[0]
    line = finder.line(facing)
    zone = zone_of(battle, target, unit.x, unit.y)
    ruling = "R30, R107" if uncontrolled else "R107"
    game.tell(
        ChargeDeclared(unit.id, target.id, facing, line.gap, line.reach, zone, uncontrolled, unit.x, unit.y, ruling)
    )
    attacked(game, target)


# ---------------------------------------------------------------- resolving


def resolve_next(game: Game[GettysburgBattle]) -> None:
    """In the order that the owner likes; all charges on one target are one (R108)."""
    battle = game.battle
    targets: list[int] = []
    seats: list[int] = []
    for charge in battle.charges:
        if charge.target not in targets:
            targets.append(charge.target)
        if battle.units[charge.unit].seat not in seats:
            seats.append(battle.units[charge.unit].seat)
    if not targets:
        game.tell(StageSet(GENERALS_LAST, []))
        return
    target = targets[0]
    if len(targets) > 1:
        seat = seats[0] if len(seats) == 1 else battle.armies[battle.side].seat
        options = [OfUnit("target", id) for id in targets]
        target = game.choose(seat, "resolve", options, NOBODY).unit
    resolve(game, battle.units[target])
