"""The servers to measure, each in a separate process, started according to its documentation."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
BOARDGAME = HERE / "boardgame"
NAME = "ludex_high_card"
PATIENCE = 60.0
"""Seconds after which a server that does not start has failed."""


class Server:
    """A process that serves at a port."""

    def __init__(self, command: list[str], ready: str, port: int, log: Path, environment: dict[str, str]) -> None:
        self.command = command
        self.ready = ready
        self.port = port
        self.log = log
        self.environment = environment
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """The address of the server."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> float:
        """Start it, wait until it is ready, and return the seconds that took."""
        started = time.perf_counter()
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", **self.environment}
        with self.log.open("w") as out:
            self.process = subprocess.Popen(self.command, stdout=out, stderr=out, env=environment)
        while self.ready not in self.log.read_text():
            if self.process.poll() is not None or time.perf_counter() - started > PATIENCE:
                raise RuntimeError(f"{self.command[0]} did not start: {self.log.read_text()[-2000:]}")
            time.sleep(0.005)
        return time.perf_counter() - started

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop it, and wait for its end."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process = None

    @property
    def memory(self) -> float:
        """Return the megabytes that only this process uses."""
        assert self.process is not None
        rows = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines()
        return sum(int(row.split()[1]) for row in rows if row.startswith("Private_")) * 1024 / 1e6


def ludex(folder: Path, url: str = "") -> Server:
    """Return our server, on SQLite in that folder unless an address is given."""
    port = free_port()
    database = url or f"sqlite:///{folder}/ludex.db"
    command = [sys.executable, "-m", "ludex", "serve", "--db", database, "--port", str(port), "--no-limits"]
    environment = {"PYTHONPATH": os.pathsep.join([str(packaged(folder)), *filter(None, sys.path)])}
    return Server(command, "The table is open at", port, folder / "ludex.log", environment)


def boardgame(folder: Path, storage: str) -> Server:
    """Return boardgame.io's server: `storage` is `memory`, or else the folder of its FlatFile storage."""
    port = free_port()
    command = ["node", str(BOARDGAME / "server.cjs"), str(port), storage]
    environment = {"NODE_ENV": "production"}
    return Server(command, "boardgame.io is ready", port, folder / "boardgame.log", environment)


def packaged(folder: Path) -> Path:
    """Install High Card as a package: Ludex finds it by its entry point, like any other game."""
    found = folder / "packages"
    about = found / f"{NAME}-1.0.0.dist-info"
    about.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "high_card" / f"{NAME}.py", found)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: ludex-high-card\nVersion: 1.0.0\n")
    (about / "entry_points.txt").write_text(f"[ludex.games]\nhigh-card = {NAME}:HighCard\n")
    return found


def why_no_boardgame() -> str:
    """Return the reason why boardgame.io cannot be measured here, or an empty text."""
    if shutil.which("node") is None:
        return "Node is not installed"
    if not (BOARDGAME / "node_modules" / "boardgame.io").is_dir():
        return "npm could not install boardgame.io"
    return ""


@contextmanager
def running(server: Server) -> Iterator[Server]:
    """Run a server as a context."""
    server.start()
    try:
        yield server
    finally:
        server.end()


def processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used."""
    if not pid:
        return 0.0
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    """Return a port that is not in use."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
