"""What is found by a short cut is what a look at everybody and everything finds.

Battles are played, and the two compared now and then: whoever has moved, fallen or got into a machine and is still
found where he was would show, and so would a way that leads where a short cut saw none.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from rules.gaslight.situation import PIT, Field, band, machine, men, row, setup_of
from tabletop import ground

from playsheet.core.angles import bearing, direction
from playsheet.core.dice import Seeded
from playsheet.core.discs import on_table, overlap, overlaps_piece
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, Rect, rect, spacing
from playsheet.core.terrain import holds, polygon
from playsheet.rules.gaslight.battle.land import rough_among
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.doctrine.deployment import best_first, front_places, fronts_of
from playsheet.rules.gaslight.doctrine.ways import Destination, price_of, way_to
from playsheet.rules.gaslight.ground.driving import hull_refused
from playsheet.rules.gaslight.ground.marks import enemies_near, is_engaged, marks_of, out_of_contact
from playsheet.rules.gaslight.ground.moving import Floor, Mover, Spent
from playsheet.rules.gaslight.ground.sight import screen_about, screen_between, sees, why_none_seen
from playsheet.rules.gaslight.ground.slots import TURNS, Ring, charger, hull_slots, lasts, leads_to
from playsheet.rules.gaslight.ground.tolls import CLEAR, INSIDE, ON_THE_LINE, OUTSIDE, Lie, Tolls, lies_in
from playsheet.rules.gaslight.options.charge import Onset, charged, farthest, lifted, standing
from playsheet.rules.gaslight.options.command import able_figures
from playsheet.rules.gaslight.options.orders import Hands, may_shoot
from playsheet.rules.gaslight.options.shooting import fighters_within, shoot_options
from playsheet.rules.gaslight.table.deployment import DeployRegion
from playsheet.rules.gaslight.terms import Arm, Bar, ModelMark, Where
from playsheet.rules.gaslight.victory import inside

pytestmark = pytest.mark.battles

BATTLES = [(PIT, "random", 3), (PIT, "random", 4), ("steam-at-kandar-ford", "doctrine", 6), (PIT, "doctrine", 6)]
BY_BATTLE = pytest.mark.parametrize(("scenario", "player", "seed"), BATTLES)


def played(scenario: str, player: str, seed: int, every: int) -> Iterator[GaslightBattle]:
    """The battle after every so many steps, once everybody stands."""
    game: Game[GaslightBattle] = setup_of(scenario).game([player, player], seed, False)
    while not game.battle.finished:
        game.play_step()
        if game.step % every == 0 and not game.battle.to_deploy:
            yield game.battle


def here(battle: GaslightBattle) -> list[Unit]:
    return [unit for unit in battle.units if unit.place == Where.ON_TABLE]


# ---------------------------------------------------------------- who is near


@BY_BATTLE
def test_who_is_near_a_place(scenario: str, player: str, seed: int) -> None:
    for battle in played(scenario, player, seed, 12):
        models = [model for model in range(len(battle.figures.x)) if not battle.near.absent(model)]
        for unit in here(battle):
            x, y = battle.centre(battle.members(unit))
            for far in (1.5, 7.0, 20.0):
                near = [
                    model
                    for model in models
                    if spacing(x, y, *battle.at(model)) <= far + battle.radius[model] + TOLERANCE
                ]
                others = [model for model in near if battle.owner[model] != unit.id]
                assert battle.others_within(unit, x, y, far) == len(others)
                foes = [model for model in others if battle.side_of(model) != unit.side]
                fighters = [m for m in foes if m < battle.men or battle.units[battle.home[m]].has_machine()]
                fighters = [m for m in fighters if not battle.is_gun(m)]
                assert fighters_within(battle, unit.side, x, y, far) == fighters
                if far > battle.rules.command_radius:
                    owners = {int(battle.owner[model]) for model in foes}
                    found = enemies_near(battle, unit.side, x, y, far - battle.rules.command_radius)
                    assert found == sorted(id for id in owners if battle.units[id].place == Where.ON_TABLE)


@BY_BATTLE
def test_who_is_in_contact_or_inside_a_place(scenario: str, player: str, seed: int) -> None:
    for battle in played(scenario, player, seed, 12):
        for unit in here(battle):
            if unit.kind != Arm.VEHICLE:
                members = battle.members(unit)
                assert battle.any_engaged(unit.side, members) == any(len(battle.foes(one)) > 0 for one in members)
        for plot in range(len(battle.land.plots)):
            piece = battle.land.plots[plot].piece
            for side in (0, 1):
                on_foot = [
                    figure
                    for figure in range(battle.men)
                    if battle.side_of(figure) == side
                    and not battle.near.absent(figure)
                    and holds(piece, *battle.at(figure))
                ]
                aboard = [
                    figure
                    for figure in range(battle.men)
                    if battle.side_of(figure) == side
                    and battle.marked(figure, ModelMark.ABOARD)
                    and holds(piece, *battle.at(figure))
                ]
                assert inside(battle, plot, side, on_foot=True) == len(on_foot)
                assert inside(battle, plot, side, on_foot=False) == len(on_foot) + len(aboard)


@BY_BATTLE
def test_who_is_nearest_and_who_is_of_a_unit(scenario: str, player: str, seed: int) -> None:
    for battle in played(scenario, player, seed, 12):
        for unit in battle.units:
            assert battle.members(unit) == battle.mustered(unit)
        for unit in here(battle):
            x, y = battle.centre(battle.members(unit))
            for side in (0, 1):
                assert battle.nearest_figure(x, y, side) == battle.ranks[side].nearest(x, y, side)


@BY_BATTLE
def test_what_is_out_of_contact(scenario: str, player: str, seed: int) -> None:
    engaged = 0
    for battle in played(scenario, player, seed, 12):
        for side in (0, 1):
            units = battle.targets_of(side)
            plain = [mark.code for unit in units for mark in marks_of(battle, unit) if not is_engaged(battle, mark)]
            assert [mark.code for mark in out_of_contact(battle, [unit.id for unit in units])] == plain
            engaged += len(plain) < sum(len(marks_of(battle, unit)) for unit in units)
    assert engaged


# ---------------------------------------------------------------- who is seen


@BY_BATTLE
def test_what_a_screen_hides(scenario: str, player: str, seed: int) -> None:
    hidden = 0
    for battle in played(scenario, player, seed, 25):
        for unit in here(battle):
            members = battle.members(unit)
            for mark in [mark for foe in battle.targets_of(unit.side) for mark in marks_of(battle, foe)]:
                screen = screen_between(battle, members, mark.models)
                for figure in members:
                    x, y = battle.at(figure)
                    about = screen_about(battle, x, y, 72.0)
                    assert screen.sees_any(figure, mark.models) == (not why_none_seen(battle, figure, mark.models))
                    for model in mark.models[:3]:
                        seen = sees(battle, x, y, *battle.at(model), figure, model)
                        assert screen.sees(x, y, *battle.at(model), figure, model) == seen
                        assert about.sees(x, y, *battle.at(model), figure, model) == seen
                        hidden += not seen
    assert hidden > 20


@BY_BATTLE
def test_who_has_nothing_to_shoot_with_has_nothing_to_shoot_at(scenario: str, player: str, seed: int) -> None:
    spared = 0
    for battle in played(scenario, player, seed, 9):
        for unit in here(battle):
            free = Hands(battle, unit).free
            if not may_shoot(battle, unit, free):
                spared += 1
                marks = out_of_contact(battle, [foe.id for foe in battle.targets_of(unit.side)])
                assert not shoot_options(battle, unit, free, marks)
    assert spared


# ---------------------------------------------------------------- where a hull may stand


@pytest.mark.parametrize("seed", range(3))
def test_a_hull_stands_on_whom_its_outline_overlaps(seed: int) -> None:
    """Near the others' edges too, where a quick look leaves a doubt."""
    field = Field([machine("gl-steam-tank", "Tank", 20, 10)], [band(6, "Foe", row(7, 30, 30), 0.0)])
    battle = field.battle
    tank = field["Tank"]
    card = tank.card.machine
    assert card is not None
    stream = Seeded(seed)
    refused = 0
    for tried in range(600):
        x, y = 24.0 + 0.01 * stream.one(1200), 24.0 + 0.01 * stream.one(1200)
        hull = rect(x, y, float(stream.one(360) - 1), card.width, card.length)
        if tried % 2:  # its front at somebody's edge, give or take a hair
            foe = battle.members(field["Foe"])[stream.one(6) - 1]
            apart = battle.radius[foe] + hull.half_d + (stream.one(9) - 5) * 0.5 * TOLERANCE
            fx, fy = battle.at(foe)
            hull = rect(fx - hull.ux * apart, fy - hull.uy * apart, hull.facing, card.width, card.length)
        shape = polygon(0, "hull", "hull", outline(hull))
        stood_on = [m for m in battle.members(field["Foe"]) if overlaps_piece(shape, *battle.at(m), battle.radius[m])]
        assert bool(hull_refused(battle, tank, hull)) == bool(stood_on)
        refused += len(stood_on) > 0
    assert 50 < refused < 550


def outline(hull: Rect) -> list[tuple[float, float]]:
    ax, ay, bx, by, cx, cy, dx, dy = hull.corners()
    return [(ax, ay), (bx, by), (cx, cy), (dx, dy)]


# ---------------------------------------------------------------- who may be charged


@BY_BATTLE
def test_who_may_be_charged(scenario: str, player: str, seed: int) -> None:
    whys: dict[str, int] = {}
    for battle in played(scenario, player, seed, 20):
        for unit in here(battle):
            if unit.leader < 0 or (unit.kind == Arm.VEHICLE and battle.aboard(unit)):
                continue
            onset = Onset(battle, unit)
            for foe in battle.targets_of(unit.side):
                for mark in marks_of(battle, foe):
                    models = charged(battle, mark)
                    why = onset.why_not(models)
                    assert why == why_not_by_all(battle, unit, models), (unit.name, foe.name)
                    assert why or foe.id in onset.targets()
                    whys[why] = whys.get(why, 0) + 1
    assert whys[""] > 5
    assert whys[Bar.TOO_FAR] > 5


def why_not_by_all(battle: GaslightBattle, unit: Unit, models: list[int]) -> str:
    """Every figure tries every place beside every model, whatever the ground."""
    if not models:
        return Bar.NO_WAY
    figures = [figure for figure in able_figures(battle, unit) if standing(battle, figure)]
    far = max([farthest(battle, figure) for figure in figures], default=0.0)
    pairs = [(figure, model) for figure in figures for model in models if gap(battle, figure, model) <= far + TOLERANCE]
    if not pairs:
        return Bar.TOO_FAR
    unseen = why_none_seen(battle, unit.leader, models)
    if unseen:
        return unseen
    floor = lifted(battle, figures)
    bonus = float(battle.rules.charges[unit.kind].highest())
    for figure, model in pairs:
        if finds_place(battle, floor, charger(battle, figure, bonus), figure, model):
            return ""
    return Bar.NO_WAY


def gap(battle: GaslightBattle, figure: int, model: int) -> float:
    return battle.gap(model, *battle.at(figure)) - battle.radius[figure]


def finds_place(battle: GaslightBattle, floor: Floor, mover: Mover, figure: int, target: int) -> bool:
    rules = battle.rules
    ring = Ring(battle, mover.side)
    most = rules.allowance(mover.base, mover.bonus, False, mover.leaderless, 0) + TOLERANCE
    if gap(battle, figure, target) > most or ring.full(target):
        return False
    x, y = battle.at(figure)
    for sx, sy in places_beside(battle, mover, x, y, target):
        touched = battle.touching(mover.side, sx, sy, mover.radius)
        held = [m for m in touched if m < battle.men and stands_on(battle, mover, sx, sy, m)]
        if spacing(x, y, sx, sy) > most or held or len(touched) > rules.most_attackers:
            continue
        if len(touched) > 1 and ring.any_full(touched):
            continue
        if not on_table(battle.land.ground, sx, sy, mover.radius):
            continue
        if floor.free(mover.model, mover.radius, sx, sy, mover.mounted):
            if leads_to(battle, mover, most, x, y, sx, sy, target):
                return True
    return False


def stands_on(battle: GaslightBattle, mover: Mover, x: float, y: float, model: int) -> bool:
    return overlap(x, y, mover.radius, *battle.at(model), battle.radius[model])


def places_beside(battle: GaslightBattle, mover: Mover, x: float, y: float, target: int) -> list[tuple[float, float]]:
    if battle.is_machine(target):
        return hull_slots(battle, mover, x, y, battle.hull_of(battle.units[battle.home[target]]))
    tx, ty = battle.at(target)
    apart = mover.radius + battle.radius[target]
    found: list[tuple[float, float]] = []
    for turn in TURNS:
        ux, uy = direction(bearing(x - tx, y - ty) + turn)
        found.append((tx + ux * apart, ty + uy * apart))
    return found


# ---------------------------------------------------------------- what the ground takes off a move

GROUND = [
    ground("stream", "the stream", rect=[0, 30, 72, 33]),
    ground("bridge", "the bridge", rect=[50, 30, 54, 33]),
    ground("woods", "the wood", rect=[8, 6, 20, 16]),
    ground("building", "the house", rect=[30, 10, 36, 16]),
    ground("earth-wall", "the fort", line=[[40, 12], [52, 12], [52, 22], [40, 22], [40, 12]]),
    ground("wall", "the wall", line=[[10, 40], [30, 40]]),
]


@pytest.mark.parametrize("pro_rata", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_no_way_that_lasts_is_longer_than_the_ground_allows(seed: int, pro_rata: bool) -> None:
    """Straight ways and ways round a corner, from anywhere to anywhere."""
    settings = {"rough-terrain": "pro-rata"} if pro_rata else {}
    field = Field([band(4, "Red", row(5, 30, 5), 0.0)], [men("gl-hero", "Foe", [(60, 60)], 180.0)], GROUND, **settings)
    battle = field.battle
    stream = Seeded(seed)

    def anywhere() -> tuple[float, float]:
        return 0.5 + 0.01 * stream.one(7100), 0.5 + 0.01 * stream.one(4500)

    lasting = dearer = 0
    for _ in range(1500):
        mover = charger(battle, 0, float(stream.one(24)))
        x, y = anywhere()
        to_x, to_y = x + 0.01 * (stream.one(2400) - 1200), y + 0.01 * (stream.one(2400) - 1200)
        if not on_table(battle.land.ground, to_x, to_y, 0.5):
            continue
        most = battle.rules.allowance(mover.base, mover.bonus, False, mover.leaderless, 0)
        tolls = Tolls(battle, mover, Lie(battle.land, x, y, 0.0), Lie(battle.land, to_x + 0.4, to_y - 0.4, 1.0))
        for way in ([(x, y), (to_x, to_y)], [(x, y), anywhere(), (to_x, to_y)]):
            spent = Spent()
            if all(lasts(battle, mover, spent, *way[k - 1], *way[k]) for k in range(1, len(way))):
                lasting += 1
                length = sum(spacing(*way[k - 1], *way[k]) for k in range(1, len(way)))
                assert length <= tolls.most_to(to_x, to_y) + CLEAR <= tolls.most() + CLEAR
        dearer += tolls.most_to(to_x, to_y) < most
    assert lasting > 200
    assert dearer > 50


@pytest.mark.parametrize(
    ("x", "y", "to_y", "rough"),
    [(4, 28, 35, True), (4, 35, 28, True), (4, 28, 24, False), (4, 35, 39, False), (46, 28, 35, False)],
)
def test_who_crosses_a_stream_away_from_its_bridge_is_in_rough_going(
    x: float, y: float, to_y: float, *, rough: bool
) -> None:
    field = Field([band(4, "Red", row(5, 30, 5), 0.0)], [men("gl-hero", "Foe", [(60, 60)], 180.0)], GROUND)
    land = field.battle.land
    tolls = Tolls(field.battle, charger(field.battle, 0, 6.0), Lie(land, x, y, 0.0), Lie(land, x, to_y, 1.0))
    assert tolls.rough == rough


@pytest.mark.parametrize("seed", range(4))
def test_on_which_side_of_the_ground_a_place_lies(seed: int) -> None:
    """All about a place lies on the side that is found for it; on neither, where the ground's edge goes through it."""
    field = Field([band(4, "Red", row(5, 30, 5), 0.0)], [men("gl-hero", "Foe", [(60, 60)], 180.0)], GROUND)
    land = field.battle.land
    stream = Seeded(seed)
    sides = set()
    for _ in range(400):
        x, y, wide = 0.01 * stream.one(7200), 0.01 * stream.one(4800), 0.01 * stream.one(300)
        lie = Lie(land, x, y, wide)
        for k, held in enumerate(land.enclosures):
            sides.add(lie.sides[k])
            for turn in range(0, 360, 20):
                ux, uy = direction(float(turn))
                at = lies_in(land, held, x + wide * ux, y + wide * uy, 0.0)
                assert at == lie.sides[k] or lie.sides[k] == ON_THE_LINE
    assert sides == {INSIDE, OUTSIDE, ON_THE_LINE}


@pytest.mark.parametrize("seed", range(4))
def test_rough_going_on_a_way_is_found_among_what_lies_on_it(seed: int) -> None:
    field = Field([band(4, "Red", row(5, 30, 5), 0.0)], [men("gl-hero", "Foe", [(60, 60)], 180.0)], GROUND)
    land = field.battle.land
    stream = Seeded(seed)
    found = set()
    for _ in range(400):
        x0, y0, x1, y1 = [0.01 * stream.one(4800) for _ in range(4)]
        about = [land.plots[index] for index in land.plan.between(x0, y0, x1, y1)]
        for tenth in range(11):
            x, y = x0 + 0.1 * tenth * (x1 - x0), y0 + 0.1 * tenth * (y1 - y0)
            rough = rough_among(land.plots, x, y)
            assert rough_among(about, x, y) == land.is_rough(x, y) == rough
            found.add(rough)
    assert found == {True, False}


# ---------------------------------------------------------------- ways and fronts


@BY_BATTLE
def test_a_destination_is_the_same_from_wherever_one_asks_first(scenario: str, player: str, seed: int) -> None:
    for battle in played(scenario, player, seed, 60):
        for mounted in (False, True):
            for goal in here(battle)[:4]:
                x, y = battle.centre(battle.members(goal))
                asked = Destination(battle, x, y, 0.5, mounted=mounted)
                for unit in here(battle):
                    start = battle.centre(battle.members(unit))
                    to_x, to_y, price = asked.way_from(*start)
                    assert (to_x, to_y, price) == way_to(battle, *start, x, y, 0.5, mounted=mounted)
                    assert price <= price_of(battle, *start, x, y, mounted=mounted)


@pytest.mark.parametrize("scenario", [PIT, "steam-at-kandar-ford"])
def test_units_that_share_their_front_would_each_have_found_it(scenario: str) -> None:
    game: Game[GaslightBattle] = setup_of(scenario).game(["doctrine", "doctrine"], 1, False)
    battle = game.battle
    for _ in (1, 2):
        for unit in battle.units:
            entry = battle.goals.entries[unit.id]
            region = DeployRegion(battle, unit, entry.zones, entry.facing)
            held = fronts_of(battle).places(battle, region)
            plain = best_first(front_places(battle, region))
            assert [(place.value, place.worth) for place in held] == [(place.value, place.worth) for place in plain]
    assert fronts_of(battle.clone()) is fronts_of(battle)
