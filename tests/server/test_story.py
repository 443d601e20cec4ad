"""The story of a battle is the same whether it is told as it goes on, with take-backs and a game master's words in
between, or at once from its events."""

import random
from typing import Any

import pytest

from playsheet.core.errors import Refused
from playsheet.core.events import Event
from playsheet.core.fair import seal_of
from playsheet.core.game import GAME_MASTER, Input, PlayEnded
from playsheet.core.system import System
from playsheet.core.telling import Told
from playsheet.players.setup import set_up
from playsheet.rules import scenario_files
from playsheet.server.broadcast import update_messages
from playsheet.server.payloads import Data, entry_data
from playsheet.server.storage import Head, Op, SeatPlan, Text
from playsheet.server.table import Table

pytestmark = pytest.mark.battles
INPUTS = {"small": 250, "middle": 120, "large": 60}
ORDERS = ("check 0", "check 1", "add-card 0", "veto-sight 0 1")


def begun(scenario: str) -> Table:
    setup = set_up(scenario, [])
    seats = [SeatPlan("person", "", own_dice=seat == 0) for seat in range(len(setup.seats))]
    head = Head("", Text("", ""), [], seats)
    table = Table("", setup, head, bytes(32))
    words = [f"the words of seat {seat}" for seat in range(len(setup.seats))]
    for seat, said in enumerate(words):
        table.apply(Op(table.seq + 1, 0.0, "seal", seat, "", seal_of(said)))
    for seat, said in enumerate(words):
        table.apply(Op(table.seq + 1, 0.0, "words", seat, "", said))
    return table


def any_op(table: Table, chance: random.Random) -> Op:
    """Mostly an answer."""
    assert table.game is not None
    backward = [seat for seat in range(len(table.seats)) if table.undo_of(seat) != "none"]
    what = chance.random()
    if backward and what < (0.3 if table.game.inputs else 0.06):
        return Op(table.seq + 1, 0.0, "undo", chance.choice(backward))
    if what > 0.92 and not table.game.inputs and not table.secret:
        return Op(table.seq + 1, 0.0, "order", -1, "", chance.choice(ORDERS))
    return any_answer(table, chance)


def any_answer(table: Table, chance: random.Random) -> Op:
    assert table.game is not None
    asked = chance.choice(table.game.questions)
    if asked.dice:
        text = "dice " + ",".join([str(chance.randint(1, asked.sides)) for _ in range(asked.dice)])
    elif asked.region is not None:
        text = "@" + ",".join(map(repr, chance.choice(asked.region.samples())))
    else:
        text = chance.choice(asked.options).key()
    return Op(table.seq + 1, 0.0, "answer", asked.seat, asked.number(), text)


def accepted(table: Table, op: Op) -> bool:
    """Do it and tell the game master, who knows all."""
    assert table.game is not None
    told = len(table.game.log)
    try:
        change = table.apply(op)
    except Refused:
        return False
    update_messages(table, change, {GAME_MASTER: GAME_MASTER}, told, [(GAME_MASTER, False)], now=0.0)
    return True


def deciders(inputs: list[Input]) -> list[int]:
    """Whose answers they are: dice and a game master's word are no seat's decisions."""
    return sorted({held.seat for held in inputs if held.seat >= 0 and not held.text.startswith("dice ")})


def told_at_once(table: Table) -> list[Data]:
    """Each step in one, and the one under way from its start."""
    game, system = table.game, table.system
    assert game is not None
    teller = system.teller(system.new_battle(table.scenario))
    found: list[Data] = []
    start = 0
    for step, closed in enumerate(game.closed):
        events = game.log[start : closed.told]
        told = teller.tell(events) + [
            Told(one.verdict, [], deployment=False) for one in events if isinstance(one, PlayEnded)
        ]
        found += [entry_data(one, step, closed.turn, {}, deciders(closed.inputs), is_open=False) for one in told]
        start = closed.told
    if game.start is not None:
        twin = system.teller(system.clone(teller.battle))
        twin.take_over(teller)
        told = twin.tell(game.log[start:])
        found += [entry_data(one, game.step, game.start.turn, {}, deciders(game.inputs), is_open=True) for one in told]
    return found


@pytest.mark.parametrize("scenario", scenario_files())
def test_told_as_it_goes_on_or_at_once_it_is_the_same_story(scenario: str) -> None:
    chance = random.Random(scenario)
    table = begun(scenario)
    table.audience(GAME_MASTER)
    kinds = {"answer": 0, "undo": 0, "order": 0}
    while sum(kinds.values()) < INPUTS[table.scenario.size] and not table.is_over():
        if chance.random() < 0.25:  # somebody comes in the middle of a step
            table.audiences.clear()
            table.audience(GAME_MASTER)
        op = any_op(table, chance)
        if not accepted(table, op):
            continue
        kinds[op.kind] += 1
        assert table.audiences[GAME_MASTER].log() == told_at_once(table)
    if not table.is_over():
        side = table.seats[0].side
        for index, seat in enumerate(table.seats):
            if seat.side == side:
                assert accepted(table, Op(table.seq + 1, 0.0, "leave", index, "", "resigned"))
        verdict = f"{table.scenario.sides[side].name} resigned."
        assert [entry["text"] for entry in table.audience(GAME_MASTER).log()].count(verdict) == 1
    assert table.audience(GAME_MASTER).log() == told_at_once(table)
    assert kinds["answer"]


def parts(told: list[Told]) -> list[tuple[str, list[int], list[str], bool]]:
    return [(one.text, [id(roll) for roll in one.rolls], one.rulings, one.deployment) for one in told]


def told_in_two(system: System[Any], battle: Any, events: list[Event[Any]], first: int, twin: bool) -> list[Told]:
    """Its first events, then the rest: by the same teller, or by one who takes over."""
    teller = system.teller(system.clone(battle))
    told = teller.tell(events[:first])
    if twin:
        other = system.teller(system.clone(teller.battle))
        other.take_over(teller)
        teller = other
    return told + teller.tell_on(events[first:])


@pytest.mark.parametrize("scenario", scenario_files())
def test_the_first_events_of_a_step_may_be_told_early_as_far_as_its_teller_says(scenario: str) -> None:
    chance = random.Random(scenario)
    table = begun(scenario)
    game, system = table.game, table.system
    assert game is not None
    battle = system.new_battle(table.scenario)
    steps = start = early = 0
    for _ in range(120):
        if not table.is_over():
            table.apply(any_answer(table, chance))
        for closed in game.closed[steps:]:
            events = game.log[start : closed.told]
            at_once = parts(system.teller(system.clone(battle)).tell(events))
            for first in {system.teller(battle).early(events[:known]) for known in range(len(events) + 1)} - {0}:
                early += 1
                assert parts(told_in_two(system, battle, events, first, False)) == at_once
                assert parts(told_in_two(system, battle, events, first, True)) == at_once
            for event in events:
                event.apply(battle)
            start = closed.told
            steps += 1
    assert early or system.id != "lancer"


def test_a_game_masters_word_that_waits_for_dice_is_told_in_the_place_of_the_step_it_puts_off() -> None:
    chance = random.Random(1)
    table = begun("the-wells")
    game = table.game
    assert game is not None
    table.audience(GAME_MASTER)
    while game.battle.to_deploy or game.inputs or game.questions[0].dice:
        accepted(table, any_answer(table, chance))
    shaken = next(unit for unit in game.battle.units if unit.seat == 0 and unit.on_table() and not unit.is_commander())
    assert accepted(table, Op(table.seq + 1, 0.0, "order", -1, "", f"check {shaken.id}"))
    assert table.audiences[GAME_MASTER].log() == told_at_once(table)
    for die in (6, 2):  # it fails, and falls back
        asked = game.questions[0]
        assert accepted(table, Op(table.seq + 1, 0.0, "answer", asked.seat, asked.number(), f"dice {die}"))
        assert table.audiences[GAME_MASTER].log() == told_at_once(table)
    assert not game.inputs
