"""All that is needed to run the procedures, and nothing else: followed from a few names and from live objects.

A function is taken if somebody names it, a method if somebody calls something of its name on anything, a field of an
object likewise. What is taken may name more, so this goes round until nothing is new.
"""

from __future__ import annotations

import ast
import json
from typing import Any, Final

from sources import Module, Symbol, meaning, module
from translate import Body, Untranslatable, Uses

from playsheet.core.events import attribute_names


class Linked:
    """The names reached so far, translated."""

    def __init__(self) -> None:
        self.symbols: Final[dict[str, Symbol]] = {}
        self.code: Final[dict[str, str]] = {}  # functions, constants, and methods as `class.method`
        self.needs: Final[dict[str, list[str]]] = {}  # by symbol: the symbols that it names
        self.attributes: Final[set[str]] = set()
        self.made: Final[set[str]] = set()
        self.left_out: Final[dict[str, str]] = {}  # functions that are not known to be called, and why not translated

    def size(self) -> tuple[int, int, int, int]:
        return len(self.symbols), len(self.code), len(self.attributes), len(self.made)

    def reach(self, symbol: Symbol) -> None:
        self.symbols.setdefault(symbol.id, symbol)

    def go_round(self) -> None:
        """Until nothing is new."""
        before = (-1, 0, 0, 0)
        while before != self.size():
            before = self.size()
            for symbol in list(self.symbols.values()):
                if symbol.is_class():
                    self.take_class(symbol)
                elif symbol.id not in self.code:
                    self.take(symbol.id, symbol, symbol.node, None)

    def take(self, key: str, symbol: Symbol, node: ast.stmt, owner: ast.ClassDef | None) -> None:
        uses = Uses()
        body = Body(symbol.module, uses, owner)
        match node:
            case ast.FunctionDef():
                try:
                    params, inner = body.function(node, owner is not None)
                except Untranslatable as fault:
                    self.left_out[key] = str(fault)
                    self.code[key] = f"() {{\nthrow new $.LeftOut({json.dumps(str(fault))});\n}}"
                    return
                self.code[key] = f"({params}) {{\n{inner}\n}}"
            case ast.AnnAssign(value=value) if value is not None:
                self.code[key] = body.expr(value)
            case ast.Assign(targets=[ast.Name()]):
                self.code[key] = body.expr(node.value)
            case _:
                raise body.fail(node, "this kind of definition")
        self.used(symbol, uses)

    def used(self, symbol: Symbol, uses: Uses) -> None:
        self.attributes.update(uses.attributes)
        self.made.update(uses.made)
        needs = self.needs.setdefault(symbol.id, [])
        for other in uses.symbols:
            self.reach(other)
            if other.id not in needs:
                needs.append(other.id)

    def take_class(self, symbol: Symbol) -> None:
        node = symbol.node
        assert isinstance(node, ast.ClassDef)
        needs = self.needs.setdefault(symbol.id, [])
        for base in bases(symbol):
            self.reach(base)
            if base.id not in needs:
                needs.append(base.id)
            if symbol.id in self.made:
                self.made.add(base.id)
        for part in node.body:
            if isinstance(part, ast.FunctionDef) and self.wants(symbol, part.name):
                key = f"{symbol.id}.{part.name}"
                if key not in self.code:
                    self.take(key, symbol, part, node)

    def wants(self, symbol: Symbol, method: str) -> bool:
        return symbol.id in self.made if method == "__init__" else method in self.attributes

    # ------------------------------------------------------------ writing

    def written(self) -> str:
        """One JavaScript module: functions, then classes and constants, each after what it needs."""
        functions: list[str] = []
        others: list[str] = []
        done: set[str] = set()
        for id in self.symbols:
            self.write(id, done, functions, others)
        names = ",\n".join(self.symbols)
        head = "// Made from the Python sources by web/engine: not to be edited.\n// @ts-nocheck\n"
        head += 'import * as $ from "../runtime";\n'
        return head + "".join(functions) + "".join(others) + f"export const made = {{\n{names}\n}};\n"

    def write(self, id: str, done: set[str], functions: list[str], others: list[str]) -> None:
        if id in done:
            return
        done.add(id)
        for other in self.needs.get(id, []):
            self.write(other, done, functions, others)
        symbol = self.symbols[id]
        if symbol.is_class():
            others.append(self.class_text(symbol))
        elif isinstance(symbol.node, ast.FunctionDef):
            functions.append(f"function {id}{self.code[id]}\n")
        else:
            others.append(f"const {id} = {self.code[id]};\n")

    def class_text(self, symbol: Symbol) -> str:
        node = symbol.node
        assert isinstance(node, ast.ClassDef)
        above = bases(symbol)
        if len(above) > 1:
            raise Untranslatable(f"{symbol.module.name}, line {node.lineno}: a class with two bases")
        base = above[0].id if above else ("$.Exception" if is_exception(symbol) else "$.Thing")
        parts: list[str] = []
        for part in node.body:
            if isinstance(part, ast.FunctionDef) and f"{symbol.id}.{part.name}" in self.code:
                marks = [mark.id for mark in part.decorator_list if isinstance(mark, ast.Name)]
                code = self.code[f"{symbol.id}.{part.name}"]
                if "cached_property" in marks:
                    code = f"() {{\nreturn $.once(this, {json.dumps(part.name)}, () => {code[3:]});\n}}"
                kind = "get " if "property" in marks or "cached_property" in marks else ""
                parts.append(f"{kind}{part.name}{code}\n")
            elif isinstance(part, (ast.Assign, ast.AnnAssign)) and getattr(part, "value", None) is not None:
                raise Untranslatable(f"{symbol.module.name}, line {part.lineno}: a value in the body of a class")
        named = f"$.named({symbol.id}, {json.dumps(symbol.name)});\n"
        return f"class {symbol.id} extends {base} {{\n{''.join(parts)}}}\n{named}"


def bases(symbol: Symbol) -> list[Symbol]:
    node = symbol.node
    assert isinstance(node, ast.ClassDef)
    found: list[Symbol] = []
    for base in node.bases:
        name = base.value if isinstance(base, ast.Subscript) else base
        known = meaning(symbol.module, name.id) if isinstance(name, ast.Name) else None
        if isinstance(known, Symbol):
            found.append(known)
    return found


def is_exception(symbol: Symbol) -> bool:
    node = symbol.node
    assert isinstance(node, ast.ClassDef)
    return any(isinstance(base, ast.Name) and base.id == "Exception" for base in node.bases)


# ---------------------------------------------------------------------- live objects


class Snapshot:
    """Live objects as plain data: those fields that somebody reads, and each object once."""

    def __init__(self, linked: Linked) -> None:
        self.linked: Final = linked
        self.objects: Final[list[list[Any]]] = []
        self.places: Final[dict[int, int]] = {}
        self.alive: Final[list[object]] = []  # so that no id is given to another

    def value(self, thing: Any) -> Any:
        if thing is None or isinstance(thing, (bool, str, float)):
            return thing
        if isinstance(thing, int):
            return thing if abs(thing) < 2**53 else {"big": str(thing)}
        if isinstance(thing, (list, tuple)):
            return [self.value(part) for part in thing]
        if isinstance(thing, dict):
            return {"dict": [[self.value(key), self.value(part)] for key, part in thing.items()]}
        return {"at": self.place(thing)}

    def place(self, thing: object) -> int:
        known = self.places.get(id(thing))
        if known is not None:
            return known
        kind = type(thing)
        symbol = class_symbol(module(kind.__module__), kind.__qualname__)
        self.linked.reach(symbol)
        place = len(self.objects)
        self.places[id(thing)] = place
        self.alive.append(thing)
        fields: dict[str, Any] = {}
        self.objects.append([symbol.id, fields])
        for name in sorted(attribute_names(thing)):
            if name in self.linked.attributes:
                fields[name] = self.value(getattr(thing, name))
        return place


def class_symbol(here: Module, name: str) -> Symbol:
    found = meaning(here, name)
    if not isinstance(found, Symbol) or not found.is_class():
        raise Untranslatable(f"{here.name}: objects of {name} cannot be carried over")
    return found
