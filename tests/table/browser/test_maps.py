"""The maps: all of them in sight, readable, with provinces and cities as targets that fingers meet."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.table.browser.guests import SIZES, Guest, make_table
from tests.table.browser.server import Server
from tests.table.browser.test_presses import Others

LEAST_TEXT = 10.0
"""Pixels of the smallest letters on a map."""
LEAST_TARGET = 40.0
"""Pixels of the smallest target for a finger."""
WRITTEN = """(selector) => [...document.querySelectorAll(selector)].filter((node) => node.getClientRects().length).map(
  (node) => parseFloat(getComputedStyle(node).fontSize) * node.getScreenCTM().a)"""
"""The sizes, as seen, of what is written in some elements."""
LIT = """() => [...document.querySelectorAll(".map .lit")].map((node) => {
  const box = node.getBoundingClientRect();
  return [node.dataset.press, Math.min(box.width, box.height)];
})"""
OFF_TARGET = """(press) => {
  const lit = [...document.querySelectorAll(".map .lit")];
  const node = lit.find((one) => one.dataset.press.split(/[;|]/).includes(press));
  const box = node.querySelector(".reach").getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  for (let angle = 0; angle < 6.28; angle += 0.1) {
    const at = { x: x + 19 * Math.cos(angle), y: y + 19 * Math.sin(angle) };
    const there = document.elementFromPoint(at.x, at.y);
    if (there?.closest(".lit") === node) return at;
    if (there?.closest(".map") && !there.closest(".lit")) return at;
  }
  return null;
}"""
"""A point 19 pixels from the middle of a lit target."""
MISSED = """() => {
  for (const node of document.querySelectorAll(".map .lit.mine")) {
    const box = node.querySelector(".reach").getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    for (let away = 8; away < 20; away += 1) {
      for (let angle = 0; angle < 6.28; angle += 0.2) {
        const at = { x: x + away * Math.cos(angle), y: y + away * Math.sin(angle) };
        const there = document.elementFromPoint(at.x, at.y);
        const missed = there?.closest(".map") && !there.closest(".lit");
        if (missed) return { ...at, unit: node.dataset.press.split(";").at(-1) };
      }
    }
  }
  return null;
}"""
"""A point less than 20 pixels from a lit target, at which something else lies on top."""
TIP_COVERS = """() => {
  const box = document.querySelector(".tip").getBoundingClientRect();
  const found = [];
  for (let x = box.left + 1; x < box.right; x += 6) {
    for (let y = box.top + 1; y < box.bottom; y += 6) {
      const lit = document.elementFromPoint(x, y)?.closest(".lit");
      if (lit) found.push(lit.dataset.press);
    }
  }
  return found;
}"""


def sit_at_diplomacy(guest: Guest) -> None:
    """Sit down as Austria, the others are bots that hold."""
    guest.sit(make_table(guest, "diplomacy", 1, 6, bot="hold", settings={"votes": False})["seats"][0]["link"])
    guest.wait_turn()
    expect(guest.page.locator("#pane-log li", has_text="has given orders")).to_have_count(6)
    guest.wait_for(".map .lit")


def sit_at_building(guest: Guest) -> Others:
    """Sit down at Power Grid where a seat may build. Returns the players."""
    made = make_table(guest, "power-grid", 3, 0)
    others = Others(guest, made)
    others.sit(0, 1, 2)
    builds = lambda state: any(option["type"] == "BuildCity" for option in state["options"] or ())  # noqa: E731
    seat = others.play_until(builds, lambda option: option["type"] in ("OpenAuction", "Done"))
    guest.sit(made["seats"][seat]["link"])
    guest.wait_turn()
    return others


def is_whole(guest: Guest) -> bool:
    """Return whether all of the map is in sight, without scrolling."""
    found: bool = guest.page.evaluate(
        """() => {
          const [map, frame] = [".map", ".map-scroll"].map((one) => document.querySelector(one));
          const box = map.getBoundingClientRect();
          const fits = frame.scrollWidth <= frame.clientWidth + 1 && frame.scrollHeight <= frame.clientHeight + 1;
          return fits && box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
        }"""
    )
    return found


@pytest.mark.parametrize("size", SIZES)
def test_names_on_the_map_of_diplomacy_can_be_read(browser: Browser, server: Server, size: str) -> None:
    with Guest(browser, server, SIZES[size], reduced_motion="reduce") as ann:
        sit_at_diplomacy(ann)
        assert min(ann.page.evaluate(WRITTEN, ".names")) >= LEAST_TEXT
        if size == "desktop":
            assert is_whole(ann), "a desk shows all of it"
        for _ in range(2):
            ann.page.get_by_label("Smaller map").click()
        written = ann.page.evaluate(WRITTEN, ".names")
        assert not written or min(written) >= LEAST_TEXT, "what cannot be read is not shown"


@pytest.mark.parametrize("size", SIZES)
def test_names_and_prices_on_the_map_of_power_grid_can_be_read(browser: Browser, server: Server, size: str) -> None:
    with Guest(browser, server, SIZES[size], reduced_motion="reduce") as ann:
        sit_at_building(ann)
        for what in (".city-name", ".city-name .cost", ".costs"):
            assert min(ann.page.evaluate(WRITTEN, what)) >= LEAST_TEXT, what
        if size == "desktop":
            assert is_whole(ann), "a desk shows all of it"
        for _ in range(2):
            ann.page.get_by_label("Larger map").click()
            small = ann.page.evaluate(WRITTEN, ".slot-cost")
            assert not small or min(small) >= LEAST_TEXT
        assert small, "what is written smallest appears when the map is enlarged"


@pytest.mark.parametrize("game", ["diplomacy", "power-grid"])
def test_lit_targets_are_as_large_as_fingers(browser: Browser, server: Server, game: str) -> None:
    with Guest(browser, server, SIZES["phone"], reduced_motion="reduce", has_touch=True) as ann:
        if game == "diplomacy":
            sit_at_diplomacy(ann)
        else:
            sit_at_building(ann)
        found: list[tuple[str, float]] = ann.page.evaluate(LIT)
        assert found
        if game == "diplomacy":
            ann.page.locator(".province.lit[data-press*='A BUD']").tap()
            ann.wait_for("#actions .crumb", "A BUD")
            found += ann.page.evaluate(LIT)
        assert not [name for name, least in found if least < LEAST_TARGET]


@pytest.mark.parametrize("size", SIZES)
def test_an_order_is_given_by_pressing_provinces_anywhere(browser: Browser, server: Server, size: str) -> None:
    touch = size == "phone"
    with Guest(browser, server, SIZES[size], reduced_motion="reduce", has_touch=touch) as ann:
        sit_at_diplomacy(ann)
        press = ann.page.touchscreen.tap if touch else ann.page.mouse.click
        at = ann.page.evaluate(OFF_TARGET, "A BUD")
        press(at["x"], at["y"])
        ann.wait_for("#actions .crumb", "A BUD")
        at = ann.page.evaluate(OFF_TARGET, "SER")
        press(at["x"], at["y"])
        expect(ann.page.locator("#draft")).to_contain_text("A BUD - SER")


def test_a_finger_that_misses_a_province_by_a_little_means_it(browser: Browser, server: Server) -> None:
    """At the smallest size most provinces are smaller than a finger."""
    with Guest(browser, server, SIZES["phone"], reduced_motion="reduce", has_touch=True) as ann:
        sit_at_diplomacy(ann)
        ann.page.get_by_label("Smaller map").tap()
        expect(ann.page.locator(".stage")).to_have_attribute("data-map", "whole")
        missed = ann.page.evaluate(MISSED)
        assert missed, "every lit target lies over all that is around it"
        ann.page.touchscreen.tap(missed["x"], missed["y"])
        ann.wait_for("#actions .crumb", missed["unit"])


def test_tips_never_cover_what_is_lit(browser: Browser, server: Server) -> None:
    with Guest(browser, server, reduced_motion="reduce") as ann:
        sit_at_diplomacy(ann)
        ann.page.locator(".province.lit[data-press*='A BUD']").click()
        ann.wait_for("#actions .crumb", "A BUD")
        for code in ("SER", "RUM", "GAL", "TRI"):
            ann.page.mouse.move(2, 2)
            expect(ann.page.locator(".tip")).to_have_count(0)
            box: Any = ann.page.locator(f".province[data-press^='{code}'] .reach").bounding_box()
            ann.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            expect(ann.page.locator(".tip")).to_contain_text(code)
            assert ann.page.evaluate(TIP_COVERS) == [], code


@pytest.mark.parametrize("size", SIZES)
def test_a_city_is_built_by_pressing_near_it_and_its_button_has_the_price(
    browser: Browser, server: Server, size: str
) -> None:
    with Guest(browser, server, SIZES[size], reduced_motion="reduce") as ann:
        others = sit_at_building(ann)
        seat = others.state(0)["waiting"][0]
        cities = [option["city"] for option in others.state(seat)["options"] if option["type"] == "BuildCity"]
        prices = {city["name"]: city["cost"] for city in others.state(seat)["view"]["cities"]}
        labels = ann.page.locator("#actions button").evaluate_all("(all) => all.map((one) => one.textContent)")
        if not any("Build " in label and " for " in label for label in labels):
            if not ann.page.locator("#actions .list").is_visible():
                ann.press("Show as list")
            ann.page.locator("#actions button", has_text="Build").first.click()
        city = cities[0]
        expect(ann.page.locator(f"#actions button[data-does='build {city}']")).to_contain_text(
            f"Build {city} for {prices[city]}"
        )
        ann.page.keyboard.press("Escape")
        ann.page.keyboard.press("Escape")
        spot = ann.page.locator(f".city[data-press*='build|{city}'] .spot")
        spot.scroll_into_view_if_needed()
        box: Any = spot.bounding_box()
        assert box["width"] >= LEAST_TARGET or size == "desktop"
        ann.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 4)
        expect(ann.page.locator("#pane-log")).to_contain_text(f"builds in {city}")
