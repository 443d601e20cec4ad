"""The state of a battle: units, their models on the table, the deck, what was done on this card. Only events change it.

Models are numbered: first every figure, unit by unit, then a model for every gun and every machine. One store holds
where they stand, one bit field what is marked on them.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.arrays import Floats, Ints, copy_ints, ints
from playsheet.core.decks import Deck
from playsheet.core.dice import State
from playsheet.core.events import Battle
from playsheet.core.figures import IN_PLAY, LOST, Figures
from playsheet.core.geometry import FAR, TOLERANCE, Rect, distance, point_distance, rect, spacing
from playsheet.core.near import Near
from playsheet.core.terrain import Piece
from playsheet.rules.gaslight.battle.goals import Goals
from playsheet.rules.gaslight.battle.land import Land, hull_piece
from playsheet.rules.gaslight.battle.units import NOBODY, Unit
from playsheet.rules.gaslight.sheet import Figure, GaslightRules
from playsheet.rules.gaslight.terms import Arm, Leadership, ModelMark, MustCheck, Phase, TroopClass, Where
from playsheet.tabletop.machines.machine import CREW_AT, CREWLESS, FATE_AT, Machine
from playsheet.tabletop.machines.machine import IN_PLAY as WHOLE

# the groups of `near`: the figures of each side, their guns, their machines and wrecks
GUNS: Final = 2
MACHINES: Final = 4
MANY: Final = 300  # more figures of a side are looked through by squares


class Memory:
    """What has been worked out about a battle, to be had again as long as it holds.

    It is no part of the battle: never saved or shown, and shared by all copies.
    """


class Box:
    """A box round points."""

    def __init__(self) -> None:
        self.x0 = FAR
        self.y0 = FAR
        self.x1 = -FAR
        self.y1 = -FAR

    def add(self, x: float, y: float) -> None:
        if x < self.x0:
            self.x0 = x
        if x > self.x1:
            self.x1 = x
        if y < self.y0:
            self.y0 = y
        if y > self.y1:
            self.y1 = y

    def is_near(self, x: float, y: float, far: float) -> bool:
        """May a point be that near to anything in the box?"""
        return self.x0 - far <= x <= self.x1 + far and self.y0 - far <= y <= self.y1 + far


class GaslightBattle(Battle):
    """Everything between two steps."""

    def __init__(
        self,
        rules: GaslightRules,
        land: Land,
        units: list[Unit],
        figures: Figures,
        deck: Deck,
        goals: Goals,
        near: Near,
        ranks: list[Near],
        cast: list[Figure],
        radius: Floats,
        home: Ints,
    ) -> None:
        super().__init__()
        models = len(figures.x)
        self.rules: Final = rules
        self.land = land
        self.units: Final = units
        self.figures: Final = figures  # of all models
        self.deck: Final = deck  # by the numbers of units
        self.goals: Final = goals
        self.near: Final = near  # every model that stands on the table
        self.ranks: Final = ranks  # of each side its figures alone, small as they are: who touches whom is asked often
        self.cast: Final = cast  # what a figure is by its card; as long as there are figures
        self.radius: Final = radius  # of a model's base; of a machine the circle round its hull
        self.home: Final = home  # the unit on whose card a model stands
        self.men: Final = len(cast)  # models from here on are guns and machines
        self.owner: Ints = ints(models)  # the unit that a model belongs to now
        self.marks: Ints = ints(models)
        self.grenades: Ints = ints(models)
        self.touches: Ints = ints(models)  # of a figure: how many enemy figures are in contact with it
        self.spans: list[tuple[int, int]] = []  # of each side, which figures; this and the next made once and shared
        self.machines: list[int] = []  # the units with a machine
        self.guns: list[int] = []  # the units with a gun
        self.commanders = [NOBODY, NOBODY]  # the army commanders, as figures; shared
        self.phase = Phase.DEPLOYING
        self.to_deploy: list[int] = []
        self.active = NOBODY  # the unit whose card it is
        self.queue: list[int] = []  # units that still act on the card that was drawn
        self.declined: list[int] = []  # leaderless units that were not given a leader when that was offered this turn
        self.stacked: list[int] = []  # units of which a game master has put in or taken out cards this turn
        self.freed: list[int] = []  # characters who are alone again since the last shuffle, and have no cards yet
        self.score = [0, 0]
        self.memory: list[Memory] = []

    def clone(self) -> GaslightBattle:
        twin = GaslightBattle(
            self.rules,
            self.land,
            [unit.clone() for unit in self.units],
            self.figures.clone(),
            self.deck.clone(),
            self.goals,
            self.near.clone(),
            [held.clone() for held in self.ranks],
            self.cast,
            self.radius,
            self.home,
        )
        twin.copy_frame(self)
        twin.owner = copy_ints(self.owner)
        twin.marks = copy_ints(self.marks)
        twin.grenades = copy_ints(self.grenades)
        twin.touches = copy_ints(self.touches)
        twin.spans = self.spans
        twin.machines = self.machines
        twin.guns = self.guns
        twin.commanders = self.commanders
        twin.phase = self.phase
        twin.to_deploy = self.to_deploy[:]
        twin.active = self.active
        twin.queue = self.queue[:]
        twin.declined = self.declined[:]
        twin.stacked = self.stacked[:]
        twin.freed = self.freed[:]
        twin.score = self.score[:]
        twin.memory = self.memory
        return twin

    # ------------------------------------------------------------ who belongs to what

    def members(self, unit: Unit) -> list[int]:
        """The unit's figures that are left; the list is kept, and nobody may change it."""
        found = unit.roll
        if found is None:
            found = self.mustered(unit)
            unit.roll = found
        return found

    def mustered(self, unit: Unit) -> list[int]:
        """They in roster order: own characters, attached ones, Extras (4.12.1)."""
        found: list[int] = []
        figure: i64 = unit.first
        end: i64 = unit.first + unit.start
        state = self.figures.state
        me: i64 = unit.id
        owner = self.owner
        extras = False
        while figure < end:
            if state[figure] == IN_PLAY and owner[figure] == me:
                if self.cast[figure].cls == TroopClass.EXTRA:
                    extras = True
                else:
                    found.append(int(figure))
            figure += 1
        for id in unit.attached:
            found.append(self.units[id].first)
        if extras:
            figure = unit.first
            while figure < end:
                if state[figure] == IN_PLAY and owner[figure] == me and self.cast[figure].cls == TroopClass.EXTRA:
                    found.append(int(figure))
                figure += 1
        return found

    def strength(self, unit: Unit) -> int:
        """Figures left in the unit, attached ones among them."""
        found: i64 = len(unit.attached)
        figure: i64 = unit.first
        end: i64 = unit.first + unit.start
        me: i64 = unit.id
        while figure < end:
            if self.figures.state[figure] == IN_PLAY and self.owner[figure] == me:
                found += 1
            figure += 1
        return int(found)

    def on_foot(self, unit: Unit) -> list[int]:
        """Its figures that stand on the table, and not in a machine."""
        if unit.kind != Arm.VEHICLE:
            return self.members(unit)
        return [figure for figure in self.members(unit) if not self.marked(figure, ModelMark.ABOARD)]

    def aboard(self, unit: Unit) -> list[int]:
        """The crew in its machine."""
        if unit.kind != Arm.VEHICLE:
            return []
        return [figure for figure in self.members(unit) if self.marked(figure, ModelMark.ABOARD)]

    def unit_of(self, model: int) -> Unit:
        return self.units[self.owner[i64(model)]]

    def side_of(self, model: int) -> int:
        return self.units[self.home[i64(model)]].side

    def is_figure(self, model: int) -> bool:
        return model < self.men

    def is_machine(self, model: int) -> bool:
        return model >= self.men and self.units[self.home[i64(model)]].kind == Arm.VEHICLE

    def is_gun(self, model: int) -> bool:
        return model >= self.men and self.units[self.home[i64(model)]].kind == Arm.CREW

    def is_character(self, figure: int) -> bool:
        return self.cast[figure].character

    def is_beast(self, figure: int) -> bool:
        return self.units[self.home[i64(figure)]].kind == Arm.BEAST

    def move_of(self, figure: int) -> float:
        """Its own rate: a character goes at his own pace whomever he is with."""
        return self.units[self.home[i64(figure)]].card.move

    def kind_of(self, figure: int) -> int:
        """Foot, horse, beast ... by its own card; a crew or character is on foot."""
        return self.units[self.home[i64(figure)]].kind

    def mounted(self, model: int) -> bool:
        """Is it kept out of buildings: horse, gun or machine (R94)?"""
        return model >= self.men or self.units[self.home[i64(model)]].kind == Arm.HORSE

    def in_play(self, model: int) -> bool:
        return self.figures.state[i64(model)] == IN_PLAY

    def gun_of(self, unit: Unit) -> int:
        """The number of its gun while that is on the table and not destroyed; -1 if it has none."""
        if unit.kind != Arm.CREW or not self.in_play(unit.model) or unit.place == Where.GONE:
            return NOBODY
        return unit.model

    def machine_of(self, unit: Unit) -> Machine:
        """A working copy of its machine, to be driven, hit or looked at."""
        card = unit.card.machine
        if card is None:
            raise AttributeError(unit.name + " has no machine")
        return Machine(card.blueprint, unit.machine)

    def targets_of(self, side: int) -> list[Unit]:
        """The units on the table that are not that side's."""
        return [unit for unit in self.units if unit.side != side and unit.place == Where.ON_TABLE]

    # ------------------------------------------------------------ marks

    def marked(self, model: int, mark: int) -> bool:
        return self.marks[i64(model)] & mark != 0

    # ------------------------------------------------------------ where things are

    def at(self, model: int) -> tuple[float, float]:
        i: i64 = model
        return self.figures.x[i], self.figures.y[i]

    def away(self, model: int, x: float, y: float) -> float:
        """From a point to a model's centre."""
        i: i64 = model
        return spacing(x, y, self.figures.x[i], self.figures.y[i])

    def centre(self, models: list[int]) -> tuple[float, float]:
        """The mean of base centres."""
        x = 0.0
        y = 0.0
        for model in models:
            i: i64 = model
            x += self.figures.x[i]
            y += self.figures.y[i]
        return x / len(models), y / len(models)

    def box_of(self, models: list[int]) -> Box:
        """The box round the centres of models."""
        box = Box()
        for model in models:
            i: i64 = model
            box.add(self.figures.x[i], self.figures.y[i])
        return box

    def hull_of(self, unit: Unit) -> Rect:
        if unit.hull is None:
            raise AttributeError(unit.name + " has no hull on the table")
        return unit.hull

    def shape_of(self, unit: Unit) -> Piece:
        """Its hull as a polygon."""
        if unit.shape is None:
            raise AttributeError(unit.name + " has no hull on the table")
        return unit.shape

    def gap(self, model: int, x: float, y: float) -> float:
        """From a point to the edge of a model's base or hull; negative inside a base."""
        i: i64 = model
        if self.is_machine(model):
            return point_distance(self.hull_of(self.units[self.home[i]]), x, y)
        return spacing(x, y, self.figures.x[i], self.figures.y[i]) - self.radius[i]

    def nearest_enemy(self, x: float, y: float, side: int) -> tuple[int, float]:
        """The enemy model nearest to a point, and how far: figures by their centres, machines by their hulls."""
        best, least = self.nearest_figure(x, y, 1 - side)
        for id in self.machines:
            unit = self.units[id]
            if unit.side == side or unit.hull is None or not unit.has_machine():
                continue
            far = point_distance(unit.hull, x, y)
            if far < least:
                least = far
                best = unit.model
        return best, least if best >= 0 else FAR

    def nearest_figure(self, x: float, y: float, side: int) -> tuple[int, float]:
        """The figure of a side nearest to a point, and how far; -1 and FAR if it has none.

        Its figures have numbers one after the other: many of them are gone through sooner than the squares between.
        """
        begin, end = self.spans[side]
        ranks = self.ranks[side]
        return ranks.nearest_of(x, y, begin, end) if end - begin <= MANY else ranks.nearest(x, y, side)

    def barriers(self, side: int, x: float, y: float, ux: float, uy: float, length: float, wide: float) -> list[int]:
        """What could stop somebody of that side near a straight way: enemies, their guns and machines, all wrecks."""
        found = self.ranks[1 - side].along(x, y, ux, uy, length, wide)
        for id in self.guns:
            unit = self.units[id]
            if unit.side != side and self.is_along(unit.model, x, y, ux, uy, length, wide):
                if not self.near.absent(unit.model):
                    found.append(unit.model)
        for id in self.machines:
            unit = self.units[id]
            if unit.hull is not None and self.is_along(unit.model, x, y, ux, uy, length, wide):
                if unit.side != side or unit.is_wreck():
                    found.append(unit.model)
        return found

    def in_the_way(self, x: float, y: float, ux: float, uy: float, length: float, wide: float) -> list[int]:
        """Every model near a straight way, whosever it is."""
        found = self.ranks[0].along(x, y, ux, uy, length, wide)
        found += self.ranks[1].along(x, y, ux, uy, length, wide)
        for ids in (self.guns, self.machines):
            for id in ids:
                model = self.units[id].model
                if self.is_along(model, x, y, ux, uy, length, wide) and not self.near.absent(model):
                    found.append(model)
        return found

    def is_along(self, model: int, x: float, y: float, ux: float, uy: float, length: float, wide: float) -> bool:
        """Does the circle about a model come that near to a straight way?"""
        i: i64 = model
        near = wide + self.radius[i] + TOLERANCE
        far = near + length
        dx = self.figures.x[i] - x
        if dx > far or dx < -far:
            return False
        dy = self.figures.y[i] - y
        if dy > far or dy < -far:
            return False
        along = dx * ux + dy * uy
        if along > 0.0:
            if along > length:
                along = length
            dx -= ux * along
            dy -= uy * along
        return dx * dx + dy * dy <= near * near

    def comes_within(self, unit: Unit, x: float, y: float, far: float) -> bool:
        """Is any model of the unit, whoever is attached to it among them, that near to a point?"""
        figure: i64 = unit.first
        end: i64 = unit.first + unit.start
        me: i64 = unit.id
        owner = self.owner
        near = self.near
        squares = near.square
        xs = near.x
        ys = near.y
        while figure < end:
            if owner[figure] == me and squares[figure] != 0:
                reach = far + near.radius[figure] + TOLERANCE
                dx = xs[figure] - x
                dy = ys[figure] - y
                if dx * dx + dy * dy <= reach * reach:
                    return True
            figure += 1
        for id in unit.attached:
            if self.stands_within(self.units[id].first, x, y, far):
                return True
        return unit.model >= 0 and self.stands_within(unit.model, x, y, far)

    def others_within(self, unit: Unit, x: float, y: float, far: float) -> int:
        """How many models that are not the unit's stand that near to a point."""
        found = 0
        for ranks in self.ranks:
            for figure in ranks.within(x, y, far):
                if self.owner[i64(figure)] != unit.id:
                    found += 1
        for ids in (self.guns, self.machines):
            for id in ids:
                if id != unit.id and self.stands_within(self.units[id].model, x, y, far):
                    found += 1
        return found

    def stands_within(self, model: i64, x: float, y: float, far: float) -> bool:
        """Does the model stand on the table, with some part of it no farther than that from a point?"""
        near = self.near
        if near.square[model] == 0:
            return False
        reach = far + near.radius[model] + TOLERANCE
        dx = near.x[model] - x
        dy = near.y[model] - y
        return dx * dx + dy * dy <= reach * reach

    # ------------------------------------------------------------ contact

    def foes(self, model: int) -> list[int]:
        """The enemy models in contact with it, in the order of their numbers; guns and wrecks do not fight."""
        side = self.side_of(model)
        if self.is_machine(model):
            return self.touching_hull(self.units[self.home[i64(model)]], side)
        i: i64 = model
        if self.marks[i] & ModelMark.ABOARD:
            return []
        if model < self.men and self.touches[i] == 0:
            return self.hulls_at(side, self.figures.x[i], self.figures.y[i], self.radius[i])
        return self.touching(side, self.figures.x[i], self.figures.y[i], self.radius[i])

    def touching(self, side: int, x: float, y: float, radius: float) -> list[int]:
        """The enemies of a side that a base of that radius touches, or would touch, at (x, y)."""
        found = self.ranks[1 - side].within(x, y, radius)
        return found + self.hulls_at(side, x, y, radius)

    def hulls_at(self, side: int, x: float, y: float, radius: float) -> list[int]:
        """The enemy machines among them."""
        found: list[int] = []
        for id in self.machines:
            unit = self.units[id]
            if unit.side != side and self.at_hull(unit, side, x, y, radius):
                found.append(unit.model)
        return found

    def at_hull(self, unit: Unit, side: int, x: float, y: float, radius: float) -> bool:
        """Does a base of that radius at (x, y) touch the unit's machine, an enemy of that side?"""
        if unit.side == side or unit.hull is None:
            return False
        hull = unit.hull
        dx = hull.x - x
        dy = hull.y - y
        near = hull.radius + radius + 1.0  # an inch more than could matter: most are far off
        if dx * dx + dy * dy > near * near:
            return False
        return unit.has_machine() and point_distance(hull, x, y) <= radius + TOLERANCE

    def touching_hull(self, unit: Unit, side: int) -> list[int]:
        if unit.hull is None or not unit.has_machine():
            return []
        hull = unit.hull
        found: list[int] = []
        for other in self.ranks[1 - side].within(hull.x, hull.y, hull.radius):
            if self.gap_to_hull(other, hull) <= TOLERANCE:
                found.append(other)
        for id in self.machines:
            enemy = self.units[id]
            if enemy.side != side and enemy.hull is not None and enemy.has_machine():
                if distance(enemy.hull, hull) <= TOLERANCE:
                    found.append(enemy.model)
        return found

    def gap_to_hull(self, model: int, hull: Rect) -> float:
        """From the edge of a model to a hull."""
        i: i64 = model
        if self.is_machine(model):
            return distance(self.hull_of(self.units[self.home[i]]), hull)
        return point_distance(hull, self.figures.x[i], self.figures.y[i]) - self.radius[i]

    def engaged(self, model: int) -> bool:
        """Is any enemy in contact with it?"""
        if model >= self.men:
            return len(self.foes(model)) > 0
        i: i64 = model
        if self.touches[i] > 0:
            return True
        if self.marks[i] & ModelMark.ABOARD:
            return False
        side = self.side_of(model)
        for id in self.machines:
            unit = self.units[id]
            if unit.side != side and self.at_hull(unit, side, self.figures.x[i], self.figures.y[i], self.radius[i]):
                return True
        return False

    def any_engaged(self, side: int, figures: list[int]) -> bool:
        """Is an enemy in contact with any of these figures of a side, none of them aboard a machine?"""
        if self.any_touched(figures):
            return True
        box = self.box_of(figures)
        widest = self.ranks[side].widest + TOLERANCE
        for id in self.machines:
            unit = self.units[id]
            hull = unit.hull
            if unit.side != side and hull is not None and box.is_near(hull.x, hull.y, hull.radius + widest):
                for figure in figures:
                    i: i64 = figure
                    if self.at_hull(unit, side, self.figures.x[i], self.figures.y[i], self.radius[i]):
                        return True
        return False

    def any_touched(self, figures: list[int]) -> bool:
        """Is an enemy figure in contact with any of these?"""
        for figure in figures:
            if self.touches[i64(figure)] > 0:
                return True
        return False

    def at_hulls(self, side: int) -> list[int]:
        """The figures of a side in contact with an enemy machine: few, and found at once for all units."""
        found: list[int] = []
        for id in self.machines:
            unit = self.units[id]
            hull = unit.hull
            if unit.side != side and hull is not None and unit.has_machine():
                for figure in self.ranks[side].within(hull.x, hull.y, hull.radius + 1.0):
                    i: i64 = figure
                    if self.at_hull(unit, side, self.figures.x[i], self.figures.y[i], self.radius[i]):
                        found.append(figure)
        return found

    def in_melee(self, unit: Unit) -> bool:
        """Is any model of it in contact with an enemy?"""
        if unit.kind != Arm.VEHICLE:
            return self.any_engaged(unit.side, self.members(unit))
        for figure in self.members(unit):
            if self.engaged(figure):
                return True
        return unit.kind == Arm.VEHICLE and unit.has_machine() and self.engaged(unit.model)

    # ------------------------------------------------------------ changed by events only

    def mark(self, model: int, mark: int) -> None:
        i: i64 = model
        self.marks[i] = self.marks[i] | mark

    def unmark(self, model: int, mark: int) -> None:
        i: i64 = model
        self.marks[i] = self.marks[i] & ~mark

    def put(self, model: int, x: float, y: float, facing: float) -> None:
        """A figure or a gun stands there now."""
        i: i64 = model
        if model < self.men:
            self.leave_touch(model)
        self.figures.put(i, x, y, facing)
        self.near.put(model, x, y, self.radius[i])
        if model < self.men:
            side = self.side_of(model)
            self.ranks[side].put(model, x, y, self.radius[i])
            for foe in self.ranks[1 - side].within(x, y, self.radius[i]):
                self.touches[i] = self.touches[i] + 1
                self.touches[i64(foe)] = self.touches[i64(foe)] + 1

    def lift(self, model: int) -> None:
        """It stands on the table no more."""
        if model < self.men:
            self.leave_touch(model)
            self.ranks[self.side_of(model)].remove(model)
        self.near.remove(model)

    def leave_touch(self, figure: int) -> None:
        """It leaves whoever it was in contact with."""
        i: i64 = figure
        if self.touches[i] == 0:
            return
        self.touches[i] = 0
        for foe in self.ranks[1 - self.side_of(figure)].within(self.figures.x[i], self.figures.y[i], self.radius[i]):
            self.touches[i64(foe)] = self.touches[i64(foe)] - 1

    def put_hull(self, unit: Unit, x: float, y: float, facing: float) -> None:
        """A machine stands there now, and its crew in it."""
        card = unit.card.machine
        if card is None:
            return
        hull = rect(x, y, facing, card.width, card.length)
        unit.hull = hull
        unit.shape = hull_piece(hull)
        self.put(unit.model, x, y, facing)
        for figure in self.aboard(unit):
            self.figures.put(i64(figure), x, y, facing)

    def board(self, figure: int) -> None:
        """A crewman gets in: he stands nowhere else from now on."""
        unit = self.unit_of(figure)
        hull = self.hull_of(unit)
        self.mark(figure, ModelMark.ABOARD)
        self.lift(figure)
        self.figures.put(i64(figure), hull.x, hull.y, hull.facing)
        unit.machine = with_crew(unit.machine, figure - unit.first, aboard=True)

    def get_out(self, figure: int, x: float, y: float, facing: float) -> None:
        """A crewman leaves the machine and stands there."""
        unit = self.unit_of(figure)
        self.unmark(figure, ModelMark.ABOARD)
        unit.machine = with_crew(unit.machine, figure - unit.first, aboard=False)
        self.put(figure, x, y, facing)

    def remove(self, figure: int, state: int) -> None:
        """A figure is out of the game; its unit notes the loss, and an army the loss of its commander."""
        i: i64 = figure
        unit = self.unit_of(figure)
        self.figures.state[i] = state
        unit.roll = None
        self.lift(figure)
        if self.marks[i] & ModelMark.ABOARD:
            unit.machine = with_crew(unit.machine, figure - unit.first, aboard=False)
        self.marks[i] = 0
        if (state == LOST or self.rules.fled_is_loss) and self.checks(unit):
            unit.pending |= MustCheck.LOST_FIGURE
        own = self.units[self.home[i]]
        if own is not unit:
            unit.attached = [id for id in unit.attached if id != own.id]
            own.roll = None
            own.place = Where.GONE
            own.attached_to = NOBODY
        if unit.leader == figure:
            unit.leader = NOBODY
            unit.leadership = Leadership.NONE
        if figure in self.commanders:
            for other in self.units:
                if other.side == own.side and other.place == Where.ON_TABLE and self.checks(other):
                    other.pending |= MustCheck.COMMANDER_DEAD
        if self.own_strength(unit) == 0:
            self.end_unit(unit)

    def checks(self, unit: Unit) -> bool:
        """Does it check morale at all? Lone characters and single beasts do not, but by switch (R9)."""
        return not unit.card.lone or self.rules.lone_characters_check

    def own_strength(self, unit: Unit) -> int:
        return self.strength(unit) - len(unit.attached)

    def end_unit(self, unit: Unit) -> None:
        """Its last own figure is gone: whoever was attached is alone again, and acts on its cards this turn (R105)."""
        unit.place = Where.GONE
        unit.pending = 0
        unit.leader = NOBODY
        unit.leadership = Leadership.NONE
        for id in unit.attached:
            self.set_free(self.units[id])
            self.units[id].acts_on = unit.id
        unit.attached = []
        unit.roll = None
        if unit.kind == Arm.CREW:
            self.figures.state[i64(unit.model)] = LOST
            self.lift(unit.model)
        elif unit.kind == Arm.VEHICLE and unit.machine[FATE_AT] == WHOLE:
            unit.machine = with_fate(unit.machine, CREWLESS)

    def set_free(self, character: Unit) -> None:
        """He is on his own again, and leads himself."""
        character.place = Where.ON_TABLE
        character.attached_to = NOBODY
        self.freed.append(character.id)
        character.leader = character.first
        character.leadership = Leadership.LED
        self.owner[i64(character.first)] = character.id
        character.roll = None


def with_crew(machine: State, place: int, *, aboard: bool) -> State:
    """The machine with a man of its crew in it, or out of it."""
    crew = machine[CREW_AT]
    crew = crew | 1 << place if aboard else crew & ~(1 << place)
    return (*machine[:CREW_AT], crew, *machine[CREW_AT + 1 :])


def with_fate(machine: State, fate: int) -> State:
    return (*machine[:FATE_AT], fate, *machine[FATE_AT + 1 :])
