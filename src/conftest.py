"""The examples in the docstrings of the lab run interpreted, as its tests do: compiling its loop would take longer."""

import pytest


@pytest.fixture(autouse=True)
def interpreted_lab(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let rules run as plain Python in the lab's examples."""
    if "lab" in request.node.path.parts:
        monkeypatch.setenv("LUDEX_INTERPRET", "1")
