"""How functions, methods and classes are called: their parameters, and the place of each in JavaScript.

In JavaScript every argument has a place: first those that Python takes by place, then the keyword-only ones, then a
dict of what `**facts` gathers. Only a function that has `*rest` beside keywords is given those in a `$.Keywords`.
"""

from __future__ import annotations

import ast
from typing import Final

from sources import Symbol, class_body, class_node, marks, meaning_of


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FAULTS: Final = words(
    "ArithmeticError AssertionError AttributeError IndexError KeyError NotImplementedError TypeError ValueError"
)
OUTER_BASES: Final = FAULTS | words("Exception object abc.ABC typing.Generic typing.Protocol")


class Untranslatable(Exception):
    """Python that the companion's engine does not know."""


class Mistake(Untranslatable):
    """What would fail in Python as well, or two things of one name: the engine is not made."""


class Parameter:
    def __init__(self, name: str, default: ast.expr | None, home: Symbol | None, *, keyword: bool = False) -> None:
        self.name: Final = name
        self.default: Final = default
        self.home: Final = home  # the class in whose body the default stands
        self.keyword: Final = keyword  # keyword-only
        self.placed = False  # positional-only
        self.is_factory = False  # the default is to be called each time


class Signature:
    """Parameters in the order of their places, and the names of `*rest` and `**extra` (empty: there is none)."""

    def __init__(self, name: str, params: list[Parameter], rest: str = "", extra: str = "") -> None:
        self.name: Final = name
        self.params: Final = params
        self.rest: Final = rest
        self.extra: Final = extra

    @property
    def by_place(self) -> list[Parameter]:
        return [param for param in self.params if not param.keyword]

    @property
    def gathers(self) -> bool:
        """Takes its keywords in a `$.Keywords`: they have no place behind so many others."""
        return bool(self.rest) and (bool(self.extra) or any(param.keyword for param in self.params))

    def names(self) -> list[str]:
        return [param.name for param in self.params] + [name for name in (self.rest, self.extra) if name]

    def written(self) -> str:
        """For the runtime, which finds places by name: `dice rules? * ran flanked? **`."""
        by_place = [param.name + "/" * param.placed + "?" * (param.default is not None) for param in self.by_place]
        keywords = [param.name + "?" * (param.default is not None) for param in self.params if param.keyword]
        star = ["*" + self.rest] if self.rest or keywords else []
        return " ".join([*by_place, *star, *keywords, *(["**"] if self.extra else [])])

    def places(self, by_place: int, keywords: list[str]) -> list[int]:
        """The place of each keyword in a call with so many arguments before them; what is wrong is a `Mistake`.

        A keyword that `**extra` gathers has the place behind all others.
        """
        most = len(self.by_place)
        if by_place > most and not self.rest:
            raise Mistake(
                f"{self.name} takes {most} {'argument' if most == 1 else 'arguments'} by place, not {by_place}"
            )
        names = [param.name for param in self.params if not param.placed]
        taken = {param.name for param in self.by_place[:by_place]}
        for keyword in keywords:
            if keyword not in names and not self.extra:
                raise Mistake(f"{self.name} has no parameter {keyword}")
            if keyword in taken and keyword in names:
                raise Mistake(f"{self.name} is given {keyword} twice")
            taken.add(keyword)
        for param in self.params:
            if param.default is None and param.name not in taken:
                raise Mistake(f"{self.name} is not given {param.name}")
        places = {param.name: place for place, param in enumerate(self.params) if not param.placed}
        return [places.get(keyword, len(self.params)) for keyword in keywords]

    def takes(self, by_place: int, keywords: list[str]) -> bool:
        try:
            self.places(by_place, keywords)
        except Mistake:
            return False
        return True


def of_function(node: ast.FunctionDef, owner: Symbol | None = None) -> Signature:
    """Of a method without `self`, which is `this` in JavaScript."""
    given = node.args
    by_place = [*given.posonlyargs, *given.args]
    first_default = len(by_place) - len(given.defaults)
    params: list[Parameter] = []
    for index, param in enumerate(by_place):
        default = given.defaults[index - first_default] if index >= first_default else None
        params.append(Parameter(param.arg, default, owner))
        params[-1].placed = index < len(given.posonlyargs)
    if owner is not None and "staticmethod" not in marks(node):
        params.pop(0)
    params += [
        Parameter(param.arg, default, owner, keyword=True)
        for param, default in zip(given.kwonlyargs, given.kw_defaults)
    ]
    name = f"{owner.name}.{node.name}" if owner is not None else node.name
    rest = given.vararg.arg if given.vararg is not None else ""
    return Signature(name, params, rest, given.kwarg.arg if given.kwarg is not None else "")


def of_class(known: Symbol) -> Signature | None:
    """How objects of a class are made; None if that is not known here (an exception's words)."""
    for kind in known.line():
        init = kind.members.get("__init__")
        if isinstance(init, ast.FunctionDef):
            found = of_function(init, kind)
            return Signature(known.name, found.params, found.rest, found.extra)
        if is_dataclass(kind):
            fields = [field for field in fields_of(kind) if field.is_given]
            params = [field.parameter() for field in sorted(fields, key=lambda field: field.keyword)]
            return Signature(known.name, params)
    return None if is_exception(known) else Signature(known.name, [])


def of_symbol(known: Symbol) -> Signature | None:
    """None of a constant that holds a function: which one, the call does not say."""
    if known.is_class():
        return of_class(known)
    return of_function(known.node) if isinstance(known.node, ast.FunctionDef) else None


def is_exception(known: Symbol) -> bool:
    return any(name.endswith(("Exception", "Error")) for kind in known.line() for name in kind.outer_bases())


def check_bases(kind: Symbol) -> None:
    """A class made from one of Python's own may behave as this does, and mostly does not: an `Enum`, a `NamedTuple`."""
    place = f"{kind.module.name}, line {kind.node.lineno}"
    if kind.owner is not None:
        raise Untranslatable(f"{place}: a class in a class")
    if len(kind.bases) > 1:
        raise Untranslatable(f"{place}: a class with two bases")
    for base in kind.outer_bases():
        if base not in OUTER_BASES:
            raise Untranslatable(f"{place}: a class made from {base}")


# ---------------------------------------------------------------------- classes whose fields are listed


class Field:
    """One field of a dataclass."""

    def __init__(self, home: Symbol, name: str, value: ast.expr | None, keyword: bool) -> None:
        options = field_options(home, value)
        self.home: Final = home
        self.name: Final = name
        self.factory: Final = options.get("default_factory")
        self.default: Final = value if options is NO_OPTIONS else options.get("default")
        self.is_given: Final = flag(options, "init", True)
        self.compares: Final = flag(options, "compare", True)
        self.keyword: Final = flag(options, "kw_only", keyword)

    def parameter(self) -> Parameter:
        default = self.factory if self.factory is not None else self.default
        made = Parameter(self.name, default, self.home, keyword=self.keyword)
        made.is_factory = self.factory is not None
        return made


NO_OPTIONS: Final[dict[str, ast.expr]] = {}


def field_options(home: Symbol, value: ast.expr | None) -> dict[str, ast.expr]:
    """Those of `field(...)`."""
    if isinstance(value, ast.Call) and meaning_of(home.module, value.func) == "dataclasses.field":
        return {keyword.arg: keyword.value for keyword in value.keywords if keyword.arg is not None}
    return NO_OPTIONS


def flag(options: dict[str, ast.expr], name: str, otherwise: bool) -> bool:
    value = options.get(name)
    return bool(value.value) if isinstance(value, ast.Constant) else otherwise


def dataclass_options(kind: Symbol) -> dict[str, ast.expr] | None:
    """None of a class that is no dataclass."""
    for mark in class_node(kind).decorator_list:
        bare = mark.func if isinstance(mark, ast.Call) else mark
        if meaning_of(kind.module, bare) == "dataclasses.dataclass":
            keywords = mark.keywords if isinstance(mark, ast.Call) else []
            return {keyword.arg: keyword.value for keyword in keywords if keyword.arg is not None}
    return None


def is_dataclass(kind: Symbol) -> bool:
    return dataclass_options(kind) is not None


def compares_fields(kind: Symbol) -> bool:
    options = dataclass_options(kind)
    return options is not None and flag(options, "eq", True)


def fields_of(kind: Symbol) -> list[Field]:
    """In order, those of its bases first."""
    found: dict[str, Field] = {}
    for above in reversed(kind.line()):
        options = dataclass_options(above)
        if options is None:
            continue
        if flag(options, "order", False):
            raise Untranslatable(f"{above.module.name}, line {above.node.lineno}: a dataclass with an order")
        keyword = flag(options, "kw_only", False)
        for part in class_body(above):
            if not isinstance(part, ast.AnnAssign) or not isinstance(part.target, ast.Name):
                continue
            annotation = part.annotation.value if isinstance(part.annotation, ast.Subscript) else part.annotation
            match meaning_of(above.module, annotation):
                case "dataclasses.KW_ONLY":
                    keyword = True
                case "typing.ClassVar":
                    pass
                case "dataclasses.InitVar":
                    raise Untranslatable(f"{above.module.name}, line {part.lineno}: an InitVar")
                case _:
                    found[part.target.id] = Field(above, part.target.id, part.value, keyword)
    return list(found.values())
