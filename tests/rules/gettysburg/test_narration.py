"""The story of a battle: every event is told or deliberately silent, examples word for word, no line reads badly."""

from __future__ import annotations

import inspect
import re
from functools import cache
from typing import Any

import pytest
from rules.gettysburg.situation import Ridge, as_printed, foot, general
from tabletop import ground
from told import events_of

from playsheet.core.asking import Option, Question
from playsheet.core.dice import Seeded
from playsheet.core.events import Event
from playsheet.core.telling import roll_in_words
from playsheet.players.random import RandomPlayer
from playsheet.rules.gettysburg.shown.narration import narrate
from playsheet.rules.gettysburg.shown.questions import question_in_words
from playsheet.rules.gettysburg.shown.story import GettysburgTeller

# Seen by what comes of them, or nobody's business.
SILENT = {
    "BrigadeShaken",
    "ChargeResolved",
    "CompulsoryDone",
    "DispersalReached",
    "Engaged",
    "FirstFlight",
    "FleeingNoted",
    "GoBegan",
    "GoEnded",
    "LeftMelee",
    "MeleeEnded",
    "NormalMoveEnded",
    "PhaseBegan",
    "PhaseEnded",
    "PlacesTaken",
    "Pursued",
    "Recoiled",
    "StageSet",
    "WonMelee",
}

EVENTS = events_of("gettysburg")


def field() -> Ridge:
    return Ridge(
        [
            foot("us-line", "20th Maine", 20, 40),
            foot("us-napoleon", "Battery", 36, 40),
            general("gen-n", "Vincent", 20, 50),
        ],
        [foot("cs-vet", "15th Alabama", 20, 28), general("gen-n", "Law", 20, 20)],
        [ground("works", "the breastworks", line=[[44, 30], [60, 30]])],
    )


# What an event of any class can be made of, by the name of its field.
SAMPLES: dict[str, Any] = {
    "unit": 0,
    "target": 2,
    "parent": 0,
    "fugitive": 2,
    "loser": 2,
    "of": 2,
    "by": 2,
    "general": 0,
    "brigade": 0,
    "division": 0,
    "side": 0,
    "melee": 0,
    "plot": 0,
    "goal": 0,
    "enemy": 2,
    "one": [0],
    "other": [2],
    "leads": [0, 2],
    "charging": [0],
    "winner": 0,
    "way": [(25.0, 40.0, 180.0)],
    "x": 25.0,
    "y": 40.0,
    "facing": 180.0,
    "formation": 0,
    "garrison": -1,
    "state": 2,
    "cause": 1,
    "figures": 2,
    "pending": 0,
    "guns": 1,
    "low": True,
    "passed": True,
    "formed": True,
    "captured": False,
    "kind": 2,
    "result": "",
    "order": 0,
    "wing": 0,
    "area": [],
    "shown": True,
    "unseen": (),
    "token": 0,
    "packs": 0.0,
    "yells": 1,
    "score": [1, 2],
    "turn": 2,
    "phase": 4,
    "stage": 1,
    "queue": [],
    "totals": [7, 8],
    "verdict": "Union wins.",
    "line": 0,
    "share": 0.5,
    "slowed": False,
    "screen": True,
    "name": "the Colonel",
    "returns_on_turn": 0,
    "why": "test",
    "ruling": "",
    "how": "",
    "when": "phase",
    "ammunition": "",
    "distance": 6.0,
    "band": "effective",
    "strength": 20,
    "rear": False,
    "effect": "musketry-infantry",
    "gap": 8.0,
    "allowance": 12.0,
    "zone": 0,
    "uncontrolled": False,
    "reaction": "hold",
    "flanked": False,
    "test": "other",
    "all": True,
    "retirement": 3,
    "retires": 0,
    "deepest": 0.0,
    "is_line": False,
    "at": [1.0, 1.0, 2.0, 2.0],
    "add": 2,
    "value": "off",
    "card": "us-line",
    "first": 100,
}
WORDS = {
    "Moved": {"how": "retreats"},
    "Formed": {"how": "reforms"},
    "Fired": {"how": "musketry"},
    "ChargeBegan": {"how": "charges"},
    "ChargeEnded": {"how": "contact"},
    "OrderTried": {"how": "sent"},
    "CrossingTried": {"result": 0},
    "GunsLimbered": {"result": "clean"},
    "MoraleTested": {"result": "obey", "why": ["losses"]},
    "BrigadeTested": {"result": "stands"},
    "PursuitTested": {"result": "pursue"},
    "MeleeFought": {"result": "retreat"},
    "GeneralRisked": {"result": "bible"},
    "GeneralLost": {"why": "sniped"},
    "RecallTried": {"passed": False},
    "GroundAdded": {"kind": "open-wood"},
    "SwitchTurned": {"name": "opportunity"},
}


def sample(name: str, ridge: Ridge) -> Event[Any]:
    kind = EVENTS[name]
    values: list[Any] = []
    for parameter in list(inspect.signature(kind.__init__).parameters)[1:]:
        if parameter in ("args", "kwargs"):
            continue
        given = WORDS.get(name, {})
        assert parameter in given or parameter in SAMPLES, f"{name} has a new field {parameter}: give it a sample"
        values.append(given.get(parameter, SAMPLES.get(parameter)))
    return kind(*values)


@pytest.mark.parametrize("name", sorted(set(EVENTS) - {"ObjectiveHeld", "LeftPost"}))
def test_every_event_is_told_or_silent_on_purpose(name: str) -> None:
    ridge = field()
    said = narrate(sample(name, ridge), ridge.battle)
    assert bool(said) is (name not in SILENT), f"{name}: {said!r}"
    if said:
        check_sentence(said)


def check_sentence(text: str) -> None:
    assert text[0].isupper(), text
    assert text[-1] in ".!?", text
    assert not re.search(r"  |\.\.|\{|\}|None|-1|the the |!\.", text), text
    assert not re.search(r"\b(skirmishers|men|troopers|gunners) was\b", text), text


# ---------------------------------------------------------------- examples, word for word


def told(ridge: Ridge, before: Any, log: list[Event[Any]]) -> list[str]:
    return [each.text for each in GettysburgTeller(before).tell(log) if not each.deployment]


def test_a_volley_and_its_arithmetic() -> None:
    ridge = field()
    before = ridge.battle.clone()
    log = ridge.fire("20th Maine", "target shoot:{15th Alabama}", dice=[4, 3])
    story = GettysburgTeller(before).tell(log)
    sentence = next(each for each in story if each.text.startswith("The 20th Maine"))
    assert (
        sentence.text
        == "The 20th Maine fired at the 15th Alabama at 10.5 inches, long range: a 7 (4 3), one man fell and half a "
        "figure is pending; 21 of 22 were left."
    )
    assert [roll_in_words(roll) for roll in sentence.rolls] == [
        "Musketry: 2d6 = 4 3: 7, 3 figures for 20 firing, halved at long range [musketry-casualties 16-21 7-8, R58]"
    ]
    assert {"R45", "R49", "R55", "R59"} <= set(sentence.rulings)


def test_a_charge_and_a_melee() -> None:
    ridge = Ridge(
        [foot("us-line", "20th Maine", 36, 50.75), foot("us-line", "Reserve", 8, 66)],
        [foot("cs-vet", "15th Alabama", 36, 40.5, formation="column"), foot("cs-line", "47th Alabama", 8, 5)],
        (),
        ("hold", "assault"),
    )
    before = ridge.battle.clone()
    start = len(ridge.game.log)
    ridge.charge("15th Alabama", "20th Maine", "reaction hold", dice=[6, 5, 6, 5])
    ridge.melees(dice=[6, 3, 3, 3])
    assert told(ridge, before, ridge.game.log[start:]) == [
        "The 15th Alabama declared a charge at the 20th Maine, 8 inches off.",
        "The 15th Alabama charged the 20th Maine.",
        "The 20th Maine held its fire.",
        "The 15th Alabama would not be stopped (a 12, needing 7 or more).",
        "The 20th Maine stood to meet the charge (a 9, needing 7 or more).",
        "The 15th Alabama came to grips with the 20th Maine.",
        "The 15th Alabama had the better of the 20th Maine hand to hand (14 against 8), who was driven back: the 20th "
        "Maine lost five and the 15th Alabama lost one.",
    ]


def test_short_names_and_what_is_plain_is_not_said_twice() -> None:
    ridge = field()
    before = ridge.battle.clone()
    start = len(ridge.game.log)
    ridge.lose("20th Maine", 2, now=True)
    ridge.wave(dice=[1, 3])
    lines = told(ridge, before, ridge.game.log[start:])
    assert lines == [
        "Two men of the 20th Maine fell.",
        "The regiment, two men down, faltered (a 4, needing 6 or more).",
    ]


# ---------------------------------------------------------------- whole battles


class Bold(RandomPlayer):
    """Fights whenever it can, so that everything happens."""

    def __init__(self, seed: int, asked: set[str]) -> None:
        super().__init__(seed)
        self.asked = asked

    def choose(self, battle: Any, question: Question) -> Option:
        self.asked.add(question_in_words(battle, question))
        for option in question.options:
            assert option.label(battle), option.key()
        rest = [option for option in question.options if option.key() not in ("done", "none")]
        if question.kind in ("declare", "fire", "support", "opportunity") and rest and self.number(question, 4):
            return rest[self.number(question, len(rest))]
        return super().choose(battle, question)

    def place(self, battle: Any, question: Question) -> tuple[float, ...]:
        self.asked.add(question_in_words(battle, question))
        return super().place(battle, question)


@cache
def battles() -> tuple[list[str], set[str], set[str]]:
    """Sentences, questions and kinds of events of some short, bloody battles."""
    ridge = Ridge(
        [
            foot("us-line", "1st Ohio", 14, 30),
            foot("us-vet", "2nd Ohio", 24, 30),
            foot("us-napoleon", "Battery A", 33, 30),
            foot("us-sharps", "Sharpshooters", 24, 26, formation="skirmish"),
            foot("us-spencer", "3rd Indiana Cavalry", 50, 32),
        ],
        [
            foot("cs-vet", "1st Georgia", 12, 20, formation="column"),
            foot("cs-texas", "2nd Georgia", 24, 18, formation="column"),
            foot("cs-line", "3rd Georgia", 36, 20),
            foot("cs-cav", "Hampton's Legion", 48, 18),
            foot("cs-6pdr", "Washington Artillery", 58, 20),
        ],
        [
            ground("abatis", "the abatis", line=[[8, 25], [18, 25]]),
            ground("bua", "the farm", rect=[1, 26, 5, 30]),
            ground("open-wood", "the wood", rect=[60, 24, 71, 34]),
        ],
        ("assault", "assault"),
        (72, 48),
    )
    lines: list[str] = []
    asked: set[str] = set()
    kinds: set[str] = set()
    for seed in range(6):
        game = ridge.setup.game_with(
            [Bold(seed * 16 + seat, asked) for seat in range(2)], Seeded(seed), True, [False] * 2
        )
        teller = GettysburgTeller(game.battle.clone())
        while not game.battle.finished:
            before = len(game.log)
            game.play_step()
            kinds.update(type(event).__name__ for event in game.log[before:])
            lines += [each.text for each in teller.tell(game.log[before:])]
    return lines, asked, kinds


def test_no_line_reads_badly() -> None:
    lines, _, kinds = battles()
    assert len(lines) > 500
    assert {"MeleeFought", "ChargeEnded", "WasDispersed", "BrigadeTested"} <= kinds
    for line in lines:
        check_sentence(line)


def test_no_question_reads_badly() -> None:
    _, asked, _ = battles()
    assert len(asked) > 30
    for question in asked:
        assert question[0].isupper(), question
        assert question.rstrip(".").endswith("?") or question.endswith("."), question
        assert "_" not in question, question


def test_the_system_tells_it() -> None:
    system = as_printed()
    ridge = field()
    event = sample("Rallied", ridge)
    assert system.narrate(event, ridge.battle) == "The 20th Maine rallied."
    assert isinstance(system.teller(ridge.battle), GettysburgTeller)
