"""`ludex db`: the databases of the online table."""

from __future__ import annotations

from typing import Annotated, Any

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


@db.command()
def ratings(
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="The address of the database.")],
    recompute: Annotated[
        bool, typer.Option("--recompute", help="Compute all ratings again, from the moves of the rated tables.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Show the number of rated people at each game, or compute all ratings again and report differences.

    Ratings follow from the results of rated tables. Tables that were deleted count with the result that was stored.

    Example: `ludex db ratings sqlite:///ludex.db --recompute`
    """
    import asyncio  # here, so that other commands start sooner

    import msgspec

    found = asyncio.run(_ratings(address, recompute))
    if json:
        say_json(msgspec.to_builtins(found))
    elif recompute:
        say(f"{plural(found['checked'], 'result')} checked, {found['without_rows']} of deleted tables.")
        for table in found["wrong_results"]:
            say(f"The moves of table {table} do not lead to its result.")
        wrong = found["wrong_ratings"]
        say(f"{plural(len(wrong), 'rating')} differed, and are right now." if wrong else "All ratings are the same.")
    else:
        for game, count in found["games"].items():
            say(f"{game}: {plural(count, 'person')}")


async def _ratings(address: str, again: bool) -> dict[str, Any]:
    """Return the findings of a recomputation, or the number of rated persons by game."""
    from collections import Counter

    import msgspec

    from ludex.table.server.games import Games
    from ludex.table.server.ratings import RATING, recompute
    from ludex.table.store import open_store

    store = open_store(address)
    await store.open()
    try:
        if again:
            found: dict[str, Any] = msgspec.to_builtins(await recompute(store, Games()))
            return found
        names = [one.name.rpartition(".")[0] for one in await store.belongings(None, RATING)]
        return {"games": dict(sorted(Counter(names).items()))}
    finally:
        await store.close()
