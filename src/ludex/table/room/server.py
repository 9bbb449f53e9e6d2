"""The server around a room, as far as a room may know it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ludex.core.game.game import Game
from ludex.core.game.request import Player
from ludex.table.room.clock import Clock
from ludex.table.room.rows import Payload
from ludex.table.room.state import TableState
from ludex.table.store import Notice, Store

if TYPE_CHECKING:
    from ludex.table.room.room import Room

T = TypeVar("T")


class Pool(Protocol):
    """Threads for one kind of work."""

    async def run(self, address: str, work: Callable[..., T], *args: Any, background: bool = False) -> T: ...


class Workers(Protocol):
    """Threads for bots, and for long work at tables."""

    @property
    def bots(self) -> Pool: ...
    @property
    def tables(self) -> Pool: ...


class Notices(Protocol):
    """The turn notices of all seats."""

    def due(self, room: Room, after: int) -> Sequence[Notice]: ...


class Server(Protocol):
    """The server of a room."""

    closing: bool

    @property
    def clock(self) -> Clock: ...
    @property
    def store(self) -> Store: ...
    @property
    def workers(self) -> Workers: ...
    @property
    def notices(self) -> Notices: ...

    def live(self, room: Room) -> Room: ...
    def make_bot(self, game: Game[Any, Any], name: str) -> Player[Any]: ...
    def note_saved(self, room: Room, payloads: Sequence[Payload]) -> None: ...
    async def load(self, table: str) -> TableState | None: ...
    async def put_aside(self, room: Room, what: str, error: BaseException) -> None: ...
