"""The fifteen worked examples, played on the table with the dice in the order given."""

from __future__ import annotations

from math import dist

import pytest
from rules.riskfactor.situation import Skirmish, block, chief, lieutenant, men, row
from tabletop import ground, of, one, rolls

from playsheet.rules.riskfactor.battle.events import (
    ActionSet,
    GroupCommanded,
    Moved,
    PlatoonRolled,
    PointsLost,
    PointsThrown,
    VisibilitySet,
)
from playsheet.rules.riskfactor.battle.fight_events import Fired, Fought, Hurt, Loaded, MeleeEnded
from playsheet.rules.riskfactor.terms import RESULTS, Cover, DamageDie, OrderKind, Phase

FAR_OFF = men("warrior-band", "Band", row(20, 100, 190))


def near(value: float) -> float:
    return pytest.approx(value, abs=1e-3)  # type: ignore[return-value]


def turned(facing: float, other: float) -> float:
    """Degrees between two facings."""
    return abs((facing - other + 180) % 360 - 180)


def test_example_1_the_sheets_platoon() -> None:
    """Officer, two NCOs and 27 men in a wood: A is within 25 cm of the officer, B of A, the men of one of the three."""
    table = Skirmish(
        [
            lieutenant(20, 40),
            men("regular-squad", "A", block(15, 44, 40, 3)),
            men("recruit-squad", "B", block(14, 68, 40, 3)),
        ],
        [FAR_OFF],
        [ground("woods", rect=[0, 0, 120, 80])],
    )
    told = table.phase(
        Phase.COMMAND,
        "declare will_not_fire",
        "command link:{A.first}",
        "command link:{B.first}",
        "command group:{A}",
        "command group:{B}",
        dice=[6, 4, 2, 1, 3, 3, 5, 5],
    )
    assert [(thrown.points, thrown.left) for thrown in of(told, PointsThrown)] == [(12, 12), (7, 18), (10, 27)]
    assert [(bought.cost, bought.left) for bought in of(told, GroupCommanded)] == [(14, 13), (13, 0)]
    assert not of(told, PointsLost)
    assert table["A"].commanded()
    assert table["B"].commanded()
    first, second, third = [question for question in table.script.asked if question.kind == "command"][:3]
    assert "group:1" not in [option.key() for option in first.options]  # the far men are out of the officer's reach
    assert f"link:{table['B'].first}" not in [option.key() for option in first.options]
    assert "group:2" not in [option.key() for option in second.options]
    assert "platoon:0" not in [option.key() for option in third.options]


def test_example_2_drummer() -> None:
    table = Skirmish(
        [lieutenant(60, 20), men("drummer", "Drummer", [(66, 20)]), men("regular-squad", "Squad", row(10, 60, 30))],
        [FAR_OFF],
    )
    told = table.phase(
        Phase.COMMAND, "declare will_not_fire", "command link:{Drummer.first}", "command done", dice=[2, 3, 1, 4]
    )
    assert [(thrown.points, thrown.left) for thrown in of(told, PointsThrown)] == [(6, 6), (4, 9)]
    assert f"group:{table['Squad'].id}" not in [option.key() for option in table.script.asked[-1].options]
    assert one(told, PointsLost).points == 9
    assert not table["Squad"].commanded()
    assert table["Drummer"].commanded()


def recruits(with_officer: bool) -> Skirmish:
    """Raw, 2 wounded and 1 killed, halted in the open; musketmen at 100 cm in front, others behind."""
    table = Skirmish(
        [
            men("recruit-squad", "Recruits", row(10, 100, 110)),
            *([lieutenant(150, 110)] if with_officer else []),
        ],
        [
            men("tribal-musketmen", "Muskets", row(12, 100, 212)),
            men("warrior-band", "Behind", row(20, 100, 2), facing=0),
        ],
        size=(200, 220),
    )
    table.wound("Recruits", 0, 1)
    table.lose("Recruits", 1)
    return table


def test_example_3_risk() -> None:
    table = recruits(False)
    came = table.roll("Recruits", 3)
    assert (came.risk, [entry.add for entry in came.account]) == (7, [1, 1, 3, 2])
    assert (RESULTS[came.result], came.italic, came.obeys) == ("take_cover", False, True)


def test_example_3_even_if_commanded_it_must() -> None:
    table = recruits(True)
    table.commanded("Recruits", "Lieutenant")
    came = table.roll("Recruits", 3, 1)
    assert (came.risk, RESULTS[came.result], came.obeys) == (7, "take_cover", True)


def test_example_4_the_same_with_a_five() -> None:
    table = recruits(False)
    came = table.roll("Recruits", 5)
    assert (came.risk, RESULTS[came.result], came.italic, came.obeys) == (7, "halt", True, True)
    before = table.places("Recruits")
    table.phase(Phase.MOVES)
    assert table.places("Recruits") == before
    assert turned(table.facing("Recruits"), 0) < 10
    told = table.phase(Phase.UNCOMMANDED_FIRE, dice=[1, 1, 1, 1])
    fired = one(told, Fired)
    assert (fired.shots, fired.target, fired.cm) == (4, table["Muskets"].id, near(100))
    assert not fired.commanded


def test_example_4_commanded_it_is_free() -> None:
    table = recruits(True)
    table.commanded("Recruits", "Lieutenant")
    came = table.roll("Recruits", 5, 4)
    assert (RESULTS[came.result], came.obeys) == ("halt", False)
    table.phase(Phase.MOVES)
    at = table.battle.centre(table.battle.members(table["Recruits"]))
    told = table.phase(
        Phase.FREE_MOVES,
        "move_next next:{Recruits}",
        "standing_order keep",
        "move march",
        f"march {at[0]},{at[1] - 10},{at[0]},{at[1] - 10},0",
        "move stay",
    )
    assert one(told, Moved).how == "moves"


def test_example_5_no_risk() -> None:
    """The wall takes a point off, the muskets in range add one: RF 0."""
    table = Skirmish(
        [men("sepoy-squad", "Sepoys", row(10, 100, 50))],
        [men("tribal-musketmen", "Muskets", row(12, 100, 150))],
        [ground("wall", line=[[60, 52], [140, 52]])],
    )
    came = table.roll("Sepoys", 6)
    assert (came.risk, [entry.add for entry in came.account]) == (0, [-1, 1])
    assert RESULTS[came.result] == "continue_order"
    before = table.places("Sepoys")
    table.phase(Phase.MOVES)
    assert table.places("Sepoys") == before
    assert table["Sepoys"].order.kind == OrderKind.HOLD


def test_example_6_uncommanded_fire() -> None:
    table = Skirmish(
        [men("tribal-musketmen", "Muskets", row(9, 100, 50))],
        [men("regular-squad", "Men", row(6, 101.5, 92))],
        [ground("scrub", rect=[80, 90, 120, 110])],
    )
    table.seen_at("Men", 60)
    told = table.phase(Phase.UNCOMMANDED_FIRE, dice=[6, 7, 2, 5, 3, 6, 1, 3])
    fired = one(told, Fired)
    assert (fired.shots, fired.hits, fired.cm, fired.cover) == (4, 2, near(40), Cover.SOFT)
    assert [roll.sides for roll in rolls(told)] == [8, 6, 6, 5, 6]
    assert [(hurt.result, hurt.killed) for hurt in of(told, Hurt)] == [(DamageDie.KILL, True), (DamageDie.GRAZE, False)]
    assert [hurt.figure - table["Men"].first for hurt in of(told, Hurt)] == [2, 0]
    assert table.strength("Men") == 5


def test_example_7_a_commanded_volley() -> None:
    table = Skirmish(
        [lieutenant(20, 20), men("regular-squad", "Regulars", row(4, 100, 50))],
        [men("tribal-musketmen", "Men", row(3, 101.5, 142))],
        [ground("wall", line=[[80, 140], [120, 140]])],
    )
    table.commanded("Regulars", "Lieutenant")
    told = table.phase(Phase.COMMANDED_FIRE, "fire shoot:{Men}", dice=[7, 1, 8, 6, 2, 4, 2, 3])
    fired = one(told, Fired)
    assert (fired.shots, fired.hits, fired.cm, fired.cover, fired.commanded) == (4, 2, near(90), Cover.HARD, True)
    assert [(hurt.result, hurt.wounds, hurt.killed) for hurt in of(told, Hurt)] == [
        (DamageDie.WOUND, 1, False),
        (DamageDie.WOUND, 1, True),
    ]
    assert {hurt.figure for hurt in of(told, Hurt)} == {table["Men"].first + 1}
    assert table.strength("Men") == 2


@pytest.mark.parametrize("halts", [False, True])
def test_example_8_loading(halts: bool) -> None:
    table = Skirmish(
        [lieutenant(20, 20), men("sepoy-squad", "Sepoys", row(10, 100, 50))],
        [men("tribal-musketmen", "Men", row(12, 100, 110))],
    )
    table.commanded("Sepoys", "Lieutenant")
    table.phase(Phase.COMMANDED_FIRE, "fire shoot:{Men}", dice=[1] * 10)
    assert not table["Sepoys"].loaded
    assert not of(table.phase(Phase.SIDE_ENDS), Loaded)

    table.begin(1)
    table.commanded("Sepoys", "Lieutenant")
    x, y = table.battle.centre(table.battle.members(table["Sepoys"]))
    march = ["move stay"] if halts else ["move march", f"march {x},{y + 5},{x},{y + 5},0"]
    table.phase(Phase.FREE_MOVES, "standing_order keep", *march)
    assert table.targets("Sepoys") == ["hold_fire"]
    assert bool(of(table.phase(Phase.SIDE_ENDS), Loaded)) == halts

    table.begin(1)
    table.commanded("Sepoys", "Lieutenant")
    x, y = table.battle.centre(table.battle.members(table["Sepoys"]))
    table.phase(Phase.FREE_MOVES, "standing_order keep", "move march", f"march {x},{y + 12.5},{x},{y + 12.5},0")
    assert table.targets("Sepoys") == (["hold_fire", "shoot:Men"] if halts else ["hold_fire"])


def test_example_9_seen_or_not() -> None:
    table = Skirmish(
        [men("regular-squad", "Squad", row(10, 100, 50))],
        [men("tribal-archers", "Archers", row(10, 100, 102))],
        [ground("scrub", rect=[70, 95, 130, 125])],
    )
    assert table.battle.deep[table["Archers"].first] == near(6)
    told = table.phase(Phase.VISIBILITY, dice=[4])
    assert one(told, VisibilitySet).cm == 40
    assert table.sees("Squad") == set()
    table.begin(2)
    told = table.phase(Phase.UNCOMMANDED_FIRE, dice=[1] * 5)
    assert one(told, Fired).cm == near(50)
    assert table.sees("Squad") == {"Archers"}
    table.begin(1)
    table.phase(Phase.VISIBILITY, dice=[1])
    assert table.sees("Squad") == {"Archers"}
    table.begin(2)
    assert table.sees("Squad") == set()


def test_example_10_the_heros_shot() -> None:
    table = Skirmish([men("captain", "Captain", [(100, 50)])], [chief(100, 62)])
    told = table.turn(
        "declare will_fire",
        "move stay",
        "fire shoot_figure:{Chief.first}",
        dice=[1, 1, 1, 4, 5, 4],
    )
    assert [len(roll.faces) for roll in rolls(told, "Command")] == [3]
    fired = one(told, Fired)
    assert (fired.shots, fired.hits, fired.cm) == (1, 1, near(10))
    assert one(told, Hurt).killed
    assert [entry.add for entry in rolls(told, "Damage")[0].account] == [1]
    assert table.strength("Chief") == 0


def test_example_11_move() -> None:
    """A fence for 5 of 20 cm, 4 cm of marsh for 8, and 7 of clear ground: 11 cm in all."""
    table = Skirmish(
        [lieutenant(20, 20), men("regular-squad", "Man", [(100, 50)])],
        [FAR_OFF],
        [ground("fence", line=[[80, 52], [120, 52]]), ground("marsh", rect=[80, 55, 120, 59])],
    )
    table.wound("Man", 0)
    table.commanded("Man", "Lieutenant")
    table.phase(Phase.FREE_MOVES, "standing_order keep", "move march", "march 100,70,100,70,0")
    assert table.places("Man") == [(near(100), near(61))]


def test_example_12_melee() -> None:
    table = Skirmish(
        [men("regular-squad", "Regulars", [(100, 100), (104, 100)])],
        [men("warrior-band", "Warriors", [(100, 102), (104, 102)])],
    )
    told = table.phase(Phase.MELEES, dice=[2, 5, 4, 6, 1, 3])
    regulars = table["Regulars"]
    assert [roll.came for roll in rolls(told, "Melee")] == ["6", "8", "10", "4"]
    assert [roll.row for roll in rolls(told, "Damage")] == ["bow-spear", "other"]
    assert [(hurt.figure, hurt.result) for hurt in of(told, Hurt)] == [
        (regulars.first, DamageDie.WOUND),
        (table["Warriors"].first + 1, DamageDie.GRAZE),
    ]
    assert one(told, MeleeEnded).suffered == [1, 0]
    assert one(told, MeleeEnded).loser == 0
    assert regulars.melee_retreat
    assert regulars.order.kind == OrderKind.HOLD
    # 20 cm for the wounded man, 25 for the other, straight away: of two as near, from the one to their right (R29)
    assert [dist(*ends) for ends in zip([(100, 100), (104, 100)], table.places("Regulars"))] == [near(20), near(25)]
    assert all(x < 100 and y < 100 for x, y in table.places("Regulars"))
    table.begin(1)
    came = table.roll("Regulars", 6)
    assert 3 in [entry.add for entry in came.account]
    assert not regulars.melee_retreat


def test_example_13_breaking_off() -> None:
    table = Skirmish(
        [men("recruit-squad", "Recruit", [(100, 100)])],
        [men("warrior-band", "Warrior", [(100, 102)])],
    )
    told = table.do("Recruit", "run", dice=[3, 4])
    assert [roll.came for roll in rolls(told)] == ["6", "7"]
    fought = one(told, Fought)
    assert (fought.mine, fought.winner) == (table["Warrior"].first, -1)
    assert not of(told, Hurt)
    assert [y for _, y in table.places("Recruit")] == [near(75)]


def test_example_14_platoon() -> None:
    """Muskets in range for all of them, and 2, 3 and 5 of ten hurt: RF 3, 4, 6, and 4 together."""
    table = Skirmish(
        [
            men("regular-squad", "First", block(10, 82, 50, 5), platoon="p"),
            men("regular-squad", "Second", block(10, 99, 50, 5), platoon="p"),
            men("regular-squad", "Third", block(10, 116, 50, 5), platoon="p"),
        ],
        [men("tribal-musketmen", "Muskets", row(12, 100, 150))],
    )
    table.wound("First", 8, 9)
    table.wound("Second", 7, 8, 9)
    table.wound("Third", 5, 6, 7, 8, 9)
    told = table.phase(Phase.ACTIONS, dice=[1, 2, 5, 1])
    assert [roll.row for roll in rolls(told, "Action")] == ["3-5", "3-5", "3-5", "6-8"]
    assert not one(told, PlatoonRolled).together
    assert [(came.risk, RESULTS[came.result]) for came in of(told, ActionSet)] == [
        (3, "take_cover"),
        (4, "continue"),
        (6, "run"),
    ]


def test_example_15_natives_commanded() -> None:
    table = Skirmish(
        [chief(100, 40), men("tribal-musketmen", "Muskets", row(12, 100, 50))],
        [
            men("regular-squad", "Near", row(10, 100, 120)),
            men("recruit-squad", "Far", row(10, 100, 140)),
        ],
    )
    told = table.until(Phase.FREE_MOVES, "declare will_not_fire", "command group:{Muskets}", dice=[3, 3, 3, 3, 3, 3])
    assert one(told, GroupCommanded).cost == 12
    assert [came.obeys for came in of(told, ActionSet)] == [False, False]
    told = table.turn(
        "move_next next:{Muskets}",
        "standing_order keep",
        "move march",
        "march 100,60,100,70,0",
        "move stay",
        dice=[1, 1, 1, 1],
    )
    assert [y for _, y in table.places("Muskets")] == [near(70)] * 12
    fired = one(told, Fired)
    assert (fired.shots, fired.target, fired.commanded) == (4, table["Near"].id, False)
