"""Every result of the Actions Tables carried out on the table, by either side."""

from __future__ import annotations

from math import dist

import pytest
from rules.riskfactor.situation import Men, Skirmish, block, chief, lieutenant, men, row
from tabletop import ground, of, one

from playsheet.core.angles import bearing
from playsheet.rules.riskfactor.battle.events import ActionSet, Advanced, Charged, Moved, OrderSet, Ran, WentOff
from playsheet.rules.riskfactor.battle.fight_events import Fired
from playsheet.rules.riskfactor.terms import RESULTS, OrderKind, Phase

SIZE = 200.0
both_sides = pytest.mark.parametrize("side", [1, 2])


def near(value: float) -> float:
    return pytest.approx(value, abs=2e-2)  # type: ignore[return-value]


def flipped(spots: list[tuple[float, float]], side: int) -> list[tuple[float, float]]:
    """For side 2 the table is looked at from the north."""
    return spots if side == 1 else [(SIZE - x, SIZE - y) for x, y in spots]


class Field:
    """A group facing north and its enemies as seen from its own side, whichever side of the table that is."""

    def __init__(self, side: int, mine: list[Men], theirs: list[Men], terrain: list[str] | None = None) -> None:
        for held in [*mine, *theirs]:
            held.spots = flipped(held.spots, side)
        sides = (mine, theirs) if side == 1 else (theirs, mine)
        self.side = side
        self.table = Skirmish(sides[0], sides[1], terrain or [], first=side)

    def places(self, name: str) -> list[tuple[float, float]]:
        return flipped(self.table.places(name), self.side)

    def facing(self, name: str) -> float:
        """Degrees from straight ahead."""
        turn = self.table.facing(name) - (0.0 if self.side == 1 else 180.0)
        return (turn + 180) % 360 - 180

    def far_apart(self, one: str, other: str) -> float:
        return min(dist(a, b) for a in self.places(one) for b in self.places(other)) - 2.0


def rect(side: int, x0: float, y0: float, x1: float, y1: float) -> list[float]:
    (ax, ay), (bx, by) = flipped([(x0, y0), (x1, y1)], side)
    return [min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)]


def line(side: int, x0: float, y0: float, x1: float, y1: float) -> list[list[float]]:
    return [list(spot) for spot in flipped([(x0, y0), (x1, y1)], side)]


def squad(order: str = "hold", to: tuple[float, float] | None = None, card: str = "regular-squad") -> Men:
    return men(card, "Squad", row(9, 100, 50), order=order, to=to)


def foe(y: float, x: float = 100.0, card: str = "warrior-band") -> Men:
    """Nine of them, the first ahead of the others so that there is no doubt who is the nearest."""
    return men(card, "Foe", [(x, y), *row(8, x, y + 3)])


def only(told: list[object], how: str) -> Moved:
    found = one(told, Moved)  # type: ignore[arg-type]
    assert found.how == how
    return found


# ---------------------------------------------------------------- continue, continue orders


@both_sides
@pytest.mark.parametrize("result", ["continue", "continue_order"])
def test_continue_on_hold_stays_and_faces(side: int, result: str) -> None:
    field = Field(side, [squad()], [foe(60, 160)])
    before = field.places("Squad")
    told = field.table.do("Squad", result)
    assert field.places("Squad") == before
    assert field.facing("Squad") > 60
    assert not of(told, OrderSet)
    assert field.table["Squad"].order.kind == OrderKind.HOLD


@both_sides
@pytest.mark.parametrize("result", ["continue", "continue_order"])
def test_continue_on_an_advance_to_a_point_goes_there_facing_the_enemy(side: int, result: str) -> None:
    field = Field(side, [squad("advance", flipped([(130, 50)], side)[0])], [foe(150)])
    told = field.table.do("Squad", result)
    assert field.places("Squad") == [(near(x + 25), near(50)) for x, _ in row(9, 100, 50)]
    assert abs(field.facing("Squad")) < 20
    assert only(told, "follows its orders").ruling == "R55, R56"
    field.table.do("Squad", result)
    x = sum(x for x, _ in field.places("Squad")) / 9
    assert x == near(130)  # no farther than the point
    before = field.places("Squad")
    field.table.do("Squad", result)
    assert field.places("Squad") == before


@both_sides
def test_continue_on_an_advance_on_the_enemy_goes_for_the_nearest(side: int) -> None:
    field = Field(side, [squad("advance")], [foe(120)])
    field.table.do("Squad", "continue")
    assert [y for _, y in field.places("Squad")] == [near(75)] * 9
    assert field.table["Squad"].advancing


@both_sides
def test_continue_on_a_withdrawal_goes_back_facing_the_enemy(side: int) -> None:
    field = Field(side, [squad("withdraw", flipped([(100, 10)], side)[0])], [foe(120)])
    field.table.do("Squad", "continue")
    assert [y for _, y in field.places("Squad")] == [near(25)] * 9
    assert abs(field.facing("Squad")) < 10
    assert not field.table["Squad"].advancing


@both_sides
@pytest.mark.parametrize("before", ["run", "withdraw"])
def test_continue_after_flight_is_a_halt(side: int, before: str) -> None:
    """R12: with the order to advance still given, too."""
    field = Field(side, [squad("advance")], [foe(120)])
    table = field.table
    table.do("Squad", before)
    table.order("Squad", "advance")
    table.wound("Squad", 0, 1, 2)
    table.begin(side)
    places = field.places("Squad")
    came = table.roll("Squad", 6 if before == "run" else 4)
    # running: 3 + 3 hurt = RF 6, die 6; withdrawing: 3 hurt = RF 3, die 4; both cells say continue (Charge?)
    assert RESULTS[came.result] == "halt"
    assert not came.charge
    table.phase(Phase.MOVES)
    assert field.places("Squad") == places
    assert abs(field.facing("Squad")) < 10


# ---------------------------------------------------------------- halt


@both_sides
def test_halt(side: int) -> None:
    field = Field(side, [squad("advance")], [foe(60, 160)])
    before = field.places("Squad")
    told = field.table.do("Squad", "halt")
    assert field.places("Squad") == before
    assert field.facing("Squad") > 60
    order = one(told, OrderSet)
    assert (order.kind, order.ruling) == (OrderKind.HOLD, "R56")


# ---------------------------------------------------------------- advance, and towards the nearest


@both_sides
@pytest.mark.parametrize("result", ["advance", "advance_to_nearest"])
def test_advance_is_a_full_move_at_the_nearest_enemy_in_sight(side: int, result: str) -> None:
    field = Field(side, [squad()], [foe(120), men("warrior-band", "Farther", row(9, 20, 150))])
    told = field.table.do("Squad", result)
    assert [y for _, y in field.places("Squad")] == [near(75)] * 9
    assert one(told, OrderSet).kind == OrderKind.ADVANCING
    assert one(told, Advanced).advancing
    assert field.table["Squad"].advancing


@both_sides
@pytest.mark.parametrize("result", ["advance", "advance_to_nearest"])
def test_an_advance_stops_one_cm_short(side: int, result: str) -> None:
    field = Field(side, [squad()], [foe(65)])
    field.table.do("Squad", result)
    assert field.far_apart("Squad", "Foe") == near(1.0)
    assert not field.table.battle.contacts()


@both_sides
def test_horse_advance_forty_cm_over_open_ground(side: int) -> None:
    field = Field(side, [men("lancer-section", "Squad", row(6, 100, 50))], [foe(150)])
    field.table.do("Squad", "advance")
    assert [y for _, y in field.places("Squad")] == [near(90)] * 6


# ---------------------------------------------------------------- charge


@both_sides
@pytest.mark.parametrize("result", ["advance", "continue"])
def test_a_charge_by_the_owners_word(side: int, result: str) -> None:
    field = Field(side, [squad(), lieutenant(20, 20)], [foe(70)])
    told = field.table.do("Squad", result, "charge charge:{Foe}", charge=True)
    assert one(told, Charged).target == field.table["Foe"].id
    assert only(told, "charges")
    assert len(field.table.battle.contacts()) >= 5
    assert field.table["Squad"].charged
    assert field.table["Squad"].advancing
    assert field.table["Squad"].order.kind == (OrderKind.ADVANCING if result == "advance" else OrderKind.HOLD)


@both_sides
def test_no_charge_by_the_owners_word(side: int) -> None:
    field = Field(side, [squad(), lieutenant(20, 20)], [foe(70)])
    told = field.table.do("Squad", "advance", "charge no", charge=True)
    assert not of(told, Charged)
    assert field.far_apart("Squad", "Foe") == near(1.0)


@both_sides
def test_with_nobody_to_ask_warriors_charge_and_riflemen_do_not(side: int) -> None:
    field = Field(side, [men("warrior-band", "Band", row(9, 100, 50))], [foe(70, card="regular-squad")])
    field.table.do("Band", "continue", charge=True)
    assert field.table.battle.contacts()
    field = Field(side, [squad()], [foe(70)])
    field.table.do("Squad", "advance", charge=True)
    assert not field.table.battle.contacts()


@both_sides
def test_the_rest_close_up_behind_a_charge(side: int) -> None:
    field = Field(side, [men("warrior-band", "Band", block(20, 100, 50, 5))], [men("chief", "Foe", [(100, 62)])])
    field.table.do("Band", "advance", charge=True)
    assert len(field.table.battle.contacts()) == 4  # four round one
    assert max(dist(spot, (100, 62)) for spot in field.places("Band")) < 15


@both_sides
def test_too_far_for_a_charge_is_an_advance(side: int) -> None:
    field = Field(side, [men("warrior-band", "Band", row(9, 100, 50))], [foe(90, card="regular-squad")])
    told = field.table.do("Band", "advance", charge=True)
    assert not of(told, Charged)
    assert [y for _, y in field.places("Band")] == [near(75)] * 9


# ---------------------------------------------------------------- take cover


@both_sides
def test_take_cover_in_the_nearest_that_can_be_reached(side: int) -> None:
    terrain = [
        ground("rocks", name="near", rect=rect(side, 90, 60, 130, 75)),
        ground("woods", name="far", rect=rect(side, 40, 30, 70, 70)),
    ]
    field = Field(side, [squad("advance")], [foe(150)], terrain)
    told = field.table.do("Squad", "take_cover")
    inside = [x > 89 and 60 <= y <= 75 for x, y in field.places("Squad")]
    assert all(inside)
    assert abs(field.facing("Squad")) < 15
    assert one(told, OrderSet).kind == OrderKind.HOLD
    assert only(told, "takes cover").ruling == "R55, R67"


@both_sides
def test_take_cover_behind_a_wall_on_the_side_away_from_the_enemy(side: int) -> None:
    field = Field(side, [squad()], [foe(120)], [ground("wall", line=line(side, 80, 60, 120, 60))])
    field.table.do("Squad", "take_cover")
    for _, y in field.places("Squad"):
        assert 57 <= y <= 59.01  # within 2 cm of the wall, south of it
    assert field.table.risk("Squad").get("Unit entirely in cover or advancing", -1) == -1


@both_sides
def test_take_cover_stays_where_it_is_if_all_are_in_cover(side: int) -> None:
    terrain = [ground("crops", rect=rect(side, 80, 40, 120, 60)), ground("rocks", rect=rect(side, 80, 61, 120, 70))]
    field = Field(side, [squad()], [foe(120)], terrain)
    before = field.places("Squad")
    field.table.do("Squad", "take_cover")
    assert field.places("Squad") == before


@both_sides
def test_take_cover_without_any_goes_away_from_the_mean_of_all_enemies(side: int) -> None:
    """Five close by in the west, fifteen in the east: away from their mean, and that is westwards."""
    field = Field(
        side,
        [squad()],
        [
            men("warrior-band", "West", [(90.0, 100.0)]),
            men("warrior-band", "East", [(150.0 + 3 * k, 100.0) for k in range(4)]),
        ],
    )
    field.table.do("Squad", "take_cover")
    mean_x = (90 + 4 * 154.5) / 5
    far = dist((mean_x, 100), (100, 50))
    expected = 100 + 25 * (100 - mean_x) / far, 50 + 25 * (50 - 100) / far
    x, y = field.places("Squad")[4]
    assert (x, y) == (near(expected[0]), near(expected[1]))


@both_sides
def test_taking_cover_nobody_leaves_the_table(side: int) -> None:
    field = Field(side, [men("regular-squad", "Squad", row(9, 100, 5))], [foe(60)])
    told = field.table.do("Squad", "take_cover")
    assert not of(told, WentOff)
    assert min(y for _, y in field.places("Squad")) == near(1.0)


# ---------------------------------------------------------------- withdraw


@both_sides
def test_withdraw_to_the_nearest_cover_that_is_farther_from_the_enemy(side: int) -> None:
    terrain = [
        ground("rocks", name="in front", rect=rect(side, 90, 60, 110, 75)),
        ground("woods", name="behind", rect=rect(side, 80, 10, 120, 35)),
    ]
    field = Field(side, [squad("advance")], [foe(150)], terrain)
    told = field.table.do("Squad", "withdraw")
    assert all(10 <= y <= 36 for _, y in field.places("Squad"))
    assert abs(field.facing("Squad")) < 15
    assert one(told, OrderSet).kind == OrderKind.HOLD
    assert not of(told, Ran)


@both_sides
def test_withdraw_straight_away_if_there_is_none(side: int) -> None:
    field = Field(side, [squad()], [foe(120)])
    field.table.do("Squad", "withdraw")
    assert [y for _, y in field.places("Squad")] == [near(25)] * 9
    assert abs(field.facing("Squad")) < 15
    assert not field.table["Squad"].router


@both_sides
def test_withdrawing_over_the_edge_is_leaving_the_table(side: int) -> None:
    field = Field(side, [men("regular-squad", "Squad", row(9, 100, 10))], [foe(60)])
    told = field.table.do("Squad", "withdraw")
    gone = one(told, WentOff)
    assert (len(gone.figures), gone.ruling) == (9, "R47")
    assert not field.table["Squad"].on_table()


# ---------------------------------------------------------------- run


@both_sides
def test_run_straight_away_with_the_back_turned(side: int) -> None:
    terrain = [ground("woods", rect=rect(side, 150, 30, 180, 70))]  # nobody who runs looks for cover
    field = Field(side, [squad("advance")], [foe(120)], terrain)
    told = field.table.do("Squad", "run")
    assert [y for _, y in field.places("Squad")] == [near(25)] * 9
    assert abs(field.facing("Squad")) == near(180)
    assert field.table["Squad"].router
    assert one(told, Ran)
    assert field.table["Squad"].order.kind == OrderKind.HOLD
    assert not field.table["Squad"].advancing


@both_sides
def test_wounded_runners_fall_behind(side: int) -> None:
    field = Field(side, [squad()], [foe(120)])
    field.table.wound("Squad", 8)
    field.table.do("Squad", "run")
    assert [y for _, y in field.places("Squad")] == [near(25)] * 8 + [near(30)]


@both_sides
def test_runners_slide_round_a_building_if_they_ride(side: int) -> None:
    terrain = [ground("building", rect=rect(side, 98, 20, 110, 40))]
    field = Field(side, [men("lancer-section", "Squad", [(100.0, 50.0)])], [foe(120, 120)], terrain)
    field.table.do("Squad", "run")
    x, y = field.places("Squad")[0]
    assert y < 25
    assert x <= 97.1


# ---------------------------------------------------------------- what a result leaves of the shooting


@both_sides
@pytest.mark.parametrize(
    ("result", "order", "shots"),
    [
        ("continue_order", "hold", 4),
        ("continue_order", "advance", 3),
        ("continue", "hold", 4),
        ("continue", "advance", 3),
        ("advance", "hold", 3),
        ("advance_to_nearest", "hold", 3),
        ("halt", "advance", 4),
        ("take_cover", "hold", 3),
        ("withdraw", "hold", 0),
        ("run", "hold", 0),
    ],
)
def test_stationary_moving_or_none(side: int, result: str, order: str, shots: int) -> None:
    field = Field(side, [squad(order)], [foe(120)])
    field.table.do("Squad", result)
    told = field.table.phase(Phase.UNCOMMANDED_FIRE, dice=[1] * shots)
    assert [fired.shots for fired in of(told, Fired)] == ([shots] if shots else [])


@both_sides
def test_in_cover_already_it_fires_as_stationary(side: int) -> None:
    field = Field(side, [squad()], [foe(120)], [ground("crops", rect=rect(side, 80, 45, 120, 55))])
    field.table.do("Squad", "take_cover")
    assert one(field.table.phase(Phase.UNCOMMANDED_FIRE, dice=[1] * 4), Fired).shots == 4


# ---------------------------------------------------------------- from the die to the deed


@both_sides
@pytest.mark.parametrize(
    ("card", "hurt", "die", "result"),
    [
        ("regular-squad", 0, 1, "continue_order"),
        ("regular-squad", 0, 6, "advance_to_nearest"),
        ("regular-squad", 1, 1, "take_cover"),
        ("regular-squad", 1, 2, "halt"),
        ("regular-squad", 1, 3, "continue"),
        ("regular-squad", 1, 6, "advance"),
        ("regular-squad", 4, 1, "withdraw"),
        ("regular-squad", 4, 2, "take_cover"),
        ("regular-squad", 6, 1, "run"),
        ("regular-squad", 6, 6, "continue"),
        ("regular-squad", 9, 2, "run"),
        ("regular-squad", 9, 3, "withdraw"),
        ("regular-squad", 9, 6, "halt"),
        ("warrior-band", 0, 5, "continue_order"),
        ("warrior-band", 1, 1, "halt"),
        ("warrior-band", 1, 5, "advance"),
        ("warrior-band", 6, 1, "take_cover"),
        ("warrior-band", 6, 6, "advance"),
        ("warrior-band", 7, 1, "run"),
        ("warrior-band", 7, 6, "continue"),
        ("warrior-band", 9, 5, "take_cover"),
    ],
)
def test_the_die_in_the_row_of_the_risk_factor(side: int, card: str, hurt: int, die: int, result: str) -> None:
    """Ten figures of whom so many are wounded, an enemy in sight and nobody in range: RF as many."""
    field = Field(side, [men(card, "Squad", row(10, 100, 50))], [foe(150)])
    field.table.wound("Squad", *range(hurt))
    came = field.table.roll("Squad", die)
    assert (came.risk, RESULTS[came.result]) == (hurt, result)
    told = field.table.phase(Phase.MOVES)
    moved = bool([m for m in of(told, Moved) if any(m.went)])
    assert moved == (result in ("advance_to_nearest", "advance", "take_cover", "withdraw", "run"))
    ahead = [y > 51 for _, y in field.places("Squad")]
    assert all(ahead) == (result in ("advance_to_nearest", "advance"))


@both_sides
def test_without_an_enemy_in_sight_results_that_need_one_are_orders(side: int) -> None:
    """R11: hidden warriors; a squad that would advance, withdraw or run follows its order instead."""
    wood = ground("woods", rect=rect(side, 60, 120, 140, 180))
    for hurt, die in ((1, 6), (4, 1), (6, 1)):
        field = Field(side, [squad("advance", flipped([(100, 100)], side)[0])], [foe(150)], [wood])
        field.table.phase(Phase.VISIBILITY, dice=[6])
        field.table.wound("Squad", *range(hurt))
        came = field.table.roll("Squad", die)
        assert RESULTS[came.result] == "continue_order"
        field.table.phase(Phase.MOVES)
        assert max(y for _, y in field.places("Squad")) == near(75)


@both_sides
def test_bound_groups_move_first_then_the_free_ones(side: int) -> None:
    field = Field(side, [squad(), men("recruit-squad", "Free", row(9, 100, 30)), lieutenant(20, 20)], [foe(150)])
    table = field.table
    table.commanded("Free", "Lieutenant")
    told = table.phase(Phase.ACTIONS, dice=[6, 3, 3])
    table.phase(Phase.MOVES)
    assert min(y for _, y in field.places("Squad")) == near(75)
    assert [y for _, y in field.places("Free")] == [30.0] * 9
    assert len(told) >= 3


def test_every_instruction_faces_the_nearest_enemy_but_run() -> None:
    for result in RESULTS:
        field = Field(1, [squad("advance", (60, 50))], [foe(120, 140)])
        field.table.do("Squad", result)
        x, y = field.table.battle.centre(field.table.battle.members(field.table["Squad"]))
        spots = field.table.places("Foe")
        nearest = min(spots, key=lambda spot: min(dist(spot, mine) for mine in row(9, 100, 50)))
        toward = bearing(nearest[0] - x, nearest[1] - y)
        off = abs((field.table.facing("Squad") - toward + 180) % 360 - 180)
        assert (off < 1) == (result != "run"), result


@both_sides
@pytest.mark.parametrize(("result", "y"), [("advance", 71.0), ("run", 21.0), ("withdraw", 21.0), ("halt", 46.0)])
def test_a_leader_moves_with_the_group_whose_result_he_shares(side: int, result: str, y: float) -> None:
    """R13, R63: a chief whom nobody plays goes along with his band."""
    field = Field(side, [men("warrior-band", "Squad", row(9, 100, 50)), chief(100, 46)], [foe(120)])
    table = field.table
    table.battle.played[side - 1] = False
    band, leader = table["Squad"], table["Chief"]
    for unit, host in ((band, -1), (leader, band.id)):
        table.game.tell(ActionSet(unit.id, 0, [], 1, RESULTS.index(result), False, False, True, host, "", ()))
    told = table.phase(Phase.MOVES)
    assert {event.group for event in of(told, Moved)} <= {band.id}
    assert field.places("Chief") == [(near(100), near(y))]
    assert leader.router == (result == "run")
    assert leader.order.kind == band.order.kind
    assert leader.advancing == band.advancing == (result == "advance")
