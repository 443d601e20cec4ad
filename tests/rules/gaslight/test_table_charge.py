"""The charge on the table: who may declare it, both checks, the bonus, and the allocation as a maximum matching."""

from __future__ import annotations

import pytest
from rules.gaslight.situation import Field, Spot, band, crew, extra, machine, main, men, row, soldiers
from tabletop import ground, of, one, rolls

from playsheet.core.dice import Seeded
from playsheet.rules.gaslight.battle.events import Moved, TurnEnded
from playsheet.rules.gaslight.battle.fight_events import ChargeDeclared, FailureRolled, MoraleChecked, TargetsGone
from playsheet.rules.gaslight.ground.slots import Ring, charger, find_slot
from playsheet.rules.gaslight.options.charge import lifted
from playsheet.rules.gaslight.options.choices import Charge
from playsheet.rules.gaslight.table.charge import Lines, lines_of
from playsheet.rules.gaslight.terms import ModelMark, MoveKind

FREEZE = 14  # on an Extra's column


def charges(field: Field, name: str, again: bool = False) -> list[str]:
    return [key for key in field.offered(name, again) if key.startswith("charge")]


def facing_foe(far: float, n: int = 3, **more: object) -> Field:
    """A band of five, and so many enemies with that gap between them."""
    return Field([band(4, "Red", row(5, 30, 10), 0.0)], [band(n - 1, "Foe", row(n, 30, 11 + far))], **more)  # type: ignore[arg-type]


# ---------------------------------------------------------------- declaring


@pytest.mark.parametrize(("far", "may"), [(12.0, True), (12.05, False)])
def test_it_must_be_reachable_on_the_highest_dice(far: float, may: bool) -> None:
    assert charges(facing_foe(far), "Red") == (["charge:Foe"] if may else [])


def test_the_ground_is_counted_in() -> None:
    wall = ground("wall", "the wall", line=[[20, 15], [40, 15]])
    assert charges(facing_foe(10.0, terrain=[wall]), "Red") == ["charge:Foe"]
    assert charges(facing_foe(10.1, terrain=[wall]), "Red") == []
    assert charges(facing_foe(6.1, terrain=[ground("mud", "the mire", rect=[20, 12, 40, 14])]), "Red") == []


def test_horse_reaches_farther() -> None:
    horse = men("gl-lancers", "Red", row(8, 30, 10, 1.6))
    for gap, may in ((23.95, True), (24.05, False)):
        field = Field([horse], [soldiers(1, "Foe", [(30.8, 10 + 0.75 + gap + 0.5)], 180.0)])
        assert bool(charges(field, "Red")) is may


def test_the_leader_must_see_them_in_his_front() -> None:
    field = facing_foe(6.0)
    field.stand("Red", 0, 27.6, 10, 180.0)
    assert charges(field, "Red") == []
    field.stand("Red", 0, 27.6, 10, 0.0)
    assert charges(field, "Red") == ["charge:Foe"]
    wood = ground("woods", "the wood", rect=[20, 12, 40, 14])
    assert charges(facing_foe(4.0, terrain=[wood]), "Red") == []


def test_not_without_a_leader_nor_with_a_new_one_nor_if_he_cannot_act() -> None:
    field = facing_foe(6.0)
    field["Red"].new_leader = True
    assert charges(field, "Red") == []
    field["Red"].new_leader = False
    field.activate("Foe")
    field.fails("Red", dice=[9, 14, 14, 14, 14])  # a Leader freezes on 9
    field.begin("Red")
    assert charges(field, "Red", True) == []


def test_not_once_anybody_has_acted_nor_while_engaged() -> None:
    field = facing_foe(6.0)
    field.order("Red", "move_some", "who only:{Red.4}", "move 32.4,11,32.4,11,0")
    assert charges(field, "Red", True) == []
    field = Field([band(2, "Red", [(30, 10), (31.2, 10), (32.4, 10)], 0.0)], [band(2, "Foe", row(3, 31.2, 11.0))])
    assert charges(field, "Red") == []


def test_one_declaration_a_card() -> None:
    field = facing_foe(6.0)
    told = field.order("Red", "charge:{Foe}", dice=[20, 17, 14, 14, 14, 14])
    assert one(told, MoraleChecked).passed is False
    assert one(told, FailureRolled).unit == field["Red"].id
    assert not of(told, Moved)
    assert [key for key in field.offered("Red", True) if key != "done"] == ["move", "snipe:Red.0"]  # he shrugged it off
    assert one(told, ChargeDeclared).target == field["Foe"].id


def test_gun_crews_may_be_charged_and_check_as_crews() -> None:
    gun = men("gl-gatling", "Gun", [(x, 22 - (y - 10)) for x, y in crew(30, 10, 4)], 180.0, (30, 22))
    field = Field([band(4, "Red", row(5, 30, 16), 0.0)], [gun])
    told = field.order("Red", "charge:{Gun}", "allocate auto", dice=[1, 19, 6])  # 19 / 5 = 3, less the leader
    assert [event.passed for event in of(told, MoraleChecked)] == [True, True]
    assert rolls(told, "Morale check of a crew")


# ---------------------------------------------------------------- the checks, then the bonus


def test_charger_then_target_then_the_bonus() -> None:
    told = facing_foe(6.0).order("Red", "charge:{Foe}", "allocate auto", dice=[8, 2, 1])
    assert [roll.why for roll in rolls(told)] == ["Morale check", "Morale check", "Charge bonus"]
    assert [entry.cause for entry in rolls(told)[0].account if entry.add < 0][-1:] != []
    charger, target = of(told, MoraleChecked)
    assert (charger.why, target.why) == ("charge", "receive")


def test_one_bonus_for_the_unit_or_by_switch_one_for_each() -> None:
    field = facing_foe(6.0, **{"charge-bonus": "per-model"})
    told = field.order("Red", "charge:{Foe}", "allocate auto", dice=[1, 1, 1, 2, 3, 4, 5])
    assert len(rolls(told, "Charge bonus")) == 5


def test_who_cannot_reach_goes_his_whole_way_toward_them() -> None:
    field = Field([band(2, "Red", [(30, 10), (31.2, 10), (31.2, 4)], 0.0)], [band(0, "Foe", [(30, 18)])])
    field.order("Red", "charge:{Foe}", dice=[1, 1, 2])  # eight inches, and the gap of the last man is more
    assert field.battle.engaged(field.figure("Red", 0))
    assert field.battle.engaged(field.figure("Red", 1))
    x, y = field.at("Red", 2)
    assert ((x - 31.2) ** 2 + (y - 4) ** 2) ** 0.5 == pytest.approx(8.0, abs=0.01)
    assert field.acted("Red") == [0, 1, 2]


def test_chargers_face_their_opponents_and_are_marked_for_the_fight() -> None:
    field = facing_foe(6.0)
    told = field.order("Red", "charge:{Foe}", "allocate auto", dice=[1, 1, 3])
    moved = one(told, Moved)
    assert (moved.how, len(moved.figures)) == (MoveKind.CHARGES, 5)
    for figure in moved.figures:
        if field.battle.engaged(figure):
            assert field.battle.marked(figure, ModelMark.CHARGED)


@pytest.mark.parametrize(("x", "y", "facing"), [(35, 35, 45), (25, 35, 315), (35, 25, 135), (25, 25, 225)])
def test_a_charger_faces_his_opponent(x: float, y: float, facing: float) -> None:
    field = Field([men("gl-hero", "Hero", [(30, 30)], facing)], [band(0, "Foe", [(x, y)])])
    field.order("Hero", "charge:{Foe}", dice=[1, 6])
    assert field.facing("Hero") == pytest.approx(facing)


def test_when_nobody_is_left_they_may_move_and_nothing_else() -> None:
    """The enemy fails and runs off to the last man: ordinary moves, no bonus."""
    field = Field(
        [band(4, "Red", row(5, 30, 10), 0.0)], [soldiers(2, "Foe", row(2, 30, 18), 180.0), band(1, "B", row(2, 30, 26))]
    )
    told = field.order("Red", "charge:{Foe}", dice=[1, 20, 1, 1])
    assert of(told, TargetsGone)
    assert not rolls(told, "Charge bonus")
    assert field.offered("Red", True) == ["done", "move", "move_some", "form", "form_some"]


def test_out_of_command_or_frozen_he_stays_behind() -> None:
    field = Field([band(2, "Red", [(30, 10), (31.2, 10), (43, 10)], 0.0)], [band(2, "Foe", row(3, 31, 18))])
    field.order("Red", "charge:{Foe}", "allocate auto", dice=[1, 1, 6])
    assert field.at("Red", 2) == (43.0, 10.0)


def test_by_switch_not_all_need_to_charge() -> None:
    field = facing_foe(6.0, **{"charge-all-models": False})
    field.order("Red", "charge:{Foe}", "who without:{Red.4}", "who go", "allocate auto", dice=[1, 1, 6])
    assert field.acted("Red") == [0, 1, 2, 3]
    assert "move" in field.offered("Red", True)


# ---------------------------------------------------------------- the allocation


def contacted(field: Field, name: str) -> list[int]:
    """How many touch each of the unit's figures."""
    return [len(field.battle.foes(field.figure(name, place))) for place in field.places(name)]


def test_everybody_who_stood_must_be_contacted_before_anybody_is_doubled() -> None:
    field = Field([band(5, "Red", row(6, 30, 10), 0.0)], [band(4, "Foe", row(5, 30, 17, 2.4))])
    field.order("Red", "charge:{Foe}", "allocate auto", dice=[1, 1, 6])
    assert sorted(contacted(field, "Foe")) == [1, 1, 1, 1, 2]


def test_three_at_most_on_one() -> None:
    field = Field([band(6, "Red", row(7, 30, 10), 0.0)], [men("gl-hero", "Hero", [(30, 15)], 180.0)])
    field.order("Red", "charge:{Hero}", dice=[1, 6])
    assert contacted(field, "Hero") == [3]
    assert len([f for f in range(7) if field.battle.engaged(f)]) == 3


def test_the_nearest_is_given_up_where_that_contacts_more() -> None:
    """The first man reaches both enemies, the second only the near one: so the first takes the far one."""
    field = Field([band(1, "Red", [(30, 10), (26, 8.3)], 0.0)], [soldiers(2, "Foe", [(28, 16.5), (34.5, 16.5)], 180.0)])
    field.order("Red", "charge:{Foe}", "allocate auto", dice=[1, 1, 2])
    assert contacted(field, "Foe") == [1, 1]


def test_outnumbered_they_need_not_contact_all_but_double_nobody() -> None:
    field = Field([band(2, "Red", row(3, 30, 10), 0.0)], [band(5, "Foe", row(6, 30, 17, 1.5))])
    field.order("Red", "charge:{Foe}", "allocate auto", dice=[1, 1, 6])
    assert sorted(contacted(field, "Foe")) == [0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize(("chargers", "must"), [(2, 0), (3, 3), (4, 3)])
def test_all_who_stood_must_be_contacted_unless_they_are_more_than_the_chargers(chargers: int, must: int) -> None:
    field = Field([soldiers(chargers, "Red", row(chargers, 30, 10))], [soldiers(3, "Foe", row(3, 30, 16), 180.0)])
    figures, foes = (field.battle.members(field[name]) for name in ("Red", "Foe"))
    assert lines_of(field.battle, field["Red"], field["Foe"], figures, [6], foes, foes).must == must


def test_those_who_stood_come_before_those_who_ran() -> None:
    """Two freeze, two back away: not outnumbered, the two chargers take the two who stood."""
    field = Field(
        [band(3, "Red", row(4, 30, 10), 0.0)], [soldiers(4, "Foe", [(27, 16), (29, 16), (31, 16), (33, 16)], 180.0)]
    )
    field.order("Red", "charge:{Foe}", "allocate auto", dice=[1, 20, 12, FREEZE, 12, FREEZE, 1])
    assert contacted(field, "Foe")[1] >= 1
    assert contacted(field, "Foe")[3] >= 1


def test_opponents_may_be_named_where_the_priorities_leave_a_choice() -> None:
    field = Field([band(1, "Red", row(2, 30, 10), 0.0)], [band(1, "Foe", row(2, 30, 16))])
    field.order("Red", "charge:{Foe}", "allocate by_hand", "against hit:{Foe.1}", dice=[1, 1, 6])
    assert field.battle.foes(field.figure("Red", 0)) == [field.figure("Foe", 1)]
    assert field.battle.foes(field.figure("Red", 1)) == [field.figure("Foe", 0)]  # no choice was left to him


def test_a_machine_is_assaulted_by_three() -> None:
    field = Field([band(5, "Red", row(6, 30, 10), 0.0)], [machine("gl-steam-tank", "Tank", 30, 18, 90.0)])
    assert charges(field, "Red") == ["charge_machine:Tank"]
    field.order("Red", "charge_machine:{Tank}", dice=[1, 1, 6])
    assert len(field.battle.foes(field["Tank"].model)) == 3


def test_the_way_leads_round_one_enemy_to_another() -> None:
    """A man who must be passed stands in the straight way."""
    foes = [soldiers(1, "A", [(30, 13)], 180.0), band(0, "B", [(30, 16)])]
    field = Field([men("gl-hero", "Hero", [(30, 10)])], foes)
    assert charges(field, "Hero") == ["charge:A", "charge:B"]
    field.order("Hero", "charge:{B}", dice=[1, 4])
    assert field.figure("B") in field.battle.foes(field.figure("Hero"))


def largest(reach: list[list[bool]], models: int) -> int:
    """The most models that can each have an attacker of their own, by trying everything."""
    best = 0

    def attempt(index: int, taken: frozenset[int]) -> None:
        nonlocal best
        best = max(best, len(taken))
        if index == len(reach) or len(taken) == models:
            return
        attempt(index + 1, taken)
        for model in range(models):
            if reach[index][model] and model not in taken:
                attempt(index + 1, taken | {model})

    attempt(0, frozenset())
    return best


@pytest.mark.parametrize("seed", range(25))
def test_the_matching_is_a_largest_one_whoever_can_reach_whom(seed: int) -> None:
    stream = Seeded(seed)
    chargers = 2 + stream.one(4)
    enemies = 1 + stream.one(4)
    spots: list[Spot] = [(20 + 3.0 * k, 10.0) for k in range(chargers)]
    field = Field(
        [band(chargers - 1, "Red", spots, 0.0)],
        [band(enemies - 1, "Foe", [(20 + 4.0 * k, 20) for k in range(enemies)])],
    )
    lines = Lines(
        field.battle, field["Red"], list(range(chargers)), [6.0] * chargers, [chargers + k for k in range(enemies)], []
    )
    reach = [[stream.one(3) == 1 for _ in range(enemies)] for _ in range(chargers)]
    lines.edges = [[k for k in range(enemies) if reach[index][k]] for index in range(chargers)]
    lines.suitors = [[index for index in range(chargers) if reach[index][k]] for k in range(enemies)]
    found = [place for place in lines.matched({}) if place >= 0]
    assert len(found) == len(set(found)) == largest(reach, enemies)


@pytest.mark.parametrize("seed", range(12))
def test_who_is_left_out_bars_places_to_the_others_as_if_all_were_looked_at_again(seed: int) -> None:
    """Two crowds close together and in each other's way, on ground that is not open either."""
    stream = Seeded(seed)
    spots = [(26 + 1.25 * (k % 4) + 0.04 * stream.one(5), 13.5 + 1.1 * (k // 4)) for k in range(10)]
    foes = [(26 + 1.3 * (k % 4), 17.0 + 1.4 * (k // 4) + 0.1 * stream.one(3)) for k in range(8)]
    field = Field(
        [band(9, "Red", spots, 0.0)],
        [band(7, "Foe", foes), machine("gl-walker", "Walker", 34, 18, 180.0)],
        [ground("wall", "the wall", line=[[20, 14.0], [28, 14.0]])],
    )
    battle = field.battle
    models = [*range(10, 18), field["Walker"].model]
    lines = Lines(battle, field["Red"], list(range(10)), [4.0] * 10, models, [])
    for stuck in (stream.one(10) - 1, stream.one(10) - 1):
        lines.leave_out(stuck)
        floor = lifted(battle, [figure for figure in range(10) if figure not in lines.stuck])
        for index in range(10):
            mover = charger(battle, index, 4.0)
            for place, model in enumerate(models):
                ring = Ring(battle, 0)
                slot = None
                if index not in lines.stuck:
                    slot = find_slot(battle, ring, floor, mover, *battle.at(index), model)
                held = lines.held[index][place]
                assert (held is None) == (slot is None)
                assert held is None or slot is None or (held.x, held.y) == (slot.x, slot.y)
                assert (place in lines.edges[index]) is (slot is not None)


def test_a_charge_is_offered_for_the_men_or_the_machine_of_a_crew_on_foot() -> None:
    option = Charge(3, machine=True)
    assert (option.key(), option.about()) == ("charge_machine:3", (3, []))


def test_the_leaderless_cannot_receive_less_than_their_number() -> None:
    """W6 again from the other side: with a leader who is not new the same die holds."""
    volunteers = men("gl-volunteers", "Foe", row(5, 30, 19), 180.0, figures=[main("leader", 9, 9, 9), extra(4)])
    field = Field([band(4, "Red", row(5, 30, 10), 0.0)], [volunteers])
    told = field.order("Red", "charge:{Foe}", "allocate auto", dice=[1, 9, 6])  # 4 + 1 - 1 = 4 < 5
    assert of(told, MoraleChecked)[1].passed
    field.game.tell(TurnEnded())
