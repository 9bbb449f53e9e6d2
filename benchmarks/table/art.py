"""Modern Art with drawn boards: four players at every table, each sent the whole board after every move."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from random import Random
from typing import Any

import httpx
import msgspec
import uvloop

from benchmarks.table.clients import ENTROPY
from benchmarks.table.load import allow_many_sockets
from benchmarks.table.servers import processor_seconds
from benchmarks.table.sockets import Socket

SEATS = 4


class Found(msgspec.Struct, frozen=True):
    """The results."""

    moves: float
    """Moves per second."""
    boards: float
    """Boards drawn and sent per second."""
    kilobytes: float
    """Average kilobytes sent per board."""
    cost: float
    """Microseconds of processor time that the server needed for a move."""


class Page(msgspec.Struct):
    """The part of a message that a player needs."""

    type: str
    number: int = 0
    options: dict[str, Any] | None = None
    board: str = ""


_PAGE = msgspec.json.Decoder(Page)


class Browser:
    """A player without a screen: it counts messages, and plays any possible move."""

    def __init__(self, server: TableServer, url: str, token: str, seed: int) -> None:
        self.server = server
        self.token = token
        self.dice = Random(seed)
        self.asked = -1
        self.socket = Socket(url, self.heard, deflate=server.deflate)

    async def connect(self) -> None:
        """Connect to the table."""
        await self.socket.open()
        self.socket.send(msgspec.json.encode({"type": "hello", "token": self.token, "as": "page"}))

    def heard(self, message: bytes | None) -> None:
        """Count a message, and answer it."""
        if message is None:
            return
        page = _PAGE.decode(message)
        if page.type == "accepted":
            self.server.moves += 1
        elif page.type == "state":
            self.server.boards += bool(page.board)
            if page.options and page.number > self.asked:
                self.asked = page.number
                path = self.dice.choice(page.options["paths"])
                words = [part if isinstance(part, str) else str(part["low"]) for part in path]
                answer = {"type": "move", "move": " ".join(words), "number": page.number, "id": str(page.number)}
                self.socket.send(msgspec.json.encode(answer))


class TableServer:
    """All tables of the load."""

    def __init__(self, server: str, tables: int, deflate: bool) -> None:
        self.server = server
        self.tables = tables
        self.deflate = deflate
        self.moves = self.boards = 0

    async def run(self, seconds: float, pid: int) -> Found:
        """Make the tables, and count."""
        browsers: list[Browser] = []
        async with httpx.AsyncClient(base_url=self.server, timeout=60) as http:
            for number in range(self.tables):
                made = (await http.post("/api/tables", json={"game": "modern-art", "seats": [{}] * SEATS})).json()
                url = f"{self.server.replace('http', 'ws', 1)}/tables/{made['id']}/live"
                for seat in made["seats"]:
                    headers = {"authorization": f"Bearer {seat['token']}"}
                    body = {"entropy": ENTROPY, "seat": seat["seat"]}
                    await http.post(f"/api/tables/{made['id']}/seats", json=body, headers=headers)
                    browsers.append(Browser(self, url, seat["token"], len(browsers) + number))
        await asyncio.gather(*(browser.connect() for browser in browsers))
        await asyncio.sleep(2)
        self.moves = self.boards = 0
        received = sum(browser.socket.received for browser in browsers)
        begun, served = time.perf_counter(), processor_seconds(pid)
        await asyncio.sleep(seconds)
        took, served = time.perf_counter() - begun, processor_seconds(pid) - served
        received = sum(browser.socket.received for browser in browsers) - received
        moves, boards = max(1, self.moves), max(1, self.boards)
        return Found(self.moves / took, self.boards / took, received / boards / 1e3, served / moves * 1e6)


def measure(server: str, tables: int, seconds: float, deflate: bool, pid: int = 0) -> Found:
    """Run it in a separate process."""
    wish = json.dumps([server, tables, seconds, deflate, pid])
    command = [sys.executable, "-m", "benchmarks.table.art", wish]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 120)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    return msgspec.json.decode(done.stdout, type=Found)


if __name__ == "__main__":
    allow_many_sockets()
    address, count, long, small, process = json.loads(sys.argv[1])
    print(msgspec.json.encode(uvloop.run(TableServer(address, count, small).run(long, process))).decode())
