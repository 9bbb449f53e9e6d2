"""A server in a separate process, as `ludex serve` starts it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

PATIENCE = 120.0
"""Seconds after which a server that does not answer has failed."""


class Server:
    """A server on a database file, which can be stopped, killed and started again at the same port."""

    def __init__(self, file: Path, *options: str) -> None:
        self.file = file
        self.options = options or ("--no-limits",)
        self.port = 0
        self.log = file.with_suffix(".log")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """The address at which the server answers."""
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Start, and wait until it answers. The rules run interpreted, so that tests do not wait for a compiler."""
        assert self._process is None, "this server runs already"
        options = ("--db", f"sqlite:///{self.file}", "--port", str(self.port), *self.options)
        environment = {**os.environ, "LUDEX_INTERPRET": "1", "COLUMNS": "200", "PYTHONUNBUFFERED": "1"}
        said_before = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:  # a file, not a pipe: a pipe that is not read would block the server
            command = [sys.executable, "-m", "ludex", "serve", *options]
            self._process = subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)
        begun = time.monotonic()
        while time.monotonic() - begun < PATIENCE:
            found = re.search(r"http://localhost:(\d+)", self.said()[said_before:])
            if found:
                self.port = int(found[1])
                return
            if self._process.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError(f"the server did not start: {self.said()[said_before:]}")

    def says(self, pattern: str) -> re.Match[str]:
        """Wait until the server has written something, and return it."""
        until = time.monotonic() + PATIENCE
        while not (found := re.search(pattern, self.said())):
            assert time.monotonic() < until, f"expected {pattern}: {self.said()}"
            time.sleep(0.05)
        return found

    def said(self) -> str:
        """Everything that the server has written."""
        return self.log.read_text(encoding="utf-8") if self.log.exists() else ""

    def stop(self) -> None:
        """Stop as with Ctrl-C."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Kill without a word."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        self._process.wait(PATIENCE)
        self._process = None
