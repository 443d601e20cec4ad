"""The Python sources as a web of names: what each module defines, what it imports, and what a name means there."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Final

SOURCES: Final = Path(__file__).parents[2] / "src"
PACKAGE: Final = "playsheet"


class Symbol:
    """A name that a module defines: a function, a class, or a constant."""

    def __init__(self, module: Module, name: str, node: ast.stmt) -> None:
        self.module: Final = module
        self.name: Final = name
        self.node: Final = node

    @property
    def id(self) -> str:
        """Its name in the browser: `lancer_morale$Target`."""
        return "_".join(self.module.name.split(".")[-2:]) + "$" + self.name

    def path(self) -> str:
        return f"{self.module.name}:{self.name}"

    def is_class(self) -> bool:
        return isinstance(self.node, ast.ClassDef)


class Module:
    """One source file."""

    def __init__(self, name: str) -> None:
        self.name: Final = name
        self.symbols: Final[dict[str, Symbol]] = {}
        self.imports: Final[dict[str, tuple[str, str]]] = {}
        self.modules: Final[dict[str, str]] = {}  # imported whole
        for node in ast.parse(file_of(name).read_text("utf-8")).body:
            self.take(node)

    def take(self, node: ast.stmt) -> None:
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                self.imports[alias.asname or alias.name] = (node.module, alias.name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                self.modules[alias.asname or alias.name] = alias.name
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            self.symbols[node.name] = Symbol(self, node.name, node)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            self.symbols[node.target.id] = Symbol(self, node.target.id, node)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                for part in ast.walk(target):
                    if isinstance(part, ast.Name):
                        self.symbols[part.id] = Symbol(self, part.id, node)


def file_of(name: str) -> Path:
    path = SOURCES / Path(*name.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def module(name: str) -> Module:
    return Module(name)


def meaning(here: Module, name: str) -> Symbol | str | None:
    """What a name means in a module: a symbol of the package, `module.name` of something outside, or nothing known."""
    if name in here.symbols:
        return here.symbols[name]
    if name not in here.imports:
        return None
    source, inner = here.imports[name]
    if source.split(".")[0] != PACKAGE:
        return f"{source}.{inner}"
    return meaning(module(source), inner)


def symbol(path: str) -> Symbol:
    """`playsheet.core.dice:Dice`"""
    source, _, name = path.partition(":")
    found = meaning(module(source), name)
    if not isinstance(found, Symbol):
        raise LookupError(f"{path} is not defined in the package")
    return found
