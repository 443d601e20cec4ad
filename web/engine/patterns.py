"""The patterns of `match` as conditions. Names are bound when the whole pattern fits, and not before."""

from __future__ import annotations

import ast
import json
from typing import TYPE_CHECKING

from signatures import fields_of, is_dataclass
from sources import Symbol

if TYPE_CHECKING:
    from translate import Body


def condition(body: Body, pattern: ast.pattern, subject: str) -> str:
    """Whether the subject fits."""
    bound: list[str] = []
    tests = [*fits(body, pattern, subject, bound), *([f"({', '.join(bound)}, true)"] if bound else [])]
    return " && ".join(tests) or "true"


def fits(body: Body, pattern: ast.pattern, subject: str, bound: list[str]) -> list[str]:
    """The tests, one after the other; `bound` takes up what is to be bound."""
    match pattern:
        case ast.MatchValue(value=value):
            return [f"$.eq({subject}, {body.expr(value)})"]
        case ast.MatchSingleton(value=value):
            return [f"({subject} === {json.dumps(value)})"]
        case ast.MatchOr(patterns=several):
            return [either(body, several, subject)]
        case ast.MatchAs(pattern=inner, name=name):
            tests = fits(body, inner, subject, bound) if inner is not None else []
            bind(body, name, subject, bound)
            return tests
        case ast.MatchSequence(patterns=parts):
            return sequence(body, parts, subject, bound)
        case ast.MatchClass():
            return instance(body, pattern, subject, bound)
    raise body.fail(pattern, f"a pattern of the kind {type(pattern).__name__}")


def bind(body: Body, name: str | None, value: str, bound: list[str]) -> None:
    if name is not None:
        bound.append(f"{body.expr(ast.Name(name))} = {value}")


def either(body: Body, several: list[ast.pattern], subject: str) -> str:
    if any(bound_names(one) for one in several):
        raise body.fail(several[0], "names that one of several patterns binds")
    return "(" + " || ".join(condition(body, one, subject) for one in several) + ")"


def sequence(body: Body, parts: list[ast.pattern], subject: str, bound: list[str]) -> list[str]:
    """`[first, *rest]`: at most one part takes what the others leave."""
    star = next((at for at, part in enumerate(parts) if isinstance(part, ast.MatchStar)), len(parts))
    after = parts[star + 1 :]
    length = f"{subject}.length"
    is_long_enough = f"{length} === {len(parts)}" if star == len(parts) else f"{length} >= {len(parts) - 1}"
    tests = [f"Array.isArray({subject})", is_long_enough]
    for at, part in enumerate(parts[:star]):
        tests += fits(body, part, f"{subject}[{at}]", bound)
    for part in parts[star : star + 1]:
        assert isinstance(part, ast.MatchStar)
        bind(body, part.name, f"{subject}.slice({star}, {length} - {len(after)})", bound)
    for at, part in enumerate(after):
        tests += fits(body, part, f"{subject}[{length} - {len(after) - at}]", bound)
    return tests


def instance(body: Body, pattern: ast.MatchClass, subject: str, bound: list[str]) -> list[str]:
    """`Shoot(target, at=12)`, `int()`, `str(word)`."""
    known = body.resolved(pattern.cls)
    tests = [body.is_a(subject, pattern.cls)]
    if not isinstance(known, Symbol):
        if pattern.kwd_attrs or len(pattern.patterns) > 1:
            raise body.fail(pattern, "parts of one of Python's own classes")
        for part in pattern.patterns:
            tests += fits(body, part, subject, bound)
        return tests
    names = match_names(known)
    if len(pattern.patterns) > len(names):
        raise body.mistake(pattern, f"{known.path()} has {len(names)} parts to match by place")
    for name, part in [*zip(names, pattern.patterns), *zip(pattern.kwd_attrs, pattern.kwd_patterns)]:
        body.uses.attributes.add(name)
        tests += fits(body, part, f"{subject}.{name}", bound)
    return tests


def match_names(kind: Symbol) -> list[str]:
    """The fields that a pattern takes by place: a dataclass's, or those that the class names itself."""
    for known in kind.line():
        named = known.members.get("__match_args__")
        if isinstance(named, Symbol):
            assert isinstance(named.node, (ast.Assign, ast.AnnAssign))
            value = named.node.value
            return [str(name) for name in ast.literal_eval(value)] if value is not None else []
        if is_dataclass(known):
            return [field.name for field in fields_of(known) if field.is_given and not field.keyword]
    return []


def bound_names(pattern: ast.pattern) -> set[str]:
    names = {part.name for part in ast.walk(pattern) if isinstance(part, (ast.MatchAs, ast.MatchStar))}
    return {name for name in names if name is not None}
