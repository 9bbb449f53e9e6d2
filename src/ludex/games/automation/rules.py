"""The rules of Automation in the order of a turn: ACTION, MONEY, BUY, CLEANUP."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludex.core import EVERYONE, State, note, option, rule
from ludex.games.automation.cards import (
    ACTION_CARD,
    ATTACK,
    COST,
    FRAMEWORK,
    KINDS,
    MONEY,
    MONEY_CARD,
    MORE_ACTIONS,
    MORE_BUYS,
    MORE_CARDS,
    POINTS,
    SHIELD,
    TYPE,
)
from ludex.games.automation.effects import hit, refactored, special
from ludex.games.automation.moves import (
    BUY,
    CARD_BOUGHT,
    CARD_PLAYED,
    CARD_REVEALED,
    CLEANED_UP,
    DISCARD,
    END,
    GAIN_MOVE,
    GAME_ENDED,
    PLAY,
    REVEAL_MOVE,
    TRASH_MOVE,
    TURN_BEGAN,
)
from ludex.games.automation.piles import (
    discard,
    draw,
    draw_one,
    gain,
    kinds,
    pop,
    push,
    push_for_others,
    take_from_hand,
    take_from_supply,
    trash,
)
from ludex.games.automation.state import (
    ACTION_PHASE,
    ALL_FRAMEWORKS_BOUGHT,
    BUY_PHASE,
    DISCARD_ANY,
    DISCARD_DOWN,
    DO_CARD,
    GAIN,
    HAND_SIZE,
    HIT,
    MONEY_PHASE,
    OVER,
    PLAY_AGAIN,
    PLAY_TWICE,
    REVEAL,
    TRASH,
    TURN_LIMIT_REACHED,
)

# Why a move is not allowed. The sentences are in game.py.
WRONG_DECISION, NOT_IN_HAND, NOT_AN_ACTION, NOT_MONEY, NOT_IN_SUPPLY, PILE_EMPTY = range(1, 7)
TOO_EXPENSIVE, TOO_DEAR_TO_GAIN, NO_SHIELD, MUST_GO_ON = range(7, 11)

# Laws. The sentences are in game.py.
CARDS_LOST, SIZE_WRONG, SHOWN_WRONG, COUNTERS_WRONG = range(1, 5)

DECISION = np.zeros(13, np.int64)
"""The first packed move of the kind of decision that is due."""
for _due, _first in (
    (ACTION_PHASE, PLAY),
    (MONEY_PHASE, PLAY),
    (BUY_PHASE, BUY),
    (REVEAL, REVEAL_MOVE),
    (DISCARD_ANY, DISCARD),
    (DISCARD_DOWN, DISCARD),
    (TRASH, TRASH_MOVE),
    (GAIN, GAIN_MOVE),
    (PLAY_TWICE, PLAY),
):
    DECISION[_due] = _first


@rule
def setup(s: State) -> None:
    """Each seat starts with its own deck, five cards of it in hand; the starting cards are not from the supply."""
    for kind in range(kinds(s)):
        s.supply[kind] = s.pile[kind]
        s.total[kind] = s.pile[kind] + s.seats * s.start[kind]
        for seat in range(s.seats):
            s.deck[seat, kind] = s.start[kind]
            s.deck_size[seat] += s.start[kind]
    for seat in range(s.seats):
        for _ in range(min(HAND_SIZE, s.deck_size[seat])):
            draw_one(s, seat)
    start_turn(s, 0)


@rule
def start_turn(s: State, seat: int) -> None:
    """A turn starts with 1 action, 1 buy and no money."""
    s.turn = seat
    s.turns[seat] += 1
    s.phase = ACTION_PHASE
    s.actions = 1
    s.buys = 1
    s.money = 0


@rule
def due(s: State) -> int:
    """What is to be decided: the business on top of the stack, else the phase."""
    return int(s.todo[s.depth - 1] if s.depth > 0 else s.phase)


@rule
def decider(s: State) -> int:
    return int(s.todo_seat[s.depth - 1] if s.depth > 0 else s.turn)


@rule
def waiting(s: State) -> int:
    """One seat decides at a time."""
    return 0 if s.phase == OVER else 1 << decider(s)


@rule
def legal(s: State, seat: int, out: Any) -> int:
    """A decision for each card that allows it, and the end of the phase where it may be ended."""
    count = 0
    decision = due(s)
    for kind in range(kinds(s)):
        if why_not_card(s, seat, decision, kind) == 0:
            count = option(out, count, DECISION[decision] + kind)
    if why_not_end(s, decision) == 0:
        count = option(out, count, END)
    return count


@rule
def why_not(s: State, seat: int, move: int) -> int:
    decision = due(s)
    if move == END:
        return why_not_end(s, decision)
    if move - move % KINDS != DECISION[decision]:
        return WRONG_DECISION
    return why_not_card(s, seat, decision, move % KINDS)


@rule
def why_not_end(s: State, decision: int) -> int:
    """Discards down to a number, the trashing and the gaining are no choice."""
    if decision == DISCARD_DOWN or decision == TRASH or decision == GAIN:
        return MUST_GO_ON
    return 0


@rule
def why_not_card(s: State, seat: int, decision: int, kind: int) -> int:
    if decision == BUY_PHASE or decision == GAIN:
        return why_not_supply(s, decision, kind)
    if s.hand[seat, kind] == 0:
        return NOT_IN_HAND
    if (decision == ACTION_PHASE or decision == PLAY_TWICE) and TYPE[s.edition, kind] != ACTION_CARD:
        return NOT_AN_ACTION
    if decision == MONEY_PHASE and TYPE[s.edition, kind] != MONEY_CARD and not s.any_card_is_money:
        return NOT_MONEY
    if decision == REVEAL and not SHIELD[s.edition, kind]:
        return NO_SHIELD
    return 0


@rule
def why_not_supply(s: State, decision: int, kind: int) -> int:
    if s.pile[kind] == 0:
        return NOT_IN_SUPPLY
    if s.supply[kind] == 0:
        return PILE_EMPTY
    if decision == BUY_PHASE and COST[s.edition, kind] > s.money:
        return TOO_EXPENSIVE
    if decision == GAIN and COST[s.edition, kind] > s.todo_count[s.depth - 1]:
        return TOO_DEAR_TO_GAIN
    return 0


@rule
def play(s: State, seat: int, move: int, log: Any) -> None:
    """Execute a legal move."""
    decision = due(s)
    kind = move % KINDS
    if decision == ACTION_PHASE:
        play_action(s, move, kind, log)
    elif decision == MONEY_PHASE:
        play_money(s, move, kind, log)
    elif decision == BUY_PHASE:
        buy(s, move, kind, log)
    else:
        answer(s, seat, decision, move, kind, log)
        settle(s, log)


@rule
def play_action(s: State, move: int, kind: int, log: Any) -> None:
    """ACTION: play action cards until the actions run out or the phase is ended."""
    if move == END:
        s.phase = MONEY_PHASE
        return
    s.actions -= 1
    put_in_play(s, kind, log)
    start_card(s, kind)
    settle(s, log)


@rule
def play_money(s: State, move: int, kind: int, log: Any) -> None:
    """MONEY: every card played adds its money value."""
    if move == END:
        s.phase = BUY_PHASE
        return
    put_in_play(s, kind, log)
    if TYPE[s.edition, kind] == MONEY_CARD:
        s.money += MONEY[s.edition, kind]


@rule
def buy(s: State, move: int, kind: int, log: Any) -> None:
    """BUY: a card costs one buy and its price, and goes to the discard pile."""
    if move == END:
        clean_up(s, log)
        return
    take_from_supply(s, s.turn, kind)
    s.money -= COST[s.edition, kind]
    s.buys -= 1
    note(log, CARD_BOUGHT, EVERYONE, s.turn, kind, COST[s.edition, kind])
    if s.buys == 0:
        clean_up(s, log)


@rule
def clean_up(s: State, log: Any) -> None:
    """CLEANUP: hand (unseen) and played cards go to the discard pile, then five cards are drawn."""
    seat = s.turn
    for kind in range(kinds(s)):
        s.discard[seat, kind] += s.hand[seat, kind] + s.played[kind]
        s.discard_size[seat] += s.hand[seat, kind] + s.played[kind]
        s.shown[seat, kind] += s.played[kind]
        s.hand[seat, kind] = 0
        s.played[kind] = 0
    s.hand_size[seat] = 0
    note(log, CLEANED_UP, EVERYONE, seat)
    draw(s, seat, HAND_SIZE, log)
    end_turn(s, log)


@rule
def end_turn(s: State, log: Any) -> None:
    """The game ends when all Frameworks are bought, or when the last seat has had its last turn."""
    if s.supply[FRAMEWORK] == 0:
        s.ended = ALL_FRAMEWORKS_BOUGHT
    elif s.turn == s.seats - 1 and s.turns[s.turn] >= s.turn_limit:
        s.ended = TURN_LIMIT_REACHED
    else:
        start_turn(s, (s.turn + 1) % s.seats)
        note(log, TURN_BEGAN, EVERYONE, s.turn, s.turns[s.turn])
        return
    s.phase = OVER
    s.actions = 0
    s.buys = 0
    s.money = 0
    note(log, GAME_ENDED, EVERYONE)


@rule
def put_in_play(s: State, kind: int, log: Any) -> None:
    take_from_hand(s, s.turn, kind)
    s.played[kind] += 1
    note(log, CARD_PLAYED, EVERYONE, s.turn, kind)


@rule
def start_card(s: State, kind: int) -> None:
    """Before a card does anything, those whom it would attack may reveal a shield."""
    push(s, DO_CARD, s.turn, kind, 0)
    if ATTACK[s.edition, kind]:
        s.immune = 0
        push_for_others(s, REVEAL, kind)


@rule
def do_card(s: State, kind: int, log: Any) -> None:
    """A card's bonuses, then its effect, then its attack."""
    s.actions += MORE_ACTIONS[s.edition, kind]
    s.buys += MORE_BUYS[s.edition, kind]
    s.money += MONEY[s.edition, kind]
    draw(s, s.turn, MORE_CARDS[s.edition, kind], log)
    special(s, kind, log)
    if ATTACK[s.edition, kind]:
        push_for_others(s, HIT, kind)


@rule
def settle(s: State, log: Any) -> None:
    """Do what happens by itself, until a decision is due; when all is settled and no action is left, MONEY begins."""
    while s.depth > 0 and not needs_decision(s):
        what, seat, kind = s.todo[s.depth - 1], s.todo_seat[s.depth - 1], s.todo_kind[s.depth - 1]
        count = s.todo_count[s.depth - 1]
        pop(s)
        if what == DO_CARD:
            do_card(s, kind, log)
        elif what == PLAY_AGAIN:
            note(log, CARD_PLAYED, EVERYONE, seat, kind)
            start_card(s, kind)
        elif what == HIT:
            hit(s, seat, ATTACK[s.edition, kind], kind, log)
        elif what == DISCARD_ANY:
            draw(s, seat, count, log)
    if s.depth == 0 and s.actions == 0:
        s.phase = MONEY_PHASE


@rule
def needs_decision(s: State) -> bool:
    """Whether the top of the stack is a decision that can be made at all."""
    what, seat = s.todo[s.depth - 1], s.todo_seat[s.depth - 1]
    if what < REVEAL:
        return False
    if what == DISCARD_DOWN and s.hand_size[seat] <= s.todo_count[s.depth - 1]:
        return False
    for kind in range(kinds(s)):
        if why_not_card(s, seat, what, kind) == 0:
            return True
    return False


@rule
def answer(s: State, seat: int, decision: int, move: int, kind: int, log: Any) -> None:
    """Execute a decision that a card asked for. Discards go on; all others are done with one answer."""
    if decision == DISCARD_DOWN:
        discard(s, seat, kind, log)
        return
    if decision == DISCARD_ANY and move != END:
        discard(s, seat, kind, log)
        s.todo_count[s.depth - 1] += 1
        return
    count = s.todo_count[s.depth - 1]
    pop(s)
    if decision == DISCARD_ANY:
        draw(s, seat, count, log)
    elif decision == TRASH:
        trash(s, seat, kind, log)
        refactored(s, kind)
    elif decision == GAIN:
        gain(s, seat, kind, log)
    elif decision == REVEAL and move != END:
        s.immune |= 1 << seat
        note(log, CARD_REVEALED, EVERYONE, seat, kind)
    elif decision == PLAY_TWICE and move != END:
        put_in_play(s, kind, log)
        push(s, PLAY_AGAIN, seat, kind, 0)
        start_card(s, kind)


@rule
def over(s: State) -> int:
    return int(s.ended)


@rule
def scores(s: State, out: Any) -> None:
    """The points of all a seat's cards; of equal scores, the one with fewer turns is ahead."""
    for seat in range(s.seats):
        score = 0
        for kind in range(kinds(s)):
            owned = s.hand[seat, kind] + s.deck[seat, kind] + s.discard[seat, kind]
            if seat == s.turn:
                owned += s.played[kind]
            score += owned * POINTS[s.edition, kind]
        out[seat, 0] = score
        out[seat, 1] = -s.turns[seat]


@rule
def hide(s: State, seat: int) -> None:
    """Of other seats one knows all cards they own, how many lie where, and what was seen going to the discard pile."""
    for other in range(s.seats):
        if other != seat:
            for kind in range(kinds(s)):
                s.deck[other, kind] += s.hand[other, kind] + s.discard[other, kind] - s.shown[other, kind]
                s.discard[other, kind] = s.shown[other, kind]
                s.hand[other, kind] = 0


@rule
def redeal(s: State, seat: int) -> None:
    """Deal the unknown cards of the other seats to their hand and the unseen part of their discard pile."""
    for other in range(s.seats):
        if other != seat:
            unseen = s.discard_size[other]
            for kind in range(kinds(s)):
                unseen -= s.shown[other, kind]
            hand_size = s.hand_size[other]
            s.hand_size[other] = 0
            s.deck_size[other] += hand_size + unseen
            for _ in range(unseen):
                kind = draw_one(s, other)
                take_from_hand(s, other, kind)
                s.discard[other, kind] += 1
            for _ in range(hand_size):
                draw_one(s, other)


@rule
def audit(s: State) -> int:
    """Cards are neither made nor lost; sizes fit; what was shown is there; nothing is below zero."""
    for kind in range(KINDS):
        least = min(s.supply[kind], s.trash[kind], s.played[kind])
        count = s.supply[kind] + s.trash[kind] + s.played[kind]
        for seat in range(s.seats):
            count += s.hand[seat, kind] + s.deck[seat, kind] + s.discard[seat, kind]
            least = min(least, s.hand[seat, kind], s.deck[seat, kind], s.shown[seat, kind])
            if s.shown[seat, kind] > s.discard[seat, kind]:
                return SHOWN_WRONG
        if count != s.total[kind]:
            return CARDS_LOST
        if least < 0:
            return COUNTERS_WRONG
    for seat in range(s.seats):
        hand = deck = pile = 0
        for kind in range(KINDS):
            hand += s.hand[seat, kind]
            deck += s.deck[seat, kind]
            pile += s.discard[seat, kind]
        if hand != s.hand_size[seat] or deck != s.deck_size[seat] or pile != s.discard_size[seat]:
            return SIZE_WRONG
    if s.actions < 0 or s.buys < 0 or s.money < 0 or s.depth < 0:
        return COUNTERS_WRONG
    return 0
