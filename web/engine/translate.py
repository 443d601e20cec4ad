"""Plain typed Python to JavaScript, a function at a time.

Only what the procedures are written in:

- functions and methods with every kind of parameter, called in every way; their keywords are looked up here, so a
  keyword that nobody takes, or one that is missing, is a mistake of the sources and not `undefined` in the browser;
- classes with at most one base, dataclasses, and constants in classes (`Grade.CRACK`);
- functions, methods and classes as values: passed on, kept in fields, tuples and dicts, called from there;
- loops, `match`, comprehensions, numbers of any size, words, lists, tuples and dicts.

`web/engine/shapes` has an example of each. Anything else is `Untranslatable`, with its place: the function is left out,
and whoever calls it in the browser is told so.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from typing import Final

from calls import call
from patterns import bound_names, condition
from signatures import FAULTS, Mistake, Parameter, Signature, Untranslatable, check_bases, of_function, words
from sources import Module, Symbol, marks, meaning_of

RESERVED: Final = words(
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends "
    "false finally for function if implements import in instanceof interface let new null package private protected "
    "public return static super switch this throw true try typeof undefined var void while with yield"
)
# Methods of Python's own types: what they are called on is only known when they are.
METHODS: Final = words(
    "append clear copy count endswith extend format get index insert isascii isdigit items join keys lower lstrip "
    "partition pop remove replace reverse rstrip setdefault sort split startswith strip update upper values"
)
BUILTINS: Final = words(
    "abs all any bool dict divmod enumerate float getattr int isinstance iter len list max min next range repr "
    "reversed round set sorted str sum tuple zip"
)
# Decorators that change nothing of what a function comes to, or that classes are written with.
MARKS: Final = words("abstractmethod cache cached_property classmethod final lru_cache override property staticmethod")
KINDS: Final = words("bool dict float int list str tuple")
OUTSIDE: Final = {
    "math.ceil": "ceil",
    "math.inf": "infinity",
    "math.comb": "comb",
    "math.floor": "floor",
    "math.gcd": "gcd",
    "math.lcm": "lcm",
    "math.sqrt": "sqrt",
    "fractions.Fraction": "Fraction",
}
NATIVE: Final = {"playsheet.core.events:attribute_names": "field_names"}  # they look into Python itself
ARITHMETIC: Final[dict[type[ast.operator], str]] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "shr",
}
ORDER: Final[dict[type[ast.cmpop], str]] = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
UNPACK: Final = (ast.Tuple, ast.List)


def safe(name: str) -> str:
    return name + "_" if name in RESERVED else name


class Uses:
    """What a piece of code needs: symbols by name, and attributes that it reads or calls."""

    def __init__(self) -> None:
        self.symbols: Final[list[Symbol]] = []
        self.made: Final[set[str]] = set()  # classes that it makes objects of
        self.attributes: Final[set[str]] = set()
        self.values: Final[list[Symbol]] = []  # functions and classes that it hands on, rather than calls
        self.by_name: Final[set[str]] = set()  # what it calls by keywords without knowing whom: methods, "" for values


class Known:
    """What is known when all that is needed has been found: only then can it be said who may be meant by a name."""

    def __init__(self) -> None:
        self.methods: Final[dict[str, list[Signature]]] = {}
        self.fields: Final[set[str]] = set()
        self.values: Final[list[Signature]] = []  # of functions that are handed on


class Body:
    """The body of one function, method or constant.

    `owner` is the class of a method. `scope` is the class in whose body a constant or a default stands: it sees that
    class's constants by their bare names. Without `known` it is read only for what it uses.
    """

    def __init__(
        self,
        here: Module,
        uses: Uses,
        *,
        owner: Symbol | None = None,
        scope: Symbol | None = None,
        known: Known | None = None,
    ) -> None:
        self.here: Final = here
        self.uses: Final = uses
        self.owner: Final = owner
        self.scope: Final = scope
        self.known: Final = known
        self.locals: list[set[str]] = []
        self.spare = 0

    def fail(self, node: ast.AST, what: str) -> Untranslatable:
        return Untranslatable(self.placed(node, what))

    def mistake(self, node: ast.AST, what: str) -> Mistake:
        return Mistake(self.placed(node, what))

    def placed(self, node: ast.AST, what: str) -> str:
        return f"{self.here.name}, line {getattr(node, 'lineno', 0)}: {what}"

    def fresh(self) -> str:
        self.spare += 1
        return f"$t{self.spare}"

    def is_local(self, name: str) -> bool:
        return any(name in names for names in self.locals)

    def resolved(self, node: ast.expr) -> Symbol | Module | str | None:
        """What a name, or a dotted one, stands for in the sources; None of what is only known when it runs."""
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name) or self.is_local(root.id):
            return None
        if self.scope is not None and not self.locals and root.id in self.scope.members:
            member = self.scope.members[root.id]
            return member if root is node and isinstance(member, Symbol) else None
        return meaning_of(self.here, node)

    # ------------------------------------------------------------ functions

    def function(self, node: ast.FunctionDef) -> tuple[str, str]:
        """Parameters and body; a method has `this` under its Python name."""
        for mark in marks(node):
            if mark not in MARKS:
                raise self.fail(node, f"the decorator {mark}")
        signature = of_function(node, self.owner)
        own = self.own_name(node)
        params, begun = self.parameters(signature)
        names = set(signature.names())
        assigned = assigned_in(node.body) - names
        self.locals.append({*names, *assigned, *([own] if own else [])})
        lines = [f"const {safe(own)} = {'$.maker(this)' if 'classmethod' in marks(node) else 'this'};"] if own else []
        lines += begun
        if assigned:
            lines.append("let " + ", ".join(safe(name) for name in sorted(assigned)) + ";")
        lines.append(self.block(node.body))
        if not isinstance(node.body[-1], ast.Return):
            lines.append("return null;")
        self.locals.pop()
        return params, "\n".join(lines)

    def own_name(self, node: ast.FunctionDef) -> str:
        """`self` or `cls`; empty of what has neither."""
        if self.owner is None or "staticmethod" in marks(node):
            return ""
        if "classmethod" in marks(node):
            self.uses.made.add(self.owner.id)
            self.uses.values.append(self.owner)
        return [*node.args.posonlyargs, *node.args.args][0].arg

    def parameters(self, signature: Signature) -> tuple[str, list[str]]:
        """As they are written, and what is to be done first."""
        written = [self.parameter(param) for param in signature.params]
        if not signature.gathers:
            extra = [f"{safe(signature.extra)} = $.dict_of([])"] if signature.extra else []
            rest = [f"...{safe(signature.rest)}"] if signature.rest else []
            return ", ".join([*written, *extra, *rest]), []
        count = len(signature.by_place)
        keywords = [param.name for param in signature.params[count:]]
        gathered = ", ".join([*written[count:], *([safe(signature.extra)] if signature.extra else [])])
        others = safe(signature.rest)
        begun = f"let [{gathered}] = $.keywords({others}, {json.dumps(keywords)});"
        return ", ".join([*written[:count], f"...{others}"]), [begun]

    def parameter(self, param: Parameter) -> str:
        """Defaults are read where they stand: in a class they see its constants, and never another parameter."""
        if param.default is None:
            return safe(param.name)
        here = param.home.module if param.home is not None else self.here
        value = Body(here, self.uses, scope=param.home, known=self.known).expr(param.default)
        return f"{safe(param.name)} = {value}{'()' if param.is_factory else ''}"

    def block(self, body: list[ast.stmt]) -> str:
        return "\n".join(line for node in body if (line := self.statement(node)))

    def statement(self, node: ast.stmt) -> str:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return ""
            case ast.Expr(value=value):
                return self.expr(value) + ";"
            case ast.Return(value=value):
                return f"return {self.expr(value) if value is not None else 'null'};"
            case ast.If():
                other = f" else {{\n{self.block(node.orelse)}\n}}" if node.orelse else ""
                return f"if ({self.truth(node.test)}) {{\n{self.block(node.body)}\n}}{other}"
            case ast.While(orelse=[]):
                return f"while ({self.truth(node.test)}) {{\n{self.block(node.body)}\n}}"
            case ast.For(orelse=[]):
                return self.loop(node)
            case ast.Assign():
                return self.assignment(node)
            case ast.AnnAssign(value=None):
                return ""
            case ast.AnnAssign(value=value) if value is not None:
                return self.store(node.target, self.expr(value))
            case ast.AugAssign():
                return self.augmented(node)
            case ast.Raise(exc=fault) if fault is not None:
                made = fault if isinstance(fault, ast.Call) else ast.copy_location(ast.Call(fault, [], []), fault)
                return f"throw {self.expr(made if self.is_kind(fault) else fault)};"
            case ast.Match():
                return self.choice(node)
            case ast.Break():
                return "break;"
            case ast.Continue():
                return "continue;"
            case ast.Assert():
                return ""  # for the type checker
            case ast.Delete(targets=[ast.Subscript(value=held, slice=key)]):
                return f"$.del({self.expr(held)}, {self.expr(key)});"
        raise self.fail(node, f"a statement of the kind {type(node).__name__}")

    def loop(self, node: ast.For) -> str:
        body = self.block(node.body)
        match node.iter:
            case ast.Call(func=ast.Name(id="range"), args=[*bounds]) if len(bounds) < 3 and not self.is_local("range"):
                at, end = self.fresh(), self.fresh()
                low = self.expr(bounds[0]) if len(bounds) == 2 else "0"
                head = f"let {at} = {low}, {end} = {self.expr(bounds[-1])}; {at} < {end}; {at}++"
                return f"for ({head}) {{\n{self.store(node.target, at)}\n{body}\n}}"
        each = self.fresh()
        return f"for (const {each} of $.each({self.expr(node.iter)})) {{\n{self.store(node.target, each)}\n{body}\n}}"

    def is_kind(self, node: ast.expr) -> bool:
        """The name of a class, or of a fault: `raise NotImplementedError` makes one."""
        known = self.resolved(node)
        if isinstance(known, Symbol):
            return known.is_class()
        return known is None and isinstance(node, ast.Name) and node.id in FAULTS and not self.is_local(node.id)

    def choice(self, node: ast.Match) -> str:
        subject = self.fresh()
        parts: list[str] = []
        for case in node.cases:
            test = condition(self, case.pattern, subject)
            if case.guard is not None:
                test = f"{test} && {self.truth(case.guard)}"
            parts.append(f"if ({test}) {{\n{self.block(case.body)}\n}}")
        return f"{{ const {subject} = {self.expr(node.subject)};\n{' else '.join(parts)}\n}}"

    def assignment(self, node: ast.Assign) -> str:
        if len(node.targets) == 1:
            return self.store(node.targets[0], self.expr(node.value))
        held = self.fresh()
        stored = "\n".join(self.store(target, held) for target in node.targets)
        return f"const {held} = {self.expr(node.value)};\n{stored}"

    def store(self, target: ast.expr, value: str) -> str:
        match target:
            case ast.Name(id=name):
                return f"{safe(name)} = {value};"
            case ast.Attribute(value=held, attr=name):
                return f"{self.expr(held)}.{name} = {value};"
            case ast.Subscript(value=held, slice=key) if not isinstance(key, ast.Slice):
                return f"$.put({self.expr(held)}, {self.expr(key)}, {value});"
            case ast.Tuple(elts=parts) if not any(isinstance(part, ast.Starred) for part in parts):
                whole = self.fresh()
                stored = " ".join(self.store(part, f"{whole}[{index}]") for index, part in enumerate(parts))
                return f"{{ const {whole} = $.each({value}); {stored} }}"
        raise self.fail(target, "this kind of assignment")

    def augmented(self, node: ast.AugAssign) -> str:
        name = ARITHMETIC.get(type(node.op))
        if name is None:
            raise self.fail(node, "this operator")
        value = self.expr(node.value)
        match node.target:
            case ast.Name(id=target):
                return f"{safe(target)} = $.{name}({safe(target)}, {value});"
            case ast.Attribute(value=held, attr=attribute):
                kept = self.fresh()
                there = f"{kept}.{attribute}"
                return f"{{ const {kept} = {self.expr(held)}; {there} = $.{name}({there}, {value}); }}"
            case ast.Subscript(value=held, slice=key):
                kept, at = self.fresh(), self.fresh()
                begun = f"const {kept} = {self.expr(held)}, {at} = {self.expr(key)};"
                return f"{{ {begun} $.put({kept}, {at}, $.{name}($.item({kept}, {at}), {value})); }}"
        raise self.fail(node, "this kind of assignment")

    # ------------------------------------------------------------ conditions

    def truth(self, node: ast.expr) -> str:
        """As a condition."""
        match node:
            case ast.Compare():
                return self.expr(node)
            case ast.BoolOp(op=op, values=values):
                return "(" + (" && " if isinstance(op, ast.And) else " || ").join(map(self.truth, values)) + ")"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"!{self.truth(operand)}"
            case ast.Constant(value=bool()):
                return self.expr(node)
        return f"$.truth({self.expr(node)})"

    def compare(self, node: ast.Compare) -> str:
        parts: list[str] = []
        left = self.expr(node.left)
        for at, (op, right) in enumerate(zip(node.ops, node.comparators)):
            value = self.expr(right)
            if at < len(node.ops) - 1 and not isinstance(right, (ast.Name, ast.Constant, ast.Attribute)):
                rest = self.compare(ast.Compare(ast.Name("$m"), node.ops[at + 1 :], node.comparators[at + 1 :]))
                parts.append(f"(($m) => {self.compared(op, left, '$m', node)} && {rest})({value})")
                break
            parts.append(self.compared(op, left, value, node))
            left = value
        return parts[0] if len(parts) == 1 else "(" + " && ".join(parts) + ")"

    def compared(self, op: ast.cmpop, left: str, right: str, node: ast.Compare) -> str:
        if type(op) in ORDER:
            return f"({left} {ORDER[type(op)]} {right})"
        match op:
            case ast.Is():
                return f"({left} === {right})"
            case ast.IsNot():
                return f"({left} !== {right})"
            case ast.Eq():
                return f"$.eq({left}, {right})"
            case ast.NotEq():
                return f"!$.eq({left}, {right})"
            case ast.In():
                return f"$.has({right}, {left})"
            case ast.NotIn():
                return f"!$.has({right}, {left})"
        raise self.fail(node, "this comparison")

    # ------------------------------------------------------------ expressions

    def expr(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=value):
                return self.constant(node, value)
            case ast.Name(id=name):
                return self.name(node, name)
            case ast.Attribute():
                return self.attribute(node)
            case ast.Call():
                return self.call(node)
            case ast.Compare():
                return self.compare(node)
            case ast.BoolOp(op=op, values=values):
                return self.either(isinstance(op, ast.And), values)
            case ast.UnaryOp(op=ast.Not()):
                return self.truth(node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return f"$.neg({self.expr(operand)})"
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return f"$.invert({self.expr(operand)})"
            case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC:
                return f"$.{ARITHMETIC[type(op)]}({self.expr(left)}, {self.expr(right)})"
            case ast.IfExp(test=test, body=body, orelse=other):
                return f"({self.truth(test)} ? {self.expr(body)} : {self.expr(other)})"
            case ast.List(elts=parts) | ast.Tuple(elts=parts):
                return f"[{self.parts(parts)}]"
            case ast.Dict(keys=keys, values=values):
                return f"$.dict_of([{self.pairs(node, keys, values)}])"
            case ast.ListComp(elt=part, generators=chain) | ast.GeneratorExp(elt=part, generators=chain):
                return self.comprehension(chain, lambda: f"$r.push({self.expr(part)});", "[]")
            case ast.DictComp(key=key, value=value, generators=chain):
                pair = ast.Tuple([key, value])
                return f"$.dict_of({self.comprehension(chain, lambda: f'$r.push({self.expr(pair)});', '[]')})"
            case ast.Subscript(value=held, slice=ast.Slice(lower=lower, upper=upper, step=None)):
                low = self.expr(lower) if lower is not None else "null"
                high = self.expr(upper) if upper is not None else "null"
                return f"$.slice({self.expr(held)}, {low}, {high})"
            case ast.Subscript(value=held, slice=key) if not isinstance(key, ast.Slice):
                return f"$.item({self.expr(held)}, {self.expr(key)})"
            case ast.JoinedStr(values=parts):
                return "[" + ", ".join(self.formatted(part) for part in parts) + '].join("")'
            case ast.Starred(value=value):
                return f"...$.each({self.expr(value)})"
        raise self.fail(node, f"an expression of the kind {type(node).__name__}")

    def constant(self, node: ast.AST, value: object) -> str:
        if value is None or isinstance(value, (bool, str)):
            return json.dumps(value)
        if isinstance(value, int):
            return str(value) if abs(value) < 2**53 else f"{value}n"
        if isinstance(value, float):
            return repr(value)
        raise self.fail(node, "this constant")

    def name(self, node: ast.Name, name: str) -> str:
        if self.is_local(name) or name == "$m":
            return safe(name)
        known = self.resolved(node)
        if isinstance(known, Symbol):
            return self.symbol(known)
        if isinstance(known, str) and known in OUTSIDE:
            return f"$.{OUTSIDE[known]}"
        if known is None and (name in BUILTINS or name in FAULTS):
            return f"$.{name}"
        raise self.fail(node, f"the name {name}")

    def symbol(self, known: Symbol, *, as_value: bool = True) -> str:
        """A name of the sources: handed on, unless it is called, or asked for an object's class."""
        if known.path() in NATIVE:
            return f"$.{NATIVE[known.path()]}"
        self.uses.symbols.append(known)
        if as_value and isinstance(known.node, (ast.FunctionDef, ast.ClassDef)):
            self.uses.values.append(known)
        if not as_value or not known.is_class():
            return known.id
        self.uses.made.add(known.id)
        return f"$.maker({known.id})"

    def attribute(self, node: ast.Attribute) -> str:
        match node:
            case ast.Attribute(value=ast.Call(func=ast.Name(id="type"), args=[thing]), attr="__name__"):
                return f"$.class_name({self.expr(thing)})"
            case ast.Attribute(value=held, attr="__getitem__"):
                return f"$.getter({self.expr(held)})"
        known = self.resolved(node)
        if isinstance(known, Symbol):
            return self.symbol(known)
        if isinstance(known, str):
            return self.outside(node, known)
        owner = self.resolved(node.value)
        if isinstance(owner, Module):
            raise self.mistake(node, f"{owner.name} has no {node.attr}")
        if isinstance(owner, Symbol) and owner.is_class() and node.attr != "__name__":
            return self.of_class(node, owner)
        self.uses.attributes.add(node.attr)
        if node.attr == "__name__":
            return f"$.name_of({self.expr(node.value)})"
        if node.attr.startswith("__"):
            raise self.fail(node, f"the attribute {node.attr}")
        return self.read(node)

    def read(self, node: ast.Attribute) -> str:
        """A field; where it may be a method, that goes with its object."""
        own = node.attr in METHODS
        if self.known is None or not (own or node.attr in self.known.methods):
            return f"{self.expr(node.value)}.{node.attr}"
        kind = "$.own" if own else "$.bound"
        if isinstance(node.value, ast.Name):
            held = self.expr(node.value)
            return f"{kind}({held}.{node.attr}, {held}, {json.dumps(node.attr)})"
        return f"(($o) => {kind}($o.{node.attr}, $o, {json.dumps(node.attr)}))({self.expr(node.value)})"

    def of_class(self, node: ast.Attribute, kind: Symbol) -> str:
        """What a class has: `Grade.CRACK`, or one of its methods as a value."""
        found = kind.member(node.attr)
        if found is None:
            raise self.mistake(node, f"{kind.path()} has no {node.attr}")
        home, member = found
        check_bases(home)
        if isinstance(member, Symbol):
            return self.symbol(member)
        if {"property", "cached_property"} & set(marks(member)):
            raise self.fail(node, f"the property {node.attr} without an object")
        self.uses.attributes.add(node.attr)
        if "staticmethod" in marks(member):
            return f"{self.symbol(home, as_value=False)}.{node.attr}"
        if "classmethod" in marks(member):
            self.uses.made.add(kind.id)
            return f"$.bound_static({self.symbol(kind, as_value=False)}, {json.dumps(node.attr)})"
        return f"$.unbound({self.symbol(home, as_value=False)}.prototype.{node.attr})"

    def outside(self, node: ast.AST, name: str) -> str:
        """`math.sqrt`, as it is called here."""
        if name not in OUTSIDE:
            raise self.fail(node, f"the name {name}")
        return f"$.{OUTSIDE[name]}"

    def call(self, node: ast.Call) -> str:
        return call(self, node)

    def is_pythons(self, method: str) -> bool:
        """Python's own types have a method of this name."""
        return method in METHODS

    def instance(self, node: ast.Call) -> str:
        """`isinstance`, of one class or of several."""
        thing = self.expr(node.args[0])
        kinds = kinds_in(node.args[1])
        if len(kinds) == 1 or isinstance(node.args[0], ast.Name):
            return "(" + " || ".join(self.is_a(thing, kind) for kind in kinds) + ")"
        return f"(($v) => {' || '.join(self.is_a('$v', kind) for kind in kinds)})({thing})"

    def is_a(self, thing: str, kind: ast.expr) -> str:
        known = self.resolved(kind)
        if isinstance(known, Symbol) and known.is_class():
            return f"({thing} instanceof {self.symbol(known, as_value=False)})"
        if known is None and isinstance(kind, ast.Name) and self.is_local(kind.id):
            return f"({thing} instanceof {safe(kind.id)})"
        if known is None and isinstance(kind, ast.Name) and kind.id in KINDS:
            return f"$.is_{kind.id}({thing})"
        raise self.fail(kind, "this kind of class")

    def either(self, both: bool, values: list[ast.expr]) -> str:
        """`a or b` is one of the two, not a yes or no."""
        found = self.expr(values[-1])
        for value in reversed(values[:-1]):
            held = f"(($v) => $.truth($v) ? {{}} : {{}})({self.expr(value)})"
            found = held.replace("{}", found if both else "$v", 1).replace("{}", "$v" if both else found, 1)
        return found

    def parts(self, parts: list[ast.expr]) -> str:
        return ", ".join(self.expr(part) for part in parts)

    def pairs(self, node: ast.AST, keys: list[ast.expr | None], values: list[ast.expr]) -> str:
        found: list[str] = []
        for key, value in zip(keys, values):
            if key is None:  # {**other}
                found.append(f'...$.call({self.expr(value)}, "items")')
            else:
                found.append(f"[{self.expr(key)}, {self.expr(value)}]")
        return ", ".join(found)

    def comprehension(self, chain: list[ast.comprehension], inner: Callable[[], str], start: str) -> str:
        """The first source is worked out where the whole stands, and sees the names there."""
        opened: list[str] = []
        first = self.expr(chain[0].iter)
        self.locals.append(set())
        for link in chain:
            source = "$s" if link is chain[0] else self.expr(link.iter)
            here = {part.id for part in ast.walk(link.target) if isinstance(part, ast.Name)}
            self.locals[-1] |= here
            opened.append(f"for (const {self.pattern(link.target)} of $.each({source})) {{")
            opened.extend(f"if (!{self.truth(test)}) continue;" for test in link.ifs)
        done = inner()
        self.locals.pop()
        closed = "}" * len(chain)
        return f"(($s) => {{ const $r = {start}; {' '.join(opened)} {done} {closed} return $r; }})({first})"

    def pattern(self, target: ast.expr) -> str:
        match target:
            case ast.Name(id=name):
                return safe(name)
            case ast.Tuple(elts=parts):
                return "[" + ", ".join(self.pattern(part) for part in parts) + "]"
        raise self.fail(target, "this loop variable")

    def formatted(self, part: ast.expr) -> str:
        match part:
            case ast.Constant(value=str() as text):
                return json.dumps(text)
            case ast.FormattedValue(value=value, conversion=conversion, format_spec=spec):
                written = f"$.repr({self.expr(value)})" if conversion == ord("r") else self.expr(value)
                if spec is None:
                    return f"$.str({written})"
                return f"$.format({written}, {self.expr(spec)})"
        raise self.fail(part, "this piece of an f-string")


def assigned_in(body: list[ast.stmt]) -> set[str]:
    """Names that a function assigns, comprehensions apart."""
    found: set[str] = set()
    todo: list[ast.AST] = list(body)
    while todo:
        node = todo.pop()
        if isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.SetComp, ast.Lambda)):
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        if isinstance(node, ast.pattern):
            found |= bound_names(node)
        todo.extend(ast.iter_child_nodes(node))
    return found


def kinds_in(node: ast.expr) -> list[ast.expr]:
    """`(Foot, Horse)` or `Foot | Horse`."""
    if isinstance(node, ast.Tuple):
        return node.elts
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*kinds_in(node.left), *kinds_in(node.right)]
    return [node]
