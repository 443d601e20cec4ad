"""A game: steps run over a battle, asking whoever sits there. Undo and resume go back to a step's start."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Final, Generic, TypeVar, cast

from playsheet.core.asking import NO_OPTIONS, Option, Player, Question, Region, Suspended
from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.events import B, Battle, Event, Rolled, Throw
from playsheet.core.system import System

Chosen = TypeVar("Chosen", bound=Option)

GAME_MASTER: Final = -1
ONLOOKER: Final = -2  # somebody without a seat who looks on
END: Final = "gm end "  # an input that ends the game wherever it stands
ENDINGS: Final = ("draw", "1", "2", "3", "4", "5", "6")
as_json: Final = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, check_circular=False
).encode
CHECKPOINT: Final = 16  # a snapshot is kept every so many steps; undo runs on from the nearest


class Endless(Exception):
    """A step that never stops asking: nobody could stop such a game from outside."""


class PlayEnded(Event[Battle]):
    """The game was ended from outside its rules: somebody resigned, or ran out of time."""

    def __init__(self, winner: int, verdict: str) -> None:
        self.winner = winner  # a side's index; -1 is a draw
        self.verdict = verdict

    def apply(self, battle: Battle) -> None:
        battle.finished = True
        battle.winner = self.winner
        battle.verdict = self.verdict


class CutShort(Exception):
    """The step stops here, wherever that is: the game has been ended."""

    def __init__(self, ending: PlayEnded) -> None:
        super().__init__("the game has been ended")
        self.ending: Final = ending


class Input:
    """One answer as it is written down: whose it was, and what it said."""

    def __init__(self, seat: int, text: str, thrown: int = 0, reasons: tuple[str, ...] = (), intent: int = 0) -> None:
        self.seat = seat
        self.text = text
        self.thrown = thrown  # throws made before it was used: later throws make undo a matter of consent
        self.reasons = reasons  # of a bot that explains its answers
        self.intent = intent  # answers that were given by one intent have the same number; 0: by none

    def clone(self) -> Input:
        return Input(self.seat, self.text, self.thrown, self.reasons, self.intent)


class Closed:
    """A step that is over: its inputs, and (once somebody has asked) the digest of everything told up to its end."""

    def __init__(self, inputs: list[Input], told: int, turn: int) -> None:
        self.inputs = inputs
        self.digest = ""  # see `Game.sealed`
        self.told = told  # events in the log when it ended
        self.turn = turn  # the turn in which it began


class TakenBack:
    """Inputs that were taken back: they stay visible in the record."""

    def __init__(self, step: int, inputs: list[Input]) -> None:
        self.step = step
        self.inputs = inputs


class Game(Generic[B]):
    """One battle being played. Rules call `choose`, `place`, `together`, `dice` and `tell`; players the rest.

    With `keep` off nothing is remembered (simulation): every seat must then be a bot.
    """

    def __init__(
        self,
        system: System[B],
        battle: B,
        players: list[Player | None],
        dice: Dice,
        keep: bool,
        own_dice: list[bool],
    ) -> None:
        self.system: Final = system
        self.battle = battle
        self.players = players
        self.keep: Final = keep
        self.own_dice = own_dice
        self.source: Final = dice
        self.dice: Dice = dice
        self.log: list[Event[B]] = []
        self.step = 0
        self.used = 0
        self.decisions = 0
        self.inputs: list[Input] = []  # of the open step
        self.waiting: dict[int, str] = {}  # answers to a secret question that others still have to give
        self.waiting_seats: dict[int, int] = {}  # whose they are
        self.waiting_reasons: dict[int, tuple[str, ...]] = {}  # of bots that explain their answers
        self.waiting_intents: dict[int, int] = {}  # by which intent they were given, if by one
        self.questions: list[Question] = []
        self.closed: list[Closed] = []
        self.taken_back: list[TakenBack] = []
        self.marks: dict[int, Battle] = {}
        self.start: B | None = None
        self.start_told = 0
        self.start_thrown = 0
        self.most_answers = 100_000  # in one step; far beyond any real one
        self.checking = keep  # is every answer of a bot checked like a person's? In a simulation only when asked for
        if keep:
            dice.log = cast("list[Rolled]", self.log)
        if any(own_dice):
            self.dice = TableDice(cast("Game[Battle]", self), dice)
            self.dice.log = dice.log

    # ------------------------------------------------------------ what rules call

    def tell(self, event: Event[B]) -> None:
        """The only way a battle changes."""
        event.apply(self.battle)
        if self.keep:
            self.log.append(event)

    def choose(self, seat: int, kind: str, options: list[Chosen], about: int) -> Chosen:
        """One of `options`, as the seat decides."""
        given = self.given(seat)
        if given is not None:
            for option in options:
                read = option.read(given)
                if read is not None:
                    return cast("Chosen", read)
            raise Refused(f"{given!r} is not offered here; offered: {', '.join(o.key() for o in options)}.")
        question = Question(seat, kind, about, cast("list[Option]", options), None, self.step, self.used)
        player = self.players[seat]
        if player is None:
            raise Suspended([question])
        chosen = cast("Chosen", player.choose(self.system.seen(self.battle, seat), question))
        if self.checking and all(option.read(chosen.key()) is None for option in options):
            raise Refused(f"{player.name()} chose {chosen.key()!r}, which is not offered for {kind!r}.")
        if self.keep:
            self.inputs.append(Input(seat, chosen.key(), self.dice.thrown, player.reasons))
        self.go_on()
        return chosen

    def place(self, seat: int, kind: str, region: Region, about: int) -> tuple[float, ...]:
        """A choice inside `region`, as the seat decides."""
        given = self.given(seat)
        if given is not None:
            value = numbers(given, region)
            refusal = region.refusal(value)
            if refusal:
                raise Refused(refusal)
            return value
        question = Question(seat, kind, about, NO_OPTIONS, region, self.step, self.used)
        player = self.players[seat]
        if player is None:
            raise Suspended([question])
        value = player.place(self.system.seen(self.battle, seat), question)
        if self.checking:
            refusal = region.refusal(value)
            if refusal:
                raise Refused(f"{player.name()} chose {value} for {kind!r}: {refusal}")
        if self.keep:
            self.inputs.append(Input(seat, written(value), self.dice.thrown, player.reasons))
        self.go_on()
        return value

    def together(self, questions: list[Question]) -> list[Option]:
        """Several seats decide at once, in secret: nobody's answer is used, or shown, before all are there."""
        if self.used < len(self.inputs) and self.inputs[self.used].seat == GAME_MASTER:
            self.given(GAME_MASTER)  # the game was ended while they decided
        if self.used + len(questions) <= len(self.inputs):
            found: list[Option] = []
            for question in questions:
                given = self.given(question.seat)
                found.append(option_of(question, given or ""))
            self.dice.thrown += 1  # secrets have been shown: like dice, they are taken back by consent only
            return found
        for index in range(len(self.inputs) - self.used):  # others' answers, when one of them was taken back
            self.waiting[self.used + index] = self.inputs[self.used + index].text
            self.waiting_seats[self.used + index] = self.inputs[self.used + index].seat
            self.waiting_reasons[self.used + index] = self.inputs[self.used + index].reasons
            self.waiting_intents[self.used + index] = self.inputs[self.used + index].intent
        del self.inputs[self.used :]
        open_questions: list[Question] = []
        answers: list[str] = []
        for index, question in enumerate(questions):
            question.step = self.step
            question.place = self.used + index
            question.at_once = True
            if question.place not in self.waiting:
                player = self.players[question.seat]
                if player is None:
                    open_questions.append(question)
                    continue
                try:
                    chosen = player.choose(self.system.seen(self.battle, question.seat), question)
                except Suspended:  # an adjutant who hands it on
                    open_questions.append(question)
                    continue
                self.waiting[question.place] = chosen.key()
                self.waiting_seats[question.place] = question.seat
                self.waiting_reasons[question.place] = player.reasons
            answers.append(self.waiting[question.place])
        if open_questions:
            raise Suspended(open_questions)
        self.waiting = {}
        for index, question in enumerate(questions):
            reasons = self.waiting_reasons.pop(question.place, ())
            intent = self.waiting_intents.pop(question.place, 0)
            self.inputs.append(Input(question.seat, answers[index], self.dice.thrown, reasons, intent))
        if not self.keep:
            options = [option_of(q, answers[k]) for k, q in enumerate(questions)]
            self.inputs.clear()
            for _ in questions:
                self.go_on()
            return options
        return self.together(questions)

    def given(self, seat: int) -> str | None:
        """The next answer that is already there, if any."""
        if self.used < len(self.inputs):
            held = self.inputs[self.used]
            if held.seat == GAME_MASTER and held.text.startswith(END):
                self.go_on()
                raise CutShort(ending_of(held.text))
            if held.seat != seat:
                raise Refused(f"{held.text!r} is an answer of seat {held.seat + 1}, but seat {seat + 1} is asked.")
            held.thrown = self.dice.thrown
            self.go_on()
            return held.text
        return None

    def go_on(self) -> None:
        """An answer has been used: the dice that follow are bound to it."""
        self.used += 1
        self.decisions += 1
        if self.used > self.most_answers:
            raise Endless(f"the step has asked for {self.used} answers and goes on asking.")
        self.source.at(self.step, self.used)

    # ------------------------------------------------------------ what players call

    def run(self) -> bool:
        """Play on until somebody must answer (False) or the battle is over (True)."""
        while not self.battle.finished:
            if not self.play_step():
                return False
        return True

    def play_step(self) -> bool:
        """Play one step; False if it is waiting for an answer."""
        if self.keep and self.start is None:
            self.begin()
        self.used = 0
        self.source.at(self.step, 0)
        self.dice.throwers(0, 1)  # a step that runs again starts as it did the first time
        for seat, player in enumerate(self.players):
            if player is not None and player.looks_ahead:
                player.begin(self.system.seen(self.battle, seat), self.step)
        if not self.keep:
            self.system.step(self)
            self.step += 1
            return True
        try:
            if self.inputs and self.inputs[0].seat == GAME_MASTER:
                order = self.given(GAME_MASTER)
                self.system.overrule(self, (order or "")[3:])
            else:
                self.system.step(self)
        except Suspended as pause:
            self.questions = pause.questions
            return False
        except CutShort as cut:
            self.tell(cast("Event[B]", cut.ending))
        self.close()
        return True

    def begin(self) -> None:
        """Remember where the step starts: everything in it can be run again from here."""
        self.start = self.system.clone(self.battle)
        self.start_told = len(self.log)
        self.start_thrown = self.dice.thrown
        if self.step % CHECKPOINT == 0:
            self.marks[self.step] = self.system.clone(self.battle)

    def close(self) -> None:
        if self.used < len(self.inputs):
            extra = self.inputs[self.used].text
            raise Refused(f"step {self.step + 1} ends before the answer {extra!r} is used.")
        turn = self.battle.turn if self.start is None else self.start.turn
        self.closed.append(Closed(self.inputs, len(self.log), turn))
        self.inputs = []
        self.waiting = {}
        self.questions = []
        self.start = None
        self.step += 1

    def rewind(self) -> None:
        """Back to the start of the open step; its inputs so far are kept and will be used again."""
        if self.start is None:
            return
        if len(self.log) > self.start_told:
            self.battle = self.system.clone(self.start)
            del self.log[self.start_told :]
        else:  # nothing was told, so they are equal; the one that questions know is left as it is
            self.battle, self.start = self.start, self.battle
        self.dice.thrown = self.start_thrown
        self.questions = []

    def answer(self, seat: int, number: str, text: str, intent: int = 0) -> None:
        """A seat answers an open question, by itself or by an intent.

        A stale, foreign or illegal answer is refused and changes nothing.
        """
        question: Question | None = None
        for asked in self.questions:
            if asked.number() == number and asked.seat == seat:
                question = asked
        if question is None:
            raise Refused(self.stale(seat, number))
        check_answer(question, text)
        if len(self.questions) > 1 or self.waiting:
            self.waiting[question.place] = text
            self.waiting_seats[question.place] = seat
            self.waiting_reasons.pop(question.place, None)
            self.waiting_intents[question.place] = intent
        else:
            self.inputs.append(Input(seat, text, intent=intent))
        self.rewind()
        self.run()

    def overrule(self, order: str) -> None:
        """A game master's word between two steps: told, recorded, replayed like everything else.

        A question that is open at the start of its step is put off; one in the middle of a step must be answered first.
        """
        if self.battle.finished:
            raise Refused("the battle is over: there is nothing left to overrule.")
        if self.inputs:
            raise Refused("a step is under way: a game master's word waits until it is over.")
        if self.start is None:
            self.begin()
        self.rewind()
        self.inputs = [Input(GAME_MASTER, "gm " + order)]
        try:
            self.play_step()
        except Refused:
            self.inputs = []
            self.rewind()
            self.run()
            raise
        self.run()

    def end(self, winner: int, verdict: str) -> None:
        """End the game here, in the middle of a step if need be: told, recorded, replayed like everything else.

        `winner` is a side's index, -1 for a draw. Answers that wait in secret are dropped.
        """
        if self.battle.finished:
            raise Refused("the battle is over already.")
        text = f"{END}{winner + 1 if winner >= 0 else 'draw'} {verdict}"
        ending_of(text)
        if self.start is None:
            self.begin()
        self.waiting = {}
        self.inputs.append(Input(GAME_MASTER, text))
        self.rewind()
        self.run()

    def stale(self, seat: int, number: str) -> str:
        mine = [asked.number() for asked in self.questions if asked.seat == seat]
        if self.battle.finished:
            return "the battle is over: there is nothing left to answer."
        if not mine:
            return "it is not this seat that is asked now."
        return f"question {number} is not open; the open question of this seat is {mine[0]}."

    # ------------------------------------------------------------ undo

    def last_by(self, seat: int) -> tuple[int, int]:
        """Where the seat's last answer stands, or the first of those that its last intent gave: (step, index in it).

        (-1, -1) if it gave none.
        """
        found = (-1, -1)
        intent = -1
        step = self.step
        inputs = self.inputs
        while True:
            for index in range(len(inputs) - 1, -1, -1):
                held = inputs[index]
                if held.seat != seat or held.text.startswith("dice "):
                    continue
                if intent >= 0 and held.intent != intent:
                    return found
                found = (step, index)
                intent = held.intent
                if not intent:
                    return found
            step -= 1
            if step < 0:
                return found
            inputs = self.closed[step].inputs

    def waiting_by(self, seat: int) -> int:
        """The place of the seat's last answer that waits in secret for others'; -1 if there is none."""
        if not self.waiting:
            return -1
        return max([place for place in self.waiting if self.waiting_seats.get(place) == seat], default=-1)

    def undo_is_free(self, seat: int) -> bool:
        """Computed, not flagged: free while nothing was rolled, drawn or shown since the seat's last answer."""
        if self.waiting_by(seat) >= 0:
            return True
        step, index = self.last_by(seat)
        if step < 0:
            return False
        held = self.inputs[index] if step == self.step else self.closed[step].inputs[index]
        return held.thrown == self.dice.thrown

    def undo(self, seat: int) -> None:
        """Take back the seat's last answer and all that came of it (consent is the caller's business).

        One that waits in secret is taken back without a trace: nobody has seen it.
        """
        place = self.waiting_by(seat)
        if place >= 0:
            self.forget_waiting(seat, place)
            self.rewind()
            self.run()
            return
        step, index = self.last_by(seat)
        if step < 0:
            raise Refused("this seat has answered nothing that could be taken back.")
        self.back_to(step, index)
        self.run()

    def forget_waiting(self, seat: int, place: int) -> None:
        """Take back what waits there in secret, and all that the same intent gave."""
        intent = self.waiting_intents.get(place, 0)
        for other in list(self.waiting):
            mine = self.waiting_seats.get(other) == seat
            if other == place or (mine and intent and self.waiting_intents.get(other, 0) == intent):
                del self.waiting[other]
                self.waiting_intents.pop(other, None)

    def before(self, step: int, index: int) -> B:
        """The battle as it stood just before the answer that stands there: played again, apart from this game."""
        return self.twin_before(step, index).battle

    def twin_before(self, step: int, index: int) -> Game[B]:
        """A game of its own that stands just before that answer: its questions are those that were open then."""
        twin = self.clone()
        for place in range(self.marked(step), len(twin.closed)):  # what is played again notes its throws anew
            closed = twin.closed[place]
            twin.closed[place] = Closed([held.clone() for held in closed.inputs], closed.told, closed.turn)
        twin.back_to(step, index)
        twin.run()
        return twin

    def marked(self, step: int) -> int:
        """The last step up to this one of which a snapshot is kept."""
        return max(known for known in self.marks if known <= step)

    def back_to(self, step: int, index: int) -> None:
        """Make `index` answers of `step` the last ones; what came after is kept aside, visibly."""
        gone: list[Input] = []
        if step == self.step:
            gone = self.inputs[index:]
            self.inputs = self.inputs[:index]
            self.waiting = {}
            self.rewind()
        else:
            later = [closed.inputs for closed in self.closed[step:]] + [self.inputs]
            gone = [held for inputs in later for held in inputs][index:]
            kept = later[0][:index]
            self.to_step(step)
            self.inputs = kept
        self.taken_back.append(TakenBack(step, gone))

    def to_step(self, step: int) -> None:
        """Open `step` again, with no answers: from the nearest snapshot, running the steps between once more."""
        mark = self.marked(step)
        again = [closed.inputs for closed in self.closed[mark:step]]
        self.battle = self.system.clone(cast("B", self.marks[mark]))
        told = self.closed[mark - 1].told if mark else 0
        del self.log[told:]
        del self.closed[mark:]
        for known in [known for known in self.marks if known > mark]:
            del self.marks[known]
        self.step = mark
        self.start = None
        self.questions = []
        self.waiting = {}
        for inputs in again:
            self.inputs = inputs
            self.play_step()
        self.inputs = []
        self.begin()

    # ------------------------------------------------------------ copies and digests

    def sealed(self) -> list[Closed]:
        """The steps that are over, each with its digest."""
        at = len(self.closed)
        while at and not self.closed[at - 1].digest:
            at -= 1
        digest, told = (self.closed[at - 1].digest, self.closed[at - 1].told) if at else ("", 0)
        for closed in self.closed[at:]:
            digest = chained(digest, cast("list[Event[Battle]]", self.log[told : closed.told]))
            closed.digest = digest
            told = closed.told
        return self.closed

    def told_in(self, step: int, digest: str) -> tuple[list[str], str]:
        """What was told in a step that is over, a line each event, and the digest: encoded once for both.

        `digest` is that of the step before.
        """
        closed = self.closed[step]
        told = self.closed[step - 1].told if step else 0
        lines = [line_of(cast("Event[Battle]", event)) for event in self.log[told : closed.told]]
        digest = sha256((digest + "".join(lines)).encode()).hexdigest()[:16]
        if not step or self.closed[step - 1].digest:  # `sealed` begins where the first is missing
            closed.digest = digest
        return lines, digest

    @property
    def digest(self) -> str:
        """Of everything told in the steps that are over."""
        return self.sealed()[-1].digest if self.closed else ""

    def clone(self, dice: Dice | None = None) -> Game[B]:
        """The same game, to be played on apart from this one; with other dice, if some are given."""
        twin = Game(
            self.system,
            self.system.clone(self.battle),
            list(self.players),
            self.source.clone() if dice is None else dice,
            self.keep,
            self.own_dice,
        )
        twin.step = self.step
        twin.used = self.used
        twin.decisions = self.decisions
        twin.inputs = [held.clone() for held in self.inputs]
        twin.waiting = dict(self.waiting)
        twin.waiting_seats = dict(self.waiting_seats)
        twin.waiting_reasons = dict(self.waiting_reasons)
        twin.waiting_intents = dict(self.waiting_intents)
        twin.questions = list(self.questions)
        twin.closed = list(self.closed)
        twin.taken_back = list(self.taken_back)
        twin.marks = dict(self.marks)
        twin.log.extend(self.log)
        twin.start = self.system.clone(self.start) if self.start is not None else None
        twin.start_told = self.start_told
        twin.start_thrown = self.start_thrown
        twin.dice.thrown = self.dice.thrown
        twin.checking = self.checking
        return twin


class TableDice(Dice):
    """Dice of a game in which some seats throw their own: those are asked for, like any other answer.

    Who may not be told of a throw is not asked for it: the game's own dice fall instead.
    """

    def __init__(self, game: Game[Battle], source: Dice) -> None:
        super().__init__()
        self.game: Final = game
        self.source: Final = source

    def faces(self, n: int, sides: int, throw: Throw) -> list[int]:
        game = self.game
        seat = self.first if throw.by == 0 else self.second
        self.thrown += 1
        if n == 0 or throw.by > 1 or seat in self.unseen or not game.own_dice[seat]:
            return self.source.faces(n, sides, throw)
        given = game.given(seat)
        if given is None:
            question = Question(seat, "dice", -1, NO_OPTIONS, None, game.step, game.used)
            question.dice = n
            question.sides = sides
            question.why = throw.why
            raise Suspended([question])
        return faces_of(given, n, sides, throw.why)


def ending_of(text: str) -> PlayEnded:
    """`gm end 1 The Emir's Host resigns.`: who wins (a side from 1, or draw), and the verdict."""
    winner, _, verdict = text[len(END) :].partition(" ")
    if winner not in ENDINGS or not verdict or verdict != verdict.strip():
        raise Refused(f"expected end, the winning side ({', '.join(ENDINGS)}) and why, got {text[3:83]!r}.")
    return PlayEnded(ENDINGS.index(winner) - 1, verdict)


def check_answer(question: Question, text: str) -> None:
    """Refuse, in one sentence, what does not answer the question."""
    if question.dice:
        faces_of(text, question.dice, question.sides, question.why)
    elif question.region is not None:
        refusal = question.region.refusal(numbers(text, question.region))
        if refusal:
            raise Refused(refusal)
    else:
        option_of(question, text)


def option_of(question: Question, text: str) -> Option:
    for option in question.options:
        read = option.read(text)
        if read is not None:
            return read
    offered = ", ".join(option.key() for option in question.options)
    raise Refused(f"{text!r} is not offered for {question.kind!r}; offered: {offered}.")


def written(value: tuple[float, ...]) -> str:
    """Numbers as they are kept: `@93.5` or `@12.25,30.0`; exact, and read back the same."""
    return "@" + ",".join(repr(part) for part in value)


def numbers(text: str, region: Region) -> tuple[float, ...]:
    names = region.names()
    wanted = ", ".join(names)
    if not text.startswith("@"):
        raise Refused(f"expected @ and the numbers {wanted}, got {text[:80]!r}.")
    try:
        value = tuple(float(part) for part in text[1:].split(","))
    except ValueError:
        raise Refused(f"expected @ and the numbers {wanted}, got {text[:80]!r}.") from None
    if len(value) != len(names) or not all(-1e6 < part < 1e6 for part in value):
        raise Refused(f"expected @ and the numbers {wanted}, got {text[:80]!r}.")
    return value


def faces_of(text: str, n: int, sides: int, why: str) -> list[int]:
    """`dice 3,5,1`: exactly the dice that were asked for."""
    wanted = f"{why}: expected {n} {'face' if n == 1 else 'faces'} from 1 to {sides}"
    parts = text[5:].split(",") if text.startswith("dice ") else []
    faces = [int(part) for part in parts if part.strip().isascii() and part.strip().isdigit()]
    if len(faces) != len(parts) or len(faces) != n or not all(1 <= face <= sides for face in faces):
        raise Refused(f"{wanted}, written like 'dice 3,5', got {text[:80]!r}.")
    return faces


def chained(digest: str, events: list[Event[Battle]]) -> str:
    """The digest of everything told so far: each step's builds on the one before."""
    running = sha256(digest.encode())
    for event in events:
        running.update(line_of(event).encode())
    return running.hexdigest()[:16]


def line_of(event: Event[Battle]) -> str:
    """An event as one line of canonical JSON."""
    return as_json(event.data()) + "\n"
