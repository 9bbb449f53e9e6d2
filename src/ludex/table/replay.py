"""A finished game, move by move through any seat's eyes; and sandboxes that go on from any position."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from ludex.core.chance import new_dice, secret_seed
from ludex.core.errors import LudexError
from ludex.core.game import Game
from ludex.core.history import History
from ludex.core.page import Seating
from ludex.core.position import write_position
from ludex.core.table import Table
from ludex.table.games import named_game
from ludex.table.refused import Refused, refusal_of
from ludex.table.rows import Made, SeatPlan
from ludex.table.sight import drawn, headline_of
from ludex.table.state import SPECTATOR, TableState
from ludex.table.store import Header
from ludex.table.tokens import hashed, new_id, new_secret
from ludex.table.wire import MOST_NAME, NewTable, SeatMade, SeatWish, TableMade, encode

if TYPE_CHECKING:
    from ludex.table.hall import Hall


def open_table(state: TableState) -> Table[Any]:
    """The table of a game about which there are no secrets any more."""
    if state.table is None:
        raise Refused(409, "not-dealt", "The game has not begun.")
    if not state.over and not state.made.sandbox:
        raise Refused(409, "not-over", "The replay can be watched when the game is over.")
    return state.table


def frame(state: TableState, at: int, eyes: int, form: str) -> dict[str, Any]:
    """What a seat (or a spectator) saw after a number of moves, and what the last of them was."""
    table = open_table(state)
    if not 0 <= at <= len(table.played):
        raise Refused(404, "no-move", f"There is no move {at}: the game has moves 0 to {len(table.played)}.")
    if not (eyes == SPECTATOR or 0 <= eyes < table.seats):
        raise Refused(404, "no-seat", f"There is no seat {eyes}: seats are 0 to {table.seats - 1}.")
    then = table.branch(at) if at < len(table.played) else table
    seat = None if eyes == SPECTATOR else eyes
    view = then.view(seat)
    seating = Seating(state.names, seat, told=then.told(seat))
    found: dict[str, Any] = {
        "at": at,
        "moves": len(table.played),
        "you": seat,
        "waiting": then.waiting,
        "phase": headline_of(state.game, view, seating),
        "names": state.names,
        "move": None,
        "events": [],
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


def position_of(state: TableState, at: int | None, eyes: int) -> dict[str, Any]:
    """The position of a table after a number of moves, secrets included, once there are none.

    Before the end it is a position that the viewer must hold possible: whatever they cannot know is dealt again.
    """
    if state.table is None:
        raise Refused(409, "not-dealt", "The game has not begun.")
    if state.over or state.made.sandbox:
        table = open_table(state)
        try:
            states = table.record_in_full(at)
        except LudexError as error:
            raise refusal_of(error) from None
    elif at is not None:
        raise Refused(409, "not-over", "Earlier positions can be had when the game is over.")
    else:
        hidden = state.hidden(eyes)
        states = np.frombuffer(bytearray(hidden.data), hidden.dtype)
        state.game.kernel.redeal(states, 0, eyes, new_dice(secret_seed()))
        states["rng"] = 0
    position = write_position(state.game, states, state.settings)
    found: dict[str, Any] = msgspec.json.decode(position.to_json())
    return found


async def import_history(hall: Hall, given: str | dict[str, Any], host: str, base: str) -> TableMade:
    """A table made from a history: a finished game to watch, or an unfinished one to go on with in a sandbox."""
    hall.limits.make_table(host, hall.watch.now())
    text = given.encode() if isinstance(given, str) else encode(given)
    loop = asyncio.get_running_loop()
    history, game = await loop.run_in_executor(hall.pool, read_history, text)
    definition = None if history.definition is None else msgspec.json.encode(game.definition, order="sorted")
    name = history.game if definition is None else await hall.keep_genome(definition)
    sandbox = history.outcome is None
    secret = new_secret()
    plans = tuple(
        SeatPlan("person", player[:MOST_NAME], "", hashed(secret) if sandbox else "") for player in history.players
    )
    made = [SeatMade(seat, "person", plan.name, secret if sandbox else None) for seat, plan in enumerate(plans)]
    header = Header(
        id=new_id(),
        game=name,
        definition=definition,
        settings=msgspec.json.encode(game.read_settings(history.settings)),
        seats=history.seats,
        seed=bytes.fromhex(history.seed or ""),
        clock=b"",
        public=False,
        created=hall.watch.now(),
        host=host,
    )
    first = Made(
        version=game.version,
        seats=plans,
        undo="free" if sandbox else "never",
        sandbox=sandbox,
        hints=sandbox,
        history=msgspec.json.decode(text),
    )
    return await hall.found(header, game, first, made, base)


def read_history(text: bytes) -> tuple[History, Game[Any, Any]]:
    """A history that replays to what it claims, and its game."""
    try:
        history = History.from_json(text)
        game = history.find_game() if history.definition is not None else named_game(history.game)
        history.verify(game)
    except LudexError as error:
        raise Refused(409, "bad-history", str(error)) from None
    return history, game


async def branch(hall: Hall, state: TableState, at: int | None, eyes: int, host: str, base: str) -> TableMade:
    """A sandbox that goes on from a table's position: all seats are mine, and moves can be taken back freely."""
    position = position_of(state, at, eyes)
    seats = tuple(SeatWish("person", name) for name in state.names)
    wish = NewTable(state.header.game, seats, position=position, sandbox=True)
    return await hall.create(wish, host, base)
