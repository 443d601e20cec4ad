"""How the bodies of HTTP requests are decoded: by a decoder in C that knows the schema, and stops at what does not fit.

The models say what a body may be, to people as well. They look at values that are all there already, and note all that
is wrong with them: a hundred thousand things, if somebody sends as many. So each body is first decoded as its model's
plain shape (msgspec). Whatever is deep, wide or of another kind ends there, and no object is made of it.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

import msgspec
from fastapi import Request
from fastapi.routing import APIRoute
from msgspec import UNSET, Meta
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from starlette.exceptions import HTTPException
from starlette.responses import Response

SHORT: Final = 4096  # bytes: a model says better than the decoder what is wrong with so few
PLAIN: Final = (bool, int, float, str, NoneType)


class Route(APIRoute):
    """A route whose body is decoded as its model's shape."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        if self.body_field is None:
            return handle
        decoder = msgspec.json.Decoder(shape_of(self.body_field.field_info.annotation))

        async def handled(request: Request) -> Response:
            return await handle(ShapedRequest(request, decoder))

        return handled


class ShapedRequest(Request):
    """A request whose JSON has the shape that its route expects, or is refused."""

    def __init__(self, request: Request, decoder: msgspec.json.Decoder[Any]) -> None:
        super().__init__(request.scope, request.receive)
        self.decoder: Final = decoder

    async def json(self) -> Any:
        return plain(await self.body(), self.decoder)


def plain(body: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:
    """Lists, dictionaries, numbers and words, as a model takes them. What is short is left to it as it is."""
    try:
        return msgspec.to_builtins(decoder.decode(body))
    except msgspec.ValidationError as fault:
        if len(body) <= SHORT:
            return any_json(body)
        said = f"this request is not of the expected shape: {fault}"
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        said = "this request is no JSON"
    raise HTTPException(400, said)


def any_json(body: bytes) -> Any:
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise HTTPException(400, "this request is no JSON") from None


@cache
def struct_of(model: type[BaseModel]) -> type[msgspec.Struct]:
    fields = [
        (name, shape_of(Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation), UNSET)
        for name, field in model.model_fields.items()
    ]
    names = {name: field.alias for name, field in model.model_fields.items() if field.alias is not None}
    return msgspec.defstruct(model.__name__, fields, rename=names, forbid_unknown_fields=True)


def shape_of(kind: Any) -> Any:
    """A model's type as the decoder knows it: what is in what, and how many of it. The model sees to the rest."""
    if kind in PLAIN:
        return kind
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return struct_of(kind)
    parts = get_args(kind)
    match get_origin(kind):
        case origin if origin is Annotated:
            shape, most = shape_of(parts[0]), longest(parts[1:])
            return Annotated[shape, Meta(max_length=most)] if most is not None and is_many(parts[0]) else shape
        case origin if origin is Union or origin is UnionType:
            return Union[tuple(shape_of(part) for part in parts)]  # noqa: UP007 (of as many as there are)
        case origin if origin is list:
            return list[shape_of(parts[0])]  # type: ignore[misc]
        case origin if origin is dict:
            return dict[str, shape_of(parts[1])]  # type: ignore[misc]
        case origin if origin is Literal:
            return str
    raise TypeError(f"{kind}: bodies are made of models, lists, dictionaries and plain values")


def is_many(kind: Any) -> bool:
    return get_origin(kind) in (list, dict)


def longest(constraints: tuple[Any, ...]) -> int | None:
    """The most that there may be, if it is said."""
    for one in constraints:
        for inner in one.metadata if isinstance(one, FieldInfo) else [one]:
            most: int | None = getattr(inner, "max_length", None)
            if most is not None:
                return most
    return None
