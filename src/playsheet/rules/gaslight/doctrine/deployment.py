"""Where the built-in commander sets up: riflemen in cover or before it, guns between them, heroes behind their men."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction, wrapped
from playsheet.core.scenario import Zone
from playsheet.rules.gaslight.battle.goals import Goals
from playsheet.rules.gaslight.battle.land import Land
from playsheet.rules.gaslight.battle.state import GaslightBattle, Memory
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.doctrine.moves import behind_leader, host_of
from playsheet.rules.gaslight.doctrine.posts import Shape, cover_posts
from playsheet.rules.gaslight.doctrine.ways import price_of
from playsheet.rules.gaslight.doctrine.worth import defends, goal_middle, ground_goal, is_shooter, on_goal, storms
from playsheet.rules.gaslight.sheet import GaslightRules
from playsheet.rules.gaslight.table.deployment import DeployRegion
from playsheet.rules.gaslight.terms import Arm
from playsheet.tabletop.deploying import zone_middle
from playsheet.tabletop.weighing import UNASKED, Weighings

APART: Final = 0.8  # inches between one unit and the next
MOST_TRIED: Final = 200
INSIDE: Final = 25.0  # what it is worth to stand where the battle is decided
FLANK: Final = 3.0  # what a post loses that looks to a flank


WITH_MEN: Final = "Close behind the leader of a strong unit he is of most use."
IN_COVER: Final = "It has ground to hold, and that is the best cover that is free."
IN_FRONT: Final = "From there its way to what it will go for is the shortest that is free."


ELSEWHERE: Final = 24.0  # what a place counts for less in a zone that falls to another unit, where a place is stormed


class Place:
    """A place to deploy, what it is worth, and why."""

    def __init__(self, value: tuple[float, ...], worth: float, why: str) -> None:
        self.value: Final = value
        self.worth: Final = worth
        self.why: Final = why


def best_first(places: list[Place]) -> list[Place]:
    """Of equals in the order in which they were found."""
    keyed = [(-places[k].worth, k) for k in range(len(places))]
    keyed.sort()
    return [places[k] for _, k in keyed]


def deploy_value(battle: GaslightBattle, region: DeployRegion, why: Weighings = UNASKED) -> tuple[float, ...]:
    places = best_first(character_places(battle, region)) if region.unit.kind == Arm.CHARACTER else []
    fronts: list[Place] = []
    if not places:
        places = best_first(cover_places(battle, region))
        fronts = fronts_of(battle).places(battle, region)
    found = first_free(region, places, fronts)
    if found is not None:
        why.say(found.why)
        return found.value
    why.say("There is hardly room: it stands where it can.")
    return region.samples()[0]


def first_free(region: DeployRegion, places: list[Place], others: list[Place]) -> Place | None:
    """The best of two lists, each the best first, that is free; of equals one of the first. So many are tried."""
    at = 0
    other = 0
    for _ in range(MOST_TRIED):
        if at < len(places) and (other == len(others) or places[at].worth >= others[other].worth):
            tried = places[at]
            at += 1
        elif other < len(others):
            tried = others[other]
            other += 1
        else:
            return None
        if not region.refusal(tried.value):
            return tried
    return None


def enemy_middle(battle: GaslightBattle, side: int) -> tuple[float, float]:
    """The middle of where the enemy sets up."""
    for unit in battle.units:
        zones = battle.goals.entries[unit.id].zones
        if unit.side != side and zones:
            return zone_middle(zones[0])
    return 0.5 * battle.land.ground.width, 0.5 * battle.land.ground.depth


def aim_of(battle: GaslightBattle, side: int) -> tuple[float, float]:
    """What the side will go for."""
    goal = ground_goal(battle)
    return goal_middle(battle, goal) if goal is not None else enemy_middle(battle, side)


def in_zone(zones: list[Zone], x: float, y: float) -> int:
    """The number of the zone that holds a point; -1 if none does."""
    for number in range(len(zones)):
        zone = zones[number]
        if zone.x0 <= x <= zone.x1 and zone.y0 <= y <= zone.y1:
            return number
    return -1


# ---------------------------------------------------------------- units


def cover_places(battle: GaslightBattle, region: DeployRegion) -> list[Place]:
    """Behind walls and in houses of its zones, for riflemen who have ground to hold."""
    unit = region.unit
    found: list[Place] = []
    if not is_shooter(unit) or not defends(battle, unit.side):
        return found
    ex, ey = enemy_middle(battle, unit.side)
    gx, gy = aim_of(battle, unit.side)
    goal = ground_goal(battle)
    shape = Shape(battle, unit, unit.start)
    # From the front, and from either flank of it.
    for vx, vy, less in ((ex, ey, 0.0), (ex - (gy - ey), gy, FLANK), (ex + (gy - ey), gy, FLANK)):
        for post in cover_posts(battle, unit, shape, vx, vy):
            if in_zone(region.zones, post.x, post.y) < 0:
                continue
            worth = 20.0 + 5.0 * post.cover - less - 0.2 * price_of(battle, post.x, post.y, gx, gy, mounted=False)
            if goal is not None and on_goal(battle, goal, post.x, post.y):
                worth += INSIDE
            found.append(Place((post.x, post.y, post.facing, float(post.files)), worth, IN_COVER))
    return found


class Fronts(Memory):
    """The places along the front of a zone, the best first: the same for all units of a kind and size."""

    def __init__(self, battle: GaslightBattle) -> None:
        self.rules: Final[GaslightRules] = battle.rules
        self.land: Final[Land] = battle.land
        self.goals: Final[Goals] = battle.goals
        self.found: Final[dict[tuple[float, ...], list[Place]]] = {}

    def is_of(self, battle: GaslightBattle) -> bool:
        return self.rules is battle.rules and self.land is battle.land and self.goals is battle.goals

    def places(self, battle: GaslightBattle, region: DeployRegion) -> list[Place]:
        key = front_key(region)
        held = self.found.get(key)
        if held is None:
            held = best_first(front_places(battle, region))
            self.found[key] = held
        return held


def fronts_of(battle: GaslightBattle) -> Fronts:
    """What is known of the ground on which this battle is fought."""
    for held in battle.memory:
        if isinstance(held, Fronts) and held.is_of(battle):
            return held
    made = Fronts(battle)
    battle.memory.append(made)
    return made


def front_key(region: DeployRegion) -> tuple[float, ...]:
    """All by which the front places of one unit may differ from those of another."""
    unit = region.unit
    key = [float(unit.side), float(unit.kind), region.facing, float(own_zone(unit, region))]
    for files in front_widths(unit):
        key += [float(files), *region.extent(files, region.facing)]
    for zone in region.zones:
        key += [zone.x0, zone.y0, zone.x1, zone.y1]
    return tuple(key)


def own_zone(unit: Unit, region: DeployRegion) -> int:
    """The zone that falls to it where a place is stormed from several sides: one unit after the other."""
    return unit.id % len(region.zones) if region.zones else 0


def front_widths(unit: Unit) -> list[int]:
    """In two ranks, or in three."""
    n = unit.start if unit.model < 0 else 1
    return [(n + 1) // 2, (n + 2) // 3] if n > 3 else [(n + 1) // 2]


def front_places(battle: GaslightBattle, region: DeployRegion) -> list[Place]:
    """Side by side along the front of its zones, and behind that: by the way that it has to go."""
    unit = region.unit
    gx, gy = aim_of(battle, unit.side)
    found: list[Place] = []
    widths = front_widths(unit)
    for number in range(len(region.zones)):
        zone = region.zones[number]
        for files in widths:
            wide, deep = region.extent(files, region.facing)
            across = zone.x1 - zone.x0 - wide
            along = zone.y1 - zone.y0 - deep
            if across < 0.0 or along < 0.0:
                continue
            columns = max(1, int(across / (0.5 * wide + APART)))
            rows = max(1, int(along / (deep + APART)))
            for row in range(rows + 1):
                for column in range(columns + 1):
                    x = zone.x0 + 0.5 * wide + across * column / columns
                    y = zone.y0 + 0.5 * deep + along * row / rows
                    worth = front_worth(battle, unit, region, number, x, y, gx, gy)
                    worth -= 0.5 if files != widths[0] else 0.0
                    found.append(Place((x, y, region.facing, float(files)), worth, IN_FRONT))
    return found


def front_worth(
    battle: GaslightBattle, unit: Unit, region: DeployRegion, number: int, x: float, y: float, gx: float, gy: float
) -> float:
    """Foot where its way is shortest; guns a little behind; horse and machines out of walled ground."""
    zone = region.zones[number]
    ux, uy = direction(region.facing)
    cx, cy = zone_middle(zone)
    ahead = (x - cx) * ux + (y - cy) * uy
    heavy = unit.kind in (Arm.HORSE, Arm.CREW, Arm.VEHICLE)
    worth = -0.5 * price_of(battle, x, y, gx, gy, mounted=heavy)
    holds_ground = defends(battle, unit.side)
    if storms(battle, unit.side) and number != own_zone(unit, region):
        worth -= ELSEWHERE
    if holds_ground and number == 0 and unit.kind not in (Arm.HORSE, Arm.VEHICLE):
        worth += INSIDE
    elif holds_ground and number == 0:
        worth -= INSIDE
    if unit.kind == Arm.CREW:
        worth += 0.2 * ahead - 0.6 * abs(ahead)  # not in the first row
    if unit.kind == Arm.HORSE:
        worth += 0.15 * abs((x - cx) * uy - (y - cy) * ux)  # toward a flank
    return worth


# ---------------------------------------------------------------- characters


def character_places(battle: GaslightBattle, region: DeployRegion) -> list[Place]:
    """Close behind the leader of a strong unit; one who is to join it touches its rear."""
    unit = region.unit
    x, y = zone_middle(region.zones[0]) if region.zones else (0.0, 0.0)
    host = host_of(battle, unit, x, y)
    found: list[Place] = []
    if host is None:
        return found
    if unit.card.cards == 1:
        ux, uy = direction(wrapped(region.facing + 180.0))
        r = battle.radius[i64(unit.first)]
        for figure in battle.members(host):
            fx, fy = battle.at(figure)
            off = r + battle.radius[i64(figure)]
            worth = 10.0 + (fx * ux + fy * uy) * 0.01
            found.append(Place((fx + ux * off, fy + uy * off, region.facing, 1.0), worth, WITH_MEN))
    bx, by = behind_leader(battle, host, unit)
    found.append(Place((bx, by, region.facing, 1.0), 5.0, WITH_MEN))
    return found
