"""What is wrong with a lesson is refused in one sentence that names the place."""

from __future__ import annotations

import pytest

from playsheet.core.errors import Refused
from playsheet.lessons.reading import find_lesson, lesson_text, read_lesson

TEXT = lesson_text(find_lesson("first-command"))
SAY = 'say  = "His third card.'


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('system  = "lancer"', 'system  = "lancr"', "own.toml: system: expected one of"),
        ("seat    = 1", "seat    = 3", "own.toml: seat: expected a whole number from 1 to 2, got 3."),
        ("dice    = 176", "", "own.toml: dice: expected a whole number"),
        (
            "minutes = 6",
            "minuets = 6",
            "own.toml: minutes: expected a whole number from 1 to 60, but the key is missing.",
        ),
        ("dice    = 176", "dice = 176\nopponent = 'docrine'", "own.toml: opponent: expected one of"),
        ('card      = "lancer-troop"', 'card      = "lancer-trop"', "lancer-troop"),
        ('key = "shoot:{Near Spearmen}"', 'key = "shoot:{Near Spearman}"', 'did you mean "Near Spearmen"?'),
        ('unit = "Lancer Troop", key', 'unit = "Lancers", key', "steps[5].by[1].unit: expected a unit of the scenario"),
        ('event = "MoraleFailed"', 'event = "MoralFailed"', '(did you mean "MoraleFailed"?)'),
        ('line = "shooting"', 'line = "shoting"', '(did you mean "shooting"?)'),
        ('"panel:odds"', '"panel:odd"', 'steps[2].lit: expected one of "goals"'),
        ('"place:the ford"', '"place:the fort"', '(did you mean "the ford"?)'),
        ('"panel:odds"', '"odds"', "expected unit:, option:, place: or panel:"),
        ("toward = 0, turned = 15", 'toward = 0, key = "*"', "not both"),
        ("toward = 0, turned = 15", "towards = 0", "unknown key (did you mean"),
        (SAY, SAY + " word" * 20, "expected at most 30 words, got 40."),
        ('wanted = { event = "Fought" }', "wanted = {}", "expected turn, event, unit with shown or near, or over."),
        ('wanted = { event = "Fought" }', 'wanted = { shown = "melee" }', "wanted.unit: expected a unit"),
        ('wanted = { event = "Fought" }', 'but = "no"', "a card to be read asks for nothing"),
    ],
)
def test_refusals(old: str, new: str, says: str) -> None:
    assert old in TEXT
    with pytest.raises(Refused) as refusal:
        read_lesson(TEXT.replace(old, new, 1), "own.toml")
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_too_many_steps_are_refused() -> None:
    with pytest.raises(Refused, match="expected from 1 to 60 steps, got 61"):
        read_lesson(TEXT[: TEXT.index("[[steps]]")] + '[[steps]]\nsay = "x"\n' * 61, "own.toml")


def test_a_built_in_scenario_is_named_by_its_id() -> None:
    lesson = 'id = "w"\nsystem = "lancer"\ntitle = "W"\nblurb = "W"\nminutes = 2\nseat = 2\ndice = 1\n'
    step = '[[steps]]\nsay = "Set up."\nby = [{ asked = "deploy_formation", key = ["line", "column"] }]\n'
    read = read_lesson(f'{lesson}scenario = "the-wells"\n{step}', "own.toml")
    assert read.setup.scenario.id == "the-wells"
    assert (read.seat, read.opponent, len(read.steps)) == (1, "doctrine", 1)
    with pytest.raises(Refused, match="expected a scenario of lancer, got one of gaslight"):
        read_lesson(f'{lesson}scenario = "steam-at-kandar-ford"\n{step}', "own.toml")


def test_a_unit_whose_name_two_have_is_named_with_its_side() -> None:
    both = TEXT.replace("Near Spearmen", "Line Company")
    with pytest.raises(Refused, match="SIDE/NAME where two have one name"):
        read_lesson(both, "own.toml")
    sided = both.replace("shoot:{Line Company}", "shoot:{The Spears/Line Company}")
    with pytest.raises(Refused, match=r"steps\[2\].by\[1\].unit"):
        read_lesson(sided, "own.toml")


def test_there_is_no_such_lesson() -> None:
    with pytest.raises(Refused, match='did you mean "first-command"'):
        find_lesson("first-comand")
