"""People at the table: a page of the browser, and what a person does there."""

from __future__ import annotations

import time
from random import Random
from typing import Any, Self

from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize

from tests.table.browser.server import Server

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
SIZES = {"desktop": DESKTOP, "phone": PHONE}
PATIENCE = 90_000
"""Milliseconds after which something that a guest waits for has failed."""
NAMES = ("Ann", "Bob", "Cem", "Dee", "Eli", "Fay", "Gus")
CHOICES = "#dock.mine #actions button:not(.step):not(.quiet)"
PREFER = """if (!localStorage.getItem("ludex")) {
  localStorage.setItem("ludex", '{"calm": CALM, "asked": ASKED, "list": true, "bubbles": BUBBLES}');
}"""
"""Guests like to see all choices as buttons, next to the board."""
PRESS = """([luck, choices]) => {
  const dock = document.getElementById("dock");
  const lost = !document.getElementById("lost").hidden;
  const ready = dock.querySelector("#draft form button.main");
  dock.querySelector('.fold[aria-expanded="false"]')?.click();
  const seen = (one) => one.getClientRects().length && one.ariaDisabled !== "true";
  const found = ready ? [ready] : [...document.querySelectorAll(choices)].filter(seen);
  const status = document.body.dataset.status;
  if (!found.length || dock.ariaBusy === "true" || lost) return { status };
  const wanted = found[Math.floor(luck * found.length)];
  wanted.scrollIntoView({ block: "nearest" });
  const box = wanted.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const there = document.elementFromPoint(x, y);
  if (wanted.contains(there)) {
    wanted.click();
    return { status, pressed: true };
  }
  return { status, covered: `${wanted.textContent} by ${there?.outerHTML.slice(0, 200)}` };
}"""
"""Press one of the choices, if there are any, where a finger finds it and nothing lies over it. All in one go: between
looking and pressing the page may show something else in that place."""


class Guest:
    """A person with a separate browser."""

    def __init__(
        self,
        browser: Browser,
        server: Server,
        size: ViewportSize = DESKTOP,
        calm: int = 0,
        asked: bool = True,
        bubbles: bool = False,
        **more: Any,
    ) -> None:
        """Open a browser. `calm` is the time in milliseconds for which the page ignores presses on what has changed.

        There is no service worker, unless `more` allows it.

        `asked` is False for a person whose name the page has never asked for.
        """
        self.server = server
        more = {"service_workers": "block", **more}
        self.context: BrowserContext = browser.new_context(viewport=size, **more)
        prefer = PREFER.replace("CALM", str(calm)).replace("ASKED", str(asked).lower())
        self.context.add_init_script(prefer.replace("BUBBLES", str(bubbles).lower()))
        self.context.set_default_timeout(PATIENCE)
        self.faults: list[str] = []
        self.expected: tuple[str, ...] = ()
        """Faults with one of these words in them belong to the test."""
        self.over = False
        """True if the game was over when this guest last looked."""
        self.missed = ""
        """The reason why a button could not be pressed the last time."""
        self.page: Page = self.new_page()

    def new_page(self) -> Page:
        """Another tab of the same browser."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        return page

    def open(self, path: str) -> Page:
        """Go to a page of the server."""
        self.page.goto(path if path.startswith("http") else self.server.address + path)
        return self.page

    def sit(self, link: str) -> Self:
        """Follow a link to a seat, and wait until the table is there."""
        self.open(link)
        self.page.wait_for_selector("body[data-ready]")
        return self

    def open_sandbox(self, game: str) -> Self:
        """Press the button on a game's page that opens a sandbox, and wait until the table is there."""
        self.open(f"/games/{game}")
        self.page.get_by_role("button", name="Sandbox").click()
        self.page.wait_for_selector("body[data-ready]")
        return self

    @property
    def status(self) -> str | None:
        """The status of the table."""
        return self.page.get_attribute("body", "data-status")

    def text(self, selector: str) -> str:
        """Return the text of an element of the page."""
        return self.page.inner_text(selector)

    def press(self, label: str, inside: str = "#dock") -> None:
        """Press the button that is called so, and again if the page changed under the finger and asks for that."""
        wanted = self.page.locator(inside).get_by_role("button", name=label, exact=True).first
        if not wanted.is_visible():
            self.unfold()
        for _ in range(9):
            wanted.click()
            if not self._must_press_again():
                return
        raise AssertionError(f"the page moved under every press of {label}")

    def unfold(self) -> None:
        """Show all choices as buttons, where the board offers them and they are folded."""
        self.page.evaluate("""() => document.querySelector('#dock .fold[aria-expanded="false"]')?.click()""")

    def _must_press_again(self) -> bool:
        try:
            return any("Press again" in text for text in self.page.locator("#refusal:visible").all_text_contents())
        except Error:  # the press led to another page
            return False

    def wait_for(self, selector: str, text: str | None = None) -> None:
        """Wait until something is to be seen."""
        found = self.page.locator(selector)
        (found if text is None else found.filter(has_text=text)).first.wait_for()

    def wait_turn(self) -> None:
        """Wait until it is my turn."""
        self.page.wait_for_selector("#dock.mine:not([aria-busy=true])")

    def log(self) -> list[str]:
        """The lines of the log."""
        return self.page.locator("#pane-log .line").all_text_contents()

    def choose(self, dice: Random) -> bool:
        """Press one of the choices in the action bar, if it is my turn."""
        seen = self.page.evaluate(PRESS, [dice.random(), CHOICES])
        self.over = seen["status"] == "over"
        self.missed = seen.get("covered", self.missed)
        return "pressed" in seen

    def close(self) -> None:
        """Leave. Nothing may have gone wrong on the page."""
        self.context.close()
        faults = [fault for fault in self.faults if not any(word in fault for word in self.expected)]
        assert not faults

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if error is None:
            self.close()
        else:
            self.context.close()


def make_table(guest: Guest, game: str, people: int, bots: int, bot: str = "random", **more: Any) -> dict[str, Any]:
    """A table with people called Ann, Bob, … at its first seats. Bots answer at once."""
    seats: list[dict[str, Any]] = [{"kind": "person", "name": NAMES[n]} for n in range(people)]
    seats += [{"kind": "bot", "bot": bot}] * bots
    wish = {"game": game, "seats": seats, "pace": "instant", **more}
    answer = guest.context.request.post(f"{guest.server.address}/api/tables", data=wish)
    assert answer.ok, answer.text()
    made: dict[str, Any] = answer.json()
    return made


def play_on(guests: list[Guest], seconds: float = 240, seed: int = 1) -> None:
    """Let every guest choose something whenever it is their turn, until the game is over."""
    dice, begun = Random(seed), time.monotonic()
    while time.monotonic() - begun < seconds:
        pressed = [guest.choose(dice) for guest in guests]
        if any(pressed):
            continue
        if all(guest.over for guest in guests):
            return
        guests[0].page.wait_for_timeout(10)
    where = [(*map(guest.text, ("#headline", "#dock", "#lost")), guest.missed, guest.faults) for guest in guests]
    raise AssertionError(f"the game did not end: {where}\n{guests[0].server.said()[-3000:]}")
