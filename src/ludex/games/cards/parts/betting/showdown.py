"""The showdown: comparing hands and sharing the pot."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, note, rule
from ludex.games.cards.card_sets import lowest, size
from ludex.games.cards.components import RANK_MASK, SUIT_MASK
from ludex.games.cards.events import PotWon
from ludex.games.cards.parts.betting.places import BY_BLACKJACK, BY_HIGH_CARD, BY_POKER, RANKING
from ludex.games.cards.parts.deal.places import STRENGTH
from ludex.games.cards.parts.seats import next_in
from ludex.games.cards.parts.terms import POT, asks_for_hands, explain
from ludex.games.cards.state import State

BLACKJACK = 21
PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(1, 9)


@rule
def hand_value(s: State, cards: int) -> int:
    """Return the value of a hand in the showdown; larger is better."""
    kind = s.code[RANKING]
    if kind == BY_POKER:
        return poker_value(s, cards)
    if kind == BY_HIGH_CARD:
        return strongest(s, cards)
    points = card_total(cards)
    return 0 if kind == BY_BLACKJACK and points > BLACKJACK else points


@rule
def strongest(s: State, cards: int) -> int:
    """The strength of the strongest card."""
    best = 0
    while cards:
        best = max(best, s.code[STRENGTH + lowest(cards) % 13])
        cards &= cards - 1
    return int(best)


@rule
def card_total(cards: int) -> int:
    """Points as in blackjack: pips, 10 for court cards, 11 for an ace, or 1 where 11 is too much."""
    total = 0
    for rank in range(13):
        count = size(cards & RANK_MASK[rank])
        total += count * (rank + 2 if rank < 8 else 10)
    aces = size(cards & RANK_MASK[12])
    total += aces
    while aces > 0 and total > BLACKJACK:
        total -= 10
        aces -= 1
    return total


@rule
def poker_value(s: State, cards: int) -> int:
    """The kind of hand, then the strengths of its cards, beginning with those of which there are most."""
    fours, threes, pairs, ranks, value = 0, 0, 0, 0, 0
    for copies in range(4, 0, -1):
        for place in range(13, 0, -1):
            for rank in range(13):
                if s.code[STRENGTH + rank] == place and size(cards & RANK_MASK[rank]) == copies:
                    value = value * 16 + place
                    ranks |= 1 << place
                    fours += copies == 4
                    threes += copies == 3
                    pairs += copies == 2
    flush = is_flush(cards)
    straight = straight_top(s, ranks) if size(cards) == 5 and size(ranks) == 5 else 0
    if straight:
        kind = STRAIGHT_FLUSH if flush else STRAIGHT
        return (kind << 20) + straight
    if fours:
        kind = FOUR
    elif threes and pairs:
        kind = FULL_HOUSE
    elif flush:
        kind = FLUSH
    elif threes:
        kind = THREE
    else:
        kind = min(pairs, TWO_PAIRS)
    return (kind << 20) + value


@rule
def is_flush(cards: int) -> bool:
    """Five cards of one suit."""
    for suit in range(4):
        if size(cards & SUIT_MASK[suit]) == 5:
            return True
    return False


@rule
def straight_top(s: State, ranks: int) -> int:
    """The strength of the best card of five in a row, 0 if they are not. The strongest rank may stand below the
    weakest."""
    top = 0
    for rank in range(13):
        top = max(top, s.code[STRENGTH + rank])
    for place in range(5, top + 1):
        if ranks == 0b11111 << (place - 4):
            return place
    return 4 if ranks == 0b11110 | 1 << top else 0


@rule
def settle_pot(s: State, log: Log) -> None:
    """Compare hands and move chips. Seats without chips are out of the match."""
    for seat in range(s.seats):
        s.value[seat] = hand_value(s, s.hand[seat])
    if s.code[RANKING] == BY_BLACKJACK:
        settle_with_dealer(s)
    else:
        share_pot(s, log)
    for seat in range(s.seats):
        s.value[seat] = 0
        s.stake[seat] = 0
        s.gained[seat] = s.chips[seat] - s.score[seat]
        if asks_for_hands(log):
            explain(log, seat, POT, s.gained[seat], 0, 0, 0)
        if s.chips[seat] == 0:
            s.alive &= ~(1 << seat)


@rule
def share_pot(s: State, log: Log) -> None:
    """The best hand gets the pot. Equal hands share it, odd chips going to the left of the dealer first."""
    pot, best, winners = 0, -1, 0
    for seat in range(s.seats):
        pot += s.stake[seat]
        if s.alive >> seat & 1 and not s.folded >> seat & 1:
            if s.value[seat] > best:
                best, winners = s.value[seat], 0
            if s.value[seat] == best:
                winners |= 1 << seat
    seat, share = int(s.dealer), size(winners)
    rest = pot % share
    for _ in range(share):
        seat = next_in(s, seat, winners)
        won = pot // share + (1 if rest > 0 else 0)
        rest -= 1
        s.chips[seat] += won
        if won:
            note(log, PotWon, EVERYONE, seat, won)


@rule
def settle_with_dealer(s: State) -> None:
    """Every seat plays against the dealer alone: it loses its stake, doubles it, or gets it back.

    The dealer can pay all of them.
    """
    dealer = seat = int(s.dealer)
    for _ in range(size(s.alive) - 1):
        seat = next_in(s, seat, s.alive)
        value, stake = s.value[seat], int(s.stake[seat])
        if value == 0 or value < s.value[dealer]:
            s.chips[dealer] += stake
        elif value == s.value[dealer]:
            s.chips[seat] += stake
        else:
            s.chips[dealer] -= stake
            s.chips[seat] += 2 * stake
