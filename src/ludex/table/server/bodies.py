"""The bodies of HTTP requests and responses. The protocol is in docs/protocol.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ludex.core.play.leaving import OnLeave
from ludex.players.review.values import Review
from ludex.table.room.messages import MOST_MOVE, Count, Entropy, MessageId, Name, SeatNumber
from ludex.table.room.rows import ClockRules, Pace, Press, Undo

MOST_BODY = 512 * 1024
"""Bytes of an HTTP body: a genome, a position, a history."""


class NewSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table. `same_as` is a seat before it whose person plays this one too (hot seat)."""

    kind: Literal["person", "bot"] = "person"
    name: Name = ""
    bot: Annotated[str, msgspec.Meta(max_length=40)] = ""
    same_as: SeatNumber | None = None


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/tables`."""

    game: Annotated[str, msgspec.Meta(max_length=80)]
    seats: Annotated[tuple[NewSeat, ...], msgspec.Meta(min_length=1, max_length=16)]
    settings: dict[str, Any] = {}
    clock: ClockRules | None = None
    public: bool = False
    undo: Undo = "rule"
    on_leave: OnLeave = "bot"
    """The choice for the seat of a player who resigns or forfeits: a bot plays on, civil disorder, it waits for
    another player, or the game ends. A game for two always ends."""
    pace: Pace = "human"
    hints: bool | None = None
    """True if players may request hints. By default they may if only one person plays."""
    press: Press = "public"
    """The messages that players may write: to all or to some (`full`), only to all (`public`), none before the game is
    over (`none`)."""
    anonymous: bool = False
    """True if the names of people are shown only after the game. Until then they have those of their roles or seats."""
    position: dict[str, Any] | None = None
    """The position that the game starts from, in a sandbox."""
    rated: bool = False
    """True if the result counts for ratings. Such a table is public, and all its players are persons or bots."""
    secret_draws: bool = False
    """True if votes for a draw are not announced, in games with a draw by agreement."""
    sandbox: bool = False
    """True if one client has all seats, and moves can be taken back freely."""


class SeatMade(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of the table that was made. Only persons' seats have a token and a link."""

    seat: int
    kind: Literal["person", "bot"]
    name: str
    token: str | None = None
    link: str | None = None


class TableMade(msgspec.Struct, frozen=True):
    """The answer to `POST /api/tables`. The tokens are not shown again."""

    id: str
    watch: str
    commitment: str
    seats: tuple[SeatMade, ...]


class TakeSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/tables/{id}/seats`. `seat`: one of the client's own, or a free one of a public table."""

    name: Name = ""
    entropy: Entropy | None = None
    seat: SeatNumber | None = None
    secret: Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{22,64}$")] | None = None
    """The secret part of the token of a free seat, if the client chooses it. So it can repeat a request whose answer
    was lost, and gets the same seat."""


class SeatTaken(msgspec.Struct, frozen=True):
    """The answer to `POST /api/tables/{id}/seats`. `token` is new if the seat was free for any player."""

    seat: int
    token: str | None
    link: str | None
    entropy: str


class FindPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/matches`. `mine`: the tables at which the client already waits."""

    game: Annotated[str, msgspec.Meta(max_length=80)]
    name: Name = ""
    entropy: Entropy | None = None
    mine: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=40)], ...], msgspec.Meta(max_length=50)] = ()


class SeatFound(msgspec.Struct, frozen=True):
    """The answer to `POST /api/matches`. `waiting`: the table is new, and another player has yet to come."""

    table: str
    seat: int
    token: str
    link: str
    waiting: bool


class PostedMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/tables/{id}/moves`."""

    move: Annotated[str, msgspec.Meta(max_length=MOST_MOVE)] | dict[str, Any]
    number: Count
    id: MessageId = ""
    seat: SeatNumber | None = None


class Problem(msgspec.Struct, frozen=True):
    """The reason of a refusal: a stable code for programs and a sentence for people."""

    code: str
    sentence: str


class Webhook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `PUT /api/tables/{id}/webhook`: the address for a seat's turn notices. None turns them off."""

    url: Annotated[str, msgspec.Meta(max_length=500)] | None
    seat: SeatNumber | None = None


class NewAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `PUT /api/me/notices/address`: the address for turn notices by e-mail. None removes it."""

    address: Annotated[str, msgspec.Meta(max_length=254)] | None


class NewDevice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/me/notices/devices`: a browser's subscription, and the one that it replaces."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    p256dh: Annotated[str, msgspec.Meta(max_length=100)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]
    replaces: Annotated[str, msgspec.Meta(max_length=1000)] | None = None


class OldDevice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/me/notices/devices/remove`: the id of the device."""

    id: Annotated[str, msgspec.Meta(max_length=64)]


class Branch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/tables/{id}/branch`: the number of moves to keep (default: all)."""

    at: Count | None = None


class StartReview(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/tables/{id}/review`: an empty object."""


class ReviewMoment(msgspec.Struct, frozen=True):
    """A moment of a review as HTML. `before` is the number of moves before it, to show or to play on from."""

    number: int
    before: int
    seat: int
    label: str
    html: str


class ReviewPage(msgspec.Struct, frozen=True):
    """A review as HTML: the curves, the names with their colours, the moments, and how it was made."""

    chart: str
    legend: str
    moments: tuple[ReviewMoment, ...]
    about: str


class ReviewAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The review of a finished game: `none` was requested yet, or the share that is `done`, or all of it.

    Programs get it as `review`, pages (`as=page`) as `page`.
    """

    status: Literal["none", "working", "done"]
    done: float
    review: Review | None = None
    page: ReviewPage | None = None


class PostedHistory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/histories`: a history as text or as data."""

    history: Annotated[str, msgspec.Meta(max_length=MOST_BODY)] | dict[str, Any]


class PostedGenome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/genomes`: a genome as text or as data."""

    genome: Annotated[str, msgspec.Meta(max_length=MOST_BODY)] | dict[str, Any]


class GenomeProblem(msgspec.Struct, frozen=True):
    """Something wrong with a genome, and where: the place in it, or line and column of the text."""

    path: str
    sentence: str
    line: int | None = None
    column: int | None = None


class CheckedGenome(msgspec.Struct, frozen=True):
    """The answer to `POST /api/genomes`: the name to make tables with, or the problems of the genome."""

    name: str | None
    title: str | None
    seats: int | None
    bot: str | None
    rulebook: str
    html: str
    problems: tuple[GenomeProblem, ...]
