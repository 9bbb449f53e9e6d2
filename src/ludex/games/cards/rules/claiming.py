"""Claiming: cards laid face down as if they were of the rank that is due, and doubting it."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, option, rule
from ludex.games.cards.bytecode.places import MOST_CLAIMED, STRENGTH
from ludex.games.cards.card_sets import offer
from ludex.games.cards.components import CARDS, RANK_MASK
from ludex.games.cards.events import CARD_HIDDEN, CLAIMED, DOUBTED
from ludex.games.cards.moves import BELIEVE, CLAIM_CARD, DOUBT, SKIP
from ludex.games.cards.reasons import CARD_NOT_ALLOWED, NOT_NOW
from ludex.games.cards.rules.hands import lose_card
from ludex.games.cards.rules.seats import next_in


@rule
def due_rank(s: State) -> int:
    """The rank that is to be claimed now."""
    for rank in range(13):
        if s.code[STRENGTH + rank] == s.claim:
            return rank
    return 0


@rule
def claims_left(s: State, seat: int) -> bool:
    return bool(s.claimer == 0 and s.claimed < s.code[s.pc + MOST_CLAIMED] and s.hand_size[seat] > 0)


@rule
def claimable(s: State, seat: int) -> int:
    """The cards a seat may lay face down now."""
    return s.hand[seat] if claims_left(s, seat) else 0


@rule
def may_end_claim(s: State, seat: int) -> bool:
    """Whether a seat may lay no more: it has laid a card, or it has none."""
    return bool(s.claimer == 0 and (s.claimed > 0 or s.hand_size[seat] == 0))


@rule
def offer_claims(s: State, cards: int, out: Any) -> int:
    """Cards to lay, or what to think of the cards another seat has laid."""
    if s.claimer:
        return option(out, option(out, 0, DOUBT), BELIEVE)
    return offer(out, 0, CLAIM_CARD, cards)


@rule
def why_not_claim(s: State, move: int, cards: int) -> int:
    if s.claimer:
        return 0 if move == DOUBT or move == BELIEVE else NOT_NOW
    if CLAIM_CARD <= move < CLAIM_CARD + CARDS and cards:
        return 0 if cards >> (move - CLAIM_CARD) & 1 else CARD_NOT_ALLOWED
    return NOT_NOW


@rule
def claim_step(s: State, seat: int, move: int, log: Any) -> None:
    """A card more, the end of the claim, or what another thinks of it."""
    if move == DOUBT:
        doubt(s, seat, log)
    elif move == BELIEVE:
        believe(s, seat)
    else:
        if move != SKIP:
            claim_card(s, seat, move - CLAIM_CARD, log)
        if move == SKIP or not claims_left(s, seat):
            end_claim(s, seat, log)


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
