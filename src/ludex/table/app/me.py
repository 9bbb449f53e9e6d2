"""The routes of a person's name, devices, passkeys, games and data: `/api/me` and the page "You"."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ludex.table.app.api import API
from ludex.table.app.auth import base_of, host_of
from ludex.table.app.endpoints import Read
from ludex.table.app.guard import server_of
from ludex.table.app.people import (
    Person,
    Visitor,
    drop_person_cookie,
    is_browser,
    person_of,
    person_token,
    set_person_cookie,
)
from ludex.table.app.request_body import JSON
from ludex.table.app.templates import render
from ludex.table.room.actions import readable
from ludex.table.room.messages import Name, encode
from ludex.table.room.refused import Refused
from ludex.table.server import leaving_site
from ludex.table.server.my_games import my_games
from ludex.table.server.passkeys import INSTALLED, PASSKEY
from ludex.table.server.persons import DEVICE, device_id
from ludex.table.server.ratings import reliability
from ludex.table.server.recovery import RECOVERY, replace_code, use_code
from ludex.table.server.tokens import hashed, new_secret

PRIVATE = {"cache-control": "no-store"}
Short = Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A body without contents: an empty object."""


class MyName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `PUT /api/me`."""

    name: Name


class Which(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A body that names a device, a passkey or a person by an id."""

    id: Short


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/me/recover`."""

    code: Annotated[str, msgspec.Meta(max_length=100)]


class Credential(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A body with the answer of an authenticator."""

    credential: dict[str, Any]


class Sure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/me/delete`."""

    sure: bool


def private(data: Any) -> Response:
    """Return data that only one person may see, and no cache may store."""
    return Response(encode(data), media_type=JSON, headers=PRIVATE)


async def expect_person(request: Request) -> Person:
    """Return the person who sends a request. Guests are refused."""
    found = await person_of(request)
    if found is None:
        raise Refused(401, "no-person", "Only players can do this: take a seat first, or sign in.")
    return found


async def expect_visitor(request: Request) -> Visitor:
    """Return the person who sends a request, if this server made them and not the site around it."""
    found = await expect_person(request)
    if not isinstance(found, Visitor):
        raise Refused(409, "site-person", "You are signed in at the site. Your devices are known there.")
    return found


@API.get("/api/me", refuses=(401, 404, 409), security="person")
async def show_me(request: Request) -> Response:
    """Return everything that the page shows of a person, or null for a guest."""
    person, server = await person_of(request), server_of(request)
    if person is None:
        return private({"person": None, "passkeys": INSTALLED, "people": server.persons.on})
    own, mark = isinstance(person, Visitor), person.mark
    here = device_id(hashed(person_token(request)))
    devices = await server.persons.devices(mark) if own else []
    shown = {
        "name": person.name,
        "own": own,
        "since": (await server.persons.kept(mark)).since,
        "devices": [{**msgspec.to_builtins(one), "here": one.id == here} for one in devices],
        "passkeys": await server.passkeys.shown(mark),
        "recovery": bool(await server.store.belongings(mark, RECOVERY)),
        "record": await reliability(server.store, mark),
        "ratings": await server.ratings.all_of(mark),
    }
    return private({"person": shown, "passkeys": INSTALLED, "people": server.persons.on})


@API.post("/api/me", MyName, method="PUT", refuses=(401, 404, 409), security="person")
async def rename(request: Request, read: Read[MyName]) -> Response:
    """Change the name that tables suggest for the person."""
    person, name = await expect_visitor(request), readable((await read()).name)
    await server_of(request).persons.rename(person.mark, name)
    return private({"name": name})


@API.get("/api/me/games", refuses=(401, 404, 409), security="person")
async def show_games(request: Request) -> Response:
    """Return the games of a person, on whatever device they were begun."""
    person = await person_of(request)
    return private({"games": None if person is None else await my_games(server_of(request), person.mark)})


@API.post("/api/me/devices/sign-out", Which, refuses=(401, 404, 409), security="person")
async def sign_out(request: Request, read: Read[Which]) -> Response:
    """Sign out a device. It loses the seats of the person, too."""
    person, server, wanted = await expect_visitor(request), server_of(request), await read()
    names = {device_id(one.name): one.name for one in await server.store.belongings(person.mark, DEVICE)}
    if not await server.persons.sign_out(person.mark, wanted.id):
        raise Refused(404, "no-device", "You have no such device.")
    response = private({"devices": [msgspec.to_builtins(one) for one in await server.persons.devices(person.mark)]})
    if names[wanted.id] == hashed(person_token(request)):
        drop_person_cookie(response)
    await leaving_site.renew_seats(server, person.mark, names[wanted.id])
    return response


# Recovery codes


@API.post("/api/me/recovery", Nothing, refuses=(401, 404, 409), security="person")
async def make_code(request: Request, read: Read[Nothing]) -> Response:
    """Make a recovery code, which is shown once. It replaces an earlier one."""
    person = await expect_visitor(request)
    await read()
    return private({"code": await replace_code(server_of(request), person.mark)})


@API.post("/api/me/recover", Code, refuses=(401, 404, 409), security="person")
async def recover(request: Request, read: Read[Code]) -> Response:
    """Sign in with a recovery code, which is replaced by a new one."""
    server = await _signing_in(request)
    token = new_secret()
    used = await use_code(server, (await read()).code, token, request.headers.get("user-agent", ""))
    if used is None:
        raise Refused(403, "no-code", "This recovery code is not valid, or was used already.")
    mark, code = used
    return await _signed_in(request, mark, token, {"code": code})


# Passkeys


@API.post("/api/me/passkeys/options", Nothing, refuses=(401, 404, 409), security="person")
async def passkey_options(request: Request, read: Read[Nothing]) -> Response:
    """Return the options for making a passkey."""
    person = await expect_visitor(request)
    await read()
    made = await server_of(request).passkeys.options(person.mark, _rp_of(request), person.name)
    return Response(made, media_type=JSON, headers=PRIVATE)


@API.post("/api/me/passkeys", Credential, refuses=(401, 404, 409), security="person")
async def add_passkey(request: Request, read: Read[Credential]) -> Response:
    """Store a passkey."""
    person, body, server = await expect_visitor(request), await read(), server_of(request)
    label = next((one.label for one in await server.persons.devices(person.mark)), "A browser")
    await server.passkeys.add(person.mark, _rp_of(request), _origin_of(request), body.credential, label)
    return private({"passkeys": await server.passkeys.shown(person.mark)})


@API.post("/api/me/passkeys/remove", Which, refuses=(401, 404, 409), security="person")
async def remove_passkey(request: Request, read: Read[Which]) -> Response:
    """Remove a passkey."""
    person, body, server = await expect_visitor(request), await read(), server_of(request)
    if not await server.store.disown(PASSKEY, body.id, person.mark):
        raise Refused(404, "no-passkey", "You have no such passkey.")
    return private({"passkeys": await server.passkeys.shown(person.mark)})


@API.post("/api/me/sign-in/options", Nothing, refuses=(401, 404, 409), security="person")
async def sign_in_options(request: Request, read: Read[Nothing]) -> Response:
    """Return the options for signing in with a passkey."""
    await read()
    made = await server_of(request).passkeys.challenge(_rp_of(request))
    return Response(made, media_type=JSON, headers=PRIVATE)


@API.post("/api/me/sign-in", Credential, refuses=(401, 404, 409), security="person")
async def sign_in(request: Request, read: Read[Credential]) -> Response:
    """Sign in with a passkey."""
    server, body = await _signing_in(request), await read()
    mark = await server.passkeys.person(_rp_of(request), _origin_of(request), body.credential)
    token = new_secret()
    device = server.persons.device(mark, token, request.headers.get("user-agent", ""))
    if not await server.persons.own(mark, [device]):
        raise Refused(403, "no-passkey", "This person was deleted.")
    return await _signed_in(request, mark, token, {})


async def _signing_in(request: Request) -> Any:
    """Return the server for an attempt to sign in, which is counted."""
    server = server_of(request)
    if not server.persons.on or request.app.state.who is not None:
        raise Refused(409, "no-people", "This server has no sign-in.")
    if not is_browser(request):
        raise Refused(403, "no-browser", "Sign in with a browser.")
    server.limits.sign_in(host_of(request), server.clock.now())
    return server


async def _signed_in(request: Request, mark: str, token: str, more: dict[str, Any]) -> Response:
    """Answer a browser that has become a device of a person, and give it the token of that device.

    A person who was made silently here becomes the same one.
    """
    server, before = server_of(request), await person_of(request)
    if isinstance(before, Visitor):
        old = hashed(person_token(request))
        settled = before.mark != mark and await _is_settled(request, before)
        if not settled:
            await leaving_site.move_subscription(server, (before.mark, old), (mark, hashed(token)))
        if settled or before.mark == mark:
            await server.store.disown(DEVICE, old, before.mark)
        else:
            await leaving_site.merge(server, before.mark, mark)
    request.state.person_cookie = None  # an earlier token is not set again
    response = private({"name": (await server.persons.kept(mark)).name, **more})
    set_person_cookie(request, response, token)
    return response


async def _is_settled(request: Request, person: Visitor) -> bool:
    """Return whether a person can come back from elsewhere, and is not lost if this device becomes another's."""
    owned = {one.kind for one in await server_of(request).store.belongings(person.mark)}
    devices = await server_of(request).persons.devices(person.mark)
    return bool(owned & {PASSKEY, RECOVERY}) or len(devices) > 1


def _rp_of(request: Request) -> str:
    """Return the name of this site, as authenticators know it."""
    return (request.url.hostname or "localhost").lower()


def _origin_of(request: Request) -> str:
    """Return the origin of the page, which the guard has compared with this site's address."""
    origin = request.headers.get("origin", "")
    if origin.partition("//")[2].lower() != request.headers.get("host", "").lower():
        raise Refused(403, "other-origin", f"Passkeys are made and used at {base_of(request)}.")
    return origin


# Everything


@API.get("/api/me/export", refuses=(401, 404, 409), security="person")
async def export(request: Request) -> Response:
    """Return everything that is stored of the person, as a file."""
    found = await leaving_site.export(server_of(request), (await expect_person(request)).mark)
    headers = {**PRIVATE, "content-disposition": 'attachment; filename="ludex-export.json"'}
    return Response(msgspec.json.format(encode(found)), media_type=JSON, headers=headers)


@API.post("/api/me/delete", Sure, refuses=(401, 404, 409), security="person")
async def delete(request: Request, read: Read[Sure]) -> Response:
    """Delete the person."""
    person = await expect_person(request)
    if not (await read()).sure:
        raise Refused(409, "not-sure", "Nothing was deleted.")
    await leaving_site.delete_person(server_of(request), person.mark)
    request.state.person_cookie = None
    response = private({"deleted": True})
    drop_person_cookie(response)
    return response


@API.get("/you", documented=False)
async def you(request: Request) -> Response:
    """Return the page of a person."""
    return HTMLResponse(render("you.html"), headers={"cache-control": "no-cache"})
