"""A seat at a game over a socket: what it sees, what it is asked, and what it says. It connects again by itself."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import Any, Final

import msgspec
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from playsheet.client.web import Link, call
from playsheet.core.errors import Refused
from playsheet.core.fair import fingerprint, seal_of
from playsheet.server.messages import for_the_dice
from playsheet.server.patching import digest_of, patched

Data = dict[str, Any]
FIRST_WAIT: Final = 0.05  # seconds before the first try to connect again; doubled each time
LONGEST_WAIT: Final = 1.0  # as soon as a server says that a game may be asked for again


# Of an update, what stands in place of what was there.
KEPT: Final = (
    "seq",
    "epoch",
    "status",
    "step",
    "turn",
    "hash",
    "asked",
    "questions",
    "undo",
    "take_back",
    "upgrade",
    "intents",
)


class Option:
    """One of the things that may be chosen."""

    def __init__(self, data: Data) -> None:
        self.key: Final[str] = data["key"]
        self.label: Final[str] = data["label"]


class Region:
    """A continuum: the names of its numbers, their bounds, and some that are legal."""

    def __init__(self, data: Data) -> None:
        self.names: Final[list[str]] = data["names"]
        self.bounds: Final[list[list[float]]] = data["bounds"]
        self.samples: Final[list[list[float]]] = data["samples"]


class Question:
    """What the seat is asked: `options`, or a `region`, or `dice` to be thrown."""

    def __init__(self, data: Data) -> None:
        self.data: Final = data
        self.number: Final[str] = data["number"]
        self.seat: Final[int] = data["seat"]
        self.kind: Final[str] = data["kind"]
        self.about: Final[int] = data["about"]
        self.text: Final[str] = data["text"]
        self.options: Final = [Option(option) for option in data["options"] or []]
        self.region: Final = Region(data["region"]) if data["region"] is not None else None
        self.dice: Final[Data | None] = data["dice"]
        self.barred: Final[list[Data]] = data["barred"]  # what cannot be done now, and why
        self.intents: Final[list[str]] = data["intents"]  # the kinds of intents that mean something now

    def any_answer(self) -> str:
        """Something legal: the first option, the first sample, dice thrown here."""
        if self.options:
            return self.options[0].key
        if self.region is not None:
            return placed(self.region.samples[0])
        assert self.dice is not None
        faces = [1 + secrets.randbelow(self.dice["sides"]) for _ in range(self.dice["count"])]
        return "dice " + ",".join(str(face) for face in faces)


def placed(value: list[float]) -> str:
    """The answer to a region: `@10.0,12.95`."""
    return "@" + ",".join(repr(float(part)) for part in value)


Chooser = Callable[[Question, "Seat"], str]


class Seat:
    """One seat (or game master, or spectator), up to date as long as `wait` or a call is under way."""

    def __init__(self, link: Link, patience: float = 60.0) -> None:
        self.link: Final = link
        self.patience: Final = patience  # seconds that a call waits, and that connecting again is tried
        self.socket: ClientConnection | None = None
        self.connection: Final = ExitStack()
        self.state: Data = {}
        self.log: list[Data] = []
        self.updates = 0
        self.words = ""  # for the dice; sealed, and shown when everybody has sealed theirs
        self.promised = ""  # the server's commitment when they were sealed
        self.seen: list[str | None] | None = None  # the seals that stood when they were shown
        self.on_message: Callable[[Data], None] | None = None
        self.last_id = 0
        self.decoder: Final = msgspec.json.Decoder()

    # ------------------------------------------------------------ what it knows

    @property
    def view(self) -> Data:
        found: Data = self.state["view"]
        return found

    @property
    def questions(self) -> list[Question]:
        return [Question(data) for data in self.state["questions"]]

    @property
    def over(self) -> bool:
        return bool(self.state["status"] == "over")

    @property
    def result(self) -> Data | None:
        found: Data | None = self.state["result"]
        return found

    @property
    def hash(self) -> str:
        """The server's digest of the view; `sound` says whether ours is the same."""
        return str(self.state["hash"])

    @property
    def sound(self) -> bool:
        return digest_of(self.view) == self.hash

    @property
    def fingerprint(self) -> str:
        """Of the server's commitment and all seals: to be compared with other players', and with what verify prints."""
        return fingerprint(self.state["dice"]["commitment"], self.state["dice"]["seals"])

    # ------------------------------------------------------------ the connection

    def __enter__(self) -> Seat:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def open(self) -> None:
        """Connect, trying again for a while if the server is not there."""
        give_up = time.monotonic() + self.patience
        wait = FIRST_WAIT
        while True:
            try:
                self.hello()
                return
            except (OSError, WebSocketException, TimeoutError) as fault:
                if time.monotonic() + wait > give_up:
                    raise Refused(f"{self.link.server} cannot be reached ({fault}).") from None
                time.sleep(wait)
                wait = min(LONGEST_WAIT, 2.0 * wait)

    def hello(self) -> None:
        self.close()
        url = "ws" + self.link.server[4:] + f"/api/games/{self.link.game}/live"
        self.socket = self.connection.enter_context(
            connect(url, max_size=None, open_timeout=10.0, close_timeout=1.0, compression=None)
        )
        closed = [entry for entry in self.log if not entry["open"]]
        hello = {"t": "hello", "secret": self.link.secret, "log": len(closed), "epoch": self.state.get("epoch", -1)}
        self.socket.send(msgspec.json.encode(hello).decode())
        while True:
            message = self.decoder.decode(self.socket.recv(timeout=self.patience))
            self.take(message)
            if message["t"] == "state":
                return

    def close(self) -> None:
        self.connection.close()
        self.socket = None

    def receive(self, timeout: float) -> Data | None:
        """The next message, already taken into what is known; None if none came, or the connection was made anew."""
        assert self.socket is not None
        try:
            message: Data = self.decoder.decode(self.socket.recv(timeout=timeout))
        except TimeoutError:
            return None
        except ConnectionClosed:
            self.open()
            return None
        self.take(message)
        return message

    def take(self, message: Data) -> None:
        """Bring what is known up to date."""
        match message["t"]:
            case "state":
                self.log = self.log[: message["log_from"]] + message["log"]
                self.state = message
                self.updates += 1
            case "update":
                self.update(message)
            case "seats":
                self.state["seats"] = message["seats"]
                if message["dice"] is not None:  # still gathering
                    self.state["dice"] = message["dice"]
                    self.updates += 1
            case "rematch":
                self.state["rematch"] = message["rematch"]
            case "take_back":
                self.state["take_back"] = message["take_back"]
            case "chat":
                self.state["chat"] = [*self.state["chat"], message["chat"]]
            case "bye":
                if message["code"] not in ("stopping", "elsewhere"):  # then it is connected again
                    raise Refused(message["says"])
        if message["t"] in ("state", "seats"):
            self.show()
        if self.on_message is not None:
            self.on_message(message)

    def update(self, message: Data) -> None:
        self.state["view"] = patched(self.state["view"], message["patch"])
        self.log = self.log[: message["log_from"]] + message["log"]
        for key in KEPT:
            self.state[key] = message[key]
        for key in ("clock", "dice", "result"):
            if message[key] is not None:
                self.state[key] = message[key]
        if "lesson" in message:
            self.state["lesson"] = message["lesson"]
        self.updates += 1

    # ------------------------------------------------------------ saying

    def ask(self, message: Data) -> Data:
        """Send, and wait for the direct answer; a refusal is raised. If the connection breaks it is sent again."""
        self.last_id += 1
        asked = {**message, "id": self.last_id}
        text = msgspec.json.encode(asked).decode()
        give_up = time.monotonic() + self.patience
        connection: ClientConnection | None = None
        while time.monotonic() < give_up:
            assert self.socket is not None
            if connection is not self.socket:
                connection = self.socket
                try:
                    connection.send(text)
                except ConnectionClosed:
                    self.open()
                    continue
            answer = self.receive(max(0.01, give_up - time.monotonic()))
            if answer is not None and answer.get("id") == self.last_id and answer["t"] != "state":
                if answer["t"] == "refused":
                    if answer["state"] is not None:
                        self.state.update({key: answer["state"][key] for key in ("view", "hash", "seq", "epoch")})
                        self.state.update(
                            {
                                key: answer["state"][key]
                                for key in ("status", "asked", "questions", "undo", "intents", "dice")
                            }
                        )
                    raise Refused(answer["says"])
                return answer
        raise Refused(f"{self.link.server} does not answer.")

    def ready(self, words: str = "") -> None:
        """Play may begin. Random bits are added to the words, and both go into the dice: sealed now, shown by
        `receive` when everybody has sealed theirs. Saying it twice does no harm.

        If another seat has asked for a new round of words, this agrees to it. A seat that was sealed by another
        program, whose words are not here, is sealed anew: if all had sealed theirs that begins a new round.
        """
        if self.state["status"] != "gathering" or self.has_sealed():
            return
        self.words = for_the_dice(f"{words} {random_bits()}".strip())
        self.promised = self.state["dice"]["commitment"]
        self.seen = None
        try:
            self.ask({"t": "ready", "seal": seal_of(self.words)})
        except Refused:
            if not self.has_sealed():  # or else it was taken, and the word of that was lost on its way back
                raise

    def has_sealed(self) -> bool:
        """Does the seal of the words that are held here stand?"""
        seal = self.state["dice"]["seals"][self.state["you"]["seat"]]
        return bool(self.words) and seal == seal_of(self.words)

    def why_unsealed(self) -> str:
        by: int | None = self.state["dice"]["asked_by"]
        if by is None or by == self.state["you"]["seat"]:
            return "somebody else who has this seat's link has sealed other words for the dice"
        seat = self.state["seats"][by]
        return f"{seat['who'] or seat['name']} asks for another round of words for the dice"

    def show(self) -> None:
        """Show the sealed words, once nobody can change theirs: and never against other seals than the first time."""
        state = self.state
        if not self.words or state.get("status") != "gathering" or not self.has_sealed():
            return
        seals = state["dice"]["seals"]
        mine = state["seats"][state["you"]["seat"]]
        if mine["shown"] or not all(seat["ready"] for seat in state["seats"]):
            return
        if self.promised != state["dice"]["commitment"] or (self.seen is not None and self.seen != seals):
            raise Refused(
                "the server has changed its commitment or the seals after this seat had sealed its words: "
                "they are not shown."
            )
        self.seen = seals
        assert self.socket is not None
        with suppress(ConnectionClosed):  # the next connection begins with the state, and then it is done again
            self.socket.send(msgspec.json.encode({"t": "words", "words": self.words}).decode())

    def answer(self, question: Question | str, text: str) -> None:
        number = question if isinstance(question, str) else question.number
        self.ask({"t": "answer", "question": number, "text": text})

    def undo(self) -> bool:
        """True if it was taken back at once, False if others were asked."""
        return self.ask({"t": "undo"})["seq"] is not None

    def decide(self, word: str) -> None:
        """On a game that an upgrade has parted from its past: `on` or `end`."""
        self.ask({"t": "upgrade", "word": word})

    def agree(self, agree: bool) -> None:
        self.ask({"t": "take_back", "agree": agree})

    def resign(self) -> None:
        self.ask({"t": "resign"})

    def intend(self, *intents: str) -> None:
        """Command by intents (`march 3 4 to 20,14`): the adjutant answers all that they cover.

        What is asked next nobody covers. `cancel 3` or `cancel all` takes back what stands.
        """
        self.ask({"t": "intend", "intents": list(intents)})

    def would(self, *intents: str) -> dict[str, Any]:
        """What intents would do up to the first die, as far as the seat can know; nothing is done."""
        return self.ask({"t": "intend", "intents": list(intents), "ask": True})

    def advice(self) -> dict[str, Any]:
        """Plans for this seat's turn and what would come of each, in a game that was made with an adviser."""
        found: dict[str, Any] = self.ask({"t": "advice"})["advice"]
        return found

    def leave_lesson(self) -> None:
        """Play on without the lesson."""
        self.ask({"t": "leave_lesson"})

    def order(self, order: str) -> None:
        self.ask({"t": "order", "order": order})

    def say(self, text: str, to: str = "all") -> None:
        self.ask({"t": "chat", "text": text, "to": to})

    def check(self, question: Question, values: list[list[float]]) -> list[str]:
        """For each choice in a region: empty, or why not."""
        found: list[str] = self.ask({"t": "check", "question": question.number, "values": values})["refusals"]
        return found

    def odds(self, question: Question, options: list[str] | None = None) -> dict[str, Data | None]:
        """What options would set off, exactly; None where no dice are thrown."""
        found: dict[str, Data | None] = self.ask({"t": "odds", "question": question.number, "options": options})["odds"]
        return found

    def measure(self, start: Data, end: Data) -> Data:
        return self.ask({"t": "measure", "from": start, "to": end})

    def record(self) -> str:
        """The game as a text file."""
        return str(call(self.link.server, f"/api/games/{self.link.game}/record", self.link.secret))

    # ------------------------------------------------------------ playing

    def wait(self, timeout: float) -> bool:
        """Until something has changed: False if nothing did in that time."""
        before = self.updates
        end = time.monotonic() + timeout
        while self.updates == before:
            left = end - time.monotonic()
            if left <= 0.0:
                return False
            self.receive(left)
        return True

    def play(self, choose: Chooser) -> Data:
        """Answer every question until the battle is over; the result. It agrees to the round of words that is on when
        it begins, and to no other."""
        self.ready()
        while not self.over:
            if self.state["status"] == "gathering" and not self.has_sealed():
                raise Refused(f"{self.why_unsealed()}: ready() seals words anew.")
            if not self.questions:
                self.wait(self.patience)
                continue
            question = self.questions[0]
            try:
                self.answer(question, choose(question, self))
            except Refused:
                if self.questions and self.questions[0].number == question.number:
                    raise  # not merely overtaken: the answer was no good
        assert self.result is not None
        return self.result


def random_bits() -> str:
    """128 of them: words could be guessed from their seal without."""
    return secrets.token_hex(16)


def sit(link: str, patience: float = 60.0) -> Seat:
    """Take the seat behind a link; use it as `with sit(link) as seat`."""
    found = Link(link)
    if found.kind == "join":
        return join(link, patience=patience)
    return Seat(found, patience)


def join(link: str, who: str = "", own_dice: bool = False, patience: float = 60.0) -> Seat:
    """Take an open seat with an invitation."""
    found = Link(link)
    given = call(found.server, f"/api/games/{found.game}/join", found.secret, {"who": who, "own_dice": own_dice})
    return Seat(Link(found.server + given["link"]), patience)


def make(server: str, scenario: str, password: str = "", **wishes: Any) -> Data:
    """A new game from a built-in scenario: the server's answer, with whole links. `wishes` as in docs/protocol.md.

    `password` is needed where the server wants one for making games; without it that of PLAYSHEET_PASSWORD is shown.
    """
    shown = password or os.environ.get("PLAYSHEET_PASSWORD", "").strip()
    made: Data = call(server.rstrip("/"), "/api/games", "", {"scenario": {"id": scenario}, **wishes}, password=shown)
    for given in [*made["seats"], made["gm"], made["watch"]]:
        if given is not None and given["link"] is not None:
            given["link"] = server.rstrip("/") + given["link"]
    return made
