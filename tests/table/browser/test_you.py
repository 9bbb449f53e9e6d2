"""The page "You" in a real browser: passkeys on two devices, recovery codes, games everywhere, blocking, deletion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.table.browser.guests import PHONE, SIZES, Guest
from tests.table.browser.server import Server
from tests.table.browser.test_axe import expect_clean

TOKEN = "the-operators-own-token"


@pytest.fixture(scope="module")
def operated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an operator."""
    made = Server(tmp_path_factory.mktemp("you") / "tables.db", "--no-limits", "--operator-token", TOKEN)
    made.start()
    yield made
    made.stop()


def authenticator(context: BrowserContext, page: Page) -> tuple[Any, str]:
    """Give a browser a virtual authenticator."""
    tools = context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    found = tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return tools, found["authenticatorId"]


def play(guest: Guest, game: str = "spades") -> str:
    """Begin a game with bots; return the id of its table."""
    guest.open("/")
    guest.page.click(f"[data-play={game}]")
    guest.page.wait_for_selector("body[data-ready]")
    return guest.page.url.rpartition("/")[2]


def test_a_passkey_brings_a_person_to_another_device(browser: Browser, operated: Server) -> None:
    pytest.importorskip("webauthn")
    with Guest(browser, operated) as ann, Guest(browser, operated, PHONE) as phone:
        table = play(ann)
        ann.open("/you")
        tools, key = authenticator(ann.page.context, ann.page)
        ann.page.get_by_role("button", name="Make a passkey").click()
        expect(ann.page.locator("#keys li")).to_have_count(1)
        made = tools.send("WebAuthn.getCredentials", {"authenticatorId": key})["credentials"]
        assert len(made) == 1
        phone.open("/you")
        other, second = authenticator(phone.page.context, phone.page)
        other.send("WebAuthn.addCredential", {"authenticatorId": second, "credential": made[0]})
        phone.page.get_by_role("button", name="Use a passkey").click()
        expect(phone.page.locator("#devices li")).to_have_count(2)
        phone.open("/")
        expect(phone.page.locator(f"#mine a[href$='{table}']")).to_have_count(1)
        phone.open(f"/tables/{table}")
        phone.page.wait_for_selector("body[data-ready]")
        assert (
            phone.page.evaluate("fetch(`/api/tables/${document.body.dataset.table}`).then((a) => a.json())")["you"] == 0
        )
        ann.open("/you")
        ann.page.locator("#devices li", has_not_text="this device").get_by_role("button").click()
        expect(ann.page.locator("#devices li")).to_have_count(1)
        phone.open("/you")
        expect(phone.page.locator("#you-all")).to_be_hidden()
        ann.page.locator("#keys").get_by_role("button", name="Remove").click()
        expect(ann.page.locator("#keys li")).to_have_count(0)
        phone.expected = ("403",)
        phone.page.get_by_role("button", name="Use a passkey").click()
        expect(phone.page.locator("#problem")).to_contain_text("does not know this passkey")


def test_a_recovery_code_is_shown_once_and_works_once(browser: Browser, operated: Server) -> None:
    with Guest(browser, operated) as ann, Guest(browser, operated, PHONE) as phone:
        table = play(ann)
        ann.open("/you")
        ann.page.get_by_role("button", name="Make a recovery code").click()
        expect(ann.page.locator("#code")).to_be_visible()
        code = ann.page.locator("#code-text").inner_text()
        ann.open("/you")
        expect(ann.page.locator("#code")).to_be_hidden()
        phone.open("/you")
        phone.page.get_by_label("Recovery code").fill(code)
        phone.page.get_by_role("button", name="Use a recovery code").click()
        expect(phone.page.locator("#devices li")).to_have_count(2)
        expect(phone.page.locator("#code")).to_be_visible()
        assert phone.page.locator("#code-text").inner_text() != code
        phone.open("/")
        expect(phone.page.locator(f"#mine a[href$='{table}']")).to_have_count(1)
        phone.open("/you")
        phone.page.get_by_label("Recovery code").fill(code)
        phone.expected = ("403",)
        phone.page.get_by_role("button", name="Use a recovery code").click()
        expect(phone.page.locator("#problem")).to_contain_text("not valid")


def test_everything_is_deleted_after_a_question(browser: Browser, operated: Server) -> None:
    with Guest(browser, operated) as ann:
        play(ann)
        ann.open("/you")
        ann.page.locator("#delete").click()
        ann.page.get_by_role("button", name="Keep everything").click()
        expect(ann.page.locator("#you-all")).to_be_visible()
        ann.page.locator("#delete").click()
        ann.page.locator("#sure").get_by_role("button", name="Delete everything").click()
        ann.page.wait_for_url("**/")
        ann.open("/you")
        expect(ann.page.locator("#you-all")).to_be_hidden()


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_serious_on_the_new_pages(browser: Browser, operated: Server, size: str) -> None:
    with Guest(browser, operated, SIZES[size]) as ann:
        ann.open("/you")
        expect(ann.page.locator("#you-sign-in")).to_be_visible()
        expect_clean(ann, "You, as a guest")
        play(ann)
        ann.open("/you")
        expect(ann.page.locator("#record")).to_have_text("You have finished no game at a public table.")
        expect(ann.page.locator("#blocked-none")).to_be_visible()
        expect(ann.page.locator("#problem")).to_be_hidden()
        language = ann.page.get_by_label("Language of notices")
        language.select_option("de")
        expect(ann.page.locator("[data-part=said]")).to_have_text("Saved.")
        ann.open("/you")
        expect(language).to_have_value("de")
        ann.page.get_by_role("button", name="Make a recovery code").click()
        expect(ann.page.locator("#code")).to_be_visible()
        expect_clean(ann, "You")
        ann.open("/operator")
        expect_clean(ann, "the operator's page before the token")
        ann.page.get_by_label("Operator's token").fill(TOKEN)
        ann.page.get_by_role("button", name="Open").click()
        expect(ann.page.locator("#overview")).to_be_visible()
        expect_clean(ann, "the operator's page")
