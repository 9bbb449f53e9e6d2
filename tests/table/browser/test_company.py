"""Several people at a table: reloading, second tabs, spectators, wishes, chat, the lobby and the rematch."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.table.browser.guests import DESKTOP, PHONE, Guest, make_table
from tests.table.browser.server import Server


@contextmanager
def two(browser: Browser, server: Server, game: str, bots: int, **more: Any) -> Iterator[tuple[Guest, Guest, Any]]:
    """Ann at a desk and Bob with a phone, both seated."""
    with Guest(browser, server, DESKTOP) as ann, Guest(browser, server, PHONE) as bob:
        made = make_table(ann, game, 2, bots, **more)
        ann.sit(made["seats"][0]["link"])
        bob.sit(made["seats"][1]["link"])
        ann.wait_for("body:is([data-status=playing], [data-status=over])")  # over, if the clock was the faster one
        yield ann, bob, made


def wait_for_people(guest: Guest, made: dict[str, Any], seat: int) -> None:
    """Wait until only people are asked, and this guest sees it."""
    head = {"Authorization": f"Bearer {made['seats'][seat]['token']}"}
    people = {one["seat"] for one in made["seats"] if one["kind"] == "person"}
    while True:
        address = f"{guest.server.address}/api/tables/{made['id']}?seat={seat}"
        state = guest.context.request.get(address, headers=head).json()
        if set(state["waiting"]) <= people:
            break
        guest.page.wait_for_timeout(20)
    guest.wait_for(f"body[data-ready='{state['number']}']")


def play_one(guest: Guest, dice: Random) -> None:
    """Make one whole decision, however many presses it takes."""
    guest.wait_turn()
    before = guest.page.get_attribute("body", "data-ready")
    while guest.page.get_attribute("body", "data-ready") == before:
        if not guest.choose(dice):
            guest.page.wait_for_timeout(20)


def test_a_reload_in_mid_auction_loses_nothing(browser: Browser, server: Server) -> None:
    with two(browser, server, "modern-art", 1, settings={"starter": 0}) as (ann, bob, made):
        play_one(ann, Random(3))
        wait_for_people(bob, made, 1)
        expect(bob.page.locator("#headline")).not_to_contain_text("must play a card")
        before = [bob.text(what) for what in ("#headline", "#hand", "#board")], bob.log()
        bob.page.reload()
        bob.page.wait_for_selector("body[data-ready]")
        assert ([bob.text(what) for what in ("#headline", "#hand", "#board")], bob.log()) == before
        assert len(bob.log()) >= 2


def test_two_tabs_on_one_seat_follow_each_other_and_a_stale_press_is_refused(browser: Browser, server: Server) -> None:
    with two(browser, server, "automation", 0) as (ann, _, _made):
        first, second = ann.page, ann.new_page()
        deaf = False

        def listen(page: WebSocketRoute) -> None:
            server = page.connect_to_server()
            server.on_message(lambda said: None if deaf and '"type":"state"' in str(said) else page.send(said))

        second.route_web_socket("**/live", listen)
        second.goto(first.url)
        second.wait_for_selector("#dock.mine")
        hand = first.locator("#hand [data-press]").count()
        first.locator("#hand .lit").first.click()
        for tab in (first, second):
            expect(tab.locator("#hand [data-press]")).to_have_count(hand - 1)
        expect(second.locator("#headline")).to_have_text(first.inner_text("#headline"))
        deaf = True  # the second tab does not receive the next move before a press there
        first.locator("#hand .lit").first.click()
        expect(first.locator("#hand [data-press]")).to_have_count(hand - 2)
        second.locator("#hand .lit").first.click()
        expect(second.locator("#refusal")).to_contain_text("The game has moved on")
        expect(second.locator("#dock")).not_to_have_attribute("aria-busy", "true")
        expect(first.locator("#hand [data-press]")).to_have_count(hand - 2)


def test_a_spectator_sees_no_hand_and_cannot_move(browser: Browser, server: Server) -> None:
    with two(browser, server, "spades", 2) as (ann, _, made), Guest(browser, server) as eve:
        eve.sit(made["watch"])
        assert ann.text("#hand").strip()
        assert not eve.text("#hand").strip()
        assert eve.page.locator("#actions button, #tools button, .lit").count() == 0
        expect(ann.page.locator("#headline")).to_have_text("Bidding: you are next")
        expect(eve.page.locator("#headline")).to_have_text("Bidding: Ann is next")
        play_one(ann, Random(1))
        expect(eve.page.locator("#pane-log")).to_contain_text("Ann")


def test_a_move_that_nobody_acted_on_is_taken_back_alone(browser: Browser, server: Server) -> None:
    with two(browser, server, "automation", 0) as (ann, bob, _):
        hand = ann.text("#hand")
        ann.page.locator("#hand .lit").first.click()
        expect(ann.page.locator("#hand")).not_to_have_text(hand)
        ann.press("Take back")
        for guest in (ann, bob):
            expect(guest.page.locator("#pane-log")).to_contain_text("Ann takes back a move.")
        assert sorted(ann.text("#hand").split()) == sorted(hand.split())


def test_a_move_is_taken_back_if_the_others_agree_and_stays_if_one_declines(browser: Browser, server: Server) -> None:
    with two(browser, server, "automation", 0, undo="consent") as (ann, bob, _):
        hand = ann.page.locator("#hand [data-press]")
        whole = hand.count()
        ann.page.locator("#hand .lit").first.click()
        expect(hand).to_have_count(whole - 1)
        for agree in (False, True):
            ann.press("Take back")
            ann.press("Ask the others")
            ann.wait_for("#offers", "1 agreed so far")
            bob.press("Agree" if agree else "Decline")
            expect(ann.page.locator("#offers .offer")).to_have_count(0)
            expect(hand).to_have_count(whole if agree else whole - 1)
        expect(bob.page.locator("#pane-log")).to_contain_text("Ann takes back a move")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_between_two_turns_on_one_device_a_curtain_hides_the_hand(browser: Browser, server: Server, size: str) -> None:
    with Guest(browser, server, PHONE if size == "phone" else DESKTOP) as both:
        both.open("/new?game=spades")
        rows = both.page.locator("#seat-rows > li")
        for seat in (0, 1):
            rows.nth(seat).locator("select").select_option("me")
            rows.nth(seat).locator("input").fill(("Ann", "Bob")[seat])
        both.page.check("#instant")
        both.page.click("text=Make the table")
        both.wait_turn()
        hand = both.text("#hand")
        if size == "desktop":
            both.page.click("#tab-chat")
            both.page.fill("#talk-text", "My turn.")
            both.page.keyboard.press("Enter")
            both.page.click("#tab-log")
        play_one(both, Random(1))
        curtain = both.page.locator("#curtain")
        expect(curtain).to_be_visible()
        assert "Bob, it is your turn." in curtain.inner_text()
        covered = both.page.evaluate(
            "getComputedStyle(document.getElementById('curtain'), '::backdrop').backgroundColor"
        )
        assert "rgba" not in covered, "the backdrop lets the hand through"
        curtain.get_by_role("button").click()
        expect(both.page.locator("#prompt")).to_have_text(re.compile("^Bob: [A-Z]"))
        assert both.text("#hand") != hand
        assert len([line for line in both.log() if line.startswith("Ann bids")]) == 1, "the log is not told twice"
        expect(both.page.locator(".talk li")).to_have_count(1 if size == "desktop" else 0)


def test_hot_seats_do_not_read_in_each_others_logs(browser: Browser, server: Server) -> None:
    with Guest(browser, server) as both:
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bob", "same_as": 0}]
        wish = {"game": "automation", "seats": seats, "pace": "instant"}
        made = both.context.request.post(f"{server.address}/api/tables", data=wish).json()
        both.sit(made["seats"][0]["link"])
        both.wait_turn()
        assert any(line.startswith("Ann draws Bitcoin") for line in both.log())
        while not both.page.locator("#curtain[open]").count():
            both.choose(Random(1))
            both.page.wait_for_timeout(50)
        both.page.locator("#curtain button").click()
        expect(both.page.locator("#prompt")).to_have_text(re.compile("^Bob: [A-Z]"))
        private = [line for line in both.log() if " draws " in line and "cards" not in line]
        assert {line.split()[0] for line in private} == {"Bob"}


def test_what_is_said_reaches_all_or_only_the_one_it_is_for(browser: Browser, server: Server) -> None:
    with (
        Guest(browser, server) as ann,
        Guest(browser, server, PHONE) as bob,
        Guest(browser, server) as cem,
    ):
        made = make_table(ann, "diplomacy-lagoon", 3, 0, press="full")
        for guest, seat in zip((ann, bob, cem), made["seats"], strict=True):
            guest.sit(seat["link"])
        ann.page.click("#tab-chat")
        ann.page.fill("#talk-text", "Peace <b>for all</b>?")
        ann.page.keyboard.press("Enter")
        ann.page.select_option("[name=to]", "1")  # Bob, who is called by his power
        ann.page.fill("#talk-text", "Cem lies.")
        ann.page.keyboard.press("Enter")
        expect(ann.page.locator(".talk")).to_contain_text("Cem lies.")
        bob.page.get_by_role("button", name="Chat").click()
        expect(bob.page.locator(".talk")).to_contain_text("Cem lies.")
        expect(bob.page.locator(".talk")).to_contain_text("Peace <b>for all</b>?")
        cem.page.click("#tab-chat")
        expect(cem.page.locator(".talk")).to_contain_text("Peace")
        assert "Cem lies." not in cem.page.content()


def test_the_lobby_hands_out_links_and_the_game_begins_when_everybody_sits(browser: Browser, server: Server) -> None:
    with Guest(browser, server) as ann, Guest(browser, server, PHONE) as bob:
        ann.open("/new?game=automation")
        ann.page.select_option("#count", "2")
        ann.page.locator("#seat-rows > li").nth(0).locator("input").fill("Ann")
        ann.page.locator("#seat-rows > li").nth(1).locator("select").select_option("person")
        ann.page.click("text=Make the table")
        expect(ann.page.locator("#lobby")).to_contain_text("The game begins when all seats are taken.")
        link = ann.page.input_value("#lobby input[readonly]")
        assert "/join/" in link
        bob.sit(link)
        assert "/join/" not in bob.page.url, "a token must not stay in the address"
        bob.page.get_by_label("Your name").fill("Bob")
        bob.press("Take your seat", "#lobby")
        for guest in (ann, bob):
            guest.wait_for("body[data-status=playing]")
            assert "Bob" in guest.text("#seats")
        ann.wait_turn()
        ann.open("/")
        expect(ann.page.locator("#mine-list")).to_contain_text("Automation")


def test_a_rematch_leads_both_to_the_new_table(browser: Browser, server: Server) -> None:
    with two(browser, server, "automation", 0) as (ann, bob, _):
        ann.press("More")
        ann.press("Resign", "#more")
        assert bob.status == "playing", "it asks once more"
        ann.press("Really resign?", "#more")
        for guest in (ann, bob):
            guest.wait_for("#outcome h2", "Bob wins")
        before = ann.page.url
        ann.press("Play again", "#outcome")
        bob.press("Agree")
        for guest in (ann, bob):
            guest.page.wait_for_url(lambda url: url != before)
            guest.page.wait_for_selector("body[data-ready]")
            assert not guest.page.locator("#outcome").is_visible()
        assert ann.page.url == bob.page.url
        for guest in (ann, bob):
            guest.wait_for("body[data-status=playing]")
            assert guest.page.locator("#seats .me").count() == 1


def test_a_hint_tells_what_a_search_thinks_of_the_options(browser: Browser, server: Server) -> None:
    with Guest(browser, server) as ann:
        made = make_table(ann, "automation", 1, 1)
        ann.sit(made["seats"][0]["link"])
        ann.wait_turn()
        ann.press("Hint")
        ann.wait_for("#hint[open] li")
        told = ann.text("#hints")
        assert any(words in told for words in ("better", "too close to tell")), told
        assert "%" not in told, "a handful of playouts is not worth a percentage"
        ann.page.keyboard.press("Escape")
        expect(ann.page.locator("#hint")).not_to_be_visible()


def test_a_hint_says_why_its_first_option_is_better(browser: Browser, server: Server) -> None:
    with Guest(browser, server) as ann:

        def explain(page: WebSocketRoute) -> None:
            """Let the search have found a reason, which it does not always find."""
            upstream = page.connect_to_server()

            def send(said: str | bytes) -> None:
                message = json.loads(said)
                if message["type"] == "hint":
                    best, other = message["options"][:2]
                    why = "After this turn, you have on average 9 money in the deck instead of 7."
                    best.update(why=why, against=other["move"])
                    said = json.dumps(message)
                page.send(said)

            upstream.on_message(send)

        ann.page.route_web_socket("**/live", explain)
        made = make_table(ann, "automation", 1, 1, settings={"start": {"Bitcoin": 10}})
        ann.sit(made["seats"][0]["link"])
        ann.wait_turn()
        ann.press("Hint")
        ann.wait_for("#hint[open] li")
        best, other = ann.page.locator("#hints li").all()
        expect(ann.page.locator("#hints .why")).to_have_count(1)
        why = "after this turn, you have on average 9 money in the deck instead of 7."
        compared_with = other.locator("b").inner_text()
        expect(best.locator(".why")).to_have_text(f"Compared with “{compared_with}”: {why}")


def test_standing_orders_are_shown_and_carried_out(browser: Browser, server: Server) -> None:
    for _ in range(8):
        with two(browser, server, "modern-art", 1, settings={"starter": 0}) as (ann, bob, _made):
            ann.wait_turn()
            opens = ann.page.locator("#actions button", has_text="open")
            if not opens.count():
                continue
            opens.first.click()
            expect(bob.page.locator("#headline")).to_contain_text("open auction")
            bob.press("More")
            box = bob.page.get_by_label("Pass on this lot")
            assert not box.is_checked()
            bob.page.get_by_label("Pass while I cannot act").check()
            bob.wait_for("#offers", "Standing orders: pass while I cannot act.")
            box.check()
            expect(bob.page.locator("#pane-log")).to_contain_text("Bob passes.")
            bob.press("Copy my link", "#more")
            expect(bob.page.get_by_label("My link")).to_have_value(_made["seats"][1]["link"])
            bob.press("Close", "#more")
            bob.press("Cancel")
            expect(bob.page.locator("#offers .offer")).to_have_count(0)
            return
    raise AssertionError("nobody was dealt an open auction")


def test_anybody_may_sit_at_a_free_seat_of_a_listed_table(browser: Browser, server: Server) -> None:
    with Guest(browser, server) as ann, Guest(browser, server, PHONE) as eve:
        made = make_table(ann, "automation", 2, 0, public=True)
        eve.open("/")
        eve.page.locator(f"#open-list a[href$='{made['id']}']").click()
        eve.page.get_by_role("button", name="Sit here").last.click()
        eve.page.get_by_label("Your name").fill("Eve")
        ann.sit(made["seats"][0]["link"])
        eve.wait_for("#lobby li", "is seated")
        assert eve.page.get_by_label("Your name").input_value() == "Eve", "what is typed survives that others sit down"
        eve.press("Sit at seat 2", "#lobby")
        for guest in (ann, eve):
            guest.wait_for("body[data-status=playing]")
            assert "Eve" in guest.text("#seats")


def test_a_pause_needs_consent_and_ends_when_all_agree(browser: Browser, server: Server) -> None:
    with two(browser, server, "automation", 0) as (ann, bob, _):
        bob.press("More")
        bob.press("Offer a pause", "#more")
        ann.wait_for("#offers", "Bob offers a pause.")
        ann.press("Agree")
        for guest in (ann, bob):
            expect(guest.page.locator("#prompt")).to_have_text("The game is paused.")
        assert ann.page.locator("#actions button").count() == 0
        bob.press("Resume")
        ann.wait_for("#offers", "Bob would like to resume the game.")
        expect(ann.page.locator("#prompt")).to_have_text("The game is paused.")
        ann.press("Agree")
        expect(ann.page.locator("#prompt")).to_contain_text("Play your money cards")
        assert ann.page.locator("#actions button").count() > 0


@pytest.mark.parametrize("policy", ["wait", "forfeit", "bot"])
def test_a_time_out_does_what_the_table_was_made_with(browser: Browser, server: Server, policy: str) -> None:
    clock = {"per_move": 1.0, "timeout": policy}
    pace = "human"  # or bots might end the game before Ann is back
    with two(browser, server, "automation", 0, clock=clock, pace=pace) as (ann, bob, _):
        for guest in (ann, bob):
            if policy == "forfeit":
                guest.wait_for("#outcome h2", "Bob wins")
            elif policy == "bot":
                expect(guest.page.locator("#pane-log")).to_contain_text("bot plays")
            else:
                expect(guest.page.locator("#seats [data-seat='0'] .clock")).to_have_text("0:00")
        if policy == "wait":
            ann.wait_turn()
            play_one(ann, Random(1))
        if policy == "bot":
            ann.press("I am back")
            expect(ann.page.locator("#pane-log")).to_contain_text("back")
