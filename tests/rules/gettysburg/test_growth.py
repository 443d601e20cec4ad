"""What is found by squares, or remembered, is what a look at everybody and everything finds.

Battles are played, and the two compared now and then: a unit that has moved, fallen or fled and is still remembered
where it was would show.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from rules.gettysburg.situation import Ridge, foot
from tabletop import ground

from playsheet.core.angles import wrapped
from playsheet.core.game import Game
from playsheet.core.geometry import FAR, TOLERANCE, Rect, distance, overlaps
from playsheet.core.stances import NO_STANCES
from playsheet.core.terrain import crossed, holds
from playsheet.players.setup import Setup
from playsheet.rules.gettysburg.battle.land import Plot
from playsheet.rules.gettysburg.battle.move_events import WentOut
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import NOBODY, UNKNOWN, General, Unit
from playsheet.rules.gettysburg.doctrine.commander import chargers
from playsheet.rules.gettysburg.doctrine.fire import promises_of, shot_worth
from playsheet.rules.gettysburg.doctrine.moves import WORTHWHILE, Places, aim_of, weighed_march
from playsheet.rules.gettysburg.ground.footprints import in_arc, in_arc_between, tangent
from playsheet.rules.gettysburg.ground.moving import (
    March,
    Round,
    bars,
    can_advance,
    inches_left,
    march_of,
    troops,
    wheeled,
)
from playsheet.rules.gettysburg.ground.sight import arc_of, between_them, blocker, enemy_in_cover, eye_of, looked_at
from playsheet.rules.gettysburg.options.advance_cache import advances_of
from playsheet.rules.gettysburg.options.command import has_partner, partners_of
from playsheet.rules.gettysburg.options.duties import could_advance, lack_of, presses_on
from playsheet.rules.gettysburg.options.fire import NO_CHARGERS, Mark, mark_of, marks
from playsheet.rules.gettysburg.options.fire_cache import lookout_of
from playsheet.rules.gettysburg.options.generals import command_of
from playsheet.rules.gettysburg.options.moves import (
    backward,
    bar_to_acting,
    bar_to_moving,
    facing_region,
    formations_of,
    sliding,
)
from playsheet.rules.gettysburg.options.regions import MarchRegion
from playsheet.rules.gettysburg.shown.view import seen_by
from playsheet.rules.gettysburg.system import HERE, load
from playsheet.rules.gettysburg.table.double_six import in_trouble, troubled_near
from playsheet.rules.gettysburg.table.generals import settle_generals, touches
from playsheet.rules.gettysburg.terms import (
    Cover,
    Formation,
    Level,
    Obstacle,
    Order,
    Phase,
    UnformedBy,
    UnitState,
    Where,
)

pytestmark = pytest.mark.battles

BATTLES = [("the-woodlot", "doctrine", 5), ("the-woodlot", "random", 6), ("the-rail-fence", "random", 7)]
BY_BATTLE = pytest.mark.parametrize(("scenario", "player", "seed"), BATTLES)


@cache
def setup_of(scenario: str) -> Setup:
    system = load()
    file = HERE / "scenarios" / f"{scenario}.toml"
    held = system.read_scenario(file.read_text(encoding="utf-8"), file.name)
    return Setup(system.configured(held.settings, held.file, []), held, [])


def played(scenario: str, player: str, seed: int, every: int, in_fire: int) -> Iterator[GettysburgBattle]:
    """The battle after every so many steps; in phase 6 after so many."""
    setup = setup_of(scenario)
    game: Game[GettysburgBattle] = setup.game([player] * len(setup.seats), seed, False)
    while not game.battle.finished:
        firing = game.battle.phase == Phase.FIRING
        game.play_step()
        if game.step % (in_fire if firing else every) == 0 and game.battle.phase > Phase.INITIATIVE:
            yield game.battle


@cache
def moments(scenario: str, player: str, seed: int) -> list[GettysburgBattle]:
    """The battle now and then: copies, which remember nothing."""
    return [battle.clone() for battle in played(scenario, player, seed, 9, 9)]


def standing(battle: GettysburgBattle) -> list[Unit]:
    return [unit for unit in battle.units if unit.on_table()]


def said(found: list[Mark]) -> list[tuple[int, float, float, float, float]]:
    return [(mark.target.id, mark.face.x, mark.face.y, mark.face.facing, mark.distance) for mark in found]


# ---------------------------------------------------------------- remembered


@BY_BATTLE
def test_what_is_remembered_is_so(scenario: str, player: str, seed: int) -> None:
    """Targets, what the commander makes of them, and the nearest enemy; no lone general is overlooked (R105)."""
    targets = 0
    for battle in played(scenario, player, seed, 9, 2):
        lookout = lookout_of(battle)
        promises = promises_of(battle)
        for unit in standing(battle):
            plain = marks(battle, unit)
            assert said(lookout.marks_of(battle, unit)) == said(plain), unit.name
            assert promises.best_of(battle, unit) == best_of(battle, unit, plain), unit.name
            assert battle.nearest_enemy(unit) == nearest_of_all(battle, unit), unit.name
            assert advances_of(battle).can_advance(battle, unit) == can_advance(battle, unit), unit.name
            targets += len(plain)
            for target in standing(battle):
                if target.side != unit.side:
                    one = lookout.mark_of(battle, unit, target, NO_CHARGERS)
                    other = mark_of(battle, unit, target, NO_CHARGERS)
                    assert said([one] if one else []) == said([other] if other else []), (unit.name, target.name)
        for general in battle.generals:
            if general.is_here() and general.attached_to < 0:
                assert not any(touches(battle, unit, general) for unit in standing(battle)), general.name
    assert targets > 100


def best_of(battle: GettysburgBattle, unit: Unit, found: list[Mark]) -> float:
    """The most that the unit could do with an ordinary shot at one of them."""
    return max([shot_worth(battle, unit, mark) for mark in found], default=0.0)


def nearest_of_all(battle: GettysburgBattle, unit: Unit) -> tuple[int, float]:
    best, least = NOBODY, FAR
    for other in standing(battle):
        if other.side != unit.side and distance(unit.shape, other.shape) < least:
            best, least = other.id, distance(unit.shape, other.shape)
    return best, least


class Skirmish(Ridge):
    """A fires at B; C and D, a friend of each, are far away."""

    def __init__(self) -> None:
        super().__init__(
            [foot("us-line", "A", 30, 34), foot("us-line", "C", 62, 60)],
            [foot("cs-line", "B", 30, 24), foot("cs-line", "D", 62, 4)],
        )
        self.before = self.promised()
        assert self.before > 0.0

    def promised(self) -> float:
        """What A could do, as it is remembered, and as it is."""
        promise = promises_of(self.battle).best_of(self.battle, self["A"])
        assert promise == best_of(self.battle, self["A"], marks(self.battle, self["A"]))
        return promise


@pytest.mark.parametrize(
    ("name", "what", "value"),
    [
        ("B", "state", UnitState.GONE_TO_GROUND),
        ("B", "figures", 1),
        ("B", "lost_this_turn", 1),
        ("B", "melee", 0),
        ("B", "formation", Formation.COLUMN),
        ("A", "low_on_ammo", True),
        ("A", "fired_last_turn", True),
        ("A", "cause", UnformedBy.OTHER),
    ],
)
def test_a_shot_is_worth_something_else_once_a_unit_is_otherwise(name: str, what: str, value: int) -> None:
    skirmish = Skirmish()
    setattr(skirmish[name], what, value)
    assert skirmish.promised() != skirmish.before


@pytest.mark.parametrize(
    ("name", "x", "y", "facing"),
    [
        ("B", 30.0, 12.0, 0.0),  # it falls back
        ("B", 30.0, 30.0, 0.0),
        ("B", 66.0, 66.0, 0.0),  # out of reach of all that could see it before
        ("A", 30.0, 34.0, 0.0),  # it looks the other way
        ("C", 30.0, 31.0, 180.0),  # in the line of fire
        ("C", 38.0, 27.0, 180.0),  # beside the target, nearer than A
        ("D", 30.0, 21.5, 0.0),  # close behind it: massed
    ],
)
def test_a_shot_is_worth_something_else_once_a_unit_is_elsewhere(name: str, x: float, y: float, facing: float) -> None:
    skirmish = Skirmish()
    skirmish.battle.put(skirmish[name], x, y, facing)
    assert skirmish.promised() != skirmish.before


def test_a_shot_is_worth_nothing_once_the_target_is_gone() -> None:
    skirmish = Skirmish()
    skirmish.battle.remove(skirmish["B"], Where.GONE)
    assert skirmish.promised() == 0.0


def test_who_stands_beside_the_target_counts_wherever_the_firer_looks() -> None:
    """A friend far out of the firer's arc, but nearer to the target than he: it is more dangerous now."""
    ridge = Ridge([foot("us-line", "A", 30, 34), foot("us-line", "C", 6, 60)], [foot("cs-line", "B", 40, 18)])
    battle = ridge.battle
    before = promises_of(battle).best_of(battle, ridge["A"])
    battle.put(ridge["C"], 61.0, 18.0, 180.0)
    after = promises_of(battle).best_of(battle, ridge["A"])
    assert after == best_of(battle, ridge["A"], marks(battle, ridge["A"]))
    assert after > before > 0.0


def test_what_a_far_detachment_loses_counts_for_its_regiment() -> None:
    """Losses of both count together (4.8.2): the target is nearer to a test now."""
    skirmish = Skirmish()
    skirmish.game.tell(WentOut(skirmish["B"].id, "B skirmishers", 6, False, 62.0, 68.0, 0.0, 0.5))
    before = skirmish.promised()
    skirmish["B skirmishers"].lost_this_turn = 1
    assert skirmish.promised() != before


def test_a_garrison_watches_all_round() -> None:
    """It fires out of every face of its building (R104), so that whoever moves behind it counts."""
    ridge = Ridge(
        [foot("us-line", "A", 30, 50)],
        [foot("cs-line", "B", 30, 46, facing=180)],
        terrain=[ground("bua", "house", rect=[26, 28, 34, 34])],
    )
    battle = ridge.battle
    ridge["A"].garrison = 0
    battle.put(ridge["A"], 30.0, 31.0, 180.0)
    assert said(lookout_of(battle).marks_of(battle, ridge["A"])) == said(marks(battle, ridge["A"]))
    battle.put(ridge["B"], 30.0, 44.0, 180.0)
    found = lookout_of(battle).marks_of(battle, ridge["A"])
    assert said(found) == said(marks(battle, ridge["A"]))
    assert [mark.target.name for mark in found] == ["B"]


def test_memory_is_not_cloned() -> None:
    """A battle that goes another way remembers nothing of this one."""
    ridge = Ridge([foot("us-line", "A", 30, 34)], [foot("cs-line", "B", 30, 24)])
    battle = ridge.battle
    assert lookout_of(battle).marks_of(battle, ridge["A"])
    assert battle.nearest_enemy(ridge["A"])[0] == ridge["B"].id
    twin = battle.clone()
    assert not twin.memory
    twin.put(twin.units[ridge["B"].id], 30.0, 5.0, 0.0)
    assert not lookout_of(twin).marks_of(twin, twin.units[ridge["A"].id])
    assert lookout_of(battle).marks_of(battle, ridge["A"])
    assert twin.nearest_enemy(twin.units[ridge["A"].id])[1] > battle.nearest_enemy(ridge["A"])[1] + 15.0


def test_a_general_is_reached_by_who_comes_and_where_he_goes() -> None:
    """Also on the very place where he was safe before he rode with a unit."""
    ridge = Ridge([foot("us-line", "A", 30, 60)], [foot("cs-line", "B", 30, 20), foot("cs-line", "C", 60, 20)])
    general = ridge.battle.generals[1]
    assert general.side == 0
    assert general.attached_to < 0
    general.x, general.y = 45.0, 50.0
    settle_generals(ridge.game)
    assert general.attached_to < 0
    general.attached_to = ridge["A"].id
    ridge.battle.put(ridge["B"], 45.0, 50.0, 0.0)
    settle_generals(ridge.game)
    general.attached_to = NOBODY
    general.x, general.y = 45.0, 50.0
    settle_generals(ridge.game)
    assert general.attached_to == ridge["A"].id
    general.attached_to = NOBODY
    general.x, general.y = 60.0, 40.0
    settle_generals(ridge.game)
    assert general.attached_to < 0
    ridge.battle.put(ridge["C"], 60.0, 40.0, 0.0)
    settle_generals(ridge.game)
    assert not general.in_play  # no own unit within 18 inches


# ---------------------------------------------------------------- kept for a moment


def movers(battle: GettysburgBattle) -> list[Unit]:
    """Those who may make a normal move, as if nobody had made his yet."""
    return [unit for unit in standing(battle) if not bar_to_acting(unit) and not bar_to_moving(unit)]


@BY_BATTLE
def test_marches_are_kept_as_they_are(scenario: str, player: str, seed: int) -> None:
    """What is kept of a march is what a fresh look at it finds; whether there is any is known without all of them."""
    tried = 0
    for battle in moments(scenario, player, seed):
        for unit in movers(battle):
            region = MarchRegion(battle, unit)
            assert MarchRegion(battle, unit).is_open() == bool(region.samples())
            for value in region.samples():
                tried += 1
                fresh = march_of(battle, unit, value[0], value[1], value[2])
                assert seen_of(region.look(value)) == seen_of(fresh)
                assert not region.refusal(value)
    assert tried > 100


def seen_of(march: March) -> tuple[object, ...]:
    return (march.why_not, repr(march.wheel), repr(march.start), repr(march.end), march.share, march.cost.obstacles)


@BY_BATTLE
def test_an_act_is_open_if_it_has_a_sample(scenario: str, player: str, seed: int) -> None:
    opened = 0
    for battle in moments(scenario, player, seed):
        for unit in movers(battle):
            for formation in formations_of(unit):
                slides = [sliding(battle, unit, unit.arm, formation) for _ in range(2)]
                faces = [facing_region(battle, unit, formation, []) for _ in range(2)]
                backs = [backward(battle, unit) for _ in range(2)]
                for asked, plain in (slides, faces, backs):
                    assert asked.is_open() == bool(plain.samples())
                    opened += asked.is_open()
    assert opened > 100


@BY_BATTLE
def test_the_best_march_is_the_best_of_all(scenario: str, player: str, seed: int) -> None:
    """Places that cannot win are not weighed to the end: it is the same one that wins, and it is worth the same."""
    for battle in moments(scenario, player, seed):
        for unit in movers(battle):
            region = MarchRegion(battle, unit)
            tried = region.samples()[:]
            if not tried:
                continue
            aim = aim_of(battle, unit, NO_STANCES)
            if aim is not None:
                region.toward(tried, aim.x, aim.y, inches_left(battle, unit))
            worths = [worth_alone(battle, unit, region.look(value).end) for value in tried]
            best = weighed_march(battle, unit, region, -FAR, NO_STANCES)
            assert best.worth == max(worths)
            assert best.choice == tried[worths.index(max(worths))]
            floor = worth_alone(battle, unit, unit.shape) + WORTHWHILE
            above = weighed_march(battle, unit, region, floor, NO_STANCES)
            assert (above.worth > floor) == (best.worth > floor)
            assert above.worth <= floor or (above.choice, above.worth) == (best.choice, best.worth)


def worth_alone(battle: GettysburgBattle, unit: Unit, there: Rect) -> float:
    return Places(battle, unit, [there], NO_STANCES).worth(there)


@BY_BATTLE
def test_arcs_and_lines_of_sight(scenario: str, player: str, seed: int) -> None:
    """By corners as by clipping; by what is found once for a target as by what is found for each line."""
    seen = 0
    for battle in moments(scenario, player, seed)[::3]:
        for unit in standing(battle):
            x, y = eye_of(unit.shape)
            slope = tangent(arc_of(battle, unit))
            for other in standing(battle):
                if other is unit:
                    continue
                assert in_arc(unit.shape, other.shape, slope) == in_arc_between(unit.shape, other.shape, slope)
                between = between_them(battle, unit, unit.shape, other)
                for px, py in looked_at(other):
                    assert between.blocker(px, py) == blocker(battle, unit, x, y, other, px, py)
                    seen += not between.blocker(px, py)
    assert seen > 100


@BY_BATTLE
def test_wheels_and_closed_ground(scenario: str, player: str, seed: int) -> None:
    """What is found once for a wheel is what stands in the way of each of its steps."""
    swept = 0
    for battle in moments(scenario, player, seed)[::2]:
        land = battle.land
        for unit in movers(battle):
            mover = troops(unit)
            closed = [plot for plot in land.plots if land.is_closed(plot, mover)]
            assert land.closed[mover].plots == closed
            for turn in (-70.0, -20.0, 35.0, 90.0):
                held = unit.shape
                facing = wrapped(held.facing + turn)
                way = Round(battle, unit, held, facing)
                for part in (0.2, 0.6, 1.0):
                    there = wheeled(held, wrapped(held.facing + part * turn))
                    assert bool(way.refusal(there)) == runs_into_something(battle, unit, there, closed)
                    swept += bool(way.refusal(there))
                    assert not (way.is_clear() and way.refusal(there))
    assert swept > 5


def runs_into_something(battle: GettysburgBattle, unit: Unit, there: Rect, closed: list[Plot]) -> bool:
    """Looking at everybody and everything."""
    keep = battle.rules.enemy_gap - TOLERANCE
    if battle.land.refused_by(closed, there, unit.shape):
        return True
    for other in standing(battle):
        if other is unit:
            continue
        if other.side == unit.side:
            if bars(unit, other) and overlaps(there, other.shape) and not overlaps(unit.shape, other.shape):
                return True
        elif distance(there, other.shape) < min(keep, distance(unit.shape, other.shape) - TOLERANCE):
            return True
    return False


# ---------------------------------------------------------------- found by brigades


@BY_BATTLE
def test_a_command_is_found_by_its_brigades(scenario: str, player: str, seed: int) -> None:
    for battle in moments(scenario, player, seed):
        for general in battle.generals:
            plain = [unit for unit in standing(battle) if unit.side == general.side and is_his(battle, general, unit)]
            assert [unit.id for unit in command_of(battle, general)] == [unit.id for unit in plain]


def is_his(battle: GettysburgBattle, general: General, unit: Unit) -> bool:
    brigade = battle.brigades[unit.brigade]
    if general.level in (Level.CINC, Level.CORPS):
        return True
    if general.level == Level.BRIGADIER:
        return brigade.brigadier == general.id
    return brigade.division >= 0 and battle.divisions[brigade.division].general == general.id


@BY_BATTLE
def test_duties_and_partners(scenario: str, player: str, seed: int) -> None:
    """A duty is dropped unasked only if too few are left for it; a partner is found if the list of them has any."""
    for battle in moments(scenario, player, seed):
        for brigade in battle.brigades:
            assert has_partner(battle, brigade) == bool(partners_of(battle, brigade))
            able = [unit for unit in battle.units_of(brigade) if unit.able]
            wanted = (len(able) * battle.rules.assault_share + 99) // 100
            needed = wanted - sum(presses_on(battle, unit) for unit in able)
            if brigade.order == Order.ASSAULT:
                lacks = needed > 0 and len(could_advance(battle, able, len(able))) >= needed
                assert (lack_of(battle, brigade) is not None) == lacks


@BY_BATTLE
def test_a_seat_sees_no_order_that_lies_face_down(scenario: str, player: str, seed: int) -> None:
    """While it lasts: when the battle is over all lies open."""
    for battle in moments(scenario, player, seed):
        if battle.finished:
            continue
        for seat in range(2):
            side = battle.units[0].side if battle.units[0].seat == seat else 1 - battle.units[0].side
            for real, seen in zip(battle.brigades, seen_by(battle, seat).brigades):
                if real.side != side:
                    assert not seen.area
                    assert seen.order == (real.order if real.shown else UNKNOWN)


# ---------------------------------------------------------------- found by squares


@BY_BATTLE
def test_cover_is_found_by_squares(scenario: str, player: str, seed: int) -> None:
    """Lines beside a unit, defences on its way to the nearest enemy, enemies who share its cover, units in trouble."""
    for battle in moments(scenario, player, seed):
        land = battle.land
        for unit in standing(battle):
            lines = [plot for plot in land.plots if plot.linear and plot.cover > Cover.NONE]
            plain = [plot.id for plot in lines if land.line_covers(plot, unit.shape)]
            assert [plot.id for plot in land.lines_at(unit.shape, Cover.NONE)] == plain
            enemy, _ = battle.nearest_enemy(unit)
            if enemy >= 0:
                foe = battle.units[enemy]
                defences = [plot for plot in land.plots if plot.linear and plot.obstacle != Obstacle.NONE]
                met = [plot.id for plot in defences if crossed(plot.piece, unit.x, unit.y, foe.x, foe.y)]
                assert sorted(plot.id for plot in land.crossed_obstacles(unit.x, unit.y, foe.x, foe.y)) == met
            assert enemy_in_cover(battle, unit) == any(
                other.side != unit.side and same_cover(battle, unit, other) for other in standing(battle)
            )
        for general in battle.generals:
            reach = battle.rules.stonewall_frees + TOLERANCE
            assert troubled_near(battle, general) == [
                unit
                for unit in standing(battle)
                if unit.side == general.side and in_trouble(unit) and battle.general_gap(general, unit.shape) <= reach
            ]


def same_cover(battle: GettysburgBattle, unit: Unit, enemy: Unit) -> bool:
    """In the same post or area, or on the same side of the same line, by all the plots of the table."""
    if unit.garrison >= 0 and unit.garrison == enemy.garrison:
        return True
    for plot in battle.land.plots:
        if plot.cover == Cover.NONE:
            continue
        if plot.linear:
            both = battle.land.line_covers(plot, unit.shape) and battle.land.line_covers(plot, enemy.shape)
            if both and not crossed(plot.piece, unit.x, unit.y, enemy.x, enemy.y):
                return True
        elif holds(plot.piece, unit.x, unit.y) and holds(plot.piece, enemy.x, enemy.y):
            return True
    return False


@pytest.mark.parametrize(
    ("x", "y", "shared"),
    [
        (60.0, 41.5, True),  # behind the same wall, at its other end
        (60.0, 38.5, False),  # before it
        (60.0, 50.0, False),  # too far from it
        (12.0, 62.0, False),  # in a wood in which the other is not
    ],
)
def test_enemies_share_a_line_at_both_its_ends(x: float, y: float, shared: bool) -> None:
    ridge = Ridge(
        [foot("us-line", "A", 10, 41.5, facing=180)],
        [foot("cs-line", "B", x, y, facing=0)],
        terrain=[ground("wall", "wall", line=[[4, 40], [68, 40]]), ground("open-wood", "wood", rect=[4, 58, 20, 70])],
    )
    assert enemy_in_cover(ridge.battle, ridge["A"]) == shared
    assert same_cover(ridge.battle, ridge["A"], ridge["B"]) == shared


def test_wire_past_both_is_no_cover_to_share() -> None:
    ridge = Ridge(
        [foot("us-line", "A", 12, 62, facing=180)],
        [foot("cs-line", "B", 30, 62, facing=180)],
        terrain=[
            ground("wire", "wire", line=[[4, 60.5], [68, 60.5]]),
            ground("open-wood", "wood", rect=[4, 58, 20, 70]),
            ground("wall", "wall", line=[[4, 20], [68, 20]]),
        ],
    )
    assert not enemy_in_cover(ridge.battle, ridge["A"])


def test_enemies_who_stand_nearly_an_inch_off_share_a_line() -> None:
    """Columns, which are about as deep as wide: nothing of the circle round one touches the wall."""
    ridge = Ridge(
        [foot("us-line", "A", 10, 42.45, 180, "column")],
        [foot("cs-line", "B", 60, 42.45, 180, "column")],
        terrain=[ground("wall", "wall", line=[[4, 40], [68, 40]])],
    )
    assert same_cover(ridge.battle, ridge["A"], ridge["B"])
    assert enemy_in_cover(ridge.battle, ridge["A"])


@BY_BATTLE
def test_who_is_formed_need_not_know_who_charges(scenario: str, player: str, seed: int) -> None:
    for battle in moments(scenario, player, seed):
        charging = chargers(battle)
        for unit in standing(battle):
            if not unit.is_unformed():
                for id in charging:
                    one = mark_of(battle, unit, battle.units[id], charging)
                    other = mark_of(battle, unit, battle.units[id], NO_CHARGERS)
                    assert (one is None) == (other is None)
