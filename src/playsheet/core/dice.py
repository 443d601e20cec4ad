"""Dice. Rules call `Dice`; who answers (a stream, a script, a hand, every outcome at once) they never know.

Dice that fall together are one request, read by label (hit, jam, miss), so that exact odds branch on counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from mypy_extensions import i64, mypyc_attr

from playsheet.core.errors import Refused
from playsheet.core.events import Entry, Rolled, Throw

S = TypeVar("S")

MASK: Final[i64] = 0xFFFFFFFF
NOTHING: Final[list[Entry]] = []


EVERY: Final = -1  # of a label: each count matters

State = tuple[int, ...]


class Reading:
    """What the sheet reads off one die: the labels, and which of them each face shows.

    `enough` says for each label how many of it make a difference: exact odds tell only whether there are so many.
    EVERY: each count of it matters; 0: none does. Without it every count of every label matters.
    """

    def __init__(self, labels: tuple[str, ...], faces: tuple[int, ...], enough: tuple[int, ...] = ()) -> None:
        self.labels: Final = labels
        self.faces: Final = faces  # faces[k - 1] is the index of the label that face k shows
        self.enough: Final = enough
        self.sides: Final = len(faces)
        weights = [0] * len(labels)
        for label in faces:
            weights[label] += 1
        self.weights: Final = tuple(weights)
        self.said: Final = describe(labels, faces)


def describe(labels: tuple[str, ...], faces: tuple[int, ...]) -> str:
    """`hit on 4, 6; miss on 1, 2, 3, 5`: what was needed, for the log (the last label goes without saying)."""
    parts: list[str] = []
    for index in range(len(labels) - 1):
        shown = [str(face + 1) for face in range(len(faces)) if faces[face] == index]
        if shown:
            parts.append(labels[index] + " on " + ", ".join(shown))
    return "; ".join(parts)


@mypyc_attr(allow_interpreted_subclasses=True)
class Stage:
    """A stretch of a rule that is gone through again and again: each time a small state becomes the next."""

    def step(self, dice: Dice, at: int, state: State) -> State:
        raise NotImplementedError(type(self).__name__ + " goes nowhere")

    def alike(self, state: State) -> State:
        """What of a state matters from here on: exact odds take states for one that are alike."""
        return state

    def key(self) -> str:
        """All that `step` depends on beside its arguments: exact odds then keep what they found. Empty: they do not."""
        return ""


@mypyc_attr(allow_interpreted_subclasses=True)
class Part:
    """A stretch of a rule that depends on nothing but its own dice: what comes of it, as counts (none below 0)."""

    def run(self, dice: Dice) -> State:
        raise NotImplementedError(type(self).__name__ + " does nothing")


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice:
    """Who answers a throw. Each request comes back as what the sheet reads off the dice."""

    def __init__(self) -> None:
        self.log: list[Rolled] | None = None  # where rolls are told; None keeps nothing
        self.thrown = 0  # requests answered so far: undo is free while this stands still
        self.first = 0  # whose dice are meant by Throw.by 0 ...
        self.second = 1  # ... and by 1
        self.unseen: tuple[int, ...] = ()  # the seats that may not be told what is thrown

    def throwers(self, first: int, second: int, unseen: tuple[int, ...] = ()) -> None:
        """Say which seats throw for the acting and for the other side from now on, and which may not look."""
        self.first = first
        self.second = second
        self.unseen = unseen

    def at(self, step: int, place: int) -> None:
        """Bind the dice to their place in the game: the same input gives the same dice."""

    def faces(self, n: int, sides: int, throw: Throw) -> list[int]:
        """n dice thrown together, face by face. The one thing a source of dice must say."""
        raise Refused("these dice cannot be thrown")

    def roll(self, sides: int, throw: Throw) -> int:
        """One die, its face read as it is."""
        face = self.faces(1, sides, throw)[0]
        if self.log is not None:
            self.tell(throw, sides, [face], "", str(face), NOTHING)
        return face

    def total(self, n: int, sides: int, throw: Throw, account: list[Entry]) -> int:
        """n dice added up, with the account's modifiers."""
        faces = self.faces(n, sides, throw)
        result = sum(faces) + summed(account)
        if self.log is not None:
            self.tell(throw, sides, faces, "", str(result), account)
        return result

    def reach(self, n: int, sides: int, marks: list[int], throw: Throw, account: list[Entry]) -> int:
        """A total of which it only matters what marks it comes up to: exact odds tell no more apart."""
        return self.total(n, sides, throw, account)

    def check(self, sides: int, need: int, throw: Throw, account: list[Entry]) -> bool:
        """One die, modified, that must show `need` or less."""
        face = self.faces(1, sides, throw)[0]
        passed = face + summed(account) <= need
        if self.log is not None:
            self.tell(throw, sides, [face], f"{need} or less", "passed" if passed else "failed", account)
        return passed

    def checks(self, n: int, sides: int, need: int, throw: Throw, account: list[Entry]) -> int:
        """n such checks thrown together; how many failed."""
        faces = self.faces(n, sides, throw)
        limit = need - summed(account)
        failed = 0
        for face in faces:
            if face > limit:
                failed += 1
        if self.log is not None:
            self.tell(throw, sides, faces, f"{need} or less each", f"{failed} failed", account)
        return failed

    def pool(self, n: int, reading: Reading, throw: Throw) -> list[int]:
        """n dice thrown together, counted by label in the reading's order."""
        faces = self.faces(n, reading.sides, throw)
        counts = [0] * len(reading.labels)
        labels = reading.faces
        for face in faces:
            counts[labels[face - 1]] += 1
        if self.log is not None:
            self.tell(throw, reading.sides, faces, reading.said, counted(reading, counts), NOTHING)
        return counts

    def pick(self, kinds: list[int], throw: Throw) -> int:
        """One of several candidates, equal chances: its index. No die for a single one.

        `kinds` says which candidates are alike, so that exact odds need not tell them apart.
        """
        n = len(kinds)
        if n == 1:
            return 0
        face = self.faces(1, n, throw)[0]
        if self.log is not None:
            self.tell(throw, n, [face], "", f"number {face} of {n}", NOTHING)
        return face - 1

    def duel(
        self,
        sides: int,
        need_a: int,
        throw_a: Throw,
        account_a: list[Entry],
        need_b: int,
        throw_b: Throw,
        account_b: list[Entry],
        grid: list[int],
    ) -> int:
        """Two dice against each other, each to show its need or less: the grid's cell for
        (both, only the first, only the second, neither)."""
        first = self.check(sides, need_a, throw_a, account_a)
        second = self.check(sides, need_b, throw_b, account_b)
        return grid[(0 if first else 2) + (0 if second else 1)]

    def clone(self) -> Dice:
        """The same dice at the same place, for a game that is played on apart."""
        raise Refused("these dice cannot be copied")

    def fold(self, n: int, sides: int, state: S, step: Callable[[S, int], S], throw: Throw) -> S:
        """n dice one after another, each changing a small hashable state (a die that depends on the last)."""
        faces = self.faces(n, sides, throw)
        for face in faces:
            state = step(state, face)
        if self.log is not None:
            self.tell(throw, sides, faces, "", str(state), NOTHING)
        return state

    def through(self, n: int, state: State, stage: Stage) -> State:
        """Go through a stage n times, each on from the state that the last has left."""
        for at in range(n):
            state = stage.step(self, at, state)
        return state

    def sum(self, parts: list[Part], times: list[int], start: State) -> State:
        """Parts that do not depend on each other, each so many times: what came of all of them, added to `start`."""
        for index in range(len(parts)):
            for _ in range(times[index]):
                start = added(start, parts[index].run(self))
        return start

    def tell(self, throw: Throw, sides: int, faces: list[int], needed: str, came: str, account: list[Entry]) -> None:
        seat = self.first if throw.by == 0 else self.second
        if self.log is not None:
            self.log.append(Rolled(throw, seat, sides, faces, needed, came, account, self.unseen))


def added(one: State, other: State) -> State:
    """Counts added up, one by one."""
    return tuple([one[k] + other[k] for k in range(len(one))])


def summed(account: list[Entry]) -> int:
    """What the modifiers come to."""
    result = 0
    for entry in account:
        result += entry.add
    return result


def counted(reading: Reading, counts: list[int]) -> str:
    return ", ".join(f"{counts[k]} {reading.labels[k]}" for k in range(len(counts)) if counts[k])


# ---------------------------------------------------------------- seeded: a counter-based stream


def mixed(x: i64) -> i64:
    """A 32-bit mixing function; every product stays below 2**63, so compiled and plain runs agree."""
    x = ((x ^ (x >> 16)) * 0x7FEB352D) & MASK
    x = ((x ^ (x >> 15)) * 0x045D9F3B) & MASK
    return x ^ (x >> 16)


MOST_SIDES: Final[i64] = 67108864  # 2**26


def digits(sides: i64) -> i64:
    """The largest power of `sides` up to 2**26: how many faces are read off one 32-bit word."""
    if sides < 1 or sides > MOST_SIDES:
        raise Refused(f"a die has 1 to {MOST_SIDES} sides, not {sides}.")
    power: i64 = sides
    while sides > 1 and power * sides <= MOST_SIDES:
        power *= sides
    return power


D6_POWER: Final[i64] = 60466176  # 6**10
D6_LIMIT: Final[i64] = 4293098496  # the largest multiple of it that fits a word


@mypyc_attr(allow_interpreted_subclasses=True)
class Words(Dice):
    """Dice read off a stream of 32-bit words, by rejection, so that no face is favoured."""

    def word(self) -> i64:
        """The next 32 random bits."""
        raise Refused("this stream gives no words")

    def faces(self, n: int, sides: int, throw: Throw) -> list[int]:
        self.thrown += 1
        return self.some(n, sides)

    def some(self, n: int, sides: int) -> list[int]:
        power: i64 = D6_POWER
        limit: i64 = D6_LIMIT
        s: i64 = sides
        if s != 6:
            power = digits(s)
            limit = (4294967296 // power) * power
        shown: list[int] = []
        left: i64 = n
        while left > 0:
            word = self.word()
            while word >= limit:
                word = self.word()
            word %= power
            span: i64 = power
            while left > 0 and span >= s:
                shown.append(int(word % s) + 1)
                word //= s
                span //= s
                left -= 1
        return shown

    def one(self, sides: int) -> int:
        """One face, 1 to `sides`: the same as `some(1, sides)[0]`, without the list."""
        power: i64 = D6_POWER
        limit: i64 = D6_LIMIT
        s: i64 = sides
        if s != 6:
            power = digits(s)
            limit = (4294967296 // power) * power
        word = self.word()
        while word >= limit:
            word = self.word()
        return int((word % power) % s) + 1

    def roll(self, sides: int, throw: Throw) -> int:
        self.thrown += 1
        face = self.one(sides)
        if self.log is not None:
            self.tell(throw, sides, [face], "", str(face), NOTHING)
        return face

    def check(self, sides: int, need: int, throw: Throw, account: list[Entry]) -> bool:
        self.thrown += 1
        face = self.one(sides)
        passed = face + summed(account) <= need
        if self.log is not None:
            self.tell(throw, sides, [face], f"{need} or less", "passed" if passed else "failed", account)
        return passed


class Seeded(Words):
    """The fast stream of play and simulation: a pure function of seed, place in the game and count."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed: Final = seed
        self.low: i64 = seed & 0xFFFFFFFF
        self.high: i64 = (seed >> 32) & 0xFFFFFFFF
        self.a: i64 = 0
        self.b: i64 = 0
        self.count: i64 = 0
        self.at(0, 0)

    def at(self, step: int, place: int) -> None:
        s: i64 = step
        p: i64 = place
        self.a = mixed(mixed(s & MASK) ^ self.low)
        self.b = mixed(mixed((p + 0x51ED270) & MASK) ^ self.high ^ self.a)
        self.count = 0

    def clone(self) -> Dice:
        twin = Seeded(self.seed)
        twin.a = self.a
        twin.b = self.b
        twin.count = self.count
        twin.thrown = self.thrown
        twin.throwers(self.first, self.second, self.unseen)
        return twin

    def word(self) -> i64:
        self.count += 1
        return mixed(mixed((self.count * 0x1E3779B9 + self.a) & MASK) ^ self.b)


# ---------------------------------------------------------------- scripted: a test, or dice typed in at once


class Scripted(Dice):
    """Dice that are known beforehand, in the order in which they are asked for."""

    def __init__(self, faces: list[int]) -> None:
        super().__init__()
        self.known: Final = faces
        self.next = 0

    def faces(self, n: int, sides: int, throw: Throw) -> list[int]:
        shown = self.known[self.next : self.next + n]
        if len(shown) < n:
            raise Refused(
                f"too few dice: {throw.why} needs {n} x d{sides}, but only {len(shown)} of {len(self.known)} are left."
            )
        for face in shown:
            if not 1 <= face <= sides:
                raise Refused(f"{throw.why} is a throw of d{sides}: expected a face from 1 to {sides}, got {face}.")
        self.next += n
        self.thrown += 1
        return shown

    def clone(self) -> Dice:
        twin = Scripted(self.known)
        twin.next = self.next
        twin.thrown = self.thrown
        twin.throwers(self.first, self.second, self.unseen)
        return twin

    def left(self) -> int:
        """How many dice were given and not used."""
        return len(self.known) - self.next


def scripted(*faces: int) -> Scripted:
    return Scripted(list(faces))


class Halting(Dice):
    """The dice that have fallen fall again; where a new one would, play stops: nobody is shown it beforehand."""

    def __init__(self, source: Dice, fallen: int) -> None:
        super().__init__()
        self.source: Final = source
        self.fallen: Final = fallen  # so many throws were made

    def at(self, step: int, place: int) -> None:
        self.source.at(step, place)

    def faces(self, n: int, sides: int, throw: Throw) -> list[int]:
        if self.thrown >= self.fallen:
            raise Halted(throw.why)
        self.thrown += 1
        return self.source.faces(n, sides, throw)


class Halted(Exception):
    """A die would fall now."""
