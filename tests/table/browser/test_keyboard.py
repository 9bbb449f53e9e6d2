"""The keyboard alone is enough: a whole hand of Spades."""

from __future__ import annotations

import time

from playwright.sync_api import Browser

from tests.table.browser.guests import Guest, make_table
from tests.table.browser.server import Server
from tests.table.browser.test_whole_games import one_hand

FOCUS = """() => {
  const node = document.activeElement;
  const region = node.closest("#actions, #tools, #hand, #board, #seats, .panel, .bar")?.id ?? "";
  return { tag: node.tagName, id: node.id, region, name: node.textContent.trim() };
}"""


def test_a_whole_hand_of_spades_by_keyboard_alone(browser: Browser, server: Server) -> None:
    with Guest(browser, server, reduced_motion="reduce") as ann:
        made = make_table(ann, one_hand(ann, "spades"), 1, 3, hints=False)
        ann.sit(made["seats"][0]["link"])
        keys, begun, decisions = ann.page.keyboard, time.monotonic(), 0
        ann.wait_turn()
        for _ in range(60):  # from the top of the page to the first choice, by Tab alone
            keys.press("Tab")
            if ann.page.evaluate(FOCUS)["region"] == "actions":
                break
        else:
            raise AssertionError("Tab never reaches the action bar")
        while ann.status != "over":
            assert time.monotonic() - begun < 240, ann.text("#dock")
            if not ann.page.query_selector("#dock.mine:not([aria-busy=true]) #actions button"):
                ann.page.wait_for_timeout(10)
                continue
            if decisions % 3 == 2:
                keys.press("1")
            else:
                for _ in range(30):
                    if ann.page.evaluate(FOCUS)["region"] in ("actions", "hand"):
                        break
                    keys.press("Tab")
                keys.press("Enter")
            decisions += 1
            ann.page.wait_for_timeout(10)
            where = ann.page.evaluate(FOCUS)
            assert where["tag"] != "BODY", f"the focus is lost after decision {decisions}"
        assert decisions >= 14
        assert ann.page.evaluate(FOCUS)["tag"] != "BODY"
        ann.wait_for("#outcome h2")
