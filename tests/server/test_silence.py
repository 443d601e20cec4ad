"""Silence tells nothing: two battles that differ only in what is hidden from somebody send him the same messages.

The same bytes, as many, under the same numbers, in the same order, as long as what he may know is the same. What he may
know is worked out here apart from the server: what he is shown of the table, the events, and what he is asked.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from harness import Clock, ready, store_in
from test_leaks import at_a_steps_start, put_into

from playsheet.core.asking import Question
from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.game import ONLOOKER, Game, written
from playsheet.core.intents import read_intent
from playsheet.core.learning import known_to
from playsheet.core.system import System
from playsheet.players.adjutant import Adjutant
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import set_up
from playsheet.rules import SYSTEMS, load_system
from playsheet.server import new_games
from playsheet.server.hub import Hub, Listener, OpenTable, Who
from playsheet.server.intended import Answer, Intended
from playsheet.server.keys import SEAT, WATCH
from playsheet.server.leases import Elsewhere
from playsheet.server.payloads import event_data, question_data
from playsheet.server.settings import Settings
from playsheet.server.storage import INTENT, Op, SeatPlan
from playsheet.server.table import Table, replay

pytestmark = pytest.mark.battles
SOAK = bool(os.environ.get("PLAYSHEET_SOAK"))
GOES_ON = 60  # answers after the one that is another
NOW = Clock()()
NOBODY = -9
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

    def send_away(self, fault: Elsewhere) -> None:
        raise AssertionError("there is one server only")

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
    number: str  # of the question, by the engine
    texts: tuple[str, str]
    unaware: list[int]  # from whom it is hidden which of the two it was


@asynccontextmanager
async def hub_on(folder: Path) -> AsyncIterator[Hub]:
    folder.mkdir(exist_ok=True)
    hub = Hub(Settings(folder, workers=1, pace=0.0), store_in(folder), Clock())
    await hub.start()
    try:
        yield hub
    finally:
        await hub.stop()


async def made(hub: Hub, arranged: Arranged, key: bytes, monkeypatch: pytest.MonkeyPatch) -> OpenTable:
    """A game between persons with a clock, begun."""
    monkeypatch.setattr(new_games, "new_dice_key", lambda: key)
    source = new_games.source_of(arranged.scenario, "", "")
    bare = await new_games.set_up(hub, source, [])
    houses = new_games.houses_of(bare.system.id, [], arranged.rulings)
    seats = [SeatPlan("person", name) for name in bare.seats]
    wishes = new_games.Wishes("", seats, gm=False, listed=False, per_move=3600.0, bank=60.0)
    one = await hub.table((await new_games.make(hub, source, houses, wishes, sent=False))["game"])
    await ready(hub, one, len(seats))
    return one


def fork_in(one: OpenTable, seed: int) -> Fork | None:
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
                return Fork(ops, question.seat, question.number(), (text, other), unaware)
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


class Listening:
    """A game that goes on, with somebody listening: what each heard, and could know."""

    def __init__(self, hub: Hub, one: OpenTable, seats: list[int]) -> None:
        self.hub = hub
        self.one = one
        self.table = one.table
        self.game: Game[Any] = one.table.playing()
        self.since = self.game.start_told
        self.given = [0] * len(self.table.seats)
        self.ears = [Ear(Who(SEAT, seat) if seat >= 0 else Who(WATCH, ONLOOKER)) for seat in seats]
        one.listeners.extend(self.ears)

    async def sit_down(self) -> None:
        for ear in self.ears:
            state = await self.hub.state(self.one, ear.who, 0, -1)
            ear.heard.append(encode({**state, "game": ""}))
            ear.knows(self.known_by(ear))

    def known_by(self, ear: Ear) -> bytes:
        seat = ear.who.looks_as()
        return knowable(self.table, seat, self.since, self.given[seat] if seat >= 0 else 0)

    async def done(self, seat: int, work: Awaitable[object]) -> None:
        """Somebody does something: whoever can know of it is told in one message, and nobody else in any."""
        before = [len(ear.heard) for ear in self.ears]
        await work
        self.given[seat] += 1
        for ear, had in zip(self.ears, before):
            if not self.table.is_over():
                is_new = ear.knows(self.known_by(ear))
                fresh = [msgspec.json.decode(message)["t"] for message in ear.heard[had:]]
                assert fresh == ["update"] * is_new, f"seat {ear.who.seat} after question of {seat}: {fresh}"

    async def answer(self, question: Question, text: str) -> None:
        who = Who(SEAT, question.seat)
        await self.done(question.seat, self.hub.answer(self.one, who, self.table.number_of(question), text))

    async def intend(self, question: Question, text: str) -> None:
        """The same answer, given by an adjutant who says something to his own person."""
        found = Intended(["hold 0"], [Answer(question.number(), text)], {"orders": []}, ["That is between us."])
        seat, words = question.seat, encode(found).decode()
        await self.done(seat, self.hub.act(self.one, lambda table: self.hub.op(table, INTENT, seat=seat, text=words)))

    async def go_on(self, last: bool, seed: int, takes_back: int) -> None:
        """Of those who are asked at once the first answers, or the `last`; a seat `takes_back` what it may."""
        for count in range(GOES_ON):
            if self.table.is_over():
                return
            question = self.game.questions[-1 if last else 0]
            await self.answer(question, chosen(self.game, question, seed))
            if question.seat == takes_back and count % 3 == 0 and self.table.undo_of(takes_back) == "free":
                await self.done(takes_back, self.hub.undo(self.one, Who(SEAT, takes_back)))


async def played(hub: Hub, one: OpenTable, fork: Fork, which: int, seed: int) -> list[Ear]:
    """From the fork on, before those from whom it is hidden.

    The two battles differ in the order in which seats answer that are asked at once, too, and in the second the seat
    takes back what it may, and answers again; in every other one it is its adjutant who answers.
    """
    replay(one.table, fork.ops)
    listening = Listening(hub, one, fork.unaware)
    await listening.sit_down()
    question = next(asked for asked in listening.game.questions if asked.number() == fork.number)
    if which and seed % 2:
        await listening.intend(question, fork.texts[which])
    else:
        await listening.answer(question, fork.texts[which])
    await listening.go_on(bool(which), seed, fork.seat if which else NOBODY)
    return listening.ears


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


@pytest.mark.parametrize("arranged", HIDING, ids=called)
def test_what_is_hidden_is_told_by_nothing_while_play_goes_on(
    arranged: Arranged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = arranged.pairs if SOAK else max(1, arranged.pairs // 10)
    swapped, messages = asyncio.run(facts_swapped(arranged, pairs, tmp_path, monkeypatch))
    assert swapped == pairs
    assert messages > pairs


async def facts_swapped(
    arranged: Arranged, pairs: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[int, int]:
    """How often what was hidden from a seat was another in the second battle, and how many messages were compared."""
    swapped = messages = seed = 0
    async with hub_on(folder) as hub:
        while swapped < pairs and seed < 5 * pairs + 10:
            seed += 1
            key = sha256(f"facts {called(arranged)} {seed}".encode()).digest()
            found = scrambled_in(await made(hub, arranged, key, monkeypatch), seed)
            if found is None:
                continue
            ops, seat, battles = found
            ears: list[list[Ear]] = []
            for battle in battles:
                one = await made(hub, arranged, key, monkeypatch)
                replay(one.table, ops)
                put_into(one, battle)
                listening = Listening(hub, one, [seat])
                await listening.sit_down()
                await listening.go_on(False, seed, NOBODY)
                ears.append(listening.ears)
            messages += compared((ears[0], ears[1]))
            swapped += 1
            hub.open.clear()
    return swapped, messages


@pytest.mark.parametrize("arranged", HIDING, ids=called)
def test_nothing_hidden_changes_what_an_adjutant_answers(
    arranged: Arranged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = arranged.pairs if SOAK else max(2, arranged.pairs // 5)
    assert asyncio.run(adjutants_asked(arranged, pairs, tmp_path, monkeypatch)) >= pairs


async def adjutants_asked(arranged: Arranged, pairs: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many answers were compared, of adjutants who are told the same in battles that look the same to them."""
    compared = seed = 0
    async with hub_on(folder) as hub:
        for seed in range(1, pairs + 1):
            key = sha256(f"adjutants {called(arranged)} {seed}".encode()).digest()
            one = await made(hub, arranged, key, monkeypatch)
            found = scrambled_in(one, seed)
            if found is None:
                continue
            _, seat, battles = found
            game = one.table.playing()
            system = game.system
            foe = next((i for i, unit in enumerate(system.roster(battles[0])) if unit.seat != seat), 0)
            for said in (
                "best",
                "stand",
                "deploy as best",
                *[f"{word} {unit_of(system, battles[0], seat)}" for word in ("hold", "march", "fire", "charge")],
            ):
                text = said + {"march": " to 12,12", "fire": " at will", "charge": f" at {foe}"}.get(
                    said.split()[0], ""
                )
                answers = [answered(game, battle, seat, text) for battle in battles]
                assert answers[0] == answers[1], text
                compared += 1
            hub.open.clear()
    return compared


def unit_of(system: System[Any], battle: Any, seat: int) -> int:
    return next((i for i, unit in enumerate(system.roster(battle)) if unit.seat == seat), 0)


def answered(game: Game[Any], battle: Any, seat: int, text: str) -> str:
    """What an adjutant who is told this answers to what his seat is asked; or why he will not have it."""
    question = next((one for one in game.questions if one.seat == seat), game.questions[0])
    seen = game.system.seen(battle, seat)
    adjutant = Adjutant(game.system, seat, game.system.doctrine(seat))
    try:
        adjutant.give(seen, read_intent(text))
        if question.region is None:
            return adjutant.answer(seen, question)
        return str(adjutant.value(seen, question))
    except Refused as refusal:
        return str(refusal)


def scrambled_in(one: OpenTable, seed: int) -> tuple[list[Op], int, list[Any]] | None:
    """Play on, in memory only, until a step begins with something hidden from a seat: the battle, and another."""
    game = one.table.playing()
    ops: list[Op] = []
    first = 3 + seed * 37 % 120
    while not one.table.is_over():
        if len(ops) >= first and at_a_steps_start(one):
            for seat in range(len(one.table.seats)):
                other = game.system.scrambled(game.battle, seat, Seeded(seed))
                if other is not None:
                    return ops, seat, [game.system.clone(game.battle), other]
        question = game.questions[0]
        ops.append(Op(one.table.seq + 1, NOW, "answer", question.seat, question.number(), chosen(game, question, seed)))
        one.table.apply(ops[-1])
    return None


def test_every_system_that_can_hide_anything_is_tried() -> None:
    """Whatever switch it is by."""
    tried = {set_up(arranged.scenario, []).system.id for arranged in HIDING}
    hiding: set[str] = set()
    for id in SYSTEMS:
        system = load_system(id)
        for ruling in system.rulings.all:
            for switch in ruling.switches:
                for value in switch.values:
                    if system.configured({switch.key: value}, "a switch", []).hides():
                        hiding.add(id)
    assert hiding == tried
    assert sum(arranged.pairs for arranged in HIDING) >= 100
