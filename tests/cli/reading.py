"""Reading the story of a battle as its readers do: line by line, and stumbling over what reads badly."""

from __future__ import annotations

import inspect
import re
from typing import Any

from playsheet.core.events import Event
from playsheet.core.telling import roll_in_words
from playsheet.players.setup import Setup

BAD = [
    r"  ",
    r"(?i)\bthe the\b",
    r"[a-z]\.\s+[a-z]",
    r" [,.;:]",
    r"\.\.",
    r"\(\)",
    r"e-\d",
    r"\bfigure \d",
]


def made(kind: type[Event[Any]], samples: dict[str, object]) -> Event[Any]:
    """An event of this class, of what any field of that name can be."""
    fields = [field for field in inspect.signature(kind.__init__).parameters if field != "self"]
    return kind(**{field: samples[field] for field in fields})


def reads_well(text: str, bad: list[str]) -> bool:
    """A sentence, without what is bad in any story or in this one."""
    assert text[0].isupper(), text
    assert text.endswith("."), text
    assert text.count('"') % 2 == 0, text
    assert text.count("(") == text.count(")"), text
    for pattern in BAD + bad:
        assert not re.search(pattern, text), (pattern, text)
    return True


def read_battle(setup: Setup, player: str, seed: int, bad: list[str]) -> None:
    """A whole battle as it is told, and each event by itself, before and after it happened."""
    system = setup.system
    game = setup.game([player] * len(setup.seats), seed, True)
    teller = system.teller(system.new_battle(setup.scenario))
    before = system.new_battle(setup.scenario)
    while not game.battle.finished:
        told = len(game.log)
        game.play_step()
        for sentence in teller.tell(game.log[told:]):
            reads_well(sentence.text, bad)
            for roll in sentence.rolls:
                assert "None" not in roll_in_words(roll)
        for event in game.log[told:]:
            for said in (system.narrate(event, before), system.narrate(event, game.battle)):
                if said:
                    reads_well(said, bad)
            event.apply(before)
    # The teller followed the battle to its very end.
    assert system.view(teller.battle, 0) == system.view(game.battle, 0)


def story(setup: Setup, player: str, seed: int) -> list[str]:
    """Every sentence of a battle."""
    game = setup.game([player] * len(setup.seats), seed, True)
    game.run()
    teller = setup.system.teller(setup.system.new_battle(setup.scenario))
    start = 0
    lines: list[str] = []
    for closed in game.closed:
        lines += [sentence.text for sentence in teller.tell(game.log[start : closed.told])]
        start = closed.told
    return lines
