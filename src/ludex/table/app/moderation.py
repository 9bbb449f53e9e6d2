"""Blocking and reporting players, and the operator's page."""

from __future__ import annotations

import hmac
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ludex.table.app.api import API, room_of
from ludex.table.app.auth import bearer_token, host_of
from ludex.table.app.endpoints import Read
from ludex.table.app.guard import server_of
from ludex.table.app.me import Which, expect_person, private
from ludex.table.app.people import person_of
from ludex.table.app.session import seat_among
from ludex.table.app.templates import render
from ludex.table.room.actions import readable
from ludex.table.room.messages import SeatNumber
from ludex.table.room.refused import Refused
from ludex.table.server import operator, peace
from ludex.table.server.ratings import players_of
from ludex.table.server.table_server import TableServer
from ludex.table.server.tokens import hashed


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/me/blocked`: a player at a table."""

    table: Annotated[str, msgspec.Meta(max_length=40)]
    seat: SeatNumber


class NewReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/tables/{id}/reports`."""

    seat: SeatNumber
    why: Annotated[str, msgspec.Meta(max_length=1000)] = ""


class Days(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/operator/prune`."""

    days: Annotated[float, msgspec.Meta(ge=1, le=100_000)]


@API.get("/api/me/blocked", refuses=(401, 404, 409), security="person")
async def show_blocked(request: Request) -> Response:
    """Return the players whom the person has blocked."""
    person = await expect_person(request)
    return private({"blocked": await peace.shown_blocks(server_of(request), person.mark)})


@API.post("/api/me/blocked", Player, refuses=(401, 404, 409), security="person")
async def block(request: Request, read: Read[Player]) -> Response:
    """Block a player, at whose table the person plays."""
    person, body, server = await expect_person(request), await read(), server_of(request)
    room = await server.room(body.table)
    if not any(seat.owner == person.mark for seat in room.state.seats):
        raise Refused(403, "not-yours", "You can block those with whom you play.")
    await peace.block(server, person.mark, room.state, body.seat)
    room.viewers.block(person.mark, await peace.blocked_by(server, person.mark))
    return private({"blocked": await peace.shown_blocks(server, person.mark)})


@API.post("/api/me/unblock", Which, refuses=(401, 404, 409), security="person")
async def unblock(request: Request, read: Read[Which]) -> Response:
    """Unblock a player."""
    person, body, server = await expect_person(request), await read(), server_of(request)
    if not await peace.unblock(server, person.mark, body.id):
        raise Refused(404, "not-blocked", "You have not blocked this player.")
    return private({"blocked": await peace.shown_blocks(server, person.mark)})


@API.post("/api/tables/{table}/reports", NewReport, status=201, refuses=(409,))
async def report(request: Request, read: Read[NewReport]) -> Response:
    """Report a player to the operator, with the messages that the reporter could read."""
    room, seats = await room_of(request)
    body, server, person = await read(), server_of(request), await person_of(request)
    mine = seat_among(seats, None)
    if body.seat in seats:
        raise Refused(409, "yourself", "This seat is yours.")
    server.limits.report(host_of(request), server.clock.now())
    mark = person.mark if person is not None else ""
    async with room.reading() as state:
        await peace.report(server, mark, state, body.seat, mine, readable(body.why, lines=True))
    return Response(b'{"reported":true}', 201, media_type="application/json")


@API.get("/api/tables/{table}/players", refuses=(409,))
async def show_players(request: Request) -> Response:
    """Return the reliability and ratings of the persons at a public table."""
    return private({"players": await players_of(server_of(request), request.path_params["table"])})


# The operator


def _expect_operator(request: Request) -> TableServer:
    """Return the server, if the request has the operator's token. Attempts are counted."""
    server = server_of(request)
    if server.operator_token is None:
        raise Refused(404, "no-page", "There is no such page.")
    given = bearer_token(request) or ""
    if not hmac.compare_digest(hashed(given), hashed(server.operator_token)):
        server.limits.sign_in(host_of(request), server.clock.now())
        raise Refused(401, "no-token", "Send the operator's token: Authorization: Bearer TOKEN.")
    return server


@API.get("/operator", documented=False)
async def operator_page(request: Request) -> Response:
    """Return the operator's page, which asks for the token. It contains nothing else."""
    if server_of(request).operator_token is None:
        raise Refused(404, "no-page", "There is no such page.")
    return HTMLResponse(render("operator.html"), headers={"cache-control": "no-store"})


@API.get("/api/operator", refuses=(401, 404), security="metrics")
async def show_overview(request: Request) -> Response:
    """Return the tables, reports and limits of the server."""
    return private(await operator.overview(_expect_operator(request)))


@API.post("/api/operator/reports/close", Which, refuses=(401, 404), security="metrics")
async def close_report(request: Request, read: Read[Which]) -> Response:
    """Delete a report."""
    server = _expect_operator(request)
    if not await operator.close_report(server, (await read()).id):
        raise Refused(404, "no-report", "There is no such report.")
    return private({"closed": True})


@API.post("/api/operator/prune", Days, refuses=(401, 404), security="metrics")
async def prune(request: Request, read: Read[Days]) -> Response:
    """Delete old tables."""
    server = _expect_operator(request)
    return private({"deleted": await operator.prune(server, (await read()).days)})
