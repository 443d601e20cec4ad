"""Moving figures (4.1): how far a way leads over this ground, what stops it, and where there is room at its end."""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing, direction, wrapped
from playsheet.core.asking import Ghost, Outcome, Region
from playsheet.core.discs import disc_ahead, edge_ahead, on_table, overlap, overlaps_piece, piece_ahead
from playsheet.core.events import Battle
from playsheet.core.formations import place
from playsheet.core.geometry import FAR, TOLERANCE, spacing
from playsheet.core.terrain import holds
from playsheet.core.words import the
from playsheet.rules.gaslight.battle.land import Plot, rough_among
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.words import name_of
from playsheet.rules.gaslight.sheet import GaslightRules
from playsheet.tabletop.land import meetings
from playsheet.tabletop.placing import (
    AT_THE_EDGE,
    BEHIND_THE_OTHERS,
    Halt,
    bad_facing,
    bad_files,
    bases_about,
    behind,
    front_first,
    kept_by,
    slowed_by,
)

HAIR: Final = 0.5 * TOLERANCE  # room left beside what stops a move: none, to whoever measures it
TRIES: Final = 2  # a body tries so many times to find room for everybody
ROOM: Final = 0.2  # between the bases of a body in ranks and files
MOST_RAGGED: Final = 0.2
RAGGED: Final = [0.0, 0.15, -0.1, MOST_RAGGED, -MOST_RAGGED, 0.05]  # how far the undrilled stand out of line
BOUNDARY: Final = 0
CROSSING: Final = 1


class Mover:
    """Who moves, and by what rules: his rate with all that is added, and how near he may come to enemies."""

    def __init__(
        self,
        battle: GaslightBattle,
        model: int,
        base: float,
        *,
        bonus: float,
        leaderless: bool,
        short: float,
    ) -> None:
        self.model: Final = model
        self.radius: Final[float] = battle.radius[i64(model)]
        self.side: Final = battle.side_of(model)
        self.mounted: Final = battle.mounted(model)
        self.base: Final = base
        self.bonus: Final = bonus
        self.leaderless: Final = leaderless
        self.short: Final = short  # of enemies


def mover_of(battle: GaslightBattle, figure: int) -> Mover:
    """A figure that makes an ordinary move of its own, and keeps off enemies (R113)."""
    unit = battle.unit_of(figure)
    return Mover(
        battle, figure, battle.move_of(figure), bonus=0.0, leaderless=unit.leaderless(), short=battle.rules.stop_short
    )


class Spent:
    """What of a move is used up: inches, whether any was rough, obstacles crossed, inches of rough (by switch)."""

    def __init__(self) -> None:
        self.inches = 0.0
        self.rough = False
        self.obstacles = 0
        self.slow = 0.0

    def left(self, rules: GaslightRules, mover: Mover, rough: bool, more: int) -> float:
        """How far it may still go if the ground ahead is so, and so many more obstacles are crossed (R23, R24)."""
        if rules.rough_pro_rata:
            whole = rules.allowance(mover.base, mover.bonus, False, mover.leaderless, self.obstacles + more)
            rest = whole - self.inches - self.slow * (1.0 / rules.rough - 1.0)
            return rest * rules.rough if rough else rest
        whole = rules.allowance(mover.base, mover.bonus, self.rough or rough, mover.leaderless, self.obstacles + more)
        return whole - self.inches


def reach(
    battle: GaslightBattle, mover: Mover, x: float, y: float, ux: float, uy: float, far: float, spent: Spent
) -> float:
    """How far the centre gets along (ux, uy), at most `far`, by what is left of its move; `spent` goes on."""
    rules = battle.rules
    land = battle.land
    marks: list[tuple[float, int]] = []
    uneven: list[Plot] = []
    for index in land.plan.along(x, y, ux, uy, far, 0.0):
        plot = land.plots[index]
        if plot.obstacle or plot.walled:
            for t in meetings(plot.piece, x, y, ux, far, uy=uy):
                marks.append((t, CROSSING))
        if plot.rough or plot.over:
            uneven.append(plot)
            for t in meetings(plot.piece, x, y, ux, far, uy=uy):
                marks.append((t, BOUNDARY))
    marks.sort()
    marks.append((far, BOUNDARY))
    at = 0.0
    for to, kind in marks:
        if to > at + TOLERANCE:
            middle = 0.5 * (at + to)
            rough = rough_among(uneven, x + middle * ux, y + middle * uy) if uneven else False
            room = spent.left(rules, mover, rough, 0)
            if room <= 0.0:
                return at
            gone = to - at if to - at <= room + TOLERANCE else room
            spent.inches += gone
            if rough:
                spent.rough = True
                spent.slow += gone
            if gone < to - at:
                return at + gone
            at = to
        if kind == CROSSING:
            if spent.left(rules, mover, False, 1) < -TOLERANCE:
                back = HAIR if at > HAIR else at
                spent.inches -= back
                return at - back
            spent.obstacles += 1
    return far


# ---------------------------------------------------------------- what stops a move


def stopped(
    battle: GaslightBattle,
    mover: Mover,
    x: float,
    y: float,
    ux: float,
    uy: float,
    far: float,
    touch: int,
    *,
    over: bool,
) -> float:
    """How far the base gets, at most `far`, before an enemy, a wreck, closed ground or the table's edge stops it.

    Friends are passed (R27), wrecks are not kept off (R123). `touch`: a model that may be touched, but not passed.
    `over`: the edge does not stop it (R122).
    """
    best = far
    for other in battle.barriers(mover.side, x, y, ux, uy, far, mover.radius + mover.short):
        if other != mover.model:
            t = up_to(battle, mover, x, y, ux, uy, other, touch)
            if t < best:
                best = t
    t = ground_ahead(battle, mover, x, y, ux, uy, best)
    if t < best:
        best = t
    if not over:
        t = edge_ahead(battle.land.ground, x, y, mover.radius, ux, uy)
        if t < best:
            best = t
    return best


def is_stopped(
    battle: GaslightBattle, mover: Mover, x: float, y: float, ux: float, uy: float, far: float, touch: int
) -> bool:
    """Does anything of that stop it before it has gone so far? The first thing found is enough."""
    least = far - TOLERANCE
    for other in battle.barriers(mover.side, x, y, ux, uy, far, mover.radius + mover.short):
        if other != mover.model and up_to(battle, mover, x, y, ux, uy, other, touch) < least:
            return True
    return is_halted(battle, mover, x, y, ux, uy, far)


def is_halted(battle: GaslightBattle, mover: Mover, x: float, y: float, ux: float, uy: float, far: float) -> bool:
    """Does closed ground or the table's edge?"""
    least = far - TOLERANCE
    if ground_ahead(battle, mover, x, y, ux, uy, far) < least:
        return True
    return edge_ahead(battle.land.ground, x, y, mover.radius, ux, uy) < least


def up_to(
    battle: GaslightBattle, mover: Mover, x: float, y: float, ux: float, uy: float, other: int, touch: int
) -> float:
    """How far the base gets before it has to halt at an enemy, or touches a wreck."""
    i: i64 = other
    r = mover.radius
    short = 0.0 if other == touch else mover.short
    if battle.is_machine(other):
        own = battle.units[battle.home[i]]
        return piece_ahead(battle.shape_of(own), x, y, r if own.is_wreck() else r + short, ux, uy)
    return disc_ahead(x, y, ux, uy, battle.figures.x[i], battle.figures.y[i], r + battle.radius[i] + short)


def met_by(battle: GaslightBattle, mover: Mover, x: float, y: float, ux: float, uy: float, far: float) -> str:
    """What stops a base there, after so many inches, in words: an enemy, a wreck, closed ground, the table's edge."""
    least = far + TOLERANCE
    for other in battle.barriers(mover.side, x, y, ux, uy, least, mover.radius + mover.short):
        if other != mover.model and up_to(battle, mover, x, y, ux, uy, other, -1) <= least:
            return model_met(battle, mover.side, other)
    for index in battle.land.plan.along(x, y, ux, uy, least, mover.radius):
        plot = battle.land.plots[index]
        if not plot.linear and plot.closed(mover.mounted):
            if piece_ahead(plot.piece, x, y, mover.radius, ux, uy) <= least:
                return f"at {the(plot.name)}"
    return AT_THE_EDGE


def model_met(battle: GaslightBattle, side: int, model: int) -> str:
    """Whoever it belongs to: `before the Warband`, `at the wreck of the Steam Tank`."""
    own = battle.unit_of(model)
    name = name_of(battle, own.id)
    if battle.is_machine(model) and own.is_wreck():
        return f"at the wreck of {name}"
    return kept_by(name, friend=own.side == side)


def ground_met(battle: GaslightBattle, x: float, y: float, ux: float, uy: float, far: float) -> str:
    """Ground that has used up a move on so many inches of way, or that it cannot pay for at their end; or empty."""
    said = ""
    close = far + 2.0 * TOLERANCE
    for index in battle.land.plan.along(x, y, ux, uy, close, 0.0):
        plot = battle.land.plots[index]
        if not (plot.obstacle or plot.walled or plot.rough):
            continue
        meets = meetings(plot.piece, x, y, ux, close, uy=uy)
        if (plot.obstacle or plot.walled) and meets and max(meets) >= far - 2.0 * TOLERANCE:
            return f"at {the(plot.name)}"
        if meets or (plot.rough and holds(plot.piece, x, y)):
            said = slowed_by(the(plot.name))
    return said


def ground_ahead(battle: GaslightBattle, mover: Mover, x: float, y: float, ux: float, uy: float, far: float) -> float:
    """How far the base gets, at most `far`, before ground that is closed to it."""
    best = far
    if not battle.land.closes(mover.mounted):
        return best
    for index in battle.land.plan.along(x, y, ux, uy, far, mover.radius):
        plot = battle.land.plots[index]
        if not plot.linear and plot.closed(mover.mounted):
            t = piece_ahead(plot.piece, x, y, mover.radius, ux, uy)
            if t < best:
                best = t
    return best


class Spot:
    """Where a model of a body stands while that moves: far away, as long as it has not come anywhere."""

    def __init__(self, model: int, radius: float) -> None:
        self.model: Final = model
        self.radius: Final = radius
        self.x = FAR
        self.y = FAR
        self.moved = False


class Floor:
    """The table while a body moves: those of it that have moved already stand where they went, not where they are."""

    def __init__(self, battle: GaslightBattle) -> None:
        self.battle: Final = battle
        self.moved: Final[list[Spot]] = []
        self.spots: Final[dict[int, Spot]] = {}  # of those who have moved, or are lifted

    def put(self, model: int, x: float, y: float) -> None:
        spot = self.lift(model)
        spot.x = x
        spot.y = y
        if not spot.moved:
            spot.moved = True
            self.moved.append(spot)

    def lift(self, model: int) -> Spot:
        """It is on the move, and stands nowhere yet."""
        spot = self.spots.get(model)
        if spot is None:
            spot = Spot(model, self.battle.radius[i64(model)])
            self.spots[model] = spot
        spot.x = FAR
        spot.y = FAR
        return spot

    def at(self, model: int) -> tuple[float, float]:
        spot = self.spots.get(model)
        return self.battle.at(model) if spot is None else (spot.x, spot.y)

    def free(self, model: int, radius: float, x: float, y: float, mounted: bool) -> bool:
        """May a base end its move there: on nobody's base or hull, not in closed ground?"""
        return self.taken_by(model, radius, x, y) < 0 and not self.battle.land.closed_at(x, y, radius, mounted)

    def taken_by(self, model: int, radius: float, x: float, y: float) -> int:
        """On whose base or hull a base would stand there; -1: on nobody's."""
        return self.taken_among(self.battle.in_the_way(x, y, 0.0, 0.0, 0.0, radius), model, radius, x, y)

    def taken_among(self, near: list[int], model: int, radius: float, x: float, y: float) -> int:
        """The same out of those near there, and those of the body who have moved."""
        battle = self.battle
        for other in near:
            i: i64 = other
            if other < battle.men or not battle.is_machine(other):
                if not overlap(x, y, radius, battle.figures.x[i], battle.figures.y[i], battle.radius[i]):
                    continue
            elif not overlaps_piece(battle.shape_of(battle.units[battle.home[i]]), x, y, radius):
                continue
            if other != model and other not in self.spots:
                return other
        for spot in self.moved:
            if overlap(x, y, radius, spot.x, spot.y, spot.radius) and spot.model != model:
                return spot.model
        return -1

    def last_free(self, mover: Mover, x: float, y: float, ux: float, uy: float, far: float) -> float:
        """The farthest place along the way, at most `far`, where there is room; negative if there is none."""
        battle = self.battle
        r = mover.radius
        if self.free(mover.model, r, x + ux * far, y + uy * far, mover.mounted):
            return far
        tries: list[float] = []
        for other in battle.in_the_way(x, y, ux, uy, far, r):
            if other == mover.model or other in self.spots:
                continue
            i: i64 = other
            if battle.is_machine(other):
                shape = battle.shape_of(battle.units[battle.home[i]])
                tries.append(piece_ahead(shape, x, y, r, ux, uy))
            else:
                tries.append(enters(x, y, ux, uy, battle.figures.x[i], battle.figures.y[i], r + battle.radius[i]))
        for spot in self.moved:
            if spot.model != mover.model:
                tries.append(enters(x, y, ux, uy, spot.x, spot.y, r + spot.radius))
        tries.sort()
        for t in reversed(tries):
            t -= HAIR
            if 0.0 < t < far and self.free(mover.model, r, x + ux * t, y + uy * t, mover.mounted):
                return t
        return 0.0 if self.free(mover.model, r, x, y, mover.mounted) else -1.0


def enters(x: float, y: float, ux: float, uy: float, cx: float, cy: float, apart: float) -> float:
    """Where a way comes within `apart` of a point; -1.0 if it never does, or starts there."""
    dx = cx - x
    dy = cy - y
    ahead = dx * ux + dy * uy
    aside = dx * uy - dy * ux
    room = apart * apart - aside * aside
    return ahead - sqrt(room) if room > 0.0 else -1.0


# ---------------------------------------------------------------- one figure


class Way:
    """Where a way has led: its end, and whether there was room anywhere on it."""

    def __init__(self, x: float, y: float, *, found: bool) -> None:
        self.x: Final = x
        self.y: Final = y
        self.found: Final = found


def walk(
    floor: Floor, mover: Mover, x: float, y: float, legs: list[tuple[float, float]], halt: Halt | None = None
) -> Way:
    """Where a figure gets leg by leg (each a shift), as far as its move, the enemy and the ground allow (4.1).

    It stops at the last place where there is room for it. `halt` is told what has ended its way.
    """
    battle = floor.battle
    spent = Spent()
    if halt is not None:
        halt.said = ""
    gone: list[tuple[float, float, float, float, float]] = []
    for dx, dy in legs:
        far = sqrt(dx * dx + dy * dy)
        if far <= TOLERANCE:
            continue
        ux = dx / far
        uy = dy / far
        met = stopped(battle, mover, x, y, ux, uy, far, -1, over=False)
        room = met
        if room < far:
            room = room - HAIR if room > HAIR else 0.0
        run = reach(battle, mover, x, y, ux, uy, room, spent) if room > 0.0 else 0.0
        gone.append((x, y, ux, uy, run))
        if halt is not None:
            if met < far and run >= room:
                halt.said = met_by(battle, mover, x, y, ux, uy, met)
            else:
                halt.said = ground_met(battle, x, y, ux, uy, run) or halt.said
        x += ux * run
        y += uy * run
        if run < far - TOLERANCE:
            break
    for index in range(len(gone) - 1, -1, -1):
        from_x, from_y, ux, uy, run = gone[index]
        wanted = run
        run = floor.last_free(mover, from_x, from_y, ux, uy, run)
        if halt is not None and run < wanted:
            halt.said = taken_said(floor, mover, from_x + ux * wanted, from_y + uy * wanted) or halt.said
        if run >= 0.0:
            return Way(from_x + ux * run, from_y + uy * run, found=True)
    return Way(x, y, found=floor.free(mover.model, mover.radius, x, y, mover.mounted))


def taken_said(floor: Floor, mover: Mover, x: float, y: float) -> str:
    """Who leaves a base no room there, in words; empty if nobody does."""
    model = floor.taken_by(mover.model, mover.radius, x, y)
    if model < 0:
        return ""
    battle = floor.battle
    own = battle.unit_of(mover.model) is battle.unit_of(model) and not battle.is_machine(model)
    return BEHIND_THE_OTHERS if own else model_met(battle, mover.side, model)


class Places:
    """Where the figures of a body come to stand."""

    def __init__(self, figures: list[int], xs: list[float], ys: list[float]) -> None:
        self.figures: Final = figures
        self.xs: Final = xs
        self.ys: Final = ys


def places(floor: Floor, figures: list[int]) -> Places:
    spots = [floor.at(figure) for figure in figures]
    return Places(figures, [x for x, _ in spots], [y for _, y in spots])


def shifted(
    battle: GaslightBattle, figures: list[int], value: tuple[float, ...], halts: dict[int, Halt] | None = None
) -> Places:
    """A body goes the same two legs, each figure as far as it can; `halts` are told what ends the way of each."""
    x, y = battle.centre(figures)
    legs = [(value[0] - x, value[1] - y), (value[2] - value[0], value[3] - value[1])]
    floor = Floor(battle)
    for figure in front_first(battle.figures, figures, value[3] - y, ux=value[2] - x):
        x, y = battle.at(figure)
        way = walk(floor, mover_of(battle, figure), x, y, legs, None if halts is None else halts[figure])
        if way.found:
            floor.put(figure, way.x, way.y)
    return places(floor, figures)


def formed(
    battle: GaslightBattle,
    figures: list[int],
    spots: list[tuple[float, float]],
    halts: dict[int, Halt] | None = None,
) -> Places:
    """Each figure makes for its spot; who found no room there at first tries once more when the others have gone."""
    floor = Floor(battle)
    waiting = list(range(len(figures)))
    for _ in range(TRIES):
        short: list[int] = []
        for index in waiting:
            figure = figures[index]
            x, y = battle.at(figure)
            to_x, to_y = spots[index]
            halt = None if halts is None else halts[figure]
            way = walk(floor, mover_of(battle, figure), x, y, [(to_x - x, to_y - y)], halt)
            if way.found:
                floor.put(figure, way.x, way.y)
            if not way.found or spacing(way.x, way.y, to_x, to_y) > TOLERANCE:
                short.append(index)
        waiting = short
    return places(floor, figures)


# ---------------------------------------------------------------- a body in ranks and files


def block(
    battle: GaslightBattle, figures: list[int], x: float, y: float, files: int, *, facing: float
) -> list[tuple[float, float]]:
    """A spot for each figure in ranks and files about (x, y), the first of them in the middle of the front rank.

    The undrilled stand staggered, neither in step nor in line (R28).
    """
    n = len(figures)
    widest = max([battle.radius[i64(figure)] for figure in figures])
    pitch = 2.0 * widest + ROOM
    drilled = battle.unit_of(figures[0]).card.drilled
    xs, ys = place(x, y, facing, n, files, pitch, pitch if drilled else pitch + 2.0 * MOST_RAGGED)
    spots = [(xs[i64(k)], ys[i64(k)]) for k in range(n)]
    middle = (min(files, n) - 1) // 2
    spots.insert(0, spots.pop(middle))
    if drilled:
        return spots
    ux, uy = direction(facing)
    ragged: list[tuple[float, float]] = []
    for k in range(n):
        aside = RAGGED[k % len(RAGGED)]
        ragged.append((spots[k][0] + ux * aside, spots[k][1] + uy * aside))
    return ragged


def assigned(battle: GaslightBattle, figures: list[int], spots: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The spots dealt out: the first to the first figure, then to each figure the nearest that is left."""
    left = spots[1:]
    found = [spots[0]]
    for figure in figures[1:]:
        x, y = battle.at(figure)
        best = 0
        for k in range(1, len(left)):
            if spacing(x, y, left[k][0], left[k][1]) < spacing(x, y, left[best][0], left[best][1]) - TOLERANCE:
                best = k
        found.append(left.pop(best))
    return found


# ---------------------------------------------------------------- where a body may go


def farthest(battle: GaslightBattle, figures: list[int]) -> float:
    """As far as the fastest of them could go over open ground."""
    most = 0.0
    for figure in figures:
        mover = mover_of(battle, figure)
        far = battle.rules.allowance(mover.base, 0.0, False, mover.leaderless, 0)
        if far > most:
            most = far
    return most


def enemy_bearing(battle: GaslightBattle, x: float, y: float, side: int) -> float:
    """Toward the nearest enemy; the way the side faces if there is none."""
    enemy, _ = battle.nearest_enemy(x, y, side)
    if enemy < 0:
        return battle.goals.facings[side]
    ex, ey = battle.at(enemy)
    return bearing(ex - x, ey - y)


class MoveRegion(Region):
    """Figures moved as a body: their centre goes to (via_x, via_y), then to (x, y), and they end facing so.

    Each of them makes the same two legs, as far as its own move lasts.
    """

    def __init__(self, battle: GaslightBattle, figures: list[int]) -> None:
        self.battle: Final = battle
        self.figures: Final = figures
        self.side: Final = battle.side_of(figures[0])
        self.x, self.y = battle.centre(figures)
        self.most: Final = farthest(battle, figures)

    def names(self) -> tuple[str, ...]:
        return ("via_x", "via_y", "x", "y", "facing")

    def refusal(self, value: tuple[float, ...]) -> str:
        via_x, via_y, x, y, facing = value
        if bad_facing(facing):
            return bad_facing(facing)
        length = spacing(self.x, self.y, via_x, via_y) + spacing(via_x, via_y, x, y)
        if length > self.most + TOLERANCE:
            return f"they go at most {self.most:g} inches, and this is {length:.2f}."
        if length > TOLERANCE:
            ground = self.battle.land.ground
            if not on_table(ground, x, y, r=0.0) or not on_table(ground, via_x, via_y, r=0.0):
                return "a move may not leave the table."
        return ""

    def ghost(self) -> Ghost | None:
        faces = self.battle.figures.facing[i64(self.figures[0])]
        return ghost_of(self.battle, self.figures, self.x, self.y, faces, self.most)

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        assert isinstance(seen, GaslightBattle)
        by_x = value[2] - self.x
        by_y = value[3] - self.y
        wanted = [(seen.at(figure)[0] + by_x, seen.at(figure)[1] + by_y) for figure in self.figures]
        halts = {figure: Halt() for figure in self.figures}
        return outcome_of(seen, shifted(seen, self.figures, value, halts), wanted, halts, facing=value[4])

    def samples(self) -> list[tuple[float, ...]]:
        """To stay and turn; and half or all of the way on eight bearings, as far as the table goes."""
        faces = enemy_bearing(self.battle, self.x, self.y, self.side)
        found: list[tuple[float, ...]] = [(self.x, self.y, self.x, self.y, faces)]
        for eighth in range(8):
            ux, uy = direction(wrapped(faces + 45.0 * eighth))
            room = edge_ahead(self.battle.land.ground, self.x, self.y, r=0.0, ux=ux, uy=uy)
            for part in (0.5, 1.0):
                far = self.most * part
                if far > room:
                    far = room
                if far > TOLERANCE:
                    x = self.x + ux * far
                    y = self.y + uy * far
                    value = (x, y, x, y, faces)
                    if value not in found:
                        found.append(value)
        return found


def ghost_of(battle: GaslightBattle, figures: list[int], x: float, y: float, facing: float, reach: float) -> Ghost:
    """The bases of figures as they stand about (x, y)."""
    shown = Ghost(x, y, placed=True, facing=facing, reach=reach)
    spots = [battle.at(figure) for figure in figures]
    shown.bodies = bodies(battle, figures, spots, facing, x=x, y=y)
    return shown


def outcome_of(
    battle: GaslightBattle, spots: Places, wanted: list[tuple[float, float]], halts: dict[int, Halt], *, facing: float
) -> Outcome:
    """Figures where they come to stand, who of them not where he was to, and at what he stops."""
    n = len(spots.figures)
    found = Outcome(sum(spots.xs) / n, sum(spots.ys) / n)
    for k, figure in enumerate(spots.figures):
        found.bodies.append((spots.xs[k], spots.ys[k], facing, 2.0 * battle.radius[i64(figure)], 0.0))
    places = [(spots.xs[k], spots.ys[k]) for k in range(n)]
    found.stops = behind(wanted, places, "inches", [halts[figure].said for figure in spots.figures])
    return found


def bodies(
    battle: GaslightBattle, models: list[int], spots: list[tuple[float, float]], facing: float, *, x: float, y: float
) -> list[tuple[float, float, float, float, float]]:
    """The bases of models in these spots, to be drawn about a point."""
    wide = [2.0 * battle.radius[i64(model)] for model in models]
    return bases_about(x, y, facing, [(*spots[k], wide[k], wide[k]) for k in range(len(models))])


class FormRegion(Region):
    """Figures gathered in ranks and files about (x, y), facing so: each makes for its place as far as it gets."""

    def __init__(self, battle: GaslightBattle, figures: list[int]) -> None:
        self.battle: Final = battle
        self.figures: Final = figures
        self.side: Final = battle.side_of(figures[0])

    def names(self) -> tuple[str, ...]:
        return ("x", "y", "facing", "files")

    def refusal(self, value: tuple[float, ...]) -> str:
        x, y, facing, files = value
        why = bad_facing(facing) or bad_files(files, len(self.figures))
        if why:
            return why
        if not on_table(self.battle.land.ground, x, y, r=0.0):
            return "a place to form at is on the table."
        return ""

    def ghost(self) -> Ghost | None:
        x, y = self.battle.centre(self.figures)
        faces = self.battle.figures.facing[i64(self.figures[0])]
        return ghost_of(self.battle, self.figures, x, y, faces, farthest(self.battle, self.figures))

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        assert isinstance(seen, GaslightBattle)
        spots = block(seen, self.figures, value[0], value[1], int(value[3]), facing=value[2])
        wanted = assigned(seen, self.figures, spots)
        halts = {figure: Halt() for figure in self.figures}
        return outcome_of(seen, formed(seen, self.figures, wanted, halts), wanted, halts, facing=value[2])

    def samples(self) -> list[tuple[float, ...]]:
        """About where they are, and a move ahead; in a line, in two ranks, in three."""
        battle = self.battle
        x, y = battle.centre(self.figures)
        faces = enemy_bearing(battle, x, y, self.side)
        ux, uy = direction(faces)
        far = min(farthest(battle, self.figures), edge_ahead(battle.land.ground, x, y, r=0.0, ux=ux, uy=uy))
        n = len(self.figures)
        found: list[tuple[float, ...]] = []
        for ranks in (1, 2, 3):
            files = float((n + ranks - 1) // ranks)
            for inches in (0.0, far):
                value = (x + ux * inches, y + uy * inches, faces, files)
                if value not in found and not self.refusal(value):
                    found.append(value)
        return found or [(x, y, faces, 1.0)]
