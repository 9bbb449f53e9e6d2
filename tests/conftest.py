"""Fixtures and settings shared by all tests."""

import os
import sys
import tempfile
import threading
from collections.abc import Iterator

import pytest
from hypothesis import settings

os.environ.setdefault("LUDEX_COMPILE", "1")  # tests wait for compiled rules; those of the start say otherwise
GAMES = tempfile.TemporaryDirectory(prefix="ludex-games-", ignore_cleanup_errors=True)  # of this process alone
os.environ["LUDEX_GAMES"] = GAMES.name
settings.register_profile("ludex", deadline=None)  # the first example may have to compile something
settings.load_profile("ludex")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Thorough tests may take long: some play for ten minutes where others use the machine as well."""
    for item in items:
        if item.get_closest_marker("deep"):
            item.add_marker(pytest.mark.timeout(1800))


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
