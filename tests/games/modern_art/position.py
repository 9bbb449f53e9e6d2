"""A table in any position, in one line.

    table = position("Manuel open, 2 Rafael double", "Sigrid hidden", "Daniel open", before=["", "3 Rafael open"])
    play(table, "0: play Manuel open", "1: bid 5", "2: pass", "0: pass")

Cards are written as an artist's first name and the auction. `before` are the paintings before the seats, `unsold`
those of the round that nobody got, `gone` the cards of earlier rounds; all others are in the deck.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import ludex
from ludex.core import Game, Table
from ludex.games.modern_art import ARTISTS, Card, ModernArt
from ludex.games.modern_art.components import CARDS

GAME = ludex.game("modern-art")
THREE = ModernArt()
"""The game for three only, as the mystery player wants it."""
THREE.seats = range(3, 4)
FULL_NAMES = {artist.split()[0]: artist for artist in ARTISTS}
_FIRST_NAME = re.compile(rf"\b({'|'.join(FULL_NAMES)})\b(?! (?:Carvalho|Thaler|Melim|Martins|Silveira))")


def full(text: str) -> str:
    """First names made full.

    >>> full("play Manuel open")
    'play Manuel Carvalho open'
    """
    return _FIRST_NAME.sub(lambda found: FULL_NAMES[found[1]], text)


def card(text: str) -> Card:
    """
    >>> card("Sigrid one offer")
    Card(artist='Sigrid Thaler', auction='one offer')
    """
    first, _, auction = text.partition(" ")
    return Card(FULL_NAMES[first], auction)


def cards(text: str) -> Counter[Card]:
    """Cards as people write them.

    >>> cards("2 Manuel open, Rafael double").total()
    3
    """
    found: Counter[Card] = Counter()
    for part in filter(None, text.split(", ")):
        number, _, name = part.partition(" ")
        found[card(name if number.isdigit() else part)] += int(number) if number.isdigit() else 1
    return found


def counts(text: str) -> list[int]:
    pile = cards(text)
    return [pile[kind] for kind in CARDS]


def position(
    *hands: str,
    before: Sequence[str] = (),
    unsold: str = "",
    gone: str = "",
    money: Sequence[int] | None = None,
    tiles: Mapping[str, Sequence[int]] | None = None,
    round: int = 1,  # noqa: A002  (as the game calls it)
    turn: int = 0,
    mystery_size: int | None = None,
    game: Game = GAME,
    **options: Any,
) -> Table:
    """A table where seat `turn` must play a card."""
    seats = len(hands)
    table = game.new(seats, seed=1, starter=turn, **options)
    states = table.record_in_full()
    state = states[0]
    state["hand"], state["paintings"] = 0, 0
    for seat, text in enumerate(hands):
        state["hand"][seat] = counts(text)
    for seat, text in enumerate(before):
        state["paintings"][seat] = counts(text)
    state["hand_size"] = state["hand"].sum(axis=1)
    state["unsold"] = counts(unsold)
    on_table = state["paintings"].sum(axis=0) + state["unsold"]
    state["played"] = on_table.reshape(5, 5).sum(axis=1)
    state["seen"] = on_table + counts(gone)
    state["deck"] = state["total"] - state["seen"] - state["hand"].sum(axis=0)
    state["deck_size"] = state["deck"].sum()
    state["round"] = round - 1
    for name, row in (tiles or {}).items():
        for turned, tile in enumerate(row):
            state["tiles"][turned, ARTISTS.index(FULL_NAMES[name])] = tile
    if money:
        state["money"][:seats] = money
        state["bank"] = sum(money) - 100 * seats
    if mystery_size is not None:
        state["mystery_size"] = mystery_size
    table._states = states
    assert table.broken_law() is None
    return table


def play(table: Table, *moves: str) -> Table:
    """Play moves one after the other, each `seat: move`; where only one seat is asked its number can be left out."""
    for text in moves:
        seat, _, move = text.rpartition(": ")
        who = int(seat) if seat else table.waiting[0]
        assert who in table.waiting, f"{text!r}: waiting for {table.waiting}"
        table.play(who, full(move))
        assert table.broken_law() is None
    return table


def sell_out(table: Table) -> Table:
    """End the round and sell: the moves that leave no choice."""
    play(table, "end round")
    while table.waiting and str(table.options(table.waiting[0])[0]) == "sell":
        play(table, f"{table.waiting[0]}: sell")
    return table


def offered(table: Table, seat: int | None = None) -> str:
    """The options of a seat (or the only one asked) as text."""
    return repr(table.options(table.waiting[0] if seat is None else seat)).removeprefix("<Options: ").removesuffix(">")


def money(table: Table) -> list[int]:
    """Everybody's money, as only the table's owner knows it."""
    return [int(amount) for amount in table.record_in_full()["money"][0][: table.seats]]


def owns(table: Table, seat: int) -> Counter[Card]:
    return Counter(table.view().seats[seat].paintings)


def played(table: Table) -> list[int]:
    """Cards of the round, by artist."""
    return [artist.played for artist in table.view().board]


def told(table: Table, seat: int | None = None) -> list[str]:
    """What a seat (None: a spectator) was told about the last move."""
    return [str(event) for event in table.events(seat, since=len(table.played) - 1)]


def code(table: Table, seat: int, move: str) -> str:
    """Why a move is rejected, as its code; empty if it is not."""
    rejection = table.check(seat, full(move))
    return rejection.code if rejection else ""
