"""A fixture for modules whose tests run interpreted rules: import it, and all tests of the module use it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import ludex


@pytest.fixture(autouse=True)
def interpreted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Rules are interpreted, unless a test is marked as compiled."""
    if request.node.get_closest_marker("compiled"):
        yield
        return
    monkeypatch.setenv("LUDEX_INTERPRET", "1")
    known = [ludex.game(name) for name in ludex.game_names()]
    kernels = [game.machine.__dict__.pop("kernel", None) for game in known]
    yield
    for game, kernel in zip(known, kernels, strict=True):
        game.machine.__dict__.pop("kernel", None)
        if kernel is not None:
            game.machine.__dict__["kernel"] = kernel
