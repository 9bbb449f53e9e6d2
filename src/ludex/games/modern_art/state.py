"""The record of Modern Art and its phases."""

from __future__ import annotations

from ludex.core import i8, i64, record
from ludex.games.modern_art.components import ARTISTS, DOUBLE, KINDS

SEATS = 5
ROUNDS = 4
ROUND_ENDING_CARD = 5
"""The fifth card of an artist ends the round."""
CALLS = 3
"""Going once, going twice, sold."""
MOST_MONEY = 3_000
"""More money than there can ever be: 500 at the start, and at most 240, 480, 720 and 960 from the bank."""
NOBODY = -1
NO_CARD = -1

# An auction under way is the phase with the number of its symbol; DOUBLE is the search for the second card.
AWAITING_CARD, NAMING_PRICE, MYSTERY, ROUND_ENDING, SELLING, OVER = range(DOUBLE + 1, DOUBLE + 7)
# These last no longer than a move: what `play` does next.
BEGINNING, SOLD, TURN_DONE, ROUND_DONE = range(OVER + 1, OVER + 5)

ALL_ROUNDS_PLAYED = 1

STATE = record(
    total=(i8, KINDS),
    hammer=i64,
    split=i64,
    with_mystery=i64,
    starter=i64,
    round=i64,
    phase=i64,
    turn=i64,
    auctioneer=i64,
    card=i64,
    second=i64,
    asked=i64,
    declined=i64,
    calls=i64,
    price=i64,
    bidder=i64,
    bids=(i64, SEATS),
    selling=i64,
    money=(i64, SEATS),
    bank=i64,
    hand=(i8, (SEATS, KINDS)),
    hand_size=(i64, SEATS),
    deck=(i8, KINDS),
    deck_size=i64,
    mystery_size=i64,
    seen=(i8, KINDS),
    played=(i64, len(ARTISTS)),
    paintings=(i8, (SEATS, KINDS)),
    unsold=(i8, KINDS),
    tiles=(i64, (ROUNDS, len(ARTISTS))),
)
"""Settings: `total` (the deck), `hammer` (how open auctions close), `split` (who is paid for a joined double),
`with_mystery`, `starter` (-1: by chance).

`turn` played the first card of the lot, `auctioneer` the last; `card` and `second` are the lot. `asked` is the seat to
answer where seats answer in turn. `declined` has a bit for every seat that has declined to add a second card, to raise
the standing bid or to pay the fixed price; in a hidden auction, for every seat that has sealed its bid. `price` and
`bidder` are the standing bid or the fixed price. All of these, and the bids of a hidden auction, stay until the next
card is played, so that everybody sees how the last lot was sold. `selling` has a bit for every seat that has yet to
sell its paintings.

The deck has no order: a card is drawn from the counts when it is drawn. The `mystery_size` cards of the mystery player,
which nobody has seen, are cards of the deck like the others. `bank` is how much more the bank has paid than received:
everything that goes in and out of it is public. `seen` counts all cards that were ever played, by kind; `played` those
of the round by artist, and `unsold` those of the round that nobody got, by kind.

Numbers that rules pass to each other are i64, so that each rule is compiled for one type only. Cards are many: i8."""
