"""The operators of a module that can be changed, and the module with one of them changed.

    <  and <=    >  and >=    ==  and !=    +  and -    and  and or

and, of the extra kinds, `min` and `max`, `not x` and `x`, `True` and `False`. Types, what `TYPE_CHECKING` guards and
the message of an `assert` are no rules and are left alone; so are texts put together with `+`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

COMPARED: dict[type[ast.cmpop], tuple[str, type[ast.cmpop]]] = {
    ast.Lt: ("<", ast.LtE),
    ast.LtE: ("<=", ast.Lt),
    ast.Gt: (">", ast.GtE),
    ast.GtE: (">=", ast.Gt),
    ast.Eq: ("==", ast.NotEq),
    ast.NotEq: ("!=", ast.Eq),
}
SUMS: dict[type[ast.operator], tuple[str, type[ast.operator]]] = {ast.Add: ("+", ast.Sub), ast.Sub: ("-", ast.Add)}
JOINED: dict[type[ast.boolop], tuple[str, type[ast.boolop]]] = {ast.And: ("and", ast.Or), ast.Or: ("or", ast.And)}
ENDS = {"min": "max", "max": "min"}
KINDS = ("< <=", "> >=", "== !=", "+ -", "and or")
EXTRA = ("min max", "not", "True False")
KIND = {word: kind for kind in (*KINDS, *EXTRA) for word in kind.split()}


@dataclass(frozen=True)
class Operator:
    """One that can be changed: which of the module's, where it stands, and into what it changes."""

    number: int
    line: int  # where the expression that it stands in begins
    old: str
    new: str
    said: str  # the expression

    @property
    def kind(self) -> str:
        return KIND[self.old]


class Finding:
    """Goes through a module in the order of its text, and changes the operator of one number, or none."""

    def __init__(self, change: int = -1) -> None:
        self.change = change
        self.found: list[Operator] = []

    def note(self, node: ast.expr | ast.stmt, old: str, new: str, changed: Callable[[], None]) -> None:
        number = len(self.found)
        self.found.append(Operator(number, node.lineno, old, new, ast.unparse(node)))
        if number == self.change:
            changed()

    def walk(self, node: ast.AST) -> None:
        if isinstance(node, (ast.expr, ast.AugAssign)):
            self.look_at(node)
        for part in parts(node):
            self.walk(part)

    def look_at(self, node: ast.expr | ast.AugAssign) -> None:
        match node:
            case ast.Compare():
                for at, op in enumerate(node.ops):
                    if type(op) in COMPARED:
                        word, other = COMPARED[type(op)]
                        self.note(node, word, COMPARED[other][0], lambda at=at, to=other: put(node.ops, at, to()))  # type: ignore[misc]
            case ast.BinOp() | ast.AugAssign():
                if type(node.op) in SUMS and not is_text(node):
                    word, sum = SUMS[type(node.op)]
                    self.note(node, word, SUMS[sum][0], lambda: setattr(node, "op", sum()))
            case ast.BoolOp():
                word, join = JOINED[type(node.op)]
                self.note(node, word, JOINED[join][0], lambda: setattr(node, "op", join()))
            case ast.Call(func=ast.Name(id="min" | "max" as end) as name):
                self.note(node, end, ENDS[end], lambda: setattr(name, "id", ENDS[end]))
            case ast.UnaryOp(op=ast.Not()):
                again = ast.copy_location(ast.UnaryOp(ast.Not(), node.operand), node)  # not not x is x, as a flag
                self.note(node, "not", "", lambda: setattr(node, "operand", again))
            case ast.Constant(value=True | False as flag):
                self.note(node, str(flag), str(not flag), lambda: setattr(node, "value", not flag))


def put(ops: list[ast.cmpop], at: int, op: ast.cmpop) -> None:
    ops[at] = op


def is_text(node: ast.BinOp | ast.AugAssign) -> bool:
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.value,)
    return any(
        isinstance(side, ast.JoinedStr) or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in sides
    )


def parts(node: ast.AST) -> Iterator[ast.AST]:
    """What stands in it, but for what only tells types or a fault."""
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            yield from node.orelse
            return
        case ast.Assert():
            yield node.test
            return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                yield part


def operators_of(source: str, kinds: tuple[str, ...] = KINDS) -> list[Operator]:
    """All that can be changed in a module, in the order of its text."""
    finding = Finding()
    finding.walk(ast.parse(source))
    return [found for found in finding.found if found.kind in kinds]


def changed(source: str, number: int) -> ast.Module:
    """The module with that operator changed; its lines stay where they are."""
    tree = ast.parse(source)
    Finding(number).walk(tree)
    return ast.fix_missing_locations(tree)
