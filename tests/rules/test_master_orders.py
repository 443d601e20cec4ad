"""What a game master may order, as data: all that is accepted is listed, and each example is accepted."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from typing import Any

import pytest

from playsheet.core.errors import Refused
from playsheet.core.game import Game
from playsheet.core.master import Offer
from playsheet.players.setup import set_up
from playsheet.rules import SYSTEMS, scenario_files

MOMENTS = (1, 2, 3)  # the turns in which it is tried


def smallest(system: str) -> str:
    return next(
        id
        for id, path in scenario_files().items()
        if f"/{system}/" in str(path) and set_up(id, []).scenario.size == "small"
    )


def forms_accepted(system: str) -> set[tuple[str, int]]:
    """First word and number of words of each order that `overrule` reads, from its own text."""
    tree = ast.parse(inspect.getsource(import_module(f"playsheet.rules.{system}.master")))
    overrule = next(one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == "overrule")
    found: set[tuple[str, int]] = set()
    for match in [node for node in ast.walk(overrule) if isinstance(node, ast.Match)]:
        for case in match.cases:
            if isinstance(case.pattern, ast.MatchSequence):
                words = {
                    one.value.value for one in ast.walk(case.pattern.patterns[0]) if isinstance(one, ast.MatchValue)
                }
                found |= {(word, len(case.pattern.patterns)) for word in words}
    return found


def deployed(system: str, turn: int) -> Game[Any]:
    """A battle of the doctrine with itself, between two steps of a turn."""
    setup = set_up(smallest(system), [])
    game = setup.game(["doctrine"] * len(setup.seats), 7, keep=True)
    while game.battle.turn < turn and not game.battle.finished:
        game.play_step()
    for _ in range(400):
        if not waits(game) or game.battle.finished:
            break
        game.play_step()
    game.players = [None] * len(setup.seats)
    game.run()
    return game


def waits(game: Game[Any]) -> bool:
    """Is somebody still deploying?"""
    try:
        game.system.overrule(game.clone(), "dance")
    except Refused as fault:
        return "waits until" in str(fault)
    return False


def offers_of(game: Game[Any]) -> list[Offer]:
    return game.system.master_orders(game.battle)


@pytest.mark.parametrize("system", SYSTEMS)
def test_all_that_is_accepted_is_listed(system: str) -> None:
    listed = {
        (offer.order.form.split()[0], len(offer.order.form.split())) for offer in offers_of(deployed(system, turn=1))
    }
    assert listed == forms_accepted(system)


@pytest.mark.parametrize("turn", MOMENTS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_each_example_is_accepted(system: str, turn: int) -> None:
    game = deployed(system, turn)
    assert not game.battle.finished
    tried = 0
    for offer in offers_of(game):
        if offer.example():
            told = game.clone()
            told.overrule(offer.example())
            assert told.step > game.step, offer.example()
            tried += 1
    assert tried >= 5


@pytest.mark.parametrize("system", SYSTEMS)
def test_whoever_may_be_named_alone_is_accepted(system: str) -> None:
    game = deployed(system, turn=2)
    for offer in offers_of(game):
        for value, _ in offer.fields[0].choices if len(offer.fields) == 1 else []:
            order = offer.order.form.replace(offer.fields[0].name, value)
            told = game.clone()
            told.overrule(order)
            assert told.step > game.step, order


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_is_explained_in_a_sentence_and_its_fields_are_its_arguments(system: str) -> None:
    game = deployed(system, turn=1)
    for offer in offers_of(game):
        order = offer.order
        assert order.said.endswith("."), order.form
        assert len(order.said.split()) <= 20, order.form
        assert [field.name for field in offer.fields] == order.arguments()
        assert all(field.said for field in offer.fields)
        if order.ruling:
            assert game.system.rulings.ruling(order.ruling).id == order.ruling
        data = offer.data()
        assert data["form"] == order.form


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_word_that_is_no_order_is_told_which_there_are(system: str) -> None:
    game = deployed(system, turn=1)
    with pytest.raises(Refused, match=r"^expected .*, .* or award SIDE, got 'dance'"):
        game.overrule("dance")
