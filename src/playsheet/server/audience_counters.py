"""Counters of each audience of a game that hides things: from what that audience may know, and nothing else.

The engine's own numbers (steps, places in a step, what was accepted) count what others do unseen.
"""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.asking import Question
from playsheet.core.game import ONLOOKER, Game
from playsheet.server.storage import Op


class AudienceCounters:
    """The same when a game is opened again, but for `seqs`, which then start anew."""

    def __init__(self, seats: int) -> None:
        self.seqs: Final[dict[int, int]] = {}  # how often each audience was told anything
        self.epochs: Final = dict.fromkeys([*range(seats), ONLOOKER], 0)
        self.reissues: Final = [0] * seats  # how often the questions of a seat were asked again under new numbers
        self.given: Final[list[list[int]]] = []  # answers of each seat up to the end of each step that is over

    def count(self, audience: int) -> None:
        self.seqs[audience] = self.seqs.get(audience, 0) + 1

    # ------------------------------------------------------------ questions

    def of_question(self, game: Game[Any], question: Question) -> str:
        """Whose it is, how often its questions were reissued, and how many it was asked before.

        So no number ever means two questions, and an answer that is sent twice is taken once.
        """
        seat = question.seat
        return f"{seat}.{self.reissues[seat]}.{self.answers(game, seat) + earlier(game, question)}"

    def answers(self, game: Game[Any], seat: int) -> int:
        """How many answers of the seat the game holds."""
        given = self.given
        while len(given) < len(game.closed):
            counts = given[-1][:] if given else [0] * len(self.reissues)
            for held in game.closed[len(given)].inputs:
                if held.seat >= 0:
                    counts[held.seat] += 1
            given.append(counts)
        before = given[-1][seat] if given else 0
        return before + len([held for held in game.inputs if held.seat == seat])

    def reissue(self, seats: set[int]) -> None:
        for seat in seats:
            if seat >= 0:
                self.reissues[seat] += 1

    # ------------------------------------------------------------ taking back

    def going_back(self, game: Game[Any], step: int) -> None:
        """The game is about to go back into `step`: an epoch ends for whoever was told that a step was over that is
        open again, or played otherwise."""
        del self.given[step:]
        if step == game.step:
            return
        ends = [closed.told for closed in game.closed[step:]] + [len(game.log)]
        for audience in self.epochs:
            start = game.closed[step - 1].told if step else 0
            steps = 0
            for end in ends:
                steps += shows(game, start, end, audience)
                start = end
            if steps > 1:  # the last is not yet told to be over: see `Story`
                self.epochs[audience] += 1


def shows(game: Game[Any], start: int, end: int, audience: int) -> bool:
    """Is there anything among these events that the audience may know?"""
    shown = game.system.shown
    return any(shown(game.battle, event, audience) for event in game.log[start:end])


def earlier(game: Game[Any], question: Question) -> int:
    """How many of the seat's questions that are put at once come before this one, answered or not."""
    open_now = [one.place for one in game.questions if one.seat == question.seat]
    waiting = [place for place in game.waiting if game.waiting_seats.get(place) == question.seat]
    return len([place for place in open_now + waiting if place < question.place])


def place_of(op: Op) -> tuple[int, int] | None:
    """Which answer a take-back goes back to: a step and a place in it; None: the seat's last."""
    step, _, index = op.text.partition(".")
    return (int(step), int(index)) if op.text else None
