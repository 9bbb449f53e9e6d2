"""A finished game, move by move through any seat's eyes; and sandboxes that continue from any position."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from ludex.core.game.game import Game
from ludex.core.game.position import write_position
from ludex.core.language.chance import new_dice, secret_seed
from ludex.core.language.errors import LudexError
from ludex.core.language.settings import GameSettings
from ludex.core.play.history import History
from ludex.core.play.table import Table
from ludex.core.show.page import Seating
from ludex.table.room.actions import readable
from ludex.table.room.departures import changes_of
from ludex.table.room.messages import MOST_NAME, encode
from ludex.table.room.perspectives import drawn, headline_of
from ludex.table.room.refused import Refused, refusal_of
from ludex.table.room.rows import Made, SeatPlan
from ludex.table.room.state import SPECTATOR, TableState
from ludex.table.server.bodies import NewSeat, NewTable, SeatMade, TableMade
from ludex.table.server.games import named_game
from ludex.table.server.table_server import TableServer
from ludex.table.server.tokens import hashed, new_id, new_secret
from ludex.table.store import Header


def open_table(state: TableState) -> Table[Any]:
    """Return the table of a game that no longer has secrets. Refuse other games."""
    if state.table is None:
        raise Refused(409, "not-dealt", "The game has not begun.")
    if not state.over and not state.made.sandbox:
        raise Refused(409, "not-over", "The replay is available once the game is over.")
    return state.table


def frame(state: TableState, at: int, perspective: int, form: str) -> dict[str, Any]:
    """Return the view of a seat (or a spectator) after a number of moves, and the last of these moves."""
    table = open_table(state)
    if not 0 <= at <= len(table.played):
        raise Refused(404, "no-move", f"There is no move {at}: the game has moves 0 to {len(table.played)}.")
    if not (perspective == SPECTATOR or 0 <= perspective < table.seats):
        raise Refused(404, "no-seat", f"There is no seat {perspective}: seats are 0 to {table.seats - 1}.")
    then = table.branch(at) if at < len(table.played) else table
    seat = None if perspective == SPECTATOR else perspective
    view = then.view(seat)
    seating = Seating(state.names, seat, told=then.engine.told(seat), roles=state.game.seat_names)
    found: dict[str, Any] = {
        "at": at,
        "moves": len(table.played),
        "you": seat,
        "waiting": then.waiting,
        "phase": headline_of(state.game, view, seating),
        "names": state.game.seat_names or state.names,
        "move": None,
        "events": [],
        "changes": [text for one, text in changes_of(table) if one.after == at],
        "outcome": then.outcome,
    }
    if at:
        by, packed, _ = table.played.step(at)
        found["move"] = {"seat": by, "text": str(state.game.moves.unpack(packed))}
        events = [seen.event for seen in table.played.events_of(at) if seen.visible_to(seat)]
        found["events"] = [{"say": _capital(seating.say(str(e))), **msgspec.to_builtins(e)} for e in events]
    if form == "page":
        page = drawn(state.game, view, seating)
        found["board"], found["hand"] = str(page.board), str(page.hand)
    else:
        found["view"] = view
    return found


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def position_of(state: TableState, at: int | None, perspective: int) -> dict[str, Any]:
    """Return the position of a table after a number of moves, secrets included, once the game is open.

    Before the end it is a position that is possible for the viewer: everything that they cannot know is dealt again.
    """
    if state.table is None:
        raise Refused(409, "not-dealt", "The game has not begun.")
    if state.over or state.made.sandbox:
        table = open_table(state)
        try:
            states = table.engine.record_in_full(at)
        except LudexError as error:
            raise refusal_of(error) from None
    elif at is not None:
        raise Refused(409, "not-over", "Earlier positions are available once the game is over.")
    else:
        hidden, _ = state.seen(perspective)
        states = np.frombuffer(bytearray(hidden), state.game.machine.layout.dtype)
        state.game.machine.kernel.redeal(states, 0, perspective, new_dice(secret_seed()))
        states["rng"] = 0
    position = write_position(state.game, states, state.settings)
    found: dict[str, Any] = msgspec.json.decode(position.to_json())
    return found


async def import_history(server: TableServer, given: str | dict[str, Any], host: str, base: str) -> TableMade:
    """Make a table from a history: a finished game to watch, or an unfinished one to continue in a sandbox."""
    server.limits.make_table(host, server.clock.now())
    text = given.encode() if isinstance(given, str) else encode(given)
    history, game, table, data = await server.workers.checks.run(host, read_history, text)
    definition = None if history.definition is None else msgspec.json.encode(game.definition, order="sorted")
    name = history.game if definition is None else await server.keep_genome(definition)
    sandbox = history.outcome is None
    secret = new_secret()
    plans = tuple(
        SeatPlan("person", readable(player)[:MOST_NAME], "", hashed(secret) if sandbox else "")
        for player in history.players
    )
    made = [SeatMade(seat, "person", plan.name, secret if sandbox else None) for seat, plan in enumerate(plans)]
    settings = game.read_settings(history.settings)
    header = replayed_header(name, definition, settings, history, server.clock.now(), host)
    first = Made(
        version=game.version,
        seats=plans,
        undo="free" if sandbox else "never",
        sandbox=sandbox,
        hints=sandbox,
        history=data,
    )
    return await server.found(header, game, first, made, base, server.workers.checks, table)


def replayed_header(
    game: str, definition: bytes | None, settings: GameSettings, history: History, now: float, host: str
) -> Header:
    """Return the header of a table that begins with a history: it has the history's chance, and no clock."""
    return Header(
        id=new_id(),
        game=game,
        definition=definition,
        settings=msgspec.json.encode(settings),
        seats=history.seats,
        seed=bytes.fromhex(history.seed or ""),
        clock=b"",
        public=False,
        created=now,
        host=host,
    )


def read_history(text: bytes) -> tuple[History, Game[Any, Any], Table[Any], dict[str, Any]]:
    """Read and verify a history, and return it with its game, its table and its data."""
    try:
        history = History.from_json(text)
        game = history.find_game() if history.definition is not None else named_game(history.game)
        table = history.verify(game)
    except LudexError as error:
        raise Refused(409, "bad-history", str(error)) from None
    return history, game, table, msgspec.json.decode(text)


async def branch(server: TableServer, state: TableState, position: dict[str, Any], host: str, base: str) -> TableMade:
    """Make a sandbox that continues from a table's position: one client has all seats, and undo is free."""
    seats = tuple(NewSeat("person", name) for name in state.names)
    wanted = NewTable(state.header.game, seats, position=position, sandbox=True)
    return await server.create(wanted, host, base)
