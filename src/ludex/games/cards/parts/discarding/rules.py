"""Discarding: a step of a turn in which a seat puts cards away, and may knock."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offers, reason, refusal, rule
from ludex.games.cards.card_sets import offer_cards
from ludex.games.cards.components import BIT, NUMBER
from ludex.games.cards.events import CardDiscarded, CardHidden, Passed
from ludex.games.cards.genome.fields import NONE
from ludex.games.cards.moves import Discard, Knock, Skip
from ludex.games.cards.parts.discarding.genome import DISCARD
from ludex.games.cards.parts.discarding.melds import deadwood, knocks
from ludex.games.cards.parts.discarding.places import (
    DISCARD_COUNT,
    DISCARD_FLAGS,
    FACE_DOWN,
    KNOCK_BONUS,
    KNOCK_LIMIT,
    OPTIONAL,
    REFILL,
)
from ludex.games.cards.parts.drawing.rules import draw_cards
from ludex.games.cards.parts.hands import lose_card
from ludex.games.cards.parts.playing.rules import CARD_NOT_ALLOWED
from ludex.games.cards.parts.seats import side_of
from ludex.games.cards.parts.terms import GIN, KNOCK, UNDERCUT, UNDERCUT_BONUS, gain
from ludex.games.cards.reasons import MUST_ACT, NOT_NOW
from ludex.games.cards.state import State


def why_no_knock(s: State, seat: int, move: Knock) -> str:
    """Find the reason against knocking with a card."""
    limit, card = s.code[s.pc + KNOCK_LIMIT], NUMBER[move.card]
    if limit == NONE:
        return "nobody may knock in this game"
    if not s.hand[seat] >> card & 1:
        return f"you do not hold {move.card}"
    left = deadwood(s.hand[seat] & ~BIT[card])
    return f"your unmatched cards would count {left}. Knock with {limit} or less"


CANNOT_KNOCK = reason("cannot-knock", "{why}.", why=why_no_knock)
JUST_TAKEN = reason("just-taken", "you have just taken {card} from the pile. Discard another card.")


@rule
def discardable(s: State, seat: int) -> int:
    """The cards a seat may put away now: any but the one that it has just taken from the pile."""
    if s.drawn >= s.code[s.pc + DISCARD_COUNT]:
        return 0
    taken = s.played[seat]
    return int(s.hand[seat] & ~BIT[taken - 1] if taken else s.hand[seat])


@rule
def knocking_cards(s: State, seat: int) -> int:
    """The cards that a seat may knock with."""
    limit = s.code[s.pc + KNOCK_LIMIT]
    return 0 if limit == NONE else knocks(s.hand[seat], limit) & discardable(s, seat)


@rule
def may_stop_discarding(s: State, seat: int) -> bool:
    """Return True if a seat may put nothing (more) away."""
    return s.code[s.pc + DISCARD_FLAGS] & OPTIONAL != 0 or discardable(s, seat) == 0


@offers(when=DISCARD)
def offer_discards(s: State, seat: int, out: Rows) -> int:
    count = offer_cards(out, 0, Discard, discardable(s, seat))
    if count:
        count = offer_cards(out, count, Knock, knocking_cards(s, seat))
    return offer(out, count, Skip) if may_stop_discarding(s, seat) else count


@refusal(Discard, when=DISCARD)
def why_not_discard(s: State, seat: int, card: int) -> int:
    cards = discardable(s, seat)
    if cards == 0:
        return NOT_NOW
    if s.played[seat] == 1 + card:
        return JUST_TAKEN
    return 0 if cards >> card & 1 else CARD_NOT_ALLOWED


@refusal(Knock, when=DISCARD)
def why_not_knock(s: State, seat: int, card: int) -> int:
    if discardable(s, seat) == 0:
        return NOT_NOW
    if s.played[seat] == 1 + card and s.code[s.pc + KNOCK_LIMIT] != NONE:
        return JUST_TAKEN
    return 0 if knocking_cards(s, seat) >> card & 1 else CANNOT_KNOCK


@refusal(Skip, when=DISCARD)
def why_not_stop_discarding(s: State, seat: int) -> int:
    return 0 if may_stop_discarding(s, seat) else MUST_ACT


@effect(Discard, when=DISCARD)
def discard(s: State, seat: int, card: int, log: Log) -> None:
    put_away(s, seat, card, log)
    if discardable(s, seat) == 0:
        end_discard(s, seat, log)


@effect(Knock, when=DISCARD)
def knock(s: State, seat: int, card: int, log: Log) -> None:
    """Put a card away, and end the hand with it."""
    s.knocker = 1 + seat
    s.bonus = s.code[s.pc + KNOCK_BONUS]
    s.hand_over = 1
    put_away(s, seat, card, log)
    end_discard(s, seat, log)


@effect(Skip, when=DISCARD)
def stop_discarding(s: State, seat: int, log: Log) -> None:
    """A seat that keeps its cards has not passed."""
    note(log, Passed, EVERYONE, seat)
    end_discard(s, seat, log)


@rule
def put_away(s: State, seat: int, card: int, log: Log) -> None:
    """Onto the pile, or face down."""
    lose_card(s, seat, card)
    s.drawn += 1
    if s.code[s.pc + DISCARD_FLAGS] & FACE_DOWN:
        s.dropped[seat] |= BIT[card]
        s.dropped_size[seat] += 1
        note(log, CardHidden, EVERYONE, seat)
    else:
        s.pile |= BIT[card]
        s.top = 1 + card
        s.wish = 0
        note(log, CardDiscarded, EVERYONE, seat, card)


@rule
def end_discard(s: State, seat: int, log: Log) -> None:
    """Draw as many cards as were put away, where hands are filled up again."""
    if s.code[s.pc + DISCARD_FLAGS] & REFILL:
        draw_cards(s, seat, s.drawn, log)
    s.done = 1


@rule
def score_knock(s: State, log: Log) -> None:
    """Compare the unmatched points of the knocker with those of every other hand.

    The knocker scores the difference, and a bonus if it has none. A hand with no more than the knocker scores the
    difference and the bonus instead.
    """
    knocker, own = s.knocker - 1, 0
    for step in range(s.seats):
        seat = (knocker + step) % s.seats
        left = deadwood(s.hand[seat])
        if step == 0:
            own = left
        elif s.alive >> seat & 1:
            if left > own or own == 0:
                gain(s, log, side_of(s, knocker), KNOCK, left - own, own, left, seat)
                if own == 0 and s.bonus:
                    gain(s, log, side_of(s, knocker), GIN, s.bonus, own, left, seat)
            else:
                gain(s, log, side_of(s, seat), UNDERCUT, own - left, own, left, seat)
                if s.bonus:
                    gain(s, log, side_of(s, seat), UNDERCUT_BONUS, s.bonus, own, left, seat)
