"""Playing: a step of a turn in which a seat plays a card, or a set of equal ones."""

from __future__ import annotations

from ludex.author import (
    EVERYONE,
    Log,
    Move,
    Rows,
    effect,
    note,
    offer,
    offer_range,
    offers,
    plural,
    reason,
    refusal,
    rule,
)
from ludex.games.cards.bytecode.numbers import number
from ludex.games.cards.card_sets import lowest, size
from ludex.games.cards.components import BIT, NUMBER, RANK_MASK, RANK_NAMES, names_of
from ludex.games.cards.events import CardPlayed, SetPlayed, SuitNamed
from ludex.games.cards.moves import PlayCard, PlaySet, PlayWild, Skip
from ludex.games.cards.parts.captures.rules import capture
from ludex.games.cards.parts.deal.places import STRENGTH
from ludex.games.cards.parts.hands import lose_card
from ludex.games.cards.parts.playing.genome import EFFECT, PLAY, RANK_IS
from ludex.games.cards.parts.playing.places import (
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
    SAME_COLOUR,
    SAME_RANK,
    SAME_SUIT,
    SETS,
    SKIP_AT_WILL,
    TO,
    WILD,
)
from ludex.games.cards.parts.seats import pass_turn
from ludex.games.cards.parts.trumps.rules import strength
from ludex.games.cards.reasons import MUST_ACT, NOT_NOW
from ludex.games.cards.state import State


@rule
def holds(s: State, condition: int, card: int) -> bool:
    """Return True if a condition holds for a card. Without a top card, all conditions that compare with it do."""
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
    """Return True if the next stronger or weaker card of the suit lies on the table."""
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
    """Return True if a set may be played: its cards are held, higher than the last set, and equal to it in number."""
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
def can_play(s: State, seat: int) -> bool:
    return can_play_set(s, seat) if s.code[s.pc + SETS] else playable_now(s, seat) != 0


@rule
def may_pass(s: State) -> bool:
    """Return True if a seat may pass though it could play: after another seat's set, and where the phase allows it."""
    return s.set_size > 0 if s.code[s.pc + SETS] else s.code[s.pc + MAY_SKIP] == SKIP_AT_WILL


@offers(when=PLAY)
def offer_playing(s: State, seat: int, out: Rows) -> int:
    count = offer_sets(s, seat, out) if s.code[s.pc + SETS] else offer_single_cards(s, seat, out)
    return offer(out, count, Skip) if count == 0 or may_pass(s) else count


@rule
def offer_sets(s: State, seat: int, out: Rows) -> int:
    count = 0
    for rank in range(13):
        for many in range(1, 5):
            if fits_set(s, seat, rank, many):
                count = offer(out, count, PlaySet, rank, many)
    return count


@rule
def offer_single_cards(s: State, seat: int, out: Rows) -> int:
    count, cards = 0, playable_now(s, seat)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if is_wild(s, card % 13):
            count = offer_range(out, count, PlayWild, 0, 3, card)
        else:
            count = offer(out, count, PlayCard, card)
    return count


def usable_names(s: State, seat: int, move: Move) -> str:
    """Return the cards that may be played, or played as wild; where cards are discarded or claimed, the whole hand."""
    if s.code[s.pc] != PLAY:
        return ", ".join(names_of(s.hand[seat]))
    cards = names_of(playable_now(s, seat))
    if isinstance(move, PlayWild):
        wild = ", ".join(card for card in cards if is_wild(s, NUMBER[card] % 13))
        return f"{wild or 'none'} as a wild card"
    return ", ".join(cards) or "none"


def wanted_set(s: State, seat: int) -> str:
    """Return the set that may be played now, in words."""
    if s.set_size == 0:
        return "cards of one rank"
    cards = plural(s.set_size, "card")
    return f"{cards} of one rank, higher than {RANK_NAMES[(s.top - 1) % 13]},"


CARD_NOT_ALLOWED = reason("card-not-allowed", "you may not use {card} now. You may use {usable}.", usable=usable_names)
SET_NOT_ALLOWED = reason("set-not-allowed", "play {wanted} that you hold.", wanted=wanted_set)
NAME_A_SUIT = reason("name-a-suit", "name the suit to follow, as in: wild {card} spades.")


@refusal(PlayCard, when=PLAY)
def why_not_play(s: State, seat: int, card: int) -> int:
    if s.code[s.pc + SETS]:
        return NOT_NOW
    if not playable_now(s, seat) >> card & 1:
        return CARD_NOT_ALLOWED
    return NAME_A_SUIT if is_wild(s, card % 13) else 0


@refusal(PlayWild, when=PLAY)
def why_not_play_wild(s: State, seat: int, card: int, _suit: int) -> int:
    if s.code[s.pc + SETS]:
        return NOT_NOW
    return 0 if playable_now(s, seat) >> card & 1 and is_wild(s, card % 13) else CARD_NOT_ALLOWED


@refusal(PlaySet, when=PLAY)
def why_not_play_set(s: State, seat: int, rank: int, count: int) -> int:
    if not s.code[s.pc + SETS]:
        return NOT_NOW
    return 0 if fits_set(s, seat, rank, count) else SET_NOT_ALLOWED


@refusal(Skip, when=PLAY)
def why_not_pass(s: State, seat: int) -> int:
    return MUST_ACT if can_play(s, seat) and not may_pass(s) else 0


@effect(PlayCard, when=PLAY)
def play_card(s: State, seat: int, card: int, log: Log) -> None:
    lay_card(s, seat, card, 0, log)


@effect(PlayWild, when=PLAY)
def play_wild(s: State, seat: int, card: int, suit: int, log: Log) -> None:
    lay_card(s, seat, card, 1 + suit, log)


@rule
def lay_card(s: State, seat: int, card: int, wish: int, log: Log) -> None:
    """Onto the pile, onto the table, or to capture from it; then the card's effects."""
    lose_card(s, seat, card)
    s.passes = 0
    note(log, CardPlayed, EVERYONE, seat, card)
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
            note(log, SuitNamed, EVERYONE, seat, wish - 1)
    effects(s, card % 13)
    s.done = 1


@effect(PlaySet, when=PLAY)
def play_set(s: State, seat: int, rank: int, count: int, log: Log) -> None:
    """A number of cards of a rank, the lowest suits first."""
    note(log, SetPlayed, EVERYONE, seat, rank, count)
    s.passes = 0
    s.set_size = count
    s.leader = seat
    for _ in range(count):
        card = lowest(s.hand[seat] & RANK_MASK[rank])
        lose_card(s, seat, card)
        s.pile |= BIT[card]
        s.top = 1 + card
    effects(s, rank)
    s.done = 1


@effect(Skip, when=PLAY)
def play_nothing(s: State, seat: int, log: Log) -> None:
    pass_turn(s, seat, log)


@rule
def effects(s: State, rank: int) -> None:
    """Remember all effects of a rank. They happen when the turn ends."""
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
