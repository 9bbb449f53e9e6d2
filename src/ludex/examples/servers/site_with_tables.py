"""A web site with its own users, and with the online table under one of its paths.

    python site_with_tables.py 8080

Open http://localhost:8080 and sign in. A seat that you take belongs to you in every browser in which you sign in under
the same name.
"""

import html
import sys

import uvicorn
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route

from ludex.table import lifespan_of, make_app
from ludex.table.app.people import Person


def who(connection: HTTPConnection) -> Person | None:
    """Tell which user sends a request. A real site would look up a session here: anyone can send such a cookie."""
    user = connection.cookies.get("user")
    return Person(id=user, name=user) if user else None


async def home(request: Request) -> Response:
    user = html.escape(request.cookies.get("user", "guest"))
    form = "<form action='/sign-in'><input name='user' aria-label='name'><button>Sign in</button></form>"
    return HTMLResponse(f"<h1>A site</h1><p>Hello, {user}.</p>{form}<a href='/play/'>Play</a>")


async def sign_in(request: Request) -> Response:
    response = RedirectResponse("/", 303)
    response.set_cookie("user", request.query_params.get("user", ""), httponly=True, samesite="lax")
    return response


def make_site(store: str = "memory:") -> Starlette:
    tables = make_app(store, who=who)
    return Starlette(
        routes=[Route("/", home), Route("/sign-in", sign_in), Mount("/play", tables)],
        lifespan=lifespan_of(tables),
    )


if __name__ == "__main__":
    uvicorn.run(make_site(), port=int(sys.argv[1]), log_level="warning")
