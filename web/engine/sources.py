"""The Python sources as a web of names: what each module defines, what it imports, and what a name means there."""

from __future__ import annotations

import ast
from functools import cache, cached_property
from pathlib import Path
from typing import Final

PACKAGES: Final = {"playsheet": Path(__file__).parents[2] / "src"}  # those that are read, and the folder of each


class Symbol:
    """A name that a module defines: a function, a class, a constant, or a constant in a class (`Grade.CRACK`)."""

    def __init__(self, module: Module, name: str, node: ast.stmt, owner: Symbol | None = None) -> None:
        self.module: Final = module
        self.name: Final = name
        self.node: Final = node
        self.owner: Final = owner  # the class, of a constant in one

    @cached_property
    def id(self) -> str:
        """Its name in the browser: `playsheet$rules$lancer$morale$Target`, the whole path, so that no other has it."""
        return f"{self.module.name}.{self.name}".replace(".", "$")

    def path(self) -> str:
        return f"{self.module.name}:{self.name}"

    def is_class(self) -> bool:
        return isinstance(self.node, ast.ClassDef)

    @cached_property
    def members(self) -> dict[str, ast.FunctionDef | Symbol]:
        """What stands in the body of a class: methods, values, other classes."""
        found: dict[str, ast.FunctionDef | Symbol] = {}
        for part in class_body(self):
            match part:
                case ast.FunctionDef(name=name) if "overload" not in marks(part):
                    found[name] = part
                case ast.AnnAssign(target=ast.Name(id=name), value=value) if value is not None:
                    found[name] = Symbol(self.module, f"{self.name}.{name}", part, self)
                case ast.Assign(targets=targets):
                    for name in names_in(targets):
                        found[name] = Symbol(self.module, f"{self.name}.{name}", part, self)
                case ast.ClassDef(name=name):
                    found[name] = Symbol(self.module, f"{self.name}.{name}", part, self)
        return found

    @cached_property
    def bases(self) -> list[Symbol]:
        """The classes of the package that a class is made from."""
        return [known for base in class_node(self).bases if isinstance(known := based_on(self.module, base), Symbol)]

    def outer_bases(self) -> list[str]:
        """Its bases outside the package, in the names of their modules: `typing.Generic`, or `Exception`."""
        found: list[str] = []
        for base in class_node(self).bases:
            known = based_on(self.module, base)
            if not isinstance(known, Symbol):
                found.append(known if isinstance(known, str) else ast.unparse(base))
        return found

    def line(self) -> list[Symbol]:
        """A class, its base, that one's base and so on."""
        return [self, *[above for base in self.bases for above in base.line()]]

    def member(self, name: str) -> tuple[Symbol, ast.FunctionDef | Symbol] | None:
        """What a class has under this name, and which class it has it from."""
        for known in self.line():
            if name in known.members:
                return known, known.members[name]
        return None


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
        if isinstance(node, ast.ImportFrom):
            source = self.imported_from(node)
            for alias in node.names:
                self.imports[alias.asname or alias.name] = (source, alias.name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                whole = alias.name if alias.asname else alias.name.split(".")[0]
                self.modules[alias.asname or whole] = whole
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            self.symbols[node.name] = Symbol(self, node.name, node)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            self.symbols[node.target.id] = Symbol(self, node.target.id, node)
        elif isinstance(node, ast.Assign):
            for name in names_in(node.targets):
                self.symbols[name] = Symbol(self, name, node)

    def imported_from(self, node: ast.ImportFrom) -> str:
        """The module's whole name, also of `from .terms import Grade`."""
        if not node.level:
            return node.module or ""
        parts = self.name.split(".") if file_of(self.name).name == "__init__.py" else self.name.split(".")[:-1]
        return ".".join([*parts[: len(parts) - node.level + 1], *([node.module] if node.module else [])])


def names_in(targets: list[ast.expr]) -> list[str]:
    """The names that an assignment gives a value."""
    return [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]


def file_of(name: str) -> Path:
    path = PACKAGES[name.split(".")[0]] / Path(*name.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def module(name: str) -> Module:
    return Module(name)


def in_packages(name: str) -> bool:
    return name.split(".")[0] in PACKAGES


def meaning(here: Module, name: str) -> Symbol | Module | str | None:
    """What a name means in a module: a symbol or a module of the package, `module.name` of something outside, or
    nothing known."""
    if name in here.symbols:
        return here.symbols[name]
    if name in here.modules and in_packages(here.modules[name]):
        return module(here.modules[name])
    if name not in here.imports:
        return None
    source, inner = here.imports[name]
    if not in_packages(source):
        return f"{source}.{inner}"
    found = meaning(module(source), inner)
    if found is None and file_of(f"{source}.{inner}").exists():
        return module(f"{source}.{inner}")
    return found


def meaning_of(here: Module, node: ast.expr) -> Symbol | Module | str | None:
    """The same of a dotted name: `terms.Grade` of an imported module, `dice.charge.first_half` of a package."""
    match node:
        case ast.Name(id=name):
            return meaning(here, name)
        case ast.Attribute(value=held, attr=name):
            known = meaning_of(here, held)
            if isinstance(known, Module):
                found = meaning(known, name)
                return module(f"{known.name}.{name}") if found is None and is_module(known, name) else found
            if isinstance(held, ast.Name) and known is None and held.id in here.modules:
                return f"{here.modules[held.id]}.{name}"
    return None


def is_module(package: Module, name: str) -> bool:
    return file_of(package.name).name == "__init__.py" and file_of(f"{package.name}.{name}").exists()


def based_on(here: Module, base: ast.expr) -> Symbol | Module | str | None:
    return meaning_of(here, base.value if isinstance(base, ast.Subscript) else base)


def class_node(symbol: Symbol) -> ast.ClassDef:
    assert isinstance(symbol.node, ast.ClassDef)
    return symbol.node


def class_body(symbol: Symbol) -> list[ast.stmt]:
    return class_node(symbol).body


def marks(node: ast.FunctionDef | ast.ClassDef) -> list[str]:
    """The names of its decorators, without module and arguments."""
    bare = [mark.func if isinstance(mark, ast.Call) else mark for mark in node.decorator_list]
    return [mark.attr if isinstance(mark, ast.Attribute) else ast.unparse(mark) for mark in bare]


def symbol(path: str) -> Symbol:
    """`playsheet.core.dice:Dice`"""
    source, _, name = path.partition(":")
    found = meaning(module(source), name)
    if not isinstance(found, Symbol):
        raise LookupError(f"{path} is not defined in the package")
    return found
