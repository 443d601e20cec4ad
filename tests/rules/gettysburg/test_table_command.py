"""4.1 Command and 4.2 orders and duties on the table."""

from __future__ import annotations

import pytest
from rules.gettysburg.situation import CONFEDERATE, UNION, Field, brigade, foot, general, ground
from tabletop import cited, of, one, rolls

from playsheet.core.game import ONLOOKER
from playsheet.rules.gettysburg.battle.command_events import (
    DivisionOrdered,
    DivisionTried,
    GeneralLost,
    OrderChanged,
    OrderShown,
    OrderTried,
)
from playsheet.rules.gettysburg.ground.moving import farthest
from playsheet.rules.gettysburg.options.command import brigade_options, divisions_to_try
from playsheet.rules.gettysburg.options.duties import end_refusal, is_needed, lack_of
from playsheet.rules.gettysburg.options.moves import unmet_by
from playsheet.rules.gettysburg.table.command import attacked, drop_lost_supports, show_order
from playsheet.rules.gettysburg.terms import DivisionOrder, Order, Phase


def staff(
    order: str = "move",
    cinc: str = "gen-n",
    divisional: tuple[float, float] | None = (30.0, 60.0),
    brigadier: tuple[float, float] = (30.0, 54.0),
    quality: str = "gen-n",
    **more: object,
) -> Field:
    """One Union regiment with all its generals; the enemy far off."""
    union = [foot("us-line", "A", 30, 50, 180), general(cinc, "Chief", 10, 70, "cinc")]
    if divisional is not None:
        union.append(general("gen-n", "Division", *divisional, "divisional"))
    union.append(general(quality, "Brigadier", *brigadier))
    return Field(union, [foot("cs-line", "B", 30, 3, 0)], orders=(order, "hold"), **more)  # type: ignore[arg-type]


# ---------------------------------------------------------------- 4.1.1


def test_a_division_changes_on_the_number_of_its_current_order() -> None:
    field = staff()  # on attack: 10
    told = field.command("division_order order:defend", "brigade_order keep", dice=[5, 5])
    assert one(told, DivisionTried).passed
    assert field.battle.divisions[0].order == DivisionOrder.DEFEND
    told = staff().command("division_order order:defend", "brigade_order keep", dice=[5, 4])
    assert not one(told, DivisionTried).passed
    assert not of(told, DivisionOrdered)


def test_quality_and_contact_help_the_division() -> None:
    field = staff(cinc="gen-x", divisional=(11.5, 70.0))
    told = field.command("division_order order:reserve", "brigade_order keep", dice=[3, 4])
    assert one(told, DivisionTried).passed  # 7 + 1 + 2
    assert [entry.cause for entry in rolls(told)[0].account] == ["excellent", "base-contact"]


def test_a_chief_who_is_his_own_divisional_general_has_no_division_rolls() -> None:
    """R10: the scenario fixes the order; brigade orders measure from him."""
    field = staff(divisional=None)
    field.go(2)
    assert divisions_to_try(field.battle) == []
    told = field.command("brigade_order sent:engage", dice=[4, 4])
    assert one(told, OrderTried).passed is True  # 30.3 inches off: 8 - 2


# ---------------------------------------------------------------- 4.1.2


@pytest.mark.parametrize(("faces", "changed"), [((4, 3), True), ((4, 2), False)])
def test_an_order_sent_from_afar(faces: tuple[int, int], changed: bool) -> None:
    """E2: excellent C-in-C, the divisional general 26 inches off."""
    field = staff(cinc="gen-x", divisional=(30.0, 26.5))
    told = field.command("division_order keep", "brigade_order sent:engage", dice=faces)
    assert one(told, OrderTried).passed is changed
    assert [entry.add for entry in rolls(told)[0].account] == [1, -2]


def test_twenty_four_inches_are_not_outside() -> None:
    """Trap 17; measured from base to base."""
    field = staff(divisional=(30.0, 54.0 - 25.5))
    told = field.command("division_order keep", "brigade_order sent:engage", dice=[3, 3])
    assert one(told, OrderTried).passed
    assert not rolls(told)[0].account


def test_base_contact_with_the_brigadier() -> None:
    field = staff(divisional=(31.5, 54.0))
    told = field.command("division_order keep", "brigade_order sent:engage", dice=[2, 2])
    assert one(told, OrderTried).passed


@pytest.mark.parametrize(("switch", "account"), [("off", []), ("on", [-2])])
def test_a_brigadier_in_dense_woods_by_switch(switch: str, account: list[int]) -> None:
    wood = ground("dense-wood", "the wood", rect=[27, 52, 33, 56])
    field = staff(terrain=[wood], **{"order-dense-woods": switch})
    told = field.command("division_order keep", "brigade_order sent:engage", dice=[4, 4])
    assert [entry.add for entry in rolls(told)[0].account] == account


def test_without_a_divisional_general_in_play_nothing_is_sent() -> None:
    """R122."""
    field = staff()
    field.game.tell(GeneralLost(field.man("Division").id, "sniped", 0, ""))
    keys = [option.key() for option in brigade_options(field.battle, field.battle.brigades[0])]
    assert not any(key.startswith("sent") for key in keys)
    assert "own:assault" in keys


def test_the_menu_of_the_division_limits_what_is_sent_and_not_own_initiative() -> None:
    """R8, R13: never the order it has."""
    field = staff()
    field.battle.divisions[0].order = DivisionOrder.DEFEND
    keys = [option.key() for option in brigade_options(field.battle, field.battle.brigades[0])]
    assert [key for key in keys if key.startswith("sent")] == ["sent:engage", "sent:hold", "sent:retire"]
    assert [key for key in keys if key.startswith("own")] == ["own:assault", "own:engage", "own:hold", "own:retire"]
    free = staff(**{"division-menu": "off"})
    free.battle.divisions[0].order = DivisionOrder.DEFEND
    assert "sent:assault" in [option.key() for option in brigade_options(free.battle, free.battle.brigades[0])]


# ---------------------------------------------------------------- 4.1.3


def test_loss_of_nerve_is_shown() -> None:
    """E3: on Move, wants Engage, natural 3: Retire, face up."""
    field = staff()
    told = field.command("division_order keep", "brigade_order own:engage", dice=[2, 1])
    changed = one(told, OrderChanged)
    assert (changed.order, changed.shown, changed.unseen, changed.why) == (Order.RETIRE, True, (), "loss-of-nerve")
    assert field.battle.brigades[0].order == Order.RETIRE


def test_panic_on_assault_is_hold_and_nerve_changes_nothing_but_shows() -> None:
    """R14, R15, R17."""
    field = staff("assault")
    told = field.command("division_order keep", "brigade_order own:hold", dice=[2, 1])
    assert not of(told, OrderChanged)
    assert one(told, OrderShown).order == Order.ASSAULT
    field = staff("assault")
    field.command("division_order keep", "brigade_order own:engage", dice=[1, 1])
    assert field.battle.brigades[0].order == Order.HOLD
    assert field.battle.brigades[0].area == [(30.0, 50.0)]


def test_on_retire_nerve_has_nothing_left_to_lose() -> None:
    """R16: it fails, and the chip stays as it lies."""
    field = staff("retire")
    told = field.command("division_order keep", "brigade_order own:hold", dice=[1, 1])
    assert not of(told, OrderChanged)
    assert not of(told, OrderShown)
    assert not one(told, OrderTried).passed


def test_a_low_roll_on_a_sent_order_is_just_low() -> None:
    """Trap 16."""
    field = staff()
    told = field.command("division_order keep", "brigade_order sent:engage", dice=[1, 1])
    assert not of(told, OrderChanged)
    assert field.battle.brigades[0].order == Order.MOVE


def test_confederates_like_to_assault() -> None:
    field = Field([foot("us-line", "A", 30, 50, 180)], [foot("cs-line", "B", 30, 3, 0)], orders=("hold", "hold"))
    told = field.command("brigade_order own:assault", dice=[4, 3], side=CONFEDERATE)
    assert one(told, OrderTried).passed
    assert [entry.cause for entry in rolls(told)[0].account] == ["confederate-to-assault"]


# ---------------------------------------------------------------- R17: face down


def test_the_wanted_order_is_hidden_and_the_dice_are_not() -> None:
    field = staff()
    told = field.command("division_order order:defend", "brigade_order own:assault", dice=[6, 6, 4, 4])
    changed = one(told, OrderChanged)
    assert changed.unseen == (1, ONLOOKER)
    assert one(told, DivisionOrdered).unseen == (1, ONLOOKER)
    assert not getattr(one(told, OrderTried), "unseen", ())
    assert all(not roll.unseen for roll in rolls(told))
    assert not field.battle.brigades[0].shown
    system = field.game.system
    assert system.shown(field.battle, changed, 0)
    assert not system.shown(field.battle, changed, 1)
    assert not system.shown(field.battle, changed, ONLOOKER)


def test_an_order_may_be_shown_by_choice_and_lies_face_down_again_when_changed() -> None:
    field = staff()
    told = field.command("division_order keep", "brigade_order show")
    assert one(told, OrderShown).order == Order.MOVE
    assert field.battle.brigades[0].shown
    field.next_turn()
    field.command("division_order keep", "brigade_order own:engage", dice=[5, 5])
    assert not field.battle.brigades[0].shown


def test_orders_lie_open_by_switch() -> None:
    field = staff(**{"orders-hidden": "off"})
    told = field.command("division_order keep", "brigade_order own:engage", dice=[5, 5])
    assert one(told, OrderChanged).unseen == ()
    assert field.battle.brigades[0].shown
    assert not field.game.system.hides()
    show_order(field.game, field.battle.brigades[0], "choice", "R17")


# ---------------------------------------------------------------- 4.1.4


def test_a_brigade_on_move_that_is_attacked_holds_at_once() -> None:
    """R24: unseen if it lay face down."""
    field = staff()
    told = field.do(lambda: attacked(field.game, field["A"]))
    changed = one(told, OrderChanged)
    assert (changed.order, changed.unseen) == (Order.HOLD, (1, ONLOOKER))
    assert "R24" in cited(told)
    assert field.do(lambda: attacked(field.game, field["A"])) == []


# ---------------------------------------------------------------- 4.2.1: assault, engage


def advance(order: str, *others: str, y: float = 40.0) -> Field:
    """Three regiments of one brigade, the enemy 20 inches before them and more."""
    units = [foot("cs-line", "B", 20, 10, 0), foot("cs-line", "C", 40, 10, 0), *others]
    field = Field([foot("us-line", "A", 30, y, 180)], units, orders=("hold", order))
    field.go(Phase.CHARGES, CONFEDERATE)
    field.go(Phase.NORMAL_MOVES, CONFEDERATE)
    return field


def test_half_of_the_able_units_must_advance_half_a_move() -> None:
    """R20, R128: until then the owner cannot close, and each unit that is needed may not just stand."""
    field = advance("assault", foot("cs-line", "D", 60, 10, 0))
    assert "2 of its 3 able units" in unmet_by(field.battle, 1)
    field.move("B", "act march", "march 20,13.9,0", "act done")
    assert "2 of its 3" in unmet_by(field.battle, 1)  # less than half a move
    field.move("C", "act march", "march 40,14,0", "act done")
    assert unmet_by(field.battle, 1)  # D could still make the second
    field.move("D", "act march", "march 60,13,0", "act done")
    assert unmet_by(field.battle, 1) == ""  # all have acted: it cannot be met any more, and nothing happens
    field = advance("assault", foot("cs-line", "D", 60, 10, 0))
    field.moves(
        "normal unit:{B}", "act march", "march 20,14,0", "act done",
        "normal unit:{C}", "act march", "march 40,14,0", "act done",
        "normal close", side=CONFEDERATE,
    )  # fmt: skip


def test_close_is_not_offered_while_a_duty_can_be_met() -> None:
    field = advance("assault")
    with pytest.raises(AssertionError, match="'close' is not offered"):
        field.moves("normal close", side=CONFEDERATE)


def test_who_is_needed_may_not_stand() -> None:
    field = advance("assault", foot("cs-mixed", "Guns", 60, 10, 0))
    lack = lack_of(field.battle, field.battle.brigades[1])
    assert lack is not None
    assert (lack.needed, len(lack.able)) == (1, 2)  # guns are never able
    assert "stand" in field.acts("B")
    field.move("B", "act stand")
    assert is_needed(field.battle, field["C"])
    assert "stand" not in field.acts("C")


def test_a_unit_without_a_clear_way_is_not_asked_for() -> None:
    field = Field(
        [foot("us-line", "A", 30, 40, 180)],
        [foot("cs-line", "B", 30, 10, 0), foot("cs-6pdr", "Guns", 30, 13.5, 0, "deployed")],
        orders=("hold", "assault"),
        size=(60, 60),
    )
    field.go(Phase.CHARGES, CONFEDERATE)
    field.go(Phase.NORMAL_MOVES, CONFEDERATE)
    assert lack_of(field.battle, field.battle.brigades[1]) is None or unmet_by(field.battle, 1)


def test_who_is_able_is_in_good_order_formed_and_no_battery_when_phase_4_begins() -> None:
    """4.2.1."""
    field = Field(
        [
            foot("us-line", "A", 10, 50, 180),
            foot("us-line", "Falters", 25, 50, 180),
            foot("us-line", "Unformed", 40, 50, 180),
            foot("us-napoleon", "Guns", 55, 50, 180),
        ],
        [foot("cs-line", "B", 30, 3, 0)],
    )
    field.state("Falters", "faltering")
    field.unform("Unformed")
    field.go(Phase.CHARGES)
    assert [unit.name for unit in field.battle.units if unit.able] == ["A"]


@pytest.mark.parametrize(
    ("facing", "line"),
    [
        (0.0, [[20, 55], [40, 55]]),
        (90.0, [[35, 40], [35, 60]]),
        (180.0, [[20, 45], [40, 45]]),
        (270.0, [[25, 40], [25, 60]]),
    ],
)
def test_a_clear_march_ends_before_wire_that_it_cannot_pay_for(facing: float, line: list[list[float]]) -> None:
    """4.3.5, R128: the wire is 5 inches off, and crossing it takes 4 of 8."""
    field = Field(
        [foot("us-line", "A", 30, 50, facing)],
        [foot("cs-line", "B", 30, 3, 0)],
        [ground("wire", "the wire", line=line)],
    )
    assert 4.0 < farthest(field.battle, field["A"], field["A"].shape, facing, 8.0) < 5.0


def test_charging_or_fighting_meets_the_duty() -> None:
    field = advance("assault")
    field["B"].charged = True
    assert unmet_by(field.battle, 1) == ""


def test_engage_wants_one_unit_within_reach_or_half_a_move() -> None:
    """R21."""
    field = advance("engage")
    assert "engage" in unmet_by(field.battle, 1)
    field.move("B", "act march", "march 20,14,0", "act done")
    assert unmet_by(field.battle, 1) == ""
    near = advance("engage", y=26.0)
    assert unmet_by(near.battle, 1) == ""  # within 16 inches already


def test_the_refusal_is_the_owners_alone() -> None:
    """Trap 27: the other seat's view and questions say nothing of it."""
    field = advance("assault")
    assert "assault" not in str(field.game.system.view(field.battle, 0)).replace("'order': 'assault'", "")
    assert field.game.system.seen(field.battle, 0).brigades[1].order == -1
    assert unmet_by(field.battle, 0) == ""


# ---------------------------------------------------------------- 4.2.1: hold, support, retire


def test_hold_keeps_the_brigade_within_twelve_inches_of_its_ground() -> None:
    """R23."""
    field = Field([foot("us-cav", "A", 30, 50, 180)], [foot("cs-line", "B", 30, 3, 0)], orders=("hold", "hold"))
    assert not field.no_march("A", 30, 38)
    assert "holds" in field.no_march("A", 30, 37.9)


def test_who_is_outside_already_may_come_nearer() -> None:
    """R133."""
    field = Field([foot("us-line", "A", 30, 50, 180)], [foot("cs-line", "B", 30, 3, 0)], orders=("hold", "hold"))
    field.battle.brigades[0].area = [(30.0, 30.0)]
    assert not field.no_march("A", 30, 45)
    assert "holds" in end_refusal(field.battle, field["A"], field["A"].shape.moved(0.0, 1.0, 2.0))


def two_brigades(order: str, **extra: object) -> Field:
    union = [
        foot("us-line", "A", 30, 40, 180, group="front"),
        foot("us-cav", "C", 30, 60, 180, group="back"),
        general("gen-n", "Front", 30, 44, group="front"),
        general("gen-n", "Back", 30, 66, group="back"),
    ]
    groups = [brigade("front", "hold"), brigade("back", order, **extra)]
    return Field(union, [foot("cs-line", "B", 30, 3, 0)], brigades=(groups, ()))


def test_support_is_a_leash_of_24_inches() -> None:
    """R22."""
    field = two_brigades("support", of="front", wing="rear")
    back = field.brigade("back brigade")
    assert (back.order, back.target) == (Order.SUPPORT, field.brigade("front brigade").id)
    far = field["C"].shape.moved(0.0, 1.0, 8.0)
    assert "supports" in end_refusal(field.battle, field["C"], far)
    assert not end_refusal(field.battle, field["C"], field["C"].shape.moved(0.0, 1.0, 6.0))


def test_support_is_given_with_brigade_and_wing() -> None:
    field = two_brigades("hold")
    field.command("brigade_order keep", "brigade_order own:support", "support_brigade support:0:left", dice=[5, 5])
    back = field.brigade("back brigade")
    assert (back.order, back.target, back.wing) == (Order.SUPPORT, 0, 0)


def test_support_of_a_brigade_that_is_gone_is_hold() -> None:
    """R122."""
    field = two_brigades("support", of="front", wing="rear")
    field.overrule(f"state {field['A'].id} dispersed")
    field.do(lambda: drop_lost_supports(field.game))
    assert field.brigade("back brigade").order == Order.HOLD


def test_each_move_of_a_retiring_brigade_ends_farther_from_the_enemy() -> None:
    """R16."""
    field = Field([foot("us-line", "A", 30, 50, 0)], [foot("cs-line", "B", 30, 20, 0)], orders=("retire", "hold"))
    assert not field.no_march("A", 30, 55)
    field = Field([foot("us-line", "A", 30, 50, 180)], [foot("cs-line", "B", 30, 20, 0)], orders=("retire", "hold"))
    assert "retires" in field.no_march("A", 30, 45)
    assert not field.acts("A").count("march")


def test_engage_needs_no_more_when_nobody_is_able() -> None:
    field = advance("engage")
    for name in ("B", "C"):
        field.state(name, "faltering")
    field.go(Phase.CHARGES, CONFEDERATE)
    field.go(Phase.NORMAL_MOVES, CONFEDERATE)
    assert unmet_by(field.battle, 1) == ""
    assert field.battle.brigades[1].order == Order.ENGAGE
    assert field.battle.side == CONFEDERATE != UNION
