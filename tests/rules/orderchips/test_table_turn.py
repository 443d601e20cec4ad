"""The turn on the table (section 3): who moves first, one unit after the other, the end of a turn, a game master."""

from __future__ import annotations

import pytest
from rules.orderchips.situation import Muster, unit
from tabletop import cited, ground, of, one

from playsheet.core.errors import Refused
from playsheet.core.measuring import Spot
from playsheet.rules.orderchips.battle.events import (
    CoverSet,
    EventSaid,
    MoveOrderSet,
    NoActionNext,
    PhaseBegan,
    SeatFinished,
    TurnBegan,
)
from playsheet.rules.orderchips.battle.fight_events import BandAppeared, MoraleTested
from playsheet.rules.orderchips.ground.sight import cover_of
from playsheet.rules.orderchips.laws import broken_laws
from playsheet.rules.orderchips.options.choices import named
from playsheet.rules.orderchips.shown.roster import marks, roster, track
from playsheet.rules.orderchips.terms import Phase

RED = unit("line-rifles", "Red", 30, 10)
BLUE = unit("line-rifles", "Blue", 45, 10)
FOE = unit("spear-warriors", "Foe", 30, 60, 180)
MORE = unit("spear-warriors", "More", 50, 60, 180)


# ---------------------------------------------------------------- D2: who moves first


def test_the_highest_die_chooses_first_or_last() -> None:
    for answer, order in (("move_first", [1, 0]), ("move_last", [0, 1])):
        muster = Muster([RED], [FOE])
        muster.chips()
        muster.phase(Phase.MOVE_ORDER)
        told = muster.step(f"first {answer}", dice=[3, 8])
        assert one(told, MoveOrderSet).seats == order
        assert muster.script.asked[0].seat == 1


def test_ties_roll_again_between_the_tied() -> None:
    muster = Muster([RED], [FOE])
    muster.chips()
    muster.phase(Phase.MOVE_ORDER)
    told = muster.step("first move_last", dice=[5, 5, 2, 9])
    assert one(told, MoveOrderSet).seats == [0, 1]


def test_three_players_go_high_to_low_or_the_reverse() -> None:
    muster = Muster([RED], [FOE], third=[unit("militia", "Third", 60, 30, 270)])
    muster.chips()
    muster.phase(Phase.MOVE_ORDER)
    told = muster.step("first move_last", dice=[3, 9, 6])
    assert one(told, MoveOrderSet).seats == [0, 2, 1]


def test_by_switch_the_seats_in_order() -> None:
    muster = Muster([RED], [FOE], rulings={"move-order": "fixed"})
    muster.chips()
    muster.phase(Phase.MOVE_ORDER)
    assert one(muster.step(), MoveOrderSet).seats == [0, 1]


# ---------------------------------------------------------------- D3: one unit after the other


def test_a_player_moves_all_that_he_wants_and_then_the_next() -> None:
    muster = Muster([RED, BLUE], [FOE])
    muster.chips(Red="move:0", Blue="move:0", Foe="move:180")
    muster.step("next unit:{Blue}", "act move", "move 45,12,45,12,0,5")
    assert muster.battle.mover == 0
    told = muster.step("next done")
    assert one(told, SeatFinished).seat == 0
    assert muster.battle.mover == 1
    muster.step("next unit:{Foe}", "act move", "move 30,58,30,58,180,6")
    told = muster.step()  # nothing is left to be moved
    assert one(told, PhaseBegan).phase == Phase.NATIVES_MOVE


def test_by_switch_a_unit_each_in_turn() -> None:
    muster = Muster([RED, BLUE], [FOE, MORE], rulings={"move-order": "alternate-units"})
    muster.chips(Red="move:0", Blue="move:0", Foe="move:180", More="move:180")
    muster.step("next unit:{Red}", "act move", "move 30,12,30,12,0,5")
    assert muster.battle.mover == 1
    muster.step("next done")
    assert muster.battle.mover == 0
    muster.step("next unit:{Blue}", "act move", "move 45,12,45,12,0,5")
    assert muster.battle.mover == 0  # the other has finished


def test_stationary_figures_may_be_picked_and_locked_ones_not() -> None:
    muster = Muster([RED, BLUE], [unit("spear-warriors", "Foe", 30, 11, 180, 6)])
    muster.lock("Red", "Foe")
    muster.chips(Red="stay", Blue="stay", Foe="stay")
    muster.step("next done")
    assert [option.key() for option in muster.script.asked[0].options] == ["unit:1", "done"]


# ---------------------------------------------------------------- the whole list


def test_the_phases_follow_one_another_as_on_the_sheet() -> None:
    muster = Muster([RED], [FOE], rulings={"move-order": "fixed"})
    seen = []
    answers = {
        Phase.CHIPS: ["chip stay:hold", "chip stay:hold"],
        Phase.MOVES: ["next done"],
    }
    while muster.battle.turn == 1:
        phase = muster.battle.phase
        seen.append(phase)
        muster.step(*answers.get(phase, []))
    assert seen == [
        Phase.CHIPS, Phase.REVEALED, Phase.MOVE_ORDER, Phase.MOVES, Phase.MOVES, Phase.NATIVES_MOVE, Phase.ATTACHING,
        Phase.EVENTS, Phase.AFTER_EVENTS, Phase.SHOOTING, Phase.MELEE, Phase.MORALE, Phase.END,
    ]  # fmt: skip


def test_a_new_turn_clears_what_was_marked_for_the_old() -> None:
    muster = Muster([RED], [FOE])
    muster.chips(Red="stay:hold", Foe="move:180")
    red = muster["Red"]
    red.fired = red.moved = red.forced = red.ran = red.lost_figures = red.next_no_action = True
    red.said_cover = 2
    muster.battle.haze = True
    muster.phase(Phase.END)
    told = muster.step()
    assert one(told, TurnBegan).turn == 2
    assert not any([red.fired, red.moved, red.forced, red.ran, red.lost_figures, red.next_no_action])
    assert red.no_action
    assert (red.chip, red.instruction, red.said_cover, muster.battle.haze) == (0, 0, -1, False)


# ---------------------------------------------------------------- R60: a game master


def test_a_game_master_calls_a_test_and_says_what_cover_there_is() -> None:
    muster = Muster([RED], [FOE])
    muster.chips()
    told = muster.overrule("test {Red}", dice=[3])
    assert one(told, MoraleTested).unit == 0
    assert "R60" in cited(muster.overrule("cover {Red} heavy"))
    battle = muster.battle
    assert cover_of(battle, muster["Red"], battle.members(muster["Red"]), 30, 60) == 2
    muster.overrule("cover {Red} table")
    assert cover_of(battle, muster["Red"], battle.members(muster["Red"]), 30, 60) == 0
    assert of(muster.overrule("cover {Foe} none"), CoverSet)


def test_a_game_master_orders_no_action_and_events_and_natives() -> None:
    muster = Muster([RED], [FOE])
    muster.chips()
    assert one(muster.overrule("no-action {Red}"), NoActionNext).next
    assert one(muster.overrule("event none"), EventSaid).row == 0
    assert one(muster.overrule("event 8"), EventSaid).row == 8
    assert one(muster.overrule("event rolled"), EventSaid).row == -1
    told = muster.overrule("natives musket-warriors 5 10 40 foes")
    band = one(told, BandAppeared)
    assert len(band.xs) == 5
    held = muster.battle.units[-1]
    assert (held.seat, held.foes) == (-1, 3)
    muster.overrule(f"mind {held.id} 2")
    assert held.foes == 2
    assert muster.battle.hostile(held, muster["Foe"])
    assert not muster.battle.hostile(held, muster["Red"])
    muster.overrule("natives spear-warriors 7 60 30 1")
    assert muster.battle.units[-1].seat == 0


@pytest.mark.parametrize("seat", [0, 1])
def test_natives_called_as_somebody_s_friends_are_nobody_s_foes(seat: int) -> None:
    muster = Muster([RED], [FOE])
    muster.overrule(f"natives spear-warriors 7 60 30 {seat + 1}")
    held = muster.battle.units[-1]
    assert (held.seat, held.side, held.foes) == (seat, seat, 0)


def test_a_game_master_ends_the_game() -> None:
    muster = Muster([RED], [FOE])
    muster.overrule("award 2")
    assert (muster.battle.finished, muster.battle.winner) == (True, 1)
    muster = Muster([RED], [FOE])
    muster.overrule("award draw")
    assert (muster.battle.finished, muster.battle.winner) == (True, -1)


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("dance", "expected event ROW"),
        ("test 9", "a unit's number from 0 to 1"),
        ("cover 0 thick", "none, light, heavy or table"),
        ("event 11", "from 1 to 10"),
        ("award 3", "from 1 to 2"),
        ("natives lancers 5 10 10 foes", "expected one of"),
        ("natives musket-warriors 5 30 10 foes", "no room"),
        ("natives musket-warriors 5 10 40 9", "from 1 to 2"),
        ("mind 0 foes", "no band of natives"),
    ],
)
def test_a_wrong_word_is_refused_in_a_sentence(order: str, why: str) -> None:
    muster = Muster([RED], [FOE])
    with pytest.raises(Refused, match=why):
        muster.game.system.overrule(muster.game, order)


# ---------------------------------------------------------------- what is shown


def test_roster_marks_track_and_measuring() -> None:
    south = [RED, unit("hero", "Hero", 33, 10), unit("field-gun", "Gun", 50, 10), unit("steam-tank", "Tank", 60, 10)]
    muster = Muster(south, [FOE])
    muster.attach("Hero", "Red")
    muster.chips(Red="move:0", Foe="stay")
    battle = muster.battle
    rows = roster(battle)
    assert [row.arm for row in rows] == ["foot", "leader", "gun", "vehicle", "foot"]
    assert rows[0].state[0] == "moving"
    assert rows[1].state == ["with Red"]
    assert rows[3].figures == 1
    shapes = {mark.shape for mark in marks(battle)}
    assert shapes == {"foot", "leader", "gun", "crew", "vehicle"}
    assert len(marks(battle)) == 10 + 1 + 4 + 1 + 1 + 12
    found = track(battle)
    assert found is not None
    assert found.names[found.now] == "moves and charges"
    line = muster.setup.system.measured(battle, Spot(0, 0, muster["Red"].id), Spot(0, 0, muster["Foe"].id))
    assert {fact.name for fact in line.facts} == {"range", "band", "arc", "cover"}
    assert line.sight is not None
    assert not line.sight.blocked_by


def test_the_laws_would_find_what_is_wrong() -> None:
    muster = Muster([RED, BLUE], [FOE])
    muster.chips()
    battle = muster.battle
    battle.put(0, 30.0, 60.0, 0.0)
    assert any("stands on" in said for said in broken_laws(battle))
    battle.put(0, 30.0, -5.0, 0.0)
    assert any("off the table" in said for said in broken_laws(battle))
    battle.put(0, 30.0, 10.0, 0.0)
    muster["Red"].locked = [2]
    assert any("locked" in said for said in broken_laws(battle))
    muster["Red"].locked = []
    muster["Red"].chip = 0
    assert broken_laws(battle) == ["Red: has no chip"]
    muster["Red"].chip = 1
    muster["Red"].figures = 9
    assert any("Red: counts 9 figures" in said for said in broken_laws(battle))


@pytest.mark.parametrize(("who", "closed"), [("Horse", True), ("Gun", True), ("Crew", False), ("Men", False)])
def test_the_laws_know_what_ground_is_closed_to_whom(who: str, closed: bool) -> None:
    """A building to horses and to guns, but not to a crew on foot."""
    south = [unit("lancers", "Horse", 30, 10), unit("field-gun", "Crew", 50, 10), unit("militia", "Men", 10, 10)]
    muster = Muster(south, [FOE], [ground("building", "the hut", rect=[20, 40, 40, 50])])
    muster.chips()
    model = muster["Crew"].model if who == "Gun" else muster[who].first
    muster.battle.put(model, 30.0, 45.0, 0.0)
    assert any("the hut" in said for said in broken_laws(muster.battle)) == closed


def test_a_number_that_is_no_unit_s_is_told_as_it_is() -> None:
    muster = Muster([RED], [FOE])
    assert [named(muster.battle, number) for number in (-1, 0, 1, 2)] == ["-1", "Red", "Foe", "2"]


def test_nobody_is_asked_what_to_do_who_can_only_move() -> None:
    muster = Muster([unit("field-gun", "Gun", 30, 20)], [unit("militia", "Foe", 30, 60, 180)])
    muster.chips(Gun="move:0", Foe="stay:hold")
    muster.act("Gun", "move 30,22,30,22,0,4")
    assert [question.kind for question in muster.script.asked] == ["move"]
