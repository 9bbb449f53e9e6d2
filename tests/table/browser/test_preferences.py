"""Preferences of a person on their device: no motion, dark colours, four suits, a larger map, confirmations."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Browser, expect

from tests.table.browser.guests import Guest, make_table
from tests.table.browser.server import Server

COLOURS = """() => ["body", "#headline", ".dock"].map((one) => {
  const style = getComputedStyle(document.querySelector(one));
  return [style.backgroundColor, style.color];
})"""
MAP = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const [scroll, map, dock] = [".map-scroll", ".map", "#dock"].map(box);
  const clear = scroll.bottom <= dock.top || scroll.right <= dock.left;
  return { width: map.width, whole: map.height <= scroll.height, clear };
}"""
SUITS = """() => [...document.querySelectorAll("#hand [data-press]")].map((card) => getComputedStyle(card).color)"""


def sit_at_spades(guest: Guest) -> None:
    """A table of Spades with three bots."""
    guest.sit(make_table(guest, "spades", 1, 3)["seats"][0]["link"])
    guest.wait_turn()


def test_with_reduced_motion_nothing_moves(browser: Browser, server: Server) -> None:
    with Guest(browser, server, reduced_motion="reduce") as ann:
        sit_at_spades(ann)
        ann.page.evaluate(
            """() => {
                document.body.dataset.moved = "0";
                const old = Element.prototype.animate;
                Element.prototype.animate = function (...how) {
                  document.body.dataset.moved = "1";
                  return old.apply(this, how);
                };
            }"""
        )
        for _ in range(3):
            ann.wait_turn()
            ann.choose(Random(1))
            assert (
                ann.page.evaluate("document.getAnimations().filter((one) => one.playState === 'running').length") == 0
            )
        assert ann.page.get_attribute("body", "data-moved") == "0"


def test_without_that_wish_cards_glide_unless_the_player_switches_it_off(browser: Browser, server: Server) -> None:
    with Guest(browser, server) as ann:
        sit_at_spades(ann)
        ann.page.evaluate(
            """() => {
                const old = Element.prototype.animate;
                Element.prototype.animate = function (...how) {
                  document.body.dataset.moved = "1";
                  return old.apply(this, how);
                };
            }"""
        )
        ann.choose(Random(1))
        ann.wait_turn()
        ann.choose(Random(1))
        ann.page.wait_for_selector("body[data-moved='1']")
        ann.page.click("[data-settings]")
        ann.page.get_by_label("Let cards glide").uncheck()
        ann.press("Done", "#settings")
        ann.page.evaluate("delete document.body.dataset.moved")
        ann.wait_turn()
        ann.choose(Random(1))
        ann.page.wait_for_timeout(200)
        assert ann.page.get_attribute("body", "data-moved") is None


def test_dark_mode_changes_the_colours_by_device_and_by_choice(browser: Browser, server: Server) -> None:
    with Guest(browser, server, color_scheme="light") as ann:
        sit_at_spades(ann)
        light = ann.page.evaluate(COLOURS)
        ann.page.emulate_media(color_scheme="dark")
        dark = ann.page.evaluate(COLOURS)
        assert all(one != other for one, other in zip(light, dark, strict=True))
        ann.page.click("[data-settings]")
        ann.page.get_by_label("Colours").select_option("light")
        assert ann.page.evaluate(COLOURS) == light
        ann.page.reload()
        ann.page.wait_for_selector("body[data-ready]")
        assert ann.page.evaluate(COLOURS) == light, "the choice is kept"


def test_suits_have_four_colours_if_wished(browser: Browser, server: Server) -> None:
    with Guest(browser, server) as ann:
        sit_at_spades(ann)
        two = len(set(ann.page.evaluate(SUITS)))
        ann.page.click("[data-settings]")
        ann.page.get_by_label("Suits of cards").select_option("four")
        ann.press("Done", "#settings")
        assert two <= 2 < len(set(ann.page.evaluate(SUITS))) <= 4


def test_a_map_is_whole_beside_the_dock_until_it_is_made_larger(browser: Browser, server: Server) -> None:
    with Guest(browser, server) as ann:
        ann.sit(make_table(ann, "diplomacy", 1, 6)["seats"][0]["link"])
        ann.wait_turn()
        whole = ann.page.evaluate(MAP)
        assert whole["whole"]
        assert whole["clear"], "the map does not run under the dock"
        ann.page.get_by_label("Larger map").click()
        larger = ann.page.evaluate(MAP)
        assert larger["width"] > whole["width"]
        assert larger["clear"]
        assert not larger["whole"]
        ann.page.reload()
        ann.wait_turn()
        assert ann.page.evaluate(MAP) == larger, "the choice is kept"
        ann.page.get_by_label("Smaller map").click()
        assert ann.page.evaluate(MAP) == whole


def test_every_move_is_asked_once_more_if_wished(browser: Browser, server: Server) -> None:
    with Guest(browser, server) as ann:
        sit_at_spades(ann)
        ann.page.click("[data-settings]")
        ann.page.get_by_label("Ask before every move").check()
        ann.press("Done", "#settings")
        number = ann.page.get_attribute("body", "data-ready")
        ann.page.locator("#actions button:not(.step):not(.quiet)").first.click()
        ann.wait_for("#actions", "Is that what you want?")
        ann.press("No, go back")
        assert ann.page.get_attribute("body", "data-ready") == number
        ann.page.locator("#actions button:not(.step):not(.quiet)").first.click()
        ann.page.locator("#actions button.main").click()
        expect(ann.page.locator("body")).not_to_have_attribute("data-ready", number or "")
