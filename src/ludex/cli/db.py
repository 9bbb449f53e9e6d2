"""`ludex db`: the databases of the online table."""

from __future__ import annotations

from typing import Annotated

import typer

from ludex.console import err, say

db = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode="markdown")


@db.callback(
    help="Look after the databases of the online table.\n\nExample: `ludex db copy sqlite:///ludex.db postgresql://ann@host/ludex`"
)
def look_after() -> None:
    """What comes before: nothing."""


@db.command()
def copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help="The address of the database to copy.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The address of a new, empty database.")],
) -> None:
    """Copy all tables into another, empty database. No server may be using them meanwhile.

    Example: `ludex db copy sqlite:///ludex.db postgresql://ann@host/ludex`
    """
    from ludex.table.store.copying import copy as copy_all

    with err.status("Copying") as status:
        count = copy_all(source, target, lambda done, of: status.update(f"Copying: {done} of {of} tables"))
    say(f"{count} {'table' if count == 1 else 'tables'} copied. Start the server with the new address after --db.")
