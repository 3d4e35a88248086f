"""Figures for Prometheus, where they are asked for."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

from api.app import create_app
from api.settings import Settings
from tests.api.service import Service, running


def figures(service: Service) -> dict[tuple[str, ...], float]:
    answer = service.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    found = {}
    for family in text_string_to_metric_families(answer.text):
        for sample in family.samples:
            if "le" not in sample.labels:
                found[sample.name, *sample.labels.values()] = sample.value
    return found


def test_requests_and_workers_are_counted() -> None:
    with running(create_app(Settings(processes=1, metrics=True))) as service:
        body = {"path": "/v1/build/plan", "body": {}}
        for _ in range(3):
            assert service.post("/v1/estimate", json=body).status_code == 422
        for name in ("a", "b"):
            assert service.get(f"/{name}").status_code == 404
        found = figures(service)
        assert found["odds_requests_total", "/v1/estimate", "422"] == 3
        assert found["odds_requests_total", "other", "404"] == 2
        assert found["odds_request_seconds_count", "/v1/estimate"] == 3
        assert found["odds_request_seconds_sum", "/v1/estimate"] > 0
        assert found["odds_solves_running",] == found["odds_solves_waiting",] == 0
        assert found["odds_workers_idle",] in (0, 1)
        assert "/metrics" not in service.get("/openapi.json").json()["paths"]


def test_there_are_none_unless_asked_for(service: Service) -> None:
    assert service.get("/metrics").status_code == 404
