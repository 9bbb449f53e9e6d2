"""`ludex serve`: the online table."""

from __future__ import annotations

import importlib.util
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from ludex.console import say
from ludex.core.errors import LudexError

NEEDED = ("starlette", "uvicorn", "websockets", "sqlalchemy", "alembic", "jinja2")


def serve(
    db: Annotated[
        str,
        typer.Option(help="Where tables are kept: `sqlite:///file.db`, `postgresql://user@host/name`, or `memory:`."),
    ] = "sqlite:///ludex.db",
    host: Annotated[
        str, typer.Option(help="The address to listen at. `0.0.0.0` lets other machines in.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port to listen at. 0 takes any that is free.")
    ] = 8000,
    open_browser: Annotated[bool, typer.Option("--open-browser", help="Open the page in a browser.")] = False,
    origin: Annotated[
        list[str] | None,
        typer.Option(help="Another address whose pages may use this server, e.g. `https://example.org`."),
    ] = None,
    proxy: Annotated[
        bool, typer.Option(help="Believe the addresses that a proxy in front of the server tells.")
    ] = False,
    limits: Annotated[bool, typer.Option(help="Limit how much one address may ask for.")] = True,
    keep_days: Annotated[
        float | None,
        typer.Option(min=0, help="Delete tables at which nothing has happened for so many days. Default: never."),
    ] = None,
    local_webhooks: Annotated[
        bool, typer.Option(help="Send turn notices to addresses of the local network too.")
    ] = False,
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
    from ludex.table.hall import Hall
    from ludex.table.limits import Limits
    from ludex.table.serving import address_of, listen, run
    from ludex.table.store import open_store

    hall = Hall(open_store(db), limits=Limits() if limits else Limits.none())
    hall.origins = frozenset(address.rstrip("/") for address in origin or ())
    hall.local_webhooks = local_webhooks
    hall.keep_days = keep_days
    if lab is not None:
        from ludex.lab.table_pages import Lab

        Lab(lab).join(hall)
    listening = listen(host, port)
    address = address_of(listening)

    def ready() -> None:
        say(f"The table is open at {address}", "bold")
        say("Stop it with Ctrl+C. Tables are saved, and go on when it starts again.", "dim")
        if open_browser:
            webbrowser.open(address)

    run(hall, listening, ready, proxy)
