"""The page at ``/``: plain files, read once, each with an ETag so that a browser keeps it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from hashlib import sha256
from importlib.resources import files
from typing import Final

from fastapi import FastAPI, Request
from fastapi.responses import Response

from api.cache.keys import is_known

INDEX: Final = "index.html"
TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
}
KEPT: Final = "no-cache"
"""A browser may keep a file, but asks each time whether it still is the one."""


def page_files() -> dict[str, bytes]:
    """The page's files by name."""
    folder = files("api") / "page"
    found = sorted(folder.iterdir(), key=lambda file: file.name)
    return {file.name: file.read_bytes() for file in found if file.name.split(".")[-1] in TYPES}


def install(app: FastAPI) -> None:
    """Add the index at ``/`` and the other files below ``/page/``."""
    for name, content in page_files().items():
        path = "/" if name == INDEX else f"/page/{name}"
        kind = TYPES[name.split(".")[-1]]
        app.add_api_route(
            path, serving(content, kind), methods=["GET", "HEAD"], include_in_schema=False
        )


def serving(content: bytes, kind: str) -> Callable[[Request], Awaitable[Response]]:
    """The endpoint of a file."""
    tag = f'"{sha256(content).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": KEPT}

    async def serve(request: Request) -> Response:
        if is_known(request.headers, tag):
            return Response(status_code=304, headers=headers)
        return Response(content, headers=headers, media_type=kind)

    return serve
