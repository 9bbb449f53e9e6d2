"""The page in a real browser: from a press to the board, and from the home page to the first decision."""

from __future__ import annotations

import shutil
import statistics
import time
from collections.abc import Iterator
from typing import Any

import msgspec

SEATS = {"automation": 2, "modern-art": 4, "power-grid": 4, "diplomacy": 7, "spades": 4}
"""The five systems, and the number of players at their tables."""
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
FLAGS = ("--no-sandbox", "--disable-gpu")
WIDTH, HEIGHT = 1280, 800
PATIENCE = 60_000
"""Milliseconds after which something that a page waits for has failed."""
WATCH = """() => {
  window.measured = [];
  window.pressed = null;
  new MutationObserver(() => {
    const began = window.pressed;
    if (began === null) return;
    window.pressed = null;
    requestAnimationFrame(() => setTimeout(() => window.measured.push(performance.now() - began)));
  }).observe(document.body, { attributeFilter: ["data-ready"] });
}"""
"""Note the time from a press until the next board that the server sent is painted."""
PRESS = """(luck) => {
  const dock = document.getElementById("dock");
  if (document.body.dataset.status === "over") return "over";
  if (window.pressed !== null || dock.ariaBusy === "true" || !dock.classList.contains("mine")) return "";
  const ready = dock.querySelector("#draft form button.main");
  const all = [...dock.querySelectorAll("#actions button:not(.step):not(.quiet)")];
  const found = ready ? [ready] : all.filter((one) => one.getClientRects().length && one.ariaDisabled !== "true");
  if (!found.length) return "";
  const wanted = found[Math.floor(luck * found.length)];
  const sure = dock.querySelector("#draft .sure");
  window.pressed = performance.now();
  wanted.click();
  const asks = ready && !sure && dock.querySelector("#draft .sure");
  if (dock.ariaBusy !== "true" && (!ready || asks)) window.pressed = null; // it narrowed the choice, or asks once more
  return "pressed";
}"""


class Waits(msgspec.Struct, frozen=True):
    """Milliseconds from presses to boards."""

    median: float
    p99: float
    presses: int


class Start(msgspec.Struct, frozen=True):
    """The way from the home page to the first decision."""

    clicks: int
    seconds: float
    """From the first press until the page asks for a decision, with the bots that play before."""


def why_no_browser() -> str:
    """Return the reason why pages cannot be measured here, or an empty text."""
    if shutil.which(CHROMIUM) is None:
        return f"{CHROMIUM} is not installed"
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "Playwright is not installed"
    return ""


class Pages:
    """A browser at a server."""

    def __init__(self, address: str) -> None:
        from playwright.sync_api import sync_playwright

        self.address = address
        self._playwright = sync_playwright().start()
        self._browser = self._playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))

    def close(self) -> None:
        """Close the browser."""
        self._browser.close()
        self._playwright.stop()

    def _visitor(self, prefers: str = "{}") -> Any:
        context = self._browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
        context.set_default_timeout(PATIENCE)
        context.add_init_script(f"localStorage.getItem('ludex') ?? localStorage.setItem('ludex', '{prefers}')")
        return context

    def waits(self, game: str, presses: int) -> Waits:
        """Measure presses at a table with bots, which answer at once."""
        found: list[float] = []
        while len(found) < presses:
            found += self._game(game, presses - len(found))
        found.sort()
        last = found[min(len(found) - 1, int(len(found) * 0.99))]
        return Waits(statistics.median(found), last, len(found))

    def _game(self, game: str, presses: int) -> list[float]:
        """Play up to a number of presses of one game."""
        context = self._visitor('{"calm": 0, "name": "Ann", "list": true}')
        body = {"game": game, "seats": [{"name": "Ann"}] + [{"kind": "bot", "bot": "random"}] * (SEATS[game] - 1)}
        made = context.request.post(f"{self.address}/api/tables", data={**body, "pace": "instant"}).json()
        page = context.new_page()
        page.goto(made["seats"][0]["link"])
        page.wait_for_selector("body[data-ready]")
        page.evaluate(WATCH)
        seed = 0
        while page.evaluate("() => window.measured.length") < presses:
            seed = (seed * 1103515245 + 12345) % 2**31
            told = page.evaluate(PRESS, seed / 2**31)
            if told == "over":
                break
            page.wait_for_timeout(5 if told else 10)
        found: list[float] = page.evaluate("() => window.measured")
        context.close()
        return found

    def start(self, game: str, *, first_visit: bool) -> Start:
        """Count the presses and seconds from the home page to the first decision."""
        context = self._visitor("{}" if first_visit else '{"name": "Ann"}')
        page = context.new_page()
        page.goto(self.address)
        page.wait_for_load_state("networkidle")
        began, clicks = time.perf_counter(), 1
        page.click(f"[data-play={game}]")
        if first_visit:
            page.keyboard.type("Ann")
            page.keyboard.press("Enter")
            clicks += 1
        page.wait_for_selector("#dock.mine #actions button, #dock.mine #draft button")
        seconds = time.perf_counter() - began
        context.close()
        return Start(clicks, seconds)


def measured(address: str, presses: int) -> Iterator[tuple[str, Waits, Start, Start]]:
    """Yield the figures of every system: presses, the first visit, and a later one."""
    pages = Pages(address)
    try:
        for game in SEATS:
            pages.start(game, first_visit=False)  # the server compiles and draws everything once
            yield (
                game,
                pages.waits(game, presses // 5 if game == "diplomacy" else presses),  # a press plays a whole phase
                pages.start(game, first_visit=True),
                pages.start(game, first_visit=False),
            )
    finally:
        pages.close()
