"""Two players of High Card at a table of either server. They decide at once, and note when the other's move arrives."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import Any

import httpx
import msgspec

from benchmarks.table.sockets import Socket

ENTROPY = "5a" * 16


class LudexState(msgspec.Struct):
    """The part of our messages that a player needs."""

    type: str
    number: int = 0
    status: str = ""
    options: list[dict[str, Any]] | None = None
    code: str = ""


class Hand(msgspec.Struct):
    """The part of boardgame.io's state that only its player sees."""

    hand: list[int] = []


class Cards(msgspec.Struct):
    """The state of the game at boardgame.io."""

    players: dict[str, Hand]
    plays: int


class Turn(msgspec.Struct):
    """The seat in turn."""

    player: str = msgspec.field(name="currentPlayer")


class BoardgameState(msgspec.Struct):
    """The part of boardgame.io's state that a player needs."""

    G: Cards
    ctx: Turn
    number: int = msgspec.field(name="_stateID")


class Synced(msgspec.Struct):
    """The first answer of boardgame.io."""

    state: BoardgameState


_LUDEX = msgspec.json.Decoder(LudexState)
_PARTS = msgspec.json.Decoder(list[msgspec.Raw])
_STATE = msgspec.json.Decoder(BoardgameState)
_SYNCED = msgspec.json.Decoder(Synced)
_encode = msgspec.json.Encoder().encode


class Player:
    """A seat at a table. A player who is asked plays when the table says so."""

    def __init__(self, table: Table, seat: int, token: str) -> None:
        self.table = table
        self.seat = seat
        self.token = token
        self.socket: Socket | None = None
        self.answer: bytes | None = None
        """The move to send, if it is this player's turn."""
        self.number = -1
        """The number of the latest state that this player received."""

    @property
    def url(self) -> str:
        """The address to connect to."""
        raise NotImplementedError

    def greet(self) -> None:
        """Introduce the player."""
        raise NotImplementedError

    def read(self, message: bytes) -> int | None:
        """Read a message. If it is a new state, store the move that answers it, and return its number."""
        raise NotImplementedError

    async def connect(self) -> None:
        """Connect to the table."""
        self.socket = Socket(self.url, self._heard)  # the server may send at once
        await self.socket.open()
        self.greet()

    def _heard(self, message: bytes | None) -> None:
        if message is None:
            self.table.lost = True
            return
        number = self.read(message)
        if number is not None and number > self.number:
            self.number = number
            self.table.told(self, number)

    def play(self) -> None:
        """Send the move."""
        assert self.socket is not None
        assert self.answer is not None
        message, self.answer = self.answer, None
        self.socket.send(message)


class LudexPlayer(Player):
    """A program at a table of Ludex, by docs/protocol.md."""

    @property
    def url(self) -> str:
        return f"{self.table.server.replace('http', 'ws', 1)}/tables/{self.table.id}/live"

    def greet(self) -> None:
        assert self.socket is not None
        self.socket.send(_encode({"type": "hello", "token": self.token, "as": "program"}))

    def read(self, message: bytes) -> int | None:
        state = _LUDEX.decode(message)
        if state.type == "refused":
            raise RuntimeError(f"refused: {message.decode()}")
        if state.type != "state" or state.status != "playing":
            return None
        if state.options:
            move = state.options[state.number % len(state.options)]
            answer = {"type": "move", "move": move, "number": state.number, "id": f"{self.seat}-{state.number}"}
            self.answer = _encode(answer)
        return state.number


class BoardgamePlayer(Player):
    """A client of boardgame.io with the protocol of its client: Socket.IO over a WebSocket."""

    SPACE = b"/high-card,"

    @property
    def url(self) -> str:
        return f"{self.table.server.replace('http', 'ws', 1)}/socket.io/?EIO=4&transport=websocket"

    def greet(self) -> None:
        """Wait for the server's greeting."""

    def _emit(self, *parts: Any) -> bytes:
        return b"42" + self.SPACE + _encode(parts)

    def read(self, message: bytes) -> int | None:
        assert self.socket is not None
        if message[:1] == b"0":
            self.socket.send(b"40" + self.SPACE)
        elif message[:1] == b"2":
            self.socket.send(b"3")
        elif message[:2] == b"40":
            self.socket.send(self._emit("sync", self.table.id, str(self.seat), self.token, 2))
        elif message[:2] == b"42":
            return self._event(message[2 + len(self.SPACE) :])
        return None

    def _event(self, data: bytes) -> int | None:
        parts = _PARTS.decode(data)
        name = bytes(parts[0])
        if name not in (b'"update"', b'"sync"'):
            return None
        state = _STATE.decode(parts[2]) if name == b'"update"' else _SYNCED.decode(parts[2]).state
        if state.ctx.player == str(self.seat):
            hand = state.G.players[str(self.seat)].hand
            rank = hand[state.G.plays % len(hand)]
            payload = {"type": "play", "args": [rank], "playerID": str(self.seat), "credentials": self.token}
            action = {"type": "MAKE_MOVE", "payload": payload}
            self.answer = self._emit("update", action, state.number, self.table.id, str(self.seat))
        return state.G.plays


class Table:
    """A table with two players."""

    def __init__(self, server: str, identity: str, asked: Callable[[Player], None]) -> None:
        self.server = server
        self.id = identity
        self.players: list[Player] = []
        self.asked = asked
        """Called when a player has a move to send."""
        self.sent = 0.0
        """The time when the last move was sent, or 0.0 if its arrival was noted."""
        self.mover: Player | None = None
        self.waits: list[float] = []
        """Seconds from each move to the other player's screen."""
        self.lost = False

    def told(self, player: Player, number: int) -> None:
        """Record that a player received a new state."""
        if self.sent and player is not self.mover:
            self.waits.append(time.perf_counter() - self.sent)
            self.sent = 0.0
        if player.answer is not None:
            self.asked(player)

    def play(self, player: Player) -> None:
        """Let a player send the move."""
        self.mover, self.sent = player, time.perf_counter()
        player.play()


async def ludex_table(http: httpx.AsyncClient, server: str, asked: Callable[[Player], None]) -> Table:
    """Make a table of Ludex with two people."""
    made = (await http.post("/api/tables", json={"game": "high-card", "seats": [{}, {}]})).json()
    table = Table(server, made["id"], asked)
    for seat in made["seats"]:
        headers = {"authorization": f"Bearer {seat['token']}"}
        body = {"entropy": ENTROPY, "seat": seat["seat"]}
        answer = await http.post(f"/api/tables/{table.id}/seats", json=body, headers=headers)
        answer.raise_for_status()
        table.players.append(LudexPlayer(table, seat["seat"], seat["token"]))
    return table


async def boardgame_table(http: httpx.AsyncClient, server: str, asked: Callable[[Player], None]) -> Table:
    """Make a match at boardgame.io with two people."""
    made = (await http.post("/games/high-card/create", json={"numPlayers": 2})).json()
    table = Table(server, made["matchID"], asked)
    for seat in range(2):
        body = {"playerID": str(seat), "playerName": secrets.token_hex(4)}
        answer = await http.post(f"/games/high-card/{table.id}/join", json=body)
        answer.raise_for_status()
        table.players.append(BoardgamePlayer(table, seat, answer.json()["playerCredentials"]))
    return table


MAKERS = {"ludex": ludex_table, "boardgame": boardgame_table}


async def make_tables(kind: str, server: str, count: int, asked: Callable[[Player], None]) -> list[Table]:
    """Make many tables, and connect all their players."""
    tables: list[Table] = []
    async with httpx.AsyncClient(base_url=server, timeout=60) as http:
        for start in range(0, count, 25):
            some = range(start, min(count, start + 25))
            made = await asyncio.gather(*(MAKERS[kind](http, server, asked) for _ in some))
            await asyncio.gather(*(player.connect() for table in made for player in table.players))
            tables += made
    return tables
