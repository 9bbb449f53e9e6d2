"""The messages over a table's socket. The protocol is in docs/protocol.md."""

from __future__ import annotations

from typing import Annotated, Literal, Union

import msgspec

from ludex.core.play.reading import LONGEST
from ludex.table.room.rows import OfferKind, Pace

MOST_TEXT = 500
"""Characters in a line of chat."""
MOST_NAME = 24
MOST_MOVE = LONGEST
"""Bytes of a move: a whole list of orders fits."""
MOST_MESSAGE = 64 * 1024

Name = Annotated[str, msgspec.Meta(max_length=MOST_NAME)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_TEXT)]
Entropy = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2}){16,64}$")]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=63)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
MessageId = Annotated[str, msgspec.Meta(max_length=64)]
Token = Annotated[str, msgspec.Meta(max_length=200)]


class Message(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A message from a client."""


class Hello(Message, frozen=True, tag="hello"):
    """The first message: the client's token, the data that it has already, and the form of states that it wants."""

    token: Token | None = None
    since: Count | None = None
    """The `log` of the last state that the client has."""
    chat: Count | None = None
    """The `n` of the last line of the chat that the client has."""
    form: Literal["page", "program"] = msgspec.field(default="program", name="as")
    seat: SeatNumber | None = None
    """The client's seat whose perspective it wants."""


class Move(Message, frozen=True, tag="move"):
    """An answer to decision `number`: a move as text, or as data."""

    move: msgspec.Raw
    number: Count
    id: MessageId = ""
    seat: SeatNumber | None = None


class Sit(Message, frozen=True, tag="sit"):
    """A request to take the client's seat, with a name and random bytes for the table's chance."""

    name: Name = ""
    entropy: Entropy | None = None
    seat: SeatNumber | None = None


class Look(Message, frozen=True, tag="look"):
    """A request to switch to the perspective of another of the client's seats."""

    seat: SeatNumber


class Say(Message, frozen=True, tag="say"):
    """A chat message to all, or to some seats if the table allows press."""

    text: Text
    to: tuple[SeatNumber, ...] | None = None


class TakeBack(Message, frozen=True, tag="undo"):
    """A request to take back the seat's last move; with `ask`, to ask the other players if they must consent."""

    ask: bool = False
    seat: SeatNumber | None = None


class MakeOffer(Message, frozen=True, tag="offer"):
    """An offer that all persons must agree to."""

    what: OfferKind
    seat: SeatNumber | None = None


class Answer(Message, frozen=True, tag="answer"):
    """The acceptance or refusal of an offer."""

    offer: Count
    yes: bool
    seat: SeatNumber | None = None


class GiveOrders(Message, frozen=True, tag="orders"):
    """New standing orders, which replace the seat's earlier ones."""

    pass_idle: bool = msgspec.field(default=False, name="pass")
    only: bool = False
    skip: bool = False
    bid: Annotated[int, msgspec.Meta(ge=0, le=10**9)] | None = None
    lot: Annotated[str, msgspec.Meta(max_length=MOST_TEXT)] | None = None
    """The lot that `skip` and `bid` are about, as the state names it. They are refused if it is no longer on offer."""
    seat: SeatNumber | None = None


class WriteDraft(Message, frozen=True, tag="draft"):
    """A change of the seat's draft: write decisions down, erase one (`all`: everything), or hand in the whole draft.

    `made` is the number of moves that the seat had made, as given in its draft. If it has made more since, the message
    is meant for an earlier decision, and refused. Moves of others in the meantime make no difference.
    """

    write: Annotated[str, msgspec.Meta(max_length=MOST_MOVE)] = ""
    erase: Annotated[str, msgspec.Meta(max_length=80)] = ""
    done: bool = False
    made: Count | None = None
    seat: SeatNumber | None = None


class Resign(Message, frozen=True, tag="resign"):
    """The resignation of a seat. The table's `on_leave` says what becomes of it; a game for two ends."""

    seat: SeatNumber | None = None


class Leave(Message, frozen=True, tag="leave"):
    """A request to leave the seat to a bot until another player takes it."""

    seat: SeatNumber | None = None


class Back(Message, frozen=True, tag="back"):
    """A request to take the seat back from the bot that stands in."""

    seat: SeatNumber | None = None


class Resume(Message, frozen=True, tag="resume"):
    """The agreement to continue after a pause."""

    seat: SeatNumber | None = None


class SetPace(Message, frozen=True, tag="pace"):
    """A request to change the speed of the bots, for all."""

    pace: Pace
    seat: SeatNumber | None = None


class Skip(Message, frozen=True, tag="skip"):
    """A request to let the bots answer at once until the seat is asked again."""

    seat: SeatNumber | None = None


class Hint(Message, frozen=True, tag="hint"):
    """A request for a hint: what a strong player might do."""

    seat: SeatNumber | None = None


TokenText = Annotated[str, msgspec.Meta(max_length=80)]
TokenPath = Annotated[tuple[TokenText, ...], msgspec.Meta(max_length=8)]


class Why(Message, frozen=True, tag="why"):
    """A request for the reason why something on the board cannot be played now.

    `press` are the alternatives that it stands for, each a row of tokens; `begun` are the tokens chosen before.
    """

    press: Annotated[tuple[TokenPath, ...], msgspec.Meta(min_length=1, max_length=8)]
    begun: TokenPath = ()
    seat: SeatNumber | None = None


class SayReady(Message, frozen=True, tag="ready"):
    """The answer to a table with long deadlines that asks whether its players are ready."""

    seat: SeatNumber | None = None


class Ping(Message, frozen=True, tag="ping"):
    """A check that the server still answers."""


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
    SetPace,
    Skip,
    Hint,
    Why,
    SayReady,
    Ping,
]
MESSAGES: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
encode = msgspec.json.Encoder().encode
"""The encoder of messages as JSON."""


class Accepted(msgspec.Struct, frozen=True, tag_field="type", tag="accepted"):
    """A move was made and saved. `number` is that of the next decision."""

    id: str
    number: int
