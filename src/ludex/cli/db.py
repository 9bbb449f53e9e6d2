"""`ludex db`: the databases of the online table."""

from __future__ import annotations

from typing import Annotated

import typer

from ludex.console import AsJson, err, say, say_json
from ludex.core.language.words import plural

db = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode="markdown")


@db.callback(
    help="Manage the databases of the online table.\n\nExample: `ludex db copy sqlite:///ludex.db postgresql://ann@host/ludex`"
)
def look_after() -> None:
    """Do nothing before a command."""


@db.command()
def copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help="The address of the database to copy.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The address of a new, empty database.")],
) -> None:
    """Copy all tables into another, empty database. No server may use them in the meantime.

    Example: `ludex db copy sqlite:///ludex.db postgresql://ann@host/ludex`
    """
    from ludex.table.store.copying import copy as copy_all  # here, so that other commands start sooner

    with err.status("Copying") as status:
        count = copy_all(source, target, lambda done, of: status.update(f"Copying: {done} of {of} tables"))
    say(f"{plural(count, 'table')} copied. Start the server with the new address after --db.")


@db.command()
def prune(
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="The address of the database.")],
    days: Annotated[float, typer.Option(min=0, help="Delete tables at which nothing has happened for this many days.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only print the number of tables.")] = False,
    json: AsJson = False,
) -> None:
    """Delete old tables with everything that belongs to them, finished or not. It cannot be undone.

    Tables that are open in a browser stay, and so do those with a clock that runs. Servers may be using the database.

    Example: `ludex db prune sqlite:///ludex.db --days 90 --dry-run`
    """
    from ludex.table.store.pruning import prune_all  # here, so that other commands start sooner

    with err.status("Looking for old tables") as status:
        count = prune_all(address, days, pretend=dry_run, progress=lambda done: status.update(f"{done} tables deleted"))
    if json:
        say_json({"tables": count, "deleted": not dry_run})
        return
    tables = plural(count, "table")
    idle = f"at which nothing has happened for {days:g} {'day' if days == 1 else 'days'}"
    say(f"{tables} {idle}. Nothing was deleted." if dry_run else f"{tables} deleted {idle}.")
