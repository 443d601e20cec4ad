"""What one audience has been told: its view of the table, and its story of the battle.

Where nothing is hidden all seats are one audience; else each seat is one, spectators are, and the game master is.
"""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.events import Event
from playsheet.core.game import GAME_MASTER, Game, Input, PlayEnded
from playsheet.core.scenario import Scenario
from playsheet.core.showing import Patch, patch_between
from playsheet.core.system import System
from playsheet.core.telling import Look, Teller, Told
from playsheet.core.told import Unread
from playsheet.server.patching import ViewDigest
from playsheet.server.payloads import Data, EventPayloads, TableCache, entry_data, event_data, table_data

MARK: Final = 16  # a story is kept every so many steps, to go back to when answers are taken back


class Story:
    """The battle in sentences, followed by the events that this audience may know, on a battle of its own.

    For an audience from which things are hidden (`private`) there are only the steps of which it is told something, and
    it is not told that one is over before it is told of another: that may hang on what others do unseen.
    """

    def __init__(self, system: System[Any], scenario: Scenario, seat: int) -> None:
        self.system: Final = system
        self.seat: Final = seat
        self.private: Final = system.hides() and seat != GAME_MASTER
        self.steps: list[int] = []  # the game's numbers of the steps that are over and of which something was told
        self.under_way = False  # is anything told of the open step?
        self.teller: Teller[Any] = system.teller(system.new_battle(scenario))
        self.entries: list[Data] = []  # of the steps that are over
        self.ends: list[int] = [0]  # how many entries there were after so many steps
        self.marks: Final[dict[int, Teller[Any]]] = {0: self.twin(self.teller)}
        self.early: list[Told] = []  # what the teller has said of the step under way, and of how many events
        self.ahead = 0

    def follow(self, game: Game[Any], payloads: EventPayloads) -> None:
        """Tell the steps that have ended since."""
        if self.ahead and self.was_put_off(game):
            self.start_from(len(self.ends) - 1)
        while len(self.ends) <= len(game.closed):
            step = len(self.ends) - 1
            closed = game.closed[step]
            start = game.closed[step - 1].told if step else 0
            shown = self.shown(game, game.log[start + self.ahead : closed.told])
            told = self.early + (self.tell(self.teller, shown) if shown or not self.private else [])
            by = self.deciders(closed.inputs)
            self.entries.extend(
                [entry_data(one, self.number(step), closed.turn, payloads, by, is_open=False) for one in told]
            )
            if told or not self.private:
                self.steps.append(step)
            self.early = []
            self.ahead = 0
            self.ends.append(len(self.entries))
            if (step + 1) % MARK == 0:
                self.marks[step + 1] = self.twin(self.teller)

    def twin(self, teller: Teller[Any]) -> Teller[Any]:
        """One who can tell on from here, while this one waits."""
        twin = self.system.teller(self.system.clone(teller.battle))
        twin.take_over(teller)
        return twin

    def was_put_off(self, game: Game[Any]) -> bool:
        """Has a game master's word come in the place of the step that was under way?"""
        step = len(self.ends) - 1
        inputs = game.closed[step].inputs if step < len(game.closed) else game.inputs
        return bool(inputs) and inputs[0].seat == GAME_MASTER

    def shown(self, game: Game[Any], events: list[Event[Any]]) -> list[Event[Any]]:
        return [event for event in events if self.system.shown(game.battle, event, self.seat)]

    def tell(self, teller: Teller[Any], shown: list[Event[Any]]) -> list[Told]:
        """The next events of a step: what has been told of it was `early`."""
        known = [event for event in shown if not isinstance(event, Unread)]
        told = teller.tell_on(known) if self.ahead else teller.tell(known)
        for event in shown:
            if isinstance(event, Unread):
                told.append(Told(event.words(), [], deployment=False))
            if isinstance(event, PlayEnded):
                told.append(Told(event.verdict, [], deployment=False))
        return told

    def deciders(self, inputs: list[Input]) -> list[int]:
        """The seats that have decided something; an audience from which things are hidden is not told who."""
        if self.private:
            return []
        return sorted({held.seat for held in inputs if held.seat >= 0 and not held.text.startswith("dice ")})

    def number(self, step: int) -> int:
        """What this audience calls the step that is told now."""
        return len(self.steps) if self.private else step

    def so_far(self, game: Game[Any], payloads: EventPayloads) -> list[Data]:
        """The step under way, as far as it has gone."""
        self.under_way = False
        if game.start is None or len(game.log) == game.start_told:
            return []
        events = game.log[game.start_told :]
        if not self.ahead and not game.inputs and not self.system.hides():  # until then it is the same at every run
            early = self.teller.early(events)
            self.early = self.tell(self.teller, self.shown(game, events[:early])) if early else []
            self.ahead = early
        told = self.early
        if len(events) > self.ahead:
            shown = self.shown(game, events[self.ahead :])
            if shown or not self.private:
                told = told + self.tell(self.twin(self.teller), shown)
        self.under_way = bool(told)
        by = self.deciders(game.inputs)
        return [entry_data(one, self.number(game.step), game.start.turn, payloads, by, is_open=True) for one in told]

    def over(self) -> int:
        """How many steps this audience is told to be over."""
        return max(0, len(self.steps) - 1) if self.private and not self.under_way else len(self.steps)

    def settled(self) -> int:
        """How many entries are of those steps."""
        over = self.over()
        return len(self.entries) if over == len(self.steps) else self.ends[self.steps[over]]

    def told_of(self, step: int) -> list[Data]:
        """The entries of a step that is over, by this audience's own number."""
        step = self.steps[step]
        return self.entries[self.ends[step] : self.ends[step + 1]]

    def back_to(self, steps: int) -> None:
        """Forget all after so many steps: answers were taken back."""
        if len(self.ends) - 1 > steps:
            self.start_from(steps)

    def start_from(self, steps: int) -> None:
        """Tell on from there, or from what was kept before it."""
        mark = max(known for known in self.marks if known <= steps)
        self.teller = self.twin(self.marks[mark])
        for known in [known for known in self.marks if known > mark]:
            del self.marks[known]
        del self.ends[mark + 1 :]
        del self.entries[self.ends[-1] :]
        self.steps = [step for step in self.steps if step < mark]
        self.early = []
        self.ahead = 0


class Update:
    """What is new to an audience when something was accepted."""

    def __init__(self, patch: Patch, events: list[Data], *, log_from: int, log: list[Data], is_new: bool) -> None:
        self.patch: Final = patch
        self.events: Final = events
        self.log_from: Final = log_from
        self.log: Final = log
        self.is_new: Final = is_new  # is there anything that it was not told before?


class Audience:
    """One audience: `seat` is a seat, GAME_MASTER (knows all) or ONLOOKER."""

    def __init__(self, system: System[Any], scenario: Scenario, seat: int, game: Game[Any] | None, battle: Any) -> None:
        self.system: Final = system
        self.scenario: Final = scenario
        self.seat: Final = seat
        self.story: Final = Story(system, scenario, seat)
        self.cache: Final = TableCache(scenario)
        self.digest: Final = ViewDigest()
        self.view: Data = {}
        self.last: Look | None = None
        self.summed = ""  # the view's digest, once somebody has asked for it
        self.closed = 0  # entries that were told as those of steps that are over
        self.open: list[Data] = []  # the sentences of the step under way
        self.told = 0  # events in the game's log when this audience was last told
        self.shown = 0  # how many of them it may know
        self.steps = 0
        self.besides: Data = {}  # what else it was told last: see `Table.besides`
        self.look(game, battle)
        if game is not None:
            self.follow(game, {})
            self.shown = len(self.story.shown(game, game.log)) if self.story.private else 0

    def follow(self, game: Game[Any], payloads: EventPayloads) -> None:
        """Tell the story up to now."""
        story = self.story
        story.follow(game, payloads)
        under_way = story.so_far(game, payloads)
        self.closed = story.settled()
        self.open = [{**entry, "open": True} for entry in story.entries[self.closed :]] + under_way
        self.told = len(game.log)
        self.steps = game.step

    def look(self, game: Game[Any] | None, battle: Any) -> Patch:
        """The table as it is now; what has changed since the last look."""
        before = self.view
        self.view = self.view_of(battle)
        patch = patch_between(before, self.view)
        if patch:
            self.summed = ""
        return patch

    @property
    def hash(self) -> str:
        if not self.summed:
            self.summed = self.digest.of(self.view)
        return self.summed

    def view_of(self, battle: Any) -> Data:
        """The battle as this audience may know it."""
        self.last = self.system.look(battle, self.seat, self.last)
        seen = self.system.seen(battle, self.seat)
        view: Data = dict(self.last.view)
        view["table"] = table_data(self.system, self.scenario, seen, self.last, self.cache)
        return view

    def catch_up(self, game: Game[Any]) -> Update:
        """Somebody looks again, after nobody was told for a while."""
        return self.update(game, went_back=False)

    def log(self) -> list[Data]:
        return self.story.entries[: self.closed] + self.open

    def shown_of(self, game: Game[Any], start: int) -> list[Data]:
        """The events since the one numbered `start` that this audience may know."""
        return list(self.payloads_of(game, start).values())

    def payloads_of(self, game: Game[Any], start: int) -> EventPayloads:
        shown = self.system.shown
        return {id(event): event_data(event) for event in game.log[start:] if shown(game.battle, event, self.seat)}

    def decided(self, game: Game[Any]) -> Update:
        """Nothing has happened, but whose the step under way is may have changed: somebody has held his fire."""
        by = self.story.deciders(game.inputs)
        if not self.open or self.open[-1]["by"] == by:
            return Update([], [], log_from=self.closed + len(self.open), log=[], is_new=False)
        self.open = [{**entry, "by": by} for entry in self.open]
        return Update([], [], log_from=self.closed, log=self.open, is_new=True)

    def update(self, game: Game[Any], *, went_back: bool) -> Update:
        """What has happened since the last update."""
        had, had_open = self.closed, self.open
        if went_back:
            self.story.back_to(game.step)
        elif game.step == self.steps and len(game.log) == self.told:  # only an event changes a battle
            return self.decided(game)
        payloads = self.payloads_of(game, self.told) if not went_back else {}
        patch = self.look(game, game.battle)
        self.follow(game, payloads)
        events = list(payloads.values())
        shown = self.shown
        if self.story.private:
            self.shown = shown + len(events) if not went_back else len(self.story.shown(game, game.log))
        if self.story.private and self.closed == had and self.open == had_open:
            is_new = bool(patch) or self.shown != shown
            return Update(patch, events, log_from=had + len(had_open), log=[], is_new=is_new)
        had = min(had, self.closed)
        log = self.story.entries[had : self.closed] + self.open
        return Update(patch, events, log_from=had, log=log, is_new=True)
