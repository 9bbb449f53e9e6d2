"""The course of a game: in a turn come ACTION, MONEY, BUY and CLEANUP, each in a file of its own.

What an action card begins is finished before the phase goes on. What cards do is in `kingdom`, what they ask for in
`answers`, what happens by itself in `unfinished`, and how the game ends in `scoring`. `piles` moves cards, and `stack`
keeps what is unfinished.
"""

from __future__ import annotations

from ludex.author import Log, Rows, effect, offer, reason, refusal, rule
from ludex.games.automation.laws import audit
from ludex.games.automation.moves import EndPhase, PlayCard
from ludex.games.automation.reasons import WRONG_DECISION, what_to_do
from ludex.games.automation.rules.action import offer_actions, play_action, why_not_action
from ludex.games.automation.rules.answers import draw_for_discards, offer_answers
from ludex.games.automation.rules.buy import offer_buys
from ludex.games.automation.rules.cleanup import clean_up, start_turn
from ludex.games.automation.rules.kingdom import play_twice
from ludex.games.automation.rules.money import offer_money, play_money, why_not_money
from ludex.games.automation.rules.piles import draw_one, kinds
from ludex.games.automation.rules.scoring import over, scores
from ludex.games.automation.rules.stack import pop
from ludex.games.automation.rules.unfinished import follow
from ludex.games.automation.secrets import hide, redeal
from ludex.games.automation.state import (
    ACTION_PHASE,
    BUY_PHASE,
    DISCARD_ANY,
    DISCARD_DOWN,
    GAIN,
    HAND_SIZE,
    MONEY_PHASE,
    OVER,
    PLAY_TWICE,
    TRASH,
    State,
    decider,
    due,
)

__all__ = ["audit", "follow", "hide", "legal", "over", "redeal", "scores", "setup", "waiting"]

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


@refusal(PlayCard)
def why_not_play(s: State, seat: int, card: int) -> int:
    decision = due(s)
    if decision == ACTION_PHASE or decision == PLAY_TWICE:
        return why_not_action(s, seat, card)
    if decision == MONEY_PHASE:
        return why_not_money(s, seat, card)
    return WRONG_DECISION


@effect(PlayCard)
def play_card(s: State, seat: int, card: int, log: Log) -> None:
    decision = due(s)
    if decision == ACTION_PHASE:
        play_action(s, card, log)
    elif decision == MONEY_PHASE:
        play_money(s, card, log)
    else:
        play_twice(s, card, log)


@refusal(EndPhase)
def why_not_end(s: State, seat: int) -> int:
    """What must be discarded, trashed or gained cannot be declined."""
    decision = due(s)
    if decision == DISCARD_DOWN or decision == TRASH or decision == GAIN:
        return MUST_GO_ON
    return 0


@effect(EndPhase)
def end_phase(s: State, seat: int, log: Log) -> None:
    decision = due(s)
    if decision == ACTION_PHASE:
        s.phase = MONEY_PHASE
    elif decision == MONEY_PHASE:
        s.phase = BUY_PHASE
    elif decision == BUY_PHASE:
        clean_up(s, log)
    elif decision == DISCARD_ANY:
        draw_for_discards(s, seat, log)
    else:
        pop(s)
