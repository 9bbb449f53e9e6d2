"""Running the server: Uvicorn with the hall's application, from the first request to a clean end."""

from __future__ import annotations

import gc
import logging
import socket
import sys
from collections.abc import Callable
from threading import Thread

import uvicorn

from ludex.core.errors import LudexError
from ludex.core.rule import import_compiler, interpreting
from ludex.table.app import make_app
from ludex.table.hall import Hall
from ludex.table.sockets import TableSocket
from ludex.table.wire import MOST_MESSAGE

GARBAGE = 20_000
"""How many objects are made before Python looks for garbage: a move makes hundreds, and none of them is in a cycle."""

TURN = 0.0005
"""Seconds after which a busy thread lets another have a go: whoever writes moves to the disk must not wait long."""


class PortTaken(LudexError):
    """An address that the server cannot listen at."""


class Server(uvicorn.Server):
    """Uvicorn, which says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        await super().startup(sockets)
        if self.started:
            self._ready()
            if not interpreting():  # in a thread: the first deal would else make everybody wait for it
                Thread(target=import_compiler, name="ludex-compiler", daemon=True).start()


def listen(host: str, port: int) -> socket.socket:
    """A socket at an address. Port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except OSError as error:
        found.close()
        hint = "Is a server running there already? Give another with --port, or 0 for any that is free."
        raise PortTaken(f"cannot listen at {host}, port {port}: {error.strerror or error}. {hint}") from None
    found.set_inheritable(True)
    return found


def address_of(listening: socket.socket) -> str:
    """The address to type into a browser on this machine."""
    host, port = listening.getsockname()[:2]
    shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1", "::1") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


def run(hall: Hall, listening: socket.socket, ready: Callable[[], None], proxy: bool = False) -> None:
    """Serve until somebody stops it. Tables are saved move by move: there is nothing to lose."""
    logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(name)s: %(message)s", level=logging.WARNING)
    config = uvicorn.Config(
        make_app(hall),
        loop="auto",
        http="auto",
        ws=TableSocket,
        ws_max_size=MOST_MESSAGE + 1024,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        lifespan="on",
        log_level="warning",
        access_log=False,  # addresses can carry a link's token
        server_header=False,
        proxy_headers=proxy,
        forwarded_allow_ips="*" if proxy else None,
        timeout_graceful_shutdown=5,
        h11_max_incomplete_event_size=64 * 1024,
    )
    sys.setswitchinterval(TURN)
    gc.freeze()  # what is imported stays: nobody need look at it again and again
    gc.set_threshold(GARBAGE, 20, 50)
    Server(config, ready).run([listening])
