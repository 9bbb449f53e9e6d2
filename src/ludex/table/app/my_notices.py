"""The notices of the person who asks: choices, devices and address, and the pages that confirm and stop e-mail."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ludex.table.app.api import API, answer
from ludex.table.app.auth import base_of, host_of
from ludex.table.app.endpoints import Read
from ludex.table.app.guard import guarded, server_of
from ludex.table.app.pages import WITH_FORMS
from ludex.table.app.people import person_of, person_token, visitor_of
from ludex.table.app.templates import render
from ludex.table.room.messages import encode
from ludex.table.room.refused import Refused
from ludex.table.server import bodies
from ludex.table.server.mail import is_address
from ludex.table.server.notice_words import WORDS
from ludex.table.server.notices import check_url
from ludex.table.server.persons import label_of
from ludex.table.server.sending import link_name
from ludex.table.server.table_server import TableServer
from ludex.table.server.tokens import hashed, is_id, new_secret
from ludex.table.server.wishes import (
    ADDRESS,
    DEVICE,
    LINK,
    MOST_DEVICES,
    Address,
    Device,
    Ways,
    Wishes,
    address_of,
    change_address,
    devices_of,
    ways_at,
    wishes_of,
    zone_named,
)
from ludex.table.store import Belonging, Notice

MOST_TABLES = 300
"""Most tables for which a person can choose separate ways."""


class TableWays(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `PUT /api/me/notices/tables/{table}`: the ways for one table. None: the same as for all."""

    ways: Ways | None


async def person_here(request: Request) -> str:
    """Return the mark of the person who asks for a change. A browser that has none gets one."""
    person = await visitor_of(request)
    if person is None:
        raise Refused(401, "no-person", "Turn notices are for people whom this server knows. Take a seat first.")
    return person.mark


@API.get("/api/me/notices", query={"table": {"type": "string", "pattern": "^[a-km-np-z2-9]{12}$"}})
async def show_notices(request: Request) -> Response:
    """Return the choices of the client's person about turn notices, and what this server offers."""
    person, table = await person_of(request), request.query_params.get("table", "")
    if table and not is_id(table):
        raise Refused(400, "unreadable", f"table is {table!r}: expected the id of a table.")
    return answer(await described(server_of(request), person.mark if person is not None else "", table))


async def described(server: TableServer, person: str, table: str = "") -> dict[str, Any]:
    """Return everything that a page shows about the notices of a person; an empty text is a client without one."""
    signer = server.notices.signer
    address = await address_of(server, person) if person else None
    shown = (
        {"address": address.address, "confirmed": address.confirmed, "refused": address.refused} if address else None
    )
    return {
        "known": bool(person),
        "key": signer.public if signer is not None else None,
        "mail": server.notices.mailer is not None,
        "wishes": await wishes_of(server, person) if person else Wishes(),
        "table": await ways_at(server, person, table) if person and table else None,
        "address": shown,
        "devices": [
            {"id": one.name, "label": device.label, "since": one.at}
            for one, device in (await devices_of(server, person) if person else [])
        ],
        "languages": {code: words.name for code, words in WORDS.items()},
    }


@API.post("/api/me/notices", Wishes, method="PUT", refuses=(401, 409))
async def choose(request: Request, read: Read[Wishes]) -> Response:
    """Change the choices of the client's person for all tables."""
    server, wishes = server_of(request), await read()
    if wishes.quiet is not None:
        zone_named(wishes.quiet.zone)
    if wishes.url:
        check_url(wishes.url, server.local_webhooks)
    person = await person_here(request)
    await server.persons.set_settings(person, msgspec.to_builtins(wishes), "notices")
    return answer(await described(server, person))


@API.post("/api/me/notices/tables/{table}", TableWays, method="PUT", refuses=(401, 409))
async def choose_for_table(request: Request, read: Read[TableWays]) -> Response:
    """Change the ways that notices of one table take."""
    server, body = server_of(request), await read()
    room = await server.room(request.path_params["table"])
    person = await person_here(request)
    chosen = [one for one in await server.store.belongings(person, "settings") if one.table]
    if len(chosen) >= MOST_TABLES and all(one.table != room.id for one in chosen):
        raise Refused(409, "too-many", f"You have chosen for {MOST_TABLES} tables already.")
    data = {"ways": None if body.ways is None else msgspec.to_builtins(body.ways)}
    await server.persons.set_settings(person, data, f"notices.{room.id}", table=room.id)
    return answer(await described(server, person, room.id))


@API.post("/api/me/notices/devices", bodies.NewDevice, status=201, refuses=(401, 409))
async def add_device(request: Request, read: Read[bodies.NewDevice]) -> Response:
    """Let a browser receive turn notices, even while no page is open."""
    server, body = server_of(request), await read()
    expect_subscription(server, body)
    person = await person_here(request)
    token = person_token(request) or getattr(request.state, "person_cookie", "")
    browser = hashed(token) if token else ""
    label, site = label_of(request.headers.get("user-agent", "")), base_of(request)
    site = site if site.startswith("https:") else ""
    device = Device(body.endpoint, body.p256dh, body.auth, label, browser, site)
    now, name = server.clock.now(), device_name(body.endpoint)
    replaced = None if body.replaces is None else device_name(body.replaces)
    others = [one.name for one, _ in await devices_of(server, person) if one.name not in (name, replaced)]
    for one in (*([replaced] if replaced else []), *others[: max(0, len(others) - MOST_DEVICES + 1)]):
        await server.store.disown(DEVICE, one, person)
    await server.store.own([Belonging(DEVICE, name, person, encode(device), at=now)])
    return answer(await described(server, person), 201)


def device_name(endpoint: str) -> str:
    """Return the name of a subscription: a browser that two persons use has the one who subscribed last."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def expect_subscription(server: TableServer, body: bodies.NewDevice) -> None:
    """Refuse a subscription that is not one, or whose push service is not on the public internet."""
    if server.notices.signer is None:
        raise Refused(409, "no-push", "This server sends no messages to browsers: it runs without ludex[people].")
    from ludex.table.server.web_push import are_keys  # an extra

    check_url(body.endpoint, server.local_webhooks)
    if not are_keys(body.p256dh, body.auth) or not (body.endpoint.startswith("https:") or server.local_webhooks):
        raise Refused(409, "bad-device", "This is not the subscription of a browser.")


@API.post("/api/me/notices/devices/remove", bodies.OldDevice, refuses=(401,))
async def remove_device(request: Request, read: Read[bodies.OldDevice]) -> Response:
    """Send no more notices to a device."""
    server, body = server_of(request), await read()
    person = await person_here(request)
    await server.store.disown(DEVICE, body.id, person)
    return answer(await described(server, person))


@API.post("/api/me/notices/address", bodies.NewAddress, method="PUT", refuses=(401, 409))
async def choose_address(request: Request, read: Read[bodies.NewAddress]) -> Response:
    """Set the address for turn notices by e-mail. A message asks to confirm it before it is used."""
    server, body = server_of(request), await read()
    if body.address is not None and server.notices.mailer is None:
        raise Refused(409, "no-mail", "This server sends no e-mail.")
    if body.address is not None and not is_address(body.address):
        raise Refused(409, "bad-address", "This is not an e-mail address such as ann@example.org.")
    person = await person_here(request)
    known = await address_of(server, person)
    if body.address is None:
        await forget_address(server, person)
    elif known is None or known.address != body.address or not known.confirmed:
        now = server.clock.now()
        server.limits.question(person, host_of(request), body.address, now)
        await forget_address(server, person)
        token = new_secret()
        stored = Belonging(ADDRESS, person, person, encode(Address(body.address, token)), at=now)
        await server.store.own([stored, Belonging(LINK, link_name(token), person, at=now)])
        asking = Notice(f"confirm.{secrets.token_hex(8)}", encode({"kind": "confirm"}), now, person=person)
        await server.store.post([asking])
    return answer(await described(server, person))


async def forget_address(server: TableServer, person: str) -> None:
    """Remove the address of a person, and the links in messages to it."""
    for one in await server.store.belongings(person, LINK):
        await server.store.disown(LINK, one.name, person)
    await server.store.disown(ADDRESS, person, person)


def routes() -> list[Route]:
    """Return the routes of the pages that links in e-mail lead to. Reading them changes nothing: programs do that."""
    return [Route("/mail/{what}/{token}", guarded(mail_page, page=True), methods=["GET", "POST"])]


async def mail_page(request: Request) -> Response:
    """`GET` and `POST /mail/confirm/{token}` and `/mail/stop/{token}`: no one has to sign in for that."""
    server, what, token = server_of(request), request.path_params["what"], request.path_params["token"]
    found = await server.store.belonging(LINK, link_name(token)) if len(token) <= 100 else None
    address = await address_of(server, found.person) if found is not None else None
    if what not in ("confirm", "stop") or found is None or address is None or address.token != token:
        raise Refused(404, "no-link", "This link is no longer valid. Nothing is sent to the address that it was for.")
    done = request.method == "POST"
    if done and what == "stop":
        await forget_address(server, found.person)
    elif done:
        confirmed = msgspec.structs.replace(address, confirmed=True, refused=False)
        await change_address(server, found.person, confirmed, found.name)
    page = render("mail.html", what=what, done=done, address=address.address)
    return HTMLResponse(page, headers={"cache-control": "no-store", **WITH_FORMS})
