"""One running service for all tests of a module, as its worker processes cost a second."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from api.app import create_app
from api.settings import Settings
from tests.api.service import Service, running


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with running(create_app(Settings(processes=1))) as found:
        yield found
