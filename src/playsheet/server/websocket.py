"""The WebSocket half: one socket a seat, thin, straight on ASGI. What may be sent and is answered: docs/protocol.md."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any, Final

import msgspec

from playsheet.core.errors import Refused
from playsheet.server import messages, queries
from playsheet.server.connections import AddressCounts
from playsheet.server.errors import Malformed, TooLarge, sentence, status_and_code
from playsheet.server.hub import Hub, Listener, OpenTable, Unknowable, Who
from playsheet.server.leases import Elsewhere
from playsheet.server.messages import for_the_dice, sealed, worded
from playsheet.server.payloads import Data
from playsheet.server.rate_limits import TooMany
from playsheet.server.websocket_protocol import WebSocketProtocol

log: Final = logging.getLogger("playsheet.live")
encode: Final = msgspec.json.Encoder().encode
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
POLICY_VIOLATION: Final = 1008
GOING_AWAY: Final = 1001
TRY_AGAIN: Final = 1013


class Disconnected(Exception):
    """The other end has hung up, or is to be hung up on."""


class Socket(Listener):
    """One open socket. What is pushed goes out in order; a client that does not read is cut off."""

    def __init__(self, who: Who, hashed: int, protocol: WebSocketProtocol, send: Send, most: int) -> None:
        super().__init__(who, hashed)
        self.protocol: Final = protocol
        self.send: Final = send
        self.most: Final = most
        self.closing: asyncio.Task[None] | None = None

    def push(self, message: bytes) -> None:
        if self.closing is None and self.protocol.write(message) > self.most:
            self.hang_up(TRY_AGAIN)  # it may come back, and then gets all at once

    def hang_up(self, code: int) -> None:
        """Close it; what was pushed before is sent before."""
        if self.closing is None:
            self.closing = asyncio.create_task(self.close(code))

    def send_away(self, fault: Elsewhere) -> None:
        self.push(encode({"t": "bye", "code": "elsewhere", "says": sentence(fault)}))
        self.hang_up(TRY_AGAIN)

    async def close(self, code: int) -> None:
        with suppress(Exception):  # it may be closed already
            await self.send({"type": "websocket.close", "code": code})


class WebSockets:
    """The open WebSockets of a server."""

    def __init__(self, hub: Hub, guessed: Callable[[str], None]) -> None:
        self.hub: Final = hub
        self.guessed: Final = guessed  # told the address from which a wrong secret came
        self.sockets: Final[set[Socket]] = set()
        self.by_address: Final = AddressCounts()
        self.stopping = False

    async def serve(self, game: str, address: str, protocol: WebSocketProtocol, receive: Receive, send: Send) -> None:
        """A socket from its first byte to its last."""
        if (await receive())["type"] != "websocket.connect":
            return
        if self.stopping or self.by_address.of.get(address, 0) >= self.hub.settings.address_sockets:
            await send({"type": "websocket.close", "code": TRY_AGAIN})
            return
        self.by_address.add(address)
        try:
            await send({"type": "websocket.accept"})
            await self.talk(game, address, protocol, receive, send)
        except (Disconnected, asyncio.CancelledError):
            pass
        except Exception as fault:
            if type(fault).__name__ != "ClientDisconnected":
                log.exception("a socket failed")
        finally:
            self.by_address.take(address)

    async def talk(self, game: str, address: str, protocol: WebSocketProtocol, receive: Receive, send: Send) -> None:
        hub = self.hub
        try:
            async with asyncio.timeout(hub.settings.hello):
                hello = decoded(await text_of(receive), hub.settings.unproven)
            if not isinstance(hello, messages.Hello):
                raise Malformed("the first message must be hello, with a secret.")
            one, who = await hub.player(game, hello.secret)
        except TimeoutError:
            await hang_up(send, Malformed("expected hello within a few seconds."), 400)
            return
        except Unknowable as fault:
            await hang_up(send, self.wrong(address) or fault, 409)
            return
        except Refused as fault:
            await hang_up(send, fault, 409)
            return
        if self.stopping:
            await good_bye(send)
            return
        socket = Socket(who, int(hello.hash), protocol, send, hub.settings.outbox)
        self.sockets.add(socket)
        try:
            state = await hub.state(one, who, hello.log, hello.epoch)
            one = await hub.table(game)
            hub.listen(one, socket)
            state["seats"] = one.table.seats_data(one.here())  # with this one
            socket.push(encode({"t": "state", "id": hello.id, **state}))
            await Session(hub, game, who, socket, receive).go_on(one)
        except Elsewhere as fault:
            await hang_up(send, fault, 409)
        finally:
            self.sockets.discard(socket)
            if socket.closing is not None:
                socket.closing.cancel()
            hub.leave(one, socket)

    def wrong(self, address: str) -> TooMany | None:
        """A wrong secret came from there: is it one too many?"""
        try:
            self.guessed(address)
        except TooMany as fault:
            return fault
        return None

    async def stop(self) -> None:
        """Say good-bye to all, and let nobody in any more."""
        self.stopping = True
        for socket in list(self.sockets):
            with suppress(Exception):
                await good_bye(socket.send)


class Session:
    """One client's messages over its socket, one after the other."""

    def __init__(self, hub: Hub, game: str, who: Who, socket: Socket, receive: Receive) -> None:
        self.hub: Final = hub
        self.game: Final = game
        self.who: Final = who
        self.socket: Final = socket
        self.receive: Final = receive
        self.faults = 0

    async def go_on(self, one: OpenTable) -> None:
        """Until either hangs up."""
        await self.listen(one)
        if self.socket.closing is not None:
            with suppress(TimeoutError):  # let the last words go out
                await asyncio.wait_for(asyncio.shield(self.socket.closing), 1.0)

    async def listen(self, one: OpenTable) -> None:
        hub = self.hub
        while self.socket.closing is None:
            text = await text_of(self.receive)
            hub.metrics.messages.add("in")
            id: object = None
            try:
                message = decoded(text, hub.settings.message)
                id = message.id
                await hub.make_sure()
                one = hub.open.get(self.game) or one
                if one.lost:
                    one = await hub.table(self.game)
                hub.check_rate(one, self.who)
                await self.answer(one, message)
            except Elsewhere as fault:  # what was said is not answered: it is to be said again
                self.socket.send_away(fault)
            except Refused as fault:
                await self.refuse(fault, id)
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("game %s: a message failed", self.game)
                await self.refuse(Refused("this failed: it is a fault of the program."), id)

    async def refuse(self, fault: Refused, id: object) -> None:
        try:
            await self.say_refused(fault, id)
        except Elsewhere as gone:
            self.socket.send_away(gone)

    async def say_refused(self, fault: Refused, id: object) -> None:
        status, code = status_and_code(fault, 409)
        self.hub.metrics.refused.add(code)
        state: Data | None = None
        if status == 409:
            state = await self.hub.state(await self.hub.table(self.game), self.who, -1)
        self.socket.push(encode({"t": "refused", "id": id, "code": code, "says": sentence(fault), "state": state}))
        if isinstance(fault, (Malformed, TooMany, TooLarge)):
            self.faults += 1
            if self.faults > self.hub.settings.faults:
                said = "too many messages that could not be taken."
                self.socket.push(encode({"t": "bye", "code": code, "says": said}))
                self.socket.hang_up(POLICY_VIOLATION)

    async def answer(self, one: OpenTable, message: messages.Message) -> None:
        """Do what was asked for; the direct answer has the message's id."""
        hub, who, socket, id = self.hub, self.who, self.socket, message.id
        match message:
            case messages.Answer():
                self.done(id, await hub.answer(one, who, message.question, message.text))
            case messages.Check():
                found = await queries.checked(one, who, message.question, message.values)
                socket.push(encode({"t": "checked", "id": id, "question": message.question, **found}))
            case messages.WhatIf():
                odds = await queries.odds(hub, one, who, message.question, message.options)
                socket.push(encode({"t": "odds", "id": id, "question": message.question, "odds": odds}))
            case messages.Measure():
                measured = await queries.measured(one, who, message.start, message.end)
                socket.push(encode({"t": "measured", "id": id, **measured}))
            case messages.Ready():
                self.done(id, await hub.ready(one, who, sealed(message.seal)))
            case messages.Words():
                self.done(id, await hub.show(one, who, for_the_dice(message.words)))
            case messages.Intend(ask=True):
                would = await hub.ask_intent(one, who, message.intents)
                socket.push(encode({"t": "would", "id": id, **would}))
            case messages.Intend():
                self.done(id, await hub.intend(one, who, message.intents))
            case messages.Advice():
                advice = await queries.advice(hub, one, who)
                socket.push(encode({"t": "advised", "id": id, "advice": advice}))
            case messages.Undo():
                self.done(id, await hub.undo(one, who))
            case messages.TakeBack():
                self.done(id, await hub.agree(one, who, message.agree))
            case messages.Upgrade():
                self.done(id, await hub.decide(one, who, message.word))
            case messages.Resign():
                self.done(id, await hub.resign(one, who))
            case messages.LeaveLesson():
                self.done(id, await hub.leave_lesson(one, who))
            case messages.Order():
                self.done(id, await hub.order(one, who, worded(message.order, "order")))
            case messages.Chat():
                await hub.say(one, who, worded(message.text, "text"), message.to)
                self.done(id, None)
            case messages.Sync():
                state = await hub.state(one, who, message.log, message.epoch)
                socket.push(encode({"t": "state", "id": id, **state}))
            case messages.Ping():
                socket.push(encode({"t": "pong", "id": id}))
            case _:
                raise Malformed("this socket has said hello already.")

    def done(self, id: object, seq: int | None) -> None:
        self.socket.push(encode({"t": "done", "id": id, "seq": seq}))


# ---------------------------------------------------------------------- frames


async def text_of(receive: Receive) -> bytes:
    """The next message, as bytes."""
    frame = await receive()
    if frame["type"] == "websocket.disconnect":
        raise Disconnected
    text = frame.get("text")
    if text is not None:
        return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else b""
    found: bytes = frame.get("bytes") or b""
    return found


def decoded(text: bytes, most: int) -> messages.Message:
    """Checked for size and shape before anything looks at it; what does not fit is left at the first thing."""
    if len(text) > most:
        raise TooLarge(f"a message has at most {most} bytes, this one has {len(text)}.")
    try:
        found: messages.Message = messages.messages.decode(text)
        return found
    except msgspec.ValidationError as fault:
        raise Malformed(f"this message is not of the expected shape: {fault}") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Malformed("this message is no JSON.") from None


async def good_bye(send: Send) -> None:
    bye = encode({"t": "bye", "code": "stopping", "says": "the server is stopping: come back in a moment."})
    await send({"type": "websocket.send", "text": bye.decode()})
    await send({"type": "websocket.close", "code": GOING_AWAY, "reason": "stopping"})


async def hang_up(send: Send, fault: Refused, otherwise: int) -> None:
    _, code = status_and_code(fault, otherwise)
    await send({"type": "websocket.send", "text": encode({"t": "bye", "code": code, "says": sentence(fault)}).decode()})
    closing = TRY_AGAIN if isinstance(fault, Elsewhere) else POLICY_VIOLATION
    await send({"type": "websocket.close", "code": closing, "reason": code})
