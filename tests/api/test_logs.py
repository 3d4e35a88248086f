"""The log, where it is asked for: one JSON object a line, and nothing of the question."""

from __future__ import annotations

import json
import logging
from datetime import datetime

import pytest

from api.logs import JsonFormatter
from tests.api.serving import served


def test_a_record_is_a_line() -> None:
    record = logging.makeLogRecord(
        {"name": "odds", "levelno": 30, "levelname": "WARNING", "msg": "%s\nof %s", "args": (1, 2)}
    )
    record.created = 0.25
    record.status = 503
    assert json.loads(JsonFormatter().format(record)) == {
        "time": "1970-01-01T00:00:00.250+00:00",
        "level": "warning",
        "logger": "odds",
        "message": "1\nof 2",
        "status": 503,
    }


def test_a_fault_has_its_traceback() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        _ = 1 // 0
    details = (caught.type, caught.value, caught.tb)
    line = JsonFormatter().format(logging.makeLogRecord({"msg": "", "exc_info": details}))
    assert "\n" not in line
    assert "ZeroDivisionError" in json.loads(line)["exception"]


def test_requests_are_logged_without_the_question() -> None:
    with served(processes=1, log_json=True) as service:
        assert service.ask("GET", "/v1/build/plan?q=c2VjcmV0")[0] == 422
        assert service.ask("GET", "/healthz")[0] == 200
        service.process.terminate()
        service.process.wait(60)
    lines = [json.loads(line) for line in service.log]
    requests = [line for line in lines if line["logger"] == "odds.requests"]
    assert [(line["method"], line["path"], line["status"]) for line in requests] == [
        ("GET", "/v1/build/plan", 422),
        ("GET", "/healthz", 200),
    ]
    for line in lines:
        assert datetime.fromisoformat(line["time"])
        assert line["level"] == "info"
    assert all(line["milliseconds"] >= 0 for line in requests)
    assert "c2VjcmV0" not in "".join(service.log)
