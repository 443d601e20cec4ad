"""The laws that every system must pass under random play, written once for all of them.

A new system is covered as soon as it stands in SYSTEMS and has a scenario. PLAYSHEET_LAW_GAMES raises the number of
games of each law and scenario: a soak is `PLAYSHEET_LAW_GAMES=200 pytest tests/test_laws.py`. Leaks are sought after
every step with PLAYSHEET_LEAK_STEPS=1. Battles of very many figures are HEAVY: they are tried on the compiled build, by
tests/compiled/test_heavy_laws.py.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from played_through import any_reading

from playsheet.core.asking import Barred, Player, Question
from playsheet.core.dice import Dice, Seeded
from playsheet.core.errors import Refused
from playsheet.core.events import Rolled
from playsheet.core.game import GAME_MASTER, ONLOOKER, Game, Input, line_of, written
from playsheet.core.rulings import Switches
from playsheet.core.showing import mark_data, standing_data
from playsheet.core.telling import Look
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import Setup, set_up_from
from playsheet.rules import scenario_files
from playsheet.server.intents import would
from playsheet.server.payloads import outcome_data

GAMES = int(os.environ.get("PLAYSHEET_LAW_GAMES", "2"))
LEAK_STEPS = int(os.environ.get("PLAYSHEET_LEAK_STEPS", "10"))  # from one look for leaks to the next
MOST_STEPS = 20_000  # of one battle: more means that it goes round in circles
MOST_LOOKS = 250  # steps after which a battle is looked at
SAMPLE = 40  # questions of one battle at which something is tried out
PREVIEWS = 4  # of one question, that are compared
MOST_FIGURES = 250  # of a scenario that is tried here
FILES = scenario_files()


def figures_of(id: str) -> int:
    setup = set_up_from(Path(FILES[id]), "", [])
    return sum(unit.start for unit in setup.system.roster(setup.system.new_battle(setup.scenario)))


HEAVY = [id for id in FILES if figures_of(id) > MOST_FIGURES]
SCENARIOS = [id for id in FILES if id not in HEAVY]
SEEDS = range(1, GAMES + 1)

each_game = pytest.mark.parametrize(("scenario", "seed"), [(id, seed) for id in SCENARIOS for seed in SEEDS])
each_scenario = pytest.mark.parametrize("scenario", SCENARIOS)


def keeps_looks(id: str) -> bool:
    """Does its system take anything over from one look to the next?"""
    return "look" in vars(type(set_up_from(Path(FILES[id]), "", []).system))


@cache
def setup_of(scenario: str, seed: int) -> Setup:
    """The scenario; for even seeds with every switch of the rulings set at random."""
    found = set_up_from(Path(FILES[scenario]), "", [])
    if seed % 2:
        return found
    return Setup(found.system.configured(any_reading(found.system, seed), "laws", []), found.scenario, [])


def random_game(scenario: str, seed: int) -> Game[Any]:
    setup = setup_of(scenario, seed)
    game = setup.game(["random"] * len(setup.seats), seed, True)
    game.checking = True
    return game


def hand_game(scenario: str, seed: int, kind: str = "random") -> tuple[Game[Any], list[Player]]:
    """The same battle with a person in every seat, and the bots whose answers these persons give."""
    setup = setup_of(scenario, seed)
    bots: list[Player] = []
    for seat in range(len(setup.seats)):
        bot = setup.player(kind, seat, seed)
        assert bot is not None
        bots.append(bot)
    game = setup.game(["person"] * len(bots), seed, True)
    return game, bots


def answer_of(game: Game[Any], bots: list[Player], question: Question) -> str:
    seen = game.system.seen(game.battle, question.seat)
    if question.region is not None:
        return written(bots[question.seat].place(seen, question))
    return bots[question.seat].choose(seen, question).key()


def asked(game: Game[Any]) -> Iterator[Question]:
    """Every question of a game of persons, one after the other, until it is over."""
    game.run()
    while game.questions:
        assert game.step < MOST_STEPS
        question = game.questions[0]
        yield question
        assert game.battle.finished or game.questions


@cache
def every(scenario: str, seed: int) -> int:
    """One question in so many makes a sample of the whole battle."""
    game = random_game(scenario, seed)
    game.run()
    return max(1, game.decisions // SAMPLE)


def lines(game: Game[Any], start: int = 0) -> list[str]:
    return [line_of(event) for event in game.log[start:]]


# ---------------------------------------------------------------- what must hold after every step


@each_game
def test_no_law_is_broken_and_every_battle_ends(scenario: str, seed: int) -> None:
    game = random_game(scenario, seed)
    turns = setup_of(scenario, seed).scenario.turns
    while not game.battle.finished:
        assert game.play_step()
        broken = game.system.broken_laws(game.battle)
        assert not broken, f"step {game.step}: {broken}"
        assert game.battle.turn <= turns
        assert game.step < MOST_STEPS
    assert game.battle.verdict


@each_game
def test_a_doctrine_breaks_no_law_either(scenario: str, seed: int) -> None:
    setup = setup_of(scenario, seed)
    game = setup.game(["doctrine"] * len(setup.seats), seed, True)
    game.checking = True
    while not game.battle.finished:
        assert game.play_step()
        broken = game.system.broken_laws(game.battle)
        assert not broken, f"step {game.step}: {broken}"
        assert game.step < MOST_STEPS


@each_scenario
def test_every_seat_has_a_view_that_is_plain_data(scenario: str) -> None:
    game = random_game(scenario, 1)
    seats = range(len(setup_of(scenario, 1).seats))
    while not game.battle.finished:
        game.play_step()
        if game.step % 10 == 0 or game.battle.finished:
            for seat in seats:
                view = game.system.view(game.battle, seat)
                assert json.loads(json.dumps(view, allow_nan=False)) == view


@pytest.mark.parametrize(("scenario", "seed"), [(id, seed) for id in SCENARIOS if keeps_looks(id) for seed in SEEDS])
def test_a_look_is_the_same_whatever_was_looked_at_before(scenario: str, seed: int) -> None:
    """What a system keeps from one look to the next is what it would show anyway."""
    game = random_game(scenario, seed)
    seats = [*range(len(game.players)), GAME_MASTER, ONLOOKER] if game.system.hides() else [GAME_MASTER]
    last: dict[int, Look | None] = dict.fromkeys(seats)
    while game.step < MOST_LOOKS and not game.battle.finished:
        game.play_step()
        for seat in seats:
            last[seat] = game.system.look(game.battle, seat, last[seat])
            assert as_data(last[seat]) == as_data(game.system.look(game.battle, seat, None)), (game.step, seat)


def as_data(look: Look | None) -> list[Any]:
    assert look is not None
    marks = [[mark_data(mark) for mark in drawn] for drawn in (look.marks, look.fallen)]
    return [look.view, [standing_data(unit) for unit in look.roster], *marks]


@each_game
def test_every_roll_and_event_cites_what_stands_on_the_sheet(scenario: str, seed: int) -> None:
    game = random_game(scenario, seed)
    game.run()
    sheet, rulings = game.system.sheet, game.system.rulings
    for event in game.log:
        cited = [getattr(event, "ruling", "")]
        if isinstance(event, Rolled):
            assert event.table, event.why
            if event.row:
                table = sheet.table(event.table)
                whole_row = not event.column and event.row in table.rows  # the die itself is the column
                assert whole_row or table.has(event.row, event.column), (event.table, event.row, event.column)
            else:
                assert sheet.table(event.table).id == event.table
            cited += [entry.ruling for entry in event.account]
            assert all(entry.cause for entry in event.account)
        for ids in cited:
            for id in ids.replace(",", " ").split():
                assert rulings.ruling(id).id == id


# ---------------------------------------------------------------- decisions


@each_game
def test_every_decision_accepts_each_choice_that_it_offers(scenario: str, seed: int) -> None:
    game, bots = hand_game(scenario, seed)
    fuzzers: list[Player] = [RandomPlayer(1000 * seed + seat) for seat in range(len(bots))]
    often = every(scenario, seed)
    for number, question in enumerate(asked(game)):
        offers = choices(question)
        assert offers, f"{question.kind} offers nothing"
        assert len(set(offers)) == len(offers), f"{question.kind} offers one thing twice: {offers}"
        if number % often == seed % often:
            for offer in offers:
                try_out(game.clone(), question, offer, fuzzers)
        game.answer(question.seat, question.number(), answer_of(game, bots, question))


@each_game
def test_what_is_barred_is_not_offered_and_has_its_reason(scenario: str, seed: int) -> None:
    game, bots = hand_game(scenario, seed)
    for question in asked(game):
        barred = game.system.barred(game.system.seen(game.battle, question.seat), question)
        assert len({(one.kind, one.about) for one in barred}) == len(barred), f"{question.kind} bars one thing twice"
        for one in barred:
            assert not one.stands_in(question), f"{question.kind} both offers and bars {one.kind}"
            assert all([one.kind, one.label, one.reason]), one.data()
            assert not one.reason.endswith("."), one.data()
            for id in one.ruling.replace(",", " ").split():
                assert cited_on_the_sheet(game, id), one.data()
        game.answer(question.seat, question.number(), answer_of(game, bots, question))


def cited_on_the_sheet(game: Game[Any], id: str) -> bool:
    """Is it a ruling, or one of the sheet's tables?"""
    if id in [ruling.id for ruling in game.system.rulings.all]:
        return True
    return game.system.sheet.table(id).id == id


def reasons(game: Game[Any], question: Question) -> list[dict[str, object]]:
    """Why the seat cannot do what it cannot, as it is told."""
    return [one.data() for one in game.system.barred(game.system.seen(game.battle, question.seat), question)]


def choices(question: Question) -> list[str]:
    if question.region is None:
        return [option.key() for option in question.options]
    return [written(value) for value in question.region.samples()]


def try_out(twin: Game[Any], question: Question, offer: str, bots: list[Player]) -> None:
    """Choose it, and play the step to its end as may be."""
    step = twin.step
    twin.answer(question.seat, question.number(), offer)
    while twin.questions and twin.step == step:
        again = twin.questions[0]
        twin.answer(again.seat, again.number(), answer_of(twin, bots, again))
    broken = twin.system.broken_laws(twin.battle)
    assert not broken, f"{offer} at {question.number()}: {broken}"


# ---------------------------------------------------------------- the same again


@each_game
def test_a_replay_of_the_inputs_is_identical(scenario: str, seed: int) -> None:
    game = random_game(scenario, seed)
    game.run()
    setup = setup_of(scenario, seed)
    again = setup.game(["person"] * len(setup.seats), seed, True)
    for step in game.sealed():  # which takes the digests now; the other game takes its own after each step
        again.inputs = [Input(held.seat, held.text) for held in step.inputs]
        assert again.play_step()
        assert again.digest == step.digest
    assert lines(again) == lines(game)


@each_game
def test_keeping_nothing_plays_the_same_battle(scenario: str, seed: int) -> None:
    kept = random_game(scenario, seed)
    kept.run()
    setup = setup_of(scenario, seed)
    bare = setup.game(["random"] * len(setup.seats), seed, False)
    bare.run()
    assert bare.system.view(bare.battle, 0) == kept.system.view(kept.battle, 0)
    assert not bare.log


@each_game
def test_a_clone_plays_on_identically(scenario: str, seed: int) -> None:
    alone = random_game(scenario, seed)
    alone.run()
    often = max(1, alone.step // 5)
    game = random_game(scenario, seed)
    twins: list[tuple[Game[Any], int]] = []
    while not game.battle.finished:
        if game.step % often == seed % often:
            twins.append((game.clone(), len(game.log)))
        game.play_step()
    assert twins
    for twin, told in twins:
        twin.run()
        assert lines(twin)[-(len(game.log) - told) :] == lines(game, told)
        assert twin.digest == game.digest
    assert lines(game) == lines(alone)


@each_game
def test_persons_who_answer_as_the_bots_do_play_the_same_battle(scenario: str, seed: int) -> None:
    for kind in ("random", "doctrine"):
        setup = setup_of(scenario, seed)
        by_bots = setup.game([kind] * len(setup.seats), seed, True)
        by_bots.run()
        game, bots = hand_game(scenario, seed, kind)
        for question in asked(game):
            game.answer(question.seat, question.number(), answer_of(game, bots, question))
        assert lines(game) == lines(by_bots)
        assert [[held.text for held in step.inputs] for step in game.closed] == [
            [held.text for held in step.inputs] for step in by_bots.closed
        ]


@each_game
def test_undo_then_redo_is_identical(scenario: str, seed: int) -> None:
    game, bots = hand_game(scenario, seed)
    often = every(scenario, seed)
    for number, question in enumerate(asked(game)):
        answer = answer_of(game, bots, question)
        before = len(game.log)
        game.answer(question.seat, question.number(), answer)
        if number % often == seed % often:
            start = max(0, before - 50)
            told, digest, view = lines(game, start), game.digest, game.system.view(game.battle, 0)
            game.undo(question.seat)
            again = [open for open in game.questions if open.number() == question.number()]
            assert [open.kind for open in again] == [question.kind]
            assert choices(again[0]) == choices(question)
            game.answer(question.seat, question.number(), answer)
            assert lines(game, start) == told
            assert game.digest == digest
            assert game.system.view(game.battle, 0) == view
    assert game.taken_back


# ---------------------------------------------------------------- what is hidden stays hidden


def leak(game: Game[Any], seat: int, dice: Dice) -> str:
    """What the seat could tell about facts that are hidden from it; empty if nothing."""
    system = game.system
    other = system.scrambled(game.battle, seat, dice)
    if other is None:
        return ""
    if system.view(other, seat) != system.view(game.battle, seat):
        return "its view"
    payloads: list[object] = []
    for battle in (game.battle, other):
        twin = game.clone()
        twin.battle = system.clone(battle)
        twin.players = [None] * len(game.players)
        twin.play_step()
        asked_now = [open for open in twin.questions if open.seat == seat]
        questions = [
            (open.kind, open.about, choices(open), reasons(twin, open), previews(twin, open)) for open in asked_now
        ]
        events = [line_of(event) for event in twin.log[len(game.log) :] if system.shown(twin.battle, event, seat)]
        questions += within_the_step(twin, seat)
        payloads.append((questions, events))
    return "" if payloads[0] == payloads[1] else "its questions or events"


def within_the_step(game: Game[Any], seat: int) -> list[Any]:
    """What intents would do, as the seat is shown it: now, and after each of its next answers in the same step."""
    step = game.step
    doctrine = game.system.doctrine(seat)
    found: list[Any] = []
    while game.step == step and len(found) < PREVIEWS:
        question = next((open for open in game.questions if open.seat == seat), None)
        if question is None:
            break
        found.append(tried(game, seat))
        seen = game.system.seen(game.battle, seat)
        text = written(doctrine.place(seen, question)) if question.region else doctrine.choose(seen, question).key()
        game.answer(seat, question.number(), text)
    return found


def tried(game: Game[Any], seat: int) -> Any:
    """What the seat is shown of intents before it gives them: a march of all that it has, and what is thought best."""
    roster = game.system.roster(game.system.seen(game.battle, seat))
    mine = [unit for unit, standing in enumerate(roster) if standing.seat == seat and standing.at is not None]
    found: list[Any] = []
    for text in ["best", *([f"march {' '.join(map(str, mine))} to 20,20"] if mine else [])]:
        try:
            found.append(would(game, seat, [text], None, paths=2000, runs=50))
        except Refused as refusal:
            found.append(str(refusal))
    return found


def previews(game: Game[Any], question: Question) -> list[object]:
    """What the seat is shown of the choices in a region before it makes one."""
    if question.region is None:
        return []
    seen = game.system.seen(game.battle, question.seat)
    return [outcome_data(question.region, seen, value) for value in question.region.samples()[:PREVIEWS]]


def foggy_game(scenario: str, seed: int) -> Game[Any]:
    """A random game in which all that a system can hide is hidden: its switch `fog` is on."""
    setup = setup_of(scenario, 1)
    if "fog" in setup.system.rulings.switches:
        setup = Setup(setup.system.configured({"fog": "on"}, "laws", []), setup.scenario, [])
    return setup.game(["random"] * len(setup.seats), seed, True)


@each_game
def test_what_is_hidden_from_a_seat_changes_nothing_that_it_is_shown(scenario: str, seed: int) -> None:
    game = foggy_game(scenario, seed)
    while not game.battle.finished:
        game.play_step()
        if game.step % LEAK_STEPS == 0 and not game.battle.finished:
            for seat in range(len(game.players)):
                assert not leak(game, seat, Seeded(game.step))


@each_game
def test_a_guess_looks_the_same_to_its_seat_and_rests_on_nothing_that_is_hidden(scenario: str, seed: int) -> None:
    game = foggy_game(scenario, seed)
    system = game.system
    while not game.battle.finished:
        game.play_step()
        if game.step % LEAK_STEPS or game.battle.finished:
            continue
        for seat in range(len(game.players)):
            guess = system.guess(game.battle, seat, Seeded(game.step))
            assert shown_to(system, guess, seat) == shown_to(system, game.battle, seat), (game.step, seat)
            assert system.broken_laws(guess) == []
            other = system.scrambled(game.battle, seat, Seeded(game.step))
            if other is not None:
                again = system.guess(other, seat, Seeded(game.step))
                assert shown_to(system, again, GAME_MASTER) == shown_to(system, guess, GAME_MASTER)
            twin = game.clone()  # and it can be played on
            twin.battle = guess
            twin.play_step()
            assert system.broken_laws(twin.battle) == []


def shown_to(system: Any, battle: Any, seat: int) -> list[Any]:
    return as_data(system.look(battle, seat, None))


def test_the_law_of_hidden_facts_would_find_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that shows what its system calls hidden is caught."""
    game = random_game(SCENARIOS[0], 1)
    game.play_step()

    def next_turn(battle: Any, seat: int, dice: Dice) -> Any:
        twin = game.system.clone(battle)
        twin.turn += 1
        return twin

    monkeypatch.setattr(game.system, "scrambled", next_turn)
    assert leak(game, 0, Seeded(1)) == "its view"


def test_the_law_of_hidden_facts_would_find_a_reason_that_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reason that is another in the other battle is caught."""
    game = random_game(SCENARIOS[0], 1)
    game.play_step()
    told: list[int] = []

    def telling(battle: Any, question: Question) -> list[Barred]:
        told.append(len(told))
        return [Barred("wait", "Wait", f"there are {len(told)} of them")]

    monkeypatch.setattr(game.system, "scrambled", lambda battle, seat, dice: game.system.clone(battle))
    monkeypatch.setattr(game.system, "barred", telling)
    leaks = [leak(game, seat, Seeded(1)) for seat in range(len(game.players))]
    assert "its questions or events" in leaks


def test_the_switches_are_tried_in_every_reading() -> None:
    """The even seeds do play other readings of the rulings."""
    setup = setup_of(SCENARIOS[0], 2)
    assert isinstance(setup.system.switches, Switches)
    defaults = setup.system.rulings.defaults()
    keys = [switch.key for ruling in setup.system.rulings.all for switch in ruling.switches]
    assert any(setup.system.switches.value(key) != defaults.value(key) for key in keys)
