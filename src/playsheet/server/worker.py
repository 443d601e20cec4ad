"""A worker process: thinks for bots, works out odds or reads what is sent, one job after the other.

It lives as long as its pipe is open, and has so much memory as it was told, and no more.
"""

from __future__ import annotations

import os
import secrets
import signal
import sys
import time
from collections import OrderedDict
from contextlib import suppress
from typing import Any, BinaryIO, Final

import msgspec

from playsheet.core.asking import Player, Question
from playsheet.core.dice import Dice, Scripted, Seeded
from playsheet.core.errors import Refused
from playsheet.core.events import Rolled
from playsheet.core.fair import Continued, Fair
from playsheet.core.forms import AnyForm
from playsheet.core.game import written
from playsheet.core.house import read_house
from playsheet.core.reader import nearest
from playsheet.core.records import continued, read_record
from playsheet.core.scenario import read_heading
from playsheet.core.system import System
from playsheet.lessons.reading import read_lesson
from playsheet.odds import within
from playsheet.players.levels import LEVELS, is_searching, player_of_level
from playsheet.players.random import RandomPlayer
from playsheet.players.search import Searcher
from playsheet.players.setup import RANDOM
from playsheet.printing.kit import kit_pdf
from playsheet.printing.reference import reference_pdf
from playsheet.rules import load_system
from playsheet.server.advising import advised, name_with, seconds_of, seed_of
from playsheet.server.intents import intended, preview
from playsheet.server.jobs import (
    LENGTH,
    LONGEST,
    READY,
    Advise,
    Answers,
    Begun,
    Calculate,
    CarriedOut,
    Continue,
    Draw,
    Drawn,
    Exhausted,
    Failure,
    Given,
    Intend,
    Planning,
    Print,
    Printed,
    Read,
    ReadLesson,
    Refusal,
    Reply,
    Result,
    Rules,
    Sound,
    Think,
    Unknown,
    Weigh,
    WorkOut,
    framed,
    jobs,
)
from playsheet.server.past import rebuild
from playsheet.server.payloads import Data, event_data, lesson_head, odds_data, scenario_data
from playsheet.server.storage import ANSWER, Op, TakenOver, Text
from playsheet.server.table import Table
from playsheet.server.uploads import check_units, houses_of, set_up_of

MOST_GAMES: Final = 64
MOST_SHEETS: Final = 32
MOST_SEARCHERS: Final = 128
MOST_ANSWERS: Final = 16  # in one reply
MOST_WHY: Final = 1000  # letters of an answer's reasons
ONE_THREAD: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
AT_ONCE: Final = 0.2  # seconds after which a reply goes out with what is there


class Worker:
    """What a worker remembers between jobs: games it follows, and sheets it has laid out."""

    def __init__(self) -> None:
        self.tables: Final[OrderedDict[str, Table]] = OrderedDict()
        self.sheets: Final[OrderedDict[bytes, System[Any]]] = OrderedDict()
        self.searchers: Final[OrderedDict[tuple[str, int, str], Searcher]] = OrderedDict()  # by game, seat and level

    def done(self, text: bytes) -> Reply:
        """The reply to a job; a fault never ends the worker."""
        try:
            job = jobs.decode(text)
            match job:
                case Think():
                    return self.think(job)
                case Weigh():
                    return self.weigh(job)
                case Intend():
                    return self.intend(job)
                case Advise():
                    return self.advise(job)
                case Read():
                    return sound(job)
                case ReadLesson():
                    return sound_lesson(job)
                case Continue():
                    return begun(job)
                case Print():
                    return printed(job)
                case Draw():
                    return picture(job)
            return Result(raw(self.calculate(job)))
        except Refused as refusal:
            return Refusal(str(refusal))
        except MemoryError:
            return Exhausted()
        except Exception as fault:
            return Failure(" ".join(f"{type(fault).__name__}: {fault}".split())[:500])

    # ------------------------------------------------------------ bots

    def think(self, job: Think) -> Reply:
        table = self.followed(job)
        if table is None:
            return Unknown()
        answers = self.answers(table, job.planning)
        self.keep(table)
        return Answers(answers, bool(table.bot_asked()))

    def intend(self, job: Intend) -> Reply:
        """What intents come to. The game that the worker follows stays as it is: the op comes with the next job."""
        table = self.followed(job)
        if table is None:
            return Unknown()
        try:
            if job.is_asked:
                return CarriedOut("", 0, raw(preview(table, job.seat, job.texts, job.paths, job.runs)))
            found, carried = intended(table, job.seat, job.texts)
            return CarriedOut(msgspec.json.encode(found).decode(), len(carried.answers))
        finally:
            self.keep(table, name_of(job))

    def followed(self, job: Think | Weigh | Intend | Advise) -> Table | None:
        """The game as far as the job says, kept again when all went well; None if the worker does not know enough."""
        table = self.tables.pop(name_of(job), None)
        if job.since == 0:
            assert job.head is not None
            head = job.head
            table = Table(job.game, set_up_of(head.scenario, head.houses, head.rules), head, job.key)
            rebuild(table, job.ops, job.past)
        elif table is None or table.seq != job.since:
            return None
        else:
            for op in job.ops:
                table.apply(op)
        return table

    def keep(self, table: Table, name: str = "") -> None:
        self.tables[name or table.id] = table
        while len(self.tables) > MOST_GAMES:
            self.tables.popitem(last=False)

    def answers(self, table: Table, planning: Planning) -> list[Given]:
        found: list[Given] = []
        began = time.perf_counter()
        while len(found) < MOST_ANSWERS and (not found or time.perf_counter() - began < AT_ONCE):
            asked = table.bot_asked()
            if not asked or table.game is None:
                break
            question = next(one for one in table.game.questions if one.seat == asked[0])
            given = self.answer(table, question, planning)
            number = given.question
            table.apply(Op(table.seq + 1, at=0.0, kind=ANSWER, seat=given.seat, question=number, text=given.text))
            found.append(given)
        return found

    def answer(self, table: Table, question: Question, planning: Planning) -> Given:
        assert table.game is not None
        if question.dice:  # of a player who has left and threw his own
            faces = [1 + secrets.randbelow(question.sides) for _ in range(question.dice)]
            return Given(question.seat, question.number(), "dice " + ",".join(str(face) for face in faces))
        if table.lesson is not None:
            on_record = table.lesson.lesson.reply(table.game, question)
            if on_record:
                return Given(question.seat, question.number(), on_record)
        player = self.player(table, question.seat, planning)
        player.explains = True
        plan = None
        if isinstance(player, Searcher):
            plan = player.plan
            player.follow(table.game)
        seen = table.system.seen(table.game.battle, question.seat)
        if question.region is not None:
            text = written(player.place(seen, question))
        else:
            text = player.choose(seen, question).key()
        why = "\n".join(" ".join(said.split()) for said in player.reasons)
        planned = isinstance(player, Searcher) and player.plan is not None and player.plan is not plan
        return Given(question.seat, question.number(), text, why[:MOST_WHY], planned)

    def player(self, table: Table, seat: int, planning: Planning) -> Player:
        """The bot that answers for a seat. One that looks ahead is kept: it remembers its plans."""
        key = (table.id, seat, level_of(table, seat))
        kept = self.searchers.pop(key, None)
        player = kept or player_of(table, seat, planning)
        if isinstance(player, Searcher):
            self.searchers[key] = player
            while len(self.searchers) > MOST_SEARCHERS:
                self.searchers.popitem(last=False)
        return player

    # ------------------------------------------------------------ advice

    def advise(self, job: Advise) -> Reply:
        table = self.followed(job)
        if table is None:
            return Unknown()
        try:
            return Result(raw(advised(table, job.seat, job.planning)))
        finally:
            self.keep(table)

    # ------------------------------------------------------------ odds in play

    def weigh(self, job: Weigh) -> Reply:
        """The odds of as many options as can be worked out at once: of those that set off dice."""
        table = self.followed(job)
        if table is None:
            return Unknown()
        question = table.open_question(job.seat, job.question)
        assert table.game is not None
        seen = table.system.seen(table.game.battle, question.seat)
        known = {option.key(): option for option in question.options}
        found: dict[str, Data] = {}
        began = time.perf_counter()
        for key in job.options:
            if found and time.perf_counter() - began >= AT_ONCE:
                break
            case = table.system.what_if(seen, question, known[key])
            assert case is not None, "the server asks of options that set off dice"
            found[key] = {"system": table.system.id, **odds_data(within(case, job.paths, job.runs))}
        self.keep(table)
        return Result(msgspec.Raw(msgspec.json.encode(found)))

    # ------------------------------------------------------------ the calculator

    def calculate(self, job: Calculate | WorkOut) -> Data:
        system = self.system(job.rules)
        procedure = procedure_of(system, job.procedure)
        if isinstance(job, WorkOut):
            return {"system": system.id, **odds_data(within(procedure.filled(job.inputs), job.paths, job.runs))}
        return resolved(system, procedure, dict(job.inputs), job.dice)

    def system(self, rules: Rules) -> System[Any]:
        key = msgspec.json.encode(rules)
        found = self.sheets.pop(key, None)
        if found is None:
            base = load_system(rules.system)
            houses = [read_house(house.text, house.file) for house in rules.houses]
            found = base.configured(rules.settings, rules.system, houses)
        self.sheets[key] = found
        while len(self.sheets) > MOST_SHEETS:
            self.sheets.popitem(last=False)
        return found


def name_of(job: Think | Weigh | Intend | Advise) -> str:
    """Adjutants follow a game by themselves: a bot's next answers, not yet accepted, are none of theirs."""
    return f"{job.game} adjutants" if isinstance(job, Intend) else job.game


def raw(data: Data) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(data))


def sound(job: Read) -> Sound:
    """Read and checked, down to the last unit."""
    base = read_heading(job.scenario.text, job.scenario.file).system
    setup = set_up_of(job.scenario, houses_of(base, job.houses, job.rulings))
    check_units(setup.scenario, job.units)
    setup.system.check_room(setup.scenario)
    return Sound(setup.system.id, raw(scenario_data(setup.system, setup.scenario)))


def sound_lesson(job: ReadLesson) -> Sound:
    """Read and checked, down to the last name."""
    lesson = read_lesson(job.lesson.text, job.lesson.file)
    check_units(lesson.setup.scenario, job.units)
    return Sound(lesson.system, raw(lesson_head(lesson)))


def begun(job: Continue) -> Begun:
    """The steps of a record, with the dice that were thrown in them."""
    record = read_record(job.record)
    if job.step > len(record.steps):
        raise Refused(f"the record has {len(record.steps)} steps that are over, there is no step {job.step}.")
    scenario = Text(record.scenario.file, record.scenario.text)
    houses = [Text(house.file, house.text) for house in record.houses]
    check_units(set_up_of(scenario, houses, job.rules).scenario, job.units)
    game = continued(record, lambda id: load_system(id, job.rules or None), job.step, job.key, Fair(bytes(32), ()))
    assert isinstance(game.source, Continued)
    return Begun(
        record.title,
        scenario,
        houses,
        list(game.own_dice),
        TakenOver([[(held.seat, held.text) for held in closed.inputs] for closed in game.closed], game.source.known),
    )


def printed(job: Print) -> Printed:
    """The server has passed the scenario and the house rules before."""
    if job.scenario is not None:
        setup = set_up_of(job.scenario, job.houses, job.rules)
        return Printed(
            kit_pdf(setup.system, setup.scenario, job.paper, [], backs=job.backs, in_full=job.in_full),
        )
    houses = [read_house(house.text, house.file) for house in job.houses]
    system = load_system(job.system, job.rules or None).configured({}, job.system, houses)
    return Printed(reference_pdf(system, job.paper, []))


def picture(job: Draw) -> Drawn:
    """The same bytes for the same figures. What draws takes half a second to load, and is loaded by whoever draws."""
    for name in ONE_THREAD:  # else it takes memory for as many threads as there are cores
        os.environ.setdefault(name, "1")
    from playsheet.library.plots import check_matplotlib, of_balance

    check_matplotlib("A picture")
    return Drawn(of_balance(job.sides, job.wins, job.draws, job.fought, job.left))


def level_of(table: Table, seat: int) -> str:
    """Of the bot that answers for a seat."""
    commander = table.commander(seat)
    assert commander is not None
    return table.seats[commander].player


def player_of(table: Table, seat: int, planning: Planning) -> Player:
    """A new bot that answers for a seat."""
    level = level_of(table, seat)
    if level == RANDOM:
        return RandomPlayer(int.from_bytes(table.key[:6], "big") * 16 + seat)
    if level not in LEVELS:
        return table.system.doctrine(seat)
    seconds = 0.0
    if is_searching(level):
        seconds = seconds_of(level, planning.seconds, hides=table.hides)
        level = name_with(level, table.scenario.size, planning)
    return player_of_level(level, table.system, table.scenario, seat, seed_of(table.id), seconds)


def procedure_of(system: System[Any], id: str) -> AnyForm:
    known = [procedure.id for procedure in system.forms()]
    for procedure in system.forms():
        if procedure.id == id:
            return procedure
    raise Refused(f"{system.id} has no procedure {id[:40]!r}{nearest(id, known)}; expected one of {', '.join(known)}.")


def resolved(system: System[Any], procedure: AnyForm, inputs: dict[str, object], given: list[int] | None) -> Data:
    """What comes of a procedure with the dice that were given, or with dice that are thrown here."""
    case = procedure.filled(inputs)
    rolls: list[Rolled] = []
    dice: Dice = Seeded(secrets.randbits(64)) if given is None else Scripted(given)
    dice.log = rolls
    facts = case.run(dice)
    if isinstance(dice, Scripted) and dice.left():
        used = len(dice.known) - dice.left()
        raise Refused(f"too many dice: {used} {'was' if used == 1 else 'were'} needed, got {len(dice.known)}.")
    return {
        "system": system.id,
        "procedure": procedure.id,
        "inputs": case.inputs,
        "dice": {"given": given is not None, "faces": [face for roll in rolls for face in roll.faces]},
        "rolls": [event_data(roll) for roll in rolls],
        "results": dict(zip(procedure.results, facts)),
    }


# ---------------------------------------------------------------------- its life


def exactly(stream: BinaryIO, length: int) -> bytes:
    """So many bytes; fewer only if the other end is gone."""
    found = stream.read(length)
    return found if found is not None else b""


def limit_memory(most: int) -> None:
    """Where the system can: what asks for more gets a MemoryError, or ends. Others keep theirs."""
    try:
        import resource
    except ImportError:
        return
    with suppress(ValueError, OSError):  # it may have less already
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def main() -> None:
    limit_memory(int(sys.argv[-1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group: the server sees to it
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever a bot may print goes to the log, not among the frames
    with suppress(AttributeError, OSError):
        os.nice(5)  # players first
    worker = Worker()
    out.write(READY)
    stream = sys.stdin.buffer
    while len(head := exactly(stream, LENGTH)) == LENGTH:
        length = int.from_bytes(head, "big")
        if length > LONGEST:
            return
        out.write(framed(worker.done(exactly(stream, length))))


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        main()
