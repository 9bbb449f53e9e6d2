"""Nothing is imported after the server began to listen: with all file handles in use, a late import fails."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect

from ludex.games.cards import LIBRARY
from tests.table.house import ENTROPY, PATIENCE, first_of

pytestmark = pytest.mark.anyio

GAMES = ["automation", "modern-art", "power-grid", "diplomacy", "spades", "gin-rummy"]
PAGES = ["/", "/games", "/new", "/design", "/sandbox", "/nowhere", "/static/live.js", "/healthz", "/metrics"]
PAGES += ["/openapi.json", "/api/games", "/api/tables", "/api/tables/nowhere", "/lab"]
BROWSER = {"accept": "text/html"}
WISHES: list[dict[str, Any]] = [
    {"type": "hint"},
    {"type": "say", "text": "hello"},
    {"type": "undo", "ask": True},
    {"type": "offer", "what": "pause"},
    {"type": "orders", "only": True},
    {"type": "draft", "done": True},
    {"type": "junk"},
    {"type": "resign"},
    {"type": "offer", "what": "rematch"},
]


async def use(address: str) -> None:
    """Use everything that the server offers, once."""
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http:
        for path in PAGES:
            await http.get(path)
            await http.get(path, headers=BROWSER)
        for game in GAMES:
            await use_game(http, game)
        genome = msgspec.to_builtins(LIBRARY["whist"]())
        assert (await http.post("/api/genomes", json={"genome": genome})).json()["name"]
        await http.post("/api/genomes", json={"genome": {"name": "x"}})
        await http.post("/api/tables", content=b"junk")
        await http.post("/api/matches", json={"game": "spades", "name": "Ann"})


async def use_game(http: httpx.AsyncClient, game: str) -> None:
    """Use everything that a game offers, at a table with each of its bots."""
    about = (await http.get(f"/api/games/{game}")).json()
    for path in (f"/games/{game}", f"/games/{game}/style.css", f"/games/{game}/art/1.svg", f"/sandbox?game={game}"):
        await http.get(path, headers=BROWSER)
    for bot in about["bots"]:
        if bot["name"] == "search" and game != GAMES[0]:
            continue  # the same in all games, and slow with interpreted rules
        asks = bot is about["bots"][0] and game == GAMES[0]  # hints are the same in all games, and take a second
        wishes = WISHES if asks else WISHES[1:]
        seats = [{"name": "Ann"}, *[{"kind": "bot", "bot": bot["name"]}] * (max(2, about["seats"][0]) - 1)]
        made = await http.post("/api/tables", json={"game": game, "seats": seats, "pace": "instant", "hints": True})
        assert made.status_code == 201, made.text
        await use_table(http, made.json()["id"], made.json()["seats"][0]["token"], wishes)


async def use_table(http: httpx.AsyncClient, table: str, token: str, wishes: list[dict[str, Any]]) -> None:
    """Sit down, play, and look at everything that is left of the game."""
    own, path = {"authorization": f"Bearer {token}"}, f"/api/tables/{table}"
    await http.put(f"{path}/webhook", json={"url": "http://127.0.0.1:9/x"}, headers=own)
    assert (await http.post(f"{path}/seats", json={"name": "Ann", "entropy": ENTROPY}, headers=own)).status_code == 201
    await http.get(f"/join/{token}")
    await http.get(f"/tables/{table}", headers=BROWSER)
    await asyncio.wait_for(
        play(str(http.base_url).replace("http", "ws", 1).rstrip("/"), table, token, wishes), PATIENCE
    )
    history = await http.get(f"{path}/history", headers=own)
    assert (await http.post("/api/histories", json={"history": history.json()})).status_code == 201
    for end in ("", "?as=page", "/links", "/frames/1", "/frames/1?as=page", "/position"):
        await http.get(f"{path}{end}", headers=own)  # some are refused, where resigning does not end the game
    await http.post(f"{path}/branch", json={"at": 0}, headers=own)
    await http.get(f"/tables/{table}/replay", headers=BROWSER)


async def play(address: str, table: str, token: str, wishes: list[dict[str, Any]]) -> None:
    """Play a move, then send one message of every kind; look on as a page and as a spectator."""
    for hello in ({"as": "page", "token": token}, {"as": "page"}, {}):
        async with connect(f"{address}/tables/{table}/live") as line:
            await line.send(msgspec.json.encode({"type": "hello", **hello}).decode())
            await line.recv()
    async with connect(f"{address}/tables/{table}/live", max_size=None) as line:

        async def heard(*kinds: str) -> dict[str, Any]:
            while True:
                found: dict[str, Any] = msgspec.json.decode(await line.recv())
                if found["type"] in kinds:
                    return found

        await line.send(msgspec.json.encode({"type": "hello", "token": token}).decode())
        while not (state := await heard("state"))["options"] and not state["outcome"]:
            pass
        if state["options"]:
            move = {"type": "move", "move": first_of(state["options"]), "number": state["number"], "id": "x"}
            await line.send(msgspec.json.encode(move).decode())
            await heard("accepted", "refused")
        for wish in wishes:
            await line.send(msgspec.json.encode(wish).decode())
            await heard("done", "refused", "hint")


async def test_nothing_is_imported_after_the_server_began_to_listen(tmp_path: Path) -> None:
    environment = {**os.environ, "LUDEX_INTERPRET": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "tests.table.late", f"sqlite:///{tmp_path / 'table.db'}"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    try:
        await use(process.stdout.readline().strip())
        process.send_signal(signal.SIGINT)
        late, _ = await asyncio.to_thread(process.communicate, timeout=PATIENCE)
    finally:
        process.kill()
        process.wait()
    assert late.split() == []
