"""Fire windows on the table (section 3, R27, R67, R69, R83, R84): who is asked when, and what instructions answer."""

from __future__ import annotations

import pytest
from rules.orderchips.situation import Muster, unit
from tabletop import cited, of, one

from playsheet.core.errors import Refused
from playsheet.core.game import ONLOOKER
from playsheet.rules.orderchips.battle.events import FiguresLost, InstructionLeft, Moved
from playsheet.rules.orderchips.battle.fight_events import Fired
from playsheet.rules.orderchips.battle.units import NOBODY
from playsheet.rules.orderchips.options.choices import Commit
from playsheet.rules.orderchips.options.opportunity import is_watched, window_options
from playsheet.rules.orderchips.options.shooting import shots
from playsheet.rules.orderchips.table.opportunity import own_fire, window
from playsheet.rules.orderchips.terms import Instruction, Phase

MISS = [10] * 10


def advance(dice: list[int] | None = None, *windows: str, **chips: str) -> tuple[Muster, list[object]]:
    """Five spears come three inches nearer to ten rifles who stand 20 inches off."""
    muster = Muster([unit("line-rifles", "Red", 30, 20)], [unit("spear-warriors", "Foe", 30, 40, 180, 5, figures=5)])
    muster.chips(order=[1, 0], Red=chips.get("Red", "stay"), Foe="move:180")
    told = muster.act("Foe", "act move", "move 30,37,30,37,180,5", *windows, dice=dice or [])
    return muster, list(told)


# ---------------------------------------------------------------- when they open


def test_windows_at_the_declaration_each_inch_and_the_end() -> None:
    muster, told = advance(None, *["window hold"] * 4)
    moved = of(told, Moved)
    assert [muster.battle.phase] == [4]
    assert [event.ys[0] for event in moved] == [39.0, 38.0, 37.0]  # declared at 40, then after each full inch
    assert [question.about for question in muster.script.asked if question.kind == "window"] == [muster["Foe"].id] * 4


def test_a_window_in_which_nobody_has_a_legal_shot_is_passed_over() -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 5)], [unit("spear-warriors", "Foe", 30, 40, 180)])
    muster.chips(order=[1, 0], Red="stay", Foe="move:180")
    told = muster.act("Foe", "act move", "move 30,37,30,37,180,6")  # 35 inches away, rifles reach 24
    assert len(of(told, Moved)) == 1


def test_in_mid_move_the_unit_stands_in_its_new_formation_facing_the_leg() -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 20)], [unit("spear-warriors", "Foe", 30, 40, 180, 5, figures=5)])
    muster.chips(order=[1, 0], Red="stay", Foe="move:180")
    answers = ["act move:close", "move 30,38,30,38,90,2", "window hold", "window hold", "window hold"]
    first, last = of(muster.act("Foe", *answers), Moved)
    assert (first.order, first.files, first.facing, first.ruling) == (0, 2, 180.0, "R69")
    assert (last.order, last.files, last.facing) == (0, 2, 90.0)


def test_no_windows_once_shooting_has_begun() -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 20)], [unit("musket-warriors", "Foe", 30, 35, 180)])
    muster.chips(Red="stay", Foe="stay")
    for phase in (Phase.SHOOTING, Phase.MELEE):
        muster.phase(phase)
        assert not muster.do(lambda: window(muster.game, NOBODY))
    muster.phase(Phase.AFTER_EVENTS)
    muster.do(lambda: window(muster.game, NOBODY), "window hold", "window hold")


# ---------------------------------------------------------------- who is asked


def test_only_stationary_units_that_have_not_fired_and_their_players() -> None:
    muster, told = advance([*MISS], "window fire:0>1", Red="stay")
    assert len(of(told, Fired)) == 1  # at the declaration; then it is asked no more
    assert muster["Red"].fired
    muster = Muster([unit("line-rifles", "Red", 30, 20)], [unit("spear-warriors", "Foe", 30, 40, 180, 5, figures=5)])
    muster.chips(order=[1, 0], Red="move:0", Foe="move:180")
    muster.act("Foe", "act move", "move 30,37,30,37,180,5")


def test_losses_of_a_window_are_off_at_once_and_do_not_shorten_the_move() -> None:
    muster, told = advance([1, 1, 1, 9, 9, 9, 9, 9, 9, 9], "window hold", "window fire:0>1")
    assert one(told, FiguresLost).count == 3
    assert muster["Foe"].figures == 2
    assert muster.at("Foe") == (30, 37)
    last = of(told, Moved)[-1]
    assert len(last.models) == 2


def test_a_unit_that_is_wiped_out_in_its_move_moves_no_more() -> None:
    muster, told = advance([1] * 10, "window hold", "window fire:0>1")
    assert not muster["Foe"].on_table()
    assert len(of(told, Moved)) == 1


def two_a_side(**rulings: object) -> Muster:
    south = [unit("line-rifles", "Red", 30, 20), unit("line-rifles", "Mates", 40, 20)]
    north = [unit("spear-warriors", "Foe", 30, 37, 180), unit("musket-warriors", "Guns", 50, 38, 180)]
    return Muster(south, north, rulings=dict(rulings))


def test_r83_when_a_move_is_declared_everybody_may_fire_at_any_legal_target() -> None:
    muster = two_a_side()
    muster.chips(order=[1, 0], Foe="move:180")
    told = muster.act("Foe", "act move", "move 30,36,30,36,180,6", "window hold", "window hold", "window hold")
    declared, own, ended = [question for question in muster.script.asked if question.kind == "window"]
    assert [question.seat for question in (declared, own, ended)] == [0, 1, 0]
    assert muster.offered(declared.options) == [
        "hold", "wait", "fire:0>2", "fire:1>2", "fire:1>3", "fire:0>2+1>2",
    ]  # fmt: skip
    assert muster.offered(own.options) == ["hold", "wait", "fire:3>1"]  # the mover's own mates
    assert muster.offered(ended.options) == ["hold", "wait", "fire:0>2", "fire:1>2", "fire:0>2+1>2"]  # at the mover
    assert not of(told, Fired)


def test_a_mate_of_the_mover_fires_at_somebody_else_before_the_move_begins() -> None:
    muster = two_a_side()
    muster.chips(order=[1, 0], Foe="move:180", Red="stay:hold", Mates="stay:hold")
    told = muster.act("Foe", "act move", "move 30,36,30,36,180,6", "window fire:3>1", dice=[10] * 10)
    assert [type(event).__name__ for event in told if isinstance(event, Fired | Moved)] == ["Fired", "Moved"]
    off = two_a_side(**{"own-move-fire": "no"})
    off.chips(order=[1, 0], Foe="move:180", Red="stay:hold", Mates="stay:hold")
    assert not of(off.act("Foe", "act move", "move 30,36,30,36,180,6"), Fired)


def test_at_the_reveal_everybody_may_fire_at_anybody() -> None:
    south = [unit("line-rifles", "Red", 30, 20)]
    north = [unit("line-rifles", "Foe", 30, 40, 180), unit("militia", "More", 45, 38, 180)]
    muster = Muster(south, north)
    muster.chips()
    muster.phase(Phase.REVEALED)
    muster.step("window hold", "window hold")
    first, second = muster.script.asked
    assert (first.seat, second.seat) == (0, 1)
    assert [option.key() for option in first.options] == ["hold", "wait", "fire:0>1", "fire:0>2"]


def test_both_fire_in_one_window_and_it_opens_again_until_nobody_does() -> None:
    south = [unit("line-rifles", "Red", 30, 20, figures=2), unit("line-rifles", "Mates", 40, 20, figures=2)]
    muster = Muster(south, [unit("line-rifles", "Foe", 35, 40, 180, figures=2)])
    muster.chips()
    muster.phase(Phase.REVEALED)
    answers = ["window fire:0>2", "window fire:2>0", "window fire:1>2"]
    told = muster.step(*answers, dice=[9, 9, 9, 9, 9, 9])
    assert [event.unit for event in of(told, Fired)] == [0, 2, 1]


def test_a_player_may_wait_for_the_shooting_phase_in_secret() -> None:
    muster, told = advance(None, "window wait")
    left = one(told, InstructionLeft)
    assert (left.instruction, left.unseen) == (Instruction.HOLDS, (1, ONLOOKER))
    assert not muster["Red"].fired


# ---------------------------------------------------------------- any set of shots


def test_a_commitment_may_join_any_legal_shots_and_no_others() -> None:
    south = [unit("line-rifles", "Red", 30, 20), unit("line-rifles", "Mates", 45, 20)]
    muster = Muster(south, [unit("militia", "Foe", 30, 36, 180), unit("militia", "More", 45, 36, 180)])
    muster.chips()
    battle = muster.battle
    legal = [shots(battle, battle.units[id], interrupt=True) for id in (0, 1)]
    offer = window_options(battle, 0, legal)[2]
    assert isinstance(offer, Commit)
    read = offer.read("fire:0>3+1>2")
    assert isinstance(read, Commit)
    assert [shot.text() for shot in read.shots] == ["0>3", "1>2"]
    assert offer.read("hold") is None
    for wrong, why in (
        ("fire:2>0", "not this seat's"),
        ("fire:0>0", "."),
        ("fire:0>2+0>3", "."),
        ("fire:x", "expected fire: and shots"),
        ("fire:99>1", "not this seat's"),
    ):
        with pytest.raises(Refused, match=why):
            offer.read(wrong)


# ---------------------------------------------------------------- H2: standing instructions


def test_an_instruction_answers_in_the_player_s_place() -> None:
    _, told = advance([*MISS], Red="stay:any:18")
    fired = one(told, Fired)
    assert fired.distance <= 18.0
    assert [event.ys[0] for event in of(told, Moved)] == [39.0, 38.0, 37.0]


def test_an_instruction_waits_for_the_distance_the_unit_or_the_charge() -> None:
    assert not of(advance(None, Red="stay:any:10")[1], Fired)
    assert not of(advance(None, Red="stay:hold")[1], Fired)
    assert not of(advance(None, Red="stay:charger:24")[1], Fired)
    assert len(of(advance([*MISS], Red="stay:unit:1:24")[1], Fired)) == 1


def charged(red: str, gap: float = 6.0, dice: list[int] | None = None) -> tuple[Muster, list[object]]:
    """Twelve spears charge ten rifles, who stand as they are told, and are met."""
    foe = unit("spear-warriors", "Foe", 30, 21 + gap, 180, 6, order="close")
    muster = Muster([unit("line-rifles", "Red", 30, 20)], [foe])
    muster.chips(order=[1, 0], Red=red, Foe="move:180")
    return muster, list(muster.act("Foe", "act charge:{Red}", dice=[*(dice or []), 1, 1, 1]))


def test_r89_by_default_a_unit_fires_at_chargers_and_nobody_is_asked() -> None:
    muster, told = charged("stay:usual", dice=MISS)
    assert muster["Red"].instruction == Instruction.USUAL
    fired = one(told, Fired)
    assert (fired.interrupt, fired.charging) == (True, True)
    assert told.index(fired) < min(told.index(event) for event in of(told, Moved))  # at the declaration
    assert not of(charged("stay:hold")[1], Fired)
    assert not of(charged("stay:charger:2")[1], Fired)
    assert not of(advance(None, Red="stay:usual")[1], Fired)  # who only comes nearer is no charger


@pytest.mark.parametrize("phase", [Phase.REVEALED, Phase.AFTER_EVENTS])
def test_at_the_reveal_and_after_events_the_usual_instruction_asks(phase: int) -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 20)], [unit("line-rifles", "Foe", 30, 40, 180)])
    muster.chips(Red="stay:usual", Foe="stay:charger:12")
    muster.phase(phase)
    muster.do(lambda: window(muster.game, NOBODY), "window wait")
    assert muster["Red"].instruction == Instruction.HOLDS


def test_any_enemy_within_is_fired_at_when_somebody_else_declares_a_move() -> None:
    muster = two_a_side()
    muster.chips(order=[1, 0], Guns="move:180", Foe="stay:hold", Red="stay:any:19", Mates="stay:hold")
    told = muster.act("Guns", "act move", "move 50,37,50,37,180,5", dice=MISS)
    assert one(told, Fired).target == muster["Foe"].id


def test_how_a_unit_is_moved_does_not_show_what_others_are_told() -> None:
    """Whatever they are told that does not make them fire: the same is told of the move."""
    seen = []
    for instruction in ("stay:hold", "stay:usual", "stay:any:3", "stay:unit:1:3"):
        _, told = advance(None, Red=instruction)
        seen.append([event.data() for event in told])  # type: ignore[attr-defined]
    assert seen == [seen[0]] * 4
    muster = Muster([unit("line-rifles", "Red", 30, 20)], [unit("spear-warriors", "Foe", 30, 40, 180)])
    muster.chips(Red="stay:hold", Foe="move:180")
    assert is_watched(muster.battle, muster["Foe"], 30, 40)
    assert not is_watched(muster.battle, muster["Foe"], 30, 70)
    assert not is_watched(muster.battle, muster["Red"], 30, 20)  # the foe moves


# ---------------------------------------------------------------- R67: in one's own move


def test_the_player_who_moves_may_fire_between_his_moves() -> None:
    south = [unit("line-rifles", "Red", 30, 20), unit("sappers", "Sappers", 50, 10)]
    foe = unit("spear-warriors", "Foe", 30, 38, 180)
    muster = Muster(south, [foe])
    muster.chips(Sappers="move:0", Foe="stay:hold")
    assert muster.offered(own_fire(muster.battle, 0)) == ["fire:0>2"]
    told = muster.step("next fire:0>2", dice=MISS)
    assert one(told, Fired).interrupt
    assert muster.battle.mover == 0  # it is still his turn to move
    off = Muster(south, [foe], rulings={"own-move-fire": "no"})
    off.chips(Sappers="move:0", Foe="stay:hold")
    assert not own_fire(off.battle, 0)


def test_windows_cite_their_ruling() -> None:
    assert "R69" in cited(advance(None, *["window hold"] * 4)[1])  # type: ignore[arg-type]


def test_several_players_fire_in_one_window_and_natives_never_do() -> None:
    east = [unit("line-rifles", "East", 45, 30, 270, figures=2)]
    red = unit("line-rifles", "Red", 30, 15, figures=2)
    muster = Muster([red], [unit("spear-warriors", "Foe", 30, 34, 180, 5, figures=5)], third=east)
    muster.overrule("natives musket-warriors 5 15 30 foes")
    muster.battle.units[-1].chip = 1
    muster.chips(order=[1, 0, 2], Foe="move:180")
    answers = ["act move", "move 30,34,30,34,180,5", "window fire:0>1", "window fire:2>1"]
    told = muster.act("Foe", *answers, dice=[9, 9, 9, 9])
    assert [event.unit for event in of(told, Fired)] == [0, 2]  # in movement order
    assert {question.seat for question in muster.script.asked if question.kind == "window"} == {0, 2}
