"""The sale: everybody sells all paintings to the bank."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.modern_art.components import AUCTION_COUNT, KINDS
from ludex.games.modern_art.events import BANK, MONEY_MOVED, PAINTINGS_SOLD, PURSE_CHANGED
from ludex.games.modern_art.state import ROUND_DONE


@rule
def value_of(s: State, artist: int) -> int:
    """What a painting is worth now: all tiles of its artist so far, if one of them is of this round; else nothing."""
    if s.tiles[s.round, artist] == 0:
        return 0
    return tiles_so_far(s, artist)


@rule
def tiles_so_far(s: State, artist: int) -> int:
    value = 0
    for turned in range(s.round + 1):
        value += s.tiles[turned, artist]
    return value


@rule
def seats_with_paintings(s: State) -> int:
    mask = 0
    for seat in range(s.seats):
        for kind in range(KINDS):
            if s.paintings[seat, kind] > 0:
                mask |= 1 << seat
    return mask


@rule
def sell_paintings(s: State, seat: int, log: Any) -> None:
    """A player sells all their paintings to the bank. When all have, the round is done."""
    count = amount = 0
    for kind in range(KINDS):
        owned = s.paintings[seat, kind]
        if owned > 0:
            count += owned
            amount += owned * value_of(s, kind // AUCTION_COUNT)
            s.paintings[seat, kind] = 0
    s.money[seat] += amount
    s.bank += amount
    note(log, PAINTINGS_SOLD, EVERYONE, seat, count, amount)
    if amount > 0:
        note(log, MONEY_MOVED, EVERYONE, BANK, seat, amount)
        note(log, PURSE_CHANGED, 1 << seat, seat, s.money[seat])
    s.selling &= ~(1 << seat)
    if s.selling == 0:
        s.phase = ROUND_DONE
