"""The actions of players at a table: each request is checked against the state, and becomes rows or is refused.

Nothing is changed here. A room commits the rows, and then the state applies them.
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Sequence
from typing import Any

from ludex.core.language.errors import LudexError, UndoRefused
from ludex.core.play.leaving import MOST_LEAVINGS
from ludex.core.play.reading import read_data, read_moves
from ludex.core.play.table import Table
from ludex.players.standing_orders import Orders, draw_of
from ludex.table.room.auctions import lot_of
from ludex.table.room.departures import LEFT, RESIGNED, departure, is_last_person
from ludex.table.room.extensions import expect_clock, is_carried
from ludex.table.room.lessons import expect_fitting, expect_fitting_draft
from ludex.table.room.messages import MOST_MOVE, GiveOrders, WriteDraft
from ludex.table.room.parts import Seat
from ludex.table.room.readiness import awaited
from ludex.table.room.refused import Refused, refusal_of
from ludex.table.room.rows import (
    Answered,
    Chatted,
    Drafted,
    Extended,
    Forfeited,
    Hooked,
    Left,
    Moved,
    Offered,
    OfferKind,
    Ordered,
    Paused,
    Payload,
    Sat,
    Timed,
    Undone,
)
from ludex.table.room.state import TableState

FINAL = "A seat has changed hands since: this move can no longer be taken back."


class Repeated(Exception):
    """A message that was carried out before: it gets the same answer again, and nothing else happens."""

    def __init__(self, number: int) -> None:
        self.number = number


def sit(
    state: TableState, seat: int, name: str, entropy: str | None, token: str = "", owner: str = ""
) -> list[Payload]:
    """Take a seat, under a name, with random bytes for the table's chance. `owner` is the mark of a known person."""
    there = state.seats[seat]
    if there.kind == "bot":
        raise Refused(409, "bot-seat", f"Seat {seat} is played by a bot.")
    if there.sat and not there.left:
        raise Refused(409, "taken", f"{there.name} already sits at seat {seat}.")
    if state.made.rated:
        expect_rateable(state, there, owner)
    others = [other.known_as for other in state.seats if other is not there]
    planned = "" if there.left else there.known_as
    called = unique_name(readable(name) or planned or f"Guest {seat + 1}", others)
    if state.table is not None:
        if len(state.table.leavings) >= MOST_LEAVINGS:
            why = f"Seats have changed hands {MOST_LEAVINGS:,} times, which is the most for one game."
            raise Refused(409, "taken", why)
        return [Sat(seat, there.known_as if not there.left else called, "", token, owner=owner)]
    drawn = entropy is None
    return [Sat(seat, called, entropy or secrets.token_hex(16), token, drawn, owner)]


def expect_rateable(state: TableState, there: Seat, owner: str) -> None:
    """Refuse a guest at a rated table, and a person who has another seat there."""
    if not owner:
        raise Refused(409, "rated", "This table is rated, and your browser is not known. Open its page in a browser.")
    if any(other.owner == owner for other in state.seats if other is not there):
        raise Refused(409, "rated", "This table is rated: you can have one seat.")


def free_seat(state: TableState, wanted: int | None) -> int:
    """Return a seat that is free to take. At a table that is not public, only seats that a player has left are free."""
    people = [(n, seat) for n, seat in enumerate(state.seats) if seat.kind == "person"]
    free = [n for n, seat in people if seat.left or (state.header.public and not seat.sat)]
    if not free and not state.header.public:
        raise Refused(403, "not-public", "Only players with a link can join this table.")
    if not free or (wanted is not None and wanted not in free):
        raise Refused(409, "taken", "This seat is taken." if free else "All seats are taken.")
    not_reserved = [n for n in free if state.seats[n].left or not state.seats[n].known_as]
    return (not_reserved or free)[0] if wanted is None else wanted


def move(state: TableState, seat: int, raw: bytes, number: int, message: str) -> list[Payload]:
    """Answer a decision."""
    if message and message in state.ids[seat]:
        raise Repeated(state.ids[seat][message])
    table = expect_play(state)
    if number != state.counts[seat]:
        raise Refused(
            409,
            "stale",
            f"The game has moved on: this answers decision {number}, but the current one is {state.counts[seat]}.",
        )
    if len(raw) > MOST_MOVE:
        raise Refused(409, "too-long", f"A move of {len(raw)} bytes: expected at most {MOST_MOVE}.")
    back: list[Payload] = [Timed(seat, "back")] if state.seats[seat].deputy else []
    try:
        packed = [state.game.moves.pack(found) for found in read_data(table, seat, raw)]
        if len(packed) == 1:
            table.engine.expect_legal(seat, packed[0])
        else:
            trial = table.branch()
            for each in packed:
                trial.engine.play_packed(seat, each)
    except LudexError as error:
        raise refusal_of(error) from None
    expect_fitting(state, packed)
    return [*back, *(Moved(seat, each) for each in packed[:-1]), Moved(seat, packed[-1], id=message)]


def draft(state: TableState, seat: int, wanted: WriteDraft) -> list[Payload]:
    """Write down a decision, erase it, or hand in the whole draft."""
    table = expect_play(state)
    if wanted.made is not None and wanted.made != state.movers.count(seat):
        raise Refused(409, "stale", "This draft belongs to an earlier decision. Nothing was submitted.")
    if seat not in state.waiting:
        raise Refused(409, "not-your-turn", "It is not your turn.")
    sheet = state.draft(seat)
    if sheet is None:
        raise Refused(409, "no-draft", f"{state.game.title} has no drafts: every decision is final.")
    pack = state.game.moves.pack
    try:
        if wanted.write:
            sheet.take(read_moves(table, seat, wanted.write, sheet.options))
        if wanted.erase:
            sheet.erase(wanted.erase)
        expect_fitting_draft(state, sheet.moves, wanted.done)
        if wanted.done:
            return [Moved(seat, pack(move)) for move in sheet.final()]
    except LudexError as error:
        raise refusal_of(error) from None
    return [Drafted(seat, tuple(pack(move) for move in sheet.moves))]


def say(state: TableState, seat: int, text: str, to: Sequence[int] | None) -> list[Payload]:
    """Send a chat message to all seats or to some."""
    words = readable(text, lines=True)
    if not words:
        raise Refused(409, "nothing-said", "The message is empty.")
    if state.made.press == "none" and not state.over:
        raise Refused(409, "no-press", "At this table, players cannot write to one another before the game is over.")
    if to is None:
        return [Chatted(seat, words)]
    if state.made.press != "full":
        raise Refused(409, "no-press", "At this table, messages go to all players.")
    heard = tuple(sorted({*to, seat}))
    if heard[-1] >= len(state.seats):
        raise Refused(409, "no-seat", f"There is no seat {heard[-1]}; seats are 0 to {len(state.seats) - 1}.")
    return [Chatted(seat, words, heard)]


def undo(state: TableState, seat: int, ask: bool) -> list[Payload]:
    """Take back the seat's last move: at once if the table's rule allows it, or by asking the other players."""
    if state.table is None or not state.movers:
        raise Refused(409, "nothing-to-undo", "There is nothing to take back yet.")
    if state.made.undo == "never":
        raise Refused(409, "no-undo", "Moves cannot be taken back at this table.")
    if state.made.undo == "free":
        if len(state.movers) <= state.table.engine.final_moves:
            raise Refused(409, "final", FINAL)
        return [Undone(seat, 1, seed=_renewal(state))]
    expect_play(state)
    if seat not in state.movers:
        raise Refused(409, "nothing-to-undo", "You have not made a move that could be taken back.")
    if state.is_final(seat):
        raise Refused(409, "final", FINAL)
    why = "At this table, taking back a move needs everyone's consent."
    if state.made.undo == "rule":
        try:
            return [take_back_alone(state, seat)]
        except UndoRefused as error:
            why = error.summary
    if all(state.hash_of(person) == state.hash_of(seat) for person in state.persons):
        return [take_back_agreed(state, seat)]
    if not ask:
        raise Refused(409, "needs-consent", why)
    return [Offered(seat, "undo", why)]


def _renewal(state: TableState) -> str:
    """Return a new secret seed if a finished game is reopened, because the old one may have been revealed."""
    return secrets.token_hex(32) if state.over else ""


def take_back_alone(state: TableState, seat: int) -> Undone:
    """Take back the seat's last move without asking, if no other player can have acted on it.

    Moves that others have made since, and that the seat cannot have noticed, are made again at once. So a player cannot
    find out by asking whether there were any.
    """
    table, back = _last_of(state, seat)
    if any(mask >> seat & 1 for mask in state.masks[len(state.masks) - back + 1 :]):
        raise UndoRefused("others have moved since.")
    trial = table.branch(len(state.movers) - back + 1)
    trial.undo(seat)
    kept = _made_again(state, trial, back)
    if len(kept) < back - 1:
        raise UndoRefused("others have moved since.")
    return Undone(seat, back, kept)


def take_back_agreed(state: TableState, seat: int) -> Undone:
    """Take back the seat's last move with the consent of all, and everything that followed from it.

    As long as nothing has happened since that all players could notice, moves of others stand: they are secret orders
    and bids, and an undo must not reveal their number.
    """
    table, back = _last_of(state, seat)
    everyone = (1 << len(state.counts)) - 1
    kept: tuple[tuple[int, int], ...] = ()
    if everyone not in state.masks[len(state.masks) - back + 1 :]:
        kept = _made_again(state, table.branch(len(state.movers) - back), back)
    return Undone(seat, back, kept, agreed=True, seed=_renewal(state))


def _last_of(state: TableState, seat: int) -> tuple[Table[Any], int]:
    """Return the game's table, and the distance of the seat's last move from the end: 1 for the last move of all."""
    assert state.table is not None
    return state.table, state.movers[::-1].index(seat) + 1


def _made_again(state: TableState, trial: Table[Any], back: int) -> tuple[tuple[int, int], ...]:
    """Repeat the moves after the last `back`, as far as they are still possible. One that used chance is left out."""
    assert state.table is not None
    kept = []
    for number in range(len(state.movers) - back + 2, len(state.movers) + 1):
        seat, packed, _ = state.table.played.step(number)
        if state.table.played[number - 1].used_chance:
            continue
        try:
            trial.engine.play_packed(seat, packed)
        except LudexError:
            continue
        kept.append((seat, packed))
    return tuple(kept)


def offer(state: TableState, seat: int, what: OfferKind) -> list[Payload]:
    """Offer something that all persons must agree to."""
    if what == "undo":
        return undo(state, seat, ask=True)
    if what == "draw":
        voted: Payload = Moved(seat, _draw(state, seat))
        if state.made.secret_draws:
            return [voted]
        known = next((known for known in state.offers.values() if known.what == "draw"), None)
        return [voted, Answered(seat, known.id, True) if known else Offered(seat, "draw")]
    if any(known.what == what for known in state.offers.values()):
        raise Refused(409, "offered", "This has been offered already. Answer the offer instead.")
    if what == "rematch":
        if not state.over:
            raise Refused(409, "not-over", "The game is not over yet.")
        if state.follower:
            raise Refused(409, "followed", "There is a new table already.")
    elif what == "resume":
        if not state.paused:
            raise Refused(409, "not-paused", "The game is not paused.")
    else:
        expect_play(state)
        if what == "extension":
            expect_clock(state)
    rows: list[Payload] = [Offered(seat, what)]
    return [*rows, *_agreed(state, what, seat, {seat})]


def _draw(state: TableState, seat: int) -> int:
    """Return the seat's vote for a draw, packed. Refuse if the game has no move for it, or not now."""
    table, packed = expect_play(state), draw_of(state.game)
    if packed is None:
        raise Refused(409, "no-draws", f"{state.game.title} has no draw by agreement.")
    try:
        table.engine.expect_legal(seat, packed)
    except LudexError as error:
        raise refusal_of(error) from None
    return packed


def answer(state: TableState, seat: int, number: int, yes: bool) -> list[Payload]:
    """Accept or decline an offer. It is carried out as soon as all persons have accepted it."""
    found = state.offers.get(number)
    if found is None:
        raise Refused(409, "no-offer", "This offer is no longer open.")
    if seat in found.answers:
        raise Refused(409, "answered", "You have answered this already.")
    rows: list[Payload] = [Answered(seat, number, yes)]
    if yes and found.what == "draw":
        rows.append(Moved(seat, _draw(state, seat)))
    elif yes:
        agreed = {other for other, said_yes in found.answers.items() if said_yes} | {seat}
        rows += _agreed(state, found.what, found.seat, agreed)
    return rows


def _agreed(state: TableState, what: str, by: int, agreed: set[int], gone: int = -1) -> list[Payload]:
    """Return the rows of an offer once all persons but `gone` accept it. Seats with the same token agree together.

    More time needs the consent of most.
    """
    if what == "extension":
        return [Extended(by)] if is_carried(state, agreed, gone) else []
    tokens = {state.hash_of(seat) for seat in agreed}
    if any(state.hash_of(seat) not in tokens for seat in state.persons if seat != gone):
        return []
    if what == "undo":
        return [take_back_agreed(state, by)] if by in state.movers else []
    if what in ("pause", "resume"):
        return [Paused(by, what == "pause")]
    return []  # a rematch is created by the server, which makes tables


def rematch_agreed(state: TableState) -> bool:
    """Return whether all persons have agreed to play again."""
    found = next((known for known in state.offers.values() if known.what == "rematch"), None)
    if found is None or state.follower:
        return False
    tokens = {state.hash_of(seat) for seat, yes in found.answers.items() if yes}
    return all(state.hash_of(seat) in tokens for seat in state.persons)


def orders(state: TableState, seat: int, wanted: GiveOrders) -> list[Payload]:
    """Replace the seat's standing orders."""
    expect_play(state)
    lot = None
    if wanted.skip or wanted.bid is not None:
        lot = lot_of(state, seat)
        if lot is None:
            raise Refused(409, "no-lot", "There is no auction at the moment.")
        if wanted.lot is not None and wanted.lot != lot:
            raise Refused(409, "stale", f"These orders are about {wanted.lot}, but now {lot} is on offer.")
    return [Ordered(seat, Orders(wanted.pass_idle, wanted.only, lot, wanted.skip, wanted.bid))]


def hook(state: TableState, seat: int, url: str | None, before: tuple[str, str]) -> list[Payload]:
    """Set the address that the seat's turn notices are sent to, or remove it.

    `before` are the token and the owner that the seat had when the request was allowed.
    """
    if (state.seats[seat].token, state.seats[seat].owner) != before:
        raise Refused(403, "not-yours", f"Seat {seat} is not yours.")
    return [Hooked(seat, url or "")]


def resign(state: TableState, seat: int) -> list[Payload]:
    """Resign. What becomes of the seat is the choice of the table's maker; a game for two ends."""
    _expect_seat_to_leave(state, seat, "There is no game to resign from.")
    return depart(state, seat, RESIGNED)


def leave(state: TableState, seat: int, bot: str) -> list[Payload]:
    """Leave the seat to a bot until another player takes it. If no other person stays, the game ends."""
    _expect_seat_to_leave(state, seat, "There is no game to leave.")
    if is_last_person(state, seat):
        return [Forfeited(seat, LEFT)]
    return [Left(seat, bot), *_agreed_without(state, seat)]


def depart(state: TableState, seat: int, why: str) -> list[Payload]:
    """Let a player depart, by the choice of the table's maker."""
    row = departure(state, seat, why)
    return [row, *_agreed_without(state, seat)] if isinstance(row, Left) else [row]


def _expect_seat_to_leave(state: TableState, seat: int, otherwise: str) -> None:
    if state.table is None or state.over:
        raise Refused(409, "not-playing", otherwise)
    if seat in state.table.away:
        raise Refused(409, "left", "The player of this seat has left already.")


def _agreed_without(state: TableState, seat: int) -> list[Payload]:
    """Return the rows of an offer to which all persons agree once a seat is left."""
    rows: list[Payload] = []
    for known in state.offers.values():
        agreed = {other for other, yes in known.answers.items() if yes} - {seat}
        if known.seat != seat and known.what not in ("draw", "undo"):
            rows += _agreed(state, known.what, known.seat, agreed, gone=seat)
    return rows[:1]  # an offer that is carried out may make the others pointless


def back(state: TableState, seat: int) -> list[Payload]:
    """Take the seat back from the bot that stood in."""
    there = state.seats[seat]
    if not there.deputy or there.left or state.over:
        raise Refused(409, "not-away", "No bot is playing for you.")
    return [Timed(seat, "back")]


def resume(state: TableState, seat: int) -> list[Payload]:
    """Agree to end a pause. The first player to do so offers it to the others."""
    offered = next((known for known in state.offers.values() if known.what == "resume"), None)
    return offer(state, seat, "resume") if offered is None else answer(state, seat, offered.id, True)


def expect_play(state: TableState) -> Table[Any]:
    """Return the game's table. Refuse if the game has not begun, is over or is paused."""
    if state.table is None:
        if awaited(state):
            raise Refused(409, "not-dealt", "The game begins when all players are ready.")
        free = [str(number) for number, seat in enumerate(state.seats) if not seat.sat]
        raise Refused(
            409, "not-dealt", f"The game begins when all seats are taken. Still free: seat {', '.join(free)}."
        )
    if state.over:
        raise Refused(409, "over", "The game is over.")
    if state.paused:
        raise Refused(409, "paused", "The game is paused until all players agree to resume it.")
    return state.table


def unique_name(name: str, others: Sequence[str]) -> str:
    """Return a name that no other player at the table has, so that the log stays unambiguous.

    >>> unique_name("Ann", ["Bob"]), unique_name("ann", ["Ann"]), unique_name("Ann", ["Ann", "Ann 2"])
    ('Ann', 'ann 2', 'Ann 3')
    """
    taken = {other.casefold() for other in others}
    tries = (f"{name} {number}" for number in range(2, len(others) + 3))
    return name if not name or name.casefold() not in taken else next(n for n in tries if n.casefold() not in taken)


def readable(text: str, lines: bool = False) -> str:
    """Return a text without invisible characters and characters that reverse the direction of writing.

    >>> readable("  Ann\\u202e\\x00  B. ")
    'Ann B.'
    """
    kept = "".join(
        letter if unicodedata.category(letter)[0] != "C" else " " if letter in "\n\t" else "" for letter in text
    )
    return " ".join(kept.split()) if not lines else " ".join(kept.split(" ")).strip()
