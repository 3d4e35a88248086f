"""The page's files: small, of their own host, and served with what a browser needs."""

from __future__ import annotations

import re

import pytest

from api.page import INDEX, page_files
from tests.api.conftest import service
from tests.api.service import Service
from tests.api.test_headers import assert_safe

MOST_BYTES = 60_000
FILES = page_files()
SVG = "http://www.w3.org/2000/svg"

__all__ = ["service"]


def test_together_they_are_small() -> None:
    assert {INDEX, "style.css", "shell.js", "build.js"} <= set(FILES)
    assert sum(map(len, FILES.values())) < MOST_BYTES


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_from_elsewhere_or_inline(name: str) -> None:
    text = FILES[name].decode().replace(SVG, "")
    assert "://" not in text
    assert not re.search(r"(src|href)=\"//|@import|url\(|innerHTML|eval\(", text)
    assert not re.search(r"<script>|<style|style=|\son[a-z]+=", text)
    assert len(text.splitlines()) < 300


def test_everything_that_is_named_exists() -> None:
    named = set(re.findall(r"\"page/([^\"]+)\"", FILES[INDEX].decode()))
    for name, content in FILES.items():
        if name.endswith(".js"):
            named.update(re.findall(r"from \"\./([^\"]+)\"", content.decode()))
    loaded = {"build.js", "get-to.js", "a4.js"}
    assert named | loaded | {INDEX} == set(FILES)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/page/style.css", "text/css; charset=utf-8"),
        ("/page/shell.js", "text/javascript; charset=utf-8"),
    ],
)
def test_they_are_served(service: Service, path: str, kind: str) -> None:
    answer = service.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == kind
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.content == FILES[path.rpartition("/")[2] or INDEX]
    assert_safe(answer.headers)
    again = service.get(path, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert service.get(path, headers={"If-None-Match": '"other"'}).status_code == 200
    head = service.ask("HEAD", path)
    assert (head.status_code, head.headers["etag"]) == (200, answer.headers["etag"])
    assert service.post(path).status_code == 405
