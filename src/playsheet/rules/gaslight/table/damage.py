"""Hits on machines carried out on the table (4.10.3 to 4.10.5, R83, R101): charts, loss, explosions, crews outside."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing
from playsheet.core.figures import IN_PLAY
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, Rect, point_distance
from playsheet.rules.gaslight.battle.fight_events import Burst, Shot, Struck
from playsheet.rules.gaslight.battle.machine_events import Exploded, GotOut, MachineHarmed, MachineLost, MachineSaved
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.dice.cannon import BurstWitness, Crowd, explode
from playsheet.rules.gaslight.dice.shooting import Aim, Target, seen_from_front
from playsheet.rules.gaslight.dice.vehicles import (
    VehicleWitness,
    crew_in_explosion,
    fire_at_machine,
    only_empty,
    struck_by_hand,
    struck_by_shot,
)
from playsheet.rules.gaslight.ground.marks import catchable, near_enemy
from playsheet.rules.gaslight.ground.moving import HAIR, Floor
from playsheet.rules.gaslight.terms import Bore, HitResult, Where
from playsheet.tabletop.events import ChartRolled
from playsheet.tabletop.machines.blast import Frame
from playsheet.tabletop.machines.charts import Column
from playsheet.tabletop.machines.machine import ABANDONED, CAPTURED_BY_FOE, CREWLESS, DISABLED, EXPLODED, Harm, Machine
from playsheet.tabletop.machines.machine import IN_PLAY as WHOLE

CAPTURE: Final = "captured"
EXPLOSION: Final = "explosion"
NORTH: Final = Frame(1.0, 1.0, ahead_x=0.0, right_y=0.0)
RINGS: Final = 12  # so far off a hull a place is looked for


class Damage(VehicleWitness):
    """Tells what becomes of one machine. What explodes is noted, and carried out after the last hit (4.12.4)."""

    def __init__(self, game: Game[GaslightBattle], unit: Unit, by: int, by_hand: bool, shot: Shot | None) -> None:
        self.game: Final = game
        self.unit: Final = unit
        self.by: Final = by  # the unit that hits it
        self.by_hand: Final = by_hand
        self.shot: Final = shot
        self.shell = ""

    def fired(self, hits: int) -> None:
        if self.shot is not None:
            self.shot.hits = hits
            self.game.tell(self.shot)

    def saved(self, machine: Machine, outcome: int) -> None:
        counts = outcome != HitResult.BOUNCE or self.game.battle.rules.bounce_is_hit
        self.game.tell(MachineSaved(self.unit.id, outcome, self.by_hand, counts, "R11"))

    def rolled(self, machine: Machine, column: Column, face: int) -> None:
        self.game.tell(ChartRolled(self.unit.id, column.chart, column.id, face))

    def harmed(self, machine: Machine, harm: Harm) -> None:
        state = machine.state()
        self.game.tell(MachineHarmed(self.unit.id, harm.do, harm.which, harm.by, harm.held, state, ""))

    def lost(self, machine: Machine) -> None:
        if machine.fate == EXPLODED:
            self.shell = machine.shell
        elif only_empty(machine, outside=len(self.game.battle.on_foot(self.unit)) > 0):
            machine.fate = WHOLE
            return
        lose_machine(self.game, self.unit, machine.fate, self.by)


def shoot_machine(game: Game[GaslightBattle], target: Unit, aims: list[Aim], cover: int, shot: Shot) -> None:
    """All dice to hit, then hit by hit; explosions after the last (4.12.4)."""
    battle = game.battle
    damage = Damage(game, target, shot.unit, by_hand=False, shot=shot)
    fire_at_machine(game.dice, battle.rules, aims, cover, battle.machine_of(target), damage)
    after_hits(game, damage)


def hit_machine(game: Game[GaslightBattle], target: Unit, srm: int, by: int) -> Damage:
    """One hit without a roll to hit: a burst has caught it."""
    battle = game.battle
    damage = Damage(game, target, by, by_hand=False, shot=None)
    if target.has_machine():
        struck_by_shot(game.dice, battle.rules, battle.machine_of(target), srm, damage, has_srm=True)
    return damage


def strike_machine(game: Game[GaslightBattle], target: Unit, srm: int, by_machine: bool, damage: Damage) -> None:
    """One hit hand to hand."""
    battle = game.battle
    if target.has_machine():
        struck_by_hand(game.dice, battle.rules, battle.machine_of(target), srm, by_machine, damage)


def after_hits(game: Game[GaslightBattle], damage: Damage) -> None:
    """If it has come to that, the machine explodes now."""
    if damage.shell:
        explosion(game, damage.unit, damage.shell, damage.by)


# ---------------------------------------------------------------- a machine is lost


def lose_machine(game: Game[GaslightBattle], unit: Unit, fate: int, by: int) -> None:
    """What becomes of a lost machine and of those in it (R101): an explosion is still to come."""
    battle = game.battle
    if unit.hull is None or battle.figures.state[i64(unit.model)] != IN_PLAY:
        return
    game.tell(MachineLost(unit.id, fate, "R101"))
    if fate in (DISABLED, ABANDONED):
        for figure in battle.aboard(unit):
            get_out(game, figure)
    elif fate == CAPTURED_BY_FOE:
        for figure in battle.aboard(unit):
            game.tell(Struck(figure, False, by, CAPTURE, "R101"))


def settle_machines(game: Game[GaslightBattle]) -> None:
    """A machine whose last man has just been lost outside it, or been shot in it, is lost too."""
    battle = game.battle
    for id in battle.machines:
        unit = battle.units[id]
        if unit.place == Where.GONE and battle.figures.state[i64(unit.model)] == IN_PLAY:
            game.tell(MachineLost(unit.id, CREWLESS, "R101"))


def get_out(game: Game[GaslightBattle], figure: int) -> None:
    """A man of the crew stands beside the hull, facing away from it; where there is no room he is lost (R117)."""
    battle = game.battle
    stand_beside(game, figure, battle.hull_of(battle.unit_of(figure)))


def stand_beside(game: Game[GaslightBattle], figure: int, hull: Rect) -> None:
    unit = game.battle.unit_of(figure)
    spot = beside(game.battle, hull, figure, unit.side)
    if spot is None:
        game.tell(Struck(figure, False, unit.id, CAPTURE, "R117"))
        return
    x, y = spot
    game.tell(GotOut(figure, x, y, bearing(x - hull.x, y - hull.y), "R102, R117"))


def beside(battle: GaslightBattle, hull: Rect, figure: int, side: int) -> tuple[float, float] | None:
    """A free spot that touches the hull, on the side away from the enemy if there is one; then farther and farther."""
    r = battle.radius[i64(figure)]
    floor = Floor(battle)
    enemy, _ = battle.nearest_enemy(hull.x, hull.y, side)
    for ring in range(RINGS):
        best: tuple[float, float] | None = None
        most = -1.0
        for x, y in round_hull(hull, r + HAIR + ring * 2.0 * r, r):
            if not on_ground(battle, x, y) or not floor.free(figure, r, x, y, False):
                continue
            if near_enemy(battle, figure, x, y, side):
                continue
            far = 0.0
            if enemy >= 0:
                ex, ey = battle.at(enemy)
                far = (x - ex) * (x - ex) + (y - ey) * (y - ey)
            if far > most + TOLERANCE:
                most = far
                best = (x, y)
        if best is not None:
            return best
    return None


def round_hull(hull: Rect, off: float, step: float) -> list[tuple[float, float]]:
    """Points all along the four sides of a hull, so far off its edge."""
    found: list[tuple[float, float]] = []
    across = max(1, int(2.0 * hull.half_w / step))
    along = max(1, int(2.0 * hull.half_d / step))
    for k in range(across + 1):
        right = -hull.half_w + 2.0 * hull.half_w * k / across
        found.append(hull.point(right, -hull.half_d - off))
        found.append(hull.point(right, hull.half_d + off))
    for k in range(along + 1):
        forward = -hull.half_d + 2.0 * hull.half_d * k / along
        found.append(hull.point(-hull.half_w - off, forward))
        found.append(hull.point(hull.half_w + off, forward))
    return found


def on_ground(battle: GaslightBattle, x: float, y: float) -> bool:
    ground = battle.land.ground
    return 0.0 <= x <= ground.width and 0.0 <= y <= ground.depth


# ---------------------------------------------------------------- bursts


class Models(Crowd):
    """The models that a burst may catch: figures in the open, and machines by the nearest point of their hulls."""

    def __init__(self, battle: GaslightBattle, look: Frame, models: list[int], target: Target) -> None:
        super().__init__(
            look,
            [battle.figures.x[i64(model)] for model in models],
            [battle.figures.y[i64(model)] for model in models],
            target,
            [model >= battle.men for model in models],
        )
        self.battle: Final = battle
        self.models: Final = models

    def point(self, place: int, x: float, y: float) -> tuple[float, float]:
        if not self.machines[place]:
            return self.xs[place], self.ys[place]
        return nearest_on(self.battle.hull_of(self.battle.units[self.battle.home[i64(self.models[place])]]), x, y)


def nearest_on(hull: Rect, x: float, y: float) -> tuple[float, float]:
    """The point of a hull nearest to a point."""
    right, forward = hull.local(x, y)
    right = min(max(right, -hull.half_w), hull.half_w)
    forward = min(max(forward, -hull.half_d), hull.half_d)
    return hull.point(right, forward)


class BurstOnTable(BurstWitness):
    """Tells what a burst does. Machines that it makes explode do so when it has done with everybody."""

    def __init__(
        self,
        game: Game[GaslightBattle],
        models: list[int],
        shot: Shot | None,
        srm: int,
        radius: float,
        by: int,
        how: str,
    ) -> None:
        self.game: Final = game
        self.models: Final = models
        self.shot: Final = shot
        self.srm: Final = srm
        self.radius: Final = radius
        self.by: Final = by
        self.how: Final = how
        self.x = 0.0  # of an explosion
        self.y = 0.0
        self.damages: Final[list[Damage]] = []

    def fired(self, hit: bool) -> None:
        if self.shot is not None:
            self.shot.hits = 1 if hit else 0
            self.game.tell(self.shot)

    def bursts(self, first: int, most: int) -> None:
        battle = self.game.battle
        if first >= 0:
            self.x, self.y = battle.at(self.models[first])
        ruling = "R57" if first >= 0 else "R83"
        model = self.models[first] if first >= 0 else -1
        self.game.tell(Burst(self.x, self.y, self.radius, model, most, ruling))

    def struck(self, place: int, saved: bool) -> None:
        self.game.tell(Struck(self.models[place], saved, self.by, self.how, "R56"))

    def machine(self, place: int) -> None:
        unit = self.game.battle.unit_of(self.models[place])
        self.damages.append(hit_machine(self.game, unit, self.srm, self.by))

    def done(self) -> None:
        for damage in self.damages:
            after_hits(self.game, damage)


def explosion(game: Game[GaslightBattle], unit: Unit, shell: str, by: int) -> None:
    """The crew is killed, but for characters who save themselves; then the blast, nearest to the hull first (R83)."""
    battle = game.battle
    rules = battle.rules
    hull = battle.hull_of(unit)
    crew = battle.aboard(unit)
    escaped = crew_in_explosion(game.dice, rules, [battle.cast[figure].save for figure in crew])
    for index in range(len(crew)):
        game.tell(Struck(crew[index], escaped[index], by, EXPLOSION, "R83"))
    game.tell(Exploded(unit.id, shell, "R83"))
    cannon = rules.cannons[shell]
    models = catchable(battle, hull.x, hull.y, hull.radius + cannon.radius, unit.model)
    distances = [distance_from(battle, model, hull) for model in models]
    crowd = Models(battle, NORTH, models, seen_from_front(rules, saves_of(battle, models)))
    witness = BurstOnTable(game, models, None, cannon.srms[Bore.SMOOTHBORE], cannon.radius, by, EXPLOSION)
    witness.x = hull.x
    witness.y = hull.y
    explode(game.dice, rules, cannon, crowd, distances, witness)
    for index in range(len(crew)):
        if escaped[index]:
            climb_out(game, crew[index], hull)
    witness.done()


def distance_from(battle: GaslightBattle, model: int, hull: Rect) -> float:
    """From the hull's edge to a figure's centre, or to another hull."""
    if model >= battle.men:
        return battle.gap_to_hull(model, hull)
    x, y = battle.at(model)
    return point_distance(hull, x, y)


def saves_of(battle: GaslightBattle, models: list[int]) -> list[int]:
    """The Saves of figures; a machine's is not looked at."""
    return [battle.cast[model].save if model < battle.men else 0 for model in models]


def climb_out(game: Game[GaslightBattle], figure: int, hull: Rect) -> None:
    """Where the machine stood there is room enough, unless somebody else has just climbed out there."""
    battle = game.battle
    floor = Floor(battle)
    r = battle.radius[i64(figure)]
    if floor.free(figure, r, hull.x, hull.y, False):
        game.tell(GotOut(figure, hull.x, hull.y, hull.facing, "R83"))
        return
    stand_beside(game, figure, hull)
