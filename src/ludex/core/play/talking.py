"""The referee's part in press: asks players for messages, refuses with a reason, and delivers them round by round."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from ludex.core.game.game import Game
from ludex.core.game.press import (
    MOST_ROUNDS,
    Heard,
    Letter,
    Message,
    Press,
    PressRequest,
    Promise,
    read_letters,
)
from ludex.core.game.request import Attempt, Player, Rejection
from ludex.core.game.wishes import Leave, Resign
from ludex.core.language.errors import BadSetting, PlayerLeft, PlayerViolation, UnreadableMove, kind_of, quote
from ludex.core.play.calling_players import Question
from ludex.core.play.faults import Fault
from ludex.core.play.prose import LONGEST_ANSWER, json_objects, without_thoughts
from ludex.core.play.table import Table

EXPECTED = 'expected one JSON object such as {"messages": [{"to": ["FRANCE"], "text": "…", "proposals": ["peace"]}]}'


class Talk:
    """The messages at one table: those of the current phase, and the promises of all earlier ones.

    All players of a round write at the same time, and their messages are delivered together. A player whose answers are
    refused until its attempts are used up stays silent in that round. `expect_press` has accepted the number of rounds.
    """

    def __init__(self, table: Table[Any], rounds: int) -> None:
        press = table.game.press
        assert press is not None
        self.rounds = rounds
        self.rejected: list[tuple[int, Attempt]] = []
        """The answers that were refused, with their seats."""
        self._press: Press[Any] = press
        self._table = table
        self._earlier: list[Message] = []
        self._promises: list[Promise] = []
        self._begun = ""
        self._this_phase: list[Message] = []
        self._looked = -1

    def begins(self) -> bool:
        """Return True if a phase begins with messages now. Each phase is begun once."""
        moves = len(self._table.played)
        if moves == self._looked or not self._table.waiting:
            return False
        self._looked = moves
        phase = self._press.phase(self._table)
        if not phase or phase == self._begun:
            return False
        self._judge()
        self._begun = phase
        return True

    @property
    def messages(self) -> tuple[Message, ...]:
        """All messages so far, in the order in which they were delivered."""
        return (*self._earlier, *self._this_phase)

    @property
    def promises(self) -> tuple[Promise, ...]:
        """The promises of all phases that are over, and whether they were honoured."""
        if self._table.outcome is not None:
            self._judge()
        return tuple(self._promises)

    def heard_by(self, seat: int) -> Heard:
        """Return what a seat knows of: the messages of this phase, and the promises of earlier ones."""
        return Heard(
            tuple(one for one in self._this_phase if one.is_seen_by(seat)),
            tuple(one for one in self._promises if one.is_seen_by(seat)),
        )

    def hold(
        self,
        seats: Sequence[int],
        players: Sequence[Any],
        names: Sequence[str],
        limits: Sequence[int | None],
        since: Sequence[int],
    ) -> Generator[list[Question], list[Any], None]:
        """Ask some seats for their messages, round by round, until no one writes. `limits` are numbers of attempts."""
        speakers = [seat for seat in seats if speaks(players[seat])]
        for number in range(1, self.rounds + 1):
            written = yield from self._round(number, speakers, names, limits, since)
            if not any(written.values()):
                return
            after = len(self._table.played)
            self._this_phase += [
                Message(seat, letter.to, letter.text, letter.proposals, self._begun, number, after)
                for seat in sorted(written)
                for letter in written[seat]
            ]

    def _round(
        self,
        number: int,
        speakers: Sequence[int],
        names: Sequence[str],
        limits: Sequence[int | None],
        since: Sequence[int],
    ) -> Generator[list[Question], list[Any], Mapping[int, tuple[Letter, ...]]]:
        """Ask until each speaker has written messages that can be delivered, or has no attempt left."""
        written: dict[int, tuple[Letter, ...]] = {}
        refused: dict[int, list[Attempt]] = {seat: [] for seat in speakers}
        pending = list(speakers)
        while pending:
            replies = yield [self._question(seat, number, refused[seat], limits[seat], since[seat]) for seat in pending]
            for seat, reply in zip(pending, replies, strict=True):
                if reply is Leave or reply is Resign:
                    raise PlayerLeft(seat, names[seat], resigned=reply is Resign)
                if not isinstance(reply, Fault):
                    written[seat] = reply
                    continue
                refused[seat].append(Attempt(len(refused[seat]) + 1, reply.answer, reply.rejection))
                self.rejected.append((seat, refused[seat][-1]))
                if reply.final:
                    raise PlayerViolation(seat, names[seat], tuple(refused[seat]), reply.traceback)
                if len(refused[seat]) == limits[seat]:
                    written[seat] = ()
            pending = [seat for seat in pending if seat not in written]
        return written

    def _question(self, seat: int, number: int, refused: Sequence[Attempt], limit: int | None, since: int) -> Question:
        request = self._table.engine.request(seat, since=since)
        left = None if limit is None else limit - len(refused)
        rejection = msgspec.structs.replace(refused[-1].rejection) if refused else None
        about = self._begun, number, self.rounds, self.heard_by(seat), len(refused) + 1, rejection, left
        return Question(seat, "speak", PressRequest(request, *about), partial(self._read, seat))

    def _read(self, seat: int, answer: Any) -> tuple[Letter, ...] | type[Leave | Resign] | Fault:
        """Read an answer: messages, a text with messages, or nothing."""
        kind = type(answer)
        for leaving in (Leave, Resign):
            if issubclass(kind, leaving):
                return leaving
        try:
            return read_letters(self._press, self._table, seat, _messages_in(answer))
        except UnreadableMove as error:
            return Fault(quote(answer, str), Rejection("unreadable", str(error)))

    def _judge(self) -> None:
        """Find out which promises of the current phase, which is over, were honoured."""
        if self._this_phase:
            self._promises += self._press.judge(self._table, self._this_phase)
            self._earlier += self._this_phase
            self._this_phase = []

    def __repr__(self) -> str:
        return f"<Talk of {self._table!r}: {len(self.messages)} messages>"


def expect_press(game: Game[Any, Any], rounds: int) -> None:
    """Refuse a number of rounds that is not possible in a game. 0 means no press.

    >>> import ludex
    >>> expect_press(ludex.game("spades"), 2)
    Traceback (most recent call last):
    ludex.core.language.errors.BadSetting: spades has no press: expected a game of negotiation, such as diplomacy
    """
    if type(rounds) is not int or not 0 <= rounds <= MOST_ROUNDS:
        raise BadSetting(f"{quote(rounds)} rounds of press: expected 1 to {MOST_ROUNDS}, or 0 for none")
    if rounds and game.press is None:
        raise BadSetting(f"{game.name} has no press: expected a game of negotiation, such as diplomacy")


def speaks(player: Any) -> bool:
    """Return True if a player writes messages."""
    return getattr(type(player), "speak", Player.speak) is not Player.speak


def _messages_in(answer: Any) -> Sequence[Any]:
    """Return the messages of an answer, which are checked later. Raise `UnreadableMove` if there are none."""
    if answer is None:
        return ()
    if isinstance(answer, str):
        return _messages_in_text(answer)
    if isinstance(answer, dict):
        return _listed(answer)
    if isinstance(answer, list | tuple):
        return answer
    raise UnreadableMove(f"the player wrote {quote(answer)}, of type {kind_of(answer)}: {EXPECTED}")


def _messages_in_text(text: str) -> Sequence[Any]:
    """Return the messages of the JSON object in an answer of a language model. Refuse two different ones."""
    if len(text) > LONGEST_ANSWER:
        raise UnreadableMove(f"the answer has {len(text):,} characters: expected at most {LONGEST_ANSWER:,}")
    found = [_listed(one) for one in json_objects(without_thoughts(text), "messages")]
    if not found:
        raise UnreadableMove(f"found no messages in the answer: {EXPECTED}")
    if any(one != found[-1] for one in found):
        raise UnreadableMove("the answer has different messages in several JSON objects: end it with a single one")
    return found[-1]


def _listed(data: Mapping[str, Any]) -> Sequence[Any]:
    messages = data.get("messages")
    if not isinstance(messages, list):
        raise UnreadableMove(f"the messages are {quote(messages)}: {EXPECTED}")
    return messages
