"""MONEY: play money from the hand."""

from __future__ import annotations

from ludex.author import Log, Rows, effect, offer, offers, reason, refusal
from ludex.games.automation.components import MONEY, MONEY_CARD, TYPE
from ludex.games.automation.moves import EndPhase, PlayCard
from ludex.games.automation.reasons import NOT_IN_HAND, printed
from ludex.games.automation.rules.piles import kinds, put_in_play
from ludex.games.automation.state import BUY_PHASE, MONEY_PHASE, State

NOT_MONEY = reason(
    "not-money",
    "{card} is of type {type}; only money can be played in the MONEY phase.",
    type=lambda s, seat, move: printed(s, move).type,
)


@offers(when=MONEY_PHASE)
def offer_money(s: State, seat: int, out: Rows) -> int:
    count = 0
    for card in range(kinds(s)):
        if why_not_money(s, seat, card) == 0:
            count = offer(out, count, PlayCard, card)
    return offer(out, count, EndPhase)


@refusal(PlayCard, when=MONEY_PHASE)
def why_not_money(s: State, seat: int, card: int) -> int:
    if s.hand[seat, card] == 0:
        return NOT_IN_HAND
    if TYPE[s.edition, card] != MONEY_CARD and not s.any_card_is_money:
        return NOT_MONEY
    return 0


@effect(PlayCard, when=MONEY_PHASE)
def play_money(s: State, seat: int, card: int, log: Log) -> None:
    """Every money card adds its value."""
    put_in_play(s, card, log)
    if TYPE[s.edition, card] == MONEY_CARD:
        s.money += MONEY[s.edition, card]


@effect(EndPhase, when=MONEY_PHASE)
def end_money(s: State, seat: int) -> None:
    s.phase = BUY_PHASE
