"""The fairness of a finished game, checked in a real browser: honest games pass, and every planted change is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

import ludex
from ludex.core.game.game import Game
from ludex.core.game.registry import game_names
from ludex.core.play.table import Table
from ludex.games.cards import CardGame, random_genome
from ludex.table.server.chance import told_chance
from tests.table.browser.guests import DESKTOP, PHONE, Guest, make_table, play_on
from tests.table.browser.server import Server

MINE = bytes(range(16))
CHECK = "async ([history, told, kept]) => (await import('/static/chance.js')).check(history, told, kept)"
Change = Callable[[dict[str, Any], dict[str, Any]], None]


def played(game: Game[Any, Any], seats: int, most: int) -> Table[Any]:
    """A game of random moves, whose first seat added bytes to its chance."""
    table: Table[Any] = game.new(seats, entropy=[MINE] + [None] * (seats - 1))
    dice = Random(seats)
    for _ in range(most):
        if not table.waiting:
            break
        options = table.options(table.waiting[0])
        table.play(table.waiting[0], options[dice.randrange(len(options))])
    return table


def as_page(table: Table[Any]) -> list[Any]:
    """A game as the page receives it: its history, its chance, and what the device of the first seat kept."""
    kept = {"commitment": table.engine.secrets[0].commitment, "entropy": {"0": MINE.hex()}}
    told = json.loads(json.dumps(told_chance(table), default=str))
    return [json.loads(table.history.to_json()), told, kept]


def test_the_browser_computes_the_same_chance_and_deals_the_same_hands_as_the_rules(
    browser: Browser, server: Server
) -> None:
    """All games, and card games of random rules. A false alarm would be worse than none."""
    games = [ludex.game(name) for name in game_names()]
    games += [CardGame(random_genome(Random(seed))) for seed in range(12)]
    with Guest(browser, server) as guest:
        guest.open("/games")
        for game in games:
            given = as_page(played(game, game.seats[-1], 60))
            found = guest.page.evaluate(CHECK, given)
            assert all(found[what] for what in ("commitment", "received", "entropy", "draws")), (game, found)
            assert found.get("hands", True), (game, found)
            assert ("hands" in found) == (game.definition is not None), game


def test_a_seed_that_was_renewed_counts_from_its_move_on(browser: Browser, server: Server) -> None:
    table = played(ludex.game("war"), 2, 40)
    table.engine.renew()
    for _ in range(20):
        table.play(table.waiting[0], table.options(table.waiting[0])[0])
    given = as_page(table)
    with Guest(browser, server) as guest:
        guest.open("/games")
        assert guest.page.evaluate(CHECK, given)["draws"]
        del given[0]["renewals"]
        assert not guest.page.evaluate(CHECK, given)["draws"]


def another_seed(history: dict[str, Any], told: dict[str, Any]) -> None:
    history["seed"] = "00" * 32


def another_seed_with_its_commitment(history: dict[str, Any], told: dict[str, Any]) -> None:
    history["seed"], history["commitment"] = "00" * 32, ludex.commitment(bytes(32))


def other_bytes(history: dict[str, Any], told: dict[str, Any]) -> None:
    history["entropy"][0] = "11" * 16


def no_bytes(history: dict[str, Any], told: dict[str, Any]) -> None:
    del history["entropy"]


def another_draw(history: dict[str, Any], told: dict[str, Any]) -> None:
    told["steps"][0]["draws"][7][1] ^= 1


def swapped_cards(history: dict[str, Any], told: dict[str, Any]) -> None:
    first, second = told["steps"][0]["hands"][:2]
    first[0], second[0] = second[0], first[0]


def a_deal_left_out(history: dict[str, Any], told: dict[str, Any]) -> None:
    del told["steps"][0]


def a_move_taken_back(history: dict[str, Any], told: dict[str, Any]) -> None:
    told["steps"][-1]["take"] = 3


TAMPERED: dict[Change, str] = {
    another_seed: "The published secret does not match the commitment",
    another_seed_with_its_commitment: "The commitment is not the one that this device received",
    other_bytes: "The random bytes that this device added are missing",
    no_bytes: "The numbers drawn in the setup do not follow from the secret",
    another_draw: "The numbers drawn in the setup do not follow",
    swapped_cards: "The hands dealt in the setup are not those that this device dealt",
    a_deal_left_out: "The first deal is missing",
    a_move_taken_back: "The numbers drawn in move",
}


@pytest.fixture(scope="module")
def replay(browser: Browser, server: Server) -> tuple[str, str]:
    """The replay of a finished game: the table, and what the device of its first seat kept."""
    table = played(ludex.game("knockout-whist"), 4, 500)
    assert table.outcome
    with Guest(browser, server) as guest:
        posted = guest.context.request.post(
            f"{server.address}/api/histories", data={"history": table.history.to_json()}
        ).json()
    return posted["id"], json.dumps({posted["id"]: as_page(table)[2]})


@pytest.mark.parametrize("change", [None, *TAMPERED], ids=lambda change: change.__name__ if change else "nothing")
def test_a_change_anywhere_fails_visibly(
    browser: Browser, server: Server, replay: tuple[str, str], change: Change | None
) -> None:
    answers: dict[str, Any] = {}
    with Guest(browser, server, PHONE if change is swapped_cards else DESKTOP) as guest:
        for what in ("history", "chance"):
            answers[what] = guest.context.request.get(f"{server.address}/api/tables/{replay[0]}/{what}").json()
        if change:
            change(answers["history"], answers["chance"])

        def answer(route: Route) -> None:
            route.fulfill(json=answers[route.request.url.rpartition("/")[2]])

        guest.context.add_init_script(f"localStorage.setItem('ludex-promises', '{replay[1]}')")
        guest.page.route("**/api/tables/*/history", answer)
        guest.page.route("**/api/tables/*/chance", answer)
        guest.open(f"/tables/{replay[0]}/replay")
        if change is swapped_cards:
            guest.page.locator("[data-panel=fair]").click()
        else:
            guest.page.locator("#tab-fair").click()
        verdict, failed = guest.page.locator("[data-part=verdict]"), guest.page.locator("#pane-fair .checks .bad")
        expect(verdict).to_have_class("bad" if change else "good")
        expect(verdict).to_contain_text("A check failed" if change else "Every check passed")
        if change is None:
            expect(failed).to_have_count(0)
            expect(guest.page.locator(".checks [data-by=device]")).to_have_count(5)
        else:
            expect(failed.filter(has_text=TAMPERED[change])).to_be_visible()


def test_a_record_that_was_changed_on_the_server_fails(
    browser: Browser, server: Server, replay: tuple[str, str]
) -> None:
    with Guest(browser, server) as guest:
        fault = {"fault": "tampered: after move 3 the digest is different", "steps": []}
        guest.page.route("**/api/tables/*/chance", lambda route: route.fulfill(json=fault))
        guest.open(f"/tables/{replay[0]}/replay")
        guest.page.locator("#tab-fair").click()
        expect(guest.page.locator("[data-part=server] .bad")).to_contain_text("after move 3 the digest is different")
        expect(guest.page.locator("[data-part=verdict]")).to_have_class("bad")


def test_a_person_finds_their_own_bytes_in_the_finished_game(browser: Browser, server: Server) -> None:
    with Guest(browser, server) as ann:
        made = make_table(ann, "automation", 1, 1, settings={"turn_limit": 1})
        address = f"{server.address}/api/tables/{made['id']}/chance"
        ann.sit(made["seats"][0]["link"])
        ann.wait_turn()
        assert ann.context.request.get(address).status == 409, "nothing is published during the game"
        play_on([ann])
        ann.open(f"/tables/{made['id']}/replay")
        ann.page.locator("#tab-fair").click()
        expect(ann.page.locator("[data-part=verdict]")).to_have_class("good")
        told = ann.text("[data-part=here]")
        assert "commitment is the one that this device received" in told
        assert "random bytes that this device added are part" in told
        assert "each follows from the secret and the bytes of 1 seat" in told
        expect(ann.page.locator("[data-part=cards]")).to_be_visible()
