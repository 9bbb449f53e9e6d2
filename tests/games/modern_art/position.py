"""A table in any position, in one line.

    table = position("Manuel open, 2 Rafael double", "Sigrid hidden", "Daniel open", before=["", "3 Rafael open"])
    play(table, "0: play Manuel open", "1: bid 5", "2: pass", "0: pass")

Cards are written as an artist's first name and the auction. `before` are the paintings before the seats, `unsold`
those of the round that stayed unsold, `gone` the cards of earlier rounds; all others are in the deck.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from ludex import Table
from ludex.games.modern_art import ARTISTS, Card, ModernArt, Sale, View

P = TypeVar("P")
GAME = ModernArt()
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
    Card(artist='Sigrid Thaler', auction='one offer', id='')
    """
    first, _, auction = text.partition(" ")
    return msgspec.convert({"artist": FULL_NAMES[first], "auction": auction}, Card)


def cards(text: str) -> Counter[Card]:
    """Return cards as people write them.

    >>> cards("2 Manuel open, Rafael double").total()
    3
    """
    found: Counter[Card] = Counter()
    for part in filter(None, text.split(", ")):
        number, _, name = part.partition(" ")
        found[card(name if number.isdigit() else part)] += int(number) if number.isdigit() else 1
    return found


def written(pile: Counter[Card]) -> dict[str, int]:
    """Return cards as a position has them."""
    return {str(kind): count for kind, count in pile.items()}


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
    game: ModernArt = GAME,
    **settings: Any,
) -> Table[View]:
    """Return a table where seat `turn` must play a card."""
    held, owned, left = [cards(text) for text in hands], [cards(text) for text in before], cards(unsold)
    on_table = sum(owned, left)
    fresh = game.new(len(hands), seed=1, starter=turn, **settings).position()
    won = {FULL_NAMES[name]: [*row, 0, 0, 0, 0] for name, row in (tiles or {}).items()}
    changed = fresh.but(
        hand=[written(hand) for hand in held],
        paintings=[written(pile) for pile in owned],
        unsold=written(left),
        played=dict(Counter(painting.artist for painting in on_table.elements())),
        seen=written(on_table + cards(gone)),
        round=round - 1,
        tiles=[{artist: row[turned] for artist, row in won.items()} for turned in range(4)],
        money=list(money or [100] * len(hands)),
    )
    return game.position(changed if mystery_size is None else changed.but(mystery_size=mystery_size), seed=1)


def play(table: Table[View], *moves: str) -> Table[View]:
    """Play moves one after the other, each `seat: move`; where only one seat is asked its number can be left out."""
    for text in moves:
        seat, _, move = text.rpartition(": ")
        who = int(seat) if seat else table.waiting[0]
        assert who in table.waiting, f"{text!r}: waiting for {table.waiting}"
        table.play(who, full(move))
        assert table.engine.broken_law() is None
    return table


def sell_out(table: Table[View]) -> Table[View]:
    """End the round and sell: the moves that leave no choice."""
    play(table, "end round")
    while table.waiting and str(table.options(table.waiting[0])[0]) == "sell":
        play(table, f"{table.waiting[0]}: sell")
    return table


def offered(table: Table[View], seat: int | None = None) -> str:
    """Return the options of a seat (or the only one asked) as text."""
    return repr(table.options(table.waiting[0] if seat is None else seat)).removeprefix("<Options: ").removesuffix(">")


def money(table: Table[View]) -> list[int]:
    """Return the money of all seats, as only the table's owner knows it."""
    return list(table.position().state.get("money", [0] * table.seats))  # zeros are not written


def owns(table: Table[View], seat: int) -> Counter[Card]:
    return Counter(table.view().seats[seat].paintings)


def played(table: Table[View]) -> list[int]:
    """Return cards of the round, by artist."""
    return [artist.played for artist in table.view().board]


def phase(table: Table[View], kind: type[P], seat: int | None = None) -> P:
    """Return the phase as a seat (None: a spectator) sees it, which must be of this kind."""
    found = table.view(seat).phase
    assert isinstance(found, kind)
    return found


def last_sale(table: Table[View]) -> Sale:
    """Return the last sale, if there was one."""
    sale = table.view().last_sale
    assert sale is not None
    return sale


def told(table: Table[View], seat: int | None = None) -> list[str]:
    """Return the events of the last move that a seat (None: a spectator) may know."""
    return [str(event) for event in table.events(seat, since=len(table.played) - 1)]


def code(table: Table[View], seat: int, move: str) -> str:
    """Return the code of the reason why a move is rejected; empty if it is not."""
    rejection = table.check(seat, full(move))
    return rejection.code if rejection else ""
