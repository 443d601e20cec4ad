"""Lancer's registered procedures: worked examples, fractions by hand, switches, refusals, and the table read."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rules.lancer.situation import Table, unit
from tabletop import ground

from playsheet.core.asking import Option, Player, Question, Word
from playsheet.core.dice import Scripted, Seeded, scripted
from playsheet.core.errors import Refused
from playsheet.core.forms import AnyForm, Case, Value
from playsheet.core.game import Game
from playsheet.core.system import System
from playsheet.odds import Odds, exact, in_play
from playsheet.odds.ask import exactly
from playsheet.players.setup import set_up
from playsheet.rules.lancer.battle.events import Activated, FigureLost, Fired, Routed
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.calculator.what_if import shooting_at, what_if
from playsheet.rules.lancer.ground.contact import fall_back_direction
from playsheet.rules.lancer.options.choices import Charge, LeaveMelee, Melee, Move, Rally, Shoot, actions
from playsheet.rules.lancer.system import load
from playsheet.rules.lancer.table.morale import fall_back
from playsheet.rules.lancer.table.shooting import volley_at
from playsheet.rules.lancer.turn import activate

LANCER = load()
RIFLES = LANCER.rules.weapons["rifles"]
F = Fraction


def procedure(id: str, **switches: str) -> AnyForm:
    system = LANCER.configured(switches, "test", []) if switches else LANCER
    return next(known for known in system.forms() if known.id == id)


def resolve(id: str, dice: Scripted, **inputs: Value) -> tuple[Value, ...]:
    """The facts that these dice give; all of them must be used."""
    known = procedure(id)
    facts = known.filled(inputs).run(dice)
    assert dice.left() == 0
    return facts


def odds(id: str, **inputs: Value) -> Odds:
    return exact(procedure(id), inputs)


# ---------------------------------------------------------------- what is registered


def test_the_procedures_in_the_order_of_the_sheet() -> None:
    assert [known.id for known in LANCER.forms()] == [
        "turn-length",
        "move",
        "shoot",
        "casualties",
        "morale",
        "stop-check",
        "charge",
        "melee",
        "parting",
    ]


@pytest.mark.parametrize("known", LANCER.forms(), ids=lambda known: known.id)
def test_each_has_a_table_defaults_and_an_example_that_runs(known: AnyForm) -> None:
    assert known.at in LANCER.sheet.tables
    assert known.title
    assert known.results
    example: dict[str, object] = dict(part.split("=") for part in known.example.split())
    for given in ({}, example):
        assert len(known.filled(given).run(Seeded(1))) == len(known.results)
    for field in known.fields:
        assert field.said
        assert field.read(field.default) == field.default


# ---------------------------------------------------------------- worked examples


def test_example_3_volley() -> None:
    dice = scripted(4, 2, 6, 5, 4, 2, 3, 4, 7)
    facts = resolve("shoot", dice, weapon="rifles", figures=9, target=10, start=10, morale=3)
    assert facts == (2, False, "falls back", 1, 0)
    assert resolve("morale", scripted(4, 2), morale=3) == ("falls back", 8)


def test_example_4_gatling() -> None:
    dice = scripted(1, 6, 1, 2, 3, 5, 2)
    facts = resolve("shoot", dice, weapon="gatling", figures=2, cover="cover", target=10, start=10, morale=4)
    assert facts == (1, True, "held", 1, 0)


def test_example_5_cannon_on_a_general() -> None:
    dice = scripted(4, 6, 3, 5, 6, 5, 6)
    facts = resolve("shoot", dice, weapon="cannon", figures=3, target=5, start=10, morale=5, commanders=1)
    assert facts == (2, False, "held", 0, 1)


def test_example_6_rout() -> None:
    facts = resolve("shoot", scripted(4, 5, 5), figures=2, target=4, start=4, morale=4, room=9)
    assert facts == (1, False, "routed", 0, 0)


def test_example_7_lancers_home() -> None:
    facts = resolve(
        "charge",
        scripted(4, 6, 3, 5, 2, 3, 4),
        kind="horse",
        gap=16,
        lancer=True,
        figures=3,
        melee=4,
        enemies=3,
        enemy_melee=3,
    )
    assert facts == (True, 16, 0, 1, "not hit", False)


def test_example_8_short_charge_and_fire() -> None:
    assert resolve("charge", scripted(2), kind="foot", gap=10) == (False, 8, 0, 0, "not hit", False)
    dice = scripted(6, 4, 3, 5, 1, 2, 4, 1, 10)
    assert resolve("shoot", dice, figures=10, target=10, start=10, morale=3) == (2, False, "held", 1, 0)
    whole = scripted(2, 6, 4, 3, 5, 1, 2, 4, 1, 10)
    facts = resolve("charge", whole, kind="foot", gap=10, reaction="fire", firing=10, unit=10, start=10, morale=3)
    assert facts == (False, 8, 1, 0, "held", False)


def test_example_9_counter_charge() -> None:
    assert resolve("charge", scripted(2), kind="horse", gap=17) == (False, 14, 0, 0, "not hit", False)
    facts = resolve(
        "charge",
        scripted(1, 4, 5, 5, 4),
        kind="horse",
        gap=3,
        figures=2,
        melee=4,
        lancer=True,
        enemy_kind="horse",
        enemies=2,
        enemy_melee=4,
        counter=True,
    )
    assert facts == (True, 3, 1, 1, "not hit", False)
    # the same in one: the Hussars fall short by 3", the Lancers counter-charge
    facts = resolve(
        "charge",
        scripted(2, 1, 4, 5, 5, 4),
        kind="horse",
        gap=17,
        figures=2,
        melee=4,
        enemy_kind="horse",
        enemies=2,
        enemy_melee=4,
        enemy_lancer=True,
        reaction="counter-charge",
    )
    assert facts == (False, 14, 1, 1, "not hit", True)


def test_example_10_parting_blows() -> None:
    assert resolve("parting", scripted(6, 5), strikers=2, melee=5, leaving=2) == (1,)


def test_example_11_stop() -> None:
    assert resolve("stop-check", scripted(5), morale=4, figures=6, start=10, commander=True) == ("held", 0)
    assert resolve("stop-check", scripted(4, 6), morale=4, figures=5, start=10) == ("falls back", 12)


def test_example_13_three_on_one() -> None:
    facts = resolve("melee", scripted(5, 2, 4, 6), attackers=3, attacker_melee=4, defenders=1, defender_melee=5)
    assert facts == (1, 1)


def test_example_14_half_strength_at_once() -> None:
    dice = scripted(4, 1, 2, 4, 5, 3)  # one hit of three, the check held at the rating it had, one man lost
    assert resolve("shoot", dice, weapon="cannon", figures=3, target=6, start=10)[2:4] == ("held", 1)
    assert resolve("stop-check", scripted(4), figures=6, start=10) == ("held", 0)
    assert resolve("stop-check", scripted(4, 1), figures=5, start=10) == ("falls back", 7)


def test_example_15_uphill_foot_against_horse() -> None:
    facts = resolve(
        "melee", scripted(2, 3), attackers=1, defenders=1, attacker_kind="foot", defender_kind="horse", uphill=True
    )
    assert facts == (0, 0)


# ---------------------------------------------------------------- exact results, derived by hand


def test_rifles_hits() -> None:
    # 10 rifles throw 5 dice; 2 faces of 6 hit: C(5,2) (1/3)^2 (2/3)^3 = 10 * 8 / 243
    assert odds("shoot", figures=10).chance(hits=2) == F(80, 243)
    # in cover 1 face of 6: (5/6)^5
    assert odds("shoot", figures=10, cover="cover").chance(hits=0) == F(3125, 7776)
    # 5 dice at 1/3 a hit, each hit at 1/3 a man of Morale 4 (there are more men than hits): 5/9 men
    assert odds("shoot", figures=10, morale=4).mean("lost") == F(5, 9)


def test_gatling_jams() -> None:
    # 3 crew, 6 dice: all but no ones and one one: 1 - (5/6)^6 - 6 (1/6) (5/6)^5 = 1 - 11 * 3125 / 46656
    assert odds("shoot", weapon="gatling", figures=3).chance(jammed=True) == F(12281, 46656)
    # 2 crew, 4 dice at cover: 1 jams, 3 faces miss; no hit and two ones or more: (6*9 + 4*3 + 1) / 1296
    at_cover = odds("shoot", weapon="gatling", figures=2, cover="cover")
    assert at_cover.chance(hits=0, jammed=True) == F(67, 1296)


def test_morale_with_a_commander() -> None:
    # Morale 4, the die less 1: only a 6 fails; then 6 + die >= 9 routs with 3 to 6
    checked = odds("morale", morale=4, commander=True, room=9)
    assert checked.chance(morale="held") == F(5, 6)
    assert checked.chance(morale="routed") == F(1, 6) * F(4, 6)
    assert checked.chance(inches=7) == F(1, 36)
    # Morale 5 with a commander cannot fail (R15); at half strength it is Morale 4 again
    assert odds("morale", morale=5, commander=True).chance(morale="held") == 1
    assert odds("stop-check", morale=5, figures=5, start=10, commander=True).chance(morale="held") == F(5, 6)


def test_casualties_that_find_the_commander() -> None:
    # 5 of 10, Morale 5 - 1, die less 1: a check fails on 6. One failure (10/36) picks the General 1 time in 6,
    # two (1/36) 2 times in 6: 10/36 * 1/6 + 1/36 * 1/3
    found = odds("casualties", hits=2, target=5, start=10, morale=5, commanders=1)
    assert found.chance(commanders_lost=1) == F(1, 18)
    # two failures and two own men: 1/36 * 5/6 * 4/5
    assert found.chance(lost=2) == F(1, 54)


def test_no_losses_beyond_the_last_figure() -> None:
    # One man with a General, Morale 2 less 1 for half strength: each of 2 checks fails with die - 1 > 1, 4 in 6.
    # The first failure takes the man (1/2), and then nobody else falls; else the General, and the second the man.
    found = odds("casualties", hits=2, target=1, start=2, morale=2, commanders=1)
    assert found.chance(lost=1, commanders_lost=1) == F(4, 9) * F(1, 2)
    assert found.chance(lost=1, commanders_lost=0) == F(4, 9) * F(1, 2) + F(4, 9) * F(1, 2)
    assert found.chance(lost=0, commanders_lost=1) == F(4, 9) * F(1, 2)


def test_a_pair_of_lancers_and_militia() -> None:
    # charging lancer Melee 4: die - 1 <= 4, 5 in 6. Militia 3, infantry against cavalry: die + 1 <= 3, 2 in 6.
    pair = odds(
        "melee",
        attackers=1,
        attacker_melee=4,
        attacker_kind="horse",
        defenders=1,
        defender_melee=3,
        lancers_charging=True,
    )
    assert pair.chance(attackers_lost=0, defenders_lost=0) == F(5 * 2 + 1 * 4, 36)
    assert pair.chance(defenders_lost=1) == F(5 * 4, 36)
    assert pair.chance(attackers_lost=1) == F(1 * 2, 36)


def test_three_on_one() -> None:
    # Line 4 on Guard 5: a pair removes the Guard 4/6 * 1/6 = 1/9; he outlives three with (8/9)^3
    assert odds("melee", attackers=3, defenders=1, defender_melee=5).chance(defenders_lost=0) == F(512, 729)


def test_a_charge_gets_home_and_fights() -> None:
    # horse, 12 + die >= 16: 3 in 6; then the one lancer takes his man with 20/36
    charge = odds("charge", kind="horse", gap=16, lancer=True, figures=1, enemies=1, enemy_melee=3)
    assert charge.chance(contact=True) == F(1, 2)
    assert charge.chance(enemies_lost=1) == F(1, 2) * F(20, 36)
    assert charge.chance(contact=False, inches=13) == F(1, 6)


def test_a_whole_volley() -> None:
    # 2 rifles, 1 die: 1/3 hits. Morale 3 fails 1/2; 6 + die >= 9 routs 4/6; else the casualty check fails 1/2.
    chain = odds("shoot", figures=2, morale=3, room=9)
    assert chain.chance(morale="not hit") == F(2, 3)
    assert chain.chance(morale="routed", lost=0) == F(1, 3) * F(1, 2) * F(4, 6)
    assert chain.chance(morale="falls back", lost=1) == F(1, 3) * F(1, 2) * F(2, 6) * F(1, 2)
    assert chain.chance(morale="held", lost=1) == F(1, 3) * F(1, 2) * F(1, 2)


def test_moves_turns_and_blows() -> None:
    assert odds("move", kind="horse").chance(inches=7) == F(6, 36)
    assert odds("move", how="column").mean("inches") == F(13, 2)
    length = odds("turn-length", cards=20)
    assert set(length.marginal("cards_drawn").items()) == {(n, F(1, 21)) for n in range(21)}
    # two blows of Melee 5 at one man: he stands if both show a 6
    assert odds("parting", strikers=2, melee=5, leaving=1).chance(lost=0) == F(1, 36)
    # infantry striking at horse: die + 1 <= 5
    assert odds("parting", strikers=1, melee=5, leaving=1, leaving_kind="horse").chance(lost=1) == F(4, 6)


# ---------------------------------------------------------------- switches


def switched(id: str, switches: dict[str, str], **inputs: Value) -> tuple[Odds, Odds]:
    """By default, and with the switches."""
    return exact(procedure(id), inputs), exact(procedure(id, **switches), inputs)


def test_slash_as_a_range() -> None:
    before, after = switched("shoot", {"slash": "range"}, figures=2)
    assert (before.chance(hits=1), after.chance(hits=1)) == (F(1, 3), F(1, 2))
    for inputs in ({"cover": "cover"}, {"weapon": "gatling", "figures": 1}):
        before, after = switched("shoot", {"slash": "range"}, **inputs)  # type: ignore[arg-type]
        assert before.marginal("hits") == after.marginal("hits")


def test_rifle_rounding() -> None:
    before, after = switched("shoot", {"rifle_rounding": "up"}, figures=9)
    assert (before.mean("hits"), after.mean("hits")) == (F(4, 3), F(5, 3))
    with pytest.raises(Refused, match="throws no dice"):
        odds("shoot", figures=1)
    assert exact(procedure("shoot", rifle_rounding="up"), {"figures": 1}).mean("hits") == F(1, 3)


def test_casualties_one_by_one() -> None:
    # 6 of 10, Morale 4: the second check is at Morale 3 if the first took a man
    before, after = switched("casualties", {"casualty_checks": "sequential"}, hits=2, target=6, start=10)
    assert (before.chance(lost=2), after.chance(lost=2)) == (F(1, 9), F(1, 3) * F(1, 2))
    before, after = switched("shoot", {"casualty_checks": "sequential"}, figures=4, target=6, start=10)
    assert (before.chance(lost=2), after.chance(lost=2)) == (F(1, 9) * F(1, 9), F(1, 9) * F(1, 6))
    # the commander's help ends with him: 1 man of 1, Morale 4; die - 1 > 4, then (he has fallen) die > 4
    _, after = switched("casualties", {"casualty_checks": "sequential"}, hits=2, target=1, start=1, commanders=1)
    assert after.chance(lost=1, commanders_lost=1) == F(1, 6) * F(1, 2) * F(1, 3)


def test_commander_helps_casualties() -> None:
    switches = {"commander_helps_casualties": "false"}
    before, after = switched("casualties", switches, hits=1, commanders=1)
    assert (before.chance(lost=0, commanders_lost=0), after.chance(lost=0, commanders_lost=0)) == (F(5, 6), F(2, 3))


def test_rout_takes_commander() -> None:
    before, after = switched("shoot", {"rout_takes_commander": "false"}, figures=2, commanders=1, room=7)
    routed = before.chance(morale="routed")
    assert routed == after.chance(morale="routed") == F(1, 3) * F(1, 6)
    assert (before.chance(morale="routed", commanders_lost=1), after.chance(morale="routed", commanders_lost=1)) == (
        routed,
        0,
    )


def test_woods_charge() -> None:
    before, after = switched("charge", {"woods_charge": "1d3+6"}, woods=True, gap=8)
    assert (before.chance(contact=True), after.chance(contact=True)) == (0, F(2, 3))
    before, after = switched("move", {"woods_charge": "1d3+6"}, how="woods_charge")
    assert (before.mean("inches"), after.mean("inches")) == (2, 8)


def test_crew_is_infantry() -> None:
    # crew of Melee 3 against horse of 4: 3 in 6 succeed, or 2 in 6 as infantry; horse 4 in 6
    inputs: dict[str, Value] = {
        "attackers": 1,
        "attacker_kind": "gun",
        "attacker_melee": 3,
        "defenders": 1,
        "defender_kind": "horse",
    }
    before, after = switched("melee", {"crew_is_infantry": "true"}, **inputs)
    assert (before.chance(attackers_lost=1), after.chance(attackers_lost=1)) == (F(3 * 4, 36), F(4 * 4, 36))


def test_simultaneous_melee() -> None:
    # three on one: each pair takes its attacker with 10/36, and ends the fight with 1/9 unless all are fought
    before, after = switched(
        "melee", {"melee": "simultaneous"}, attackers=3, attacker_melee=4, defenders=1, defender_melee=5
    )
    each = F(10, 36)
    assert before.mean("attackers_lost") == each * (1 + F(8, 9) + F(64, 81))
    assert after.mean("attackers_lost") == 3 * each
    assert before.chance(defenders_lost=1) == after.chance(defenders_lost=1)


def test_fire_into_melee() -> None:
    with pytest.raises(Refused, match="fire_into_melee"):
        odds("shoot", in_melee=True)
    found = exact(procedure("shoot", fire_into_melee="yes"), {"figures": 2, "in_melee": True})
    assert found.marginal("morale") == {"not hit": F(2, 3), "waits for STOP": F(1, 3)}
    assert found.chance(lost=1) == F(1, 9)


def test_counter_charge() -> None:
    # a lancer counter-charges an infantryman: by default that man attacks, and the lance counts for nothing
    inputs: dict[str, Value] = {
        "kind": "horse",
        "gap": 1,
        "lancer": True,
        "figures": 1,
        "enemies": 1,
        "enemy_melee": 3,
        "counter": True,
    }
    before, after = switched("charge", {"counter_charge": "reactor_attacks"}, **inputs)
    assert before.chance(enemies_lost=1) == F(4 * 4, 36)  # the man fails with 3, 4, 5, 6; the lancer succeeds in 4
    assert after.chance(enemies_lost=1) == F(5 * 4, 36)


# ---------------------------------------------------------------- what cannot be


@pytest.mark.parametrize(
    ("id", "inputs", "says"),
    [
        ("shoot", {"target": 11, "start": 10}, "cannot have started with 10"),
        ("shoot", {"figures": 1}, "1 with rifles throws no dice: expected 2 or more."),
        ("shoot", {"figures": 61}, "figures: expected a whole number from 1 to 60, got '61'."),
        ("shoot", {"weapon": "musket"}, "weapon: expected one of rifles, gatling, cannon, got 'musket'."),
        ("shoot", {"range": 3}, "shoot has no input 'range'"),
        ("shoot", {"morale": 6}, "morale: expected a whole number from 2 to 5"),
        ("casualties", {"target": 3, "start": 2}, "a unit of 3 figures cannot have started with 2"),
        ("morale", {"figures": 11}, "a unit of 11 figures cannot have started with 10"),
        ("move", {"kind": "gun", "how": "charge"}, "the sheet gives gun no distance for charge."),
        ("move", {"kind": "gun", "how": "column"}, "the sheet gives gun no distance for column."),
        ("move", {"kind": "horse", "how": "woods"}, "horse passes woods by road only"),
        ("charge", {"kind": "gun"}, "kind: expected one of foot, horse, got 'gun'."),
        ("charge", {"kind": "horse", "woods": True}, "horse does not charge through woods"),
        ("charge", {"figures": 0}, "expected figures and enemies both 0, or neither"),
        ("charge", {"figures": 9, "enemies": 2}, "9 figures on 2 are too many: at most 4"),
        ("melee", {"attackers": 5, "defenders": 1}, "5 attackers on 1 are too many: at most 4 can touch one figure."),
        ("melee", {"attackers": 0}, "attackers: expected a whole number from 1 to 60"),
        ("parting", {"strikers": 5, "leaving": 1}, "5 strikers on 1 are too many"),
        ("turn-length", {"cards": -1}, "cards: expected a whole number from 0 to 200, got '-1'."),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(id: str, inputs: dict[str, object], says: str) -> None:
    with pytest.raises(Refused) as refused:
        exact(procedure(id), inputs)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


# ---------------------------------------------------------------- on the table


def asked(table: Table, name: str, kind: str = "activated", options: list[Option] | None = None) -> Question:
    held = table[name]
    return Question(held.seat, kind, held.id, options or list(actions(table.battle, held)), None, 0, 0)


def inputs_of(table: Table, name: str, option: Option, kind: str = "activated") -> Case:
    found = what_if(table.game.system, table.battle, asked(table, name, kind), option)
    assert found is not None
    return found


def agrees(table: Table, name: str, option: Option, id: str, **inputs: Value) -> None:
    """In play as by hand."""
    there = in_play(table.game, asked(table, name), option)
    by_hand = exact(known := next(p for p in table.game.system.forms() if p.id == id), inputs)
    assert there is not None
    assert there.form.id == known.id
    assert there.inputs == by_hand.inputs
    assert there.data()["outcomes"] == by_hand.data()["outcomes"]


def test_in_play_a_volley_with_the_table_edge_behind() -> None:
    # Militia stand two ranks deep (1.5") with their centre 9" from the edge: 8.25" behind them
    table = Table([unit("line-company", "Line", 30, 41)], [unit("militia-company", "Militia", 30, 51)])
    militia = table["Militia"].id
    agrees(table, "Line", Shoot(militia), "shoot", figures=10, target=10, start=10, morale=3, room=8.25)


def test_in_play_a_column_at_cover_with_a_general_there() -> None:
    table = Table(
        [unit("line-company", "Line", 30, 20, "column")],
        [unit("guard-company", "Guard", 30, 30), unit("general", "General", attached_to="Guard")],
        [ground("woods", rect=[20, 26, 40, 36])],
    )
    table.lose("Guard", 5)
    guard = table["Guard"].id
    # four of the column fire; foot falls back through the wood
    agrees(
        table,
        "Line",
        Shoot(guard),
        "shoot",
        figures=4,
        cover="cover",
        target=5,
        start=10,
        morale=5,
        commanders=1,
    )


def test_in_play_a_friend_behind_is_in_the_way() -> None:
    table = Table(
        [unit("gatling-battery", "Gun", 30, 20)],
        [unit("levy-spearmen", "Levy", 30, 28), unit("levy-spearmen", "Behind", 30, 38)],
    )
    # from 28.75 to 37.25: 8.5"
    found = inputs_of(table, "Gun", Shoot(table["Levy"].id))
    assert found.inputs["room"] == 8.5
    agrees(
        table,
        "Gun",
        Shoot(table["Levy"].id),
        "shoot",
        weapon="gatling",
        figures=3,
        target=10,
        start=10,
        morale=3,
        room=8.5,
    )


def test_in_play_a_charge() -> None:
    # Lancers (2 ranks, 3" deep) at y 20, Militia (1.5" deep) at 37.25: a gap of 15"; 2 lancers face 2 of the 5
    table = Table([unit("lancer-troop", "Lancers", 30, 20)], [unit("militia-company", "Militia", 30, 37.25)])
    militia = table["Militia"].id
    found = inputs_of(table, "Lancers", Charge(militia))
    touching = found.inputs["enemies"]
    assert found.inputs["figures"] == 2
    assert touching in (2, 3)
    agrees(
        table,
        "Lancers",
        Charge(militia),
        "charge",
        kind="horse",
        gap=15,
        figures=2,
        melee=4,
        lancer=True,
        enemies=touching,  # type: ignore[arg-type]
        enemy_melee=3,
        reaction="fire",
        firing=10,
        unit=4,
        start=4,
        room=found.inputs["room"],
    )
    assert "The Militia fires if the charge falls short." in found.assumed()


def test_in_play_a_charge_knows_every_enemy_that_it_touches_and_who_leads_it() -> None:
    """Between two companies, with a general: one of Melee 5 fights beside men of Melee 4 (R46, R52)."""
    table = Table(
        [unit("levy-spearmen", "Levy", 30, 20), unit("general", "Emir", attached_to="Levy", melee=5)],
        [unit("line-company", "Left", 28.125, 28), unit("line-company", "Right", 31.875, 28, melee=3)],
    )
    bouts = inputs_of(table, "Levy", Charge(table["Left"].id)).situation.run.landings[-1].bouts
    assert {table.battle.owner[bout.theirs] for bout in bouts} == {table["Left"].id, table["Right"].id}
    assert {bout.defender.melee for bout in bouts} == {4, 3}
    assert sorted(bout.attacker.melee for bout in bouts) == [4, 4, 4, 4, 4, 5]


@pytest.mark.parametrize(("y", "chance"), [(30.25, F(4, 6)), (30.26, F(3, 6)), (30.75, F(3, 6))])
def test_in_play_a_gap_is_measured_and_not_counted(y: float, chance: Fraction) -> None:
    """Nine inches need a nine, a hundredth more needs a ten; and nothing is rounded on the way."""
    table = Table([unit("levy-spearmen", "Levy", 30, 20)], [unit("line-company", "Line", 30, y + 0.25)])
    found = in_play(table.game, asked(table, "Levy"), Charge(table["Line"].id))
    assert found is not None
    assert found.inputs["gap"] == pytest.approx(y - 21.25)
    assert found.chance(contact=True) == chance


def test_in_play_a_charge_that_an_edge_stops_says_how_far_it_goes() -> None:
    table = Table(
        [unit("line-company", "Line", 30, 20)],
        [unit("levy-spearmen", "Levy", 30, 29)],
        [ground("field", rect=[20, 24.2, 40, 40])],
    )
    found = in_play(table.game, asked(table, "Line"), Charge(table["Levy"].id))
    assert found is not None
    assert (found.inputs["gap"], found.inputs["stop"]) == (7.5, 3.45)
    assert found.chance(inches=3.45) == 1


def test_in_play_a_charge_that_an_edge_stops_never_gets_home() -> None:
    table = Table(
        [unit("line-company", "Line", 30, 20)],
        [unit("levy-spearmen", "Levy", 30, 29)],
        [ground("field", rect=[20, 24, 40, 40])],
    )
    found = in_play(table.game, asked(table, "Line"), Charge(table["Levy"].id))
    assert found is not None
    assert found.chance(contact=True) == 0


def charged(table: Table, name: str, foe: str, dice: list[int]) -> None:
    """Bring the unit into contact, every pair locked."""
    held = table[name]
    option = Charge(table[foe].id)
    pairs = inputs_of(table, name, option).inputs["figures"]
    assert isinstance(pairs, int)
    players: list[Player | None] = [First(option.key()), First(option.key())]
    locked = scripted(*dice, *[6, 6] * pairs)
    activate(Game(table.game.system, table.battle, players, locked, keep=True, own_dice=[False, False]), held, -1)
    assert held.foes == [table[foe].id]


class First(Player):
    """Does what it is told, then takes the last that is offered; aims as it is best."""

    def __init__(self, act: str = "") -> None:
        self.act = act

    def name(self) -> str:
        return "first"

    def choose(self, battle: Any, question: Question) -> Option:
        keys = [option.key() for option in question.options]
        return question.options[keys.index(self.act) if self.act in keys else -1]

    def place(self, battle: Any, question: Question) -> tuple[float, ...]:
        assert question.region is not None
        return question.region.samples()[0]


def test_in_play_melee_and_leaving() -> None:
    table = Table([unit("tribal-warriors", "Warriors", 30, 20)], [unit("line-company", "Line", 30, 25)])
    charged(table, "Warriors", "Line", [6])
    # two lines of five files, front to front: five pairs; five of the rear rank may close up on what is free
    found = inputs_of(table, "Line", LeaveMelee())
    assert found.form.id == "parting"
    assert (found.inputs["strikers"], found.inputs["leaving"]) == (5, 5)
    agrees(table, "Line", LeaveMelee(), "parting", strikers=5, melee=5, leaving=5)
    round = inputs_of(table, "Line", Melee())
    assert round.form.id == "melee"
    attackers, defenders = round.inputs["attackers"], round.inputs["defenders"]
    assert isinstance(attackers, int)
    assert isinstance(defenders, int)
    assert 5 <= attackers <= 10
    agrees(table, "Line", Melee(), "melee", attackers=attackers, defenders=defenders, defender_melee=5)


def test_in_play_reactions() -> None:
    # Hussars have charged and stopped 3" short of Mounted Rifles
    table = Table(
        [unit("hussar-troop", "Hussars", 30, 20)],
        [unit("mounted-rifles", "Rifles", 30, 26)],
    )
    table.game.tell(Activated(table["Hussars"].id, -1))
    question = asked(table, "Rifles", "reaction", [Word("nothing"), Word("fire"), Word("counter_charge")])
    fire = what_if(table.game.system, table.battle, question, Word("fire"))
    counter = what_if(table.game.system, table.battle, question, Word("counter_charge"))
    assert fire is not None
    assert counter is not None
    assert what_if(table.game.system, table.battle, question, Word("nothing")) is None
    assert fire.form.id == "shoot"
    assert (fire.inputs["figures"], fire.inputs["target"]) == (4, 4)
    assert (counter.inputs["gap"], counter.inputs["counter"]) == (3, True)
    assert (counter.inputs["melee"], counter.inputs["enemy_melee"]) == (3, 4)
    # the Hussars stay the attackers (R22): 4 in 6 against 3 in 6, so a pair costs a rifleman 12/36
    found = in_play(table.game, question, Word("counter_charge"))
    assert found is not None
    assert found.mean("lost") == F(12, 36) * counter.inputs["figures"]


def test_in_play_a_move_and_what_needs_no_dice() -> None:
    table = Table([unit("line-company", "Line", 30, 20, "column")], [unit("levy-spearmen", "Levy", 30, 55)])
    agrees(table, "Line", Move(), "move", kind="foot", how="column")
    assert in_play(table.game, asked(table, "Line"), Rally()) is None


def test_the_room_behind_is_where_a_fall_back_turns_into_a_rout() -> None:
    """Every distance tried on the table, for every unit that could be shot at, in the middle of random battles."""
    tried = routs = 0
    for scenario, steps in (("the-wells", 60), ("the-frontier-road", 90)):
        game = set_up(scenario, []).game(["random", "random"], 11, True)
        for _ in range(steps):
            game.play_step()
        battle = game.battle
        free = [unit for unit in battle.units if unit.on_table() and unit.formed and not unit.foes]
        for held in free:
            cause = next(foe for foe in battle.units if foe.side != held.side and foe.on_table())
            ux, uy = fall_back_direction(battle, held, cause.x, cause.y)
            shot = volley_at(battle, cause, held, RIFLES)
            routs_at = shooting_at(battle, cause, held, shot).routs
            for inches in range(7, 13):
                twin = Game(game.system, battle.clone(), [None, None], Seeded(1), keep=True, own_dice=[False, False])
                stands = fall_back(twin, twin.battle.units[held.id], ux, uy, inches)
                assert stands == (inches not in routs_at), (scenario, held.name, inches, routs_at)
                tried += 1
                routs += not stands
    assert tried > 50
    assert 0 < routs < tried


class Wondering(Player):
    """Asks of every option what would come of it, then does what the doctrine says."""

    def __init__(self, system: System[Any], seat: int, told: dict[str, int]) -> None:
        self.system = system
        self.doctrine = system.doctrine(seat)
        self.told = told

    def choose(self, battle: Any, question: Question) -> Option:
        for option in question.options:
            case = self.system.what_if(battle, question, option)
            if case is not None:
                case.form.with_rules(battle.rules).filled(case.inputs)  # it can be said on the form
                found = exactly(case)
                assert sum(outcome.chance for outcome in found.outcomes) == 1
                self.told[case.form.id] = self.told.get(case.form.id, 0) + 1
        return self.doctrine.choose(battle, question)

    def place(self, battle: Any, question: Question) -> tuple[float, ...]:
        return self.doctrine.place(battle, question)


def test_every_option_of_whole_battles_can_be_asked_about() -> None:
    told: dict[str, int] = {}
    for scenario in ("the-wells", "the-frontier-road"):
        setup = set_up(scenario, [])
        players: list[Player | None] = [Wondering(setup.system, seat, told) for seat in (0, 1)]
        assert setup.game_with(players, Seeded(7), True, [False, False]).run()
    assert {"shoot", "charge", "melee", "parting", "move"} <= told.keys()


def play(table: Table, name: str, option: Option, seed: int) -> list[Any]:
    """The option as it is really played, on a copy, by seeded dice."""
    game: Game[LancerBattle] = Game(
        table.game.system,
        table.battle.clone(),
        [First(option.key()), First(option.key())],
        Seeded(seed),
        keep=True,
        own_dice=[False, False],
    )
    activate(game, game.battle.units[table[name].id], -1)
    return game.log


def test_the_odds_in_play_are_what_comes_of_it() -> None:
    """1,000 times played on the table against the odds that were told before, within 4 standard errors."""
    table = Table(
        [unit("line-company", "Line", 30, 20)],
        [unit("militia-company", "Militia", 27, 30), unit("levy-spearmen", "Levy", 24, 39.5)],
    )
    option = Shoot(table["Militia"].id)
    told = in_play(table.game, asked(table, "Line"), option)
    assert told is not None
    runs = 1000
    logs = [play(table, "Line", option, seed) for seed in range(runs)]
    hits = [next(event.hits for event in log if isinstance(event, Fired)) for log in logs]
    lost = [sum(isinstance(event, FigureLost) for event in log) for log in logs]
    routs = sum(any(isinstance(event, Routed) for event in log) for log in logs)
    for came, chance in [
        (routs, told.chance(morale="routed")),
        *[(hits.count(n), told.chance(hits=n)) for n in range(4)],
        *[(lost.count(n), told.chance(lost=n)) for n in range(3)],
    ]:
        assert abs(came / runs - chance) <= 4 * (float(chance * (1 - chance)) / runs) ** 0.5
    assert 0 < told.chance(morale="routed") < told.chance(morale="falls back") + told.chance(morale="routed")
