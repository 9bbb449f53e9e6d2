"""The designer's page, Diplomacy by tapping, and the replay."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.table.browser.guests import SIZES, Guest, make_table, play_on
from tests.table.browser.server import Server


def test_a_genome_with_a_mistake_is_told_with_its_place_and_mended_it_is_played(
    browser: Browser, server: Server
) -> None:
    with Guest(browser, server) as ann:
        page = ann.open("/design?game=hearts")
        expect(page.locator("#play")).to_be_enabled()
        assert "Hearts" in ann.text("#book")
        good = page.input_value("#genome")
        page.fill("#genome", good.replace('"hands"', '"hans"', 1))
        ann.wait_for("#problems li", "hans")
        expect(page.locator("#play")).to_be_disabled()
        page.fill("#genome", good[:200])
        ann.wait_for("#problems li", "line ")
        mended = json.loads(good)
        mended["title"] = "Hearts of Ours"
        page.fill("#genome", json.dumps(mended, indent=2))
        expect(page.locator("#problems li")).to_have_count(0)
        expect(page.locator("#book")).to_contain_text("Hearts of Ours")
        page.click("#play")
        ann.wait_for("body[data-status=playing]")
        assert "Hearts of Ours" in page.title()
        ann.wait_turn()


def tap(guest: Guest, what: str) -> None:
    """Tap a province on the map."""
    place = guest.page.locator(f".province[data-press^='{what}']").first
    place.scroll_into_view_if_needed()
    spot = place.evaluate(
        """(node) => {
            const box = node.getBoundingClientRect();
            const parts = [0.5, 0.3, 0.7, 0.2, 0.8];
            for (const [x, y] of parts.flatMap((x) => parts.map((y) => [x, y]))) {
              const at = { x: box.left + x * box.width, y: box.top + y * box.height };
              if (document.elementFromPoint(at.x, at.y)?.closest("[data-press]") === node) return at;
            }
            return null;
        }"""
    )
    assert spot is not None, f"{what} cannot be reached by a finger"
    guest.page.mouse.click(spot["x"], spot["y"])


ORDERS = "#draft > .draft > ul:first-child > li:not(.missing)"


def orders(guest: Guest) -> list[str]:
    """Return the orders on the draft."""
    found: list[str] = guest.page.locator(ORDERS).evaluate_all(
        "(items) => items.map((item) => item.firstChild.textContent)"
    )
    return found


def post(guest: Guest, made: dict[str, Any], seat: int, text: str) -> None:
    """Another power hands in its orders, from a program."""
    head = {"Authorization": f"Bearer {made['seats'][seat]['token']}"}
    state = guest.context.request.get(f"{guest.server.address}/api/tables/{made['id']}", headers=head).json()
    wish = {"move": text, "number": state["number"]}
    answer = guest.context.request.post(
        f"{guest.server.address}/api/tables/{made['id']}/moves", data=wish, headers=head
    )
    assert answer.ok, answer.text()


@pytest.mark.parametrize("size", SIZES)
def test_diplomacy_is_ordered_and_built_by_tapping(browser: Browser, server: Server, size: str) -> None:
    with Guest(browser, server, SIZES[size], reduced_motion="reduce") as ann:
        made = make_table(ann, "diplomacy-lagoon", 3, 0, settings={"votes": False})
        for seat in (1, 2):
            head = {"Authorization": f"Bearer {made['seats'][seat]['token']}"}
            ann.context.request.post(
                f"{server.address}/api/tables/{made['id']}/seats", data={"name": f"P{seat}"}, headers=head
            )
        ann.sit(made["seats"][0]["link"])
        ann.wait_turn()
        tap(ann, "ASK")
        ann.wait_for("#actions .crumb", "A ASK")
        tap(ann, "HUB")
        expect(ann.page.locator("#draft")).to_contain_text("A ASK - HUB")
        assert orders(ann) == ["A ASK - HUB"]
        ann.wait_for("#draft .missing", "F ARD")
        tap(ann, "ASK")
        tap(ann, "DLT")
        expect(ann.page.locator("#draft")).to_contain_text("A ASK - DLT")
        assert orders(ann) == ["A ASK - DLT"], "a second order replaces the first"
        ann.press("Erase A ASK - DLT")
        expect(ann.page.locator("#draft")).not_to_contain_text("A ASK - DLT")
        tap(ann, "ASK")
        tap(ann, "HUB")
        expect(ann.page.locator("#draft")).to_contain_text("A ASK - HUB")
        ann.page.get_by_label("Orders as text").fill("f ard h")
        ann.press("Write")
        expect(ann.page.locator("#draft .missing")).to_have_count(0)
        ann.press("Ready")
        expect(ann.page.locator("#prompt")).to_contain_text("Waiting for")
        for season in ("Fall", "Winter"):
            post(ann, made, 1, "A BOL H\nF BRA H")
            post(ann, made, 2, "F COV H\nA CRA H")
            expect(ann.page.locator("#headline")).to_contain_text(season)
            if season == "Fall":
                ann.press("Ready")
                ann.press("Ready anyway")
                expect(ann.page.locator("#prompt")).to_contain_text("Waiting for")
        assert "A ASK - HUB" in " ".join(ann.log()) or "Hub" in " ".join(ann.log())
        ann.wait_turn()
        tap(ann, "ASK")
        expect(ann.page.locator(ORDERS).filter(has_text="ASK")).to_have_count(1)
        ann.press("Ready")
        expect(ann.page.locator("#headline")).to_contain_text("Spring")
        assert ann.page.locator(".unit.s0").count() == 3


def test_the_replay_shows_any_move_through_any_eyes_and_goes_on_in_a_sandbox(browser: Browser, server: Server) -> None:
    with Guest(browser, server, reduced_motion="reduce") as ann:
        made = make_table(ann, "automation", 1, 1, settings={"turn_limit": 2})
        ann.sit(made["seats"][0]["link"])
        play_on([ann])
        ann.page.get_by_role("link", name="Watch the replay").click()
        ann.wait_for("body[data-ready]")
        page = ann.page
        last = int(page.get_attribute("#slider", "max") or 0)
        assert last > 3
        ann.wait_for("#count", f"of {last}")
        page.locator("#slider").focus()
        page.keyboard.press("End")
        expect(page.locator("#count")).to_have_text(f"{last} of {last}")
        page.click("#first")
        expect(page.locator("#count")).to_have_text(f"0 of {last}")
        page.click("#next")
        expect(page.locator("#count")).to_have_text(f"1 of {last}")
        assert not ann.text("#hand").strip()
        page.select_option("#eyes", "0")
        expect(page.locator("#hand")).not_to_be_empty()
        page.locator("#log li").nth(2).click()
        expect(page.locator("#count")).to_have_text(f"3 of {last}")
        link = page.url
        assert "move=3" in link
        assert "seat=0" in link
        ann.open("/")
        ann.open(link)
        expect(page.locator("#count")).to_have_text(f"3 of {last}")
        assert page.input_value("#eyes") == "0"
        page.click("#tab-fair")
        ann.wait_for("[data-part=verdict].good")
        with page.expect_download() as downloading:
            page.click("#download")
        history = downloading.value.path()
        page.click("#branch")
        ann.wait_for("body[data-status=playing]")
        assert "/replay" not in page.url
        ann.wait_turn()
        expect(page.locator("#tab-author")).to_be_visible()
        ann.open("/")
        ann.expected = ("400", "409")
        page.set_input_files("#history", {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"})
        ann.wait_for("#problem")
        page.set_input_files("#history", history)
        expect(page.locator("#slider")).to_have_attribute("max", str(last))
