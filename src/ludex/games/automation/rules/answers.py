"""What cards ask for: reveal, discard, trash or gain a card."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, reason, refusal, rule
from ludex.games.automation.components import COST, SHIELD
from ludex.games.automation.events import CardRevealed
from ludex.games.automation.moves import DiscardCard, GainCard, RevealCard, TrashCard
from ludex.games.automation.reasons import NOT_IN_HAND, WRONG_DECISION, printed
from ludex.games.automation.rules.buy import why_not_in_supply
from ludex.games.automation.rules.kingdom import gain_for
from ludex.games.automation.rules.piles import discard, draw, gain, kinds, trash
from ludex.games.automation.rules.stack import pop
from ludex.games.automation.state import DISCARD_ANY, DISCARD_DOWN, GAIN, REVEAL, TRASH, State, due

NO_SHIELD = reason("no-shield", "{card} does not protect against attacks.")
TOO_EXPENSIVE_TO_GAIN = reason(
    "too-dear-to-gain",
    "{card} costs {cost}; you may gain a card costing up to {limit}.",
    cost=lambda s, seat, move: printed(s, move).cost,
    limit=lambda s, seat: s.todo_count[s.depth - 1],
)


@rule
def offer_answers(s: State, seat: int, out: Rows) -> int:
    count = 0
    for card in range(kinds(s)):
        if why_not_reveal(s, seat, card) == 0:
            count = offer(out, count, RevealCard, card)
        if why_not_discard(s, seat, card) == 0:
            count = offer(out, count, DiscardCard, card)
        if why_not_trash(s, seat, card) == 0:
            count = offer(out, count, TrashCard, card)
        if why_not_gain(s, seat, card) == 0:
            count = offer(out, count, GainCard, card)
    return count


@refusal(RevealCard)
def why_not_reveal(s: State, seat: int, card: int) -> int:
    if due(s) != REVEAL:
        return WRONG_DECISION
    if s.hand[seat, card] == 0:
        return NOT_IN_HAND
    return 0 if SHIELD[s.edition, card] else NO_SHIELD


@effect(RevealCard)
def reveal(s: State, seat: int, card: int, log: Log) -> None:
    pop(s)
    s.immune |= 1 << seat
    note(log, CardRevealed, EVERYONE, seat, card)


@refusal(DiscardCard)
def why_not_discard(s: State, seat: int, card: int) -> int:
    decision = due(s)
    if decision != DISCARD_ANY and decision != DISCARD_DOWN:
        return WRONG_DECISION
    return 0 if s.hand[seat, card] else NOT_IN_HAND


@effect(DiscardCard)
def discard_card(s: State, seat: int, card: int, log: Log) -> None:
    """Backlog counts the cards, to draw as many later."""
    discard(s, seat, card, log)
    if due(s) == DISCARD_ANY:
        s.todo_count[s.depth - 1] += 1


@rule
def draw_for_discards(s: State, seat: int, log: Log) -> None:
    """Backlog: draw as many cards as were discarded."""
    count = s.todo_count[s.depth - 1]
    pop(s)
    draw(s, seat, count, log)


@refusal(TrashCard)
def why_not_trash(s: State, seat: int, card: int) -> int:
    if due(s) != TRASH:
        return WRONG_DECISION
    return 0 if s.hand[seat, card] else NOT_IN_HAND


@effect(TrashCard)
def trash_card(s: State, seat: int, card: int, log: Log) -> None:
    pop(s)
    trash(s, seat, card, log)
    gain_for(s, card)


@refusal(GainCard)
def why_not_gain(s: State, seat: int, card: int) -> int:
    if due(s) != GAIN:
        return WRONG_DECISION
    missing = why_not_in_supply(s, card)
    if missing:
        return missing
    return TOO_EXPENSIVE_TO_GAIN if COST[s.edition, card] > s.todo_count[s.depth - 1] else 0


@effect(GainCard)
def gain_card(s: State, seat: int, card: int, log: Log) -> None:
    pop(s)
    gain(s, seat, card, log)
