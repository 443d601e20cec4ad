"""Where the built-in commander sets up: defenders in cover, others on a broad front, officers behind their men."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction
from playsheet.core.discs import nearest_point
from playsheet.core.formations import files_ranks
from playsheet.core.geometry import spacing
from playsheet.core.scenario import Zone
from playsheet.rules.riskfactor.battle.land import Plot
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.words import name_of, where_to
from playsheet.rules.riskfactor.doctrine.ways import hero_places, how_far_behind, steadied
from playsheet.rules.riskfactor.doctrine.worth import DEFEND, nearest_of, posture
from playsheet.rules.riskfactor.ground.moving import toward
from playsheet.rules.riskfactor.table.deployment import ROOM, DeployRegion, extent
from playsheet.rules.riskfactor.terms import ActionsTable, Cover, TroopClass
from playsheet.tabletop.deploying import zone_middle
from playsheet.tabletop.weighing import UNASKED, Weighings

NEXT_ZONE: Final = 20.0  # what a place counts for less in a zone that is fuller by a man a cm, or that is named later


class Post:
    """A place to deploy, and what it is worth."""

    def __init__(self, x: float, y: float, files: int, *, worth: float) -> None:
        self.x: Final = x
        self.y: Final = y
        self.files: Final = files
        self.worth: Final = worth


def deploy_place(battle: RiskBattle, region: DeployRegion, why: Weighings = UNASKED) -> tuple[float, ...]:
    """Defenders in cover, the best first; others on a broad front; officers behind their men."""
    group = region.group
    if group.leader:
        return leader_post(battle, region, why)
    posts: list[Post] = []
    in_cover = 0
    if posture(battle, group.side) == DEFEND or group.card.civilian:
        posts = cover_posts(battle, region)
        in_cover = len(posts)
    posts += front_posts(battle, region)
    keyed = [(-posts[k].worth, k) for k in range(len(posts))]
    keyed.sort()
    for _, k in keyed:
        value = (posts[k].x, posts[k].y, float(posts[k].files))
        if not region.refusal(value):
            if why.asked and k < in_cover:
                where = where_to(battle, value[0], value[1])
                why.say(f"It has ground to keep, and the best cover that is free is at {where or 'that line'}.")
            elif why.asked:
                why.say("It stands as far forward in its zone, and as near to the middle, as there is room for.")
            return value
    why.say("There is hardly room: it stands where it can.")
    return region.samples()[0]


def leader_post(battle: RiskBattle, region: DeployRegion, why: Weighings = UNASKED) -> tuple[float, ...]:
    group = region.group
    if group.card.cls == TroopClass.HERO:
        best: tuple[float, ...] = ()
        most = 0.0
        for x, y in hero_places(battle, group):
            worth = steadied(battle, group.side, x, y) - 10.0 * leaders_near(battle, group.side, x, y)
            if worth > most and not region.refusal((x, y, 1.0)):
                most = worth
                best = (x, y, 1.0)
        if best:
            why.say("There he steadies most of his men.")
            return best
    mx, my = zone_middle(region.zones[0])
    hosts: list[tuple[float, int]] = []
    for host in battle.groups:
        if host.side != group.side or host.leader or not host.on_table():
            continue
        members = battle.members(host)
        x, y = battle.centre(members)
        price = 0.1 * spacing(x, y, mx, my) - 0.5 * len(members)
        price += 40.0 if host.seat != group.seat else 0.0
        price += 40.0 if host.card.civilian else 0.0
        price += (
            10.0
            if (host.card.table == ActionsTable.MELEE) != (group.card.cls == TroopClass.HERO and group.card.native)
            else 0.0
        )
        price += 6.0 * leaders_near(battle, group.side, x, y)
        hosts.append((price, host.id))
    hosts.sort()
    ux, uy = direction(region.facing)
    back = how_far_behind(group)
    for _, id in hosts:
        members = battle.members(battle.groups[id])
        x, y = battle.centre(members)
        for figure in [nearest_of(battle, members, x, y), *members]:
            fx = battle.figures.x[i64(figure)]
            fy = battle.figures.y[i64(figure)]
            for aside in (0.0, 2.5, -2.5):
                value = (fx - ux * back + uy * aside, fy - uy * back - ux * aside, 1.0)
                if not region.refusal(value):
                    if why.asked:
                        why.say(
                            f"He stands behind {name_of(battle, id)}: strong, central, and with no other leader near."
                        )
                    return value
    why.say("There is hardly room: he stands where he can.")
    return region.samples()[0]


def leaders_near(battle: RiskBattle, side: int, x: float, y: float) -> int:
    count = 0
    for leader in battle.groups:
        if leader.side == side and leader.leader and leader.on_table() and not leader.is_musician():
            at: i64 = leader.first
            if spacing(x, y, battle.figures.x[at], battle.figures.y[at]) < 20.0:
                count += 1
    return count


def enemy_side(battle: RiskBattle, side: int) -> tuple[float, float]:
    """The middle of where the enemy sets up."""
    for group in battle.groups:
        if group.side != side and battle.goals.entries[group.id].zones:
            return zone_middle(battle.goals.entries[group.id].zones[0])
    return zone_middle(Zone(x0=0.0, y0=0.0, x1=battle.land.ground.width, y1=battle.land.ground.depth))


def cover_posts(battle: RiskBattle, region: DeployRegion) -> list[Post]:
    """Along walls and in houses: shooters toward the enemy, civilians inside."""
    group = region.group
    ex, ey = enemy_side(battle, group.side)
    found: list[Post] = []
    kept = [] if group.card.civilian else kept_for_civilians(battle, group.side, ex, ey)
    for index in battle.land.covers:
        plot = battle.land.plots[index]
        if index in kept:
            continue
        if plot.linear:
            posts = line_posts(battle, region, plot)
        elif group.card.mounted and not plot.horses:
            continue
        else:
            posts = area_posts(battle, region, plot)
        for post in posts:
            worth = (
                10.0 + (4.0 if plot.cover == Cover.HARD else 0.0) - 0.05 * spacing(post.x, post.y, ex, ey) + post.worth
            )
            if group.card.civilian:
                worth += 20.0 if not plot.linear and plot.cover == Cover.HARD else 0.0
            elif not plot.linear:
                worth -= 3.0
            across, ranks = files_ranks(group.start, post.files)
            if plot.linear:
                worth -= 4.0 * (min(across, ranks) - 1)
            found.append(Post(post.x, post.y, post.files, worth=worth))
    return found


def kept_for_civilians(battle: RiskBattle, side: int, x: float, y: float) -> list[int]:
    """Houses left free for those who cannot fight: the farther half of them, from the enemy at (x, y)."""
    if not any(group.side == side and group.card.civilian for group in battle.groups):
        return []
    keyed: list[tuple[float, int]] = []
    for index in battle.land.covers:
        plot = battle.land.plots[index]
        if not plot.linear and plot.cover == Cover.HARD:
            px, py = nearest_point(plot.piece, x, y)
            keyed.append((-spacing(x, y, px, py), index))
    keyed.sort()
    return [index for _, index in keyed[: (len(keyed) + 1) // 2]]


def line_posts(battle: RiskBattle, region: DeployRegion, plot: Plot) -> list[Post]:
    """One deep, or two, along each stretch of the line, on either side of it."""
    group = region.group
    found: list[Post] = []
    piece = plot.piece
    ux, uy = direction(region.facing)
    for k in range(1, len(piece.xs)):
        x0 = piece.xs[i64(k - 1)]
        y0 = piece.ys[i64(k - 1)]
        vx, vy, long = toward(x0, y0, piece.xs[i64(k)], piece.ys[i64(k)])
        abreast = abs(vx * ux + vy * uy) < 0.7  # the line lies across the way they face
        for deep in (1, 2):
            n = (group.start + deep - 1) // deep
            files = n if abreast else deep
            width, depth = extent(battle, group, files)
            along = width if abreast else depth
            off = 0.5 * (depth if abreast else width) + 0.2
            if along > long:
                continue
            steps = 2 * max(1, int((long - along) / 6.0))  # the middle is one of them
            for step in range(steps + 1):
                at = 0.5 * along + (long - along) * step / steps
                for side in (1.0, -1.0):
                    x = x0 + vx * at + side * vy * off
                    y = y0 + vy * at - side * vx * off
                    middling = 0.05 * abs(at - 0.5 * long)
                    found.append(Post(x, y, files, worth=-middling))
    return found


def area_posts(battle: RiskBattle, region: DeployRegion, plot: Plot) -> list[Post]:
    group = region.group
    piece = plot.piece
    wide = piece.max_x - piece.min_x
    deep = piece.max_y - piece.min_y
    files = max(1, min(group.start, int((wide + ROOM) / (battle.rules.base + ROOM))))
    depth = extent(battle, group, files)[1]
    found = [Post(0.5 * (piece.min_x + piece.max_x), 0.5 * (piece.min_y + piece.max_y), files, worth=0.0)]
    if depth > deep:
        return []
    for up in (0.5, -0.5):
        y = 0.5 * (piece.min_y + piece.max_y) + up * (deep - depth)
        found.append(Post(0.5 * (piece.min_x + piece.max_x), y, files, worth=0.0))
    return found


def front_posts(battle: RiskBattle, region: DeployRegion) -> list[Post]:
    """Side by side along the front of its zone, from the middle outward, and behind."""
    group = region.group
    ux, uy = direction(region.facing)
    attacks = posture(battle, group.side) != DEFEND
    shares = fullness(battle, region) if attacks else [float(number) for number in range(len(region.zones))]
    found: list[Post] = []
    for number in range(len(region.zones)):
        zone = region.zones[number]
        upright = abs(uy) > 0.7
        across = zone.x1 - zone.x0 if upright else zone.y1 - zone.y0
        deep = zone.y1 - zone.y0 if upright else zone.x1 - zone.x0
        files = (group.start + 1) // 2
        width, depth = extent(battle, group, files)
        while files > 1 and width > across * 0.4:
            files -= 1
            width, depth = extent(battle, group, files)
        while files < group.start and depth > deep:
            files += 1
            width, depth = extent(battle, group, files)
        cx, cy = zone_middle(zone)
        pace = width + 2.0
        for row in range(1 + int(max(0.0, deep - depth) / (depth + 1.0))):
            for step in range(1 + 2 * int(across / pace)):
                aside = pace * 0.5 * ((step + 1) // 2) * (1.0 if step % 2 else -1.0)
                ahead = 0.5 * deep - 0.5 * depth - 0.05 - row * (depth + 1.0)
                x = cx + uy * aside + ux * ahead
                y = cy - ux * aside + uy * ahead
                worth = -NEXT_ZONE * shares[number] - 3.0 * row - 0.02 * abs(aside)
                if attacks:
                    worth -= 0.1 * slow_ahead(battle, x, y, ux, uy)
                found.append(Post(x, y, files, worth=worth))
    return found


def fullness(battle: RiskBattle, region: DeployRegion) -> list[float]:
    """How full each zone is beside the others, by its length: who attacks from several sides spreads over them."""
    found: list[float] = []
    for zone in region.zones:
        men = 0
        for other in battle.groups:
            if other.side == region.group.side and other.on_table() and not other.leader:
                x, y = battle.centre(battle.members(other))
                if zone.x0 <= x <= zone.x1 and zone.y0 <= y <= zone.y1:
                    men += len(battle.members(other))
        found.append(men / max(zone.x1 - zone.x0, zone.y1 - zone.y0))
    return found


def slow_ahead(battle: RiskBattle, x: float, y: float, ux: float, uy: float) -> float:
    """How much of two moves straight ahead slow ground would take."""
    purse = 2.0 * battle.rules.move_foot
    far, _ = battle.land.going.reach(x, y, ux, uy, purse, purse, battle.rules.difficult, 0.0)
    return purse - far
