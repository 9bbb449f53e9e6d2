"""The longest time that one request holds the event loop: `python -m benchmarks.table.holds`.

While a callback runs, no other request of the process is answered. Every callback of the event loop is timed here, and
the longest one of each kind of request is reported. Rules run interpreted, as on a server that has just started, so the
figures are the worst case. The time on the clock, which includes the machine's other work and waiting for threads, is
shown next to the processor time of the event loop's thread.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from asyncio.events import Handle
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.table.house import House, Made, make_house

import ludex
from ludex.core.game.game import Game
from ludex.table.room.rows import Chatted
from ludex.table.server.limits import Limits

MOVES = 5_000
"""Number of moves of the imported history: 400 kB of the 512 that a body may have, and the game is not over."""
API = ("/api/games", "/api/games/spades", "/api/games/diplomacy", "/openapi.json")
LINES = 72_000
"""Number of lines of an old chat."""


class Holds:
    """The longest time that one callback held the event loop, by kind of request."""

    def __init__(self) -> None:
        self.longest: dict[str, tuple[float, float]] = {}
        """By kind of request: seconds on the clock, and seconds of processor time."""
        self._kind = "other"

    @contextmanager
    def measuring(self) -> Iterator[None]:
        """Time every callback of every event loop of this process."""
        run, clock, processor = Handle._run, time.perf_counter, time.thread_time

        def timed(handle: Handle) -> None:
            began, used = clock(), processor()
            run(handle)
            longest, most = self.longest.get(self._kind, (0.0, 0.0))
            self.longest[self._kind] = max(longest, clock() - began), max(most, processor() - used)

        Handle._run = timed  # type: ignore[method-assign,assignment]  # there is no other place through which all callbacks go
        try:
            yield
        finally:
            Handle._run = run  # type: ignore[method-assign]  # as it was

    async def of(self, kind: str, request: Awaitable[Any]) -> Any:
        """Measure one request, and the work that it leaves behind."""
        self._kind = kind
        await asyncio.sleep(0)
        try:
            answer = await request
            await asyncio.sleep(0.2)
        finally:
            self._kind = "other"
        return answer

    def table(self) -> str:
        """Return a table of all kinds, the longest hold first."""
        found = sorted(self.longest.items(), key=lambda item: -item[1][1])
        lines = [
            f"{clock * 1000:9.1f} ms {used * 1000:9.1f} ms  {kind}" for kind, (clock, used) in found if kind != "other"
        ]
        return "\n".join(["    clock    processor", *lines])


def long_history() -> str:
    """Return a game of Spades played at random, nearly as long as a body may be."""
    game = ludex.game("spades")
    dice = random.Random(1)
    table = game.new(4, seed=3)
    while table.waiting and len(table.played) < MOVES:
        seat = table.waiting[0]
        options = table.options(seat)
        table.engine.play_packed(seat, game.moves.pack(options[dice.randrange(len(options))]))
    history: str = table.history.to_json()
    return history


async def _sleep_and_wake(house: House, table: str) -> None:
    """Let a table leave memory, and open it again."""
    house.clock.advance(60)
    await house.server.sweep()
    assert table not in house.server.rooms
    await house.server.room(table)


async def _pages(holds: Holds, house: House) -> None:
    for path in ("/", "/games/spades", "/games/power-grid", "/new?game=diplomacy", "/design", *API):
        await holds.of(f"GET {path}, the first time", house.http.get(path))
        await holds.of(f"GET {path}", house.http.get(path))


async def _long_game(holds: Holds, house: House, history: str) -> None:
    answer = await holds.of("import a long history", house.http.post("/api/histories", json={"history": history}))
    assert answer.status_code == 201, answer.text
    table = Made(house, answer.json())
    await holds.of("wake an imported table", _sleep_and_wake(house, table.id))
    await holds.of("open the page of a long game", house.http.get(f"/tables/{table.id}"))
    await holds.of("state of a long game", table.state(as_="page"))
    await holds.of("whole log of a long game", table.state(since=0))
    await holds.of("download a long history", house.http.get(f"/api/tables/{table.id}/history"))
    await holds.of("one frame of a replay", house.http.get(f"/api/tables/{table.id}/frames/3000?as=page"))
    await holds.of("position of a long game", house.http.get(f"/api/tables/{table.id}/position?at=3000"))
    await holds.of("branch a long game", table.post("branch", 0, {"at": 3000}))
    line = await table.line(0)
    await holds.of("take back in a long game", line.answer("undo"))
    await holds.of("snapshot of a long game", house.server.keep_snapshot(table.room))


async def _long_lists(holds: Holds, house: House) -> None:
    table = await house.make("diplomacy", people=7, bots=0, sandbox=True)
    state = await table.state(0)
    orders = "; ".join(["A PAR - BUR"] * 1500)
    await holds.of(
        "a long list of orders", table.post("moves", 0, {"move": orders[:19_990], "number": state["number"], "seat": 2})
    )
    line = await table.line(2)
    await holds.of("a long draft", line.answer("draft", write=orders[:19_990]))
    await holds.of("one order", line.answer("draft", write="A PAR - BUR"))


async def _odd_bodies(holds: Holds, house: House) -> None:
    small = b'{"game":"spades","seats":[{},{},{},{}],"settings":{"x":[' + b'{"":0},' * 70_000 + b"{}]}}"
    keys = b",".join(b'"k%d":1' % number for number in range(40_000))
    doubled = b'{"game":"spades","seats":[{}],"settings":{' + keys + b',"k1":2}}'
    await holds.of("a body of many small objects", house.http.post("/api/tables", content=small))
    await holds.of("a body with a doubled key", house.http.post("/api/tables", content=doubled))


async def _long_chat(holds: Holds, house: House) -> None:
    table = await house.make("spades", people=1)
    await table.sit()
    state = table.room.state
    for number in range(LINES):
        state._chatted(Chatted(0, f"line {number}"), house.clock.now())
    line = await table.line(0)
    await line.drain()
    await holds.of("a line in a long chat", line.answer("say", text="hello"))
    await holds.of("join a long chat", table.line(0, chat=10))
    await holds.of("snapshot with a long chat", house.server.keep_snapshot(table.room))


async def _genomes(holds: Holds, house: House) -> None:
    genome = json.dumps(_definition())
    answer = await holds.of("post a genome", house.http.post("/api/genomes", json={"genome": genome}))
    name = answer.json()["name"]
    house.server.games._defined.clear()
    body = {"game": name, "seats": [{"name": "Ann"}, *[{"kind": "bot"}] * 3]}
    await holds.of("table of a genome", house.http.post("/api/tables", json=body))
    house.server.games._defined.clear()
    await holds.of("page of a genome", house.http.get(f"/games/{name}"))


def _definition() -> Any:
    import msgspec

    return msgspec.to_builtins(ludex.game("spades").definition)


async def _play(holds: Holds, house: House) -> None:
    for game in ("spades", "modern-art", "power-grid", "diplomacy", "automation"):
        table = await holds.of(f"make a table of {game}", house.make(game, people=1))
        await holds.of(f"sit down at {game}", table.sit())
        line = await holds.of(f"look at {game}", table.line(0, **{"as": "page"}))
        await holds.of(f"bots of {game}", house.quiet())
        await holds.of(f"first state of {game}", line.drain())


async def measure() -> Holds:
    """Make one request of every kind."""
    holds = Holds()
    history = long_history()
    with holds.measuring():
        house = await make_house(limits=Limits.none())
        try:
            await _pages(holds, house)
            await _play(holds, house)
            await _genomes(holds, house)
            await _long_chat(holds, house)
            await _long_lists(holds, house)
            await _odd_bodies(holds, house)
            await _long_game(holds, house, history)
        finally:
            await house.close()
    return holds


def main() -> None:
    """Print the longest hold of every kind of request."""
    Game.kernel = property(lambda game: game.interpreted)  # type: ignore[assignment,method-assign]  # as on a new server
    print(asyncio.run(measure()).table())


if __name__ == "__main__":
    main()
