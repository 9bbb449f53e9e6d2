"""The referee in an asyncio server of your own, which stores its game in SQLite and continues it after a restart.

    python own_server.py 8765 games.db

Connect twice with `nc localhost 8765`. The first line that you type is the password of a seat, "red" or "blue", and
every other line is a move. Stop the server whenever you like and start it again: the game continues with the next move.
"""

import asyncio
import sqlite3
import sys
from asyncio import StreamReader, StreamWriter
from typing import Any

import ludex

GAME = "automation"
NOT_YOUR_TURN = "Wait for your turn."
PASSWORDS = {"red": 0, "blue": 1}
"""The seat of each password. A real server would look up its users here."""


class Store:
    """A storage of your own: a history is a text, and has everything that is needed to continue the game."""

    def __init__(self, file: str) -> None:
        self.connection = sqlite3.connect(file)
        self.connection.execute("create table if not exists games (id text primary key, history text not null)")

    def save(self, table: ludex.Table[Any]) -> None:
        """Save a game. The referee calls this after every move, before it asks the next player."""
        with self.connection:
            self.connection.execute("replace into games values (?, ?)", (GAME, table.history.to_json()))

    def load(self) -> ludex.Table[Any] | None:
        """Return the saved game with every move that was made, or None if there is none that can be continued."""
        row = self.connection.execute("select history from games where id = ?", (GAME,)).fetchone()
        table = ludex.History.from_json(row[0]).replay() if row else None
        return table if table and table.outcome is None else None


class Seat(ludex.Player[Any]):
    """A player whose answers come from a connection, whichever it is at the moment."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.answers: asyncio.Queue[str] = asyncio.Queue()
        self.writer: StreamWriter | None = None
        self.question = NOT_YOUR_TURN

    async def decide(self, request: ludex.Request[Any]) -> str:
        """Ask the client, and wait for its answer. A rejected answer is asked for again, with the reason."""
        news = [str(event) for event in request.events] if request.rejection is None else []
        if request.rejection is not None:
            news.append(request.rejection.sentence)
        self.question = f"Options: {', '.join(request.options.texts)}"
        self.send(*news, self.question)
        return await self.answers.get()

    def send(self, *lines: str) -> None:
        """Send lines to the client, if one is connected."""
        if self.writer is not None:
            self.writer.write("".join(f"{line}\n" for line in lines).encode())

    async def listen(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Take the moves that a client types, until it leaves or another takes its place."""
        if self.writer is not None:
            self.send("You are connected somewhere else now.")
            self.writer.close()
        self.writer = writer
        self.send(f"You are {self.name}.", self.question)
        while line := await reader.readline():
            if self.question == NOT_YOUR_TURN:
                self.send(self.question)
            else:
                self.question = NOT_YOUR_TURN
                self.answers.put_nowait(line.decode(errors="replace").strip())
        if self.writer is writer:
            self.writer = None


async def serve(port: int, file: str) -> None:
    """Play one game to its end, whether clients come and go or the server stops in between."""
    store = Store(file)
    table = store.load() or ludex.game(GAME).new(len(PASSWORDS), players=["Red", "Blue"])
    store.save(table)
    seats = [Seat(name) for name in table.players]

    async def connected(reader: StreamReader, writer: StreamWriter) -> None:
        try:
            password = (await reader.readline()).decode(errors="replace").strip()
            if password in PASSWORDS:
                await seats[PASSWORDS[password]].listen(reader, writer)
            else:
                writer.write(b"This is not the password of a seat.\n")
        except (ConnectionError, ValueError):
            pass  # the client is gone, or has sent a line that is too long
        finally:
            writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", port)
    print(f"listening on port {server.sockets[0].getsockname()[1]}, after {len(table.played)} moves", flush=True)
    async with server:
        outcome = await ludex.Referee(table, seats, max_retries=None, watch=store.save).play_async()
    for seat in seats:
        seat.send(f"The game is over: {outcome.reason}. Scores: {outcome.scores}.")
        if seat.writer is not None:
            await seat.writer.drain()


if __name__ == "__main__":
    try:
        asyncio.run(serve(int(sys.argv[1]), sys.argv[2]))
    except KeyboardInterrupt:
        print("Stopped. Start it again to continue.")
