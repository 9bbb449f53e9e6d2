"""Answers to requests that cannot be met: a page for people, JSON for programs."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response

from ludex.table.app.templates import render
from ludex.table.room.messages import encode
from ludex.table.server.bodies import Problem


def problem_response(
    connection: HTTPConnection,
    status: int,
    problem: Problem,
    headers: Mapping[str, str] | None = None,
    *,
    page: bool | None = None,
    download: str = "",
) -> Response:
    """Return a problem in the form that the client accepts: a page with a link home, or JSON.

    Browsers that navigate to an address accept a page. `page` overrides this.
    """
    if "text/html" in connection.headers.get("accept", "") if page is None else page:
        text = render("problem.html", status=status, sentence=problem.sentence, download=download)
        return HTMLResponse(text, status, headers)
    return Response(encode(problem), status, headers, media_type="application/json")
