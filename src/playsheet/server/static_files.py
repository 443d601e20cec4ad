"""The browser client's files, and the headers that keep anything else out of its pages."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Final

from starlette.responses import FileResponse, HTMLResponse, Response

STATIC: Final = Path(__file__).parent / "static"
POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; connect-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
DOCS_POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"content-security-policy", POLICY.encode()),
)
PICTURE: Final = {  # an SVG, which has its style in it, and nothing else
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    "cache-control": "max-age=3600",
}
NOT_BUILT: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Playsheet</title>
<h1>Playsheet is running</h1>
<p>The pages to play in were not built into this copy, so there is nothing to click here.
Everything else works: programs play through the API, which is <a href="/api/docs">described here</a>.</p>
<p>To have the pages, install a released Playsheet, or build them as the README says under "From source".</p>
</html>
"""
mimetypes.add_type("text/javascript", ".js")  # some systems have it otherwise
mimetypes.add_type("application/wasm", ".wasm")
mimetypes.add_type("application/manifest+json", ".webmanifest")


def page(path: str, folder: Path = STATIC) -> Response:
    """A file of the client; the first page for `/`; an honest page if they were not built."""
    if not (folder / "index.html").is_file():
        return HTMLResponse(NOT_BUILT) if path in ("", "index.html") else missing()
    try:
        found = (folder / (path or "index.html")).resolve()
        if not found.is_relative_to(folder.resolve()) or not found.is_file():
            return missing()
    except (OSError, ValueError):  # no name that a file could have: too long, or with a NUL in it
        return missing()
    kept = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
    return FileResponse(found, headers={"cache-control": kept})


def missing() -> Response:
    return HTMLResponse("<!doctype html><title>Playsheet</title><p>There is no such page.</p>", status_code=404)
