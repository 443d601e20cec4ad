"""Moves that nobody chose: recoil, retreat, rout, retirement, evasion, and pursuit after them (R112, R113, R120)."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, direction, wrapped
from playsheet.core.asking import Ghost, Option, Outcome, Region, Word
from playsheet.core.events import Battle
from playsheet.core.game import Game
from playsheet.core.geometry import FAR, TOLERANCE, Rect, blocked_span, distance, gap, overlaps, rect, spacing
from playsheet.core.terrain import on_table, rect_to_edge
from playsheet.core.words import the
from playsheet.rules.gettysburg.battle.land import EDGE
from playsheet.rules.gettysburg.battle.move_events import FirstFlight, Formed, LeftPost, Moved, Pose, Pursued, Unformed
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.ground.footprints import flush_place, is_free
from playsheet.rules.gettysburg.ground.homeward import nearest_foe
from playsheet.rules.gettysburg.ground.moving import HAIR, enemy_stop, nearest_point, reach_of, troops
from playsheet.rules.gettysburg.options.choices import TowardCover
from playsheet.rules.gettysburg.options.regions import bodies, ghost_of, outcome_of, stop_said
from playsheet.rules.gettysburg.table.losses import disperse
from playsheet.rules.gettysburg.table.melee_contacts import engage
from playsheet.rules.gettysburg.terms import (
    Arm,
    Cover,
    Edge,
    Formation,
    FormationChange,
    MoveKind,
    UnformedBy,
    UnitState,
    Where,
)

BEND: Final = 5  # degrees between the ways that a fugitive tries (R112)
MOST_BEND: Final = 90
ROOM: Final = 9  # half inches about a battery within which it looks for room to limber
AWAY: Final = Word("away", "Straight away from the enemy")
TO_BASELINE: Final = Word("baseline", "Straight to the own baseline")
OFF_THE_TABLE: Final = "table-edge"
BLOCKED: Final = "blocked"


# ---------------------------------------------------------------- directions


def enemy_point(battle: GettysburgBattle, unit: Unit) -> tuple[float, float] | None:
    """Where "the enemy" is: who charged, beat or shot it, else the nearest (R112); None if there is nobody."""
    if unit.from_unit >= 0:
        enemy = battle.units[unit.from_unit]
        if enemy.place == Where.ON_TABLE:
            return enemy.x, enemy.y
        return unit.from_x, unit.from_y
    nearest = nearest_foe(battle, unit)
    return None if nearest is None else (nearest.x, nearest.y)


def away_from(unit: Unit, x: float, y: float) -> tuple[float, float]:
    """Along the line from the enemy's centre to its own."""
    far = spacing(x, y, unit.x, unit.y)
    if far <= TOLERANCE:
        ux, uy = direction(unit.facing)
        return -ux, -uy
    return (unit.x - x) / far, (unit.y - y) / far


def to_own_lines(battle: GettysburgBattle, side: int) -> tuple[float, float]:
    """Perpendicular to the side's baseline."""
    edge = battle.armies[side].baseline
    if edge == Edge.NORTH:
        return 0.0, 1.0
    if edge == Edge.SOUTH:
        return 0.0, -1.0
    return (1.0, 0.0) if edge == Edge.EAST else (-1.0, 0.0)


# ---------------------------------------------------------------- a straight forced move


class Run:
    """How far a forced straight move gets, and what stops it (empty: nothing)."""

    def __init__(self, inches: float, why: str, unit: int) -> None:
        self.inches: Final = inches
        self.why: Final = why
        self.unit: Final = unit  # an enemy, or -1


NOTHING: Final = Run(0.0, "", -1)


def run_limit(
    battle: GettysburgBattle, unit: Unit, held: Rect, ux: float, uy: float, reach: float, past: int, *, round: bool
) -> Run:
    """The table edge, closed ground and enemies stop it, with `round` friends too; but not the enemy `past`."""
    best = reach
    why = ""
    who = -1
    edge = rect_to_edge(battle.land.ground, held, ux, uy)
    if edge < best - TOLERANCE:
        best = edge
        why = EDGE
    closed, name = battle.land.closed_ahead(held, ux, uy, troops(unit), best, False)
    if closed < best - TOLERANCE:
        best = closed
        why = name
        who = -1
    keep = battle.rules.enemy_gap
    for other in battle.along(held.x, held.y, ux, uy, best, held.radius + keep):
        if other is unit or other.id == past:
            continue
        if other.side != unit.side:
            far = enemy_stop(held, ux, uy, other.shape, keep)
        elif round and not overlaps(held, other.shape):
            far = gap(held, ux, uy, other.shape)
        else:
            continue
        if far < best - TOLERANCE:
            best = far
            why = other.name
            who = other.id
    return Run(best if best > 0.0 else 0.0, why, who)


def landing(
    battle: GettysburgBattle, unit: Unit, held: Rect, ux: float, uy: float, inches: float, limit: float
) -> tuple[float, float]:
    """A move that would end on a friend ends just beyond it (R112), or if there is no going on just short of it.

    (just beyond, just short); below 0 where there is no such place.
    """
    spans: list[tuple[float, float]] = []
    for other in battle.along(held.x, held.y, ux, uy, limit + 2.0 * held.radius, held.radius):
        if other is not unit:
            enter, leave = blocked_span(held, ux, uy, other.shape)
            if leave > 0.0 and enter < FAR:
                spans.append((enter, leave))
    beyond = inches
    again = True
    while again:
        again = False
        for enter, leave in spans:
            if enter + TOLERANCE < beyond < leave - TOLERANCE:
                beyond = leave + HAIR
                again = True
    short = inches
    again = True
    while again and short >= 0.0:
        again = False
        for enter, leave in spans:
            if enter + TOLERANCE < short < leave - TOLERANCE:
                short = enter - HAIR
                again = True
    return (beyond if beyond <= limit + TOLERANCE else -1.0), (short if short >= 0.0 else -1.0)


def unform_passed(game: Game[GettysburgBattle], unit: Unit, held: Rect, ux: float, uy: float, inches: float) -> None:
    """Friends passed through are unformed: not skirmishers, garrisons, units in melee (R112)."""
    battle = game.battle
    if unit.formation == Formation.SKIRMISH:
        return
    for other in battle.along(held.x, held.y, ux, uy, inches, held.radius):
        if other is unit or other.side != unit.side or other.cause != UnformedBy.NOTHING or other.in_melee():
            continue
        if other.formation == Formation.SKIRMISH or other.garrison >= 0:
            continue
        enter, leave = blocked_span(held, ux, uy, other.shape)
        if leave > TOLERANCE and enter < inches - TOLERANCE and leave > enter:
            game.tell(Unformed(other.id, UnformedBy.OTHER, "R112"))


def straight(
    game: Game[GettysburgBattle], unit: Unit, ux: float, uy: float, allowed: float, how: str, facing: float, ruling: str
) -> float:
    """A forced move through friends that stops at what it cannot pass; how far it went."""
    if not leave_post(game, unit, ux, uy):
        return 0.0
    way = straight_way(game.battle, unit, unit.shape, ux, uy, allowed, facing)
    unform_passed(game, unit, unit.shape, ux, uy, way.inches)
    if way.inches > 0.0 or way.there.facing != unit.facing:
        game.tell(Moved(unit.id, how, [(way.there.x, way.there.y, way.there.facing)], 0.0, False, ruling))
    return way.inches


class StraightWay:
    """A forced straight move that has been looked at: where it ends, how far that is, and what stops it there."""

    def __init__(self, there: Rect, inches: float, stop: Run) -> None:
        self.there: Final = there
        self.inches: Final = inches
        self.stop: Final = stop


def straight_way(
    battle: GettysburgBattle, unit: Unit, held: Rect, ux: float, uy: float, allowed: float, facing: float
) -> StraightWay:
    """As far as its allowance leads from that footprint; on no friend, and turned if there is room (R112)."""
    reach = reach_of(battle, unit, held.x, held.y, ux, uy, allowed)
    stop = run_limit(battle, unit, held, ux, uy, reach + room_beyond(battle, held), -1, round=False)
    beyond, short = landing(battle, unit, held, ux, uy, min(reach, max(0.0, stop.inches - HAIR)), stop.inches)
    inches = beyond if beyond >= 0.0 else short
    if inches <= TOLERANCE:
        inches = 0.0
    there = held.moved(ux, uy, inches)
    turned = rect(there.x, there.y, facing, 2.0 * held.half_w, 2.0 * held.half_d)
    if is_free(battle, unit, turned):
        there = turned
    return StraightWay(there, inches, stop if stop.inches < reach else NOTHING)


def room_beyond(battle: GettysburgBattle, held: Rect) -> float:
    """How much farther one may have to go so as not to end on friends."""
    return 4.0 * held.radius + battle.near.widest * 4.0


def leave_post(game: Game[GettysburgBattle], unit: Unit, ux: float, uy: float) -> bool:
    """A forced move leaves works or a BUA free (R124); from a BUA the unit starts just outside. False: no way out."""
    if unit.garrison < 0:
        return True
    battle = game.battle
    held = battle.footprint(unit, unit.formation, unit.x, unit.y, unit.facing)
    far = inches_out(battle, unit, held, ux, uy)
    if far < 0.0:
        return False
    if battle.land.plots[unit.garrison].bua:
        unform_passed(game, unit, held, ux, uy, far)
    there = held.moved(ux, uy, far)
    game.tell(LeftPost(unit.id, there.x, there.y, unit.facing, 0.0))
    return True


def inches_out(battle: GettysburgBattle, unit: Unit, held: Rect, ux: float, uy: float) -> float:
    """How far a garrison goes to be out of its post: works it leaves where it stands. Below 0: there is no way out."""
    plot = battle.land.plots[unit.garrison]
    if not plot.bua:
        return 0.0
    _, leave = blocked_span(held, ux, uy, plot.box(unit.facing))
    limit = run_limit(battle, unit, held, ux, uy, leave + room_beyond(battle, held), -1, round=False)
    far, _ = landing(battle, unit, held, ux, uy, min(leave + HAIR, limit.inches), limit.inches)
    return far if far >= leave else -1.0


# ---------------------------------------------------------------- recoil, evade, retire


def recoil(game: Game[GettysburgBattle], unit: Unit, by: int, inches: float, ruling: str) -> float:
    """Straight back from the enemy, facing as it did; foot threatened by cavalry may go toward cover (4.9.1)."""
    battle = game.battle
    x, y = (battle.units[by].x, battle.units[by].y) if by >= 0 else enemy_point(battle, unit) or (unit.x, unit.y)
    ux, uy = away_from(unit, x, y)
    if by >= 0 and unit.arm == Arm.INFANTRY and battle.units[by].arm == Arm.CAVALRY:
        ux, uy = toward_cover(game, unit, ux, uy, inches)
    return straight(game, unit, ux, uy, inches, MoveKind.RECOILS, unit.facing, ruling)


def toward_cover(game: Game[GettysburgBattle], unit: Unit, ux: float, uy: float, inches: float) -> tuple[float, float]:
    """The owner may turn a recoil toward cover that is within its reach and not toward the enemy."""
    battle = game.battle
    options: list[Option] = [AWAY]
    for plot in battle.land.plots:
        if plot.cover < Cover.COVER or plot.works or plot.bua:
            continue
        px, py = nearest_point(plot.piece, unit.x, unit.y)
        far = spacing(unit.x, unit.y, px, py)
        if TOLERANCE < far <= inches + unit.shape.radius and (px - unit.x) * ux + (py - unit.y) * uy > 0.0:
            options.append(TowardCover(plot.id, (px - unit.x) / far, (py - unit.y) / far))
    if len(options) == 1:
        return ux, uy
    chosen = game.choose(unit.seat, "recoil", options, unit.id)
    if isinstance(chosen, TowardCover):
        return chosen.ux, chosen.uy
    return ux, uy


def fall_back(game: Game[GettysburgBattle], unit: Unit, by: int) -> float:
    """After falter and recoil the owner may retire further, straight on: column rate, cavalry its own (R115)."""
    battle = game.battle
    x, y = (battle.units[by].x, battle.units[by].y) if by >= 0 else enemy_point(battle, unit) or (unit.x, unit.y)
    ux, uy = away_from(unit, x, y)
    region = BackRegion(battle, unit, ux, uy, retiring_inches(battle, unit))
    inches = game.place(unit.seat, "fall_back_inches", region, unit.id)[0]
    return straight(game, unit, ux, uy, region.allowance(inches), MoveKind.FALLS_BACK, unit.facing, "R115")


class BackRegion(Region):
    """How far a unit goes back along a straight way: up to what its allowance gives and nothing stops."""

    def __init__(self, battle: GettysburgBattle, unit: Unit, ux: float, uy: float, allowed: float) -> None:
        self.battle = battle
        self.unit = unit
        self.ux = ux
        self.uy = uy
        self.allowed = allowed
        reach = reach_of(battle, unit, unit.x, unit.y, ux, uy, allowed)
        self.most = run_limit(battle, unit, unit.shape, ux, uy, reach, -1, round=False).inches

    def names(self) -> tuple[str, ...]:
        return ("inches",)

    def allowance(self, inches: float) -> float:
        """What so many inches of way cost: all of it for the farthest."""
        if inches >= self.most - TOLERANCE:
            return self.allowed
        there = self.unit.shape.moved(self.ux, self.uy, inches)
        return cost_between(self.battle, self.unit, there, self.ux, self.uy, inches)

    def refusal(self, value: tuple[float, ...]) -> str:
        if 0.0 <= value[0] <= self.most + TOLERANCE:
            return ""
        return f"{self.unit.name} may retire from 0 to {self.most:.2f} inches, got {value[0]:g}."

    def samples(self) -> list[tuple[float, ...]]:
        return [(self.most,), (0.5 * self.most,)]

    def ghost(self) -> Ghost | None:
        return ghost_of(self.battle, self.unit, self.unit.formation, reach=self.most)

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        return self.back(value[0], self.unit.facing)

    def stays(self) -> Outcome:
        return outcome_of(self.unit.shape, bodies(self.battle, self.unit, self.unit.formation))

    def back(self, inches: float, facing: float) -> Outcome:
        """Where it comes to stand, and what stops it there."""
        battle = self.battle
        unit = self.unit
        start = unit.shape
        if unit.garrison >= 0:
            start = battle.footprint(unit, unit.formation, unit.x, unit.y, unit.facing)
            out = inches_out(battle, unit, start, self.ux, self.uy)
            if out < 0.0:
                found = self.stays()
                found.stops = f"has no way out of {the(battle.land.plots[unit.garrison].name)}"
                return found
            start = start.moved(self.ux, self.uy, out)
        way = straight_way(battle, unit, start, self.ux, self.uy, self.allowance(inches), facing)
        found = outcome_of(way.there, bodies(battle, unit, unit.formation))
        found.stops = stop_said(battle, unit, way.stop.why, way.stop.unit)
        return found


def retiring_inches(battle: GettysburgBattle, unit: Unit) -> float:
    """A normal move at column rate; cavalry and guns at their own (R113, R115)."""
    formation = Formation.LIMBERED if unit.formation == Formation.DEPLOYED else unit.formation
    return battle.rules.pace(unit.arm, formation, True, unit.card.heavy).move


def evade(game: Game[GettysburgBattle], unit: Unit, charger: Unit) -> float:
    """Straight away from the charger, whatever it then rolls; it ends formed, facing it (R26, R111)."""
    battle = game.battle
    ux, uy = away_from(unit, charger.x, charger.y)
    pace = battle.rules.pace(unit.arm, unit.formation, False, unit.card.heavy)
    return straight(game, unit, ux, uy, pace.evade, MoveKind.EVADES, bearing(-ux, -uy), "R111")


def retire_from_fire(game: Game[GettysburgBattle], unit: Unit, firer: Unit, inches: float) -> float:
    """Skirmishers that a double six drives off: straight from the firer, at once, formed (R113)."""
    ux, uy = away_from(unit, firer.x, firer.y)
    return straight(game, unit, ux, uy, inches, MoveKind.RETIRES, unit.facing, "R113")


def retire(game: Game[GettysburgBattle], unit: Unit, inches: float, how: str, facing: float) -> float:
    """Straight to the own baseline (R113); deployed guns limber free, or stay if they have no room to."""
    if not limber_free(game, unit):
        return 0.0
    ux, uy = to_own_lines(game.battle, unit.side)
    return straight(game, unit, ux, uy, inches, how, facing, "R113")


def limber_free(game: Game[GettysburgBattle], unit: Unit) -> bool:
    """Guns that must go limber free (R88), as near to where they stand as there is room; False if there is none."""
    battle = game.battle
    if unit.formation != Formation.DEPLOYED:
        return True
    ux, uy = to_own_lines(battle, unit.side)
    home = bearing(ux, uy)
    for ring in range(ROOM):
        far = 0.5 * ring
        for vx, vy in ((ux, uy), (-ux, -uy), (-uy, ux), (uy, -ux)):
            for facing in (home, unit.facing):
                there = battle.footprint(unit, Formation.LIMBERED, unit.x + vx * far, unit.y + vy * far, facing)
                if is_free(battle, unit, there):
                    game.tell(
                        Formed(
                            unit.id,
                            FormationChange.LIMBERS_FREE,
                            Formation.LIMBERED,
                            there.x,
                            there.y,
                            facing,
                            0.0,
                            "R88",
                        )
                    )
                    return True
    return False


# ---------------------------------------------------------------- retreat and rout


def flee(game: Game[GettysburgBattle], unit: Unit) -> float:
    """A full retreat or rout move; dispersed if it leaves the table or has no way (R100). How far it went."""
    battle = game.battle
    if not limber_free(game, unit):
        disperse(game, unit, BLOCKED, "R100")
        return 0.0
    ux, uy = flight_direction(game, unit)
    rate = battle.rules.pace(unit.arm, unit.formation, True, unit.card.heavy).flight
    how = MoveKind.ROUTS if unit.state == UnitState.ROUTING else MoveKind.RETREATS
    start = (unit.x, unit.y)
    if not leave_post(game, unit, ux, uy):
        disperse(game, unit, BLOCKED, "R100")
        return 0.0
    left = rate
    if not unit.flown:
        left = first_half(game, unit, ux, uy, rate, how)
        if not unit.on_table():
            return 0.0
        game.tell(FirstFlight(unit.id))
    if left > TOLERANCE or not is_free(battle, unit, unit.shape):
        flees_round(game, unit, ux, uy, max(left, 0.0), how)
    return spacing(start[0], start[1], unit.x, unit.y)


def flight_direction(game: Game[GettysburgBattle], unit: Unit) -> tuple[float, float]:
    """The owner's choice: straight away from the enemy, or straight to the own baseline (phase 3)."""
    battle = game.battle
    home = to_own_lines(battle, unit.side)
    enemy = enemy_point(battle, unit)
    if enemy is None:
        return home
    away = away_from(unit, enemy[0], enemy[1])
    options: list[Option] = [AWAY, TO_BASELINE]
    chosen = game.choose(unit.seat, "flight", options, unit.id)
    return away if chosen.key() == AWAY.key() else home


def first_half(game: Game[GettysburgBattle], unit: Unit, ux: float, uy: float, rate: float, how: str) -> float:
    """Half of the first move is made in formation, through friends (4.9.1); what is left of the allowance."""
    held = unit.shape
    way = clear_way(game.battle, unit, held, ux, uy, 0.5 * rate, round=False)
    if way is None or way.off:
        disperse(game, unit, BLOCKED if way is None else OFF_THE_TABLE, "R100")
        return 0.0
    unform_passed(game, unit, held, way.ux, way.uy, way.inches)
    there = held.moved(way.ux, way.uy, way.inches)
    game.tell(Moved(unit.id, how, [(there.x, there.y, unit.facing)], 0.0, False, "R112"))
    extra = way.inches - way.reach
    return 0.5 * rate - (extra if extra > 0.0 else 0.0)


def flees_round(game: Game[GettysburgBattle], unit: Unit, ux: float, uy: float, left: float, how: str) -> None:
    """As a mob that goes round whatever is in its way, by the least bend (R112); if there is none, it disperses."""
    battle = game.battle
    held = unit.shape
    if not on_table(battle.land.ground, held):
        disperse(game, unit, OFF_THE_TABLE, "R100")  # as a mob it has no room left before the edge (R138)
        return
    way = clear_way(battle, unit, held, ux, uy, left, round=True)
    if way is None or way.off:
        disperse(game, unit, BLOCKED if way is None else OFF_THE_TABLE, "R100")
        return
    there = held.moved(way.ux, way.uy, way.inches)
    facing = bearing(way.ux, way.uy) if how == MoveKind.ROUTS and unit.turns_freely() else held.facing
    if not is_free(battle, unit, rect(there.x, there.y, facing, 2.0 * held.half_w, 2.0 * held.half_d)):
        facing = held.facing
    game.tell(Moved(unit.id, how, [(there.x, there.y, facing)], 0.0, False, "R112"))


class Way:
    """A way that a fugitive can take."""

    def __init__(self, ux: float, uy: float, reach: float, inches: float, *, off: bool) -> None:
        self.ux: Final = ux
        self.uy: Final = uy
        self.reach: Final = reach  # what its allowance gives
        self.inches: Final = inches  # how far it goes, so as not to end on a friend
        self.off: Final = off  # it leads off the table


def clear_way(
    battle: GettysburgBattle, unit: Unit, held: Rect, ux: float, uy: float, allowed: float, *, round: bool
) -> Way | None:
    """The least bend, in steps of 5 degrees up to 90, left first, that is clear for the whole way (R112).

    A way that leads off the table is clear: whoever takes it is gone (R100).
    """
    aim = bearing(ux, uy)
    spare = room_beyond(battle, held)
    for bend in range(0, MOST_BEND + 1, BEND):
        for turn in (-bend, bend):
            vx, vy = (ux, uy) if bend == 0 else direction(wrapped(aim + turn))
            reach = reach_of(battle, unit, held.x, held.y, vx, vy, allowed)
            run = run_limit(battle, unit, held, vx, vy, reach + spare, -1, round=round)
            if run.inches < reach - TOLERANCE:
                if run.why == EDGE:
                    return Way(vx, vy, reach, reach, off=True)
            else:
                beyond, _ = landing(battle, unit, held, vx, vy, reach, run.inches)
                if beyond >= 0.0:
                    return Way(vx, vy, reach, beyond, off=False)
            if bend == 0:
                break
    return None


# ---------------------------------------------------------------- pursuit and following up


def follow_up(game: Game[GettysburgBattle], unit: Unit, target: Unit) -> bool:
    """The winner goes straight after the unit that recoiled from it, into contact; False if there is no way."""
    return close_up(game, unit, target, MoveKind.FOLLOWS_UP, "R70")


def close_up(game: Game[GettysburgBattle], unit: Unit, target: Unit, how: str, ruling: str) -> bool:
    """Straight at the target until it touches, then flush with the edge that it meets."""
    battle = game.battle
    held = unit.shape
    ux, uy = away_from(target, unit.x, unit.y)
    far = gap(held, ux, uy, target.shape)
    if far >= FAR:
        return False
    run = run_limit(battle, unit, held, ux, uy, far, target.id, round=True)
    if run.inches < far - TOLERANCE:
        return False
    there = flush_place(battle, unit, held.moved(ux, uy, far), target, ux, uy)
    game.tell(Moved(unit.id, how, [(there.x, there.y, there.facing)], 0.0, False, ruling))
    return True


def pursue(game: Game[GettysburgBattle], unit: Unit, fugitive: Unit) -> bool:
    """Along the fugitive's path at charge rate; a melee with whom it reaches (4.7.2, R120). Did it reach anybody?"""
    battle = game.battle
    left = battle.rules.pace(unit.arm, unit.formation, True, unit.card.heavy).charge
    game.tell(Pursued(unit.id))
    way: list[Pose] = []
    held = unit.shape
    met = -1
    vx, vy = held.ux, held.uy  # the way that it goes last
    for px, py in [*fugitive.path, (fugitive.x, fugitive.y)]:
        far = spacing(held.x, held.y, px, py)
        if far <= TOLERANCE or left <= TOLERANCE:
            continue
        ux = (px - held.x) / far
        uy = (py - held.y) / far
        vx, vy = ux, uy
        reach = min(far, reach_of(battle, unit, held.x, held.y, ux, uy, left))
        touch = gap(held, ux, uy, fugitive.shape)
        run = run_limit(battle, unit, held, ux, uy, min(reach, touch), fugitive.id, round=True)
        held = held.moved(ux, uy, run.inches)
        way.append((held.x, held.y, held.facing))
        left -= cost_between(battle, unit, held, ux, uy, run.inches)
        if touch <= run.inches + battle.rules.contact + TOLERANCE:
            met = fugitive.id
            break
        if run.why:
            if run.unit >= 0 and battle.rules.pursuit_fights and battle.units[run.unit].side != unit.side:
                met = run.unit
            break
    if met >= 0:
        there = flush_place(battle, unit, held, battle.units[met], vx, vy)
        way.append((there.x, there.y, there.facing))
    if way:
        game.tell(Moved(unit.id, MoveKind.PURSUES, way, 0.0, False, "R120"))
    if met >= 0:
        engage(game, [unit.id], met, MoveKind.PURSUES)
    return met >= 0


def cost_between(battle: GettysburgBattle, unit: Unit, there: Rect, ux: float, uy: float, inches: float) -> float:
    """The allowance that the last so many inches have cost."""
    rules = battle.rules
    who = troops(unit)
    cost = 0.0
    for stretch in battle.land.stretches(there.x - ux * inches, there.y - uy * inches, there.x, there.y):
        length = stretch.end - stretch.start
        slow = stretch.ground < len(rules.goings) and rules.goings[stretch.ground][who].half_speed
        cost += 2.0 * length if slow else length
    return cost


def can_reach(battle: GettysburgBattle, unit: Unit, target: Unit) -> bool:
    """Is the way straight at the target free (4.7.3)?"""
    ux, uy = away_from(target, unit.x, unit.y)
    far = gap(unit.shape, ux, uy, target.shape)
    if far >= FAR:
        return distance(unit.shape, target.shape) <= battle.rules.contact
    return run_limit(battle, unit, unit.shape, ux, uy, far, target.id, round=False).inches >= far - TOLERANCE
