"""A seat at an online table, played by text through the table's protocol."""

from __future__ import annotations

import asyncio
from typing import Any, Self

import msgspec
from websockets.exceptions import WebSocketException

from ludex.core.game.game import Game
from ludex.core.language.errors import BadSetting, LudexError, quote
from ludex.core.language.options import Options
from ludex.core.show.briefing import list_options, list_players
from ludex.doors.wording import NotText, read_text, tell_outcome, tell_rules
from ludex.shipped import game as find_game
from ludex.table.client import Client, Refusal

PATIENCE = 50.0
"""Seconds after which a tool answers although it is not the model's turn: many clients give up after a minute."""
MOST_NEWS = 200
"""The most sentences about what happened that one answer has. Earlier ones are left out."""
_LOST = "the connection to the table is lost. Try again."


class JoinedSeat:
    """A seat at an online table, by its link (`…/join/TOKEN`).

    Everything that it returns comes from the states that the server sends to the seat: it contains only what the seat
    may know.

    >>> JoinedSeat("https://example.org/join/wff6q7xt3hhg.A7KW").server
    'https://example.org'
    """

    def __init__(self, link: str, name: str = "", patience: float = PATIENCE) -> None:
        self.server, join, token = link.strip().partition("/join/")
        if not join or not self.server.startswith(("http://", "https://")) or "." not in token:
            raise BadSetting(f"{quote(link)} is not the link of a seat: expected http(s)://HOST/join/TOKEN")
        self._name = name
        self._patience = patience
        self._client = Client(self.server, token.strip("/"))
        self._connected = False
        self._news: list[str] = []

    async def __aenter__(self) -> Self:
        await self._connect()
        return self

    async def __aexit__(self, *error: object) -> None:
        if self._connected:
            await self._client.__aexit__()

    async def _connect(self) -> None:
        """Connect, take the seat, and wait for the first state."""
        try:
            await self._client.__aenter__()
            self._connected = True
            await self._client.sit(self._name)
            first = await self._next(self._patience)
        except (OSError, WebSocketException) as error:
            raise BadSetting(f"cannot reach the table at {quote(self.server, str)}: {quote(error, str)}") from None
        if first is None:
            raise BadSetting("the table refused the link, or did not answer: it may not be valid any more")

    async def _next(self, seconds: float) -> dict[str, Any] | None:
        """Return the next state, or None if none arrives in time or the connection has ended."""
        states = self._client.states()
        try:
            state = await asyncio.wait_for(anext(states), max(seconds, 0.001))
        except (TimeoutError, StopAsyncIteration):
            return None
        self._news += [event["say"] for event in state["events"]]
        return state

    @property
    def _state(self) -> dict[str, Any]:
        return self._client.state

    @property
    def _game(self) -> Game:
        found: Game = find_game(self._state["game"])
        return found

    async def _catch_up(self) -> None:
        """Read the states that have arrived. After a lost connection, connect again."""
        reader = self._client._reader
        if reader is not None and reader.done() and not self._state.get("outcome"):
            self._connected = False
            await self._connect()
        while await self._next(0) is not None:
            pass

    async def _until_asked(self, number: int = 0) -> None:
        """Wait until the seat owes a decision from this number on, or the game is over, or patience ends."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self._patience
        while not (self._state["outcome"] or (self._state["options"] and self._state["number"] >= number)):
            if await self._next(end - loop.time()) is None:
                return

    def rules(self, chapter: Any = "") -> str:
        """Return how to play, or one chapter of the rulebook."""
        try:
            return tell_rules(self._game, read_text(chapter, "chapter"))
        except (NotText, LudexError) as error:
            return f"Refused: {error}"

    async def look(self) -> str:
        """Return the board, and the decision that the seat owes."""
        try:
            await self._catch_up()
        except BadSetting as error:
            return f"Refused: {error}"
        return self._situation()

    def _situation(self) -> str:
        state = self._state
        names = [seat["name"] for seat in state["seats"]]
        return "\n\n".join(filter(None, [list_players(names, state["you"]), self._board(), self._question()]))

    def _board(self) -> str:
        view = self._state["view"]
        if view is None:
            return ""
        try:
            return self._game.look.draw(msgspec.convert(view, self._game.view_type)).strip()
        except (LudexError, msgspec.ValidationError):  # a game that is not installed here
            return msgspec.json.encode(view).decode()

    def _question(self) -> str:
        state = self._state
        if state["outcome"]:
            told = state["outcome"]
            return tell_outcome(told["scores"], told["winners"], told["reason"])
        if state["options"]:
            return f"{state['prompt']}\n{self._listed()}"
        waits = ", ".join(f"seat {seat}" for seat in state["waiting"]) or "people to take their seats"
        return f"It is not your turn: the table waits for {waits}. Call wait."

    def _listed(self, begins: str = "") -> str:
        try:
            return list_options(self._options(), begins)
        except LudexError:  # a game that is not installed here
            options = (msgspec.json.encode(option).decode() for option in self._state["options"])
            return "\n".join(["Your options, as JSON:", *options])

    def _options(self) -> Options:
        """Return the options that the server sent as data, with ranges as ranges."""
        moves, rows = self._game.moves, []
        for data in self._state["options"]:
            ends = [{name: _end(value, end) for name, value in data.items()} for end in ("low", "high")]
            first, last = (moves.pack(moves.from_json(msgspec.json.encode(one))) for one in ends)
            rows.append((first, last))
        return Options(moves, rows)

    async def options(self, begins: Any = "") -> str:
        """List the options of the seat."""
        try:
            await self._catch_up()
            return self._listed(read_text(begins, "begins")) if self._state["options"] else self._question()
        except (NotText, BadSetting) as error:
            return f"Refused: {error}"

    async def play(self, move: Any) -> str:
        """Make a move, wait until the seat is asked again, and return what happened and the next decision."""
        try:
            await self._catch_up()
            text = read_text(move, "move")
            if not self._state["options"]:
                return f"Refused: {self._question()}"
            number = await self._client.move(text, self._state["number"])
            await self._until_asked(number)
        except (Refusal, NotText, BadSetting) as error:
            return f"Refused: {error}"
        except (OSError, WebSocketException):
            return f"Refused: {_LOST}"
        return self._told()

    async def wait(self) -> str:
        """Wait until the seat is asked or the game is over, and return what happened and the decision."""
        try:
            await self._catch_up()
        except BadSetting as error:
            return f"Refused: {error}"
        await self._until_asked()
        return self._told()

    def _told(self) -> str:
        news, self._news = self._news[-MOST_NEWS:], []
        return "\n".join(["What happened:", *(f"- {sentence}" for sentence in news), "", self._situation()])


def _end(value: Any, end: str) -> Any:
    return value[end] if isinstance(value, dict) and {"low", "high"} <= value.keys() else value
