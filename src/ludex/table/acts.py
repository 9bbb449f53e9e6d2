"""What people may do at a table: every wish is checked against the state, and becomes rows or is refused.

Nothing is changed here. A room commits the rows, and then the state takes them.
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Sequence
from typing import Any

import msgspec

from ludex.core.errors import LudexError, UndoRefused
from ludex.core.table import Table
from ludex.players.standing_orders import Orders, draw_of
from ludex.table import rows as said
from ludex.table.lots import lot_of
from ludex.table.notices import check_url
from ludex.table.refused import Refused, refusal_of
from ludex.table.rows import Payload, Wish
from ludex.table.state import TableState
from ludex.table.wire import MOST_MOVE, GiveOrders, WriteDraft


class Repeated(Exception):
    """A message that was carried out before: it is answered as it was then, and nothing happens."""

    def __init__(self, number: int) -> None:
        self.number = number


def sit(state: TableState, seat: int, name: str, entropy: str | None, token: str = "") -> list[Payload]:
    """Take a seat, under a name, with random bytes for the table's chance."""
    there = state.seats[seat]
    if there.kind == "bot":
        raise Refused(409, "bot-seat", f"A bot sits at seat {seat}.")
    if there.sat and not there.left:
        raise Refused(409, "taken", f"{there.name} sits at seat {seat} already.")
    others = [other.name for other in state.seats if other is not there]
    planned = "" if there.left else there.name
    called = unlike(readable(name) or planned or f"Guest {seat + 1}", others)
    if state.table is not None:
        return [said.Sat(seat, there.name if not there.left else called, "", token)]
    drawn = entropy is None
    return [said.Sat(seat, called, entropy or secrets.token_hex(16), token, drawn)]


def free_seat(state: TableState, wished: int | None) -> int:
    """A seat that anybody may take: at a table that is not public only one that somebody has left."""
    people = [(n, seat) for n, seat in enumerate(state.seats) if seat.kind == "person"]
    free = [n for n, seat in people if seat.left or (state.header.public and not seat.sat)]
    if not free and not state.header.public:
        raise Refused(403, "not-public", "This table is for those who were sent a link.")
    if not free or (wished is not None and wished not in free):
        raise Refused(409, "taken", "This seat is taken." if free else "All seats are taken.")
    meant_for_nobody = [n for n in free if state.seats[n].left or not state.seats[n].name]
    return (meant_for_nobody or free)[0] if wished is None else wished


def move(state: TableState, seat: int, raw: bytes, number: int, message: str) -> list[Payload]:
    """Answer a decision."""
    if message and message in state.ids[seat]:
        raise Repeated(state.ids[seat][message])
    table = expect_play(state)
    if number != state.counts[seat]:
        raise Refused(
            409,
            "stale",
            f"This answers decision {number}, but something has happened since: it is now {state.counts[seat]}.",
        )
    if len(raw) > MOST_MOVE:
        raise Refused(409, "too-long", f"A move of {len(raw)} bytes: expected at most {MOST_MOVE}.")
    back: list[Payload] = [said.Timed(seat, "back")] if state.seats[seat].deputy else []
    try:
        if raw[:1] != b'"':
            packed = [state.game.moves.packed_from_json(raw)]
        else:
            text: str = msgspec.json.decode(raw)
            packed = [state.game.moves.pack(found) for found in table.read_line(seat, text)]
        if len(packed) == 1:
            table.expect_legal(seat, packed[0])
        else:
            trial = table.branch()
            for each in packed:
                trial.play_packed(seat, each)
    except LudexError as error:
        raise refusal_of(error) from None
    return [*back, *(said.Moved(seat, each) for each in packed[:-1]), said.Moved(seat, packed[-1], id=message)]


def draft(state: TableState, seat: int, wish: WriteDraft) -> list[Payload]:
    """Write a decision down, erase it, or hand in all that stands there."""
    table = expect_play(state)
    if seat not in state.waiting:
        raise Refused(409, "not-your-turn", "You owe no decision now.")
    sheet = state.draft(seat)
    if sheet is None:
        raise Refused(409, "no-draft", f"{state.game.title} has no drafts: every decision is final at once.")
    pack = state.game.moves.pack
    try:
        if wish.write:
            sheet.take(table.read_line(seat, wish.write))
        if wish.erase:
            sheet.erase(wish.erase)
        if wish.done:
            return [said.Moved(seat, pack(move)) for move in sheet.final()]
    except LudexError as error:
        raise refusal_of(error) from None
    return [said.Drafted(seat, tuple(pack(move) for move in sheet.moves))]


def say(state: TableState, seat: int, text: str, to: Sequence[int] | None) -> list[Payload]:
    """Say something, to all or to some."""
    words = readable(text, lines=True)
    if not words:
        raise Refused(409, "nothing-said", "There is nothing to say in this.")
    if to is None:
        return [said.Said(seat, words)]
    if not state.made.press:
        raise Refused(409, "no-press", "At this table everything is said to all: it was made without press.")
    heard = tuple(sorted({*to, seat}))
    if heard[-1] >= len(state.seats):
        raise Refused(409, "no-seat", f"There is no seat {heard[-1]}; seats are 0 to {len(state.seats) - 1}.")
    return [said.Said(seat, words, heard)]


def undo(state: TableState, seat: int, ask: bool) -> list[Payload]:
    """Take back the seat's last move: alone where the table's rule allows it, or by asking the others."""
    if state.table is None or not state.movers:
        raise Refused(409, "nothing-to-undo", "There is nothing to take back yet.")
    if state.made.undo == "never":
        raise Refused(409, "no-undo", "At this table nothing is taken back.")
    if state.made.undo == "free":
        return [said.Undone(seat, 1, seed=_renewal(state))]
    expect_play(state)
    if seat not in state.movers:
        raise Refused(409, "nothing-to-undo", "You have made no move that could be taken back.")
    back = state.movers[::-1].index(seat) + 1
    why = "At this table moves are taken back by consent of all."
    if state.made.undo == "rule":
        try:
            return [take_back_alone(state, seat, back)]
        except UndoRefused as error:
            why = _first_sentence(error)
    if all(state.hash_of(person) == state.hash_of(seat) for person in state.persons):
        return [said.Undone(seat, back, agreed=True)]
    if not ask:
        raise Refused(409, "needs-consent", why)
    return [said.Offered(seat, "undo", why)]


def _renewal(state: TableState) -> str:
    """A new secret seed for a game that is reopened: the old one may be known to everybody."""
    return secrets.token_hex(32) if state.over else ""


def take_back_alone(state: TableState, seat: int, back: int) -> said.Undone:
    """Take back the seat's last move without asking, where nobody can have acted on it.

    Moves that others made since, and that the seat cannot have noticed, are made again at once. So whether there were
    any is not to be learnt by asking.
    """
    table = state.table
    assert table is not None
    if any(mask >> seat & 1 for mask in state.masks[len(state.masks) - back + 1 :]):
        raise UndoRefused("others have moved since.")
    trial = table.branch(len(state.movers) - back + 1)
    trial.undo(seat)
    later = [table.played.step(n) for n in range(len(state.movers) - back + 2, len(state.movers) + 1)]
    for other, packed, _ in later:
        trial.play_packed(other, packed)
    return said.Undone(seat, back, tuple((other, packed) for other, packed, _ in later))


def offer(state: TableState, seat: int, what: Wish) -> list[Payload]:
    """Wish something that all persons must agree to."""
    if what == "undo":
        return undo(state, seat, ask=True)
    if what == "draw":
        voted: Payload = said.Moved(seat, _draw(state, seat))
        known = next((known for known in state.offers.values() if known.what == "draw"), None)
        return [voted, said.Answered(seat, known.id, True) if known else said.Offered(seat, "draw")]
    if any(known.what == what for known in state.offers.values()):
        raise Refused(409, "offered", "That has been offered already: answer it.")
    if what == "rematch":
        if not state.over:
            raise Refused(409, "not-over", "The game is not over yet.")
        if state.follower:
            raise Refused(409, "followed", "There is a new table already.")
    else:
        expect_play(state)
    rows: list[Payload] = [said.Offered(seat, what)]
    return [*rows, *_agreed(state, what, seat, {seat})]


def _draw(state: TableState, seat: int) -> int:
    """The seat's vote for a draw, packed, where the game itself has a move for that."""
    table, packed = expect_play(state), draw_of(state.game)
    if packed is None:
        raise Refused(409, "no-draws", f"{state.game.title} knows no draw by agreement.")
    try:
        table.expect_legal(seat, packed)
    except LudexError as error:
        raise refusal_of(error) from None
    return packed


def answer(state: TableState, seat: int, number: int, yes: bool) -> list[Payload]:
    """Agree to an offer, or not. When everybody has agreed, it happens at once."""
    found = state.offers.get(number)
    if found is None:
        raise Refused(409, "no-offer", "There is no such offer any more.")
    if seat in found.answers:
        raise Refused(409, "answered", "You have answered this already.")
    rows: list[Payload] = [said.Answered(seat, number, yes)]
    if yes and found.what == "draw":
        rows.append(said.Moved(seat, _draw(state, seat)))
    elif yes:
        agreed = {other for other, said_yes in found.answers.items() if said_yes} | {seat}
        rows += _agreed(state, found.what, found.seat, agreed)
    return rows


def _agreed(state: TableState, what: str, by: int, agreed: set[int]) -> list[Payload]:
    """What happens when all persons agree: several seats with one token agree together."""
    tokens = {state.hash_of(seat) for seat in agreed}
    if any(state.hash_of(seat) not in tokens for seat in state.persons):
        return []
    if what == "undo":
        if by not in state.movers:
            return []
        return [said.Undone(by, state.movers[::-1].index(by) + 1, agreed=True, seed=_renewal(state))]
    if what == "pause":
        return [said.Paused(by, True)]
    return []  # a rematch is made by the hall, which makes tables


def rematch_agreed(state: TableState) -> bool:
    """Whether all persons wish to play again."""
    found = next((known for known in state.offers.values() if known.what == "rematch"), None)
    if found is None or state.follower:
        return False
    tokens = {state.hash_of(seat) for seat, yes in found.answers.items() if yes}
    return all(state.hash_of(seat) in tokens for seat in state.persons)


def orders(state: TableState, seat: int, wish: GiveOrders) -> list[Payload]:
    """Give standing orders in place of those that the seat had."""
    expect_play(state)
    lot = None
    if wish.skip or wish.bid is not None:
        lot = lot_of(state, seat)
        if lot is None:
            raise Refused(409, "no-lot", "Nothing is being auctioned now.")
    return [said.Ordered(seat, Orders(wish.pass_idle, wish.only, lot, wish.skip, wish.bid))]


def hook(seat: int, url: str | None) -> list[Payload]:
    """Say where the seat's turn notices go: to the address of a web server, or nowhere any more."""
    if url is not None:
        check_url(url)
    return [said.Hooked(seat, url or "")]


def resign(state: TableState, seat: int) -> list[Payload]:
    """Give up, which ends the game."""
    if state.table is None or state.over:
        raise Refused(409, "not-playing", "There is no game to give up.")
    return [said.Forfeited(seat, "resigned")]


def leave(state: TableState, seat: int, bot: str) -> list[Payload]:
    """Leave the seat to a bot, and to whoever sits down there."""
    if state.table is None or state.over:
        raise Refused(409, "not-playing", "There is no game to leave.")
    return [said.Left(seat, bot)]


def back(state: TableState, seat: int) -> list[Payload]:
    """Take the seat over again from the bot that stood in."""
    there = state.seats[seat]
    if not there.deputy or there.left or state.over:
        raise Refused(409, "not-away", "No bot plays for you.")
    return [said.Timed(seat, "back")]


def resume(state: TableState, seat: int) -> list[Payload]:
    """Go on after a pause."""
    if not state.paused:
        raise Refused(409, "not-paused", "The table does not pause.")
    return [said.Paused(seat, False)]


def expect_play(state: TableState) -> Table[Any]:
    """The game's table, if it is being played."""
    if state.table is None:
        free = [str(number) for number, seat in enumerate(state.seats) if not seat.sat]
        raise Refused(409, "not-dealt", f"The game begins when everybody sits. Still free: seat {', '.join(free)}.")
    if state.over:
        raise Refused(409, "over", "The game is over.")
    if state.paused:
        raise Refused(409, "paused", "The table pauses. Go on with the game first.")
    return state.table


def unlike(name: str, others: Sequence[str]) -> str:
    """A name that nobody else at the table has, so that the log tells people apart.

    >>> unlike("Ann", ["Bob"]), unlike("ann", ["Ann"]), unlike("Ann", ["Ann", "Ann 2"])
    ('Ann', 'ann 2', 'Ann 3')
    """
    taken = {other.casefold() for other in others}
    tries = (f"{name} {number}" for number in range(2, len(others) + 3))
    return name if not name or name.casefold() not in taken else next(n for n in tries if n.casefold() not in taken)


def readable(text: str, lines: bool = False) -> str:
    """What people wrote, without signs that nobody can see or that turn the writing round.

    >>> readable("  Ann\\u202e\\x00  B. ")
    'Ann B.'
    """
    kept = "".join(
        letter if unicodedata.category(letter)[0] != "C" else " " if letter in "\n\t" else "" for letter in text
    )
    return " ".join(kept.split()) if not lines else " ".join(kept.split(" ")).strip()


def _first_sentence(error: Exception) -> str:
    """Why a move is final, without its number: how many moves others have made may be a secret."""
    text = re.sub(r"^move \d+ ", "your move ", str(error).split(" It can be taken back if")[0])
    return text[:1].upper() + text[1:]
