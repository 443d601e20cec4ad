"""A game's past as it was told: opened without running any rule, and compared with what today's rules make of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from playsheet.core.errors import Refused
from playsheet.core.events import Event
from playsheet.core.fair import Fair
from playsheet.core.game import CHECKPOINT, ONLOOKER, Closed, Game, Input, PlayEnded, TakenBack
from playsheet.core.scenario import read_heading
from playsheet.core.told import Reading, Unread, fields_of
from playsheet.players.setup import Setup
from playsheet.rules import texts_of
from playsheet.rules.engine import engine
from playsheet.server.parting import GO_ON, NEW_TEXTS, OWN_TEXTS, Parting
from playsheet.server.rematches import read_rematch
from playsheet.server.storage import (
    UPGRADE,
    Head,
    Kept,
    Op,
    Past,
    Pinned,
)
from playsheet.server.table import Table, replay
from playsheet.server.told import Step, Told, settled

SetUp = Callable[[Head], Setup]
GOES_ON: Final = f"{GO_ON} "  # how the text of the op begins with which all have agreed


class Opened:
    """A game that is open again, and what its store does not know of it yet."""

    def __init__(self, table: Table, parted: Parting | None, pinned: Pinned | None, filled: Op | None) -> None:
        self.table: Final = table
        self.parted: Final = parted  # where today's rules part from it, finished or not
        self.pinned: Final = pinned
        self.filled: Final = filled


def by_today(head: Head) -> Head:
    """The head as this program takes it: texts that it has itself need not be named."""
    if head.rules and head.rules == today_of(head):
        return replace(head, rules={})
    return head


def today_of(head: Head) -> dict[str, str]:
    """The texts that this program has for the game's sheet."""
    return texts_of(read_heading(head.scenario.text, head.scenario.file).system)


def reopened(kept: Kept, told: Callable[[], list[Past]], set_up: SetUp) -> Opened:
    """The game where it was. `told` reads what was told, and is called only where that is needed."""
    today = engine()
    head = by_today(kept.head)
    past: list[Past] | None = None
    if is_based(kept.ops):
        past = told()
    table: Table | None = None
    begun: Table | None = None  # as far as they come
    fault = ""
    try:
        begun = Table(kept.id, set_up(head), head, kept.key)
        rebuild(begun, kept.ops, past or [])
        table = begun
    except Exception as error:  # whatever the rules of today stumble over
        fault = str(error)
    if table is not None and kept.engine == today:
        known(table, kept)
        return Opened(table, None, None, None)
    past = told() if past is None else past
    if not past:
        if table is None:
            said = "this game cannot be opened: its rules have changed since it was played, or its data is damaged"
            raise Refused(f"{said} ({fault.rstrip('.')}).")
        return filled_in(table, kept, today)
    kept_steps = Told(past)
    step = parts_at(begun, kept_steps) if begun is not None else None
    if table is not None and step is None:
        known(table, kept)
        return Opened(table, None, Pinned(today, head.rules or today_of(head)), None)
    if begun is not None and step is None:  # all that is over is the same: it is the open step
        step = len(kept_steps.steps)
    return remembered(kept, head, kept_steps, set_up, step, fault)


def is_based(ops: list[Op]) -> bool:
    """Has the game gone on by new rules after an upgrade?"""
    return any(op.kind == UPGRADE and op.text.startswith(GOES_ON) for op in ops)


def rebuild(table: Table, ops: list[Op], past: list[Past]) -> None:
    """Play the game again: as far as it went on after an upgrade, from what was told; the rest by the rules."""
    based = [index for index, op in enumerate(ops) if op.kind == UPGRADE and op.text.startswith(GOES_ON)]
    if not based:
        replay(table, ops)
        return
    base = based[-1]
    remember(table, ops[:base], Told([one for one in past if one.seq < ops[base].seq]))
    assert table.game is not None
    table.parting = Parting(len(table.game.closed), "", OWN_TEXTS, goes_on=True)
    table.parting.words.update(words_of(ops[:base]))
    table.apply(ops[base])
    replay(table, ops[base + 1 :])


def known(table: Table, kept: Kept) -> None:
    """Note how much of it is kept."""
    game = table.game
    if game is None or kept.steps > len(game.closed):
        return
    table.settled = table.settled_before = kept.steps
    table.noted = len(game.taken_back)
    table.settled_digest = kept.digest


def filled_in(table: Table, kept: Kept, today: str) -> Opened:
    """A game of before anything was kept, which has played through."""
    pinned = Pinned(today, table.head.rules or today_of(table.head))
    filled = settled(table, kept.ops[-1]) if kept.ops else None
    return Opened(table, None, pinned, filled if filled is not None and filled.told else None)


def parts_at(table: Table, told: Told) -> int | None:
    """The first step (from 0) that today's rules play otherwise; None if there is none."""
    game = table.game
    mine = [closed.digest for closed in game.sealed()] if game is not None else []
    theirs = told.digests()
    for step, (one, other) in enumerate(zip(mine, theirs)):
        if one != other:
            return step
    return None if len(mine) == len(theirs) else min(len(mine), len(theirs))


def remembered(kept: Kept, head: Head, told: Told, set_up: SetUp, step: int | None, fault: str) -> Opened:
    """The game as it was told, by texts that this program can read: its own, or else today's."""
    texts = OWN_TEXTS
    try:
        setup = set_up(head)
    except Exception:  # whatever it is that today's program does not take
        head, texts = replace(head, rules={}), NEW_TEXTS
        setup = set_up(head)
    table = Table(kept.id, setup, head, kept.key)
    whole = remember(table, kept.ops, told)
    where = 0 if step is None else step + 1
    if step is None:
        says = f"The rules of this program cannot play this game again ({fault.rstrip('.')})."
    elif table.hides:  # how many steps there were is not for everybody, nor what was answered in them
        says = "The rules of this program play this game otherwise than it was played."
    else:
        says = f"The rules of this program play step {where} of this game otherwise than it was played."
    parting = Parting(where, says, texts, goes_on=whole and table.lesson is None, hides=table.hides)
    if not table.is_over():
        table.parting = parting
        parting.words.update(words_of(kept.ops))
    known(table, kept)
    return Opened(table, parting, None, None)


def words_of(ops: list[Op]) -> dict[int, str]:
    """What seats have said since all agreed last."""
    words: dict[int, str] = {}
    for op in ops:
        if op.kind == UPGRADE and op.text.startswith(GOES_ON):
            words.clear()
        elif op.kind == UPGRADE:
            words[op.seat] = op.text
    return words


# ---------------------------------------------------------------------- without any rule


def remember(table: Table, ops: list[Op], told: Told) -> bool:
    """Bring a new table to where it was, by what was told; False if some of that cannot be carried out any more."""
    whole = True
    for op in ops:
        if recall(table, op):
            table.game = table.fresh_game(salted(table))
            whole = Recalled(table, told).whole
        table.seq = op.seq
    table.epoch += 1  # all is told anew
    if table.counters is not None:
        for seat in table.counters.epochs:
            table.counters.epochs[seat] += 1
    table.audiences.clear()
    return whole


def salted(table: Table) -> Fair:
    said = table.sealing
    return Fair(table.key, said.salts(), said.seals_kept(), said.round)


def recall(table: Table, op: Op) -> bool:
    """What an op has changed apart from the battle; True if the game begins with it."""
    said = table.sealing
    match op.kind:
        case "join":
            table.join(op.seat, op.text)
        case "seal":
            said.seal(op.seat, op.text)
        case "words":
            said.show(op.seat, op.text)
            return said.is_shown()
        case "ready":
            return said.say_clear(op.seat, op.text)
        case "leave":
            table.seats[op.seat].left = op.text
        case "undo":
            table.epoch += 1
        case "rematch":
            table.rematches.append(read_rematch(op.text))
        case "lesson" if table.lesson is not None:
            table.lesson.left = True
        case "relink":
            table.relink(op.seat)
    return False


class Recalled:
    """Gives a fresh game its past: log, steps and battle, event by event."""

    def __init__(self, table: Table, told: Told) -> None:
        assert table.game is not None
        self.table: Final = table
        self.game: Final[Game[Any]] = table.game
        self.reading: Final = Reading(table.system)
        self.whole = True
        hidden = (*range(len(table.seats)), ONLOOKER) if table.hides else ()
        self.unseen: Final[tuple[int, ...]] = hidden
        for step, lines in zip(told.steps, told.lines):
            self.step(step, lines)
        game = self.game
        game.marks[game.step] = game.system.clone(game.battle)
        game.taken_back = [TakenBack(step, inputs_of(given)) for step, given in told.back]
        if told.end is not None and not game.battle.finished:
            winner, verdict, line = told.end
            PlayEnded(winner, verdict).apply(game.battle)
            game.battle.decided_by = line

    def step(self, step: Step, lines: list[str]) -> None:
        game = self.game
        if game.step % CHECKPOINT == 0:
            game.marks[game.step] = game.system.clone(game.battle)
        for line in lines:
            game.log.append(self.event(line))
        closed = Closed(inputs_of(step.inputs), len(game.log), step.turn)
        closed.digest = step.digest
        game.closed.append(closed)
        game.step += 1

    def event(self, line: str) -> Event[Any]:
        """Read back and applied; after one that cannot be, nobody knows how the battle stands."""
        if self.whole:
            try:
                event = self.reading.event(line)
                event.apply(self.game.battle)
                return event
            except Exception:  # whatever a class of today stumbles over
                self.whole = False
        return Unread(line, fields_of(line), self.unseen)


def inputs_of(given: list[tuple[int, str, int]]) -> list[Input]:
    return [Input(seat, text, intent=intent) for seat, text, intent in given]
