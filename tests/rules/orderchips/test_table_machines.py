"""Machines on the move (4.4, 4.5), automata and the scientists who run after them (4.14.3)."""

from __future__ import annotations

import pytest
from rules.orderchips.situation import Muster, unit
from tabletop import cited, ground, of, one

from playsheet.rules.orderchips.battle.events import Moved, MoveEnded
from playsheet.rules.orderchips.battle.fight_events import Driven
from playsheet.rules.orderchips.options.acts import next_units
from playsheet.rules.orderchips.options.repair import can_reach, patients
from playsheet.rules.orderchips.options.steering import DriveRegion, spin_of
from playsheet.rules.orderchips.table.engines import is_controlled
from playsheet.rules.orderchips.terms import Chip, Haywire
from playsheet.tabletop.machines.machine import NO_POWER, RUNNING, STALLED

FOE = unit("militia", "Foe", 5, 68, 180)


def tank(arrow: str = "0", *terrain: str, card: str = "steam-tank", **rulings: object) -> Muster:
    muster = Muster([unit(card, "Tank", 30, 20)], [FOE], terrain, rulings=dict(rulings))
    muster.chips(Tank=f"move:{arrow}" if arrow else "stay", Foe="stay:hold")
    return muster


def drive(muster: Muster) -> DriveRegion:
    return DriveRegion(muster.battle, muster["Tank"])


# ---------------------------------------------------------------- 4.4.1, 4.4.2: START and SUSTAIN


def test_sustain_and_then_it_drives() -> None:
    muster = tank()
    told = muster.act("Tank", "drive 0,8", dice=[8])
    assert muster.at("Tank") == (30, 28)
    assert one(told, Driven)
    assert one(told, MoveEnded)


def test_it_breaks_down_and_starts_again_without_sustain() -> None:
    muster = tank("60")
    muster.act("Tank", dice=[9])
    assert muster.battle.machine_of(muster["Tank"]).engine == STALLED
    assert muster["Tank"].counts_as_moving()
    muster["Tank"].moved = False
    muster.act("Tank", dice=[8])  # worked example 13: START 7
    assert muster.battle.machine_of(muster["Tank"]).engine == STALLED
    muster["Tank"].moved = False
    muster.act("Tank", "drive 60,8", dice=[7])
    assert muster.battle.machine_of(muster["Tank"]).engine == RUNNING
    assert muster["Tank"].facing == 60.0


def test_by_switch_a_start_is_all_that_it_does() -> None:
    muster = tank("0", **{"start-then-move": "no"})
    muster.machine("Tank", engine=STALLED)
    muster.act("Tank", dice=[7])
    assert muster.battle.machine_of(muster["Tank"]).engine == RUNNING
    assert muster["Tank"].moved


@pytest.mark.parametrize("broken", [{"immobile": True}, {"engine": NO_POWER, "repairable": False}])
def test_immobilised_or_without_power_for_good_no_dice_are_thrown(broken: dict[str, object]) -> None:
    muster = tank()
    muster.machine("Tank", **broken)
    muster.act("Tank")
    assert muster["Tank"].moved


def test_a_moving_machine_makes_its_rolls_whether_it_wants_to_move_or_not() -> None:
    muster = Muster([unit("steam-tank", "Tank", 30, 20), unit("line-rifles", "Red", 40, 20)], [FOE])
    muster.chips(Tank="move:0", Red="move:0", Foe="stay:hold")
    assert muster.offered(next_units(muster.battle, 0)) == ["unit:0", "unit:1"]  # nobody is done before it (R71)
    muster.step("next unit:0", "drive 0,0", dice=[3])
    assert muster.offered(next_units(muster.battle, 0)) == ["unit:1", "done"]


@pytest.mark.parametrize(
    ("switch", "tank_rolls", "soldier_rolls"),
    [("no", False, False), ("automata-only", False, True), ("all", True, True)],
)
def test_standing_machines_roll_by_switch(switch: str, tank_rolls: bool, soldier_rolls: bool) -> None:
    south = [unit("steam-tank", "Tank", 30, 20), unit("clockwork-soldier", "Tick", 40, 20)]
    muster = Muster(south, [FOE], rulings={"stationary-sustain": switch})
    muster.chips(Tank="stay", Tick="stay", Foe="stay:hold")
    found = [option.key() for option in next_units(muster.battle, 0)]
    assert ("unit:0" in found) == tank_rolls
    assert ("unit:1" in found) == soldier_rolls
    if tank_rolls:
        muster.act("Tank", dice=[9])
        assert muster.battle.machine_of(muster["Tank"]).engine == STALLED
        assert muster["Tank"].chip == Chip.STATIONARY


# ---------------------------------------------------------------- 4.4.3: the turn


def test_it_turns_up_to_its_spin() -> None:
    region = drive(tank("60"))
    assert not region.refusal((60.0, 8.0))
    assert region.refusal((61.0, 8.0)) == "Tank can turn by 60 degrees, not by 61."
    assert not region.refusal((15.0, 8.0))  # exactly 45 from its arrow


def test_the_heading_keeps_to_the_arrow_or_turns_toward_it_in_full() -> None:
    region = drive(tank("180"))  # out of reach: sixty degrees, either way
    assert "within 45 degrees of its arrow" in region.refusal((30.0, 4.0))
    assert not region.refusal((60.0, 4.0))
    near = drive(tank("90"))
    assert "within 45 degrees of its arrow" in near.refusal((44.0, 4.0))
    assert not near.refusal((45.0, 4.0))
    assert not near.refusal((0.0, 0.0))  # it need not move at all


def test_locked_steering_is_no_turn() -> None:
    muster = tank()
    muster.machine("Tank", steers=False)
    assert spin_of(muster.battle, muster["Tank"]) == 0.0
    assert not drive(muster).refusal((0.0, 8.0))
    assert "can turn by 0 degrees" in drive(muster).refusal((1.0, 0.0))


def test_it_turns_into_nobody() -> None:
    muster = Muster([unit("land-ironclad", "Tank", 30, 20), unit("hero", "Hero", 33.6, 25)], [FOE])
    muster.chips(Tank="move:30", Foe="stay:hold")
    assert drive(muster).refusal((30.0, 0.0)) == "Tank has no room to turn so."


# ---------------------------------------------------------------- 4.4.4: straight ahead


def test_it_goes_up_to_its_speed_as_it_is_now_less_the_ground() -> None:
    muster = tank()
    assert "cannot go so far" in drive(muster).refusal((0.0, 8.1))
    rough = ground("rough", "the scree", rect=[20, 24, 40, 40])
    assert not drive(tank("0", rough)).refusal((0.0, 6.0))
    assert "cannot go so far" in drive(tank("0", rough)).refusal((0.0, 6.1))
    hedge = ground("hedge", "the hedge", line=[[20, 24], [40, 24]])
    assert "cannot go so far" in drive(tank("0", hedge)).refusal((0.0, 6.1))


def test_buildings_and_woods_are_closed_to_some() -> None:
    wood = ground("woods", "the wood", rect=[20, 25, 40, 40])
    assert not drive(tank("0", wood)).refusal((0.0, 6.0))
    assert "cannot go so far" in drive(tank("0", wood, card="steam-car")).refusal((0.0, 4.0))  # wheels
    hut = ground("building", "the hut", rect=[20, 25, 40, 40])
    assert "cannot go so far" in drive(tank("0", hut)).refusal((0.0, 2.0))
    soldier = Muster([unit("clockwork-soldier", "Tank", 30, 20)], [FOE], [hut])
    soldier.chips(Tank="move:0", Foe="stay:hold")
    region = DriveRegion(soldier.battle, soldier["Tank"])
    assert "cannot go so far" in region.refusal((0.0, 5.1))  # five inches off, and the door costs two
    hut_near = ground("building", "the hut", rect=[20, 22, 40, 40])
    soldier = Muster([unit("clockwork-soldier", "Tank", 30, 20)], [FOE], [hut_near])
    soldier.chips(Tank="move:0", Foe="stay:hold")
    assert not DriveRegion(soldier.battle, soldier["Tank"]).refusal((0.0, 4.0))


@pytest.mark.parametrize(("x", "stopped"), [(31.6, False), (31.4, True)])
def test_it_passes_closed_ground_beside_it_and_does_not_enter_any(x: float, stopped: bool) -> None:
    """A steam car is three inches wide."""
    muster = tank("0", ground("deep-water", "the lake", rect=[x, 25, 50, 60]), card="steam-car")
    assert bool(drive(muster).refusal((0.0, 10.0))) == stopped


@pytest.mark.parametrize("side", [[31.9, 44, 40, 46], [20, 44, 28.1, 46], [29, 48.4, 31, 60], [29, 30, 31, 41.6]])
def test_no_side_of_a_hull_stands_in_closed_ground(side: list[float]) -> None:
    """A steam tank is four inches wide, and seven long."""
    muster = tank("0", ground("deep-water", "the lake", rect=side))
    battle = muster.battle
    hull = battle.box_at(muster["Tank"].model, 30, 45, 0.0)
    assert (hull.half_w, hull.half_d) == (2.0, 3.5)
    assert battle.land.closed_under(battle.going(muster["Tank"]), hull) == "the lake"


def test_it_stays_on_the_table_an_inch_from_enemies_and_off_its_friends() -> None:
    edge = Muster([unit("steam-car", "Tank", 30, 65)], [FOE])
    edge.chips(Tank="move:0", Foe="stay:hold")
    assert not drive(edge).refusal((0.0, 4.5))
    assert "cannot go so far" in drive(edge).refusal((0.0, 4.6))
    near = Muster([unit("steam-car", "Tank", 30, 20)], [unit("militia", "Foe", 30, 30, 180)])
    near.chips(Tank="move:0", Foe="stay:hold")
    assert not drive(near).refusal((0.0, 6.0))
    assert "cannot go so far" in drive(near).refusal((0.0, 6.1))
    friends = Muster([unit("steam-car", "Tank", 30, 20), unit("hero", "Hero", 30, 27)], [FOE])
    friends.chips(Tank="move:0", Foe="stay:hold")
    assert not drive(friends).refusal((0.0, 12.0))
    assert "would stop on somebody" in drive(friends).refusal((0.0, 6.0))


def test_there_is_no_reverse_but_by_switch() -> None:
    assert drive(tank()).refusal((0.0, -1.0)) == "Tank has no reverse gear."
    muster = tank("0", **{"voluntary-reverse": "half-speed"})
    assert not drive(muster).refusal((0.0, -4.0))
    assert "cannot go so far" in drive(muster).refusal((0.0, -4.1))
    assert (0.0, -4.0) in drive(muster).samples()
    muster.act("Tank", "drive 0,-4", dice=[3])
    assert muster.at("Tank") == (30, 16)
    assert muster["Tank"].facing == 0.0


def test_a_machine_that_is_stopped_in_mid_move_halts_there() -> None:
    muster = Muster([unit("steam-tank", "Tank", 30, 20)], [unit("field-gun", "Gun", 30, 50, 180)])
    muster.chips(Tank="move:0", Gun="stay")
    # START and SUSTAIN, three windows; the gun hits, the save fails (10), penetrating 8: stopped
    answers = ["drive 0,8", "window hold", "window hold", "window fire:1>0"]
    told = muster.act("Tank", *answers, dice=[3, 1, 10, 8])
    assert muster.battle.machine_of(muster["Tank"]).engine == STALLED
    assert muster.at("Tank") == (30, 22)
    assert "R69" in cited(told)
    assert muster["Tank"].moved


def test_every_sample_of_a_drive_is_legal() -> None:
    muster = tank("80", ground("woods", "the wood", rect=[33, 22, 40, 40]))
    region = drive(muster)
    samples = region.samples()
    assert len(samples) > 3
    assert all(not region.refusal(value) for value in samples)


# ---------------------------------------------------------------- 4.5: automata


def test_an_automaton_sustains_and_moves_like_a_vehicle() -> None:
    muster = Muster([unit("clockwork-soldier", "Tick", 30, 20)], [FOE])
    muster.chips(Tick="move:90", Foe="stay:hold")
    muster.act("Tick", "drive 90,6", dice=[8])
    assert muster.at("Tick") == (36, 20)


def test_else_it_goes_haywire_instead_of_its_move() -> None:
    muster = Muster([unit("clockwork-soldier", "Tick", 30, 20)], [FOE])
    muster.chips(Tick="move:90", Foe="stay:hold")
    told = muster.act("Tick", dice=[9, 6, 3])  # worked example 11: faces 108, goes six inches
    assert muster["Tick"].facing == pytest.approx(108.0)
    assert muster.at("Tick") == (35.706, 18.146)
    assert len(of(told, Moved)) >= 1
    assert muster["Tick"].moved


def test_haywire_again_next_turn_is_due_at_its_place_without_a_chip() -> None:
    muster = Muster([unit("clockwork-soldier", "Tick", 30, 20)], [FOE])
    muster.machine("Tick", haywire=Haywire.RANDOM_MOVE)
    muster.chips(Tick="blank", Foe="stay:hold")
    assert muster.offered(next_units(muster.battle, 0)) == ["unit:0"]
    muster.act("Tick", dice=[7])
    assert muster.at("Tick") == (30, 26)


# ---------------------------------------------------------------- 4.14.3: scientists


def ward(chip: str = "move:0", x: float = 40.0) -> Muster:
    muster = Muster([unit("clockwork-soldier", "Tick", 30, 20), unit("scientist", "Doc", x, 20)], [FOE])
    muster.chips(Tick="move:0", Doc=chip, Foe="stay:hold")
    return muster


def test_a_scientist_goes_to_it_as_soon_as_it_has_moved() -> None:
    muster = ward(x=38.0)
    answers = ["repair repair:{Tick}"]
    told = muster.act("Tick", *answers, dice=[9, 4, 3, 6])  # jams; bonus 3; SAVE 6 repairs
    assert muster.battle.machine_of(muster["Tick"]).haywire == Haywire.OBEYS
    assert muster["Doc"].moved
    assert muster["Doc"].tried_repair
    assert muster.battle.gap(muster["Doc"].first, muster["Tick"].model) < 0.05
    assert "R43" in cited(told)


def test_he_may_refuse_and_may_fall_short() -> None:
    muster = ward(x=38.0)
    muster.act("Tick", "repair no", dice=[9, 4])
    assert muster.battle.machine_of(muster["Tick"]).haywire == Haywire.JAMS
    assert not muster["Doc"].moved
    muster = ward(x=42.0)
    muster.act("Tick", "repair repair:{Tick}", dice=[9, 4, 1])  # seven of eleven inches
    assert not muster["Doc"].tried_repair
    assert muster["Doc"].moved


def test_only_a_moving_scientist_of_its_owner_within_reach_is_asked() -> None:
    muster = ward("stay", 38.0)
    muster.act("Tick", dice=[9, 4])
    far = ward(x=50.0)
    far.act("Tick", dice=[9, 4])
    assert not can_reach(far.battle, far["Doc"], far["Tick"])


def test_one_that_will_not_move_he_visits_at_his_own_place() -> None:
    muster = ward(x=38.0)
    muster.machine("Tick", haywire=Haywire.JAMS)
    muster.chips(Tick="blank", Doc="move:180", Foe="stay:hold")
    muster["Tick"].moved = True
    assert patients(muster.battle, muster["Doc"]) == [0]
    muster.act("Doc", "act repair:{Tick}", dice=[3, 7])  # not bound by his arrow; the die fails
    assert muster.battle.machine_of(muster["Tick"]).haywire == Haywire.JAMS
    assert muster["Doc"].tried_repair
    assert not patients(muster.battle, muster["Doc"])  # once a turn


@pytest.mark.parametrize(
    ("chip", "no_action", "found"), [("stay", False, [0]), ("move:0", False, []), ("blank", True, [0])]
)
def test_he_goes_to_one_that_stands_and_waits_for_one_that_has_a_move_to_come(
    chip: str, no_action: bool, found: list[int]
) -> None:
    muster = ward(x=38.0)
    muster.machine("Tick", steers=False)
    muster.chips(Tick=chip, Doc="move:0", Foe="stay:hold")
    muster["Tick"].no_action = no_action
    assert patients(muster.battle, muster["Doc"]) == found


def test_already_in_contact_he_may_try_with_either_chip() -> None:
    muster = ward("stay", 31.25)
    muster.machine("Tick", haywire=Haywire.JAMS)
    muster.chips(Tick="blank", Doc="stay", Foe="stay:hold")
    muster.act("Doc", "act repair:{Tick}", dice=[6])
    assert muster.battle.machine_of(muster["Tick"]).haywire == Haywire.OBEYS
    assert not muster["Doc"].counts_as_moving()


def test_a_sound_automaton_needs_nobody() -> None:
    muster = ward(x=38.0)
    muster.act("Tick", "drive 0,3", dice=[3])
    assert not muster["Doc"].moved


@pytest.mark.parametrize(
    ("seat", "next_seat", "controlled"), [(0, -1, False), (1, -1, True), (0, 1, True), (1, 0, True)]
)
def test_it_is_the_enemys_now_or_from_next_turn(seat: int, next_seat: int, controlled: bool) -> None:
    tick = ward()["Tick"]
    tick.seat = seat
    tick.next_seat = next_seat
    assert is_controlled(tick) is controlled


def test_an_automaton_under_enemy_control_can_be_won_back() -> None:
    muster = ward(x=31.25)
    muster.machine("Tick", haywire=Haywire.ENEMY_CONTROL)
    muster.battle.command(muster["Tick"], 1)
    muster.chips(Tick="stay", Doc="stay", Foe="stay:hold")
    muster.act("Doc", "act repair:{Tick}", dice=[1])
    assert muster.battle.machine_of(muster["Tick"]).haywire == Haywire.OBEYS


@pytest.mark.parametrize("chip", ["blank", "move:0"])
@pytest.mark.parametrize("state", [{"haywire": Haywire.JAMS}, {"engine": NO_POWER}])
def test_r107_a_scientist_goes_to_a_jammed_automaton_in_that_very_turn(chip: str, state: dict[str, int]) -> None:
    """It has not moved, and will not: he goes at his own place."""
    muster = Muster([unit("clockwork-soldier", "Tick", 30, 20), unit("scientist", "Doc", 36, 20)], [FOE])
    muster.machine("Tick", **state)
    muster.chips(Tick=chip, Doc="move:180", Foe="stay:hold")
    assert not muster["Tick"].moved
    assert patients(muster.battle, muster["Doc"]) == [0]
    muster.act("Doc", "act repair:{Tick}", dice=[3, 1])
    machine = muster.battle.machine_of(muster["Tick"])
    assert (machine.haywire, machine.engine) == (Haywire.OBEYS, RUNNING)
    wild = Muster([unit("clockwork-soldier", "Tick", 30, 20), unit("scientist", "Doc", 36, 20)], [FOE])
    wild.machine("Tick", haywire=Haywire.FORWARD)
    wild.chips(Tick="blank", Doc="move:180", Foe="stay:hold")
    assert not patients(wild.battle, wild["Doc"])  # this one has a move to come
