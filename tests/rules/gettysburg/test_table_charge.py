"""Charges on the table (4.5): declaring, the halfway point, reactions, support, both tests, contact."""

from __future__ import annotations

import pytest
from rules.gettysburg.situation import CONFEDERATE, UNION, Ridge, brigade, foot, general
from tabletop import cited, ground, of, one, rolls

from playsheet.core.dice import summed
from playsheet.rules.gettysburg.battle.command_events import GeneralDroveOff, OrderChanged, OrderShown
from playsheet.rules.gettysburg.battle.events import TokenSpent, TurnEnded
from playsheet.rules.gettysburg.battle.fight_events import (
    ChargeBegan,
    ChargeDeclared,
    ChargeEnded,
    ChargeLapsed,
    Engaged,
    Fired,
    GunsLimbered,
    HaltedToVolley,
    MoraleTested,
    Reacted,
    RoseToMeet,
)
from playsheet.rules.gettysburg.battle.move_events import (
    CrossingTried,
    GunsLost,
    Moved,
    StateChanged,
    UncontrolledChargeDue,
    WasDispersed,
)
from playsheet.rules.gettysburg.options.charge import bar_to_counter, bar_to_evading, reactions
from playsheet.rules.gettysburg.options.fire import bar_to_firing
from playsheet.rules.gettysburg.table.charge.contact import way_into_contact
from playsheet.rules.gettysburg.table.charge.phase import step
from playsheet.rules.gettysburg.terms import Order, Phase, Token

HIGH = [6, 5]
COLUMN = "column"


def results(told: list[object]) -> list[str]:
    return [test.result for test in of(told, MoraleTested)]  # type: ignore[arg-type]


def onset(
    gap: float = 8.0, mine: str = "us-line", theirs: str = "cs-vet", formation: str = COLUMN, **settings: object
) -> Ridge:
    """A Confederate column before a Union line that holds, so far apart."""
    deep = 3.0 if formation == COLUMN else 1.5
    orders = settings.pop("orders", ("hold", "assault"))
    return Ridge(
        [foot(mine, "A", 36, 50.75)],
        [foot(theirs, "B", 36, 50.0 - gap - deep / 2, formation=formation), foot("cs-line", "Reserve", 8, 5)],
        orders=orders,  # type: ignore[arg-type]
        **settings,  # type: ignore[arg-type]
    )


# ---------------------------------------------------------------- 4.5.0: who may charge whom


@pytest.mark.parametrize(("gap", "may"), [(12.0, True), (12.01, False)])
def test_reach_of_a_column(gap: float, may: bool) -> None:
    assert (onset(gap).charges("B") == ["charge:B:A"]) is may


@pytest.mark.parametrize(("gap", "may"), [(10.0, True), (10.01, False)])
def test_reach_of_a_line(gap: float, may: bool) -> None:
    assert bool(onset(gap, formation="line").charges("B")) is may


def test_down_packs_adds_four_inches() -> None:
    ridge = onset(15.0)
    assert ridge.charges("B") == []
    ridge.token(CONFEDERATE, "down-packs")
    assert ridge.charges("B") == ["charge:B:A:packs"]
    ridge.phase(Phase.CHARGES, CONFEDERATE)
    ridge.do(lambda: step(ridge.game), "generals done")
    told = ridge.do(lambda: step(ridge.game), "declare charge:{B}:{A}:packs", "pivot 0")
    assert one(told, TokenSpent).token == Token.DOWN_PACKS
    assert one(told, ChargeDeclared).allowance == pytest.approx(16.0)
    assert ridge.battle.armies[CONFEDERATE].tokens[Token.DOWN_PACKS] == 0


def test_chargers_must_be_formed_free_and_no_garrison() -> None:
    for spoil in ("unform", "ground", "moved", "melee"):
        ridge = onset()
        if spoil == "unform":
            ridge.unform("B")
        elif spoil == "ground":
            ridge.state("B", "gone-to-ground")
        elif spoil == "moved":
            ridge["B"].compulsory_done = True  # R114
        else:
            ridge.lock("B", "A")
        assert ridge.charges("B") == []


def test_artillery_never_charges() -> None:
    ridge = Ridge([foot("us-line", "A", 36, 40)], [foot("cs-mixed", "Guns", 36, 34, formation="limbered")])
    assert ridge.charges("Guns") == []


@pytest.mark.parametrize(
    ("order", "foot_may", "horse_may"),
    [
        ("assault", True, True),
        ("engage", False, True),
        ("move", False, False),
        ("hold", False, False),
        ("retire", False, False),
    ],
)
def test_orders_limit_charges(order: str, foot_may: bool, horse_may: bool) -> None:
    """4.2.2: on Engage infantry may charge only the unformed, cavalry once."""
    ridge = Ridge(
        [foot("us-line", "A", 30, 50.75), foot("us-line", "C", 44, 50.75)],
        [foot("cs-vet", "B", 30, 40, formation=COLUMN), foot("cs-cav", "Horse", 44, 38)],
        (),
        ("hold", order),
    )
    assert ("charge:B:A" in ridge.charges("B")) is foot_may
    assert ("charge:Horse:C" in ridge.charges("Horse")) is horse_may
    if order == "engage":
        ridge.state("A", "gone-to-ground")
        assert ridge.charges("B") == []  # R130
        ridge.unform("A")
        assert ridge.charges("B") == ["charge:B:A"]
        ridge.battle.brigades[1].cavalry_charges = 1
        assert ridge.charges("Horse") == []


def test_sight_arc_and_a_clear_way() -> None:
    ridge = Ridge(
        [foot("us-line", "A", 36, 50.75)],
        [foot("cs-vet", "B", 36, 40.5, formation=COLUMN), foot("cs-line", "Friend", 36, 45.5, size=30)],
        (),
        ("hold", "assault"),
    )
    assert ridge.charges("B") == []
    ridge = Ridge(
        [foot("us-line", "A", 60, 42)], [foot("cs-vet", "B", 36, 40.5, formation=COLUMN)], (), ("hold", "assault")
    )
    assert ridge.charges("B") == []


def test_own_skirmishers_are_passed_through() -> None:
    ridge = Ridge(
        [foot("us-line", "A", 36, 50.75)],
        [
            foot("cs-vet", "B", 36, 39.5, formation=COLUMN),
            foot("cs-vet", "Screen", 36, 44, formation="skirmish", size=8),
        ],
        (),
        ("hold", "assault"),
    )
    assert "charge:B:A" in ridge.charges("B")


def test_cavalry_and_difficult_ground_and_garrisons() -> None:
    """R107."""
    open_field = Ridge([foot("us-line", "A", 36, 50.75)], [foot("cs-cav", "B", 36, 38)], (), ("hold", "assault"))
    assert open_field.charges("B") == ["charge:B:A"]
    for terrain in (
        ground("open-wood", "the wood", rect=[30, 43, 42, 46]),
        ground("fence", "the fence", line=[[20, 44], [50, 44]]),
        ground("works", "the works", line=[[20, 49.5], [50, 49.5]]),
    ):
        ridge = Ridge([foot("us-line", "A", 36, 50.75)], [foot("cs-cav", "B", 36, 38)], [terrain], ("hold", "assault"))
        assert ridge.charges("B") == []


def test_ground_and_defences_shorten_a_charge() -> None:
    """R36: two inches of wood cost four; a defence costs half the allowance (4.5.8)."""
    for gap, may in ((10.0, True), (11.0, False)):
        ridge = Ridge(
            [foot("us-line", "A", 36, 50.75)],
            [foot("cs-vet", "B", 36, 48.5 - gap, formation=COLUMN)],
            [ground("open-wood", "the wood", rect=[10, 44, 62, 46])],
            ("hold", "assault"),
        )
        assert bool(ridge.charges("B")) is may
    for gap, may in ((6.0, True), (7.0, False)):
        ridge = Ridge(
            [foot("us-line", "A", 36, 50.75)],
            [foot("cs-vet", "B", 36, 48.5 - gap, formation=COLUMN)],
            [ground("abatis", "the abatis", line=[[20, 48.5], [50, 48.5]])],
            ("hold", "assault"),
        )
        assert bool(ridge.charges("B")) is may


def test_the_pivot_is_free_up_to_45_degrees() -> None:
    ridge = onset()
    with pytest.raises(AssertionError, match="45 degrees"):
        ridge.declare("B", "A", pivot=46.0)
    with pytest.raises(AssertionError, match="is not met"):
        onset().declare("B", "A", pivot=44.0)


def test_a_declared_charge_shows_the_order_and_wakes_a_brigade_on_move() -> None:
    ridge = onset(orders=("move", "assault"))
    ridge.phase(Phase.CHARGES, CONFEDERATE)
    ridge.do(lambda: step(ridge.game), "generals done")
    told = ridge.do(lambda: step(ridge.game), "declare charge:{B}:{A}", "pivot 0")
    assert one(told, OrderShown).brigade == 1
    assert one(told, OrderChanged).order == Order.HOLD  # R24
    assert not ridge["B"].charged


def test_all_are_declared_before_any_is_resolved() -> None:
    ridge = Ridge(
        [foot("us-line", "A", 26, 50.75), foot("us-line", "C", 46, 50.75)],
        [foot("cs-vet", "B", 26, 40.5, formation=COLUMN), foot("cs-vet", "D", 46, 40.5, formation=COLUMN)],
        (),
        ("hold", "assault"),
    )
    ridge.phase(Phase.CHARGES, CONFEDERATE)
    play = lambda: step(ridge.game)  # noqa: E731
    ridge.do(play, "generals done")
    ridge.do(play, "declare charge:{B}:{A}", "pivot 0")
    ridge.do(play, "declare charge:{D}:{C}", "pivot 0")
    ridge.do(play)  # nothing is left to declare
    ridge.do(play)
    told = ridge.do(play, "resolve target:{C}", "reaction hold", dice=[1, 2])
    assert one(told, ChargeBegan).unit == ridge["D"].id
    told = ridge.do(play, "reaction hold", dice=[1, 2])
    assert one(told, ChargeBegan).unit == ridge["B"].id


# ---------------------------------------------------------------- 4.5.1 to 4.5.4


def test_halfway_and_fire_at_the_real_distance() -> None:
    ridge = onset(8.0)
    told = ridge.charge("B", "A", "reaction fire", dice=[1, 2, *HIGH, *HIGH])
    assert one(told, Fired).distance == pytest.approx(4.0)
    assert one(told, Fired).when == "reaction"
    assert ridge["A"].fired
    assert of(told, Moved)[0].way[0][1] == pytest.approx(44.5)


def test_what_a_target_may_do() -> None:
    """Fire, hold, counter-charge by order and arm, evade by kind (R26)."""
    rows = [
        ("us-line", "line", "hold", ["hold", "fire"]),
        ("us-line", "line", "engage", ["hold", "fire", "counter"]),
        ("us-vet", "skirmish", "hold", ["hold", "fire", "evade"]),
        ("us-cav", "line", "hold", ["hold", "counter", "evade"]),
        ("us-napoleon", "deployed", "engage", ["hold", "fire"]),
        ("us-napoleon", "limbered", "engage", ["hold", "evade"]),
    ]
    for card, formation, order, offered in rows:
        ridge = Ridge(
            [foot(card, "A", 36, 50, formation=formation)],
            [foot("cs-vet", "B", 36, 42, formation=COLUMN)],
            (),
            (order, "assault"),
        )
        assert [option.key() for option in reactions(ridge.battle, ridge["A"], [ridge["B"]])] == offered


def test_a_garrison_neither_counter_charges_nor_evades() -> None:
    for card, formation in (("us-line", "line"), ("us-vet", "skirmish")):
        ridge = Ridge(
            [foot(card, "A", 36, 50, formation=formation)],
            [foot("cs-vet", "B", 36, 40, formation=COLUMN)],
            [ground("bua", "the farm", rect=[34, 48, 38, 52])],
            ("engage", "assault"),
        )
        assert ridge["A"].garrison == 0
        found = {option.key() for option in reactions(ridge.battle, ridge["A"], [ridge["B"]])}
        assert "hold" in found
        assert not found & {"counter", "evade"}


def test_the_faltering_fire_at_chargers_and_do_nothing_else() -> None:
    ridge = onset()
    ridge.state("A", "faltering")
    told = ridge.charge("B", "A", "reaction fire", dice=[3, 4, *HIGH, *HIGH])
    assert "R52" in one(told, Fired).ruling
    assert summed(rolls(told, "Musketry")[0].account) == -1  # unformed -2, column +1


def test_no_counter_charge_backwards() -> None:
    ridge = onset(orders=("engage", "assault"))
    ridge["A"].facing = 0.0
    ridge.battle.put(ridge["A"], 36, 50.75, 0.0)
    assert bar_to_counter(ridge.battle, ridge["A"], [ridge["B"]])


def test_skirmishers_face_about_and_fire() -> None:
    ridge = Ridge(
        [foot("us-vet", "A", 36, 50, 0.0, formation="skirmish", size=4)],
        [foot("cs-vet", "B", 36, 42, formation=COLUMN), foot("cs-line", "Reserve", 8, 5)],
        (),
        ("hold", "assault"),
    )
    told = ridge.charge("B", "A", "reaction fire", dice=[6, 1, *HIGH, *HIGH])
    assert ridge["A"].facing == pytest.approx(180.0)
    assert one(told, Fired).how == "skirmish"


def test_evaders_run_at_once_and_take_no_test() -> None:
    """R111: away from the charger, formed, facing it; they may fire in phase 6 but not move."""
    ridge = Ridge(
        [foot("us-vet", "A", 36, 50, formation="skirmish")],
        [foot("cs-vet", "B", 36, 42, formation=COLUMN), foot("cs-line", "Reserve", 8, 5)],
        (),
        ("hold", "assault"),
    )
    told = ridge.charge("B", "A", "reaction evade", dice=HIGH)
    assert results(told) == ["charge"]
    assert ridge["A"].y == pytest.approx(62.0, abs=1e-3)
    assert ridge["A"].evaded
    assert not ridge["A"].is_unformed()
    assert one(told, ChargeEnded).how == "short"
    assert bar_to_evading(ridge.battle, ridge["B"])


def test_evaders_who_are_caught_are_attacked_in_rear() -> None:
    """Limbered 20 pounders make 7 inches (trap 29)."""
    ridge = Ridge(
        [foot("us-parrott20", "A", 36, 50, 0.0, formation="limbered")],
        [foot("cs-vet", "B", 36, 42.5, formation=COLUMN), foot("cs-line", "Reserve", 8, 5)],
        (),
        ("hold", "assault"),
    )
    told = ridge.charge("B", "A", "reaction evade", dice=HIGH)
    assert one(told, Engaged).flanked


def test_support_fire() -> None:
    """R27: formed friends within 12 inches that are not charged and have not fired; it is their fire for the turn."""
    ridge = Ridge(
        [
            foot("us-line", "A", 36, 50.75),
            foot("us-line", "Near", 46, 50.75),
            foot("us-line", "Unformed", 26, 50.75),
            foot("us-line", "Far", 62, 50.75, 240.0),
        ],
        [foot("cs-vet", "B", 36, 40.5, formation=COLUMN), foot("cs-line", "Reserve", 8, 5)],
        (),
        ("hold", "assault"),
    )
    ridge.unform("Unformed")
    told = ridge.charge("B", "A", "reaction hold", "support support:{Near}", dice=[1, 2, *HIGH, *HIGH])
    assert one(told, Fired).when == "support"
    assert ridge["Near"].fired
    assert {"R25", "R26", "R27", "R28"} <= cited(told)


def test_losses_in_the_charge_count_each_and_by_tens() -> None:
    """R79; by switch only once."""
    for switch, expected in (("both", -4), ("casualties-only", -3)):
        ridge = onset(**{"charge-loss": switch})
        told = ridge.charge("B", "A", "reaction fire", dice=[4, 3, *HIGH, *HIGH])
        assert ridge["B"].figures == 19
        account = {entry.cause: entry.add for entry in rolls(told, "To charge")[0].account}
        assert account.get("casualties", 0) + account["charge-casualties"] == expected


def test_a_double_six_ends_the_charge_at_the_halfway_point() -> None:
    ridge = onset()
    told = ridge.charge("B", "A", "reaction fire", dice=[6, 6, 1, 2])
    assert ridge.is_in("B", "faltering")
    assert ridge["B"].y == pytest.approx(44.5)
    assert not of(told, MoraleTested)


# ---------------------------------------------------------------- 4.5.5: to charge


@pytest.mark.parametrize(
    ("dice", "result", "state"),
    [
        ([3, 3], "charge", "ok"),
        ([3, 2], "halt-volley", "ok"),
        ([2, 2], "falter", "faltering"),  # nobody has fired at it
        ([1, 2], "falter", "faltering"),
    ],
)
def test_what_the_charger_does(dice: list[int], result: str, state: str) -> None:
    """A veteran's plus one; anything but Charge! leaves it at the halfway point."""
    ridge = onset()
    told = ridge.charge("B", "A", "reaction hold", dice=[*dice, *(HIGH if result == "charge" else [])])
    assert results(told)[0] == result
    assert ridge.is_in("B", state)
    if result != "charge":
        assert ridge["B"].y == pytest.approx(44.5)
        assert results(told) == [result]
    assert bool(of(told, HaltedToVolley)) is (result == "halt-volley")


def test_under_fire_they_go_to_ground() -> None:
    ridge = onset()
    told = ridge.charge("B", "A", "reaction fire", dice=[1, 1, 2, 3])
    assert results(told) == ["go-to-ground"]
    assert ridge.is_in("B", "gone-to-ground")


def test_a_charger_that_breaks_runs_at_once() -> None:
    """R29: a full move in phase 4, and again in phase 3."""
    ridge = onset(theirs="cs-line")
    told = ridge.charge("B", "A", "reaction hold", "flight away", dice=[1, 1])
    assert results(told) == ["retreat"]
    assert ridge["B"].y == pytest.approx(44.5 - 12.0, abs=0.8)
    assert ridge["B"].fell_turn == 1


def test_the_rebel_yell() -> None:
    """R90: +2, said before the dice."""
    ridge = onset()
    ridge.token(CONFEDERATE, "yell-or-aim")
    told = ridge.charge("B", "A", "reaction hold", "yell yell", dice=[2, 2, *HIGH])
    assert results(told)[0] == "charge"
    assert {"rebel-yell": 2}.items() <= {e.cause: e.add for e in rolls(told, "To charge")[0].account}.items()


def test_supporting_lines_need_assault_and_show_it() -> None:
    """R68, R127."""
    for order, lines in (("assault", 2), ("engage", 0)):
        ridge = Ridge(
            [foot("us-line", "A", 36, 50.75)],
            [
                foot("cs-vet", "B", 36, 40.5, formation=COLUMN),
                foot("cs-line", "Second", 36, 35, formation=COLUMN),
                foot("cs-line", "Third", 36, 30, formation=COLUMN),
            ],
            (),
            ("hold", order),
        )
        ridge.unform("A")
        told = ridge.charge("B", "A", "reaction hold", dice=[*HIGH, *HIGH])
        account = {entry.cause: entry.add for entry in rolls(told, "To charge")[0].account}
        assert account.get("supporting-lines", 0) == lines
        assert bool(of(told, OrderShown)) is (order == "assault")


# ---------------------------------------------------------------- 4.5.6 to 4.5.8: being charged, contact


@pytest.mark.parametrize(
    ("dice", "result", "inches"),
    [
        ([5, 4], "stand-or-counter", 0.0),
        ([4, 4], "falter", 0.0),
        ([3, 4], "falter-recoil", 6.0),
        ([3, 3], "retreat", 12.0),
    ],
)
def test_what_the_target_does(dice: list[int], result: str, inches: float) -> None:
    """Charged by a column: -2. A charge of 12 over a gap of 5 reaches one that recoils 6, not one that runs 12."""
    ridge = onset(5.0)
    answers = ["reaction hold"]
    if result == "retreat":
        answers.append("flight away")
    told = ridge.charge("B", "A", *answers, dice=[*HIGH, *dice])
    assert results(told)[1] == result
    assert ridge["A"].y == pytest.approx(50.75 + inches, abs=0.8)
    assert bool(of(told, Engaged)) is (result != "retreat")
    assert ridge["A"].in_melee() is (result != "retreat")


def test_counter_charge_meets_in_the_middle() -> None:
    """4.5.7: prepared, 7 or more, and still the owner's choice; both count as charging."""
    for choice, both in (("counter", True), ("stand", False)):
        ridge = onset(8.0, orders=("engage", "assault"))
        told = ridge.charge("B", "A", "reaction counter", f"counter {choice}", dice=[*HIGH, *HIGH])
        charging = one(told, Engaged).charging
        assert charging == ([ridge["B"].id, ridge["A"].id] if both else [ridge["B"].id])
        assert ridge["A"].charged is both
        if both:
            assert ridge["A"].y == pytest.approx(48.75)
        assert not of(told, Fired)


def test_by_switch_a_counter_charger_tests_to_charge() -> None:
    ridge = onset(orders=("engage", "assault"), **{"counter-test": "to-charge"})
    told = ridge.charge("B", "A", "reaction counter", "counter counter", dice=[*HIGH, *HIGH])
    assert [test.test for test in of(told, MoraleTested)] == ["to-charge", "to-charge"]


def test_flank_and_rear() -> None:
    """By the charger's centre when it declared: -4, and in the melee; the charger likes it: +1."""
    ridge = Ridge(
        [foot("us-line", "A", 36, 50, 90.0)],
        [foot("cs-vet", "B", 36, 40, formation=COLUMN), foot("cs-line", "Reserve", 8, 5)],
        (),
        ("hold", "assault"),
    )
    told = ridge.charge("B", "A", dice=[*HIGH, *HIGH])
    assert {"charge-weak-target": 1}.items() <= {e.cause: e.add for e in rolls(told, "To charge")[0].account}.items()
    assert {"charged-flank-rear": -4}.items() <= {
        e.cause: e.add for e in rolls(told, "Being charged")[0].account
    }.items()
    assert one(told, Engaged).flanked


def test_after_falter_and_recoil_the_owner_may_fall_back_farther() -> None:
    """R115: it does not count for the contact, and stops recovery."""
    ridge = onset(8.0)
    told = ridge.charge("B", "A", "reaction hold", "fall_back fall_back", "fall_back_inches 10", dice=[*HIGH, 3, 4])
    assert results(told) == ["charge", "falter-recoil"]
    assert ridge["A"].y == pytest.approx(50.75 + 6 + 10, abs=1e-3)
    assert ridge["A"].fell_back
    assert not of(told, Engaged)


def test_deployed_guns_limber_in_a_hurry() -> None:
    """R88: before they go; lost, they leave their ground to the charger (R110)."""
    for dice, result in (([1, 1], "battery-lost"), ([3, 3], "one-gun-lost"), ([6, 5], "clean")):
        ridge = Ridge(
            [foot("us-napoleon", "A", 36, 51, size=8, guns=2), foot("us-line", "Reserve", 60, 66)],
            [foot("cs-vet", "B", 36, 40.5, formation=COLUMN), foot("cs-line", "Other", 8, 5)],
            (),
            ("hold", "assault"),
        )
        answers = ["reaction hold"] + ([] if result == "battery-lost" else ["flight baseline"])
        told = ridge.charge("B", "A", *answers, dice=[*HIGH, 2, 3, *dice])
        assert one(told, GunsLimbered).result == result
        assert bool(of(told, GunsLost)) is (result == "one-gun-lost")
        ended = one(told, ChargeEnded)
        if result == "battery-lost":
            assert one(told, WasDispersed).unit == ridge["A"].id
            assert ended.how == "ground"
            assert ridge["B"].y == pytest.approx(48.5)
        else:
            assert ended.how == "short"


def test_what_stands_behind_is_not_swept_up() -> None:
    """R110: an inch short of a second line."""
    ridge = Ridge(
        [foot("us-line", "A", 36, 50.75), foot("us-line", "Second", 36, 54.0)],
        [foot("cs-vet", "B", 36, 40.5, formation=COLUMN), foot("cs-line", "Other", 8, 5)],
        (),
        ("hold", "assault"),
    )
    told = ridge.charge("B", "A", "reaction hold", "flight away", dice=[*HIGH, 3, 3])
    assert one(told, ChargeEnded).how == "short"
    assert ridge["B"].y + 1.5 == pytest.approx(53.25 - 1.0)
    assert not of(told, Engaged)


def test_defences_are_diced_for_on_the_way_in() -> None:
    """R38: abatis, 1 or 2 unformed, 3 to ground before it."""
    for die, result, contact in ((1, 1, True), (3, 3, False), (5, 0, True)):
        ridge = Ridge(
            [foot("us-line", "A", 36, 50.75)],
            [foot("cs-vet", "B", 36, 43.5, formation=COLUMN), foot("cs-line", "Other", 8, 5)],
            [ground("abatis", "the abatis", line=[[20, 48.5], [50, 48.5]])],
            ("hold", "assault"),
        )
        told = ridge.charge("B", "A", "reaction hold", dice=[*HIGH, *HIGH, die])
        assert one(told, CrossingTried).result == result
        assert bool(of(told, Engaged)) is contact
        assert ridge["B"].is_unformed() is (die == 1)
        assert ridge.is_in("B", "gone-to-ground") is (die == 3)


def test_a_target_that_has_run_off_the_line_is_followed() -> None:
    """R110: from where the charger stands to where the target is now, and in at the face that it meets there."""
    ridge = onset()
    ridge.battle.put(ridge["A"], 44.0, 50.75, 180.0)
    way = way_into_contact(ridge.battle, ridge["B"], ridge["A"], [])
    assert way is not None
    x = 36.0 + 8.0 * (48.5 - 40.5) / (50.75 - 40.5)
    assert (way.there.x, way.there.y, way.there.facing) == pytest.approx((x, 48.5, 0.0))


# ---------------------------------------------------------------- 4.5.10: who is in trouble already


def test_a_target_on_the_ground_gets_up_unformed() -> None:
    """R97; by switch it stays down."""
    for switch, rises in (("unformed", True), ("down", False)):
        ridge = onset(**{"gtg-charged": switch})
        ridge.state("A", "gone-to-ground")
        told = ridge.charge("B", "A", "reaction fire", dice=[4, 3, *HIGH, *HIGH])
        assert ridge["B"].figures == 21  # three, halved
        assert bool(of(told, RoseToMeet)) is rises
        assert ridge["A"].is_unformed() is rises
        account = {entry.cause for entry in rolls(told, "Being charged")[0].account}
        assert ("weak" in account) is rises


@pytest.mark.parametrize(("dice", "result"), [([6, 6], "stand-still-retreating"), ([4, 4], "retreat")])
def test_a_retreating_target_cannot_improve(dice: list[int], result: str) -> None:
    """R81."""
    ridge = onset()
    ridge.state("A", "retreating")
    answers = ["flight away"] if result == "retreat" else []
    told = ridge.charge("B", "A", *answers, dice=[*HIGH, *dice])
    assert results(told)[1] == result
    assert ridge.is_in("A", "retreating")


def test_a_routing_target_takes_no_test_and_does_not_move() -> None:
    ridge = onset()
    ridge.state("A", "routing")
    told = ridge.charge("B", "A", dice=HIGH)
    assert results(told) == ["charge"]
    assert one(told, Engaged)
    assert ridge["A"].y == 50.75


# ---------------------------------------------------------------- R108, R109


def test_several_chargers_are_one_charge() -> None:
    """One reaction, one test with the worst line, every charger its own."""
    ridge = Ridge(
        [foot("us-line", "A", 36, 50.75)],
        [foot("cs-vet", "Col", 34, 40.5, formation=COLUMN), foot("cs-vet", "Line", 44, 42.0, size=12)],
        (),
        ("hold", "assault"),
    )
    ridge.declare("Col", "A")
    ridge.declare("Line", "A", pivot=340.0)
    told = ridge.resolve("A", "reaction fire", "target shoot:{Line}", dice=[1, 2, *HIGH, *HIGH, *HIGH])
    assert [test.test for test in of(told, MoraleTested)] == ["to-charge", "to-charge", "being-charged"]
    assert "charged-by-infantry-column" in {entry.cause for entry in rolls(told, "Being charged")[0].account}
    assert len(of(told, Engaged)) == 2
    assert ridge.battle.melees[0].chargers == [ridge["Col"].id, ridge["Line"].id]


def test_a_charge_lapses_when_its_target_is_gone() -> None:
    ridge = onset()
    ridge.declare("B", "A")
    ridge.lose("A", 19, now=True)
    ridge.do(lambda: ridge.game.tell(WasDispersed(ridge["A"].id, "test", False, "")))
    told = ridge.resolve("A")
    assert one(told, ChargeLapsed).unit == ridge["B"].id
    assert not ridge["B"].charged


def test_a_charger_that_was_unformed_meanwhile_does_not_go() -> None:
    ridge = onset()
    ridge.declare("B", "A")
    ridge.unform("B")
    assert one(ridge.resolve("A"), ChargeLapsed)


def melee_to_join(**settings: object) -> Ridge:
    ridge = Ridge(
        [foot("us-line", "A", 36, 50.75)],
        [foot("cs-line", "Locked", 32, 46, size=8), foot("cs-vet", "B", 39, 40.5, formation=COLUMN)],
        (),
        ("hold", "assault"),
        **settings,  # type: ignore[arg-type]
    )
    ridge.lock("Locked", "A")
    return ridge


def test_a_target_in_melee_may_be_charged() -> None:
    """R109: no reaction, no test; the charger joins that melee. By switch not at all."""
    ridge = melee_to_join()
    assert ridge.charges("B") == ["charge:B:A"]
    told = ridge.charge("B", "A", dice=HIGH)
    assert results(told) == ["charge"]
    assert not of(told, Reacted)
    assert ridge["B"].melee == ridge["A"].melee == ridge["Locked"].melee
    assert melee_to_join(**{"charge-melee": False}).charges("B") == []


# ---------------------------------------------------------------- 4.5.2: opportunity charges


def opportunity(**settings: object) -> Ridge:
    return Ridge(
        [foot("us-line", "A", 36, 50.75), foot("us-cav", "Horse", 49, 46.25, 270.0)],
        [foot("cs-vet", "B", 36, 40.5, formation=COLUMN), foot("cs-line", "Reserve", 8, 5)],
        (),
        ("engage", "assault"),
        **settings,  # type: ignore[arg-type]
    )


def test_cavalry_may_charge_a_charger() -> None:
    """R31: it tests, the charger tests as charged; whoever is reached goes no further."""
    ridge = opportunity()
    horse, b = ridge["Horse"], ridge["B"]
    told = ridge.charge("B", "A", f"opportunity opportunity:{horse.id}:{b.id}", "pivot 270", dice=[*HIGH, *HIGH])
    assert [(test.unit, test.test) for test in of(told, MoraleTested)] == [
        (horse.id, "to-charge"), (b.id, "being-charged"),
    ]  # fmt: skip
    assert one(told, Engaged).unit == horse.id
    assert one(told, Engaged).flanked
    assert not of(told, Reacted)
    assert horse.charged
    assert ridge.battle.brigades[0].cavalry_charges == 1


def test_the_charge_goes_on_if_the_cavalry_fails() -> None:
    ridge = opportunity()
    told = ridge.charge(
        "B",
        "A",
        f"opportunity opportunity:{ridge['Horse'].id}:{ridge['B'].id}",
        "pivot 270",
        "reaction hold",
        dice=[1, 3, *HIGH, *HIGH],
    )
    assert ridge.is_in("Horse", "faltering")
    assert one(told, Engaged).unit == ridge["B"].id


def test_by_switch_there_are_no_opportunity_charges() -> None:
    ridge = opportunity(opportunity=False)
    told = ridge.charge("B", "A", "reaction hold", dice=[*HIGH, *HIGH])
    assert one(told, Engaged).unit == ridge["B"].id


# ---------------------------------------------------------------- 4.7.3: uncontrolled charges


def test_uncontrolled_charges_come_first_whatever_the_order() -> None:
    ridge = Ridge(
        [foot("us-line", "A", 36, 50.75), foot("us-line", "Farther", 52, 55)],
        [foot("cs-cav", "Horse", 36, 36), foot("cs-line", "Reserve", 8, 5)],
        (),
        ("hold", "hold"),
    )
    ridge.unform("Horse")
    ridge.game.tell(UncontrolledChargeDue(ridge["Horse"].id))
    ridge.phase(Phase.CHARGES, CONFEDERATE)
    ridge.do(lambda: step(ridge.game), "generals done")
    told = ridge.do(lambda: step(ridge.game), "pivot 0")
    assert one(told, ChargeDeclared).uncontrolled
    assert one(told, ChargeDeclared).target == ridge["A"].id
    assert not of(told, OrderShown)
    told = ridge.resolve("A", "reaction hold", dice=[*HIGH, *HIGH])
    assert one(told, Engaged)


def test_by_switch_an_uncontrolled_charge_needs_no_test() -> None:
    ridge = Ridge(
        [foot("us-line", "A", 36, 50.75)],
        [foot("cs-cav", "Horse", 36, 36), foot("cs-line", "Reserve", 8, 5)],
        (),
        ("hold", "hold"),
        **{"uncontrolled-test": False},  # type: ignore[arg-type]
    )
    ridge.declare("Horse", "A", uncontrolled=True)
    told = ridge.resolve("A", "reaction hold", dice=HIGH)
    assert [test.test for test in of(told, MoraleTested)] == ["being-charged"]


def test_nobody_to_charge() -> None:
    ridge = Ridge([foot("us-line", "A", 36, 70)], [foot("cs-cav", "Horse", 36, 36)], (), ("hold", "hold"))
    ridge.game.tell(UncontrolledChargeDue(ridge["Horse"].id))
    ridge.phase(Phase.CHARGES, CONFEDERATE)
    ridge.do(lambda: step(ridge.game), "generals done")
    assert one(ridge.do(lambda: step(ridge.game)), ChargeLapsed).target == -1
    assert not ridge["Horse"].uncontrolled


# ---------------------------------------------------------------- R105


def test_a_lone_general_is_driven_off() -> None:
    ridge = Ridge(
        [foot("us-line", "A", 36, 50.75), foot("us-line", "Refuge", 50, 60), general("gen-n", "Hays", 36, 48.0)],
        [foot("cs-vet", "B", 36, 40.5, formation=COLUMN), foot("cs-line", "Reserve", 8, 5)],
        (),
        ("hold", "assault"),
    )
    told = ridge.charge("B", "A", "reaction hold", "support done", dice=[*HIGH, *HIGH])
    assert one(told, GeneralDroveOff).general == ridge.man("Hays").id


def test_seats_are_asked_for_their_own() -> None:
    """Two brigades of one side: the owner of the first unit resolves if all are his."""
    ridge = Ridge(
        [foot("us-line", "A", 26, 50.75), foot("us-line", "C", 46, 50.75, group="other")],
        [foot("cs-vet", "B", 26, 40.5, formation=COLUMN)],
        brigades=((brigade("brigade", "hold"), brigade("other", "hold")), (brigade("brigade", "assault"),)),
    )
    assert ridge.charges("B") == ["charge:B:A"]
    assert ridge["A"].seat == UNION
    told = ridge.charge("B", "A", "reaction hold", dice=[1, 2])
    assert one(told, StateChanged).unit == ridge["B"].id


# ---------------------------------------------------------------- traps


@pytest.mark.parametrize(
    ("card", "formation", "worth"), [("us-militia", COLUMN, -2), ("us-militia", "line", -3), ("us-line", COLUMN, -3)]
)
def test_the_cap_on_charge_casualties_is_for_raw_troops_in_column(card: str, formation: str, worth: int) -> None:
    ridge = Ridge(
        [foot(card, "A", 36, 46, 180.0, formation=formation, size=28), foot("us-line", "Far", 8, 68)],
        [foot("cs-line", "B", 36, 37), foot("cs-line", "Reserve", 8, 5)],
        (),
        ("assault", "hold"),
    )
    dice = [4, 3] if formation == COLUMN else [5, 3]
    ridge.declare("A", "B")
    told = ridge.resolve("B", "reaction fire", "flight away", dice=[*dice, 1, 1])
    assert ridge["A"].lost_this_turn == 3
    account = {entry.cause: entry.add for entry in rolls(told, "To charge")[0].account}
    assert account["charge-casualties"] == worth


def test_reaction_fire_is_the_fire_of_the_turn() -> None:
    """It uses up phase 6, and counts as fire next turn."""
    ridge = onset()
    ridge.charge("B", "A", "reaction fire", dice=[1, 2, *HIGH, *HIGH])
    assert bar_to_firing(ridge.battle, ridge["A"], charged=False)
    ridge.game.tell(TurnEnded(2))
    assert ridge["A"].fired_last_turn


def test_only_the_owner_is_asked_about_his_reaction() -> None:
    ridge = onset(orders=("engage", "assault"))
    ridge.charge("B", "A", "reaction hold", dice=[1, 3])
    reaction = [question for question in ridge.script.asked if question.kind == "reaction"]
    assert [question.seat for question in reaction] == [UNION]


def test_infantry_that_would_counter_charge_shows_its_order() -> None:
    """R17: cavalry may on any order, infantry may not."""
    ridge = onset(orders=("engage", "assault"))
    told = ridge.charge("B", "A", "reaction counter", dice=[1, 3])
    assert one(told, OrderShown).brigade == 0


def test_a_retreat_in_phase_4_is_two_moves_before_the_first_rally() -> None:
    ridge = onset()
    ridge.charge("B", "A", "reaction hold", "flight baseline", dice=[*HIGH, 3, 3])
    first = ridge["A"].y
    assert first == pytest.approx(62.75, abs=0.8)
    assert ridge["A"].fell_turn == ridge.battle.turn


def test_own_skirmishers_are_not_stood_upon() -> None:
    """They are passed through, but a charger that stops half way stops short of them."""
    ridge = Ridge(
        [foot("us-line", "A", 36, 50.75)],
        [
            foot("cs-vet", "B", 36, 39.5, formation=COLUMN),
            foot("cs-vet", "Screen", 36, 44.5, formation="skirmish", size=8),
        ],
        (),
        ("hold", "assault"),
    )
    told = ridge.charge("B", "A", "reaction hold", dice=[1, 3])
    assert ridge["B"].y + 1.5 <= 43.0 + 1e-6
    assert one(told, MoraleTested).result == "falter"


def test_an_opportunity_charge_that_falls_short_goes_its_whole_way() -> None:
    """R110: the interrupted charger has run; its own charge is over."""
    ridge = opportunity()
    told = ridge.charge(
        "B",
        "A",
        f"opportunity opportunity:{ridge['Horse'].id}:{ridge['B'].id}",
        "pivot 270",
        "flight baseline",
        dice=[*HIGH, 3, 4],
    )
    assert results(told) == ["charge", "retreat"]
    assert one(told, ChargeEnded).how == "short"
    assert ridge["Horse"].x < 49.0 - 10.0
    assert ridge["B"].y < 40.0


# ---------------------------------------------------------------- along the declared line (R107)


def beside(x: float, neighbour: tuple[float, float]) -> Ridge:
    """A Confederate line before the left half of a Union line, which has a neighbour on its right."""
    return Ridge(
        [foot("us-line", "A", 36, 50.75), foot("us-line", "N", *neighbour)],
        [foot("cs-vet", "B", x, 41.25), foot("cs-line", "Reserve", 8, 5)],
        orders=("hold", "assault"),
    )


def test_r107_a_neighbour_whom_the_line_does_not_touch_stops_nothing() -> None:
    """He stands half an inch ahead of the target: the way to its centre would lead past him, the line does not."""
    ridge = beside(33, (43.55, 50.25))
    told = ridge.charge("B", "A", "reaction hold", "support done", dice=[*HIGH, *HIGH])
    assert one(told, ChargeEnded).how == "contact"
    assert ridge["B"].x == pytest.approx(33.0)
    assert ridge["A"].in_melee()


def test_r107_the_line_is_kept_to_the_end() -> None:
    """Straight on, not to the middle of the target."""
    ridge = beside(31, (60, 50.75))
    ridge.charge("B", "A", "reaction hold", dice=[*HIGH, *HIGH])
    assert ridge["B"].x == pytest.approx(31.0)
    assert ridge["B"].y == pytest.approx(49.25)
    assert ridge["B"].in_melee()


def test_r107_what_its_footprint_touches_first_is_what_it_meets() -> None:
    """Somebody has come into the line since it was declared: it stops an inch short of him."""
    ridge = beside(33, (50, 50.75))
    ridge.declare("B", "A")
    ridge.game.tell(Moved(ridge["N"].id, "placed", [(27.0, 48.75, 180.0)], 0.0, False, ""))
    told = ridge.resolve("A", "reaction hold", "support done", dice=[*HIGH, *HIGH])
    assert one(told, ChargeEnded).how == "stopped"
    assert ridge["N"].y - 0.75 - (ridge["B"].y + 0.75) == pytest.approx(1.0)


def test_losses_that_shorten_a_column_do_not_stop_it() -> None:
    """Ten figures stand four deep, nine three deep: the middle of their front stays where it was."""
    ridge = Ridge(
        [foot("us-line", "A", 36, 50.75)],
        [foot("cs-vet", "B", 36, 40.5, formation=COLUMN, size=10), foot("cs-line", "Reserve", 8, 5)],
        orders=("hold", "assault"),
    )
    told = ridge.charge("B", "A", "reaction fire", dice=[1, 1, *HIGH, *HIGH])
    assert ridge["B"].figures == 9
    assert results(told) == ["charge", "stand-or-counter"]  # type: ignore[arg-type]
    assert ridge["B"].in_melee()


def test_a_counter_charge_does_not_jump_over_anybody() -> None:
    """Skirmishers of the other side stand in its way: it comes up to an inch of them."""
    ridge = Ridge(
        [foot("us-cav", "A", 36, 52), foot("us-line", "Far", 60, 60)],
        [
            foot("cs-cav", "B", 36, 34),
            foot("cs-vet", "S", 36, 44, formation="skirmish", size=4),
            foot("cs-line", "Reserve", 8, 5),
        ],
        orders=("engage", "assault"),
    )
    ridge.charge("B", "A", "reaction counter", "counter counter", dice=[*HIGH, *HIGH])
    assert ridge["S"].shape.y + 1.5 <= ridge["A"].shape.y - ridge["A"].shape.half_d
