"""The adjutant gives ordinary answers, as far as intents go, and no others; nobody needs him to play them again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.game import Game
from playsheet.core.geometry import spacing
from playsheet.core.records import read_record, record_of, replay
from playsheet.core.stances import Stance, Stances
from playsheet.players.carrying_out import carry_out
from playsheet.players.setup import Setup, set_up
from playsheet.rules import load_system, scenario_files

pytestmark = pytest.mark.battles

SMALL = ["the-wells", "the-rail-fence", "the-telegraph-hut", "the-ruined-wells", "the-picket"]
DEPLOYING = ("deploy", "deploy_formation", "deploy_commander", "formation", "start_with", "attach")


class Person:
    """Commands by intents alone: all go for the nearest enemy and fire at will; the rest as the adjutant likes."""

    def __init__(self, setup: Setup, seed: int) -> None:
        nobody = [None] * len(setup.seats)
        self.setup = setup
        self.game: Game[Any] = setup.game_with(list(nobody), Seeded(seed), keep=True, own_dice=[False] * len(nobody))
        self.game.run()
        self.memory: list[Any] = list(nobody)
        self.turns = [0] * len(nobody)
        self.last = ("", -1)
        self.intents = 0

    def said(self, seat: int) -> list[str]:
        question = next(one for one in self.game.questions if one.seat == seat)
        seen = self.setup.system.seen(self.game.battle, seat)
        again = self.last == (question.number(), seat)
        self.last = (question.number(), seat)
        if again or (question.kind not in DEPLOYING and self.turns[seat] == seen.turn):
            return ["best"]
        if question.kind in DEPLOYING:
            return ["deploy as best"]
        self.turns[seat] = seen.turn
        return self.attack(seen, seat) or ["best"]

    def attack(self, seen: Any, seat: int) -> list[str]:
        roster = self.setup.system.roster(seen)
        side = self.setup.sides[seat]
        said: list[str] = []
        foes = [(one.at[0], one.at[1]) for one in roster if one.side != side and one.at is not None and one.on_table]
        for unit, one in enumerate(roster):
            if one.seat == seat and one.side == side and one.on_table and one.at is not None and foes:
                x, y, _ = one.at
                there = min(foes, key=lambda foe: spacing(x, y, foe[0], foe[1]))
                said += [f"fire {unit} at will", f"march {unit} to {there[0]:g},{there[1]:g}"]
        return said

    def command(self) -> None:
        """One word, and what comes of it; the game plays the answers by itself and comes to the same."""
        seat = self.game.questions[0].seat
        texts = self.said(seat)
        carried = carry_out(self.game, seat, texts, self.memory[seat])
        self.intents += len(texts)
        for answer in carried.answers:
            self.game.answer(seat, answer.question, answer.text, intent=self.intents)
        assert self.game.digest == carried.game.digest
        assert [one.number() for one in self.game.questions] == [one.number() for one in carried.game.questions]
        self.memory[seat] = json.loads(json.dumps(carried.adjutant.data()))


@pytest.mark.parametrize(("scenario", "seed"), [*[(id, 1) for id in scenario_files()], *[(id, 2) for id in SMALL]])
def test_a_battle_by_intents_alone_ends_and_is_replayed_without_an_adjutant(scenario: str, seed: int) -> None:
    setup = set_up(scenario, [])
    person = Person(setup, seed)
    game = person.game
    for _ in range(2000):
        if game.battle.finished:
            break
        person.command()
    assert game.battle.finished
    assert setup.system.broken_laws(game.battle) == []
    record = record_of(game, setup.scenario, ["person"] * len(setup.seats))
    again = read_record(record.text())
    assert [held.intent for step in again.steps for held in step.inputs] == [
        held.intent for closed in game.closed for held in closed.inputs
    ]
    assert replay(again, load_system).digest == game.digest


@pytest.mark.parametrize("scenario", SMALL)
def test_the_rest_as_you_think_best_is_the_doctrine(scenario: str) -> None:
    setup = set_up(scenario, [])
    seats = len(setup.seats)
    doctrines = setup.game(["doctrine"] * seats, 5, keep=True)
    doctrines.run()
    game = setup.game(["person"] + ["doctrine"] * (seats - 1), 5, keep=True)
    game.run()
    while not game.battle.finished:
        for answer in carry_out(game, 0, ["best"]).answers:
            game.answer(0, answer.question, answer.text)
    assert game.digest == doctrines.digest


def test_what_is_left_to_him_in_a_stance_is_the_doctrine_in_that_stance() -> None:
    setup = set_up("the-wells", [])
    system = setup.system
    mine = [unit for unit, one in enumerate(system.roster(system.new_battle(setup.scenario))) if one.seat == 0]
    stances = Stances()
    stances.put(mine, Stance.HOLD)
    own = [False, False]
    holding = setup.game_with([system.doctrine(0, stances), system.doctrine(1)], Seeded(5), keep=True, own_dice=own)
    holding.run()
    game = setup.game(["person", "doctrine"], 5, keep=True)
    game.run()
    while not game.battle.finished:
        roster = system.roster(game.battle)
        left = " ".join([str(unit) for unit in mine if roster[unit].on_table])
        told = [f"best {left} as hold"] if left else []
        for answer in carry_out(game, 0, [*told, "best"]).answers:
            game.answer(0, answer.question, answer.text)
    assert game.digest == holding.digest
    plain = setup.game(["doctrine", "doctrine"], 5, keep=True)
    plain.run()
    assert game.digest != plain.digest


@pytest.mark.parametrize("scenario", SMALL)
def test_one_undo_takes_a_whole_intent_back_and_redoing_it_comes_to_the_same(scenario: str) -> None:
    person = Person(set_up(scenario, []), 3)
    game = person.game
    tried = 0
    for _ in range(60):
        if game.battle.finished:
            break
        seat = game.questions[0].seat
        step, given, told = game.step, len(game.inputs), len(game.log)
        asked = game.questions[0].number()
        person.command()
        answers = [held for closed in game.closed[step:] for held in closed.inputs] + game.inputs
        if game.battle.finished or game.waiting or len([held for held in answers[given:] if held.seat == seat]) < 2:
            continue
        digest, battle = game.digest, len(game.log)
        mine = answers[given:]
        if len({held.intent for held in mine}) > 1 or any(held.seat != seat for held in mine):
            continue
        game.undo(seat)
        assert (game.step, len(game.inputs), len(game.log)) == (step, given, told)
        assert game.questions[0].number() == asked
        for held in mine:
            open_one = next(one for one in game.questions if one.seat == seat)
            game.answer(seat, open_one.number(), held.text, intent=held.intent)
        assert (game.digest, len(game.log)) == (digest, battle)
        tried += 1
    assert tried > 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hold 99", "there is no unit 99"),
        ("hold 4", "is not yours to command"),
        ("charge 0 at 1", "is on your own side"),
        ("charge 0 at 99", "there is no unit 99"),
        ("cancel 7", "no intent 7 stands"),
        ("cancel everything", "expected cancel and the number"),
    ],
)
def test_what_cannot_be_meant_is_refused(text: str, said: str) -> None:
    game = Person(set_up("the-wells", []), 1).game
    with pytest.raises(Refused, match=said):
        carry_out(game, 0, [text])
    assert game.inputs == []
