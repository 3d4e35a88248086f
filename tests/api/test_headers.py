"""Every response tells a browser to do no more with it than it must."""

from __future__ import annotations

from typing import Any

import pytest

from api.headers import HEADERS
from tests.api.service import Service


def assert_safe(headers: Any) -> None:
    for name, value in HEADERS.items():
        assert headers.get_list(name) == [value]
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert not [name for name in headers if name.startswith("access-control-")]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/healthz", 200),
        ("GET", "/openapi.json", 200),
        ("GET", "/nothing", 404),
        ("GET", "/docs", 404),
        ("GET", "/redoc", 404),
        ("PUT", "/v1/build/plan", 405),
        ("OPTIONS", "/v1/build/plan", 405),
        ("POST", "/v1/build/plan", 400),
    ],
)
def test_headers(service: Service, method: str, path: str, status: int) -> None:
    origin = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    answer = service.ask(method, path, headers=origin)
    assert answer.status_code == status
    assert answer.headers["cache-control"] == "no-store"
    assert_safe(answer.headers)


def test_headers_of_a_fault_of_ours(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: Any) -> bytes:
        raise RuntimeError("secret")

    monkeypatch.setattr(service.app.pool, "solve", fail)
    answer = service.post("/v1/get-to/plan", json=a_map())
    assert answer.status_code == 500
    assert_safe(answer.headers)


def a_map() -> dict[str, Any]:
    return {"map": {"grid": ["..."]}, "owner": [0, 0], "deck": [[0, 2]], "steps": 1}
