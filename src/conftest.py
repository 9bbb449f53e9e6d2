"""The examples in the docstrings of the lab run interpreted, as its tests do: compiling its loop would take longer."""

from collections.abc import Iterator

import pytest
from tests.interpreting import interpreted_rules


@pytest.fixture(autouse=True)
def interpreted_lab(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let rules run as plain Python in the lab's examples."""
    if "lab" in request.node.path.parts:
        with interpreted_rules(monkeypatch):
            yield
    else:
        yield
