"""Betting: all players pay the same, or fold."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offers, reason, refusal, rule
from ludex.games.cards.card_sets import size
from ludex.games.cards.events import Folded, Paid
from ludex.games.cards.moves import Check, Fold, Raise
from ludex.games.cards.parts.betting.genome import BETTING
from ludex.games.cards.parts.betting.places import ANTE, BET, BY_BLACKJACK, RAISES, RANKING
from ludex.games.cards.parts.seats import next_in
from ludex.games.cards.state import State


def why_no_raise(s: State, seat: int) -> str:
    """Find the reason against a raise."""
    if s.raises >= s.code[s.pc + RAISES]:
        return f"there may be no more raises in this round than {s.raises}"
    return f"you have {s.chips[seat]} chips, and calling takes {owed(s, seat)}"


NO_MORE_RAISES = reason("no-more-raises", "{why}. Call instead.", why=why_no_raise)
NOTHING_TO_FOLD = reason("nothing-to-fold", "staying in costs nothing now. Call instead.")


@rule
def post_antes(s: State) -> None:
    """Before the hand every seat pays the ante, or what it has."""
    if s.code[RANKING] == BY_BLACKJACK:
        post_stakes(s)
        return
    for seat in range(s.seats):
        paid = min(s.code[ANTE], s.chips[seat])
        s.chips[seat] -= paid
        s.stake[seat] = paid


@rule
def post_stakes(s: State) -> None:
    """Against the dealer every other seat puts up the ante, but no more than the dealer can pay, beginning on the
    dealer's left. Seats that nothing is left for sit the hand out."""
    seat, bank = int(s.dealer), int(s.chips[s.dealer])
    for _ in range(size(s.alive) - 1):
        seat = next_in(s, seat, s.alive)
        stake = min(s.code[ANTE], s.chips[seat], bank)
        bank -= stake
        s.chips[seat] -= stake
        s.stake[seat] = stake
        if stake == 0 and s.code[ANTE] > 0:
            s.folded |= 1 << seat


@rule
def staying(s: State) -> int:
    """The seats still in the hand, as bits."""
    return int(s.alive & ~s.folded)


@rule
def owing(s: State) -> int:
    """The seats still in the hand that have chips, as bits."""
    mask = staying(s)
    for seat in range(s.seats):
        if s.chips[seat] == 0:
            mask &= ~(1 << seat)
    return mask


@rule
def level(s: State) -> int:
    """The most that any seat has paid."""
    most = 0
    for seat in range(s.seats):
        most = max(most, s.stake[seat])
    return int(most)


@rule
def begin_betting(s: State) -> None:
    """The seat to the left of the dealer begins. With one seat left, or one with chips, there is nothing to bet."""
    s.raises = 0
    s.todo = owing(s)
    if staying(s) & (staying(s) - 1) == 0 or s.todo & (s.todo - 1) == 0:
        s.todo = 0
        s.done = 1
    else:
        s.turn = next_in(s, s.dealer, s.todo)


@rule
def owed(s: State, seat: int) -> int:
    """Return the chips that a seat has to pay to stay in."""
    return level(s) - s.stake[seat]


@offers(when=BETTING)
def offer_bets(s: State, seat: int, out: Rows) -> int:
    count = offer(out, 0, Check)
    if why_not_raise(s, seat) == 0:
        count = offer(out, count, Raise)
    return offer(out, count, Fold) if why_not_fold(s, seat) == 0 else count


@effect(Check, when=BETTING)
def check(s: State, seat: int, log: Log) -> None:
    pay(s, seat, owed(s, seat), log)
    next_better(s, seat)


@refusal(Raise, when=BETTING)
def why_not_raise(s: State, seat: int) -> int:
    """Raising needs chips beyond the call, and raises left."""
    return NO_MORE_RAISES if s.raises >= s.code[s.pc + RAISES] or s.chips[seat] <= owed(s, seat) else 0


@effect(Raise, when=BETTING)
def raise_bet(s: State, seat: int, log: Log) -> None:
    """Raise the bet. All other players have to answer again."""
    s.raises += 1
    s.todo = owing(s)
    pay(s, seat, owed(s, seat) + s.code[s.pc + BET], log)
    next_better(s, seat)


@refusal(Fold, when=BETTING)
def why_not_fold(s: State, seat: int) -> int:
    return NOTHING_TO_FOLD if owed(s, seat) == 0 else 0


@effect(Fold, when=BETTING)
def fold(s: State, seat: int, log: Log) -> None:
    s.folded |= 1 << seat
    note(log, Folded, EVERYONE, seat)
    next_better(s, seat)


@rule
def pay(s: State, seat: int, chips: int, log: Log) -> None:
    """Seats that have too little pay what they have."""
    paid = min(chips, s.chips[seat])
    s.chips[seat] -= paid
    s.stake[seat] += paid
    note(log, Paid, EVERYONE, seat, paid)


@rule
def next_better(s: State, seat: int) -> None:
    """The next seat that has to answer; with one seat left in the hand the betting is over."""
    s.todo &= ~(1 << seat)
    if staying(s) & (staying(s) - 1) == 0:
        s.todo = 0
    if s.todo:
        s.turn = next_in(s, seat, s.todo)
    else:
        s.done = 1
