"""Stances: each changes what a group does; without any it is as it was; wings are bodies or parts of a front."""

from __future__ import annotations

from rules.riskfactor.situation import Skirmish, block, lieutenant, men

from playsheet.core.asking import Option, Question
from playsheet.core.stances import NO_STANCES, Stance, Stances
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.doctrine.commander import Doctrine
from playsheet.rules.riskfactor.doctrine.outlook_cache import outlook_of
from playsheet.rules.riskfactor.doctrine.wings import way_of, wings
from playsheet.rules.riskfactor.options.choices import NO_CHARGE, ORDER_ADVANCE, ORDER_HOLD, STANDING_ORDERS, Charge


def skirmish(gap: float = 40.0) -> Skirmish:
    """Warriors to the south, a squad to the north of them."""
    return Skirmish(
        [men("warrior-band", "Warriors", block(12, 60, 30, 6))],
        [men("regular-squad", "Squad", block(10, 60, 30 + gap, 5))],
    )


def stanced(group: Group, stance: int, easting: float = 0.0) -> Stances:
    stances = Stances()
    stances.put([group.id], stance, easting)
    return stances


def way(played: Skirmish, stance: int, easting: float = 0.0) -> tuple[float, float, float]:
    """Where the warriors want to be, and how near to it."""
    group = played.battle.groups[0]
    look = outlook_of(played.battle, group)
    found = way_of(played.battle, group, stanced(group, stance, easting), look)
    return found.x, found.y, found.near


def charges(played: Skirmish, stance: int) -> bool:
    battle = played.battle
    group = battle.groups[0]
    options: list[Option] = [Charge(1), NO_CHARGE]
    question = Question(0, "charge", group.id, options, None, 0, 0)
    return Doctrine(stanced(group, stance)).choose(battle, question) is not NO_CHARGE


def ordered(played: Skirmish, stance: int) -> Option:
    group = played.battle.groups[0]
    question = Question(0, "standing_order", group.id, STANDING_ORDERS, None, 0, 0)
    return Doctrine(stanced(group, stance)).choose(played.battle, question)


def test_who_holds_stays_and_is_ordered_to() -> None:
    assert way(skirmish(), Stance.OWN)[1] > 60.0
    assert way(skirmish(), Stance.HOLD)[1] < 35.0
    assert ordered(skirmish(), Stance.OWN) is not ORDER_HOLD
    assert ordered(skirmish(), Stance.HOLD).key() == "keep"  # it holds already


def test_who_shoots_keeps_his_range() -> None:
    assert way(skirmish(), Stance.OWN)[2] < 1.0
    assert way(skirmish(), Stance.SHOOT)[2] > 5.0


def test_who_masses_waits_out_of_reach() -> None:
    assert way(skirmish(110.0), Stance.MASS)[2] > 50.0
    assert way(skirmish(110.0), Stance.OWN)[2] < 1.0
    assert way(skirmish(), Stance.MASS)[2] < 1.0  # all of it is up


def test_who_assaults_is_ordered_to_go_in() -> None:
    far = skirmish(110.0)
    assert ordered(far, Stance.OWN) is not ORDER_ADVANCE
    assert ordered(far, Stance.ASSAULT) is ORDER_ADVANCE


def test_who_shifts_goes_aside_first() -> None:
    assert way(skirmish(), Stance.SHIFT, 100.0)[0] == 100.0
    assert abs(way(skirmish(), Stance.OWN)[0] - 60.0) < 10.0


def test_a_reserve_goes_back() -> None:
    assert way(skirmish(), Stance.RESERVE)[1] < 25.0


def test_who_is_to_keep_off_does_not_charge_but_fights_whoever_is_upon_him() -> None:
    assert charges(skirmish(24.0), Stance.OWN)
    for stance in (Stance.HOLD, Stance.SHOOT, Stance.MASS, Stance.RESERVE):
        assert not charges(skirmish(24.0), stance)
        assert charges(skirmish(15.0), stance)


def test_without_stances_it_is_the_same() -> None:
    played = skirmish()
    group = played.battle.groups[0]
    look = outlook_of(played.battle, group)
    plain = way_of(played.battle, group, NO_STANCES, look)
    assert (plain.x, plain.y, plain.near) == way(played, Stance.OWN)


def test_wings_are_parts_of_the_front_from_its_left() -> None:
    xs = (100, 20, 60, 40)
    played = Skirmish(
        [*(men("regular-squad", f"S{x}", block(4, x, 20, 2)) for x in xs), lieutenant(80, 20)],
        [men("warrior-band", "W", block(4, 60, 90, 2))],
    )
    names = [[played.battle.groups[id].name for id in wing] for wing in wings(played.battle, 0)]
    assert names == [["S20", "S40", "S60"], ["Lieutenant", "S100"]]
