"""The socket of a table: `GET /tables/{id}/live`. The first message says who is there; the address never does."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludex.table import acts
from ludex.table.doors import cookie_tokens, host_of, same_origin
from ludex.table.refused import Refused
from ludex.table.room import Room
from ludex.table.sender import Sender
from ludex.table.session import Session, seat_among, seats_of
from ludex.table.sockets import AT_ONCE, AtOnce
from ludex.table.state import SPECTATOR
from ludex.table.wire import MESSAGES, Hello, encode

if TYPE_CHECKING:
    from ludex.table.hall import Hall

HELLO_WITHIN = 10.0
"""Seconds for the first message."""
CLOSED_REFUSED, TRY_AGAIN = 4403, 1013
"""How a refused connection is closed: for good, or only for now, as by a server that is about to stop."""
FOR_NOW = (408, 429, 503)
"""The statuses of refusals that another try may not meet."""


async def live(socket: WebSocket) -> None:
    """Serve one connection from beginning to end."""
    hall: Hall = socket.app.state.hall
    host = host_of(socket)
    if not same_origin(socket, hall.origins):
        await socket.close(1008, "This page comes from another address.")
        return
    try:
        hall.limits.open_socket(host)
    except Refused as refused:
        await socket.close(TRY_AGAIN, refused.sentence)
        return
    hall.metrics.add("sockets_opened")
    hall.sockets += 1
    try:
        await socket.accept()
        await _serve(hall, socket)
    except WebSocketDisconnect:
        pass
    finally:
        hall.limits.close_socket(host)
        hall.sockets -= 1


async def _serve(hall: Hall, socket: WebSocket) -> None:
    try:
        hello = await _hello(socket)
        room = await hall.room(socket.path_params["table"])
        seats = seats_of(room, hello.token, cookie_tokens(socket, room.id))
        eyes = seat_among(seats, hello.seat) if seats else SPECTATOR
    except Refused as refused:
        hall.metrics.add("refused", code=refused.code)
        answer = {"type": "refused", "id": "", "code": refused.code, "sentence": refused.sentence}
        await socket.send({"type": "websocket.send", "text": encode(answer).decode()})
        await socket.close(TRY_AGAIN if refused.status in FOR_NOW else CLOSED_REFUSED, refused.sentence)
        return
    viewer = room.enter(seats, hello.form, eyes, hello.since, hello.chat)
    sender = Sender(hall, socket, viewer)
    at_once: AtOnce | None = socket.scope.get("extensions", {}).get(AT_ONCE)
    try:
        await _welcome_back(room, seats)
        session = Session(hall, room, viewer, sender.fail)
        if at_once is not None:
            at_once.hear(session.hear)
        await _listen(socket, session, sender)
    finally:
        if at_once is not None:
            at_once.hear(None)
        sender.stop()
        room.leave(viewer)


async def _hello(socket: WebSocket) -> Hello:
    try:
        data = await asyncio.wait_for(_receive(socket), HELLO_WITHIN)
        message = MESSAGES.decode(data)
    except TimeoutError:
        raise Refused(408, "no-hello", f"Say hello within {HELLO_WITHIN:g} s.") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(400, "unreadable", f"The first message must be a hello: {error}") from None
    if not isinstance(message, Hello):
        raise Refused(400, "no-hello", "The first message must be a hello.")
    return message


async def _welcome_back(room: Room, seats: tuple[int, ...]) -> None:
    """A person for whom a bot plays is back."""
    for seat in seats:
        there = room.state.seats[seat]
        if there.deputy and not there.left and not room.state.over:
            try:
                await room.act(lambda state, seat=seat: acts.back(state, seat))  # type: ignore[misc]  # bound at once
            except Refused:
                continue


async def _listen(socket: WebSocket, session: Session, sender: Sender) -> None:
    """Hear whatever could not be heard at once."""
    while not sender.closed:  # it closes the socket, which ends the waiting here too
        data = await _receive(socket)
        await session.free()
        session.hear(data)


async def _receive(socket: WebSocket) -> Any:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text = message.get("text")
    return text if text is not None else message.get("bytes") or b""
