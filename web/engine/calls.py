"""Calls: who is called, and every argument in its place.

Where the sources say who is called, keywords are put in their places here. Where only the running program knows (a
method that several classes have, a function in a field), they are, if all who may be meant agree; else they are passed
by name, and the runtime puts them in their places.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from signatures import Mistake, Signature, check_bases, of_class, of_function, of_symbol
from sources import Module, Symbol, marks

if TYPE_CHECKING:
    from translate import Body

# Keywords of Python's own functions, which the runtime takes in `$.options`.
OPTIONS: Final = {"max": ("key", "default"), "min": ("key", "default"), "sorted": ("key", "reverse")}
SORT: Final = ("key", "reverse")


def call(body: Body, node: ast.Call) -> str:
    func = node.func
    match func:
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super"), args=[])):
            return to_base(body, node, func)
        case ast.Name(id="isinstance") if not body.is_local("isinstance"):
            return body.instance(node)
    known = body.resolved(func.value if isinstance(func, ast.Subscript) else func)
    if isinstance(known, Symbol) and (known.is_class() or not isinstance(func, ast.Subscript)):  # also Form[Crossing]()
        return to_symbol(body, node, known)
    known = body.resolved(func)
    if known in ("typing.cast", "typing_extensions.cast"):
        return body.expr(node.args[1])
    if isinstance(known, str):
        return f"{body.outside(func, known)}({', '.join(only_by_place(body, node))})"
    if isinstance(func, ast.Name) and not body.is_local(func.id):
        return to_builtin(body, node, func)
    if isinstance(func, ast.Attribute):
        held = body.resolved(func.value)
        if isinstance(held, Module):
            raise body.mistake(node, f"{held.name} has no {func.attr}")
        if isinstance(held, Symbol) and held.is_class():
            return to_class_member(body, node, func, held)
        if not func.attr.startswith("__"):
            return to_method(body, node, func)
    return to_value(body, node, body.expr(func))


def to_symbol(body: Body, node: ast.Call, known: Symbol) -> str:
    """A function, a class, or a constant that holds one."""
    name = body.symbol(known, as_value=False)
    if known.is_class():
        check_bases(known)
        body.uses.made.add(known.id)
        made = f"$.maker({name})"
        return to_known(body, node, of_class(known), lambda given: f"$.make({', '.join([name, *given])})", made, known)
    if not isinstance(known.node, ast.FunctionDef):
        return to_value(body, node, name)
    return to_known(body, node, of_symbol(known), lambda given: f"{name}({', '.join(given)})", name, known)


def to_class_member(body: Body, node: ast.Call, func: ast.Attribute, kind: Symbol) -> str:
    """`Fire.missed()`, `Unit.size(unit)`, `Course.FIRST(dice)`."""
    found = kind.member(func.attr)
    if found is None:
        raise body.mistake(node, f"{kind.path()} has no {func.attr}")
    home, member = found
    if isinstance(member, Symbol):
        return to_value(body, node, body.expr(func))
    signature = of_function(member, home)
    body.uses.attributes.add(func.attr)
    if {"staticmethod", "classmethod"} & set(marks(member)):
        if "classmethod" in marks(member):
            body.uses.made.add(kind.id)
            body.uses.values.append(kind)
        name = f"{body.symbol(kind, as_value=False)}.{func.attr}"
        return to_known(body, node, signature, lambda given: f"{name}({', '.join(given)})", "", None)
    name = f"{body.symbol(home, as_value=False)}.prototype.{func.attr}"
    if not node.args or isinstance(node.args[0], ast.Starred):
        raise body.fail(node, "a method without its object")
    own = body.expr(node.args[0])
    rest = ast.copy_location(ast.Call(func, node.args[1:], node.keywords), node)
    return to_known(body, rest, signature, lambda given: f"{name}.call({', '.join([own, *given])})", "", None)


def to_base(body: Body, node: ast.Call, func: ast.Attribute) -> str:
    """`super().fired(shot, hits=3)`: the base's own, whatever class the object has."""
    body.uses.attributes.add(func.attr)
    signature: Signature | None = None
    for base in body.owner.bases if body.owner is not None else []:
        found = base.member(func.attr)
        if func.attr == "__init__":
            signature = of_class(base)
        elif found is not None and isinstance(found[1], ast.FunctionDef):
            signature = of_function(found[1], found[0])
    return to_known(body, node, signature, lambda given: f"super.{func.attr}({', '.join(given)})", "", None)


def to_builtin(body: Body, node: ast.Call, func: ast.Name) -> str:
    name = body.name(func, func.id)
    given = [body.expr(part) for part in node.args]
    if node.keywords:
        given.append(options(body, node, OPTIONS.get(func.id, ()), func.id))
    return f"{name}({', '.join(given)})"


def options(body: Body, node: ast.Call, known: tuple[str, ...], name: str) -> str:
    for keyword in node.keywords:
        if keyword.arg not in known:
            raise body.fail(node, f"the keyword {keyword.arg} of {name}")
    given = ", ".join(f"{keyword.arg}: {body.expr(keyword.value)}" for keyword in node.keywords)
    return f"$.options({{ {given} }})"


def to_method(body: Body, node: ast.Call, func: ast.Attribute) -> str:
    """Whose method it is, or whether it is a function in a field, only the running program knows."""
    name = func.attr
    body.uses.attributes.add(name)
    if not node.keywords:
        given = [body.expr(part) for part in node.args]
        if body.is_pythons(name):
            return f"$.call({', '.join([body.expr(func.value), json.dumps(name), *given])})"
        return f"{body.expr(func.value)}.{name}({', '.join(given)})"
    if name == "sort":
        given = [*[body.expr(part) for part in node.args], options(body, node, SORT, name)]
        return f"$.call({', '.join([body.expr(func.value), json.dumps(name), *given])})"
    agreed = agreed_signature(body, node, name)
    if agreed is None:
        body.uses.by_name.add(name)
        return f"$.method_by_name({', '.join([body.expr(func.value), json.dumps(name), *by_name(body, node)])})"
    held = func.value
    if is_movable(body, held):
        return to_known(body, node, agreed, lambda given: f"{body.expr(held)}.{name}({', '.join(given)})", "", None)
    kept = body.fresh()
    inner = to_known(body, node, agreed, lambda given: f"{kept}.{name}({', '.join(given)})", "", None)
    return f"(({kept}) => {inner})({body.expr(held)})"


def agreed_signature(body: Body, node: ast.Call, name: str) -> Signature | None:
    """That of all methods that may be meant, if they have the same place for every keyword."""
    if body.known is None:
        return None
    methods = body.known.methods.get(name, [])
    others = body.known.values if name in body.known.fields else []
    if has_stars(node):
        return None
    count, keywords = len(node.args), names_of(node)
    fitting = [one for one in methods if one.takes(count, keywords)]
    if not fitting and not any(one.takes(count, keywords) for one in others):
        if methods or others or body.is_pythons(name):
            raise body.fail(node, f"no {name} takes {count} by place and {', '.join(keywords)}")
    places = {(*one.places(count, keywords), one.gathers) for one in fitting}
    return fitting[0] if len(places) == 1 and name not in body.known.fields else None


def to_value(body: Body, node: ast.Call, func: str) -> str:
    """A function that came from somewhere: a parameter, a tuple, a field."""
    if not node.keywords:
        return f"{func}({', '.join(body.expr(part) for part in node.args)})"
    body.uses.by_name.add("")
    if body.known is not None and body.known.values and not has_stars(node):
        if not any(one.takes(len(node.args), names_of(node)) for one in body.known.values):
            says = f"no function that is handed on takes {len(node.args)} by place and {', '.join(names_of(node))}"
            raise body.fail(node, says)
    return f"$.by_name({', '.join([func, *by_name(body, node)])})"


# ---------------------------------------------------------------------- arguments


def only_by_place(body: Body, node: ast.Call) -> list[str]:
    if node.keywords:
        raise body.fail(node, f"the keyword {node.keywords[0].arg}")
    return [body.expr(part) for part in node.args]


def has_stars(node: ast.Call) -> bool:
    """How many arguments there are, or which, is then only known when it runs."""
    starred = any(isinstance(part, ast.Starred) for part in node.args)
    return starred or any(keyword.arg is None for keyword in node.keywords)


def names_of(node: ast.Call) -> list[str]:
    return [keyword.arg for keyword in node.keywords if keyword.arg is not None]


def by_name(body: Body, node: ast.Call) -> list[str]:
    """Those by place, and pairs of name and value, evaluated in the order in which they are written."""
    pairs: list[str] = []
    for keyword in node.keywords:
        value = body.expr(keyword.value)
        pairs.append(f'...$.call({value}, "items")' if keyword.arg is None else f"[{json.dumps(keyword.arg)}, {value}]")
    return [f"[{body.parts(node.args)}]", f"[{', '.join(pairs)}]"]


def to_known(
    body: Body,
    node: ast.Call,
    signature: Signature | None,
    written: Callable[[list[str]], str],
    value: str,
    known: Symbol | None,
) -> str:
    """A call of what has this signature. `value` is it as a value, for when places are only found at run time."""
    if signature is None:
        return written(only_by_place(body, node))
    if has_stars(node) and (node.keywords or any(param.keyword for param in signature.params)):
        if known is None:
            raise body.fail(node, "stars and keywords in the call of a method of a class")
        body.uses.values.append(known)
        body.uses.by_name.add("")
        return f"$.by_name({', '.join([value, *by_name(body, node)])})"
    if has_stars(node):
        return written([body.expr(part) for part in node.args])
    try:
        places = signature.places(len(node.args), names_of(node))
    except Mistake as fault:
        raise body.mistake(node, str(fault)) from None
    if not node.keywords:
        return written([body.expr(part) for part in node.args])
    return in_places(body, node, signature, places, written)


def in_places(
    body: Body, node: ast.Call, signature: Signature, places: list[int], written: Callable[[list[str]], str]
) -> str:
    """Arguments are evaluated in the order in which they are written (they may throw dice), and put in their places."""
    values = [*node.args, *[keyword.value for keyword in node.keywords]]
    at = [*range(len(node.args)), *places]
    fixed = [place for place, value in zip(at, values) if not is_movable(body, value)]
    texts = [body.expr(value) for value in values]
    if fixed == sorted(fixed) and not signature.gathers:
        return written(arranged(node, signature, at, texts))
    names = [text if is_movable(body, value) else body.fresh() for text, value in zip(texts, values)]
    moved = [(name, text) for name, text, value in zip(names, texts, values) if not is_movable(body, value)]
    inner = written(arranged(node, signature, at, names))
    if not moved:
        return inner
    return f"(({', '.join(name for name, _ in moved)}) => {inner})({', '.join(text for _, text in moved)})"


def arranged(node: ast.Call, signature: Signature, at: list[int], texts: list[str]) -> list[str]:
    """By place, then what `*rest` and `**extra` take."""
    count = len(node.args)
    last = len(signature.by_place) if signature.gathers else len(signature.params)
    is_placed = [place < last for place in at[count:]]
    places = [place for place, is_one in zip(at[count:], is_placed) if is_one]
    given = [*texts[:count], *["undefined"] * (max(places, default=-1) + 1 - count)]
    pairs: list[str] = []
    for name, place, text, is_one in zip(names_of(node), at[count:], texts[count:], is_placed):
        if is_one:
            given[place] = text
        else:
            pairs.append(f"[{json.dumps(name)}, {text}]")
    if pairs:
        given += ["undefined"] * (last - len(given))
        given.append(f"{'$.gathered' if signature.gathers else '$.dict_of'}([{', '.join(pairs)}])")
    return given


def is_movable(body: Body, node: ast.expr) -> bool:
    """Whether it comes to the same before and after its neighbours: a plain name, a figure, a class's constant."""
    match node:
        case ast.Constant() | ast.Name():
            return True
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            return True
        case ast.Attribute(value=held):
            known = body.resolved(held)
            return isinstance(body.resolved(node), Symbol) or (isinstance(known, Symbol) and known.is_class())
    return False
