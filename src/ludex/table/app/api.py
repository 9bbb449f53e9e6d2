"""The HTTP API: tables, seats, moves, histories, games, genomes."""

from __future__ import annotations

import asyncio
import hmac
from functools import cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludex.core.game.registry import game_names
from ludex.core.play.table import Table
from ludex.table.app.auth import base_of, bearer_token, cookie_tokens, host_of, set_token_cookie
from ludex.table.app.endpoints import Endpoints, Read
from ludex.table.app.game_data import describe_game, describe_games
from ludex.table.app.genomes import take_genome
from ludex.table.app.guard import server_of
from ludex.table.app.openapi import openapi
from ludex.table.app.people import named, person_of, visitor_of
from ludex.table.app.request_body import JSON
from ludex.table.app.root import at
from ludex.table.app.session import SHORT_TEXT, seat_among, seats_of
from ludex.table.room import actions, messages
from ludex.table.room.actions import Repeated
from ludex.table.room.messages import encode
from ludex.table.room.refused import Refused
from ludex.table.room.room import Room
from ludex.table.room.state import SPECTATOR, TableState
from ludex.table.server import bodies
from ludex.table.server.chance import chance_of_table
from ludex.table.server.notices import check_url
from ludex.table.server.peace import expect_welcome
from ludex.table.server.replay import branch, frame, import_history, open_table, position_of
from ludex.table.server.rounds import Story, story_of
from ludex.table.server.tokens import hashed, new_secret, seats_of_token, table_of

API = Endpoints()
INTEGER = {"type": "integer", "minimum": 0}
SEAT = {"type": "integer", "minimum": 0, "maximum": 63}
BILLION = 1_000_000_000
FORM = {"enum": ["page", "program"]}


def answer(data: Any, status: int = 200) -> Response:
    """Return data as a JSON response."""
    return Response(encode(data), status, media_type=JSON)


@API.post("/api/tables", bodies.NewTable, status=201, answer=bodies.TableMade, refuses=(404, 409))
async def make_table(request: Request, read: Read[bodies.NewTable]) -> Response:
    """Make a table."""
    server = server_of(request)
    body = await read()
    _, owner = named(await visitor_of(request), "")
    return answer(await server.create(body, host_of(request), base_of(request), owner), 201)


@API.get(
    "/api/tables",
    query={
        "what": {"enum": ["open", "playing", "over"]},
        "game": {"type": "string", "pattern": "^[a-z0-9-]{1,80}$"},
        "limit": {"type": "integer", "minimum": 1, "maximum": 200},
        "before": {"type": "number", "minimum": 0, "maximum": BILLION},
    },
)
async def list_tables(request: Request) -> Response:
    """List public tables."""
    query = request.query_params
    what = query.get("what", "open")
    if what not in ("open", "playing", "over"):
        raise Refused(400, "unreadable", f"what is {what!r}: expected open, playing or over.")
    limit, before = _number(query.get("limit"), "limit"), _number(query.get("before"), "before")
    found = await server_of(request).store.list(what, query.get("game"), int(min(limit or 50, 200)), before)  # type: ignore[arg-type]  # checked above
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
    """Return the table of a request, and the seats that its tokens are valid for."""
    room = await server_of(request).room(request.path_params["table"])
    return room, seats_of(room, bearer_token(request), cookie_tokens(request, room.id), await person_of(request))


@API.get("/api/tables/{table}", query={"seat": SEAT, "since": INTEGER | {"maximum": BILLION}, "as": FORM})
async def show_table(request: Request) -> Response:
    """Return the state of a table, as far as the client may know it."""
    room, seats = await room_of(request)
    query = request.query_params
    wanted = _number(query.get("seat"), "seat")
    perspective = SPECTATOR if not seats else seat_among(seats, None if wanted is None else int(wanted))
    since = _number(query.get("since"), "since")
    form = "page" if query.get("as") == "page" else "program"
    async with room.reading():
        lines = room.state.lines[perspective]
        known = int(since) if since is not None and since <= lines else None
        message = room.perspectives.message(perspective, form, known, room.viewers.here, seats, room.scheduler.now())
        room.viewers.served()
        return Response(message, media_type=JSON)


@API.post("/api/tables/{table}/seats", bodies.TakeSeat, status=201, answer=bodies.SeatTaken, refuses=(409,))
async def take_seat(request: Request, read: Read[bodies.TakeSeat]) -> Response:
    """Take a seat: with a token the client's own, otherwise a free one of a public table."""
    room, seats = await room_of(request)
    body = await read()
    name, owner = named(await visitor_of(request), body.name)
    secret = "" if seats else body.secret or new_secret()
    if not seats:
        await expect_welcome(server_of(request), room.state, owner)
    taken: list[int] = []

    def make(state: TableState) -> list[Any]:
        known = seats_of_token(f"{room.id}.{secret}", map(state.hash_of, range(len(state.seats)))) if secret else ()
        if known:  # the request is repeated, because its answer was lost
            taken[:] = [known[0]]
            return []
        if seats:
            free = [seat for seat in seats if not state.seats[seat].sat]
            seat = body.seat if body.seat is not None else (free or seats)[0]
            if seat not in seats:
                raise Refused(403, "not-yours", f"Seat {seat} is not yours.")
        else:
            seat = actions.free_seat(state, body.seat)
        taken[:] = [seat]
        return actions.sit(state, seat, name, body.entropy, hashed(secret) if secret else "", owner)

    state = await room.act(make)
    token = f"{room.id}.{secret}" if secret else None
    link = f"{base_of(request)}/join/{token}" if token else None
    response = answer(bodies.SeatTaken(taken[0], token, link, state.seats[taken[0]].entropy), 201)
    if token:
        set_token_cookie(response, token, base_of(request).startswith("https:"))
    return response


@API.post("/api/tables/{table}/moves", bodies.PostedMove, answer=messages.Accepted, refuses=(409,))
async def make_move(request: Request, read: Read[bodies.PostedMove]) -> Response:
    """Make a move."""
    room, seats = await room_of(request)
    body = await read()
    seat = seat_among(seats, body.seat)
    raw = encode(body.move)
    heavy = len(raw) > SHORT_TEXT
    try:
        state = await room.act(lambda state: actions.move(state, seat, raw, body.number, body.id), heavy=heavy)
    except Repeated as repeated:
        return answer(messages.Accepted(body.id, repeated.number))
    return answer(messages.Accepted(body.id, state.counts[seat]))


@API.get("/api/tables/{table}/history", refuses=(409,))
async def show_history(request: Request) -> Response:
    """Return the history: all of it once the game is over, before that only its public part."""
    try:
        room, _ = await room_of(request)
    except Refused as refused:
        if not refused.download:
            raise
        return Response(await server_of(request).failures.record(request.path_params["table"]), media_type=JSON)
    async with room.reading():
        if room.state.table is None:
            raise Refused(409, "not-dealt", "The game has not begun.")
        return Response(await room.off_loop(_public_history, room.state.table), media_type=JSON)


def _public_history(table: Table[Any]) -> str:
    return table.history.public().to_json()


def perspective_of(request: Request, seats: tuple[int, ...]) -> int:
    """Return the seat through whose eyes a client looks at public data: any seat, or a spectator."""
    wanted = _number(request.query_params.get("seat"), "seat")
    return (seats[0] if seats else SPECTATOR) if wanted is None else int(wanted)


@API.get("/api/tables/{table}/story", answer=Story, refuses=(409,))
async def show_story(request: Request) -> Response:
    """Return how the seats stood after every round, and when the game was decided, once it is over."""
    room, _ = await room_of(request)
    async with room.reading() as state:
        return answer(await room.off_loop(story_of, state))


@API.get(
    "/api/tables/{table}/frames/{at}", query={"seat": SEAT, "as": FORM}, path_schemas={"at": INTEGER}, refuses=(409,)
)
async def show_frame(request: Request) -> Response:
    """Return the board after a number of moves, from any perspective, once the game is over."""
    room, _ = await room_of(request)
    at = _number(request.path_params["at"], "at")
    form = "page" if request.query_params.get("as") == "page" else "program"
    async with room.reading() as state:
        return answer(await room.off_loop(frame, state, int(at or 0), perspective_of(request, ()), form))


@API.get("/api/tables/{table}/chance", refuses=(409,))
async def show_chance(request: Request) -> Response:
    """Return every number that was drawn by chance, once the game is over."""
    room, _ = await room_of(request)
    async with room.reading() as state:
        return answer(await room.off_loop(chance_of_table, state))


@API.get("/api/tables/{table}/position", query={"at": INTEGER | {"maximum": 1_000_000}}, refuses=(409,))
async def show_position(request: Request) -> Response:
    """Return the position, once it has no secrets."""
    room, _ = await room_of(request)
    at = _number(request.query_params.get("at"), "at")
    async with room.reading() as state:
        open_table(state)
        return answer(await room.off_loop(position_of, state, None if at is None else int(at), SPECTATOR))


@API.post("/api/tables/{table}/branch", bodies.Branch, status=201, answer=bodies.TableMade, refuses=(409,))
async def make_branch(request: Request, read: Read[bodies.Branch]) -> Response:
    """Make a sandbox that continues from a table's position."""
    room, seats = await room_of(request)
    body = await read()
    async with room.reading() as state:
        perspective = seats[0] if seats else SPECTATOR
        position = await room.off_loop(position_of, state, body.at, perspective)
    made = await branch(server_of(request), state, position, host_of(request), base_of(request))
    return answer(made, 201)


@API.get("/api/tables/{table}/review", query={"as": FORM}, answer=bodies.ReviewAnswer, refuses=(409,))
async def show_review(request: Request) -> Response:
    """Return the review of a finished game, or how far it is."""
    room, _ = await room_of(request)
    return answer(await server_of(request).reviews.find(room, _form(request)))


@API.post("/api/tables/{table}/review", bodies.StartReview, answer=bodies.ReviewAnswer, refuses=(409,))
async def start_review(request: Request, read: Read[bodies.StartReview]) -> Response:
    """Begin the review of a finished game, and return how far it is."""
    room, _ = await room_of(request)
    await read()
    return answer(await server_of(request).reviews.start(room, host_of(request), _form(request)))


def _form(request: Request) -> str:
    return "page" if request.query_params.get("as") == "page" else "program"


@API.post("/api/matches", bodies.FindPlayer, status=201, answer=bodies.SeatFound, refuses=(404, 409))
async def find_player(request: Request, read: Read[bodies.FindPlayer]) -> Response:
    """Join a player who waits for an opponent at the same game, or wait for one."""
    server = server_of(request)
    body = await read()
    name, owner = named(await visitor_of(request), body.name)
    wanted = msgspec.structs.replace(body, name=name)
    return answer(await server.matching.find(wanted, host_of(request), base_of(request), owner), 201)


@API.post("/api/histories", bodies.PostedHistory, status=201, answer=bodies.TableMade, refuses=(404, 409))
async def post_history(request: Request, read: Read[bodies.PostedHistory]) -> Response:
    """Make a table from a history: to watch if the game is over, otherwise to continue."""
    body = await read()
    return answer(await import_history(server_of(request), body.history, host_of(request), base_of(request)), 201)


@API.post("/api/genomes", bodies.PostedGenome, answer=bodies.CheckedGenome)
async def post_genome(request: Request, read: Read[bodies.PostedGenome]) -> Response:
    """Check a genome, and store it if it describes a game."""
    server = server_of(request)
    server.limits.post_genome(host_of(request), server.clock.now())
    body = await read()
    return answer(await take_genome(server, body.genome, host_of(request)))


@API.get("/api/tables/{table}/links")
async def my_links(request: Request) -> Response:
    """Return the links of the client's own seats, to continue on another device."""
    room, seats = await room_of(request)
    seat_among(seats, None)
    given = bearer_token(request)
    tokens = [given] if given else cookie_tokens(request, room.id)
    found = {seat: token for token in tokens for seat in seats_of(room, None, [token])}
    links = [{"seat": seat, "link": f"{base_of(request)}/join/{token}"} for seat, token in sorted(found.items())]
    return Response(encode({"links": links}), media_type=JSON, headers={"cache-control": "no-store"})


@API.post("/api/tables/{table}/webhook", bodies.Webhook, method="PUT", refuses=(409,))
async def set_webhook(request: Request, read: Read[bodies.Webhook]) -> Response:
    """Set the address that a seat's turn notices are sent to."""
    room, seats = await room_of(request)
    body = await read()
    seat = seat_among(seats, body.seat)
    if body.url is not None:
        check_url(body.url, server_of(request).local_webhooks)
    there = room.state.seats[seat]
    before = there.token, there.owner
    await room.act(lambda state: actions.hook(state, seat, body.url, before))
    return answer({"url": body.url})


@API.get("/api/games")
async def list_games(request: Request) -> Response:
    """List all games."""
    server = server_of(request)
    return answer({"games": describe_games(server.games, game_names())})


@API.get("/api/games/{game}")
async def show_game(request: Request) -> Response:
    """Describe a game: settings, bots, rulebook, and the schemas of its moves and views."""
    server = server_of(request)
    game = await server.find_game(request.path_params["game"])
    return answer(await server.workers.tables.run(host_of(request), describe_game, game))


@API.get("/join/{token}", documented=False)
async def join(request: Request) -> Response:
    """Exchange a link's token for a cookie at once, so that no later address contains it."""
    token = request.path_params["token"]
    table = table_of(token)
    room = await server_of(request).room(table)
    seats_of(room, token)
    await visitor_of(request)
    response = RedirectResponse(at(f"/tables/{table}"), 303, {"cache-control": "no-store"})
    set_token_cookie(response, token, base_of(request).startswith("https:"))
    return response


@API.get("/tables/{table}/next", documented=False)
async def next_table(request: Request) -> Response:
    """Redirect to the table of the rematch, with the same seats."""
    room, seats = await room_of(request)
    follower = room.state.follower
    if follower is None:
        raise Refused(409, "no-rematch", "There is no rematch yet.")
    response = RedirectResponse(at(f"/tables/{follower}"), 303, {"cache-control": "no-store"})
    if seats:
        given = bearer_token(request)
        for token in [given] if given else cookie_tokens(request, room.id):
            set_token_cookie(response, f"{follower}.{token.partition('.')[2]}", base_of(request).startswith("https:"))
    return response


@API.get("/healthz")
async def healthz(request: Request) -> Response:
    """Check that the server runs and can save data."""
    server = server_of(request)
    await server.health.check()
    return answer({"status": "ok", "tables": len(server.rooms)})


@API.get("/metrics", answer={"type": "string"}, media="text/plain", refuses=(401, 404), security="metrics")
async def metrics(request: Request) -> Response:
    """Return counters for Prometheus, if the server was started with them."""
    server = server_of(request)
    if not server.serves_metrics:
        raise Refused(404, "no-page", "There is no such page.")
    given = bearer_token(request) or ""
    if server.metrics_token is not None and not hmac.compare_digest(hashed(given), hashed(server.metrics_token)):
        raise Refused(401, "no-token", "Send the server's metrics token: Authorization: Bearer TOKEN.")
    gauges: dict[str, float] = {
        "tables_live": len(server.rooms),
        "sockets": server.sockets,
        "tasks": len(asyncio.all_tasks()),
    }
    gauges |= {f"store_{name}": value for name, value in server.store.figures().items()}
    return Response(server.metrics.text(gauges), media_type="text/plain; version=0.0.4")


@API.get("/openapi.json", documented=False)
async def show_openapi(request: Request) -> Response:
    """Return this document."""
    return answer(document())


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    return openapi(API.documented)
