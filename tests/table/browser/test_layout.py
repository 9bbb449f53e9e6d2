"""The board is the largest thing on the screen, and nothing moves unless something happened: boxes, at six sizes."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, ViewportSize, expect

import ludex
from ludex.core.show.page import Seating
from ludex.games.power_grid.board.page import _window
from ludex.games.power_grid.components.maps import BOARDS
from tests.games.test_prompts import decisions
from tests.table.browser.guests import NAMES, Guest, make_table
from tests.table.browser.server import Server

SIZES: dict[str, ViewportSize] = {
    name: {"width": width, "height": height}
    for name, width, height in (
        ("phone", 390, 844), ("lying phone", 844, 390), ("zoomed", 640, 400),
        ("tablet", 800, 900), ("desk", 1280, 800), ("wide", 1920, 1080),
    )
}  # fmt: skip
UPRIGHT, LOW = ("phone", "tablet"), ("lying phone", "zoomed")
KINDS_OF_SIZES = (("phone", "zoomed", "desk"), ("tablet", "lying phone", "wide"))
"""Twice an upright size, a low one and a large one: the page arranges its parts in these three ways."""
PLAYERS = {"modern-art": 3, "power-grid": 3, "diplomacy": 7, "automation": 2, "spades": 4, "hearts": 4}
PLAYERS |= {"crazy-eights": 3, "gin-rummy": 2, "scopa": 2, "draw-poker": 4, "go-fish": 4}
SYSTEMS = ("modern-art", "power-grid", "diplomacy", "automation", "spades")
MAPS = ("power-grid", "diplomacy")

BOXES = """() => {
  const told = {};
  for (const one of [".bar", ".heading", ".stage", "#hand", "#dock", ".panel", ".map-frame"]) {
    const node = document.querySelector(one);
    if (!node || getComputedStyle(node).visibility === "hidden" || !node.getClientRects().length) continue;
    const { left, top, right, bottom } = node.getBoundingClientRect();
    const box = one === ".map-frame" ? [0, 0, right - left, bottom - top] : [left, top, right, bottom];
    told[one] = box.map(Math.round);
  }
  return told;
}"""
"""The boxes of the parts of the page, and the size of a map. A closed sheet is left out."""
SHOWN = """(windows) => windows.map((window) => {
  const map = document.querySelector(".map");
  if (window) map.setAttribute("viewBox", window);
  const scale = map.getScreenCTM().a;
  const boxes = [...map.querySelectorAll("image, rect")].map((node) => node.getBBox());
  const [left, top] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  const { width, height } = map.parentElement.getBoundingClientRect();
  const seen = map.getBoundingClientRect();
  return [Math.min((right - left) * scale, width, seen.width), Math.min((bottom - top) * scale, height, seen.height)];
})"""
"""The width and the height of the part of a map that is drawn and in sight, for different parts that it shows."""
CLOTH = """() => Object.fromEntries(
  [...document.querySelectorAll(".state, .cloth .plate, .piles :is(.face, .slot)")].map((node, at) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return [`${at}: ${node.className} ${node.textContent}`, [left, top, right, bottom].map(Math.round)];
  }))"""
"""The boxes of what stands on the cloth of a card game: what counts for all, the players, and piles."""
TOGETHER = "#actions button[data-part=together]:not([aria-disabled=true])"
DECIDED = {
    "modern-art": ".easel",
    "power-grid": ".market .plant",
    "diplomacy": ".map-frame",
    "automation": ".supply .pile",
    "spades": ".bids .bid, .trick",
    "hearts": ".trick",
    "crazy-eights": ".piles",
    "gin-rummy": ".piles",
    "scopa": ".open-cards, .pile",
    "draw-poker": ".pot",
    "go-fish": ".plate",
}
"""The things on the board that the first decisions of a game are about."""
OUT_OF_SIGHT = """(parts) => {
  const stage = document.querySelector(".stage").getBoundingClientRect();
  const hand = document.querySelector("#hand").getBoundingClientRect();
  const hidden = [...document.querySelectorAll(`#board :is(${parts})`)].filter((node) => {
    const box = node.getBoundingClientRect();
    return box.top < stage.top - 1 || box.bottom > stage.bottom + 1 || box.left < -1 || box.right > innerWidth + 1;
  });
  const cut = hand.height && (hand.bottom > innerHeight + 1 || hand.top < stage.bottom - 1);
  if (cut) hidden.push(document.querySelector("#hand"));
  return hidden.map((node) => node.outerHTML.slice(0, 120));
}"""
COUNT_POSITIONS = """() => {
  window.positions = 0;
  new MutationObserver(() => (window.positions += 1)).observe(document.body, { attributeFilter: ["data-ready"] });
}"""
MOST_LAYOUTS = 5
"""The most layouts for a new position. With sizes asked for in between there were six."""
CUT_OFF = """(text) => {
  const prompt = document.getElementById("prompt");
  prompt.textContent = text;
  prompt.classList.toggle("long", text.length > 64);
  return prompt.scrollHeight > prompt.clientHeight + 1;
}"""
USED = """() => {
  const stage = document.querySelector(".stage").getBoundingClientRect();
  const found = [...document.querySelector("#board > *").querySelectorAll("*")]
    .filter((node) => !node.children.length || node.matches(".cloth, .map-frame, .blank"))
    .map((node) => node.getBoundingClientRect()).filter((box) => box.width && box.bottom <= stage.bottom + 1);
  const width = Math.max(...found.map((box) => box.right)) - Math.min(...found.map((box) => box.left));
  const height = Math.max(...found.map((box) => box.bottom)) - Math.min(...found.map((box) => box.top));
  return (width * height) / (stage.width * stage.height);
}"""
"""The share of the stage on which something is drawn."""
SMALL = """() => {
  const pressed = ".bar :is(button, a), #dock button, #dock input, #hand button, #board button, #board .lit";
  return [...document.querySelectorAll(pressed)]
    .filter((node) => node.getClientRects().length && !node.closest("svg, .map-size, .brand, [type=range]"))
    .map((node) => [node.outerHTML.slice(0, 90), node.getBoundingClientRect()])
    .filter(([, box]) => box.height < 43.5 || box.width < 43.5)
    .map(([text, box]) => `${text} ${box.width}×${box.height}`);
}"""
"""Things to press that are smaller than a finger. Cities and provinces are measured in the tests of maps."""
WIDTHS = """() => [".slot", "#hand .face"].map((one) => document.querySelector(one).offsetWidth)"""
STEP_OF_CARDS = """() => {
  const lefts = [...document.querySelectorAll(".card-hand .fan .face")].map((card) => card.getBoundingClientRect());
  return Math.min(...lefts.slice(1).map((box, at) => box.left - lefts[at].left).filter((step) => step > 0));
}"""


def wait_for_layout(guest: Guest, size: str) -> None:
    """Give the page another size, and wait until it is drawn."""
    guest.page.set_viewport_size(SIZES[size])
    guest.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def sit_alone(browser: Browser, server: Server, game: str, **more: Any) -> Guest:
    """A person at a table with bots, in the first decision."""
    ann = Guest(browser, server, reduced_motion="reduce", **more)
    ann.sit(make_table(ann, game, 1, PLAYERS.get(game, 3) - 1)["seats"][0]["link"])
    ann.wait_turn()
    return ann


def decide(guest: Guest, dice: Random) -> bool:
    """Press something, if there is something to press. Cards that are chosen together are handed in."""
    if guest.page.locator(TOGETHER).count():
        guest.page.locator(TOGETHER).click()
        return True
    return guest.choose(dice)


def overlapping(boxes: dict[str, list[int]]) -> list[tuple[str, str]]:
    """Return the parts of the page that lie over one another."""
    found, parts = [], [(name, box) for name, box in boxes.items() if name != ".map-frame"]
    for at, (one, (left, top, right, bottom)) in enumerate(parts):
        for other, (x, y, x_end, y_end) in parts[at + 1 :]:
            if left < x_end - 1 and x < right - 1 and top < y_end - 1 and y < bottom - 1:
                found.append((one, other))
    return found


@pytest.mark.parametrize("game", PLAYERS)
def test_nothing_moves_while_people_decide(browser: Browser, server: Server, game: str) -> None:
    """The same boxes when it is my turn and when it is not, whatever is asked, refused or chosen."""
    with Guest(browser, server, reduced_motion="reduce") as ann, Guest(browser, server) as bob:
        made = make_table(ann, game, 2, PLAYERS[game] - 2)
        for guest, seat in zip((ann, bob), made["seats"], strict=False):
            guest.sit(seat["link"])
        seen: dict[str, set[str]] = {size: set() for size in SIZES}
        dice, states = Random(2), Counter[int]()
        for _ in range(18):
            ann.page.wait_for_selector("body[data-status=playing]")
            mine = ann.page.locator("#dock.mine").count()
            states[mine] += 1
            for size in KINDS_OF_SIZES[states[mine] % 2]:
                wait_for_layout(ann, size)
                seen[size].add(str(ann.page.evaluate(BOXES)))
            wait_for_layout(ann, "desk")
            for _ in range(200):
                if any(decide(guest, dice) for guest in (ann, bob)):
                    break
                ann.page.wait_for_timeout(10)
            for guest in (ann, bob):
                guest.page.wait_for_selector("#dock:not([aria-busy=true])")
        assert states.keys() == {0, 1}, "it was my turn, and that of others"
        assert {size: boxes for size, boxes in seen.items() if len(boxes) > 1} == {}


@pytest.mark.parametrize("game", PLAYERS)
def test_the_page_fits_every_size(browser: Browser, server: Server, game: str) -> None:
    with sit_alone(browser, server, game) as ann:
        for size, wanted in SIZES.items():
            wait_for_layout(ann, size)
            page = ann.page.evaluate("[document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]")
            assert page == [wanted["width"], wanted["height"]], f"{size}: the page itself does not scroll"
            boxes = ann.page.evaluate(BOXES)
            assert overlapping(boxes) == [], size
            assert overlapping(ann.page.evaluate(CLOTH)) == [], size
            _, top, _, bottom = boxes[".stage"]
            assert size not in LOW or bottom - top >= wanted["height"] / 2, f"{size}: the board has half of the height"
        wait_for_layout(ann, "phone")
        assert ann.page.evaluate(OUT_OF_SIGHT, DECIDED[game]) == [], "what is decided about is in sight"
        wait_for_layout(ann, "wide")
        assert ann.page.evaluate(USED) >= 0.75, "the board uses the stage"


@pytest.mark.parametrize("game", SYSTEMS)
def test_every_question_can_be_read_on_a_phone(browser: Browser, server: Server, game: str) -> None:
    """No prompt of a system is cut off."""
    found, seats = ludex.game(game), PLAYERS[game]
    prompts = {
        found.look.prompt(request.view, Seating(NAMES, request.seat), request.options)
        for seed in range(3)
        for request in decisions(found, seats, seed, 250)
    }
    with sit_alone(browser, server, game) as ann:
        wait_for_layout(ann, "phone")
        assert {text for text in prompts if ann.page.evaluate(CUT_OFF, text)} == set()


def test_half_written_orders_leave_the_choices_in_sight(browser: Browser, server: Server) -> None:
    """Orders, warnings about them, and what is chosen next stand below one another on a phone."""
    with sit_alone(browser, server, "diplomacy", bubbles=False) as ann:
        wait_for_layout(ann, "phone")
        ann.page.get_by_label("Orders as text").fill("A VIE S A BUD - GAL")
        ann.press("Write")
        ann.wait_for("#draft .warnings", "matches no order")
        expect(ann.page.locator("#draft .warnings")).not_to_contain_text("has no order")
        unit = ann.page.locator("#board .lit[data-press^=VIE]").first
        unit.focus()
        ann.page.keyboard.press("Enter")
        for part in (".crumbs button", ".crumb", ".fold"):
            expect(ann.page.locator(f"#actions {part}")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", [*MAPS, "diplomacy-lagoon"])
def test_a_map_is_large_on_a_desk(browser: Browser, server: Server, game: str) -> None:
    with sit_alone(browser, server, game) as ann:
        assert all(min(shown) >= 560 for shown in ann.page.evaluate(SHOWN, [""]))


def test_every_part_of_a_map_that_can_be_in_play_is_shown_large_on_a_desk(browser: Browser, server: Server) -> None:
    """Narrow and wide choices of regions: the land and the sea around them fill the room."""
    with sit_alone(browser, server, "power-grid") as ann:
        shown = ann.page.evaluate(SHOWN, [_window(board) for board in range(len(BOARDS))])
        assert min(min(sides) for sides in shown) >= 560
        assert len(shown) == len(BOARDS) > 100


@pytest.mark.parametrize("game", [*MAPS, "spades"])
def test_a_replay_has_the_frame_of_the_table(browser: Browser, server: Server, game: str) -> None:
    with sit_alone(browser, server, game) as ann:
        for name, inside in (("More", "#dock"), ("Resign", "#more"), ("Really resign?", "#more")):
            ann.press(name, inside)
        ann.page.get_by_role("link", name="Watch the replay").click()
        ann.page.wait_for_selector("#board > *")
        ann.page.locator("#eyes").select_option("0")
        for size, wanted in SIZES.items():
            wait_for_layout(ann, size)
            page = ann.page.evaluate("[document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]")
            assert page == [wanted["width"], wanted["height"]], f"{size}: the page itself does not scroll"
            boxes = ann.page.evaluate(BOXES)
            assert overlapping(boxes) == [], size
            _, top, _, bottom = boxes[".stage"]
            assert bottom - top >= wanted["height"] / 2, f"{size}: the board has half of the height"
            for control in ("#told", "#back", "#play", "#next", "#slider"):
                expect(ann.page.locator(control)).to_be_in_viewport(ratio=1)
        wait_for_layout(ann, "desk")
        assert game not in MAPS or min(ann.page.evaluate(SHOWN, [""])[0]) >= 560


def test_cards_grow_with_the_room(browser: Browser, server: Server) -> None:
    with sit_alone(browser, server, "hearts") as ann:
        widths = {}
        for size in SIZES:
            wait_for_layout(ann, size)
            widths[size] = ann.page.evaluate(WIDTHS)
        assert widths["wide"][0] > widths["desk"][0] > widths["phone"][0]
        assert widths["wide"][1] > widths["desk"][1] > widths["phone"][1]


@pytest.mark.parametrize("game", PLAYERS)
def test_targets_are_as_large_as_a_finger(browser: Browser, server: Server, game: str) -> None:
    with sit_alone(browser, server, game, has_touch=True) as ann:
        for size in ("phone", "lying phone", "zoomed", "tablet"):
            wait_for_layout(ann, size)
            assert ann.page.evaluate(SMALL) == [], size
            if ann.page.locator(".card-hand .fan .face").count() > 1:
                assert ann.page.evaluate(STEP_OF_CARDS) >= 43.5, f"{size}: cards do not hide one another"


def test_what_the_board_offers_is_folded(browser: Browser, server: Server) -> None:
    """Spades' bids stand on the cloth. As a list they are there for those who prefer it, on a phone as a sheet."""
    with sit_alone(browser, server, "spades", calm=0) as ann:
        ann.page.evaluate("localStorage.setItem('ludex', '{\"calm\": 0}')")
        ann.page.reload()
        ann.wait_turn()
        expect(ann.page.locator("#actions .amount")).to_be_hidden()
        ann.page.keyboard.press("3")  # digits still type the amount
        expect(ann.page.locator("#actions .number")).to_be_focused()
        expect(ann.page.get_by_role("button", name="Bid 3", exact=True)).to_have_count(1)
        ann.press("Hide the list")
        expect(ann.page.locator("#actions .amount")).to_be_hidden()
        wait_for_layout(ann, "phone")
        before = ann.page.evaluate(BOXES)
        ann.press("Show as list")
        expect(ann.page.locator("#actions .amount")).to_be_visible()
        assert ann.page.evaluate(BOXES) == before, "the sheet moves nothing"
        ann.page.keyboard.press("Escape")
        expect(ann.page.locator("#actions .amount")).to_be_hidden()
        expect(ann.page.get_by_role("button", name="Show as list")).to_have_attribute("aria-expanded", "false")
        ann.page.get_by_role("button", name="bid 4", exact=True).click()
        expect(ann.page.locator("#board")).to_contain_text("of 4")


def test_one_choice_of_the_board_is_not_folded(browser: Browser, server: Server) -> None:
    """At blackjack both answers are buttons on a phone, though the stock can be pressed, too."""
    with sit_alone(browser, server, "blackjack", size=SIZES["phone"]) as ann:
        dice = Random(1)
        draw, stand = (ann.page.locator(f"#actions [data-does={does}]") for does in ("draw", "pass"))
        while not stand.count():
            ann.wait_turn()
            decide(ann, dice)
            ann.page.wait_for_timeout(50)
        expect(draw).to_be_in_viewport(ratio=1)
        expect(stand).to_be_in_viewport(ratio=1)


def test_a_new_position_is_laid_out_few_times(browser: Browser, server: Server) -> None:
    """Questions about sizes come after all changes of them."""
    with sit_alone(browser, server, "spades") as ann:
        tools = ann.context.new_cdp_session(ann.page)
        tools.send("Performance.enable")
        ann.page.evaluate(COUNT_POSITIONS)
        before = layouts(tools)
        dice = Random(1)
        for _ in range(10):
            ann.wait_turn()
            decide(ann, dice)
        ann.wait_turn()
        positions = ann.page.evaluate("window.positions")
        assert positions >= 10
        assert (layouts(tools) - before) / positions < MOST_LAYOUTS


def layouts(tools: CDPSession) -> float:
    """Return how often the browser has laid the page out."""
    metrics = tools.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == "LayoutCount")


def test_a_folded_choice_has_no_short_cut(browser: Browser, server: Server) -> None:
    with sit_alone(browser, server, "scopa") as ann:
        ann.page.evaluate("localStorage.setItem('ludex', '{\"calm\": 0}')")
        ann.page.reload()
        ann.wait_turn()
        before = ann.page.get_attribute("body", "data-ready")
        for digit in "123456789":
            ann.page.keyboard.press(digit)
        assert ann.page.get_attribute("#dock", "aria-busy") != "true", "nothing is on its way to the server"
        assert ann.page.get_attribute("body", "data-ready") == before
        ann.press("Show as list")
        ann.page.keyboard.press("1")
        ann.page.wait_for_function("(old) => document.body.dataset.ready !== old", arg=before)


@pytest.mark.parametrize("size", SIZES)
def test_long_prompts_and_refusals_move_nothing(browser: Browser, server: Server, size: str) -> None:
    with sit_alone(browser, server, "power-grid") as ann:
        wait_for_layout(ann, size)
        before = ann.page.evaluate(BOXES)
        ann.page.evaluate("""() => {
          document.getElementById("prompt").textContent = "A very long prompt, which says it all. ".repeat(12);
          Object.assign(document.getElementById("refusal"), { hidden: false, textContent: "No. ".repeat(60) });
        }""")
        assert ann.page.evaluate(BOXES) == before
        refusal = ann.page.locator("#refusal").bounding_box()
        assert refusal
        assert 0 <= refusal["x"] <= refusal["x"] + refusal["width"] <= SIZES[size]["width"]
        wait_for_layout(ann, "tablet" if size == "wide" else "wide")
        wait_for_layout(ann, size)
        assert "A very long prompt" in (ann.page.get_attribute("#prompt", "data-tip") or ""), "all of it is in the tip"
