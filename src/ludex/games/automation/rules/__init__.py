"""The course of a game: in a turn come ACTION, MONEY, BUY and CLEANUP, each in a file of its own.

What an action card begins is finished before the phase goes on. What cards do is in `kingdom`, what they ask for in
`answers`, what happens by itself in `unfinished`, and how the game ends in `scoring`. `piles` moves cards, and `stack`
keeps what is unfinished.
"""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, note, offer, reason, refusal, rule
from ludex.games.automation.components import SHIELD
from ludex.games.automation.events import CardDrawn, CardsDrawn, TurnBegan
from ludex.games.automation.laws import audit
from ludex.games.automation.moves import EndPhase
from ludex.games.automation.rules.action import offer_actions, pass_actions, tell_passed
from ludex.games.automation.rules.answers import offer_answers
from ludex.games.automation.rules.buy import offer_buys
from ludex.games.automation.rules.cleanup import start_turn
from ludex.games.automation.rules.money import offer_money
from ludex.games.automation.rules.piles import draw_one, kinds
from ludex.games.automation.rules.scoring import over, scores
from ludex.games.automation.rules.unfinished import follow
from ludex.games.automation.secrets import hide, redeal
from ludex.games.automation.state import (
    ACTION_PHASE,
    BUY_PHASE,
    DISCARD_DOWN,
    GAIN,
    HAND_SIZE,
    MONEY_PHASE,
    NOT_HELD,
    OVER,
    PHASES,
    PLAY_TWICE,
    REVEAL,
    TRASH,
    State,
    decider,
    due,
)

__all__ = [
    "audit",
    "due",
    "follow",
    "hide",
    "legal",
    "not_now",
    "opening",
    "over",
    "redeal",
    "scores",
    "setup",
    "waiting",
]


def what_to_do(s: State, seat: int) -> str:
    """What a seat is to do, with the numbers that matter."""
    decision, limit = due(s), s.todo_count[s.depth - 1] if s.depth else 0
    if decision == DISCARD_DOWN:
        return f"discard a card, {s.hand_size[seat] - limit} in all"
    if decision == GAIN:
        return f"gain a card costing up to {limit}"
    if decision == REVEAL and not any(SHIELD[s.edition, card] * s.hand[seat, card] for card in range(kinds(s))):
        return "end the phase, as you hold nothing to reveal"
    return PHASES[decision][1]


WRONG_DECISION = reason(
    "wrong-decision",
    "this is the {phase} phase: {due}.",
    phase=lambda s, seat: PHASES[due(s)][0],
    due=what_to_do,
)
MUST_GO_ON = reason("must-go-on", "you cannot stop here: {due}.", due=what_to_do)


@rule
def setup(s: State) -> None:
    """Each seat starts with its own deck and five of its cards in hand. Starting cards are not from the supply."""
    for card in range(kinds(s)):
        s.supply[card] = s.pile[card]
        s.total[card] = s.pile[card] + s.seats * s.start[card]
        for seat in range(s.seats):
            s.deck[seat, card] = s.start[card]
            s.deck_size[seat] += s.start[card]
    for seat in range(s.seats):
        for _ in range(min(HAND_SIZE, s.deck_size[seat])):
            draw_one(s, seat)
    start_turn(s, 0)
    pass_actions(s)


@rule
def opening(s: State, log: Log) -> None:
    """Everybody is told how many cards were drawn, and who begins; each seat also which cards are its own."""
    for seat in range(s.seats):
        for card in range(kinds(s)):
            for _ in range(s.hand[seat, card]):
                note(log, CardDrawn, 1 << seat, seat, card)
        note(log, CardsDrawn, EVERYONE, seat, s.hand_size[seat])
    note(log, TurnBegan, EVERYONE, s.turn, s.turns[s.turn])
    if s.action_in_hand == NOT_HELD:
        tell_passed(s, log)


@rule
def waiting(s: State) -> int:
    """One seat decides at a time."""
    return 0 if s.phase == OVER else 1 << decider(s)


@rule
def legal(s: State, seat: int, out: Rows) -> int:
    """The cards that may be chosen, and the end of the phase where it may be ended."""
    count = offer_cards(s, seat, out)
    if why_not_end(s, seat) == 0:
        count = offer(out, count, EndPhase)
    return count


@rule
def offer_cards(s: State, seat: int, out: Rows) -> int:
    decision = due(s)
    if decision == ACTION_PHASE or decision == PLAY_TWICE:
        return offer_actions(s, seat, out)
    if decision == MONEY_PHASE:
        return offer_money(s, seat, out)
    if decision == BUY_PHASE:
        return offer_buys(s, seat, out)
    return offer_answers(s, seat, out)


@refusal(EndPhase)
def why_not_end(s: State, seat: int) -> int:
    """What must be discarded, trashed or gained cannot be declined."""
    decision = due(s)
    if decision == DISCARD_DOWN or decision == TRASH or decision == GAIN:
        return MUST_GO_ON
    return 0


@rule
def not_now(s: State, seat: int) -> int:
    """Each decision is made with one kind of move. All others are refused."""
    return WRONG_DECISION
