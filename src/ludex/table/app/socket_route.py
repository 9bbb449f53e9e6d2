"""The socket of a table: `GET /tables/{id}/live`. The first message identifies the client; the address never does."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from ludex.core.language.errors import NOT_JSON, json_fault
from ludex.core.language.json_keys import single_keys
from ludex.table.app.auth import cookie_tokens, host_of, same_origin
from ludex.table.app.gate import gate_of
from ludex.table.app.people import person_of, person_token
from ludex.table.app.sender import Sender
from ludex.table.app.session import Session, seat_among, seats_of
from ludex.table.room import actions
from ludex.table.room.messages import MESSAGES, Hello, encode
from ludex.table.room.refused import Refused, refusal_of_store
from ludex.table.room.room import Room
from ludex.table.room.state import SPECTATOR
from ludex.table.server.peace import blocked_by
from ludex.table.server.table_server import TableServer
from ludex.table.server.tokens import hashed
from ludex.table.store.errors import StoreError

HELLO_WITHIN = 10.0
"""Seconds for the first message."""
CLOSED_REFUSED, TRY_AGAIN = 4403, 1013
"""Codes with which a refused connection is closed: for good, or only for now, as by a server about to stop."""
FOR_NOW = (408, 429, 503)
"""The statuses of refusals after which a client may soon try again."""


async def live(socket: WebSocket) -> None:
    """Serve one connection from beginning to end."""
    server: TableServer = socket.app.state.server
    host = host_of(socket)
    if not same_origin(socket, server.origins):
        await socket.close(1008, "This page comes from a different site.")
        return
    gate = gate_of(socket.scope)
    counted = gate is not None and gate.counted
    try:
        if not counted:
            server.limits.open_connection(host)
    except Refused as refused:
        await socket.close(TRY_AGAIN, refused.sentence)
        return
    server.metrics.add("sockets_opened")
    server.sockets += 1
    try:
        await socket.accept()
        await _serve(server, socket)
    except WebSocketDisconnect:
        pass
    finally:
        if not counted:
            server.limits.close_connection(host)
        server.sockets -= 1


async def _serve(server: TableServer, socket: WebSocket) -> None:
    try:
        hello = await _hello(socket)
        room = await server.room(socket.path_params["table"])
        if room.damaged:  # being saved, or to be read again: a new client must not wait without an answer
            async with room.reading():
                pass
        person = await person_of(socket)
        seats = seats_of(room, hello.token, cookie_tokens(socket, room.id), person)
        perspective = seat_among(seats, hello.seat) if seats else SPECTATOR
    except (Refused, StoreError) as error:
        refused = error if isinstance(error, Refused) else refusal_of_store(error)
        server.metrics.add("refused", code=refused.code)
        answer = {"type": "refused", "id": "", "code": refused.code, "sentence": refused.sentence}
        await socket.send({"type": "websocket.send", "text": encode(answer).decode()})
        await socket.close(TRY_AGAIN if refused.status in FOR_NOW else CLOSED_REFUSED, refused.sentence)
        return
    mark = person.mark if person is not None else ""
    blocked = await blocked_by(server, mark)
    device = hashed(token) if (token := person_token(socket)) else ""
    viewer = room.viewers.enter(
        seats, hello.form, perspective, hello.since, hello.chat, person=mark, device=device, blocked=blocked
    )
    sender = Sender(server, socket, viewer)
    try:
        await _welcome_back(room, seats)
        await _listen(socket, Session(server, room, viewer, sender.fail, host_of(socket), person), sender)
    finally:
        sender.stop()
        room.viewers.leave(viewer)


async def _hello(socket: WebSocket) -> Hello:
    try:
        data = await asyncio.wait_for(_receive(socket), HELLO_WITHIN)
        message = MESSAGES.decode(single_keys(data))
    except TimeoutError:
        raise Refused(408, "no-hello", f"Send a hello message within {HELLO_WITHIN:g} s.") from None
    except NOT_JSON as error:
        raise Refused(400, "unreadable", f"The first message must be of type hello: {json_fault(error)}") from None
    if not isinstance(message, Hello):
        raise Refused(400, "no-hello", "The first message must be of type hello.")
    return message


async def _welcome_back(room: Room, seats: tuple[int, ...]) -> None:
    """Take the seats of a person back from the bots that stood in."""
    for seat in seats:
        there = room.state.seats[seat]
        if there.deputy and not there.left and not room.state.over:
            try:
                await room.act(lambda state, seat=seat: actions.back(state, seat))  # type: ignore[misc]  # bound at once
            except (Refused, StoreError):
                continue


async def _listen(socket: WebSocket, session: Session, sender: Sender) -> None:
    """Handle messages one after another."""
    while not sender.closed:  # the sender closes the socket, which ends the waiting here too
        await session.handle(await _receive(socket))


async def _receive(socket: WebSocket) -> Any:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text = message.get("text")
    return text if text is not None else message.get("bytes") or b""
