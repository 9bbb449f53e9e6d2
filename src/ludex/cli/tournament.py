"""`ludex tournament`: what `ludex arena --pairs` was called before."""

from __future__ import annotations

from typing import Annotated

import typer

from ludex.cli.arena import arena
from ludex.cli.simulate import AllowForfeits, TimeLimit
from ludex.console import AsJson, GameName, OptionList, SettingList, err


def tournament(
    game: GameName,
    players: Annotated[str | None, typer.Option(help="Separated by commas. Default: all bots of the game.")] = None,
    games: Annotated[int | None, typer.Option(min=1, help="The number of games in each match.")] = None,
    seats: Annotated[int | None, typer.Option(min=2, help="Seats at a table, taken in turn by the two bots.")] = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games, bit for bit.")] = "0",
    setting: SettingList = None,
    option: OptionList = None,
    time_limit: TimeLimit = None,
    allow_forfeits: AllowForfeits = False,
    json: AsJson = False,
) -> None:
    """Let every bot play every other. This is now `ludex arena --pairs`, which can do more.

    Example: `ludex tournament automation --setting edition=expanded`
    """
    err.print("ludex tournament is now called ludex arena --pairs", markup=False)
    arena(
        game,
        players,
        games,
        alpha=0.05,
        beta=0.05,
        pairs=True,
        seats=seats,
        seed=seed,
        setting=setting,
        option=option,
        time_limit=time_limit,
        allow_forfeits=allow_forfeits,
        json=json,
    )
