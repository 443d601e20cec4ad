"""The story of a battle: every event is told or deliberately silent, and no line reads badly."""

import pytest
from reading import made, read_battle, story
from told import events_of

from playsheet.core.asking import Question
from playsheet.core.dice import scripted
from playsheet.core.events import Entry, Rolled, Throw
from playsheet.core.telling import roll_in_words
from playsheet.core.words import colour_of
from playsheet.players.setup import set_up
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.words import name_of
from playsheet.rules.lancer.shown.narration import narrate
from playsheet.rules.lancer.shown.questions import question_in_words

# Told by what comes of them, or by the heading of the next turn.
SILENT = {"Turned", "Reshuffled", "Conformed", "ContactMade", "ContactBroken", "Reformed", "Shifted"}

EVENTS = events_of("lancer")

# What an event of any class can be made of, by the name of its field.
SAMPLES: dict[str, object] = {
    "unit": 0,
    "unseen": (),
    "target": 5,
    "commander": 3,
    "attacker": 0,
    "defender": 5,
    "one": 0,
    "other": 5,
    "enemy": 5,
    "by": 3,
    "card": -1,
    "figure": 0,
    "attacking": 0,
    "defending": 41,
    "side": 0,
    "winner": 0,
    "formation": 0,
    "x": 10.0,
    "y": 9.0,
    "facing": 0.0,
    "bearing": 0.0,
    "gap": 7.5,
    "range": 9.3,
    "inches": 4.0,
    "rolled": 4,
    "how": "moves",
    "stopped_by": "",
    "weapon": "rifles",
    "cover": False,
    "dice": 5,
    "hits": 2,
    "reaction": False,
    "counter": False,
    "met": "the river",
    "with_commander": True,
    "skipped": False,
    "turn": 2,
    "everything": True,
    "cards": 21,
    "points": 3,
    "what": "the church",
    "verdict": "The Garrison holds the well.",
    "line": 0,
    "result": "locked",
    "ruling": "R1",
    "piece": 0,
    "dx": 2.0,
    "dy": -1.0,
}


def battle() -> LancerBattle:
    """The Wells, deployed, with nothing moved yet."""
    setup = set_up("the-wells", [])
    game = setup.game(["random", "random"], 1, True)
    while game.battle.to_deploy:
        game.play_step()
    assert isinstance(game.battle, LancerBattle)
    return game.battle


@pytest.mark.parametrize("name", EVENTS)
def test_every_event_is_told_or_silent_on_purpose(name: str) -> None:
    unit_card = {"card": 0} if name in ("CardAdded", "CardRemoved") else {}
    said = narrate(made(EVENTS[name], {**SAMPLES, **unit_card}), battle())
    assert (said == "") == (name in SILENT), said
    assert said == "" or (said[0].isupper() and said.endswith("."))


BAD = [
    r"None",
    r"-1 ",
    r"\bone (?:men|troopers|gunners|inches|dice|hits)\b",
    r"\b(?:two|three|four|\d+) (?:man|trooper|gunner|die|hit)\b",
    r"\bthe General [A-Z]",
    r"\bThe Emir\b(?<!^The Emir)(?<!\. The Emir)(?<!\" The Emir)",
    r"\d\.\d\d",
]


@pytest.mark.parametrize(
    ("scenario", "player", "seed"),
    [("the-wells", "random", seed) for seed in range(6)]
    + [("the-wells", "doctrine", seed) for seed in range(6)]
    + [("the-frontier-road", "random", 1), ("the-frontier-road", "doctrine", 2), ("grand-manoeuvres", "doctrine", 3)],
)
def test_no_line_reads_badly(scenario: str, player: str, seed: int) -> None:
    read_battle(set_up(scenario, []), player, seed, BAD)


def test_the_same_battle_is_told_the_same_way() -> None:
    setup = set_up("the-wells", [])
    assert story(setup, "random", 11) == story(setup, "random", 11)


# ---------------------------------------------------------------- names and numbers


def names(scenario: str) -> list[str]:
    setup = set_up(scenario, [])
    field = setup.system.new_battle(setup.scenario)
    return [name_of(field, unit.id) for unit in field.units]


def test_names() -> None:
    assert names("the-wells") == [
        "the Line Company",
        "the Guard Company",
        "the Gatling Battery",
        "the General",
        "the 1st Levy Spearmen",
        "the 2nd Levy Spearmen",
        "the 3rd Levy Spearmen",
        "the Irregular Horse",
        "the Emir",
    ]
    assert "General Harcastle" in names("grand-manoeuvres")
    assert len(set(names("grand-manoeuvres"))) == 38
    assert "the Republic's Line Company" in names("the-frontier-road")
    assert "the Royal 3rd Line Company" in names("the-frontier-road")


@pytest.mark.parametrize(
    ("side", "colour"),
    [
        ("Red Corps", "Red"),
        ("The Royal Column", "Royal"),
        ("The Emir's Host", "Emir's"),
        ("The Republic", "Republic's"),
        ("The Rebels", "Rebels'"),
        ("The Garrison", "Garrison's"),
    ],
)
def test_a_side_by_its_colour(side: str, colour: str) -> None:
    assert colour_of(side) == colour


# ---------------------------------------------------------------- rolls


def rolled(needed: str, came: str, faces: list[int], account: list[Entry], column: str = "") -> Rolled:
    throw = Throw("Unit Morale Check", "morale-check", "die", column, "R15")
    return Rolled(throw, 0, 6, faces, needed, came, account)


@pytest.mark.parametrize(
    ("roll", "said"),
    [
        (
            rolled("4 or less", "passed", [4], [Entry(-1, "commander attached")]),
            "Unit Morale Check: d6 = 4, -1 commander attached = 3, needs 4 or less: passed [morale-check, R15]",
        ),
        (
            rolled("4 or less", "failed", [5], [Entry(1, "Attacking uphill", "R31"), Entry(1, "Tired")]),
            "Unit Morale Check: d6 = 5, +1 attacking uphill (R31), +1 tired = 7, "
            "needs 4 or less: failed [morale-check, R15]",
        ),
        (
            rolled("3 or less each", "1 failed", [3, 4], []),
            "Unit Morale Check: 2d6 = 3 4, needs 3 or less each: 1 failed [morale-check, R15]",
        ),
        (
            rolled("hit on 4, 6", "1 hit, 1 miss", [3, 4], [], "open"),
            "Unit Morale Check: 2d6 = 3 4, hit on 4, 6: 1 hit, 1 miss [morale-check die open, R15]",
        ),
        (rolled("", "7", [3, 4], []), "Unit Morale Check: 2d6 = 3 4 = 7 [morale-check, R15]"),
        (
            rolled("", "10", [3, 4], [Entry(3, "in column")]),
            "Unit Morale Check: 2d6 = 3 4, +3 in column = 10 [morale-check, R15]",
        ),
        (rolled("", "5", [5], []), "Unit Morale Check: d6 = 5 [morale-check, R15]"),
        (rolled("", "number 5 of 9", [5], []), "Unit Morale Check: d6 = 5: number 5 of 9 [morale-check, R15]"),
    ],
)
def test_a_roll_in_words(roll: Rolled, said: str) -> None:
    assert roll_in_words(roll) == said


def test_a_roll_as_the_dice_tell_it() -> None:
    dice = scripted(4)
    dice.log = []
    dice.check(6, 3, Throw("Unit Morale Check", "morale-check", "die", "", "R15"), [])
    assert roll_in_words(dice.log[0]) == "Unit Morale Check: d6 = 4, needs 3 or less: failed [morale-check, R15]"


# ---------------------------------------------------------------- questions

KINDS = [
    "activated", "commander", "turn", "face", "aim", "reaction", "pair", "close_up", "close_up_figure", "strike",
    "edge", "take_in", "deploy", "deploy_formation", "deploy_commander",
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_every_question_has_words_of_its_own(kind: str) -> None:
    field = battle()
    for about in (0, 3, 5, 8):
        said = question_in_words(field, Question(0, kind, about, [], None, 0, 0))
        assert said[0].isupper()
        assert said.endswith((".", "?"))
        assert kind not in said or kind in ("face", "edge", "turn", "activated", "strike", "pair", "deploy")
        assert "  " not in said
        assert "your The" not in said


def test_questions() -> None:
    field = battle()
    said = question_in_words(field, Question(0, "activated", 2, [], None, 0, 0))
    assert said == "Your Gatling Battery is activated: choose."
    assert question_in_words(field, Question(0, "activated", 5, [], None, 0, 0)) == (
        "Your 2nd Levy Spearmen are activated: choose."
    )
    dice = Question(0, "dice", -1, [], None, 0, 0)
    dice.dice, dice.sides, dice.why = 5, 6, "Rifles fire"
    assert question_in_words(field, dice) == "Rifles fire: throw five d6."
