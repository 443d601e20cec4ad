"""A table: one game in memory. What is accepted goes through `apply`, in play and when a game is opened again alike.

No waiting, no disk, no sockets here: those are the hub's.
"""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.asking import Option, Player, Question, Suspended
from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.events import Battle
from playsheet.core.fair import Continued, Fair, commitment
from playsheet.core.game import GAME_MASTER, ONLOOKER, Game, Input, check_answer, numbers
from playsheet.core.learning import Knowledge, has_learnt
from playsheet.core.records import Record, record_of
from playsheet.core.terrain import Ground
from playsheet.core.words import listed
from playsheet.fieldbook.book import Book
from playsheet.fieldbook.making import book_from
from playsheet.lessons.judging import Position, Progress
from playsheet.lessons.reading import read_once
from playsheet.players.levels import REGULAR
from playsheet.players.setup import BOTS, DOCTRINE, Setup
from playsheet.server.audience import Audience
from playsheet.server.audience_counters import AudienceCounters, place_of
from playsheet.server.clocks import Clock
from playsheet.server.intended import orders_now, read_intended
from playsheet.server.parting import END_IT, ENDED_AS_IT_STOOD, NEW_TEXTS, OWN_TEXTS, Parting
from playsheet.server.payloads import Data, lesson_data, question_data
from playsheet.server.rematches import MOST_REMATCHES, Rematch, read_rematch
from playsheet.server.sealing import Sealing
from playsheet.server.storage import ANSWER, SEAL, Head, Op, SeatPlan

PERSON: Final = "person"
OPEN: Final = "open"
RESIGNED: Final = "resigned"
OUT_OF_TIME: Final = "out of time"
FAILED: Final = "failed"
UNSEEN: Final = ("answer", "undo")  # what others may do without anybody's knowing
VERDICTS: Final = {
    RESIGNED: "{side} resigned.",
    OUT_OF_TIME: "{side} ran out of time.",
    FAILED: "The computer player of {side} failed, and gave the battle away.",
}


class Stale(Refused):
    """An answer to a question that is not open, or not this seat's."""


class Broken(Exception):
    """The rules failed in the middle: what is in memory is worth nothing, what is on disk is."""


class Seat:
    """Who sits there, and whether they still play."""

    def __init__(self, name: str, side: int, plan: SeatPlan) -> None:
        self.name: Final = name
        self.side: Final = side
        self.player = plan.player
        self.who = plan.who
        self.own_dice = plan.own_dice
        self.left = ""  # why it plays no more
        self.fell_from = ""  # the level of a bot that failed: now it is a regular
        self.relinked = 0  # so often its link was given out anew


class Wanted:
    """A take-back that others must agree to."""

    def __init__(self, seat: int, answers: int, needs: list[int], held: Input) -> None:
        self.seat: Final = seat
        self.answers: Final = answers
        self.needs: Final = needs
        self.held: Final = held  # the answer to be taken back


class Change:
    """What came of an op: why there is an update, and from whom."""

    def __init__(self, why: str, by: int | None, *, went_back: bool = False) -> None:
        self.why: Final = why  # "" if the game itself is as it was
        self.by: Final = by
        self.went_back: Final = went_back


class Table:
    """One game: its seats, its state, what each audience was told."""

    def __init__(self, id: str, setup: Setup, head: Head, key: bytes) -> None:
        self.id: Final = id
        self.setup: Final = setup
        self.system: Final = setup.system
        self.scenario: Final = setup.scenario
        self.head: Final = head
        self.key: Final = key
        self.commitment: Final = commitment(key)
        self.hides: Final = setup.system.hides()
        self.seats: Final = [
            Seat(name, setup.sides[index], head.seats[index]) for index, name in enumerate(setup.seats)
        ]
        self.game: Game[Any] | None = None
        self.seq = 0
        self.epoch = 0
        self.person_asked = False  # has any person been asked anything yet?
        self.counters: Final = AudienceCounters(len(self.seats)) if self.hides else None
        self.secret: dict[int, int] = {}  # place of an answer that waits in secret -> its seat
        self.audiences: dict[int, Audience] = {}
        self.wanted: Wanted | None = None
        self.clock: Final = Clock(head.per_move, head.bank, len(self.seats)) if head.per_move > 0.0 else None
        self.sealing: Final = Sealing([seat.player not in BOTS for seat in self.seats])
        lesson = head.lesson
        self.lesson: Final = Progress(read_once(lesson.text, lesson.file)) if lesson is not None else None
        self.waiting_battle: Any = None  # what is looked at while players gather
        self.before: Knowledge[Any] | None = None  # in a game that hides things: what was known before an answer ...
        self.before_place = (-1, -1)  # ... where that stands ...
        self.before_told = -1  # ... and how many events there were; -1: it is not known
        self.known: Knowledge[Any] | None = None  # what is known now, if that was looked for
        self.undoable: Final[dict[int, str]] = {}  # what `undo_of` has found since the last op
        self.settled = 0  # steps that are kept as they were told ...
        self.settled_before = 0  # ... and how many were, before answers were taken back
        self.settled_digest = ""  # of all that was told in those that are kept
        self.noted = 0  # take-backs of which that is noted
        self.past = 0  # steps that no rule plays again: they stand as they were told (see `past.py`)
        self.parting: Parting | None = None  # an upgrade has parted the game from its past: its players decide
        self.rematches: Final[list[Rematch]] = []
        self.adjutants: Final[dict[int, Data]] = {}  # what each seat's adjutant remembers
        self.said: Final[dict[int, list[str]]] = {}  # what he said last
        self.handed: Final[dict[int, set[str]]] = {}  # the questions that he has handed on

    # ------------------------------------------------------------ what is accepted

    def apply(self, op: Op) -> Change:
        """Take an op, or refuse it and stay as it was."""
        match op.kind:
            case "join":
                change = self.join(op.seat, op.text)
            case "seal":
                change = self.seal(op.seat, op.text)
            case "words":
                change = self.show(op.seat, op.text)
            case "ready":
                change = self.ready(op.seat, op.text)
            case "answer":
                change = self.answer(op.seat, op.question, op.text)
            case "intent":
                change = self.intend(op.seat, op.text, op.seq)
            case "undo":
                change = self.undo(op.seat, place_of(op))
            case "order":
                change = self.order(op.text)
            case "fall_back":
                change = self.fall_back(op.seat)
            case "leave":
                change = self.leave(op.seat, op.text)
            case "rematch":
                change = self.invite_again(op.seat, op.text)
            case "clock":
                change = self.forgive(op.text)
            case "upgrade":
                change = self.decide(op.seat, op.text)
            case "lesson":
                change = self.leave_lesson(op.seat)
            case "relink":
                change = self.relink(op.seat)
            case _:
                raise Refused(f"there is nothing called {op.kind[:20]!r} in a game.")
        self.seq = op.seq
        self.undoable.clear()
        self.known = None
        if change.why not in ("", "clock") and (self.counters is None or change.why not in UNSEEN):
            self.wanted = None
        self.wind(op.at)
        self.person_asked = self.person_asked or len(self.asked()) > len(self.bot_asked())
        return change

    def join(self, seat: int, who: str) -> Change:
        """Somebody takes an open seat; `who` starts with + if they throw their own dice."""
        if not 0 <= seat < len(self.seats):
            raise Refused(f"expected a seat from 0 to {len(self.seats) - 1}, got {seat}.")
        taken = self.seats[seat]
        if taken.player != OPEN:
            raise Refused(f"the seat of {taken.name} is taken.")
        taken.player = PERSON
        taken.who = who.removeprefix("+")
        taken.own_dice = who.startswith("+") and self.head.taken_over is None
        return Change("", seat)

    def relink(self, seat: int) -> Change:
        """Its link was given out anew, which all at the table may know."""
        if not 0 <= seat < len(self.seats):
            raise Refused(f"expected a seat from 0 to {len(self.seats) - 1}, got {seat}.")
        if self.seats[seat].player in BOTS:
            raise Refused(f"the seat of {self.seats[seat].name} is a computer player's: it has no link.")
        self.seats[seat].relinked += 1
        return Change("", seat)

    def seal(self, seat: int, seal: str) -> Change:
        """The seat is ready, and has fixed its words for the dice without showing them."""
        self.gathering()
        self.sealing.seal(seat, seal)
        return Change("", seat)

    def show(self, seat: int, words: str) -> Change:
        self.gathering()
        self.sealing.show(seat, words)
        return self.begin() if self.sealing.is_shown() else Change("", seat)

    def ready(self, seat: int, words: str) -> Change:
        """Ready with words in the clear: see `Sealing.say_clear`."""
        self.gathering()
        return self.begin() if self.sealing.say_clear(seat, words) else Change("", seat)

    def has_said(self, kind: str, seat: int, text: str) -> bool:
        """Does this seal, or do these words, stand already? Said again after a lost connection they do no harm."""
        held = self.sealing.seals if kind == SEAL else self.sealing.words
        return held[seat] == text

    def gathering(self) -> None:
        if self.game is not None:
            raise Refused("the game has begun: what goes into its dice is settled.")

    def begin(self) -> Change:
        """All are here: from now on there are dice."""
        said = self.sealing
        self.game = self.new_game(Fair(self.key, said.salts(), said.seals_kept(), said.round))
        self.game.run()
        self.audiences.clear()
        return Change("begin", None)

    def fresh_game(self, fair: Fair) -> Game[Any]:
        """The game before anything was played."""
        begun = self.head.taken_over
        dice: Dice = fair if begun is None else Continued(begun.thrown, fair)
        if self.lesson is not None:
            dice = self.lesson.lesson.dice.clone()
        nobody: list[Player | None] = [None] * len(self.seats)
        return self.setup.game_with(nobody, dice, keep=True, own_dice=[seat.own_dice for seat in self.seats])

    def new_game(self, fair: Fair) -> Game[Any]:
        """The game before its first question, the steps that it takes over played."""
        begun = self.head.taken_over
        game = self.fresh_game(fair)
        for inputs in begun.inputs if begun is not None else []:
            game.inputs = [Input(seat, text) for seat, text in inputs]
            if game.battle.finished or not game.play_step():
                raise Refused("the steps that were taken over do not play out here.")
        return game

    def playing(self) -> Game[Any]:
        if self.game is None:
            raise Refused("the game has not begun: somebody is not ready.")
        if self.game.battle.finished:
            raise Refused("the battle is over.")
        if self.parting is not None:
            raise Refused("an upgrade has changed the rules of this game: its players first say whether it goes on.")
        return self.game

    def still_on(self) -> Game[Any]:
        """The game that somebody may leave: also one that an upgrade has parted."""
        if self.parting is None or self.game is None or self.game.battle.finished:
            return self.playing()
        return self.game

    def answer(self, seat: int, question: str, text: str, intent: int = 0) -> Change:
        game = self.playing()
        asked = next((one for one in game.questions if one.number() == question and one.seat == seat), None)
        if asked is None:
            raise Stale(game.stale(seat, question))
        led = self.judged(game, asked, text)
        before = (game.step, len(game.inputs), len(game.waiting))
        stood = self.system.clone(game.battle) if self.hides and not asked.at_once else None
        known, told = self.known, len(game.log)
        try:
            game.answer(seat, question, text, intent)
        except Refused as refusal:
            if (game.step, len(game.inputs), len(game.waiting)) != before:
                raise Broken(str(refusal)) from refusal
            raise
        if led is not None and self.lesson is not None:
            self.lesson.keep(game, led)
        if stood is not None:
            if known is None or known.seat != seat:
                known = Knowledge(self.system, seat, stood)
            known.keep(stood)
            self.before = known
            self.before_told = told
            self.before_place = (asked.step, asked.place)
        self.keep_secret(game, asked)
        return Change("answer", seat)

    def intend(self, seat: int, text: str, number: int) -> Change:
        """Take all answers that an adjutant has given, and what he remembers. They are ordinary answers."""
        if self.lesson is not None and not self.lesson.left:
            raise Refused("a lesson takes one answer at a time: leave it to command by intents.")
        found = read_intended(text)
        for answer in found.answers:
            self.answer(seat, answer.question, answer.text, intent=number)
        if found.memory["orders"]:
            self.adjutants[seat] = found.memory
        else:
            self.adjutants.pop(seat, None)
        self.said[seat] = found.told
        game = self.playing_or_over()
        self.handed[seat] = {question.number() for question in game.questions if question.seat == seat}
        return Change("answer", seat)

    def playing_or_over(self) -> Game[Any]:
        if self.game is None:
            raise Refused("the game has not begun: somebody is not ready.")
        return self.game

    def asked_of(self, seat: int) -> Data:
        """What its adjutant must know to answer for a seat: unless this has changed, his answers stand.

        What others answer in secret meanwhile is no part of it: that would tell by the time it takes.
        """
        game = self.playing_or_over()
        return {
            "epoch": self.epoch,
            "step": game.step,
            "told": len(game.log),
            "asked": [question.number() for question in game.questions if question.seat == seat],
            "memory": self.adjutants.get(seat),
        }

    def adjutants_asked(self) -> list[int]:
        """Seats that are asked something that their adjutants have not looked at."""
        if self.game is None or self.game.battle.finished:
            return []
        return [
            question.seat
            for question in self.game.questions
            if question.seat in self.adjutants and question.number() not in self.handed.get(question.seat, ())
        ]

    def judged(self, game: Game[Any], asked: Question, text: str) -> Position | None:
        """In a lesson a legal answer that does not lead on is refused; the illegal is refused as ever, and first."""
        if self.lesson is None:
            return None
        check_answer(asked, text)
        return self.lesson.judge(game, asked, text)

    def leave_lesson(self, seat: int) -> Change:
        """The pupil plays on without the lesson: from now on it is a game like any other."""
        self.playing()
        if self.lesson is None or self.lesson.left or seat != self.lesson.lesson.seat:
            raise Refused("this seat is in no lesson.")
        self.lesson.left = True
        return Change("lesson", seat)

    def keep_secret(self, game: Game[Any], asked: Question) -> None:
        if asked.place in game.waiting and asked.step == game.step:
            self.secret[asked.place] = asked.seat
        else:
            self.secret = {}

    def undo(self, seat: int, place: tuple[int, int] | None) -> Change:
        """Take back the seat's last answer, or (`place`) the one that all have agreed to."""
        game = self.playing()
        self.epoch += 1
        self.before_place = (-1, -1)
        self.adjutants.pop(seat, None)  # whoever takes back decides anew
        self.said.pop(seat, None)
        if place is None and seat in self.secret.values():
            waits = max(place for place, owner in self.secret.items() if owner == seat)
            if self.counters is not None:
                self.counters.reissue({seat})
            game.forget_waiting(seat, waits)
            self.secret = {place: owner for place, owner in self.secret.items() if place in game.waiting}
            game.rewind()
            game.run()
            return Change("undo", seat, went_back=True)
        step, index = place or game.last_by(seat)
        if step >= 0:
            self.settled = min(self.settled, step)
        if self.counters is not None and step >= 0:
            touched = {seat, *self.asked(), *self.secret.values(), *[held.seat for held in self.since(step, index)]}
            self.counters.reissue(touched)
            self.counters.going_back(game, step)
        self.secret = {}
        if place is None:
            game.undo(seat)
        else:
            game.back_to(step, index)
            game.run()
            self.wanted = None
        return Change("undo", seat, went_back=True)

    def order(self, text: str) -> Change:
        game = self.playing()
        asked = self.asked_for() if self.counters is not None else {}
        game.overrule(text)
        if self.counters is not None:
            now = self.asked_for()
            self.counters.reissue({seat for seat in asked if now.get(seat) != asked[seat]} | set(self.secret.values()))
        self.secret = {}
        return Change("order", None)

    def asked_for(self) -> dict[int, list[Data]]:
        """What each seat is asked, whatever the numbers."""
        found: dict[int, list[Data]] = {}
        for question in self.game.questions if self.game is not None else []:
            found.setdefault(question.seat, []).append(self.question_data(question, ""))
        return found

    def can_fall_back(self, seat: int) -> bool:
        """Is it a bot for which the doctrine could stand in?"""
        player = self.seats[seat].player
        return player in BOTS and player not in (DOCTRINE, REGULAR)

    def fall_back(self, seat: int) -> Change:
        """A bot has died or dawdled: from now on the doctrine plays its seat."""
        self.playing()
        if not self.can_fall_back(seat):
            raise Refused("nobody can stand in for this seat.")
        self.seats[seat].fell_from = self.seats[seat].player
        self.seats[seat].player = REGULAR
        return Change("", seat)

    def leave(self, seat: int, why: str) -> Change:
        """The seat plays no more. If a comrade is left it takes over; else the side gives the battle away."""
        game = self.still_on()
        self.seats[seat].left = why
        if self.commander(seat) is not None:
            return Change("left", seat)
        side = self.seats[seat].side
        sides = [index for index in range(len(self.scenario.sides)) if not self.has_left(index)]
        winner = sides[0] if len(sides) == 1 else -1
        game.end(winner, VERDICTS[why].format(side=self.scenario.sides[side].name))
        self.secret = {}
        self.parting = None
        return Change("end", seat)

    def decide(self, seat: int, text: str) -> Change:
        """A seat's word on whether the game goes on; the one with which all agree says by which texts."""
        parting = self.parting
        game = self.playing_or_over()
        if parting is None:
            return Change("", seat)  # said under another program, which parted from the game where this one does not
        word, _, texts = text.partition(" ")
        parting.say(seat, word)
        if not parting.all_say(word, self.persons()):
            return Change("upgrade", seat)
        self.parting = None
        if word == END_IT:
            game.end(-1, ENDED_AS_IT_STOOD)
            return Change("end", seat)
        if texts not in (OWN_TEXTS, NEW_TEXTS):
            raise Refused(f"expected {OWN_TEXTS} or {NEW_TEXTS} texts, got {texts[:20]!r}.")
        self.past = len(game.closed)
        game.run()
        return Change("upgrade", seat)

    def persons(self) -> list[int]:
        """The seats whose word counts: those of persons who still play."""
        return [index for index, seat in enumerate(self.seats) if seat.player == PERSON and not seat.left]

    def upgrade_data(self) -> Data | None:
        """What an upgrade has done to the game, until its players have decided."""
        return None if self.parting is None or self.is_over() else self.parting.data(self.persons())

    def forgive(self, text: str) -> Change:
        """From one moment to another, in seconds since 1970, nobody's clock ran."""
        if self.clock is None:
            raise Refused("this game has no clock.")
        start, _, end = text.partition(" ")
        self.clock.forgive(float(start), float(end))
        return Change("clock", None)

    def check_rematch(self) -> None:
        """Refused before the end, and when there were many."""
        if not self.is_over():
            raise Refused("the battle is not over: a rematch comes after it.")
        if len(self.rematches) >= MOST_REMATCHES:
            raise Refused(f"this battle has had {MOST_REMATCHES} rematches: set up a new one.")

    def invite_again(self, seat: int, text: str) -> Change:
        """Somebody has made a new game of the same, and invites those who played."""
        self.check_rematch()
        self.rematches.append(read_rematch(text))
        return Change("", seat if seat >= 0 else None)

    def has_left(self, side: int) -> bool:
        """Have all players of a side left? A side that nobody plays stays."""
        seats = [seat for seat in self.seats if seat.side == side]
        return bool(seats) and all(seat.left for seat in seats)

    # ------------------------------------------------------------ who is who

    def commander(self, seat: int) -> int | None:
        """Who answers for the seat: it itself, or a comrade if it has left."""
        if not self.seats[seat].left:
            return seat
        for index, other in enumerate(self.seats):
            if other.side == self.seats[seat].side and not other.left:
                return index
        return None

    def commands(self, seat: int) -> list[int]:
        return [other for other in range(len(self.seats)) if self.commander(other) == seat]

    def status(self) -> str:
        if self.game is None:
            return "gathering"
        return "over" if self.game.battle.finished else "playing"

    def is_over(self) -> bool:
        return self.game is not None and self.game.battle.finished

    def asked(self) -> list[int]:
        return [] if self.game is None or self.is_over() else [question.seat for question in self.game.questions]

    def told_asked(self, seat: int) -> list[int]:
        """Whom a seat (or GAME_MASTER, or ONLOOKER) is told to be asked.

        In a game that hides things, who of the others is would tell what they do unseen: a seat is told of those that
        it commands, and of all others if it waits for them, or if they may be asked at the same time.
        """
        if self.game is None or self.is_over() or self.sees_all(seat):
            return self.asked()
        mine = [question for question in self.game.questions if self.commander(question.seat) == seat]
        found = [question.seat for question in mine]
        if not mine or mine[0].at_once:
            commands = self.commands(seat)
            found += [other for other, held in enumerate(self.seats) if not held.left and other not in commands]
        return found

    def bot_asked(self) -> list[int]:
        """Seats that are asked and for which a bot answers."""
        found: list[int] = []
        for seat in self.asked():
            commander = self.commander(seat)
            if commander is not None and self.seats[commander].player in BOTS:
                found.append(seat)
        return found

    def is_opening(self) -> bool:
        """Has no person been asked anything yet, so that what bots answer is how the battle is found?

        Between bots alone it never is: who looks on sees them play.
        """
        persons = any(seat.player == PERSON and not seat.left for seat in self.seats)
        return self.game is not None and persons and not self.person_asked

    def wind(self, now: float) -> None:
        """The clock of whoever is asked runs; a bot has its own limit."""
        if self.clock is None or self.game is None:
            return
        asked: dict[int, str] = {}
        if not self.is_over():
            for question in self.game.questions:
                commander = self.commander(question.seat)
                if commander is not None and self.seats[commander].player == PERSON:
                    asked[commander] = question.number()
        self.clock.move(now, asked)

    # ------------------------------------------------------------ taking back

    def undo_of(self, seat: int) -> str:
        """`free`, `ask` or `none`."""
        found = self.undoable.get(seat)
        if found is None:
            found = self.undoable[seat] = self.undo_found(seat)
        return found

    def undo_found(self, seat: int) -> str:
        game = self.game
        if game is None or game.battle.finished or self.seats[seat].left or self.parting is not None:
            return "none"
        if seat in self.secret.values():
            return "free"
        step, _ = game.last_by(seat)
        if step < 0 or self.is_taken_over(step):
            return "none"
        if not game.undo_is_free(seat) or self.others_since(seat):
            return "ask"
        return "free" if not self.hides or self.nothing_learnt(game, seat) else "ask"

    def nothing_learnt(self, game: Game[Any], seat: int) -> bool:
        """Has the seat's last answer shown nobody anything?

        While others may be asked too it is not looked at: the answer must not change with what they do unseen.
        """
        if any(question.at_once or self.commander(question.seat) != seat for question in game.questions):
            return False
        place = game.last_by(seat)
        before = self.before
        if before is None or place != self.before_place:
            before = self.before = Knowledge(self.system, seat, game.before(*place))
            self.before_place = place
            self.before_told = -1
        if len(game.log) == self.before_told:
            return True  # only an event changes a battle
        self.known = known = Knowledge(self.system, seat, game.battle)
        others = [other for other in range(len(self.seats)) if other != seat]
        return not any(has_learnt(before, known, other) for other in [seat, *others, ONLOOKER])

    def is_taken_over(self, step: int) -> bool:
        if step < self.past:
            return True
        begun = self.head.taken_over
        return begun is not None and step < len(begun.inputs)

    def later(self, seat: int) -> list[Input]:
        """The answers that would be taken back with the seat's last, that one included."""
        return self.since(*self.playing().last_by(seat))

    def since(self, step: int, index: int) -> list[Input]:
        """The answer that stands there, and those after it."""
        game = self.playing()
        inputs = [held for closed in game.closed[step:] for held in closed.inputs] + game.inputs
        return inputs[index:]

    def place_of(self, held: Input) -> str:
        """Where an answer stands, as an op says it; empty if it has been taken back."""
        game = self.playing()
        for step in range(game.step, -1, -1):
            inputs = game.inputs if step == game.step else game.closed[step].inputs
            for index, given in enumerate(inputs):
                if given is held:
                    return f"{step}.{index}"
        return ""

    def others_since(self, seat: int) -> bool:
        return any(held.seat != seat for held in self.later(seat)) or bool(self.secret)

    def want_back(self, seat: int) -> Wanted | None:
        """A seat wants its last answer back: None if it may have it at once, else who must agree."""
        self.playing()
        if self.undo_of(seat) == "none":
            raise Refused("this seat has answered nothing that could be taken back.")
        if self.undo_of(seat) == "free":
            return None
        needs = [
            index
            for index, other in enumerate(self.seats)
            if index != seat and other.player == PERSON and not other.left
        ]
        later = self.later(seat)
        answers = len(later) if self.counters is None else len([held for held in later if held.seat == seat])
        return Wanted(seat, answers, needs, later[0]) if needs else None

    def undo_said(self, seat: int) -> str:
        """What taking back would do, and who must agree to it, in words for the seat."""
        kind = self.undo_of(seat)
        if kind == "none":
            return "There is nothing that you could take back."
        game = self.playing()
        if seat in self.secret.values():
            return "Takes back your answer: it waits in secret, and nobody has seen it."
        wanted = self.want_back(seat)
        said = f"Takes back {self.last_answer_said(game, seat)}."
        more = (len(self.later(seat)) if self.counters is None else self.own_later(seat)) - 1
        if more:
            said += f" {more} later {'answer goes' if more == 1 else 'answers go'} with it."
        if kind == "free":
            return said + " Nothing was thrown or shown since: nobody has to agree."
        if self.hides:
            why = "something may have happened since"
        elif not game.undo_is_free(seat):
            why = "dice were thrown since"
        else:
            why = "others have answered since"
        if wanted is None:
            return f"{said} Nobody else plays who would have to agree, though {why}; the same dice would fall again."
        names = listed([self.seats[other].who or self.seats[other].name for other in wanted.needs])
        return f"{said} {names} must agree, because {why}."

    def own_later(self, seat: int) -> int:
        return len([held for held in self.later(seat) if held.seat == seat])

    def last_answer_said(self, game: Game[Any], seat: int) -> str:
        """The seat's last answer as it was given: the choice in words, or the question that it answered."""
        step, index = game.last_by(seat)
        held = self.since(step, index)[0]
        twin = game.twin_before(step, index)
        question = next((one for one in twin.questions if one.seat == seat), None)
        if question is None:
            return "your last answer"
        seen = self.system.seen(twin.battle, seat)
        for option in question.options:
            if option.read(held.text) is not None:
                roster = self.system.roster(seen)
                whose = f" ({roster[question.about].name})" if 0 <= question.about < len(roster) else ""
                return f'"{option.label(seen)}"{whose}'
        return f'your answer to "{self.system.ask(seen, question)}"'

    # ------------------------------------------------------------ what is shown

    def audience_of(self, seat: int) -> int:
        """Which audience a seat (or GAME_MASTER, or ONLOOKER) belongs to now: when it is over all may know all."""
        return GAME_MASTER if self.sees_all(seat) else seat

    def sees_all(self, seat: int) -> bool:
        return not self.hides or seat == GAME_MASTER or self.is_over()

    def seq_of(self, seat: int) -> int:
        """How much a seat (or GAME_MASTER, or ONLOOKER) was told; where nothing is hidden, how much was accepted."""
        return self.seq if self.counters is None or seat == GAME_MASTER else self.counters.seqs.get(seat, 0)

    def epoch_of(self, seat: int) -> int:
        """When it is over all is told anew."""
        if self.counters is None or seat == GAME_MASTER:
            return self.epoch
        return self.counters.epochs[seat] + (1 if self.is_over() else 0)

    def audience(self, seat: int) -> Audience:
        """What the seat may know, up to date: one that was not told for a while may count what it finds new."""
        which = self.audience_of(seat)
        found = self.audiences.get(which)
        is_new = found is None
        if found is None:
            found = Audience(self.system, self.scenario, which, self.game, self.battle())
            self.audiences[which] = found
        elif self.game is not None:
            is_new = found.catch_up(self.game).is_new
        if self.counters is not None and not self.sees_all(seat):
            besides = self.besides(seat)
            if is_new or besides != found.besides:
                self.counters.count(seat)
                found.besides = besides
        return found

    def besides(self, seat: int) -> Data:
        """What a seat is told apart from the table and the story. What others do unseen changes nothing in it."""
        return {
            "upgrade": self.upgrade_data(),
            "status": self.status(),
            "asked": self.told_asked(seat),
            "questions": self.questions(seat),
            "undo": self.undo_of(seat) if seat >= 0 else "none",
            "result": self.result_data(),
            **self.intents_said(seat),
            **self.lesson_said(seat),
        }

    def intents_said(self, seat: int) -> Data:
        """What stands for a seat, and what its adjutant has said last."""
        memory = self.adjutants.get(seat)
        said = self.said.get(seat, [])
        if memory is None and not said:
            return {"intents": None}
        standing = [] if memory is None else orders_now(self.system, self.battle(), memory)
        return {"intents": {"standing": standing, "said": said, "busy": seat in self.adjutants_asked()}}

    def lesson_said(self, seat: int) -> Data:
        """What a pupil's lesson says now; nothing in a game that is no lesson."""
        if self.lesson is None:
            return {}
        if self.game is None or seat != self.lesson.lesson.seat or self.lesson.left:
            return {"lesson": None}
        return {"lesson": lesson_data(self.lesson, self.game)}

    def battle(self) -> Any:
        """The battle as it stands, or as it will begin."""
        if self.game is not None:
            return self.game.battle
        if self.waiting_battle is None:
            self.waiting_battle = self.new_game(Fair(self.key, ())).battle
        return self.waiting_battle

    def ground(self) -> Ground:
        return self.system.ground(self.battle()) or self.scenario.ground

    def questions(self, seat: int) -> list[Data]:
        """What the seat is asked, for itself and for comrades that it commands."""
        game = self.game
        if game is None or game.battle.finished or seat < 0:
            return []
        return [
            self.question_data(question, self.number_of(question))
            for question in game.questions
            if self.commander(question.seat) == seat
        ]

    def question_data(self, question: Question, number: str) -> Data:
        seen = self.system.seen(self.battle(), question.seat)
        return question_data(self.system, seen, question, number, self.ground())

    def number_of(self, question: Question) -> str:
        """The question's name for whoever is asked it; the engine's own counts what others do unseen."""
        if self.counters is None or self.game is None:
            return question.number()
        return self.counters.of_question(self.game, question)

    def open_question(self, seat: int, number: str) -> Question:
        """The open question with this number, if the seat is the one to answer it."""
        game = self.playing()
        mine = [question for question in game.questions if self.commander(question.seat) == seat]
        for question in mine:
            if self.number_of(question) == number:
                return question
        if self.counters is None or not mine:
            raise Stale(game.stale(seat, number))
        raise Stale(f"question {number} is not open; the open question of this seat is {self.number_of(mine[0])}.")

    def seats_data(self, here: set[int]) -> list[Data]:
        found: list[Data] = []
        for index, seat in enumerate(self.seats):
            found.append(
                {
                    "seat": index,
                    "name": seat.name,
                    "side": seat.side,
                    "side_name": self.scenario.sides[seat.side].name,
                    "player": seat.player,
                    "who": seat.who,
                    "own_dice": seat.own_dice,
                    "ready": self.game is not None or self.sealing.seals[index] is not None,
                    "shown": self.sealing.words[index] is not None,
                    "here": index in here or seat.player in BOTS,
                    "left": seat.left,
                    "fell_from": seat.fell_from,
                    "relinked": seat.relinked,
                    "commanded_by": self.commander(index),
                }
            )
        return found

    def dice_data(self) -> Data:
        return {
            "commitment": self.commitment,
            "round": self.sealing.round,
            "asked_by": self.sealing.asked_by,
            "seals": self.sealing.seals_data(),
            "salts": list(self.sealing.words),
            "key": self.key.hex() if self.is_over() else None,
        }

    def result_data(self) -> Data | None:
        if self.game is None or not self.game.battle.finished:
            return None
        battle = self.game.battle
        sides = self.scenario.sides
        decided = 0 <= battle.winner < len(sides)
        return {
            "winner": battle.winner if decided else None,
            "side": sides[battle.winner].name if decided else None,
            "verdict": battle.verdict,
            "line": battle.decided_by,
            "tally": self.system.tally(battle),
        }

    def take_back_data(self) -> Data | None:
        wanted = self.wanted
        if wanted is None:
            return None
        who = self.seats[wanted.seat].who
        return {"seat": wanted.seat, "who": who, "answers": wanted.answers, "needs": list(wanted.needs)}

    def rematch_of(self, seat: int) -> Rematch | None:
        """The last rematch to which a seat is invited."""
        return next((rematch for rematch in reversed(self.rematches) if seat in rematch.seats), None)

    def rematch_data(self, seat: int) -> Data | None:
        rematch = self.rematch_of(seat)
        if rematch is None:
            return None
        by = rematch.by
        return {
            "game": rematch.game,
            "by": by if by >= 0 else None,
            "who": (self.seats[by].who or self.seats[by].name) if by >= 0 else "The game master",
            "swap": rematch.swap,
            "deployed": rematch.deployed,
        }

    def clock_data(self, now: float, seat: int) -> Data | None:
        """As a seat (or GAME_MASTER, or ONLOOKER) may know it: whose clock runs tells what others do unseen."""
        if self.clock is None:
            return None
        data = self.clock.data(now)
        if not self.sees_all(seat):
            commands = self.commands(seat)
            for held in data["seats"]:
                if held["seat"] not in commands:
                    held |= {"bank": None, "running": None, "left": None}
        return data

    # ------------------------------------------------------------ records and replay

    def record(self, seat: int) -> Record:
        """The record as the seat may have it now; the dice key only when it is over."""
        if self.game is None:
            raise Refused("the game has not begun: there is no record yet.")
        over = self.game.battle.finished
        if self.hides and not over and seat != GAME_MASTER:
            raise Refused("this game hides things from its players: its record can be had when it is over.")
        players = [seat.player for seat in self.seats]
        record = record_of(self.game, self.scenario, players, self.head.title, over)
        record.waiting = {place: text for place, text in record.waiting.items() if self.secret.get(place) == seat}
        return record

    def book(self, seat: int) -> Book:
        """The battle as it stands, as a field book for a real table; its rosters are for who may know them all."""
        if self.game is None:
            raise Refused("the game has not begun: there is no book of it yet.")
        if self.hides and not self.game.battle.finished and seat != GAME_MASTER:
            raise Refused("this game hides things from its players: its book can be had when it is over.")
        return book_from(self.system, self.game.battle, self.head.title or self.scenario.title, self.scenario.id)

    def battle_after(self, steps: int) -> Any:
        """The battle as it stood after so many steps: from the nearest snapshot on, event by event."""
        game = self.game
        assert game is not None
        if steps == 0 and 0 not in game.marks:
            return self.system.new_battle(self.scenario)
        mark = max(known for known in game.marks if known <= steps)
        battle = self.system.clone(game.marks[mark])
        start = game.closed[mark - 1].told if mark else 0
        end = game.closed[steps - 1].told if steps else 0
        for event in game.log[start:end]:
            event.apply(battle)
        return battle


# ---------------------------------------------------------------------- opening again


class Script(Player):
    """Gives the answers that were given, so that steps need not be run again for each."""

    def __init__(self, answers: dict[tuple[int, str], str]) -> None:
        self.answers: Final = answers

    def text(self, question: Question) -> str:
        found = self.answers.pop((question.seat, question.number()), None)
        if found is None:
            raise Suspended([question])
        return found

    def choose(self, battle: Battle, question: Question) -> Option:
        text = self.text(question)
        for option in question.options:
            read = option.read(text)
            if read is not None:
                return read
        raise Broken(f"the answer {text[:40]!r} to question {question.number()} is not offered any more.")

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        assert question.region is not None
        return numbers(self.text(question), question.region)


def replay(table: Table, ops: list[Op]) -> None:
    """Bring a table to where it was: ops in order, answers in one run from one take-back to the next."""
    at = 0
    while at < len(ops):
        if ops[at].kind != ANSWER:
            table.apply(ops[at])
            at += 1
            continue
        end = at
        while end < len(ops) and ops[end].kind == ANSWER:
            end += 1
        if table.clock is not None or table.lesson is not None or end - at < 3:
            for op in ops[at:end]:
                table.apply(op)
        else:
            replay_answers(table, ops[at:end])
        at = end


def replay_answers(table: Table, ops: list[Op]) -> None:
    """Many answers at once; what a run does not come to (own dice, secrets) is given one by one."""
    game = table.playing()
    script = Script({(op.seat, op.question): op.text for op in ops})
    nobody: list[Player | None] = [None] * len(table.seats)
    scripted: list[Player | None] = [script] * len(table.seats)
    run_by(game, scripted)
    while script.answers and not game.battle.finished:
        run_by(game, nobody)
        asked = next((one for one in game.questions if (one.seat, one.number()) in script.answers), None)
        if asked is None:
            break
        game.players = scripted
        game.answer(asked.seat, asked.number(), script.text(asked))
    if not game.battle.finished:
        run_by(game, nobody)
    last = ops[-1]
    if script.answers:
        raise Broken(f"{len(script.answers)} answers up to {last.seq} do not play out here any more.")
    table.secret = {}
    for op in ops:
        step, _, place = op.question.partition(".")
        if int(step) == game.step and int(place) in game.waiting:
            table.secret[int(place)] = op.seat
    table.seq = last.seq
    table.wind(last.at)


def run_by(game: Game[Any], players: list[Player | None]) -> None:
    """Run the open step again, and on, with these players."""
    game.players = players
    game.rewind()
    game.run()
