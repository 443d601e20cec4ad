"""The whole server as one ASGI application: limits and headers round the HTTP half, sockets beside it."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any, Final

import msgspec

from playsheet.core.errors import Refused
from playsheet.server.connections import BodyInFlight, ConnectionLimits
from playsheet.server.errors import Missing, TooLarge, refusal, status_and_code
from playsheet.server.housekeeping import Housekeeping
from playsheet.server.http import api
from playsheet.server.hub import Hub, Unknowable
from playsheet.server.leases import Elsewhere
from playsheet.server.passwords import HEADER, METRICS_VARIABLE, Password, PasswordWanted, password_of
from playsheet.server.rate_limits import RateLimiter, TooMany, address_key, is_loopback
from playsheet.server.static_files import HEADERS
from playsheet.server.websocket import WebSockets
from playsheet.server.websocket_protocol import EXTENSION

log: Final = logging.getLogger("playsheet.http")
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
LIVE: Final = re.compile(r"/api/games/([A-Za-z0-9_-]{1,40})/live")
HEAVY: Final = re.compile(
    r"/api/(games|records|lessons(/[^/]+)?|scenarios/check|games/[^/]+/(clone|rematch|odds)|systems/.+/(odds|resolve))"
)
PRINTS: Final = re.compile(r"/api/(systems|scenarios|games)/[^/]+/(print|plot)")
FILES: Final = re.compile(r"/api/(games|lessons|scenarios/check|games/[^/]+/clone|systems/.+/(odds|resolve))")
RECORDS: Final = "/api/records"
MAKING: Final = re.compile(r"/api/(games|records|lessons(/[^/]+)?|games/[^/]+/clone)")  # not rematches
OF_GAME: Final = re.compile(r"/api/games/([^/]{1,40})(/.*)?", re.DOTALL)
JOIN: Final = "/join"
INVITATION: Final = "/invitation"
METRICS: Final = "/metrics"
FREE: Final = ("/healthz", METRICS)
FORWARDED: Final = (b"x-forwarded-for", b"forwarded", b"x-real-ip", b"via")  # who has any, came through a proxy
GUESSES: Final = "wrong secrets from one address"
LINGER: Final = 2.0  # seconds that a body is still read, and forgotten, of a request that is refused already
CUT_OFF: Final = 499  # as it is counted and logged; whoever it was hears nothing any more


class Application:
    """Called by the web server for every request and socket."""

    def __init__(self, hub: Hub) -> None:
        settings = hub.settings
        self.hub: Final = hub
        self.limits: Final = ConnectionLimits(settings)
        self.websockets: Final = WebSockets(hub, self.guessed)
        password = password_of(settings.password_file)
        rate, burst = settings.unproved, settings.unproved_burst
        key = password_of(settings.metrics_key_file, name=METRICS_VARIABLE)
        self.metrics_key: Final = Password(key, rate, burst) if key else None
        self.password: Final = Password(password, rate, burst) if password else None
        self.http: Final = api(hub, wants_password=bool(password))
        self.requests: Final = RateLimiter(settings.address_rate, settings.address_burst)
        self.heavy: Final = RateLimiter(settings.heavy_rate, settings.heavy_burst)
        self.guesses: Final = RateLimiter(settings.unproved, settings.unproved_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.lifespan(receive, send)
        elif scope["type"] == "websocket":
            await self.socket(scope, receive, send)
        else:
            await self.request(scope, receive, send)

    async def lifespan(self, receive: Receive, send: Send) -> None:
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
        protocol = scope["extensions"].pop(EXTENSION)["protocol"]  # taken away: else a reference cycle
        found = LIVE.fullmatch(scope["path"])
        address = address_of(scope)
        try:
            self.requests.check(address, time.monotonic())
        except TooMany:
            found = None
        if found is None:
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        await self.websockets.serve(found[1], address, protocol, receive, send)

    # ------------------------------------------------------------ requests

    async def request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 500
        begun = failed = False

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            nonlocal status, begun
            if message["type"] == "http.response.start":
                if message["status"] == 500 and not failed:
                    return  # of the framework: the fault comes as an exception too, and is told in a sentence
                begun = True
                status = message["status"]
                names = {name.lower() for name, _ in message.get("headers", [])}
                extra = [(name, value) for name, value in HEADERS if name not in names]
                if scope["path"].startswith("/api/") and b"cache-control" not in names:
                    extra.append((b"cache-control", b"no-store"))
                message = {**message, "headers": [*message.get("headers", []), *extra]}
            if begun:
                await send(message)

        address = address_of(scope)
        in_flight = BodyInFlight(self.limits, address)
        whole = False
        try:
            self.check_rates(scope, address)
            proven = await self.authenticate(scope, address)
            self.check_password(scope, address)
            body = await whole_body(scope, receive, self.most(scope["path"], proven), in_flight)
            whole = True
            if body is None:
                status = CUT_OFF
            else:
                await self.http(scope, replayed(body, receive), with_headers)
        except Refused as fault:
            await say_refused(fault, with_headers, None if whole else receive)
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"][:100])
            failed = True
            if not begun:
                await say_failed(with_headers)
        finally:
            in_flight.release()
            self.hub.metrics.requests.add(str(status))
            seconds = time.perf_counter() - began
            log.info("%s %s %s %.0f ms", scope["method"], scope["path"][:100], status, 1000 * seconds)

    def check_rates(self, scope: Scope, address: str) -> None:
        """The query is not looked at, nor logged: somebody may put a secret there by mistake."""
        path = scope["path"]
        if path in FREE:
            if path == METRICS and not self.may_watch(scope, address):
                raise Missing("there is no such page.")  # counters would tell players what others do unseen
            return
        now = time.monotonic()
        self.requests.check(address, now)
        if (scope["method"] == "POST" and HEAVY.fullmatch(path) is not None) or PRINTS.fullmatch(path) is not None:
            self.heavy.check(address, now)

    async def authenticate(self, scope: Scope, address: str) -> bool:
        """Whoever asks about a game shows first that he may, before more is read of him or anything is opened.

        A wrong secret counts against the address it came from, a right one is right whoever else is there.
        """
        found = OF_GAME.fullmatch(scope["path"])
        if found is None:
            return False
        secret = bearer_of(scope)
        try:
            if secret is None and found[2] in (JOIN, INVITATION):
                await self.hub.check_listed(found[1])
                return False
            await self.hub.authenticate(found[1], secret or "")
        except Unknowable:
            if found[2] in (JOIN, INVITATION) and await self.hub.rematch_seat(found[1], secret or "") is not None:
                return False
            self.guessed(address)
            raise
        return found[2] not in (JOIN, INVITATION)

    def may_watch(self, scope: Scope, address: str) -> bool:
        """Somebody on this machine, or with the key. What a proxy passes on comes from elsewhere."""
        key = bearer_of(scope) if self.metrics_key is not None else None
        if key is not None and self.metrics_key is not None:
            return self.metrics_key.fits(key.encode("latin-1"), address)
        return is_loopback(client_of(scope)) and not any(name in FORWARDED for name, _ in scope["headers"])

    def check_password(self, scope: Scope, address: str) -> None:
        """Where the owner wants one: for all that makes a game but a rematch, which is for those who have played."""
        if self.password is not None and scope["method"] == "POST" and MAKING.fullmatch(scope["path"]) is not None:
            given = next((value for name, value in scope["headers"] if name == HEADER), None)
            self.password.check(given, address)

    def guessed(self, address: str) -> None:
        """A wrong secret came from there; of many, nobody is told any more that they were wrong."""
        self.guesses.check(address, time.monotonic(), GUESSES)

    def most(self, path: str, proven: bool) -> int:
        """How large a body may be: by what it is for, and by whether its sender is known."""
        settings = self.hub.settings
        if path == RECORDS:
            return 2 * settings.record  # JSON writes line ends as two letters
        if FILES.fullmatch(path) is not None:
            return settings.body
        return settings.message if proven else settings.unproven


async def whole_body(scope: Scope, receive: Receive, most: int, in_flight: BodyInFlight) -> bytes | None:
    """The body; None if it was cut off, and then nothing is to come of it."""
    if length_of(scope) > most:
        raise TooLarge(f"a request has at most {most} bytes here.")
    parts: list[bytes] = []
    size = 0
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        part: bytes = message.get("body", b"")
        size += len(part)
        if size > most:
            raise TooLarge(f"a request has at most {most} bytes here.")
        in_flight.add(len(part))
        parts.append(part)
        more = message.get("more_body", False)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def length_of(scope: Scope) -> int:
    """What it says of its own length; the parser has seen to it that it is a number."""
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value)
    return 0


def bearer_of(scope: Scope) -> str | None:
    """The secret that is shown; None if there is none."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            scheme, _, secret = value.decode("latin-1").partition(" ")
            return secret.strip() or None if scheme.lower() == "bearer" else None
    return None


def client_of(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def address_of(scope: Scope) -> str:
    """By what whoever asks is counted."""
    return address_key(client_of(scope))


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


async def say_refused(fault: Refused, send: Send, unread: Receive | None) -> None:
    status, code = status_and_code(fault, 422)
    headers = [(b"retry-after", str(fault.seconds).encode())] if isinstance(fault, (TooMany, Elsewhere)) else []
    if isinstance(fault, PasswordWanted):
        headers.append((b"www-authenticate", HEADER))
    await say(status, refusal(fault, code), headers, send, unread)


async def say_failed(send: Send) -> None:
    await say(500, refusal(Refused("this failed: it is a fault of the program."), "failed"), [], send, None)


async def say(
    status: int, data: object, headers: list[tuple[bytes, bytes]], send: Send, unread: Receive | None
) -> None:
    """Answer; a body that nobody wants is let come for a moment: who is still sending would not hear the answer."""
    text = msgspec.json.encode(data)
    known = [(b"content-type", b"application/json"), (b"content-length", str(len(text)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*known, *headers]})
    await send({"type": "http.response.body", "body": text, "more_body": True})
    if unread is not None:
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGER):
                while (await unread()).get("more_body", False):
                    pass
    await send({"type": "http.response.body", "body": b""})
