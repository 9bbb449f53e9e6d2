"""mypy and pyright find every slip in `slips.py`, and nothing else."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

FILE = Path(__file__).with_name("slips.py")
SLIPS = {number for number, line in enumerate(FILE.read_text().splitlines(), 1) if "# slip" in line}


def run(*command: str) -> str:
    return subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, timeout=300).stdout


def mypy() -> set[int]:
    found = run("mypy", "--strict", "--no-error-summary", str(FILE))
    return {int(number) for number in re.findall(rf"{FILE.name}:(\d+): error", found)}


def pyright() -> set[int]:
    found = json.loads(run("pyright", "--outputjson", "--pythonpath", sys.executable, str(FILE)))
    return {
        diagnostic["range"]["start"]["line"] + 1
        for diagnostic in found["generalDiagnostics"]
        if diagnostic["severity"] == "error"
    }


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_a_type_checker_finds_every_slip_and_nothing_else(checker: Callable[[], set[int]]) -> None:
    assert checker() == SLIPS
