"""What travels: every message over a table's socket, and every body over HTTP. The protocol is in docs/protocol.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Union

import msgspec

from ludex.table.rows import ClockRules, Pace, Undo, Wish

MOST_TEXT = 500
"""Characters in a line of chat."""
MOST_NAME = 24
MOST_MOVE = 20_000
"""Bytes of a move: a whole list of orders fits."""
MOST_MESSAGE = 64 * 1024
MOST_BODY = 512 * 1024
"""Bytes of an HTTP body: a genome, a position, a history."""

Name = Annotated[str, msgspec.Meta(max_length=MOST_NAME)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_TEXT)]
Entropy = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2}){16,64}$")]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=63)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
MessageId = Annotated[str, msgspec.Meta(max_length=64)]
Token = Annotated[str, msgspec.Meta(max_length=200)]


class Message(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What a client sends."""


class Hello(Message, frozen=True, tag="hello"):
    """The first message: who I am, what I have already, and how I want to be told."""

    token: Token | None = None
    since: Count | None = None
    """The `log` of the last state I have."""
    chat: Count | None = None
    """The `n` of the last line of the chat I have."""
    form: Literal["page", "program"] = msgspec.field(default="program", name="as")
    seat: SeatNumber | None = None
    """With which of my seats' eyes I look."""


class Move(Message, frozen=True, tag="move"):
    """An answer to decision `number`: a move as text, or as data."""

    move: msgspec.Raw
    number: Count
    id: MessageId = ""
    seat: SeatNumber | None = None


class Sit(Message, frozen=True, tag="sit"):
    """Take my seat, with a name and random bytes for the table's chance."""

    name: Name = ""
    entropy: Entropy | None = None
    seat: SeatNumber | None = None


class Look(Message, frozen=True, tag="look"):
    """Look with the eyes of another of my seats."""

    seat: SeatNumber


class Say(Message, frozen=True, tag="say"):
    """Say something to all, or to some seats where the table allows press."""

    text: Text
    to: tuple[SeatNumber, ...] | None = None


class TakeBack(Message, frozen=True, tag="undo"):
    """Take back my last move; with `ask`, ask the others where I may not do so alone."""

    ask: bool = False
    seat: SeatNumber | None = None


class MakeOffer(Message, frozen=True, tag="offer"):
    """Wish something that all persons must agree to."""

    what: Wish
    seat: SeatNumber | None = None


class Answer(Message, frozen=True, tag="answer"):
    """Agree to an offer, or not."""

    offer: Count
    yes: bool
    seat: SeatNumber | None = None


class GiveOrders(Message, frozen=True, tag="orders"):
    """Give standing orders in place of those I had."""

    pass_idle: bool = msgspec.field(default=False, name="pass")
    only: bool = False
    skip: bool = False
    bid: Annotated[int, msgspec.Meta(ge=0, le=10**9)] | None = None
    seat: SeatNumber | None = None


class WriteDraft(Message, frozen=True, tag="draft"):
    """In games with drafts: write decisions down, erase one (`all`: everything), or hand in all that stands there."""

    write: Annotated[str, msgspec.Meta(max_length=MOST_MOVE)] = ""
    erase: Annotated[str, msgspec.Meta(max_length=80)] = ""
    done: bool = False
    seat: SeatNumber | None = None


class Resign(Message, frozen=True, tag="resign"):
    """Give up, which ends the game."""

    seat: SeatNumber | None = None


class Leave(Message, frozen=True, tag="leave"):
    """Leave the seat to a bot, and to whoever sits down there."""

    seat: SeatNumber | None = None


class Back(Message, frozen=True, tag="back"):
    """I am back: no bot need play for me."""

    seat: SeatNumber | None = None


class Resume(Message, frozen=True, tag="resume"):
    """Go on after a pause."""

    seat: SeatNumber | None = None


class Hint(Message, frozen=True, tag="hint"):
    """What would a good player do?"""

    seat: SeatNumber | None = None


class Ping(Message, frozen=True, tag="ping"):
    """Are you there?"""


ClientMessage = Union[  # noqa: UP007  (used at run time)
    Hello,
    Move,
    Sit,
    Look,
    Say,
    TakeBack,
    MakeOffer,
    Answer,
    GiveOrders,
    WriteDraft,
    Resign,
    Leave,
    Back,
    Resume,
    Hint,
    Ping,
]
MESSAGES: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
encode = msgspec.json.Encoder().encode
"""A message as JSON."""


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table. `same_as` is a seat before it whose person plays this one too (hot seat)."""

    kind: Literal["person", "bot"] = "person"
    name: Name = ""
    bot: Annotated[str, msgspec.Meta(max_length=40)] = ""
    same_as: SeatNumber | None = None


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /api/tables` takes."""

    game: Annotated[str, msgspec.Meta(max_length=80)]
    seats: Annotated[tuple[SeatWish, ...], msgspec.Meta(min_length=1, max_length=16)]
    settings: dict[str, Any] = {}
    clock: ClockRules | None = None
    public: bool = False
    undo: Undo = "rule"
    pace: Pace = "human"
    hints: bool | None = None
    """Whether players may ask for hints. By default they may where only one person plays."""
    press: bool = False
    """Whether players may write to some of the others."""
    position: dict[str, Any] | None = None
    """Where the game starts, in a sandbox."""
    sandbox: bool = False
    """All seats are mine, and moves can be taken back freely."""


class SeatMade(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of the table that was made. Only persons' seats have a token and a link."""

    seat: int
    kind: Literal["person", "bot"]
    name: str
    token: str | None = None
    link: str | None = None


class TableMade(msgspec.Struct, frozen=True):
    """What `POST /api/tables` answers. Nobody is told the tokens again."""

    id: str
    watch: str
    commitment: str
    seats: tuple[SeatMade, ...]


class TakeSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /api/tables/{id}/seats` takes: with a token my own seat, or else a free one of a public table."""

    name: Name = ""
    entropy: Entropy | None = None
    seat: SeatNumber | None = None


class SeatTaken(msgspec.Struct, frozen=True):
    """What sitting down answers. `token` is new if the seat was free for everybody."""

    seat: int
    token: str | None
    link: str | None
    entropy: str


class FindPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /api/matches` takes: the game, who asks, and the tables of theirs at which they wait already."""

    game: Annotated[str, msgspec.Meta(max_length=80)]
    name: Name = ""
    entropy: Entropy | None = None
    mine: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=40)], ...], msgspec.Meta(max_length=50)] = ()


class SeatFound(msgspec.Struct, frozen=True):
    """What `POST /api/matches` answers. `waiting`: the table is new, and somebody has yet to come."""

    table: str
    seat: int
    token: str
    link: str
    waiting: bool


class PostedMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /api/tables/{id}/moves` takes."""

    move: Annotated[str, msgspec.Meta(max_length=MOST_MOVE)] | dict[str, Any]
    number: Count
    id: MessageId = ""
    seat: SeatNumber | None = None


class Accepted(msgspec.Struct, frozen=True, tag_field="type", tag="accepted"):
    """A move was made and saved. `number` is that of the next decision."""

    id: str
    number: int


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused: a stable code for programs and a sentence for people."""

    code: str
    sentence: str


class Webhook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `PUT /api/tables/{id}/webhook` takes: where to send a seat's turn notices. None sends no more."""

    url: Annotated[str, msgspec.Meta(max_length=500)] | None
    seat: SeatNumber | None = None


class Branch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /api/tables/{id}/branch` takes: after which move (default: the last)."""

    at: Count | None = None


class PostedHistory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /api/histories` takes: a history as text or as data."""

    history: Annotated[str, msgspec.Meta(max_length=MOST_BODY)] | dict[str, Any]


class PostedGenome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /api/genomes` takes: a genome as text or as data."""

    genome: Annotated[str, msgspec.Meta(max_length=MOST_BODY)] | dict[str, Any]


class GenomeProblem(msgspec.Struct, frozen=True):
    """Something wrong with a genome, and where: the place in it, or line and column of the text."""

    path: str
    sentence: str
    line: int | None = None
    column: int | None = None


class CheckedGenome(msgspec.Struct, frozen=True):
    """What `POST /api/genomes` answers: the name to make tables with, or what is wrong with the genome."""

    name: str | None
    title: str | None
    seats: int | None
    bot: str | None
    rulebook: str
    html: str
    problems: tuple[GenomeProblem, ...]
