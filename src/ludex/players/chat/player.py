"""A language model as a player: briefed by its request, read as prose, and counted."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import msgspec

from ludex.core.game.press import PressRequest
from ludex.core.game.request import Player, Request
from ludex.core.language.errors import BadAnswer, OutOfReach, quote
from ludex.core.language.moves import Move
from ludex.core.play.prose import without_thoughts
from ludex.players.chat.endpoint import Completion, Endpoint, Send
from ludex.players.chat.settings import PREFIX, ChatSettings, read_chat, read_settings

LONGEST_NOTES = 1_000
"""Largest number of characters of notes."""
MOST_NOTES = 1_000
"""The most tables for which a player keeps notes."""
NOTES = f"""Each message is all that you see: nothing else of the game so far is remembered. You can keep notes for
yourself. A line of your answer that begins with "Notes:" replaces them, in at most {LONGEST_NOTES:,} characters. They
are shown to you at your next decision."""
_NOTES = re.compile(r"^[ \t>*_#-]*notes\b[*_ \t]*:[*_ \t]*(.*)$", re.IGNORECASE | re.MULTILINE)


class Usage(msgspec.Struct):
    """The counts of a language model as a player.

    >>> usage = Usage(decisions=4, first_try=3, rejected={"unreadable": 2})
    >>> usage.first_try / usage.decisions
    0.75
    """

    decisions: int = 0
    """Decisions for which it was asked."""
    answers: int = 0
    """Answers that arrived."""
    first_try: int = 0
    """Decisions whose first answer was legal."""
    cured: int = 0
    """Rejected answers that a legal one followed, in the same decision."""
    rejected: dict[str, int] = msgspec.field(default_factory=dict)
    """Failures by their cause: `unreadable`, `ambiguous`, `cut-off`, `illegal`, `timeout`, `transport`."""
    requests: int = 0
    """HTTP requests, those that were repeated included."""
    tokens_in: int = 0
    """Tokens of the requests, as the endpoint counts them."""
    tokens_out: int = 0
    """Tokens of the answers."""
    seconds: float = 0.0
    """The time spent waiting for the endpoint."""

    def add(self, completion: Completion) -> None:
        """Count an answer, or its failure."""
        self.answers += not completion.fault
        self.requests += completion.requests
        self.tokens_in += completion.tokens_in
        self.tokens_out += completion.tokens_out
        self.seconds += completion.seconds

    def reject(self, cause: str) -> None:
        """Count a failure."""
        self.rejected[cause] = self.rejected.get(cause, 0) + 1

    def accept(self, attempt: int) -> None:
        """Count a legal answer."""
        self.first_try += attempt == 1
        self.cured += attempt - 1


class ChatPlayer(Player[Any]):
    """A language model at an endpoint of the usual chat-completions form.

    `settings` are those of `ChatSettings`. The key is read from the environment variable `LUDEX_CHAT_KEY`, or from the
    one that the setting `key` names. Each request contains the rules, the current decision, and the notes that the
    model has made, and nothing else of the past. A player whose endpoint cannot be reached forfeits, with the code
    `transport`.

    `send` takes the place of `Endpoint.send`, for recordings and tests.

    >>> async def stand_in(body: bytes) -> Completion:
    ...     return Completion("I could play Bitcoin, but no. Move: end phase")
    >>> import ludex
    >>> player = ChatPlayer("some-model", "http://127.0.0.1:11434/v1", send=stand_in)
    >>> table = ludex.game("automation").new(2, seed=7, turn_limit=2)
    >>> ludex.Referee(table, [player, lambda request: request.options[-1]]).play().reason
    'the turn limit was reached'
    >>> player.usage.first_try == player.usage.decisions > 0
    True
    """

    def __init__(
        self, model: str, url: str, name: str | None = None, *, send: Send | None = None, **settings: Any
    ) -> None:
        super().__init__(name or f"{PREFIX}{model}@{url}")
        self.model = model
        self.settings: ChatSettings = read_settings(settings)
        self.endpoint = Endpoint(url, self.settings)
        if send is None:
            self.endpoint.expect_key()
        self.send: Send = send or self.endpoint.send
        """Sends a request and returns the answer. Replace it to record or to replay."""
        self.attempts = self.settings.attempts
        """The number of answers for a decision: see `ludex.players.attempts_of`."""
        self.usage = Usage()
        self._notes: dict[tuple[str, int], str] = {}

    @classmethod
    def named(cls, name: str, *, send: Send | None = None) -> ChatPlayer:
        """Make a player by name: `chat:MODEL@URL`, optionally followed by settings.

        >>> ChatPlayer.named("chat:llama3@http://127.0.0.1:11434/v1#attempts=8").attempts
        8
        """
        model, url, settings = read_chat(name)
        return cls(model, url, name, send=send, **msgspec.structs.asdict(settings))

    async def decide(self, request: Request[Any]) -> Move:
        """Ask the model, and read its answer."""
        self.usage.decisions += request.attempt == 1
        text = await self._ask(request, self.body(request))
        try:
            move = request.read(text)
        except BadAnswer as error:
            self.usage.reject(error.code)
            raise
        if move in request.options:
            self.usage.accept(request.attempt)
        else:
            self.usage.reject("illegal")
        return move

    async def speak(self, request: PressRequest) -> str:
        """Ask the model for its messages to other players. The referee reads them."""
        return await self._ask(request, self.body(request))

    def body(self, request: Request[Any] | PressRequest) -> bytes:
        """Return the body of the request to the endpoint, as JSON."""
        settings = self.settings
        if isinstance(request, PressRequest):
            briefing = request.briefing(rules=settings.rules)
        else:
            briefing = request.briefing(rules=settings.rules, options=settings.options)
        notes = self._notes.get((request.commitment, request.seat), "")
        system = [briefing.rules, *([" ".join(NOTES.split())] if settings.notes else [])]
        told = [f"Your notes: {notes}"] * bool(notes) + [briefing.situation]
        data = {
            "model": self.model,
            "messages": [
                {"role": "system", "content": "\n\n".join(system)},
                {"role": "user", "content": "\n\n".join(told)},
            ],
            "temperature": settings.temperature,
            "seed": settings.seed,
            "max_tokens": settings.max_tokens,
        }
        return json.dumps({name: value for name, value in data.items() if value is not None}).encode()

    async def _ask(self, request: Request[Any] | PressRequest, body: bytes) -> str:
        """Return the text of the model's answer, and keep its notes."""
        usage = self.usage
        try:
            completion = await self.send(body)
        except asyncio.CancelledError:
            usage.reject("timeout")
            raise
        except BadAnswer as error:  # a recording, of an answer that came too late
            usage.reject(error.code)
            raise
        usage.add(completion)
        if completion.fault:
            usage.reject("transport")
            raise OutOfReach(completion.fault)
        text = self._without_notes(request, completion.text) if self.settings.notes else completion.text
        if completion.cut_off:
            usage.reject("cut-off")
            most = f" ({self.settings.max_tokens:,} tokens)" if self.settings.max_tokens else ""
            told = f"the answer was cut off at its greatest length{most}: think less, and end with the answer"
            raise BadAnswer("unreadable", told, quote(completion.text, str))
        return text

    def _without_notes(self, request: Request[Any] | PressRequest, text: str) -> str:
        """Return an answer without its notes, which are shown at the next decision."""
        said = without_thoughts(text)
        if found := _NOTES.findall(said):
            if len(self._notes) >= MOST_NOTES:
                self._notes.clear()
            notes = "".join(letter if letter.isprintable() else " " for letter in found[-1][:LONGEST_NOTES])
            self._notes[request.commitment, request.seat] = notes.strip()
        return _NOTES.sub("", said)
