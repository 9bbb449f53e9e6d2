"""The rows of a table: every row's kind and contents.

A table is the fold of its rows. Anything that is not in a row did not happen.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from ludex.core.play.leaving import OnLeave
from ludex.players.standing_orders import Orders

Undo = Literal["rule", "consent", "free", "never"]
"""The players who may take moves back: the mover by the rule of the game (`ludex.core.play.undo`), or else all by
consent; only by consent; any player at any time (sandboxes); no player."""
Pace = Literal["human", "quick", "instant"]
"""The speed of bots: calm, as people play; a quarter of that time; at once."""
Timeout = Literal["wait", "forfeit", "bot"]
By = Literal["person", "bot", "clock", "orders"]
Press = Literal["full", "public", "none"]
"""The messages that players may write: to all or to some; only to all; none before the game is over."""
OfferKind = Literal["undo", "pause", "resume", "rematch", "draw", "extension"]


LONGEST_CLOCK = 366 * 24 * 3600.0
Time = Annotated[float, msgspec.Meta(gt=0, le=LONGEST_CLOCK)]
"""Seconds on a clock."""
Weekday = Annotated[int, msgspec.Meta(ge=0, le=6)]


class ClockRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The clocks of a table, in seconds, and what a time-out does."""

    per_move: Time | None = None
    """For every decision."""
    per_player: Time | None = None
    """For all decisions of a player together."""
    increment: Annotated[float, msgspec.Meta(ge=0, le=LONGEST_CLOCK)] = 0.0
    """Added to a player's clock after each of their moves."""
    timeout: Timeout = "wait"
    """Nothing happens, the player forfeits (`Made.on_leave`), or a bot plays until the person is back."""
    grace: Annotated[float, msgspec.Meta(ge=0, le=LONGEST_CLOCK)] = 0.0
    """Added when time is up, before anything happens: an answer in this time still counts."""
    days_off: Annotated[frozenset[Weekday], msgspec.Meta(max_length=6)] = frozenset()
    """The weekdays, in UTC, on which no clock of a player runs. 0 is Monday, 6 is Sunday."""
    hammer: Time | None = None
    """Longest silence in an open auction before the auctioneer's clock calls out."""

    @property
    def ticks(self) -> bool:
        """True if there is a clock for players."""
        return self.per_move is not None or self.per_player is not None


class SeatPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as the table was made. `token` is the hash of the seat's secret."""

    kind: Literal["person", "bot"]
    name: str = ""
    bot: str = ""
    token: str = ""
    owner: str = ""


class Payload(msgspec.Struct, frozen=True, omit_defaults=True):
    """The contents of a row."""

    kind: ClassVar[str]


class Made(Payload, frozen=True, omit_defaults=True):
    """The creation of the table."""

    kind: ClassVar[str] = "made"
    version: str
    seats: tuple[SeatPlan, ...]
    undo: Undo = "rule"
    pace: Pace = "human"
    hints: bool = False
    press: Press = "public"
    anonymous: bool = False
    """The names of people are shown only after the game."""
    sandbox: bool = False
    position: dict[str, Any] | None = None
    """The position that the game starts from, if not its setup."""
    history: dict[str, Any] | None = None
    """The whole game, if the table was made from its history."""
    lesson: dict[str, Any] | None = None
    """The lesson that the table belongs to. Its script plays all seats but the learner's."""
    before: str | None = None
    """The table that this is a rematch or a branch of."""
    on_leave: OnLeave = "bot"
    """The choice for the seat of a player who resigns or forfeits."""
    rated: bool = False
    """The result counts for the ratings of its players."""
    secret_draws: bool = False
    """Votes for a draw are not announced."""


class Sat(Payload, frozen=True, omit_defaults=True):
    """A person's taking of a seat, with entropy for the table's chance."""

    kind: ClassVar[str] = "sit"
    seat: int
    name: str
    entropy: str
    token: str = ""
    """The hash of a new token, if the seat was free for any player."""
    drawn: bool = False
    """The person's program gave no entropy, and the server drew it."""
    owner: str = ""
    """The mark of the person who has the seat on any device, at a table of a site with users."""


class Moved(Payload, frozen=True, omit_defaults=True):
    """A move of a seat. `move` is packed; `id` is the client's name for the move."""

    kind: ClassVar[str] = "move"
    seat: int
    move: int
    by: By = "person"
    id: str = ""


class Undone(Payload, frozen=True, omit_defaults=True):
    """The undo of the last `back` moves, of which those in `kept` were made again at once (seat, move).

    If the game had ended, `seed` is the secret that its chance comes from now (`ludex.core.language.fairness`).
    """

    kind: ClassVar[str] = "undo"
    seat: int
    back: int
    kept: tuple[tuple[int, int], ...] = ()
    agreed: bool = False
    seed: str = ""


class Chatted(Payload, frozen=True, omit_defaults=True):
    """A chat message of a seat, to all or to some."""

    kind: ClassVar[str] = "chat"
    seat: int
    text: str
    to: tuple[int, ...] | None = None


class Offered(Payload, frozen=True, omit_defaults=True):
    """An offer of a seat that needs the consent of all persons."""

    kind: ClassVar[str] = "offer"
    seat: int
    what: OfferKind
    why: str = ""


class Answered(Payload, frozen=True, omit_defaults=True):
    """The acceptance or refusal of an offer by a seat."""

    kind: ClassVar[str] = "answer"
    seat: int
    offer: int
    yes: bool


class Paused(Payload, frozen=True, omit_defaults=True):
    """A pause of the table, or its end."""

    kind: ClassVar[str] = "pause"
    seat: int
    on: bool


class Extended(Payload, frozen=True, omit_defaults=True):
    """More time for all clocks, by the vote of most persons. `seat` had asked for it."""

    kind: ClassVar[str] = "extend"
    seat: int


class Timed(Payload, frozen=True, omit_defaults=True):
    """The end of a seat's time, or (`back`) the return of its person after a bot had taken over.

    After `forfeit`, the row of the departure follows.
    """

    kind: ClassVar[str] = "clock"
    seat: int
    what: Literal["wait", "forfeit", "bot", "back"]
    bot: str = ""


class Forfeited(Payload, frozen=True, omit_defaults=True):
    """The departure of a player that ends the game."""

    kind: ClassVar[str] = "forfeit"
    seat: int
    why: str


class Left(Payload, frozen=True, omit_defaults=True):
    """The departure of a person after which the game continues, until another player takes the seat.

    `bot` decides for the seat in the meantime. It is empty if the game waits.
    """

    kind: ClassVar[str] = "leave"
    seat: int
    bot: str
    why: str = "left"
    then: Literal["bot", "civil-disorder", "open-seat"] = "bot"


class Ordered(Payload, frozen=True, omit_defaults=True):
    """The standing orders of a seat."""

    kind: ClassVar[str] = "orders"
    seat: int
    orders: Orders


class Drafted(Payload, frozen=True, omit_defaults=True):
    """The draft of a seat's decision: packed moves, which replace the earlier draft."""

    kind: ClassVar[str] = "draft"
    seat: int
    moves: tuple[int, ...]


class Hooked(Payload, frozen=True, omit_defaults=True):
    """The address for a seat's turn notices. An empty text: no notices."""

    kind: ClassVar[str] = "webhook"
    seat: int
    url: str = ""


class Paced(Payload, frozen=True, omit_defaults=True):
    """The new speed of the bots, chosen by a seat."""

    kind: ClassVar[str] = "pace"
    seat: int
    pace: Pace


class Skipped(Payload, frozen=True, omit_defaults=True):
    """The wish of a seat that bots answer at once until it is asked again."""

    kind: ClassVar[str] = "skip"
    seat: int


class Followed(Payload, frozen=True, omit_defaults=True):
    """The new table at which the same people play again."""

    kind: ClassVar[str] = "rematch"
    table: str


class Owned(Payload, frozen=True, omit_defaults=True):
    """A change of the owner of a seat: a person who had it by a link only, or their mark after two became one.

    With a `token`, earlier links of the seat are no longer valid; it is the hash of a new one, or empty.
    """

    kind: ClassVar[str] = "own"
    seat: int
    owner: str
    token: str | None = None
    without: str = ""
    """The hash of the token of a device that was signed out, and may no longer watch from the seat."""


class Erased(Payload, frozen=True, omit_defaults=True):
    """The rewriting of earlier rows, without the names and texts of a person who was deleted."""

    kind: ClassVar[str] = "erased"
    seats: tuple[int, ...] = ()
    """The person's seats. They are free again if the game has not begun."""


class Ready(Payload, frozen=True, omit_defaults=True):
    """A player's answer that they are ready, at a table with long deadlines."""

    kind: ClassVar[str] = "ready"
    seat: int


class Unseated(Payload, frozen=True, omit_defaults=True):
    """The end of the time to be ready: these seats are free again."""

    kind: ClassVar[str] = "unseat"
    seats: tuple[int, ...]


KINDS: dict[str, type[Payload]] = {
    kind.kind: kind
    for kind in (
        Made,
        Sat,
        Moved,
        Undone,
        Chatted,
        Offered,
        Answered,
        Paused,
        Extended,
        Timed,
        Forfeited,
        Left,
        Ordered,
        Drafted,
        Hooked,
        Paced,
        Skipped,
        Followed,
        Owned,
        Erased,
        Ready,
        Unseated,
    )
}
_DECODERS: dict[str, msgspec.json.Decoder[Any]] = {name: msgspec.json.Decoder(kind) for name, kind in KINDS.items()}
_ENCODER = msgspec.json.Encoder()


def write_payload(payload: Payload) -> bytes:
    """Return the contents of a row as JSON."""
    return _ENCODER.encode(payload)


def read_payload(kind: str, data: bytes) -> Payload:
    """Return the contents of a row.

    >>> read_payload("move", write_payload(Moved(1, 42)))
    Moved(seat=1, move=42, by='person', id='')
    """
    found: Payload = _DECODERS[kind].decode(data)
    return found
