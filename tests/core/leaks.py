"""Faults that show only in other worlds, or in the source: leaks through events, biased redeals, foreign chance."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import randint

from ludex.author import EVERYONE, Log, Rows, below, bot, is_a, note, packed, rule
from ludex.author.advanced import States, loop, see
from ludex.core.compile.playout import hide

from .faults import sound_play
from .sealed import BidShown, SealedState
from .tiny import FACES, UNKNOWN, CardsState, Draw, Got, Keep, Staked
from .tiny import hide as hide_cards

Rule = Callable[..., Any]
HALF = 0.5
WEIGHTS = np.array([0.5, 1.5])


# --- events


@rule
def tells_everyone_what_was_drawn(s: CardsState, seat: int, move: int, log: Log) -> None:
    """A leak of chance."""
    sound_play(s, seat, move, log)
    if is_a(move, Draw):
        note(log, Got, EVERYONE, seat, s.card[seat])


@rule
def tells_the_next_seat_what_was_drawn(s: CardsState, seat: int, move: int, log: Log) -> None:
    sound_play(s, seat, move, log)
    if is_a(move, Draw):
        note(log, Got, 1 << s.turn, seat, s.card[seat])


@rule
def tells_whether_a_high_card_was_drawn(s: CardsState, seat: int, move: int, log: Log) -> None:
    """A leak of one bit, by an event that is there or not."""
    sound_play(s, seat, move, log)
    if is_a(move, Draw) and s.card[seat] >= 4:
        note(log, Staked, EVERYONE, seat, 1)


@rule
def tells_in_any_order(s: CardsState, seat: int, move: int, log: Log) -> None:
    """Not a leak: both receive the same events, in either order."""
    sound_play(s, seat, move, log)
    first = s.card[seat] % 2 if is_a(move, Draw) else 0
    note(log, Staked, EVERYONE, seat, 1 + first)
    note(log, Staked, EVERYONE, seat, 2 - first)


@rule
def shows_a_sealed_bid(s: SealedState, seat: int, move: int, log: Log) -> None:
    """A leak of a choice: bids are packed from 0, the lowest is 1."""
    s.bid[seat] = move + 1
    note(log, BidShown, EVERYONE, seat, s.bid[seat])


@rule
def shows_whether_a_sealed_bid_is_high(s: SealedState, seat: int, move: int, log: Log) -> None:
    s.bid[seat] = move + 1
    note(log, BidShown, EVERYONE, seat, 1 if s.bid[seat] < 5 else 9)


@rule
def shows_a_sealed_bid_to_a_neighbour(s: SealedState, seat: int, move: int, log: Log) -> None:
    s.bid[seat] = move + 1
    note(log, BidShown, 1 << (seat + 1) % s.seats, seat, s.bid[seat])


@rule
def bids_in_turn(s: SealedState) -> int:
    """One seat decides after the other, and in secret all the same."""
    for seat in range(s.seats):
        if s.bid[seat] == 0:
            return 1 << seat
    return 0


# --- redeals


@rule
def deals_low_cards(s: CardsState, seat: int) -> None:
    for other in range(s.seats):
        if s.card[other] == UNKNOWN:
            s.card[other] = below(s, FACES // 2)


@rule
def deals_nothing_but_threes(s: CardsState, seat: int) -> None:
    for other in range(s.seats):
        if s.card[other] == UNKNOWN:
            s.card[other] = 3


@rule
def deals_loaded_dice(s: CardsState, seat: int) -> None:
    """The better of two."""
    for other in range(s.seats):
        if s.card[other] == UNKNOWN:
            s.card[other] = max(below(s, FACES), below(s, FACES))


@rule
def deals_all_the_same(s: CardsState, seat: int) -> None:
    """Every card comes as often as it should, and never two different ones."""
    card = below(s, FACES)
    for other in range(s.seats):
        if s.card[other] == UNKNOWN:
            s.card[other] = card


@rule
def guesses_low_bids(s: SealedState, seat: int) -> None:
    """Nothing is secret after setup: the bias shows only later."""
    for other in range(s.seats):
        if s.bid[other] < 0:
            s.bid[other] = 1 + below(s, 2)


# --- sources


@rule
def halves_by_division(s: CardsState, seat: int, move: int, log: Log) -> None:
    sound_play(s, seat, move, log)
    s.pot[seat] = int(s.pot[seat] * 2 / 2)


@rule
def multiplies_by_a_float(s: CardsState, seat: int, move: int, log: Log) -> None:
    sound_play(s, seat, move, log)
    s.pot[seat] = int(s.pot[seat] * 1.0)


@rule
def halved(amount: int) -> int:
    return int(amount * HALF)


@rule
def calls_what_uses_a_float(s: CardsState, seat: int, move: int, log: Log) -> None:
    sound_play(s, seat, move, log)
    s.pot[seat] = halved(2 * s.pot[seat])


@rule
def weighs_with_floats(s: CardsState, seat: int, move: int, log: Log) -> None:
    sound_play(s, seat, move, log)
    s.pot[seat] = int(s.pot[seat] * 2 * WEIGHTS[0])


@rule
def takes_a_root(s: CardsState, seat: int, move: int, log: Log) -> None:
    sound_play(s, seat, move, log)
    s.pot[seat] = int(np.sqrt(s.pot[seat] * s.pot[seat]))


@rule
def makes_a_float(s: CardsState, seat: int, move: int, log: Log) -> None:
    sound_play(s, seat, move, log)
    s.pot[seat] = int(float(s.pot[seat]))


@rule
def rounds_up(s: CardsState, seat: int, move: int, log: Log) -> None:
    sound_play(s, seat, move, log)
    s.pot[seat] = math.ceil(s.pot[seat])


@rule
def rolls_numpys_dice(s: CardsState, seat: int, move: int, log: Log) -> None:
    sound_play(s, seat, move, log)
    s.card[seat] = np.random.randint(0, FACES)


@rule
def rolls_imported_dice(s: CardsState, seat: int, move: int, log: Log) -> None:
    sound_play(s, seat, move, log)
    s.card[seat] = randint(0, FACES)


@rule
def rolls_pythons_dice(s: CardsState, seat: int, move: int, log: Log) -> None:
    sound_play(s, seat, move, log)
    s.card[seat] = random.randrange(FACES)


@rule
def moody_bot(s: CardsState, seat: int, options: Rows, count: int, dice: Any) -> int:
    return packed(Keep) if np.random.random() < 1 else packed(Draw)


@rule
def hiding_bot(s: CardsState, seat: int, options: Rows, count: int, dice: Any) -> int:
    """Hides as if that were enough: the chance of the next draw is still there."""
    hide_cards(s, seat)
    return packed(Keep)


@loop
def hand_out(states: States, seen: States, seat: int) -> None:
    """A loop that shows the future: it hides, and leaves chance in place."""
    seen[0] = states[0]
    hide(seen[0], seat)


@loop
def hand_out_what_may_be_known(states: States, seen: States, seat: int) -> None:
    seen[0] = states[0]
    see(seen[0], seat)


@rule
def whole_maths(s: CardsState, seat: int, move: int, log: Log) -> None:
    """Nothing is wrong with these."""
    sound_play(s, seat, move, log)
    s.pot[seat] = int(math.gcd(s.pot[seat], s.pot[seat]) // np.int64(1))


EVENT_LEAKS: dict[str, Rule] = {
    "chance is told to everyone": tells_everyone_what_was_drawn,
    "chance is told to another seat": tells_the_next_seat_what_was_drawn,
    "an event that is there or not": tells_whether_a_high_card_was_drawn,
}
SEALED_LEAKS: dict[str, Rule] = {
    "a sealed choice is told to everyone": shows_a_sealed_bid,
    "something of a sealed choice is told": shows_whether_a_sealed_bid_is_high,
    "a sealed choice is told to another seat": shows_a_sealed_bid_to_a_neighbour,
}
BIASED: dict[str, Rule] = {
    "low cards only": deals_low_cards,
    "always the same card": deals_nothing_but_threes,
    "loaded dice": deals_loaded_dice,
    "the same card for all": deals_all_the_same,
}
FOREIGN: dict[str, tuple[dict[str, Any], str]] = {
    "a division": (
        {"play": halves_by_division},
        "rule halves_by_division divides with /, .*leaks.py:[0-9]+. Rules",
    ),
    "a float": ({"play": multiplies_by_a_float}, "uses 1.0, which is not a whole number"),
    "a float in a rule that is called": ({"play": calls_what_uses_a_float}, "rule halved uses HALF"),
    "an array of floats": ({"play": weighs_with_floats}, "uses WEIGHTS"),
    "a root": ({"play": takes_a_root}, "uses np.sqrt"),
    "the type float": ({"play": makes_a_float}, "uses float"),
    "maths of floats": ({"play": rounds_up}, "uses math.ceil"),
    "NumPy's chance": ({"play": rolls_numpys_dice}, "uses np.random, .* All chance comes from s.rng"),
    "NumPy's chance, imported": ({"play": rolls_imported_dice}, "uses randint, .* All chance"),
    "Python's chance": ({"play": rolls_pythons_dice}, "uses random, .* All chance"),
    "a bot with chance of its own": ({"bots": {"moody": bot(moody_bot)}}, "rule moody_bot uses np.random"),
}
