"""Silence tells nothing: two battles that differ only in what is hidden from somebody send him the same messages.

The same bytes, as many, under the same numbers, in the same order, as long as what he may know is the same. What he may
know is worked out here apart from the server: what he is shown of the table, the events, and what he is asked.
"""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from harness import Clock

from playsheet.core.asking import Question
from playsheet.core.game import ONLOOKER, Game, written
from playsheet.core.learning import known_to
from playsheet.players.random import RandomPlayer
from playsheet.server import making
from playsheet.server.hub import Hub, Listener, Open, Who
from playsheet.server.keys import SEAT, WATCH
from playsheet.server.saying import event_data, question_data
from playsheet.server.settings import Settings
from playsheet.server.sqlite import SQLite
from playsheet.server.storage import Op, SeatPlan
from playsheet.server.table import Table, replay

pytestmark = pytest.mark.battles
SOAK = bool(os.environ.get("PLAYSHEET_SOAK"))
GOES_ON = 60  # answers after the one that is another
NOW = Clock()()
encode = msgspec.json.encode


class Arranged(NamedTuple):
    """A scenario with rulings under which something is hidden, and how many pairs of battles are played of it."""

    scenario: str
    rulings: dict[str, str]
    pairs: int


HIDING = [
    Arranged("the-picket", {"fog": "on"}, 10),
    Arranged("platoon-in-the-wood", {"fog": "on"}, 30),
    Arranged("the-ruined-wells", {}, 20),
    Arranged("the-ruined-wells", {"deployment": "secret"}, 20),
    Arranged("runaway-engines", {"deployment": "secret", "fire-declaration": "open-in-order"}, 10),
    Arranged("the-rail-fence", {}, 20),
    Arranged("the-woodlot", {}, 10),
]


def called(arranged: Arranged) -> str:
    return " ".join([arranged.scenario, *[f"{key}={value}" for key, value in arranged.rulings.items()]])


# ---------------------------------------------------------------------- somebody who listens, and what he may know


class Ear(Listener):
    """Hears what a socket would be sent; notes what was knowable when."""

    def __init__(self, who: Who) -> None:
        super().__init__(who, 3)
        self.heard: list[bytes] = []
        self.knew: list[bytes] = []  # different things, one after the other

    def push(self, message: bytes) -> None:
        self.heard.append(message)

    def knows(self, known: bytes) -> bool:
        """Is it anything new?"""
        is_new = not self.knew or self.knew[-1] != known
        if is_new:
            self.knew.append(known)
        return is_new


def knowable(table: Table, seat: int, since: int, given: int) -> bytes:
    """All that a seat may know: the table, what it was told `since`, what it is asked, how often it has answered."""
    game = table.game
    assert game is not None
    system = table.system
    events = [event_data(event) for event in game.log[since:] if system.shown(game.battle, event, seat)]
    asked = [
        question_data(system, system.seen(game.battle, question.seat), question, "", table.ground())
        for question in game.questions
        if table.commander(question.seat) == seat
    ]
    return sha256(encode([known_to(system, game.battle, seat), events, asked, given, game.battle.finished])).digest()


# ---------------------------------------------------------------------- players who know no more than they may


def chosen(game: Game[Any], question: Question, seed: int) -> str:
    """An answer by what the seat may know alone: the doctrine's, or now and then any."""
    seen = game.system.seen(game.battle, question.seat)
    options = [option.key() for option in question.options]
    samples = question.region.samples() if question.region is not None else []
    number = int.from_bytes(sha256(encode([seed, question.kind, question.about, options, samples])).digest()[:6], "big")
    player = RandomPlayer(number) if number % 4 == 0 else game.system.doctrine(question.seat)
    return written(player.place(seen, question)) if question.region else player.choose(seen, question).key()


def another(question: Question, text: str, seed: int) -> str | None:
    """Some other legal answer to the question."""
    if question.region is not None:
        texts = [written(sample) for sample in question.region.samples()]
    else:
        texts = [option.key() for option in question.options]
    others = sorted({one for one in texts if one != text})
    return others[seed % len(others)] if others else None


# ---------------------------------------------------------------------- two battles


class Fork(NamedTuple):
    """Where two battles part: what was accepted before, and what each answers then."""

    ops: list[Op]
    seat: int
    texts: tuple[str, str]
    unaware: list[int]  # from whom it is hidden which of the two it was


@asynccontextmanager
async def hub_on(folder: Path) -> AsyncIterator[Hub]:
    folder.mkdir(exist_ok=True)
    hub = Hub(Settings(folder, workers=1, pace=0.0), SQLite(folder), Clock())
    await hub.start()
    try:
        yield hub
    finally:
        await hub.stop()


async def made(hub: Hub, arranged: Arranged, key: bytes, monkeypatch: pytest.MonkeyPatch) -> Open:
    """A game between persons with a clock, begun."""
    monkeypatch.setattr(making, "new_dice_key", lambda: key)
    source = making.source_of(arranged.scenario, "", "")
    bare = making.set_up(hub, source, [], False)
    houses = making.houses_of(bare.system.id, [], arranged.rulings)
    seats = [SeatPlan("person", name) for name in bare.seats]
    wishes = making.Wishes("", seats, False, False, 3600.0, 60.0)
    one = await hub.table((await making.make(hub, source, houses, False, wishes))["game"])
    for seat in range(len(seats)):
        await hub.ready(one, Who(SEAT, seat), f"salt {seat}")
    return one


def fork_in(one: Open, seed: int) -> Fork | None:
    """Play on, in memory only, until a decision is made that is hidden from somebody."""
    table = one.table
    game = table.game
    assert game is not None
    ops: list[Op] = []
    first = 3 + seed * 37 % 120
    while not table.is_over():
        question = game.questions[seed % len(game.questions)]
        text = chosen(game, question, seed)
        other = another(question, text, seed) if len(ops) >= first else None
        if other is not None:
            unaware = unaware_of(table, question, (text, other))
            if unaware:
                return Fork(ops, question.seat, (text, other), unaware)
        ops.append(Op(table.seq + 1, NOW, "answer", question.seat, question.number(), text))
        table.apply(ops[-1])
    return None


def unaware_of(table: Table, question: Question, texts: tuple[str, str]) -> list[int]:
    """To whom is the same shown and told, whichever of the two answers is given?"""
    assert table.game is not None
    since = table.game.start_told
    seats = [seat for seat in [*range(len(table.seats)), ONLOOKER] if seat != question.seat]
    known: list[dict[int, bytes]] = []
    real = table.game
    for text in texts:
        table.game = real.clone()
        table.game.answer(question.seat, question.number(), text)
        known.append({seat: knowable(table, seat, since, 0) for seat in seats})
        finished = table.is_over()
        table.game = real
        if finished:
            return []
    return [seat for seat in seats if known[0][seat] == known[1][seat]]


async def played(hub: Hub, one: Open, fork: Fork, which: int, seed: int) -> list[Ear]:
    """From the fork on, with those listening from whom it is hidden: what each heard, and could know.

    The two battles differ in the order in which seats answer that are asked at once, too, and in the second the seat
    takes back what it may, and answers again.
    """
    table = one.table
    replay(table, fork.ops)
    game = table.game
    assert game is not None
    since = game.start_told
    ears = [Ear(Who(SEAT, seat) if seat >= 0 else Who(WATCH, ONLOOKER)) for seat in fork.unaware]
    given = [0] * len(table.seats)
    one.listeners.extend(ears)
    for ear in ears:
        state = await hub.state(one, ear.who, 0, -1)
        ear.heard.append(encode({**state, "game": ""}))
        ear.knows(known_by(ear, table, since, given))
    for count in range(GOES_ON):
        if table.is_over():
            break
        question = game.questions[which * -1]
        if count == 0:
            question = next(asked for asked in game.questions if asked.seat == fork.seat)
        text = fork.texts[which] if count == 0 else chosen(game, question, seed)
        number = table.number_of(question)
        await done(one, ears, since, given, question.seat, hub.answer(one, Who(SEAT, question.seat), number, text))
        if which and question.seat == fork.seat and count % 3 == 1 and table.undo_of(fork.seat) == "free":
            await done(one, ears, since, given, fork.seat, hub.undo(one, Who(SEAT, fork.seat)))
    return ears


def known_by(ear: Ear, table: Table, since: int, given: list[int]) -> bytes:
    seat = ear.who.looks_as()
    return knowable(table, seat, since, given[seat] if seat >= 0 else 0)


async def done(one: Open, ears: list[Ear], since: int, given: list[int], seat: int, work: Any) -> None:
    """Somebody does something: whoever can know of it is told in one message, and nobody else in any."""
    before = [len(ear.heard) for ear in ears]
    await work
    given[seat] += 1
    for ear, had in zip(ears, before):
        fresh = [msgspec.json.decode(message) for message in ear.heard[had:]]
        if one.table.is_over():
            continue
        is_new = ear.knows(known_by(ear, one.table, since, given))
        assert [message["t"] for message in fresh] == ["update"] * is_new, (ear.who.seat, is_new, fresh)


def compared(ears: tuple[list[Ear], list[Ear]]) -> int:
    """What one heard the other did too, as long as both could know the same: how many messages."""
    messages = 0
    for one, other in zip(*ears):
        same = 0
        while same < min(len(one.knew), len(other.knew)) and one.knew[same] == other.knew[same]:
            same += 1
        assert one.heard[:same] == other.heard[:same], different(one.heard[:same], other.heard[:same])
        messages += same
    return messages


def different(one: list[bytes], other: list[bytes]) -> str:
    """Which keys of which message."""
    for index, (here, there) in enumerate(zip(one, other)):
        if here != there:
            mine, theirs = msgspec.json.decode(here), msgspec.json.decode(there)
            keys = [key for key in mine if mine[key] != theirs.get(key)]
            said = [f"{key}: {str(mine[key])[:300]} / {str(theirs.get(key))[:300]}" for key in keys]
            return f"message {index}: {said}"
    return f"{len(one)} messages, {len(other)} messages"


# ---------------------------------------------------------------------- the law


@pytest.mark.parametrize("arranged", HIDING, ids=called)
def test_what_others_decide_unseen_is_told_by_nothing(
    arranged: Arranged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = arranged.pairs if SOAK else max(1, arranged.pairs // 10)
    swapped, messages = asyncio.run(decisions_swapped(arranged, pairs, tmp_path, monkeypatch))
    assert swapped == pairs
    assert messages >= pairs


async def decisions_swapped(
    arranged: Arranged, pairs: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[int, int]:
    """How many hidden decisions were others in the second battle of a pair, and how many messages were compared."""
    swapped = messages = seed = 0
    async with hub_on(folder) as hub:
        while swapped < pairs and seed < 5 * pairs + 10:
            seed += 1
            key = sha256(f"{called(arranged)} {seed}".encode()).digest()
            fork = fork_in(await made(hub, arranged, key, monkeypatch), seed)
            if fork is None:
                continue
            first = await played(hub, await made(hub, arranged, key, monkeypatch), fork, 0, seed)
            second = await played(hub, await made(hub, arranged, key, monkeypatch), fork, 1, seed)
            messages += compared((first, second))
            swapped += 1
            hub.open.clear()
    return swapped, messages
