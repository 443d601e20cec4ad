"""Keyword-only parameters, and every other kind; calls with arguments of every kind in any order."""

from __future__ import annotations

from typing import Any, Final

from shapes.terms import Grade


class Told:
    """Writes down what happens, in its order."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def tell(self, word: str, value: int) -> int:
        self.lines.append(word)
        return value


def go_home(charger: str, *, ran: float, flanked: bool = False) -> str:
    return f"{charger} ran {ran:.1f}{' flanked' if flanked else ''}"


def home(ran: int, flanked: bool) -> list[str]:
    return [
        go_home("horse", ran=ran),
        go_home("horse", flanked=flanked, ran=ran + 0.5),
        go_home(flanked=flanked, charger="foot", ran=1),
        go_home("foot", ran=ran, flanked=not flanked),
    ]


def volley(
    shooters: int, target: str = "foot", /, cover: int = 0, *, reach: int = Grade.CRACK, **facts: int
) -> list[str]:
    told = [f"{name}={facts[name]}" for name in facts]
    return [f"{shooters} at {target} in {cover} over {reach}", *told, str(facts.get("smoke", -1))]


def volleys(n: int) -> list[list[str]]:
    facts = {"rain": n, "reach": 5}
    shooters: list[Any] = [n, "guns"]
    return [
        volley(n),
        volley(n, reach=3),
        volley(n, "horse", 2, smoke=n, reach=1, dust=2),
        volley(n, cover=n, wind=1),
        volley(n, target=7, shooters=8),
        volley(n, "guns", **facts),
        volley(*shooters, reach=n),
    ]


def orders(first: str, *others: str, aloud: bool = False, to: str = "all", **marks: int) -> str:
    said = ", ".join([first, *others])
    return f"{said.upper() if aloud else said} to {to} {list(marks.values())} {len(others)}"


def all_orders(aloud: bool, others: list[str]) -> list[str]:
    facts: dict[str, Any] = {"aloud": aloud, "by": 9}
    return [
        orders("halt"),
        orders("halt", "form line", "fire"),
        orders("halt", to="Ben", aloud=aloud),
        orders("halt", "fire", aloud=aloud, by=3, at=4),
        orders(first="halt", aloud=aloud),
        orders("halt", *others, aloud=aloud),
        orders(*["go", *others]),
        orders("halt", **facts),
    ]


def signals(first: str, second: str = "wave", *others: str, aloud: bool = False) -> str:
    return f"{first} {second} {', '.join(others)} {aloud}"


def all_signals(aloud: bool, others: list[str]) -> list[str]:
    return [
        signals("flag", aloud=aloud),
        signals("flag"),
        signals("flag", "lamp", aloud=aloud),
        signals(second="drum", aloud=aloud, first="flag"),
        signals("flag", "lamp", "drum", aloud=aloud),
        signals("flag", *others, aloud=aloud),
        signals("flag", "lamp", *others),
    ]


def kept_order(low: int, *, middle: int, high: int = 9) -> int:
    return low * 100 + middle * 10 + high


def in_their_order(n: int) -> tuple[int, int, int, list[str]]:
    """Arguments are worked out as they are written, whatever their places: they may throw dice."""
    told = Told()
    first = kept_order(high=told.tell("high", n), low=told.tell("low", 1), middle=told.tell("middle", 2))
    second = kept_order(told.tell("low again", 3), high=len(told.lines), middle=told.tell("middle again", n))
    third = Told.tell(told, value=told.tell("value", 3), word="word")
    return first, second, third, told.lines


# ---------------------------------------------------------------------- methods


class Unit:
    def __init__(self, name: str, *, men: int = 10, grade: int = Grade.RAW) -> None:
        self.name = name
        self.men = men
        self.grade = grade

    def checks(self, at: int, *, near: bool = False, bonus: int = 0) -> int:
        return self.men + at + bonus + (100 if near else 0)

    def moved(self, *, by: int, to: str = "front") -> str:
        return f"{self.name} {by} {to}"

    @classmethod
    def raised(cls, name: str, *, grade: int) -> Unit:
        return cls(name, grade=grade)

    @staticmethod
    def needed(men: int, *, of: int = 6) -> int:
        return men * of


class Guards(Unit):
    """The same keywords in another order, and more of them."""

    def __init__(self, name: str, *, grade: int = Grade.CRACK, medals: int = 0) -> None:
        super().__init__(name, grade=grade, men=7)
        self.medals = medals

    def checks(self, at: int, *, bonus: int = 0, pride: int = 1000, near: bool = False) -> int:
        return super().checks(at, near=near, bonus=bonus + pride)


class Battery:
    """Nothing to do with units: its method only has the same name."""

    def moved(self, to: str, *, limbered: bool) -> str:
        return f"guns {to} {limbered}"


def of_units(at: int, near: bool) -> list[str]:
    units = [Unit("a", men=at), Guards("b", medals=2), Unit(name="c", grade=3), Guards(grade=at, name="d")]
    told = [f"{unit.name} {unit.checks(at, near=near, bonus=at)} {unit.checks(bonus=1, at=at)}" for unit in units]
    told += [f"{unit.grade} {unit.men} {unit.moved(by=at)} {unit.moved(to='rear', by=1)}" for unit in units]
    raised = [Unit.raised("e", grade=at), Guards.raised("f", grade=at)]
    told += [f"{unit.name} {unit.grade} {unit.men} {isinstance(unit, Guards)}" for unit in raised]
    return [*told, str(Unit.needed(at)), str(units[0].needed(at, of=2)), Battery().moved("left", limbered=near)]


# ---------------------------------------------------------------------- looked up only when it runs


def passed_on(unit: Unit, facts: dict[str, Any]) -> int:
    return unit.checks(1, **facts)


def by_dict(bonus: int) -> list[int]:
    facts = {"bonus": bonus}
    return [passed_on(Unit("a"), facts), passed_on(Guards("b"), {**facts, "pride": 5})]


def of_many(units: list[Unit], places: list[int]) -> list[int]:
    return [unit.checks(*places, near=True) for unit in units]


def with_stars(at: int) -> list[int]:
    return of_many([Unit("a"), Guards("b")], [at])


WORD_ORDER: Final = sorted(["bb", "a", "ccc"], key=len, reverse=True)


def longest(words: list[str]) -> tuple[str, str, list[str]]:
    return max(words, key=len, default="none"), min([], default="nothing"), WORD_ORDER
