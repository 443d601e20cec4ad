"""The worked examples of the rules that happen on the table, die for die."""

from __future__ import annotations

import pytest
from rules.gettysburg.situation import CONFEDERATE, UNION, Ridge, foot, general
from tabletop import ground, of, one, rolls

from playsheet.core.dice import summed
from playsheet.core.events import Rolled
from playsheet.rules.gettysburg.battle.command_events import GeneralLost, GeneralReplaced
from playsheet.rules.gettysburg.battle.events import TokenGained
from playsheet.rules.gettysburg.battle.fight_events import (
    BrigadeShaken,
    BrigadeTested,
    ChargeEnded,
    Engaged,
    Fired,
    GunsLimbered,
    MeleeFought,
    MoraleTested,
    PursuitTested,
)
from playsheet.rules.gettysburg.battle.move_events import FiguresLost, GunsLost, StateChanged, WasDispersed
from playsheet.rules.gettysburg.table.compulsory import step as compulsory_step
from playsheet.rules.gettysburg.table.generals import come_back
from playsheet.rules.gettysburg.terms import Formation, Order, Phase, Retirement, Token

FENCE_X = [[8, 24], [40, 24]]


def modifiers(roll: Rolled) -> dict[str, int]:
    return {entry.cause: entry.add for entry in roll.account}


def compulsory(ridge: Ridge, *answers: str, first: int = UNION) -> list[object]:
    """Phase 3 from beginning to end."""
    ridge.phase(Phase.COMPULSORY, first)

    def play() -> None:
        while not ridge.battle.over:
            compulsory_step(ridge.game)

    return list(ridge.do(play, *answers))


def test_e4_a_volley_at_long_range() -> None:
    """26 elite who fired last turn, at 13.2 inches, at a column of 24 behind a rail fence."""
    ridge = Ridge(
        [foot("us-iron", "A", 20, 38.65, size=26)],
        [foot("cs-vet", "B", 20, 23.2, formation="column", size=24)],
        [ground("fence", line=[[8, 25], [40, 25]])],
    )
    ridge["A"].fired_last_turn = True
    told = ridge.fire("A", "target shoot:{B}", dice=[5, 6])
    fired = one(told, Fired)
    assert fired.distance == pytest.approx(13.2)
    assert fired.band == "long"
    assert modifiers(rolls(told)[0]) == {
        "crack-elite": 1, "fired-last-turn": -1, "target-column": 1, "light-cover": -1,
    }  # fmt: skip
    assert ridge.figures("B") == (22, 0)


def test_e5_halves_are_carried() -> None:
    ridge = Ridge(
        [foot("us-militia", "Militia", 20, 36.65, size=12), foot("us-line", "Line", 28, 38.75, size=8)],
        [foot("cs-line", "B", 25, 29.25)],
    )
    told = ridge.fire("Militia", "target shoot:{B}", dice=[2, 3])
    assert one(told, Fired).distance == pytest.approx(5.9)
    assert ridge.figures("B") == (18, 1)
    told = ridge.fire("Line", "target shoot:{B}", dice=[3, 2])
    assert one(told, Fired).distance == pytest.approx(8.0)
    assert ridge.figures("B") == (17, 0)


def test_e6_canister_along_an_extended_line() -> None:
    ridge = Ridge(
        [foot("us-ordnance", "Guns", 20, 33)],
        [foot("cs-line", "B", 20, 13.25, 90.0, formation="extended")],
    )
    ridge.lose("B", 0, 1)
    told = ridge.fire("Guns", "target shoot:{B}:canister", dice=[4, 5])
    assert one(told, Fired).distance == pytest.approx(12.0)
    assert summed(rolls(told)[0].account) == 5
    assert ridge.figures("B") == (13, 0)


def works_facing_north(y: float, kind: str = "works") -> str:
    return ground(kind, "the works", line=[[40, y], [8, y]])


def works_facing_south(y: float, kind: str = "works") -> str:
    return ground(kind, "the works", line=[[8, y], [40, y]])


def test_e7_skirmish_fire_at_works() -> None:
    ridge = Ridge(
        [foot("us-vet", "Skirmishers", 20, 32, formation="skirmish", size=13)],
        [foot("cs-line", "B", 20, 22.9, size=20), general("gen-n", "Hood", 20, 15)],
        [works_facing_north(24)],
    )
    ridge.attach("Hood", "B")
    ridge.battle.turn = 4
    assert ridge["B"].garrison >= 0
    told = ridge.fire("Skirmishers", "target shoot:{B}", dice=[6, 6, 2, 6, 1, 5, 6, 2, 6, 4, 1])
    assert ridge.figures("B") == (18, 1)
    assert one(told, GeneralLost).why == "whiskey"
    assert ridge.man("Hood").returns_on_turn == 6


def test_e8_a_double_six_at_cavalry() -> None:
    ridge = Ridge([foot("us-line", "A", 20, 36.75)], [foot("cs-cav", "B", 20, 28.5)])
    told = ridge.fire("A", "target shoot:{B}", dice=[6, 6, 3, 1])
    assert one(told, Fired).distance == pytest.approx(6.0)
    assert ridge.figures("B") == (10, 0)
    assert ridge.is_in("B", "faltering")
    assert one(told, TokenGained).token == Token.DOWN_PACKS
    assert ridge.battle.armies[UNION].tokens[Token.DOWN_PACKS] == 1
    assert not of(told, GeneralLost)


def test_e9_charge_and_melee() -> None:
    """From the declaration to the pursuit test, and the retreat of the next turn."""
    ridge = Ridge(
        [
            foot("us-line", "Line", 20, 30.75),
            foot("us-napoleon", "Guns", 28, 36.1096, guns=2, size=8),
            general("gen-n", "Hays", 20, 37.25),
        ],
        [foot("cs-vet", "Column", 20, 20.5, formation="column"), general("gen-n", "Armistead", 29, 20.5)],
        [works_facing_south(29.7, "hasty-works")],
        ("hold", "assault"),
    )
    assert ridge["Line"].garrison >= 0
    told = ridge.charge(
        "Column",
        "Line",
        "reaction fire",
        "support support:{Guns}",
        "target shoot:{Column}:canister",
        dice=[4, 2, 2, 2, 6, 5, 3, 4],
    )
    assert [round(fired.distance, 2) for fired in of(told, Fired)] == [4.0, 10.0]
    tests = of(told, MoraleTested)
    assert [(test.test, test.result) for test in tests] == [
        ("to-charge", "charge"), ("being-charged", "stand-or-counter"),
    ]  # fmt: skip
    assert ridge.figures("Column") == (18, 1)
    assert modifiers(rolls(told, "To charge")[0]) == {
        "elite-veteran": 1, "general-near": 1, "casualties": -1, "charge-casualties": -4,
    }  # fmt: skip
    assert modifiers(rolls(told, "Being charged")[0]) == {
        "general-near": 1, "hasty-works": 1, "charged-by-infantry-column-in-works": -1,
    }  # fmt: skip
    assert one(told, ChargeEnded).how == "contact"
    told = ridge.melees(dice=[5, 4, 2, 4], first=CONFEDERATE)
    assert [summed(roll.account) for roll in rolls(told, "Melee")] == [4, 4]
    assert one(told, MeleeFought).result == "retreat"
    assert ridge.figures("Line") == (16, 0)
    assert ridge.figures("Column") == (17, 1)
    told = ridge.morale("stand_or_retire stand", dice=[3, 3, 2, 5, 4, 4], first=CONFEDERATE)
    assert [(test.unit, test.result) for test in of(told, MoraleTested)] == [
        (ridge["Column"].id, "obey"), (ridge["Line"].id, "obey"),
    ]  # fmt: skip
    assert [summed(roll.account) for roll in rolls(told, "Morale")] == [1, -1]
    assert one(told, PursuitTested).result == "tuckered"
    assert ridge["Column"].is_unformed()
    assert ridge.is_in("Line", "retreating")
    ridge.battle.turn = 2
    y = ridge["Line"].y
    compulsory(ridge, "flight baseline")
    assert ridge["Line"].y == pytest.approx(y + 12.0, abs=1.0)


def test_e10_cavalry_meets_cavalry() -> None:
    ridge = Ridge(
        [foot("us-cav", "Union", 36, 56, size=12)],
        [foot("cs-cav", "Rebels", 36, 45), foot("cs-line", "Reserve", 8, 5)],
        (),
        ("hold", "assault"),
    )
    told = ridge.charge("Rebels", "Union", "reaction counter", "counter counter", dice=[6, 5, 6, 5])
    assert one(told, Engaged).charging == [ridge["Rebels"].id, ridge["Union"].id]
    told = ridge.melees(dice=[3, 2, 4, 5])
    assert [modifiers(roll) for roll in rolls(told, "Melee")] == [
        {"cavalry": 2, "shotguns": 1, "charging": 2}, {"cavalry": 2, "charging": 2},
    ]  # fmt: skip
    assert ridge.figures("Rebels") == (11, 0)
    assert ridge.figures("Union") == (11, 0)
    assert ridge.is_in("Rebels", "retreating")
    told = ridge.morale(dice=[6, 5, 5, 1])
    assert one(told, PursuitTested).result == "pursue"
    ridge.battle.turn = 2
    ridge["Rebels"].tested = False
    compulsory(ridge, "flight away")
    assert ridge["Union"].melee == ridge["Rebels"].melee >= 0
    assert ridge.battle.melees[0].chargers == [ridge["Union"].id]


def test_e11_friends_running() -> None:
    ridge = Ridge(
        [foot("us-line", "Far", 60, 70)],
        [foot("cs-line", "B", 30, 30), foot("cs-line", "R1", 20, 36), foot("cs-line", "R2", 40, 36)],
    )
    ridge.lose("B", 2)
    ridge["B"].fired_at_by = [ridge["Far"].id]
    for name in ("R1", "R2"):
        ridge.state(name, "routing")
    told = ridge.wave(dice=[4, 3])
    assert modifiers(rolls(told)[0]) == {"casualties": -1, "friends-fleeing": -2}
    assert one(told, MoraleTested).result == "falter"
    assert ridge.is_in("B", "faltering")


def test_e12_a_rally() -> None:
    ridge = Ridge(
        [
            foot("us-green", "A", 30, 40),
            foot("us-line", "Fleeing", 40, 45),
            general("gen-n", "Brigadier", 30, 46),
        ],
        [foot("cs-line", "Far", 60, 2)],
    )
    ridge.battle.turn = 2
    ridge.lose("A", 7)
    ridge.state("A", "retreating", 1)
    ridge.state("Fleeing", "retreating", 2)
    told = ridge.wave(dice=[4, 5])
    assert modifiers(rolls(told)[0]) == {
        "general-near": 1, "green-militia": -1, "casualties": -2, "weak": -1, "friends-fleeing": -1,
    }  # fmt: skip
    assert one(told, MoraleTested).result == "rally"
    assert ridge.is_in("A", "ok")
    assert ridge["A"].is_unformed()


def test_e13_a_brigade_breaks() -> None:
    """One routing, one retreating, no general, two of four in woods: the fugitives disperse, the rest retires."""
    ridge = Ridge(
        [
            foot("us-line", "Routing", 10, 40),
            foot("us-line", "Retreating", 22, 40),
            foot("us-line", "C", 34, 40),
            foot("us-line", "D", 46, 40),
        ],
        [foot("cs-line", "Far", 60, 2)],
        [ground("open-wood", rect=[28, 36, 52, 44])],
    )
    ridge.game.tell(GeneralLost(ridge.man("the Union brigadier").id, "sniped", 0, ""))
    ridge.state("Routing", "routing")
    ridge.state("Retreating", "retreating")
    ridge.game.tell(BrigadeShaken(0, "routs", "R117"))
    ridge.battle.brigades[0].all_fleeing = False
    for name in ("Retreating", "C", "D"):
        ridge[name].tested = True  # only the brigade is looked at here
    told = ridge.morale(dice=[4, 3])
    assert modifiers(rolls(told)[0]) == {"half-lost": -2}
    assert one(told, BrigadeTested).result == "breaks"
    assert [event.unit for event in of(told, WasDispersed)] == [ridge["Routing"].id, ridge["Retreating"].id]
    assert ridge["C"].retires == ridge["D"].retires == Retirement.BROKEN_AWAY
    ridge.battle.turn = 2
    compulsory(ridge)
    assert (ridge["C"].y, ridge["D"].y) == (54.0, 54.0)  # four of the eighteen inches led through the wood
    assert ridge["C"].is_unformed()
    assert ridge["C"].retires == Retirement.NONE
    assert ridge.battle.brigades[0].order == Order.HOLD


def test_e14_dispersal() -> None:
    ridge = Ridge(
        [foot("us-line", "A", 30, 40, size=24), general("gen-n", "Brigadier", 30, 46)],
        [foot("cs-line", "Far", 60, 2)],
    )
    ridge.lose("A", 11)
    ridge.lose("A", 1, now=True)
    told = ridge.wave(dice=[2, 3])
    assert modifiers(rolls(told)[0]) == {"general-near": 1, "casualties": -5}
    assert one(told, MoraleTested).why == ["dispersal"]
    assert one(told, MoraleTested).result == "disperse"
    assert not ridge["A"].on_table()


def test_e15_a_battery_taken_in_hand() -> None:
    ridge = Ridge(
        [foot("us-napoleon", "Guns", 20, 31, guns=2, size=8)],
        [foot("cs-buckball", "B", 20, 27)],
    )
    ridge.lose("B", 2)
    ridge.lock("B", "Guns", ["B"])
    told = ridge.melees(dice=[2, 3, 4, 4, 2, 4], first=CONFEDERATE)
    assert modifiers(rolls(told, "Melee")[0]) == {"infantry": 2, "charging": 2, "smoothbores": 1, "outnumber": 2}
    assert modifiers(rolls(told, "Melee")[1]) == {}
    assert ridge.figures("Guns") == (4, 0)
    assert ridge.figures("B") == (16, 0)
    assert one(told, GunsLimbered).result == "one-gun-lost"
    assert one(told, GunsLost).guns == 1
    assert ridge.is_in("Guns", "retreating")
    ridge.battle.turn = 2
    compulsory(ridge, "flight baseline")
    assert ridge["Guns"].formation == Formation.LIMBERED


def test_e18_a_missed_charge() -> None:
    ridge = Ridge(
        [foot("us-line", "A", 20, 40.75)],
        [foot("cs-vet", "Column", 20, 31.5, formation="column")],
        (),
        ("hold", "assault"),
    )
    told = ridge.charge("Column", "A", "reaction hold", "fall_back stay", dice=[6, 5, 3, 4])
    assert [test.result for test in of(told, MoraleTested)] == ["charge", "falter-recoil"]
    assert one(told, ChargeEnded).how == "short"
    assert ridge["Column"].y == pytest.approx(43.5)
    assert ridge["A"].y == pytest.approx(46.75)
    assert ridge.is_in("A", "faltering")
    assert not ridge["Column"].is_unformed()
    assert not of(told, Engaged)


def test_e19_a_lost_brigadier() -> None:
    ridge = Ridge(
        [foot("us-line", "A", 20, 36.75)],
        [foot("cs-line", "B", 20, 29.25), general("gen-x", "Garnett", 20, 26)],
    )
    ridge.battle.turn = 3
    ridge.attach("Garnett", "B")
    told = ridge.fire("A", "target shoot:{B}", dice=[6, 6, 2, 4, 1, 3])
    assert one(told, GeneralLost).why == "sniped"
    assert ridge.battle.brigades[1].test_due
    assert of(told, StateChanged)[0].unit == ridge["B"].id
    told = ridge.morale(dice=[6, 6, 6, 6])
    assert one(told, BrigadeTested).brigade == 1
    for turn, colonel in ((4, False), (5, True)):
        ridge.battle.turn = turn
        ridge.phase(Phase.COMMAND)
        told = ridge.do(lambda: come_back(ridge.game))
        assert bool(of(told, GeneralReplaced)) is colonel


def test_e20_horse_and_foot() -> None:
    ridge = Ridge(
        [foot("us-line", "Foot", 20, 31.5)],
        [foot("cs-line", "B", 17, 28, size=20), foot("cs-cav", "Horse", 28, 27, size=12, shotguns=False)],
    )
    ridge.lock("B", "Foot", ["B"])
    ridge.lock("Horse", "Foot", ["Horse"])
    told = ridge.melees("remainder loss:{B}", dice=[3, 4, 5, 4], first=CONFEDERATE)
    assert [summed(roll.account) + sum(roll.faces) for roll in rolls(told, "Melee")] == [12, 11]
    assert ridge.figures("Foot") == (3, 0)
    assert ridge.is_in("Foot", "retreating")
    assert [event.figures for event in of(told, FiguresLost)] == [17, 1]


def test_e21_only_one_test() -> None:
    ridge = Ridge(
        [foot("us-line", "A", 30, 40), foot("us-line", "Router", 30, 47.5)],
        [foot("cs-line", "Far", 60, 2)],
    )
    ridge.battle.turn = 2
    ridge.state("A", "retreating", 1)
    ridge.state("Router", "routing", 2)
    ridge.lose("A", 3, now=True)
    ridge["A"].fired_at_by = [ridge["Far"].id]
    told = ridge.wave(dice=[4, 4])
    assert modifiers(rolls(told)[0]) == {"casualties": -1, "weak": -1, "friends-fleeing": -1}
    assert one(told, MoraleTested).test == "rally-retreat"
    assert one(told, MoraleTested).result == "rally"
