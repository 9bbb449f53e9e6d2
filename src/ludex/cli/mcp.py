"""`ludex mcp`: a seat for a language model, by the Model Context Protocol over standard input and output."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ludex.cli.play import PERSON, default_players, seat_names, start_at_once
from ludex.console import SettingList, complete_game, complete_players, read_players, read_settings
from ludex.core.game.registry import game as find_game
from ludex.core.language.errors import BadSetting, LudexError

ME = "me"
NAME = "Model"


def mcp(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="The game's name or file; `ludex games` lists them. Not needed with --join.",
            autocompletion=complete_game,
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            help="Separated by commas: `me` (or `me:NAME`) once, and bots. Default: me, and bots of several strengths.",
            autocompletion=complete_players,
        ),
    ] = None,
    join: Annotated[
        str | None, typer.Option(metavar="LINK", help="The link of a seat at an online table, `…/join/TOKEN`.")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same deals and draws.")] = None,
    setting: SettingList = None,
) -> None:
    """Let a language model take a seat by MCP: an MCP client starts this command and calls its tools.

    Example: `ludex mcp modern-art --players me,easy,hard`

    Example: `ludex mcp --join https://table.example/join/TOKEN`
    """
    make_server = _server_maker()
    if join is not None:
        if game or players or seed or setting:
            raise BadSetting("--join takes a seat at a table that exists: give no game, players, seed or settings")
        server = make_server(_joined(join))
    elif game is None:
        raise BadSetting("which game? e.g. `ludex mcp automation`; `ludex games` lists them all")
    else:
        server = make_server(_local(game, players, seed, read_settings(setting)))
    server.run()


def _server_maker() -> Any:
    try:
        from ludex.doors.mcp.server import make_server
    except ImportError as error:
        if error.name and error.name.startswith("ludex"):
            raise
        raise LudexError(f"`ludex mcp` needs the package {error.name}: pip install 'ludex[mcp]'") from None
    return make_server


def _joined(link: str) -> Any:
    from ludex.doors.mcp.joined_seat import JoinedSeat

    return JoinedSeat(link, NAME)


def _local(name: str, players: str | None, seed: str | None, settings: dict[str, Any]) -> Any:
    from ludex.doors.local_seat import LocalSeat

    game = find_game(name)
    wanted = read_players(players) if players else [ME, *default_players(game)[1:]]
    mine = [seat for seat, player in enumerate(wanted) if player.partition(":")[0] == ME]
    if len(mine) != 1:
        raise BadSetting(f"--players has `me` {len(mine)} times: expected it once, e.g. --players me,random")
    own = wanted[mine[0]].partition(":")[2].strip() or NAME
    wanted[mine[0]] = f"{PERSON}:{own}"
    names = seat_names(game, wanted, seed)
    start_at_once(game, names)
    return LocalSeat(game, names, mine[0], seed=seed, settings=settings)
