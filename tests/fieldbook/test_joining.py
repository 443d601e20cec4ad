"""Units that join a battle, for every sheet: what is written of them, taken back, corrected, read back and listed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from riskfactor_book import RiskFactorAdapter
from table_is_book import play_both

from playsheet.core.errors import Refused
from playsheet.core.forms import Value
from playsheet.fieldbook import words
from playsheet.fieldbook.book import Book, Entry, Intent
from playsheet.fieldbook.making import army_list, army_list_of, new_book
from playsheet.fieldbook.reading import book_text, read_book, state_data
from playsheet.players.setup import set_up

# of each sheet a small battle, a card that may join, and the attribute that counts its figures
SHEETS = [
    ("the-wells", "levy-spearmen", "figures"),
    ("the-picket", "warrior-band", "figures"),
    ("the-telegraph-hut", "gl-redcoats", "extras"),
    ("the-ruined-wells", "spear-warriors", "figures"),
    ("the-rail-fence", "us-line", "figures"),
]
WITH_PARTS = [each for each in SHEETS if each[0] != "the-rail-fence"]
Case = tuple[str, str, str]


def begun(scenario: str) -> Book:
    setup = set_up(scenario, [])
    made = new_book(setup.system, setup.scenario)
    do(made, "begin")
    return made


def do(
    at: Book, what: str, unit: int = -1, target: int = -1, entry: int = 0, reason: str = "", **answers: Value
) -> Entry:
    return at.do(
        Intent(len(at.entries), what, unit=unit, target=target, entry=entry, reason=reason, answers=dict(answers))
    )


@pytest.mark.parametrize(("scenario", "card", "count"), SHEETS)
def test_a_unit_joins_by_its_card(scenario: str, card: str, count: str) -> None:
    made = begun(scenario)
    before = len(made.state.units)
    usual = next(each for each in made.cards if each.id == card)
    entry = do(made, "join", card=card, name="The Late Comers", side=1, **{count: 7})
    unit = made.state.units[before]
    assert (unit.id, unit.name, unit.side, unit.card) == (before, "The Late Comers", 0, card)
    assert entry.said == f"The Late Comers joins {made.state.sides[0]} with 7 {count}."
    assert unit.number(count) == 7
    assert made.rows.is_there(unit)
    assert unit.word("place") != "waiting"
    joining = made.rows.joining
    assert joining is not None
    others = [each for each in usual.values if each not in (count, *joining.whole, "place", "nation")]
    assert {each: unit.values[each] for each in others} == {each: usual.values[each] for each in others}
    assert [unit.number(each) for each in joining.whole] == [7] * len(joining.whole)
    if count == made.rows.states[0]:
        assert words.unit_in_words(made, unit).startswith(f"7 of 7 {count}")
    assert words.story(made)[0][-1] == entry.said


@pytest.mark.parametrize(("scenario", "card", "count"), SHEETS)
def test_it_is_written_to_the_last_attribute_and_read_back(scenario: str, card: str, count: str) -> None:
    made = begun(scenario)
    do(made, "join", card=card, side=2, **{count: 5})
    do(made, "join", card=card, side=2)
    text = book_text(made)
    kept = read_book(text)
    assert state_data(kept) == state_data(made)
    assert book_text(kept) == text
    # the unit is what its card said then, whatever a card of that name says now
    data = json.loads(text)
    line = data["entries"][1]["line"]
    assert list(line) == [field.name for field in made.rows.attributes]
    flags = [name for name, value in line.items() if value is False]
    line[flags[0]] = True
    assert read_book(json.dumps(data)).state.units[-2].flag(flags[0])
    del line[flags[0]]
    with pytest.raises(Refused, match=rf"entry 2: the unit's {flags[0]} is missing: expected yes or no"):
        read_book(json.dumps(data))


@pytest.mark.parametrize(("scenario", "card", "count"), SHEETS)
def test_it_is_on_the_army_list_that_is_left(scenario: str, card: str, count: str) -> None:
    made = begun(scenario)
    do(made, "join", card=card, name="The Late Comers", side=1, **{count: 6})
    listed = army_list_of(made)
    assert f'card = "{card}"' in listed
    assert 'name = "The Late Comers"' in listed
    if made.rows.carried_on and scenario != "the-rail-fence":
        system, scenario_again = army_list(listed, "what is left")
        again = new_book(system, scenario_again)
        unit = next(each for each in again.state.units if each.name == "The Late Comers")
        assert unit.number(count) == 6


@pytest.mark.parametrize(("scenario", "card", "count"), SHEETS)
def test_it_is_taken_back_and_corrected(scenario: str, card: str, count: str) -> None:
    made = begun(scenario)
    before = len(made.state.units)
    joined = do(made, "join", card=card, side=1, **{count: 7}).number
    do(made, "correct", entry=joined, **{count: 4})
    assert made.state.units[before].number(count) == 4
    undone = do(made, "undo", entry=joined).number
    assert len(made.state.units) == before
    do(made, "undo", entry=undone)
    assert made.state.units[before].number(count) == 4
    assert state_data(read_book(book_text(made))) == state_data(made)


def test_what_others_rest_on_cannot_be_taken_back() -> None:
    made = begun("the-wells")
    first = do(made, "join", card="levy-spearmen", name="One", side=2).number
    second = do(made, "join", card="levy-spearmen", name="Two", side=2).number
    do(made, "join", card="levy-spearmen", name="Three", side=2)
    two = next(unit.id for unit in made.state.units if unit.name == "Two")
    do(made, "overrule", two, attribute="disrupted", value=True, reason="seen")
    with pytest.raises(Refused, match=f"joined by entry {second} would have another number"):
        do(made, "undo", entry=first)  # Three would be called Two's number, and be disrupted
    assert [unit.name for unit in made.state.units if unit.flag("disrupted")] == ["Two"]


def test_skirmishers_keep_their_numbers_too() -> None:
    made = begun("the-rail-fence")
    regiments = [unit.id for unit in made.state.units if unit.word("kind") == "infantry"]
    outs = []
    for unit in regiments:
        try:
            outs.append(do(made, "skirmishers-out", unit, figures_out=3).number)
        except Refused:
            continue  # they cannot skirmish
    assert len(outs) >= 2
    with pytest.raises(Refused, match=f"joined by entry {outs[1]} would have another number"):
        do(made, "undo", entry=outs[0])
    do(made, "undo", entry=outs[-1])


@pytest.mark.parametrize(
    ("scenario", "answers", "sentence"),
    [
        ("the-wells", {}, "there is no card '': expected one of line-company, guard-company"),
        ("the-wells", {"card": "zouaves"}, "there is no card 'zouaves': expected one of line-company"),
        ("the-wells", {"card": "militia-company", "side": 3}, "side: expected a whole number from 1 to 2"),
        ("the-wells", {"card": "militia-company", "figures": 0}, "figures: expected a whole number from 1 to"),
        ("the-wells", {"card": "militia-company", "name": "General"}, "there is a unit called General already"),
        ("the-wells", {"card": "militia-company", "name": "x" * 61}, "name: expected at most 60 letters, got 61"),
        (
            "the-wells",
            {"card": "militia-company", "morale": 9},
            "nobody is asked for 'morale' here: expected card, name, side, figures",
        ),
        ("the-ruined-wells", {"card": "steam-tank", "figures": 4}, "nobody is asked for 'figures' here"),
        ("the-ruined-wells", {"card": "militia", "side": 4}, "side: expected a whole number from 1 to 3"),
        ("the-rail-fence", {"card": "us-line", "brigade": 0}, "expected the number of a brigade of The Union"),
    ],
)
def test_what_cannot_join_is_refused_in_a_sentence(scenario: str, answers: dict[str, Value], sentence: str) -> None:
    made = begun(scenario)
    before = len(made.state.units)
    with pytest.raises(Refused) as refused:
        do(made, "join", **answers)
    assert sentence in str(refused.value)
    assert (len(made.entries), len(made.state.units)) == (1, before)


def test_whoever_is_nobodys_has_a_side_of_his_own() -> None:
    made = begun("the-ruined-wells")
    do(made, "join", card="musket-warriors", name="Native Musket Warriors", side=3, figures=8)
    do(made, "join", card="native-raiders", side=3)
    assert made.state.sides[2] == "Natives"
    assert made.state.score == [0, 0, 0]
    assert [unit.side for unit in made.state.units[-2:]] == [2, 2]
    system, scenario = army_list(army_list_of(made), "what is left")
    assert len(new_book(system, scenario).state.units) == len(made.state.units) - 2
    do(made, "undo", entry=3)
    do(made, "undo", entry=2)
    assert len(made.state.sides) == 2
    with pytest.raises(Refused, match="side: expected a whole number from 1 to 2"):
        do(made, "score", side=3, points=1)


@pytest.mark.parametrize(("scenario", "card", "count"), WITH_PARTS)
def test_a_part_of_a_unit_goes_out(scenario: str, card: str, count: str) -> None:
    made = begun(scenario)
    do(made, "join", card=card, name="The Company", side=1, **{count: 9})
    parent = made.state.units[-1].id
    entry = do(made, "join", parent, **{count: 3})
    part = made.state.units[-1]
    assert entry.said == f"The Company, detached goes out from The Company with 3 {count}."
    assert (part.number(count), made.state.units[parent].number(count)) == (3, 6)
    assert part.side == made.state.units[parent].side
    with pytest.raises(Refused, match=f"{count}: expected a whole number from 1 to 5"):
        do(made, "join", parent, **{count: 6})
    assert state_data(read_book(book_text(made))) == state_data(made)
    do(made, "undo", entry=entry.number)
    assert made.state.units[parent].number(count) == 9


def test_a_sheet_that_has_its_own_way_of_going_out() -> None:
    made = begun("the-rail-fence")
    unit = next(each.id for each in made.state.units if each.word("kind") == "infantry")
    with pytest.raises(Refused, match=r"no part of .* goes out by itself in this sheet"):
        do(made, "join", unit, figures=3)


def test_what_is_asked_of_a_unit_that_joins() -> None:
    made = begun("the-rail-fence")
    asked = made.questions(Intent(1, "join", answers={"card": "us-vet"}))
    assert [(each.field.name, each.default) for each in asked] == [
        ("card", "us-vet"),
        ("side", 1),
        ("figures", next(card.values["figures"] for card in made.cards if card.id == "us-vet")),
        ("brigade", -1),
    ]


def test_its_card_comes_with_the_next_deck() -> None:
    made = begun("the-wells")
    do(made, "join", card="levy-spearmen", side=2)
    late = made.state.units[-1].id
    assert late not in made.state.left
    while made.state.left:
        do(made, "draw", card=made.state.left[0])
    do(made, "turn")
    assert late in made.state.left


# ---------------------------------------------------------------------- table = book


def newcomers(battle: Any) -> str:
    """A band for the second side, at a place that has room for it."""
    setup = set_up("the-mission-station", [])
    offers = setup.system.master_orders(battle)
    add = next(each for each in offers if each.order.form.startswith("add "))
    found = add.example().split()
    side = next(field for field in add.fields if field.name == "SIDE")
    found[1] = side.choices[-1][0]
    found[2] = "warrior-band"
    return " ".join(found)


@pytest.mark.parametrize("scenario", ["the-picket"])
@pytest.mark.parametrize("seed", [3, 20])
def test_bands_that_a_game_master_brings_on_are_in_the_book(scenario: str, seed: int) -> None:
    setup = set_up(scenario, [])
    orders = {15: newcomers, 25: newcomers}
    writer = play_both(setup, RiskFactorAdapter(), ["doctrine"] * len(setup.seats), seed, orders=orders)
    joined = [entry.intent for entry in writer.book.entries if entry.intent.do == "join"]
    assert len(joined) == 2
    first = len(writer.book.head.start.units)
    acts = [entry for entry in writer.book.entries if entry.intent.unit >= first]
    assert acts, "they do something"
