"""Lessons, played to the end in a real browser by keyboard alone, on a desktop and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.table.browser.guests import DESKTOP, PHONE, Guest, make_table
from tests.table.browser.learner import Learner
from tests.table.browser.server import Server
from tests.table.browser.test_axe import faults_of

GAMES = ("automation", "modern-art", "power-grid", "diplomacy", "spades")
SIZES = {"desktop": DESKTOP, "phone": PHONE}
LYING: ViewportSize = {"width": 844, "height": 390}
CUT = """() => {
  const text = document.createRange();
  text.selectNodeContents(document.getElementById("prompt"));
  const dock = document.getElementById("dock").getBoundingClientRect();
  const seen = (x, y) => document.elementFromPoint(x, y)?.closest("#prompt");
  return [...text.getClientRects()].filter((line) => {
    const [x, y] = [line.left + line.width / 2, line.top + line.height / 2];
    return line.top < dock.top - 1 || line.bottom > dock.bottom + 1 || line.right > dock.right || !seen(x, y);
  }).length;
}"""
"""The number of lines of the text that are out of sight."""


@pytest.mark.parametrize("size", [*SIZES, pytest.param("lying phone", marks=pytest.mark.deep)])
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_by_keyboard_alone(browser: Browser, server: Server, game: str, size: str) -> None:
    with Guest(browser, server, SIZES.get(size, LYING), reduced_motion="reduce") as ann:
        learner = Learner(ann, game)
        while True:
            number, _ = learner.place()
            assert ann.page.evaluate(CUT) == 0, f"step {number}: its text is in sight"
            if number == len(learner.lesson.steps) - 1:
                break
            learner.go_on()
        expect(ann.page.get_by_role("link", name="Play a game")).to_be_visible()
        assert not faults_of(ann.page)
        ann.open("/")
        expect(ann.page.locator("#mine")).to_be_hidden()  # a lesson is not one of my games


def test_wrong_presses_change_nothing(browser: Browser, server: Server) -> None:
    with Guest(browser, server, reduced_motion="reduce") as ann:
        learner = Learner(ann, "spades")
        ann.page.locator("#hand [data-press]").first.click(force=True)
        expect(ann.page.locator("#refusal")).to_have_text("First read the text, then press Continue.")
        learner.go_on()
        learner.go_on()
        ann.page.locator('#board [data-press="bid|7"]').click()
        expect(ann.page.locator("#refusal")).to_contain_text("Not this time: bid 4.")
        assert learner.place() == (2, "move")
        learner.go_on()
        learner.go_on()
        ann.page.locator('#hand [data-press="AS"]').click(force=True)  # the judge's own words
        expect(ann.page.locator("#refusal")).to_contain_text("You may not lead A♠ now.")
        assert learner.place()[0] == 4


def test_a_lesson_survives_a_reload(browser: Browser, server: Server) -> None:
    with Guest(browser, server, reduced_motion="reduce") as ann:
        learner = Learner(ann, "modern-art")
        for _ in range(2):
            learner.go_on()
        ann.page.reload()
        ann.page.wait_for_selector("body[data-lesson]")
        assert learner.place() == (2, "move")


def test_lessons_are_found_from_everywhere(browser: Browser, server: Server) -> None:
    with Guest(browser, server) as ann:
        ann.open("/")
        ann.page.get_by_role("link", name="Learn a game").click()
        expect(ann.page.get_by_role("heading", level=2)).to_have_count(len(GAMES))
        assert not faults_of(ann.page)
        for game in GAMES:
            ann.open(f"/games/{game}")
            ann.page.get_by_role("link", name="Learn", exact=True).click()
            expect(ann.page.get_by_role("button", name="Start the lesson")).to_be_visible()
        assert not faults_of(ann.page)
        ann.expected = ("404",)
        ann.open("/learn/war")
        expect(ann.page.get_by_text("There is no lesson for War yet.")).to_be_visible()


def first_game(guest: Guest, game: str, bots: int) -> None:
    """Sit down at a table, and wait for the first decision."""
    made = make_table(guest, game, 1, bots)
    guest.sit(made["seats"][0]["link"])
    guest.wait_turn()


OVERLAPS = """() => {
  const box = document.getElementById("newcomer").getBoundingClientRect();
  const beside = (one) => one.left >= box.right || box.left >= one.right;
  const meets = (one) => one.width && !beside(one) && one.top < box.bottom && box.top < one.bottom;
  const things = document.querySelectorAll(".lit, #actions button, #actions input, #prompt");
  return [...things].filter((node) => meets(node.getBoundingClientRect())).map((node) => node.outerHTML.slice(0, 90));
}"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("game", "bots"), [("automation", 1), ("power-grid", 2), ("diplomacy", 6), ("spades", 3)])
def test_a_bubble_explains_a_new_decision_and_covers_nothing(
    browser: Browser, server: Server, game: str, bots: int, size: str
) -> None:
    with Guest(browser, server, SIZES[size], bubbles=True, reduced_motion="reduce") as ann:
        first_game(ann, game, bots)
        expect(ann.page.locator("#newcomer")).to_be_visible()
        assert ann.page.evaluate(OVERLAPS) == []
        if ann.page.locator("#newcomer.folded").count():
            ann.page.locator("#newcomer .open").click()
        expect(ann.page.get_by_role("button", name="Got it")).to_be_visible()
        if game == "spades":
            assert not faults_of(ann.page)


def test_a_bubble_is_shown_once_and_only_in_the_first_game(browser: Browser, server: Server) -> None:
    with Guest(browser, server, bubbles=True, reduced_motion="reduce") as ann:
        first_game(ann, "automation", 1)
        expect(ann.page.locator("#newcomer")).to_contain_text("Money")
        ann.page.locator("#prompt").focus()
        for _ in range(3):  # by keyboard: the next stop after the question
            ann.page.keyboard.press("Tab")
            if ann.page.evaluate("document.activeElement.textContent") == "Got it":
                break
        ann.page.keyboard.press("Enter")
        expect(ann.page.locator("#newcomer")).to_be_hidden()
        ann.page.reload()
        ann.wait_turn()
        expect(ann.page.locator("#newcomer")).to_be_hidden()
        ann.press("Continue – on to buying", "#actions")
        expect(ann.page.locator("#newcomer")).to_contain_text("discard pile")
        first_game(ann, "automation", 1)
        expect(ann.page.locator("#newcomer")).to_be_hidden()


def test_bubbles_can_be_switched_off(browser: Browser, server: Server) -> None:
    with Guest(browser, server, bubbles=True, reduced_motion="reduce") as ann:
        first_game(ann, "spades", 3)
        ann.press("No more of these", "#newcomer")
        expect(ann.page.locator("#newcomer")).to_be_hidden()
        ann.page.get_by_role("button", name="Settings of this device").click()
        expect(ann.page.get_by_label("Explain new decisions in my first game")).not_to_be_checked()
