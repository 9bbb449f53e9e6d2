"""The exchanges with language models in a contest: through a cassette, and into transcripts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path

from ludex.arena.batches import SeatedGame, Task
from ludex.arena.cassette import Cassette, Thread
from ludex.core.game.press import roles_of
from ludex.core.language.errors import LudexError, quote
from ludex.core.play.calling_players import name_of
from ludex.core.play.talking import Talk
from ludex.players.chat import ChatPlayer, Completion, Send, is_chat


class Exchanges:
    """The functions with which the models of a contest send their requests."""

    def __init__(self, tasks: list[Task], cassette: Cassette | None, transcripts: Path | None) -> None:
        self._tasks = tasks
        self._cassette = cassette
        self._transcripts = transcripts

    def sends(self, table: int, number: int) -> dict[int, Send]:
        """Return the functions that replace the endpoints of a game, by seat."""
        task = self._tasks[table]
        names = [task.players[player] for player in task.seating(number)]
        if self._cassette is None or not self._cassette.replays:
            return {}
        return {
            seat: self._cassette.send(Thread(table, number, seat), None, task.time_limit)
            for seat, name in enumerate(names)
            if is_chat(name)
        }

    @contextmanager
    def game(self, table: int, match: SeatedGame) -> Iterator[None]:
        """Record a game's exchanges, and write its transcripts when it is over."""
        task, number = self._tasks[table], match.number
        models = {seat: player for seat, player in enumerate(match.players) if isinstance(player, ChatPlayer)}
        spoken: dict[int, list[Spoken]] = {}
        for seat, player in models.items():
            if self._cassette is not None and not self._cassette.replays:
                player.send = self._cassette.send(Thread(table, number, seat), player.send, task.time_limit)
            if self._transcripts is not None:
                player.send = _listening(player.send, spoken.setdefault(seat, []))
        yield
        if self._cassette is not None:
            self._cassette.end_game(table, number)
        if self._transcripts is not None:
            game = match.referee.table.game
            title = f"{game.title}: table {table + 1}, game {number}"
            names = [name_of(player) for player in match.players]
            for seat, said in spoken.items():
                self._write(match, table, f"seat-{seat}", transcript(f"{title}, seat {seat}", models[seat].name, said))
            if match.referee.talk is not None:
                text = press_transcript(title, roles_of(game, len(names)), names, match.referee.talk)
                self._write(match, table, "press", text)

    def _write(self, match: SeatedGame, table: int, what: str, text: str) -> None:
        """Write a transcript of a game."""
        assert self._transcripts is not None
        path = self._transcripts / f"{match.referee.table.game.name}-{table + 1}-{match.number:06d}-{what}.md"
        try:
            path.write_text(text, encoding="utf-8", errors="replace")
        except OSError as error:
            raise LudexError(f"{quote(str(path), str)} cannot be written: {error.strerror}") from None

    def stop(self) -> None:
        """Stop: requests that are given up from now on do not belong to a game."""
        if self._cassette is not None:
            self._cassette.stop()


Spoken = tuple[bytes, Completion | None]
"""The body of a request, and the answer, if it came in time."""


def _listening(send: Send, spoken: list[Spoken]) -> Send:
    """Return a function that sends, and notes what was asked and answered."""

    async def listen(body: bytes) -> Completion:
        answer = None
        try:
            answer = await send(body)
            return answer
        finally:
            spoken.append((body, answer))

    return listen


def transcript(title: str, player: str, spoken: list[Spoken]) -> str:
    """Return what a player at one seat was asked and answered, as Markdown.

    >>> body = b'{"messages": [{"role": "system", "content": "Rules"}, {"role": "user", "content": "Your bid?"}]}'
    >>> print(transcript("Spades", "some-model", [(body, Completion("Move: bid 3"))]).partition("## 1")[2])
    <BLANKLINE>
    <BLANKLINE>
    > Your bid?
    <BLANKLINE>
    Answer:
    <BLANKLINE>
    > Move: bid 3
    <BLANKLINE>
    """
    parts = [f"# {title}", f"Player: {_plain(player)}"]
    told = ""
    for number, (body, answer) in enumerate(spoken, 1):
        system, user = (message["content"] for message in json.loads(body)["messages"])
        if system != told:
            parts += ["## The system message", _quoted(system)]
            told = system
        parts += [f"## {number}", _quoted(user), *_answered(answer)]
    return "\n\n".join(parts) + "\n"


def press_transcript(title: str, roles: Sequence[str], names: Sequence[str], talk: Talk) -> str:
    """Return all messages of a game, by phase and round, and a table of the promises kept and broken, as Markdown."""
    parts = [f"# {title}: press", *(f"{role}: {_plain(name)}" for role, name in zip(roles, names, strict=True))]
    for phase, messages in groupby(talk.messages, key=lambda message: message.phase):
        parts.append(f"## {phase}")
        for message in messages:
            to = ", ".join(roles[seat] for seat in message.to)
            parts.append(f"Round {message.round}, {roles[message.sender]} to {to}:")
            parts += [_quoted(message.text)] * bool(message.text)
            parts += [f"Proposes: {'; '.join(message.proposals)}"] * bool(message.proposals)
    rows = []
    for one in talk.promises:
        to = ", ".join(roles[seat] for seat in one.to)
        rows.append(f"| {one.phase} | {roles[one.by]} | {to} | {one.proposal} | {one.result} |")
    head = ["| phase | by | to | promise | result |", "| --- | --- | --- | --- | --- |"]
    parts += ["## Promises", "\n".join([*head, *rows]) if rows else "There were none."]
    return "\n\n".join(parts) + "\n"


def _answered(answer: Completion | None) -> list[str]:
    if answer is None:
        return ["No answer in time."]
    if answer.fault:
        return [f"No answer: {_plain(answer.fault)}"]
    return ["Answer, cut off:" if answer.cut_off else "Answer:", _quoted(answer.text)]


def _quoted(text: str) -> str:
    return "\n".join(f"> {_plain(line)}".rstrip() for line in text.splitlines()) or ">"


def _plain(line: str) -> str:
    """Return a line without characters that a terminal would obey."""
    return "".join(letter if letter.isprintable() else " " for letter in line)
