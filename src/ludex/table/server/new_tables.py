"""Plans of new tables: settings that the game has, seats with their secrets, and bots that may sit there."""

from __future__ import annotations

from random import SystemRandom
from typing import Any

import msgspec

from ludex.core.game.game import Game
from ludex.core.game.template import template_of
from ludex.core.language.errors import BadSetting, LudexError
from ludex.core.play.leaving import expect_choice
from ludex.players.names import bot_name
from ludex.table.room import actions
from ludex.table.room.records import place_of
from ludex.table.room.refused import Refused
from ludex.table.room.rows import SeatPlan
from ludex.table.room.state import TableState
from ludex.table.server.bodies import NewSeat, NewTable, SeatMade
from ludex.table.server.games import expect_bot
from ludex.table.server.tokens import hashed, new_secret


def check_table(game: Game[Any, Any], wanted: NewTable) -> dict[str, Any]:
    """Return the complete settings of a table. Refuse settings that cannot be played."""
    try:
        expect_choice(game, wanted.on_leave)
        if wanted.position is not None:
            found = game.position(wanted.position)
            if found.seats != len(wanted.seats):
                raise BadSetting(f"the position is for {found.seats} seats, not {len(wanted.seats)}")
            settings = found.settings
        else:
            settings = game.read_settings(wanted.settings)
            template_of(game, len(wanted.seats), settings)
    except LudexError as error:
        raise Refused(409, "bad-setting", str(error)) from None
    data: dict[str, Any] = msgspec.to_builtins(settings)
    return data


def expect_rateable(wanted: NewTable) -> None:
    """Refuse a rated table whose results would say nothing about its players."""
    if not wanted.rated:
        return
    people = [seat for seat in wanted.seats if seat.kind == "person"]
    fair = wanted.public and not wanted.sandbox and wanted.undo != "free" and not wanted.hints
    if not fair or len(wanted.seats) < 2 or any(seat.same_as is not None for seat in people):
        raise Refused(
            409,
            "not-rateable",
            "A rated table is public, for at least two players, without hints, and no two share a device.",
        )


def plan_seats(game: Game[Any, Any], wanted: NewTable) -> tuple[tuple[SeatPlan, ...], list[SeatMade]]:
    """Return the seats of a new table: plans with hashed secrets, and the answer to the maker, with the secrets."""
    dice = SystemRandom()
    plans: list[SeatPlan] = []
    made: list[SeatMade] = []
    shared = new_secret() if wanted.sandbox else None
    for number, seat in enumerate(wanted.seats):
        name = actions.unique_name(actions.readable(seat.name), [plan.name for plan in plans])
        if seat.kind == "bot":
            bot = expect_bot(game, seat.bot or game.bots_by_strength[-1])
            if wanted.rated and place_of(game, bot) is None:
                raise Refused(409, "not-rateable", f"{bot} has no fixed rating. Choose another bot.")
            name = name or bot_name([plan.name for plan in plans], dice)
            plans.append(SeatPlan("bot", name, bot))
            made.append(SeatMade(number, "bot", name))
            continue
        secret = shared or _secret_of(seat, made, number)
        plans.append(SeatPlan("person", name, "", hashed(secret)))
        made.append(SeatMade(number, "person", name, secret))
    return tuple(plans), made


def plan_rematch(state: TableState) -> tuple[SeatPlan, ...]:
    """Return the seats of a rematch: the same, but with bots in the seats that people have left."""
    plans: list[SeatPlan] = []
    names = [seat.name for seat in state.seats if not seat.left]
    for seat in state.seats:
        if seat.kind == "bot":
            plans.append(SeatPlan("bot", seat.name, seat.bot))
        elif seat.left:
            names.append(bot_name(names, SystemRandom()))
            bot = seat.deputy if seat.deputy in state.game.machine.bot_slots else state.game.bots_by_strength[-1]
            plans.append(SeatPlan("bot", names[-1], bot))
        else:
            plans.append(SeatPlan("person", seat.name, "", seat.token, seat.owner))
    return tuple(plans)


def _secret_of(seat: NewSeat, made: list[SeatMade], number: int) -> str:
    """Return a new secret, or that of the earlier seat whose person plays this one too."""
    if seat.same_as is None:
        return new_secret()
    if seat.same_as >= number or made[seat.same_as].token is None:
        raise Refused(
            409, "same-as", f"Seat {number} has same_as {seat.same_as}: expected an earlier seat of a person."
        )
    return made[seat.same_as].token or ""
