"""`ludex serve`: the online table."""

from __future__ import annotations

import importlib.util
import os
import webbrowser
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from ludex.console import say
from ludex.core.language.errors import LudexError

SHORTEST_TOKEN = 16
OWN_HOSTS = ("127.0.0.1", "localhost", "::1")
"""Addresses to listen on that only this machine reaches, so that links in messages can lead there."""
NEEDED = ("starlette", "uvicorn", "websockets", "sqlalchemy", "alembic", "jinja2")


def serve(
    db: Annotated[
        str,
        typer.Option(help="Where tables are stored: `sqlite:///file.db`, `postgresql://user@host/name`, or `memory:`."),
    ] = "sqlite:///ludex.db",
    host: Annotated[
        str, typer.Option(help="The address to listen on. `0.0.0.0` accepts connections from other machines.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on. 0 picks a free one.")] = 8000,
    open_browser: Annotated[bool, typer.Option("--open-browser", help="Open the page in a browser.")] = False,
    origin: Annotated[
        list[str] | None,
        typer.Option(help="Another site whose pages may use this server, e.g. `https://example.org`."),
    ] = None,
    proxy: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=10,
            metavar="N",
            help="Number of your own proxies before the server. They report the client's address in X-Forwarded-For.",
        ),
    ] = None,
    metrics_token: Annotated[
        str | None,
        typer.Option(
            envvar="LUDEX_METRICS_TOKEN",
            show_envvar=True,
            help="Serve `/metrics` to clients that send this secret of at least 16 characters.",
        ),
    ] = None,
    operator_token: Annotated[
        str | None,
        typer.Option(
            envvar="LUDEX_OPERATOR_TOKEN",
            show_envvar=True,
            help="Serve the operator's page `/operator` to browsers that know this secret of at least 16 characters.",
        ),
    ] = None,
    metrics_port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="Serve `/metrics` on this port instead of the main one."),
    ] = None,
    metrics_host: Annotated[str, typer.Option(help="The address to listen on with `--metrics-port`.")] = "127.0.0.1",
    limits: Annotated[bool, typer.Option(help="Limit the requests from one address.")] = True,
    keep_days: Annotated[
        float | None,
        typer.Option(min=0, help="Delete tables after this many days without activity. Default: never."),
    ] = None,
    local_webhooks: Annotated[
        bool, typer.Option(help="Also send turn notices to addresses in the local network.")
    ] = False,
    smtp: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="LUDEX_SMTP",
            show_envvar=True,
            help="The mail server for turn notices: `smtp://user@host:587` or `smtps://user@host`, "
            "with `?from=ADDRESS` for the sender. The password can be in LUDEX_SMTP_PASSWORD.",
        ),
    ] = None,
    public_url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The address of this site for links in messages: `https://example.org`."),
    ] = None,
    people: Annotated[
        bool, typer.Option(help="Give browsers that play a person, who owns seats and may use several devices.")
    ] = True,
    review_seconds: Annotated[
        float, typer.Option(min=0.1, max=3600, help="Time for the review of a finished game.")
    ] = 40.0,
    lab: Annotated[
        Path | None, typer.Option(metavar="DIR", help="A folder with runs of `ludex evolve`, to play their games.")
    ] = None,
) -> None:
    """Serve the online table: people and bots play in the browser.

    Example: `ludex serve --db sqlite:///ludex.db --port 8000 --open-browser`
    """
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise LudexError(f"the online table needs {', '.join(missing)}. Install it with: pip install 'ludex[table]'")
    # The other commands start without the table, whose packages are optional and take long to import.
    from ludex.table.app.serving import address_of, listen, run
    from ludex.table.server.limits import Limits
    from ludex.table.server.table_server import TableServer
    from ludex.table.store import open_store

    server = TableServer(open_store(db), limits=Limits() if limits else Limits.none())
    server.origins = frozenset(address.rstrip("/") for address in origin or ())
    server.metrics_token = expect_token(metrics_token)
    server.operator_token = expect_token(operator_token, "operator")
    server.serves_metrics = metrics_token is not None or metrics_port is not None
    server.local_webhooks = local_webhooks
    server.keep_days = keep_days
    server.persons.on = people
    server.reviews.settings = msgspec.structs.replace(server.reviews.settings, seconds=review_seconds)
    if lab is not None:
        from ludex.lab.table_pages import Lab  # its packages are optional

        Lab(lab).join(server)
    listening = listen(host, port)
    public = public_url or (address_of(listening) if host in OWN_HOSTS and not proxy else None)
    try:
        server.connect(public, smtp, os.environ.get("LUDEX_SMTP_PASSWORD"))
    except LudexError:
        listening.close()
        raise
    metrics = None if metrics_port is None else listen(metrics_host, metrics_port, "--metrics-port")
    address = address_of(listening)

    def ready() -> None:
        say(f"The table is open at {address}", "bold")
        say("Stop it with Ctrl+C. Tables are saved, and continue when it starts again.", "dim")
        if metrics is not None:
            say(f"Metrics are at {address_of(metrics)}/metrics", "dim")
        if open_browser:
            webbrowser.open(address)

    run(server, listening, ready, proxy or 0, metrics)


def expect_token(token: str | None, what: str = "metrics") -> str | None:
    """Return a token that can be sent in a header and is hard to guess, and refuse any other."""
    if token is not None and (len(token) < SHORTEST_TOKEN or any(not "!" <= letter <= "~" for letter in token)):
        raise LudexError(
            f"the {what} token must have at least {SHORTEST_TOKEN} letters, digits or signs, and no spaces. "
            "Make one with: python -c 'import secrets; print(secrets.token_urlsafe())'"
        )
    return token
