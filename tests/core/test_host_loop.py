"""A game inside the event loop of a host: whatever a player does, the loop turns."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from ludex import Move, Player, PlayerViolation, Referee, Request, Table
from ludex.players.search import Search
from tests.core.tiny import Cards

PATIENCE = 60.0
"""Seconds after which a player that waits for the loop has waited in vain."""


def first(request: Request) -> Move:
    return request.options[0]


class NeedsTheLoop(Player[Any]):
    """Answers only when the loop has run: a loop that waits for it would wait for ever."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = threading.Event()
        self.may_go = threading.Event()
        self.threads: set[int] = set()

    def decide(self, request: Request) -> Move:
        self.threads.add(threading.get_ident())
        self.asked.set()
        assert self.may_go.wait(PATIENCE), "the loop is blocked"
        self.may_go.clear()
        return request.options[0]


async def let_go(player: NeedsTheLoop, turns: list[int]) -> None:
    """Let the player answer whenever it was asked, from within the loop, and count the turns of the loop."""
    while True:
        turns[0] += 1
        if player.asked.is_set():
            player.asked.clear()
            player.may_go.set()
        await asyncio.sleep(0)


@pytest.mark.parametrize("limit", [None, PATIENCE])
def test_the_loop_turns_while_a_plain_player_thinks(limit: float | None) -> None:
    async def host() -> int:
        player, turns = NeedsTheLoop(), [0]
        beating = asyncio.create_task(let_go(player, turns))
        await Referee(Cards().new(2, seed=1), [player, first], time_limit=limit).play_async()
        beating.cancel()
        assert threading.get_ident() not in player.threads
        assert len(player.threads) == 1
        return turns[0]

    assert asyncio.run(host()) > 1


def test_a_function_a_search_and_a_listener_run_outside_the_loop() -> None:
    seen: dict[str, set[int]] = {"function": set(), "search": set(), "news": set()}

    class Watched(Search):
        def decide(self, request: Request) -> Any:
            seen["search"].add(threading.get_ident())
            return super().decide(request)

        def hear(self, news: Any) -> None:
            seen["news"].add(threading.get_ident())

    def function(request: Request) -> Move:
        seen["function"].add(threading.get_ident())
        return request.options[0]

    async def host() -> None:
        game = Cards()
        await Referee(game.new(2, seed=1), [function, Watched(game, playouts=4)]).play_async()

    asyncio.run(host())
    assert all(seen.values())
    assert not any(threading.get_ident() in threads for threads in seen.values())


def test_what_a_plain_function_returns_is_awaited_in_the_loop_of_the_host() -> None:
    """The coroutine may use what belongs to the host's loop: queues, events, connections."""

    async def host() -> None:
        loop = asyncio.get_running_loop()
        loops: list[Any] = []

        async def think(request: Request) -> Move:
            loops.append(asyncio.get_running_loop())
            return request.options[0]

        await Referee(Cards().new(2, seed=1), [lambda request: think(request), first]).play_async()
        assert loops
        assert all(found is loop for found in loops)

    asyncio.run(host())


def test_an_exception_in_the_thread_costs_an_attempt_and_names_the_code() -> None:
    def broken(request: Request) -> Move:
        raise RuntimeError("no idea")

    table: Table = Cards().new(2, seed=1)
    with pytest.raises(PlayerViolation, match="RuntimeError: no idea"):
        asyncio.run(Referee(table, [broken, first]).play_async())


def test_a_host_can_cancel_a_game_while_a_player_thinks() -> None:
    async def host() -> None:
        player = NeedsTheLoop()
        game = asyncio.create_task(Referee(Cards().new(2, seed=1), [player, first]).play_async())
        while not player.asked.is_set():
            await asyncio.sleep(0)
        game.cancel()
        with pytest.raises(asyncio.CancelledError):
            await game
        player.may_go.set()

    asyncio.run(host())


def test_play_and_play_async_lead_to_the_same_game() -> None:
    tables = [Cards().new(2, seed=4) for _ in range(2)]
    Referee(tables[0], [first, first]).play()
    asyncio.run(Referee(tables[1], [first, first]).play_async())
    assert tables[0].digest == tables[1].digest
