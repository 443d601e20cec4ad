"""A commander that looks ahead: on a toy in which it is known what is best, and on every sheet."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from race import Race, RaceBattle, race_game, race_scenario

from playsheet.core.asking import Player
from playsheet.core.dice import Seeded
from playsheet.core.stances import Stance
from playsheet.players.planning import Plan
from playsheet.players.search import Advice, Alternative, Budget, Searcher, plans

ENOUGH = Budget(400, errors=1.5)
OWN = (Stance.OWN, 0.0)
ASSAULT = (Stance.ASSAULT, 0.0)


def begun() -> RaceBattle:
    battle = RaceBattle()
    battle.deploying = False
    return battle


def advised(battle: RaceBattle, budget: Budget = ENOUGH, seed: int = 1, system: Race | None = None) -> Advice:
    race = system or Race()
    return plans(race, race_scenario(), race.seen(battle, 0), 0, budget, seed)


def searcher(budget: Budget = ENOUGH, seat: int = 0) -> Searcher:
    return Searcher(Race(), race_scenario(), seat, budget, 1)


def ticking() -> Iterator[float]:
    """A clock that goes on by a second whenever somebody looks."""
    now = 0.0
    while True:
        yield now
        now += 1.0


# ---------------------------------------------------------------------- what it advises


def test_it_finds_the_plan_that_is_obviously_better() -> None:
    """The first wing presses on, the second has only to lose by it: all alike will not do."""
    advice = advised(begun())
    assert advice.taken.plan.orders == (ASSAULT, OWN)
    assert advice.told == "press on with unit 0"
    assert advice.play_outs == 400
    assert not advice.stopped


def test_where_nothing_makes_a_difference_the_doctrine_has_its_way() -> None:
    advice = advised(begun(), system=Race(alike=True))
    assert advice.taken.plan.is_own()
    assert len(advice.alternatives) > 4  # they were tried


@pytest.mark.parametrize(
    ("results", "beside", "words"),
    [
        ([1000, 0, 1000, 0], 8, "holding: 50% (0 to 100)"),
        ([1000, 0, 1000, 0], 9, "holding: 50% (0 to 100, in four tries only)"),
        ([500], 9, "holding: 50% (in one try only)"),
    ],
)
def test_of_a_plan_that_was_hardly_tried_it_is_said(results: list[int], beside: int, words: str) -> None:
    assert Alternative(Plan(()), "holding", results).words(beside) == words


def test_the_alternatives_are_said_with_their_shares_the_best_first() -> None:
    advice = advised(begun())
    shares = [one.share.value or 0.0 for one in advice.alternatives if one.play_outs > 40]
    assert len(shares) > 2
    assert shares == sorted(shares, reverse=True)
    said = advice.words()[0]
    assert said.startswith("Chances of winning, pressing on with unit 0: ")
    assert "as the doctrine thinks best: " in said
    for one in advice.alternatives:
        assert one.share.low is None or one.share.high is None or one.share.low <= (one.share.value or 0.0)


def test_so_many_play_outs_and_the_same_seed_make_the_same_plan() -> None:
    assert advised(begun()).words() == advised(begun()).words()
    assert advised(begun()).words() != advised(begun(), seed=2).words()


def test_its_plan_does_not_change_when_only_hidden_facts_change() -> None:
    race = Race()
    for seed in range(5):
        first, second = begun(), begun()
        second.hidden[1] = 2
        budget = Budget(60)
        words = [advised(battle, budget, seed, race).words() for battle in (first, second)]
        assert words[0] == words[1]
    known = begun()
    known.hidden[0] = 2  # its own
    assert advised(known).words() != advised(begun()).words()


def test_the_battle_is_left_as_it_is() -> None:
    battle = begun()
    seen = Race().seen(battle, 0)
    plans(Race(), race_scenario(), seen, 0, ENOUGH)
    assert (seen.turn, seen.points, seen.finished) == (1, [0, 0], False)


@pytest.mark.parametrize("seconds", [1e-9, 1.0, 8.0, 30.0])
def test_who_is_stopped_by_the_time_uses_what_was_found_and_says_so(seconds: float) -> None:
    clock = ticking()
    budget = Budget(400, seconds=seconds)
    advice = plans(Race(), race_scenario(), Race().seen(begun(), 0), 0, budget, 1, lambda: next(clock))
    assert advice.stopped
    assert advice.play_outs < seconds
    if advice.play_outs:
        assert advice.words()[-1] == f"There was time for {advice.play_outs} play-outs only."
    else:
        assert advice.taken.plan.is_own()


def test_a_play_out_that_stops_early_is_valued() -> None:
    advice = advised(begun(), Budget(60, turns=1))
    assert 0.0 < (advice.taken.share.value or 0.0) < 1.0


# ---------------------------------------------------------------------- the player


def test_it_wins_where_the_doctrine_would_not() -> None:
    wins = 0
    for seed in range(6):
        game = race_game(Race(), [Searcher(Race(), race_scenario(), 0, ENOUGH, seed), Race().doctrine(1)])
        game.source.at(0, seed)
        game.run()
        wins += game.battle.winner == 0
    assert wins >= 5


def test_it_plans_once_a_turn_and_not_while_it_deploys() -> None:
    player = searcher(Budget(40))
    game = race_game(Race(), [player, Race().doctrine(1)], keep=False)
    game.play_step()
    assert not player.made
    game.play_step()
    assert sorted(player.made) == [1]
    game.run()
    assert [made.turn for made in player.made.values()] == [1, 2, 3, 4]


def test_kept_or_not_it_gives_the_same_answers() -> None:
    battles = []
    for keep in (True, False):
        game = race_game(Race(), [searcher(), Race().doctrine(1)], keep=keep)
        game.run()
        battles.append((game.battle.points, game.battle.winner))
    assert battles[0] == battles[1]


def test_a_step_that_runs_again_is_played_by_the_same_plan() -> None:
    """A person in the other seat suspends each step after the first answer; a new one of it would plan the same."""
    waited = race_game(Race(), [searcher(), None])
    waited.run()
    while not waited.battle.finished:
        asked = waited.questions[0]
        waited.answer(1, asked.number(), "hold")
        waited.players[0] = searcher() if waited.step == 2 else waited.players[0]
    at_once = race_game(Race(), [searcher(), Race().doctrine(1)])
    at_once.run()
    assert [closed.digest for closed in waited.sealed()] == [closed.digest for closed in at_once.sealed()]


@pytest.mark.parametrize("is_new", [True, False])
def test_asked_from_outside_it_plays_the_same_whether_it_was_there_or_not(is_new: bool) -> None:
    """As a worker of a server asks: nobody sits in the game; a worker that was started again knows nothing."""
    game = race_game(Race(), [None, None])
    game.run()
    player = searcher()
    while not game.battle.finished:
        asked = game.questions[0]
        if asked.seat == 1:
            game.answer(1, asked.number(), "hold")
            continue
        player = searcher() if is_new else player
        player.follow(game)
        game.answer(0, asked.number(), player.choose(game.system.seen(game.battle, 0), asked).key())
    at_once = race_game(Race(), [searcher(), Race().doctrine(1)])
    at_once.run()
    assert [closed.digest for closed in game.sealed()] == [closed.digest for closed in at_once.sealed()]


def test_taking_back_finds_the_same_plan_again() -> None:
    player = searcher()
    game = race_game(Race(), [player, None])
    game.run()
    while game.step < 3:
        game.answer(1, game.questions[0].number(), "hold")
    told = {step: made.advice.words() for step, made in player.made.items()}
    for _ in range(3):
        game.undo(1)
    while game.step < 3:
        game.answer(1, game.questions[0].number(), "hold")
    assert {step: made.advice.words() for step, made in player.made.items()} == told


def test_another_past_makes_another_plan() -> None:
    player = searcher()
    game = race_game(Race(), [player, None])
    game.run()
    while game.step < 3:
        game.answer(1, game.questions[0].number(), "hold")
    before = player.made[2]
    for _ in range(3):
        game.undo(1)
    while game.step < 3:
        game.answer(1, game.questions[0].number(), "press")
    assert player.made[2].seen != before.seen


def test_it_says_its_plan_where_it_makes_it_and_in_short_after() -> None:
    player = searcher()
    player.explains = True
    game = race_game(Race(), [player, Race().doctrine(1)])
    game.play_step()
    game.play_step()
    first, second = [held for held in game.closed[1].inputs if held.seat == 0]
    assert first.reasons[0] == "The plan: press on with unit 0."
    assert first.reasons[1].startswith("Chances of winning, pressing on with unit 0: ")
    assert first.reasons[2] == "It is careful."
    assert second.reasons == ("The plan: press on with unit 0.", "It is careful.")


def test_of_its_own_plan_nothing_is_said_again() -> None:
    race = Race(alike=True)
    player = Searcher(race, race_scenario(), 0, Budget(40), 1)
    player.explains = True
    game = race_game(race, [player, race.doctrine(1)])
    game.play_step()
    game.play_step()
    first, second = [held for held in game.closed[1].inputs if held.seat == 0]
    assert first.reasons[0] == "The plan: as the doctrine thinks best."
    assert second.reasons == ("It is careful.",)


def test_what_it_answers_is_the_same_whether_it_explains_or_not() -> None:
    games = []
    for explains in (True, False):
        player: Player = searcher()
        player.explains = explains
        games.append(race_game(Race(), [player, Race().doctrine(1)]))
        games[-1].run()
    assert games[0].sealed()[-1].digest == games[1].sealed()[-1].digest


def test_guesses_differ_from_play_out_to_play_out_and_are_the_same_for_all_plans(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    guessed: list[int] = []
    race = Race()
    first = race.guess

    def noted(battle: RaceBattle, seat: int, dice: Seeded) -> RaceBattle:
        twin = first(battle, seat, dice)
        guessed.append(twin.hidden[1])
        return twin

    monkeypatch.setattr(race, "guess", noted)
    plans(race, race_scenario(), race.seen(begun(), 0), 0, Budget(10), 1)
    assert len(guessed) == 10
    monkeypatch.undo()
    assert set(guessed) == {0, 1, 2}
