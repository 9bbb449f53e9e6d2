"""The server of one's own: moves are checked, nothing is lost when it is killed, and the game continues."""

from __future__ import annotations

import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import pytest

import ludex
from ludex.cli.examples import find_example
from tests.core.process import environment_of


class Client:
    """A client that sends and reads lines."""

    def __init__(self, port: int, password: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.lines: TextIO = self.socket.makefile("rw")
        self.send(password)

    def send(self, line: str) -> None:
        self.lines.write(f"{line}\n")
        self.lines.flush()

    def read(self, pattern: str) -> str:
        """Read lines until one matches."""
        read = []
        while line := self.lines.readline():
            read.append(line)
            if re.search(pattern, line):
                return line
        raise AssertionError(f"no {pattern!r} in {read}")

    def close(self) -> None:
        self.lines.close()
        self.socket.close()


@contextmanager
def serving(file: Path) -> Iterator[tuple[int, int]]:
    """Run the server, yield its port and the number of moves that it found, and kill it."""
    command = [sys.executable, str(find_example("own_server").path), "0", str(file)]
    server = subprocess.Popen(command, env=environment_of(LUDEX_INTERPRET="1"), stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        begun = re.fullmatch(r"listening on port (\d+), after (\d+) moves\n", server.stdout.readline())
        assert begun is not None
        yield int(begun[1]), int(begun[2])
        assert server.poll() is None
    finally:
        server.kill()
        server.communicate(timeout=60)


def saved(file: Path) -> ludex.Table:
    """Return the table in the database."""
    with sqlite3.connect(file) as connection:
        ((text,),) = connection.execute("select history from games").fetchall()
    connection.close()
    table: ludex.Table = ludex.History.from_json(text).replay()
    return table


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of a server that was killed after three moves."""
    file = tmp_path_factory.mktemp("server") / "games.db"
    with serving(file) as (port, moves):
        assert moves == 0
        red = Client(port, "red")
        red.read("You are Red")
        red.read("Options: play Bitcoin, end phase")
        red.send("buy Framework")
        red.read("buy Framework rejected: this is the MONEY phase")
        red.send("play Bitcoin")
        red.read("Options: play Bitcoin, end phase")
        red.send("end phase")
        red.read("Options: buy Bitcoin")
        red.send("end phase")
        blue = Client(port, "blue")
        blue.read("Options: play Bitcoin")
        red.close()
        blue.close()
    return file


def test_every_move_is_in_the_database_when_the_server_is_killed(file: Path) -> None:
    table = saved(file)
    assert len(table.played) == 3
    assert table.waiting == (1,)


def test_the_game_continues_after_a_restart(file: Path) -> None:
    digest = saved(file).digest
    with serving(file) as (port, moves):
        assert moves == 3
        assert saved(file).digest == digest
        blue = Client(port, "blue")
        blue.read("Options: play Bitcoin")
        blue.send("end phase")
        blue.read("Options: buy Bitcoin")
        blue.close()
    assert len(saved(file).played) == 4


def test_a_seat_needs_its_password_and_moves_only_in_its_turn(file: Path) -> None:
    with serving(file) as (port, _):
        stranger = Client(port, "green")
        stranger.read("This is not the password of a seat")
        stranger.close()
        red = Client(port, "red")
        red.read("Wait for your turn")
        red.send("end phase")
        red.read("Wait for your turn")
        again = Client(port, "red")
        again.read("You are Red")
        red.read("You are connected somewhere else now")
        red.close()
        again.close()
