"""The texts that a game keeps, taken out of its head and put back: a store keeps each of them once."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from playsheet.server.storage import Head, Text

SCENARIO: Final = "scenario"
HOUSE: Final = "house "
LESSON: Final = "lesson"
RULES: Final = "rules/"


def of_rules(rules: dict[str, str]) -> dict[str, str]:
    """The sheet's own texts, by the names under which a store keeps them."""
    return {RULES + file: text for file, text in rules.items()}


def without_texts(head: Head, rules: dict[str, str]) -> tuple[Head, dict[str, str]]:
    """A head with its texts taken out, and those by their names, with the sheet's own."""
    texts = of_rules(rules) | {SCENARIO: head.scenario.text}
    texts |= {f"{HOUSE}{index}": house.text for index, house in enumerate(head.houses)}
    if head.lesson is not None:
        texts[LESSON] = head.lesson.text
    bare = replace(
        head,
        scenario=Text(head.scenario.file, ""),
        houses=[Text(house.file, "") for house in head.houses],
        lesson=Text(head.lesson.file, "") if head.lesson is not None else None,
        rules={},
    )
    return bare, texts


def with_texts(bare: Head, texts: dict[str, str]) -> Head:
    """The head with its texts. Games of before there were any have theirs still in it; a text that is missing is a
    KeyError."""
    rules = {name.removeprefix(RULES): text for name, text in texts.items() if name.startswith(RULES)}
    if SCENARIO not in texts:
        return replace(bare, rules=rules)
    houses = [Text(house.file, texts[f"{HOUSE}{index}"]) for index, house in enumerate(bare.houses)]
    lesson = Text(bare.lesson.file, texts[LESSON]) if bare.lesson is not None else None
    return replace(bare, scenario=Text(bare.scenario.file, texts[SCENARIO]), houses=houses, lesson=lesson, rules=rules)
