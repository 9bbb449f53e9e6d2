"""Press: messages that players write to one another before they decide, and what a game computes from them.

A game offers it with a `Press`. The referee then lets its players write in a bounded number of rounds before the
decisions of a phase. The state does not contain messages: the rules never depend on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

import msgspec
from typing_extensions import TypeVar

from ludex.core.language.errors import UnreadableMove
from ludex.core.language.words import plural
from ludex.core.show.briefing import (
    RULES_LENGTH,
    Briefing,
    joined,
    list_messages,
    list_news,
    list_players,
    list_promises,
    tell_rejection,
    tell_role,
)
from ludex.core.show.telling import told_in_short

if TYPE_CHECKING:
    from ludex.core.game.request import Rejection, Request
    from ludex.core.play.table import Table

MOST_ROUNDS = 10
"""The most rounds of messages in a phase."""
LONGEST_MESSAGE = 500
"""Largest number of characters of a message."""
MOST_PROPOSALS = 8
"""The most proposals in a message."""

T = TypeVar("T", bound="Table[Any]", default=Any)

ANSWER = """How to answer: think as long as you need, then end with one JSON object of this form:

{{"messages": [{{"to": ["{to}"], "text": "at most {longest} characters", "proposals": ["{example}"]}}]}}

Write at most one message to the same players. "to" may be "all"; "text" and "proposals" may be left out.
{{"messages": []}} stays silent. A proposal has one of these forms: {forms}. {means}
Free text binds no one. After the game, a table shows which promises were honoured and which were broken."""


class Message(msgspec.Struct, frozen=True):
    """A message between players: free text, proposals that a program can read, or both.

    >>> Message(2, (3,), "No fight in Burgundy?", ("DMZ BUR",), "S1901M", 1, 0).to
    (3,)
    """

    sender: int
    """The seat that wrote it."""
    to: tuple[int, ...]
    """The seats that receive it."""
    text: str
    proposals: tuple[str, ...]
    """The proposals in the form in which the game writes them."""
    phase: str
    round: int
    """The round of the phase, from 1."""
    after: int
    """The number of moves that had been made."""

    def is_seen_by(self, seat: int) -> bool:
        """Return True if a seat wrote the message or receives it."""
        return seat == self.sender or seat in self.to


class Promise(msgspec.Struct, frozen=True):
    """A promise, and whether it was honoured, as computed from the moves.

    >>> str(Promise(2, (3,), "peace", "S1901M", False, "A PAR - BUR"))
    'S1901M: seat 2 to seat 3: peace: broken (A PAR - BUR)'
    """

    by: int
    to: tuple[int, ...]
    proposal: str
    phase: str
    kept: bool | None
    """None if the game ended before the phase was carried out."""
    why: str = ""
    """The moves that broke it."""

    def is_seen_by(self, seat: int) -> bool:
        """Return True if a seat gave the promise or received it."""
        return seat == self.by or seat in self.to

    @property
    def result(self) -> str:
        """`kept`, `broken` with the moves that broke it, or `not put to the test`."""
        if self.kept is None:
            return "not put to the test"
        return "kept" if self.kept else f"broken ({self.why})"

    def __str__(self) -> str:
        to = ", ".join(f"seat {seat}" for seat in self.to)
        return f"{self.phase}: seat {self.by} to {to}: {self.proposal}: {self.result}"


class Press(Generic[T]):
    """The press of a game: when players write, which proposals there are, and which promises were honoured.

    >>> import ludex
    >>> press = ludex.game("diplomacy").press
    >>> table = ludex.game("diplomacy").new(seed=1)
    >>> press.phase(table), press.read(table, 2, (3,), "support: a mun s a par-bur")
    ('S1901M', 'support A MUN S A PAR - BUR')
    """

    forms: str
    """The forms of proposals, for players."""
    example: str
    means: str
    """A few sentences that tell when a proposal is a promise."""

    def phase(self, table: T) -> str:
        """Return the phase that begins with messages, or an empty text if players do not write now."""
        raise NotImplementedError

    def read(self, table: T, sender: int, to: Sequence[int], text: str) -> str:
        """Read a proposal and return its canonical text. Raise `UnreadableMove` with the reason if it is none."""
        raise NotImplementedError

    def judge(self, table: T, messages: Sequence[Message]) -> tuple[Promise, ...]:
        """Return the promises in the messages of one phase that is over, and whether the players kept them."""
        raise NotImplementedError

    def promises(self, table: T, messages: Sequence[Message]) -> tuple[Promise, ...]:
        """Return the promises in all messages of a game, computed from the moves of its table.

        >>> import ludex
        >>> table = ludex.game("diplomacy").new(seed=1, last_year=1901)
        >>> said = Message(2, (3,), "", ("move A PAR - GAS",), "S1901M", 1, 0)
        >>> table.give("FRANCE", "A PAR - BUR")
        >>> for power in (0, 1, 3, 4, 5, 6):
        ...     table.give(power, "")
        >>> [str(promise) for promise in table.game.press.promises(table, [said])]
        ['S1901M: seat 2 to seat 3: move A PAR - GAS: broken (A PAR - BUR)']
        """
        by_phase: dict[tuple[int, str], list[Message]] = {}
        for message in messages:
            by_phase.setdefault((message.after, message.phase), []).append(message)
        return tuple(promise for phase in by_phase.values() for promise in self.judge(table, phase))


class Heard(NamedTuple):
    """The messages and promises that a seat knows of."""

    messages: tuple[Message, ...] = ()
    promises: tuple[Promise, ...] = ()

    def told(self, names: Sequence[str], seat: int) -> tuple[str, ...]:
        """Return them as parts of a briefing."""
        return list_promises(self.promises, names, seat), list_messages(self.messages, names, seat)


SILENCE = Heard()
"""Nothing: at a table without press."""


class PressRequest(NamedTuple):
    """The question to a seat whether it wants to write messages.

    The answer of `Player.speak` is a list of messages such as
    `{"to": ["GERMANY"], "text": "…", "proposals": ["peace"]}`, or a text that contains `{"messages": [...]}`. None and
    an empty list stay silent.
    """

    request: Request[Any]
    """The decision that comes next, with its view, options and events."""
    phase: str
    round: int
    """The number of this round in the phase, from 1."""
    rounds: int
    """The most rounds in the phase. It ends earlier with a round in which no one writes."""
    heard: Heard
    attempt: int = 1
    rejection: Rejection | None = None
    attempts_left: int | None = None

    @property
    def seat(self) -> int:
        """The seat that may write."""
        return self.request.seat

    @property
    def view(self) -> Any:
        """All that the seat may know of the board."""
        return self.request.view

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages of this phase that the seat wrote or received."""
        return self.heard.messages

    @property
    def promises(self) -> tuple[Promise, ...]:
        """The promises of earlier phases that the seat gave or received, and whether they were honoured."""
        return self.heard.promises

    @property
    def commitment(self) -> str:
        """The hash of the table's secret seed."""
        return self.request.commitment

    def briefing(self, *, rules: int = RULES_LENGTH) -> Briefing:
        """Return everything that a language model needs to write its messages, as text."""
        request, game = self.request, self.request.game
        if game is None or game.press is None:
            raise ValueError("this request was made without a game that has press")
        press, roles = game.press, roles_of(game, len(request.names))
        others = [role for seat, role in enumerate(roles) if seat != self.seat]
        answer = joined(ANSWER).format(
            to=others[0], longest=LONGEST_MESSAGE, forms=press.forms, example=press.example, means=press.means
        )
        question = (
            f"Round {self.round} of at most {self.rounds} of messages before the orders of {self.phase}. "
            f"You are {roles[self.seat]}. You can write to {', '.join(others)}. What do you write?"
        )
        parts = (
            list_players(request.names, self.seat),
            list_news(told_in_short(request.events)),
            game.look.draw(self.view).strip(),
            *self.heard.told(roles, self.seat),
            question,
            tell_rejection(self.rejection.sentence if self.rejection else "", self.attempts_left),
        )
        return Briefing(tell_role(game, rules, answer), "\n\n".join(filter(None, parts)))

    def __repr__(self) -> str:
        return f"<PressRequest to seat {self.seat}: {self.phase}, round {self.round} of {self.rounds}>"


def roles_of(game: Any, seats: int) -> tuple[str, ...]:
    """Return the names by which messages name the seats: the game's own, in capitals, or their numbers.

    >>> import ludex
    >>> roles_of(ludex.game("diplomacy"), 7)[:2], roles_of(ludex.game("spades"), 2)
    (('AUSTRIA', 'ENGLAND'), ('seat 0', 'seat 1'))
    """
    return tuple(name.upper() for name in game.seat_names) or tuple(f"seat {seat}" for seat in range(seats))


def read_letters(press: Press[Any], table: Any, seat: int, given: Sequence[Any]) -> tuple[Letter, ...]:
    """Check the messages of one answer, and return them with canonical proposals. Raise `UnreadableMove`."""
    roles = roles_of(table.game, table.seats)
    letters = tuple(_read_letter(press, table, seat, roles, one) for one in given)
    addressed = [frozenset(letter.to) for letter in letters]
    if len(set(addressed)) < len(addressed):
        raise UnreadableMove("several messages go to the same players: write one, with all proposals in it")
    return letters


class Letter(NamedTuple):
    """A message as it was read, before it is delivered."""

    to: tuple[int, ...]
    text: str
    proposals: tuple[str, ...]


class _Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message as a player writes it."""

    to: str | int | list[str | int]
    text: str = ""
    proposals: str | list[str] = []


def _read_letter(press: Press[Any], table: Any, seat: int, roles: Sequence[str], given: Any) -> Letter:
    if isinstance(given, Message | Letter):
        given = {"to": list(given.to), "text": given.text, "proposals": list(given.proposals)}
    try:
        draft = msgspec.convert(given, _Draft)
    except (msgspec.ValidationError, RecursionError) as error:
        expected = '{"to": [...], "text": "...", "proposals": [...]}'
        raise UnreadableMove(f"a message cannot be read: {error}. Expected {expected}") from None
    to = _addressed(roles, seat, [draft.to] if isinstance(draft.to, str | int) else draft.to)
    text = " ".join("".join(letter if letter.isprintable() else " " for letter in draft.text).split())
    proposals = [draft.proposals] if isinstance(draft.proposals, str) else draft.proposals
    if len(text) > LONGEST_MESSAGE:
        raise UnreadableMove(f"a message has {len(text):,} characters: expected at most {LONGEST_MESSAGE}")
    if len(proposals) > MOST_PROPOSALS:
        told = plural(len(proposals), "proposal")
        raise UnreadableMove(f"a message has {told}: expected at most {MOST_PROPOSALS}")
    read = tuple(dict.fromkeys(press.read(table, seat, to, one) for one in proposals))
    if not text and not read:
        raise UnreadableMove("a message is empty: write a text or a proposal, or leave the message out")
    return Letter(to, text, read)


def _addressed(roles: Sequence[str], seat: int, given: Sequence[str | int]) -> tuple[int, ...]:
    """Return the seats that are named, in their order."""
    others = [role for at, role in enumerate(roles) if at != seat]
    found: set[int] = set()
    for name in given:
        plain = name.strip().upper() if isinstance(name, str) else name
        if plain in ("ALL", "EVERYONE"):
            found |= set(range(len(roles)))
        elif isinstance(plain, int) and 0 <= plain < len(roles):
            found.add(plain)
        elif plain in [role.upper() for role in roles]:
            found.add([role.upper() for role in roles].index(str(plain)))
        else:
            raise UnreadableMove(f"{str(name)[:40]!r} is not a player: expected {', '.join(others)}, or all")
    found.discard(seat)
    if not found:
        raise UnreadableMove(f"a message goes to no other player: expected {', '.join(others)}, or all")
    return tuple(sorted(found))
