"""A book: intents at a position, facts and dice that are wanted, what is taken back, corrected and overruled."""

from __future__ import annotations

from fractions import Fraction

import pytest

from playsheet.core.errors import Refused
from playsheet.core.forms import Value
from playsheet.fieldbook.book import Book, Entry, Intent
from playsheet.fieldbook.dice import DiceWanted, FactWanted
from playsheet.fieldbook.making import new_book
from playsheet.fieldbook.words import unit_in_words
from playsheet.odds.ask import exactly
from playsheet.players.setup import set_up

LINE, GUARD, GATLING, GENERAL, FIRST_LEVY, SECOND_LEVY, THIRD_LEVY, HORSE = 0, 1, 2, 3, 4, 5, 6, 7


def book() -> Book:
    setup = set_up("the-wells", [])
    made = new_book(setup.system, setup.scenario)
    do(made, "begin")
    return made


def do(
    at: Book,
    what: str,
    unit: int = -1,
    target: int = -1,
    dice: list[int] | None = None,
    entry: int = 0,
    reason: str = "",
    **answers: Value,
) -> Entry:
    intent = Intent(
        len(at.entries), what, unit=unit, target=target, entry=entry, dice=dice, reason=reason, answers=answers
    )
    return at.do(intent)


def values(at: Book, unit: int, *names: str) -> list[Value]:
    return [at.state.units[unit].values[name] for name in names]


def test_who_is_who() -> None:
    assert [unit.name for unit in book().state.units] == [
        "Line Company",
        "Guard Company",
        "Gatling Battery",
        "General",
        "1st Levy Spearmen",
        "2nd Levy Spearmen",
        "3rd Levy Spearmen",
        "Irregular Horse",
        "The Emir",
    ]


@pytest.mark.parametrize(
    ("dice", "answers", "figures", "disrupted"),
    [
        ([3, 3, 3, 3, 3], {"cover": "open"}, 10, False),
        ([6, 3, 3, 3, 3, 1, 6, 5], {"cover": "open"}, 9, False),  # held; the casualty check fails
        ([6, 3, 3, 3, 3, 6, 2, 6, 5], {"cover": "open", "room": 99}, 9, True),  # falls back, and one falls
        ([6, 3, 3, 3, 3, 6, 2], {"cover": "open", "room": 2}, 0, False),  # collides: routed, no casualty checks
    ],
)
def test_a_volley(dice: list[int], answers: dict[str, Value], figures: int, disrupted: bool) -> None:
    made = book()
    do(made, "shoot", LINE, FIRST_LEVY, dice, **answers)
    assert values(made, FIRST_LEVY, "figures", "disrupted") == [figures, disrupted]


def test_the_next_dice_are_asked_for_by_name() -> None:
    made = book()
    with pytest.raises(DiceWanted, match=r"Rifles fire: expected 5 more dice, d6\.") as wanted:
        do(made, "shoot", LINE, FIRST_LEVY)
    assert (wanted.value.n, wanted.value.sides) == (5, 6)
    with pytest.raises(DiceWanted, match=r"Unit Morale Check: expected 1 more die, d6\."):
        do(made, "shoot", LINE, FIRST_LEVY, [6, 3, 3, 3, 3])
    assert len(made.entries) == 1


def test_a_fact_is_asked_only_when_the_dice_have_come_to_it() -> None:
    made = book()
    with pytest.raises(FactWanted, match="Fall back has been thrown: expected an answer to room") as wanted:
        do(made, "shoot", LINE, FIRST_LEVY, [6, 3, 3, 3, 3, 6, 2])
    assert wanted.value.name == "room"
    entry = do(made, "shoot", LINE, FIRST_LEVY, [3, 3, 3, 3, 3], room=4)
    assert entry.intent.answers == {"cover": "open"}  # nobody fell back: it was not asked


@pytest.mark.parametrize(
    ("what", "unit", "target", "dice", "answers", "sentence"),
    [
        ("shoot", LINE, FIRST_LEVY, [7, 1, 1, 1, 1], {}, "d6: expected a face from 1 to 6, got 7"),
        ("shoot", LINE, FIRST_LEVY, [3, 3, 3, 3, 3, 3], {}, "1 of the 6 dice were not needed: expected 5"),
        ("shoot", LINE, GUARD, [], {}, "on the same side"),
        ("shoot", LINE, 99, [], {}, "there is no target 99: expected a number from 0 to 8"),
        ("shoot", LINE, LINE, [], {}, "cannot do that to itself"),
        ("shoot", FIRST_LEVY, LINE, [], {}, "has nothing to fire"),
        (
            "shoot",
            LINE,
            FIRST_LEVY,
            [3, 3, 3, 3, 3],
            {"morale": 5},
            "nobody is asked for 'morale' here: expected which, cover, room",
        ),
        ("shoot", LINE, FIRST_LEVY, [3, 3, 3, 3, 3], {"cover": "fog"}, "cover: expected one of open, cover"),
        ("fly", LINE, -1, [], {}, "there is no 'fly' in this book"),
        ("rally", LINE, -1, [], {}, "is not disrupted"),
        ("rally", LINE, HORSE, [], {}, "is done to nobody: expected no target"),
        ("begin", -1, -1, [], {}, "the battle has begun already"),
        ("phase", -1, -1, [], {}, "this sheet's turn has no phases"),
        ("draw", -1, -1, [], {"card": 77}, "card: expected a whole number from -99 to 8"),
        ("draw", -1, -1, [], {"card": -7}, "there is no card -7"),
        ("undo", -1, -1, [], {}, "there is no entry 0: expected one from 1 to 1"),
        ("note", -1, -1, [], {}, "a word is missing"),
        ("overrule", LINE, -1, [], {"attribute": "figures", "value": 5}, "a word is missing"),
        ("score", -1, -1, [], {"side": 3, "points": 1}, "side: expected a whole number from 1 to 2"),
    ],
)
def test_a_refusal_is_a_sentence_and_changes_nothing(
    what: str, unit: int, target: int, dice: list[int], answers: dict[str, Value], sentence: str
) -> None:
    made = book()
    with pytest.raises(Refused) as refused:
        do(made, what, unit, target, dice, **answers)
    assert sentence in str(refused.value)
    assert len(made.entries) == 1
    assert made.state.units[LINE].number("figures") == 10


def test_a_stale_intent_is_refused() -> None:
    made = book()
    do(made, "note", reason="rain")
    with pytest.raises(Refused, match="the book has 2 entries, but this was meant for a book of 1"):
        made.do(Intent(1, "note", reason="sun"))
    assert [entry.said for entry in made.entries] == ["The battle begins.", "rain"]


def test_wrong_dice_are_corrected() -> None:
    made = book()
    do(made, "shoot", LINE, FIRST_LEVY, [6, 3, 3, 3, 3, 1, 6, 5])
    do(made, "note", reason="wait")
    entry = do(made, "correct", entry=2, dice=[3, 3, 3, 3, 3], reason="that was a 3")
    assert values(made, FIRST_LEVY, "figures") == [10]
    assert "Entry 2 is corrected" in entry.said
    assert "(that was a 3)" in entry.said
    assert made.entries[1].intent.dice == [6, 3, 3, 3, 3, 1, 6, 5]  # the log is as it was


def test_what_is_taken_back_stays_visible_and_can_be_put_back() -> None:
    made = book()
    do(made, "shoot", LINE, FIRST_LEVY, [6, 3, 3, 3, 3, 1, 6, 5])
    do(made, "undo", entry=2)
    assert values(made, FIRST_LEVY, "figures") == [10]
    with pytest.raises(Refused, match="entry 2 has been taken back already"):
        do(made, "undo", entry=2)
    do(made, "undo", entry=3)
    assert values(made, FIRST_LEVY, "figures") == [9]
    assert len(made.entries) == 4


def test_what_others_rest_on_cannot_be_taken_back() -> None:
    made = book()
    do(made, "overrule", GATLING, attribute="jammed", value=True, reason="it was")
    do(made, "clear-jam", GATLING)
    with pytest.raises(Refused, match="is not jammed"):
        do(made, "undo", entry=2)
    assert made.trying == 3  # the entry that would not hold
    assert len(made.entries) == 3
    assert values(made, GATLING, "jammed") == [False]


def test_a_referee_overrules() -> None:
    made = book()
    entry = do(made, "overrule", LINE, attribute="figures", value=7, reason="miscounted")
    assert entry.said == "Line Company: figures 10 becomes 7 by the referee: miscounted"
    assert values(made, LINE, "figures") == [7]
    with pytest.raises(Refused, match="figures: expected a whole number from 0 to 60"):
        do(made, "overrule", LINE, attribute="figures", value=61, reason="more")
    do(made, "overrule", attribute="turn", value=4, reason="we forgot")
    assert made.state.turn == 4


def test_the_last_answer_is_the_next_default() -> None:
    made = book()
    do(made, "shoot", LINE, FIRST_LEVY, [3, 3, 3, 3, 3], cover="cover")
    asked = made.questions(Intent(2, "shoot", unit=LINE, target=FIRST_LEVY))
    assert [(each.field.name, each.default, each.after) for each in asked] == [
        ("cover", "cover", ()),
        ("room", 99, ("Fall back",)),
    ]
    asked = made.questions(Intent(2, "shoot", unit=GUARD, target=FIRST_LEVY))
    assert asked[0].default == "open"  # each unit has its own


def test_a_charge_and_what_follows() -> None:
    made = book()
    do(made, "charge", HORSE, LINE, [3], home=True)
    assert [(due.procedure, due.unit, due.target, due.must) for due in made.state.due] == [
        ("charge-melee", HORSE, LINE, True)
    ]
    do(made, "charge-melee", HORSE, LINE, [1, 6] * 2, attackers=2, defenders=2)
    assert made.state.due == []
    assert values(made, LINE, "figures") == [8]
    do(made, "draw", card=-1)
    assert [(due.procedure, due.unit) for due in made.state.due] == [("stop-check", LINE), ("stop-check", HORSE)]
    with pytest.raises(Refused, match="something is still due: Line Company: Unit Morale Check in STOP"):
        do(made, "turn")
    do(made, "stop-check", LINE, dice=[1])
    do(made, "waive", HORSE, reason="it has left")
    do(made, "turn")
    assert (made.state.turn, len(made.state.drawn)) == (2, 0)


def test_a_charge_that_falls_short_may_be_answered() -> None:
    made = book()
    do(made, "charge", FIRST_LEVY, LINE, [1], home=False)
    assert [(due.procedure, due.unit, due.target, due.must) for due in made.state.due] == [
        ("shoot", LINE, FIRST_LEVY, False),
        ("counter-charge", LINE, FIRST_LEVY, False),
    ]
    do(made, "draw", card=LINE)
    assert made.state.due == []  # nobody did


def offered(at: Book) -> list[tuple[str, int, int]]:
    return [(due.procedure, due.unit, due.target) for due in at.state.due]


def rail_fence() -> Book:
    setup = set_up("the-rail-fence", [])
    made = new_book(setup.system, setup.scenario)
    do(made, "begin")
    return made


def first_regiments(at: Book) -> tuple[int, int, int]:
    """A regiment of the first side, and two of the other."""
    regiments = [
        [unit.id for unit in at.state.units if unit.side == side and unit.number("figures")] for side in (0, 1)
    ]
    return regiments[0][0], regiments[1][0], regiments[1][1]


def test_what_is_next_in_the_chain_stays_offered_until_it_is_past() -> None:
    made = rail_fence()
    charger, target, friend = first_regiments(made)
    do(made, "charge", charger, target)
    # nobody has guns here: what no friend can do is not offered
    fire, support, test = ("musketry", target, charger), ("musketry", -1, charger), ("to-charge", charger, target)
    assert offered(made) == [fire, support, test]
    do(made, "musketry", target, charger, [1, 1])
    assert offered(made) == [support, test]
    do(made, "musketry", friend, charger, [1, 1])
    assert offered(made) == [support, test]  # more than one friend may fire
    do(made, "to-charge", charger, target, [6, 6])
    assert offered(made) == [("being-charged", target, charger)]  # for fire it is too late
    do(made, "phase")
    assert offered(made) == []


def test_what_is_barred_is_not_offered_any_more() -> None:
    made = rail_fence()
    charger, target, _ = first_regiments(made)
    do(made, "charge", charger, target)
    do(made, "overrule", target, attribute="formation", value="skirmish", reason="it has spread out")
    assert ("musketry", target, charger) not in offered(made)
    do(made, "gone", target)
    assert target not in [one for due in made.state.due for one in (due.unit, due.target)]


def test_a_melee_has_its_round_in_its_phase() -> None:
    made = rail_fence()
    charger, target, _ = first_regiments(made)
    do(made, "contact", charger, target)
    assert offered(made) == [("melee", charger, target)]
    while made.rows.phases[made.state.phase].id != "melees":
        do(made, "phase")
    assert offered(made) == [("melee", charger, target)]


def test_every_step_of_an_order_chip_charge_is_next() -> None:
    setup = set_up("the-ruined-wells", [])
    made = new_book(setup.system, setup.scenario)
    do(made, "begin")
    foot = [unit for unit in made.state.units if unit.word("kind") == "infantry"]
    charger = next(unit.id for unit in foot if unit.side == 0)
    target = next(unit.id for unit in foot if unit.side == 1)
    do(made, "charge", charger, target)
    steps = [("charge-test", charger, -1), ("receive", target, -1), ("charge-ends", charger, -1)]
    assert offered(made)[-3:] == steps
    do(made, "charge-ends", charger, home=True)
    assert offered(made) == [("melee", charger, target), ("melee", target, charger)]


def test_no_more_fight_than_can_touch() -> None:
    made = book()
    do(made, "overrule", HORSE, attribute="figures", value=1, reason="the rest have fled")
    asked = made.questions(Intent(2, "melee", unit=LINE, target=HORSE))
    assert [(each.field.name, each.default) for each in asked[:2]] == [("attackers", 4), ("defenders", 1)]


def test_who_is_in_melee_is_not_shot_at() -> None:
    made = book()
    do(made, "touch", GUARD, FIRST_LEVY)
    with pytest.raises(Refused, match=r"1st Levy Spearmen is in melee, and cannot be shot at \(R27\)"):
        do(made, "shoot", LINE, FIRST_LEVY)


def test_what_is_not_the_case_is_not_told() -> None:
    made = rail_fence()
    charger, target, _ = first_regiments(made)
    told = do(made, "musketry", target, charger, [1, 1]).said
    assert told == "Veteran Regiment, Musketry at 1st Line Regiment: lost 1."


def test_odds_before_anybody_commits_himself() -> None:
    made = book()
    case = made.odds_case(Intent(1, "shoot", unit=LINE, target=FIRST_LEVY, answers={"cover": "cover"}))
    assert exactly(case).chance(hits=0) == Fraction(5**5, 6**5)
    assert case.inputs["figures"] == 10
    assert len(made.entries) == 1


def test_a_unit_that_has_come_in_the_battle_is_told_of() -> None:
    setup = set_up("the-rail-fence", [])
    made = new_book(setup.system, setup.scenario)
    do(made, "begin")
    before = len(made.state.units)
    for unit in range(before):
        try:
            do(made, "skirmishers-out", unit, figures_out=3)
            break
        except Refused:
            continue  # it cannot send any
    assert len(made.state.units) == before + 1
    assert "3 of 3 figures" in unit_in_words(made, made.state.units[before])
    first = made.state.units[0]
    assert unit_in_words(made, first).startswith(f"{first.number('figures')} of {first.number('figures') + 3} figures")
