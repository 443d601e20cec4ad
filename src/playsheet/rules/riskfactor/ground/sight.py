"""Who sees whom (R27, R28, R60): in sight for risk, nearest enemies and charges; the whole base for a shot."""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction
from playsheet.core.discs import from_piece, hides, hides_piece, inside
from playsheet.core.geometry import FAR, TOLERANCE, spacing
from playsheet.core.terrain import Piece, crossed, holds
from playsheet.core.words import the
from playsheet.rules.riskfactor.battle.land import Plot
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.dice.visibility import ANY_RANGE, depth_of, seen_within, sees_through, shoots_through
from playsheet.rules.riskfactor.terms import Depth, OrderKind, Where


def gap(battle: RiskBattle, one: int, other: int) -> float:
    """Base edge to base edge (R29)."""
    a: i64 = one
    b: i64 = other
    figures = battle.figures
    far = spacing(figures.x[a], figures.y[a], figures.x[b], figures.y[b]) - battle.rules.base
    return far if far > 0.0 else 0.0


def sees(battle: RiskBattle, one: int, other: int) -> bool:
    """Is the other figure in sight: seen by R28, and no terrain in the way? Figures do not hide each other (R60)."""
    return sees_past(battle, one, other, battle.land.concealing, battle.land.hills)


def sees_past(battle: RiskBattle, one: int, other: int, concealing: list[int], hills: list[Plot]) -> bool:
    """The same, where only these plots and hills can lie between the two."""
    if not battle.land.concealing and not hills:
        return True
    a: i64 = one
    b: i64 = other
    rules = battle.rules
    figures = battle.figures
    mine = battle.hides[a]
    his = battle.hides[b]
    if mine >= 0 or his >= 0:
        group = battle.groups[battle.owner[b]]
        limit = seen_within(
            rules,
            depth_of(rules, his >= 0, battle.deep[b]),
            mine >= 0 and mine == his,
            group.fired,
            group.visibility,
            depth_of(rules, mine >= 0, battle.deep[a]),
        )
        if gap(battle, one, other) > limit + TOLERANCE:
            return battle.touches(one, other)  # men who fight know whom they fight (R62)
    if not concealing and not hills:
        return True
    x0 = figures.x[a]
    y0 = figures.y[a]
    if terrain_between(battle, x0, y0, figures.x[b], figures.y[b], one, other, concealing, hills) is None:
        return True
    return battle.touches(one, other)


def terrain_between(
    battle: RiskBattle,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    one: int,
    other: int,
    concealing: list[int],
    hills: list[Plot],
) -> Plot | None:
    """What lies between: a concealing piece that holds neither end, too much of those that do, a hill above both."""
    land = battle.land
    mine = battle.hides[i64(one)]
    his = battle.hides[i64(other)]
    # So near to each other, no wood that holds one of them is too much.
    near = spacing(x0, y0, x1, y1) - battle.rules.base <= battle.rules.seen_inside
    standing: list[Plot] = []
    for index in concealing:
        holds_one = index in (mine, his)
        if holds_one and near:
            continue
        piece = land.plots[index].piece
        if crossed(piece, x0, y0, x1, y1):
            if holds_one or holds(piece, x0, y0) or holds(piece, x1, y1):
                standing.append(land.plots[index])
            else:
                return land.plots[index]
    if standing and not near and not sees_through(battle.rules, wood_between(battle, standing, x0, y0, x1, y1)):
        return standing[0]
    for hill in hills:
        if hill.level > battle.level[i64(one)] and hill.level > battle.level[i64(other)]:
            if crossed(hill.piece, x0, y0, x1, y1):
                return hill
    return None


def wood_between(battle: RiskBattle, plots: list[Plot], x0: float, y0: float, x1: float, y1: float) -> float:
    """How much of these plots lies on the line from base edge to base edge."""
    far = spacing(x0, y0, x1, y1)
    if far <= battle.rules.base:
        return 0.0
    ux = (x1 - x0) * battle.radius / far
    uy = (y1 - y0) * battle.radius / far
    return inside([plot.piece for plot in plots], x0 + ux, y0 + uy, x1 - ux, y1 - uy)


class Watch:
    """Whom a body of figures has in sight: each enemy figure with the distance to the nearest who sees him."""

    def __init__(self, figures: list[int], gaps: list[float], nearest: int, gap: float) -> None:
        self.figures: Final = figures
        self.gaps: Final = gaps
        self.nearest: Final = nearest  # -1: no enemy in sight
        self.gap: Final = gap


def watch(battle: RiskBattle, members: list[int], side: int) -> Watch:
    """Everybody of the other side whom these figures see."""
    found: list[int] = []
    gaps: list[float] = []
    eyes = Eyes(battle, members)
    for group in battle.groups:
        if group.side != side and group.place == Where.ON_TABLE:
            look_at(battle, eyes, group, found, gaps)
    return watch_of(battle, members, found, gaps)


def watch_of(battle: RiskBattle, members: list[int], found: list[int], gaps: list[float]) -> Watch:
    """With the nearest of those whom they see."""
    least = FAR
    for near in gaps:
        if near < least:
            least = near
    return Watch(found, gaps, nearest_of(battle, members, found, gaps, least), least)


class Eyes:
    """Figures who look about together: the box in which they stand, the plots that conceal some of them, and whether
    there is one who is not deep inside such a plot."""

    def __init__(self, battle: RiskBattle, members: list[int]) -> None:
        self.members: Final = members
        self.box: Final = box_of(battle, members)
        self.plots: Final[list[int]] = []
        self.outside = False
        for figure in members:
            at: i64 = figure
            mine = int(battle.hides[at])
            if depth_of(battle.rules, mine >= 0, battle.deep[at]) != Depth.DEEP_INSIDE:
                self.outside = True
            if mine >= 0 and mine not in self.plots:
                self.plots.append(mine)

    def farthest(self, battle: RiskBattle, enemy: int) -> float:
        """None of them sees that enemy from farther off, whatever else lies between (R28); he may touch them."""
        e: i64 = enemy
        rules = battle.rules
        his = int(battle.hides[e])
        most = rules.contact_barrier
        if his in self.plots and rules.seen_inside > most:
            most = rules.seen_inside
        if self.outside:
            group = battle.groups[battle.owner[e]]
            depth = depth_of(rules, his >= 0, battle.deep[e])
            limit = seen_within(rules, depth, False, group.fired, group.visibility, Depth.IN_THE_OPEN)
            if limit >= ANY_RANGE:
                return FAR
            if limit > most:
                most = limit
        return most


def look_at(battle: RiskBattle, eyes: Eyes, group: Group, found: list[int], gaps: list[float]) -> None:
    """Add the figures of an enemy group whom they see, each with the distance to the nearest who sees him."""
    xs = battle.figures.x
    ys = battle.figures.y
    base = battle.rules.base
    members = eyes.members
    enemies = battle.members(group)
    both = joined(eyes.box, box_of(battle, enemies))
    concealing = [index for index in battle.land.concealing if meets(battle.land.plots[index].piece, both)]
    hills = [hill for hill in battle.land.hills if meets(hill.piece, both)]
    for enemy in enemies:
        e: i64 = enemy
        x = xs[e]
        y = ys[e]
        closest = -1
        best = FAR * FAR
        for figure in members:  # the nearest first: mostly he sees him, and nobody else need be asked
            m: i64 = figure
            dx = xs[m] - x
            dy = ys[m] - y
            far = dx * dx + dy * dy
            if far < best:
                best = far
                closest = figure
        if sqrt(best) - base > eyes.farthest(battle, enemy) + 2.0 * TOLERANCE:
            continue
        if not sees_past(battle, closest, enemy, concealing, hills):
            best = FAR * FAR
            for figure in members:
                m = figure
                dx = xs[m] - x
                dy = ys[m] - y
                far = dx * dx + dy * dy
                if far < best and figure != closest and sees_past(battle, figure, enemy, concealing, hills):
                    best = far
        if best < FAR * FAR:
            near = sqrt(best) - base
            found.append(enemy)
            gaps.append(near if near > 0.0 else 0.0)


Box = tuple[float, float, float, float]


def box_of(battle: RiskBattle, members: list[int]) -> Box:
    """The box round the centres of figures."""
    low_x = FAR
    low_y = FAR
    high_x = -FAR
    high_y = -FAR
    for figure in members:
        at: i64 = figure
        x = battle.figures.x[at]
        y = battle.figures.y[at]
        if x < low_x:
            low_x = x
        if x > high_x:
            high_x = x
        if y < low_y:
            low_y = y
        if y > high_y:
            high_y = y
    return low_x, low_y, high_x, high_y


def joined(one: Box, other: Box) -> Box:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def meets(piece: Piece, box: Box) -> bool:
    return piece.min_x <= box[2] and piece.max_x >= box[0] and piece.min_y <= box[3] and piece.max_y >= box[1]


def nearest_of(battle: RiskBattle, members: list[int], found: list[int], gaps: list[float], least: float) -> int:
    """The nearest enemy; of several as near the first from the group's centre (R29)."""
    near = [found[index] for index in range(len(found)) if gaps[index] <= least + TOLERANCE]
    if len(near) <= 1:
        return near[0] if near else -1
    figures = battle.figures
    x, y = battle.centre(members)
    spots = [(figures.x[i64(figure)], figures.y[i64(figure)]) for figure in near]
    return near[first_from(x, y, battle.facing(members), spots)]


def first_from(x: float, y: float, facing: float, spots: list[tuple[float, float]]) -> int:
    """Which of several places comes first: the nearest, then the one most to the front, then the one to the right.

    No two places are alike in all three, so that the order in which they are given never decides (R14, R29).
    """
    ux, uy = direction(facing)
    fars = [spacing(x, y, px, py) for px, py in spots]
    nearest = min(fars)
    left = [k for k in range(len(spots)) if fars[k] <= nearest + TOLERANCE]
    fronts = [(spots[k][0] - x) * ux + (spots[k][1] - y) * uy for k in left]
    foremost = max(fronts)
    left = [left[k] for k in range(len(left)) if fronts[k] >= foremost - TOLERANCE]
    rights = [(spots[k][0] - x) * uy - (spots[k][1] - y) * ux for k in left]
    return left[rights.index(max(rights))]


def in_front(battle: RiskBattle, x: float, y: float, ux: float, uy: float, figure: int, cosine: float) -> bool:
    """Is the figure within the arc about (ux, uy), its limits included?"""
    at: i64 = figure
    dx = battle.figures.x[at] - x
    dy = battle.figures.y[at] - y
    return dx * ux + dy * uy >= cosine * sqrt(dx * dx + dy * dy) - TOLERANCE


def shot_blocked(battle: RiskBattle, one: int, other: int) -> str:
    """What hides any part of the other's base from this figure (R27), or why he may not be shot at; empty if nothing.

    That he is in sight has been looked at before.
    """
    plot = ground_between(battle, one, other)
    if plot:
        return plot
    figure = person_between(battle, one, other)
    return battle.group_of(figure).name if figure >= 0 else ""


def ground_between(battle: RiskBattle, one: int, other: int) -> str:
    """The terrain that does.

    Things within 2 cm of the firer do not count, and a feature within 2 cm of the target covers him instead.
    """
    a: i64 = one
    b: i64 = other
    rules = battle.rules
    figures = battle.figures
    land = battle.land
    x0 = figures.x[a]
    y0 = figures.y[a]
    x1 = figures.x[b]
    y1 = figures.y[b]
    r = battle.radius
    over = rules.shooting_over + TOLERANCE
    if battle.hides[a] != battle.hides[b]:
        for wood in (woods_at(battle, one, other), woods_at(battle, other, one)):
            if wood and not shoots_through(rules, wood_between(battle, wood, x0, y0, x1, y1)):
                return the(wood[0].name)
    way = joined((x0, y0, x0, y0), (x1 - r, y1 - r, x1 + r, y1 + r))
    for plot in land.plots:
        piece = plot.piece
        if not meets(piece, way):
            continue
        if plot.linear:
            if not plot.barrier:
                continue
        elif not plot.conceals or holds(piece, x0, y0) or holds(piece, x1, y1):
            continue
        if not hides_piece(piece, x0, y0, x1, y1, r):
            continue
        if from_piece(piece, x0, y0, r) <= over or from_piece(piece, x1, y1, r) <= over:
            continue
        return the(plot.name)
    return ""


def woods_at(battle: RiskBattle, one: int, other: int) -> list[Plot]:
    """The concealing plots that hold the one figure and not the other."""
    a: i64 = one
    b: i64 = other
    if battle.hides[a] < 0:
        return []
    xs = battle.figures.x
    ys = battle.figures.y
    plots = [battle.land.plots[index] for index in battle.land.concealing]
    return [plot for plot in plots if holds(plot.piece, xs[a], ys[a]) and not holds(plot.piece, xs[b], ys[b])]


def person_between(battle: RiskBattle, one: int, other: int) -> int:
    """The first whose base stands before any part of the target's: friends and enemies alike (R27); -1 if nobody."""
    a: i64 = one
    b: i64 = other
    x0 = battle.figures.x[a]
    y0 = battle.figures.y[a]
    dx = battle.figures.x[b] - x0
    dy = battle.figures.y[b] - y0
    far = sqrt(dx * dx + dy * dy)
    if far <= TOLERANCE:
        return -1
    for figure in battle.near.along(x0, y0, dx / far, dy / far, far, battle.radius):
        if figure != one and figure != other and stands_between(battle, one, other, figure):
            return figure
    return -1


def stands_between(battle: RiskBattle, one: int, other: int, figure: int) -> bool:
    """Does this figure's base hide any of the target's, and is he not so near the firer that he is shot over (R27)?"""
    a: i64 = one
    b: i64 = other
    i: i64 = figure
    xs = battle.figures.x
    ys = battle.figures.y
    r = battle.radius
    near = 2.0 * r + (battle.rules.shooting_over + TOLERANCE)
    dx = xs[i] - xs[a]
    dy = ys[i] - ys[a]
    return dx * dx + dy * dy > near * near and hides(xs[a], ys[a], xs[b], ys[b], r, xs[i], ys[i], r)


def sight_proof(battle: RiskBattle, one: int, other: int) -> str:
    """Why the figure does not see the other, in a few words, to be shown; empty if he does."""
    if sees(battle, one, other):
        return ""
    a: i64 = one
    b: i64 = other
    figures = battle.figures
    land = battle.land
    x0 = figures.x[a]
    y0 = figures.y[a]
    between = terrain_between(battle, x0, y0, figures.x[b], figures.y[b], one, other, land.concealing, land.hills)
    if between is not None:
        return the(between.name)
    where = battle.hides[b] if battle.hides[b] >= 0 else battle.hides[a]
    return the(battle.land.plots[where].name) if where >= 0 else ""


# ---------------------------------------------------------------- cover


def figure_cover(battle: RiskBattle, figure: int, x0: float, y0: float) -> int:
    """The cover class of a figure against somebody at (x0, y0) (R23)."""
    at: i64 = figure
    best = battle.cover[at]
    if battle.lined[at] > 0 or battle.land.lines:
        x = battle.figures.x[at]
        y = battle.figures.y[at]
        line = battle.land.line_cover(x0, y0, x, y, battle.radius)
        if line > best:
            best = line
    return int(best)


def all_in_cover(battle: RiskBattle, members: list[int], seen: Watch) -> bool:
    """Is every figure in cover: in an area, or close behind a feature from the nearest enemy in sight (R4, R23)?"""
    for figure in members:
        at: i64 = figure
        if battle.cover[at] > 0:
            continue
        x = battle.figures.x[at]
        y = battle.figures.y[at]
        if seen.nearest >= 0:
            e: i64 = seen.nearest
            if battle.land.line_cover(battle.figures.x[e], battle.figures.y[e], x, y, battle.radius) == 0:
                return False
        elif battle.land.lines_near(x, y, battle.radius) == 0:
            return False
    return True


def fortified(battle: RiskBattle, group: Group, members: list[int]) -> bool:
    """On hold, with every figure in a building or close to a wall or works (R56)."""
    if group.order.kind != OrderKind.HOLD:
        return False
    for figure in members:
        at: i64 = figure
        if not battle.land.strong_at(battle.figures.x[at], battle.figures.y[at], battle.radius):
            return False
    return True
