"""The first minute: from home to a decision, back to a game of this device, and what a card does.

Home: own games and open tables first, games to search and filter with their boards; a name that is asked once.
"""

from __future__ import annotations

import itertools
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.table.browser.guests import PHONE, SIZES, Guest, make_table
from tests.table.browser.server import Server


@pytest.mark.parametrize("size", SIZES)
def test_play_now_is_two_clicks_from_the_first_decision_and_the_game_is_found_again(
    browser: Browser, server: Server, size: str
) -> None:
    with Guest(browser, server, SIZES[size]) as ann:
        ann.open("/")
        expect(ann.page.locator("#mine")).to_be_hidden()
        ann.page.locator("[data-play=spades]").click()
        ann.wait_turn()
        before, hand = ann.page.get_attribute("body", "data-ready"), ann.text("#hand")
        table = ann.page.url
        assert ann.choose(Random(1))
        expect(ann.page.locator("body")).not_to_have_attribute("data-ready", before or "")
        ann.open("/")
        ann.page.locator("#mine").get_by_role("link", name="Spades", exact=True).first.click()
        ann.page.wait_for_selector("body[data-ready]")
        assert ann.page.url == table
        assert sorted(ann.text("#hand").split()) == sorted(hand.split()), "my own seat, and my own cards"
        ann.open("/")
        ann.page.locator("#mine").get_by_role("button", name="Forget this game of Spades").click()
        ann.open("/")
        expect(ann.page.locator("#mine")).to_be_hidden()


def test_a_card_tells_what_it_does_when_it_is_hovered_focused_or_pressed_long(browser: Browser, server: Server) -> None:
    with Guest(browser, server, has_touch=True) as ann:
        ann.sit(make_table(ann, "automation", 1, 1)["seats"][0]["link"])
        ann.wait_turn()
        card = ann.page.locator("#board [data-tip]").first
        told, tip = card.get_attribute("data-tip") or "", ann.page.locator(".tip")
        card.hover()
        expect(tip).to_have_text(told)
        ann.page.mouse.move(2, 2)
        expect(tip).to_have_count(0)
        card.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
        expect(tip).to_have_text(told)
        card.dispatch_event("pointercancel", {"pointerType": "touch", "bubbles": True})
        expect(tip).to_have_count(0)
        focusable = ann.page.locator("#hand button[data-tip]:not([disabled])").first
        ann.page.keyboard.press("Tab")  # from here on the focus is to be seen
        focusable.focus()
        expect(tip).to_have_text(focusable.get_attribute("data-tip") or "")


@pytest.mark.parametrize("size", SIZES)
def test_a_name_is_asked_once_and_used_everywhere(browser: Browser, server: Server, size: str) -> None:
    with Guest(browser, server, SIZES[size], asked=False) as ann:
        ann.open("/")
        ann.page.locator("[data-play=spades]").click()
        asked = ann.page.get_by_role("dialog", name="What is your name?")
        expect(asked.get_by_label("Your name")).to_be_focused()
        ann.page.keyboard.press("Escape")
        expect(asked).to_have_count(0)
        assert ann.page.url == f"{server.address}/", "who goes back is not seated"
        ann.page.locator("[data-play=spades]").click()
        ann.page.keyboard.type("Ada")
        ann.page.keyboard.press("Enter")
        ann.wait_turn()
        expect(ann.page.locator("#seats .me .who")).to_have_text("Ada")
        ann.open("/games/automation")
        ann.page.get_by_role("button", name="Play now").click()
        ann.page.wait_for_selector("body[data-ready]")
        expect(ann.page.locator("#seats .me .who")).to_have_text("Ada")
        ann.open("/new?game=automation")
        expect(ann.page.get_by_label("Name of seat 1")).to_have_value("Ada")


def test_a_kept_name_takes_a_seat_in_one_press_and_changes_in_the_settings(browser: Browser, server: Server) -> None:
    with Guest(browser, server) as ann, Guest(browser, server) as bob:
        bob.open("/")
        bob.page.get_by_role("button", name="Settings of this device").click()
        bob.page.get_by_label("My name").fill("Bruno")
        bob.page.get_by_role("button", name="Done").click()
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "person"}]
        made = ann.context.request.post(
            f"{server.address}/api/tables", data={"game": "automation", "seats": seats}
        ).json()
        ann.sit(made["seats"][0]["link"])
        bob.sit(made["seats"][1]["link"])
        bob.press("Take your seat as Bruno", "#lobby")
        bob.wait_for("body[data-status=playing]")
        expect(ann.page.locator("#seats li").nth(1)).to_contain_text("Bruno")


@pytest.mark.parametrize("size", SIZES)
def test_games_are_searched_and_filtered(browser: Browser, server: Server, size: str) -> None:
    with Guest(browser, server, SIZES[size]) as ann:
        ann.open("/")
        cards = ann.page.locator(".game-card:not([hidden])")
        everything = cards.count()
        ann.page.get_by_label("Search").fill("auction")
        assert 0 < cards.count() < everything
        ann.page.get_by_label("Search").fill("no such game at all")
        expect(ann.page.locator("#found")).to_have_text("No game fits. Change the search or the filters.")
        expect(ann.page.get_by_role("heading", name="Card games")).to_be_hidden()
        ann.page.get_by_label("Search").fill("")
        ann.page.get_by_label("Players").select_option("7")
        expect(cards.locator(".game-text h3")).to_have_text(["Diplomacy"])
        ann.page.get_by_label("Players").select_option("2")
        ann.page.get_by_label("Kind").select_option("cards")
        ann.page.get_by_label("Time").select_option("15")
        few = cards.count()
        assert 0 < few < everything
        expect(ann.page.locator("#found")).to_have_text(f"{few} games")
        expect(cards.locator(".game-text h3", has_text="Gin Rummy")).to_have_count(0)
        ann.open("/games")
        expect(ann.page.get_by_label("Kind")).to_have_value("cards")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_games_show_their_real_boards(browser: Browser, server: Server, theme: str) -> None:
    with Guest(browser, server, color_scheme=theme) as ann:
        ann.open("/")
        places = ann.page.locator(".board-picture")
        for number in range(places.count()):
            place = places.nth(number)
            place.scroll_into_view_if_needed()
            ann.page.wait_for_function("(place) => place.classList.contains('ready')", arg=place.element_handle())
            parts = "(place) => place.querySelector('.drawn').shadowRoot.querySelectorAll('.board *').length"
            assert place.evaluate(parts) > 9, place.get_attribute("data-board")
        for game in ("spades", "diplomacy"):
            assert ann.page.locator(f"[data-board={game}] .drawn").evaluate("(host) => host.inert"), "a picture only"


def test_own_games_and_open_tables_come_before_the_games(browser: Browser, server: Server) -> None:
    with Guest(browser, server) as ann, Guest(browser, server) as bob:
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "person"}]
        body = {"game": "automation", "seats": seats, "public": True}
        made = ann.context.request.post(f"{server.address}/api/tables", data=body).json()
        ann.sit(made["seats"][0]["link"])
        bob.open("/")
        line = bob.page.locator("#open-list li", has=bob.page.locator(f'[href="/tables/{made["id"]}"]'))
        expect(line).to_contain_text("1 seat free")
        ann.open("/")
        expect(ann.page.locator("#mine-list li")).to_have_count(1)
        expect(ann.page.locator(f'#open-list [href="/tables/{made["id"]}"]')).to_have_count(0)
        expect(ann.page.locator("#mine-title")).to_have_text("Your games")
        order = ann.page.locator("main h2:visible").all_inner_texts()
        assert order[0] == "Your games"
        assert order.index("Board games") > order.index(order[0])
        ann.page.set_viewport_size(PHONE)
        assert ann.page.evaluate("document.scrollingElement.scrollWidth") == PHONE["width"]
        boxes = "(all) => all.map((one) => one.getBoundingClientRect())"
        parts = ann.page.locator("#mine-list li > *").evaluate_all(boxes)
        beside = [(one["left"], one["right"]) for one in parts if one["top"] < parts[0]["bottom"] - 14]
        assert len(beside) == 3, "the game, what is going on, and the button; the players below"
        assert all(right <= left for (_, right), (left, _) in itertools.pairwise(sorted(beside)))
