"""Fire on the table (4.4): who may fire at whom, with what, the bands, strength, halves, double sixes, skirmishers."""

from __future__ import annotations

import pytest
from rules.gettysburg.situation import CONFEDERATE, UNION, Ridge, foot, general
from tabletop import cited, ground, of, one, rolls

from playsheet.core.dice import summed
from playsheet.rules.gettysburg.battle.command_events import GeneralLost, OrderChanged
from playsheet.rules.gettysburg.battle.events import TokenGained, TokenSpent
from playsheet.rules.gettysburg.battle.fight_events import DoubleSixRolled, Fired, TokenMeant
from playsheet.rules.gettysburg.battle.move_events import (
    AmmoChanged,
    CaughtFire,
    FiguresLost,
    GunsLost,
    Moved,
    StateChanged,
    WasDispersed,
)
from playsheet.rules.gettysburg.options.fight_choices import Shoot
from playsheet.rules.gettysburg.options.fire import bar_to_firing, firing_strength
from playsheet.rules.gettysburg.table.fire import step
from playsheet.rules.gettysburg.terms import Ammunition, Order, Phase, Token


def duel(gap: float = 6.0, mine: str = "us-line", theirs: str = "cs-line", **settings: object) -> Ridge:
    """Two lines front to front, so far apart."""
    return Ridge([foot(mine, "A", 36, 40.75)], [foot(theirs, "B", 36, 39.25 - gap)], **settings)  # type: ignore[arg-type]


# ---------------------------------------------------------------- 4.4.1: may it fire


@pytest.mark.parametrize(
    ("state", "fires"),
    [("ok", True), ("gone-to-ground", True), ("faltering", False), ("retreating", False), ("routing", False)],
)
def test_by_state(state: str, fires: bool) -> None:
    ridge = duel()
    if state != "ok":
        ridge.state("A", state)
    ridge.phase(Phase.FIRING)
    assert bool(bar_to_firing(ridge.battle, ridge["A"], charged=False)) is not fires


def test_once_a_turn_not_in_melee_not_after_a_charge() -> None:
    ridge = duel()
    for flag in ("fired", "charged"):
        setattr(ridge["A"], flag, True)
        assert bar_to_firing(ridge.battle, ridge["A"], charged=False)
        setattr(ridge["A"], flag, False)
    ridge["A"].charged = True
    ridge["A"].must_fire = True
    assert not bar_to_firing(ridge.battle, ridge["A"], charged=False)
    ridge["A"].charged = False
    ridge.lock("B", "A")
    assert bar_to_firing(ridge.battle, ridge["A"], charged=False)
    assert ridge.targets("A") == []  # and nobody fires into a melee


def test_mounted_cavalry_and_limbered_guns_never() -> None:
    ridge = Ridge(
        [foot("us-cav", "Horse", 20, 40), foot("us-napoleon", "Guns", 40, 40, formation="limbered")],
        [foot("cs-line", "B", 30, 30)],
    )
    assert firing_strength(ridge.battle, ridge["Horse"]) == 0
    assert firing_strength(ridge.battle, ridge["Guns"]) == 0


def test_the_unformed_fire_only_at_who_fired_at_them() -> None:
    """R53: this turn or the last; at -2."""
    ridge = duel()
    ridge.unform("A")
    assert ridge.targets("A") == []
    ridge["A"].fired_at_before = [ridge["B"].id]
    assert ridge.targets("A") == ["shoot:B"]
    told = ridge.fire("A", "target shoot:{B}", dice=[3, 4])
    assert summed(rolls(told)[0].account) == -2
    assert "R53" in cited(told)


def test_by_switch_the_faltering_fire_as_the_unformed() -> None:
    ridge = duel(**{"falter-fire": "as-unformed"})
    ridge.state("A", "faltering")
    ridge["A"].fired_at_by = [ridge["B"].id]
    assert not bar_to_firing(ridge.battle, ridge["A"], charged=False)
    assert ridge.targets("A") == ["shoot:B"]
    plain = duel()
    plain.state("A", "faltering")
    plain["A"].fired_at_by = [plain["B"].id]
    assert bar_to_firing(plain.battle, plain["A"], charged=False)


# ---------------------------------------------------------------- 4.4.2, 4.4.3: targets and ranges


@pytest.mark.parametrize(
    ("card", "effective", "long"),
    [("us-line", 8, 16), ("us-militia", 6, 12), ("us-sharps", 8, 16)],
)
def test_small_arms_limits_are_inside(card: str, effective: float, long: float) -> None:
    for gap, band in ((effective, "effective"), (effective + 0.01, "long"), (long, "long"), (long + 0.01, "")):
        ridge = Ridge([foot(card, "A", 36, 45.75)], [foot("cs-line", "B", 36, 44.25 - gap)])
        if not band:
            assert ridge.targets("A") == []
            continue
        pours = card == "us-sharps"
        assert ridge.targets("A") == ["shoot:B", "shoot:B:pour"] if pours else ["shoot:B"]
        assert one(ridge.fire("A", "target shoot:{B}", dice=[1, 1]), Fired).band == band


@pytest.mark.parametrize(
    ("card", "canister", "effective", "long"),
    [("us-napoleon", 13, 24, 48), ("us-ordnance", 12, 30, 60), ("us-parrott20", 13, 30, 60)],
)
def test_gun_limits(card: str, canister: float, effective: float, long: float) -> None:
    """R45, R50: within canister range the owner chooses."""
    for gap in (canister, canister + 0.01, effective, effective + 0.01, long, long + 0.01):
        ridge = Ridge([foot(card, "Guns", 36, 71)], [foot("cs-line", "B", 36, 69.25 - gap)])
        found = ridge.targets("Guns")
        assert ("shoot:B:canister" in found) is (gap <= canister)
        assert bool(found) is (gap <= long)
        if found and gap > canister:
            told = ridge.fire("Guns", "target shoot:{B}", dice=[1, 1])
            assert one(told, Fired).band == ("effective" if gap <= effective else "long")


def test_arcs() -> None:
    """30 degrees outward from each front corner; 45 for skirmishers; by switch otherwise (R49)."""
    for formation, aside, seen in (("line", 5.0, True), ("line", 6.5, False), ("skirmish", 6.5, True)):
        ridge = Ridge(
            [foot("us-vet", "A", 36, 40, formation=formation)],
            [foot("cs-line", "B", place_aside(formation, aside), 30)],
        )
        assert bool(ridge.targets("A")) is seen
    ridge = Ridge([foot("us-vet", "A", 36, 40)], [foot("cs-line", "B", place_aside("line", 5.0), 30)], arc="total")
    assert ridge.targets("A") == []


def place_aside(formation: str, aside: float) -> float:
    """The centre of an 18-figure line whose nearest end is so far beyond A's front corner."""
    half = 11 * 0.75 / 2 if formation == "line" else 11 * 1.5 / 2
    return 36 + half + aside + 9 * 0.75 / 2


@pytest.mark.parametrize(
    ("ammunition", "said"), [(-1, "B"), (Ammunition.SHOT, "B, shot and shell"), (Ammunition.CANISTER, "B, canister")]
)
def test_a_shot_of_guns_says_what_with(ammunition: int, said: str) -> None:
    ridge = duel()
    assert Shoot(ridge["B"].id, ammunition).label(ridge.battle) == said


def test_sight_is_blocked_by_close_order_units_not_by_skirmishers() -> None:
    for formation, seen in (("line", False), ("skirmish", True)):
        ridge = Ridge(
            [foot("us-line", "A", 36, 40), foot("us-vet", "Between", 36, 36, formation=formation, size=20)],
            [foot("cs-line", "B", 36, 30, size=8)],
        )
        assert bool(ridge.targets("A")) is seen


def test_by_switch_only_the_nearest_target() -> None:
    rebels = [foot("cs-line", "Near", 30, 33), foot("cs-line", "Far", 42, 31)]
    assert Ridge([foot("us-line", "A", 36, 40)], rebels).targets("A") == ["shoot:Near", "shoot:Far"]
    ridge = Ridge([foot("us-line", "A", 36, 40)], rebels, **{"target-choice": "nearest"})  # type: ignore[arg-type]
    assert ridge.targets("A") == ["shoot:Near"]


# ---------------------------------------------------------------- 4.4.4: strength


def test_firing_strength() -> None:
    ridge = Ridge(
        [
            foot("us-line", "Line", 12, 60),
            foot("us-line", "Column", 30, 60, formation="column", size=11),
            foot("us-napoleon", "Guns", 50, 60),
        ],
        [foot("cs-line", "B", 36, 5)],
    )
    battle = ridge.battle
    assert firing_strength(battle, ridge["Line"]) == 20
    assert firing_strength(battle, ridge["Column"]) == 6  # R60: two ranks of three files
    for crew, guns in ((12, 3), (5, 2), (3, 1)):
        ridge["Guns"].figures = crew
        assert firing_strength(battle, ridge["Guns"]) == guns  # R61


def test_pour_it_on_rounds_down_and_any_double_runs_low() -> None:
    """R51; refused when low on ammo. The table gives no more for 16 than it does for 16 figures."""
    ridge = Ridge([foot("us-sharps", "A", 36, 40, size=11)], [foot("cs-line", "B", 36, 33)])
    told = ridge.fire("A", "target shoot:{B}:pour", dice=[1, 1])
    assert one(told, Fired).strength == 16
    assert one(told, AmmoChanged).low
    ridge["A"].fired = False
    assert ridge.targets("A") == ["shoot:B"]
    told = ridge.fire("A", "target shoot:{B}", dice=[3, 4])
    assert not of(told, AmmoChanged)


def test_by_switch_pouring_it_on_costs_no_ammunition() -> None:
    ridge = Ridge([foot("us-sharps", "A", 36, 40)], [foot("cs-line", "B", 36, 33)], **{"pour-ammo": False})  # type: ignore[arg-type]
    told = ridge.fire("A", "target shoot:{B}:pour", dice=[2, 2])
    assert not of(told, AmmoChanged)
    assert one(told, Fired).strength == 18


def test_dismounted_repeaters_double() -> None:
    ridge = Ridge([foot("us-spencer", "A", 36, 40)], [foot("cs-line", "B", 36, 34)])
    ridge["A"].arm = 0  # dismounted (R102)
    ridge.battle.put(ridge["A"], 36, 40, 180.0)
    told = ridge.fire("A", "target shoot:{B}:pour", dice=[3, 4])
    assert one(told, Fired).strength == 24


# ---------------------------------------------------------------- 4.4.5: the account on the table


def test_target_modifiers_from_the_table() -> None:
    """Enfiladed by the firer's centre, massed by a close-order friend within 2 inches behind."""
    ridge = Ridge(
        [foot("us-line", "A", 36, 40)],
        [foot("cs-line", "B", 36, 33.0, 90.0), foot("cs-line", "C", 34.4, 33.0, 90.0)],
    )
    told = ridge.fire("A", "target shoot:{B}", dice=[3, 4])
    assert {entry.cause for entry in rolls(told)[0].account} == {"enfiladed", "massed"}


def test_guns_that_moved_and_rifled_guns_at_works() -> None:
    works = ground("works", "the works", line=[[50, 31], [20, 31]])
    for card, expected in (("us-ordnance", -3), ("us-napoleon", -4)):
        ridge = Ridge([foot(card, "Guns", 36, 60)], [foot("cs-line", "B", 36, 29.9)], [works])
        ridge["Guns"].moved = True
        told = ridge.fire("Guns", "target shoot:{B}", dice=[3, 4])
        assert summed(rolls(told)[0].account) == expected - 2


def test_rifled_muskets_get_no_better_of_works() -> None:
    works = ground("works", "the works", line=[[50, 31], [20, 31]])
    ridge = Ridge([foot("us-line", "A", 36, 36)], [foot("cs-line", "B", 36, 29.9)], [works])
    assert summed(rolls(ridge.fire("A", "target shoot:{B}", dice=[3, 4]))[0].account) == -4


def test_works_protect_only_their_garrison_and_only_to_the_front() -> None:
    works = ground("works", "the works", line=[[50, 31], [20, 31]])
    ridge = Ridge([foot("us-line", "A", 36, 36)], [foot("cs-line", "B", 36, 29.9)], [works])
    ridge["B"].garrison = -1
    assert summed(rolls(ridge.fire("A", "target shoot:{B}", dice=[3, 4]))[0].account) == 0


def test_gone_to_ground_fires_at_half_and_is_harder_to_hit() -> None:
    ridge = duel()
    ridge.state("A", "gone-to-ground")
    ridge.state("B", "gone-to-ground")
    told = ridge.fire("A", "target shoot:{B}", dice=[4, 4])
    assert summed(rolls(told)[0].account) == -1
    assert ridge.figures("B") == (17, 1)  # 3 figures, halved to 1 1/2


# ---------------------------------------------------------------- 4.4.7: halves, and the end of a unit


def test_losses_stop_at_the_figures_left_and_nobody_left_is_dispersed() -> None:
    ridge = duel()
    ridge.lose("B", 17)
    told = ridge.fire("A", "target shoot:{B}", dice=[6, 5])
    assert one(told, FiguresLost).figures == 1
    assert one(told, WasDispersed).why == "nobody-left"
    assert not ridge["B"].on_table()
    assert ridge.battle.armies[UNION].units_taken == 1


@pytest.mark.parametrize(
    ("switch", "dice", "left"),
    [("carry", [1, 2], (18, 1)), ("dice", [1, 2, 3], (18, 0)), ("dice", [1, 2, 4], (17, 0)), ("drop", [1, 2], (18, 0))],
)
def test_half_a_figure_by_switch(switch: str, dice: list[int], left: tuple[int, int]) -> None:
    """R59: carried, diced for, or dropped."""
    ridge = duel(9.0, halves=switch)
    ridge.fire("A", "target shoot:{B}", dice=dice)
    assert ridge.figures("B") == left


def test_fire_makes_a_brigade_on_move_hold() -> None:
    """R24: only if a figure is lost."""
    for dice, changed in (([1, 1], False), ([5, 4], True)):
        ridge = Ridge([foot("us-line", "A", 36, 40.75)], [foot("cs-line", "B", 36, 33.25)], (), ("engage", "move"))
        told = ridge.fire("A", "target shoot:{B}", dice=dice)
        assert bool(of(told, OrderChanged)) is changed
        assert (ridge.battle.brigades[1].order == Order.HOLD) is changed


def test_fire_into_the_rear_calls_for_a_test() -> None:
    """4.9.3: close order at effective range; not skirmishers, not long range."""
    for gap, formation, rear in ((6, "line", True), (12, "line", False), (6, "skirmish", False)):
        ridge = Ridge([foot("us-vet", "A", 36, 40, formation=formation)], [foot("cs-line", "B", 36, 38.0 - gap, 180.0)])
        told = ridge.fire("A", "target shoot:{B}", dice=[1, 2] if formation == "line" else [1] * 11)
        assert one(told, Fired).rear is rear
        assert ridge["B"].rear_fire is rear


# ---------------------------------------------------------------- 4.4.8: double six


def test_double_six_falters_whatever_the_total() -> None:
    """Natural dice: -4 for works does not save the target, and it falters before its own half of the phase (R7)."""
    works = ground("works", "the works", line=[[50, 31], [20, 31]])
    ridge = Ridge([foot("us-line", "A", 36, 36)], [foot("cs-line", "B", 36, 29.9)], [works])
    told = ridge.fire("A", "target shoot:{B}", dice=[6, 6, 1, 2])
    assert one(told, DoubleSixRolled).effect == "musketry-infantry"
    assert one(told, StateChanged).ruling == "R7"
    assert one(told, TokenGained).token == Token.RALLY_ONCE_AGAIN
    ridge.phase(Phase.FIRING, CONFEDERATE)
    assert bar_to_firing(ridge.battle, ridge["B"], charged=False)


def test_double_six_drives_skirmishers_off() -> None:
    """Two more casualties, and 12 inches straight from the firer, formed (R113)."""
    ridge = Ridge([foot("us-line", "A", 36, 60)], [foot("cs-vet", "B", 36, 51, formation="skirmish")])
    told = ridge.fire("A", "target shoot:{B}", dice=[6, 6, 1, 2])
    assert one(told, FiguresLost).figures == 3 + 2  # 12 - 4 for skirmishers
    assert one(told, Moved).how == "retires"
    assert ridge["B"].y == pytest.approx(39.0, abs=1e-3)
    assert not ridge["B"].is_unformed()


def test_double_six_of_guns_at_guns() -> None:
    """A gun, at least two of the crew, and it falters (R103)."""
    ridge = Ridge([foot("us-ordnance", "A", 36, 70)], [foot("cs-mixed", "B", 36, 40)])
    told = ridge.fire("A", "target shoot:{B}", dice=[6, 6, 1, 2])
    assert one(told, GunsLost).guns == 1
    assert ridge["B"].guns == 1
    assert ridge.figures("B")[0] == 6
    assert ridge.is_in("B", "faltering")


def test_shot_at_skirmishers_costs_one_more() -> None:
    ridge = Ridge([foot("us-ordnance", "A", 36, 70)], [foot("cs-vet", "B", 36, 45, formation="skirmish")])
    told = ridge.fire("A", "target shoot:{B}", dice=[6, 6, 1, 2])
    assert one(told, DoubleSixRolled).effect == "shot-skirmishers"
    assert not of(told, Moved)
    assert ridge.figures("B") == (22 - 1 - 1, 1)


def test_a_building_may_burn() -> None:
    """R92: only artillery, only a target in a BUA; the die comes last, and who fires throws it."""
    for die, burns in ((4, False), (5, True)):
        ridge = Ridge(
            [foot("us-ordnance", "A", 36, 60)],
            [foot("cs-line", "B", 36, 32, size=12)],
            [ground("bua", "the farm", rect=[34, 30, 38, 34])],
        )
        assert ridge["B"].garrison >= 0
        told = ridge.fire("A", "target shoot:{B}", dice=[6, 6, 1, 2, die])
        assert [roll.seat for roll in rolls(told, "Risk of fire")] == [UNION]
        assert bool(of(told, CaughtFire)) is burns
        assert bool(ridge.battle.burning) is burns


def test_skulkers_and_burst_barrels() -> None:
    """R91: a two on the double six table."""
    ridge = duel()
    ridge.fire("A", "target shoot:{B}", dice=[6, 6, 1, 1])
    assert ridge.figures("A") == (19, 0)
    ridge = Ridge([foot("us-ordnance", "A", 36, 70)], [foot("cs-line", "B", 36, 45)])
    ridge.fire("A", "target shoot:{B}", dice=[6, 6, 1, 1])
    assert (ridge["A"].guns, ridge.figures("A")) == (2, (11, 0))


# ---------------------------------------------------------------- 4.4.10, 4.4.11: skirmishers


def test_skirmish_dice_and_halving_in_light_cover() -> None:
    """A lone pair of men still throws a die; a rail fence halves their hits."""
    ridge = Ridge(
        [foot("us-line", "A", 36, 40, formation="skirmish", size=12)],
        [foot("cs-line", "B", 36, 32)],
        [ground("fence", "the fence", line=[[20, 33], [50, 33]])],
    )
    told = ridge.fire("A", "target shoot:{B}", dice=[6, 1, 6, 5, 6])
    assert [len(roll.faces) for roll in rolls(told)] == [2, 2, 1]
    assert ridge.figures("B") == (17, 1)


def test_a_double_six_of_skirmishers_needs_a_gate_die() -> None:
    ridge = Ridge([foot("us-vet", "A", 36, 40, formation="skirmish", size=4)], [foot("cs-line", "B", 36, 32)])
    told = ridge.fire("A", "target shoot:{B}", dice=[6, 6, 4])
    assert ridge.figures("B") == (15, 0)  # two sixes, and one for the double
    assert not of(told, TokenGained)


def test_sharpshooters_reach_21_inches_and_may_aim_at_a_general() -> None:
    rebels = [foot("cs-line", "B", 36, 20), general("gen-n", "Stuart", 36, 17)]
    ridge = Ridge([foot("us-sharps", "A", 36, 40, formation="skirmish")], rebels)
    assert ridge.targets("A") == ["shoot:B"]  # the line hides him
    ridge = Ridge(
        [foot("us-sharps", "A", 36, 40, formation="skirmish")],
        [foot("cs-line", "B", 50, 20), general("gen-n", "Stuart", 36, 17)],
    )
    assert ridge.targets("A")[-1] == "general:Stuart"
    told = ridge.fire("A", "target general:{Stuart}", dice=[6, 6, 1, 2, 6, 3, 3, 3, 2, 4])
    assert one(told, GeneralLost).why == "light"  # any six is one roll, no casualties, no chain
    assert ridge.man("Stuart").returns_on_turn == ridge.battle.turn + 1
    assert not of(told, DoubleSixRolled)
    assert ridge["A"].fired


def test_by_switch_each_six_is_a_choice() -> None:
    ridge = Ridge(
        [foot("us-sharps", "A", 36, 40, formation="skirmish", size=6)],
        [foot("cs-line", "B", 50, 24), general("gen-n", "Stuart", 36, 22)],
        sharpshooter="after",
    )
    assert all(key.startswith("shoot") for key in ridge.targets("A"))
    told = ridge.fire("A", "target shoot:{B}", "sixes sixes:1", dice=[6, 1, 6, 2, 5, 5])
    assert ridge.figures("B") == (17, 0)
    assert not of(told, GeneralLost)  # a ten: the Bible


def test_unformed_sharpshooters_leave_generals_alone() -> None:
    ridge = Ridge(
        [foot("us-sharps", "A", 36, 40, formation="skirmish")],
        [foot("cs-line", "B", 50, 20), general("gen-n", "Stuart", 36, 17)],
    )
    ridge.unform("A")
    assert ridge.targets("A") == []


def test_by_switch_a_general_alone_is_no_target() -> None:
    """There must be a unit whose sixes could be his: nothing is asked."""
    ridge = Ridge(
        [foot("us-sharps", "A", 36, 40, formation="skirmish")],
        [foot("cs-line", "B", 36, 5), general("gen-n", "Stuart", 36, 22)],
        sharpshooter="after",
    )
    ridge.phase(Phase.FIRING, UNION)
    step(ridge.game)
    ridge.do(lambda: step(ridge.game))
    assert ridge.battle.queue == []


# ---------------------------------------------------------------- tokens and the order of the phase


def test_aim_low_is_for_the_union_once_a_unit_a_turn() -> None:
    ridge = duel()
    ridge.token(UNION, "yell-or-aim")
    assert ridge.targets("A") == ["shoot:B", "shoot:B:aim"]
    told = ridge.fire("A", "target shoot:{B}:aim", dice=[3, 4])
    assert summed(rolls(told)[0].account) == 2
    assert one(told, TokenSpent).token == Token.YELL_OR_AIM
    assert ridge.battle.armies[UNION].tokens[Token.YELL_OR_AIM] == 0
    rebel = duel()
    rebel.token(CONFEDERATE, "yell-or-aim")
    assert rebel.targets("B") == ["shoot:A"]


def test_two_armies_of_one_nation_say_what_the_token_is() -> None:
    """R90."""
    ridge = Ridge([foot("us-line", "A", 36, 40.75)], [foot("us-line", "B", 36, 33.25)], nations=("union", "union"))
    told = ridge.fire("A", "target shoot:{B}", "token yell", dice=[6, 6, 4, 5])
    assert of(told, TokenMeant)
    assert ridge.battle.armies[UNION].yells == 1
    ridge["A"].fired = False
    assert ridge.targets("A") == ["shoot:B"]


def test_the_phase_asks_for_one_unit_after_another() -> None:
    ridge = Ridge([foot("us-line", "A", 30, 40), foot("us-line", "C", 42, 40)], [foot("cs-line", "B", 36, 32)])
    ridge.phase(Phase.FIRING, UNION)
    step(ridge.game)
    ridge.do(lambda: step(ridge.game), "fire unit:{C}", "target shoot:{B}", dice=[2, 3])
    assert ridge["C"].fired
    ridge.do(lambda: step(ridge.game), "fire done")
    step(ridge.game)
    assert ridge.battle.over


def test_who_halted_to_volley_must() -> None:
    ridge = duel()
    ridge.phase(Phase.FIRING, UNION)
    ridge["A"].charged = True
    ridge["A"].must_fire = True
    step(ridge.game)
    with pytest.raises(AssertionError, match="done"):
        ridge.do(lambda: step(ridge.game), "fire done")


def test_who_has_charged_fires_no_more_in_phase_6_but_at_who_charges_it() -> None:
    """4.4.1 forbids it only in phase 6."""
    ridge = Ridge([foot("us-line", "A", 30, 40)], [foot("cs-line", "B", 30, 33)])
    assert not bar_to_firing(ridge.battle, ridge["A"], charged=False)
    ridge["A"].charged = True
    assert bar_to_firing(ridge.battle, ridge["A"], charged=False)
    assert not bar_to_firing(ridge.battle, ridge["A"], charged=True)
