"""Interpreted rules for tests: they run at once, while compiling them would take longer than the tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import ludex


@pytest.fixture(autouse=True)
def interpreted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Rules are interpreted, unless a test is marked as compiled: for all tests of a module that imports this."""
    if request.node.get_closest_marker("compiled"):
        yield
        return
    with interpreted_rules(monkeypatch):
        yield


@contextmanager
def interpreted_rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Interpret all rules, and leave nothing of it behind: games remember whether their rules are compiled."""
    monkeypatch.setenv("LUDEX_INTERPRET", "1")
    known = [ludex.game(name) for name in ludex.game_names()]
    kernels = [game.machine.__dict__.pop("kernel", None) for game in known]
    try:
        yield
    finally:
        for game, kernel in zip(known, kernels, strict=True):
            game.machine.__dict__.pop("kernel", None)
            if kernel is not None:
                game.machine.__dict__["kernel"] = kernel
