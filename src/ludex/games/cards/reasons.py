"""Why a move is not allowed."""

from __future__ import annotations

from collections.abc import Mapping

NOT_NOW, NOT_IN_HAND, MUST_FOLLOW, CANNOT_LEAD, ALREADY_CHOSEN = range(1, 6)
BID_TOO_LOW, BID_TOO_HIGH, BID_HOOKED, NO_MORE_RAISES, NOTHING_TO_FOLD = range(10, 15)
CARD_NOT_ALLOWED, SET_NOT_ALLOWED, CANNOT_KNOCK, CANNOT_ASK, MUST_ACT, NAME_A_SUIT, NOTHING_THERE = range(20, 27)

REASONS: Mapping[int, tuple[str, str]] = {
    NOT_NOW: ("not-now", "this is the {due} phase, which has no such move."),
    NOT_IN_HAND: ("not-in-hand", "you do not hold it. You hold {hand}."),
    MUST_FOLLOW: ("must-follow", "the cards you may play now are {playable}."),
    CANNOT_LEAD: ("cannot-lead", "the cards you may lead now are {playable}."),
    ALREADY_CHOSEN: ("already-chosen", "you have already chosen it."),
    BID_TOO_LOW: ("bid-too-low", "bid at least {low}."),
    BID_TOO_HIGH: ("bid-too-high", "bid at most {high}."),
    BID_HOOKED: ("bid-hooked", "the bids must not add up to the number of tricks."),
    CARD_NOT_ALLOWED: ("card-not-allowed", "the cards you may use now are {playable}."),
    SET_NOT_ALLOWED: ("set-not-allowed", "play as many equal cards as lie there, and stronger ones."),
    CANNOT_KNOCK: ("cannot-knock", "too many points would be left beside your sets and runs."),
    CANNOT_ASK: ("cannot-ask", "ask another seat that has cards, for a rank you hold."),
    MUST_ACT: ("must-act", "you may not pass now: there is something you can do."),
    NAME_A_SUIT: ("name-a-suit", "name the suit to follow, as in: wild 8H spades."),
    NOTHING_THERE: ("nothing-there", "there is nothing to draw or take, or you may not."),
    NO_MORE_RAISES: ("no-more-raises", "there are no raises left, or no chips beyond the call."),
    NOTHING_TO_FOLD: ("nothing-to-fold", "staying in costs nothing now."),
}
"""A stable code and a sentence for each."""
