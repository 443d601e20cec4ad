"""A commander that looks ahead: it plays plans on from battles that could be the real one, and takes the best.

It is given what its seat may know where a step begins, and throws dice of its own. With so many play-outs and the same
seed it makes the same plan, whenever and wherever it is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from time import perf_counter
from typing import Any, Final

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Seeded
from playsheet.core.events import Battle
from playsheet.core.game import Game, as_json
from playsheet.core.scenario import Scenario
from playsheet.core.system import System
from playsheet.core.words import counted
from playsheet.players.halving import OWN, WON, Contest, clearly_better
from playsheet.players.planning import Outlook, Plan
from playsheet.players.valuing import Values, numbers_of, values_of
from playsheet.sim.intervals import Estimate, mean

FIRST_SHARE: Final = 0.6  # of the play-outs are spent on all wings alike, the rest on variants of the best
EACH: Final = 12  # play-outs for every variant that is tried: with fewer chance decides
PRIOR: Final = 8  # play-outs: so many as good as the doctrine's own count for every plan when alternatives are ranked
MOST_STEPS: Final = 20_000  # of a play-out; one that does not come to its end is drawn
NOBODY: Final = -1  # has the go more than others
MOST_SAID: Final = 3  # alternatives in a reason
FEW: Final = 2  # so many times fewer play-outs than the plan that is taken has are worth a word


class Budget:
    """How much thought a plan is given."""

    def __init__(self, play_outs: int, *, turns: int = 0, lasting: int = 2, errors: float = 1.0, seconds: float = 0.0):
        self.play_outs: Final = play_outs
        self.turns: Final = turns  # that a play-out goes on before it is valued; 0: to the end of the battle
        self.lasting: Final = lasting  # turns in which the plan is carried out; then it is the doctrine's own
        self.errors: Final = errors  # standard errors by which another plan must be better than the doctrine's own
        self.seconds: Final = seconds  # at most; 0: as long as it takes


class Alternative:
    """A plan, and what came of it."""

    def __init__(self, plan: Plan, said: str, results: list[int]) -> None:
        self.plan: Final = plan
        self.said: Final = said
        self.play_outs: Final = len(results)
        found = mean(len(results), sum(results), sum([result * result for result in results]))
        self.share: Final = Estimate(part(found.value), low=part(found.low), high=part(found.high))  # of battles won

    def weighed(self, usual: float) -> float:
        """Its share, drawn to what is usual: of few play-outs not much is believed."""
        return ((self.share.value or 0.0) * self.play_outs + usual * PRIOR) / (self.play_outs + PRIOR)

    def words(self, beside: int = 0) -> str:
        """`pressing on: 58% (51 to 65)`; how often it was tried, if that is far less than what it stands `beside`."""
        share = self.share
        assert share.value is not None
        more: list[str] = []
        if share.low is not None and share.high is not None:
            more.append(f"{percent(max(0.0, share.low))} to {percent(min(1.0, share.high))}")
        if self.play_outs * FEW < beside:
            more.append(f"in {counted(self.play_outs, 'try', 'tries')} only")
        return f"{self.said}: {percent(share.value)}%" + (f" ({', '.join(more)})" if more else "")


class Advice:
    """What was found: the plan that is taken, and the others, the best first."""

    def __init__(self, taken: Alternative, alternatives: list[Alternative], wings: list[list[int]], told: str) -> None:
        self.taken: Final = taken
        self.alternatives: Final = alternatives  # with the one that is taken
        self.wings: Final = wings
        self.told: Final = told  # what is to be done
        self.play_outs = 0
        self.seconds = 0.0
        self.stopped = False  # by the time: this is what was found so far

    def words(self) -> list[str]:
        """One sentence with the plan and its best alternatives, and one if there was no time for more."""
        shown = [self.taken, *[one for one in self.alternatives if one is not self.taken and one.play_outs]]
        most = self.taken.play_outs
        said = [one.words(most) for one in shown[:MOST_SAID] if one.play_outs]
        own = [one for one in shown[MOST_SAID:] if one.plan.is_own() and one.play_outs]
        said += [one.words(most) for one in own]
        if not said:
            return []
        found = ["Chances of winning, " + "; ".join(said) + "."]
        if self.stopped:
            found.append(f"There was time for {self.play_outs} play-outs only.")
        return found


def plans(
    system: System[Any],
    scenario: Scenario,
    battle: Battle,
    seat: int,
    budget: Budget,
    seed: int = 0,
    clock: Callable[[], float] = perf_counter,
) -> Advice:
    """What the seat's wings might do in the coming turns, played on from what the seat knows where a step begins.

    `battle` is the battle as the seat has `seen` it; it is left as it is.
    """
    return Search(system, scenario, battle, seat, budget, seed, clock).advice()


class Search:
    """Plans for a seat, and the play-outs that try them."""

    def __init__(
        self,
        system: System[Any],
        scenario: Scenario,
        battle: Battle,
        seat: int,
        budget: Budget,
        seed: int,
        clock: Callable[[], float],
    ) -> None:
        self.system: Final = system
        self.scenario: Final = scenario
        self.battle: Final = battle
        self.seat: Final = seat
        self.budget: Final = budget
        self.clock: Final = clock
        self.began: Final = clock()
        self.seed: Final = f"{seed} {seat} {fingerprint(system, battle, seat)}"
        self.sides: Final = system.sides_of_seats(scenario)
        self.outlook: Final = Outlook(system, scenario, battle, seat)
        self.values: Final[Values] = values_of(system.id)
        self.plans: Final[list[Plan]] = []
        self.contest: Final = Contest(self.played_out, self.is_late)

    def advice(self) -> Advice:
        first = self.entered(self.outlook.alike())
        if len(first) > 1:
            most = self.budget.play_outs
            spent = int(most * FIRST_SHARE) if len(self.outlook.wings) > 1 else most
            ranked = self.contest.halve(first, spent)
            best = next(one for one in ranked if one != OWN)
            variants = self.outlook.variants(self.plans[ranked[0]], [self.plans[one] for one in ranked])
            if variants and not self.contest.stopped:
                tried = self.entered(variants[: (most - spent) // EACH])
                self.contest.halve([OWN, best, *tried], most - spent)
        return self.taken()

    def entered(self, proposed: list[Plan]) -> list[int]:
        """The numbers of those that are new."""
        found: list[int] = []
        for plan in proposed:
            if all(plan.orders != other.orders for other in self.plans):
                self.plans.append(plan)
                found.append(self.contest.enter())
        return found

    def taken(self) -> Advice:
        """The best of those that were played as often as any, if it is clearly better than the doctrine's own."""
        results = self.contest.results
        most = max([len(found) for number, found in enumerate(results) if number != OWN], default=0)
        finalists = [number for number in range(len(results)) if number != OWN and len(results[number]) == most]
        chosen = OWN
        if most:
            best = self.contest.ranked(finalists)[0]
            if clearly_better(results[OWN], results[best], self.budget.errors):
                chosen = best
        found = [Alternative(plan, self.outlook.said(plan), results[at]) for at, plan in enumerate(self.plans)]
        usual = found[OWN].share.value or 0.0
        ranked = sorted([one for one in found if one.play_outs], key=lambda one: -one.weighed(usual))
        told = self.outlook.told(self.plans[chosen])
        advice = Advice(found[chosen], ranked or found[:1], self.outlook.wings, told)
        advice.play_outs = self.contest.played
        advice.seconds = self.clock() - self.began
        advice.stopped = self.contest.stopped
        return advice

    def is_late(self) -> bool:
        return 0.0 < self.budget.seconds <= self.clock() - self.began

    # ------------------------------------------------------------ play-outs

    def played_out(self, number: int, at: int) -> int:
        """Play a plan on from guess `at`, with the dice of that number: thousandths of a battle won."""
        system = self.system
        plan = self.plans[number]
        game = Game(
            system,
            system.guess(self.battle, self.seat, Seeded(self.seed_of("guess", at))),
            [system.doctrine(seat) for seat in range(len(self.sides))],
            Seeded(self.seed_of("dice", at)),
            keep=False,
            own_dice=[False] * len(self.sides),
        )
        turn = game.battle.turn
        if not plan.is_own():
            game.players[self.seat] = system.doctrine(self.seat, plan.stances(self.outlook.wings))
            self.play_on(game, turn + self.budget.lasting)
            game.players[self.seat] = system.doctrine(self.seat)
        self.play_on(game, turn + self.budget.turns if self.budget.turns else self.scenario.turns + 1)
        return self.value(game.battle)

    def play_on(self, game: Game[Any], until: int) -> None:
        """To the end of the battle, or the beginning of that turn."""
        while not game.battle.finished and game.battle.turn < until and game.step < MOST_STEPS:
            game.play_step()

    def value(self, battle: Battle) -> int:
        side = self.sides[self.seat]
        if battle.finished:
            return WON if battle.winner == side else 0 if battle.winner >= 0 else WON // 2
        return self.values.worth(numbers_of(self.system, self.scenario, battle, side))

    def seed_of(self, what: str, at: int) -> int:
        return int.from_bytes(blake2b(f"{self.seed} {what} {at}".encode(), digest_size=6).digest(), "big")


def fingerprint(system: System[Any], battle: Battle, seat: int) -> str:
    """Of all that the seat is shown."""
    return blake2b(as_json(system.view(battle, seat)).encode(), digest_size=8).hexdigest()


def part(number: float | None) -> float | None:
    return None if number is None else number / WON


def percent(share: float) -> int:
    return int(100.0 * share + 0.5)


# ---------------------------------------------------------------------- the player


class Made:
    """A plan for the rest of a turn, and from where it was made."""

    def __init__(self, turn: int, seen: str, advice: Advice, doctrine: Player) -> None:
        self.turn: Final = turn
        self.seen: Final = seen
        self.advice: Final = advice
        self.doctrine: Final = doctrine


class Searcher(Player):
    """Makes a plan when it is first asked in a turn, from where that step began; the doctrine carries it out.

    While armies are deployed it has none. It remembers its plans, but a new one of it would make them again.
    """

    def __init__(self, system: System[Any], scenario: Scenario, seat: int, budget: Budget, seed: int = 0) -> None:
        self.looks_ahead = True
        self.system: Final = system
        self.scenario: Final = scenario
        self.seat: Final = seat
        self.budget: Final = budget
        self.seed: Final = seed
        self.side: Final = system.sides_of_seats(scenario)[seat]
        self.own: Final = system.doctrine(seat)
        self.start: Battle | None = None  # as seen where the step began, while there is no plan for the turn
        self.step = 0
        self.made: dict[int, Made] = {}  # by the step for which they were made
        self.plan: Made | None = None
        self.followed = 0  # the turn in which it follows a game from outside

    def name(self) -> str:
        return "searcher"

    def begin(self, battle: Battle, step: int) -> None:
        known = self.made.get(step)
        if known is not None and known.turn == battle.turn:
            if known.seen == fingerprint(self.system, battle, self.seat):
                self.plan = known
                return
            del self.made[step]
        if self.plan is not None and (self.plan.turn != battle.turn or step <= self.step):
            self.plan = None
        if self.plan is None:
            self.start = self.system.clone(battle)
            self.step = step

    def follow(self, game: Game[Any]) -> None:
        """Before each answer, where a kept game asks from outside: who is new to it makes the plan of this turn again.

        It looks at nothing but what its seat has seen where steps began.
        """
        turn = game.battle.turn if game.start is None else game.start.turn
        if self.followed != turn:
            self.followed = turn
            for step in [at for at in range(game.step) if game.closed[at].turn == turn]:
                if any(
                    held.seat == self.seat and not held.text.startswith("dice ") for held in game.closed[step].inputs
                ):
                    before = game.twin_before(step, 0)
                    self.begin(self.system.seen(before.start or before.battle, self.seat), step)
                    self.commander()
        self.begin(self.system.seen(game.start or game.battle, self.seat), game.step)

    def choose(self, battle: Battle, question: Question) -> Option:
        doctrine, said = self.commander()
        doctrine.explains = self.explains
        chosen = doctrine.choose(battle, question)
        self.reasons = (*said, *doctrine.reasons) if self.explains else ()
        return chosen

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        doctrine, said = self.commander()
        doctrine.explains = self.explains
        value = doctrine.place(battle, question)
        self.reasons = (*said, *doctrine.reasons) if self.explains else ()
        return value

    def commander(self) -> tuple[Player, list[str]]:
        """Who answers, and what is to be said of the plan: all of it where it was made, then in short."""
        if self.plan is not None:
            taken = self.plan.advice.taken
            return self.plan.doctrine, [] if taken.plan.is_own() else [f"The plan: {self.plan.advice.told}."]
        start = self.start
        if start is None or not self.is_its_go(start):
            return self.own, []
        advice = plans(self.system, self.scenario, start, self.seat, self.budget, self.seed)
        doctrine = self.own
        if not advice.taken.plan.is_own():
            doctrine = self.system.doctrine(self.seat, advice.taken.plan.stances(advice.wings))
        self.plan = Made(start.turn, fingerprint(self.system, start, self.seat), advice, doctrine)
        self.made[self.step] = self.plan
        self.start = None
        return doctrine, [f"The plan: {advice.told}.", *advice.words()]

    def is_its_go(self, start: Battle) -> bool:
        """Not while they deploy, nor while the other side has the go."""
        track = self.system.track(start)
        return track is not None and track.side in (NOBODY, self.side)
