"""A battle in numbers: how strong each side was after each step, which units went when, and who was lucky."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from playsheet.core.errors import Refused
from playsheet.core.events import Event
from playsheet.core.game import GAME_MASTER
from playsheet.core.scenario import Scenario
from playsheet.core.system import System
from playsheet.core.telling import as_roll
from playsheet.server.hub import Hub, OpenTable, Who
from playsheet.server.luck import Trial, luck_by_cause, luck_of, trial_of
from playsheet.server.payloads import Data

LOST: Final = "figures_lost"  # what every sheet's tally calls it


class Steps:
    """The steps of a game that are over: how many events each ended with, and in which turn it was played."""

    def __init__(self, log: list[Event[Any]], ends: list[int], turns: list[int], sides: list[int]) -> None:
        self.log: Final = log
        self.ends: Final = ends
        self.turns: Final = turns
        self.sides: Final = sides  # of each seat


async def chronicle(hub: Hub, one: OpenTable, who: Who) -> Data:
    """For whoever may know all of it: a game that hides things gives it to its players when it is over."""
    async with one.lock:
        table = one.table
        game = table.game
        if game is None:
            raise Refused("the game has not begun: there is nothing to look back on.")
        if table.hides and not table.is_over() and who.looks_as() != GAME_MASTER:
            raise Refused("this game hides things from its players: its numbers can be had when it is over.")
        ends = [closed.told for closed in game.closed]
        log = game.log[: ends[-1] if ends else 0]
        steps = Steps(log, ends, [closed.turn for closed in game.closed], [seat.side for seat in table.seats])
    return await hub.replaying.do(told, table.system, table.scenario, steps)


def told(system: System[Any], scenario: Scenario, steps: Steps) -> Data:
    """Followed by its events alone, on a battle of its own."""
    battle = system.new_battle(scenario)
    following = Following(system, battle, len(scenario.sides))
    start = 0
    for end in steps.ends:
        trials: list[tuple[int, Trial]] = []
        for event in steps.log[start:end]:
            roll = as_roll(event)
            if roll is None:
                event.apply(battle)
                continue
            trial = trial_of(roll)
            if trial is not None and 0 <= roll.seat < len(steps.sides):
                trials.append((steps.sides[roll.seat], trial))
        start = end
        following.after_step(trials)
    return {
        "steps": len(steps.ends),
        "turns": steps.turns,
        "sides": following.data(scenario),
        "gone": following.gone_now(),
    }


class Following:
    """What is noted down after each step."""

    def __init__(self, system: System[Any], battle: Any, sides: int) -> None:
        self.system: Final = system
        self.battle: Final = battle
        roster = system.roster(battle)
        self.begun: Final = [sum(unit.start for unit in roster if unit.side == side) for side in range(sides)]
        self.strength: Final = [[count] for count in self.begun]
        self.trials: Final[list[list[Trial]]] = [[] for _ in range(sides)]
        self.ahead: Final[list[list[float]]] = [[0.0] for _ in range(sides)]
        self.exactly: Final = [Fraction(0)] * sides
        # By name: detachments join the roster, and whoever stands behind them there has another number then.
        self.there: Final = {(unit.side, unit.name): unit.on_table for unit in roster}
        self.gone: Final[list[Data]] = []

    def after_step(self, trials: list[tuple[int, Trial]]) -> None:
        lost = self.system.tally(self.battle).get(LOST, [0] * len(self.begun))
        for side, count in enumerate(self.begun):
            self.strength[side].append(count - lost[side])
        for side, trial in trials:
            self.trials[side].append(trial)
            self.exactly[side] += trial.met - trial.expected()
        for side, ahead in enumerate(self.ahead):
            ahead.append(round(float(self.exactly[side]), 3))
        self.look_who_is_gone()

    def look_who_is_gone(self) -> None:
        for number, unit in enumerate(self.system.roster(self.battle)):
            if self.there.get((unit.side, unit.name), False) and not unit.on_table:
                step = len(self.strength[0]) - 1
                self.gone.append(
                    {"step": step, "unit": number, "side": unit.side, "name": unit.name, "place": unit.place}
                )
            self.there[unit.side, unit.name] = unit.on_table

    def gone_now(self) -> list[Data]:
        """Who is gone, by the numbers that they have at last."""
        numbers = {(unit.side, unit.name): number for number, unit in enumerate(self.system.roster(self.battle))}
        return [{**one, "unit": numbers.get((one["side"], one["name"]), one["unit"])} for one in self.gone]

    def data(self, scenario: Scenario) -> list[Data]:
        return [
            {
                "side": index,
                "name": side.name,
                "start": self.begun[index],
                "strength": self.strength[index],
                "ahead": self.ahead[index],
                "luck": {**luck_of(self.trials[index]), "causes": luck_by_cause(self.trials[index])},
            }
            for index, side in enumerate(scenario.sides)
        ]
