"""Functions, methods and classes as values: passed on, kept in fields, tuples and dicts, and called from there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Final, Generic, Protocol, TypeVar

from shapes.lancer.dice.charge import contact, first_half
from shapes.terms import Grade, Result

Run = Callable[[int, int], str]
CONDITIONS: Final[dict[str, Callable[[int], bool]]] = {}


class Reads(Protocol):
    """How a form is read, with its keywords."""

    def __call__(self, value: int, *, low: int, high: int = 6) -> int: ...


def bounded(value: int, *, high: int = 6, low: int) -> int:
    """The same keywords as the protocol's, in another order."""
    return min(max(value, low), high)


def halved(value: int, *, low: int, high: int = 6, by: int = 2) -> int:
    return bounded(value // by, low=low, high=high)


def crossing(dice: int, obstacle: int) -> str:
    return f"crossing {obstacle} with {dice}"


def wading(dice: int, obstacle: int, *, cold: bool = False) -> str:
    return f"wading {obstacle} with {dice}{' and cold' if cold else ''}"


def unused(dice: int, obstacle: int) -> str:
    return "never called"


@dataclass(frozen=True, slots=True)
class Form:
    """A procedure is a value."""

    id: str
    title: str = "untitled"
    _: KW_ONLY
    results: tuple[str, ...] = Result.WORST_LAST
    read: Reads = bounded
    run: Run = crossing
    notes: list[str] = field(default_factory=list)

    def named(self) -> str:
        return f"{self.id}: {self.title}"


CROSSING: Final = Form("crossing", "Crossing defences", read=halved, run=crossing)
WADING: Final = Form("wading", run=wading, results=("result",))
FORMS: Final = {form.id: form for form in (CROSSING, WADING)}


class Kept:
    """The same in a class that is written out."""

    def __init__(self, run: Run, then: Callable[[str], str] | None = None) -> None:
        self.run: Final = run
        self.then = then

    def both(self, dice: int) -> str:
        said = self.run(dice, dice + 1)
        return self.then(said) if self.then is not None else said


def louder(word: str) -> str:
    return word.upper()


def through_fields(id: str, dice: int) -> list[str]:
    form = FORMS[id]
    read = form.read(dice, high=5, low=2)
    return [form.run(dice, read), form.named(), ", ".join(form.results), str(len(form.notes))]


def through_class(dice: int) -> list[str]:
    held = Kept(wading)
    told = [held.both(dice), Kept(crossing, louder).both(dice)]
    held.then = louder
    return [*told, held.both(dice), held.run(dice, 0)]


def applied(step: Callable[[int], str], ran: int) -> str:
    return step(ran)


STEPS: Final = (first_half, contact)
BY_NAME: Final[dict[str, Run]] = {"dry": crossing, "wet": wading}


def through_tuples(ran: int) -> list[str]:
    first, second = STEPS
    told = [step(ran) for step in STEPS] + [first(ran), second(ran), STEPS[-1](ran), applied(first, ran)]
    told += [f"{step.__name__} {step is first_half}" for step in STEPS]
    return told + [BY_NAME[name](ran, 3) for name in sorted(BY_NAME)]


def chosen(wet: bool, ran: int) -> str:
    run = wading if wet else crossing
    return run(ran, ran)


def by_keyword(read: Reads, value: int) -> int:
    return read(value, low=1) + read(high=3, low=2, value=value)


def read_all(value: int) -> list[int]:
    return [by_keyword(read, value) for read in (bounded, halved)]


def counted(steps: list[Callable[[int], str]]) -> dict[Any, int]:
    """Functions, and tuples with functions in them, are keys like others."""
    found: dict[Any, int] = {}
    for step in steps:
        found[step] = found.get(step, 0) + 1
        found[step, 1] = found.get((step, 1), 0) + 2
    return found


def counts() -> list[int]:
    return list(counted([first_half, contact, first_half]).values())


# ---------------------------------------------------------------------- methods and classes


class Squad:
    """`size` is a method here and a field of another class; `index` is a method of Python's lists too."""

    def __init__(self, men: int, grade: int = Grade.RAW) -> None:
        self.men = men
        self.grade = grade

    def size(self) -> int:
        return self.men

    def index(self, by: int, *, of: int = 1) -> int:
        return self.men * by + of

    def better(self, than: int, *, by: int) -> bool:
        return self.grade - than > by


class Crowd:
    def __init__(self, size: int, index: int) -> None:
        self.size = size
        self.index = index


class Horde(Squad):
    def size(self) -> int:
        return 10 * super().size()


def called(find: Callable[[], int]) -> int:
    return find()


def bound(men: int) -> list[int]:
    squad, horde, crowd = Squad(men, 5), Horde(men), Crowd(7, 8)
    find = squad.size
    squad.men += 1
    words = ["a", "b"]
    place: Callable[[str], int] = words.index
    by: Callable[[int], int] = squad.index
    told = [find(), called(horde.size), crowd.size, crowd.index, place("b"), by(3)]
    return [*told, *[Squad.size(one) for one in (squad, horde)], len(sorted([horde, squad], key=Squad.size))]


def sized(men: int) -> list[int]:
    squads = [Squad(men), Horde(1), Squad(3)]
    return [squad.men for squad in sorted(squads, key=Squad.size)] + list(map_to(Squad.size, squads))


def map_to(find: Callable[[Squad], int], squads: list[Squad]) -> list[int]:
    return [find(squad) for squad in squads]


def made_with(kind: Callable[[int], Squad], men: int) -> int:
    return kind(men).size()


KINDS: Final[tuple[type[Squad], ...]] = (Squad, Horde)


def kinds(men: int) -> list[str]:
    told = [str(made_with(kind, men)) for kind in KINDS]
    told += [f"{kind.__name__} {isinstance(Horde(1), kind)} {kind(men, grade=4).grade}" for kind in KINDS]
    weights = {"a": 3, "b": 1, "c": 2}
    return told + sorted(weights, key=weights.get) + sorted(weights, key=weights.__getitem__)  # type: ignore[arg-type]


# ---------------------------------------------------------------------- dataclasses


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0


@dataclass(frozen=True)
class Marked(Point):
    mark: str = ""
    seen: bool = field(default=False, compare=False)
    total: int = field(init=False, default=3)


@dataclass(kw_only=True)
class MoraleSituation:
    men: int
    grade: int = Grade.DRILLED

    def __post_init__(self) -> None:
        self.need = self.men + self.grade


def alike(x: int) -> list[bool]:
    one, other = Marked(x, 2, "a"), Marked(x, y=2, mark="a", seen=True)
    found = {one: 1, Marked(x): 2}
    return [
        one == other,
        one != Marked(x, 2),
        one == Point(x, 2),
        other in found,
        Marked(x, 1) in found,
        (one, 1) == (other, 1),
        one in [other],
        Point(x) == Point(0),
        one.total == 3,
        Squad(x) == Squad(x),
    ]


S = TypeVar("S")


class Box(Generic[S]):
    def __init__(self, held: S, *, times: int = 1) -> None:
        self.held = held
        self.times = times


def generic(n: int) -> list[int]:
    boxes = [Box[int](n, times=2), Box(times=3, held=n)]
    return [box.held * box.times for box in boxes]


def moods(men: int) -> list[int]:
    return [MoraleSituation(men=men).need, MoraleSituation(grade=1, men=men).need]


def matched(thing: object) -> str:
    match thing:
        case Marked(x, 0, mark=mark):
            return f"marked {mark} at {x}"
        case Point(0 | 1, y):
            return f"near {y}"
        case Point(x=x) if x > 5:
            return f"far {x}"
        case [Point(), *rest]:
            return f"a point and {len(rest)}"
        case [int(first), *_, str(last)]:
            return f"from {first} to {last}"
        case str() as word:
            return f"the word {word}"
        case None | True:
            return "hardly anything"
        case -1:
            return "less than nothing"
    return "something else"


def all_matched(x: int) -> list[str]:
    points: list[object] = [Marked(x, 0, "m"), Marked(x, 1), Point(x, 9), [Point(x), 1, 2], [x, 2, "end"], [x, "end"]]
    return [matched(thing) for thing in [*points, "word", None, True, -x, [], [x]]]


def kept_name(x: int) -> int:
    """A name of a pattern that did not fit stays what it was."""
    found = 100
    match (x, x + 1):
        case (found, 3):
            return found
        case _:
            return found
