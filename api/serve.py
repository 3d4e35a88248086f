"""The server process: what happens on a signal, and how long it may take."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from types import FrameType
from typing import Final

import uvicorn

from api.app import create_app
from api.logs import use_json
from api.protocol import Protocol
from api.settings import from_environment
from api.work.pool import GRACE_SECONDS, Pool
from odds.errors import InvalidInput

CLOSE_SECONDS: Final = 1
"""How long the last answers may take on their way out."""
SWITCH_SECONDS: Final = 0.001


class Server(uvicorn.Server):
    """Uvicorn, except that the workers hear of the end first, and not after the last answer."""

    def __init__(self, config: uvicorn.Config, pool: Pool) -> None:
        super().__init__(config)
        self.pool = pool

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """On SIGINT and SIGTERM: turn away who waits, finish what runs, stop."""
        asyncio.get_running_loop().call_soon_threadsafe(self.pool.drain)
        super().handle_exit(sig, frame)


def run(host: str, port: int) -> None:
    """Serve until a signal comes; the settings are those of the environment."""
    gc.enable()  # Off while the command line starts, which is short; this is not.
    # Threads that read large questions let the event loop have its turn sooner.
    sys.setswitchinterval(SWITCH_SECONDS)
    settings = from_environment()
    app = create_app(settings)
    grace = round(GRACE_SECONDS) + CLOSE_SECONDS
    config = uvicorn.Config(
        app,
        http=Protocol,
        # Its lines would hold the questions, and take as long as an answer that is ready.
        access_log=False,
        server_header=False,
        host=host,
        port=port,
        timeout_graceful_shutdown=grace,
        forwarded_allow_ips=[one for one in settings.proxies.replace(" ", "").split(",") if one],
    )
    if settings.log_json:
        use_json()
    check_address(host, port)
    Server(config, app.pool).run()


def check_address(host: str, port: int) -> None:
    """``InvalidInput`` where nobody can listen there; the server itself would tell it at length."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        socket.create_server((host, port), family=family).close()
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise InvalidInput.at("--host, --port", f"can't listen at {host}:{port}: {why}") from error
