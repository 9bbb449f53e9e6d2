"""The lab's tests run interpreted: compiling its loop would take longer than all of them."""

import pytest


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    if "compiled" not in request.keywords:
        monkeypatch.setenv("LUDEX_INTERPRET", "1")
