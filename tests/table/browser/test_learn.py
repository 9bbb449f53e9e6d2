"""Lessons, played to the end in a real browser by keyboard alone, on a desktop and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.table.browser.guests import DESKTOP, PHONE, Guest
from tests.table.browser.learner import Learner
from tests.table.browser.server import Server
from tests.table.browser.test_axe import faults_of

GAMES = ("automation", "modern-art", "power-grid", "diplomacy", "spades")
SIZES = {"desktop": DESKTOP, "phone": PHONE}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_by_keyboard_alone(browser: Browser, server: Server, game: str, size: str) -> None:
    with Guest(browser, server, SIZES[size], reduced_motion="reduce") as ann:
        learner = Learner(ann, game)
        while True:
            number, _ = learner.place()
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
