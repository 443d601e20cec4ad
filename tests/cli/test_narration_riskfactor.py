"""The story of a risk-factor skirmish: every event is told or deliberately silent, and no line reads badly."""

import re
from functools import cache
from pathlib import Path

import pytest
from reading import made, read_battle, reads_well, story
from told import events_of

from playsheet.core.asking import Question
from playsheet.core.words import nth, plural_of, together
from playsheet.players.setup import Setup
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.words import cm, man_of, name_of
from playsheet.rules.riskfactor.ground.fog import hidden
from playsheet.rules.riskfactor.sheet import StandingOrder
from playsheet.rules.riskfactor.shown.narration import narrate
from playsheet.rules.riskfactor.shown.narration_fight import lost_hits
from playsheet.rules.riskfactor.shown.questions import question_in_words
from playsheet.rules.riskfactor.system import HERE, load
from playsheet.rules.riskfactor.terms import Phase, Where

# To be seen by what comes of them.
SILENT = {"PhaseBegan", "Passed", "SideEnded", "Advanced"}

EVENTS = events_of("riskfactor")

# What an event of any class can be made of, by the name of its field. Group 2 is the Regular Squad, 3 a Warrior Band.
SAMPLES: dict[str, object] = {
    "group": 2,
    "unit": 2,
    "target": 3,
    "leader": 0,
    "host": 3,
    "side": 0,
    "winner": 0,
    "loser": 1,
    "turn": 2,
    "phase": 3,
    "queue": [],
    "cm": 40,
    "fires": True,
    "figure": 2,
    "figures": [2, 3],
    "points": 3,
    "left": 5,
    "cost": 1,
    "groups": [2, 3],
    "together": True,
    "risk": 3,
    "account": [],
    "die": 4,
    "result": 2,
    "italic": True,
    "charge": False,
    "obeys": True,
    "with_group": -1,
    "kind": 1,
    "x": 60.0,
    "y": 70.0,
    "to_point": True,
    "how": "moves",
    "xs": [20.0, 22.0],
    "ys": [60.0, 60.0],
    "facing": 180.0,
    "went": [2, 2],
    "advancing": True,
    "state": 1,
    "weapon": "rifle",
    "band": 1,
    "cover": 1,
    "shots": 5,
    "hits": 2,
    "commanded": True,
    "wounds": 1,
    "grazes": 0,
    "killed": False,
    "mine": 2,
    "theirs": 12,
    "damage": 1,
    "suffered": [1, 2],
    "verdict": "The Picket holds the wall.",
    "line": 0,
    "ruling": "R1",
    "unseen": (),
    "piece": 0,
    "enclosed": True,
    "card": "warrior-band",
    "name": "Warrior Band reinforcement 1",
    "seat": 0,
}


@cache
def setup(name: str, fog: bool = False) -> Setup:
    system = load()
    scenario = system.read_scenario(Path(HERE) / "scenarios" / f"{name}.toml")
    settings = {**scenario.settings, "fog": True} if fog else scenario.settings
    return Setup(system.configured(settings, scenario.file, []), scenario, [])


def battle() -> RiskBattle:
    """The Picket, deployed, with nothing moved yet."""
    game = setup("the-picket").game(["random"], 1, True)
    while game.battle.first_side < 0 or game.battle.to_deploy:
        game.play_step()
    found = game.battle
    assert isinstance(found, RiskBattle)
    return found


@pytest.mark.parametrize("name", EVENTS)
def test_every_event_is_told_or_silent_on_purpose(name: str) -> None:
    said = narrate(made(EVENTS[name], SAMPLES), battle())
    assert (said == "") == (name in SILENT), said
    assert said == "" or reads_well(said, BAD)


BAD = [
    r"None\b(?! of them)",
    r"\bone (?:men|riflemen|warriors|shots|hits|points|pairs|cm)\b",
    r"\b(?:two|three|four|\d+) (?:man|rifleman|warrior|recruit|archer|shot|hit|point|pair|enemy)\b",
    r"\ba (?:8|11|18|archer)\b",
    r"\ban [1-7]\b",
    r"\b(?:Squad|Band|band|squad|Lieutenant|Chief|Drummer) were\b(?! left| wounded| only)(?<!and the Lieutenant were)",
    r"\b(?:Warriors|Archers|Musketmen|Civilians|warriors|archers|musketmen) was\b",
    r"[,;:]{2}",
    r",\.",
    r"\d\.\d",
    r"[{}|_]",
    r"(?<!\()(?<!, )(?<!risk )-\d",  # a bare negative number: only risks and their accounts have any
]


@pytest.mark.parametrize(
    ("scenario", "player", "seed", "fog"),
    [("the-picket", "random", seed, False) for seed in range(3)]
    + [("the-picket", "doctrine", seed, False) for seed in range(3)]
    + [("platoon-in-the-wood", "random", 1, False), ("platoon-in-the-wood", "random", 2, True)]
    + [("platoon-in-the-wood", "doctrine", 3, False), ("platoon-in-the-wood", "doctrine", 4, True)],
)
def test_no_line_reads_badly(scenario: str, player: str, seed: int, fog: bool) -> None:
    read_battle(setup(scenario, fog), player, seed, BAD)


@pytest.mark.parametrize(("player", "seed"), [("random", 5), ("doctrine", 6)])
def test_a_seat_is_told_nothing_of_what_is_hidden_from_it(player: str, seed: int) -> None:
    """Each seat's story is told from what it is shown; of a group that is hidden all the while no move is told."""
    ready = setup("platoon-in-the-wood", True)
    game = ready.game([player] * len(ready.seats), seed, True)
    tellers = [ready.system.teller(ready.system.new_battle(ready.scenario)) for _ in ready.seats]
    quiet = 0
    while not game.battle.finished:
        told = len(game.log)
        moving = game.battle.phase in (Phase.MOVES, Phase.FREE_MOVES) and not game.battle.to_deploy
        out = hidden_groups(game.battle)
        game.play_step()
        out = [id for id in hidden_groups(game.battle) if id in out]
        for seat, teller in enumerate(tellers):
            sentences = teller.tell(
                [event for event in game.log[told:] if ready.system.shown(game.battle, event, seat)]
            )
            for sentence in sentences:
                reads_well(sentence.text, BAD)
            for id in out if moving and not game.battle.finished else []:
                if game.battle.groups[id].side != ready.sides[seat]:
                    quiet += 1
                    assert not any(game.battle.groups[id].name in sentence.text for sentence in sentences)
    assert quiet


def hidden_groups(field: RiskBattle) -> list[int]:
    return [
        group.id
        for group in field.groups
        if group.place == Where.ON_TABLE and all(hidden(field, figure) for figure in field.members(group))
    ]


def test_the_same_battle_is_told_the_same_way() -> None:
    first = story(setup("the-picket"), "random", 11)
    assert first == story(setup("the-picket"), "random", 11)
    assert "The Picket's turn." in first
    assert "The Warriors' turn." in first


# ---------------------------------------------------------------- names and numbers


def names(scenario: str) -> list[str]:
    ready = setup(scenario)
    field = ready.system.new_battle(ready.scenario)
    return [name_of(field, group.id) for group in field.groups]


def test_names() -> None:
    assert names("the-picket") == [
        "the Lieutenant",
        "the Drummer",
        "the Regular Squad",
        "the 1st Warrior Band",
        "the 2nd Warrior Band",
        "the Young Warriors",
    ]
    station = names("the-mission-station")
    assert "the First Chief" in station
    assert len(set(station)) == len(station)
    field = battle()
    assert man_of(field, 1) == "the Drummer"
    assert man_of(field, 2) == "the sergeant of the Regular Squad"
    assert man_of(field, 3) == "a rifleman of the Regular Squad"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["the Chief"], "the Chief"),
        (["the 1st Warrior Band", "the 2nd Warrior Band"], "the 1st and 2nd Warrior Bands"),
        (["the 1st Band", "the 2nd Band", "the 3rd Band", "the Chief"], "the 1st to 3rd Bands and the Chief"),
        (["the 1st Band", "the 3rd Band", "the 4th Band"], "the 1st, 3rd and 4th Bands"),
        (["the 1st Tribal Horse", "the 2nd Tribal Horse"], "the 1st and 2nd Tribal Horse"),
        (["the 2nd Band", "the 1st Young Warriors"], "the 2nd Band and the 1st Young Warriors"),
    ],
)
def test_many_names_run_together(given: list[str], said: str) -> None:
    assert together(given) == said


@pytest.mark.parametrize(
    ("hits", "hurt", "said"),
    [
        (3, 3, ""),
        (3, 2, " One hit more was lost, with nobody else in sight."),
        (5, 1, " Four hits more were lost, with nobody else in sight."),
    ],
)
def test_hits_beyond_the_last_man_are_not_passed_over(hits: int, hurt: int, said: str) -> None:
    assert lost_hits(hits, hurt) == said


@pytest.mark.parametrize(("n", "said"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (22, "22nd")])
def test_ordinals(n: int, said: str) -> None:
    assert nth(n) == said


@pytest.mark.parametrize(
    ("one", "many"),
    [("Squad", "Squads"), ("Landing Party", "Landing Parties"), ("Young Warriors", "Young Warriors"), ("Bay", "Bays")],
)
def test_plurals(one: str, many: str) -> None:
    assert plural_of(one) == many


@pytest.mark.parametrize(("far", "said"), [(25.0, "25 cm"), (0.6, "1 cm"), (0.2, "less than 1 cm"), (12.4, "12 cm")])
def test_centimetres(far: float, said: str) -> None:
    assert cm(far) == said


# ---------------------------------------------------------------- rosters and maps


def test_the_roster_and_the_map_follow_the_battle() -> None:
    ready = setup("the-picket")
    field = battle()
    rows = ready.system.roster(field)
    assert [row.name for row in rows][:3] == ["Lieutenant", "Drummer", "Regular Squad"]
    assert [row.figures for row in rows] == [1, 1, 10, 20, 20, 20]
    assert rows[3].state == ["advancing"]
    marks = ready.system.marks(field)
    assert len(marks) == 72
    assert {mark.unit for mark in marks[-2:]} == {0, 1}
    field.groups[3].router = True
    field.groups[2].order = StandingOrder(0, x=0.0, y=0.0, to_point=False)
    rows = ready.system.roster(field)
    assert rows[3].state == ["running"]
    assert rows[3].shaken
    assert rows[2].state == ["holding"]


# ---------------------------------------------------------------- questions

KINDS = [
    "declare", "command", "charge", "standing_order", "order_point", "move", "move_next", "march", "fire", "fire_next",
    "pair", "parting_blow", "deploy",
]  # fmt: skip


def test_no_kind_of_question_is_left_out() -> None:
    """Every kind that the rules ask for stands above."""
    asked: set[str] = set()
    for file in Path(HERE).rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        asked |= set(re.findall(r"game\.(?:choose|place)\(\s*[^\"]*?\"(\w+)\"", text))
        asked |= set(re.findall(r"next_of\(game, \"(\w+)\"", text))
    assert asked == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_question_has_words_of_its_own(kind: str) -> None:
    field = battle()
    for about in (0, 1, 2, 5):
        said = question_in_words(field, Question(0, kind, about, [], None, 0, 0))
        assert said[0].isupper()
        assert said.endswith((".", "?"))
        assert "_" not in said
        assert "  " not in said
        assert "your The" not in said
        assert not said.startswith("Choose (")


def test_questions() -> None:
    field = battle()
    assert question_in_words(field, Question(0, "fire", 2, [], None, 0, 0)) == "At whom does your Regular Squad fire?"
    assert question_in_words(field, Question(0, "fire", 5, [], None, 0, 0)) == "At whom do your Young Warriors fire?"
    dice = Question(0, "dice", -1, [], None, 0, 0)
    dice.dice, dice.sides, dice.why = 10, 8, "Fire at short range, open"
    assert question_in_words(field, dice) == "Fire at short range, open: throw ten d8."
