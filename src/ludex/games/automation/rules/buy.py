"""BUY: buy cards until the buys run out or the phase is ended."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offers, reason, refusal, rule
from ludex.games.automation.components import COST
from ludex.games.automation.events import CardBought
from ludex.games.automation.moves import BuyCard, EndPhase
from ludex.games.automation.reasons import printed
from ludex.games.automation.rules.cleanup import clean_up
from ludex.games.automation.rules.piles import kinds, take_from_supply
from ludex.games.automation.state import BUY_PHASE, State

NOT_IN_SUPPLY = reason("not-in-supply", "{card} is not in the supply of this game.")
PILE_EMPTY = reason("pile-empty", "the supply has no {card} left.")
TOO_EXPENSIVE = reason(
    "too-expensive",
    "{card} costs {cost}, and you have {money}.",
    cost=lambda s, seat, move: printed(s, move).cost,
    money=lambda s, seat: s.money,
)


@offers(when=BUY_PHASE)
def offer_buys(s: State, seat: int, out: Rows) -> int:
    count = 0
    for card in range(kinds(s)):
        if why_not_buy(s, seat, card) == 0:
            count = offer(out, count, BuyCard, card)
    return offer(out, count, EndPhase)


@refusal(BuyCard, when=BUY_PHASE)
def why_not_buy(s: State, seat: int, card: int) -> int:
    missing = why_not_in_supply(s, card)
    if missing:
        return missing
    return TOO_EXPENSIVE if COST[s.edition, card] > s.money else 0


@rule
def why_not_in_supply(s: State, card: int) -> int:
    """Cards are bought and gained from piles that the game has and that are not empty."""
    if s.pile[card] == 0:
        return NOT_IN_SUPPLY
    if s.supply[card] == 0:
        return PILE_EMPTY
    return 0


@effect(BuyCard, when=BUY_PHASE)
def buy(s: State, seat: int, card: int, log: Log) -> None:
    """A card costs one buy and its price, and goes to the discard pile."""
    take_from_supply(s, seat, card)
    s.money -= COST[s.edition, card]
    s.buys -= 1
    note(log, CardBought, EVERYONE, seat, card, COST[s.edition, card])
    if s.buys == 0:
        clean_up(s, log)


@effect(EndPhase, when=BUY_PHASE)
def end_buys(s: State, seat: int, log: Log) -> None:
    clean_up(s, log)
