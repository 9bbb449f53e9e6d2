"""One person leaves, and the others play on: with a bot in the chair, with another person, or to the end."""

from __future__ import annotations

from contextlib import ExitStack
from random import Random

from playwright.sync_api import Browser, expect

from tests.table.browser.guests import PHONE, Guest, make_table
from tests.table.browser.server import Server


def seated(stack: ExitStack, browser: Browser, server: Server, choice: str) -> tuple[list[Guest], str]:
    """Three people at Modern Art, the last on a phone, and the address of the table's page."""
    guests = [stack.enter_context(Guest(browser, server, *size)) for size in ((), (), (PHONE,))]
    made = make_table(guests[0], "modern-art", 3, 0, on_leave=choice, settings={"starter": 2})
    for guest, seat in zip(guests, made["seats"], strict=True):
        guest.sit(seat["link"])
    for guest in guests:
        guest.wait_for("body[data-status=playing]")
    return guests, f"/tables/{made['id']}"


def resignations(guest: Guest) -> int:
    """Count the resignations in the log."""
    return sum("resigns" in line for line in guest.log())


def resign(guest: Guest, others: list[Guest]) -> None:
    """Resign: the page asks once more, and nothing happens before the second press."""
    before = [resignations(other) for other in others]
    guest.press("More")
    guest.press("Resign", "#more")
    expect(guest.page.locator("#more").get_by_role("button", name="Really resign?", exact=True)).to_be_visible()
    assert [resignations(other) for other in others] == before
    guest.press("Really resign?", "#more")


def play_until(guests: list[Guest], lines: int) -> None:
    """Let the guests choose something until the first has seen more lines of the log."""
    dice = Random(5)
    enough = len(guests[0].log()) + lines
    while len(guests[0].log()) < enough and guests[0].status == "playing":
        pressed = [guest.choose(dice) for guest in guests]
        if not any(pressed):
            guests[0].page.wait_for_timeout(10)


def test_one_of_three_resigns_and_the_others_play_on_with_a_bot(browser: Browser, server: Server) -> None:
    with ExitStack() as stack:
        (ann, bob, cem), _ = seated(stack, browser, server, "bot")
        resign(cem, [ann, bob])
        for guest in (ann, bob, cem):
            expect(guest.page.locator("#pane-log")).to_contain_text(
                "resigns. A bot plays until another player takes the seat."
            )
            assert guest.status == "playing"
        expect(ann.page.locator("#seats [data-seat='2']")).to_contain_text("plays")
        expect(cem.page.locator("#dock.mine")).to_have_count(0)
        expect(cem.page.locator("#hand [data-press]")).to_have_count(0)  # a spectator sees no hand
        play_until([ann, bob], 12)
        ann.page.get_by_role("tab", name="Players").click()
        expect(ann.page.locator("#pane-players")).to_contain_text("has left. A bot")
        expect(ann.page.locator("#pane-players")).to_contain_text("If a player resigns or forfeits, a bot plays on.")
        resign(bob, [ann])
        for guest in (ann, bob, cem):
            guest.wait_for("#outcome h2", "Ann wins")
            why = guest.page.locator("#outcome .reason")
            expect(why).to_contain_text("Bob resigned; ")
            expect(why).to_contain_text("left after move 0: resigned, and a bot played on")
        ann.page.get_by_role("link", name="Watch the replay").click()
        expect(ann.page.locator("#log .change")).to_contain_text("left: resigned; a bot plays on")
        expect(ann.page.locator("#told")).to_contain_text("left after move 0")


def test_a_fourth_person_takes_an_open_seat_by_the_link(browser: Browser, server: Server) -> None:
    with ExitStack() as stack:
        (ann, bob, cem), page = seated(stack, browser, server, "open-seat")
        dan = stack.enter_context(Guest(browser, server))
        resign(cem, [ann, bob])
        for guest in (ann, bob):
            expect(guest.page.locator("#offers")).to_contain_text("has left. The game waits for another player.")
        offer = ann.page.locator("#offers").get_by_role("button", name="Copy a link to this seat")
        expect(offer).to_be_visible()
        expect(ann.page.locator("#seats [data-seat='2']")).to_contain_text("open seat")
        dan.open(page)
        dan.page.wait_for_selector("body[data-ready]")
        dan.press("Take the seat", "#offers")
        dan.page.wait_for_selector("#seats .me")
        dan.wait_turn()
        assert dan.page.locator("#hand [data-press]").count() > 0, "the newcomer sees the seat's hand"
        expect(ann.page.locator("#offers")).not_to_contain_text("The game waits")
        play_until([dan, ann, bob], 8)
        assert ann.status == "playing"
        expect(cem.page.locator("#seats")).to_contain_text("Guest")
        assert cem.page.locator("#hand [data-press]").count() == 0


def test_at_a_table_for_two_resigning_ends_the_game(browser: Browser, server: Server) -> None:
    with Guest(browser, server) as ann, Guest(browser, server) as bob:
        made = make_table(ann, "automation", 2, 0, on_leave="open-seat")
        for guest, seat in zip((ann, bob), made["seats"], strict=True):
            guest.sit(seat["link"])
        ann.wait_turn()
        resign(ann, [bob])
        for guest in (ann, bob):
            guest.wait_for("#outcome h2", "Bob wins")
            expect(guest.page.locator("#outcome .reason")).to_have_text("Ann resigned")


def test_the_choice_is_made_with_the_table(browser: Browser, server: Server) -> None:
    with Guest(browser, server) as ann:
        ann.open("/new?game=modern-art")
        choices = ann.page.locator("#on-leave option")
        expect(choices).to_have_text(["a bot plays on", "the game waits for another player", "the game ends"])
        ann.page.select_option("#on-leave", "open-seat")
        ann.page.click("text=Make the table")
        ann.wait_for("body[data-ready]")
        ann.page.get_by_role("tab", name="Players").click()
        expect(ann.page.locator("#pane-players")).to_contain_text("the game waits until another player takes the seat.")
        ann.open("/new?game=diplomacy-lagoon")
        expect(choices).to_have_count(4)
