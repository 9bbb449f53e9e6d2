"""The pages that a browser loads before it opens a socket."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from ludex.core.game.game import Game
from ludex.table.app import learn
from ludex.table.app.auth import base_of, host_of, set_token_cookie
from ludex.table.app.boards import board_of
from ludex.table.app.game_cards import (
    GameCard,
    bots_of,
    card_of,
    fields_of,
    how_to_play_of,
    installed_games,
    rulebook_of,
    searchable_card_of,
)
from ludex.table.app.guard import Handler, guarded, server_of
from ludex.table.app.learn import lesson_in_page
from ludex.table.app.people import named, visitor_of
from ludex.table.app.root import at
from ludex.table.app.templates import render
from ludex.table.room.refused import Refused
from ludex.table.server import bodies
from ludex.table.server.ratings import scale_of

T = TypeVar("T")
LONG = "public, max-age=31536000, immutable"
"""For content that never changes under its address."""
WITH_FORMS = {"referrer-policy": "same-origin"}
"""For pages with forms: browsers hide the origin of a form if its page sends no referrer at all."""


def routes() -> list[Route]:
    """Return the routes of all pages."""
    found: list[tuple[str, str, Handler]] = [
        ("GET", "/", home),
        ("GET", "/games", list_games),
        ("GET", "/games/{game}", show_game),
        ("GET", "/games/{game}/style.css", game_style),
        ("GET", "/games/{game}/art/{name}.svg", game_art),
        ("GET", "/games/{game}/board", game_board),
        ("GET", "/new", new_table),
        ("GET", "/design", design),
        ("POST", "/sandbox", sandbox),
        ("GET", "/tables/{table}", show_table),
        ("GET", "/tables/{table}/replay", replay),
    ]
    pages = [Route(path, guarded(handler, page=True), methods=[method]) for method, path, handler in found]
    return [*pages, *learn.routes()]


async def _game(request: Request, name: str | None = None) -> Game[Any, Any]:
    wanted = name if name is not None else request.path_params["game"]
    found: Game[Any, Any] = await server_of(request).find_game(wanted)
    return found


@cache
def _cards() -> tuple[tuple[GameCard, ...], tuple[GameCard, ...]]:
    """Return board games and card games, each by title. Variants of a board game come after it."""
    cards = sorted((searchable_card_of(game) for game in installed_games()), key=lambda card: card.title)
    return tuple(card for card in cards if not card.designable), tuple(card for card in cards if card.designable)


async def _off_loop(request: Request, work: Callable[..., T], *args: Any) -> T:
    """Run work that takes long the first time in a thread."""
    return await server_of(request).workers.tables.run(host_of(request), work, *args)


def _html(text: str, headers: Mapping[str, str] = {}) -> Response:
    return HTMLResponse(text, headers={"cache-control": "no-cache", **headers})


async def home(request: Request) -> Response:
    """`GET /`."""
    boards, cards = await _off_loop(request, _cards)
    lab = any(route.path == "/lab" for route in server_of(request).more_routes)
    return _html(render("home.html", boards=boards, cards=cards, lab=lab, learn=_lessons((*boards, *cards))))


def _lessons(games: Sequence[GameCard]) -> frozenset[str]:
    """Return the games with a guided first game."""
    return frozenset(game.name for game in games if game.lesson)


async def list_games(request: Request) -> Response:
    """`GET /games`."""
    boards, cards = await _off_loop(request, _cards)
    games = (*boards, *cards)
    return _html(render("games.html", games=games, learn=_lessons(games)))


async def show_game(request: Request) -> Response:
    """`GET /games/{name}`."""
    game = await _game(request)
    return _html(
        render(
            "game.html",
            game=card_of(game),
            how_to_play=how_to_play_of(game),
            rulebook=await _off_loop(request, rulebook_of, game),
            bots=bots_of(game),
            settings=fields_of(game),
            scale=scale_of(game),
        ),
        WITH_FORMS,
    )


async def game_style(request: Request) -> Response:
    """`GET /games/{name}/style.css`."""
    game = await _game(request)
    return Response(game.look.style, media_type="text/css", headers={"cache-control": "no-cache"})


async def game_art(request: Request) -> Response:
    """`GET /games/{name}/art/{picture}.svg`: a picture that a board shows."""
    drawn = (await _game(request)).look.art(request.path_params["name"])
    if drawn is None:
        raise Refused(404, "no-picture", "There is no such picture.")
    return Response(str(drawn), media_type="image/svg+xml", headers={"cache-control": LONG})


async def game_board(request: Request) -> Response:
    """`GET /games/{name}/board`: a board of the game in progress, as a picture for lists of games."""
    game = await _game(request)
    return HTMLResponse(await _off_loop(request, board_of, game), headers={"cache-control": "max-age=3600"})


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
            civil_disorder=game.civil_disorder is not None,
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
    """`POST /sandbox?game=…`: a table at which one client has all seats."""
    game = await _game(request, request.query_params.get("game", "diplomacy"))
    names = game.seat_names or [f"Seat {seat + 1}" for seat in range(game.usual_seats)]
    seats = tuple(bodies.NewSeat(name=name) for name in names)
    wish = bodies.NewTable(game.name, seats, sandbox=True)
    _, owner = named(await visitor_of(request), "")
    made = await server_of(request).create(wish, host_of(request), base_of(request), owner)
    response = RedirectResponse(at(f"/tables/{made.id}"), 303)
    for token in {seat.token for seat in made.seats if seat.token}:
        set_token_cookie(response, token, base_of(request).startswith("https:"))
    return response


async def show_table(request: Request) -> Response:
    """`GET /tables/{id}`: the page of a table, which then opens a socket."""
    return await _at_table(request, "table.html")


async def replay(request: Request) -> Response:
    """`GET /tables/{id}/replay`."""
    return await _at_table(request, "replay.html")


async def _at_table(request: Request, template: str) -> Response:
    room = await server_of(request).room(request.path_params["table"])
    game = room.state.game
    return _html(
        render(
            template,
            game=game,
            table=room.id,
            style=at(f"/games/{room.state.header.game}/style.css"),
            how_to_play=how_to_play_of(game),
            rulebook=await _off_loop(request, rulebook_of, game),
            bots={bot.name: bot.about for bot in bots_of(game)},
            draws=any(kind.means == "draw" for kind in game.moves.kinds),
            still=None,
            lesson=lesson_in_page(room.state),
            origin=server_of(request).opened_from.get(room.id),
        )
    )


def _data(json: str) -> Markup:
    """Return JSON for use inside a page: nothing in it can end its element."""
    return Markup(json.replace("<", "\\u003c"))
