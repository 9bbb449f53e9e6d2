"""Fixtures and settings shared by all tests."""

import gc
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.commands import Run, TypeIn

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for NumPy, which is imported later: workers share the cores
os.environ.setdefault("LUDEX_COMPILE", "1")  # tests wait for compiled rules; those of the start say otherwise
GAMES = tempfile.TemporaryDirectory(prefix="ludex-games-", ignore_cleanup_errors=True)  # of this process alone
os.environ["LUDEX_GAMES"] = GAMES.name
if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):  # or every process that a test starts would compile all modules again
    BYTECODE = tempfile.TemporaryDirectory(prefix="ludex-bytecode-", ignore_cleanup_errors=True)
    os.environ["PYTHONPYCACHEPREFIX"] = BYTECODE.name  # also for the workers of pytest-xdist
settings.register_profile("ludex", deadline=None)  # the first example may have to compile something
settings.load_profile("ludex")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Thorough tests may take long: some play for ten minutes where others use the machine as well."""
    for item in items:
        if item.get_closest_marker("deep"):
            item.add_marker(pytest.mark.timeout(1800))


def pytest_collection_finish() -> None:
    """Objects of modules and tests stay, so the collector need not examine them again and again."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    """Leave no folder behind."""
    GAMES.cleanup()


@pytest.fixture
def untraced() -> Iterator[None]:
    """Without coverage: for tests that play much of what others reach too, which then takes a fraction of the time."""
    mine, others = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    yield
    threading.settrace(others)
    sys.settrace(mine)


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C raises `KeyboardInterrupt`, as in a terminal. Programs that run in the background may ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def type_in(monkeypatch: pytest.MonkeyPatch) -> TypeIn:
    """Prepares the lines that a person types."""

    def prepare(*typed: str) -> None:
        lines = iter(typed)

        def read(prompt: str = "") -> str:
            print(prompt, end="")
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", read)

    return prepare


@pytest.fixture
def run(type_in: TypeIn, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command in this process; `typed` are the lines a person types."""
    from ludex.cli import main  # after the environment is set

    def call(*arguments: str, typed: tuple[str, ...] = (), columns: int = 200) -> tuple[int, str, str]:
        type_in(*typed)
        monkeypatch.setattr(sys, "argv", ["ludex", *arguments])
        monkeypatch.setenv("COLUMNS", str(columns))
        try:
            main()
            code = 0
        except SystemExit as leave:
            code = int(leave.code or 0)
        told = capsys.readouterr()
        return code, told.out, told.err

    return call
