"""The third-party game, and Python in separate processes, for tests that depend on what was imported before."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

TICTACTOE = Path(__file__).parent.parent / "tictactoe"


def load_tictactoe() -> Any:
    """Return the module of the third-party game, from its file."""
    spec = importlib.util.spec_from_file_location("ludex_tictactoe", TICTACTOE / "ludex_tictactoe.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules.setdefault("ludex_tictactoe", importlib.util.module_from_spec(spec))
    if not hasattr(module, "TicTacToe"):
        spec.loader.exec_module(module)
    return module


def run(code: str, *paths: Path, **variables: str | Path) -> Any:
    """Return what the code prints, as JSON. `paths` can be imported from, `variables` are its environment."""
    return json.loads(run_text(code, *paths, **variables).stdout)


def run_text(code: str, *paths: Path, **variables: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code]
    environment = environment_of(*paths, **variables)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done


def environment_of(*paths: Path, **variables: str | Path) -> dict[str, str]:
    """Return the environment of a separate process. It waits for compiled rules unless `LUDEX_COMPILE` is set."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LUDEX_")}
    path = [*map(str, paths), *filter(None, [os.environ.get("PYTHONPATH")])]
    given = {name: str(value) for name, value in variables.items()}
    return {**kept, "LUDEX_COMPILE": "1", "PYTHONPATH": os.pathsep.join(path), **given}
