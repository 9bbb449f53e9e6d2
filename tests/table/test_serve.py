"""`ludex serve`: what it says when it cannot begin."""

from __future__ import annotations

import importlib.util
import socket
from collections.abc import Callable
from importlib.machinery import ModuleSpec

import pytest

from ludex.cli.serve import serve
from ludex.core.errors import LudexError
from ludex.table.serving import PortTaken, address_of, listen


def test_a_port_that_is_taken_is_told_with_a_way_out() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(PortTaken, match=f"port {port}: .*--port"):
            listen("127.0.0.1", port)


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_the_address_can_be_typed_into_a_browser(host: str) -> None:
    with listen(host, 0) as found:
        assert address_of(found) == f"http://localhost:{found.getsockname()[1]}"


def test_whoever_lacks_the_extra_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[[str], ModuleSpec | None] = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "uvicorn" else real(name))
    with pytest.raises(LudexError, match=r"needs uvicorn\. Install it with: pip install 'ludex\[table\]'"):
        serve(db="memory:", host="127.0.0.1", port=0)


def test_an_address_that_names_no_storage_is_refused() -> None:
    with pytest.raises(LudexError):
        serve(db="nowhere://x", host="127.0.0.1", port=0)
