"""What a seat may know and do at one moment: where a request gets what its player looks at."""

from __future__ import annotations

from copy import copy
from typing import Any, Generic

import msgspec
import numpy as np
from typing_extensions import TypeVar

from ludex.core.buffers import Pairs
from ludex.core.events import Event
from ludex.core.game import Game
from ludex.core.options import Options
from ludex.core.record import States
from ludex.core.twin import twin_of

V = TypeVar("V", default=Any)


class Sight(msgspec.Struct, Generic[V], frozen=True):
    """What a seat may know and do at one moment. It holds nothing of the table and nothing that is hidden."""

    _game: Game[V, Any]
    seat: int
    _hidden: bytes
    _offered: Pairs
    _events: bytes

    def record(self) -> States:
        """The state, as far as the seat may know it. Its fields can be renamed, so even its type is a copy."""
        return np.frombuffer(self._hidden, copy(self._game.layout.dtype))

    def memory(self) -> bytes:
        """The same as bytes."""
        return self._hidden

    def view(self) -> V:
        """The seat's view."""
        return self._game.view_of(self._hidden, self.seat)

    def options(self) -> Options:
        """The seat's options."""
        return Options(self._game.moves, self._offered)

    def decision(self) -> str:
        """What kind of decision the seat owes."""
        return self._game.decision(twin_of(self._game.layout.dtype, self._hidden), self.seat)

    def events(self) -> tuple[Event, ...]:
        """What happened since the seat was last told."""
        return tuple([seen.event for seen in self._game.events.read_rows(self._events)])
