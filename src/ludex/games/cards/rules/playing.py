"""Playing: a step of a turn in which a seat plays a card, or a set of equal ones."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, option, option_range, rule
from ludex.games.cards.bytecode.blocks import EFFECT
from ludex.games.cards.bytecode.numbers import number
from ludex.games.cards.bytecode.places import (
    ADJACENT,
    ANYTHING,
    CAPTURE,
    CONDITION_COUNT,
    EFFECT_AGAIN,
    EFFECT_COUNT,
    EFFECT_DOES,
    EFFECT_DRAW,
    EFFECT_RANK,
    EFFECT_REVERSE,
    EFFECT_SIZE,
    EFFECT_SKIP,
    EFFECTS_AT,
    FIRST_CONDITION,
    MAY_SKIP,
    ONTO_TABLE,
    OR,
    RANK_IS,
    SAME_COLOUR,
    SAME_RANK,
    SAME_SUIT,
    SETS,
    SKIP_AT_WILL,
    STRENGTH,
    TO,
    WILD,
)
from ludex.games.cards.card_sets import lowest, size
from ludex.games.cards.components import BIT, CARDS, RANK_MASK
from ludex.games.cards.events import CARD_PLAYED, SET_PLAYED, SUIT_NAMED
from ludex.games.cards.moves import ASK_SEAT, PLAY_CARD, PLAY_SET, PLAY_WILD
from ludex.games.cards.reasons import CARD_NOT_ALLOWED, NAME_A_SUIT, NOT_NOW, SET_NOT_ALLOWED
from ludex.games.cards.rules.capturing import capture
from ludex.games.cards.rules.hands import lose_card
from ludex.games.cards.rules.suits import strength


@rule
def holds(s: State, condition: int, card: int) -> bool:
    """Whether a condition holds for a card; where no card lies on top, all that compare with it do."""
    if condition >= RANK_IS:
        return card % 13 == condition - RANK_IS
    if condition == ANYTHING:
        return True
    if condition == ADJACENT:
        return is_adjacent(s, card)
    if s.top == 0:
        return True
    top = s.top - 1
    if condition == SAME_SUIT:
        return bool(card // 13 == (s.wish - 1 if s.wish else top // 13))
    if condition == SAME_RANK:
        return bool(card % 13 == top % 13)
    if condition == SAME_COLOUR:
        return (card // 13 in (1, 2)) == (top // 13 in (1, 2))
    return strength(s, card) > strength(s, top)


@rule
def is_adjacent(s: State, card: int) -> bool:
    """Whether the next stronger or weaker card of the suit lies on the table."""
    for rank in range(13):
        place = s.code[STRENGTH + rank]
        if place and abs(place - strength(s, card)) == 1 and s.table >> (card - card % 13 + rank) & 1:
            return True
    return False


@rule
def allowed(s: State, seat: int, at: int) -> int:
    """The cards of a hand for which any group of conditions holds."""
    cards, rest = 0, s.hand[seat]
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        group = True
        for item in range(s.code[at + CONDITION_COUNT]):
            condition = s.code[at + FIRST_CONDITION + item]
            if condition == OR:
                if group:
                    break
                group = True
            elif not holds(s, condition, card):
                group = False
        if group:
            cards |= BIT[card]
    return cards


@rule
def playable_now(s: State, seat: int) -> int:
    """The single cards a seat may play; none where sets are played."""
    return 0 if s.code[s.pc + SETS] else allowed(s, seat, s.pc)


@rule
def fits_set(s: State, seat: int, rank: int, count: int) -> bool:
    """Whether so many of a rank may be played: held, stronger than what lies there, and as many."""
    if size(s.hand[seat] & RANK_MASK[rank]) < count:
        return False
    if s.set_size == 0:
        return True
    return bool(count == s.set_size and s.code[STRENGTH + rank] > s.code[STRENGTH + (s.top - 1) % 13])


@rule
def can_play_set(s: State, seat: int) -> bool:
    for rank in range(13):
        if fits_set(s, seat, rank, s.set_size if s.set_size else 1):
            return True
    return False


@rule
def is_wild(s: State, rank: int) -> bool:
    return number(s, s.pc + WILD) >> rank & 1 != 0


@rule
def may_pass(s: State, seat: int, cards: int) -> bool:
    """Whether a seat may play nothing: where the phase says so, or where it has nothing to play."""
    if s.code[s.pc + SETS]:
        return s.set_size > 0 or not can_play_set(s, seat)
    return s.code[s.pc + MAY_SKIP] == SKIP_AT_WILL or cards == 0


@rule
def offer_playing(s: State, seat: int, cards: int, out: Any) -> int:
    count = 0
    if s.code[s.pc + SETS]:
        for rank in range(13):
            for many in range(1, 5):
                if fits_set(s, seat, rank, many):
                    count = option(out, count, PLAY_SET + 4 * rank + many - 1)
        return count
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if is_wild(s, card % 13):
            count = option_range(out, count, PLAY_WILD + 4 * card, PLAY_WILD + 4 * card + 3)
        else:
            count = option(out, count, PLAY_CARD + card)
    return count


@rule
def why_not_play(s: State, seat: int, move: int, cards: int) -> int:
    """A single card, a wild one with a suit, or a set."""
    if s.code[s.pc + SETS]:
        if not PLAY_SET <= move < ASK_SEAT:
            return NOT_NOW
        rank, count = (move - PLAY_SET) // 4, (move - PLAY_SET) % 4 + 1
        return 0 if fits_set(s, seat, rank, count) else SET_NOT_ALLOWED
    if PLAY_CARD <= move < PLAY_CARD + CARDS:
        card = move - PLAY_CARD
        if not cards >> card & 1:
            return CARD_NOT_ALLOWED
        return NAME_A_SUIT if is_wild(s, card % 13) else 0
    if PLAY_WILD <= move < PLAY_SET:
        card = (move - PLAY_WILD) // 4
        return 0 if cards >> card & 1 and is_wild(s, card % 13) else CARD_NOT_ALLOWED
    return NOT_NOW


@rule
def play_step(s: State, seat: int, move: int, log: Any) -> None:
    """A set, or one card: PLAY_CARD comes before PLAY_WILD, where the suit is named."""
    if move >= PLAY_SET:
        play_set(s, seat, (move - PLAY_SET) // 4, (move - PLAY_SET) % 4 + 1, log)
    else:
        wild = move >= PLAY_WILD
        card = (move - PLAY_WILD) // 4 if wild else move - PLAY_CARD
        play_card(s, seat, card, (move - PLAY_WILD) % 4 + 1 if wild else 0, log)
    s.done = 1


@rule
def play_card(s: State, seat: int, card: int, wish: int, log: Any) -> None:
    """Onto the pile, onto the table, or to capture from it; then the card's effects."""
    lose_card(s, seat, card)
    s.passes = 0
    note(log, CARD_PLAYED, EVERYONE, seat, card)
    to = s.code[s.pc + TO]
    if to == ONTO_TABLE:
        s.table |= BIT[card]
    elif to == CAPTURE:
        capture(s, seat, card, log)
    else:
        s.pile |= BIT[card]
        s.top = 1 + card
        s.wish = wish
        if wish:
            note(log, SUIT_NAMED, EVERYONE, seat, wish - 1)
    effects(s, card % 13)


@rule
def play_set(s: State, seat: int, rank: int, count: int, log: Any) -> None:
    """So many cards of a rank, the lowest suits first."""
    note(log, SET_PLAYED, EVERYONE, seat, rank, count)
    s.passes = 0
    s.set_size = count
    s.leader = seat
    for _ in range(count):
        card = lowest(s.hand[seat] & RANK_MASK[rank])
        lose_card(s, seat, card)
        s.pile |= BIT[card]
        s.top = 1 + card
    effects(s, rank)


@rule
def effects(s: State, rank: int) -> None:
    """All effects of a rank; they come about when the turn ends."""
    at = int(s.code[EFFECTS_AT])
    while s.code[at] == EFFECT:
        if s.code[at + EFFECT_RANK] == rank:
            does, count = s.code[at + EFFECT_DOES], s.code[at + EFFECT_COUNT]
            if does == EFFECT_SKIP:
                s.skipping += count
            elif does == EFFECT_REVERSE:
                s.direction = -s.direction
            elif does == EFFECT_AGAIN:
                s.again = 1
            elif does == EFFECT_DRAW:
                s.penalty += count
        at += EFFECT_SIZE
