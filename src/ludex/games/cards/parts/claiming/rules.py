"""Claiming: cards laid face down as if they were of the rank that is due, and doubting it."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offers, refusal, rule
from ludex.games.cards.card_sets import offer_cards
from ludex.games.cards.components import RANK_MASK
from ludex.games.cards.events import CardHidden, Claimed, Doubted
from ludex.games.cards.moves import Believe, Claim, Doubt, Skip
from ludex.games.cards.parts.claiming.genome import CLAIM
from ludex.games.cards.parts.claiming.places import MOST_CLAIMED
from ludex.games.cards.parts.deal.places import STRENGTH
from ludex.games.cards.parts.hands import lose_card
from ludex.games.cards.parts.playing.rules import CARD_NOT_ALLOWED
from ludex.games.cards.parts.seats import next_in, pass_turn
from ludex.games.cards.reasons import MUST_ACT, NOT_NOW
from ludex.games.cards.state import State


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
    """Return True if a seat may lay no more: it has laid a card, or it has none."""
    return bool(s.claimer == 0 and (s.claimed > 0 or s.hand_size[seat] == 0))


@offers(when=CLAIM)
def offer_claims(s: State, seat: int, out: Rows) -> int:
    """Cards to lay, or what to think of the cards another seat has laid."""
    if s.claimer:
        return offer(out, offer(out, 0, Doubt), Believe)
    count = offer_cards(out, 0, Claim, claimable(s, seat))
    return offer(out, count, Skip) if may_end_claim(s, seat) else count


@refusal(Claim, when=CLAIM)
def why_not_claim(s: State, seat: int, card: int) -> int:
    cards = claimable(s, seat)
    if cards == 0:
        return NOT_NOW
    return 0 if cards >> card & 1 else CARD_NOT_ALLOWED


@refusal(Skip, when=CLAIM)
def why_not_end_claim(s: State, seat: int) -> int:
    return 0 if may_end_claim(s, seat) else MUST_ACT


@refusal(Doubt, Believe, when=CLAIM)
def why_not_judge(s: State, seat: int) -> int:
    """There must be a claim to doubt or believe."""
    return 0 if s.claimer else NOT_NOW


@effect(Claim, when=CLAIM)
def claim(s: State, seat: int, card: int, log: Log) -> None:
    """One more card face down; when no more may be laid, the claim is made."""
    lose_card(s, seat, card)
    s.known[seat] = 0
    s.dropped[seat] |= 1 << card
    s.dropped_size[seat] += 1
    s.claim_cards |= 1 << card
    s.claimed += 1
    s.passes = 0
    note(log, CardHidden, EVERYONE, seat)
    if not claims_left(s, seat):
        end_claim(s, seat, log)


@effect(Skip, when=CLAIM)
def lay_no_more(s: State, seat: int, log: Log) -> None:
    """The claim is made; a seat that has laid nothing passes."""
    if s.claimed > 0:
        end_claim(s, seat, log)
    else:
        pass_turn(s, seat, log)


@rule
def end_claim(s: State, seat: int, log: Log) -> None:
    """The others are asked in turn whether they believe it."""
    note(log, Claimed, EVERYONE, seat, due_rank(s), s.claimed)
    s.claimer = 1 + seat
    s.todo = s.alive & ~(1 << seat)
    s.turn = next_in(s, seat, s.todo)


@effect(Doubt, when=CLAIM)
def doubt(s: State, seat: int, log: Log) -> None:
    """The cards of the claim are turned up. The seat that is wrong takes all cards that lie face down."""
    honest = s.claim_cards & ~RANK_MASK[due_rank(s)] == 0
    loser = seat if honest else s.claimer - 1
    note(log, Doubted, EVERYONE, seat, loser)
    for other in range(s.seats):
        s.hand[loser] |= s.dropped[other]
        s.hand_size[loser] += s.dropped_size[other]
        s.dropped[other] = 0
        s.dropped_size[other] = 0
    s.known[loser] |= s.claim_cards
    settle_claim(s)


@effect(Believe, when=CLAIM)
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
