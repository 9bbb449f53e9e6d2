"""The review on the replay page, in a real browser: with the mouse, on a phone, and by keyboard alone."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from benchmarks.review.games import play_varied
from playwright.sync_api import Browser, Page, ViewportSize, expect

import ludex
from ludex.core.play.table import Table
from ludex.players.review import Review, ReviewSettings, review
from ludex.table.server.reviews import Stored
from tests.table.browser.guests import DESKTOP, PHONE, Guest
from tests.table.browser.server import Server


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose reviews take little time."""
    folder: Path = tmp_path_factory.mktemp("reviews")
    made = Server(folder / "tables.db", "--no-limits", "--review-seconds", "4")
    made.start()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def known() -> tuple[Table[Any], Review]:
    """A game with blunders, and its review, which is the same on every machine."""
    table = play_varied("automation", 1)
    found = review(table.history, ReviewSettings(playouts=20_000))
    assert len(found.moments) == 3
    return table, found


def stored(guest: Guest, table: Table[Any], found: Review) -> str:
    """Post a game whose review the server has stored already, and return its table."""
    posted = post(guest, table)
    with contextlib.closing(sqlite3.connect(guest.server.file, timeout=60)) as database, database:
        data = msgspec.json.encode(Stored(table.digest, found))
        database.execute("INSERT INTO documents (kind, name, data) VALUES ('review', ?, ?)", (posted, data))
    return posted


def post(guest: Guest, table: Table[Any]) -> str:
    """Post a game, and return its table at the server."""
    body = {"history": table.history.to_json()}
    return str(guest.context.request.post(f"{guest.server.address}/api/histories", data=body).json()["id"])


def finished(guest: Guest, seed: int) -> str:
    """Post a finished game, and return its table."""
    table = ludex.game("knockout-whist").new(2, seed=seed, players=["Ann", "Bob"])
    while table.waiting:
        table.play(table.waiting[0], table.options(table.waiting[0])[0])
    return post(guest, table)


def expect_review(page: Page) -> None:
    """Expect the curves, and nothing that waits."""
    pane = page.locator("#pane-review")
    expect(pane.locator("svg.review-chart polyline")).to_have_count(2)
    expect(pane.locator(".review-legend li")).to_have_count(2)
    expect(pane.locator("progress")).to_be_hidden()
    expect(pane.get_by_role("button", name="Review this game")).to_be_hidden()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_moment_is_shown_and_played_on_from(
    browser: Browser, quick: Server, known: tuple[Table[Any], Review], size: ViewportSize
) -> None:
    with Guest(browser, quick, size) as guest:
        table = stored(guest, *known)
        page = guest.open(f"/tables/{table}/replay")
        opener = page.locator("#tab-review") if size is DESKTOP else page.locator("[data-panel=review]")
        opener.click()
        expect_review(page)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, "nothing is wider than the screen"
        moments = page.locator("#pane-review .moment-card")
        expect(moments).to_have_count(3)
        show = moments.first.get_by_role("button", name="Show this move")
        box = show.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        before = known[1].moments[0].before
        show.click()
        expect(page.locator("body")).to_have_attribute("data-ready", str(before))
        expect(page.locator("#eyes")).to_have_value(str(known[1].moments[0].seat))
        if size is PHONE:
            expect(page.locator(".panel.open")).to_have_count(0)
            opener.click()
        moments.first.get_by_role("button", name="Play on from here").click()
        page.wait_for_url(lambda address: table not in address)
        page.wait_for_selector("body[data-ready]")
        expect(page.locator("body")).to_have_attribute("data-status", "playing")


def test_a_review_is_begun_by_keyboard_and_a_second_visitor_sees_it_at_once(browser: Browser, quick: Server) -> None:
    with Guest(browser, quick) as guest:
        table = finished(guest, 5)
        page = guest.open(f"/tables/{table}/replay")
        page.wait_for_selector("body[data-ready]")
        page.locator("#tab-log").focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#tab-review")).to_be_focused()
        expect(page.locator("#pane-review")).to_be_visible()
        expect(page.locator("body")).to_have_attribute("data-ready", "0")  # the arrow chose a tab, and not a move
        expect(page.get_by_role("button", name="Review this game")).to_be_visible()
        tab_to(page, "Review this game")
        page.keyboard.press("Enter")
        expect_review(page)
    with Guest(browser, quick) as second:
        page = second.open(f"/tables/{table}/replay")
        page.locator("#tab-review").click()
        expect_review(page)


def test_a_moment_is_reached_by_keyboard_alone(
    browser: Browser, quick: Server, known: tuple[Table[Any], Review]
) -> None:
    with Guest(browser, quick) as guest:
        page = guest.open(f"/tables/{stored(guest, *known)}/replay")
        page.wait_for_selector("body[data-ready]")
        page.locator("#tab-log").focus()
        page.keyboard.press("ArrowRight")
        expect_review(page)
        tab_to(page, "Show this move")
        page.keyboard.press("Enter")
        expect(page.locator("body")).to_have_attribute("data-ready", str(known[1].moments[0].before))


def tab_to(page: Page, label: str) -> None:
    """Press Tab until a button with this label has the focus."""
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('button') && document.activeElement.textContent") == label:
            return
    raise AssertionError(f"Tab never reaches {label}")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_review_has_no_serious_barrier(
    browser: Browser, quick: Server, known: tuple[Table[Any], Review], size: ViewportSize, scheme: str
) -> None:
    with Guest(browser, quick, size, color_scheme=scheme) as guest:
        page = guest.open(f"/tables/{stored(guest, *known)}/replay")
        (page.locator("#tab-review") if size is DESKTOP else page.locator("[data-panel=review]")).click()
        expect_review(page)
        found = Axe().run(page).response["violations"]
        serious = [one["id"] for one in found if one["impact"] in ("serious", "critical")]
        assert not serious, [(one["id"], one["nodes"][0]["html"]) for one in found if one["id"] in serious]


def test_the_review_of_a_game_that_is_not_over_says_so(browser: Browser, quick: Server) -> None:
    with Guest(browser, quick) as guest:
        going = ludex.game("knockout-whist").new(2, seed=1, players=["Ann", "Bob"])
        going.play(going.waiting[0], going.options(going.waiting[0])[0])
        guest.expected = ("409",)
        page = guest.open(f"/tables/{post(guest, going)}/replay")
        page.locator("#tab-review").click()
        expect(page.locator("#pane-review [data-part=state]")).to_have_text(
            "The review is available once the game is over."
        )
        expect(page.get_by_role("button", name="Review this game")).to_be_hidden()
