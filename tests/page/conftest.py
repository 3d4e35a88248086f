"""One browser and one service for all tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.api.serving import served
from tests.page.browsing import Visitor, launched


@pytest.fixture(scope="module")
def visitor() -> Iterator[Visitor]:
    for browser in launched():
        with served(processes=1) as service:
            service.wait_until_ready()
            yield Visitor(browser, service)
