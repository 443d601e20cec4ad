"""The OpenAPI document as one plain page: no script, nothing from elsewhere."""

from __future__ import annotations

import json
from html import escape
from typing import Any


def api_docs_page(document: dict[str, Any]) -> str:
    """Every route with what it is for, its body and an example."""
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Playsheet: the API</title>',
        f"<h1>{escape(document['info']['title'])} {escape(document['info']['version'])}: the API</h1>",
        f"<p>{escape(document['info'].get('description', ''))}</p>",
        '<p>For programs: <a href="/api/openapi.json">openapi.json</a>. Secrets go into the header '
        "<code>Authorization: Bearer SECRET</code>.</p>",
    ]
    for path, methods in document["paths"].items():
        for method, route in methods.items():
            parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2>")
            parts.append(f"<p>{escape(route.get('description', ''))}</p>")
            parts.append(body_of(route, document))
            codes = ", ".join(sorted(route["responses"]))
            parts.append(f"<p>Answers: {escape(codes)}.</p>")
    parts.append("</html>")
    return "\n".join(parts)


def body_of(route: dict[str, Any], document: dict[str, Any]) -> str:
    content = route.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return ""
    schema = resolved(content["schema"], document)
    fields = "".join(
        f"<li><code>{escape(name)}</code>{' (needed)' if name in schema.get('required', []) else ''}</li>"
        for name in schema.get("properties", {})
    )
    examples = schema.get("examples", [])
    shown = f"<pre>{escape(json.dumps(examples[0], indent=2))}</pre>" if examples else ""
    return f"<ul>{fields}</ul>{shown}"


def resolved(schema: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    name = schema.get("$ref", "")
    found: dict[str, Any] = document["components"]["schemas"][name.rsplit("/", 1)[-1]] if name else schema
    return found
