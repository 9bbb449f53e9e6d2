"""The example of a site with tables, in a real browser: everything works under its path."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser

from tests.table.browser.guests import Guest, make_table
from tests.table.browser.server import PATIENCE, Server

EXAMPLE = Path(__file__).parents[3] / "src" / "ludex" / "examples" / "servers" / "site_with_tables.py"

PICTURED = """() => [...document.querySelectorAll("#board img, #hand img")].some((one) => one.naturalWidth)"""
"""True if a picture of the game has arrived."""


class Site(Server):
    """The example, in a separate process."""

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}/play"

    def start(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        environment = {**os.environ, "LUDEX_INTERPRET": "1"}
        with self.log.open("ab") as log:
            command = [sys.executable, str(EXAMPLE), str(self.port)]
            self._process = subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)
        begun = time.monotonic()
        while time.monotonic() - begun < PATIENCE and self._process.poll() is None:
            try:
                if httpx.get(f"{self.address}/healthz").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError(f"the site did not start: {self.said()}")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    made = Site(tmp_path_factory.mktemp("site") / "site.db")
    made.start()
    yield made
    made.stop()


class Visitor(Guest):
    """A guest who notes every address that the browser asks for."""

    def __init__(self, browser: Browser, site: Site, user: str = "") -> None:
        super().__init__(browser, site)
        self.asked: list[tuple[int, str]] = []
        self.context.on("response", lambda answer: self.asked.append((answer.status, urlsplit(answer.url).path)))
        if user:
            assert self.context.request.get(f"http://localhost:{site.port}/sign-in?user={user}").ok

    def expect_all_under_the_path(self) -> None:
        assert self.asked
        assert not [entry for entry in self.asked if entry[0] >= 400 or not entry[1].startswith("/play/")]


def test_pages_pictures_styles_and_a_game_under_a_path(browser: Browser, site: Site) -> None:
    with Visitor(browser, site) as ann:
        ann.open("/")
        ann.wait_for(".board-picture.ready, [data-board].ready")
        ann.open("/games/modern-art")
        ann.open_sandbox("modern-art")
        ann.wait_turn()
        ann.page.wait_for_function(PICTURED)
        dice = Random(1)
        while not ann.log() or not ann.choose(dice):
            ann.page.wait_for_timeout(10)
        assert any("/games/modern-art/art/" in path for _, path in ann.asked)
        ann.expect_all_under_the_path()


def test_a_seat_is_mine_in_another_browser_where_i_am_signed_in(browser: Browser, site: Site) -> None:
    with Visitor(browser, site, "ann") as ann, Visitor(browser, site, "ann") as phone, Visitor(browser, site) as eve:
        table = make_table(ann, "spades", 1, 3)
        ann.sit(table["seats"][0]["link"])
        ann.wait_turn()
        ann.expect_all_under_the_path()
        phone.open(f"/tables/{table['id']}")
        phone.wait_turn()
        dice = Random(1)
        while not phone.choose(dice):
            phone.page.wait_for_timeout(10)
        eve.open(f"/tables/{table['id']}")
        eve.page.wait_for_selector("body[data-ready]")
        assert not eve.page.locator("#dock.mine").count()
