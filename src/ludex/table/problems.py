"""What people are shown, and programs are told, when something cannot be had."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response

from ludex.table.templates import render
from ludex.table.wire import Problem, encode


def problem_page(status: int, sentence: str) -> Response:
    """A page that says what is wrong and leads home."""
    return HTMLResponse(render("problem.html", status=status, sentence=sentence), status)


def tell_problem(
    connection: HTTPConnection, status: int, problem: Problem, headers: dict[str, str] | None = None
) -> Response:
    """A problem as its reader wants it: browsers that go to an address ask for a page, and all others get JSON."""
    if "text/html" in connection.headers.get("accept", ""):
        return problem_page(status, problem.sentence)
    return Response(encode(problem), status, headers, media_type="application/json")
