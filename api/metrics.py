"""Figures for Prometheus at ``/metrics``; off unless asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from fastapi import FastAPI
from fastapi.responses import Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from api.observing import Served
from api.work.pool import Pool

OTHER: Final = "other"
"""The path of requests to what isn't there, as callers could make up any number of paths."""
BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """What is counted: requests by path and status, their time, and the workers."""

    def __init__(self, pool: Pool, paths: Collection[str]) -> None:
        self.paths = frozenset(paths)
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "odds_requests", "Requests answered", ("path", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "odds_request_seconds",
            "Time from a request to the end of its answer",
            ("path",),
            buckets=BUCKETS,
            registry=self.registry,
        )
        self._gauge("odds_solves_running", "Questions being solved", lambda: len(pool.busy))
        self._gauge("odds_solves_waiting", "Questions waiting", lambda: len(pool.waiting))
        self._gauge("odds_workers_idle", "Workers with nothing to do", lambda: len(pool.idle))

    def _gauge(self, name: str, text: str, value: Callable[[], float]) -> None:
        Gauge(name, text, registry=self.registry).set_function(value)

    def count(self, served: Served) -> None:
        """Count a request."""
        path = served.path if served.path in self.paths else OTHER
        self.requests.labels(path, str(served.status)).inc()
        self.seconds.labels(path).observe(served.seconds)

    def install(self, app: FastAPI) -> None:
        """Add ``/metrics``, which the description of the service leaves out."""

        async def metrics() -> Response:
            """The figures as Prometheus reads them."""
            return Response(generate_latest(self.registry), media_type=CONTENT_TYPE_PLAIN_0_0_4)

        app.add_api_route("/metrics", metrics, methods=["GET"], include_in_schema=False)
