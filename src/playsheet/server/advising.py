"""Plans on a server: how long a bot may look ahead, and advice for a person. Everything here is known to the seat.

A plan hangs on what its seat is shown where a step begins, on the number of play-outs and on a seed that is made from
the game's id, which everybody at the table knows: it tells nothing of the dice's key.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final

from playsheet.core.errors import Refused
from playsheet.core.events import Battle
from playsheet.core.game import Game
from playsheet.core.stances import STANCES, Stance
from playsheet.core.system import System
from playsheet.core.telling import Standing
from playsheet.players.levels import MARSHAL, PLAY_OUTS, VETERAN, budget_of
from playsheet.players.planning import Plan
from playsheet.players.search import NOBODY, Advice, Alternative, plans
from playsheet.server.jobs import Planning
from playsheet.server.payloads import Data
from playsheet.server.table import Table

SHARE: Final = {VETERAN: 0.5, MARSHAL: 1.0}  # of the time of a plan that a level takes where things are hidden
IN_TIME: Final = 0.8  # of that for play-outs: the answer is told when all of it is over
MOST_PLANS: Final = 6  # that an adviser names: those that were thought over longest
ALL_ALIKE: Final = 3.0  # over the play-outs: nineteen times of twenty a share that was never seen is less than that


def time_of(level: str, plan: float) -> float:
    """Seconds after which a level's plan is told where things are hidden, however soon it was made."""
    return SHARE[level] * plan


def seconds_of(level: str, plan: float, *, hides: bool) -> float:
    """What may be spent on play-outs."""
    return IN_TIME * time_of(level, plan) if hides else plan


def name_with(level: str, size: str, planning: Planning) -> str:
    """A level that looks ahead, with its number of play-outs."""
    usual = PLAY_OUTS[level][size]
    return f"{level}:{min(usual, planning.play_outs) if planning.play_outs else usual}"


def seed_of(game: str) -> int:
    return int.from_bytes(blake2b(f"plans of {game}".encode(), digest_size=6).digest(), "big")


# ---------------------------------------------------------------------- advice


def seen_at_start(game: Game[Any], seat: int) -> Battle:
    """The battle as the seat knew it where the open step began."""
    seen: Battle = game.system.seen(game.start if game.start is not None else game.battle, seat)
    return seen


def check_time(table: Table, seen: Battle, seat: int) -> None:
    """Advice is for a turn that is one's own."""
    track = table.system.track(seen)
    if track is None:
        raise Refused("there is no advice while armies deploy.")
    if track.side not in (NOBODY, table.seats[seat].side):
        raise Refused("there is no advice while the other side has the go.")


def advised(table: Table, seat: int, planning: Planning) -> Data:
    """What the seat's wings might do, the best first, as a veteran finds it."""
    seen = seen_at_start(table.playing(), seat)
    check_time(table, seen, seat)
    level = name_with(VETERAN, table.scenario.size, planning)
    budget = budget_of(level, table.scenario.size, planning.seconds)
    found = plans(table.system, table.scenario, seen, seat, budget, seed_of(table.id))
    return advice_data(table.system, seen, seat, found)


def advice_data(system: System[Any], seen: Battle, seat: int, advice: Advice) -> Data:
    roster = system.roster(seen)
    tried = sorted([one for one in advice.alternatives if one.play_outs], key=lambda one: -one.play_outs)
    shown = tried[:MOST_PLANS]
    shown += [one for one in tried[MOST_PLANS:] if one is advice.taken or one.plan.is_own()]
    wings = [[unit for unit in wing if is_here(roster[unit], seat)] for wing in advice.wings]
    return {
        "turn": seen.turn,
        "told": advice.told,
        "play_outs": advice.play_outs,
        "stopped": advice.stopped,
        "plans": [plan_data(one, wings, taken=one is advice.taken) for one in shown],
    }


def is_here(one: Standing, seat: int) -> bool:
    return one.seat == seat and one.on_table


def plan_data(one: Alternative, wings: list[list[int]], *, taken: bool) -> Data:
    """A plan with its share of battles won, and the intents by which the adjutant carries it out."""
    share = one.share
    low, high = bounds_of(one)
    return {
        "said": one.said,
        "taken": taken,
        "own": one.plan.is_own(),
        "share": share.value,
        "low": low,
        "high": high,
        "play_outs": one.play_outs,
        "intents": intents_of(one.plan, wings),
    }


def bounds_of(one: Alternative) -> tuple[float | None, float | None]:
    """Between which its share lies. Where all play-outs came to the same, by the rule of three."""
    share, most = one.share, ALL_ALIKE / one.play_outs
    if share.value is None or share.low is None or share.high is None:
        return None, None
    off = most if share.low == share.high else 0.0
    return max(0.0, share.low - off), min(1.0, share.high + off)


def intents_of(plan: Plan, wings: list[list[int]]) -> list[str]:
    """`best 3 4 as hold`, and the rest as the adjutant thinks best."""
    found: list[str] = []
    for wing, (stance, easting) in zip(wings, plan.orders):
        if wing and stance != Stance.OWN:
            by = f" by {easting:g}" if stance == Stance.SHIFT else ""
            found.append(f"best {' '.join(str(unit) for unit in wing)} as {STANCES[stance]}{by}")
    return [*found, "best"]
