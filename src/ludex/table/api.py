"""The HTTP API: tables, seats, moves, histories, games, genomes. `openapi.py` describes it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ludex.core.registry import game_names
from ludex.table import acts, wire
from ludex.table.acts import Repeated
from ludex.table.describe import describe_game, describe_games
from ludex.table.doors import base_of, bearer_token, cookie_tokens, host_of, keep_token, same_origin
from ludex.table.genomes import take_genome
from ludex.table.openapi import openapi
from ludex.table.problems import tell_problem
from ludex.table.refused import Refused
from ludex.table.replay import branch, frame, import_history, open_table, position_of
from ludex.table.room import Room
from ludex.table.session import seat_among, seats_of
from ludex.table.state import SPECTATOR, TableState
from ludex.table.tokens import hashed, new_secret, table_of
from ludex.table.wire import MOST_BODY, encode

if TYPE_CHECKING:
    from ludex.table.hall import Hall

T = TypeVar("T")
JSON = "application/json"
Handler = Callable[[Request], Awaitable[Response]]


def answer(data: Any, status: int = 200) -> Response:
    """Data as a response."""
    return Response(encode(data), status, media_type=JSON)


def guarded(handler: Handler) -> Handler:
    """A handler that answers refusals with code and sentence, and strangers who ask too often with 429."""

    async def handle(request: Request) -> Response:
        hall = hall_of(request)
        try:
            hall.limits.request(host_of(request), hall.watch.now())
            if request.method != "GET" and not same_origin(request, hall.origins):
                raise Refused(403, "other-origin", "This request comes from a page of another address.")
            return await handler(request)
        except Refused as refused:
            hall.metrics.add("refused", code=refused.code)
            headers = {"retry-after": "1"} if refused.status in (429, 503) else None
            return tell_problem(request, refused.status, wire.Problem(refused.code, refused.sentence), headers)

    return handle


def hall_of(request: Request) -> Hall:
    """The hall that a request came to."""
    hall: Hall = request.app.state.hall
    return hall


async def body_of(request: Request, kind: type[T]) -> T:
    """The body of a request, typed."""
    length = request.headers.get("content-length", "0")
    if length.isdigit() and int(length) > MOST_BODY:
        raise Refused(413, "too-long", f"A body of {length} bytes: expected at most {MOST_BODY}.")
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > MOST_BODY:
            raise Refused(413, "too-long", f"The body is too long: expected at most {MOST_BODY} bytes.")
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        try:
            return msgspec.convert(_whole(msgspec.json.decode(data)), kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise Refused(400, "unreadable", f"The body cannot be read: {error}") from None


def _whole(data: Any) -> Any:
    """The same with 3.0 as 3: to JSON that is a whole number too."""
    if isinstance(data, dict):
        return {name: _whole(value) for name, value in data.items()}
    if isinstance(data, list):
        return [_whole(value) for value in data]
    return int(data) if isinstance(data, float) and data.is_integer() else data


async def make_table(request: Request) -> Response:
    """`POST /api/tables`."""
    hall = hall_of(request)
    wish = await body_of(request, wire.NewTable)
    return answer(await hall.create(wish, host_of(request), base_of(request)), 201)


async def list_tables(request: Request) -> Response:
    """`GET /api/tables`."""
    query = request.query_params
    what = query.get("what", "open")
    if what not in ("open", "playing", "over"):
        raise Refused(400, "unreadable", f"what is {what!r}: expected open, playing or over.")
    limit, before = _number(query.get("limit"), "limit"), _number(query.get("before"), "before")
    found = await hall_of(request).store.list(what, query.get("game"), int(min(limit or 50, 200)), before)  # type: ignore[arg-type]  # checked above
    tables = [
        {
            "id": listed.table,
            "game": listed.game,
            "status": listed.status,
            "created": listed.created,
            **msgspec.json.decode(listed.summary or b"{}"),
        }
        for listed in found
    ]
    return answer({"tables": tables})


def _number(text: str | None, name: str) -> float | None:
    if text is None:
        return None
    try:
        found = msgspec.convert(text, float, strict=False)
    except msgspec.ValidationError:
        raise Refused(400, "unreadable", f"{name} is {text!r}: expected a number.") from None
    if not 0 <= found < 1e12:
        raise Refused(400, "unreadable", f"{name} is {text!r}: expected a number from 0 on.")
    return found


async def room_of(request: Request) -> tuple[Room, tuple[int, ...]]:
    """The table of a request, and the seats that its tokens are good for."""
    room = await hall_of(request).room(request.path_params["table"])
    return room, seats_of(room, bearer_token(request), cookie_tokens(request, room.id))


async def show_table(request: Request) -> Response:
    """`GET /api/tables/{id}`: the state, as whoever asks may know it."""
    room, seats = await room_of(request)
    query = request.query_params
    wished = _number(query.get("seat"), "seat")
    eyes = SPECTATOR if not seats else seat_among(seats, None if wished is None else int(wished))
    since = _number(query.get("since"), "since")
    form = "page" if query.get("as") == "page" else "program"
    async with room.reading():
        lines = room.state.lines[eyes]
        known = int(since) if since is not None and since <= lines else None
        now = room.hall.watch.now()
        message = room.sights.message(eyes, form, known, room.here, seats, now)
        room.served()
        return Response(message, media_type=JSON)


async def take_seat(request: Request) -> Response:
    """`POST /api/tables/{id}/seats`: with a token my own seat, or else a free one of a public table."""
    room, seats = await room_of(request)
    wish = await body_of(request, wire.TakeSeat)
    secret = "" if seats else new_secret()
    taken: list[int] = []

    def make(state: TableState) -> list[Any]:
        if seats:
            free = [seat for seat in seats if not state.seats[seat].sat]
            seat = wish.seat if wish.seat is not None else (free or seats)[0]
            if seat not in seats:
                raise Refused(403, "not-yours", f"Seat {seat} is not yours.")
        else:
            seat = acts.free_seat(state, wish.seat)
        taken[:] = [seat]
        return acts.sit(state, seat, wish.name, wish.entropy, hashed(secret) if secret else "")

    state = await room.act(make)
    token = f"{room.id}.{secret}" if secret else None
    link = f"{base_of(request)}/join/{token}" if token else None
    response = answer(wire.SeatTaken(taken[0], token, link, state.seats[taken[0]].entropy), 201)
    if token:
        keep_token(response, token, base_of(request).startswith("https:"))
    return response


async def make_move(request: Request) -> Response:
    """`POST /api/tables/{id}/moves`."""
    room, seats = await room_of(request)
    wish = await body_of(request, wire.PostedMove)
    seat = seat_among(seats, wish.seat)
    raw = encode(wish.move)
    try:
        state = await room.act(lambda state: acts.move(state, seat, raw, wish.number, wish.id))
    except Repeated as repeated:
        return answer(wire.Accepted(wish.id, repeated.number))
    return answer(wire.Accepted(wish.id, state.counts[seat]))


async def show_history(request: Request) -> Response:
    """`GET /api/tables/{id}/history`: all of it once the game is over, and before that only what is public."""
    room, _ = await room_of(request)
    async with room.reading():
        if room.state.table is None:
            raise Refused(409, "not-dealt", "The game has not begun.")
        return Response(room.state.table.history.public().to_json(), media_type=JSON)


def eyes_of(request: Request, seats: tuple[int, ...]) -> int:
    """Through whose eyes somebody wants to look at what is open to all: any seat's, or a spectator's."""
    wished = _number(request.query_params.get("seat"), "seat")
    return (seats[0] if seats else SPECTATOR) if wished is None else int(wished)


async def show_frame(request: Request) -> Response:
    """`GET /api/tables/{id}/frames/{at}`: the board after a number of moves, when the game is over."""
    room, _ = await room_of(request)
    at = _number(request.path_params["at"], "at")
    form = "page" if request.query_params.get("as") == "page" else "program"
    async with room.reading() as state:
        return answer(frame(state, int(at or 0), eyes_of(request, ()), form))


async def show_position(request: Request) -> Response:
    """`GET /api/tables/{id}/position`: the position, once there are no secrets any more."""
    room, _ = await room_of(request)
    at = _number(request.query_params.get("at"), "at")
    async with room.reading() as state:
        open_table(state)
        return answer(position_of(state, None if at is None else int(at), SPECTATOR))


async def make_branch(request: Request) -> Response:
    """`POST /api/tables/{id}/branch`: a sandbox that goes on from here."""
    room, seats = await room_of(request)
    wish = await body_of(request, wire.Branch)
    async with room.reading() as state:
        eyes = seats[0] if seats else SPECTATOR
        made = await branch(hall_of(request), state, wish.at, eyes, host_of(request), base_of(request))
    return answer(made, 201)


async def find_player(request: Request) -> Response:
    """`POST /api/matches`: sit down with somebody who waits for a player of the same game, or wait for one."""
    hall = hall_of(request)
    wish = await body_of(request, wire.FindPlayer)
    return answer(await hall.matching.find(wish, host_of(request), base_of(request)), 201)


async def post_history(request: Request) -> Response:
    """`POST /api/histories`: a table made from a history."""
    wish = await body_of(request, wire.PostedHistory)
    return answer(await import_history(hall_of(request), wish.history, host_of(request), base_of(request)), 201)


async def post_genome(request: Request) -> Response:
    """`POST /api/genomes`: check a genome, and store it if it describes a game."""
    hall = hall_of(request)
    hall.limits.post_genome(host_of(request), hall.watch.now())
    wish = await body_of(request, wire.PostedGenome)
    return answer(await take_genome(hall, wish.genome))


async def my_links(request: Request) -> Response:
    """`GET /api/tables/{id}/links`: the links of my own seats, to go on at another device."""
    room, seats = await room_of(request)
    seat_among(seats, None)
    given = bearer_token(request)
    tokens = [given] if given else cookie_tokens(request, room.id)
    found = {seat: token for token in tokens for seat in seats_of(room, None, [token])}
    links = [{"seat": seat, "link": f"{base_of(request)}/join/{token}"} for seat, token in sorted(found.items())]
    return Response(encode({"links": links}), media_type=JSON, headers={"cache-control": "no-store"})


async def set_webhook(request: Request) -> Response:
    """`PUT /api/tables/{id}/webhook`: where to send a seat's turn notices."""
    room, seats = await room_of(request)
    wish = await body_of(request, wire.Webhook)
    seat = seat_among(seats, wish.seat)
    await room.act(lambda _: acts.hook(seat, wish.url))
    return answer({"url": wish.url})


async def list_games(request: Request) -> Response:
    """`GET /api/games`."""
    hall = hall_of(request)
    return answer({"games": describe_games(hall.games, game_names())})


async def show_game(request: Request) -> Response:
    """`GET /api/games/{name}`."""
    hall = hall_of(request)
    return answer(describe_game(await hall.find_game(request.path_params["game"])))


async def join(request: Request) -> Response:
    """`GET /join/{token}`: exchange a link's token for a cookie at once, so that no address carries it any further."""
    token = request.path_params["token"]
    table = table_of(token)
    room = await hall_of(request).room(table)
    seats_of(room, token)
    response = RedirectResponse(f"/tables/{table}", 303, {"cache-control": "no-store"})
    keep_token(response, token, base_of(request).startswith("https:"))
    return response


async def next_table(request: Request) -> Response:
    """`GET /tables/{id}/next`: go on to the rematch, with the same seats."""
    room, seats = await room_of(request)
    follower = room.state.follower
    if follower is None:
        raise Refused(409, "no-rematch", "There is no other table yet.")
    response = RedirectResponse(f"/tables/{follower}", 303, {"cache-control": "no-store"})
    if seats:
        given = bearer_token(request)
        for token in [given] if given else cookie_tokens(request, room.id):
            keep_token(response, f"{follower}.{token.partition('.')[2]}", base_of(request).startswith("https:"))
    return response


async def healthz(request: Request) -> Response:
    """`GET /healthz`: whether the server and its database are there."""
    hall = hall_of(request)
    await hall.store.get("health", "health")
    return answer({"status": "ok", "tables": len(hall.rooms)})


async def metrics(request: Request) -> Response:
    """`GET /metrics`."""
    hall = hall_of(request)
    gauges: dict[str, float] = {"tables_live": len(hall.rooms), "sockets": hall.sockets}
    gauges |= {f"store_{name}": value for name, value in hall.store.figures().items()}
    return Response(hall.metrics.text(gauges), media_type="text/plain; version=0.0.4")


async def show_openapi(request: Request) -> Response:
    """`GET /openapi.json`."""
    return answer(openapi())


def routes() -> list[Route]:
    """All routes of the API."""
    found: list[tuple[str, str, Handler]] = [
        ("POST", "/api/tables", make_table),
        ("GET", "/api/tables", list_tables),
        ("GET", "/api/tables/{table}", show_table),
        ("POST", "/api/tables/{table}/seats", take_seat),
        ("POST", "/api/tables/{table}/moves", make_move),
        ("GET", "/api/tables/{table}/history", show_history),
        ("GET", "/api/tables/{table}/frames/{at}", show_frame),
        ("GET", "/api/tables/{table}/position", show_position),
        ("POST", "/api/tables/{table}/branch", make_branch),
        ("GET", "/api/tables/{table}/links", my_links),
        ("PUT", "/api/tables/{table}/webhook", set_webhook),
        ("POST", "/api/matches", find_player),
        ("POST", "/api/genomes", post_genome),
        ("POST", "/api/histories", post_history),
        ("GET", "/api/games", list_games),
        ("GET", "/api/games/{game}", show_game),
        ("GET", "/join/{token}", join),
        ("GET", "/tables/{table}/next", next_table),
        ("GET", "/openapi.json", show_openapi),
        ("GET", "/healthz", healthz),
        ("GET", "/metrics", metrics),
    ]
    return [Route(path, guarded(handler), methods=[method]) for method, path, handler in found]
