"""All that is needed to run the procedures, and nothing else: followed from a few names and from live objects.

A function is taken if somebody names it, a method if somebody calls something of its name on anything, a field of an
object likewise. What is taken may name more, so this goes round until nothing is new.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import partial
from types import FunctionType, MethodType
from typing import Any, Final

from signatures import (
    Mistake,
    Signature,
    Untranslatable,
    check_bases,
    compares_fields,
    dataclass_options,
    fields_of,
    is_exception,
    of_class,
    of_function,
    of_symbol,
    words,
)
from sources import Symbol, class_body, class_node, in_packages, marks, meaning, meaning_of, module
from translate import Body, Known, Uses, safe

from playsheet.core.events import attribute_names

Write = Callable[[Uses, Known | None], str]

# What a class may have beside bases, methods and fields without its objects behaving otherwise in Python.
CLASS_MARKS: Final = words("dataclass final mypyc_attr runtime_checkable")
DUNDERS: Final = words("__init__ __post_init__ __repr__ __slots__ __match_args__ __str__")


class Linked:
    """The names reached so far. What they need is read at once; they are written when nothing more is reached."""

    def __init__(self) -> None:
        self.symbols: Final[dict[str, Symbol]] = {}
        self.taken: Final[set[str]] = set()  # functions, constants, and methods as `class.method`
        self.needs: Final[dict[str, list[str]]] = {}  # by symbol: the symbols that it names
        self.attributes: Final[set[str]] = set()
        self.made: Final[set[str]] = set()
        self.values: Final[dict[str, Symbol]] = {}  # functions and classes that are handed on
        self.exported: Final[set[str]] = set()  # what is asked for from outside
        self.left_out: Final[dict[str, str]] = {}  # functions that are not known to be called, and why not translated

    def size(self) -> tuple[int, int, int, int, int]:
        return len(self.symbols), len(self.taken), len(self.attributes), len(self.made), len(self.values)

    def reach(self, symbol: Symbol) -> None:
        known = self.symbols.setdefault(symbol.id, symbol)
        if known.path() != symbol.path():
            raise Mistake(f"{known.path()} and {symbol.path()} would both be {symbol.id} in the browser")

    def ask_for(self, symbol: Symbol) -> None:
        """Reach it for somebody who looks it up by its id."""
        self.reach(symbol)
        self.exported.add(symbol.id)

    def go_round(self) -> None:
        """Until nothing is new."""
        before = (-1, 0, 0, 0, 0)
        while before != self.size():
            before = self.size()
            for symbol in list(self.symbols.values()):
                if symbol.is_class():
                    self.take_class(symbol)
                elif symbol.id not in self.taken:
                    self.take(symbol.id, symbol, partial(written_symbol, symbol))

    def take(self, key: str, symbol: Symbol, write: Write) -> None:
        """Read what a piece of code uses, by writing it without looking at it."""
        self.taken.add(key)
        uses = Uses()
        try:
            write(uses, None)
        except Mistake:
            raise
        except Untranslatable:
            if isinstance(symbol.node, (ast.FunctionDef, ast.ClassDef)):
                return  # said when it is written
            raise
        self.used(symbol, uses)

    def used(self, symbol: Symbol, uses: Uses) -> None:
        self.attributes.update(uses.attributes)
        self.made.update(uses.made)
        for value in uses.values:
            self.values.setdefault(value.id, value)
        needs = self.needs.setdefault(symbol.id, [])
        for other in uses.symbols:
            self.reach(other)
            if other.id not in needs:
                needs.append(other.id)

    def take_class(self, symbol: Symbol) -> None:
        uses = Uses()
        uses.symbols.extend(symbol.bases)
        if symbol.id in self.made:
            uses.made.update(base.id for base in symbol.bases)
        uses.symbols.extend(constant for _, constant in self.constants(symbol))
        uses.attributes.update(self.compared(symbol))
        self.used(symbol, uses)
        for name, write in self.methods(symbol):
            key = f"{symbol.id}.{name}"
            if key not in self.taken:
                self.take(key, symbol, write)

    def methods(self, symbol: Symbol) -> Iterator[tuple[str, Write]]:
        """The methods of a class that somebody may call, and how each is written."""
        for name, member in symbol.members.items():
            if isinstance(member, ast.FunctionDef) and self.wants(symbol, name):
                yield name, partial(written_method, symbol, member)
        if self.wants(symbol, "__init__") and "__init__" not in symbol.members and is_listed(symbol):
            yield "__init__", partial(written_init, symbol)

    def wants(self, symbol: Symbol, method: str) -> bool:
        if method in ("__init__", "__post_init__"):
            return symbol.id in self.made
        return method in self.attributes or (method == "__str__" and self.has_objects(symbol))

    def has_objects(self, symbol: Symbol) -> bool:
        return symbol.id in self.made or symbol.id in self.exported

    def compared(self, symbol: Symbol) -> list[str]:
        """The fields by which its objects are the same or not; none of a class that has no opinion on that."""
        if not compares_fields(symbol) or not self.has_objects(symbol):
            return []
        return [field.name for field in fields_of(symbol) if field.compares]

    def constants(self, symbol: Symbol) -> list[tuple[str, Symbol]]:
        """Those in the body of a class that somebody may read from an object: `self.KIND`."""
        listed = {field.name for field in fields_of(symbol)}
        return [
            (name, member)
            for name, member in symbol.members.items()
            if isinstance(member, Symbol) and name in self.attributes and name not in listed
        ]

    # ------------------------------------------------------------ writing

    def known(self) -> Known:
        """Who may be meant by the name of a method, a field, or a value."""
        found = Known()
        for symbol in self.symbols.values():
            if symbol.is_class():
                for name, member in symbol.members.items():
                    if isinstance(member, ast.FunctionDef) and not is_property(member):
                        found.methods.setdefault(name, []).append(of_function(member, symbol))
                found.fields.update(field_names(symbol))
        for symbol in self.values.values():
            signature = of_symbol(symbol)
            if signature is not None:
                found.values.append(signature)
        return found

    def written(self) -> str:
        """One JavaScript module: functions, then classes and constants, each after what it needs."""
        text = Text(self, self.known())
        for id in self.symbols:
            text.write(id)
        names = ",\n".join(id for id in self.symbols if id in self.exported)
        head = "// Made from the Python sources by web/engine: not to be edited.\n// @ts-nocheck\n"
        head += 'import * as $ from "../runtime";\n'
        return head + text.whole() + f"export const made = {{\n{names}\n}};\n"


class Text:
    """The module as it is written."""

    def __init__(self, linked: Linked, known: Known) -> None:
        self.linked: Final = linked
        self.known: Final = known
        self.uses: Final = Uses()  # of all together
        self.done: Final[set[str]] = set()
        self.functions: Final[list[str]] = []
        self.others: Final[list[tuple[Symbol, str]]] = []

    def write(self, id: str) -> None:
        if id in self.done:
            return
        self.done.add(id)
        for other in self.linked.needs.get(id, []):
            self.write(other)
        symbol = self.linked.symbols[id]
        if symbol.is_class():
            self.others.append((symbol, self.class_text(symbol)))
        elif isinstance(symbol.node, ast.FunctionDef):
            code = self.code(id, partial(written_symbol, symbol))
            self.functions.append(f"function {id}{code}\n")
        else:
            code = written_symbol(symbol, self.uses, self.known)
            self.others.append((symbol, f"const {id} = {code};\n"))

    def code(self, key: str, write: Write) -> str:
        """A function; one that is not understood says so when it is called."""
        try:
            return write(self.uses, self.known)
        except Mistake:
            raise
        except Untranslatable as fault:
            self.linked.left_out[key] = str(fault)
            return f"() {{\nthrow new $.LeftOut({json.dumps(str(fault))});\n}}"

    def class_text(self, symbol: Symbol) -> str:
        check_class(symbol, self.linked.has_objects(symbol))
        above = symbol.bases
        base = above[0].id if above else ("$.Exception" if is_exception(symbol) else "$.Thing")
        parts: list[str] = []
        shared: list[str] = []
        for name, write in self.linked.methods(symbol):
            code = self.code(f"{symbol.id}.{name}", write)
            member = symbol.members.get(name)
            marked = marks(member) if isinstance(member, ast.FunctionDef) else []
            if "cached_property" in marked:
                code = f"() {{\nreturn $.once(this, {json.dumps(name)}, () => {code[3:]});\n}}"
            kind = "get " if "property" in marked or "cached_property" in marked else ""
            if "staticmethod" in marked or "classmethod" in marked:
                kind = "static "
                shared.append(name)
            parts.append(f"{kind}{name}{code}\n")
        after = f"$.named({symbol.id}, {json.dumps(symbol.name)});\n"
        after += "".join(f"$.shared({symbol.id}, {json.dumps(name)});\n" for name in shared)
        for name, constant in self.linked.constants(symbol):
            check_constant(constant, name)
        constants = ", ".join(f"{name}: {constant.id}" for name, constant in self.linked.constants(symbol))
        after += f"$.constants({symbol.id}, {{ {constants} }});\n" if constants else ""
        compared = self.linked.compared(symbol)
        after += f"$.compared({symbol.id}, {json.dumps(compared)});\n" if compared else ""
        return f"class {symbol.id} extends {base} {{\n{''.join(parts)}}}\n{after}"

    def whole(self) -> str:
        """With the parameters' names of all that may be called by name."""
        signed = [self.named(symbol) for symbol in self.linked.values.values() if not symbol.is_class()]
        others = [text + (self.named_class(symbol) if symbol.is_class() else "") for symbol, text in self.others]
        return "".join([*self.functions, *signed, *others])

    def named(self, symbol: Symbol) -> str:
        signature = of_symbol(symbol)
        text = signed(symbol.id, signature) if signature is not None and self.uses.by_name else ""
        named = f"$.named({symbol.id}, {json.dumps(symbol.name)});\n"
        return text + (named if "__name__" in self.linked.attributes else "")

    def named_class(self, symbol: Symbol) -> str:
        if not self.uses.by_name:
            return ""
        signature = of_class(symbol) if symbol.id in self.linked.values else None
        text = signed(symbol.id, signature) if signature is not None else ""
        for name, _ in self.linked.methods(symbol):
            member = symbol.members.get(name)
            if isinstance(member, ast.FunctionDef) and name in self.linked.attributes and not is_property(member):
                on = symbol.id if {"staticmethod", "classmethod"} & set(marks(member)) else f"{symbol.id}.prototype"
                if "" in self.uses.by_name or name in self.uses.by_name:
                    text += signed(f"{on}.{name}", of_function(member, symbol))
        return text


def signed(name: str, signature: Signature) -> str:
    return f"$.signed({name}, {json.dumps(signature.written())});\n"


def is_listed(symbol: Symbol) -> bool:
    """A dataclass: its fields are listed, and Python makes its objects."""
    return dataclass_options(symbol) is not None


def is_property(member: ast.FunctionDef) -> bool:
    return bool({"property", "cached_property"} & set(marks(member)))


def field_names(symbol: Symbol) -> Iterator[str]:
    """Those that a class lists, and those that its methods set."""
    for part in class_body(symbol):
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            yield part.target.id
        for node in ast.walk(part) if isinstance(part, ast.FunctionDef) else ():
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                yield node.attr


def check_class(symbol: Symbol, has_objects: bool) -> None:
    """What a class has that would be otherwise in the browser is not passed over in silence."""
    node = class_node(symbol)
    place = f"{symbol.module.name}, line {node.lineno}"
    check_bases(symbol)
    for mark in marks(node):
        if mark not in CLASS_MARKS:
            raise Untranslatable(f"{place}: the decorator {mark}")
    for name in symbol.members:
        if has_objects and name.startswith("__") and name not in DUNDERS:
            raise Untranslatable(f"{place}: a class with {name}")


def check_constant(constant: Symbol, name: str) -> None:
    """A function in the body of a class is a method when it is read from an object, and is not when from the class."""
    assert isinstance(constant.node, (ast.Assign, ast.AnnAssign))
    value = constant.node.value
    known = meaning_of(constant.module, value) if value is not None else None
    if isinstance(known, Symbol) and isinstance(known.node, ast.FunctionDef):
        place = f"{constant.module.name}, line {constant.node.lineno}"
        raise Untranslatable(f"{place}: the function {name} of a class, which somebody may read from an object")


def written_symbol(symbol: Symbol, uses: Uses, known: Known | None) -> str:
    """A function or a constant."""
    body = Body(symbol.module, uses, scope=symbol.owner, known=known)
    match symbol.node:
        case ast.FunctionDef() as node:
            params, inner = body.function(node)
            return f"({params}) {{\n{inner}\n}}"
        case ast.AnnAssign(value=ast.expr() as value) | ast.Assign(targets=[ast.Name()], value=value):
            return body.expr(value)
    raise body.fail(symbol.node, "this kind of definition")


def written_method(symbol: Symbol, node: ast.FunctionDef, uses: Uses, known: Known | None) -> str:
    params, inner = Body(symbol.module, uses, owner=symbol, known=known).function(node)
    return f"({params}) {{\n{inner}\n}}"


def written_init(symbol: Symbol, uses: Uses, known: Known | None) -> str:
    """That of a dataclass, which Python writes."""
    body = Body(symbol.module, uses, owner=symbol, known=known)
    signature = of_class(symbol)
    assert signature is not None
    params, _ = body.parameters(signature)
    lines: list[str] = []
    for field in fields_of(symbol):
        default = field.parameter()
        if field.is_given:
            lines.append(f"this.{field.name} = {safe(field.name)};")
        elif default.default is not None:
            lines.append(f"this.{body.parameter(default)};")
    if symbol.member("__post_init__") is not None:
        lines.append("this.__post_init__();")
    return f"({params}) {{\n{chr(10).join(lines)}\nreturn null;\n}}"


# ---------------------------------------------------------------------- live objects


class Snapshot:
    """Live objects as plain data: those fields that somebody reads, and each object once."""

    def __init__(self, linked: Linked) -> None:
        self.linked: Final = linked
        self.objects: Final[list[list[Any]]] = []
        self.places: Final[dict[int, int]] = {}
        self.alive: Final[list[object]] = []  # so that no id is given to another
        self.constants: Final = {id(live): symbol for symbol, live in live_constants(linked)}

    def value(self, thing: Any) -> Any:
        if thing is None or isinstance(thing, (bool, str, float)):
            return thing
        if isinstance(thing, int):
            return thing if abs(thing) < 2**53 else {"big": str(thing)}
        if isinstance(thing, (list, tuple)):
            return [self.value(part) for part in thing]
        if isinstance(thing, dict):
            return {"dict": [[self.value(key), self.value(part)] for key, part in thing.items()]}
        if id(thing) in self.constants:
            self.linked.ask_for(self.constants[id(thing)])
            return {"is": self.constants[id(thing)].id}
        if isinstance(thing, FunctionType):
            return {"is": self.handed_on(thing)}
        if isinstance(thing, type):
            return {"kind": self.handed_on(thing)}
        if isinstance(thing, MethodType):
            self.linked.attributes.add(thing.__name__)
            return {"bound": [self.value(thing.__self__), thing.__name__]}
        return {"at": self.place(thing)}

    def handed_on(self, thing: FunctionType | type) -> str:
        """A function or a class that an object holds."""
        known = found_symbol(thing.__module__, thing.__qualname__)
        self.linked.ask_for(known)
        self.linked.values.setdefault(known.id, known)
        if known.is_class():
            self.linked.made.add(known.id)
        return known.id

    def place(self, thing: object) -> int:
        known = self.places.get(id(thing))
        if known is not None:
            return known
        kind = type(thing)
        symbol = found_symbol(kind.__module__, kind.__qualname__)
        self.linked.ask_for(symbol)
        place = len(self.objects)
        self.places[id(thing)] = place
        self.alive.append(thing)
        held: dict[str, Any] = {}
        self.objects.append([symbol.id, held])
        for name in sorted(names_held(thing)):
            if name in self.linked.attributes:
                held[name] = self.value(getattr(thing, name))
        return place


def live_constants(linked: Linked) -> Iterator[tuple[Symbol, object]]:
    """Objects that the code knows by name: what holds one of them holds that one, and no copy."""
    for symbol in linked.symbols.values():
        if isinstance(symbol.node, (ast.Assign, ast.AnnAssign)) and symbol.owner is None:
            live = getattr(sys.modules.get(symbol.module.name), symbol.name, None)
            if in_packages(type(live).__module__):
                yield symbol, live


def names_held(thing: object) -> list[str]:
    """The fields of an object, also of a dataclass with slots."""
    if is_dataclass(thing):
        return sorted({*[field.name for field in fields(thing)], *getattr(thing, "__dict__", {})})
    return attribute_names(thing)


def found_symbol(source: str, name: str) -> Symbol:
    """The class of an object, or a function that it holds, in the sources."""
    found = meaning(module(source), name) if in_packages(source) else None
    if not isinstance(found, Symbol):
        raise Untranslatable(f"{source}: {name} cannot be carried over")
    return found
