"""Pictures of every screen of every system, at desktop and phone size: `python -m tests.table.gallery --all DIR`."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Error, sync_playwright

from tests.table.browser.guests import SIZES, Guest, make_table, play_on
from tests.table.browser.server import Server
from tests.table.gallery import CHROMIUM, FLAGS

SYSTEMS = {"modern-art": 4, "power-grid": 4, "diplomacy": 7, "spades": 4, "automation": 3}
"""The five systems, and how many play."""
BEST = {"modern-art": "opportunist", "power-grid": "planner", "spades": "careful", "automation": "architect"}
MOMENTS = {
    "modern-art": (0, 9, 40),
    "power-grid": (0, 6, 24),
    "diplomacy": (0,),
    "spades": (0, 1, 6),
    "automation": (0, 6),
}
"""After how many decisions of Ann's a picture is taken."""

Screen = Callable[[Guest], None]


def opened(path: str) -> Screen:
    """A page that is only opened."""

    def show(guest: Guest) -> None:
        guest.open(path)
        guest.page.wait_for_load_state("networkidle")

    return show


def _design_with_a_mistake(guest: Guest) -> None:
    page = guest.open("/design?game=hearts")
    guest.wait_for("#book h1")
    page.fill("#genome", page.input_value("#genome").replace('"hands"', '"hans"', 1))
    guest.wait_for("#problems li")


def _settings(guest: Guest) -> None:
    guest.open("/")
    guest.page.click("[data-settings]")


def _lobby(guest: Guest) -> None:
    guest.open("/new?game=modern-art")
    guest.page.locator("#seat-rows > li").nth(0).locator("input").fill("Ann")
    guest.page.locator("#seat-rows > li").nth(1).locator("select").select_option("person")
    guest.page.click("text=Make the table")
    guest.wait_for("#lobby h2")


def _sandbox(guest: Guest) -> None:
    guest.open_sandbox("diplomacy")
    guest.wait_turn()


def _hot_seat(guest: Guest) -> None:
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bob", "same_as": 0}]
    wish = {"game": "automation", "seats": seats, "pace": "instant"}
    made = guest.context.request.post(f"{guest.server.address}/api/tables", data=wish).json()
    guest.sit(made["seats"][0]["link"])
    for _ in range(30):
        if guest.page.locator("#curtain[open]").count():
            return
        guest.wait_for("#actions button")
        guest.page.locator("#actions button", has_text="Continue").first.click()
        guest.page.wait_for_timeout(150)


def _dialog(button: str) -> Screen:
    def show(guest: Guest) -> None:
        guest.sit(make_table(guest, "automation", 1, 2, BEST["automation"])["seats"][0]["link"])
        guest.wait_turn()
        guest.press(button)
        guest.wait_for("dialog[open] :is(li, label)")

    return show


def _panel(tab: str) -> Screen:
    def show(guest: Guest) -> None:
        guest.sit(make_table(guest, "spades", 1, 3, "careful")["seats"][0]["link"])
        guest.wait_turn()
        guest.choose(Random(2))
        opener = guest.page.locator(f"[data-panel={tab}]")
        (opener if opener.is_visible() else guest.page.locator(f"#tab-{tab}")).click()
        if tab == "chat":
            guest.page.fill("#talk-text", "Good luck, everybody!")
            guest.page.keyboard.press("Enter")
        guest.page.wait_for_timeout(500)

    return show


def _orders(guest: Guest) -> None:
    guest.sit(make_table(guest, "diplomacy", 1, 6, settings={"votes": False})["seats"][0]["link"])
    guest.wait_turn()
    guest.page.get_by_label("Orders as text").fill("A VIE - GAL, A BUD - SER, F TRI - ALB")
    guest.press("Write")
    guest.wait_for("#draft li", "F TRI")
    guest.press("Ready")
    guest.wait_for("#headline", "Fall")
    guest.wait_turn()


SCREENS: dict[str, Screen] = {
    "home": opened("/"),
    "games": opened("/games"),
    **{f"game-{name}": opened(f"/games/{name}") for name in SYSTEMS},
    **{f"new-{name}": opened(f"/new?game={name}") for name in SYSTEMS},
    "design": opened("/design?game=hearts"),
    "design-mistake": _design_with_a_mistake,
    "settings": _settings,
    "lobby": _lobby,
    "sandbox": _sandbox,
    "curtain": _hot_seat,
    "hint": _dialog("Hint"),
    "more": _dialog("More"),
    "panel-log": _panel("log"),
    "panel-chat": _panel("chat"),
    "panel-rules": _panel("rules"),
    "diplomacy-fall": _orders,
    "problem": opened("/tables/nosuchtable1"),
}


def _moments(guest: Guest, game: str, keep: Callable[[str], None]) -> None:
    """A table of a game at several moments."""
    made = make_table(guest, game, 1, SYSTEMS[game] - 1, BEST.get(game, "random"))
    guest.sit(made["seats"][0]["link"])
    dice, done = Random(4), 0
    for moment in MOMENTS[game]:
        while done < moment and guest.status != "over":
            done += guest.choose(dice)
            guest.page.wait_for_timeout(30)
        guest.wait_turn()
        guest.page.wait_for_timeout(300)
        keep(f"table-{game}-{moment}")


def _ending(guest: Guest, keep: Callable[[str], None]) -> None:
    """The end of a game, and its replay."""
    made = make_table(guest, "automation", 1, 2, BEST["automation"], settings={"turn_limit": 4})
    guest.sit(made["seats"][0]["link"])
    play_on([guest], 90)
    keep("outcome")
    guest.open(f"/tables/{made['id']}/replay#move=9&seat=0")
    guest.wait_for("body[data-ready='9']")
    keep("replay")
    opener = guest.page.locator("[data-panel=fair]")
    (opener if opener.is_visible() else guest.page.locator("#tab-fair")).click()
    guest.page.wait_for_timeout(200)
    keep("replay-fairness")


def take_all(out: Path, only: str = "", themes: tuple[str, ...] = ("light", "dark")) -> list[Path]:
    """Take a picture of every screen at both sizes. `only` keeps those whose names have it in them."""
    out.mkdir(parents=True, exist_ok=True)
    made: list[Path] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "tables.db")
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            for size in SIZES:
                for theme in themes:
                    made += _take(browser, server, out, only, size, theme)
        finally:
            browser.close()
            server.stop()
    return made


def _take(browser: Browser, server: Server, out: Path, only: str, size: str, theme: str) -> list[Path]:
    made: list[Path] = []

    def picture(guest: Guest) -> Callable[[str], None]:
        def keep(name: str) -> None:
            path = out / f"{name}-{size}-{theme}.png"
            guest.page.screenshot(path=str(path))
            made.append(path)
            print(path, flush=True)

        return keep

    def show(name: str, screen: Screen) -> Callable[[Guest], None]:
        def both(guest: Guest) -> None:
            screen(guest)
            picture(guest)(name)

        return both

    def table(game: str, guest: Guest) -> None:
        _moments(guest, game, picture(guest))

    jobs: dict[str, Callable[[Guest], None]] = {name: show(name, screen) for name, screen in SCREENS.items()}
    for game in SYSTEMS:
        jobs[f"table-{game}"] = partial(table, game)
    jobs["outcome-replay"] = lambda guest: _ending(guest, picture(guest))
    for name, job in jobs.items():
        if only not in name:
            continue
        guest = Guest(browser, server, SIZES[size], color_scheme=theme, reduced_motion="reduce")
        try:
            job(guest)
        except Error as error:
            print(f"{name}, {size}, {theme}: {error}", flush=True)
        finally:
            guest.context.close()
    return made
