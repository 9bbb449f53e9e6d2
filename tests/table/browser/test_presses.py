"""The page never plays a move that the player did not choose: amounts, short cuts, half-made choices, late presses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, WebSocketRoute, expect

from tests.table.browser.guests import PHONE, Guest, make_table
from tests.table.browser.server import Server

LONG = 3_600_000
"""Milliseconds of calm that no test outlasts: after a change, presses never count."""
NUMBER = "#actions input:not([type=range])"
"""The field of an amount."""


class Others:
    """The other players at a table, who move over HTTP."""

    def __init__(self, guest: Guest, made: dict[str, Any]) -> None:
        self._request = guest.context.request
        self._address = f"{guest.server.address}/api/tables/{made['id']}"
        self._tokens = [seat.get("token") for seat in made["seats"]]

    def _head(self, seat: int) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._tokens[seat]}"}

    def state(self, seat: int) -> dict[str, Any]:
        """Return the state as a seat sees it."""
        found: dict[str, Any] = self._request.get(f"{self._address}?seat={seat}", headers=self._head(seat)).json()
        return found

    def sit(self, *seats: int) -> None:
        """Sit down at seats."""
        for seat in seats:
            answer = self._request.post(f"{self._address}/seats", headers=self._head(seat), data={"seat": seat})
            assert answer.ok, answer.text()

    def move(self, seat: int, move: Any) -> None:
        """Make a move for a seat."""
        wish = {"move": move, "number": self.state(seat)["number"], "seat": seat}
        answer = self._request.post(f"{self._address}/moves", headers=self._head(seat), data=wish)
        assert answer.ok, answer.text()

    def play_until(self, wanted: Callable[[dict[str, Any]], bool], prefer: Callable[[dict[str, Any]], bool]) -> int:
        """Play for the seats that are asked, preferred options first, until a state is wanted. Return its seat."""
        for _ in range(400):
            seat: int = self.state(0)["waiting"][0]
            state = self.state(seat)
            if wanted(state):
                return seat
            options = sorted(state["options"], key=lambda option: not prefer(option))
            self.move(seat, {name: _lowest(value) for name, value in options[0].items()})
        raise AssertionError("it never comes to that")


def _lowest(value: Any) -> Any:
    return value["low"] if isinstance(value, dict) and "low" in value else value


def open_lot(state: dict[str, Any]) -> bool:
    """Return whether there is an open auction, without a bid, in which more than two can be bid."""
    bids = [option for option in state["options"] or () if option["type"] == "Bid"]
    return "open auction" in state["phase"].casefold() and bool(bids) and isinstance(bids[0]["amount"], dict)


def is_open(option: dict[str, Any]) -> bool:
    """Return whether an option opens an open auction."""
    return option.get("auction") == "open"


@contextmanager
def auction(browser: Browser, server: Server, calm: int = 0, **more: Any) -> Iterator[tuple[Guest, Others, int]]:
    """Ann in an open auction of Modern Art without a bid. The others move over HTTP: those are their seats."""
    with Guest(browser, server, calm=calm, reduced_motion="reduce", **more) as ann:
        made = make_table(ann, "modern-art", 3, 0, settings={"starter": 0})
        others = Others(ann, made)
        others.sit(0, 1, 2)
        others.play_until(open_lot, is_open)
        able = [seat for seat in range(3) if open_lot(others.state(seat))]
        ann.sit(made["seats"][able[0]]["link"])
        ann.wait_turn()
        yield ann, others, able[1]


def wait_for_bid(ann: Guest, amount: int) -> None:
    """Wait until the page shows the highest bid."""
    expect(ann.page.locator("#headline")).to_have_text(re.compile(rf"\b{amount}\b"))


def go(ann: Guest) -> Locator:
    """Return the button that plays the amount."""
    return ann.page.locator("#actions button.main")


def test_what_was_typed_stays_and_a_bid_that_became_too_low_is_marked_and_not_played(
    browser: Browser, server: Server
) -> None:
    with auction(browser, server) as (ann, others, bob):
        field = ann.page.locator(NUMBER)
        field.fill("2")
        others.move(bob, "bid 31")
        wait_for_bid(ann, 31)
        expect(field).to_have_value("2")
        expect(ann.page.locator("#actions")).to_contain_text("too low now: at least 32")
        expect(go(ann)).to_be_disabled()
        number = ann.page.get_attribute("body", "data-ready")
        field.press("Enter")
        go(ann).click(force=True)
        field.fill("40")
        expect(go(ann)).to_have_text("Bid 40")
        expect(go(ann)).to_be_enabled()
        assert ann.page.get_attribute("body", "data-ready") == number, "nothing was played"
        field.press("Enter")
        wait_for_bid(ann, 40)


def test_what_the_page_suggested_does_not_raise_itself_either(browser: Browser, server: Server) -> None:
    with auction(browser, server) as (ann, others, bob):
        expect(ann.page.locator(NUMBER)).to_have_value("1")
        others.move(bob, "bid 5")
        wait_for_bid(ann, 5)
        expect(ann.page.locator(NUMBER)).to_have_value("1")
        expect(go(ann)).to_be_disabled()
        ann.press("least 6")
        expect(go(ann)).to_have_text("Bid 6")
        go(ann).click()
        wait_for_bid(ann, 6)


def test_a_redraw_keeps_the_element_its_focus_and_its_caret(browser: Browser, server: Server) -> None:
    with auction(browser, server) as (ann, others, bob):
        field = ann.page.locator(NUMBER)
        field.fill("45")
        field.evaluate("(node) => { window.kept = node; node.focus(); node.setSelectionRange?.(1, 1); }")
        others.move(bob, "bid 3")
        wait_for_bid(ann, 3)
        assert ann.page.evaluate("kept.isConnected && document.activeElement === kept")
        ann.page.keyboard.type("0")
        expect(field).to_have_value("405")
        expect(field).to_have_attribute("aria-valuemin", "4")
        expect(ann.page.locator("#actions")).to_contain_text("too high")


def test_digits_type_the_amount_wherever_the_focus_is_and_never_pass(browser: Browser, server: Server) -> None:
    with auction(browser, server) as (ann, _others, _):
        number = ann.page.get_attribute("body", "data-ready")
        ann.page.locator("#prompt").focus()
        ann.page.keyboard.type("15")
        expect(ann.page.locator(NUMBER)).to_have_value("15")
        expect(go(ann)).to_have_text("Bid 15")
        assert ann.page.get_attribute("body", "data-ready") == number
        ann.page.keyboard.press("Enter")
        wait_for_bid(ann, 15)


def test_in_spades_digits_type_the_bid_and_do_not_bid_nil(browser: Browser, server: Server) -> None:
    with Guest(browser, server, reduced_motion="reduce") as ann:
        ann.sit(make_table(ann, "spades", 1, 3)["seats"][0]["link"])
        ann.wait_turn()
        number = ann.page.get_attribute("body", "data-ready")
        ann.page.keyboard.type("1")
        expect(go(ann)).to_have_text("Bid 1")
        ann.page.keyboard.type("2")
        expect(go(ann)).to_have_text("Bid 12")
        assert ann.page.get_attribute("body", "data-ready") == number
        expect(ann.page.locator("#actions").get_by_role("button", name="Bid Nil", exact=True)).to_be_visible()


def test_short_cuts_are_printed_on_their_buttons_and_giving_up_has_none(browser: Browser, server: Server) -> None:
    with Guest(browser, server, reduced_motion="reduce") as ann:
        made = make_table(ann, "simple-poker", 2, 0)
        others = Others(ann, made)
        others.sit(0, 1)
        if others.state(0)["waiting"] == [1]:
            others.move(1, "call")
        ann.sit(made["seats"][0]["link"])
        ann.wait_turn()
        buttons = ann.page.locator("#actions button")
        shorts = {
            (button.evaluate("(node) => node.dataset.does") or ""): button.locator("kbd").all_text_contents()
            for button in buttons.all()
        }
        assert shorts.pop("fold", []) == []
        assert sorted(key for keys in shorts.values() for key in keys) == [str(n + 1) for n in range(len(shorts))]
        number = ann.page.get_attribute("body", "data-ready")
        for digit in range(len(shorts) + 1, 10):
            ann.page.keyboard.press(str(digit))
        assert ann.page.get_attribute("body", "data-ready") == number, "a digit that is not printed does nothing"


def test_conceding_has_no_short_cut_and_asks_once_more(browser: Browser, server: Server) -> None:
    with Guest(browser, server, reduced_motion="reduce") as ann:
        ann.open_sandbox("diplomacy-lagoon")
        ann.wait_turn()
        concede = ann.page.locator("#actions button", has_text="concede").first
        if not concede.count():
            pytest.fail("nobody can concede")
        assert concede.locator("kbd").count() == 0
        concede.click()
        ann.page.locator("#actions .choices button").last.click()
        ann.wait_for("#actions", "Is that what you want?")


def test_a_half_made_order_lives_when_another_power_is_ready(browser: Browser, server: Server) -> None:
    with Guest(browser, server, reduced_motion="reduce") as ann, Guest(browser, server) as bob:
        made = make_table(ann, "diplomacy-lagoon", 3, 0)
        Others(ann, made).sit(2)
        ann.sit(made["seats"][0]["link"])
        bob.sit(made["seats"][1]["link"])
        ann.wait_turn()
        unit = ann.page.locator("#actions .list .choices button").first
        unit.click()
        crumb = ann.page.locator("#actions .crumb")
        chosen, offered = crumb.inner_text(), ann.text("#actions")
        order = ann.page.get_by_label("Orders as text")
        order.fill("A PA - BUR")
        order.evaluate("(node) => { window.kept = node; node.focus(); node.setSelectionRange(4, 4); }")
        before = ann.text("#headline")
        bob.press("Ready")
        bob.press("Ready anyway")
        expect(ann.page.locator("#headline")).not_to_have_text(before)
        expect(crumb).to_have_text(chosen)
        assert ann.text("#actions") == offered
        assert ann.page.evaluate("document.activeElement === kept && kept.selectionStart") == 4
        ann.page.keyboard.type("R")
        expect(order).to_have_value("A PAR - BUR")


def test_cards_chosen_for_passing_stay_chosen_and_are_passed_together(browser: Browser, server: Server) -> None:
    with Guest(browser, server, reduced_motion="reduce") as ann:
        made = make_table(ann, "hearts", 4, 0)
        others = Others(ann, made)
        others.sit(0, 1, 2, 3)
        me = others.state(0)["waiting"][0]
        ann.sit(made["seats"][me]["link"])
        ann.wait_turn()
        cards = ann.page.locator("#hand [data-press]")
        names = [cards.nth(place).get_attribute("data-press") for place in (0, 5, 9)]
        for place in (0, 5, 7):
            cards.nth(place).click()
        expect(go(ann)).to_have_text("Pass these 3")
        cards.nth(7).click()
        expect(go(ann)).to_have_text("Choose 1 more")
        expect(go(ann)).to_be_disabled()
        go(ann).click(force=True)
        away = ann.page.locator("#seats .away")
        expect(away).to_have_count(3)
        with Guest(browser, server) as bob:
            bob.sit(made["seats"][(me + 1) % 4]["link"])
            expect(away).to_have_count(2)
        expect(ann.page.locator("#hand .picked")).to_have_count(2)
        cards.nth(9).click()
        go(ann).click()
        expect(ann.page.locator("#hand")).to_contain_text("You have chosen")
        assert set(others.state(me)["view"]["chosen"]) == set(names)


@pytest.mark.parametrize(
    ("typed", "said", "plays"),
    [
        ("12 ", "1 to 100", True),
        ("１２", "1 to 100", True),
        ("1e3", "whole numbers only", False),
        ("12.5", "whole numbers only", False),
        ("-5", "too low: at least 1", False),
        ("0", "too low: at least 1", False),
        ("101", "too high: at most 100", False),
        ("9" * 30, "too high: at most 100", False),
    ],
)
def test_only_a_whole_number_in_the_range_is_played(
    browser: Browser, server: Server, typed: str, said: str, plays: bool
) -> None:
    with Guest(browser, server, PHONE, reduced_motion="reduce") as ann:
        ann.open("/")
        answer = ann.page.evaluate(
            "async (typed) => (await import('/static/amount.js')).readAmount(typed, { low: 1, high: 100 })", typed
        )
        assert answer == ({"value": 12} if plays else {"problem": said})


def test_what_is_pasted_stands_on_the_button_or_switches_it_off(browser: Browser, server: Server) -> None:
    with auction(browser, server, size=PHONE, has_touch=True) as (ann, _others, _):
        field = ann.page.locator(NUMBER)
        assert field.get_attribute("inputmode") == "numeric"
        for typed, label in (("12 ", "Bid 12"), ("1e1", "Bid …"), ("１２", "Bid 12"), ("12.5", "Bid …"), ("", "Bid …")):
            field.fill("")
            field.focus()
            ann.page.keyboard.insert_text(typed)
            expect(field).to_have_value(typed)
            expect(go(ann)).to_have_text(label)
            assert go(ann).is_enabled() == ("…" not in label)
        number = ann.page.get_attribute("body", "data-ready")
        field.press("Enter")
        go(ann).click(force=True)
        ann.page.reload()
        ann.wait_turn()
        assert ann.page.get_attribute("body", "data-ready") == number, "nothing was played"


def test_a_press_across_an_update_plays_nothing_and_says_so(browser: Browser, server: Server) -> None:
    with auction(browser, server) as (ann, others, bob):
        ann.page.locator(NUMBER).fill("40")
        go(ann).hover()
        ann.page.mouse.down()
        others.move(bob, "bid 3")
        wait_for_bid(ann, 3)
        ann.page.mouse.up()
        expect(ann.page.locator("#refusal")).to_contain_text("nothing was played")
        expect(ann.page.locator(NUMBER)).to_have_value("40")
        go(ann).click()
        wait_for_bid(ann, 40)


def test_a_key_that_is_down_while_something_happens_plays_nothing(browser: Browser, server: Server) -> None:
    with auction(browser, server) as (ann, others, bob):
        ann.page.locator("#actions").get_by_role("button", name="Pass", exact=True).focus()
        ann.page.keyboard.down("Space")
        others.move(bob, "bid 3")
        wait_for_bid(ann, 3)
        number = ann.page.get_attribute("body", "data-ready")
        ann.page.keyboard.up("Space")
        expect(ann.page.locator("#refusal")).to_contain_text("nothing was played")
        assert ann.page.get_attribute("body", "data-ready") == number == str(others.state(bob)["number"])


def test_passing_on_a_lot_is_not_passing_on_the_next_one(browser: Browser, server: Server) -> None:
    with auction(browser, server) as (ann, others, bob):
        me = ann.page.locator("#seats .me").get_attribute("data-seat")
        expect(ann.page.locator("#dock.mine")).to_be_visible()
        ann.page.locator(NUMBER).fill("7")
        ann.page.locator("#actions").get_by_role("button", name="Pass", exact=True).focus()
        lot = others.state(bob)["lot"]
        others.move(int(me or 0), "pass")  # on another device
        others.play_until(lambda state: state.get("lot") != lot and open_lot(state), is_open)
        expect(ann.page.locator("#actions")).to_contain_text("Bid")
        expect(ann.page.locator(NUMBER)).to_have_value("1")
        assert ann.page.evaluate("document.activeElement.closest('#actions')") is None
        number = others.state(int(me or 0))["number"]
        ann.page.keyboard.press("Enter")
        ann.page.keyboard.press("Space")
        assert ann.page.get_attribute("#dock", "aria-busy") != "true", "nothing is on its way to the server"
        assert others.state(int(me or 0))["number"] == number


def test_enter_held_down_plays_one_move(browser: Browser, server: Server) -> None:
    with Guest(browser, server, reduced_motion="reduce") as ann:
        ann.sit(make_table(ann, "automation", 1, 1)["seats"][0]["link"])
        ann.wait_turn()
        sent: list[str] = []
        ann.page.on("websocket", lambda socket: socket.on("framesent", lambda data: sent.append(str(data))))
        ann.page.reload()
        ann.wait_turn()
        number = ann.page.get_attribute("body", "data-ready")
        ann.page.locator("#actions button").first.focus()
        for _ in range(12):
            ann.page.keyboard.down("Enter")
            ann.page.wait_for_timeout(20)
        ann.page.keyboard.up("Enter")
        ann.page.wait_for_function("(number) => document.body.dataset.ready !== number", arg=number)
        ann.wait_turn()
        assert len([data for data in sent if '"type":"move"' in data]) == 1


def test_what_has_just_changed_cannot_be_pressed_yet(browser: Browser, server: Server) -> None:
    with auction(browser, server, calm=LONG) as (ann, others, bob):
        ann.page.locator(NUMBER).fill("40")
        others.move(bob, "bid 3")
        wait_for_bid(ann, 3)
        go(ann).click()  # it says what it said before
        wait_for_bid(ann, 40)
        others.move(bob, "bid 41")
        wait_for_bid(ann, 41)
        number = ann.page.get_attribute("body", "data-ready")
        ann.page.keyboard.type("9")
        ann.press("least 42")
        go(ann).click()
        expect(ann.page.locator("#refusal")).to_contain_text("nothing was played")
        assert ann.page.get_attribute("body", "data-ready") == number


def sit_at_automation(ann: Guest) -> None:
    """Open the page of a table of Automation at which it is Ann's turn already."""
    ann.sit(make_table(ann, "automation", 1, 1)["seats"][0]["link"])
    ann.wait_turn()
    ann.page.reload()
    ann.wait_turn()


def test_a_double_click_is_one_press(browser: Browser, server: Server) -> None:
    with Guest(browser, server, calm=LONG, reduced_motion="reduce") as ann:
        sit_at_automation(ann)
        number = int(ann.page.get_attribute("body", "data-ready") or 0)
        ann.page.locator("#actions").get_by_role("button", name="Continue – on to buying", exact=True).click()
        ann.page.wait_for_function("(number) => Number(document.body.dataset.ready) > number", arg=number)
        ann.wait_turn()
        number = int(ann.page.get_attribute("body", "data-ready") or 0)
        ann.page.locator("#actions").get_by_role("button", name="Continue – my turn ends", exact=True).click()
        assert ann.page.get_attribute("#dock", "aria-busy") != "true"
        assert int(ann.page.get_attribute("body", "data-ready") or 0) == number


def test_a_double_click_does_not_resign(browser: Browser, server: Server) -> None:
    with Guest(browser, server, calm=LONG, reduced_motion="reduce") as ann:
        sit_at_automation(ann)
        ann.press("More")
        ann.page.get_by_role("button", name="Resign", exact=True).dblclick()
        expect(ann.page.get_by_role("button", name="Really resign?", exact=True)).to_be_visible()
        assert ann.status == "playing"


def test_a_slider_that_is_dragged_survives_an_update(browser: Browser, server: Server) -> None:
    with auction(browser, server) as (ann, others, bob):
        slider = ann.page.locator("#actions [type=range]")
        box = slider.bounding_box()
        assert box
        middle = box["y"] + box["height"] / 2
        ann.page.mouse.move(box["x"] + box["width"] / 2, middle)
        ann.page.mouse.down()
        ann.page.mouse.move(box["x"] + box["width"] * 0.6, middle)
        typed = ann.page.locator(NUMBER).input_value()
        others.move(bob, "bid 3")
        wait_for_bid(ann, 3)
        expect(ann.page.locator(NUMBER)).to_have_value(typed)
        ann.page.mouse.move(box["x"] + box["width"] * 0.9, middle)
        after = int(ann.page.locator(NUMBER).input_value())
        assert after > int(typed)
        ann.page.mouse.up()
        expect(go(ann)).to_have_text(f"Bid {after}")


def test_what_was_typed_survives_a_lost_line(browser: Browser, server: Server) -> None:
    lines: list[WebSocketRoute] = []

    def listen(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    with auction(browser, server) as (ann, others, bob):
        ann.page.route_web_socket("**/live", listen)
        ann.page.reload()
        ann.wait_turn()
        field = ann.page.locator(NUMBER)
        field.fill("33")
        field.evaluate("(node) => { window.kept = node; node.focus(); }")
        lines[0].close()
        others.move(bob, "bid 30")
        wait_for_bid(ann, 30)
        assert ann.page.evaluate("document.activeElement === kept")
        expect(field).to_have_value("33")
        field.press("Enter")
        wait_for_bid(ann, 33)


def test_a_move_that_was_accepted_is_under_way_until_its_position_is_shown(browser: Browser, server: Server) -> None:
    """The answer comes before the new position. A press between them would be one on a question that is answered."""
    held: list[str | bytes] | None = None
    heard: list[str] = []
    sent: list[str] = []
    lines: list[WebSocketRoute] = []

    def listen(line: WebSocketRoute) -> None:
        far = line.connect_to_server()
        lines.append(line)

        def send(said: str | bytes) -> None:
            sent.append(str(said))
            far.send(said)

        def hear(said: str | bytes) -> None:
            if held is not None and '"type":"state"' in str(said):
                held.append(said)
            else:
                line.send(said)
                heard.append(str(said))

        line.on_message(send)
        far.on_message(hear)

    with Guest(browser, server, reduced_motion="reduce") as ann:
        ann.page.route_web_socket("**/live", listen)
        ann.sit(make_table(ann, "automation", 1, 1)["seats"][0]["link"])
        ann.wait_turn()
        held = []
        ann.page.locator("#hand .lit").first.click()
        while not held or not any('"type":"accepted"' in answer for answer in heard):
            ann.page.wait_for_timeout(10)
        assert ann.page.get_attribute("#dock", "aria-busy") == "true"
        ann.page.locator("#hand .lit").first.click()
        for state in held:
            lines[0].send(state)
        held = None
        ann.wait_turn()
        assert len([message for message in sent if '"type":"move"' in message]) == 1


def test_a_refused_bid_is_still_there_to_be_changed(browser: Browser, server: Server) -> None:
    deaf = False

    def listen(line: WebSocketRoute) -> None:
        far = line.connect_to_server()
        far.on_message(lambda said: None if deaf and '"type":"state"' in str(said) else line.send(said))

    with auction(browser, server) as (ann, others, bob):
        ann.page.route_web_socket("**/live", listen)
        ann.page.reload()
        ann.wait_turn()
        ann.page.locator(NUMBER).fill("20")
        deaf = True
        others.move(bob, "bid 31")
        go(ann).click()
        expect(ann.page.locator("#refusal")).to_contain_text("The game has moved on")
        expect(ann.page.locator(NUMBER)).to_have_value("20")


def test_a_city_is_built_by_a_button_that_names_its_price(browser: Browser, server: Server) -> None:
    with Guest(browser, server, reduced_motion="reduce") as ann:
        made = make_table(ann, "power-grid", 3, 0)
        others = Others(ann, made)
        others.sit(0, 1, 2)
        me = others.play_until(
            lambda state: any(option["type"] == "BuildCity" for option in state["options"] or ()),
            lambda option: option["type"] in ("PassAuction", "Pass", "Done"),
        )
        ann.sit(made["seats"][me]["link"])
        ann.wait_turn()
        view = others.state(me)["view"]
        city = next(city for city in view["cities"] if city["cost"] is not None)
        group = ann.page.locator("#actions").get_by_role("button", name="Build …", exact=True)
        if group.count():
            group.click()
        label = f"Build {city['name']} for {city['cost']}"
        expect(ann.page.locator("#actions").get_by_role("button", name=label, exact=True)).to_be_visible()
