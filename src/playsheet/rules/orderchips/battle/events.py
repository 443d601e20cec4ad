"""What can happen on the table. Each event is complete, in the past tense, and changes the battle itself.

`ruling` names the rulings that what happened rests on, beside those of the dice; `unseen` the seats that may not be
told. Fire, melee, morale, damage and random events are in battle/fight_events.py.
"""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.events import Event
from playsheet.core.figures import FLED, LOST
from playsheet.rules.orderchips.battle.state import EVENT_ROLLED, ChipBattle
from playsheet.rules.orderchips.battle.units import INSIDE, NO_ARROW, NOBODY, NOTHING_LAID
from playsheet.rules.orderchips.terms import FORCED, Chip, Instruction, MoveKind, Phase, Where

# ---------------------------------------------------------------- setting up


class Deployed(Event[ChipBattle]):
    """A unit stands on the table: its figures one by one; its gun or hull at (model_x, model_y)."""

    def __init__(
        self,
        unit: int,
        order: int,
        files: int,
        facing: float,
        xs: list[float],
        ys: list[float],
        model_x: float,
        model_y: float,
        ruling: str,
        unseen: tuple[int, ...] = (),
    ) -> None:
        self.unit = unit
        self.order = order
        self.files = files
        self.facing = facing
        self.xs = xs
        self.ys = ys
        self.model_x = model_x
        self.model_y = model_y
        self.ruling = ruling
        self.unseen = unseen

    def apply(self, battle: ChipBattle) -> None:
        unit = battle.units[self.unit]
        unit.place = Where.ON_TABLE
        unit.order = self.order
        unit.files = self.files
        unit.facing = self.facing
        for index in range(len(self.xs)):
            battle.put(unit.first + index, self.xs[index], self.ys[index], self.facing)
        if unit.model >= 0:
            battle.put(unit.model, self.model_x, self.model_y, self.facing)
        if self.unit in battle.to_deploy:
            battle.to_deploy.remove(self.unit)
        if self.unseen and self.unit not in battle.secret:
            battle.secret.append(self.unit)


class UnitShown(Deployed):
    """A unit that deployed in secret stands there for all to see (R77); `unseen` those who knew."""

    def apply(self, battle: ChipBattle) -> None:
        super().apply(battle)
        if self.unit in battle.secret:
            battle.secret.remove(self.unit)


class StayedAway(Event[ChipBattle]):
    """There was no room on the whole table: the unit is out before the battle begins (R112)."""

    def __init__(self, unit: int, ruling: str, unseen: tuple[int, ...] = ()) -> None:
        self.unit = unit
        self.ruling = ruling
        self.unseen = unseen

    def apply(self, battle: ChipBattle) -> None:
        battle.leave(battle.units[self.unit])
        battle.to_deploy.remove(self.unit)


class TurnBegan(Event[ChipBattle]):
    """A new turn: what was marked for this turn only is gone, and who must not act next turn does not act now."""

    def __init__(self, turn: int) -> None:
        self.turn = turn

    def apply(self, battle: ChipBattle) -> None:
        battle.turn = self.turn
        battle.phase = Phase.CHIPS
        battle.order = []
        battle.mover = 0
        battle.finished_seats = []
        battle.haze = False
        battle.event_said = EVENT_ROLLED
        for unit in battle.units:
            if unit.laid_by == unit.seat:
                unit.laid = (unit.chip, unit.arrow, unit.instruction, unit.at_unit, unit.within)
            unit.chip = Chip.NONE
            unit.arrow = NO_ARROW
            unit.instruction = Instruction.USUAL
            unit.at_unit = NOBODY
            unit.within = 0.0
            unit.fired = False
            unit.moved = False
            unit.forced = False
            unit.ran = False
            unit.charging = False
            unit.target = NOBODY
            unit.no_action = unit.next_no_action
            unit.next_no_action = False
            unit.lost_figures = False
            unit.was_hit = False
            unit.hit_test_used = False
            unit.tried_repair = False
            unit.repairs = NOBODY
            unit.bad_cartridges = False
            unit.said_cover = NOBODY


class PhaseBegan(Event[ChipBattle]):
    """The next phase of the turn."""

    def __init__(self, phase: int) -> None:
        self.phase = phase

    def apply(self, battle: ChipBattle) -> None:
        battle.phase = self.phase


# ---------------------------------------------------------------- chips


class ChipsRevealed(Event[ChipBattle]):
    """Every chip at once: the units, their chips, and the arrows of those that move."""

    def __init__(self, units: list[int], chips: list[int], arrows: list[float], ruling: str) -> None:
        self.units = units
        self.chips = chips
        self.arrows = arrows
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        battle.phase = Phase.REVEALED
        for unit in battle.units:
            unit.laid = NOTHING_LAID
            unit.laid_by = unit.seat
        for index in range(len(self.units)):
            unit = battle.units[self.units[index]]
            unit.chip = self.chips[index]
            unit.arrow = self.arrows[index]


class InstructionLeft(Event[ChipBattle]):
    """A unit is to hold, to wait for its player's word, or to fire once somebody is within so many inches (H2).

    Only its player knows.
    """

    def __init__(self, unit: int, instruction: int, at_unit: int, within: float, unseen: tuple[int, ...]) -> None:
        self.unit = unit
        self.instruction = instruction
        self.at_unit = at_unit
        self.within = within
        self.unseen = unseen

    def apply(self, battle: ChipBattle) -> None:
        unit = battle.units[self.unit]
        unit.instruction = self.instruction
        unit.at_unit = self.at_unit
        unit.within = self.within


class MoveOrderSet(Event[ChipBattle]):
    """In this order the players move this turn (R26)."""

    def __init__(self, seats: list[int], ruling: str) -> None:
        self.seats = seats
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        battle.order = self.seats
        battle.mover = 0
        battle.finished_seats = []
        battle.phase = Phase.MOVES


class SeatMoves(Event[ChipBattle]):
    """It is this player's turn to move a unit, by his place in the order."""

    def __init__(self, mover: int) -> None:
        self.mover = mover

    def apply(self, battle: ChipBattle) -> None:
        battle.mover = self.mover


class SeatFinished(Event[ChipBattle]):
    """A player has moved all that he wants to move."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def apply(self, battle: ChipBattle) -> None:
        battle.finished_seats = [*battle.finished_seats, self.seat]


# ---------------------------------------------------------------- moving


class Moved(Event[ChipBattle]):
    """Models of a unit stand somewhere else, or face another way; of a unit of figures its formation too."""

    def __init__(
        self,
        unit: int,
        how: str,
        order: int,
        files: int,
        facing: float,
        models: list[int],
        xs: list[float],
        ys: list[float],
        facings: list[float],
        ruling: str = "",
    ) -> None:
        self.unit = unit
        self.how = how
        self.order = order
        self.files = files
        self.facing = facing
        self.models = models
        self.xs = xs
        self.ys = ys
        self.facings = facings
        self.ruling = ruling
        self.unseen: tuple[int, ...] = ()  # while a side deploys in secret

    def apply(self, battle: ChipBattle) -> None:
        unit = battle.units[self.unit]
        unit.order = self.order
        unit.files = self.files
        unit.facing = self.facing
        for index in range(len(self.models)):
            battle.put(self.models[index], self.xs[index], self.ys[index], self.facings[index])
        if self.how in FORCED:
            unit.forced = True
            if self.how == MoveKind.RUNS:
                unit.ran = True


class MoveEnded(Event[ChipBattle]):
    """A unit has had its move, or has lost it; a charge is over."""

    def __init__(self, unit: int, ruling: str = "") -> None:
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        unit = battle.units[self.unit]
        unit.moved = True
        unit.charging = False
        unit.target = NOBODY


class LeftTable(Event[ChipBattle]):
    """A unit is gone over the edge of the table."""

    def __init__(self, unit: int, ruling: str) -> None:
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        battle.leave(battle.units[self.unit])


# ---------------------------------------------------------------- charges and contact


class ChargeDeclared(Event[ChipBattle]):
    def __init__(self, unit: int, target: int, ruling: str) -> None:
        self.unit = unit
        self.target = target
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        unit = battle.units[self.unit]
        unit.charging = True
        unit.target = self.target
        target = battle.units[self.target]
        if target.side == battle.sides and unit.side < battle.sides:
            target.foes |= 1 << unit.side  # natives are everybody's enemies who attacks them (R79)


class ChargeOff(Event[ChipBattle]):
    """The charge does not take place: a test failed, or nobody is left to charge (4.3.3, R21)."""

    def __init__(self, unit: int, ruling: str) -> None:
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        unit = battle.units[self.unit]
        unit.charging = False
        unit.target = NOBODY


class Locked(Event[ChipBattle]):
    """Two units are in melee; the target of a charge that has not moved loses its move (4.3.6)."""

    def __init__(self, unit: int, other: int, ruling: str) -> None:
        self.unit = unit
        self.other = other
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        other = battle.units[self.other]
        battle.lock(battle.units[self.unit], other)
        other.moved = True


class Unlocked(Event[ChipBattle]):
    """Two units are in melee no more: too far apart, or no longer enemies (R70)."""

    def __init__(self, unit: int, other: int, ruling: str) -> None:
        self.unit = unit
        self.other = other
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        battle.unlock(battle.units[self.unit], battle.units[self.other])


# ---------------------------------------------------------------- losses


class FiguresLost(Event[ChipBattle]):
    """Figures of a unit fall, from the highest slot (R68). `hits`: by hits, so that it tests in the morale phase."""

    def __init__(self, unit: int, count: int, hits: bool, ruling: str) -> None:
        self.unit = unit
        self.count = count
        self.hits = hits
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        unit = battle.units[self.unit]
        if self.hits:
            unit.lost_figures = True
        battle.lose(unit, self.count, LOST)


class NotableLost(Event[ChipBattle]):
    """A notable person is out, alone or with a unit, which then has lost a figure (4.11.1)."""

    def __init__(self, unit: int, ruling: str) -> None:
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        unit = battle.units[self.unit]
        if unit.place == Where.ATTACHED:
            battle.units[unit.attached_to].lost_figures = True
        battle.lose_notable(unit, LOST)


class Deserted(Event[ChipBattle]):
    """Figures flee for good: no casualties, and no test for it (R62)."""

    def __init__(self, unit: int, count: int, ruling: str) -> None:
        self.unit = unit
        self.count = count
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        battle.lose(battle.units[self.unit], self.count, FLED)


class NoActionNext(Event[ChipBattle]):
    """A unit takes no action next turn; `now`: nor in what is left of this one (4.13.4)."""

    def __init__(self, unit: int, next: bool, now: bool, ruling: str) -> None:
        self.unit = unit
        self.next = next
        self.now = now
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        unit = battle.units[self.unit]
        if self.next:
            unit.next_no_action = True
        if self.now:
            unit.no_action = True
            unit.moved = True


# ---------------------------------------------------------------- notable persons


class Attached(Event[ChipBattle]):
    """A notable person joins a unit; he has done this turn what he has done, and acts with it from now on (R72)."""

    def __init__(self, notable: int, unit: int, ruling: str, unseen: tuple[int, ...] = ()) -> None:
        self.notable = notable
        self.unit = unit
        self.ruling = ruling
        self.unseen = unseen

    def apply(self, battle: ChipBattle) -> None:
        notable = battle.units[self.notable]
        unit = battle.units[self.unit]
        notable.place = Where.ATTACHED
        notable.attached_to = self.unit
        notable.chip = Chip.NONE
        if self.notable not in unit.attached:  # told again to those from whom it was hidden
            unit.attached = [*unit.attached, self.notable]
            battle.touch(unit)


class Detached(Event[ChipBattle]):
    """A notable person has been given a chip of his own, and leaves his unit."""

    def __init__(self, notable: int, unit: int, ruling: str) -> None:
        self.notable = notable
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        notable = battle.units[self.notable]
        unit = battle.units[self.unit]
        unit.attached = [id for id in unit.attached if id != self.notable]
        chip = notable.chip
        arrow = notable.arrow
        battle.set_free(notable, unit)
        notable.chip = chip
        notable.arrow = arrow


class GoesToRepair(Event[ChipBattle]):
    """A scientist will go to that automaton as soon as it has moved (4.14.3)."""

    def __init__(self, unit: int, automaton: int, ruling: str) -> None:
        self.unit = unit
        self.automaton = automaton
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        battle.units[self.unit].repairs = self.automaton


# ---------------------------------------------------------------- guns


class GunParted(Event[ChipBattle]):
    """The crew has left its gun (R74)."""

    def __init__(self, unit: int, ruling: str) -> None:
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        battle.units[self.unit].manned = False


class GunManned(Event[ChipBattle]):
    """A crewman is with the gun again (R74)."""

    def __init__(self, unit: int, ruling: str) -> None:
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        battle.units[self.unit].manned = True


class GunLost(Event[ChipBattle]):
    """A gun is wrecked by a shell (R19), or taken by an enemy who touches it while nobody serves it (R59, R86)."""

    def __init__(self, unit: int, by: int, ruling: str) -> None:
        self.unit = unit
        self.by = by  # the unit that took it; -1: it is wrecked
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        unit = battle.units[self.unit]
        unit.gun_lost = True
        unit.manned = False
        battle.figures.state[i64(unit.model)] = LOST
        battle.lift(unit.model)


# ---------------------------------------------------------------- whose it is


class Controlled(Event[ChipBattle]):
    """A player commands an automaton: an enemy (R42), or its owner again."""

    def __init__(self, unit: int, seat: int, ruling: str) -> None:
        self.unit = unit
        self.seat = seat
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        battle.command(battle.units[self.unit], self.seat)


class Captured(Event[ChipBattle]):
    """Figures of a unit get into a machine and take it (4.10.8); its new crew, engine and fate are told apart.

    `own` of its figures get in, and those notable persons who do.
    """

    def __init__(self, unit: int, by: int, own: int, notables: list[int], seat: int, ruling: str) -> None:
        self.unit = unit
        self.by = by
        self.own = own
        self.notables = notables
        self.seat = seat
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        unit = battle.units[self.unit]
        captor = battle.units[self.by]
        own = [captor.first + captor.figures - 1 - index for index in range(self.own)]
        unit.inside = [*own, *[battle.units[id].first for id in self.notables]]
        for id in self.notables:
            battle.lose_notable(battle.units[id], INSIDE)
        battle.lose(captor, self.own, INSIDE)
        battle.command(unit, self.seat)


# ---------------------------------------------------------------- a game master's word, and the end


class EventSaid(Event[ChipBattle]):
    """A game master says which row of the events this turn brings, that there is none, or that dice decide (R60)."""

    def __init__(self, row: int, ruling: str) -> None:
        self.row = row
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        battle.event_said = self.row


class MindChanged(Event[ChipBattle]):
    """A game master says whose enemies a band of natives are (R60): a bit for each side."""

    def __init__(self, unit: int, foes: int, ruling: str) -> None:
        self.unit = unit
        self.foes = foes
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        battle.units[self.unit].foes = self.foes


class CoverSet(Event[ChipBattle]):
    """A game master says what cover a unit has until the end of the turn (R60); -1: what the table shows."""

    def __init__(self, unit: int, cover: int, ruling: str) -> None:
        self.unit = unit
        self.cover = cover
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        battle.units[self.unit].said_cover = self.cover


class Scored(Event[ChipBattle]):
    def __init__(self, side: int, points: int, what: str) -> None:
        self.side = side
        self.points = points
        self.what = what

    def apply(self, battle: ChipBattle) -> None:
        battle.score = battle.score[:]
        battle.score[self.side] += self.points
