"""Betting: everybody pays the same, or folds."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, option, rule
from ludex.games.cards.bytecode.places import ANTE, BET, RAISES
from ludex.games.cards.events import FOLDED, PAID
from ludex.games.cards.moves import CHECK, FOLD, RAISE
from ludex.games.cards.reasons import NO_MORE_RAISES, NOT_NOW, NOTHING_TO_FOLD
from ludex.games.cards.rules.seats import next_in


@rule
def post_antes(s: State) -> None:
    """Before the hand every seat pays the ante, or what it has."""
    for seat in range(s.seats):
        paid = min(s.code[ANTE], s.chips[seat])
        s.chips[seat] -= paid
        s.stake[seat] = paid


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
    """What staying in costs by now."""
    most = 0
    for seat in range(s.seats):
        most = max(most, s.stake[seat])
    return int(most)


@rule
def begin_betting(s: State) -> None:
    """Left of the dealer begins; with one seat left, or one with chips, there is nothing to bet."""
    s.raises = 0
    s.todo = owing(s)
    if staying(s) & (staying(s) - 1) == 0 or s.todo & (s.todo - 1) == 0:
        s.todo = 0
        s.done = 1
    else:
        s.turn = next_in(s, s.dealer, s.todo)


@rule
def offer_bets(s: State, seat: int, out: Any) -> int:
    count = 0
    for move in range(CHECK, FOLD + 1):
        if why_not_bet(s, seat, move) == 0:
            count = option(out, count, move)
    return count


@rule
def why_not_bet(s: State, seat: int, move: int) -> int:
    """Raising needs chips beyond the call, and raises left; folding needs something to pay."""
    owed = level(s) - s.stake[seat]
    if move == RAISE:
        return NO_MORE_RAISES if s.raises >= s.code[s.pc + RAISES] or s.chips[seat] <= owed else 0
    if move == FOLD:
        return NOTHING_TO_FOLD if owed == 0 else 0
    return 0 if move == CHECK else NOT_NOW


@rule
def make_bet(s: State, seat: int, move: int, log: Any) -> None:
    """Call, raise or fold. After a raise everybody else has to answer again. Who has too little pays what it has."""
    s.todo &= ~(1 << seat)
    if move == FOLD:
        s.folded |= 1 << seat
        note(log, FOLDED, EVERYONE, seat)
    else:
        owed = level(s) - s.stake[seat]
        if move == RAISE:
            owed += s.code[s.pc + BET]
            s.raises += 1
            s.todo = owing(s) & ~(1 << seat)
        paid = min(owed, s.chips[seat])
        s.chips[seat] -= paid
        s.stake[seat] += paid
        note(log, PAID, EVERYONE, seat, paid)
    if staying(s) & (staying(s) - 1) == 0:
        s.todo = 0
    if s.todo:
        s.turn = next_in(s, seat, s.todo)
    else:
        s.done = 1
