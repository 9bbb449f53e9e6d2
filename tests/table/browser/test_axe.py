"""axe finds nothing serious on any screen, in light and dark."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import Browser, Page

from tests.table.browser.guests import PHONE, Guest, make_table, play_on
from tests.table.browser.server import Server

TABLES = {"modern-art": 4, "power-grid": 4, "diplomacy": 7, "spades": 4, "automation": 2}


def faults_of(page: Page) -> list[str]:
    """Return the serious and critical faults of a page in its current state."""
    found: Any = Axe().run(page)
    return [
        f"{rule['id']}: {rule['help']}: {[node['html'][:160] for node in rule['nodes'][:4]]}"
        for rule in found.response["violations"]
        if rule["impact"] in ("serious", "critical")
    ]


def expect_clean(guest: Guest, where: str) -> None:
    """No serious fault in light, nor in dark."""
    for theme in ("light", "dark"):
        guest.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        assert not faults_of(guest.page), f"{where}, {theme}"


def settings_dialog(guest: Guest) -> None:
    """Open the settings of this device."""
    guest.open("/")
    guest.page.click("[data-settings]")


SCREENS: dict[str, Callable[[Guest], object]] = {
    "home": lambda guest: guest.open("/"),
    "games": lambda guest: guest.open("/games"),
    "game": lambda guest: guest.open("/games/power-grid"),
    "new": lambda guest: guest.open("/new?game=modern-art"),
    "design": lambda guest: guest.open("/design"),
    "settings": settings_dialog,
    "lobby": lambda guest: guest.sit(make_table(guest, "automation", 2, 0)["seats"][0]["link"]),
    "sandbox": lambda guest: guest.open_sandbox("diplomacy-lagoon"),
}


@pytest.mark.parametrize("screen", SCREENS)
def test_screens_are_accessible(browser: Browser, server: Server, screen: str) -> None:
    with Guest(browser, server, PHONE if screen in ("home", "lobby") else {"width": 1280, "height": 800}) as guest:
        SCREENS[screen](guest)
        guest.page.wait_for_load_state("networkidle")
        expect_clean(guest, screen)


@pytest.mark.parametrize("game", TABLES)
def test_tables_are_accessible(browser: Browser, server: Server, game: str) -> None:
    with Guest(browser, server, reduced_motion="reduce") as guest:
        made = make_table(guest, game, 1, TABLES[game] - 1)
        guest.sit(made["seats"][0]["link"])
        guest.wait_turn()
        if game != "diplomacy":
            guest.choose(Random(1))
            guest.page.wait_for_selector('.dock:not([aria-busy="true"])')  # while a move is sent, the dock is dimmed
        expect_clean(guest, game)


def test_the_replay_is_accessible(browser: Browser, server: Server) -> None:
    with Guest(browser, server, reduced_motion="reduce") as guest:
        made = make_table(guest, "automation", 1, 1, settings={"turn_limit": 2})
        guest.sit(made["seats"][0]["link"])
        play_on([guest])
        guest.open(f"/tables/{made['id']}/replay")
        guest.wait_for("body[data-ready]")
        expect_clean(guest, "replay")
        guest.page.click("#tab-fair")
        expect_clean(guest, "fairness")
