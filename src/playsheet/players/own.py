"""Players of one's own: `mybot.py:Bot`, a function `choose(question, seat)`, or a class that has it as a method.

What it answers is looked at like a person's answer. Whatever is wrong with it is a `Faulty`, one sentence.
A new object of the class is made for every battle, so that no battle depends on another.
"""

from __future__ import annotations

import random
import sys
from _thread import interrupt_main
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from types import ModuleType, TracebackType
from typing import Any, Final

from playsheet.core.asking import Option, Player, Question, Region
from playsheet.core.errors import Refused
from playsheet.core.events import Battle
from playsheet.core.reader import nearest, read_text
from playsheet.core.scenario import Scenario
from playsheet.core.system import System

ENDING: Final = ".py"
LOOK_SECONDS: Final = 0.2  # how often it is looked whether it answers
ANSWER_SECONDS: Final = 10.0  # for one answer: then whoever waits for it gives up


class Faulty(Exception):
    """A player of somebody's own cannot go on: one sentence that says which, where and why."""


class Pulse:
    """What a process that plays tells whoever watches it: how often it has asked, and in which battle it is.

    An odd count says that an answer is awaited. It is a plain list unless somebody watches.
    """

    def __init__(self) -> None:
        self.beats: Any = [0, 0]

    def game(self, number: int) -> None:
        self.beats[1] = number

    def asks(self) -> None:
        self.beats[0] |= 1

    def has_it(self) -> None:
        self.beats[0] = (self.beats[0] | 1) + 1


PULSE: Final = Pulse()


def is_own(name: str) -> bool:
    file, colon, what = name.rpartition(":")
    return bool(colon) and file.endswith(ENDING) and bool(what)


class OwnFile:
    """A file of players: its name in results, its text, and the folder that it may import from."""

    def __init__(self, name: str, text: str, folder: str) -> None:
        self.name: Final = name
        self.text: Final = text
        self.folder: Final = folder


def read_own(name: str) -> OwnFile:
    """The file of a player `mybot.py:Bot`. It is not run yet, only read."""
    path = Path(name.rpartition(":")[0])
    text = read_text(path, str(path))
    try:
        compile(text, path.name, "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as fault:
        line = getattr(fault, "lineno", None)
        where = f", line {line}" if line else ""
        said = getattr(fault, "msg", "") or str(fault)
        raise Refused(f"{path}{where}: this is not Python ({said}).") from None
    return OwnFile(path.name, text, str(path.parent.resolve()))


@lru_cache(maxsize=8)
def module_of(name: str, text: str, folder: str) -> ModuleType:
    """The file, run once in this process."""
    module = ModuleType(f"playsheet_own_{sha256(text.encode()).hexdigest()[:16]}")
    module.__file__ = str(Path(folder, name))
    sys.modules[module.__name__] = module  # dataclasses and pickles look there
    if folder and folder not in sys.path:
        sys.path.append(folder)
    exec(compile(text, module.__file__, "exec"), module.__dict__)
    return module


# ---------------------------------------------------------------------- what it is asked, and what it knows


class OwnOption:
    """One of the things that may be chosen."""

    def __init__(self, option: Option, seen: Battle) -> None:
        self.option: Final = option
        self.key: Final = option.key()
        self.seen: Final = seen

    @property
    def label(self) -> str:
        return self.option.label(self.seen)

    @property
    def about(self) -> int:
        """The unit that it is about; -1: none."""
        return self.option.about()[0]

    def __repr__(self) -> str:
        return f"<{self.key}>"


class OwnRegion:
    """A continuum of choices: a place, or a bearing."""

    def __init__(self, region: Region, seen: Battle) -> None:
        self.region: Final = region
        self.seen: Final = seen

    @property
    def names(self) -> tuple[str, ...]:
        """What the numbers of a choice are: ("x", "y")."""
        return self.region.names()

    @cached_property
    def samples(self) -> list[tuple[float, ...]]:
        """Some legal choices."""
        return self.region.samples()

    def refusal(self, value: Sequence[float]) -> str:
        """Why this cannot be chosen; empty: it can."""
        return self.region.refusal(tuple(float(part) for part in value))

    def leads_to(self, value: Sequence[float]) -> tuple[float, float] | None:
        """Where a legal choice would end, as far as the seat can know; None where it leads nowhere."""
        found = self.region.outcome(self.seen, tuple(value))
        return None if found is None else (found.x, found.y)


class OwnQuestion:
    """What is asked: of `options`, or of a `region`."""

    def __init__(self, system: System[Any], seen: Battle, question: Question) -> None:
        self.system: Final = system
        self.seen: Final = seen
        self.question: Final = question
        self.kind: Final = question.kind
        self.seat: Final = question.seat
        self.about: Final = question.about
        self.options: Final = [OwnOption(option, seen) for option in question.options]
        self.region: Final = None if question.region is None else OwnRegion(question.region, seen)

    @property
    def text(self) -> str:
        """The question in words."""
        return self.system.ask(self.seen, self.question)

    def any_answer(self) -> str | tuple[float, ...]:
        """Something legal: the first option, or the first sample."""
        if self.region is not None:
            return self.region.samples[0]
        return self.options[0].key


class OwnSeat:
    """What its player knows, and no more."""

    def __init__(self, system: System[Any], scenario: Scenario, number: int, seed: int) -> None:
        self.system: Final = system
        self.scenario: Final = scenario
        self.number: Final = number
        self.side: Final = system.sides_of_seats(scenario)[number]
        self.random: Final = random.Random(seed * 16 + number)  # the same in the same battle
        self.battle: Any = None  # as the seat has seen it
        self.question: Question | None = None

    @property
    def view(self) -> dict[str, object]:
        """The battle as plain data, as a page of this seat has it."""
        return self.system.view(self.battle, self.number)

    @property
    def roster(self) -> list[Any]:
        """Every unit that is known of: name, side, figures, start, state, on_table, in the order of their numbers."""
        return list(self.system.roster(self.battle))

    @property
    def enemies(self) -> list[tuple[float, float]]:
        """Where enemy figures stand that are seen."""
        sides = [unit.side for unit in self.system.roster(self.battle)]
        return [(mark.x, mark.y) for mark in self.system.marks(self.battle) if sides[mark.unit] != self.side]

    def odds(self, key: str) -> Any:
        """What an option would set off, as exact odds or sampled ones; None if it sets off no dice."""
        from playsheet.odds import in_time

        assert self.question is not None
        option = chosen(self.question, key)
        case = None if option is None else self.system.what_if(self.battle, self.question, option)
        return None if case is None else in_time(case, 1.0)


class OwnPlayer(Player):
    """Asks somebody's own function, and looks at what it answers."""

    def __init__(
        self, label: str, file: OwnFile, what: str, system: System[Any], scenario: Scenario, seat: int
    ) -> None:
        self.label: Final = label
        self.file: Final = file
        self.what: Final = what
        self.system: Final = system
        self.scenario: Final = scenario
        self.number: Final = seat
        self.seat: OwnSeat | None = None
        self.asked: Callable[[OwnQuestion, OwnSeat], object] | None = None

    def name(self) -> str:
        return self.label

    def sit(self, seed: int) -> None:
        """Made anew for a battle."""
        self.seat = OwnSeat(self.system, self.scenario, self.number, seed)
        with_it = self.guarded(lambda: function_of(self.file, self.what), "when it was made")
        self.asked = with_it

    def answer(self, battle: Battle, question: Question) -> object:
        assert self.seat is not None, "somebody sits there"
        assert self.asked is not None, "somebody sits there"
        self.seat.battle = battle
        self.seat.question = question
        asked, seat = self.asked, self.seat
        shown = OwnQuestion(self.system, battle, question)
        return self.guarded(lambda: asked(shown, seat), f"when it was asked {question.kind!r}")

    def guarded(self, call: Callable[[], Any], when: str) -> Any:
        PULSE.asks()
        try:
            return call()
        except Faulty as fault:
            raise Faulty(f"{self.label} {fault}") from None
        except (Exception, SystemExit) as error:
            said = " ".join(f"{type(error).__name__}: {error}".split())[:300]
            raise Faulty(f"{self.label} raised {said} ({self.place_of(error)}{when}).") from None
        finally:
            PULSE.has_it()

    def place_of(self, error: BaseException) -> str:
        """The last line of its own file, `line 12, `."""
        line = 0
        trace = error.__traceback__
        while trace is not None:
            if Path(trace.tb_frame.f_code.co_filename).name == self.file.name:
                line = trace.tb_lineno
            trace = trace.tb_next
        return f"line {line}, " if line else ""

    def choose(self, battle: Battle, question: Question) -> Option:
        given = self.answer(battle, question)
        key = given.key if isinstance(given, OwnOption) else given
        found = chosen(question, key) if isinstance(key, str) else None
        if found is None:
            offered = ", ".join(option.key() for option in question.options)
            raise Faulty(
                f"{self.label} answered {shortly(given)} when it was asked {question.kind!r}: "
                f"expected the key of an option ({offered[:300]})."
            )
        return found

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        assert question.region is not None
        given = self.answer(battle, question)
        value = numbers_of(given, len(question.region.names()))
        refusal = "expected " + ", ".join(question.region.names()) if value is None else question.region.refusal(value)
        if value is None or refusal:
            raise Faulty(
                f"{self.label} answered {shortly(given)} when it was asked {question.kind!r}: {refusal.rstrip('.')}."
            )
        return value


def function_of(file: OwnFile, what: str) -> Callable[[OwnQuestion, OwnSeat], object]:
    """Who is asked: the function itself, or the method `choose` of a new object of the class."""
    module = module_of(file.name, file.text, file.folder)
    found = getattr(module, what, None)
    if isinstance(found, type):
        found = getattr(found(), "choose", None)
        if not callable(found):
            raise Faulty(f"has no method choose(question, seat) in {file.name}.")
    if not callable(found):
        names = [name for name, value in vars(module).items() if callable(value)]
        raise Faulty(f"is not there: {file.name} has no {what!r}{nearest(what, names)}.")
    return found  # type: ignore[no-any-return]


def chosen(question: Question, key: str) -> Option | None:
    for option in question.options:
        if option.key() == key:
            return option
    for option in question.options:
        read = option.read(key)
        if read is not None:
            return read
    return None


def numbers_of(given: object, count: int) -> tuple[float, ...] | None:
    """A place as numbers, or as text: `@10.0,12.95`."""
    if isinstance(given, str) and given.startswith("@"):
        given = given[1:].split(",")
    if not isinstance(given, (list, tuple)) or len(given) != count:
        return None
    try:
        return tuple(float(part) for part in given)
    except (TypeError, ValueError, OverflowError):
        return None


def shortly(given: object) -> str:
    try:
        return repr(given)[:80]
    except Exception:  # it is somebody's own object
        return f"a {type(given).__name__}"


class Guard(Thread):
    """Ends a wait in the main thread, by interrupting it, when somebody's own player never answers. Enter it there."""

    def __init__(self, deadline: float = ANSWER_SECONDS) -> None:
        super().__init__(daemon=True)
        self.deadline: Final = deadline
        self.over: Final = Event()
        self.tripped = False

    def __enter__(self) -> Guard:
        self.start()
        return self

    def run(self) -> None:
        beat, since = -1, monotonic()
        while not self.over.wait(LOOK_SECONDS):
            if PULSE.beats[0] != beat:
                beat, since = PULSE.beats[0], monotonic()
            elif beat % 2 and monotonic() - since > self.deadline:
                self.tripped = True
                interrupt_main()
                return

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.over.set()
        self.join()
        if self.tripped and kind is KeyboardInterrupt:
            raise Faulty(f"A player of your own has not answered within {self.deadline:g} seconds.") from None
