"""Rulings R113 to R123: how near, which way, who joins whom, who gets out; every one has its own test."""

from __future__ import annotations

import pytest
from rules.gaslight.situation import Field, Spot, band, crew, machine, men, row, soldiers
from tabletop import cited, ground, of, one, rolls

from playsheet.core.angles import direction
from playsheet.rules.gaslight.battle.events import Attached, DeckShuffled, LeftTable, TurnEnded
from playsheet.rules.gaslight.battle.fight_events import FailureRolled, Struck, TargetsGone
from playsheet.rules.gaslight.battle.machine_events import Drove, GotOut, MachineLost
from playsheet.rules.gaslight.ground.driving import DriveRegion
from playsheet.rules.gaslight.options.command import hosts
from playsheet.rules.gaslight.table.command import deck_of
from playsheet.rules.gaslight.table.crews import forced_aboard
from playsheet.rules.gaslight.table.damage import lose_machine
from playsheet.rules.gaslight.terms import FailureResult, Leadership, ModelMark, MoveKind
from playsheet.tabletop.machines.machine import ABANDONED, DISABLED

FAR = soldiers(2, "Foe", row(2, 30, 66), 180.0)
RUNS_OFF, RUNS, BACKS, FROZE, CHARGES = 1, 6, 11, 13, 17  # faces of an Extra's column
SHRUGS = 20  # of a main character's


def keys(field: Field, name: str) -> set[str]:
    return {key.split(":")[0] for key in field.offered(name, True)}


def gap(field: Field, name: str, other: str) -> float:
    """From edge to edge, between the first figures of two units."""
    x, y = field.battle.at(field.figure(name))
    return field.battle.gap(field.figure(other), x, y) - field.battle.radius[field.figure(name)]


# ---------------------------------------------------------------- how near, and which way


def test_r113_a_move_a_gun_and_a_drive_halt_half_an_inch_from_an_enemy() -> None:
    foe = soldiers(1, "Foe", [(30, 14)], 180.0)
    field = Field([soldiers(1, "Red", [(30, 10)])], [foe])
    field.order("Red", "move", "move 30,15,30,15,0")
    assert gap(field, "Red", "Foe") == pytest.approx(0.5, abs=0.001)
    guns = Field([men("gl-12-pounder", "Gun", crew(30, 10, 5), 0.0, (30, 10))], [foe])
    guns.activate("Gun")
    told = guns.order("Gun", "gun_move", "gun_move 30,11.99,0", again=True)
    assert told
    assert "gun_move" in guns.offered("Gun")
    with pytest.raises(AssertionError, match="in the way of the gun"):
        guns.order("Gun", "gun_move", "gun_move 30,12.02,0", again=True)
    tanks = Field([machine("gl-steam-tank", "Tank", 30, 8)], [foe])
    drive = DriveRegion(tanks.battle, tanks["Tank"], back=False)
    assert not drive.refusal((0.0, 2.0))
    assert "at most 2.00 inches" in drive.refusal((0.0, 2.02))


def test_r113_who_is_nearer_already_may_leave_and_comes_no_nearer() -> None:
    field = Field([soldiers(1, "Red", [(30, 10)])], [soldiers(1, "Foe", [(30, 11.2)], 180.0)])
    field.order("Red", "move", "move 30,11,30,11,0")
    assert field.at("Red", 0) == (30.0, 10.0)
    field.order("Red", "move", "move 30,6,30,6,0")
    assert field.at("Red", 0) == (30.0, 6.0)


def test_r113_chargers_who_fall_short_only_keep_out_of_touch() -> None:
    """Three on one man are enough: the fourth comes up close on the other side and touches nobody."""
    field = Field([band(3, "Red", [(30, 10), (28.8, 10), (31.2, 10), (30, 21)], 0.0)], [band(0, "Foe", [(30, 15)])])
    field.order("Red", "charge:{Foe}", dice=[1, 1, 6])
    assert [field.battle.engaged(field.figure("Red", place)) for place in range(4)] == [True, True, True, False]
    x, y = field.battle.at(field.figure("Red", 3))
    assert 0.01 < field.battle.gap(field.figure("Foe"), x, y) - 0.5 < 0.1


@pytest.mark.parametrize(
    ("pond", "offered"),
    [([29, 12.9, 31, 13.1], True), ([29, 12.0, 31, 14.0], False)],
)
def test_r114_with_one_bend_and_not_with_two(pond: list[float], offered: bool) -> None:
    """Twelve inches would last for the way round either pond, but round the broad one it bends twice."""
    field = Field(
        [men("gl-hero", "Hero", [(30, 11.4)])], [band(0, "Foe", [(30, 14.6)])], [ground("lake", "the pond", rect=pond)]
    )
    assert ("charge:Foe" in field.offered("Hero")) is offered


@pytest.mark.parametrize("facing", [0.0, 90.0, 180.0, 270.0])
@pytest.mark.parametrize("open_side", ["left", "right"])
def test_r114_a_charge_bends_to_whichever_side_is_open(facing: float, open_side: str) -> None:
    """An enemy in the straight way, and a lake beside him: the way leads past his other side."""
    ux, uy = direction(facing)
    aside = -1.0 if open_side == "right" else 1.0  # of the lake, to the right of the way

    def at(ahead: float, right: float) -> Spot:
        return round(36 + ux * ahead + uy * right, 6), round(36 + uy * ahead - ux * right, 6)

    corners = [at(2.6, 0.6 * aside), at(3.4, 5.0 * aside)]
    xs, ys = sorted(x for x, _ in corners), sorted(y for _, y in corners)
    lake = ground("lake", "the lake", rect=[xs[0], ys[0], xs[1], ys[1]])
    back = (facing + 180.0) % 360.0
    foes = [soldiers(1, "A", [at(3, 0)], back), band(0, "B", [at(6, 0)], back)]
    field = Field([men("gl-hero", "Hero", [(36, 36)], facing)], foes, [lake])
    assert "charge:B" in field.offered("Hero")
    field.order("Hero", "charge:{B}", dice=[1, 6])
    assert field.figure("B") in field.battle.foes(field.figure("Hero"))


# ---------------------------------------------------------------- characters and units


@pytest.mark.parametrize(
    ("host", "joins"),
    [
        (men("gl-redcoats", "Host", row(10, 36, 20)), True),
        (men("gl-lancers", "Host", row(8, 36.8, 20.25, 1.6)), True),
        (men("gl-12-pounder", "Host", [(36.6, 20), *row(4, 36.6, 22.6, 1.1)], 0.0, (36.6, 24)), True),
        (men("gl-great-ape", "Host", [(36, 20.25)]), False),
        (men("gl-villain", "Host", [(36, 20)]), False),
    ],
)
def test_r115_foot_horse_and_gun_crews_take_a_character(host: object, joins: bool) -> None:
    field = Field([men("gl-hero", "Hero", [(10, 10)]), host], [FAR])  # type: ignore[list-item]
    x, y = field.battle.at(field.figure("Host"))
    field.stand("Hero", 0, x, y - field.battle.radius[field.figure("Host")] - 0.5)
    assert hosts(field.battle, field["Hero"]) == ([field["Host"].id] if joins else [])


def test_r115_a_machines_crew_takes_nobody_even_on_foot() -> None:
    field = Field([men("gl-hero", "Hero", [(10, 10)]), machine("gl-walker", "Walker", 36, 20)], [FAR])
    lose_machine(field.game, field["Walker"], ABANDONED, field["Foe"].id)
    x, y = field.at("Walker", 0)
    field.stand("Hero", 0, x, y - 1.0)
    assert hosts(field.battle, field["Hero"]) == []


def test_r116_once_a_turn_between_cards_and_always_on_the_card_or_for_a_check() -> None:
    sides = [band(4, "Red", row(5, 30, 10), 0.0), men("gl-hero", "Hero", [(30, 14)])], [FAR]
    field = Field(*sides)
    field.lose("Red", 0)
    field.draw("takeover wait", dice=[4])  # asked before the enemy's card ...
    field.end()
    field.draw(dice=[2])  # ... and not again before the Hero's
    field.end()
    assert field.check("Red", "receive", "takeover wait", dice=[1])  # but when it has to check,
    field.begin("Red", "takeover wait", "leader lead:{Red.1}")  # and when its card comes
    assert field["Red"].leadership == Leadership.STAND_IN
    again = Field(*sides)
    again.lose("Red", 0)
    again.draw("takeover wait", dice=[4])
    again.end()
    again.game.tell(TurnEnded())
    again.game.tell(DeckShuffled(2, deck_of(again.battle)))
    again.draw("takeover wait", dice=[4])  # a new turn, a new question


def test_r119_a_hero_who_charges_with_lancers_has_their_dice_and_his_own_pace() -> None:
    lancers = men("gl-lancers", "Red", row(8, 30, 20, 1.6))
    field = Field([lancers, men("gl-hero", "Hero", [(30, 18.7)])], [band(0, "Foe", [(30, 40)])])
    field.game.tell(Attached(field["Hero"].id, field["Red"].id, False, "R7"))
    told = field.order("Red", "charge:{Foe}", dice=[1, 1, 6, 5])
    bonus = one(rolls(told, "Charge bonus"), type(rolls(told)[0]))
    assert bonus.faces == [6, 5]
    assert field.at("Hero", 0)[1] == pytest.approx(18.7 + 6 + 11, abs=0.01)
    alone = Field([lancers, men("gl-hero", "Hero", [(30, 18.7)])], [band(0, "Foe", [(30, 40)])])
    alone.game.tell(Attached(alone["Hero"].id, alone["Red"].id, False, "R7"))
    alone.activate("Red")
    told = alone.fails("Red", dice=[SHRUGS, 9, *[FROZE] * 7, 6])  # a Hero's 9: he charges on his own, with a D6
    assert [len(roll.faces) for roll in rolls(told, "Charge bonus")] == [1]


# ---------------------------------------------------------------- machines and their crews


@pytest.mark.parametrize("fate", [DISABLED, ABANDONED])
def test_r117_the_crew_gets_out_at_once_on_the_side_away_from_the_enemy(fate: int) -> None:
    field = Field([machine("gl-steam-tank", "Tank", 30, 30)], [soldiers(1, "Foe", [(30, 40)], 180.0)])
    told = field.do(lambda: lose_machine(field.game, field["Tank"], fate, field["Foe"].id))
    assert len(of(told, GotOut)) == 4
    assert "R117" in cited(of(told, GotOut))
    assert max(field.at("Tank", place)[1] for place in range(4)) < 30


def test_r117_a_crew_gets_out_away_from_the_first_of_the_roster() -> None:
    for spot, faces in (((30, 20), 0), ((30, 40), 1)):
        field = Field([soldiers(1, "Red", [spot])], [machine("gl-steam-tank", "Tank", 30, 30)])
        told = field.do(lambda: lose_machine(field.game, field["Tank"], DISABLED, 0))  # noqa: B023
        assert len(of(told, GotOut)) == 4
        assert {event.y > 30 for event in of(told, GotOut)} == {faces == 0}


def test_r117_who_finds_no_free_spot_is_lost() -> None:
    """Water all round the machine, as far as anybody looks for a place."""
    lakes = [
        ground("lake", "the lake", rect=[0, 0, 27.9, 60]),
        ground("lake", "the other lake", rect=[32.1, 0, 60, 60]),
        ground("lake", "the third lake", rect=[27.9, 0, 32.1, 26.6]),
        ground("lake", "the fourth lake", rect=[27.9, 33.4, 32.1, 60]),
    ]
    south = [machine("gl-steam-tank", "Tank", 30, 30), soldiers(1, "Red", [(66, 10)])]
    field = Field(south, [soldiers(1, "Foe", [(66, 60)], 180.0)], lakes)
    told = field.do(lambda: lose_machine(field.game, field["Tank"], DISABLED, field["Foe"].id))
    assert len(of(told, Struck)) == 4
    assert {event.ruling for event in of(told, Struck)} == {"R117"}
    assert field.places("Tank") == []


@pytest.mark.parametrize(("dice", "lost"), [([3, 11, 4], False), ([3, 11, 5], True)])
def test_r118_an_empty_machine_is_not_lost_until_save_sustain_or_speed_is_gone(dice: list[int], lost: bool) -> None:
    """A shell, penetrating: on a 4 Shoot goes down by 2, and nobody is in it; on a 5 Save, by 2 of 2."""
    gun = men("gl-12-pounder", "Gun", crew(36, 10, 5), 0.0, (36, 10))
    field = Field([gun], [machine("gl-walker", "Walker", 36, 30, 180, save=2)])
    for place in (0, 1):
        field.do(lambda place=place: forced_aboard(field.game, field.figure("Walker", place), FailureResult.RUN))  # type: ignore[misc]
    told = field.order("Gun", "gun_fire_machine:{Walker}", dice=dice)
    assert bool(of(told, MachineLost)) is lost
    assert field["Walker"].has_machine() is not lost
    assert field.places("Walker") == [0, 1]


# ---------------------------------------------------------------- panic


def runner() -> Field:
    """A leader and four men; the last of them is on the run, and has come to (30, 38)."""
    red = band(4, "Red", [(40, 50), (41.2, 50), (42.4, 50), (43.6, 50), (30, 50)], 0.0)
    field = Field([red], [soldiers(1, "Foe", [(30, 66)], 180.0)], **{"run-off-table": "runs-12-per-card"})
    field.activate("Red")
    field.fails("Red", dice=[SHRUGS, FROZE, FROZE, FROZE, RUNS_OFF])
    assert field.at("Red", 4) == (30.0, 38.0)
    field.end()
    field.must_check("Red")
    return field


def test_r120_he_counts_in_the_check_and_runs_on_after_it() -> None:
    field = runner()
    field.begin("Red", dice=[11])  # 5, less 1 for the leader: below 5 figures, not below 4
    assert field.at("Red", 4) == (30.0, 26.0)


def test_r120_if_it_fails_he_does_what_the_chart_says_instead() -> None:
    for face, y in ((FROZE, 38.0), (CHARGES, 38.0), (BACKS, 32.0)):
        field = runner()
        told = field.begin("Red", dice=[20, SHRUGS, FROZE, FROZE, FROZE, face])
        assert one(told, FailureRolled)
        assert field.at("Red", 4)[1] == y
        assert field.is_marked("Red", 4, ModelMark.RUNNING_OFF)
        field.end()
        field.begin("Red")
        assert field.at("Red", 4)[1] == y - 12.0


def test_r121_they_neither_shoot_nor_reload_nor_throw_nor_leave_their_unit() -> None:
    sappers = men("gl-sappers", "Red", row(6, 30, 10))
    near = soldiers(1, "Foe", [(30, 15)], 180.0)
    field = Field([sappers, men("gl-hero", "Hero", [(30, 8.8)])], [near, soldiers(1, "B", [(32.5, 14)], 180.0)])
    field.game.tell(Attached(field["Hero"].id, field["Red"].id, False, "R7"))
    field.activate("Red")
    assert {"charge", "cone", "throw", "snipe", "detach"} <= keys(field, "Red")
    told = field.order("Red", "charge:{Foe}", dice=[1, 20, RUNS_OFF], again=True)
    assert "R121" in cited(of(told, TargetsGone))
    assert keys(field, "Red") == {"done", "move", "move_some", "form", "form_some"}


def test_r121_a_machine_may_still_drive_and_not_fire() -> None:
    near = soldiers(1, "Foe", [(30, 16)], 180.0)
    field = Field([machine("gl-walker", "Walker", 30, 10)], [near, soldiers(1, "B", [(30, 26)], 180.0)])
    field.activate("Walker")
    assert {"charge", "weapon", "drive"} <= keys(field, "Walker")
    field.order("Walker", "charge:{Foe}", dice=[1, 20, RUNS_OFF], again=True)
    assert keys(field, "Walker") == {"done", "drive", "reverse"}


@pytest.mark.parametrize(("y", "stays"), [(6.2, True), (6.0, True), (5.9, False)])
def test_r122_a_base_may_hang_over_the_edge_and_the_centre_may_not(y: float, stays: bool) -> None:
    field = Field([band(1, "Red", [(40, 20), (30, y)], 0.0)], [soldiers(1, "Foe", [(30, 40)], 180.0)])
    field.activate("Red")
    told = field.fails("Red", dice=[SHRUGS, BACKS])
    if stays:
        assert field.at("Red", 1)[1] == pytest.approx(y - 6.0, abs=0.001)  # less than half a base from the edge
    else:
        assert "R122" in cited(of(told, LeftTable))
        assert field.places("Red") == [0]


SIDES = [((36.0, 6.0), 0.0), ((6.0, 36.0), 90.0), ((36.0, 66.0), 180.0), ((66.0, 36.0), 270.0)]


@pytest.mark.parametrize(("spot", "facing"), SIDES)
def test_r122_a_machine_whose_centre_comes_to_the_edge_halts_with_all_of_its_hull_on_the_table(
    spot: Spot, facing: float
) -> None:
    field = Field([machine("gl-steam-tank", "Tank", *spot, facing)], [soldiers(1, "Foe", [(50, 50)], 180.0)])
    field.force("Tank", 0, FailureResult.BACK)
    ux, uy = direction(facing)
    assert field.at("Tank") == pytest.approx((spot[0] - 3 * ux, spot[1] - 3 * uy))
    assert of(field.game.log, Drove)[-1].how == MoveKind.BACKS


@pytest.mark.parametrize(("spot", "facing"), SIDES)
def test_r122_a_machine_whose_centre_goes_over_the_edge_is_gone_whichever_edge_it_is(spot: Spot, facing: float) -> None:
    ux, uy = direction(facing)
    tank = machine("gl-steam-tank", "Tank", spot[0] - 0.1 * ux, spot[1] - 0.1 * uy, facing)
    field = Field([tank], [soldiers(1, "Foe", [(50, 50)], 180.0)])
    field.force("Tank", 0, FailureResult.BACK)
    assert len(of(field.game.log, LeftTable)) == 4
    assert field.places("Tank") == []


def test_r123_a_wreck_is_not_kept_off_by_foot_or_machine() -> None:
    sides = (
        [soldiers(1, "Red", [(30, 14)]), machine("gl-steam-tank", "Tank", 36, 13)],
        [machine("gl-steam-tank", "Wreck", 33, 20, 90.0), soldiers(1, "Foe", [(60, 60)], 180.0)],
    )
    for lost, off in ((False, 0.5), (True, 0.0)):
        field = Field(*sides)
        if lost:
            lose_machine(field.game, field["Wreck"], ABANDONED, field["Red"].id)
        field.order("Red", "move", "move 30,20,30,20,0")
        assert field.at("Red", 0)[1] == pytest.approx(18.5 - 0.5 - off, abs=0.001)
        drive = DriveRegion(field.battle, field["Tank"], back=False)
        assert not drive.refusal((0.0, 2.5 - off))
        assert f"at most {2.5 - off:.2f} inches" in drive.refusal((0.0, 2.52 - off))
