"""Where a battle parts from its record: the step, and in it the first event that is another, in words."""

from __future__ import annotations

from typing import Any

from battles import Battle, Load, marks_of, played, printed, record

from playsheet.core.events import attribute_names
from playsheet.core.game import GAME_MASTER, Game, Input, PlayEnded, TakenBack, line_of
from playsheet.core.records import Record, StepKept, read_record, record_bytes, replay
from playsheet.core.telling import as_roll, roll_in_words
from playsheet.core.told import Reading
from playsheet.players.setup import Setup

SAME = -1
HOW_TO = 'If play was meant to change, `make games WHY="..."` puts the battles on record anew.'


class Remade:
    """A battle played anew, and its record."""

    def __init__(self, battle: Battle, load: Load = printed) -> None:
        self.battle = battle
        self.game, self.setup = played(battle, load)
        self.record: Record = record(battle, self.game, self.setup)
        self.marks = marks_of(self.game)


def kept(battle: Battle) -> Record:
    """The record as it is kept."""
    return read_record(record_bytes(battle.file), str(battle))


def parted_at(one: Record, other: Record) -> int:
    """The first step that is not the same (0 is the head, the one after the last the result), or SAME.

    The engine's version, the sheet's digest and the wording of the scenario are not play.
    """
    if head_of(one) != head_of(other):
        return 0
    for number in range(max(len(one.steps), len(other.steps))):
        if step_of(one, number) != step_of(other, number):
            return number + 1
    return SAME if end_of(one) == end_of(other) else len(one.steps) + 1


def head_of(record: Record) -> object:
    dice = record.dice
    return (
        record.system,
        [(ruling.ruling, ruling.key, ruling.value) for ruling in record.rulings],
        [(seat.name, seat.player, seat.own_dice) for seat in record.seats],
        (dice.seed, dice.commitment, dice.salts, dice.key, dice.thrown),
        [(house.file, house.text) for house in record.houses],
    )


def step_of(record: Record, number: int) -> object:
    """A step, and what was taken back at it."""
    if number >= len(record.steps):
        return None
    return plain(record.steps[number]), [inputs_of(gone.inputs) for gone in record.taken_back if gone.step == number]


def end_of(record: Record) -> object:
    left = [(gone.step, inputs_of(gone.inputs)) for gone in record.taken_back if is_late(gone, record)]
    opened = None if record.open is None else plain(record.open)
    return left, opened, record.waiting, record.finished, record.winner, record.verdict


def is_late(gone: TakenBack, record: Record) -> bool:
    return gone.step >= len(record.steps)


def plain(step: StepKept) -> object:
    return step.turn, step.digest, inputs_of(step.inputs)


def inputs_of(inputs: list[Input]) -> list[tuple[int, str]]:
    return [(held.seat, held.text) for held in inputs]


# ---------------------------------------------------------------------- in words


def replayed(battle: Battle, load: Load = printed) -> None:
    """The record played again from its inputs; `Parted` where it comes out otherwise. Then from what was told alone."""
    told_again(replay(kept(battle), load))


def told_again(game: Game[Any]) -> None:
    """Every event read back from its line is the same, and together they make the same battle, without any rule."""
    reading = Reading(game.system)
    battle = game.system.clone(game.marks[0])
    for event in game.log:
        line = line_of(event)
        again = reading.event(line)
        assert type(again) is type(event), line
        assert fields_of(again) == fields_of(event), line
        again.apply(battle)
    assert game.system.view(battle, GAME_MASTER) == game.system.view(game.battle, GAME_MASTER)
    assert (battle.finished, battle.verdict) == (game.battle.finished, game.battle.verdict)


def fields_of(thing: object) -> object:
    """What an event holds, kind by kind: a list is no tuple."""
    if thing is None or isinstance(thing, (bool, int, float, str)):
        return thing
    if isinstance(thing, (list, tuple)):
        return type(thing).__name__, [fields_of(part) for part in thing]
    return type(thing).__name__, {name: fields_of(getattr(thing, name)) for name in attribute_names(thing)}


def difference(before: Record, marks: list[str], now: Remade) -> str:
    """How the battle has changed, in a sentence or two; empty if it has not."""
    step = parted_at(before, now.record)
    if step == SAME:
        return ""
    if step == 0:
        return "its head is another: who plays, with what dice, by which rulings."
    if step > max(len(before.steps), len(now.record.steps)):
        return f"its end is another: {now.record.verdict or 'it is left open.'}"
    if step > len(now.record.steps):
        return f"it is over after step {step - 1}, and went on before: {now.record.verdict}"
    turn = now.record.steps[step - 1].turn
    event = first_event(marks[step - 1] if step <= len(marks) else "", now.marks[step - 1])
    if event < 0:
        asked = [held.text for held in now.record.steps[step - 1].inputs]
        return f"step {step} (turn {turn}): the same happens, but the answers are others: {', '.join(asked)}."
    said = in_words(now.game, now.setup, step, event)
    return f"step {step} (turn {turn}), event {event + 1} of it: now {said}"


def first_event(before: str, now: str) -> int:
    """The first event of a step that is not the same, by two digits each; -1 if there is none."""
    for at in range(0, max(len(before), len(now)), 2):
        if before[at : at + 2] != now[at : at + 2]:
            return at // 2
    return -1


def in_words(game: Game[Any], setup: Setup, step: int, event: int) -> str:
    """An event of a step as the story tells it; one that the story passes over as the log has it."""
    ends = [0, *(closed.told for closed in game.closed)]
    start, end = ends[step - 1], ends[step]
    if start + event >= end:
        return "nothing, where something happened before."
    teller = setup.system.teller(setup.system.new_battle(setup.scenario))
    for number in range(step - 1):
        teller.tell(game.log[ends[number] : ends[number + 1]])
    here = game.log[start + event]
    roll = as_roll(here)
    if roll is not None:
        return roll_in_words(roll)
    if isinstance(here, PlayEnded):
        return here.verdict
    told = teller.tell(game.log[start : start + event + 1])
    line = line_of(here).strip()
    return f"{told[-1].text} {line}" if told else line
