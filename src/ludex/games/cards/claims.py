"""Asking for cards, and claiming what they are."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.cards.bits import lowest, size
from ludex.games.cards.deck import RANK_MASK
from ludex.games.cards.moves import ASKED, CARD_HIDDEN, CLAIMED, DOUBTED
from ludex.games.cards.program import get_card, lose_card, next_in
from ludex.games.cards.state import STRENGTH
from ludex.games.cards.steps import draw_one, put_books


@rule
def can_ask(s: State, seat: int, other: int) -> bool:
    """Whether a seat has cards, and the other has some to be asked for."""
    return other != seat and s.alive >> other & 1 and s.hand_size[other] > 0 and s.hand_size[seat] > 0


@rule
def can_ask_anyone(s: State, seat: int) -> bool:
    for other in range(s.seats):
        if can_ask(s, seat, other):
            return True
    return False


@rule
def ask(s: State, seat: int, other: int, rank: int, log: Any) -> None:
    """The other gives all its cards of the rank; who gets none draws, and the turn is over."""
    cards = s.hand[other] & RANK_MASK[rank]
    count = size(cards)
    note(log, ASKED, EVERYONE, seat, other, rank, count)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        lose_card(s, other, card)
        get_card(s, seat, card)
        s.known[seat] |= 1 << card
    if count == 0:
        if s.stock_size > 0:
            draw_one(s, seat, log)
        s.done = 1
    put_books(s, seat)
    s.passes = 0


@rule
def due_rank(s: State) -> int:
    """The rank that is to be claimed now."""
    for rank in range(13):
        if s.code[STRENGTH + rank] == s.claim:
            return rank
    return 0


@rule
def claim_card(s: State, seat: int, card: int, log: Any) -> None:
    """One more card face down."""
    lose_card(s, seat, card)
    s.known[seat] = 0
    s.dropped[seat] |= 1 << card
    s.dropped_size[seat] += 1
    s.claim_cards |= 1 << card
    s.claimed += 1
    s.passes = 0
    note(log, CARD_HIDDEN, EVERYONE, seat)


@rule
def end_claim(s: State, seat: int, log: Any) -> None:
    """The others are asked in turn whether they believe it."""
    note(log, CLAIMED, EVERYONE, seat, due_rank(s), s.claimed)
    s.claimer = 1 + seat
    s.todo = s.alive & ~(1 << seat)
    s.turn = next_in(s, seat, s.todo)


@rule
def doubt(s: State, seat: int, log: Any) -> None:
    """The claim is looked at: who is wrong takes everything that lies face down."""
    honest = s.claim_cards & ~RANK_MASK[due_rank(s)] == 0
    loser = seat if honest else s.claimer - 1
    note(log, DOUBTED, EVERYONE, seat, loser)
    for other in range(s.seats):
        s.hand[loser] |= s.dropped[other]
        s.hand_size[loser] += s.dropped_size[other]
        s.dropped[other] = 0
        s.dropped_size[other] = 0
    s.known[loser] |= s.claim_cards
    settle_claim(s)


@rule
def believe(s: State, seat: int) -> None:
    """The next one is asked; when all believe it, the cards stay where they are."""
    s.todo &= ~(1 << seat)
    if s.todo:
        s.turn = next_in(s, seat, s.todo)
    else:
        settle_claim(s)


@rule
def settle_claim(s: State) -> None:
    """The next rank is due, at the seat after the claimer."""
    s.turn = s.claimer - 1
    s.claimer = s.claimed = s.claim_cards = s.todo = 0
    s.claim += 1
    most = 0
    for rank in range(13):
        most = max(most, s.code[STRENGTH + rank])
    if s.claim > most:
        s.claim = 1
    s.done = 1
