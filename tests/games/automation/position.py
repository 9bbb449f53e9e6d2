"""A table in any position, in one line.

    table = position("expanded", hands=["Hack, Method", "5 Bitcoin"], decks=["3 Dogecoin"])
    play(table, "play Hack", "1: discard Bitcoin")
    assert hand(table, 1) == cards("4 Bitcoin")

Piles are written as text and compared as counts. A deck of one kind of card makes every draw certain. What is not named
is empty, except the supply, which is as printed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ludex import Move, Outcome, Position, Rejection, Table
from ludex.games.automation import Automation, View
from ludex.games.automation.components import Edition

GAME = Automation()
INTERPRETED = Automation()
"""The same rules as plain Python: where an index out of bounds is an error, not a broken process."""
INTERPRETED.machine.kernel = INTERPRETED.machine.interpreted


def cards(text: str) -> Counter[str]:
    """Return cards as people write them.

    >>> cards("2 Code Review, Bug") == Counter({"Code Review": 2, "Bug": 1})
    True
    """
    found: Counter[str] = Counter()
    for part in filter(None, text.split(", ")):
        number, _, name = part.partition(" ")
        count, card = (int(number), name) if number.isdigit() else (1, part)
        found[card] += count
    return found


def position(
    edition: Edition = "base",
    *,
    hands: Sequence[str] = ("",),
    decks: Sequence[str] = (),
    discards: Sequence[str] = (),
    unseen: Sequence[str] = (),
    played: str = "",
    left: dict[str, int] | None = None,
    seats: int | None = None,
    turn: int = 0,
    phase: str = "ACTION",
    actions: int = 1,
    buys: int = 1,
    money: int = 0,
    turns: Sequence[int] | None = None,
    game: Automation = GAME,
    **settings: Any,
) -> Table[View]:
    """Return a table with these piles, seat by seat.

    `unseen` is the part of the discard piles that was discarded unseen. `left` is the number of cards that a supply
    pile still has: the others are in the trash, so that no card is lost.
    """
    seats = seats or max(len(hands), len(decks), len(discards))
    start = game.new(seats, seed=1, edition=edition, **settings).position()
    supply = Counter(start.state["supply"])
    trash = Counter({card: supply[card] - count for card, count in (left or {}).items()})
    discard = _piles(discards, seats)
    return game.position(
        start.but(
            hand=_piles(hands, seats),
            deck=_piles(decks, seats),
            discard=discard,
            shown=[whole - hidden for whole, hidden in zip(discard, _piles(unseen, seats), strict=True)],
            played=cards(played),
            supply=supply - trash,
            trash=trash,
            turn=turn,
            phase=phase,
            actions=actions,
            buys=buys,
            money=money,
            turns=list(turns or [1 if seat <= turn else 0 for seat in range(seats)]),
        ),
        seed=1,
    )


def _piles(texts: Sequence[str], seats: int) -> list[Counter[str]]:
    """Return a pile for every seat."""
    return [cards(text) for text in (*texts, *[""] * (seats - len(texts)))]


def play(table: Table[View], *moves: str) -> Table[View]:
    """Play moves one after the other, each by the seat that is asked; `1: end phase` also checks that it is seat 1."""
    for text in moves:
        seat, _, move = text.rpartition(": ")
        assert len(table.waiting) == 1, f"{text!r}: the game is over"
        assert not seat or int(seat) in table.waiting, f"{text!r}: waiting for seat {table.waiting[0]}"
        table.play(table.waiting[0], move)
        assert table.engine.broken_law() is None
    return table


def refused(table: Table[View], move: Move | str, seat: int | None = None) -> Rejection:
    """Return the reason why the seat that is asked, or another, may not make a move."""
    rejection = table.check(table.waiting[0] if seat is None else seat, move)
    assert rejection is not None, f"{move} is allowed"
    return rejection


def ended(table: Table[View]) -> Outcome:
    """Return the ending of a game that is over."""
    assert table.outcome is not None, "the game goes on"
    return table.outcome


def offered(table: Table) -> list[str]:
    """Return the options of the seat that is asked, as text."""
    return [str(move) for move in table.options(table.waiting[0])]


def told(table: Table, seat: int | None = None) -> list[str]:
    """Return the events of the last move that a seat (None: a spectator) may know."""
    return [str(event) for event in table.events(seat, since=len(table.played) - 1)]


def hand(table: Table, seat: int = 0) -> Counter[str]:
    return pile(table.position(), "hand", seat)


def deck(table: Table, seat: int = 0) -> Counter[str]:
    return pile(table.position(), "deck", seat)


def discard(table: Table, seat: int = 0) -> Counter[str]:
    return pile(table.position(), "discard", seat)


def supply(table: Table) -> Counter[str]:
    return Counter(table.position().state.get("supply", {}))


def trash(table: Table) -> Counter[str]:
    return Counter(table.position().state.get("trash", {}))


def pile(position: Position, name: str, seat: int) -> Counter[str]:
    """Return a seat's pile. A position leaves out what is empty for all seats."""
    piles = position.state.get(name)
    return Counter(piles[seat]) if piles else Counter()
