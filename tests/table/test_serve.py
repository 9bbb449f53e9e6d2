"""`ludex serve`: what it says when it cannot begin."""

from __future__ import annotations

import importlib.util
import socket
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from typing import Any

import pytest

from ludex.cli.serve import serve
from ludex.core.language.errors import LudexError
from ludex.table.app.serving import PortTaken, address_of, listen, raise_handles
from ludex.table.server.limits import FAR


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


def test_the_server_may_open_as_many_files_as_the_system_allows() -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = min(soft, 256) if soft != resource.RLIM_INFINITY else 256
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (few, hard))
        found = raise_handles()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (hard, hard)
        assert found == (hard if hard != resource.RLIM_INFINITY else FAR)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_handles_that_cannot_be_raised_are_counted_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")

    def refuse(*_: object) -> None:
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, resource.RLIM_INFINITY))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    assert raise_handles() == 256


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"smtp": "http://u:geheim@mail.test"}, "the mail server"),
        ({"smtp": "smtp://u@mail.test"}, "LUDEX_SMTP_PASSWORD"),
        ({"smtp": "smtp://mail.test", "host": "0.0.0.0"}, "--public-url"),
        ({"smtp": "smtp://mail.test", "proxy": 1}, "--public-url"),
        ({"public_url": "table.example.org"}, "https://table.example.org"),
        ({"public_url": "https://u:p@x.org"}, "https://table.example.org"),
        ({"public_url": "https://x.org/?a"}, "https://table.example.org"),
    ],
)
def test_a_mail_server_or_an_address_that_cannot_be_used_is_refused(
    given: dict[str, Any], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LUDEX_SMTP_PASSWORD", raising=False)
    with pytest.raises(LudexError) as caught:
        serve(db="memory:", port=0, **given)
    assert expected in str(caught.value)
    assert "geheim" not in str(caught.value)
