"""Being called: turn notices in the title, by sound and by notification, and the countdown of an auction."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from tests.table.browser.guests import DESKTOP, PHONE, Guest, make_table
from tests.table.browser.server import Server

LISTEN = """
  window.calls = [];
  window.chimes = 0;
  window.away = false;
  Object.defineProperty(document, "hidden", { get: () => window.away });
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { return (this.permission = window.refuses ? "denied" : "granted"); }
    constructor(title, { body, tag }) { window.calls.push([title, body, tag]); }
  };
  window.AudioContext = class {
    constructor() { window.chimes += 1; throw new Error("nobody hears it"); }
  };
"""
"""A browser that notes down how it called its person."""
TURN = re.compile("^● Your turn")
FOLLOW = """() => {
  window.told = [];
  const look = () => {
    for (const place of ["#speak", "#board .call"]) {
      const said = document.querySelector(place)?.textContent;
      if (said) window.told.push(`${place} ${said}`);
    }
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Notes down what is spoken and shown for a moment, however short that is."""
CALLED = """(bid) => {
  const log = [...document.querySelectorAll("#pane-log .line")].map((line) => line.textContent);
  const after = log.slice(log.findLastIndex((line) => line.includes(bid)));
  return ["going once", "going twice"].every(
    (call) =>
      after.some((line) => line.includes(call)) &&
      ["#speak", "#board .call"].every((place) =>
        window.told.some((one) => one.startsWith(place) && one.includes(call))));
}"""
"""True if both calls came after a bid, in the log, spoken and on the board."""


def end_turn(guest: Guest) -> None:
    """Money, buying: press on until the other is asked."""
    for leads_to in ("on to buying", "my turn ends"):
        guest.wait_turn()
        number = guest.page.get_attribute("body", "data-ready")
        guest.press(f"Continue – {leads_to}")
        expect(guest.page.locator("body")).not_to_have_attribute("data-ready", number or "")


def test_a_person_is_called_once_a_turn_and_only_as_they_wish(browser: Browser, server: Server) -> None:
    with Guest(browser, server, DESKTOP) as ann, Guest(browser, server, PHONE) as bob:
        for guest in (ann, bob):
            guest.page.add_init_script(LISTEN)
        made = make_table(ann, "automation", 2, 0)
        ann.sit(made["seats"][0]["link"])
        bob.sit(made["seats"][1]["link"])
        expect(ann.page).to_have_title(TURN)
        expect(bob.page).not_to_have_title(TURN)
        bob.page.click("[data-settings]")
        bob.page.get_by_label("A sound when it is my turn").check()
        bob.page.get_by_label("A notification when it is my turn").check()
        bob.press("Done", "#settings")
        bob.page.evaluate("window.away = true")
        end_turn(ann)
        expect(bob.page).to_have_title(TURN)
        expect(ann.page).not_to_have_title(TURN)
        (call,) = bob.page.evaluate("calls")
        assert call[0] == "Your turn"
        assert call[2] == f"/tables/{made['id']}"
        assert bob.page.evaluate("chimes") == 1
        bob.page.locator("#hand .lit").first.click()
        end_turn(bob)
        expect(ann.page).to_have_title(TURN)
        assert bob.page.evaluate("[calls.length, chimes]") == [1, 1], "a turn of several moves is one turn"
        assert ann.page.evaluate("[calls.length, chimes]") == [0, 0], "nobody is called who has not asked for it"
        bob.page.evaluate("window.away = false")
        end_turn(ann)
        expect(bob.page).to_have_title(TURN)
        assert bob.page.evaluate("[calls.length, chimes]") == [1, 2], "whoever looks at the page needs no notification"


def test_without_the_browsers_leave_the_wish_for_notifications_is_not_kept(browser: Browser, server: Server) -> None:
    with Guest(browser, server) as ann:
        ann.page.add_init_script(LISTEN + "window.refuses = true;")
        ann.open("/")
        ann.page.click("[data-settings]")
        ann.page.get_by_label("A notification when it is my turn").click()
        expect(ann.page.get_by_label("A notification when it is my turn")).not_to_be_checked()


def test_the_hammer_counts_down_going_once_going_twice_and_a_bid_starts_it_again(
    browser: Browser, server: Server
) -> None:
    with Guest(browser, server, DESKTOP) as ann, Guest(browser, server, PHONE) as bob:
        settings = {"starter": 0, "closing": "hammer"}
        offered = ann.page.locator("#hand [data-press$='|open']")
        for _ in range(10):  # until Ann is dealt a painting for an open auction
            made = make_table(ann, "modern-art", 3, 0, settings=settings, clock={"hammer": 4})
            links = [seat["link"] for seat in made["seats"]]
            with Guest(browser, server) as cem:
                for guest, link in zip((ann, bob, cem), links, strict=True):
                    guest.sit(link)
                ann.wait_turn()
            if offered.count():
                break
        offered.first.click()
        if ann.page.locator("#actions button.main").count():
            ann.page.locator("#actions button.main").click()
        ring = bob.page.locator("#countdown text")
        expect(ring).to_be_visible()
        expect(ring).to_have_text(re.compile("^[12]$"))
        ann.page.evaluate(FOLLOW)
        bob.page.locator("#actions .number").fill("7")
        bob.page.locator("#actions .number").press("Enter")
        for guest in (bob, ann):
            expect(guest.page.locator("#countdown text")).to_have_text(re.compile("^[34]$"))
        expect(ann.page.locator("#pane-log .line").filter(has_text="Bob bids 7")).to_have_count(1)
        ann.page.wait_for_function(CALLED, arg="Bob bids 7")
