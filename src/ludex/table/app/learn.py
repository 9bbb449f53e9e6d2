"""The pages of lessons: a list of them, the beginning of each, and the table that it is played at."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from ludex.core.game.game import Game
from ludex.core.play.lesson import Lesson, lesson_of
from ludex.table.app.auth import base_of, host_of, set_token_cookie
from ludex.table.app.game_cards import GameCard, card_of, how_to_play_of, installed_games
from ludex.table.app.guard import guarded, server_of
from ludex.table.app.people import named, visitor_of
from ludex.table.app.root import at
from ludex.table.app.templates import render
from ludex.table.room.lessons import lesson_at
from ludex.table.room.state import TableState
from ludex.table.server.lessons import begin_lesson, expect_lesson

WITH_FORMS = {"cache-control": "no-cache", "referrer-policy": "same-origin"}
"""For pages with forms: browsers hide the origin of a form if its page sends no referrer at all."""


def routes() -> list[Route]:
    """Return the routes of the lessons."""
    return [
        Route("/learn", guarded(list_lessons, page=True), methods=["GET"]),
        Route("/learn/{game}", guarded(show_lesson, page=True), methods=["GET"]),
        Route("/learn/{game}", guarded(start_lesson, page=True), methods=["POST"]),
    ]


@cache
def _lessons() -> tuple[tuple[GameCard, Lesson], ...]:
    """Return the games that have a lesson, with their lessons, by title."""
    found = ((game, lesson_of(game)) for game in installed_games())
    return tuple(sorted(((card_of(game), lesson) for game, lesson in found if lesson), key=lambda one: one[0].title))


async def list_lessons(request: Request) -> Response:
    """`GET /learn`."""
    lessons = await server_of(request).workers.tables.run(host_of(request), _lessons)
    return HTMLResponse(render("lessons.html", lessons=lessons), headers=WITH_FORMS)


async def _game(request: Request) -> Game[Any, Any]:
    found: Game[Any, Any] = await server_of(request).find_game(request.path_params["game"])
    return found


async def show_lesson(request: Request) -> Response:
    """`GET /learn/{game}`."""
    game = await _game(request)
    lesson = expect_lesson(game)
    page = render("learn.html", game=card_of(game), lesson=lesson, how_to_play=how_to_play_of(game))
    return HTMLResponse(page, headers=WITH_FORMS)


async def start_lesson(request: Request) -> Response:
    """`POST /learn/{game}`: a table for the lesson, with the learner at one seat."""
    game = await _game(request)
    _, owner = named(await visitor_of(request), "")
    made = await begin_lesson(server_of(request), game, host_of(request), base_of(request), owner)
    response = RedirectResponse(at(f"/tables/{made.id}"), 303)
    for token in {seat.token for seat in made.seats if seat.token}:
        set_token_cookie(response, token, base_of(request).startswith("https:"))
    return response


def lesson_in_page(state: TableState) -> Markup:
    """Return the steps of a table's lesson as JSON for its page; an empty text at other tables."""
    lesson = lesson_at(state)
    return Markup(msgspec.json.encode(lesson.public()).decode().replace("<", "\\u003c")) if lesson else Markup()
