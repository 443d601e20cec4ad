"""Morale on the table (4.11 to 4.13): numbers, when one tests, and every row of both failure columns carried out."""

from __future__ import annotations

import pytest
from rules.orderchips.situation import Parade, Post, goes_in
from rules.orderchips.situation import posted as unit
from tabletop import ground, of, one, rolls

from playsheet.rules.orderchips.battle.events import (
    Deserted,
    FiguresLost,
    GunParted,
    LeftTable,
    Moved,
    MoveEnded,
    NoActionNext,
    Unlocked,
)
from playsheet.rules.orderchips.battle.fight_events import Confused, FailureRolled, MoraleTested
from playsheet.rules.orderchips.dice.armour import Blow
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.table import morale
from playsheet.rules.orderchips.table.retreat import edge_crossed
from playsheet.rules.orderchips.terms import HitBy, Where
from playsheet.tabletop.machines.machine import ABANDONED, FATE_AT, STALLED

Told = list


def need(told: Told) -> int:
    return int(rolls(told, "Morale test")[0].needed.split(" ")[0])


def put_to_the_test(parade: Parade, name: str, dice: list[int], why: str = "called", other: str = "") -> Told:
    """A game master's test, or one to charge or to receive."""
    held = parade[name]

    def do() -> None:
        if why == "charge":
            goes_in(parade, held, parade[other])
        elif why == "receive":
            morale.to_receive(parade.game, held, parade[other])
        else:
            morale.called(parade.game, held)

    return parade.do(do, dice=dice)


def one_against(mine: Post, foe: Post | None = None, **more: object) -> Parade:
    return Parade([mine], [foe or unit("militia", "Foe", 30, 50, 180, files=6)], **more)  # type: ignore[arg-type]


# ---------------------------------------------------------------- 4.11: the number


def test_the_number_is_the_heads_that_are_left() -> None:
    assert need(put_to_the_test(one_against(unit("line-rifles", "Blue", 30, 30, figures=6)), "Blue", [1])) == 6


def test_power_armour_is_doubled_before_adding() -> None:
    """Trap 16: four count eight; a notable person with them counts one."""
    parade = Parade(
        [unit("power-armour", "Blue", 30, 30), unit("hero", "Hero", 30, 31, host="Blue")],
        [unit("militia", "Foe", 30, 50, 180, files=6)],
        [ground("woods", "the wood", rect=[20, 20, 40, 40])],
    )
    assert need(put_to_the_test(parade, "Blue", [1])) == 8 + 1 + 1


@pytest.mark.parametrize(("lost", "heads"), [(0, 6 + 2 + 2), (3, 3 + 2 + 2), (5, 1 + 1 + 2)])
def test_r109_each_who_wears_power_armour_counts_twice_and_nobody_else(lost: int, heads: int) -> None:
    """Two of six wear it, and the hero with them; the others fall first."""
    parade = Parade(
        [
            unit("line-rifles", "Blue", 30, 30, figures=6, power_armour=2),
            unit("hero", "Hero", 30, 31, host="Blue", power_armour=True),
        ],
        [unit("militia", "Foe", 30, 50, 180, files=6)],
    )
    parade.lose("Blue", lost)
    assert need(put_to_the_test(parade, "Blue", [1])) == heads


@pytest.mark.parametrize(("far", "add"), [(3.0, 1), (3.02, 0)])
def test_the_army_commander_within_three_inches_of_the_leader(far: float, add: int) -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 30, figures=5), unit("commander", "General", 30, 30 - far)],
        [unit("militia", "Foe", 30, 50, 180, files=6)],
    )
    assert need(put_to_the_test(parade, "Blue", [1])) == 5 + add


def test_by_switch_the_commander_s_printed_sign() -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 30, figures=5), unit("commander", "General", 30, 28)],
        [unit("militia", "Foe", 30, 50, 180, files=6)],
        commander_sign="printed",
    )
    assert need(put_to_the_test(parade, "Blue", [1])) == 4


def test_a_crew_by_its_gun_has_six_more_and_away_from_it_none() -> None:
    """R7, R74."""
    parade = one_against(unit("field-gun", "Gun", 30, 30))
    assert need(put_to_the_test(parade, "Gun", [1])) == 4 + 6
    parade = one_against(unit("field-gun", "Gun", 30, 30, figures=2))
    assert need(put_to_the_test(parade, "Gun", [10, 4])) == 2 + 6
    assert need(put_to_the_test(parade, "Gun", [1])) == 2  # six inches from it


def test_cover_steadies() -> None:
    """R78: a wall between them and the nearest enemy, or the ground they stand in."""
    wall = Parade(
        [unit("line-rifles", "Blue", 30, 30, figures=5)],
        [unit("militia", "Foe", 30, 50, 180, files=6)],
        [ground("wall", "the wall", line=[[20, 31], [40, 31]])],
    )
    assert need(put_to_the_test(wall, "Blue", [1])) == 5 + 2
    behind = Parade(
        [unit("line-rifles", "Blue", 30, 30, figures=5)],
        [unit("militia", "Foe", 30, 50, 180, files=6)],
        [ground("wall", "the wall", line=[[20, 29], [40, 29]])],
    )
    assert need(put_to_the_test(behind, "Blue", [1])) == 5


def test_to_charge_and_to_receive() -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 30, figures=6), unit("lancers", "Horse", 50, 30, files=6)],
        [
            unit("spear-warriors", "Loose", 30, 37, 180, files=4, figures=4),
            unit("steam-tank", "Tank", 45, 60, 180),
            unit("clockwork-soldier", "Automaton", 10, 60, 180),
        ],
    )
    assert need(put_to_the_test(parade, "Blue", [1], "charge", "Loose")) == 5
    assert need(put_to_the_test(parade, "Blue", [1], "charge", "Tank")) == 3
    assert need(put_to_the_test(parade, "Blue", [1], "charge", "Automaton")) == 5
    assert need(put_to_the_test(parade, "Horse", [1], "charge", "Tank")) == 5
    assert need(put_to_the_test(parade, "Loose", [1], "receive", "Blue")) == 3


def test_by_switch_the_two_minuses_of_infantry_at_a_vehicle_do_not_add() -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 30, figures=6)],
        [unit("steam-tank", "Tank", 30, 60, 180)],
        charge_vehicle="replaces",
    )
    assert need(put_to_the_test(parade, "Blue", [1], "charge", "Tank")) == 4


def test_automata_and_lone_notable_persons_never_test() -> None:
    """R44."""
    parade = Parade(
        [unit("clockwork-soldier", "Automaton", 20, 30), unit("scientist", "Professor", 40, 30)],
        [unit("militia", "Foe", 30, 50, 180, files=6)],
    )
    assert not put_to_the_test(parade, "Automaton", [], "charge", "Foe")
    assert not put_to_the_test(parade, "Professor", [], "receive", "Foe")


# ---------------------------------------------------------------- step 7


def test_one_test_a_turn_for_losses_and_none_for_who_is_gone() -> None:
    """Trap 14; charge tests are extra (R49)."""
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 30, figures=6), unit("line-rifles", "Gone", 50, 30, figures=1)],
        [unit("militia", "Foe", 30, 50, 180, files=6)],
    )
    for name in ("Blue", "Gone"):
        parade.game.tell(FiguresLost(parade[name].id, 1, True, ""))
    put_to_the_test(parade, "Blue", [1], "charge", "Foe")
    told = parade.morale(dice=[5])
    assert [event.unit for event in of(told, MoraleTested)] == [0]


def test_deserters_cause_no_new_test() -> None:
    parade = one_against(unit("line-rifles", "Blue", 30, 30, figures=3))
    parade.game.tell(FiguresLost(0, 1, True, ""))
    told = parade.morale(dice=[9, 8])
    assert one(told, Deserted).count == 1
    assert len(of(told, MoraleTested)) == 1


def test_a_vehicle_that_was_hit_tests_however_harmlessly() -> None:
    parade = one_against(unit("steam-tank", "Tank", 30, 30))
    blow = Blow(parade.battle.rules.saves["rifle-gatling"], HitBy.SHOT)
    parade.hit("Tank", "Foe", blow, [1, 1])
    told = parade.morale(dice=[9])
    assert need(told) == 9
    assert one(told, MoraleTested).passed
    assert not of(parade.morale(), MoraleTested)


def test_a_ten_always_fails_a_vehicle() -> None:
    parade = one_against(unit("steam-tank", "Tank", 30, 30))
    blow = Blow(parade.battle.rules.saves["rifle-gatling"], HitBy.SHOT)
    parade.hit("Tank", "Foe", blow, [1, 1])
    told = parade.morale(dice=[10, 1])
    assert not one(told, MoraleTested).passed


def test_all_tests_are_rolled_before_anybody_moves() -> None:
    """Trap 15: the second unit's way is taken from where the enemy stood at the start of the step."""
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 30, figures=2)], [unit("line-rifles", "Red", 30, 36, 180, figures=2)]
    )
    for id in (0, 1):
        parade.game.tell(FiguresLost(id, 1, True, ""))
    told = parade.morale(dice=[10, 4, 10, 5])
    kinds = [type(event).__name__ for event in told]
    assert kinds.index("Moved") > max(at for at, kind in enumerate(kinds) if kind == "FailureRolled")
    assert parade.at("Blue") == (30.0, 24.0)
    assert parade.at("Red") == (30.0, 42.0)


# ---------------------------------------------------------------- 4.13: figures


def failed(card: str, row: list[int], order: str = "", **more: object) -> tuple[Parade, Told]:
    """A unit of three fails, and has this row."""
    parade = one_against(unit(card, "Blue", 30, 30, files=3, order=order, figures=3, **more))
    return parade, put_to_the_test(parade, "Blue", [10, *row])


def test_row_1_stands_firm() -> None:
    parade, told = failed("line-rifles", [1])
    assert len(told) == 4
    assert parade.at("Blue") == (30.0, 30.0)


def test_row_2_irregulars_mill_and_regulars_close_up() -> None:
    parade, told = failed("spear-warriors", [2])
    assert one(told, NoActionNext).next
    parade, told = failed("line-rifles", [2], "loose")
    assert one(told, Moved).how == "closes-up"
    assert parade["Blue"].order == 0
    parade, told = failed("line-rifles", [2])
    assert not of(told, Moved)


def test_row_3_mills() -> None:
    parade, _ = failed("line-rifles", [3])
    assert parade["Blue"].next_no_action


@pytest.mark.parametrize("row", [4, 5])
def test_rows_4_and_5_back_six_inches_facing_the_enemy(row: int) -> None:
    parade, told = failed("spear-warriors", [row])
    assert one(told, Moved).how == "backs"
    assert parade.at("Blue") == (30.0, 24.0)
    assert parade.facing("Blue") == 0.0
    assert parade["Blue"].forced


@pytest.mark.parametrize(
    ("card", "order", "how", "y"),
    [
        ("line-rifles", "close", "backs", 24.0),
        ("line-rifles", "loose", "runs", 18.0),
        ("spear-warriors", "close", "runs", 18.0),
    ],
)
def test_rows_6_and_7_by_drill_and_order(card: str, order: str, how: str, y: float) -> None:
    for row in (6, 7):
        parade, told = failed(card, [row], order)
        assert one(told, Moved).how == how
        assert parade.at("Blue") == (30.0, y)
        assert parade.facing("Blue") == (0.0 if how == "backs" else 180.0)
        assert parade["Blue"].ran is (how == "runs")


@pytest.mark.parametrize("row", [8, 9])
def test_rows_8_and_9_run_and_one_deserts(row: int) -> None:
    parade, told = failed("line-rifles", [row])
    assert one(told, Deserted).count == 1
    assert parade.left("Blue") == [2]
    assert parade.at("Blue") == (30.0, 18.0)


@pytest.mark.parametrize(("die", "gone"), [(1, 1), (2, 1), (3, 2), (10, 3)])
def test_row_10_half_a_die_rounded_up_desert(die: int, gone: int) -> None:
    """R22; never more than there are."""
    parade, told = failed("line-rifles", [10, die])
    assert one(told, Deserted).count == gone
    assert parade["Blue"].place == (Where.GONE if gone == 3 else Where.ON_TABLE)


def test_by_switch_deserters_are_rounded_down() -> None:
    parade = one_against(unit("line-rifles", "Blue", 30, 30, figures=3), desert_rounding="down")
    assert one(put_to_the_test(parade, "Blue", [10, 10, 3]), Deserted).count == 1


def test_over_the_edge_the_unit_has_left() -> None:
    parade = one_against(unit("line-rifles", "Blue", 30, 5, figures=2))
    told = put_to_the_test(parade, "Blue", [10, 4])
    assert one(told, LeftTable)
    assert parade["Blue"].place == Where.GONE


@pytest.mark.parametrize(
    ("ux", "uy", "room"), [(1.0, 0.0, 42.0), (0.0, 1.0, 52.0), (-1.0, 0.0, 30.0), (0.0, -1.0, 20.0)]
)
def test_who_runs_to_the_very_edge_is_still_there(ux: float, uy: float, room: float) -> None:
    battle = one_against(unit("line-rifles", "Blue", 30, 20)).battle
    assert not edge_crossed(battle, 30.0, 20.0, ux, uy, room)
    assert edge_crossed(battle, 30.0, 20.0, ux, uy, room + 0.01)


@pytest.mark.parametrize(("kind", "y"), [("woods", 24.0), ("deep-water", 27.5)])
def test_only_closed_ground_stops_who_runs(kind: str, y: float) -> None:
    """What is open to them costs nothing; an inch before deep water they stop."""
    parade = one_against(unit("line-rifles", "Blue", 30, 30, figures=2), terrain=[ground(kind, rect=[20, 20, 40, 26])])
    put_to_the_test(parade, "Blue", [10, 4])
    assert parade.at("Blue") == (30.0, y)


def test_a_crew_leaves_its_gun() -> None:
    parade = one_against(unit("field-gun", "Gun", 30, 30, figures=2))
    told = put_to_the_test(parade, "Gun", [10, 4])
    assert one(told, GunParted)
    assert not parade["Gun"].serves()
    assert parade.at("Gun") == (30.0, 24.0)


def test_a_forced_move_breaks_contact_without_free_dice() -> None:
    parade = Parade([unit("line-rifles", "Blue", 30, 30, figures=2)], [unit("militia", "Foe", 30, 31, 180, figures=2)])
    parade.lock("Blue", "Foe")
    told = put_to_the_test(parade, "Blue", [10, 4])
    assert one(told, Unlocked)
    assert parade.at("Blue")[1] == 24.0


def test_who_was_forced_to_move_does_not_move_again_this_turn() -> None:
    """R95."""
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 30, arrow=0, figures=2)], [unit("lancers", "Horse", 30, 45, 180, files=3)]
    )
    told = put_to_the_test(parade, "Blue", [10, 4], "receive", "Horse")
    assert one(told, MoveEnded).unit == 0
    assert parade["Blue"].moved


def test_it_stops_short_of_an_enemy_behind() -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 30, figures=1)],
        [unit("militia", "Foe", 30, 33, 180, figures=1), unit("militia", "Behind", 30, 25, 0, figures=1)],
    )
    put_to_the_test(parade, "Blue", [10, 4])
    assert parade.at("Blue") == (30.0, 27.0)  # an inch between the bases


# ---------------------------------------------------------------- 4.13: vehicles


def vehicle_failed(row: int, dice: list[int] | None = None, **more: object) -> tuple[Parade, Told]:
    """A tank facing north fails a called test, with this row."""
    parade = one_against(unit("steam-tank", "Tank", 30, 30), **more)
    return parade, put_to_the_test(parade, "Tank", [10, row, *(dice or [])])


def test_vehicle_row_1_carries_on() -> None:
    parade, told = vehicle_failed(1)
    assert len(told) == 4
    assert parade.at("Tank") == (30.0, 30.0)


def test_vehicle_row_2_is_confused_this_turn_in_the_moves_and_next_turn_later() -> None:
    """R20."""
    parade, told = vehicle_failed(2)
    assert one(told, Confused)
    assert parade["Tank"].moved
    parade = one_against(unit("steam-tank", "Tank", 30, 30))
    parade.hit("Tank", "Foe", Blow(parade.battle.rules.saves["rifle-gatling"], HitBy.SHOT), [1, 1])
    told = parade.morale(dice=[10, 2])
    assert one(told, NoActionNext).next


def test_by_switch_the_owner_says_when() -> None:
    parade = one_against(unit("steam-tank", "Tank", 30, 30), vehicle_confused="owner-choice")
    parade.hit("Tank", "Foe", Blow(parade.battle.rules.saves["rifle-gatling"], HitBy.SHOT), [1, 1])
    told = parade.morale("confused this_turn", dice=[10, 2])
    assert one(told, Confused)
    assert not parade["Tank"].next_no_action


def test_vehicle_row_3_does_nothing_next_turn() -> None:
    parade, _ = vehicle_failed(3)
    assert parade["Tank"].next_no_action


@pytest.mark.parametrize(
    ("row", "y", "facing"),
    [(4, 24.0, 0.0), (5, 24.0, 0.0), (6, 22.0, 0.0), (7, 22.0, 0.0), (8, 22.0, 180.0), (9, 22.0, 180.0)],
)
def test_vehicle_rows_4_to_9(row: int, y: float, facing: float) -> None:
    parade, _ = vehicle_failed(row)
    assert parade.at("Tank") == (30.0, y)
    assert parade.facing("Tank") == facing
    assert parade["Tank"].forced


def test_vehicle_row_10_flees_and_a_crewman_deserts() -> None:
    parade, told = vehicle_failed(10)
    assert parade.facing("Tank") == 180.0
    assert parade.at("Tank") == (30.0, 22.0)
    machine = parade.engine("Tank")
    assert (machine.crew, machine.crew_lost) == (3, 1)
    assert one(told, FailureRolled).flee == 1


def test_the_last_crewman_leaves_it_abandoned() -> None:
    parade = one_against(unit("steam-tank", "Tank", 30, 30))

    def thin(machine: SteamMachine) -> None:
        machine.crew = 1

    parade.change("Tank", thin)
    put_to_the_test(parade, "Tank", [10, 10])
    assert parade["Tank"].machine[FATE_AT] == ABANDONED
    assert parade["Tank"].is_wreck()


def test_a_machine_that_cannot_move_stays_but_its_crewman_goes() -> None:
    parade = one_against(unit("steam-tank", "Tank", 30, 30))

    def stall(machine: SteamMachine) -> None:
        machine.engine = STALLED

    parade.change("Tank", stall)
    put_to_the_test(parade, "Tank", [10, 10])
    assert parade.at("Tank") == (30.0, 30.0)
    assert parade.engine("Tank").crew == 3


def test_what_lowers_a_vehicle_s_number() -> None:
    """Crew lost, every three points in all, a penetrating hit."""
    parade = one_against(unit("steam-tank", "Tank", 30, 30))

    def batter(machine: SteamMachine) -> None:
        machine.crew -= 1
        machine.crew_lost = 1
        machine.stats[0] -= 2
        machine.stats[2] -= 2
        machine.penetrated = True

    parade.change("Tank", batter)
    assert need(put_to_the_test(parade, "Tank", [1])) == 9 - 1 - 1 - 2
