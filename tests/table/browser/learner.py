"""A learner at the keyboard: reads, presses Continue, and does what a step of a lesson asks for."""

from __future__ import annotations

import ludex
from ludex.core.play.lesson import Lesson, Step, lesson_of
from tests.table.browser.guests import Guest

MOST_TABS = 200
FOCUS = """() => {
  const node = document.activeElement;
  if (node.textContent.trim() === "Show as list") return "list";
  return node.dataset.does ?? node.dataset.move ?? (node.matches("#lesson .main") ? "continue" : node.id);
}"""
CHOICES = """() => {
  const seen = (node) => node.getClientRects().length && node.ariaDisabled !== "true";
  const found = [...document.querySelectorAll("#actions [data-does], #draft [data-does]")];
  return found.filter(seen).map((node) => node.dataset.does);
}"""
NUMBER = "Number(document.querySelector('.lesson-count').textContent.split(' ')[1]) - 1"
PLACE = f"() => [{NUMBER}, document.body.dataset.lesson]"
SETTLED = (
    "() => document.body.dataset.lesson && document.body.dataset.lesson !== 'watch' && "
    "document.getElementById('dock').ariaBusy !== 'true'"
)


class Learner:
    """Plays a lesson with the keyboard alone."""

    def __init__(self, guest: Guest, game: str) -> None:
        self.guest, self.page, self.keys = guest, guest.page, guest.page.keyboard
        found = lesson_of(ludex.game(game))
        assert found is not None
        self.lesson: Lesson = found
        guest.open(f"/learn/{game}")
        self.page.get_by_role("button", name="Start the lesson").focus()
        self.keys.press("Enter")
        self.page.wait_for_selector("body[data-lesson]")

    def place(self) -> tuple[int, str]:
        """Return the number of the step, and what it asks for, once the script has played."""
        self.page.wait_for_function(SETTLED)
        number, asks = self.page.evaluate(PLACE)
        return int(number), str(asks)

    def wait_beyond(self, number: int) -> None:
        """Wait until the lesson is beyond a step, and nothing is under way."""
        self.page.wait_for_function(f"() => {NUMBER} > {number}")

    def tab_to(self, wanted: str) -> None:
        """Press Tab until the focus is at what does something."""
        for _ in range(MOST_TABS):
            if self.page.evaluate(FOCUS) == wanted:
                return
            self.keys.press("Tab")
        raise AssertionError(f"Tab does not reach {wanted}: {self.guest.text('#dock')}")

    def go_on(self) -> None:
        """Do the present step."""
        number, asks = self.place()
        step = self.lesson.steps[number]
        if asks == "read":
            self.tab_to("continue")
            self.keys.press("Enter")
        elif asks == "ready":
            self.tab_to(next(does for does in self.page.evaluate(CHOICES) if does.startswith("ready")))
            self.keys.press("Enter")
        else:
            self._do(step)
        self.wait_beyond(number)

    def _do(self, step: Step) -> None:
        if step.write:
            self.choose(step.write)
        elif step.all and self.page.locator("[data-move='play all money']").count():
            self.tab_to("play all money")
            self.keys.press("Enter")
        else:
            for text in step.all or step.choices[:1]:
                self.choose(text)

    def choose(self, text: str) -> None:
        """Choose a move in the action bar, step by step."""
        for _ in range(5):
            choices = self.page.evaluate(CHOICES)
            if self.page.locator("#actions .amount .number").count() and text not in choices:
                amount = text.split()[-1]
                self.keys.type(amount)
                self.keys.press("Enter")
                return
            fitting = [
                does for does in choices if text == does or text.startswith(f"{does.removesuffix('…').strip()} ")
            ]
            if not fitting:  # the board offers it; the list of choices is folded
                assert self.page.get_by_role("button", name="Show as list").count(), (text, choices)
                self.tab_to("list")
                self.keys.press("Enter")
                continue
            wanted = max(fitting, key=len)
            self.tab_to(wanted)
            self.keys.press("Enter")
            if wanted == text:
                return
        raise AssertionError(f"{text} cannot be chosen")
