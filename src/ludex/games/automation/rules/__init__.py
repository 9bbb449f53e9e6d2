"""The course of a game: in a turn come ACTION, MONEY, BUY and CLEANUP, each in its own file.

What an action card begins is finished before the phase continues. What cards do is in `kingdom`, what they ask for in
`answers`, what happens automatically in `unfinished`, and how the game ends in `scoring`. `piles` moves cards, and
`stack` stores what is unfinished.
"""

from __future__ import annotations

from ludex.author import EVERYONE, Log, asked, note, rule
from ludex.games.automation.events import CardDrawn, CardsDrawn, TurnBegan
from ludex.games.automation.laws import audit
from ludex.games.automation.reasons import WRONG_DECISION
from ludex.games.automation.rules import action, answers, buy, money
from ludex.games.automation.rules.action import pass_actions, tell_passed
from ludex.games.automation.rules.cleanup import start_turn
from ludex.games.automation.rules.piles import draw_one, kinds
from ludex.games.automation.rules.scoring import over, scores
from ludex.games.automation.rules.unfinished import follow
from ludex.games.automation.secrets import hide, redeal
from ludex.games.automation.state import HAND_SIZE, NOT_HELD, State, decider, due

__all__ = [
    "action",
    "answers",
    "audit",
    "buy",
    "due",
    "follow",
    "hide",
    "milestone",
    "money",
    "not_now",
    "opening",
    "over",
    "redeal",
    "scores",
    "setup",
]
"""The rules of the contract, and the files whose phases ask for decisions."""


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
    """Tell all seats how many cards were drawn and who begins, and each seat which cards it drew."""
    for seat in range(s.seats):
        for card in range(kinds(s)):
            for _ in range(s.hand[seat, card]):
                note(log, CardDrawn, 1 << seat, seat, card)
        note(log, CardsDrawn, EVERYONE, seat, s.hand_size[seat])
    note(log, TurnBegan, EVERYONE, s.turn, s.turns[s.turn])
    if s.action_in_hand == NOT_HELD:
        tell_passed(s, log)


@asked()
def asked_in_turn(s: State) -> int:
    """One seat decides at a time."""
    return 1 << decider(s)


@rule
def not_now(s: State, seat: int) -> int:
    """Each decision is made with one kind of move. All others are refused."""
    return WRONG_DECISION


@rule
def milestone(s: State) -> int:
    """Count the turns that have begun."""
    begun = 0
    for seat in range(s.seats):
        begun += s.turns[seat]
    return begun
