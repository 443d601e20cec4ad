"""How long a client takes to show what the server has, when its socket was dropped: for bench/server.py."""

from __future__ import annotations

import logging
import random
import socket
import time
from contextlib import suppress
from typing import Any

from websockets.exceptions import ConnectionClosed

from playsheet.client import Question, Seat, make, sit
from playsheet.client.web import call

AT_ONCE = 0.0005  # seconds in which a message that is there is read


class Table:
    """A game between two seats: Ann's line breaks again and again, Ben's holds."""

    def __init__(self, url: str, scenario: str, chance: random.Random) -> None:
        made = make(url, scenario, seats=[{"player": "person"}, {"player": "person"}])
        self.chance = chance
        self.ann, self.ben = (sit(seat["link"]) for seat in made["seats"])
        self.heard = 0.0  # when Ann's last message was taken in
        self.ann.on_message = self.hears
        for seat in (self.ann, self.ben):
            seat.open()
        for seat in (self.ann, self.ben):
            seat.ready()
        while self.ann.state["status"] == "gathering":  # Ann shows her words when she hears of Ben's seal
            self.ann.receive(10.0)
        self.caught_up()

    def hears(self, message: Any) -> None:
        self.heard = time.perf_counter()

    def caught_up(self) -> None:
        """Both have heard of everything."""
        seq = self.known(self.ben)[0]
        for seat in (self.ann, self.ben):
            while seat.state["seq"] < seq:
                seat.receive(10.0)

    def known(self, seat: Seat) -> tuple[int, str]:
        """What the server has now: its number and its digest."""
        state = call(seat.link.server, f"/api/games/{seat.link.game}?log=-1", seat.link.secret)
        return state["seq"], state["hash"]

    def answer_for(self, question: Question) -> str:
        return self.chance.choice(question.options).key if question.options else question.any_answer()

    def drop(self) -> None:
        """Play on a little, and break Ann's line at any message: one of hers on its way, or one of those to her."""
        if self.ann.questions:
            question = self.ann.questions[0]
            text = f'{{"t":"answer","question":"{question.number}","text":"{self.answer_for(question)}"}}'
            assert self.ann.socket is not None
            with suppress(ConnectionClosed):
                self.ann.socket.send(text)
        else:
            for _ in range(self.chance.randrange(1, 4)):
                if self.ben.questions and not self.ben.over:
                    self.ben.answer(self.ben.questions[0], self.answer_for(self.ben.questions[0]))
        for _ in range(self.chance.randrange(4)):
            self.ann.receive(AT_ONCE)
        assert self.ann.socket is not None
        with suppress(OSError):
            self.ann.socket.socket.shutdown(socket.SHUT_RDWR)

    def converged(self) -> float:
        """Seconds from connecting again until Ann shows what the server has."""
        began = time.perf_counter()
        self.ann.open()
        while True:
            shown = (self.ann.state["seq"], self.ann.hash)
            if self.ann.sound and shown == self.known(self.ann):
                return self.heard - began
            self.ann.receive(10.0)

    def close(self) -> None:
        self.ann.close()
        self.ben.close()


def dropped(url: str, scenario: str, drops: int) -> list[float]:
    """So many drops: how long each took to be made good, the shortest first."""
    logging.getLogger("websockets.client").setLevel(logging.CRITICAL)  # it would tell of each line that breaks
    chance = random.Random(1)
    found: list[float] = []
    table = Table(url, scenario, chance)
    while len(found) < drops:
        if table.ann.over:
            table.close()
            table = Table(url, scenario, chance)
        table.drop()
        found.append(table.converged())
        table.caught_up()
    table.close()
    return sorted(found)
