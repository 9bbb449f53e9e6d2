"""What is written down about a table: every row's kind and contents.

A table is the fold of its rows. What is not in a row did not happen.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec

from ludex.players.standing_orders import Orders

Undo = Literal["rule", "consent", "free", "never"]
"""Who may take moves back: the mover by the rule of the game (`ludex.core.undo`), or else all by consent; only by
consent; anybody at any time (sandboxes); nobody."""
Pace = Literal["human", "instant"]
Timeout = Literal["wait", "forfeit", "bot"]
By = Literal["person", "bot", "clock", "orders"]
Wish = Literal["undo", "pause", "rematch", "draw"]


class ClockRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The clocks of a table, in seconds, and what a time-out does."""

    per_move: float | None = None
    """For every decision."""
    per_player: float | None = None
    """For all decisions of a player together."""
    increment: float = 0.0
    """Added to a player's clock after each of their moves."""
    timeout: Timeout = "wait"
    """Nothing happens, the game is forfeited, or a bot plays until the person is back."""
    hammer: float | None = None
    """How long an open auction may be quiet before the auctioneer's clock calls out."""

    @property
    def ticks(self) -> bool:
        """Whether there is a clock for players."""
        return self.per_move is not None or self.per_player is not None


class SeatPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as the table was made. `token` is the hash of the seat's secret."""

    kind: Literal["person", "bot"]
    name: str = ""
    bot: str = ""
    token: str = ""


class Payload(msgspec.Struct, frozen=True, omit_defaults=True):
    """The contents of a row."""

    kind: ClassVar[str]


class Made(Payload, frozen=True, omit_defaults=True):
    """The table was made."""

    kind: ClassVar[str] = "made"
    version: str
    seats: tuple[SeatPlan, ...]
    undo: Undo = "rule"
    pace: Pace = "human"
    hints: bool = False
    press: bool = False
    sandbox: bool = False
    position: dict[str, Any] | None = None
    """Where the game starts, if not from its setup."""
    history: dict[str, Any] | None = None
    """The whole game, if the table was made from its history."""
    before: str | None = None
    """The table that this is a rematch or a branch of."""


class Sat(Payload, frozen=True, omit_defaults=True):
    """A person took a seat and added entropy to the table's chance."""

    kind: ClassVar[str] = "sit"
    seat: int
    name: str
    entropy: str
    token: str = ""
    """The hash of a new token, if the seat was free for everybody."""
    drawn: bool = False
    """The person's program gave no entropy, and the server drew it."""


class Moved(Payload, frozen=True, omit_defaults=True):
    """A seat moved. `move` is packed; `id` is the client's own name for the move."""

    kind: ClassVar[str] = "move"
    seat: int
    move: int
    by: By = "person"
    id: str = ""


class Undone(Payload, frozen=True, omit_defaults=True):
    """Moves were taken back: the last `back`, of which those in `kept` were made again at once (seat, move).

    If the game had ended, `seed` is the secret that its chance comes from now (`ludex.core.fairness`).
    """

    kind: ClassVar[str] = "undo"
    seat: int
    back: int
    kept: tuple[tuple[int, int], ...] = ()
    agreed: bool = False
    seed: str = ""


class Said(Payload, frozen=True, omit_defaults=True):
    """Somebody said something, to all or to some."""

    kind: ClassVar[str] = "chat"
    seat: int
    text: str
    to: tuple[int, ...] | None = None


class Offered(Payload, frozen=True, omit_defaults=True):
    """A seat wishes something that needs the consent of all persons."""

    kind: ClassVar[str] = "offer"
    seat: int
    what: Wish
    why: str = ""


class Answered(Payload, frozen=True, omit_defaults=True):
    """A seat agreed to an offer, or did not."""

    kind: ClassVar[str] = "answer"
    seat: int
    offer: int
    yes: bool


class Paused(Payload, frozen=True, omit_defaults=True):
    """The table pauses, or goes on."""

    kind: ClassVar[str] = "pause"
    seat: int
    on: bool


class Timed(Payload, frozen=True, omit_defaults=True):
    """A seat's time ran out, or (`back`) its person came back after a bot had taken over."""

    kind: ClassVar[str] = "clock"
    seat: int
    what: Literal["wait", "forfeit", "bot", "back"]
    bot: str = ""


class Forfeited(Payload, frozen=True, omit_defaults=True):
    """A seat gave up, which ends the game."""

    kind: ClassVar[str] = "forfeit"
    seat: int
    why: str


class Left(Payload, frozen=True, omit_defaults=True):
    """A person left the seat to a bot, and somebody else may sit down there."""

    kind: ClassVar[str] = "leave"
    seat: int
    bot: str


class Ordered(Payload, frozen=True, omit_defaults=True):
    """A seat gave standing orders."""

    kind: ClassVar[str] = "orders"
    seat: int
    orders: Orders


class Drafted(Payload, frozen=True, omit_defaults=True):
    """A seat wrote down what it means to decide: packed moves, in place of those that stood there."""

    kind: ClassVar[str] = "draft"
    seat: int
    moves: tuple[int, ...]


class Hooked(Payload, frozen=True, omit_defaults=True):
    """A seat said where its turn notices go. An empty text: nowhere any more."""

    kind: ClassVar[str] = "webhook"
    seat: int
    url: str = ""


class Followed(Payload, frozen=True, omit_defaults=True):
    """The same people play again at another table."""

    kind: ClassVar[str] = "rematch"
    table: str


KINDS: dict[str, type[Payload]] = {
    kind.kind: kind
    for kind in (
        Made,
        Sat,
        Moved,
        Undone,
        Said,
        Offered,
        Answered,
        Paused,
        Timed,
        Forfeited,
        Left,
        Ordered,
        Drafted,
        Hooked,
        Followed,
    )
}
_DECODERS: dict[str, msgspec.json.Decoder[Any]] = {name: msgspec.json.Decoder(kind) for name, kind in KINDS.items()}
_ENCODER = msgspec.json.Encoder()


def write_payload(payload: Payload) -> bytes:
    """The contents of a row as JSON."""
    return _ENCODER.encode(payload)


def read_payload(kind: str, data: bytes) -> Payload:
    """The contents of a row.

    >>> read_payload("move", write_payload(Moved(1, 42)))
    Moved(seat=1, move=42, by='person', id='')
    """
    found: Payload = _DECODERS[kind].decode(data)
    return found
