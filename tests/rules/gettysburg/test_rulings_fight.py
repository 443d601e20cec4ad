"""Rulings of fire, melee, morale, generals, forced moves, posts and detachments, one by one, and their switches."""

from __future__ import annotations

from typing import Any

import pytest
from rules.gettysburg.situation import CONFEDERATE, UNION, Field, brigade, foot, general, ground
from tabletop import cited, of, one, rolls

from playsheet.core.dice import summed
from playsheet.core.errors import Refused
from playsheet.core.events import Event
from playsheet.rules.gettysburg.battle.command_events import (
    GeneralDroveOff,
    GeneralLost,
    GeneralReplaced,
    GeneralReturned,
    OrderShown,
)
from playsheet.rules.gettysburg.battle.events import TrophyTaken
from playsheet.rules.gettysburg.battle.fight_events import (
    BrigadeBroke,
    BrigadeShaken,
    BrigadeTested,
    Engaged,
    Fired,
    GunsLimbered,
    LeftMelee,
    MeleeFought,
    MoraleTested,
    PursuitTested,
    WonMelee,
)
from playsheet.rules.gettysburg.battle.move_events import (
    AmmoChanged,
    Formed,
    LeftPost,
    Occupied,
    PursuitDue,
    Recovered,
    RetirementDue,
    StateChanged,
    Unformed,
    WasDispersed,
)
from playsheet.rules.gettysburg.ground.footprints import flush_place, massed
from playsheet.rules.gettysburg.ground.sight import cover_of, sees
from playsheet.rules.gettysburg.master import offers
from playsheet.rules.gettysburg.options.command import brigade_options, commands_a_brigade
from playsheet.rules.gettysburg.options.fire import bar_to_firing, firing_strength, rate_of
from playsheet.rules.gettysburg.table.brigades import roll_call
from playsheet.rules.gettysburg.table.forced_moves import fall_back, flee, recoil, retire_from_fire
from playsheet.rules.gettysburg.table.generals import come_back, middle_of_baseline, settle_generals
from playsheet.rules.gettysburg.table.losses import disperse, lose_guns
from playsheet.rules.gettysburg.table.melee_contacts import settle
from playsheet.rules.gettysburg.table.morale_phase import reasons
from playsheet.rules.gettysburg.terms import (
    FORMATIONS,
    Cover,
    Formation,
    Order,
    Phase,
    Quality,
    Retirement,
    SkirmishRate,
    UnitState,
)
from playsheet.rules.gettysburg.turn import quality_of
from playsheet.rules.gettysburg.victory import victory
from playsheet.tabletop.events import BattleEnded

HIGH = [6, 5]
COLUMN = "column"
WORKS_BEFORE_B = ground("works", "the works", line=[[50, 31], [20, 31]])


def causes(told: list[Event[Any]], why: str = "", index: int = 0) -> dict[str, int]:
    return {entry.cause: entry.add for entry in rolls(told, why)[index].account}


def duel(gap: float = 6.0, mine: str = "us-line", theirs: str = "cs-line", **more: object) -> Field:
    """Two lines front to front, so far apart."""
    return Field([foot(mine, "A", 36, 40.75)], [foot(theirs, "B", 36, 39.25 - gap)], **more)  # type: ignore[arg-type]


def locked(mine: str = "us-line", theirs: str = "cs-line", charging: tuple[str, ...] = ("B",), **more: object) -> Field:
    """B has come into contact with A; each has a friend far off."""
    field = Field(
        [foot(mine, "A", 36, 50.75), foot("us-line", "Far", 8, 68)],
        [foot(theirs, "B", 36, 44), foot("cs-line", "Far away", 8, 4)],
        **more,  # type: ignore[arg-type]
    )
    field.lock("B", "A", charging)
    return field


def watched(card: str = "us-line", **more: object) -> Field:
    """One regiment to be looked at, a fellow far off, and no enemy near."""
    return Field(
        [foot(card, "A", 36, 50), foot("us-line", "Far", 8, 68)],
        [foot("cs-line", "B", 36, 10), foot("cs-line", "Reserve", 8, 4)],
        **more,  # type: ignore[arg-type]
    )


def beaten(field: Field, name: str = "A", state: int = UnitState.RETREATING, by: str = "B") -> None:
    field.game.tell(StateChanged(field[name].id, state, field[by].id, "beaten", ""))


# ---------------------------------------------------------------- R40 to R58: fire


def test_r40_inches_not_centimetres() -> None:
    """A general 11 inches off is near for a pursuit; 15 centimetres are not six."""
    for switch, near in (("inch", True), ("cm", False)):
        field = Field(
            [foot("us-line", "A", 36, 50), foot("us-line", "Far", 8, 68), general("gen-n", "Hays", 36, 62)],
            [foot("cs-line", "B", 36, 45), foot("cs-line", "Reserve", 8, 4)],
            **{"cm-figures": switch},
        )
        field.state("B", "retreating", 1)
        field.game.tell(WonMelee(field["A"].id, field["B"].id, ""))
        assert ("general-near" in causes(field.morale(dice=[6, 6]), "Pursuit")) is near


def test_r41_skirmishers_know_no_bands_but_a_limit() -> None:
    """Twelve inches is long range for others; their sixes are not halved. Beyond 16 nobody fires."""
    line = [foot("us-vet", "A", 36, 50, formation="skirmish", size=4)]
    field = Field(line, [foot("cs-line", "B", 36, 35.75)])
    told = field.fire("A", "target shoot:{B}", dice=[6, 1])
    assert one(told, Fired).distance == pytest.approx(12.0, abs=0.01)
    assert field.figures("B") == (17, 0)
    assert Field(line, [foot("cs-line", "B", 36, 31.7)]).targets("A") == []


@pytest.mark.parametrize("kind", ["fence", "wall", "hasty-works", "works"])
def test_r43_any_cover_halves_skirmish_fire_once(kind: str) -> None:
    terrain = [ground(kind, "before it", line=[[50, 31], [20, 31]])]
    field = Field(
        [foot("us-vet", "A", 36, 40, formation="skirmish", size=4)], [foot("cs-line", "B", 36, 29.9)], terrain
    )
    field.state("B", "gone-to-ground")  # and once only
    field.fire("A", "target shoot:{B}", dice=[6, 1])
    assert field.figures("B") == (18, 1)


@pytest.mark.parametrize(("gap", "band"), [(6.0, "effective"), (6.5, "long"), (12.0, "long")])
def test_r45_no_gap_between_the_bands(gap: float, band: str) -> None:
    field = duel(gap, "us-militia")
    assert one(field.fire("A", "target shoot:{B}", dice=[1, 1]), Fired).band == band


def test_r47_breechloaders_reach_as_far_as_muskets_and_carbines() -> None:
    assert duel(16.0, "us-sharps").targets("A")
    assert not duel(16.01, "us-sharps").targets("A")
    for gap, reaches in ((14.0, True), (14.01, False)):
        field = duel(gap, "us-cav")
        field.move("A", "act dismount:line", "form 0")
        y = field["A"].y - field["A"].shape.half_d
        field.battle.put(field["B"], 36, y - gap - 0.75, 0.0)
        assert bool(field.targets("A")) is reaches


def test_r49_arcs_open_outward_from_each_front_corner() -> None:
    """Guns 30 degrees, by switch 45; all arcs may be read as totals."""
    for arc, seen in (("half-angle", False), ("art-45", True), ("total", False)):
        field = Field([foot("us-ordnance", "A", 20, 60)], [foot("cs-line", "B", 42, 40, size=8)], arc=arc)
        assert bool(field.targets("A")) is seen
    for arc, seen in (("half-angle", True), ("total", False)):
        field = Field([foot("us-ordnance", "A", 20, 60)], [foot("cs-line", "B", 34, 40, size=8)], arc=arc)
        assert bool(field.targets("A")) is seen


def test_r50_canister_or_shot_within_canister_range() -> None:
    """Rifled guns add 4, the 20 pdr 5."""
    for card, add in (("us-ordnance", 4), ("us-parrott20", 5)):
        field = Field([foot(card, "A", 36, 51)], [foot("cs-line", "B", 36, 37.25)])
        assert field.targets("A") == ["shoot:B", "shoot:B:canister"]
        told = field.fire("A", "target shoot:{B}:canister", dice=[1, 1])
        assert summed(rolls(told)[0].account) == add


def test_r52_the_faltering_fire_only_if_charged() -> None:
    field = duel()
    field.state("B", "faltering")
    field["B"].fired_at_by = [field["A"].id]
    assert bar_to_firing(field.battle, field["B"], charged=False)
    assert not bar_to_firing(field.battle, field["B"], charged=True)


def test_r52_switch_falter_fire() -> None:
    for switch, targets in (("charged-only", []), ("as-unformed", ["shoot:A"])):
        field = duel(**{"falter-fire": switch})
        field.state("B", "faltering")
        field["B"].fired_at_by = [field["A"].id]
        assert ([] if bar_to_firing(field.battle, field["B"], charged=False) else field.targets("B")) == targets


def test_r53_return_fire_is_at_who_fired_this_turn_or_last() -> None:
    field = duel()
    field.unform("B")
    assert field.targets("B") == []
    field.fire("A", "target shoot:{B}", dice=[1, 1])
    assert field.targets("B") == ["shoot:A"]
    field.next_turn()
    assert field.targets("B") == ["shoot:A"]
    field.next_turn(3)
    assert field.targets("B") == []


@pytest.mark.parametrize(("choice", "targets"), [("free", ["shoot:Near", "shoot:Far"]), ("nearest", ["shoot:Near"])])
def test_r55_switch_target_choice(choice: str, targets: list[str]) -> None:
    field = Field(
        [foot("us-ordnance", "A", 36, 60)],
        [foot("cs-line", "Near", 28, 40), foot("cs-line", "Far", 44, 35)],
        **{"target-choice": choice},
    )
    assert field.targets("A") == targets


def test_r56_enfiladed_and_massed() -> None:
    """The firer's centre in the flank zone; a friend in close order within two inches behind; a limbered battery."""
    field = Field(
        [foot("us-line", "A", 36, 40)], [foot("cs-line", "B", 36, 33, 90.0), foot("cs-line", "C", 34.4, 33, 90)]
    )
    assert causes(field.fire("A", "target shoot:{B}", dice=[1, 1])) == {"enfiladed": 2, "massed": 1}
    field = Field([foot("us-line", "A", 36, 40)], [foot("cs-mixed", "B", 36, 33, 0.0, formation="limbered")])
    assert causes(field.fire("A", "target shoot:{B}", dice=[1, 1])) == {"target-column": 1}


def test_r58_a_score_beyond_the_table_is_its_end() -> None:
    """2 - 4 - 2 is 0, where 28 men take half a figure; canister beyond 18 is 18."""
    field = Field([foot("us-militia", "A", 36, 36)], [foot("cs-line", "B", 36, 29.9)], [WORKS_BEFORE_B])
    field.fire("A", "target shoot:{B}", dice=[1, 1])
    assert field.figures("B") == (18, 1)
    field = Field(
        [foot("us-napoleon", "A", 36, 46)],
        [foot("cs-line", "B", 36, 36, 90.0, formation=COLUMN), foot("cs-line", "C", 32, 36, 90.0, formation=COLUMN)],
    )
    told = field.fire("A", "target shoot:{B}:canister", dice=[6, 5])
    assert summed(rolls(told)[0].account) + 11 > 18
    assert field.figures("B") == (18 - 7, 1)  # 7 1/2 in the last column


# ---------------------------------------------------------------- R62 to R75: melee and pursuit


def test_r62_the_difference_is_looked_up() -> None:
    field = locked()
    fought = one(field.melees(dice=[6, 3, 3, 3]), MeleeFought)  # 13 against 8
    assert fought.result == "retreat"
    assert one(locked().melees(dice=[6, 5, 1, 4]), MeleeFought).result == "rout"  # 15 against 7


@pytest.mark.parametrize(("switch", "more"), [("x1.5", 1), ("literal", 0)])
def test_r64_breechloaders_count_one_and_a_half(switch: str, more: int) -> None:
    """12 against 12: 18, or by the letter 6."""
    field = Field(
        [foot("us-sharps", "A", 36, 50.75), foot("us-line", "Far", 8, 68)],
        [foot("cs-line", "B", 36, 44, size=12), foot("cs-line", "Far away", 8, 4)],
        **{"breech-melee": switch},
    )
    field.lock("B", "A", ["B"])
    told = field.melees("rapid rapid", dice=[3, 4, 4, 4] if more else [3, 4, 5, 6])
    assert causes(told, "Melee", 1).get("outnumber", 0) == more


@pytest.mark.parametrize(("kind", "worth"), [("hasty-works", 2), ("works", 3)])
def test_r66_hasty_works_two_and_works_three(kind: str, worth: int) -> None:
    field = locked(terrain=[ground(kind, "the works", line=[[20, 49.7], [50, 49.7]])])
    assert causes(field.melees(dice=[3, 3 if worth == 2 else 4, 3, 3]), "Melee", 1)[kind] == worth


def attack_column(order: str, lines: int = 2) -> Field:
    """A column on A with lines behind it."""
    rebels = [foot("cs-vet", "B", 36, 44, formation=COLUMN)]
    rebels += [foot("cs-line", f"Line {k}", 36, 39.5 - 4 * k, formation=COLUMN) for k in range(lines)]
    field = Field([foot("us-line", "A", 36, 50.75)], rebels, orders=("hold", order))
    field.lock("B", "A", ["B"])
    return field


def test_r68_each_supporting_line_adds_one_in_an_assault() -> None:
    assert causes(attack_column("assault").melees(dice=[2, 2, 4, 5]), "Melee")["supporting-lines"] == 2
    assert "supporting-lines" not in causes(attack_column("engage").melees(dice=[3, 4, 5, 5]), "Melee")


def test_r70_guns_recoil_by_hand_and_at_one_in_six() -> None:
    """Still deployed, six inches back; 18 men take three of the crew, not four."""
    field = locked("us-napoleon", charging=())
    y = field["A"].y
    told = field.melees("follow_up stand", dice=[3, 3, 2, 2])
    assert one(told, MeleeFought).result == "recoil"
    assert field["A"].y == pytest.approx(y + 6.0)
    assert field["A"].formation == FORMATIONS.index("deployed")
    assert field.figures("A") == (9, 0)
    assert not of(told, GunsLimbered)


def test_r73_own_lines_are_a_normal_move_towards_the_baseline() -> None:
    field = Field([foot("us-line", "A", 36, 50.75)], [foot("cs-cav", "B", 36, 46), foot("cs-line", "Far", 8, 4)])
    field.lock("B", "A", ["B"])
    told = field.melees(dice=[3, 4, 5, 5])
    assert one(told, MeleeFought).result == "draw"
    assert one(told, RetirementDue).kind == Retirement.TO_OWN_LINES
    y = field["B"].y
    field.next_turn()
    field.compulsory("retire 14,0")
    assert field["B"].y == pytest.approx(y - 14.0)
    assert field["B"].is_unformed()


def test_r74_pursuing_infantry_has_the_rate_of_a_column() -> None:
    field = Field([foot("us-cav", "A", 30, 30, 180)], [foot("cs-line", "B", 30, 24, 0)])
    beaten(field)
    field.unform("B")
    field.game.tell(PursuitDue(field["B"].id, field["A"].id))
    field.compulsory("flight away")
    assert field.at("B") == (30.0, 36.0)  # 12 inches, not the 10 of a line


def test_r75_a_garrison_that_wins_may_hold() -> None:
    for choice, due in (("hold", False), ("test", True)):
        field = locked(terrain=[ground("hasty-works", "the works", line=[[20, 49.7], [50, 49.7]])])
        told = field.melees(f"pursue_or_hold {choice}", dice=[1, 2, 6, 5])
        assert bool(of(told, WonMelee)) is due


# ---------------------------------------------------------------- R77 to R88: morale


def test_r77_own_brigadier_division_and_chief_but_no_other_brigadier() -> None:
    for level, group, counts in (
        ("brigadier", "brigade", True),
        ("divisional", "", True),
        ("cinc", "", True),
        ("brigadier", "other", False),
    ):
        field = Field(
            [
                foot("us-line", "A", 36, 50),
                foot("us-line", "Far", 8, 68, group="other"),
                general("gen-n", "Him", 36, 58, level, group),
                *([] if level == "divisional" else [general("gen-n", "Far off", 70, 70, "divisional")]),
            ],
            [foot("cs-line", "B", 36, 10)],
            brigades=((brigade("brigade"), brigade("other")), ()),
        )
        field.lose("A", 2, now=True)
        assert ("general-near" in causes(field.wave(dice=[5, 5]))) is counts


def test_r82_shot_at_is_under_fire_hit_or_not() -> None:
    field = duel()
    told = field.fire("B", "target shoot:{A}", dice=[1, 1])
    assert field.figures("A") == (20, 1)  # half a figure: no loss
    assert one(told, Fired)
    field.lose("A", 2, now=True)
    assert one(field.wave(dice=[3, 3]), MoraleTested).result == "go-to-ground"


def test_r84_a_rout_makes_friends_test_in_the_next_wave_and_nobody_twice() -> None:
    field = Field(
        [foot("us-militia", "A", 20, 50), foot("us-line", "Near", 38, 50), foot("us-line", "Far", 8, 68)],
        [foot("cs-line", "B", 36, 10)],
    )
    field.lose("A", 6, now=True)
    field.lose("Near", 2, now=True)
    told = field.wave(dice=[1, 1, 5, 5])
    assert [test.result for test in of(told, MoraleTested)] == ["rout", "obey"]
    assert field.wave() == []  # Near has tested already


def test_r85_no_rally_in_the_turn_in_which_it_broke() -> None:
    field = watched()
    field.battle.turn = 3
    field.state("A", "retreating", 3)
    assert reasons(field.battle, field["A"]) == []
    field.state("A", "retreating", 2)
    assert reasons(field.battle, field["A"]) == ["rally"]


def shaken(*units: str) -> Field:
    field = Field([*units], [foot("cs-line", "B", 36, 4)])
    field.game.tell(BrigadeShaken(0, "routs", "R117"))
    return field


def test_r87_grades_of_those_in_play_and_losses_of_the_whole_roster() -> None:
    """One of four gone and one running are half the roster; of the three in play two are elite."""
    field = shaken(
        foot("us-line", "A", 12, 60),
        foot("us-line", "C", 26, 60),
        foot("us-iron", "D", 40, 60),
        foot("us-iron", "E", 54, 60),
    )
    field.game.tell(WasDispersed(field["A"].id, "test", False, ""))
    field.state("C", "retreating", 1)
    told = field.morale(dice=[5, 5])
    assert causes(told, "Brigade") == {"general-commanding": 1, "crack-elite": 1, "half-lost": -2}
    assert len(of(told, BrigadeTested)) == 1


def test_r87_after_retiring_the_order_is_hold() -> None:
    field = shaken(foot("us-line", "A", 20, 40), foot("us-line", "C", 40, 40))
    told = field.morale(dice=[1, 1])
    assert one(told, BrigadeBroke)
    field.next_turn()
    field.compulsory()
    assert field.at("A") == (20.0, 58.0)
    assert field.battle.brigades[0].order == Order.HOLD
    assert field.battle.brigades[0].area == [(20.0, 58.0), (40.0, 58.0)]
    assert field.battle.brigades[0].broken_count == 1


def test_r87_broken_once_is_broken_before_for_good() -> None:
    field = shaken(foot("us-line", "A", 20, 60), foot("us-line", "C", 40, 60))
    field.battle.brigades[0].broken_count = 1
    assert causes(field.morale(dice=[6, 6]), "Brigade") == {"general-commanding": 1, "broken-before": -2}


def test_r88_guns_dice_when_charged_or_beaten_but_not_after_fire() -> None:
    field = locked("us-napoleon")
    told = field.melees(dice=[6, 5, 1, 2, 6, 5])
    assert one(told, GunsLimbered).result == "clean"
    field = watched("us-napoleon")
    field.lose("A", 2, now=True)
    told = field.wave(dice=[1, 1])
    assert one(told, MoraleTested).result == "retreat"
    assert not of(told, GunsLimbered)
    field.next_turn()
    told = field.compulsory("flight baseline")
    assert one(told, Formed).formation == Formation.LIMBERED
    assert field["A"].guns == 3


# ---------------------------------------------------------------- R93 to R98: generals, ammunition, the end


def staff(other: str = "cinc", **more: object) -> Field:
    """A regiment with an excellent brigadier, and a C-in-C or a divisional general beside him."""
    return Field(
        [
            foot("us-line", "A", 30, 50, 180),
            general("gen-n", "Chief" if other == "cinc" else "Division", 36, 60, other),
            general("gen-x", "Brigadier", 30, 60),
        ],
        [foot("cs-line", "B", 30, 10, 0)],
        **more,  # type: ignore[arg-type]
    )


def lost(field: Field, name: str, why: str = "sniped", back: int = 0) -> int:
    id = field.man(name).id
    field.game.tell(GeneralLost(id, why, back, "R93"))
    return id


def test_r93_a_colonel_in_the_second_command_phase_and_no_second_chief() -> None:
    field = staff()
    id = lost(field, "Brigadier")
    for turn, replaced in ((2, False), (3, True)):
        field.next_turn(turn)
        field.go(Phase.COMMAND)
        assert bool(of(field.do(lambda: come_back(field.game)), GeneralReplaced)) is replaced
    assert field.battle.generals[id].quality == Quality.NORMAL
    field = staff()
    lost(field, "Chief")
    field.next_turn(3)
    field.go(Phase.COMMAND)
    assert field.do(lambda: come_back(field.game)) == []


@pytest.mark.parametrize("takes_over", [True, False])
def test_r93_switch_replacement(takes_over: bool) -> None:
    field = staff(replacement=takes_over)
    lost(field, "Brigadier")
    field.next_turn(3)
    field.go(Phase.COMMAND)
    assert bool(of(field.do(lambda: come_back(field.game)), GeneralReplaced)) is takes_over
    assert (field.battle.brigadier_of(field["A"]) is not None) is takes_over


@pytest.mark.parametrize(("why", "dice", "turns"), [("whiskey", [4, 1], 2), ("light", [3, 3], 1)])
def test_r94_a_complete_turn_is_missed_or_none(why: str, dice: list[int], turns: int) -> None:
    field = Field(
        [foot("us-line", "A", 36, 46.75)], [foot("cs-line", "B", 36, 39.25), general("gen-n", "Pender", 20, 20)]
    )
    field.attach("Pender", "B")
    told = field.fire("A", "target shoot:{B}", dice=[6, 6, 3, 3, *dice])
    assert (one(told, GeneralLost).why, one(told, GeneralLost).returns_on_turn) == (why, 1 + turns)
    for turn in range(2, 2 + turns):
        field.next_turn(turn)
        field.go(Phase.COMMAND)
        back = of(field.do(lambda: come_back(field.game)), GeneralReturned)
        assert bool(back) is (turn == 1 + turns)
    assert field.man("Pender").quality == Quality.NORMAL


def test_r93_without_a_chief_the_quality_is_normal() -> None:
    field = Field(
        [foot("us-line", "A", 30, 50, 180), general("gen-x", "Chief", 36, 60, "cinc")],
        [foot("cs-line", "B", 30, 10, 0)],
    )
    assert quality_of(field.battle, UNION) == Quality.EXCELLENT
    lost(field, "Chief")
    assert quality_of(field.battle, UNION) == Quality.NORMAL


def test_r95_there_are_no_squares() -> None:
    assert "square" not in FORMATIONS
    with pytest.raises(Refused, match="square"):
        Field([foot("us-line", "A", 36, 40, formation="square")], [foot("cs-line", "B", 36, 10)])


def low_on_ammo(resupply: bool = True, enemy: float = 10.0) -> Field:
    field = Field(
        [foot("us-sharps", "A", 36, 50), foot("us-line", "Far", 8, 68)],
        [foot("cs-line", "B", 36, enemy)],
        resupply=resupply,
    )
    field.overrule("ammo {A} low")
    return field


@pytest.mark.parametrize("spoil", ["", "moved", "fired", "fought"])
def test_r96_a_quiet_turn_cures_it(spoil: str) -> None:
    field = low_on_ammo()
    if spoil:
        setattr(field["A"], spoil, True)
    told = field.morale()
    assert bool(of(told, AmmoChanged)) is (spoil == "")
    near = low_on_ammo(enemy=38.0)
    near.morale()
    assert near["A"].low_on_ammo


@pytest.mark.parametrize("cured", [True, False])
def test_r96_switch_resupply(cured: bool) -> None:
    field = low_on_ammo(cured)
    field.morale()
    assert field["A"].low_on_ammo is not cured


def test_r98_more_than_half_of_the_brigades() -> None:
    """One of two is not more than half; two are."""
    units = [foot("us-line", "A", 20, 60, group="one"), foot("us-line", "C", 40, 60, group="two")]
    field = Field(units, [foot("cs-line", "B", 30, 10)], brigades=([brigade("one"), brigade("two")], ()))
    field.battle.brigades[0].broken_count = 1
    assert field.do(lambda: victory(field.game)) == []
    field.overrule("state {C} dispersed")
    assert one(field.do(lambda: victory(field.game)), BattleEnded)


# ---------------------------------------------------------------- R100 to R106


def test_r100_off_the_table_or_shut_in_it_is_dispersed() -> None:
    field = Field([foot("us-line", "A", 30, 62, 180)], [foot("cs-line", "B", 30, 57, 0)])
    beaten(field, state=UnitState.ROUTING)
    told = field.do(lambda: flee(field.game, field["A"]), "flight baseline")
    assert one(told, WasDispersed).why == "table-edge"
    field = Field([foot("us-line", "A", 30, 68, 180)], [foot("cs-line", "B", 30, 63, 0)])
    field.do(lambda: recoil(field.game, field["A"], field["B"].id, 6.0, ""))
    assert field["A"].on_table()  # who only recoils stops there


def test_r101_into_but_not_beyond_a_wood() -> None:
    """Four inches of it are seen through; inside one wood eight."""
    for deep, seen in ((4.0, True), (4.1, False)):
        wood = ground("dense-wood", "the wood", rect=[0, 30, 72, 30 + deep])
        field = Field([foot("us-line", "A", 30, 50, 180)], [foot("cs-line", "B", 30, 20, 0)], [wood])
        assert sees(field.battle, field["A"], field["B"]) is seen
    for y, seen in ((42.0, True), (41.0, False)):
        wood = ground("dense-wood", "the wood", rect=[0, 20, 72, 70])
        field = Field([foot("us-line", "A", 30, 50, 180)], [foot("cs-line", "B", 30, y - 0.75, 0)], [wood])
        assert sees(field.battle, field["A"], field["B"]) is seen


def test_r102_mounted_they_do_not_fire_dismounted_they_are_infantry() -> None:
    field = Field([foot("us-cav", "A", 30, 40, 180)], [foot("cs-line", "B", 30, 30, 0)])
    assert firing_strength(field.battle, field["A"]) == 0
    field.move("A", "act dismount:line", "form 0")
    assert firing_strength(field.battle, field["A"]) == 14
    assert field.targets("A") == ["shoot:B", "shoot:B:pour"]


@pytest.mark.parametrize(("holders", "fire"), [(False, 12), (True, 9)])
def test_r102_switch_horse_holders(holders: bool, fire: int) -> None:
    field = Field(
        [foot("us-spencer", "A", 30, 40, 180)], [foot("cs-line", "B", 30, 30, 0)], **{"horse-holders": holders}
    )
    field.move("A", "act dismount:line", "form 0")
    assert firing_strength(field.battle, field["A"]) == fire
    assert field["A"].figures == 12  # they are there all the same
    told = field.fire("A", "target shoot:{B}", dice=[3, 4])
    assert one(told, Fired).strength == fire


def farm() -> Field:
    return Field(
        [foot("us-line", "A", 30, 46.5, 180)],
        [foot("cs-line", "B", 30, 36, 0)],
        [ground("bua", "the farm", rect=[28, 44.5, 32, 48.5])],
    )


def test_r104_a_built_up_area_is_cover_all_round() -> None:
    field = farm()
    assert field["A"].garrison == 0
    for x, y in ((30.0, 10.0), (30.0, 70.0), (5.0, 46.0)):
        assert cover_of(field.battle, field["A"], x, y) == Cover.COVER
    told = field.fire("B", "target shoot:{A}", dice=[1, 1])
    assert causes(told) == {"cover": -2}  # no flank to be enfiladed


@pytest.mark.parametrize(
    ("guns", "formation", "may"), [(2, "deployed", True), (3, "deployed", False), (2, "limbered", False)]
)
def test_r104_two_guns_unlimbered_before_hold_a_building(guns: int, formation: str, may: bool) -> None:
    field = Field(
        [foot("us-napoleon", "Guns", 30, 51.4, 180, formation, guns=guns)],
        [foot("cs-line", "B", 30, 10, 0)],
        [ground("bua", "the farm", rect=[28, 44.5, 32, 48.5])],
    )
    field.overrule(f"place {{Guns}} 30 {49.6 if formation == 'deployed' else 50.6} 180")
    assert ("occupy:0" in field.acts("Guns")) is may


def test_r104_fire_from_one_face_a_turn() -> None:
    """It looks out on all four sides, and has one volley."""
    field = Field(
        [foot("us-line", "A", 30, 46.5, 180)],
        [foot("cs-line", "B", 30, 36, 0), foot("cs-line", "C", 30, 56, 180)],
        [ground("bua", "the farm", rect=[28, 44.5, 32, 48.5])],
    )
    assert field.targets("A") == ["shoot:B", "shoot:C"]
    field.fire("A", "target shoot:{C}", dice=[1, 1])
    assert bar_to_firing(field.battle, field["A"], charged=False)


def test_r105_a_lone_general_goes_to_his_own_or_is_captured() -> None:
    for x, driven in ((30.0, True), (60.0, False)):
        field = Field(
            [foot("us-line", "A", 30, 45, 180), general("gen-n", "Brigadier", x, 30)], [foot("cs-line", "B", x, 26, 0)]
        )
        field.overrule(f"place {{B}} {x} 29 0")
        told = field.do(lambda field=field: settle_generals(field.game))  # type: ignore[misc]
        assert bool(of(told, GeneralDroveOff)) is driven
        assert [loss.why for loss in of(told, GeneralLost)] == ([] if driven else ["captured"])


def test_r106_all_of_a_game_masters_word_is_written_down() -> None:
    field = watched()
    for word in ("state {A} faltering", "ammo {A} low", "order 0 assault", "place {A} 40 50 180"):
        assert "R106" in cited(field.overrule(word)), word
    field.overrule("modifier {A} 1")
    told = field.overrule("test {A}", dice=[4, 4])
    assert causes(told)["gm"] == 1
    assert "R106" in cited(told)


# ---------------------------------------------------------------- R112 to R120: forced moves


def test_r106_a_division_and_a_brigade_are_offered_orders_of_their_own() -> None:
    field = Field([foot("us-line", "A", 30, 40, 180)], [foot("cs-line", "B", 30, 10, 0)])
    orders = {
        offer.order.form: [value for value, _ in offer.fields[1].choices]
        for offer in offers(field.battle)
        if offer.order.form in ("order BRIGADE ORDER", "division DIVISION ORDER")
    }
    assert orders == {
        "order BRIGADE ORDER": ["assault", "engage", "move", "hold", "retire"],
        "division DIVISION ORDER": ["attack", "defend", "reserve", "redeploy"],
    }


def test_r112_forced_moves_pay_for_ground_and_end_beyond_friends() -> None:
    mud = ground("ploughed-mud", "the mud", rect=[0, 51, 72, 70])
    field = Field([foot("us-line", "A", 30, 50, 180)], [foot("cs-line", "B", 30, 45, 0)], [mud])
    field.do(lambda: recoil(field.game, field["A"], field["B"].id, 6.0, ""))
    assert field.at("A") == (30.0, 53.5)  # an inch, and five at two
    field = Field(
        [foot("us-line", "A", 30, 50, 180), foot("us-line", "C", 30, 56, 180)], [foot("cs-line", "B", 30, 45, 0)]
    )
    told = field.do(lambda: recoil(field.game, field["A"], field["B"].id, 6.0, ""))
    assert [event.unit for event in of(told, Unformed)] == [field["C"].id]
    assert field["A"].y > field["C"].y


def test_r113_how_far_each_kind_of_retirement_goes() -> None:
    """Foot at column rate; a broken brigade 18 inches with its guns; skirmishers at once, formed."""
    field = Field(
        [foot("us-line", "A", 20, 40, 180), foot("us-napoleon", "Guns", 45, 40, 180)], [foot("cs-line", "B", 20, 20, 0)]
    )
    field.game.tell(RetirementDue(field["A"].id, Retirement.MAY_RETIRE, ""))
    field.game.tell(RetirementDue(field["Guns"].id, Retirement.BROKEN_AWAY, ""))
    field.compulsory("retire 10,0")
    assert field.at("A") == (20.0, 50.0)
    assert field.at("Guns")[1] == pytest.approx(58.0)
    assert field["Guns"].formation == Formation.LIMBERED
    field = Field([foot("us-vet", "S", 30, 50, 180, "skirmish")], [foot("cs-line", "B", 30, 42, 0)])
    field.do(lambda: retire_from_fire(field.game, field["S"], field["B"], 12.0))
    assert field.at("S") == (30.0, 62.0)
    assert not field["S"].is_unformed()


def test_r115_farther_back_at_once_and_no_recovery_this_turn() -> None:
    field = Field([foot("us-cav", "A", 30, 45, 180)], [foot("cs-line", "B", 30, 38, 0)])
    with pytest.raises(AssertionError, match="from 0 to 14"):
        field.do(lambda: fall_back(field.game, field["A"], field["B"].id), "fall_back_inches 14.1")
    field = Field([foot("us-cav", "A", 30, 45, 180)], [foot("cs-line", "B", 30, 38, 0)])
    field.state("A", "faltering")
    field.do(lambda: fall_back(field.game, field["A"], field["B"].id), "fall_back_inches 14")
    assert field.at("A") == (30.0, 59.0)
    field.morale()
    assert field.is_in("A", "faltering")


@pytest.mark.parametrize(("choice", "recovers"), [("stay", True), ("fall_back", False)])
def test_r115_the_recoil_alone_does_not_stop_recovery(choice: str, recovers: bool) -> None:
    field = Field(
        [foot("us-line", "A", 36, 50.75)],
        [foot("cs-vet", "B", 36, 40.5, formation=COLUMN), foot("cs-line", "Reserve", 8, 5)],
        orders=("hold", "assault"),
    )
    more = ["fall_back_inches 3"] if choice == "fall_back" else []
    field.charge("B", "A", "reaction hold", f"fall_back {choice}", *more, dice=[*HIGH, 3, 4])
    assert field.is_in("A", "faltering")
    field.go(Phase.NORMAL_MOVES)
    assert bool(of(field.morale(), Recovered)) is recovers


def test_r116_one_test_and_a_rally_stands_for_all() -> None:
    field = Field(
        [foot("us-line", "A", 30, 50), foot("us-line", "Router", 45, 50), foot("us-line", "Far", 8, 68)],
        [foot("cs-line", "B", 36, 10)],
    )
    field.battle.turn = 2
    field.state("Router", "routing", 2)
    field.state("A", "retreating", 1)
    field.lose("A", 3, now=True)
    assert reasons(field.battle, field["A"]) == ["rally"]
    assert reasons(field.battle, field["Router"]) == []
    field.state("A", "retreating", 2)
    assert reasons(field.battle, field["A"]) == ["losses", "routers"]


def test_r117_nobody_left_and_a_fellow_near() -> None:
    """A battery without guns is gone; its brigade tests if a fellow is within 12 inches of the place."""
    for x, due in ((48.0, True), (66.0, False)):
        field = Field(
            [foot("us-napoleon", "Guns", 36, 50), foot("us-line", "C", x, 50)], [foot("cs-line", "B", 36, 10)]
        )
        told = field.do(lambda field=field: lose_guns(field.game, field["Guns"], 3, "test", ""))  # type: ignore[misc]
        assert one(told, WasDispersed).unit == field["Guns"].id
        assert field.battle.brigades[0].test_due is due


def test_r118_a_failed_test_in_melee_waits_for_phase_3_and_frees_the_opponent() -> None:
    field = locked(charging=())
    field.lose("A", 2, now=True)
    told = field.wave(dice=[1, 2])
    assert one(told, MoraleTested).result == "retreat"
    assert field["A"].in_melee()
    field.next_turn()
    told = field.compulsory("flight away")
    assert one(told, LeftMelee).unit == field["A"].id
    assert not field["B"].in_melee()
    assert not of(told, WonMelee)


def test_r118_nobody_lies_down_in_a_melee() -> None:
    field = locked(charging=())
    field.lose("A", 2, now=True)
    field["A"].fired_at_by = [field["B"].id]
    assert one(field.wave(dice=[3, 3]), MoraleTested).result == "go-to-ground"
    assert field.is_in("A", "ok")


def test_r118_who_falters_in_a_melee_fights_on_unformed() -> None:
    field = locked(charging=())
    field.lose("A", 2, now=True)
    assert one(field.wave(dice=[2, 3]), MoraleTested).result == "falter"
    field.next_turn()
    told = field.melees(dice=[4, 5, 3, 4])
    assert causes(told, "Melee") == {"infantry": 2, "unformed": -2}
    assert field["B"].fought


def test_r119_a_broken_brigade_gets_up_unformed() -> None:
    field = shaken(foot("us-line", "A", 20, 60), foot("us-line", "C", 40, 60))
    field.state("A", "gone-to-ground")
    field.state("C", "faltering")
    field.morale(dice=[1, 1])
    for name in ("A", "C"):
        assert field.is_in(name, "ok")
        assert field[name].is_unformed()


def pursuit(meets: str = "stop", card: str = "us-cav", *others: str) -> Field:
    field = Field(
        [foot(card, "A", 30, 28, 180), *others], [foot("cs-line", "B", 30, 22, 0)], **{"pursuit-meets": meets}
    )
    beaten(field)
    field.unform("B")
    field.game.tell(PursuitDue(field["B"].id, field["A"].id))
    field.compulsory("flight away")
    return field


def test_r120_not_reached_it_halts_unformed() -> None:
    field = pursuit()
    assert field.at("B") == (30.0, 34.0)
    assert field["B"].is_unformed()
    assert not field["B"].in_melee()


@pytest.mark.parametrize(("meets", "fights"), [("stop", False), ("fight", True)])
def test_r120_switch_pursuit_meets(meets: str, fights: bool) -> None:
    field = pursuit(meets, "us-cav", foot("us-line", "C", 33, 34, 180))
    assert field["B"].in_melee() is fights
    assert field["C"].in_melee() is fights


# ---------------------------------------------------------------- R122 to R127: generals, posts, detachments


def test_r122_the_divisional_general() -> None:
    """He commands a brigade without a brigadier while attached; gone, nothing is sent, and he is replaced."""
    field = staff("divisional")
    lost(field, "Brigadier")
    assert not commands_a_brigade(field.battle, field.man("Division"))
    field.attach("Division", "A")
    assert commands_a_brigade(field.battle, field.man("Division"))
    field = staff("divisional")
    id = lost(field, "Division")
    keys = [option.key() for option in brigade_options(field.battle, field.battle.brigades[0])]
    assert not [key for key in keys if key.startswith("sent")]
    field.next_turn(3)
    field.go(Phase.COMMAND)
    assert one(field.do(lambda: come_back(field.game)), GeneralReplaced).general == id


def test_r123_attached_he_goes_with_the_unit_and_stays_when_it_is_gone() -> None:
    field = staff("divisional")
    field.attach("Brigadier", "A")
    field.move("A", "act march", "march 30,44,180", "act done")
    man = field.man("Brigadier")
    assert field.battle.general_gap(man, field["A"].shape) <= field.battle.rules.contact
    field.overrule("state {A} dispersed")
    assert man.attached_to == -1
    assert man.is_here()
    assert middle_of_baseline(field.battle, UNION, man.radius) == (36.0, 72.0 - man.radius)


def test_r124_only_a_garrison_is_protected() -> None:
    """A whole move in from within an inch, and free out when forced."""
    field = Field(
        [foot("us-line", "A", 30, 50.2, 180)],
        [foot("cs-line", "B", 30, 36, 0)],
        [ground("bua", "the farm", rect=[28, 44.5, 32, 48.5])],
        orders=("assault", "hold"),
    )
    assert field["A"].garrison == -1
    assert one(field.move("A", "act occupy:0"), Occupied).share == 1.0
    assert field.charges("A") == []
    field["A"].garrison = -1
    assert field.charges("A") == ["charge:A:B"]  # it is only the post that keeps it
    field["A"].garrison = 0
    told = field.do(lambda: recoil(field.game, field["A"], field["B"].id, 6.0, ""))
    assert one(told, LeftPost)


def test_r124_bent_works_are_occupied_along_the_leg_that_is_near() -> None:
    """A slanting leg from the south-west, then one straight south: it faces west, to the right of that leg as drawn."""
    works = ground("works", "the works", line=[[10, 30], [20, 40], [20, 28]])
    field = Field([foot("us-line", "A", 22, 34, 270, COLUMN)], [foot("cs-line", "B", 50, 10, 0)], [works])
    assert field["A"].garrison == 0
    field.move("A", "act leave")
    field.next_turn()
    field.move("A", "act occupy:0")
    assert field["A"].facing == pytest.approx(270.0)
    assert field["A"].x - field["A"].shape.half_d >= 20.0


def screened(card: str = "us-vet") -> Field:
    field = Field([foot(card, "A", 30, 50, 180)], [foot("cs-line", "B", 30, 3, 0)])
    field.move("A", "act screen", "screen 30,43.5,180", "act done")
    return field


def test_r125_detachments_go_out_merge_and_go_with_their_parent() -> None:
    field = screened()
    assert field["A screen"].figures == 5
    assert field["A screen"].acted  # no move in the turn in which it went out
    field.next_turn()
    field.move("A screen", "act recall", dice=[6, 6])
    assert field.figures("A") == (22, 0)
    field = screened()
    field.do(lambda: disperse(field.game, field["A"], "test", ""))
    assert not field["A screen"].on_table()
    assert field.battle.armies[CONFEDERATE].units_taken == 1
    small = Field([foot("us-vet", "A", 30, 50, 180, size=7)], [foot("cs-line", "B", 30, 3, 0)])
    assert "screen" not in small.acts("A")  # a quarter would be one figure


def test_r125_detachments_are_no_units_for_shares() -> None:
    """A routing screen is no quarter of the brigade, and stands in no share of its grades."""
    field = screened()
    field.state("A screen", "routing")
    roll = roll_call(field.battle, field.battle.brigades[0])
    assert (roll.roster, roll.in_play, roll.lost) == (1, 1, 0)


def test_r126_dismounted_they_are_second_rate() -> None:
    """Ten men are two groups of five: four dice."""
    field = Field([foot("us-cav", "A", 30, 40, 180, size=10)], [foot("cs-line", "B", 30, 30, 0)])
    field.move("A", "act dismount:skirmish", "form 0")
    told = field.fire("A", "target shoot:{B}", dice=[1, 2, 3, 4])
    assert [len(roll.faces) for roll in rolls(told)] == [2, 2]


def test_r126_dismounted_with_a_better_card_they_are_as_good_as_it_says() -> None:
    """Ten sharpshooters are more groups than two."""
    field = Field(
        [foot("us-cav", "A", 30, 40, 180, size=10, skirmish_rate="sharpshooter")], [foot("cs-line", "B", 30, 30, 0)]
    )
    field.move("A", "act dismount:skirmish", "form 0")
    assert rate_of(field["A"]) == SkirmishRate.SHARPSHOOTER


def test_r127_massed_tells_nothing_and_the_bonus_shows_the_order() -> None:
    for order in ("assault", "hold"):
        field = attack_column(order, 1)
        assert massed(field.battle, field["B"])
    field = attack_column("assault", 1)
    told = field.melees(dice=[3, 4, 5, 6])
    assert one(told, OrderShown).brigade == 1
    assert not of(attack_column("engage", 1).melees(dice=[3, 4, 5, 5]), OrderShown)


# ---------------------------------------------------------------- R131, R135, R138, R142, R146 to R149


def test_r131_no_room_beside_a_friend_slides_along_the_edge() -> None:
    field = Field(
        [foot("us-line", "A", 30, 40, 180)],
        [foot("cs-vet", "B", 30, 30, 0, formation=COLUMN), foot("cs-line", "C", 31, 36, 0, formation=COLUMN)],
    )
    field.lock("C", "A")
    there = flush_place(field.battle, field["B"], field["B"].shape, field["A"], 0.0, 1.0)
    assert there.x <= field["C"].x - field["C"].shape.half_w - there.half_w + 1e-6
    assert there.y + there.half_d == pytest.approx(39.25)


def test_r135_losses_never_make_it_deeper() -> None:
    field = Field([foot("us-line", "A", 20, 40, formation=COLUMN, size=9)], [foot("cs-line", "B", 20, 10)])
    deep = field["A"].shape.half_d
    field.lose("A", 1)
    assert field["A"].shape.half_d == deep
    assert 2 * field["A"].shape.half_w == pytest.approx(1.5)


def test_r138_a_fugitive_bends_round_enemies_and_closed_ground() -> None:
    river = ground("river", "the pond", rect=[28, 56, 32, 58])
    field = Field([foot("us-line", "A", 30, 50, 180)], [foot("cs-line", "B", 30, 45, 0)], [river])
    beaten(field)
    told = field.do(lambda: flee(field.game, field["A"]), "flight away")
    assert not of(told, WasDispersed)
    assert abs(field["A"].x - 30.0) > 1.0
    assert field["A"].formation == Formation.MOB


def test_r138_guns_without_room_to_limber() -> None:
    """They shift up to four inches; shut in on all sides those that run are lost."""
    friends = [foot("us-line", "Left", 20.5, 50, 180), foot("us-line", "Behind", 30, 53, 180, size=30)]
    field = Field([foot("us-napoleon", "A", 30, 50, 180), *friends], [foot("cs-line", "B", 30, 44, 0)])
    beaten(field)
    told = field.do(lambda: flee(field.game, field["A"]), "flight away")
    assert one(told, Formed).formation == Formation.LIMBERED
    assert not of(told, WasDispersed)


def two_on_one(**more: object) -> Field:
    field = Field(
        [foot("us-line", "A", 36, 50.75, size=30), foot("us-line", "Far", 8, 68)],
        [foot("cs-line", "B", 32, 44, size=20), foot("cs-line", "C", 42, 44), general("gen-n", "Pender", 20, 10)],
        **more,  # type: ignore[arg-type]
    )
    field.lock("B", "A", ["B"])
    field.lock("C", "A", ["C"])
    return field


def test_r142_any_general_of_the_side_counts_and_the_leaders_ground() -> None:
    """He is with the smaller unit; the wall that they charged up to is the defender's."""
    field = two_on_one(terrain=[ground("wall", "the wall", line=[[10, 49.7], [60, 49.7]])])
    field.attach("Pender", "C")
    told = field.melees(dice=[3, 4, 5, 4])
    assert causes(told, "Melee") == {"infantry": 2, "general-attached": 1, "charging": 2}
    assert causes(told, "Melee", 1) == {"infantry": 2, "cover-or-uphill": 1}


def test_r146_cover_counts_only_against_all_chargers() -> None:
    """A wall before the front; the second comes round the end of it."""
    wall = ground("wall", "the wall", line=[[30, 49.7], [42, 49.7]])
    rebels = [foot("cs-vet", "B", 36, 42.5, formation=COLUMN), foot("cs-vet", "C", 48, 52, 270.0, formation=COLUMN)]
    for both in (False, True):
        field = Field([foot("us-line", "A", 36, 50.75)], rebels, [wall], orders=("hold", "assault"))
        field.declare("B", "A")
        if both:
            field.declare("C", "A", pivot=270.0)
        told = field.resolve("A", "reaction hold", dice=[*HIGH, *(HIGH if both else []), 6, 6])
        assert ("cover" in causes(told, "Being charged")) is not both


def test_r147_a_captured_battery_counts_as_routed() -> None:
    """For friends who test near its place -1, for its enemies +1."""
    field = watched()
    field.battle.captured = [(UNION, 36.0, 58.0)]
    assert causes(field.wave(dice=[5, 5])) == {"friends-fleeing": -1}
    field = watched()
    field.battle.captured = [(CONFEDERATE, 36.0, 58.0)]
    field.lose("A", 2, now=True)
    assert causes(field.wave(dice=[5, 5])) == {"casualties": -1, "enemy-fleeing": 1}


def test_r148_a_double_six_against_foot_and_guns_goes_by_the_leader() -> None:
    """Foot leads: its colours are taken, and the guns beside it are not."""
    field = Field(
        [foot("us-line", "A", 33, 50.75), foot("us-napoleon", "Guns", 41, 51), foot("us-line", "Far", 8, 68)],
        [foot("cs-line", "B", 36, 44, size=30), foot("cs-line", "Far away", 8, 4)],
    )
    field.lock("B", "A", ["B"])
    field.game.tell(Engaged(field["B"].id, field["Guns"].id, [field["B"].id], False, ""))
    told = field.melees(dice=[6, 6, 5, 4, 1, 2, 6, 5])
    assert one(told, TrophyTaken).side == CONFEDERATE
    assert not [gone for gone in of(told, WasDispersed) if gone.captured]


def test_r148_a_battery_that_leads_is_captured_and_the_foot_beside_it_is_not() -> None:
    field = Field(
        [foot("us-line", "A", 32, 50.75, size=8), foot("us-napoleon", "Guns", 38, 51), foot("us-line", "Far", 8, 68)],
        [foot("cs-line", "B", 36, 44, size=30), foot("cs-line", "Far away", 8, 4)],
    )
    field.lock("B", "A", ["B"])
    field.game.tell(Engaged(field["B"].id, field["Guns"].id, [field["B"].id], False, ""))
    told = field.melees("remainder loss:{A}", dice=[6, 6, 5, 4, 1, 2])
    assert [gone.unit for gone in of(told, WasDispersed) if gone.captured] == [field["Guns"].id]
    assert field["A"].on_table()
    assert not of(told, TrophyTaken)


def test_r149_the_pursuit_of_this_turn_counts() -> None:
    field = Field([foot("us-line", "A", 30, 30, 180), foot("us-line", "Far", 8, 68)], [foot("cs-line", "B", 30, 24, 0)])
    field.lock("B", "A")
    beaten(field)
    field.game.tell(LeftMelee(field["A"].id, ""))
    settle(field.game)
    field.game.tell(PursuitDue(field["B"].id, field["A"].id))
    field.compulsory("flight away")
    assert field["B"].in_melee()
    field.game.tell(Formed(field["B"].id, "reforms", field["B"].formation, field["B"].x, field["B"].y, 0.0, 0.0, ""))
    field.melees(dice=[6, 5, 1, 1])
    told = field.morale("stand_or_retire stand", dice=[6, 5])
    assert one(told, PursuitTested).result == "unformed-choice"
