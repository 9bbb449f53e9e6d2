"""Every game in its own language: powers, what a bid gives up, whole plans, lots that are left, the end of a hand."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import ludex
from ludex.core.game.game import Game
from ludex.players import make_player
from tests.table.browser.guests import DESKTOP, SIZES, Guest, make_table
from tests.table.browser.server import Server
from tests.table.browser.test_presses import Others, auction, go, wait_for_bid

CONTRAST = """() => {
  const lum = (text) => {
    const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    paint.fillStyle = text;
    paint.fillRect(0, 0, 1, 1);
    const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = [...paint.getImageData(0, 0, 1, 1).data].map((v) => linear(v / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return [...document.querySelectorAll("#seats .who")].map((node) => {
    const [ink, paper] = [getComputedStyle(node).color, getComputedStyle(node.closest("li")).backgroundColor].map(lum);
    return [node.textContent, (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05)];
  });
}"""


def powers_table(guest: Guest) -> Others:
    """Ann as Austria and two others on the large map; bots hold."""
    made = make_table(guest, "diplomacy", 7, 0, settings={"votes": False})
    others = Others(guest, made)
    others.sit(*range(7))
    guest.sit(made["seats"][0]["link"])
    guest.wait_turn()
    return others


def give(others: Others, seat: int, *orders: str) -> None:
    """Give the orders of a power, unit by unit. Units without one hold."""
    state = others.state(seat)
    phase = state["view"]["phase"]
    while seat in state["waiting"] and state["view"]["phase"] == phase:
        unit = state["options"][0]["unit"]
        others.move(seat, next((order for order in orders if order.startswith(unit)), f"{unit} H"))
        state = others.state(seat)


@pytest.mark.parametrize("size", SIZES)
def test_powers_come_before_their_players_in_their_usual_colours(browser: Browser, server: Server, size: str) -> None:
    with Guest(browser, server, SIZES[size], reduced_motion="reduce") as ann:
        others = powers_table(ann)
        names = ann.page.locator("#seats .who").all_text_contents()
        assert names == ["Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"]
        expect(ann.page.locator("#seats .me .person")).to_have_text("Ann")
        expect(ann.page.locator(".powers")).to_contain_text("Bob")
        for theme in ("light", "dark"):
            ann.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            found = ann.page.evaluate(CONTRAST)
            assert not [name for name, contrast in found if contrast < 4.5], theme
        give(others, 1)
        expect(ann.page.locator("#pane-log li", has_text="England has given orders.")).to_have_count(1)
        expect(ann.page.locator("#prompt")).not_to_contain_text("Bob")
        colours = ann.page.evaluate(
            """() => [".unit.s0 .body", ".unit.s3 .body"]
              .map((one) => getComputedStyle(document.querySelector(one)).fill)"""
        )
        assert colours == ["rgb(165, 40, 31)", "rgb(46, 46, 46)"], "red for Austria, black for Germany"


@pytest.mark.parametrize("size", SIZES)
def test_results_stand_by_power_failures_first_and_each_is_shown_on_the_map(
    browser: Browser, server: Server, size: str
) -> None:
    with Guest(browser, server, SIZES[size], reduced_motion="reduce") as ann:
        others = powers_table(ann)
        for seat in range(7):
            give(others, seat, "A VIE - TYR", "F TRI - ADR", "A MUN - TYR")
        expect(ann.page.locator("#headline")).to_contain_text("Fall")
        heads = ann.page.locator(".results h4").all_text_contents()
        assert heads[:2] == ["Austria", "Germany"], "one's own first, then those whose orders failed"
        first = ann.page.locator(".results button").first
        expect(first).to_contain_text("A VIE - TYR bounced")
        expect(ann.page.locator(".results .failed")).to_have_count(2)
        first.click()
        expect(first).to_have_attribute("aria-pressed", "true")
        shown = ann.page.locator(".orders .shown")
        expect(shown).to_have_count(1)
        expect(shown).to_have_attribute("data-shown-by", "A VIE - TYR")
        assert ann.page.locator(".map .shown path").first.evaluate(
            "(node) => { const box = node.getBoundingClientRect(); return box.bottom > 0 && box.top < innerHeight; }"
        ), "the map is in sight"
        give(others, 1)
        expect(ann.page.locator("#pane-log li", has_text="England has given orders.")).to_have_count(2)
        expect(shown).to_have_count(1)
        hold = ann.page.locator(".results button", has_text="A BUD H")
        hold.click()
        expect(shown).to_have_attribute("data-shown-by", "A BUD H")
        hold.click()
        expect(shown).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_ready_without_orders_asks_once(browser: Browser, server: Server, size: str) -> None:
    with Guest(browser, server, SIZES[size], reduced_motion="reduce") as ann:
        others = powers_table(ann)
        ann.press("Ready")
        ann.wait_for("#draft .sure", "No order for A BUD, F TRI, A VIE")
        assert 0 in others.state(0)["waiting"], "nothing was handed in"
        ann.press("Not yet")
        expect(ann.page.locator("#draft .sure")).to_have_count(0)
        ann.page.get_by_label("Orders as text").fill("A BUD - SER, A VIE - GAL")
        ann.press("Write")
        expect(ann.page.locator("#draft .missing")).to_have_text("Without an order: F TRI")
        ann.press("Ready")
        ann.wait_for("#draft .sure", "No order for F TRI")
        ann.press("Ready anyway")
        expect(ann.page.locator("#prompt")).to_contain_text("Waiting for England")
        assert 0 not in others.state(0)["waiting"]


def at_the_limit(state: dict[str, Any]) -> bool:
    """Return whether a seat may open an auction only if it gives up a plant, and another seat could outbid it."""
    opens = [option for option in state["options"] or () if option["type"] == "OpenAuction"]
    others = [seat for seat in state["view"]["seats"] if seat["seat"] != state["you"]]
    rivals = [seat for seat in others if not seat["bought"] and not seat["out"] and (seat["money"] or 0) > 40]
    return bool(opens and rivals) and all(option.get("discard") is not None for option in opens)


def buy_plants(others: Others) -> int:
    """Play on, with every seat buying the cheapest plant, until one is at its limit. Return that seat."""
    for _ in range(200):
        seat: int = others.state(0)["waiting"][0]
        state = others.state(seat)
        if at_the_limit(state):
            return seat
        kinds = {option["type"]: option for option in reversed(state["options"])}
        found = next(kinds[kind] for kind in ("OpenAuction", "Pass", "Done", *kinds) if kind in kinds)
        others.move(seat, {**found, "bid": found["bid"]["low"]} if isinstance(found.get("bid"), dict) else found)
    raise AssertionError("nobody comes to the limit")


@pytest.mark.parametrize("size", SIZES)
def test_what_a_bid_gives_up_is_asked_once_for_every_auction(browser: Browser, server: Server, size: str) -> None:
    with Guest(browser, server, SIZES[size], reduced_motion="reduce") as ann:
        made = make_table(ann, "power-grid", 3, 0, settings={"map": "germany"})
        others = Others(ann, made)
        others.sit(0, 1, 2)
        me = buy_plants(others)
        mine = [plant["number"] for plant in others.state(me)["view"]["seats"][me]["plants"]]
        plant = others.state(me)["view"]["current"][0]["number"]
        ann.sit(made["seats"][me]["link"])
        ann.wait_turn()
        ann.page.locator(f".market .plant[data-press='plant {plant}']").click()
        own = ann.page.locator("#hand .plant")
        own.nth(1).click()
        expect(go(ann)).to_have_text(f"Open plant {plant} bid {plant}, give up {mine[1]}")
        go(ann).click()
        expect(ann.page.locator("#headline")).to_contain_text("is auctioned")
        rival = others.state(0)["waiting"][0]
        bid = next(option for option in others.state(rival)["options"] if option["type"] == "Bid")
        others.move(rival, {**bid, "bid": plant + 1})
        while (seat := others.state(0)["waiting"][0]) != me:
            others.move(seat, "pass")
        ann.wait_turn()
        expect(go(ann)).to_have_text(f"Bid {plant + 2}, give up {mine[1]}")
        expect(ann.page.locator("#actions .crumb")).to_have_text(f"Give up {mine[1]} if you win.")
        ann.press("Change what you give up")
        own.nth(0).click()
        expect(go(ann)).to_have_text(f"Bid {plant + 2}, give up {mine[0]}")
        go(ann).click()
        expect(ann.page.locator("#pane-log li", has_text=f"bids {plant + 2} for plant {plant}")).to_have_count(1)
        if others.state(0)["waiting"] == [rival] and others.state(rival)["view"]["auction"]:
            others.move(rival, "pass")
        numbers = [one["number"] for one in others.state(me)["view"]["seats"][me]["plants"]]
        assert plant in numbers
        assert mine[0] not in numbers


def runs_plants(state: dict[str, Any]) -> bool:
    """Return whether a seat may run a plant that powers a city."""
    here = state["view"]["seats"][state["you"]] if state["you"] is not None else None
    may = any(option["type"] == "RunPlant" for option in state["options"] or ())
    return bool(here and here["can_power"] and may)


def builds_up(option: dict[str, Any]) -> bool:
    """Return whether an option leads to plants, fuel and cities."""
    return option["type"] in ("OpenAuction", "BuyFuel", "BuildCity")


@pytest.mark.parametrize("size", SIZES)
def test_all_plants_run_with_one_press_that_says_what_it_pays(browser: Browser, server: Server, size: str) -> None:
    with Guest(browser, server, SIZES[size], reduced_motion="reduce") as ann:
        made = make_table(ann, "power-grid", 3, 0)
        others = Others(ann, made)
        others.sit(0, 1, 2)
        me = others.play_until(runs_plants, builds_up)
        before = others.state(me)["view"]["seats"][me]
        ann.sit(made["seats"][me]["link"])
        ann.wait_turn()
        run = ann.page.locator("#hand button.main")
        cities = before["can_power"]
        expect(run).to_contain_text(f"{cities} cit")
        income = int((run.inner_text()).rpartition(" ")[2])
        run.click()
        expect(ann.page.locator("#pane-log")).to_contain_text(f"and gets {income}")
        after = others.state(me)["view"]["seats"][me]
        assert after["money"] == before["money"] + income
        assert after["powered"] == cities


def test_everybodys_money_and_plants_are_in_sight_on_a_desk(browser: Browser, server: Server) -> None:
    with Guest(browser, server, DESKTOP, reduced_motion="reduce") as ann:
        made = make_table(ann, "power-grid", 4, 0)
        others = Others(ann, made)
        others.sit(0, 1, 2, 3)
        me = others.play_until(runs_plants, builds_up)
        ann.sit(made["seats"][me]["link"])
        ann.wait_turn()
        companies = ann.page.locator(".company")
        expect(companies).to_have_count(4)
        end = ann.page.locator(".stage").evaluate("(node) => node.getBoundingClientRect().bottom")
        for seat, company in enumerate(companies.all()):
            box = company.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= end, f"company {seat} is below the edge of the stage"
            expect(company.locator(".plant").first).to_be_visible()
            expect(company.locator(".money")).not_to_be_empty()


@pytest.mark.parametrize("size", SIZES)
def test_a_player_can_be_out_of_a_lot_with_one_press(browser: Browser, server: Server, size: str) -> None:
    with auction(browser, server, size=SIZES[size]) as (ann, others, bob):
        ann.press("Out of this lot")
        ann.wait_for("#offers", "pass on this lot")
        expect(ann.page.locator("#dock")).not_to_have_class("dock mine")
        others.move(bob, "bid 7")
        wait_for_bid(ann, 7)
        expect(ann.page.locator("#pane-log li", has_text="Ann passes").nth(1)).to_be_attached()
        expect(ann.page.locator("#dock.mine")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_a_hand_of_spades_ends_with_a_sheet(browser: Browser, server: Server, size: str) -> None:
    with Guest(browser, server, SIZES[size], reduced_motion="reduce") as ann:
        made = make_table(ann, "spades", 4, 0)
        others = Others(ann, made)
        others.sit(0, 1, 2, 3)
        for _ in range(4):
            others.move(others.state(0)["waiting"][0], "bid 1")
        me = others.play_until(lambda state: state["view"]["before"] is not None, lambda option: False)
        before = others.state(me)["view"]["before"]
        ann.sit(made["seats"][me]["link"])
        ann.wait_turn()
        sheet = ann.page.locator(".hand-sheet")
        expect(sheet).to_be_in_viewport()
        for bid in (ann.page.locator(".bids .bid").first, ann.page.locator(".bids .bid").last):
            expect(bid).to_be_in_viewport(ratio=1)
        expect(sheet).to_contain_text("Bid")
        expect(sheet).to_contain_text("Won")
        for points in before["gained"]:
            expect(sheet).to_contain_text(f"{abs(points):,}")
        expect(sheet.locator("tbody tr:not(.term)")).to_have_count(4)
        for seat, (bid, won) in enumerate(zip(before["bids"], before["tricks"], strict=True)):
            terms = sheet.locator(f".term.s{seat}")
            contract = "Contract of 1 +10" if won >= bid else "Failed contract of 1 (0 tricks) −10"
            bags = [f"{won - bid} bag{'s' * (won > bid + 1)} +{won - bid}"] if won > bid else []
            penalty = ["Penalty for"] if won - bid >= 10 else []
            lines = [" ".join(text.split()) for text in terms.all_inner_texts()]
            found = [line[: len(wanted)] for line, wanted in zip(lines, [contract, *bags, *penalty], strict=True)]
            assert found == [contract, *bags, *penalty]
        assert sheet.locator(".term", has_text="bag").count() >= 1, "13 tricks are more than four bids of 1"
        expect(ann.page.locator(".hand-end.fresh")).to_have_count(1)
        played = lambda state: any(seat["played"] for seat in state["view"]["seats"])  # noqa: E731
        others.play_until(played, lambda option: False)
        expect(ann.page.locator(".hand-end.fresh")).to_have_count(0)
        expect(sheet).to_have_count(1)


def played(game: Game[Any, Any], seats: int) -> str:
    """Return the history of a game between bots in which the hands of the first hand were just shown."""
    table = game.new(seats, seed=3)
    bots = [make_player(game, game.usual_bots[-1], seat) for seat in range(seats)]
    while not table.view(0).shown:
        seat = table.waiting[0]
        table.play(seat, bots[seat].decide(table.request(seat)))
    history: str = table.history.to_json()
    return history


@pytest.mark.parametrize(("game", "title"), [("draw-poker", "Showdown of hand"), ("gin-rummy", "knocked in hand")])
@pytest.mark.parametrize("size", SIZES)
def test_hands_are_shown_after_a_showdown_and_a_knock(
    browser: Browser, server: Server, size: str, game: str, title: str
) -> None:
    with Guest(browser, server, SIZES[size], reduced_motion="reduce") as ann:
        history = played(ludex.game(game), 2)
        answer = ann.context.request.post(f"{server.address}/api/histories", data={"history": history})
        assert answer.ok, answer.text()
        ann.sit(answer.json()["seats"][0]["link"])
        shown = ann.page.locator(".shown")
        expect(shown).to_contain_text(title)
        expect(shown.locator("li")).to_have_count(2)
        expect(shown).to_be_in_viewport()
        assert shown.locator(".mini").count() >= 10
