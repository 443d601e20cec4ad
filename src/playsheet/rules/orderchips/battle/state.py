"""The state of a battle: units, their models on the table, chips, machines, natives. Only events change it.

Models are numbered unit by unit: its figures, then its gun or its hull. Figures fill numbered slots, and losses empty
the highest (R68): of a unit with n figures left those in play are the first n, and the first of them leads.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import wrapped
from playsheet.core.arrays import Floats, Ints, floats, floats_of, ints, ints_of
from playsheet.core.events import Battle
from playsheet.core.figures import FLED, IN_PLAY, LOST, Figures
from playsheet.core.geometry import FAR, TOLERANCE, Rect, distance, point_distance, rect, spacing
from playsheet.core.near import Near
from playsheet.rules.orderchips.battle.goals import Goals
from playsheet.rules.orderchips.battle.land import Land
from playsheet.rules.orderchips.battle.units import INSIDE, NOBODY, Circle, Kept, Unit
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.sheet.tables import Card, ChipRules, Going
from playsheet.rules.orderchips.terms import Arm, Fate, ModelKind, Order, Phase, Where

# what a game master says of this turn's random events (R60): a row of the table, or
EVENT_ROLLED: Final = -1  # what the dice say
EVENT_VETOED: Final = 0


class ChipBattle(Battle):
    """Everything between two steps."""

    def __init__(
        self,
        rules: ChipRules,
        land: Land,
        goals: Goals,
        cards: dict[str, Card],
        units: list[Unit],
        figures: Figures,
        near: Near,
        crowd: Near,
    ) -> None:
        super().__init__()
        models = len(figures.x)
        self.rules: Final = rules
        self.land = land
        self.goals: Final = goals
        self.cards: Final = cards  # of natives who may come
        self.sides: Final = len(goals.side_names)  # natives are side number `sides`
        self.seats: Final = len(goals.seat_sides)
        self.units: list[Unit] = units
        self.figures = figures  # of all models
        self.near = near  # every model that stands on the table; the groups are the sides
        self.crowd = crowd  # every unit with a model on the table, in a circle about all of them; see `around`
        self.astray: list[int] = []  # units of which something has been put elsewhere since
        self.home: Ints = ints(models)  # the unit on whose card a model stands; this and the next four shared by copies
        self.part: Ints = ints(models)  # FIGURE, GUN_MODEL or HULL
        self.round: Ints = ints(models)  # 1: a round base
        self.wide: Floats = floats(models)
        self.deep: Floats = floats(models)
        self.numbers: list[int] = list(range(models))  # of all models, for `men` to take its part of; shared by copies
        self.machines: list[int] = []  # units with a machine; shared by all copies
        self.guns: list[int] = []
        self.commanders: list[int] = []  # of armies; replaced, never changed
        self.bands: list[int] = []  # of natives, in the order they came, friendly ones too; replaced, never changed
        self.phase = Phase.DEPLOYING
        self.to_deploy: list[int] = []
        self.secret: list[int] = []  # units on the table that other sides do not see yet
        self.order: list[int] = []  # the seats as they move this turn
        self.mover = 0  # the place in `order` of the seat that moves
        self.finished_seats: list[int] = []  # seats that move no more this turn
        self.haze = False  # no long-range fire this turn
        self.event_said = EVENT_ROLLED  # by a game master
        self.fits: list[int] = []  # automata with a haywire result to be carried out, as they arose; replaced
        self.score: list[int] = [0] * len(goals.side_names)
        self.kept: Kept | None = None  # of `ready`
        self.stirs = 0  # counts what may have changed who stands where, sees whom or is whose enemy
        self.lanes: Kept | None = None  # of `lane_between`, as long as nothing has
        self.distances: Kept | None = None  # of `distance_to_foe`, likewise

    def clone(self) -> ChipBattle:
        twin = ChipBattle(
            self.rules,
            self.land,
            self.goals,
            self.cards,
            [unit.clone() for unit in self.units],
            self.figures.clone(),
            self.near.clone(),
            self.crowd.clone(),
        )
        twin.copy_frame(self)
        twin.astray = self.astray[:]
        twin.home = self.home
        twin.part = self.part
        twin.round = self.round
        twin.wide = self.wide
        twin.deep = self.deep
        twin.numbers = self.numbers
        twin.machines = self.machines
        twin.guns = self.guns
        twin.commanders = self.commanders
        twin.bands = self.bands
        twin.phase = self.phase
        twin.to_deploy = self.to_deploy[:]
        twin.secret = self.secret[:]
        twin.order = self.order
        twin.mover = self.mover
        twin.finished_seats = self.finished_seats
        twin.haze = self.haze
        twin.event_said = self.event_said
        twin.fits = self.fits
        twin.score = self.score[:]
        return twin

    # ------------------------------------------------------------ who belongs to what

    def men(self, unit: Unit) -> list[int]:
        """The unit's own figures that are left, in slot order: the leader first."""
        return self.numbers[unit.first : unit.first + unit.figures]

    def members(self, unit: Unit) -> list[int]:
        """Its figures, then the notable persons with it in the order they came (4.7.1)."""
        found = self.men(unit)
        for id in unit.attached:
            found.append(self.units[id].first)
        return found

    def strength(self, unit: Unit) -> int:
        """Figures left, attached ones among them."""
        return unit.figures + len(unit.attached)

    def models(self, unit: Unit) -> list[int]:
        """Every base of it on the table: figures, attached notable persons, its gun, its hull or wreck."""
        found = self.members(unit) if unit.place == Where.ON_TABLE else []
        if unit.model >= 0 and not self.near.absent(unit.model):
            found.append(unit.model)
        return found

    def fighters(self, unit: Unit) -> list[int]:
        """Every base that fights and can be fought: figures and hull, not a gun."""
        if unit.is_machine():
            return [unit.model] if unit.has_machine() else []
        return self.members(unit)

    def leader(self, unit: Unit) -> int:
        """The model that its moves and ranges start from: the leader, or the hull."""
        return unit.model if unit.is_machine() else unit.first

    def unit_of(self, model: int) -> Unit:
        """The unit that a model is with now: an attached notable person's is the one that he is with."""
        unit = self.units[self.home[i64(model)]]
        return self.units[unit.attached_to] if unit.place == Where.ATTACHED else unit

    def owner_of(self, model: int) -> Unit:
        """The unit on whose card a model stands."""
        return self.units[self.home[i64(model)]]

    def machine_of(self, unit: Unit) -> SteamMachine:
        """Its machine as it is, to be looked at only: the same one until something has happened to it."""
        held = unit.looked_at
        if held is None or unit.looked_at_as is not unit.machine:
            held = self.machine_copy(unit)
            unit.looked_at = held
            unit.looked_at_as = unit.machine
        return held

    def machine_copy(self, unit: Unit) -> SteamMachine:
        """A working copy of its machine, to be driven, hit or repaired."""
        card = unit.card.machine
        if card is None:
            raise AttributeError(unit.name + " has no machine")
        return SteamMachine(card.plan, unit.machine)

    def has_wrecks(self) -> bool:
        for id in self.machines:
            if self.units[id].is_wreck():
                return True
        return False

    def hull_of(self, unit: Unit) -> Rect:
        if unit.hull is None:
            raise AttributeError(unit.name + " has no hull on the table")
        return unit.hull

    def going(self, unit: Unit) -> dict[str, Going]:
        """What the ground is to it; a crew without its gun goes on foot (R74)."""
        if unit.kind == Arm.GUN and not unit.serves():
            return self.land.on_foot
        return unit.card.ground

    def move_of(self, unit: Unit) -> float:
        """Its move in inches, a machine's SPEED as it is now."""
        if unit.is_machine():
            return float(self.machine_of(unit).speed())
        if unit.kind == Arm.GUN and not unit.serves():
            return self.rules.crew_move
        return unit.card.move

    def movement_order(self, units: list[int]) -> list[int]:
        """Sorted as dice are thrown: this turn's players in order, natives last; then by roster (4.0.2)."""
        places = self.order or list(range(self.seats))
        keyed = [(places.index(self.units[id].seat) if self.units[id].seat >= 0 else len(places), id) for id in units]
        keyed.sort()
        return [id for _, id in keyed]

    # ------------------------------------------------------------ friend and foe

    def hostile(self, one: Unit, other: Unit) -> bool:
        """Are they enemies? A band may be one side's only, and bands never fight each other (R79)."""
        if one.side == other.side:
            return False
        if one.side == self.sides:
            return one.foes >> other.side & 1 == 1
        if other.side == self.sides:
            return other.foes >> one.side & 1 == 1
        return True

    def foes_of(self, unit: Unit) -> list[Unit]:
        """The enemies on the table, by roster."""
        return [other for other in self.units if other.place == Where.ON_TABLE and self.hostile(unit, other)]

    def army_commander(self, side: int) -> list[int]:
        """The army commanders of a side that are on the table, as models."""
        found: list[int] = []
        for id in self.commanders:
            unit = self.units[id]
            if unit.side == side and unit.place in (Where.ON_TABLE, Where.ATTACHED):
                found.append(unit.first)
        return found

    def enemy_seats(self, side: int) -> list[int]:
        """The seats of other sides, in seat order."""
        return [seat for seat in range(self.seats) if self.goals.seat_sides[seat] != side]

    # ------------------------------------------------------------ where things are

    def at(self, model: int) -> tuple[float, float]:
        i: i64 = model
        return self.figures.x[i], self.figures.y[i]

    def faces(self, model: int) -> float:
        return self.figures.facing[i64(model)]

    def centre(self, models: list[int]) -> tuple[float, float]:
        """The mean of base centres."""
        x = 0.0
        y = 0.0
        for model in models:
            i: i64 = model
            x += self.figures.x[i]
            y += self.figures.y[i]
        n = float(len(models))
        return x / n, y / n

    def middle(self, unit: Unit) -> tuple[float, float]:
        """Where ranges to it are measured: the hull's centre, or that of its figures (section 9)."""
        if unit.is_machine():
            return self.at(unit.model)
        if unit.model >= 0 or unit.attached or unit.place != Where.ON_TABLE:
            return self.centre(self.members(unit))
        circle = self.circle(unit)
        return circle.x, circle.y

    def circle(self, unit: Unit) -> Circle:
        """The circle that all models of a unit on the table stand in."""
        held = unit.circle
        if held is not None and held.holds(unit):
            return held
        found = self.circle_of(unit, self.models(unit))
        if not unit.attached:
            unit.circle = found
        return found

    def circle_of(self, unit: Unit, models: list[int]) -> Circle:
        """The circle that these models of a unit stand in."""
        x, y = self.centre(models)
        spread = 0.0
        radius = 0.0
        for model in models:
            at_x, at_y = self.at(model)
            far = spacing(x, y, at_x, at_y)
            spread = max(spread, far)
            radius = max(radius, far + self.radius(model))
        return Circle(unit, x, y, spread, radius)

    def radius(self, model: int) -> float:
        """Of a round base, or of the circle about a rectangular one."""
        i: i64 = model
        if self.round[i] == 1:
            return 0.5 * self.wide[i]
        return 0.5 * spacing(x0=0.0, y0=0.0, x1=self.wide[i], y1=self.deep[i])

    def box(self, model: int) -> Rect:
        """The base as a rectangle where it stands; of a round one the square about it."""
        i: i64 = model
        figures = self.figures
        return rect(figures.x[i], figures.y[i], figures.facing[i], self.wide[i], self.deep[i])

    def box_at(self, model: int, x: float, y: float, facing: float) -> Rect:
        """The same as it would stand there."""
        i: i64 = model
        return rect(x, y, facing, self.wide[i], self.deep[i])

    def gap(self, one: int, other: int) -> float:
        """Between the edges of two bases; 0 if they touch or overlap."""
        i: i64 = one
        figures = self.figures
        return self.gap_at(one, figures.x[i], figures.y[i], figures.facing[i], other)

    def gap_at(self, one: int, x: float, y: float, facing: float, other: int) -> float:
        """The same if the first stood at (x, y)."""
        i: i64 = one
        j: i64 = other
        figures = self.figures
        if self.round[i] == 1:
            r = 0.5 * self.wide[i]
            if self.round[j] == 1:
                far = spacing(x, y, figures.x[j], figures.y[j]) - r - 0.5 * self.wide[j]
            else:
                far = point_distance(self.box(other), x, y) - r
            return far if far > 0.0 else 0.0
        box = self.box_at(one, x, y, facing)
        if self.round[j] == 1:
            far = point_distance(box, figures.x[j], figures.y[j]) - 0.5 * self.wide[j]
            return far if far > 0.0 else 0.0
        return distance(box, self.box(other))

    def gap_to_point(self, model: int, x: float, y: float) -> float:
        """From a point to the edge of a base; 0 inside."""
        i: i64 = model
        if self.round[i] == 1:
            far = spacing(x, y, self.figures.x[i], self.figures.y[i]) - 0.5 * self.wide[i]
            return far if far > 0.0 else 0.0
        return point_distance(self.box(model), x, y)

    def around(self, x: float, y: float, far: float) -> list[int]:
        """The units of which some part may be no farther than that from the point, by roster; others among them too.

        None is missing that is on the table; whoever asks looks at each himself.
        """
        self.find_astray()
        return self.crowd.within(x, y, far)

    def along(self, x0: float, y0: float, x1: float, y1: float, wide: float) -> list[int]:
        """The same of the line between two points."""
        self.find_astray()
        far = spacing(x0, y0, x1, y1)
        if far <= TOLERANCE:
            return self.crowd.within(x0, y0, wide + far)
        return self.crowd.along(x0, y0, (x1 - x0) / far, (y1 - y0) / far, far, wide)

    def find_astray(self) -> None:
        """Everybody is in the crowd where he stands now."""
        if self.astray:
            for id in self.astray:
                self.units[id].astray = False
                self.find(self.units[id])
            self.astray = []

    def find(self, unit: Unit) -> None:
        """It is in the crowd where it stands now."""
        models = [model for model in self.members(unit) if not self.near.absent(model)]
        if unit.model >= 0 and not self.near.absent(unit.model):
            models.append(unit.model)
        if not models:
            self.crowd.remove(unit.id)
            return
        circle = self.circle_of(unit, models)
        self.crowd.put(unit.id, circle.x, circle.y, circle.radius)

    def units_near(self, unit: Unit, reach: float) -> list[int]:
        """Units other than it with a base whose edge is within reach of one of its own, by roster; wrecks are none."""
        found: list[int] = []
        for model in self.fighters(unit):
            x, y = self.at(model)
            for other in self.near.within(x, y, self.radius(model) + reach + TOLERANCE):
                mate = self.unit_of(other)
                if mate is unit or mate.place != Where.ON_TABLE or mate.id in found:
                    continue
                if self.gap(model, other) <= reach + TOLERANCE:
                    found.append(mate.id)
        found.sort()
        return found

    def nearest_foe(self, unit: Unit, x: float, y: float) -> tuple[int, float]:
        """The enemy model whose centre is nearest to the point, and how far; -1 and FAR if there is none (R23).

        Guns and wrecks are no enemies. Of several as near the first in movement order is taken.
        """
        best = NOBODY
        least = FAR
        for side in range(self.sides):
            if side == unit.side or (unit.side == self.sides and unit.foes >> side & 1 == 0):
                continue
            model, far = self.near.nearest(x, y, side)
            if model >= 0 and self.comes_first(far, model, least, best):
                least = far
                best = model
        if unit.side == self.sides:
            return best, least
        for id in self.bands:
            band = self.units[id]
            if band.side != self.sides or band.place != Where.ON_TABLE or not self.hostile(unit, band):
                continue
            for model in self.men(band):
                at_x, at_y = self.at(model)
                far = spacing(x, y, at_x, at_y)
                if far < least:
                    least = far
                    best = model
        return best, least

    def comes_first(self, far: float, model: int, least: float, best: int) -> bool:
        """Is it nearer, or as near and earlier in movement order?"""
        if far != least or best < 0:
            return far < least
        one = self.unit_of(model).id
        other = self.unit_of(best).id
        return one != other and self.movement_order([one, other])[0] == one

    # ------------------------------------------------------------ changed by events only

    def put(self, model: int, x: float, y: float, facing: float) -> None:
        """A figure, gun or hull stands there now."""
        i: i64 = model
        facing = wrapped(facing)
        self.figures.put(i, x, y, facing)
        self.near.put(model, x, y, self.radius(model))
        unit = self.units[self.home[i]]
        self.touch(unit)
        if self.part[i] == ModelKind.HULL:
            unit.hull = self.box(model)

    def lift(self, model: int) -> None:
        """It stands on the table no more."""
        self.near.remove(model)
        self.touch(self.units[self.home[i64(model)]])

    def touch(self, unit: Unit) -> None:
        """Something of it stands elsewhere, or it has one more to it."""
        unit.stamp += 1
        self.stirs += 1
        if not unit.astray:
            unit.astray = True
            self.astray.append(unit.id)
        if unit.place == Where.ATTACHED:
            self.touch(self.units[unit.attached_to])

    def lose(self, unit: Unit, count: int, state: int) -> None:
        """So many of its own figures are out of the game, from the highest slot (R68); the last of them ends it."""
        for _ in range(min(count, unit.figures)):
            unit.figures -= 1
            model = unit.first + unit.figures
            self.figures.state[i64(model)] = state
            self.lift(model)
        if unit.figures == 0 and not unit.is_machine():
            self.end_unit(
                unit, Fate.LEFT_TABLE if state == FLED else Fate.ABOARD_PRIZE if state == INSIDE else Fate.DESTROYED
            )

    def lose_notable(self, notable: Unit, state: int) -> None:
        """A notable person is out of the game, alone or with a unit."""
        if notable.place == Where.ATTACHED:
            host = self.units[notable.attached_to]
            host.attached = [id for id in host.attached if id != notable.id]
            notable.attached_to = NOBODY
            notable.place = Where.ON_TABLE
        self.lose(notable, 1, state)

    def end_unit(self, unit: Unit, fate: int) -> None:
        """It is gone: whoever was attached is alone again (4.7.2), nobody is locked with it, a gun stays behind."""
        self.stirs += 1
        unit.place = Where.GONE
        unit.fate = fate
        unit.charging = False
        unit.lost_figures = False
        unit.was_hit = False
        unit.manned = False
        for id in unit.attached:
            self.set_free(self.units[id], unit)
        unit.attached = []
        for id in unit.locked:
            other = self.units[id]
            other.locked = [one for one in other.locked if one != unit.id]
        unit.locked = []

    def leave(self, unit: Unit) -> None:
        """The whole unit is off the table, with whoever is attached; a gun that is with it too."""
        for id in unit.attached:
            self.lose(self.units[id], 1, FLED)
            self.units[id].attached_to = NOBODY
        unit.attached = []
        if unit.is_machine():
            self.figures.state[i64(unit.model)] = FLED
            self.lift(unit.model)
            unit.hull = None
            self.end_unit(unit, Fate.LEFT_TABLE)
        else:
            self.lose(unit, unit.figures, FLED)

    def set_free(self, notable: Unit, host: Unit) -> None:
        """He is on his own again; what his unit did this turn he has done."""
        self.stirs += 1
        notable.place = Where.ON_TABLE
        notable.attached_to = NOBODY
        notable.chip = host.chip
        notable.arrow = host.arrow
        notable.moved = host.moved
        notable.fired = host.fired
        notable.forced = host.forced
        notable.ran = host.ran
        notable.locked = host.locked
        for id in host.locked:
            other = self.units[id]
            other.locked = sorted({*other.locked, notable.id})

    def lock(self, one: Unit, other: Unit) -> None:
        one.locked = sorted({*one.locked, other.id})
        other.locked = sorted({*other.locked, one.id})

    def unlock(self, one: Unit, other: Unit) -> None:
        one.locked = [id for id in one.locked if id != other.id]
        other.locked = [id for id in other.locked if id != one.id]

    def wreck(self, unit: Unit, stays: bool) -> None:
        """A machine is out: its hull stays as a wreck, or nothing of it does (R61)."""
        self.figures.state[i64(unit.model)] = LOST
        if not stays:
            self.lift(unit.model)
            unit.hull = None
        self.end_unit(unit, Fate.WRECKED)
        self.regroup()

    def command(self, unit: Unit, seat: int) -> None:
        """Another player commands it from now on."""
        unit.seat = seat
        unit.side = self.goals.seat_sides[seat]
        self.regroup()

    def regroup(self) -> None:
        """`near` is told anew who is on which side; guns and wrecks are on none."""
        self.stirs += 1
        groups: list[int] = []
        for model in range(len(self.figures.x)):
            unit = self.units[self.home[i64(model)]]
            fights = self.part[i64(model)] == ModelKind.FIGURE or (
                self.part[i64(model)] == ModelKind.HULL and unit.place != Where.GONE
            )
            groups.append(unit.side if fights else NOBODY)
        near = Near(self.near.squares, ints_of(groups))
        for model in range(len(groups)):
            if model < len(self.near.x) and not self.near.absent(model):
                x, y = self.at(model)
                near.put(model, x, y, self.radius(model))
        self.near = near

    def add_band(self, unit: Unit) -> None:
        """Natives appear: the store of models grows by theirs."""
        held = self.figures
        n = unit.start
        self.figures = Figures(
            floats_of([*held.x, *([0.0] * n)]),
            floats_of([*held.y, *([0.0] * n)]),
            floats_of([*held.facing, *([0.0] * n)]),
            ints_of([*held.state, *([IN_PLAY] * n)]),
        )
        self.home = ints_of([*self.home, *([unit.id] * n)])
        self.part = ints_of([*self.part, *([ModelKind.FIGURE] * n)])
        size = unit.card.size
        self.round = ints_of([*self.round, *([1 if size.round else 0] * n)])
        self.wide = floats_of([*self.wide, *([size.width] * n)])
        self.deep = floats_of([*self.deep, *([size.depth] * n)])
        self.numbers = list(range(len(self.figures.x)))
        self.units = [*self.units, unit]
        self.bands = [*self.bands, unit.id]
        self.crowd = Near(self.crowd.squares, ints(len(self.units)))
        for each in self.units:
            self.touch(each)
        if unit.card.army_commander:
            self.commanders = [*self.commanders, unit.id]
        self.regroup()


def new_band(battle: ChipBattle, card: Card, name: str, figures: int, seat: int, foes: int) -> Unit:
    """A band of natives that has just come: `seat` who commands it, or nobody; `foes` a bit for each side."""
    side = battle.goals.seat_sides[seat] if seat >= 0 else battle.sides
    unit = Unit(len(battle.units), card, name, side, seat, len(battle.figures.x), figures, NOBODY)
    unit.band = True
    unit.foes = foes
    unit.arrived = battle.turn
    unit.place = Where.ON_TABLE
    unit.order = Order.LOOSE
    return unit
