"""The sandbox, at which one person plays all seats: the author's panel, and Diplomacy step by step."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, expect

from tests.table.browser.guests import Guest, make_table
from tests.table.browser.server import Server


def test_the_authors_panel_follows_the_game_through_all_eyes_and_back(browser: Browser, server: Server) -> None:
    with Guest(browser, server, reduced_motion="reduce") as ann:
        ann.open_sandbox("automation")
        ann.wait_turn()
        ann.page.click("#tab-author")
        options, events, state = (ann.page.locator("#pane-author pre").nth(place) for place in range(3))
        expect(options).to_contain_text("play Bitcoin")
        expect(state).to_contain_text('"phase"')
        before = json.loads(state.inner_text())
        ann.press("Continue – on to buying")
        expect(options).to_contain_text("buy Bitcoin")
        expect(state).not_to_have_text(json.dumps(before, indent=1))
        bought = options.inner_text()
        ann.page.locator("#actions").get_by_role("button", name="Buy Bitcoin").click()
        expect(events).to_contain_text("CardBought")
        expect(options).not_to_have_text(bought)
        ann.press("One move back", "#pane-author")
        expect(options).to_have_text(bought)
        hand = ann.text("#hand")
        ann.page.get_by_label("Perspective of").select_option("1")
        expect(ann.page.locator("#hand")).not_to_have_text(hand)
        expect(ann.page.locator("#seats .me")).to_have_attribute("data-seat", "1")
        pasted, table = ann.page.get_by_label("A position as above"), ann.page.url
        pasted.fill("{}}")
        ann.press("Start from this position", "#pane-author")
        expect(ann.page.locator("#pane-author [role=alert]")).not_to_be_empty()
        pasted.fill(json.dumps(before))
        ann.press("Start from this position", "#pane-author")
        ann.page.wait_for_url(lambda url: url != table)
        ann.wait_turn()
        expect(ann.page.locator("#actions button").first).to_contain_text("Play Bitcoin")


def test_at_a_table_with_secrets_there_is_no_authors_panel(browser: Browser, server: Server) -> None:
    with Guest(browser, server) as ann:
        ann.sit(make_table(ann, "automation", 1, 1)["seats"][0]["link"])
        ann.wait_turn()
        expect(ann.page.locator("#tab-author")).to_be_hidden()


def test_diplomacy_is_stepped_power_by_power_and_back(browser: Browser, server: Server) -> None:
    with Guest(browser, server, reduced_motion="reduce") as ann:
        ann.open_sandbox("diplomacy-lagoon")
        for seat, order in enumerate(("A ASK - HUB", "A BOL - ELM", "A CRA H")):
            expect(ann.page.locator("#seats .me")).to_have_attribute("data-seat", str(seat))
            ann.wait_turn()
            ann.page.get_by_label("Orders as text").fill(order)
            ann.press("Write")
            expect(ann.page.locator("#draft")).to_contain_text(order)
            ann.press("Ready")
            ann.press("Ready anyway")
        expect(ann.page.locator("#headline")).to_contain_text("Fall")
        log = " ".join(ann.log())
        assert "A ASK - HUB" in log
        assert "A BOL - ELM" in log
        ann.page.click("#tab-author")
        ann.press("One move back", "#pane-author")
        expect(ann.page.locator("#headline")).to_contain_text("Spring")
