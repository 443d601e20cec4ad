"""The whole server as one ASGI application: limits and headers round the HTTP half, sockets beside it."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

import msgspec

from playsheet.core.errors import Refused
from playsheet.server.faults import Malformed, TooLarge, refusal, status_and_code
from playsheet.server.housekeeping import Housekeeping
from playsheet.server.http import api
from playsheet.server.hub import Hub
from playsheet.server.limits import Rates, TooMany, is_too_deep
from playsheet.server.live import Live
from playsheet.server.web import HEADERS
from playsheet.server.wire import WIRE

log: Final = logging.getLogger("playsheet.http")
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
LIVE: Final = re.compile(r"/api/games/([A-Za-z0-9_-]{1,40})/live")
HEAVY: Final = re.compile(r"/api/(games|records|scenarios/check|games/[^/]+/(clone|odds)|systems/.+/(odds|resolve))")
DEEPEST: Final = 16
FREE: Final = ("/healthz", "/metrics")


class Application:
    """Called by the web server for every request and socket."""

    def __init__(self, hub: Hub) -> None:
        settings = hub.settings
        self.hub: Final = hub
        self.live: Final = Live(hub, self.guessed)
        self.http: Final = api(hub)
        self.requests: Final = Rates(settings.address_rate, settings.address_burst)
        self.heavy: Final = Rates(settings.heavy_rate, settings.heavy_burst)
        self.guesses: Final = Rates(settings.unproved, settings.unproved_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.live_and_die(receive, send)
        elif scope["type"] == "websocket":
            await self.socket(scope, receive, send)
        else:
            await self.request(scope, receive, send)

    async def live_and_die(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                await self.hub.start()
                self.hub.spawn(Housekeeping(self.hub).go_on())
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                await self.hub.stop()
                await send({"type": "lifespan.shutdown.complete"})
                return

    # ------------------------------------------------------------ sockets

    async def socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = LIVE.fullmatch(scope["path"])
        address = address_of(scope)
        try:
            self.requests.check(address, time.monotonic())
            self.check_guesses(address)
        except TooMany:
            found = None
        if found is None:
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        await self.live.serve(found[1], address, scope["extensions"][WIRE]["wire"], receive, send)

    # ------------------------------------------------------------ requests

    async def request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 500

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                names = {name.lower() for name, _ in message.get("headers", [])}
                extra = [(name, value) for name, value in HEADERS if name not in names]
                if scope["path"].startswith("/api/") and b"cache-control" not in names:
                    extra.append((b"cache-control", b"no-store"))
                message = {**message, "headers": [*message.get("headers", []), *extra]}
            await send(message)

        try:
            self.check_rates(scope)
            body = await self.body(scope, receive)
            scope["playsheet.guesses"] = lambda: self.guessed(address_of(scope))
            await self.http(scope, replayed(body, receive), with_headers)
        except Refused as fault:
            await say_refused(fault, with_headers)
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"][:100])
            if status == 500:
                await say_failed(with_headers)
        finally:
            self.hub.metrics.requests.add(str(status))
            seconds = time.perf_counter() - began
            log.info("%s %s %s %.0f ms", scope["method"], scope["path"][:100], status, 1000 * seconds)

    def check_rates(self, scope: Scope) -> None:
        """The query is not looked at, nor logged: somebody may put a secret there by mistake."""
        if scope["path"] in FREE:
            return
        address = address_of(scope)
        now = time.monotonic()
        self.requests.check(address, now)
        self.check_guesses(address)
        if scope["method"] == "POST" and HEAVY.fullmatch(scope["path"]) is not None:
            self.heavy.check(address, now)

    def guessed(self, address: str) -> None:
        """A wrong secret came from there."""
        self.guesses.check(address, time.monotonic())

    def check_guesses(self, address: str) -> None:
        """Who has shown too many wrong secrets waits."""
        known = self.guesses.known.get(address)
        if known is not None and known.left + (time.monotonic() - known.at) * known.rate < 1.0:
            raise TooMany(known.wait())

    async def body(self, scope: Scope, receive: Receive) -> bytes:
        """The whole body, checked for size and depth."""
        most = self.hub.settings.body
        if scope["path"] == "/api/records":
            most = 2 * self.hub.settings.record  # JSON writes line ends as two letters
        parts: list[bytes] = []
        size = 0
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                break
            part: bytes = message.get("body", b"")
            size += len(part)
            if size > most:
                raise TooLarge(f"a request has at most {most} bytes.")
            parts.append(part)
            more = message.get("more_body", False)
        body = b"".join(parts)
        if is_too_deep(body, DEEPEST):
            raise Malformed(f"a request is at most {DEEPEST} levels deep.")
        return body


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def replayed(body: bytes, receive: Receive) -> Receive:
    """The body that was read already, then whatever comes after."""
    given = False

    async def again() -> MutableMapping[str, Any]:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def say_refused(fault: Refused, send: Send) -> None:
    status, code = status_and_code(fault, 422)
    headers = [(b"retry-after", str(fault.seconds).encode())] if isinstance(fault, TooMany) else []
    await say(status, refusal(fault, code), headers, send)


async def say_failed(send: Send) -> None:
    await say(500, refusal(Refused("this failed: it is a fault of the program."), "failed"), [], send)


async def say(status: int, data: object, headers: list[tuple[bytes, bytes]], send: Send) -> None:
    text = msgspec.json.encode(data)
    known = [(b"content-type", b"application/json"), (b"content-length", str(len(text)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*known, *headers]})
    await send({"type": "http.response.body", "body": text})
