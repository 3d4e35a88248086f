"""How often a client may ask, where a rate is set."""

from __future__ import annotations

from typing import Any

import pytest

from api.app import create_app
from api.rate import client_of
from api.settings import Settings
from tests.api.service import Service
from tests.api.serving import served

PATH = "/v1/build/plan"


def test_a_client_that_asks_too_often_has_to_wait() -> None:
    service = Service(create_app(Settings(processes=1, rate="3/hour")))
    with service.runner:
        for _ in range(3):
            assert service.post(PATH, json={}).status_code == 422
        for path in (PATH, "/v1/estimate"):
            refused = service.post(path, json={})
            assert (refused.status_code, refused.json()["type"]) == (429, "/problems/too-often")
            assert refused.json()["detail"] == "at most 3 per 1 hour are allowed"
            assert 1 <= int(refused.headers["retry-after"]) <= 3600
            assert refused.headers["x-content-type-options"] == "nosniff"
        assert service.get("/healthz").status_code == 200


def test_without_a_rate_there_is_no_limit(service: Service) -> None:
    assert {service.post(PATH, json={}).status_code for _ in range(100)} == {422}


@pytest.mark.parametrize(
    ("host", "same", "other"),
    [
        ("192.0.2.1", "::ffff:192.0.2.1", "192.0.2.2"),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::", "2001:db8:1:3::1"),
        ("testclient", "", "192.0.2.1"),
    ],
)
def test_who_a_client_is(host: str, same: str, other: str) -> None:
    found = [client_of({"client": (name, 1)}) for name in (host, same, other)]
    assert found[0] == found[1] != found[2]
    assert client_of({"client": None}) == client_of({}) == "unknown"


@pytest.mark.parametrize(("proxies", "last"), [("", 429), ("192.0.2.9, 127.0.0.1", 422)])
def test_only_a_trusted_proxy_says_who_asks(proxies: str, last: int) -> None:
    def ask(client: str) -> Any:
        headers = {"X-Forwarded-For": client}
        return service.ask("POST", PATH, body=b"{}", headers=headers)[0]

    with served(processes=1, rate="1/hour", proxies=proxies) as service:
        assert ask("192.0.2.1") == 422
        assert ask("192.0.2.1") == 429
        assert ask("192.0.2.2") == last
