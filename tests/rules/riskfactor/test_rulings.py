"""Every ruling shows its effect on the table, and every switch in each of its readings."""

from __future__ import annotations

import ast
from math import cos, dist, sin, sqrt, tau
from pathlib import Path
from typing import Any

import pytest
from room import packed_or_refused, put_at_the_edge, stays_away
from rules.riskfactor.situation import Men, Skirmish, block, chief, lieutenant, men, row, scenario_text
from tabletop import Script, cited, ground, of, one, rolls, set_up, sheet_as_printed, toml

from playsheet.core.dice import Scripted
from playsheet.core.errors import Refused
from playsheet.core.events import Event
from playsheet.core.figures import FLED
from playsheet.core.game import Game
from playsheet.rules.riskfactor.battle.events import (
    ActionSet,
    Advanced,
    Charged,
    Deployed,
    FirstSideSet,
    GroupCommanded,
    GroupJoined,
    Hitched,
    LinkBought,
    Moved,
    OrderSet,
    PlatoonRolled,
    PointsThrown,
    Ran,
    SideBegan,
    VisibilitySet,
    WentOff,
)
from playsheet.rules.riskfactor.battle.fight_events import BrokeOff, Fired, Fought, Hurt, MeleeEnded, Retreated
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.ground.sight import fortified
from playsheet.rules.riskfactor.options.command import Chain, cost_of
from playsheet.rules.riskfactor.terms import RESULTS, ActionsTable, Cover, DamageDie, Petticoats, Phase, Where
from playsheet.tabletop.events import BattleEnded

SQUAD, RECRUITS, SEPOYS, BAND, YOUNG = "regular-squad", "recruit-squad", "sepoy-squad", "warrior-band", "young-warriors"
MUSKETS, ARCHERS, HORSE = "tribal-musketmen", "tribal-archers", "tribal-horse"
FAR_OFF = men(BAND, "Band", row(20, 100, 190))


def near(value: float) -> Any:
    return pytest.approx(value, abs=1e-2)


def squad(n: int = 10, y: float = 50.0, card: str = SQUAD, **more: Any) -> Men:
    return men(card, "Squad", row(n, 100, y), **more)


def foe(y: float, n: int = 9, card: str = BAND, x: float = 100.0, **more: Any) -> Men:
    """Its first figure stands ahead of the others, so that there is no doubt who is the nearest."""
    return men(card, "Foe", [(x, y), *row(n - 1, x, y + 3)], **more)


def act(table: Skirmish, name: str, *dice: int) -> tuple[str, bool]:
    """The result for a group, and whether it must obey."""
    came = table.roll(name, *dice)
    return RESULTS[came.result], came.obeys


def ordered(table: Skirmish, name: str) -> str:
    return ("hold", "advance", "withdraw")[table[name].order.kind]


# ---------------------------------------------------------------- the Actions Tables (R1, R2, R10 to R16, R51, R57)


@pytest.mark.parametrize(("binds", "obeys"), [("true", True), ("false", False)])
def test_r1_switch_rf0_binds_commanded(binds: str, obeys: bool) -> None:
    table = Skirmish([squad(), lieutenant(20, 20)], [foe(150)], rf0_binds_commanded=binds)
    table.commanded("Squad", "Lieutenant")
    came = table.roll("Squad", 6, 3)
    assert (came.risk, RESULTS[came.result], came.obeys) == (0, "advance_to_nearest", obeys)
    assert "R1" in came.ruling


def test_r1_one_to_five_leave_commanded_troops_to_their_orders() -> None:
    for die in range(1, 6):
        table = Skirmish([squad(), lieutenant(20, 20)], [foe(150)])
        table.commanded("Squad", "Lieutenant")
        assert act(table, "Squad", die, 3) == ("continue_order", False)


def test_r1_a_six_that_sends_nobody_out_leaves_them_to_their_player() -> None:
    """Behind a wall that they defend, or with nobody in sight."""
    wall = ground("wall", line=[[60, 52], [140, 52]])
    table = Skirmish([squad(), lieutenant(20, 20)], [foe(150)], [wall])
    table.commanded("Squad", "Lieutenant")
    assert act(table, "Squad", 6, 3) == ("continue_order", False)
    table = Skirmish([squad(), lieutenant(20, 20)], [foe(150)], [ground("woods", rect=[60, 120, 140, 180])])
    table.commanded("Squad", "Lieutenant")
    assert act(table, "Squad", 6, 3) == ("continue_order", False)


@pytest.mark.parametrize(
    ("reading", "card", "die", "face"),
    [("plain", RECRUITS, 3, 3), ("class", RECRUITS, 3, 2), ("class", RECRUITS, 1, 1), ("class", SQUAD, 3, 3)],
)
def test_r2_switch_action_die(reading: str, card: str, die: int, face: int) -> None:
    table = Skirmish([squad(card=card)], [foe(150)], action_die=reading)
    told = table.phase(Phase.ACTIONS, dice=[die])
    assert one(told, ActionSet).die == face
    assert rolls(told, "Action")[0].ruling == "R2"
    assert [entry.ruling for entry in rolls(told, "Action")[0].account] == (
        ["R2"] if card != SQUAD and reading == "class" else []
    )


def test_r2_heroes_add_one_by_switch() -> None:
    table = Skirmish([men("captain", "Captain", [(100, 50)])], [foe(150)], action_die="class")
    assert one(table.phase(Phase.ACTIONS, dice=[4]), ActionSet).die == 5


def test_r2_a_game_master_may_modify_the_die_and_the_risk_once() -> None:
    table = Skirmish([squad()], [foe(150)])
    told = table.overrule("die {Squad} +4")
    table.overrule("risk {Squad} +3")
    told += table.phase(Phase.ACTIONS, dice=[4])
    came = one(told, ActionSet)
    assert (came.die, came.risk) == (6, 3)  # kept within 1 and 6
    assert "R2" in cited(told)
    table.begin(1)
    came = one(table.phase(Phase.ACTIONS, dice=[4]), ActionSet)
    assert (came.die, came.risk) == (4, 0)


def test_r3_lines_without_a_number_have_the_one_above() -> None:
    """Raw musketmen, natives, in the open: muskets in front, lancers close behind, a hero with them, some hurt."""
    table = Skirmish(
        [men(MUSKETS, "Unit", row(10, 100, 50)), men("captain", "Hero", [(100, 46)])],
        [men(SEPOYS, "Front", row(10, 100, 100)), men("lancer-section", "Lancers", row(6, 100, 30), facing=0)],
    )
    table.wound("Unit", 0, 1)
    assert list(table.risk("Unit").values()) == [-1, 1, 1, 2, 2, 2]
    table = Skirmish([men(BAND, "Unit", row(10, 100, 50))], [foe(150)], [ground("crops", rect=[60, 40, 140, 60])])
    assert list(table.risk("Unit").values()) == [-1]


@pytest.mark.parametrize(("reading", "adds"), [("once", 1), ("per_group", 3)])
def test_r4_switch_enemy_in_range(reading: str, adds: int) -> None:
    table = Skirmish(
        [men(BAND, "Unit", row(10, 100, 50))],
        [men(MUSKETS, f"Foe {k}", row(12, 100, 100 + 10 * k)) for k in range(3)],
        enemy_in_range=reading,
    )
    came = table.roll("Unit", 3)
    assert [(entry.add, entry.ruling) for entry in came.account] == [(adds, "R5")]


def test_r4_cover_and_advancing_share_one_point() -> None:
    unit = men(BAND, "Unit", row(10, 100, 50))
    table = Skirmish([unit], [men("drummer", "Foe", [(100, 72)])], [ground("crops", rect=[60, 40, 140, 70])])
    assert sum(table.risk("Unit").values()) == -1
    told = table.do("Unit", "advance")
    assert one(told, Advanced).advancing
    assert sum(table.risk("Unit").values()) == -1
    came = table.roll("Unit", 3)
    assert [(entry.add, entry.ruling) for entry in came.account] == [(-1, "R4")]


def test_r4_entirely_means_every_living_figure() -> None:
    spots = [*row(9, 100, 50), (100.0, 65.0)]
    table = Skirmish([men(BAND, "Unit", spots)], [foe(150)], [ground("crops", rect=[60, 40, 140, 60])])
    assert table.risk("Unit") == {}
    table.lose("Unit", 1)
    assert -1 in table.risk("Unit").values()


def test_r4_who_stands_still_is_not_advancing_any_more() -> None:
    table = Skirmish([squad(), lieutenant(20, 20)], [foe(150)])
    table.do("Squad", "advance")
    assert table["Squad"].advancing
    table.begin(1)
    table.commanded("Squad", "Lieutenant")
    table.phase(Phase.FREE_MOVES, "standing_order keep", "move stay")
    assert not table["Squad"].advancing
    for name in ("Squad", "Lieutenant"):
        table.game.tell(Advanced(table[name].id, True, ()))
    table.begin(1)
    table.roll("Lieutenant", 3, 3)
    table.commanded("Squad", "Lieutenant")
    table.phase(Phase.FREE_MOVES, "move_next done")
    assert not table["Squad"].advancing


@pytest.mark.parametrize(
    ("reading", "card", "y", "adds"),
    [("enemy", BAND, 150, []), ("own", BAND, 150, [1]), ("enemy", MUSKETS, 150, [1]), ("own", MUSKETS, 150, [1])],
)
def test_r5_switch_their_range(reading: str, card: str, y: float, adds: list[int]) -> None:
    table = Skirmish([squad()], [foe(y, card=card)], their_range=reading)
    came = table.roll("Squad", 3)
    assert [entry.add for entry in came.account] == adds
    assert all(entry.ruling == "R5" for entry in came.account)


def test_r5_raw_troops_are_in_range_of_the_enemys_weapons_whatever_their_means() -> None:
    table = Skirmish([squad(card=RECRUITS)], [foe(150)], their_range="own")
    assert list(table.risk("Squad").values()) == [1]  # the enemy is in their range, they are not in his
    table = Skirmish([men(YOUNG, "Squad", row(10, 100, 50))], [foe(150, card=MUSKETS)], their_range="own")
    assert list(table.risk("Squad").values()) == [1]


@pytest.mark.parametrize(("reading", "y", "adds"), [("no", 70, []), ("one_move", 70, [1]), ("one_move", 78, [])])
def test_r5_switch_blades_threaten(reading: str, y: float, adds: list[int]) -> None:
    """A drummer has nothing to throw; he comes 25 cm in a move."""
    table = Skirmish([squad(9)], [men("drummer", "Foe", [(100, y)])], blades_threaten=reading)
    assert [entry.add for entry in table.roll("Squad", 3).account] == adds


@pytest.mark.parametrize(
    ("start", "wounded", "killed", "steps"), [(12, 1, 0, 0), (12, 1, 1, 1), (12, 2, 1, 2), (10, 3, 0, 3)]
)
def test_r6_full_tenths_of_the_starting_strength(start: int, wounded: int, killed: int, steps: int) -> None:
    table = Skirmish([squad(start)], [foe(150)])
    table.lose("Squad", killed)
    table.wound("Squad", *range(wounded))
    assert sum(table.risk("Squad").values()) == steps


def test_r6_grazes_do_not_count_and_a_man_counts_once() -> None:
    table = Skirmish([squad(10)], [foe(150)])
    first = table["Squad"].first
    table.game.tell(Hurt(first, DamageDie.GRAZE, 0, 1, False, "before", ""))
    assert table.risk("Squad") == {}
    table.game.tell(Hurt(first, DamageDie.WOUND, 1, 0, False, "before", ""))
    table.game.tell(Hurt(first, DamageDie.WOUND, 1, 0, True, "before", ""))
    assert list(table.risk("Squad").values()) == [1]
    table.game.tell(WentOff(table["Squad"].id, [first + 1], ()))
    assert list(table.risk("Squad").values()) == [1]  # who ran off the table is not hurt


@pytest.mark.parametrize(("reading", "risk"), [("ignore", 0), ("count", 10)])
def test_r6_switch_lone_leader_percent(reading: str, risk: int) -> None:
    table = Skirmish([lieutenant(100, 50)], [foe(150)], lone_leader_percent=reading)
    table.wound("Lieutenant", 0)
    came = table.roll("Lieutenant", 6)
    assert came.risk == risk
    assert [entry.ruling for entry in came.account] == ["R6"] * (risk > 0)


@pytest.mark.parametrize(
    ("reading", "x", "y", "adds"),
    [
        ("180", 190, 51, []),
        ("180", 190, 50, []),  # at ninety degrees: front
        ("180", 190, 49, [2]),
        ("180", 100, 10, [2]),
        ("90", 190, 51, [2]),
        ("90", 140, 95, []),
        ("90", 150, 90, [2]),
    ],
)
def test_r7_switch_front_arc(reading: str, x: float, y: float, adds: list[int]) -> None:
    table = Skirmish([squad(9)], [men(BAND, "Foe", [(x, y)])], front_arc=reading)
    came = table.roll("Squad", 3)
    assert [entry.add for entry in came.account] == adds
    assert all(entry.ruling == "R7" for entry in came.account)


def test_r7_shooting_keeps_its_180_degrees() -> None:
    table = Skirmish([squad(2)], [men(BAND, "Foe", [(150, 60)])], front_arc="90")
    assert one(table.phase(Phase.UNCOMMANDED_FIRE, dice=[1]), Fired).shots == 1


@pytest.mark.parametrize(("y", "with_it"), [(43.0, True), (42.9, False)])
def test_r8_a_hero_is_with_the_unit_within_five_cm(y: float, with_it: bool) -> None:
    table = Skirmish([men(BAND, "Unit", row(9, 100, 50)), chief(100, y)], [foe(150)])
    assert list(table.risk("Unit").values()) == ([-1] if with_it else [])


@pytest.mark.parametrize(("card", "y", "adds"), [(BAND, 77.0, [2]), (BAND, 77.1, []), (SQUAD, 77.0, [])])
def test_r8_natives_near_cavalry(card: str, y: float, adds: list[int]) -> None:
    horse = men("lancer-section", "Lancers", [(100, y)])
    table = Skirmish([men(card, "Unit", row(9, 100, 50))], [horse])
    assert [add for add in table.risk("Unit").values() if add == 2] == adds


def test_r9_running_and_retreating_are_one_line_once_and_for_one_roll() -> None:
    table = Skirmish([squad()], [foe(120)])
    table.do("Squad", "run")
    table.game.tell(Retreated(table["Squad"].id, "R40"))
    table.begin(1)
    came = table.roll("Squad", 6)
    assert [(entry.add, entry.ruling) for entry in came.account] == [(2, "R7"), (3, "R9")]  # its back is turned
    table.begin(1)
    assert "R9" not in cited([table.roll("Squad", 6)])


def test_r9_a_retreat_in_the_enemys_turn_counts_on_the_next_die_only() -> None:
    table = Skirmish([squad()], [foe(120)])
    table.begin(2)
    table.game.tell(Retreated(table["Squad"].id, "R40"))
    table.begin(1)
    assert [entry.add for entry in table.roll("Squad", 6).account] == [3]
    table.begin(1)
    assert table.roll("Squad", 6).account == []


@pytest.mark.parametrize(
    ("reading", "card", "asked", "charges"),
    [
        ("owner", SQUAD, True, True),
        ("owner", BAND, True, True),
        ("always", SQUAD, False, True),
        ("always", BAND, False, True),
        ("never_firearms", SQUAD, False, False),
        ("never_firearms", BAND, True, True),
    ],
)
def test_r10_switch_charge_query(reading: str, card: str, asked: bool, charges: bool) -> None:
    table = Skirmish([squad(9, card=card), chief(20, 20)], [foe(70, card=SQUAD)], charge_query=reading)
    told = table.do("Squad", "advance", *(["charge charge:{Foe}"] if asked else []), charge=True)
    assert bool(of(told, Charged)) == charges
    assert bool(table.battle.contacts()) == charges
    if charges:
        assert "R10" in cited(told)


@pytest.mark.parametrize("reading", ["owner", "always", "never_firearms"])
@pytest.mark.parametrize(("card", "charges"), [(BAND, True), (SQUAD, False)])
def test_r10_on_a_side_without_players_warriors_charge_and_firearms_do_not(
    reading: str, card: str, charges: bool
) -> None:
    table = Skirmish([squad(9, card=card)], [foe(70, card=SQUAD)], charge_query=reading)
    told = table.do("Squad", "continue", charge=True)
    assert bool(of(told, Charged)) == (charges or reading == "always")


def test_r10_only_the_nearest_enemy_in_sight_and_only_if_he_can_be_reached() -> None:
    enemies = [foe(70, card=SQUAD), men(SQUAD, "Other", row(9, 140, 72))]
    table = Skirmish([squad(9, card=BAND), chief(20, 20)], enemies)
    told = table.do("Squad", "advance", "charge charge:{Foe}", charge=True)
    assert one(told, Charged).target == table["Foe"].id
    assert [option.key() for option in table.script.asked[-1].options] == ["no", f"charge:{table['Foe'].id}"]
    table = Skirmish([squad(9, card=BAND), chief(20, 20)], [foe(80, card=SQUAD)])
    assert not of(table.do("Squad", "advance", charge=True), Charged)


def test_r10_cells_without_it_never_make_contact() -> None:
    table = Skirmish([men(BAND, "Squad", row(9, 100, 50))], [foe(60, card=SQUAD)])
    for result in ("advance", "advance_to_nearest", "continue"):
        table.do("Squad", result)
        assert not table.battle.contacts()


@pytest.mark.parametrize(
    ("hurt", "die", "seen", "unseen"),
    [
        (0, 6, "advance_to_nearest", "continue_order"),
        (1, 3, "continue", "continue_order"),
        (1, 6, "advance", "continue_order"),
        (3, 1, "withdraw", "continue_order"),
        (6, 1, "run", "continue_order"),
        (1, 2, "halt", "halt"),
        (1, 1, "take_cover", "take_cover"),
    ],
)
def test_r11_without_an_enemy_in_sight(hurt: int, die: int, seen: str, unseen: str) -> None:
    for wood, result in (([], seen), ([ground("woods", rect=[60, 120, 140, 180])], unseen)):
        table = Skirmish([squad()], [foe(150)], wood)
        table.wound("Squad", *range(hurt))
        came = table.roll("Squad", die)
        assert RESULTS[came.result] == result
        assert ("R11" in came.ruling) == (seen != unseen and bool(wood))


def test_r11_commanded_troops_are_free_then() -> None:
    table = Skirmish([squad(), lieutenant(20, 20)], [foe(150)], [ground("woods", rect=[60, 120, 140, 180])])
    table.wound("Squad", *range(6))
    table.commanded("Squad", "Lieutenant")
    assert act(table, "Squad", 1, 3) == ("continue_order", False)


@pytest.mark.parametrize("flight", ["run", "withdraw", "retreat"])
def test_r12_after_flight_nobody_continues(flight: str) -> None:
    table = Skirmish([squad(order="advance")], [foe(120)])
    if flight == "retreat":
        table.game.tell(Retreated(table["Squad"].id, "R40"))
    else:
        table.do("Squad", flight)
    table.begin(1)
    table.order("Squad", "advance")
    if flight == "withdraw":
        table.wound("Squad", 0, 1, 2)
    came = table.roll("Squad", 4)  # RF 3 to 5: continue (Charge?)
    assert 3 <= came.risk <= 5
    assert (RESULTS[came.result], came.charge) == ("halt", False)
    assert "R12" in came.ruling
    before = table.places("Squad")
    table.phase(Phase.MOVES)
    assert table.places("Squad") == before


def test_r13_a_leader_within_five_cm_shares_the_groups_die() -> None:
    table = Skirmish([squad(9), men("drummer", "Drummer", [(100, 43)])], [foe(150)])
    told = table.phase(Phase.ACTIONS, dice=[6])
    with_group, own = {event.group: event for event in of(told, ActionSet)}, table["Squad"].id
    drummer = with_group[table["Drummer"].id]
    assert (drummer.with_group, drummer.result) == (own, with_group[own].result)
    assert "R13" in drummer.ruling
    table.stand("Drummer", [(100, 42.9)])
    told = table.phase(Phase.ACTIONS, dice=[6, 2])
    assert [event.die for event in of(told, ActionSet)] == [6, 2]


def test_r13_a_player_character_counts_as_commanded() -> None:
    table = Skirmish([squad(9), lieutenant(100, 45)], [foe(150)])
    table.wound("Squad", 0)
    told = table.phase(Phase.ACTIONS, dice=[2])
    assert [(RESULTS[event.result], event.obeys) for event in of(told, ActionSet)] == [("halt", True), ("halt", False)]
    table = Skirmish([squad(9), lieutenant(100, 45)], [foe(150)])
    table.wound("Squad", 0)
    told = table.phase(Phase.ACTIONS, dice=[1])
    assert [event.obeys for event in of(told, ActionSet)] == [True, True]  # plain print


def platoon(gap: float = 3.0, **settings: Any) -> Skirmish:
    return Skirmish(
        [
            men(SQUAD, "First", block(10, 80, 50, 5), platoon="p"),
            men(SQUAD, "Second", block(10, 80 + 14 + gap, 50, 5), platoon="p"),
            lieutenant(20, 20),
        ],
        [foe(150)],
        **settings,
    )


@pytest.mark.parametrize(
    ("reading", "dice", "together"),
    [("roll_then_split", [3, 4], True), ("roll_then_split", [1, 2, 5, 4], False), ("separate", [2, 5, 4], None)],
)
def test_r14_switch_platoon(reading: str, dice: list[int], together: bool | None) -> None:
    table = platoon(platoon=reading)
    table.wound("First", 0, 1, 2)
    table.wound("Second", 0, 1, 2)
    told = table.phase(Phase.ACTIONS, dice=dice)
    results = [RESULTS[event.result] for event in of(told, ActionSet)][:2]
    assert [event.together for event in of(told, PlatoonRolled)] == ([] if together is None else [together])
    assert results == (["halt", "halt"] if together else ["take_cover", "continue"])
    assert ("R14" in cited(told)) == (together is not None)


@pytest.mark.parametrize("cards", [(SQUAD, RECRUITS), (RECRUITS, SQUAD)])
def test_r14_the_poorest_squad_gives_the_platoon_its_class(cards: tuple[str, str]) -> None:
    """Whoever stands first in the roster: raw men take one off the die."""
    squads = [men(card, f"Squad {at}", block(10, 80 + 17 * at, 50, 5), platoon="p") for at, card in enumerate(cards)]
    table = Skirmish([*squads, lieutenant(20, 20)], [foe(150)], action_die="class")
    for group in ("Squad 0", "Squad 1"):
        table.wound(group, 0, 1, 2)
    told = table.phase(Phase.ACTIONS, dice=[4, 4])
    assert [event.together for event in of(told, PlatoonRolled)] == [True]
    assert [event.die for event in of(told, ActionSet)][:2] == [3, 3]


@pytest.mark.parametrize(("gap", "dice"), [(5.0, [3, 4]), (5.1, [3, 3, 4])])
def test_r14_units_within_five_cm_in_one_chain(gap: float, dice: list[int]) -> None:
    table = platoon(gap)
    table.wound("First", 0, 1, 2)
    table.wound("Second", 0, 1, 2)
    table.phase(Phase.ACTIONS, dice=dice)


def test_r14_a_commanded_squad_breaks_the_platoon_up() -> None:
    table = platoon()
    table.commanded("First", "Lieutenant")
    assert not of(table.phase(Phase.ACTIONS, dice=[3, 3, 4]), PlatoonRolled)


def test_r14_without_officer_or_nco_close_by_it_is_no_platoon() -> None:
    table = platoon()
    for name in ("First", "Second"):
        table.game.tell(Hurt(table[name].first, DamageDie.KILL, 0, 0, True, "before", ""))
    assert not of(table.phase(Phase.ACTIONS, dice=[3, 3, 4]), PlatoonRolled)
    table.stand("Lieutenant", [(80, 54)])
    table.begin(1)
    assert of(table.phase(Phase.ACTIONS, dice=[4]), PlatoonRolled)  # the Lieutenant shares the die of a squad


def test_r14_an_nco_who_stands_apart_is_not_close_by() -> None:
    """Six cm from every man of the platoon; five would do."""
    for far, together in ((6.0, False), (5.0, True)):
        table = Skirmish(
            [
                men(SQUAD, "First", [(74 - far - 2, 50), *row(5, 80, 50)], platoon="p"),
                men(SQUAD, "Second", row(5, 97, 50), platoon="p", ncos=0),
            ],
            [foe(150, card=MUSKETS)],
        )
        told = table.phase(Phase.ACTIONS, dice=[3] if together else [3, 3])
        assert bool(of(told, PlatoonRolled)) == together


def test_r14_combined_strength_and_cover_of_all() -> None:
    """One hurt of ten and none of ten: no tenth of twenty; cover of one squad only is no cover."""
    crops = [ground("crops", rect=[60, 40, 88, 60])]
    table = Skirmish(
        [
            men(SQUAD, "First", block(10, 80, 50, 5), platoon="p"),
            men(SQUAD, "Second", block(10, 97, 50, 5), platoon="p"),
        ],
        [foe(150)],
        crops,
    )
    table.wound("First", 0)
    assert list(table.risk("First").values()) == [-1, 1]
    told = table.phase(Phase.ACTIONS, dice=[3, 3, 3])
    assert [(event.risk, RESULTS[event.result]) for event in of(told, ActionSet)] == [
        (0, "continue_order"),
        (0, "continue_order"),
    ]
    assert rolls(told, "Action")[0].row == "<= 0"


def test_r14_a_game_masters_word_reaches_a_squad_of_a_platoon() -> None:
    table = platoon()
    table.overrule("risk {Second} -2")
    table.overrule("die {Second} +1")
    told = table.phase(Phase.ACTIONS, dice=[1, 1, 1, 4])
    assert [(event.risk, event.die) for event in of(told, ActionSet)][:2] == [(0, 1), (-2, 2)]


@pytest.mark.parametrize(
    ("hurt", "die", "result", "fires"),
    [(1, 1, "take_cover", True), (3, 1, "withdraw", False), (6, 1, "run", False)],
)
def test_r15_plain_results_bind_commanded_troops(hurt: int, die: int, result: str, fires: bool) -> None:
    rocks = [ground("rocks", rect=[60, 25, 140, 45])]
    table = Skirmish([squad(y=48), lieutenant(20, 20)], [foe(150)], rocks)
    table.wound("Squad", *range(hurt))
    table.commanded("Squad", "Lieutenant")
    came = table.roll("Squad", die, 3)
    assert (RESULTS[came.result], came.obeys) == (result, True)
    assert "R15" in came.ruling
    before = table.places("Squad")
    table.phase(Phase.MOVES)
    assert table.places("Squad") != before
    assert table.targets("Squad") == (["hold_fire", "shoot:Foe"] if fires else ["hold_fire"])


@pytest.mark.parametrize(("card", "row_at_6", "result"), [(SQUAD, "6-8", "run"), (BAND, "3-6", "take_cover")])
def test_r16_the_two_tables_differ_on_purpose(card: str, row_at_6: str, result: str) -> None:
    table = Skirmish([squad(card=card)], [foe(150)])
    table.wound("Squad", *range(6))
    told = table.phase(Phase.ACTIONS, dice=[1])
    assert rolls(told, "Action")[0].row == row_at_6
    assert RESULTS[one(told, ActionSet).result] == result


# ---------------------------------------------------------------- shooting (R17 to R29, R42, R45, R48, R49)


@pytest.mark.parametrize(
    ("reading", "n", "moved", "dice"),
    [("down", 9, False, 4), ("up", 9, False, 5), ("down", 8, True, 2), ("up", 8, True, 3), ("up", 9, True, 3)],
)
def test_r17_switch_uncommanded_rounding(reading: str, n: int, moved: bool, dice: int) -> None:
    table = Skirmish([squad(n)], [foe(100)], uncommanded_rounding=reading)
    if moved:
        table.moved("Squad")
    told = table.phase(Phase.UNCOMMANDED_FIRE, dice=[1] * dice)
    assert one(told, Fired).shots == dice
    assert "R17" in cited(told)


def test_r17_hurled_weapons_are_rounded_down_in_either_reading() -> None:
    table = Skirmish([squad(8, card=BAND)], [foe(60, card=SQUAD)], uncommanded_rounding="up")
    assert one(table.phase(Phase.UNCOMMANDED_FIRE, dice=[1, 1]), Fired).shots == 2


def test_r18_commanded_natives_shoot_as_uncommanded_troops() -> None:
    table = Skirmish(
        [men(ARCHERS, "Archers", row(10, 100, 50)), chief(20, 20)],
        [foe(100), men(SQUAD, "Other", row(9, 150, 100))],
    )
    table.commanded("Archers", "Chief")
    assert not table.phase(Phase.COMMANDED_FIRE)[1:]
    told = table.phase(Phase.UNCOMMANDED_FIRE, dice=[1] * 5)
    fired = one(told, Fired)
    assert (fired.shots, fired.target, fired.commanded) == (5, table["Foe"].id, False)
    assert "R18" in cited(told)


@pytest.mark.parametrize("moved", [False, True])
@pytest.mark.parametrize("commanded", [False, True])
def test_r19_one_in_three_hurls_whatever_else(moved: bool, commanded: bool) -> None:
    table = Skirmish([squad(9, card=BAND), chief(20, 20)], [foe(60, card=SQUAD)])
    if commanded:
        table.commanded("Squad", "Chief")
    if moved:
        table.moved("Squad")
    told = table.phase(Phase.UNCOMMANDED_FIRE, dice=[1, 1, 1])
    assert one(told, Fired).shots == 3
    assert "R19" in cited(told)


def test_r19_a_player_character_has_his_one_throw() -> None:
    table = Skirmish([chief(100, 50)], [foe(60, card=SQUAD)])
    table["Chief"].declared = True
    told = table.phase(Phase.COMMANDED_FIRE, "fire shoot_figure:{Foe.first}", dice=[1])
    assert one(told, Fired).shots == 1


@pytest.mark.parametrize(("reading", "targets"), [("true", ["hold_fire", "shoot:Foe"]), ("false", ["hold_fire"])])
def test_r20_switch_start_loaded(reading: str, targets: list[str]) -> None:
    table = Skirmish([squad(card=SEPOYS), lieutenant(20, 20)], [foe(100)], start_loaded=reading)
    table.commanded("Squad", "Lieutenant")
    assert table.targets("Squad") == targets
    told = table.phase(Phase.SIDE_ENDS)
    assert table["Squad"].loaded
    assert ("R20" in cited(told)) == (reading == "false")


def test_r20_uncommanded_fire_needs_no_loading_but_empties_the_weapons() -> None:
    table = Skirmish([squad(card=SEPOYS), lieutenant(20, 20)], [foe(100)], start_loaded="false")
    told = table.phase(Phase.UNCOMMANDED_FIRE, dice=[1] * 5)
    assert "R20" in cited(told)
    table.phase(Phase.SIDE_ENDS)
    assert not table["Squad"].loaded
    table["Squad"].loaded = True
    table.begin(1)
    table.phase(Phase.UNCOMMANDED_FIRE, dice=[1] * 5)
    assert not table["Squad"].loaded


def test_r20_fighting_is_no_loading() -> None:
    table = Skirmish([men(SEPOYS, "Squad", [(100, 50)])], [men(BAND, "Foe", [(100, 52)])], start_loaded="false")
    table.phase(Phase.MELEES, dice=[3, 4])
    assert table["Squad"].fought
    table.phase(Phase.SIDE_ENDS)
    assert not table["Squad"].loaded


@pytest.mark.parametrize(
    ("card", "gone", "may"),
    [
        ("naval-landing-party", 25.0, True),  # magazine
        (SQUAD, 12.5, True),
        (SQUAD, 12.6, False),
        (SEPOYS, 12.5, True),
        (SEPOYS, 12.6, False),
    ],
)
def test_r21_how_far_a_commanded_group_moves_and_fires(card: str, gone: float, may: bool) -> None:
    table = Skirmish([squad(8, card=card), lieutenant(20, 20)], [foe(120)])
    table.commanded("Squad", "Lieutenant")
    to = 50 + gone
    table.phase(Phase.FREE_MOVES, "standing_order keep", "move march", f"march 100,{to},100,{to},0")
    assert ("shoot:Foe" in table.targets("Squad")) == may


def test_r21_pistols_are_magazine_weapons_and_bows_breech_loaders() -> None:
    cards = sheet_as_printed("riskfactor").cards
    load = {id: card.load.id for id, card in cards.items() if card.load is not None}
    assert (load["lieutenant"], load["tribal-archers"]) == ("magazine", "bow")
    bow, breech = (sheet_as_printed("riskfactor").rules.loads[id] for id in ("bow", "breech"))
    assert (bow.loads, bow.part, bow.each) == (breech.loads, breech.part, breech.each)
    table = Skirmish([lieutenant(100, 50)], [foe(90)])
    table["Lieutenant"].declared = True
    table.commanded("Lieutenant", "Lieutenant")
    table.phase(Phase.FREE_MOVES, "move march", "march 100,75,100,75,0")
    assert len(table.targets("Lieutenant")) > 1


@pytest.mark.parametrize(
    ("y", "need"),
    [(82.0, 2), (82.1, 4), (142.0, 4), (142.1, 6), (232.0, 6)],
)
def test_r22_reach_the_number_and_limits_are_within(y: float, need: int) -> None:
    """Rifles: 30, 90, 180 cm."""
    table = Skirmish(
        [men(SQUAD, "Squad", [(100, 50)]), lieutenant(20, 20)], [men(BAND, "Foe", [(100, y)])], size=(200, 250)
    )
    for face in (need - 1, need):
        table.begin(1)
        table.commanded("Squad", "Lieutenant")
        told = table.phase(Phase.COMMANDED_FIRE, "fire shoot:{Foe}", dice=[face] + [1] * (face >= need))
        assert one(told, Fired).hits == (face >= need)
        assert "R22" in cited(told)


def test_r22_beyond_long_range_there_is_no_shot() -> None:
    table = Skirmish(
        [men(SQUAD, "Squad", [(100, 50)]), lieutenant(20, 20)], [men(BAND, "Foe", [(100, 232.1)])], size=(200, 250)
    )
    table.commanded("Squad", "Lieutenant")
    assert table.targets("Squad") == ["hold_fire"]


@pytest.mark.parametrize(
    ("kind", "cover"),
    [
        ("woods", Cover.SOFT),
        ("scrub", Cover.SOFT),
        ("crops", Cover.SOFT),
        ("rocks", Cover.HARD),
        ("building", Cover.HARD),
        ("stream", Cover.OPEN),
        ("marsh", Cover.OPEN),
        ("street", Cover.OPEN),
    ],
)
def test_r23_areas_of_cover(kind: str, cover: int) -> None:
    table = Skirmish([squad(8)], [men(BAND, "Foe", row(9, 100, 92))], [ground(kind, rect=[60, 90, 140, 120])])
    table.seen_at("Foe", 60)
    assert one(table.phase(Phase.UNCOMMANDED_FIRE, dice=[1] * 4), Fired).cover == cover


@pytest.mark.parametrize(
    ("kind", "y", "cover"),
    [
        ("fence", 89, Cover.SOFT),
        ("hedge", 89, Cover.SOFT),
        ("wall", 89, Cover.HARD),
        ("works", 89, Cover.HARD),
        ("wall", 93.5, Cover.OPEN),
    ],
)
def test_r23_a_line_counts_within_two_cm_and_between(kind: str, y: float, cover: int) -> None:
    table = Skirmish([squad(8)], [men(BAND, "Foe", row(9, 100, 92))], [ground(kind, line=[[60, y], [140, y]])])
    assert one(table.phase(Phase.UNCOMMANDED_FIRE, dice=[1] * 4), Fired).cover == cover


@pytest.mark.parametrize(("behind", "cover"), [(6, Cover.HARD), (5, Cover.SOFT), (4, Cover.OPEN)])
def test_r23_split_groups(behind: int, cover: int) -> None:
    """Ten men, so many of them behind a wall: the class of most, and equal numbers one class below the best."""
    foe = men(BAND, "Foe", row(10, 100, 92))
    edge = foe.spots[behind - 1][0] + 1.5
    table = Skirmish([squad(10)], [foe], [ground("wall", line=[[60, 89.5], [edge, 89.5]])])
    assert one(table.phase(Phase.UNCOMMANDED_FIRE, dice=[1] * 5), Fired).cover == cover


@pytest.mark.parametrize(
    ("card", "face", "result"),
    [
        (SQUAD, 5, DamageDie.KILL),
        (RECRUITS, 5, DamageDie.WOUND),
        (RECRUITS, 1, DamageDie.GRAZE),
        (SQUAD, 2, DamageDie.GRAZE),
    ],
)
def test_r24_the_class_of_the_card_modifies_the_damage_die_only(card: str, face: int, result: int) -> None:
    table = Skirmish([men(card, "Squad", [(100, 50), (103, 50)])], [men(BAND, "Foe", [(100, 81)])])
    told = table.phase(Phase.UNCOMMANDED_FIRE, dice=[2, face])
    assert not rolls(told, "Fire")[0].account
    assert rolls(told, "Damage")[0].ruling == "R24"
    assert one(told, Hurt).result == result


def test_r24_a_heros_six_stays_a_six() -> None:
    table = Skirmish([chief(100, 50)], [men(SQUAD, "Foe", [(100, 58)])])
    table["Chief"].declared = True
    told = table.phase(Phase.COMMANDED_FIRE, "fire shoot_figure:{Foe.first}", dice=[8, 6])
    assert one(told, Hurt).result == DamageDie.KILL


@pytest.mark.parametrize(("reading", "wounds", "killed"), [("nothing", 0, False), ("two_make_a_wound", 1, True)])
def test_r25_switch_grazes(reading: str, wounds: int, killed: bool) -> None:
    table = Skirmish([squad(4)], [men(BAND, "Foe", [(100, 81)])], grazes=reading)
    told = table.phase(Phase.UNCOMMANDED_FIRE, dice=[8, 8, 1, 1])
    assert [hurt.wounds for hurt in of(told, Hurt)] == [0, wounds]
    assert "R25" in cited(told)
    table.begin(1)
    told = table.phase(Phase.UNCOMMANDED_FIRE, dice=[8, 8, 1, 1])
    assert of(told, Hurt)[-1].killed == killed


def test_r25_a_second_wound_kills_and_a_wound_slows_and_hinders() -> None:
    table = Skirmish([squad(4), lieutenant(20, 20)], [men(BAND, "Foe", [(100, 81)]), FAR_OFF])
    told = table.phase(Phase.UNCOMMANDED_FIRE, dice=[8, 8, 3, 3])
    assert [hurt.killed for hurt in of(told, Hurt)] == [False, True]
    table.wound("Squad", 0)
    table.do("Squad", "advance")
    assert sorted(round(y) for _, y in table.places("Squad")) == [70, 75, 75, 75]
    table = Skirmish([men(SQUAD, "Squad", [(100, 50)])], [men(BAND, "Foe", [(100, 52)])])
    table.wound("Foe", 0)
    told = table.phase(Phase.MELEES, dice=[1, 3])
    assert [(entry.add, entry.ruling) for entry in rolls(told, "Melee")[1].account] == [(3, "R38"), (-1, "R25")]


def test_r26_hits_fall_one_at_a_time_and_the_dead_drop_out() -> None:
    table = Skirmish([squad(10)], [men(BAND, "Foe", row(2, 100, 81))])
    told = table.phase(Phase.UNCOMMANDED_FIRE, dice=[8] * 5 + [2, 6, 6])
    assert [roll.sides for roll in rolls(told, "Who")] == [2]  # of two; no die for the last man; the rest is lost
    assert one(told, Fired).hits == 5
    assert [hurt.figure - table["Foe"].first for hurt in of(told, Hurt)] == [1, 0]
    assert "R26" in cited(told)
    assert not table["Foe"].on_table()


def test_r26_only_those_in_sight_are_found() -> None:
    spots = [(100.0, 92.0), (103.0, 92.0), (100.0, 104.0)]
    table = Skirmish([squad(2)], [men(BAND, "Foe", spots)], [ground("crops", rect=[60, 90, 140, 140])])
    table.seen_at("Foe", 50)  # the third stands deeper than 10 cm
    told = table.phase(Phase.UNCOMMANDED_FIRE, dice=[8, 2, 6])
    assert [roll.sides for roll in rolls(told, "Who")] == [2]


def shooters(*extra: Men, terrain: list[str] | None = None, y: float = 92.0) -> Skirmish:
    """One rifleman, one target, and what stands between."""
    mine = [men(SQUAD, "Squad", [(100, 50)]), lieutenant(20, 20), *[held for held in extra if held.facing == 0]]
    theirs = [men(BAND, "Foe", [(100, y)]), *[held for held in extra if held.facing != 0]]
    table = Skirmish(mine, theirs, terrain or [])
    table.commanded("Squad", "Lieutenant")
    for name in ("Foe",):
        table.seen_at(name, 60)
    return table


@pytest.mark.parametrize(
    ("facing", "x", "may"), [(0.0, 100, False), (180.0, 100, False), (0.0, 103, True), (0.0, 101, False)]
)
def test_r27_friends_and_enemies_obstruct_if_they_hide_any_of_the_base(facing: float, x: float, may: bool) -> None:
    table = shooters(men(BAND, "Between", [(x, 75)], facing=facing))
    assert ("shoot:Foe" in table.targets("Squad")) == may


@pytest.mark.parametrize(("y", "may"), [(52.5, True), (54.0, True), (54.2, False)])
def test_r27_within_two_cm_of_the_firer_nothing_obstructs(y: float, may: bool) -> None:
    table = shooters(men(BAND, "Between", [(100, y)], facing=0.0))
    assert ("shoot:Foe" in table.targets("Squad")) == may
    table = shooters(terrain=[ground("wall", line=[[60, y - 1], [140, y - 1]])])
    assert ("shoot:Foe" in table.targets("Squad")) == may


def test_r27_a_wall_close_to_the_target_covers_and_farther_off_it_blocks() -> None:
    table = shooters(terrain=[ground("wall", line=[[60, 89.5], [140, 89.5]])])
    assert table.targets("Squad") == ["hold_fire", "shoot:Foe"]
    told = table.phase(Phase.COMMANDED_FIRE, "fire shoot:{Foe}", dice=[1])
    assert one(told, Fired).cover == Cover.HARD
    assert "R27" in cited(told)
    table = shooters(terrain=[ground("wall", line=[[60, 75], [140, 75]])])
    assert table.targets("Squad") == ["hold_fire"]


@pytest.mark.parametrize(("edge", "may"), [(81.0, True), (80.9, False)])
def test_r27_ten_cm_into_woods_and_no_farther(edge: float, may: bool) -> None:
    """Seen because he has fired."""
    table = shooters(terrain=[ground("woods", rect=[60, edge, 140, 130])])
    table["Foe"].fired = True
    assert ("shoot:Foe" in table.targets("Squad")) == may


@pytest.mark.parametrize(("edge", "may"), [(61.0, True), (61.1, False)])
def test_r27_ten_cm_out_of_woods_and_no_farther(edge: float, may: bool) -> None:
    table = shooters(terrain=[ground("woods", rect=[60, 20, 140, edge])])
    assert ("shoot:Foe" in table.targets("Squad")) == may


@pytest.mark.parametrize(("far", "may"), [(10.0, True), (10.2, False)])
def test_r27_the_depth_of_a_wood_is_counted_along_the_line_of_fire(far: float, may: bool) -> None:
    """Two cm from the western edge of the wood, but fired at from the south."""
    table = shooters(terrain=[ground("woods", rect=[97, 91 - far, 140, 130])])
    table["Foe"].fired = True
    assert ("shoot:Foe" in table.targets("Squad")) == may


def test_r27_ten_cm_at_each_end() -> None:
    """Out of one wood and into another; both ten cm on the way, and the one a little more."""
    for south, may in ((61.0, True), (61.1, False)):
        wood = [ground("woods", rect=[60, 20, 140, south]), ground("scrub", rect=[60, 81, 140, 130])]
        table = shooters(terrain=wood)
        table["Foe"].fired = True
        assert ("shoot:Foe" in table.targets("Squad")) == may


@pytest.mark.parametrize(
    ("reading", "die", "seen"),
    [("always", 1, True), ("d6x10", 4, True), ("d6x10", 3, False)],
)
@pytest.mark.parametrize("edge", [90.0, 75.0])
def test_r28_switch_fired_seen(reading: str, die: int, seen: bool, edge: float) -> None:
    """At 40 cm, near the edge of the wood or deep in it, having fired."""
    table = Skirmish(
        [men(SQUAD, "Squad", [(100, 50)])],
        [men(BAND, "Foe", [(100, 92)])],
        [ground("woods", rect=[60, edge, 140, 140])],
        fired_seen=reading,
    )
    table.phase(Phase.VISIBILITY, dice=[die])
    before = table.sees("Squad") == {"Foe"}
    assert before == (die == 4 and edge == 90.0)
    table["Foe"].fired = True
    assert (table.sees("Squad") == {"Foe"}) == seen


@pytest.mark.parametrize(("fog", "shown"), [("off", True), ("on", False)])
def test_r28_switch_fog(fog: str, shown: bool) -> None:
    table = Skirmish(
        [squad(), lieutenant(20, 20)],
        [chief(20, 190), men(BAND, "Foe", row(9, 100, 150))],
        [ground("woods", rect=[60, 130, 140, 190])],
        fog=fog,
    )
    view: Any = table.game.system.view(table.battle, 0)
    assert bool(view["groups"][table["Foe"].id].get("figures")) == shown
    told = table.phase(Phase.VISIBILITY, dice=[2])
    assert "R28" in cited(told)


@pytest.mark.parametrize(("y", "die", "seen"), [(92.0, 4, True), (92.1, 4, False), (101.0, 6, True), (101.1, 6, False)])
def test_r28_up_to_ten_cm_deep_within_the_die_and_deeper_not_at_all(y: float, die: int, seen: bool) -> None:
    table = Skirmish(
        [men(SQUAD, "Squad", [(100, 50)])], [men(BAND, "Foe", [(100, y)])], [ground("crops", rect=[60, 90, 140, 180])]
    )
    told = table.phase(Phase.VISIBILITY, dice=[die])
    assert one(told, VisibilitySet).cm == 10 * die
    assert (table.sees("Squad") == {"Foe"}) == seen


@pytest.mark.parametrize(("y", "seen"), [(72.0, True), (72.1, False)])
def test_r28_twenty_cm_inside_the_same_piece(y: float, seen: bool) -> None:
    table = Skirmish(
        [men(SQUAD, "Squad", [(100, 50)])], [men(BAND, "Foe", [(100, y)])], [ground("woods", rect=[0, 0, 200, 200])]
    )
    table.phase(Phase.VISIBILITY, dice=[6])
    assert (table.sees("Squad") == {"Foe"}) == seen


@pytest.mark.parametrize(("y", "seen"), [(72.0, True), (72.1, False)])
@pytest.mark.parametrize("reading", ["always", "d6x10"])
def test_r28_twenty_cm_inside_the_same_piece_also_for_those_who_fired(y: float, seen: bool, reading: str) -> None:
    """Near the western edge of the wood, both of them."""
    table = Skirmish(
        [men(SQUAD, "Squad", [(100, 50)])],
        [men(BAND, "Foe", [(100, y)])],
        [ground("woods", rect=[95, 0, 200, 200])],
        fired_seen=reading,
    )
    table.phase(Phase.VISIBILITY, dice=[6])
    table["Foe"].fired = True
    assert (table.sees("Squad") == {"Foe"}) == seen


def test_r28_one_die_for_each_hidden_group_and_lone_leader_kept_for_the_turn() -> None:
    table = Skirmish(
        [squad()],
        [
            men(BAND, "In", row(9, 100, 92)),
            men(BAND, "Out", row(9, 30, 150)),
            chief(100, 95, "With"),
            chief(130, 92, "Alone", role="officer"),
        ],
        [ground("scrub", rect=[60, 90, 140, 120])],
    )
    told = table.phase(Phase.VISIBILITY, dice=[4, 2])
    found = {table.battle.groups[event.group].name: event.cm for event in of(told, VisibilitySet)}
    assert found == {"In": 40, "With": 40, "Alone": 20}


def test_r29_from_edge_to_edge_of_the_nearest_figures() -> None:
    table = Skirmish([squad(9)], [men(BAND, "Foe", [(100, 92), (100, 120), (150, 120)])])
    assert one(table.phase(Phase.UNCOMMANDED_FIRE, dice=[1] * 4), Fired).cm == near(40)


# ---------------------------------------------------------------- movement (R30, R47, R52 to R56)


@pytest.mark.parametrize(("reading", "far"), [("horse", 40), ("20", 20)])
def test_r30_switch_wounded_rider(reading: str, far: float) -> None:
    table = Skirmish([men(HORSE, "Horse", row(2, 100, 50))], [foe(150, card=SQUAD)], wounded_rider=reading)
    table.wound("Horse", 0)
    told = table.do("Horse", "advance")
    assert [dist((x, 50), place) for (x, _), place in zip(row(2, 100, 50), table.places("Horse"))] == [
        near(far),
        near(40),
    ]
    assert "R30" in cited(told)


def test_r30_riders_go_25_where_the_ground_is_not_open_and_clear() -> None:
    table = Skirmish(
        [men(HORSE, "Horse", [(100, 50)])], [foe(150, card=SQUAD)], [ground("marsh", rect=[60, 60, 140, 65])]
    )
    table.do("Horse", "advance")
    assert table.places("Horse")[0][1] == near(70)  # 10 + 2 x 5 + 5
    horse = men(HORSE, "Horse", [(100, 50)], order="advance", to=(100, 150))
    table = Skirmish([horse], [foe(150, card=SQUAD)], [ground("crops", rect=[60, 60, 140, 65])])
    table.do("Horse", "continue_order")
    assert table.places("Horse")[0][1] == near(75)


@pytest.mark.parametrize(("fences", "far"), [([60], 30.0), ([60, 70], 20.0), ([60, 65, 69, 70], 19.0)])
@pytest.mark.parametrize("legs", [False, True])
def test_r30_a_fence_takes_a_quarter_of_a_riders_forty_cm(fences: list[float], far: float, legs: bool) -> None:
    """And does not end open, clear ground. A fourth fence, after 19 cm and three others, cannot be paid for."""
    lines = [ground("fence", line=[[60, y], [140, y]]) for y in fences]
    table = Skirmish([men(HORSE, "Horse", [(100, 50)]), chief(10, 10)], [foe(190, card=SQUAD)], lines)
    if legs:
        table.commanded("Horse", "Chief")
        march = ("standing_order keep", "move march", "march 100,90,100,90,0")
        table.phase(Phase.FREE_MOVES, *march)
    else:
        table.do("Horse", "advance")
    assert table.places("Horse")[0][1] == pytest.approx(50 + far, abs=1e-3)


@pytest.mark.parametrize(("start", "there"), [(60.0, 78.75), (59.0, 77.75), (61.0, 86.0)])
def test_r30_whoever_stopped_on_a_barrier_clears_it_when_he_leaves(start: float, there: float) -> None:
    fence = ground("fence", line=[[60, 60], [140, 60]])
    table = Skirmish([men(BAND, "Band", [(100, start)])], [foe(150, card=SQUAD)], [fence])
    table.do("Band", "advance")
    assert table.places("Band")[0][1] == near(there)


def test_r30_petticoats_are_hitched_by_command_and_let_down_again() -> None:
    table = Skirmish([men("civilians", "Ladies", row(5, 100, 50), petticoats=5), lieutenant(20, 20)], [foe(150)])
    table.do("Ladies", "run")
    assert [y for _, y in table.places("Ladies")] == [near(35)] * 5
    table.begin(1)
    table.stand("Ladies", row(5, 100, 50), facing=0)
    table.commanded("Ladies", "Lieutenant")
    told = table.phase(Phase.FREE_MOVES, "standing_order keep", "move hitch", "move march", "march 100,70,100,70,0")
    assert one(told, Hitched).state == Petticoats.HITCHED
    assert "R30" in cited(told)
    assert [y for _, y in table.places("Ladies")] == [near(70)] * 5
    assert table.may("Ladies")[-1] == "let_down"
    table.begin(1)
    table.commanded("Ladies", "Lieutenant")
    told = table.phase(Phase.FREE_MOVES, "standing_order keep", "move let_down", "move stay")
    assert one(told, Hitched).state == Petticoats.DOWN


@pytest.mark.parametrize(
    ("result", "leaves"), [("run", True), ("withdraw", True), ("take_cover", False), ("advance", False)]
)
def test_r47_over_the_edge(result: str, leaves: bool) -> None:
    table = Skirmish([squad(9, y=8)], [foe(60)])
    told = table.do("Squad", result)
    assert bool(of(told, WentOff)) == leaves
    assert table["Squad"].on_table() != leaves
    if leaves:
        assert "R47" in cited(told)
        first = table["Squad"].first
        assert table.battle.figures.count(first, 9, FLED) == 9


def test_r47_a_commanded_move_may_not_leave_the_table() -> None:
    table = Skirmish([squad(9, y=8), lieutenant(20, 20)], [foe(60)])
    table.commanded("Squad", "Lieutenant")
    with pytest.raises(AssertionError, match="may not leave the table"):
        table.phase(Phase.FREE_MOVES, "standing_order keep", "move march", "march 100,0,100,0,0")


def test_r52_the_wounded_cost_a_point_shoot_and_fall_behind() -> None:
    table = Skirmish([squad(4), lieutenant(100, 40)], [foe(110)])
    table.wound("Squad", 1, 2)
    told = command_of(table, "declare will_not_fire", "command group:{Squad}", "command done", dice=[2, 1, 1])
    assert one(told, GroupCommanded).cost == 4
    told = table.phase(Phase.ACTIONS, dice=[4, 4])
    told = table.phase(
        Phase.FREE_MOVES,
        "move_next next:{Squad}",
        "standing_order keep",
        "move march",
        "march 100,75,100,75,0",
        "move stay",
    )
    assert [y for _, y in table.places("Squad")] == [near(75), near(70), near(70), near(75)]
    assert "R52" in cited(told)
    table = Skirmish([squad(4)], [foe(110)])
    table.wound("Squad", 1, 2)
    assert one(table.phase(Phase.UNCOMMANDED_FIRE, dice=[1, 1]), Fired).shots == 2


def test_r53_the_last_two_may_join_another_group_of_their_card() -> None:
    table = Skirmish(
        [men(SQUAD, "Rest", row(10, 100, 50)), men(SQUAD, "Host", row(10, 100, 57)), lieutenant(20, 20)], [foe(150)]
    )
    table.lose("Rest", 8)
    table.wound("Rest", 0)
    table.lose("Host", 1)
    table.commanded("Rest", "Lieutenant")
    assert "join:Host" in table.may("Rest")
    told = table.phase(Phase.FREE_MOVES, "standing_order keep", "move join:{Host}")
    assert one(told, GroupJoined).ruling == "R53"
    host = table["Host"]
    assert (table.strength("Host"), host.strength, table.battle.hurt(host)) == (11, 20, 10)
    assert table["Rest"].place == Where.JOINED
    assert list(table.risk("Host").values()) == [5]
    table.lose("Host", 1)
    assert table.battle.hurt(host) == 11
    table.lose("Host", 1)  # who was wounded before counts once
    assert table.battle.hurt(host) == 11


@pytest.mark.parametrize(
    ("left", "card", "y", "may"),
    [(2, SQUAD, 57.0, True), (3, SQUAD, 57.0, False), (2, RECRUITS, 57.0, False), (2, SQUAD, 57.1, False)],
)
def test_r53_nobody_else_may(left: int, card: str, y: float, may: bool) -> None:
    table = Skirmish(
        [men(SQUAD, "Rest", row(10, 100, 50)), men(card, "Host", row(10, 100, y)), lieutenant(20, 20)], [foe(150)]
    )
    table.lose("Rest", 10 - left)
    table.commanded("Rest", "Lieutenant")
    assert ("join:Host" in table.may("Rest")) == may


@pytest.mark.parametrize(
    ("card", "factor"),
    [(SQUAD, 4), (SEPOYS, 4), ("lancer-section", 4), ("mounted-infantry", 2), ("naval-landing-party", 3)],
)
def test_r54_bayonets_are_for_men_on_foot(card: str, factor: int) -> None:
    table = Skirmish([men(card, "Squad", [(100, 50)])], [men(BAND, "Foe", [(100, 52)])])
    die = max(1, 4 - factor)
    account = rolls(table.phase(Phase.MELEES, dice=[die, die + factor - 3]), "Melee")[0].account
    assert account[0].add == factor
    assert account[0].ruling == ("R54" if card in (SQUAD, SEPOYS) else "R38")


def test_r54_a_rider_with_a_bayonet_on_his_card_has_the_plain_factor() -> None:
    table = Skirmish([men("mounted-infantry", "Squad", [(100, 50)], bayonet=True)], [men(BAND, "Foe", [(100, 52)])])
    assert rolls(table.phase(Phase.MELEES, dice=[2, 1]), "Melee")[0].account[0].add == 2


def test_r55_one_bearing_from_the_groups_centre() -> None:
    """All go the same way, also the man who stands apart with an enemy of his own, each as far as he can."""
    spots = [*row(5, 100, 50), (40.0, 50.0)]
    table = Skirmish([men(SQUAD, "Squad", spots)], [men(BAND, "Foe", [(90, 80)]), men(BAND, "West", [(55, 85)])])
    table.wound("Squad", 0)
    told = table.do("Squad", "advance")
    assert one(told, Moved).ruling == "R55"
    ways = [(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in zip(spots, table.places("Squad"))]
    assert ways == [(near(0), near(20))] + [(near(0), near(25))] * 5


def test_r55_cover_is_one_piece_the_nearest_to_any_of_its_figures() -> None:
    spots = [*row(5, 100, 50), (130.0, 50.0)]
    terrain = [
        ground("rocks", name="west", rect=[85, 30, 115, 42]),
        ground("rocks", name="east", rect=[125, 30, 135, 47]),
    ]
    table = Skirmish([men(SQUAD, "Squad", spots)], [foe(120)], terrain)
    table.do("Squad", "take_cover")
    assert sum(125 <= x <= 135 and y <= 47 for x, y in table.places("Squad")) >= 1
    assert not [x for x, y in table.places("Squad") if 85 <= x <= 115 and 30 <= y <= 42]


@pytest.mark.parametrize(
    ("result", "before", "after"),
    [
        ("halt", "advance", "hold"),
        ("take_cover", "advance", "hold"),
        ("withdraw", "advance", "hold"),
        ("run", "advance", "hold"),
        ("advance", "hold", "advance"),
        ("advance_to_nearest", "hold", "advance"),
        ("continue", "advance", "advance"),
        ("continue_order", "hold", "hold"),
    ],
)
def test_r56_what_a_result_makes_of_the_order(result: str, before: str, after: str) -> None:
    table = Skirmish([squad(9, order=before)], [foe(120)])
    told = table.do("Squad", result)
    assert ordered(table, "Squad") == after
    assert [event.ruling for event in of(told, OrderSet)] == ["R56"] * (before != after)


def test_r56_its_owner_sets_it_anew_whenever_it_is_commanded() -> None:
    table = Skirmish([squad(9), lieutenant(20, 20)], [foe(150)])
    for answers, kind, to in (
        (["standing_order order_advance"], "advance", None),
        (["standing_order order_withdraw_to", "order_point 100,10"], "withdraw", (100, 10)),
        (["standing_order order_advance_to", "order_point 30,90"], "advance", (30, 90)),
        (["standing_order order_hold"], "hold", None),
        (["standing_order keep"], "hold", None),
    ):
        table.begin(1)
        table.commanded("Squad", "Lieutenant")
        table.phase(Phase.FREE_MOVES, *answers, "move stay")
        order = table["Squad"].order
        assert (ordered(table, "Squad"), (order.x, order.y) if order.to_point else None) == (kind, to)


def test_r56_a_lost_melee_makes_it_hold() -> None:
    table = Skirmish([men(SQUAD, "Squad", [(100, 50)], order="advance")], [men(BAND, "Foe", [(100, 52)])])
    table.phase(Phase.MELEES, dice=[1, 6, 3])
    assert ordered(table, "Squad") == "hold"


@pytest.mark.parametrize(
    ("kind", "order", "behind", "is_fortified"),
    [
        ("wall", "hold", 9, True),
        ("works", "hold", 9, True),
        ("fence", "hold", 9, False),
        ("wall", "advance", 9, False),
        ("wall", "hold", 8, False),
        ("building", "hold", 9, True),
        ("rocks", "hold", 9, False),
    ],
)
def test_r56_fortified(kind: str, order: str, behind: int, is_fortified: bool) -> None:
    edge = row(9, 100, 50)[behind - 1][0] + 1.4
    area = kind in ("building", "rocks")
    piece = (
        ground(kind, rect=[60, 45, 140, 55])
        if area
        else ground(kind, line=[[60, 53], [edge - 1.0 if behind < 9 else edge, 53]])
    )
    table = Skirmish([squad(9, order=order)], [foe(150)], [piece])
    assert fortified(table.battle, table["Squad"], table.battle.members(table["Squad"])) == is_fortified


@pytest.mark.parametrize(("reading", "charges"), [("attackers", True), ("never", False)])
def test_r57_switch_rf0_charge(reading: str, charges: bool) -> None:
    table = Skirmish([men(BAND, "Band", row(9, 100, 50), order="advance")], [foe(70, card=SQUAD)], rf0_charge=reading)
    table.overrule("risk {Band} -1")
    came = table.roll("Band", 3)
    assert (RESULTS[came.result], came.charge) == ("continue_order", charges)
    told = table.phase(Phase.MOVES)
    assert bool(of(told, Charged)) == charges
    assert bool(table.battle.contacts()) == charges
    if charges:
        assert "R57" in came.ruling
        assert "R57" in one(told, Charged).ruling


def test_r57_not_those_on_hold_and_never_on_a_six() -> None:
    for order, die in (("hold", 3), ("advance", 6)):
        table = Skirmish([men(BAND, "Band", row(9, 100, 50), order=order)], [foe(70, card=SQUAD)])
        table.overrule("risk {Band} -1")
        assert not table.roll("Band", die).charge
        table.phase(Phase.MOVES)
        assert not table.battle.contacts()


@pytest.mark.parametrize(("reading", "result"), [("rf0_only", "advance"), ("all_results", "halt")])
def test_r51_switch_fortified(reading: str, result: str) -> None:
    """Warriors in a building, on hold, at a higher Risk Factor."""
    table = Skirmish(
        [men(BAND, "Band", row(9, 100, 50))],
        [foe(75, card=SQUAD)],
        [ground("building", rect=[60, 45, 140, 55])],
        fortified=reading,
    )
    table.overrule("risk {Band} +2")
    table.game.tell(VisibilitySet(table["Band"].id, 60))
    came = table.roll("Band", 6)
    assert (RESULTS[came.result], came.charge) == (result, result == "advance")
    assert ("R51" in came.ruling) == (result == "halt")
    table.phase(Phase.MOVES)
    assert (max(y for _, y in table.places("Band")) > 55) == (result == "advance")


# ---------------------------------------------------------------- command (R31 to R36, R50)


def command_of(table: Skirmish, *answers: str, dice: list[int]) -> list[Event[Any]]:
    return table.phase(Phase.COMMAND, *answers, dice=dice)


def test_r31_one_die_less_once_and_declared_before_the_dice() -> None:
    table = Skirmish([men("captain", "Captain", [(100, 50)]), squad(9, y=40)], [men(BAND, "Foe", [(100, 52)])])
    told = command_of(table, "declare will_fire", "command done", dice=[1, 1, 1])  # in contact and declared: still once
    assert [len(roll.faces) for roll in rolls(told)] == [3]
    assert "R31" in cited(told)
    assert [question.kind for question in table.script.asked] == ["declare", "command"]


def test_r31_who_has_not_declared_may_not_fire() -> None:
    for answer, may in (("will_not_fire", False), ("will_fire", True)):
        table = Skirmish([lieutenant(100, 50)], [foe(70)])
        command_of(table, f"declare {answer}", dice=[1, 1] if may else [1, 1, 1])
        assert (len(table.targets("Lieutenant")) > 1) == may


@pytest.mark.parametrize(("reading", "dice", "shots"), [("true", 3, 9), ("false", 3, 10)])
def test_r31_switch_nco_minus(reading: str, dice: int, shots: int) -> None:
    """A bought NCO who did not declare is not among the shooters; by switch he throws all his dice and shoots."""
    table = Skirmish([squad(10), lieutenant(100, 40)], [foe(100)], nco_minus=reading)
    told = command_of(
        table,
        "declare will_not_fire",
        "command link:{Squad.first}",
        "command group:{Squad}",
        dice=[6, 6, 6] + [1] * dice,
    )
    table.game.tell(PointsThrown(0, 0, 0, 0))
    assert len(rolls(told, "NCO")[0].faces) == dice
    table.phase(Phase.ACTIONS, dice=[4, 4])
    told = table.phase(Phase.COMMANDED_FIRE, "fire shoot:{Foe}", dice=[1] * shots)
    assert one(told, Fired).shots == shots


def test_r31_an_nco_who_declares_loses_a_die_and_shoots() -> None:
    table = Skirmish([squad(10), lieutenant(100, 40)], [foe(100)])
    told = command_of(
        table,
        "declare will_not_fire",
        "command link:{Squad.first}:fires",
        "command group:{Squad}",
        dice=[6, 6, 6, 1, 1],
    )
    assert len(rolls(told, "NCO")[0].faces) == 2
    assert rolls(told, "NCO")[0].ruling == "R31"
    table.phase(Phase.ACTIONS, dice=[4, 4])
    assert one(table.phase(Phase.COMMANDED_FIRE, "fire shoot:{Foe}", dice=[1] * 10), Fired).shots == 10


def test_r31_an_nco_in_contact_loses_the_die_too() -> None:
    table = Skirmish(
        [men(SQUAD, "Squad", [(100, 50), (110, 50)]), lieutenant(100, 40)], [men(BAND, "Foe", [(100, 52)])]
    )
    told = command_of(
        table, "declare will_not_fire", "command link:{Squad.first}", "command done", dice=[1, 1, 1, 1, 1]
    )
    assert len(rolls(told, "NCO")[0].faces) == 2


@pytest.mark.parametrize(("reading", "first", "second"), [("one", [4], []), ("class", [4, 4, 4], [1, 1, 1])])
def test_r32_switch_musician_dice(reading: str, first: list[int], second: list[int]) -> None:
    table = Skirmish(
        [
            lieutenant(100, 50),
            men("drummer", "Drummer", [(107, 50)]),
            men("bugler", "Bugler", [(114, 50)]),
            squad(9, y=90),
        ],
        [FAR_OFF],
        musician_dice=reading,
    )
    told = command_of(
        table,
        "declare will_not_fire",
        "command link:{Drummer.first}",
        "command link:{Bugler.first}",
        "command done",
        dice=[1, 1, 1, *first, *second],
    )
    assert [thrown.points for thrown in of(told, PointsThrown)] == [3, sum(first), sum(second)]
    assert "R32" in cited(told)


def test_r32_musicians_pass_commands_on() -> None:
    table = Skirmish([lieutenant(20, 20), men("bugler", "Bugler", [(70, 20)]), squad(3, y=20)], [FAR_OFF])
    assert not in_reach_of(table)
    told = command_of(
        table,
        "declare will_not_fire",
        "command link:{Bugler.first}",
        "command group:{Squad}",
        "command done",
        dice=[3, 3, 3, 1],
    )
    assert one(told, GroupCommanded).left == 6


def in_reach_of(table: Skirmish) -> bool:
    return cost_of(table.battle, Chain(table["Lieutenant"]), table["Squad"]) >= 0


def test_r33_an_nco_not_bought_gives_nothing_and_his_place_is_paid_once() -> None:
    table = Skirmish([squad(10), lieutenant(100, 40)], [FAR_OFF])
    told = command_of(table, "declare will_not_fire", "command group:{Squad}", "command done", dice=[6, 4, 2])
    assert [thrown.points for thrown in of(told, PointsThrown)] == [12]
    assert one(told, GroupCommanded).cost == 10
    table = Skirmish([squad(10), lieutenant(100, 40)], [FAR_OFF])
    told = command_of(
        table,
        "declare will_not_fire",
        "command link:{Squad.first}",
        "command group:{Squad}",
        dice=[6, 4, 2, 1, 1, 1],
    )
    assert (one(told, LinkBought).cost, one(told, GroupCommanded).cost) == (1, 9)
    assert "R33" in cited(told)


def test_r33_an_nco_of_a_group_that_is_bought_throws_his_dice_for_nothing_more() -> None:
    table = Skirmish([squad(10), lieutenant(100, 40)], [FAR_OFF])
    told = command_of(
        table, "declare will_not_fire", "command group:{Squad}", "command link:{Squad.first}", dice=[6, 4, 2, 1, 1, 1]
    )
    assert one(told, LinkBought).cost == 0


def test_r34_one_point_or_one_man_short_and_none_are_commanded() -> None:
    table = Skirmish([squad(10), lieutenant(100, 40)], [FAR_OFF])
    command_of(table, "declare will_not_fire", "command done", dice=[4, 4, 1])
    assert "group:0" not in [option.key() for option in table.script.asked[-1].options]
    spots = [*row(9, 100, 50), (100.0, 92.1)]
    table = Skirmish([men(SQUAD, "Squad", spots), lieutenant(100, 40)], [FAR_OFF])
    command_of(table, "declare will_not_fire", "command done", dice=[6, 6, 6])
    assert "group:0" not in [option.key() for option in table.script.asked[-1].options]


def test_r34_a_whole_platoon_may_be_bought_at_once() -> None:
    table = Skirmish(
        [
            men(SQUAD, "First", row(5, 80, 50), platoon="p"),
            men(SQUAD, "Second", row(5, 120, 50), platoon="p"),
            lieutenant(100, 40),
        ],
        [FAR_OFF],
    )
    told = command_of(table, "declare will_not_fire", "command platoon:0", "command done", dice=[4, 4, 2])
    assert [event.cost for event in of(told, GroupCommanded)] == [5, 5]
    assert "R34" in cited(told)


@pytest.mark.parametrize(
    ("disloyal", "router", "price"), [(False, False, 4), (True, False, 8), (False, True, 8), (True, True, 8)]
)
def test_r35_two_points_never_four(disloyal: bool, router: bool, price: int) -> None:
    held = men("town-militia" if disloyal else RECRUITS, "Squad", row(4, 100, 50))
    table = Skirmish([held, lieutenant(100, 40)], [foe(150)])
    if router:
        table.do("Squad", "run")
        table.stand("Squad", row(4, 100, 50))
    table.begin(1)
    done = [] if disloyal else ["command done"]  # militia have no NCO to ask for more
    told = command_of(table, "declare will_not_fire", "command group:{Squad}", *done, dice=[6, 6, 6])
    bought = one(told, GroupCommanded)
    assert bought.cost == price
    assert ("R35" in bought.ruling) == (price == 8)


@pytest.mark.parametrize(
    ("kind", "x", "may"),
    [
        ("open", 152.0, True),
        ("open", 152.1, False),
        ("woods", 127.0, True),
        ("woods", 127.1, False),
        ("scrub", 127.1, False),
        ("street", 127.1, False),
        ("building", 127.1, False),
        ("crops", 152.0, True),
        ("rocks", 152.0, True),
    ],
)
@pytest.mark.parametrize("at_the_officers_end", [False, True])
def test_r36_enclosed_at_either_end(kind: str, x: float, may: bool, at_the_officers_end: bool) -> None:
    rect = [95, 95, 105, 105] if at_the_officers_end else [x - 5, 95, x + 5, 105]
    table = Skirmish([men(SQUAD, "Squad", [(x, 100)]), lieutenant(100, 100)], [FAR_OFF], [ground(kind, rect=rect)])
    assert in_reach_of(table) == may


def test_r50_loyalty_is_judged_against_whoever_pays() -> None:
    """Loyal to one Lieutenant, not to the other; their own NCO may pay for them all the same."""
    table = Skirmish(
        [
            men(SQUAD, "Squad", row(4, 100, 50), loyal_to=["Smith"]),
            lieutenant(90, 40, "Smith", owner="Smith"),
            lieutenant(110, 40, "Jones", owner="Jones"),
        ],
        [FAR_OFF],
        players=(["Smith", "Jones"], []),
    )
    costs = [cost_of(table.battle, Chain(table[name]), table["Squad"]) for name in ("Smith", "Jones")]
    assert costs == [4, 8]
    chain = Chain(table["Jones"])
    chain.links.append(table["Squad"].first)
    assert cost_of(table.battle, chain, table["Squad"]) == 3  # he himself is paid for
    told = command_of(
        table,
        "declare will_not_fire",
        "command done",
        "declare will_not_fire",
        "command group:{Squad}",
        "command done",
        dice=[4, 4, 4, 4, 2, 2],
    )
    assert "R50" in one(told, GroupCommanded).ruling


# ---------------------------------------------------------------- melee (R37 to R41, R58, R61)


def pair(mine: str = SQUAD, theirs: str = BAND, **settings: Any) -> Skirmish:
    return Skirmish([men(mine, "Squad", [(100, 50)])], [men(theirs, "Foe", [(100, 52)])], **settings)


@pytest.mark.parametrize(
    ("reading", "dice", "result"),
    [("contest", [6, 1, 3], DamageDie.GRAZE), ("lancer_like", [4, 4], DamageDie.KILL), ("lancer_like", [5, 4], None)],
)
def test_r37_switch_melee(reading: str, dice: list[int], result: int | None) -> None:
    table = pair(melee=reading)
    told = table.phase(Phase.MELEES, dice=dice)
    assert [hurt.result for hurt in of(told, Hurt)] == ([] if result is None else [result])
    assert "R37" in cited(told)


def test_r37_modifiers() -> None:
    """Hero +1, raw -1, wounded -1, hard cover that the enemy is outside +1."""
    table = Skirmish([chief(100, 50)], [men(YOUNG, "Foe", [(100, 52)])], [ground("rocks", rect=[80, 40, 120, 51])])
    table.wound("Foe", 0)
    told = table.phase(Phase.MELEES, dice=[1, 5])
    mine, theirs = rolls(told, "Melee")
    assert [entry.add for entry in mine.account] == [3, 1, 1]
    assert [entry.add for entry in theirs.account] == [3, -1, -1]


def test_r37_four_may_fight_one_and_no_more() -> None:
    spots = [(100 + 2 * cos(k * tau / 5), 50 + 2 * sin(k * tau / 5)) for k in range(5)]
    table = Skirmish([men(SQUAD, "Squad", spots)], [men(BAND, "Foe", [(100, 50)])])
    assert len(table.battle.contacts()) == 5
    told = table.phase(Phase.MELEES, dice=[1, 2] * 4)
    assert len(of(told, Fought)) == 4


@pytest.mark.parametrize(("reading", "factor"), [("merged", 4), ("0", 0)])
def test_r38_switch_blank_factor(reading: str, factor: int) -> None:
    table = pair(SEPOYS, blank_factor=reading)
    told = table.phase(Phase.MELEES, dice=[5, 6 if factor else 2])
    assert rolls(told, "Melee")[0].account[0].add == factor


@pytest.mark.parametrize(
    ("card", "damage"),
    [
        (SQUAD, "other"),
        (BAND, "bow-spear"),
        (YOUNG, "other"),
        ("lancer-section", "bow-spear"),
        (ARCHERS, "other"),
        ("civilians", "other"),
    ],
)
def test_r39_the_row_of_a_blow(card: str, damage: str) -> None:
    held = men(card, "Squad", [(100, 50)], **({"petticoats": 0} if card == "civilians" else {}))
    table = Skirmish([held], [men("drummer", "Foe", [(100, 52)])])
    told = table.phase(Phase.MELEES, dice=[6, 1, 1])
    assert [(roll.row, roll.ruling) for roll in rolls(told, "Damage")] == [(damage, "R39")]


def test_r39_a_pistol_strikes_with_gunpowder() -> None:
    assert sheet_as_printed("riskfactor").rules.weapons["pistol"].blow.id == "gunpowder"
    assert sheet_as_printed("riskfactor").rules.weapons["rifle"].blow.id == "other"


@pytest.mark.parametrize(
    ("dice", "loser"),
    [([1, 6, 3], 0), ([6, 1, 4], 1), ([6, 1, 3], -1), ([3, 4], -1)],
)
def test_r40_more_wounds_and_kills_lose_and_grazes_decide_nothing(dice: list[int], loser: int) -> None:
    table = pair()
    told = table.phase(Phase.MELEES, dice=dice)
    assert one(told, MeleeEnded).loser == loser
    retreats = [event.group for event in of(told, Retreated)]
    assert retreats == ([] if loser < 0 else [loser])
    assert bool(table.battle.contacts()) == (loser < 0)
    if loser >= 0:
        assert "R40" in cited(told)
        name = ("Squad", "Foe")[loser]
        assert dist(table.places(name)[0], [(100, 50), (100, 52)][loser]) == near(20)  # wounded: a full move of his
        assert table.places(("Foe", "Squad")[loser]) == [[(100, 52)], [(100, 50)]][loser]  # nobody pursues


def test_r40_every_group_linked_by_contact_retreats() -> None:
    table = Skirmish(
        [men(SQUAD, "One", [(100, 50)]), men(RECRUITS, "Two", [(106, 50)])],
        [men(BAND, "Foe", [(100, 52), (106, 52)])],
    )
    told = table.phase(Phase.MELEES, dice=[1, 6, 3, 3, 3])
    assert one(told, MeleeEnded).suffered == [1, 0]
    assert {table.battle.groups[event.group].name for event in of(told, Retreated)} == {"One", "Two"}


def test_r40_who_cannot_move_away_stays_locked() -> None:
    """A rider in a corner of buildings."""
    walls = [
        ground("building", name="a", rect=[60, 40, 98.9, 60]),
        ground("building", name="b", rect=[101.1, 40, 140, 60]),
        ground("building", name="c", rect=[98.9, 40, 101.1, 49.0]),
    ]
    table = Skirmish([men("lancer-section", "Squad", [(100, 50)])], [men(BAND, "Foe", [(100, 52)])], walls)
    told = table.phase(Phase.MELEES, dice=[1, 6, 3])
    assert one(told, MeleeEnded).loser == 0
    assert table.battle.contacts()
    assert not of(told, Retreated)


@pytest.mark.parametrize(
    ("result", "italic", "leaves"),
    [
        ("run", False, True),
        ("withdraw", False, True),
        ("take_cover", False, True),
        ("take_cover", True, False),
        ("halt", True, False),
        ("continue", True, False),
        ("advance", True, False),
        ("continue_order", False, False),
        ("advance_to_nearest", False, False),
    ],
)
def test_r41_a_plain_result_leaves_a_melee_and_nothing_else_does(result: str, italic: bool, leaves: bool) -> None:
    table = pair()
    told = table.do("Squad", result, charge=italic, dice=[3, 4] if leaves else [])
    assert bool(of(told, BrokeOff)) == leaves
    assert bool(table.battle.contacts()) != leaves
    assert ("R41" in cited(told)) == leaves


def test_r41_each_toucher_strikes_once_ties_escape_and_the_leaver_hurts_nobody() -> None:
    table = Skirmish(
        [men(SQUAD, "Squad", [(100, 50), (110, 50)])],
        [men(BAND, "Foe", [(100, 52), (98, 50), (110, 52)])],
    )
    told = table.do("Squad", "run", dice=[6, 1, 6, 1, 1])
    # the first strikes and kills; the second has nobody left to strike at; the third loses
    came = [(fought.mine - table["Foe"].first, fought.damage) for fought in of(told, Fought)]
    assert came == [(0, DamageDie.KILL), (2, -1)]
    assert all(hurt.figure < table["Foe"].first for hurt in of(told, Hurt))


def test_r41_a_commanded_group_may_be_ordered_out() -> None:
    table = Skirmish([men(SQUAD, "Squad", [(100, 50)]), lieutenant(20, 20)], [men(BAND, "Foe", [(100, 52)])])
    table.commanded("Squad", "Lieutenant")
    assert table.may("Squad") == ["stay", "break_off"]
    told = table.phase(Phase.FREE_MOVES, "standing_order keep", "move break_off", "march 100,40,100,40,0", dice=[3, 4])
    assert table.places("Squad") == [(near(100), near(40))]
    assert "R41" in cited(told)


@pytest.mark.parametrize(("reading", "target"), [("no", "Far"), ("yes", "Near")])
def test_r42_switch_fire_into_melee(reading: str, target: str) -> None:
    table = Skirmish(
        [squad(8), men(SQUAD, "Fighting", [(150, 80)])],
        [men(BAND, "Near", [(150, 82), (100, 82)]), men(BAND, "Far", row(3, 90, 130))],
        fire_into_melee=reading,
    )
    told = table.phase(Phase.UNCOMMANDED_FIRE, dice=[1] * 4)
    fired = one(told, Fired)
    assert table.battle.groups[fired.target].name == target
    assert ("R42" in fired.ruling) == (reading == "yes")


def test_r42_a_group_in_contact_does_not_shoot_in_either_reading() -> None:
    for reading in ("no", "yes"):
        table = Skirmish(
            [men(SQUAD, "Squad", [(100, 50), (130, 50)])],
            [men(BAND, "Foe", [(100, 52)]), FAR_OFF],
            fire_into_melee=reading,
        )
        assert not of(table.phase(Phase.UNCOMMANDED_FIRE), Fired)


# ---------------------------------------------------------------- sides, end, leaders (R43 to R46, R48, R49, R58, R59)


def fresh(side1: list[Men], side2: list[Men], **settings: Any) -> tuple[Game[RiskBattle], Script, Scripted]:
    """A battle that has not begun: nobody is deployed."""
    setup = set_up("riskfactor", scenario_text(side1, side2, **settings))
    script, dice = Script(), Scripted([])
    seats = len(setup.seats)
    return setup.game_with([script] * seats, dice, True, [False] * seats), script, dice


@pytest.mark.parametrize(
    ("pc1", "pc2", "named", "dice", "first"),
    [
        (True, False, None, [], 0),
        (False, True, None, [], 1),
        (False, True, 1, [], 1),  # the Player Characters' side, whatever the scenario says
        (True, True, 2, [], 1),
        (False, False, 1, [], 0),
        (True, True, None, [3, 3, 2, 5], 1),
        (False, False, None, [6, 5], 0),
    ],
)
def test_r43_who_goes_first(pc1: bool, pc2: bool, named: int | None, dice: list[int], first: int) -> None:
    game, _, thrown = fresh(
        [squad(9), *([lieutenant(20, 20)] if pc1 else [])], [foe(150), *([chief(20, 190)] if pc2 else [])], first=named
    )
    thrown.known.extend(dice)
    game.play_step()
    assert one(game.log, FirstSideSet).side == first
    assert one(game.log, FirstSideSet).ruling == "R43"
    assert not thrown.left()


def test_r43_melees_are_fought_in_each_sides_turn_and_a_side_without_pcs_has_no_command() -> None:
    table = Skirmish([men(SQUAD, "Squad", [(100, 50)])], [men(BAND, "Foe", [(100, 52)])])
    told = table.turn(dice=[3, 3, 4])
    told += table.turn(dice=[3, 4, 3])
    assert len(of(told, Fought)) == 2
    assert not rolls(told, "Command")
    assert table.battle.turn == 2


@pytest.mark.parametrize(
    ("reading", "objective", "ends"),
    [("none", True, False), ("half", True, True), ("none", False, True)],
)
def test_r44_switch_break_point(reading: str, objective: bool, ends: bool) -> None:
    """Half of a side killed or running; without an objective half is always used."""
    goals = ['[[objectives]]\nkind = "otherwise"\nside = 1'] if objective else []
    table = Skirmish(
        [squad(10)], [foe(120, 10), men(BAND, "Other", row(10, 30, 150))], break_point=reading, objectives=goals
    )
    table.lose("Foe", 9)
    table.begin(2)
    table.game.tell(ActionSet(table["Foe"].id, 0, [], 1, RESULTS.index("run"), False, False, True, -1, "", ()))
    table.game.tell(Ran(table["Foe"].id, ()))
    told = table.phase(Phase.SIDE_ENDS)
    assert bool(of(told, BattleEnded)) == ends
    if ends:
        assert (one(told, BattleEnded).winner, one(told, BattleEnded).ruling) == (0, "R44")


def test_r44_both_at_once_is_a_draw_and_the_last_turn_ends_it() -> None:
    table = Skirmish([squad(10)], [foe(120, 10)], break_point="half")
    table.lose("Squad", 5)
    table.lose("Foe", 5)
    table.begin(2)
    assert one(table.phase(Phase.SIDE_ENDS), BattleEnded).winner == -1
    table = Skirmish([squad(10)], [foe(120, 10)], turns=2, objectives=['[[objectives]]\nkind = "otherwise"\nside = 2'])
    table.begin(2)
    assert not of(table.phase(Phase.SIDE_ENDS), BattleEnded)
    table.begin(2, 2)
    assert one(table.phase(Phase.SIDE_ENDS), BattleEnded).winner == 1


@pytest.mark.parametrize(("x", "with_it"), [(110.0, True), (110.1, False)])
def test_r45_a_leader_is_hit_with_the_nearest_group_within_five_cm(x: float, with_it: bool) -> None:
    table = Skirmish([squad(4), lieutenant(20, 20)], [men(BAND, "Foe", row(3, 100, 92)), chief(x, 92)])
    table.commanded("Squad", "Lieutenant")
    assert table.targets("Squad") == ["hold_fire", "shoot:Foe"] + ([] if with_it else ["shoot:Chief"])
    told = table.phase(Phase.COMMANDED_FIRE, "fire shoot:{Foe}", dice=[8, 1, 1, 1, 1, 6])
    assert [roll.sides for roll in rolls(told, "Who")] == [3 + with_it]


def test_r45_uncommanded_fire_at_a_leader_in_front_of_his_men_is_fire_at_all_of_them() -> None:
    table = Skirmish([squad(4)], [men(BAND, "Foe", row(3, 100, 92)), chief(100, 86)])
    told = table.phase(Phase.UNCOMMANDED_FIRE, dice=[8, 1, 3, 6])
    assert one(told, Fired).target == table["Foe"].id
    assert one(told, Hurt).figure == table["Chief"].first
    assert "R45" in one(told, Hurt).ruling
    table.stand("Foe", row(3, 100, 110))
    table = Skirmish([squad(4)], [men(BAND, "Foe", row(3, 100, 110)), chief(100, 86)])
    assert one(table.phase(Phase.UNCOMMANDED_FIRE, dice=[1, 1]), Fired).target == table["Chief"].id


def test_r45_a_player_character_may_pick_the_leader_out() -> None:
    table = Skirmish([lieutenant(100, 70)], [men(BAND, "Foe", row(3, 100, 92)), chief(100, 87)])
    table["Lieutenant"].declared = True
    assert f"shoot_figure:{table['Chief'].first}" in table.targets("Lieutenant")


def test_r46_the_weapon_most_of_them_carry_ready() -> None:
    tables = {id: card.table for id, card in sheet_as_printed("riskfactor").cards.items() if not card.leader}
    long_range = {id for id, table in tables.items() if table == ActionsTable.FIREARMS}
    assert long_range == {
        SQUAD,
        RECRUITS,
        SEPOYS,
        "naval-landing-party",
        "lancer-section",
        "mounted-infantry",
        "town-militia",
        MUSKETS,
        ARCHERS,
    }
    assert {id for id, table in tables.items() if table == ActionsTable.MELEE} == {BAND, YOUNG, HORSE, "civilians"}
    for card, name in ((ARCHERS, "actions-firearms"), (BAND, "actions-melee")):
        table = Skirmish([squad(9, card=card)], [foe(150)])
        assert rolls(table.phase(Phase.ACTIONS, dice=[3]))[0].table == name


def test_r48_at_the_nearest_enemy_in_sight_or_not_at_all() -> None:
    """Warriors whose spears do not reach the nearest, a drummer; nor anybody behind him."""
    table = Skirmish(
        [men(MUSKETS, "Muskets", row(12, 100, 10))],
        [men(SQUAD, "Near", row(3, 40, 140)), men(SQUAD, "Far", row(3, 100, 135.5))],
    )
    assert not of(table.phase(Phase.UNCOMMANDED_FIRE), Fired)  # 123.5 cm
    table.stand("Far", row(3, 100, 130))
    told = table.phase(Phase.UNCOMMANDED_FIRE, dice=[1] * 6)
    assert one(told, Fired).target == table["Far"].id
    assert "R48" in one(told, Fired).ruling


def test_r48_a_hidden_enemy_is_passed_over() -> None:
    table = Skirmish(
        [squad(4)], [men(BAND, "Hidden", row(3, 100, 80)), foe(120)], [ground("crops", rect=[80, 78, 120, 90])]
    )
    table.seen_at("Hidden", 10)
    table.stand("Foe", [(140.0, 120.0), *row(8, 160, 123)])
    assert one(table.phase(Phase.UNCOMMANDED_FIRE, dice=[1, 1]), Fired).target == table["Foe"].id


def test_r49_commanded_fire_comes_first_and_losses_count_at_once() -> None:
    table = Skirmish(
        [men(RECRUITS, "Loose", row(4, 60, 50)), squad(4), lieutenant(20, 20)], [men(BAND, "Foe", row(2, 80, 100))]
    )
    table.commanded("Squad", "Lieutenant")
    told = table.phase(Phase.COMMANDED_FIRE, "fire shoot:{Foe}", dice=[8, 8, 8, 8, 1, 6, 6])
    told += table.phase(Phase.UNCOMMANDED_FIRE)
    assert [fired.group for fired in of(told, Fired)] == [table["Squad"].id]
    assert not table["Foe"].on_table()


def test_r58_pairs_and_parting_blows_go_to_the_first_in_the_roster() -> None:
    """One man against two who touch him: nobody is asked."""
    table = Skirmish([men(SQUAD, "Squad", [(100, 50)])], [men(BAND, "Foe", [(101, 50 + sqrt(3)), (99, 50 + sqrt(3))])])
    told = table.phase(Phase.MELEES, dice=[3, 4])
    assert one(told, Fought).theirs == table["Foe"].first
    table = Skirmish([men(SQUAD, "Squad", [(99, 50), (101, 50)])], [men(BAND, "Foe", [(100, 50 + sqrt(3))])])
    told = table.do("Squad", "run", dice=[3, 4])
    assert one(told, Fought).theirs == table["Squad"].first


def test_r58_where_there_are_players_they_choose() -> None:
    table = Skirmish(
        [men(SQUAD, "Squad", [(100, 50)]), lieutenant(20, 20)],
        [men(BAND, "Foe", [(101, 50 + sqrt(3)), (99, 50 + sqrt(3))])],
    )
    second = table["Foe"].first + 1
    told = table.phase(Phase.MELEES, f"pair against:0:{second}", dice=[3, 4])
    assert one(told, Fought).theirs == second
    table = Skirmish(
        [men(SQUAD, "Squad", [(99, 50), (101, 50)])], [men(BAND, "Foe", [(100, 50 + sqrt(3))]), chief(20, 190)]
    )
    told = table.do("Squad", "run", "parting_blow against:{Foe.first}:1", dice=[3, 4])
    assert one(told, Fought).theirs == 1


def test_r59_the_side_that_moves_second_deploys_first_inside_its_zone() -> None:
    game, script, _ = fresh(
        [squad(10), lieutenant(20, 20)],
        [men(BAND, "Band", row(20, 100, 150)), chief(20, 190)],
        zones=[[0, 0, 200, 30], [0, 150, 200, 200]],
        first=1,
    )
    script.lines = ["deploy 100,160,10", "deploy 20,190,1", "deploy 100,20,5", "deploy 20,20,1"]
    while game.battle.to_deploy or game.battle.first_side < 0:
        game.play_step()
    assert [game.battle.groups[event.group].name for event in of(game.log, Deployed)] == [
        "Band",
        "Chief",
        "Squad",
        "Lieutenant",
    ]
    assert [event.facing for event in of(game.log, Deployed)] == [180, 180, 0, 0]
    assert one(game.log, SideBegan).side == 0
    for group in game.battle.groups:
        spots = [(game.battle.figures.x[f], game.battle.figures.y[f]) for f in game.battle.members(group)]
        for spot in spots:
            others = [dist(spot, other) - 2 for other in spots if other != spot]
            assert not others or min(others) <= 5


def test_r59_outside_its_zone_nobody_deploys() -> None:
    game, script, _ = fresh([squad(10), lieutenant(20, 20)], [foe(150)], zones=[[0, 0, 200, 30], [0, 150, 200, 200]])
    script.lines = ["deploy 100,40,10"]
    game.play_step()  # who goes first
    game.play_step()  # the other side stands where its tables put it
    with pytest.raises(AssertionError, match="inside its deployment zone"):
        game.play_step()


# ---------------------------------------------------------------- sight (R60, R62)


def test_r60_figures_do_not_hide_each_other_but_terrain_does() -> None:
    between = men(RECRUITS, "Between", row(20, 100, 70, 2.0))
    table = Skirmish([men(SQUAD, "Squad", [(100, 50)]), between], [foe(120)])
    assert table.sees("Squad") == {"Foe"}
    wood = ground("woods", rect=[60, 80, 140, 90])
    table = Skirmish([men(SQUAD, "Squad", [(100, 50)])], [foe(120)], [wood])
    assert table.sees("Squad") == set()


@pytest.mark.parametrize(("mine", "hill", "seen"), [(50.0, (75, 95), False), (80.0, (75, 95), True)])
def test_r60_a_hill_above_both_blocks(mine: float, hill: tuple[float, float], seen: bool) -> None:
    crest = ground("hill", level=1, rect=[60, hill[0], 140, hill[1]])
    table = Skirmish([men(SQUAD, "Squad", [(100, mine)])], [foe(120)], [crest])
    assert (table.sees("Squad") == {"Foe"}) == seen
    assert (table.sees("Foe") == {"Squad"}) == seen


@pytest.mark.parametrize(("y", "seen"), [(79.0, True), (78.9, False)])
def test_r60_from_deeper_than_ten_cm_nobody_looks_out(y: float, seen: bool) -> None:
    table = Skirmish([men(SQUAD, "Squad", [(100, y)])], [foe(120)], [ground("woods", rect=[60, 40, 140, 90])])
    assert (table.sees("Squad") == {"Foe"}) == seen


@pytest.mark.parametrize(("wood", "seen"), [(20.0, True), (20.1, False)])
def test_r60_nobody_looks_through_more_than_twenty_cm_of_wood(wood: float, seen: bool) -> None:
    """Two cm from the western edge of the wood, having fired; from the south the line runs through all of it."""
    table = Skirmish(
        [men(SQUAD, "Squad", [(100, 50)])],
        [men(BAND, "Foe", [(100, 120)])],
        [ground("woods", rect=[97, 119 - wood, 140, 160])],
    )
    table["Foe"].fired = True
    assert (table.sees("Squad") == {"Foe"}) == seen


def test_r60_the_wood_at_both_ends_counts_in_all() -> None:
    """Eight cm of the one and thirteen of the other, which the man himself looks over at its near edge."""
    for far, seen in ((12.0, True), (12.1, False)):
        table = Skirmish(
            [men(SQUAD, "Squad", [(100, 50)])],
            [men(BAND, "Foe", [(100, 120)])],
            [ground("woods", rect=[60, 20, 140, 59]), ground("crops", rect=[97, 119 - far, 140, 160])],
        )
        table["Foe"].fired = True
        assert (table.sees("Squad") == {"Foe"}) == seen


def test_r62_who_touches_an_enemy_sees_him() -> None:
    """At the edge of a wood, before any die has been thrown for the men in it."""
    table = Skirmish(
        [men(SQUAD, "Squad", [(100, 50)])],
        [men(BAND, "Foe", [(100, 52)])],
        [ground("woods", rect=[60, 51, 140, 90])],
        first=2,
    )
    assert table["Foe"].visibility == 0
    assert table.sees("Squad") == {"Foe"}
    told = table.phase(Phase.MELEES, dice=[6, 1, 3])
    assert of(told, Retreated)
    assert table.places("Squad") == [
        (near(100), near(30))
    ]  # straight away from whom it fights, at the pace of a wounded man
    table.stand("Squad", [(100, 49.5)])
    assert table.sees("Squad") == set()


# ---------------------------------------------------------------- barriers, leaders who go along, fog (R61, R63, R64)


@pytest.mark.parametrize(("gap", "touch"), [(2.0, True), (2.1, False)])
def test_r61_across_a_low_barrier_two_cm_are_touch(gap: float, touch: bool) -> None:
    table = Skirmish(
        [men(SQUAD, "Squad", [(100, 50)])],
        [men(BAND, "Foe", [(100, 52 + gap)])],
        [ground("wall", line=[[60, 52], [140, 52]])],
    )
    assert bool(table.battle.contacts()) == touch
    table = Skirmish([men(SQUAD, "Squad", [(100, 50)])], [men(BAND, "Foe", [(100, 52 + gap)])])
    assert not table.battle.contacts()


def test_r61_the_point_for_defending_is_the_side_s_that_did_not_charge() -> None:
    wall = ground("wall", line=[[60, 52], [140, 52]])
    table = Skirmish(
        [men(BAND, "Band", row(5, 100, 65), facing=180)], [men(SQUAD, "Squad", row(5, 100, 50), facing=0)], [wall]
    )
    table.do("Band", "advance", charge=True)
    contacts = table.battle.contacts()
    assert contacts
    pairs = len({mine for mine, _ in contacts})
    told = table.phase(Phase.MELEES, dice=[3, 1] * pairs)
    for mine, theirs in zip(rolls(told, "Melee")[::2], rolls(told, "Melee")[1::2]):
        assert "R61" not in [entry.ruling for entry in mine.account]
        assert (1, "R61") in [(entry.add, entry.ruling) for entry in theirs.account]


def test_r63_a_leader_goes_along_and_shares_what_becomes_of_the_group() -> None:
    table = Skirmish(
        [men(BAND, "Band", row(9, 100, 50)), men("drummer", "Drummer", [(100, 46)])], [foe(120, card=SQUAD)]
    )
    table.wound("Band", *range(8))
    told = table.phase(Phase.ACTIONS, dice=[1])
    assert [RESULTS[event.result] for event in of(told, ActionSet)] == ["run", "run"]
    told = table.phase(Phase.MOVES)
    assert len(of(told, Moved)) == 1
    assert "R63" in cited(told)
    assert table.places("Drummer")[0][1] == near(21)
    assert [table["Band"].router, table["Drummer"].router] == [True, True]


def test_r63_in_a_charge_too() -> None:
    table = Skirmish(
        [men(BAND, "Band", row(3, 100, 50)), men("drummer", "Drummer", [(106, 50)])], [foe(68, card=SQUAD)]
    )
    table.overrule("risk {Band} +1")
    table.phase(Phase.ACTIONS, dice=[6])
    told = table.phase(Phase.MOVES)
    assert {event.group for event in of(told, Charged)} == {table["Band"].id, table["Drummer"].id}
    assert dist(table.places("Drummer")[0], (106, 50)) > 5
    assert ordered(table, "Drummer") == "advance"


def test_r63_a_leader_in_contact_breaks_off_by_himself() -> None:
    table = Skirmish(
        [men(SQUAD, "Squad", row(5, 100, 50)), men("drummer", "Drummer", [(100, 54)])],
        [men(BAND, "Foe", [(100, 56)])],
    )
    table.wound("Squad", 0, 1, 2, 3)
    told = table.phase(Phase.ACTIONS, dice=[1])
    told = table.phase(Phase.MOVES, dice=[1, 6])
    assert [table.battle.groups[event.group].name for event in of(told, BrokeOff)] == ["Drummer"]
    assert not table.battle.contacts()
    assert table["Drummer"].router


def test_r63_leaders_retreat_with_their_group() -> None:
    table = Skirmish(
        [men(SQUAD, "Squad", [(100, 50)]), men("drummer", "Drummer", [(100, 46)])], [men(BAND, "Foe", [(100, 52)])]
    )
    told = table.phase(Phase.MELEES, dice=[1, 6, 3])
    assert {table.battle.groups[event.group].name for event in of(told, Retreated)} == {"Squad", "Drummer"}


def test_r64_under_fog_a_leader_has_a_visibility_die_of_his_own() -> None:
    for fog, dice in (("off", [3]), ("on", [3, 4])):
        table = Skirmish([squad(9)], [foe(140), chief(100, 148)], [ground("woods", rect=[60, 130, 140, 190])], fog=fog)
        table.phase(Phase.VISIBILITY, dice=dice)
        assert [table["Foe"].visibility, table["Chief"].visibility] == [10 * dice[0], 10 * dice[-1]]


# ---------------------------------------------------------------- NCOs by themselves, officers alone (R20, R33, R45)


def squad_with_its_nco_at(x: float, **more: Any) -> Skirmish:
    """A squad of eight at which ten others shoot from 40 cm; its NCO stands to the west of it."""
    spots = [(x, 92.0), *row(7, 100, 92)]
    table = Skirmish(
        [men(SQUAD, "Firers", row(10, 100, 50)), lieutenant(20, 20)], [men(RECRUITS, "Squad", spots)], **more
    )
    table.commanded("Firers", "Lieutenant")
    return table


@pytest.mark.parametrize(("x", "found"), [(84.0, 8), (83.9, 7)])
def test_r45_an_nco_beyond_five_cm_is_not_among_his_squads_casualties(x: float, found: int) -> None:
    """Five cm, from edge to edge, from the westernmost man at 91."""
    table = squad_with_its_nco_at(x)
    nco = table["Squad"].first
    assert (f"shoot_figure:{nco}" in table.targets("Firers")) == (found == 7)
    told = table.phase(Phase.COMMANDED_FIRE, "fire shoot:{Squad}", dice=[8, *[1] * 9, found, 1])
    assert one(told, Hurt).figure == table["Squad"].first + 7
    assert rolls(told, "Who is hit")[0].sides == found


def test_r45_nor_is_the_range_measured_to_him() -> None:
    spots = [(100.0, 70.0), *row(7, 100, 92)]
    table = Skirmish([men(SQUAD, "Firers", row(10, 100, 50)), lieutenant(20, 20)], [men(RECRUITS, "Squad", spots)])
    table.commanded("Firers", "Lieutenant")
    told = table.phase(Phase.COMMANDED_FIRE, "fire shoot:{Squad}", dice=[1] * 10)
    assert one(told, Fired).cm == pytest.approx(40, abs=0.1)


def test_r45_he_is_a_target_by_himself() -> None:
    table = squad_with_its_nco_at(80)
    nco = table["Squad"].first
    told = table.phase(Phase.COMMANDED_FIRE, f"fire shoot_figure:{nco}", dice=[8, *[1] * 9, 6])
    assert one(told, Fired).figure == nco
    assert one(told, Hurt).figure == nco
    assert "R45" in cited(told)


def test_r45_uncommanded_fire_at_the_nearest_finds_him_alone() -> None:
    spots = [(100.0, 70.0), *row(7, 100, 92)]
    table = Skirmish([men(SQUAD, "Firers", row(10, 100, 50))], [men(RECRUITS, "Squad", spots)])
    told = table.phase(Phase.UNCOMMANDED_FIRE, dice=[8, 1, 1, 1, 1, 6])
    assert (one(told, Fired).figure, one(told, Hurt).figure) == (table["Squad"].first, table["Squad"].first)


def test_r45_an_nco_close_to_another_group_is_hit_with_that() -> None:
    others = men(RECRUITS, "Others", row(4, 76, 92))
    table = Skirmish(
        [men(SQUAD, "Firers", row(10, 80, 50)), lieutenant(20, 20)],
        [men(RECRUITS, "Squad", [(84.0, 92.0), *row(7, 110, 92)]), others],
    )
    table.commanded("Firers", "Lieutenant")
    told = table.phase(Phase.COMMANDED_FIRE, "fire shoot:{Others}", dice=[8, *[1] * 9, 1, 1])
    assert one(told, Hurt).figure == table["Squad"].first  # who stands first in the roster of the five


def test_r45_the_last_nco_is_his_group() -> None:
    table = squad_with_its_nco_at(84)
    table.lose("Squad", 7)
    assert table.targets("Firers") == ["hold_fire", "shoot:Squad"]


def test_r33_an_nco_of_one_chain_is_paid_for_in_another() -> None:
    """Smith commands the NCO; Jones, who buys the squad, pays for all four of it."""
    officers = [lieutenant(90, 40, "Smith", owner="Smith"), lieutenant(110, 40, "Jones", owner="Jones")]
    table = Skirmish([squad(4), *officers], [FAR_OFF], players=(["Smith", "Jones"], []))
    told = command_of(
        table,
        "declare will_not_fire",
        "command link:{Squad.first}",
        "command done",
        "declare will_not_fire",
        "command group:{Squad}",
        dice=[1, 1, 1, 1, 1, 1, 2, 1, 1],
    )
    assert [(bought.cost, bought.left) for bought in of(told, GroupCommanded)] == [(4, 0)]


@pytest.mark.parametrize(("role", "shots"), [("officer", 1), ("pc", 0)])
@pytest.mark.parametrize("loaded", [True, False])
def test_r20_an_officer_alone_is_not_held_to_the_half_move_of_commanded_men(
    role: str, shots: int, loaded: bool
) -> None:
    """With a rifle, which a commanded man fires after half a move at most."""
    officer = men("lieutenant", "Officer", [(100, 50)], role=role, ranged="rifle", load="muzzle")
    table = Skirmish([squad(y=20), officer, chief(150, 20, owner="Other")], [foe(90)], players=(["Red", "Other"], []))
    table["Officer"].loaded = loaded
    table["Officer"].declared = True
    table.moved("Officer")
    told = table.phase(Phase.COMMANDED_FIRE if role == "pc" else Phase.UNCOMMANDED_FIRE, dice=[1] * 6 * shots)
    assert len([fired for fired in of(told, Fired) if fired.group == table["Officer"].id]) == shots


def test_r49_an_officer_who_is_commanded_shoots_at_the_group_his_player_names() -> None:
    officer = men("lieutenant", "Officer", [(100, 50)], role="officer", ranged="rifle", load="breech")
    table = Skirmish(
        [officer, lieutenant(20, 20)], [foe(90), men(BAND, "Others", row(3, 140, 100)), men(BAND, "Far", [(10, 190)])]
    )
    table.commanded("Officer", "Lieutenant")
    assert table.targets("Officer") == ["hold_fire", "shoot:Foe", "shoot:Others", "shoot:Far"]
    told = table.phase(Phase.COMMANDED_FIRE, "fire shoot:{Others}", dice=[1])
    assert one(told, Fired).target == table["Others"].id


# ---------------------------------------------------------------- advances and cover (R66, R67)

HILL = ground("hill", level=1, rect=[0, 90, 200, 110])


def goal(kind: str, **more: object) -> str:
    return "\n".join(["[[objectives]]", f'kind = "{kind}"', "side = 1", *[f"{k} = {toml(v)}" for k, v in more.items()]])


def advancing(objectives: list[str], spot: tuple[float, float] = (100, 50), facing: float = 0.0) -> Skirmish:
    """One man ordered to advance, a hill between him and the enemy, and a hut in the east."""
    hut = ground("building", "the hut", rect=[150, 40, 160, 60])
    mine = men(BAND, "Band", [spot], facing=facing, order="advance")
    return Skirmish([mine], [foe(150)], [HILL, hut], objectives=objectives)


@pytest.mark.parametrize(
    ("objectives", "facing", "there"),
    [
        ([], 0.0, (100, 75)),
        ([], 90.0, (125, 50)),  # to its front, wherever that is
        ([goal("no-enemy-left")], 0.0, (100, 75)),  # no place
        ([goal("figures-beyond", beyond="south", y=30, figures=1)], 0.0, (100, 29)),
        ([goal("figures-beyond", beyond="north", y=60, figures=1)], 180.0, (100, 61)),
        ([goal("hold-buildings", terrain=["the hut"], hold=1, unhurt=0, per_civilian=0)], 0.0, (125, 50)),
    ],
)
def test_r66_an_advance_without_an_enemy_in_sight_goes_on(
    objectives: list[str], facing: float, there: tuple[float, float]
) -> None:
    table = advancing(objectives, facing=facing)
    assert table.sees("Band") == set()
    told = table.do("Band", "continue_order")
    assert table.places("Band") == [(near(there[0]), near(there[1]))]
    assert "R66" in cited(told)


def test_r66_to_the_tables_edge_at_most_and_at_the_objective_they_stay() -> None:
    table = advancing([], spot=(190, 50), facing=90.0)
    table.do("Band", "continue_order")
    assert table.places("Band") == [(near(199), near(50))]
    table.do("Band", "continue_order")
    assert table.places("Band") == [(near(199), near(50))]
    table = advancing([goal("figures-beyond", beyond="north", y=49, figures=1)])
    table.do("Band", "continue_order")
    assert table.places("Band") == [(100, 50)]


def test_r66_as_soon_as_an_enemy_is_in_sight_they_advance_on_him() -> None:
    table = advancing([goal("figures-beyond", beyond="south", y=30, figures=1)])
    table.stand("Foe", [(60, 50), *row(8, 30, 50)])
    told = table.do("Band", "continue_order")
    assert table.places("Band") == [(near(75), near(50))]
    assert "R66" not in cited(told)


def cover_for(scrubs: list[list[float]], foes: list[tuple[float, float]], **settings: Any) -> Skirmish:
    return Skirmish(
        [men(SQUAD, "Squad", [(100, 50)])],
        [men(BAND, "Foe", foes)],
        [ground("scrub", rect=rect) for rect in scrubs],
        **settings,
    )


@pytest.mark.parametrize(("reading", "there"), [("nearest", (100, 60)), ("never_nearer", (100, 38))])
def test_r67_switch_cover_toward(reading: str, there: tuple[float, float]) -> None:
    """Scrub 9 cm to the front, toward the enemy, and more of it 11 cm behind."""
    table = cover_for([[96, 60, 104, 70], [80, 20, 120, 38]], [(150, 110)], cover_toward=reading)
    told = table.do("Squad", "take_cover")
    assert table.places("Squad")[0][1] == pytest.approx(there[1], abs=3)
    assert "R67" in cited(told)


@pytest.mark.parametrize("foe_at", [(100.0, 57.0), (104.0, 56.0), (100.0, 59.0)])
def test_r67_a_way_that_an_enemy_bars_or_that_leads_past_him_is_none(foe_at: tuple[float, float]) -> None:
    """Then away from all enemies, though there is more scrub in reach, farther off than the first."""
    table = cover_for([[80, 61, 120, 75], [112, 40, 125, 48]], [foe_at])
    table.do("Squad", "take_cover")
    x, y = table.places("Squad")[0]
    assert dist((x, y), (100, 50)) == near(25)
    assert dist((x, y), foe_at) == near(25 + dist(foe_at, (100, 50)))


def test_r67_an_enemy_who_stands_aside_bars_nothing() -> None:
    table = cover_for([[80, 61, 120, 75]], [(112.0, 56.0)])
    table.do("Squad", "take_cover")
    assert table.places("Squad") == [(pytest.approx(100, abs=2), pytest.approx(61, abs=2))]


def test_r67_nobody_withdraws_past_an_enemy() -> None:
    """The scrub behind the enemy is farther from him than the squad is now, and nearer than any other."""
    table = cover_for([[80, 64, 120, 84]], [(100.0, 56.0)])
    table.do("Squad", "withdraw")
    assert table.places("Squad") == [(near(100), near(25))]


# ---------------------------------------------------------------- nothing is missing


def names_here() -> list[str]:
    tree = ast.parse(Path(__file__).read_text(encoding="utf-8"))
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_r")]


def two_characters(owners: tuple[str, str], players: list[str]) -> Skirmish:
    one, other = lieutenant(90, 40, "Smith", owner=owners[0]), lieutenant(110, 40, "Jones", owner=owners[1])
    return Skirmish([squad(), one, other], [FAR_OFF], players=(players, []))


def test_r65_a_second_character_of_a_player_is_refused() -> None:
    said = r"Jones would be a second Player Character of Ann, besides Smith: expected one for each player\."
    with pytest.raises(Refused, match=said):
        two_characters(("Ann", "Ann"), ["Ann", "Bob"])
    with pytest.raises(Refused, match="a second Player Character of Red, besides Smith"):
        two_characters(("", ""), [])
    two_characters(("Ann", "Bob"), ["Ann", "Bob"])
    two_characters(("", ""), ["tables"])  # nobody plays that side


def test_r65_nor_does_a_game_master_bring_one_on_while_the_first_is_there() -> None:
    table = Skirmish([squad(), lieutenant(90, 40)], [FAR_OFF])
    with pytest.raises(Refused, match="Lieutenant is that player's Character"):
        table.overrule("add 1 captain 30 30")
    table.overrule("add 2 chief 30 30")  # the other side has no players
    table.lose("Lieutenant", 1)
    table.overrule("add 1 captain 30 40")


def test_r68_units_are_packed_or_the_scenario_is_refused() -> None:
    packed_or_refused("riskfactor")


def test_r68_who_finds_no_room_is_put_at_the_edge() -> None:
    put_at_the_edge("riskfactor")


def test_r68_who_finds_no_room_on_the_whole_table_stays_away() -> None:
    stays_away("riskfactor")


def test_every_ruling_and_every_switch_has_a_test() -> None:
    names = names_here()
    rulings = sheet_as_printed("riskfactor").rulings
    for ruling in rulings.all:
        mine = [name for name in names if name.startswith(f"test_{ruling.id.lower()}_")]
        assert mine, ruling.id
        for switch in ruling.switches:
            assert f"test_{ruling.id.lower()}_switch_{switch.key}" in mine, switch.key
    assert len(rulings.switches) == 24


def test_every_value_of_every_switch_is_tried() -> None:
    """Each test of a switch names all its values."""
    source = Path(__file__).read_text(encoding="utf-8")
    tree = ast.parse(source)
    for ruling in sheet_as_printed("riskfactor").rulings.all:
        for switch in ruling.switches:
            name = f"test_{ruling.id.lower()}_switch_{switch.key}"
            node = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name)
            words = {each.value for each in ast.walk(node) if isinstance(each, ast.Constant)}
            assert set(switch.values) <= words, name
