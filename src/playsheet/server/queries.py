"""Queries, which change nothing: may I, what are the odds, how far is it, how was it then."""

from __future__ import annotations

import asyncio
import time
from hashlib import sha256
from typing import Any, Final

import msgspec

from playsheet.core.asking import Question
from playsheet.core.errors import Refused
from playsheet.core.forms import Value
from playsheet.core.game import GAME_MASTER, Game
from playsheet.core.measuring import Spot
from playsheet.players.search import fingerprint
from playsheet.server.advising import check_time, seen_at_start
from playsheet.server.audience import Story
from playsheet.server.hub import Forbidden, Hub, OpenTable, Who, to_the_beat
from playsheet.server.jobs import (
    Advise,
    Calculate,
    Draw,
    Drawn,
    Exhausted,
    Failure,
    Print,
    Printed,
    Refusal,
    Result,
    Rules,
    Unknown,
    Weigh,
    WorkOut,
)
from playsheet.server.keys import GM, SEAT
from playsheet.server.messages import MOST_OPTIONS, End
from playsheet.server.payloads import Data, TableCache, event_data, outcome_data, table_data
from playsheet.server.table import Table
from playsheet.server.worker_pools import Busy, JobTimeout, Pool

weights: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])
MOST_STEPS: Final = 2000  # in one answer


# ---------------------------------------------------------------------- may I


async def checked(one: OpenTable, who: Who, number: str, values: list[list[float]]) -> Data:
    """For each choice in a region: empty if it is legal, else why not. Of one that is asked about alone, and is legal,
    also what would come of it."""
    async with one.lock:
        question = asked(one.table, who, number)
        region = question.region
        if region is None:
            raise Refused(f"question {number} is not about a place or a bearing: its options are all legal.")
        names = region.names()
        found: list[str] = []
        for value in values:
            if len(value) != len(names):
                raise Refused(f"expected {len(names)} numbers ({', '.join(names)}), got {len(value)}.")
            found.append(region.refusal(tuple(value)))
        outcome: Data | None = None
        if len(values) == 1 and not found[0]:
            table = one.table
            assert table.game is not None
            outcome = outcome_data(region, table.system.seen(table.game.battle, question.seat), tuple(values[0]))
        return {"refusals": found, "outcome": outcome}


def asked(table: Table, who: Who, number: str) -> Question:
    if who.role != SEAT:
        raise Forbidden("only somebody who has a seat is asked anything.")
    return table.open_question(who.seat, number)


async def undo(one: OpenTable, who: Who) -> Data:
    """What taking back would do, in words."""
    if who.role != SEAT:
        raise Forbidden("only somebody who has a seat has anything to take back.")
    async with one.lock:
        return {"undo": one.table.undo_of(who.seat), "says": one.table.undo_said(who.seat)}


async def master_orders(one: OpenTable, who: Who) -> Data:
    """What a game master may order, as the battle stands."""
    if who.role != GM:
        raise Forbidden("only the game master may give orders.")
    async with one.lock:
        table = one.table
        return {"orders": [offer.data() for offer in table.system.master_orders(table.battle())]}


# ---------------------------------------------------------------------- odds


async def odds(
    hub: Hub, one: OpenTable, who: Who, number: str, options: list[str] | None
) -> dict[str, msgspec.Raw | None]:
    """What each option would set off, from what the seat may know; None where no dice are thrown."""
    async with one.lock:
        table = one.table
        question = asked(table, who, number)
        known = {option.key(): option for option in question.options}
        wanted = list(dict.fromkeys(list(known)[:MOST_OPTIONS] if options is None else options))
        for key in wanted:
            if key not in known:
                raise Refused(f"{key[:60]!r} is not offered for question {number}.")
        assert table.game is not None
        seen = table.system.seen(table.game.battle, question.seat)
        thrown = [key for key in wanted if table.system.what_if(seen, question, known[key]) is not None]
        asks = Weigh(
            game=table.id,
            since=table.seq,
            ops=[],
            seat=question.seat,
            question=number,
            options=thrown,
            paths=hub.settings.paths,
            runs=hub.settings.runs,
        )
    name = who.named(table.id)
    found: dict[str, msgspec.Raw] = {}
    with hub.pools.calculators.place(name):  # one for all of them, however many options there are
        while left := [key for key in thrown if key not in found]:
            asks.options = left
            found |= known_odds(hub, asks) or await weighed(hub, table, asks, name)
    return {key: found.get(key) for key in wanted}


async def advice(hub: Hub, one: OpenTable, who: Who) -> msgspec.Raw:
    """What the wings of whoever asks might do, and what would come of it: from what the seat knows, by a worker."""
    began = time.monotonic()
    async with one.lock:
        table = one.table
        if who.role != SEAT:
            raise Forbidden("only somebody who has a seat is given advice.")
        if not table.head.advice:
            raise Forbidden("no advice is given in this game: it was made without an adviser.")
        if table.seats[who.seat].left:
            raise Refused("this seat plays no more.")
        seen = seen_at_start(table.playing(), who.seat)
        check_time(table, seen, who.seat)
        hub.check_advice(one, who)
        key = sha256(f"advice {table.id} {who.seat} {fingerprint(table.system, seen, who.seat)}".encode()).digest()
        asks = Advise(game=table.id, since=table.seq, ops=[], seat=who.seat, planning=hub.planning())
    name = who.named(table.id)
    with hub.pools.advisers.place(name):
        found = hub.odds.get(key)
        if found is None:
            found = await made_out(hub, table, asks, name)
            hub.odds.put(key, found)
        if hub.settings.pace > 0.0 and table.hides:
            await asyncio.sleep(to_the_beat(time.monotonic() - began, hub.settings.pace))
    return found


async def made_out(hub: Hub, table: Table, asks: Advise, name: str) -> msgspec.Raw:
    """By a worker that follows the game, or is told all of it."""
    pool, limit = hub.pools.advisers, hub.settings.think + hub.settings.plan
    try:
        return await calculated(hub, asks, name, pool, limit)
    except NotFollowed:
        ops = [op for op in await hub.reading.do(hub.storage.ops, table.id) if op.seq <= asks.since]
        past = await hub.reading.do(hub.storage.told, table.id) if table.past else []
        whole = msgspec.structs.replace(asks, since=0, ops=ops, head=table.head, key=table.key, past=past)
        return await calculated(hub, whole, name, pool, limit)


def known_odds(hub: Hub, asks: Weigh) -> dict[str, msgspec.Raw]:
    """Those that were worked out lately."""
    looked_up = {key: hub.odds.get(cache_key(asks, key)) for key in asks.options}
    return {key: odds for key, odds in looked_up.items() if odds is not None}


def cache_key(asks: Weigh, option: str) -> bytes:
    return sha256(f"{asks.game} {asks.since} {asks.seat} {asks.question} {option}".encode()).digest()


async def weighed(hub: Hub, table: Table, asks: Weigh, name: str) -> dict[str, msgspec.Raw]:
    """As many as a worker works out at once, for somebody who has a place."""
    try:
        text = await calculated(hub, asks, name)
    except NotFollowed:  # this worker has not seen the game so far
        ops = [op for op in await hub.reading.do(hub.storage.ops, table.id) if op.seq <= asks.since]
        past = await hub.reading.do(hub.storage.told, table.id) if table.past else []
        whole = msgspec.structs.replace(asks, since=0, ops=ops, head=table.head, key=table.key, past=past)
        text = await calculated(hub, whole, name)
    found = weights.decode(text)
    for option, odds in found.items():
        hub.odds.put(cache_key(asks, option), odds)
    return found


def work_out(hub: Hub, rules: Rules, procedure: str, inputs: dict[str, Value]) -> WorkOut:
    """A question as it is put to a calculator, with what it may take."""
    return WorkOut(rules, procedure, inputs, hub.settings.paths, hub.settings.runs)


async def odds_of(hub: Hub, job: WorkOut, who: str) -> msgspec.Raw:
    """For somebody who has a place; what was worked out lately is known."""
    key = sha256(msgspec.json.encode(job)).digest()
    found = hub.odds.get(key)
    if found is None:
        found = await calculated(hub, job, who)
        hub.odds.put(key, found)
    return found


class Withheld(Refused):
    """Not to be told yet."""


class NotFollowed(Exception):
    """A worker does not know a game as far as it was asked about it."""


async def calculated(
    hub: Hub, job: Calculate | WorkOut | Weigh | Advise, who: str, pool: Pool | None = None, limit: float = 0.0
) -> msgspec.Raw:
    """Done by a worker process (a calculator), within its time, for somebody who has a place."""
    try:
        reply = await (pool or hub.pools.calculators).next(job, limit or hub.settings.odds, who)
    except JobTimeout:
        if isinstance(job, Advise):
            raise Busy("the adviser took too long over this: ask again next turn.") from None
        raise Busy("this takes too long to work out exactly: try fewer figures or dice.") from None
    if isinstance(reply, Result):
        return reply.data
    if isinstance(reply, Unknown):
        raise NotFollowed
    if isinstance(reply, Refusal):
        raise Refused(reply.says)
    if isinstance(reply, Exhausted):
        raise Busy("this takes too much memory to work out: try fewer figures or dice.")
    said = reply.says if isinstance(reply, Failure) else type(reply).__name__
    raise Refused(f"this cannot be worked out ({said}): it is a fault of the program.")


# ---------------------------------------------------------------------- printing and drawing


async def printed(hub: Hub, job: Print, who: str) -> bytes:
    """A PDF, made by a worker process within the time and the memory of a calculation, and kept."""
    said = "printed", "`playsheet print` on your own machine"
    return await made(hub, job, who, *said)


async def drawn(hub: Hub, job: Draw, who: str) -> bytes:
    """A picture, likewise."""
    return await made(hub, job, who, "drawn", "`playsheet simulate --plot` on your own machine")


async def made(hub: Hub, job: Print | Draw, who: str, done: str, instead: str) -> bytes:
    key = sha256(msgspec.json.encode(job)).digest()
    found = hub.prints.get(key)
    if found is not None:
        return bytes(found)
    try:
        reply = await hub.pools.calculators.do(job, hub.settings.odds, who)
    except JobTimeout:
        raise Busy(f"this takes too long to be {done}: {instead} has all the time.") from None
    match reply:
        case Printed(content) | Drawn(content):
            hub.prints.put(key, msgspec.Raw(content))
            return content
        case Refusal(says):
            raise Refused(says)
        case Exhausted():
            raise Busy(f"this takes too much memory to be {done}: {instead} may have it.")
    said = reply.says if isinstance(reply, Failure) else type(reply).__name__
    raise Refused(f"this cannot be {done} ({said}): it is a fault of the program.")


# ---------------------------------------------------------------------- measuring


async def measured(one: OpenTable, who: Who, start: End, end: End) -> Data:
    """From here to there as the sheet measures, from what may be known."""
    async with one.lock:
        table = one.table
        seen = table.system.seen(table.battle(), who.looks_as())
        return table.system.measured(seen, spot(start), spot(end)).data()


def spot(end: End) -> Spot:
    return Spot(end.x, end.y, end.unit)


# ---------------------------------------------------------------------- how it was


def begun(table: Table) -> Game[Any]:
    if table.game is None:
        raise Refused("the game has not begun: there is nothing to look back on.")
    return table.game


def as_whom(table: Table, who: Who) -> int:
    """When it is over everybody may look back on everything."""
    return GAME_MASTER if table.is_over() else who.looks_as()


async def after_step(one: OpenTable, who: Who, step: int, *, with_view: bool) -> Data:
    """The table after so many steps, and what was told of the last of them."""
    async with one.lock:
        table = one.table
        game = begun(table)
        seat = as_whom(table, who)
        story: Story = table.audience(seat).story
        if not 0 <= step <= story.over():
            raise Refused(f"expected a step from 0 to {story.over()}, got {step}.")
        last = story.steps[step - 1] if step else -1  # by the game's own number
        battle = table.battle_after(last + 1)
        view: Data | None = None
        if with_view:
            seen = table.system.seen(battle, seat)
            look = table.system.look(battle, seat, None)
            view = dict(look.view)
            view["table"] = table_data(table.system, table.scenario, seen, look, TableCache(table.scenario))
        before = story.steps[step - 2] if step > 1 else -1
        events = game.log[game.closed[before].told if before >= 0 else 0 : game.closed[last].told] if step else []
        return {
            "step": step,
            "steps": story.over(),
            "turn": battle.turn,
            "view": view,
            "log": story.told_of(step - 1) if step else [],
            "events": [event_data(event) for event in events if table.system.shown(game.battle, event, seat)],
        }


async def reasons(hub: Hub, one: OpenTable, who: Who, step: int) -> Data:
    """Why the computer has answered as it has in a step: for whoever may know all of it."""
    async with one.lock:
        table = one.table
        game = begun(table)
        if table.hides and not table.is_over() and who.looks_as() != GAME_MASTER:
            raise Withheld(
                "this game hides things from its players: why it was played so can be asked when it is over."
            )
        if not 0 <= step <= game.step:
            raise Refused(f"expected a step from 0 to {game.step}, got {step}.")
        inputs = game.inputs if step == game.step else game.closed[step].inputs
        standing = [(held.seat, f"{step}.{place}", held.text) for place, held in enumerate(inputs)]
    found = await hub.reading.do(hub.storage.reasons, table.id, step)
    given = {(one.seat, one.question, one.text): one.why for one in found}  # the last, if it was given again
    return {
        "step": step,
        "answers": [
            {"seat": answer[0], "reasons": given[answer].split("\n")} for answer in standing if answer in given
        ],
    }


async def steps(one: OpenTable, who: Who, first: int, last: int) -> Data:
    """The story from one step to another."""
    async with one.lock:
        table = one.table
        game = begun(table)
        story = table.audience(as_whom(table, who)).story
        last = min(last, story.over(), first + MOST_STEPS)
        if first > last:
            raise Refused(f"expected a first step up to {last}, got {first}.")
        played = story.steps[first:last]
        return {
            "steps": story.over(),
            "from": first,
            "to": last,
            "log": [entry for step in range(first, last) for entry in story.told_of(step)],
            "turns": [game.closed[step].turn for step in played],
            "intents": [0 if table.hides and not table.is_over() else intent_of(game, step) for step in played],
        }


def intent_of(game: Game[Any], step: int) -> int:
    """The number of the intent that has given a step's answers; 0 if none has, or several have."""
    found = {held.intent for held in game.closed[step].inputs}
    return found.pop() if len(found) == 1 else 0
