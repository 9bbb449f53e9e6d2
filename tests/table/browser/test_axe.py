"""axe finds nothing serious on any screen, in light and dark, and headings follow each other in order."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import Browser, Page

from tests.table.browser.guests import PHONE, SIZES, Guest, make_table, play_on
from tests.table.browser.server import Server

TABLES = {"modern-art": 4, "power-grid": 4, "diplomacy": 7, "spades": 4, "automation": 2}


ALSO = ("heading-order", "page-has-heading-one", "landmark-unique", "region")
"""Rules of lesser weight that every screen keeps too."""


def faults_of(page: Page) -> list[str]:
    """Return the serious and critical faults of a page in its current state."""
    found: Any = Axe().run(page, options={"preload": False})  # or it would write inline styles, which the page forbids
    return [
        f"{rule['id']}: {rule['help']}: {[node['html'][:160] for node in rule['nodes'][:4]]}"
        for rule in found.response["violations"]
        if rule["impact"] in ("serious", "critical") or rule["id"] in ALSO
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


def name_dialog(guest: Guest) -> None:
    """Press Play now on a device that has no name."""
    guest.open("/")
    guest.page.evaluate("localStorage.removeItem('ludex')")
    guest.page.evaluate("localStorage.setItem('ludex', '{}')")
    guest.open("/")
    guest.page.click("[data-play=spades]")


SCREENS: dict[str, Callable[[Guest], object]] = {
    "home": lambda guest: guest.open("/"),
    "games": lambda guest: guest.open("/games"),
    "game": lambda guest: guest.open("/games/power-grid"),
    "new": lambda guest: guest.open("/new?game=modern-art"),
    "design": lambda guest: guest.open("/design"),
    "settings": settings_dialog,
    "name": name_dialog,
    "lobby": lambda guest: guest.sit(make_table(guest, "automation", 2, 0)["seats"][0]["link"]),
    "sandbox": lambda guest: guest.open_sandbox("diplomacy-lagoon"),
}


def make_run(folder: Path) -> Path:
    """A folder of the lab with one finished run. It is made in a process without the patches of these tests."""
    environment = {**os.environ, "LUDEX_INTERPRET": "1"}
    subprocess.run([sys.executable, "-m", "tests.lab.finished_run", str(folder)], env=environment, check=True)
    return folder


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


@pytest.mark.parametrize("size", SIZES)
def test_the_ending_and_the_replay_are_accessible(browser: Browser, server: Server, size: str) -> None:
    with Guest(browser, server, SIZES[size], reduced_motion="reduce") as guest:
        made = make_table(guest, "automation", 1, 1, settings={"turn_limit": 2})
        guest.sit(made["seats"][0]["link"])
        play_on([guest])
        guest.wait_for("#outcome .rounds")
        expect_clean(guest, "ending")
        guest.open(f"/tables/{made['id']}/replay")
        guest.wait_for("body[data-ready]")
        expect_clean(guest, "replay")
        guest.page.click("#tab-fair" if size == "desktop" else "[data-panel=fair]")
        guest.wait_for("#pane-fair")
        expect_clean(guest, "fairness")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("tab", ["log", "chat", "players", "rules"])
def test_the_panel_is_accessible(browser: Browser, server: Server, size: str, tab: str) -> None:
    with Guest(browser, server, SIZES[size], reduced_motion="reduce") as guest:
        guest.sit(make_table(guest, "spades", 1, 3)["seats"][0]["link"])
        guest.wait_turn()
        if size == "phone":
            guest.page.get_by_role("button", name="Log").click()
        guest.page.click(f"#tab-{tab}")
        guest.wait_for(f"#pane-{tab}")
        expect_clean(guest, tab)


@pytest.mark.parametrize("size", SIZES)
def test_the_lab_is_accessible(browser: Browser, tmp_path: Path, size: str) -> None:
    folder = make_run(tmp_path / "lab")
    server = Server(tmp_path / "tables.db", "--no-limits", "--lab", str(folder))
    server.start()
    try:
        with Guest(browser, server, SIZES[size], reduced_motion="reduce") as guest:
            for page in ("/lab", "/lab/first", "/lab/first/report.html"):
                guest.open(page)
                guest.page.wait_for_load_state("networkidle")
                expect_clean(guest, page)
    finally:
        server.stop()
