"""What a program may get wrong without anybody noticing, played on the table."""

from __future__ import annotations

import pytest
from rules.gettysburg.situation import CONFEDERATE, UNION, Field, foot, general, ground
from tabletop import of, one, rolls

from playsheet.core.dice import summed
from playsheet.core.events import Event
from playsheet.rules.gettysburg.battle.command_events import OrderChanged
from playsheet.rules.gettysburg.battle.fight_events import (
    ChargeEnded,
    DoubleSixRolled,
    Engaged,
    MeleeFought,
    MoraleTested,
    Rallied,
)
from playsheet.rules.gettysburg.battle.move_events import AmmoChanged
from playsheet.rules.gettysburg.options.fire import bar_to_firing, firing_strength
from playsheet.rules.gettysburg.terms import Order

HIGH = [6, 5]
WORKS = ground("works", "the works", line=[[50, 31], [20, 31]])


def causes(told: list[Event], why: str = "", index: int = 0) -> dict[str, int]:
    return {entry.cause: entry.add for entry in rolls(told, why)[index].account}


def duel(gap: float = 6.0, mine: str = "us-line", *terrain: str, formation: str = "line") -> Field:
    """A line or a column of eighteen before a Union line, so far apart."""
    deep = 0.75 if formation == "line" else 1.875
    return Field(
        [foot(mine, "A", 36, 40.75)], [foot("cs-line", "B", 36, 40.0 - gap - deep, formation=formation)], list(terrain)
    )


def locked(mine: str, theirs: str, **size: int) -> Field:
    field = Field(
        [foot(mine, "A", 36, 50.75, **size), foot("us-line", "Far", 8, 68)],
        [foot(theirs, "B", 36, 44), foot("cs-line", "Far away", 8, 4)],
    )
    field.lock("B", "A", ["B"])
    return field


def charged(gap: float = 8.0, theirs: str = "cs-vet", mine: str = "us-line") -> Field:
    return Field(
        [foot(mine, "A", 36, 50.75)],
        [foot(theirs, "B", 36, 48.5 - gap, formation="column"), foot("cs-line", "Reserve", 8, 5)],
        orders=("hold", "assault"),
    )


def test_trap_1_every_halving_is_rounded_down_to_half_a_figure() -> None:
    """Three figures, halved for long range and again for lying down: one and a half, then a half."""
    field = duel(9.0)
    field.state("A", "gone-to-ground")
    field.fire("A", "target shoot:{B}", dice=[5, 4])
    assert field.figures("B") == (18, 1)


@pytest.mark.parametrize(("dice", "left"), [([1, 1], (18, 1)), ([1, 3], (18, 1)), ([2, 3], (17, 0)), ([2, 4], (17, 0))])
def test_trap_2_only_nought_is_in_the_first_column(dice: list[int], left: tuple[int, int]) -> None:
    """22 men at works, -4 and +1 for nothing else: 0 is half a figure, 1 and 2 a whole one."""
    field = Field([foot("us-vet", "A", 36, 36)], [foot("cs-line", "B", 36, 29.9)], [WORKS])
    told = field.fire("A", "target shoot:{B}", dice=dice)
    assert summed(rolls(told)[0].account) == -4
    assert field.figures("B") == left


def test_trap_3_a_modified_twelve_is_no_double_six() -> None:
    field = duel(formation="column")
    told = field.fire("A", "target shoot:{B}", dice=[6, 5])
    assert summed(rolls(told)[0].account) == 1
    assert not of(told, DoubleSixRolled)
    field = Field([foot("us-vet", "A", 36, 36)], [foot("cs-line", "B", 36, 29.9)], [WORKS])
    assert of(field.fire("A", "target shoot:{B}", dice=[6, 6, 1, 2]), DoubleSixRolled)


def test_trap_3_its_casualties_are_not_halved() -> None:
    """Skirmishers at long range: 12 - 4 is 3, halved 1 1/2, and two more."""
    field = Field([foot("us-line", "A", 36, 60)], [foot("cs-vet", "B", 36, 46, formation="skirmish")])
    field.fire("A", "target shoot:{B}", dice=[6, 6, 1, 2])
    assert field.figures("B") == (22 - 3, 1)


def test_trap_9_three_kinds_of_five() -> None:
    """Rally on 5, falter and recoil when charged, and for the rest it depends on arm and fire."""
    field = Field([foot("us-line", "A", 36, 50), foot("us-line", "Far", 8, 68)], [foot("cs-line", "B", 36, 10)])
    field.battle.turn = 2
    field.state("A", "retreating", 1)
    assert of(field.wave(dice=[3, 3]), Rallied)
    told = charged().charge("B", "A", "reaction hold", "fall_back stay", dice=[*HIGH, 3, 4])
    assert of(told, MoraleTested)[1].result == "falter-recoil"
    for card, shot, result in (("us-line", True, "go-to-ground"), ("us-line", False, "obey"), ("us-cav", True, "obey")):
        field = Field([foot(card, "A", 36, 50), foot("us-line", "Far", 8, 68)], [foot("cs-line", "B", 36, 10)])
        field.lose("A", 2, now=True)
        field["A"].fired_at_by = [field["B"].id] if shot else []
        assert one(field.wave(dice=[3, 3]), MoraleTested).result == result


def test_trap_10_retreating_is_six_and_no_more() -> None:
    field = locked("us-line", "cs-line")
    field.state("A", "retreating")
    told = field.melees(dice=[6, 5, 1, 2])
    assert causes(told, "Melee", 1) == {"infantry": 2, "retreating": -6}


def test_trap_12_who_is_beaten_or_draws_kills_at_the_rate_of_its_own_arm() -> None:
    """14 horse that draw against foot: one in eight; the foot, ten in effect, one in twelve."""
    field = locked("us-line", "cs-cav")
    told = field.melees(dice=[3, 4, 5, 5])
    assert one(told, MeleeFought).result == "draw"
    assert (field.figures("A"), field.figures("B")) == ((19, 0), (14, 0))


def test_trap_13_factors_multiply_without_rounding_between() -> None:
    """13 breechloaders against horse are 9 3/4; against 14 that is not yet half as many again."""
    for size, more in ((13, 0), (12, 1)):
        field = locked("us-sharps", "cs-cav", size=size)
        told = field.melees("rapid rapid", dice=[6, 5, 1, 2])
        assert causes(told, "Melee").get("outnumber", 0) == more


def test_trap_16_bare_dice_on_his_own_initiative_only() -> None:
    """An excellent brigadier's natural 3 is loss of nerve; the same dice on an order sent are just low."""
    for way, changed in (("own:engage", True), ("sent:engage", False)):
        field = Field(
            [
                foot("us-line", "A", 30, 50, 180),
                general("gen-x", "Brigadier", 30, 54),
                general("gen-x", "Chief", 30, 60, "cinc"),
            ],
            [foot("cs-line", "B", 30, 3, 0)],
            orders=("move", "hold"),
        )
        told = field.command(f"brigade_order {way}", dice=[2, 1])
        assert [event.order for event in of(told, OrderChanged)] == ([Order.RETIRE] if changed else [])


def test_trap_18_support_fire_uses_up_phase_6_and_counts_next_turn() -> None:
    field = Field(
        [foot("us-line", "A", 36, 50.75), foot("us-line", "Near", 44.5, 50.75)],
        [foot("cs-vet", "B", 36, 40.5, formation="column"), foot("cs-line", "Reserve", 8, 5)],
        orders=("hold", "assault"),
    )
    field.charge("B", "A", "reaction hold", "support support:{Near}", dice=[1, 2, 1, 3])
    assert bar_to_firing(field.battle, field["Near"], charged=False)
    field.next_turn()
    told = field.fire("Near", "target shoot:{B}", dice=[1, 2])
    assert causes(told)["fired-last-turn"] == -1


def test_trap_23_a_gun_falls_silent_with_its_crew() -> None:
    field = Field([foot("us-napoleon", "Guns", 36, 50)], [foot("cs-line", "B", 36, 30)])
    for lost, guns in ((5, 3), (2, 2), (2, 1)):
        field.lose("Guns", lost)
        assert firing_strength(field.battle, field["Guns"]) == guns
    assert field["Guns"].guns == 3


@pytest.mark.parametrize(("kind", "account"), [("fence", -1), ("wall", -3)])
def test_trap_24_light_cover_and_the_ground_share_one_line(kind: str, account: int) -> None:
    field = duel(6.0, "us-line", ground(kind, "before it", line=[[20, 34.2], [50, 34.2]]))
    field.state("B", "gone-to-ground")
    told = field.fire("A", "target shoot:{B}", dice=[3, 4])
    assert summed(rolls(told)[0].account) == account


@pytest.mark.parametrize(("size", "dice"), [(2, 1), (5, 2), (6, 2), (7, 3), (1, 0)])
def test_trap_25_two_over_throw_a_die_and_one_throws_none(size: int, dice: int) -> None:
    """Second rate: groups of five."""
    field = Field([foot("us-line", "A", 36, 40, formation="skirmish", size=size)], [foot("cs-line", "B", 36, 32)])
    told = field.fire("A", "target shoot:{B}", dice=[1] * dice)
    assert sum(len(roll.faces) for roll in rolls(told)) == dice


def test_trap_29_the_targets_own_rate_counts() -> None:
    """Cavalry runs 20 inches and gets away, a heavy battery 7 and is caught; 12 is measured from the declaration."""
    for mine, formation, y, caught in (("us-cav", "line", 51.5, False), ("us-parrott20", "limbered", 52.0, True)):
        field = Field(
            [foot(mine, "A", 36, y, 0.0, formation=formation)],
            [foot("cs-vet", "B", 36, 44.5, formation="column"), foot("cs-line", "Reserve", 8, 5)],
            orders=("hold", "assault"),
        )
        told = field.charge("B", "A", "reaction evade", dice=HIGH)
        assert bool(of(told, Engaged)) is caught
        assert one(told, ChargeEnded).how == ("contact" if caught else "short")


@pytest.mark.parametrize("dice", [[1, 1], [6, 6, 1, 2]])
def test_trap_30_any_double_is_any_double(dice: list[int]) -> None:
    field = Field([foot("us-sharps", "A", 36, 40, size=11)], [foot("cs-line", "B", 36, 33)])
    told = field.fire("A", "target shoot:{B}:pour", dice=dice)
    assert one(told, AmmoChanged).low
    field["A"].fired = False
    assert field.targets("A") == ["shoot:B"]


def test_trap_27_nothing_of_an_order_is_in_what_the_other_seat_is_asked_or_shown() -> None:
    """The same charge against two orders that both forbid a counter-charge looks the same to the charger."""
    shown = []
    for order in ("hold", "move"):
        field = Field(
            [foot("us-line", "A", 36, 50.75)],
            [foot("cs-vet", "B", 36, 40.5, formation="column"), foot("cs-line", "Reserve", 8, 5)],
            orders=(order, "assault"),
        )
        told = field.charge("B", "A", "reaction hold", dice=[1, 3])
        seen = [type(event).__name__ for event in told if field.game.system.shown(field.battle, event, CONFEDERATE)]
        asked = [question.kind for question in field.script.asked if question.seat == CONFEDERATE]
        shown.append((seen, asked, field.game.system.view(field.battle, CONFEDERATE)))
        assert [question.seat for question in field.script.asked if question.kind == "reaction"] == [UNION]
    assert shown[0] == shown[1]
