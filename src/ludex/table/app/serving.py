"""Running the server: Uvicorn with the application, from the first request to a clean shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import socket
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from threading import Thread
from typing import Any, Literal, cast

import anyio
import uvicorn
from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp

from ludex.core.compile.program import import_compiler, interpreting
from ludex.core.language.errors import LudexError
from ludex.table.app.application import make_app
from ludex.table.app.game_cards import installed_games
from ludex.table.app.gate import Gate
from ludex.table.app.proxies import Forwarded, MetricsPort
from ludex.table.room.messages import MOST_MESSAGE
from ludex.table.server.limits import FAR
from ludex.table.server.passkeys import INSTALLED
from ludex.table.server.table_server import TableServer

GARBAGE = 20_000
"""Objects that are created before Python looks for garbage: a move creates hundreds, none of them in a cycle."""

TURN = 0.0005
"""Seconds after which a busy thread yields to another: the thread that writes moves to disk must not wait long."""

HANDLES_ELSEWHERE = 8192
"""Connections on systems without a limit that can be queried."""

AT_FIRST_USE = (
    "encodings.idna",  # names of hosts
    "encodings.unicode_escape",
    "importlib.readers",  # the games' data files
    "importlib.resources.readers",
    "ludex.author",
    "ludex.core.play.reference_engine",
    "ludex.core.game.schema",
    "ludex.core.game.starting_rules",
    "numpy.random",
    "openskill.models",
)
"""Modules that are imported late elsewhere, so that other commands start fast."""

_log = logging.getLogger("ludex.table")


class PortTaken(LudexError):
    """An address that the server cannot listen at."""


class Server(uvicorn.Server):
    """Uvicorn with a callback for when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Import everything that is still missing, begin to listen, and report it."""
        await run_in_threadpool(import_everything)  # the first use of a thread imports the modules that threads need
        await super().startup(sockets)
        if self.started:
            self._ready()
            if not interpreting():  # in a thread, or all clients would wait for it at the first deal
                Thread(target=import_compiler, name="ludex-compiler", daemon=True).start()


def listen(host: str, port: int, option: str = "--port") -> socket.socket:
    """Return a socket that is bound to an address. Port 0 takes any free port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except OSError as error:
        found.close()
        hint = f"Is a server already running there? Choose another port with {option}, or 0 for a free one."
        raise PortTaken(f"cannot listen on {host}, port {port}: {error.strerror or error}. {hint}") from None
    found.set_inheritable(True)
    return found


def address_of(listening: socket.socket) -> str:
    """Return the address to type into a browser on this machine."""
    host, port = listening.getsockname()[:2]
    shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1", "::1") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


def import_everything() -> None:
    """Import all games and all modules that are imported on first use, which fails once all file handles are in use.

    The compiler is not included: it takes seconds, and a thread imports it right after the start.
    """
    installed_games()
    callable(anyio.open_file)  # static files: AnyIO imports it when it is looked up
    for name in (*AT_FIRST_USE, *(["webauthn"] if INSTALLED else [])):
        import_module(name)


def raise_handles() -> int:
    """Raise the process's limit of open files as far as the system allows, and return it: connections are files."""
    if sys.platform == "win32":
        return HANDLES_ELSEWHERE
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):  # macOS may promise more than it gives
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return soft if soft != resource.RLIM_INFINITY else FAR


def socket_class() -> type[asyncio.Protocol] | Literal["auto"]:
    """Return the class of WebSockets: ours, or Uvicorn's if ours does not fit this version of Uvicorn."""
    try:
        from ludex.table.app.uvicorn_socket import TableSocket
    except ImportError as error:
        _log.warning("using Uvicorn's own WebSockets, because its internals have changed: %s", error)
        return "auto"
    return TableSocket


def behind_gates(app: ASGIApp, proxies: int, metrics: socket.socket | None) -> ASGIApp:
    """Return the application behind its proxies, and with its metrics on a separate port."""
    found = MetricsPort(app, metrics.getsockname()[1]) if metrics is not None else app
    return Forwarded(found, proxies) if proxies else found


def settings(server: TableServer, app: ASGIApp, proxies: int = 0) -> uvicorn.Config:
    """Return the settings of Uvicorn: every connection goes through a gate."""
    return uvicorn.Config(
        app,
        loop="auto",
        http=cast(Any, partial(Gate, server, not proxies)),  # Uvicorn calls it as it would call a class
        ws=socket_class(),
        ws_max_size=MOST_MESSAGE + 1024,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        lifespan="on",
        log_level="warning",
        access_log=False,  # addresses can carry a link's token
        server_header=False,
        proxy_headers=False,  # it takes the first address, which the client can forge
        timeout_graceful_shutdown=5,
        h11_max_incomplete_event_size=64 * 1024,
    )


def run(
    server: TableServer,
    listening: socket.socket,
    ready: Callable[[], None],
    proxies: int = 0,
    metrics: socket.socket | None = None,
) -> None:
    """Serve until the process is stopped. Tables are saved move by move, so nothing is lost."""
    logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(name)s: %(message)s", level=logging.WARNING)
    server.limits.fit(raise_handles())
    config = settings(server, behind_gates(make_app(server), proxies, metrics), proxies)
    sys.setswitchinterval(TURN)
    gc.freeze()  # imported objects stay, so the collector need not examine them again
    gc.set_threshold(GARBAGE, 20, 50)
    Server(config, ready).run([listening] if metrics is None else [listening, metrics])
