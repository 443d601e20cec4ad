"""The blocks of a module: lines that run one after the other, so that who comes to one of them comes to all.

A module can be run with a mark in front of each block, `__reached__[7] = 1`, which costs little: a tracer of lines
makes play take four times as long.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

MARKS = "__reached__"  # a name that no class makes its own


class Blocks:
    """Of one module."""

    def __init__(self, source: str) -> None:
        self.tree = ast.parse(source)  # with the marks
        self.count = 0
        self.at: dict[int, int] = {}  # each line's block; a header's is the block before
        self.mark(self.tree.body)
        ast.fix_missing_locations(self.tree)

    def mark(self, body: list[ast.stmt]) -> None:
        """A mark in front of the first statement, and after each that has blocks of its own."""
        marked: list[ast.stmt] = []
        number = -1
        for statement in body:
            if number < 0 and not must_be_first(statement):
                number = self.count
                self.count += 1
                marked.append(ast.copy_location(ast.parse(f"{MARKS}[{number}] = 1").body[0], statement))
            if number >= 0:
                self.at.update(dict.fromkeys(lines_of(statement), number))
            marked.append(statement)
            for inner in bodies_of(statement):
                self.mark(inner)
                number = -1
        body[:] = marked


def must_be_first(statement: ast.stmt) -> bool:
    """A docstring, or an import from the future."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return True
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def lines_of(statement: ast.stmt) -> range:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    first = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
    return range(first, (statement.end_lineno or first) + 1)


def bodies_of(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        if getattr(statement, name, None):
            yield getattr(statement, name)
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body
