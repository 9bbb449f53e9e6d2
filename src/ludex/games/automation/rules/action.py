"""ACTION: play action cards until the actions run out or the phase is ended."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offers, reason, refusal, rule
from ludex.games.automation.components import ACTION_CARD, TYPE
from ludex.games.automation.events import NothingToPlay
from ludex.games.automation.moves import EndPhase, PlayCard
from ludex.games.automation.reasons import NOT_IN_HAND, printed
from ludex.games.automation.rules.kingdom import ATTACK
from ludex.games.automation.rules.piles import kinds, put_in_play
from ludex.games.automation.rules.stack import push, push_for_others
from ludex.games.automation.state import (
    ACTION_PHASE,
    DO_CARD,
    HELD,
    MONEY_PHASE,
    NOT_HELD,
    PLAY_TWICE,
    REVEAL,
    State,
)

NOT_AN_ACTION = reason(
    "not-an-action",
    "{card} is of type {type}; only action cards can be played now.",
    type=lambda s, seat, move: printed(s, move).type,
)


@offers(when=ACTION_PHASE)
@offers(when=PLAY_TWICE)
def offer_actions(s: State, seat: int, out: Rows) -> int:
    count = 0
    for card in range(kinds(s)):
        if why_not_action(s, seat, card) == 0:
            count = offer(out, count, PlayCard, card)
    return offer(out, count, EndPhase)


@refusal(PlayCard, when=ACTION_PHASE)
@refusal(PlayCard, when=PLAY_TWICE)
def why_not_action(s: State, seat: int, card: int) -> int:
    if s.hand[seat, card] == 0:
        return NOT_IN_HAND
    if TYPE[s.edition, card] != ACTION_CARD:
        return NOT_AN_ACTION
    return 0


@effect(PlayCard, when=ACTION_PHASE)
def play_action(s: State, seat: int, card: int, log: Log) -> None:
    """A card costs one action."""
    s.actions -= 1
    put_in_play(s, card, log)
    start_card(s, card)


@effect(EndPhase, when=ACTION_PHASE)
def end_actions(s: State, seat: int) -> None:
    """A seat that is asked in the ACTION phase holds an action card, as all players know."""
    s.phase = MONEY_PHASE
    s.action_in_hand = HELD


@rule
def can_act(s: State, seat: int) -> bool:
    """Return whether a seat holds an action card."""
    for card in range(kinds(s)):
        if why_not_action(s, seat, card) == 0:
            return True
    return False


@rule
def pass_actions(s: State) -> bool:
    """End an ACTION phase in which nothing can be played, and return whether the reason must be noted."""
    if s.phase != ACTION_PHASE or s.depth > 0 or (s.actions > 0 and can_act(s, s.turn)):
        return False
    s.phase = MONEY_PHASE
    if s.actions > 0:
        s.action_in_hand = NOT_HELD
    return bool(s.actions > 0)


@rule
def tell_passed(s: State, log: Log) -> None:
    note(log, NothingToPlay, EVERYONE, s.turn)


@rule
def start_card(s: State, card: int) -> None:
    """Before a card does anything, the seats that it would attack may reveal a shield."""
    push(s, DO_CARD, s.turn, card, 0)
    if ATTACK[s.edition, card]:
        s.immune = 0
        push_for_others(s, REVEAL, card)
