"""The pages: what a browser gets before it opens a socket."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache, wraps
from typing import Any

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from ludex.core.game import Game
from ludex.table import wire
from ludex.table.about import GameCard, bots_of, card_of, fields_of, installed_games
from ludex.table.api import hall_of
from ludex.table.doors import base_of, host_of, keep_token
from ludex.table.problems import problem_page
from ludex.table.refused import Refused
from ludex.table.templates import markdown, render

Handler = Callable[[Request], Awaitable[Response]]
LONG = "public, max-age=31536000, immutable"
"""For what never changes under its address."""


def routes() -> list[Route]:
    """The routes of all pages."""
    found: list[tuple[str, Handler]] = [
        ("/", home),
        ("/games", list_games),
        ("/games/{game}", show_game),
        ("/games/{game}/style.css", game_style),
        ("/games/{game}/art/{name}.svg", game_art),
        ("/new", new_table),
        ("/design", design),
        ("/sandbox", sandbox),
        ("/tables/{table}", show_table),
        ("/tables/{table}/replay", replay),
    ]
    return [Route(path, _page(handler), methods=["GET"]) for path, handler in found]


def _page(handler: Handler) -> Handler:
    """Refusals become pages that say what is wrong and lead home."""

    @wraps(handler)
    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except Refused as refused:
            return problem_page(refused.status, refused.sentence)

    return handle


async def _game(request: Request, name: str | None = None) -> Game[Any, Any]:
    wanted = name if name is not None else request.path_params["game"]
    found: Game[Any, Any] = await hall_of(request).find_game(wanted)
    return found


@cache
def _cards() -> tuple[tuple[GameCard, ...], tuple[GameCard, ...]]:
    """Board games and card games, each by title. Variants of a board game come after it."""
    cards = sorted((card_of(game) for game in installed_games()), key=lambda card: card.title)
    return tuple(card for card in cards if not card.designable), tuple(card for card in cards if card.designable)


def _html(text: str) -> Response:
    return HTMLResponse(text, headers={"cache-control": "no-cache"})


async def home(request: Request) -> Response:
    """`GET /`."""
    boards, cards = _cards()
    lab = any(route.path == "/lab" for route in hall_of(request).more_routes)
    return _html(render("home.html", boards=boards, cards=cards, lab=lab))


async def list_games(request: Request) -> Response:
    """`GET /games`."""
    boards, cards = _cards()
    return _html(render("games.html", games=[*boards, *cards]))


async def show_game(request: Request) -> Response:
    """`GET /games/{name}`."""
    game = await _game(request)
    return _html(
        render(
            "game.html",
            game=card_of(game),
            rulebook=markdown(game.rulebook()),
            bots=bots_of(game),
            settings=fields_of(game),
        )
    )


async def game_style(request: Request) -> Response:
    """`GET /games/{name}/style.css`."""
    game = await _game(request)
    return Response(game.style, media_type="text/css", headers={"cache-control": "no-cache"})


async def game_art(request: Request) -> Response:
    """`GET /games/{name}/art/{picture}.svg`: a picture that a board shows."""
    drawn = (await _game(request)).art(request.path_params["name"])
    if drawn is None:
        raise Refused(404, "no-picture", "There is no such picture.")
    return Response(str(drawn), media_type="image/svg+xml", headers={"cache-control": LONG})


async def new_table(request: Request) -> Response:
    """`GET /new?game=…`: the form for a new table."""
    game = await _game(request, request.query_params.get("game", "modern-art"))
    fields = fields_of(game)
    return _html(
        render(
            "new.html",
            game=card_of(game),
            bots=bots_of(game),
            settings=fields,
            seat_numbers=list(game.seats),
            roles=game.seat_names,
            hammer=next((field.name for field in fields if any(one.value == "hammer" for one in field.values)), None),
        )
    )


async def design(request: Request) -> Response:
    """`GET /design`: the designer's page, which starts from a game of the library."""
    games = [game for game in installed_games() if game.definition is not None]
    genomes = msgspec.json.encode({game.name: game.definition for game in games}).decode()
    chosen = request.query_params.get("game", "spades")
    cards = [card_of(game) for game in games]
    return _html(render("design.html", games=cards, chosen=chosen, genomes=_data(genomes)))


async def sandbox(request: Request) -> Response:
    """`GET /sandbox?game=…`: a table at which all seats are mine."""
    game = await _game(request, request.query_params.get("game", "diplomacy"))
    names = game.seat_names or [f"Seat {seat + 1}" for seat in range(game.usual_seats)]
    seats = tuple(wire.SeatWish(name=name) for name in names)
    wish = wire.NewTable(game.name, seats, sandbox=True)
    made = await hall_of(request).create(wish, host_of(request), base_of(request))
    response = RedirectResponse(f"/tables/{made.id}", 303)
    for token in {seat.token for seat in made.seats if seat.token}:
        keep_token(response, token, base_of(request).startswith("https:"))
    return response


async def show_table(request: Request) -> Response:
    """`GET /tables/{id}`: the page of a table, which then opens a socket."""
    return await _at_table(request, "table.html")


async def replay(request: Request) -> Response:
    """`GET /tables/{id}/replay`."""
    return await _at_table(request, "replay.html")


async def _at_table(request: Request, template: str) -> Response:
    room = await hall_of(request).room(request.path_params["table"])
    game = room.state.game
    return _html(
        render(
            template,
            game=game,
            table=room.id,
            style=f"/games/{room.state.header.game}/style.css",
            rulebook=markdown(game.rulebook()),
            bots={bot.name: bot.about for bot in bots_of(game)},
            draws=any(kind.means == "draw" for kind in game.moves.kinds),
            still=None,
            origin=hall_of(request).opened_from.get(room.id),
        )
    )


def _data(json: str) -> Markup:
    """JSON inside a page: nothing in it can end its element."""
    return Markup(json.replace("<", "\\u003c"))
