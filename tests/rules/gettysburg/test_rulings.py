"""Rulings of the turn, of command and orders, of charges and of movement, one by one, and their switches."""

from __future__ import annotations

import math

import pytest
from room import packed_or_refused, put_at_the_edge, stays_away
from rules.gettysburg.situation import CONFEDERATE, UNION, Field, as_printed, brigade, foot, general, ground
from tabletop import cited, of, one, rolls

from playsheet.core.events import Rolled
from playsheet.core.game import ONLOOKER
from playsheet.rules.gettysburg.battle.command_events import (
    DivisionTried,
    GeneralLost,
    OrderChanged,
    OrderShown,
    OrderTried,
)
from playsheet.rules.gettysburg.battle.events import FirstSideChosen, GoBegan, GoEnded, PhaseBegan
from playsheet.rules.gettysburg.battle.fight_events import ChargeEnded, Engaged, Fired, MoraleTested, Reacted
from playsheet.rules.gettysburg.battle.move_events import (
    CrossingTried,
    FiguresLost,
    Moved,
    RecallTried,
    StateChanged,
    Unformed,
    WasDispersed,
    WentOut,
)
from playsheet.rules.gettysburg.ground.moving import allowance, can_advance, charge_allowance, spacing_to_line
from playsheet.rules.gettysburg.options.charge import bar_to_evading, reactions
from playsheet.rules.gettysburg.options.command import brigade_options, divisions_to_try
from playsheet.rules.gettysburg.options.duties import end_refusal
from playsheet.rules.gettysburg.options.fire import bar_to_firing
from playsheet.rules.gettysburg.options.generals import RideRegion, bar_to_riding
from playsheet.rules.gettysburg.options.melee_sides import has_general
from playsheet.rules.gettysburg.options.moves import unmet_by
from playsheet.rules.gettysburg.options.regions import MarchRegion
from playsheet.rules.gettysburg.table.charge.phase import step as charge_step
from playsheet.rules.gettysburg.table.charge.resolving import resolve
from playsheet.rules.gettysburg.table.command import drop_lost_supports
from playsheet.rules.gettysburg.table.generals import come_back, offer_moves
from playsheet.rules.gettysburg.table.morale import general_worth
from playsheet.rules.gettysburg.terms import GeneralWorth, Order, Phase, UnformedBy
from playsheet.rules.gettysburg.turn import begin_go, begin_phase, roll_initiative

HIGH = [6, 5]
COLUMN = "column"


def apart(**more: object) -> Field:
    """Two lines in the open, far from each other."""
    return Field([foot("us-line", "A", 30, 60, 180)], [foot("cs-line", "B", 30, 10, 0)], **more)  # type: ignore[arg-type]


def staff(order: str = "move", cinc: str = "gen-n", divisional: bool = True, **more: object) -> Field:
    """One Union regiment with all its generals, each near the next."""
    union = [foot("us-line", "A", 30, 50, 180), general(cinc, "Chief", 20, 60, "cinc")]
    union += [general("gen-n", "Division", 30, 60, "divisional")] if divisional else []
    union.append(general("gen-n", "Brigadier", 30, 54))
    return Field(union, [foot("cs-line", "B", 30, 3, 0)], orders=(order, "hold"), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("chief", "told"), [("here", 2), ("gone", 2)])
def test_r77_a_corps_general_beside_a_divisional_general(chief: str, told: int) -> None:
    """Contact gives its +2 whether or not the C-in-C lives."""
    field = Field(
        [
            foot("us-line", "A", 30, 50, 180),
            general("gen-n", "Chief", 60, 60, "cinc"),
            general("gen-n", "Corps", 30.5, 61, "corps"),
            general("gen-n", "Division", 30, 60, "divisional"),
            general("gen-n", "Brigadier", 30, 54),
        ],
        [foot("cs-line", "B", 30, 3, 0)],
    )
    if chief == "gone":
        field.game.tell(GeneralLost(field.man("Chief").id, "shot", 0, ""))
    events = field.command("division_order order:defend", "brigade_order keep", dice=[1, 1])
    assert [(entry.cause, entry.add) for entry in rolls(events)[0].account] == [("base-contact", told)]


def test_r77_a_corps_general_near_a_unit_counts() -> None:
    field = Field(
        [
            foot("us-line", "A", 30, 50, 180),
            general("gen-x", "Corps", 30, 52, "corps"),
            general("gen-n", "Brigadier", 3, 71),
        ],
        [foot("cs-line", "B", 30, 3, 0)],
    )
    assert general_worth(field.battle, field["A"]) == GeneralWorth.NEAR
    field.attach("Corps", "A")
    assert general_worth(field.battle, field["A"]) == GeneralWorth.INSPIRES
    assert has_general(field.battle, field["A"])


def onset(
    gap: float = 8.0, mine: str = "us-line", orders: tuple[str, str] = ("hold", "assault"), **more: object
) -> Field:
    """A Confederate column before a Union line, and a reserve far behind it."""
    return Field(
        [foot(mine, "A", 36, 50.75)],
        [foot("cs-vet", "B", 36, 48.5 - gap, formation=COLUMN), foot("cs-line", "Reserve", 8, 5)],
        orders=orders,
        **more,  # type: ignore[arg-type]
    )


def horse_and_charger(opportunity: bool = True, order: str = "engage") -> Field:
    """Union cavalry beside the way of a Confederate charge."""
    return Field(
        [foot("us-line", "A", 36, 50.75), foot("us-cav", "Horse", 49, 46.25, 270.0)],
        [foot("cs-vet", "B", 36, 40.5, formation=COLUMN), foot("cs-line", "Reserve", 8, 5)],
        orders=(order, "assault"),
        opportunity=opportunity,
    )


# ---------------------------------------------------------------- R1 to R7: the sheet and the turn


def test_r1_the_rulings_answer_for_the_book() -> None:
    """No table is left to a book, and every throw of a turn cites a table that is there."""
    system = as_printed()
    assert {"emergency-limbering", "risk-of-fire", "tokens"} <= set(system.sheet.tables)
    field = apart()
    told = field.do(lambda: roll_initiative(field.game), "initiative go_first", dice=[5, 5, 1, 2])
    assert all(roll.table in system.sheet.tables for roll in of(told, Rolled))


def test_r2_two_dice_wherever_the_table_runs_from_2_to_12() -> None:
    field = staff()
    told = field.command("division_order order:defend", "brigade_order own:engage", dice=[6, 4, 3, 4])
    assert [len(roll.faces) for roll in rolls(told)] == [2, 2]
    field = onset()
    told = field.charge("B", "A", "reaction fire", dice=[1, 2, *HIGH, *HIGH])
    assert [len(roll.faces) for roll in rolls(told)] == [2, 2, 2]


def test_r4_the_winner_says_who_is_first_for_the_whole_turn() -> None:
    field = apart()
    told = field.do(lambda: roll_initiative(field.game), "initiative go_second", dice=[6, 6, 1, 2])
    assert one(told, FirstSideChosen).side == CONFEDERATE
    for phase in (Phase.CHARGES, Phase.NORMAL_MOVES, Phase.FIRING):
        begin_phase(field.game, phase)
        assert field.battle.first_side == CONFEDERATE


@pytest.mark.parametrize(
    ("prize", "asked"), [("choose", ["initiative"]), ("first", []), ("per-phase", ["initiative", "initiative"])]
)
def test_r4_switch_initiative_prize(prize: str, asked: list[str]) -> None:
    """By switch the winner is first without being asked, or is asked again in each alternate phase."""
    field = apart(**{"initiative-prize": prize})
    answers = ["initiative go_second"] if asked else []
    field.do(lambda: roll_initiative(field.game), *answers, dice=[6, 6, 1, 2])
    assert field.battle.first_side == (CONFEDERATE if asked else UNION)
    field.do(lambda: begin_phase(field.game, Phase.CHARGES), *(["initiative go_first"] if len(asked) == 2 else []))
    assert [question.kind for question in field.script.asked] == asked
    assert field.battle.first_side == (CONFEDERATE if len(asked) == 1 else UNION)


def goes_of(alternate: str, *answers: str) -> list[tuple[int, int]]:
    """Side and brigade of each go of a phase, with two Union brigades against one."""
    units = [
        foot("us-line", "A", 20, 60, 180, group="one"),
        foot("us-line", "C", 40, 60, 180, group="two"),
        general("gen-n", "One", 30, 66, group="one"),
        general("gen-n", "Two", 45, 66, group="two"),
    ]
    groups = ([brigade("one"), brigade("two")], ())
    field = Field(units, [foot("cs-line", "B", 30, 10, 0)], brigades=groups, alternate=alternate)
    field.battle.first_side = UNION
    field.game.tell(PhaseBegan(Phase.FIRING))

    def play() -> None:
        while begin_go(field.game):
            field.game.tell(GoEnded())

    return [(go.side, go.brigade) for go in of(field.do(play, *answers), GoBegan)]


def test_r5_all_of_one_side_then_all_of_the_other() -> None:
    assert goes_of("side") == [(UNION, -1), (CONFEDERATE, -1)]


def test_r5_switch_alternate() -> None:
    assert goes_of("brigade", "next_brigade brigade:0") == [(UNION, 0), (CONFEDERATE, 2), (UNION, 1)]


def test_r6_a_wave_is_thrown_from_one_situation() -> None:
    """Both lose a tenth; that the first retreats is nothing to the second beside it."""
    field = Field(
        [foot("us-line", "A", 20, 50), foot("us-line", "C", 29, 50), foot("us-line", "Far", 8, 68)],
        [foot("cs-line", "B", 36, 10)],
    )
    field.lose("A", 2, now=True)
    field.lose("C", 2, now=True)
    told = field.wave(dice=[1, 2, 3, 4])
    assert [test.result for test in of(told, MoraleTested)] == ["retreat", "obey"]
    assert [entry.cause for entry in rolls(told)[1].account] == ["casualties"]


def test_r7_who_is_shot_does_not_fire_back() -> None:
    """Two guns of three are left crews for one; the double six makes it falter before its own half."""
    field = Field([foot("us-ordnance", "A", 36, 60)], [foot("cs-line", "B", 36, 35), foot("cs-6pdr", "Guns", 50, 35)])
    field.fire("A", "target shoot:{Guns}", dice=[6, 6, 1, 2])
    field.phase(Phase.FIRING, CONFEDERATE)
    assert field["Guns"].guns == 1
    assert field.is_in("Guns", "faltering")
    assert bar_to_firing(field.battle, field["Guns"], charged=False)
    assert not bar_to_firing(field.battle, field["B"], charged=False)  # its morale would wait for phase 8


# ---------------------------------------------------------------- R9 to R24: orders


@pytest.mark.parametrize(("switch", "passed"), [(0, True), (-2, False)])
def test_r9_a_drunkard_over_divisions(switch: int, passed: bool) -> None:
    """Ten are needed; by switch 2 are taken off."""
    field = staff(cinc="gen-d", **{"division-drunkard": switch})
    told = field.command("division_order order:defend", "brigade_order keep", dice=[6, 4])
    assert one(told, DivisionTried).passed is passed


def test_r10_a_chief_without_divisional_generals_is_both() -> None:
    """No throw for his division; orders to brigades are measured from him."""
    field = staff(divisional=False)
    field.go(Phase.COMMAND)
    assert divisions_to_try(field.battle) == []
    assert [option.key() for option in brigade_options(field.battle, field.battle.brigades[0])].count("sent:hold") == 1
    told = field.command("brigade_order sent:hold", dice=[3, 3])
    assert one(told, OrderTried).passed  # 12 inches off: no -2


def test_r12_far_and_commanding_is_three_not_five() -> None:
    """A divisional general who leads a brigade without a brigadier, and the other brigadier is far off."""
    field = Field(
        [
            foot("us-line", "A", 20, 60, 180, group="one"),
            foot("us-line", "C", 60, 20, 180, group="two"),
            general("gen-n", "Division", 20, 64, "divisional"),
            general("gen-n", "Two", 60, 26, group="two"),
        ],
        [foot("cs-line", "B", 30, 3, 0)],
        brigades=([brigade("one", "hold"), brigade("two", "hold")], ()),
    )
    field.attach("Division", "A")
    told = field.command("division_order keep", "brigade_order keep", "brigade_order sent:move", dice=[6, 3])
    assert [(entry.cause, entry.add) for entry in rolls(told)[0].account] == [("far-and-commanding", -3)]
    assert one(told, OrderTried).passed


@pytest.mark.parametrize(("y", "far"), [(24.75, False), (24.8, True)])
def test_r12_without_a_brigadier_the_nearest_unit_is_measured(y: float, far: bool) -> None:
    """24 inches from its rear edge to his base are not outside."""
    field = Field(
        [
            foot("us-line", "A", 30, 70 - y, 180),
            general("gen-n", "Division", 30, 70.75, "divisional"),
            general("gen-n", "Brigadier", 60, 20),
        ],
        [foot("cs-line", "B", 30, 3, 0)],
        orders=("move", "hold"),
    )
    field.game.tell(GeneralLost(field.man("Brigadier").id, "sniped", 0, ""))
    told = field.command("division_order keep", "brigade_order sent:hold", dice=[3, 3])
    assert one(told, OrderTried).passed is not far


def test_r12_switch_order_dense_woods() -> None:
    wood = ground("dense-wood", "the wood", rect=[27, 52, 33, 56])
    for switch, passed in ((False, True), (True, False)):
        told = staff(terrain=[wood], **{"order-dense-woods": switch}).command(
            "division_order keep", "brigade_order sent:engage", dice=[3, 4]
        )
        assert one(told, OrderTried).passed is passed


def test_r13_one_try_a_brigade_a_turn() -> None:
    """Each is asked once, by whichever way, and never for the order it has."""
    field = staff()
    field.command("division_order keep", "brigade_order own:engage", dice=[1, 3])
    asked = [question for question in field.script.asked if question.kind == "brigade_order"]
    assert len(asked) == 1
    keys = [option.key() for option in asked[0].options]
    assert "sent:move" not in keys
    assert "own:move" not in keys
    assert field.battle.brigades[0].order == Order.MOVE


def test_r17_orders_lie_face_down_until_a_charge_needs_them() -> None:
    field = onset(orders=("hold", "assault"))
    assert field.game.system.seen(field.battle, UNION).brigades[1].order == -1
    field.phase(Phase.CHARGES, CONFEDERATE)
    field.do(lambda: charge_step(field.game), "generals done")
    told = field.do(lambda: charge_step(field.game), "declare charge:{B}:{A}", "pivot 0")
    assert one(told, OrderShown).brigade == 1
    assert field.game.system.seen(field.battle, UNION).brigades[1].order >= 0


@pytest.mark.parametrize(("hidden", "unseen"), [(True, (CONFEDERATE, ONLOOKER)), (False, ())])
def test_r17_switch_orders_hidden(hidden: bool, unseen: tuple[int, ...]) -> None:
    field = staff(**{"orders-hidden": hidden})
    told = field.command("division_order keep", "brigade_order own:hold", dice=[5, 5])
    assert one(told, OrderChanged).unseen == unseen
    known = field.game.system.seen(field.battle, CONFEDERATE).brigades[0].order
    assert known == (-1 if hidden else Order.HOLD)


def test_r18_it_is_the_target_that_must_be_unformed() -> None:
    field = onset(orders=("hold", "engage"))
    assert field.charges("B") == []
    field.unform("A")
    assert field.charges("B") == ["charge:B:A"]
    field.unform("B")
    assert field.charges("B") == []


def test_r19_one_cavalry_charge_a_brigade_opportunity_charges_among_them() -> None:
    field = horse_and_charger()
    horse, b = field["Horse"], field["B"]
    field.charge("B", "A", f"opportunity opportunity:{horse.id}:{b.id}", "pivot 270", dice=[*HIGH, *HIGH])
    assert field.battle.brigades[0].cavalry_charges == 1
    spent = horse_and_charger()
    spent.battle.brigades[0].cavalry_charges = 1
    told = spent.charge("B", "A", "reaction hold", dice=[1, 3])
    assert not [question for question in spent.script.asked if question.kind == "opportunity"]
    assert one(told, MoraleTested).unit == spent["B"].id


def advancing(order: str, *, near: float = 50.0) -> Field:
    """Three regiments at y 10, the enemy at `near`."""
    rebels = [foot("cs-line", name, x, 10, 0) for name, x in (("B", 15), ("C", 30), ("D", 45))]
    field = Field([foot("us-line", "A", 30, near, 180)], rebels, orders=("hold", order))
    field.go(Phase.CHARGES, CONFEDERATE)
    field.go(Phase.NORMAL_MOVES, CONFEDERATE)
    return field


def test_r20_half_of_an_assault_goes_on_or_the_moves_are_not_closed() -> None:
    field = advancing("assault")
    field.move("B", "act march", "march 15,14,0", "act done")
    with pytest.raises(AssertionError, match="'close' is not offered"):
        field.moves("normal close", side=CONFEDERATE)
    field = advancing("assault")
    field.move("B", "act march", "march 15,14,0", "act done")
    field.move("D", "act march", "march 45,13.9,0", "act done")
    assert unmet_by(field.battle, CONFEDERATE)  # less than half a move
    field.move("C", "act march", "march 30,14,0", "act done")
    assert unmet_by(field.battle, CONFEDERATE) == ""


def test_r21_one_unit_of_a_brigade_on_engage_is_enough() -> None:
    """Within the long range of a musket, or half a move nearer."""
    assert unmet_by(advancing("engage").battle, CONFEDERATE)
    assert not unmet_by(advancing("engage", near=27.0).battle, CONFEDERATE)
    field = advancing("engage")
    field.move("D", "act march", "march 45,14,0", "act done")
    assert not unmet_by(field.battle, CONFEDERATE)


def two_brigades(order: str, **extra: object) -> Field:
    """A front brigade on hold, and cavalry of another some 18 inches behind."""
    union = [
        foot("us-line", "A", 30, 40, 180, group="front"),
        foot("us-cav", "C", 30, 60, 180, group="back"),
        general("gen-n", "Front", 30, 44, group="front"),
        general("gen-n", "Back", 30, 66, group="back"),
    ]
    groups = [brigade("front", "hold"), brigade("back", order, **extra)]
    return Field(union, [foot("cs-line", "B", 30, 3, 0)], brigades=(groups, ()))


def test_r22_support_is_a_leash_of_24_inches() -> None:
    """Whatever the wing; who is farther already may come nearer."""
    for wing in ("left", "right", "rear"):
        field = two_brigades("support", of="front", wing=wing)
        assert "supports" in end_refusal(field.battle, field["C"], field["C"].shape.moved(1.0, 0.0, 26.0))
        assert not end_refusal(field.battle, field["C"], field["C"].shape.moved(0.0, 1.0, 5.0))
    field.overrule("place {A} 30 20 180")
    assert not end_refusal(field.battle, field["C"], field["C"].shape.moved(0.0, -1.0, 2.0))


def test_r122_support_of_a_brigade_that_is_gone_is_hold() -> None:
    field = two_brigades("support", of="front", wing="rear")
    field.overrule("state {A} dispersed")
    field.do(lambda: drop_lost_supports(field.game))
    assert field.brigade("back brigade").order == Order.HOLD


def test_r23_twelve_inches_round_each_place_it_held() -> None:
    """A second regiment makes the area wider for both."""
    field = Field(
        [foot("us-cav", "A", 30, 50, 180), foot("us-line", "C", 44, 50, 180)],
        [foot("cs-line", "B", 30, 3, 0)],
        orders=("hold", "hold"),
    )
    there = field["A"].shape
    assert not end_refusal(field.battle, field["A"], there.moved(0.0, -1.0, 12.0))
    assert "holds" in end_refusal(field.battle, field["A"], there.moved(0.0, -1.0, 12.1))
    assert not end_refusal(field.battle, field["A"], there.moved(1.0, 0.0, 25.0))
    assert "holds" in end_refusal(field.battle, field["A"], there.moved(1.0, 0.0, 26.1))


def test_r24_a_brigade_on_move_that_is_charged_holds() -> None:
    """At the declaration, before anything is resolved."""
    field = onset(orders=("move", "assault"))
    field.phase(Phase.CHARGES, CONFEDERATE)
    field.do(lambda: charge_step(field.game), "generals done")
    told = field.do(lambda: charge_step(field.game), "declare charge:{B}:{A}", "pivot 0")
    assert one(told, OrderChanged).order == Order.HOLD
    assert field.battle.brigades[0].area == [(36.0, 50.75)]


# ---------------------------------------------------------------- R25 to R33: charges


@pytest.mark.parametrize("gap", [5.0, 11.0])
def test_r25_half_the_gap_and_fire_as_they_stand(gap: float) -> None:
    field = onset(gap)
    told = field.charge("B", "A", "reaction fire", dice=[1, 1, 1, 3])
    assert one(told, Fired).distance == pytest.approx(gap / 2)
    assert field["B"].y + 1.5 == pytest.approx(50.0 - gap / 2)


def test_r26_one_reaction() -> None:
    """Who prepares to counter-charge has not fired; who evades ends formed, facing the charger."""
    field = onset(orders=("engage", "assault"))
    told = field.charge("B", "A", "reaction counter", dice=[1, 3])
    assert one(told, Reacted)
    assert not of(told, Fired)
    assert not bar_to_firing(field.battle, field["A"], charged=False)  # nobody came on: it may still fire in its phase
    field = Field(
        [foot("us-cav", "A", 36, 50, 90.0)],
        [foot("cs-vet", "B", 36, 42.5, formation=COLUMN), foot("cs-line", "Reserve", 8, 5)],
        orders=("hold", "assault"),
    )
    field.charge("B", "A", "reaction evade", dice=[1, 3])
    assert field["A"].facing == pytest.approx(180.0)
    assert not field["A"].is_unformed()


def test_r27_support_fire_is_for_formed_friends_who_are_not_charged() -> None:
    """It is their fire of this turn."""
    field = Field(
        [foot("us-line", "A", 36, 50.75), foot("us-line", "Near", 46, 50.75), foot("us-line", "Unformed", 26, 50.75)],
        [foot("cs-vet", "B", 36, 40.5, formation=COLUMN), foot("cs-line", "Reserve", 8, 5)],
        orders=("hold", "assault"),
    )
    field.unform("Unformed")
    field.charge("B", "A", "reaction hold", "support support:{Near}", dice=[1, 2, 1, 3])
    offered = [question for question in field.script.asked if question.kind == "support"]
    assert [option.key() for option in offered[0].options] == ["done", f"support:{field['Near'].id}"]
    assert bar_to_firing(field.battle, field["Near"], charged=False)


@pytest.mark.parametrize(("y", "may"), [(64.43, True), (64.5, False)])
def test_r27_within_12_inches_of_the_target(y: float, may: bool) -> None:
    """Guns behind the end of the line, 11.99 or 12.07 inches from its corner."""
    field = Field(
        [foot("us-line", "A", 36, 50.75), foot("us-napoleon", "Guns", 44, y)],
        [foot("cs-vet", "B", 36, 40.5, formation=COLUMN), foot("cs-line", "Reserve", 8, 5)],
        orders=("hold", "assault"),
    )
    field.charge("B", "A", "reaction hold", *(["support done"] if may else []), dice=[1, 3])
    assert bool([question for question in field.script.asked if question.kind == "support"]) is may


def test_r29_who_flees_in_phase_4_runs_at_once() -> None:
    field = onset(5.0)
    field.charge("B", "A", "reaction hold", "flight away", dice=[*HIGH, 3, 3])
    assert field["A"].y == pytest.approx(62.75, abs=0.8)


@pytest.mark.parametrize(("timing", "runs"), [("split", False), ("at-once", True)])
def test_r29_switch_flight_timing(timing: str, runs: bool) -> None:
    """Beaten in melee it waits for the next compulsory moves, or by switch goes now."""
    field = Field(
        [foot("us-line", "A", 36, 40.75), foot("us-line", "Far", 8, 68)],
        [foot("cs-line", "B", 36, 34), foot("cs-line", "Far away", 8, 4)],
        **{"flight-timing": timing},
    )
    field.lock("B", "A", ["B"])
    field.melees(*(["flight away"] if runs else []), dice=[6, 3, 3, 3])
    assert field.is_in("A", "retreating")
    assert field["A"].y == pytest.approx(52.75 if runs else 40.75, abs=0.8)


@pytest.mark.parametrize("tests", [True, False])
def test_r30_switch_uncontrolled_test(tests: bool) -> None:
    """Whoever charges out of hand tests all the same, or by switch charges home."""
    field = Field(
        [foot("us-line", "A", 36, 50.75)],
        [foot("cs-cav", "Horse", 36, 36), foot("cs-line", "Reserve", 8, 5)],
        orders=("hold", "hold"),
        **{"uncontrolled-test": tests},
    )
    field.declare("Horse", "A", uncontrolled=True)
    told = field.resolve("A", "reaction hold", dice=[1, 3] if tests else HIGH)
    assert [test.test for test in of(told, MoraleTested)] == (["to-charge"] if tests else ["being-charged"])
    assert bool(of(told, Engaged)) is not tests
    field = onset(**{"uncontrolled-test": tests})
    assert of(field.charge("B", "A", "reaction hold", dice=[1, 3]), MoraleTested)  # any other charge tests


def test_r31_cavalry_falls_on_a_charger() -> None:
    """Nobody fires at it, and the charger's own charge is over; only cavalry whose order allows a charge."""
    field = horse_and_charger()
    told = field.charge(
        "B", "A", f"opportunity opportunity:{field['Horse'].id}:{field['B'].id}", "pivot 270", dice=[*HIGH, *HIGH]
    )
    assert one(told, Engaged).unit == field["Horse"].id
    assert one(told, OrderShown).brigade == 0
    assert not of(told, Fired)
    held = horse_and_charger(order="hold")
    held.charge("B", "A", "reaction hold", dice=[1, 3])
    assert not [question for question in held.script.asked if question.kind == "opportunity"]


@pytest.mark.parametrize(("x", "may"), [(49.7, True), (49.8, False)])
def test_r31_within_ten_inches_of_the_halfway_place(x: float, may: bool) -> None:
    """The column's flank is at 38.25, the horse is three inches deep."""
    field = Field(
        [foot("us-line", "A", 36, 50.75), foot("us-cav", "Horse", x, 44.5, 270.0)],
        [foot("cs-vet", "B", 36, 40.5, formation=COLUMN), foot("cs-line", "Reserve", 8, 5)],
        orders=("engage", "assault"),
    )
    field.charge("B", "A", *(["opportunity none"] if may else []), "reaction hold", dice=[1, 3])
    assert bool([question for question in field.script.asked if question.kind == "opportunity"]) is may


def test_r31_not_cavalry_that_is_charged_itself() -> None:
    field = Field(
        [foot("us-line", "A", 36, 50.75), foot("us-cav", "Horse", 49, 46.25, 270.0)],
        [
            foot("cs-vet", "B", 36, 40.5, formation=COLUMN),
            foot("cs-vet", "C", 49, 35, formation=COLUMN),
            foot("cs-line", "Reserve", 8, 5),
        ],
        orders=("engage", "assault"),
    )
    field.declare("C", "Horse")
    field.charge("B", "A", "reaction hold", dice=[1, 3])
    assert not [question for question in field.script.asked if question.kind == "opportunity"]


def test_r31_switch_opportunity() -> None:
    for exists in (True, False):
        field = horse_and_charger(exists)
        field.charge("B", "A", *(["opportunity none"] if exists else []), "reaction hold", dice=[1, 3])
        assert bool([q for q in field.script.asked if q.kind == "opportunity"]) is exists


def test_r32_generals_move_once_in_the_charge_phase() -> None:
    """Through anything but impassable ground, and after the charges only if not before."""
    field = staff(terrain=[ground("dense-wood", "the wood", rect=[20, 52, 28, 72])])
    field.go(Phase.CHARGES)
    region = RideRegion(field.battle, field.man("Chief"))
    assert region.refusal((38.0, 60.0)) == ""
    assert "18" in region.refusal((38.1, 60.0))
    field.do(
        lambda: offer_moves(field.game), "generals general:{Chief}", "general_to ride", "ride 38,60", "generals done"
    )
    assert bar_to_riding(field.battle, field.man("Chief"))
    assert not bar_to_riding(field.battle, field.man("Brigadier"))


def test_r32_who_has_not_moved_may_after_the_charges() -> None:
    field = onset()
    field.phase(Phase.CHARGES, CONFEDERATE)
    brigadier = "the Confederate brigadier"
    step = lambda: charge_step(field.game)  # noqa: E731
    field.do(step, "generals done")
    field.do(step, "declare done")
    field.do(step)
    field.do(step)
    field.do(step, f"generals general:{field.man(brigadier).id}", "general_to ride", "ride 12,1", "generals done")
    assert bar_to_riding(field.battle, field.man(brigadier))


def test_r33_a_dot_is_not_possible() -> None:
    field = Field(
        [foot("us-napoleon", "Guns", 20, 50, formation="limbered"), foot("us-napoleon", "Deployed", 40, 50)],
        [foot("cs-line", "B", 30, 10)],
    )
    assert charge_allowance(field.battle, field["Guns"]) < 0
    assert not bar_to_evading(field.battle, field["Guns"])
    assert bar_to_evading(field.battle, field["Deployed"])


# ---------------------------------------------------------------- R34 to R41: movement


def alone(card: str = "us-line", *terrain: str, formation: str = "line", **more: object) -> Field:
    """One unit at (30, 50) facing south, the enemy far off."""
    return Field([foot(card, "A", 30, 50, 180, formation)], [foot("cs-line", "B", 30, 3, 0)], list(terrain), **more)  # type: ignore[arg-type]


def test_r34_a_change_into_the_same_formation_is_a_turn() -> None:
    field = alone(formation=COLUMN)
    told = field.move("A", "act turn", "face 270", "act march", "march 25,50,270")
    assert of(told, Moved)[0].share == pytest.approx(0.5)
    assert field["A"].facing == 270.0
    assert "R34" in cited(told)
    assert "turn" not in alone("us-vet", formation="skirmish").acts("A")  # they face as they like


def test_r35_distances_are_not_rounded() -> None:
    """Half of a heavy battery's move is three and a half inches."""
    field = alone("us-parrott20", ground("ploughed-mud", "the mud", rect=[20, 30, 40, 60]), formation="limbered")
    assert allowance(field.battle, field["A"]) == 7
    assert not field.no_march("A", 30, 46.5)
    assert field.no_march("A", 30, 46.49)


def test_r36_an_inch_in_slow_ground_costs_two() -> None:
    wood = ground("orchard", "the orchard", rect=[20, 46, 40, 48])
    field = alone("us-line", wood)
    assert not field.no_march("A", 30, 44)  # four inches open, two of the orchard
    assert field.no_march("A", 30, 43.9)


@pytest.mark.parametrize(("cost", "far"), [("per-inch", 44.0), ("whole", 46.0)])
def test_r36_switch_terrain_cost(cost: str, far: float) -> None:
    field = alone("us-line", ground("orchard", "the orchard", rect=[20, 46, 40, 48]), **{"terrain-cost": cost})
    assert not field.no_march("A", 30, far)
    assert field.no_march("A", 30, far - 0.1)


def test_r37_unforming_ground_unforms_until_they_reform_outside() -> None:
    field = alone("us-cav", ground("stream", "the run", rect=[20, 44, 40, 46]))
    told = field.move("A", "act march", "march 30,45,180", "act done")
    assert one(told, Unformed).unit == field["A"].id
    field.next_turn()
    assert not [act for act in field.acts("A") if act.startswith("reform")]
    field.move("A", "act march", "march 30,40,180", "act done")
    assert field["A"].is_unformed()
    field.next_turn(3)
    assert [act for act in field.acts("A") if act.startswith("reform")]


def test_r38_gone_to_ground_behind_it_is_on_the_near_side() -> None:
    abatis = ground("abatis", "the abatis", line=[[20, 47], [40, 47]])
    field = alone("us-line", abatis)
    told = field.move("A", "act march", "march 30,46.5,180", dice=[3])
    assert one(told, CrossingTried)
    assert field.is_in("A", "gone-to-ground")
    assert field["A"].y > 47.0
    assert "abatis" in alone("us-cav", abatis).no_march("A", 30, 44)


def test_r39_a_screen_is_a_quarter_and_counts_as_half_for_the_recall() -> None:
    field = alone("us-vet")
    told = field.move("A", "act screen", "screen 30,43.5,180", "act done")
    assert one(told, WentOut).figures == 22 // 4
    field.next_turn()
    told = field.move("A screen", "act recall", dice=[6, 6])
    assert ("half-regiment", 2) in [(entry.cause, entry.add) for entry in rolls(told)[0].account]
    assert one(told, RecallTried).passed


@pytest.mark.parametrize(
    ("sent", "place", "left"),
    [("screen", "screen 30,43.5,180", 0.5), ("half", "half 30,43.5,180", 0.0)],
)
def test_r125_a_recall_costs_the_parent_what_sending_out_did(sent: str, place: str, left: float) -> None:
    """Half a move for a screen, a whole one for half a regiment; without so much left there is no recall."""
    field = alone("us-vet")
    out = "A screen" if sent == "screen" else "A skirmishers"
    field.move("A", f"act {sent}", place, *(["act done"] if sent == "screen" else []))
    field.next_turn()
    field["A"].spent = 0.6
    assert "recall" not in field.acts(out)
    field["A"].spent = 0.0
    field.move(out, "act recall", dice=[6, 6])
    assert 1.0 - field["A"].spent == pytest.approx(left)
    assert bool(field.no_march("A", 30, 46.5)) is (left < 0.5)


def test_r125_who_has_made_its_move_takes_nobody_in() -> None:
    field = alone("us-vet")
    field.move("A", "act screen", "screen 30,43.5,180", "act done")
    field.next_turn()
    field.move("A", "act stand")
    assert "recall" not in field.acts("A screen")


# ---------------------------------------------------------------- R107 to R111, R130, R140 to R145: charges


def test_r107_a_pivot_of_45_degrees_then_straight_ahead() -> None:
    field = onset()
    with pytest.raises(AssertionError, match="45 degrees"):
        field.declare("B", "A", pivot=315.0 - 1.0)
    field = onset(8.0)
    field.declare("B", "A", pivot=20.0)
    assert field.battle.charges[0].gap == pytest.approx(7.7908, abs=1e-3)  # its left front corner comes first


def two_chargers(order: str, nearer: float = 0.0) -> Field:
    """B and C have both declared a charge on A; C so much nearer."""
    field = Field(
        [foot("us-line", "A", 36, 50.75)],
        [foot("cs-vet", "B", 32.5, 40.5, formation=COLUMN), foot("cs-vet", "C", 39.5, 40.5 + nearer, formation=COLUMN)],
        orders=(order, "assault"),
    )
    field.declare("B", "A")
    field.declare("C", "A")
    return field


def test_r108_several_charges_on_one_target_are_one() -> None:
    """One reaction and one test of the target; a charge whose target is gone lapses, and was none."""
    field = two_chargers("hold")
    told = field.resolve("A", "reaction hold", dice=[*HIGH, *HIGH, *HIGH])
    assert [test.test for test in of(told, MoraleTested)] == ["to-charge", "to-charge", "being-charged"]
    assert len(of(told, Reacted)) == 1
    field = onset()
    field.declare("B", "A")
    field.do(lambda: field.game.tell(WasDispersed(field["A"].id, "test", False, "")))
    field.do(lambda: resolve(field.game, field["A"]))
    assert not field["B"].charged


def test_r108_a_counter_charger_meets_the_nearest() -> None:
    field = two_chargers("engage", 2.0)
    told = field.resolve("A", "reaction counter", "counter counter", dice=[*HIGH, *HIGH, *HIGH])
    assert [event.unit for event in of(told, Engaged)] == [field["B"].id, field["C"].id]
    assert 90.0 < field["A"].facing < 180.0  # it turned to C, which is east of it
    assert field["A"].charged


def into_a_melee(may: bool = True) -> Field:
    field = Field(
        [foot("us-line", "A", 36, 50.75)],
        [foot("cs-line", "Locked", 32, 46, size=8), foot("cs-vet", "B", 39, 40.5, formation=COLUMN)],
        orders=("hold", "assault"),
        **{"charge-melee": may},
    )
    field.lock("Locked", "A")
    return field


def test_r109_who_is_in_melee_is_charged_without_reaction_or_test() -> None:
    field = into_a_melee()
    told = field.charge("B", "A", dice=HIGH)
    assert [test.unit for test in of(told, MoraleTested)] == [field["B"].id]
    assert field["B"].melee == field["A"].melee >= 0


def test_r109_switch_charge_melee() -> None:
    assert into_a_melee(True).charges("B") == ["charge:B:A"]
    assert into_a_melee(False).charges("B") == []


def test_r110_not_reached_it_goes_to_the_end_of_its_charge() -> None:
    """The target recoils six inches: 12 are less than 8 and 6."""
    field = onset(8.0)
    told = field.charge("B", "A", "reaction hold", "fall_back stay", dice=[*HIGH, 3, 4])
    assert one(told, ChargeEnded).how == "short"
    assert field["B"].y + 1.5 == pytest.approx(42.0 + 12.0)
    assert not field["B"].is_unformed()


def test_r111_evaders_run_whatever_the_charger_throws_and_may_fire() -> None:
    field = Field(
        [foot("us-vet", "A", 36, 50, formation="skirmish")],
        [foot("cs-vet", "B", 36, 42, formation=COLUMN), foot("cs-line", "Reserve", 8, 5)],
        orders=("hold", "assault"),
    )
    told = field.charge("B", "A", "reaction evade", dice=[1, 3])
    assert not of(told, Engaged)
    assert field["A"].y == pytest.approx(62.0, abs=1e-3)
    assert not bar_to_firing(field.battle, field["A"], charged=False)
    field.moves()  # nobody is asked: it has made its move


def test_r90_one_token_a_unit_a_turn() -> None:
    """Packs are down: no yell as well."""
    for packs in (True, False):
        field = onset(13.0 if packs else 8.0)
        field.token(CONFEDERATE, "down-packs")
        field.token(CONFEDERATE, "yell-or-aim")
        field.phase(Phase.CHARGES, CONFEDERATE)
        field.do(lambda field=field: charge_step(field.game), "generals done")  # type: ignore[misc]
        key = "charge:{B}:{A}:packs" if packs else "charge:{B}:{A}"
        field.do(lambda field=field: charge_step(field.game), f"declare {key}", "pivot 0")  # type: ignore[misc]
        told = field.resolve("A", "reaction hold", *([] if packs else ["yell yell"]), dice=[1, 2])
        assert one(told, MoraleTested).result == ("falter" if packs else "halt-volley")


def test_r130_on_the_ground_is_not_unformed_for_the_order() -> None:
    """But for both tests of the charge it is."""
    field = onset(orders=("hold", "engage"))
    field.state("A", "gone-to-ground")
    assert field.charges("B") == []
    field = onset()
    field.state("A", "gone-to-ground")
    told = field.charge("B", "A", "reaction hold", dice=[*HIGH, *HIGH])
    assert "charge-weak-target" in [entry.cause for entry in rolls(told, "To charge")[0].account]
    assert "charged-while-weak" in [entry.cause for entry in rolls(told, "Being charged")[0].account]


def test_r140_a_counter_charge_needs_a_front_and_no_charge_before() -> None:
    field = onset(orders=("engage", "assault"))
    keys = [option.key() for option in reactions(field.battle, field["A"], [field["B"]])]
    assert "counter" in keys
    field["A"].charged = True
    assert "counter" not in [option.key() for option in reactions(field.battle, field["A"], [field["B"]])]
    turned = Field(
        [foot("us-line", "A", 36, 50, 90.0)],
        [foot("cs-vet", "B", 36, 40, formation=COLUMN)],
        orders=("engage", "assault"),
    )
    assert "counter" not in [option.key() for option in reactions(turned.battle, turned["A"], [turned["B"]])]


def before_wire(kind: str = "wire") -> Field:
    """A defence two inches before the halfway point of a charge over six inches."""
    return Field(
        [foot("us-line", "A", 36, 50.75)],
        [foot("cs-vet", "B", 36, 42.5, formation=COLUMN), foot("cs-line", "Reserve", 8, 5)],
        [ground(kind, "the defence", line=[[20, 45], [50, 45]])],
        orders=("hold", "assault"),
    )


def test_r141_defences_before_the_halfway_point_are_crossed() -> None:
    """The wire is diced for on arriving there, before the target reacts, and then the charge fails."""
    field = before_wire()
    told = field.charge("B", "A", "reaction hold", dice=[5, 1, 3])
    order = [type(event).__name__ for event in told]
    assert order.index("CrossingTried") < order.index("Reacted") < order.index("MoraleTested")
    assert one(told, CrossingTried).unit == field["B"].id
    assert one(told, MoraleTested).result == "falter"
    assert field["B"].y + 1.5 == pytest.approx(47.0)


def test_r141_who_is_unformed_there_charges_on_with_all_that_belongs_to_it() -> None:
    """Unformed -1 in its test to charge, and -2 in the melee."""
    field = before_wire()
    told = field.charge("B", "A", "reaction hold", dice=[1, *HIGH, *HIGH])
    assert one(told, Unformed).cause == UnformedBy.TERRAIN
    assert ("weak", -1) in [(entry.cause, entry.add) for entry in rolls(told, "To charge")[0].account]
    assert one(told, ChargeEnded).how == "contact"
    told = field.melees("follow_up stand", dice=[3, 4, 3, 4])
    assert ("unformed", -2) in [(entry.cause, entry.add) for entry in rolls(told, "Melee")[0].account]


def test_r141_who_goes_to_ground_there_has_ended_its_charge() -> None:
    """On the near side of the abatis; nobody reacts or tests."""
    field = before_wire("abatis")
    told = field.charge("B", "A", dice=[3])
    assert one(told, ChargeEnded).ruling == "R38"
    assert not of(told, Reacted)
    assert not of(told, MoraleTested)
    assert field.is_in("B", "gone-to-ground")
    assert field["B"].y + 1.5 == pytest.approx(45.0)


@pytest.mark.parametrize("how", ["march", "charge"])
def test_r38_one_cause_for_what_a_defence_does(how: str) -> None:
    """A palisade, marched over or charged over: unformed by terrain, a figure lost crossing."""
    field = before_wire("palisade")
    if how == "charge":
        told = field.charge("B", "A", "reaction hold", dice=[1, 1, 3])
    else:
        told = field.move("B", "act march", "march 36,46,0", "act done", dice=[1])
    assert one(told, Unformed).cause == UnformedBy.TERRAIN
    assert one(told, FiguresLost).why == "crossing"


def test_r38_behind_a_palisade_by_march_and_by_charge() -> None:
    charged = before_wire("palisade")
    charged.charge("B", "A", dice=[4])
    marched = before_wire("palisade")
    told = marched.move("B", "act march", "march 36,46,0", dice=[4])
    assert one(told, StateChanged).why == "crossing"
    assert marched["B"].y == pytest.approx(charged["B"].y)


def test_r143_who_has_evaded_does_not_charge() -> None:
    field = Field(
        [foot("us-cav", "A", 36, 50)],
        [foot("cs-line", "B", 36, 38), foot("cs-line", "Reserve", 8, 5)],
        orders=("assault", "hold"),
    )
    assert field.charges("A") == ["charge:A:B"]
    field["A"].evaded = True
    assert field.charges("A") == []


def test_r144_short_of_the_target_is_an_inch_at_least() -> None:
    """6.5 inches and a recoil of 6: its 12 inches would end half an inch before the target."""
    field = onset(6.5)
    told = field.charge("B", "A", "reaction hold", "fall_back stay", dice=[*HIGH, 3, 4])
    assert one(told, ChargeEnded).how == "short"
    gap = field["A"].y - 0.75 - field["B"].y - 1.5
    assert gap == pytest.approx(1.0)


def test_r145_an_opportunity_charge_tests_where_it_stands() -> None:
    field = horse_and_charger()
    field.charge(
        "B", "A", f"opportunity opportunity:{field['Horse'].id}:{field['B'].id}", "pivot 270", "reaction hold",
        dice=[1, 3, 1, 3],
    )  # fmt: skip
    assert field.is_in("Horse", "faltering")
    assert field.at("Horse") == (49.0, 46.25)


# ---------------------------------------------------------------- R112 to R115, R128, R129, R132 to R134, R139


def test_r114_after_a_compulsory_move_only_reforming() -> None:
    field = onset()
    field["B"].compulsory_done = True
    assert field.charges("B") == []
    field = alone()
    field["A"].compulsory_done = True
    field.unform("A")
    assert {act.split(":")[0] for act in field.acts("A")} == {"reform", "stand"}


def test_r128_a_duty_can_be_met_by_who_has_a_clear_way() -> None:
    """A river before two of three: the third alone is not half, and nothing is refused."""
    rebels = [foot("cs-line", name, x, 10, 0) for name, x in (("B", 15), ("C", 30), ("D", 55))]
    river = ground("river", "the river", rect=[0, 11.5, 40, 13])
    field = Field([foot("us-line", "A", 30, 50, 180)], rebels, [river], orders=("hold", "assault"))
    field.go(Phase.CHARGES, CONFEDERATE)
    field.go(Phase.NORMAL_MOVES, CONFEDERATE)
    field.move("D", "act march", "march 55,14,0", "act done")
    assert unmet_by(field.battle, CONFEDERATE) == ""
    assert unmet_by(advancing("assault").battle, CONFEDERATE)


@pytest.mark.parametrize(("narrower", "may"), [(0.0, True), (0.6, False)])
def test_r128_a_clear_way_straight_at_the_enemy_is_one_aslant(narrower: float, may: bool) -> None:
    """A column between two waters: ahead the left one is in the way, a quarter of a right angle to the right the other.

    The enemy is half of that to the right, and there is just room.
    """
    y = 20.0 + 8.0 / math.tan(math.radians(11.25))
    waters = [
        ground("river", "left", rect=[0, 23.7, 34.525 + narrower, 31.7]),
        ground("river", "right", rect=[39.075, 23.7, 72, 31.7]),
    ]
    field = Field([foot("us-line", "A", 44, y, 180)], [foot("cs-line", "B", 36, 20, 0, "column")], waters)
    assert can_advance(field.battle, field["B"]) is may


@pytest.mark.parametrize("facing", [0.0, 20.0])
def test_r128_a_way_over_a_defence_is_a_way_if_it_can_be_paid_for(facing: float) -> None:
    """Wire two inches before the assault: half a move of marching and half for crossing are one."""
    wire = ground("wire", "the wire", line=[[0, 13], [72, 13]])
    field = Field(
        [foot("us-line", "A", 30, 50, 180)], [foot("cs-line", "B", 30, 10, facing)], [wire], orders=("hold", "assault")
    )
    field.go(Phase.CHARGES, CONFEDERATE)
    field.go(Phase.NORMAL_MOVES, CONFEDERATE)
    assert unmet_by(field.battle, CONFEDERATE)
    assert "march" in field.acts("B")
    assert spacing_to_line(field.battle.land.plots[0], field["B"].shape, 0.0, 1.0) == pytest.approx(3.0)
    horse = Field(
        [foot("us-line", "A", 30, 50, 180)], [foot("cs-cav", "B", 30, 10, facing)], [wire], orders=("hold", "assault")
    )
    horse.go(Phase.CHARGES, CONFEDERATE)
    horse.go(Phase.NORMAL_MOVES, CONFEDERATE)
    assert unmet_by(horse.battle, CONFEDERATE) == ""


def test_r129_the_new_front_stands_on_the_old_line() -> None:
    field = alone(formation=COLUMN)
    y = field["A"].front_middle()[1]
    field.move("A", "act form:line", "form -2")
    assert field["A"].front_middle() == pytest.approx((32.0, y))
    with pytest.raises(AssertionError, match="must overlap"):
        alone(formation=COLUMN).move("A", "act form:line", "form 5.8")


def test_r150_skirmishers_turn_on_the_spot_only_before_they_move() -> None:
    field = alone("us-vet", formation="skirmish")
    unit = field["A"]
    region = MarchRegion(field.battle, unit)
    assert not region.refusal((unit.x, unit.y, 90.0))
    unit.moved = True
    assert "turn on the spot no more" in region.refusal((unit.x, unit.y, 90.0))
    assert not region.refusal((unit.x, unit.y - 2.0, 90.0))
    assert all((x, y) != (unit.x, unit.y) for x, y, _ in region.samples())


def test_r132_no_part_on_closed_ground() -> None:
    marsh = ground("marsh", "the marsh", rect=[20, 30, 40, 44])
    field = alone("us-napoleon", marsh, formation="limbered")  # four inches deep
    assert not field.no_march("A", 30, 46)
    assert "the marsh" in field.no_march("A", 30, 45.9)
    lane = ground("lane", "the lane", line=[[30, 20], [30, 60]])
    assert not alone("us-napoleon", marsh, lane, formation="limbered").no_march("A", 30, 42)


def test_r133_who_is_outside_its_area_may_come_nearer() -> None:
    field = alone(orders=("hold", "hold"))
    field.battle.brigades[0].area = [(30.0, 20.0)]
    assert not field.no_march("A", 30, 44)
    assert "holds" in end_refusal(field.battle, field["A"], field["A"].shape.moved(1.0, 0.0, 3.0))


def test_r134_guns_limber_to_the_front_or_to_the_rear() -> None:
    for facing in (0.0, 180.0):
        field = alone("us-napoleon", formation="deployed")
        field.move("A", "act limber", f"face {facing}", "act done")
        assert field["A"].facing == facing
        assert field.at("A") == (30.0, 50.0)
    with pytest.raises(AssertionError, match="to face"):
        alone("us-napoleon", formation="deployed").move("A", "act limber", "face 270")


def test_r139_a_lane_is_good_ground_an_inch_wide() -> None:
    wood = ground("open-wood", "the wood", rect=[20, 30, 40, 48])
    lane = ground("lane", "the lane", line=[[30, 20], [30, 60]])
    assert not alone("us-line", wood, lane, formation=COLUMN).no_march("A", 30, 40)
    beside = ground("lane", "the lane", line=[[30.6, 20], [30.6, 60]])
    assert alone("us-line", wood, beside, formation=COLUMN).no_march("A", 30, 40)


def test_r137_back_in_contact_he_is_not_yet_attached() -> None:
    field = staff()
    field.game.tell(GeneralLost(field.man("Brigadier").id, "light", 1, "R94"))
    field.go(Phase.COMMAND)
    field.do(lambda: come_back(field.game))
    man = field.man("Brigadier")
    assert field.battle.general_gap(man, field["A"].shape) <= field.battle.rules.contact
    assert man.attached_to == -1


def test_r152_units_are_packed_or_the_scenario_is_refused() -> None:
    packed_or_refused("gettysburg")


def test_r152_who_finds_no_room_is_put_at_the_edge() -> None:
    put_at_the_edge("gettysburg")


def test_r152_who_finds_no_room_on_the_whole_table_stays_away() -> None:
    stays_away("gettysburg")
