"""What an op has closed, as it is kept: the steps with their digests and inputs, and the lines of all that was told."""

from __future__ import annotations

import zlib
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from playsheet.core.errors import Refused
from playsheet.core.game import Game, Input
from playsheet.server.storage import Op, Past
from playsheet.server.table import Table

LEVEL: Final = 1  # of compression: what is told must not wait for it
Answer = tuple[int, str, int]  # whose, what, by which intent


class Step(msgspec.Struct, array_like=True):
    """A step that is over."""

    turn: int
    digest: str
    inputs: list[Answer]
    told: int  # how many events


class Heading(msgspec.Struct):
    """Above the lines of what was told."""

    since: int  # steps from this one on take the place of what stood there
    steps: list[Step]
    back: list[tuple[int, list[Answer]]] = []  # what was taken back: from which step
    end: tuple[int, str, int] | None = None  # once the battle is over: winner, verdict, the line that decided it


headings: Final = msgspec.json.Decoder(Heading)


def settled(table: Table, op: Op) -> Op:
    """The op with what it has closed; the table then knows that this is kept."""
    game = table.game
    if game is None or (table.settled == table.settled_before == len(game.closed)):
        return op
    since = table.settled
    text = heading_and_lines(table, game, since)
    table.settled = table.settled_before = len(game.closed)
    table.noted = len(game.taken_back)
    return replace(op, told=zlib.compress(text, LEVEL), steps=len(game.closed), digest=table.settled_digest)


def heading_and_lines(table: Table, game: Game[Any], since: int) -> bytes:
    digest = table.settled_digest if since == table.settled_before else ""
    if since and not digest:  # answers were taken back
        digest = game.closed[since - 1].digest or game.sealed()[since - 1].digest
    lines: list[str] = []
    steps: list[Step] = []
    for number in range(since, len(game.closed)):
        told, digest = game.told_in(number, digest)
        closed = game.closed[number]
        steps.append(Step(closed.turn, digest, answers(closed.inputs), len(told)))
        lines += told
    table.settled_digest = digest
    back = [(gone.step, answers(gone.inputs)) for gone in game.taken_back[table.noted :]]
    battle = game.battle
    end = (battle.winner, battle.verdict, battle.decided_by) if battle.finished else None
    return msgspec.json.encode(Heading(since, steps, back, end)) + b"\n" + "".join(lines).encode()


def answers(inputs: list[Input]) -> list[Answer]:
    return [(held.seat, held.text, held.intent) for held in inputs]


class Told:
    """All that was told of a game, step by step, with what was taken back."""

    def __init__(self, past: list[Past]) -> None:
        self.steps: Final[list[Step]] = []
        self.lines: Final[list[list[str]]] = []
        self.back: Final[list[tuple[int, list[Answer]]]] = []
        self.end: tuple[int, str, int] | None = None
        for one in past:
            self.add(one)

    def add(self, past: Past) -> None:
        try:
            heading, _, rest = zlib.decompress(past.told).partition(b"\n")
            found = headings.decode(heading)
            lines = [line + "\n" for line in rest.decode().split("\n")[:-1]]
        except (zlib.error, msgspec.MsgspecError, UnicodeError) as fault:
            raise Refused(f"what was told with op {past.seq} is damaged ({fault}).") from None
        if found.since > len(self.steps) or sum(step.told for step in found.steps) != len(lines):
            raise Refused(f"what was told with op {past.seq} does not go on from what was told before it.")
        del self.steps[found.since :]
        del self.lines[found.since :]
        self.back.extend(found.back)
        self.end = found.end
        at = 0
        for step in found.steps:
            self.steps.append(step)
            self.lines.append(lines[at : at + step.told])
            at += step.told

    def digests(self) -> list[str]:
        return [step.digest for step in self.steps]
