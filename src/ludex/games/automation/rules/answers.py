"""Decisions that cards ask for: reveal, discard, trash or gain a card, or play one twice."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offers, reason, refusal, rule
from ludex.games.automation.components import COST, SHIELD
from ludex.games.automation.events import CardRevealed, NothingRevealed
from ludex.games.automation.moves import DiscardCard, EndPhase, GainCard, PlayCard, RevealCard, TrashCard
from ludex.games.automation.reasons import MUST_GO_ON, NOT_IN_HAND, printed
from ludex.games.automation.rules.action import start_card
from ludex.games.automation.rules.buy import why_not_in_supply
from ludex.games.automation.rules.kingdom import gain_for
from ludex.games.automation.rules.piles import discard, draw, gain, kinds, put_in_play, trash
from ludex.games.automation.rules.stack import pop, push
from ludex.games.automation.state import (
    DISCARD_ANY,
    DISCARD_DOWN,
    GAIN,
    PLAY_AGAIN,
    PLAY_TWICE,
    REVEAL,
    TRASH,
    State,
    due,
)

NO_SHIELD = reason("no-shield", "{card} does not protect against attacks.")
TOO_EXPENSIVE_TO_GAIN = reason(
    "too-dear-to-gain",
    "{card} costs {cost}; you may gain a card costing up to {limit}.",
    cost=lambda s, seat, move: printed(s, move).cost,
    limit=lambda s, seat: s.todo_count[s.depth - 1],
)


@refusal(EndPhase)
def why_not_end(s: State, seat: int) -> int:
    """Discarding, trashing and gaining cannot be declined."""
    decision = due(s)
    if decision == DISCARD_DOWN or decision == TRASH or decision == GAIN:
        return MUST_GO_ON
    return 0


# Reveal a shield against an attack. Every seat is asked that may hold one as far as the others know. If only seats
# that hold one were asked, the question itself would reveal it.


@rule
def may_hold_shield(s: State, seat: int) -> bool:
    """Return whether a seat may hold a shield, by what all players know of its cards."""
    if s.hand_size[seat] == 0:
        return False
    for card in range(kinds(s)):
        unseen = s.hand[seat, card] + s.deck[seat, card] + s.discard[seat, card] - s.shown[seat, card]
        if SHIELD[s.edition, card] and unseen > 0:
            return True
    return False


@offers(when=REVEAL)
def offer_shields(s: State, seat: int, out: Rows) -> int:
    count = 0
    for card in range(kinds(s)):
        if why_not_reveal(s, seat, card) == 0:
            count = offer(out, count, RevealCard, card)
    return offer(out, count, EndPhase)


@refusal(RevealCard, when=REVEAL)
def why_not_reveal(s: State, seat: int, card: int) -> int:
    if s.hand[seat, card] == 0:
        return NOT_IN_HAND
    return 0 if SHIELD[s.edition, card] else NO_SHIELD


@effect(RevealCard, when=REVEAL)
def reveal(s: State, seat: int, card: int, log: Log) -> None:
    pop(s)
    s.immune |= 1 << seat
    note(log, CardRevealed, EVERYONE, seat, card)


@effect(EndPhase, when=REVEAL)
def reveal_nothing(s: State, seat: int, log: Log) -> None:
    pop(s)
    note(log, NothingRevealed, EVERYONE, seat)


# Discard any number of cards, and draw the same number (Backlog); discard down to a number (Hack, Tech Debt)


@offers(when=DISCARD_ANY)
@offers(when=DISCARD_DOWN)
def offer_discards(s: State, seat: int, out: Rows) -> int:
    count = 0
    for card in range(kinds(s)):
        if why_not_from_hand(s, seat, card) == 0:
            count = offer(out, count, DiscardCard, card)
    return offer(out, count, EndPhase) if why_not_end(s, seat) == 0 else count


@refusal(DiscardCard, when=DISCARD_ANY)
@refusal(DiscardCard, when=DISCARD_DOWN)
@refusal(TrashCard, when=TRASH)
def why_not_from_hand(s: State, seat: int, card: int) -> int:
    return 0 if s.hand[seat, card] else NOT_IN_HAND


@effect(DiscardCard, when=DISCARD_ANY)
def discard_one_more(s: State, seat: int, card: int, log: Log) -> None:
    discard(s, seat, card, log)
    s.todo_count[s.depth - 1] += 1


@effect(EndPhase, when=DISCARD_ANY)
def draw_for_discards(s: State, seat: int, log: Log) -> None:
    count = s.todo_count[s.depth - 1]
    pop(s)
    draw(s, seat, count, log)


@effect(DiscardCard, when=DISCARD_DOWN)
def discard_down(s: State, seat: int, card: int, log: Log) -> None:
    discard(s, seat, card, log)


# Trash a card, and gain another (Refactor)


@offers(when=TRASH)
def offer_trashing(s: State, seat: int, out: Rows) -> int:
    count = 0
    for card in range(kinds(s)):
        if why_not_from_hand(s, seat, card) == 0:
            count = offer(out, count, TrashCard, card)
    return count


@effect(TrashCard, when=TRASH)
def trash_card(s: State, seat: int, card: int, log: Log) -> None:
    more = s.todo_count[s.depth - 1]
    pop(s)
    trash(s, seat, card, log)
    gain_for(s, card, more)


@offers(when=GAIN)
def offer_gains(s: State, seat: int, out: Rows) -> int:
    count = 0
    for card in range(kinds(s)):
        if why_not_gain(s, seat, card) == 0:
            count = offer(out, count, GainCard, card)
    return count


@refusal(GainCard, when=GAIN)
def why_not_gain(s: State, seat: int, card: int) -> int:
    missing = why_not_in_supply(s, card)
    if missing:
        return missing
    return TOO_EXPENSIVE_TO_GAIN if COST[s.edition, card] > s.todo_count[s.depth - 1] else 0


@effect(GainCard, when=GAIN)
def gain_card(s: State, seat: int, card: int, log: Log) -> None:
    pop(s)
    gain(s, seat, card, log)


# Play an action card twice (Parallelization)


@effect(PlayCard, when=PLAY_TWICE)
def play_twice(s: State, seat: int, card: int, log: Log) -> None:
    pop(s)
    put_in_play(s, card, log)
    push(s, PLAY_AGAIN, seat, card, 0)
    start_card(s, card)


@effect(EndPhase, when=PLAY_TWICE)
def play_nothing_twice(s: State, seat: int) -> None:
    pop(s)
