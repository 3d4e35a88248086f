"""The service in a test, without a network: one event loop and one client for a whole module."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import httpx

from api.app import Application

T = TypeVar("T")


class Service:
    """An application that runs, and a client that asks it."""

    def __init__(self, app: Application) -> None:
        self.app = app
        self.runner = asyncio.Runner()
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        self.client = httpx.AsyncClient(transport=transport, base_url="http://odds", timeout=60)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    def ask(self, method: str, path: str, **given: Any) -> httpx.Response:
        return self.run(self.client.request(method, path, **given))

    def post(self, path: str, **given: Any) -> httpx.Response:
        return self.ask("POST", path, **given)

    def get(self, path: str, **given: Any) -> httpx.Response:
        return self.ask("GET", path, **given)


@contextmanager
def running(app: Application) -> Iterator[Service]:
    """The service from its start to its stop."""
    service = Service(app)
    lifespan = app.router.lifespan_context(app)
    with service.runner:
        service.run(lifespan.__aenter__())
        try:
            yield service
        finally:
            service.run(service.client.aclose())
            service.run(lifespan.__aexit__(None, None, None))
