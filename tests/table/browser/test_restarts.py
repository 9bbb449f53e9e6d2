"""A page that is open while the server stops and restarts reconnects automatically."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.table.browser.guests import PHONE, Guest, make_table
from tests.table.browser.server import Server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that this test may kill."""
    made = Server(tmp_path / "tables.db")
    made.start()
    yield made
    made.stop()


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_a_page_goes_on_after_a_restart_and_a_move_made_meanwhile_arrives_once(
    browser: Browser, own_server: Server, end: str
) -> None:
    with Guest(browser, own_server) as ann, Guest(browser, own_server, PHONE) as bob:
        for guest in (ann, bob):
            guest.expected = ("WebSocket", "ERR_CONNECTION_REFUSED")
        made = make_table(ann, "automation", 2, 0)
        ann.sit(made["seats"][0]["link"])
        bob.sit(made["seats"][1]["link"])
        ann.wait_turn()
        ann.page.evaluate("document.body.dataset.page = 'the same'")
        getattr(own_server, end)()
        for guest in (ann, bob):
            expect(guest.page.locator("#lost")).to_be_visible()
        lines = len(bob.log())
        ann.page.locator("#hand .lit").first.click()
        expect(ann.page.locator("#dock")).to_have_attribute("aria-busy", "true")
        ann.page.locator("#hand .lit").first.click()  # impatience does no harm
        own_server.start()
        for guest in (ann, bob):
            expect(guest.page.locator("#lost")).to_be_hidden()
            expect(guest.page.locator("#pane-log .line")).to_have_count(lines + 1)
        expect(ann.page.locator("#dock")).not_to_have_attribute("aria-busy", "true")
        assert [guest.log()[lines:] for guest in (ann, bob)] == [["Ann plays Bitcoin."]] * 2
        assert not ann.page.locator("#refusal").is_visible()
        assert ann.page.get_attribute("body", "data-page") == "the same"
        bob.page.get_by_role("button", name="Chat").click()
        bob.page.fill("#talk-text", "Are you still there?")
        bob.page.keyboard.press("Enter")
        expect(ann.page.locator(".talk")).to_contain_text("Are you still there?")


KEEP_SOCKETS = """
const Plain = WebSocket;
window.sockets = [];
window.WebSocket = class extends Plain {
  constructor(...given) {
    super(...given);
    sockets.push(this);
    this.addEventListener("close", (event) => (this.code = event.code));
  }
};
"""


def test_a_page_comes_back_after_its_socket_was_closed_for_a_flood(browser: Browser, tmp_path: Path) -> None:
    strict = Server(tmp_path / "tables.db", "--limits")
    strict.start()
    try:
        with Guest(browser, strict) as ann:
            ann.page.add_init_script(KEEP_SOCKETS)
            made = make_table(ann, "automation", 1, 0)
            ann.sit(made["seats"][0]["link"])
            ann.wait_turn()
            lines = len(ann.log())
            ann.page.evaluate("for (let n = 0; n < 3000; n++) sockets.at(-1).send('x')")
            ann.page.wait_for_selector("#lost")  # looks at every frame: the page may be back in a quarter of a second
            assert ann.page.evaluate("sockets[0].code") == 1008
            expect(ann.page.locator("#lost")).to_be_hidden()
            ann.page.locator("#hand .lit").first.click()
            expect(ann.page.locator("#pane-log .line")).to_have_count(lines + 1)
    finally:
        strict.stop()
