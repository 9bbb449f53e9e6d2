"""The decisions of a bot: which card to show, and what to bid in an auction."""

from __future__ import annotations

from typing import Any

from ludex.author import Rows, below, field_of, is_a, packed, pick_move, rule
from ludex.games.modern_art.bots.characters import (
    ANY,
    ASKS,
    CARDS,
    FOR_POSITION,
    INCOME,
    JUMP,
    KEEPS,
    LOVES,
    MOOD,
    PATIENCE,
    PAYS,
    SAMPLES,
    SEALS,
    STEPS,
)
from ludex.games.modern_art.bots.estimates import (
    count_of,
    counts_now,
    one_more,
    owned,
    position,
    round_ends,
    value_at,
    values_expected,
    weights,
)
from ludex.games.modern_art.components import AUCTION_COUNT, DOUBLE
from ludex.games.modern_art.moves import AddCard, Bid, Buy, NamePrice, Pass, PlayCard, SealBid, TurnMysteryCard
from ludex.games.modern_art.rules.cards import kind_of
from ludex.games.modern_art.rules.seats import left_of
from ludex.games.modern_art.state import (
    AWAITING_CARD,
    AWAITING_SECOND_CARD,
    HIDDEN_AUCTION,
    MYSTERY_OFFER,
    NAMING_PRICE,
    NO_CARD,
    NOBODY,
    ONE_OFFER_AUCTION,
    OPEN_AUCTION,
    State,
)

LAST_BIDDER = 60
"""The offer of the last bidder before the auctioneer, in per cent of the value: enough to deter the auctioneer."""
LEAST_STEP = 2
"""The least amount by which a bot raises an open bid, if it can."""
EARLY_BIDDER = 90
"""The offer of earlier bidders, in per cent of their limit."""


@rule
def decide(s: State, seat: int, options: Rows, count: int, dice: Any, traits: Any) -> int:
    """Bid in an auction by the value of the lot to the character; otherwise show the most promising card."""
    if count == 1 and options[0, 0] == options[0, 1]:
        return int(options[0, 0])
    shows = s.phase == AWAITING_CARD or s.phase == AWAITING_SECOND_CARD or s.phase == MYSTERY_OFFER
    if shows and traits[CARDS] == ANY:
        return pick_move(dice, options, count)
    weighed = weights(s, seat)
    best, most = options[0, 0], -1_000_000
    for row in range(count):
        move = options[row, 0]
        counts = counts_after(s, seat, move)
        values = values_expected(s, counts, weighed, 0 if is_a(move, TurnMysteryCard) else traits[SAMPLES])
        if not shows:
            return say(s, seat, traits, values, dice)
        score = prospect(s, seat, traits, move, counts, values)
        if score > most:
            best, most = move, score
    return int(best)


# Choosing a card to show.


@rule
def shown_card(move: int) -> int:
    """Return the kind of card that a move shows."""
    if is_a(move, PlayCard):
        return kind_of(field_of(move, PlayCard, 0), field_of(move, PlayCard, 1))
    if is_a(move, AddCard):
        return kind_of(field_of(move, AddCard, 0), field_of(move, AddCard, 1))
    return NO_CARD


@rule
def counts_after(s: State, seat: int, move: int) -> int:
    """Return the round's cards if a move is made; a double is counted with a second card from the same hand."""
    counts = counts_now(s)
    kind = shown_card(move)
    if kind != NO_CARD:
        counts = one_more(counts, kind // AUCTION_COUNT)
        if kind % AUCTION_COUNT == DOUBLE and best_second(s, seat, kind // AUCTION_COUNT) != DOUBLE:
            counts = one_more(counts, kind // AUCTION_COUNT)
    return counts


@rule
def best_second(s: State, seat: int, artist: int) -> int:
    """Return the auction with the highest income among the cards that can join a double, or DOUBLE if none can."""
    best = DOUBLE
    for auction in range(DOUBLE):
        if s.hand[seat, artist * AUCTION_COUNT + auction] > 0 and INCOME[auction] > INCOME[best]:
            best = auction
    return best


@rule
def prospect(s: State, seat: int, traits: Any, move: int, counts: int, values: int) -> int:
    """Return the promise of a move: the income from the lot, and the change in value of the paintings on the table.

    Both are compared with the average of the others (times samples, times others). Turning a mystery card brings the
    end nearer, so it promises the current value of the paintings.
    """
    ends = round_ends(counts)
    promised = 0
    if ends or traits[CARDS] == FOR_POSITION:
        promised = position(s, seat, values)
        if is_a(move, TurnMysteryCard):
            promised *= traits[SAMPLES]
    kind = shown_card(move)
    if kind != NO_CARD and not ends:
        artist, auction = kind // AUCTION_COUNT, kind % AUCTION_COUNT
        lot = count_of(counts, artist) - s.played[artist] + (s.phase == AWAITING_SECOND_CARD)
        share = INCOME[best_second(s, seat, artist) if auction == DOUBLE else auction]
        promised += lot * value_at(values, artist) * (share * (s.seats - 1) - (100 - share)) // 100
    return int(promised)


# Bidding in an auction.


@rule
def say(s: State, seat: int, traits: Any, values: int, dice: Any) -> int:
    """Bid, name a price, buy or pass, by the value of the lot and the share of it that the character pays at most."""
    worth = lot_worth(s, seat, traits, values, dice)
    limit = min(worth * traits[KEEPS if seat == s.auctioneer else PAYS] // 100, s.money[seat])
    if s.phase == OPEN_AUCTION:
        return bid_openly(s, seat, traits, limit)
    if s.phase == ONE_OFFER_AUCTION:
        return bid_once(s, seat, worth, limit)
    if s.phase == HIDDEN_AUCTION:
        return packed(SealBid, min(limit * traits[SEALS] // 100, s.money[seat]))
    if s.phase == NAMING_PRICE:
        return packed(NamePrice, min(max(worth * traits[ASKS] // 100, 1), s.money[seat]))
    return packed(Buy) if s.price <= limit else packed(Pass)


@rule
def lot_worth(s: State, seat: int, traits: Any, values: int, dice: Any) -> int:
    """Estimate what the bank will pay for the lot."""
    artist = s.card // AUCTION_COUNT
    worth = value_at(values, artist) * (1 if s.second == NO_CARD else 2) // max(traits[SAMPLES], 1)
    per_cent = 100 + traits[LOVES] * owned(s, seat, artist)
    if traits[MOOD] > 0:
        per_cent += below(dice, traits[MOOD] + 1) - traits[MOOD] // 2
    return int(worth * per_cent // 100)


@rule
def bid_openly(s: State, seat: int, traits: Any, limit: int) -> int:
    """Open at a share of the limit, then go a part of the way to it with every raise.

    With the closing `hammer` a character waits for some calls before it bids.

    An auctioneer gets the lot for nothing if there are no bids, and so does not open the bidding.
    """
    waits = s.hammer and s.calls < traits[PATIENCE]
    if waits or s.price >= limit or (seat == s.auctioneer and s.bidder == NOBODY):
        return packed(Pass)
    step = 1
    if traits[STEPS] > 0:
        room = limit - s.price
        step = min(max(room * traits[STEPS] // 100, LEAST_STEP), room)
    return packed(Bid, max(s.price + step, limit * traits[JUMP] // 100))


@rule
def bid_once(s: State, seat: int, worth: int, limit: int) -> int:
    """Offer less, the fewer bidders are still to come."""
    if s.price >= limit or (seat == s.auctioneer and s.bidder == NOBODY):
        return packed(Pass)
    offer = limit * EARLY_BIDDER // 100
    if seat == s.auctioneer:
        offer = 0
    elif left_of(s, seat) == s.auctioneer:
        offer = min(limit, worth * LAST_BIDDER // 100)
    return packed(Bid, max(s.price + 1, offer))
