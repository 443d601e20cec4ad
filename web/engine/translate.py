"""Plain typed Python to JavaScript, a function at a time.

Only what the procedures are written in: functions, classes, loops, comprehensions, numbers of any size, words, lists,
tuples and dicts. Anything else is `Untranslatable`, with its place: the companion's engine is then not made.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from typing import Final

from sources import Module, Symbol, meaning


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


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
FAULTS: Final = words("ArithmeticError AssertionError AttributeError IndexError KeyError TypeError ValueError")
OUTSIDE: Final = {
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


class Untranslatable(Exception):
    """Python that the companion's engine does not know."""


def safe(name: str) -> str:
    return name + "_" if name in RESERVED else name


class Uses:
    """What a piece of code needs: symbols by name, and attributes that it reads or calls."""

    def __init__(self) -> None:
        self.symbols: Final[list[Symbol]] = []
        self.made: Final[set[str]] = set()  # classes that it makes objects of
        self.attributes: Final[set[str]] = set()


class Body:
    """The body of one function, method or constant."""

    def __init__(self, here: Module, uses: Uses, owner: ast.ClassDef | None = None) -> None:
        self.here: Final = here
        self.uses: Final = uses
        self.owner: Final = owner
        self.locals: list[set[str]] = []
        self.spare = 0

    def fail(self, node: ast.AST, what: str) -> Untranslatable:
        return Untranslatable(f"{self.here.name}, line {getattr(node, 'lineno', 0)}: {what}")

    def fresh(self) -> str:
        self.spare += 1
        return f"$t{self.spare}"

    def is_local(self, name: str) -> bool:
        return any(name in names for names in self.locals)

    # ------------------------------------------------------------ functions

    def function(self, node: ast.FunctionDef, is_method: bool) -> tuple[str, str]:
        """Parameters and body; a method has `this` under its Python name."""
        given = node.args
        if given.kwarg is not None or given.kwonlyargs:
            raise self.fail(node, "keyword-only parameters")
        params = [*given.posonlyargs, *given.args]
        own = params.pop(0).arg if is_method else ""
        names = [param.arg for param in params] + ([given.vararg.arg] if given.vararg is not None else [])
        assigned = assigned_in(node.body) - set(names)
        self.locals.append({*names, *assigned, *([own] if own else [])})
        first_default = len(params) - len(given.defaults)
        written: list[str] = []
        for index, param in enumerate(params):
            value = f" = {self.expr(given.defaults[index - first_default])}" if index >= first_default else ""
            written.append(safe(param.arg) + value)
        if given.vararg is not None:
            written.append(f"...{safe(given.vararg.arg)}")
        lines = [f"const {safe(own)} = this;"] if own else []
        if assigned:
            lines.append("let " + ", ".join(safe(name) for name in sorted(assigned)) + ";")
        lines.append(self.block(node.body))
        if not isinstance(node.body[-1], ast.Return):
            lines.append("return null;")
        self.locals.pop()
        return ", ".join(written), "\n".join(lines)

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
                return f"throw {self.expr(fault)};"
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

    def name(self, node: ast.AST, name: str) -> str:
        if self.is_local(name) or name == "$m":
            return safe(name)
        known = meaning(self.here, name)
        if isinstance(known, Symbol) and known.path() in NATIVE:
            return f"$.{NATIVE[known.path()]}"
        if isinstance(known, Symbol):
            self.uses.symbols.append(known)
            return known.id
        if known in OUTSIDE:
            return f"$.{OUTSIDE[known]}"
        if known is None and (name in BUILTINS or name in FAULTS):
            return f"$.{name}"
        raise self.fail(node, f"the name {name}")

    def attribute(self, node: ast.Attribute) -> str:
        match node:
            case ast.Attribute(value=ast.Call(func=ast.Name(id="type"), args=[thing]), attr="__name__"):
                return f"$.class_name({self.expr(thing)})"
            case ast.Attribute(value=held, attr="__getitem__"):
                return f"$.getter({self.expr(held)})"
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if self.outside(name, attr):
                return f"$.{self.outside(name, attr)}"
        self.uses.attributes.add(node.attr)
        return f"{self.expr(node.value)}.{node.attr}"

    def outside(self, name: str, attr: str) -> str:
        """`math.sqrt` of an imported module, as it is called here; empty if it is not that."""
        return "" if self.is_local(name) else OUTSIDE.get(f"{self.here.modules.get(name, '')}.{attr}", "")

    def call(self, node: ast.Call) -> str:
        func = node.func
        match func:
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if self.outside(name, attr):
                return f"$.{self.outside(name, attr)}({self.parts(node.args)})"
            case ast.Name(id="cast"):
                return self.expr(node.args[1])
            case ast.Name(id="isinstance"):
                return self.instance(node)
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super"), args=[]), attr=name):
                self.uses.attributes.add(name)
                return f"super.{name}({self.parts(node.args)})"
            case ast.Attribute(value=held, attr=name):
                self.uses.attributes.add(name)
                given = self.arguments(node, None)
                if name in METHODS:
                    return f"$.call({', '.join([self.expr(held), json.dumps(name), *given])})"
                return f"{self.expr(held)}.{name}({', '.join(given)})"
            case ast.Name(id=name) if not self.is_local(name):
                known = meaning(self.here, name)
                written = self.name(func, name)
                given = self.arguments(node, known if isinstance(known, Symbol) else None)
                if isinstance(known, Symbol) and known.is_class():
                    self.uses.made.add(known.id)
                    return f"$.make({', '.join([written, *given])})"
                return f"{written}({', '.join(given)})"
        return f"{self.expr(func)}({', '.join(self.arguments(node, None))})"

    def arguments(self, node: ast.Call, known: Symbol | None) -> list[str]:
        given = [self.expr(part) for part in node.args]
        if not node.keywords:
            return given
        assert isinstance(node.func, (ast.Name, ast.Attribute))
        if known is None and (isinstance(node.func, ast.Name) or node.func.attr in METHODS):  # sorted(..., key=...)
            options = ", ".join(f"{keyword.arg}: {self.expr(keyword.value)}" for keyword in node.keywords)
            return [*given, f"$.options({{ {options} }})"]
        if known is None:
            raise self.fail(node, "keywords in the call of a method")
        names = parameters(known)
        for keyword in node.keywords:
            if keyword.arg not in names:
                raise self.fail(node, f"the keyword {keyword.arg}")
            place = names.index(keyword.arg)
            given.extend(["undefined"] * (place + 1 - len(given)))
            given[place] = self.expr(keyword.value)
        return given

    def instance(self, node: ast.Call) -> str:
        thing = self.expr(node.args[0])
        kinds = node.args[1].elts if isinstance(node.args[1], ast.Tuple) else [node.args[1]]
        tests: list[str] = []
        for kind in kinds:
            if not isinstance(kind, ast.Name):
                raise self.fail(node, "this kind of class")
            known = meaning(self.here, kind.id)
            if known is None and kind.id in ("int", "str", "bool", "float", "list", "tuple", "dict"):
                tests.append(f"$.is_{kind.id}({thing})")
            else:
                tests.append(f"({thing} instanceof {self.name(kind, kind.id)})")
        return "(" + " || ".join(tests) + ")"

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
        opened: list[str] = []
        self.locals.append(set())
        for link in chain:
            source = self.expr(link.iter)
            here = {part.id for part in ast.walk(link.target) if isinstance(part, ast.Name)}
            self.locals[-1] |= here
            opened.append(f"for (const {self.pattern(link.target)} of $.each({source})) {{")
            opened.extend(f"if (!{self.truth(test)}) continue;" for test in link.ifs)
        done = inner()
        self.locals.pop()
        closed = "}" * len(chain)
        return f"(() => {{ const $r = {start}; {' '.join(opened)} {done} {closed} return $r; }})()"

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
        todo.extend(ast.iter_child_nodes(node))
    return found


def parameters(known: Symbol) -> list[str]:
    """The names of a function's parameters, or of a class's."""
    node = known.node
    if isinstance(node, ast.FunctionDef):
        return [param.arg for param in node.args.args]
    assert isinstance(node, ast.ClassDef)
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and part.name == "__init__":
            return [param.arg for param in part.args.args][1:]
    for base in node.bases:
        name = base.value if isinstance(base, ast.Subscript) else base
        if isinstance(name, ast.Name):
            inner = meaning(known.module, name.id)
            if isinstance(inner, Symbol):
                return parameters(inner)
    return []
