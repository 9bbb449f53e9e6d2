"""No position and no history from outside crashes a process, hangs it, or writes outside its fields."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.fuzz.strangers import SYSTEMS

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 240.0
"""Seconds for one attempt, compiling included, before it counts as a hang."""
FEW, MANY = 120, 20_000


def read(process: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
    """Pass on what a process prints, and an empty line at the end."""
    for line in process.stdout or ():
        lines.put(line)
    lines.put("")


def faults(system: str, count: int) -> list[str]:
    """Make attacks in a separate process, and return what went wrong.

    One attempt in a thousand may be put aside later, because no law tells its position from a real one.
    """
    command = [sys.executable, "-X", "faulthandler", "-m", "tests.fuzz.strangers", system, "--count", str(count)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=read, args=(process, lines), daemon=True).start()
        found, aside, last = [], [], "the start"
        try:
            while line := lines.get(timeout=PATIENCE):
                last = line.strip()
                found += [last] if "FAULT" in last else []
                aside += [last] if "ASIDE" in last else []
        except queue.Empty:
            process.kill()
            found.append(f"attempt {last} hangs")
    found += aside if len(aside) > count // 1000 else []
    return found if process.returncode == 0 else [*found, f"attempt {last} ended the process: {process.returncode}"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_a_stranger_sends_breaks_nothing(system: str) -> None:
    assert faults(system, FEW) == []


@pytest.mark.deep
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_many_strangers_send_breaks_nothing(system: str) -> None:
    assert faults(system, MANY) == []
