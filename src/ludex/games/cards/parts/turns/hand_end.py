"""The end of a hand of turns: seats that go out, hands dealt again, and what is left on the table."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, note, rule
from ludex.games.cards.bytecode.numbers import number
from ludex.games.cards.card_sets import size
from ludex.games.cards.events import WentOut
from ludex.games.cards.parts.betting.rules import staying
from ludex.games.cards.parts.deal.places import AGAIN
from ludex.games.cards.parts.deal.rules import cards_dealt
from ludex.games.cards.parts.hands import from_stock, get_card
from ludex.games.cards.parts.playing.genome import PLAY
from ludex.games.cards.parts.playing.places import CAPTURE, TO
from ludex.games.cards.parts.seats import with_cards
from ludex.games.cards.parts.turns.places import FIRST_OUT, HAND_ENDS, ONE_LEFT, TURN_LIMIT, TURN_ROUNDS
from ludex.games.cards.state import State


@rule
def go_out(s: State, log: Log) -> None:
    """Seats that have played their last card go out, the one whose turn it is first."""
    if s.code[HAND_ENDS] != FIRST_OUT and s.code[HAND_ENDS] != ONE_LEFT:
        return
    for step in range(s.seats):
        seat = (s.turn + step) % s.seats
        if s.hand_size[seat] == 0 and s.place[seat] == 0 and s.alive >> seat & 1:
            s.finished += 1
            s.place[seat] = s.finished
            note(log, WentOut, EVERYONE, seat)


@rule
def can_deal_again(s: State) -> bool:
    """Return True if all hands are empty, and can be dealt again from the stock."""
    return bool(s.code[AGAIN] and with_cards(s) == 0 and s.stock_size >= cards_dealt(s) * size(s.alive))


@rule
def are_turns_over(s: State, turns: int) -> bool:
    """Return True if no turn follows after this number, no matter who holds cards."""
    rounds = s.code[TURN_ROUNDS]
    return bool(turns >= number(s, TURN_LIMIT) or (rounds and turns >= rounds * size(staying(s))))


@rule
def deal_again(s: State) -> None:
    """Deal the same number of cards to all players again."""
    cards = cards_dealt(s)
    for seat in range(s.seats):
        if s.alive >> seat & 1:
            for _ in range(cards):
                get_card(s, seat, from_stock(s))


@rule
def is_hand_over(s: State, mask: int) -> bool:
    """Return True if the hand is over by the genome, because all have passed in a row, or at the limit of turns."""
    ends = s.code[HAND_ENDS]
    held = with_cards(s)
    if are_turns_over(s, s.turns):
        return True
    if ends == FIRST_OUT and s.finished > 0:
        return True
    if ends == ONE_LEFT and held & (held - 1) == 0:
        return True
    blocked = s.passes >= size(mask) and s.set_size == 0
    return blocked or mask == 0


@rule
def take_table(s: State) -> None:
    """The last seat to capture takes what is left on the table."""
    if s.code[s.group] == PLAY and s.code[s.group + TO] == CAPTURE and s.won[s.leader]:
        s.won[s.leader] |= s.table
        s.table = 0
